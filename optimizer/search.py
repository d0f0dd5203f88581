"""Search through the decisions of the engine: you maximise, the opponent (where a choice is forced on them) minimises.

One depth-first search with a memory of seen states serves three purposes:

* without bounds it is the reference (`optimizer.exhaustive`);
* `search` looks for the best line with an upper bound, a first try and iterative deepening on the number of your actions;
* `realize` looks only within a plan, a multiset of actions, for the order, the holding of priority and the choices that reach a
  wanted score. So a solution of the model becomes a line.

Lines are tuples of choices from the root state. Where the opponent chooses, a line follows the reply that is worst for you.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import ClassVar, Protocol

from engine.choices import Activate, Cast, Choice, IllegalChoice, Pass, PlayLand, Priority, TapForMana
from engine.objects import YOU, ObjectId
from engine.state import State
from optimizer.canonical import Keys
from optimizer.reductions import Moves

Score = Callable[[State], int]
"""What an end state is worth to you. Only asked of states that are over."""

WORST = -(10**30)
"""Less than any score."""

BEST = 10**30
"""More than any score."""

Line = tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: after that many states, after that many seconds, or when `stop` says so; None: never."""

    nodes: int | None = None
    seconds: float | None = None
    stop: Callable[[], bool] | None = field(default=None, compare=False)


FOREVER = Limits()

_PORTION = 1_000
"""So many choices are listed at once to put the preferred ones first."""

_REMEMBERED, _DESCRIBED = 150_000, 400_000
"""How many states are remembered, and how many parts of states are described for that (a few hundred bytes each)."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Attributes:
        value: the score of `line`, at least; the optimum (within what was searched) if `finished`.
        line: the best line found, None if no end of the turn was reached.
        nodes: how many different states were looked at.
        choices: how many choices were carried out.
        finished: whether nothing is left to try (or the wanted score was reached).
        interrupted: whether Ctrl-C ended the search.
    """

    value: int
    line: Line | None
    nodes: int
    choices: int
    finished: bool
    interrupted: bool = False


# --------------------------------------------------------------------------------------------------------------- allowances


class Allowance(Protocol):
    """Which of your actions a search may still take. A value: it is part of what is remembered of a state."""

    def __hash__(self) -> int: ...

    @property
    def used_up(self) -> bool:
        """Whether no action is left."""

    def take(self, state: State, choice: Choice) -> Allowance | None:
        """What is left after the choice, None if it is not allowed."""


@dataclass(frozen=True, slots=True)
class Everything:
    """Every action, as often as the rules let it."""

    used_up: ClassVar[bool] = False

    def take(self, state: State, choice: Choice) -> Allowance | None:
        return self


