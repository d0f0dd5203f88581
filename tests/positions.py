"""Random small positions over the cards that the model follows, to hold the model against the reference.

`draw(stratum, seed)` gives one position; the same arguments give the same position. Positions are built around a *featured*
card, taken in turn, with partners that make it matter, and drawn in strata:

* `any`: whatever comes together;
* `engine`: a trigger source, doubler or cost changer that can be cast this turn, and things that it works on;
* `midline`: things that die, are sacrificed, made or drawn in mid-line;
* `pool`: as `any`, around every card of the pool, also those of which the model follows nothing.

Whether a drawn position really is hard in that way is for the reference to say (`is_in_stratum`).
`python -m tests.positions --seed S --n N` prints statistics.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from engine.cards import CardPool
from engine.choices import Activate, Cast, Choice, PlayLand, TapForMana
from engine.layers import PERMANENT_TYPES
from engine.objects import OPPONENT, Result, count_of
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.state import State
from engine.vocabulary import Activated, CardDefinition, Enters, Triggered
from optimizer.exhaustive import Optimal, Reference, Test, reference
from optimizer.objective import Scoring
from optimizer.search import Limits

STRATA = ("any", "engine", "midline")

ENLARGED = "pool"
"""Not a stratum of the long run: like `any`, built around each card of the whole bundled pool in turn."""

BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest", "C": "Wastes"}
DUALS = {frozenset("UR"): "Steam Vents", frozenset("BR"): "Blood Crypt"}

PROLIFERATORS = (
    "Contentious Plan", "Steady Progress", "Volt Charge", "Courage in Crisis", "Grim Affliction", "Drown in Ichor",
    "Whisper of the Dross", "Experimental Augury", "Unbounded Potential", "Huatli's Raptor", "Tezzeret's Gambit",
    "Expansion Algorithm", "Bloom Hulk", "Spread the Sickness", "Atomize", "Planewide Celebration",
)  # fmt: skip
CHEAP = (
    "Whisper of the Dross", "Contentious Plan", "Experimental Augury", "Unbounded Potential", "Huatli's Raptor",
    "Drown in Ichor",
)  # fmt: skip
FREE = ("Gut Shot", "Gitaxian Probe", "Mutagenic Growth", "Dismember")
SMALL_SPELLS = (
    "Gut Shot", "Gitaxian Probe", "Mutagenic Growth", "Opt", "Shock", "Lightning Bolt", "Whisper of the Dross", "Divination",
)  # fmt: skip
SMALL_CREATURES = (
    "Banehound", "Grizzly Bears", "Runeclaw Bear", "Huatli's Raptor", "Merfolk Skydiver", "Martyr for the Cause",
    "Copper Longlegs", "Cankerbloom", "Scheming Aspirant", "Voidwing Hybrid", "Troll Ascetic", "Hill Giant",
    "Porcelain Legionnaire",
)  # fmt: skip
BIG_CREATURES = (
    "Colossal Dreadmaw", "Serra Angel", "Blastoderm", "Hill Giant", "Moltensteel Dragon", "Pith Driller", "Skinrender",
)  # fmt: skip
ARTIFACTS = (
    "Everflowing Chalice", "Sol Ring", "Sphere of the Suns", "Hex Parasite", "Vault Skirge", "Contagion Clasp",
    "Throne of Geth", "Immolating Souleater", "Hangarback Walker", "Staff of Compleation", "Porcelain Legionnaire",
)  # fmt: skip
PHYREXIAN = (*FREE, "Vault Skirge", "Porcelain Legionnaire", "Tezzeret's Gambit", "Jace, the Perfected Mind", "Pith Driller")
BLACK = (
    "Whisper of the Dross", "Drown in Ichor", "Grim Affliction", "Banehound", "Skinrender", "Scheming Aspirant", "Dismember",
)  # fmt: skip
INSTANTS = (
    "Steady Progress", "Volt Charge", "Experimental Augury", "Grim Affliction", "Opt", "Shock", "Drown in Ichor",
    "Contentious Plan",
)  # fmt: skip
SHRINKERS = ("Grim Affliction", "Skinrender", "Pith Driller", "Contagion Clasp")
KILLERS = (
    "Gut Shot", "Dismember", "Shock", "Lightning Bolt", "Drown in Ichor", "Whisper of the Dross", "Grim Affliction", "Atomize",
)  # fmt: skip
PUTTERS = ("Courage in Crisis", "Merfolk Skydiver", "Unbounded Potential", "Hangarback Walker", "Roalesk, Apex Hybrid")
DRAWERS = (
    "Contentious Plan", "Steady Progress", "Gitaxian Probe", "Opt", "Divination", "Tezzeret's Gambit", "Experimental Augury",
)  # fmt: skip
TOKEN_MAKERS = (
    "Hangarback Walker", "Planewide Celebration", "Karn, Scion of Urza", "Venser, Corpse Puppet", "Hapatra, Vizier of Poisons",
)  # fmt: skip
DIERS = ("Martyr for the Cause", "Roalesk, Apex Hybrid", "Hangarback Walker", "Grizzly Bears")

PLANESWALKERS = {
    "Vraska, Betrayal's Sting": (3, 8, 9), "Jace, the Perfected Mind": (1, 2, 5), "Nicol Bolas, Planeswalker": (2, 8, 9),
    "Jace Beleren": (1, 3, 9), "Karn, Scion of Urza": (1, 2, 5), "Teferi, Time Raveler": (1, 3, 4),
}  # fmt: skip
"""Planeswalkers, with loyalties at which something is about to become possible or impossible."""

PARTNERS: dict[str, tuple[Sequence[str], ...]] = {
    "Inexorable Tide": (FREE, SMALL_SPELLS),
    "Flux Channeler": (SMALL_SPELLS, FREE),
    "Evolution Sage": (tuple(BASICS.values()), CHEAP),
    "Surge Conductor": (ARTIFACTS, CHEAP),
    "Metastatic Evangel": (SMALL_CREATURES, CHEAP),
    "Scheming Aspirant": (CHEAP, PROLIFERATORS),
    "Ezuri, Stalker of Spheres": (CHEAP,),
    "Voidwing Hybrid": (CHEAP, ("Throne of Geth", "Plaguemaw Beast")),
    "Venser, Corpse Puppet": (CHEAP, ("Mondrak, Glory Dominus", "Vault Skirge")),
    "Tekuthal, Inquiry Dominus": (CHEAP, PROLIFERATORS),
    "Atraxa, Praetors' Voice": (CHEAP, SMALL_SPELLS),
    "Roalesk, Apex Hybrid": (SMALL_CREATURES, ("Dismember", "Plaguemaw Beast", "Yawgmoth, Thran Physician")),
    "Yawgmoth, Thran Physician": (DIERS, SMALL_SPELLS),
    "Vraska, Betrayal's Sting": (CHEAP, PROLIFERATORS),
    "Ichormoon Gauntlet": (SMALL_SPELLS, FREE),
    "Rage Extractor": (PHYREXIAN, FREE),
    "Mondrak, Glory Dominus": (TOKEN_MAKERS, ARTIFACTS),
    "K'rrik, Son of Yawgmoth": (BLACK, BLACK),
    "Doubling Season": (PUTTERS, TOKEN_MAKERS),
    "Vorinclex, Monstrous Raider": (PUTTERS, CHEAP),
    "Hardened Scales": (PUTTERS, CHEAP),
    "Solemnity": (SMALL_CREATURES,),
    "Melira, Sylvok Outcast": (SHRINKERS, CHEAP),
    "Trinisphere": (SMALL_SPELLS, FREE),
    "Goblin Electromancer": (INSTANTS, INSTANTS),
    "Fathom Mage": (BIG_CREATURES, PUTTERS),
    "Hapatra, Vizier of Poisons": (SHRINKERS, CHEAP),
    "Blowfly Infestation": (KILLERS, SHRINKERS),
    "Martyr for the Cause": (KILLERS, ("Plaguemaw Beast", "Yawgmoth, Thran Physician")),
    "Plaguemaw Beast": (DIERS, SMALL_CREATURES),
    "Throne of Geth": (ARTIFACTS, ARTIFACTS),
    "Hangarback Walker": (KILLERS, PUTTERS),
    "Karn, Scion of Urza": (ARTIFACTS, CHEAP),
    "Hex Parasite": (("Surge Conductor", "Throne of Geth"), SMALL_SPELLS),
    "Kilo, Apogee Mind": (("Surge Conductor", "Metastatic Evangel", "Throne of Geth"), SMALL_SPELLS),
    "Planewide Celebration": (CHEAP,),
    "Staff of Compleation": (DIERS, CHEAP),
    "Skinrender": (CHEAP,),
    "Mutagenic Growth": (("Flux Channeler",), SHRINKERS),
    "Gut Shot": (("Flux Channeler", "Blowfly Infestation"), CHEAP),
    "Immolating Souleater": (("Throne of Geth", "Surge Conductor"), CHEAP),
    "Porcelain Legionnaire": (("Metastatic Evangel", "Surge Conductor"), CHEAP),
    "Contagion Clasp": (CHEAP,),
}
"""For a featured card: one partner is drawn from each of these."""

ENGINES = (
    "Inexorable Tide", "Flux Channeler", "Evolution Sage", "Surge Conductor", "Metastatic Evangel", "Scheming Aspirant",
    "Ezuri, Stalker of Spheres", "Venser, Corpse Puppet", "Tekuthal, Inquiry Dominus", "Ichormoon Gauntlet", "Rage Extractor",
    "Mondrak, Glory Dominus", "K'rrik, Son of Yawgmoth", "Doubling Season", "Vorinclex, Monstrous Raider", "Hardened Scales",
    "Melira, Sylvok Outcast", "Goblin Electromancer", "Fathom Mage", "Hapatra, Vizier of Poisons", "Blowfly Infestation",
    "Atraxa, Praetors' Voice", "Martyr for the Cause", "Voidwing Hybrid", "Solemnity", "Trinisphere",
)  # fmt: skip
"""Trigger sources, doublers, cost changers."""

MIDLINE = (
    "Martyr for the Cause", "Plaguemaw Beast", "Yawgmoth, Thran Physician", "Throne of Geth", "Hangarback Walker",
    "Copper Longlegs", "Cankerbloom", "Roalesk, Apex Hybrid", "Venser, Corpse Puppet", "Contentious Plan", "Steady Progress",
    "Gitaxian Probe", "Tezzeret's Gambit", "Experimental Augury", "Opt", "Divination", "Ezuri, Stalker of Spheres",
    "Hapatra, Vizier of Poisons", "Blowfly Infestation", "Karn, Scion of Urza", "Planewide Celebration", "Fathom Mage",
    "Staff of Compleation", "Mondrak, Glory Dominus", "Jace Beleren", "Vraska, Betrayal's Sting", "Jace, the Perfected Mind",
    "Teferi, Time Raveler", "Voidwing Hybrid", "Skinrender",
)  # fmt: skip
"""Cards that kill, sacrifice, make or draw in mid-line, or that want it."""

OUTLETS = {
    "Throne of Geth": ("Immolating Souleater", "Sphere of the Suns", "Sol Ring", "Everflowing Chalice"),
    "Plaguemaw Beast": ("Martyr for the Cause", "Grizzly Bears", "Banehound", "Voidwing Hybrid"),
    "Yawgmoth, Thran Physician": ("Martyr for the Cause", "Grizzly Bears", "Banehound", "Hangarback Walker"),
    "Copper Longlegs": (),
    "Cankerbloom": (),
}
"""Permanents that sacrifice for an effect, and what they may sacrifice besides themselves."""

TIER_A = tuple(sorted({
    *BASICS.values(), *DUALS.values(), *PROLIFERATORS, *CHEAP, *FREE, *SMALL_SPELLS, *SMALL_CREATURES, *BIG_CREATURES, *ARTIFACTS,
    *PHYREXIAN, *BLACK, *INSTANTS, *SHRINKERS, *KILLERS, *PUTTERS, *DRAWERS, *TOKEN_MAKERS, *DIERS, *PLANESWALKERS, *ENGINES,
    *MIDLINE, "Darksteel Reactor", "Contagion Engine", "Karn's Bastion", "Viral Drake", "Kilo, Apogee Mind",
}))  # fmt: skip

_LANDS = frozenset({*BASICS.values(), *DUALS.values(), "Karn's Bastion"})

SMALL = Limits(nodes=400)
"""What the reference may take to sharpen a position. No seconds: the same seed would give another position on a slow machine."""

_FEATURED = {"any": TIER_A, "engine": ENGINES, "midline": MIDLINE}


def featured(pool: CardPool, stratum: str) -> tuple[str, ...]:
    """The cards that the positions of a stratum are built around, in turn."""
    if stratum != ENLARGED:
        return _FEATURED[stratum]
    return tuple(name for name in sorted(pool.names()) if (d := pool.get(name)).cost is not None or "Land" in d.types)


def draw(pool: CardPool, stratum: str, seed: int) -> Position:
    """The position with that number of a stratum.

    Raises:
        KeyError: there is no such stratum.
        UnknownCard: a card of the tables is not in the pool.
    """
    return _Drawing(pool, stratum, seed).position()


def featuring(card: str) -> Iterator[int]:
    """The numbers of the positions of the stratum `any` that are built around that card."""
    return count(TIER_A.index(card), len(TIER_A))


class _Drawing:
    """One position in the making."""

    def __init__(self, pool: CardPool, stratum: str, seed: int) -> None:
        self.pool = pool
        self.stratum = stratum
        self.rng = random.Random(f"{stratum}/{seed}")
        cards = featured(pool, stratum)
        self.featured = cards[seed % len(cards)]
        self.hand: list[str] = []
        self.mine: list[PermanentSpec] = []
        self.theirs: list[PermanentSpec] = []
        self.graveyard: list[str] = []

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def position(self) -> Position:
        rng = self.rng
        self.place_featured()
        most = 2 if self.stratum == "midline" else 3
        for partners in PARTNERS.get(self.featured, (CHEAP, SMALL_SPELLS + SMALL_CREATURES)):
            if len(self.hand) < most and self.chance(0.9):
                self.hand.append(rng.choice(partners))
        if self.stratum == "midline":
            self.place_what_comes_and_goes()
        self.place_things_with_counters()
        if self.chance(0.2) and len(self.hand) < 3 and not any(c in _LANDS for c in self.hand):
            self.hand.append(rng.choice(list(BASICS.values())))
        me = PlayerSpec(
            life=rng.choice((1, 2, 3, 3, 4, 5, 6, 8, 12) if self.stratum in ("any", ENLARGED) else (3, 3, 4, 4, 5, 6)),
            counters={"poison": rng.randint(1, 9)} if self.chance(0.15) else {},
            hand=tuple(map(CardSpec, self.hand)),
            battlefield=(*self.lands(), *self.mine),
            graveyard=tuple(map(CardSpec, self.graveyard)),
            library=self.library(),
        )
        opponent = PlayerSpec(
            life=rng.choice((1, 2, 3, 5, 7, 20)),
            counters={"poison": rng.randint(1, 9)} if self.chance(0.7) else {},
            battlefield=tuple(self.theirs),
        )
        goal = {"maximize": "value"} if self.chance(0.7) else "win"
        return Position(you=me, opponent=opponent, title=f"{self.stratum}: {self.featured}", goal=goal)

    def place_featured(self) -> None:
        definition = self.pool.get(self.featured)
        if self.featured in BASICS.values() or self.featured in DUALS.values():
            self.hand.append(self.featured)
        elif self.featured in PLANESWALKERS and (self.chance(0.7) or self.stratum == "midline"):
            self.mine.append(self.planeswalker(self.featured))
        elif self.featured == "Voidwing Hybrid" and self.chance(0.6):
            self.graveyard.append(self.featured)
        elif self.featured in OUTLETS and self.stratum == "midline":
            self.place_outlet(self.featured)
        elif self.stratum != "engine" and self.works_on_the_battlefield(definition) and self.chance(0.6):
            self.mine.append(PermanentSpec(self.featured, counters=self.own_counters(self.featured)))
        else:
            self.hand.append(self.featured)

    def place_outlet(self, name: str) -> None:
        self.mine.append(PermanentSpec(name))
        if OUTLETS[name]:
            fodder = self.rng.choice(OUTLETS[name])
            self.mine.append(PermanentSpec(fodder, counters=self.own_counters(fodder)))

    def place_what_comes_and_goes(self) -> None:
        """Something to sacrifice, to let die, or to draw."""
        rng = self.rng
        if self.featured in DIERS:
            self.hand.append(rng.choice(("Dismember", "Drown in Ichor", "Grim Affliction", "Lightning Bolt")))
            if self.featured in self.hand:
                self.hand.remove(self.featured)
                self.mine.append(PermanentSpec(self.featured, counters=self.own_counters(self.featured)))
        elif not any(p.card in OUTLETS for p in self.mine) and self.chance(0.4):
            self.place_outlet(rng.choice(("Copper Longlegs", "Cankerbloom", "Plaguemaw Beast", "Throne of Geth")))
        if self.featured == "Venser, Corpse Puppet":
            self.mine.append(PermanentSpec("Throne of Geth"))

    def works_on_the_battlefield(self, definition: CardDefinition) -> bool:
        """Whether it is of use there: it has an activated ability, or it is an expensive permanent that does more than enter."""
        entering = [a for a in definition.abilities if isinstance(a, Triggered) and isinstance(a.on, Enters) and a.on.source]
        does_more = bool(definition.types & PERMANENT_TYPES) and len(definition.abilities) > len(entering)
        activated = any(isinstance(a, Activated) for a in definition.abilities)
        return activated or (does_more and _mana_value(definition) >= 5)

    def own_counters(self, name: str) -> dict[str, int]:
        """The counters that a permanent of that name needs to be of use."""
        if name == "Darksteel Reactor":
            return {"charge": self.rng.randint(17, 19)}
        if name in ("Everflowing Chalice", "Sphere of the Suns"):
            return {"charge": self.rng.randint(1, 2)}
        if name == "Hangarback Walker":
            return {"p1p1": self.rng.randint(1, 2)}
        if name == "Blastoderm":
            return {"fade": self.rng.randint(1, 3)}
        definition = self.pool.get(name)
        if definition.loyalty:
            return {"loyalty": definition.loyalty}
        return {"lore": 1} if "Saga" in definition.subtypes else {}

    def planeswalker(self, name: str) -> PermanentSpec:
        return PermanentSpec(name, counters={"loyalty": self.rng.choice(PLANESWALKERS[name])})

    def place_things_with_counters(self) -> None:
        rng = self.rng
        for _ in range(rng.choice({"engine": (1, 2), "midline": (0, 1)}.get(self.stratum, (1, 1, 2)))):
            kind = rng.randrange(8)
            if kind == 0 and not any(p.card in PLANESWALKERS for p in self.mine):
                self.mine.append(self.planeswalker(rng.choice(list(PLANESWALKERS))))
            elif kind == 1:
                self.mine.append(PermanentSpec(rng.choice(("Grizzly Bears", "Hill Giant", "Serra Angel")), counters={"p1p1": 1}))
            elif kind == 2:
                self.mine.append(PermanentSpec("Martyr for the Cause", counters={"m1m1": 1}))
            elif kind == 3:
                name = rng.choice(("Everflowing Chalice", "Sphere of the Suns", "Darksteel Reactor", "Hangarback Walker"))
                self.mine.append(PermanentSpec(name, counters=self.own_counters(name)))
            elif kind in (4, 5):
                name, size = rng.choice((("Hill Giant", 3), ("Grizzly Bears", 2), ("Serra Angel", 4), ("Colossal Dreadmaw", 6)))
                self.theirs.append(PermanentSpec(name, counters={"m1m1": rng.randint(1, size - 1)}))
            elif kind == 6:
                self.theirs.append(PermanentSpec("Runeclaw Bear", counters={"p1p1": 1}))
        if not self.theirs and self.chance(0.4):
            self.theirs.append(PermanentSpec(rng.choice(SMALL_CREATURES)))

    def lands(self) -> tuple[PermanentSpec, ...]:
        """Lands for most of what is there to pay, seldom for all of it."""
        rng = self.rng
        costs = [self.pool.get(c).cost or () for c in self.hand]
        abilities = [a for p in self.mine for a in self.pool.get(p.card).abilities if isinstance(a, Activated)]
        costs += [a.cost.mana for a in abilities]
        symbols = [s for cost in costs for s in cost if s.colors]
        colored = [rng.choice(sorted(s.colors)) for s in symbols if not (s.phyrexian and self.chance(0.5))]
        total = sum(s.mana_value for cost in costs for s in cost) + 2 * sum(s.is_x for cost in costs for s in cost)
        first = _mana_value(self.pool.get(self.featured))
        least = first + (1 if self.stratum == "engine" else 0)
        short = rng.choice((0, 0, 1, 1, 2) if self.stratum != "midline" else (-1, 0, 0, 1))
        most = 6 if self.stratum == "midline" else 8
        n = max(1, min(most, max(min(total, 3) if least > 5 else least, total - short)))
        needed = colored[:n] + [rng.choice(colored or list("UBG")) for _ in range(n - len(colored))]
        names: Counter[str] = Counter()
        for c in needed:
            dual = next((name for colors, name in DUALS.items() if c in colors and colors & set(needed) - {c}), None)
            names[dual if dual and self.chance(0.3) else BASICS[c]] += 1
        if self.chance(0.1):
            names[rng.choice(("Wastes", "Karn's Bastion"))] += 1
        if self.chance(0.08):
            names["Sol Ring"] += 1
        return tuple(PermanentSpec(name, count=k) for name, k in names.items())

    def library(self) -> tuple[CardSpec, ...] | None:
        rng = self.rng
        if self.chance(0.05):
            return ()
        if self.stratum == "midline" or self.chance(0.3):
            kinds: tuple[Sequence[str], ...] = (SMALL_SPELLS, FREE, CHEAP, SMALL_CREATURES, tuple(BASICS.values()))
            if self.stratum == "midline":
                kinds = (FREE, FREE, CHEAP, ("Banehound", "Lightning Bolt", "Shock", "Everflowing Chalice", "Opt"))
            most = 2 if self.stratum == "midline" else 4
            return tuple(CardSpec(rng.choice(rng.choice(kinds))) for _ in range(rng.randint(most - 1, most)))
        return None


def sharpened(pool: CardPool, position: Position, seed: int, limits: Limits = SMALL) -> Position:
    """The position with just so much poison or life of the opponent that all that can be done this turn is just enough to win, or
    (once in five) just not enough. Unchanged if nothing can be done or the reference does not finish."""
    rng = random.Random(f"sharp/{position.title}/{seed}")
    opponent = position.opponent
    for what in rng.sample(("poison", "life"), 2):
        poisoned = replace(opponent, life=20, counters={"poison": 1} if what == "poison" else {})
        start = replace(position, opponent=poisoned)
        found = reference(State.begin(start, pool), _DONE[what], limits)
        if found.finished and found.value > 0:
            wanted = found.value + (1 if rng.random() < 0.2 else 0)
            if what == "poison":
                return replace(position, opponent=replace(opponent, counters={"poison": max(1, 10 - wanted)}))
            return replace(position, opponent=replace(opponent, life=wanted))
    return position


def _poison_given(state: State) -> int:
    return count_of(state.players[OPPONENT].counters, "poison") - 1 if state.result is not Result.LOST else -1


def _life_taken(state: State) -> int:
    return 20 - state.players[OPPONENT].life if state.result is not Result.LOST else -1


_DONE = {"poison": _poison_given, "life": _life_taken}


def _mana_value(definition: CardDefinition) -> int:
    return sum(s.mana_value for s in definition.cost or ())


# ------------------------------------------------------------------------------------------------- what a position really tests


def is_in_stratum(stratum: str, root: State, optimal: Optimal) -> bool:
    """Whether every optimal line has what the stratum is about."""
    if stratum == "engine":
        return optimal.every(casts_an_engine)
    if stratum == "midline":
        return optimal.every(uses_what_came_or_went(root))
    return True


def casts_an_engine(before: State, choice: Choice, after: State) -> bool:
    """Whether the choice casts a trigger source, doubler or cost changer."""
    return isinstance(choice, Cast) and before.name(choice.card) in ENGINES


def uses_what_came_or_went(root: State) -> Test:
    """A test for choices that use what was made or drawn after `root`, sacrifice something, or let something of yours die or the
    opponent's be killed while something is still to come."""
    from_the_start = {card.id for player in root.players for card in player.hand} | set(root.battlefield)

    def test(before: State, choice: Choice, after: State) -> bool:
        if isinstance(choice, (Cast, PlayLand)) and choice.card not in from_the_start:
            return True
        if isinstance(choice, (Activate, TapForMana)) and before.battlefield[choice.source].token:
            return True
        if isinstance(choice, (Cast, Activate, TapForMana)) and choice.sacrifice:
            return True
        gone = set(before.battlefield) - set(after.battlefield)
        return bool(after.stack) and any("Creature" in before.types(id) for id in gone)

    return test


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position with its root state and what the reference found."""

    position: Position
    root: State
    reference: Reference

    @property
    def scoring(self) -> Scoring:
        return scoring_of(self.position, self.root)


def scoring_of(position: Position, root: State) -> Scoring:
    """The scoring that the goal of a drawn position means."""
    return Scoring.profile("win" if position.goal == "win" else "value").at(root)


def solve(position: Position, pool: CardPool, limits: Limits) -> Drawn:
    """The position with its reference value."""
    root = State.begin(position, pool)
    return Drawn(position, root, reference(root, scoring_of(position, root).evaluate, limits))


TWO_SECONDS = Limits(seconds=2.0)


SHARP = {"any": 0.3, "engine": 0.6, "midline": 1.0, ENLARGED: 0.3}
"""How often positions of a stratum are sharpened."""


def take(pool: CardPool, stratum: str, seed: int) -> Position:
    """The position with that number of a stratum, sharpened as often as the stratum needs it."""
    position = draw(pool, stratum, seed)
    if random.Random(f"take/{stratum}/{seed}").random() < SHARP[stratum]:
        return sharpened(pool, position, seed)
    return position


def solved(pool: CardPool, stratum: str, seeds: Iterable[int], limits: Limits = TWO_SECONDS) -> Iterator[Drawn]:
    """The positions of these seeds on which the reference finishes and which really are in their stratum."""
    for seed in seeds:
        drawn = solve(take(pool, stratum, seed), pool, limits)
        if drawn.reference.optimal is not None and is_in_stratum(stratum, drawn.root, drawn.reference.optimal):
            yield drawn


def main() -> None:
    """Prints, for each stratum, how many positions finish and hold what they promise, and which cards are in optimal lines."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--n", type=int, default=30)
    arguments.add_argument("--seconds", type=float, default=2.0)
    arguments.add_argument("--stratum", choices=STRATA)
    given = arguments.parse_args()
    pool = CardPool.bundled()
    cards: Counter[str] = Counter()
    for stratum in (given.stratum,) if given.stratum else STRATA:
        finished = inside = nodes = choices = 0
        start = time.perf_counter()
        for seed in range(given.seed, given.seed + given.n):
            drawn = solve(take(pool, stratum, seed), pool, Limits(seconds=given.seconds))
            nodes, choices = nodes + drawn.reference.nodes, choices + drawn.reference.choices
            if drawn.reference.optimal is None:
                continue
            finished += 1
            if is_in_stratum(stratum, drawn.root, drawn.reference.optimal):
                inside += 1
                cards.update(drawn.reference.optimal.cards())
        seconds = time.perf_counter() - start
        print(
            f"{stratum:8} {given.n} drawn, {finished} finished, {inside} in the stratum; {nodes / given.n:.0f} states and "
            f"{choices / given.n:.0f} choices each, {choices / seconds:.0f} choices a second, {seconds / given.n:.2f} s each"
        )
    missing = [card for card in TIER_A if not cards[card]]
    print(f"{len(cards)} cards in optimal lines; {len(missing)} of {len(TIER_A)} never: {', '.join(missing)}")


if __name__ == "__main__":
    main()
