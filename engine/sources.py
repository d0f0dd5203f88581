"""Mana abilities (605) and the sources of mana that a player has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

from engine.alike import Alike, looks
from engine.checks import bars_life, bars_sacrifice, controlled, is_barred, is_sick, own_counters
from engine.choices import TapForMana
from engine.context import Context
from engine.mana import NO_MANA, TYPES_OF_MANA, Mana, add, unit
from engine.objects import ObjectId, Permanent, count_of
from engine.payment import Kind, Yield
from engine.vocabulary import Activated, AddMana, CannotActivate, Costs, CostsCannotUse, Filter, MoreMana, Value

if TYPE_CHECKING:
    from engine.view import View

# ------------------------------------------------------------------------------------------------------------ mana abilities


def is_mana_ability(ability: Activated) -> bool:
    """605.1a: it has no target, is not a loyalty ability and could add mana."""
    return not ability.targets and ability.cost.loyalty is None and any(isinstance(e, AddMana) for e in ability.effects)


def is_expressible(cost: Costs) -> bool:
    """Whether `TapForMana` says all that paying the costs of a mana ability needs: no mana, discards or choice of counters."""
    removes = cost.remove is None or (own_counters(cost) is not None and not cost.remove.x)
    return removes and not (cost.mana or cost.discard or cost.put or cost.pay or cost.exile_self or cost.life_x or cost.others)


@dataclass(frozen=True, slots=True)
class ManaAbility:
    """A mana ability and its index among the activated abilities of its source."""

    index: int
    ability: Activated
    fixed: tuple[AddMana, ...]
    """The effects that leave no choice of a type."""
    open: tuple[AddMana, ...]
    """The effects that leave one."""
    simple: bool
    """Whether adding mana is all it does."""
    words: tuple[str, ...]
    """What `TapForMana.color` may say."""
    colors: tuple[str, ...]
    """The types to choose from, a letter for each effect that leaves one open; empty if there is no choice."""
    expressible: bool
    bound: bool
    """Whether what its mana can be spent on is limited (106.6)."""

    @property
    def is_source(self) -> bool:
        """Whether paying for it needs no choice, it can be used once, by {T} or by sacrificing its source, and its mana pays for
        anything."""
        cost = self.ability.cost
        if not self.expressible or self.bound or (cost.sacrifice is not None and cost.sacrifice.filter is not None):
            return False
        return cost.tap or cost.sacrifice is not None


@dataclass(frozen=True, slots=True)
class Output:
    """What one use of a source gives and takes. `uses`: index of the ability and word for the type; if that is open, one pair for
    each type."""

    gives: Yield
    life: int
    removes: tuple[str, int] | None
    sacrifices: bool
    uses: tuple[tuple[int, str], ...]

    def use(self, source: ObjectId, type_index: int) -> TapForMana:
        index, color = self.uses[type_index]
        return tap(source, index, color)


@lru_cache(maxsize=16384)
def tap(source: ObjectId, index: int, color: str) -> TapForMana:
    return TapForMana(source, index, color)


@dataclass(frozen=True, slots=True)
class Sorted:
    """The activated abilities of an object, the mana abilities apart.

    `steady`: what it gives as a source whenever it can be tapped, None if that depends on something."""

    mana: tuple[ManaAbility, ...]
    others: tuple[tuple[int, Activated], ...]
    steady: tuple[Output, ...] | None


_SORTED: dict[int, tuple[tuple[Activated, ...], Sorted]] = {}


def sort(activated: tuple[Activated, ...]) -> Sorted:
    known = _SORTED.get(id(activated))
    if known is None or known[0] is not activated:
        if len(_SORTED) > 50_000:
            _SORTED.clear()
        known = _SORTED[id(activated)] = (activated, _sort(activated))
    return known[1]


def mana_abilities(activated: tuple[Activated, ...]) -> tuple[ManaAbility, ...]:
    """The mana abilities among the activated abilities of an object."""
    return sort(activated).mana


def _sort(activated: tuple[Activated, ...]) -> Sorted:
    here = [(index, ability) for index, ability in enumerate(activated) if ability.zone == "battlefield"]
    mana = tuple(_read(index, ability) for index, ability in here if is_mana_ability(ability))
    others = tuple((index, ability) for index, ability in here if not is_mana_ability(ability))
    steady = _outputs(mana, _number) if all(map(_is_steady, mana)) else None
    return Sorted(mana, others, steady)


def _read(index: int, ability: Activated) -> ManaAbility:
    adding = [effect for effect in ability.effects if isinstance(effect, AddMana)]
    fixed = tuple(effect for effect in adding if len(effect.colors) == 1)
    open_ = tuple(effect for effect in adding if len(effect.colors) > 1)
    colors = _types_to_choose(open_)
    words = colors or ("", *(effect.colors for effect in fixed))
    bound = any(effect.only is not None for effect in adding)
    simple = len(ability.effects) == len(adding)
    return ManaAbility(index, ability, fixed, open_, simple, words, colors, is_expressible(ability.cost), bound)


def _types_to_choose(effects: tuple[AddMana, ...]) -> tuple[str, ...]:
    """Every choice of a type for each effect; of equal effects in one order only."""
    if not effects:
        return ()
    if all(effect == effects[0] for effect in effects):
        return tuple(map("".join, combinations_with_replacement(effects[0].colors, len(effects))))
    return tuple(map("".join, product(*(effect.colors for effect in effects))))


def _is_steady(read: ManaAbility) -> bool:
    cost = read.ability.cost
    numbers = all(isinstance(effect.n, int) and not _depends(effect) for effect in (*read.fixed, *read.open))
    return read.is_source and cost.tap and not cost.life and cost.remove is None and numbers and read.ability.condition is None


def _depends(effect: AddMana) -> bool:
    """Whether it depends on something of which of its types the mana can be."""
    return effect.like is not None or effect.chosen


def types_open(view: View, source: ObjectId, read: ManaAbility) -> tuple[str, ...]:
    """What `TapForMana.color` may say now, a letter for each effect that leaves a type open; an empty text if none does."""
    if not any(map(_depends, read.open)):
        return read.colors or ("",)
    context = Context(view.controller(source), source)
    offered = [types_of(view, effect, context) for effect in read.open]
    return tuple(word for word in read.colors if all(letter in those for letter, those in zip(word, offered, strict=True)))


def types_of(view: View, effect: AddMana, context: Context) -> str:
    """The types of which the mana can be."""
    types = effect.colors
    if effect.chosen:
        permanent = None if context.source is None else view.battlefield.get(context.source)
        color = dict(permanent.chosen).get("color", "") if permanent is not None else ""
        types = "".join(letter for letter in types if letter == color)
    if effect.like is not None:
        could = _producible(view, effect.like, context, frozenset())
        types = "".join(letter for letter in types if letter in could)
    return types


def _producible(view: View, filter: Filter, context: Context, asked: frozenset[ObjectId]) -> frozenset[str]:
    """The types of mana that the permanents could produce (106.7): whatever their abilities would add if they resolved now. What
    one of them could produce by asking the others again adds nothing."""
    found: set[str] = set()
    for id in view.permanents(filter, context):
        if id in asked:
            continue
        theirs = Context(view.controller(id), id)
        for read in mana_abilities(view.activated(id)):
            for effect in (*read.fixed, *read.open):
                if not view.value(effect.n, theirs):
                    continue
                if effect.like is None:
                    found.update(types_of(view, effect, theirs))
                else:
                    found |= _producible(view, effect.like, theirs, asked | {id}) & frozenset(effect.colors)
    return frozenset(found)


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def can_use(view: View, permanent: Permanent, ability: Activated) -> bool:
    """Whether a mana ability may be activated (602.5b) and what of its costs leaves no choice can be paid (118.3, 302.6)."""
    cost = ability.cost
    if CannotActivate in view.board.statics and is_barred(view, permanent.id):
        return False
    if ability.condition is not None and not view.holds(ability.condition, Context(permanent.controller, permanent.id)):
        return False
    if cost.tap and (permanent.tapped or is_sick(view, permanent)):
        return False
    if cost.life and (bars_life(view, True) or not view.can_pay_life(permanent.controller, cost.life)):
        return False
    if cost.sacrifice is not None and cost.sacrifice.filter is None and bars_sacrifice(view, permanent.id, True):
        return False
    counters = own_counters(cost)
    return counters is None or count_of(permanent.counters, counters[0]) >= counters[1]


def outputs(view: View, permanent: Permanent, known: Sorted) -> tuple[Output, ...]:
    """What the permanent can give as a source of mana now, one mana of several possible types as one output."""
    statics = view.board.statics
    if known.steady is not None and _UNSTEADY.isdisjoint(statics):
        return () if permanent.tapped or is_sick(view, permanent) else known.steady
    context = Context(permanent.controller, permanent.id)
    usable = (read for read in known.mana if read.is_source and can_use(view, permanent, read.ability))
    return _outputs(
        usable,
        lambda value: view.value(value, context),
        more_mana(view, permanent.id),
        lambda read: types_open(view, permanent.id, read),
    )


_UNSTEADY = frozenset({CostsCannotUse, CannotActivate, MoreMana})
"""The static abilities that may change what a source gives, or whether it gives anything."""


def more_mana(view: View, id: ObjectId) -> Mana:
    """What else is added when the permanent is tapped for mana (605.1b)."""
    more = NO_MANA
    for source, static in view.statics(MoreMana):
        assert isinstance(static, MoreMana)
        if view.matches(static.filter, id, view.controller(source), source):
            more = add(more, unit(static.color, static.n))
    return more


def _outputs(
    abilities: Iterable[ManaAbility],
    number: Callable[[Value], int],
    when_tapped: Mana = NO_MANA,
    types: Callable[[ManaAbility], tuple[str, ...]] = lambda read: read.colors or ("",),
) -> tuple[Output, ...]:
    """`when_tapped`: what is added besides if the source is tapped for mana; `types`: what can be chosen for an ability."""
    found: list[Output] = []
    of_one_mana: dict[Costs, dict[int, tuple[int, str]]] = {}
    for read in abilities:
        for color in types(read):
            amount = [0] * 6
            for effect in read.fixed:
                amount[TYPES_OF_MANA.index(effect.colors)] += number(effect.n)
            for effect, letter in zip(read.open, color, strict=True):
                amount[TYPES_OF_MANA.index(letter)] += number(effect.n)
            if read.ability.cost.tap and any(amount):
                amount = list(add(tuple(amount), when_tapped))  # type: ignore[arg-type]
            if read.simple and sum(amount) == 1:
                of_one_mana.setdefault(read.ability.cost, {}).setdefault(amount.index(1), (read.index, color))
            elif sum(amount):
                found.append(_output(tuple(amount), read.ability.cost, ((read.index, color),)))  # type: ignore[arg-type]
    for cost, by_type in of_one_mana.items():
        if len(by_type) == 1:
            [(i, use)] = by_type.items()
            found.append(_output(unit(TYPES_OF_MANA[i]), cost, (use,)))
        else:
            uses = tuple(by_type.get(i, (-1, "")) for i in range(6))
            found.append(_output(sum(1 << i for i in by_type), cost, uses))
    return _same(tuple(found))


def _output(gives: Yield, cost: Costs, uses: tuple[tuple[int, str], ...]) -> Output:
    return Output(gives, cost.life, own_counters(cost), cost.sacrifice is not None, uses)


@lru_cache(maxsize=16384)
def _same(given: tuple[Output, ...]) -> tuple[Output, ...]:
    """One object for equal outputs."""
    return given


# ------------------------------------------------------------------------------------------------------------------ sources

Groups = tuple[tuple[tuple[ObjectId, ...], tuple[Output, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """The sources of mana of one player, alike ones together: their ids and what each of them can give.

    There is one object for the same sources, and what can be paid with them is remembered in it."""

    groups: Groups
    kinds: tuple[Kind, ...]
    most: int
    """The most mana that they can give in all."""
    ids: frozenset[ObjectId]
    crowded: frozenset[ObjectId]
    """Those that have others like them in their group."""
    known: dict[Any, Any] = field(default_factory=dict, repr=False)


_SOURCES: dict[tuple[tuple[tuple[ObjectId, ...], int], ...], Sources] = {}


def _sources(groups: Groups) -> Sources:
    key = tuple([(ids, id(given)) for ids, given in groups])
    known = _SOURCES.get(key)
    if known is None or any(have[1] is not wanted[1] for have, wanted in zip(known.groups, groups, strict=True)):
        if len(_SOURCES) > 5_000:
            _SOURCES.clear()
        kinds = tuple((len(ids), tuple(o.gives for o in given)) for ids, given in groups)
        most = sum(n * max(1 if isinstance(gives, int) else sum(gives) for gives in given) for n, given in kinds)
        everything = frozenset(id for ids, _ in groups for id in ids)
        crowded = frozenset(id for ids, _ in groups if len(ids) > 1 for id in ids)
        known = _SOURCES[key] = Sources(groups, kinds, most, everything, crowded)
    return known


def sources_of(view: View, player: ObjectId, alike: Alike) -> Sources:
    """What `player` can make mana with now."""
    return sources_among(view, classes_of(view, player, alike))


Class = tuple[Permanent, Sorted, list[ObjectId]]
"""Alike permanents: the first, what it can do, and the ids of all."""


def classes_of(view: View, player: ObjectId, alike: Alike) -> list[Class]:
    """The player's permanents with activated abilities, alike ones together."""
    special, traits = alike.special, view.board.characteristics
    found: dict[ObjectId, Class] = {}
    for id, permanent in view.battlefield.items():
        if permanent.controller != player:
            continue
        activated = traits[id].activated
        if activated:
            key = id if id in special else looks(permanent)
            known = found.get(key)
            if known is None:
                found[key] = (permanent, sort(activated), [id])
            else:
                known[2].append(id)
    return list(found.values())


