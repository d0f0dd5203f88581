"""Puts the families of variables and constraints together to the model of a position's turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from engine.objects import ObjectId
from engine.state import State
from optimizer import decisions, effects, fates, triggers
from optimizer.cards import Cards
from optimizer.combat import NO_BLOCKS, Fight, Reply
from optimizer.counters import Counters
from optimizer.events import Thing, ground
from optimizer.fates import Fates
from optimizer.life import Life
from optimizer.limits import most
from optimizer.mana import Mana
from optimizer.model import Model
from optimizer.objective.scoring import Scoring
from optimizer.program import Program
from optimizer.score import Score


@dataclass(frozen=True)
class Encoded:
    """A model with the families that its solution is read from."""

    model: Model
    counters: Counters
    fates: Fates
    mana: Mana
    life: Life
    cards: Cards
    score: Score
    fight: Fight | None = None
    """Combat, where it is played and anything may attack."""


def encode(
    state: State,
    scoring: Scoring,
    promoted: frozenset[ObjectId] = frozenset(),
    reply: Reply = NO_BLOCKS,
    program: Program | None = None,
) -> Encoded:
    """The model of the turn from a state in which you have priority, without an objective yet (see `solving`). `promoted`
    creatures are followed step by step (docs/model.md, 8). Blocks that are still to come are those of the `reply`. The model
    becomes a part of the `program` if one is given. With combat only `score.won` is a bound: who dies in combat is not
    followed, so `score.value` is none.

    The order of the steps is that of what they need to know: decisions, what may leave, what each event costs, what it does and
    triggers, how many proliferates that makes, who is picked, who survives, whether mana and life suffice, what it is worth.
    """

    def worth(thing: Thing) -> int:
        score = scoring.permanent_value(thing.definition, thing.mine, thing.token)
        return score.base + sum(score.counter_table(kind).value(n) for kind, n in thing.counters.items())

    model = Model(ground(state, promoted), worth, program)
    decisions.decide(model)
    triggers.resolve_events(model, leaving=True)
    decisions.settle(model)
    mana = Mana(model)
    triggers.resolve_events(model, leaving=False)
    triggers.trigger(model)
    fight = Fight(model, reply) if model.world.combat is not None else None
    triggers.count_proliferates(model)
    triggers.watch_proliferates(model)
    triggers.return_from_graveyards(model)
    triggers.limit_evolutions(model)
    fates.pay_with_counters(model)
    effects.share_out(model)
    if program is None:  # else the limits would cost more than they are worth
        model.most = partial(most, model, mana)
    counters = model.counters = Counters(model)
    triggers.watch_counters(model, counters)
    for effect, site in model.deferred:
        effects.encode(model, (effect,), site)
    triggers.act_between(model)
    triggers.bring_tokens(model)
    if fight is not None:
        fight.limit(counters)
    mana.supply(counters)
    fates.limit_costs(model, counters)
    lives = Fates(model, counters)
    triggers.watch_life(model)
    life = Life(model)
    cards = Cards(model)
    return Encoded(model, counters, lives, mana, life, cards, Score(model, scoring, counters, lives, life, cards), fight)
