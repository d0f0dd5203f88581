"""Goad, detain, adapt, monstrosity (701), renown, unleash and riot (702), what is exiled instead of dying (614)."""

from __future__ import annotations

import textwrap
from typing import Any

import yaml

from engine.cards import CardPool
from engine.choices import Activate
from engine.scope import Scope
from tests.engine_play import Game, side

CARDS = """
    Taunt: {cost: "{R}", type: Sorcery, spell: {targets: [creature], do: [goad: target]}}
    Arrest: {cost: "{R}", type: Sorcery, spell: {targets: [creature], do: [detain: target]}}
    Burn:
      cost: "{R}"
      type: Sorcery
      spell:
        targets: [creature]
        do: [deal damage: {what: target, n: 3}, alter: {what: target, abilities: [exiled instead]}]
    Newt: {cost: "{R}", type: Creature - Beast, pt: 1/1, abilities: [{cost: "{R}", do: [adapt: 2]}]}
    Hydra:
      cost: "{R}"
      type: Creature - Hydra
      pt: 1/1
      abilities:
        - cost: "{R}"
          do: [monstrosity: 3]
        - when: {becomes designated: monstrous}
          do: [draw]
    Knight: {cost: "{R}", type: Creature - Knight, pt: 2/1, keywords: [haste, renown 2]}
    Cackler: {cost: "{R}", type: Creature - Devil, pt: 2/2, keywords: [unleash]}
    Rioter: {cost: "{R}", type: Creature - Devil, pt: 2/2, keywords: [riot]}
    Rhythm:
      cost: "{R}"
      type: Enchantment
      abilities:
        - enters with counters: {kind: p1p1, n: 1, filter: nontoken creature you control, optional: true, otherwise: [haste]}
    Pinger: {cost: "{R}", type: Creature - Wizard, pt: 1/1, abilities: [{cost: "{T}", do: [gain life: 1]}]}
"""


def game(hand: list[Any], lands: int, *battlefield: Any, opponent: Any = None, turns: int = 1, **you: Any) -> Game:
    made_up = {name: ("", entry) for name, entry in yaml.safe_load(textwrap.dedent(CARDS)).items()}
    pool = CardPool({**CardPool.bundled()._entries, **made_up})
    return Game(side(hand, [("Mountain", lands), *battlefield], **you), opponent, pool, Scope(combat=True, turns=turns))


def test_701_15_a_goaded_creature_attacks_in_its_next_turn() -> None:
    it = game(["Taunt"], 1, opponent=side(battlefield=["Grizzly Bears"]), turns=3).cast("Taunt", "Grizzly Bears").settle()
    it.to("main2", 2)
    assert it.you.life == 18
    it.to("main1", 3)
    assert it.you.life == 18


def test_701_35_a_detained_creature_does_nothing() -> None:
    it = game(["Arrest"], 1, "Pinger").cast("Arrest", "Pinger").settle()
    assert not it.can(Activate, "Pinger")
    assert game([], 0, "Pinger").can(Activate, "Pinger")


def test_701_46_adapt_puts_counters_only_where_there_are_none() -> None:
    it = game([], 2, "Newt").activate("Newt").settle().activate("Newt").settle()
    assert it.counters("Newt", "p1p1") == 2


def test_701_37_a_creature_becomes_monstrous_once() -> None:
    it = game([], 2, "Hydra").activate("Hydra").settle().activate("Hydra").settle()
    assert it.counters("Hydra", "p1p1") == 3 and len(it.you.hand) == 1


def test_702_112_renown() -> None:
    it = game(["Knight"], 1, turns=3).cast("Knight").settle().to("declare_attackers").attack("Knight").to("main2")
    assert it.counters("Knight", "p1p1") == 2
    it.to("declare_attackers", 3).attack("Knight").to("main2", 3)
    assert it.counters("Knight", "p1p1") == 2 and it.opponent.life == 14


def test_702_98_unleashed_or_not() -> None:
    it = game(["Cackler"], 1).cast("Cackler").settle().yes()
    assert it.counters("Cackler", "p1p1") == 1
    assert game(["Cackler"], 1).cast("Cackler").settle().no().counters("Cackler", "p1p1") == 0


def test_702_136a_a_counter_or_haste() -> None:
    it = game(["Rioter"], 1).cast("Rioter").settle().yes()
    assert it.counters("Rioter", "p1p1") == 1 and "haste" not in it.state.characteristics(it.id("Rioter")).keywords
    it = game(["Rioter"], 1).cast("Rioter").settle().no()
    assert it.counters("Rioter", "p1p1") == 0
    it.to("declare_attackers").attack("Rioter").to("main2")
    assert it.opponent.life == 18


def test_702_136b_each_instance_of_riot_works_by_itself() -> None:
    it = game(["Rioter"], 1, "Rhythm", "Rhythm").cast("Rioter").settle().yes().yes().no()
    assert it.counters("Rioter", "p1p1") == 2 and "haste" in it.state.characteristics(it.id("Rioter")).keywords
    it = game(["Pinger"], 1, opponent=side(battlefield=["Rhythm"])).cast("Pinger").settle()
    assert it.counters("Pinger", "p1p1") == 0 and it.there("Pinger") == 1


def test_614_1a_what_would_die_this_turn_is_exiled_instead() -> None:
    it = game(["Burn"], 1, opponent=side(battlefield=["Grizzly Bears"])).cast("Burn", "Grizzly Bears").settle()
    assert it.names(it.opponent.exile) == ["Grizzly Bears"]
