"""Random tiny positions with goals beyond the turn, to hold `solve` against a full min-max through the engine.

`draw(stratum, seed)` gives one position over made-up cards (`made_up_combat.yaml`, `made_up_turns.yaml`) with known libraries.
Strata:

* `survive`: your turn, then the opponent's;
* `theirs`: the opponent's turn, to be survived;
* `one`: your turn, in which to win;
* `two`: your turn, the opponent's, and your next one, in which to win;
* `later`: the opponent's turn, and your next one, in which to win.

`python -m tests.turns --stratum survive --from 0 --to 100` prints every position on which they disagree, and a summary.
"""

from __future__ import annotations

import random
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from engine.cards import CardPool
from engine.choices import Choice
from engine.line import check_strategy
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.scope import scope_of
from engine.state import State
from optimizer.answer import Answer, Status
from optimizer.goals import Goal
from optimizer.reductions import Moves
from optimizer.search import Everything, Limits, Tree, run
from optimizer.solving import solve
from tests import many

STRATA = ("survive", "theirs", "one", "two", "later")

MINE = ("Stare", "Two Of Them", "High One", "Long Arm", "Early", "Live", "Sick Bear", "Stand", "Watch", "Ping", "Breath")
THEIRS = ("Stare", "Two Of Them", "High One", "Long Arm", "Through", "Early", "Sick Bear", "Stand", "Watch", "Ping", "Breath")
SPELLS = ("Burn", "Shrink It", "Grow", "Hold", "Freeze", "Shelter", "Both Bleed", "Kill It", "Wings", "Study", "Next", "Spread")
COMING = ("Quick", "Stare", "Stand", "Live")
"""Creatures that cost one mana."""


@cache
def pool() -> CardPool:
    here = Path(__file__)
    return CardPool.bundled().with_file(here.with_name("made_up_combat.yaml")).with_file(here.with_name("made_up_turns.yaml"))


def draw(stratum: str, seed: int) -> Position:
    """The position with that number of a stratum."""
    rng = random.Random(f"turns/{stratum}/{seed}")
    mine = [_creature(rng, name) for name in rng.choices(MINE, k=rng.choice((0, 1, 1, 2)))]
    few = (0, 1, 1, 2) if stratum in ("one", "two") else (1, 1, 2)
    theirs = [_creature(rng, name) for name in rng.choices(THEIRS, k=rng.choice(few))]
    hand = rng.choices((*SPELLS, *COMING), k=rng.choice((0, 1, 1, 2)))
    held = rng.choices((*SPELLS, *COMING), k=rng.choice((0, 0, 0, 1)))
    to_win = stratum in ("one", "two", "later")
    poisoned = any(creature.card == "Sick Bear" for creature in (*mine, *theirs)) and rng.random() < 0.7
    you = PlayerSpec(
        life=rng.randint(1, 4) if not to_win else rng.randint(1, 5),
        counters={"poison": rng.randint(7, 9)} if poisoned else {},
        hand=tuple(map(CardSpec, hand)),
        battlefield=(*_lands(rng, (1, 1, 2) if hand else (0, 1)), *mine),
        library=_library(rng),
    )  # fmt: skip
    opponent = PlayerSpec(
        life=rng.randint(1, 6),
        counters={"poison": rng.randint(7, 9)} if poisoned and to_win else {},
        hand=tuple(map(CardSpec, held)),
        battlefield=(*_lands(rng, (1, 1, 2) if held else (0, 0, 1)), *theirs),
        library=_library(rng),
    )  # fmt: skip
    active = "opponent" if stratum in ("theirs", "later") else "you"
    goal, turns = ("win", 2 if stratum == "two" else 1) if to_win else ("survive", 1)
    extra = "Next" in (*hand, *held) and rng.random() < 0.5
    return Position(you, opponent, title=f"{stratum} {seed}", active=active, goal=goal, turns=turns, extra_turns=extra)


