"""Conditions of casting and of steps, discarding cards of some kind as a cost, unearth, protection from numbers of colours."""

from __future__ import annotations

import pytest

from engine.choices import Activate, Cast
from engine.scope import Scope
from tests.engine_play import Game, side
from tests.test_objects import CARDS, game


def test_601_2i_a_permanent_that_was_cast_from_the_hand() -> None:
    assert game(hand=["Cast Well"]).cast("Cast Well").settle().you.life == 21
    it = game(hand=["Recall"], graveyard=["Cast Well"]).cast("Recall", "Cast Well").settle()
    assert (it.there("Cast Well"), it.you.life) == (1, 20)


def test_602_5b_an_ability_that_can_be_activated_only_in_a_step() -> None:
    assert not game(["Early"]).can(Activate, "Early")
    it = Game(side(battlefield=["Early"]), side(), CARDS, step="upkeep")
    assert it.activate("Early").ok().you.life == 21


def test_118_3_only_cards_of_the_kind_are_discarded_for_a_cost() -> None:
    it = game(["Choosy"], ["Bear", "Pricey"])
    assert it.can(Activate, "Choosy", discard=(it.id("Bear"),)) and not it.can(Activate, "Choosy", discard=(it.id("Pricey"),))
    it.activate("Choosy").ok()
    assert it.names(it.you.graveyard) == ["Bear"] and it.you.life == 21
    assert not game(["Choosy"], ["Pricey"]).can(Activate, "Choosy")


def test_702_84a_unearth_returns_it_until_it_leaves() -> None:
    it = game(graveyard=["Dug Up"], scope=Scope(turns=2)).activate("Dug Up").ok()
    assert "haste" in it.state.keywords(it.id("Dug Up"))
    it.to("end").settle()
    assert it.there("Dug Up") == 0 and it.names(it.you.exile) == ["Dug Up"]
    it = game(hand=["Return It"], graveyard=["Dug Up"]).activate("Dug Up").ok().cast("Return It", "Dug Up").ok()
    assert it.names(it.you.exile) == ["Dug Up"]


@pytest.mark.parametrize(("source", "protected"), [("Bear", True), ("Golden", False), ("Robot", False)])
def test_702_16a_protection_from_monocolored(source: str, protected: bool) -> None:
    it = game(["Plain One", source])
    assert it.state.is_protected("protection from monocolored", it.id(source)) == protected
    assert not it.can(Cast, source)
