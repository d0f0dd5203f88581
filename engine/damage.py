"""Damage and its results (120)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.objects import OPPONENT, YOU, ObjectId, count_of
from engine.replacement import Put
from engine.vocabulary import DamageAsInfect

if TYPE_CHECKING:
    from engine.draft import Draft


def deal(draft: Draft, source: ObjectId, recipients: Iterable[ObjectId], n: int) -> None:
    """The source deals `n` damage to each recipient at the same time (120.3, 120.4). Asks before it changes anything."""
    if n <= 0:
        return
    words = draft.keywords(source)
    controller = draft.controller(source)
    open_to_damage = [id for id in recipients if _can_be_dealt_damage(draft, id, source)]
    shielded = [id for id in open_to_damage if id in draft.battlefield and count_of(draft.counters(id), "shield")]
    hit = [id for id in open_to_damage if id not in shielded]
    infects = "infect" in words
    puts = [Put(id, "poison", n) for id in hit if id in (YOU, OPPONENT) and (infects or _as_infect(draft, id))]
    if infects or "wither" in words:
        puts += [Put(id, "m1m1", n) for id in hit if id in draft.battlefield and "Creature" in draft.types(id)]
    final = draft.final_numbers(puts, controller, effect=False)
    as_counters = {put.on for put in puts}
    for id in shielded:  # 122.1c
        draft.remove_counters(id, "shield", 1)
    for id in hit:
        draft.note("damage", source, id, n)
        if id in (YOU, OPPONENT):
            if id not in as_counters:
                draft.lose_life(id, n)
            continue
        types = draft.types(id)
        if "Planeswalker" in types:
            draft.remove_counters(id, "loyalty", n)
        if "Battle" in types:
            draft.remove_counters(id, "defense", n)
        if "Creature" in types:
            permanent = draft.battlefield[id]
            if id not in as_counters:
                draft.change(id, damage=permanent.damage + n)
            if "deathtouch" in words:
                draft.change(id, deathtouched=True)
    draft.put_counters(final, controller)
    if "lifelink" in words:
        draft.gain_life(controller, n * len(hit))


def _can_be_dealt_damage(draft: Draft, id: ObjectId, source: ObjectId) -> bool:
    """Players, creatures, planeswalkers and battles can (120.1), unless they have protection from the source (702.16e)."""
    if id in (YOU, OPPONENT):
        return True
    if id not in draft.battlefield or not draft.types(id) & {"Creature", "Planeswalker", "Battle"}:
        return False
    return not any(word.startswith("protection from ") and draft.is_protected(word, source) for word in draft.keywords(id))


def _as_infect(draft: Draft, player: ObjectId) -> bool:
    return draft.players[player].life <= 0 and any(draft.controller(s) == player for s, _ in draft.statics(DamageAsInfect))
