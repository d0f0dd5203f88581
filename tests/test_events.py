"""Events that triggered abilities wait for (603): several objects at once, cycling, untapping, copies, the n-th card."""

from __future__ import annotations

from engine.choices import Priority
from tests.engine_play import Game, thing
from tests.test_objects import game


def finish(it: Game) -> Game:
    """Let everything resolve, with the first answer to whatever is asked."""
    while it.state.stack or not isinstance(it.state.decision, Priority):
        if isinstance(it.state.decision, Priority):
            it.ok()
        else:
            it.do(next(iter(it.state.choices())))
    return it


def test_603_2c_one_or_more_that_die_at_one_time_are_one_event() -> None:
    it = game(["Wake", ("Flier", 2)], ["Shrinker"]).cast("Shrinker").settle()
    assert it.you.life == 22  # once, for two creatures


def test_603_2c_one_or_more_that_enter_at_one_time_are_one_event() -> None:
    it = game(["Greeter"], ["Pair"]).cast("Pair").settle()
    assert it.you.life == 22


def test_702_29c_cycling_triggers_of_the_card_itself_and_of_permanents() -> None:
    it = finish(game(["Cycler's Friend"], ["Cycled One"]).activate("Cycled One"))
    assert it.you.life == 21 and it.opponent.life == 19


def test_701_9_discarding_is_not_cycling() -> None:
    it = game(["Cycler's Friend"], ["Cycled One", "Loss"]).cast("Loss").settle()
    assert it.you.life == 20 and it.names(it.you.graveyard) == ["Cycled One", "Loss"]


def test_701_26b_becoming_untapped() -> None:
    it = game([thing("Riser", tapped=True)], ["Wind Up"]).cast("Wind Up", "Riser").settle()
    assert it.you.life == 21
    assert game(["Riser"], ["Wind Up"]).cast("Wind Up", "Riser").settle().you.life == 20


def test_707_10_a_copy_of_a_spell_is_not_cast_but_copied() -> None:
    it = game(["Mirror Fan", ("Mountain", 1)], ["Shock", "Echo"]).cast("Shock", "opponent")
    finish(it.cast("Echo", "Shock"))
    assert it.you.life == 20 - 2 + 1  # the copy is for you, and the trigger for the copy


def test_121_1_the_second_card_drawn_in_a_turn() -> None:
    assert game(["Page Turner"], ["Insight"]).cast("Insight").settle().you.life == 21
