"""The loop: solve the model, carry its line out through the engine, accept it, or refine and go on.

The model is exact or wider than the game, so its optimum bounds the score of every line. A line that the engine has accepted and
that reaches the bound is proved the best. Where the engine disagrees with a line of the model, the plan's neighbourhood is
searched (the same actions, other orders and choices), then the whole turn, with the bound of the model to stop at.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from ortools.sat.python import cp_model

from engine.cards import CardPool
from engine.choices import Activate, Cast, Choice, PlayLand
from engine.formats.from_state import position_of
from engine.formats.inspection import check_cards
from engine.line import write_line
from engine.objects import OPPONENT, YOU, ObjectId, Result
from engine.position import Position
from engine.scope import scope_of
from engine.state import State
from engine.vocabulary import Triggered
from optimizer import search, whole_turn
from optimizer.answer import Answer, Line, ModelSize, Progress, RepliesChecked, ScoreTerm, Searched, Status, Timings
from optimizer.branches import all_checked, answered
from optimizer.contest import goes_unanswered, is_contested, reach
from optimizer.encode import Encoded, encode
from optimizer.events import Event
from optimizer.every import Every
from optimizer.goals import SURVIVED, Goal
from optimizer.left_open import assumed, hidden, later, left_open, missed
from optimizer.objective import Scoring, parse_overrides
from optimizer.plan import Plan, different_from, read
from optimizer.playing import play
from optimizer.program import Linear, Literal, negation, total
from optimizer.proof import Effort
from optimizer.reductions import Moves
from optimizer.tidy import tidy

Report = Callable[[Progress], None]

CONTRADICTION = "how the engine reaches more than the model says is possible: a mistake in Compleat; please report the position"
"""Told of a bound that is none."""

LEFT_OUT_SHARE = 0.15
"""How much of the time that is left it may take to see what of the things left out can happen."""

SEARCHABLE_ACTIONS = 20
"""With more actions than these a turn is not searched through."""

SUBSOLVERS = ("max_lp", "reduced_costs", "no_lp", "pseudo_costs", "quick_restart", "probing_max_lp", "lb_tree_search", "core")
"""The solver's strategies in the order in which they get a worker. Proving is the hard part, and it is the linear relaxation that
proves: the first worker has all of it, the others by turns less."""

SMALL = 800
"""A model with so few variables is solved a second time without ado."""

MOST_SURER = 4
"""How many plans are tried that rely on few relaxations."""

SHORTENING, SURER = 0.4, 2.0
"""The solver's deterministic time for a shorter plan of the same score, and for one that uses fewer relaxations."""

SEARCHABLE_PICKS = 20
"""With more things to proliferate than these the neighbourhood of a plan is not searched."""

SEARCH_SHARE, SEARCH_SECONDS = 0.5, 5.0
"""How much of the time that is left the search of a plan's neighbourhood may take, and how long at most."""


def solve(
    position: Position,
    *,
    maximize: str | None = None,
    weights: Sequence[str] = (),
    time_limit: float = 60.0,
    workers: int | None = None,
    seed: int = 0,
    top: int = 1,
    every: int | None = None,
    cards: CardPool | None = None,
    progress: Report | None = None,
) -> Answer:
    """Reaches the goal of a position (`win` or `survive`), or proves that it cannot be reached.

    Args:
        maximize: a profile or expression by which lines that reach the goal are compared; `win` if not given.
        weights: `KEY=NUMBER` changes of the profile.
        time_limit: seconds.
        workers: threads of the solver; all cores if not given.
        seed: for the solver's choices by chance.
        top: how many different lines are wanted, best first.
        every: look for so many essentially different strategies that win; with fewer, whether these are all (`Answer.complete`).
        cards: the cards that are known; the bundled ones if not given.
        progress: is told the best answer so far.

    Raises:
        ValueError: the goal is a score to maximize; or it is `survive` and every strategy that wins is wanted.
        PositionError, ExpressionError, WeightsError: the input is wrong.
    """
    if not isinstance(position.goal, str):
        raise ValueError("the goal of this position is a score to maximize; use suggest")
    goal = Goal(position.goal)
    if goal is Goal.SURVIVE and not weights:
        maximize = maximize or SURVIVED
    task = _Task.of(position, maximize, weights, cards, _Clock(time_limit), workers, seed, progress)
    task.scoring = replace(task.scoring, to_win=goal is Goal.WIN)
    task.assumed = assumed(task.played)
    if every is not None:
        if goal is not Goal.WIN:
            raise ValueError("only of strategies that win all are looked for")
        return task.every(every)
    return task.win(top) if goal is Goal.WIN else task.survive()


