"""Combat: what triggers on attacking, blocking and damage, and what says who attacks, blocks and is blocked (506-510)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.filters import Filter

if TYPE_CHECKING:
    from engine.vocabulary.costs import Costs

Subject = Union[str, Filter]
"""Which creatures: `self` (the source), `attached` (what the source is attached to), or those that a filter lets through."""

# ------------------------------------------------------------------------------------------------------------ events


@dataclass(frozen=True)
class Attacks:
    """The creature is declared as an attacker (508.3a), with `alone` as the only one (506.5), with `others` together with at
    least so many other creatures that `other` lets through, with `total_power` if all attackers together have that power."""

    who: Subject = "self"
    alone: bool = False
    at: str = "anything"
    """What must be attacked for it to count: `anything`, a `player`, `you`, or `you or planeswalker` (one that you control)."""
    others: int = 0
    other: Filter = Filter()
    total_power: int = 0
    most_life: bool = False
    """Whether it has to be a player with the most life, or tied for it (702.105a)."""


@dataclass(frozen=True)
class PlayerAttacks:
    """The player (`you`, `opponent` or `anyone`) declares one or more attackers (508.3d), at least `least` that `filter` lets
    through; with `you_attacked` ones that attack you (508.3e), with `a_player` ones that attack a player. The amount is how many
    of them there are."""

    who: str = "you"
    you_attacked: bool = False
    least: int = 1
    filter: Filter = Filter()
    a_player: bool = False


@dataclass(frozen=True)
class Blocks:
    """The creature is declared as a blocker (509.3a), with `each` once for each creature that it blocks (509.3b) and that `what`
    lets through."""

    who: Subject = "self"
    each: bool = False
    what: Filter = Filter()


@dataclass(frozen=True)
class BecomesBlocked:
    """The attacking creature becomes blocked by something that `by` lets through (509.3c), with `each` once for each of those
    (509.3d)."""

    who: Subject = "self"
    each: bool = False
    by: Filter = Filter()


@dataclass(frozen=True)
class AttacksUnblocked:
    """The attacking creature is not blocked as blockers are declared (509.3g)."""

    who: Subject = "self"


@dataclass(frozen=True)
class DealsDamage:
    """The source of damage deals it (120.3). `to`: `player`, `opponent`, `you`, `creature`, `planeswalker`, `battle`, `self`,
    several of them with `or` between, or `anything`. `combat`: only combat damage. `together`: once for all that deal it at one
    time to one recipient ("one or more ... deal"). `that` is the recipient, or what dealt it where that is not the source of the
    ability."""

    who: Subject = "self"
    to: str = "anything"
    combat: bool = False
    together: bool = False


@dataclass(frozen=True)
class IsDealtDamage:
    """The creature (or `you`) is dealt damage, by however many sources at one time (120.3). `that` is what it is dealt to; what a
    source does is for `DealsDamage` to say."""

    who: Subject = "self"
    combat: bool = False


@dataclass(frozen=True)
class Exerts:
    """You exert the source, or with a filter a creature that it lets through (701.43). `that` is the creature."""

    filter: Filter | None = None


CombatEvent = Union[Attacks, PlayerAttacks, Blocks, BecomesBlocked, AttacksUnblocked, DealsDamage, IsDealtDamage, Exerts]

# ------------------------------------------------------------------------------------------------------------ static abilities


@dataclass(frozen=True)
class CannotAttack:
    """A restriction (508.1c)."""

    who: Subject = "self"


@dataclass(frozen=True)
class CannotAttackYou:
    """A restriction (508.1c): the creature can attack neither you nor, with `planeswalkers`, planeswalkers you control."""

    who: Subject
    planeswalkers: bool = False


@dataclass(frozen=True)
class AttacksWithDefender:
    """The creature can attack as though it did not have defender (702.3b)."""

    who: Subject = "self"


@dataclass(frozen=True)
class MayExert:
    """You may exert the source as it attacks: an exerted creature does not untap in your next untap step (701.43, 508.1g)."""


@dataclass(frozen=True)
class MustAttack:
    """The creature attacks if able (508.1d), with `source` the source of this, with `player` a player."""

    who: Subject = "self"
    source: bool = False
    player: bool = False


@dataclass(frozen=True)
class AttackCost:
    """A creature can attack you or, with `planeswalkers`, a planeswalker you control only if its controller pays this for it
    (508.1h)."""

    cost: Costs
    planeswalkers: bool = True


@dataclass(frozen=True)
class CannotBlock:
    """A restriction (509.1b)."""

    who: Subject = "self"


@dataclass(frozen=True)
class BlockLimit:
    """A restriction (509.1b): the creature cannot block what `what` lets through, or with `only` nothing else than that."""

    what: Filter
    who: Subject = "self"
    only: bool = False


@dataclass(frozen=True)
class MustBlock:
    """The creature blocks if able (509.1c)."""

    who: Subject = "self"


@dataclass(frozen=True)
class BlocksMore:
    """The creature can block that many additional creatures."""

    n: int
    who: Subject = "self"


@dataclass(frozen=True)
class CannotBeBlocked:
    """The creature cannot be blocked, by those that `by` lets through and `unless_by` does not (509.1b); a creature of less
    power with `by_weaker`, of greater power with `by_stronger`; with `by_more_than` not by more creatures than that."""

    who: Subject = "self"
    by: Filter | None = None
    unless_by: Filter | None = None
    by_weaker: bool = False
    by_stronger: bool = False
    by_more_than: int | None = None


@dataclass(frozen=True)
class MustBeBlocked:
    """The creature is blocked if able (509.1c), with `by_all` by everything that is able to."""

    who: Subject = "self"
    by_all: bool = False


@dataclass(frozen=True)
class DoesNotUntap:
    """It does not untap during its controller's untap step (502.3)."""

    who: Subject = "self"


@dataclass(frozen=True)
class DamageByToughness:
    """The creature assigns combat damage equal to its toughness (510.1a)."""

    who: Subject = "self"


CombatStatic = Union[
    CannotAttack, CannotAttackYou, AttacksWithDefender, MayExert, MustAttack, AttackCost, CannotBlock, BlockLimit, MustBlock,
    BlocksMore, CannotBeBlocked, MustBeBlocked, DoesNotUntap, DamageByToughness,
]  # fmt: skip
