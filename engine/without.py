"""A position without one copy of a card of yours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position

Spec = CardSpec | PermanentSpec

ZONES = ("hand", "battlefield", "graveyard", "library")
"""Where a card is looked for, in this order."""


class NoSuchCard(Exception):
    """You have no card of that name in any of the zones looked at. The message tells which there are."""


def without(position: Position, card: str) -> Position:
    """The position without one copy of a card of yours, from the first of `ZONES` that has one; its title says which is gone.
    What was attached to it, or exiled by it, stays where it is.

    Args:
        card: a name, or the `id` that the position gives to the object; in letters of either case.

    Raises:
        NoSuchCard: there is none.
    """
    for zone in ZONES:
        specs: Sequence[Spec] = getattr(position.you, zone) or ()
        at = next((n for n, spec in enumerate(specs) if _is_called(spec, card.strip().casefold())), None)
        if at is not None:
            gone = specs[at]
            fewer: dict[str, Any] = {zone: tuple(_less(specs, at))}
            left = replace(position, you=replace(position.you, **fewer))
            title = f"{position.title or position.source}, without {_name(gone)} ({zone})"
            return replace(_untied(left, gone.id if getattr(gone, "count", 1) == 1 else None), title=title)
    raise NoSuchCard(f"you have no {card!r} in {', '.join(ZONES[:-1])} or {ZONES[-1]}; you have {_all_names(position.you)}")


def _is_called(spec: CardSpec | PermanentSpec, called: str) -> bool:
    return called == _name(spec).casefold() or (spec.id is not None and called == spec.id.casefold())


def _name(spec: Spec) -> str:
    return spec.token.name if isinstance(spec, PermanentSpec) and spec.token is not None else spec.card


def _less(specs: Sequence[Spec], at: int) -> list[Spec]:
    """The same but for one copy of the one at that place."""
    left, spec = list(specs), specs[at]
    if isinstance(spec, PermanentSpec) and spec.count > 1:
        left[at] = replace(spec, count=spec.count - 1)
    else:
        del left[at]
    return left


def _untied(position: Position, id: str | None) -> Position:
    """Nothing is attached to the object with that id, or exiled by it, any more."""
    if id is None:
        return position

    def loose(player: PlayerSpec) -> PlayerSpec:
        permanents = tuple(replace(p, attached_to=None) if p.attached_to == id else p for p in player.battlefield)
        exile = tuple(replace(c, exiled_by=None) if c.exiled_by == id else c for c in player.exile)
        return replace(player, battlefield=permanents, exile=exile)

    return replace(position, you=loose(position.you), opponent=loose(position.opponent))


def _all_names(player: PlayerSpec) -> str:
    """What the player has, each name once."""
    names = dict.fromkeys(_name(spec) for zone in ZONES for spec in getattr(player, zone) or ())
    return ", ".join(names) or "no cards at all"
