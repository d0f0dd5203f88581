"""Forge's `.pzl` files: text to `Position`.

A file has a section `[metadata]` of `Key:Value` and a section `[state]` of `key=value`; without sections everything is state.
Keys come in three spellings of the player (`human`, `p0` are you, `ai`, `p1` the opponent) and in any case. A zone is a list of
cards separated by `;`, a card is its name and attributes separated by `|`. What has no place in a `Position` stays in `raw` word
for word: attributes at their card, lines of the state under their key, lines of other sections under `[section] key`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from engine.formats.errors import PositionError, shortened
from engine.formats.pzl_tokens import decode_inline, decode_script
from engine.formats.yaml_position import ID, MAX_AMOUNT, MAX_COUNT, MAX_LIFE, SIDES, is_name
from engine.mana import COLORS, parse_mana, write_mana
from engine.position import DECLARED, CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec
from engine.words import is_counter

PHASES = {
    "untap": "untap",
    "upkeep": "upkeep",
    "draw": "draw",
    "main1": "main1",
    "combat_begin": "begin_combat",
    "combat_declare_attackers": "declare_attackers",
    "combat_declare_blockers": "declare_blockers",
    "combat_first_strike_damage": "first_strike_damage",
    "combat_damage": "combat_damage",
    "combat_end": "end_combat",
    "main2": "main2",
    "end_of_turn": "end",
    "cleanup": "cleanup",
}
"""Forge's names of the steps and ours."""

ZONES = {
    "hand": "hand",
    "play": "battlefield",
    "battlefield": "battlefield",
    "graveyard": "graveyard",
    "exile": "exile",
    "command": "command",
    "library": "library",
}
PLAYERS = {"human": "you", "p0": "you", "ai": "opponent", "p1": "opponent"}
COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
DESIGNATION_KEYS = {"numringtemptedyou": "ring", "speed": "speed"}
POSITION_KEYS = ("activeplayer", "activephase", "activephaseadvance", "turn")
PLAYER_KEYS = (
    *ZONES, *DESIGNATION_KEYS, "life", "counters", "sideboard", "manapool", "persistentmana", "precast", "putonstack",
    "landsplayed", "landsplayedlastturn",
)  # fmt: skip
"""Keys that say nothing if they are empty."""

MAX_ATTRIBUTES = 100
"""The most attributes of one card."""

MAX_RAW = 1_000
"""The most lines of a file that are kept without being understood."""

_KEY = re.compile(r"(human|ai|p0|p1)([a-z]+)")
_HEADER = re.compile(r"\[([^\]]*)\]")


def looks_like_pzl(text: str) -> bool:
    """Whether the first line that says something is that of a `.pzl` file."""
    for line in re.split(r"\r\n|\r|\n", text):
        if line.strip() and not line.lstrip().startswith("#"):
            return bool(_HEADER.fullmatch(line.strip()) and line.strip().lower() in ("[metadata]", "[state]"))
    return False


def parse_pzl(text: str, file: str = "position.pzl") -> Position:
    """The position that the text of a `.pzl` file states.

    Raises:
        PositionError: it has no state, or a number or player in it is none.
    """
    lines = list(_lines(text, file))
    state = [content for section, content, _ in lines if section == "state"]
    if not any("=" in content for content in state):
        raise PositionError(file, None, "", "there is no state in this file; a .pzl file has lines such as humanlife=20")
    never_sick = any(re.fullmatch(r"removesummoningsickness\s*=\s*true", c, re.IGNORECASE) for c in state)
    survey = _Reader(file, never_sick)
    surveyed = survey.position(lines)
    return _Reader(file, never_sick, surveyed.active, surveyed.step, survey.unique_ids()).position(lines)