@dataclass(frozen=True, slots=True)
class AtMost:
    """That many more actions; passing and choices that a resolution asks for are free."""

    actions: int

    @property
    def used_up(self) -> bool:
        return not self.actions

    def take(self, state: State, choice: Choice) -> Allowance | None:
        if not isinstance(choice, (Cast, Activate, PlayLand, TapForMana)):
            return self
        return AtMost(self.actions - 1) if self.actions else None


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a plan. What is None is left open.

    Attributes:
        kind: `Cast`, `Activate`, `PlayLand` or `TapForMana`.
        name: of the card, or of the source of the ability.
        source: its id, where twins differ (a card that is drawn in mid-line has no id yet).
        targets: ids or, for what does not exist yet, names; one tuple for each group.
        life: how much life is paid for symbols of the cost.
    """

    kind: type[Cast] | type[Activate] | type[PlayLand] | type[TapForMana]
    name: str
    source: ObjectId | None = None
    ability: int | None = None
    modes: tuple[int, ...] | None = None
    targets: tuple[tuple[ObjectId | str, ...], ...] | None = None
    x: int | None = None
    kicked: int | None = None
    life: int | None = None

    def fits(self, state: State, choice: Choice) -> bool:
        """Whether the choice is this action."""
        if type(choice) is not self.kind:
            return False
        source = choice.card if isinstance(choice, (Cast, PlayLand)) else choice.source
        if state.name(source) != self.name or self.source not in (None, source):
            return False
        if isinstance(choice, (Activate, TapForMana)) and self.ability not in (None, choice.ability):
            return False
        if isinstance(choice, (PlayLand, TapForMana)) or not isinstance(choice, (Cast, Activate)):
            return True
        if self.modes not in (None, choice.modes) or self.x not in (None, choice.x):
            return False
        if isinstance(choice, Cast) and self.kicked not in (None, choice.kicked):
            return False
        return self._life_fits(choice) and self._targets_fit(state, choice.targets)

    def _life_fits(self, choice: Cast | Activate) -> bool:
        paid = 2 * (choice.payment.announced.count("life") + choice.payment.life_for_mana)
        return self.life is None or self.life == paid

    def _targets_fit(self, state: State, targets: tuple[tuple[ObjectId, ...], ...]) -> bool:
        if self.targets is None:
            return True
        if [len(group) for group in self.targets] != [len(group) for group in targets]:
            return False
        pairs = zip(chain(*self.targets), chain(*targets), strict=True)
        return all(wanted == (state.name(id) if isinstance(wanted, str) else id) for wanted, id in pairs)


@dataclass(frozen=True, slots=True)
class Plan:
    """A multiset of actions that a line may consist of, in the order in which they are tried first."""

    actions: tuple[Action, ...]

    @property
    def used_up(self) -> bool:
        return not self.actions

    def take(self, state: State, choice: Choice) -> Allowance | None:
        if not isinstance(choice, (Cast, Activate, PlayLand, TapForMana)):
            return self
        for i, action in enumerate(self.actions):
            if action.fits(state, choice):
                return Plan(self.actions[:i] + self.actions[i + 1 :])
        return None


    @staticmethod
    def of(start: State, line: Sequence[Choice]) -> Plan:
        """The actions of a line that is legal from `start`, however they are paid for."""
        actions, state = [], start
        for choice in line:
            if isinstance(choice, PlayLand):
                actions.append(Action(PlayLand, state.name(choice.card)))
            elif isinstance(choice, (Cast, Activate)):
                actions.append(Plan._action(start, state, choice))
            state = state.apply(choice)
        return Plan(tuple(actions))

    @staticmethod
    def _action(start: State, state: State, choice: Cast | Activate) -> Action:
        def known(id: ObjectId) -> ObjectId | str:
            return id if id < start.next_id else state.name(id)

        targets = tuple(tuple(map(known, group)) for group in choice.targets)
        if isinstance(choice, Cast):
            return Action(Cast, state.name(choice.card), None, None, choice.modes, targets, choice.x, choice.kicked)
        source = choice.source if choice.source < start.next_id else None
        return Action(Activate, state.name(choice.source), source, choice.ability, choice.modes, targets, choice.x)


# -------------------------------------------------------------------------------------------------------------- the search


class Stop(Exception):
    """A limit was reached."""


@dataclass(slots=True)
class _Seen:
    """What is remembered of a state: between which values its value lies."""

    low: int = WORST
    high: int = BEST

    def answers(self, low: int, high: int) -> bool:
        """Whether this says enough for one who asks between these values."""
        return self.low == self.high or self.low >= high or self.high <= low

    def within(self, high: int) -> int:
        """What to say to one who asks up to that value."""
        return self.low if self.low >= high else self.high


Prefer = Callable[[State, Choice], int]
"""The choices with the smallest number are tried first."""


@dataclass
class Tree:
    """A depth-first search with a memory of seen states. See the module for what it is used for.

    Attributes:
        score: what an end state is worth.
        moves: which choices of a state need to be tried.
        bound: an upper bound of what can still be reached from a state, None: there is none.
        prefer: which choices are tried first; None: in the order of the engine.
        prune: whether branches that cannot matter for the value of the root may be left out; without, the value of every
            state seen is exact.
    """

    score: Score
    moves: Moves
    bound: Callable[[State], int] | None = None
    prefer: Prefer | None = None
    prune: bool = True
    limits: Limits = FOREVER
    keys: Keys = field(default_factory=Keys)
    nodes: int = 0
    choices: int = 0
    best: int = WORST
    best_line: Line | None = None
    _closed: dict[object, _Seen] = field(default_factory=dict)
    """What is remembered of states below which no allowance forbade anything, so that it is true of every allowance."""
    _seen: dict[object, _Seen] = field(default_factory=dict)
    """What is remembered of states with an allowance that forbade something."""
    _path: list[Choice] = field(default_factory=list)
    _open: dict[object, tuple[int, int]] = field(default_factory=dict)
    """The states on the way here: how many are before each, and how many of your actions were taken before."""
    _tied: int = sys.maxsize
    """The first of these states that what was just worked out depends on, as it came round to it again."""
    _acted: int = 0
    """How many actions of yours were taken on the way here."""
    _replies: int = 0
    _deadline: float = float("inf")
    _watched: bool = False
    """Whether there is a limit to watch other than that of states."""

    def start(self) -> None:
        """Starts the clock."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
        if self.limits.seconds is not None:
            self._deadline = time.monotonic() + self.limits.seconds
        self._watched = self.limits.seconds is not None or self.limits.stop is not None

    def lift_limits(self) -> None:
        """From here on there is time: what is asked now is known already."""
        self.limits, self._deadline, self._watched = FOREVER, float("inf"), False

    def clear_path(self) -> None:
        """Forgets where an interrupted search was."""
        self._path.clear()
        self._open.clear()
        self._acted, self._tied = 0, sys.maxsize
        self._replies = 0

    def children(self, state: State, allowance: Allowance) -> Iterator[tuple[Choice, Allowance | None]]:
        """The choices to try, with what each leaves of the allowance (None: not allowed). Lists only as far as it is asked."""
        choices = self._in_time(self.moves(state))
        yours = state.decision is not None and state.decision.player == YOU
        if yours and allowance.used_up and isinstance(state.decision, Priority):
            choices = islice(choices, 2)  # passing, and one that shows that there was more
        if self.prefer is not None:
            choices = self._preferred_first(state, choices, self.prefer)
        for choice in choices:
            yield choice, allowance.take(state, choice) if yours else allowance

    def _in_time(self, choices: Iterable[Choice]) -> Iterator[Choice]:
        """The choices, as long as there is time."""
        for choice in choices:
            if self._watched:
                self.check_clock()
            yield choice

    def _preferred_first(self, state: State, choices: Iterator[Choice], prefer: Prefer) -> Iterator[Choice]:
        """Of each portion of the choices the preferred ones first."""
        while portion := list(islice(choices, _PORTION)):
            yield from sorted(portion, key=lambda choice: prefer(state, choice))

    def value(
        self, state: State, allowance: Allowance, low: int = WORST, high: int = BEST, passing: bool = False
    ) -> tuple[int, bool]:
        """What the state is worth, and whether the allowance forbade anything on the way.

        The value is exact if it lies between `low` and `high`, else it is at least (`high` and more) or at most (`low` and less)
        that much. `passing`: the state follows from one in which a player had priority.
        """
        if state.over:
            return self._end(state), False
        if self.moves.is_idle(state):
            return self._after(state, Pass(), allowance, low, high)
        if passing and not isinstance(state.decision, Priority):
            # The first decision of a resolution is seldom reached from two different states: not worth remembering.
            self._count()
            return self._child(state, allowance, low, high)
        state_key = self.keys.of(state)
        key = state_key if isinstance(allowance, Everything) else (state_key, allowance)
        seen = self._closed.get(state_key)
        if seen is not None and seen.answers(low, high):
            return seen.within(high), False
        seen = self._seen.get(key)
        if seen is not None and seen.answers(low, high):
            return seen.within(high), True
        # A state that comes round again on the way to itself: whoever acted gains nothing that could not be done now (732.2).
        if key in self._open:
            depth, acted = self._open[key]
            self._tied = min(self._tied, depth)
            return WORST if self._acted > acted else BEST, False
        self._count()
        if self.bound is not None and (bound := self.bound(state)) <= low:
            return bound, False
        outer, self._tied, depth = self._tied, sys.maxsize, len(self._open)
        self._open[key] = depth, self._acted
        best, cut = self._child(state, allowance, low, high)
        del self._open[key]
        tied, self._tied = self._tied, outer
        if tied < depth:  # it is worth that only where one has come by that state
            self._tied = min(tied, outer)
            return best, cut
        seen = self._seen.setdefault(key, _Seen()) if cut else self._closed.setdefault(state_key, _Seen())
        if best > low or not self.prune:
            seen.low = max(seen.low, best)
        if best < high or not self.prune:
            seen.high = min(seen.high, best)
        return best, cut

    def _child(self, state: State, allowance: Allowance, low: int, high: int) -> tuple[int, bool]:
        assert state.decision is not None
        if state.decision.player == YOU:
            return self._best_child(state, allowance, low, high)
        return self._worst_child(state, allowance, low, high)

    def _best_child(self, state: State, allowance: Allowance, low: int, high: int) -> tuple[int, bool]:
        best, cut = WORST, False
        for choice, left in self.children(state, allowance):
            if left is None:
                cut = True
                continue
            value, was_cut = self._after(state, choice, left, max(low, best) if self.prune else low, high)
            cut |= was_cut
            best = max(best, value)
            if best >= high:
                break
        return best, cut

    def _worst_child(self, state: State, allowance: Allowance, low: int, high: int) -> tuple[int, bool]:
        worst, cut = BEST, False
        replies = self.children(state, allowance)
        first_two = list(islice(replies, 2))
        self._replies += len(first_two) > 1
        for choice, left in chain(first_two, replies):
            assert left is not None
            value, was_cut = self._after(state, choice, left, low, min(high, worst) if self.prune else high)
            cut |= was_cut
            worst = min(worst, value)
            if worst <= low:
                break
        self._replies -= len(first_two) > 1
        return worst, cut

    def _after(self, state: State, choice: Choice, allowance: Allowance, low: int, high: int) -> tuple[int, bool]:
        self.choices += 1
        self._path.append(choice)
        acts = int(state.decision is not None and state.decision.player == YOU and not isinstance(choice, Pass))
        self._acted += acts
        result = self.value(state.apply(choice), allowance, low, high, isinstance(state.decision, Priority))
        self._path.pop()
        self._acted -= acts
        return result

    def _end(self, state: State) -> int:
        value = self.score(state)
        if value > self.best and not self._replies:
            self.best, self.best_line = value, tuple(self._path)
        return value

    def _count(self) -> None:
        self.nodes += 1
        if self.limits.nodes is not None and self.nodes > self.limits.nodes:
            raise Stop
        if len(self._seen) + len(self._closed) > _REMEMBERED or len(self.keys) > _DESCRIBED:
            self._forget()

    def check_clock(self) -> None:
        """Stops the search if it is time to."""
        if time.monotonic() > self._deadline or (self.limits.stop is not None and self.limits.stop()):
            raise Stop

    def _forget(self) -> None:
        """Memory is bounded; what is asked again is worked out again. States on the way here are not recognised any more, so
        a way round to one of them is gone once more before it is seen."""
        self._seen.clear()
        self._closed.clear()
        self.keys.forget()

    def line(self, state: State, allowance: Allowance, value: int) -> Line:
        """A line from the state that reaches its (known) value; ending the turn comes before doing more for the same value."""
        line: list[Choice] = []
        while not state.over:
            choice, state, allowance = self.step(state, allowance, value)
            line.append(choice)
        return tuple(line)

    def step(self, state: State, allowance: Allowance, value: int) -> tuple[Choice, State, Allowance]:
        """The first step of a line from the state that reaches its (known) value."""
        step = self._step(state, allowance, value) or self._step(state, Everything(), value)
        assert step is not None, "the value of a state is the value of one of its choices"
        return step

    def _step(self, state: State, allowance: Allowance, value: int) -> tuple[Choice, State, Allowance] | None:
        assert state.decision is not None
        if state.decision.player != YOU:
            return self._reply(state, allowance, value)
        for choice, left in self._passing_first(state, allowance):
            if left is not None:
                after = state.apply(choice)
                if self.value(after, left, value - 1, value + 1)[0] >= value:
                    return choice, after, left
        return None

    def _passing_first(self, state: State, allowance: Allowance) -> Iterator[tuple[Choice, Allowance | None]]:
        if isinstance(state.decision, Priority):
            yield Pass(), allowance
        for choice, left in self.children(state, allowance):
            if not isinstance(choice, Pass):
                yield choice, left

    def _reply(self, state: State, allowance: Allowance, value: int) -> tuple[Choice, State, Allowance]:
        """The worst reply. Where the value is only known to be at least that much, every reply may be better than that."""
        worst: tuple[int, Choice, State] | None = None
        for choice, _ in self._passing_first(state, allowance):
            after = state.apply(choice)
            reached, _ = self.value(after, allowance, value - 1, value + 1)
            if worst is None or reached < worst[0]:
                worst = reached, choice, after
            if reached <= value:
                break
        assert worst is not None, "whoever is asked has an answer"
        return worst[1], worst[2], allowance


