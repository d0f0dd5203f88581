"""Casting without paying mana costs while something resolves (118.5, 608.2g). Additional costs and cost increases are paid all
the same (118.9d)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import (
    asks_for_colors,
    castable,
    costs_of_spell,
    for_targets,
    has_x,
    mana_of_spell,
    why_forbidden,
    with_more_targets,
)
from engine.choices import Answered, Picked, ToAnswer, ToPick
from engine.context import Context
from engine.costs import adjusted, ask_used, pay, payments, terms_of_casting, terms_of_targeting, used_up
from engine.dividing import amounts
from engine.effects.meaning import means
from engine.mana import NO_MANA, Mana, mana_value
from engine.modes import chosen
from engine.objects import Card, ObjectId, StackObject, at_random
from engine.triggers import PutTrigger, Trigger
from engine.vocabulary import (
    CardDefinition,
    CastCopies,
    CastFor,
    CastFree,
    CastFromTop,
    Costs,
    CostsCannotUse,
    Reflexive,
    Triggered,
)
from engine.ways import NORMALLY, OTHERWISE, cast_so

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.targeting import Groups


@means(CastFree)
def _cast_free(draft: Draft, effect: CastFree, context: Context) -> None:
    cards = tuple(id for id in draft.refer(effect.what, context) if _can_be_cast(draft, id, context.controller))
    if cards:
        draft.push(Offer(context, cards, effect.any_number, effect.then_exiled))


@means(CastCopies)
def _cast_copies(draft: Draft, effect: CastCopies, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        if _can_be_cast(draft, id, context.controller):
            draft.push(OfferCopies(context, id, draft.count(effect.n, context)))


@means(CastFor)
def _cast_for(draft: Draft, effect: CastFor, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        if draft.zone(id) == "exile":
            draft.push(PutUncast(id))
            if _can_be_cast(draft, id, context.controller, plain=True) and _has_targets(draft, id, context.controller):
                draft.push(OfferFor(context, id, effect))


def _has_targets(draft: Draft, id: ObjectId, player: ObjectId) -> bool:
    """Whether there are legal modes and targets for the card as a spell."""
    trigger = _as_trigger(draft, id, player)
    needs = trigger.ability.targets or trigger.ability.modes
    return not needs or next(iter(draft.target_choices(trigger)), None) is not None


@dataclass(frozen=True, slots=True)
class PutUncast:
    """The card goes into the graveyard if it is still in exile."""

    id: ObjectId

    def run(self, draft: Draft) -> None:
        if draft.zone(self.id) == "exile":
            draft.put_card(draft.take_card(self.id), "graveyard")


@dataclass(frozen=True, slots=True)
class OfferFor:
    """The player may cast the card for that cost, on the terms of casting it."""

    context: Context
    card: ObjectId
    effect: CastFor

    def run(self, draft: Draft) -> None:
        you = self.context.controller
        mana = adjusted(self.effect.cost.mana, terms_of_casting(draft, you, self.card))
        cost = replace(self.effect.cost, mana=mana)
        answer = draft.ask(ToAnswer(you, "cast", cost, self.context.source))
        assert isinstance(answer, Answered)
        if answer.yes:
            pay(draft, you, cost, answer.payment, self.context.source)
            spent = answer.payment.spent
            draft.push(PutFor(_as_trigger(draft, self.card, you), how=self.effect.how, mana=spent))


@means(CastFromTop)
def _cast_from_top(draft: Draft, effect: CastFromTop, context: Context) -> None:
    """Nothing is known to be found where nothing is known of the library."""
    exiled: list[ObjectId] = []
    found: ObjectId | None = None
    for card in draft.players[context.controller].library:
        if card.definition is None or found is not None:
            break
        fits = draft.matches(effect.found, card.id, context.controller, context.source, context=context)
        moved = draft.put_card(draft.take_card(card.id), "exile", exiled_by=context.source)
        if fits:
            found = moved
        else:
            exiled.append(moved)
    draft.push(PutAway(context.controller, tuple(exiled), found, effect.otherwise))
    if found is not None and _can_be_cast(draft, found, context.controller):
        draft.push(Offer(context, (found,), False))


@dataclass(frozen=True, slots=True)
class PutAway:
    """What was exiled goes on the bottom of the library in a random order; what was found and not cast too, or elsewhere."""

    player: ObjectId
    exiled: tuple[ObjectId, ...]
    found: ObjectId | None
    otherwise: str

    def run(self, draft: Draft) -> None:
        left = self.exiled
        if self.found is not None and draft.zone(self.found) == "exile":
            if self.otherwise == "hand":
                draft.put_card(draft.take_card(self.found), "hand")
            else:
                left += (self.found,)
        cards = [draft.take_card(id) for id in left]
        again = tuple(Card(draft.new_id(), card.definition, card.owner, label=card.label) for card in cards)
        draft.put_into_library(self.player, (), (), at_random(again))


def _can_be_cast(draft: Draft, id: ObjectId, player: ObjectId, plain: bool = False) -> bool:
    """Whether it is a card, known and no land, whose additional costs can be paid (118.8) - or that has none, if it is to be
    `plain` - and no effect keeps the player from casting it (101.2)."""
    card = draft.card(id)
    if card is None or card.definition is None or "Land" in card.definition.types:
        return False
    if why_forbidden(draft, player, card.definition, sorcery_time=False) is not None:
        return False
    return card.definition.additional is None if plain else bool(_ways(draft, player, id, card.definition))


def _ways(draft: Draft, player: ObjectId, id: ObjectId, definition: CardDefinition) -> list[str]:
    """The ways to cast the card of which the additional costs can be paid (118.8)."""
    both = (NORMALLY,) if definition.or_additional is None else (NORMALLY, OTHERWISE)
    return [how for how in both if _can_be_paid(draft, player, id, cast_so(definition, how), 0)]


def _can_be_paid(draft: Draft, player: ObjectId, id: ObjectId, definition: CardDefinition, kicked: int) -> bool:
    """Whether the additional costs can be paid here, and if so by the player."""
    if not can_be_asked(definition, kicked):
        return False
    costs = _in_addition(draft, player, id, definition, kicked, ())
    if (costs.life or costs.sacrifice) and draft.statics(CostsCannotUse):
        return False
    return next(payments(draft, player, costs, id), None) is not None


def can_be_asked(definition: CardDefinition, kicked: int) -> bool:
    """Whether the additional costs are such that a player is asked for as something resolves."""
    costs = costs_of_spell(definition, kicked)
    has_power = costs.others is not None and costs.others.power
    return not has_x(costs, mana_of_spell(_for_nothing(definition), kicked)) and costs.remove is None and not has_power


@cache
def _for_nothing(definition: CardDefinition) -> CardDefinition:
    return replace(definition, cost=())


def _in_addition(
    draft: Draft, player: ObjectId, id: ObjectId, definition: CardDefinition, kicked: int, targets: Groups
) -> Costs:
    """What it costs in all to cast the card without paying its mana cost (118.9d, 601.2f)."""
    costs = costs_of_spell(definition, kicked)
    mana = with_more_targets(mana_of_spell(_for_nothing(definition), kicked), costs, targets)
    terms = terms_of_targeting(draft, player, id, targets, terms_of_casting(draft, player, id))
    asked = replace(for_targets(costs, targets), life_for_each_target=0, mana_for_more_targets=())
    total = adjusted(mana, terms)
    return replace(asked, mana=total if mana_value(total) else ())


def is_kicked_so(definition: CardDefinition) -> bool:
    """Whether the player is asked if it is kicked: the spell can be kicked once."""
    says = castable(definition)
    entwined = says.spell is not None and says.spell.modes is not None and says.spell.modes.entwine is not None
    return says.kicker is not None and not says.many and not entwined and can_be_asked(definition, 1)


@dataclass(frozen=True, slots=True)
class Offer:
    """The player may cast one of the cards, and another one after it with `more`."""

    context: Context
    cards: tuple[ObjectId, ...]
    more: bool
    then_exiled: bool = False

    def run(self, draft: Draft) -> None:
        you = self.context.controller
        answer = draft.ask(ToPick(you, "cast", self.cards, 0, 1, self.context.source))
        assert isinstance(answer, Picked)
        for id in answer.chosen:
            left = tuple(other for other in self.cards if other != id)
            if left and self.more:
                draft.push(replace(self, cards=left))
            draft.push(PutFree(*_announced(draft, id, you), then_exiled=self.then_exiled))


def _announced(draft: Draft, id: ObjectId, player: ObjectId) -> tuple[Trigger, str]:
    """The card as a spell and the way in which it is cast, if the player says which of two additional costs is paid and whether
    the spell is kicked (601.2b)."""
    card = draft.card(id)
    assert card is not None and card.definition is not None
    ways = _ways(draft, player, id, card.definition)
    how = ways[0] if ways else NORMALLY
    if len(ways) > 1 and _says(draft, player, OTHERWISE, id):
        how = OTHERWISE
    definition = cast_so(card.definition, how)
    kicked = is_kicked_so(definition) and _can_be_paid(draft, player, id, definition, 1) and _says(draft, player, "kick", id)
    trigger = _as_trigger(draft, id, player)
    return replace(trigger, about=Context(player, id, kicked=1)) if kicked else trigger, how


def _says(draft: Draft, player: ObjectId, what: str, id: ObjectId) -> bool:
    """Whether the player says so of the card that is cast."""
    answer = draft.ask(ToAnswer(player, what, None, id))
    assert isinstance(answer, Answered)
    return answer.yes


def _as_trigger(draft: Draft, id: ObjectId, player: ObjectId) -> Trigger:
    """What the card does as a spell of that player, to be put on the stack with its modes and targets."""
    card = draft.card(id)
    assert card is not None and card.definition is not None
    spell = castable(card.definition).spell
    says = () if spell is None else spell.effects
    return Trigger(Triggered(Reflexive(), says, spell.targets if spell else (), spell.modes if spell else None), id, player)


@dataclass(frozen=True, slots=True)
class OfferCopies:
    """The player may cast one of that many copies of the card, and then of the others."""

    context: Context
    card: ObjectId
    n: int

    def run(self, draft: Draft) -> None:
        you = self.context.controller
        answer = draft.ask(ToPick(you, "cast", (self.card,), 0, 1, self.context.source))
        assert isinstance(answer, Picked)
        if answer.chosen:
            if self.n > 1:
                draft.push(OfferCopies(self.context, self.card, self.n - 1))
            draft.push(PutCopyFree(*_announced(draft, self.card, you)))


class Paid(NamedTuple):
    """In which way something is cast, the mana spent on it, and what was sacrificed for it."""

    how: str = ""
    mana: Mana = NO_MANA
    used: tuple[ObjectId, ...] = ()


@dataclass(frozen=True, slots=True)
class PutFree(PutTrigger):
    """The card is cast: its modes and targets are chosen, and what it costs in addition is paid. Without legal targets, or if the
    player does not pay, it stays where it is."""

    how: str = NORMALLY
    then_exiled: bool = False

    def card(self, draft: Draft) -> tuple[Card, bool]:
        """What is cast, and whether it is a copy."""
        return draft.take_card(self.trigger.source), False

    def paid(self, draft: Draft, targets: Groups) -> Paid | None:
        """What was paid for it, if the player pays."""
        id, player = self.trigger.source, self.trigger.controller
        card = draft.card(id)
        assert card is not None and card.definition is not None
        definition = cast_so(card.definition, self.how)
        costs = _in_addition(draft, player, id, definition, self.trigger.context().kicked, targets)
        if costs == Costs():
            return Paid(self.how)
        answer = draft.ask(ToAnswer(player, "cast", costs, id))
        assert isinstance(answer, Answered)
        if not answer.yes:
            return None
        used = ask_used(draft, player, costs, id)
        pay(draft, player, costs, answer.payment, id, used)
        return Paid(self.how, answer.payment.spent, used=used_up(costs, id, used))

    def put(self, draft: Draft, modes: tuple[int, ...], targets: Groups) -> None:
        paid = self.paid(draft, targets)
        if paid is None:
            return
        zone = draft.zone(self.trigger.source) or ""
        card, copied = self.card(draft)
        assert card.definition is not None
        spell = castable(card.definition).spell
        effects, specs = chosen(self.trigger.ability, modes)
        draft.put_on_stack(
            StackObject(
                draft.new_id(), self.trigger.controller, effects, targets, specs, card=card, ability=spell,
                kicked=self.trigger.context().kicked, sacrificed=paid.used,
                copied=copied, cast_from=zone, cast_as=paid.how, mana_spent=sum(paid.mana), then_exiled=self.then_exiled,
                mana_of=paid.mana if asks_for_colors(card.definition) else NO_MANA,
            ),
            amounts(draft, effects, self.trigger.context),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PutFor(PutFree):
    """The card is cast in that way; its cost has been paid with this mana."""

    mana: Mana = NO_MANA

    def paid(self, draft: Draft, targets: Groups) -> Paid | None:
        return Paid(self.how, self.mana)


@dataclass(frozen=True, slots=True)
class PutCopyFree(PutFree):
    """A copy of the card is cast so."""

    def card(self, draft: Draft) -> tuple[Card, bool]:
        original = draft.card(self.trigger.source)
        assert original is not None
        return Card(draft.new_id(), original.definition, self.trigger.controller), True
