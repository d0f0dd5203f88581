"""The legal answers to every decision but priority: enumerating them and checking one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from engine import actions, targeting
from engine.alike import Alike
from engine.choices import (
    Answered,
    Attacked,
    Blocked,
    Choice,
    Counted,
    Decision,
    Divided,
    IllegalChoice,
    Ordered,
    Payment,
    Picked,
    Proliferated,
    Targeted,
    ToAnswer,
    ToAttack,
    ToBlock,
    ToCount,
    ToDivide,
    ToOrder,
    ToPick,
    ToProliferate,
    ToTarget,
)  # fmt: skip
from engine.combat import attacking, blocking, dealing
from engine.context import Context
from engine.objects import ObjectId
from engine.triggers import PutTrigger, Trigger

if TYPE_CHECKING:
    from engine.view import View


def only_answer(view: View, decision: Decision) -> Choice | None:
    """The answer, if the decision leaves only one that is worth listing."""
    match decision:
        case ToProliferate(options=()):
            return Proliferated(frozenset())
        case ToPick() | ToAttack() | ToBlock() | ToDivide():
            first, *others = islice(answers(view, decision), 2)
            return None if others else first
        case ToAnswer(cost=cost) if cost is not None and next(_acceptances(view, decision), None) is None:
            return Answered(False)
        case ToCount(options=options, least=least, most=most):
            if not options or most == 0:
                return Counted(())
            if len(options) == 1 and least == most:
                return Counted(((options[0][0], least),))
    return None


def answers(view: View, decision: Decision) -> Iterator[Choice]:
    """Every legal answer; those that differ only in interchangeable things appear once."""
    match decision:
        case ToProliferate(options=options):
            for chosen in _subsets(view, options, 0, len(options)):
                yield Proliferated(frozenset(chosen))
        case ToOrder():
            yield from map(Ordered, _orders(view, decision))
        case ToTarget():
            legal = list(target_choices(view, _trigger(view)))
            yield from legal
            if decision.unchanged is not None and all(choice.targets != decision.unchanged for choice in legal):
                yield Targeted(decision.unchanged)
        case ToAnswer():
            yield Answered(False)
            yield from _acceptances(view, decision)
        case ToPick(options=options, least=least, most=most):
            for chosen in _subsets(view, options, least, min(most, len(options))):
                yield Picked(chosen)
        case ToCount():
            yield from map(Counted, _counts(decision))
        case ToAttack(player=player):
            yield from attacking.declarations(view, player)
        case ToBlock(player=player):
            yield from blocking.declarations(view, player)
        case ToDivide():
            yield from dealing.divisions(view, decision)


def check(view: View, decision: Decision, choice: Choice) -> None:
    """Check an answer.

    Raises:
        IllegalChoice: it does not answer the decision, or the rules forbid it.
    """
    match decision, choice:
        case ToProliferate(options=options), Proliferated(chosen):
            if not chosen <= set(options):
                raise IllegalChoice("701.34a", "only permanents and players with a counter can be chosen")
        case ToOrder(items=items), Ordered(order):
            if sorted(order) != list(range(len(items))):
                raise IllegalChoice(
                    "603.3b" if decision.what == "triggers" else "616.1", "that is not an order of what is listed"
                )
        case ToTarget(), Targeted():
            if choice.targets == decision.unchanged and not choice.modes:
                return
            trigger = _trigger(view)
            targeting.check(view, trigger.ability, choice.modes, choice.targets, _context(trigger))
        case ToAnswer(cost=cost), Answered(yes, payment):
            if payment != Payment() and (cost is None or not cost.mana or not yes):
                raise IllegalChoice("118.1", "there is no cost that this would pay")
        case ToPick(options=options, least=least, most=most), Picked(chosen):
            if len(set(chosen)) != len(chosen) or not set(chosen) <= set(options):
                raise IllegalChoice("608.2d", "only what is offered can be picked, each once")
            if not least <= len(chosen) <= most:
                raise IllegalChoice("608.2d", f"between {least} and {most} have to be picked")
        case ToCount(options=options, least=least, most=most), Counted(counters):
            there = dict(options)
            if len(dict(counters)) != len(counters) or any(not 0 <= n <= there.get(kind, -1) for kind, n in counters):
                raise IllegalChoice("608.2d", "only counters that are offered can be chosen")
            if not least <= sum(n for _, n in counters) <= most:
                raise IllegalChoice("608.2d", f"between {least} and {most} counters have to be chosen")
        case ToAttack(player=player), Attacked():
            attacking.check(view, player, choice)
        case ToBlock(player=player), Blocked():
            blocking.check(view, player, choice)
        case ToDivide(), Divided():
            dealing.check(decision, choice)
        case _:
            raise IllegalChoice("608.2d", f"{type(choice).__name__} does not answer {type(decision).__name__}")


def target_choices(view: View, trigger: Trigger) -> Iterator[Targeted]:
    """The ways to choose modes and targets for a triggered ability."""
    alike = alike_in(view, trigger.source)
    for modes, targets in targeting.choices(view, trigger.ability, _context(trigger), alike):
        yield Targeted(targets, modes)


def alike_in(view: View, *special: ObjectId) -> Alike:
    """Which objects are interchangeable, apart from those that waiting triggers speak of."""
    about = {id for t in view.waiting for id in (t.source, t.that) if id is not None}
    return Alike(view, about.union(special))


def _trigger(view: View) -> Trigger:
    task = view.agenda[-1]
    assert isinstance(task, PutTrigger)
    return task.trigger


def _context(trigger: Trigger) -> Context:
    return trigger.context()


def _subsets(view: View, options: tuple[ObjectId, ...], least: int, most: int) -> Iterator[tuple[ObjectId, ...]]:
    return alike_in(view).picks(options, least, min(most, len(options)))


def _orders(view: View, decision: ToOrder) -> Iterator[tuple[int, ...]]:
    """Every order; of things that look the same, only the one in which they are listed."""
    looks: list[object] = list(decision.items)
    if decision.what == "triggers":
        looks = [t.likeness() for t in view.waiting if t.controller == decision.player]
    elif decision.what == "cards":
        cards = (view.card(item) for item in decision.items if isinstance(item, int))
        looks = [card and (id(card.definition) if card.definition else None) for card in cards]
    first = [next(j for j, other in enumerate(looks) if other == look) for look in looks]
    yield from _arrange(tuple(range(len(looks))), first)


def _arrange(left: tuple[int, ...], first: list[int]) -> Iterator[tuple[int, ...]]:
    if not left:
        yield ()
    tried: set[int] = set()
    for i in left:
        if first[i] not in tried:
            tried.add(first[i])
            for rest in _arrange(tuple(j for j in left if j != i), first):
                yield (i, *rest)


def _acceptances(view: View, decision: ToAnswer) -> Iterator[Answered]:
    if decision.cost is None:
        yield Answered(True)
    else:
        for payment in actions.payments(view, decision.player, decision.cost, decision.source):
            yield Answered(True, payment)


def _counts(decision: ToCount) -> Iterator[tuple[tuple[str, int], ...]]:
    for numbers in _numbers([n for _, n in decision.options], decision.least, decision.most):
        yield tuple((kind, n) for (kind, _), n in zip(decision.options, numbers, strict=True) if n)


def _numbers(available: list[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to take between `least` and `most` in all."""
    if not available:
        yield ()
        return
    after = sum(available[1:])
    for first in range(max(least - after, 0), min(available[0], most) + 1):
        for rest in _numbers(available[1:], max(least - first, 0), most - first):
            yield (first, *rest)
