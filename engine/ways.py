"""Alternative ways to cast a card (118.9): what the card is like while it is cast so, and from where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.context import Context
from engine.keywords import split
from engine.mana import colors_of, parse_cost
from engine.vocabulary import (
    Activated,
    AddCounters,
    Alter,
    AtLeast,
    CardDefinition,
    Casts,
    Condition,
    Costs,
    Each,
    Effect,
    Filter,
    Later,
    LosesLife,
    MayPlay,
    OthersCost,
    Range,
    ReturnToHand,
    SacrificeCost,
    SacrificeThem,
    Spell,
    StepBegins,
    Target,
    ThisTurn,
    TurnFaceUp,
)

if TYPE_CHECKING:
    from engine.objects import Card, ObjectId, StackObject
    from engine.view import View

Change = Callable[[CardDefinition, str], CardDefinition]
"""What a way makes of a card; it gets what follows the keyword."""

FACE_DOWN = frozenset({"morph", "megamorph", "disguise"})
"""The ways in which a card is cast face down."""

FACE_DOWN_NAME = "Face-down creature"
"""What a face-down object is called; it has no name (708.2a)."""

NOTHING = Costs()

OTHERWISE = "otherwise"
"""The way in which the other one of two additional costs is paid (118.8)."""

NORMALLY = ""
"""The way that needs no word."""

PROTOTYPE = "prototype"
"""The way in which a card becomes a prototyped spell and permanent (718.3)."""


ADVENTURE = "adventure"
"""The way in which a card is cast as an Adventure (715.3)."""

OTHER_FACE = "other face"
"""The way in which the other face of a modal double-faced card is cast (712.11b)."""


class Way(NamedTuple):
    """`how` it is called, the zone from which it works, the card as it is cast so, with another cost or other effects, and a
    condition that must hold. What works from the hand works wherever an effect lets a player cast the card."""

    how: str
    zone: str
    definition: CardDefinition
    condition: Condition | None = None
    as_sorcery: bool = False
    """Whether the card can be cast so only when a sorcery could be."""


@cache
def ways_of(definition: CardDefinition) -> tuple[Way, ...]:
    """The alternative ways to cast the card that it gives: other costs, and choices among additional costs."""
    found = []
    if definition.prototype is not None:
        found.append(Way(PROTOTYPE, "hand", _prototyped(definition)))
    if definition.adventure is not None:
        found.append(Way(ADVENTURE, "hand", definition.adventure))
    if definition.other_face is not None:
        found.append(Way(OTHER_FACE, "hand", definition.other_face))
    if definition.or_additional is not None:
        found.append(Way(OTHERWISE, "hand", replace(definition, additional=definition.or_additional, or_additional=None)))
    if definition.instead is not None:
        how = definition.instead.keyword or "instead"
        zone = _WAYS[how][0] if how in _WAYS else "hand"
        found.append(Way(how, zone, _at_another_cost(definition), definition.instead.condition))
    if "conspire" in definition.keywords:
        found.append(Way("conspire", "hand", _conspired(definition)))
    for word in sorted(definition.keywords):
        how, rest = split(word)
        if how in _WAYS:
            zone, change = _WAYS[how]
            plain = replace(definition, keywords=definition.keywords - {word})
            found.append(Way(how, zone, change(plain, rest), ONLY_IF.get(how), how in AS_A_SORCERY))
    return tuple(found)


def cast_so(definition: CardDefinition, how: str) -> CardDefinition:
    """The card, as it is when it is cast in that way."""
    return next((way.definition for way in ways_of(definition) if way.how == how), definition)


@cache
def optional_cost(definition: CardDefinition) -> tuple[Costs | None, bool]:
    """The additional cost that may be paid for the card, if there is one, and whether it may be paid any number of times
    (702.33, 702.56a, 702.157a, 702.175a)."""
    if definition.multikicker is not None:
        return Costs(definition.multikicker), True
    if definition.kicker is not None:
        return definition.kicker, False
    for word in sorted(definition.keywords):
        stem, cost = split(word)
        if stem in ("replicate", "squad", "offspring"):
            return Costs(parse_cost(cost)), stem != "offspring"
    return None, False


@cache
def face_down(definition: CardDefinition) -> CardDefinition | None:
    """What the card is as a face-down permanent and spell (702.37, 702.168a, 708.2); None if it cannot be cast face down."""
    for word in sorted(definition.keywords):
        stem, cost = split(word)
        if stem in FACE_DOWN:
            more = (AddCounters("self", "p1p1"),) if stem == "megamorph" else ()
            turned = Activated(Costs(parse_cost(cost)), (TurnFaceUp(), *more), special=True)
            ward = frozenset({"ward {2}"}) if stem == "disguise" else frozenset()
            return CardDefinition(
                FACE_DOWN_NAME, types=frozenset({"Creature"}), power=2, toughness=2, keywords=ward, abilities=(turned,)
            )
    return None


HALVES = frozenset({ADVENTURE, OTHER_FACE})
"""The ways in which only the characteristics of another part of the card count (712.11c, 715.3a)."""


def shown_as(definition: CardDefinition, how: str) -> CardDefinition | None:
    """What a spell cast in that way, and the permanent that it becomes, is instead of what its card says."""
    if how == PROTOTYPE:
        return prototyped(definition)
    if how in HALVES:
        return definition.adventure if how == ADVENTURE else definition.other_face
    return face_down(definition) if how in FACE_DOWN else None


def _face_down(definition: CardDefinition, cost: str) -> CardDefinition:
    """702.37c, 702.168b: it is cast for {3}."""
    return CardDefinition(FACE_DOWN_NAME, parse_cost("{3}"), types=frozenset({"Creature"}), power=2, toughness=2)


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


def _at_another_cost(definition: CardDefinition) -> CardDefinition:
    """118.9a: what it costs besides mana is paid like an additional cost."""
    assert definition.instead is not None and definition.additional is None
    cost = definition.instead.cost
    rest = replace(cost, mana=())
    return replace(definition, cost=cost.mana, additional=None if rest == Costs() else rest, instead=None)


def _with_cost(definition: CardDefinition, cost: str) -> CardDefinition:
    return replace(definition, cost=parse_cost(cost))


def _overloaded(definition: CardDefinition, cost: str) -> CardDefinition:
    """702.96a: with "each" in place of "target"."""
    abilities = tuple(_each_for_target(a) if isinstance(a, Spell) else a for a in definition.abilities)
    return replace(definition, cost=parse_cost(cost), abilities=abilities)


def together(costs: Costs, more: Costs) -> Costs:
    """Both costs.

    Raises:
        ValueError: apart from mana both ask for something of one kind.
    """
    given = {f.name: getattr(more, f.name) for f in fields(Costs) if getattr(more, f.name) != getattr(NOTHING, f.name)}
    given["mana"] = costs.mana + more.mana
    if any(getattr(costs, name) != getattr(NOTHING, name) for name in given if name != "mana"):
        raise ValueError("two additional costs of one kind")
    return replace(costs, **given)


def _with_more(**more: Any) -> Change:
    """The card with an additional cost besides those that it has."""

    def change(definition: CardDefinition, _: str) -> CardDefinition:
        return replace(definition, additional=together(definition.additional or Costs(), Costs(**more)))

    return change


def _bought_back(definition: CardDefinition, cost: str) -> CardDefinition:
    """702.27a."""
    return replace(definition, additional=together(definition.additional or Costs(), Costs(parse_cost(cost))))


def _casualty(definition: CardDefinition, n: str) -> CardDefinition:
    """702.153a."""
    strong = Filter(types=frozenset({"Creature"}), power=Range(least=int(n)))
    return _with_more(sacrifice=SacrificeCost(1, strong))(definition, n)


def _awakened(definition: CardDefinition, rest: str) -> CardDefinition:
    """702.113a: the land is one more target, of which the effects speak that come after all others."""
    n, _, cost = rest.partition(" ")
    abilities = tuple(_with_land(a, int(n)) if isinstance(a, Spell) else a for a in definition.abilities)
    return replace(definition, cost=parse_cost(cost), abilities=abilities)


def _with_land(spell: Spell, n: int) -> Spell:
    land = Target("permanent", Filter(types=frozenset({"Land"}), controller="you"))
    what = f"target {len(spell.targets) + 1}" if spell.targets else "target"
    awakes = Alter(
        what=what, until="forever", types=frozenset({"Creature"}), subtypes=frozenset({"Elemental"}), base_power=0,
        base_toughness=0, keywords=frozenset({"haste"}),
    )  # fmt: skip
    return Spell((*spell.effects, AddCounters(what, "p1p1", n), awakes), (*spell.targets, land))


def _each_for_target(spell: Spell) -> Spell:
    (target,) = spell.targets
    return Spell(tuple(_replaced(effect, target) for effect in spell.effects))


def _replaced(thing: Any, target: Target) -> Any:
    if thing == "target" and target.of == "player":
        return "opponent" if target.filter.controller == "opponent" else "each player"
    if thing == "target":
        return Each(target.filter, "stack" if target.of == "spell" else "battlefield")
    if isinstance(thing, tuple):
        return tuple(_replaced(part, target) for part in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **{field.name: _replaced(getattr(thing, field.name), target) for field in fields(thing)})
    return thing


_WAYS: dict[str, tuple[str, Change]] = {
    "evoke": ("hand", _with_cost),  # 702.74a
    "flashback": ("graveyard", _with_cost),  # 702.34a
    "overload": ("hand", _overloaded),
    "buyback": ("hand", _bought_back),
    "retrace": ("graveyard", _with_more(discard=1, discard_filter=Filter(types=frozenset({"Land"})))),  # 702.81a
    "jump-start": ("graveyard", _with_more(discard=1)),  # 702.133a
    "spectacle": ("hand", _with_cost),  # 702.137a
    "surge": ("hand", _with_cost),  # 702.117a
    "dash": ("hand", _with_cost),  # 702.109a
    "blitz": ("hand", _with_cost),  # 702.152a
    "casualty": ("hand", _casualty),
    "awaken": ("hand", _awakened),
    "plot": ("exile", lambda definition, _: replace(definition, cost=())),  # 702.170d
    "foretell": ("exile", _with_cost),  # 702.143a
    "morph": ("hand", _face_down),
    "megamorph": ("hand", _face_down),
    "disguise": ("hand", _face_down),
}

WITH_MORE = frozenset({OTHERWISE, "conspire", "buyback", "casualty"})
"""The ways that are choices of additional costs (118.8b)."""

AS_A_SORCERY = frozenset({"plot"})
"""The ways in which a card can be cast only when a sorcery could be."""

ONLY_IF: dict[str, Condition] = {
    "spectacle": AtLeast(ThisTurn(LosesLife("opponent")), 1),
    "surge": AtLeast(ThisTurn(Casts("you")), 1),
}
"""What must be so for a way to be open."""

_NEXT_END_STEP = StepBegins("end", "anyone")

AS_IT_ENTERS: dict[str, tuple[Effect, ...]] = {
    "dash": (Later(_NEXT_END_STEP, (ReturnToHand("made"),)),),
    "blitz": (Later(_NEXT_END_STEP, (SacrificeThem("made"),)),),
}
"""What else happens as a permanent spell resolves that was cast so."""

CAST_SO = {
    "evoke": "evoked", "flashback": "flashed back", "overload": "overloaded", PROTOTYPE: "prototyped", "conspire": "conspired",
    ADVENTURE: "on an adventure", OTHER_FACE: "with its other face",
    OTHERWISE: "otherwise", "instead": "at its other cost", "buyback": "bought back",
    "retrace": "retraced", "jump-start": "jump-started",
    "spectacle": "in spectacle", "surge": "surged", "dash": "dashed", "blitz": "blitzed", "casualty": "with a casualty",
    "awaken": "awakening",
    "plot": "plotted", "foretell": "foretold", "morph": "face down", "megamorph": "face down for megamorph",
    "disguise": "disguised",
}  # fmt: skip
"""What lines call the ways."""

LEAVES_FOR_EXILE = frozenset({"flashback", "jump-start"})
"""The ways after which a card is exiled instead of going anywhere else from the stack (702.34a, 702.133a)."""

RETURNS_TO_HAND = frozenset({"buyback"})
"""The ways after which a card goes to its owner's hand as it resolves (702.27a)."""


def is_open(view: View, player: ObjectId, card: ObjectId, way: Way) -> bool:
    """Whether the condition of the way holds for the player."""
    return way.condition is None or view.holds(way.condition, Context(player, card))


def after_resolving(spell: StackObject) -> str:
    """The zone into which the card of an instant or sorcery goes that has resolved (608.2n)."""
    zone = leaves_for(spell)
    if zone == "graveyard" and spell.cast_as == ADVENTURE:  # 715.3d
        return "exile"
    return "hand" if zone == "graveyard" and spell.cast_as in RETURNS_TO_HAND else zone


def leaves_for(spell: StackObject, zone: str = "graveyard") -> str:
    """The zone into which a spell goes that would go to that one."""
    return "exile" if spell.cast_as in LEAVES_FOR_EXILE or (zone == "graveyard" and spell.then_exiled) else zone


def may_play(view: View, player: ObjectId, card: Card) -> MayPlay | None:
    """The permission by which the player may play a card in exile, if there is one."""
    for lasting in view.lasting:
        if isinstance(lasting.ability, MayPlay) and lasting.controller == player and card.id in lasting.on:
            return lasting.ability
    return None
