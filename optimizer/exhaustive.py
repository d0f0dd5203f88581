"""The reference: tries everything through the engine's decisions, acting between any two resolutions included.

It is `optimizer.search` without bounds, so it answers for small positions only, but it answers by the engine alone. It also tells
what all optimal lines have in common, which says whether a position really tests something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.choices import Activate, Cast, Choice, PlayLand, TapForMana
from engine.objects import YOU
from engine.state import State
from optimizer.canonical import Key
from optimizer.reductions import Moves
from optimizer.search import FOREVER, Everything, Limits, Line, Score, Tree, run

Test = Callable[[State, Choice, State], bool]
"""A question about one choice: the state before, the choice, the state after."""

_ALL = Everything()


@dataclass(frozen=True, slots=True)
class Reference:
    """What the reference found.

    Attributes:
        value: the optimum if `finished`, else the score of the best line seen.
        line: an optimal line (against the worst replies), None if it did not finish before any line ended.
        nodes: how many different states there are, up to renaming of objects.
        choices: how many choices were carried out.
        finished: whether everything was tried.
        optimal: what can be asked about all optimal lines; None unless finished.
    """

    value: int
    line: Line | None
    nodes: int
    choices: int
    finished: bool
    optimal: Optimal | None = field(default=None, compare=False, repr=False)


def reference(state: State, score: Score, limits: Limits = FOREVER) -> Reference:
    """The value of a state: your decisions maximised, the opponent's minimised, over everything the engine allows."""
    tree = Tree(score, Moves(state), prune=False, limits=limits)
    found = run(tree, state, [_ALL])
    if not found.finished:
        return Reference(found.value, found.line, found.nodes, found.choices, False)
    tree.lift_limits()
    value, _ = tree.value(state, _ALL)
    return Reference(value, tree.line(state, _ALL, value), found.nodes, found.choices, True, Optimal(tree, state))


class Optimal:
    """All optimal lines of a state whose value is known."""

    def __init__(self, tree: Tree, root: State) -> None:
        self._tree = tree
        self._root = root

    def _steps(self, state: State) -> Iterator[tuple[Choice, State]]:
        """The choices of the state that keep its value, each with the state after it."""
        value, _ = self._tree.value(state, _ALL)
        for choice, _ in self._tree.children(state, _ALL):
            after = state.apply(choice)
            if self._tree.value(after, _ALL)[0] == value:
                yield choice, after

    def lines(self) -> Iterator[Line]:
        """Every optimal line. There can be very many: two lines differ if any choice does."""

        def go_on(state: State, line: Line) -> Iterator[Line]:
            if state.over:
                yield line
                return
            for choice, after in self._steps(state):
                yield from go_on(after, (*line, choice))

        yield from go_on(self._root, ())

    def every(self, test: Test) -> bool:
        """Whether every optimal line has a choice that passes the test."""
        known: dict[Key, bool] = {}

        def holds(state: State) -> bool:
            if state.over:
                return False
            key = self._tree.keys.of(state)
            if key not in known:
                known[key] = False  # a way round to the same state leads nowhere by itself
                known[key] = all(test(state, choice, after) or holds(after) for choice, after in self._steps(state))
            return known[key]

        return holds(self._root)

    def some(self, test: Test) -> bool:
        """Whether some optimal line has a choice that passes the test."""
        return any(test(*step) for step in self.all_steps())

    def all_steps(self) -> Iterator[tuple[State, Choice, State]]:
        """Every step of every optimal line, once: the state before, the choice, the state after."""
        seen: set[Key] = set()
        waiting = [self._root]
        while waiting:
            state = waiting.pop()
            key = None if state.over else self._tree.keys.of(state)
            if key is None or key in seen:
                continue
            seen.add(key)
            for choice, after in self._steps(state):
                yield state, choice, after
                waiting.append(after)

    def cards(self) -> frozenset[str]:
        """The names of the cards that do something in some optimal line: cast, played, activated, tapped, or their triggered
        ability is put on the stack."""
        found: set[str] = set()
        for before, choice, after in self.all_steps():
            found |= used(before, choice)
            found.update(after.name(thing.source) for thing in after.stack[len(before.stack) :] if thing.source is not None)
        return frozenset(found)


def used(state: State, choice: Choice) -> frozenset[str]:
    """The names of the cards that a choice of yours uses."""
    assert state.decision is not None
    if state.decision.player != YOU:
        return frozenset()
    ids = []
    if isinstance(choice, (Cast, PlayLand)):
        ids.append(choice.card)
    elif isinstance(choice, (Activate, TapForMana)):
        ids.append(choice.source)
    if isinstance(choice, (Cast, Activate)):
        ids += [tap.source for tap in choice.payment.taps]
    return frozenset(map(state.name, ids))
