"""The position format in YAML: text to `Position`.

The schema of the format is `engine/schemas/position.schema.json`; this module reads by hand what the schema states, because
it gives line numbers, near matches and advice, and because a schema library costs a fifth of a second at every start. Tests hold
the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.formats.document import Node, compose, joined
from engine.formats.errors import PositionError, did_you_mean, shortened
from engine.formats.kinds import CHOICES, DESIGNATIONS
from engine.mana import COLORS, parse_mana, write_mana
from engine.objects import Step
from engine.position import EMPTY, CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec
from engine.words import CARD_TYPES, MAIN_COUNTERS, SUPERTYPES, is_counter

MAX_LIFE = 10_000_000
"""The largest life total, either way."""

MAX_AMOUNT = 1_000_000
"""The largest number of counters, damage, power or toughness."""

MAX_COUNT = 10_000
"""The most objects in one zone, and the most turns."""

MAX_NAME = 500
"""The longest name, in characters."""

SIDES = ("you", "opponent")

POSITION_KEYS = (
    "title", "you", "opponent", "active", "step", "begins", "land_played", "goal", "turns", "extra_turns",
    "raw",
)  # fmt: skip
PLAYER_KEYS = (
    "life", "counters", "mana", "hand", "battlefield", "graveyard", "exile", "command", "library", "designations", "emblems",
)  # fmt: skip
CARD_KEYS = ("card", "id", "counters", "exiled_by", "raw")
PERMANENT_KEYS = (
    "card", "count", "id", "counters", "tapped", "sick", "damage", "attached_to", "attacking", "token", "controller", "owner",
    "chosen", "activated", "raw",
)  # fmt: skip
TOKEN_KEYS = ("name", "types", "subtypes", "supertypes", "colors", "power", "toughness", "keywords", "script")

_TIMES = re.compile(r"(.*\S)\s+x([0-9]+)")
_COUNT = re.compile(r"[1-9][0-9]{0,3}|10000")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
"""What an id looks like."""

T = TypeVar("T")


def is_name(text: str) -> bool:
    """Whether this can be the name of a card, a token, an emblem: no control characters, not too long."""
    return bool(text.strip()) and len(text) <= MAX_NAME and not _CONTROL.search(text)


def parse_position(text: str, file: str = "position") -> Position:
    """The position that a YAML text states. `file` is the name for messages.

    Raises:
        PositionError: the text is not a position; it names line and key.
    """
    return _Reader(file).position(compose(text, file))


@dataclass(slots=True)
class _Reader:
    """Reads the nodes of one file. `ids` are those given so far with their lines, `uses` those referred to."""

    file: str
    ids: dict[str, int] = field(default_factory=dict)
    uses: list[tuple[str, int, str]] = field(default_factory=list)

    # ------------------------------------------------------------------------------------------------ small values

    def fail(self, node: Node, path: str, message: str) -> PositionError:
        return PositionError(self.file, node.line, path, message)

    def wrong_type(self, node: Node, path: str, wanted: str) -> PositionError:
        if node.value is None:
            return self.fail(node, path, f"empty; write {wanted} or leave it out")
        collection = "a mapping" if isinstance(node.value, dict) else "a list" if isinstance(node.value, list) else ""
        return self.fail(node, path, f"{collection or shortened(node.text) or 'empty text'} is not {wanted}")

    def text(self, node: Node, path: str, wanted: str = "text") -> str:
        """A scalar as it was written; numbers count as text."""
        if isinstance(node.value, (list, dict)) or node.value is None:
            raise self.wrong_type(node, path, wanted)
        return node.text

    def name(self, node: Node, path: str, wanted: str) -> str:
        text = self.text(node, path, wanted)
        if not text.strip():
            raise self.fail(node, path, f"empty; write {wanted}")
        if not is_name(text):
            raise self.fail(node, path, f"{shortened(text)} is not {wanted}")
        return text.strip()

    def number(self, node: Node, path: str, wanted: str, low: int, high: int) -> int:
        value = node.value
        if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong_type(node, path, wanted)
        if not low <= value <= high:
            advice = f"write {low:,} or more" if value < low else f"at most {high:,} makes sense"
            raise self.fail(node, path, f"{shortened(node.text)} is not {wanted}; {advice}")
        return value

    def flag(self, node: Node, path: str) -> bool:
        if not isinstance(node.value, bool):
            raise self.wrong_type(node, path, "true or false")
        return node.value

    def word(self, node: Node, path: str, known: Sequence[str], wanted: str) -> str:
        text = self.text(node, path, wanted)
        if text not in known:
            near = did_you_mean(text, known) or f"; known are {', '.join(known)}"
            raise self.fail(node, path, f"{shortened(text)} is not {wanted}{near}")
        return text

    def mapping(self, node: Node, path: str, known: Sequence[str] | None, wanted: str) -> dict[str, Node]:
        if not isinstance(node.value, dict):
            raise self.wrong_type(node, path, wanted)
        for key, child in node.value.items():
            if known is not None and key not in known:
                near = did_you_mean(key, known) or f"; known are {', '.join(known)}"
                raise PositionError(self.file, child.key_line, joined(path, key), f"unknown key{near}")
        return node.value

    def items(self, node: Node, path: str, wanted: str, read: Callable[[Node, str], T]) -> tuple[T, ...]:
        if not isinstance(node.value, list):
            raise self.wrong_type(node, path, f"a list of {wanted}")
        return tuple(read(child, f"{path}[{i}]") for i, child in enumerate(node.value))

    def amounts(self, node: Node, path: str, known: Callable[[str], bool], what: str, words: Sequence[str]) -> Mapping[str, int]:
        """Numbers by kind, for counters and designations; a kind at 0 has no entry."""
        found: dict[str, int] = {}
        for kind, child in self.mapping(node, path, None, f"a mapping of {what}s to numbers").items():
            if not known(kind):
                raise PositionError(self.file, child.key_line, joined(path, kind), f"unknown {what}{did_you_mean(kind, words)}")
            n = self.number(child, joined(path, kind), f"a number of {what}s", 0, MAX_AMOUNT)
            if n:
                found[kind] = n
        return found or EMPTY

    def counters(self, node: Node, path: str) -> Mapping[str, int]:
        return self.amounts(node, path, is_counter, "counter", sorted(MAIN_COUNTERS))

    def texts(self, node: Node, path: str, known: Sequence[str] | None, wanted: str) -> Mapping[str, str]:
        """Text by key, for `raw` and `chosen`."""
        children = self.mapping(node, path, known, wanted)
        return {k: self.text(child, joined(path, k)) for k, child in children.items()} or EMPTY

    # ------------------------------------------------------------------------------------------------ ids

    def reference(self, node: Node, path: str) -> str:
        if isinstance(node.value, (bool, float)) or not ID.fullmatch(self.text(node, path, "an id")):
            raise self.fail(node, path, f"{shortened(node.text)} is not an id; write letters and digits")
        return node.text

    def own_id(self, node: Node, path: str) -> str | None:
        if node.value is None:
            return None
        text = self.reference(node, path)
        if text in SIDES:
            raise self.fail(node, path, f"{text} is a player; choose another id")
        if text in self.ids:
            raise self.fail(node, path, f"{text} is the id of another object already, in line {self.ids[text]}")
        self.ids[text] = node.line
        return text

    def other_id(self, node: Node, path: str) -> str | None:
        if node.value is None:
            return None
        text = self.reference(node, path)
        self.uses.append((text, node.line, path))
        return text

    def check_uses(self) -> None:
        for text, line, path in self.uses:
            if text not in self.ids and not (text in SIDES and path.endswith((".attached_to", ".attacking"))):
                near = did_you_mean(text, self.ids)
                raise PositionError(self.file, line, path, f"no object has the id {shortened(text)}{near}")

    # ------------------------------------------------------------------------------------------------ the parts of a position

    def position(self, node: Node) -> Position:
        keys = self.mapping(node, "", POSITION_KEYS, "a position (a mapping with the keys `you` and `opponent`)")
        if "you" not in keys:
            raise PositionError(self.file, None, "you", "missing; a position says at least what you have")
        default = Position()
        read = _Fields(keys, "")
        position = Position(
            title=read("title", self.text, default.title),
            you=read("you", lambda n, p: self.player(n, p, "you"), default.you),
            opponent=read("opponent", lambda n, p: self.player(n, p, "opponent"), default.opponent),
            active=read("active", lambda n, p: self.word(n, p, SIDES, "a player"), default.active),
            step=read("step", lambda n, p: self.word(n, p, [s.value for s in Step], "a step of the turn"), default.step),
            begins=read("begins", self.flag, default.begins),
            land_played=read("land_played", self.flag, default.land_played),
            goal=read("goal", self.goal, default.goal),
            turns=read("turns", lambda n, p: self.number(n, p, "a number of turns", 1, MAX_COUNT), default.turns),
            extra_turns=read("extra_turns", self.flag, default.extra_turns),
            raw=read("raw", lambda n, p: self.texts(n, p, None, "a mapping of text to text"), default.raw),
            source=self.file,
        )
        if position.begins and position.step != default.step:
            message = "makes sense for the step main1 only; all others but those of combat stand at their very beginning anyway"
            raise PositionError(self.file, keys["begins"].line, "begins", message)
        self.check_uses()
        return position

    def goal(self, node: Node, path: str) -> str | Mapping[str, str]:
        if isinstance(node.value, dict):
            keys = self.mapping(node, path, ("maximize",), "a goal")
            if "maximize" not in keys:
                raise self.fail(node, path, "empty; write win, survive or {maximize: a profile or an expression}")
            text = self.text(keys["maximize"], joined(path, "maximize"), "a profile or an expression")
            if not text.strip():
                raise self.fail(keys["maximize"], joined(path, "maximize"), "empty; write a profile or an expression")
            return {"maximize": text}
        return self.word(node, path, ("win", "survive"), "a goal; write win, survive or {maximize: a profile or an expression}")

    def player(self, node: Node, path: str, side: str) -> PlayerSpec:
        read = _Fields(self.mapping(node, path, PLAYER_KEYS, "a player (a mapping with keys such as `life` and `hand`)"), path)
        default = PlayerSpec()
        return PlayerSpec(
            life=read("life", lambda n, p: self.number(n, p, "a life total", -MAX_LIFE, MAX_LIFE), default.life),
            counters=read("counters", self.counters, default.counters),
            mana=read("mana", self.mana, default.mana),
            hand=read("hand", self.cards, default.hand),
            battlefield=read("battlefield", lambda n, p: self.battlefield(n, p, side), default.battlefield),
            graveyard=read("graveyard", self.cards, default.graveyard),
            exile=read("exile", self.cards, default.exile),
            command=read("command", self.cards, default.command),
            library=read("library", lambda n, p: None if n.value is None else self.cards(n, p), default.library),
            designations=read(
                "designations",
                lambda n, p: self.amounts(n, p, DESIGNATIONS.__contains__, "designation", DESIGNATIONS),
                default.designations,
            ),
            emblems=read(
                "emblems", lambda n, p: self.items(n, p, "emblems", lambda m, q: self.name(m, q, "an emblem")), default.emblems
            ),
        )

    def mana(self, node: Node, path: str) -> str:
        text = self.text(node, path, "mana such as {U}{B}")
        if len(text) > MAX_COUNT:
            raise self.fail(node, path, f"more mana than makes sense; at most {MAX_COUNT:,} characters")
        try:
            return write_mana(parse_mana(text))
        except ValueError as error:
            raise self.fail(node, path, shortened(str(error), 200)) from None

    def cards(self, node: Node, path: str) -> tuple[CardSpec, ...]:
        zone: list[CardSpec] = []
        if not isinstance(node.value, list):
            raise self.wrong_type(node, path, "a list of cards")
        for i, child in enumerate(node.value):
            card, count = self.card(child, f"{path}[{i}]")
            zone += [card] * count
            self.check_size(len(zone), child, path)
        return tuple(zone)

    def card(self, node: Node, path: str) -> tuple[CardSpec, int]:
        if not isinstance(node.value, dict):
            name, count = self.shorthand(node, path)
            return CardSpec(name, line=node.line), count
        keys = self.mapping(node, path, CARD_KEYS, "a card")
        read = _Fields(keys, path)
        spec = CardSpec(
            card=self.card_name(node, keys, path),
            id=read("id", self.own_id, None),
            counters=read("counters", self.counters, EMPTY),
            exiled_by=read("exiled_by", self.other_id, None),
            raw=read("raw", lambda n, p: self.texts(n, p, None, "a mapping of text to text"), EMPTY),
            line=node.line,
        )
        return spec, 1

    def battlefield(self, node: Node, path: str, side: str) -> tuple[PermanentSpec, ...]:
        permanents = self.items(node, path, "permanents", lambda n, p: self.permanent(n, p, side))
        self.check_size(sum(p.count for p in permanents), node, path)
        return permanents

    def permanent(self, node: Node, path: str, side: str) -> PermanentSpec:
        if not isinstance(node.value, dict):
            name, count = self.shorthand(node, path)
            return PermanentSpec(name, count, line=node.line)
        keys = self.mapping(node, path, PERMANENT_KEYS, "a permanent")
        read = _Fields(keys, path)
        card = self.card_name(node, keys, path) if "card" in keys or "token" not in keys else None
        token = read("token", lambda n, p: self.token(n, p, card), None)
        spec = PermanentSpec(
            card=card or (token.name if token else ""),
            count=read("count", lambda n, p: self.number(n, p, "a number of permanents", 1, MAX_COUNT), 1),
            id=read("id", self.own_id, None),
            counters=read("counters", self.counters, EMPTY),
            tapped=read("tapped", self.flag, False),
            sick=read("sick", self.flag, False),
            damage=read("damage", lambda n, p: self.number(n, p, "an amount of damage", 0, MAX_AMOUNT), 0),
            attached_to=read("attached_to", self.other_id, None),
            attacking=read("attacking", self.other_id, None),
            token=token,
            controller=read("controller", lambda n, p: self.side(n, p, side), None),
            owner=read("owner", lambda n, p: self.side(n, p, side), None),
            chosen=read("chosen", self.chosen, EMPTY),
            activated=read("activated", self.flag, False),
            raw=read("raw", lambda n, p: self.texts(n, p, None, "a mapping of text to text"), EMPTY),
            line=node.line,
        )
        if spec.id is not None and spec.count > 1:
            raise self.fail(keys["id"], joined(path, "id"), f"one id cannot be that of {spec.count:,} permanents")
        return spec

    def token(self, node: Node, path: str, card: str | None) -> TokenSpec | None:
        """A token written out; `true` is a token that copies the card."""
        if node.value is None or isinstance(node.value, bool):
            if card is None:
                raise self.fail(node, path, "needs the key `card` beside it")
            return TokenSpec(card, copy=True, types=()) if node.value else None
        keys = self.mapping(node, path, TOKEN_KEYS, "true or the characteristics of a token")
        read = _Fields(keys, path)
        name = read("name", lambda n, p: self.name(n, p, "a name"), card)
        if name is None:
            raise self.fail(node, path, "has no name; write `name` or, outside the token, `card`")
        if card is not None and name != card:
            raise self.fail(keys["name"], joined(path, "name"), f"{shortened(name)} is not {shortened(card)}, as `card` says")
        default = TokenSpec(name)
        power = read("power", self.size, None)
        toughness = read("toughness", self.size, None)
        return TokenSpec(
            name,
            types=read("types", lambda n, p: self.type_words(n, p, CARD_TYPES, "a card type"), default.types),
            subtypes=read("subtypes", lambda n, p: self.items(n, p, "subtypes", self.subtype), ()),
            supertypes=read("supertypes", lambda n, p: self.type_words(n, p, SUPERTYPES, "a supertype"), ()),
            colors=read("colors", self.colors, ""),
            power=power,
            toughness=toughness,
            keywords=read("keywords", lambda n, p: self.items(n, p, "keywords", self.keyword), ()),
            script=read("script", lambda n, p: None if n.value is None else self.name(n, p, "a token script"), None),
        )

    def size(self, node: Node, path: str) -> int | None:
        return None if node.value is None else self.number(node, path, "a power or toughness", -MAX_AMOUNT, MAX_AMOUNT)

    def type_words(self, node: Node, path: str, known: Sequence[str], wanted: str) -> tuple[str, ...]:
        return self.items(node, path, f"{wanted}s", lambda n, p: self.word(n, p, known, wanted))

    def subtype(self, node: Node, path: str) -> str:
        return self.name(node, path, "a subtype")

    def keyword(self, node: Node, path: str) -> str:
        return self.name(node, path, "a keyword")

    def colors(self, node: Node, path: str) -> str:
        text = self.text(node, path, "colours such as WU")
        if any(c not in COLORS for c in text) or len(set(text)) < len(text):
            raise self.fail(node, path, f"{shortened(text)} is not a set of colours; write letters of {COLORS}")
        return "".join(c for c in COLORS if c in text)

    def side(self, node: Node, path: str, listed_under: str) -> str | None:
        """A player, None if it is the one who has the permanent in their list anyway."""
        side = None if node.value is None else self.word(node, path, SIDES, "a player")
        return None if side == listed_under else side

    def chosen(self, node: Node, path: str) -> Mapping[str, str]:
        chosen = self.texts(node, path, CHOICES, "a mapping of what was chosen")
        if "color" in chosen and (len(chosen["color"]) != 1 or chosen["color"] not in COLORS):
            place = node.value["color"] if isinstance(node.value, dict) else node
            message = f"{shortened(chosen['color'])} is not a colour; write a letter of {COLORS}"
            raise self.fail(place, joined(path, "color"), message)
        return chosen

    def card_name(self, node: Node, keys: Mapping[str, Node], path: str) -> str:
        if "card" not in keys:
            raise self.fail(node, path, "the key `card` is missing")
        return self.name(keys["card"], joined(path, "card"), "the name of a card")

    def shorthand(self, node: Node, path: str) -> tuple[str, int]:
        """`Island x6` or `Island`."""
        text = self.name(node, path, "the name of a card")
        times = _TIMES.fullmatch(text)
        if times is None:
            return text, 1
        if not _COUNT.fullmatch(times[2]):
            raise self.fail(node, path, f"x{shortened(times[2], 20)} is not a number of cards; write 1 to {MAX_COUNT:,}")
        return times[1], int(times[2])

    def check_size(self, n: int, node: Node, path: str) -> None:
        if n > MAX_COUNT:
            raise self.fail(node, path, f"more than {MAX_COUNT:,} objects in one zone")


@dataclass(slots=True)
class _Fields:
    """The keys of one mapping: calling it reads one of them, or gives the default if it is not there."""

    keys: Mapping[str, Node]
    path: str

    def __call__(self, key: str, read: Callable[[Node, str], T], default: T) -> T:
        return read(self.keys[key], joined(self.path, key)) if key in self.keys else default
