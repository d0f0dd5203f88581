"""Auras and Equipment, other faces, tokens, emblems, delayed triggers, copies on the stack, phasing: with made-up cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.cards import CardPool
from engine.cards.reading import members
from engine.choices import Activate, Cast, Counted, Priority, Targeted
from engine.effects.meaning import EFFECTS
from engine.objects import OPPONENT, YOU
from engine.scope import ONE_TURN, Scope
from engine.vocabulary import Effect
from tests.engine_play import Game, Spec, side, thing

HERE = Path(__file__).parent
CARDS = CardPool.bundled().with_file(HERE / "made_up_cards.yaml").with_file(HERE / "made_up_words.yaml")
TWO_TURNS = Scope(turns=2)


def game(
    battlefield: Sequence[Spec] = (),
    hand: Sequence[str] = (),
    theirs: Sequence[Spec] = (),
    scope: Scope = ONE_TURN,
    **fields: object,
) -> Game:
    return Game(side(hand, battlefield, **fields), side((), theirs), CARDS, scope)  # type: ignore[arg-type]


def targeting(it: Game, kind: type, card: str, *targets: str) -> Game:
    """Do it with one target in each group, ids by `name#index`."""
    ids = []
    for target in targets:
        name, _, index = target.partition("#")
        ids.append((it.id(name, int(index or 0)),))
    return it.do(it.find(kind, card, targets=tuple(ids)))


def size(of: Game, name: str, index: int = 0) -> tuple[int, int]:
    id = of.id(name, index)
    return of.state.power(id), of.state.toughness(id)


# ---------------------------------------------------------------------------------------------------------------- attached


def test_301_5_equip_moves_and_gives() -> None:
    it = game(["Crown", "Bear", "Flier"]).activate("Crown", 0, "Bear").ok()
    assert size(it, "Bear") == (4, 2) and "lifelink" in it.state.keywords(it.id("Bear"))
    it.activate("Crown", 0, "Flier").ok()
    assert size(it, "Bear") == (2, 2) and size(it, "Flier") == (3, 1)


def test_702_6a_equip_only_a_creature_you_control() -> None:
    it = game(["Crown"], theirs=["Bear"])
    assert not it.can(Activate, "Crown")


def test_704_5n_equipment_stays_when_its_creature_leaves() -> None:
    it = game(["Crown", "Bear"], ["Time Bomb"], scope=TWO_TURNS).activate("Crown", 0, "Bear").ok()
    it.cast("Time Bomb", "Bear").ok().to("upkeep", 2)
    assert it.there("Bear") == 0 and it.permanent("Crown").attached_to is None


def test_701_3d_becoming_unattached() -> None:
    it = game(["Parasite Suit", "Bear", "Flier"]).activate("Parasite Suit", 0, "Bear").ok()
    it.activate("Parasite Suit", 0, "Flier").ok().settle()
    assert it.there("Bear") == 0 and it.there("Flier") == 1


def test_701_21a_a_player_sacrifices_only_what_they_control() -> None:
    it = game(["Bear"], hand=["Tithe", "Tithe", "Due"], theirs=["Flier"]).cast("Tithe", "Flier").ok()
    assert it.there("Flier") == 1
    it.cast("Tithe", "Bear").ok().cast("Due", "Flier").ok()
    assert it.there("Bear") == it.there("Flier") == 0


def test_400_7_what_has_returned_is_attached() -> None:
    it = game(hand=["Bear"], graveyard=["Homing Blade"], battlefield=["Flier"]).cast("Bear").settle().yes()
    assert size(it, "Bear") == (3, 2)


def test_702_92a_living_weapon() -> None:
    it = game(hand=["War Doll"]).cast("War Doll").settle()
    assert size(it, "Phyrexian Germ") == (4, 4)


def test_303_4_an_aura_takes_control_and_gives_back() -> None:
    it = game(hand=["Leash", "Blink"], theirs=["Bear"]).cast("Leash", "Bear").ok()
    assert it.permanent("Bear").controller == YOU
    it.cast("Blink", "Bear").ok()
    assert it.permanent("Bear").controller == OPPONENT and it.names(it.you.graveyard) == ["Blink", "Leash"]


def test_704_5m_an_aura_that_may_not_enchant_any_more() -> None:
    it = game(["Bear"], ["Boost"]).cast("Boost", "Bear").ok()
    assert size(it, "Bear") == (3, 3)
    bad = game(["Bear"], ["Boost", "Fade Out"]).cast("Boost", "Bear").cast("Fade Out", "Bear").ok().ok()
    assert bad.names(bad.you.graveyard) == ["Boost", "Fade Out"]  # its target was gone as it resolved


def test_an_aura_returns_when_its_creature_dies() -> None:
    it = game(["Bear"], ["Boost", "Shrinker", "Shrinker", "Shrinker"]).cast("Boost", "Bear").ok()
    for _ in range(3):
        it.cast("Shrinker").settle()
    assert it.names(it.you.hand) == ["Boost"]


# ---------------------------------------------------------------------------------------------------------------- faces, tokens


def test_701_27_transforming() -> None:
    it = game(["Moth"]).activate("Moth").settle()
    assert size(it, "Great Moth") == (4, 4) and it.you.life == 23
    assert it.state.mana_value(it.id("Great Moth")) == 0
    assert it.state.colors(it.id("Great Moth")) == {"B"}


def test_701_53_incubate() -> None:
    it = game([("Forest", 2)], ["Hatch"]).cast("Hatch").settle()
    it.activate("Incubator").settle()
    assert size(it, "Phyrexian Token") == (2, 2)


def test_701_47_amass() -> None:
    it = game(hand=["Muster Orcs", "Muster Orcs"]).cast("Muster Orcs").settle().cast("Muster Orcs").settle()
    assert it.there("Orc Army") == 1 and size(it, "Orc Army") == (4, 4)


def test_701_36_populate() -> None:
    it = game(["Bear"], ["Muster Orcs", "Twins"]).cast("Muster Orcs").settle().cast("Twins").settle()
    assert it.there("Orc Army") == 1  # the copy has no counters


# ---------------------------------------------------------------------------------------------------------------- going on


def test_114_an_emblem_goes_on() -> None:
    it = game([("Forest", 4), "Contagion Clasp"], ["Prophet"]).cast("Prophet").ok()
    it.activate("Contagion Clasp").settle()
    assert len(it.you.hand) == 1 and it.you.emblems == ("emblem of Prophet",)


def test_603_7_at_the_beginning_of_the_next_end_step() -> None:
    it = game(hand=["Time Bomb"], theirs=["Bear"], scope=TWO_TURNS).cast("Time Bomb", "Bear").ok()
    assert it.there("Bear") == 1
    it.to("upkeep", 2)
    assert it.there("Bear") == 0 and it.state.lasting == ()


def test_603_7_when_that_creature_dies_this_turn() -> None:
    it = game(hand=["Grudge", "Shrinker", "Shrinker"], theirs=["Bear", "Flier"]).cast("Grudge", "Bear").ok()
    it.cast("Shrinker").settle()
    assert it.opponent.counters == ()  # only the Flier died
    it.cast("Shrinker").settle()
    assert it.opponent.counters == (("poison", 1),)


def test_603_12_a_reflexive_trigger_chooses_its_target_when_it_triggers() -> None:
    it = game(["Flier"], ["Feeder"], theirs=["Bear", "Robot"]).cast("Feeder").ok().yes()
    it.do(Targeted(((it.id("Robot"),),))).settle()
    assert it.there("Flier") == 0 and it.there("Robot") == 0 and it.there("Bear") == 1
    nothing = game([], ["Feeder"], theirs=["Bear"]).cast("Feeder").ok().yes()
    assert isinstance(nothing.state.decision, Priority) and nothing.there("Bear") == 1


def test_610_3_exiled_until_it_leaves() -> None:
    it = game(hand=["Jailer", "Blink"], theirs=["Bear"]).cast("Jailer").settle()
    assert it.there("Bear") == 0 and it.names(it.opponent.exile) == ["Bear"]
    it.cast("Blink", "Jailer").ok()
    assert it.there("Bear") == 1 and it.permanent("Bear").controller == OPPONENT
    it.settle()  # the Jailer that has come back takes it again
    assert it.there("Bear") == 0


def test_702_26_phasing() -> None:
    it = game([thing("Bear", p1p1=1)], ["Fade Out"], scope=Scope(turns=3)).cast("Fade Out", "Bear").ok()
    assert it.there("Bear") == 0 and it.names(it.you.exile) == []
    it.to("main1", 2)
    assert it.there("Bear") == 0
    it.to("upkeep", 3)
    assert it.counters("Bear", "p1p1") == 1


def test_707_10_a_copy_of_a_spell_may_have_a_new_target() -> None:
    it = game([("Mountain", 1)], ["Shock", "Echo"]).cast("Shock", "opponent").cast("Echo", "Shock").ok()
    it.do(Targeted(((YOU,),))).settle()
    assert (it.you.life, it.opponent.life) == (18, 18)
    assert it.names(it.you.graveyard) == ["Echo", "Shock"]


def test_701_6_countering() -> None:
    it = game(hand=["Bear", "Denial"]).cast("Bear").cast("Denial", "Bear").settle()
    assert it.there("Bear") == 0 and it.names(it.you.graveyard) == ["Bear", "Denial"]


# ---------------------------------------------------------------------------------------------------------------- counters


def test_122_5_moving_counters() -> None:
    it = game([thing("Bear", p1p1=2), "Flier"], ["Mover"])
    targeting(it, Cast, "Mover", "Bear", "Flier").ok()
    assert it.counters("Bear", "p1p1") == 0 and it.counters("Flier", "p1p1") == 2


def test_701_10e_doubling_counters_puts_them() -> None:
    it = game([thing("Bear", p1p1=2), "Hardened Scales"], ["Doubler"]).cast("Doubler", "Bear").ok()
    assert it.counters("Bear", "p1p1") == 5


def test_one_more_of_each_kind() -> None:
    it = game([thing("Bear", p1p1=2, stun=1)], ["One More"]).cast("One More", "Bear").ok()
    assert it.counters("Bear", "p1p1") == 3 and it.counters("Bear", "stun") == 2


def test_601_2d_counters_are_distributed_one_at_least() -> None:
    it = game(["Bear", "Flier"], ["Sharing"])
    ids = (it.id("Bear"), it.id("Flier"))
    it.do(it.find(Cast, "Sharing", targets=(ids,)))
    it.divide(Bear=2, Flier=1).ok()
    assert it.counters("Bear", "p1p1") == 2 and it.counters("Flier", "p1p1") == 1


def test_701_14_fighting() -> None:
    it = game(["Robot"], ["Duel"], theirs=["Bear"])
    targeting(it, Cast, "Duel", "Robot", "Bear").ok()
    assert it.permanent("Robot").damage == 2 and it.permanent("Bear").damage == 1


def test_701_12c_exchanging_life() -> None:
    it = game(hand=["Swap"], life=7).cast("Swap").ok()
    assert (it.you.life, it.opponent.life) == (20, 7)


# ---------------------------------------------------------------------------------------------------------------- libraries


def test_look_takes_what_fits_or_does_something_else() -> None:
    it = game(hand=["Seek"], library=["Bear", "Forest", "Flier", "Robot"]).cast("Seek").ok().pick("Forest")
    while not isinstance(it.state.decision, Priority):
        it.do(next(iter(it.state.choices())))
    assert it.names(it.you.hand) == ["Forest"] and len(it.you.library) == 3
    none = game([thing("Bear", p1p1=1)], ["Seek"], library=["Bear", "Flier"]).cast("Seek").ok()
    while not isinstance(none.state.decision, Priority):
        none.do(list(none.state.choices())[-1])
    assert none.counters("Bear", "p1p1") == 2


def test_701_23_searching() -> None:
    it = game(hand=["Fetch"], library=["Bear", "Forest"]).cast("Fetch").ok().pick("Forest")
    assert it.permanent("Forest").tapped


# ---------------------------------------------------------------------------------------------------------------- values, events


def test_the_greatest_power() -> None:
    it = game(["Flier", thing("Bear", p1p1=3)], ["Census"]).cast("Census").ok()
    assert it.you.life == 25


def test_how_often_something_happened_this_turn() -> None:
    it = game(hand=["Bear", "Flier", "Recount"], scope=TWO_TURNS).cast("Bear").ok().cast("Flier").ok().cast("Recount").ok()
    assert it.you.life == 23


def test_the_second_spell_each_turn() -> None:
    it = game(["Second Thoughts", thing("Bear", p1p1=1)], ["Flier", "Robot", "Monk"])
    it.cast("Flier").ok().cast("Robot")
    assert len(it.state.stack) == 2
    it.ok().proliferate("Bear").ok().cast("Monk")
    assert len(it.state.stack) == 1


def test_a_trigger_once_each_turn() -> None:
    it = game(hand=["Mourner", "Shrinker"], theirs=["Flier"]).cast("Mourner").settle()
    assert it.you.life == 21
    it.cast("Shrinker").settle()
    assert it.there("Flier") == 0 and it.you.life == 21


def test_121_each_card_drawn_triggers() -> None:
    it = game(["Scholar", ("Island", 4)], ["Tezzeret's Gambit"]).cast("Tezzeret's Gambit").settle()
    assert it.you.life == 22


def test_118_12a_unless_its_controller_pays() -> None:
    it = game([("Forest", 1)], ["Bear", "Tax"]).cast("Bear").cast("Tax", "Bear").ok()
    it.yes().settle()
    assert it.there("Bear") == 1 and it.permanent("Forest").tapped
    broke = game([], ["Bear", "Tax"]).cast("Bear").cast("Tax", "Bear").settle()
    assert broke.there("Bear") == 0


def test_608_2d_choosing_as_it_resolves() -> None:
    it = game(hand=["Choice"]).cast("Choice").ok()
    it.do(Counted((("2", 1),)))
    assert it.you.life == 20 and len(it.you.hand) == 2


def test_numbers_of_each_object_of_an_effect() -> None:
    it = game(["Bear", thing("Flier", p1p1=1)], ["Redouble"]).cast("Redouble").ok()
    assert size(it, "Bear") == (4, 4) and size(it, "Flier") == (4, 4)


def test_what_each_opponent_does() -> None:
    it = game(["Bear"], ["Blighter"], theirs=["Robot"]).cast("Blighter").ok()
    assert it.counters("Robot", "m1m1") == 1 and it.counters("Bear", "m1m1") == 0


def test_700_13_committing_a_crime() -> None:
    it = game(["Watchman", ("Mountain", 2)], ["Shock", "Shock"], theirs=["Bear"]).cast("Shock", "Bear").settle()
    assert it.you.life == 21
    it.cast("Shock", "you").settle()
    assert it.you.life == 19


def test_702_11d_hexproof_from_a_color() -> None:
    it = game([("Mountain", 1)], ["Shock", "Humble"], theirs=["Unblue"])
    assert not it.can(Cast, "Shock", targets=((it.id("Unblue"),),))
    assert it.can(Cast, "Humble", targets=((it.id("Unblue"),),))


def test_115_7_changing_a_target() -> None:
    it = game(["Lightning Rod", "Bear", ("Mountain", 1)], ["Shock"]).cast("Shock", "Bear")
    it.do(it.find(Activate, "Lightning Rod")).settle()
    assert it.there("Bear") == 1 and it.permanent("Lightning Rod").damage == 2


def test_702_8_casting_as_though_with_flash() -> None:
    it = game([("Mountain", 1)], ["Shock", "Bear"]).cast("Shock", "opponent")
    assert not it.can(Cast, "Bear")
    quick = game([("Mountain", 1), "Quick Study"], ["Shock", "Bear"]).cast("Shock", "opponent")
    assert quick.can(Cast, "Bear")


def test_602_5_abilities_that_cannot_be_activated() -> None:
    it = game([thing("Druid", tapped=True)], ["Chains"])
    assert it.can(Activate, "Druid")
    assert not it.cast("Chains", "Druid").ok().can(Activate, "Druid")


def test_603_2d_triggering_an_additional_time() -> None:
    it = game(["Twice Mourned"], ["Shrinker"], theirs=["Flier"]).cast("Shrinker").settle()
    assert it.you.life == 22


def test_500_5_unspent_mana_becomes_something_else() -> None:
    it = game(["Cauldron", "Forest"]).tap("Forest").ok()
    assert it.you.mana == (0, 0, 1, 0, 0, 0)


def test_what_entered_this_turn() -> None:
    it = game(["Bear"], ["Flier", "Newcomers"]).cast("Flier").ok().cast("Newcomers").ok()
    assert it.you.life == 21


def test_118_5_casting_without_paying() -> None:
    it = game(hand=["Free Fall"], library=["Forest", "Pricey", "Bear"]).cast("Free Fall").ok().pick("Pricey").settle()
    assert it.there("Pricey") == 1 and it.names(it.you.exile) == ["Forest"]
    targets = game(["Bear"], ["Free Fall"], library=["Shock"]).cast("Free Fall").ok().pick("Shock")
    targets.target("opponent").settle()
    assert targets.opponent.life == 18 and targets.names(targets.you.graveyard) == ["Free Fall", "Shock"]


def test_608_2h_the_mana_value_of_what_was_countered() -> None:
    it = game([("Forest", 5)], ["Recyclable", "Small Denial"]).cast("Recyclable").cast("Small Denial", "Recyclable").ok()
    assert it.you.life == 20 and it.names(it.you.graveyard) == ["Recyclable", "Small Denial"]
    small = game(hand=["Bear", "Small Denial"]).cast("Bear").cast("Small Denial", "Bear").ok()
    assert small.you.life == 21


def test_608_2h_what_was_countered_is_known_as_it_was_on_the_stack() -> None:
    it = game([("Forest", 4)], ["Hangarback Walker", "Heavy Denial"]).cast("Hangarback Walker", x=2)
    assert it.cast("Heavy Denial", "Hangarback Walker").ok().you.life == 15  # 202.3e
    assert it.names(it.you.graveyard) == ["Hangarback Walker", "Heavy Denial"]


def test_707_10a_a_copy_that_was_countered_had_a_controller() -> None:
    it = game([("Mountain", 1)], ["Shock", "Echo", "Heavy Denial"]).cast("Shock", "opponent").cast("Echo", "Shock").ok()
    it.do(Targeted(((YOU,),)))
    copy = it.state.stack[-1].id
    it.do(it.find(Cast, "Heavy Denial", targets=((copy,),))).ok()
    assert it.you.life == 18 and len(it.state.stack) == 1


def test_701_6a_an_ability_that_was_countered_had_a_controller() -> None:
    it = game(hand=["Martyr", "Heavy Denial"]).cast("Martyr").ok()
    trigger = it.state.stack[-1].id
    it.do(it.find(Cast, "Heavy Denial", targets=((trigger,),))).settle()
    assert it.you.life == 19 and it.there("Martyr") == 1


def test_118_12_costs_other_than_mana_while_something_resolves() -> None:
    it = game(["Bear", "Flier"], ["Bargain"]).cast("Bargain").ok().yes().pick("Bear")
    assert it.you.life == 22 and it.there("Bear") == 0
    nobody = game(hand=["Bargain"]).cast("Bargain").ok()
    assert isinstance(nobody.state.decision, Priority) and nobody.you.life == 20
    hand = game(hand=["Swap Hand", "Bear"]).cast("Swap Hand").ok().yes()
    assert hand.names(hand.you.graveyard) == ["Bear", "Swap Hand"] and len(hand.you.hand) == 2
    itself = game(hand=["Martyr"]).cast("Martyr").settle().yes()
    assert itself.there("Martyr") == 0 and itself.you.life == 25


def test_101_4_what_one_player_has_done_is_done_once_as_the_next_one_decides() -> None:
    party = Game(side(["Party", "Bear"]), side(["Flier"]), CARDS).cast("Party").ok().pick("Bear").pick("Flier")
    assert party.there("Bear") == party.there("Flier") == 1 and not party.you.hand
    levy = game(hand=["Levy"]).cast("Levy").ok().yes().yes()
    assert [player.life for player in levy.state.players] == [18, 18]
    toll = game(["Bear"], ["Toll"], ["Bear"]).cast("Toll").ok().yes().yes()
    assert toll.there("Bear") == 0 and [player.life for player in toll.state.players] == [20, 20]


def test_702_164b_toxic_values_add_up() -> None:
    it = game(["Mite"], ["Venom"]).cast("Venom", "Mite").ok()
    assert it.state.keywords(it.id("Mite")) == {"toxic 2"}


def test_every_effect_has_a_meaning() -> None:
    assert set(members(Effect).values()) <= EFFECTS.keys()
