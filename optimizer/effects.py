"""What each effect of the vocabulary writes: one small function for each, entered in `ENCODINGS`.

An effect that has no encoding is reported as `not_modelled` wherever an event could have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from engine import vocabulary as v
from engine.objects import OPPONENT, YOU, ObjectId
from optimizer.counters import OPPOSITE
from optimizer.events import Event, Thing, all_effects, triggers
from optimizer.ledger import Bearer, Gained, Leaving, Put, Removed, Write
from optimizer.model import Model, Site
from optimizer.program import Amount, Literal, amount, negation, total

E = TypeVar("E")
ENCODINGS: dict[type, Callable[[Model, Any, Site], None]] = {}

MANY = 60
"""More cards than a mill of variable size puts into a graveyard."""


CHANGING_COUNTERS = (v.AddCounters, v.AddAnotherCounter, v.RaiseCounters, v.RemoveCounters, v.Proliferate)
"""Effects after which there may be other counters."""


def encoding(kind: type[E]) -> Callable[[Callable[[Model, E, Site], None]], Callable[[Model, E, Site], None]]:
    def register(function: Callable[[Model, E, Site], None]) -> Callable[[Model, E, Site], None]:
        ENCODINGS[kind] = function
        return function

    return register


def encode(model: Model, effects: tuple[v.Effect, ...], site: Site) -> None:
    """Enters what the effects write, in their order."""
    for place, effect in enumerate(effects):
        known = ENCODINGS.get(type(effect))
        if known is None:
            model.not_modelled(f"{site.event.label}: {type(effect).__name__}", site.event)
            continue
        if any(isinstance(earlier, CHANGING_COUNTERS) for earlier in effects[:place]) and _counts_counters(effect):
            model.not_modelled(f"{site.event.label}: a number of counters that it has changed itself", site.event)
        try:
            known(model, effect, site)
        except Deferred:
            model.deferred.append((effect, site))


def _counts_counters(effect: v.Effect) -> bool:
    """Whether a number in it is one of counters."""
    values = (getattr(effect, field.name) for field in fields(effect))
    return any(isinstance(value.value if isinstance(value, v.Scaled) else value, v.CountersOn) for value in values)


class Deferred(Exception):
    """The effect depends on a number of counters, which is known only later."""


# ---------------------------------------------------------------------------------------------------------------- reading


def number(model: Model, value: v.Value, site: Site) -> Amount | None:
    """`value` once for each time the site happens; None if the model does not follow such a value."""
    choices = model.choices.get(site.event)
    if isinstance(value, int):
        return site.times.times(value)
    if isinstance(value, v.X) and choices is not None:
        return choices.x
    if isinstance(value, v.Kicked) and choices is not None:
        return choices.kicked
    if isinstance(value, v.ManaValue) and site.that_value is not None:
        return site.times.times(site.that_value)
    if isinstance(value, v.CountersOn) and value.of == "self" and site.source is not None:
        if model.counters is None:
            raise Deferred
        # What leaves in this event is looked at as it was then, not as its trigger resolves (603.10a).
        moment = next((d.moment for d in model.departures(site.source) if d.moment.event is site.event), site.moment)
        there = model.program.at_most(model.program.named(model.counters.before(site.source, value.kind, moment)), site.when)
        model.counted[site.source, value.kind, moment] = there
        return there
    if isinstance(value, v.Scaled):
        inner = number(model, value.value, site)
        return None if inner is None else inner.times(value.by) + site.times.times(value.plus)
    model.not_modelled(f"{site.event.label}: {type(value).__name__} as a number", site.event)
    return None


TARGET_GROUPS = ("target", "target 2", "target 3", "target 4")
"""The references that speak of targets themselves."""


def touched(model: Model, what: v.What, site: Site) -> Iterator[tuple[Bearer, Literal]]:
    """What a reference means, each with the literal that says when."""
    if isinstance(what, v.Each):
        for thing in model.world.things:
            if what.filter.controller == "target":
                for player, chosen in site.targets[0].items():
                    if model.world.lets_through(what.filter, thing, site.source) and (player == YOU) == thing.mine:
                        yield thing, model.program.all_of([chosen, model.present(thing, site.moment)])
            elif model.world.lets_through(what.filter, thing, site.source):
                yield thing, model.program.all_of([site.when, model.present(thing, site.moment)])
    elif what == "self" and site.source is not None:
        yield site.source, site.when
    elif what in ("you", "opponent"):
        yield (YOU if what == "you" else OPPONENT), site.when
    elif what == "each player":
        yield YOU, site.when
        yield OPPONENT, site.when
    elif what == "target's controller":
        for bearer, literal in site.targets[0].items():
            yield (bearer if not isinstance(bearer, Thing) else YOU if bearer.mine else OPPONENT), literal
    elif what in TARGET_GROUPS:
        group = int(what.removeprefix("target").strip() or 1) - 1
        yield from site.targets[group].items()
    else:
        model.not_modelled(f"{site.event.label}: what happens to {what}", site.event)


def players(model: Model, what: v.What, n: v.Value, site: Site) -> Iterator[tuple[ObjectId, Amount]]:
    """The players a reference means, each with the number for them."""
    count = number(model, n, site)
    if count is None:
        return
    for bearer, literal in touched(model, what, site):
        if not isinstance(bearer, Thing):
            yield bearer, count if literal is site.when else model.program.gate(count, literal)


# ---------------------------------------------------------------------------------------------------------------- counters


@encoding(v.Proliferate)
def _proliferate(model: Model, effect: v.Proliferate, site: Site) -> None:
    times = number(model, effect.times, site)
    if times is not None:
        model.ledger.proliferates.append(Write(site.moment, times))


@encoding(v.AddCounters)
def _add_counters(model: Model, effect: v.AddCounters, site: Site) -> None:
    if not isinstance(effect.n, int):
        model.not_modelled(f"{site.event.label}: a variable number of counters", site.event)
        return
    for bearer, literal in touched(model, effect.what, site):
        times = amount(literal) if site.times.most <= 1 else model.program.gate(site.times, literal)
        model.ledger.puts.append(Put(site.moment, bearer, effect.kind, effect.n, literal, times=times))


@encoding(v.AddAnotherCounter)
def _add_another_counter(model: Model, effect: v.AddAnotherCounter, site: Site) -> None:
    """Counted together for the whole turn (see `share_out`), so the target is not chosen here."""
    things = [b for group in site.targets for b in group if isinstance(b, Thing)]
    model.ledger.another.append((site.moment, site.times, things))


def _has_some(model: Model, thing: Thing, kind: str) -> Literal:
    """Whether the thing has counters of the kind at some time in the turn, apart from those that ask for one to be there. Of
    kinds that annihilate each other the puts must be more than what is there of the other."""
    if thing.counters.get(kind):
        return True
    puts = [p for p in model.ledger.puts if p.bearer is thing and p.kind == kind and not p.another]
    against = thing.counters.get(OPPOSITE.get(kind, ""), 0)
    changed = any(isinstance(a, v.MoreCounters) for t in model.world.things for a in t.definition.abilities)
    if against and not changed and all(p.amount is None for p in puts):
        return model.program.reaches(total((p.times or amount(p.when)).times(p.n) for p in puts).expr, against + 1)
    return model.program.any_of(p.when for p in puts)


def share_out(model: Model) -> None:
    """One more counter of a kind already there, so many times in the turn: a number for each thing and kind, at no known moment
    (wider)."""
    program, another = model.program, model.ledger.another
    if not another:
        return
    most = total(times for _, times, _ in another)
    model.relax("when one more counter of a kind already there is put", program.reaches(most.expr, 1))
    for thing in dict.fromkeys(thing for _, _, things in another for thing in things):
        for kind in model.kinds(thing):
            limit = program.at_most(most, _has_some(model, thing, kind))
            if limit.is_zero:
                continue
            n = program.amount(limit.most, f"more {kind} on {thing}")
            program.add(n.expr <= limit.expr)
            model.ledger.extras[thing, kind] = n
            some = program.reaches(n.expr, 1)
            model.ledger.puts.append(Put(model.turn.resolve, thing, kind, 1, some, times=n, another=True))
    program.add(total(model.ledger.extras.values()).expr <= most.expr)


@encoding(v.RaiseCounters)
def _raise_counters(model: Model, effect: v.RaiseCounters, site: Site) -> None:
    for bearer, literal in touched(model, effect.what, site):
        if not isinstance(bearer, Thing):
            model.ledger.raises.append((site.moment, bearer, effect.kind, effect.to, literal))


@encoding(v.RemoveCounters)
def _remove_counters(model: Model, effect: v.RemoveCounters, site: Site) -> None:
    most = number(model, effect.up_to, site)
    if most is None:
        return
    for bearer, literal in touched(model, effect.what, site):
        here = model.program.at_most(most, literal)
        for kind in model.kinds(bearer):
            part = model.program.amount(here.most)
            model.program.add(part.expr <= here.expr)
            model.ledger.removed.append(Removed(site.moment, bearer, kind, part))
            model.relax(f"{site.event.label}: counters removed", literal)


# ---------------------------------------------------------------------------------------------------------------- cards


@encoding(v.Draw)
def _draw(model: Model, effect: v.Draw, site: Site) -> None:
    for player, n in players(model, effect.who, effect.n, site):
        model.ledger.draws[player].append(Write(site.moment, n))


@encoding(v.Mill)
def _mill(model: Model, effect: v.Mill, site: Site) -> None:
    for player, literal in touched(model, effect.who, site):
        if not isinstance(player, Thing) and model.state.players[player].library:
            model.not_modelled(f"{site.event.label}: cards put from a known library into the graveyard", literal)


@encoding(v.Discard)
def _discard(model: Model, effect: v.Discard, site: Site) -> None:
    """A player discards as many cards as they have if they have too few (101.3); what that means for you is seen in `cards`."""
    for player, n in players(model, effect.who, effect.n, site):
        if player == YOU:
            short = model.program.literal(f"{site.event.label}: too few cards to discard")
            asked, n = n, model.program.amount(n.most)
            model.program.add(n.expr <= asked.expr)
            model.program.add(n.expr >= asked.expr, negation(short))
            model.ledger.emptied.append((site.moment, short))
        model.ledger.discards[player].append(Write(site.moment, n))
        model.relax(f"{site.event.label}: cards discarded", site.when)


@encoding(v.Scry)
def _scry(model: Model, effect: v.Scry, site: Site) -> None:
    if model.state.players[YOU].library:
        model.relax(f"{site.event.label}: the library looked through", site.when)
        n = number(model, effect.n, site)
        if n is not None:
            model.ledger.looks.append(Write(site.moment, n))


def _take(model: Model, site: Site) -> None:
    """A card for your hand: not a draw, so an empty library does no harm."""
    taken = site.times
    if model.state.players[YOU].library_ends:
        taken = model.program.amount(site.times.most)
        model.program.add(taken.expr <= site.times.expr)
    model.ledger.takes.append(Write(site.moment, taken))


@encoding(v.Dig)
def _dig(model: Model, effect: v.Dig, site: Site) -> None:
    _take(model, site)
    if model.state.players[YOU].library:
        model.relax(f"{site.event.label}: the library looked through", site.when)
        model.ledger.looks.append(Write(site.moment, site.times.times(effect.look - 1)))


@encoding(v.RevealTwo)
def _reveal_two(model: Model, effect: v.RevealTwo, site: Site) -> None:
    _take(model, site)
    if model.state.players[YOU].library:
        model.relax(f"{site.event.label}: which card the opponent leaves", site.when)
        model.ledger.looks.append(Write(site.moment, site.times))


@encoding(v.TakeExiled)
def _take_exiled(model: Model, effect: v.TakeExiled, site: Site) -> None:
    exiled = [c for c in model.state.players[YOU].exile if dict(c.counters).get(effect.kind)]
    if any(c.definition is not None for c in exiled):
        model.not_modelled(f"{site.event.label}: a card taken from exile", site.event)
    if exiled:
        model.ledger.returns[exiled[0].id].append((site.moment, site.when))


@encoding(v.ReturnToHand)
def _return_to_hand(model: Model, effect: v.ReturnToHand, site: Site) -> None:
    if effect.source_zone == "graveyard":
        if effect.what == "self":
            assert site.source is not None
            model.not_modelled(f"{site.source.name}: returning from the graveyard")
            return
        for card, literal in touched(model, effect.what, site):
            assert not isinstance(card, Thing)
            model.ledger.returns[card].append((site.moment, literal))
        return
    for bearer, literal in touched(model, effect.what, site):
        if isinstance(bearer, Thing):
            model.leave(Leaving(site.moment, bearer, literal, dies=False))
            if bearer.mine and not bearer.token:
                model.ledger.returns[bearer.object].append((site.moment, literal))
            elif not bearer.token:
                model.ledger.draws[OPPONENT].append(Write(site.moment, amount(literal)))


# --------------------------------------------------------------------------------------------------------------- damage and death


@encoding(v.DealDamage)
def _deal_damage(model: Model, effect: v.DealDamage, site: Site) -> None:
    n = number(model, effect.n, site)
    if n is None:
        return
    if site.source is not None:
        gained = frozenset[str]().union(*(effect.keywords for effect in model.world.granted))
        special = (site.source.keywords | gained) & {"infect", "wither", "lifelink", "deathtouch"}
        if special:
            model.not_modelled(f"{site.event.label}: damage by a source with {', '.join(sorted(special))}", site.event)
    for bearer, literal in touched(model, effect.what, site):
        model.ledger.damage[bearer].append(Write(site.moment, model.program.gate(n, literal)))


@encoding(v.Destroy)
def _destroy(model: Model, effect: v.Destroy, site: Site) -> None:
    for bearer, literal in touched(model, effect.what, site):
        if isinstance(bearer, Thing) and "indestructible" not in bearer.keywords and not bearer.counters.get("indestructible"):
            model.leave(Leaving(site.moment, bearer, literal, dies=True))


@encoding(v.Exile)
def _exile(model: Model, effect: v.Exile, site: Site) -> None:
    for bearer, literal in touched(model, effect.what, site):
        if isinstance(bearer, Thing):
            model.leave(Leaving(site.moment, bearer, literal, dies=False))


@encoding(v.Sacrifice)
def _sacrifice(model: Model, effect: v.Sacrifice, site: Site) -> None:
    """The player chooses which. What you sacrifice is your choice; for the opponent see `fates`."""
    n = number(model, effect.n, site)
    for bearer, literal in touched(model, effect.who, site):
        if isinstance(bearer, Thing) or n is None:
            continue
        model.relax(f"{site.event.label}: which permanents are sacrificed", literal)
        lost: list[tuple[Thing, Literal]] = []
        for thing in model.world.things:
            if thing.mine == (bearer == YOU) and model.world.lets_through(effect.filter, thing, site.source, controller=True):
                one = model.program.literal()
                model.program.implies(one, literal)
                model.leave(Leaving(site.moment, thing, one, dies=True))
                lost.append((thing, one))
        model.program.add(total(amount(one) for _, one in lost).expr <= n.most)
        model.ledger.sacrifices.append((bearer, lost))


@encoding(v.GainControl)
def _gain_control(model: Model, effect: v.GainControl, site: Site) -> None:
    """It counts for you from then on and can be sacrificed; what its abilities do for you is left out."""
    for bearer, literal in touched(model, effect.what, site):
        if isinstance(bearer, Thing) and not bearer.mine:
            if effect.until != "forever":
                model.not_modelled(f"{site.event.label}: a creature controlled for the turn", literal)
            elif bearer.definition.abilities:
                model.not_modelled(f"{site.event.label}: what {bearer.name} does for you", literal)
            model.ledger.taken.append((site.moment, bearer, literal))


@encoding(v.Pump)
def _pump(model: Model, effect: v.Pump, site: Site) -> None:
    """Power matters in combat, toughness while it lasts."""
    if model.world.combat is not None and effect.power != 0:
        _change_power(model, effect, site)
    if effect.toughness == 0:
        return
    if not isinstance(effect.toughness, int):
        model.not_modelled(f"{site.event.label}: a variable change of toughness", site.event)
        return
    for bearer, literal in touched(model, effect.what, site):
        if isinstance(bearer, Thing):
            side = model.ledger.grown if effect.toughness > 0 else model.ledger.shrunk
            side[bearer].append(Write(site.moment, amount(literal).times(abs(effect.toughness))))


def _change_power(model: Model, effect: v.Pump, site: Site) -> None:
    weaker = isinstance(effect.power, int) and effect.power < 0
    n = number(model, -effect.power if isinstance(effect.power, int) and weaker else effect.power, site)
    if n is None:
        return
    for bearer, literal in touched(model, effect.what, site):
        if isinstance(bearer, Thing) and bearer.mine:
            side = model.ledger.weakness if weaker else model.ledger.power
            side[bearer].append(Write(site.moment, n if literal is site.when else model.program.gate(n, literal)))


@encoding(v.GainKeywords)
def _gain_keywords(model: Model, effect: v.GainKeywords, site: Site) -> None:
    """They matter in combat; nothing is left of them at the end of the turn."""
    if model.world.combat is None:
        return
    for bearer, literal in touched(model, effect.what, site):
        if isinstance(bearer, Thing) and bearer.mine:
            model.ledger.gained[bearer].append(Gained(site.moment, effect.keywords, literal))


# ---------------------------------------------------------------------------------------------------------------- the rest


@encoding(v.GainLife)
def _gain_life(model: Model, effect: v.GainLife, site: Site) -> None:
    for player, n in players(model, effect.who, effect.n, site):
        model.ledger.gains[player].append(Write(site.moment, n))


@encoding(v.LoseLife)
def _lose_life(model: Model, effect: v.LoseLife, site: Site) -> None:
    for player, n in players(model, effect.who, effect.n, site):
        model.ledger.losses[player].append(Write(site.moment, n))


@encoding(v.CreateToken)
def _create_token(model: Model, effect: v.CreateToken, site: Site) -> None:
    n = number(model, effect.n, site)
    if n is None:
        return
    for thing in model.world.mine():
        if any(isinstance(a, v.DoubleTokens) for a in thing.definition.abilities):
            n = n + model.program.gate(model.program.named(n), model.present(thing, site.moment))
    model.ledger.tokens[effect.token].append(Write(site.moment, n))


@encoding(v.WinTheGame)
def _win_the_game(model: Model, effect: v.WinTheGame, site: Site) -> None:
    model.ledger.wins.append(site.when)


@encoding(v.Tap)
def _tap(model: Model, effect: v.Tap, site: Site) -> None:
    """Entered for those who attack and block; that what is tapped pays no costs is not followed (wider)."""
    for bearer, literal in touched(model, effect.what, site):
        taxes = isinstance(bearer, Thing) and any(isinstance(a, v.MinimumCost) for a in bearer.definition.abilities)
        if not isinstance(bearer, Thing) or taxes or any(True for _ in triggers(bearer.definition, v.BecomesTapped)):
            model.not_modelled(f"{site.event.label}: tapping {bearer}", literal)
            continue
        if bearer.mine:
            model.relax(f"{bearer.name}: what it is tapped for once it is tapped", literal)
        model.ledger.tapped[bearer].append((site.moment, literal))


def _left_to_others(model: Model, effect: v.Effect, site: Site) -> None:
    """Shields leave nothing behind; timing is encoded in `events`."""


for _kind in (v.Regenerate, v.SorceriesAsFlash, v.LookAtHand):
    ENCODINGS[_kind] = _left_to_others


@encoding(v.Untap)
def _untap(model: Model, effect: v.Untap, site: Site) -> None:
    """For what untaps itself see `decisions.untaps`; what else could be tapped once more is not followed."""
    if effect.what == "self":
        return
    for bearer, literal in touched(model, effect.what, site):
        if isinstance(bearer, Thing) and bearer.mine:
            model.not_modelled(f"{site.event.label}: untapping {bearer}", literal)


@encoding(v.ExtraTurn)
def _extra_turn(model: Model, effect: v.ExtraTurn, site: Site) -> None:
    model.ledger.extra_turns.append(site.when)


@encoding(v.May)
def _may(model: Model, effect: v.May, site: Site) -> None:
    """You may do without; a cost is paid in that moment (118.12)."""
    accepted = model.program.literal(f"{site.event.label} may")
    model.program.implies(accepted, site.when)
    model.accepted.append((site.source.name if site.source else site.event.label, accepted))
    if effect.cost is not None:
        model.ledger.extra_costs.append((site.moment, accepted, effect.cost))
        if effect.cost != v.Costs(mana=effect.cost.mana):
            model.relax(f"{site.event.label}: what is paid besides mana as it resolves", accepted)
    if site.times.most > 1:
        taken = model.program.amount(site.times.most)
        model.program.add(taken.expr <= site.times.expr)
        model.program.add(taken.expr <= site.times.most * accepted)
        if effect.cost is not None:
            model.not_modelled(f"{site.event.label}: paying several times", site.event)
        encode(model, effect.effects, _under(model, site, taken, accepted))
    else:
        encode(model, effect.effects, _under(model, site, amount(accepted), accepted))


def _under(model: Model, site: Site, times: Amount, when: Literal) -> Site:
    """The site of effects that happen only under a further condition, to its targets too."""
    all_of = model.program.all_of
    targets = tuple({bearer: all_of([literal, when]) for bearer, literal in group.items()} for group in site.targets)
    return replace(site, times=times, when=when, targets=targets)


def _largest_graveyard(model: Model) -> int:
    """More cards than there can be in a graveyard this turn without milling: those there now, what may be cast or discarded,
    and what may leave the battlefield."""

    def may_leave(thing: Thing) -> bool:
        return thing.permanent is not None and (thing.is_creature or thing.is_planeswalker or bool(model.departures(thing)))

    sizes = []
    for player in (YOU, OPPONENT):
        of = model.state.players[player]
        leaving = sum(may_leave(thing) and thing.mine == (player == YOU) for thing in model.world.things)
        known = sum(e.draw is not None for e in model.events) if player == YOU else 0
        sizes.append(len(of.graveyard) + len(of.hand) + known + leaving)
    return max(sizes)


def _milled(event: Event) -> Iterator[int]:
    """How many cards the mills of an event put into graveyards, at most."""
    return (e.n if isinstance(e.n, int) else MANY for e in all_effects(event.ability) if isinstance(e, v.Mill))


def _milled_before(model: Model, site: Site) -> Amount:
    """No fewer cards than other things mill before the moment."""
    others = (e for e in model.events if e.thing is not site.source and e is not site.event)
    mills = ((e, sum(_milled(e))) for e in others)
    return total(
        amount(model.program.all_of([model.use(e), model.before(e.resolve, site.moment)])).times(n) for e, n in mills if n
    )


@encoding(v.Together)
def _together(model: Model, effect: v.Together, site: Site) -> None:
    """Several objects that leave at the same time would see each other do so, which is not followed."""
    if isinstance(effect.effects[0], (v.CreateToken, v.DealDamage)):
        encode(model, effect.effects, site)
    else:
        model.not_modelled(f"{site.event.label}: what happens at the same time", site.when)


@encoding(v.If)
def _if(model: Model, effect: v.If, site: Site) -> None:
    """A condition that the model does not follow lets you choose (wider)."""
    condition, chosen = effect.condition, model.program.literal()
    if isinstance(condition, v.AtLeast) and isinstance(condition.value, v.LargestGraveyard):
        missing = condition.n - _largest_graveyard(model) - sum(_milled(site.event))
        if missing > model.world.most_milled(site.source):
            encode(model, effect.otherwise, site)
            return
        model.program.add(_milled_before(model, site).expr >= missing, chosen)
    model.relax(f"{site.event.label}: a condition", site.when)
    program = model.program
    for branch, literal in ((effect.then, chosen), (effect.otherwise, chosen.Not())):
        times, when = program.gate(site.times, literal), program.all_of([site.when, literal])
        encode(model, branch, _under(model, site, times, when))
