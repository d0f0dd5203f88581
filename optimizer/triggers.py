"""What triggers on what: which abilities of things that are there put which effects after which events (603)."""

from __future__ import annotations

from dataclasses import replace

from engine.mana import mana_value
from engine.objects import OPPONENT, YOU
from engine.vocabulary import (
    Activated,
    AddAnotherCounter,
    BecomesTapped,
    CountersPut,
    CreateToken,
    Dies,
    Draw,
    EntersWithCounters,
    Evolves,
    GainLife,
    Kicked,
    LoseLife,
    LosesLife,
    May,
    Proliferate,
    ProliferateTwice,
    RemoveCounters,
    ReturnToHand,
    Scry,
    StepBegins,
    Token,
    Triggered,
    X,
    YouProliferate,
)
from optimizer.counters import Counters
from optimizer.decisions import candidates, offer, still_there
from optimizer.effects import encode
from optimizer.events import LEAVING, Event, Moment, Part, Stage, Thing, all_effects, parts_of, triggers
from optimizer.followed import changes_others
from optimizer.ledger import Bearer, Put, Write
from optimizer.model import MOST_X, Model, Site
from optimizer.program import ZERO, Amount, Literal, amount, negation, total

WELCOME = (GainLife, LoseLife, Draw, CreateToken, Scry)
"""Effects of which it is never better to have had fewer."""


def resolve_events(model: Model, leaving: bool) -> None:
    """The effects of the events' own spells and abilities: first those by which things leave, then, when it is known what may be
    there when, the others."""
    for event in model.events:
        choices = model.choices[event]
        for index, (part, times, when) in enumerate(choices.modes):
            targets = choices.targets[index]
            if index in choices.fizzles:
                resolves, all_of = negation(choices.fizzles[index]), model.program.all_of
                times, when = model.program.gate(times, resolves), all_of([when, resolves])
                targets = ({bearer: all_of([literal, resolves]) for bearer, literal in targets[0].items()},)
            effects = tuple(e for e in part.effects if isinstance(e, LEAVING) == leaving)
            encode(model, effects, Site(event, event.resolve, event.thing, times, when, targets))


def trigger(model: Model) -> None:
    """What the events trigger, except what waits for proliferates and counters."""
    for event in model.events:
        if event.kind == "cast":
            _on_casting(model, event)
        if event.kind in ("cast", "land", "token") and event.thing is not None:
            _on_entering(model, event, event.thing)
        if event.kind == "end":
            _in_end_step(model, event)
    for leaving in list(model.ledger.leaving):
        if leaving.dies and leaving.thing.is_creature:
            on_death(model, leaving.thing, leaving.moment.event.following(leaving.moment), leaving.when)
        for word in changes_others(leaving.thing.definition):
            model.not_modelled(f"{leaving.thing.name}: {word}, until it leaves", leaving.when)
    _watch_tapping(model)


def _watch_tapping(model: Model) -> None:
    """What triggers as permanents of yours become tapped is left out where they can be tapped for costs."""
    for thing in model.world.mine():
        watches = any(True for _ in triggers(thing.definition, BecomesTapped))
        known = thing.definition.abilities if thing.permanent is None else model.state.activated(thing.object)
        if watches and any(isinstance(a, Activated) and a.cost.tap for a in known):
            model.not_modelled(f"{thing.name}: what triggers as it becomes tapped", thing.arrival or True)


def watch_life(model: Model) -> None:
    """What triggers as a player loses life is left out where one may."""
    program, ledger = model.program, model.ledger
    paid = {YOU: ledger.payments, OPPONENT: []}
    for thing in model.world.things:
        if any(ability.on == LosesLife() for ability in triggers(thing.definition, LosesLife)):  # others are not followed at all
            player = OPPONENT if thing.mine else YOU
            writes = [*ledger.losses[player], *ledger.damage.get(player, []), *paid[player]]
            lost = program.reaches(total(w.amount for w in writes).expr, 1)
            model.not_modelled(f"{thing.name}: what triggers as a player loses life", lost)


def _for_the_opponent(model: Model, ability: Triggered, source: Thing, when: Literal) -> None:
    """An ability of the opponent's triggers. That they do without where they may bounds what you can reach (wider); what has to
    happen is left to the engine."""
    if all(isinstance(effect, (May, Proliferate)) for part in parts_of(ability) for effect in part.effects):
        model.relax(f"{source.name}: what the opponent does as it triggers", when)
    else:
        model.not_modelled(f"{source.name}: what triggers for the opponent", when)


