"""What changes damage before it is dealt, and what keeps life from being gained or paid (614, 615, 119)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.combat import Subject
from engine.vocabulary.filters import Filter

if TYPE_CHECKING:
    from engine.vocabulary.effects import Effect
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class PreventDamage:
    """Damage that would be dealt is prevented (615.1).

    `to`: what it would be dealt to (`anything`, `you`, or creatures and other permanents). `by`: what would deal it, None for
    anything. `combat`: only combat damage. `remove`: a counter of this kind is removed from what it would be dealt to, with
    `that_many` as many as damage was prevented; with `only_with` damage is prevented only while there is such a counter.
    `then`: what happens when damage was prevented so; the amount is how much, or
    how many counters were removed.

    What an effect prevents for a while (`Prevent`) says `target` and `target 2` of what it remembers, `up_to`: how much is left
    of "the next 3 damage" (615.7), `once`: only the next time, and `still`: what the source of the damage still has to be
    (609.7b)."""

    to: Subject = "self"
    by: Subject | None = None
    combat: bool = False
    remove: str | None = None
    that_many: bool = False
    only_with: bool = False
    then: tuple[Effect, ...] = ()
    up_to: int | None = None
    once: bool = False
    still: Filter | None = None


@dataclass(frozen=True)
class DamageCannotBePrevented:
    """Damage cannot be prevented (615.12)."""


@dataclass(frozen=True)
class MoreDamage:
    """If a source that `by` speaks of would deal damage, it deals `times` as much and `plus` more instead (614.1a); with
    `noncombat` only if it is not combat damage. `to`: `opponents` (an opponent or a permanent an opponent controls), an
    `opponent`, `you`, `self` (the source of this ability), or `anything`."""

    times: int = 1
    plus: Value = 0
    noncombat: bool = False
    by: Subject = Filter(controller="you")
    to: str = "opponents"


@dataclass(frozen=True)
class CannotGainLife:
    """Players cannot gain life (119.7). `who`: `each player`, `opponent` or `you`."""

    who: str = "each player"


@dataclass(frozen=True)
class CostsCannotUse:
    """Players cannot pay life (`life`) or sacrifice what the filter lets through to cast spells or activate abilities;
    `mana_abilities`: mana abilities included."""

    life: bool = False
    sacrifice: Filter | None = None
    mana_abilities: bool = True


@dataclass(frozen=True)
class TargetingCosts:
    """Spells that `by` casts and that target the source cost `n` generic mana more, or less if that is below 0 (601.2f)."""

    n: int
    by: str = "you"


@dataclass(frozen=True)
class LoyaltyCosts:
    """Loyalty abilities of planeswalkers that you activate cost that many loyalty counters more to put (606.5)."""

    n: int


@dataclass(frozen=True)
class KeepLastLoyalty:
    """If damage would remove all loyalty counters of these planeswalkers, all but one are removed instead (614.1a)."""

    who: Subject = "self"


DamageStatic = Union[
    KeepLastLoyalty,
    PreventDamage, DamageCannotBePrevented, MoreDamage, CannotGainLife, CostsCannotUse, TargetingCosts, LoyaltyCosts,
]  # fmt: skip
