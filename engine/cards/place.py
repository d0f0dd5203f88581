"""Where reading of a card file is, and the error that says what is wrong there."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.vocabulary import Token


class NotationError(Exception):
    """Something in a card file that is not the notation.

    Attributes:
        file: name of the file.
        card: name of the card, empty if the trouble is not in a card.
        field: where in the card, such as `abilities 2, do 1, draw`.
        problem: what is wrong and what would be right.
    """

    def __init__(self, file: str, card: str, field: str, problem: str) -> None:
        place = ": ".join(part for part in (file, card, field) if part)
        super().__init__(f"{place}: {problem}")
        self.file = file
        self.card = card
        self.field = field
        self.problem = problem


@dataclass(frozen=True)
class Place:
    """Where reading is: the file, the card, and the way into it. `tokens` are those that the card describes."""

    file: str
    card: str
    path: tuple[str, ...] = ()
    tokens: Mapping[str, Token] = field(default_factory=dict)

    def at(self, *steps: str) -> Place:
        """The place some steps further in."""
        return Place(self.file, self.card, (*self.path, *steps), self.tokens)

    def error(self, problem: str) -> NotationError:
        return NotationError(self.file, self.card, ", ".join(self.path), problem)


def shown(value: object) -> str:
    """A piece of the file as a message quotes it, cut if long."""
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def near(word: str, known: Iterable[str]) -> str:
    """The end of a message: the known words nearest to `word`, else all known words if they are few."""
    known = list(known)
    close = difflib.get_close_matches(word, known, n=3, cutoff=0.6)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    return f"; known: {', '.join(sorted(known))}" if 0 < len(known) <= 12 else ""
