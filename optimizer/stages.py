"""What is decided before the blocks, which is the same whatever the reply (docs/model.md, 16)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from optimizer.encode import Encoded
from optimizer.events import Moment, Thing
from optimizer.ledger import Bearer
from optimizer.program import Amount, Linear, Literal

MANA = "mana"
"""What the numbers of mana units spent before the blocks are called, each with the types that the unit can be."""


def first_stage(encoded: Encoded) -> dict[Hashable, Linear]:
    """The decisions before the blocks as numbers, by what they decide. Models of one position against different replies agree in
    them. Choices that are not listed may differ (wider)."""
    return dict(_FirstStage(encoded).decisions())


def first_orders(encoded: Encoded) -> dict[Hashable, tuple[Literal, Literal]]:
    """For moments of what you do, by what they are called: whether one comes before the other, and whether both come before the
    blocks. Models of one position agree in the first where the second holds."""
    return dict(_FirstStage(encoded).orders())


class _FirstStage:
    def __init__(self, encoded: Encoded) -> None:
        self.encoded, self.model, self.program = encoded, encoded.model, encoded.model.program
        combat = self.model.world.combat
        assert combat is not None and combat.block is not None
        self.block = combat.block

    def early(self, moment: Moment) -> Literal:
        """Whether the moment comes before the blocks; of what is at no known moment that is left open."""
        return False if moment.event.anytime else self.model.before(moment, self.block)

    def decisions(self) -> Iterator[tuple[Hashable, Linear]]:
        model = self.model
        for thing, attack in model.attacks.items():
            yield ("attacks", thing.index), attack
        for event in model.world.events_of("cast", "activate", "land"):
            if event.first_of_all:
                yield (event.index, "use"), model.use(event)
                continue
            choices, early = model.choices[event], self.early(event.announce)
            literals: dict[Hashable, Literal] = {"use": choices.use, "entwined": choices.entwined}
            numbers: dict[Hashable, Amount] = {"x": choices.x, "kicked": choices.kicked}
            numbers.update(choices.life_symbols)
            if event in self.encoded.mana.life_for:
                numbers["life"] = self.encoded.mana.life_for[event]
            for index, (_, times, when) in enumerate(choices.modes):
                literals["mode", index], numbers["times", index] = when, times
                for group, chosen in enumerate(choices.targets[index]):
                    literals |= {("target", index, group, key(bearer)): literal for bearer, literal in chosen.items()}
            literals |= {("sacrifice", thing.index): literal for thing, literal in choices.sacrifice.items()}
            literals |= {("token", token): literal for token, literal in choices.tokens.items()}
            numbers |= {("remove", thing.index, kind): n for (thing, kind), n in choices.remove.items()}
            for name, literal in literals.items():
                yield (event.index, name), self.program.all_of([literal, early])
            for name, n in numbers.items():
                yield (event.index, name), self.program.gate(self.program.named(n), early).expr
        for source, groups, mode, moment in model.trigger_targets:
            early = self.early(moment)
            for place, chosen in enumerate(groups):
                for bearer, literal in chosen.items():
                    name = ("trigger", source.index, mode, moment.event.index, moment.stage, place, key(bearer))
                    yield name, self.program.all_of([literal, early])
        for types, spent in self.encoded.mana.split(self.early).items():
            yield (MANA, types), spent
        yield from self.picks()

    def orders(self) -> Iterator[tuple[Hashable, tuple[Literal, Literal]]]:
        chosen = {e for e in self.model.world.events_of("cast", "activate", "land") if not e.first_of_all and not e.anytime}
        for firsts, seconds, literal in list(self.model.order.literals()):
            sides = firsts[0].event, seconds[0].event
            if chosen.issuperset(sides) and sides[0].index < sides[1].index:
                both = self.program.all_of(self.early(event.announce) for event in sides)
                places = (tuple((m.event.index, m.event.moments.index(m)) for m in side) for side in (firsts, seconds))
                yield tuple(places), (literal, both)

    def picks(self) -> Iterator[tuple[Hashable, Linear]]:
        """How often each bearer is picked before the blocks in each epoch."""
        model, program, counters = self.model, self.program, self.encoded.counters
        read = counters.picked_before()
        for bearer, kind, epochs in counters.all_kinds_of_picks():
            for epoch, pick in epochs:
                early = program.amount(pick.most, f"picks of {bearer} before blocks")
                program.add(early.expr <= pick.expr)
                program.add(early.expr <= model.sum_before(epoch.writes, self.block).expr)
                program.add(pick.expr <= early.expr + model.sum_from(epoch.writes, self.block).expr)
                for moment, picked in read.get(id(pick), ()):
                    late = model.sum_between(epoch.writes, self.block, moment).expr
                    program.add(picked.expr <= early.expr + late)
                yield ("picks", key(bearer), kind, frozenset(t.index for t in epoch.sources)), early.expr


def key(bearer: Bearer) -> Hashable:
    """What a bearer is called in every model of the position."""
    return ("thing", bearer.index) if isinstance(bearer, Thing) else bearer
