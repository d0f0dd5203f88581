"""The steps of a turn: their turn-based actions, their order, and the next turn (500-514, 703.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import lasting, phasing, state_based, triggers
from engine.choices import Picked, ToPick
from engine.combat.dealing import strikes_first
from engine.combat.record import Combat
from engine.combat.tasks import DealCombatDamage, DeclareAttackers, DeclareBlockers
from engine.mana import NO_MANA
from engine.objects import CAME_LATELY, ONCE_EVER, ObjectId, Permanent, Step
from engine.replacement import Put
from engine.vocabulary import CameLately, DoesNotUntap, NoMaximumHandSize, UnspentManaBecomes
from engine.vocabulary.inside import words_in

if TYPE_CHECKING:
    from engine.draft import Draft

HAND_SIZE = 7
"""The maximum hand size (402.2)."""

_NEXT = {
    Step.UNTAP: Step.UPKEEP, Step.UPKEEP: Step.DRAW, Step.DRAW: Step.MAIN1, Step.MAIN1: Step.MAIN2, Step.MAIN2: Step.END,
    Step.END: Step.CLEANUP,
}  # fmt: skip
"""The step after each step in which something can be done while nobody attacks."""


def _next_step(draft: Draft) -> Step:
    """The step after the current one (500.1)."""
    if not draft.course.scope.combat:
        return _NEXT.get(draft.step, Step.MAIN2)
    combat = draft.combat or Combat()
    match draft.step:
        case Step.MAIN1:
            return Step.MAIN2 if _skips_combat(draft) else Step.BEGIN_COMBAT
        case Step.BEGIN_COMBAT:
            return Step.DECLARE_ATTACKERS
        case Step.DECLARE_ATTACKERS if combat.attacked:
            return Step.DECLARE_BLOCKERS
        case Step.DECLARE_BLOCKERS if combat.attacked:
            return Step.FIRST_STRIKE_DAMAGE if strikes_first(draft, combat) else Step.COMBAT_DAMAGE  # 510.4
        case Step.FIRST_STRIKE_DAMAGE:
            return Step.COMBAT_DAMAGE
        case Step.DECLARE_ATTACKERS | Step.DECLARE_BLOCKERS | Step.COMBAT_DAMAGE:  # 508.8
            return Step.END_COMBAT
        case _:
            return _NEXT.get(draft.step, Step.MAIN2)


def _skips_combat(draft: Draft) -> bool:
    """Whether the active player skips this combat phase, which counts as one of those that they skip."""
    skips = draft.players[draft.active].skipped_combats
    if skips:
        draft.change_player(draft.active, skipped_combats=skips - 1)
    return skips > 0


@dataclass(frozen=True, slots=True)
class EndStep:
    """The step ends: mana empties (500.5) and the next one begins."""

    def run(self, draft: Draft) -> None:
        for player in (0, 1):
            if draft.players[player].mana != NO_MANA or draft.players[player].bound:
                draft.empty_pool(player, _becomes(draft, player))
        if draft.step is Step.CLEANUP:
            draft.push(BeginStep(Step.CLEANUP))  # another cleanup step, as somebody had priority in this one (514.3a)
        else:
            following = _next_step(draft)
            if draft.step is Step.END_COMBAT:  # 511.3
                draft.combat = None
                lasting.end(draft, lasting.END_OF_COMBAT)
            draft.push(BeginStep(following))


def _becomes(draft: Draft, player: ObjectId) -> str | None:
    """The colour of the mana that unspent mana becomes when it would be lost, if something says so."""
    for source, static in draft.statics(UnspentManaBecomes):
        assert isinstance(static, UnspentManaBecomes)
        if draft.controller(source) == player:
            return static.color
    return None


@dataclass(frozen=True, slots=True)
class BeginStep:
    """The step begins with its turn-based actions (703.4) and its triggers."""

    step: Step

    def run(self, draft: Draft) -> None:
        draft.step = self.step
        draft.note("step", self.step.value)
        draft.course = draft.course.given_to(draft.active)  # 117.3a
        match self.step:
            case Step.UNTAP:
                _untap(draft)
                draft.push(EndStep())  # nobody gets priority (502.4)
            case Step.UPKEEP:
                triggers.on_step_begins(draft, "upkeep")
            case Step.DRAW:
                draft.push(DrawForTurn(draft.active))
            case Step.MAIN1:
                triggers.on_step_begins(draft, "main1")
                draft.push(TellSagas(draft.active))
            case Step.MAIN2:
                triggers.on_step_begins(draft, "main2")
            case Step.BEGIN_COMBAT:
                draft.combat = Combat()
                triggers.on_step_begins(draft, "combat")
            case Step.DECLARE_ATTACKERS:
                draft.combat = Combat()
                draft.push(DeclareAttackers(draft.active))
            case Step.DECLARE_BLOCKERS:
                draft.push(DeclareBlockers(1 - draft.active))
            case Step.FIRST_STRIKE_DAMAGE | Step.COMBAT_DAMAGE:
                draft.push(DealCombatDamage(self.step is Step.FIRST_STRIKE_DAMAGE))
            case Step.END_COMBAT:
                triggers.on_step_begins(draft, "end of combat")
            case Step.END:
                lasting.end(draft, lasting.YOUR_NEXT_END_STEP, draft.active)
                triggers.on_step_begins(draft, "end")
            case Step.CLEANUP:
                draft.push(DiscardToHandSize(draft.active), CleanUp(), LeaveCleanup())


# ---------------------------------------------------------------------------------------------------------------- the turn


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """That player's turn begins with its untap step."""

    player: ObjectId
    extra: bool = False

    def run(self, draft: Draft) -> None:
        draft.active = self.player
        draft.history = draft.tracked.in_a_new_turn(draft.history)
        draft.course = draft.course.in_a_new_turn(self.player, self.extra)
        draft.push(BeginStep(Step.UNTAP))


