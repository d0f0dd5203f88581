"""The expression language of --maximize: what it means, and that bad text is one clean error."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.objects import OPPONENT, YOU, Player, Result
from engine.vocabulary import CardDefinition
from optimizer.objective import ExpressionError, evaluate, parse
from optimizer.objective.expression import compile_to, features_of, reads_result
from optimizer.objective.features import HasResult, PermanentCounters, PlayerCounters, PlayerNumber
from tests.objective_fakes import FakeState, permanent, state

WALKER = CardDefinition("Vraska, Betrayal's Sting", types=frozenset({"Planeswalker"}))
BEAR = CardDefinition("Grizzly Bears", types=frozenset({"Creature"}), power=2, toughness=2)
ROCK = CardDefinition("Sol Ring", types=frozenset({"Artifact"}))


@pytest.fixture
def board() -> FakeState:
    return state(
        permanent(2, WALKER, counters=(("loyalty", 5),)),
        permanent(3, BEAR, counters=(("p1p1", 1),), tapped=True, label="big"),
        permanent(4, BEAR, controller=OPPONENT, counters=(("p1p1", 3), ("stun", 1))),
        permanent(5, ROCK),
        you=Player(life=9, counters=(("energy", 4),)),
        opponent=Player(life=17, counters=(("poison", 8),)),
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("""100*opponent.poison + 8*loyalty("Vraska, Betrayal's Sting") - opponent.life""", 800 + 40 - 17),
        ("10 if opponent.poison >= 9 else 0", 0),
        ("10 if opponent.poison >= 8 else 0", 10),
        ("you.life - -3 * 2 + +1", 16),
        ("2*(you.life - 4)*3", 30),
        ("1 + 2 * 3 - 4", 3),
        ("you.energy + you.poison", 4),
        ('you.counters("energy")', 4),
        ('counters("Grizzly Bears", "p1p1")', 4),
        ('you.counters("Grizzly Bears", "p1p1")', 1),
        ('opponent.counters("Grizzly Bears", "stun")', 1),
        ('counters("big", "p1p1")', 1),
        ('count("Grizzly Bears")', 2),
        ('opponent.count("Grizzly Bears")', 1),
        ('untapped("Grizzly Bears")', 1),
        ("you.permanents + 10*you.creatures + 100*you.artifacts + 1000*opponent.lands", 3 + 10 + 100),
        ("you.planeswalkers", 1),
        ("you.power + 10*opponent.power", 3 + 50),
        ("min(you.life, opponent.life, 30) + max(1, 2)", 11),
        ("won", 0),
        ("1 if not won and not lost else 2", 1),
        ("1 if you.life < 9 or you.life > 9 else 2", 2),
        ("1 if you.life == 9 and opponent.life != 9 else 2", 1),
        ("1 if 9 <= you.life < 10 else 2", 1),
        ("5*(you.life <= 9)", 5),
        ("1 if won else 2 if lost else 3", 3),
        ("(1 if won else 2) if lost else\n 3", 3),
        ("1 if not (won or lost) else 2", 1),
        ("you.hand + you.library + you.graveyard + you.exile", 0),
    ],
)
def test_value(board: FakeState, text: str, value: int) -> None:
    assert evaluate(parse(text), board) == value


def test_results() -> None:
    for result in Result:
        over = state(result=result)
        assert evaluate(parse("100*won + 10*draw + lost"), over) == {"won": 100, "draw": 10, "lost": 1, "none": 0}[result.value]


def test_features_are_listed_and_results_noticed() -> None:
    tree = parse('max(you.life, 3) if won or opponent.poison > 2 else -loyalty("Karn")')
    assert list(features_of(tree)) == [
        HasResult(Result.WON),
        PlayerCounters(OPPONENT, "poison"),
        PlayerNumber(YOU, "life"),
        PermanentCounters("Karn", "loyalty"),
    ]
    assert reads_result(tree)
    assert not reads_result(parse("you.life"))


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("1 +", 4, "ends too early"),
        ("", None, "empty"),
        ("  \n", None, "empty"),
        ("you.lief", 5, "did you mean life"),
        ("opponnent.life", 1, "did you mean opponent"),
        ("poison", 1, "did you mean you.poison or opponent.poison"),
        ("you.loyalty", 5, 'loyalty needs a name: loyalty("Card")'),
        ("3 + coutn('a')", 5, "did you mean count"),
        ('loyalty("Karn', 9, "quote is not closed"),
        ("you.life*you.life", 9, "plain number"),
        ("you.life @ 3", 10, "'@' has no meaning here"),
        ("you.life ** 2", 11, "does not fit here"),
        ("(you.life", 10, "ends too early"),
        ("you.life)", 9, "does not fit here"),
        ("1 if 2 else 3", 6, "a condition"),
        ("1 if won", 9, "ends too early"),
        ("won and 3", 9, "a condition"),
        ("min()", 1, "min takes numbers"),
        ("min('a')", 1, "min takes numbers"),
        ("count(3)", 7, "words in quotes"),
        ("count()", 1, 'count("Card")'),
        ('counters("Sol Ring")', 1, 'counters("Card", "kind")'),
        ('counters("Sol Ring", "chrage")', 22, "did you mean charge"),
        ('you.counters("posion")', 14, "did you mean poison"),
        ("99999999999", 1, "too large"),
        ("1000000 * (1000000 * you.life + 1)", 1, "too large"),
        ("max(900000000, 1) + 900000000*you.life", None, "too large"),
        ("9" * 3_000, 1, "too large"),
        ("(" * 4_000, 4_001, "ends too early"),
        ("(" * 1_000_000, None, "too long"),
        ("not " * 900 + "won", None, "deeply nested"),
        ("1 if won else " * 200 + "3", None, "deeply nested"),
        ("min(" * 200 + "1" + ")" * 200, None, "deeply nested"),
        ("__import__('os').system('true')", None, ""),
        ("you.__class__", 5, "not a feature"),
        ("[1 for x in (1,)]", 1, "no meaning here"),
        ("lambda: 1", 7, "no meaning here"),
        ("1.5", 2, "does not fit here"),
        ("\x00\ufeff💀", 1, "no meaning here"),
    ],
)
def test_bad_text_is_one_clear_error(text: str, column: int | None, words: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 300
    if column is not None:
        assert caught.value.column == column


def test_unknown_names_are_errors_where_names_are_known() -> None:
    parse('count("Sol Ring")', names=["Sol Ring"])
    with pytest.raises(ExpressionError, match="did you mean Sol Ring"):
        parse('count("Sol Rign")', names=["Sol Ring"])


@given(st.text(alphabet="you.life opnt+-*<>=()\"'ifelsandr0123456789,win", max_size=60) | st.text(max_size=40))
def test_any_text_is_an_expression_or_an_error(text: str) -> None:
    try:
        tree = parse(text)
    except ExpressionError:
        return
    assert isinstance(evaluate(tree, state()), int)


# ------------------------------------------------------------------------------------------------------ against plain arithmetic

numbers = st.recursive(
    st.integers(0, 30).map(str) | st.sampled_from(["you.life", "opponent.life", "opponent.poison"]),
    lambda inner: (
        st.tuples(inner, st.sampled_from(["+", "-"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
        | st.tuples(st.integers(0, 5), inner).map(lambda t: f"{t[0]} * {t[1]}")
        | inner.map(lambda t: f"-{t}")
        | st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})")
        | st.tuples(inner, inner, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), inner, inner).map(
            lambda t: f"({t[0]} if {t[1]} {t[2]} {t[3]} and not {t[3]} > 7 else {t[4]})"
        )
    ),
    max_leaves=12,
)


@dataclass
class _Number:
    life: int
    poison: int = field(default=0)


@given(numbers, st.integers(0, 20), st.integers(0, 20), st.integers(0, 10))
def test_agrees_with_python_on_what_both_understand(text: str, mine: int, theirs: int, poison: int) -> None:
    meant = eval(text, {"you": _Number(mine), "opponent": _Number(theirs, poison), "min": min, "max": max})
    start = state(you=Player(life=mine), opponent=Player(life=theirs, counters=(("poison", poison),) if poison else ()))
    assert evaluate(parse(text), start) == meant


class _Written:
    """An algebra whose numbers and literals are text: shows that a fold needs nothing but the algebra."""

    def constant(self, value: int) -> str:
        return str(value)

    def feature(self, feature: object) -> str:
        return type(feature).__name__

    def add(self, terms: list[str]) -> str:
        return " + ".join(terms)

    def scale(self, factor: int, of: str) -> str:
        return f"{factor}({of})"

    def minimum(self, of: list[str]) -> str:
        return f"min{of}"

    def maximum(self, of: list[str]) -> str:
        return f"max{of}"

    def if_else(self, condition: str, then: str, otherwise: str) -> str:
        return f"[{condition} ? {then} : {otherwise}]"

    def at_least(self, of: str, bound: int) -> str:
        return f"{of} >= {bound}"

    def negate(self, of: str) -> str:
        return f"not({of})"

    def both(self, of: list[str]) -> str:
        return " & ".join(of)

    def either(self, of: list[str]) -> str:
        return " | ".join(of)


def test_one_tree_serves_any_algebra() -> None:
    tree = parse("3 + 2*you.life if opponent.poison > 8 or not you.life < 3 else 0")
    assert compile_to(tree, _Written()) == "[PlayerCounters >= 9 | PlayerNumber >= 3 ? 2(PlayerNumber) + 3 : 0]"
