"""Removing permanents from combat (506.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.combat.targets import can_be_attacked
from engine.objects import OPPONENT, YOU, ObjectId

if TYPE_CHECKING:
    from engine.draft import Draft


def remove(draft: Draft, id: ObjectId) -> None:
    """Remove a permanent from combat, if it is in one."""
    if draft.combat is not None and id in draft.combat.members():
        draft.combat = draft.combat.without(id)


def remove_departed(draft: Draft) -> None:
    """Remove what has left the battlefield, has come under other control, is no creature any more, or is nothing any more that
    can be attacked."""
    combat = draft.combat
    assert combat is not None
    for attack in combat.attacks:
        if not _fights_for(draft, attack.attacker, draft.active):
            combat = combat.without(attack.attacker)
        for blocker in attack.blockers:
            if not _fights_for(draft, blocker, 1 - draft.active):
                combat = combat.without(blocker)
        if attack.at not in (None, YOU, OPPONENT) and not can_be_attacked(draft, attack.at, draft.active):
            combat = combat.without(attack.at)
    if combat is not draft.combat:
        draft.combat = combat


def _fights_for(draft: Draft, id: ObjectId, player: ObjectId) -> bool:
    permanent = draft.battlefield.get(id)
    return permanent is not None and permanent.controller == player and "Creature" in draft.types(id)
