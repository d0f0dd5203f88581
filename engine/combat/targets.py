"""What can be attacked (506.3, 508.1b, 310)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.objects import OPPONENT, YOU, ObjectId

if TYPE_CHECKING:
    from engine.view import View


def protector(view: View, battle: ObjectId) -> ObjectId:
    """The player who protects the battle: an opponent of a Siege's controller (310.11a), else its controller (310.8a)."""
    controller = view.battlefield[battle].controller
    return 1 - controller if "Siege" in view.subtypes(battle) else controller


def can_be_attacked(view: View, id: ObjectId, player: ObjectId) -> bool:
    """Whether creatures of that player can attack this: their opponent, a planeswalker of theirs, a battle they protect."""
    if id in (YOU, OPPONENT):
        return id != player
    permanent = view.battlefield.get(id)
    if permanent is None:
        return False
    types = view.types(id)
    return ("Planeswalker" in types and permanent.controller != player) or (
        "Battle" in types and protector(view, id) != player
    )


def attackable(view: View, player: ObjectId) -> tuple[ObjectId, ...]:
    """Everything that creatures of that player can attack."""
    return (1 - player, *(id for id in view.battlefield if can_be_attacked(view, id, player)))
