"""Scoring functions: what is better than what, and that every score is the sum of its parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards.library import CardPool
from engine.objects import OPPONENT, YOU, Card, Counters, Player, Result, count_of
from engine.vocabulary import CardDefinition
from optimizer.objective import ExpressionError, Scoring, WeightsError, parse, parse_overrides, profile_names
from optimizer.objective.features import PLAYER_NUMBERS
from tests.objective_fakes import FakeState, permanent, state

VALUE = Scoring.profile("value")


def card(name: str) -> CardDefinition:
    return CardPool.bundled().get(name)


def player(life: int = 9, hand: int = 0, **counters: int) -> Player:
    cards = tuple(Card(100 + i, card("Divination"), YOU) for i in range(hand))
    return Player(life=life, hand=cards, counters=tuple(sorted(counters.items())))


def better(a: FakeState, b: FakeState, scoring: Scoring = VALUE) -> bool:
    return scoring.evaluate(a) > scoring.evaluate(b)


def with_counters(name: str, controller: int = YOU, **counters: int) -> FakeState:
    return state(permanent(2, card(name), controller, tuple(sorted(counters.items()))))


# ---------------------------------------------------------------------------------------------------- what is better than what


@pytest.mark.parametrize("profile", profile_names())
@pytest.mark.parametrize("poison", range(9))
def test_one_more_poison_on_the_opponent_is_better(profile: str, poison: int) -> None:
    scoring = Scoring.profile(profile)
    assert better(state(opponent=player(poison=poison + 1)), state(opponent=player(poison=poison)), scoring)
    assert better(state(you=player(poison=poison)), state(you=player(poison=poison + 1)), scoring)


@pytest.mark.parametrize(
    ("name", "kind", "good"),
    [
        ("Grizzly Bears", "p1p1", True),
        ("Serra Angel", "m1m1", False),
        ("Serra Angel", "stun", False),
        ("Serra Angel", "finality", False),
        ("Serra Angel", "lifelink", True),
        ("Serra Angel", "shield", True),
        ("Everflowing Chalice", "charge", True),
        ("Everflowing Chalice", "something new", True),
        ("Vraska, Betrayal's Sting", "loyalty", True),
        ("Blastoderm", "fade", True),
    ],
)
def test_counters_are_good_or_bad_for_the_one_who_has_them(name: str, kind: str, good: bool) -> None:
    mine = with_counters(name, YOU, **{kind: 1})
    theirs = with_counters(name, OPPONENT, **{kind: 1})
    assert better(mine, with_counters(name, YOU)) == good
    assert better(theirs, with_counters(name, OPPONENT)) != good


def test_a_keyword_counter_counts_once() -> None:
    two = with_counters("Serra Angel", lifelink=2)
    assert VALUE.evaluate(two) == VALUE.evaluate(with_counters("Serra Angel", lifelink=1))


def test_power_and_toughness_counters_by_what_they_change() -> None:
    bear = VALUE.permanent_value(card("Grizzly Bears"), mine=True, token=False)
    assert bear.counter_table("p1p1").value(3) == -bear.counter_table("m1m1").value(3)
    assert bear.counter_table("p2p0").value(1) + bear.counter_table("p0p2").value(1) == bear.counter_table("p1p1").value(2)
    assert VALUE.permanent_value(card("Sol Ring"), mine=True, token=False).counter_table("p1p1").is_zero


def test_loyalty_is_worth_more_near_the_ultimate() -> None:
    table = VALUE.permanent_value(card("Nicol Bolas, Planeswalker"), mine=True, token=False).counter_table("loyalty")
    assert table.each(9) == table.each(7) > table.each(6) == table.each(1) > table.each(10)
    karn = VALUE.permanent_value(card("Karn, Scion of Urza"), mine=True, token=False).counter_table("loyalty")
    assert karn.is_linear


def test_counters_that_win_the_game_are_worth_more_near_the_end() -> None:
    table = VALUE.permanent_value(card("Darksteel Reactor"), mine=True, token=False).counter_table("charge")
    assert table.each(20) > table.each(10) > table.each(21)


def test_life_matters_more_when_it_is_low_and_attackers_wait() -> None:
    table = VALUE.player_table(YOU, "life")
    assert table.is_concave
    assert table.each(2) > table.each(9) > table.each(25) > 0
    attacked = VALUE.at(state(permanent(2, card("Colossal Dreadmaw"), OPPONENT), permanent(3, card("Serra Angel"), YOU)))
    assert attacked.attack == 6
    guarded = attacked.player_table(YOU, "life")
    assert guarded.is_concave
    assert guarded.each(6) > table.each(6)
    assert guarded.each(7) == table.each(7)


def test_mana_is_paid_before_life() -> None:
    assert better(state(you=player(life=9, hand=2)), state(you=player(life=7, hand=2)))


def test_two_cards_for_two_life_and_one_card() -> None:
    assert better(state(you=player(life=7, hand=2)), state(you=player(life=9, hand=1)))
    assert better(state(you=player(life=3, hand=1)), state(you=player(life=1, hand=2)))


def test_cards_pay_for_what_they_do() -> None:
    nothing = state(you=player(hand=1))
    assert better(state(permanent(2, card("Island")), you=player()), nothing)
    assert better(state(permanent(2, card("Grizzly Bears")), you=player()), nothing)
    assert better(state(you=player(hand=2)), nothing)
    assert not better(state(permanent(2, card("Everflowing Chalice")), you=player()), nothing)
    assert better(state(permanent(2, card("Everflowing Chalice"), counters=(("charge", 1),)), you=player()), nothing)


def test_tapping_and_floating_mana_are_worth_nothing() -> None:
    ready = state(permanent(2, card("Island")), you=Player())
    spent = state(permanent(2, card("Island"), tapped=True), you=Player(mana=(0, 3, 0, 0, 0, 0)))
    assert VALUE.evaluate(ready) == VALUE.evaluate(spent)


@pytest.mark.parametrize("profile", profile_names())
def test_results_outweigh_everything(profile: str) -> None:
    scoring = Scoring.profile(profile)
    riches = [permanent(i, card("Serra Angel"), counters=(("p1p1", 200),)) for i in range(2, 60)]
    poor, rich = player(life=0), player(life=900, hand=60, energy=99, experience=99)
    won = state(you=poor, opponent=rich, result=Result.WON)
    best, worst = state(*riches, you=rich, opponent=poor), state(you=poor, opponent=rich)
    draw = state(*riches, you=rich, opponent=poor, result=Result.DRAW)
    lost = state(*riches, you=rich, opponent=poor, result=Result.LOST)
    assert scoring.evaluate(won) > scoring.evaluate(best)
    assert scoring.evaluate(worst) > scoring.evaluate(draw)
    assert better(draw, lost, scoring)


def test_every_won_game_is_worth_the_same() -> None:
    scoring = Scoring.profile("win")
    more, less = (scoring.evaluate(state(you=player(life=life), result=Result.WON)) for life in (9, 7))
    assert more == less == scoring.most


def test_profiles_differ_in_what_comes_first() -> None:
    more_poison = state(opponent=player(life=20, poison=4))
    less_life = state(opponent=player(life=17, poison=3))
    assert better(more_poison, less_life, Scoring.profile("poison"))
    assert better(less_life, more_poison, Scoring.profile("damage"))


# --------------------------------------------------------------------------------------------------------------- sums of parts

counters = st.dictionaries(
    st.sampled_from(["p1p1", "m1m1", "stun", "charge", "flying", "loyalty"]), st.integers(1, 12), max_size=3
)
players = st.builds(
    player,
    life=st.integers(-3, 40),
    hand=st.integers(0, 9),
    poison=st.integers(1, 9),
    energy=st.integers(1, 5),
)
permanents = st.builds(
    lambda name, controller, counted, token: (card(name), controller, tuple(sorted(counted.items())), token),
    st.sampled_from(["Grizzly Bears", "Vraska, Betrayal's Sting", "Sol Ring", "Island", "Darksteel Reactor"]),
    st.sampled_from([YOU, OPPONENT]),
    counters,
    st.booleans(),
)
states = st.builds(
    lambda ps, you, opponent, result: state(
        *(permanent(i, d, c, k, token=t) for i, (d, c, k, t) in enumerate(ps, 2)), you=you, opponent=opponent, result=result
    ),
    st.lists(permanents, max_size=5),
    players,
    players,
    st.sampled_from(Result),
)
scorings = st.sampled_from(
    [
        *(Scoring.profile(name) for name in profile_names()),
        Scoring.profile("value", {"life": 3, "counters.charge": -4}, parse("5*opponent.poison if won else you.life")),
        Scoring.of("100*opponent.poison - opponent.life"),
    ]
)


@given(states, scorings)
def test_the_explanation_adds_up(end: FakeState, scoring: Scoring) -> None:
    assert sum(term.value for term in scoring.explain(end)) == scoring.evaluate(end)


@given(states, st.sampled_from(profile_names()), st.integers(0, 12))
def test_the_score_is_the_sum_of_its_tables(end: FakeState, profile: str, attack: int) -> None:
    scoring = Scoring(Scoring.profile(profile).weights, attack=attack)
    total = scoring.results[end.result]
    if end.result == Result.WON:
        assert total == scoring.evaluate(end)
        return
    for who in (YOU, OPPONENT):
        of = end.players[who]
        total += scoring.player_table(who, "life").value(of.life) + scoring.player_table(who, "hand").value(len(of.hand))
        total += sum(scoring.player_table(who, kind).value(n) for kind, n in of.counters)
    for p in end.battlefield.values():
        worth = scoring.permanent_value(p.definition, mine=p.controller == YOU, token=p.token)
        total += worth.base + sum(worth.counter_table(kind).value(count_of(p.counters, kind)) for kind, _ in p.counters)
    assert total == scoring.evaluate(end)


def test_an_explanation_is_for_people() -> None:
    bears: Counters = (("p1p1", 2),)
    end = state(
        permanent(2, card("Island")), permanent(3, card("Island")), permanent(4, card("Grizzly Bears"), OPPONENT, bears),
        you=player(life=9, hand=2), opponent=player(life=20, poison=3),
    )  # fmt: skip
    names = [term.name for term in VALUE.explain(end)]
    assert names == [
        "your life: 9", "your hand: 2", "opponent's life: 20", "opponent's poison: 3", "Island x2", "opponent's Grizzly Bears",
        "opponent's Grizzly Bears: 2 p1p1",
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ expressions alone


def test_an_expression_is_the_score_unless_the_game_is_lost() -> None:
    scoring = Scoring.of("10*opponent.poison")
    end = player(poison=4)
    assert scoring.evaluate(state(opponent=end)) == 40
    assert scoring.evaluate(state(opponent=end, result=Result.WON)) == 40
    assert (
        scoring.evaluate(state(opponent=end, result=Result.LOST)) < scoring.evaluate(state(opponent=end, result=Result.DRAW)) < 0
    )
    assert scoring.player_table(YOU, "life").is_zero
    assert scoring.permanent_value(card("Serra Angel"), mine=True, token=False).base == 0


def test_an_expression_that_speaks_of_results_is_taken_at_its_word() -> None:
    scoring = Scoring.of("10*opponent.poison - 5*lost")
    assert scoring.evaluate(state(opponent=player(poison=4), result=Result.LOST)) == 35


def test_what_maximize_means() -> None:
    assert Scoring.of("poison") == Scoring.profile("poison")
    assert Scoring.of("value", {"life": 3}) == Scoring.profile("value", {"life": 3})
    with pytest.raises(ExpressionError, match="profiles are damage, poison, value, win"):
        Scoring.of("vlaue")
    with pytest.raises(ExpressionError, match="weights belong to a profile"):
        Scoring.of("you.life", {"life": 3})
    with pytest.raises(ExpressionError, match="did you mean Sol Ring"):
        Scoring.of('count("Sol Rign")', names=["Sol Ring"])


# -------------------------------------------------------------------------------------------------------------------- weights


def test_overrides() -> None:
    scoring = Scoring.profile(
        "value", {"life": 3, "opponent.poison": [{"up to": 2, "each": 7}], "counters.charge": 2, "counters.p1p1": 1}
    )
    assert scoring.player_table(YOU, "life").value(10) == 30
    assert scoring.player_table(OPPONENT, "life").value(10) == -30
    assert scoring.player_table(OPPONENT, "poison").value(9) == 14
    assert scoring.permanent_value(card("Sol Ring"), mine=True, token=False).counter_table("charge").value(3) == 6
    assert scoring.permanent_value(card("Grizzly Bears"), mine=True, token=False).counter_table("p1p1").value(3) == 3
    assert Scoring.profile("value", {"extra_turns": 4}).player_table(YOU, "extra_turns").value(2) == 8


def test_overrides_as_options() -> None:
    assert parse_overrides(["life=3", "opponent.poison = -40"]) == {"life": 3, "opponent.poison": -40}


@pytest.mark.parametrize("option", ["life", "=3", "life=", "life=x", "life=1e9", "life=--3", "life=9999999", "life=3.5", ""])
def test_bad_options(option: str) -> None:
    with pytest.raises(WeightsError, match="a weight is written like"):
        parse_overrides([option])


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"lief": 3}, "did you mean life"),
        ({"you.lief": 3}, "did you mean life"),
        ({"yuo.life": 3}, "did you mean you"),
        ({"permanents.pwoer": 3}, "did you mean power"),
        ({"counters.chrage": 3}, "did you mean charge"),
        ({"life": 10_001}, "too large"),
        ({"life": [{"up to": 3, "each": 10_001}]}, "too large"),
        ({"life": True}, "a number or a list of steps"),
        ({"life": []}, "a number or a list of steps"),
        ({"life": "3"}, "a number or a list of steps"),
        ({"life": [{"upto": 3, "each": 4}]}, "a step is written like"),
        ({"life": [{"each": 3}, {"up to": 3, "each": 4}]}, "a step is written like"),
        ({"life": [{"up to": 3, "each": 4}, {"up to": 2, "each": 4}]}, "the steps must rise"),
    ],
)
def test_bad_overrides(overrides: dict[str, object], words: str) -> None:
    with pytest.raises(WeightsError, match=words):
        Scoring.profile("value", overrides)  # type: ignore[arg-type]


def test_unknown_profile() -> None:
    with pytest.raises(WeightsError, match=r"did you mean poison.*there are damage, poison, value, win"):
        Scoring.profile("posion")


@pytest.mark.parametrize("profile", profile_names())
def test_every_profile_says_what_it_is_for(profile: str) -> None:
    weights = Scoring.profile(profile).weights
    assert weights is not None
    assert weights.summary
    assert all(weights.player(YOU, what) is not None for what in PLAYER_NUMBERS)
