"""Events: what triggered abilities wait for (603).

Whose doing counts is a word: `you`, `opponent` or `anyone`. `that` of the ability is the object or player of the event, `that
much` its amount.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.combat import CombatEvent
from engine.vocabulary.filters import Filter

if TYPE_CHECKING:
    from engine.vocabulary.conditions import Condition


@dataclass(frozen=True)
class YouCast:
    """You cast a spell that the filter lets through. `that` is the spell."""

    filter: Filter = Filter()


@dataclass(frozen=True)
class Casts:
    """A player casts a spell that the filter lets through; `nth`: their so-manieth one this turn. `that` is the spell; the source
    itself with `source`: "when you cast this spell". With `after` the amount is how many spells were cast before it this turn."""

    who: str = "anyone"
    filter: Filter = Filter()
    nth: int | None = None
    source: bool = False
    after: bool = False


@dataclass(frozen=True)
class Activates:
    """A player activates an ability that is not a mana ability, with a filter one of a permanent that it lets through (109.2).
    `that` is that object;
    with `life_paid`, which asks for life paid to activate it, the ability on the stack, and the amount is that life. With
    `for_mana` mana abilities count too."""

    who: str = "you"
    filter: Filter = Filter()
    life_paid: bool = False
    for_mana: bool = False


@dataclass(frozen=True)
class Enters:
    """A permanent that the filter lets through enters (603.6a); `self` alone with `source`; with `together` once for all that
    enter at one time ("one or more"), and the amount is how many."""

    filter: Filter = Filter()
    source: bool = False
    together: bool = False


@dataclass(frozen=True)
class Evolves:
    """A creature you control with greater power or toughness than the source enters (702.100)."""


@dataclass(frozen=True)
class Dies:
    """A permanent that the filter lets through dies (700.4), looking back (603.10a); `had`: with a counter of this
    kind on it, `lacked`: without one (`any`: of any kind). `together` as for `Enters`. `damaged_by`: it was dealt damage by
    something this turn that this filter let through at that time."""

    filter: Filter = Filter()
    source: bool = False
    had: str | None = None
    lacked: str | None = None
    together: bool = False
    damaged_by: Filter | None = None


@dataclass(frozen=True)
class Leaves:
    """A permanent that the filter lets through leaves the battlefield (603.6c), looking back; `to`: for this zone only. `had` as
    for `Dies`, `together` as for `Enters`."""

    filter: Filter = Filter()
    source: bool = False
    to: str | None = None
    had: str | None = None
    together: bool = False


@dataclass(frozen=True)
class Exploits:
    """The source exploits a creature (702.110b). `that` is what was sacrificed."""


@dataclass(frozen=True)
class YouProliferate:
    """You proliferate, even if nothing was chosen."""


@dataclass(frozen=True)
class CountersPut:
    """Counters of a kind (`any`: of each kind) are put: on the source (`source`, triggers for each counter) or on what the filter
    lets through (once for each permanent and kind). `by`: who puts them."""

    kind: str
    filter: Filter = Filter()
    source: bool = False
    by: str = "you"


@dataclass(frozen=True)
class CountersRemoved:
    """Counters of a kind (`any`: of any kind) are removed from what the filter lets through; from the source with `source`, from
    you (or paid by you) with `you`; with `last` the last of them."""

    kind: str
    filter: Filter = Filter()
    source: bool = False
    you: bool = False
    last: bool = False


@dataclass(frozen=True)
class BecomesTapped:
    """The source, or with a filter any permanent that it lets through, becomes tapped (701.26)."""

    filter: Filter | None = None


@dataclass(frozen=True)
class BecomesUntapped:
    """The source, or with a filter any permanent that it lets through, becomes untapped (701.26)."""

    filter: Filter | None = None


@dataclass(frozen=True)
class Cycles:
    """A player discards a card that the filter lets through to activate a cycling ability (702.29c). `that` is the card; the
    source itself with `source`, wherever it is then."""

    who: str = "you"
    filter: Filter = Filter()
    source: bool = False


@dataclass(frozen=True)
class Copies:
    """A player copies a spell that the filter lets through (707.10). `that` is the copy."""

    who: str = "you"
    filter: Filter = Filter()


@dataclass(frozen=True)
class BecomesTarget:
    """The source, or with a filter what it lets through, becomes the target of a spell or ability that `by` controls (603.2g).
    `that` is the spell or ability; with a filter it is what has become the target."""

    filter: Filter | None = None
    by: str = "anyone"
    spell: bool = False
    """Whether only spells count."""


@dataclass(frozen=True)
class CommitsCrime:
    """A player commits a crime: targets an opponent, something that one controls or a card in one's graveyard (700.13)."""

    who: str = "you"


