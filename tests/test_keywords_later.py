"""Keyword abilities that wait for an upkeep, a graveyard or the top of a library (702), explore and discover (701)."""

from __future__ import annotations

import textwrap
from typing import Any

import yaml

from engine.cards import CardPool
from engine.choices import Activate, Cast, Priority
from engine.scope import Scope
from tests.engine_play import Game, side

CARDS = """
    Echoer: {cost: "{R}", type: Creature - Goblin, pt: 2/2, keywords: ["echo {1}{R}"]}
    Echoer for Cards:
      cost: "{R}"
      type: Creature - Goblin
      pt: 2/2
      abilities:
        - when: your upkeep begins
          if: came lately
          do: [unless pays: {who: you, cost: discard a card, do: [sacrifice: {who: you, filter: self}]}]
    Remora: {cost: "{R}", type: Enchantment, keywords: ["cumulative upkeep {1}"]}
    Zap: {cost: "{R}", type: Sorcery, keywords: [rebound], spell: [deal damage: {what: opponent, n: 2}]}
    Stop: {cost: "{R}", type: Instant, spell: {targets: [spell], do: [counter: target]}}
    Elf: {cost: "{3}{R}", type: Creature - Elf, pt: 3/2, keywords: [cascade]}
    Big: {cost: "{3}{R}", type: Creature - Ogre, pt: 4/4}
    Small: {cost: "{2}{R}", type: Creature - Ogre, pt: 2/2}
    Finder: {cost: "{R}", type: Sorcery, spell: [cast from top: {found: nonland card with mana value 3 or less, otherwise: hand}]}
    Scout: {cost: "{R}", type: Creature - Merfolk, pt: 1/1, abilities: [{when: self enters, do: [explore]}]}
    Mummy: {cost: "{R}", type: Creature - Cat, pt: 3/1, keywords: ["embalm {R}", "eternalize {R}"]}
    Again: {cost: "{R}", type: Creature - Cat, pt: 3/1, keywords: ["encore {R}"]}
    Help: {cost: "{7}", type: Creature - Cat, pt: 3/1, keywords: ["reinforce 2 {R}"]}
    Coat:
      cost: "{R}"
      type: Enchantment - Aura
      enchant: creature
      keywords: [umbra armor]
      abilities: [modify: {filter: attached, power: 1}]
    Wreck: {cost: "{R}", type: Sorcery, spell: {targets: [creature], do: [destroy: target]}}
    Caller: {cost: "{R}", type: Creature - Orc, pt: 1/1, keywords: [haste, mobilize 2]}
    Gamble: {cost: "{R}", type: Sorcery, spell: [flip coin: {win: [gain life: 2], lose: [lose life: {who: you, n: 1}]}]}
    Eater: {cost: "{R}", type: Creature - Eldrazi, pt: 1/1, keywords: [haste, ingest]}
"""


LATER, FIGHT = Scope(turns=7), Scope(combat=True, turns=2)


def game(hand: list[Any], lands: int, *battlefield: Any, opponent: Any = None, scope: Scope = LATER, **you: Any) -> Game:
    made_up = {name: ("", entry) for name, entry in yaml.safe_load(textwrap.dedent(CARDS)).items()}
    pool = CardPool({**CardPool.bundled()._entries, **made_up})
    return Game(side(hand, [("Mountain", lands), *battlefield], **you), opponent, pool, scope)


def test_702_30a_echo_is_paid_once_in_the_first_upkeep() -> None:
    it = game(["Echoer"], 2).cast("Echoer").settle().to("draw", 3)
    assert it.state.course.turn == 3 and not isinstance(it.state.decision, Priority)
    it.yes().settle().to("main1", 5)
    assert it.there("Echoer") == 1 and it.state.course.turn == 5
    it = game(["Echoer"], 2).cast("Echoer").settle().to("draw", 3).no()
    assert it.there("Echoer") == 0


def test_702_30a_echo_with_a_cost_other_than_mana_triggers_too() -> None:
    it = game(["Echoer for Cards", "Zap"], 1).cast("Echoer for Cards").settle().to("draw", 3)
    assert it.state.course.turn == 3 and not isinstance(it.state.decision, Priority)
    assert it.no().there("Echoer for Cards") == 0
    it = game(["Zap"], 1, "Echoer for Cards").to("main1", 3)
    assert it.state.course.turn == 3 and it.there("Echoer for Cards") == 1


def test_702_30a_nothing_is_due_for_what_was_there_before() -> None:
    it = game([], 2, "Echoer").to("main1", 3)
    assert it.state.course.turn == 3 and it.there("Echoer") == 1


def test_702_24a_cumulative_upkeep_grows() -> None:
    it = game(["Remora"], 3).cast("Remora").settle().to("draw", 3).yes().settle()
    assert it.counters("Remora", "age") == 1
    it.to("draw", 5).yes().settle()
    assert it.counters("Remora", "age") == 2 and sum(p.tapped for p in it.state.battlefield.values()) == 2
    it.to("draw", 7).no().settle()
    assert it.there("Remora") == 0


