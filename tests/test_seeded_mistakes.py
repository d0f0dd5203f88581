"""Each mistake that is seeded in the encoders is caught by positions of the default run."""

from __future__ import annotations

import pytest

from optimizer.exhaustive import reference
from optimizer.search import Limits
from tests.agreement import hold, pool_of_sharp, scoring_and_state, sharp
from tests.seeded_mistakes import MISTAKES, Mistake

QUICK = Limits(nodes=5000)


def test_there_is_a_position_for_each_mistake() -> None:
    assert {m.name for m in MISTAKES} == set(sharp())


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_is_caught(mistake: Mistake) -> None:
    """Where the encoders are right nothing is found, with the mistake something is; afterwards it is gone again."""
    position, pool = sharp()[mistake.name], pool_of_sharp()
    scoring, start = scoring_and_state(position, pool)
    found = reference(start, scoring.evaluate, QUICK)
    assert found.finished
    with mistake.made():
        assert hold(position, pool, found).bugs
    assert not hold(position, pool, found).bugs
