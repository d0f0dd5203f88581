"""Integer functions of one integer: what n life points, n cards or n counters are worth."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Table:
    """A piecewise-linear function that is 0 at 0.

    `pieces` are pairs `(above, each)` with `above` rising from 0: every unit above that number counts `each`, up to the next
    piece. A threshold is a piece one unit long. Below 0 the first piece goes on.
    """

    pieces: tuple[tuple[int, int], ...] = ((0, 0),)

    def value(self, n: int) -> int:
        """What `n` units are worth together."""
        if n <= 0:
            return n * self.pieces[0][1]
        total = 0
        for (above, each), (end, _) in pairwise((*self.pieces, (n, 0))):
            if above >= n:
                break
            total += each * (min(end, n) - above)
        return total

    def each(self, n: int) -> int:
        """What the n-th unit adds: `value(n) - value(n - 1)`."""
        return self.value(n) - self.value(n - 1)

    def scaled(self, factor: int) -> Table:
        return Table(tuple((above, each * factor) for above, each in self.pieces))

    def raised(self, upto: int, by: int) -> Table:
        """The same function with `by` more for each unit up to `upto`."""
        if upto <= 0 or not by:
            return self
        starts = sorted({above for above, _ in self.pieces} | {upto})
        return Table(tuple((s, self.each(s + 1) + (by if s < upto else 0)) for s in starts)).simplified()

    def simplified(self) -> Table:
        """The same function without pieces that continue the one before."""
        kept = [self.pieces[0]]
        for piece in self.pieces[1:]:
            if piece[1] != kept[-1][1]:
                kept.append(piece)
        return Table(tuple(kept))

    @property
    def is_zero(self) -> bool:
        return all(each == 0 for _, each in self.pieces)

    @property
    def is_linear(self) -> bool:
        return len(self.pieces) == 1

    @property
    def is_monotone(self) -> bool:
        """Whether it only rises or only falls, so that it is of one sign from 0 on."""
        return all(each >= 0 for _, each in self.pieces) or all(each <= 0 for _, each in self.pieces)

    @property
    def is_concave(self) -> bool:
        """Whether no unit counts more than one before it."""
        return all(a[1] >= b[1] for a, b in pairwise(self.pieces))

    @property
    def is_convex(self) -> bool:
        """Whether no unit counts less than one before it."""
        return all(a[1] <= b[1] for a, b in pairwise(self.pieces))


ZERO = Table()


def linear(each: int) -> Table:
    """Every unit counts the same."""
    return Table(((0, each),))


def stepwise(*steps: tuple[int, int], then: int = 0) -> Table:
    """`(up to, each)` pairs in rising order, and `then` for each unit above the last."""
    pieces: list[tuple[int, int]] = []
    above = 0
    for up_to, each in steps:
        if up_to > above:
            pieces.append((above, each))
            above = up_to
    return Table((*pieces, (above, then))).simplified()
