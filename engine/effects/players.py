"""Damage, life, turns, the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import damage, lasting, prevention, ring, triggers
from engine.choices import Picked, ToPick
from engine.context import Context, context_of
from engine.effects.meaning import AT_ONCE, means, players
from engine.lasting import END_OF_TURN, Lasting, begin
from engine.objects import YOU, Result
from engine.prevention import Hit
from engine.triggers import copy_on_stack
from engine.vocabulary import (
    ChangeTarget,
    CopySpell,
    DealDamage,
    Emblem,
    ExchangeLife,
    ExtraLand,
    ExtraTurn,
    Fight,
    Filter,
    ForAWhile,
    GainLife,
    LoseLife,
    LoseTheGame,
    PayLife,
    Prevent,
    PreventDamage,
    SetLife,
    SorceriesAsFlash,
    TemptByRing,
    WinTheGame,
)

if TYPE_CHECKING:
    from engine.draft import Draft


@means(DealDamage)
def _deal_damage(draft: Draft, effect: DealDamage, context: Context) -> Context:
    return _deal_all(draft, (effect,), context)


def _deal_all(draft: Draft, effects: tuple[DealDamage, ...], context: Context) -> Context:
    dealt = damage.deal_together(draft, [hit for effect in effects for hit in _hits(draft, effect, context)])
    return replace(context, amount=sum(hit.n for hit in dealt))


AT_ONCE[DealDamage] = _deal_all


def _hits(draft: Draft, effect: DealDamage, context: Context) -> Iterator[Hit]:
    n, recipients = draft.count(effect.n, context), draft.refer(effect.what, context)
    if effect.also is not None:
        recipients += draft.refer(effect.also, context)
    for source in draft.refer(effect.by, context):
        yield from (Hit(source, to, n) for to in recipients)


@means(Fight)
def _fight(draft: Draft, effect: Fight, context: Context) -> None:
    """701.14a, 701.14b: only if both are creatures on the battlefield."""
    ones, others = draft.refer(effect.one, context), draft.refer(effect.other, context)
    for one, other in zip(ones, others, strict=False):
        if all(id in draft.battlefield and "Creature" in draft.types(id) for id in (one, other)):
            damage.deal_together(draft, [Hit(one, other, draft.power(one)), Hit(other, one, draft.power(other))])


@means(Prevent)
def _prevent(draft: Draft, effect: Prevent, context: Context) -> None:
    """The shields remember what they protect and from what."""
    dealers = () if effect.by is None else draft.refer(effect.by, context)
    if effect.source is not None:
        options = prevention.sources(draft, effect.source, context)
        answer = draft.ask(ToPick(context.controller, "source", options, min(1, len(options)), 1, context.source))
        assert isinstance(answer, Picked)
        dealers = answer.chosen
    protected = () if effect.to is None else draft.refer(effect.to, context)
    shield = PreventDamage(
        to="anything" if effect.to is None else "target",
        by=None if effect.by is None and effect.source is None else "target 2",
        combat=effect.combat,
        up_to=None if effect.n is None else draft.count(effect.n, context),
        once=effect.source is not None,
        still=effect.source,
    )
    for those in [(id,) for id in protected] if effect.n is not None else [protected]:
        remembered = Context(context.controller, context.source, targets=(those, dealers))
        begin(draft, Lasting(draft.new_id(), context.controller, context.source, END_OF_TURN, ability=shield, context=remembered))


@means(GainLife)
def _gain_life(draft: Draft, effect: GainLife, context: Context) -> Context:
    n, who = draft.count(effect.n, context), players(draft, effect.who, context)
    for player in who:
        draft.gain_life(player, n)
    return replace(context, amount=n * len(who))


@means(PayLife)
def _pay_life(draft: Draft, effect: PayLife, context: Context) -> Context:
    n = draft.count(effect.n, context)
    can = draft.can_pay_life(context.controller, n)
    if can:
        draft.pay_life(context.controller, n)
    return replace(context, did=can)


@means(LoseLife)
def _lose_life(draft: Draft, effect: LoseLife, context: Context) -> Context:
    n, who = draft.count(effect.n, context), players(draft, effect.who, context)
    for player in who:
        draft.lose_life(player, n)
    return replace(context, amount=n * len(who))


@means(ExchangeLife)
def _exchange_life(draft: Draft, effect: ExchangeLife, context: Context) -> None:
    """701.12c: each gains or loses what it takes."""
    who = players(draft, effect.who, context)
    if len(who) == 2:
        totals = [draft.players[player].life for player in who]
        for player, now, then in zip(who, totals, reversed(totals), strict=True):
            draft.gain_life(player, then - now)
            draft.lose_life(player, now - then)


@means(SetLife)
def _set_life(draft: Draft, effect: SetLife, context: Context) -> None:
    """119.5."""
    n = draft.count(effect.n, context)
    for player in players(draft, effect.who, context):
        now = draft.players[player].life
        draft.gain_life(player, n - now)
        draft.lose_life(player, now - n)


@means(ExtraLand)
def _extra_land(draft: Draft, effect: ExtraLand, context: Context) -> None:
    draft.change_player(context.controller, land_plays=draft.players[context.controller].land_plays + effect.n)


@means(ForAWhile)
def _for_a_while(draft: Draft, effect: ForAWhile, context: Context) -> None:
    targeted = draft.refer("target's controller", context)
    for ability in effect.abilities:
        if targeted:
            ability = _of_player(ability, "you" if targeted[0] == context.controller else "opponent")
        lasting.begin(
            draft,
            Lasting(
                draft.new_id(), context.controller, context.source, effect.until, ability=ability, turn=draft.course.turn
            ),
        )  # fmt: skip


def _of_player(part: Any, word: str) -> Any:
    """An ability that speaks of the target's controller by this word: what lasts has no targets."""
    if isinstance(part, tuple):
        return tuple(_of_player(piece, word) for piece in part)
    if isinstance(part, Filter) and part.controller == "target":
        return replace(part, controller=word)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    return replace(part, **{field.name: _of_player(getattr(part, field.name), word) for field in fields(part)})


