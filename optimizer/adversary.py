"""The opponent's replies: a strategy that wins against every block, or that there is none (docs/model.md, 16).

Column-and-constraint generation with counterexample-guided refinement: the *outer model* holds a copy of the turn for each known
reply, and the copies agree in what is decided before the blocks. Its play is carried out by the engine up to the blocks; the
*adversary* looks for a reply under which every known continuation fails, a small model looks for the best continuation
against it, and where there is none the reply joins the outer model. The engine is the referee: it replays the strategy against
the replies.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from ortools.sat.python import cp_model

from engine.choices import Blocked, Cast, Choice, IllegalChoice, Pass, ToBlock
from engine.combat import blocking, dealing
from engine.damage import toxic
from engine.objects import OPPONENT, ObjectId, Result, Step
from engine.state import State
from engine.state_based import LETHAL_POISON
from engine.strategy import Strategy
from engine.vocabulary import BlocksMore, NotUnderstood
from optimizer import search
from optimizer.assignment import Unit
from optimizer.combat import NO_BLOCKS, Reply
from optimizer.encode import Encoded, encode
from optimizer.events import Event, Stage
from optimizer.objective import Scoring
from optimizer.plan import Plan, PlannedAction, different_from, read
from optimizer.playing import _Lost, _Playing, has_come
from optimizer.program import Linear, Literal, Program, negation
from optimizer.reductions import Moves
from optimizer.stages import MANA, first_orders, first_stage

TRIES = 5
"""So many plays of the model are carried out after a reply, where the engine does not agree that they win."""


class Outcome(Enum):
    WON = "won"
    """A strategy wins against every reply."""
    IMPOSSIBLE = "impossible"
    """No strategy does."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Limits:
    """When to stop.

    Attributes:
        seconds: for everything.
        replies: how many replies the engine tries at most; beyond that a proof is the model's.
        verify: for how many seconds it tries them at most, and never longer than half of what is left.
        workers: threads of the solver.
    """

    seconds: float = 60.0
    replies: int = 20_000
    verify: float = 60.0
    workers: int = 1


@dataclass(frozen=True)
class Fought:
    """What came of looking for a strategy.

    Attributes:
        strategy: where it is won; every branch was replayed by the engine and is won.
        all_checked, checked: whether the engine tried every legal reply, and how many.
        not_modelled: why the outcome is unknown, or what the engine does not know.
        rounds: how often the outer model was solved. solves: how many smaller programs were.
    """

    outcome: Outcome
    strategy: Strategy | None = None
    all_checked: bool = True
    checked: int = 0
    not_modelled: tuple[str, ...] = ()
    rounds: int = 0
    solves: int = 0
    seconds: float = 0.0
    encode: float = 0.0
    solve: float = 0.0
    verify: float = 0.0
    """How many of the seconds models took to be made, programs to be solved, and replies to be tried by the engine, with what
    had to be solved for that."""
    variables: int = 0
    constraints: int = 0


def fight(start: State, limits: Limits = Limits()) -> Fought:
    """Looks for a strategy that wins this turn whatever the opponent blocks with.

    Args:
        start: a state of yours before blocks, with combat in its scope.
    """
    return _Fight(start, limits).run()


# ---------------------------------------------------------------------------------------------------------- carrying out


