"""Exert and exchanges (701), spells cast for nothing (608.2g), what may be attacked (508.1), players with hexproof (702.11c),
linked exiles (607.2a), energy that is paid (107.14)."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest
import yaml

from engine.cards import CardPool
from engine.choices import Attacked, Cast, Counted, IllegalChoice, Picked, PlayLand
from engine.objects import OPPONENT, YOU
from engine.scope import Scope
from engine.tokens import PREDEFINED
from engine.vocabulary import Activated, AddMana
from tests.engine_play import Game, side, thing

CARDS = """
    Runner: {cost: "{R}", type: Creature - Cat, pt: 2/2, abilities: [may exert, {when: exerts, do: [gain life: 3]}]}
    Cheer: {cost: "{R}", type: Enchantment, abilities: [{when: {exerts: {filter: creature}}, do: [gain life: 1]}]}
    Borrow:
      cost: "{R}"
      type: Sorcery
      spell:
        targets: [creature]
        do: [gain control: {what: target, until: end of turn}, gain keywords: {what: target, keywords: [haste]}]
    Swap:
      cost: "{R}"
      type: Sorcery
      spell: {targets: [creature, creature], do: [exchange control: {what: target, other: target 2}]}
    Swap Two:
      cost: "{R}"
      type: Sorcery
      spell: {targets: [{filter: creature, least: 2, most: 2}], do: [exchange control: target]}
    Gift:
      cost: "{R}"
      type: Sorcery
      spell: [cast free: {what: {each: spell you control with mana value 2 or less, zone: hand}}]
    Again:
      cost: "{R}"
      type: Sorcery
      spell: {targets: [instant card in your graveyard], do: [cast free: {what: target, then exiled: true}]}
    Jolt: {cost: "{5}", type: Instant, spell: [lose life: {who: opponent, n: 2}]}
    Small: {cost: "{2}", type: Sorcery, spell: [lose life: {who: opponent, n: 3}]}
    Grove: {type: Land, abilities: [enters tapped: {unless reveal: Mountain}]}
    Wall of Air:
      cost: "{R}"
      type: Enchantment
      abilities: [cannot attack you: {who: creature with flying, planeswalkers: true}]
    Toll: {cost: "{R}", type: Enchantment, abilities: [attack cost: {cost: "{2}", planeswalkers: false}]}
    Bird: {cost: "{R}", type: Creature - Bird, pt: 1/1, keywords: [flying]}
    Leyline: {cost: "{R}", type: Enchantment, abilities: [has hexproof]}
    Bolt: {cost: "{R}", type: Instant, spell: {targets: [any], do: [deal damage: {what: target, n: 3}, gain life: that much]}}
    Prison:
      cost: "{R}"
      type: Enchantment
      abilities:
        - when: self enters
          targets: [creature]
          do: [exile: target]
        - when: self leaves the battlefield
          do: [put onto battlefield: {what: {each: {exiled with source: true}, zone: exile}, under: owner}]
    Break: {cost: "{R}", type: Instant, spell: {targets: [enchantment], do: [destroy: target]}}
    Discharge:
      cost: "{R}"
      type: Instant
      spell:
        targets: [creature]
        do: [add counters: {what: you, kind: energy, n: 3}, pay counters: energy, deal damage: {what: target, n: that much}]
    Watcher:
      cost: "{R}"
      type: Enchantment
      abilities: [{when: {activates: {filter: creature or artifact}}, do: [gain life: 1]}]
    Cycler: {cost: "{5}", type: Creature - Cat, pt: 1/1, keywords: ["cycling {R}"]}
    Pinger: {cost: "{R}", type: Creature - Wizard, pt: 1/1, abilities: [{cost: "{R}", do: [lose life: 1]}]}
    Squires:
      cost: "{R}"
      type: Enchantment
      abilities: [{when: {becomes designated: {designation: renowned, filter: creature}}, do: [gain life: 5]}]
    Packmate:
      cost: "{R}"
      type: Creature - Wolf
      pt: 2/2
      abilities: [{when: {attacks: {total power: 4}}, do: [gain life: 2]}]
    Statue: {cost: "{2}", type: Artifact Creature - Golem, pt: 1/1}
    Glimpse: {cost: "{R}", type: Sorcery, spell: [exile to play: {until: your next end step}]}
    Hedge:
      cost: "{R}"
      type: Creature - Plant
      pt: 1/4
      abilities: [{when: {becomes blocked: {by: colorless creature}}, do: [gain life: 1]}]
    Knight: {cost: "{R}", type: Creature - Knight, pt: 2/2, keywords: [renown 2]}
