"""A thin layer over CP-SAT's `CpModel`: literals that may be constants, and the few idioms that every encoding uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Union

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import LinearExpr
from ortools.sat.python.cp_model_helper import Literal as BooleanVariable

from optimizer.objective.table import Table

Literal = Union[BooleanVariable, bool]
"""A Boolean variable or its negation, or a constant."""

Linear = Union[LinearExpr, int]
"""A linear expression or a number. Never use `+=` on one: it changes the expression in place, and `0 + e` and `1 * e` are `e`."""


@dataclass(frozen=True)
class Amount:
    """A linear expression that is never negative, with the most it can be (the big-M of its gates)."""

    expr: Linear = 0
    most: int = 0

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.expr + other.expr, self.most + other.most)

    def times(self, factor: int) -> Amount:
        return Amount(self.expr * factor, self.most * factor)

    @property
    def is_zero(self) -> bool:
        return self.most == 0


ZERO = Amount()


def total(amounts: Iterable[Amount]) -> Amount:
    parts = list(amounts)
    return Amount(sum((a.expr for a in parts), 0), sum(a.most for a in parts))


def amount(literal: Literal) -> Amount:
    """1 where the literal holds, else 0."""
    return Amount(int(literal), int(literal)) if isinstance(literal, bool) else Amount(literal, 1)


def negation(literal: Literal) -> Literal:
    return (not literal) if isinstance(literal, bool) else literal.Not()


class Program:
    """A constraint program under construction."""

    def __init__(self) -> None:
        self.cp = cp_model.CpModel()
        self._conjunctions: dict[tuple[int, ...], cp_model.IntVar] = {}
        self._gated: dict[tuple[int, int], Amount] = {}
        self._limited: dict[tuple[int, int], Amount] = {}

    # ------------------------------------------------------------------------------------------------ variables

    def literal(self, name: str = "") -> cp_model.IntVar:
        return self.cp.new_bool_var(name)

    def integer(self, least: int, most: int, name: str = "") -> cp_model.IntVar:
        return self.cp.new_int_var(least, most, name)

    def amount(self, most: int, name: str = "") -> Amount:
        return Amount(self.integer(0, most, name), most) if most else ZERO

    # ------------------------------------------------------------------------------------------------ logic

    def all_of(self, literals: Iterable[Literal]) -> Literal:
        """A literal that holds exactly if all do."""
        kept: dict[int, BooleanVariable] = {}
        for lit in literals:
            if lit is False:
                return False
            if not isinstance(lit, bool):
                kept[lit.index] = lit
        if not kept:
            return True
        if len(kept) == 1:
            return next(iter(kept.values()))
        if any(lit.Not().index in kept for lit in kept.values()):
            return False
        key = tuple(sorted(kept))
        if key not in self._conjunctions:
            both = self.literal()
            self.cp.add_bool_and(list(kept.values())).only_enforce_if(both)
            self.cp.add_bool_or([*(lit.Not() for lit in kept.values()), both])
            self._conjunctions[key] = both
        return self._conjunctions[key]

    def any_of(self, literals: Iterable[Literal]) -> Literal:
        """A literal that holds exactly if one does."""
        return negation(self.all_of(negation(lit) for lit in literals))

    def implies(self, when: Literal, then: Literal) -> None:
        self.forbid(when, negation(then))

    def forbid(self, *literals: Literal) -> None:
        """Not all of the literals hold."""
        if any(lit is False for lit in literals):
            return
        self.cp.add_bool_or([negation(lit) for lit in literals if not isinstance(lit, bool)])

    def add(self, constraint: cp_model.BoundedLinearExpression | bool, *when: Literal) -> None:
        """The constraint holds, where all of `when` do."""
        if any(lit is False for lit in when):
            return
        if isinstance(constraint, bool):
            if not constraint:
                self.forbid(*when)
            return
        added = self.cp.add(constraint)
        needed = [lit for lit in when if not isinstance(lit, bool)]
        if needed:
            added.only_enforce_if(needed)

    # ------------------------------------------------------------------------------------------------ numbers

    def named(self, amount: Amount) -> Amount:
        """One variable for a sum that is read in many places."""
        if isinstance(amount.expr, (int, cp_model.IntVar)):
            return amount
        variable = self.integer(0, amount.most)
        self.add(variable == amount.expr)
        return Amount(variable, amount.most)

    def up_to(self, amount: Amount) -> Amount:
        """One variable for anything up to a sum, for reads that need no more than "at least"."""
        if isinstance(amount.expr, (int, cp_model.IntVar)):
            return amount
        limited = self.integer(0, amount.most)
        self.add(limited <= amount.expr)
        return Amount(limited, amount.most)

    @staticmethod
    def range(expr: Linear) -> tuple[int, int]:
        """The least and the most that the expression can be, as far as the domains of its variables tell."""
        if isinstance(expr, int):
            return expr, expr
        flat = cp_model.FlatIntExpr(expr)
        least = most = flat.offset
        for variable, factor in zip(flat.vars, flat.coeffs, strict=True):
            ends = factor * variable.domain.min(), factor * variable.domain.max()
            least, most = least + min(ends), most + max(ends)
        return least, most

    def choice(self, of: Sequence[tuple[Linear, Sequence[Literal]]], least: int, most: int, name: str = "") -> Linear:
        """An expression between `least` and `most` that equals each of these where all of its literals hold."""
        chosen = self.integer(least, most, name)
        for expr, when in of:
            self.add(chosen == expr, *when)
        return chosen

    def where(self, literal: Literal, expr: Linear, least: int, most: int, signed: bool) -> Linear:
        """The expression where the literal holds, else 0. Where it holds, the expression is between `least` and `most`;
        `signed`: it is of one sign everywhere, that of these."""
        if isinstance(literal, bool):
            return expr if literal else 0
        if isinstance(expr, int):
            return expr * literal
        left = self.integer(min(0, least), max(0, most))
        self.add(left == expr, literal)
        self.add(left <= max(0, most) * literal)
        self.add(left >= min(0, least) * literal)
        if signed and 0 <= least < most:
            self.add(left <= expr)
        if signed and least < most <= 0:
            self.add(left >= expr)
        return left

    def gate(self, amount: Amount, literal: Literal) -> Amount:
        """The amount where the literal holds, else 0; exactly."""
        if literal is True or amount.is_zero:
            return amount
        if literal is False:
            return ZERO
        assert not isinstance(literal, bool)
        if isinstance(amount.expr, int):
            return Amount(amount.expr * literal, amount.most)
        if amount.most == 1 and isinstance(amount.expr, cp_model.IntVar):
            return Amount(self.all_of([amount.expr, literal]), 1)
        key = (amount.expr.index, literal.index) if isinstance(amount.expr, cp_model.IntVar) else None
        if key is not None and key in self._gated:
            return self._gated[key]
        gated = Amount(self.integer(0, amount.most), amount.most)
        self.add(gated.expr == amount.expr, literal)
        self.add(gated.expr <= amount.most * literal)
        if key is not None:
            self.add(gated.expr <= amount.expr)  # says nothing new, except to the linear relaxation
            self._gated[key] = gated
        return gated

    def at_most(self, amount: Amount, literal: Literal) -> Amount:
        """Anything up to the amount where the literal holds, else 0: for reads that need no more than "at least". It is only ever
        bounded from above, so all who read the same share it."""
        if literal is True or amount.is_zero:
            return amount
        if literal is False:
            return ZERO
        assert not isinstance(literal, bool)
        if isinstance(amount.expr, int):
            return Amount(amount.expr * literal, amount.most)
        amount = self.up_to(amount)
        key = (amount.expr.index, literal.index)  # type: ignore[union-attr]
        if key not in self._limited:
            limited = self.integer(0, amount.most)
            self.add(limited <= amount.expr)
            self.add(limited <= amount.most * literal)
            self._limited[key] = Amount(limited, amount.most)
        return self._limited[key]

    def reaches(self, expr: Linear, least: int) -> Literal:
        """A literal that holds exactly if the expression is at least that much."""
        if isinstance(expr, int):
            return expr >= least
        literal = self.literal()
        self.add(expr >= least, literal)
        self.add(expr <= least - 1, literal.Not())
        return literal

    def worth(self, expr: Linear, table: Table, least: int, most: int) -> Linear:
        """`table.value(expr)` for an expression between `least` and `most`, as a linear expression.

        The table is the sum of its first slope and, for each change of slope at a point, that change times what lies above.
        """
        if isinstance(expr, int):
            return table.value(expr)
        value: Linear = table.pieces[0][1] * expr
        for (_, before), (above, each) in zip(table.pieces, table.pieces[1:], strict=False):
            if above >= most or each == before:
                continue
            if above < least:
                value = value + (each - before) * (expr - above)
                continue
            over = self.integer(0, most - above)
            self.cp.add_max_equality(over, [0, expr - above])
            value = value + (each - before) * over
        return value
