"""Which events a game has to remember for the rest of the turn: those that something in it asks about afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from engine.keywords import of_keywords
from engine.vocabulary import CardDefinition, Casts, Event, ThisTurn

_ASKED: dict[int, tuple[CardDefinition, tuple[Event, ...]]] = {}


def tracked(definitions: Iterable[CardDefinition]) -> Mapping[type, tuple[tuple[int, Event], ...]]:
    """The events that the cards, and what they make, ask about, by class, numbered."""
    events: dict[Event, None] = {}
    for definition in definitions:
        events.update(dict.fromkeys(_of(definition)))
    found: dict[type, tuple[tuple[int, Event], ...]] = {}
    for place, event in enumerate(events):
        found[type(event)] = (*found.get(type(event), ()), (place, event))
    return found


def _of(definition: CardDefinition) -> tuple[Event, ...]:
    known = _ASKED.get(id(definition))
    if known is None or known[0] is not definition:
        known = _ASKED[id(definition)] = (definition, tuple(_asked(definition)))
    return known[1]


def _asked(thing: object) -> Iterator[Event]:
    if isinstance(thing, ThisTurn):
        yield thing.event
    elif isinstance(thing, Casts) and thing.nth is not None:
        yield Casts("you")
    if isinstance(thing, (tuple, frozenset)):
        for part in thing:
            yield from _asked(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            part = getattr(thing, field.name)
            yield from _asked(of_keywords(part) if field.name == "keywords" else part)
