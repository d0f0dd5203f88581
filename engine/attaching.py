"""Attaching Auras and Equipment to objects and players (301.5, 303.4, 701.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import control, triggers
from engine.context import Context
from engine.objects import ITSELF, OPPONENT, YOU, ObjectId
from engine.vocabulary import ControlAttached, Target

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View


def can_be_attached(view: View, attachment: ObjectId, to: ObjectId) -> bool:
    """Whether the rules let it be attached to that (301.5c, 303.4, 702.16c)."""
    traits = view.board.characteristics[attachment]
    if attachment == to or ("Creature" in traits.types and not _reconfigures(view, attachment)):
        return False
    if "Aura" in traits.subtypes:
        enchant = view.battlefield[attachment].shown.enchant
        return enchant is None or can_enchant(view, enchant, attachment, view.controller(attachment), to)
    to_what = "Land" if "Fortification" in traits.subtypes else "Creature"
    if traits.subtypes.isdisjoint({"Equipment", "Fortification"}) or to not in view.battlefield:  # 704.5p
        return False
    return to_what in view.types(to) and not is_protected(view, to, attachment)


def _reconfigures(view: View, equipment: ObjectId) -> bool:
    """Whether it is an Equipment with reconfigure, which is no creature while it is attached (301.5c, 702.151b)."""
    return any(word.startswith("reconfigure ") for word in view.keywords(equipment))


def can_enchant(view: View, enchant: Target, aura: ObjectId, you: ObjectId, to: ObjectId) -> bool:
    """Whether an Aura of yours can enchant that player or permanent."""
    if to in (YOU, OPPONENT):
        return enchant.of == "player"
    if enchant.of != "permanent" or to not in view.battlefield:
        return False
    return view.matches(enchant.filter, to, you, aura) and not is_protected(view, to, aura)


def is_protected(view: View, id: ObjectId, source: ObjectId) -> bool:
    return any(word.startswith("protection from ") and view.is_protected(word, source) for word in view.keywords(id))


def attach(draft: Draft, attachment: ObjectId, to: ObjectId) -> bool:
    """Attach a permanent to a player or permanent, if that is possible and it is not attached to it already (701.3a, b)."""
    before = draft.battlefield[attachment].attached_to
    if before == to or not can_be_attached(draft, attachment, to):
        return False
    draft.stamp(attachment, ITSELF, attached_to=to)  # 613.7e
    if before is not None:
        triggers.on_unattached(draft, attachment, before)
    if ControlAttached in draft.board.statics:
        control.settle(draft)
    return True


def detach(draft: Draft, attachment: ObjectId) -> None:
    """The permanent becomes unattached (701.3d)."""
    before = draft.battlefield[attachment].attached_to
    if before is not None:
        draft.change(attachment, attached_to=None)
        control.settle(draft)
        triggers.on_unattached(draft, attachment, before)


def could_enchant(view: View, enchant: Target, you: ObjectId) -> tuple[ObjectId, ...]:
    """What an Aura that enters without having been cast could be attached to (303.4f)."""
    if enchant.of == "player":
        return (YOU, OPPONENT)
    return tuple(view.permanents(enchant.filter, Context(you)))
