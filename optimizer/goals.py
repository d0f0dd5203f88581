"""What a strategy is to reach."""

from __future__ import annotations

from enum import Enum

from engine.objects import Result
from engine.state import State

SURVIVED = "1 - lost"
"""What ends are worth where the goal is to survive and nothing else is asked for."""


class Goal(Enum):
    """What a strategy is to reach in what is played of the game."""

    WIN = "win"
    SURVIVE = "survive"

    def is_met(self, result: Result) -> bool:
        """Whether it is reached where the game, or what is played of it, ends so. (A draw is not lost, 104.4.)"""
        return result is Result.WON or (self is Goal.SURVIVE and result is not Result.LOST)

    def is_reached(self, state: State) -> bool:
        """Whether it is reached in a state, after which nothing can take it back."""
        return state.over and self.is_met(state.result)
