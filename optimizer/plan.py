"""A plan: what a solution of the model says, free of the solver. `optimizer.playing` carries it out through the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from ortools.sat.python import cp_model

from engine.choices import Activate, Cast, PlayLand
from engine.objects import YOU, ObjectId
from optimizer import search
from optimizer.encode import Encoded
from optimizer.events import Event, Moment, Stage, Thing
from optimizer.ledger import Bearer
from optimizer.mana import GENERIC, Demand, Source
from optimizer.program import Amount, Linear, Literal


@dataclass(eq=False)
class PlannedAction:
    """One action with all that is decided for it. `start` and `resolve` are the ranks of its moments."""

    event: Event
    start: int
    resolve: int
    after: int
    modes: tuple[int, ...] = ()
    targets: tuple[tuple[Bearer, ...], ...] = ()
    x: int = 0
    kicked: int = 0
    sacrifice: tuple[Thing, ...] = ()
    tokens: tuple[str, ...] = ()
    """Names of tokens sacrificed beyond those that are things of their own."""
    remove: tuple[tuple[Thing, str, int], ...] = ()
    life_symbols: dict[str, int] = field(default_factory=dict)
    life_for_mana: int = 0
    demand: dict[frozenset[str], int] = field(default_factory=dict)
    shares: list[tuple[Source, frozenset[str], int]] = field(default_factory=list)
    """What late sources of mana pay of it."""
    shocked: bool = False
    early: bool = False
    """Whether its place is left open; it is taken as soon as it can be."""
    fought: frozenset[Stage] = frozenset()
    """The moments of combat that come before it."""


@dataclass
class Plan:
    """The actions in their order, and what is wanted of the choices that come up between them."""

    actions: list[PlannedAction]
    picks: dict[Bearer, dict[frozenset[Thing], int]]
    """By bearer and epoch (the sources that are there): how often it is picked."""
    trigger_targets: list[tuple[Thing, tuple[tuple[Bearer, ...], ...], tuple[int, ...]]]
    extra: list[PlannedAction]
    """Costs that are paid as something resolves."""
    extras: dict[tuple[Thing, str], int]
    """How many counters a thing gets one by one of a kind that it has."""
    accepted: list[tuple[str, bool]]
    sacrificed: list[Thing]
    """What you sacrifice to effects."""
    places: dict[tuple[Event, Thing], int]
    """By event and source: the rank at which an ability resolves that the event has triggered."""
    ends: dict[Thing, bool]
    """Whether a thing is there at the end."""
    score: int
    """What the model promises."""
    wider: list[str]
    """The relaxations that the solution makes use of."""
    attacks: list[Thing] = field(default_factory=list)

    def for_search(self) -> search.Plan:
        """The plan's actions, without what the plan says of order, payments and choices in between."""
        return search.Plan(tuple(_searched(action) for action in self.actions))


KINDS = {"cast": Cast, "activate": Activate, "land": PlayLand}


def _searched(action: PlannedAction) -> search.Action:
    event = action.event
    name = event.definition.name if event.definition is not None else event.thing.name if event.thing is not None else ""
    there = event.thing is not None and event.thing.permanent is not None and event.kind == "activate"
    targets = tuple(tuple(_reference(bearer) for bearer in group) for group in action.targets)
    if event.kind == "land":
        return search.Action(PlayLand, name)
    return search.Action(
        KINDS[event.kind], name, event.thing.object if there and event.thing is not None else None, None, action.modes, targets,
        action.x, action.kicked if event.kind == "cast" else None, 2 * (sum(action.life_symbols.values()) + action.life_for_mana),
    )  # fmt: skip


def _reference(bearer: Bearer) -> ObjectId | str:
    if not isinstance(bearer, Thing):
        return bearer
    return bearer.object if bearer.permanent is not None else bearer.name


def read(encoded: Encoded, solver: cp_model.CpSolver, objective: Linear) -> Plan:
    """The plan of the solver's solution."""
    return _Reading(encoded, solver).plan(objective)


