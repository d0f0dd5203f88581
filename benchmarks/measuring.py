"""What every family of benchmarks shares: cases, how one is measured, rows of figures."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from typing import Any

from engine.cards import CardPool
from engine.position import Position
from engine.state import State
from optimizer import solve, suggest
from optimizer.answer import Answer
from optimizer.exhaustive import reference
from optimizer.objective import Scoring
from optimizer.search import Limits

Found = tuple[int, float]
"""An optimum and the seconds it took."""


@dataclass(frozen=True)
class Case:
    """One position of a family, named by how it is drawn: the same case is the same position everywhere."""

    family: str
    setting: str
    size: str
    seed: int

    def __str__(self) -> str:
        return f"{self.setting} {self.size}".strip()


@dataclass(frozen=True)
class Task:
    """What is to be solved: a position for the score `maximize`, or, where that is None, for the position's own goal.

    `cards` are those that are known, the bundled ones if None. `reference` finds the optimum in another way within so many
    seconds, None if it does not finish. `complaint` says what is wrong with an answer, "" if nothing is.
    """

    position: Position
    maximize: str | None
    reference: Callable[[float], Found | None]
    cards: CardPool | None = None
    complaint: Callable[[Answer], str] = lambda _: ""


@dataclass(frozen=True)
class Family:
    """A family of benchmarks. `draw` makes the task of a case and raises ValueError for a size that it does not understand."""

    name: str
    summary: str
    draw: Callable[[Case], Task]
    sizes: tuple[str, ...]
    settings: tuple[str, ...] = ("",)
    measure: Callable[[Callable[[Case], Task], Case, Settings, bool], Row] | None = None
    """How a case is measured, where that is not by solving it and asking the reference."""
    random: bool = True
    """Whether the positions are drawn at random, so that there are several of one size."""

    def cases(self, sizes: Sequence[str] = (), seeds: int = 3, settings: Sequence[str] = ()) -> list[Case]:
        """The cases of these settings and sizes (those of the family where none are given) with seeds 0, 1, ..."""
        return [
            Case(self.name, setting, size, seed)
            for setting in settings or self.settings
            for size in sizes or self.sizes
            for seed in range(seeds if self.random else 1)
        ]


@dataclass(frozen=True)
class Settings:
    """How cases are measured: seconds for the solver, seconds for the reference (0: without it), threads (None: all cores),
    files of cards that are known besides (for position files)."""

    time_limit: float = 60.0
    reference_limit: float = 60.0
    workers: int | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """The figures of a case. Times in seconds, memory in MB.

    Attributes:
        gap: how far the score is below the bound, relative to the score; None if there is no bound.
        reference: seconds of the reference, None if it did not finish or was not asked.
        agrees: whether the reference's optimum is the score; None if there is nothing to compare.
        memory: the most that the process had when the answer was there; None if the case had no process of its own.
        note: what is wrong with the answer, or what of the position was left out.
    """

    family: str
    case: str
    seed: int
    variables: int
    constraints: int
    encode: float
    solve: float
    verify: float
    total: float
    status: str
    proved: bool
    score: int | None
    bound: int | None
    gap: float | None
    reference: float | None
    agrees: bool | None
    memory: float | None
    note: str
    rounds: int | None = None
    """How often the outer model of the replies was solved."""
    replies_checked: Mapping[str, Any] | None = None
    """Whether the engine tried `all` legal replies, and how many: `n`."""
    nodes: int | None = None
    """How many states the searches through the engine looked at."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def run(family: Family, cases: Sequence[Case], settings: Settings, *, alone: bool = True) -> Iterator[Row]:
    """Measures case after case, each in a process of its own unless `alone` is False.

    Where the reference finished for no seed of a size, it is not asked for the sizes after it.
    """
    finished: dict[tuple[str, str], bool] = {}
    for case in cases:
        hopeless = any(not f for (setting, size), f in finished.items() if setting == case.setting and size != case.size)
        limit = 0.0 if family.random and hopeless else settings.reference_limit
        asked = replace(settings, reference_limit=limit)
        measured = family.measure or measure
        if alone:
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
                row = process.submit(measured, family.draw, case, asked, alone).result()
        else:
            row = measured(family.draw, case, asked, alone)
        if limit:
            finished[case.setting, case.size] = finished.get((case.setting, case.size), False) or row.reference is not None
        yield row


def measure(draw: Callable[[Case], Task], case: Case, settings: Settings, alone: bool) -> Row:
    """Solves one task and compares the answer with the reference."""
    task = draw(case)
    answer = _solved(task, settings)
    memory = peak_memory() if alone else None
    found = task.reference(settings.reference_limit) if settings.reference_limit else None
    timings, model = answer.timings, answer.model
    return Row(
        case.family, str(case), case.seed, model.variables, model.constraints, timings.encode, timings.solve, timings.verify,
        timings.total, answer.status.value, answer.proved, answer.score, answer.bound, _gap(answer),
        found[1] if found else None, found[0] == answer.score if found else None, memory,
        task.complaint(answer) or "; ".join(answer.not_modelled), answer.search.rounds, asdict(answer.replies_checked),
        answer.search.nodes,
    )  # fmt: skip


def _solved(task: Task, settings: Settings) -> Answer:
    if task.maximize is None and isinstance(task.position.goal, str):
        return solve(task.position, time_limit=settings.time_limit, workers=settings.workers, cards=task.cards)
    return suggest(task.position, task.maximize, time_limit=settings.time_limit, workers=settings.workers, cards=task.cards)


def _gap(answer: Answer) -> float | None:
    if answer.bound is None or answer.score is None:
        return None
    return (answer.bound - answer.score) / max(1, abs(answer.score))


def by_trying_everything(position: Position, maximize: str, cards: CardPool | None = None) -> Callable[[float], Found | None]:
    """The engine's reference search as the reference of a task."""

    def find(limit: float) -> Found | None:
        start = State.begin(position, cards or CardPool.bundled())
        score = Scoring.of(maximize).at(start).evaluate
        began = time.perf_counter()
        found = reference(start, score, Limits(seconds=limit))
        return (found.value, time.perf_counter() - began) if found.finished else None

    return find


def peak_memory() -> float | None:
    """The peak of this process in MB, where the system tells it."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)
