"""Why a line fails: the rule that it breaks, or the reply that beats it and whether anything else wins against that."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import CardPool
from engine.formats import to_json
from engine.formats.from_state import position_of
from engine.formats.inspection import check_cards
from engine.line import LineError, Refutation, refute
from engine.position import Position
from engine.scope import scope_of
from engine.state import State
from engine.strategy import Strategy
from optimizer.answer import SCHEMA, Line, line_to_json
from optimizer.branches import answered
from optimizer.contest import reach
from optimizer.goals import SURVIVED, Goal
from optimizer.left_open import assumed, hidden, left_open, missed
from optimizer.objective import Scoring
from optimizer.reductions import Moves

REFUTING = 0.5
"""How much of the time looking for a reply may take."""


@dataclass(frozen=True)
class Why:
    """Why a line fails.

    Attributes:
        illegal: the rule that it breaks though the opponent does nothing.
        goal: what the line is to reach.
        beaten: the first course of replies against which it does not reach it.
        courses: how many were tried.
        holds: whether it reaches it against every one that there is.
        otherwise: a play that begins like the line up to the reply that beats it, and reaches the goal from there on.
        nothing_else: whether it is proved that there is none.
        not_modelled: what the position has in it that nobody knows, or that is not played, in words.
    """

    goal: Goal
    illegal: LineError | None = None
    beaten: Refutation | None = None
    courses: int = 0
    holds: bool = False
    otherwise: Line | None = None
    nothing_else: bool = False
    not_modelled: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()

    def to_json(self, position: Position) -> dict[str, Any]:
        """The same as plain data that fits `why.schema.json`. `position` is the one that was asked about."""
        beaten, failed = self.beaten, self.illegal is not None or self.beaten is not None
        return {
            "schema": SCHEMA,
            "goal": self.goal.value,
            "holds": True if self.holds else False if failed else None,
            "illegal": None if self.illegal is None else _error(self.illegal),
            "beaten": None if beaten is None else _beaten(beaten, position),
            "replies_checked": {"all": self.holds, "n": self.courses},
            "otherwise": None if self.otherwise is None else line_to_json(self.otherwise),
            "nothing_else": self.nothing_else,
            "not_modelled": list(self.not_modelled),
            "assumed": list(self.assumed),
        }


def _error(error: LineError) -> dict[str, Any]:
    return {"reason": error.reason, "step": error.step, "rule": error.rule or None}


def _beaten(by: Refutation, position: Position) -> dict[str, Any]:
    return {
        "acted": by.acted,
        "against": list(by.against),
        "error": None if by.error is None else _error(by.error),
        "final": to_json(position_of(by.end, position)),
        "result": by.end.result.value,
    }


def why(
    position: Position, text: str, *, time_limit: float = 60.0, cards: CardPool | None = None,
    progress: Callable[[Why], None] | None = None,
) -> Why:  # fmt: skip
    """Look for what is wrong with a line or strategy that is to reach the goal of a position (`win` or `survive`).

    Args:
        text: the line or strategy; it need not say anything of blocks.
        time_limit: seconds.
        cards: the cards that are known; the bundled ones if not given.
        progress: is told what beats the line before something else is looked for that reaches the goal.

    Raises:
        ValueError: the goal is a score to maximize.
        LineError: the text cannot be read, or leaves a choice open though the opponent does nothing.
        PositionError: the position cannot be set up.
    """
    if not isinstance(position.goal, str):
        raise ValueError("the goal of this position is a score to maximize, which a line does not miss")
    until, goal = time.monotonic() + time_limit, Goal(position.goal)
    pool = cards or CardPool.bundled()
    check_cards(position, pool)
    start = State.begin(position, pool, scope_of(position))
    unread, moves = left_open(position, start), Moves(start)
    told = (*unread, *hidden(start))
    refuting_until = until - time_limit * (1 - REFUTING)
    try:
        tried = refute(start, text, moves, reached=goal.is_reached, stop=lambda: time.monotonic() > refuting_until)
    except LineError as error:
        if not error.rule:
            raise
        return Why(goal, error, not_modelled=told)
    holds = tried.every and tried.refutation is None
    beside = assumed(start)
    found = Why(goal, None, tried.refutation, tried.courses, holds, not_modelled=told, assumed=beside)
    beaten = tried.refutation
    if beaten is None or not beaten.acted:
        return found
    if beaten.state.over:
        return replace(found, nothing_else=not (unread or missed(start)))
    if progress is not None:
        progress(found)
    proof = reach(goal, beaten.state, (), until - time.monotonic())
    if proof.strategy is None:
        return replace(found, nothing_else=proof.reached is False and not (proof.not_modelled or unread or missed(start)))
    whole = Strategy((*beaten.choices, *proof.strategy.choices), proof.strategy.replies)
    scoring = Scoring.of(SURVIVED if goal is Goal.SURVIVE else "win").at(start)
    line, replies = answered(start, whole, scoring, position)
    return replace(found, otherwise=replace(line, replies=replies))
