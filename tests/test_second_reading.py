"""What the second reader of the theme cards found, by the rule or the part of the card that was wrong before."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, Picked, ToProliferate
from engine.objects import OPPONENT, YOU
from engine.scope import Scope
from tests.engine_play import Game, Spec, side, thing

COMBAT = Scope(combat=True)
VRASKA = "Vraska, Betrayal's Sting"

MADE_UP = """
Grave Counter:
  cost: "{G}"
  type: Creature - Troll
  pt: 1/1
  abilities: [enters with counters: {kind: p1p1, n: cards in your graveyard}]
Far Siege: {cost: "{2}", type: Battle - Siege, defense: 3}
Blank: {cost: "{U}", type: Instant, spell: {targets: [creature], do: [alter: {what: target, lose abilities: true}]}}
Weaken: {cost: "{U}", type: Instant, spell: {targets: [creature], do: [alter: {what: target, lose keywords: [flying]}]}}
Lift: {cost: "{U}", type: Instant, spell: {targets: [creature], do: [gain keywords: {what: target, keywords: [flying]}]}}
Relic: {cost: "{1}", type: Artifact}
Mourner:
  cost: "{B}"
  type: Creature - Human
  pt: 1/1
  abilities: [{when: an artifact you control dies, do: [gain life: 1]}]
Jack:
  cost: "{G}"
  type: Creature - Human
  pt: 1/1
  abilities: [modify: {filter: self, subtypes: [Cleric, Wizard]}]
Sage: {cost: "{1}", type: Artifact, abilities: [{when: you cast a Wizard spell, do: [gain life: 1]}]}
Hierophant:
  cost: "{G}"
  type: Creature - Human
  pt: 1/1
  abilities:
    - when: self dies
      targets: [another creature card in your graveyard]
      do: [return to hand: {what: target, source zone: graveyard}]
Priest: {cost: "{B}", type: Creature - Human, pt: 1/1, abilities: [{cost: "{T}, tap 2 creature", do: [draw]}]}
Wail:
  cost: "{B}"
  type: Creature - Spirit
  pt: 4/4
  abilities: [{when: {becomes target: {filter: creature}}, do: [destroy: that]}]
Rile:
  cost: "{R}"
  type: Instant
  spell: {targets: [player], do: [for a while: [must attack: {who: a creature target player controls}]]}
Basher:
  cost: "{R}"
  type: Creature - Giant
  pt: 5/9
  abilities:
    - when: {deals damage: {combat: true}}
      do: [add counters: {what: self, kind: charge, n: that much}, add counters: {what: self, kind: oil}]
