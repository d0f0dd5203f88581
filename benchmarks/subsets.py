"""One proliferate over n things whose values depend on each other, against trying all 2^n subsets with numpy.

The spell puts a -1/-1 counter on a creature and then proliferates, so that one may hold +1/+1 and -1/-1 counters at once, which
annihilate each other (704.5q), or die (704.5f). Either player may come to ten poison (704.5c). The score adds thresholds,
minima and maxima over several things, so it is no sum of parts. A size is the number of things, the two players among them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

import numpy as np
from numpy.typing import NDArray

from benchmarks.measuring import Case, Family, Found, Task
from engine.cards import CardPool
from engine.objects import OPPONENT, YOU, ObjectId, Result
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from optimizer.objective import Scoring
from optimizer.objective.expression import compile_to
from optimizer.objective.features import Feature, PermanentCounters, PlayerCounters

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]

BLOCK = 1 << 18
"""So many subsets are looked at together."""

CREATURES = ("Hill Giant", "Serra Angel", "Grizzly Bears")
"""These can be targeted."""

PLANESWALKERS = ("Jace Beleren", "Nicol Bolas, Planeswalker", "Karn, Scion of Urza", "Teferi, Time Raveler")
ARTIFACTS = {"Darksteel Reactor": ("charge",), "Sphere of the Suns": ("charge", "oil"), "Sol Ring": ("oil",)}
"""Artifacts with the kinds of counters that are put on them."""


def task(case: Case) -> Task:
    """The position of a case, with the enumeration as its reference."""
    n = int(case.size) if case.size.isdigit() else 0
    if not 6 <= n <= 60:
        raise ValueError(f"{case.size}: a size of 'subsets' is a number of things from 6 to 60")
    rng = random.Random(f"subsets/{case.size}/{case.seed}")
    things = [_creature(rng, name, f"c{i}") for i, name in enumerate(CREATURES)]
    walkers = rng.sample(PLANESWALKERS, min(len(PLANESWALKERS), (n - 5) // 3))
    things += [PermanentSpec(name, id=f"w{i}", counters={"loyalty": rng.randint(2, 6)}) for i, name in enumerate(walkers)]
    things += [_artifact(rng, f"a{i}") for i in range(n - 2 - len(things))]
    mine = [t for t in things if t.card not in PLANESWALKERS and rng.random() < 0.5]
    you = PlayerSpec(
        counters={"poison": rng.choice((2, 8, 9))}, hand=(CardSpec("Grim Affliction"),),
        battlefield=(PermanentSpec("Swamp", count=3), *mine),
    )  # fmt: skip
    opponent = PlayerSpec(counters={"poison": rng.choice((3, 8, 9))}, battlefield=tuple(t for t in things if t not in mine))
    position = Position(you, opponent, f"{n} things #{case.seed}")
    score = _score(rng, things)
    return Task(position, score, lambda limit: enumerate_subsets(position, score, limit))


FAMILY = Family("subsets", "one proliferate over things that depend on each other", task, ("8", "12", "16", "20", "24"))


def _creature(rng: random.Random, name: str, id: str) -> PermanentSpec:
    toughness = CardPool.bundled().get(name).toughness or 0
    counters = {"p1p1": rng.randint(1, 2)} if rng.random() < 0.5 else {"m1m1": rng.randint(1, toughness - 1)}
    return PermanentSpec(name, id=id, counters=counters)


def _artifact(rng: random.Random, id: str) -> PermanentSpec:
    name = rng.choice(tuple(ARTIFACTS))
    return PermanentSpec(name, id=id, tapped=True, counters={kind: rng.randint(1, 5) for kind in ARTIFACTS[name]})


def _score(rng: random.Random, things: Sequence[PermanentSpec]) -> str:
    """Weights of either sign, and as many terms again that look at two or three things together."""
    reads = ["you.poison", "opponent.poison"]
    for thing in things:
        kinds = ("p1p1", "m1m1") if thing.card in CREATURES else thing.counters
        reads += [f'counters("{thing.id}", "{kind}")' for kind in kinds]
    terms = [f"{rng.randint(-4, 6)}*{read}" for read in reads]
    for _ in things:
        few = rng.sample(reads, rng.choice((2, 2, 3)))
        kind = rng.choice(("threshold", "min", "max"))
        if kind == "threshold":
            terms.append(f"({rng.randint(-30, 40)} if {' + '.join(few)} >= {rng.randint(4, 12)} else 0)")
        else:
            terms.append(f"{rng.choice((-7, 5, 9))}*{kind}({', '.join(few)})")
    return " + ".join([*terms, "(60 if opponent.poison >= 10 else 0)"]).replace("+ -", "- ")


# ---------------------------------------------------------------------------------------------------------------- enumeration

Bearer = ObjectId | str
Counted = dict[tuple[Bearer, str], Numbers]
"""Counters by bearer (a player, or the `id` of a permanent) and kind, one number for each subset."""


@dataclass(frozen=True)
class _Thing:
    bearer: Bearer
    counters: Mapping[str, int]
    toughness: int | None = None
    """Of a creature, without counters."""
    planeswalker: bool = False


def enumerate_subsets(position: Position, text: str, limit: float) -> Found | None:
    """The best score over doing nothing and casting the spell on any creature with any subset, None if time ends first."""
    began = time.perf_counter()
    things = list(_things(position))
    scoring = Scoring.of(text)
    nothing: Counted = {(t.bearer, kind): np.array([n]) for t in things for kind, n in t.counters.items()}
    best = int(_value(nothing, scoring)[0])
    for target in (t for t in things if t.toughness is not None):
        for first in range(0, 1 << len(things), BLOCK):
            if time.perf_counter() - began > limit:
                return None
            subsets = np.arange(first, min(first + BLOCK, 1 << len(things)), dtype=np.int64)
            best = max(best, int(_value(_after(things, target, subsets), scoring).max()))
    return best, time.perf_counter() - began


def _things(position: Position) -> Iterator[_Thing]:
    """The players and permanents that have counters."""
    for player, spec in ((YOU, position.you), (OPPONENT, position.opponent)):
        yield _Thing(player, spec.counters)
        for permanent in spec.battlefield:
            if permanent.id is not None:
                d = CardPool.bundled().get(permanent.card)
                yield _Thing(permanent.id, permanent.counters, d.toughness, "Planeswalker" in d.types)


def _after(things: Sequence[_Thing], target: _Thing, subsets: Numbers) -> Counted:
    """The counters after the spell and the state-based actions that follow."""
    counted: Counted = {}
    for i, thing in enumerate(things):
        picked = subsets >> i & 1
        counters = dict(thing.counters)
        if thing is target:
            counters["m1m1"] = counters.get("m1m1", 0) + 1
        after = {kind: n + picked for kind, n in counters.items()}
        if thing.toughness is not None:
            after = _as_creature(after, thing.toughness, subsets)
        counted.update({(thing.bearer, kind): n for kind, n in after.items()})
    return counted


def _as_creature(counters: dict[str, Numbers], toughness: int, subsets: Numbers) -> dict[str, Numbers]:
    """It dies with toughness 0 or less (704.5f); else pairs of +1/+1 and -1/-1 counters are removed (704.5q)."""
    zero = np.zeros_like(subsets)
    plus, minus = counters.get("p1p1", zero), counters.get("m1m1", zero)
    alive = toughness + plus - minus > 0
    pairs = np.minimum(plus, minus)
    counters |= {"p1p1": plus - pairs, "m1m1": minus - pairs}
    return {kind: np.where(alive, n, 0) for kind, n in counters.items()}


def _value(counted: Counted, scoring: Scoring) -> Numbers:
    """The score of each subset, what the result is worth included (704.5c, 104.4a)."""
    assert scoring.expression is not None
    value = compile_to(scoring.expression, _OnArrays(counted))
    you, opponent = counted[YOU, "poison"] >= 10, counted[OPPONENT, "poison"] >= 10
    worth = scoring.results
    ended = [worth[Result.DRAW], worth[Result.LOST], worth[Result.WON]]
    result: Numbers = np.select([you & opponent, you, opponent], ended, worth[Result.NONE])
    return value + result


@dataclass(frozen=True)
class _OnArrays:
    """The algebra of expressions over arrays with one number for each subset."""

    counted: Counted

    def constant(self, value: int) -> Numbers:
        return np.full_like(self.counted[YOU, "poison"], value)

    def feature(self, feature: Feature) -> Numbers:
        match feature:
            case PermanentCounters(name, kind, _):
                return self.counted.get((name, kind), self.constant(0))
            case PlayerCounters(player, kind):
                return self.counted.get((player, kind), self.constant(0))
        raise ValueError(f"{feature} is not followed by the enumeration")

    def add(self, terms: Sequence[Numbers]) -> Numbers:
        return sum(terms, self.constant(0))

    def scale(self, factor: int, of: Numbers) -> Numbers:
        return factor * of

    def minimum(self, of: Sequence[Numbers]) -> Numbers:
        return reduce(np.minimum, of)

    def maximum(self, of: Sequence[Numbers]) -> Numbers:
        return reduce(np.maximum, of)

    def if_else(self, condition: Truths, then: Numbers, otherwise: Numbers) -> Numbers:
        return np.where(condition, then, otherwise)

    def at_least(self, of: Numbers, bound: int) -> Truths:
        return of >= bound

    def negate(self, of: Truths) -> Truths:
        return ~of

    def both(self, of: Sequence[Truths]) -> Truths:
        return reduce(and_, of)

    def either(self, of: Sequence[Truths]) -> Truths:
        return reduce(or_, of)
