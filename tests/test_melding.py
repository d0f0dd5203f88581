"""Melded permanents in positions (712)."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.formats import PositionError
from engine.formats.pzl import parse_pzl
from engine.state import State
from tests.engine_play import Game, side, thing


def test_712_21_both_cards_go_where_the_permanent_goes() -> None:
    game = Game(side(battlefield=[thing("Urza, Planeswalker", loyalty=7)]))
    game.activate("Urza, Planeswalker", 3, "Urza, Planeswalker").settle()
    assert game.names(game.you.exile) == ["The Mightstone and Weakstone", "Urza, Lord Protector"]


def test_202_3c_its_mana_value_is_that_of_both_cards_together() -> None:
    game = Game(side(battlefield=[thing("Urza, Planeswalker", loyalty=3)]))
    assert game.state.mana_value(game.id("Urza, Planeswalker")) == 8


def test_a_file_names_what_the_cards_are_melded_into() -> None:
    text = "[state]\nhumanbattlefield={}|Meld:The Mightstone and Weakstone|Counters:LOYALTY=7"
    State.begin(parse_pzl(text.format("Urza, Planeswalker")), CardPool.bundled())
    with pytest.raises(PositionError, match="not melded from"):
        State.begin(parse_pzl(text.format("Urza, Lord Protector")), CardPool.bundled())
