"""Who asks: the circumstances in which a value, a condition or a reference of an effect is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.mana import NO_MANA, Mana
from engine.objects import ObjectId, StackObject


@dataclass(frozen=True, slots=True)
class Context:
    """The source and controller of an effect and what was chosen or counted for it."""

    controller: ObjectId
    source: ObjectId | None = None
    targets: tuple[tuple[ObjectId, ...], ...] = ()
    x: int = 0
    kicked: int = 0
    that: ObjectId | None = None
    sacrificed: tuple[ObjectId, ...] = ()
    removed: int = 0
    """How many counters the effect before removed."""
    amount: int = 0
    """The amount of the event that triggered the ability, or of what the effect before did."""
    made: tuple[ObjectId, ...] = ()
    """The objects that the effect before created, moved or picked."""
    affected: tuple[ObjectId, ...] = ()
    """The objects to which the last effect of that kind did what it says (`Affected`)."""
    it: ObjectId | None = None
    """The object that is being changed, of several that an effect is about."""
    did: bool = True
    """Whether the effect before could be carried out."""
    mana_of: Mana = NO_MANA
    """How much mana of each type was spent to cast what is entering."""
    resolved: int = 1
    """How often the ability has resolved this turn, this time included."""
    shares: tuple[tuple[tuple[ObjectId, int], ...], ...] = ()
    """For each group of targets what was announced as the share of each (601.2d)."""

    def objects(self) -> Iterator[ObjectId]:
        """The objects and players that it names."""
        yield self.controller
        yield from (id for id in (self.source, self.that) if id is not None)
        yield from (id for group in (*self.targets, self.sacrificed, self.made, self.affected) for id in group)


def context_of(thing: StackObject, targets: tuple[tuple[ObjectId, ...], ...] | None = None) -> Context:
    """The context in which a spell or ability on the stack resolves, with those of its targets that are still legal if they are
    given. The source of a spell is the spell itself."""
    if targets is None:
        targets = thing.targets
    shares = tuple(tuple(zip(ids, parts)) for ids, parts in zip(thing.targets, thing.shares))
    if thing.about is not None:
        return replace(thing.about, targets=targets or thing.about.targets, that=thing.that, amount=thing.amount, shares=shares)
    return Context(
        thing.controller,
        thing.id if thing.card else thing.source,
        targets,
        thing.x,
        thing.kicked,
        thing.that,
        thing.sacrificed,
        amount=thing.amount,
        shares=shares,
    )
