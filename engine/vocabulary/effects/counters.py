"""Effects on counters (122, 701.34)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.filters import What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class Proliferate:
    """Proliferate that many times, one after the other (701.34)."""

    times: Value = 1


@dataclass(frozen=True)
class AddCounters:
    """Put counters of one kind on each of the things (122.1)."""

    what: What
    kind: str
    n: Value = 1


@dataclass(frozen=True)
class AddAnotherCounter:
    """Choose a kind of counter on the thing; put one more of that kind on it."""

    what: What


@dataclass(frozen=True)
class RaiseCounters:
    """If the player has fewer than `to` counters of that kind, they get the difference."""

    what: What
    kind: str
    to: int


@dataclass(frozen=True)
class RemoveCounters:
    """Remove up to that many counters of any kinds; the controller chooses how many of which."""

    what: What
    up_to: Value


@dataclass(frozen=True)
class RemoveCounterOrSacrifice:
    """Remove a counter of the kind from the source; if that cannot be done, its controller sacrifices it (702.32a)."""

    kind: str


@dataclass(frozen=True)
class AddOneOfEach:
    """For each kind of counter on the thing, put one more of that kind on it."""

    what: What


@dataclass(frozen=True)
class DoubleCounters:
    """Put as many counters of the kind (`any`: of each kind) on the thing as it has (701.10e)."""

    what: What
    kind: str


@dataclass(frozen=True)
class RemoveKind:
    """Remove that many counters of the kind; all of them without a number. That much is how many there were to remove."""

    what: What
    kind: str
    n: Value | None = 1


@dataclass(frozen=True)
class PayCounters:
    """You may pay any number of counters of the kind that you have (107.14). That much is how many."""

    kind: str


@dataclass(frozen=True)
class MoveCounters:
    """Move counters from one thing onto another (122.5). `kind` `any`: of any kinds, as the controller chooses. `n` None: any
    number, as the controller chooses, onto several things as well if they are of one kind; with `all` all of them."""

    source: What
    to: What
    kind: str = "any"
    n: Value | None = 1
    all: bool = False


@dataclass(frozen=True)
class CopyCounters:
    """Put as many counters of each kind on the thing as are, or last were, on the other ("put those counters on")."""

    source: What
    to: What


@dataclass(frozen=True)
class Distribute:
    """Distribute that many counters of the kind among the targets, at least one each (601.2d)."""

    what: What
    kind: str
    n: Value


@dataclass(frozen=True)
class Bolster:
    """Choose a creature you control with the least toughness among them; put that many +1/+1 counters on it (701.39)."""

    n: Value


CounterEffect = Union[
    Proliferate, AddCounters, AddAnotherCounter, RaiseCounters, RemoveCounters, RemoveCounterOrSacrifice, AddOneOfEach,
    DoubleCounters, RemoveKind, PayCounters, MoveCounters, CopyCounters, Distribute, Bolster,
]  # fmt: skip
