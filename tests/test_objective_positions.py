"""What the profiles recommend on real positions, found by trying everything through the engine."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, Proliferated
from engine.formats.yaml_position import parse_position
from engine.objects import OPPONENT, YOU, Result
from engine.state import State
from optimizer.exhaustive import reference
from optimizer.objective import Scoring


def best(text: str, profile: str = "value") -> tuple[list[str], State]:
    """What is done in a best line (cast, activated, chosen to proliferate), and how it ends."""
    state = State.begin(parse_position(text), CardPool.bundled())
    found = reference(state, Scoring.profile(profile).at(state).evaluate)
    assert found.finished
    done: list[str] = []
    for choice in found.line or ():
        match choice:
            case Cast(card=id):
                done.append(f"cast {state.name(id)}")
            case Activate(source=id):
                done.append(f"activate {state.name(id)}")
            case Proliferated(chosen):
                done += sorted(f"proliferate {_named(state, id)}" for id in chosen)
        state = state.apply(choice)
    return done, state


def _named(state: State, id: int) -> str:
    if id in (YOU, OPPONENT):
        return ("you", "opponent")[id]
    return ("" if state.controller(id) == YOU else "opponent's ") + state.name(id)


def test_counters_that_are_bad_for_you_are_left_alone() -> None:
    done, _ = best("""
        you: {life: 9, hand: [Tezzeret's Gambit], battlefield: [Island x4, {card: Serra Angel, counters: {m1m1: 3}}]}
        opponent: {counters: {poison: 5}}
    """)
    assert done == ["cast Tezzeret's Gambit", "proliferate opponent"]


def test_counters_that_are_good_for_the_opponent_are_left_alone() -> None:
    done, _ = best("""
        you: {life: 9, hand: [Tezzeret's Gambit], battlefield: [Island x4, {card: Grizzly Bears, counters: {p1p1: 1}}]}
        opponent: {counters: {poison: 3}, battlefield: [{card: Colossal Dreadmaw, counters: {p1p1: 2}}]}
    """)
    assert done == ["cast Tezzeret's Gambit", "proliferate Grizzly Bears", "proliferate opponent"]


def test_counters_that_are_bad_for_the_opponent_are_added_to() -> None:
    done, _ = best("""
        you: {hand: [Contentious Plan], battlefield: [Island x2, {card: Serra Angel, counters: {stun: 1}}]}
        opponent: {battlefield: [{card: Serra Angel, counters: {stun: 1}}, {card: Hill Giant, counters: {m1m1: 1}}]}
    """)
    assert done == ["cast Contentious Plan", "proliferate opponent's Hill Giant", "proliferate opponent's Serra Angel"]


def test_spare_mana_is_paid_rather_than_life() -> None:
    done, end = best("""
        you: {life: 3, hand: [Tezzeret's Gambit], battlefield: [Island x4]}
        opponent: {counters: {poison: 3}, battlefield: [Grizzly Bears]}
    """)
    assert done == ["cast Tezzeret's Gambit", "proliferate opponent"]
    assert end.players[YOU].life == 3


@pytest.mark.parametrize(("life", "cast"), [(2, False), (3, False), (9, True)])
def test_two_life_are_paid_while_life_is_high(life: int, cast: bool) -> None:
    done, end = best(f"""
        you: {{life: {life}, hand: [Tezzeret's Gambit], battlefield: [Island x3]}}
        opponent: {{counters: {{poison: 3}}}}
    """)
    assert bool(done) == cast
    assert end.players[YOU].life == (life - 2 if cast else life)


def test_a_win_is_taken_and_a_draw_is_not() -> None:
    done, end = best("""
        you: {life: 9, counters: {poison: 9}, hand: [Tezzeret's Gambit], battlefield: [Island x4]}
        opponent: {counters: {poison: 9}}
    """)
    assert end.result == Result.WON
    assert done == ["cast Tezzeret's Gambit", "proliferate opponent"]


def test_removal_waits_for_something_worth_it() -> None:
    alone = "you: {hand: [Lightning Bolt], battlefield: [Mountain]}\nopponent: {life: 20, battlefield: [%s]}"
    assert best(alone % "Hill Giant")[0] == ["cast Lightning Bolt"]
    assert best(alone % "")[0] == []
    assert best(alone % "", "damage")[0] == ["cast Lightning Bolt"]


def test_the_ultimate_is_used_when_it_nearly_wins() -> None:
    _, end = best("""
        you: {battlefield: [{card: "Vraska, Betrayal's Sting", counters: {loyalty: 9}}]}
        opponent: {life: 20}
    """)
    assert end.players[OPPONENT].counters == (("poison", 9),)
    done, _ = best("""
        you: {battlefield: [{card: "Vraska, Betrayal's Sting", counters: {loyalty: 6}}]}
        opponent: {counters: {poison: 3}}
    """)
    assert done == ["activate Vraska, Betrayal's Sting", "proliferate Vraska, Betrayal's Sting", "proliferate opponent"]


def test_cards_are_put_to_use_where_that_is_worth_more() -> None:
    done, end = best("you: {hand: [Everflowing Chalice, Hangarback Walker], battlefield: [Island x4]}")
    assert done == ["cast Everflowing Chalice", "cast Hangarback Walker"]
    assert not end.players[YOU].hand


def test_the_poison_profile_takes_poison_before_anything_else() -> None:
    done, _ = best(
        """
        you: {life: 3, hand: [Tezzeret's Gambit], battlefield: [Island x3]}
        opponent: {counters: {poison: 3}}
        """,
        "poison",
    )
    assert done == ["cast Tezzeret's Gambit", "proliferate opponent"]
