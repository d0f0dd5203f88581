"""The text of a strategy as blocks: steps, and after them what is done against each reply of the opponent.

```
1. Attack with Serra Angel.
If opponent blocks with Air Elemental on Serra Angel:
  2. Cast Brute Force targeting Serra Angel.
Otherwise:
  2. To main phase 2.
```

A row that begins neither a step nor a block goes on with the row before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.line.errors import LineError
from engine.line.phrases import VERBS
from engine.line.syntax import WrittenLine, WrittenReply, parse_line, parse_reply, without_comments

_REPLY = re.compile(r"if (?:the )?opponent\s+(?=\S)", re.IGNORECASE)
_OTHERWISE = re.compile(r"otherwise\s*:\s*", re.IGNORECASE)
_STEP = re.compile(r"\d+\.\s")
_END_OF_HEAD = re.compile(r":(?:\s*\Z|\s+(?=\d+\.\s))")
_OR = re.compile(rf",?\s+or\s+(?=(?:{'|'.join(VERBS)})\b)", re.IGNORECASE)


@dataclass(frozen=True)
class WrittenCase:
    """What is done against some replies. `replies`: which ones, any of them; empty for all others."""

    replies: tuple[WrittenReply, ...]
    then: WrittenStrategy

    @property
    def called(self) -> str:
        """The replies as they stand after `If opponent`."""
        return " or ".join(reply.text for reply in self.replies) or "chooses otherwise"


@dataclass(frozen=True)
class WrittenStrategy:
    """Steps, then what is done against the opponent's replies."""

    steps: WrittenLine
    cases: tuple[WrittenCase, ...] = ()


@dataclass
class _Row:
    """A row of the text, with what goes on with it. `opens`: whether it is the first row of a block."""

    indent: int
    text: str
    opens: bool = False


def parse_strategy(text: str, names: Iterable[str] = ()) -> WrittenStrategy:
    """The steps and blocks that a text writes down. A line without blocks is a strategy too.

    Args:
        text: the strategy; rows that begin with `#` are comments.
        names: as in `parse_line`.

    Raises:
        LineError: the text is none; the message says where.
    """
    reader = _Blocks(_rows(text), tuple(names))
    return reader.block(-1)


def is_head(row: str) -> bool:
    """Whether a block begins with this row."""
    return bool(_REPLY.match(row.strip()) or _OTHERWISE.match(row.strip()))


def _rows(text: str) -> list[_Row]:
    found: list[_Row] = []
    for row in without_comments(text).expandtabs().split("\n"):
        words = row.strip()
        opens = is_head(words)
        if opens or _STEP.match(words) or (words and not found):
            found.append(_Row(len(row) - len(row.lstrip()), words, opens))
        elif words:
            found[-1].text += f"\n{words}"
    return [part for row in found for part in _with_what_follows(row)]


def _with_what_follows(row: _Row) -> list[_Row]:
    """The row; a step that stands behind the colon of a block is a row of its own."""
    if not row.opens:
        return [row]
    end = _END_OF_HEAD.search(row.text)
    if end is None:
        first = row.text.split("\n")[0]
        raise LineError(f"cannot read {first!r}: a row that says what the opponent chooses ends with a colon")
    head, rest = row.text[: end.start()], row.text[end.end() :]
    return [_Row(row.indent, " ".join(head.split()), True), *([_Row(row.indent + 1, rest)] if rest else [])]


class _Blocks:
    """Takes the rows apart by their indentation."""

    def __init__(self, rows: Sequence[_Row], names: tuple[str, ...]) -> None:
        self._rows = rows
        self._names = names
        self._at = 0

    def _next(self) -> _Row | None:
        return self._rows[self._at] if self._at < len(self._rows) else None

    def block(self, outside: int) -> WrittenStrategy:
        """Everything from here that is indented further than `outside`."""
        steps: list[str] = []
        while (row := self._next()) and row.indent > outside and not row.opens:
            steps.append(row.text)
            self._at += 1
        written = parse_line("\n".join(steps), self._names)
        if row is None or row.indent <= outside:
            return WrittenStrategy(written)
        return WrittenStrategy(written, self._cases(row.indent, outside))

    def _cases(self, indent: int, outside: int) -> tuple[WrittenCase, ...]:
        """The blocks at this indentation."""
        cases: list[WrittenCase] = []
        while (row := self._next()) and row.indent > outside:
            if row.indent != indent or not row.opens:
                raise _misplaced(row)
            replies = self._replies(row.text)
            if not cases and not replies:
                raise LineError("'Otherwise:' stands after replies that are answered in another way; there are none before it")
            if cases and not cases[-1].replies:
                raise LineError(f"{row.text!r} stands after 'Otherwise:', which answers all replies that are left")
            self._at += 1
            cases.append(WrittenCase(replies, self.block(indent)))
        return tuple(cases)

    def _replies(self, head: str) -> tuple[WrittenReply, ...]:
        opponent = _REPLY.match(head)
        if opponent is None:
            return ()
        return tuple(parse_reply(text, self._names) for text in _OR.split(head[opponent.end() :]))


def _misplaced(row: _Row) -> LineError:
    first = row.text.split("\n")[0]
    number = _STEP.match(first)
    if row.opens:
        return LineError(f"{first!r} is indented neither like the replies before it nor below one of them")
    return LineError(
        f"{first[:60]!r} follows replies of the opponent; indent it below the reply that it answers, "
        "or below 'Otherwise:' if it answers all others",
        step=int(number[0].strip(" \n.")) if number else None,
    )  # fmt: skip
