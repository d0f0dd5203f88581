"""Proof search: strategies against every reply, held against trying everything."""

from __future__ import annotations

import pytest

from engine.objects import Result
from engine.scope import PLAYED
from engine.state import State
from optimizer.proof import NEVER, Search
from tests.fights import STRATA, draw, losing_branches, pool, wins

LONGEST = 20.0
"""Seconds for one position."""


@pytest.mark.parametrize("width", [0, 2, NEVER])
@pytest.mark.parametrize("stratum", STRATA)
def test_agrees_with_trying_everything(stratum: str, width: int) -> None:
    """A narrow search may find nothing where there is something, but says then that it does not know."""
    for seed in range(300, 306):
        start = State.begin(draw(stratum, seed), pool(), PLAYED)
        expected = wins(start, LONGEST)
        found = Search(start, lambda state: state.result is Result.WON, seconds=LONGEST, width=width).run()
        if expected is None or found.reached is None:
            continue
        assert found.reached == expected, f"{stratum} {seed}"
        if found.strategy is not None:
            assert not list(losing_branches(start, found.strategy)), f"{stratum} {seed}"


def test_a_search_that_leaves_something_out_does_not_say_that_there_is_nothing() -> None:
    start = next(s for s in (State.begin(draw("any", n), pool(), PLAYED) for n in range(300, 400)) if wins(s, LONGEST))
    nothing_tried = Search(start, lambda state: state.result is Result.WON, width=-1).run()
    assert (nothing_tried.reached, nothing_tried.strategy) == (None, None)
