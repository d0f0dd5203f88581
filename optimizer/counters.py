"""Counters: what proliferates add, epoch by epoch (docs/model.md, 7).

The proliferates of the turn fall into *epochs* by which of the castable modifiers (a counter doubler, a ban) are there. A bearer
has one integer of picks for each epoch, bounded by the number of proliferates in it. Modifiers that are there all turn are folded
into what one pick adds. Reads that only need "at least" see at most what came before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

from engine.objects import YOU
from engine.vocabulary import CountersCannotBePut, CountersPut, MoreCounters
from optimizer.events import Event, Moment, Thing, triggers
from optimizer.ledger import Bearer, Put, Write
from optimizer.model import Model
from optimizer.program import ZERO, Amount, Literal, amount, negation, total

Modifier = MoreCounters | CountersCannotBePut

OPPOSITE = {"p1p1": "m1m1", "m1m1": "p1p1"}
"""Kinds of counters that annihilate each other (704.5q)."""


@dataclass(frozen=True)
class Epoch:
    """The proliferates during which exactly these of some modifiers' sources are there."""

    sources: frozenset[Thing]
    writes: tuple[Write, ...]
    number: Amount


class Counters:
    """The counters of every bearer."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.proliferates = model.proliferates
        self._watched = any(True for t in model.world.mine() for _ in triggers(t.definition, CountersPut))
        self._epochs: dict[tuple[Thing, ...], list[Epoch]] = {}
        self._picks: dict[Bearer, list[tuple[Epoch, Amount]]] = {}
        self._late: dict[tuple[Bearer, str], list[tuple[Epoch, Amount]]] = {}
        self._came: dict[int, list[tuple[Moment, Literal]]] = {}
        """By picks of a kind that is not there at the start: the moments at which it may come, each with whether it is then."""
        self._puts: dict[tuple[Bearer, str], list[Write]] = {}
        self._picked: dict[tuple[int, Moment], Amount] = {}
        self._proliferated: dict[tuple[int, Moment], Amount] = {}
        self._modifiers: dict[tuple[Bearer, str], list[tuple[Thing, Modifier]]] = {}
        self._put_entries: dict[tuple[Bearer, str], list[Put]] = {}
        for put in model.ledger.puts:
            self._put_entries.setdefault((put.bearer, put.kind), []).append(put)

    # ------------------------------------------------------------------------------------------------ modifiers

    def _modifying(self, bearer: Bearer, kind: str) -> list[tuple[Thing, Modifier]]:
        """Which abilities change how many counters of the kind you put on the bearer."""
        key = (bearer, kind)
        if key not in self._modifiers:
            self._modifiers[key] = [
                (source, ability)
                for source in self.model.world.things
                for ability in source.definition.abilities
                if isinstance(ability, (MoreCounters, CountersCannotBePut))
                and self._concerns(ability, source, bearer, kind)
            ]
        return self._modifiers[key]

    def _concerns(self, ability: Modifier, source: Thing, bearer: Bearer, kind: str) -> bool:
        if ability.kind not in (None, kind):
            return False
        if isinstance(ability, CountersCannotBePut):
            if not isinstance(bearer, Thing):
                return ability.players == "each" or (ability.players == "you" and (bearer == YOU) == source.mine)
            return ability.on is not None and self.model.world.concerns(ability.on, bearer, source)
        if (ability.by == "you" and not source.mine) or (ability.by == "opponent" and source.mine):
            return False
        return self.model.world.concerns(ability.on, bearer, source) if isinstance(bearer, Thing) else ability.players

    def _varying(self, bearer: Bearer, kind: str) -> tuple[Thing, ...]:
        """The sources of modifiers that may come or go this turn."""
        sources = {s for s, _ in self._modifying(bearer, kind) if s.arrival is not None or self.model.departures(s)}
        return tuple(sorted(sources, key=lambda s: s.index))

    def _changed(self, bearer: Bearer, kind: str, n: int, there: frozenset[Thing], by_effect: bool = True) -> int:
        """How many counters are put instead of `n` while of the varying sources only these are there. The one who controls or
        is the bearer chooses the order (616.1): you for the most, the opponent for the fewest. What asks for an effect applies to
        the counters of a cost once another replacement effect puts them (614.16)."""
        varying = self._varying(bearer, kind)
        active = [a for s, a in self._modifying(bearer, kind) if s in there or s not in varying]
        if any(isinstance(a, CountersCannotBePut) for a in active):
            return 0
        mine = bearer.mine if isinstance(bearer, Thing) else bearer == YOU
        modifiers = [a for a in active if isinstance(a, MoreCounters)]
        if not by_effect and all(a.effects_only for a in modifiers):
            return n
        orders = (order for order in permutations(modifiers) if not order or by_effect or not order[0].effects_only)
        results = {_in_order(n, order) for order in orders}
        return max(results) if mine else min(results)

    # ------------------------------------------------------------------------------------------------ epochs

    def epochs(self, varying: tuple[Thing, ...]) -> list[Epoch]:
        """The proliferates of the turn by which of these sources are there."""
        if varying not in self._epochs:
            model, epochs = self.model, []
            split = [(w.moment, self._split(w.amount, w.moment, varying)) for w in self.proliferates]
            for sources in _subsets(varying):
                writes = tuple(Write(moment, parts[sources]) for moment, parts in split)
                number = total(w.amount for w in writes)
                if not number.is_zero:
                    epochs.append(Epoch(sources, writes, self._number(number, sources)))
            if len(epochs) > 1:
                together = sum((epoch.number.expr for epoch in epochs), 0)
                model.program.add(together <= self._in_all)
                model.program.add(together == total(w.amount for w in self.proliferates).expr)
            self._epochs[varying] = epochs
        return self._epochs[varying]

    def _patterns(self, moment: Moment, varying: tuple[Thing, ...]) -> Iterator[tuple[frozenset[Thing], Literal]]:
        """Each set of these sources with whether exactly those are there at the moment."""
        present = {s: self.model.still_present(s, moment) for s in varying}
        for there in _subsets(varying):
            yield there, self.model.program.all_of(lit if s in there else negation(lit) for s, lit in present.items())

    def _split(self, n: Amount, moment: Moment, varying: tuple[Thing, ...]) -> dict[frozenset[Thing], Amount]:
        """The part of an amount that falls to each set of sources being there, of those that vary: all of it to one, or, at no
        known moment, some to each that can come about."""
        model, program, parts = self.model, self.model.program, {}
        if not (moment.event.anytime and varying):
            return {there: program.gate(n, pattern) for there, pattern in self._patterns(moment, varying)}
        for there in _subsets(varying):
            parts[there] = part = program.amount(n.most)
            come = program.all_of(model.arrived(s, moment) for s in there)
            if come is not True:
                program.add(part.expr <= n.most * come)
        program.add(total(parts.values()).expr == n.expr)
        return parts

    @property
    def comings(self) -> list[Event]:
        """The events that bring a modifier which tells epochs apart."""
        sources = {source for varying in self._epochs for source in varying}
        return [s.arrival for s in sorted(sources, key=lambda s: s.index) if s.arrival is not None]

    @cached_property
    def _in_all(self) -> int:
        """No more proliferates than this fit into the turn."""
        return self.model.most(total(w.amount for w in self.proliferates))

    def _number(self, number: Amount, sources: frozenset[Thing]) -> Amount:
        """The number of proliferates of an epoch: no more than there can be while its sources are there as well."""
        if isinstance(number.expr, int):
            return number
        arrivals = [s.arrival for s in sources if s.arrival is not None]
        most = min(number.most, self.model.most(number) if arrivals else self._in_all)
        named = self.model.program.amount(most, "proliferates")
        self.model.program.add(named.expr == number.expr)
        for event in arrivals:
            self.model.program.add(named.expr <= most * self.model.use(event))
        return named

    # ------------------------------------------------------------------------------------------------ picks

    def starting(self, bearer: Bearer) -> dict[str, int]:
        """The counters that the bearer has at the start."""
        return bearer.counters if isinstance(bearer, Thing) else dict(self.model.state.players[bearer].counters)

    def possible_kinds(self, bearer: Bearer) -> list[str]:
        late = {kind for who, kind in self._put_entries if who is bearer or who == bearer}
        return sorted(set(self.starting(bearer)) | late | {k for _, who, k, _, _ in self.model.ledger.raises if who == bearer})

    def picks(self, bearer: Bearer, kind: str) -> list[tuple[Epoch, Amount]]:
        """How often the bearer is picked in each epoch, as far as that adds counters of the kind."""
        if self.starting(bearer).get(kind):
            return self._picks_from_start(bearer)
        if (bearer, kind) not in self._late:
            self._late[bearer, kind] = self._picks_after_first(bearer, kind)
        return self._late[bearer, kind]

    def _all_varying(self, bearer: Bearer) -> tuple[Thing, ...]:
        kinds = self.possible_kinds(bearer)
        return tuple(sorted({s for kind in kinds for s in self._varying(bearer, kind)}, key=lambda s: s.index))

    def _picks_from_start(self, bearer: Bearer) -> list[tuple[Epoch, Amount]]:
        if bearer not in self._picks:
            picks = []
            for epoch in self.epochs(self._all_varying(bearer)):
                pick = self.model.program.amount(epoch.number.most, f"picks of {bearer}")
                self.model.program.add(pick.expr <= epoch.number.expr)
                self._while_there(bearer, epoch, pick)
                picks.append((epoch, pick))
            self._picks[bearer] = picks
        return self._picks[bearer]

    def _picks_after_first(self, bearer: Bearer, kind: str) -> list[tuple[Epoch, Amount]]:
        """For a kind that is not there at the start: picks only after one of the puts, the first."""
        model, program = self.model, self.model.program
        puts = zip(self._put_entries.get((bearer, kind), []), self.put(bearer, kind), strict=True)
        raises = [(m, amount(when)) for m, who, k, _, when in model.ledger.raises if who == bearer and k == kind]
        first_at: list[tuple[Moment, Amount]] = [
            (p.moment, w.amount) for p, w in puts if not p.another and not w.amount.is_zero
        ] + raises
        if not first_at:
            return []
        firsts: list[Literal] = []
        for _, put in first_at:
            first: Literal = program.literal()
            program.add(put.expr >= 1, first)
            firsts.append(first)
        program.add(sum(firsts, 0) <= 1)
        opposite = self._outnumbered(bearer, kind, firsts)
        picks = []
        for epoch in self.epochs(self._all_varying(bearer)):
            pick = program.amount(epoch.number.most, f"picks of {bearer} {kind}")
            program.add(pick.expr <= epoch.number.expr)
            program.add(pick.expr <= epoch.number.most * sum(firsts, 0))
            came = [(moment, first) for (moment, _), first in zip(first_at, firsts, strict=True)]
            for moment, first in came:
                program.add(pick.expr <= model.sum_from(epoch.writes, moment).expr, first)
            self._came[id(pick)] = came
            if opposite:
                others = total(a for e, a in self._picks_from_start(bearer) if e is epoch)
                program.add(pick.expr + others.expr <= epoch.number.expr)
            self._while_there(bearer, epoch, pick)
            picks.append((epoch, pick))
        return picks

    def _outnumbered(self, bearer: Bearer, kind: str, firsts: list[Literal]) -> bool:
        """-1/-1 counters stay on a creature that had +1/+1 counters only when they are more (704.5q), and the other way round; a
        proliferate then adds to one of the kinds. (While both are there in mid-resolution it adds to both, which comes to
        nothing, except where somebody watches counters being put, or where not as many are put of one kind as of the other.)"""
        other = OPPOSITE.get(kind)
        there = self.starting(bearer).get(other, 0) if other is not None else 0
        if not there or self._watched:
            return False
        assert other is not None
        if self._modifying(bearer, kind) or self._modifying(bearer, other):
            self.model.relax(f"{bearer}: kinds of counters that annihilate each other", self.model.program.any_of(firsts))
            return False
        gone = sum((r.amount.expr for r in self.model.ledger.removed if r.bearer == bearer and r.kind == other), 0)
        for first in firsts:
            self.model.program.add(total(w.amount for w in self.put(bearer, kind)).expr + gone >= there + 1, first)
        return True

    def _while_there(self, bearer: Bearer, epoch: Epoch, pick: Amount) -> None:
        """What has left is not picked any more; asked only where somebody watches counters being put."""
        if not isinstance(bearer, Thing) or not self._watched:
            return
        for leaving in self.model.departures(bearer):
            self.model.program.add(pick.expr <= self.model.sum_before(epoch.writes, leaving.moment).expr, leaving.when)

    def spend(self, bearer: Bearer, kind: str, moment: Moment, spent: Amount, there: Amount) -> None:
        """Of so many counters that are there these are spent. After the last one no pick adds any (701.34a); where other kinds
        share the picks, or the kind may be put again, that is not followed (wider). Without loyalty a permanent is gone anyway
        (704.5i)."""
        model, program = self.model, self.model.program
        picks = self.picks(bearer, kind)
        if kind == "loyalty" or not picks:
            return
        left = program.literal()
        program.add(there.expr - spent.expr >= 1, left)
        emptied = program.all_of([program.reaches(spent.expr, 1), left.Not()])
        if len(self.possible_kinds(bearer)) > 1 or (bearer, kind) in self._put_entries:
            model.relax(f"{bearer}: the last {kind} counter", emptied)
            return
        for epoch, pick in picks:
            program.add(pick.expr <= self._proliferated_before(epoch, moment).expr, emptied)

    def all_picks(self) -> Iterable[tuple[Bearer, list[tuple[Epoch, Amount]]]]:
        """The picks of all bearers, bearer by bearer."""
        yield from self._picks.items()
        for (bearer, _), picks in self._late.items():
            yield bearer, picks

    def all_kinds_of_picks(self) -> Iterator[tuple[Bearer, str, list[tuple[Epoch, Amount]]]]:
        """The picks of all bearers, each with the kind of counters if they are of one kind only."""
        for bearer, picks in self._picks.items():
            yield bearer, "", picks
        for (bearer, kind), picks in self._late.items():
            yield bearer, kind, picks

    def picked_before(self) -> dict[int, list[tuple[Moment, Amount]]]:
        """By picks: how many of them come before the moments at which somebody asks."""
        asked: dict[int, list[tuple[Moment, Amount]]] = {}
        for (pick, moment), earlier in self._picked.items():
            asked.setdefault(pick, []).append((moment, earlier))
        return asked

    # ------------------------------------------------------------------------------------------------ how many

    def put(self, bearer: Bearer, kind: str) -> list[Write]:
        """The counters put on the bearer by name, after modifiers."""
        key = (bearer, kind)
        if key not in self._puts:
            self._puts[key] = [Write(p.moment, self._put_amount(p)) for p in self._put_entries.get(key, [])]
        return self._puts[key]

    def _put_amount(self, put: Put) -> Amount:
        varying = self._varying(put.bearer, put.kind)
        if put.amount is not None:
            return total(
                self.model.program.gate(self._variable(put, put.amount, there), pattern)
                for there, pattern in self._patterns(put.moment, varying)
            )
        times = amount(put.when) if put.times is None else put.times
        return total(
            part.times(self._changed(put.bearer, put.kind, put.n, there, put.by_effect))
            for there, part in self._split(times, put.moment, varying).items()
        )

    def _variable(self, put: Put, n: Amount, there: frozenset[Thing]) -> Amount:
        """A variable number put: the modifiers as a linear function, from what they make of 2 and 3."""
        two, three = (self._changed(put.bearer, put.kind, k, there, put.by_effect) for k in (20, 21))
        slope = three - two
        if two == 0 or slope == 0:
            if two:
                self.model.not_modelled(f"{put.bearer}: a variable number of counters, halved")
            return ZERO
        extra = two - 20 * slope
        result = n.times(slope)
        return result + amount(put.when).times(extra) if extra else result

    def placements(self, bearer: Bearer, kind: str, watcher: Thing, singly: bool) -> Iterator[tuple[Moment, Amount]]:
        """How many counters of the kind are put on the bearer while the watcher is there, and when; not `singly`: how often some
        are put (at most)."""
        model, program = self.model, self.model.program
        for write in self.put(bearer, kind):
            n = write.amount if singly else amount(program.reaches(write.amount.expr, 1))
            n = program.gate(program.named(n), model.present(watcher, write.moment))
            if not n.is_zero:
                yield write.moment, n
        for epoch, pick in self.picks(bearer, kind):
            each = self._changed(bearer, kind, 1, epoch.sources & frozenset(self._varying(bearer, kind)))
            seen = total(program.at_most(w.amount, model.present(watcher, w.moment)) for w in epoch.writes)
            if each and not seen.is_zero:
                picked = program.amount(pick.most)
                program.add(picked.expr <= pick.expr)
                program.add(picked.expr <= seen.expr)
                model.relax(f"{watcher.name}: when counters are put", program.reaches(picked.expr, 1))
                yield model.turn.resolve, picked.times(each if singly else 1)

    def final(self, bearer: Bearer, kind: str) -> Amount:
        """How many there are at the end, if the bearer is still there."""
        added = self.put(bearer, kind)
        picked = [
            pick.times(self._changed(bearer, kind, 1, epoch.sources & frozenset(self._varying(bearer, kind))))
            for epoch, pick in self.picks(bearer, kind)
        ]
        start = self.starting(bearer).get(kind, 0)
        gone = [r.amount for r in self.model.ledger.removed if r.bearer == bearer and r.kind == kind]
        sum_ = total([Amount(start, start), *(w.amount for w in added), *picked])
        return Amount(sum_.expr - sum((g.expr for g in gone), 0), sum_.most)

    def before(self, bearer: Bearer, kind: str, moment: Moment) -> Amount:
        """Anything up to how many there are just before the moment."""
        model = self.model
        start = self.starting(bearer).get(kind, 0)
        parts = [Amount(start, start), model.sum_before(self.put(bearer, kind), moment)]
        for epoch, pick in self.picks(bearer, kind):
            each = self._changed(bearer, kind, 1, epoch.sources & frozenset(self._varying(bearer, kind)))
            if not each:
                continue
            parts.append(self._picked_before(epoch, pick, moment).times(each))
        taken = [
            model.program.gate(r.amount, model.surely_before(r.moment, moment))
            for r in model.ledger.removed
            if r.bearer == bearer and r.kind == kind and r.moment is not moment
        ]
        sum_ = total(parts)
        return Amount(sum_.expr - sum((t.expr for t in taken), 0), sum_.most)

    def _picked_before(self, epoch: Epoch, pick: Amount, moment: Moment) -> Amount:
        """Anything up to how many of the picks come before the moment; the same for all kinds of counters."""
        key = (id(pick), moment)
        if key not in self._picked:
            earlier = self.model.program.amount(pick.most)
            self.model.program.add(earlier.expr <= pick.expr)
            self.model.program.add(earlier.expr <= self._proliferated_before(epoch, moment).expr)
            for came, first in self._came.get(id(pick), ()):
                self.model.program.add(earlier.expr <= self.model.sum_between(epoch.writes, came, moment).expr, first)
            self._picked[key] = earlier
        return self._picked[key]

    def _proliferated_before(self, epoch: Epoch, moment: Moment) -> Amount:
        """Anything up to how many of the epoch's proliferates come before the moment; the same for all bearers."""
        key = (id(epoch), moment)
        if key not in self._proliferated:
            self._proliferated[key] = self.model.program.up_to(self.model.sum_before(epoch.writes, moment))
        return self._proliferated[key]

    def banned(self, bearer: Bearer, kind: str, moment: Moment) -> Literal:
        """Whether counters of the kind cannot be put on the bearer then (614.17)."""
        bans = [s for s, a in self._modifying(bearer, kind) if isinstance(a, CountersCannotBePut)]
        return self.model.program.any_of(self.model.present(s, moment) for s in bans)


def _subsets(things: tuple[Thing, ...]) -> list[frozenset[Thing]]:
    return [
        frozenset(thing for thing, on in zip(things, pattern, strict=True) if on)
        for pattern in product((False, True), repeat=len(things))
    ]


def _in_order(n: int, modifiers: Iterable[MoreCounters]) -> int:
    for m in modifiers:
        if n > 0:
            n = n // 2 if m.half else n * m.times + m.plus
    return n
