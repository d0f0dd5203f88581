"""Mana by Hall's condition (docs/model.md, 5).

Units of mana that exist all turn and whose making changes nothing else are counted: for every set S of types of mana, the
demand that can only be met inside S is at most the number of units that can be a type in S; all demand together is at most all
units. Every other unit (made by what is cast or played this turn, or for life or counters) has assignment variables: it pays
for a symbol class of an event that comes after it, and the demand shrinks by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from engine.layers import BASIC_LAND_TYPES
from engine.mana import TYPES_OF_MANA, Cost, Symbol
from engine.objects import YOU
from engine.sources import is_mana_ability
from engine.vocabulary import (
    Activated,
    AddMana,
    AnyManaPays,
    CostsLess,
    CountersOn,
    EntersTapped,
    LifeForMana,
    MinimumCost,
    SacrificeCost,
)  # fmt: skip
from optimizer.counters import Counters
from optimizer.decisions import taps_of, untaps
from optimizer.events import Event, Moment, Thing, casts
from optimizer.ledger import Leaving, Removed, Write
from optimizer.model import Model
from optimizer.program import ZERO, Amount, Linear, Literal, amount, total

GENERIC = frozenset[str]()
"""The symbol class of generic mana: any type will do."""


@dataclass
class Demand:
    """What one payment asks for: an amount for each class of symbols (the set of types that can pay it)."""

    event: Event
    moment: Moment
    when: Literal
    classes: dict[frozenset[str], Amount] = field(default_factory=dict)

    def ask(self, types: frozenset[str], n: Amount) -> None:
        if not n.is_zero:
            self.classes[types] = self.classes.get(types, ZERO) + n


@dataclass(frozen=True)
class Source:
    """A way to make mana: `yields` units at a time, each of one of `types`."""

    thing: Thing
    types: frozenset[str]
    yields: int | CountersOn
    life: int = 0
    counter: str | None = None
    """A counter of this kind is removed for it."""
    sacrifice: SacrificeCost | None = None

    @property
    def plain(self) -> bool:
        return isinstance(self.yields, int) and not self.life and self.counter is None and self.sacrifice is None


def sources(thing: Thing) -> Iterator[Source]:
    """The ways in which a thing can make mana by being tapped; plain ways are merged."""
    types = frozenset(BASIC_LAND_TYPES[s] for s in thing.definition.subtypes if s in BASIC_LAND_TYPES)
    plain: dict[int, frozenset[str]] = {1: types} if types else {}
    for ability in thing.definition.abilities:
        if not (isinstance(ability, Activated) and is_mana_ability(ability) and ability.cost.tap):
            continue
        for effect in ability.effects:
            if not isinstance(effect, AddMana) or effect.only is not None:
                continue
            counter = ability.cost.remove.kind if ability.cost.remove is not None else None
            sacrifice = ability.cost.sacrifice
            if isinstance(effect.n, int) and not ability.cost.life and counter is None and sacrifice is None:
                plain[effect.n] = plain.get(effect.n, frozenset()) | frozenset(effect.colors)
            elif isinstance(effect.n, (int, CountersOn)):
                yield Source(thing, frozenset(effect.colors), effect.n, ability.cost.life, counter, sacrifice)
    for n, made in plain.items():
        yield Source(thing, made, n)


class Mana:
    """Demands, units, and that the ones are met by the others."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.any_pays = any(isinstance(a, AnyManaPays) for t in model.world.things for a in t.definition.abilities)
        self.life_for: dict[Event, Amount] = {}
        self.demands = [self._demand(e) for e in model.world.events_of("cast", "activate")]
        self.late: list[tuple[Source, Demand, frozenset[str], Amount]] = []
        self.shocked: dict[Event, Literal] = {}
        self.units: list[tuple[frozenset[str], int, Linear]] = []
        """Types, number, and how often (0 or 1) such units are there."""
        self._taps: list[tuple[Source, Literal]] = []
        self._payers: list[tuple[Source, Demand, Literal]] = []

    # ------------------------------------------------------------------------------------------------ demand

    def _demand(self, event: Event) -> Demand:
        """The total cost (601.2f) by classes of symbols."""
        model, choices = self.model, self.model.choices[event]
        demand = Demand(event, event.announce, choices.use)
        generic = ZERO
        for symbol, n in self._symbols(event):
            if symbol.is_generic:
                generic = generic + n.times(symbol.generic)
            elif symbol.is_x:
                generic = generic + choices.x
            elif symbol.phyrexian:
                paid = choices.life_symbols.get(symbol.text)
                if paid is None:
                    paid = choices.life_symbols[symbol.text] = model.program.amount(n.most, f"{event} life for {symbol}")
                else:
                    more = model.program.amount(paid.most + n.most)
                    paid = choices.life_symbols[symbol.text] = more
                demand.ask(symbol.colors, n)
            elif symbol.text[0].isdigit():
                half = model.program.literal(f"{event} pays {symbol} in generic mana")
                number = int(symbol.parts[0])
                generic = generic + model.program.gate(n, half).times(number)
                demand.ask(frozenset(symbol.parts[1:]), model.program.gate(n, half.Not()))
            else:
                demand.ask(frozenset(symbol.parts), n)
        for text, paid in choices.life_symbols.items():
            colors = Symbol(text).colors
            symbols = total(n for s, n in self._symbols(event) if s.text == text)
            model.program.add(paid.expr <= symbols.expr)
            demand.classes[colors] = Amount(demand.classes[colors].expr - paid.expr, demand.classes[colors].most)
            model.ledger.payments.append(Write(event.announce, paid.times(2)))
        if event.kind == "cast":
            generic = self._reduced(event, generic)
        demand.ask(GENERIC, generic)
        if event.kind == "cast":
            self._at_least(event, demand)
        self._life_for_mana(event, demand)
        return demand

    def _symbols(self, event: Event) -> Iterator[tuple[Symbol, Amount]]:
        """The symbols of the whole cost, each with how often it is there; equal Phyrexian symbols together."""
        choices = self.model.choices[event]
        counted: dict[Symbol, Amount] = {}

        def count(cost: Cost, n: Amount) -> Iterator[tuple[Symbol, Amount]]:
            for symbol in cost:
                if symbol.phyrexian:
                    counted[symbol] = counted.get(symbol, ZERO) + n
                else:
                    yield symbol, n

        yield from count(event.costs.mana, choices.times)
        if event.definition is not None and event.definition.multikicker is not None:
            yield from count(event.definition.multikicker, choices.kicked)
        modes = getattr(event.ability, "modes", None)
        if modes is not None and modes.entwine is not None:
            yield from count(modes.entwine, amount(choices.entwined))
        yield from counted.items()

    def _reduced(self, event: Event, generic: Amount) -> Amount:
        """118.7a: a reduction by generic mana helps only the generic part."""
        model, program = self.model, self.model.program
        for thing in model.world.mine():
            for ability in thing.definition.abilities:
                if not isinstance(ability, CostsLess) or not isinstance(ability.n, int) or event.definition is None:
                    continue
                if casts(ability.filter, event.definition):
                    less = program.gate(amount(True).times(ability.n), model.present(thing, event.announce))
                    off = program.amount(ability.n)
                    program.cp.add_min_equality(off.expr, [less.expr, generic.expr])
                    generic = Amount(generic.expr - off.expr, generic.most)
        return generic

    def _at_least(self, event: Event, demand: Demand) -> None:
        """A minimum cost, applied last (601.2f): more generic mana until the total is reached."""
        model, program = self.model, self.model.program
        for thing in model.world.things:
            for ability in thing.definition.abilities:
                if isinstance(ability, MinimumCost) and not (thing.permanent is not None and thing.permanent.tapped):
                    there = program.all_of([demand.when, model.present(thing, event.announce)])
                    asked = total(demand.classes.values())
                    more = program.amount(ability.n)
                    program.cp.add_max_equality(more.expr, [0, ability.n * there - asked.expr])
                    demand.ask(GENERIC, more)

    def _life_for_mana(self, event: Event, demand: Demand) -> None:
        """2 life rather than mana of a colour, decided as the cost is paid."""
        model, program = self.model, self.model.program
        for thing in model.world.mine():
            for ability in thing.definition.abilities:
                if not isinstance(ability, LifeForMana):
                    continue
                payable = [types for types in demand.classes if ability.color in types]
                permitted = model.present(thing, event.announce)
                for types in payable:
                    paid = program.at_most(demand.classes[types], permitted)
                    free = program.amount(paid.most, f"{event} 2 life for {ability.color}")
                    program.add(free.expr <= paid.expr)
                    demand.classes[types] = Amount(demand.classes[types].expr - free.expr, demand.classes[types].most)
                    self.life_for[event] = self.life_for.get(event, ZERO) + free
                    model.ledger.payments.append(Write(event.announce, free.times(2)))

    def _extra(self) -> list[Demand]:
        """Mana paid as something resolves."""
        demands = []
        for moment, when, costs in self.model.ledger.extra_costs:
            demand = Demand(moment.event, moment, when)
            for symbol in costs.mana:
                types = GENERIC if symbol.is_generic else frozenset(symbol.parts)
                demand.ask(types, amount(when).times(symbol.generic or 1))
            demands.append(demand)
        return demands

    # ------------------------------------------------------------------------------------------------ units

    def supply(self, counters: Counters) -> None:
        """Units of mana, and that they meet the demand."""
        model = self.model
        self.demands += self._extra()
        you = model.state.players[YOU]
        for type_of_mana, n in zip(TYPES_OF_MANA, you.mana, strict=True):
            if n:
                self.units.append((frozenset(type_of_mana), n, 1))
        for thing in model.world.mine():
            for source in sources(thing):
                self._source(source, counters)
        self._hall()

    def _source(self, source: Source, counters: Counters) -> None:
        thing, p = source.thing, source.thing.permanent
        if thing.is_creature and "haste" not in thing.keywords and (p is None or p.sick):
            return
        tapped = p is not None and p.tapped
        if tapped and not any(True for e in self.model.world.events_of("activate") if e.thing is thing):
            return
        others = taps_of(self.model, thing)
        if p is not None and source.plain and not tapped and len(list(sources(thing))) == 1:
            free: Linear = 1 - sum(others, 0) + untaps(self.model, thing)
            self.units.append((source.types, source.yields, free))  # type: ignore[arg-type]
            return
        if thing.arrival is not None and thing.arrival.kind == "land":
            self._land(source, thing.arrival, others)
            return
        if thing.arrival is not None and any(isinstance(a, EntersTapped) for a in thing.definition.abilities):
            return
        self._assign(source, counters, others)

    def _land(self, source: Source, event: Event, others: list[Literal]) -> None:
        """A land played this turn: first of all where nobody watches lands enter, else in its place. `others` tap it too."""
        model, program = self.model, self.model.program
        there: Literal = model.use(event)
        for ability in source.thing.definition.abilities:
            if isinstance(ability, EntersTapped):
                if not ability.unless_life:
                    return
                there = self.shocked[event] = program.literal(f"{event} untapped for life")
                program.implies(there, model.use(event))
                model.ledger.payments.append(Write(event.resolve, amount(there).times(ability.unless_life)))
        assert isinstance(source.yields, int)
        free: Linear = amount(there).expr
        if others:
            free = free - sum(others, 0) + untaps(model, source.thing)
            program.add(free >= 0)
        if event.first_of_all:
            self.units.append((source.types, source.yields, free))
            return
        used = [self._share(source, demand, types, there, event.resolve) for demand in self.demands for types in demand.classes]
        program.add(sum((a.expr for a in used), 0) <= source.yields * free)

    def _share(self, source: Source, demand: Demand, types: frozenset[str], there: Literal, since: Moment | None) -> Amount:
        """How many units of the source pay for that class of symbols of the demand."""
        program = self.model.program
        if (types and not types & source.types and not self.any_pays) or (since is not None and since.event is demand.event):
            return ZERO
        most = min(demand.classes[types].most, source.yields if isinstance(source.yields, int) else 20)
        share = program.amount(most, f"{source.thing} pays {''.join(sorted(types)) or 'generic'} of {demand.event}")
        if share.is_zero:
            return ZERO
        allowed = there if since is None else program.all_of([there, self.model.before(since, demand.moment)])
        if allowed is False:
            return ZERO
        if allowed is not True:
            program.add(share.expr <= share.most * allowed)
        program.add(share.expr <= demand.classes[types].expr)
        self.late.append((source, demand, types, share))
        return share

    def _assign(self, source: Source, counters: Counters, others: list[Literal]) -> None:
        """A source that comes this turn, or whose use costs or depends on something."""
        model, program, thing = self.model, self.model.program, source.thing
        arrival = thing.arrival
        there: Literal = True if arrival is None else model.use(arrival)
        since = None if arrival is None else arrival.resolve
        tapped = program.literal(f"{thing} taps for mana")
        alternatives = [t for s, t in self._taps if s.thing is thing]
        self._taps.append((source, tapped))
        start = 0 if thing.permanent is not None and thing.permanent.tapped else 1
        program.add(sum(others, 0) + sum(alternatives, 0) + tapped <= start + untaps(model, thing))
        shares: list[Amount] = []
        for demand in self.demands:
            mine = [self._share(source, demand, types, there, since) for types in demand.classes]
            mine = [a for a in mine if not a.is_zero]
            if not mine:
                continue
            shares += mine
            pays = program.reaches(total(mine).expr, 1)
            program.implies(pays, tapped)
            self._pays(source, demand, pays, counters, shares)
        if isinstance(source.yields, int):
            program.add(total(shares).expr <= source.yields * tapped)
        for demand, pays in [(d, p) for s, d, p in self._payers if s is source]:
            if isinstance(source.yields, CountersOn):
                there_now = counters.before(thing, source.yields.kind, demand.moment)
                program.add(total(shares).expr <= there_now.expr, pays)

    def _pays(self, source: Source, demand: Demand, pays: Literal, counters: Counters, shares: list[Amount]) -> None:
        self._payers.append((source, demand, pays))
        if source.life:
            self.model.ledger.payments.append(Write(demand.moment, amount(pays).times(source.life)))
        if source.counter is not None:
            self.model.ledger.removed.append(Removed(demand.moment, source.thing, source.counter, amount(pays), cost=True))
        if source.sacrifice is not None:
            if source.sacrifice.filter is None:
                self.model.leave(Leaving(demand.moment, source.thing, pays, dies=True))
            self.model.relax(f"{source.thing.name}: what is sacrificed for mana", pays)

    # ------------------------------------------------------------------------------------------------ Hall

    def _hall(self) -> None:
        program = self.model.program
        demand: dict[frozenset[str], Linear] = {}
        for d in self.demands:
            for types, n in d.classes.items():
                left = self._left(d, types, n)
                if not isinstance(left, int):
                    program.add(left >= 0)
                key = GENERIC if self.any_pays else types
                demand[key] = demand.get(key, 0) + left
        self._meet(demand, [(types, n * there) for types, n, there in self.units])

    def _left(self, demand: Demand, types: frozenset[str], n: Amount) -> Linear:
        """What late units do not pay of a class."""
        return n.expr - sum((share.expr for _, who, what, share in self.late if who is demand and what == types), 0)

    def _meet(self, demand: dict[frozenset[str], Linear], units: list[tuple[frozenset[str], Linear]]) -> None:
        """Hall's condition: these units of mana pay for that demand."""
        program = self.model.program
        asked = sorted({t for types in demand for t in types})
        for size in range(1, len(asked) + 1):
            for chosen in combinations(asked, size):
                inside = frozenset(chosen)
                needs = [n for types, n in demand.items() if types and types <= inside]
                if needs:
                    program.add(sum(needs, 0) <= sum((n for types, n in units if types & inside), 0))
        program.add(sum(demand.values(), 0) <= sum((n for _, n in units), 0))

    def split(self, first: Callable[[Moment], Literal]) -> dict[frozenset[str], Linear]:
        """How many of the units that are there all turn, by the types that they can be, pay for what is paid in the first part of
        the turn; with them that is paid, and with the others the rest."""
        program = self.model.program
        parts: tuple[dict[frozenset[str], Linear], dict[frozenset[str], Linear]] = {}, {}
        for d in self.demands:
            for types, n in d.classes.items():
                left, key = self._left(d, types, n), GENERIC if self.any_pays else types
                early = program.where(first(d.moment), left, 0, n.most, signed=True)
                for part, amount_ in zip(parts, (early, left - early), strict=True):
                    part[key] = part.get(key, 0) + amount_
        spent: dict[frozenset[str], Linear] = {}
        rest: list[tuple[frozenset[str], Linear]] = []
        for kind in dict.fromkeys(types for types, _, _ in self.units):
            there = sum((n * there for types, n, there in self.units if types == kind), 0)
            spent[kind] = taken = program.integer(0, program.range(there)[1], "mana spent before blocks")
            program.add(taken <= there)
            rest.append((kind, there - taken))
        self._meet(parts[0], list(spent.items()))
        self._meet(parts[1], rest)
        return spent
