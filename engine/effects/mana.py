"""Adding mana (106.4, 605.3b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.choices import Counted, ToCount
from engine.context import Context
from engine.effects.meaning import EFFECTS, means
from engine.mana import NO_MANA, add, unit
from engine.objects import Counters
from engine.vocabulary import Activated, AddMana

if TYPE_CHECKING:
    from engine.draft import Draft


def mana_ability(draft: Draft, ability: Activated, context: Context, color: str) -> None:
    """Carry out a mana ability at once; `color` is the type of mana where an effect leaves it open."""
    for effect in ability.effects:
        if isinstance(effect, AddMana):
            _give_mana(draft, effect, context, color if len(effect.colors) > 1 else effect.colors)
        else:
            EFFECTS[type(effect)](draft, effect, context)


@means(AddMana)
def _add_mana(draft: Draft, effect: AddMana, context: Context) -> None:
    n = draft.value(effect.n, context)
    options: Counters = tuple((color, n) for color in effect.colors)
    answer = draft.ask(ToCount(context.controller, "mana", context.controller, options, n, n, context.source))
    assert isinstance(answer, Counted)
    mana = NO_MANA
    for color, amount in answer.counters:
        mana = add(mana, unit(color, amount))
    draft.add_mana(context.controller, mana)


def _give_mana(draft: Draft, effect: AddMana, context: Context, color: str) -> None:
    draft.add_mana(context.controller, unit(color, draft.value(effect.n, context)))