def run(
    tree: Tree, state: State, allowances: Iterable[Allowance], wanted: int | None = None, first: Sequence[Choice] = ()
) -> Found:
    """Searches with one allowance after the other until one was enough, the wanted score is reached, or a limit is."""
    tree.start()
    finished = interrupted = False
    high = BEST if wanted is None else wanted
    try:
        _try_first(tree, state, first)
        if tree.best < high:
            for allowance in allowances:
                tree.clear_path()
                # Lines found so far are a lower bound; one less, so that their equals are still found exactly.
                value, cut = tree.value(state, allowance, WORST if not tree.prune else tree.best - 1, high)
                if value >= high or not cut:
                    if tree.best < value:  # the opponent has a say in it
                        tree.best, tree.best_line = value, tree.line(state, allowance, value)
                    finished = True
                    break
        else:
            finished = True
    except (Stop, RecursionError):  # out of time, or in a loop of triggers that has no end
        pass
    except KeyboardInterrupt:
        interrupted = True
    return Found(tree.best, tree.best_line, tree.nodes, tree.choices, finished, interrupted)


def _try_first(tree: Tree, state: State, line: Sequence[Choice]) -> None:
    """Plays a line as far as it is legal, then to the end of the turn without doing more."""
    played: list[Choice] = []
    left = list(line)
    while not state.over:
        assert state.decision is not None
        tree.check_clock()  # the least that can be done may go round in circles
        if state.decision.player != YOU:
            return  # what such a line is worth is for the search to say
        try:
            choice = left.pop(0) if left else least(state)
            state = state.apply(choice)
        except IllegalChoice:
            left = []
            continue
        played.append(choice)
    value = tree.score(state)
    if value > tree.best:
        tree.best, tree.best_line = value, tuple(played)


