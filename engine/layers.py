"""The characteristics of permanents after continuous effects (613), and an index of their abilities.

A `Board` is worked out once for a given set of permanents (with their controllers) and shared by all states that follow until
that set changes. What depends on counters or on pumping is added when it is asked for. Of the order of 613, the layers are kept
(copies, types, colours, abilities, power and toughness); within a layer, effects are applied in the order of their sources' ids,
which is their timestamp order (613.7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from engine.mana import colors_of, mana_value
from engine.objects import ObjectId, Permanent
from engine.vocabulary import (
    Ability,
    Activated,
    AddMana,
    AllPermanentsAre,
    BoostSelf,
    CardDefinition,
    Chapter,
    Costs,
    EntersWithCounters,
    EverythingColorless,
    GrantAbilities,
    LoseKeywords,
    RemoveCounterOrSacrifice,
    Spell,
    StepBegins,
    Triggered,
)

if TYPE_CHECKING:
    from engine.view import View

BASIC_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
"""The basic land types and the mana of their intrinsic abilities (305.6)."""

KEYWORD_COUNTERS = frozenset(
    {
        "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof", "indestructible",
        "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
    }
)  # fmt: skip
"""Kinds of counters that give a keyword (122.1b)."""

PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
"""The card types of permanents (110.4)."""

_INTRINSIC = {kind: Activated(Costs(tap=True), (AddMana(color),)) for kind, color in BASIC_LAND_TYPES.items()}


@dataclass(frozen=True, slots=True)
class Characteristics:
    """The characteristics of an object that do not depend on counters (109.3)."""

    name: str
    types: frozenset[str]
    subtypes: frozenset[str]
    supertypes: frozenset[str]
    colors: frozenset[str]
    keywords: frozenset[str]
    abilities: tuple[Ability, ...]
    activated: tuple[Activated, ...]
    triggered: tuple[Triggered, ...]
    statics: tuple[Ability, ...]
    boosts: tuple[BoostSelf, ...]
    power: int | None
    toughness: int | None
    mana_value: int
    phyrexian: bool
    """Whether there is a Phyrexian symbol in its mana cost."""
    last_chapter: int
    """Its final chapter number (714.2d), 0 if it has no chapter abilities."""


_PRINTED: dict[int, tuple[CardDefinition, Characteristics]] = {}


def printed(definition: CardDefinition) -> Characteristics:
    """The characteristics of a card as printed, with the intrinsic mana abilities of basic land types in front."""
    known = _PRINTED.get(id(definition))
    if known is None:
        known = _PRINTED[id(definition)] = (definition, _read(definition))
    return known[1]


def _read(definition: CardDefinition) -> Characteristics:
    cost = definition.cost or ()
    intrinsic = tuple(_INTRINSIC[s] for s in definition.subtypes if s in _INTRINSIC and "Land" in definition.types)
    without = Characteristics(
        name=definition.name,
        types=definition.types,
        subtypes=frozenset(definition.subtypes),
        supertypes=definition.supertypes,
        colors=definition.colors or colors_of(cost),
        keywords=definition.keywords,
        abilities=(),
        activated=(),
        triggered=(),
        statics=(),
        boosts=(),
        power=definition.power,
        toughness=definition.toughness,
        mana_value=mana_value(cost),
        phyrexian=any(s.phyrexian for s in cost),
        last_chapter=0,
    )
    return _with_abilities(without, intrinsic + definition.abilities + tuple(_of_keywords(definition.keywords)))


def _of_keywords(words: frozenset[str]) -> Iterator[Ability]:
    """The abilities that keywords stand for: `fading N` (702.32a)."""
    for word in sorted(words):
        if word.startswith("fading "):
            yield EntersWithCounters("fade", int(word.removeprefix("fading ")))
            yield Triggered(StepBegins("upkeep"), (RemoveCounterOrSacrifice("fade"),))


def _with_abilities(before: Characteristics, abilities: tuple[Ability, ...]) -> Characteristics:
    triggered = tuple(a for a in abilities if isinstance(a, Triggered))
    return replace(
        before,
        boosts=tuple(a for a in abilities if isinstance(a, BoostSelf)),
        abilities=abilities,
        activated=tuple(a for a in abilities if isinstance(a, Activated)),
        triggered=triggered,
        statics=tuple(a for a in abilities if not isinstance(a, (Activated, Triggered, Spell))),
        last_chapter=max((a.on.number for a in triggered if isinstance(a.on, Chapter)), default=0),
    )


class Board:
    """The characteristics of all permanents and who has which static and triggered abilities.

    Attributes:
        characteristics: by permanent.
        statics: pairs (source, ability) by class of the ability, in id order.
        watchers: pairs (source, ability) by class of the event that the triggered ability waits for, in id order.
        frail: the permanents that state-based actions may put into a graveyard though nothing about them has changed or is on
            them: planeswalkers, Auras, Sagas, creatures of toughness 0 or of a toughness that depends on something else.
        legends: groups of legendary permanents of the same name under the same control (704.5j).
    """

    __slots__ = ("characteristics", "frail", "legends", "statics", "watchers")

    def __init__(self, view: View) -> None:
        found = {id: printed(p.became or p.definition) for id, p in view.battlefield.items()}
        self.characteristics: dict[ObjectId, Characteristics] = found
        self.statics: dict[type, list[tuple[ObjectId, Ability]]] = {}
        self.watchers: dict[type, list[tuple[ObjectId, Triggered]]] = {}
        self._collect_statics()
        if any(kind in self.statics for kind in (AllPermanentsAre, EverythingColorless, GrantAbilities, LoseKeywords)):
            self._apply_layers(view)
            self._collect_statics()
        legends: dict[tuple[ObjectId, str], list[ObjectId]] = {}
        self.frail: set[ObjectId] = set()
        for id, traits in found.items():
            for ability in traits.triggered:
                self.watchers.setdefault(type(ability.on), []).append((id, ability))
            weak = "Creature" in traits.types and (traits.boosts or (traits.toughness or 0) <= 0)
            if weak or traits.last_chapter or "Planeswalker" in traits.types or "Aura" in traits.subtypes:
                self.frail.add(id)
            if "Legendary" in traits.supertypes:
                legends.setdefault((view.battlefield[id].controller, traits.name), []).append(id)
        self.legends = [tuple(ids) for ids in legends.values() if len(ids) > 1]

    def _collect_statics(self) -> None:
        self.statics.clear()
        for id, traits in self.characteristics.items():
            for ability in traits.statics:
                self.statics.setdefault(type(ability), []).append((id, ability))

    def _apply_layers(self, view: View) -> None:
        found = self.characteristics
        for _, static in self.statics.get(AllPermanentsAre, ()):  # layer 4
            assert isinstance(static, AllPermanentsAre)
            for id, traits in found.items():
                found[id] = replace(traits, types=traits.types | static.types)
        if EverythingColorless in self.statics:  # layer 5
            for id, traits in found.items():
                found[id] = replace(traits, colors=frozenset())
        for source, static in self.statics.get(GrantAbilities, ()):  # layer 6
            assert isinstance(static, GrantAbilities)
            you = view.battlefield[source].controller
            for id, traits in list(found.items()):
                if view.matches(static.filter, id, you, source, traits=traits):
                    found[id] = _with_abilities(traits, traits.abilities + static.abilities)


def keywords(view: View, id: ObjectId) -> frozenset[str]:
    """The keywords of a permanent: its own, gained ones and those of keyword counters, without the lost ones."""
    board, permanent = view.board, view.battlefield[id]
    traits = board.characteristics[id]
    words = traits.keywords | permanent.gained if permanent.gained else traits.keywords
    for kind, _ in permanent.counters:
        if kind in KEYWORD_COUNTERS:
            words |= {kind}
    for source, static in board.statics.get(LoseKeywords, ()):
        assert isinstance(static, LoseKeywords)
        if words & static.keywords and view.matches(static.filter, id, view.battlefield[source].controller, source):
            words -= static.keywords
    return words


_BOOSTING_COUNTER = re.compile(r"([pm])(\d+)([pm])(\d+)")


@cache
def boost_of_counter(kind: str) -> tuple[int, int]:
    """What one counter of this kind adds to power and toughness (122.1a)."""
    match = _BOOSTING_COUNTER.fullmatch(kind)
    if not match:
        return (0, 0)
    return tuple(int(n) if sign == "p" else -int(n) for sign, n in (match.group(1, 2), match.group(3, 4)))  # type: ignore[return-value]


def boost(permanent: Permanent) -> tuple[int, int]:
    """What counters and pumping add to a creature's printed power and toughness in layer 7c (613.4c)."""
    (power, toughness), (until_power, until_toughness) = permanent.boost, permanent.boost_until_next_turn
    power += until_power
    toughness += until_toughness
    for kind, n in permanent.counters:
        p, t = boost_of_counter(kind)
        power += p * n
        toughness += t * n
    return power, toughness
