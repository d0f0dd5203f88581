"""`Position` to text: our YAML and plain data for JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec

ZONES = ("hand", "battlefield", "graveyard", "exile", "command", "library")

_IDS = ("id", "attached_to", "attacking", "exiled_by")

_TIMES = re.compile(r".*\sx[0-9]+")


def to_json(position: Position) -> dict[str, Any]:
    """The position as plain data that fits the schema, every default written out."""
    return {
        "title": position.title,
        "you": _player(position.you, "you"),
        "opponent": _player(position.opponent, "opponent"),
        "active": position.active,
        "step": position.step,
        "begins": position.begins,
        "land_played": position.land_played,
        "goal": position.goal if isinstance(position.goal, str) else dict(position.goal),
        "turns": position.turns,
        "extra_turns": position.extra_turns,
        "raw": dict(position.raw),
    }


def _player(player: PlayerSpec, side: str) -> dict[str, Any]:
    return {
        "life": player.life,
        "counters": dict(player.counters),
        "mana": player.mana,
        "hand": [_card(c) for c in player.hand],
        "battlefield": [_permanent(p, side) for p in player.battlefield],
        "graveyard": [_card(c) for c in player.graveyard],
        "exile": [_card(c) for c in player.exile],
        "command": [_card(c) for c in player.command],
        "library": None if player.library is None else [_card(c) for c in player.library],
        "designations": dict(player.designations),
        "emblems": list(player.emblems),
    }


def _card(card: CardSpec) -> dict[str, Any]:
    return {
        "card": card.card,
        "id": card.id,
        "counters": dict(card.counters),
        "exiled_by": card.exiled_by,
        "raw": dict(card.raw),
    }


def _permanent(permanent: PermanentSpec, side: str) -> dict[str, Any]:
    return {
        "card": permanent.card,
        "count": permanent.count,
        "id": permanent.id,
        "counters": dict(permanent.counters),
        "tapped": permanent.tapped,
        "sick": permanent.sick,
        "damage": permanent.damage,
        "attached_to": permanent.attached_to,
        "token": None if permanent.token is None else _token(permanent.token),
        "controller": permanent.controller or side,
        "owner": permanent.owner or side,
        "chosen": dict(permanent.chosen),
        "activated": permanent.activated,
        "raw": dict(permanent.raw),
    } | ({} if permanent.attacking is None else {"attacking": permanent.attacking})


def _token(token: TokenSpec) -> dict[str, Any] | bool:
    if token.copy:
        return True
    return {
        "name": token.name,
        "types": list(token.types),
        "subtypes": list(token.subtypes),
        "supertypes": list(token.supertypes),
        "colors": token.colors,
        "power": token.power,
        "toughness": token.toughness,
        "keywords": list(token.keywords),
        "script": token.script,
    }


def write_yaml(position: Position, full: bool = False) -> str:
    """The position as YAML that reads back as the same position: what is not default, with `full` everything."""
    data = to_json(position) if full else _short_position(position)
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    return text


def _short_position(position: Position) -> dict[str, Any]:
    everything = to_json(position)
    data = _without(everything, to_json(Position()))
    data["you"] = _short_player(position.you, "you")
    if "opponent" in data:
        data["opponent"] = _short_player(position.opponent, "opponent")
    return {key: data[key] for key in everything if key in data}


def _without(data: Mapping[str, Any], defaults: Mapping[str, Any], but: Sequence[str] = ()) -> dict[str, Any]:
    """The entries that are not default. Ids that are numbers are written as numbers."""
    entries = {k: v for k, v in data.items() if k in but or v != defaults.get(k)}
    return {k: int(v) if k in _IDS and str(v).isdecimal() and str(int(v)) == v else v for k, v in entries.items()}


def _short_player(player: PlayerSpec, side: str) -> dict[str, Any]:
    data = _without(_player(player, side), _player(PlayerSpec(), side))
    for zone in ZONES:
        if zone == "battlefield" and player.battlefield:
            data[zone] = [_short_permanent(p, side) for p in player.battlefield]
        elif data.get(zone):
            data[zone] = _in_one_line(_short_cards(getattr(player, zone)))
    return data


def _short_permanent(permanent: PermanentSpec, side: str) -> Any:
    data = _without(_permanent(permanent, side), _permanent(PermanentSpec(""), side))
    if permanent.token is not None and not permanent.token.copy:
        data["token"] = _without(_token_data(permanent.token), _token_data(TokenSpec("")), ("types",))
        del data["token"]["name"]
        if permanent.token.types == TokenSpec("").types:
            del data["token"]["types"]
    if set(data) <= {"card", "count"} and not _TIMES.fullmatch(permanent.card):
        return permanent.card if permanent.count == 1 else f"{permanent.card} x{permanent.count}"
    return _Line(data)


def _token_data(token: TokenSpec) -> dict[str, Any]:
    data = _token(token)
    assert isinstance(data, dict)
    return data


def _short_cards(cards: Sequence[CardSpec]) -> list[Any]:
    """The cards, equal neighbours of which nothing else is said as `Opt x3`."""
    entries: list[Any] = []
    names: list[str] = []
    for card in cards:
        data = _without(_card(card), _card(CardSpec("")))
        if set(data) != {"card"} or _TIMES.fullmatch(card.card):
            entries.append(_Line(data))
            names.append("")
        elif names and names[-1] == card.card:
            entries[-1] += 1
        else:
            entries.append(1)
            names.append(card.card)
    return [e if not n else n if e == 1 else f"{n} x{e}" for e, n in zip(entries, names, strict=True)]


class _Line(dict[str, Any]):
    """A mapping that is written in one line."""


class _Row(list[Any]):
    """A list that is written in one line."""


def _in_one_line(entries: list[Any]) -> list[Any]:
    return _Row(entries) if all(isinstance(e, str) for e in entries) else entries


class _Dumper(yaml.SafeDumper):
    """Indents lists, so that the file reads like the documentation."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _write_line(dumper: yaml.SafeDumper, data: _Line) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=True)


def _write_row(dumper: yaml.SafeDumper, data: _Row) -> yaml.SequenceNode:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=True)


_Dumper.add_representer(_Line, _write_line)
_Dumper.add_representer(_Row, _write_row)
_Dumper.add_representer(dict, lambda d, x: d.represent_mapping("tag:yaml.org,2002:map", x, flow_style=not x))