@dataclass(frozen=True)
class Draws:
    """A player draws a card (121), their so-manieth one this turn with `nth`. `that` is the player."""

    who: str = "you"
    nth: int | None = None


@dataclass(frozen=True)
class Discards:
    """A player discards a card that the filter lets through (701.9). `that` is the card."""

    who: str = "you"
    filter: Filter = Filter()


@dataclass(frozen=True)
class Sacrifices:
    """A player sacrifices a permanent that the filter lets through (701.21)."""

    who: str = "you"
    filter: Filter = Filter()


@dataclass(frozen=True)
class GainsLife:
    """A player gains life (119)."""

    who: str = "you"


@dataclass(frozen=True)
class LosesLife:
    """A player loses life (119)."""

    who: str = "opponent"


@dataclass(frozen=True)
class PaysLife:
    """A player pays life (119.4); the amount is how much."""

    who: str = "you"


@dataclass(frozen=True)
class StepBegins:
    """The beginning of the `upkeep`, `draw` or `end` step, of `combat` or its end (`end of combat`), or of the precombat or
    postcombat main phase, `main1` or `main2`, in the turn of these players, or of the `attached's controller`."""

    step: str
    whose: str = "you"


@dataclass(frozen=True)
class Chapter:
    """A chapter ability of a Saga (714.2)."""

    number: int


@dataclass(frozen=True)
class FinalChapterResolves:
    """The final chapter ability of a Saga that the filter lets through resolves (714.2d). `that` is the Saga."""

    filter: Filter = Filter()


@dataclass(frozen=True)
class Holds:
    """A state trigger (603.8): triggers as soon as the condition holds, and not again while it is on the stack."""

    condition: Condition


@dataclass(frozen=True)
class Transforms:
    """The source transforms into the face that has this ability (701.27)."""


@dataclass(frozen=True)
class TurnedFaceUp:
    """A permanent that the filter lets through is turned face up (708.8); with `source` it is the source."""

    filter: Filter = Filter()
    source: bool = False


@dataclass(frozen=True)
class BecomesDesignated:
    """The source, or with a filter what it lets through, becomes `renowned` (702.112b) or `monstrous` (701.37b)."""

    designation: str
    filter: Filter | None = None


@dataclass(frozen=True)
class BecomesUnattached:
    """The source becomes unattached from a permanent (701.3d). `that` is that permanent."""


@dataclass(frozen=True)
class RingTempts:
    """The Ring tempts a player (701.54d)."""

    who: str = "you"


@dataclass(frozen=True)
class ExiledReturns:
    """A card that was exiled until the source leaves enters under your control as it returns (610.3c). `that` is it."""


@dataclass(frozen=True)
class Reflexive:
    """The action of the effect that creates a reflexive triggered ability was taken (603.12)."""


@dataclass(frozen=True)
class AnyOf:
    """Any of several events: "enters or dies"."""

    events: tuple[Event, ...]


Event = Union[
    YouCast, Casts, Activates, Enters, Evolves, Dies, Leaves, YouProliferate, CountersPut, CountersRemoved, BecomesTapped,
    BecomesUntapped, Cycles, Copies, BecomesTarget, CommitsCrime, Draws, Discards, Sacrifices, GainsLife, LosesLife, StepBegins,
    PaysLife, Exploits,
    Chapter, FinalChapterResolves, Holds, Transforms, TurnedFaceUp, BecomesDesignated, BecomesUnattached, RingTempts,
    ExiledReturns, Reflexive, AnyOf, CombatEvent,
]  # fmt: skip
