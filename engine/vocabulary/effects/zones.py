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
    """Destroy (701.8)."""

    what: What


@dataclass(frozen=True)
class Sacrifice:
    """The player sacrifices that many permanents of their choice among those the filter lets through (701.21)."""

    who: What
    n: Value
    filter: Filter = Filter()


@dataclass(frozen=True)
class Exile:
    """Exile the object."""

    what: What


@dataclass(frozen=True)
class ReturnToHand:
    """Return the permanent or card to its owner's hand. With `source_zone: graveyard` it must still be there (400.7)."""

    what: What
    source_zone: str = "battlefield"


@dataclass(frozen=True)
class PutOntoBattlefield:
    """Put the card onto the battlefield under your control."""

    what: What


ZoneEffect = Union[Destroy, Sacrifice, Exile, ReturnToHand, PutOntoBattlefield]
