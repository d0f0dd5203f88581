"""What looks promising, by which searches are ordered: `optimizer.leads`, `favour`, `thrift`, `playout`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, Choice, Pass, PlayLand
from engine.formats.yaml_position import parse_position
from engine.objects import OPPONENT, YOU, ObjectId
from engine.scope import PLAYED
from engine.state import State
from optimizer import leads
from optimizer.canonical import Keys
from optimizer.favour import is_perverse
from optimizer.goals import Goal
from optimizer.playout import PlayOuts
from optimizer.thrift import Purse


def begun(text: str) -> State:
    return State.begin(parse_position(text, "test"), CardPool.bundled(), PLAYED)


def casts(state: State, name: str) -> list[Cast]:
    return [choice for choice in state.choices() if isinstance(choice, Cast) and state.name(choice.card) == name]


def whose(state: State, choice: Cast | Activate) -> ObjectId:
    return state.controller(choice.targets[0][0])


@pytest.mark.parametrize(
    ("card", "cost", "good_for_them"),
    [
        ("Brute Force", "Mountain", True),
        ("Goblin War Paint", "Mountain x2", True),
        ("Mutagenic Growth", "Forest", True),
        ("Lightning Bolt", "Mountain", False),
        ("Dismember", "Swamp x3", False),
    ],
)
def test_it_is_perverse_to_help_their_creatures_or_to_harm_your_own(card: str, cost: str, good_for_them: bool) -> None:
    state = begun(f"""
you: {{hand: ["{card}"], life: 20, battlefield: [{cost}, Grizzly Bears]}}
opponent: {{life: 20, battlefield: [Grizzly Bears]}}
""")
    found = {whose(state, choice): is_perverse(state, YOU, choice) for choice in casts(state, card)}
    assert found == {YOU: not good_for_them, OPPONENT: good_for_them}


def test_what_has_no_target_or_does_both_is_not_perverse() -> None:
    state = begun("you: {hand: [Tezzeret's Gambit], life: 20, battlefield: [Island x5]}\nopponent: {life: 20}")
    assert not any(is_perverse(state, YOU, choice) for choice in casts(state, "Tezzeret's Gambit"))


def ranks(text: str, name: str, left: Callable[[State, Cast], object]) -> dict[object, int]:
    """How thrifty each way to pay for a card is, by what tells the ways apart."""
    state = begun(text)
    ways = casts(state, name)
    return {left(state, way): rank for way, rank in zip(ways, Purse(state, YOU).ranks(ways))}


def tapped(state: State, way: Cast) -> tuple[str, ...]:
    return tuple(sorted(state.name(tap.source) for tap in way.payment.taps))


def test_the_thrifty_payment_leaves_what_other_cards_are_cast_with() -> None:
    text = """
you: {hand: [Hydrosurge, Brute Force, Shock], life: 20, battlefield: [Island, Mountain, Steam Vents, Grizzly Bears]}
opponent: {life: 20}
"""
    found = ranks(text, "Brute Force", tapped)
    assert found[("Mountain",)] == 0
    assert found[("Steam Vents",)] > 0


def test_a_land_that_gives_two_mana_at_once_is_not_spent_on_what_costs_one() -> None:
    text = """
you: {hand: [Brute Force, Goblin War Paint], life: 20, battlefield: [Mountain, Rakdos Carnarium, Grizzly Bears]}
opponent: {life: 20}
"""
    found = ranks(text, "Brute Force", tapped)
    assert found[("Mountain",)] == 0
    assert found[("Rakdos Carnarium",)] > 0


def test_where_mana_is_needed_for_nothing_else_no_life_is_paid() -> None:
    def life(_: State, way: Cast) -> object:
        return way.payment.announced.count("life")

    alone = "you: {hand: [Mutagenic Growth], life: 20, battlefield: [Forest, Grizzly Bears]}\nopponent: {life: 20}"
    assert ranks(alone, "Mutagenic Growth", life) == {0: 0, 1: 1}
    needed = alone.replace("[Mutagenic Growth]", "[Mutagenic Growth, Rancor]")
    assert ranks(needed, "Mutagenic Growth", life) == {1: 0, 0: 1}


def handicaps(state: State, kind: type[Choice]) -> set[int]:
    return {n for n, choice in leads.in_order(state, state.choices(), {}) if isinstance(choice, kind)}


def test_305_1_a_land_is_played_before_anything_else() -> None:
    state = begun("you: {hand: [Forest, Mutagenic Growth], life: 20, battlefield: [Grizzly Bears]}\nopponent: {life: 20}")
    assert handicaps(state, PlayLand) == {0}
    assert handicaps(state, Pass) == {0}
    assert handicaps(state, Cast) == {leads.BEFORE_LAND}


def test_117_7_a_triggered_ability_is_answered_sooner_than_a_spell_of_ones_own() -> None:
    assert 0 < leads.ANSWERING < leads.RESPONDING
    state = begun("""
you: {hand: [Gitaxian Probe, Mutagenic Growth], life: 20, battlefield: [Guttersnipe], library: [Forest x3]}
opponent: {life: 20}
""")
    probe = next(c for c in casts(state, "Gitaxian Probe") if c.targets == ((OPPONENT,),))
    state = state.apply(probe)
    assert state.stack[-1].card is None
    assert leads.waiting(state, YOU) == leads.ANSWERING


def test_704_5b_a_goal_is_as_near_as_the_end_of_a_known_library() -> None:
    def missing(library: str) -> int:
        state = begun(f"you: {{life: 20}}\nopponent: {{life: 20{library}}}")
        return PlayOuts(Keys(), Goal.WIN).missing(state)

    assert missing("") == 20
    assert missing(", library: [Forest x3]") == 4
