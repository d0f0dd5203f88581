"""What a score may read of an end state: frozen values, each with its meaning on a state in `read`.

A feature is data, so that the model can give the same feature a variable of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, Union

from engine.objects import OPPONENT, YOU, ObjectId, Permanent, Player, Result, count_of


class EndState(Protocol):
    """The part of `engine.state.State` that features read."""

    @property
    def players(self) -> tuple[Player, Player]: ...
    @property
    def battlefield(self) -> Mapping[ObjectId, Permanent]: ...
    @property
    def result(self) -> Result: ...
    def name(self, id: ObjectId, /) -> str: ...
    def types(self, id: ObjectId, /) -> frozenset[str]: ...
    def keywords(self, id: ObjectId, /) -> frozenset[str]: ...
    def power(self, id: ObjectId, /) -> int: ...
    def controller(self, id: ObjectId, /) -> ObjectId: ...


PLAYER_NUMBERS = ("life", "hand", "library", "graveyard", "exile", "emblems", "extra_turns")
"""Numbers of a player that are not counters. `library` counts the cards known to be in it."""

PLAYER_COUNTERS = ("poison", "energy", "experience", "rad", "ticket")
"""Kinds of counters that players are given by the game (122.1); others are written `you.counters("kind")`."""

PERMANENT_TYPES = {
    "artifacts": "Artifact",
    "battles": "Battle",
    "creatures": "Creature",
    "enchantments": "Enchantment",
    "lands": "Land",
    "planeswalkers": "Planeswalker",
}


@dataclass(frozen=True, slots=True)
class PlayerNumber:
    """A number of a player: one of `PLAYER_NUMBERS`."""

    player: ObjectId
    what: str


@dataclass(frozen=True, slots=True)
class PlayerCounters:
    """Counters of a kind on a player."""

    player: ObjectId
    kind: str


@dataclass(frozen=True, slots=True)
class PermanentCounters:
    """Counters of a kind on all permanents of that name (or with that `id` in the position file), of one controller or any."""

    name: str
    kind: str
    controller: ObjectId | None = None


@dataclass(frozen=True, slots=True)
class NamedPermanents:
    """How many permanents have that name (or that `id`); with `untapped` only the untapped ones."""

    name: str
    controller: ObjectId | None = None
    untapped: bool = False


@dataclass(frozen=True, slots=True)
class PermanentsOfType:
    """How many permanents of a card type a player controls; `type` None: permanents of any type."""

    player: ObjectId
    type: str | None = None


@dataclass(frozen=True, slots=True)
class TotalPower:
    """The power of all creatures a player controls, negative power counting as 0."""

    player: ObjectId


@dataclass(frozen=True, slots=True)
class HasResult:
    """1 if the game ended that way, else 0."""

    result: Result


Feature = Union[PlayerNumber, PlayerCounters, PermanentCounters, NamedPermanents, PermanentsOfType, TotalPower, HasResult]


def player_number(player: Player, what: str) -> int:
    """The value of one of `PLAYER_NUMBERS`."""
    number: int | tuple[object, ...] = getattr(player, what)
    return number if isinstance(number, int) else len(number)


def named(state: EndState, name: str, controller: ObjectId | None) -> Iterator[Permanent]:
    """The permanents with that name or that `id` of the position file."""
    for id, permanent in state.battlefield.items():
        if controller in (None, state.controller(id)) and name in (permanent.label, state.name(id)):
            yield permanent


def creatures(state: EndState, player: ObjectId) -> list[ObjectId]:
    """The creatures that the player controls."""
    return [id for id in state.battlefield if state.controller(id) == player and "Creature" in state.types(id)]


def total_power(state: EndState, player: ObjectId) -> int:
    """The power of all creatures the player controls, negative power counting as 0."""
    return sum(max(0, state.power(id)) for id in creatures(state, player))


def read(feature: Feature, state: EndState) -> int:
    """The value of a feature on a state."""
    match feature:
        case PlayerNumber(player, what):
            return player_number(state.players[player], what)
        case PlayerCounters(player, kind):
            return count_of(state.players[player].counters, kind)
        case PermanentCounters(name, kind, controller):
            return sum(count_of(p.counters, kind) for p in named(state, name, controller))
        case NamedPermanents(name, controller, untapped):
            return sum(not (untapped and p.tapped) for p in named(state, name, controller))
        case PermanentsOfType(player, type):
            mine = [id for id in state.battlefield if state.controller(id) == player]
            return len(mine) if type is None else sum(type in state.types(id) for id in mine)
        case TotalPower(player):
            return total_power(state, player)
        case HasResult(result):
            return int(state.result == result)


def player_feature(player: ObjectId, word: str) -> Feature | None:
    """The feature that `you.WORD` or `opponent.WORD` means, None if there is none."""
    if word in PLAYER_NUMBERS:
        return PlayerNumber(player, word)
    if word in PLAYER_COUNTERS:
        return PlayerCounters(player, word)
    if word == "permanents":
        return PermanentsOfType(player)
    if word in PERMANENT_TYPES:
        return PermanentsOfType(player, PERMANENT_TYPES[word])
    return TotalPower(player) if word == "power" else None


PLAYER_WORDS = (*PLAYER_NUMBERS, *PLAYER_COUNTERS, "permanents", *PERMANENT_TYPES, "power")
"""Every WORD that `player_feature` knows."""

RESULT_WORDS = {"won": Result.WON, "lost": Result.LOST, "draw": Result.DRAW}

PLAYERS = {"you": YOU, "opponent": OPPONENT}
