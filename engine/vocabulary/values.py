"""Values: numbers that a card says in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.filters import Filter


@dataclass(frozen=True)
class X:
    """The value announced for X (107.3a)."""


@dataclass(frozen=True)
class Kicked:
    """How many times the spell that became this permanent was kicked (702.33)."""


@dataclass(frozen=True)
class CountersOn:
    """How many counters of a kind are on an object (on what it last was, if it has left: 603.10a, 608.2h)."""

    kind: str
    of: str = "self"


@dataclass(frozen=True)
class Permanents:
    """How many permanents the filter lets through."""

    filter: Filter


@dataclass(frozen=True)
class ManaValue:
    """The mana value of an object; of the sacrificed permanent with `of: sacrificed`."""

    of: str = "that"


@dataclass(frozen=True)
class Removed:
    """How many counters the effect before this one removed."""


@dataclass(frozen=True)
class ThatMuch:
    """The amount of the event that triggered the ability (the life lost)."""


@dataclass(frozen=True)
class LargestGraveyard:
    """The number of cards in the larger of the graveyards."""


@dataclass(frozen=True)
class Scaled:
    """`by` times a value, plus `plus`."""

    value: Value
    by: int = 1
    plus: int = 0


Value = Union[int, X, Kicked, CountersOn, Permanents, ManaValue, Removed, ThatMuch, LargestGraveyard, Scaled]
