"""What objects are called in a line: by name, with `#k` among twins, `opponent's` where both sides have one, or by the file's
`id`.

A name without `#k` means the first of several objects that are alike in everything; if they are not, it is ambiguous. Numbers
count the objects of one name, side and zone in the order of the file (what enters later comes after), and never change.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence

from engine.alike import Alike, looks
from engine.line.errors import LineError
from engine.objects import OPPONENT, YOU, ObjectId, replace
from engine.state import State
from engine.view import ZONES
from engine.vocabulary import Activated

NOBODY = ("nobody", "nothing", "none")
"""Words for choosing nothing."""

_SEPARATOR = re.compile(r",\s+and\s+|,\s+|\s+and\s+|;\s+")
_NUMBERED = re.compile(r"(.*\S)\s+#(\d+)")
_IN_ZONE = re.compile(r"(.*\S) (?:in|on) the (graveyard|exile|hand|library|stack)")
_NEAREST = ("player", "battlefield", "stack", *ZONES)
"""The zones in the order in which a plain name is looked for."""
_TIMES = re.compile(r"(.*\S)\s+x(\d+)")


class References:
    """The names of all objects that a game has shown so far. `see` is called for every state in turn."""

    def __init__(self, state: State) -> None:
        self._names: dict[ObjectId, str] = {YOU: "you", OPPONENT: "opponent"}
        self._labels: dict[ObjectId, str] = {}
        self._places: dict[ObjectId, tuple[str, ObjectId]] = {YOU: ("player", YOU), OPPONENT: ("player", YOU)}
        self._numbers: dict[ObjectId, int] = {YOU: 1, OPPONENT: 1}
        self._counts: dict[tuple[str, ObjectId, str], int] = {}
        self.see(state)

    def copy(self) -> References:
        """The same names, to look further without being changed."""
        twin = References.__new__(References)
        for name, value in vars(self).items():
            setattr(twin, name, dict(value))
        return twin

    def see(self, state: State) -> None:
        """Take in the objects of a state."""
        for id, departed in state.departed.items():
            if id not in self._names:
                permanent = departed.permanent
                self._take_in(id, departed.traits.name, "battlefield", permanent.controller, permanent.label)
        for id, permanent in state.battlefield.items():
            self._take_in(id, state.name(id), "battlefield", permanent.controller, permanent.label)
        for thing in state.stack:
            name = state.name(thing.id) if thing.card or thing.source is None else self.name(thing.source)
            self._take_in(thing.id, name, "stack", thing.controller, "")
        for emblem in state.lasting:
            if isinstance(emblem.ability, Activated):
                self._take_in(emblem.id, state.name(emblem.id), "command", emblem.controller, "")
        for player, zones in enumerate(state.players):
            for zone in ZONES:
                for card in getattr(zones, zone):
                    self._take_in(card.id, card.definition.name if card.definition else "unknown", zone, player, card.label)

    def _take_in(self, id: ObjectId, name: str, zone: str, side: ObjectId, label: str) -> None:
        if self._places.get(id) == (zone, side) and self._names[id] == name:
            return
        key = (zone, side, name)
        self._counts[key] = self._counts.get(key, 0) + 1
        self._names[id], self._places[id], self._numbers[id] = name, (zone, side), self._counts[key]
        if label:
            self._labels[id] = label

    def name(self, id: ObjectId | None) -> str:
        """The full name of an object that has been seen; empty for None."""
        return self._names.get(id, "") if id is not None else ""

    def short_name(self, id: ObjectId | None) -> str:
        """What stands before the comma of the name."""
        return self.name(id).split(", ")[0]

    def names(self) -> list[str]:
        """Every name seen so far."""
        return sorted(set(self._names.values()) | set(self._labels.values()))

    def is_called(self, id: ObjectId | None, text: str) -> bool:
        """Whether the text is the name, short name, numbered name or label of this object."""
        return id is not None and bool(self.find(text, [id]))

    # ------------------------------------------------------------------------------------------------------------ reading

    def find(self, text: str, pool: Iterable[ObjectId]) -> list[ObjectId]:
        """Everything in the pool that the text may mean, in id order: yours before the opponent's, permanents before cards."""
        pool = sorted(set(pool))
        labelled = [id for id in pool if self._labels.get(id) == text]
        if labelled:
            return labelled
        found = self._nearest(self._named(text, pool))
        if found:
            return found
        elsewhere = _IN_ZONE.fullmatch(text)
        if elsewhere:
            return self.find(elsewhere[1], [id for id in pool if self._places[id][0] == elsewhere[2]])
        for prefix, side in (("your ", YOU), ("opponent's ", OPPONENT)):
            if text.lower().startswith(prefix):
                return self._nearest(self._named(text[len(prefix) :], [id for id in pool if self._places[id][1] == side]))
        return []

    def _nearest(self, ids: Sequence[ObjectId]) -> list[ObjectId]:
        """Those of one side and zone: yours if there are any, on the battlefield if there are any."""
        places = sorted({self._places[id] for id in ids}, key=lambda place: (place[1], _NEAREST.index(place[0])))
        return [id for id in ids if self._places[id] == places[0]]

    def _named(self, text: str, pool: Sequence[ObjectId]) -> list[ObjectId]:
        numbered = _NUMBERED.fullmatch(text)
        if numbered:
            return [id for id in self._named(numbered[1], pool) if self._numbers[id] == int(numbered[2])]
        wanted = text.casefold()
        exact = [id for id in pool if self._names[id].casefold() == wanted]
        found = exact or [id for id in pool if wanted in _short_names(self._names[id])]
        return sorted(found, key=lambda id: (self._places[id][1], id))

    def read_one(self, text: str, pool: Collection[ObjectId], state: State, beyond: Collection[ObjectId] = ()) -> ObjectId:
        """The one object of the pool that the text means; if there is none there, one of those beyond.

        Raises:
            LineError: nothing is called so, or several different things are.
        """
        return self.read_item(text, 1, pool, state, beyond)[0]

    def read_item(
        self,
        text: str,
        n: int,
        pool: Iterable[ObjectId],
        state: State,
        beyond: Iterable[ObjectId] = (),
        taken: Collection[ObjectId] = (),
    ) -> list[ObjectId]:
        """`n` objects of the pool that the text means, if there are none there, of those beyond; without those that are taken.

        Raises:
            LineError: as `read_one`, or there are fewer.
        """
        found = self.find(text, pool) or self.find(text, beyond)
        if not found:
            raise self.unknown(text)
        found = [id for id in found if id not in taken]
        if len(found) < n:
            raise LineError(f"there are not {n} of {text!r} here, only {len(found)}")
        if len(found) > n and not interchangeable(state, found):
            raise LineError(f"{text!r} may be one of several", answers=tuple(self.write(id, found) for id in found))
        return found[:n]

    def read_all(
        self, text: str, pool: Collection[ObjectId], state: State, beyond: Collection[ObjectId] = ()
    ) -> tuple[ObjectId, ...]:
        """The objects of a list such as `opponent, Vraska, Island x3`, in its order.

        Raises:
            LineError: as `read_one`.
        """
        if text.strip().lower() in NOBODY:
            return ()
        chosen: list[ObjectId] = []
        for item, n in self.split(text, [*pool, *beyond]):
            chosen += self.read_item(item, n, pool, state, beyond, chosen)
        return tuple(chosen)

    def split(self, text: str, pool: Collection[ObjectId]) -> list[tuple[str, int]]:
        """The items of a list and how many of each are meant. Names may hold commas: the longest text that is a name counts.

        Raises:
            LineError: an item names nothing in the pool.
        """
        cuts = [m.span() for m in _SEPARATOR.finditer(text)]
        begins, ends = [0, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(text)]
        items: list[tuple[str, int]] = []
        i = 0
        while i < len(begins):
            for j in range(len(ends) - 1, i - 1, -1):
                item, n = times(text[begins[i] : ends[j]])
                if self.find(item, pool):
                    items.append((item, n))
                    i = j + 1
                    break
            else:
                raise self.unknown(times(text[begins[i] : ends[i]])[0])
        return items

    def unknown(self, text: str) -> LineError:
        """The error for a name that is not there, with near matches."""
        known = {n.casefold(): n for full in self.names() for n in (full, full.split(", ")[0], *full.split(" // "))}
        near = difflib.get_close_matches(text.casefold(), known, n=3, cutoff=0.6)
        hint = f"; did you mean {' or '.join(dict.fromkeys(known[n] for n in near))}?" if near else ""
        return LineError(f"nothing here is called {text!r}{hint}")

    def reads_as(self, text: str, ids: Sequence[ObjectId], pool: Iterable[ObjectId], state: State) -> bool:
        """Whether the text, once for each of these objects, reads back as them."""
        return _means(self.find(text, pool), ids, state)

    # ------------------------------------------------------------------------------------------------------------ writing

    def write(self, id: ObjectId, pool: Collection[ObjectId]) -> str:
        """The shortest text that means this object among the pool when it is read."""
        number = f" #{self._numbers[id]}"
        ways = [*self._plain_texts(id), self._labels.get(id, ""), *self._plain_texts(id, number)]
        for text in ways:
            if text and self.find(text, pool) == [id]:
                return text
        raise LineError(f"there is no name for {self.name(id)!r} here")

    def _plain_texts(self, id: ObjectId, number: str = "") -> list[str]:
        """The texts that may mean the object, the shortest first."""
        full, zone = self._names[id], self._places[id][0]
        names = dict.fromkeys((self.short_name(id), full))
        plain = [f"{side}{name}{number}" for name in names for side in ("", "opponent's ")]
        where = "on the stack" if zone == "stack" else f"in the {zone}"
        return plain + [f"{text} {where}" for text in plain]

    def write_all(self, ids: Sequence[ObjectId], pool: Collection[ObjectId], state: State, *, as_set: bool = False) -> str:
        """A list that reads back as these objects; as a set they may stand in any order, equal ones together."""
        return ", ".join(self.write_items(ids, pool, state, as_set=as_set)) or NOBODY[0]

    def write_items(
        self, ids: Sequence[ObjectId], pool: Collection[ObjectId], state: State, *, as_set: bool = False
    ) -> list[str]:
        """The items of such a list."""
        items: list[str] = []
        taken: set[ObjectId] = set()
        while len(taken) < len(ids):
            todo = [id for id in ids if id not in taken]
            item, named = self._next_item(todo, pool, taken, state, as_set)
            items.append(item)
            taken.update(named)
        return items

    def _next_item(
        self, todo: Sequence[ObjectId], pool: Collection[ObjectId], taken: Collection[ObjectId], state: State, as_set: bool
    ) -> tuple[str, Sequence[ObjectId]]:
        """The text for the first of `todo`, or for it and its twins together if that reads back so."""
        first = todo[0]
        twins = [id for id in todo if self._names[id] == self._names[first] and self._places[id] == self._places[first]]
        if not as_set:
            twins = [first]
        for text in self._plain_texts(first):
            if _means([id for id in self.find(text, pool) if id not in taken], twins, state):
                return (f"{text} x{len(twins)}" if len(twins) > 1 else text), twins
        return self.write(first, pool), [first]


