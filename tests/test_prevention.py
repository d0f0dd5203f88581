"""Damage that is prevented or changed (614, 615), and life that cannot be gained (119.7)."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Blocked, Divided, Ordered, ToOrder
from engine.mana import parse_cost
from engine.scope import Scope
from engine.vocabulary import (
    Ability,
    CannotGainLife,
    CardDefinition,
    DamageCannotBePrevented,
    DealDamage,
    Filter,
    GainLife,
    MoreDamage,
    PreventDamage,
    Spell,
    Target,
)
from tests.engine_play import Game, side, thing

COMBAT = Scope(combat=True)


def creature(name: str, power: int, toughness: int, keywords: str = "", *abilities: Ability) -> CardDefinition:
    return CardDefinition(
        name, parse_cost("{0}"), types=frozenset({"Creature"}), power=power, toughness=toughness,
        keywords=frozenset(filter(None, keywords.split(", "))), abilities=abilities,
    )  # fmt: skip


def bolt(n: int) -> CardDefinition:
    spell = Spell((DealDamage("target", n),), (Target("any"),))
    return CardDefinition("Bolt", parse_cost("{0}"), types=frozenset({"Instant"}), abilities=(spell,))


def bolted(*abilities: Ability, n: int = 3, keywords: str = "", others: tuple[CardDefinition, ...] = (), **counters: int) -> Game:
    """A creature of toughness 9 with these abilities has been dealt damage by an instant of yours."""
    hit = creature("Hit", 0, 9, keywords, *abilities)
    cards = CardPool.of([hit, bolt(n), *others])
    you = side(hand=["Bolt"], battlefield=[c.name for c in others])
    game = Game(you, side(battlefield=[thing("Hit", **counters)]), cards)
    return game.cast("Bolt", "Hit").settle()


def test_615_1_damage_is_prevented() -> None:
    assert bolted(PreventDamage()).permanent("Hit").damage == 0
    assert bolted().permanent("Hit").damage == 3


def test_615_5_a_counter_goes_with_it() -> None:
    game = bolted(PreventDamage(remove="p1p1"), p1p1=2)
    assert game.permanent("Hit").damage == 0 and game.counters("Hit", "p1p1") == 1
    game = bolted(PreventDamage(remove="p1p1", that_many=True), n=2, p1p1=3)
    assert game.counters("Hit", "p1p1") == 1


def test_a_prevention_that_needs_a_counter() -> None:
    assert bolted(PreventDamage(remove="p1p1", only_with=True)).permanent("Hit").damage == 3
    assert bolted(PreventDamage(remove="p1p1", only_with=True), p1p1=1).permanent("Hit").damage == 0


def test_what_happens_when_damage_was_prevented() -> None:
    assert bolted(PreventDamage(then=(GainLife("you", 2),))).opponent.life == 22
    assert bolted(PreventDamage(combat=True, then=(GainLife("you", 2),))).permanent("Hit").damage == 3


def test_615_12_unpreventable_damage() -> None:
    wild = creature("Wild", 1, 1, "", DamageCannotBePrevented())
    game = bolted(PreventDamage(remove="p1p1"), others=(wild,), p1p1=2)
    assert game.permanent("Hit").damage == 3 and game.counters("Hit", "p1p1") == 1
    assert bolted(others=(wild,), shield=1).permanent("Hit").damage == 3
    red = creature("Red", 1, 1, "protection from creatures")
    cards = CardPool.of([red, wild])
    game = Game(side(battlefield=["Wild"]), side(battlefield=["Red"]), cards, COMBAT, step="declare_attackers")
    game.attack("Wild").to("declare_blockers").do(Blocked(((game.id("Red"), game.id("Wild")),))).to("main2")
    assert game.there("Red") == 0  # 702.16e prevents, so it does not either


@pytest.mark.parametrize(("noncombat", "damage"), [(True, 6), (False, 6)])
def test_614_1a_more_damage(noncombat: bool, damage: int) -> None:
    double = creature("Double", 1, 1, "", MoreDamage(times=2, noncombat=noncombat))
    assert bolted(others=(double,)).permanent("Hit").damage == damage
    game = Game(side(battlefield=["Double"]), side(), CardPool.of([double]), COMBAT, step="declare_attackers")
    assert game.attack("Double").to("main2").opponent.life == (19 if noncombat else 18)


def test_616_1_the_affected_player_chooses_what_applies_first() -> None:
    hit = creature("Hit", 0, 9, "", PreventDamage(remove="p1p1"))
    cards = CardPool.of([hit, bolt(3)])
    game = Game(side(hand=["Bolt"]), side(battlefield=[thing("Hit", p1p1=1, shield=1)]), cards).cast("Bolt", "Hit").ok()
    decision = game.state.decision
    assert isinstance(decision, ToOrder) and decision.player == 1
    game.do(Ordered((1, 0)))
    assert (game.counters("Hit", "p1p1"), game.counters("Hit", "shield"), game.permanent("Hit").damage) == (1, 0, 0)


def test_damage_dealt_at_once_is_prevented_at_once() -> None:
    ghost, bear = creature("Ghost", 9, 1, "", PreventDamage(remove="p1p1")), creature("Bear", 2, 2)
    game = Game(side(battlefield=[thing("Ghost", p1p1=3)]), side(battlefield=[("Bear", 2)]), CardPool.of([ghost, bear]), COMBAT,
                step="declare_attackers")  # fmt: skip
    game.attack("Ghost").to("declare_blockers")
    game.do(Blocked(tuple((game.id("Bear", i), game.id("Ghost")) for i in (0, 1)))).to("combat_damage")
    game.do(Divided(tuple((game.id("Bear", i), 6) for i in (0, 1)))).to("main2")
    assert game.counters("Ghost", "p1p1") == 2 and game.there("Bear") == 0


def test_by_whom_damage_is_dealt() -> None:
    theirs = Filter(types=frozenset({"Creature"}), controller="opponent")
    fog = creature("Fog", 0, 1, "", PreventDamage("anything", theirs, combat=True))
    bear = creature("Bear", 2, 2)
    game = Game(side(battlefield=["Bear"]), side(battlefield=["Fog"]), CardPool.of([fog, bear]), COMBAT, step="declare_attackers")
    assert game.attack("Bear").to("declare_blockers").do(Blocked(())).to("main2").opponent.life == 20


@pytest.mark.parametrize(("who", "life"), [("each player", 20), ("you", 23), ("opponent", 20)])
def test_119_7_life_that_cannot_be_gained(who: str, life: int) -> None:
    heal = CardDefinition("Heal", parse_cost("{0}"), types=frozenset({"Instant"}), abilities=(Spell((GainLife("you", 3),)),))
    ban = creature("Ban", 0, 1, "", CannotGainLife(who))
    game = Game(side(hand=["Heal"]), side(battlefield=["Ban"]), CardPool.of([heal, ban])).cast("Heal").settle()
    assert game.you.life == life


def circle(mine: str, *theirs: str) -> Game:
    """You have activated Rhystic Circle with that much mana left; the opponent has these lands."""
    you = side(battlefield=["Rhystic Circle", "Goblin Fireslinger"], mana="{C}" + mine)
    return Game(you, side(battlefield=theirs)).activate("Rhystic Circle").settle()


def life_after(game: Game) -> int:
    """Your life when Goblin Fireslinger has dealt 1 damage to you."""
    return int(game.activate("Goblin Fireslinger", 0, "you").settle().you.life)


def test_118_12_an_effect_does_not_happen_if_any_of_the_players_pays() -> None:
    paid = circle("", "Mountain").yes().settle()
    assert paid.permanent("Mountain").tapped and life_after(paid) == 19
    assert life_after(circle("{C}").yes().settle()) == 19
    assert life_after(circle("", "Mountain").no().pick("Goblin Fireslinger").settle()) == 20
