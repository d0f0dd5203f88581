"""State-based actions and the end of the game (704, 104)."""

from __future__ import annotations

import pytest

from engine.choices import ToPick
from engine.objects import Result
from tests.engine_play import Game, side, thing


def test_704_5a_life() -> None:
    game = Game(side(["Lightning Bolt"], ["Mountain"]), side(life=3))
    assert game.cast("Lightning Bolt", "opponent").ok().state.result is Result.WON


def test_704_5c_ten_poison() -> None:
    game = Game(side(["Contentious Plan"], [("Island", 2)]), side(counters={"poison": 9}))
    assert game.cast("Contentious Plan").ok().proliferate("opponent").state.result is Result.WON


def test_704_5b_drawing_from_an_empty_library() -> None:
    game = Game(side(["Divination"], [("Island", 3)], library=["Island"]))
    game.cast("Divination").ok()
    assert game.state.result is Result.LOST
    enough = Game(side(["Divination"], [("Island", 3)], library=["Island"] * 2))
    assert not enough.cast("Divination").ok().state.over


def test_104_4a_both_lose_at_once() -> None:
    game = Game(side(["Contentious Plan"], [("Island", 2)], counters={"poison": 9}), side(counters={"poison": 9}))
    assert game.cast("Contentious Plan").ok().proliferate("you", "opponent").state.result is Result.DRAW


def test_704_3_not_in_the_middle_of_a_resolution() -> None:
    """The draw from the empty library comes first, the tenth poison counter in the same resolution: a draw."""
    game = Game(side(["Steady Progress"], [("Island", 3)], library=[]), side(counters={"poison": 9}))
    assert game.cast("Steady Progress").ok().proliferate("opponent").state.result is Result.DRAW


def test_704_5f_toughness_0_even_if_indestructible() -> None:
    game = Game(side(["Dismember"], ["Swamp"]), side(battlefield=[thing("Serra Angel", indestructible=1)]))
    game.cast("Dismember", "Serra Angel", announced=("life", "life")).ok()
    assert not game.there("Serra Angel")
    assert game.names(game.opponent.graveyard) == ["Serra Angel"]


def test_704_5g_lethal_damage() -> None:
    game = Game(side(["Lightning Bolt", "Shock"], [("Mountain", 2)]), side(battlefield=["Serra Angel", "Hill Giant"]))
    game.cast("Lightning Bolt", "Hill Giant").ok()
    assert not game.there("Hill Giant")
    game.cast("Shock", "Serra Angel").ok()
    assert game.permanent("Serra Angel").damage == 2


def test_704_5i_loyalty_0() -> None:
    game = Game(side(["Shock"], ["Mountain"]), side(battlefield=[thing("Jace Beleren", loyalty=2)]))
    game.cast("Shock", "Jace Beleren").ok()
    assert not game.there("Jace Beleren")


def test_704_5j_the_legend_rule_is_a_choice() -> None:
    game = Game(
        side(["Atraxa, Praetors' Voice"], ["Forest", "Plains", "Island", "Swamp", thing("Atraxa, Praetors' Voice", p1p1=2)])
    )
    game.cast("Atraxa, Praetors' Voice").ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and decision.what == "legend"
    game.pick("Atraxa, Praetors' Voice")
    assert game.counters("Atraxa, Praetors' Voice", "p1p1") == 2
    assert game.there("Atraxa, Praetors' Voice") == 1


def test_704_5q_then_704_5f_one_after_the_other() -> None:
    game = Game(side(["Grim Affliction"], [("Swamp", 3)]), side(battlefield=[thing("Grizzly Bears", p1p1=1, m1m1=0)]))
    game.cast("Grim Affliction", "Grizzly Bears").ok().proliferate()
    assert game.permanent("Grizzly Bears").counters == ()


def test_simultaneous_deaths_and_their_triggers() -> None:
    game = Game(
        side(["Contagion Engine"], [("Island", 6)]),
        side(battlefield=["Martyr for the Cause", thing("Grizzly Bears", 2, m1m1=1), thing("Martyr for the Cause", m1m1=1)]),
    )
    game.cast("Contagion Engine").ok().target("opponent").ok()
    assert game.there("Grizzly Bears") == 0 and game.there("Martyr for the Cause") == 1
    assert game.state.decision.player in (0, 1)


def test_phyrexian_unlife_no_loss_and_damage_as_infect() -> None:
    game = Game(side(["Dismember"], [("Swamp", 1), "Phyrexian Unlife", "Hill Giant"], life=4))
    game.cast("Dismember", "Hill Giant", announced=("life", "life"))
    assert not game.state.over and game.you.life == 0
    hit = Game(side(["Lightning Bolt", "Shock"], [("Mountain", 2), "Phyrexian Unlife"], life=3))
    hit.cast("Lightning Bolt", "you").ok()
    assert hit.you.life == 0 and hit.you.counters == ()
    hit.cast("Shock", "you").ok()
    assert hit.you.life == 0 and hit.you.counters == (("poison", 2),)


def test_119_4_paying_the_last_life() -> None:
    game = Game(side(["Gut Shot"], life=2), side(life=1))
    game.cast("Gut Shot", "opponent")
    assert game.state.result is Result.LOST  # before the spell resolves (704.3)


def test_120_3_infect_and_wither_give_counters() -> None:
    game = Game(side(battlefield=["Viral Drake"]), side())
    assert "infect" in game.state.keywords(game.id("Viral Drake"))


@pytest.mark.parametrize("card", ["Grizzly Bears", "Runeclaw Bear"])
def test_701_19_regeneration(card: str) -> None:
    game = Game(side(["Lightning Bolt"], [("Forest", 2), "Mountain", "Troll Ascetic"]))
    game.activate("Troll Ascetic").ok().cast("Lightning Bolt", "Troll Ascetic").ok()
    troll = game.permanent("Troll Ascetic")
    assert troll.tapped and troll.damage == 0 and troll.regeneration_shields == 0
