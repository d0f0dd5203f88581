"""Effects made of other effects."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

from engine import actions, lasting, triggers
from engine.choices import Answered, Counted, ToAnswer, ToCount
from engine.context import Context
from engine.costs import NOTHING_USED, Used, ask_used, sacrificed
from engine.effects.meaning import AT_ONCE, EFFECTS, carry, means, players
from engine.mana import parse_cost
from engine.modes import InMode
from engine.objects import CHANCE, ObjectId
from engine.vocabulary import (
    ChooseOne,
    Costs,
    Does,
    Effect,
    FlipCoin,
    If,
    Later,
    May,
    MayPayX,
    Mill,
    Reflexive,
    Together,
    Triggered,
    UnlessPays,
    WhenYouDo,
)

if TYPE_CHECKING:
    from engine.draft import Draft


@means(InMode)
def _in_mode(draft: Draft, effect: InMode, context: Context) -> None:
    mine = slice(effect.start, effect.stop)
    carry(draft, effect.effects, replace(context, targets=context.targets[mine], shares=context.shares[mine]))


@means(May)
def _may(draft: Draft, effect: May, context: Context) -> Context:
    (player,) = players(draft, effect.who, context)
    used = _accepted(draft, player, effect.effects, effect.cost, context)
    if used is None:
        return replace(context, did=False, affected=())
    if effect.once_each_turn and context.source is not None:
        draft.use_once(context.source, triggers.done(effect))
    spent = context.sacrificed if effect.cost is None else sacrificed(effect.cost, context.source or 0, used)
    carry(draft, effect.effects, replace(context, did=True, sacrificed=spent))
    return replace(context, did=True)


@means(MayPayX)
def _may_pay_x(draft: Draft, effect: MayPayX, context: Context) -> Context:
    """The amount is chosen before it is paid; 0 can be paid too (118.5)."""
    you = context.controller
    most = next(n for n in count() if next(actions.payments(draft, you, _generic(n + 1), context.source), None) is None)
    answer = draft.ask(ToCount(you, "x", you, tuple((str(n), 1) for n in range(most + 1)), 1, 1, context.source))
    assert isinstance(answer, Counted)
    x = int(answer.counters[0][0])
    if _accepted(draft, you, effect.effects, _generic(x), context) is None:
        return replace(context, did=False)
    carry(draft, effect.effects, replace(context, did=True, x=x))
    return replace(context, did=True)


@cache
def _generic(n: int) -> Costs:
    return Costs(parse_cost(f"{{{n}}}"))


def _accepted(
    draft: Draft, player: ObjectId, effects: tuple[Effect, ...], cost: Costs | None, context: Context
) -> Used | None:
    """What the player has used up besides mana and life if they say yes and have paid the cost; None if they say no."""
    what = ", ".join(type(e).__name__ for e in effects)
    if any(isinstance(effect, Mill) and _mills_too_many(draft, effect, player, context) for effect in effects):
        return None
    answer = draft.ask(ToAnswer(player, what, cost, context.source))
    assert isinstance(answer, Answered)
    if not answer.yes:
        return None
    if cost is None:
        return NOTHING_USED
    used = ask_used(draft, player, cost, context.source)
    actions.pay(draft, player, cost, answer.payment, context.source, used)
    return used


def _mills_too_many(draft: Draft, effect: Mill, player: ObjectId, context: Context) -> bool:
    """Whether the player would choose to mill more cards than there are (701.17b)."""
    who = draft.players[player]
    too_few = who.library_ends and len(who.library) < draft.count(effect.n, context)
    return too_few and player in players(draft, effect.who, context)


@means(UnlessPays)
def _unless_pays(draft: Draft, effect: UnlessPays, context: Context) -> None:
    times = draft.count(effect.times, context)
    cost = effect.cost if times == 1 else replace(effect.cost, mana=effect.cost.mana * times)
    asked = players(draft, effect.who, context)
    if effect.any_player:
        in_turn = sorted(asked, key=lambda player: player != draft.active)  # 101.4
        if all(_accepted(draft, player, effect.effects, cost, context) is None for player in in_turn):
            carry(draft, effect.effects, context)
        return
    for player in asked:
        if _accepted(draft, player, effect.effects, cost, context) is None:
            carry(draft, effect.effects, context)


@means(Does)
def _does(draft: Draft, effect: Does, context: Context) -> None:
    for player in reversed(players(draft, effect.who, context)):
        carry(draft, effect.effects, replace(context, controller=player))


@means(Together)
def _together(draft: Draft, effect: Together, context: Context) -> Context | None:
    effects: tuple[Any, ...] = effect.effects
    kind = type(effects[0])
    if kind in AT_ONCE:
        return AT_ONCE[kind](draft, effects, context)
    return EFFECTS[kind](draft, replace(effects[0], what=tuple(each.what for each in effects)), context)


@means(ChooseOne)
def _choose_one(draft: Draft, effect: ChooseOne, context: Context) -> None:
    options = tuple((str(i + 1), 1) for i in range(len(effect.options)))
    answer = draft.ask(ToCount(context.controller, "option", context.controller, options, 1, 1, context.source))
    assert isinstance(answer, Counted)
    ((number, _),) = answer.counters
    carry(draft, effect.options[int(number) - 1].effects, context)


@means(FlipCoin)
def _flip_coin(draft: Draft, effect: FlipCoin, context: Context) -> None:
    """705.2: of no interest is how it comes up, but who wins."""
    answer = draft.ask(ToCount(CHANCE, "coin", CHANCE, (("win", 1), ("lose", 1)), 1, 1, context.source))
    assert isinstance(answer, Counted)
    carry(draft, effect.win if answer.counters == (("win", 1),) else effect.lose, context)


@means(Later)
def _later(draft: Draft, effect: Later, context: Context) -> None:
    """603.7: it remembers what the effect speaks of."""
    once = effect.until == lasting.ONCE
    until = lasting.FOREVER if once else effect.until
    ability = Triggered(effect.on, effect.effects, effect.targets)
    lasting.begin(
        draft,
        lasting.Lasting(
            draft.new_id(), context.controller, context.source, until, ability=ability, once=once, context=context,
            turn=draft.course.turn,
        ),
    )  # fmt: skip


@means(WhenYouDo)
def _when_you_do(draft: Draft, effect: WhenYouDo, context: Context) -> None:
    if context.did:
        triggers.reflexive(draft, Triggered(Reflexive(), effect.effects, effect.targets), context)


@means(If)
def _if(draft: Draft, effect: If, context: Context) -> None:
    carry(draft, effect.then if draft.holds(effect.condition, context) else effect.otherwise, context)
