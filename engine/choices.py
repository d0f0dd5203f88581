"""Decisions that a state waits for, and the choices that answer them.

A choice is a plain value: `state.apply(choice)` carries it out or raises `IllegalChoice`. Casting and activating are atomic:
modes, targets, X, costs, the mana abilities activated on the way (601.2g) and the payment are one choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from engine.mana import NO_MANA, Mana
from engine.objects import ObjectId
from engine.vocabulary import Costs, Target


class IllegalChoice(Exception):
    """A choice that the rules forbid.

    Attributes:
        rule: number of the Comprehensive Rule that forbids it.
        reason: what is wrong, in words for people, without the number.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} (CR {rule})")
        self.rule = rule
        self.reason = reason


# ---------------------------------------------------------------------------------------------------------------- choices


@dataclass(frozen=True, slots=True)
class TapForMana:
    """Activate a mana ability (605). `ability` counts the permanent's activated abilities as `State.abilities` lists them; the
    intrinsic abilities of basic land types (305.6) come first. `color` is the type of mana where the ability leaves it open."""

    source: ObjectId
    ability: int = 0
    color: str = ""
    sacrifice: tuple[ObjectId, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """How the total cost is paid (601.2b, 601.2g, 601.2h).

    `announced`: one entry for each hybrid or Phyrexian symbol of the cost in printed order: `U`, `2`, `life` ...
    `taps`: mana abilities activated on the way. `spent`: the mana then spent from the pool.
    `life_for_mana`: how many coloured symbols are paid with 2 life each by a permission such as K'rrik's.
    """

    announced: tuple[str, ...] = ()
    taps: tuple[TapForMana, ...] = ()
    spent: Mana = NO_MANA
    life_for_mana: int = 0


@dataclass(frozen=True, slots=True)
class Removal:
    """Counters removed as a cost: `n` of `kind` from `source`."""

    source: ObjectId
    kind: str
    n: int = 1


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass priority (117.3d): the top of the stack resolves, or with an empty stack the step ends."""


@dataclass(frozen=True, slots=True)
class PlayLand:
    card: ObjectId


@dataclass(frozen=True, slots=True)
class Cast:
    """Cast a spell (601.2). `targets`: one tuple for each group. `kicked`: how often it is kicked; 1 also means entwined.
    `how`: in which alternative way it is cast (118.9): `evoke`, `flashback`, `overload`; empty for none.
    `others`: what is tapped, returned to hand or exiled from the graveyard for the cost."""

    card: ObjectId
    modes: tuple[int, ...] = ()
    targets: tuple[tuple[ObjectId, ...], ...] = ()
    x: int = 0
    kicked: int = 0
    sacrifice: tuple[ObjectId, ...] = ()
    discard: tuple[ObjectId, ...] = ()
    remove: tuple[Removal, ...] = ()
    payment: Payment = Payment()
    how: str = ""
    others: tuple[ObjectId, ...] = ()


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate an activated ability that is not a mana ability (602.2); `ability` as in `TapForMana`."""

    source: ObjectId
    ability: int
    modes: tuple[int, ...] = ()
    targets: tuple[tuple[ObjectId, ...], ...] = ()
    x: int = 0
    sacrifice: tuple[ObjectId, ...] = ()
    discard: tuple[ObjectId, ...] = ()
    remove: tuple[Removal, ...] = ()
    payment: Payment = Payment()
    others: tuple[ObjectId, ...] = ()


@dataclass(frozen=True, slots=True)
class Proliferated:
    """The permanents and players chosen for one proliferate (701.34a)."""

    chosen: frozenset[ObjectId]


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order, as indices into what the decision lists; for triggers: the order in which they are put on the stack, so the last
    one resolves first (603.3b)."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Targeted:
    """Modes and targets of a triggered ability as it is put on the stack (603.3d)."""

    targets: tuple[tuple[ObjectId, ...], ...]
    modes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """Yes or no to a "may", with the payment if yes costs something."""

    yes: bool
    payment: Payment = Payment()


@dataclass(frozen=True, slots=True)
class Picked:
    """Objects picked among those the decision offers (to discard, sacrifice, put into the hand, ...)."""

    chosen: tuple[ObjectId, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """Kinds and numbers of counters picked (which to remove, of which to add another)."""

    counters: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Attacked:
    """The declared attackers, each with the player, planeswalker or battle that it attacks, and the payment for it (508.1)."""

    attacks: tuple[tuple[ObjectId, ObjectId], ...]
    payment: Payment = Payment()


@dataclass(frozen=True, slots=True)
class Blocked:
    """The declared blockers, each with the attacker that it blocks; one that blocks several is there several times (509.1)."""

    blocks: tuple[tuple[ObjectId, ObjectId], ...]


@dataclass(frozen=True, slots=True)
class Divided:
    """How much combat damage a creature deals to whom (510.1), or how much of something each target gets (601.2d)."""

    parts: tuple[tuple[ObjectId, int], ...]


Choice = Union[
    Pass, PlayLand, Cast, Activate, TapForMana, Proliferated, Ordered, Targeted, Answered, Picked, Counted, Attacked, Blocked,
    Divided,
]  # fmt: skip

# ---------------------------------------------------------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True)
class Priority:
    """The player has priority (117): `Pass`, `PlayLand`, `Cast`, `Activate` or `TapForMana`."""

    player: ObjectId


@dataclass(frozen=True, slots=True)
class ToProliferate:
    """Choose any number of `options`, answered by `Proliferated`. `source` is where the effect comes from."""

    player: ObjectId
    options: tuple[ObjectId, ...]
    source: ObjectId | None


@dataclass(frozen=True, slots=True)
class ToOrder:
    """Put several things in order, answered by `Ordered`. `what`: `triggers` (objects: their sources) or `replacements` (words)
    or `cards` (to the bottom of the library)."""

    player: ObjectId
    what: str
    items: tuple[ObjectId | str, ...]
    source: ObjectId | None = None


@dataclass(frozen=True, slots=True)
class ToTarget:
    """Choose modes and targets for a triggered ability that goes on the stack, answered by `Targeted`."""

    player: ObjectId
    source: ObjectId
    specs: tuple[Target, ...]
    modes: int = 0
    """How many modes the ability offers; 0 if it is not modal."""
    unchanged: tuple[tuple[ObjectId, ...], ...] | None = None
    """The targets that a copy has if its controller chooses no new ones, though they may be illegal (707.10c)."""


@dataclass(frozen=True, slots=True)
class ToAnswer:
    """A "may" (or a "may pay"), answered by `Answered`."""

    player: ObjectId
    what: str
    cost: Costs | None
    source: ObjectId | None


@dataclass(frozen=True, slots=True)
class ToPick:
    """Pick between `least` and `most` of the options, answered by `Picked`. `what`: discard, sacrifice, hand, bottom, legend,
    ..."""

    player: ObjectId
    what: str
    options: tuple[ObjectId, ...]
    least: int
    most: int
    source: ObjectId | None = None


@dataclass(frozen=True, slots=True)
class ToCount:
    """Pick kinds and numbers of counters on `on`, at most `most` in all, answered by `Counted`. `what`: remove or add."""

    player: ObjectId
    what: str
    on: ObjectId
    options: tuple[tuple[str, int], ...]
    least: int
    most: int
    source: ObjectId | None = None


@dataclass(frozen=True, slots=True)
class ToAttack:
    """Declare attackers among the creatures that can attack, answered by `Attacked`. `at`: all that can be attacked."""

    player: ObjectId
    creatures: tuple[ObjectId, ...]
    at: tuple[ObjectId, ...]


@dataclass(frozen=True, slots=True)
class ToBlock:
    """Declare blockers among the creatures that can block, answered by `Blocked`."""

    player: ObjectId
    creatures: tuple[ObjectId, ...]


@dataclass(frozen=True, slots=True)
class ToDivide:
    """Divide the combat damage of `source`, or what an effect of it divides, among the options, answered by `Divided`. `lethal`,
    of a creature with trample: what each option but the last must get before the last, which is what it attacks, gets any
    (702.19b). `least`: what each option gets at least."""

    player: ObjectId
    source: ObjectId
    options: tuple[ObjectId, ...]
    total: int
    lethal: tuple[int, ...] = ()
    least: int = 0


Decision = Union[
    Priority, ToProliferate, ToOrder, ToTarget, ToAnswer, ToPick, ToCount, ToAttack, ToBlock, ToDivide,
]  # fmt: skip
