"""Keys of states that are equal for states that differ only in the names (ids) of their objects.

The same situation is reached in many orders, and every order gives its objects other ids. A key describes each object by
everything but its id, puts the objects of a zone without order in a fixed order, and writes every reference to an object (a
target, a source, what triggered an ability) as its description and a number that tells equal objects apart in the order in
which they are first referred to. Equal keys therefore mean that renaming turns one state into the other. The reverse may fail
in rare cases (ids inside sets), which costs time but nothing else.

Left out on purpose: the log, the next free id, objects that left and that nothing refers to, the order of graveyards and hands,
and the timestamps of permanents and of what is on them: only their order is told, and only within a layer where an effect
overrides others (613.7).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from engine.combat.record import Attack, Combat
from engine.objects import FIRST_OBJECT, Card, ObjectId, Permanent, Player, StackObject
from engine.scope import ONE_TURN
from engine.state import State
from engine.timestamps import Stamped, contested
from engine.triggers import speaks_of
from engine.vocabulary import Triggered

Key = int

_MOST_PARTS = 100_000
"""How many parts are kept; then it starts anew, which changes no key."""

_permanent = attrgetter(
    *(f.name for f in fields(Permanent) if f.name not in ("id", "definition", "melded", "became", "attached_to", "stamps")),
)
_player = attrgetter(*(f.name for f in fields(Player) if f.name not in ("hand", "graveyard", "exile", "command", "library")))
_VALUES = ("engine.vocabulary.", "engine.mana", "engine.layers", "builtins", "enum")
"""How the names of the modules begin whose values never name an object of the game."""


def _is_plain(value: object) -> bool:
    return type(value).__module__.startswith(_VALUES)


class Keys:
    """Makes keys: numbers, which can be compared with those of the same `Keys` only.

    Parts of states are shared between states, so what is worked out for a part is kept by its identity (and the part with it).
    """

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._parts: dict[int, tuple[object, int]] = {}
        self._splits: dict[int, tuple[object, int, tuple[ObjectId, ...]]] = {}
        self._attached: set[int] = set()
        """Numbers of permanents that are attached to something."""
        self._forgotten = 0

    def __len__(self) -> int:
        """How much is kept."""
        return len(self._numbers)

    def forget(self) -> None:
        """Forget everything. Keys made from now on differ from those made before, for equal states too."""
        self._forgotten += len(self._numbers)
        for kept in (self._numbers, self._parts, self._splits, self._attached):
            kept.clear()

    def of(self, state: State) -> Key:
        if len(self._parts) > _MOST_PARTS or len(self._splits) > _MOST_PARTS:
            self._parts.clear()
            self._splits.clear()
        parts, part = self._parts, self._part
        battlefield: list[int] = []
        for permanent in state.battlefield.values():
            known = parts.get(id(permanent))
            battlefield.append(part(permanent) if known is None else known[1])
        battlefield.sort()
        first, second = state.players
        decision = state.decision
        asked = None if decision is None else (type(decision), decision.player)
        description: tuple[Hashable, ...] = (state.step, state.active, asked, part(first), part(second), tuple(battlefield))
        if state.course.scope != ONE_TURN:
            description += (state.course,)
        attached = not self._attached.isdisjoint(battlefield)
        if state.history:
            description += (state.history,)
        combat, order = state.combat, contested(state)
        things = [*state.stack, *state.agenda, *state.answers, *state.waiting, *state.lasting, *state.phased]
        if things or attached or order or combat is not None:
            refer = _References(self, state)
            pending = [] if combat is None else [refer.combat(combat)]
            pending += [refer.all(thing) for thing in things]
            description += (*pending, *(refer.attachments() if attached else ()))
            if order:
                description += (refer.order(order),)
        return self._number(description)

    def _number(self, description: Hashable) -> int:
        return self._numbers.setdefault(description, self._forgotten + len(self._numbers))

    def _part(self, part: object) -> int:
        """A number for everything about a permanent, a card or a player but ids; for other values, for the value."""
        known = self._parts.get(id(part))
        if known is None:
            known = self._parts[id(part)] = (part, self._number(self._describe(part)))
        return known[1]

    def _describe(self, part: object) -> Hashable:
        if isinstance(part, Permanent):
            description = (Permanent, self._part(part.definition), self._part(part.became), part.attached_to is None)
            if part.attached_to is not None:
                self._attached.add(self._number((*description, *_permanent(part))))
            return (*description, *_permanent(part))
        if isinstance(part, Card):
            how = (part.exiled_by, part.until_leaves, part.aside)
            return (Card, self._part(part.definition), part.owner, part.counters, part.label, *how)
        if isinstance(part, Player):
            unordered = (part.hand, part.graveyard, part.exile, part.command)
            return (Player, *map(self._unordered, unordered), self._ordered(part.library), _player(part))
        return (type(part), part)

    def _unordered(self, zone: tuple[Card, ...]) -> int:
        """A number for a zone whose order does not matter."""
        if not zone:
            return -1
        known = self._parts.get(id(zone))
        if known is None:
            known = self._parts[id(zone)] = (zone, self._number(tuple(sorted(map(self._part, zone)))))
        return known[1]

    def _ordered(self, zone: tuple[Card, ...]) -> Hashable:
        return tuple(map(self._part, zone))

    # ------------------------------------------------------------------------------------------------------------ references

    def split(self, value: object) -> tuple[int, tuple[ObjectId, ...]]:
        """A number for everything about the value but the objects it names, and the ids of these in a fixed order."""
        known = self._splits.get(id(value))
        if known is None:
            ids: list[ObjectId] = []
            skeleton = self._stack_object(value, ids) if isinstance(value, StackObject) else self._skeleton(value, False, ids)
            known = self._splits[id(value)] = (value, self._number(skeleton), tuple(ids))
        return known[1], known[2]

    def _stack_object(self, thing: StackObject, ids: list[ObjectId]) -> Hashable:
        """As `_skeleton`, but the effects are not looked into; they and the ability also say what the targets must be."""
        ability = thing.ability
        that: object = None
        if not isinstance(ability, Triggered) or speaks_of(ability)[1]:
            that = (self._skeleton(thing.that, True, ids), thing.amount)
        return (
            StackObject,
            thing.controller,
            self._part(ability),
            self._part(thing.effects),
            self._skeleton(thing.targets, True, ids),
            self._part(thing.card),
            self._skeleton(thing.source, True, ids),
            thing.x,
            thing.kicked,
            thing.life_symbols,
            that,
            self._skeleton(thing.sacrificed, True, ids),
            self._skeleton(thing.about, False, ids),
            thing.copied,
            thing.shares,
            thing.cast_as,
            thing.then_exiled,
            thing.mana_spent,
            thing.mana_of,
        )

    def _skeleton(self, value: Any, names_objects: bool, ids: list[ObjectId]) -> Hashable:
        """The value with a blank for each id, which is added to `ids`."""
        if isinstance(value, int) and names_objects and not isinstance(value, bool):
            if value < FIRST_OBJECT:
                return value
            ids.append(value)
            return "#"
        if isinstance(value, (tuple, list)):
            return (type(value), *(self._skeleton(part, names_objects, ids) for part in value))
        if isinstance(value, frozenset):
            return (frozenset, *(self._skeleton(part, names_objects, ids) for part in sorted(value, key=repr)))
        if is_dataclass(value) and not _is_plain(value):
            if isinstance(value, Card):  # of a spell, which has an id of its own
                return self._part(value)
            if isinstance(value, Permanent):
                return (self._part(value), self._skeleton(value.id, True, ids))
            return (type(value), *self._fields(value, ids))
        return self._part(value) if is_dataclass(value) else (type(value), value)

    def _fields(self, value: Any, ids: list[ObjectId]) -> Iterator[Hashable]:
        ability = getattr(value, "ability", None)
        silent = isinstance(ability, Triggered) and not speaks_of(ability)[1]
        for name, names_objects in _fields_of(type(value)):
            if name == "id" or (silent and name in ("that", "amount")):
                continue
            yield self._skeleton(getattr(value, name), names_objects, ids)


_FIELDS: dict[type, tuple[tuple[str, bool], ...]] = {}


def _fields_of(cls: type) -> tuple[tuple[str, bool], ...]:
    """Name, and whether the field names objects."""
    known = _FIELDS.get(cls)
    if known is None:
        known = tuple((f.name, "ObjectId" in str(f.type)) for f in fields(cls))
        _FIELDS[cls] = known
    return known


class _References:
    """Names for the objects of one state that something refers to."""

    def __init__(self, keys: Keys, state: State) -> None:
        self.keys = keys
        self.state = state
        self.names: dict[ObjectId, Hashable] = {}
        self.twins: dict[Hashable, int] = {}
        self.cards: dict[ObjectId, Hashable] | None = None

    def all(self, value: object) -> Hashable:
        number, ids = self.keys.split(value)
        return (number, *[self.name(id) for id in ids]) if ids else number

    def name(self, id: ObjectId) -> Hashable:
        known = self.names.get(id)
        if known is None:
            description = self.describe(id)
            twin = self.twins[description] = self.twins.get(description, 0) + 1
            known = self.names[id] = (description, twin)
        return known

    def describe(self, id: ObjectId) -> Hashable:
        permanent = self.state.battlefield.get(id)
        if permanent is not None:
            return self.keys._part(permanent)
        for position, thing in enumerate(self.state.stack):
            if thing.id == id:
                return ("stack", position)
        if self.cards is None:
            self.cards = dict(self.describe_cards())
        card = self.cards.get(id)
        if card is not None:
            return card
        departed = self.state.departed.get(id)
        if departed is None:
            return "gone"
        became = None if departed.card is None else self.name(departed.card)
        spell = None if departed.spell is None else self.keys._part(departed.spell)
        return (spell, self.keys._part(departed.permanent), departed.power, departed.toughness, departed.keywords, became)

    def describe_cards(self) -> Iterator[tuple[ObjectId, Hashable]]:
        for player in self.state.players:
            for zone in ("hand", "graveyard", "exile", "command"):
                for card in getattr(player, zone):
                    yield card.id, (zone, self.keys._part(card))
            for position, card in enumerate(player.library):
                yield card.id, ("library", card.owner, position)

    def combat(self, combat: Combat) -> Hashable:
        """The order in which attackers and blockers stand there says nothing, so they are told in that of their descriptions."""

        def look(thing: Any) -> Any:
            """What sorts them; equal for things that differ in their names only."""
            if isinstance(thing, Attack):
                blockers = tuple(sorted(map(look, thing.blockers)))
                return look(thing.attacker), -1 if thing.at is None else look(thing.at), thing.blocked, blockers
            if isinstance(thing, tuple):
                return tuple(map(look, thing))
            permanent = self.state.battlefield.get(thing)
            return thing - FIRST_OBJECT if permanent is None else self.keys._part(permanent)

        def told(things: Iterable[Any]) -> Hashable:
            return tuple(tell(thing) for thing in sorted(things, key=look))

        def tell(thing: Any) -> Hashable:
            if isinstance(thing, Attack):
                at = None if thing.at is None else self.bearer(thing.at)
                return self.name(thing.attacker), at, thing.blocked, told(thing.blockers)
            return tuple(map(tell, thing)) if isinstance(thing, tuple) else self.bearer(thing)

        struck = None if combat.struck is None else told(combat.struck)
        return told(combat.attacks), combat.attacked, told(combat.blocks), struck, told(combat.hits)

    def attachments(self) -> list[Hashable]:
        attached = [p for p in self.state.battlefield.values() if p.attached_to is not None]
        return [(self.name(p.id), self.bearer(p.attached_to)) for p in attached if p.attached_to is not None]

    def order(self, contested: Mapping[Hashable, list[Stamped]]) -> Hashable:
        """The order of what has timestamps, by layer; what does not override others is in no order."""
        lasting = {one.id: ("lasting", place) for place, one in enumerate(self.state.lasting)}
        layers: list[Hashable] = []
        for where, stamped in contested.items():
            told: list[Hashable] = [where[0] if isinstance(where, tuple) else where]
            for overrides, run in groupby(stamped, key=attrgetter("overrides")):
                names = [(lasting.get(one.of) or self.name(one.of), one.what) for one in run]
                told += names if overrides else [frozenset(names)]
            layers.append(tuple(told))
        return frozenset(layers)

    def bearer(self, id: ObjectId) -> Hashable:
        """A player is its own name."""
        return id if id < FIRST_OBJECT else self.name(id)
