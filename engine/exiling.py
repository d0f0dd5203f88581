"""Cards exiled until something leaves the battlefield (610.3)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from engine.entering import Enter, Entering
from engine.objects import ObjectId

if TYPE_CHECKING:
    from engine.draft import Draft


def give_back(draft: Draft, departed: Collection[ObjectId]) -> None:
    """What was exiled until one of these left returns to the battlefield under its owner's control at once."""
    for player in draft.players:
        back = [card for card in player.exile if card.until_leaves and card.exiled_by in departed]
        entering: dict[ObjectId | None, list[Entering]] = {}
        for card in back:
            draft.take_card(card.id)
            if card.definition is not None:
                back_again = Entering(card.definition, card.owner, card.owner, label=card.label)
                entering.setdefault(card.exiled_by, []).append(back_again)
        for exiled_by, those in entering.items():
            draft.push(Enter(tuple(those), told=False, returned_by=exiled_by))
