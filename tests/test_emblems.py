"""Emblems with activated abilities (114)."""

from __future__ import annotations

import pytest

from engine.choices import Activate, IllegalChoice
from engine.line import replay, write_line
from tests.engine_play import Game, side, thing


def with_emblem(mana: str = "{C}{B}") -> Game:
    walker = thing("Ob Nixilis of the Black Oath", loyalty=8)
    you = side(battlefield=[walker, "Hill Giant"], library=["Shock"] * 4, mana=mana)
    return Game(you, side(battlefield=["Grizzly Bears"])).activate("Ob Nixilis of the Black Oath", 2).settle()


def test_114_4_the_ability_of_an_emblem_can_be_activated_by_who_has_it() -> None:
    game = with_emblem()
    (emblem,) = (lasting.id for lasting in game.state.lasting)
    assert game.can(Activate, "emblem", source=emblem)
    game.activate("emblem").settle()
    assert (game.you.life, len(game.you.hand), game.there("Hill Giant")) == (23, 3, 0)


def test_118_3_its_cost_has_to_be_paid() -> None:
    game = with_emblem("{B}")
    (emblem,) = (lasting.id for lasting in game.state.lasting)
    assert not game.can(Activate, "emblem")
    with pytest.raises(IllegalChoice) as error:
        game.do(Activate(emblem, 0, sacrifice=(game.id("Hill Giant"),)))
    assert error.value.rule == "118.3"


def test_lines_activate_emblems() -> None:
    game = with_emblem()
    choice = game.find(Activate, "emblem")
    (step,) = write_line(game.state, (choice,))
    assert replay(game.state, step.text).choices[0] == choice and "emblem" in step.text
