"""Mana abilities (605): which there are, what they would give, and activating one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.alike import Alike
from engine.choices import IllegalChoice, TapForMana
from engine.context import Context
from engine.mana import TYPES_OF_MANA, unit
from engine.objects import ObjectId, Permanent, count_of
from engine.payment import Kind, Yield
from engine.vocabulary import Activated, AddMana, Costs, Filter, SacrificeCost

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View


def is_mana_ability(ability: Activated) -> bool:
    """605.1a: it has no target, is not a loyalty ability and could add mana."""
    return not ability.targets and ability.cost.loyalty is None and any(isinstance(e, AddMana) for e in ability.effects)


# ------------------------------------------------------------------------------------------------- what mana abilities give


@dataclass(frozen=True, slots=True)
class Output:
    """What one use of a source gives and takes. `abilities`: the index of the ability for each type of mana that is open, or one
    entry; `color` the word for it where it does not follow from the type."""

    gives: Yield
    life: int
    removes: tuple[str, int] | None
    sacrifices: bool
    ability: tuple[tuple[int, str], ...]

    def use(self, source: ObjectId, type_index: int) -> TapForMana:
        index, color = self.ability[type_index]
        return TapForMana(source, index, color)


@dataclass(frozen=True, slots=True)
class _ManaAbility:
    """A mana ability of a permanent as it is printed on it: its index among the activated ones."""

    index: int
    ability: Activated
    fixed: tuple[AddMana, ...]
    """The effects that leave no choice of a type."""
    open: AddMana | None

    @property
    def simple(self) -> bool:
        """Whether adding mana is all it does."""
        return len(self.ability.effects) == len(self.fixed) + (self.open is not None)

    @property
    def colors(self) -> str:
        """The types to choose from, empty if there is no choice."""
        return self.open.colors if self.open else ""


_READ: dict[int, tuple[tuple[Activated, ...], tuple[_ManaAbility, ...]]] = {}


def mana_abilities(activated: tuple[Activated, ...]) -> tuple[_ManaAbility, ...]:
    """The mana abilities among the activated abilities of an object."""
    known = _READ.get(id(activated))
    if known is None or known[0] is not activated:
        if len(_READ) > 100_000:
            _READ.clear()
        known = _READ[id(activated)] = (activated, tuple(_read(activated)))
    return known[1]


def _read(activated: tuple[Activated, ...]) -> Iterator[_ManaAbility]:
    for index, ability in enumerate(activated):
        if is_mana_ability(ability):
            adding = [e for e in ability.effects if isinstance(e, AddMana)]
            yield _ManaAbility(
                index,
                ability,
                tuple(e for e in adding if len(e.colors) == 1),
                next((e for e in adding if len(e.colors) > 1), None),
            )


def can_use(view: View, permanent: Permanent, cost: Costs) -> bool:
    """Whether the costs of a mana ability that need nothing chosen can be paid: {T}, life, counters of its own (118.3, 302.6)."""
    if cost.tap and (permanent.tapped or is_sick(view, permanent)):
        return False
    if cost.life and not view.can_pay_life(permanent.controller, cost.life):
        return False
    kind = own_counters(cost)
    return kind is None or count_of(permanent.counters, kind[0]) >= kind[1]


def own_counters(cost: Costs) -> tuple[str, int] | None:
    """The kind and number of counters that are removed from the source itself, if the cost asks for that."""
    remove = cost.remove
    return None if remove is None or remove.kind is None or remove.filter is not None else (remove.kind, remove.n)


def is_sick(view: View, permanent: Permanent) -> bool:
    """302.6: a creature whose controller has not had it since their turn began cannot pay {T}, unless it has haste."""
    return permanent.sick and "Creature" in view.types(permanent.id) and "haste" not in view.keywords(permanent.id)


def _is_source(cost: Costs) -> bool:
    """Whether paying needs no choice and the ability can be used once: by {T} or by sacrificing the permanent itself."""
    if cost.mana or cost.discard or (cost.sacrifice and cost.sacrifice.filter):
        return False
    return (cost.tap or cost.sacrifice is not None) and (cost.remove is None or cost.remove.filter is None)


def outputs(view: View, permanent: Permanent) -> tuple[Output, ...]:
    """What the permanent can give as a source of mana now, one mana of several possible types as one output."""
    found: list[Output] = []
    open_ones: dict[Costs, dict[int, tuple[int, str]]] = {}
    for read in mana_abilities(view.activated(permanent.id)):
        cost = read.ability.cost
        if not _is_source(cost) or not can_use(view, permanent, cost):
            continue
        context = Context(permanent.controller, permanent.id)
        fixed = [0] * 6
        for effect in read.fixed:
            fixed[TYPES_OF_MANA.index(effect.colors)] += view.value(effect.n, context)
        if read.open is None:
            if read.simple and sum(fixed) == 1:
                open_ones.setdefault(cost, {}).setdefault(fixed.index(1), (read.index, ""))
            elif sum(fixed):
                found.append(_output(tuple(fixed), cost, ((read.index, ""),)))
            continue
        n = view.value(read.open.n, context)
        for color in read.open.colors if n else "":
            i = TYPES_OF_MANA.index(color)
            if read.simple and n == 1 and not any(fixed):
                open_ones.setdefault(cost, {}).setdefault(i, (read.index, color))
            else:
                amount = tuple(have + n * (i == j) for j, have in enumerate(fixed))
                found.append(_output(amount, cost, ((read.index, color),)))
    for cost, by_type in open_ones.items():
        if len(by_type) == 1:
            [(i, use)] = by_type.items()
            found.append(_output(unit(TYPES_OF_MANA[i]), cost, (use,)))
        else:
            mask = sum(1 << i for i in by_type)
            found.append(_output(mask, cost, tuple(by_type.get(i, (-1, "")) for i in range(6))))
    return tuple(found)


def _output(gives: Yield | tuple[int, ...], cost: Costs, ability: tuple[tuple[int, str], ...]) -> Output:
    return Output(gives, cost.life, own_counters(cost), cost.sacrifice is not None, ability)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------------ sources


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of mana of one player, alike ones together: their ids and what each of them can give."""

    groups: tuple[tuple[tuple[ObjectId, ...], tuple[Output, ...]], ...]
    kinds: tuple[Kind, ...]
    most: int
    """The most mana that they can give in all."""
    ids: frozenset[ObjectId]
    crowded: frozenset[ObjectId]
    """Those that have others like them in their group."""