def test_702_88a_rebound_casts_it_again_in_the_next_upkeep() -> None:
    it = game(["Zap"], 1).cast("Zap").settle()
    assert it.names(it.you.exile) == ["Zap"]
    it.to("draw", 3).pick("Zap").settle()
    assert it.opponent.life == 16 and it.names(it.you.graveyard) == ["Zap"]


def test_702_88a_a_countered_spell_does_not_rebound() -> None:
    it = game(["Zap", "Stop"], 2).cast("Zap").cast("Stop", "Zap").settle()
    assert it.names(it.you.graveyard) == ["Stop", "Zap"]


def test_702_85a_cascade_finds_a_lesser_nonland_card() -> None:
    it = game(["Elf"], 4, library=["Mountain", "Big", "Small", "Scout"]).cast("Elf").ok()
    it.pick("Small").settle()
    assert it.there("Small") == it.there("Elf") == 1
    assert it.you.library[0].definition.name == "Scout" and not it.you.exile
    it = game(["Elf"], 4, library=["Small", "Scout"]).cast("Elf").ok().pick().settle()
    assert it.there("Small") == 0 and it.you.library[0].definition.name == "Scout"


def test_701_57a_what_was_discovered_and_not_cast_goes_to_the_hand() -> None:
    it = game(["Finder"], 1, library=["Big", "Small"]).cast("Finder").ok().pick().settle()
    assert it.names(it.you.hand) == ["Small"]


def test_701_44a_explore() -> None:
    it = game(["Scout"], 1, library=["Mountain"]).cast("Scout").settle()
    assert it.names(it.you.hand) == ["Mountain"] and it.counters("Scout", "p1p1") == 0
    it = game(["Scout"], 1, library=["Small"]).cast("Scout").settle().pick("Small")
    assert it.names(it.you.graveyard) == ["Small"] and it.counters("Scout", "p1p1") == 1
    it = game(["Scout"], 1, library=["Small"]).cast("Scout").settle().pick()
    assert it.you.library[0].definition.name == "Small" and it.counters("Scout", "p1p1") == 1


def test_702_128a_embalm_and_702_129a_eternalize() -> None:
    for index, color, size in ((0, "W", (3, 1)), (1, "B", (4, 4))):
        it = game([], 1, graveyard=["Mummy"])
        choices = [c for c in it.state.choices() if isinstance(c, Activate)]
        it.do(sorted(choices, key=lambda c: c.ability)[index]).settle()
        token = it.id("Mummy")
        assert (it.state.power(token), it.state.toughness(token)) == size and it.state.colors(token) == {color}
        assert it.state.mana_value(token) == 0 and {"Zombie", "Cat"} <= set(it.state.subtypes(token))
        assert it.names(it.you.exile) == ["Mummy"]


def test_702_141a_encore_attacks_and_is_sacrificed() -> None:
    it = game([], 1, graveyard=["Again"], scope=FIGHT)
    it.do(it.find(Activate)).settle()
    assert "haste" in it.state.keywords(it.id("Again"))
    it.to("main1", 2)  # it has to attack
    assert it.there("Again") == 0 and it.opponent.life == 17


def test_702_77a_reinforce() -> None:
    it = game(["Help"], 1, "Grizzly Bears")
    it.do(it.find(Activate)).settle()
    assert it.counters("Grizzly Bears", "p1p1") == 2 and it.names(it.you.graveyard) == ["Help"]


def test_702_89a_umbra_armor_is_destroyed_instead() -> None:
    it = game(["Coat", "Wreck", "Wreck"], 3, "Grizzly Bears").cast("Coat", "Grizzly Bears").settle()
    it.cast("Wreck", "Grizzly Bears").settle()
    assert it.there("Grizzly Bears") == 1 and it.there("Coat") == 0
    assert it.cast("Wreck", "Grizzly Bears").settle().there("Grizzly Bears") == 0


def test_702_181a_mobilize_and_702_115a_ingest() -> None:
    it = game(["Caller"], 1, scope=FIGHT).cast("Caller").settle().to("declare_attackers").attack("Caller").settle()
    assert it.there("Warrior") == 2
    it.to("main1", 2)
    assert it.there("Warrior") == 0 and it.opponent.life == 17
    it = game(["Eater"], 1, opponent=side(library=["Small"]), scope=FIGHT).cast("Eater").settle()
    it.to("declare_attackers").attack("Eater").to("main2")
    assert it.names(it.opponent.exile) == ["Small"]


def test_702_85a_a_card_without_targets_can_be_cast_from_exile() -> None:
    it = game(["Elf"], 4, library=["Zap"]).cast("Elf").ok().pick("Zap").settle()
    assert it.opponent.life == 18 and not it.can(Cast)


def test_705_2_either_side_of_a_coin_may_come_up() -> None:
    it = game(["Gamble"], 1).cast("Gamble").settle()
    assert {it.state.apply(choice).players[0].life for choice in it.state.choices()} == {22, 19}
