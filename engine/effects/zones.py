"""Permanents and cards that change zones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine import triggers
from engine.choices import Picked, ToPick
from engine.context import Context
from engine.effects.cards import arranged
from engine.effects.meaning import cards_elsewhere, chosen_to_enter, enter, means, players, present
from engine.layers import PERMANENT_TYPES
from engine.objects import ObjectId, StackObject
from engine.vocabulary import (
    CannotBeCountered,
    Counter,
    Destroy,
    Exile,
    ExileUntil,
    Exploit,
    Filter,
    PutFromHand,
    PutIntoLibrary,
    PutOntoBattlefield,
    ReturnToHand,
    Sacrifice,
    SacrificeThem,
)  # fmt: skip

if TYPE_CHECKING:
    from engine.draft import Draft


@means(Destroy)
def _destroy(draft: Draft, effect: Destroy, context: Context) -> Context:
    destroyed = draft.destroy(present(draft, effect.what, context), regenerates=not effect.no_regeneration)
    return replace(context, affected=tuple(destroyed))


@means(Sacrifice)
def _sacrifice(draft: Draft, effect: Sacrifice, context: Context) -> Context:
    n = draft.count(effect.n, context)
    chosen: list[ObjectId] = []
    for player in players(draft, effect.who, context):
        options = tuple(id for id in draft.permanents(effect.filter, context) if draft.battlefield[id].controller == player)
        most = len(options) if effect.any_number else min(n, len(options))
        answer = draft.ask(ToPick(player, "sacrifice", options, 0 if effect.any_number else most, most, context.source))
        assert isinstance(answer, Picked)
        chosen += answer.chosen
    draft.sacrifice(chosen)
    return replace(context, sacrificed=tuple(chosen), affected=tuple(chosen), amount=len(chosen), did=bool(chosen))


@means(Exploit)
def _exploit(draft: Draft, effect: Exploit, context: Context) -> Context:
    """702.110a, 702.110b: what is sacrificed may be the source itself."""
    you, before = context.controller, draft.board
    options = tuple(id for id in draft.permanents(_CREATURE, context) if draft.battlefield[id].controller == you)
    answer = draft.ask(ToPick(you, "sacrifice", options, 0, min(1, len(options)), context.source))
    assert isinstance(answer, Picked)
    draft.sacrifice(answer.chosen)
    for id in answer.chosen:
        triggers.on_exploited(draft, before, context.source, id)
    return replace(context, sacrificed=answer.chosen, affected=answer.chosen, did=bool(answer.chosen))


_CREATURE = Filter(types=frozenset({"Creature"}))


@means(Exile)
def _exile(draft: Draft, effect: Exile, context: Context) -> Context:
    """Returns the context in which later effects speak of the exiled cards as the targets (608.2h, 400.7j)."""
    permanents = present(draft, effect.what, context)
    cards = [] if effect.source_zone == "battlefield" else cards_elsewhere(draft, effect.what, context)
    if effect.source_zone == "hand":
        cards = [id for id in draft.refer(effect.what, context) if draft.zone(id) == "hand"]
    draft.leave(permanents, "exile")
    became = {id: draft.put_card(draft.take_card(id), "exile", exiled_by=context.source) for id in cards}
    for thing in _spells(draft, effect.what, context):
        left = draft.leave_stack(thing.id, "exile")
        if left is not None:
            draft.change_card(left, exiled_by=context.source)
            became[thing.id] = left
    exiled = [card for id in permanents if (card := draft.departed[id].card) is not None]
    for card in exiled:
        draft.change_card(card, exiled_by=context.source)  # 607.2a
    targets = tuple(tuple(became.get(id, id) for id in group) for group in context.targets)
    affected = (*permanents, *became.values())
    return replace(context, targets=targets, made=(*exiled, *became.values()), affected=affected, did=bool(affected))


def _spells(draft: Draft, what: Any, context: Context) -> list[StackObject]:
    """The spells spoken of that are on the stack; they leave it without being countered (701.6a)."""
    found = (draft.on_stack(id) for id in draft.refer(what, context))
    return [thing for thing in found if thing is not None and thing.card is not None]


@means(ReturnToHand)
def _return_to_hand(draft: Draft, effect: ReturnToHand, context: Context) -> Context:
    returned: list[ObjectId] = []
    if effect.source_zone == "battlefield":
        returned = present(draft, effect.what, context)
        draft.leave(returned, "hand")
        for thing in _spells(draft, effect.what, context):
            draft.leave_stack(thing.id, "hand")
    else:
        cards = cards_elsewhere(draft, effect.what, context)
        there = [id for id in cards if effect.source_zone != "graveyard" or draft.zone(id) == "graveyard"]
        returned = [draft.move_card(id, "hand") for id in there]
    return replace(context, affected=tuple(returned))


@means(PutOntoBattlefield)
def _put_onto_battlefield(draft: Draft, effect: PutOntoBattlefield, context: Context) -> Context:
    counters: dict[str, int] = {}
    for more in effect.counters:
        counters[more.kind] = counters.get(more.kind, 0) + draft.count(more.n, context)
    cards = [draft.take_remembered(id) for id in cards_elsewhere(draft, effect.what, context) if _can_enter(draft, id)]
    enter(
        draft, cards, context, effect.under, tapped=effect.tapped, counters=tuple(sorted(counters.items())),
        transformed=effect.transformed,
    )  # fmt: skip
    return replace(context, did=bool(cards), made=())


def _can_enter(draft: Draft, id: ObjectId) -> bool:
    """Whether it is the card of a permanent; another one stays where it is (304.4, 307.4)."""
    return bool(draft.types(id) & PERMANENT_TYPES)


@means(SacrificeThem)
def _sacrifice_them(draft: Draft, effect: SacrificeThem, context: Context) -> Context:
    by = players(draft, effect.who, context)
    them = [id for id in present(draft, effect.what, context) if draft.battlefield[id].controller in by]
    draft.sacrifice(them)
    return replace(context, sacrificed=tuple(them), affected=tuple(them), did=bool(them))


@means(ExileUntil)
def _exile_until(draft: Draft, effect: ExileUntil, context: Context) -> Context:
    """Nothing happens if the source has left already (610.3c)."""
    exiled: list[ObjectId] = []
    there = present(draft, effect.what, context) if context.source in draft.battlefield else []
    draft.leave(there, "exile")
    for id in there:
        card = draft.departed[id].card
        if card is not None:
            draft.change_card(card, exiled_by=context.source, until_leaves=True)
            exiled.append(card)
    return replace(context, made=tuple(exiled), did=bool(there))


@means(PutIntoLibrary)
def _put_into_library(draft: Draft, effect: PutIntoLibrary, context: Context) -> None:
    """Several cards of one owner go there in the order that the owner chooses (401.4)."""
    found = dict.fromkeys(_cards_for_library(draft, effect, context))
    for owner in dict.fromkeys(draft.owner(card) for card in found):
        cards = tuple(card for id in found if (card := draft.card(id)) is not None and card.owner == owner)
        if effect.place in ("top", "bottom"):
            cards = arranged(draft, owner, cards, context)
        for card in cards if effect.place == "bottom" else cards[::-1]:
            _place(draft, card.id, effect.place)


def _cards_for_library(draft: Draft, effect: PutIntoLibrary, context: Context) -> list[ObjectId]:
    """What is put into libraries, as cards: what is spoken of, or what it has become if it leaves the battlefield or the stack
    for a library and does not go elsewhere instead (614.6)."""
    ids = draft.refer(effect.what, context)
    elsewhere = [] if effect.source_zone == "battlefield" else cards_elsewhere(draft, effect.what, context)
    elsewhere += [id for id in ids if draft.zone(id) == "library"]
    spells = [draft.leave_stack(thing.id, "library") for thing in _spells(draft, effect.what, context)]
    permanents = [id for id in ids if id in draft.battlefield]
    draft.leave(permanents, "library")
    found = [card for card in (*spells, *(draft.departed[id].card for id in permanents)) if card is not None]
    return [card for card in found if draft.zone(card) == "library"] + elsewhere


def _place(draft: Draft, card: ObjectId, place: str) -> None:
    """The card goes to its place in the library. Shuffled into one of which not all is known, it is any card of it."""
    owner = draft.owner(card)
    draft.place_in_library(card, {"top": 0, "third": 2}.get(place))
    if place == "shuffled":
        draft.shuffle(owner)


@means(Counter)
def _counter(draft: Draft, effect: Counter, context: Context) -> Context:
    """701.6a: a spell goes from the stack to its owner's graveyard, an ability ceases to be there."""
    countered = False
    for id in draft.refer(effect.what, context):
        thing = draft.on_stack(id)
        if thing is not None and not _cannot_be_countered(draft, thing):
            draft.leave_stack(id, "exile" if effect.exiled else "graveyard")
            draft.note("countered", id)
            countered = True
    return replace(context, did=countered)


def _cannot_be_countered(draft: Draft, thing: StackObject) -> bool:
    if thing.card is None:
        return False
    return "cannot be countered" in draft.keywords(thing.id) or any(
        isinstance(static, CannotBeCountered) and draft.matches(static.filter, thing.id, draft.controller(source), source)
        for source, static in draft.statics(CannotBeCountered)
    )


@means(PutFromHand)
def _put_from_hand(draft: Draft, effect: PutFromHand, context: Context) -> Context:
    put = False
    for player in players(draft, effect.who, context):
        cards = chosen_to_enter(draft, player, draft.players[player].hand, effect.filter, context)
        enter(draft, cards, context, under="owner", tapped=effect.tapped)
        put = put or bool(cards)
    return replace(context, did=put, made=())
