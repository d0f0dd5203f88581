"""What the answer to a filter or a condition depends on besides which permanents there are and who controls them: what is worked
out by it (`engine.layers`) holds until something of that kind changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from engine.vocabulary import (
    All,
    AtLeast,
    AtMost,
    CameLately,
    CardsIn,
    Condition,
    CountersAmong,
    CountersOn,
    Designated,
    Either,
    Exceeds,
    Exists,
    Filter,
    InCombat,
    InStep,
    LifeOf,
    Matches,
    NoneOf,
    Not,
    Permanents,
    Scaled,
    YourTurn,
)
from engine.vocabulary.filters import FICKLE
from engine.vocabulary.inside import words_in

PERMANENTS: Final = "permanents"
"""Counters, damage and all else about a permanent but whether it is tapped."""
TAPPING: Final = "tapping"
PLAYERS: Final = "players"
"""Life, counters and cards of a player."""
MOMENT: Final = "moment"
"""The step and whose turn it is, combat, and what has happened this turn."""

_NOTHING: Final = frozenset[str]()
_ALL: Final = frozenset({PERMANENTS, TAPPING, PLAYERS, MOMENT})


def _of_counters(word: CountersOn) -> frozenset[str]:
    return frozenset({PLAYERS} if word.of in ("you", "opponent") else {PERMANENTS, PLAYERS})


_STEADY = (Exists, NoneOf, AtLeast, AtMost, Exceeds, Permanents, Not, All, Either, Scaled)
"""What depends on nothing but the filters and values in it."""

_PERMANENT_PARTS = frozenset({"keywords", "not_keywords", "counter", "no_counter", "ring_bearer"})


def _of_filter(word: Filter) -> frozenset[str]:
    fickle = word.given(FICKLE)
    tapping = {TAPPING} if "tapped" in fickle else set()
    own = fickle - {"tapped"}
    return _ALL if own - _PERMANENT_PARTS else frozenset(tapping | {PERMANENTS} if own else tapping)


_OF: dict[type, Callable[[Any], frozenset[str]]] = {
    Filter: _of_filter,
    CountersOn: _of_counters,
    Matches: lambda word: _NOTHING if word.what in ("self", "attached") else _ALL,
    **dict.fromkeys(_STEADY, lambda _: _NOTHING),
    **dict.fromkeys((CardsIn, LifeOf), lambda _: frozenset({PLAYERS})),
    **dict.fromkeys((CameLately, CountersAmong, Designated), lambda _: frozenset({PERMANENTS})),
    **dict.fromkeys((InCombat, InStep, YourTurn), lambda _: frozenset({MOMENT})),
}


@cache
def depends_on(what: Filter | Condition) -> frozenset[str]:
    """What of the above its answer depends on; all of it where nothing less is known."""
    return _NOTHING.union(*(_OF[type(word)](word) if type(word) in _OF else _ALL for word in words_in(what)))
