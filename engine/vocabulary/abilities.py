"""Abilities: of spells, activated, triggered, static (113.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Union

from engine.vocabulary.combat import (
    Attacks,
    AttacksUnblocked,
    BecomesBlocked,
    Blocks,
    DealsDamage,
    Exerts,
    IsDealtDamage,
    PlayerAttacks,
)
from engine.vocabulary.statics import Static

if TYPE_CHECKING:
    from engine.mana import Cost
    from engine.vocabulary.conditions import Condition
    from engine.vocabulary.costs import Costs
    from engine.vocabulary.effects import Effect
    from engine.vocabulary.events import Event
    from engine.vocabulary.targets import Target
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class Mode:
    """One mode of a modal spell or ability (700.2)."""

    effects: tuple[Effect, ...]
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True)
class Modes:
    """Choose `n` modes (700.2), or with `least` from that many to `n`; with `repeat` the same one more than once. `entwine`: this
    much more for all of them (702.42)."""

    modes: tuple[Mode, ...]
    n: int = 1
    repeat: bool = False
    entwine: Cost | None = None
    least: int | None = None


@dataclass(frozen=True)
class Spell:
    """What an instant or sorcery does as it resolves (113.3a). Either `effects` (with `targets`) or `modes`."""

    effects: tuple[Effect, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: Modes | None = None


@dataclass(frozen=True)
class Activated:
    """An activated ability (602); a loyalty ability if its cost has `loyalty` (606), a mana ability if it is one by 605.1a."""

    cost: Costs
    effects: tuple[Effect, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: Modes | None = None
    sorcery_speed: bool = False
    modelled: bool = field(default=True, compare=False)
    """False: right in the engine, but the optimizer's model does not follow it."""
    condition: Condition | None = None
    """It can be activated only if this holds (602.5b)."""
    once_each_turn: bool = False
    zone: str = "battlefield"
    """Where it functions (113.6): `battlefield`, `hand` or `graveyard`."""
    once: bool = False
    """It can be activated only once, as long as its source is there."""
    special: bool = False
    """It is a special action, no ability (116.2): nothing goes on the stack."""
    less: Value | None = None
    """It costs that much generic mana less to activate."""


@dataclass(frozen=True)
class Triggered:
    """A triggered ability (603): when `on` happens and `condition` holds (603.4), put it on the stack."""

    on: Event
    effects: tuple[Effect, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: Modes | None = None
    condition: Condition | None = None
    from_graveyard: bool = False
    """Whether it functions in the graveyard (113.6k)."""
    once_each_turn: bool = False

    @property
    def waits_for_combat(self) -> bool:
        """Whether it can trigger only in combat."""
        on = self.on
        if isinstance(on, (DealsDamage, IsDealtDamage)):
            return on.combat
        return isinstance(on, (Attacks, PlayerAttacks, Blocks, BecomesBlocked, AttacksUnblocked, Exerts))


Ability = Union[Spell, Activated, Triggered, Static]
