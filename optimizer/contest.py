"""What is played of the game against an opponent who does whatever they can: combat, and what either player does in it.

Where nobody can attack and the opponent has nothing to act with, a line is enough; the rest of the time a strategy is wanted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.choices import Choice, IllegalChoice, Pass, Priority
from engine.objects import OPPONENT, YOU, Result, Step
from engine.scope import PLAYED
from engine.state import State
from engine.vocabulary import Alter, BecomeCopy, CardDefinition, Change, GainKeywords, Token
from optimizer.beside import Beside, Errand
from optimizer.branches import all_checked, plainest
from optimizer.goals import Goal
from optimizer.proof import NEVER, Effort, Play, Proof, Search
from optimizer.reductions import Moves

FIRST_NODES = 2_000
"""So many nodes of the search are made at most to see whether a line of the model holds against every reply."""

FIRST_FIGHT = 1.5
"""So many seconds the model may take before the search looks for what is near."""

NEAR_NODES = 1_000
"""So many nodes that search may make before the model goes on."""

MODEL_SHARE = 0.2
"""How much of the time the model may take in all."""

WIDTHS = ((0, NEVER, 0.5), (2, NEVER, 0.6), (NEVER, NEVER, 0.4), (0, NEVER, 0.3), (2, NEVER, 0.6), (NEVER, NEVER, 1.0))
"""How unpromising your choices and the opponent's may be in one search after the other, and how much of the time that is left
each may take. What comes again goes on where it was."""

TURNS_WIDTHS = {
    Goal.WIN: ((0, NEVER, 0.6), (NEVER, 0, 0.5), (2, NEVER, 0.5), (NEVER, NEVER, 1.0)),
    Goal.SURVIVE: ((0, NEVER, 0.3), (NEVER, 0, 0.6), (2, NEVER, 0.5), (NEVER, NEVER, 1.0)),
}
"""The same where their turn is played too: what looks best for them there may make the goal impossible."""

UNTOLD = "a strategy was found, but there was no time to write down what to do against every reply"

_BEFORE_ATTACKERS = frozenset({Step.UNTAP, Step.UPKEEP, Step.DRAW, Step.MAIN1, Step.BEGIN_COMBAT})


def is_contested(start: State, moves: Moves) -> bool:
    """Whether a strategy is wanted: turns follow, you may come to attack, combat is under way, or the opponent has something to
    act with."""
    if not start.course.is_last_turn or may_attack(start, moves):
        return True
    hides = any(card.definition is None for card in start.players[OPPONENT].hand)
    return start.active != YOU or start.combat is not None or hides or not moves.can_only_pass(start, OPPONENT)


def goes_unanswered(start: State, line: Sequence[Choice], moves: Moves) -> bool:
    """Whether the opponent has plainly nothing to act with all along a line that wins, whatever came into their hands meanwhile.

    Args:
        start: a state in which the opponent acts (`engine.scope.PLAYED`).
        line: choices from the same state without combat and without an opponent who acts. False where it cannot be followed.
    """
    state = start
    for choice in line:
        while isinstance(state.decision, Priority) and state.decision.player == OPPONENT:
            if not moves.can_only_pass(state, OPPONENT):
                return False
            state = state.apply(Pass())
        if state.over:
            break
        try:
            state = state.apply(choice)
        except IllegalChoice:
            return False
    while isinstance(state.decision, Priority) and state.stack and moves.can_only_pass(state, OPPONENT):
        state = state.apply(Pass())
    return state.result is Result.WON


def may_attack(start: State, moves: Moves) -> bool:
    """Whether you might attack this turn. False only where that is plain."""
    if start.active != YOU or start.step not in _BEFORE_ATTACKERS:
        return False
    ready = any(
        permanent.controller == YOU and not permanent.sick and "Creature" in start.types(id)
        for id, permanent in start.battlefield.items()
    )
    return ready or any(map(_makes_attackers, moves.words))


def _makes_attackers(word: object) -> bool:
    """Whether a word of a card could make something able to attack in the turn in which it comes or becomes a creature."""
    match word:
        case CardDefinition(keywords=keywords) | Token(keywords=keywords) | GainKeywords(keywords=keywords):
            return "haste" in keywords or any(k.startswith(("crew", "dash", "blitz", "unearth")) for k in keywords)
        case Alter() | BecomeCopy():
            return True
        case Change(keywords=keywords, types=types):
            return "haste" in keywords or "Creature" in types
    return False


def reach(
    goal: Goal, start: State, first: Sequence[Choice], seconds: float, stop: Callable[[], bool] = lambda: False, *,
    workers: int = 1, known: tuple[Play, ...] | None = None, within: Play | None = None,
) -> Proof:  # fmt: skip
    """Looks for a strategy that reaches a goal against every reply: a win this turn by the model with combat, as far as it
    follows the position; then by searches through the engine's decisions, those for likely plays first.

    Args:
        start: a state in which combat is played and the opponent acts (`engine.scope.PLAYED`).
        first: a line to try before anything else; it need not be legal to its end.
        seconds: how long to look.
        workers: threads of the model's solver; with more than one there is a second search in a process of its own.
        known, within: plays that are not wanted, and one of which all is to be a part (`optimizer.proof.Search`); the model knows
            nothing of them.
    """
    patient = workers > 1 and goal is Goal.WIN and known is None and may_attack(start, Moves(start))
    with Beside(Errand(start, goal, time.time() + seconds) if patient else None) as other:
        proof = _reach(
            goal, start, first, seconds, lambda: stop() or other.has_found(), workers=workers, known=known, within=within
        )
        if proof.strategy is None and other.proof is not None:
            return replace(other.proof, effort=proof.effort + other.proof.effort)
    return proof


def _reach(
    goal: Goal, start: State, first: Sequence[Choice], seconds: float, stop: Callable[[], bool], *, workers: int,
    known: tuple[Play, ...] | None, within: Play | None,
) -> Proof:  # fmt: skip
    """What is reached in this process."""
    until, done = time.monotonic() + seconds, Effort()

    def left() -> float:
        return until - time.monotonic()

    if first:
        search = Search(start, goal, stop=stop, known=known, within=within)
        search.follow(first)
        proof = search.run(seconds, FIRST_NODES)
        if proof.reached is not None:
            return _told(proof, search, left)
        done = proof.effort
    theirs = start.active != YOU or not start.course.is_last_turn
    widths = TURNS_WIDTHS[goal] if theirs else WIDTHS
    width, their_width, share = widths[0]
    near = Search(start, goal, stop=stop, known=known, within=within, width=width, their_width=their_width)
    near.follow(first)
    fresh = known is None and within is None and start.active == YOU and start.step in (Step.MAIN1, Step.BEGIN_COMBAT)
    if goal is Goal.WIN and fresh and not stop():
        proof = _fought(start, min(FIRST_FIGHT, MODEL_SHARE * left()), workers)
        if proof.reached is None and near.run(share * left(), NEAR_NODES).reached is None and not stop():
            done += proof.effort
            proof = _fought(start, MODEL_SHARE * left(), workers)
        done += proof.effort
        if proof.reached is not None:
            return replace(proof, effort=done)
    proof = searched(goal, start, widths, left, stop, first=first, known=known, within=within, begun=near)
    return replace(proof, effort=done + proof.effort)


def _fought(start: State, seconds: float, workers: int) -> Proof:
    """What the model with combat finds."""
    from optimizer.adversary import Limits, Outcome, fight  # only where it is asked: it is slow to import

    fought = fight(start.playing(PLAYED), Limits(seconds=seconds, workers=workers))
    effort = Effort(rounds=fought.rounds)
    if fought.strategy is not None:
        return Proof(True, fought.strategy, effort, checked=all_checked(fought.strategy))
    return Proof(False if fought.outcome is Outcome.IMPOSSIBLE and start.course.is_last_turn else None, None, effort)


def searched(
    goal: Goal, start: State, widths: Iterable[tuple[int, int, float]], left: Callable[[], float],
    stop: Callable[[], bool] = lambda: False, *, first: Sequence[Choice] = (), known: tuple[Play, ...] | None = None,
    within: Play | None = None, patient: bool = False, begun: Search | None = None,
) -> Proof:  # fmt: skip
    """What the searches of these widths find, by turns, the strategy written down.

    Args:
        left: tells how many seconds are left.
        patient: whether they are (`optimizer.proof.Search`).
        begun: one of them that has begun.
    """
    proof = Proof(None)
    searches = {} if begun is None else {(begun.width, begun.their_width): begun}
    for width, their_width, share in widths:
        if (width, their_width) not in searches:
            searches[width, their_width] = Search(
                start, goal, stop=stop, known=known, within=within, width=width, their_width=their_width, patient=patient
            )
            searches[width, their_width].follow(first)
        search = searches[width, their_width]
        proof = search.run(share * left())
        if proof.reached is not None or stop():
            break
    done = sum((search.effort for search in searches.values()), Effort())
    return _told(replace(proof, effort=done), search, left)


def _told(proof: Proof, search: Search, left: Callable[[], float]) -> Proof:
    """With the strategy, if there is one."""
    if not proof.reached:
        return proof
    strategy, checked = plainest(search, left)
    if strategy is None:
        return replace(proof, not_modelled=(*proof.not_modelled, UNTOLD))
    return replace(proof, strategy=strategy, checked=checked)