@means(Emblem)
def _emblem(draft: Draft, effect: Emblem, context: Context) -> None:
    """114.1."""
    you = context.controller
    of = "" if context.source is None else draft.name(context.source)
    draft.change_player(you, emblems=(*draft.players[you].emblems, f"emblem of {of}"))
    for ability in effect.abilities:
        lasting.begin(draft, Lasting(draft.new_id(), you, None, lasting.FOREVER, ability=ability))


@means(TemptByRing)
def _tempt(draft: Draft, effect: TemptByRing, context: Context) -> None:
    for player in players(draft, effect.who, context):
        ring.tempt(draft, player, context.source)


@means(ChangeTarget)
def _change_target(draft: Draft, effect: ChangeTarget, context: Context) -> None:
    """115.7a: only to a legal target, and not to one that the same group has already."""
    for id in draft.refer(effect.what, context):
        thing = draft.on_stack(id)
        for new in draft.refer(effect.to, context) if thing is not None else ():
            assert thing is not None
            places = [
                (group, place)
                for group, spec in enumerate(thing.target_specs)
                for place in range(len(thing.targets[group]))
                if new not in thing.targets[group] and draft.is_legal_target(spec, new, context_of(thing))
            ]
            if places:
                options = tuple(thing.targets[group][place] for group, place in places)
                answer = draft.ask(ToPick(context.controller, "target", options, 1, 1, context.source))
                assert isinstance(answer, Picked)
                group, place = places[options.index(answer.chosen[0])]
                old = thing.targets[group]
                targets = (*thing.targets[:group], (*old[:place], new, *old[place + 1 :]), *thing.targets[group + 1 :])
                changed = replace(thing, targets=targets)
                draft.stack = tuple(changed if other is thing else other for other in draft.stack)
                triggers.on_targeted(draft, changed)


@means(CopySpell)
def _copy_spell(draft: Draft, effect: CopySpell, context: Context) -> None:
    """707.10, 707.10c."""
    for id in draft.refer(effect.what, context):
        thing = draft.last_on_stack(id)
        if thing is not None:
            for _ in range(draft.count(effect.n, context)):
                draft.push(copy_on_stack(thing, context.controller))


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


@means(LoseTheGame)
def _lose(draft: Draft, effect: LoseTheGame, context: Context) -> None:
    """104.3e; all who lose at once: a draw (104.4a)."""
    who = set(players(draft, effect.who, context))
    if who:
        draft.end(Result.DRAW if len(who) > 1 else Result.LOST if YOU in who else Result.WON)
