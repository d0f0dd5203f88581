"""State-based actions (704): checked whenever a player would get priority, all that apply performed at once (704.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.choices import Picked, ToPick
from engine.objects import OPPONENT, YOU, ObjectId, Result, count_of
from engine.vocabulary import Chapter

if TYPE_CHECKING:
    from engine.draft import Draft

LETHAL_POISON = 10
"""How many poison counters lose the game (704.5c)."""


@dataclass(frozen=True, slots=True)
class StateBasedActions:
    """One round of state-based actions; `applicable` says beforehand whether there is anything to do."""

    def run(self, draft: Draft) -> None:
        result = _result(draft)
        if result is not Result.NONE:
            draft.end(result)
            return
        leaving = _put_into_graveyards(draft)
        for group in draft.board.legends:
            answer = draft.ask(ToPick(draft.battlefield[group[0]].controller, "legend", group, 1, 1))
            assert isinstance(answer, Picked)
            leaving += [id for id in group if id not in answer.chosen and id not in leaving]
        both, loose, touched = _with_both(draft), _unattached(draft), _deathtouched(draft)
        destroyed = [id for id in _destroyed(draft) if id not in leaving]
        shielded = [id for id in destroyed if draft.battlefield[id].regeneration_shields]
        draft.destroy(shielded, by_effect=False)  # regeneration replaces their destruction (701.19a)
        draft.leave(leaving + [id for id in destroyed if id not in shielded], "graveyard")
        for id in both:
            if id in draft.battlefield:  # what left at the same time had all its counters as it did (704.8)
                _annihilate(draft, id)
        for id in touched:
            if id in draft.battlefield:  # 704.5h looks only at damage since the last check
                draft.change(id, deathtouched=False)
        for id in loose:
            if id in draft.battlefield:
                draft.change(id, attached_to=None)


def _annihilate(draft: Draft, id: ObjectId) -> None:
    counters = draft.battlefield[id].counters
    pairs = min(count_of(counters, "p1p1"), count_of(counters, "m1m1"))
    draft.set_counter(id, "p1p1", -pairs)
    draft.set_counter(id, "m1m1", -pairs)


def applicable(draft: Draft) -> bool:
    """Whether any state-based action applies now."""
    return (
        _result(draft) is not Result.NONE
        or bool(_with_both(draft))
        or bool(_put_into_graveyards(draft))
        or bool(_destroyed(draft))
        or bool(_deathtouched(draft))
        or bool(draft.board.legends)
        or bool(_unattached(draft))
    )


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


def _put_into_graveyards(draft: Draft) -> list[ObjectId]:
    """704.5f no toughness left, 704.5i no loyalty left, 704.5s Sagas at their end, 704.5m loose Auras."""
    found = []
    board = draft.board
    for id in board.mortal:
        traits = board.characteristics[id]
        counters = draft.battlefield[id].counters
        if (
            ("Creature" in traits.types and draft.toughness(id) <= 0)
            or ("Planeswalker" in traits.types and not count_of(counters, "loyalty"))
            or (traits.last_chapter and count_of(counters, "lore") >= traits.last_chapter and not _tells(draft, id))
            or ("Aura" in traits.subtypes and draft.battlefield[id].attached_to not in draft.battlefield)
        ):
            found.append(id)
    return found


def _tells(draft: Draft, saga: ObjectId) -> bool:
    """Whether a chapter ability of the Saga has triggered but not left the stack yet."""
    return any(t.source == saga and isinstance(t.ability.on, Chapter) for t in draft.waiting) or any(
        thing.source == saga and isinstance(getattr(thing.ability, "on", None), Chapter) for thing in draft.stack
    )


def _destroyed(draft: Draft) -> list[ObjectId]:
    """704.5g, 704.5h: creatures with lethal damage, without those that cannot be destroyed."""
    found = []
    for id in draft.board.creatures:
        if _is_damaged_to_death(draft, id) and "indestructible" not in draft.keywords(id):
            found.append(id)
    return found


def _deathtouched(draft: Draft) -> list[ObjectId]:
    """The creatures dealt damage by a source with deathtouch since the last check."""
    return [id for id in draft.board.creatures if draft.battlefield[id].deathtouched]


def _is_damaged_to_death(draft: Draft, id: ObjectId) -> bool:
    permanent = draft.battlefield[id]
    return permanent.deathtouched or (permanent.damage > 0 and permanent.damage >= draft.toughness(id))


def _with_both(draft: Draft) -> list[ObjectId]:
    """704.5q: permanents with both +1/+1 and -1/-1 counters."""
    return [
        id
        for id, p in draft.battlefield.items()
        if len(p.counters) > 1 and count_of(p.counters, "p1p1") and count_of(p.counters, "m1m1")
    ]


def _unattached(draft: Draft) -> list[ObjectId]:
    """704.5n: what is attached to something that is not there (any more)."""
    return [id for id, p in draft.battlefield.items() if p.attached_to is not None and p.attached_to not in draft.battlefield]
