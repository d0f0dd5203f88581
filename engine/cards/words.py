"""The words that only the card notation knows: references and keywords."""

from __future__ import annotations

SPELL_TYPES = frozenset(("Instant", "Sorcery"))

REFERENCES = (
    "self", "target", "target 2", "target 3", "target 4", "that", "you", "opponent", "each player", "target's controller",
    "target's owner", "that's controller", "attached", "attached's controller", "it", "attached's owner", "made", "sacrificed",
    "exiled",
)  # fmt: skip
"""What an effect may speak of, besides `each` and a filter; see `engine.vocabulary`."""

_KEYWORDS = """
    changeling compleated conspire convoke deathtouch decayed defender delve dethrone devoid evolve exalted exploit extort fear
    flanking flash flying haste hexproof horsemanship improvise indestructible infect intimidate lifelink menace mentor myriad
    partner persist prowess reach shadow shroud skulk storm training trample undying vigilance wither forestwalk islandwalk
    mountainwalk plainswalk swampwalk"""

KEYWORDS = frozenset(_KEYWORDS.split()) | {
    "battle cry", "cannot be countered", "double strike", "first strike", "for Mirrodin!", "living weapon", "read ahead",
    "split second", "retrace", "jump-start", "rebound", "cascade", "umbra armor", "ingest", "unleash", "riot", "job select",
}  # fmt: skip
"""Keyword abilities (702) that stand alone."""

NUMBERED_KEYWORDS = frozenset((
    "afflict", "afterlife", "annihilator", "bloodthirst", "bushido", "crew", "dredge", "fabricate", "fading", "graft", "modular",
    "rampage", "soulshift", "toxic", "vanishing", "casualty",
    "mobilize", "renown",
))  # fmt: skip
"""Keyword abilities (702) that are followed by a number."""

PRICED_KEYWORDS = frozenset(
    (
        "basic landcycling", "blitz", "buyback", "cumulative upkeep", "cycling", "dash", "disguise", "echo", "embalm",
        "encore", "equip",
        "eternalize", "evoke", "flashback", "foretell", "madness", "megamorph", "morph", "offspring", "outlast", "plot",
        "overload", "reconfigure", "replicate", "scavenge", "spectacle", "squad", "surge",
        "slivercycling", "transmute", "unearth", "wizardcycling",
        "ward", "plainscycling", "islandcycling", "swampcycling", "mountaincycling", "forestcycling",
    )
)  # fmt: skip
"""Keyword abilities (702) that are followed by a mana cost."""

NUMBERED_AND_PRICED_KEYWORDS = frozenset({"awaken", "reinforce"})
"""Keyword abilities (702) that are followed by a number and a mana cost."""

