"""Whole positions of a game: a hand of spells whose order matters, and many things with counters on both sides.

A size is SPELLS/THINGS. *plain*: spells of every kind, now and then a trigger source, two planeswalkers. *hard*: at least a fifth
of the hand are trigger sources, Tekuthal and a counter doubler can be cast, and there are two planeswalkers with an ultimate,
three things with dies-triggers, something to sacrifice them to, and life gain; the opponent is far from losing. *endless*: the
same positions with bears for each Darksteel Reactor, which makes most of the large hard ones end in a win, after which nothing
else matters.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from benchmarks.measuring import Case, Family, Task, by_trying_everything
from engine.cards import CardPool
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position

TRIGGER_SOURCES = (
    "Inexorable Tide", "Flux Channeler", "Evolution Sage", "Surge Conductor", "Metastatic Evangel", "Ezuri, Stalker of Spheres",
    "Ichormoon Gauntlet", "Atraxa, Praetors' Voice", "Rage Extractor",
)  # fmt: skip
SPELLS = (
    "Contentious Plan", "Steady Progress", "Volt Charge", "Courage in Crisis", "Grim Affliction", "Drown in Ichor",
    "Whisper of the Dross", "Experimental Augury", "Unbounded Potential", "Tezzeret's Gambit", "Expansion Algorithm",
    "Spread the Sickness", "Atomize", "Huatli's Raptor", "Bloom Hulk", "Merfolk Skydiver", "Contagion Clasp", "Contagion Engine",
    "Gut Shot", "Gitaxian Probe", "Mutagenic Growth", "Dismember", "Vault Skirge", "Porcelain Legionnaire", "Pith Driller",
    "Moltensteel Dragon", "Immolating Souleater", "Lightning Bolt", "Divination", "Opt", "Shock", "Skinrender", "Jace Beleren",
    "Copper Longlegs", "Grizzly Bears", "Serra Angel", "Goblin Electromancer", "Kilo, Apogee Mind", "Viral Drake",
)  # fmt: skip
DOUBLERS = ("Vorinclex, Monstrous Raider", "Doubling Season")
LIFE_GAIN = "Scheming Aspirant"
DIES_TRIGGERS = ("Martyr for the Cause", "Martyr for the Cause", "Roalesk, Apex Hybrid")
OUTLETS = ("Plaguemaw Beast", "Throne of Geth")
BODIES = ("Grizzly Bears", "Runeclaw Bear", "Hill Giant", "Serra Angel", "Colossal Dreadmaw", "Troll Ascetic", "Banehound")
ULTIMATES = {"Jace Beleren": 10, "Nicol Bolas, Planeswalker": 9}
"""Planeswalkers with the loyalty that their dearest ability costs."""

PLAIN_WALKERS = {"Jace Beleren": 10, "Jace, the Perfected Mind": 8}
"""Planeswalkers whose abilities leave the opponent no choice."""

LANDS = {8: 9, 12: 12, 14: 16, 20: 20}
"""Lands by spells, as in the prototypes; else one more than spells."""

COLORED = {
    "W": ("Plains",), "U": ("Island", "Steam Vents"), "B": ("Swamp", "Blood Crypt"), "R": ("Mountain", "Steam Vents"),
    "G": ("Forest",),
}  # fmt: skip
"""Lands by a colour that they make."""


def task(case: Case) -> Task:
    """The position of a case."""
    sizes = re.fullmatch(r"(\d+)/(\d+)", case.size)
    if sizes is None:
        raise ValueError(f"{case.size}: a size of 'ordered' is SPELLS/THINGS, such as 8/14")
    spells, things = int(sizes[1]), int(sizes[2])
    least = 4 if case.setting == "plain" else 10
    if not 1 <= spells <= 60 or not least <= things <= 200:
        raise ValueError(f"{case.size}: from 1 to 60 spells and from {least} to 200 things")
    drawn_as = "plain" if case.setting == "plain" else "hard"
    rng = random.Random(f"ordered/{drawn_as}/{case.size}/{case.seed}")
    position = _Drawing(rng, spells, things, case.setting).position(f"{case} #{case.seed}")
    return Task(position, "win", by_trying_everything(position, "win"))


FAMILY = Family(
    "ordered", "whole turns in which the order matters", task, ("8/14", "12/25", "14/40", "20/60"), ("plain", "hard", "endless")
)


class _Drawing:
    """One position in the making."""

    def __init__(self, rng: random.Random, spells: int, things: int, setting: str) -> None:
        self.rng, self.spells, self.things = rng, spells, things
        self.hard, self.endless = setting != "plain", setting == "endless"
        self.pool = CardPool.bundled()

    def position(self, title: str) -> Position:
        hand = self._hand()
        mine, theirs = self._things()
        you = PlayerSpec(
            life=self.rng.randint(6, 14), hand=tuple(map(CardSpec, hand)), battlefield=(*self._lands(hand), *mine),
            counters={"poison": self.rng.randint(0, 3)},
        )  # fmt: skip
        poison = {} if self.hard else {"poison": self.rng.randint(1, 4)}
        life = 30 + 2 * self.spells if self.hard else self.rng.randint(12, 20)
        opponent = PlayerSpec(life=life, counters=poison, battlefield=tuple(theirs))
        return Position(you, opponent, title)

    def _hand(self) -> list[str]:
        rng = self.rng
        if not self.hard:
            sources = sum(rng.random() < 0.15 for _ in range(self.spells))
            hand = rng.sample(TRIGGER_SOURCES, min(sources, len(TRIGGER_SOURCES)))
        else:
            hand = rng.sample(TRIGGER_SOURCES, -(-self.spells // 5))
            hand += ["Tekuthal, Inquiry Dominus", rng.choice(DOUBLERS), LIFE_GAIN]
        hand = hand[: self.spells]
        hand += [rng.choice(SPELLS) for _ in range(self.spells - len(hand))]
        rng.shuffle(hand)
        return hand

    def _lands(self, hand: Sequence[str]) -> list[PermanentSpec]:
        """Lands for colours that the hand asks for; in the hard setting enough for Tekuthal and a doubler."""
        symbols = [c for name in hand for s in self.pool.get(name).cost or () for c in s.colors]
        wanted = list("UUG" if self.hard else "")
        number = LANDS.get(self.spells, self.spells + 1)
        wanted += [self.rng.choice(sorted(symbols) or "WUBRG") for _ in range(number - len(wanted))]
        return [PermanentSpec(self.rng.choice(COLORED[c])) for c in wanted]

    def _things(self) -> tuple[list[PermanentSpec], list[PermanentSpec]]:
        """What you have and what the opponent has."""
        rng = self.rng
        walkers = ULTIMATES if self.hard else PLAIN_WALKERS
        mine = [PermanentSpec(name, counters={"loyalty": most - rng.randint(1, 4)}) for name, most in walkers.items()]
        if self.hard:
            mine += [PermanentSpec(name, counters={"p1p1": rng.randint(1, 3)}) for name in DIES_TRIGGERS]
            mine.append(PermanentSpec(rng.choice(OUTLETS), counters={rng.choice(("oil", "charge")): 1}))
        theirs = [PermanentSpec("Karn, Scion of Urza", counters={"loyalty": rng.randint(3, 8)})]
        while len(mine) + len(theirs) < self.things:
            side = rng.choice((mine, theirs))
            side.append(self._body() if rng.random() < 0.85 else self._artifact(side is mine))
        return mine, theirs

    def _body(self) -> PermanentSpec:
        """A creature with counters of one kind, or of two that do not annihilate each other."""
        name = self.rng.choice(BODIES)
        toughness = self.pool.get(name).toughness or 0
        shrunk = self.rng.random() < 0.35 and toughness > 1
        counters = {"m1m1": self.rng.randint(1, toughness - 1)} if shrunk else {"p1p1": self.rng.randint(1, 4)}
        if self.rng.random() < 0.3:
            counters[self.rng.choice(("oil", "charge", "stun"))] = self.rng.randint(1, 4)
        return PermanentSpec(name, counters=counters)

    def _artifact(self, mine: bool) -> PermanentSpec:
        theirs = ("Darksteel Reactor", "Everflowing Chalice", "Sphere of the Suns")
        name = ("Grizzly Bears" if self.endless else "Darksteel Reactor") if mine else self.rng.choice(theirs)
        return PermanentSpec(name, counters={"charge": self.rng.randint(1, 6)})
