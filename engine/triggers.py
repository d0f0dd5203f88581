"""Triggered abilities (603): which abilities trigger on an event, and how they get onto the stack.

Each `on_...` function stands for one kind of event. An ability that triggers joins `waiting`; it is put on the stack the next
time a player would get priority (603.3), the active player's abilities first (603.3b).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.choices import Ordered, Targeted, ToOrder, ToTarget
from engine.context import Context, context_of
from engine.dividing import Divide, amounts
from engine.layers import Board, printed
from engine.mana import NO_MANA
from engine.modes import chosen
from engine.objects import OPPONENT, YOU, ObjectId, StackObject
from engine.vocabulary import (
    Activates,
    AtLeast,
    BecomesDesignated,
    BecomesTapped,
    BecomesTarget,
    BecomesUnattached,
    BecomesUntapped,
    CardDefinition,
    Casts,
    Chapter,
    CommitsCrime,
    Copies,
    CountersOn,
    CountersPut,
    CountersRemoved,
    Cycles,
    DealDamage,
    Dies,
    Discards,
    Draws,
    Enters,
    Evolves,
    ExiledReturns,
    ExileUntil,
    Exploits,
    Filter,
    FinalChapterResolves,
    GainsLife,
    Holds,
    Leaves,
    LosesLife,
    May,
    PaysLife,
    Radiation,
    Reflexive,
    RingTempts,
    Sacrifices,
    StepBegins,
    ThatMuch,
    ThisTurn,
    Transforms,
    Triggered,
    TriggersAgain,
    TurnedFaceUp,
    YouCast,
    YouProliferate,
)

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import Departed

PLAYERS = (YOU, OPPONENT)


@dataclass(frozen=True, slots=True)
class Trigger:
    """An ability that has triggered and waits to be put on the stack."""

    ability: Triggered
    source: ObjectId
    controller: ObjectId
    that: ObjectId | None = None
    amount: int = 0
    about: Context | None = None
    """What a delayed or reflexive ability remembers."""

    def likeness(self) -> object:
        """Triggers with equal likeness do the same, so that their order among each other does not matter."""
        speaks_of_source, speaks_of_that = speaks_of(self.ability)
        return (
            self.ability,
            self.controller,
            self.source if speaks_of_source else None,
            (self.that, self.amount) if speaks_of_that else None,
            self.about,
        )

    def context(self) -> Context:
        """The context in which its targets are chosen."""
        about = Context(self.controller, self.source) if self.about is None else replace(self.about, targets=())
        return replace(about, that=self.that, amount=self.amount)


_SPEAKS_OF: dict[int, tuple[Triggered, tuple[bool, bool]]] = {}


def speaks_of(ability: Triggered) -> tuple[bool, bool]:
    """Whether the ability speaks of its source and of the object or amount of its event, so that these matter for what it
    does."""
    known = _SPEAKS_OF.get(id(ability))
    if known is None:
        words = set(_words((ability.effects, ability.modes, ability.targets, ability.condition)))
        known = _SPEAKS_OF[id(ability)] = (ability, ("self" in words, "that" in words))
    return known[1]


def _words(thing: object) -> Iterator[str]:
    """All texts in effects, targets and conditions; `self` and `that` too wherever they matter without being named."""
    if isinstance(thing, str):
        yield thing
        if thing.startswith("attached"):
            yield "self"
        elif thing.startswith("that's"):
            yield "that"
    elif isinstance(thing, ThatMuch):
        yield "that"
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _words(part)
    elif is_dataclass(thing):
        if isinstance(thing, (DealDamage, ExileUntil)) or (isinstance(thing, Filter) and (thing.other or thing.rare)):
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


Heard = Iterable[tuple[ObjectId | None, int]]
"""For each time that an ability triggers: the object or player of the event, and its amount."""


def happen(
    draft: Draft,
    kind: type,
    heard: Callable[[Any, ObjectId, ObjectId], Heard],
    before: Board | None = None,
    again: Sequence[ObjectId] = (),
    causes: Callable[[ObjectId | None], bool] | None = None,
    arrived: Collection[ObjectId | None] = (),
) -> None:
    """An event of that kind happens. `heard(on, you, source)` says how often the words `on`, spoken by `you`, fit it.

    Listening are abilities of permanents, as they were `before` for events that look back (603.10), emblems and delayed triggers,
    cards in graveyards, and what is asked about later in the turn. Abilities of permanents of the players in `again` trigger once
    more for each time that the player is there, if what was heard just now `causes` that (603.2d). Cards in graveyards that have
    `arrived` there by the event do not listen to it."""
    board = draft.board if before is None else before
    for source, ability, on in board.watchers.get(kind, ()):
        you = draft.controller(source)
        more = again.count(you) if again and source in board.characteristics else 0
        for that, amount in heard(on, you, source):
            for _ in range(1 + more if more and causes is not None and causes(that) else 1):
                _trigger(draft, ability, source, you, that, amount)
    if kind in draft.tracked.from_graveyards:
        _happen_to_graveyards(draft, kind, heard, arrived)
    for place, event in draft.tracked.events.get(kind, ()):
        yours, theirs = (sum(max(1, amount) for _, amount in heard(event, you, NOBODY)) for you in PLAYERS)
        if yours or theirs:
            before_it = draft.history[place]
            counts = (before_it[0] + yours, before_it[1] + theirs)
            draft.history = (*draft.history[:place], counts, *draft.history[place + 1 :])


def _happen_to_graveyards(
    draft: Draft, kind: type, heard: Callable[[Any, ObjectId, ObjectId], Heard], arrived: Collection[ObjectId | None]
) -> None:
    """Abilities that function in graveyards (113.6k)."""
    for player in draft.players:
        for card in player.graveyard:
            if card.id not in arrived and card.definition is not None and card.definition.works_in_graveyard:
                for ability in printed(card.definition).triggered:
                    if ability.from_graveyard and isinstance(ability.on, kind):
                        for that, amount in heard(ability.on, card.owner, card.id):
                            _trigger(draft, ability, card.id, card.owner, that, amount)


def nobody_hears(draft: Draft, kind: type, before: Board | None = None) -> bool:
    """Whether nothing in the game, or nothing that there was `before`, listens for such events."""
    tracked, board = draft.tracked, before or draft.board
    return not (kind in board.watchers or kind in tracked.events or kind in tracked.from_graveyards)


NOBODY: ObjectId = -1
"""The source of an event that no ability waits for."""


def _trigger(
    draft: Draft, ability: Triggered, source: ObjectId, controller: ObjectId, that: ObjectId | None = None, amount: int = 0
) -> None:
    """The ability triggers, unless its intervening "if" fails (603.4)."""
    about: Context | None = None
    lasting = next((e for e in draft.lasting if e.id == source), None)
    if lasting is not None:
        about = lasting.context
        source = source if lasting.source is None else lasting.source
        if about is not None and about.that is not None and isinstance(ability.on, StepBegins):
            that, amount = about.that, about.amount
    if ability.condition is not None:
        asked = replace(about or Context(controller, source), that=that, amount=amount)
        if not draft.holds(ability.condition, asked):
            return
    if ability.once_each_turn and not draft.use_once(source, f"when {ability.on}"):
        return
    if any(isinstance(effect, May) and effect.once_each_turn and _was_done(draft, source, effect) for effect in ability.effects):
        return
    if lasting is not None and lasting.once:
        draft.lasting = tuple(e for e in draft.lasting if e is not lasting)
        draft.lasting_changed()
    draft.waiting += (Trigger(ability, source, controller, that, amount, about),)
    draft.note("triggered", source)


def done(effect: May) -> str:
    """What `Permanent.used` calls it when a player did what they may do only once each turn."""
    return f"done {effect}"


def _was_done(draft: Draft, source: ObjectId, effect: May) -> bool:
    """Whether that was done this turn already (603.2i)."""
    permanent = draft.battlefield.get(source)
    return permanent is not None and done(effect) in permanent.used


def is_meant(who: str, player: ObjectId, you: ObjectId) -> bool:
    """Whether `you`, `opponent` or `anyone` is that player."""
    return who == "anyone" or (player == you) == (who == "you")


# ---------------------------------------------------------------------------------------------------------------- events


def on_cast(draft: Draft, spell: StackObject) -> None:
    def you_cast(on: YouCast, you: ObjectId, source: ObjectId) -> Heard:
        if you == spell.controller and draft.matches(on.filter, spell.id, you, source):
            yield spell.id, 0

    def casts(on: Casts, you: ObjectId, source: ObjectId) -> Heard:
        if (
            is_meant(on.who, spell.controller, you)
            and not on.source
            and on.nth in (None, draft.spells_cast(spell.controller) + 1)
            and draft.matches(on.filter, spell.id, you, source)
        ):
            yield spell.id, 0

    if not nobody_hears(draft, YouCast):
        happen(draft, YouCast, you_cast)
    if not nobody_hears(draft, Casts):
        happen(draft, Casts, casts)
    for ability in draft.characteristics(spell.id).triggered:
        if isinstance(ability.on, Casts) and ability.on.source:
            n = sum(map(draft.spells_cast, PLAYERS)) - 1 if ability.on.after else draft.mana_value(spell.id)
            _trigger(draft, ability, spell.id, spell.controller, spell.id, n)


def on_activated(draft: Draft, ability: StackObject) -> None:
    if nobody_hears(draft, Activates):
        return

    def heard(on: Activates, you: ObjectId, source: ObjectId) -> Heard:
        of = ability.source
        if of is None or not is_meant(on.who, ability.controller, you) or not draft.matches(on.filter, of, you, source):
            return
        if on.filter != Filter() and of not in draft.battlefield and of not in draft.departed:
            return  # a card in another zone
        if ability.life_paid or not on.life_paid:
            yield ability.id if on.life_paid else of, ability.life_paid

    happen(draft, Activates, heard)


def on_cycled(draft: Draft, player: ObjectId, card: ObjectId, definition: CardDefinition) -> None:
    """The player discarded that card, which is in a public zone now, to activate a cycling ability (702.29c)."""
    for ability in printed(definition).triggered:
        if isinstance(ability.on, Cycles) and ability.on.source:
            _trigger(draft, ability, card, player, card)
    if nobody_hears(draft, Cycles):
        return

    def heard(on: Cycles, you: ObjectId, source: ObjectId) -> Heard:
        if not on.source and is_meant(on.who, player, you) and draft.matches(on.filter, card, you, source):
            yield card, 0

    happen(draft, Cycles, heard)


def on_activated_for_mana(draft: Draft, player: ObjectId, source: ObjectId) -> None:
    """A mana ability was activated."""
    if nobody_hears(draft, Activates):
        return

    def heard(on: Activates, you: ObjectId, listener: ObjectId) -> Heard:
        if on.for_mana and is_meant(on.who, player, you) and draft.matches(on.filter, source, you, listener):
            yield source, 0

    happen(draft, Activates, heard)


def on_targeted(draft: Draft, thing: StackObject, crime: bool = False) -> None:
    """The targets of a spell or ability were chosen (603.2g); as it was cast, activated or put on the stack that may have been a
    `crime` (700.13)."""
    targets = {id for group in thing.targets for id in group}
    if crime and any(draft.controller(id) != thing.controller for id in targets):
        _of_player(draft, CommitsCrime, thing.controller, 1)
    if nobody_hears(draft, BecomesTarget):
        return

    def heard(on: BecomesTarget, you: ObjectId, source: ObjectId) -> Heard:
        if not is_meant(on.by, thing.controller, you) or (on.spell and thing.card is None):
            return
        for id in targets:
            if on.filter is None:
                if source == id:
                    yield thing.id, 0
            elif id in draft.battlefield and draft.matches(on.filter, id, you, source):  # 109.2
                yield id, 0

    happen(draft, BecomesTarget, heard)


def on_entered(draft: Draft, ids: Sequence[ObjectId]) -> None:
    """Permanents have entered at the same time; they see each other (603.6a)."""

    def enters(on: Enters, you: ObjectId, source: ObjectId) -> Heard:
        found = [id for id in ids if (source == id if on.source else draft.matches(on.filter, id, you, source))]
        return _heard(found, on.together)

    def evolves(on: Evolves, you: ObjectId, source: ObjectId) -> Heard:
        for id in ids:
            if id != source and draft.battlefield[id].controller == you and is_greater(draft, id, source):
                yield id, 0

    happen(draft, Enters, enters)
    if Evolves in draft.board.watchers:
        happen(draft, Evolves, evolves)


def _heard(found: list[ObjectId], together: bool) -> Heard:
    """An event for each of the objects, or one for all of them together ("one or more")."""
    return [(None, len(found))] if together and found else [(id, 0) for id in found]


def on_returned(draft: Draft, ids: Sequence[ObjectId], exiled_by: ObjectId) -> None:
    """What was exiled until a permanent leaves has returned: abilities of that permanent, as it last was, may speak of it."""
    if exiled_by not in draft.departed:
        return
    last = draft.departed[exiled_by]
    for ability in last.traits.triggered:
        for id in ids if isinstance(ability.on, ExiledReturns) else ():
            if draft.controller(id) == last.permanent.controller:
                _trigger(draft, ability, exiled_by, last.permanent.controller, id)


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


def on_left(draft: Draft, before: Board, departed: Sequence[Departed], to: str) -> None:
    """Permanents have left the battlefield at the same time for that zone; `before` is the board just before that (603.10a)."""

    def dies(on: Dies, you: ObjectId, source: ObjectId) -> Heard:
        found = []
        for gone in departed:
            id = gone.permanent.id
            if on.had is not None and not draft.count_counters(id, on.had):
                continue
            if on.lacked is not None and draft.count_counters(id, on.lacked):
                continue
            if on.damaged_by is not None and not _was_damaged_by(gone, on.damaged_by, you):
                continue
            if source == id if on.source else draft.matches(on.filter, id, you, source, traits=gone.traits):
                found.append(id)
        latest[:] = found
        return _heard(found, on.together)

    def leaves(on: Leaves, you: ObjectId, source: ObjectId) -> Heard:
        found = []
        for gone in departed:
            id = gone.permanent.id
            if on.to not in (None, to) or (on.had is not None and not draft.count_counters(id, on.had)):
                continue
            if source == id if on.source else draft.matches(on.filter, id, you, source, traits=gone.traits):
                found.append(id)
        latest[:] = found
        return _heard(found, on.together)

    def _was_damaged_by(gone: Departed, filter: Filter, you: ObjectId) -> bool:
        return (you, draft.tracked.damagers.index(filter)) in gone.permanent.damaged_by

    latest: list[ObjectId] = []
    creatures = {gone.permanent.id for gone in departed if "Creature" in gone.traits.types}

    def by_a_creature(that: ObjectId | None) -> bool:
        """Whether a creature that died is what was heard just now, or is among it."""
        return that in creatures if that is not None else not creatures.isdisjoint(latest)

    again: list[ObjectId] = []
    if TriggersAgain in before.statics and to == "graveyard":
        again = [draft.controller(source) for source, _ in before.statics[TriggersAgain]]
    arrived = {gone.card for gone in departed}
    if to == "graveyard":
        happen(draft, Dies, dies, before, again, by_a_creature, arrived)
    happen(draft, Leaves, leaves, before, again, by_a_creature, arrived)
    if BecomesUnattached in before.watchers:
        gone = {last.permanent.id: last.permanent.attached_to for last in departed}
        for source, on in list(gone.items()) + [(p.id, p.attached_to) for p in draft.battlefield.values()]:
            if on is not None and (source in gone or on in gone):
                on_unattached(draft, source, on, before)


def on_unattached(draft: Draft, attachment: ObjectId, on: ObjectId, before: Board | None = None) -> None:
    def heard(_: BecomesUnattached, you: ObjectId, source: ObjectId) -> Heard:
        if source == attachment:
            yield on, 0

    happen(draft, BecomesUnattached, heard, before)


def on_sacrificed(draft: Draft, before: Board, departed: Sequence[Departed]) -> None:
    if nobody_hears(draft, Sacrifices, before):
        return

    def heard(on: Sacrifices, you: ObjectId, source: ObjectId) -> Heard:
        for gone in departed:
            id = gone.permanent.id
            if is_meant(on.who, gone.permanent.controller, you) and draft.matches(on.filter, id, you, source, traits=gone.traits):
                yield id, 0

    happen(draft, Sacrifices, heard, before)


def on_exploited(draft: Draft, before: Board, creature: ObjectId | None, sacrificed: ObjectId) -> None:
    """702.110b; the creature may have been sacrificed to its own ability."""

    def heard(_: Exploits, you: ObjectId, source: ObjectId) -> Heard:
        if source == creature:
            yield sacrificed, 0

    happen(draft, Exploits, heard, before)


def on_proliferated(draft: Draft, player: ObjectId) -> None:
    def heard(on: YouProliferate, you: ObjectId, source: ObjectId) -> Heard:
        if you == player:
            yield None, 0

    happen(draft, YouProliferate, heard)


def on_counters_put(draft: Draft, by: ObjectId, puts: Sequence[CountersWerePut]) -> None:
    def heard(on: CountersPut, you: ObjectId, source: ObjectId) -> Heard:
        for put in puts:
            if on.kind not in ("any", put.kind):
                continue
            n = put.after - put.before
            if on.source:
                if put.on == source:
                    yield from ((put.on, 1) for _ in range(n))
            elif is_meant(on.by, by, you) and put.on in draft.battlefield and draft.matches(on.filter, put.on, you, source):
                yield put.on, n

    happen(draft, CountersPut, heard)
    for put in puts:
        if put.kind == "lore" and put.on in draft.battlefield:
            permanent = draft.battlefield[put.on]
            exact = permanent.sick and "read ahead" in draft.keywords(put.on)  # 702.155a: in the turn in which it entered
            before = put.after - 1 if exact else put.before
            for ability in draft.characteristics(put.on).triggered:
                if isinstance(ability.on, Chapter) and before < ability.on.number <= put.after:  # 714.2b
                    _trigger(draft, ability, put.on, permanent.controller)


def on_counters_removed(draft: Draft, on_what: ObjectId, kind: str, n: int) -> None:
    if nobody_hears(draft, CountersRemoved):
        return

    def heard(on: CountersRemoved, you: ObjectId, source: ObjectId) -> Heard:
        if on.kind not in ("any", kind) or on.you != (on_what in (YOU, OPPONENT)):
            return
        if on.last and draft.count_counters(on_what, on.kind):
            return
        if on_what == you if on.you else source == on_what if on.source else draft.matches(on.filter, on_what, you, source):
            yield on_what, n

    happen(draft, CountersRemoved, heard)


def on_tapped(draft: Draft, id: ObjectId) -> None:
    _on_turned(draft, BecomesTapped, id)


def on_untapped(draft: Draft, id: ObjectId) -> None:
    _on_turned(draft, BecomesUntapped, id)


def _on_turned(draft: Draft, kind: type[BecomesTapped] | type[BecomesUntapped], id: ObjectId) -> None:
    """A permanent became tapped or untapped (701.26)."""
    if nobody_hears(draft, kind):
        return

    def heard(on: BecomesTapped | BecomesUntapped, you: ObjectId, source: ObjectId) -> Heard:
        if source == id if on.filter is None else draft.matches(on.filter, id, you, source):
            yield id, 0

    happen(draft, kind, heard)


def on_transformed(draft: Draft, id: ObjectId) -> None:
    def heard(on: Transforms, you: ObjectId, source: ObjectId) -> Heard:
        if source == id:
            yield id, 0

    happen(draft, Transforms, heard)


def on_turned_face_up(draft: Draft, id: ObjectId) -> None:
    def heard(on: TurnedFaceUp, you: ObjectId, source: ObjectId) -> Heard:
        if (source == id) if on.source else draft.matches(on.filter, id, you, source):
            yield id, 0

    happen(draft, TurnedFaceUp, heard)


def on_designated(draft: Draft, id: ObjectId, word: str) -> None:
    def heard(on: BecomesDesignated, you: ObjectId, source: ObjectId) -> Heard:
        fits = source == id if on.filter is None else draft.matches(on.filter, id, you, source)
        if fits and on.designation == word:
            yield id, 0

    happen(draft, BecomesDesignated, heard)


def on_final_chapter(draft: Draft, saga: ObjectId) -> None:
    def heard(on: FinalChapterResolves, you: ObjectId, source: ObjectId) -> Heard:
        if draft.matches(on.filter, saga, you, source):
            yield saga, 0

    happen(draft, FinalChapterResolves, heard)


def on_drawn(draft: Draft, player: ObjectId) -> None:
    if nobody_hears(draft, Draws):
        return
    count = draft.value(DRAWN, Context(player)) + 1

    def heard(on: Draws, you: ObjectId, source: ObjectId) -> Heard:
        if is_meant(on.who, player, you) and on.nth in (None, count):
            yield player, 1

    happen(draft, Draws, heard)


DRAWN = ThisTurn(Draws("you"))
"""How many cards a player has drawn this turn, where something asks for that."""


def on_ring_tempts(draft: Draft, player: ObjectId) -> None:
    _of_player(draft, RingTempts, player, 1)


def on_life_lost(draft: Draft, player: ObjectId, n: int) -> None:
    _of_player(draft, LosesLife, player, n)


def on_life_paid(draft: Draft, player: ObjectId, n: int) -> None:
    _of_player(draft, PaysLife, player, n)


def on_life_gained(draft: Draft, player: ObjectId, n: int) -> None:
    _of_player(draft, GainsLife, player, n)


def _of_player(draft: Draft, kind: type, player: ObjectId, n: int) -> None:
    """Something happens to a player, whose event has `who`."""
    if nobody_hears(draft, kind):
        return

    def heard(on: Any, you: ObjectId, source: ObjectId) -> Heard:
        if is_meant(on.who, player, you):
            yield player, n

    happen(draft, kind, heard)


def on_discarded(draft: Draft, player: ObjectId, card: ObjectId) -> None:
    if nobody_hears(draft, Discards):
        return

    def heard(on: Discards, you: ObjectId, source: ObjectId) -> Heard:
        if is_meant(on.who, player, you) and draft.matches(on.filter, card, you, source):
            yield card, 0

    happen(draft, Discards, heard)


def on_step_begins(draft: Draft, step: str) -> None:
    def heard(on: StepBegins, you: ObjectId, source: ObjectId) -> Heard:
        if on.step == step and _is_turn_of(draft, on.whose, you, source):
            yield draft.active, 0

    happen(draft, StepBegins, heard)
    if step == "main1":
        _trigger(draft, RADIATION, draft.active, draft.active)


def _is_turn_of(draft: Draft, whose: str, you: ObjectId, source: ObjectId) -> bool:
    if whose != "attached's controller":
        return is_meant(whose, draft.active, you)
    on = draft.attached_to(source)
    return on is not None and draft.controller(on) == draft.active


RADIATION = Triggered(StepBegins("main1"), (Radiation(),), condition=AtLeast(CountersOn("rad", "you"), 1))
"""The ability of rad counters (727.1). It has no source; the player with the counters stands in for it."""


def check_states(draft: Draft) -> None:
    """State triggers (603.8): those whose condition holds trigger, unless they wait or are on the stack already."""
    for source, ability, on in draft.board.watchers.get(Holds, ()):
        you = draft.controller(source)
        if not draft.holds(on.condition, Context(you, source)):
            continue
        coming = [*draft.waiting, *(task.trigger for task in draft.agenda if isinstance(task, PutTrigger))]
        there = [(t.source, t.ability) for t in coming] + [(thing.source, thing.ability) for thing in draft.stack]
        if (source, ability) not in there:
            _trigger(draft, ability, source, you)


def reflexive(draft: Draft, ability: Triggered, context: Context) -> None:
    """A reflexive triggered ability triggers as its effect says so (603.12)."""
    source = NOBODY if context.source is None else context.source
    draft.waiting += (Trigger(ability, source, context.controller, context.that, context.amount, context),)


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
        self.put(draft, modes, targets)

    def put(self, draft: Draft, modes: tuple[int, ...], targets: tuple[tuple[ObjectId, ...], ...]) -> None:
        trigger = self.trigger
        effects, specs = chosen(trigger.ability, modes)
        to_divide = amounts(draft, effects, lambda: replace(trigger.context(), targets=targets))
        draft.stack += (
            StackObject(
                draft.new_id(), trigger.controller, effects, targets, specs, source=trigger.source, ability=trigger.ability,
                that=trigger.that, amount=trigger.amount, about=trigger.about,
            ),
        )  # fmt: skip
        draft.push(*(Divide(draft.stack[-1].id, group, n) for group, n in to_divide))
        draft.note("put on the stack", trigger.source)
        if targets:
            on_targeted(draft, draft.stack[-1], crime=True)


@dataclass(frozen=True, slots=True)
class PutCopy(PutTrigger):
    """A copy of a spell or ability is put on the stack; its controller may choose new targets (707.10c)."""

    original: StackObject

    def run(self, draft: Draft) -> None:
        targets = self.original.targets
        if any(targets):
            possible = tuple(islice(draft.target_choices(self.trigger), 2))
            if any(choice.targets != targets for choice in possible):
                specs = self.original.target_specs
                answer = draft.ask(ToTarget(self.trigger.controller, self.trigger.source, specs, unchanged=targets))
                assert isinstance(answer, Targeted)
                targets = answer.targets
        player = self.trigger.controller
        copy = replace(
            self.original, id=draft.new_id(), controller=player, targets=targets, copied=True, cast_from="", mana_spent=0,
            mana_of=NO_MANA,
        )  # fmt: skip
        draft.stack += (copy,)
        draft.note("copied", copy.id, copy.source)
        if copy.card is not None:
            on_copied(draft, copy)
        if any(targets):
            on_targeted(draft, copy)


def on_copied(draft: Draft, copy: StackObject) -> None:
    if nobody_hears(draft, Copies):
        return

    def heard(on: Copies, you: ObjectId, source: ObjectId) -> Heard:
        if is_meant(on.who, copy.controller, you) and draft.matches(on.filter, copy.id, you, source):
            yield copy.id, 0

    happen(draft, Copies, heard)


def copy_on_stack(thing: StackObject, player: ObjectId) -> PutCopy:
    """The task that puts a copy of a spell or ability on the stack for that player."""
    source = thing.id if thing.source is None else thing.source
    specs = tuple(
        replace(spec, least=len(group), most=len(group), up_to_x=False, exactly_x=False)  # 707.10c: as many targets
        for spec, group in zip(thing.target_specs, thing.targets, strict=True)
    )
    about = replace(context_of(thing), controller=player, source=source)  # what was announced for it holds for its copy (707.10)
    return PutCopy(Trigger(Triggered(Reflexive(), targets=specs), source, player, about=about), thing)


def put_waiting(draft: Draft) -> None:
    """Put the next player's waiting triggers on the agenda: the active player's come first."""
    players = {t.controller for t in draft.waiting}
    draft.push(PutTriggers(draft.active if draft.active in players else 1 - draft.active))
