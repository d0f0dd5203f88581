"""Cards as they are looked at while they are proposed as spells that only a part of them is (601.2a)."""

from __future__ import annotations

from engine.copying import changed
from engine.objects import ObjectId
from engine.view import View, copy_contents
from engine.ways import HALVES, shown_as

_FROM = ("hand", "graveyard", "exile")
"""The zones from which cards are cast."""


def as_proposed(view: View, id: ObjectId, how: str) -> View:
    """What there is, with that card as it will be on the stack: only so it is looked at whether and how it can be cast (712.11c,
    715.3a)."""
    card = view.card(id)
    if how not in HALVES or card is None or card.definition is None:
        return view
    seen = type(view).__new__(type(view))
    copy_contents(view, seen)
    as_cast = changed(card, definition=shown_as(card.definition, how))
    one, other = (
        changed(player, **{zone: tuple(as_cast if c is card else c for c in getattr(player, zone)) for zone in _FROM})
        for player in view.players
    )
    seen.players = (one, other)
    return seen
