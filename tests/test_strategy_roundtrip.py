"""What is written reads back: random strategies over all known cards, with combat and an opponent who acts."""

import random
from itertools import islice

import pytest

from engine.choices import Attacked, Pass, Priority, ToAttack
from engine.likeness import likeness
from engine.line import read_strategy, write_strategy
from engine.objects import OPPONENT
from engine.position import PermanentSpec
from engine.scope import PLAYED
from engine.state import State
from engine.strategy import Strategy
from tests.test_line_roundtrip import LANDS, POOL, random_position, replace_zones

LONGEST, MOST_BRANCHES = 25, 12
"""How many choices a course is made of before it is brought to rest; how often a strategy branches."""

CREATURES = [n for n in POOL.names() if "Creature" in POOL.get(n).types]


class Chance:
    """Makes a random strategy from a random position."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.branches = 0

    def start(self):
        you, opponent = (
            tuple(PermanentSpec(self.random.choice(CREATURES), self.random.randint(1, 2)) for _ in range(2))
            + tuple(PermanentSpec(self.random.choice(LANDS), 2) for _ in range(2))
            for _ in range(2)
        )
        return State.begin(replace_zones(random_position(self.random), you, opponent), POOL, PLAYED)

    def strategy(self, state, length=0):
        choices = []
        while not state.over and (length < LONGEST or state.stack or not isinstance(state.decision, Priority)):
            options = list(islice(state.choices(), 40))
            is_reply = state.decision.player == OPPONENT and len(options) > 1
            if is_reply and self.branches < MOST_BRANCHES and self.random.random() < 0.4:
                self.branches += 1
                some = options if len(options) < 5 else self.random.sample(options, self.random.randint(1, 4))
                return Strategy(tuple(choices), tuple((c, self.strategy(state.apply(c), length + 1)) for c in some))
            choices.append(self.choice(state, options, length))
            state, length = state.apply(choices[-1]), length + 1
        return Strategy(tuple(choices))

    def choice(self, state, options, length):
        if isinstance(state.decision, Priority):
            if length >= LONGEST or (state.decision.player == OPPONENT and self.random.random() < 0.7):
                return Pass()
            kind = self.random.choice(sorted({type(o).__name__ for o in options}))
            options = [o for o in options if type(o).__name__ == kind]
        return self.random.choice(options)


def outcome(state, strategy):
    """What a strategy comes to: the end, the turn played out by passing; for each reply, up to alike things, what follows."""
    for choice in strategy.choices:
        state = state.apply(choice)
    while len(strategy.replies) == 1 and len(list(islice(state.choices(), 2))) == 1:
        return outcome(state.apply(strategy.replies[0][0]), strategy.replies[0][1])
    if not strategy.replies:
        while not state.over and isinstance(state.decision, Priority | ToAttack):
            state = state.apply(Pass() if isinstance(state.decision, Priority) else Attacked(()))
        fights = state.combat and {(a.attacker, a.at, a.blocked, frozenset(a.blockers)) for a in state.combat.attacks}
        return state.players, state.battlefield, state.stack, state.step, state.decision, state.result, fights
    return {likeness(state, choice): outcome(state.apply(choice), then) for choice, then in strategy.replies}


@pytest.mark.parametrize("seed", range(30))
def test_a_written_strategy_reads_back(seed):
    chance = Chance(seed)
    start = chance.start()
    strategy = chance.strategy(start)
    text = write_strategy(start, strategy)
    read = read_strategy(start, text)
    assert outcome(start, read) == outcome(start, strategy)
    assert write_strategy(start, read) == text
