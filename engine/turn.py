"""Priority, and the loop that runs until somebody has to decide something (117)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import actions, resolve, state_based, triggers
from engine.choices import Choice, Pass, Priority
from engine.combat.removal import remove_departed
from engine.effects.meaning import carry
from engine.objects import ObjectId, Result
from engine.steps import EndStep
from engine.tasks import Pending
from engine.vocabulary import Holds

if TYPE_CHECKING:
    from engine.draft import Draft


@dataclass(frozen=True, slots=True)
class Act:
    """A player with priority does something."""

    player: ObjectId
    choice: Choice

    def run(self, draft: Draft) -> None:
        if isinstance(self.choice, Pass):
            _pass(draft)
            return
        draft.decision = Priority(self.player)
        at_once = actions.perform(draft, self.choice)
        if at_once is not None:
            carry(draft, *at_once)
        draft.decision = None
        draft.course = draft.course.given_to(self.player)  # 117.3c


def _pass(draft: Draft) -> None:
    """Priority is passed on (117.3d); when all players pass in succession the top of the stack resolves, or the step ends
    (117.4)."""
    course = draft.course.passed_on()
    if course is not None:
        draft.course = course
        return
    draft.course = draft.course.given_to(draft.active)  # 117.3b
    if draft.stack:
        resolve.resolve_top(draft)
    else:
        draft.push(EndStep())


def advance(draft: Draft) -> None:
    """Work until a decision is pending or the game is over."""
    triggers.check_states(draft)
    while draft.result is Result.NONE and not draft.turn_over:
        if draft.agenda:
            if not _run_next(draft):
                return
        elif state_based.applicable(draft):
            draft.push(state_based.StateBasedActions())
        elif draft.waiting:
            triggers.put_waiting(draft)
        else:
            draft.forget_departed()
            draft.decision = Priority(draft.course.holder)
            return


def _run_next(draft: Draft) -> bool:
    """Run the next task; False if it waits for a decision."""
    before = draft.kept()
    draft.agenda, task = draft.agenda[:-1], draft.agenda[-1]
    draft.answered = 0
    try:
        task.run(draft)
    except Pending as pending:  # costs are paid, and players act, one after the other: part may be done when a decision comes up
        draft.take_back(before)
        draft.decision = pending.decision
        return False
    draft.answers = ()
    if draft.combat is not None:
        remove_departed(draft)
    if Holds in draft.board.watchers:
        triggers.check_states(draft)
    return True
