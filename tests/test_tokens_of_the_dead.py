"""Creatures that die after something dealt damage to them this turn, and tokens that are copies of them (603.10a, 707.9)."""

from __future__ import annotations

from engine.objects import YOU
from tests.engine_play import Game, side


def fought(mine: str, theirs: str) -> Game:
    """Two creatures fight while Shelob, who may be one of them, is there."""
    game = Game(side(["Bushwhack"], ["Shelob, Child of Ungoliant", "Hill Giant"], mana="{G}"), side(battlefield=[theirs]))
    return game.cast("Bushwhack", mine, theirs, modes=(1,)).settle()


def test_707_9b_the_copy_is_a_food_and_nothing_else_but_legendary() -> None:
    game = fought("Shelob, Child of Ungoliant", "Kilo, Apogee Mind")
    kilo = game.id("Kilo, Apogee Mind")
    permanent, state = game.state.battlefield[kilo], game.state
    assert permanent.token and permanent.controller == YOU
    assert (state.types(kilo), state.subtypes(kilo), state.supertypes(kilo)) == ({"Artifact"}, {"Food"}, {"Legendary"})
    assert len(state.activated(kilo)) == 1


def test_603_10a_only_damage_by_a_spider_counts() -> None:
    assert fought("Hill Giant", "Grizzly Bears").there("Grizzly Bears") == 0


def test_603_10a_damage_counts_that_was_dealt_before_anything_asked_for_it() -> None:
    you = side(["Bushwhack", "Murder", "Shelob, Child of Ungoliant"], ["Copper Longlegs"], mana="{G}{G}" + 8 * "{B}")
    game = Game(you, side(battlefield=["Colossal Dreadmaw"]))
    game.cast("Bushwhack", "Copper Longlegs", "Colossal Dreadmaw", modes=(1,)).settle()
    game.cast("Shelob, Child of Ungoliant").settle().cast("Murder", "Colossal Dreadmaw").settle()
    assert game.permanent("Colossal Dreadmaw").controller == YOU
