"""What is written reads back: random legal play over all known cards, written and replayed, ends in the same state."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from engine.cards import CardPool
from engine.choices import Pass, Priority
from engine.line import replay
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.state import State

LONGEST = 30
POOL = CardPool.bundled()
NAMES = POOL.names()
LANDS = [n for n in NAMES if "Land" in POOL.get(n).types]
PERMANENTS = [n for n in NAMES if not POOL.get(n).types & {"Instant", "Sorcery"}]


def random_position(chance):
    """A position crowded with whatever is known, twins and counters included."""

    def cards(n):
        return tuple(CardSpec(chance.choice(NAMES)) for _ in range(n))

    def permanent(name):
        card, counters = POOL.get(name), {}
        if card.loyalty is not None:
            counters = {"loyalty": chance.randint(1, 9)}
        elif chance.random() < 0.5:
            counters = {chance.choice(["p1p1", "oil", "charge"]): chance.randint(1, 3)}
        return PermanentSpec(name, counters=counters, tapped=chance.random() < 0.15, sick=chance.random() < 0.2)

    lands = tuple(PermanentSpec(chance.choice(LANDS), chance.randint(1, 2)) for _ in range(5))
    return Position(
        you=PlayerSpec(
            life=chance.randint(3, 20),
            hand=cards(5),
            battlefield=lands + tuple(permanent(chance.choice(PERMANENTS)) for _ in range(5)),
            graveyard=cards(2),
            library=cards(6) if chance.random() < 0.5 else None,
        ),
        opponent=PlayerSpec(
            counters={"poison": chance.randint(1, 8)},
            hand=cards(2),
            battlefield=tuple(permanent(chance.choice(PERMANENTS)) for _ in range(4)),
            graveyard=cards(2),
        ),
        step=chance.choice(["main1", "main1", "main1", "upkeep", "main2", "end"]),
    )


def replace_zones(position, yours, theirs):
    """The position with these permanents on both sides, and no unknown cards drawn."""
    you, opponent = position.you, position.opponent
    return replace(
        position,
        you=replace(you, battlefield=you.battlefield[:8] + yours),
        opponent=replace(opponent, battlefield=opponent.battlefield[:2] + theirs),
    )


def random_play(seed):
    """A state, a random run of legal choices from it after which the stack is empty, and the state they lead to."""
    chance = random.Random(seed)
    start = state = State.begin(random_position(chance), POOL)
    choices = []
    while not state.over and (len(choices) < LONGEST or state.stack or not isinstance(state.decision, Priority)):
        options = list(islice(state.choices(), 300))
        if isinstance(state.decision, Priority) and len(options) > 1:
            if len(choices) >= LONGEST:
                options = [Pass()]
            elif chance.random() < 0.75:
                options = [o for o in options if not isinstance(o, Pass)]
        kind = chance.choice(sorted({type(o).__name__ for o in options}))
        choices.append(chance.choice([o for o in options if type(o).__name__ == kind]))
        state = state.apply(choices[-1])
    return start, choices, state


@pytest.mark.parametrize("seed", range(100))
def test_written_play_reads_back(seed):
    start, choices, end = random_play(seed)
    written = replay(start, choices)
    assert written.end == end
    read = replay(start, written.text)
    assert read.end == end
    assert read.steps == written.steps
