"""The words of the game: kinds of counters, supertypes, card types, subtypes."""

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


PERMANENT_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
"""The card types of permanents (110.4)."""

CARD_TYPES = (*PERMANENT_TYPES, "Instant", "Kindred", "Sorcery")
"""The card types that a permanent or card of a two-player game can have (205.2a)."""

SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")
"""The supertypes (205.4a)."""

_ARTIFACT_TYPES = """
    Attraction Blood Bobblehead Book Clue Contraption Equipment Food Fortification Gold Incubator Infinity Junk Lander Map
    Powerstone Spacecraft Stone Treasure Vehicle"""

ARTIFACT_TYPES = frozenset(_ARTIFACT_TYPES.split())
"""205.3g"""

_ENCHANTMENT_TYPES = """
    Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine"""

ENCHANTMENT_TYPES = frozenset(_ENCHANTMENT_TYPES.split())
"""205.3h"""

_CREATURE_TYPES = """
    Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin Assembly-Worker
    Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver Beeble Beholder
    Berserker Bird Blinkmoth Boar Bringer Brushwagg Camarid Camel Capybara Caribou Carrier Cat Centaur Child Chimera
    Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab Crocodile C'tan Custodes Cyberman Cyborg Cyclops Dalek Dauthi
    Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake Dreadnought Drix Drone Druid Dryad
    Dwarf Echidna Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer Fox
    Fractal Frog Fungus Gamer Gamma Gargoyle Germ Giant Gith Glimmer Gnoll Gnome Goat Goblin God Golem Gorgon Graveborn
    Gremlin Griffin Guest Hag Halfling Hamster Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus Horror
    Horse Human Hydra Hyena Illusion Imp Incarnation Inkling Inquisitor Insect Jackal Jellyfish Juggernaut Kavu Kirin
    Kithkin Knight Kobold Kor Kraken Llama Lamia Lammasu Leech Leviathan Lhurgoyf Licid Lizard Lobster Manticore
    Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle Moonfolk Mount
    Mouse Mutant Myr Mystic Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre
    Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix
    Phyrexian Pilot Pincher Pirate Plant Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit Raccoon Ranger Rat
    Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand Saproling Satyr Scarecrow Scientist Scion
    Scorpion Scout Sculpture Seal Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Skunk Slith
    Sliver Sloth Slug Snail Snake Soldier Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge
    Spy Squid Squirrel Starfish Surrakar Survivor Symbiote Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Toy
    Treefolk Trilobite Triskelavite Troll Turtle Tyranid Unicorn Vampire Varmint Vedalken Villain Volver Wall Walrus
    Warlock Warrior Weasel Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera"""

CREATURE_TYPES = frozenset(_CREATURE_TYPES.split())
"""205.3m and the creature types that later sets have, but for the one of two words."""

_LAND_TYPES = """
    Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere Swamp Tower Town Urza's"""

LAND_TYPES = frozenset(_LAND_TYPES.split())
"""205.3i"""

_PLANESWALKER_TYPES = """
    Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti Davriel Dihada
    Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk Gideon Grist Guff Huatli Jace Jared Jaya Jeska
    Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko Nissa Nixilis Oko
    Quintorius Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi Teyo Tezzeret Tibalt Tyvar
    Ugin Urza Venser Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling Zariel"""

PLANESWALKER_TYPES = frozenset(_PLANESWALKER_TYPES.split())
"""205.3j"""

SPELL_SUBTYPES = frozenset(("Adventure", "Arcane", "Lesson", "Omen", "Trap"))
"""205.3k"""

BATTLE_TYPES = frozenset(("Siege",))
"""205.3q"""

SUBTYPES = ARTIFACT_TYPES | ENCHANTMENT_TYPES | CREATURE_TYPES | LAND_TYPES | PLANESWALKER_TYPES | SPELL_SUBTYPES | BATTLE_TYPES

SUBTYPES_OF = {
    "Artifact": ARTIFACT_TYPES, "Battle": BATTLE_TYPES, "Creature": CREATURE_TYPES, "Enchantment": ENCHANTMENT_TYPES,
    "Land": LAND_TYPES, "Planeswalker": PLANESWALKER_TYPES, "Kindred": CREATURE_TYPES,
}  # fmt: skip
"""The subtypes of each card type (205.3)."""
