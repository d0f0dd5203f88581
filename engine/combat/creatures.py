"""Which creatures can take part in combat at all (506.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.objects import ObjectId

if TYPE_CHECKING:
    from engine.view import View


def why_idle(view: View, player: ObjectId, id: ObjectId, does: str, rule: str, who: str) -> tuple[str, str] | None:
    """The rule and the reason why what is there can neither attack nor block, whatever it would attack or block; None if it can.

    Args:
        does: `attack` or `block`.
        rule: the number of the rule by which creatures are chosen for that.
        who: the player whose creatures do that, in words.
    """
    permanent = view.battlefield.get(id)
    if permanent is None or permanent.controller != player:
        return rule, f"only creatures that the {who} player controls can {does}"
    name, types = view.name(id), view.types(id)
    if "Creature" not in types:
        return "506.3", f"{name} is no creature, so it cannot {does}"
    if "Battle" in types:
        return rule, f"{name} is a battle, so it cannot {does}"
    if permanent.tapped:
        return rule, f"{name} is tapped, so it cannot {does}"
    return None
