"""Targets of different players, what returns from exile, amounts paid while something resolves."""

from __future__ import annotations

import pytest

from engine.choices import Answered, Counted, IllegalChoice, Picked, Targeted, ToCount, ToPick
from tests.engine_play import Game, side


def lagrella() -> Game:
    you = side(["Lagrella, the Magpie", "Murder"], ["Grizzly Bears", "Hill Giant"], mana="{G}{W}{U}{B}{B}{B}")
    return Game(you, side(battlefield=["Silvercoat Lion", "Serra Angel"])).cast("Lagrella, the Magpie").settle()


def test_115_1_targets_that_different_players_control() -> None:
    game = lagrella()
    offered = [c for c in game.state.choices() if isinstance(c, Targeted)]
    assert max(len(c.targets[0]) for c in offered) == 2 and len(offered) == 1 + 4 + 4
    with pytest.raises(IllegalChoice) as error:
        game.do(Targeted(((game.id("Silvercoat Lion"), game.id("Serra Angel")),)))
    assert error.value.rule == "115.1"


def test_610_3c_what_returns_to_you_gets_counters_and_what_returns_to_others_does_not() -> None:
    game = lagrella()
    game.do(Targeted(((game.id("Grizzly Bears"), game.id("Serra Angel")),))).settle()
    assert game.there("Grizzly Bears") == game.there("Serra Angel") == 0
    game.cast("Murder", "Lagrella, the Magpie").settle()
    assert game.counters("Grizzly Bears", "p1p1") == 2 and game.counters("Serra Angel", "p1p1") == 0


def swordsmith(mana: str) -> Game:
    you = side(["Taj-Nar Swordsmith"], mana="{W}{W}{W}{W}" + mana, library=["Bladehold War-Whip", "Grafted Exoskeleton", "Shock"])
    return Game(you).cast("Taj-Nar Swordsmith").settle()


def test_107_3c_an_amount_is_chosen_and_paid_as_the_ability_resolves() -> None:
    game = swordsmith("{C}{C}{C}")
    decision = game.state.decision
    assert isinstance(decision, ToCount) and len(decision.options) == 4
    game.do(Counted((("3", 1),)))
    game.do(game.find(Answered, yes=True))
    assert isinstance(game.state.decision, ToPick) and len(game.state.decision.options) == 1
    game.pick("Bladehold War-Whip")
    assert game.there("Bladehold War-Whip") == 1 and sum(game.you.mana) == 0


def test_118_12_one_may_decline() -> None:
    game = swordsmith("{C}{C}{C}").do(Counted((("3", 1),))).do(Answered(False))
    assert len(game.you.library) == 3 and sum(game.you.mana) == 3


def test_201_3_cards_of_a_chosen_name_are_exiled_and_those_of_the_hand_replaced() -> None:
    them = side(["Shock", "Murder"], graveyard=["Shock"], library=["Shock", "Island", "Swamp", "Shock", "Shock"])
    game = Game(side(["Unmoored Ego"], mana="{C}{U}{B}"), them).cast("Unmoored Ego").ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and decision.what == "name" and len(decision.options) == 4
    game.do(Picked((next(id for id in decision.options if game.state.name(id) == "Shock"),)))
    assert len(game.state.decision.options) == 5 and game.state.decision.most == 4
    hand = next(c.id for c in game.opponent.hand if game.state.name(c.id) == "Shock")
    others = [id for id in game.state.decision.options if id != hand]
    game.do(Picked((hand, *others[:3])))
    assert len(game.opponent.exile) == 4 and len(game.opponent.hand) == 2 and len(game.opponent.library) == 2
