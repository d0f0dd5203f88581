"""Total costs (601.2f) and costs other than mana (118, 601.2h): checking, listing the ways to pay, and paying.

The mana part of a cost is in `engine.payment`, where it comes from in `engine.sources`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from engine.alike import Alike
from engine.bound_mana import ANYTHING_ELSE, Purpose, spend, spendable
from engine.checks import (
    ability_of,
    bars_life,
    bars_sacrifice,
    check_counters,
    check_life,
    check_not_barred,
    check_sacrifice,
    check_tap_cost,
    controlled,
    is_barred,
    is_sick,
    own_counters,
)
from engine.choices import IllegalChoice, Payment, Picked, Removal, TapForMana, ToPick
from engine.context import Context
from engine.helping import Help, helped, use
from engine.keywords import is_equip
from engine.lazily import Lazy, lazily
from engine.mana import NO_MANA, TYPES_OF_MANA, Cost, Mana, add, mana_value, parse_cost, unit, write_mana
from engine.objects import ObjectId, count_of
from engine.payment import LIFE_FOR_A_SYMBOL, Bill, Way, announcements, bill_of, check_spent, ways
from engine.replacement import forbidden
from engine.sources import Reserved, Sources, is_expressible, is_mana_ability, mana_abilities, more_mana, sources_of, types_open
from engine.tracking import activated_before
from engine.triggers import on_activated_for_mana
from engine.vocabulary import (
    AbilitiesCostLess,
    Activated,
    AnyManaPays,
    CannotActivate,
    Costs,
    CostsByTargets,
    CostsLess,
    CostsLessItself,
    CostsMore,
    LifeForColor,
    LifeForMana,
    LoyaltyCosts,
    MinimumCost,
    MoreMana,
    OthersCost,
    RemoveCountersCost,
    TargetingCosts,
)  # fmt: skip
from engine.ways import may_play

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View

LOYALTY = "loyalty"

ANY_LIFE = 1 << 30
"""More life than anybody pays."""

# ------------------------------------------------------------------------------------------------------------ mana: the total


class Terms(NamedTuple):
    """What effects do to a mana cost: how much less generic mana, at least how much mana, and how it may be paid."""

    less: int = 0
    minimum: int = 0
    any_color: bool = False
    life_for: frozenset[str] = frozenset()
    """The colours whose symbols may be paid with life at payment."""
    more: int = 0
    any_type: bool = False
    optional: Mana = NO_MANA
    """How many symbols of each colour may be left out for 2 life each, as an additional cost."""

    def totals(self, bill: Bill, life: int) -> Iterator[tuple[Bill, int]]:
        """The total mana cost for every choice of additional costs in life, with how many symbols were left out for them."""
        if self.optional == NO_MANA:
            yield self.total(bill), 0
            return
        most = tuple(map(min, bill.need, self.optional))
        for left_out in product(*(range(n + 1) for n in most)):
            less = bill
            for i, n in enumerate(left_out):
                less = less.less_colored(i, n) if n else less
            if less.life <= life:
                yield self.total(less), sum(left_out)

    def due(self, bill: Bill) -> Bill:
        """The bill with what it asks of the types of mana, where mana may be spent as though it were of another one (609.4b)."""
        return bill.of_any_type() if self.any_type else bill.of_any_color() if self.any_color else bill

    def total(self, bill: Bill) -> Bill:
        """The total mana cost (601.2f): increases, reductions, then what sets the total."""
        return bill.increased(self.more).reduced(self.less).raised_to(self.minimum)


FREE_TERMS = Terms()


def adjusted(cost: Cost, terms: Terms) -> Cost:
    """The cost with what the terms make of its generic part (601.2f), where it is paid while something resolves."""
    generic = sum(symbol.generic for symbol in cost)
    others = tuple(symbol for symbol in cost if not symbol.is_generic)
    n = max(generic + terms.more - terms.less, terms.minimum - mana_value(others), 0)
    return (*(parse_cost(f"{{{n}}}") if n or not others else ()), *others)


def terms_of_paying(view: View, player: ObjectId) -> Terms:
    """The terms of any cost that `player` pays."""
    statics = view.board.statics
    if LifeForMana not in statics and AnyManaPays not in statics:
        return FREE_TERMS
    colors = frozenset(
        ability.color
        for source, ability in view.statics(LifeForMana)
        if isinstance(ability, LifeForMana) and view.controller(source) == player
    )
    return Terms(any_color=AnyManaPays in statics, life_for=colors)


def terms_of_casting(
    view: View, player: ObjectId, card: ObjectId, paying: Terms | None = None, by_itself: bool = True
) -> Terms:
    """The terms on which `player` casts that card (as it is in hand or on the stack); `paying`: those of any cost, if known;
    `by_itself`: whether an ability of its own may change what it costs."""
    terms = terms_of_paying(view, player) if paying is None else paying
    if view.lasting and _may_spend_anything(view, player, card):
        terms = terms._replace(any_type=True)
    statics = view.board.statics
    less = _less_by_itself(view, player, card) if by_itself else 0
    if LifeForColor in statics:
        terms = terms._replace(optional=_optional_life(view, player, card))
    if _CHANGING.isdisjoint(statics):
        return terms._replace(less=less) if less else terms
    more = minimum = 0
    for source, ability in view.statics(CostsLess):
        assert isinstance(ability, CostsLess)
        yours = view.controller(source) == player
        if yours and view.matches(ability.filter, card, player, source, controller=player):
            less += view.value(ability.n, Context(player, source))
    for source, ability in view.statics(CostsMore):
        assert isinstance(ability, CostsMore)
        meant = ability.who == "each player" or (ability.who == "you") == (view.controller(source) == player)
        if meant and view.matches(ability.filter, card, view.controller(source), source, controller=player):
            more += view.value(ability.n, Context(view.controller(source), source))
    for source, ability in view.statics(MinimumCost):
        assert isinstance(ability, MinimumCost)
        if source not in view.battlefield or not view.battlefield[source].tapped:
            minimum = max(minimum, ability.n)
    return terms._replace(more=terms.more + more, less=less, minimum=minimum)


_CHANGING = frozenset({CostsLess, CostsMore, MinimumCost})
"""The static abilities of others that change what spells cost."""


def _optional_life(view: View, player: ObjectId, card: ObjectId) -> Mana:
    """How many symbols of each colour may be left out for life when the player casts that card."""
    most = NO_MANA
    for source, static in view.statics(LifeForColor):
        assert isinstance(static, LifeForColor)
        if view.controller(source) == player and view.matches(static.filter, card, player, source, controller=player):
            most = add(most, unit(static.color))
    return most


def _may_spend_anything(view: View, player: ObjectId, id: ObjectId) -> bool:
    """Whether mana of any type may be spent to cast that card from exile."""
    card = view.card(id)
    permission = None if card is None else may_play(view, player, card)
    return permission is not None and permission.any_mana


def terms_of_activating(
    view: View, player: ObjectId, source: ObjectId, index: int, paying: Terms | None = None
) -> Terms:
    """The terms on which `player` activates that ability; `paying`: those of any cost, if known."""
    ability, lent = view.activated(source)[index], view.board.lent_as(source, index)
    terms = terms_of_paying(view, player) if paying is None else paying
    if lent is not None and lent.any_mana:
        terms = terms._replace(any_color=True)
    less = 0 if ability.less is None else max(view.value(ability.less, Context(player, source)), 0)
    for speaker, static in view.statics(AbilitiesCostLess):
        assert isinstance(static, AbilitiesCostLess)
        context = Context(player, speaker)
        if ability.special or view.controller(speaker) != player or source not in view.battlefield:
            continue
        if static.equip and not is_equip(ability):
            continue
        if static.first and view.value(activated_before(static), context):
            continue
        if view.matches(static.filter, source, player, speaker, context=context):
            less += view.value(static.n, context)
    return terms._replace(less=terms.less + less) if less else terms


def _less_by_itself(view: View, player: ObjectId, card: ObjectId) -> int:
    """How much less a card costs by an ability of its own."""
    less = 0
    for ability in view.characteristics(card).statics:
        if isinstance(ability, CostsLessItself):
            context = Context(player, card)
            if ability.condition is None or view.holds(ability.condition, context):
                less += max(view.value(ability.n, context), 0)
    return less


def terms_of_targeting(
    view: View, player: ObjectId, card: ObjectId, groups: Iterable[Iterable[ObjectId]], terms: Terms
) -> Terms:
    """The terms of a spell that is cast on these targets; `card`: what is cast."""
    targets = {id for group in groups for id in group}
    for wanted, n in _changes_by_targets(view, player, card):
        if not targets.isdisjoint(wanted):
            terms = terms._replace(more=terms.more + max(n, 0), less=terms.less + max(-n, 0))
    return terms


def most_lenient(view: View, player: ObjectId, card: ObjectId, terms: Terms) -> Terms:
    """Terms at least as good as those of any targets."""
    return terms._replace(less=terms.less + sum(max(-n, 0) for _, n in _changes_by_targets(view, player, card)))


def _changes_by_targets(view: View, player: ObjectId, card: ObjectId) -> Iterator[tuple[tuple[ObjectId, ...], int]]:
    """How much more that card costs the player to cast if the spell targets one of these, or less."""
    for source, ability in view.statics(TargetingCosts):
        assert isinstance(ability, TargetingCosts)
        if (ability.by == "you") == (view.controller(source) == player):
            yield (source,), ability.n
    for own in view.characteristics(card).statics:
        if isinstance(own, CostsByTargets):
            yield tuple(view.legal_targets(own.target, Context(player, card))), own.n


# ------------------------------------------------------------------------------------------------------------ mana: ways to pay


@dataclass(frozen=True, slots=True)
class Plan:
    """How to pay the mana of a cost: as `Payment`, but with kinds of sources instead of sources."""

    announced: tuple[str, ...]
    life_for_mana: int
    way: Way


def plans(
    cost: Cost, x: int, terms: Terms, pool: Mana, sources: Sources, life: int, helps: tuple[Help, ...] = ()
) -> Iterator[Plan]:
    """Every way to pay the mana of a cost with at most that much life for symbols and sources, and with all these helpers used
    instead of mana."""
    if sum(pool) + sources.most + len(helps) < _least_mana(cost, x, terms):
        return
    for announced in announcements(cost):
        for total, left_out in terms.totals(bill_of(cost, announced, x), life):
            if total.life > life:
                continue
            left = helped(total, helps) if helps else (total,)
            for bill, paid_with_life in chain.from_iterable(_with_permission(b, terms.life_for, life) for b in left):
                due = terms.due(bill)
                for way in ways(due.need, due.generic, pool, sources.kinds):
                    if bill.life + _life_of(sources, way) <= life:
                        yield Plan(announced, left_out + paid_with_life, way)


def _least_mana(cost: Cost, x: int, terms: Terms) -> int:
    """The least mana that could pay the cost, with any amount of life."""
    return min(
        total.mana - sum(n for t, n in zip(TYPES_OF_MANA, total.need, strict=True) if t in terms.life_for)
        for announced in announcements(cost)
        for total, _ in terms.totals(bill_of(cost, announced, x), ANY_LIFE)
    )


def _with_permission(bill: Bill, colors: frozenset[str], life: int) -> Iterator[tuple[Bill, int]]:
    """The bill, and what is left of it when 1, 2, ... symbols of the colours are paid with life."""
    options = [(bill, 0)]
    for i, color in enumerate(TYPES_OF_MANA):
        if color in colors:
            options = [(b.less_colored(i, n), done + n) for b, done in options for n in range(bill.need[i] + 1)]
    return ((b, done) for b, done in options if b.life <= life)


def _life_of(sources: Sources, way: Way) -> int:
    return sum(sources.groups[kind][1][number].life for kind, number, _ in way.used)


def as_payment(plan: Plan, sources: Sources) -> Payment:
    """The plan with real sources: of each group the first ones, those that are sacrificed last (others may count them)."""
    taken: dict[int, int] = {}
    taps: list[TapForMana] = []
    in_order = sorted(plan.way.used, key=lambda use: sources.groups[use[0]][1][use[1]].sacrifices)
    for kind, number, type_index in in_order:
        ids, given = sources.groups[kind]
        place = taken.get(kind, 0)
        taken[kind] = place + 1
        taps.append(given[number].use(ids[place], max(type_index, 0)))
    return Payment(plan.announced, tuple(taps), plan.way.spent, plan.life_for_mana)


def mana_payments(
    cost: Cost, x: int, terms: Terms, pool: Mana, sources: Sources, life: int, helps: tuple[Help, ...] = ()
) -> tuple[Payment, ...] | Lazy[Payment]:
    """Every way to pay the mana of a cost, alike sources once; `life` is the most that may be paid on the way. `helps`: what is
    used instead of mana."""
    limit = min(life, _most_life(cost, terms, sources))
    key = (id(cost), x, terms, pool, limit, helps)
    known = sources.known.get(key)
    if known is None or known[0] is not cost:
        if len(sources.known) > _REMEMBERED:
            sources.known.clear()
        found = lazily(
            lambda: (as_payment(plan, sources) for plan in plans(cost, x, terms, pool, sources, limit, helps))
        )
        known = sources.known[key] = (cost, found)
    return known[1]


_REMEMBERED = 1_000
"""How much is remembered for one set of sources."""


def _most_life(cost: Cost, terms: Terms, sources: Sources) -> int:
    """More life than this is never paid for the mana of the cost: an upper bound, so that life totals above it look the same."""
    key = (id(cost), terms)
    known = sources.known.get(key)
    if known is None or known[0] is not cost:
        symbols = sum(s.phyrexian or bool(s.colors & terms.life_for) for s in cost) + sum(terms.optional)
        of_sources = sum(len(ids) * max(o.life for o in given) for ids, given in sources.groups)
        known = sources.known[key] = (cost, LIFE_FOR_A_SYMBOL * symbols + of_sources)
    return known[1]


# ------------------------------------------------------------------------------------------------------------ other costs


def loyalty_change(view: View, player: ObjectId, loyalty: int | str, x: int) -> int:
    """How many loyalty counters the player puts (removes, if negative) for a loyalty cost, which is a number or "-X" (606.5)."""
    change = -x if isinstance(loyalty, str) else loyalty
    for source, static in view.statics(LoyaltyCosts):
        assert isinstance(static, LoyaltyCosts)
        if view.controller(source) == player:
            change += static.n
    return change


def life_of(costs: Costs, x: int) -> int:
    """The life that a cost asks for besides what symbols of mana and targets do."""
    return costs.life + x if costs.life_x else costs.life


@dataclass(frozen=True, slots=True)
class Used:
    """What a choice uses up for costs other than mana."""

    sacrifice: tuple[ObjectId, ...] = ()
    discard: tuple[ObjectId, ...] = ()
    remove: tuple[Removal, ...] = ()
    others: tuple[ObjectId, ...] = ()
    """What is tapped, returned or exiled."""


NO_COSTS = Costs()
NO_HELP: Mapping[ObjectId, Help] = MappingProxyType({})
NOTHING_USED = Used()


def leaves_choice(costs: Costs) -> bool:
    """Whether paying, mana aside, leaves a choice of what to use."""
    return bool(
        costs.discard
        or costs.others
        or (costs.sacrifice and costs.sacrifice.filter)
        or (costs.remove and costs.remove.filter)
    )


def could_pay(view: View, player: ObjectId, costs: Costs, source: ObjectId) -> bool:
    """Whether the parts of a cost can be paid that are neither mana nor leave a choice."""
    if costs.life and (bars_life(view) or not view.can_pay_life(player, costs.life)):
        return False
    if costs.pay is not None and count_of(view.players[player].counters, costs.pay.kind) < costs.pay.n:
        return False
    permanent = view.battlefield.get(source)
    if permanent is None:
        return True
    if costs.sacrifice is not None and costs.sacrifice.filter is None and bars_sacrifice(view, source):
        return False
    if costs.tap and (permanent.tapped or is_sick(view, permanent)):
        return False
    counters = own_counters(costs)
    if counters is not None and count_of(permanent.counters, counters[0]) < counters[1]:
        return False
    if costs.put is not None and forbidden(view, source, costs.put.kind):
        return False
    if not isinstance(costs.loyalty, int):
        return True
    change = loyalty_change(view, player, costs.loyalty, 0)
    if change < 0:
        return count_of(permanent.counters, LOYALTY) >= -change
    return change == 0 or not forbidden(view, source, LOYALTY)


def check_loyalty(view: View, player: ObjectId, source: ObjectId, change: int) -> None:
    """Whether the loyalty cost can be paid.

    Raises:
        IllegalChoice: 606.6 too few counters, 614.17b no counters can be put.
    """
    permanent = view.battlefield[source]
    have = count_of(permanent.counters, LOYALTY)
    if change < 0 and have < -change:
        raise IllegalChoice("606.6", f"{view.name(source)} has {have} loyalty counters, not {-change}")
    if change > 0 and forbidden(view, source, LOYALTY):
        raise IllegalChoice("614.17b", f"loyalty counters cannot be put on {view.name(source)}, so the cost cannot be paid")


def check_used(view: View, player: ObjectId, costs: Costs, source: ObjectId, used: Used, x: int = 0) -> None:
    """Whether everything but mana and the life for mana can be paid as chosen (601.2h).

    Raises:
        IllegalChoice: 118.3, 119.4, 602.5a, 606.6, 614.17b or 701.21a.
    """
    if costs.tap:
        check_tap_cost(view, view.battlefield[source])
    if costs.life or costs.life_x:
        check_life(view, player, life_of(costs, x))
    if costs.loyalty is not None:
        check_loyalty(view, player, source, loyalty_change(view, player, costs.loyalty, x))
    if costs.put is not None and forbidden(view, source, costs.put.kind):
        raise IllegalChoice("614.17b", f"{costs.put.kind} counters cannot be put on {view.name(source)}")
    if costs.pay is not None and count_of(view.players[player].counters, costs.pay.kind) < costs.pay.n:
        raise IllegalChoice("118.3", f"there are not {costs.pay.n} {costs.pay.kind} counters to pay")
    if costs.sacrifice is not None or used.sacrifice:
        _check_sacrifices(view, player, costs, source, used.sacrifice)
    if costs.discard or used.discard:
        _check_discards(view, player, costs, source, used.discard)
    if costs.remove is not None:
        _check_remove(view, player, costs, source, used.remove, x)
    elif used.remove:
        raise IllegalChoice("118.3", "the cost does not ask to remove counters")
    if costs.others is not None or used.others:
        _check_others(view, player, costs, source, used.others)


def _check_others(view: View, player: ObjectId, costs: Costs, source: ObjectId, chosen: tuple[ObjectId, ...]) -> None:
    cost = costs.others
    if cost is None:
        raise IllegalChoice("118.3", "the cost does not ask to tap, return or exile anything")
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(_others_for(view, player, costs, source)):
        raise IllegalChoice("118.3", f"only what the cost names can be chosen to {cost.do}, each once")
    if cost.power:
        if sum(max(0, view.power(id)) for id in chosen) < cost.n:
            raise IllegalChoice("702.122a", f"a total power of {cost.n} must be tapped")
    elif len(chosen) != cost.n:
        raise IllegalChoice("118.3", f"{cost.n} must be chosen to {cost.do}, not {len(chosen)}")


def _others_for(view: View, player: ObjectId, costs: Costs, source: ObjectId) -> list[ObjectId]:
    """What the player may use for the cost. What is tapped for {T} is not untapped any more (601.2h)."""
    cost = costs.others
    if cost is None:
        return []
    if cost.do == "exile spell":
        spells = (thing.id for thing in view.stack if thing.card is not None)
        return [id for id in spells if view.matches(cost.filter, id, player, source)]
    if cost.do in ("exile", "exile card"):
        zone = view.players[player].graveyard if cost.do == "exile" else view.players[player].hand
        cards = [card.id for card in zone if card.id != source and card.definition is not None]
        return [id for id in cards if view.matches(cost.filter, id, player, source)]
    there = controlled(view, player, cost.filter, source)
    if cost.do == "return":
        return there
    return [id for id in there if not view.battlefield[id].tapped and not (costs.tap and id == source)]


def _others(
    view: View, player: ObjectId, costs: Costs, source: ObjectId, alike: Alike, marked: Collection[ObjectId]
) -> Iterator[tuple[ObjectId, ...]]:
    """Every way to choose them, no more than are needed."""
    cost = costs.others
    if cost is None:
        yield ()
        return
    options = _others_for(view, player, costs, source)
    if not cost.power:
        yield from alike.picks(options, cost.n, cost.n, marked)
        return
    for chosen in alike.picks(options, 1, len(options), marked):
        powers = [max(0, view.power(id)) for id in chosen]
        if sum(powers) >= cost.n and sum(powers) - min(powers) < cost.n:
            yield chosen


def _check_sacrifices(view: View, player: ObjectId, costs: Costs, source: ObjectId, chosen: tuple[ObjectId, ...]) -> None:
    sacrifice = costs.sacrifice
    if sacrifice is not None and sacrifice.filter is not None:
        check_sacrifice(view, player, sacrifice, source, chosen)
    elif chosen and (sacrifice is None or chosen != (source,)):
        raise IllegalChoice("118.3", "the cost does not ask for this sacrifice")


def _check_discards(view: View, player: ObjectId, costs: Costs, source: ObjectId, chosen: tuple[ObjectId, ...]) -> None:
    if len(set(chosen)) != len(chosen) or len(chosen) != costs.discard:
        raise IllegalChoice("118.3", f"{costs.discard} cards must be discarded, not {len(set(chosen))}")
    if not set(chosen) <= set(_to_discard(view, player, costs, source)):
        raise IllegalChoice("701.9a", "only cards in one's hand that the cost names can be discarded")


def _to_discard(view: View, player: ObjectId, costs: Costs, source: ObjectId) -> list[ObjectId]:
    """The cards that the player may discard for the cost."""
    cards = [card.id for card in view.players[player].hand if card.id != source]
    filter = costs.discard_filter
    return cards if filter is None else [id for id in cards if view.matches(filter, id, player, source)]


def _check_remove(
    view: View, player: ObjectId, costs: Costs, source: ObjectId, chosen: tuple[Removal, ...], x: int
) -> None:  # fmt: skip
    cost, own = costs.remove, own_counters(costs, x)
    assert cost is not None
    if own is not None:
        kind, n = own
        if chosen not in ((), (Removal(source, kind, n),)):
            raise IllegalChoice("118.3", f"the cost is to remove {n} {kind} counters from {view.name(source)}")
        check_counters(view, view.battlefield[source], kind, n)
        return
    assert cost.filter is not None
    total: dict[tuple[ObjectId, str], int] = {}
    for removal in chosen:
        if removal.n < 1:
            raise IllegalChoice("118.3", f"{removal.n} counters cannot be removed")
        total[removal.source, removal.kind] = total.get((removal.source, removal.kind), 0) + removal.n
    if sum(total.values()) != cost.n:
        raise IllegalChoice("118.3", f"{cost.n} counters must be removed, not {sum(total.values())}")
    for (id, kind), n in total.items():
        permanent = view.battlefield.get(id)
        if permanent is None or permanent.controller != player or not view.matches(cost.filter, id, player, source):
            raise IllegalChoice("118.3", "counters can be removed only from what the cost names")
        if cost.kind not in (None, kind):
            raise IllegalChoice("118.3", f"the cost asks for {cost.kind} counters, not {kind}")
        check_counters(view, permanent, kind, n)


def uses(
    view: View, player: ObjectId, costs: Costs, source: ObjectId, alike: Alike, marked: Collection[ObjectId]
) -> Iterator[Used]:
    """Every way to pay the parts of a cost that leave a choice, alike objects once; `marked` ones are like no others."""
    for sacrifice in _sacrifices(view, player, costs, source, alike, marked):
        for discard in _discards(view, player, costs, source, alike):
            for remove in _removals(view, player, costs.remove, source, alike, {*marked, *sacrifice}):
                for others in _others(view, player, costs, source, alike, {*marked, *sacrifice}):
                    yield Used(sacrifice, discard, remove, others)


def _sacrifices(
    view: View, player: ObjectId, costs: Costs, source: ObjectId, alike: Alike, marked: Collection[ObjectId]
) -> Iterator[tuple[ObjectId, ...]]:
    cost = costs.sacrifice
    if cost is None or cost.filter is None:
        return iter([()])
    options = [id for id in controlled(view, player, cost.filter, source) if not bars_sacrifice(view, id)]
    return alike.picks(options, cost.n, cost.n, marked)


def _discards(view: View, player: ObjectId, costs: Costs, source: ObjectId, alike: Alike) -> Iterator[tuple[ObjectId, ...]]:
    if not costs.discard:
        return iter([()])
    return alike.picks(_to_discard(view, player, costs, source), costs.discard, costs.discard)


def _removals(
    view: View, player: ObjectId, cost: RemoveCountersCost | None, source: ObjectId, alike: Alike, marked: Collection[ObjectId]
) -> Iterator[tuple[Removal, ...]]:
    if cost is None or cost.filter is None:
        yield ()
        return
    holders = [id for id in controlled(view, player, cost.filter, source) if view.battlefield[id].counters]
    for amounts in _distributions(view, alike.classes(holders, marked), cost):
        yield tuple(Removal(id, kind, n) for id, kind, n in amounts)


Taken = tuple[tuple[ObjectId, str, int], ...]


def _distributions(view: View, classes: list[list[ObjectId]], cost: RemoveCountersCost) -> Iterator[Taken]:
    """Every way to take the counters from the permanents; of alike ones the earlier give no less, in a fixed order of amounts."""

    def search(c: int, member: int, left: int, ceiling: tuple[int, ...] | None) -> Iterator[Taken]:
        if left == 0:
            yield ()
            return
        if c == len(classes):
            return
        if member == len(classes[c]):
            yield from search(c + 1, 0, left, None)
            return
        id = classes[c][member]
        counters = [(kind, n) for kind, n in view.battlefield[id].counters if cost.kind in (None, kind)]
        for amounts in _amounts([n for _, n in counters], left):
            if ceiling is not None and amounts > ceiling:
                continue
            here = tuple((id, kind, n) for (kind, _), n in zip(counters, amounts, strict=True) if n)
            for rest in search(c, member + 1, left - sum(amounts), amounts):
                yield here + rest

    yield from search(0, 0, cost.n, None)


def _amounts(available: list[int], most: int) -> Iterator[tuple[int, ...]]:
    if not available:
        yield ()
        return
    for first in range(min(available[0], most), -1, -1):
        for rest in _amounts(available[1:], most - first):
            yield (first, *rest)


# ------------------------------------------------------------------------------------------------------------ mana abilities


def check_tap(view: View, player: ObjectId, choice: TapForMana) -> Activated:
    """The mana ability that the choice activates.

    Raises:
        IllegalChoice: 602.2 not yours, 605.1a no mana ability, 602.5 an effect says that it cannot be activated, 602.5a
            summoning sickness, 118.3, 701.21a or 119.4 a cost that cannot be paid, 106.1b a type of mana that it does not give.
    """
    ability = ability_of(view, player, choice.source, choice.ability)
    if not is_mana_ability(ability):
        raise IllegalChoice("605.1a", f"that ability of {view.name(choice.source)} is not a mana ability")
    cost = ability.cost
    if CannotActivate in view.board.statics and is_barred(view, choice.source):
        raise IllegalChoice("602.5", f"{view.name(choice.source)}: its activated abilities cannot be activated")
    if ability.condition is not None and not view.holds(ability.condition, Context(player, choice.source)):
        raise IllegalChoice("602.5b", "that ability can be activated only under a condition that is not met")
    if not is_expressible(cost):
        raise IllegalChoice("605.3", f"that mana ability of {view.name(choice.source)} has costs that need further choices")
    check_used(view, player, cost, choice.source, Used(sacrifice=choice.sacrifice))
    check_not_barred(view, cost.life, sacrificed(cost, choice.source, Used(sacrifice=choice.sacrifice)), mana_ability=True)
    for read in mana_abilities(view.activated(choice.source)):
        possible = types_open(view, choice.source, read) if read.open else read.words
        if read.index == choice.ability and choice.color not in possible:
            possible, named = read.colors or read.words[-1:], choice.color or "an unnamed type"
            raise IllegalChoice("106.1b", f"{view.name(choice.source)} gives {' or '.join(possible)}, not {named}")
    return ability


def tap_for_mana(draft: Draft, player: ObjectId, choice: TapForMana) -> None:
    """Activate a mana ability: pay its costs, and it resolves at once (605.3b).

    Raises:
        IllegalChoice: as `check_tap`.
    """
    ability = check_tap(draft, player, choice)
    if ability.cost.life:
        draft.pay_life(player, ability.cost.life)
    _pay_used(draft, player, ability.cost, choice.source, Used(sacrifice=choice.sacrifice), 0)
    more = more_mana(draft, choice.source) if ability.cost.tap and MoreMana in draft.board.statics else NO_MANA
    draft.resolve_mana_ability(choice.source, ability, player, choice.color)
    if more != NO_MANA:
        draft.add_mana(player, more)
    on_activated_for_mana(draft, player, choice.source)


# ------------------------------------------------------------------------------------------------------------ paying it all


def reserved(view: View, costs: Costs, source: ObjectId, used: Used, marked: Collection[ObjectId]) -> Reserved:
    """What the chosen costs other than mana leave no mana source."""
    sacrificed = frozenset(used.sacrifice)
    removed = tuple((r.source, r.kind, r.n) for r in used.remove)
    permanent = source in view.battlefield
    if costs.sacrifice is not None and costs.sacrifice.filter is None and permanent:
        sacrificed |= {source}
    if costs.remove is not None and costs.remove.filter is None and permanent:
        removed += ((source, costs.remove.kind or "", costs.remove.n),)
    everything = frozenset(marked) | {id for id, _, _ in removed}
    tapped = frozenset(used.others) | ({source} if costs.tap and permanent else set())
    return Reserved(everything, tapped, sacrificed, removed)


def pay_total(
    draft: Draft,
    player: ObjectId,
    costs: Costs,
    bill: Bill,
    terms: Terms,
    source: ObjectId,
    used: Used,
    x: int,
    payment: Payment,
    purpose: Purpose,
    help: Mapping[ObjectId, Help] = NO_HELP,
) -> None:
    """Activate mana abilities, then pay everything (601.2g, 601.2h). `bill` is the mana cost as announced, `costs` says the rest;
    `help` is used instead of mana.

    Raises:
        IllegalChoice: something cannot be paid; the draft is then to be thrown away.
    """
    if payment.taps and not terms.total(bill).mana:
        raise IllegalChoice("601.2g", "mana abilities can be activated on the way only if mana is to be paid")
    for tap in payment.taps:
        tap_for_mana(draft, player, tap)
    _check_mana(bill, terms, payment, tuple(help.values()))
    life = life_of(costs, x) + bill.life + LIFE_FOR_A_SYMBOL * payment.life_for_mana
    check_life(draft, player, life)
    if costs is not NO_COSTS:
        check_used(draft, player, costs, source, used, x)
    elif used != NOTHING_USED:
        raise IllegalChoice("118.3", "nothing is to be sacrificed, discarded or removed for this cost")
    if payment.spent != NO_MANA:
        pool = spendable(draft, player, purpose)
        if any(n > have for n, have in zip(payment.spent, pool, strict=True)):
            raise IllegalChoice("118.3", f"{write_mana(payment.spent)} is not in the mana pool ({write_mana(pool) or 'empty'})")
        spend(draft, player, payment.spent, purpose)
    if life:
        draft.pay_life(player, life)
    use(draft, help)
    if costs is not NO_COSTS:
        _pay_used(draft, player, costs, source, used, x)


def _check_mana(bill: Bill, terms: Terms, payment: Payment, helps: tuple[Help, ...]) -> None:
    """Whether the mana spent, the life for symbols and the helpers pay the bill together.

    Raises:
        IllegalChoice: they do not.
    """
    refused = IllegalChoice("702.51a", "more is used instead of mana than the cost allows")
    for total, left_out in terms.totals(bill, ANY_LIFE):
        for left in helped(total, helps) if helps else (total,):
            try:
                return check_spent(left, payment.spent, payment.life_for_mana - left_out, terms.life_for, terms.due(left))
            except IllegalChoice as error:
                refused = error
    raise refused


def _pay_used(draft: Draft, player: ObjectId, costs: Costs, source: ObjectId, used: Used, x: int) -> None:
    if costs.tap:
        draft.tap(source)
    if costs.loyalty is not None:
        change = loyalty_change(draft, player, costs.loyalty, x)
        if change > 0:
            draft.put_counters_as_cost(source, LOYALTY, change, player)
        elif change < 0:
            draft.remove_counters(source, LOYALTY, -change)
    if costs.remove is not None:
        counters = own_counters(costs, x)
        removals = used.remove if counters is None else (Removal(source, *counters),)
        for removal in removals:
            draft.remove_counters(removal.source, removal.kind, removal.n)
    if costs.put is not None:
        draft.put_counters_as_cost(source, costs.put.kind, costs.put.n, player)
    if costs.pay is not None:
        draft.remove_counters(player, costs.pay.kind, costs.pay.n)
    if costs.others is not None:
        _pay_others(draft, costs.others, used.others)
    if costs.discard:
        draft.discard(player, used.discard)
    if costs.discard_self:
        draft.discard(player, (source,))
    if costs.sacrifice is not None:
        draft.sacrifice(sacrificed(costs, source, used))
    if costs.exile_self:
        if source in draft.battlefield:
            draft.leave([source], "exile")
        else:
            draft.put_card(draft.take_card(source), "exile")


def _pay_others(draft: Draft, cost: OthersCost, chosen: tuple[ObjectId, ...]) -> None:
    if cost.do == "tap":
        for id in chosen:
            draft.tap(id)
    elif cost.do == "return":
        draft.leave(chosen, "hand")
    elif cost.do == "exile spell":
        for id in chosen:
            draft.leave_stack(id, "exile")
    else:
        for id in chosen:
            draft.put_card(draft.take_card(id), "exile")


def used_up(costs: Costs, source: ObjectId, used: Used) -> tuple[ObjectId, ...]:
    """What an effect may speak of as sacrificed or exiled for the cost."""
    exiles = costs.others is not None and costs.others.do == "exile spell"
    return sacrificed(costs, source, used) + (used.others if exiles else ())


def sacrificed(costs: Costs, source: ObjectId, used: Used) -> tuple[ObjectId, ...]:
    """What is sacrificed for the cost: what was chosen, or the source itself."""
    if costs.sacrifice is None:
        return ()
    return (source,) if costs.sacrifice.filter is None else used.sacrifice


# ------------------------------------------------------------------------------------------------------------ "you may pay"


def payments(view: View, player: ObjectId, costs: Costs, source: ObjectId | None = None) -> Iterator[Payment]:
    """Every way to pay costs of mana and life while something resolves (118.13b, 608.2g); alike sources once."""
    life = view.players[player].life
    if not view.can_pay_life(player, costs.life) or not can_use_up(view, player, costs, source):
        return
    alike = Alike(view, () if source is None else (source,))
    sources = sources_of(view, player, alike)
    left = max(0, life - costs.life)
    pool = spendable(view, player, ANYTHING_ELSE)
    yield from mana_payments(costs.mana, 0, terms_of_paying(view, player), pool, sources, left)


def can_use_up(view: View, player: ObjectId, costs: Costs, source: ObjectId | None) -> bool:
    """Whether there is what a cost asks for besides mana and life, while something resolves."""
    own = view.battlefield.get(-1 if source is None else source)
    nobody = -1 if source is None else source
    mine = own is not None and own.controller == player
    if (costs.tap and (not mine or own is None or own.tapped)) or len(_to_discard(view, player, costs, nobody)) < costs.discard:
        return False
    if costs.pay is not None and count_of(view.players[player].counters, costs.pay.kind) < costs.pay.n:
        return False
    if costs.sacrifice is not None:
        filter = costs.sacrifice.filter
        if not mine if filter is None else len(controlled(view, player, filter, source)) < costs.sacrifice.n:
            return False
    if costs.others is not None and len(_others_for(view, player, costs, nobody)) < costs.others.n:
        return False
    counters = own_counters(costs)
    return counters is None or (own is not None and count_of(own.counters, counters[0]) >= counters[1])


def ask_used(draft: Draft, player: ObjectId, costs: Costs, source: ObjectId | None) -> Used:
    """What the player chooses to sacrifice, discard, tap, return or exile for a cost, while something resolves."""

    def picked(what: str, options: Iterable[ObjectId], n: int) -> tuple[ObjectId, ...]:
        answer = draft.ask(ToPick(player, what, tuple(options), n, n, source))
        assert isinstance(answer, Picked)
        return answer.chosen

    sacrifice: tuple[ObjectId, ...] = ()
    discard: tuple[ObjectId, ...] = ()
    others: tuple[ObjectId, ...] = ()
    if costs.sacrifice is not None and costs.sacrifice.filter is not None:
        sacrifice = picked("sacrifice", controlled(draft, player, costs.sacrifice.filter, source), costs.sacrifice.n)
    if costs.discard:
        discard = picked("discard", _to_discard(draft, player, costs, -1 if source is None else source), costs.discard)
    if costs.others is not None:
        options = _others_for(draft, player, costs, -1 if source is None else source)
        others = picked(costs.others.do, options, costs.others.n)
    return Used(sacrifice, discard, others=others)


def pay(
    draft: Draft,
    player: ObjectId,
    costs: Costs,
    payment: Payment,
    source: ObjectId | None = None,
    used: Used = NOTHING_USED,
) -> None:
    """Pay costs while something resolves.

    Raises:
        IllegalChoice: they cannot be paid so; the draft is then to be thrown away.
    """
    nobody = -1 if source is None else source
    terms = terms_of_paying(draft, player)
    bill = bill_of(costs.mana, payment.announced)
    pay_total(draft, player, costs, bill, terms, nobody, used, 0, payment, ANYTHING_ELSE)
