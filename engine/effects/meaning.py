"""What every effect of the vocabulary means: the table that the modules of this package fill, and how effects are carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from engine.context import Context
from engine.entering import Enter, Entering
from engine.modes import InMode
from engine.objects import OPPONENT, YOU, Card, ObjectId, Result
from engine.vocabulary import Effect

if TYPE_CHECKING:
    from engine.draft import Draft

Meaning = Callable[["Draft", Any, Context], "Context | None"]
M = TypeVar("M", bound=Meaning)

EFFECTS: dict[type, Meaning] = {}
"""What each effect does. A function may return the context in which the effects after it are read. It asks all decisions that it
needs before it changes anything."""


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
        if len(self.effects) > 1 and draft.result is Result.NONE:
            draft.agenda = (*below, Carry(context, self.effects[1:]), *draft.agenda[len(below) :])


def carry(draft: Draft, effects: tuple[Effect | InMode, ...], context: Context) -> None:
    if effects:
        draft.push(Carry(context, effects))


def present(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The permanents spoken of that are on the battlefield."""
    return [id for id in draft.refer(what, context) if id in draft.battlefield]


def players(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The players spoken of."""
    return [id for id in draft.refer(what, context) if id in (YOU, OPPONENT)]


def cards_in_graveyards(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The cards in a graveyard that are spoken of: themselves, or what a permanent that died became there (400.7)."""
    found = []
    for id in draft.refer(what, context):
        if id in draft.departed:
            became = draft.departed[id].card
            if became is None:
                continue
            id = became
        if draft.zone(id) == "graveyard":
            found.append(id)
    return found


def enter(draft: Draft, cards: list[Card], context: Context) -> None:
    entering = tuple(Entering(c.definition, c.owner, context.controller, label=c.label) for c in cards if c.definition)
    if entering:
        draft.push(Enter(entering))
