"""`Position` to the text of a `.pzl` file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace

from engine.formats.errors import PositionError
from engine.formats.pzl import COLOR_WORDS, DESIGNATION_KEYS, PHASES, grouped, parse_pzl
from engine.formats.pzl_tokens import decode_script, encode_inline
from engine.mana import parse_mana, single_units
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position

_PREFIX = {"you": "human", "opponent": "ai"}
_NAMES = {"you": "Human", "opponent": "AI"}
_WORDS = {letter: word for word, letter in COLOR_WORDS.items()}
_SECTION = re.compile(r"\[([^\]]*)\] (.*)", re.DOTALL)


def write_pzl(position: Position) -> str:
    """The position as a `.pzl` file that reads back as the same position.

    Raises:
        PositionError: the position says something that such a file cannot say (a really empty library, a profile to maximize).
    """
    try:
        text = "\n".join(_lines(position)) + "\n"
        again = parse_pzl(text, position.source)
    except ValueError as error:
        reason = error.message if isinstance(error, PositionError) else str(error)
        raise PositionError(position.source, None, "", f"this position cannot be written as a .pzl file: {reason}") from None
    _compare(_with_groups(position), again)
    return text


def _with_groups(position: Position) -> Position:
    def player(p: PlayerSpec) -> PlayerSpec:
        return replace(p, battlefield=grouped(p.battlefield))

    return replace(position, you=player(position.you), opponent=player(position.opponent))


def _compare(wanted: Position, found: Position) -> None:
    for f in fields(Position):
        if not f.compare or getattr(wanted, f.name) == getattr(found, f.name):
            continue
        key = f.name
        if key in _PREFIX:
            a, b = getattr(wanted, key), getattr(found, key)
            key += "." + next(p.name for p in fields(PlayerSpec) if getattr(a, p.name) != getattr(b, p.name))
        raise PositionError(wanted.source, None, key, "a .pzl file cannot say this")


def _lines(position: Position) -> Iterator[str]:
    sections: dict[str, list[str]] = {"metadata": [], "state": []}
    for key, value in _raw_items(position.raw):
        match = _SECTION.fullmatch(key)
        section, name = (match[1], match[2]) if match else ("state", key)
        sections.setdefault(section, []).append(f"{name}:{value}" if section == "metadata" else f"{name}={value}")
    yield "[metadata]"
    yield f"Name:{position.title}"
    if not isinstance(position.goal, str):
        raise ValueError("its goal is to maximize something")
    if position.extra_turns:
        yield "Goal:Win Before Opponent's Next Turn"
    elif position.goal != "win" or not any(line.lower().startswith("goal:") for line in sections["metadata"]):
        yield f"Goal:{position.goal.capitalize()}"
    yield f"Turns:{_turns_of_both(position)}"
    yield from sections.pop("metadata")
    yield "[state]"
    yield f"activeplayer={_PREFIX[position.active]}"
    step = "draw" if position.begins else position.step
    yield f"activephase={next(f for f, ours in PHASES.items() if ours == step).upper()}"
    if position.begins:
        yield "activephaseadvance=MAIN1"
    if position.land_played:
        yield f"{_PREFIX[position.active]}landsplayed=1"
    yield from _player_lines(position.you, "you")
    yield from _player_lines(position.opponent, "opponent")
    yield from sections.pop("state")
    for section, lines in sections.items():
        yield f"[{section}]"
        yield from lines


def _turns_of_both(position: Position) -> int:
    """The turns of both players up to the end of the last one that the goal speaks of."""
    is_theirs = (position.goal == "win") == (position.active == "you")
    return 2 * position.turns - is_theirs


def _raw_items(raw: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Keys as they stood in the file: the number that tells equal ones apart falls away."""
    for key, value in raw.items():
        base, mark, n = key.rpartition("#")
        yield (base if mark and n.isdigit() and base in raw else key), value


def _player_lines(player: PlayerSpec, side: str) -> Iterator[str]:
    prefix = _PREFIX[side]
    yield f"{prefix}life={player.life}"
    if player.counters:
        yield f"{prefix}counters={_counters(player.counters)}"
    if player.mana:
        yield f"{prefix}manapool={' '.join(single_units(parse_mana(player.mana)))}"
    for key, designation in DESIGNATION_KEYS.items():
        if designation in player.designations:
            yield f"{prefix}{key}={player.designations[designation]}"
    for zone in ("hand", "graveyard", "library", "exile", "command"):
        cards: tuple[CardSpec, ...] | None = getattr(player, zone)
        if cards:
            yield f"{prefix}{zone}={';'.join(map(_card, cards))}"
    if player.battlefield:
        permanents = (text for p in player.battlefield for text in [_permanent(p, side)] * p.count)
        yield f"{prefix}battlefield={';'.join(permanents)}"


def _counters(counters: Mapping[str, int]) -> str:
    return ",".join(f"{kind.upper().replace(' ', '_')}={n}" for kind, n in counters.items())


def _card(card: CardSpec) -> str:
    parts = [card.card]
    if card.counters:
        parts.append(f"Counters:{_counters(card.counters)}")
    if card.id is not None:
        parts.append(f"Id:{card.id}")
    if card.exiled_by is not None:
        parts.append(f"ExiledWith:{card.exiled_by}")
    return "|".join([*parts, *_attributes(card.raw)])


def _permanent(permanent: PermanentSpec, side: str) -> str:
    raw = dict(permanent.raw)
    parts = [_name(permanent, raw)]
    parts += [word for word, said in (("Tapped", permanent.tapped), ("SummonSick", permanent.sick)) if said]
    if permanent.counters:
        parts.append(f"Counters:{_counters(permanent.counters)}")
    if permanent.damage:
        parts.append(f"Damage:{permanent.damage}")
    if permanent.id is not None:
        parts.append(f"Id:{permanent.id}")
    if permanent.attached_to in _NAMES:
        parts.append(f"EnchantingPlayer:{_NAMES[permanent.attached_to]}")
    elif permanent.attached_to is not None:
        parts.append(f"AttachedTo:{permanent.attached_to}")
    if permanent.attacking is not None:
        parts.append("Attacking" if permanent.attacking in _NAMES else f"Attacking:{permanent.attacking}")
    if permanent.owner is not None:
        parts.append(f"Owner:{_NAMES[permanent.owner]}")
    for kind, attribute in (("color", "ChosenColor"), ("type", "ChosenType"), ("name", "NamedCard")):
        if kind in permanent.chosen:
            value = permanent.chosen[kind]
            parts.append(f"{attribute}:{_WORDS[value] if kind == 'color' else value}")
    return "|".join([*parts, "NoETBTrigs", *_attributes(raw)])


def _name(permanent: PermanentSpec, raw: dict[str, str]) -> str:
    """The first part of a permanent; takes from `raw` what belongs there."""
    token = permanent.token
    if token is None:
        return permanent.card
    if token.copy:
        return f"{permanent.card}|IsToken"
    if "t" in raw:
        return f"t:{raw.pop('t')}"
    if token.script is not None and decode_script(token.script)[0] == token:
        return f"T:{token.script}"
    return encode_inline(token, raw.pop("Image", None))


def _attributes(raw: Mapping[str, str]) -> Iterator[str]:
    for key, value in _raw_items(raw):
        yield f"{key}:{value}" if value else key