def suggest(
    position: Position,
    maximize: str | None = None,
    *,
    weights: Sequence[str] = (),
    time_limit: float = 60.0,
    workers: int | None = None,
    seed: int = 0,
    top: int = 1,
    combat: bool = False,
    cards: CardPool | None = None,
    progress: Report | None = None,
) -> Answer:
    """The best play by score: `maximize`, else what the position's goal says, else the profile `win`. Arguments as in `solve`.

    Args:
        combat: play the whole turn, with attacks, blocks and all that the opponent may do; the score is what the play is worth
            against the worst replies. Without it main phases are compared in which nobody attacks and the opponent passes.

    Raises:
        ValueError: more than one line is wanted of a turn with combat.
    """
    task = _Task.of(position, maximize, weights, cards, _Clock(time_limit), workers, seed, progress)
    if not combat:
        return task.best(top)
    if top > 1:
        raise ValueError("only one play of a turn with combat is looked for")
    task.assumed = assumed(task.played)
    return task.best_of_turn()


WITHOUT_COMBAT = "combat: there was no time for it, the line is one of the main phases alone"

FIRST_TRY, BEST_TRY = 2.0, 10.0
"""Seconds at most for a line of the model where a strategy is wanted: one that wins, or the best by score."""


class _Clock:
    def __init__(self, limit: float) -> None:
        self.start, self.limit = time.perf_counter(), limit
        self.spent = {"encode": 0.0, "solve": 0.0, "verify": 0.0}

    def left(self) -> float:
        return max(0.0, self.limit - (time.perf_counter() - self.start))

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """For a while there is no more time than so many seconds, or half of what is left if that is less."""
        limit = self.limit
        self.limit = min(limit, limit - self.left() + min(seconds, self.left() / 2)) if seconds < limit else limit
        yield
        self.limit = limit

    def timings(self) -> Timings:
        return Timings(**self.spent, total=time.perf_counter() - self.start)

    def timed(self, what: str) -> _Timed:
        return _Timed(self, what)


@dataclass
class _Timed:
    clock: _Clock
    what: str
    began: float = 0.0

    def __enter__(self) -> None:
        self.began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.clock.spent[self.what] += time.perf_counter() - self.began


@dataclass(frozen=True)
class _Stage:
    """One of the goals that are tried one after the other: a literal `won` fixed, and what is maximised then."""

    won: bool | None
    objective: Linear

    def program(self, encoded: Encoded) -> cp_model.CpModel:
        program = encoded.model.program.cp.clone()
        if self.won is not None and not isinstance(encoded.score.won, bool):
            program.add(encoded.score.won == int(self.won))
        if not isinstance(self.objective, int):
            program.maximize(self.objective)
        return program


@dataclass(frozen=True)
class _Solved:
    """What the solver found: the solver with its solution, if it has one, and a bound of the objective."""

    solver: cp_model.CpSolver | None
    bound: int


