"""What every effect of the vocabulary means: the table that the modules of this package fill, and how effects are carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from engine.choices import Picked, ToPick
from engine.context import Context
from engine.entering import Enter, Entering
from engine.layers import PERMANENT_TYPES
from engine.modes import InMode
from engine.objects import OPPONENT, YOU, Card, ObjectId, Result
from engine.vocabulary import Effect, Filter

if TYPE_CHECKING:
    from engine.draft import Draft

Meaning = Callable[["Draft", Any, Context], "Context | None"]
M = TypeVar("M", bound=Meaning)

EFFECTS: dict[type, Meaning] = {}
"""What each effect does. A function may return the context in which the effects after it are read."""


AT_ONCE: dict[type, Callable[[Draft, Any, Context], Context | None]] = {}
"""What several effects of a kind do at the same time (608.2f), where that is more than one effect on all that they speak of."""


def means(*kinds: type) -> Callable[[M], M]:
    """Enter a function as what these effects do."""

    def register(function: M) -> M:
        EFFECTS.update(dict.fromkeys(kinds, function))
        return function

    return register


@dataclass(frozen=True, slots=True)
class Carry:
    """The effects of a spell or ability that are still to be carried out, in order (608.2c)."""

    context: Context
    effects: tuple[Effect | InMode, ...]

    def run(self, draft: Draft) -> None:
        below = draft.agenda
        context = EFFECTS[type(self.effects[0])](draft, self.effects[0], self.context) or self.context
        if draft.result is not Result.NONE:
            return
        if len(self.effects) > 1:
            draft.agenda = (*below, Carry(context, self.effects[1:]), *draft.agenda[len(below) :])
        elif context is not self.context and len(draft.agenda) == len(below):
            draft.hand_on(
                removed=context.removed, amount=context.amount, made=context.made, did=context.did, affected=context.affected
            )


def carry(draft: Draft, effects: tuple[Effect | InMode, ...], context: Context) -> None:
    if effects:
        draft.push(Carry(context, effects))


def present(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The permanents spoken of that are on the battlefield."""
    return [id for id in draft.refer(what, context) if id in draft.battlefield]


def players(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The players spoken of."""
    return [id for id in draft.refer(what, context) if id in (YOU, OPPONENT)]


def cards_elsewhere(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The cards spoken of that are in a hand, a graveyard or in exile: themselves, or what a permanent that left became there
    (400.7)."""
    found = []
    for id in draft.refer(what, context):
        if id in draft.departed:
            became = draft.departed[id].card
            if became is None:
                continue
            id = became
        if draft.zone(id) in ("hand", "graveyard", "exile"):
            found.append(id)
    return found


def chosen_to_enter(
    draft: Draft, player: ObjectId, among: Iterable[Card], filter: Filter, context: Context
) -> list[Card]:
    """One of the cards that the filter lets through, or none, as the player likes; it leaves its zone."""
    options = tuple(
        card.id
        for card in among
        if card.definition and draft.matches(filter, card.id, player, context.source, context=context)
    )
    answer = draft.ask(ToPick(player, "battlefield", options, 0, min(1, len(options)), context.source))
    assert isinstance(answer, Picked)
    return [draft.take_card(id) for id in answer.chosen]


def enter(draft: Draft, cards: list[Card], context: Context, under: str = "you", **how: Any) -> None:
    """The cards enter the battlefield under your control, or under their owners' (608.3). `how`: fields of `Entering`."""
    entering = tuple(
        Entering(c.definition, c.owner, c.owner if under == "owner" else context.controller, label=c.label, **how)
        for c in cards
        if c.definition is not None and c.definition.types & PERMANENT_TYPES
    )
    if entering:
        draft.push(Enter(entering))
