"""Tokens that the rules define by a word (111.10), and what words of token scripts say."""

from __future__ import annotations

from engine.mana import COLORS, parse_cost
from engine.vocabulary import (
    Ability,
    Activated,
    AddCounters,
    AddMana,
    CannotBeBlocked,
    CardDefinition,
    Costs,
    Draw,
    Draws,
    Filter,
    GainLife,
    Pump,
    SacrificeCost,
    Scry,
    SpendOn,
    Target,
    Transform,
    Triggered,
)

PREDEFINED: dict[str, tuple[Ability, ...]] = {
    "Treasure": (Activated(Costs(tap=True, sacrifice=SacrificeCost()), (AddMana(COLORS),)),),
    "Food": (Activated(Costs(parse_cost("{2}"), tap=True, sacrifice=SacrificeCost()), (GainLife(n=3),)),),
    "Gold": (Activated(Costs(sacrifice=SacrificeCost()), (AddMana(COLORS),)),),
    "Shard": (Activated(Costs(parse_cost("{2}"), sacrifice=SacrificeCost()), (Scry(1), Draw())),),
    "Clue": (Activated(Costs(parse_cost("{2}"), sacrifice=SacrificeCost()), (Draw(),)),),
    "Powerstone": (
        Activated(Costs(tap=True), (AddMana("C", only=SpendOn(cast=Filter(types=frozenset({"Artifact"})), rest=True)),)),
    ),
    "Blood": (Activated(Costs(parse_cost("{1}"), tap=True, discard=1, sacrifice=SacrificeCost()), (Draw(),)),),
}
"""The abilities of the predefined tokens of one activated ability, by subtype (111.10a, b, c, e, f, g, h)."""

INCUBATOR = CardDefinition(
    "Incubator", None, types=frozenset({"Artifact"}), subtypes=("Incubator",),
    abilities=(Activated(Costs(parse_cost("{2}")), (Transform("self"),)),),
    back=CardDefinition(
        "Phyrexian Token", None, types=frozenset({"Artifact", "Creature"}), subtypes=("Phyrexian",), power=0, toughness=0
    ),
)  # fmt: skip
"""The Incubator token (111.10i) with its back face."""

_CREATURE = frozenset({"Creature"})
SCRIPTED: dict[tuple[str, str], tuple[Ability, ...]] = {
    ("Spawn", "sac"): (Activated(Costs(sacrifice=SacrificeCost()), (AddMana("C"),)),),
    ("Scion", "sac"): (Activated(Costs(sacrifice=SacrificeCost()), (AddMana("C"),)),),
    ("Mercenary", "tappump"): (
        Activated(
            Costs(tap=True), (Pump("target", 1),), (Target(filter=Filter(types=_CREATURE, controller="you")),), sorcery_speed=True
        ),
    ),
    ("Spirit", "drawcounter"): (Triggered(Draws(), (AddCounters("self", "p1p1"),)),),
    # what can block only creatures with flying
    ("Faerie", "blockflying"): (
        CannotBeBlocked(Filter(types=_CREATURE, not_keywords=frozenset({"flying"})), by=Filter(source=True)),
    ),
}  # fmt: skip
"""The abilities that a word of a token script gives, by a subtype of the token and that word."""
