"""What goes on by itself: continuous effects of resolved spells and abilities (611.2), emblems (114), delayed triggers
(603.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.context import Context
from engine.objects import ObjectId
from engine.vocabulary import Ability, Change

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View

END_OF_TURN = "end of turn"
END_OF_COMBAT = "end of combat"
YOUR_NEXT_TURN = "your next turn"
END_OF_YOUR_NEXT_TURN = "end of your next turn"
YOUR_NEXT_END_STEP = "your next end step"
SOURCE_LEAVES = "self leaves"
SOURCE_UNTAPS = "self untaps"
FOREVER = "forever"
ONCE = "once"
"""Until it has triggered: of a delayed triggered ability without a duration (603.7b)."""

UNTIL = (
    END_OF_TURN, END_OF_COMBAT, YOUR_NEXT_TURN, YOUR_NEXT_END_STEP, END_OF_YOUR_NEXT_TURN, SOURCE_LEAVES, SOURCE_UNTAPS, FOREVER,
)  # fmt: skip
"""The words for how long something lasts."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """One thing that goes on by itself. `id` is its timestamp (613.7).

    A continuous effect says what changes (`change` or `control`) about the objects `on`, which were fixed when it began
    (611.2c). An emblem, an effect on players or rules, or a delayed trigger says the `ability` that is there without an
    object."""

    id: ObjectId
    controller: ObjectId
    source: ObjectId | None
    until: str
    on: tuple[ObjectId, ...] = ()
    change: Change | None = None
    control: ObjectId | None = None
    """Who controls the objects (layer 2)."""
    ability: Ability | None = None
    once: bool = False
    """Whether a delayed triggered ability is over once it has triggered (603.7b)."""
    context: Context | None = None
    """What a delayed triggered ability remembers of the effect that created it."""
    turn: int = 0
    """The turn in which it began."""


def begin(draft: Draft, lasting: Lasting) -> None:
    draft.lasting += (lasting,)
    draft.lasting_changed()


def is_over(view: View, lasting: Lasting) -> bool:
    """Whether what it waits for has come without a step of the turn: its source has left or untapped, its objects are gone."""
    if lasting.until in (SOURCE_LEAVES, SOURCE_UNTAPS):
        permanent = view.battlefield.get(-1 if lasting.source is None else lasting.source)
        if permanent is None or (lasting.until == SOURCE_UNTAPS and not permanent.tapped):
            return True
    phased = {permanent.id for permanent in view.phased}  # it lasts on, unless it only tracks them (702.26f)
    return bool(lasting.on) and not any(id in phased or view.find(id) for id in lasting.on)


def end(draft: Draft, until: str, player: ObjectId | None = None) -> None:
    """What lasts until then ends; with a player only what they control ("until your next turn")."""
    if draft.lasting:
        _keep(draft, [e for e in draft.lasting if e.until != until or player not in (None, e.controller)])


def end_of_turn(draft: Draft) -> None:
    """The cleanup step (514.2)."""
    if draft.lasting:
        turn, active = draft.course.turn, draft.active
        _keep(
            draft,
            [
                e
                for e in draft.lasting
                if e.until not in (END_OF_TURN, END_OF_COMBAT)
                and not (e.until == END_OF_YOUR_NEXT_TURN and e.controller == active and e.turn < turn)
            ],
        )


def tidy(draft: Draft) -> None:
    """End what is over."""
    if draft.lasting:
        _keep(draft, [e for e in draft.lasting if not is_over(draft, e)])


def _keep(draft: Draft, left: list[Lasting]) -> None:
    if len(left) != len(draft.lasting):
        draft.lasting = tuple(left)
        draft.lasting_changed()
