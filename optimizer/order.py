"""The order of events as a partial order: precedence literals only where somebody asks (DESIGN: no time slots).

An event passes through up to four moments: it is announced and paid, what triggered on that resolves, it resolves, and what that
triggered resolves. Everything at sorcery speed happens as a whole with respect to other such events; an event at instant
speed may stand between two moments of another one. `before(m, n)` gives the literal for two moments of different events, creating it on
demand; ranks keep the literals acyclic.
"""

from __future__ import annotations

from optimizer.events import Moment
from optimizer.program import Literal, Program, negation


class Order:
    """Precedence literals between moments."""

    def __init__(self, program: Program, moments: int) -> None:
        self._program = program
        self._moments = moments
        self._rank: dict[Moment, object] = {}
        self._literals: dict[tuple[object, object], Literal] = {}

    def rank(self, moment: Moment):  # type: ignore[no-untyped-def]
        """The integer variable that places the moment in the turn; creates the whole chain of its event."""
        if moment not in self._rank:
            previous = None
            for m in moment.event.moments:
                self._rank[m] = self._program.integer(0, self._moments, f"rank {m}")
                if previous is not None:
                    self._program.add(self._rank[previous] < self._rank[m])  # type: ignore[operator]
                previous = m
        return self._rank[moment]

    def known_rank(self, moment: Moment):  # type: ignore[no-untyped-def]
        """The rank of the moment if anybody asked for its order, else None."""
        return self._rank.get(moment)

    def before(self, first: Moment, second: Moment) -> Literal:
        """Whether `first` comes before `second`."""
        if first.event is second.event:
            return first.stage < second.stage
        if "turn" in (first.event.kind, second.event.kind):
            return True
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
        key: tuple[object, object] = (firsts, seconds)
        if key not in self._literals:
            literal = self._program.literal(f"{firsts[-1]} before {seconds[0]}")
            self._program.add(self.rank(firsts[-1]) < self.rank(seconds[0]), literal)
            self._program.add(self.rank(seconds[-1]) < self.rank(firsts[0]), literal.Not())
            self._literals[key] = literal
            self._literals[seconds, firsts] = negation(literal)
        return self._literals[key]