def times(text: str) -> tuple[str, int]:
    """The name and the number of a text such as `Island x3`."""
    match = _TIMES.fullmatch(text)
    return (match[1], int(match[2])) if match else (text, 1)


def interchangeable(state: State, ids: Iterable[ObjectId]) -> bool:
    """Whether the objects are alike in everything that matters to people, so that a name may mean the first of them. (That it has
    just come is nothing to what is no creature.)"""
    alike = Alike(state)
    return len({_look(state, alike, id) for id in ids}) == 1


def _look(state: State, alike: Alike, id: ObjectId) -> object:
    permanent = state.battlefield.get(id)
    if permanent and permanent.sick and id not in alike.special and "Creature" not in state.types(id):
        return looks(replace(permanent, sick=False, entered=False))
    return alike.key(id)


def _means(found: Sequence[ObjectId], wanted: Sequence[ObjectId], state: State) -> bool:
    """Whether a plain name with these matches reads back as the wanted objects."""
    if len(found) == len(wanted):
        return sorted(found) == sorted(wanted)
    return sorted(found)[: len(wanted)] == sorted(wanted) and interchangeable(state, found)


def _short_names(name: str) -> tuple[str, ...]:
    """Other ways to call a card: what stands before the comma, and each face of a double-faced card."""
    folded = name.casefold()
    faces = folded.split(" // ")
    return (folded.split(", ")[0], *(faces if len(faces) > 1 else ()))
