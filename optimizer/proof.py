"""Proof-number search for a strategy that reaches a goal whatever the opponent chooses.

States are nodes: in yours one choice is enough, in the opponent's every choice counts. Each node has two numbers (Allis 1994):
how hard it looks to prove that the goal is reached from it, and how hard to disprove it. The search goes on where both are
decided with least effort. States that are equal up to renaming are one node. Numbers are not added up over the choices of a node
but go by the hardest of them and how many there are (weak proof numbers, Ueda et al. 2008), since so many orders lead to the
same states.

Choices are tried in portions, those first that look best (`optimizer.leads`): that orders the search and leaves nothing out. A
narrow search leaves out those of yours that do not look good enough: what it finds is a strategy all the same, but that it finds
none says nothing. Or it leaves out such choices of the opponent: then it can only show that there is no strategy.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain, islice
from typing import Final

from engine.choices import Choice, IllegalChoice, Pass, Priority, ToAttack
from engine.objects import YOU, Step
from engine.state import State
from engine.strategy import Strategy
from optimizer import leads
from optimizer.answer import RepliesChecked
from optimizer.canonical import Keys
from optimizer.goals import Goal
from optimizer.hopeless import is_hopeless
from optimizer.novelty import Novelty
from optimizer.playout import PlayOuts
from optimizer.reductions import Moves

Play = frozenset[tuple[object, int]]
"""What you have done, up to order and payment: actions, each with how often it was taken."""

NEVER: Final = 10**9
"""The number of what cannot be proved (or disproved)."""

_PORTION = 6
"""So many choices of a node become nodes at once."""

_SMALL = 200
"""A search of so many nodes looks for what is near, which makes for plain strategies, a larger one for what is new as well."""

_NEARLY, _MANY = 4, 8
"""Replies after which proving takes no more effort than this count as one only all together, so many of them."""

_LEFT_OUT = 1_000
"""Once so many choices in a row are left out all others of the node are: ten triggers have millions of orders."""

_STEPS = list(Step)

_ROUNDS = "ways that lead back to where one has been"


@dataclass(frozen=True, slots=True)
class Effort:
    """What was done: nodes made and choices carried out by the search, and how often the model was solved for what comes before
    the opponent's replies."""

    nodes: int = 0
    choices: int = 0
    rounds: int = 0

    def __add__(self, other: Effort) -> Effort:
        return Effort(self.nodes + other.nodes, self.choices + other.choices, self.rounds + other.rounds)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a proof search found.

    Attributes:
        reached: True: `strategy` reaches the goal against every reply. False: no strategy does. None: not known.
        strategy: the strategy, if there is one and it is written down.
        checked: how many courses of replies to it were tried.
        not_modelled: what was left out that might matter, in words; then False is no proof.
    """

    reached: bool | None
    strategy: Strategy | None = None
    effort: Effort = Effort()
    not_modelled: tuple[str, ...] = ()
    checked: RepliesChecked = RepliesChecked()


def holds(play: Play, other: Play) -> bool:
    """Whether the play does all that the other one does."""
    done = dict(play)
    return all(done.get(action, 0) >= n for action, n in other)


def _and(play: Play, actions: Sequence[object]) -> Play:
    """The play when these actions are taken too."""
    return frozenset((Counter(dict(play)) + Counter(actions)).items()) if actions else play


class _Node:
    """A state in which somebody has a choice, or which is over."""

    __slots__ = (
        "base", "choices", "disproof", "edges", "later", "least", "mine", "number", "parents", "place", "play", "proof", "state",
    )  # fmt: skip

    def __init__(self, state: State, mine: bool, number: int, play: Play | None) -> None:
        self.state: State | None = state
        self.play = play
        self.mine = mine
        self.place = (state.course.turn, _STEPS.index(state.step), state.next_id, 0)
        """Where it is in the course of a game: greater than that of every node that it can come from."""
        self.number = number
        self.proof = self.disproof = self.base = 1
        """`base`: what the numbers are taken to be for a choice that is not tried yet, before its handicap."""
        self.edges: list[tuple[Choice, _Node, int]] = []
        """The choices tried so far, where they lead, and how much less promising each is than the best."""
        self.choices: Iterator[tuple[int, Choice]] | None = None
        """The choices not tried yet, with how unpromising each is."""
        self.later: tuple[int, Choice] | None = None
        """The first of those."""
        self.least: int | None = None
        """How unpromising the most promising choice is."""
        self.parents: list[_Node] = []

    @property
    def decided(self) -> bool:
        return self.proof == 0 or self.disproof == 0

    def settle(self, proved: bool) -> None:
        self.proof, self.disproof = (0, NEVER) if proved else (NEVER, 0)
        self.state = None


def _from_last(node: _Node) -> tuple[int, int, int, int, int, _Node]:
    """The node, so that what is later in the course of a game is less."""
    turn, step, id, lift = node.place
    return -turn, -step, -id, -lift, node.number, node


@dataclass
class _Written:
    """How much of a strategy is written down, and how much may be."""

    most: int = NEVER
    deadline: float = float("inf")
    quiet: bool = False
    courses: int = 0


@dataclass
class Search:
    """A proof-number search from one state.

    Args:
        root: the state; it must not be over.
        goal: what is to be reached.
        stop: is asked now and then; True ends the search.
    """

    root: State
    goal: Goal
    most_nodes: int = 2_000_000
    stop: Callable[[], bool] = lambda: False
    nodes: dict[object, _Node] = field(default_factory=dict)
    choices: int = 0
    known: tuple[Play, ...] | None = None
    """Plays that are not to be looked for: a strategy is wanted that differs from each of them while the opponent does nothing of
    their own accord. None: any strategy will do."""
    within: Play | None = None
    """With `known`: only strategies that do no more than this while the opponent does nothing of their own accord."""
    killers: Counter[object] = field(default_factory=Counter)
    """How often which replies have been what disproved a state."""
    first: dict[object, Choice] = field(default_factory=dict)
    """What to try first in the states of a line that looks good."""
    width: int = NEVER
    """How unpromising a choice of yours may be to be tried at all."""
    their_width: int = NEVER
    """The same of the opponent's choices, compared with the best in each state."""
    patient: bool = False
    """Whether what you can do in combat as well is less promising before it."""
    narrowed: bool = False
    """Whether a choice of yours was left out as it is not promising enough."""
    narrowed_theirs: bool = False
    """Whether one of the opponent's was."""
    rounds: bool = False
    """Whether a choice was left out as it leads back to where one has been."""

    def __post_init__(self) -> None:
        self.moves = Moves(self.root)
        self.keys = Keys()
        self.play_outs = PlayOuts(self.keys, self.goal)
        self.novelty = Novelty()

    def follow(self, line: Sequence[Choice]) -> None:
        """Try that line first, as far as it is legal; where the opponent has a say it ends."""
        state = self.root
        for choice in line:
            while isinstance(state.decision, Priority) and state.decision.player != YOU:
                state = state.apply(Pass())
            if state.decision is None or state.decision.player != YOU:
                return
            self.first[self.keys.of(state)] = choice
            try:
                state = state.apply(choice)
            except IllegalChoice:
                return

    @property
    def effort(self) -> Effort:
        """What was done so far."""
        return Effort(len(self.nodes), self.choices)

    def run(self, seconds: float = float("inf"), most_nodes: int | None = None) -> Proof:
        """Search until the root is decided, time is up, or so many nodes are made; it can be gone on with."""
        deadline = time.monotonic() + seconds
        most_nodes = self.most_nodes if most_nodes is None else most_nodes
        root = self._node(self.root, None if self.known is None else frozenset())
        n = 0
        while not root.decided and len(self.nodes) < most_nodes:
            n += 1
            if n % 16 == 0 and (time.monotonic() > deadline or self.stop()):
                break
            self._expand(self._most_telling(root))
        if root.proof == 0:
            return Proof(None if self.narrowed_theirs else True, None, self.effort)
        failed = root.disproof == 0 and not self.narrowed
        return Proof(False if failed else None, None, self.effort, (_ROUNDS,) if self.rounds else ())

    # ---------------------------------------------------------------------------------------------------------------- nodes

    def _forward(self, state: State) -> State:
        """The state in which somebody has a choice, or which is over; what has one answer is answered on the way."""
        while (only := self._only_choice(state)) is not None:
            self.choices += 1
            state = state.apply(only)
        return state

    def _only_choice(self, state: State) -> Choice | None:
        """The choice that is made in a state if there is no other to try; None also in a state that is over."""
        if state.over:
            return None
        only = self.moves.only(state)
        if only is not None:
            return only
        if isinstance(state.decision, Priority):
            player = state.decision.player
            if leads.waiting(state, player) > (self.width if player == YOU else self.their_width):
                self._leave_out(player == YOU)
                return Pass()
        return None

    def _leave_out(self, mine: bool) -> None:
        """Notes that a choice was left out."""
        if mine:
            self.narrowed = True
        else:
            self.narrowed_theirs = True

    def _node(self, state: State, play: Play | None) -> _Node:
        """The node of a state, or of what follows from it without a choice."""
        state, many = self._forward(state), len(self.nodes)
        node = self._reckoned(state, play)
        if len(self.nodes) > many and play is None:
            self._try_likely(node, state)
        return node

    def _reckoned(self, state: State, play: Play | None) -> _Node:
        """The node of a state in which somebody has a choice, with the numbers that it begins with."""
        key: object = ("over", self.goal.is_reached(state)) if state.over else self.keys.of(state)
        if play is not None:
            key = (key, play)
        node = self.nodes.get(key)
        if node is None:
            mine = state.decision is not None and state.decision.player == YOU
            node = self.nodes[key] = _Node(state, mine, len(self.nodes), play)
            if self._is_unwanted(play):
                node.settle(False)
            elif state.over:
                node.settle(self.goal.is_reached(state))
            elif self.goal is Goal.WIN and is_hopeless(state):
                node.settle(False)
            else:
                missing = self.play_outs.missing(state)
                node.proof, node.disproof = leads.numbers(state, missing)
                if self.goal is Goal.WIN and len(self.nodes) > _SMALL:
                    node.proof += self.novelty.handicap(state, missing)
                if mine:
                    node.base = node.proof
        return node

    def _try_likely(self, node: _Node, state: State) -> None:
        """Proves the node by what is likely to be done, if the opponent has nothing to say on the whole way to the goal."""
        way: list[tuple[_Node, Choice]] = []
        is_new = True
        while is_new and node.mine and not node.decided and not self.play_outs.missing(state):
            choice, then = self.play_outs.likely(state)
            way.append((node, choice))
            state, many = self._forward(then), len(self.nodes)
            node = self._reckoned(state, None)
            is_new = len(self.nodes) > many
        for before, choice in reversed(way) if node.proof == 0 else ():
            before.edges.append((choice, node, 0))
            before.settle(True)
            node = before

    def _is_unwanted(self, play: Play | None) -> bool:
        """Whether the play holds all of one that is not looked for: what it does more is idle then, and it still holds it at the
        end if the opponent goes on passing. Or it is not within what is to be done."""
        if play is None or self.known is None:
            return False
        return any(holds(play, other) for other in self.known) or (self.within is not None and not holds(self.within, play))

    def play_of(self, strategy: Strategy) -> Play:
        """What you do in a strategy while the opponent does nothing of their own accord."""
        play, state = Play(), self.root
        while True:
            for choice in strategy.choices:
                decision = state.decision
                if decision is not None and decision.player == YOU and self.moves.only(state) is None:
                    play = _and(play, leads.actions(state, choice))
                state = state.apply(choice)
            then = next((then for reply, then in strategy.replies if isinstance(reply, Pass)), None)
            if then is None:
                return play
            state, strategy = state.apply(Pass()), then

    def _after(self, node: _Node, state: State, choice: Choice) -> Play | None:
        """The play after a choice; None when the opponent has done something, as from there on any continuation will do."""
        if node.play is None or (not node.mine and not isinstance(choice, Pass)):
            return None
        return _and(node.play, leads.actions(state, choice)) if node.mine else node.play

    def _most_telling(self, node: _Node) -> _Node:
        """The node whose expansion may decide most: the easiest to prove among your choices, to disprove among theirs."""
        while node.edges or node.choices is not None:
            best: _Node | None = None
            least = NEVER if node.later is None else node.base + node.later[0]
            for _, child, handicap in node.edges:
                effort = (child.proof if node.mine else child.disproof) + handicap
                if effort < least:
                    best, least = child, effort
            if best is None:
                return node
            node = best
        return node

    def _expand(self, node: _Node) -> None:
        """Makes nodes of the next portion of its choices, and tells those before it."""
        state = node.state
        assert state is not None
        if node.choices is None:
            node.choices = leads.in_order(state, self.moves(state), self.killers, self.goal, self.patient)
            lead = self.first.get(self.keys.of(state)) if self.first else None
            if lead is not None and _is_legal(state, lead):  # the state may only be like the one of the line, with other objects
                node.choices = chain([(0, lead)], node.choices)
            node.later = self._next_choice(node)
        known = {id(child) for _, child, _ in node.edges}
        first = node.later
        for _ in range(_PORTION):
            if node.later is None or first is None or node.later[0] > first[0]:
                break
            handicap, choice = node.later
            node.later = self._next_choice(node)
            self.choices += 1
            child = self._node(state.apply(choice), self._after(node, state, choice))
            if id(child) in known or child is node:
                continue
            if child.place <= node.place and self._comes_before(child, node):
                self.rounds = True
                continue
            known.add(id(child))
            node.edges.append((choice, child, handicap))
            self._keep_in_place(node, child)
            if not child.decided:
                child.parents.append(node)
            if child.proof == 0 if node.mine else child.disproof == 0:
                break
        if isinstance(state.decision, ToAttack) and node.mine and len(node.edges) == 1 and not node.edges[0][1].decided:
            node.base = max(node.base, node.edges[0][1].proof)  # whoever keeps attackers at home has blocks to answer as well
        self._update(node)

    def _next_choice(self, node: _Node) -> tuple[int, Choice] | None:
        """The next choice of a node that is to be tried at all."""
        assert node.choices is not None
        for handicap, choice in islice(node.choices, _LEFT_OUT):
            if node.least is None:
                node.least = handicap
            if handicap <= self.width if node.mine else handicap - node.least <= self.their_width:
                return handicap, choice
            self._leave_out(node.mine)
        return None

    @staticmethod
    def _keep_in_place(node: _Node, child: _Node) -> None:
        """The place of what comes from a node is made greater than that of the node."""
        waiting = [(node, child)]
        while waiting:
            before, after = waiting.pop()
            if after.place <= before.place and not after.decided:
                after.place = (*before.place[:3], before.place[3] + 1)
                waiting.extend((after, then) for _, then, _ in after.edges)

    @staticmethod
    def _comes_before(first: _Node, node: _Node) -> bool:
        """Whether one can come from the first node to the other."""
        if not first.edges:
            return False
        seen: set[int] = set()
        waiting = [node]
        while waiting:
            at = waiting.pop()
            if at is first:
                return True
            if id(at) not in seen:
                seen.add(id(at))
                waiting.extend(at.parents)
        return False

    def _update(self, node: _Node) -> None:
        """Works out the numbers of a node and of all before it that they change, of what comes later first: each once, though
        ways part and meet again."""
        waiting, noted = [_from_last(node)], {node.number}
        while waiting:
            at = heappop(waiting)[-1]
            noted.remove(at.number)
            if at.decided:
                continue
            before = (at.proof, at.disproof)
            self._number(at)
            if (at.proof, at.disproof) != before or at is node:
                for parent in at.parents:
                    if parent.number not in noted:
                        noted.add(parent.number)
                        heappush(waiting, _from_last(parent))
            if at.decided:
                if at.disproof == 0 and not at.mine and at.state is not None:
                    self._remember_killer(at, at.state)
                at.state = at.choices = at.later = None
                at.parents = []

    def _remember_killer(self, node: _Node, state: State) -> None:
        for choice, child, _ in node.edges:
            if child.disproof == 0:
                self.killers[leads.signature(state, choice)] += 1
                break

    @staticmethod
    def _number(node: _Node) -> None:
        """The numbers of a node by those of its children: the easiest way to what one of them decides, and for what all must
        agree on the hardest, and one more for each of the others."""
        rest = node.later
        one, hardest, undecided, near = NEVER, 0, 0, 0
        for _, child, handicap in node.edges:
            easy, hard = (child.proof, child.disproof) if node.mine else (child.disproof, child.proof)
            if easy == 0:
                one, hardest, undecided, near = 0, NEVER, 1, 0
                break
            if hard:
                one = min(one, easy + handicap)
                hardest = max(hardest, hard)
                undecided += 1
                near += not node.mine and hard <= _NEARLY
        else:
            if rest is not None:
                one = min(one, node.base + rest[0])
                hardest, undecided = max(hardest, 1), undecided + 1
        near = max(near - (hardest <= _NEARLY), 0)  # of the others than the hardest
        all_of = min(hardest + undecided - 1 - near + near // _MANY, NEVER) if undecided else 0
        if not undecided:
            one = NEVER
        node.proof, node.disproof = (one, all_of) if node.mine else (all_of, one)

    # ---------------------------------------------------------------------------------------------------------------- strategy

    def strategy(self) -> Strategy:
        """The strategy that the proved root stands for."""
        found = self._strategy(self.root, self._no_play, _Written())
        assert found is not None
        return found

    def quiet_strategy(self, seconds: float) -> Strategy | None:
        """That strategy as far as the opponent passes whenever they have priority, if it can be written down in that time."""
        return self._strategy(self.root, self._no_play, _Written(deadline=time.monotonic() + seconds, quiet=True))

    def strategy_within(self, courses: int, seconds: float) -> Strategy | None:
        """That strategy, if there are no more courses of replies in it and it can be written down in that time."""
        return self._strategy(self.root, self._no_play, _Written(courses, time.monotonic() + seconds))

    @property
    def _no_play(self) -> Play | None:
        return None if self.known is None else frozenset()

    def _strategy(self, state: State, play: Play | None, written: _Written) -> Strategy | None:
        """The strategy from a state on; None if it is too long."""
        choices: list[Choice] = []
        while not state.over:
            choice = self._only_choice(state)
            if choice is None:
                node = self._node(state, play)
                if node.mine:
                    choice = self._proving(node, state)
                    play = self._after(node, state, choice)
                elif written.quiet and isinstance(state.decision, Priority):
                    choice = Pass()
                else:
                    replies = []
                    for reply in self.moves(state):
                        then = self._strategy(state.apply(reply), self._after(node, state, reply), written)
                        if then is None:
                            return None
                        replies.append((reply, then))
                    return Strategy(tuple(choices), tuple(replies))
            choices.append(choice)
            state = state.apply(choice)
        written.courses += 1
        too_long = written.courses > written.most or time.monotonic() > written.deadline
        return None if too_long else Strategy(tuple(choices))

    def _proving(self, node: _Node, state: State) -> Choice:
        """The choice by which the node is proved. Ids differ between states of one node, so it is looked up by where it leads."""
        proving, target, _ = next(edge for edge in node.edges if edge[1].proof == 0)
        first = [proving] if _is_legal(state, proving) else []
        children: list[tuple[Choice, _Node]] = []
        for choice in chain(first, (self.play_outs.likely(state)[0],), self.moves(state)):
            child = self._node(state.apply(choice), self._after(node, state, choice))
            if child is target:
                return choice
            children.append((choice, child))
        for choice, child in sorted(children, key=lambda one: one[1].proof):  # equal states whose next states have other keys
            while not child.decided:
                self._expand(self._most_telling(child))
            if child.proof == 0:
                return choice
        raise AssertionError("equal states have equal choices")


def _is_legal(state: State, choice: Choice) -> bool:
    try:
        state.apply(choice)
    except IllegalChoice:
        return False
    return True
