"""Triggered mana abilities that add more mana when something is tapped for mana (605.1b, 605.4a)."""

from __future__ import annotations

from engine.choices import Answered, Cast, Pass
from engine.line import replay, write_line
from engine.mana import parse_mana
from tests.engine_play import Game, side


def test_605_4a_a_swamp_gives_one_more_black_mana_at_once() -> None:
    game = Game(side(battlefield=["Crypt Ghast", "Swamp", "Island"])).tap("Swamp")
    assert game.you.mana == parse_mana("{B}{B}") and not game.state.stack
    assert game.tap("Island").you.mana == parse_mana("{U}{B}{B}")


def test_605_1b_not_for_the_swamps_of_others() -> None:
    game = Game(side(battlefield=["Swamp"]), side(battlefield=["Crypt Ghast"])).tap("Swamp")
    assert game.you.mana == parse_mana("{B}")


def test_601_2g_what_a_swamp_gives_pays_for_spells() -> None:
    game = Game(side(["Murder"], ["Crypt Ghast", ("Swamp", 2)]), side(battlefield=["Grizzly Bears"]))
    choice = game.find(Cast, "Murder")
    assert isinstance(choice, Cast) and len(choice.payment.taps) == 2
    steps = write_line(game.state, (choice, Pass(), Answered(False)))
    assert replay(game.state, "\n".join(step.text for step in steps)).choices[0] == choice
    assert game.do(choice).you.mana == parse_mana("{B}")
    assert not Game(side(["Murder"], ["Crypt Ghast", ("Swamp", 1)]), side(battlefield=["Grizzly Bears"])).can(Cast, "Murder")


def test_205_3i_what_is_asked_for_is_the_other_two_kinds_of_land() -> None:
    """Urza's Tower has both of its own subtypes, so that it is no Mine."""
    alone = Game(side(battlefield=[("Urza's Tower", 2), "Urza's Mine"])).tap("Urza's Tower")
    assert sum(alone.you.mana) == 1
    assert sum(Game(side(battlefield=["Urza's Tower", "Urza's Mine", "Urza's Power Plant"])).tap("Urza's Tower").you.mana) == 3
