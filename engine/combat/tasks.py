"""The turn-based actions of the combat phase as tasks (508.1, 509.1, 510.1, 510.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import actions, damage
from engine.choices import Answered, Attacked, Blocked, ToAnswer, ToAttack, ToBlock
from engine.combat import attacking, blocking, dealing, events
from engine.combat.record import Attack, Combat
from engine.combat.targets import attackable
from engine.objects import ObjectId
from engine.vocabulary import Costs, MayExert

if TYPE_CHECKING:
    from engine.draft import Draft


@dataclass(frozen=True, slots=True)
class DeclareAttackers:
    """The active player declares attackers (508.1)."""

    player: ObjectId

    def run(self, draft: Draft) -> None:
        creatures = attacking.able(draft, self.player)
        if not creatures:
            return
        answer = draft.ask(ToAttack(self.player, creatures, attackable(draft, self.player)))
        assert isinstance(answer, Attacked)
        exerted = _exerted(draft, self.player, [attacker for attacker, _ in answer.attacks])
        cost = attacking.cost_of(draft, answer.attacks)
        if cost != Costs():
            actions.pay(draft, self.player, cost, answer.payment)
        if not answer.attacks:
            return
        for attacker, _ in answer.attacks:
            if "vigilance" not in draft.keywords(attacker):
                draft.tap(attacker)
        draft.combat = Combat(tuple(Attack(attacker, at) for attacker, at in answer.attacks), attacked=True)
        draft.note("attacked", answer.attacks)
        for id, _ in answer.attacks:
            draft.change(id, attacked=True)
        for id in exerted:
            draft.change(id, exerted_by=draft.battlefield[id].exerted_by | {self.player})
            draft.note("exerted", id)
        events.on_attackers_declared(draft, answer.attacks)
        for id in exerted:
            events.on_exerted(draft, id)


def _exerted(draft: Draft, player: ObjectId, attackers: Iterable[ObjectId]) -> list[ObjectId]:
    """Which of the attackers their controller exerts (508.1g, 701.43)."""
    able = [id for id in attackers if any(isinstance(static, MayExert) for static in draft.characteristics(id).statics)]
    answers = [(id, draft.ask(ToAnswer(player, f"exert: {draft.name(id)}", None, id))) for id in able]
    return [id for id, answer in answers if isinstance(answer, Answered) and answer.yes]


@dataclass(frozen=True, slots=True)
class DeclareBlockers:
    """The defending player declares blockers (509.1)."""

    player: ObjectId

    def run(self, draft: Draft) -> None:
        combat = draft.combat
        assert combat is not None
        blocks: tuple[tuple[ObjectId, ObjectId], ...] = ()
        creatures = blocking.able(draft, self.player)
        if creatures and combat.attacks:
            answer = draft.ask(ToBlock(self.player, creatures))
            assert isinstance(answer, Blocked)
            blocks = answer.blocks
        declared = []
        for attack in combat.attacks:
            blockers = tuple(blocker for blocker, attacker in blocks if attacker == attack.attacker)
            declared.append(replace(attack, blocked=bool(blockers), blockers=blockers))
        draft.combat = replace(combat, attacks=tuple(declared), blocks=blocks)
        draft.note("blocked", blocks)
        events.on_blockers_declared(draft, blocks)


@dataclass(frozen=True, slots=True)
class DealCombatDamage:
    """Combat damage is assigned and dealt (510.1, 510.2); `first`: in the first of two such steps."""

    first: bool

    def run(self, draft: Draft) -> None:
        combat = draft.combat
        assert combat is not None
        struck = dealing.strikes_first(draft, combat) if self.first else combat.struck
        dealt = damage.deal_together(draft, dealing.assign(draft, self.first), combat=True)
        draft.combat = replace(combat, struck=struck, hits=frozenset((hit.source, hit.to) for hit in dealt))