def fire(
    model: Model,
    ability: Triggered,
    source: Thing,
    event: Event,
    moment: Moment,
    times: Amount,
    when: Literal,
    that: int | None = None,
) -> None:
    """Enters the effects of a triggered ability, its modes and targets chosen as it is put on the stack (603.3d)."""
    if not source.mine:
        _for_the_opponent(model, ability, source, when)
        return
    parts = parts_of(ability)
    program = model.program
    if moment.trigger is None and not moment.event.anytime:
        model.together.setdefault((moment, type(ability.on)), []).append((when, times, ability))
    if ability.modes is None:
        sites = [(parts[0], times, when)]
    else:
        sites = []
        for part in parts:
            chosen = program.amount(times.most)
            sites.append((part, chosen, program.reaches(chosen.expr, 1)))
        program.add(sum((t.expr for _, t, _ in sites), 0) <= times.expr)
    if ability.condition is not None:
        model.relax(f"{source.name}: the condition of its trigger", when)
    for part, n, literal in sites:
        if part.effects == (AddAnotherCounter("target"),):
            things = [b for b in candidates(model, part.targets[0], moment, source) if isinstance(b, Thing)]
            model.ledger.another.append((moment, n, things))
            continue
        if part.targets and n.most > 1:
            model.not_modelled(f"{source.name}: several triggers at once with a target each", program.reaches(n.expr, 2))
        targets = _offer(model, event, moment, part, literal, source)
        model.trigger_targets.append((source, targets, part.mode, moment))
        encode(model, part.effects, Site(event, moment, source, n, literal, targets, that))


def _offer(
    model: Model, event: Event, moment: Moment, part: Part, when: Literal, source: Thing
) -> tuple[dict[Bearer, Literal], ...]:
    """As `decisions.offer`, but a trigger without a legal target is removed from the stack (603.3d). It must have its targets
    where something is certainly there; where that is not known the model leaves them open (wider)."""

    def certain(bearer: Bearer) -> bool:
        if not isinstance(bearer, Thing):
            return True
        return bearer.arrival is event or (bearer.arrival is None and not model.departures(bearer))

    targets = []
    for target in part.targets:
        there = sum(certain(b) for b in candidates(model, target, moment, source))
        if there < target.least:
            model.relax(f"{source.name}: a trigger that must have a target", when)
        targets.append(replace(target, least=min(target.least, there)))
    groups = offer(model, event, moment, replace(part, targets=tuple(targets)), when, source)
    for group in groups:
        still_there(model, group, moment)
    return groups


# -------------------------------------------------------------------------------------------------------------- casting, entering


def _on_casting(model: Model, event: Event) -> None:
    assert event.definition is not None
    value = mana_value(event.definition.cost or ())
    for moment in event.moments:
        if moment.stage is Stage.CAST and moment.trigger is not None:
            thing, ability = moment.trigger
            when = model.program.all_of([model.use(event), model.present(thing, event.announce)])
            fire(model, ability, thing, event, moment, amount(when), when, value)


def _on_entering(model: Model, event: Event, thing: Thing) -> None:
    use = model.use(event)
    _enters_with(model, event, thing)
    for watcher, ability in model.world.entering(thing):
        when = use if watcher is thing else model.program.all_of([use, model.present(watcher, event.resolve)])
        fire(model, ability, watcher, event, event.resolving(watcher, ability), amount(when), when)
    for watcher in model.world.mine():
        for ability in triggers(watcher.definition, Evolves):
            if watcher is thing or _evolutions(watcher, thing) < 1:
                continue
            model.relax(f"{watcher.name}: whether it evolves", use)
            when = model.program.literal(f"{watcher} evolves")
            model.program.implies(when, model.program.all_of([use, model.present(watcher, event.resolve)]))
            model.evolutions.append((watcher, _evolutions(watcher, thing), when))
            fire(model, ability, watcher, event, event.after, amount(when), when)


def _evolutions(watcher: Thing, thing: Thing) -> int:
    """Up to how many +1/+1 counters (less -1/-1 counters) the watcher still evolves as the thing enters (702.100a); below 1:
    never."""
    d = watcher.definition
    if not thing.is_creature:
        return 0
    entering = any(isinstance(a, EntersWithCounters) and a.kind == "p1p1" for a in thing.definition.abilities)
    return MOST_X if entering else max(thing.power - (d.power or 0), thing.toughness - (d.toughness or 0))


