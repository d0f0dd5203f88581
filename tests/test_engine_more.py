"""Interactions that are easy to get wrong, each by the rule that decides it."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.formats.from_state import position_of
from engine.objects import OPPONENT, YOU, Result, Step
from engine.position import PermanentSpec, Position, TokenSpec
from engine.state import State
from optimizer import suggest
from optimizer.canonical import Keys
from tests.engine_play import Game, side, thing

# ---------------------------------------------------------------------------------------------------- state-based actions


def test_704_3_the_round_in_which_the_game_is_won_is_performed_whole() -> None:
    """The tenth poison counter, the last point of toughness and opposite counters come with one proliferate."""
    dying, mixed = thing("Grizzly Bears", m1m1=1), thing("Hill Giant", p1p1=2, m1m1=1)
    game = Game(
        side(["Contentious Plan"], [("Island", 2), thing("Jace Beleren", loyalty=1)]),
        side(counters={"poison": 9}, battlefield=[dying, mixed]),
    )
    game.cast("Contentious Plan").ok().proliferate("opponent", "Grizzly Bears")
    assert game.state.result is Result.WON
    assert game.names(game.opponent.graveyard) == ["Grizzly Bears"]
    assert game.permanent("Hill Giant").counters == (("p1p1", 1),)


def test_704_3_the_legend_rule_is_not_asked_of_who_has_lost() -> None:
    game = Game(
        side(["Contentious Plan", "Atraxa, Praetors' Voice"], [("Island", 6), "Atraxa, Praetors' Voice"]),
        side(counters={"poison": 10}, battlefield=[thing("Jace Beleren", 2, loyalty=1), thing("Grizzly Bears", m1m1=2)]),
    )
    assert game.state.result is Result.WON and game.state.over
    assert game.there("Jace Beleren") == 2 and not game.there("Grizzly Bears")


def aura(on: str, subtype: str = "Aura") -> PermanentSpec:
    return PermanentSpec("Curse", attached_to=on, token=TokenSpec("Curse", ("Enchantment",), (subtype,)))


@pytest.mark.parametrize("side_name, player", [("you", YOU), ("opponent", OPPONENT)])
def test_303_4_an_aura_may_enchant_a_player(side_name: str, player: int) -> None:
    game = Game(side(battlefield=[aura(side_name)]))
    assert game.permanent("Curse").attached_to == player
    written = position_of(game.state, Position(side(), side()))
    assert written.you.battlefield[0].attached_to == side_name
    assert State.begin(written, CardPool.bundled()) == game.state


def test_303_4_whom_an_aura_enchants_tells_states_apart() -> None:
    keys = Keys()
    one, other = (Game(side(battlefield=[aura(name)])).state for name in ("you", "opponent"))
    assert one != other and keys.of(one) != keys.of(other)


def test_704_5p_what_is_no_aura_does_not_stay_on_a_player() -> None:
    assert Game(side(battlefield=[aura("you", "Curse")])).permanent("Curse").attached_to is None


# ---------------------------------------------------------------------------------------------------- rad counters


def test_A07_727_1_rad_counters_bite_at_the_precombat_main_phase() -> None:
    """A proliferate in the upkeep gives a third one; of three cards milled two are nonland."""
    library = ["Grizzly Bears", "Opt", "Island", "Shock", "Island"]
    game = Game(side(["Steady Progress"], [("Island", 3)], library=library, counters={"rad": 2}), step="upkeep")
    game.cast("Steady Progress").ok().proliferate("you")  # draws the Bears
    assert game.you.counters == (("rad", 3),)
    game.ok().ok()  # the draw step takes Opt
    assert game.state.step is Step.MAIN1 and len(game.state.stack) == 1 and game.you.life == 20
    game.ok()
    assert game.names(game.you.graveyard) == ["Island", "Island", "Shock", "Steady Progress"]
    assert game.you.life == 19 and game.you.counters == (("rad", 2),)


def test_727_1_counts_the_counters_as_it_resolves() -> None:
    library = ["Island", "Grizzly Bears", "Opt"]
    game = Game(side(["Steady Progress"], [("Island", 3)], library=library, counters={"rad": 1}), step="draw")
    game.ok().cast("Steady Progress").ok().proliferate("you").ok()  # in response; it draws the Bears
    assert game.you.life == 19 and game.you.counters == (("rad", 1),)


def test_727_1_only_the_active_player_and_only_with_counters() -> None:
    opponent = side(counters={"rad": 3}, library=["Opt"])
    game = Game(side(library=["Opt", "Shock"]), opponent, step="draw").ok()
    assert game.state.step is Step.MAIN1 and not game.state.stack and game.opponent.life == 20
    assert not Game(side(counters={"rad": 1})).state.stack  # the main phase is under way: it has bitten already


def test_727_1_what_unknown_cards_are_milled_is_not_modelled() -> None:
    answer = suggest(Position(side(counters={"rad": 2}), side(), step="upkeep"))
    assert not answer.proved and any("rad counters" in what for what in answer.not_modelled)
    known = suggest(Position(side(counters={"rad": 2}, library=["Opt"] * 4), side(), step="upkeep"))
    assert known.best is not None and known.best.final.you.life == 18 and known.best.final.you.counters == {}
