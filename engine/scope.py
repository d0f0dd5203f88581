"""How much of the game a state plays, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.copying import changed
from engine.objects import OPPONENT, YOU, ObjectId
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
    whose: ObjectId | None = None
    """Whose turns these are; None: those of both players."""
    extra_turns: bool = False
    """Whether extra turns count as the turn that they follow, so that it goes on through those of the player whose turn it is,
    until another player's turn would begin."""


ONE_TURN = Scope()
"""Your part of the current turn, without combat."""

PLAYED = Scope(combat=True, opponent_acts=True)
"""The rest of the current turn with combat, and with all that the opponent may do in it."""


def scope_of(position: Position) -> Scope:
    """What is played of a position: what its goal speaks of. A win is to come within so many turns of yours; to survive is not to
    have lost when so many turns of the opponent are over; what is to be maximized is so at the end of the turn."""
    if not isinstance(position.goal, str):
        return replace(PLAYED, extra_turns=position.extra_turns)
    whose = YOU if position.goal == "win" else OPPONENT
    return replace(PLAYED, turns=position.turns, whose=whose, extra_turns=position.extra_turns)


WHOLE_GAME = Scope(combat=True, opponent_acts=True, turns=None)


@dataclass(frozen=True, slots=True)
class Course:
    """How far the game has come within its scope."""

    scope: Scope = ONE_TURN
    turn: int = 1
    """How many turns have begun, the one in which the game began included."""
    counted: int = 1
    """How many have begun of those that the scope counts."""
    regular: ObjectId = YOU
    """Whose the last turn was that was no extra turn; after extra turns the other player's turn follows (500.7)."""
    holder: ObjectId = YOU
    """Who gets priority when a player would get it next."""
    passed: bool = False
    """Whether the other player has just passed, so that one more pass is the last (117.4)."""

    @staticmethod
    def begin(scope: Scope, active: ObjectId) -> Course:
        """The course in the turn of that player in which the game begins."""
        holder = active if scope.opponent_acts else YOU
        return Course(scope, counted=int(scope.whose in (None, active)), regular=active, holder=holder)

    def in_a_new_turn(self, player: ObjectId, extra: bool) -> Course:
        """The course when a turn of that player has begun."""
        counts = self.scope.whose in (None, player) and not (extra and self.scope.extra_turns)
        regular = self.regular if extra else player
        return changed(self, turn=self.turn + 1, counted=self.counted + counts, regular=regular)

    @property
    def is_last_turn(self) -> bool:
        """Whether no other turn is played after this one; False where extra turns may follow."""
        return self.has_all_turns and not self.scope.extra_turns

    @property
    def has_all_turns(self) -> bool:
        """Whether all turns have begun that are to be played, but for extra turns that count as this one."""
        return self.scope.turns is not None and self.counted >= self.scope.turns

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
