"""Why a line fails: the rule that it breaks, or the reply that beats it and whether anything else wins against that."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from engine.cards import CardPool
from engine.formats.inspection import check_cards
from engine.line import Branching, LineError, Refutation, refute, replay_strategy
from engine.position import Position
from engine.scope import scope_of
from engine.state import State
from engine.strategy import Strategy
from optimizer.contest import reach
from optimizer.goals import Goal
from optimizer.left_open import hidden, left_open
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
    otherwise: Branching | None = None
    nothing_else: bool = False
    not_modelled: tuple[str, ...] = ()


def why(position: Position, text: str, *, time_limit: float = 60.0, cards: CardPool | None = None) -> Why:
    """Look for what is wrong with a line or strategy that is to reach the goal of a position (`win` or `survive`).

    Args:
        text: the line or strategy; it need not say anything of blocks.
        time_limit: seconds.
        cards: the cards that are known; the bundled ones if not given.

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
    found = Why(goal, None, tried.refutation, tried.courses, holds, not_modelled=told)
    beaten = tried.refutation
    if beaten is None or not beaten.acted:
        return found
    if beaten.state.over:
        return replace(found, nothing_else=not unread)
    proof = reach(goal, beaten.state, (), until - time.monotonic())
    if proof.strategy is None:
        return replace(found, nothing_else=proof.reached is False and not proof.not_modelled and not unread)
    whole = Strategy((*beaten.choices, *proof.strategy.choices), proof.strategy.replies)
    return replace(found, otherwise=replay_strategy(start, whole, moves).branching)
