"""The words a position may use: kinds of counters, designations, choices made for a permanent, parts of a type line."""

from __future__ import annotations

import re

KEYWORD_COUNTERS = frozenset(
    (
        "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof", "indestructible",
        "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
    )
)  # fmt: skip
"""The keywords that a counter can grant (122.1b)."""

_WORDS = """
    acorn aegis age aim arrow arrowhead art awakening bait bargle blaze blessing blight blood bloodline bloodstain book bore
    bounty brain bribery brick burden cage carrion cell charge chip chorus coin collection component conqueror contested control
    corpse corruption credit croak crystal cube currency curse day death defense delay depletion descent despair devotion
    discovery divinity doom dread dream duty echo egg elixir ember energy enlightened eon eruption everything experience
    exposure eyeball eyestalk fade fate feather feeding fellowship fetch filibuster film finality fire flame flood foreshadow
    fungus funk fury fuse gem ghostform glass globe glyph gold growth hack harmony hatching hatchling healing hit hole hone
    hoofprint hope hour hourglass hunger husk ice impostor incarnation incubation infection influence ingenuity ingredient intel
    intervention invasion invitation isolation javelin judgment ki kick knickknack knowledge landmark level loot lore loyalty
    luck magnet mana manabond manifestation mannequin matrix memory midway milk mine mining mire music muster necrodermis nest
    net night oil omen ore page pain palliation paralyzation pause petal petrification phylactery phyresis pin plague plan plot
    point poison polyp possession pressure prey primeval pupa quest rad rally rebuilding rejection release reprieve resonance
    rev revival ribbon ritual rope rust saurian scream scroll shell shield shoe shred shy silver skewer sleep sleight slime
    slumber soot soul spark spite spooky spore stall stash storage story strife stroopwafel study stun supply suspect takeover
    task taste theft third-degree-burn ticket tide time token tower traffic training trap treasure unity unlock valor velocity
    verse vitality void vortex vow voyage wage winch wind wish wreck"""

COUNTERS = KEYWORD_COUNTERS | frozenset(_WORDS.split())
"""The counters that cards name by a word."""

POWER_TOUGHNESS_COUNTER = re.compile(r"([pm])([0-9]{1,2})([pm])([0-9]{1,2})")
"""A counter that changes power and toughness (122.1a): `p1p1` is +1/+1, `m0m1` is -0/-1."""

MAIN_COUNTERS = COUNTERS | {"p1p1", "m1m1"}
"""The kinds among which a misspelt one is looked for."""


def is_counter(kind: str) -> bool:
    """Whether there are counters of this kind."""
    return kind in COUNTERS or POWER_TOUGHNESS_COUNTER.fullmatch(kind) is not None


DESIGNATIONS = ("speed", "ring", "monarch", "initiative", "blessing")
"""What a player can have (start your engines 702.179, how often the Ring tempted 701.54, 724, 725, city's blessing 702.131)."""

CHOICES = ("color", "type", "name", "number", "player", "mode")
"""What can have been chosen for a permanent."""

CARD_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker", "Sorcery")
"""The card types that a permanent or card of a two-player game can have (205.2a)."""

SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")
"""The supertypes (205.4a)."""
