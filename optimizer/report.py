"""Answers for people: colours on a terminal, plain text elsewhere.

The plain text is itself a line that `compleat check` reads: everything but the steps of the best line stands in comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from engine.formats.from_state import position_of
from engine.line import Checked, LineError, Refutation, is_head
from engine.objects import OPPONENT, Result, count_of
from engine.position import PlayerSpec, Position
from engine.state import State
from engine.state_based import LETHAL_POISON
from optimizer.answer import Answer, Line, ScoreTerm, Status
from optimizer.goals import Goal

if TYPE_CHECKING:
    from optimizer.why import Why

RESULTS = {Result.WON: "You win.", Result.LOST: "You lose.", Result.DRAW: "The game is a draw.", Result.NONE: "The game goes on."}


BROKEN_OFF = "Stopped before the search was over."

SHOWN_BLOCKS = 40
"""How many blocks of a strategy are shown on a terminal."""


@dataclass(frozen=True)
class Row:
    """One row of the report. Steps of the best line are no comments in plain text."""

    text: str
    style: str = ""
    is_step: bool = False


def print_answer(answer: Answer, position: Position, console: Console, *, stopped: bool = False) -> None:
    """Print the answer to that position. `stopped`: the search was broken off by the user."""
    for row in rows(answer, position, stopped=stopped, blocks=SHOWN_BLOCKS if console.is_terminal else None):
        print_row(row, console)


def print_row(row: Row, console: Console) -> None:
    """Print a row, as a comment where colours cannot tell it from a step."""
    if console.is_terminal:
        console.print(Text(row.text, style=row.style), soft_wrap=not row.is_step)
    else:
        console.print(Text(row.text if row.is_step else f"# {row.text}".rstrip()), soft_wrap=True)


def rows(answer: Answer, position: Position, *, stopped: bool = False, blocks: int | None = None) -> Iterator[Row]:
    """The report, row by row. `blocks`: so many blocks of a strategy are shown; None: all."""
    if position.title:
        yield Row(position.title, "bold")
    style = "bold green" if answer.goal_reached or (answer.goal_reached is None and answer.verified) else "bold yellow"
    yield Row(verdict(answer, stopped=stopped), style)
    if answer.best:
        yield from _line_rows(answer, answer.best, position, blocks)
    for number, line in enumerate(answer.others, 2):
        yield Row("")
        yield Row(f"Line {number}, score {line.score}:" if answer.complete is None else f"Strategy {number}:", "bold")
        yield from (Row(f"  {row}") for row in line.branching.rows())
    yield from _conditions(answer)
    yield Row("")
    yield Row(_effort(answer), "dim")


def _conditions(answer: Answer | Why) -> Iterator[Row]:
    """What was left out, and what is taken for granted."""
    for title, said in (("Not modelled", answer.not_modelled), ("Assumed", answer.assumed)):
        if said:
            yield Row("")
            yield Row(f"{title}:", "yellow")
            yield from (Row(f"  {what}") for what in said)


def verdict(answer: Answer, *, stopped: bool = False) -> str:
    """The answer in a sentence or two."""
    score = f"score {answer.score}"
    if answer.bound is not None and answer.bound != answer.score:
        score += f", at most {answer.bound} is possible"
    proved = {True: "Proved", False: "Not proved"}[answer.proved]
    broken_off = f" {BROKEN_OFF}" if stopped else ""
    if answer.complete is not None and answer.goal_reached:
        return f"{_how_many(answer)}{broken_off}"
    if answer.status is Status.INFEASIBLE:
        return f"The goal cannot be reached. {proved}.{broken_off}"
    if answer.goal_reached:
        best = proved if answer.status is Status.OPTIMAL else "Not proved"
        return f"The goal is reached. {best} best among the lines that reach it: {score}.{broken_off}"
    if answer.goal_reached is False:
        best = f" The best line found: {score}." if answer.verified else ""
        return f"No line that reaches the goal was found, and no proof that there is none.{best}{broken_off}"
    if not answer.verified:
        return f"No line was found.{broken_off}"
    return f"{proved} best: {score}.{broken_off}"


def _how_many(answer: Answer) -> str:
    """How many essentially different strategies win."""
    n = 1 + len(answer.others)
    found = "One strategy wins" if n == 1 else f"{n} strategies win that are essentially different"
    if answer.complete:
        return f"{found}, and no other. Proved."
    if answer.unique is None and n > 1:
        return f"{found}, unless more than one of them has the same idle steps left out. Not proved that these are all."
    return f"{found}. Not proved that {'it is the only one' if n == 1 else 'these are all'}."


def _line_rows(answer: Answer, line: Line, position: Position, blocks: int | None) -> Iterator[Row]:
    yield Row("")
    told = answer.branching.rows()
    shown, left = _first_blocks(told, blocks)
    yield from (Row(row, is_step=True) for row in shown)
    if not told:
        yield Row("Do nothing.")
    if left:
        yield Row(f"... and {left} more block{'' if left == 1 else 's'}; --json tells all of them.", "yellow")
    yield Row("")
    checked = answer.replies_checked
    if checked.n:
        tried = "Every reply was tried" if checked.all else "Not every reply was tried"
        yield Row(f"{tried} ({checked.n}). Against the worst:")
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
    goal = goal_of(position)
    rows = [row for row in told.split("\n") if row.strip() and not row.lstrip().startswith("#")]
    yield from (Row(row, is_step=True) for row in rows)
    if checked.branches or checked.courses > 1:
        yield from _reached_against(checked, goal)
    else:
        yield Row(f"Legal: {len(rows)} step{'' if len(rows) == 1 else 's'}.", "bold green")
    if checked.courses == 1 or not all(map(goal.is_met, checked.results)):
        end = checked.worst.end
        yield from (Row(text) for text in outcome(end.result, position, position_of(end, position)))
    if not checked.whole:
        yield Row("The rest is not played: it asks for a choice that is not written.")
    if checked.given:
        yield Row(f"Where the opponent had a choice it is made for them, {_times(checked.given)}.")
    if checked.passed:
        acted = f"The opponent could have acted {_times(checked.passed)}, which is taken as passing"
        yield Row(f"{acted}; --replies tries what they could do.")


def _reached_against(checked: Checked, goal: Goal) -> Iterator[Row]:
    """Against how many replies a strategy reaches the goal, and one against which it does not."""
    reached, n = sum(count for result, count in checked.results.items() if goal.is_met(result)), checked.courses
    tried = f"{n} tried" if checked.every else f"{n} tried, and there are more"
    if reached == n:
        whole = checked.every and not checked.passed and not checked.given
        yield Row(f"You {goal.value} against every reply{'' if whole else ' that was tried'} ({tried}).", "bold green")
        return
    yield Row(f"Legal against every reply ({tried}).", "bold green")
    yield Row(f"You {goal.value} against {reached} of them.", "bold yellow")
    yield Row(f"If opponent {', then '.join(checked.worst.against)}:" if checked.worst.against else "If opponent passes:")


def goal_of(position: Position) -> Goal:
    """What a line is to reach; to win, where the goal is a score to maximize."""
    return Goal(position.goal) if isinstance(position.goal, str) else Goal.WIN


def refutes(checked: Checked, position: Position) -> bool:
    """Whether a line that reaches the goal does not do so against every reply."""
    reached = set(map(goal_of(position).is_met, checked.results))
    return reached == {True, False}


def why_rows(why: Why, position: Position, *, stopped: bool = False) -> Iterator[Row]:
    """Why a line fails, and whether another one would do. `stopped`: the search was broken off by the user."""
    if why.illegal is not None:
        yield Row(f"The line is not legal: {why.illegal}", "bold yellow")
    elif why.beaten is None:
        wins = f"The line {why.goal.value}s against every reply{'' if why.holds else ' that was tried'}"
        yield Row(f"{wins} ({why.courses:,} tried{'' if why.holds else ', and there are more'}).", "bold")
    elif not why.beaten.acted:
        yield Row(f"The line is legal, but it does not {why.goal.value} even if the opponent does nothing.", "bold yellow")
        yield from _short_of(why.goal, why.beaten.end, position)
    else:
        yield from _beaten(why, why.beaten, position)
    if stopped:
        yield Row(BROKEN_OFF)
    yield from _conditions(why)


def _beaten(why: Why, by: Refutation, position: Position) -> Iterator[Row]:
    """What beats a line, and whether something else wins against that."""
    yield Row(f"A reply beats the line: if opponent {', then '.join(by.against)}.", "bold yellow")
    if by.error is not None:
        told = LineError(by.error.reason, step=by.error.step, rule=by.error.rule)
        yield Row(f"The line cannot go on then: {told}")
    else:
        yield from _short_of(why.goal, by.end, position)
    yield Row("")
    wins = f"{why.goal.value}s against that reply"
    if why.otherwise is not None:
        yield Row(f"This {wins}:", "bold")
        yield from (Row(row, is_step=True) for row in why.otherwise.branching.rows())
    elif why.nothing_else:
        yield Row(f"Nothing else {wins}. Proved.")
    else:
        yield Row(f"Whether something else {wins} is not known.")


def _short_of(goal: Goal, end: State, position: Position) -> Iterator[Row]:
    yield from (Row(text) for text in outcome(end.result, position, position_of(end, position)))
    if goal is Goal.WIN and end.result is Result.NONE:
        opponent = end.players[OPPONENT]
        poison = count_of(opponent.counters, "poison")
        yield Row(f"Missing: {opponent.life} damage{f', or {LETHAL_POISON - poison} poison' if poison else ''}.")


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def explained(terms: Sequence[ScoreTerm]) -> list[str]:
    """A score term by term, the numbers below each other."""
    width = max(len(f"{t.value:+d}") for t in terms)
    return [f"  {t.value:+{width}d}  {t.name}" for t in terms]


def _first_blocks(told: Sequence[str], most: int | None) -> tuple[Sequence[str], int]:
    """The rows up to so many blocks, and how many blocks are left."""
    heads = [number for number, row in enumerate(told) if is_head(row)]
    if most is None or len(heads) <= most:
        return told, 0
    return told[: heads[most]], len(heads) - most


def _effort(answer: Answer) -> str:
    t, m = answer.timings, answer.model
    return (
        f"{t.total:.2f} s (encode {t.encode:.2f}, solve {t.solve:.2f}, verify {t.verify:.2f}); "
        f"{m.variables} variables, {m.constraints} constraints, {m.workers} worker{'' if m.workers == 1 else 's'}"
    )
