"""The characteristics of permanents after continuous effects (613), and an index of their abilities.

A `Board` is worked out once for a given set of permanents (with their controllers) and shared by all states that follow until
that set changes, or until anything changes where an effect depends on more (`fickle`). What depends on counters or on pumping is
added when it is asked for. Layer 1 (copies) is `Permanent.shown`, layer 2 `engine.control`; the others are applied here, within a
layer in the order of their timestamps (613.7), but what depends on another effect of layers 4 to 6 waits for that (613.8): where
that changes whether its ability is there or which permanents it applies to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from engine.context import Context
from engine.depending import MOMENT, depends_on
from engine.keywords import of_keywords
from engine.mana import colors_of, mana_value, write_cost
from engine.objects import GAINED, ObjectId, Permanent
from engine.vocabulary import (
    Ability,
    Activated,
    AddMana,
    AllPermanentsAre,
    AnyOf,
    BoostSelf,
    CardDefinition,
    CastTransformed,
    Change,
    Chapter,
    Condition,
    Costs,
    CountersRemoved,
    Event,
    EverythingColorless,
    Exile,
    ExiledInstead,
    Filter,
    GrantAbilities,
    Greatest,
    HasAbilitiesOf,
    LoseKeywords,
    May,
    Modify,
    Power,
    SizeIs,
    Spell,
    Sum,
    Toughness,
    Triggered,
    While,
)
from engine.vocabulary.combat import CombatStatic
from engine.vocabulary.damage import DamageStatic
from engine.vocabulary.inside import words_in
from engine.words import CREATURE_TYPES, KEYWORD_COUNTERS, SUBTYPES_OF

if TYPE_CHECKING:
    from engine.timestamps import Stamped
    from engine.view import View

BASIC_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
"""The basic land types and the mana of their intrinsic abilities (305.6)."""

PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
"""The card types of permanents (110.4)."""

SIEGE = Triggered(
    CountersRemoved("defense", source=True, last=True),
    (Exile("self"), May((CastTransformed(),))),
)
"""The intrinsic ability of a Siege (310.11b)."""

_SPENT = frozenset({"Planeswalker", "Battle"})
"""The card types of what is put into a graveyard when its loyalty or defense is gone (704.5i, 704.5v)."""

ALL_ABILITIES = "all abilities"

_RULES = (*get_args(CombatStatic), *get_args(DamageStatic), ExiledInstead)
"""The static abilities that speak of combat and damage, and of what happens instead of leaving."""

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
    size: SizeIs | None
    """What defines its power and toughness, if an ability does (604.3)."""
    power: int | None
    toughness: int | None
    mana_value: int
    phyrexian: bool
    """Whether there is a Phyrexian symbol in its mana cost."""
    mana_cost: str
    """As it is written, empty if it has none."""
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
    intrinsic: tuple[Ability, ...] = tuple(
        _INTRINSIC[s] for s in definition.subtypes if s in _INTRINSIC and "Land" in definition.types
    )
    if "Siege" in definition.subtypes:
        intrinsic += (SIEGE,)
    defining = [ability for ability in definition.abilities if isinstance(ability, Modify) and _defines(ability)]
    subtypes = frozenset(definition.subtypes).union(*(ability.subtypes for ability in defining))
    without = Characteristics(
        name=definition.name,
        types=definition.types,
        subtypes=subtypes | (CREATURE_TYPES if "changeling" in definition.keywords else frozenset()),
        supertypes=definition.supertypes,
        colors=frozenset() if "devoid" in definition.keywords else definition.colors or colors_of(cost),
        keywords=definition.keywords,
        abilities=(),
        activated=(),
        triggered=(),
        statics=(),
        boosts=(),
        size=None,
        power=definition.power,
        toughness=definition.toughness,
        mana_value=mana_value(cost),
        phyrexian=any(s.phyrexian for s in cost),
        mana_cost=write_cost(cost),
        last_chapter=0,
    )
    return _with_abilities(without, intrinsic + definition.abilities + tuple(of_keywords(definition.keywords)))


def _defines(ability: Modify) -> bool:
    """Whether it defines subtypes of its own object, which it does in all zones (604.3)."""
    return ability == Modify(filter=Filter(source=True), subtypes=ability.subtypes)


def _with_abilities(before: Characteristics, abilities: tuple[Ability, ...]) -> Characteristics:
    triggered = tuple(a for a in abilities if isinstance(a, Triggered))
    return replace(
        before,
        boosts=tuple(a for a in abilities if isinstance(a, BoostSelf)),
        size=_size(tuple(a for a in abilities if isinstance(a, SizeIs))),
        abilities=abilities,
        activated=tuple(a for a in abilities if isinstance(a, Activated)),
        triggered=triggered,
        statics=tuple(a for a in abilities if not isinstance(a, (Activated, Triggered, Spell))),
        last_chapter=max((a.on.number for a in triggered if isinstance(a.on, Chapter)), default=0),
    )


@cache
def traits_of_emblem(ability: Activated) -> Characteristics:
    """The characteristics of an emblem, which has nothing but its ability (114.3)."""
    return printed(CardDefinition("emblem", abilities=(ability,)))


class Sizing(NamedTuple):
    """A change of power and toughness by something else (613.4b, 613.4c): whose change it is and what it says."""

    source: ObjectId
    controller: ObjectId
    change: Change


class Modifier(NamedTuple):
    """A continuous effect on permanents: of a static ability (`filter`) or of something that lasts (`on`)."""

    timestamp: ObjectId
    source: ObjectId
    controller: ObjectId
    change: Change
    filter: Filter | None
    on: tuple[ObjectId, ...] = ()
    condition: Condition | None = None
    """What has to hold as it begins to apply, and is looked at no more after that (613.6)."""


Apply = Callable[[ObjectId, Modifier], None]
"""Applies what an effect changes about a permanent in one layer."""


class Lent(NamedTuple):
    """An activated ability that another permanent has too (`HasAbilitiesOf`)."""

    by: ObjectId
    place: int
    """Among the activated abilities of the permanent that lends it."""
    any_mana: bool


class Board:
    """The characteristics of all permanents and who has which static and triggered abilities.

    Attributes:
        characteristics: by permanent.
        statics: pairs (source, ability) by class of the ability, in id order; of emblems and of what lasts too.
        watchers: triples (source, ability, event) by class of the event that the triggered ability waits for, in id order.
        sizes: by permanent, the changes of power and toughness by other things, in the order in which they apply (but those that
            add to them last, 613.4c).
        lost: by permanent, when it has last lost which keywords and, as `ALL_ABILITIES`, all abilities.
        lent: by permanent, the last of its activated abilities, which it has of others.
        frail: the permanents that state-based actions may put into a graveyard though nothing about them has changed or is on
            them: planeswalkers, Auras, Sagas, creatures of toughness 0 or of a toughness that depends on something else.
        legends: groups of legendary permanents of the same name under the same control (704.5j).
        held: what holds, or does not, by power and toughness, as far as it is known before these are.
        layered: whether any effects are applied in layers.
        contested: what `engine.timestamps` finds to override other effects, None if it has not looked.
        depends_on: what it can change with besides permanents that come, leave or change their controller (`engine.depending`).
        momentary: whether the moment is among that.
        moment: that, as it was when it was worked out.
    """

    __slots__ = (
        "characteristics", "contested", "depends_on", "frail", "held", "layered", "legends", "lent", "lost", "moment",
        "momentary", "sizes", "statics", "watchers",
    )  # fmt: skip

    def __init__(self, view: View) -> None:
        self.moment = _moment(view)
        self.depends_on = frozenset[str]()
        self.momentary = False
        self.contested: Mapping[Hashable, list[Stamped]] | None = None
        view._board = self  # filters and conditions of the effects ask for characteristics while these are worked out
        before = self._work_out(view, {})
        if any(_reads_sizes(condition) for _, condition in before):
            self._settle(view, before)

    def _settle(self, view: View, before: Mapping[tuple[ObjectId, Condition], bool]) -> None:
        """What holds by power and toughness is not known before all effects have applied, layer 7 comes last: where it is
        otherwise than it was taken to be, everything is worked out once more with what holds now."""
        now = {
            (source, condition): view.holds(condition, Context(view.controller(source), source))
            if _reads_sizes(condition)
            else held
            for (source, condition), held in before.items()
        }
        if now != before:
            self._work_out(view, {key: held for key, held in now.items() if _reads_sizes(key[1])})

    def _work_out(
        self, view: View, held: Mapping[tuple[ObjectId, Condition], bool]
    ) -> Mapping[tuple[ObjectId, Condition], bool]:
        """Everything; `held` says what holds and what does not, as far as that is known. Returns what was taken to hold."""
        found = {id: _of_permanent(p) for id, p in view.battlefield.items()}
        self.characteristics: dict[ObjectId, Characteristics] = found
        self.statics: dict[type, list[tuple[ObjectId, Ability]]] = {}
        self.watchers: dict[type, list[tuple[ObjectId, Triggered, Any]]] = {}
        self.sizes: dict[ObjectId, list[Sizing]] = {}
        self.lost: dict[ObjectId, dict[str, ObjectId]] = {}
        self.lent: dict[ObjectId, tuple[Lent, ...]] = {}
        self.held = held
        conditional = self._collect_statics(view)
        self.layered = bool(conditional) or bool(view.lasting) or not LAYERED.isdisjoint(self.statics)
        if self.layered:
            self._apply_layers(view)
        legends: dict[tuple[ObjectId, str], list[ObjectId]] = {}
        self.frail: set[ObjectId] = set()
        for id, traits in found.items():
            for ability in traits.triggered:
                if not ability.from_graveyard:  # 113.6k
                    self._watch(id, ability, ability.on)
            weak = "Creature" in traits.types and (traits.boosts or (traits.toughness or 0) <= 0 or id in self.sizes)
            if weak or traits.last_chapter or traits.types & _SPENT or "Aura" in traits.subtypes:
                self.frail.add(id)
            if "Legendary" in traits.supertypes:
                legends.setdefault((view.battlefield[id].controller, traits.name), []).append(id)
        for lasting in view.lasting:
            if isinstance(lasting.ability, Triggered):
                self._watch(lasting.id, lasting.ability, lasting.ability.on)
        self.legends = [tuple(ids) for ids in legends.values() if len(ids) > 1]
        return conditional

    def is_current(self, view: View) -> bool:
        """Whether it still is what it would be if it were worked out now, as far as the moment goes."""
        step, active, combat, history = self.moment
        return step is view.step and active is view.active and combat is view.combat and history is view.history

    def _watch(self, source: ObjectId, ability: Triggered, on: Event) -> None:
        if isinstance(on, AnyOf):
            for event in on.events:
                self._watch(source, ability, event)
        else:
            self.watchers.setdefault(type(on), []).append((source, ability, on))

    def _collect_statics(self, view: View) -> dict[tuple[ObjectId, Condition], bool]:
        """Finds who has which static abilities; tells of those that there are only while something holds whether it does."""
        self.statics.clear()
        conditional: dict[tuple[ObjectId, Condition], bool] = {}
        for source, ability in self._all_statics(view):
            if not isinstance(ability, While):
                self.statics.setdefault(type(ability), []).append((source, ability))
                continue
            self._depend_on(ability.condition)
            holds = conditional[source, ability.condition] = self._holds(view, source, ability.condition)
            for each in ability.abilities if holds else ():
                self.statics.setdefault(type(each), []).append((source, each))
        return conditional

    def _holds(self, view: View, source: ObjectId, condition: Condition) -> bool:
        known = self.held.get((source, condition))
        return view.holds(condition, Context(view.controller(source), source)) if known is None else known

    def _all_statics(self, view: View) -> Iterator[tuple[ObjectId, Ability]]:
        """The static abilities of permanents and of what lasts, each with its source."""
        for id, traits in self.characteristics.items():
            for ability in traits.statics:
                yield id, ability
        for lasting in view.lasting:
            if lasting.ability is not None and not isinstance(lasting.ability, (Triggered, Activated)):
                yield lasting.id, lasting.ability

    def _depend_on(self, what: Filter | Condition) -> None:
        """What is worked out here goes by that filter or condition."""
        self.depends_on |= depends_on(what)
        self.momentary = MOMENT in self.depends_on

    def _apply_layers(self, view: View) -> None:
        """Layers 4 to 7, in each the effects in the order of their timestamps (613.7). What an effect applies to is fixed when it
        first applies (613.6)."""
        modifiers = self._modifiers(view)
        affected: dict[Modifier, list[ObjectId]] = {}
        layers: tuple[tuple[str, Apply], ...] = (
            ("changes_types", self._change_types),
            ("changes_colors", self._change_colors),
            ("changes_abilities", self._change_abilities),
        )
        for layer, apply in layers:
            waiting = [modifier for modifier in modifiers if getattr(modifier.change, layer)]
            while waiting:
                modifier = self._next(view, waiting, affected, layer, apply) if len(waiting) > 1 else waiting[0]
                waiting.remove(modifier)
                if modifier not in affected:
                    ids = self._reach(view, modifier)
                    if ids is None:
                        continue
                    affected[modifier] = ids
                for id in affected[modifier]:
                    apply(id, modifier)
        self._lend(view)
        self._apply_rules(affected)
        self._collect_statics(view)
        self._boost_themselves()
        sizing = [m for m in modifiers if m in affected] + [m for m in self._modifiers(view) if m not in affected]
        for modifier in sorted(sizing, key=_by_timestamp):
            if modifier.change.changes_size:
                for id in affected[modifier] if modifier in affected else self._reach(view, modifier) or ():
                    self.sizes.setdefault(id, []).append(Sizing(modifier.source, modifier.controller, modifier.change))

    def _next(
        self, view: View, waiting: list[Modifier], affected: Mapping[Modifier, list[ObjectId]], layer: str, apply: Apply
    ) -> Modifier:
        """The effect that applies next within a layer: the oldest that depends on none of the others (613.8b, 613.8c)."""
        for one in waiting:
            if one.filter is None or one in affected:  # what it applies to is fixed
                return one
            reads = layer in _reads(one.filter) or (one.condition is not None and layer in _reads(one.condition))
            others = [other for other in waiting if other is not one and (reads or other.change.lose_abilities)]
            if not any(self._depends(view, one, other, affected, apply) for other in others):
                return one
        return waiting[0]

    def _depends(
        self, view: View, one: Modifier, other: Modifier, affected: Mapping[Modifier, list[ObjectId]], apply: Apply
    ) -> bool:
        """Whether applying the other effect would change the existence of this one or what it applies to (613.8a)."""
        before = self._reach(view, one)
        kept, lost = dict(self.characteristics), dict(self.lost)
        for id in affected[other] if other in affected else self._reach(view, other) or ():
            apply(id, other)
        after = self._reach(view, one)
        self.characteristics.update(kept)
        self.lost = lost
        return before is not None and before != after

    def _apply_rules(self, affected: Mapping[Modifier, list[ObjectId]]) -> None:
        """What a resolved spell or ability says about combat with an object, damage to it or its leaving is no ability of the
        object, so it stays when abilities are lost (611.2c, 613.11, 614.1)."""
        for modifier, ids in affected.items():
            rules = [ability for ability in modifier.change.abilities if isinstance(ability, _RULES)]
            for id in ids if modifier.filter is None and rules else ():
                traits = self.characteristics[id]
                lost = tuple(rule for rule in rules if rule not in traits.abilities)
                if lost:
                    self.characteristics[id] = _with_abilities(traits, traits.abilities + lost)

    def _boost_themselves(self) -> None:
        """Which permanents make themselves larger, with what they do only while something holds."""
        boosts: dict[ObjectId, tuple[BoostSelf, ...]] = {}
        for id, ability in self.statics.get(BoostSelf, ()):
            if isinstance(ability, BoostSelf):
                boosts[id] = (*boosts.get(id, ()), ability)
        for id, found in boosts.items():
            traits = self.characteristics.get(id)
            if traits is not None and traits.boosts != found:
                self.characteristics[id] = replace(traits, boosts=found)

    def _modifiers(self, view: View) -> list[Modifier]:
        found: list[Modifier] = []
        for source, ability in self._all_statics(view):
            abilities, condition = (ability.abilities, ability.condition) if isinstance(ability, While) else ((ability,), None)
            for static in abilities:
                if type(static) not in AS_CHANGES:
                    continue
                filter, change = AS_CHANGES[type(static)](static)
                self._depend_on(filter)
                permanent = view.battlefield.get(source)
                timestamp = source if permanent is None else permanent.timestamp
                found.append(Modifier(timestamp, source, view.controller(source), change, filter, condition=condition))
        for lasting in view.lasting:
            if lasting.change is not None:
                source = -1 if lasting.source is None else lasting.source
                found.append(Modifier(lasting.id, source, lasting.controller, lasting.change, None, lasting.on))
        return sorted(found, key=_by_timestamp)

    def _reach(self, view: View, modifier: Modifier) -> list[ObjectId] | None:
        """The permanents that the effect applies to as it begins to; None if the ability that it comes from is gone, or what has
        to hold for it does not."""
        if modifier.filter is not None and not self._still_has_abilities(modifier.source):
            return None
        if modifier.condition is not None and not self._holds(view, modifier.source, modifier.condition):
            return None
        return self._affected(view, modifier)

    def _still_has_abilities(self, source: ObjectId) -> bool:
        """Whether the source still has its static abilities after what was applied before."""
        traits = self.characteristics.get(source)
        return traits is None or source not in self.lost or bool(traits.statics)

    def _lend(self, view: View) -> None:
        """What permanents have of the activated abilities of others depends on all that changes these, so it comes last in layer
        6 (613.8a)."""
        for source, static in self.statics.get(HasAbilitiesOf, ()):
            assert isinstance(static, HasAbilitiesOf)
            self._depend_on(static.filter)
            if source not in self.characteristics or not self._still_has_abilities(source):
                continue
            lenders = self._matching(view, static.filter, view.controller(source), source)
            lent = [(id, i, a) for id in lenders for i, a in enumerate(self.characteristics[id].activated)]
            traits = self.characteristics[source]
            self.characteristics[source] = _with_abilities(traits, traits.abilities + tuple(a for _, _, a in lent))
            self.lent[source] = self.lent.get(source, ()) + tuple(Lent(id, i, static.any_mana) for id, i, _ in lent)

    def lent_as(self, id: ObjectId, index: int) -> Lent | None:
        """Whose ability that activated ability of a permanent is, if it has it of another one."""
        lent = self.lent.get(id)
        if lent is None:
            return None
        place = index - (len(self.characteristics[id].activated) - len(lent))
        return lent[place] if place >= 0 else None

    def _affected(self, view: View, modifier: Modifier) -> list[ObjectId]:
        filter = modifier.filter
        if filter is None:
            return [id for id in modifier.on if id in self.characteristics]
        return self._matching(view, filter, modifier.controller, modifier.source)

    def _matching(self, view: View, filter: Filter, you: ObjectId, source: ObjectId) -> list[ObjectId]:
        """The permanents that a filter lets through which `source` speaks of."""
        types = filter.types  # looked at first, as most permanents fail here
        found = self.characteristics
        if filter.source or filter.attached:  # it speaks of one permanent at most
            named = source if filter.source else view.attached_to(source)
            found = {named: found[named]} if named is not None and named in found else {}
        return [
            id
            for id, traits in found.items()
            if (not types or types & traits.types) and view.matches(filter, id, you, source, traits=traits)
        ]

    def _change_types(self, id: ObjectId, modifier: Modifier) -> None:
        traits, change = self.characteristics[id], modifier.change
        types = (traits.types if change.only_types is None else change.only_types) - change.lose_types
        subtypes = traits.subtypes
        if types != traits.types:  # subtypes go with their types (205.1a)
            subtypes = frozenset(s for s in subtypes if any(s in SUBTYPES_OF[t] for t in types & SUBTYPES_OF.keys()))
        if change.only_subtypes is not None:
            subtypes = (subtypes - _alternatives(change.only_subtypes)) | change.only_subtypes
        if change.every_creature_type:
            subtypes |= CREATURE_TYPES
        new = replace(
            traits,
            types=types | change.types,
            subtypes=subtypes | change.subtypes,
            supertypes=traits.supertypes | change.supertypes,
        )
        gained = tuple(_INTRINSIC[s] for s in sorted(change.subtypes - traits.subtypes) if s in _INTRINSIC)
        self.characteristics[id] = _with_abilities(new, gained + new.abilities) if gained else new

    def _change_colors(self, id: ObjectId, modifier: Modifier) -> None:
        traits, change = self.characteristics[id], modifier.change
        colors = traits.colors if change.only_colors is None else change.only_colors
        self.characteristics[id] = replace(traits, colors=colors | change.colors)

    def _change_abilities(self, id: ObjectId, modifier: Modifier) -> None:
        traits, change = self.characteristics[id], modifier.change
        words, abilities, lost = traits.keywords, traits.abilities, change.lose_keywords
        if change.lose_abilities:
            words, lost = frozenset(), lost | {ALL_ABILITIES}
            abilities = tuple(a for a in abilities if isinstance(a, Activated) and a.special)  # they are none
        elif own := _lost_words(words, lost):
            words, gone = words - own, set(of_keywords(own))
            abilities = tuple(a for a in abilities if a not in gone)
        if lost:
            before = self.lost.get(id, {})
            self.lost[id] = before | {word: max(modifier.timestamp, before.get(word, 0)) for word in lost}
        new = replace(traits, keywords=with_keywords(words, change.keywords))
        gained = (*change.abilities, *of_keywords(change.keywords))
        self.characteristics[id] = _with_abilities(new, abilities + gained)


def _lost_words(words: frozenset[str], lost: frozenset[str]) -> frozenset[str]:
    """Which of the keywords are lost: what loses hexproof loses hexproof from anything too (702.11e)."""
    every = "hexproof" in lost
    return frozenset(word for word in words if word in lost or (every and word.startswith("hexproof from ")))


def _alternatives(subtypes: frozenset[str]) -> frozenset[str]:
    """The subtypes that give way to these: those of the same kind (205.1a), creature types if there are none."""
    kinds = [kind for kind in SUBTYPES_OF.values() if kind & subtypes]
    return frozenset().union(*kinds or (CREATURE_TYPES,))


_SIZES = (Power, Toughness, Greatest, Sum)
"""Values that go by power and toughness."""

@cache
def _reads(what: Filter | Condition) -> frozenset[str]:
    """What in the layers 4 to 6 can change whether it holds or what it lets through, as `Change` calls it."""
    return frozenset().union(*(word.reads for word in words_in(what) if isinstance(word, Filter)))


@cache
def _reads_sizes(condition: Condition) -> bool:
    """Whether it goes by power or toughness, which only the last layer tells."""
    return any(
        word.power is not None or word.toughness is not None if isinstance(word, Filter) else isinstance(word, _SIZES)
        for word in words_in(condition)
    )


def _moment(view: View) -> tuple[object, object, object, object]:
    return (view.step, view.active, view.combat, view.history)


def _size(defined: tuple[SizeIs, ...]) -> SizeIs | None:
    """What characteristic-defining abilities say of power and toughness together, each of which one may say alone (604.3)."""
    if len(defined) < 2:
        return defined[0] if defined else None
    power = next((a.power for a in defined if a.power is not None), None)
    return SizeIs(power, next((a.toughness for a in defined if a.toughness is not None), None))


def with_keywords(words: frozenset[str], gained: frozenset[str]) -> frozenset[str]:
    """The keywords together; the values of toxic add up (702.164b)."""
    toxic = [word for word in (*words, *gained) if word.startswith("toxic ")]
    if len(toxic) < 2:
        return words | gained
    total = sum(int(word.removeprefix("toxic ")) for word in toxic)
    return (words | gained) - frozenset(toxic) | {f"toxic {total}"}


def _of_permanent(permanent: Permanent) -> Characteristics:
    traits = printed(permanent.shown)
    if permanent.melded and permanent.became is None:  # 202.3c
        return replace(traits, mana_value=sum(printed(card).mana_value for card in permanent.melded))
    if permanent.transformed and permanent.became is None:  # 202.3b
        return replace(traits, mana_value=printed(permanent.definition).mana_value)
    return traits


def _by_timestamp(modifier: Modifier) -> ObjectId:
    return modifier.timestamp


AS_CHANGES: dict[type, Callable[[Any], tuple[Filter, Change]]] = {
    Modify: lambda static: (static.filter, static),
    AllPermanentsAre: lambda static: (Filter(), Change(types=static.types)),
    EverythingColorless: lambda static: (Filter(), Change(only_colors=frozenset())),
    GrantAbilities: lambda static: (static.filter, Change(abilities=static.abilities)),
    LoseKeywords: lambda static: (static.filter, Change(lose_keywords=static.keywords)),
}
"""The static abilities that change characteristics of permanents: of which, and what."""

LAYERED = frozenset((*AS_CHANGES, HasAbilitiesOf, While))
"""The static abilities by which characteristics of permanents are not what is printed."""


def keywords(view: View, id: ObjectId) -> frozenset[str]:
    """The keywords of a permanent: its own, gained ones and those of keyword counters, without those that it has lost since it
    has gained them (613.1f, 613.7)."""
    board, permanent = view.board, view.battlefield[id]
    words = board.characteristics[id].keywords
    lost = board.lost.get(id)
    if permanent.counters:
        for kind, _ in permanent.counters:
            if kind in KEYWORD_COUNTERS and not (lost and _is_lost(lost, kind, permanent, kind)):
                words |= {kind}
    if permanent.gained:
        gained = permanent.gained
        if lost:
            gained = frozenset(word for word in gained if not _is_lost(lost, word, permanent, GAINED + word))
        words = with_keywords(words, gained)
    return words


def _is_lost(lost: Mapping[str, ObjectId], word: str, permanent: Permanent, stamp: str) -> bool:
    """Whether the permanent has lost that keyword after it received it."""
    since = permanent.stamp(stamp) or permanent.id
    return any(lost[one] > since for one in lost if one == ALL_ABILITIES or _lost_words(frozenset({word}), frozenset({one})))


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
    power, toughness = permanent.boost
    for kind, n in permanent.counters:
        p, t = boost_of_counter(kind)
        power += p * n
        toughness += t * n
    return power, toughness