def least(state: State) -> Choice:
    """The choice that does least: passing, else the first one."""
    return Pass() if isinstance(state.decision, Priority) else next(iter(state.choices()))


def deepening() -> Iterator[Allowance]:
    """No action of yours, one, two and so on."""
    n = 0
    while True:
        yield AtMost(n)
        n += 1


def search(
    state: State,
    score: Score,
    *,
    limits: Limits = FOREVER,
    bound: Callable[[State], int] | None = None,
    first: Sequence[Choice] = (),
    wanted: int | None = None,
) -> Found:
    """The best line, looked for with more and more actions.

    Args:
        bound: an upper bound of the score that can be reached from a state.
        first: a line to try before anything else, such as the model's; it need not be legal to its end.
        wanted: a score that is good enough.
    """
    tree = Tree(score, Moves(state), bound=bound, limits=limits)
    return run(tree, state, deepening(), wanted, first)


def realize(
    state: State,
    plan: Plan,
    score: Score,
    *,
    wanted: int | None = None,
    prefer: Prefer | None = None,
    limits: Limits = FOREVER,
) -> Found:
    """The best line that takes only actions of the plan (each at most as often as it stands there), or the first one that reaches
    the wanted score. `prefer` orders the other choices, such as the picks of a proliferate."""

    def planned_first(state: State, choice: Choice) -> int:
        for i, action in enumerate(plan.actions):
            if action.fits(state, choice):
                return i
        return len(plan.actions) + (prefer(state, choice) if prefer else 0)

    tree = Tree(score, Moves(state), prefer=planned_first, limits=limits)
    return run(tree, state, [plan], wanted)