@dataclass(slots=True)
class _Reader:
    """Reads one file. `ids` are those that objects get and that may be referred to; `given` counts all that are met."""

    file: str
    never_sick: bool
    active: str = "you"
    step: str = ""
    ids: frozenset[str] = frozenset()
    given: Counter[str] = field(default_factory=Counter)
    first: set[str] = field(default_factory=set)
    fields: dict[str, Any] = field(default_factory=dict)
    players: dict[str, dict[str, Any]] = field(default_factory=lambda: {"you": {}, "opponent": {}})
    raw: dict[str, str] = field(default_factory=dict)
    exiled: dict[str, str] = field(default_factory=dict)
    """Ids of permanents that the file has on the battlefield though they are exiled, each with the id of what exiled it."""

    def position(self, lines: Iterable[tuple[str, str, int]]) -> Position:
        for section, content, number in lines:
            if section == "metadata":
                self.metadata(content, number)
            elif section == "state":
                self.state(content, number)
            else:
                key, _, value = (part.strip() for part in content.partition("="))
                self.keep(f"[{section}] {key}", value)
        self.advance()
        self.count_turns()
        self.move_exiled()
        return Position(
            **self.fields,
            you=PlayerSpec(**self.players["you"]),
            opponent=PlayerSpec(**self.players["opponent"]),
            raw=self.raw,
            source=self.file,
        )

    def count_turns(self) -> None:
        """The turns of one player that the goal speaks of. The file counts those of both, the current one included; a limit that
        falls into the wrong player's turn means the next turn after that, as Forge only looks in the right one's."""
        n = self.fields.pop("turns", 1)
        if "extra_turns" in self.fields:
            n = 1  # the file says some large number, as extra turns count
        is_theirs = (self.fields.get("goal", "win") == "win") == (self.fields.get("active", "you") == "you")
        self.fields["turns"] = min(1 + n // 2 if is_theirs else (n + 1) // 2, MAX_COUNT)

    def advance(self) -> None:
        """Reads `activephaseadvance`, the phase to which Forge then goes on. It draws no card on its first turn."""
        values = {key.lower(): (key, value) for key, value in self.raw.items()}
        key, value = values.get("activephaseadvance", ("", ""))
        first = values.get("turn", ("", ""))[1] == "1"
        if value.lower() == "main1" and self.fields.get("step") in (("upkeep", "draw") if first else ("draw",)):
            del self.raw[key]
            self.fields |= {"step": "main1", "begins": True}
        elif value.lower() == "upkeep" and self.fields.get("step") == "cleanup":
            del self.raw[key]
            self.fields |= {"step": "upkeep", "active": "opponent" if self.fields.get("active", "you") == "you" else "you"}

    def keep(self, key: str, value: str) -> None:
        """Keeps what our format has no key for."""
        if len(self.raw) == MAX_RAW:
            raise PositionError(self.file, None, "", f"more than {MAX_RAW:,} lines that are not understood; is it a .pzl file?")
        _keep(self.raw, key, value)

    # ------------------------------------------------------------------------------------------------ lines

    def metadata(self, content: str, line: int) -> None:
        key, colon, value = (part.strip() for part in content.partition(":"))
        lower = key.lower()
        if lower == "name" and "title" not in self.fields:
            self.fields["title"] = value
        elif lower == "goal" and value.lower() in ("win", "survive"):
            self.fields["goal"] = value.lower()
        elif lower == "goal" and value.lower() == "win before opponent's next turn":
            self.fields |= {"goal": "win", "extra_turns": True}
        elif lower == "turns" and "turns" not in self.fields:
            self.fields["turns"] = self.number(value or "1", line, key, "a number of turns", 1, 2 * MAX_COUNT)
        elif colon:
            self.keep(f"[metadata] {key}", value)
        else:
            self.keep("[metadata] Description", content)

    def state(self, content: str, line: int) -> None:
        key, _, value = (part.strip() for part in content.partition("="))
        lower = key.lower()
        match = _KEY.fullmatch(lower)
        if not value and (lower in POSITION_KEYS or (match and match[2] in PLAYER_KEYS)):
            return
        if lower == "activeplayer":
            self.fields["active"] = self.player(value, line, key)
        elif lower == "activephase" and value.lower() in PHASES:
            self.fields["step"] = PHASES[value.lower()]
        elif match is None or not self.player_line(PLAYERS[match[1]], match[2], key, value, line):
            self.keep(f"[state] {key}" if key.startswith("[") else key, value)

    def player_line(self, side: str, what: str, key: str, value: str, line: int) -> bool:
        """Reads a line about a player; False if our format has no place for it."""
        fields = self.players[side]
        if what in ZONES:
            if fields.get(ZONES[what]):
                return False
            if ZONES[what] == "battlefield":
                entries = enumerate(self.split(value, line, key))
                permanents = [self.permanent(name, attributes, line, f"{key}[{i}]", side) for i, (name, attributes) in entries]
                fields["battlefield"] = grouped(permanents)
            else:
                fields[ZONES[what]] = tuple(self.cards(value, line, key)) or (None if what == "library" else ())
        elif what == "life" and what not in fields:
            fields["life"] = self.number(value, line, key, "a life total", -MAX_LIFE, MAX_LIFE)
        elif what == "counters":
            return self.counters(key, value, fields, self.raw, line, key)
        elif what in DESIGNATION_KEYS:
            n = self.number(value, line, key, "a number", 0, MAX_AMOUNT)
            if n:
                fields["designations"] = {**fields.get("designations", {}), DESIGNATION_KEYS[what]: n}
        elif what in ("landsplayed", "landsplayedlastturn"):
            return self.lands_played(what, self.number(value, line, key, "a number of lands", 0, MAX_COUNT), side)
        elif what == "manapool":
            return self.mana(fields, value)
        else:
            return False
        return True

    def lands_played(self, what: str, n: int, side: str) -> bool:
        if n == 1 and what == "landsplayed" and side == self.active:
            self.fields["land_played"] = True
            return True
        return n == 0

    def mana(self, fields: dict[str, Any], value: str) -> bool:
        if fields.get("mana") or len(value) > MAX_RAW:
            return False
        symbols = value.replace("{", " ").replace("}", " ").split()
        try:
            fields["mana"] = write_mana(parse_mana("".join(f"{{{s}}}" for s in symbols)))
        except ValueError:
            return False
        return True

    # ------------------------------------------------------------------------------------------------ cards

    def cards(self, text: str, line: int, key: str) -> Iterator[CardSpec]:
        for i, (name, attributes) in enumerate(self.split(text, line, key)):
            place = f"{key}[{i}]"
            raw: dict[str, str] = {}
            fields: dict[str, Any] = {}
            for attribute, value in attributes:
                what = attribute.lower()
                if what == "id":
                    known = self.id(value, fields)
                elif what == "counters":
                    known = self.counters(attribute, value, fields, raw, line, f"{place}.{attribute}")
                else:
                    known = what == "exiledwith" and "exiled_by" not in fields and value in self.ids
                    if known:
                        fields["exiled_by"] = value
                if not known:
                    _keep(raw, attribute, value)
            yield CardSpec(name, **fields, raw=raw, line=line)

    def split(self, text: str, line: int, key: str) -> list[tuple[str, list[tuple[str, str]]]]:
        """The names in a zone with their attributes."""
        found: list[tuple[str, list[tuple[str, str]]]] = []
        for entry in text.split(";"):
            name, *attributes = (part.strip() for part in entry.split("|"))
            if not name and not any(attributes):
                continue
            if name.lower() in ("", "t:"):
                raise PositionError(self.file, line, f"{key}[{len(found)}]", "a card without a name")
            if not is_name(name):
                raise PositionError(self.file, line, f"{key}[{len(found)}]", f"{shortened(name)} is not the name of a card")
            pairs = (a.partition(":") for a in attributes if a)
            found.append((name, [(a.strip(), value.strip()) for a, _, value in pairs]))
            if len(attributes) > MAX_ATTRIBUTES:
                raise PositionError(self.file, line, f"{key}[{len(found) - 1}]", f"more than {MAX_ATTRIBUTES} attributes")
        if len(found) > MAX_COUNT:
            raise PositionError(self.file, line, key, f"more than {MAX_COUNT:,} objects in one zone")
        return found

    def script(self, value: str, fields: dict[str, Any]) -> bool:
        """Reads what a permanent is to do as the game begins; `TrigExile->1` exiles the permanent of that id."""
        target = value.removeprefix("TrigExile->")
        if target == value or target not in self.ids or target in self.exiled:
            return False
        if fields.get("id") is None:
            fields["id"] = next(name for n in count(1) if (name := f"exiler{n}") not in self.ids | set(self.exiled.values()))
        self.exiled[target] = fields["id"]
        return True

    def move_exiled(self) -> None:
        """Puts exiled permanents where they are."""
        for side, fields in self.players.items():
            there: tuple[PermanentSpec, ...] = fields.get("battlefield", ())
            gone = [permanent for permanent in there if permanent.id in self.exiled]
            fields["battlefield"] = tuple(permanent for permanent in there if permanent.id not in self.exiled)
            for permanent in gone:
                card = CardSpec(permanent.card, permanent.id, exiled_by=self.exiled[permanent.id or ""], line=permanent.line)
                owner = self.players[permanent.owner or side]
                owner["exile"] = (*owner.get("exile", ()), card)

    def permanent(self, name: str, attributes: list[tuple[str, str]], line: int, place: str, side: str) -> PermanentSpec:
        raw: dict[str, str] = {}
        fields: dict[str, Any] = {}
        if name[:2].lower() == "t:":
            fields["token"] = self.token(name[2:].strip(), raw)
            name = fields["token"].name
            if not name:
                raise PositionError(self.file, line, place, "a token without a name")
        for attribute, value in attributes:
            key = f"{place}.{attribute}"
            if attribute.lower() == "counters":
                known = self.counters(attribute, value, fields, raw, line, key)
            elif attribute.lower() == "executescript":
                known = self.script(value, fields)
            else:
                known = self.attribute(attribute.lower(), value, name, fields, line, key, side)
            if not known:
                _keep(raw, attribute, value)
        return PermanentSpec(name, **fields, raw=raw, line=line)

    def token(self, text: str, raw: dict[str, str]) -> TokenSpec:
        if "," not in text:
            return decode_script(text)[0]
        token, image, unknown = decode_inline(text)
        if unknown:
            raw["t"] = text
        elif image is not None:
            raw["Image"] = image
        return token

    def attribute(self, what: str, value: str, card: str, fields: dict[str, Any], line: int, place: str, side: str) -> bool:
        """Reads one attribute of a permanent; False if our format has no place for it."""
        if what in ("noetbtrigs", "tapped", "summonsick", "istoken"):
            return not value and self.flag(what, card, fields)
        if what == "id":
            return self.id(value, fields)
        if what == "damage" and not fields.get(what):
            fields["damage"] = self.number(value, line, place, "an amount of damage", 0, MAX_AMOUNT)
        elif what in ("attachedto", "attaching") and "attached_to" not in fields and value in self.ids:
            fields["attached_to"] = value
        elif what == "attacking" and side == self.active and self.step in DECLARED and (not value or value in self.ids):
            fields["attacking"] = value or ("opponent" if side == "you" else "you")
        elif what == "enchantingplayer" and "attached_to" not in fields and value.lower() in PLAYERS:
            fields["attached_to"] = PLAYERS[value.lower()]
        elif what == "owner" and not fields.get(what) and value.lower() in PLAYERS:
            owner = PLAYERS[value.lower()]
            fields["owner"] = None if owner == side else owner
        else:
            return self.choice(what, value, fields)
        return True

    def flag(self, what: str, card: str, fields: dict[str, Any]) -> bool:
        """Reads an attribute without a value. `NoETBTrigs` says what is always so in a `Position`."""
        if what == "tapped":
            fields["tapped"] = True
        elif what == "summonsick" and not self.never_sick:
            fields["sick"] = True
        elif what == "istoken":
            fields.setdefault("token", TokenSpec(card, types=(), copy=True))
        return True

    def choice(self, what: str, value: str, fields: dict[str, Any]) -> bool:
        """Reads what was chosen for a permanent."""
        kind = {"chosencolor": "color", "chosentype": "type", "namedcard": "name"}.get(what)
        chosen: Mapping[str, str] = fields.get("chosen", {})
        if kind is None or kind in chosen or not value:
            return False
        if kind == "color":
            value = COLOR_WORDS.get(value.lower(), value.upper())
            if len(value) != 1 or value not in COLORS:
                return False
        fields["chosen"] = {**chosen, kind: value}
        return True

    # ------------------------------------------------------------------------------------------------ values

    def number(self, text: str, line: int, key: str, wanted: str, low: int, high: int) -> int:
        if not re.fullmatch(r"[-+]?[0-9]+", text):
            raise PositionError(self.file, line, key, f"{shortened(text)} is not {wanted}")
        n = int(text) if len(text) < 30 else high + 1
        if not low <= n <= high:
            advice = f"write {low:,} or more" if n < low else f"at most {high:,} makes sense"
            raise PositionError(self.file, line, key, f"{shortened(text)} is not {wanted}; {advice}")
        return n

    def player(self, text: str, line: int, key: str) -> str:
        if text.lower() not in PLAYERS:
            raise PositionError(self.file, line, key, f"{shortened(text)} is not a player; write human or ai (p0 or p1)")
        return PLAYERS[text.lower()]

    def id(self, text: str, fields: dict[str, Any]) -> bool:
        """Reads an id. One that several objects have names none of them, and only the first of an object counts."""
        self.given[text] += 1
        if "id" in fields:
            return False
        self.first.add(text)
        fields["id"] = text if text in self.ids else None
        return text in self.ids

    def unique_ids(self) -> frozenset[str]:
        """The ids that one object has, after reading."""
        return frozenset(i for i in self.first if self.given[i] == 1 and ID.fullmatch(i) and i not in SIDES)

    def counters(self, name: str, text: str, fields: dict[str, Any], raw: dict[str, str], line: int, key: str) -> bool:
        """Reads `P1P1=2,OIL=1`; the part of it with unknown kinds goes to `raw`. False if nothing of it is known."""
        if "counters" in fields:
            return False
        found: dict[str, int] = {}
        unknown: list[str] = []
        for part in text.split(","):
            kind, equals, number = (p.strip() for p in part.partition("="))
            kind = kind.lower().replace("_", " ")
            n = self.number(number, line, key, "a number of counters", 0, MAX_AMOUNT) if equals else 1
            if kind in found or not is_counter(kind):
                unknown.append(part.strip())
            elif n:
                found[kind] = n
        if not found:
            return not "".join(unknown)
        fields["counters"] = found
        if unknown:
            _keep(raw, name, ",".join(unknown))
        return True


def grouped(permanents: Iterable[PermanentSpec]) -> tuple[PermanentSpec, ...]:
    """The same permanents, equal neighbours counted together."""
    found: list[PermanentSpec] = []
    for permanent in permanents:
        last = found[-1] if found else None
        if last is not None and last.id is None and replace(last, count=permanent.count) == permanent:
            found[-1] = replace(last, count=last.count + permanent.count)
        else:
            found.append(permanent)
    return tuple(found)


def _keep(raw: dict[str, str], key: str, value: str) -> None:
    """Adds to `raw`; a key that comes again gets a number."""
    place, n = key, 1
    while place in raw:
        n += 1
        place = f"{key}#{n}"
    raw[place] = value


def _lines(text: str, file: str) -> Iterator[tuple[str, str, int]]:
    """Section, content and number of every line that says something. Without sections it is all state.

    A line that begins with a separator of cards goes on with the line before it, as when a program has wrapped it.
    """
    lines = re.split(r"\r\n|\r|\n", text)
    section = "metadata" if any(_HEADER.fullmatch(line.strip()) for line in lines) else "state"
    last: tuple[str, str, int] | None = None
    for number, line in enumerate(lines, 1):
        content = line.strip()
        header = _HEADER.fullmatch(content)
        if header:
            section = header[1].strip().lower()
        elif section == "state" and content.startswith(("|", ";")):
            if last is None or last[0] != section:
                raise PositionError(file, number, "", "this goes on with a line that is not there")
            last = (section, last[1] + content, last[2])
        elif content and not content.startswith("#"):
            if last is not None:
                yield last
            last = (section, content, number)
    if last is not None:
        yield last