Edged Shell: {cost: "{2}", type: Artifact Creature - Equipment Construct, pt: 2/2}
"""
"""Cards of our own that show a difference."""


@pytest.fixture
def cards(tmp_path: Path) -> CardPool:
    file = tmp_path / "mine.yaml"
    file.write_text(MADE_UP, encoding="utf-8")
    return CardPool.bundled().with_file(file)


def lands(*names: Spec) -> list[Spec]:
    """Lands enough to pay for anything."""
    return [*names, ("Plains", 6), ("Island", 6), ("Swamp", 6), ("Mountain", 6), ("Forest", 6)]


def test_202_3e_a_spell_on_the_stack_counts_x_though_it_was_countered() -> None:
    for x, small in ((2, True), (3, False)):
        game = Game(side(["Corrosive Gale", "Reject Imperfection"], lands(thing("Bear Cub", p1p1=1))))
        game.do(game.find(Cast, "Corrosive Gale", x=x)).cast("Reject Imperfection", "Corrosive Gale").ok()
        assert isinstance(game.state.decision, ToProliferate) == small
        assert game.names(game.you.graveyard)[0] == "Corrosive Gale"


def test_what_was_done_twice_instead_was_all_done_this_way() -> None:
    """Ripples of Potential under Tekuthal: what had a counter put on it by either of the two can phase out."""
    creatures = (thing("Bear Cub", p1p1=1), thing("Hill Giant", p1p1=1), "Tekuthal, Inquiry Dominus")
    game = Game(side(["Ripples of Potential"], lands(*creatures))).cast("Ripples of Potential").settle()
    game.proliferate("Bear Cub").proliferate("Hill Giant")
    picks = [choice for choice in game.state.choices() if isinstance(choice, Picked)]
    assert {game.state.name(id) for pick in picks for id in pick.chosen} == {"Bear Cub", "Hill Giant"}


def test_707_8a_a_token_copy_of_a_transformed_permanent_has_both_faces() -> None:
    you = side(battlefield=["Mountain"] * 6 + ["Sun-Blessed Guardian"])
    game = Game(you, scope=COMBAT).activate("Sun-Blessed Guardian", 0).settle().to("declare_attackers")
    game.attack("Furnace-Blessed Conqueror").settle()
    token = game.permanent("Furnace-Blessed Conqueror", 1)
    assert token.token and token.transformed and game.state.mana_value(token.id) == 2  # 202.3b


def test_613_what_becomes_a_treasure_is_copied_as_what_it_was() -> None:
    you = side(["Phyrexian Metamorph"], lands(thing(VRASKA, loyalty=6)))
    game = Game(you, side(battlefield=["Hill Giant"])).activate(VRASKA, 1, "Hill Giant").settle()
    game.cast("Phyrexian Metamorph").settle().pick("Hill Giant").settle()
    giants = {game.state.controller(id): game.state.types(id) for id in map(game.id, ["Hill Giant"] * 2, (0, 1))}
    assert giants == {YOU: {"Artifact", "Creature"}, OPPONENT: {"Artifact"}}


def test_205_1a_new_subtypes_take_the_place_of_those_of_their_kind(cards: CardPool) -> None:
    game = Game(side([], [thing(VRASKA, loyalty=6)]), side(battlefield=["Edged Shell"]), cards)
    game.activate(VRASKA, 1, "Edged Shell").settle()
    assert game.state.subtypes(game.id("Edged Shell")) == {"Treasure"}


@pytest.mark.parametrize(("walker", "ability", "x"), [("Nahiri, the Unforgiving", 2, 0), ("Tamiyo, Compleated Sage", 1, 1)])
def test_608_2c_a_card_is_exiled_before_it_is_copied(cards: CardPool, walker: str, ability: int, x: int) -> None:
    you = side(battlefield=[thing(walker, loyalty=5)], graveyard=["Grave Counter", "Opt"])
    game = Game(you, None, cards)
    game.do(game.find(Activate, walker, ability=ability, x=x, targets=((game.id("Grave Counter"),),))).settle()
    assert game.permanent("Grave Counter").token and game.names(game.you.exile) == ["Grave Counter"]
    assert game.counters("Grave Counter", "p1p1") == 1


def test_111_4_two_different_tokens_may_have_the_same_name() -> None:
    game = Game(side(["Murder"], lands("Polukranos Reborn"))).activate("Polukranos Reborn", 0).settle()
    game.cast("Murder", "Polukranos, Engine of Ruin").settle()
    words = {word for i in range(2) for word in game.state.keywords(game.id("Phyrexian Hydra", i))}
    assert words == {"reach", "lifelink"}


def test_an_opponent_or_any_battle(cards: CardPool) -> None:
    you = side(battlefield=["Ayara, Widow of the Realm", "Memnite", thing("Far Siege", defense=3)])
    game = Game(you, None, cards)
    targets = {choice.targets[0][0] for choice in game.state.choices() if isinstance(choice, Activate)}
    assert targets == {OPPONENT, game.id("Far Siege")}


def test_a_random_order_is_nobodys_choice() -> None:
    """Contagious Vorrac: the rest goes to the bottom in a random order, so which card is where is not known (701.24a)."""
    library = ["Opt", "Forest", "Murder", "Shock"]
    game = Game(side(["Contagious Vorrac"], lands(), library=library)).cast("Contagious Vorrac").settle()
    game.do(next(choice for choice in game.state.choices() if isinstance(choice, Picked) and choice.chosen)).settle()
    assert game.names(game.you.hand) == ["Forest"] and game.names(game.you.library) == ["unknown"] * 3


def test_613_11_what_an_effect_says_about_combat_is_no_ability(cards: CardPool) -> None:
    you = side(["Blank"], lands("Trespassing Souleater", "Skrelv, Defector Mite"))
    game = Game(you, side(battlefield=["Hill Giant"]), cards, scope=COMBAT).activate("Trespassing Souleater", 0).settle()
    game.cast("Blank", "Trespassing Souleater").settle().to("declare_attackers").attack("Trespassing Souleater")
    assert not game.state.activated(game.id("Trespassing Souleater"))
    assert game.to("combat_damage").opponent.life == 18  # nothing could block


def test_613_7_a_keyword_that_was_gained_before_is_lost_too(cards: CardPool) -> None:
    game = Game(side(["Weaken", "Lift", "Lift"], lands("Bear Cub")), None, cards)
    for spell, flies in (("Lift", True), ("Weaken", False), ("Lift", True)):
        game.cast(spell, "Bear Cub").settle()
        assert ("flying" in game.state.keywords(game.id("Bear Cub"))) == flies


def test_700_4_every_permanent_can_die(cards: CardPool) -> None:
    game = Game(side(["Cankerbloom"], lands("Mourner", "Relic", "Cankerbloom")), None, cards)
    game.do(game.find(Activate, "Cankerbloom", targets=((game.id("Relic"),),))).settle()
    assert game.you.life == 21


def test_603_2c_damage_to_several_at_one_time_is_dealt_once(cards: CardPool) -> None:
    you = side(battlefield=["Basher"])
    game = Game(you, side(battlefield=["Bear Cub", "Memnite"]), cards, scope=COMBAT).to("declare_attackers")
    game.attack("Basher").to("declare_blockers").block(Bear_Cub="Basher", Memnite="Basher").settle().to("combat_damage")
    game.divide(Bear_Cub=3, Memnite=2).settle()
    assert game.counters("Basher", "charge") == 5 and game.counters("Basher", "oil") == 1


def test_611_2c_what_lasts_remembers_whose_creatures_were_meant(cards: CardPool) -> None:
    for target, attacks in (("you", True), ("opponent", False)):
        game = Game(side(["Rile"], ["Mountain", "Bear Cub"]), None, cards, scope=COMBAT).cast("Rile", target).settle()
        game.to("declare_attackers")
        attacking = game.state.combat is not None and bool(game.state.combat.attacks)
        assert attacking == attacks  # there is only one way to attack then, so nobody is asked


def test_603_2_that_creature_is_the_one_that_has_become_the_target(cards: CardPool) -> None:
    game = Game(side(["Mutagenic Growth"], ["Forest", "Wail", "Bear Cub"]), None, cards)
    game.cast("Mutagenic Growth", "Bear Cub").settle()
    assert (game.there("Bear Cub"), game.there("Wail")) == (0, 1)


def test_101_2_what_cannot_be_cast_cannot_be_cast_for_nothing_either() -> None:
    iona = thing("Iona, Shield of Emeria", chosen={"color": "B"})
    you = side(["Etali, Primal Conqueror"], lands(), library=["Forest", "Murder"])
    game = Game(you, side(battlefield=["Bear Cub", iona], library=["Shock"])).cast("Etali, Primal Conqueror").settle()
    offered = {game.state.name(id) for choice in game.state.choices() if isinstance(choice, Picked) for id in choice.chosen}
    assert offered == {"Shock"}


def test_202_3e_a_spell_exiled_as_a_cost_counts_x() -> None:
    """Synthesis Pod: Corrosive Gale with X = 2 has mana value 3, so a card of mana value 4 is looked for."""
    them = side(battlefield=["Bear Cub"], library=["Murder", "Hill Giant", "Shock"])
    game = Game(side(["Corrosive Gale"], lands("Synthesis Pod")), them)
    game.do(game.find(Cast, "Corrosive Gale", x=2)).activate("Synthesis Pod", 0).settle()
    game.do(next(choice for choice in game.state.choices() if isinstance(choice, Picked) and choice.chosen)).settle()
    assert game.there("Hill Giant") == 1 and game.state.controller(game.id("Hill Giant")) == YOU


def test_604_3_what_defines_subtypes_does_so_in_all_zones(cards: CardPool) -> None:
    game = Game(side(["Jack"], ["Forest", "Sage"]), None, cards).cast("Jack").settle()
    assert game.you.life == 21 and {"Human", "Cleric", "Wizard"} <= game.state.subtypes(game.id("Jack"))


def test_400_7_what_a_creature_has_become_is_no_other_card(cards: CardPool) -> None:
    for graveyard in ([], ["Bear Cub"]):
        game = Game(side(["Murder"], lands("Hierophant"), graveyard=graveyard), None, cards).cast("Murder", "Hierophant").settle()
        assert game.names(game.you.hand) == graveyard


def test_601_2h_what_is_tapped_for_the_tap_symbol_is_not_tapped_once_more(cards: CardPool) -> None:
    for others, enough in ((["Bear Cub"], False), (["Bear Cub", "Hill Giant"], True)):
        assert Game(side(battlefield=["Priest", *others]), None, cards).can(Activate, "Priest") == enough
