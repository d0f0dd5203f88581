"""Reports of answers: what they say, and that the JSON form of every kind of answer fits its schema."""

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from engine.line import Paid, Step
from engine.objects import Result
from engine.position import CardSpec, PlayerSpec, Position
from optimizer.answer import Answer, Line, ModelSize, RepliesChecked, Reply, ScoreTerm, Status, Timings
from optimizer.report import print_answer, verdict
from tests.test_cli import validator

YOU = PlayerSpec(life=9, hand=(CardSpec("Divination"),))
BEFORE = Position(title="A title", you=YOU, opponent=PlayerSpec(counters={"poison": 8}))
AFTER = replace(BEFORE, you=PlayerSpec(life=7, hand=(CardSpec("unknown"),)), opponent=PlayerSpec(counters={"poison": 9}))
STEP = Step("1. Cast Divination.", "cast", "Divination", ("opponent",), Paid(("Island x3",), 2), (("opponent",), ()))
LINE = Line((STEP,), 12, AFTER, Result.NONE, (ScoreTerm("your life: 7", 15), ScoreTerm("opponent's life: 20", -3)))
NEXT = Step("2. End the turn.", "phase")
FURTHER = (Reply("passes", (), AFTER, Result.NONE), Reply("sacrifices Ox", (NEXT,), AFTER, Result.WON))
REPLY = Reply("blocks nobody", (NEXT,), AFTER, Result.WON, FURTHER)
BEST = Answer(
    Status.OPTIMAL, True, True, LINE, 12, (LINE,), (REPLY,), ("an attack",), Timings(0.1, 0.2, 0.3, 0.6), ModelSize(5, 6, 2),
    RepliesChecked(True, 3),
)
ANSWERS = {
    "reached": BEST,
    "not the best yet": replace(BEST, status=Status.FEASIBLE, proved=False, bound=20),
    "impossible": replace(BEST, status=Status.INFEASIBLE, goal_reached=False, best=None, bound=None, others=(), replies=()),
    "undecided": replace(BEST, status=Status.UNKNOWN, proved=False, goal_reached=False),
    "no line": Answer(Status.UNKNOWN, False, False, None),
    "suggestion": replace(BEST, goal_reached=None),
    "do nothing": replace(BEST, goal_reached=None, best=replace(LINE, steps=(), terms=())),
}


def printed(answer, **options):
    out = StringIO()
    print_answer(answer, BEFORE, Console(file=out, width=60), **options)
    return out.getvalue()


@pytest.mark.parametrize("what", ANSWERS)
def test_the_json_form_fits_the_schema(what):
    answer = ANSWERS[what]
    told = answer.to_json()
    validator("answer.schema.json").validate(told)
    assert told["verified"] == (answer.best is not None)
    assert told["schema"] == 1


@pytest.mark.parametrize("what", ANSWERS)
def test_plain_text_is_a_line_with_comments(what):
    rows = printed(ANSWERS[what]).splitlines()
    assert [row for row in rows if not row.startswith("#")] == ANSWERS[what].text.splitlines()


def test_what_is_said():
    text = printed(BEST)
    for told in (
        "# A title", "The goal is reached. Proved best", "You: life 9 to 7.", "Opponent: poison 8 to 9.", "Score 12:",
        "  +15  your life: 7", "   -3  opponent's life: 20", "Line 2, score 12:",
        "Every reply was tried (3).", "\nIf opponent blocks nobody:\n  2. End the turn.\n  If opponent passes:\n",
        "Not modelled:", "an attack", "5 variables, 6 constraints, 2 workers",
    ):  # fmt: skip
        assert told in text


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("impossible", "The goal cannot be reached. Proved."),
        (
            "not the best yet",
            "The goal is reached. Not proved best among the lines that reach it: score 12, at most 20 is possible.",
        ),
        ("undecided", "No line that reaches the goal was found, and no proof that there is none. The best line found: score 12."),
        ("no line", "No line that reaches the goal was found, and no proof that there is none."),
        ("suggestion", "Proved best: score 12."),
    ],
)
def test_verdicts(what, told):
    assert verdict(ANSWERS[what]) == told
    assert verdict(ANSWERS[what], stopped=True).endswith("Stopped before the search was over.")


def test_a_large_strategy_is_cut_off_on_a_terminal():
    steps = [replace(NEXT, text=f"2. Cast Ox #{n}.") for n in range(50)]
    replies = tuple(Reply(f"sacrifices Ox #{n}", (step,), AFTER, Result.WON) for n, step in enumerate(steps))
    answer = replace(BEST, replies=replies)
    assert "If opponent sacrifices Ox #49:" in printed(answer)
    out = StringIO()
    print_answer(answer, BEFORE, Console(file=out, width=90, force_terminal=True))
    assert "Ox #39:" in out.getvalue() and "Ox #40:" not in out.getvalue()
    assert "... and 10 more blocks" in out.getvalue()
