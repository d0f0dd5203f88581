"""Costs (118)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.mana import Cost
    from engine.vocabulary.filters import Filter


@dataclass(frozen=True)
class SpendOn:
    """What certain mana can be spent on (106.6): to cast spells that `cast` lets through, and to activate abilities of permanents
    that `activate` lets through; with `rest` on everything that is not casting a spell."""

    cast: Filter | None = None
    activate: Filter | None = None
    rest: bool = False


@dataclass(frozen=True)
class SacrificeCost:
    """Sacrifice `n` permanents that the filter lets through, or the source itself."""

    n: int = 1
    filter: Filter | None = None
    """None: sacrifice the source."""


@dataclass(frozen=True)
class RemoveCountersCost:
    """Remove `n` counters: of `kind` from the source, or (`kind` None) of any kinds among what the filter lets through."""

    n: int = 1
    kind: str | None = None
    filter: Filter | None = None
    x: bool = False
    """X counters instead of `n`."""


@dataclass(frozen=True)
class CountersCost:
    """So many counters of a kind."""

    kind: str
    n: int = 1


@dataclass(frozen=True)
class OthersCost:
    """Something done to other objects: `tap` untapped permanents you control, `return` permanents you control to their owner's
    hand, `exile` cards from your graveyard, `exile card`: exile cards from your hand, or `exile spell`: exile spells, `n` of
    those that the filter lets through. `power`: as many as have a total power of `n` (702.122a)."""

    do: str
    filter: Filter
    n: int = 1
    power: bool = False


@dataclass(frozen=True)
class Costs:
    """Everything that one activation, spell or permission costs (118, 602.1a). `loyalty` is the change of 606.4, `"-X"` for
    minus X."""

    mana: Cost = ()
    tap: bool = False
    life: int = 0
    discard: int = 0
    discard_filter: Filter | None = None
    """Which cards can be discarded for it."""
    sacrifice: SacrificeCost | None = None
    remove: RemoveCountersCost | None = None
    loyalty: int | str | None = None
    discard_self: bool = False
    exile_self: bool = False
    """Exile the source."""
    put: CountersCost | None = None
    """Put these counters on the source."""
    pay: CountersCost | None = None
    """Pay these counters that you have (107.14)."""
    others: OthersCost | None = None
    life_x: bool = False
    """Pay X life."""
    life_for_each_target: int = 0
    mana_for_more_targets: Cost = ()
    """Pay so much for each target beyond the first (601.2f)."""
