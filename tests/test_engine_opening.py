"""How a position becomes the first state."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.formats.errors import PositionError
from engine.objects import FIRST_OBJECT, Step
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec
from engine.state import State
from tests.engine_play import Game, side, thing


def begin(**you: object) -> State:
    return State.begin(Position(PlayerSpec(**you), PlayerSpec()), CardPool.bundled())  # type: ignore[arg-type]


def test_ids_are_in_file_order_the_battlefields_first() -> None:
    game = Game(side(["Shock"], [("Island", 2)], library=["Opt"]), side(["Opt"], ["Swamp"]))
    assert list(game.state.battlefield) == [FIRST_OBJECT, FIRST_OBJECT + 1, FIRST_OBJECT + 2]
    assert [card.id for player in game.state.players for card in player.hand + player.library] == [5, 6, 7]
    assert game.state.step is Step.MAIN1


def test_an_unknown_card_is_an_error_with_line_and_key() -> None:
    with pytest.raises(PositionError) as error:
        begin(hand=(CardSpec("Shock"), CardSpec("Shokc", line=7)))
    assert (error.value.line, error.value.key) == (7, "you.hand[1].card")
    assert "Shock" in error.value.message


def test_an_instant_on_the_battlefield_is_an_error() -> None:
    with pytest.raises(PositionError, match="not a permanent"):
        begin(battlefield=(PermanentSpec("Shock"),))


def test_an_unknown_label_is_an_error() -> None:
    with pytest.raises(PositionError, match="no permanent with the id"):
        begin(battlefield=(PermanentSpec("Sol Ring", attached_to="bear"),))


def test_unknown_cards_are_there_but_nothing_is_known_of_them() -> None:
    state = begin(hand=(CardSpec("unknown"),))
    assert state.players[0].hand[0].definition is None
    assert len(list(state.choices())) == 1


def test_tokens() -> None:
    treasure = TokenSpec("Treasure", ("Artifact",), ("Treasure",))
    copy = TokenSpec("Hill Giant", copy=True)
    state = begin(battlefield=(PermanentSpec("Treasure", token=treasure), PermanentSpec("Hill Giant", token=copy)))
    assert all(permanent.token for permanent in state.battlefield.values())
    assert state.power(3) == 3
    assert len(list(state.choices())) == 6  # pass, or one mana of any colour


def test_state_based_actions_come_before_the_first_decision() -> None:
    game = Game(side(battlefield=[thing("Grizzly Bears", m1m1=2), "Jace Beleren"]))
    assert not game.state.battlefield


def test_a_position_that_is_over() -> None:
    game = Game(side(life=0))
    assert game.state.over and list(game.state.choices()) == []


def test_control_and_ownership() -> None:
    game = Game(side(battlefield=[thing("Hill Giant", controller="opponent"), thing("Serra Angel", owner="opponent")]))
    giant, angel = game.permanent("Hill Giant"), game.permanent("Serra Angel")
    assert (giant.owner, giant.controller) == (0, 1)
    assert (angel.owner, angel.controller) == (1, 0)