class _ToBlocks(_Playing):
    """Carries a plan out up to the blocks, or on from them to the end. The opponent, who can do nothing else, passes."""

    def __init__(
        self, start: State, encoded: Encoded, plan: Plan, moves: Moves, spends: Mapping[frozenset[str], int] | None
    ) -> None:
        self.moves, self.spends = moves, spends
        self.surprised = False
        """Whether the opponent has a choice apart from blocks."""
        super().__init__(start, encoded, plan, lambda _: 0)

    def _units(self) -> list[Unit]:
        """With the units of creatures last: they may be wanted for something else."""
        units = sorted(super()._units(), key=lambda u: u.source is not None and u.source.thing.is_creature)
        if self.spends is None:
            return units
        left = Counter(self.spends)
        kept = []
        for one in units:
            if left[one.types] > 0 or one.since >= 0:
                left[one.types] -= 1
                kept.append(one)
        return kept

    @property
    def done(self) -> bool:
        return self.state.over or (self.spends is not None and has_come(Stage.CAST, self.state.step)) or self.surprised

    def _take(self, action: PlannedAction) -> None:
        """What cannot be done as planned is done with another target, or not at all: deaths in combat are not in the model, and
        the engine says in the end whether it is won."""
        try:
            choice = self._choice(action)
        except _Lost:
            return
        for tried in (choice, *self._otherwise(choice)):
            try:
                self._do(tried)
            except IllegalChoice:
                continue
            return

    def _otherwise(self, choice: Choice) -> Iterator[Choice]:
        """The same spell with another target, if it has one."""
        if isinstance(choice, Cast) and len(choice.targets) == 1 and len(choice.targets[0]) == 1:
            for id in sorted(self.state.battlefield, key=self.state.controller, reverse=True):
                yield replace(choice, targets=((id,),))

    def _worst_reply(self) -> None:
        only = self.moves.only(self.state)
        if only is not None:
            self._do(only)
        else:
            self.surprised = True


def _carry_out(
    state: State, encoded: Encoded, plan: Plan, moves: Moves, spends: Mapping[frozenset[str], int] | None = None
) -> _ToBlocks:
    """Carries the plan out to the end; if it is said what mana is spent, that before the blocks."""
    if spends is not None:
        actions = [a for a in plan.actions if Stage.CAST not in a.fought and not a.early]
        early = {a.event for a in actions}
        plan = replace(plan, actions=actions, extra=[a for a in plan.extra if a.event in early])
    playing = _ToBlocks(state, encoded, plan, moves, spends)
    playing.play()
    return playing


@dataclass(frozen=True)
class _Continuation:
    """What you do after the blocks.

    Attributes:
        choices: your choices, and the opponent's passes.
        life, poison: how much each attacker does if nothing blocks it; None if that is not known.
        needs_life, needs_poison: how much is enough to win.
    """

    choices: tuple[Choice, ...]
    life: dict[ObjectId, int] | None = None
    poison: dict[ObjectId, int] = field(default_factory=dict)
    needs_life: int = 0
    needs_poison: int = 0

    def wins(self, blocked: frozenset[ObjectId]) -> bool:
        """Whether the damage of what is not blocked is enough."""
        if self.life is None:
            return False
        life = sum(n for id, n in self.life.items() if id not in blocked)
        poison = sum(n for id, n in self.poison.items() if id not in blocked)
        return life >= self.needs_life or poison >= self.needs_poison


class _OutOfTime(Exception):
    pass


