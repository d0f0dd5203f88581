"""Strategies for published puzzles, worked out by hand: every step is legal and every reply of the opponent's is beaten.

`strategies/NAME.yaml` is the position, `strategies/NAME.txt` the strategy.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from engine.cards import CardPool
from engine.formats import read_position
from engine.line import check_strategy
from engine.objects import Result
from engine.scope import scope_of
from engine.state import State
from optimizer import solve
from optimizer.reductions import Moves
from optimizer.why import why

STRATEGIES = Path(__file__).parent / "strategies"
LONG = frozenset({"PC_060215"})
"""Those that take more than five seconds."""
PASSING = frozenset({"PP18"})
"""Those in which the opponent is not tried to act with priority: what they could do is to prevent damage, again and again, and
the strategy deals none."""

SOLVED = {
    "PS_WAR2": 120, "PC_44": 120, "PS_ONE5": 120, "PS_WAR1": 120, "PP24": 120, "PS_THB6": 120, "PC_060915": 1800, "PS_LTR1": 1800,
}  # fmt: skip
"""Those that the program solves by itself, with the seconds it is given."""
QUICK = frozenset({"PS_WAR2", "PC_44"})
"""Those of them for which it takes less than ten."""
SHUFFLED = frozenset({"PS_LTR1", "PS_THB6"})
"""Those whose libraries a card lets a player search: what comes of a shuffled one is not known, so the answer is no proof."""


def _puzzles() -> list[object]:
    names = sorted(path.stem for path in STRATEGIES.glob("*.txt"))
    return [pytest.param(name, marks=[pytest.mark.long] if name in LONG else []) for name in names]


def _solved() -> list[object]:
    return [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in SOLVED]


NEAR_MISSES = yaml.safe_load((STRATEGIES / "near_misses.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", range(len(NEAR_MISSES)))
def test_why_a_near_miss_fails(number: int) -> None:
    miss = NEAR_MISSES[number]
    found = why(read_position(STRATEGIES / f"{miss['puzzle']}.yaml"), miss["line"], time_limit=4)
    assert not found.holds
    if "rule" in miss:
        assert found.illegal is not None
        assert found.illegal.rule == miss["rule"]
    else:
        assert found.beaten is not None
        assert found.beaten.acted == miss.get("reply", False)


@pytest.mark.parametrize("name", _puzzles())
def test_the_strategy_wins_against_every_reply(name: str) -> None:
    position = read_position(STRATEGIES / f"{name}.yaml")
    start = State.begin(position, CardPool.bundled(), scope_of(position))
    text = (STRATEGIES / f"{name}.txt").read_text(encoding="utf-8")
    checked = check_strategy(start, text, Moves(start), try_all=name not in PASSING)
    assert checked.every
    assert set(checked.results) == {Result.WON}


@pytest.mark.parametrize("name", _solved())
def test_the_program_finds_a_strategy_by_itself(name: str) -> None:
    answer = solve(read_position(STRATEGIES / f"{name}.yaml"), time_limit=SOLVED[name])
    assert answer.proved is (name not in SHUFFLED)
    assert answer.goal_reached
    assert answer.best is not None
    assert answer.best.result is Result.WON
    assert answer.replies_checked.all