NO_SOURCES = Sources((), (), 0, frozenset(), frozenset())


def sources_of(view: View, player: ObjectId, alike: Alike) -> Sources:
    """What `player` can make mana with now."""
    groups: dict[object, tuple[list[ObjectId], tuple[Output, ...]]] = {}
    for permanent in view.battlefield.values():
        if permanent.controller != player or not mana_abilities(view.activated(permanent.id)):
            continue
        key = alike.key(permanent.id)
        known = groups.get(key)
        if known is not None:
            known[0].append(permanent.id)
            continue
        given = outputs(view, permanent)
        if given:
            groups[key] = ([permanent.id], given)
    return _sources([(tuple(ids), given) for ids, given in groups.values()])


def _sources(groups: list[tuple[tuple[ObjectId, ...], tuple[Output, ...]]]) -> Sources:
    if not groups:
        return NO_SOURCES
    kinds = tuple((len(ids), tuple(o.gives for o in given)) for ids, given in groups)
    most = sum(n * max(1 if isinstance(gives, int) else sum(gives) for gives in given) for n, given in kinds)
    ids = frozenset(id for members, _ in groups for id in members)
    return Sources(tuple(groups), kinds, most, ids, frozenset(id for members, _ in groups if len(members) > 1 for id in members))


@dataclass(frozen=True, slots=True)
class Reserved:
    """What other parts of a cost use, so that fewer sources are left: what is tapped, what is sacrificed, counters removed.

    `marked`: all that are used or targeted in whatever way, and so are not like others."""

    marked: frozenset[ObjectId] = frozenset()
    tapped: ObjectId | None = None
    sacrificed: frozenset[ObjectId] = frozenset()
    removed: tuple[tuple[ObjectId, str, int], ...] = ()


