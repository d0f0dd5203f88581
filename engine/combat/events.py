"""What combat and damage trigger (508.3, 509.3, 510.3a)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine import triggers
from engine.objects import OPPONENT, YOU, ObjectId
from engine.vocabulary import Attacks, BecomesBlocked, Blocks, DealsDamage, IsDealtDamage, PlayerAttacks, Triggered

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.prevention import Hit

Pairs = Sequence[tuple[ObjectId, ObjectId]]


def _trigger(draft: Draft, ability: Triggered, source: ObjectId, that: ObjectId, amount: int = 0) -> None:
    triggers._trigger(draft, ability, source, draft.controller(source), that)


def on_attackers_declared(draft: Draft, attacks: Pairs) -> None:
    """Attackers, each with what it attacks, were declared."""
    for source, ability in draft.board.watchers.get(Attacks, ()):
        on = ability.on
        assert isinstance(on, Attacks)
        for attacker, _ in attacks if len(attacks) == 1 or not on.alone else ():
            if draft.concerns(on.who, attacker, source):
                _trigger(draft, ability, source, attacker)
    for source, ability in draft.board.watchers.get(PlayerAttacks, ()):
        on = ability.on
        assert isinstance(on, PlayerAttacks)
        you = draft.controller(source)
        if (on.who == "you") == (you == draft.active) and (not on.you_attacked or any(at == you for _, at in attacks)):
            _trigger(draft, ability, source, draft.active)


def on_blockers_declared(draft: Draft, blocks: Pairs) -> None:
    """Blockers, each with what it blocks, were declared."""
    for source, ability in draft.board.watchers.get(Blocks, ()):
        on = ability.on
        assert isinstance(on, Blocks)
        for blocker, attacker in blocks if on.each else _first_of_each(blocks):
            if draft.concerns(on.who, blocker, source):
                _trigger(draft, ability, source, attacker if on.each or on.who == "self" else blocker)
    blocked = [(attacker, blocker) for blocker, attacker in blocks]
    for source, ability in draft.board.watchers.get(BecomesBlocked, ()):
        on = ability.on
        assert isinstance(on, BecomesBlocked)
        for attacker, blocker in blocked if on.each else _first_of_each(blocked):
            if draft.concerns(on.who, attacker, source):
                _trigger(draft, ability, source, blocker if on.each or on.who == "self" else attacker)


def _first_of_each(pairs: Pairs) -> Iterable[tuple[ObjectId, ObjectId]]:
    """One pair for each first part."""
    return {first: (first, second) for first, second in reversed(pairs)}.values()


def on_damage(draft: Draft, hits: Sequence[Hit], combat: bool) -> None:
    """All this damage was dealt at one time."""
    for source, ability in draft.board.watchers.get(DealsDamage, ()):
        on = ability.on
        assert isinstance(on, DealsDamage)
        seen: set[ObjectId] = set()
        for hit in hits if combat or not on.combat else ():
            if not draft.concerns(on.who, hit.source, source) or not _is_among(draft, on.to, hit.to, source):
                continue
            if on.together and hit.to in seen:
                continue
            seen.add(hit.to)
            _trigger(draft, ability, source, hit.to if on.who in ("self", "attached") or on.together else hit.source, hit.n)
    for source, ability in draft.board.watchers.get(IsDealtDamage, ()):
        on = ability.on
        assert isinstance(on, IsDealtDamage)
        dealt: dict[ObjectId, list[Hit]] = {}
        for hit in hits if combat or not on.combat else ():
            you = draft.controller(source)
            if hit.to == you if on.who == "you" else hit.to in draft.battlefield and draft.concerns(on.who, hit.to, source):
                dealt.setdefault(hit.to, []).append(hit)
        for to, found in dealt.items():
            _trigger(draft, ability, source, found[0].source if len(found) == 1 else to, sum(hit.n for hit in found))


def _is_among(draft: Draft, words: str, id: ObjectId, source: ObjectId) -> bool:
    """Whether the recipient of damage is one of `player or planeswalker`, `you`, ..."""
    return any(_is(draft, word, id, source) for word in words.split(" or "))


def _is(draft: Draft, word: str, id: ObjectId, source: ObjectId) -> bool:
    if word in ("anything", "self"):
        return word == "anything" or id == source
    if id in (YOU, OPPONENT):
        you = draft.controller(source)
        return word == "player" or (word == "you" and id == you) or (word == "opponent" and id != you)
    return word.capitalize() in draft.types(id)
