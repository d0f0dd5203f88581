"""What is written reads back: random legal play, written and replayed, ends in the same state."""

import random
from itertools import islice

import pytest

from engine.cards import CardPool
from engine.choices import Pass, Priority
from engine.line import replay
from engine.state import State
from tests.positions import STRATA, draw

LONGEST = 30


def random_play(start, chance):
    """A random run of legal choices after which the stack is empty."""
    state, choices = start, []
    while not state.over and (len(choices) < LONGEST or state.stack or not isinstance(state.decision, Priority)):
        options = list(islice(state.choices(), 300))
        if isinstance(state.decision, Priority) and len(options) > 1 and len(choices) < LONGEST and chance.random() < 0.75:
            options = [o for o in options if not isinstance(o, Pass)]
        elif isinstance(state.decision, Priority) and len(choices) >= LONGEST:
            options = [Pass()]
        kinds = sorted({type(o).__name__ for o in options})
        kind = chance.choice(kinds)
        choices.append(chance.choice([o for o in options if type(o).__name__ == kind]))
        state = state.apply(choices[-1])
    return choices, state


@pytest.mark.parametrize("stratum", STRATA)
@pytest.mark.parametrize("seed", range(25))
def test_written_play_reads_back(stratum, seed):
    start = State.begin(draw(CardPool.bundled(), stratum, seed), CardPool.bundled())
    choices, end = random_play(start, random.Random(seed))
    written = replay(start, choices)
    assert written.end == end
    read = replay(start, written.text)
    assert read.end == end
    assert read.steps == written.steps
