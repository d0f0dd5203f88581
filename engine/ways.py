"""Alternative ways to cast a card (118.9): what the card is like while it is cast so, and from where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.keywords import split
from engine.mana import Cost, parse_cost
from engine.vocabulary import CardDefinition, Each, MayPlay, Spell, Target

if TYPE_CHECKING:
    from engine.objects import Card, ObjectId
    from engine.view import View

NORMALLY = ""
"""The way that needs no word."""


class Way(NamedTuple):
    """`how` it is called, the zone from which it works, and the card as it is cast so: with another cost, other effects."""

    how: str
    zone: str
    definition: CardDefinition


@cache
def ways_of(definition: CardDefinition) -> tuple[Way, ...]:
    """The alternative ways to cast the card that its keywords give."""
    found = []
    for word in sorted(definition.keywords):
        how, cost = split(word)
        if how in _WAYS:
            zone, change = _WAYS[how]
            plain = replace(definition, keywords=definition.keywords - {word})
            found.append(Way(how, zone, change(plain, parse_cost(cost))))
    return tuple(found)


def _with_cost(definition: CardDefinition, cost: Cost) -> CardDefinition:
    return replace(definition, cost=cost)


def _overloaded(definition: CardDefinition, cost: Cost) -> CardDefinition:
    """702.96a: with "each" in place of "target"."""
    abilities = tuple(_each_for_target(a) if isinstance(a, Spell) else a for a in definition.abilities)
    return replace(definition, cost=cost, abilities=abilities)


def _each_for_target(spell: Spell) -> Spell:
    (target,) = spell.targets
    return Spell(tuple(_replaced(effect, target) for effect in spell.effects))


def _replaced(thing: Any, target: Target) -> Any:
    if thing == "target":
        return Each(target.filter)
    if isinstance(thing, tuple):
        return tuple(_replaced(part, target) for part in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **{field.name: _replaced(getattr(thing, field.name), target) for field in fields(thing)})
    return thing


_WAYS: dict[str, tuple[str, Callable[[CardDefinition, Cost], CardDefinition]]] = {
    "evoke": ("hand", _with_cost),  # 702.74a
    "flashback": ("graveyard", _with_cost),  # 702.34a
    "overload": ("hand", _overloaded),
}

CAST_SO = {"evoke": "evoked", "flashback": "flashed back", "overload": "overloaded"}
"""What lines call the ways."""

LEAVES_FOR_EXILE = frozenset({"flashback"})
"""The ways after which a card is exiled instead of going anywhere else from the stack (702.34a)."""


def may_play(view: View, player: ObjectId, card: Card) -> MayPlay | None:
    """The permission by which the player may play a card in exile, if there is one."""
    for lasting in view.lasting:
        if isinstance(lasting.ability, MayPlay) and lasting.controller == player and card.id in lasting.on:
            return lasting.ability
    return None
