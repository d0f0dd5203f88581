"""Strategies as answers: JSON that fits the schema, and a text that `compleat check` reads back."""

from __future__ import annotations

from io import StringIO

import pytest
from click.testing import CliRunner
from rich.console import Console

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from engine.line import check_strategy, write_strategy
from engine.objects import Result
from engine.scope import PLAYED
from engine.state import State
from optimizer import branches
from optimizer.answer import Answer, Status
from optimizer.branches import all_checked, answered, plainest
from optimizer.cli import cli
from optimizer.goals import Goal
from optimizer.objective import Scoring
from optimizer.proof import Search
from optimizer.reductions import Moves
from optimizer.report import print_answer
from tests.test_cli import validator

BOARD = """
you: {hand: [Brute Force], battlefield: [Mountain, Serra Angel, Grizzly Bears]}
opponent: {life: 6, battlefield: [Hill Giant]}
"""
TEXT = """1. Attack with Serra Angel, Grizzly Bears.
If opponent blocks with Hill Giant on Grizzly Bears:
  2. Cast Brute Force targeting Serra Angel.
If opponent blocks nobody:
"""


def answer() -> Answer:
    position = parse_position(BOARD, "test")
    start = State.begin(position, CardPool.bundled(), PLAYED)
    strategy = check_strategy(start, TEXT, Moves(start)).strategy
    line, replies = answered(start, strategy, Scoring.of("win").at(start), position)
    return Answer(Status.OPTIMAL, True, True, line, line.score, replies=replies, replies_checked=all_checked(strategy))


def test_the_json_form_tells_every_reply() -> None:
    told = answer().to_json()
    validator("answer.schema.json").validate(told)
    assert [step["action"] for step in told["line"]] == ["attack"]
    assert (told["result"], told["replies_checked"]) == ("won", {"all": True, "n": 2})
    assert {reply["reply"]: (len(reply["line"]), reply["result"]) for reply in told["replies"]} == {
        "blocks with Hill Giant on Grizzly Bears": (1, "won"),
        "blocks nobody": (0, "won"),
    }


def test_the_score_is_that_against_the_worst_reply() -> None:
    position = parse_position(BOARD.replace("life: 6", "life: 8"), "test")
    start = State.begin(position, CardPool.bundled(), PLAYED)
    strategy = check_strategy(start, TEXT, Moves(start)).strategy
    line, replies = answered(start, strategy, Scoring.of("damage").at(start), position)
    assert line.result is Result.NONE
    assert line.final.opponent.life == min(reply.final.opponent.life for reply in replies) + 1


def test_the_printed_strategy_reads_back(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "position.yaml"
    file.write_text(BOARD)
    out = StringIO()
    print_answer(answer(), parse_position(BOARD, "test"), Console(file=out, width=60))
    checked = CliRunner().invoke(cli, ["check", str(file), "-"], input=out.getvalue())
    assert checked.exit_code == 0, checked.stderr
    assert "You win against every reply (2 tried)." in checked.stdout


def test_what_the_opponent_may_do_without_changing_anything_is_not_told() -> None:
    board = BOARD.replace("[Hill Giant]", "[Goblin Fireslinger]").replace("life: 6", "life: 7")
    start = State.begin(parse_position(board, "test"), CardPool.bundled(), PLAYED)
    plain, checked = plainest(won(start), lambda: 60.0)
    assert plain.replies == () and checked.all and checked.n > 2


def test_an_answer_that_is_needed_is_told() -> None:
    board = """
    you: {hand: [Brute Force], battlefield: [Mountain, Grizzly Bears]}
    opponent: {life: 2, hand: [Shock], battlefield: [Mountain]}
    """
    start = State.begin(parse_position(board, "test"), CardPool.bundled(), PLAYED)
    strategy, checked = plainest(won(start), lambda: 60.0)
    text = write_strategy(start, strategy, Moves(start))
    assert "casts Shock targeting Grizzly Bears" in text and "In response, cast Brute Force" in text
    assert checked.all and set(check_strategy(start, text, Moves(start)).results) == {Result.WON}


def test_of_a_strategy_that_is_too_long_to_write_down_the_course_in_which_nobody_acts_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = BOARD.replace("[Hill Giant]", "[Goblin Fireslinger]").replace("life: 6", "life: 7")
    start = State.begin(parse_position(board, "test"), CardPool.bundled(), PLAYED)
    monkeypatch.setattr(branches, "MOST_TRIED", 2)
    plain, checked = plainest(won(start), lambda: 60.0)
    assert plain.replies == () and not checked.all and checked.n == 2


def won(start: State) -> Search:
    """A search that has found a strategy that wins."""
    search = Search(start, Goal.WIN)
    assert search.run().reached
    return search
