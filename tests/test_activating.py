"""Abilities that cost less, that can be activated only once, and loyalty abilities that can be activated twice (602, 606)."""

from __future__ import annotations

import pytest

from engine.choices import Activate, IllegalChoice, TapForMana
from engine.scope import Scope
from tests.engine_play import Game, side, thing

COMBAT = Scope(combat=True)


def test_601_2f_channel_costs_less_for_each_legendary_creature() -> None:
    game = Game(side(["Sokenzan, Crucible of Defiance"], ["Mountain", ("Massacre Girl", 1), "Kilo, Apogee Mind"], mana="{C}"))
    game.activate("Sokenzan, Crucible of Defiance", 1).settle()
    assert game.there("Spirit") == 2
    assert not Game(side(["Sokenzan, Crucible of Defiance"], ["Mountain"], mana="{C}")).can(Activate)


def test_601_2f_equip_abilities_of_other_equipment_cost_less() -> None:
    game = Game(side(battlefield=["Bladehold War-Whip", "Grafted Exoskeleton", "Grizzly Bears"], mana="{C}"))
    game.activate("Grafted Exoskeleton", 0, "Grizzly Bears").settle()
    assert game.permanent("Grafted Exoskeleton").attached_to == game.id("Grizzly Bears")
    assert not Game(side(battlefield=["Bladehold War-Whip", "Grizzly Bears"], mana="{C}{C}{R}{W}")).can(Activate)


def test_601_2f_only_the_first_ability_of_an_artifact_each_turn_costs_less_mana_abilities_included() -> None:
    walker = thing("Tezzeret, Betrayer of Flesh", loyalty=4)
    game = Game(side(battlefield=[walker, "Contagion Clasp", "Throne of Geth"], mana="{C}{C}{C}{C}"))
    game.activate("Contagion Clasp").settle()
    assert sum(game.you.mana) == 2
    game = Game(side(battlefield=[walker, "Contagion Clasp", "Sol Ring"], mana="{C}{C}"))
    assert game.can(Activate, "Contagion Clasp")
    assert not Game(side(battlefield=[walker, "Contagion Clasp", "Sol Ring"], mana="{C}")).tap("Sol Ring").can(
        Activate, "Contagion Clasp"
    )


def test_602_5b_an_ability_that_can_be_activated_only_once_stays_used_in_later_turns() -> None:
    you = side(battlefield=["In the Trenches", ("Plains", 6)], library=["Plains"] * 3)
    game = Game(you, side(battlefield=["Grizzly Bears", "Hill Giant"], library=["Plains"] * 3), scope=Scope(turns=3))
    game.activate("In the Trenches", 0, "Grizzly Bears").settle()
    assert game.there("Grizzly Bears") == 0
    game.to("main1", turn=3)
    assert not game.permanent("Plains").tapped and not game.can(Activate, "In the Trenches")
    with pytest.raises(IllegalChoice) as error:
        game.do(Activate(game.id("In the Trenches"), 0, targets=((game.id("Hill Giant"),),)))
    assert error.value.rule == "602.5b"


def test_606_3_loyalty_abilities_may_be_activated_twice_if_something_says_so() -> None:
    you = side(battlefield=["Grizzly Bears", "Hill Giant", thing("Kaito, Dancing Shadow", loyalty=3)])
    game = Game(you, scope=COMBAT)
    game.activate("Kaito, Dancing Shadow", 1).settle()
    assert not game.can(Activate, "Kaito, Dancing Shadow")
    game.to("declare_attackers").attack("Grizzly Bears").to("combat_damage").settle().yes().to("main2")
    assert game.names(game.you.hand).count("Grizzly Bears") == 1
    assert game.activate("Kaito, Dancing Shadow", 1).settle().permanent("Kaito, Dancing Shadow").activated_loyalty == 2
    assert not game.can(Activate, "Kaito, Dancing Shadow")


def test_613_1f_activated_abilities_of_others_function_as_its_own_and_go_with_them() -> None:
    you = side(["Shock"], ["Drana and Linvala", "Swamp", "Grizzly Bears"], mana="{R}{R}")
    game = Game(you, side(battlefield=[thing("Vigean Graftmage", p1p1=2), thing("Yawgmoth, Thran Physician", damage=2)]))
    assert len(game.state.activated(game.id("Drana and Linvala"))) == 3
    assert game.can(Activate, "Drana and Linvala", ability=0)  # {1}{U}, for mana of any colour (609.4b)
    game.cast("Shock", "Yawgmoth, Thran Physician").settle()
    assert len(game.state.activated(game.id("Drana and Linvala"))) == 1


def test_602_5b_each_ability_of_another_can_be_activated_once_each_turn_whatever_becomes_of_the_others() -> None:
    you = side(["Murder"], ["Drana and Linvala", ("Grizzly Bears", 3)], mana="{B}{B}{B}")
    game = Game(you, side(battlefield=["Cutthroat Centurion", "Cutthroat Centurion"]))
    game.activate("Drana and Linvala", 0, sacrifice=(game.id("Grizzly Bears"),)).settle()
    assert not game.can(Activate, "Drana and Linvala", ability=0)
    assert game.can(Activate, "Drana and Linvala", ability=1)
    game.cast("Murder", "Cutthroat Centurion").settle()
    game.activate("Drana and Linvala", 0, sacrifice=(game.id("Grizzly Bears"),)).settle()
    assert not game.can(Activate, "Drana and Linvala")
    assert game.state.power(game.id("Drana and Linvala")) == 7


def test_602_5_mana_abilities_cannot_be_activated_either() -> None:
    game = Game(side(battlefield=["Noble Hierarch"]), side(battlefield=["Drana and Linvala"]))
    with pytest.raises(IllegalChoice) as error:
        game.do(TapForMana(game.id("Noble Hierarch"), 0, "G"))
    assert error.value.rule == "602.5"
    assert not game.can(TapForMana)
