"""How many choices a second the engine carries out, on one core (in seconds of processor time).

* alone: one choice is one `apply`, the hash of the state after it, and the whole list of its legal choices, over all states that
  the reference meets;
* in the reference: choices carried out in a second of the whole search, memory and scores included.

`python -m benchmarks.engine_speed` prints the figures, with `--profile` where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import CardPool
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.state import State
from optimizer.exhaustive import reference
from optimizer.objective import Scoring
from optimizer.search import Limits


@dataclass(frozen=True, slots=True)
class Speed:
    """One measurement: states looked at, choices carried out, seconds of processor time."""

    nodes: int
    choices: int
    seconds: float
    finished: bool

    @property
    def rate(self) -> float:
        """Choices a second."""
        return self.choices / self.seconds


def positions() -> Iterator[Position]:
    """Positions as the reference meets them: spells with choices, triggers in triggers, sacrifices and tokens."""

    def cards(*names: str) -> tuple[CardSpec, ...]:
        return tuple(map(CardSpec, names))

    yield Position(
        title="spells and counters",
        you=PlayerSpec(
            life=5,
            hand=cards("Tezzeret's Gambit", "Volt Charge", "Courage in Crisis"),
            battlefield=(
                PermanentSpec("Island", count=2),
                PermanentSpec("Forest"),
                PermanentSpec("Mountain"),
                PermanentSpec("Steam Vents", count=2),
                PermanentSpec("Grizzly Bears", counters={"p1p1": 1}),
                PermanentSpec("Jace Beleren", counters={"loyalty": 3}),
            ),
        ),
        opponent=PlayerSpec(counters={"poison": 3}, battlefield=(PermanentSpec("Hill Giant", counters={"m1m1": 1}),)),
    )
    yield Position(
        title="triggers",
        you=PlayerSpec(
            life=7,
            hand=cards("Flux Channeler", "Gut Shot", "Gitaxian Probe", "Whisper of the Dross"),
            battlefield=(PermanentSpec("Island", count=3), PermanentSpec("Swamp"), PermanentSpec("Scheming Aspirant")),
            library=cards("Mutagenic Growth", "Opt"),
        ),
        opponent=PlayerSpec(life=9, counters={"poison": 4}, battlefield=(PermanentSpec("Grizzly Bears", counters={"m1m1": 1}),)),
    )
    yield Position(
        title="sacrifices and tokens",
        you=PlayerSpec(
            life=9,
            hand=cards("Expansion Algorithm"),
            battlefield=(
                PermanentSpec("Island", count=4),
                PermanentSpec("Venser, Corpse Puppet"),
                PermanentSpec("Yawgmoth, Thran Physician"),
            ),
            library=cards("Serra Angel", "Serra Angel", "Gut Shot"),
        ),
        opponent=PlayerSpec(life=1),
    )


def in_the_reference(position: Position, limits: Limits) -> Speed:
    """Runs the reference search on the position."""
    root = State.begin(position, CardPool.bundled())
    score = Scoring.profile("value").at(root).evaluate
    start = time.process_time()
    found = reference(root, score, limits)
    return Speed(found.nodes, found.choices, time.process_time() - start, found.finished)


def alone(position: Position, most: int) -> Speed:
    """Goes through the states that follow from the position, breadth first, until so many choices were carried out."""
    root = State.begin(position, CardPool.bundled())
    seen, waiting, choices = {root}, deque([(root, list(root.choices()))]), 0
    start = time.process_time()
    while waiting and choices < most:
        state, listed = waiting.popleft()
        for choice in listed:
            after = state.apply(choice)
            choices += 1
            known = after in seen
            legal = list(after.choices())
            if not known:
                seen.add(after)
                waiting.append((after, legal))
    return Speed(len(seen), choices, time.process_time() - start, not waiting)


def main() -> None:
    """Prints choices a second for each position."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    arguments.add_argument("--choices", type=int, default=20_000, help="stop after so many choices")
    arguments.add_argument("--profile", action="store_true")
    given = arguments.parse_args()
    profile = cProfile.Profile()
    if given.profile:
        profile.enable()
    for position in positions():
        for name, speed in (
            ("alone", alone(position, given.choices)),
            ("in the reference", in_the_reference(position, Limits(nodes=given.choices // 2))),
        ):
            counts = f"{speed.nodes:8} states {speed.choices:8} choices {speed.seconds:6.2f} s {speed.rate:8.0f} choices/s"
            print(f"{position.title:24} {name:18} {counts}  {'all' if speed.finished else 'stopped'}", flush=True)
    if given.profile:
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)


if __name__ == "__main__":
    main()