def without(view: View, sources: Sources, reserved: Reserved) -> Sources:
    """The sources that are left while part of the permanents is used for something else of the same cost."""
    touched = reserved.marked | reserved.sacrificed
    if reserved.tapped is not None:
        touched |= {reserved.tapped}
    if not (touched & sources.crowded or reserved.tapped in sources.ids or reserved.sacrificed & sources.ids or reserved.removed):
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
                    groups.append(((id,), left))
    return _sources(groups)


def _is_left(view: View, id: ObjectId, output: Output, reserved: Reserved) -> bool:
    """Whether a source that is also used otherwise can still be used so. Mana comes first (601.2g), so one that will be
    sacrificed can be tapped, but not sacrificed twice; {T} can be paid once."""
    if id == reserved.tapped or (output.sacrifices and id in reserved.sacrificed):
        return False
    if output.removes is None:
        return True
    kind, n = output.removes
    gone = sum(m for other, k, m in reserved.removed if other == id and k == kind)
    return count_of(view.battlefield[id].counters, kind) >= n + gone


# -------------------------------------------------------------------------------------------------------- activating, one by one


def is_expressible(cost: Costs) -> bool:
    """Whether `TapForMana` says all that paying the costs of a mana ability needs: no mana, no discards, no choice of counters."""
    return not cost.mana and not cost.discard and (cost.remove is None or own_counters(cost) is not None)


def taps(view: View, player: ObjectId, alike: Alike) -> Iterator[TapForMana]:
    """Every mana ability that may be activated now, alike sources once, each open type on its own."""
    seen: set[object] = set()
    for permanent in view.battlefield.values():
        if permanent.controller != player:
            continue
        abilities = mana_abilities(view.activated(permanent.id))
        if not abilities or alike.key(permanent.id) in seen:
            continue
        seen.add(alike.key(permanent.id))
        for read in abilities:
            cost = read.ability.cost
            if not is_expressible(cost) or not can_use(view, permanent, cost):
                continue
            for sacrifice in _victims(view, permanent, cost, alike):
                for color in read.colors or ("",):
                    yield TapForMana(permanent.id, read.index, color, sacrifice)


def _victims(view: View, permanent: Permanent, cost: Costs, alike: Alike) -> Iterator[tuple[ObjectId, ...]]:
    if cost.sacrifice is None or cost.sacrifice.filter is None:
        return iter([()])
    options = sacrificeable(view, permanent.controller, cost.sacrifice.filter, permanent.id)
    return alike.picks(options, cost.sacrifice.n, cost.sacrifice.n, {permanent.id})


def sacrificeable(view: View, player: ObjectId, filter: Filter, source: ObjectId | None) -> list[ObjectId]:
    """What the player may sacrifice for a cost: permanents they control (701.21a) that the filter lets through."""
    return [id for id, p in view.battlefield.items() if p.controller == player and view.matches(filter, id, player, source)]


def check_sacrifice(
    view: View, player: ObjectId, cost: SacrificeCost, source: ObjectId | None, chosen: tuple[ObjectId, ...]
) -> None:
    """Whether `chosen` pays a cost of sacrificing other permanents than the source itself.

    Raises:
        IllegalChoice: 118.3, or 701.21a: only permanents one controls can be sacrificed.
    """
    assert cost.filter is not None
    if len(chosen) != cost.n or len(set(chosen)) != cost.n:
        raise IllegalChoice("118.3", f"{cost.n} permanents must be sacrificed, not {len(set(chosen))}")
    for id in chosen:
        permanent = view.battlefield.get(id)
        if permanent is None:
            raise IllegalChoice("701.21a", "what is to be sacrificed is not on the battlefield")
        if permanent.controller != player:
            raise IllegalChoice("701.21a", f"{view.name(id)} cannot be sacrificed by a player who does not control it")
        if not view.matches(cost.filter, id, player, source):
            raise IllegalChoice("118.3", f"{view.name(id)} is not what the cost asks to sacrifice")


def check_tap_cost(view: View, permanent: Permanent) -> None:
    """Whether {T} of the permanent can be paid.

    Raises:
        IllegalChoice: 118.3 tapped already, 602.5a summoning sickness.
    """
    if permanent.tapped:
        raise IllegalChoice("118.3", f"{view.name(permanent.id)} is tapped already")
    if is_sick(view, permanent):
        raise IllegalChoice("602.5a", f"{view.name(permanent.id)} came under your control this turn, so it cannot pay {{T}}")


