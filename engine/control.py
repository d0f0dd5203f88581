"""Who controls what: layer 2 of continuous effects (613.1b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.objects import GIVEN, ObjectId
from engine.vocabulary import ControlAttached

if TYPE_CHECKING:
    from engine.draft import Draft


def settle(draft: Draft) -> None:
    """Give every permanent to the player who controls it now; again, where that changes who has what gives control (613.8)."""
    for _ in range(1 + len(draft.board.statics.get(ControlAttached, ()))):
        if not _given_anew(draft):
            return


def _given_anew(draft: Draft) -> bool:
    """Give every permanent to the player whom the last effect names (613.7), else to the one it goes back to, to whom an earlier
    effect may have given it for good. Whether any was."""
    changed = False
    claims: list[tuple[ObjectId, ObjectId, ObjectId]] = [
        (lasting.id, id, lasting.control) for lasting in draft.lasting if lasting.control is not None for id in lasting.on
    ]
    for source, _ in draft.statics(ControlAttached):
        on = draft.attached_to(source)
        if on is not None:
            claims.append((draft.battlefield[source].timestamp, on, draft.controller(source)))
    given = {id: permanent.stamp(GIVEN) for id, permanent in draft.battlefield.items()}
    claimed = {id: player for timestamp, id, player in sorted(claims) if timestamp > given.get(id, 0)}
    for id, permanent in list(draft.battlefield.items()):
        regular = permanent.controller if permanent.control_ends is None else permanent.control_ends
        now = claimed.get(id, regular)
        ends = regular if id in claimed else None
        if now != permanent.controller or ends != permanent.control_ends:
            moved = now != permanent.controller
            draft.change(id, controller=now, control_ends=ends, sick=permanent.sick or moved)
            changed = True
    return changed
