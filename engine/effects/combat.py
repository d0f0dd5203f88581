"""What effects do to untap steps and combat phases, and damage that is divided."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine import damage
from engine.choices import Divided, ToDivide
from engine.context import Context
from engine.dividing import announced
from engine.effects.meaning import means, players, present
from engine.objects import OPPONENT, TRANSFORMED, YOU, StackObject
from engine.prevention import Hit
from engine.vocabulary import CastTransformed, DivideDamage, SkipCombat, SkipUntap

if TYPE_CHECKING:
    from engine.draft import Draft


@means(SkipUntap)
def _skip_untap(draft: Draft, effect: SkipUntap, context: Context) -> None:
    for id in present(draft, effect.what, context):
        draft.change(id, stays_tapped=True)


@means(SkipCombat)
def _skip_combat(draft: Draft, effect: SkipCombat, context: Context) -> None:
    for player in players(draft, effect.who, context):
        draft.change_player(player, skipped_combats=draft.players[player].skipped_combats + 1)


@means(DivideDamage)
def _divide_damage(draft: Draft, effect: DivideDamage, context: Context) -> Context:
    """A target that is not legal any more gets nothing (608.2b), and the others what was announced for them. What was dealt
    damage is spoken of as made."""
    assert context.source is not None
    options = tuple(id for id in draft.refer(effect.what, context) if id in (YOU, OPPONENT) or id in draft.battlefield)
    shares = announced(context, effect.what)
    if shares is None:
        n = draft.count(effect.n, context)
        if not options or n < len(options):
            return replace(context, made=())
        answer = draft.ask(ToDivide(context.controller, context.source, options, n, least=1))
        assert isinstance(answer, Divided)
        shares = dict(answer.parts)
    dealt = damage.deal_together(draft, [Hit(context.source, to, shares[to]) for to in options])
    return replace(context, made=tuple(hit.to for hit in dealt))


@means(CastTransformed)
def _cast_transformed(draft: Draft, effect: CastTransformed, context: Context) -> None:
    """Only permanents have such backs, so there are no targets and modes to choose."""
    last = draft.departed.get(-1 if context.source is None else context.source)
    became = None if last is None or last.card is None else draft.card(last.card)
    if became is None or became.definition is None or became.definition.back is None or draft.zone(became.id) != "exile":
        return
    card = draft.take_card(became.id)
    draft.put_on_stack(StackObject(draft.new_id(), context.controller, (), card=card, cast_as=TRANSFORMED, cast_from="exile"))
