"""Who asks: the circumstances in which a value, a condition or a reference of an effect is read."""

from __future__ import annotations

from dataclasses import dataclass

from engine.objects import ObjectId, StackObject


@dataclass(frozen=True, slots=True)
class Context:
    """The source and controller of an effect and what was chosen or counted for it."""

    controller: ObjectId
    source: ObjectId | None = None
    targets: tuple[tuple[ObjectId, ...], ...] = ()
    x: int = 0
    kicked: int = 0
    that: ObjectId | int | None = None
    sacrificed: tuple[ObjectId, ...] = ()
    removed: int = 0
    """How many counters the effect before removed."""


def context_of(thing: StackObject) -> Context:
    """The context in which a spell or ability on the stack resolves. The source of a spell is the spell itself."""
    return Context(
        thing.controller,
        thing.id if thing.card else thing.source,
        thing.targets,
        thing.x,
        thing.kicked,
        thing.that,
        thing.sacrificed,
    )
