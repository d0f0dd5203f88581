"""Attackers that have died deal no damage any more, and their abilities are not activated (docs/model.md, 16).

They die from lost toughness, from damage, and from what their blockers deal to them. Where in doubt they live (wider).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.vocabulary import BlocksMore, BoostSelf, Regenerate
from optimizer.counters import Counters
from optimizer.events import Moment, Thing
from optimizer.fates import Fates
from optimizer.program import Amount, Linear, Literal, negation, total

if TYPE_CHECKING:
    from optimizer.combat import Fight

DEADLY = 1_000
"""More than any toughness."""

FIRST = frozenset({"first strike", "double strike"})


def outlast(fight: Fight, counters: Counters) -> None:
    """What deals damage in combat or is activated after it has toughness left (704.5f, 704.5g)."""
    _Outlasting(fight, counters).limit()


class _Outlasting:
    def __init__(self, fight: Fight, counters: Counters) -> None:
        self.fight, self.model, self.combat, self.counters = fight, fight.model, fight.combat, counters
        self.program = fight.model.program

    def limit(self) -> None:
        combat, program = self.combat, self.program
        for hit in self.fight.hits:
            blocked = hit.moment is combat.damage and self.fight.may_trample(hit)
            by_blockers = self._by_blockers(hit.thing, FIRST) if blocked else 0
            self._lives(self._toughness(hit.thing, hit.moment), by_blockers, hit.dealt)
        for thing in self.fight.blockers:
            later = [
                program.all_of([self.model.use(event), self.model.surely_before(combat.damage, event.announce)])
                for event in self.model.world.events_of("activate") if event.thing is thing
            ]  # fmt: skip
            if any(literal is not False for literal in later):
                self._lives(self._toughness(thing, combat.damage), self._by_blockers(thing), program.any_of(later))

    def _lives(self, toughness: Linear | None, damage: Linear, when: Literal) -> None:
        if toughness is not None:
            self.program.add(toughness - damage >= 1, when)

    def _toughness(self, thing: Thing, moment: Moment) -> Linear | None:
        """At most its toughness, less the damage marked on it, just before the moment; None where that is not followed."""
        model, ledger = self.model, self.model.ledger
        if any(isinstance(ability, BoostSelf) for ability in thing.definition.abilities):
            return None
        toughness: Linear = Fates.base_toughness(thing)
        hurts = list(ledger.shrunk.get(thing, []))
        if not self._may_be_indestructible(thing, moment):
            hurts += ledger.damage.get(thing, [])
        elif thing.permanent is not None:
            toughness += thing.permanent.damage
        kinds = self.counters.possible_kinds(thing)
        if "m1m1" in kinds:
            toughness = toughness - self.fight.least_counters(thing, "m1m1", moment, self.counters)
        if "p1p1" in kinds:
            toughness = toughness + self.counters.before(thing, "p1p1", moment).expr
        toughness = toughness + model.sum_before(ledger.grown.get(thing, []), moment).expr
        return toughness - model.sum_before(hurts, moment, exact=True).expr

    def _by_blockers(self, thing: Thing, striking: frozenset[str] = frozenset()) -> Linear:
        """At least the lethal damage by its blockers that are still there, or by those of them with such keywords, each of which
        deals all its damage to it."""
        state, moment = self.model.state, self.combat.damage
        struck = state.combat is not None and state.combat.struck is not None
        divided = any(True for _ in state.statics(BlocksMore))
        saved = any(isinstance(effect, Regenerate) for effect in self.model.world.effects())
        if struck or divided or saved or self._may_be_indestructible(thing, moment) or self._may_be_protected(thing):
            return 0
        return total(
            self._by(blocker, blocks, thing) for blocker, blocks in self.fight.blockers[thing].items()
            if not striking or blocker.keywords & striking
        ).expr  # fmt: skip

    def _by(self, blocker: Thing, blocks: Literal, thing: Thing) -> Amount:
        model, program, combat = self.model, self.program, self.combat
        moment, lived = combat.damage, True if combat.first is None else negation(self.fight.strikes(thing, combat.first))
        if blocker.keywords & FIRST:
            moment, lived = combat.strikes[0], True
        power = self._least_power(blocker, moment)
        touch = "deathtouch" in blocker.keywords
        most = max(0, program.range(power)[1])
        damage = program.amount(DEADLY if touch and most else most, f"damage by {blocker}")
        there = [blocks, model.present(blocker, moment), lived]
        program.add(damage.expr >= power, *there)
        if touch:
            program.add(damage.expr >= DEADLY, *there, program.reaches(power, 1))
        return damage

    def _least_power(self, thing: Thing, moment: Moment) -> Linear:
        """Its power just before the moment or less: growth of this turn is left out."""
        ledger = self.model.ledger
        power: Linear = thing.power - sum((r.amount.expr for r in ledger.removed if r.bearer is thing and r.kind == "p1p1"), 0)
        if "m1m1" in self.counters.possible_kinds(thing):
            power = power + thing.counters.get("m1m1", 0) - self.counters.before(thing, "m1m1", moment).expr
        return power - self.model.sum_before(ledger.weakness.get(thing, []), moment).expr

    def _may_be_indestructible(self, thing: Thing, moment: Moment) -> bool:
        return self.fight.has(thing, "indestructible", moment) is not False

    def _may_be_protected(self, thing: Thing) -> bool:
        """Whether damage to it might be prevented by protection (702.16e)."""
        gained = (gained.keywords for gained in self.model.ledger.gained.get(thing, ()))
        return any(word.startswith("protection") for words in (thing.keywords, *gained) for word in words)
