"""The best play of a whole turn by score, with combat and against every reply, through the engine's decisions.

You maximise, the opponent minimises. Searches with more and more of your actions follow each other, attacks and what resolutions
ask for being free; each that ends is a play that is sure of its score. The last one, in which nothing was forbidden, proves it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from engine.choices import Choice
from engine.objects import YOU
from engine.state import State
from engine.strategy import Strategy
from optimizer.proof import Effort
from optimizer.reductions import Moves
from optimizer.search import WORST, Allowance, Limits, Plan, Score, Stop, Tree, deepening

MOST_BRANCHES = 500
"""A play is told against every reply where there are at most so many courses of them, else against the worst ones only."""

TELLING = 0.2
"""How much of the time is kept for telling a play, when it has been found."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best play that was found.

    Attributes:
        value: what it is worth against the worst replies, at least.
        strategy: the play, with an answer to every reply if `whole`, else to the worst ones only.
        best: whether no other play is worth more.
    """

    value: int
    strategy: Strategy
    whole: bool
    best: bool


class _TooMany(Exception):
    """A play has more branches than are told."""


@dataclass
class Search:
    """Looks for the best play from a state.

    Args:
        start: a state in which combat is played and the opponent acts (`engine.scope.PLAYED`).
        score: what an end state is worth.
        plan: what is worth trying, such as the actions of the best line of the main phases.
        seconds: how long to look.
    """

    start: State
    score: Score
    plan: Plan
    seconds: float
    most_branches: int = MOST_BRANCHES

    def __post_init__(self) -> None:
        searching = Limits(seconds=self.seconds * (1 - TELLING))
        self.tree = Tree(self.score, Moves(self.start), limits=searching)
        self.until = time.monotonic() + self.seconds

    @property
    def effort(self) -> Effort:
        """What was done so far."""
        return Effort(self.tree.nodes, self.tree.choices)

    def run(self) -> BestPlay | None:
        """The best play that was found; None if no search came to an end."""
        tree, value, ended, best = self.tree, WORST, None, False
        tree.start()
        try:
            for allowance in self._allowances():
                reached, cut = tree.value(self.start, allowance, value)
                if reached > value or ended is None:
                    value, ended = reached, allowance
                if not cut:
                    best = True
                    break
        except (Stop, RecursionError):
            tree.clear_path()
        return None if ended is None else self._told(value, ended, best)

    def _allowances(self) -> Iterator[Allowance]:
        """No action; those of the line; one action, two, and so on."""
        deeper = deepening()
        return chain([next(deeper), self.plan], deeper)

    def _told(self, value: int, allowance: Allowance, best: bool) -> BestPlay:
        """The play by which the start has that value."""
        tree = self.tree
        tree.limits = Limits(seconds=max(1.0, self.until - time.monotonic()))
        tree.start()
        try:
            return BestPlay(value, self._strategy(self.start, allowance, value, [0]), True, best)
        except (Stop, _TooMany, RecursionError):
            tree.clear_path()
            tree.lift_limits()
            return BestPlay(value, Strategy(tree.line(self.start, allowance, value)), False, best)

    def _strategy(self, state: State, allowance: Allowance, value: int, ends: list[int]) -> Strategy:
        """The strategy by which a state has that value at least, the best one against each reply. `ends` counts its courses."""
        choices: list[Choice] = []
        while not state.over:
            assert state.decision is not None
            if state.decision.player == YOU:
                choice, state, allowance = self.tree.step(state, allowance, value)
                choices.append(choice)
                continue
            replies = list(self.tree.moves(state))
            if len(replies) > 1:
                after = [(reply, self._against(state.apply(reply), allowance, value, ends)) for reply in replies]
                return Strategy(tuple(choices), tuple(after))
            choices.append(replies[0])
            state = state.apply(replies[0])
        ends[0] += 1
        if ends[0] > self.most_branches:
            raise _TooMany
        return Strategy(tuple(choices))

    def _against(self, state: State, allowance: Allowance, least: int, ends: list[int]) -> Strategy:
        """The best strategy after a reply, which is worth that much at least."""
        value, _ = self.tree.value(state, allowance, least - 1)
        return self._strategy(state, allowance, value, ends)
