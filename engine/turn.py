"""The turn: its steps, priority, and the loop that runs until somebody has to decide something (117, 500-514)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import actions, resolve, state_based, triggers
from engine.choices import Choice, Pass, Picked, Priority, ToPick
from engine.mana import NO_MANA
from engine.objects import YOU, ObjectId, Result, Step
from engine.replacement import Put
from engine.tasks import Pending
from engine.vocabulary import Holds

if TYPE_CHECKING:
    from engine.draft import Draft

HAND_SIZE = 7
"""The maximum hand size (402.2)."""

_NEXT = {
    Step.UNTAP: Step.UPKEEP, Step.UPKEEP: Step.DRAW, Step.DRAW: Step.MAIN1, Step.MAIN1: Step.MAIN2, Step.MAIN2: Step.END,
    Step.END: Step.CLEANUP,
}  # fmt: skip
"""The step after each step in which something can be done while nobody attacks."""


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
        try:
            actions.perform(draft, self.choice)
        except Pending:  # costs are paid one after the other, so a decision may come up when part is paid
            answers = draft.answers
            draft.restore()
            draft.answers = answers
            raise
        draft.decision = None


def _pass(draft: Draft) -> None:
    """All players pass in succession (117.4): the top of the stack resolves, or the step ends."""
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
            draft.decision = Priority(YOU)
            return


def _run_next(draft: Draft) -> bool:
    """Run the next task; False if it waits for a decision."""
    before = draft.agenda
    draft.agenda, task = before[:-1], before[-1]
    draft.answered = 0
    try:
        task.run(draft)
    except Pending as pending:
        draft.agenda = before
        draft.decision = pending.decision
        return False
    draft.answers = ()
    if Holds in draft.board.watchers:
        triggers.check_states(draft)
    return True


# ---------------------------------------------------------------------------------------------------------------- steps


@dataclass(frozen=True, slots=True)
class EndStep:
    """The step ends: mana empties (500.5) and the next one begins; after the cleanup step the turn is over."""

    def run(self, draft: Draft) -> None:
        for player in (0, 1):
            if draft.players[player].mana != NO_MANA:
                draft.change_player(player, mana=NO_MANA)
        if draft.step is Step.CLEANUP:
            draft.push(BeginStep(Step.CLEANUP))  # another cleanup step, as somebody had priority in this one (514.3a)
        else:
            draft.push(BeginStep(_NEXT.get(draft.step, Step.MAIN2)))


@dataclass(frozen=True, slots=True)
class BeginStep:
    """The step begins with its turn-based actions (703.4) and its triggers."""

    step: Step

    def run(self, draft: Draft) -> None:
        draft.step = self.step
        draft.note("step", self.step.value)
        match self.step:
            case Step.UNTAP:
                _untap(draft)
                draft.push(EndStep())  # nobody gets priority (502.4)
            case Step.UPKEEP:
                triggers.on_step_begins(draft, "upkeep")
            case Step.DRAW:
                draft.draw(draft.active)
            case Step.MAIN1:
                triggers.on_step_begins(draft, "main1")
                draft.push(TellSagas(draft.active))
            case Step.END:
                triggers.on_step_begins(draft, "end")
            case Step.CLEANUP:
                draft.push(DiscardToHandSize(draft.active), CleanUp(), LeaveCleanup())


def _untap(draft: Draft) -> None:
    """502.3; a new turn has begun: permanents are no longer new (302.6), lands and loyalty abilities may be used again."""
    for id, permanent in list(draft.battlefield.items()):
        if permanent.controller == draft.active:
            draft.change(id, sick=False, activated_loyalty=False)
            draft.untap(id)
    draft.change_player(draft.active, lands_played=0)


@dataclass(frozen=True, slots=True)
class TellSagas:
    """As the precombat main phase begins, its player puts a lore counter on each of their Sagas (714.3b)."""

    player: ObjectId

    def run(self, draft: Draft) -> None:
        sagas = [
            id
            for id, traits in draft.board.characteristics.items()
            if traits.last_chapter and "Saga" in traits.subtypes and draft.battlefield[id].controller == self.player
        ]
        puts = draft.final_numbers([Put(id, "lore", 1) for id in sagas], self.player, effect=False)
        draft.put_counters(puts, self.player)


@dataclass(frozen=True, slots=True)
class DiscardToHandSize:
    """514.1."""

    player: ObjectId

    def run(self, draft: Draft) -> None:
        hand = tuple(card.id for card in draft.players[self.player].hand)
        too_many = max(len(hand) - HAND_SIZE, 0)
        answer = draft.ask(ToPick(self.player, "discard", hand, too_many, too_many))
        assert isinstance(answer, Picked)
        draft.discard(self.player, answer.chosen)


@dataclass(frozen=True, slots=True)
class CleanUp:
    """Damage is removed and what lasts until end of turn ends (514.2); borrowed permanents go back."""

    def run(self, draft: Draft) -> None:
        for id, p in list(draft.battlefield.items()):
            if (
                p.damage
                or p.deathtouched
                or p.boost != (0, 0)
                or p.gained
                or p.regeneration_shields
                or p.control_ends is not None
            ):
                back = p.controller if p.control_ends is None else p.control_ends
                draft.change(
                    id, damage=0, deathtouched=False, boost=(0, 0), gained=frozenset(), regeneration_shields=0, controller=back,
                    control_ends=None, sick=p.sick or back != p.controller,
                )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LeaveCleanup:
    """The turn is over, unless something happened in the cleanup step; then players get priority (514.3a)."""

    def run(self, draft: Draft) -> None:
        draft.turn_over = not draft.waiting and not state_based.applicable(draft)
