"""Cards of others that one may cast, what is exiled with something, cards of all graveyards, what was spent on a spell."""

from __future__ import annotations

import pytest

from engine.choices import Cast, IllegalChoice, Payment, Targeted, ToPick
from engine.mana import parse_mana
from engine.objects import OPPONENT, YOU
from engine.scope import Scope
from tests.engine_play import Game, side, thing

COMBAT = Scope(combat=True)


def daredevil(mana: str) -> Game:
    you = side(["Dire Fleet Daredevil"], ["Memnite"], mana="{C}{R}" + mana)
    game = Game(you, side(battlefield=["Grizzly Bears"], graveyard=["Murder", "Memnite"])).cast("Dire Fleet Daredevil").settle()
    assert game.names(game.opponent.exile) == ["Murder"]
    return game


def test_609_4b_a_card_of_an_opponent_may_be_cast_with_mana_of_any_type() -> None:
    game = daredevil("{C}{C}{U}")
    assert game.can(Cast, "Murder")
    game.cast("Murder", "Grizzly Bears").settle()
    assert game.there("Grizzly Bears") == 0


def test_609_4b_it_costs_as_much_as_ever() -> None:
    assert not daredevil("{C}{C}").can(Cast, "Murder")


def test_614_1_the_spell_is_exiled_instead_of_going_to_the_graveyard() -> None:
    game = daredevil("{B}{B}{B}").cast("Murder", "Grizzly Bears").settle()
    assert game.names(game.opponent.exile) == ["Murder"] and game.names(game.opponent.graveyard) == ["Grizzly Bears", "Memnite"]


def test_601_3_the_permission_ends_with_the_turn() -> None:
    game = daredevil("")
    game.to("end")
    murder = game.id("Murder")
    with pytest.raises(IllegalChoice):
        Game(side(), side()).do(Cast(murder, targets=((2,),), payment=Payment(spent=parse_mana("{B}{B}{B}"))))


def test_thief_of_sanity_looks_at_the_library_of_that_player() -> None:
    you = side(battlefield=["Thief of Sanity", ("Swamp", 3)])
    game = Game(you, side(library=["Lightning Bolt", "Grizzly Bears", "Murder", "Shock"]), scope=COMBAT)
    game.to("declare_attackers").attack("Thief of Sanity").to("combat_damage").settle()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and decision.player == YOU and len(decision.options) == 3
    game.pick("Grizzly Bears")
    assert game.names(game.opponent.exile) == ["Grizzly Bears"] and len(game.opponent.library) == 1
    assert game.names(game.opponent.graveyard) == ["Lightning Bolt", "Murder"]
    game.to("main2").cast("Grizzly Bears").settle()
    assert (game.permanent("Grizzly Bears").controller, game.permanent("Grizzly Bears").owner) == (YOU, OPPONENT)


def test_what_else_the_limousine_exiled_comes_back() -> None:
    you = side(battlefield=["Mysterious Limousine", "Hill Giant", "Serra Angel"])
    game = Game(you, side(battlefield=["Grizzly Bears", "Silvercoat Lion"]), scope=COMBAT)
    game.activate("Mysterious Limousine", others=(game.id("Hill Giant"),)).settle().to("declare_attackers")
    game.attack("Mysterious Limousine").do(Targeted(((game.id("Grizzly Bears"),),))).settle()
    assert game.names(game.opponent.exile) == ["Grizzly Bears"]
    assert game.there("Grizzly Bears") == 0


def test_all_creature_cards_of_all_graveyards() -> None:
    you = side(battlefield=[thing("Liliana Vess", loyalty=8)], graveyard=["Hill Giant", "Shock"])
    game = Game(you, side(graveyard=["Grizzly Bears"])).activate("Liliana Vess", 2).settle()
    assert {game.state.name(id) for id in game.state.battlefield} == {"Hill Giant", "Grizzly Bears"}
    assert all(p.controller == YOU for p in game.state.battlefield.values())


def test_508_3d_norn_s_decree_draws_for_who_attacks_a_poisoned_player() -> None:
    def attack(at: str, **counters: int) -> Game:
        walker = thing("Jace Beleren", loyalty=3)
        game = Game(
            side(battlefield=["Norn's Decree", "Grizzly Bears"]), side(battlefield=[walker], counters=counters), scope=COMBAT
        )
        return game.to("declare_attackers").attack("Grizzly Bears", at=at).settle()

    assert len(attack("opponent", poison=1).you.hand) == 1
    assert len(attack("opponent").you.hand) == len(attack("Jace Beleren", poison=1).you.hand) == 0


def test_chandra_s_emblem_deals_as_much_damage_as_mana_was_spent() -> None:
    you = side(["Shock", "Hill Giant"], [thing("Chandra, Dressed to Kill", loyalty=7), ("Mountain", 5)])
    game = Game(you).activate("Chandra, Dressed to Kill", 2).settle()
    game.cast("Hill Giant").target("opponent").settle()
    assert game.opponent.life == 16
    game.cast("Shock", "opponent").target("opponent").settle()
    assert game.opponent.life == 13
