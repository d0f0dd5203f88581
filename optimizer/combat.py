"""Combat: who attacks, whom a reply of the opponent blocks, and what damage comes through to the opponent (docs/model.md, 16).

A reply stands for a legal reply to every play: of its blocks those are left out that a play makes illegal (the blocker is gone or
tapped, the attacker stays at home, flies, or has menace and would be blocked by one creature only), and whoever then blocks
nothing may take an attacker that nobody blocks. Damage to creatures counts for trample and for what they still do (`outlasting`);
otherwise everything lives through combat (wider), and where that could matter it is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.combat import blocking
from engine.combat.targets import attackable
from engine.damage import toxic
from engine.objects import OPPONENT, YOU, count_of
from engine.state_based import LETHAL_POISON
from engine.vocabulary import (
    Ability,
    Activated,
    Attacks,
    BecomesTapped,
    CannotBeBlocked,
    CannotBlock,
    CardDefinition,
    CountersCannotBePut,
    DealsDamage,
    EverythingColorless,
    MinimumCost,
    MoreCounters,
    SorcerySpeedOnly,
    Spell,
    Triggered,
    Untap,
)
from engine.words import KEYWORD_COUNTERS, POWER_TOUGHNESS_COUNTER
from optimizer.counters import Counters
from optimizer.events import Moment, Thing, triggers
from optimizer.fates import Fates
from optimizer.followed import not_followed_in_combat, proliferates_by_fighting
from optimizer.ledger import Put, Write
from optimizer.model import Model
from optimizer.outlasting import outlast
from optimizer.program import Amount, Linear, Literal, amount, negation, total
from optimizer.triggers import fire


@dataclass(frozen=True)
class Reply:
    """What the opponent blocks.

    Attributes:
        blocks: blockers, each with what it blocks if it can, by their indices among the things of the world.
        others: whether whoever blocks nothing by that blocks the most dangerous attacker that it can block and nobody blocks.
    """

    blocks: frozenset[tuple[int, int]] = frozenset()
    others: bool = False


NO_BLOCKS = Reply()

HARMLESS = frozenset({"menace", "trample", "first strike", "double strike", "infect", "lifelink", "deathtouch", "haste", "reach",
                      "vigilance", "indestructible", "hexproof", "shroud", "wither", "defender", "flash", "toxic 1",
                      "toxic 2", "toxic 3"})  # fmt: skip
"""Keywords that say nothing of who can block what gains them."""


@dataclass(frozen=True)
class Hit:
    """Combat damage to the opponent by one attacker at one moment.

    Attributes:
        dealt: whether there is any.
        life, poison: how much life it costs, and how many poison counters it gives.
    """

    thing: Thing
    moment: Moment
    dealt: Literal
    life: Amount
    poison: Amount

    @property
    def damage(self) -> Amount:
        return self.life + self.poison


class Fight:
    """The combat phase of a model against one reply."""

    def __init__(self, model: Model, reply: Reply) -> None:
        combat = model.world.combat
        assert combat is not None
        self.model, self.combat, self.reply = model, combat, reply
        self.hits: list[Hit] = []
        self.first_strikes: list[Literal] = []
        """For each attacker that may strike in the first of two damage steps, whether it does."""
        self.blocked: dict[Thing, Literal] = {}
        self.blockers: dict[Thing, dict[Thing, Literal]] = {}
        self._lifelink: list[tuple[Thing, Moment, Literal, Amount]] = []
        self._report()
        foe = model.state.players[OPPONENT].life
        self._most_life = max(1, foe + total(w.amount for w in model.ledger.gains[OPPONENT]).most)
        for thing, attack in model.attacks.items():
            self._declare(thing, attack)
        if combat.block is None:
            self._blocked_already()
        else:
            self._block(combat.block)
        for thing, attack in model.attacks.items():
            for moment in combat.strikes:
                self._strike(thing, attack, moment)

    # ------------------------------------------------------------------------------------------------ what is left out

    def _report(self) -> None:
        """What says something of combat that the model does not follow, where anything attacks."""
        model = self.model
        attacks = model.program.any_of(model.attacks.values())
        known = [t.definition for t in model.world.things]
        known += [e.definition for e in model.events if e.definition is not None]
        for definition in dict.fromkeys(known):
            for word in not_followed_in_combat(definition):
                model.not_modelled(f"{definition.name}: {word} in combat", attacks)
        for thing in model.world.things:
            if thing.arrival is not None and _says_who_blocks(thing.definition):
                come = model.program.all_of([attacks, model.use(thing.arrival)])
                model.not_modelled(f"{thing.name}: who can block once it has come", come)
            if thing.is_creature and any(_hampers(ability) for ability in thing.definition.abilities):
                model.not_modelled(f"{thing.name}: what can be done once it has died in combat", attacks)
        for kind in sorted(_strange_counters(model)):
            model.not_modelled(f"{kind} counters in combat", attacks)
        for id in attackable(model.state, YOU):
            if id != OPPONENT and not _is_passive(model.state.battlefield[id].definition):
                model.not_modelled(f"attacking {model.state.name(id)}", attacks)

    # ------------------------------------------------------------------------------------------------ attackers and blockers

    def _declare(self, thing: Thing, attack: Literal) -> None:
        """What attacks is there and untapped, and new ones have haste (508.1a)."""
        if self.combat.attack is None:
            return
        program = self.model.program
        program.implies(attack, self.model.present(thing, self.combat.attack))
        if not any(isinstance(effect, Untap) for effect in self.model.world.effects()):
            program.forbid(attack, self._has_been_tapped(thing, self.combat.attack))
        taps = "vigilance" not in thing.keywords
        for ability in (*_proliferating(thing, Attacks), *(_proliferating(thing, BecomesTapped) if taps else ())):
            fire(self.model, ability, thing, self.combat.event, self.combat.attack, amount(attack), attack)
        if thing.permanent is None or thing.permanent.sick:
            program.implies(attack, self.has(thing, "haste", self.combat.attack))

    def _blocked_already(self) -> None:
        model = self.model
        for thing in model.attacks:
            declared = model.state.combat.attack_of(thing.object) if model.state.combat is not None else None
            assert declared is not None
            self.blocked[thing] = declared.blocked
            self.blockers[thing] = {t: True for t in model.world.things if t.object in declared.blockers}

    def _block(self, moment: Moment) -> None:
        """Which creatures block which by the reply."""
        model, program, reply = self.model, self.model.program, self.reply
        blocks: dict[Thing, dict[Thing, Literal]] = {thing: {} for thing in model.attacks}
        idle: dict[Thing, Literal] = {}
        for blocker in self._potential_blockers():
            for thing in model.attacks:
                if (blocker.index, thing.index) in reply.blocks:
                    blocks[thing][blocker] = self._may_block(blocker, thing, moment)
            idle[blocker] = negation(program.any_of(of[blocker] for of in blocks.values() if blocker in of))
        free = {thing: negation(program.any_of(by.values())) for thing, by in blocks.items()}
        feared = sorted(model.attacks, key=self._danger, reverse=True) if reply.others else ()
        for blocker in idle:
            for thing in feared:
                if blocker in blocks[thing]:
                    continue
                takes = program.all_of([idle[blocker], free[thing], self._may_block(blocker, thing, moment)])
                if takes is not False:
                    blocks[thing][blocker] = takes
                    idle[blocker] = program.all_of([idle[blocker], negation(takes)])
                    free[thing] = program.all_of([free[thing], negation(takes)])
        for thing, by in blocks.items():
            menace = self.has(thing, "menace", moment)
            several = program.reaches(total(map(amount, by.values())).expr, 2) if menace is not False else True
            enough = program.any_of([negation(menace), several])
            self.blockers[thing] = {blocker: program.all_of([lit, enough]) for blocker, lit in by.items()}
            self.blocked[thing] = program.any_of(self.blockers[thing].values())

    def _potential_blockers(self) -> list[Thing]:
        """What can block as the turn begins; what can block creatures that fly comes last, when others have taken their pick."""
        state = self.model.state
        able = [
            t for t in self.model.world.things
            if not t.mine and t.permanent is not None and blocking.why_not(state, OPPONENT, t.object) is None
        ]  # fmt: skip
        return sorted(able, key=lambda t: bool(t.keywords & {"flying", "reach"}))

    def _danger(self, thing: Thing) -> float:
        """How much of what is needed to win the attacker does as the turn begins."""
        foe = self.model.state.players[OPPONENT]
        poison = LETHAL_POISON - count_of(foe.counters, "poison")
        return thing.power / max(1, poison if "infect" in thing.keywords else foe.life)

    def _may_block(self, blocker: Thing, attacker: Thing, moment: Moment) -> Literal:
        """Whether the creature can block the attacker; in doubt it cannot, which is the better for you."""
        if not self._can_block(blocker, attacker):
            return False
        model = self.model
        there, tapped = model.present(blocker, moment), self._has_been_tapped(blocker, moment)
        evades = self._evades(attacker, blocker, moment)
        return model.program.all_of([model.attacks[attacker], there, negation(tapped), negation(evades)])

    def _has_been_tapped(self, thing: Thing, moment: Moment) -> Literal:
        """Whether an effect has tapped it before the moment (508.1a, 509.1a)."""
        model = self.model
        return model.program.any_of(
            model.program.all_of([when, model.before(tapped, moment)]) for tapped, when in model.ledger.tapped.get(thing, ())
        )

    def _can_block(self, blocker: Thing, attacker: Thing) -> bool:
        """Whether it can as the turn begins."""
        state = self.model.state
        if attacker.permanent is None:
            return attacker.keywords <= HARMLESS | {"flying"} and not attacker.definition.abilities
        if "skulk" in attacker.keywords:  # power may change
            return False
        return blocking.why_not_pair(state, blocker.object, attacker.object) is None

    def _evades(self, thing: Thing, blocker: Thing, moment: Moment) -> Literal:
        """Whether the attacker has got a keyword by which this creature cannot block it."""
        model = self.model
        flies = not blocker.keywords & {"flying", "reach"}
        if flies and thing.permanent is None and "flying" in thing.keywords:
            return True
        return model.program.any_of(
            model.program.all_of([gained.when, model.before(gained.moment, moment)])
            for gained in model.ledger.gained.get(thing, ())
            if gained.keywords - HARMLESS - {"flying"} or (flies and "flying" in gained.keywords)
        )

    def has(self, thing: Thing, word: str, moment: Moment) -> Literal:
        """Whether the thing has the keyword just before the moment."""
        if word in thing.keywords:
            return True
        model = self.model
        return model.program.any_of(
            model.program.all_of([gained.when, model.before(gained.moment, moment)])
            for gained in model.ledger.gained.get(thing, ())
            if word in gained.keywords
        )

    # ------------------------------------------------------------------------------------------------ damage

    def strikes(self, thing: Thing, moment: Moment) -> Literal:
        """Whether the thing deals damage at that moment (510.4)."""
        program, first = self.model.program, self.combat.first
        twice = self.has(thing, "double strike", moment)
        if moment is first:
            return program.any_of([self.has(thing, "first strike", moment), twice])
        if first is not None:
            return program.any_of([negation(self.strikes(thing, first)), twice])
        combat = self.model.state.combat
        struck = combat is not None and combat.struck is not None and thing.object in combat.struck
        return twice if struck else True

    def _strike(self, thing: Thing, attack: Literal, moment: Moment) -> None:
        """Up to its power in damage, as life or as poison counters, where it is not blocked or tramples (510.1, 702.90,
        702.164)."""
        model, program = self.model, self.model.program
        trample = self.has(thing, "trample", moment) if self.blockers[thing] or self.blocked[thing] is True else False
        through = program.any_of([negation(self.blocked[thing]), trample])
        fights = program.all_of([attack, self.strikes(thing, moment), model.present(thing, moment)])
        if moment is self.combat.first:
            self.first_strikes.append(fights)
        self._link_life(thing, moment, fights)
        possible = program.all_of([fights, through])
        if possible is False:
            return
        dealt = program.literal(f"{thing} hits")
        program.implies(dealt, possible)
        infect = self.has(thing, "infect", moment)
        life, poison = self._kind(dealt, negation(infect), self._most_life), self._kind(dealt, infect, LETHAL_POISON)
        program.add(life.expr + poison.expr >= 1, dealt)
        hit = Hit(thing, moment, dealt, life, poison)
        self.hits.append(hit)
        model.ledger.damage[OPPONENT].append(Write(moment, life))
        if not poison.is_zero:
            model.ledger.puts.append(Put(moment, OPPONENT, "poison", 0, dealt, poison, by_effect=False))
        toxics: list[tuple[int, Literal]] = [(toxic(thing.keywords), dealt)]
        for gained in model.ledger.gained.get(thing, ()):
            toxics.append((toxic(gained.keywords), program.all_of([dealt, gained.when, model.before(gained.moment, moment)])))
        for n, when in toxics:
            if n and when is not False:
                model.ledger.puts.append(Put(moment, OPPONENT, "poison", n, when, by_effect=False))
        for ability in _proliferating(thing, DealsDamage):
            fire(model, ability, thing, moment.event, moment, amount(dealt), dealt)

    def _kind(self, dealt: Literal, when: Literal, most: int) -> Amount:
        """Damage of one kind: some of it only where both hold."""
        return self._up_to(self.model.program.all_of([dealt, when]), most)

    def _up_to(self, when: Literal, most: int) -> Amount:
        program = self.model.program
        if when is False:
            return Amount()
        n = program.amount(most, "combat damage")
        program.add(n.expr <= most * when)
        return n

    def _link_life(self, thing: Thing, moment: Moment, fights: Literal) -> None:
        """702.15; blocked or not."""
        model = self.model
        linked = model.program.all_of([fights, self.has(thing, "lifelink", moment)])
        if linked is False:
            return
        gained = self._up_to(linked, 2 * self._most_life)
        self._lifelink.append((thing, moment, linked, gained))
        model.ledger.gains[YOU].append(Write(moment, gained))

    # ------------------------------------------------------------------------------------------------ power

    def limit(self, counters: Counters) -> None:
        """Nothing deals more damage than it has power, less what is lethal for its blockers (702.19b)."""
        program = self.model.program
        for hit in self.hits:
            power = self.power(hit.thing, hit.moment, counters)
            blockers = self.blockers[hit.thing].items() if self.may_trample(hit) else ()
            kept = [self._lethal(hit, blocker, blocks, counters) for blocker, blocks in blockers]
            program.add(hit.damage.expr <= power - total(kept).expr, hit.dealt)
        for thing, moment, linked, gained in self._lifelink:
            power = self.power(thing, moment, counters)
            enough = program.reaches(power, 0)
            program.add(gained.expr <= power, linked, enough)
            program.add(gained.expr == 0, linked, negation(enough))
        outlast(self, counters)

    def may_trample(self, hit: Hit) -> bool:
        return self.has(hit.thing, "trample", hit.moment) is not False

    def least_counters(self, thing: Thing, kind: str, moment: Moment, counters: Counters) -> Linear:
        """At least so many counters of a kind are there just before the moment."""
        gone = sum((r.amount.expr for r in self.model.ledger.removed if r.bearer is thing and r.kind == kind), 0)
        put = self.model.sum_before(counters.put(thing, kind), moment, exact=True).expr
        return thing.counters.get(kind, 0) + put - gone

    def power(self, thing: Thing, moment: Moment, counters: Counters) -> Linear:
        """At least its power just before the moment."""
        model, ledger = self.model, self.model.ledger
        there = thing.counters
        power: Linear = thing.power - there.get("p1p1", 0) + there.get("m1m1", 0)
        if "p1p1" in counters.possible_kinds(thing):
            power = power + counters.before(thing, "p1p1", moment).expr
        if "m1m1" in counters.possible_kinds(thing):
            power = power - self.least_counters(thing, "m1m1", moment, counters)
        power = power + model.sum_before(ledger.power.get(thing, []), moment).expr
        return power - model.sum_before(ledger.weakness.get(thing, []), moment, exact=True).expr

    def _lethal(self, hit: Hit, blocker: Thing, blocks: Literal, counters: Counters) -> Amount:
        """At most what is lethal for a blocker that is still there."""
        model, program, ledger = self.model, self.model.program, self.model.ledger
        base = Fates.base_toughness(blocker) + blocker.counters.get("p1p1", 0)
        gone = sum((r.amount.expr for r in ledger.removed if r.bearer is blocker and r.kind == "p1p1"), 0)
        hurt: Linear = gone
        if "m1m1" in counters.possible_kinds(blocker):
            hurt = hurt + counters.before(blocker, "m1m1", hit.moment).expr
        for writes in (ledger.shrunk.get(blocker, []), ledger.damage.get(blocker, [])):
            hurt = hurt + model.sum_before(writes, hit.moment).expr
        there = program.all_of([blocks, model.present(blocker, hit.moment)])
        least = program.amount(max(0, base), f"lethal for {blocker}")
        if hit.moment is not self.combat.first and self.combat.first is not None:
            there = program.all_of([there, negation(self.strikes(hit.thing, self.combat.first))])  # it has been hit by then
        deathtouch = self.has(hit.thing, "deathtouch", hit.moment)
        program.add(least.expr >= base - hurt, there, negation(deathtouch))
        if isinstance(hurt, int):
            program.add(least.expr >= min(1, max(0, base - hurt)), there)
        return least


def _proliferating(thing: Thing, kind: type) -> Iterator[Triggered]:
    """Its abilities that wait for such events in combat and proliferate then."""
    return (ability for ability in triggers(thing.definition, kind) if proliferates_by_fighting(ability))


def _hampers(ability: Ability) -> bool:
    """Whether you may be better off without it."""
    halves = isinstance(ability, MoreCounters) and ability.half
    return halves or isinstance(ability, (CountersCannotBePut, MinimumCost, SorcerySpeedOnly, EverythingColorless))


def _says_who_blocks(definition: CardDefinition) -> bool:
    return any(isinstance(ability, (CannotBlock, CannotBeBlocked)) for ability in definition.abilities)


def _is_passive(definition: CardDefinition) -> bool:
    """Whether it does nothing unless its controller activates it."""
    return "Battle" not in definition.types and all(isinstance(a, (Activated, Spell)) for a in definition.abilities)


def _strange_counters(model: Model) -> Iterator[str]:
    """Kinds of counters, other than +1/+1 and -1/-1, that change creatures."""
    kinds = {kind for thing in model.world.things if thing.is_creature for kind in model.kinds(thing)}
    for kind in kinds - {"p1p1", "m1m1"}:
        if kind in KEYWORD_COUNTERS or kind == "stun" or POWER_TOUGHNESS_COUNTER.fullmatch(kind):
            yield kind

