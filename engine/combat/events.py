"""What combat and damage trigger (508.3, 509.3, 510.3a)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.objects import OPPONENT, YOU, ObjectId
from engine.triggers import Heard, happen, is_meant
from engine.vocabulary import (
    Attacks,
    AttacksUnblocked,
    BecomesBlocked,
    Blocks,
    DealsDamage,
    Exerts,
    Filter,
    IsDealtDamage,
    PlayerAttacks,
)

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.prevention import Hit

Pairs = Sequence[tuple[ObjectId, ObjectId]]


def on_attackers_declared(draft: Draft, attacks: Pairs) -> None:
    """Attackers, each with what it attacks, were declared."""

    def creature(on: Attacks, you: ObjectId, source: ObjectId) -> Heard:
        for attacker, at in attacks if len(attacks) == 1 or not on.alone else ():
            if not _is_attacked(draft, on.at, at, you) or (on.most_life and not _has_most_life(draft, at)):
                continue
            if draft.concerns(on.who, attacker, source, you) and _in_company(on, attacker, you, source):
                yield attacker, 0

    def _in_company(on: Attacks, attacker: ObjectId, you: ObjectId, source: ObjectId) -> bool:
        others = (id for id, _ in attacks if id != attacker)
        if on.total_power and sum(draft.power(id) for id, _ in attacks) < on.total_power:
            return False
        return not on.others or sum(draft.matches(on.other, id, you, source) for id in others) >= on.others

    def player(on: PlayerAttacks, you: ObjectId, source: ObjectId) -> Heard:
        if not is_meant(on.who, draft.active, you):
            return
        n = sum(
            (not on.you_attacked or at == you)
            and (not on.a_player or at in (YOU, OPPONENT))
            and draft.matches(on.filter, attacker, you, source)
            for attacker, at in attacks
        )
        if n >= on.least:
            yield draft.active, n

    happen(draft, Attacks, creature)
    happen(draft, PlayerAttacks, player)


def on_exerted(draft: Draft, id: ObjectId) -> None:
    """The active player exerted the creature (701.43)."""

    def heard(on: Exerts, you: ObjectId, source: ObjectId) -> Heard:
        if you == draft.active and (source == id if on.filter is None else draft.matches(on.filter, id, you, source)):
            yield id, 0

    happen(draft, Exerts, heard)


def _has_most_life(draft: Draft, player: ObjectId) -> bool:
    """Whether it is a player with the most life, or one of those that have."""
    return player in (YOU, OPPONENT) and draft.players[player].life >= draft.players[1 - player].life


def _is_attacked(draft: Draft, word: str, at: ObjectId, you: ObjectId) -> bool:
    """Whether what is attacked is a `player`, `you`, `you or planeswalker` or `anything`."""
    if at in (YOU, OPPONENT):
        return word in ("anything", "player") or at == you
    own = word == "you or planeswalker" and draft.battlefield[at].controller == you and "Planeswalker" in draft.types(at)
    return word == "anything" or own


def on_blockers_declared(draft: Draft, blocks: Pairs) -> None:
    """Blockers, each with what it blocks, were declared."""
    blocked = [(attacker, blocker) for blocker, attacker in blocks]

    def blocking(on: Blocks, you: ObjectId, source: ObjectId) -> Heard:
        for blocker, attacker in blocks if on.each else _first_of_each(blocks):
            if draft.concerns(on.who, blocker, source, you) and (not on.each or draft.matches(on.what, attacker, you, source)):
                yield attacker if on.each or on.who == "self" else blocker, 0

    def being_blocked(on: BecomesBlocked, you: ObjectId, source: ObjectId) -> Heard:
        pairs = [pair for pair in blocked if on.by == Filter() or draft.matches(on.by, pair[1], you, source)]
        for attacker, blocker in pairs if on.each else _first_of_each(pairs):
            if draft.concerns(on.who, attacker, source, you):
                yield blocker if on.each or on.who == "self" else attacker, 0

    def unblocked(on: AttacksUnblocked, you: ObjectId, source: ObjectId) -> Heard:
        for attack in draft.combat.attacks if draft.combat else ():
            if not attack.blocked and draft.concerns(on.who, attack.attacker, source, you):
                yield attack.attacker, 0

    happen(draft, AttacksUnblocked, unblocked)
    happen(draft, Blocks, blocking)
    happen(draft, BecomesBlocked, being_blocked)


def _first_of_each(pairs: Pairs) -> Iterable[tuple[ObjectId, ObjectId]]:
    """One pair for each first part."""
    return {first: (first, second) for first, second in reversed(pairs)}.values()


def on_damage(draft: Draft, hits: Sequence[Hit], combat: bool) -> None:
    """All this damage was dealt at one time."""

    def deals(on: DealsDamage, you: ObjectId, source: ObjectId) -> Heard:
        if on.to == "anything" and not on.together:
            yield from deals_any(on, you, source)
            return
        seen: set[ObjectId] = set()
        for hit in hits if combat or not on.combat else ():
            if not draft.concerns(on.who, hit.source, source, you) or not _is_among(draft, on.to, hit.to, you, source):
                continue
            if on.together and hit.to in seen:
                continue
            seen.add(hit.to)
            yield hit.to if on.who in ("self", "attached") or on.together else _dealer(draft, hit.source), hit.n

    def deals_any(on: DealsDamage, you: ObjectId, source: ObjectId) -> Heard:
        """Damage of one source at one time is dealt once, to whatever it is dealt (603.2c)."""
        dealt: dict[ObjectId, list[Hit]] = {}
        for hit in hits if combat or not on.combat else ():
            if draft.concerns(on.who, hit.source, source, you):
                dealt.setdefault(hit.source, []).append(hit)
        for dealer, found in dealt.items():
            alone = len(found) == 1 and on.who in ("self", "attached")
            yield found[0].to if alone else _dealer(draft, dealer), sum(hit.n for hit in found)

    def is_dealt(on: IsDealtDamage, you: ObjectId, source: ObjectId) -> Heard:
        dealt: dict[ObjectId, int] = {}
        for hit in hits if combat or not on.combat else ():
            if _is_player(on.who, hit.to, you) or (hit.to in draft.battlefield and draft.concerns(on.who, hit.to, source, you)):
                dealt[hit.to] = dealt.get(hit.to, 0) + hit.n
        yield from dealt.items()

    happen(draft, DealsDamage, deals)
    happen(draft, IsDealtDamage, is_dealt)


def _dealer(draft: Draft, source: ObjectId) -> ObjectId:
    """What is spoken of as the source of damage; of a spell, which is gone when its controller is asked for, that player."""
    return draft.controller(source) if draft.on_stack(source) is not None else source


def _is_player(who: object, id: ObjectId, you: ObjectId) -> bool:
    """Whether `you` or `opponent` is meant and is that player."""
    return who in ("you", "opponent") and id in (YOU, OPPONENT) and (id == you) == (who == "you")


def _is_among(draft: Draft, words: str, id: ObjectId, you: ObjectId, source: ObjectId) -> bool:
    """Whether the recipient of damage is one of `player or planeswalker`, `you`, ..."""
    return any(_is(draft, word, id, you, source) for word in words.split(" or "))


def _is(draft: Draft, word: str, id: ObjectId, you: ObjectId, source: ObjectId) -> bool:
    if word in ("anything", "self"):
        return word == "anything" or id == source
    if id in (YOU, OPPONENT):
        return word == "player" or (word == "you" and id == you) or (word == "opponent" and id != you)
    return word.capitalize() in draft.types(id)
