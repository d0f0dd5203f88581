"""Putting and removing counters, proliferating (122, 701.34)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import replacement, triggers
from engine.choices import Counted, Proliferated, ToCount, ToProliferate
from engine.context import Context
from engine.effects.meaning import means, present
from engine.objects import OPPONENT, YOU, ObjectId, count_of
from engine.replacement import Put
from engine.vocabulary import AddAnotherCounter, AddCounters, Proliferate, RaiseCounters, RemoveCounterOrSacrifice, RemoveCounters

if TYPE_CHECKING:
    from engine.draft import Draft


@dataclass(frozen=True, slots=True)
class WouldProliferate:
    """A player would proliferate once; "proliferate twice instead" applies (614.1a)."""

    player: ObjectId
    source: ObjectId | None

    def run(self, draft: Draft) -> None:
        for _ in range(replacement.proliferates(draft, self.player)):
            draft.push(ProliferateOnce(self.player, self.source))


@dataclass(frozen=True, slots=True)
class ProliferateOnce:
    """Choose any number of permanents and players with a counter; each gets one more of each kind it has (701.34a)."""

    player: ObjectId
    source: ObjectId | None

    def run(self, draft: Draft) -> None:
        options = tuple(p for p in (YOU, OPPONENT) if draft.players[p].counters)
        options += tuple(id for id, permanent in draft.battlefield.items() if permanent.counters)
        answer = draft.ask(ToProliferate(self.player, options, self.source))
        assert isinstance(answer, Proliferated)
        puts = [Put(id, kind, 1) for id in options if id in answer.chosen for kind, _ in draft.counters(id)]
        draft.note("proliferated", self.player, answer.chosen)
        draft.put_counters(draft.final_numbers(puts, self.player, effect=True), self.player)
        triggers.on_proliferated(draft, self.player)


@means(Proliferate)
def _proliferate(draft: Draft, effect: Proliferate, context: Context) -> None:
    for _ in range(draft.value(effect.times, context)):
        draft.push(WouldProliferate(context.controller, context.source))


def _put(draft: Draft, puts: list[Put], context: Context) -> None:
    draft.put_counters(draft.final_numbers(puts, context.controller, effect=True), context.controller)


@means(AddCounters)
def _add_counters(draft: Draft, effect: AddCounters, context: Context) -> None:
    n = draft.value(effect.n, context)
    _put(draft, [Put(id, effect.kind, n) for id in draft.refer(effect.what, context)], context)


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
