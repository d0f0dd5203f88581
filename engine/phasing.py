"""Phasing (702.26): what is phased out is kept apart and treated as though it did not exist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine import control
from engine.combat import removal
from engine.objects import ObjectId
from engine.view import fingerprint

if TYPE_CHECKING:
    from engine.draft import Draft


def phase_out(draft: Draft, ids: Iterable[ObjectId]) -> None:
    """The permanents, and what is attached to them, phase out (702.26b, 702.26g)."""
    going = dict.fromkeys(id for id in ids if id in draft.battlefield)
    for permanent in draft.battlefield.values():
        if permanent.attached_to in going:
            going[permanent.id] = None
    for id in going:
        removal.remove(draft, id)
        permanent = draft.battlefield.pop(id)
        draft._fingerprint ^= fingerprint(permanent)
        draft.phased += (permanent,)
        draft.note("phased out", id)
    draft._board = None
    control.settle(draft)


def phase_in(draft: Draft) -> None:
    """What the active player controls phases in before they untap (502.1); it keeps everything, its id too (702.26d)."""
    back = [permanent for permanent in draft.phased if permanent.controller == draft.active]
    if not back:
        return
    draft.phased = tuple(permanent for permanent in draft.phased if permanent not in back)
    for permanent in back:
        draft.battlefield[permanent.id] = permanent
        draft._fingerprint ^= fingerprint(permanent)
    draft.battlefield = dict(sorted(draft.battlefield.items()))
    draft._board = None
    control.settle(draft)
