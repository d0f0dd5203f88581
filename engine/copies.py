"""Copiable values (707.2): what an object is a copy of."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from engine.objects import ObjectId
from engine.vocabulary import CardDefinition, Change, CopyChange
from engine.ways import FACE_DOWN_NAME

if TYPE_CHECKING:
    from engine.view import View

_CHANGED: dict[tuple[int, Change], tuple[CardDefinition, CardDefinition]] = {}


def copiable(view: View, id: ObjectId) -> CardDefinition | None:
    """The copiable values of a permanent, as it last was if it has left, of a spell or of a card; None if nothing is known."""
    permanent = view.battlefield.get(id) or (view.departed[id].permanent if id in view.departed else None)
    if permanent is not None:
        return _face_up(permanent.shown)
    spell = view.on_stack(id)
    card = spell.card if spell is not None else view.card(id)
    return card.definition if card is not None else None


@cache
def _face_up(definition: CardDefinition) -> CardDefinition:
    """What a copy is, which is never face down and so cannot be turned face up (707.2, 708.10)."""
    return definition if definition.name != FACE_DOWN_NAME else replace(definition, abilities=())


def copy_of(view: View, id: ObjectId, change: Change | None = None) -> CardDefinition | None:
    """What a copy of the object is, with the exceptions that the copying effect makes (707.9)."""
    definition = copiable(view, id)
    return definition if definition is None or change is None else changed_copy(definition, change)


def token_copy(view: View, id: ObjectId, change: Change | None = None) -> tuple[CardDefinition | None, bool]:
    """What a token that is a copy of the object is, and whether its back face is up: it has both faces of a double-faced
    permanent and shows the same one (707.8a)."""
    permanent = view.battlefield.get(id) or (view.departed[id].permanent if id in view.departed else None)
    if permanent is None or permanent.became is not None or not permanent.transformed:
        return copy_of(view, id, change), False
    return permanent.definition if change is None else changed_copy(permanent.definition, change), True


def changed_copy(definition: CardDefinition, change: Change) -> CardDefinition:
    """The definition with the changes that a copy has; the same object for the same changes."""
    known = _CHANGED.get((id(definition), change))
    if known is None:
        subtypes = definition.subtypes if change.only_subtypes is None else ()
        made = replace(
            definition,
            types=(definition.types if change.only_types is None else change.only_types) | change.types,
            supertypes=definition.supertypes | change.supertypes,
            subtypes=(*subtypes, *sorted({*change.subtypes, *(change.only_subtypes or ())} - set(subtypes))),
            colors=(definition.colors if change.only_colors is None else change.only_colors) | change.colors,
            keywords=(frozenset() if change.lose_abilities else definition.keywords - change.lose_keywords) | change.keywords,
            abilities=(() if change.lose_abilities else definition.abilities) + change.abilities,
            power=change.base_power if isinstance(change.base_power, int) else definition.power,
            toughness=change.base_toughness if isinstance(change.base_toughness, int) else definition.toughness,
            cost=None if isinstance(change, CopyChange) and change.no_cost else definition.cost,
            back=None if definition.back is None else changed_copy(definition.back, change),
        )
        known = _CHANGED[id(definition), change] = (definition, made)
    return known[1]
