"""Lists that may be very long: worked out only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")

PORTION = 64
"""So many are worked out at once; a list that is not longer is a plain tuple."""

REMEMBERED = 256
"""So many of a long list are remembered; what comes after them is worked out again each time somebody goes so far."""


class Lazy(Generic[T]):
    """A list of more than `PORTION` things. Several may go through it at the same time."""

    __slots__ = ("_known", "_make", "_rest")

    def __init__(self, make: Callable[[], Iterator[T]], known: list[T], rest: Iterator[T]) -> None:
        self._make = make
        self._known = known
        self._rest: Iterator[T] | None = rest

    def __iter__(self) -> Iterator[T]:
        known, i = self._known, 0
        while True:
            if i == len(known):
                if i >= REMEMBERED:
                    yield from islice(self._make(), i, None)
                    return
                if self._rest is None or not self._go_on(self._rest):
                    return
            yield known[i]
            i += 1

    def _go_on(self, rest: Iterator[T]) -> bool:
        """Works one more out; False if there is none."""
        self._rest = None
        try:
            self._known.append(next(rest))
        except StopIteration:
            return False
        except BaseException:  # such as Ctrl-C: what was at work cannot go on, another one can
            self._rest = islice(self._make(), len(self._known), None)
            raise
        self._rest = rest
        return True


def lazily(make: Callable[[], Iterator[T]]) -> tuple[T, ...] | Lazy[T]:
    """What `make()` gives: as a tuple if that is short, else worked out on the way. Every call of `make` must give the same."""
    rest = make()
    known = list(islice(rest, PORTION))
    return tuple(known) if len(known) < PORTION else Lazy(make, known, rest)
