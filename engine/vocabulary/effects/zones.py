"""Effects by which permanents and cards change zones (400.7, 701)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.filters import Filter

if TYPE_CHECKING:
    from engine.vocabulary.filters import What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class Destroy:
    """Destroy (701.8); with `no_regeneration` it cannot be regenerated (701.19c)."""

    what: What
    no_regeneration: bool = False


@dataclass(frozen=True)
class Sacrifice:
    """The player sacrifices that many permanents of their choice among those the filter lets through (701.21), or any number."""

    who: What
    n: Value = 1
    filter: Filter = Filter()
    any_number: bool = False


@dataclass(frozen=True)
class Exile:
    """Exile the object. With `source_zone` `battlefield` or `hand` it must still be there (400.7)."""

    what: What
    source_zone: str | None = None


@dataclass(frozen=True)
class ReturnToHand:
    """Return the permanent, spell or card to its owner's hand. With `source_zone: graveyard` it must still be there (400.7)."""

    what: What
    source_zone: str = "battlefield"


@dataclass(frozen=True)
class EnteringCounters:
    """So many counters of a kind with which something enters."""

    kind: str
    n: Value = 1


@dataclass(frozen=True)
class PutOntoBattlefield:
    """Put the card onto the battlefield, under your control or its `owner`'s. It may enter tapped, with counters, transformed."""

    what: What
    under: str = "you"
    tapped: bool = False
    counters: tuple[EnteringCounters, ...] = ()
    transformed: bool = False


@dataclass(frozen=True)
class ExileUntil:
    """Exile the objects until the source leaves the battlefield (610.3)."""

    what: What


@dataclass(frozen=True)
class PutIntoLibrary:
    """Put the permanent, spell or card into its owner's library: on `top`, on the `bottom`, or `third` from the top; or it is
    `shuffled` into it (701.24). With `source_zone` `battlefield` only from there."""

    what: What
    place: str = "top"
    source_zone: str | None = None


@dataclass(frozen=True)
class Counter:
    """Counter the spell or ability (701.6). With `exiled` a spell is exiled instead of being put into its owner's graveyard."""

    what: What
    exiled: bool = False


@dataclass(frozen=True)
class PutFromHand:
    """The player may put a card that the filter lets through from their hand onto the battlefield."""

    filter: Filter
    who: What = "you"
    tapped: bool = False


@dataclass(frozen=True)
class SacrificeThem:
    """The player sacrifices those of the objects that they control (701.21a); with `each player` whoever controls them does."""

    what: What
    who: What = "you"


@dataclass(frozen=True)
class Exploit:
    """You may sacrifice a creature, which the source then exploits (702.110)."""


ZoneEffect = Union[
    Destroy, Sacrifice, Exile, ReturnToHand, PutOntoBattlefield, ExileUntil, PutIntoLibrary, Counter, PutFromHand,
    SacrificeThem, Exploit,
]  # fmt: skip
