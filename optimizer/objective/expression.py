"""The little language of `--maximize`: `100*opponent.poison - opponent.life + (10 if opponent.poison >= 9 else 0)`.

An expression is a tree of frozen dataclasses. `compile_to` folds it with any `Algebra`: with whole numbers it is `evaluate`, with
linear expressions of a solver it is the model's objective. `optimizer.objective.parser` makes trees of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, Union

from optimizer.objective.features import EndState, Feature, HasResult, read

# ---------------------------------------------------------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Constant:
    value: int


@dataclass(frozen=True, slots=True)
class Read:
    """The value of a feature of the end state."""

    feature: Feature


@dataclass(frozen=True, slots=True)
class Sum:
    terms: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    factor: int
    of: Number


@dataclass(frozen=True, slots=True)
class Minimum:
    of: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Maximum:
    of: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class IfElse:
    condition: Condition
    then: Number
    otherwise: Number


Number = Union[Constant, Read, Sum, Scale, Minimum, Maximum, IfElse]

# ---------------------------------------------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The number is at least `bound`. Every comparison is made of this one."""

    of: Number
    bound: int


@dataclass(frozen=True, slots=True)
class Not:
    of: Condition


@dataclass(frozen=True, slots=True)
class Both:
    """All of the conditions."""

    of: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of the conditions."""

    of: tuple[Condition, ...]


Condition = Union[AtLeast, Not, Both, Either]
Node = Union[Number, Condition]

# ---------------------------------------------------------------------------------------------------------------- folding

N = TypeVar("N")
"""A number of the algebra."""
L = TypeVar("L")
"""A literal (a truth value) of the algebra."""


class Algebra(Protocol[N, L]):
    """What numbers and literals are and how they combine. Every literal must be exact: true if and only if it holds."""

    def constant(self, value: int, /) -> N: ...
    def feature(self, feature: Feature, /) -> N: ...
    def add(self, terms: Sequence[N], /) -> N: ...
    def scale(self, factor: int, of: N, /) -> N: ...
    def minimum(self, of: Sequence[N], /) -> N: ...
    def maximum(self, of: Sequence[N], /) -> N: ...
    def if_else(self, condition: L, then: N, otherwise: N, /) -> N: ...
    def at_least(self, of: N, bound: int, /) -> L: ...
    def negate(self, of: L, /) -> L: ...
    def both(self, of: Sequence[L], /) -> L: ...
    def either(self, of: Sequence[L], /) -> L: ...


def compile_to(expression: Number, algebra: Algebra[N, L]) -> N:
    """The expression in the terms of an algebra."""

    def number(node: Number) -> N:
        match node:
            case Constant(value):
                return algebra.constant(value)
            case Read(feature):
                return algebra.feature(feature)
            case Sum(terms):
                return algebra.add([number(t) for t in terms])
            case Scale(factor, of):
                return algebra.scale(factor, number(of))
            case Minimum(several):
                return algebra.minimum([number(t) for t in several])
            case Maximum(several):
                return algebra.maximum([number(t) for t in several])
            case IfElse(condition, then, otherwise):
                return algebra.if_else(literal(condition), number(then), number(otherwise))

    def literal(node: Condition) -> L:
        match node:
            case AtLeast(of, bound):
                return algebra.at_least(number(of), bound)
            case Not(inner):
                return algebra.negate(literal(inner))
            case Both(several):
                return algebra.both([literal(c) for c in several])
            case Either(several):
                return algebra.either([literal(c) for c in several])

    return number(expression)


@dataclass(frozen=True, slots=True)
class OnState:
    """The algebra of whole numbers and truth values, reading features off a state."""

    state: EndState

    def constant(self, value: int) -> int:
        return value

    def feature(self, feature: Feature) -> int:
        return read(feature, self.state)

    def add(self, terms: Sequence[int]) -> int:
        return sum(terms)

    def scale(self, factor: int, of: int) -> int:
        return factor * of

    def minimum(self, of: Sequence[int]) -> int:
        return min(of)

    def maximum(self, of: Sequence[int]) -> int:
        return max(of)

    def if_else(self, condition: bool, then: int, otherwise: int) -> int:
        return then if condition else otherwise

    def at_least(self, of: int, bound: int) -> bool:
        return of >= bound

    def negate(self, of: bool) -> bool:
        return not of

    def both(self, of: Sequence[bool]) -> bool:
        return all(of)

    def either(self, of: Sequence[bool]) -> bool:
        return any(of)


def evaluate(expression: Number, state: EndState) -> int:
    """The value of an expression on an end state."""
    return compile_to(expression, OnState(state))


def magnitude(node: Number) -> int:
    """A bound of the value for features between -1 and 1: how large a factor the expression can give to anything."""
    match node:
        case Constant(value):
            return abs(value)
        case Read():
            return 1
        case Sum(terms):
            return sum(map(magnitude, terms))
        case Scale(factor, of):
            return abs(factor) * magnitude(of)
        case Minimum(several) | Maximum(several):
            return max(map(magnitude, several))
        case IfElse(condition, then, otherwise):
            return max(_compared(condition), magnitude(then), magnitude(otherwise))


def _compared(node: Condition) -> int:
    match node:
        case AtLeast(of, bound):
            return max(abs(bound), magnitude(of))
        case Not(inner):
            return _compared(inner)
        case Both(several) | Either(several):
            return max(map(_compared, several))


def features_of(node: Node) -> Iterator[Feature]:
    """The features that an expression reads, in order, repeated as often as they stand there."""
    match node:
        case Constant():
            pass
        case Read(feature):
            yield feature
        case Sum(several) | Minimum(several) | Maximum(several):
            for number in several:
                yield from features_of(number)
        case Both(conditions) | Either(conditions):
            for condition in conditions:
                yield from features_of(condition)
        case Scale(_, number) | AtLeast(number, _):
            yield from features_of(number)
        case Not(inner):
            yield from features_of(inner)
        case IfElse(condition, then, otherwise):
            yield from features_of(condition)
            yield from features_of(then)
            yield from features_of(otherwise)


def reads_result(expression: Number) -> bool:
    """Whether the expression speaks of winning, losing or a draw itself."""
    return any(isinstance(f, HasResult) for f in features_of(expression))


# ---------------------------------------------------------------------------------------------------------------- building


def add(*terms: Number) -> Number:
    """The sum, with sums inside opened and constants put together."""
    opened = [t for term in terms for t in (term.terms if isinstance(term, Sum) else (term,))]
    constant = sum(t.value for t in opened if isinstance(t, Constant))
    rest: list[Number] = [t for t in opened if not isinstance(t, Constant)]
    if constant or not rest:
        rest.append(Constant(constant))
    return rest[0] if len(rest) == 1 else Sum(tuple(rest))


def scale(factor: int, of: Number) -> Number:
    """The product of a plain number and an expression."""
    match of:
        case Constant(value):
            return Constant(factor * value)
        case Scale(inner, number):
            return scale(factor * inner, number)
        case Sum(terms):
            return add(*(scale(factor, t) for t in terms))
    return of if factor == 1 else Constant(0) if factor == 0 else Scale(factor, of)


def at_least(of: Number, bound: int) -> Condition:
    """`of >= bound`, constants moved to the right."""
    match of:
        case Sum((*terms, Constant(value))):
            return AtLeast(add(*terms), bound - value)
    return AtLeast(of, bound)


def negated(condition: Condition) -> Condition:
    return condition.of if isinstance(condition, Not) else Not(condition)


def compared(left: Number, comparison: str, right: Number) -> Condition:
    """A comparison of two numbers, made of `AtLeast`."""
    difference = add(left, scale(-1, right))
    above = at_least(difference, 1)
    match comparison:
        case ">":
            return above
        case "<=":
            return negated(above)
    from_equal = at_least(difference, 0)
    match comparison:
        case ">=":
            return from_equal
        case "<":
            return negated(from_equal)
        case "==":
            return Both((from_equal, negated(above)))
    return Either((negated(from_equal), above))
