"""Combat against every block: attackers with counters, flying and infect; blockers, some with reach; sorceries before combat,
instants before or after the blocks; to win by damage or by poison. A size is ATTACKERS/BLOCKERS/SORCERIES/INSTANTS/LANDS.

The draw is that of the design's prototype, with cards of the bundled pool instead of made-up ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.measuring import Case, Family, Row, Settings, Task, peak_memory
from engine.cards import CardPool
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.scope import PLAYED
from engine.state import State
from optimizer.adversary import Limits, Outcome, fight

WALKING = ("Eager Cadet", "Elite Vanguard", "Grizzly Bears", "Walking Corpse", "Centaur Courser", "Hill Giant")
FLYING = ("Spined Thopter", "Vault Skirge", "Birds of Paradise")
INFECTING = ("Glistener Elf", "Priests of Norn")
BOTH = ("Viral Drake",)
BLOCKERS, REACHING = ("Bear Cub", "Silvercoat Lion", "Loxodon Wayfarer"), ("Copper Longlegs", "Serra Angel")
SORCERIES = (
    "Contentious Plan", "Contentious Plan", "Tezzeret's Gambit", "Flame Slash", "Spread the Sickness", "Wanderer's Strike",
    "Courage in Crisis", "Drown in Ichor",
)  # fmt: skip
INSTANTS = (
    "Steady Progress", "Whisper of the Dross", "Mutagenic Growth", "Mutagenic Growth", "Brute Force", "Seize the Initiative",
    "Aspirant's Ascent", "Battlegrowth", "Coming In Hot", "Gut Shot",
)  # fmt: skip
BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
VERIFY = 3.0
"""For how many seconds the engine tries replies."""

DUALS = ("Steam Vents", "Blood Crypt")


def position_of(case: Case) -> Position:
    """The position of a case.

    Raises:
        ValueError: the size is none.
    """
    parts = case.size.split("/")
    if len(parts) != 5 or not all(part.isdigit() and 0 < int(part) <= 40 for part in parts):
        raise ValueError(f"{case.size}: a size of 'combat' is ATTACKERS/BLOCKERS/SORCERIES/INSTANTS/LANDS, such as 4/3/3/3/7")
    attackers, blockers, sorceries, instants, lands = map(int, parts)
    rng = random.Random(f"combat/{case.size}/{case.seed}")
    hand = [*rng.choices(SORCERIES, k=sorceries), *rng.choices(INSTANTS, k=instants)]
    mine = [_attacker(rng) for _ in range(attackers)]
    theirs = [PermanentSpec(rng.choice(REACHING if rng.random() < 0.4 else BLOCKERS)) for _ in range(blockers)]
    colors = [c for name in hand for s in CardPool.bundled().get(name).cost or () for c in s.colors]
    land = [rng.choice(DUALS) if rng.random() < 0.25 else BASICS[rng.choice(colors)] for _ in range(lands)]
    you = PlayerSpec(
        life=rng.randint(3, 9), hand=tuple(map(CardSpec, hand)), battlefield=(*map(PermanentSpec, sorted(land)), *mine)
    )  # fmt: skip
    opponent = PlayerSpec(life=rng.randint(8, 16), counters={"poison": rng.randint(3, 7)}, battlefield=tuple(theirs))
    return Position(you=you, opponent=opponent, title=f"combat {case.size} #{case.seed}")


def _attacker(rng: random.Random) -> PermanentSpec:
    flies, infects = rng.random() < 0.3, rng.random() < 0.3
    name = rng.choice(BOTH if flies and infects else FLYING if flies else INFECTING if infects else WALKING)
    counters = rng.choice((0, 0, 1, 2))
    return PermanentSpec(name, counters={"p1p1": counters} if counters else {})


def task(case: Case) -> Task:
    """The position of a case; there is no other way to its answer."""
    return Task(position_of(case), None, lambda _: None)


def measure(draw: Callable[[Case], Task], case: Case, settings: Settings, alone: bool) -> Row:
    """Looks for a strategy against every block."""
    start = State.begin(draw(case).position, CardPool.bundled(), PLAYED)
    found = fight(start, Limits(seconds=settings.time_limit, verify=VERIFY, workers=settings.workers or 1))
    return Row(
        case.family, str(case), case.seed, found.variables, found.constraints, found.encode, found.solve, found.verify,
        found.seconds, STATUS[found.outcome], found.outcome is not Outcome.UNKNOWN, None, None, None, None, None,
        peak_memory() if alone else None, "; ".join(found.not_modelled), found.rounds,
        {"all": found.all_checked, "n": found.checked} if found.strategy is not None else None,
    )  # fmt: skip


STATUS = {Outcome.WON: "won", Outcome.IMPOSSIBLE: "infeasible", Outcome.UNKNOWN: "unknown"}

FAMILY = Family(
    "combat", "a strategy against every block; ATTACKERS/BLOCKERS/SORCERIES/INSTANTS/LANDS", task,
    ("4/3/3/3/7", "6/5/4/5/9", "8/7/5/6/11", "10/9/6/8/13"), measure=measure,
)  # fmt: skip
