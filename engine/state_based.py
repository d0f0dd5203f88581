"""State-based actions (704): checked whenever a player would get priority, all that apply performed at once (704.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.attaching import can_be_attached, detach
from engine.choices import Picked, Priority, ToPick
from engine.objects import OPPONENT, YOU, ObjectId, Permanent, Result, count_of
from engine.vocabulary import Chapter, Triggered

if TYPE_CHECKING:
    from engine.draft import Draft

LETHAL_POISON = 10
"""How many poison counters lose the game (704.5c)."""


@dataclass(frozen=True, slots=True)
class StateBasedActions:
    """One round of state-based actions; `applicable` says beforehand whether there is anything to do."""

    def run(self, draft: Draft) -> None:
        result = _result(draft)
        concerned = _concerned(draft)
        ended = [id for id in concerned if _has_ended(draft, id)]
        leaving = ended + [id for id in concerned if id not in ended and _is_put_into_graveyard(draft, id)]
        for player, group in _legends(draft) if result is Result.NONE else ():  # who has lost is not asked any more
            answer = draft.ask(ToPick(player, "legend", group, 1, 1))
            assert isinstance(answer, Picked)
            leaving += [id for id in group if id not in answer.chosen and id not in leaving]
        destroyed = [id for id in concerned if id not in leaving and _is_destroyed(draft, id)]
        shielded = [id for id in destroyed if draft.battlefield[id].regeneration_shields]
        draft.destroy(shielded, by_effect=False)  # regeneration replaces their destruction (701.19a)
        draft.leave(leaving + [id for id in destroyed if id not in shielded], "graveyard", sacrificed=ended)
        for id in concerned:
            if id in draft.battlefield:  # what left at the same time had all its counters as it did (704.8)
                _tidy(draft, id)
        if result is not Result.NONE:
            draft.end(result)


def _legends(draft: Draft) -> list[tuple[ObjectId, tuple[ObjectId, ...]]]:
    """Legends of one name under one player's control, with that player; the active player chooses first (101.4)."""
    groups = [(draft.battlefield[group[0]].controller, group) for group in draft.board.legends]
    return sorted(groups, key=lambda pair: pair[0] != draft.active)


def _tidy(draft: Draft, id: ObjectId) -> None:
    """What state-based actions do to a permanent that stays."""
    permanent = draft.battlefield[id]
    if _has_both(permanent):
        pairs = min(count_of(permanent.counters, "p1p1"), count_of(permanent.counters, "m1m1"))
        draft.set_counter(id, "p1p1", -pairs)
        draft.set_counter(id, "m1m1", -pairs)
    if permanent.deathtouched:  # 704.5h looks only at damage since the last check
        draft.change(id, deathtouched=False)
    if _is_loose(draft, permanent):
        detach(draft, id)


def applicable(draft: Draft) -> bool:
    """Whether any state-based action applies now."""
    if draft.board.legends or _result(draft) is not Result.NONE:
        return True
    for id in _concerned(draft):
        permanent = draft.battlefield[id]
        if permanent.deathtouched or _has_both(permanent) or _is_loose(draft, permanent):
            return True
        if _is_put_into_graveyard(draft, id) or _has_ended(draft, id) or _is_destroyed(draft, id):
            return True
    return False


_NO_BOOST = (0, 0)


def _concerned(draft: Draft) -> list[ObjectId]:
    """The permanents that could be concerned: those with anything on them that was not there when a player last got priority,
    and those that need something to stay."""
    board, before = draft.board, draft.origin
    frail = board.frail
    checked = before.battlefield if isinstance(before.decision, Priority) and before.board is board else {}
    return [
        id
        for id, p in draft.battlefield.items()
        if id in frail
        or (
            p is not checked.get(id)
            and (
                p.counters
                or p.damage
                or p.deathtouched
                or p.boost != _NO_BOOST
                or p.attached_to is not None
            )
        )
    ]


def _result(draft: Draft) -> Result:
    """704.5a, b, c; all who lose at once: a draw (104.4a)."""
    you, opponent = _loses(draft, YOU), _loses(draft, OPPONENT)
    if you and opponent:
        return Result.DRAW
    return Result.LOST if you else Result.WON if opponent else Result.NONE


def _loses(draft: Draft, id: ObjectId) -> bool:
    player = draft.players[id]
    return (
        (player.life <= 0 and draft.can_lose_to_life(id))
        or player.drew_from_empty
        or count_of(player.counters, "poison") >= LETHAL_POISON
    )


def _is_put_into_graveyard(draft: Draft, id: ObjectId) -> bool:
    """704.5f no toughness left, 704.5i no loyalty left, 704.5v no defense left, 704.5m loose Auras."""
    traits = draft.board.characteristics[id]
    permanent = draft.battlefield[id]
    return (
        ("Creature" in traits.types and draft.toughness(id) <= 0)
        or ("Planeswalker" in traits.types and not count_of(permanent.counters, "loyalty"))
        or ("Battle" in traits.types and not count_of(permanent.counters, "defense") and not _waits(draft, id))
        or ("Aura" in traits.subtypes and (permanent.attached_to is None or not _fits(draft, permanent)))
    )


def _waits(draft: Draft, id: ObjectId) -> bool:
    """Whether an ability of the permanent has triggered but not left the stack yet."""
    return any(t.source == id for t in draft.waiting) or any(
        thing.source == id and isinstance(thing.ability, Triggered) for thing in draft.stack
    )


def _has_ended(draft: Draft, id: ObjectId) -> bool:
    """704.5s: whether it is a Saga at its end, which its controller sacrifices."""
    last = draft.board.characteristics[id].last_chapter
    return 0 < last <= count_of(draft.battlefield[id].counters, "lore") and not _tells(draft, id)


def _tells(draft: Draft, saga: ObjectId) -> bool:
    """Whether a chapter ability of the Saga has triggered but not left the stack yet."""
    return any(t.source == saga and isinstance(t.ability.on, Chapter) for t in draft.waiting) or any(
        thing.source == saga and isinstance(getattr(thing.ability, "on", None), Chapter) for thing in draft.stack
    )


def _is_destroyed(draft: Draft, id: ObjectId) -> bool:
    """704.5g, 704.5h: a creature with lethal damage, unless it is indestructible."""
    permanent = draft.battlefield[id]
    if not (permanent.damage or permanent.deathtouched) or "Creature" not in draft.types(id):
        return False
    is_lethal = permanent.deathtouched or permanent.damage >= draft.toughness(id)
    return is_lethal and "indestructible" not in draft.keywords(id)


def _has_both(permanent: Permanent) -> bool:
    """704.5q."""
    counters = permanent.counters
    return len(counters) > 1 and count_of(counters, "p1p1") > 0 and count_of(counters, "m1m1") > 0


def _is_loose(draft: Draft, permanent: Permanent) -> bool:
    """704.5n, 704.5p: whether it is no Aura and attached to what it cannot be attached to, or that is not there (any more)."""
    return permanent.attached_to is not None and "Aura" not in draft.subtypes(permanent.id) and not _fits(draft, permanent)


def _fits(draft: Draft, permanent: Permanent) -> bool:
    """Whether it can be attached to what it is attached to."""
    on = permanent.attached_to
    return on is not None and can_be_attached(draft, permanent.id, on)
