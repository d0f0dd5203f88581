"""Effects made of other effects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine import actions
from engine.choices import Answered, ToAnswer
from engine.context import Context
from engine.effects.meaning import carry, means
from engine.modes import InMode
from engine.vocabulary import If, May

if TYPE_CHECKING:
    from engine.draft import Draft


@means(InMode)
def _in_mode(draft: Draft, effect: InMode, context: Context) -> None:
    carry(draft, effect.effects, replace(context, targets=context.targets[effect.start : effect.stop]))


@means(May)
def _may(draft: Draft, effect: May, context: Context) -> None:
    what = ", ".join(type(e).__name__ for e in effect.effects)
    answer = draft.ask(ToAnswer(context.controller, what, effect.cost, context.source))
    assert isinstance(answer, Answered)
    if answer.yes:
        if effect.cost is not None:
            actions.pay(draft, context.controller, effect.cost, answer.payment)
        carry(draft, effect.effects, context)


@means(If)
def _if(draft: Draft, effect: If, context: Context) -> None:
    carry(draft, effect.then if draft.holds(effect.condition, context) else effect.otherwise, context)
