"""Effects on permanents that stay where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.changes import Change

if TYPE_CHECKING:
    from engine.vocabulary.effects.tokens import CopyChange
    from engine.vocabulary.filters import Filter, What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class Regenerate:
    """The next time the permanent would be destroyed this turn, it is tapped, healed and removed from combat instead (701.19)."""

    what: What


@dataclass(frozen=True)
class Pump:
    """The creature gets +power/+toughness until end of turn or until your next turn."""

    what: What
    power: Value = 0
    toughness: Value = 0
    until: str = "end of turn"


@dataclass(frozen=True)
class GainKeywords:
    """The permanent gains keywords until end of turn, or until then."""

    what: What
    keywords: frozenset[str]
    until: str = "end of turn"


@dataclass(frozen=True)
class Tap:
    what: What
    stays_tapped: bool = False
    """Whether it also does not untap during its controller's next untap step."""


@dataclass(frozen=True)
class Untap:
    what: What


@dataclass(frozen=True)
class GainControl:
    """The player gains control of the objects (613.1b)."""

    what: What
    until: str = "forever"
    who: What = "you"


@dataclass(frozen=True)
class ExchangeControl:
    """Control of the object and of the other, or of the two that `what` speaks of, is exchanged (701.12b): nothing happens unless
    both are there and different players control them (701.12a)."""

    what: What
    other: What | None = None


@dataclass(frozen=True)
class ChoosePermanents:
    """The player chooses that many permanents that the filter lets through, or up to that many, without targeting them (608.2d):
    `made` speaks of them."""

    filter: Filter
    who: What = "you"
    n: Value = 1
    up_to: bool = False


@dataclass(frozen=True, kw_only=True)
class Alter(Change):
    """The objects are changed so until then (611.2, 613); `until` is one of the words of `engine.lasting`."""

    what: What
    until: str = "end of turn"


@dataclass(frozen=True)
class BecomeCopy:
    """The permanents become copies of another object (707.2), changed so where something is said."""

    what: What
    of: What
    change: CopyChange | None = None


@dataclass(frozen=True)
class Attach:
    """Attach the object to the other (701.3)."""

    what: What = "self"
    to: What = "target"


@dataclass(frozen=True)
class Unattach:
    """Unattach the object from what it is attached to (701.3d)."""

    what: What = "self"


@dataclass(frozen=True)
class Transform:
    """Transform the permanent (701.27)."""

    what: What = "self"


@dataclass(frozen=True)
class Goad:
    """Goad the creatures (701.15): until your next turn they attack each combat if able. That they attack another player than
    you if able means nothing with two players."""

    what: What


@dataclass(frozen=True)
class Detain:
    """Detain the permanents (701.35): until your next turn they cannot attack or block, and their activated abilities cannot be
    activated."""

    what: What


@dataclass(frozen=True)
class Adapt:
    """Put that many +1/+1 counters on the source if it has none (701.46)."""

    n: Value


@dataclass(frozen=True)
class Designate:
    """The source becomes `renowned` (702.112b) or `monstrous` (701.37b), which it stays while it is on the battlefield."""

    designation: str


@dataclass(frozen=True)
class Monstrosity:
    """If the source is not monstrous, put that many +1/+1 counters on it and it becomes monstrous (701.37)."""

    n: Value


@dataclass(frozen=True)
class TurnFaceUp:
    """Turn the face-down permanent face up (708.7)."""

    what: What = "self"


@dataclass(frozen=True)
class PhaseOut:
    """The permanent phases out (702.26)."""

    what: What


PermanentEffect = Union[
    Regenerate, Pump, GainKeywords, Tap, Untap, GainControl, ExchangeControl, ChoosePermanents, Alter, BecomeCopy, Attach,
    Unattach, Transform, Goad, Detain, Adapt, Designate, Monstrosity, TurnFaceUp, PhaseOut,
]  # fmt: skip
