"""Battles (310): defense, who protects and attacks them, and what becomes of a Siege."""

from __future__ import annotations

import yaml

from engine.cards import CardPool
from engine.cards.notation import read_card
from engine.choices import Attacked, Blocked, ToBlock
from engine.objects import OPPONENT, YOU
from engine.scope import WHOLE_GAME, Scope
from tests.engine_play import Game, side, thing

CARDS = """
Invasion:
  cost: "{0}"
  type: Battle - Siege
  defense: 3
  back: {name: Anthem, type: Enchantment, abilities: [modify: {filter: creatures you control, power: 1, toughness: 1}]}
Bear: {cost: "{1}{G}", type: Creature - Bear, pt: 2/2}
Giant: {cost: "{3}{R}", type: Creature - Giant, pt: 3/3}
Jolt: {cost: "{0}", type: Instant, spell: {targets: [any], do: [deal damage: {what: target, n: 2}]}}
"""
COMBAT = Scope(combat=True)


def pool() -> CardPool:
    return CardPool.of(read_card(name, entry, "test") for name, entry in yaml.safe_load(CARDS).items())


def test_310_4b_a_battle_enters_with_its_defense() -> None:
    assert Game(side(hand=["Invasion"]), cards=pool()).cast("Invasion").settle().counters("Invasion", "defense") == 3


def test_310_6_damage_removes_defense_counters() -> None:
    game = Game(side(hand=["Jolt"], battlefield=[thing("Invasion", defense=3)]), cards=pool())
    assert game.cast("Jolt", "Invasion").settle().counters("Invasion", "defense") == 1


def test_310_8b_its_controller_attacks_a_siege_and_its_protector_cannot() -> None:
    siege = thing("Invasion", defense=3)
    game = Game(side(battlefield=["Bear", siege]), side(battlefield=[siege]), pool(), COMBAT, step="declare_attackers")
    mine, theirs = game.id("Invasion"), game.id("Invasion", 1)
    at = {at for choice in game.state.choices() if isinstance(choice, Attacked) for _, at in choice.attacks}
    assert at == {OPPONENT, mine} and theirs not in at


def test_310_8c_its_protector_blocks_those_who_attack_it() -> None:
    game = Game(side(battlefield=["Bear", thing("Invasion", defense=3)]), side(battlefield=["Giant"]), pool(), COMBAT,
                step="declare_attackers")  # fmt: skip
    game.attack("Bear", at="Invasion").to("declare_blockers")
    assert isinstance(game.state.decision, ToBlock)
    game.do(Blocked(((game.id("Giant"), game.id("Bear")),))).to("main2")
    assert game.there("Bear") == 0 and game.counters("Invasion", "defense") == 3


def defeated() -> Game:
    game = Game(side(battlefield=["Giant", thing("Invasion", defense=3)]), cards=pool(), scope=COMBAT, step="declare_attackers")
    return game.attack("Giant", at="Invasion").to("combat_damage")


def test_310_11b_a_defeated_siege_is_exiled_and_cast_transformed() -> None:
    game = defeated()
    assert game.there("Invasion") == 1  # 704.5v: its ability waits
    game.settle().yes().settle()
    assert game.there("Anthem") == 1 and game.state.power(game.id("Giant")) == 4
    assert game.state.mana_value(game.id("Anthem")) == 0


def test_310_11b_it_need_not_be_cast() -> None:
    game = defeated().settle().no().settle()
    assert game.there("Anthem") == 0 and game.names(game.you.exile) == ["Invasion"]


def test_704_5v_a_battle_without_defense_is_put_into_the_graveyard() -> None:
    game = Game(side(battlefield=["Invasion"]), cards=pool())
    assert game.names(game.you.graveyard) == ["Invasion"]


def test_506_4c_a_battle_that_is_gone_is_attacked_no_more() -> None:
    you = side(hand=["Jolt", "Jolt"], battlefield=["Giant", thing("Invasion", defense=2)])
    game = Game(you, side(), pool(), WHOLE_GAME, step="declare_attackers").attack("Giant", at="Invasion")
    game.cast("Jolt", "Invasion").settle()
    while game.there("Invasion") != 0:
        game.ok()
    assert game.state.combat is not None and game.state.combat.attacks[0].at is None
    assert game.state.players[YOU].life == game.state.players[OPPONENT].life == 20
