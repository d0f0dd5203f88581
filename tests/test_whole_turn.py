"""The best play of a whole turn: with combat and against every reply, the same as trying everything."""

from __future__ import annotations

import pytest

from engine.choices import Attacked
from engine.formats.yaml_position import parse_position
from engine.objects import Result
from engine.position import Position
from engine.scope import PLAYED
from engine.state import State
from engine.strategy import Strategy
from optimizer import suggest
from optimizer.exhaustive import reference
from optimizer.objective import Scoring
from optimizer.reductions import Moves
from optimizer.search import Limits
from optimizer.whole_turn import Search
from tests.fights import STRATA, draw, pool


def position(text: str) -> Position:
    return parse_position(text, "test")


def worth(state: State, strategy: Strategy, scoring: Scoring) -> int:
    """What a strategy is worth against the worst replies, of which it leaves none out."""
    moves = Moves(state)
    for choice in strategy.choices:
        state = state.apply(choice)
    if not strategy.replies:
        assert state.over
        return scoring.evaluate(state)
    assert {reply for reply, _ in strategy.replies} == set(moves(state))
    return min(worth(state.apply(reply), then, scoring) for reply, then in strategy.replies)


@pytest.mark.parametrize(("stratum", "seed"), [(stratum, seed) for stratum in STRATA for seed in range(3)])
def test_the_play_is_worth_what_trying_everything_finds(stratum: str, seed: int) -> None:
    start = State.begin(draw(stratum, seed), pool(), PLAYED)
    scoring = Scoring.of("win").at(start)
    exact = reference(start, scoring.evaluate, Limits(nodes=2500))
    if not exact.finished:
        pytest.skip("too large to try everything")
    found = Search(start, scoring.evaluate, seconds=60.0).run()
    assert found is not None and found.best and found.whole
    assert found.value == exact.value == worth(start, found.strategy, scoring)


def test_508_1_it_attacks_where_that_is_worth_more() -> None:
    board = "{you: {battlefield: [Serra Angel]}, opponent: {life: 9, battlefield: [Grizzly Bears]}}"
    answer = suggest(position(board), "0 - opponent.life", combat=True, time_limit=20)
    assert (answer.score, answer.proved, answer.text) == (-5, True, "1. Attack with Serra Angel.")


def test_509_1_blocks_count_as_the_worst() -> None:
    """The giant would be blocked by two bears and die for nothing; at home it is worth its score."""
    board = "{you: {battlefield: [Hill Giant]}, opponent: {life: 9, battlefield: [Grizzly Bears x2]}}"
    answer = suggest(position(board), combat=True, time_limit=20)
    assert answer.proved and answer.best is not None
    assert not any("Attack" in step.text for step in answer.best.steps)


def test_a_trick_is_kept_until_the_blocks_are_known() -> None:
    board = """
you: {hand: [Mutagenic Growth], battlefield: [Forest, Grizzly Bears]}
opponent: {life: 9, battlefield: [{card: Runeclaw Bear}]}
"""
    answer = suggest(position(board), combat=True, time_limit=20)
    assert answer.proved and len(answer.replies) == 2
    assert any("Mutagenic Growth" in step.text for reply in answer.replies for step in reply.line)


def test_without_combat_nobody_attacks() -> None:
    board = "{you: {battlefield: [Serra Angel]}, opponent: {life: 4}}"
    assert suggest(position(board), time_limit=20).result is Result.NONE
    assert suggest(position(board), combat=True, time_limit=20).result is Result.WON


def test_what_the_opponent_may_hold_is_never_proved_away() -> None:
    board = "{you: {battlefield: [Serra Angel]}, opponent: {life: 9, hand: [unknown], battlefield: [Island]}}"
    answer = suggest(position(board), combat=True, time_limit=20)
    assert not answer.proved and answer.not_modelled


def test_more_than_one_play_is_not_looked_for() -> None:
    with pytest.raises(ValueError, match="only one play"):
        suggest(position("{you: {battlefield: [Serra Angel]}}"), combat=True, top=2)


def test_a_play_with_very_many_branches_is_told_against_the_worst_replies() -> None:
    board = "{you: {battlefield: [Hill Giant x2]}, opponent: {life: 9, battlefield: [Grizzly Bears]}}"
    start = State.begin(position(board), pool(), PLAYED)
    scoring = Scoring.of("0 - opponent.life").at(start)
    search = Search(start, scoring.evaluate, most_branches=1)
    found = search.run()
    assert found is not None and not found.whole and found.best
    assert any(isinstance(choice, Attacked) for choice in found.strategy.choices)


def test_the_line_of_the_main_phases_is_tried_with_the_attack_after_it() -> None:
    """Two casts with all their payments and picks are a large search; the line of the main phases comes before it."""
    board = """
you: {life: 40, hand: [Tezzeret's Gambit x2], battlefield: [Island x8, Serra Angel]}
opponent: {life: 20, counters: {poison: 4}, battlefield: [Hill Giant]}
"""
    answer = suggest(position(board), "10 * opponent.poison - opponent.life", combat=True, time_limit=6)
    assert answer.score == 10 * 6 - 16 and answer.text.endswith("Attack with Serra Angel.")
