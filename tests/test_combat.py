"""Combat: attackers (508), blockers (509), combat damage (510), removal from combat (506.4), with made-up creatures."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Attacked, Blocked, Divided, IllegalChoice, ToAttack, ToBlock, ToDivide
from engine.mana import parse_cost
from engine.objects import OPPONENT, YOU
from engine.scope import WHOLE_GAME, Scope
from engine.vocabulary import (
    Ability,
    Activated,
    AddCounters,
    AttackCost,
    Attacks,
    BecomesBlocked,
    Blocks,
    BlocksMore,
    CannotAttack,
    CannotBeBlocked,
    CannotBlock,
    CardDefinition,
    Costs,
    DamageByToughness,
    DealsDamage,
    Destroy,
    Draw,
    Filter,
    GainControl,
    GainLife,
    IsDealtDamage,
    MustAttack,
    MustBeBlocked,
    MustBlock,
    PlayerAttacks,
    Regenerate,
    Spell,
    Tap,
    Target,
    Triggered,
)
from tests.engine_play import Game, side, thing

COMBAT = Scope(combat=True)
ARTIFACTS = Filter(types=frozenset({"Artifact"}))


def creature(name: str, power: int, toughness: int, keywords: str = "", *abilities: Ability) -> CardDefinition:
    return CardDefinition(
        name, parse_cost("{0}"), types=frozenset({"Creature"}), power=power, toughness=toughness,
        keywords=frozenset(filter(None, keywords.split(", "))), abilities=abilities,
    )  # fmt: skip


def instant(name: str, *effects: object) -> CardDefinition:
    spell = Spell(effects, (Target("permanent"),))  # type: ignore[arg-type]
    return CardDefinition(name, parse_cost("{0}"), types=frozenset({"Instant"}), abilities=(spell,))


def drawing(*events: object) -> tuple[Triggered, ...]:
    return tuple(Triggered(event, (Draw(),)) for event in events)  # type: ignore[arg-type]


def fight(
    attackers: list[CardDefinition], blockers: list[CardDefinition], *others: CardDefinition, **fields: object
) -> Game:
    """A game in the declare attackers step; `hand` are instants in your hand."""
    hand = [card.name for card in others]
    cards = CardPool.of([*{c.name: c for c in [*attackers, *blockers, *others]}.values(), *map(CardPool.bundled().get, BASIC)])
    you = side(hand=hand, battlefield=[c.name for c in attackers], **fields)  # type: ignore[arg-type]
    return Game(you, side(battlefield=[c.name for c in blockers]), cards, COMBAT, step="declare_attackers")


BASIC = ("Island", "Jace Beleren")
BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
GIANT = creature("Giant", 5, 5)
JACE = thing("Jace Beleren", loyalty=3)


def refused(game: Game, choice: object) -> str:
    with pytest.raises(IllegalChoice) as error:
        game.do(choice)  # type: ignore[arg-type]
    return error.value.rule


def attack_refused(game: Game, *names: str, at: str = "opponent") -> str:
    return refused(game, Attacked(tuple((game.id(name), game.id(at)) for name in names)))


def blocked(game: Game, *pairs: tuple[str, str]) -> Game:
    game.to("declare_blockers")
    return game.do(Blocked(tuple((game.id(blocker), game.id(attacker)) for blocker, attacker in pairs)))


def block_refused(game: Game, *pairs: tuple[str, str]) -> str:
    game.to("declare_blockers")
    return refused(game, Blocked(tuple((game.id(blocker), game.id(attacker)) for blocker, attacker in pairs)))


# ---------------------------------------------------------------------------------------------------------------- attackers


def test_508_1f_attackers_are_tapped_and_deal_damage_to_what_they_attack() -> None:
    game = fight([BEAR, OX], []).attack("Bear", "Ox")
    assert game.permanent("Bear").tapped
    assert game.to("main2").opponent.life == 16


def test_702_20b_vigilance_keeps_an_attacker_untapped() -> None:
    assert not fight([creature("Guard", 1, 1, "vigilance")], []).attack("Guard").permanent("Guard").tapped


def test_508_1a_tapped_and_new_creatures_cannot_attack_but_haste_can() -> None:
    swift = creature("Swift", 1, 1, "haste")
    cards = CardPool.of([BEAR, OX, swift])
    you = side(battlefield=[thing("Bear", tapped=True), thing("Ox", sick=True), thing("Swift", sick=True)])
    game = Game(you, cards=cards, scope=COMBAT, step="declare_attackers")
    assert game.state.decision == ToAttack(YOU, (game.id("Swift"),), (OPPONENT,))
    assert attack_refused(game, "Bear") == "508.1a"
    assert attack_refused(game, "Ox") == "508.1a"
    assert game.attack("Swift").to("main2").opponent.life == 19


def test_702_3b_508_1c_defender_and_restrictions() -> None:
    stone, shy = creature("Stone", 0, 4, "defender"), creature("Shy", 3, 3, "", CannotAttack())
    game = fight([stone, shy, BEAR], [])
    assert attack_refused(game, "Stone") == "702.3b"
    assert attack_refused(game, "Shy") == "508.1c"
    assert list(game.state.choices()) == [Attacked(()), Attacked(((game.id("Bear"), OPPONENT),))]


def test_508_1c_a_restriction_for_others() -> None:
    peace = creature("Peace", 0, 1, "", CannotAttack(Filter(types=frozenset({"Creature"}), controller="opponent")))
    game = fight([BEAR], [peace])
    assert game.state.decision.__class__.__name__ == "Priority"  # nothing can attack, so nothing is asked


def test_508_1d_what_attacks_if_able_has_to() -> None:
    rager = creature("Rager", 3, 3, "", MustAttack())
    game = fight([rager, BEAR], [])
    assert refused(game, Attacked(())) == "508.1d"
    assert attack_refused(game, "Bear") == "508.1d"
    assert len(list(game.state.choices())) == 2


def test_508_1d_nobody_has_to_pay_to_obey() -> None:
    annex = creature("Annex", 0, 1, "", AttackCost(Costs(parse_cost("{W/P}"))))
    rager = creature("Rager", 3, 3, "", MustAttack())
    game = fight([rager, BEAR], [annex])
    assert Attacked(()) in list(game.state.choices())


def test_508_1h_costs_to_attack_are_paid_for_each_creature() -> None:
    annex = creature("Annex", 0, 1, "", AttackCost(Costs(parse_cost("{W/P}"))))
    game = fight([BEAR, OX], [annex])
    both = [c for c in game.state.choices() if isinstance(c, Attacked) and len(c.attacks) == 2]
    assert [c.payment.announced for c in both] == [("life", "life")]
    assert attack_refused(game, "Bear") == "601.2b"
    assert game.do(both[0]).you.life == 16
    assert game.to("declare_blockers").do(Blocked(())).to("main2").opponent.life == 16


def test_508_1h_a_planeswalker_of_theirs_costs_the_same() -> None:
    annex = creature("Annex", 0, 1, "", AttackCost(Costs(parse_cost("{W/P}"))))
    cards = CardPool.of([BEAR, annex, CardPool.bundled().get("Jace Beleren")])
    game = Game(side(battlefield=["Bear"]), side(battlefield=["Annex", JACE]), cards, COMBAT,
                step="declare_attackers")  # fmt: skip
    assert game.do(game.find(Attacked, attacks=((game.id("Bear"), game.id("Jace Beleren")),))).you.life == 18


def test_508_1b_planeswalkers_are_attacked() -> None:
    cards = CardPool.of([BEAR, CardPool.bundled().get("Jace Beleren")])
    you, opponent = side(battlefield=[("Bear", 2), thing("Jace Beleren", loyalty=5)]), side(battlefield=[JACE])
    game = Game(you, opponent, cards, COMBAT, step="declare_attackers")
    theirs = game.id("Jace Beleren", 1)
    assert refused(game, Attacked(((game.id("Bear"), game.id("Jace Beleren")),))) == "508.1b"
    assert len(list(game.state.choices())) == 6  # alike creatures once: nobody, one at either, two in three ways
    game.do(Attacked(((game.id("Bear"), theirs), (game.id("Bear", 1), theirs)))).to("main2")
    assert game.opponent.life == 20 and theirs not in game.state.battlefield


def test_508_8_without_attackers_there_are_no_blockers_and_no_damage() -> None:
    game = fight([BEAR], [OX]).do(Attacked(()))
    steps = []
    while game.state.step.value != "main2":
        steps.append(game.state.step.value)
        game.ok()
    assert steps == ["declare_attackers", "end_combat"]


# ---------------------------------------------------------------------------------------------------------------- blockers


def test_509_1h_a_blocked_creature_deals_damage_to_its_blocker() -> None:
    game = blocked(fight([BEAR], [OX]).attack("Bear"), ("Ox", "Bear")).to("main2")
    assert game.opponent.life == 20 and game.there("Bear") == 0 and game.permanent("Ox").damage == 2


def test_509_1_tapped_creatures_do_not_block() -> None:
    cards = CardPool.of([BEAR, OX])
    game = Game(side(battlefield=["Bear"]), side(battlefield=[thing("Ox", tapped=True)]), cards, COMBAT, step="declare_attackers")
    game.attack("Bear").to("declare_blockers")
    assert not isinstance(game.state.decision, ToBlock)


@pytest.mark.parametrize(
    ("evasion", "blocker", "rule"),
    [
        ("flying", "", "702.9b"),
        ("flying", "reach", None),
        ("flying", "flying", None),
        ("shadow", "", "702.28b"),
        ("", "shadow", "702.28b"),
        ("shadow", "shadow", None),
        ("horsemanship", "", "702.31b"),
        ("fear", "", "702.36b"),
        ("intimidate", "", "702.13b"),
        ("skulk", "", "702.118b"),
        ("menace", "", "702.111b"),
        ("protection from creatures", "", "702.16f"),
        ("", "", None),
    ],
)
def test_keywords_of_evasion(evasion: str, blocker: str, rule: str | None) -> None:
    game = fight([creature("Evader", 1, 1, evasion), OX], [creature("Blocker", 2, 2, blocker), BEAR]).attack("Evader", "Ox")
    if rule is None:
        assert blocked(game, ("Blocker", "Evader")).to("main2").opponent.life == 18
    else:
        assert block_refused(game, ("Blocker", "Evader")) == rule


def test_702_14c_landwalk_needs_such_a_land() -> None:
    walker = creature("Walker", 1, 1, "islandwalk")
    cards = CardPool.of([walker, BEAR, OX, CardPool.bundled().get("Island"), CardPool.bundled().get("Forest")])
    for land, rule in (("Island", "702.14c"), ("Forest", None)):
        game = Game(side(battlefield=["Walker", "Ox"]), side(battlefield=["Bear", land]), cards, COMBAT, step="declare_attackers")
        game.attack("Walker", "Ox")
        if rule:
            assert block_refused(game, ("Bear", "Walker")) == rule
        else:
            assert blocked(game, ("Bear", "Walker")).to("main2").opponent.life == 18


def test_702_111b_menace_needs_two_blockers() -> None:
    game = fight([creature("Terror", 3, 3, "menace")], [BEAR, OX]).attack("Terror").to("declare_blockers")
    terror, bear, ox = game.id("Terror"), game.id("Bear"), game.id("Ox")
    assert set(game.state.choices()) == {Blocked(()), Blocked(((bear, terror), (ox, terror)))}


def test_509_1b_restrictions_on_blocking() -> None:
    ghost = creature("Ghost", 1, 1, "", CannotBeBlocked())
    tower = creature("Tower", 1, 1, "", CannotBeBlocked(unless_by=ARTIFACTS))
    sneak = creature("Sneak", 3, 3, "", CannotBeBlocked(by_weaker=True))
    coward = creature("Coward", 4, 4, "", CannotBlock())
    game = fight([ghost, tower, sneak], [BEAR, coward, GIANT]).attack("Ghost", "Tower", "Sneak")
    assert block_refused(game, ("Giant", "Ghost")) == "509.1b"
    assert block_refused(game, ("Giant", "Tower")) == "509.1b"
    assert block_refused(game, ("Bear", "Sneak")) == "509.1b"
    assert block_refused(game, ("Coward", "Sneak")) == "509.1b"
    assert blocked(game, ("Giant", "Sneak")).to("main2").there("Sneak") == 0


def test_509_1c_what_must_be_blocked_and_what_must_block() -> None:
    lure, eager = creature("Lure", 1, 1, "", MustBeBlocked(by_all=True)), creature("Eager", 1, 1, "", MustBlock())
    game = fight([lure, BEAR], [OX, GIANT]).attack("Lure", "Bear").to("combat_damage")  # there is one way to block
    assert game.state.combat is not None and len(game.state.combat.blockers()) == 2
    game = fight([lure, creature("Lure 2", 1, 1, "", MustBeBlocked(by_all=True))], [OX]).attack("Lure", "Lure 2")
    assert block_refused(game) == "509.1c"
    game = fight([creature("Bait", 1, 1, "", MustBeBlocked()), BEAR], [OX, GIANT]).attack("Bait", "Bear")
    assert block_refused(game, ("Ox", "Bear")) == "509.1c"
    assert blocked(game, ("Ox", "Bait"), ("Giant", "Bear")).to("main2").opponent.life == 20
    game = fight([BEAR, OX], [eager]).attack("Bear", "Ox")
    assert block_refused(game) == "509.1c"
    game = fight([creature("Bat", 1, 1, "flying")], [eager]).attack("Bat")
    assert game.to("main2").opponent.life == 19  # it is not able to


def test_509_1a_a_creature_blocks_one_unless_it_can_block_more() -> None:
    game = fight([BEAR, OX], [GIANT]).attack("Bear", "Ox")
    assert block_refused(game, ("Giant", "Bear"), ("Giant", "Ox")) == "509.1a"
    wide = creature("Wide", 5, 5, "", BlocksMore(1))
    game = blocked(fight([BEAR, OX], [wide]).attack("Bear", "Ox"), ("Wide", "Bear"), ("Wide", "Ox"))
    game.to("combat_damage")
    assert game.state.decision == ToDivide(OPPONENT, game.id("Wide"), (game.id("Bear"), game.id("Ox")), 5)
    game.divide(Bear=2, Ox=3).to("main2")
    assert game.there("Bear") == 0 and game.permanent("Ox").damage == 3 and game.permanent("Wide").damage == 4


def test_alike_blockers_and_attackers_are_listed_once() -> None:
    cards = CardPool.of([BEAR, OX])
    game = Game(side(battlefield=[("Bear", 2)]), side(battlefield=[("Ox", 2)]), cards, COMBAT, step="declare_attackers")
    assert len(list(game.state.choices())) == 3
    game.attack("Bear", "Bear").to("declare_blockers")
    assert len(list(game.state.choices())) == 4  # nobody, one, two at one, one at each


# ---------------------------------------------------------------------------------------------------------------- damage


def test_510_1c_damage_is_divided_freely_among_blockers() -> None:
    game = blocked(fight([GIANT], [BEAR, OX]).attack("Giant"), ("Bear", "Giant"), ("Ox", "Giant")).to("combat_damage")
    assert len(list(game.state.choices())) == 6
    assert refused(game, Divided(((game.id("Bear"), 4),))) == "510.1a"
    assert refused(game, Divided(((game.id("Bear"), 4), (OPPONENT, 1)))) == "510.1c"
    game.divide(Bear=1, Ox=4).to("main2")
    assert game.there("Ox") == 0 and game.permanent("Bear").damage == 1 and game.permanent("Giant").damage == 4


def test_702_19b_trample_needs_lethal_damage_for_all_blockers() -> None:
    game = fight([creature("Crusher", 7, 7, "trample")], [BEAR, OX]).attack("Crusher")
    blocked(game, ("Bear", "Crusher"), ("Ox", "Crusher")).to("combat_damage")
    assert refused(game, Divided(((game.id("Bear"), 2), (game.id("Ox"), 3), (OPPONENT, 2)))) == "702.19b"
    assert game.divide(Bear=2, Ox=4, opponent=1).to("main2").opponent.life == 19


def test_510_1e_what_all_attackers_assign_is_lethal_together() -> None:
    one, other = creature("One", 4, 4, "trample"), creature("Other", 4, 4, "trample")
    wide = creature("Wide", 0, 5, "", BlocksMore(1))
    game = fight([one, other], [wide]).attack("One", "Other")
    blocked(game, ("Wide", "One"), ("Wide", "Other")).to("combat_damage")
    assert refused(game, Divided(((OPPONENT, 4),))) == "702.19b"
    game.divide(Wide=1, opponent=3)  # the other one is left with the 4 that are missing
    assert game.to("main2").opponent.life == 17 and game.there("Wide") == 0
    game = fight([one, other], [wide]).attack("One", "Other")
    blocked(game, ("Wide", "One"), ("Wide", "Other")).to("combat_damage")
    game.divide(Wide=3, opponent=1)
    assert refused(game, Divided(((game.id("Wide"), 1), (OPPONENT, 3)))) == "702.19b"
    assert game.divide(Wide=2, opponent=2).to("main2").opponent.life == 17


def test_510_1e_one_without_trample_helps_one_with_it() -> None:
    cards = [creature("Crusher", 4, 4, "trample"), creature("Viper", 1, 1, "deathtouch"), OX]
    wide = creature("Wide", 0, 9, "", BlocksMore(1))
    game = fight(cards, [wide]).attack("Crusher", "Ox")
    blocked(game, ("Wide", "Crusher"), ("Wide", "Ox")).to("combat_damage")
    assert game.to("main2").opponent.life == 20  # 3 and 4 are fewer than 9
    game = fight(cards, [wide]).attack("Crusher", "Viper")
    blocked(game, ("Wide", "Crusher"), ("Wide", "Viper")).to("combat_damage")
    assert game.divide(opponent=4).to("main2").opponent.life == 16


def test_702_2c_one_point_of_deathtouch_is_lethal() -> None:
    viper = creature("Viper", 4, 4, "deathtouch, trample")
    game = blocked(fight([viper], [GIANT]).attack("Viper"), ("Giant", "Viper")).to("combat_damage")
    game.divide(Giant=1, opponent=3).to("main2")
    assert game.opponent.life == 17 and game.there("Giant") == 0 and game.there("Viper") == 0


def test_702_19d_a_trampler_without_blockers_left_deals_all_to_the_player() -> None:
    murder = instant("Murder", Destroy("target"))
    for keywords, life in (("trample", 13), ("", 20)):
        game = blocked(fight([creature("Crusher", 7, 7, keywords)], [BEAR], murder).attack("Crusher"), ("Bear", "Crusher"))
        assert game.cast("Murder", "Bear").settle().to("main2").opponent.life == life


def test_510_4_first_strike_deals_damage_in_a_step_of_its_own() -> None:
    game = blocked(fight([creature("Knight", 2, 1, "first strike")], [BEAR]).attack("Knight"), ("Bear", "Knight"))
    assert game.to("first_strike_damage").there("Bear") == 0
    assert game.to("main2").there("Knight") == 1


def test_510_4_double_strike_deals_damage_twice() -> None:
    game = fight([creature("Duelist", 3, 3, "double strike"), BEAR], []).attack("Duelist", "Bear")
    assert game.to("first_strike_damage").opponent.life == 17
    assert game.to("combat_damage").opponent.life == 12


def test_510_4_without_first_strike_there_is_one_step() -> None:
    game = fight([BEAR], []).attack("Bear")
    steps = []
    while game.state.step.value != "main2":
        steps.append(game.state.step.value)
        game.ok()
    assert steps == ["declare_attackers", "declare_blockers", "combat_damage", "end_combat"]


def test_510_1a_damage_by_toughness_and_none_by_negative_power() -> None:
    doran = creature("Doran", 0, 5, "", DamageByToughness(Filter(types=frozenset({"Creature"}))))
    assert fight([doran, creature("Slug", -1, 3)], []).attack("Doran", "Slug").to("main2").opponent.life == 12


def test_702_15b_lifelink_702_90b_infect_702_164c_toxic() -> None:
    holy, ill, rat = creature("Holy", 2, 2, "lifelink"), creature("Ill", 3, 3, "infect"), creature("Rat", 1, 1, "toxic 2")
    game = fight([holy, ill, rat], []).attack("Holy", "Ill", "Rat").to("main2")
    assert (game.you.life, game.opponent.life, game.opponent.counters) == (22, 17, (("poison", 5),))


def test_702_80a_wither_shrinks_the_blocker() -> None:
    game = blocked(fight([creature("Blight", 2, 2, "wither")], [GIANT]).attack("Blight"), ("Giant", "Blight")).to("main2")
    assert game.counters("Giant", "m1m1") == 2 and game.permanent("Giant").damage == 0


def test_122_1c_one_shield_counter_prevents_all_damage_dealt_at_once() -> None:
    cards = CardPool.of([BEAR, OX, GIANT])
    you = side(battlefield=[thing("Giant", shield=2)])
    game = Game(you, side(battlefield=["Bear", "Ox"]), cards, COMBAT, step="declare_attackers")
    blocked(game.attack("Giant"), ("Bear", "Giant"), ("Ox", "Giant")).to("combat_damage").divide(Bear=5).to("main2")
    assert game.counters("Giant", "shield") == 1 and game.permanent("Giant").damage == 0


# ---------------------------------------------------------------------------------------------------------------- removal


def test_506_4_a_creature_under_other_control_is_removed_from_combat() -> None:
    steal = instant("Steal", GainControl("target"))
    game = blocked(fight([BEAR], [OX, GIANT], steal).attack("Bear"), ("Ox", "Bear"))
    game.cast("Steal", "Ox").settle()
    assert game.state.combat is not None and game.state.combat.blockers() == ()
    assert game.to("main2").there("Bear") == 1 and game.opponent.life == 20  # it stays blocked (509.1h)


def test_701_19a_regeneration_removes_from_combat() -> None:
    shield, murder = instant("Shield", Regenerate("target")), instant("Murder", Destroy("target"))
    game = fight([BEAR], [], shield, murder).attack("Bear")
    game.cast("Shield", "Bear").settle().cast("Murder", "Bear").settle()
    assert game.there("Bear") == 1 and game.to("main2").opponent.life == 20


def test_506_4b_tapping_a_blocker_does_not_stop_its_damage() -> None:
    freeze = instant("Freeze", Tap("target"))
    game = blocked(fight([BEAR], [OX], freeze).attack("Bear"), ("Ox", "Bear"))
    assert game.cast("Freeze", "Ox").settle().to("main2").there("Bear") == 0


def test_506_4c_an_attacker_of_a_planeswalker_that_is_gone_deals_no_damage() -> None:
    murder = instant("Murder", Destroy("target"))
    cards = CardPool.of([BEAR, murder, CardPool.bundled().get("Jace Beleren")])
    game = Game(side(hand=["Murder"], battlefield=["Bear"]), side(battlefield=[JACE]), cards, COMBAT,
                step="declare_attackers")  # fmt: skip
    game.attack("Bear", at="Jace Beleren").cast("Murder", "Jace Beleren").settle()
    assert game.state.combat is not None and game.state.combat.attacks[0].at is None
    assert game.to("main2").opponent.life == 20


def test_511_3_combat_is_over_after_the_end_of_combat_step() -> None:
    game = fight([BEAR], []).attack("Bear").to("end_combat")
    assert game.state.combat is not None
    assert game.to("main2").state.combat is None


# ---------------------------------------------------------------------------------------------------------------- triggers


def hand_after(attackers: list[CardDefinition], blockers: list[CardDefinition], *pairs: tuple[str, str]) -> int:
    """How many cards you have drawn when all creatures have attacked and these blocks were made."""
    game = fight(attackers, blockers).attack(*(c.name for c in attackers))
    game.settle().to("declare_blockers")
    if isinstance(game.state.decision, ToBlock):
        blocked(game, *pairs)
    while game.state.step.value != "main2":
        game.settle()
        if isinstance(game.state.decision, ToDivide):
            game.do(next(c for c in game.state.choices() if isinstance(c, Divided) and len(c.parts) == 2))
        else:
            game.ok()
    return len(game.you.hand)


@pytest.mark.parametrize(
    ("event", "drawn"),
    [
        (Attacks(), 1),
        (Attacks(Filter(types=frozenset({"Creature"}))), 2),
        (Attacks(alone=True), 0),
        (PlayerAttacks(), 1),
        (PlayerAttacks("opponent"), 0),
        (BecomesBlocked(), 1),
        (BecomesBlocked(each=True), 2),
        (DealsDamage(), 1),
        (DealsDamage(to="player", combat=True), 0),
        (DealsDamage(Filter(types=frozenset({"Creature"})), "opponent"), 1),
        (DealsDamage(Filter(types=frozenset({"Creature"}), controller="you"), "anything", together=True), 3),
        (IsDealtDamage(), 1),
    ],
)
def test_508_3_509_3_510_3a_events(event: object, drawn: int) -> None:
    watcher = creature("Watcher", 9, 9, "", *drawing(event))
    assert hand_after([watcher, BEAR], [OX, GIANT], ("Ox", "Watcher"), ("Giant", "Watcher")) == drawn


def test_509_3a_509_3b_blocks_and_blocks_a_creature() -> None:
    for each, life in ((False, 21), (True, 22)):
        wall = creature("Wall", 0, 9, "", BlocksMore(1), Triggered(Blocks(each=each), (GainLife("you", 1),)))
        game = blocked(fight([BEAR, OX], [wall]).attack("Bear", "Ox"), ("Wall", "Bear"), ("Wall", "Ox")).settle()
        assert game.opponent.life == life


def test_508_3e_an_opponent_attacks_you() -> None:
    watcher = creature("Watcher", 0, 9, "", Triggered(PlayerAttacks("opponent", you_attacked=True), (GainLife("you", 3),)))
    assert fight([BEAR], [watcher]).attack("Bear").settle().opponent.life == 23


def test_119_damage_dealt_at_once_is_one_event_for_the_player() -> None:
    droplet = creature("Droplet", 0, 9, "", Triggered(IsDealtDamage("you"), (AddCounters("self", "charge"),)))
    game = fight([BEAR, OX], [droplet]).attack("Bear", "Ox").to("declare_blockers").do(Blocked(())).to("combat_damage").settle()
    assert game.counters("Droplet", "charge") == 1 and game.opponent.life == 16


# ---------------------------------------------------------------------------------------------------------------- both players


def test_117_3d_the_opponent_may_respond_and_block() -> None:
    trick = CardDefinition(
        "Trick", parse_cost("{0}"), types=frozenset({"Creature"}), power=1, toughness=1,
        abilities=(Activated(Costs(), (AddCounters("self", "p1p1"),)),),
    )  # fmt: skip
    cards = CardPool.of([BEAR, trick])
    game = Game(side(battlefield=["Bear"]), side(battlefield=["Trick"]), cards, WHOLE_GAME, step="declare_attackers")
    game.attack("Bear").ok()
    assert game.state.decision is not None and game.state.decision.player == OPPONENT
    game.ok()
    blocked(game, ("Trick", "Bear")).ok().activate("Trick").ok().ok()
    assert game.counters("Trick", "p1p1") == 1
    assert game.state.decision is not None and game.state.decision.player == YOU
