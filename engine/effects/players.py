"""Damage, life, turns, the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import damage
from engine.context import Context
from engine.effects.meaning import means, players
from engine.objects import YOU, Result
from engine.vocabulary import DealDamage, ExtraTurn, GainLife, LoseLife, SorceriesAsFlash, WinTheGame

if TYPE_CHECKING:
    from engine.draft import Draft


@means(DealDamage)
def _deal_damage(draft: Draft, effect: DealDamage, context: Context) -> None:
    assert context.source is not None
    damage.deal(draft, context.source, draft.refer(effect.what, context), draft.value(effect.n, context))


@means(GainLife)
def _gain_life(draft: Draft, effect: GainLife, context: Context) -> None:
    for player in players(draft, effect.who, context):
        draft.gain_life(player, draft.value(effect.n, context))


@means(LoseLife)
def _lose_life(draft: Draft, effect: LoseLife, context: Context) -> None:
    for player in players(draft, effect.who, context):
        draft.lose_life(player, draft.value(effect.n, context))


@means(SorceriesAsFlash)
def _sorceries_as_flash(draft: Draft, effect: SorceriesAsFlash, context: Context) -> None:
    draft.change_player(context.controller, sorceries_as_flash=True)


@means(ExtraTurn)
def _extra_turn(draft: Draft, effect: ExtraTurn, context: Context) -> None:
    last = max((turn for player in draft.players for turn in player.extra_turns), default=0)
    draft.change_player(context.controller, extra_turns=(*draft.players[context.controller].extra_turns, last + 1))


@means(WinTheGame)
def _win(draft: Draft, effect: WinTheGame, context: Context) -> None:
    draft.end(Result.WON if context.controller == YOU else Result.LOST)