def sources_among(view: View, classes: Iterable[Class]) -> Sources:
    """What mana can be made with, among permanents in classes of alike ones."""
    groups = []
    for permanent, known, ids in classes:
        if known.mana:
            given = outputs(view, permanent, known)
            if given:
                groups.append((tuple(ids), given))
    return _sources(tuple(groups))


@dataclass(frozen=True, slots=True)
class Reserved:
    """What other parts of a cost use, so that fewer sources are left: what is tapped, what is sacrificed, counters removed.

    `marked`: all that are used or targeted in whatever way, and so are not like others."""

    marked: frozenset[ObjectId] = frozenset()
    tapped: frozenset[ObjectId] = frozenset()
    sacrificed: frozenset[ObjectId] = frozenset()
    removed: tuple[tuple[ObjectId, str, int], ...] = ()


def without(view: View, sources: Sources, reserved: Reserved) -> Sources:
    """The sources that are left while part of the permanents is used for something else of the same cost."""
    touched = reserved.marked | reserved.sacrificed | reserved.tapped
    if not touched & sources.ids:
        return sources
    groups: list[tuple[tuple[ObjectId, ...], tuple[Output, ...]]] = []
    for ids, given in sources.groups:
        others = tuple(id for id in ids if id not in touched)
        if others:
            groups.append((others, given))
        for id in ids:
            if id in touched:
                left = tuple(output for output in given if _is_left(view, id, output, reserved))
                if left:
                    groups.append(((id,), _same(left)))
    return _sources(tuple(groups))


