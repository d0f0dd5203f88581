"""Events: what triggered abilities wait for (603)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.combat import CombatEvent
from engine.vocabulary.filters import Filter

if TYPE_CHECKING:
    from engine.vocabulary.conditions import Condition


@dataclass(frozen=True)
class YouCast:
    """You cast a spell that the filter lets through."""

    filter: Filter = Filter()


@dataclass(frozen=True)
class Enters:
    """A permanent that the filter lets through enters (603.6a); `self` alone with `source`."""

    filter: Filter = Filter()
    source: bool = False


@dataclass(frozen=True)
class Evolves:
    """A creature you control with greater power or toughness than the source enters (702.100)."""


@dataclass(frozen=True)
class Dies:
    """A creature that the filter lets through dies (700.4), looking back (603.10a); `had`: with a counter of this kind on it."""

    filter: Filter = Filter()
    source: bool = False
    had: str | None = None


@dataclass(frozen=True)
class YouProliferate:
    """You proliferate, even if nothing was chosen."""


@dataclass(frozen=True)
class CountersPut:
    """Counters of a kind are put: on the source (`source`, triggers for each counter) or by you on what the filter lets through
    (once for each permanent)."""

    kind: str
    filter: Filter = Filter()
    source: bool = False


@dataclass(frozen=True)
class BecomesTapped:
    """The source becomes tapped (701.26)."""


@dataclass(frozen=True)
class StepBegins:
    """The beginning of your `upkeep` or `end` step or of your precombat main phase, `main1`."""

    step: str


@dataclass(frozen=True)
class Chapter:
    """A chapter ability of a Saga (714.2)."""

    number: int


@dataclass(frozen=True)
class Holds:
    """A state trigger (603.8): triggers as soon as the condition holds, and not again while it is on the stack."""

    condition: Condition


@dataclass(frozen=True)
class LosesLife:
    """An opponent (of the source's controller) loses life (119); `that` is the amount."""


Event = Union[
    YouCast, Enters, Evolves, Dies, YouProliferate, CountersPut, BecomesTapped, StepBegins, Chapter, Holds,
    LosesLife, CombatEvent,
]  # fmt: skip
