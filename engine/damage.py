"""Damage and its results (120)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.combat import events
from engine.objects import OPPONENT, YOU, ObjectId, count_of
from engine.prevention import Hit, final_hits
from engine.replacement import Put
from engine.vocabulary import DamageAsInfect, KeepLastLoyalty

if TYPE_CHECKING:
    from engine.draft import Draft


def deal(draft: Draft, source: ObjectId, recipients: Iterable[ObjectId], n: int) -> None:
    """The source deals `n` damage to each recipient at the same time. Asks before it changes anything."""
    deal_together(draft, [Hit(source, id, n) for id in recipients])


def deal_together(draft: Draft, hits: Iterable[Hit], combat: bool = False) -> list[Hit]:
    """All this damage is dealt at the same time (120.3, 120.4), as combat damage or not; returns what was dealt in the end. Asks
    before it changes anything."""
    hits, prevented = final_hits(draft, [hit for hit in hits if hit.n > 0 and _can_be_dealt_damage(draft, hit.to)], combat)
    words = {hit.source: draft.keywords(hit.source) for hit in hits}
    as_counters = [_puts_counters(draft, hit, words[hit.source]) for hit in hits]
    final: list[tuple[ObjectId, list[Put]]] = []
    for player in (draft.active, 1 - draft.active):
        puts = [put for hit, put in zip(hits, as_counters, strict=True) if put and draft.controller(hit.source) == player]
        if combat:
            puts += [Put(hit.to, "poison", toxic(words[hit.source])) for hit in hits if _is_toxic(draft, hit, player)]
        if puts:
            final.append((player, draft.final_numbers(puts, player, effect=False)))
    for prevention in prevented:
        prevention.carry_out(draft)
    lost: Counter[ObjectId] = Counter()
    for hit, put in zip(hits, as_counters, strict=True):
        draft.note("damage", hit.source, hit.to, hit.n)
        if hit.to not in (YOU, OPPONENT):
            _damage_permanent(draft, hit, put is None, "deathtouch" in words[hit.source])
        elif put is None:
            lost[hit.to] += hit.n
    for player, n in lost.items():
        draft.lose_life(player, n)
    for player, puts in final:
        draft.put_counters(puts, player)
    for source, found in words.items():
        if "lifelink" in found:  # 702.15e: an event for each source
            draft.gain_life(draft.controller(source), sum(hit.n for hit in hits if hit.source == source))
    events.on_damage(draft, hits, combat)
    return hits


def toxic(keywords: frozenset[str]) -> int:
    """The total toxic value (702.164b)."""
    return sum(int(word.removeprefix("toxic ")) for word in keywords if word.startswith("toxic "))


def _puts_counters(draft: Draft, hit: Hit, words: frozenset[str]) -> Put | None:
    """The counters that the damage puts instead of being marked or lost as life (702.80a, 702.90)."""
    if hit.to in (YOU, OPPONENT):
        return Put(hit.to, "poison", hit.n) if "infect" in words or _as_infect(draft, hit.to) else None
    weakens = ("infect" in words or "wither" in words) and "Creature" in draft.types(hit.to)
    return Put(hit.to, "m1m1", hit.n) if weakens else None


def _is_toxic(draft: Draft, hit: Hit, player: ObjectId) -> bool:
    """Whether combat damage by a creature of that player gives poison counters by its toxic (702.164c)."""
    return hit.to in (YOU, OPPONENT) and draft.controller(hit.source) == player and "Creature" in draft.types(hit.source)


def _damage_permanent(draft: Draft, hit: Hit, marks: bool, deathtouch: bool) -> None:
    """What damage does to a permanent, apart from counters that it puts; `marks`: it is marked on a creature."""
    types = draft.types(hit.to)
    if draft.tracked.damagers:
        draft.change(hit.to, damaged_by=draft.battlefield[hit.to].damaged_by | _damagers(draft, hit.source))
    if "Planeswalker" in types:
        loyalty = count_of(draft.counters(hit.to), "loyalty")
        kept = any(
            isinstance(static, KeepLastLoyalty) and draft.concerns(static.who, hit.to, source)
            for source, static in draft.statics(KeepLastLoyalty)
        )
        draft.remove_counters(hit.to, "loyalty", min(hit.n, loyalty - 1) if kept else hit.n)
    if "Battle" in types:
        draft.remove_counters(hit.to, "defense", hit.n)
    if "Creature" in types:
        if marks:
            draft.change(hit.to, damage=draft.battlefield[hit.to].damage + hit.n)
        if deathtouch:
            draft.change(hit.to, deathtouched=True)


def _damagers(draft: Draft, source: ObjectId) -> frozenset[tuple[ObjectId, int]]:
    """Which of the things that something asks about the source is, for which player."""
    return frozenset(
        (you, place)
        for place, filter in enumerate(draft.tracked.damagers)
        for you in (YOU, OPPONENT)
        if draft.matches(filter, source, you)
    )


def _can_be_dealt_damage(draft: Draft, id: ObjectId) -> bool:
    """Players, creatures, planeswalkers and battles can (120.1)."""
    return id in (YOU, OPPONENT) or (id in draft.battlefield and bool(draft.types(id) & {"Creature", "Planeswalker", "Battle"}))


def _as_infect(draft: Draft, player: ObjectId) -> bool:
    return draft.players[player].life <= 0 and any(draft.controller(s) == player for s, _ in draft.statics(DamageAsInfect))
