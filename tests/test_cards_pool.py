"""The bundled pool: every card is there, with its printed facts, and does what it does."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields, replace
from pathlib import Path

import pytest

from engine import vocabulary as v
from engine.cards import CardPool
from engine.cards.describe import caveats, describe
from engine.cards.library import POOL
from engine.cards.notation import read_card
from engine.cards.phrases import ANY_NUMBER
from engine.cards.reading import members, word_of
from engine.cards.telling import SENTENCES, Teller, plural
from engine.keywords import ward
from engine.mana import write_cost
from engine.vocabulary import Activated, Costs, Filter, Target, Triggered
from engine.vocabulary.inside import words_in
from engine.words import PERMANENT_TYPES

# name | mana cost | type line | power/toughness or loyalty | colours
FACTS = """
    Plains | - | Basic Land - Plains | - | -
    Island | - | Basic Land - Island | - | -
    Swamp | - | Basic Land - Swamp | - | -
    Mountain | - | Basic Land - Mountain | - | -
    Forest | - | Basic Land - Forest | - | -
    Wastes | - | Basic Land | - | -
    Snow-Covered Plains | - | Basic Snow Land - Plains | - | -
    Snow-Covered Island | - | Basic Snow Land - Island | - | -
    Snow-Covered Swamp | - | Basic Snow Land - Swamp | - | -
    Snow-Covered Mountain | - | Basic Snow Land - Mountain | - | -
    Snow-Covered Forest | - | Basic Snow Land - Forest | - | -
    Snow-Covered Wastes | - | Basic Snow Land | - | -
    Steam Vents | - | Land - Island Mountain | - | -
    Blood Crypt | - | Land - Swamp Mountain | - | -
    Sol Ring | {1} | Artifact | - | -
    Everflowing Chalice | {0} | Artifact | - | -
    Sphere of the Suns | {2} | Artifact | - | -
    Darksteel Reactor | {4} | Artifact | - | -
    Tezzeret's Gambit | {3}{U/P} | Sorcery | - | U
    Steady Progress | {2}{U} | Instant | - | U
    Contentious Plan | {1}{U} | Sorcery | - | U
    Volt Charge | {2}{R} | Instant | - | R
    Courage in Crisis | {2}{G} | Sorcery | - | G
    Grim Affliction | {2}{B} | Instant | - | B
    Spread the Sickness | {4}{B} | Sorcery | - | B
    Atomize | {2}{B}{G} | Instant | - | BG
    Drown in Ichor | {1}{B} | Sorcery | - | B
    Whisper of the Dross | {B} | Instant | - | B
    Expansion Algorithm | {X}{U}{U} | Sorcery | - | U
    Unbounded Potential | {1}{W} | Instant | - | W
    Planewide Celebration | {5}{G}{G} | Sorcery | - | G
    Experimental Augury | {1}{U} | Instant | - | U
    Contagion Clasp | {2} | Artifact | - | -
    Contagion Engine | {6} | Artifact | - | -
    Throne of Geth | {2} | Artifact | - | -
    Karn's Bastion | - | Land | - | -
    Staff of Compleation | {3} | Artifact | - | -
    Inexorable Tide | {3}{U}{U} | Enchantment | - | U
    Flux Channeler | {2}{U} | Creature - Human Wizard | 2/2 | U
    Evolution Sage | {2}{G} | Creature - Elf Druid | 3/2 | G
    Surge Conductor | {3} | Artifact Creature - Robot | 3/2 | -
    Metastatic Evangel | {1}{W} | Creature - Phyrexian Human Cleric | 3/1 | W
    Huatli's Raptor | {G}{W} | Creature - Dinosaur | 2/3 | WG
    Bloom Hulk | {3}{G} | Creature - Plant Elemental | 4/4 | G
    Martyr for the Cause | {1}{W} | Creature - Human Soldier | 2/2 | W
    Plaguemaw Beast | {3}{G}{G} | Creature - Phyrexian Beast | 4/3 | G
    Viral Drake | {3}{U} | Creature - Phyrexian Drake | 1/4 | U
    Merfolk Skydiver | {G}{U} | Creature - Merfolk Mutant | 1/1 | UG
    Copper Longlegs | {1}{G} | Creature - Phyrexian Spider | 1/3 | G
    Cankerbloom | {1}{G} | Creature - Phyrexian Fungus | 3/2 | G
    Ezuri, Stalker of Spheres | {2}{G}{U} | Legendary Creature - Phyrexian Elf Warrior | 3/3 | UG
    Scheming Aspirant | {1}{B} | Creature - Phyrexian Advisor | 1/3 | B
    Voidwing Hybrid | {U}{B} | Creature - Phyrexian Bat | 2/1 | UB
    Venser, Corpse Puppet | {U}{B} | Legendary Creature - Phyrexian Zombie Wizard | 1/3 | UB
    Tekuthal, Inquiry Dominus | {2}{U}{U} | Legendary Creature - Phyrexian Horror | 3/5 | U
    Atraxa, Praetors' Voice | {G}{W}{U}{B} | Legendary Creature - Phyrexian Angel Horror | 4/4 | WUBG
    Roalesk, Apex Hybrid | {2}{G}{G}{U} | Legendary Creature - Human Mutant | 4/5 | UG
    Yawgmoth, Thran Physician | {2}{B}{B} | Legendary Creature - Human Cleric | 2/4 | B
    Kilo, Apogee Mind | {U}{R}{W} | Legendary Artifact Creature - Robot Artificer | 3/3 | WUR
    Vraska, Betrayal's Sting | {4}{B}{B/P} | Legendary Planeswalker - Vraska | 6 | B
    Ichormoon Gauntlet | {2}{U} | Artifact | - | U
    Gut Shot | {R/P} | Instant | - | R
    Gitaxian Probe | {U/P} | Sorcery | - | U
    Mutagenic Growth | {G/P} | Instant | - | G
    Dismember | {1}{B/P}{B/P} | Instant | - | B
    Vault Skirge | {1}{B/P} | Artifact Creature - Phyrexian Imp | 1/1 | B
    Porcelain Legionnaire | {2}{W/P} | Artifact Creature - Phyrexian Soldier | 3/1 | W
    Pith Driller | {4}{B/P} | Artifact Creature - Phyrexian Horror | 2/4 | B
    Moltensteel Dragon | {4}{R/P}{R/P} | Artifact Creature - Phyrexian Dragon | 4/4 | R
    Immolating Souleater | {2} | Artifact Creature - Phyrexian Dog | 1/1 | -
    Hex Parasite | {1} | Artifact Creature - Phyrexian Insect | 1/1 | -
    Rage Extractor | {4}{R/P} | Artifact | - | R
    Mondrak, Glory Dominus | {2}{W}{W} | Legendary Creature - Phyrexian Horror | 4/4 | W
    K'rrik, Son of Yawgmoth | {4}{B/P}{B/P}{B/P} | Legendary Creature - Phyrexian Horror Minion | 2/2 | B
    Jace, the Perfected Mind | {2}{U}{U/P} | Legendary Planeswalker - Jace | 5 | U
    Doubling Season | {4}{G} | Enchantment | - | G
    Vorinclex, Monstrous Raider | {4}{G}{G} | Legendary Creature - Phyrexian Praetor | 6/6 | G
    Hardened Scales | {G} | Enchantment | - | G
    Solemnity | {2}{W} | Enchantment | - | W
    Melira, Sylvok Outcast | {1}{G} | Legendary Creature - Human Scout | 2/2 | G
    Trinisphere | {3} | Artifact | - | -
    Goblin Electromancer | {U}{R} | Creature - Goblin Wizard | 2/2 | UR
    Lightning Bolt | {R} | Instant | - | R
    Divination | {2}{U} | Sorcery | - | U
    Opt | {U} | Instant | - | U
    Shock | {R} | Instant | - | R
    Nicol Bolas, Planeswalker | {4}{U}{B}{B}{R} | Legendary Planeswalker - Bolas | 5 | UBR
    Jace Beleren | {1}{U}{U} | Legendary Planeswalker - Jace | 3 | U
    Karn, Scion of Urza | {4} | Legendary Planeswalker - Karn | 5 | -
    Teferi, Time Raveler | {1}{W}{U} | Legendary Planeswalker - Teferi | 4 | WU
    Fathom Mage | {2}{G}{U} | Creature - Human Wizard | 1/1 | UG
    Hapatra, Vizier of Poisons | {B}{G} | Legendary Creature - Human Cleric | 2/2 | BG
    Skinrender | {2}{B}{B} | Creature - Phyrexian Zombie | 3/3 | B
    Blowfly Infestation | {2}{B} | Enchantment | - | B
    Hangarback Walker | {X}{X} | Artifact Creature - Construct | 0/0 | -
    Blastoderm | {2}{G}{G} | Creature - Beast | 5/5 | G
    Troll Ascetic | {1}{G}{G} | Creature - Troll Shaman | 3/2 | G
    Banehound | {B} | Creature - Nightmare Dog | 1/1 | B
    Grizzly Bears | {1}{G} | Creature - Bear | 2/2 | G
    Runeclaw Bear | {1}{G} | Creature - Bear | 2/2 | G
    Hill Giant | {3}{R} | Creature - Giant | 3/3 | R
    Serra Angel | {3}{W}{W} | Creature - Angel | 4/4 | W
    Colossal Dreadmaw | {4}{G}{G} | Creature - Dinosaur | 6/6 | G
    Phyrexian Unlife | {2}{W} | Enchantment | - | W
    Mycosynth Lattice | {6} | Artifact | - | -
    Exquisite Blood | {4}{B} | Enchantment | - | B
    Surgical Extraction | {B/P} | Instant | - | B
    Act of Aggression | {3}{R/P}{R/P} | Instant | - | R
    Birthing Pod | {3}{G/P} | Artifact | - | G
    Tamiyo, Compleated Sage | {2}{G}{G/U/P}{U} | Legendary Planeswalker - Tamiyo | 5 | UG
    Nissa, Ascended Animist | {3}{G}{G}{G/P}{G/P} | Legendary Planeswalker - Nissa | 7 | G
    The Eldest Reborn | {4}{B} | Enchantment - Saga | - | B
    Silvercoat Lion | {1}{W} | Creature - Cat | 2/2 | W
    Elite Vanguard | {W} | Creature - Human Soldier | 2/1 | W
    Bear Cub | {1}{G} | Creature - Bear | 2/2 | G
    Walking Corpse | {1}{B} | Creature - Zombie | 2/2 | B
    Memnite | {0} | Artifact Creature - Construct | 1/1 | -
    Pincher Beetles | {2}{G} | Creature - Insect | 3/1 | G
    Sacred Wolf | {2}{G} | Creature - Wolf | 3/1 | G
    Beloved Chaplain | {1}{W} | Creature - Human Cleric | 1/1 | W
    Kalonian Behemoth | {5}{G}{G} | Creature - Beast | 9/9 | G
    Plated Slagwurm | {4}{G}{G}{G} | Creature - Wurm | 8/8 | G
    Centaur Courser | {2}{G} | Creature - Centaur Warrior | 3/3 | G
    Colossapede | {4}{G} | Creature - Insect | 5/5 | G
    Eager Cadet | {W} | Creature - Human Soldier | 1/1 | W
    Glistener Elf | {G} | Creature - Phyrexian Elf Warrior | 1/1 | G
    Sickle Ripper | {1}{B} | Creature - Elemental Warrior | 2/1 | B
    White Knight | {W}{W} | Creature - Human Knight | 2/2 | W
    Safehold Elite | {1}{G/W} | Creature - Elf Scout | 2/2 | WG
    Strangleroot Geist | {G}{G} | Creature - Spirit | 2/1 | G
    Arcbound Lancer | {7} | Artifact Creature - Beast | 0/0 | -
    Birds of Paradise | {G} | Creature - Bird | 0/1 | G
    Llanowar Elves | {G} | Creature - Elf Druid | 1/1 | G
    Blighted Agent | {1}{U} | Creature - Phyrexian Human Rogue | 1/1 | U
    Sporeback Troll | {3}{G} | Creature - Troll Mutant | 0/0 | G
    Teysa, Envoy of Ghosts | {5}{W}{B} | Legendary Creature - Human Advisor | 4/4 | WB
    Wall of Frost | {1}{U}{U} | Creature - Wall | 0/7 | U
    Wall of Omens | {1}{W} | Creature - Wall | 0/4 | W
    Walking Ballista | {X}{X} | Artifact Creature - Construct | 0/0 | -
    Dualcaster Mage | {1}{R}{R} | Creature - Human Wizard | 2/2 | R
    Devoted Druid | {1}{G} | Creature - Elf Druid | 0/2 | G
    Vizier of Remedies | {1}{W} | Creature - Human Cleric | 2/1 | W
    Griselbrand | {4}{B}{B}{B}{B} | Legendary Creature - Demon | 7/7 | B
    Angel of Jubilation | {1}{W}{W}{W} | Creature - Angel | 3/3 | W
    Yasharn, Implacable Earth | {2}{G}{W} | Legendary Creature - Elemental Boar | 4/4 | WG
    Arrogant Poet | {1}{B} | Creature - Human Warlock | 2/1 | B
    Phyrexian Obliterator | {B}{B}{B}{B} | Creature - Phyrexian Horror | 5/5 | B
    Virulent Sliver | {G} | Creature - Sliver | 1/1 | G
    Noxious Hatchling | {3}{B/G} | Creature - Elemental | 6/6 | BG
    Murderous Redcap | {2}{B/R}{B/R} | Creature - Goblin Assassin | 2/2 | BR
    Silent Skimmer | {3}{B} | Creature - Eldrazi Drone | 0/4 | -
    Carth the Lion | {2}{B}{G} | Legendary Creature - Human Warrior | 3/5 | BG
    Ghitu Lavarunner | {R} | Creature - Human Wizard | 1/2 | R
    Narci, Fable Singer | {1}{W}{B}{G} | Legendary Creature - Human Bard | 3/3 | WBG
    Pir, Imaginative Rascal | {2}{G} | Legendary Creature - Human | 1/1 | G
    Disciplined Duelist | {G}{W}{U} | Creature - Human Citizen | 2/1 | WUG
    Soulcoil Viper | {2}{B} | Creature - Snake | 2/3 | B
    Fertilid | {2}{G} | Creature - Elemental | 0/0 | G
    Phantom Wurm | {4}{G}{G} | Creature - Wurm Spirit | 2/0 | G
    Bristling Hydra | {2}{G}{G} | Creature - Hydra | 4/3 | G
    Bile Urchin | {B} | Creature - Spirit | 1/1 | B
    Elderwood Scion | {3}{G}{W} | Creature - Elemental | 4/4 | WG
    Heliod, Sun-Crowned | {2}{W} | Legendary Enchantment Creature - God | 5/5 | W
    Verrak, Warped Sengir | {1}{W}{B} | Legendary Creature - Vampire | 2/2 | WB
    Arcbound Javelineer | {W} | Artifact Creature - Soldier | 0/1 | W
    Atraxa's Skitterfang | {3} | Artifact Creature - Phyrexian Insect | 2/2 | -
    Battlegrowth | {G} | Instant | - | G
    Ancestral Recall | {U} | Instant | - | U
    Apostle's Blessing | {1}{W/P} | Instant | - | W
    Bladebrand | {1}{B} | Instant | - | B
    Boomerang | {U}{U} | Instant | - | U
    Flame Slash | {R} | Sorcery | - | R
    Fully Grown | {2}{G} | Instant | - | G
    Hydrosurge | {U} | Instant | - | U
    Murder | {1}{B}{B} | Instant | - | B
    Shadowfeed | {B} | Instant | - | B
    Virulent Wound | {B} | Instant | - | B
    Phyrexian Purge | {2}{B}{R} | Sorcery | - | BR
    Toxic Deluge | {2}{B} | Sorcery | - | B
    Fangs of Kalonia | {1}{G} | Sorcery | - | G
    Animation Module | {1} | Artifact | - | -
    The Ozolith | {1} | Legendary Artifact | - | -
    Izzet Generatorium | {U}{R} | Artifact | - | UR
    Nest of Scarabs | {2}{B} | Enchantment | - | B
    Privileged Position | {2}{G/W}{G/W}{G/W} | Enchantment | - | WG
    Leyline of Punishment | {2}{R}{R} | Enchantment | - | R
    Resourceful Defense | {2}{W} | Enchantment | - | W
    Deification | {1}{W} | Enchantment | - | W
    Corrupted Conscience | {3}{U}{U} | Enchantment - Aura | - | U
    Enslave | {4}{B}{B} | Enchantment - Aura | - | B
    Spiteful Shadows | {1}{B} | Enchantment - Aura | - | B
    Threads of Disloyalty | {1}{U}{U} | Enchantment - Aura | - | U
    Mardu Runemark | {2}{R} | Enchantment - Aura | - | R
    Rite of Belzenlok | {2}{B}{B} | Enchantment - Saga | - | B
    The Elder Dragon War | {2}{R}{R} | Enchantment - Saga | - | R
    History of Benalia | {1}{W}{W} | Enchantment - Saga | - | W
    Ajani Goldmane | {2}{W}{W} | Legendary Planeswalker - Ajani | 4 | W
    Sorin, Solemn Visitor | {2}{W}{B} | Legendary Planeswalker - Sorin | 4 | WB
    Kiora, the Crashing Wave | {2}{G}{U} | Legendary Planeswalker - Kiora | 2 | UG
    Vivien, Arkbow Ranger | {1}{G}{G}{G} | Legendary Planeswalker - Vivien | 4 | G
    Gideon Jura | {3}{W}{W} | Legendary Planeswalker - Gideon | 6 | W
    Huatli, Warrior Poet | {3}{R}{W} | Legendary Planeswalker - Huatli | 3 | WR
    Vivien Reid | {3}{G}{G} | Legendary Planeswalker - Vivien | 5 | G
    Tibalt, the Fiend-Blooded | {R}{R} | Legendary Planeswalker - Tibalt | 2 | R
    Bayou | - | Land - Swamp Forest | - | -
    Tropical Island | - | Land - Forest Island | - | -
    Vivid Creek | - | Land | - | -
    Flooded Strand | - | Land | - | -
    Blast Zone | - | Land | - | -
    Ichor Rats | {1}{B}{B} | Creature - Phyrexian Rat | 2/1 | B
    Jace, Memory Adept | {3}{U}{U} | Legendary Planeswalker - Jace | 4 | U
    Ripples of Potential | {1}{U} | Instant | - | U
    Chandra, Pyromaster | {2}{R}{R} | Legendary Planeswalker - Chandra | 4 | R
    Chandra, Dressed to Kill | {1}{R}{R} | Legendary Planeswalker - Chandra | 3 | R
    Chandra, Fire Artisan | {2}{R}{R} | Legendary Planeswalker - Chandra | 4 | R
    Arguel's Blood Fast | {1}{B} | Legendary Enchantment | - | B
    Urza's Saga | - | Enchantment Land - Urza's Saga | - | -
