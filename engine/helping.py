"""What may be used instead of mana to pay for a spell: creatures tapped for convoke (702.51), cards exiled by delve (702.66),
artifacts tapped for improvise (702.126). A choice names them in `others`, after what an additional cost asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.checks import controlled
from engine.choices import IllegalChoice
from engine.mana import COLORS
from engine.objects import ObjectId
from engine.payment import Bill
from engine.vocabulary import CardDefinition, Costs, Filter

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View

CONVOKE, DELVE, IMPROVISE = "convoke", "delve", "improvise"
HELPING = frozenset({CONVOKE, DELVE, IMPROVISE})

CREATURES = Filter(types=frozenset({"Creature"}), tapped=False)
ARTIFACTS = Filter(types=frozenset({"Artifact"}), tapped=False)

Help = frozenset[str]
"""The colours of the mana that something can be used instead of; generic mana always."""


def can_be_helped(definition: CardDefinition) -> bool:
    """Whether anything may be used instead of mana for such a spell."""
    return not HELPING.isdisjoint(definition.keywords)


def helpers(view: View, player: ObjectId, definition: CardDefinition, card: ObjectId) -> dict[ObjectId, Help]:
    """All that the player may use, each instead of one mana."""
    found: dict[ObjectId, Help] = {}
    if DELVE in definition.keywords:
        found.update((other.id, frozenset()) for other in view.players[player].graveyard if other.id != card)
    if IMPROVISE in definition.keywords:
        found.update((id, frozenset()) for id in controlled(view, player, ARTIFACTS, card))
    if CONVOKE in definition.keywords:
        found.update((id, view.colors(id)) for id in controlled(view, player, CREATURES, card))
    return found


def helping(costs: Costs, others: tuple[ObjectId, ...]) -> tuple[ObjectId, ...]:
    """Those of the others that a choice names which are used instead of mana."""
    return others if costs.others is None else others[costs.others.n :]


def helped(bill: Bill, helps: Iterable[Help]) -> Iterator[Bill]:
    """What may be left of the bill when each helper was used instead of one mana of it; nothing if there is not that much."""
    bills = [bill]
    for help in helps:
        less: dict[Bill, None] = {}
        for left in bills:
            if left.generic:
                less[Bill(left.need, left.generic - 1, left.life)] = None
            for i, color in enumerate(COLORS):
                if color in help and left.need[i]:
                    need = (*left.need[:i], left.need[i] - 1, *left.need[i + 1 :])
                    less[Bill(need, left.generic, left.life)] = None  # type: ignore[arg-type]
        bills = list(less)
    return iter(bills)


def use(draft: Draft, ids: Iterable[ObjectId]) -> None:
    """Tap or exile what is used instead of mana.

    Raises:
        IllegalChoice: 118.3, it is tapped or not there any more.
    """
    for id in ids:
        if id in draft.battlefield:
            if draft.battlefield[id].tapped:
                raise IllegalChoice("118.3", f"{draft.name(id)} is tapped already")
            draft.tap(id)
        else:
            draft.put_card(draft.take_card(id), "exile")