def check_own_counters(view: View, permanent: Permanent, kind: str, n: int) -> None:
    """Raises:
    IllegalChoice: 118.3, there are not that many counters of the kind on the permanent.
    """
    have = count_of(permanent.counters, kind)
    if have < n:
        raise IllegalChoice("118.3", f"{view.name(permanent.id)} has {have} {kind} counters, not {n}")


def check_life(view: View, player: ObjectId, n: int) -> None:
    """Raises:
    IllegalChoice: 119.4, the player has less life than that.
    """
    if not view.can_pay_life(player, n):
        raise IllegalChoice("119.4", f"{n} life cannot be paid with a life total of {view.players[player].life}")


def check_tap(view: View, player: ObjectId, choice: TapForMana) -> Activated:
    """The mana ability that the choice activates.

    Raises:
        IllegalChoice: 602.2 not yours, 605.1a no mana ability, 602.5a summoning sickness, 118.3, 701.21a or 119.4 a cost that
            cannot be paid, 106.1b a type of mana that it does not give.
    """
    ability = ability_of(view, player, choice.source, choice.ability)
    permanent = view.battlefield[choice.source]
    if not is_mana_ability(ability):
        raise IllegalChoice("605.1a", f"that ability of {view.name(choice.source)} is not a mana ability")
    cost = ability.cost
    if not is_expressible(cost):
        raise IllegalChoice("605.3", f"that mana ability of {view.name(choice.source)} has costs that need further choices")
    if cost.tap:
        check_tap_cost(view, permanent)
    removed = own_counters(cost)
    if removed is not None:
        check_own_counters(view, permanent, *removed)
    check_life(view, player, cost.life)
    if cost.sacrifice is not None and cost.sacrifice.filter is not None:
        check_sacrifice(view, player, cost.sacrifice, choice.source, choice.sacrifice)
    elif choice.sacrifice not in ((), (choice.source,)) or (choice.sacrifice and cost.sacrifice is None):
        raise IllegalChoice("118.3", f"that ability of {view.name(choice.source)} does not ask for this sacrifice")
    read = next(read for read in mana_abilities(view.activated(choice.source)) if read.index == choice.ability)
    possible = read.colors or "".join(e.colors for e in read.fixed)
    if choice.color not in possible or (read.colors and not choice.color):
        named = choice.color or "an unnamed type"
        raise IllegalChoice("106.1b", f"{view.name(choice.source)} gives one of {possible}, not {named}")
    return ability


def ability_of(view: View, player: ObjectId, source: ObjectId, index: int) -> Activated:
    """An activated ability of a permanent that the player controls.

    Raises:
        IllegalChoice: 602.2, there is no such permanent or ability, or another player controls it.
    """
    permanent = view.battlefield.get(source)
    if permanent is None:
        raise IllegalChoice("602.2", "the source of the ability is not on the battlefield")
    if permanent.controller != player:
        raise IllegalChoice("602.2", f"only its controller can activate an ability of {view.name(source)}")
    activated = view.activated(source)
    if not 0 <= index < len(activated):
        raise IllegalChoice("602.2", f"{view.name(source)} has {len(activated)} activated abilities, not a number {index + 1}")
    return activated[index]


def tap_for_mana(draft: Draft, player: ObjectId, choice: TapForMana) -> None:
    """Activate a mana ability: pay its costs, and it resolves at once (605.3b).

    Raises:
        IllegalChoice: as `check_tap`.
    """
    ability = check_tap(draft, player, choice)
    cost = ability.cost
    if cost.tap:
        draft.tap(choice.source)
    if cost.life:
        draft.pay_life(player, cost.life)
    removed = own_counters(cost)
    if removed is not None:
        draft.remove_counters(choice.source, *removed)
    if cost.sacrifice is not None:
        draft.sacrifice(choice.sacrifice if cost.sacrifice.filter is not None else (choice.source,))
    draft.resolve_mana_ability(choice.source, ability, player, choice.color)