def _next_turn(draft: Draft) -> BeginTurn:
    """The extra turn that was created last, else the other player's turn (500.7)."""
    created, player = _last_extra_turn(draft)
    if not created:
        return BeginTurn(1 - draft.course.regular)
    left = tuple(turn for turn in draft.players[player].extra_turns if turn != created)
    draft.change_player(player, extra_turns=left)
    return BeginTurn(player, extra=True)


_NEW_TURN: dict[str, Any] = {"activated_loyalty": 0, "entered": False, "attacked": False, "damaged_by": frozenset()}
"""What permanents remember for a turn only, as it is when another one begins."""


def _last_extra_turn(draft: Draft) -> tuple[int, ObjectId]:
    """The extra turn that was created last, and whose it is; 0 if there is none."""
    return max((max(player.extra_turns, default=0), id) for id, player in enumerate(draft.players))


def _goes_on(draft: Draft) -> bool:
    """Whether another turn is played after this one."""
    course, (extra, player) = draft.course, _last_extra_turn(draft)
    return not course.has_all_turns or (course.scope.extra_turns and extra > 0 and player == course.regular)


def _is_used(permanent: Permanent) -> bool:
    """Whether anything was done with it that it remembers for the turn."""
    return bool(permanent.activated_loyalty or permanent.attacked or permanent.used or permanent.damaged_by)


def _used_ever(permanent: Permanent) -> tuple[str, ...]:
    """What it remembers beyond the turn."""
    return tuple(word for word in permanent.used if word.startswith(ONCE_EVER))


def _untap(draft: Draft) -> None:
    """A turn has begun: what lasted until it ends, permanents of its player are no longer new (302.6), lands and loyalty
    abilities may be used again. Then its player's permanents untap (502.3)."""
    active = draft.active
    lasting.end(draft, lasting.YOUR_NEXT_TURN, active)
    phasing.phase_in(draft)
    held = [(source, static) for source, static in draft.statics(DoesNotUntap) if isinstance(static, DoesNotUntap)]
    for id, permanent in list(draft.battlefield.items()):
        exerted = active in permanent.exerted_by
        if permanent.controller == active:
            if permanent.sick or permanent.entered or _is_used(permanent):
                used = _used_ever(permanent)
                if permanent.sick and CameLately() in words_in(draft.characteristics(id).abilities):
                    used = (*used, CAME_LATELY)
                draft.change(id, sick=False, **_NEW_TURN, used=used)
            if permanent.stays_tapped:
                draft.change(id, stays_tapped=False)
            elif not exerted and not any(draft.concerns(static.who, id, source) for source, static in held):
                draft.untap(id)
        elif permanent.entered or _is_used(permanent):
            draft.change(id, **_NEW_TURN, used=_used_ever(permanent))
        if exerted:
            draft.change(id, exerted_by=permanent.exerted_by - {active})
    for player in (active, 1 - active):
        if draft.players[player].lands_played or draft.players[player].land_plays != 1:
            draft.change_player(player, lands_played=0, land_plays=1)


@dataclass(frozen=True, slots=True)
class DrawForTurn:
    """The active player draws a card as the draw step begins (504.1); then what triggers at its beginning."""

    player: ObjectId

    def run(self, draft: Draft) -> None:
        draft.draw(self.player)
        triggers.on_step_begins(draft, "draw")


# ---------------------------------------------------------------------------------------------------------------- main phase


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


# ---------------------------------------------------------------------------------------------------------------- cleanup


@dataclass(frozen=True, slots=True)
class DiscardToHandSize:
    """514.1."""

    player: ObjectId

    def run(self, draft: Draft) -> None:
        hand = tuple(card.id for card in draft.players[self.player].hand)
        unlimited = any(draft.controller(source) == self.player for source, _ in draft.statics(NoMaximumHandSize))
        too_many = 0 if unlimited else max(len(hand) - HAND_SIZE, 0)
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
            ):
                draft.change(id, damage=0, deathtouched=False, boost=(0, 0), gained=frozenset(), regeneration_shields=0)
        lasting.end_of_turn(draft)


@dataclass(frozen=True, slots=True)
class LeaveCleanup:
    """The turn is over, unless something happened in the cleanup step; then players get priority (514.3a)."""

    def run(self, draft: Draft) -> None:
        if draft.waiting or state_based.applicable(draft):
            return
        if _goes_on(draft):
            draft.push(_next_turn(draft))
        else:
            draft.turn_over = True
