"""Putting and removing counters, proliferating (122, 701.34)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import replacement, triggers
from engine.choices import Counted, Divided, Picked, Proliferated, ToCount, ToDivide, ToPick, ToProliferate
from engine.context import Context
from engine.dividing import announced
from engine.effects.meaning import means, present
from engine.objects import OPPONENT, YOU, ObjectId, count_of
from engine.replacement import Put
from engine.vocabulary import (
    AddAnotherCounter,
    AddCounters,
    AddOneOfEach,
    Bolster,
    CopyCounters,
    Distribute,
    DoubleCounters,
    MoveCounters,
    PayCounters,
    Proliferate,
    RaiseCounters,
    RemoveCounterOrSacrifice,
    RemoveCounters,
    RemoveKind,
)

if TYPE_CHECKING:
    from engine.draft import Draft


@dataclass(frozen=True, slots=True)
class WouldProliferate:
    """A player would proliferate once; "proliferate twice instead" applies (614.1a)."""

    player: ObjectId
    source: ObjectId | None

    def run(self, draft: Draft) -> None:
        draft.push(ProliferateOnce(self.player, self.source, replacement.proliferates(draft, self.player)))


@dataclass(frozen=True, slots=True)
class ProliferateOnce:
    """Choose any number of permanents and players with a counter; each gets one more of each kind it has (701.34a)."""

    player: ObjectId
    source: ObjectId | None
    times: int
    """How often it is done; all of it is done "this way"."""
    had: tuple[ObjectId, ...] = ()
    """What had a counter put on it the times before."""

    def run(self, draft: Draft) -> None:
        options = tuple(p for p in (YOU, OPPONENT) if draft.players[p].counters)
        options += tuple(id for id, permanent in draft.battlefield.items() if permanent.counters)
        answer = draft.ask(ToProliferate(self.player, options, self.source))
        assert isinstance(answer, Proliferated)
        puts = [Put(id, kind, 1) for id in options if id in answer.chosen for kind, _ in draft.counters(id)]
        draft.note("proliferated", self.player, answer.chosen)
        final = draft.put_counters_by_effect(puts, self.player)
        had = tuple(dict.fromkeys((*self.had, *(put.on for put in final if put.n > 0))))
        if self.times > 1:
            draft.push(replace(self, times=self.times - 1, had=had))
        else:
            draft.hand_on(made=had)
        triggers.on_proliferated(draft, self.player)


@means(Proliferate)
def _proliferate(draft: Draft, effect: Proliferate, context: Context) -> None:
    for _ in range(draft.count(effect.times, context)):
        draft.push(WouldProliferate(context.controller, context.source))


def _put(draft: Draft, puts: list[Put], context: Context) -> None:
    draft.put_counters_by_effect(puts, context.controller)


@means(AddCounters)
def _add_counters(draft: Draft, effect: AddCounters, context: Context) -> Context:
    """What had counters put on it is spoken of as what was made; what was chosen before stays that."""
    n = draft.count(effect.n, context)
    wanted = [Put(id, effect.kind, n) for id in draft.refer(effect.what, context)]
    puts = draft.put_counters_by_effect(wanted, context.controller)
    grown = tuple(put.on for put in puts if put.n > 0)
    return replace(context, made=context.made if effect.what == "made" else grown, did=bool(grown))


@means(AddAnotherCounter)
def _add_another_counter(draft: Draft, effect: AddAnotherCounter, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        kinds = tuple((kind, 1) for kind, _ in draft.counters(id))
        answer = draft.ask(ToCount(context.controller, "add", id, kinds, min(1, len(kinds)), 1, context.source))
        assert isinstance(answer, Counted)
        _put(draft, [Put(id, kind, n) for kind, n in answer.counters], context)


@means(RaiseCounters)
def _raise_counters(draft: Draft, effect: RaiseCounters, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        _put(draft, [Put(id, effect.kind, effect.to - count_of(draft.counters(id), effect.kind))], context)


@means(RemoveCounters)
def _remove_counters(draft: Draft, effect: RemoveCounters, context: Context) -> Context:
    removed = 0
    for id in present(draft, effect.what, context):
        counters = draft.counters(id)
        most = min(draft.value(effect.up_to, context), sum(n for _, n in counters))
        answer = draft.ask(ToCount(context.controller, "remove", id, counters, 0, most, context.source))
        assert isinstance(answer, Counted)
        removed += sum(draft.remove_counters(id, kind, n) for kind, n in answer.counters)
    return replace(context, removed=removed)


@means(RemoveCounterOrSacrifice)
def _remove_counter_or_sacrifice(draft: Draft, effect: RemoveCounterOrSacrifice, context: Context) -> None:
    for id in present(draft, "self", context):
        if not draft.remove_counters(id, effect.kind, 1) and draft.battlefield[id].controller == context.controller:
            draft.sacrifice([id])


@means(AddOneOfEach)
def _add_one_of_each(draft: Draft, effect: AddOneOfEach, context: Context) -> None:
    puts = [Put(id, kind, 1) for id in draft.refer(effect.what, context) for kind, _ in draft.counters(id)]
    _put(draft, puts, context)


@means(DoubleCounters)
def _double_counters(draft: Draft, effect: DoubleCounters, context: Context) -> None:
    things = draft.refer(effect.what, context)
    puts = [Put(id, kind, n) for id in things for kind, n in draft.counters(id) if effect.kind in ("any", kind)]
    _put(draft, puts, context)


@means(RemoveKind)
def _remove_kind(draft: Draft, effect: RemoveKind, context: Context) -> Context:
    removed = 0
    for id in draft.refer(effect.what, context):
        if id in draft.departed:
            continue
        there = [(kind, n) for kind, n in draft.counters(id) if effect.kind in ("any", kind)]
        left = sum(n for _, n in there) if effect.n is None else draft.count(effect.n, context)
        if len(there) > 1 and sum(n for _, n in there) > left:
            answer = draft.ask(ToCount(context.controller, "remove", id, tuple(there), left, left, context.source))
            assert isinstance(answer, Counted)
            there = list(answer.counters)
        removed += sum(draft.remove_counters(id, kind, min(n, left)) for kind, n in there)
    return replace(context, removed=removed, amount=removed, did=removed > 0)


@means(PayCounters)
def _pay_counters(draft: Draft, effect: PayCounters, context: Context) -> Context:
    you = context.controller
    most, n = count_of(draft.counters(you), effect.kind), 0
    if most:
        answer = draft.ask(ToCount(you, "remove", you, ((effect.kind, most),), 0, most, context.source))
        assert isinstance(answer, Counted)
        n = sum(paid for _, paid in answer.counters)
        draft.remove_counters(you, effect.kind, n)
    return replace(context, amount=n, did=n > 0)


@means(MoveCounters)
def _move_counters(draft: Draft, effect: MoveCounters, context: Context) -> Context | None:
    """122.5, 122.8: nothing moves if it cannot be taken off or put there."""
    givers, takers = present(draft, effect.source, context), present(draft, effect.to, context)
    if not givers or not takers or givers[0] == takers[0]:
        return replace(context, did=False)
    if len(takers) > 1:
        return _move_to_several(draft, effect, givers[0], takers, context)
    giver, taker = givers[0], takers[0]
    there = tuple(
        (kind, n)
        for kind, n in draft.counters(giver)
        if effect.kind in ("any", kind) and not replacement.forbidden(draft, taker, kind)
    )
    total = sum(n for _, n in there)
    n = total if effect.all or effect.n is None else min(total, draft.count(effect.n, context))
    least = 0 if effect.n is None and not effect.all else n
    answer = draft.ask(ToCount(context.controller, "move", giver, there, least, n, context.source))
    assert isinstance(answer, Counted)
    final = draft.final_numbers([Put(taker, kind, n) for kind, n in answer.counters], context.controller, effect=True)
    moved = sum(draft.remove_counters(giver, kind, n) for kind, n in answer.counters)
    draft.put_counters(final, context.controller)
    return replace(context, amount=moved, did=moved > 0)


def _move_to_several(
    draft: Draft, effect: MoveCounters, giver: ObjectId, takers: list[ObjectId], context: Context
) -> Context:
    """Any number of counters of the kind, divided as the controller likes; what is not moved stays where it is."""
    assert effect.n is None and effect.kind != "any"
    options = tuple(id for id in takers if id != giver and not replacement.forbidden(draft, id, effect.kind))
    there = count_of(draft.counters(giver), effect.kind)
    answer = draft.ask(ToDivide(context.controller, context.source or giver, (*options, giver), there))
    assert isinstance(answer, Divided)
    puts = [Put(id, effect.kind, n) for id, n in answer.parts if id != giver and n]
    final = draft.final_numbers(puts, context.controller, effect=True)
    moved = draft.remove_counters(giver, effect.kind, sum(put.n for put in puts))
    draft.put_counters(final, context.controller)
    return replace(context, amount=moved, did=moved > 0)


@means(CopyCounters)
def _copy_counters(draft: Draft, effect: CopyCounters, context: Context) -> None:
    had = [pair for id in draft.refer(effect.source, context) for pair in draft.counters(id)]
    _put(draft, [Put(id, kind, n) for id in present(draft, effect.to, context) for kind, n in had], context)


@means(Distribute)
def _distribute(draft: Draft, effect: Distribute, context: Context) -> None:
    """What was announced for a target that is not legal any more is not put anywhere (608.2b)."""
    things = draft.refer(effect.what, context)
    shares = announced(context, effect.what)
    if things and shares is None:
        n = draft.count(effect.n, context)
        answer = draft.ask(ToDivide(context.controller, context.source or context.controller, things, n, least=1))
        assert isinstance(answer, Divided)
        shares = dict(answer.parts)
    if shares is not None:
        _put(draft, [Put(id, effect.kind, shares[id]) for id in things], context)


@means(Bolster)
def _bolster(draft: Draft, effect: Bolster, context: Context) -> None:
    """701.39a."""
    mine = [id for id, p in draft.battlefield.items() if p.controller == context.controller and "Creature" in draft.types(id)]
    least = min((draft.toughness(id) for id in mine), default=0)
    weakest = tuple(id for id in mine if draft.toughness(id) == least)
    if weakest:
        answer = draft.ask(ToPick(context.controller, "choose", weakest, 1, 1, context.source))
        assert isinstance(answer, Picked)
        _put(draft, [Put(id, "p1p1", draft.count(effect.n, context)) for id in answer.chosen], context)
