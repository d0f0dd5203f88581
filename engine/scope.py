"""How much of the game a state plays, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.copying import changed
from engine.objects import YOU, ObjectId
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Scope:
    """How much of the game a state plays. What is left out goes by without anybody doing anything."""

    combat: bool = False
    """Whether there are combat phases. If not, the postcombat main phase follows the precombat one."""
    opponent_acts: bool = False
    """Whether the opponent gets priority. If not, they pass whenever they would get it; what a rule or an effect asks of them
    (blockers, what to sacrifice, ...) is a decision of theirs all the same."""
    turns: int | None = 1
    """After how many turns the game stops, the one in which it begins included; None: not before somebody has won."""
    extra_turns: bool = False
    """Whether it goes on through the extra turns of the player whose turn it is, until another player's turn would begin."""


ONE_TURN = Scope()
"""Your part of the current turn, without combat."""

PLAYED = Scope(combat=True, opponent_acts=True)
"""The rest of the current turn with combat, and with all that the opponent may do in it."""


def scope_of(position: Position) -> Scope:
    """What is played of a position: the rest of the turn, and what its goal asks for beyond that as far as it is played."""
    return replace(PLAYED, extra_turns=True) if position.extra_turns else PLAYED


WHOLE_GAME = Scope(combat=True, opponent_acts=True, turns=None)


@dataclass(frozen=True, slots=True)
class Course:
    """How far the game has come within its scope."""

    scope: Scope = ONE_TURN
    turn: int = 1
    """How many turns have begun, the one in which the game began included."""
    regular: ObjectId = YOU
    """Whose the last turn was that was no extra turn; after extra turns the other player's turn follows (500.7)."""
    holder: ObjectId = YOU
    """Who gets priority when a player would get it next."""
    passed: bool = False
    """Whether the other player has just passed, so that one more pass is the last (117.4)."""

    def given_to(self, player: ObjectId) -> Course:
        """The course when that player gets priority next and nobody has passed since."""
        if not self.scope.opponent_acts or (self.holder == player and not self.passed):
            return self
        return changed(self, holder=player, passed=False)

    def passed_on(self) -> Course | None:
        """The course when the player with priority passes to the other one (117.3d); None if all players have passed then."""
        if not self.scope.opponent_acts or self.passed:
            return None
        return changed(self, holder=1 - self.holder, passed=True)
