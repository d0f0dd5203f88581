"""The least that counts as an end state, for tests of scoring that need no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.objects import YOU, Counters, ObjectId, Permanent, Player, Result, count_of
from engine.vocabulary import CardDefinition


@dataclass(frozen=True)
class FakeState:
    players: tuple[Player, Player]
    battlefield: Mapping[ObjectId, Permanent]
    result: Result

    def name(self, id: ObjectId) -> str:
        return self.battlefield[id].definition.name

    def types(self, id: ObjectId) -> frozenset[str]:
        return self.battlefield[id].definition.types

    def keywords(self, id: ObjectId) -> frozenset[str]:
        return self.battlefield[id].definition.keywords

    def controller(self, id: ObjectId) -> ObjectId:
        return self.battlefield[id].controller

    def power(self, id: ObjectId) -> int:
        p = self.battlefield[id]
        return (p.definition.power or 0) + count_of(p.counters, "p1p1") - count_of(p.counters, "m1m1")


def permanent(
    id: ObjectId,
    definition: CardDefinition,
    controller: ObjectId = YOU,
    counters: Counters = (),
    *,
    tapped: bool = False,
    token: bool = False,
    label: str = "",
) -> Permanent:
    return Permanent(id, definition, controller, controller, counters, tapped=tapped, token=token, label=label)


PLAYER = Player()


def state(*permanents: Permanent, you: Player = PLAYER, opponent: Player = PLAYER, result: Result = Result.NONE) -> FakeState:
    return FakeState((you, opponent), {p.id: p for p in permanents}, result)
