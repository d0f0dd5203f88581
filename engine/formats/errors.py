"""What is wrong with a file, said in one line."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches


class PositionError(ValueError):
    """A position that cannot be used: broken file, unknown key, card or counter, impossible number.

    `file` is the name that was given, `line` counts from 1 (None: it is about the whole file), `key` is the place inside the
    position such as `you.battlefield[2].counters.loyalty` (indices count from 0; empty: the whole file).
    """

    def __init__(self, file: str, line: int | None, key: str, message: str) -> None:
        self.file = file
        self.line = line
        self.key = key
        self.message = message
        super().__init__(file, line, key, message)

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message about a misspelt word: `; did you mean life?`, or nothing if no known word is near."""
    if len(word) > 100:
        return ""
    spelling = {k.lower(): k for k in known}
    likeness = {k: SequenceMatcher(None, word.lower(), k).ratio() for k in get_close_matches(word.lower(), spelling, 5, 0.65)}
    best = max(likeness.values(), default=0.0)
    near = sorted(spelling[k] for k, ratio in likeness.items() if ratio >= best - 0.02)[:2]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def shortened(text: str, length: int = 60) -> str:
    """Text from a file as it can stand in a message: in one line and not too long."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= length else line[: length - 1] + "…"
