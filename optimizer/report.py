"""Answers for people: colours on a terminal, plain text elsewhere.

The plain text is itself a line that `compleat check` reads: everything but the steps of the best line stands in comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from engine.formats.from_state import position_of
from engine.line import Checked
from engine.line.steps import Step
from engine.objects import Result
from engine.position import PlayerSpec, Position
from optimizer.answer import Answer, Line, Reply, ScoreTerm, Status

RESULTS = {Result.WON: "You win.", Result.LOST: "You lose.", Result.DRAW: "The game is a draw.", Result.NONE: "The game goes on."}


@dataclass(frozen=True)
class Row:
    """One row of the report. Steps of the best line are no comments in plain text."""

    text: str
    style: str = ""
    is_step: bool = False


def print_answer(answer: Answer, position: Position, console: Console, *, stopped: bool = False) -> None:
    """Print the answer to that position. `stopped`: the search was broken off by the user."""
    for row in rows(answer, position, stopped=stopped):
        print_row(row, console)


def print_row(row: Row, console: Console) -> None:
    """Print a row, as a comment where colours cannot tell it from a step."""
    if console.is_terminal:
        console.print(Text(row.text, style=row.style), soft_wrap=not row.is_step)
    else:
        console.print(Text(row.text if row.is_step else f"# {row.text}".rstrip()), soft_wrap=True)


def rows(answer: Answer, position: Position, *, stopped: bool = False) -> Iterator[Row]:
    """The report, row by row."""
    if position.title:
        yield Row(position.title, "bold")
    style = "bold green" if answer.goal_reached or (answer.goal_reached is None and answer.verified) else "bold yellow"
    yield Row(verdict(answer, stopped=stopped), style)
    if answer.best:
        yield from _line_rows(answer.best, position)
    for number, line in enumerate(answer.others, 2):
        yield Row("")
        yield Row(f"Line {number}, score {line.score}:", "bold")
        yield from (Row(f"  {step.text}") for step in line.steps)
    yield from _reply_rows(answer.replies, 0)
    if answer.not_modelled:
        yield Row("")
        yield Row("Not modelled:", "yellow")
        yield from (Row(f"  {what}") for what in answer.not_modelled)
    yield Row("")
    yield Row(_effort(answer), "dim")


def verdict(answer: Answer, *, stopped: bool = False) -> str:
    """The answer in a sentence or two."""
    score = f"score {answer.score}"
    if answer.bound is not None and answer.bound != answer.score:
        score += f", at most {answer.bound} is possible"
    proved = {True: "Proved", False: "Not proved"}[answer.proved]
    broken_off = " Stopped before the search was over." if stopped else ""
    if answer.status is Status.INFEASIBLE:
        return f"The goal cannot be reached. {proved}.{broken_off}"
    if answer.goal_reached:
        return f"The goal is reached. {proved} best among the lines that reach it: {score}.{broken_off}"
    if answer.goal_reached is False:
        best = f" The best line found: {score}." if answer.verified else ""
        return f"No line that reaches the goal was found, and no proof that there is none.{best}{broken_off}"
    if not answer.verified:
        return f"No line was found.{broken_off}"
    return f"{proved} best: {score}.{broken_off}"


def _line_rows(line: Line, position: Position) -> Iterator[Row]:
    yield Row("")
    if line.steps:
        yield from (Row(step.text, is_step=True) for step in line.steps)
    else:
        yield Row("Do nothing.")
    yield Row("")
    yield from (Row(text) for text in outcome(line.result, position, line.final))
    if line.terms:
        yield Row("")
        yield Row(f"Score {line.score}:", "bold")
        yield from (Row(text) for text in explained(line.terms))


def outcome(result: Result, before: Position, after: Position) -> list[str]:
    """How the game stands after a line, and what changed about the players."""
    found = [RESULTS[result]]
    for name, was, now in (("You", before.you, after.you), ("Opponent", before.opponent, after.opponent)):
        changes = list(_changes(was, now))
        if changes:
            found.append(f"{name}: {', '.join(changes)}.")
    return found


def _changes(was: PlayerSpec, now: PlayerSpec) -> Iterator[str]:
    if was.life != now.life:
        yield f"life {was.life} to {now.life}"
    for kind in dict.fromkeys([*was.counters, *now.counters]):
        yield from _change(kind, was.counters, now.counters)


def _change(kind: str, was: Mapping[str, int], now: Mapping[str, int]) -> Iterator[str]:
    if was.get(kind, 0) != now.get(kind, 0):
        yield f"{kind} {was.get(kind, 0)} to {now.get(kind, 0)}"


def check_rows(checked: Checked, told: str, position: Position) -> Iterator[Row]:
    """What came of checking a line or strategy that reads so in that position."""
    rows = [row for row in told.split("\n") if row.strip() and not row.lstrip().startswith("#")]
    yield from (Row(row, is_step=True) for row in rows)
    if checked.branches or checked.courses > 1:
        yield Row(f"Legal against {checked.courses} replies that were tried.", "bold green")
        yield from _won_against(checked)
    else:
        yield Row(f"Legal: {len(rows)} step{'' if len(rows) == 1 else 's'}.", "bold green")
    if checked.courses == 1 or set(checked.results) != {Result.WON}:
        end = checked.worst.end
        yield from (Row(text) for text in outcome(end.result, position, position_of(end, position)))
        if not end.over:
            yield Row("The rest of the turn is not played: it asks for a choice that is not written.")
    if checked.given:
        yield Row(f"Where the opponent had a choice it is made for them, {_times(checked.given)}.")
    if checked.passed:
        acted = f"The opponent could have acted {_times(checked.passed)}, which is taken as passing"
        yield Row(f"{acted}; --replies tries what they could do.")


def _won_against(checked: Checked) -> Iterator[Row]:
    """Against how many replies a strategy wins, and one against which it does not."""
    won, n = checked.results[Result.WON], checked.courses
    tried = f"{n} tried" if checked.every else f"{n} tried, and there are more"
    if won == n:
        whole = checked.every and not checked.passed and not checked.given
        yield Row(f"You win against every reply{'' if whole else ' that was tried'} ({tried}).", "bold green")
        return
    yield Row(f"You win against {won} of the replies ({tried}).", "bold yellow")
    yield Row(f"If opponent {', then '.join(checked.worst.against)}:" if checked.worst.against else "If opponent passes:")


def refutes(checked: Checked) -> bool:
    """Whether a line that wins does not do so against every reply."""
    return bool(checked.results[Result.WON]) and set(checked.results) != {Result.WON}


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def explained(terms: Sequence[ScoreTerm]) -> list[str]:
    """A score term by term, the numbers below each other."""
    width = max(len(f"{t.value:+d}") for t in terms)
    return [f"  {t.value:+{width}d}  {t.name}" for t in terms]


def _reply_rows(replies: Iterable[Reply], depth: int) -> Iterator[Row]:
    indent = "  " * depth
    for reply in replies:
        yield Row(f"{indent}If opponent {reply.reply}:", "bold")
        yield from (Row(f"{indent}  {text}") for text in _texts(reply.line))
        yield Row(f"{indent}  {RESULTS[reply.result]}")
        yield from _reply_rows(reply.replies, depth + 1)


def _texts(steps: Sequence[Step]) -> list[str]:
    return [step.text for step in steps] or ["Do nothing."]


def _effort(answer: Answer) -> str:
    t, m = answer.timings, answer.model
    return (
        f"{t.total:.2f} s (encode {t.encode:.2f}, solve {t.solve:.2f}, verify {t.verify:.2f}); "
        f"{m.variables} variables, {m.constraints} constraints, {m.workers} worker{'' if m.workers == 1 else 's'}"
    )