"""

KEYWORDS = {
    "Darksteel Reactor": {"indestructible"},
    "Huatli's Raptor": {"vigilance"},
    "Viral Drake": {"flying", "infect"},
    "Merfolk Skydiver": {"flying"},
    "Copper Longlegs": {"reach"},
    "Voidwing Hybrid": {"flying", "toxic 1"},
    "Venser, Corpse Puppet": {"lifelink", "toxic 1"},
    "Tekuthal, Inquiry Dominus": {"flying"},
    "Atraxa, Praetors' Voice": {"flying", "vigilance", "deathtouch", "lifelink"},
    "Roalesk, Apex Hybrid": {"flying", "trample"},
    "Yawgmoth, Thran Physician": {"protection from Humans"},
    "Kilo, Apogee Mind": {"haste"},
    "Vraska, Betrayal's Sting": {"compleated"},
    "Vault Skirge": {"flying", "lifelink"},
    "Porcelain Legionnaire": {"first strike"},
    "Moltensteel Dragon": {"flying"},
    "K'rrik, Son of Yawgmoth": {"lifelink"},
    "Jace, the Perfected Mind": {"compleated"},
    "Vorinclex, Monstrous Raider": {"trample", "haste"},
    "Blastoderm": {"shroud", "fading 3"},
    "Troll Ascetic": {"hexproof"},
    "Banehound": {"lifelink", "haste"},
    "Serra Angel": {"flying", "vigilance"},
    "Colossal Dreadmaw": {"trample"},
    "Tamiyo, Compleated Sage": {"compleated"},
    "Nissa, Ascended Animist": {"compleated"},
    "Pincher Beetles": {"shroud"},
    "Sacred Wolf": {"hexproof"},
    "Beloved Chaplain": {"protection from creatures"},
    "Kalonian Behemoth": {"shroud"},
    "Plated Slagwurm": {"hexproof"},
    "Glistener Elf": {"infect"},
    "Sickle Ripper": {"wither"},
    "White Knight": {"first strike", "protection from black"},
    "Safehold Elite": {"persist"},
    "Strangleroot Geist": {"haste", "undying"},
    "Arcbound Lancer": {"first strike", "modular 4"},
    "Birds of Paradise": {"flying"},
    "Blighted Agent": {"infect"},
    "Sporeback Troll": {"graft 2"},
    "Teysa, Envoy of Ghosts": {"protection from creatures", "vigilance"},
    "Wall of Frost": {"defender"},
    "Wall of Omens": {"defender"},
    "Dualcaster Mage": {"flash"},
    "Griselbrand": {"flying", "lifelink"},
    "Angel of Jubilation": {"flying"},
    "Phyrexian Obliterator": {"trample"},
    "Noxious Hatchling": {"wither"},
    "Murderous Redcap": {"persist"},
    "Silent Skimmer": {"devoid", "flying"},
    "Narci, Fable Singer": {"lifelink"},
    "Disciplined Duelist": {"double strike"},
    "Elderwood Scion": {"lifelink", "trample"},
    "Heliod, Sun-Crowned": {"indestructible"},
    "Verrak, Warped Sengir": {"deathtouch", "flying", "lifelink"},
    "Arcbound Javelineer": {"modular 1"},
    "Fangs of Kalonia": {"overload {4}{G}{G}"},
    "The Elder Dragon War": {"read ahead"},
    "Ichor Rats": {"infect"},
}

TIER_B = {
    "Surgical Extraction",
    "Act of Aggression",
    "Birthing Pod",
    "Tamiyo, Compleated Sage",
    "Nissa, Ascended Animist",
    "The Eldest Reborn",
}

ROWS = [tuple(cell.strip().removeprefix("-") if cell.strip() == "-" else cell.strip() for cell in row.split(" | "))
        for row in FACTS.strip().splitlines()]  # fmt: skip


def card(name: str) -> v.CardDefinition:
    return CardPool.bundled().get(name)


def activated(name: str) -> list[v.Activated]:
    return [a for a in card(name).abilities if isinstance(a, v.Activated)]


def triggered(name: str) -> list[v.Triggered]:
    return [a for a in card(name).abilities if isinstance(a, v.Triggered)]


@pytest.mark.parametrize(("name", "cost", "type_line", "size", "colors"), ROWS)
def test_printed_facts(name: str, cost: str, type_line: str, size: str, colors: str) -> None:
    found = card(name)
    front, _, back = type_line.partition(" - ")
    assert found.name == name
    assert write_cost(found.cost or ()) == cost
    assert found.supertypes | found.types == set(front.split())
    assert found.subtypes == tuple(back.split())
    assert found.colors == set(colors)
    assert size == (f"{found.power}/{found.toughness}" if found.power is not None else str(found.loyalty or ""))
    assert found.keywords == KEYWORDS.get(name, set())
    assert found.modelled == (name not in TIER_B)


def test_the_table_has_every_card_of_the_pool() -> None:
    facts = Path(__file__).with_name("pool_facts.txt").read_text(encoding="utf-8")
    others = (line.split(" | ")[0] for line in facts.splitlines())
    listed = [row[0] for row in ROWS] + [name for name in others if "//" not in name]
    assert sorted(listed) == sorted(CardPool.bundled().names())


def test_no_name_is_in_two_files() -> None:
    names = [line.split(":")[0] for path in POOL.glob("*.yaml") for line in path.read_text().splitlines() if line[:1].isalpha()]
    assert len(names) == len(set(names)) == len(CardPool.bundled().names())


def test_the_bundled_pool_is_read_once_and_its_cards_too() -> None:
    assert CardPool.bundled() is CardPool.bundled()
    assert card("Shock") is card("Shock")


# ---------------------------------------------------------------------------------------------------------------- what cards do


def test_gambit_draws_before_it_proliferates_and_plan_after() -> None:
    assert card("Tezzeret's Gambit").abilities == (v.Spell((v.Draw(n=2), v.Proliferate())),)
    assert card("Contentious Plan").abilities == (v.Spell((v.Proliferate(), v.Draw())),)


def test_engine_targets_a_player_and_not_their_creatures() -> None:
    enters, proliferate = card("Contagion Engine").abilities
    assert isinstance(enters, v.Triggered)
    assert enters.targets == (v.Target("player"),)
    assert enters.effects == (v.AddCounters(v.Each(v.Filter(frozenset({"Creature"}), controller="target")), "m1m1"),)
    assert isinstance(proliferate, v.Activated)
    assert proliferate.effects == (v.Proliferate(2),)


def test_mana_abilities() -> None:
    assert activated("Sol Ring")[0].effects == (v.AddMana("C", 2),)
    assert activated("Everflowing Chalice")[0].effects == (v.AddMana("C", v.CountersOn("charge")),)
    assert write_cost(card("Everflowing Chalice").multikicker or ()) == "{2}"
    assert activated("Sphere of the Suns")[0].cost.remove == v.RemoveCountersCost(1, "charge")
    assert activated("Sphere of the Suns")[0].effects == (v.AddMana("WUBRG"),)
    assert activated("Staff of Compleation")[1].cost == v.Costs(tap=True, life=2)
    assert card("Steam Vents").abilities == (v.EntersTapped(2),)


def test_others_are_not_the_source() -> None:
    for name, other in [("Yawgmoth, Thran Physician", True), ("Plaguemaw Beast", False), ("Throne of Geth", False)]:
        cost = activated(name)[0].cost.sacrifice
        assert cost is not None and cost.filter is not None
        assert cost.filter.other is other
    mondrak = activated("Mondrak, Glory Dominus")[0].cost.sacrifice
    assert mondrak == v.SacrificeCost(2, v.Filter(frozenset({"Artifact", "Creature"}), other=True))
    tekuthal = activated("Tekuthal, Inquiry Dominus")[0].cost.remove
    assert tekuthal is not None and tekuthal.n == 3 and tekuthal.kind is None and tekuthal.filter is not None
    assert tekuthal.filter.other and tekuthal.filter.types == {"Artifact", "Creature", "Planeswalker"}
    for name in ("Surge Conductor", "Metastatic Evangel"):
        event = triggered(name)[0].on
        assert isinstance(event, v.Enters)
        assert event.filter.other and event.filter.token is False and event.filter.controller == "you"
    assert triggered("Roalesk, Apex Hybrid")[0].targets[0].filter.other


def test_up_to_one_may_be_none() -> None:
    for targets in (
        activated("Yawgmoth, Thran Physician")[0].targets,
        activated("Jace, the Perfected Mind")[0].targets,
        activated("Teferi, Time Raveler")[1].targets,
        activated("Tamiyo, Compleated Sage")[0].targets,
    ):
        assert [(t.least, t.most) for t in targets] == [(0, 1)]


def test_loyalty_costs() -> None:
    expected = {
        "Vraska, Betrayal's Sting": [0, -2, -9],
        "Jace, the Perfected Mind": [1, -2, "-X"],
        "Nicol Bolas, Planeswalker": [3, -2, -9],
        "Jace Beleren": [2, -1, -10],
        "Karn, Scion of Urza": [1, -1, -2],
        "Teferi, Time Raveler": [1, -3],
        "Tamiyo, Compleated Sage": [1, "-X", -7],
        "Nissa, Ascended Animist": [1, -1, -7],
    }
    assert {name: [a.cost.loyalty for a in activated(name)] for name in expected} == expected


def test_who_may_be_affected_by_counter_rules() -> None:
    yours = v.Filter(controller="you")
    assert card("Doubling Season").abilities == (v.DoubleTokens(), v.MoreCounters(times=2, on=yours, effects_only=True))
    doubled, halved = card("Vorinclex, Monstrous Raider").abilities
    assert doubled == v.MoreCounters(times=2, players=True, by="you")
    assert halved == v.MoreCounters(half=True, players=True, by="opponent")
    players, permanents = card("Solemnity").abilities
    assert players == v.CountersCannotBePut(players="each")
    assert isinstance(permanents, v.CountersCannotBePut) and permanents.on is not None
    assert permanents.on.types == {"Artifact", "Creature", "Enchantment", "Land"} and permanents.players is None
    assert card("Melira, Sylvok Outcast").abilities[0] == v.CountersCannotBePut("poison", players="you")


def test_venser_makes_the_sentinel_only_if_there_is_none() -> None:
    modes = triggered("Venser, Corpse Puppet")[0].modes
    assert modes is not None
    (only_if,) = modes.modes[0].effects
    assert isinstance(only_if, v.If)
    assert only_if.condition == v.NoneOf(v.Filter(frozenset({"Creature"}), controller="you", name="The Hollow Sentinel"))
    assert modes.modes[1].targets[0].filter.all_types == {"Artifact", "Creature"}


def test_triggers_that_work_elsewhere_or_later() -> None:
    hybrid = triggered("Voidwing Hybrid")[0]
    assert hybrid.from_graveyard and hybrid.effects == (v.ReturnToHand("self", "graveyard"),)
    combat, counters = triggered("Hapatra, Vizier of Poisons")
    assert combat.waits_for_combat and not counters.waits_for_combat
    assert counters.on == v.CountersPut("m1m1", v.Filter(frozenset({"Creature"})))


def test_tokens() -> None:
    made = triggered("Hangarback Walker")[0].effects[0]
    assert isinstance(made, v.CreateToken)
    assert made.n == v.CountersOn("p1p1") and made.token.name == "Thopter" and made.token.keywords == {"flying"}
    construct = activated("Karn, Scion of Urza")[2].effects[0]
    assert isinstance(construct, v.CreateToken)
    artifacts = v.Permanents(v.Filter(frozenset({"Artifact"}), controller="you"))
    assert construct.token.abilities == (v.BoostSelf(artifacts, artifacts),)
    horror = activated("Nissa, Ascended Animist")[0].effects[0]
    assert isinstance(horror, v.CreateToken)
    assert horror.token.power == horror.token.toughness == v.CountersOn("loyalty")
    assert horror.token.subtypes == ("Phyrexian", "Horror")


def test_celebration_may_repeat_modes_and_potential_may_be_entwined() -> None:
    celebration, potential = card("Planewide Celebration").abilities[0], card("Unbounded Potential").abilities[0]
    assert isinstance(celebration, v.Spell) and celebration.modes is not None
    assert (celebration.modes.n, celebration.modes.repeat, len(celebration.modes.modes)) == (4, True, 4)
    assert isinstance(potential, v.Spell) and potential.modes is not None
    assert write_cost(potential.modes.entwine or ()) == "{3}{W}"
    assert (potential.modes.modes[0].targets[0].least, potential.modes.modes[0].targets[0].most) == (0, 2)


# ---------------------------------------------------------------------------------------------------------------- in words

SAID = {
    "Tezzeret's Gambit": "As it resolves: You draw 2 cards, then proliferate.",
    "Contagion Engine": "When Contagion Engine enters: put a -1/-1 counter on each creature target player controls.",
    "Steam Vents": "{T}: add {U}.",
    "Unbounded Potential": "Choose 1, or all for {3}{W} more: (put a +1/+1 counter on up to 2 target creatures) or",
    "Yawgmoth, Thran Physician": "Pay 1 life, sacrifice another creature: put a -1/-1 counter on up to one target creature, then",
    "Act of Aggression": "Gain control of target creature an opponent controls until end of turn, then untap that target",
    "Jace, the Perfected Mind": "[+1]: up to one target creature gets -3/-0 until your next turn.",
    "Tekuthal, Inquiry Dominus": "remove 3 counters from among other artifacts, creatures or planeswalkers you control: put",
    "Fathom Mage": "For each +1/+1 counter that is put on Fathom Mage: you may draw a card.",
    "Hex Parasite": "gets +N/+0 until end of turn, where N is the number of counters removed.",
    "Nissa, Ascended Animist": "an N/N green Phyrexian Horror creature token, where N is the number of loyalty counters on Nissa",
    "Voidwing Hybrid": "While Voidwing Hybrid is in your graveyard, whenever you proliferate: return Voidwing Hybrid to",
    "Tamiyo, Compleated Sage": "{G/U/P} is paid with {G}, {U} or 2 life.",
    "Blastoderm": "fading 3 (enters with 3 fade counters;",
    "Everflowing Chalice": "It may be kicked any number of times, for {2} each.",
    "Surgical Extraction": "Not modelled: the engine plays this card, the optimizer does not follow it.",
    "Vraska, Betrayal's Sting": "Not modelled: [-2]: target creature: become only Treasure artifact",
    "Hapatra, Vizier of Poisons": "Waits for combat: Whenever Hapatra deals combat damage to a player",
}


@pytest.mark.parametrize("name", SAID)
def test_described_in_plain_words(name: str) -> None:
    assert SAID[name] in describe(card(name))


def test_a_whole_description() -> None:
    assert describe(card("Ichormoon Gauntlet")).splitlines() == [
        "Ichormoon Gauntlet  {2}{U}",
        "Artifact, blue, mana value 3",
        '- Planeswalkers you control have: "[0]: proliferate." "[-12]: take another turn after this one."',
        "- Whenever you cast a noncreature spell: choose a kind of counter on target permanent and put another one of it "
        "there.",
    ]


def test_an_additional_cost_is_said() -> None:
    entry = {"cost": "{B}", "type": "Sorcery", "additional": "sacrifice a creature", "spell": ["draw"]}
    assert "Costs in addition: sacrifice a creature." in describe(read_card("Altar", entry, "mine.yaml"))


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"instead": {"cost": "pay 2 life"}}, "May be cast if you pay 2 life instead of its mana cost."),
        ({"instead": {"cost": "{2}"}}, "May be cast for {2} instead of its mana cost."),
        ({"kicker": "{R}, sacrifice a land"}, "It may be kicked if you pay {R} and sacrifice a land."),
        ({"spell": [{"unless pays": {"who": "opponent", "cost": "{1}, discard a card", "do": ["draw"]}}]},
         "unless each opponent pays {1} and discards a card."),
        ({"spell": [{"unless pays": {"who": "you", "cost": "pay 3 life", "do": ["draw"]}}]}, "unless you pay 3 life."),
        ({"spell": [{"cast free": {"what": {"each": "card you control with mana value 2 or less", "zone": "hand"}}}]},
         "you may cast a card with mana value 2 or less in your hand without paying its mana cost."),
        ({"spell": [{"choose permanents": {"filter": "land", "n": 2}}, {"untap": "made"}]},
         "2 lands, then untap what was chosen."),
        ({"spell": [{"sacrifice them": {"what": {"each": "Elf"}, "who": "each player"}}]}, "controls each Elf sacrifices it."),
        ({"spell": [{"search onto battlefield": "artifact card"}]}, "search your library for an artifact"),
        ({"spell": [{"sacrifice": {"who": "you", "filter": {"power": {"least": 1, "most": 1}}}}]}, "with power 1."),
        ({"additional": "tap 2 creatures"}, "Costs in addition: tap 2 untapped creatures you control."),
        ({"additional": "tap any number of creatures with total power 3"},
         "tap any number of untapped creatures you control with total power 3 or more."),
        ({"additional": "exile a creature from your graveyard"}, "exile a creature card from your graveyard."),
        ({"additional": "return a land"}, "return a land you control to its owner's hand."),
        ({"abilities": [{"costs by targets": {"target": "tapped creature", "n": -2}}]}, "less if it targets a tapped creature."),
        ({"abilities": [{"modify": {"filter": "creature", "subtypes": ["Cleric"]}}]},
         "creatures: become Cleric in addition to their other types."),
        ({"abilities": [{"modify": {"filter": "creature", "only subtypes": ["Cleric"]}}]}, "creatures: become Cleric."),
    ],
)  # fmt: skip
def test_what_is_paid_chosen_and_counted_is_told_in_plain_words(entry: dict[str, object], told: str) -> None:
    plain = {"cost": "{1}", "type": "Sorcery", "spell": ["draw"]}
    assert told.casefold() in describe(read_card("Plain", plain | entry, "mine.yaml")).casefold()


def test_702_21a_what_ward_counters_is_a_spell_or_ability() -> None:
    told = Teller("Warded").ability(ward(v.Costs(life=3)))
    assert told.endswith("counter that spell or ability unless its controller pays 3 life")


def test_that_player_is_whose_step_begins() -> None:
    draws = Triggered(v.StepBegins("draw", "anyone"), (v.Draw("that", 1),))
    assert Teller("Mine").ability(draws) == "at the beginning of each draw step: that player draws a card"


def test_a_card_that_sacrifices_itself_is_told_by_its_name() -> None:
    assert Teller("Bomb").tell(v.Sacrifice("you", 1, Filter(source=True))) == "you sacrifice Bomb"


@pytest.mark.parametrize(
    ("one", "many"), [("Elf", "Elves"), ("Werewolf", "Werewolves"), ("Ally", "Allies"), ("Sphinx", "Sphinxes"), ("Bear", "Bears")]
)
def test_types_in_the_plural(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("filter", "told"),
    [
        ({"colors": "RG"}, "red or green permanent"),
        ({"types": sorted(PERMANENT_TYPES), "subtypes": ["Elf"]}, "Elf permanent"),
    ],
)
def test_a_filter_is_told_as_wide_as_it_is(filter: dict[str, object], told: str) -> None:
    entry = {"cost": "{U}", "type": "Instant", "spell": {"targets": [{"filter": filter}], "do": [{"destroy": "target"}]}}
    assert f"Destroy target {told}" in describe(read_card("Unmaking", entry, "mine.yaml"))


def test_what_an_effect_did_something_to_is_told_as_cards_or_permanents() -> None:
    told = Teller("Unmaking")
    assert told.tell(v.Affected()) == "the number of them"
    assert told.tell(v.Affected(Filter(types=frozenset({"Creature"})))) == "the number of creatures among them"


def test_what_is_not_understood_is_said() -> None:
    odd = v.CardDefinition("Odd", types=frozenset({"Artifact"}), abilities=(v.NotUnderstood("banding"),))
    assert caveats(odd) == ("Not understood: banding",)
    assert describe(odd).endswith("Not understood: banding")


@pytest.mark.parametrize("union", [v.Effect, v.Event, v.Static, v.Value, v.Condition])
def test_every_word_has_a_sentence(union: object) -> None:
    for word, cls in members(union).items():
        assert cls in SENTENCES or hasattr(Teller, f"tell_{word.replace(' ', '_')}"), word


# ---------------------------------------------------------------------------------------------------------------- documentation

DOCS = Path(__file__).parent.parent / "docs" / "cards.md"


def test_examples_of_the_documentation_are_the_cards(tmp_path: Path) -> None:
    examples = re.findall(r"```yaml\n(.*?)```", DOCS.read_text(), re.S)
    assert len(examples) >= 3
    for example in examples:
        path = tmp_path / "example.yaml"
        path.write_text(example)
        pool = CardPool.bundled().with_file(path)
        for name in re.findall(r"^(\S.*?): ?(?:\{.*)?$", example, re.M):
            assert pool.get(name) == card(name)


def test_the_python_of_the_documentation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.S)
    exec(code, {})
    assert capsys.readouterr().out.startswith("Contagion Clasp")


@pytest.mark.parametrize("union", [v.Effect, v.Static])
def test_the_documentation_lists_every_word(union: object) -> None:
    listed = set(re.findall(r"`([a-z ]+)`", DOCS.read_text()))
    assert set(members(union)) <= listed


TOLD_ELSEWHERE = {
    ("NotUnderstood", "activated"), ("ReturnToHand", "source_zone"), ("Costs", "mana"),
    ("Activated", "targets"), ("Activated", "modelled"), ("Triggered", "targets"),
}  # fmt: skip
"""Fields that matter to the engine only, or are told by the word around."""


def _as_many(word: object) -> bool:
    """Whether the number of targets says already how many there must be."""
    return isinstance(word, Target) and (word.most >= ANY_NUMBER or word.exactly_x or word.up_to_x or word.most == word.least)


def _told(word: object) -> str | None:
    """A word of the vocabulary as `describe` tells it, None if it is part of another one."""
    teller = Teller("it")
    if isinstance(word, Filter):
        return str(teller.filter(word))
    if isinstance(word, Target):
        return teller.target(word)
    if isinstance(word, Costs):
        return teller.costs(word)
    if isinstance(word, (Activated, Triggered)):
        return teller.ability(word)
    has_words = type(word) in SENTENCES or hasattr(teller, f"tell_{word_of(type(word)).replace(' ', '_')}")
    return teller.tell(word) if has_words else None


@pytest.mark.parametrize("name", CardPool.bundled().names())
def test_everything_that_is_said_about_a_card_is_told(name: str) -> None:
    """Each part of a word that is not as usual changes what is told."""
    definition = card(name)
    for word in words_in((definition.abilities, definition.back.abilities if definition.back else ())):
        told = _told(word)
        for field in fields(word) if told is not None else ():
            usual = field.default_factory() if field.default_factory is not MISSING else field.default
            kept = (type(word).__name__, field.name) in TOLD_ELSEWHERE or usual is MISSING
            if kept or getattr(word, field.name) == usual or (field.name in ("least", "most") and _as_many(word)):
                continue
            assert _told(replace(word, **{field.name: usual})) != told, f"{type(word).__name__}.{field.name} is not told: {told}"
