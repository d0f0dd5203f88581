"""Hands whose costs can be paid in many ways: Phyrexian and hybrid symbols, a minimum cost, life for mana, mana that comes late.

A size is the number of lands. Trinisphere and K'rrik are about in half of the positions each.
"""

from __future__ import annotations

import random
from pathlib import Path

from benchmarks.measuring import Case, Family, Task, by_trying_everything
from engine.cards import CardPool
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position

HYBRID = Path(__file__).with_name("hybrid.yaml")
"""Made-up cards with hybrid symbols: the bundled pool has hardly any."""

SPELLS = (
    "Gut Shot", "Gitaxian Probe", "Mutagenic Growth", "Dismember", "Tezzeret's Gambit", "Vault Skirge", "Porcelain Legionnaire",
    "Pith Driller", "Moltensteel Dragon", "Rage Extractor", "Whisper of the Dross", "Skinrender", "Grim Affliction",
    "Either Insight", "Either Bolt", "Either Body", "Either Plan",
)  # fmt: skip
LATE_MANA = ("Sol Ring", "Everflowing Chalice", "Steam Vents")
LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Steam Vents", "Blood Crypt")


def task(case: Case) -> Task:
    """The position of a case."""
    lands = int(case.size) if case.size.isdigit() else 0
    if not 1 <= lands <= 40:
        raise ValueError(f"{case.size}: a size of 'payments' is a number of lands from 1 to 40")
    rng = random.Random(f"payments/{case.size}/{case.seed}")
    hand = [rng.choice(SPELLS) for _ in range(2 + lands // 2)] + [rng.choice(LATE_MANA)]
    mine = [PermanentSpec(rng.choice(LANDS)) for _ in range(lands)]
    mine.append(PermanentSpec("Sphere of the Suns", counters={"charge": rng.randint(1, 3)}))
    mine.append(PermanentSpec("Grizzly Bears", counters={"p1p1": 1}))
    if rng.random() < 0.5:
        mine.append(PermanentSpec("K'rrik, Son of Yawgmoth", counters={"p1p1": 1}))
    theirs = [PermanentSpec("Hill Giant", counters={"m1m1": 1}), PermanentSpec("Serra Angel")]
    if rng.random() < 0.5:
        theirs.append(PermanentSpec("Trinisphere"))
    you = PlayerSpec(life=rng.randint(3, 12), hand=tuple(map(CardSpec, hand)), battlefield=tuple(mine))
    opponent = PlayerSpec(counters={"poison": 3}, battlefield=tuple(theirs))
    position = Position(you, opponent, f"{case.size} lands #{case.seed}")
    cards = CardPool.bundled().with_file(HYBRID)
    return Task(position, "win", by_trying_everything(position, "win", cards), cards)


FAMILY = Family("payments", "hands whose costs can be paid in many ways", task, ("3", "5", "8", "12", "16"))
