"""How many choices a second the engine carries out in the reference search, on one core.

One choice is one `apply`, the key of the state after it, and, for a state not seen before, its list of legal choices.
`python -m benchmarks.engine_speed` prints the figures, with `--profile` where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import CardPool
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.state import State
from optimizer.exhaustive import Reference, reference
from optimizer.objective import Scoring
from optimizer.search import Limits


@dataclass(frozen=True, slots=True)
class Speed:
    """One measurement: states looked at, choices carried out, seconds."""

    title: str
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


def measure(position: Position, limits: Limits) -> tuple[Speed, Reference]:
    """Runs the reference search on the position."""
    root = State.begin(position, CardPool.bundled())
    score = Scoring.profile("value").at(root).evaluate
    start = time.perf_counter()
    found = reference(root, score, limits)
    return Speed(position.title, found.nodes, found.choices, time.perf_counter() - start, found.finished), found


def main() -> None:
    """Prints choices a second for each position."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    arguments.add_argument("--seconds", type=float, default=10.0, help="time limit for each position")
    arguments.add_argument("--profile", action="store_true")
    given = arguments.parse_args()
    profile = cProfile.Profile()
    if given.profile:
        profile.enable()
    for position in positions():
        speed, _ = measure(position, Limits(seconds=given.seconds))
        end = "finished" if speed.finished else "stopped"
        counts = f"{speed.nodes:8} states {speed.choices:9} choices {speed.seconds:6.2f} s {speed.rate:8.0f}/s"
        print(f"{speed.title:24} {counts}  {end}")
    if given.profile:
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(35)


if __name__ == "__main__":
    main()
