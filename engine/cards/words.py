"""The words that the card notation knows: types, keywords, kinds of counters, references."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")
"""CR 205.4a."""

PERMANENT_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
"""Card types of permanents (110.4)."""

SPELL_TYPES = frozenset(("Instant", "Sorcery"))

CARD_TYPES = (*PERMANENT_TYPES, "Instant", "Kindred", "Sorcery")
"""Card types of the game without its variants (205.2a)."""

REFERENCES = (
    "self", "target", "target 2", "target 3", "that", "you", "opponent", "each player", "target's controller", "sacrificed",
)  # fmt: skip
"""What an effect may speak of, besides `each` and a filter; see `engine.vocabulary`."""

KEYWORDS = _words(
    """
    changeling compleated deathtouch defender devoid flash flying haste hexproof indestructible
    infect intimidate lifelink menace persist prowess reach shroud skulk trample undying vigilance wither
    """
) | {"double strike", "first strike", "split second"}
"""Keyword abilities (702) that stand alone."""

NUMBERED_KEYWORDS = _words("fading modular toxic vanishing")
"""Keyword abilities (702) that are followed by a number."""

COUNTER_KINDS = _words(
    """
    p0p1 p0p2 p1p0 p1p1 p1p2 p2p2 m0m1 m0m2 m1m0 m1m1 m2m1 m2m2 acorn aegis age aim arrow arrowhead art awakening bait
    bargle blaze blessing blight blood bloodline bloodstain book bore bounty brain bribery brick burden cage carrion
    cell charge chip chorus coin collection component conqueror contested control corpse corruption credit croak
    crystal cube currency curse day death deathtouch decayed defense delay depletion descent despair devotion
    discovery divinity doom double-strike dread dream duty echo egg elixir ember energy enlightened eon eruption
    everything exalted experience exposure eyeball eyestalk fade fate feather feeding fellowship fetch filibuster film
    finality fire first-strike flame flood flying foreshadow fungus funk fury fuse gem ghostform glass globe glyph
    gold growth hack harmony haste hatching hatchling healing hexproof hit hole hone hoofprint hope hour hourglass
    hunger husk ice impostor incarnation incubation indestructible infection influence ingenuity ingredient intel
    intervention invasion invitation isolation javelin judgment ki kick knickknack knowledge landmark level lifelink
    loot lore loyalty luck magnet mana manabond manifestation mannequin matrix memory menace midway milk mine mining
    mire music muster necrodermis nest net night oil omen ore page pain palliation paralyzation pause petal
    petrification phylactery phyresis pin plague plan plot point poison polyp possession pressure prey primeval pupa
    quest rad rally reach rebuilding rejection release reprieve resonance rev revival ribbon ritual rope rust saurian
    scream scroll shadow shell shield shoe shred shy silver skewer sleep sleight slime slumber soot soul spark spite
    spooky spore stall stash storage story strife strike stroopwafel study stun supply suspect takeover task taste
    theft third-degree-burn ticket tide time tower traffic training trample trap treasure unity unlock valor velocity
    verse vigilance vitality void vortex vow voyage wage winch wind wish wreck
    """
)
"""Kinds of counters (122) that cards use; `p1p1` is +1/+1, `m1m1` is -1/-1."""

SUBTYPES = _words(
    """
    Adventure Advisor Aetherborn Ajani Alien Ally Aminatou Angel Angrath Antelope Ape Arcane Archer Archon Arlinn
    Armadillo Army Artificer Ashiok Assassin Assembly-Worker Astartes Atog Attraction Aura Aurochs Avatar Azra Background
    Badger Bahamut Balloon Barbarian Bard Basilisk Basri Bat Bear Beast Beaver Beeble Beholder Berserker Bird Blinkmoth
    Blood Boar Bobblehead Bolas Book Bringer Brushwagg C'tan Calix Camarid Camel Capybara Caribou Carrier Cartouche Case
    Cat Cave Centaur Chandra Child Chimera Citizen Class Cleric Clown Clue Cockatrice Comet Construct Contraption Coward
    Coyote Crab Crocodile Curse Custodes Cyberman Cyclops Dack Dakkon Dalek Daretti Dauthi Davriel Demigod Demon Desert
    Deserter Detective Devil Dihada Dinosaur Djinn Doctor Dog Domri Dovin Dragon Drake Dreadnought Drix Drone Druid Dryad
    Dwarf Echidna Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Ellywick Elminster Elspeth Employee Equipment Estrid
    Eye Faerie Ferret Fish Flagbearer Food Forest Fortification Fox Fractal Freyalise Frog Fungus Gamer Gargoyle Garruk
    Gate Germ Giant Gideon Gith Glimmer Gnoll Gnome Goat Goblin God Gold Golem Gorgon Graveborn Gremlin Griffin Grist
    Guest Guff Hag Halfling Hamster Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Huatli
    Human Hydra Hyena Illusion Imp Incarnation Incubator Infinity Inkling Inquisitor Insect Island Jace Jackal Jared Jaya
    Jellyfish Jeska Juggernaut Junk Kaito Karn Kasmina Kavu Kaya Kiora Kirin Kithkin Knight Kobold Kor Koth Kraken Lair
    Lamia Lammasu Lander Leech Lesson Leviathan Lhurgoyf Licid Liliana Lizard Llama Lobster Locus Lolth Lukka Manticore
    Map Masticore Mercenary Merfolk Metathran Mine Minion Minotaur Minsc Mite Mole Monger Mongoose Monk Monkey Moogle
    Moonfolk Mordenkainen Mount Mountain Mouse Mutant Myr Mystic Nahiri Narset Nautilus Necron Nephilim Nightmare
    Nightstalker Niko Ninja Nissa Nixilis Noble Noggle Nomad Nymph Octopus Ogre Oko Omen Ooze Orb Orc Orgg Otter Ouphe Ox
    Oyster Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plains
    Planet Plant Porcupine Possum Power-Plant Powerstone Praetor Primarch Prism Processor Qu Quintorius Rabbit Raccoon Ral
    Ranger Rat Rebel Reflection Rhino Rigger Robot Rogue Role Room Rowan Rune Sable Saga Saheeli Salamander Samurai Samut
    Sand Saproling Sarkhan Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Serra Servo Shade
    Shaman Shapeshifter Shard Shark Sheep Shrine Siege Siren Sivitri Skeleton Skunk Slith Sliver Sloth Slug Snail Snake
    Soldier Soltari Sorin Spacecraft Spawn Specter Spellshaper Sphere Sphinx Spider Spike Spirit Splinter Sponge Squid
    Squirrel Starfish Stone Surrakar Survivor Swamp Symbiote Synth Szat Tamiyo Tasha Teferi Tentacle Tetravite Teyo
    Tezzeret Thalakos Thopter Thrull Tibalt Tiefling Tower Town Toy Trap Treasure Treefolk Trilobite Triskelavite Troll
    Turtle Tyranid Tyvar Ugin Unicorn Urza Urza's Vampire Varmint Vedalken Vehicle Venser Villain Vivien Volver Vraska
    Vronos Wall Walrus Warlock Warrior Weasel Weird Werewolf Whale Will Windgrace Wizard Wolf Wolverine Wombat Worm Wraith
    Wrenn Wurm Xenagos Yanggu Yanling Yeti Zariel Zombie Zubera
    """
)
"""Subtypes of one word (205.3g-q)."""