def _is_left(view: View, id: ObjectId, output: Output, reserved: Reserved) -> bool:
    """Whether a source that is also used otherwise can still be used so. Mana comes first (601.2g), so one that will be
    sacrificed can be tapped, but what is sacrificed for mana is not there any more to be sacrificed or to have counters; {T} can
    be paid once."""
    needed_later = id in reserved.sacrificed or any(other == id for other, _, _ in reserved.removed)
    if id in reserved.tapped or (output.sacrifices and needed_later):
        return False
    if output.removes is None:
        return True
    kind, n = output.removes
    gone = sum(m for other, k, m in reserved.removed if other == id and k == kind)
    return count_of(view.battlefield[id].counters, kind) >= n + gone


# ------------------------------------------------------------------------------------------------------------ one by one


def taps(view: View, alike: Alike, classes: Iterable[Class]) -> Iterator[TapForMana]:
    """Every mana ability of these permanents that may be activated now, each open type on its own."""
    for permanent, known, _ in classes:
        for read in known.mana:
            cost = read.ability.cost
            if (cost.tap and permanent.tapped) or not read.expressible or not can_use(view, permanent, read.ability):
                continue
            for color in types_open(view, permanent.id, read):
                if cost.sacrifice is None or cost.sacrifice.filter is None:
                    yield tap(permanent.id, read.index, color)
                    continue
                among = controlled(view, permanent.controller, cost.sacrifice.filter, permanent.id)
                options = [id for id in among if not bars_sacrifice(view, id, True)]
                for sacrifice in alike.picks(options, cost.sacrifice.n, cost.sacrifice.n, {permanent.id}):
                    yield TapForMana(permanent.id, read.index, color, sacrifice)
