"""Strategies as answers: the line up to the first reply, and what is done against each."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from engine.choices import Pass, Priority
from engine.formats.from_state import position_of
from engine.line import LineError, Played, check_strategy, replay_strategy, write_strategy
from engine.position import Position
from engine.state import State
from engine.strategy import Strategy
from optimizer.answer import Line, RepliesChecked, Reply, ScoreTerm
from optimizer.objective import Scoring
from optimizer.proof import Search
from optimizer.reductions import Moves

MOST_TRIED = 2_000
"""How many courses of replies are tried to see whether a strategy need not speak of them, and how many are written at most."""

LEAST = 2.0
"""So many seconds that may take, however few are left."""


def answered(start: State, strategy: Strategy, scoring: Scoring, position: Position) -> tuple[Line, tuple[Reply, ...]]:
    """A strategy as `Answer.best` and `Answer.replies`. Its score is what it is worth against the worst replies.

    Args:
        start: the state from which it is played.
        strategy: to the end of the turn against every reply; where it stops before, nobody does anything more.
        position: what `start` was made from.

    Raises:
        IllegalChoice: a choice of the strategy is not legal.
    """
    played = replay_strategy(start, strategy, Moves(start))
    end = _worst_end(played, scoring)
    terms = tuple(ScoreTerm(term.name, term.value) for term in scoring.explain(end))
    line = Line(played.steps, scoring.evaluate(end), position_of(end, position), end.result, terms)
    return line, _replies(played, scoring, position)


def all_checked(strategy: Strategy) -> RepliesChecked:
    """The count of the courses of replies that a strategy answers, where it answers all that there are."""
    return RepliesChecked(True, _courses(strategy) if strategy.replies else 0)


def plainest(search: Search, left: Callable[[], float]) -> tuple[Strategy | None, RepliesChecked]:
    """The strategy that a search has proved, without a word of what the opponent may do with priority where it reaches the goal
    all the same if it is followed unchanged whatever they do (as `compleat check --replies` tries), or where there are too many
    courses to write all down; None where there is no time to write even that; and the count of the courses of replies that were
    tried.

    Args:
        left: tells how many seconds are left.
    """
    start, quiet = search.root, search.quiet_strategy(max(left(), LEAST))
    if quiet is None:
        return None, RepliesChecked()
    until = max(left() / 2, LEAST)
    tried = _followed(start, quiet, search, until)
    if tried is not None and tried.all:
        return quiet, tried
    strategy = search.strategy_within(MOST_TRIED, max(left() / 2, LEAST))
    if strategy is None:
        return quiet, replace(tried or RepliesChecked(), all=False)
    return strategy, all_checked(strategy)


def _followed(start: State, strategy: Strategy, search: Search, seconds: float) -> RepliesChecked | None:
    """How many courses of replies there are against a strategy that is followed unchanged whatever the opponent does with
    priority; None if it does not reach the goal against all of them."""
    until, moves = time.monotonic() + seconds, search.moves
    try:
        text = write_strategy(start, strategy, moves)
        checked = check_strategy(
            start, text, moves, try_all=True, most=MOST_TRIED, stop=lambda: time.monotonic() > until
        )
    except LineError:
        return None
    if not (checked.whole and all(map(search.goal.is_met, checked.results))):
        return None
    return RepliesChecked(checked.every, checked.courses)


def _courses(strategy: Strategy) -> int:
    return sum(_courses(then) for _, then in strategy.replies) or 1


def _replies(played: Played, scoring: Scoring, position: Position) -> tuple[Reply, ...]:
    found = []
    for reply in played.replies:
        end = _worst_end(reply.then, scoring)
        further = _replies(reply.then, scoring, position)
        found.append(Reply(reply.text, reply.then.steps, position_of(end, position), end.result, further))
    return tuple(found)


def _worst_end(played: Played, scoring: Scoring) -> State:
    """The end that is worth least to you."""
    if played.replies:
        return min((_worst_end(reply.then, scoring) for reply in played.replies), key=scoring.evaluate)
    end = played.end
    while isinstance(end.decision, Priority):
        end = end.apply(Pass())
    return end
