"""Values: numbers that a card says in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.filters import Filter, Range

if TYPE_CHECKING:
    from engine.vocabulary.events import Event
    from engine.vocabulary.filters import What


@dataclass(frozen=True)
class X:
    """The value announced for X (107.3a)."""


@dataclass(frozen=True)
class Kicked:
    """How many times the spell, or the spell that became this permanent, was kicked (702.33)."""


@dataclass(frozen=True)
class CountersOn:
    """How many counters of a kind (`any`: of all kinds) are on an object or player (on what it last was, if it has left: 603.10a,
    608.2h)."""

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
class Power:
    """The power of an object, as it last was if it has left."""

    of: str = "self"


@dataclass(frozen=True)
class Toughness:
    """The toughness of an object, as it last was if it has left."""

    of: str = "self"


@dataclass(frozen=True)
class Greatest:
    """The greatest `power`, `toughness` or `mana value` among the permanents that the filter lets through; 0 if there are
    none."""

    of: str
    filter: Filter


@dataclass(frozen=True)
class Sum:
    """The total `power`, `toughness` or `mana value` of the permanents that the filter lets through."""

    of: str
    filter: Filter


@dataclass(frozen=True)
class Different:
    """How many different ones there are, `of`: `card type`, `basic land type`, `color`, `name`, `power`, `toughness` or `mana
    value`, among the permanents that the filter lets through; with a `zone`, among the cards in that zone of these players."""

    of: str
    filter: Filter = Filter()
    zone: str = "battlefield"
    who: What = "you"


@dataclass(frozen=True)
class Party:
    """How many creatures are in your party: up to one each of Cleric, Rogue, Warrior and Wizard that you control (700.8)."""


@dataclass(frozen=True)
class CountersAmong:
    """How many counters of a kind (`any`: of all kinds) there are in all on the permanents that the filter lets through."""

    kind: str
    filter: Filter


@dataclass(frozen=True)
class CardsIn:
    """How many cards that the filter lets through are in a zone (`hand`, `graveyard`, `exile`, `library`) of these players.
    Of an unknown library nothing is counted."""

    zone: str
    who: What = "you"
    filter: Filter | None = None


@dataclass(frozen=True)
class LifeOf:
    """The life total of a player."""

    who: str = "you"


@dataclass(frozen=True)
class Devotion:
    """Your devotion to these colours: how many mana symbols of your permanents' mana costs have one of them (700.5)."""

    colors: frozenset[str]


@dataclass(frozen=True)
class ThisTurn:
    """How often such an event has happened this turn (of life, cards and counters: how much in all)."""

    event: Event


@dataclass(frozen=True)
class LastTurn:
    """How often such an event happened in the turn before this one, as `ThisTurn` counts. Before the position nothing did."""

    event: Event


@dataclass(frozen=True)
class Removed:
    """How many counters the effect before this one removed."""


@dataclass(frozen=True)
class ThatMuch:
    """The amount of the event that triggered the ability (the life lost), or of what the effect before this one did."""


@dataclass(frozen=True)
class Affected:
    """How many of the objects that the filter lets through the effect before this one destroyed, sacrificed, exiled, discarded,
    milled, tapped or returned to hands; permanents as they last were, cards as they are then."""

    filter: Filter = Filter()


@dataclass(frozen=True)
class ManaSpent:
    """How much mana, or how much of a colour, was spent to cast the spell, or the spell that became the permanent (601.2h)."""

    of: str = "that"
    color: str | None = None


@dataclass(frozen=True)
class ColorsSpent:
    """How many colours the mana had that was spent to cast the spell, or the spell that became the permanent (601.2h)."""

    of: str = "self"


@dataclass(frozen=True)
class TimesResolved:
    """How often this ability of the source has resolved this turn, this time included."""


@dataclass(frozen=True)
class LargestGraveyard:
    """The number of cards in the larger of the graveyards."""


@dataclass(frozen=True)
class Scaled:
    """`by` times a value, plus `plus`."""

    value: Value
    by: int = 1
    plus: int = 0


@dataclass(frozen=True)
class Share:
    """The value divided evenly among the targets, rounded down."""

    value: Value


@dataclass(frozen=True)
class Half:
    """Half of a value, rounded down, or up with `up`."""

    value: Value
    up: bool = False


@dataclass(frozen=True)
class Total:
    """The sum of several values."""

    values: tuple[Value, ...]


@dataclass(frozen=True)
class Difference:
    """The first value minus the second, at least 0."""

    value: Value
    minus: Value


Value = Union[
    int, X, Kicked, CountersOn, Permanents, ManaValue, Power, Toughness, Greatest, Sum, Different, Party,
    CountersAmong, CardsIn, LifeOf, Devotion, ThisTurn, LastTurn, Removed, ThatMuch, Affected, ManaSpent, TimesResolved,
    LargestGraveyard, Scaled, Half, Share, Total, Difference, ColorsSpent,
]  # fmt: skip

TOUGHER = Range(least=Scaled(Power("it"), plus=1))
"""A toughness that is greater than the power of the same object."""
