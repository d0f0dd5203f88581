"""What payments leave: which of the other things that mana is asked for can still be paid.

Of several ways to pay for the same thing those are thrifty after which most can be paid. Searches are ordered by it; nothing
depends on it but how soon they end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.choices import Activate, Cast, Payment
from engine.mana import TYPES_OF_MANA, Cost
from engine.objects import ObjectId
from engine.sources import ManaAbility, sort
from engine.state import State

_MOST_TOGETHER: Final = 3
"""So many things are paid for together at most."""

_MOST_DEMANDS: Final = 10

Unit = tuple[str, ...]
"""What a source gives at once: of each mana the types that it may be of. More than one is spent on one thing, or lost."""

Need = tuple[tuple[str, ...], int]
"""For each symbol that asks for certain types those, and how much mana besides."""

_NOTHING: Final[Need] = ((), 0)


class Purse:
    """The mana that a player has and what it is asked for, in one state."""

    def __init__(self, state: State, player: ObjectId) -> None:
        self._state = state
        self._demands = _demands(state, player)
        self._units = dict(_units(state, player))

    def ranks(self, choices: Sequence[Cast | Activate]) -> list[int]:
        """For each of several ways to pay for the same thing how many better ones there are: those that leave more to be paid
        with, or as much and less is wasted. Those that leave the same mana to be had are equals, and none of them is better: it
        may matter which of two lands is tapped."""
        of = choices[0]
        id = of.card if isinstance(of, Cast) else None
        demands = tuple(sorted(need for source, need in self._demands if source != id)[:_MOST_DEMANDS])
        left = [self._left(choice.payment) for choice in choices]
        wasted = [self._wasted(choice.payment) for choice in choices]
        payable = [_payable(units, demands) for units in left]
        life = [choice.payment.announced.count("life") + choice.payment.life_for_mana for choice in choices]
        order = sorted(range(len(choices)), key=lambda n: (wasted[n].total(), -len(payable[n]), life[n], -len(left[n]), n))
        ranks, kept = [0] * len(choices), list[int]()
        for rank, n in enumerate(order):
            if any(payable[n] <= payable[best] and wasted[n] >= wasted[best] and left[n] != left[best] for best in kept):
                ranks[n] = rank
            else:
                kept.append(n)
        return ranks

    def _left(self, payment: Payment) -> tuple[Unit, ...]:
        tapped = {tap.source for tap in payment.taps}
        return tuple(sorted(unit for source, unit in self._units.items() if source not in tapped))

    def _wasted(self, payment: Payment) -> Counter[object]:
        """What a payment takes besides mana and life: creatures tapped, things sacrificed."""
        wasted: Counter[object] = Counter()
        for tap in payment.taps:
            if "Creature" in self._state.types(tap.source):
                wasted[self._state.name(tap.source)] += 1
            if tap.sacrifice:
                wasted["sacrificed", self._state.name(tap.source)] += 1
        return wasted


def _demands(state: State, player: ObjectId) -> list[tuple[ObjectId | None, Need]]:
    """What mana is asked for: by cards in hand, and by abilities of permanents."""
    found: list[tuple[ObjectId | None, Need]] = []
    for card in state.players[player].hand:
        if card.definition is not None and card.definition.cost:
            found.append((card.id, _need(card.definition.cost)))
    for id, permanent in state.battlefield.items():
        if permanent.controller == player:
            known = sort(state.activated(id))
            found += ((None, _need(ability.cost.mana)) for _, ability in known.others if ability.cost.mana)
    return [(source, need) for source, need in found if source is None or need != _NOTHING]


@lru_cache(maxsize=1024)
def _need(cost: Cost) -> Need:
    colored = tuple("".join(part for part in s.parts if part in TYPES_OF_MANA) for s in cost)
    return tuple(sorted(types for types in colored if types)), sum(symbol.generic for symbol in cost)


def _units(state: State, player: ObjectId) -> Iterator[tuple[ObjectId, Unit]]:
    """The mana that each untapped source could give."""
    for id, permanent in state.battlefield.items():
        if permanent.controller == player and not permanent.tapped:
            mana = sort(state.activated(id)).mana
            if mana:
                yield id, _given(mana)


@lru_cache(maxsize=1024)
def _given(mana: tuple[ManaAbility, ...]) -> Unit:
    if len(mana) == 1 and not mana[0].colors:
        return tuple(effect.colors for effect in mana[0].fixed for _ in range(effect.n if isinstance(effect.n, int) else 1))
    types = {type for one in mana for type in "".join(one.colors) + "".join(effect.colors for effect in one.fixed)}
    return ("".join(sorted(types)),)


@lru_cache(maxsize=65536)
def _payable(units: tuple[Unit, ...], demands: tuple[Need, ...]) -> frozenset[tuple[int, ...]]:
    """Which of the demands can be paid for together."""
    singly = [n for n, need in enumerate(demands) if _pays(units, (need,))]
    found: set[tuple[int, ...]] = {(n,) for n in singly}
    for size in range(2, _MOST_TOGETHER + 1):
        for several in combinations(singly, size):
            if several[:-1] in found and several[1:] in found and _pays(units, tuple(demands[n] for n in several)):
                found.add(several)
    return frozenset(found)


def _pays(units: tuple[Unit, ...], needs: Sequence[Need]) -> bool:
    """Whether the units pay for all of this, each for one thing."""
    if not needs:
        return True
    (colored, generic), rest = needs[0], needs[1:]
    total = len(colored) + generic
    if sum(map(len, units)) < total + sum(len(types) + n for types, n in rest):
        return False
    for size in range(min(total, len(units)) + 1):
        for several in sorted(set(combinations(units, size))):
            given = [types for unit in several for types in unit]
            if len(given) >= total and _match(colored, given):
                left = list(units)
                for unit in several:
                    left.remove(unit)
                if _pays(tuple(left), rest):
                    return True
    return False


def _match(colored: Sequence[str], given: list[str]) -> bool:
    """Whether each of these symbols can have a mana of its own."""
    if not colored:
        return True
    return any(
        any(type in types for type in colored[0]) and _match(colored[1:], given[:n] + given[n + 1 :])
        for n, types in enumerate(given)
        if types not in given[:n]
    )
