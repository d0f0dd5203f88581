"""A strategy carried out choice by choice, and its text: steps, and blocks for the opponent's replies.

Replies with the same continuation stand in one block. What is written reads back as the same strategy (`engine.line.branching`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.choices import Choice
from engine.likeness import likeness
from engine.line.branching import read_strategy
from engine.line.phrases import reply_text
from engine.line.reading import Replies
from engine.line.steps import Step
from engine.line.writing import LineWriter
from engine.state import State
from engine.strategy import Strategy

INDENT = "  "
OTHERWISE = "Otherwise:"

MANY = 4
"""More replies that are all answered in the same way are not all written."""


@dataclass(frozen=True)
class Branching:
    """The steps of a strategy and its branches: each reply, as it stands after `If opponent`, with what is done against it.
    `complete`: whether these are all replies, so that some may be written as all others."""

    steps: tuple[Step, ...]
    branches: tuple[tuple[str, Branching], ...] = ()
    complete: bool = True

    def rows(self) -> list[str]:
        """The rows of the text."""
        return [*(step.text for step in self.steps), *self._blocks()]

    @property
    def text(self) -> str:
        """The strategy as it is printed."""
        return "\n".join(self.rows())

    def _blocks(self) -> Iterator[str]:
        told = [(reply, tuple(then.rows())) for reply, then in self.branches]
        together: dict[tuple[str, ...], list[str]] = {}
        for reply, rows in told:
            together.setdefault(rows, []).append(reply)
        others = self._others(together)
        for rows, replies in together.items():
            told_replies = list(dict.fromkeys(replies))
            if rows != others or len(together) == 1:
                yield from _block(f"If opponent {' or '.join(told_replies[: 1 if rows == others else None])}:", rows)
        if others is not None:
            yield from _block(OTHERWISE, others)

    def _others(self, together: dict[tuple[str, ...], list[str]]) -> tuple[str, ...] | None:
        """The continuation that is written last, for all replies that are left; None if every reply is written. (One reply at
        least is, as it tells what the opponent chooses.)"""
        if not self.complete or not together:
            return None
        most = max(together, key=lambda rows: (len(together[rows]), rows))
        return most if len(together[most]) > (1 if len(together) > 1 else MANY) else None


def _block(head: str, rows: Sequence[str]) -> Iterator[str]:
    yield head
    yield from (INDENT + row for row in rows)


@dataclass(frozen=True)
class Played:
    """A strategy that the rules allow, up to the first reply or to its end.

    Attributes:
        steps: as they are printed.
        choices: all choices up to `end`.
        end: the state in which the opponent chooses one of the replies, or the last one.
        replies: the replies, with how it goes on.
        complete: whether there are no others.
    """

    steps: tuple[Step, ...]
    choices: tuple[Choice, ...]
    end: State
    replies: tuple[PlayedReply, ...] = ()
    complete: bool = True

    @property
    def branching(self) -> Branching:
        """The text."""
        branches = tuple((reply.text, reply.then.branching) for reply in self.replies)
        return Branching(self.steps, branches, self.complete)


@dataclass(frozen=True)
class PlayedReply:
    """A reply, as it stands after `If opponent`, and how the strategy goes on."""

    text: str
    choice: Choice
    then: Played


def replay_strategy(start: State, strategy: Strategy | str, replies: Replies = State.choices) -> Played:
    """Carry a strategy out from a state, every choice through `State.apply`.

    Args:
        replies: what the opponent may do in a state; choices left out there need no answer.

    Raises:
        LineError: a text that cannot be read or carried out.
        IllegalChoice: a choice that is not legal.
    """
    if isinstance(strategy, str):
        strategy = read_strategy(start, strategy, replies)
    return _played(LineWriter(start), strategy, replies)


def write_strategy(start: State, strategy: Strategy, replies: Replies = State.choices) -> str:
    """The text of a strategy. That its end only passes is not written where the game or the turn is over then.

    Raises:
        IllegalChoice: a choice is not legal.
    """
    return replay_strategy(start, strategy, replies).branching.text


def _played(writer: LineWriter, strategy: Strategy, replies: Replies) -> Played:
    choices = list(strategy.choices)
    for choice in strategy.choices:
        writer.add(choice)
    while len(strategy.replies) == 1 and len(list(islice(replies(writer.state), 2))) == 1:  # it is no branch at all
        (choice, strategy) = strategy.replies[0]
        for made in (choice, *strategy.choices):
            writer.add(made)
            choices.append(made)
    end = writer.state
    if not strategy.replies:
        if end.over:
            writer.until_the_end()
        return Played(tuple(writer.steps()), tuple(choices), end)
    writer.until_reply()
    told = []
    for choice, then in strategy.replies:
        text = reply_text(end, choice, writer.references, writer.own_card, end.apply(choice))
        branch = writer.branch()
        branch.follow(choice)
        told.append(PlayedReply(text, choice, _played(branch, then, replies)))
    answered = {likeness(end, choice) for choice, _ in strategy.replies}
    complete = all(likeness(end, choice) in answered for choice in replies(end))
    return Played(tuple(writer.steps()), tuple(choices), end, tuple(told), complete)
