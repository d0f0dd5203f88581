"""Casting without paying mana costs while something resolves (118.5, 608.2g)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import castable
from engine.choices import Picked, ToPick
from engine.context import Context
from engine.dividing import amounts
from engine.effects.meaning import means
from engine.modes import chosen
from engine.objects import ObjectId, StackObject
from engine.triggers import PutTrigger, Trigger
from engine.vocabulary import CastFree, Reflexive, Triggered

if TYPE_CHECKING:
    from engine.draft import Draft


@means(CastFree)
def _cast_free(draft: Draft, effect: CastFree, context: Context) -> None:
    cards = tuple(id for id in draft.refer(effect.what, context) if _can_be_cast(draft, id))
    if cards:
        draft.push(Offer(context, cards, effect.any_number))


def _can_be_cast(draft: Draft, id: ObjectId) -> bool:
    """Whether it is a card, known and no land, that costs nothing else that would have to be paid (118.8)."""
    card = draft.card(id)
    if card is None or card.definition is None:
        return False
    return "Land" not in card.definition.types and card.definition.additional is None


@dataclass(frozen=True, slots=True)
class Offer:
    """The player may cast one of the cards, and another one after it with `more`."""

    context: Context
    cards: tuple[ObjectId, ...]
    more: bool

    def run(self, draft: Draft) -> None:
        you = self.context.controller
        answer = draft.ask(ToPick(you, "cast", self.cards, 0, 1, self.context.source))
        assert isinstance(answer, Picked)
        for id in answer.chosen:
            left = tuple(other for other in self.cards if other != id)
            if left and self.more:
                draft.push(Offer(self.context, left, True))
            card = draft.card(id)
            assert card is not None and card.definition is not None
            spell = castable(card.definition).spell
            says = () if spell is None else spell.effects
            ability = Triggered(Reflexive(), says, spell.targets if spell else (), spell.modes if spell else None)
            draft.push(PutFree(Trigger(ability, id, you)))


@dataclass(frozen=True, slots=True)
class PutFree(PutTrigger):
    """The card is cast: its modes and targets are chosen, and nothing is paid. Without legal targets it stays where it is."""

    def put(self, draft: Draft, modes: tuple[int, ...], targets: tuple[tuple[ObjectId, ...], ...]) -> None:
        card = draft.take_card(self.trigger.source)
        assert card.definition is not None
        spell = castable(card.definition).spell
        effects, specs = chosen(self.trigger.ability, modes)
        draft.put_on_stack(
            StackObject(
                draft.new_id(), self.trigger.controller, effects, targets, specs, card=card, ability=spell
            ),
            amounts(draft, effects, self.trigger.context()),
        )  # fmt: skip
