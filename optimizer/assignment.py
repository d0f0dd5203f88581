"""Which unit of mana pays for which symbol: a matching of planned demands with the mana that is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.mana import TYPES_OF_MANA
from optimizer.mana import GENERIC, Source
from optimizer.plan import PlannedAction


@dataclass(frozen=True)
class Unit:
    """One mana: floating (`source` None) or the `number`-th of a source; `types` it can be; usable from `since` on."""

    source: Source | None
    number: int
    types: frozenset[str]
    since: int = -1


@dataclass(frozen=True)
class Need:
    """One symbol to be paid: by the `action`-th payment, with one of the types (empty: any)."""

    action: int
    types: frozenset[str]


def match(needs: list[Need], units: list[Unit], any_pays: bool) -> dict[Need, list[Unit]] | None:
    """A unit for each need, the most particular needs first; None if there is no such matching. (Augmenting paths.)"""
    order = sorted(range(len(needs)), key=lambda i: (needs[i].types == GENERIC, len(needs[i].types), needs[i].action))
    taken: dict[int, int] = {}

    def serves(unit: Unit, need: Need) -> bool:
        return unit.since < need.action and (any_pays or need.types == GENERIC or bool(unit.types & need.types))

    def place(i: int, seen: set[int]) -> bool:
        for u in ranked[i]:
            if u in seen:
                continue
            seen.add(u)
            if u not in taken or place(taken[u], seen):
                taken[u] = i
                return True
        return False

    # Generic needs take the least flexible units first, so that a two-colour land is kept for later.
    by_flexibility = sorted(range(len(units)), key=lambda u: len(units[u].types))
    ranked = {i: [u for u in by_flexibility if serves(units[u], needs[i])] for i in order}
    if not all(place(i, set()) for i in order):
        return None
    result: dict[Need, list[Unit]] = {}
    for u, i in taken.items():
        result.setdefault(needs[i], []).append(units[u])
    return result


def needs_of(index: int, action: PlannedAction) -> Iterator[Need]:
    """What an action asks for that no late source pays."""
    late: dict[frozenset[str], int] = {}
    for _, types, n in action.shares:
        late[types] = late.get(types, 0) + n
    for types, n in action.demand.items():
        for _ in range(n - late.get(types, 0)):
            yield Need(index, types)


def type_for(unit_types: frozenset[str], wanted: frozenset[str]) -> str:
    """The type of mana to make with a unit for a symbol."""
    both = unit_types & wanted or unit_types
    return next(t for t in TYPES_OF_MANA if t in both)
