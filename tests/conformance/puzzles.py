"""Puzzles in Forge's format: each has a solution, which is to be found."""

from __future__ import annotations

from pathlib import Path

from engine.cards import CardPool
from engine.formats import PositionError, read_position
from engine.formats.inspection import unsupported
from optimizer.answer import Status
from tests.conformance.outcome import Checks, Failed, Unsupported
from tests.conformance.probes import best_play


def checks(path: Path, time_limit: float) -> Checks:
    """The check of one file."""
    yield path.name, lambda: check(path, time_limit)


def check(path: Path, time_limit: float) -> str | None:
    try:
        position = read_position(path)
    except PositionError as error:
        raise Failed(f"cannot be read: {error}") from None
    report = unsupported([path], CardPool.bundled())[0]
    if report.cards:
        raise Unsupported(f"{len(report.cards)} unknown cards: {', '.join(sorted(report.cards))}")
    if report.partly or report.rest:
        raise Unsupported("; ".join(" ".join(line.split()) for line in report.lines()))
    answer = best_play(position, time_limit)
    left_out = f" (not modelled: {'; '.join(answer.not_modelled)})" if answer.not_modelled else ""
    if answer.goal_reached:
        return f"solved: {' '.join(answer.text.split())}"
    if answer.status is Status.INFEASIBLE and answer.proved:
        raise Failed("has a solution, but was proved to have none")
    raise Unsupported(f"no solution found in {time_limit:g} s{left_out}")
