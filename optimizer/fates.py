"""Loyalty, deaths and departures: what is still there at the end, and what counters are spent.

A creature dies from lost toughness or damage; where its death triggers something it is an event with a moment, elsewhere only the
end matters (step state on demand, docs/model.md, 8). The model lets a creature live on for a while where the rules would bury it
at once (wider): it may not be there at the end.
"""

from __future__ import annotations

from itertools import combinations

from engine.objects import OPPONENT
from engine.vocabulary import Activated, BoostSelf, Dies, Enters, EntersWithCounters, Triggered
from optimizer.counters import Counters
from optimizer.events import Event, Thing
from optimizer.ledger import Put, Removed
from optimizer.model import Model
from optimizer.program import Amount, Linear, Literal, amount, negation, total


def pay_with_counters(model: Model) -> None:
    """Counters put or removed as costs: loyalty abilities (606.4) and others; entered before counters are summed up."""
    for event in model.world.events_of("activate"):
        choices, thing, loyalty = model.choices[event], event.thing, event.costs.loyalty
        assert thing is not None
        if loyalty == "-X":
            model.ledger.removed.append(Removed(event.announce, thing, "loyalty", choices.x, cost=True))
        elif isinstance(loyalty, int) and loyalty > 0:
            model.ledger.puts.append(Put(event.announce, thing, "loyalty", loyalty, choices.use, by_effect=False))
        elif isinstance(loyalty, int) and loyalty < 0:
            model.ledger.removed.append(Removed(event.announce, thing, "loyalty", amount(choices.use).times(-loyalty), cost=True))
        cost = event.costs.remove
        if cost is None:
            continue
        if cost.filter is None:
            assert cost.kind is not None
            model.ledger.removed.append(Removed(event.announce, thing, cost.kind, choices.times.times(cost.n), cost=True))
            continue
        parts = []
        for other in model.world.mine():
            if model.world.lets_through(cost.filter, other, thing):
                for kind in [cost.kind] if cost.kind else model.kinds(other):
                    part = model.program.amount(cost.n * choices.times.most, f"{event} removes {kind} from {other}")
                    choices.remove[other, kind] = part
                    model.ledger.removed.append(Removed(event.announce, other, kind, part, cost=True, anywhere=True))
                    parts.append(part)
        model.program.add(total(parts).expr == cost.n * choices.times.expr)


def limit_costs(model: Model, counters: Counters) -> None:
    """Nobody pays with counters that are not there, nor with counters that cannot be put (118.3, 614.17b).

    Where counters may come from many things it is only asked that there are so many in the whole turn (wider).
    """
    program = model.program
    seen: set[tuple[object, ...]] = set()
    for removed in model.ledger.removed:
        anywhere = not removed.cost or removed.anywhere
        key = (removed.bearer, removed.kind, None if anywhere else removed.moment)
        if key in seen:
            continue
        seen.add(key)
        if anywhere:
            model.relax(f"{removed.moment.event}: counters removed before they are there", model.use(removed.moment.event))
            program.add(counters.final(removed.bearer, removed.kind).expr >= 0)
            continue
        together = [r for r in model.ledger.removed if r.moment is removed.moment and (r.bearer, r.kind) == key[:2]]
        there = counters.before(removed.bearer, removed.kind, removed.moment)
        spent = total(r.amount for r in together)
        program.add(spent.expr <= there.expr, *_used(model, removed))
        choices = model.choices[removed.moment.event]
        for index, fizzles in choices.fizzles.items():
            aimed = choices.targets[index][0][removed.moment.event.thing]  # type: ignore[index]
            program.add(there.expr - spent.expr >= 1, aimed, negation(fizzles))
        counters.spend(removed.bearer, removed.kind, removed.moment, spent, there)
    for put in model.ledger.puts:
        if not put.by_effect:
            program.forbid(put.when, counters.banned(put.bearer, put.kind, put.moment))


def _used(model: Model, removed: Removed) -> list[Literal]:
    return [model.use(removed.moment.event)]


