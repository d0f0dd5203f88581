"""Interchangeable objects: swapping two of them changes nothing, so of several such choices one is enough.

Two permanents are alike if they are equal but for their ids and labels, nothing in the game refers to either, and it does not
matter which has the earlier timestamp (613.7); cards likewise.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import fields
from itertools import combinations, count
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.objects import Card, ObjectId, Permanent
from engine.timestamps import contested

if TYPE_CHECKING:
    from engine.view import View

_NOT_COMPARED = ("id", "label", "definition", "melded", "became", "stamps")
_everything_else = attrgetter(*(f.name for f in fields(Permanent) if f.name not in _NOT_COMPARED))
_KNOWN_LIMIT = 200_000
_KNOWN: dict[int, tuple[Permanent, int]] = {}
_NUMBERS: dict[tuple[object, ...], int] = {}
_new_number = count(-1, -1)


def looks(permanent: Permanent) -> int:
    """A number (below 0) for everything about a permanent but which one it is. Equal definitions are one object."""
    known = _KNOWN.get(id(permanent))
    if known is None or known[0] is not permanent:
        if len(_KNOWN) > _KNOWN_LIMIT:
            _KNOWN.clear()
            _NUMBERS.clear()
        look = (id(permanent.definition), id(permanent.became), _everything_else(permanent))
        number = _NUMBERS.get(look)
        if number is None:
            number = _NUMBERS[look] = next(_new_number)
        known = _KNOWN[id(permanent)] = (permanent, number)
    return known[1]


def look_of_card(card: Card) -> tuple[object, ...]:
    """Everything about a card but which one it is."""
    return (id(card.definition), card.owner, card.counters, card.exiled_by, card.until_leaves, card.aside)


def referred_to(view: View, in_combat: bool = True) -> frozenset[ObjectId]:
    """The objects that something else in the game refers to: targets and sources of what is on the stack, attachments, exiles,
    and who fights whom in combat."""
    ids: set[ObjectId] = set()
    for thing in view.stack:
        for group in thing.targets:
            ids.update(group)
        ids.update(thing.sacrificed)
        ids.update(id for id in (thing.source, thing.that) if id is not None)
        if thing.about is not None:
            ids.update(thing.about.objects())
    for lasting in view.lasting:
        ids.update(lasting.on)
        if lasting.source is not None:
            ids.add(lasting.source)
        if lasting.context is not None:
            ids.update(lasting.context.objects())
    for permanent in view.battlefield.values():
        if permanent.attached_to is not None:
            ids.update((permanent.id, permanent.attached_to))
    if in_combat and view.combat is not None:
        ids.update(view.combat.members())
    for player in view.players:
        if player.exile:
            ids.update(card.exiled_by for card in player.exile if card.exiled_by is not None)
    return frozenset(ids)


class Alike:
    """Tells which objects of one state are interchangeable; those in `special` are not. `in_combat`: who fights whom in combat
    tells creatures apart as well."""

    __slots__ = ("special", "view")

    def __init__(self, view: View, special: Iterable[ObjectId] = (), in_combat: bool = True) -> None:
        self.view = view
        self.special = referred_to(view, in_combat).union(special)
        order = contested(view)
        if order:
            self.special |= {one.of for stamped in order.values() for one in stamped}

    def apart(self, id: ObjectId) -> Alike:
        """The same, but this object is like no other."""
        other = Alike.__new__(Alike)
        other.view, other.special = self.view, self.special | {id}
        return other

    def key(self, id: ObjectId) -> Hashable:
        """Equal for interchangeable objects."""
        if id in self.special:
            return id
        permanent = self.view.battlefield.get(id)
        if permanent is not None:
            return looks(permanent)
        found = self.view.card_in_zone(id)
        return id if found is None else (look_of_card(found[0]), found[1])

    def classes(self, ids: Iterable[ObjectId], marked: Collection[ObjectId] = ()) -> list[list[ObjectId]]:
        """The objects sorted into classes of interchangeable ones; those in `marked` stand alone."""
        found: dict[object, list[ObjectId]] = {}
        for id in ids:
            found.setdefault(id if id in marked else self.key(id), []).append(id)
        return list(found.values())

    def picks(
        self, ids: Iterable[ObjectId], least: int, most: int, marked: Collection[ObjectId] = ()
    ) -> Iterator[tuple[ObjectId, ...]]:
        """Every way to pick between `least` and `most` of the objects; of alike ones the first are picked."""
        classes = self.classes(ids, marked)
        one_of_each = most == 1 or all(len(members) == 1 for members in classes)
        for n in range(least, min(most, sum(map(len, classes))) + 1):
            if one_of_each:
                yield from combinations([members[0] for members in classes], n)
            else:
                yield from _picks(classes, 0, n)


def _picks(classes: list[list[ObjectId]], at: int, n: int) -> Iterator[tuple[ObjectId, ...]]:
    if n == 0:
        yield ()
        return
    members = classes[at]
    after = sum(len(others) for others in classes[at + 1 :])
    for k in range(min(n, len(members)), max(n - after, 0) - 1, -1):
        for rest in _picks(classes, at + 1, n - k):
            yield (*members[:k], *rest)
