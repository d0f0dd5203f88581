"""Effects on untap steps, combat phases and damage that is divided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.filters import What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class SkipUntap:
    """The permanent does not untap during its controller's next untap step (502.3)."""

    what: What


@dataclass(frozen=True)
class SkipCombat:
    """The player skips their next combat phase (614.10)."""

    who: What = "you"


@dataclass(frozen=True)
class DivideDamage:
    """The source deals `n` damage, divided as its controller chooses among the objects, at least 1 to each (601.2d)."""

    what: What
    n: Value


@dataclass(frozen=True)
class CastTransformed:
    """Cast the card in exile that the source became, transformed and without paying its mana cost (310.11b, 712.14a)."""


CombatEffect = Union[SkipUntap, SkipCombat, DivideDamage, CastTransformed]
