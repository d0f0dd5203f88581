"""The words that only the card notation knows: references and keywords."""

from __future__ import annotations

SPELL_TYPES = frozenset(("Instant", "Sorcery"))

REFERENCES = (
    "self", "target", "target 2", "target 3", "target 4", "that", "you", "opponent", "each player", "target's controller",
    "target's owner", "that's controller", "attached", "attached's controller", "it", "attached's owner", "made", "sacrificed",
)  # fmt: skip
"""What an effect may speak of, besides `each` and a filter; see `engine.vocabulary`."""

_KEYWORDS = """
    changeling compleated deathtouch defender dethrone devoid evolve exalted extort fear flash flying haste hexproof horsemanship
    indestructible infect intimidate lifelink menace persist prowess reach shadow shroud skulk storm trample undying vigilance
    wither forestwalk islandwalk mountainwalk plainswalk swampwalk"""

KEYWORDS = frozenset(_KEYWORDS.split()) | {
    "cannot be countered", "double strike", "first strike", "for Mirrodin!", "living weapon", "read ahead", "split second",
}  # fmt: skip
"""Keyword abilities (702) that stand alone."""

NUMBERED_KEYWORDS = frozenset(("crew", "fabricate", "fading", "graft", "modular", "toxic", "vanishing"))
"""Keyword abilities (702) that are followed by a number."""

PRICED_KEYWORDS = frozenset(
    (
        "cycling", "equip", "evoke", "flashback", "overload",
        "ward", "plainscycling", "islandcycling", "swampcycling", "mountaincycling", "forestcycling",
    )
)  # fmt: skip
"""Keyword abilities (702) that are followed by a mana cost."""

