"""The words that only the card notation knows: references and keywords."""

from __future__ import annotations

SPELL_TYPES = frozenset(("Instant", "Sorcery"))

REFERENCES = (
    "self", "target", "target 2", "target 3", "that", "you", "opponent", "each player", "target's controller", "sacrificed",
)  # fmt: skip
"""What an effect may speak of, besides `each` and a filter; see `engine.vocabulary`."""

_KEYWORDS = """
    changeling compleated deathtouch defender devoid fear flash flying haste hexproof horsemanship indestructible
    infect intimidate lifelink menace persist prowess reach shadow shroud skulk trample undying vigilance wither
    forestwalk islandwalk mountainwalk plainswalk swampwalk"""

KEYWORDS = frozenset(_KEYWORDS.split()) | {"double strike", "first strike", "split second"}
"""Keyword abilities (702) that stand alone."""

NUMBERED_KEYWORDS = frozenset(("fading", "modular", "toxic", "vanishing"))
"""Keyword abilities (702) that are followed by a number."""

