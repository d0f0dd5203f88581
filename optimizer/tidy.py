"""Lines as they are shown: minimal, and naming the first of things that are alike.

What is shown leads to an end that is worth as much, and has been carried out through the engine again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import accumulate
from typing import Any

from engine.alike import Alike
from engine.choices import Choice, IllegalChoice, Pass, Priority, Proliferated
from engine.objects import FIRST_OBJECT, ObjectId
from engine.state import State
from engine.view import ZONES
from optimizer.canonical import Keys

Worth = Callable[[State], int]

def tidy(start: State, line: Sequence[Choice], worth: Worth, *, is_shortest: bool = False) -> tuple[Choice, ...]:
    """The line without what adds nothing, naming the first of alike things.

    Args:
        line: legal choices from `start`.
        worth: the worth of an end state. A line may stop before the turn is over: what is worth something is the end of the turn,
            reached by passing if nothing asks for a choice on the way.
        is_shortest: whether it is known that no action and no pick can be left out.

    Returns:
        Choices that are worth at least as much. They stop when the last thing has resolved.
    """
    return first_of_alike(start, _minimal(start, line, worth, is_shortest))


# -------------------------------------------------------------------------------------------------------------------- minimal


def _minimal(start: State, line: Sequence[Choice], worth: Worth, is_shortest: bool) -> tuple[Choice, ...]:
    """Leaves out steps, then picks, as long as the line stays legal and is worth as much."""
    best = tuple(line)
    states = _states(start, best)
    wanted = _worth(states[-1], worth)
    if wanted is None:
        return best
    steps = _steps(states, best)
    for number in reversed(range(len(steps))):
        begin, end = steps[number]
        if is_shortest and not isinstance(best[begin], Pass):
            continue
        rest = _better(states[begin], best[begin:], best[end:], wanted, worth)
        if len(rest) < len(best) - begin:  # the steps before it may end elsewhere now
            best = (*best[:begin], *rest)
            states = _states(start, best)
            steps = _steps(states, best)
    if is_shortest:
        return best
    state = start
    for i in range(len(best)):
        for id in _picks(best[i]):
            rest = _better(state, best[i:], (Proliferated(_picks(best[i]) - {id}), *best[i + 1 :]), wanted, worth)
            best = (*best[:i], *rest)
        state = state.apply(best[i])
    return best


def _picks(choice: Choice) -> frozenset[ObjectId]:
    """What a choice proliferates."""
    return choice.chosen if isinstance(choice, Proliferated) else frozenset()


def _better(
    start: State, line: tuple[Choice, ...], shorter: tuple[Choice, ...], wanted: int, worth: Worth
) -> tuple[Choice, ...]:
    """The shorter line if it is legal and worth as much as is wanted, else the line."""
    value = _worth(_end(start, shorter), worth)
    return shorter if value is not None and value >= wanted else line


def _states(start: State, line: Sequence[Choice]) -> list[State]:
    """The states before each choice of a line, and the one at its end."""
    return list(accumulate(line, State.apply, initial=start))


def _steps(states: Sequence[State], line: Sequence[Choice]) -> list[tuple[int, int]]:
    """Where the steps of a line begin and end: something done with priority and the choices that follow, or passing on."""
    begins: list[int] = []
    passing_on = False
    for i, (state, choice) in enumerate(zip(states, line, strict=False)):
        acts = isinstance(state.decision, Priority) and not isinstance(choice, Pass)
        passes_on = isinstance(state.decision, Priority) and isinstance(choice, Pass) and not state.stack
        if acts or (passes_on and not passing_on):
            begins.append(i)
        passing_on = passes_on
    return list(zip(begins, [*begins[1:], len(line)]))


def _end(start: State, line: Sequence[Choice]) -> State | None:
    state = start
    try:
        for choice in line:
            state = state.apply(choice)
    except IllegalChoice:
        return None
    return state


def _worth(end: State | None, worth: Worth) -> int | None:
    """The worth of the end of the turn; None if it is not reached by passing alone."""
    while end is not None and not end.over:
        if not isinstance(end.decision, Priority):
            return None
        end = end.apply(Pass())
    return worth(end) if end is not None else None


# ------------------------------------------------------------------------------------------------------------- alike things


def first_of_alike(start: State, line: Sequence[Choice]) -> tuple[Choice, ...]:
    """The same line up to things that are alike, using the first of them wherever a player with priority acts."""
    names: dict[ObjectId, ObjectId] = {}
    told: list[Choice] = []
    state = actual = start
    try:
        for choice in line:
            choice_here = _renamed(choice, names)
            if isinstance(state.decision, Priority):
                swaps = _swaps(state, _objects(choice_here))
                known = {*names, *_all_objects(actual)}
                names = {id: swaps.get(names.get(id, id), names.get(id, id)) for id in known}
                choice_here = _renamed(choice, names)
            told.append(choice_here)
            state, actual = state.apply(choice_here), actual.apply(choice)
    except IllegalChoice:
        return tuple(line)
    keys = Keys()
    return tuple(told) if keys.of(state) == keys.of(actual) else tuple(line)


def _swaps(state: State, used: Sequence[ObjectId]) -> dict[ObjectId, ObjectId]:
    """A renaming within classes of alike objects that gives the used ones the first places."""
    alike = Alike(state)
    classes: dict[object, list[ObjectId]] = {}
    for place, ids in _by_place(state):
        for id in ids:
            classes.setdefault((place, alike.key(id)), []).append(id)
    found: dict[ObjectId, ObjectId] = {}
    for members in classes.values():
        first = [id for id in dict.fromkeys(used) if id in members]
        if len(members) > 1 and first:
            found.update(zip([*first, *(id for id in members if id not in first)], sorted(members)))
    return found


def _by_place(state: State) -> Iterator[tuple[object, list[ObjectId]]]:
    yield "battlefield", list(state.battlefield)
    for player, zones in enumerate(state.players):
        for zone in ZONES:
            if zone != "library":
                yield (zone, player), [card.id for card in getattr(zones, zone)]


def _all_objects(state: State) -> Iterator[ObjectId]:
    for _, ids in _by_place(state):
        yield from ids


@cache
def _id_fields(cls: type[Any]) -> tuple[tuple[str, bool], ...]:
    """The fields of a choice or a part of one that hold ids (True) or further parts."""
    return tuple((f.name, "ObjectId" in str(f.type)) for f in fields(cls))


def _objects(choice: object) -> list[ObjectId]:
    """The objects that a choice names, in its order."""
    found: list[ObjectId] = []

    def walk(value: object, names_objects: bool) -> None:
        if isinstance(value, (tuple, frozenset)):
            for part in sorted(value) if isinstance(value, frozenset) else value:
                walk(part, names_objects)
        elif is_dataclass(value) and not isinstance(value, type):
            for name, of_objects in _id_fields(type(value)):
                walk(getattr(value, name), of_objects)
        elif names_objects and isinstance(value, int) and value >= FIRST_OBJECT:
            found.append(value)

    walk(choice, False)
    return found


def _renamed(choice: Choice, names: Mapping[ObjectId, ObjectId]) -> Choice:
    """The choice with other names for the objects in it."""

    def walk(value: object, names_objects: bool) -> object:
        if isinstance(value, tuple):
            return tuple(walk(part, names_objects) for part in value)
        if isinstance(value, frozenset):
            return frozenset(walk(part, names_objects) for part in value)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{name: walk(getattr(value, name), of) for name, of in _id_fields(type(value))})
        return names.get(value, value) if names_objects and isinstance(value, int) else value

    return walk(choice, False)  # type: ignore[return-value]
