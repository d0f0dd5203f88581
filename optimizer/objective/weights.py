"""Weights of a scoring profile: read from YAML, checked, overridden. What the words mean is said in `profiles/value.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

from engine.words import MAIN_COUNTERS, is_counter
from optimizer.objective.features import PERMANENT_TYPES, PLAYER_COUNTERS, PLAYER_NUMBERS
from optimizer.objective.table import ZERO, Table, linear, stepwise

HEAVIEST = 10_000
"""The largest weight, so that winning outweighs any position."""

Weight = int | list[dict[str, int]]
"""A weight as it is written: a number for each unit, or steps."""

LIFE_AT_RISK = "life at risk"
PLAYER_KEYS = tuple(w.replace("_", " ") for w in (*PLAYER_NUMBERS, *PLAYER_COUNTERS))
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "you": (*PLAYER_KEYS, LIFE_AT_RISK),
    "opponent": PLAYER_KEYS,
    "permanents": ("card", "token", "mana value", "power", "toughness", *map(str.lower, PERMANENT_TYPES.values())),
    "counters": ("keyword", "payoff", "payoff within", "beyond payoff", "other"),
}
"""The sections of a profile and their keys; in `counters` also every kind of counter."""


class WeightsError(ValueError):
    """A profile or a weight that makes no sense; the message names the file or option and the key."""


@dataclass(frozen=True)
class Weights:
    """A checked profile. Every table says what the number is worth to you (`players`) or to the controller (the others)."""

    name: str
    summary: str
    players: tuple[Mapping[str, Table], Mapping[str, Table]]
    permanents: Mapping[str, int]
    counters: Mapping[str, Table]

    def player(self, player: int, what: str) -> Table:
        return self.players[player].get(what.replace("_", " "), ZERO)

    def permanent(self, what: str) -> int:
        return self.permanents.get(what, 0)

    def counter(self, kind: str) -> Table:
        return self.counters.get(kind, ZERO)


@lru_cache(maxsize=1)
def profile_names() -> tuple[str, ...]:
    """The names of the profiles that ship."""
    folder = files(__package__).joinpath("profiles")
    return tuple(sorted(f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml")))


def load(name: str, overrides: Mapping[str, Weight] | None = None) -> Weights:
    """The weights of a profile, some of them replaced.

    A key of `overrides` is `you.life`, `opponent.poison`, `permanents.power`, `counters.charge`; `life` alone means both players,
    worth that much to whoever has it.

    Raises:
        WeightsError: there is no such profile or key, or a weight is not a number (at most 10,000) or a list of steps.
    """
    if name not in profile_names():
        raise WeightsError(f"there is no profile {name!r}{_meant(name, profile_names())}; there are {', '.join(profile_names())}")
    sections = _read(name)
    for key, weight in (overrides or {}).items():
        for section, word, value in _places(key, weight):
            sections[section][word] = value
    tables = {s: {key: _table(f"{s}.{key}", w) for key, w in sections[s].items()} for s in SECTIONS}
    return Weights(
        name=name,
        summary=_document(name).get("summary", ""),
        players=(tables["you"], tables["opponent"]),
        permanents={key: table.value(1) for key, table in tables["permanents"].items()},
        counters=tables["counters"],
    )


def parse_overrides(options: Iterable[str]) -> dict[str, Weight]:
    """Overrides as they are written on the command line: `life=3`, `opponent.poison=40`.

    Raises:
        WeightsError: an option is not KEY=NUMBER.
    """
    overrides: dict[str, Weight] = {}
    for option in options:
        key, equals, value = (part.strip() for part in option.partition("="))
        if not (equals and key and value.removeprefix("-").isdecimal() and len(value) <= 6):
            raise WeightsError(f"a weight is written like life=3 or opponent.poison=40 (at most {HEAVIEST}), not {option[:60]!r}")
        overrides[key] = int(value)
    return overrides


def _document(name: str) -> dict[str, Any]:
    text = files(__package__).joinpath("profiles", f"{name}.yaml").read_text(encoding="utf-8")
    document: dict[str, Any] = yaml.safe_load(text)
    return document


def _read(name: str) -> dict[str, dict[str, Weight]]:
    """The sections of a profile file, on top of those of the profile it extends."""
    document = _document(name)
    sections = _read(document["extends"]) if "extends" in document else {s: {} for s in SECTIONS}
    for section, content in document.items():
        if section in ("extends", "summary"):
            continue
        if section not in SECTIONS:
            raise WeightsError(f"profile {name}: unknown section {section!r}{_meant(section, tuple(SECTIONS))}")
        for key, weight in content.items():
            _check_key(section, key, f"profile {name}: ")
            sections[section][key] = weight
    return sections


def _places(key: str, weight: Weight) -> list[tuple[str, str, Weight]]:
    """Where an override goes: section, key and weight."""
    section, dot, word = key.replace("_", " ").partition(".")
    if not dot:
        _check_key("opponent", section, "weight ")
        opposite = _table(key, weight).scaled(-1)
        return [("you", section, weight), ("opponent", section, _written(opposite))]
    if section not in SECTIONS:
        raise WeightsError(f"weight {key}: unknown section {section!r}{_meant(section, tuple(SECTIONS))}")
    _check_key(section, word, "weight ")
    return [(section, word, weight)]


def _check_key(section: str, key: str, where: str) -> None:
    known = SECTIONS[section]
    if section == "counters":
        known = (*known, *MAIN_COUNTERS)
    if key not in known and not (section == "counters" and is_counter(key)):
        raise WeightsError(f"{where}{section}.{key} is not a weight{_meant(key, known)}")


def _meant(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, list(known), n=2)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _table(key: str, weight: Weight) -> Table:
    if _is_number(weight):
        assert isinstance(weight, int)
        return linear(_checked(key, weight))
    if not isinstance(weight, list) or not weight or not all(isinstance(s, dict) for s in weight):
        raise WeightsError(f"weight {key}: a number or a list of steps is needed, not {weight!r}")
    *steps, last = weight
    open_end = "up to" not in last
    bounded = steps if open_end else weight
    for step in weight:
        keys = {"each"} if open_end and step is last else {"up to", "each"}
        if set(step) != keys or not all(_is_number(v) for v in step.values()):
            raise WeightsError(f"weight {key}: a step is written like {{up to: 5, each: 40}}, not {step!r}")
    ends = [step["up to"] for step in bounded]
    if ends != sorted(set(ends)) or (ends and ends[0] < 1):
        raise WeightsError(f"weight {key}: the steps must rise, not {ends}")
    pairs = [(step["up to"], _checked(key, step["each"])) for step in bounded]
    return stepwise(*pairs, then=_checked(key, last["each"]) if open_end else 0)


def _written(table: Table) -> Weight:
    ends = [above for above, _ in table.pieces[1:]]
    steps = [{"up to": end, "each": each} for end, (_, each) in zip(ends, table.pieces, strict=False)]
    return [*steps, {"each": table.pieces[-1][1]}]


def _checked(key: str, number: int) -> int:
    if abs(number) > HEAVIEST:
        raise WeightsError(f"weight {key}: {number} is too large (at most {HEAVIEST})")
    return number


def _is_number(weight: object) -> bool:
    return isinstance(weight, int) and not isinstance(weight, bool)
