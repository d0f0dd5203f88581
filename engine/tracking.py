"""Which events a game has to remember for the rest of the turn: those that something in it asks about afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass

from engine.keywords import of_keywords, split
from engine.vocabulary import (
    AbilitiesCostLess,
    Activated,
    Activates,
    CardDefinition,
    Casts,
    Dies,
    Draws,
    Event,
    Filter,
    LastTurn,
    ThisTurn,
    TimesResolved,
    Triggered,
)
from engine.ways import ONLY_IF

_ASKED: dict[int, tuple[CardDefinition, tuple[Event, ...]]] = {}


@dataclass(frozen=True, slots=True)
class Tracked:
    """What a game listens for besides the abilities of what is on the battlefield.

    Attributes:
        events: the events that something asks about afterwards, by class, each with its place in `View.history`.
        from_graveyards: the classes of events for which abilities wait in graveyards.
        damagers: what something asks about afterwards whether it has dealt damage to a permanent.
    """

    events: Mapping[type, tuple[tuple[int, Event], ...]]
    from_graveyards: frozenset[type]
    last: Mapping[Event, tuple[int, int]]
    """The events of which is asked how often they happened last turn: the places of this turn's count and of last turn's."""
    damagers: tuple[Filter, ...] = ()

    @property
    def count(self) -> int:
        """How many counts there are."""
        return sum(map(len, self.events.values())) + len(self.last)

    def in_a_new_turn(self, history: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        """The counts as a turn begins."""
        counts = [(0, 0)] * self.count
        for now, before in self.last.values():
            counts[before] = history[now]
        return tuple(counts)


def tracked(definitions: Iterable[CardDefinition]) -> Tracked:
    """What the cards, and what they make, ask about and listen for."""
    definitions = list(definitions)
    events: dict[Event, None] = {}
    earlier: dict[Event, None] = {}
    for definition in definitions:
        events.update(dict.fromkeys(_of(definition)))
        earlier.update(dict.fromkeys(part.event for part in _parts(definition) if isinstance(part, LastTurn)))
    found: dict[type, tuple[tuple[int, Event], ...]] = {}
    for place, event in enumerate(events):
        found[type(event)] = (*found.get(type(event), ()), (place, event))
    abilities = (ability for definition in definitions if definition.works_in_graveyard for ability in definition.abilities)
    waiting = frozenset(type(a.on) for a in abilities if isinstance(a, Triggered) and a.from_graveyard)
    places = {event: place for place, event in enumerate(events)}
    last = {event: (places[event], len(events) + n) for n, event in enumerate(earlier)}
    damagers = dict.fromkeys(part for definition in definitions for part in _damagers(definition))
    return Tracked(found, waiting, last, tuple(damagers))


_DAMAGERS: dict[int, tuple[CardDefinition, tuple[Filter, ...]]] = {}


def _damagers(definition: CardDefinition) -> tuple[Filter, ...]:
    """What the card asks about whether it has dealt damage."""
    known = _DAMAGERS.get(id(definition))
    if known is None or known[0] is not definition:
        parts = list(_parts(definition))
        asked = [part.damaged_by for part in parts if isinstance(part, Dies) and part.damaged_by is not None]
        asked += [Filter()] if any(isinstance(part, Filter) and part.damaged_this_turn for part in parts) else []
        known = _DAMAGERS[id(definition)] = (definition, tuple(asked))
    return known[1]


def _of(definition: CardDefinition) -> tuple[Event, ...]:
    known = _ASKED.get(id(definition))
    if known is None or known[0] is not definition:
        known = _ASKED[id(definition)] = (definition, tuple(_asked(definition)))
    return known[1]


_COUNTED: dict[int, tuple[Activated, bool]] = {}


def counts_resolutions(ability: Activated) -> bool:
    """Whether the ability asks how often it has resolved this turn."""
    known = _COUNTED.get(id(ability))
    if known is None or known[0] is not ability:
        known = _COUNTED[id(ability)] = (ability, any(isinstance(part, TimesResolved) for part in _parts(ability)))
    return known[1]


def _parts(thing: object) -> Iterator[object]:
    """The thing and all that it is made of."""
    yield thing
    if isinstance(thing, (tuple, frozenset)):
        for part in thing:
            yield from _parts(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from _parts(getattr(thing, field.name))


def activated_before(static: AbilitiesCostLess) -> ThisTurn:
    """How many abilities of those that cost less were activated this turn."""
    return ThisTurn(Activates("you", static.filter, for_mana=True))


def _asked(thing: object) -> Iterator[Event]:
    if isinstance(thing, (ThisTurn, LastTurn)):
        yield thing.event
    elif isinstance(thing, Casts) and (thing.nth is not None or thing.after):
        yield Casts("you")
    elif isinstance(thing, Draws) and thing.nth is not None:
        yield Draws("you")
    elif isinstance(thing, AbilitiesCostLess) and thing.first:
        yield activated_before(thing).event
    if isinstance(thing, (tuple, frozenset)):
        for part in thing:
            yield from _asked(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            part = getattr(thing, field.name)
            if field.name == "keywords":
                yield from _asked((of_keywords(part), tuple(ONLY_IF.get(split(word)[0]) for word in part)))
            else:
                yield from _asked(part)
