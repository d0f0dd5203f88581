"""Random small positions with combat, to hold `optimizer.adversary` and `optimizer.proof` against a full min-max through the
engine.

`draw(stratum, seed)` gives one position over made-up cards that each say one thing of combat (`made_up_combat.yaml`). Strata:

* `any`: whatever comes together;
* `illegal`: a reply to one play is illegal under another (menace, flying gained, a blocker removed);
* `poison`: infect and toxic, poison and proliferate;
* `tricks`: instants, to be kept until blocks are declared;
* `counters`: counters that grow before power is read;
* `taps`: creatures that are tapped before they block;
* `deaths`: spells that need a creature, which may be dead by then, and first strike gained.

`python -m tests.fights --stratum any --from 0 --to 100` prints every position on which they disagree, and a summary.
"""

from __future__ import annotations

import random
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from engine.cards import CardPool
from engine.choices import Choice
from engine.objects import Result
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.scope import PLAYED
from engine.state import State
from engine.strategy import Strategy
from optimizer.adversary import Fought, Limits, Outcome, fight
from optimizer.goals import Goal
from optimizer.proof import Search
from optimizer.reductions import Moves
from optimizer.search import Everything, Tree, run
from optimizer.search import Limits as SearchLimits
from tests import many

STRATA = ("any", "illegal", "poison", "tricks", "counters", "taps", "deaths")

FIGHTERS = {
    "any": ("Two Of Them", "High One", "Through", "Sick Bear", "Ill Bear", "Twice", "Early", "Touch", "Live", "Breath", "Herald"),
    "illegal": ("Two Of Them", "Two Of Them", "High One", "Through", "Stare"),
    "poison": ("Sick Bear", "Ill Bear", "Herald", "Stare", "Breath"),
    "tricks": ("Stare", "Through", "Twice", "Early", "Breath", "Sick Bear"),
    "counters": ("Stare", "High One", "Sick Bear", "Twice", "Touch"),
    "taps": ("Stare", "Two Of Them", "High One", "Twice", "Sick Bear"),
    "deaths": ("Stare", "Early", "Sick Bear", "High One", "Through", "Live"),
}
SPELLS = {
    "any": ("Kill It", "Shrink It", "Grow", "Swell", "Spread", "Preach", "Wings", "Fright", "Infect It", "Dig In", "Again",
            "Burn", "Free Push", "Quick"),
    "illegal": ("Kill It", "Shrink It", "Wings", "Fright", "Burn", "Grow"),
    "poison": ("Spread", "Preach", "Infect It", "Swell", "Grow", "Wings", "Again"),
    "tricks": ("Grow", "Wings", "Dig In", "Again", "Infect It", "Free Push", "Burn"),
    "counters": ("Swell", "Spread", "Preach", "Shrink It", "Kill It"),
    "taps": ("Hold", "Hold", "Grow", "Wings", "Spread", "Kill It"),
    "deaths": ("Wane", "Slay", "First", "Burn", "Shrink It", "Spread", "Grow"),
}  # fmt: skip
BLOCKERS = ("Stare", "Long Arm", "High One", "Through", "Early")


@cache
def pool() -> CardPool:
    return CardPool.bundled().with_file(Path(__file__).with_name("made_up_combat.yaml"))


def draw(stratum: str, seed: int) -> Position:
    """The position with that number of a stratum."""
    rng = random.Random(f"fights/{stratum}/{seed}")
    attackers = [_attacker(rng, name, stratum) for name in rng.choices(FIGHTERS[stratum], k=rng.choice((1, 2, 2, 3)))]
    blockers = tuple(PermanentSpec(name) for name in rng.choices(BLOCKERS, k=rng.choice((0, 1, 1, 2, 2))))
    hand = rng.choices(SPELLS[stratum], k=rng.choice((1, 2, 2, 3) if len(attackers) < 3 else (1, 2)))
    lands = rng.randint(1, min(3, len(hand) + ("Breath" in {a.card for a in attackers})))
    strength = sum((pool().get(a.card).power or 0) + a.counters.get("p1p1", 0) for a in attackers)
    poisoned = any(a.card in ("Sick Bear", "Ill Bear") for a in attackers) or "Infect It" in hand
    you = PlayerSpec(
        life=rng.choice((1, 3, 10)), hand=tuple(map(CardSpec, hand)),
        battlefield=(PermanentSpec("Mountain", count=lands), *attackers),
    )  # fmt: skip
    opponent = PlayerSpec(
        life=max(1, strength + rng.randint(-3, 4)),
        counters={"poison": rng.randint(5, 9)} if poisoned and rng.random() < 0.8 else {},
        battlefield=blockers,
    )  # fmt: skip
    return Position(you=you, opponent=opponent, title=f"{stratum} {seed}")