@dataclass
class _Task:
    """One position to be solved."""

    position: Position
    start: State
    pool: CardPool
    scoring: Scoring
    clock: _Clock
    workers: int
    seed: int
    progress: Report | None
    size: ModelSize = ModelSize()
    not_modelled: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """What the position says that nothing acts on."""
    missed: tuple[str, ...] = ()
    """What there may be besides what is found."""
    assumed: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Abilities that wait for combat: they do nothing in the turns that are played here, but are told."""
    actions: int = 0
    """How many actions there could be."""
    best_line: tuple[Choice, ...] | None = None
    best_score: int = search.WORST
    shortest_line: tuple[Choice, ...] | None = None
    """A line of which it is proved that no action and no pick can be left out."""
    searched: Searched = Searched()

    @staticmethod
    def of(
        position: Position, maximize: str | None, weights: Sequence[str], cards: CardPool | None, clock: _Clock,
        workers: int | None, seed: int, progress: Report | None,
    ) -> _Task:  # fmt: skip
        pool = cards or CardPool.bundled()
        check_cards(position, pool)
        start = State.begin(position, pool)
        goal = position.goal
        text = maximize or (goal["maximize"] if isinstance(goal, Mapping) else "win")
        names = {start.name(id) for id in start.battlefield} | set(pool.names())
        names |= {p.label for p in start.battlefield.values() if p.label}
        scoring = Scoring.of(text, parse_overrides(weights) if weights else None, names).at(start)
        waiting = sorted(f"{name}: an ability that waits for combat" for name in _waiting_for_combat(start))
        return _Task(
            position, start, pool, scoring, clock, workers or os.cpu_count() or 1, seed, progress,
            unread=left_open(position, start), missed=missed(start), waiting=tuple(waiting),
        )  # fmt: skip

    @cached_property
    def played(self) -> State:
        """The start with combat and all that the opponent may do."""
        return State.begin(self.position, self.pool, scope_of(self.position))

    # ------------------------------------------------------------------------------------------------ the goals

    def best(self, top: int) -> Answer:
        """The best line by score, of this turn."""
        self.unread += later(self.position)
        self._consider(())
        encoded = self._encode()
        bound, complete = self._loop(encoded)
        proved = complete and self.best_score >= bound
        others = self._others(encoded, self._stages(encoded), top) if top > 1 else ()
        status = Status.OPTIMAL if proved else Status.FEASIBLE
        return self._answer(status, proved, None, None if bound >= search.BEST else bound, others)

    def best_of_turn(self) -> Answer:
        """The best play by score against every reply. The best line of the main phases says what to try early."""
        self._consider(())
        if self.start.active == YOU:
            with self.clock.within(BEST_TRY):
                self._loop(self._encode())
        plan = search.Plan.of(self.start, self.best_line or ())
        turn = whole_turn.Search(
            self.played, self.scoring.evaluate, self.best_line or (), plan, self.clock.left(), self._most
        )
        with self.clock.timed("verify"):
            found = turn.run()
        self.searched = _more(self.searched, turn.effort)
        sure = self._left_nothing((*self.missed, *hidden(self.played)))
        if found is None:
            self.not_modelled += (WITHOUT_COMBAT,)
            return self._answer(Status.FEASIBLE, False, None, None, ())
        best, replies = answered(self.played, found.strategy, self.scoring, self.position)
        checked = all_checked(found.strategy) if found.whole else RepliesChecked()
        proved = found.best and sure
        answer = self._answer(Status.OPTIMAL if proved else Status.FEASIBLE, proved, None, best.score if proved else None, ())
        return replace(answer, best=best, replies=replies, replies_checked=checked)

    def win(self, top: int) -> Answer:
        """A win: among winning lines the best by score, then the shortest."""
        self._consider(())
        contested = is_contested(self.played, Moves(self.played))
        if contested and self.start.active != YOU:
            return self._contest(Goal.WIN)
        first_try = FIRST_TRY if self.scoring.text == "win" else BEST_TRY
        with self.clock.within(first_try if contested else self.clock.limit):
            encoded = self._encode()
            bound, complete = self._loop(encoded, wanted=self.scoring.results[Result.WON] // 2)
        won = self._result() == Result.WON
        if contested or (won and not goes_unanswered(self.played, self.best_line or (), Moves(self.played))):
            return self._contest(Goal.WIN)
        if won:
            sure = self._left_nothing(hidden(self.played))
            best = sure and complete and self.best_score >= bound
            others = self._others(encoded, self._stages(encoded)[:1], top) if top > 1 else ()
            status = Status.OPTIMAL if best else Status.FEASIBLE
            return self._answer(status, sure, True, bound if best else None, others)
        impossible = complete and bound < self.scoring.results[Result.WON] // 2
        return self._answer(Status.INFEASIBLE if impossible else Status.UNKNOWN, impossible, False, None, ())

    def survive(self) -> Answer:
        """Not to have lost when the opponent's turn is over. There is no line to show where that is not reached."""
        return self._contest(Goal.SURVIVE)

    def _contest(self, goal: Goal) -> Answer:
        """A strategy that reaches the goal against every reply. What is tried first is a line of the model, which knows neither
        combat nor what the opponent may do of their own accord."""
        first = (self.best_line or ()) if self._result() == Result.WON else ()
        with self.clock.timed("verify"):
            proof = reach(goal, self.played, first, self.clock.left(), workers=self.workers)
        self.searched = _more(self.searched, proof.effort)
        if proof.strategy is not None:
            best, replies = answered(self.played, proof.strategy, self.scoring, self.position)
            sure = self._left_nothing(hidden(self.played))
            return replace(self._reached(best, sure), best=best, replies=replies, replies_checked=proof.checked)
        if first and proof.reached is False:  # the line does not win against every reply
            self.best_line, self.best_score = None, search.WORST
            self._consider(())
        impossible = self._left_nothing((*self.missed, *proof.not_modelled)) and proof.reached is False
        return self._answer(Status.INFEASIBLE if impossible else Status.UNKNOWN, impossible, False, None, ())

    def every(self, most: int) -> Answer:
        """Every essentially different strategy that wins, up to so many."""
        self._consider(())
        if self.start.active == YOU:
            with self.clock.within(FIRST_TRY):
                self._loop(self._encode(), wanted=self.scoring.results[Result.WON] // 2)
        every = Every(self.played, self.clock.left)
        first = (self.best_line or ()) if self._result() == Result.WON else ()
        before = self.searched
        with self.clock.timed("verify"):
            for _ in every.run(most, first):
                self.searched = _more(before, every.effort)
                if self.progress is not None:
                    now = time.perf_counter() - self.clock.start
                    self.progress(Progress(now, f"{len(every.strategies)} found", self._all(every)))
        self.searched = _more(before, every.effort)
        return self._all(every)

    def _all(self, every: Every) -> Answer:
        """What was found, as an answer."""
        found = every.strategies
        complete = self._left_nothing((*self.missed, *every.not_modelled)) and every.complete
        sure = self._left_nothing((*every.not_modelled, *hidden(self.played)))
        if not found:
            status = Status.INFEASIBLE if complete else Status.UNKNOWN
            answer = self._answer(status, complete, False, None, ())
            return replace(answer, complete=complete, unique=False if complete else None)
        (best, replies), *others = (answered(every.start, one, self.scoring, self.position) for one, _ in found)
        several = len(found) > 1 and every.distinct
        unique = not several if sure and (several or (complete and len(found) == 1)) else None
        answer = replace(self._reached(best, sure), others=tuple(replace(line, replies=after) for line, after in others))
        checked = found[0][1]
        return replace(answer, best=best, replies=replies, replies_checked=checked, unique=unique, complete=complete)

    def _reached(self, best: Line, sure: bool) -> Answer:
        """The answer with a strategy that reaches the goal; `sure`: against everything that there is."""
        optimal = sure and best.score >= self._most
        return self._answer(Status.OPTIMAL if optimal else Status.FEASIBLE, sure, True, best.score if optimal else None, ())

    @property
    def _most(self) -> int:
        """No line is worth more than that, as far as it is known without looking."""
        if self.scoring.text == SURVIVED:
            return 1
        return search.BEST if self.scoring.most is None else self.scoring.most

    def _left_nothing(self, left_out: Sequence[str]) -> bool:
        """Notes what a search for strategies left out; whether that is nothing."""
        self.not_modelled, self.waiting = (*self.unread, *left_out), ()
        return not self.not_modelled

    def _stages(self, encoded: Encoded) -> list[_Stage]:
        """Goal first, then value (docs/model.md, 10): to win, whatever else; else the best position."""
        score = encoded.score
        worth = score.value if self.scoring.weights is None else 0
        if score.won is False or (self.scoring.weights is None and not self.scoring.to_win):
            return [_Stage(None, score.value)]
        return [_Stage(True, self.scoring.results[Result.WON] + worth), _Stage(False, score.value)]

    # ------------------------------------------------------------------------------------------------ solve, replay, refine

    def _encode(self, promoted: frozenset[ObjectId] = frozenset()) -> Encoded:
        with self.clock.timed("encode"):
            encoded = encode(self.start, self.scoring, promoted)
        self.actions = sum(1 for _ in encoded.model.world.events_of("cast", "activate", "land"))
        proto = encoded.model.program.cp.proto
        self.size = ModelSize(len(proto.variables), len(proto.constraints), self.workers)
        return encoded

    def _left_out(self, encoded: Encoded) -> tuple[str, ...]:
        """What the model does not follow, without what can only happen in events that cannot happen this turn: up to the first of
        those events the model follows all, so it knows."""
        world, model = encoded.model.world, encoded.model
        possible: dict[object, bool] = {}
        until = time.perf_counter() + self.clock.left() * LEFT_OUT_SHARE
        for _, where in world.left_out:
            literal = model.use(where) if isinstance(where, Event) else where
            if isinstance(literal, bool) or where in possible:
                possible[where] = possible.get(where, literal is not False)
                continue
            if time.perf_counter() > until:
                possible[where] = True
                continue
            program = model.program.cp.clone()
            program.add(literal == 1)
            solver = self._solver()
            solver.parameters.max_time_in_seconds = min(2.0, solver.parameters.max_time_in_seconds)
            with self.clock.timed("solve"):
                possible[where] = solver.solve(program) != cp_model.INFEASIBLE
        return tuple(dict.fromkeys(what for what, where in world.left_out if possible[where]))

    def _contradicted(self, bound: int) -> tuple[str, ...]:
        """What is wrong if the engine has reached more than the model says is possible: then nothing that it says is proved."""
        return (CONTRADICTION,) if self.best_score > bound else ()

    def _loop(
        self, encoded: Encoded, wanted: int | None = None, promoted: frozenset[ObjectId] = frozenset()
    ) -> tuple[int, bool]:
        """An upper bound of the score, and whether it is one: nothing was left out that could exceed it.

        `wanted`: a score that is good enough; how much better it gets is of less importance.
        """
        bound = search.BEST
        stages = self._stages(encoded)
        for stage in stages:
            solved = self._solved(encoded, stage)
            if solved is None:
                if stage is stages[-1]:
                    bound = search.WORST
                continue
            bound = solved.bound
            if solved.solver is not None and self.best_score < bound:
                surprised = frozenset[ObjectId]()
                for number, solution in enumerate(self._as_good_ones(encoded, stage, solved.solver)):
                    plan = read(encoded, solution, stage.objective)
                    shortest = number == 0 and solution is not solved.solver and _is_optimal(solution)
                    surprised |= self._play(encoded, plan, shortest) - promoted
                    if self.best_score >= bound:
                        break
                if self.best_score < bound and surprised and self.clock.left() > 0:
                    promoted |= surprised
                    return self._loop(self._encode(promoted), wanted, promoted)
                if self.best_score < bound:
                    self._neighbourhood(plan)
            break
        if self.scoring.most is not None and self.best_score >= self.scoring.most:
            self.not_modelled = self.unread  # what else could happen would be no better
            return self.scoring.most, not self.unread
        self.not_modelled = (*self.unread, *self.missed, *self._left_out(encoded), *self._contradicted(bound))
        followed = not self.not_modelled
        if (followed and self.best_score >= bound) or (wanted is not None and self.best_score >= wanted):
            return bound, followed
        if bound == search.WORST and followed:
            return bound, True
        value, complete = self._search(bound if followed else search.BEST, wanted)
        if complete:  # the engine has followed everything
            self.not_modelled = (*self.unread, *self.missed)
            return value, not self.not_modelled
        return bound if followed else search.BEST, False

    def _solved(self, encoded: Encoded, stage: _Stage) -> _Solved | None:
        """The optimum of a stage; None if it has no solution.

        Where a modifier of counters may come the program is branched on that at once: without it there is one epoch, with it
        much of the mana is gone, so that each half is far easier than both together.
        """
        program = stage.program(encoded)
        if isinstance(stage.objective, int):
            solved = self._optimum(program)
            return solved and replace(solved, bound=stage.objective)
        coming = sum((encoded.model.use(event) for event in encoded.counters.comings), 0)
        if isinstance(coming, int):
            return self._optimum(program)
        program.add(coming == 0)
        without = self._optimum(program)
        program = stage.program(encoded)
        program.add(coming >= 1)
        if without is not None and without.solver is not None:
            program.add(stage.objective >= round(without.solver.objective_value) + 1)
        among = self._optimum(program)
        if without is None or among is None:
            return without or among
        return _Solved(among.solver or without.solver, max(without.bound, among.bound))

    def _optimum(self, program: cp_model.CpModel) -> _Solved | None:
        solver = self._solver()
        if not program.has_objective():
            solver.parameters.cp_model_probing_level = 0  # it costs more than it saves where any solution will do
        with self.clock.timed("solve"):
            status = solver.solve(program)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return _Solved(solver, round(solver.best_objective_bound))
        return None if status == cp_model.INFEASIBLE else _Solved(None, search.BEST)

    def _solver(self) -> cp_model.CpSolver:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.workers
        solver.parameters.subsolvers.extend(SUBSOLVERS)
        solver.parameters.symmetry_level = 0  # to look for symmetries costs more here than it saves
        solver.parameters.random_seed = self.seed
        solver.parameters.catch_sigint_signal = False  # the command line hears Ctrl-C itself
        solver.parameters.max_time_in_seconds = max(0.05, self.clock.left() * 0.8)
        return solver

    def _as_good_ones(self, encoded: Encoded, stage: _Stage, solver: cp_model.CpSolver) -> Iterator[cp_model.CpSolver]:
        """Solutions of that score, in the order in which they are to be tried: the shortest, the solver's, then such as make use
        of few relaxations, so that the engine may well agree, and not of all that one of them used which did not do. (Only what
        is tried depends on that, not the bound.)"""
        yield self._shortest(encoded, stage, solver)
        yield solver
        relaxations = _relaxations(encoded)
        program, last = self._as_good(encoded, stage, solver), solver
        for _ in range(MOST_SURER):
            if relied_on := [literal for literal in relaxations if last.boolean_value(literal)]:
                program.add_bool_or([negation(literal) for literal in relied_on])
            last = self._again(program, sum(relaxations, 0), solver, SURER)
            if last is solver or self.clock.left() <= 0:
                return
            yield last

    def _shortest(self, encoded: Encoded, stage: _Stage, solver: cp_model.CpSolver) -> cp_model.CpSolver:
        """Of the solutions of that score one with the fewest steps, then the most life, then the fewest picks; in a large model
        only of those that make do with the steps of that solution."""
        model = encoded.model
        steps = total(model.choices[e].times for e in model.world.events_of("cast", "activate", "land")).expr
        picks = total(a for _, epochs in encoded.counters.all_picks() for _, a in epochs)
        life = encoded.life.yours_range[1] - encoded.life.yours
        shorter = self._as_good(encoded, stage, solver)
        if len(shorter.proto.variables) > SMALL:
            for event in model.events:
                use = model.use(event)
                if not isinstance(use, bool) and not solver.boolean_value(use):
                    shorter.add(use == 0)
        a_step = (picks.most + 1) * (encoded.life.yours_range[1] + 1)
        return self._again(shorter, a_step * steps + (picks.most + 1) * life + picks.expr, solver, SHORTENING)

    @staticmethod
    def _as_good(encoded: Encoded, stage: _Stage, solver: cp_model.CpSolver) -> cp_model.CpModel:
        """The program of the solutions that are as good as the solver's, with that as a hint."""
        program = stage.program(encoded)
        if not isinstance(stage.objective, int):
            program.clear_objective()  # type: ignore[no-untyped-call]
            program.add(stage.objective >= round(solver.objective_value))
        for index, value in enumerate(solver.response_proto.solution):
            program.add_hint(program.get_int_var_from_proto_index(index), value)
        return program

    def _again(self, program: cp_model.CpModel, least: Linear, solver: cp_model.CpSolver, effort: float) -> cp_model.CpSolver:
        """The solver after a second solve for the least of something, with so much deterministic time; else the first one."""
        program.minimize(least)
        second = self._solver()
        second.parameters.max_time_in_seconds = max(0.05, min(5.0, self.clock.left() * 0.2))
        second.parameters.max_deterministic_time = effort
        with self.clock.timed("solve"):
            status = second.solve(program)
        return second if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else solver

    def _play(self, encoded: Encoded, plan: Plan, shortest: bool) -> frozenset[ObjectId]:
        """Carries the plan out and keeps its line if it is better; gives the creatures whose fate the model did not foresee.
        `shortest`: there is no shorter plan of that score."""
        with self.clock.timed("verify"):
            played = play(self.start, encoded, plan, self.scoring.evaluate)
        if not played.contested:
            self._consider(played.line)
            if shortest and self.best_score == plan.score:
                self.shortest_line = self.best_line
        there = played.state.battlefield
        return frozenset(t.object for t, alive in plan.ends.items() if t.is_creature and alive != (t.object in there))

    def _neighbourhood(self, plan: Plan) -> None:
        """The plan's actions in other orders and with other choices; not where so many things can be picked that the choices of
        one proliferate are too many to look at."""
        if len(plan.picks) > SEARCHABLE_PICKS:
            return
        limits = search.Limits(seconds=min(SEARCH_SECONDS, self.clock.left() * SEARCH_SHARE))
        with self.clock.timed("verify"):
            found = search.realize(self.start, plan.for_search(), self.scoring.evaluate, limits=limits)
        self._found(found)

    def _search(self, bound: int, wanted: int | None) -> tuple[int, bool]:
        """The whole turn, until the bound is reached or everything was tried. In large turns the search would not end: it looks
        for something better a while where the model does not follow everything, and is not begun where it does."""
        seconds = self.clock.left()
        if self.actions > SEARCHABLE_ACTIONS:
            if not self.not_modelled:
                return self.best_score, False
            seconds = min(SEARCH_SECONDS, seconds * SEARCH_SHARE)
        limits = search.Limits(seconds=seconds)
        with self.clock.timed("verify"):
            found = search.search(
                self.start, self.scoring.evaluate, limits=limits, first=self.best_line or (),
                wanted=None if bound >= search.BEST else bound,
            )  # fmt: skip
        self._found(found)
        return self.best_score, found.finished

    def _found(self, found: search.Found) -> None:
        self.searched = _more(self.searched, Effort(found.nodes))
        if found.line is not None and found.value > self.best_score:
            self.best_line, self.best_score = found.line, found.value
            self._tell("search")
        if found.interrupted:  # what was found until then is told; how to stop is for the caller to say
            raise KeyboardInterrupt

    def _consider(self, line: tuple[Choice, ...]) -> None:
        """Takes a line to the end of the turn and keeps it if it is better than the best so far."""
        state, whole = self.start, []
        for choice in line:
            state = state.apply(choice)
            whole.append(choice)
        while not state.over:
            decision = state.decision
            assert decision is not None
            if decision.player == OPPONENT:
                return
            choice = search.least(state)
            state = state.apply(choice)
            whole.append(choice)
        score = self.scoring.evaluate(state)
        if score > self.best_score:
            self.best_line, self.best_score = tuple(whole), score
            self._tell("model")

    def _others(self, encoded: Encoded, stages: list[_Stage], top: int) -> tuple[Line, ...]:
        """Further different lines, best first: the model is solved again without the plans seen.

        Two lines are the same if they use the same events with the same targets, modes, X, life paid and totals for each thing,
        up to identical objects (docs/lines.md).
        """
        lines: list[Line] = []
        program = None
        seen = {_signature(self.start, self.best_line or ())}
        while len(lines) < top - 1 and stages and self.clock.left() > 0:
            program = program or stages[0].program(encoded)
            solver = self._solver()
            with self.clock.timed("solve"):
                status = solver.solve(program)
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                stages, program = stages[1:], None
                continue
            plan = read(encoded, solver, stages[0].objective)
            with self.clock.timed("verify"):
                played = play(self.start, encoded, plan, self.scoring.evaluate)
            signature = _signature(self.start, played.line)
            if not played.contested and played.refused is None and signature not in seen:
                seen.add(signature)
                lines.append(self._line(played.line))
            different_from(encoded, solver, program)
        return tuple(sorted(lines, key=lambda line: -line.score))

    # ------------------------------------------------------------------------------------------------ answers

    def _result(self) -> Result:
        return _end(self.start, self.best_line or ()).result

    def _tell(self, note: str) -> None:
        if self.progress is not None:
            now = time.perf_counter() - self.clock.start
            answer = self._answer(Status.FEASIBLE, False, None, None, ())
            self.progress(Progress(now, note, answer))

    def _answer(
        self, status: Status, proved: bool, goal_reached: bool | None, bound: int | None, others: tuple[Line, ...]
    ) -> Answer:
        best = self._line(self.best_line) if self.best_line is not None else None
        return Answer(
            status, proved, goal_reached, best, bound, others, (), (*self.not_modelled, *self.waiting), self.clock.timings(),
            self.size, search=self.searched, assumed=self.assumed,
        )  # fmt: skip

    def _line(self, choices: Sequence[Choice]) -> Line:
        end = _end(self.start, choices)
        terms = tuple(ScoreTerm(t.name, t.value) for t in self.scoring.explain(end))
        told = tidy(self.start, choices, self.scoring.evaluate, is_shortest=choices is self.shortest_line)
        steps = tuple(write_line(self.start, told))
        return Line(steps, self.scoring.evaluate(end), position_of(end, self.position), end.result, terms)


def _is_optimal(solver: cp_model.CpSolver) -> bool:
    return bool(solver.response_proto.status == cp_model.OPTIMAL)


def _more(searched: Searched, effort: Effort) -> Searched:
    return Searched(searched.nodes + effort.nodes, searched.rounds + effort.rounds)


def _relaxations(encoded: Encoded) -> list[Literal]:
    """The literals under which the model is wider than the game."""
    return list({when.index: when for _, when in encoded.model.wider if not isinstance(when, bool)}.values())


def _waiting_for_combat(start: State) -> set[str]:
    """The names of your cards and permanents with abilities that wait for combat."""
    yours = [p.definition for id, p in start.battlefield.items() if start.controller(id) == YOU]
    yours += [c.definition for c in start.players[YOU].hand if c.definition is not None]
    return {d.name for d in yours if any(isinstance(a, Triggered) and a.waits_for_combat for a in d.abilities)}


def _signature(start: State, line: Sequence[Choice]) -> object:
    """What makes a line different from others: its actions without the mana that pays for them, and the totals it leads to."""
    state, actions = start, []
    for choice in line:
        if isinstance(choice, (Cast, Activate, PlayLand)):
            source = choice.source if isinstance(choice, Activate) else choice.card
            action: tuple[object, ...] = (state.name(source),)
            if not isinstance(choice, PlayLand):
                targets = tuple(tuple(sorted(_called(state, id) for id in group)) for group in choice.targets)
                life = choice.payment.announced.count("life") + choice.payment.life_for_mana
                action += (getattr(choice, "ability", None), choice.modes, targets, choice.x, getattr(choice, "kicked", 0), life)
            actions.append(repr(action))
        state = state.apply(choice)
    things = Counter((state.name(id), p.controller, p.counters) for id, p in state.battlefield.items())
    return tuple(sorted(actions)), frozenset(things.items()), tuple(p.counters for p in state.players)


def _called(state: State, id: ObjectId) -> str:
    return str(id) if id in (YOU, OPPONENT) else f"{state.name(id)}/{state.counters(id)}/{state.controller(id)}"


def _end(start: State, line: Sequence[Choice]) -> State:
    state = start
    for choice in line:
        state = state.apply(choice)
    return state

