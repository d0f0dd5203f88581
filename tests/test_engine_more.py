"""Interactions that are easy to get wrong, each by the rule that decides it."""

from __future__ import annotations

from engine.objects import Result
from tests.engine_play import Game, side, thing

# ---------------------------------------------------------------------------------------------------- state-based actions


def test_704_3_the_round_in_which_the_game_is_won_is_performed_whole() -> None:
    """The tenth poison counter, the last point of toughness and opposite counters come with one proliferate."""
    dying, mixed = thing("Grizzly Bears", m1m1=1), thing("Hill Giant", p1p1=2, m1m1=1)
    game = Game(
        side(["Contentious Plan"], [("Island", 2), thing("Jace Beleren", loyalty=1)]),
        side(counters={"poison": 9}, battlefield=[dying, mixed]),
    )
    game.cast("Contentious Plan").ok().proliferate("opponent", "Grizzly Bears")
    assert game.state.result is Result.WON
    assert game.names(game.opponent.graveyard) == ["Grizzly Bears"]
    assert game.permanent("Hill Giant").counters == (("p1p1", 1),)


def test_704_3_the_legend_rule_is_not_asked_of_who_has_lost() -> None:
    game = Game(
        side(["Contentious Plan", "Atraxa, Praetors' Voice"], [("Island", 6), "Atraxa, Praetors' Voice"]),
        side(counters={"poison": 10}, battlefield=[thing("Jace Beleren", 2, loyalty=1), thing("Grizzly Bears", m1m1=2)]),
    )
    assert game.state.result is Result.WON and game.state.over
    assert game.there("Jace Beleren") == 2 and not game.there("Grizzly Bears")