def _enters_with(model: Model, event: Event, thing: Thing) -> None:
    """Counters with which the permanent enters (306.5b, 614.1c, 702.32, 702.150)."""
    choices, d = model.choices[event], thing.definition
    if d.loyalty:
        loyalty = amount(choices.use).times(d.loyalty)
        if "compleated" in d.keywords:
            paid = sum((a.expr for a in choices.life_symbols.values()), 0)
            loyalty = Amount(loyalty.expr - 2 * paid, d.loyalty)
        model.ledger.puts.append(Put(event.resolve, thing, "loyalty", d.loyalty, choices.use, loyalty))
    for ability in d.abilities:
        if isinstance(ability, EntersWithCounters):
            if isinstance(ability.n, int):
                model.ledger.puts.append(Put(event.resolve, thing, ability.kind, ability.n, choices.use))
            elif isinstance(ability.n, (Kicked, X)):
                n = choices.kicked if isinstance(ability.n, Kicked) else choices.x
                model.ledger.puts.append(Put(event.resolve, thing, ability.kind, 0, choices.use, n))
            else:
                model.not_modelled(f"{d.name}: the number of counters with which it enters")
    for keyword in d.keywords:
        if keyword.startswith("fading "):
            model.ledger.puts.append(Put(event.resolve, thing, "fade", int(keyword.split()[1]), choices.use))


def _in_end_step(model: Model, event: Event) -> None:
    for thing in model.world.mine():
        for ability in triggers(thing.definition, StepBegins):
            assert isinstance(ability.on, StepBegins)
            if ability.on.step == "end":
                when = model.present(thing, event.announce)
                fire(model, ability, thing, event, event.resolve, amount(when), when)


# -------------------------------------------------------------------------------------------------------- proliferating, counters


def count_proliferates(model: Model) -> None:
    """The number of proliferates in each moment: what the effects say, doubled for each source of "proliferate twice" that is
    there (701.34, 614.1a)."""
    doublers = [t for t in model.world.mine() if any(isinstance(a, ProliferateTwice) for a in t.definition.abilities)]
    by_moment: dict[Moment, Amount] = {}
    for write in model.ledger.proliferates:
        by_moment[write.moment] = by_moment.get(write.moment, ZERO) + write.amount
    for moment, times in by_moment.items():
        for doubler in doublers:
            gate = model.program.at_most if moment.event.anytime else model.program.gate
            times = times + gate(model.program.named(times), model.still_present(doubler, moment))
        model.proliferates.append(Write(moment, model.program.named(times)))


def watch_proliferates(model: Model) -> None:
    """What triggers whenever you proliferate, once for each time."""
    for thing in model.world.mine():
        for ability in triggers(thing.definition, YouProliferate):
            if ability.from_graveyard:
                continue
            for write in model.proliferates:
                gate = model.program.at_most if write.moment.event.anytime else model.program.gate
                times = gate(write.amount, model.still_present(thing, write.moment))
                if not times.is_zero:
                    when = model.program.reaches(times.expr, 1)
                    fire(model, ability, thing, write.moment.event, write.moment, times, when)


def limit_evolutions(model: Model) -> None:
    """Each evolution puts a counter, after which it takes a bigger creature (unless counters go away again)."""
    for watcher in {w for w, _, _ in model.evolutions}:
        mine = [(most, when) for w, most, when in model.evolutions if w is watcher]
        if "m1m1" in model.kinds(watcher) or any(isinstance(e, RemoveCounters) for e in model.world.effects()):
            continue
        there = watcher.counters.get("p1p1", 0)
        for bound in {most for most, _ in mine}:
            model.program.add(sum((when for most, when in mine if most <= bound), 0) <= max(0, bound - there))


def bring_tokens(model: Model) -> None:
    """The k-th token of a kind comes when so many have been made (the first ones first)."""
    made: dict[Token, list[Event]] = {}
    for event in model.world.events_of("token"):
        assert event.thing is not None and event.thing.made is not None
        made.setdefault(event.thing.made, []).append(event)
    for token, events in made.items():
        writes = model.ledger.tokens.get(token, [])
        for number, event in enumerate(events, 1):
            model.program.add(model.sum_before(writes, event.resolve).expr >= number, model.use(event))
            if number > 1:
                model.program.implies(model.use(event), model.use(events[number - 2]))
        for event in model.world.events_of("cast", "activate"):
            more = model.choices[event].tokens.get(token, False)
            model.program.add(model.sum_before(writes, event.announce).expr >= len(events) + 1, more)
        _more_targets(model, token, [event.thing for event in events if event.thing is not None])


