"""Additional costs (118.8) in the model: it plans with them as the engine carries them out."""

import pytest

from engine.formats.yaml_position import parse_position
from optimizer.search import Limits
from tests.agreement import Kind, bundled, compare

NOTHING_TO_SACRIFICE = """
you: {hand: [Bone Splinters], battlefield: [Swamp]}
opponent: {battlefield: [Serra Angel]}
"""
WHAT_COMES_THIS_TURN = """
you: {hand: [Bone Splinters, Porcelain Legionnaire], battlefield: [Swamp x4]}
opponent: {battlefield: [Serra Angel]}
"""
WINS_BY_SACRIFICING = """
you: {hand: [Bone Splinters x2, Shock], battlefield: [Swamp x4, Perilous Myr, Grizzly Bears, Mountain]}
opponent: {life: 4, battlefield: [Serra Angel, Hill Giant]}
"""


@pytest.mark.parametrize("board", [NOTHING_TO_SACRIFICE, WHAT_COMES_THIS_TURN, WINS_BY_SACRIFICING])
def test_a_sacrifice_as_an_additional_cost_is_planned(board: str) -> None:
    """601.2b: without something to sacrifice, the spell cannot be cast."""
    found = compare(parse_position(board, "test"), bundled(), Limits(nodes=20_000))
    assert (found.kind, found.proved) == (Kind.EQUAL, True)
