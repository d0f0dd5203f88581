"""2 life as an additional cost that makes a spell cost one coloured mana less (118.8, 601.2f)."""

from __future__ import annotations

import pytest

from engine.choices import Cast, IllegalChoice, Payment
from engine.line import replay, write_line
from engine.mana import parse_mana
from tests.engine_play import Game, side


def play(*hand: str, mana: str, on: tuple[str, ...] = ("Defiler of Instinct",)) -> Game:
    return Game(side(hand, list(on), mana=mana))


def test_601_2f_two_life_for_one_red_mana_of_a_red_permanent_spell() -> None:
    game = play("Hill Giant", mana="{C}{C}{C}")
    choice = game.find(Cast, "Hill Giant")
    assert isinstance(choice, Cast) and choice.payment == Payment(spent=parse_mana("{C}{C}{C}"), life_for_mana=1)
    (step, *_) = write_line(game.state, (choice,))
    assert "2 life" in step.text
    assert replay(game.state, step.text + " Defiler of Instinct: targeting opponent.").choices[0] == choice
    game.do(choice).target("opponent").settle()
    assert (game.you.life, game.opponent.life, game.there("Hill Giant")) == (18, 19, 1)


def test_601_2f_it_is_optional_and_for_red_permanent_spells_only() -> None:
    assert play("Hill Giant", mana="{C}{C}{C}{R}").can(Cast, "Hill Giant", life_for_mana=0)
    assert not play("Lightning Bolt", mana="{C}").can(Cast, "Lightning Bolt")
    assert not play("Grizzly Bears", mana="{C}").can(Cast, "Grizzly Bears")


def test_601_2f_only_once_for_each_such_permanent_and_no_more_than_there_is_red_mana() -> None:
    assert not play("Defiler of Instinct", mana="{C}{C}").can(Cast, "Defiler of Instinct")
    assert play("Defiler of Instinct", mana="{C}{C}{R}").can(Cast, "Defiler of Instinct")
    game = play("Hill Giant", mana="{C}{C}", on=("Defiler of Instinct", "Defiler of Instinct"))
    with pytest.raises(IllegalChoice):
        game.do(Cast(game.id("Hill Giant"), payment=Payment(spent=parse_mana("{C}{C}"), life_for_mana=2)))


def test_601_2f_the_reduction_comes_before_what_sets_a_minimum() -> None:
    game = play("Rigging Runner", mana="{C}{C}", on=("Defiler of Instinct", "Trinisphere"))
    assert not game.can(Cast)
