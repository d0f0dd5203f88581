"""Alternative ways to cast a card (118.9): what the card is like while it is cast so, and from where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.keywords import split
from engine.mana import Cost, colors_of, parse_cost
from engine.vocabulary import CardDefinition, Costs, Each, Filter, MayPlay, OthersCost, Spell, Target

if TYPE_CHECKING:
    from engine.objects import Card, ObjectId, StackObject
    from engine.view import View

NORMALLY = ""
"""The way that needs no word."""

PROTOTYPE = "prototype"
"""The way in which a card becomes a prototyped spell and permanent (718.3)."""


class Way(NamedTuple):
    """`how` it is called, the zone from which it works, and the card as it is cast so: with another cost, other effects. What
    works from the hand works wherever an effect lets a player cast the card."""

    how: str
    zone: str
    definition: CardDefinition


@cache
def ways_of(definition: CardDefinition) -> tuple[Way, ...]:
    """The alternative ways to cast the card that it gives: other costs, and choices among additional costs."""
    found = []
    if definition.prototype is not None:
        found.append(Way(PROTOTYPE, "hand", _prototyped(definition)))
    if definition.or_additional is not None:
        found.append(Way("otherwise", "hand", replace(definition, additional=definition.or_additional, or_additional=None)))
    if "conspire" in definition.keywords:
        found.append(Way("conspire", "hand", _conspired(definition)))
    for word in sorted(definition.keywords):
        how, cost = split(word)
        if how in _WAYS:
            zone, change = _WAYS[how]
            plain = replace(definition, keywords=definition.keywords - {word})
            found.append(Way(how, zone, change(plain, parse_cost(cost))))
    return tuple(found)


def prototyped(definition: CardDefinition) -> CardDefinition:
    """What a spell cast as a prototype is on the stack, and the permanent that it becomes (718.3b)."""
    return next(way.definition for way in ways_of(definition) if way.how == PROTOTYPE)


def _prototyped(definition: CardDefinition) -> CardDefinition:
    small = definition.prototype
    assert small is not None
    return replace(
        definition, cost=small.cost, power=small.power, toughness=small.toughness, colors=colors_of(small.cost), prototype=None
    )


def _conspired(definition: CardDefinition) -> CardDefinition:
    """702.78a: the creatures that are tapped share a colour with the spell."""
    two = OthersCost("tap", Filter(types=frozenset({"Creature"}), colors=definition.colors), 2)
    return replace(definition, additional=Costs(others=two), keywords=definition.keywords - {"conspire"})


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

CAST_SO = {
    "evoke": "evoked", "flashback": "flashed back", "overload": "overloaded", PROTOTYPE: "prototyped", "conspire": "conspired",
    "otherwise": "otherwise",
}  # fmt: skip
"""What lines call the ways."""

LEAVES_FOR_EXILE = frozenset({"flashback"})
"""The ways after which a card is exiled instead of going anywhere else from the stack (702.34a)."""


def leaves_for(spell: StackObject) -> str:
    """The zone into which a spell goes that would be put into a graveyard."""
    return "exile" if spell.cast_as in LEAVES_FOR_EXILE or spell.then_exiled else "graveyard"


def may_play(view: View, player: ObjectId, card: Card) -> MayPlay | None:
    """The permission by which the player may play a card in exile, if there is one."""
    for lasting in view.lasting:
        if isinstance(lasting.ability, MayPlay) and lasting.controller == player and card.id in lasting.on:
            return lasting.ability
    return None