class _Reading:
    def __init__(self, encoded: Encoded, solver: cp_model.CpSolver) -> None:
        self.encoded, self.model, self.solver = encoded, encoded.model, solver

    def number(self, expr: Linear) -> int:
        return expr if isinstance(expr, int) else round(self.solver.value(expr))

    def holds(self, literal: Literal) -> bool:
        return literal if isinstance(literal, bool) else bool(self.solver.boolean_value(literal))

    def plan(self, objective: Linear) -> Plan:
        used = [e for e in self.model.world.events_of("cast", "activate", "land") if self.holds(self.model.use(e))]
        actions = [one for e in used for one in _singly(self.action(e), self.number(self.model.choices[e].times.expr))]
        actions.sort(key=lambda a: (a.early, a.start, a.event.kind != "land", a.event.index))
        wider = sorted({reason for reason, when in self.model.wider if self.holds(when)})
        return Plan(
            actions, self.picks(), self.trigger_targets(), self.extra(),
            {key: n for key, a in self.model.ledger.extras.items() if (n := self.number(a.expr))},
            [(label, self.holds(literal)) for label, literal in self.model.accepted],
            [t for player, lost in self.model.ledger.sacrifices if player == YOU for t, literal in lost if self.holds(literal)],
            self.places(used),
            {t: self.holds(self.encoded.fates.alive(t)) for t in self.model.world.things if t.permanent is not None},
            self.number(objective), wider, [t for t, attack in self.model.attacks.items() if self.holds(attack)],
        )  # fmt: skip

    def rank(self, event: Event, which: int) -> int:
        ranks = [self.model.order.known_rank(m) for m in event.moments]
        numbers = [self.number(r) for r in ranks if r is not None]
        if event.laps and (copies := self.copies(event)):  # right after the last activation whose place is known
            return self.rank(copies[-1], which)
        if not numbers and self.fought(event):
            return len(self.model.events) * len(Stage)  # after combat
        if not numbers or event.first_of_all:
            return -1
        return numbers[0] if which == 0 else max(numbers) if which == 2 else numbers[event.moments.index(event.resolve)]

    def fought(self, event: Event) -> frozenset[Stage]:
        """The moments of combat that come before the event."""
        combat, order = self.model.world.combat, self.model.order
        if combat is None:
            return frozenset()
        if combat.attack is None and not event.instant:
            return frozenset(m.stage for m in combat.event.moments)
        start, ranks = order.known_rank(event.announce), [(m.stage, order.known_rank(m)) for m in combat.event.moments]
        if start is None:
            return frozenset()
        come = frozenset(stage for stage, rank in ranks if rank is not None and self.number(rank) < self.number(start))
        return come if self.strikes_first or Stage.AFTER in come else come - {Stage.RESOLVE}

    @cached_property
    def strikes_first(self) -> bool:
        """Whether any attacker deals damage by first strike. Without that there is one damage step only (510.4): what is between
        the two in the model may as well come before both."""
        return self.encoded.fight is not None and any(self.holds(strikes) for strikes in self.encoded.fight.first_strikes)

    def places(self, used: list[Event]) -> dict[tuple[Event, Thing], int]:
        known = ((m, self.model.order.known_rank(m)) for event in used for m in event.moments)
        return {(m.event, m.trigger[0]): self.number(rank) for m, rank in known if m.trigger is not None and rank is not None}

    def copies(self, event: Event) -> list[Event]:
        """The single activations of the same ability."""
        return [e for e in self.model.events if e.ability is event.ability and e.thing is event.thing and not e.laps]

    def action(self, event: Event) -> PlannedAction:
        choices = self.model.choices[event]
        modes: list[int] = []
        targets: list[tuple[Bearer, ...]] = []
        for index, (part, times, _) in enumerate(choices.modes):
            n = self.number(times.expr)
            if part.mode is not None:
                modes += [part.mode] * n
            if n:
                for group in choices.targets[index]:
                    targets.append(tuple(b for b, lit in group.items() if self.holds(lit)))
        action = PlannedAction(
            event, self.rank(event, 0), self.rank(event, 1), self.rank(event, 2), tuple(modes), tuple(targets),
            self.number(choices.x.expr), self.number(choices.kicked.expr) or int(self.holds(choices.entwined)),
            tuple(t for t, lit in choices.sacrifice.items() if self.holds(lit)),
            tuple(token.name for token, lit in choices.tokens.items() if self.holds(lit)),
            tuple((t, k, n) for (t, k), a in choices.remove.items() if (n := self.number(a.expr))),
            {text: self.number(a.expr) for text, a in choices.life_symbols.items()},
            self.number(self.encoded.mana.life_for.get(event, Amount()).expr),
        )  # fmt: skip
        for demand in self.encoded.mana.demands:
            if demand.event is event and demand.moment is event.announce:
                self.fill(action, demand)
        action.early = event.laps > 0 and not self.copies(event)
        action.fought = self.fought(event)
        if event in self.encoded.mana.shocked:
            action.shocked = self.holds(self.encoded.mana.shocked[event])
        return action

    def fill(self, action: PlannedAction, demand: Demand) -> None:
        action.demand = {types: n for types, a in demand.classes.items() if (n := self.number(a.expr))}
        action.shares = [
            (source, types, n)
            for source, who, types, share in self.encoded.mana.late
            if who is demand and (n := self.number(share.expr))
        ]

    def extra(self) -> list[PlannedAction]:
        extra = []
        for demand in self.encoded.mana.demands:
            if demand.moment is not demand.event.announce and self.holds(demand.when):
                rank = self.rank(demand.event, 2)
                action = PlannedAction(demand.event, rank, rank, rank)
                self.fill(action, demand)
                extra.append(action)
        return extra

    def picks(self) -> dict[Bearer, dict[frozenset[Thing], int]]:
        """For bearers with counters at the start their picks, for others the most picks that one of their kinds gets."""
        picks: dict[Bearer, dict[frozenset[Thing], int]] = {}
        for bearer, epochs in self.encoded.counters.all_picks():
            mine = picks.setdefault(bearer, {})
            for epoch, amount in epochs:
                mine[epoch.sources] = max(mine.get(epoch.sources, 0), self.number(amount.expr))
        return picks

    def trigger_targets(self) -> list[tuple[Thing, tuple[tuple[Bearer, ...], ...], tuple[int, ...]]]:
        """In the order in which they come up."""
        wanted: list[tuple[Thing, tuple[tuple[Bearer, ...], ...], tuple[int, ...]]] = []

        def rank(entry: tuple[object, object, object, Moment]) -> int:
            known = self.model.order.known_rank(entry[3])
            return -1 if known is None else self.number(known)

        for source, groups, mode, _ in sorted(self.model.trigger_targets, key=rank):
            chosen = tuple(tuple(b for b, lit in group.items() if self.holds(lit)) for group in groups)
            if any(chosen):
                wanted.append((source, chosen, () if mode is None else (mode,)))
        return wanted


