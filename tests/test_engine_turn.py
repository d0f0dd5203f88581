"""The turn: priority, steps, mana between them, cleanup (117, 500-514)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.choices import Cast, IllegalChoice, Pass, Priority, ToPick
from engine.objects import YOU, Result, Step
from engine.scope import PLAYED
from tests.engine_play import Game, side, thing


def test_an_empty_turn() -> None:
    game = Game(step="upkeep")
    seen = []
    while not game.state.over:
        assert list(game.state.choices()) == [Pass()]
        seen.append(game.state.step)
        game.ok()
    assert seen == [Step.UPKEEP, Step.DRAW, Step.MAIN1, Step.MAIN2, Step.END]
    assert game.state.result is Result.NONE
    with pytest.raises(IllegalChoice):
        game.ok()


def test_500_7_extra_turns_are_played_where_the_goal_counts_them() -> None:
    you = side(battlefield=[thing("Kaito, Dancing Shadow", loyalty=12), "Ichormoon Gauntlet"], library=["Opt", "Opt"])
    for extra, turns in ((True, 2), (False, 1)):
        game = Game(you, scope=replace(PLAYED, extra_turns=extra)).activate("Kaito, Dancing Shadow", 4).settle()
        while not game.state.over:
            game.ok()
        assert (game.state.course.turn, game.state.active) == (turns, YOU)


def test_500_5_mana_empties_between_steps() -> None:
    game = Game(side(battlefield=["Island"])).tap("Island")
    assert game.you.mana[1] == 1
    assert game.ok().you.mana[1] == 0


def test_307_1_a_sorcery_needs_an_empty_stack_and_a_main_phase() -> None:
    game = Game(side(["Contentious Plan", "Steady Progress"], [("Island", 5)]))
    game.cast("Steady Progress")
    assert not game.can(Cast, "Contentious Plan")
    with pytest.raises(IllegalChoice, match=r"CR 307\.1\b"):
        game.state.apply(Cast(game.id("Contentious Plan")))


def test_513_end_step_triggers() -> None:
    game = Game(side(battlefield=["Atraxa, Praetors' Voice"]), side(counters={"poison": 9}))
    game.ok().ok()
    assert game.state.step is Step.END and len(game.state.stack) == 1
    assert game.ok().proliferate("opponent").state.result is Result.WON


def test_514_1_discard_to_seven() -> None:
    game = Game(side(["Island"] * 8 + ["Swamp"]))
    game.ok().ok().ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and decision.most == 2
    assert len(list(game.state.choices())) == 2
    game.pick("Swamp", "Island")
    assert game.state.over and len(game.you.hand) == 7


def test_514_2_until_end_of_turn_ends() -> None:
    game = Game(side(["Mutagenic Growth", "Shock"], [("Forest", 1), "Mountain", "Serra Angel"]))
    game.cast("Mutagenic Growth", "Serra Angel").ok().cast("Shock", "Serra Angel").ok()
    assert game.state.power(game.id("Serra Angel")) == 6
    game.ok().ok().ok()
    assert game.state.over
    assert game.state.power(game.id("Serra Angel")) == 4 and game.permanent("Serra Angel").damage == 0


def test_514_3a_a_creature_that_dies_in_cleanup_gives_priority() -> None:
    game = Game(
        side(["Mutagenic Growth"], ["Forest", "Inexorable Tide"]),
        side(battlefield=[thing("Martyr for the Cause", m1m1=2)], counters={"poison": 1}),
    )
    assert not game.there("Martyr for the Cause")  # its toughness was 0 at once
    assert game.state.stack or isinstance(game.state.decision, Priority)


def test_borrowed_control_returns() -> None:
    game = Game(side(["Act of Aggression"], [("Mountain", 5)]), side(battlefield=[thing("Hill Giant", tapped=True)]))
    game.cast("Act of Aggression", "Hill Giant", announced=("R", "R")).ok()
    giant = game.permanent("Hill Giant")
    assert giant.controller == 0 and not giant.tapped and "haste" in game.state.keywords(giant.id)
    game.ok().ok().ok()
    assert game.permanent("Hill Giant").controller == 1


def test_502_untap() -> None:
    game = Game(side(battlefield=[thing("Grizzly Bears", tapped=True, sick=True)]), step="untap")
    assert game.state.step is Step.UPKEEP
    bears = game.permanent("Grizzly Bears")
    assert not bears.tapped and not bears.sick


def test_504_the_draw_step_draws() -> None:
    game = Game(side(library=["Shock"]), step="upkeep").ok()
    assert game.names(game.you.hand) == ["Shock"]


def test_states_are_values() -> None:
    game = Game(side(["Shock", "Shock"], [("Mountain", 2)]))
    start = game.state
    before = hash(start)
    once, again = start.apply(game.find(Cast, "Shock")), start.apply(game.find(Cast, "Shock"))
    assert once == again and hash(once) == hash(again)
    assert once != start and hash(start) == before
    assert start.log == () or start.players[0].hand
