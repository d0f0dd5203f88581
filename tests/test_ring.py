"""The Ring tempts a player (701.54)."""

from __future__ import annotations

import pytest

from engine.choices import IllegalChoice, ToPick
from engine.draft import Draft
from engine.objects import OPPONENT, YOU, count_of
from engine.scope import Scope
from engine.view import View
from tests.engine_play import Game, side

COMBAT = Scope(combat=True)
KILL = "Claim the Precious"


def tempted(times: int, *mine: str, theirs: tuple[str, ...] = ()) -> Game:
    """The Ring has tempted you so often, the Grizzly Bears bear it."""
    you = side([KILL] * times, ["Grizzly Bears", *mine], mana="{B}" * 3 * times)
    game = Game(you, side(battlefield=[*["Memnite"] * times, *theirs]), scope=COMBAT)
    for _ in range(times):
        game.cast(KILL, "Memnite").settle()
        if isinstance(game.state.decision, ToPick):
            game.pick("Grizzly Bears")
    return game


def bearers(view: View) -> list[str]:
    return [view.name(id) for id, p in view.battlefield.items() if p.ring_bearer]


def test_701_54a_the_player_chooses_a_creature_as_their_ring_bearer() -> None:
    game = tempted(1, "Hill Giant")
    assert bearers(game.state) == ["Grizzly Bears"] and count_of(game.you.designations, "ring") == 1
    assert "Legendary" in game.state.supertypes(game.id("Grizzly Bears")) and game.you.emblems == ("The Ring",)


def test_701_54a_another_creature_takes_its_place() -> None:
    you = side([KILL, KILL], ["Grizzly Bears", "Hill Giant"], mana="{B}{B}{B}{B}{B}{B}")
    game = Game(you, side(battlefield=["Memnite", "Memnite"])).cast(KILL, "Memnite").settle().pick("Grizzly Bears")
    game.cast(KILL, "Memnite").settle().pick("Hill Giant")
    assert bearers(game.state) == ["Hill Giant"] and "Legendary" not in game.state.supertypes(game.id("Grizzly Bears"))


def test_701_54a_it_is_no_ring_bearer_under_somebody_else_s_control() -> None:
    you = side([KILL], ["Grizzly Bears"], mana="{B}{B}{B}")
    game = Game(you, side(battlefield=["Memnite"])).cast(KILL, "Memnite").settle()
    draft = Draft.of(game.state)
    draft.change(game.id("Grizzly Bears"), controller=OPPONENT)
    assert bearers(draft) == []


def test_701_54c_it_cannot_be_blocked_by_creatures_with_greater_power() -> None:
    game = tempted(1, theirs=("Hill Giant", "Silvercoat Lion")).to("declare_attackers").attack("Grizzly Bears")
    game.to("declare_blockers")
    with pytest.raises(IllegalChoice) as error:
        game.block(Hill_Giant="Grizzly Bears")
    assert error.value.rule == "509.1b"
    game.block(Silvercoat_Lion="Grizzly Bears")


def test_701_54c_from_the_second_time_on_it_draws_and_discards_as_it_attacks() -> None:
    game = tempted(1).to("declare_attackers").attack("Grizzly Bears").settle()
    assert len(game.you.hand) == 0
    game = tempted(2).to("declare_attackers").attack("Grizzly Bears").settle()
    assert len(game.you.graveyard) == 3  # two spells and what was drawn


def test_701_54c_from_the_third_time_on_what_blocks_it_is_sacrificed_at_end_of_combat() -> None:
    game = tempted(3, theirs=("Silvercoat Lion",)).to("declare_attackers").attack("Grizzly Bears").settle()
    game.to("declare_blockers").block(Silvercoat_Lion="Grizzly Bears")
    game.to("end_combat").settle()
    assert game.there("Silvercoat Lion") == 0


def test_701_54c_from_the_fourth_time_on_its_combat_damage_costs_three_life() -> None:
    game = tempted(4).to("declare_attackers").attack("Grizzly Bears").settle().to("main2")
    assert game.opponent.life == 15


def test_701_54d_what_triggers_as_the_ring_tempts_a_player() -> None:
    you = side([KILL], ["Sméagol, Helpful Guide"], mana="{B}{B}{B}")
    game = Game(you, side(battlefield=["Memnite"], library=["Shock", "Island", "Murder"])).cast(KILL, "Memnite").settle()
    assert game.permanent("Island").controller == YOU and game.permanent("Island").tapped
    assert game.names(game.opponent.graveyard) == ["Memnite", "Shock"]


def test_701_54e_a_ring_bearer_is_asked_for() -> None:
    game = Game(side(["Island"], ["Dúnedain Rangers"])).play("Island").settle()
    assert bearers(game.state) == ["Dúnedain Rangers"]
    game = Game(side(["Island"], ["Dúnedain Rangers"], designations={"ring": 1})).play("Island").settle()
    assert count_of(game.you.designations, "ring") == 2
