"""Choices that need no trying."""

from __future__ import annotations

import pytest

from engine.choices import Activate, TapForMana
from engine.scope import PLAYED
from optimizer.reductions import Moves
from tests.engine_play import Game, side


@pytest.mark.parametrize(("mine", "step", "tried"), [([], "main2", False), (["Shock"], "main2", True), ([], "main1", True)])
def test_damage_is_prevented_only_where_some_can_be_dealt(mine: list[str], step: str, tried: bool) -> None:
    opponent = side(battlefield=["Rhystic Circle", "Mountain"])
    state = Game(side(mine, ["Grizzly Bears"]), opponent, scope=PLAYED, step=step).ok().state
    assert state.decision is not None and state.decision.player == 1
    moves = [*Moves(state)(state)]
    assert any(isinstance(choice, Activate) for choice in moves) == tried


def test_a_land_is_not_tapped_ahead_of_a_cost_that_only_other_subtypes_can_pay() -> None:
    """Deathspore Thallid sacrifices Saprolings; Throne of Geth any artifact, and so the land that is one."""
    for land, tried in (("Mountain", False), ("Darksteel Citadel", True)):
        state = Game(side(["Shock"], ["Deathspore Thallid", "Throne of Geth", land]), scope=PLAYED).state
        assert any(isinstance(choice, TapForMana) for choice in Moves(state)(state)) == tried
