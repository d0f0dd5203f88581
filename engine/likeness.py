"""Choices that differ only in interchangeable objects: of those, `State.choices` lists one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from engine.alike import Alike
from engine.choices import (
    Activate,
    Answered,
    Attacked,
    Blocked,
    Cast,
    Choice,
    Divided,
    Payment,
    Picked,
    PlayLand,
    Proliferated,
    Removal,
    TapForMana,
    Targeted,
)  # fmt: skip
from engine.combat import blocking
from engine.decisions import alike_in
from engine.objects import ObjectId

if TYPE_CHECKING:
    from engine.view import View


def likeness(view: View, choice: Choice) -> Hashable:
    """Equal for answers to the pending decision that differ only in interchangeable objects, or in the order of what has none."""
    alike = alike_in(view)
    if isinstance(choice, Cast | Activate):
        for id in _used_twice(choice):
            alike = alike.apart(id)
    kind = type(choice)
    match choice:
        case Blocked(blocks):
            return kind, blocking.look(view, blocks)
        case Proliferated(chosen) | Picked(chosen):
            return kind, _all(alike, chosen)
        case Targeted(targets, modes):
            return kind, _groups(alike, targets), modes
        case Divided(parts):
            return kind, _several((alike.key(to), n) for to, n in parts)
        case Attacked(attacks, payment):
            return kind, _several((alike.key(who), alike.key(at)) for who, at in attacks), _paid(alike, payment)
        case Answered(yes, payment):
            return kind, yes, _paid(alike, payment)
        case PlayLand(card):
            return kind, alike.key(card)
        case TapForMana():
            return kind, _tap(alike, choice)
        case Cast():
            return (kind, alike.key(choice.card), choice.kicked, choice.how, *_announced(alike, choice))
        case Activate():
            return (kind, alike.key(choice.source), choice.ability, *_announced(alike, choice))
    return choice


def _announced(alike: Alike, choice: Cast | Activate) -> tuple[Hashable, ...]:
    """What casting and activating have in common."""
    return (
        choice.modes, _groups(alike, choice.targets), choice.x, _all(alike, choice.sacrifice), _all(alike, choice.discard),
        _several(_removal(alike, removal) for removal in choice.remove), _paid(alike, choice.payment), _all(alike, choice.others),
    )  # fmt: skip


def _used_twice(choice: Cast | Activate) -> set[ObjectId]:
    """What a choice names in two places, such as what is tapped for mana and then sacrificed."""
    named = Counter([*choice.sacrifice, *choice.discard, *choice.others, *(removal.source for removal in choice.remove)])
    named.update(tap.source for tap in choice.payment.taps)
    named.update(id for tap in choice.payment.taps for id in tap.sacrifice)
    named.update(id for group in choice.targets for id in group)
    named[choice.card if isinstance(choice, Cast) else choice.source] += 1
    return {id for id, n in named.items() if n > 1}


def _several(things: Iterable[Hashable]) -> Hashable:
    """The same for the same things in any order."""
    return frozenset(Counter(things).items())


def _all(alike: Alike, ids: Iterable[ObjectId]) -> Hashable:
    return _several(map(alike.key, ids))


def _groups(alike: Alike, groups: Iterable[Iterable[ObjectId]]) -> Hashable:
    return tuple(_all(alike, group) for group in groups)


def _removal(alike: Alike, removal: Removal) -> Hashable:
    return alike.key(removal.source), removal.kind, removal.n


def _tap(alike: Alike, tap: TapForMana) -> Hashable:
    return alike.key(tap.source), tap.ability, tap.color, _all(alike, tap.sacrifice)


def _paid(alike: Alike, payment: Payment) -> Hashable:
    return _several(payment.announced), _several(_tap(alike, tap) for tap in payment.taps), payment.spent, payment.life_for_mana