class _Fight:
    def __init__(self, start: State, limits: Limits) -> None:
        self.start, self.limits = start, limits
        self.began = time.perf_counter()
        self.scoring = Scoring.profile("win").at(start)
        self.moves = Moves(start)
        self.promoted = frozenset(
            id for id in start.battlefield if start.controller(id) == OPPONENT and "Creature" in start.types(id)
        )
        self.program = Program()
        self.replies: list[Reply] = []
        self.stages: list[dict[Hashable, Linear]] = []
        self.orders: dict[Hashable, tuple[Literal, Literal]] = {}
        """Those of the first copy; the others agree with it in what comes before the blocks."""
        self.rounds = self.solves = self.checked = 0
        self.refuted_by_engine = False
        self.surprised = False
        self.all_checked = True
        self.spent = {"encode": 0.0, "solve": 0.0, "verify": 0.0}
        """Seconds, by what they were spent on."""

    # ------------------------------------------------------------------------------------------------ the loop

    def run(self) -> Fought:
        try:
            return self._loop()
        except _OutOfTime:
            return self._result(Outcome.UNKNOWN, ("time",))

    def _loop(self) -> Fought:
        self.base = self._add(Reply(others=True))
        unread = _not_understood(self.start)
        while True:
            self.rounds += 1
            solver = self._solve(self.program.cp)
            if solver is None:
                return self._no_strategy(unread)
            plan = read(self.base, solver, 0)
            play = _carry_out(self.start, self.base, plan, self.moves, self._spends(solver))
            if play.surprised:
                self.surprised = True
                return self._no_strategy(unread, exhausted=False)
            answer = _Answers(self, play).find() if not play.state.over else None
            if answer is None:
                if play.state.result is Result.WON:
                    return self._result(Outcome.WON, unread, Strategy(tuple(play.line)))
                self._exclude(solver)
            elif isinstance(answer, Strategy):
                return self._result(Outcome.WON, unread, Strategy((*play.line, *answer.choices), answer.replies))
            else:
                reply = self._named(answer, play)
                if reply is None or reply in self.replies:
                    self._exclude(solver)
                else:
                    self._add(reply)

    def _add(self, reply: Reply) -> Encoded:
        """A copy of the turn against that reply, which agrees with the others in what is decided before."""
        encoded = self.encoded(self.start, reply, self.program)
        self.program.add(encoded.score.won == 1 if not isinstance(encoded.score.won, bool) else encoded.score.won)
        if encoded.model.world.combat is not None:
            stage = first_stage(encoded)
            for name, value in self.stages[0].items() if self.stages else ():
                if name in stage:
                    self.program.add(stage[name] == value)
            self.stages.append(stage)
            orders = first_orders(encoded)
            for place, (first, early) in self.orders.items():
                if place in orders:
                    self.program.implies(self.program.all_of([early, first]), orders[place][0])
                    self.program.implies(self.program.all_of([early, negation(first)]), negation(orders[place][0]))
            self.orders = self.orders or orders
            self._hint(encoded, stage)
        self.replies.append(reply)
        return encoded

    def _hint(self, encoded: Encoded, stage: dict[Hashable, Linear]) -> None:
        """Where to look first: everything attacks, and instants wait until it is known what is blocked."""
        hints: dict[int, tuple[cp_model.IntVar, int]] = {}
        for name, value in stage.items():
            if not isinstance(value, cp_model.IntVar) or not isinstance(name, tuple):
                continue
            if name[0] == "attacks":
                hints[value.index] = value, 1
            elif isinstance(name[0], int) and encoded.model.events[name[0]].instant:
                hints.setdefault(value.index, (value, 0))
        for variable, hinted in hints.values():
            self.program.cp.add_hint(variable, hinted)

    def _spends(self, solver: cp_model.CpSolver) -> dict[frozenset[str], int] | None:
        """How many units of mana of each kind are spent before the blocks."""
        if not self.stages:
            return None
        named = ((name, n) for name, n in self.stages[0].items() if isinstance(name, tuple) and name[0] == MANA)
        return {name[1]: n if isinstance(n, int) else round(solver.value(n)) for name, n in named}

    def _exclude(self, solver: cp_model.CpSolver) -> None:
        """The engine did not agree with the model about that play: it is not proposed again, and nothing is called impossible."""
        self.refuted_by_engine = True
        other: list[Literal] = []
        for value in self.stages[0].values() if self.stages else ():
            if isinstance(value, int):
                continue
            now = round(solver.value(value))
            low, high = self.program.range(value)
            if now < high:
                other.append(self.program.reaches(value, now + 1))
            if now > low:
                other.append(self.program.reaches(-value, 1 - now))
        self.program.cp.add_bool_or(other)

    def _no_strategy(self, unread: Sequence[str], exhausted: bool = True) -> Fought:
        why = [*unread, *self._left_out()]
        if self.surprised:
            why.append("what the opponent may do apart from blocking")
        if self.refuted_by_engine:
            why.append("a play that wins in the model only")
        impossible = exhausted and not why
        return self._result(Outcome.IMPOSSIBLE if impossible else Outcome.UNKNOWN, tuple(dict.fromkeys(why)))

    def _result(self, outcome: Outcome, why: Sequence[str] = (), strategy: Strategy | None = None) -> Fought:
        proto = self.program.cp.proto
        return Fought(
            outcome, strategy, self.all_checked, self.checked, tuple(why), self.rounds, self.solves,
            time.perf_counter() - self.began, self.spent["encode"], self.spent["solve"], self.spent["verify"],
            len(proto.variables), len(proto.constraints),
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------ help

    def encoded(self, state: State, reply: Reply = NO_BLOCKS, program: Program | None = None) -> Encoded:
        began = time.perf_counter()
        encoded = encode(state, self.scoring, self.promoted, reply, program)
        self.spent["encode"] += time.perf_counter() - began
        return encoded

    def left(self) -> float:
        return self.limits.seconds - (time.perf_counter() - self.began)

    def _solve(self, program: cp_model.CpModel) -> cp_model.CpSolver | None:
        """The solver with a solution; None if there is none."""
        left = self.left()
        if left <= 0:
            raise _OutOfTime
        self.solves += 1
        began = time.perf_counter()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.limits.workers
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.max_presolve_iterations = 1  # small programs: to simplify them further costs more than it saves
        solver.parameters.linearization_level = 0  # any solution will do
        solver.parameters.catch_sigint_signal = False
        solver.parameters.max_time_in_seconds = left
        status = solver.solve(program)
        self.spent["solve"] += time.perf_counter() - began
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return solver
        if status == cp_model.INFEASIBLE:
            return None
        raise _OutOfTime

    def _left_out(self) -> Iterator[str]:
        """What the model does not follow and what can happen (as in `solving`)."""
        encoded = self.encoded(self.start)
        for what, where in encoded.model.world.left_out:
            literal = encoded.model.use(where) if isinstance(where, Event) else where
            if isinstance(literal, bool):
                if literal:
                    yield what
                continue
            program = encoded.model.program.cp.clone()
            program.add(literal == 1)
            if self._solve(program) is not None:
                yield what

    def _named(self, reply: Blocked, play: _ToBlocks) -> Reply | None:
        """A reply by the things of the outer model."""
        things = {id: thing.index for thing, id in play.objects.items()}
        if any(id not in things for pair in reply.blocks for id in pair):
            return None
        return Reply(frozenset((things[blocker], things[attacker]) for blocker, attacker in reply.blocks), others=True)


def _not_understood(state: State) -> tuple[str, ...]:
    """Abilities of which nobody knows what they do."""
    definitions = [p.definition for p in state.battlefield.values()]
    for player in state.players:
        for zone in (player.hand, player.library, player.graveyard, player.exile, player.command):
            definitions += [card.definition for card in zone if card.definition is not None]
    faces = (face for card in definitions for face in card.faces)
    found = (f"{d.name}: {a.reason}" for d in faces for a in d.abilities if isinstance(a, NotUnderstood))
    return tuple(dict.fromkeys(found))


# ---------------------------------------------------------------------------------------------------------------- one play


class _Answers:
    """What you do after each reply to one play."""

    def __init__(self, fight: _Fight, play: _ToBlocks) -> None:
        self.fight, self.state = fight, play.state
        self.known: list[_Continuation] = []

    def find(self) -> Strategy | Blocked | None:
        """A strategy from the blocks on, a reply against which nothing wins, or None if there is no reply but you do not win."""
        if not isinstance(self.state.decision, ToBlock):
            only = self._continuation(self.state)
            return None if only is None else Strategy(only.choices)
        refuting = self._refuting()
        return refuting if refuting is not None else self._against_all()

    # ------------------------------------------------------------------------------------------------ the adversary

    def _refuting(self) -> Blocked | None:
        """A reply against which nothing wins, as far as the model of replies tells."""
        replies = _Replies(self.state)
        while True:
            solver = self.fight._solve(replies.program)
            if solver is None:
                return None
            reply = replies.read(solver)
            try:
                after = self.state.apply(reply)
            except IllegalChoice:  # by something that the program does not know
                replies.exclude(reply)
                continue
            new = next((c for c in self.known if self._replayed(after, c)), None)
            if new is not None:
                replies.exclude(reply)
                continue
            new = self._continuation(after)
            if new is None:
                return reply
            self.known.append(new)
            replies.must_beat(new)
            if not new.wins(frozenset(a for _, a in reply.blocks)):
                replies.exclude(reply)

    # ------------------------------------------------------------------------------------------------ continuations

    def _continuation(self, after: State) -> _Continuation | None:
        """How to win from the state after a reply."""
        fight = self.fight
        if after.over:
            return _Continuation(()) if after.result is Result.WON else None
        encoded = fight.encoded(after)
        program = encoded.model.program
        program.add(encoded.score.won == 1 if not isinstance(encoded.score.won, bool) else encoded.score.won)
        disagreed = False
        for _ in range(TRIES):
            solver = fight._solve(program.cp)
            if solver is None:
                break
            play = _carry_out(after, encoded, read(encoded, solver, 0), fight.moves)
            if play.state.result is Result.WON:
                return self._measured(tuple(play.line), encoded, solver)
            different_from(encoded, solver, program.cp)
            disagreed = True
        return self._searched(after) if disagreed or encoded.model.world.left_out else None

    def _searched(self, after: State) -> _Continuation | None:
        """What the engine finds by trying, within a second."""
        limits = search.Limits(seconds=min(1.0, self.fight.left()))
        found = search.search(after, _is_won, limits=limits, wanted=1)
        if found.value == 1 and found.line is not None and _ends_won(after, found.line):
            return _Continuation(found.line)
        if not found.finished:
            self.fight.refuted_by_engine = True
        return None

    def _measured(self, choices: tuple[Choice, ...], encoded: Encoded, solver: cp_model.CpSolver) -> _Continuation:
        """The continuation with what each attacker does under it if nothing blocks, as far as that is known."""
        if encoded.fight is None or not isinstance(self.state.decision, ToBlock):
            return _Continuation(choices)

        def value(expr: Linear) -> int:
            return expr if isinstance(expr, int) else round(solver.value(expr))

        life: dict[ObjectId, int] = {}
        poison: dict[ObjectId, int] = {}
        state, seen = self.state.apply(Blocked(())), Step.DECLARE_BLOCKERS
        try:
            for choice in (*choices, Pass(), Pass(), Pass(), Pass()):
                before, state = state, state.apply(choice)
                if state.step is not seen or state.over:
                    for id, n, m in _damage(before):
                        life[id], poison[id] = life.get(id, 0) + n, poison.get(id, 0) + m
                    seen = state.step
                if state.over or seen not in (Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE):
                    break
        except IllegalChoice:
            return _Continuation(choices)
        hits = encoded.fight.hits
        needs_life = value(encoded.life.theirs) + sum(value(h.life.expr) for h in hits)
        final = value(encoded.counters.final(OPPONENT, "poison").expr)
        by_hits = sum(value(h.poison.expr) + value(h.dealt) * toxic(h.thing.keywords) for h in hits)
        return _Continuation(choices, life, poison, needs_life, LETHAL_POISON - final + by_hits)

    def _replayed(self, after: State, continuation: _Continuation) -> bool:
        """Whether the engine says that the continuation wins from there."""
        return self._follow(after, continuation) is not None

    def _follow(self, after: State, continuation: _Continuation) -> tuple[Choice, ...] | None:
        """The choices of the continuation as far as they are needed to win from there; None if they do not."""
        state, line = after, list[Choice]()
        for choice in (*continuation.choices, *[Pass()] * 8):
            if state.over:
                break
            decision = state.decision
            assert decision is not None
            if decision.player == OPPONENT:
                reply = self.fight.moves.only(state)
                if reply is None:
                    return None
                choice = reply
            try:
                state = state.apply(choice)
            except IllegalChoice:
                return None
            line.append(choice)
        return tuple(line) if state.result is Result.WON else None

    # ------------------------------------------------------------------------------------------------ the referee

    def _against_all(self) -> Strategy | Blocked:
        """The engine tries the legal replies, as many as there is time for."""
        began = time.perf_counter()
        try:
            return self._tried(began)
        finally:
            self.fight.spent["verify"] += time.perf_counter() - began

    def _tried(self, began: float) -> Strategy | Blocked:
        fight, branches = self.fight, list[tuple[Choice, Strategy]]()
        until = began + min(fight.limits.verify, fight.left() / 2)
        for n, reply in enumerate(self.state.choices()):
            assert isinstance(reply, Blocked)
            if n >= fight.limits.replies or time.perf_counter() > until:
                fight.checked, fight.all_checked = len(branches), False
                return Strategy((), tuple(branches))
            line = self._answer(reply)
            if line is None:
                return reply
            branches.append((reply, Strategy(line)))
        fight.checked, fight.all_checked = len(branches), True
        return Strategy((), tuple(branches))

    def _answer(self, reply: Blocked) -> tuple[Choice, ...] | None:
        after = self.state.apply(reply)
        blocked = frozenset(attacker for _, attacker in reply.blocks)
        for continuation in self.known:
            if continuation.life is None or continuation.wins(blocked):
                line = self._follow(after, continuation)
                if line is not None:
                    return line
        new = self._continuation(after)
        if new is None:
            return None
        self.known.append(new)
        return self._follow(after, new)


class _Replies:
    """The blocks that are legal in a state, and perhaps more, as a program of their own."""

    def __init__(self, state: State) -> None:
        assert isinstance(state.decision, ToBlock) and state.combat is not None
        self.state, self.program = state, cp_model.CpModel()
        self.attackers = [attack.attacker for attack in state.combat.attacks]
        self.blocks = {
            (blocker, attacker): self.program.new_bool_var("")
            for blocker in state.decision.creatures for attacker in self.attackers
            if blocking.why_not_pair(state, blocker, attacker) is None
        }  # fmt: skip
        self.blocked = {attacker: self.program.new_bool_var("") for attacker in self.attackers}
        several = any(True for _ in state.statics(BlocksMore))
        for blocker in state.decision.creatures if not several else ():
            self.program.add_at_most_one(lit for (b, _), lit in self.blocks.items() if b == blocker)
        for attacker in self.attackers:
            here = [lit for (_, a), lit in self.blocks.items() if a == attacker]
            least = 2 if "menace" in state.keywords(attacker) else 1
            self.program.add(sum(here) >= least * self.blocked[attacker])
            self.program.add(sum(here) <= len(here) * self.blocked[attacker])
        power = {a: max(0, state.power(a)) for a in self.attackers}
        self.program.maximize(sum((1 + power[a]) * lit for a, lit in self.blocked.items()))

    def must_beat(self, continuation: _Continuation) -> None:
        """The continuation fails."""
        if continuation.life is None:
            return
        for parts, needed in ((continuation.life, continuation.needs_life), (continuation.poison, continuation.needs_poison)):
            dealt = sum(n * (1 - self.blocked[id]) for id, n in parts.items() if n and id in self.blocked)
            self.program.add(dealt <= needed - 1)

    def exclude(self, reply: Blocked) -> None:
        self.program.add_bool_or([~lit if pair in reply.blocks else lit for pair, lit in self.blocks.items()])

    def read(self, solver: cp_model.CpSolver) -> Blocked:
        return Blocked(tuple(pair for pair, lit in self.blocks.items() if solver.boolean_value(lit)))


def _damage(state: State) -> Iterator[tuple[ObjectId, int, int]]:
    """The life and the poison that each attacker would cost in the damage step to come if nothing blocked it."""
    combat = state.combat
    if combat is None:
        return
    first = state.step is Step.DECLARE_BLOCKERS and bool(dealing.strikes_first(state, combat))
    for attack in combat.attacks:
        id = attack.attacker
        if not dealing.strikes_now(state, combat, id, first):
            continue
        n, words = dealing.damage_of(state, id), state.keywords(id)
        if n:
            yield (id, 0, n + toxic(words)) if "infect" in words else (id, n, toxic(words))


def _is_won(state: State) -> int:
    return int(state.result is Result.WON)


def _ends_won(state: State, line: Sequence[Choice]) -> bool:
    for choice in line:
        state = state.apply(choice)
    return state.result is Result.WON
