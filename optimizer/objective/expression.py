"""The little language of `--maximize`: `100*opponent.poison - opponent.life + (10 if opponent.poison >= 9 else 0)`.

`parse` turns text into a tree of frozen dataclasses; `compile_to` folds the tree with any `Algebra`: with whole numbers it is
`evaluate`, with linear expressions of a solver it is the model's objective. Text never reaches Python: the grammar
(`expression.lark`) knows numbers, features and a few operators, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Protocol, TypeVar, Union

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from engine.words import MAIN_COUNTERS, is_counter
from optimizer.objective.features import (
    PLAYER_WORDS,
    PLAYERS,
    RESULT_WORDS,
    EndState,
    Feature,
    HasResult,
    NamedPermanents,
    PermanentCounters,
    PlayerCounters,
    player_feature,
    read,
)

LONGEST = 4_000
"""Characters an expression may have."""

DEEPEST = 60
"""How deep conditions, choices, sums, `min` and `max` may stand in each other."""

LINE_BREAKS = str.maketrans("\n\r\f\v", "    ")
"""Read as blanks, so that columns count through."""

LARGEST = 1_000_000_000
"""The largest number, and the largest factor that the parts of an expression may add up to."""


class ExpressionError(ValueError):
    """Text that is not an expression.

    Attributes:
        reason: what is wrong, in words for people.
        column: where, counted from 1; None if it concerns the text as a whole.
        near: names that may have been meant.
    """

    def __init__(self, reason: str, column: int | None = None, near: Sequence[str] = ()) -> None:
        where = f"column {column}: " if column else ""
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"{where}{reason}{meant}")
        self.reason = reason
        self.column = column
        self.near = tuple(near)


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


# ---------------------------------------------------------------------------------------------------------------- parsing


@dataclass(frozen=True, slots=True)
class _Part:
    """A node with the column it begins at and how deep it is."""

    node: Node
    column: int
    depth: int = 1

    def __post_init__(self) -> None:
        if self.depth > DEEPEST:
            raise ExpressionError(f"too deeply nested (at most {DEEPEST} levels)", self.column)
        if isinstance(self.node, Constant | Sum | Scale) and magnitude(self.node) > LARGEST:
            raise ExpressionError(f"the numbers in it are too large (at most {LARGEST})", self.column)

    @property
    def number(self) -> Number:
        if isinstance(self.node, AtLeast | Not | Both | Either):
            return IfElse(self.node, Constant(1), Constant(0))
        return self.node

    @property
    def condition(self) -> Condition:
        if isinstance(self.node, AtLeast | Not | Both | Either):
            return self.node
        if isinstance(self.node, Read) and isinstance(self.node.feature, HasResult):
            return AtLeast(self.node, 1)
        raise ExpressionError("a condition such as `opponent.poison >= 9` is needed here", self.column)


def _part(node: Node, *parts: _Part) -> _Part:
    deeper = 0 if isinstance(node, Sum | Scale | Constant | Read) else 1
    return _Part(node, parts[0].column, max(p.depth for p in parts) + deeper)


def _near(word: str, known: Collection[str]) -> list[str]:
    by_folded = {k.casefold(): k for k in known}
    return [by_folded[m] for m in get_close_matches(word.casefold(), list(by_folded), n=3)]


PLAIN_WORDS = (*RESULT_WORDS, "min", "max")
EXAMPLES = {
    "counters": 'counters("Card", "kind")',
    "loyalty": 'loyalty("Card")',
    "count": 'count("Card")',
    "untapped": 'untapped("Card")',
}
NAMED_FEATURES = tuple(EXAMPLES)
"""Features of permanents by name, alone (anyone's) or after `you.` or `opponent.`."""


@v_args(inline=True)
class _Builder(Transformer[Token, _Part]):
    """Builds the tree as the parser goes, so that nothing recurses over what has been written."""

    def number(self, token: Token) -> _Part:
        if len(token) > len(str(LARGEST)):
            raise ExpressionError(f"the numbers in it are too large (at most {LARGEST})", token.column)
        return _Part(Constant(int(token)), token.column or 1)

    def add(self, left: _Part, _: Token, right: _Part) -> _Part:
        return _part(add(left.number, right.number), left, right)

    def subtract(self, left: _Part, _: Token, right: _Part) -> _Part:
        return _part(add(left.number, scale(-1, right.number)), left, right)

    def multiply(self, left: _Part, star: Token, right: _Part) -> _Part:
        match left.number, right.number:
            case (Constant(factor), other) | (other, Constant(factor)):
                return _part(scale(factor, other), left, right)
        raise ExpressionError("one side of * must be a plain number", star.column)

    def minus(self, _: Token, of: _Part) -> _Part:
        return _part(scale(-1, of.number), of)

    def plus(self, _: Token, of: _Part) -> _Part:
        return _part(of.number, of)

    def compare(self, first: _Part, *rest: _Part | Token) -> _Part:
        numbers = [first, *(p for p in rest[1::2] if isinstance(p, _Part))]
        conditions = tuple(compared(numbers[i].number, str(sign), numbers[i + 1].number) for i, sign in enumerate(rest[::2]))
        return _part(conditions[0] if len(conditions) == 1 else Both(conditions), *numbers)

    def negate(self, _: Token, of: _Part) -> _Part:
        return _part(negated(of.condition), of)

    def both(self, *of: _Part) -> _Part:
        return _part(Both(tuple(p.condition for p in of)), *of)

    def either(self, *of: _Part) -> _Part:
        return _part(Either(tuple(p.condition for p in of)), *of)

    def if_else(self, then: _Part, condition: _Part, otherwise: _Part) -> _Part:
        return _part(IfElse(condition.condition, then.number, otherwise.number), then, condition, otherwise)

    def string(self, token: Token) -> Token:
        return token

    def arguments(self, *arguments: _Part | Token) -> tuple[_Part | Token, ...]:
        return arguments

    def word(self, *tokens: Token) -> _Part:
        *before, word = tokens
        column = tokens[0].column or 1
        if before:
            player = self._player(before[0])
            feature = player_feature(player, str(word))
            if feature is None:
                self._needs_name(word)
                known = (*PLAYER_WORDS, *NAMED_FEATURES)
                raise ExpressionError(f"{before[0]}.{word} is not a feature", word.column, _near(word, known))
            return _Part(Read(feature), column)
        if word in RESULT_WORDS:
            return _Part(Read(HasResult(RESULT_WORDS[word])), column)
        self._needs_name(word)
        known = (*PLAIN_WORDS, *NAMED_FEATURES, *PLAYERS)
        near = [f"{player}.{word}" for player in PLAYERS] if word in PLAYER_WORDS else _near(word, known)
        raise ExpressionError(f"{word} is not a feature", column, near)

    def call(self, *children: Token | tuple[_Part | Token, ...]) -> _Part:
        *tokens, arguments = children
        *before, function = (t for t in tokens if isinstance(t, Token) and t.type == "WORD")
        assert isinstance(arguments, tuple)
        player = self._player(before[0]) if before else None
        column = (before[0] if before else function).column or 1
        if player is None and function in ("min", "max"):
            return self._extreme(function, arguments)
        if function == "counters" and player is not None and len(arguments) == 1:
            return _Part(Read(PlayerCounters(player, self._kind(function, arguments, 0))), column)
        if function not in NAMED_FEATURES:
            near = _near(function, NAMED_FEATURES)
            raise ExpressionError(f"{function} is not a feature of named permanents", function.column, near)
        if len(arguments) != EXAMPLES[function].count('"') // 2:
            raise ExpressionError(f"it is written {EXAMPLES[function]}", function.column)
        name = self._text(function, arguments, 0)
        if function == "counters":
            return _Part(Read(PermanentCounters(name, self._kind(function, arguments, 1), player)), column)
        if function == "loyalty":
            return _Part(Read(PermanentCounters(name, "loyalty", player)), column)
        return _Part(Read(NamedPermanents(name, player, untapped=function == "untapped")), column)

    def _needs_name(self, word: Token) -> None:
        if word in NAMED_FEATURES:
            raise ExpressionError(f"{word} needs a name: {EXAMPLES[word]}", word.column)

    def _extreme(self, function: Token, arguments: tuple[_Part | Token, ...]) -> _Part:
        parts = [a for a in arguments if isinstance(a, _Part)]
        if not parts or len(parts) < len(arguments):
            raise ExpressionError(f"{function} takes numbers", function.column)
        several = tuple(p.number for p in parts)
        return _part(Minimum(several) if function == "min" else Maximum(several), *parts)

    def _player(self, word: Token) -> int:
        if word not in PLAYERS:
            raise ExpressionError(f"{word} is not a player", word.column, _near(word, PLAYERS) or list(PLAYERS))
        return PLAYERS[word]

    def _kind(self, function: Token, arguments: tuple[_Part | Token, ...], index: int) -> str:
        kind = self._text(function, arguments, index)
        if not is_counter(kind):
            token = arguments[index]
            column = token.column if isinstance(token, Token) else None
            raise ExpressionError(f"there are no {kind!r} counters", column, _near(kind, MAIN_COUNTERS))
        return kind

    def _text(self, function: Token, arguments: tuple[_Part | Token, ...], index: int) -> str:
        argument = arguments[index]
        if isinstance(argument, _Part):
            raise ExpressionError(f'{function} takes words in quotes: {function}("...")', argument.column)
        return str(argument)[1:-1]


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = files(__package__).joinpath("expression.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", transformer=_Builder(), maybe_placeholders=False)


def parse(text: str, names: Collection[str] | None = None) -> Number:
    """The tree of an expression.

    `names`: the names of cards, tokens and `id`s there are; any other name in quotes is then an error.

    Raises:
        ExpressionError: the text is not an expression, names an unknown feature or card, or is too large.
    """
    if len(text) > LONGEST:
        raise ExpressionError(f"the expression is too long ({len(text)} characters, at most {LONGEST})")
    if not text.strip():
        raise ExpressionError("the expression is empty")
    build: Callable[[str], object] = _parser().parse
    try:
        part = build(text.translate(LINE_BREAKS))
    except UnexpectedInput as error:
        raise _readable(error, text) from None
    assert isinstance(part, _Part)
    if magnitude(part.number) > LARGEST:
        raise ExpressionError(f"the numbers in it are too large (at most {LARGEST})")
    if names is not None:
        _check_names(part.number, names, text)
    return part.number


def _check_names(expression: Number, names: Collection[str], text: str) -> None:
    for feature in features_of(expression):
        if isinstance(feature, PermanentCounters | NamedPermanents) and feature.name not in names:
            column = text.find(feature.name) + 1
            raise ExpressionError(f"there is no card or id {feature.name!r}", column, _near(feature.name, names))


def _readable(error: UnexpectedInput, text: str) -> ExpressionError:
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return ExpressionError("the expression ends too early", len(text) + 1)
    column = (error.pos_in_stream or 0) + 1
    if isinstance(error, UnexpectedToken):
        return ExpressionError(f"{str(error.token)!r} does not fit here", column)
    if isinstance(error, UnexpectedCharacters):
        unclosed = error.char in "\"'"
        return ExpressionError("a quote is not closed" if unclosed else f"{error.char!r} has no meaning here", column)
    return ExpressionError("this is not an expression")
