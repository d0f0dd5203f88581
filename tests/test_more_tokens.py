"""Tokens that come with other tokens (614.1a, 616.1)."""

from __future__ import annotations

from engine.choices import Ordered, Picked, ToOrder, ToPick
from tests.engine_play import Game, side


def seeds(*mine: str) -> Game:
    return Game(side(["Scatter the Seeds"], ["Queen Allenal of Ruadach", *mine], mana="{G}" * 5)).cast("Scatter the Seeds").ok()


def test_614_1a_creature_tokens_come_with_another_one() -> None:
    game = seeds()
    assert (game.there("Saproling"), game.there("Soldier")) == (3, 1)
    assert game.state.power(game.id("Queen Allenal of Ruadach")) == 5


def test_614_1a_not_with_tokens_that_are_no_creatures() -> None:
    game = Game(side(["Eastfarthing Farmer"], ["Queen Allenal of Ruadach"], mana="{W}{W}{W}"))
    game.cast("Eastfarthing Farmer").settle()
    assert game.there("Food") == 1 and game.there("Soldier") == 0


def test_616_1_the_player_says_whether_the_other_one_is_doubled_too() -> None:
    game = seeds("Doubling Season")
    decision = game.state.decision
    assert isinstance(decision, ToOrder) and len(decision.items) == 2
    soldier = decision.items.index("and a Soldier")
    after = {
        first: game.state.apply(Ordered((first, 1 - first))) for first in (0, 1)
    }
    count = {first: sum(state.name(id) == "Soldier" for id in state.battlefield) for first, state in after.items()}
    assert (count[soldier], count[1 - soldier]) == (2, 1)
    assert all(sum(state.name(id) == "Saproling" for id in state.battlefield) == 6 for state in after.values())


def test_614_6_the_effect_goes_on_with_what_was_created_instead() -> None:
    game = Game(side(["Recon Craft Theta"], ["Queen Allenal of Ruadach"], mana="{C}{C}{C}{C}")).cast("Recon Craft Theta").settle()
    assert game.counters("Alien", "p1p1") == 1 and game.counters("Soldier", "p1p1") == 1


def test_707_10e_what_is_attached_to_a_token_is_attached_to_one_of_several() -> None:
    game = Game(side(["Bladehold War-Whip"], ["Queen Allenal of Ruadach"], mana="{R}{R}{W}")).cast("Bladehold War-Whip").settle()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and len(decision.options) == 2
    for token in decision.options:
        after = game.state.apply(Picked((token,)))
        assert after.battlefield[game.id("Bladehold War-Whip")].attached_to == token
