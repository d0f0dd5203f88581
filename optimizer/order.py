"""The order of events as a partial order: precedence literals only where somebody asks, no time slots (docs/model.md, 2).

An event passes through moments: it is announced and paid, each ability that triggered on that resolves, it resolves, and what
that triggered resolves. Everything at sorcery speed happens as a whole with respect to other such events; an event at instant
speed may stand between two moments of another one. `before(m, n)` gives the literal for two moments, creating it on demand;
ranks keep the literals acyclic.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from optimizer.events import Event, Moment
from optimizer.program import Linear, Literal, Program, negation


class Order:
    """Precedence literals between moments."""

    def __init__(self, program: Program, moments: int, begun: Event | None = None) -> None:
        self._program = program
        self._moments = moments
        self._begun = begun
        """What is under way already, so that everything at sorcery speed comes after it."""
        self._rank: dict[Moment, Linear] = {}
        self._literals: dict[tuple[tuple[Moment, ...], tuple[Moment, ...]], Literal] = {}
        self._earlier: dict[Event, Event] = {}
        self._place: dict[Event, tuple[Event, int]] = {}

    def in_order(self, first: Event, second: Event) -> None:
        """Of two events that are alike the first is announced first; said before anything is asked about their order."""
        head, place = self._place.setdefault(first, (first, 0))
        self._place[second] = head, place + 1
        self._earlier[second] = first

    def rank(self, moment: Moment) -> Linear:
        """The integer variable that places the moment in the turn; creates the whole chain of its event."""
        if moment not in self._rank:
            for m in moment.event.moments:
                self._rank[m] = self._program.integer(0, self._moments, f"rank {m}")
            for first, second in combinations(moment.event.moments, 2):
                if self._in_chain(first, second):
                    self._program.add(self._rank[first] < self._rank[second])
            if self._begun is not None and not moment.event.instant and moment.event is not self._begun:
                self._program.add(self.rank(self._begun.after) < self._rank[moment.event.announce])
            earlier = self._earlier.get(moment.event)
            if earlier is not None:
                self._program.add(self.rank(earlier.announce) < self._rank[moment.event.announce])
        return self._rank[moment]

    @staticmethod
    def _in_chain(first: Moment, second: Moment) -> bool:
        """Whether the moments of one event come in this order in any case. Abilities that trigger at once resolve in the order
        that their controller likes (603.3b), which makes no difference for those that do the same."""
        return first.stage < second.stage or first.ability == second.ability

    def known_rank(self, moment: Moment) -> Linear | None:
        """The rank of the moment if anybody asked for its order, else None."""
        return self._rank.get(moment)

    def literals(self) -> Iterator[tuple[tuple[Moment, ...], tuple[Moment, ...], Literal]]:
        """What anybody has asked: for moments that move together and others, whether the first come before the second."""
        for (firsts, seconds), literal in self._literals.items():
            yield firsts, seconds, literal

    def before(self, first: Moment, second: Moment) -> Literal:
        """Whether `first` comes before `second`."""
        if first.event is second.event:
            moments = first.event.moments
            if first is second or moments.index(first) > moments.index(second):
                return first is not second and negation(self.before(second, first))
            return True if self._in_chain(first, second) else self._literal((first,), (second,))
        if first.event.anytime or second.event.anytime:
            return True
        (head, place), (other, after) = (self._place.get(e, (e, 0)) for e in (first.event, second.event))
        if head is other:
            announced = first is first.event.announce and second is second.event.announce
            if announced or not (first.event.instant or second.event.instant):
                return place < after
        if first.event is self._begun and not second.event.instant:
            return True
        if second.event is self._begun and not first.event.instant:
            return False
        if first.event.last:
            return False if not second.event.instant else self._literal(*self._sides(first, second))
        if second.event.last:
            return True if not first.event.instant else self._literal(*self._sides(first, second))
        return self._literal(*self._sides(first, second))

    @staticmethod
    def _sides(first: Moment, second: Moment) -> tuple[tuple[Moment, ...], tuple[Moment, ...]]:
        """The moments that move together on each side of the literal.

        An event at sorcery speed begins on an empty stack: another event lies wholly before it begins or wholly behind. What is
        at instant speed lies within one gap of the other's chain.
        """
        a, b = first.event, second.event
        if not a.instant and not b.instant:
            return a.moments, b.moments
        if a.instant and not b.instant:
            return a.moments, (b.moments if second is b.moments[0] and len(b.moments) == 1 else (second,))
        if b.instant and not a.instant:
            return ((first,), b.moments)
        return (first,), (second,)

    def _literal(self, firsts: tuple[Moment, ...], seconds: tuple[Moment, ...]) -> Literal:
        key = firsts, seconds
        if key not in self._literals:
            literal = self._program.literal(f"{firsts[-1]} before {seconds[0]}")
            for earlier, later, when in ((firsts, seconds, literal), (seconds, firsts, literal.Not())):
                for last, first in product(_at_stage(earlier, -1), _at_stage(later, 0)):
                    self._program.add(self.rank(last) < self.rank(first), when)
            self._literals[key] = literal
            self._literals[seconds, firsts] = negation(literal)
        return self._literals[key]


def _at_stage(moments: tuple[Moment, ...], place: int) -> list[Moment]:
    """Those of the moments of an event that are at the same stage as the one at that place, in any order."""
    return [m for m in moments if m.stage is moments[place].stage]
