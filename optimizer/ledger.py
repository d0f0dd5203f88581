"""What events write: each encoding of an effect enters its consequences here, and the families of constraints read them.

An entry says at which moment it happens and how much of it there is (an `Amount`, 0 where the event is not used).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Union

from engine.objects import ObjectId
from engine.vocabulary import Costs, Token
from optimizer.events import Moment, Thing
from optimizer.program import Amount, Literal

Bearer = Union[Thing, ObjectId]
"""What may have counters: a thing, or a player by id."""


@dataclass(frozen=True)
class Put:
    """Counters put on a bearer: `n` where `when` holds, so often as `times` says if it is given, or a variable `amount`."""

    moment: Moment
    bearer: Bearer
    kind: str
    n: int
    when: Literal
    amount: Amount | None = None
    times: Amount | None = None
    by_effect: bool = True
    """False if a cost puts them (614.16)."""
    another: bool = False
    """Only where the bearer has a counter of that kind already."""


@dataclass(frozen=True)
class Removed:
    """Counters removed from a bearer."""

    moment: Moment
    bearer: Bearer
    kind: str
    amount: Amount
    cost: bool = False
    anywhere: bool = False
    """Whether the cost could have been paid with counters of other things."""


@dataclass(frozen=True)
class Leaving:
    """A thing leaves the battlefield; `dies` if it is put into a graveyard."""

    moment: Moment
    thing: Thing
    when: Literal
    dies: bool


@dataclass(frozen=True)
class Write:
    """An amount of something at a moment."""

    moment: Moment
    amount: Amount


@dataclass(frozen=True)
class Gained:
    """Keywords gained until end of turn."""

    moment: Moment
    keywords: frozenset[str]
    when: Literal


@dataclass
class Ledger:
    proliferates: list[Write] = field(default_factory=list)
    puts: list[Put] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    leaving: list[Leaving] = field(default_factory=list)
    damage: dict[Bearer, list[Write]] = field(default_factory=lambda: defaultdict(list))
    shrunk: dict[Thing, list[Write]] = field(default_factory=lambda: defaultdict(list))
    """How much toughness a creature loses until end of turn."""
    grown: dict[Thing, list[Write]] = field(default_factory=lambda: defaultdict(list))
    power: dict[Thing, list[Write]] = field(default_factory=lambda: defaultdict(list))
    """How much power a creature gains until end of turn."""
    weakness: dict[Thing, list[Write]] = field(default_factory=lambda: defaultdict(list))
    """How much power it loses."""
    gained: dict[Thing, list[Gained]] = field(default_factory=lambda: defaultdict(list))
    tapped: dict[Thing, list[tuple[Moment, Literal]]] = field(default_factory=lambda: defaultdict(list))
    """When effects tap it, each with whether they do."""
    draws: dict[ObjectId, list[Write]] = field(default_factory=lambda: defaultdict(list))
    takes: list[Write] = field(default_factory=list)
    """Cards that you put into your hand without drawing them, if your library has them."""
    looks: list[Write] = field(default_factory=list)
    """Cards of your library that pass without being drawn."""
    discards: dict[ObjectId, list[Write]] = field(default_factory=lambda: defaultdict(list))
    gains: dict[ObjectId, list[Write]] = field(default_factory=lambda: defaultdict(list))
    losses: dict[ObjectId, list[Write]] = field(default_factory=lambda: defaultdict(list))
    emptied: list[tuple[Moment, Literal]] = field(default_factory=list)
    """When you may discard your whole hand because you are to discard more, and whether you do."""
    payments: list[Write] = field(default_factory=list)
    """Life that you pay."""
    tokens: dict[Token, list[Write]] = field(default_factory=lambda: defaultdict(list))
    another: list[tuple[Moment, Amount, list[Thing]]] = field(default_factory=list)
    """How often one of some things gets one more counter of a kind that it has."""
    extras: dict[tuple[Thing, str], Amount] = field(default_factory=dict)
    """How many counters of a kind a thing gets in that way."""
    raises: list[tuple[Moment, ObjectId, str, int, Literal]] = field(default_factory=list)
    returns: dict[ObjectId, list[tuple[Moment, Literal]]] = field(default_factory=lambda: defaultdict(list))
    """By card: when it comes back to your hand."""
    sacrifices: list[tuple[ObjectId, list[tuple[Thing, Literal]]]] = field(default_factory=list)
    """By player: what they may sacrifice to one effect, and whether they do."""
    taken: list[tuple[Moment, Thing, Literal]] = field(default_factory=list)
    """Things of the opponent that come under your control."""
    wins: list[Literal] = field(default_factory=list)
    extra_turns: list[Literal] = field(default_factory=list)
    extra_costs: list[tuple[Moment, Literal, Costs]] = field(default_factory=list)
    """Mana paid as something resolves (118.12)."""