def _creature(rng: random.Random, name: str) -> PermanentSpec:
    tapped = rng.random() < 0.15
    counters = {"stun": 1} if tapped and rng.random() < 0.4 else {"p1p1": 1} if rng.random() < 0.1 else {}
    return PermanentSpec(name, counters=counters, tapped=tapped, sick=rng.random() < 0.1)


def _lands(rng: random.Random, numbers: tuple[int, ...]) -> tuple[PermanentSpec, ...]:
    n = rng.choice(numbers)
    return (PermanentSpec("Mountain", count=n),) if n else ()


def _library(rng: random.Random) -> tuple[CardSpec, ...]:
    """Few cards, most of which do nothing: a player may come to draw from it when it is empty."""
    names = rng.choices(("Burn", "Mountain"), weights=(1, 3), k=rng.choice((0, 1, 2, 3, 3, 3)))
    return tuple(map(CardSpec, names))


# ---------------------------------------------------------------------------------------------------------- the reference


class AllMoves(Moves):
    """Every choice that the engine lists, without any reduction."""

    def __call__(self, state: State) -> Iterable[Choice]:
        return state.choices()

    def is_idle(self, state: State) -> bool:
        return False


def reachable(start: State, goal: Goal, limits: Limits) -> bool | None:
    """Whether you can reach the goal whatever the opponent does, by trying everything; None if that takes too long."""

    def reached(state: State) -> int:
        return int(goal.is_reached(state))

    found = run(Tree(reached, AllMoves(start), limits=limits), start, [Everything()], 1)
    return found.value >= 1 if found.finished or found.value >= 1 else None


# ---------------------------------------------------------------------------------------------------------- both together


@dataclass(frozen=True)
class Held:
    """One position: what the reference and `solve` say. `bug`: what must not be."""

    label: str
    reference: bool | None
    answer: Answer | None
    bug: str = ""


def hold(stratum: str, seed: int, limits: Limits, limit: float = 20.0) -> Held:
    label, position = f"{stratum} {seed}", draw(stratum, seed)
    start = State.begin(position, pool(), scope_of(position))
    assert isinstance(position.goal, str)
    goal = Goal(position.goal)
    try:
        answer = solve(position, cards=pool(), workers=1, time_limit=limit)
        bug = _broken(start, goal, answer) if answer.goal_reached else ""
    except Exception:
        return Held(label, None, None, traceback.format_exc(limit=-4))
    expected = reachable(start, goal, limits)
    if expected is not None and not bug:
        if answer.goal_reached and not expected:
            bug = "reached, but the reference says that it cannot be"
        elif answer.status is Status.INFEASIBLE and expected:
            bug = "called impossible, but the reference reaches it"
        elif not answer.proved:
            bug = f"not proved: {', '.join(answer.not_modelled) or answer.status.value}"
    return Held(label, expected, answer, bug)


def _broken(start: State, goal: Goal, answer: Answer) -> str:
    """What is wrong with the text of the answer, read back and carried out against every reply."""
    checked = check_strategy(start, answer.text, Moves(start), try_all=not answer.replies)
    if not (checked.every and checked.whole and all(map(goal.is_met, checked.results))):
        return "the text does not reach the goal against every reply"
    return ""


def main() -> None:
    """Prints the positions on which `solve` and the reference disagree, and a summary."""
    parser = many.arguments(main.__doc__, STRATA, 5.0)
    parser.add_argument("--limit", type=float, default=20.0, help="what `solve` may take for a position")
    given = parser.parse_args()
    for stratum in (given.stratum,) if given.stratum else STRATA:
        counted: Counter[str] = Counter()
        began = time.perf_counter()
        one = partial(hold, stratum, limits=Limits(seconds=given.seconds), limit=given.limit)
        seeds = range(given.first, given.to)
        for held in many.over(one, seeds, given.workers):
            expected = {True: "reachable", False: "not reachable", None: "unfinished"}[held.reference]
            counted[f"{expected}: {held.answer.status.value if held.answer else 'crash'}"] += 1
            if held.bug:
                counted["with bugs"] += 1
                print(f"{held.label}: {held.bug}", flush=True)
        print(f"{stratum:8} {dict(sorted(counted.items()))} {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
