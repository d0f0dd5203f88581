"""Reads the language of `--maximize` (`expression.lark`).

Text never reaches Python: the grammar knows numbers, features and a few operators, and nothing else. Size and depth are limited.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from engine.words import MAIN_COUNTERS, is_counter
from optimizer.objective.expression import (
    AtLeast,
    Both,
    Condition,
    Constant,
    Either,
    IfElse,
    Maximum,
    Minimum,
    Node,
    Not,
    Number,
    Read,
    Scale,
    Sum,
    add,
    compared,
    features_of,
    magnitude,
    negated,
    scale,
)
from optimizer.objective.features import (
    PLAYER_WORDS,
    PLAYERS,
    RESULT_WORDS,
    HasResult,
    NamedPermanents,
    PermanentCounters,
    PlayerCounters,
    player_feature,
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
