"""Mana symbols, mana costs and amounts of mana (CR 105-107, 202)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

COLORS = "WUBRG"
"""The five colours in their printed order (105.1)."""

TYPES_OF_MANA = "WUBRGC"
"""The six types of mana (106.1b): the colours and colourless."""

Mana = tuple[int, int, int, int, int, int]
"""An amount of mana: how many of each type, in the order of `TYPES_OF_MANA`."""

NO_MANA: Mana = (0, 0, 0, 0, 0, 0)

_SYMBOL = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Symbol:
    """One mana symbol of a cost (107.4), written without braces: `3`, `U`, `C`, `X`, `W/U`, `2/W`, `U/P`, `G/U/P`."""

    text: str

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.text.split("/"))

    @cached_property
    def generic(self) -> int:
        """The amount of generic mana that a plain number asks for, 0 for every other symbol."""
        return int(self.text) if self.text.isdigit() else 0

    @property
    def is_generic(self) -> bool:
        return self.text.isdigit()

    @property
    def is_x(self) -> bool:
        return self.text == "X"

    @cached_property
    def phyrexian(self) -> bool:
        """Whether 2 life may be paid instead of the mana (107.4f)."""
        return "P" in self.parts

    @cached_property
    def colors(self) -> frozenset[str]:
        """The colours of the symbol (105.2, 107.4e, 107.4f: a Phyrexian symbol has its colour however it is paid)."""
        return frozenset(p for p in self.parts if p in COLORS)

    @cached_property
    def announcements(self) -> tuple[str, ...]:
        """What may be announced for this symbol (601.2b): types of mana, an amount of generic mana, or `life`.

        Empty for symbols that leave nothing to announce.
        """
        options = tuple("life" if p == "P" else p for p in self.parts)
        return options if len(options) > 1 else ()

    @cached_property
    def mana_value(self) -> int:
        """What the symbol counts for the mana value (202.3): the largest half of a hybrid symbol, X is 0 off the stack."""
        if self.is_generic:
            return self.generic
        if self.is_x:
            return 0
        return max(int(p) if p.isdigit() else 1 for p in self.parts)

    def __str__(self) -> str:
        return "{" + self.text + "}"


Cost = tuple[Symbol, ...]
"""A mana cost: its symbols in printed order."""


@cache
def parse_cost(text: str) -> Cost:
    """The symbols of a cost such as `{3}{U/P}`; the empty text is the empty cost.

    Raises:
        ValueError: something is not a mana symbol of 107.4.
    """
    symbols = tuple(Symbol(t.upper()) for t in _SYMBOL.findall(text))
    if "".join(map(str, symbols)) != text.upper().replace(" ", ""):
        raise ValueError(f"{text!r} is not a mana cost; one is written like {{3}}{{U/P}} (CR 107.4)")
    for s in symbols:
        ok = s.is_generic or s.is_x or all(p in TYPES_OF_MANA or p.isdigit() or (p == "P" and i) for i, p in enumerate(s.parts))
        if not ok or not s.text:
            raise ValueError(f"{s} is not a mana symbol (CR 107.4)")
    return symbols


def write_cost(cost: Iterable[Symbol]) -> str:
    return "".join(map(str, cost))


def mana_value(cost: Cost, x: int = 0) -> int:
    """The mana value of a cost (202.3), each X counting for `x` (202.3e: 0 except on the stack)."""
    return sum(s.mana_value + (x if s.is_x else 0) for s in cost)


def colors_of(cost: Cost) -> frozenset[str]:
    """The colours that a mana cost gives its card (105.2)."""
    return frozenset(c for s in cost for c in s.colors)


@cache
def colored_symbols(text: str) -> int:
    """How many symbols of a cost as it is written are of a colour (107.4a)."""
    return sum(bool(symbol.colors) for symbol in parse_cost(text))


def parse_mana(text: str) -> Mana:
    """An amount of mana written like `{U}{U}{C}` (a mana pool).

    Raises:
        ValueError: a symbol is not one of the six types of mana (106.1b).
    """
    amount = [0] * 6
    for s in parse_cost(text):
        if s.text not in TYPES_OF_MANA or len(s.text) != 1:
            raise ValueError(f"{s} is not a type of mana; a pool holds only {{W}} {{U}} {{B}} {{R}} {{G}} {{C}} (CR 106.1b)")
        amount[TYPES_OF_MANA.index(s.text)] += 1
    return tuple(amount)  # type: ignore[return-value]


def write_mana(mana: Mana) -> str:
    return "".join(f"{{{t}}}" * n for t, n in zip(TYPES_OF_MANA, mana))


def add(a: Mana, b: Mana) -> Mana:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def subtract(a: Mana, b: Mana) -> Mana:
    """`a` without `b`; the caller makes sure that `b` is contained in `a`."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def unit(type_of_mana: str, n: int = 1) -> Mana:
    """`n` mana of one type."""
    return tuple(n if t == type_of_mana else 0 for t in TYPES_OF_MANA)  # type: ignore[return-value]


def single_units(mana: Mana) -> Iterator[str]:
    """The types of the single mana in `mana`, one entry for each."""
    for t, n in zip(TYPES_OF_MANA, mana):
        for _ in range(n):
            yield t
