"""Who controls what: layer 2 of continuous effects (613.1b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.objects import ObjectId
from engine.vocabulary import ControlAttached

if TYPE_CHECKING:
    from engine.draft import Draft


def settle(draft: Draft) -> None:
    """Give every permanent to the player who controls it now: the one whom the last effect names, else the one it goes back
    to."""
    claims: list[tuple[ObjectId, ObjectId, ObjectId]] = [
        (lasting.id, id, lasting.control) for lasting in draft.lasting if lasting.control is not None for id in lasting.on
    ]
    for source, _ in draft.statics(ControlAttached):
        on = draft.attached_to(source)
        if on is not None:
            claims.append((source, on, draft.controller(source)))
    claimed = {id: player for _, id, player in sorted(claims)}
    for id, permanent in list(draft.battlefield.items()):
        regular = permanent.controller if permanent.control_ends is None else permanent.control_ends
        now = claimed.get(id, regular)
        ends = regular if id in claimed else None
        if now != permanent.controller or ends != permanent.control_ends:
            moved = now != permanent.controller
            draft.change(id, controller=now, control_ends=ends, sick=permanent.sick or moved)
