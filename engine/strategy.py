"""A play that says what to do after each reply of the opponent."""

from __future__ import annotations

from dataclasses import dataclass

from engine.choices import Choice


@dataclass(frozen=True, slots=True)
class Strategy:
    """A play with an answer to every reply.

    Attributes:
        choices: all choices, yours and those that the opponent makes without a say in it, from the state in which the strategy
            begins to the one in which the opponent has a say.
        replies: each of the opponent's choices there, with how it goes on; empty where what is played of the game is over.
    """

    choices: tuple[Choice, ...]
    replies: tuple[tuple[Choice, Strategy], ...] = ()
