"""Permanents and cards that change zones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.choices import Picked, ToPick
from engine.context import Context
from engine.effects.meaning import cards_in_graveyards, enter, means, players, present
from engine.objects import ObjectId
from engine.vocabulary import Destroy, Exile, PutOntoBattlefield, ReturnToHand, Sacrifice

if TYPE_CHECKING:
    from engine.draft import Draft


@means(Destroy)
def _destroy(draft: Draft, effect: Destroy, context: Context) -> None:
    draft.destroy(present(draft, effect.what, context))


@means(Sacrifice)
def _sacrifice(draft: Draft, effect: Sacrifice, context: Context) -> None:
    n = draft.value(effect.n, context)
    chosen: list[ObjectId] = []
    for player in players(draft, effect.who, context):
        options = tuple(id for id in draft.permanents(effect.filter, context) if draft.battlefield[id].controller == player)
        must = min(n, len(options))
        answer = draft.ask(ToPick(player, "sacrifice", options, must, must, context.source))
        assert isinstance(answer, Picked)
        chosen += answer.chosen
    draft.sacrifice(chosen)


@means(Exile)
def _exile(draft: Draft, effect: Exile, context: Context) -> Context:
    """Returns the context in which later effects speak of the exiled cards as the targets (608.2h, 400.7j)."""
    permanents, cards = present(draft, effect.what, context), cards_in_graveyards(draft, effect.what, context)
    draft.leave(permanents, "exile")
    became = {id: draft.put_card(draft.take_card(id), "exile") for id in cards}
    return replace(context, targets=tuple(tuple(became.get(id, id) for id in group) for group in context.targets))


@means(ReturnToHand)
def _return_to_hand(draft: Draft, effect: ReturnToHand, context: Context) -> None:
    if effect.source_zone == "battlefield":
        draft.leave(present(draft, effect.what, context), "hand")
    else:
        for id in cards_in_graveyards(draft, effect.what, context):
            draft.put_card(draft.take_card(id), "hand")


@means(PutOntoBattlefield)
def _put_onto_battlefield(draft: Draft, effect: PutOntoBattlefield, context: Context) -> None:
    cards = [draft.take_card(id) for id in cards_in_graveyards(draft, effect.what, context)]
    enter(draft, cards, context)
