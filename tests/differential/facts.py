"""What is compared, in words that neither engine owns: a state as facts, an object as a description."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.objects import ObjectId, Result
from engine.state import State
from engine.triggers import PLAYERS

SEATS = ("you", "opponent")


class Thing(NamedTuple):
    """A permanent, card or spell, as far as both engines tell such things apart."""

    zone: str
    name: str
    whose: int
    """Who controls it on the battlefield and the stack, else who owns it."""
    counters: tuple[tuple[str, int], ...] = ()
    size: tuple[int, int] | None = None
    damage: int = 0
    tapped: bool = False
    """False for lands: which of several lands pay is no matter of the rules."""

    def __str__(self) -> str:
        told = [f"{n} {kind}" for kind, n in self.counters]
        told += [f"{self.size[0]}/{self.size[1]}"] if self.size else []
        told += [f"damage {self.damage}"] if self.damage else []
        told += ["tapped"] if self.tapped else []
        whose = "" if self.whose == 0 else "opponent's "
        return f"{whose}{self.name}{' (' + ', '.join(told) + ')' if told else ''} in {self.zone}"


class Who(NamedTuple):
    """A player."""

    seat: int

    def __str__(self) -> str:
        return SEATS[self.seat]


Target = Thing | Who


@dataclass(frozen=True)
class Facts:
    """A state. `numbers`: of players and of the stack, by what they are called."""

    numbers: Mapping[str, int]
    things: Counter[Thing]

    def differences(self, other: Facts) -> list[str]:
        """What is otherwise there, `ours` first. Where the game is over nothing else counts."""
        if self.numbers["over"] and self.numbers["over"] == other.numbers["over"]:
            return []
        keys = sorted({*self.numbers, *other.numbers})
        told = [
            f"{key}: {self.numbers.get(key, 0)} and {other.numbers.get(key, 0)}"
            for key in keys
            if self.numbers.get(key, 0) != other.numbers.get(key, 0)
        ]
        told += [f"only ours: {thing}" for thing in (self.things - other.things)]
        told += [f"only theirs: {thing}" for thing in (other.things - self.things)]
        return told


def facts_of(state: State) -> Facts:
    numbers = {"stack": len(state.stack)}
    for seat, player in zip(SEATS, state.players, strict=True):
        numbers |= {f"{seat} {kind}": n for kind, n in player.counters}
        numbers |= {f"{seat} life": player.life, f"{seat} library": len(player.library)}
    numbers["over"] = list(Result).index(state.result)
    ids = [*state.battlefield, *(card.id for p in state.players for zone in (p.hand, p.graveyard, p.exile) for card in zone)]
    return Facts(numbers, Counter(thing_of(state, id) for id in ids))


def thing_of(state: State, id: ObjectId) -> Thing:
    zone = state.zone(id)
    assert zone is not None
    if id not in state.battlefield:
        whose = state.controller(id) if zone == "stack" else state.owner(id)
        return Thing(zone, state.name(id), whose)
    permanent = state.battlefield[id]
    types = state.types(id)
    size = (state.power(id), state.toughness(id)) if "Creature" in types else None
    tapped = permanent.tapped and "Land" not in types
    return Thing(zone, state.name(id), permanent.controller, permanent.counters, size, permanent.damage, tapped)


def target_of(state: State, id: ObjectId) -> Target:
    return Who(id) if id in PLAYERS else thing_of(state, id)


def targets_of(state: State, ids: Iterable[ObjectId]) -> tuple[Target, ...]:
    return tuple(target_of(state, id) for id in ids)


