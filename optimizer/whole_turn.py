"""The best play of a whole turn by score, with combat and against every reply, through the engine's decisions.

You maximise, the opponent minimises. Searches follow each other: of one attack after the other, then with more and more of your
actions, attacks and what resolutions ask for being free. Each that ends is a play that is sure of its score; the one in which
nothing was forbidden proves it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.choices import Attacked, Choice, IllegalChoice, Pass, ToAttack
from engine.objects import YOU
from engine.state import State
from engine.strategy import Strategy
from optimizer.proof import Effort
from optimizer.reductions import Moves
from optimizer.search import BEST, WORST, Allowance, Limits, Plan, Score, Stop, Tree, deepening

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


_Course = tuple[tuple[Choice, ...], State]
"""Choices from the start, and the state that they lead to."""


@dataclass(frozen=True, slots=True)
class _Try:
    """A part of the turn that is searched: what comes after some choices, with so many actions."""

    begin: tuple[Choice, ...]
    state: State
    allowance: Allowance


@dataclass
class Search:
    """Looks for the best play from a state.

    Args:
        start: a state in which combat is played and the opponent acts (`engine.scope.PLAYED`).
        score: what an end state is worth.
        line: the best line of the main phases, which is worth trying early.
        plan: its actions.
        seconds: how long to look.
        most: more than that no end is worth.
        most_branches: with more courses of replies a play is told against the worst ones only.
    """

    start: State
    score: Score
    line: Sequence[Choice] = ()
    plan: Plan = Plan(())
    seconds: float = 60.0
    most: int = BEST
    most_branches: int = MOST_BRANCHES

    def __post_init__(self) -> None:
        searching = Limits(seconds=self.seconds * (1 - TELLING))
        self.tree = Tree(self.score, Moves(self.start), limits=searching)
        self.until = time.monotonic() + self.seconds
        self._courses = 0
        """How many courses of the replies are told."""

    @property
    def effort(self) -> Effort:
        """What was done so far."""
        return Effort(self.tree.nodes, self.tree.choices)

    def run(self) -> BestPlay | None:
        """The best play that was found; None if no search came to an end."""
        tree, value, ended, best = self.tree, WORST, None, False
        tree.start()
        try:
            for part in self._tries():
                reached, cut = tree.value(part.state, part.allowance, value, self.most)
                if reached > value or ended is None:
                    value, ended = reached, part
                if value >= self.most or not (cut or part.begin):
                    best = True
                    break
        except (Stop, RecursionError):
            tree.clear_path()
        return None if ended is None else self._told(value, ended, best)

    def _tries(self) -> Iterator[_Try]:
        """No action, one attack after the other and then any; the same after the line; the actions of the line whenever it may
        be; one action, two, and so on."""
        deeper = deepening()
        nothing = next(deeper)
        for begin, state in filter(None, [((), self.start), self._followed()]):
            for choices, attacked in self._attacks(begin, state):
                yield _Try(choices, attacked, nothing)
            yield _Try(begin, state, nothing)
        if self.plan.actions:
            yield _Try((), self.start, self.plan)
        for allowance in deeper:
            yield _Try((), self.start, allowance)

    def _attacks(self, begin: tuple[Choice, ...], state: State) -> Iterator[_Course]:
        """After those choices nothing but each of the attacks, the small ones first; none if the opponent has a say before."""
        course = self._on(begin, state, lambda state: isinstance(state.decision, ToAttack))
        if course is None or course[1].decision is None or course[1].decision.player != YOU:
            return
        begin, state = course
        attacks = [choice for choice in self.tree.moves(state) if isinstance(choice, Attacked)]
        for choice in sorted(attacks, key=lambda choice: len(choice.attacks)):
            yield (*begin, choice), state.apply(choice)

    def _followed(self) -> _Course | None:
        """The line up to its last action and what that leads to; None if it has none, or if the opponent has a say in it."""
        left = list(self.line)
        while left and isinstance(left[-1], Pass):
            left.pop()
        if not left:
            return None
        return self._on((), self.start, lambda state: not left and not state.stack, left)

    def _on(
        self, done: tuple[Choice, ...], state: State, there: Callable[[State], bool], left: list[Choice] | None = None
    ) -> _Course | None:
        """Goes on by those of your choices that are left, then by passing; None if the opponent has a say on the way, or one of
        the choices is not legal, as the main phases are not all that is played here."""
        while not there(state):
            if state.decision is None:
                return None
            yours = left.pop(0) if left and state.decision.player == YOU else Pass()
            choice = yours if state.decision.player == YOU else self.tree.moves.only(state)
            if choice is None:
                return None
            try:
                state = state.apply(choice)
            except IllegalChoice:
                return None
            done = (*done, choice)
        return done, state

    def _told(self, value: int, part: _Try, best: bool) -> BestPlay:
        """The play by which the part has that value."""
        tree = self.tree
        tree.limits = Limits(seconds=max(1.0, self.until - time.monotonic()))
        tree.start()
        try:
            rest, whole = self._strategy(part.state, part.allowance, value), True
        except (Stop, _TooMany, RecursionError):
            tree.clear_path()
            tree.lift_limits()
            rest, whole = Strategy(tree.line(part.state, part.allowance, value)), False
        return BestPlay(value, Strategy((*part.begin, *rest.choices), rest.replies), whole, best)

    def _strategy(self, state: State, allowance: Allowance, value: int) -> Strategy:
        """The strategy by which a state has that value at least, the best one against each reply."""
        choices: list[Choice] = []
        while not state.over:
            assert state.decision is not None
            if state.decision.player == YOU:
                choice, state, allowance = self.tree.step(state, allowance, value)
                choices.append(choice)
                continue
            replies = list(self.tree.moves(state))
            if len(replies) > 1:
                after = [(reply, self._against(state.apply(reply), allowance, value)) for reply in replies]
                return Strategy(tuple(choices), tuple(after))
            choices.append(replies[0])
            state = state.apply(replies[0])
        self._courses += 1
        if self._courses > self.most_branches:
            raise _TooMany
        return Strategy(tuple(choices))

    def _against(self, state: State, allowance: Allowance, least: int) -> Strategy:
        """The best strategy after a reply, which is worth that much at least."""
        value, _ = self.tree.value(state, allowance, least - 1, self.most)
        return self._strategy(state, allowance, value)