def _singly(action: PlannedAction, times: int) -> Iterator[PlannedAction]:
    """The single activations for which an event stands: what all of them pay is handed out to one after the other."""
    if not action.event.laps:
        yield action
        return
    cost = action.event.costs
    life, demand, shares = Counter(action.life_symbols), Counter(action.demand), list(action.shares)
    counters = [(thing, kind) for thing, kind, n in action.remove for _ in range(n)]
    for number in range(times):
        one = replace(action, life_symbols=Counter(), demand=Counter(), shares=[], life_for_mana=0)
        for symbol in cost.mana:
            types = GENERIC if symbol.is_generic else symbol.colors if symbol.phyrexian else frozenset(symbol.parts)
            for _ in range(symbol.generic or 1):
                if symbol.phyrexian and life[symbol.text]:
                    life[symbol.text] -= 1
                    one.life_symbols[symbol.text] += 1
                elif demand[types]:
                    demand[types] -= 1
                    one.demand[types] += 1
                    _take_unit(shares, one, types)
                else:
                    one.life_for_mana += 1
        mine = counters[number * len(counters) // times : (number + 1) * len(counters) // times]
        one.remove = tuple((thing, kind, n) for (thing, kind), n in Counter(mine).items())
        yield one


def _take_unit(shares: list[tuple[Source, frozenset[str], int]], action: PlannedAction, types: frozenset[str]) -> None:
    """Gives the action a unit of the late mana that pays for such symbols, while there is some."""
    for index, (source, of, n) in enumerate(shares):
        if of == types and n:
            shares[index] = source, of, n - 1
            action.shares.append((source, of, 1))
            return


def different_from(encoded: Encoded, solver: cp_model.CpSolver, program: cp_model.CpModel) -> None:
    """Excludes from the program every solution with the same events, targets, modes, X, life and totals as the solver's."""
    reading = _Reading(encoded, solver)
    model = encoded.model
    other: list[Literal] = []

    def flip(literal: Literal) -> None:
        if not isinstance(literal, bool):
            other.append(literal.Not() if reading.holds(literal) else literal)

    def move(expr: Linear) -> None:
        if isinstance(expr, int):
            return
        value = reading.number(expr)
        more, less = program.new_bool_var(""), program.new_bool_var("")
        program.add(expr >= value + 1).only_enforce_if(more)
        program.add(expr <= value - 1).only_enforce_if(less)
        other.extend((more, less))

    for event in model.world.events_of("cast", "activate", "land"):
        choices = model.choices[event]
        flip(choices.use)
        if not reading.holds(choices.use):
            continue
        for index, (_, times, _) in enumerate(choices.modes):
            move(times.expr)
            for group in choices.targets[index]:
                for literal in group.values():
                    flip(literal)
        for amount in (choices.x, choices.kicked, *choices.life_symbols.values()):
            move(amount.expr)
    for amount in (a for _, epochs in encoded.counters.all_picks() for _, a in epochs):
        move(amount.expr)
    for amount in model.ledger.extras.values():
        move(amount.expr)
    program.add_bool_or(other)
