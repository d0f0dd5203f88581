"""Proof search: strategies against every reply, held against trying everything."""

from __future__ import annotations

import pytest

from engine.objects import Result
from engine.scope import PLAYED
from engine.state import State
from optimizer.proof import Search
from tests.fights import STRATA, draw, losing_branches, pool, wins

LONGEST = 20.0
"""Seconds for one position."""


@pytest.mark.parametrize("stratum", STRATA)
def test_agrees_with_trying_everything(stratum: str) -> None:
    for seed in range(300, 306):
        start = State.begin(draw(stratum, seed), pool(), PLAYED)
        expected = wins(start, LONGEST)
        found = Search(start, lambda state: state.result is Result.WON, seconds=LONGEST).run()
        if expected is None or found.reached is None:
            continue
        assert found.reached == expected, f"{stratum} {seed}"
        if found.strategy is not None:
            assert not list(losing_branches(start, found.strategy)), f"{stratum} {seed}"
