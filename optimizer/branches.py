"""Strategies as answers: the line up to the first reply, and what is done against each."""

from __future__ import annotations

from engine.choices import Pass, Priority
from engine.formats.from_state import position_of
from engine.line import LineError, Played, check_strategy, replay_strategy, write_strategy
from engine.position import Position
from engine.state import State
from engine.strategy import Strategy
from optimizer.answer import Line, RepliesChecked, Reply, ScoreTerm
from optimizer.goals import Goal
from optimizer.objective import Scoring
from optimizer.reductions import Moves

MOST_TRIED = 2_000
"""How many courses of replies are tried to see whether a strategy need not speak of them."""


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


def plainest(start: State, strategy: Strategy, goal: Goal = Goal.WIN) -> tuple[Strategy, RepliesChecked]:
    """A strategy that reaches a goal, without a word of what the opponent may do with priority where it reaches it all the same
    if it is followed unchanged whatever they do (as `compleat check --replies` tries); and the count of the courses of replies
    that were tried."""
    quiet = _quiet(strategy)
    if quiet == strategy:
        return strategy, all_checked(strategy)
    moves = Moves(start)
    try:
        checked = check_strategy(start, write_strategy(start, quiet, moves), moves, try_all=True, most=MOST_TRIED)
    except LineError:
        return strategy, all_checked(strategy)
    if not (checked.every and checked.whole and all(map(goal.is_met, checked.results))):
        return strategy, all_checked(strategy)
    return quiet, RepliesChecked(True, checked.courses)


def _quiet(strategy: Strategy) -> Strategy:
    """The strategy as far as the opponent passes whenever they have priority."""
    choices = list(strategy.choices)
    while passing := next((then for choice, then in strategy.replies if isinstance(choice, Pass)), None):
        choices += [Pass(), *passing.choices]
        strategy = passing
    return Strategy(tuple(choices), tuple((choice, _quiet(then)) for choice, then in strategy.replies))


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
