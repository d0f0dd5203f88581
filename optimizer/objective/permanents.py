"""What a permanent and the counters on it are worth, from what its card says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.layers import boost_of_counter
from engine.mana import mana_value
from engine.vocabulary import Activated, AtLeast, CardDefinition, Costs, CountersOn, Holds, RemoveCountersCost, Triggered
from engine.words import KEYWORD_COUNTERS
from optimizer.objective.table import Table, linear, stepwise
from optimizer.objective.weights import Weights


@dataclass(frozen=True)
class PermanentScore:
    """The worth of a permanent to you: `base` for being there, and a table for each kind of counters on it. They add up, so
    that each part can be encoded on its own. Tapping, damage and effects until end of turn count for nothing."""

    base: int
    weights: Weights = field(repr=False)
    definition: CardDefinition = field(repr=False)
    mine: bool = True
    _tables: dict[str, Table] = field(default_factory=dict, repr=False, compare=False)

    def counter_table(self, kind: str) -> Table:
        """What so many counters of that kind on it are worth to you."""
        if kind not in self._tables:
            table = counter_worth(self.definition, kind, self.weights)
            self._tables[kind] = table if self.mine else table.scaled(-1)
        return self._tables[kind]


def permanent_score(definition: CardDefinition, mine: bool, token: bool, weights: Weights) -> PermanentScore:
    """The worth of a permanent of yours, or of the opponent's (`mine` False): what it is worth to its controller, negative."""
    worth = being_there(definition, token, weights)
    return PermanentScore(worth if mine else -worth, weights, definition, mine)


def being_there(definition: CardDefinition, token: bool, weights: Weights) -> int:
    """What a permanent without counters is worth to its controller."""
    worth = weights.permanent("token" if token else "card")
    worth += weights.permanent("mana value") * mana_value(definition.cost or ())
    worth += sum(weights.permanent(t.lower()) for t in definition.types)
    if "Creature" in definition.types:
        worth += weights.permanent("power") * (definition.power or 0)
        worth += weights.permanent("toughness") * (definition.toughness or 0)
    return worth


def counter_worth(definition: CardDefinition, kind: str, weights: Weights) -> Table:
    """What so many counters of a kind on such a permanent are worth to its controller."""
    if kind not in weights.counters:
        power, toughness = boost_of_counter(kind)
        if power or toughness:
            each = weights.permanent("power") * power + weights.permanent("toughness") * toughness
            return linear(each if "Creature" in definition.types else 0)
        if kind in KEYWORD_COUNTERS:
            return stepwise((1, weights.counter("keyword").value(1)))
    table = weights.counter(kind if kind in weights.counters else "other")
    payoff = max(payoffs(definition, kind), default=0)
    return _with_payoff(table, payoff, weights) if payoff else table


def payoffs(definition: CardDefinition, kind: str) -> Iterator[int]:
    """The numbers of counters of a kind that are saved up for something: what a loyalty ability removes (606.4) if that is at
    least the loyalty it starts with, what another ability removes as its cost if that is more than one, and what a state trigger
    waits for (603.8)."""
    for ability in definition.abilities:
        match ability:
            case Activated(cost=Costs(loyalty=int(change))) if kind == "loyalty" and -change >= max(1, definition.loyalty or 0):
                yield -change
            case Activated(cost=Costs(remove=RemoveCountersCost(n=n, kind=removed, filter=None))) if removed == kind and n > 1:
                yield n
            case Triggered(on=Holds(condition=AtLeast(value=CountersOn(kind=waited, of="self"), n=n))) if waited == kind:
                yield n


def _with_payoff(table: Table, payoff: int, weights: Weights) -> Table:
    """The table, with more for the last counters before the payoff and less after it."""
    more, within, beyond = (weights.counter(key).value(1) for key in ("payoff", "payoff within", "beyond payoff"))
    raised = table.raised(payoff, more).raised(payoff - within, -more)
    pieces = tuple(p for p in raised.pieces if p[0] < payoff)
    return Table((*pieces, (payoff, beyond))).simplified()