def _attacker(rng: random.Random, name: str, stratum: str) -> PermanentSpec:
    grown = {"p1p1": 1} if rng.random() < (0.7 if stratum == "counters" else 0.2) else {}
    return PermanentSpec(name, counters=grown, sick=rng.random() < 0.05)


# ---------------------------------------------------------------------------------------------------------- the reference


def wins(start: State, seconds: float) -> bool | None:
    """Whether you can win whatever the opponent does, by trying everything; None if that takes too long."""
    found = run(Tree(_won, Moves(start), limits=SearchLimits(seconds=seconds)), start, [Everything()], 1)
    return found.value >= 1 if found.finished or found.value >= 1 else None


def _won(state: State) -> int:
    return int(state.result is Result.WON)


def losing_branches(state: State, strategy: Strategy) -> Iterator[tuple[Choice, ...]]:
    """The branches of a strategy that do not end in a win, are illegal, or leave out a reply."""
    moves = Moves(state)

    def walk(state: State, strategy: Strategy, path: tuple[Choice, ...]) -> Iterator[tuple[Choice, ...]]:
        for choice in strategy.choices:
            state, path = state.apply(choice), (*path, choice)
        if not strategy.replies:
            if state.result is not Result.WON:
                yield path
            return
        if set(moves(state)) != {reply for reply, _ in strategy.replies}:
            yield path
        for reply, then in strategy.replies:
            yield from walk(state.apply(reply), then, (*path, reply))

    yield from walk(state, strategy, ())


# ---------------------------------------------------------------------------------------------------------- both together


@dataclass(frozen=True)
class Held:
    """One position: what the reference, the adversary and the search say. `bug`: what must not be."""

    label: str
    reference: bool | None
    fought: Fought | None
    searched: bool | None = None
    bug: str = ""


def hold(stratum: str, seed: int, seconds: float, *, with_search: bool = False) -> Held:
    label = f"{stratum} {seed}"
    start = State.begin(draw(stratum, seed), pool(), PLAYED)
    try:
        fought = fight(start, Limits(seconds=20.0))
    except Exception:
        return Held(label, None, None, bug=traceback.format_exc(limit=-4))
    expected = wins(start, seconds)
    bug = ""
    if fought.outcome is Outcome.WON:
        assert fought.strategy is not None
        if any(True for _ in losing_branches(start, fought.strategy)):
            bug = "a branch is not won"
        elif expected is False:
            bug = "won, but the reference finds no win"
    elif fought.outcome is Outcome.IMPOSSIBLE and expected:
        bug = "called impossible, but the reference wins"
    if not with_search:
        return Held(label, expected, fought, bug=bug)
    searched, fault = _search(start, expected)
    return Held(label, expected, fought, searched, bug or fault)


def _search(start: State, expected: bool | None) -> tuple[bool | None, str]:
    """What the search for a strategy says, and what is wrong with that."""
    search = Search(start, Goal.WIN)
    proof = search.run(20.0)
    if proof.reached and any(True for _ in losing_branches(start, search.strategy())):
        return True, "a branch of the search is not won"
    wrong = None not in (proof.reached, expected) and proof.reached != expected
    return proof.reached, f"the search says {proof.reached}, the reference {expected}" if wrong else ""


def main() -> None:
    """Prints the positions on which the adversary and the reference disagree, and a summary."""
    given = many.arguments(main.__doc__, STRATA, 10.0).parse_args()
    for stratum in (given.stratum,) if given.stratum else STRATA:
        counted: Counter[str] = Counter()
        why: Counter[str] = Counter()
        began = time.perf_counter()
        seeds = range(given.first, given.to)
        one = partial(hold, stratum, seconds=given.seconds, with_search=True)
        for held in many.over(one, seeds, given.workers):
            expected = {True: "win", False: "no win", None: "unfinished"}[held.reference]
            counted[f"{expected}: {held.fought.outcome.value if held.fought else 'crash'}"] += 1
            counted["searched to the end"] += held.searched is not None
            if held.bug:
                counted["with bugs"] += 1
                print(f"{held.label}: {held.bug}", flush=True)
            if held.fought is not None and held.fought.outcome is Outcome.UNKNOWN:
                why.update(held.fought.not_modelled)
                print(f"{held.label}: unknown ({expected}): {', '.join(held.fought.not_modelled)}", flush=True)
        print(f"{stratum:8} {dict(sorted(counted.items()))} {time.perf_counter() - began:.0f} s")
        for reason, n in why.most_common(10):
            print(f"{n:5} unknown: {reason}")


if __name__ == "__main__":
    main()
