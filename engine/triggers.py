"""Triggered abilities (603): which abilities trigger on an event, and how they get onto the stack.

Each `on_...` function stands for one kind of event. An ability that triggers joins `waiting`; it is put on the stack the next
time a player would get priority (603.3), the active player's abilities first (603.3b).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.choices import Ordered, Targeted, ToOrder, ToTarget
from engine.context import Context
from engine.layers import Board, printed
from engine.modes import chosen
from engine.objects import ObjectId, StackObject, count_of
from engine.vocabulary import (
    AtLeast,
    BecomesTapped,
    Chapter,
    CountersOn,
    CountersPut,
    DealDamage,
    Dies,
    Enters,
    Evolves,
    Filter,
    Holds,
    LosesLife,
    Radiation,
    StepBegins,
    ThatMuch,
    Triggered,
    YouCast,
    YouProliferate,
)

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import Departed


@dataclass(frozen=True, slots=True)
class Trigger:
    """An ability that has triggered and waits to be put on the stack."""

    ability: Triggered
    source: ObjectId
    controller: ObjectId
    that: ObjectId | int | None = None

    def likeness(self) -> object:
        """Triggers with equal likeness do the same, so that their order among each other does not matter."""
        speaks_of_source, speaks_of_that = speaks_of(self.ability)
        return (
            self.ability,
            self.controller,
            self.source if speaks_of_source else None,
            self.that if speaks_of_that else None,
        )


_SPEAKS_OF: dict[int, tuple[Triggered, tuple[bool, bool]]] = {}


def speaks_of(ability: Triggered) -> tuple[bool, bool]:
    """Whether the ability speaks of its source and of the object of its event, so that these matter for what it does."""
    known = _SPEAKS_OF.get(id(ability))
    if known is None:
        words = set(_words((ability.effects, ability.modes, ability.targets, ability.condition)))
        known = _SPEAKS_OF[id(ability)] = (ability, ("self" in words, "that" in words))
    return known[1]


def _words(thing: object) -> Iterator[str]:
    """All texts in effects, targets and conditions; `self` too wherever the source matters without being named."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, ThatMuch):
        yield "that"
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _words(part)
    elif is_dataclass(thing):
        if isinstance(thing, DealDamage) or (isinstance(thing, Filter) and thing.other):
            yield "self"
        for part in fields(thing):
            yield from _words(getattr(thing, part.name))


@dataclass(frozen=True, slots=True)
class CountersWerePut:
    """Counters put on one object in one event: `before` and `after` count that kind on it."""

    on: ObjectId
    kind: str
    before: int
    after: int


def _trigger(
    draft: Draft, ability: Triggered, source: ObjectId, controller: ObjectId, that: ObjectId | int | None = None
) -> None:
    """The ability triggers, unless its intervening "if" fails (603.4)."""
    if ability.condition is not None and not draft.holds(ability.condition, Context(controller, source, that=that)):
        return
    draft.waiting += (Trigger(ability, source, controller, that),)
    draft.note("triggered", source)


def _watchers(draft: Draft, event: type) -> Sequence[tuple[ObjectId, Triggered]]:
    return draft.board.watchers.get(event, ())


# ---------------------------------------------------------------------------------------------------------------- events


def on_cast(draft: Draft, spell: StackObject) -> None:
    for source, ability in _watchers(draft, YouCast):
        assert isinstance(ability.on, YouCast)
        you = draft.battlefield[source].controller
        if you == spell.controller and draft.matches(ability.on.filter, spell.id, you, source):
            _trigger(draft, ability, source, you, spell.id)


def on_entered(draft: Draft, ids: Iterable[ObjectId]) -> None:
    """Permanents have entered at the same time; they see each other (603.6a)."""
    for source, ability in _watchers(draft, Enters):
        assert isinstance(ability.on, Enters)
        you = draft.battlefield[source].controller
        for id in ids:
            if source == id if ability.on.source else draft.matches(ability.on.filter, id, you, source):
                _trigger(draft, ability, source, you, id)
    for source, ability in _watchers(draft, Evolves):
        you = draft.battlefield[source].controller
        for id in ids:
            if id != source and draft.battlefield[id].controller == you and is_greater(draft, id, source):
                _trigger(draft, ability, source, you, id)


def is_greater(draft: Draft, newcomer: ObjectId, source: ObjectId) -> bool:
    """Whether the newcomer is a creature of greater power or toughness than the creature `source` (702.100c)."""
    return (
        "Creature" in draft.types(newcomer)
        and "Creature" in draft.types(source)
        and (draft.power(newcomer) > draft.power(source) or draft.toughness(newcomer) > draft.toughness(source))
    )


def still_holds(draft: Draft, ability: Triggered, context: Context) -> bool:
    """Whether the intervening "if" of the ability holds as it resolves (603.4); evolve has one too (702.100a)."""
    if isinstance(ability.on, Evolves):
        assert context.source is not None and context.that is not None
        return context.source in draft.battlefield and is_greater(draft, context.that, context.source)
    return ability.condition is None or draft.holds(ability.condition, context)


def on_died(draft: Draft, before: Board, departed: Sequence[Departed]) -> None:
    """Permanents were put into graveyards at the same time; `before` is the board just before that (603.10a)."""
    watchers = before.watchers.get(Dies, ())
    for source, ability in watchers:
        assert isinstance(ability.on, Dies)
        you = draft.controller(source)
        for gone in departed:
            id = gone.permanent.id
            if "Creature" not in gone.traits.types and not ability.on.source:
                continue
            if ability.on.had is not None and not count_of(gone.permanent.counters, ability.on.had):
                continue
            if source == id if ability.on.source else draft.matches(ability.on.filter, id, you, source, traits=gone.traits):
                _trigger(draft, ability, source, you, id)


