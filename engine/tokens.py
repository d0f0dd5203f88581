"""Tokens that the rules define by a word (111.10)."""

from __future__ import annotations

from engine.mana import COLORS, parse_cost
from engine.vocabulary import Ability, Activated, AddMana, Costs, Draw, GainLife, SacrificeCost, Scry

PREDEFINED: dict[str, tuple[Ability, ...]] = {
    "Treasure": (Activated(Costs(tap=True, sacrifice=SacrificeCost()), (AddMana(COLORS),)),),
    "Food": (Activated(Costs(parse_cost("{2}"), tap=True, sacrifice=SacrificeCost()), (GainLife(n=3),)),),
    "Gold": (Activated(Costs(sacrifice=SacrificeCost()), (AddMana(COLORS),)),),
    "Shard": (Activated(Costs(parse_cost("{2}"), sacrifice=SacrificeCost()), (Scry(1), Draw())),),
    "Clue": (Activated(Costs(parse_cost("{2}"), sacrifice=SacrificeCost()), (Draw(),)),),
    "Blood": (Activated(Costs(parse_cost("{1}"), tap=True, discard=1, sacrifice=SacrificeCost()), (Draw(),)),),
}
"""The abilities of the predefined tokens of one activated ability, by subtype (111.10a, b, c, e, f, g)."""