class Fates:
    """Which things are there at the end."""

    def __init__(self, model: Model, counters: Counters) -> None:
        self.model = model
        self.counters = counters
        self._alive: dict[Thing, Literal] = {}
        self._died: dict[Thing, Literal] = {}
        for thing in model.world.things:
            self._alive[thing] = self._settle(thing)
        for player, sacrifices in model.ledger.sacrifices:
            if player == OPPONENT:
                self._cheapest_first(sacrifices)

    def _cheapest_first(self, sacrifices: list[tuple[Thing, Literal]]) -> None:
        """The opponent sacrifices what is worth least to them as the turn begins. Any rule that they may follow bounds what you
        can be sure of from above; what they really choose is for the engine to try."""
        ordered = sorted(sacrifices, key=lambda pair: -self.model.worth(pair[0]))
        for (cheaper, first), (_, second) in combinations(ordered, 2):
            others = [d.when for d in self.model.departures(cheaper) if d.when is not first]
            here = [negation(when) for when in (*others, self._died[cheaper])]
            self.model.program.forbid(second, negation(first), *here)

    def alive(self, thing: Thing) -> Literal:
        """Whether the thing is on the battlefield at the end."""
        return self._alive[thing]

    def _settle(self, thing: Thing) -> Literal:
        model, program = self.model, self.model.program
        departures = model.departures(thing)
        ways = [d.when for d in departures]
        died = self._died[thing] = self._dies(thing)
        ways.append(died)
        arrived = True if thing.arrival is None else model.use(thing.arrival)
        gone = program.any_of(ways)
        self._activations(thing)
        return program.all_of([arrived, negation(gone)])

    def _activations(self, thing: Thing) -> None:
        """A thing that has left does nothing more (602.1, 113.6)."""
        model = self.model
        for event in model.world.events_of("activate"):
            for who in (event.thing, event.granted_by):
                if who is thing:
                    for leaving in model.departures(thing):
                        if leaving.moment.event is not event:
                            model.program.forbid(
                                model.use(event), leaving.when, model.surely_before(leaving.moment, event.announce)
                            )

    # ------------------------------------------------------------------------------------------------ deaths

    def _dies(self, thing: Thing) -> Literal:
        if thing.is_planeswalker:
            return self._out_of_loyalty(thing)
        if not thing.is_creature:
            return False
        return self._out_of_toughness(thing)

    def _out_of_loyalty(self, thing: Thing) -> Literal:
        """704.5i, at the end and right after each loyalty cost."""
        model, program = self.model, self.model.program
        damage = model.ledger.damage.get(thing, [])
        final = self.counters.final(thing, "loyalty")
        left = final.expr - sum((w.amount.expr for w in damage), 0)
        spent = [r for r in model.ledger.removed if r.bearer is thing and r.kind == "loyalty"]
        if not damage and not spent:
            return False
        alive = program.reaches(left, 1)
        for removed in spent:
            for fizzles in model.choices[removed.moment.event].fizzles.values():
                program.implies(fizzles, negation(alive))
            before = self.counters.before(thing, "loyalty", removed.moment)
            program.add(before.expr - removed.amount.expr >= 1, alive, *_used(model, removed))
        return negation(alive)

    def _out_of_toughness(self, thing: Thing) -> Literal:
        """704.5f and g. Who may live in any order of what happens may live, who may die in one may die (wider)."""
        model, program, ledger = self.model, self.model.program, self.model.ledger
        if any(isinstance(a, BoostSelf) for a in thing.definition.abilities):
            model.relax(f"{thing.name}: a toughness that changes")
            return False
        bad, good = self._sum(thing, "m1m1"), self._sum(thing, "p1p1")
        shrunk = total(w.amount for w in ledger.shrunk.get(thing, []))
        grown = total(w.amount for w in ledger.grown.get(thing, []))
        damage = total(w.amount for w in ledger.damage.get(thing, []))
        base = self.base_toughness(thing)
        death = next((e for e in model.world.events_of("death") if e.thing is thing), None)
        if bad.most + shrunk.most + damage.most == 0 and (base > 0 or thing.arrival is None):
            if death is not None:
                program.forbid(model.use(death))
            return False
        final = base + good.expr - bad.expr + grown.expr - shrunk.expr
        dead = program.literal(f"{thing} dies") if death is None else model.use(death)
        living = [] if thing.arrival is None else [model.use(thing.arrival)]
        stays = program.all_of(
            [*living, negation(dead), *(negation(d.when) for d in model.departures(thing) if d.moment.event is not death)]
        )
        program.add(final >= 1, stays)
        if thing.arrival is not None and base <= 0:  # without the counters that it enters with it dies at once (704.5f)
            lives = program.reaches(base + self._entering(thing), 1)
            leaves = [d.when for d in model.departures(thing) if d.moment.event is not death]
            for literal in (stays, *leaves, *self._aimed(thing)):
                program.implies(literal, lives)
        if not damage.is_zero and "indestructible" not in thing.keywords:
            program.add(final - damage.expr >= 1, stays)
        hurt = bad.expr + shrunk.expr + (damage.expr if "indestructible" not in thing.keywords else 0)
        whole = base + self._certain_growth(thing)
        for least in (base, whole):
            program.add(hurt >= least, dead)
        if grown.most:
            model.relax(f"{thing.name}: when it dies and when it grows", dead)
        self._targeted_twice(thing, dead)
        others = program.any_of(d.when for d in model.departures(thing) if d.moment.event is not death)
        if others is not False:
            lethal = program.reaches(hurt - whole, 0)
            model.relax(f"{thing.name}: whether it dies before it leaves", program.all_of([others, lethal]))
        model.relax(f"{thing.name}: what it does before it dies", program.all_of([dead, self._is_active(thing)]))
        if death is not None:
            self._in_time(thing, death, base, whole)
        return dead

    def _is_active(self, thing: Thing) -> Literal:
        """Whether the thing does something while it is there: it may do so in the model after it should have died."""
        model = self.model
        if not thing.mine:
            return False
        for ability in thing.definition.abilities:
            entering = isinstance(ability, EntersWithCounters) or (
                isinstance(ability, Triggered) and isinstance(ability.on, (Enters, Dies)) and ability.on.source
            )
            if not entering and not isinstance(ability, Activated):
                return True
        return model.program.any_of(model.use(e) for e in model.world.events_of("activate") if e.thing is thing)

    def _targeted_twice(self, thing: Thing, dead: Literal) -> None:
        """What is a target twice may have died between: in the model it dies at no known moment, or later than it would."""
        model = self.model
        literals = self._aimed(thing)
        if len(literals) > 1:
            twice = model.program.reaches(total(map(amount, literals)).expr, 2)
            gone = model.program.any_of([dead, *(d.when for d in model.departures(thing))])
            model.relax(f"{thing.name}: when it dies and when it is a target", model.program.all_of([gone, twice]))

    def _aimed(self, thing: Thing) -> list[Literal]:
        """When the thing is a target, for each that it may be."""
        model = self.model
        groups = [g for c in model.choices.values() for groups in c.targets.values() for g in groups]
        groups += [g for _, groups, _, _ in model.trigger_targets for g in groups]
        return [group[thing] for group in groups if thing in group]

    def _certain_growth(self, thing: Thing) -> Linear:
        """The +1/+1 counters that it has at the start or enters with, as far as they are not removed."""
        removed = sum((r.amount.expr for r in self.model.ledger.removed if r.bearer is thing and r.kind == "p1p1"), 0)
        if thing.arrival is None:
            return thing.counters.get("p1p1", 0) - removed
        return self._entering(thing) - removed

    def _entering(self, thing: Thing) -> Linear:
        """The +1/+1 counters that something enters with."""
        assert thing.arrival is not None
        entering = thing.arrival.resolve
        return sum((w.amount.expr for w in self.counters.put(thing, "p1p1") if w.moment is entering), 0)

    def _in_time(self, thing: Thing, death: Event, base: int, whole: Linear) -> None:
        """What kills comes before the death."""
        model, ledger = self.model, self.model.ledger
        hurt = self.counters.before(thing, "m1m1", death.resolve).expr
        for writes in (ledger.shrunk.get(thing, []), ledger.damage.get(thing, [])):
            hurt = hurt + model.sum_before(writes, death.resolve).expr
        for least in (base, whole):
            model.program.add(hurt >= least, model.use(death))
        counted = model.counted.get((thing, "p1p1", death.resolve))
        if counted is not None:
            model.program.add(hurt >= base + counted.expr, model.use(death))
            more = model.program.reaches(counted.expr - self._certain_growth(thing), 1)
            model.relax(f"{thing.name}: with how many counters it dies", model.program.all_of([model.use(death), more]))

    def _sum(self, thing: Thing, kind: str) -> Amount:
        return self.counters.final(thing, kind) if kind in self.counters.possible_kinds(thing) else Amount()

    @staticmethod
    def base_toughness(thing: Thing) -> int:
        """Toughness without counters and damage, with what lasts until end of turn."""
        counters = thing.counters
        damage = thing.permanent.damage if thing.permanent is not None else 0
        return thing.toughness - counters.get("p1p1", 0) + counters.get("m1m1", 0) - damage