def _more_targets(model: Model, token: Token, things: list[Thing]) -> None:
    """A further token of the kind can matter as a target only where all that are followed are targets."""
    groups = [g for c in model.choices.values() for groups in c.targets.values() for g in groups]
    groups += [g for _, groups, _, _ in model.trigger_targets for g in groups]
    chosen = [model.program.any_of(g[thing] for g in groups if thing in g) for thing in things]
    model.not_modelled(f"{token.name}: more than {len(things)} of these tokens as targets", model.program.all_of(chosen))


def watch_counters(model: Model, counters: Counters) -> None:
    """What triggers when counters are put: for counters put by name in that moment, for picks at no moment that the model knows
    (wider)."""
    for thing in model.world.things:
        for ability in triggers(thing.definition, CountersPut):
            on = ability.on
            assert isinstance(on, CountersPut)
            for bearer in [thing] if on.source else model.world.things:
                if on.source or model.world.concerns(on.filter, bearer, thing):
                    for moment, times in counters.placements(bearer, on.kind, thing, singly=on.source):
                        when = model.program.reaches(times.expr, 1)
                        fire(model, ability, thing, moment.event, moment, times, when)


def act_between(model: Model) -> None:
    """Abilities that trigger at once and share a moment: that one may act between two of them (117.3b) is left out, except where
    they all bring nothing but life, cards and tokens, which are no worse to have first."""
    if not any(e.instant for e in model.world.events_of("cast", "activate")):
        return
    for entries in model.together.values():
        grave = [when for when, _, ability in entries if not all(isinstance(e, WELCOME) for e in all_effects(ability))]
        number = total(times for _, times, _ in entries)
        if grave and number.most > 1:
            several = model.program.all_of([model.program.reaches(number.expr, 2), model.program.any_of(grave)])
            model.not_modelled("acting between abilities of yours that trigger at once", several)


def return_from_graveyards(model: Model) -> None:
    """Cards that come back to the hand from the graveyard whenever you proliferate."""
    for thing in model.world.mine():
        for ability in triggers(thing.definition, YouProliferate):
            if ability.from_graveyard and ability.effects == (ReturnToHand("self", "graveyard"),):
                _returns(model, thing)


def _returns(model: Model, thing: Thing) -> None:
    program = model.program
    waiting = any(card.id == thing.object for card in model.state.players[YOU].graveyard)
    ways = []
    for write in model.proliferates:
        back = program.literal(f"{thing} returns")
        program.add(write.amount.expr >= 1, back)
        if not waiting:
            buried = model.buried(thing, write.moment)
            program.implies(back, buried)
            stays = program.all_of([buried, program.reaches(write.amount.expr, 1), back.Not()])
            model.relax(f"{thing}: whether it returns", stays)
        model.ledger.returns[thing.object].append((write.moment, back))
        ways.append(back)
    program.add(sum(ways, 0) <= 1)


# ---------------------------------------------------------------------------------------------------------------- dying


def on_death(model: Model, thing: Thing, moment: Moment, when: Literal) -> None:
    """What triggers as a creature dies: its own abilities and those of what watches (700.4, 603.10a)."""
    for ability in triggers(thing.definition, Dies):
        assert isinstance(ability.on, Dies)
        if ability.on.source:
            resolving = moment.event.mourning(moment, thing, ability)
            fire(model, ability, thing, moment.event, resolving, amount(when), when)
    for watcher in model.world.things:
        for ability in triggers(watcher.definition, Dies):
            on = ability.on
            assert isinstance(on, Dies)
            if on.source or not model.world.concerns(on.filter, thing, watcher):
                continue
            if on.had is not None:
                if on.had not in model.kinds(thing):
                    continue
                model.relax(f"{watcher.name}: whether what died had a {on.had} counter", when)
            fires = model.program.all_of([when, True if watcher is thing else model.present(watcher, moment)])
            fire(model, ability, watcher, moment.event, moment, amount(fires), fires)
