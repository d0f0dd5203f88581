"""Adding mana (106.4, 605.3b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.choices import Counted, ToCount
from engine.context import Context
from engine.effects.meaning import EFFECTS, means
from engine.mana import COLORS, NO_MANA, add, unit
from engine.objects import Counters
from engine.sources import types_of
from engine.vocabulary import Activated, AddMana, AddManaOfColors, SpendOn

if TYPE_CHECKING:
    from engine.draft import Draft


def mana_ability(draft: Draft, ability: Activated, context: Context, color: str) -> None:
    """Carry out a mana ability at once; `color` are the types of mana where effects leave them open, one for each."""
    chosen = iter(color)
    for effect in ability.effects:
        if isinstance(effect, AddMana):
            type_of_mana = next(chosen) if len(effect.colors) > 1 else effect.colors
            draft.add_mana(context.controller, unit(type_of_mana, draft.count(effect.n, context)), effect.only)
        else:
            EFFECTS[type(effect)](draft, effect, context)


@means(AddMana)
def _add_mana(draft: Draft, effect: AddMana, context: Context) -> None:
    _add(draft, types_of(draft, effect, context), draft.count(effect.n, context), context, effect.only)


@means(AddManaOfColors)
def _add_mana_of_colors(draft: Draft, effect: AddManaOfColors, context: Context) -> None:
    """An object without colours gives nothing."""
    colors = {color for id in draft.refer(effect.what, context) for color in draft.characteristics(id).colors}
    if colors:
        _add(draft, "".join(color for color in COLORS if color in colors), draft.count(effect.n, context), context)


def _add(draft: Draft, colors: str, n: int, context: Context, only: SpendOn | None = None) -> None:
    """Add that much mana in any combination of these types; nothing if there is none."""
    if not colors:
        return
    options: Counters = tuple((color, n) for color in colors)
    answer = draft.ask(ToCount(context.controller, "mana", context.controller, options, n, n, context.source))
    assert isinstance(answer, Counted)
    mana = NO_MANA
    for color, amount in answer.counters:
        mana = add(mana, unit(color, amount))
    draft.add_mana(context.controller, mana, only)