"""


def game(hand: list[Any], lands: int, *battlefield: Any, opponent: Any = None, turns: int = 1, **you: Any) -> Game:
    made_up = {name: ("", entry) for name, entry in yaml.safe_load(textwrap.dedent(CARDS)).items()}
    pool = CardPool({**CardPool.bundled()._entries, **made_up})
    return Game(side(hand, [("Mountain", lands), *battlefield], **you), opponent, pool, Scope(combat=True, turns=turns))


# ---------------------------------------------------------------------------------------------------------------- exert


def test_701_43_an_exerted_creature_stays_tapped_in_the_next_untap_step() -> None:
    it = game([], 0, "Runner", turns=5).to("declare_attackers").attack("Runner").yes().settle()
    assert it.you.life == 23  # 607.2h
    it.to("main1", 3)
    assert it.permanent("Runner").tapped
    it.to("declare_attackers", 3)
    it.to("main1", 5)
    assert not it.permanent("Runner").tapped


def test_701_43a_it_untaps_under_another_player_and_the_exertion_ends_in_the_untap_step_of_who_exerted_it() -> None:
    theirs = side([], ["Runner"], library=["Runner"] * 5)
    it = game(["Borrow"], 1, opponent=theirs, turns=5).cast("Borrow", "Runner").settle()
    it.to("declare_attackers").attack("Runner").yes().settle()
    assert it.permanent("Runner").exerted_by == {YOU} and it.permanent("Runner").tapped
    it.to("main1", 2)
    assert it.permanent("Runner").controller == OPPONENT and not it.permanent("Runner").tapped
    it.to("declare_attackers", 2).attack().to("main1", 3)
    assert it.permanent("Runner").exerted_by == frozenset()


def test_701_43_what_waits_for_any_creature_to_be_exerted() -> None:
    it = game([], 0, "Runner", "Cheer").to("declare_attackers").attack("Runner").yes()
    it.do(next(iter(it.state.choices()))).settle()
    assert it.you.life == 24


def test_508_1g_a_creature_need_not_be_exerted() -> None:
    it = game([], 0, "Runner", turns=3).to("declare_attackers").attack("Runner").no().settle()
    assert it.you.life == 20
    assert not it.to("main1", 3).permanent("Runner").tapped


# ---------------------------------------------------------------------------------------------------------------- exchanges


def test_701_12b_control_of_two_permanents_is_exchanged() -> None:
    there = side(battlefield=["Grizzly Bears"])
    it = game(["Swap"], 1, "Bird", opponent=there).cast("Swap", "Bird", "Grizzly Bears").settle()
    assert (it.permanent("Bird").controller, it.permanent("Grizzly Bears").controller) == (OPPONENT, YOU)


def test_701_12a_nothing_is_exchanged_that_one_player_controls() -> None:
    it = game(["Swap"], 1, "Bird", "Runner").cast("Swap", "Bird", "Runner").settle()
    assert it.permanent("Bird").controller == it.permanent("Runner").controller == YOU


def test_701_12b_the_two_may_be_targets_of_one_group() -> None:
    it = game(["Swap Two"], 1, "Bird", opponent=side(battlefield=["Grizzly Bears"]))
    it.do(it.find(Cast, "Swap Two", targets=((it.id("Bird"), it.id("Grizzly Bears")),))).settle()
    assert (it.permanent("Bird").controller, it.permanent("Grizzly Bears").controller) == (OPPONENT, YOU)


# ---------------------------------------------------------------------------------------------------------------- casting


def test_608_2g_a_card_of_the_hand_is_cast_for_nothing() -> None:
    it = game(["Gift", "Small", "Jolt"], 1, opponent=side(hand=["Small"])).cast("Gift").settle()
    choices = [c for c in it.state.choices() if isinstance(c, Picked)]
    assert {c.chosen for c in choices} == {(), (it.id("Small"),)}
    assert it.pick("Small").settle().opponent.life == 17


def test_608_2g_a_target_in_the_graveyard_is_cast_and_exiled() -> None:
    it = game(["Again"], 1, graveyard=["Jolt"]).cast("Again", "Jolt").settle().pick("Jolt").settle()
    assert it.opponent.life == 18 and it.names(it.you.exile) == ["Jolt"] and it.names(it.you.graveyard) == ["Again"]


def test_614_1c_a_land_enters_untapped_if_a_card_is_revealed() -> None:
    assert not game(["Grove", "Mountain"], 0).play("Grove").yes().permanent("Grove").tapped
    assert game(["Grove", "Mountain"], 0).play("Grove").no().permanent("Grove").tapped
    assert game(["Grove", "Forest"], 0).play("Grove").permanent("Grove").tapped


# ---------------------------------------------------------------------------------------------------------------- attacks


def test_508_1c_creatures_that_cannot_attack_a_player_or_their_planeswalkers() -> None:
    guarded = side(battlefield=["Wall of Air"])
    it = game([], 0, "Bird", "Runner", opponent=guarded).to("declare_attackers")
    assert {attacker for c in it.state.choices() if isinstance(c, Attacked) for attacker, _ in c.attacks} == {it.id("Runner")}
    with pytest.raises(IllegalChoice, match=r"508\.1c"):
        it.attack("Bird")


def test_508_1h_attacking_a_player_costs_and_attacking_a_planeswalker_does_not() -> None:
    it = game([], 0, "Bird", opponent=side(battlefield=["Toll", thing("Jace Beleren", loyalty=3)])).to("declare_attackers")
    attacked = {at for c in it.state.choices() if isinstance(c, Attacked) for _, at in c.attacks}
    assert attacked == {it.id("Jace Beleren")}
    it = game([], 2, "Bird", opponent=side(battlefield=["Toll"])).to("declare_attackers")
    assert it.can(Attacked, attacks=((it.id("Bird"), OPPONENT),))


def test_702_11c_a_player_with_hexproof_is_no_target_of_opponents() -> None:
    it = game(["Bolt"], 1, opponent=side(battlefield=["Leyline", "Grizzly Bears"]))
    targets = {c.targets for c in it.state.choices() if isinstance(c, Cast)}
    assert targets == {((YOU,),), ((it.id("Grizzly Bears"),),)}
    it = game(["Bolt"], 1, "Leyline")
    assert it.can(Cast, "Bolt", targets=((YOU,),)) and it.can(Cast, "Bolt", targets=((OPPONENT,),))


def test_120_what_follows_damage_may_speak_of_how_much_was_dealt() -> None:
    it = game(["Bolt"], 1).cast("Bolt", "opponent").settle()
    assert (it.you.life, it.opponent.life) == (23, 17)


# ---------------------------------------------------------------------------------------------------------------- the rest


def test_607_2a_what_was_exiled_by_a_linked_ability_returns() -> None:
    it = game(["Prison", "Break"], 2, opponent=side(battlefield=["Grizzly Bears"])).cast("Prison").settle()
    assert it.settle().there("Grizzly Bears") == 0
    it.cast("Break", "Prison").settle()
    assert it.permanent("Grizzly Bears").controller == OPPONENT


def test_607_2a_what_is_exiled_after_the_source_has_left_stays_there() -> None:
    """The two abilities are linked, but one does not wait for the other."""
    it = game(["Prison", "Break"], 2, opponent=side(battlefield=["Grizzly Bears"])).cast("Prison").ok()
    it.cast("Break", "Prison").settle()
    assert it.there("Grizzly Bears") == 0 and it.names(it.opponent.exile) == ["Grizzly Bears"]


@pytest.mark.parametrize("paid", [0, 2, 3])
def test_107_14_any_number_of_energy_counters_is_paid(paid: int) -> None:
    it = game(["Discharge"], 1, opponent=side(battlefield=["Grizzly Bears"]))
    it.cast("Discharge", "Grizzly Bears").settle()
    it.do(Counted((("energy", paid),) if paid else ())).settle()
    assert it.there("Grizzly Bears") == (paid < 2)
    assert it.counters("you", "energy") == 3 - paid


def test_109_2_an_ability_of_a_creature_is_one_of_a_permanent() -> None:
    assert game([], 1, "Watcher", "Pinger").activate("Pinger").settle().you.life == 21
    assert game(["Cycler"], 1, "Watcher").activate("Cycler").settle().you.life == 20


def test_702_112_what_waits_for_any_creature_to_become_renowned() -> None:
    it = game([], 0, "Knight", "Squires").to("declare_attackers").attack("Knight").to("main2").settle()
    assert it.you.life == 25 and it.counters("Knight", "p1p1") == 2


def test_508_3a_an_attack_with_creatures_of_that_total_power() -> None:
    it = game([], 0, "Packmate", "Runner").to("declare_attackers")
    assert it.attack("Packmate", "Runner").no().settle().you.life == 22
    assert game([], 0, "Packmate").to("declare_attackers").attack("Packmate").settle().you.life == 20


def test_111_10h_mana_of_a_powerstone_casts_artifacts_only() -> None:
    (powerstone,) = PREDEFINED["Powerstone"]
    assert isinstance(powerstone, Activated) and powerstone.cost.tap
    (mana,) = powerstone.effects
    assert isinstance(mana, AddMana) and mana.only is not None and mana.only.rest


def test_611_2a_what_lasts_until_your_next_end_step() -> None:
    it = game(["Glimpse"], 1, turns=3, library=["Forest", "Forest", "Forest"]).cast("Glimpse").settle()
    assert it.can(PlayLand, "Forest")
    it.to("end")
    assert not it.state.lasting


def test_509_3c_only_blockers_of_that_kind_count() -> None:
    for blocker, life in (("Statue", 21), ("Grizzly Bears", 20)):
        it = game([], 0, "Hedge", opponent=side(battlefield=[blocker]))
        it.to("declare_attackers").attack("Hedge").to("declare_blockers")
        it.block(**{blocker.replace(" ", "_"): "Hedge"})
        assert it.settle().you.life == life