def on_proliferated(draft: Draft, player: ObjectId) -> None:
    for source, ability in _watchers(draft, YouProliferate):
        if draft.battlefield[source].controller == player:
            _trigger(draft, ability, source, player)
    for card in draft.players[player].graveyard:
        if card.definition is not None:
            for ability in printed(card.definition).triggered:
                if ability.from_graveyard and isinstance(ability.on, YouProliferate):
                    _trigger(draft, ability, card.id, player)


def on_counters_put(draft: Draft, by: ObjectId, puts: Sequence[CountersWerePut]) -> None:
    for source, ability in _watchers(draft, CountersPut):
        on = ability.on
        assert isinstance(on, CountersPut)
        you = draft.battlefield[source].controller
        for put in puts:
            if put.kind != on.kind:
                continue
            if on.source:
                if put.on == source:
                    for _ in range(put.after - put.before):
                        _trigger(draft, ability, source, you, put.on)
            elif by == you and put.on in draft.battlefield and draft.matches(on.filter, put.on, you, source):
                _trigger(draft, ability, source, you, put.on)
    for put in puts:
        if put.kind == "lore" and put.on in draft.battlefield:
            for ability in draft.characteristics(put.on).triggered:
                if isinstance(ability.on, Chapter) and put.before < ability.on.number <= put.after:  # 714.2b
                    _trigger(draft, ability, put.on, draft.battlefield[put.on].controller)


def on_tapped(draft: Draft, id: ObjectId) -> None:
    for source, ability in _watchers(draft, BecomesTapped):
        if source == id:
            _trigger(draft, ability, source, draft.battlefield[source].controller)


def on_life_lost(draft: Draft, player: ObjectId, n: int) -> None:
    for source, ability in _watchers(draft, LosesLife):
        if draft.battlefield[source].controller != player:
            _trigger(draft, ability, source, draft.battlefield[source].controller, n)


def on_step_begins(draft: Draft, step: str) -> None:
    for source, ability in _watchers(draft, StepBegins):
        assert isinstance(ability.on, StepBegins)
        if ability.on.step == step and draft.battlefield[source].controller == draft.active:
            _trigger(draft, ability, source, draft.active)
    if step == "main1":
        _trigger(draft, RADIATION, draft.active, draft.active)


RADIATION = Triggered(StepBegins("main1"), (Radiation(),), condition=AtLeast(CountersOn("rad", "you"), 1))
"""The ability of rad counters (727.1). It has no source; the player with the counters stands in for it."""


def check_states(draft: Draft) -> None:
    """State triggers (603.8): those whose condition holds trigger, unless they wait or are on the stack already."""
    for source, ability in _watchers(draft, Holds):
        assert isinstance(ability.on, Holds)
        you = draft.battlefield[source].controller
        if not draft.holds(ability.on.condition, Context(you, source)):
            continue
        coming = [*draft.waiting, *(task.trigger for task in draft.agenda if isinstance(task, PutTrigger))]
        there = [(t.source, t.ability) for t in coming] + [(thing.source, thing.ability) for thing in draft.stack]
        if (source, ability) not in there:
            _trigger(draft, ability, source, you)


# ---------------------------------------------------------------------------------------------------------------- onto the stack


@dataclass(frozen=True, slots=True)
class PutTriggers:
    """The player's waiting triggers are put on the stack in an order of their choice (603.3b)."""

    player: ObjectId

    def run(self, draft: Draft) -> None:
        mine = tuple(t for t in draft.waiting if t.controller == self.player)
        order: tuple[int, ...] = tuple(range(len(mine)))
        if any(t.likeness() != mine[0].likeness() for t in mine):
            answer = draft.ask(ToOrder(self.player, "triggers", tuple(t.source for t in mine)))
            assert isinstance(answer, Ordered)
            order = answer.order
        draft.waiting = tuple(t for t in draft.waiting if t.controller != self.player)
        for index in reversed(order):
            draft.push(PutTrigger(mine[index]))


@dataclass(frozen=True, slots=True)
class PutTrigger:
    """One triggered ability is put on the stack with its modes and targets; without legal ones it is removed (603.3d)."""

    trigger: Trigger

    def run(self, draft: Draft) -> None:
        trigger = self.trigger
        ability = trigger.ability
        modes: tuple[int, ...] = ()
        targets: tuple[tuple[ObjectId, ...], ...] = ()
        if ability.targets or ability.modes:
            possible = tuple(islice(draft.target_choices(trigger), 2))
            if not possible:
                draft.note("removed", trigger.source)
                return
            answer: object = possible[0]
            offered = len(ability.modes.modes) if ability.modes else 0
            decision = ToTarget(trigger.controller, trigger.source, ability.targets, offered)
            if len(possible) > 1:
                answer = draft.ask(decision)
            else:
                draft.note("no other choice", decision, answer)
            assert isinstance(answer, Targeted)
            modes, targets = answer.modes, answer.targets
        effects, specs = chosen(ability, modes)
        draft.stack += (
            StackObject(
                draft.new_id(), trigger.controller, effects, targets, specs, source=trigger.source, ability=ability,
                that=trigger.that,
            ),
        )  # fmt: skip
        draft.note("put on the stack", trigger.source)


def put_waiting(draft: Draft) -> None:
    """Put the next player's waiting triggers on the agenda: the active player's come first."""
    players = {t.controller for t in draft.waiting}
    draft.push(PutTriggers(draft.active if draft.active in players else 1 - draft.active))
