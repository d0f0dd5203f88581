"""Carrying a line out, written or as choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import CardPool
from engine.choices import Choice, IllegalChoice
from engine.line.errors import LineError
from engine.line.reading import read_line
from engine.line.references import References
from engine.line.steps import Step
from engine.line.syntax import parse_line
from engine.line.writing import LineWriter
from engine.position import Position
from engine.scope import scope_of
from engine.state import State


@dataclass(frozen=True)
class Replay:
    """A line that the rules allow: its choices, its steps as they are printed, and the state that it leads to."""

    start: State
    end: State
    choices: tuple[Choice, ...]
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        """The line as it is printed, a step a row."""
        return "\n".join(step.text for step in self.steps)


def replay(start: State | Position, line: str | Sequence[Choice]) -> Replay:
    """Carry a line out from a state, every choice through `State.apply`.

    Args:
        start: a state, or a position with cards of the bundled pool; of that the rest of the turn is played, with combat and an
            opponent who acts.
        line: the text of a line (a choice with one legal answer may be left out), or all its choices.

    Raises:
        LineError: the text cannot be read, a step breaks a rule, or a choice is left open.
        PositionError: the position cannot be set up.
    """
    if isinstance(start, Position):
        start = State.begin(start, CardPool.bundled(), scope_of(start))
    choices = read_line(start, parse_line(line, References(start).names())) if isinstance(line, str) else list(line)
    writer = LineWriter(start)
    for choice in choices:
        try:
            writer.add(choice)
        except IllegalChoice as error:
            raise LineError(error.reason, step=len(writer.steps()) + 1, rule=error.rule) from None
    return Replay(start, writer.state, tuple(choices), tuple(writer.steps()))
