"""The decisions of each event: whether it happens, its modes, X, targets, and what is sacrificed or discarded for it
(601.2b-c)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations

from engine.objects import OPPONENT, YOU
from engine.vocabulary import Activated, GainControl, Spell, Target, Untap
from optimizer.events import Event, Moment, Part, Thing, all_effects, parts_of
from optimizer.ledger import Bearer, Leaving, Write
from optimizer.model import MOST_X, Choices, Model
from optimizer.program import Amount, Literal, amount, total


def decide(model: Model) -> None:
    """Creates the decisions of all events, and what they imply at once."""
    program = model.program
    for event in model.events:
        use: Literal = True if event.kind in ("end", "combat") else program.literal(f"use {event}")
        model.choices[event] = Choices(use, _times(model, event, use))
        if event.needs_flash:
            model.relax(f"{event}: cast as though it had flash", use)
    _copies_in_order(model)
    for event in model.events:
        if event.kind in ("cast", "activate"):
            _numbers(model, event)
            _modes(model, event)
            _costs(model, event)
        elif event.kind == "death":
            assert event.thing is not None
            model.program.implies(model.use(event), model.arrived(event.thing, event.resolve))
            model.leave(Leaving(event.resolve, event.thing, model.use(event), dies=True))
    _attacks(model)
    _land_plays(model)
    _taps_once(model)
    _loyalty_once(model)
    _legend_rule(model)


def _times(model: Model, event: Event, use: Literal) -> Amount:
    if not event.laps:
        return amount(use)
    times = model.program.amount(event.laps, f"times of {event}")
    model.program.add(times.expr >= amount(use).expr)
    model.program.add(times.expr <= event.laps * use)
    model.relax(f"{event}: when it is activated that often", use)
    return times


def offer(
    model: Model, event: Event, moment: Moment, part: Part, when: Literal, source: Thing | None
) -> tuple[dict[Bearer, Literal], ...]:
    """Literals for the targets of a part that are chosen in that moment."""
    groups = []
    for target in part.targets:
        group: dict[Bearer, Literal] = {}
        for bearer in candidates(model, target, moment, source):
            literal = model.program.literal(f"{event} targets {bearer}")
            if isinstance(bearer, Thing):
                model.program.implies(literal, model.arrived(bearer, moment))
            group[bearer] = literal
        chosen = sum(group.values(), 0)
        model.program.add(chosen <= target.most * when)
        if target.least:
            model.program.add(chosen >= target.least * when)
        groups.append(group)
    return tuple(groups)


def candidates(model: Model, target: Target, moment: Moment, source: Thing | None) -> Iterator[Bearer]:
    """What may be a target, up to things that are alike."""
    world = model.world
    if target.of in ("player", "any", "player or planeswalker"):
        yield YOU
        yield OPPONENT
    if target.of == "player":
        return
    if target.of == "card":
        yield from _cards(model, target)
        return
    alike: dict[object, int] = defaultdict(int)
    for thing in world.things:
        if not world.lets_through(target.filter, thing, source) or _untargetable(thing, source):
            continue
        if target.of == "any" and not thing.types & {"Creature", "Planeswalker", "Battle"}:
            continue
        if target.of == "player or planeswalker" and not thing.is_planeswalker:
            continue
        if thing.permanent is not None:
            p = thing.permanent
            key = (thing.name, thing.mine, p.counters, p.tapped, p.sick, p.damage, p.boost, p.label, p.token)
            alike[key] += 1
            if alike[key] > len(model.events):
                continue
        yield thing


def _untargetable(thing: Thing, source: Thing | None) -> bool:
    """Shroud, hexproof and protection (702.11, 702.16, 702.18) from what you do."""
    if "shroud" in thing.keywords or ("hexproof" in thing.keywords and not thing.mine):
        return True
    subtypes = source.definition.subtypes if source is not None else ()
    return any(
        k.startswith("protection from ") and k.removeprefix("protection from ").rstrip("s") in subtypes for k in thing.keywords
    )


def _cards(model: Model, target: Target) -> Iterator[Bearer]:
    """Cards in your graveyard now, or that may get there: permanents of yours that are there or may come, and what you cast."""
    types = target.filter.types

    def fits(of: frozenset[str]) -> bool:
        return not types or bool(types & of)

    if target.filter.controller != "you":
        model.not_modelled("cards in the opponent's graveyard as targets")
    for card in model.state.players[YOU].graveyard:
        if card.definition is not None and fits(card.definition.types):
            yield card.id
    for thing in model.world.mine():
        if fits(thing.types) and not thing.token and not (thing.arrival is not None and thing.arrival.returned):
            yield thing.object
    for event in model.world.events:
        if event.is_spell_of_a_card and not event.returned and event.definition is not None and fits(event.definition.types):
            assert event.card is not None
            yield event.card


def _legend_rule(model: Model) -> None:
    """704.5j: when a legendary permanent comes and you control one of that name already, you keep one of them."""
    mine = [t for t in model.world.mine() if "Legendary" in t.definition.supertypes]
    for there, coming in permutations(mine, 2):
        if there.name == coming.name and coming.arrival is not None:
            arrival = coming.arrival
            goes = (model.program.literal(f"{there} gives way"), model.program.literal(f"{coming} gives way"))
            for thing, literal in zip((there, coming), goes, strict=True):
                model.program.implies(literal, model.choices[arrival].use)
                model.leave(Leaving(arrival.resolve, thing, literal, dies=True))
            model.legends.append((there, arrival, goes))


def settle(model: Model) -> None:
    """What follows once it is known how things leave and change sides: a thing leaves once, you sacrifice only what you control,
    and cards are in the graveyard when they are a target."""
    program = model.program
    for thing in model.world.things:
        program.add(sum((departure.when for departure in model.departures(thing)), 0) <= 1)
    for there, arrival, goes in model.legends:
        both = program.all_of([model.use(arrival), model.present(there, arrival.resolve)])
        program.add(total(map(amount, goes)).expr >= 1, both)
    for event in model.events:
        choices = model.choices[event]
        for thing, literal in choices.sacrifice.items():
            if not thing.mine:
                taken = [
                    program.all_of([lit, model.before(m, event.announce)]) for m, who, lit in model.ledger.taken if who is thing
                ]
                program.implies(literal, program.any_of(taken))
        for index, (part, _, _) in enumerate(choices.modes):
            for target, group in zip(part.targets, choices.targets[index], strict=True):
                if target.of == "card":
                    _in_graveyard(model, event, group)
                still_there(model, group, event.announce)


def still_there(model: Model, group: dict[Bearer, Literal], moment: Moment) -> None:
    """A target is there when it is chosen (601.2c)."""
    for bearer, literal in group.items():
        if isinstance(bearer, Thing):
            for leaving in model.departures(bearer):
                if leaving.moment.event is not moment.event:
                    model.program.forbid(literal, leaving.when, model.surely_before(leaving.moment, moment))


def _in_graveyard(model: Model, event: Event, group: dict[Bearer, Literal]) -> None:
    there = {card.id for card in model.state.players[YOU].graveyard}
    for card, literal in group.items():
        if card in there:
            continue
        lives = [model.buried(thing, event.announce) for thing in model.world.mine() if thing.object == card]
        casts = [cast for cast in model.events if cast.is_spell_of_a_card and cast.card == card]
        for cast in casts:  # put there as the last step of resolving (608.2n)
            lives.append(model.program.all_of([model.use(cast), model.before(cast.resolve, event.announce)]))
        lives += [model.discarded(cast.card) for cast in casts if cast.card is not None and not cast.returned]
        model.program.implies(literal, model.program.any_of(lives))


def _numbers(model: Model, event: Event) -> None:
    choices, program = model.choices[event], model.program
    symbols = sum(s.is_x for s in event.costs.mana)
    if symbols or event.costs.loyalty == "-X":
        most = model.world.most_mana() // symbols if symbols else MOST_X
        choices.x = program.amount(most, f"X of {event}")
        program.add(choices.x.expr <= most * choices.use)
    definition = event.definition
    if definition is not None and definition.multikicker is not None:
        choices.kicked = program.amount(MOST_X, f"{event} kicked")
        program.add(choices.kicked.expr <= MOST_X * choices.use)


def _modes(model: Model, event: Event) -> None:
    choices, program = model.choices[event], model.program
    ability = event.ability
    assert ability is None or isinstance(ability, (Spell, Activated))
    parts = parts_of(ability)
    if ability is None or ability.modes is None:
        choices.modes = [(part, choices.times, choices.use) for part in parts]
    else:
        modes = ability.modes
        if modes.entwine is not None:
            choices.entwined = program.literal(f"{event} entwined")
            program.implies(choices.entwined, choices.use)
        for part in parts:
            if modes.repeat and not part.targets:
                times = program.amount(modes.n, f"{event} mode {part.mode}")
                choices.modes.append((part, times, program.reaches(times.expr, 1)))
            else:
                for _ in range(modes.n if modes.repeat else 1):
                    literal = program.literal(f"{event} mode {part.mode}")
                    choices.modes.append((part, amount(literal), literal))
        chosen = sum((times.expr for _, times, _ in choices.modes), 0)
        extra = (len(parts) - modes.n) * choices.entwined if modes.entwine is not None else 0
        program.add(chosen == modes.n * choices.use + extra)
    for index, (part, _, when) in enumerate(choices.modes):
        choices.targets[index] = offer(model, event, event.announce, part, when, event.thing)
        _at_its_own_source(model, event, index)


def _at_its_own_source(model: Model, event: Event, index: int) -> None:
    """What is sacrificed for the cost, or gone with its last loyalty, may be chosen as the target before (601.2c, h), but is no
    target any more as the ability would resolve (608.2b)."""
    groups, loyalty, sacrifice = model.choices[event].targets[index], event.costs.loyalty, event.costs.sacrifice
    if len(groups) != 1 or event.thing not in groups[0]:
        return
    aimed = groups[0][event.thing]
    if sacrifice is not None and sacrifice.filter is None:
        model.choices[event].fizzles[index] = aimed
    elif loyalty == "-X" or (isinstance(loyalty, int) and loyalty < 0):
        model.choices[event].fizzles[index] = fizzles = model.program.literal(f"{event} fizzles")
        model.program.implies(fizzles, aimed)


def _costs(model: Model, event: Event) -> None:
    choices, program, costs = model.choices[event], model.program, event.costs
    source = event.thing
    if event.kind == "activate":
        assert source is not None
        program.implies(choices.use, model.arrived(source, event.announce))
        if event.granted_by is not None:
            program.implies(choices.use, model.arrived(event.granted_by, event.announce))
    if costs.life:
        model.ledger.payments.append(Write(event.announce, choices.times.times(costs.life)))
    if costs.discard:
        choices.discard = choices.times.times(costs.discard)
        model.ledger.discards[YOU].append(Write(event.announce, choices.discard))
    if costs.sacrifice is not None:
        _sacrifice(model, event)


def _sacrifice(model: Model, event: Event) -> None:
    choices, program, cost = model.choices[event], model.program, event.costs.sacrifice
    assert cost is not None
    if cost.filter is None:
        assert event.thing is not None
        choices.sacrifice[event.thing] = choices.use
    else:
        takes = any(isinstance(e, GainControl) for e in model.world.effects())
        for thing in model.world.things:
            if (thing.mine or takes) and model.world.lets_through(cost.filter, thing, event.thing, controller=True):
                one = program.literal(f"{event} sacrifices {thing}")
                program.implies(one, choices.use)
                program.implies(one, model.arrived(thing, event.announce))
                choices.sacrifice[thing] = one
        for last in model.world.last_tokens():
            if model.world.lets_through(cost.filter, last, event.thing):
                assert last.made is not None and last.arrival is not None
                choices.tokens[last.made] = program.literal(f"{event} sacrifices one more {last.name}")
                program.implies(choices.tokens[last.made], choices.use)
        chosen = [*choices.sacrifice.values(), *choices.tokens.values()]
        program.add(total(map(amount, chosen)).expr == cost.n * choices.use)
    for thing, literal in choices.sacrifice.items():
        model.leave(Leaving(event.announce, thing, literal, dies=True))


def _land_plays(model: Model) -> None:
    you = model.state.players[YOU]
    plays = [model.choices[e].use for e in model.world.events_of("land")]
    model.program.add(sum(plays, 0) <= max(0, you.land_plays - you.lands_played))


def _copies_in_order(model: Model) -> None:
    """Of several equal events the first ones are used first."""
    first: dict[object, Event] = {}
    for event in model.events:
        key = (event.kind, event.ability, event.granted_by, event.thing if event.kind == "activate" else None, event.definition,
               event.draw, event.returned)  # fmt: skip
        if event.kind not in ("cast", "activate", "land") or event.draw is not None or event.returned:
            continue
        if key in first:
            model.program.implies(model.choices[event].use, model.choices[first[key]].use)
            if not event.anytime:
                model.order.in_order(first[key], event)
        first[key] = event


def _taps_once(model: Model) -> None:
    """A thing is tapped once, and once more for each time it is untapped; its mana abilities are counted in `mana`."""
    for thing in model.world.mine():
        taps = taps_of(model, thing)
        if taps:
            room = untaps(model, thing) + (0 if thing.permanent is not None and thing.permanent.tapped else 1)
            model.program.add(sum(taps, 0) <= room)


def taps_of(model: Model, thing: Thing) -> list[Literal]:
    """What taps the thing, apart from its mana abilities: its other abilities, and an attack (508.1f)."""
    taps = [model.use(e) for e in model.world.events_of("activate") if e.thing is thing and e.costs.tap]
    attack = model.attacks.get(thing, True)
    stays = "vigilance" in thing.keywords or any("vigilance" in g.keywords for g in model.world.granted)
    return taps if attack is True or stays else [*taps, attack]


def _attacks(model: Model) -> None:
    """Whether each creature that may attack does (508.1a); under way that is known."""
    combat = model.world.combat
    if combat is not None:
        for thing in combat.attackers:
            model.attacks[thing] = True if combat.attack is None else model.program.literal(f"{thing} attacks")


def untaps(model: Model, thing: Thing) -> Literal | int:
    """How often the thing is untapped by abilities of its own."""
    return sum(
        (
            model.choices[e].use
            for e in model.world.events_of("activate")
            if e.thing is thing and Untap("self") in all_effects(e.ability)
        ),
        0,
    )


def _loyalty_once(model: Model) -> None:
    """606.3: one loyalty ability of a permanent a turn."""
    for thing in model.world.mine():
        uses = [model.choices[e].use for e in model.world.events_of("activate") if e.thing is thing and e.loyalty]
        if len(uses) > 1:
            model.program.cp.add_at_most_one(uses)
