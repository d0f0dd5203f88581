"""Positions in which rules engines or their users went wrong, by their ids: those with combat or a turn of the opponent."""

from __future__ import annotations

import pytest

from engine.choices import Priority
from engine.objects import OPPONENT, Result, count_of
from engine.scope import WHOLE_GAME, Scope
from tests.engine_play import Game, side, thing
from tests.facts import after, begin

COMBAT = Scope(combat=True)


def test_B05_one_more_of_each_kind_is_not_to_proliferate() -> None:
    """It targets, Tekuthal does not double it, and Ezuri draws nothing (701.34a)."""
    position = """
        you: {battlefield: ["Tekuthal, Inquiry Dominus", Skyship Plunderer, "Ezuri, Stalker of Spheres"], library: [Opt]}
        opponent: {counters: {poison: 4}}
    """
    line = "1. Attack with Skyship Plunderer.\n2. To main phase 2. Skyship Plunderer: targeting %s."
    end = after(begin(position, COMBAT), line % "opponent")
    assert (end.opponent.life, end.counters("opponent")) == (18, {"poison": 5})
    assert end.you.hand == ()


def test_B05_it_cannot_target_what_has_hexproof() -> None:
    game = Game(side(battlefield=["Skyship Plunderer"]), side(battlefield=[thing("Troll Ascetic", m1m1=1)]), scope=COMBAT)
    game.to("declare_attackers").attack("Skyship Plunderer").to("combat_damage")
    offered = {id for c in game.state.choices() for group in getattr(c, "targets", ()) for id in group}
    assert OPPONENT in offered
    assert game.id("Troll Ascetic") not in offered


D01 = """
    you: {life: 20, battlefield: ["Skrelv, Defector Mite", Jawbone Duelist]}
    opponent: {counters: {poison: 6}}
"""


def test_D01_toxic_values_add_up_and_double_strike_deals_them_twice() -> None:
    """Toxic 1 twice is a total of 2 (702.164b), for each time that damage is dealt (702.164c)."""
    line = (
        "1. Activate Skrelv targeting Jawbone Duelist, paying 2 life. Skrelv: option: 1 1.\n2. Attack with Jawbone Duelist.\n"
        "3. To first strike damage."
    )
    end = after(begin(D01, COMBAT), line)
    assert (end.you.life, end.counters("opponent")) == (18, {"poison": 8})
    assert after(end.state, "1. To combat damage.").result is Result.WON


def test_D01_without_the_granted_one_it_is_half_of_that() -> None:
    end = after(begin(D01, COMBAT), "1. Attack with Jawbone Duelist.\n2. To main phase 2.")
    assert end.counters("opponent") == {"poison": 8}


def test_D03_only_combat_damage_counts() -> None:
    """Neither the spell nor the ability of a creature deals combat damage (510.2)."""
    mine = side(battlefield=["Norn's Decree"])
    game = Game(mine, side(["Shock"], ["Guttersnipe", "Mountain"]), scope=WHOLE_GAME, active="opponent")
    game.cast("Shock", "you").settle()
    assert game.you.life == 20 - 2 - 2
    assert game.opponent.counters == ()


@pytest.mark.parametrize("attackers", [1, 2])
def test_D03_creatures_together_give_one(attackers: int) -> None:
    mine = side(battlefield=["Norn's Decree"])
    game = Game(mine, side(battlefield=["Guttersnipe", "Hill Giant"]), scope=WHOLE_GAME, active="opponent", step="begin_combat")
    game.to("declare_attackers").attack(*("Guttersnipe", "Hill Giant")[:attackers], at="you").to("end_combat")
    assert game.opponent.counters == (("poison", 1),)


def test_X17_trample_over_a_blocker_gives_the_full_toxic_value_before_the_trigger() -> None:
    """702.19b, 702.164c; the trigger waits for both players (510.3a)."""
    theirs = side(battlefield=["Grizzly Bears"], counters={"poison": 8})
    game = Game(side(battlefield=["Bloated Contaminator"]), theirs, scope=WHOLE_GAME)
    game.to("declare_attackers").attack("Bloated Contaminator").ok().ok()
    game.block(Grizzly_Bears="Bloated Contaminator").ok().ok()
    game.divide(Grizzly_Bears=2, opponent=2)
    assert (game.opponent.life, game.opponent.counters) == (18, (("poison", 9),))
    assert game.names(game.opponent.graveyard) == ["Grizzly Bears"]
    game.ok()
    assert isinstance(game.state.decision, Priority) and game.state.decision.player == OPPONENT
    game.ok().proliferate("opponent")
    assert game.state.result is Result.WON and count_of(game.opponent.counters, "poison") == 10
