"""Keyword abilities that stand for others (702), and abilities that work elsewhere or under a condition (113.6, 602.5)."""

from __future__ import annotations

from engine.choices import Activate, Answered, Cast, Priority, TapForMana
from engine.scope import Scope
from tests.engine_play import thing
from tests.test_objects import TWO_TURNS, game, size


def test_702_93_undying_returns_once() -> None:
    it = game(["Survivor"], ["Shrinker", "Shrinker"]).cast("Shrinker").settle()
    assert it.counters("Survivor", "p1p1") == 1 and size(it, "Survivor") == (1, 1)
    it.cast("Shrinker").settle()
    assert it.there("Survivor") == 0


def test_702_79_persist_returns_under_its_owners_control() -> None:
    it = game(hand=["Borrow", "Shrinker", "Shrinker"], theirs=["Revenant"]).cast("Borrow", "Revenant").ok()
    it.cast("Shrinker").settle().cast("Shrinker").settle()
    assert it.there("Revenant") == 0  # it came back with a -1/-1 counter under the other effects
    assert it.names(it.opponent.graveyard) == ["Revenant"]


def test_702_63_vanishing() -> None:
    it = game(hand=["Timer"], scope=Scope(turns=5)).cast("Timer").ok()
    assert it.counters("Timer", "time") == 2
    it.to("main1", 3)
    assert it.counters("Timer", "time") == 1
    it.to("main1", 5)
    assert it.there("Timer") == 0


def test_702_43_modular_passes_its_counters_on() -> None:
    it = game([thing("Module", p1p1=2), "Robot"], ["Shrinker", "Shrinker"])
    it.cast("Shrinker").settle().cast("Shrinker").settle()
    it.do(Answered(True)) if not isinstance(it.state.decision, Priority) else it
    assert it.there("Module") == 0 and it.counters("Robot", "p1p1") == 2


def test_702_58_graft() -> None:
    it = game(hand=["Sapling", "Bear"]).cast("Sapling").ok().cast("Bear").settle().yes()
    assert it.counters("Sapling", "p1p1") == 1 and it.counters("Bear", "p1p1") == 1


def test_702_108_prowess() -> None:
    it = game(["Monk"], ["Census", "Bear"]).cast("Bear").settle()
    assert size(it, "Monk") == (1, 1)
    it.cast("Census").settle()
    assert size(it, "Monk") == (2, 2)


def test_702_101_extort() -> None:
    it = game(["Collector", ("Swamp", 1)], ["Bear"]).cast("Bear").ok().yes().settle()
    assert (it.you.life, it.opponent.life) == (21, 19)


def test_702_21_ward_counters_unless_paid() -> None:
    it = game([("Mountain", 1)], ["Shock"], theirs=["Guarded"]).cast("Shock", "Guarded")
    it.settle()
    assert it.there("Guarded") == 1 and it.names(it.you.graveyard) == ["Shock"]
    paid = game([("Mountain", 3)], ["Shock"], theirs=["Guarded"]).cast("Shock", "Guarded").ok().yes().settle()
    assert paid.there("Guarded") == 0


def test_702_40_storm_copies_for_each_spell_before() -> None:
    it = game(hand=["Bear", "Flier", "Tempest"]).cast("Bear").ok().cast("Flier").ok().cast("Tempest").settle()
    assert it.opponent.life == 17


def test_702_29_cycling_from_the_hand() -> None:
    it = game([("Forest", 1)], ["Recyclable"]).activate("Recyclable").settle()
    assert it.names(it.you.graveyard) == ["Recyclable"] and it.names(it.you.hand) == ["unknown"]


def test_113_6_an_ability_that_works_in_the_graveyard() -> None:
    it = game(hand=["Ghoul"], graveyard=["Ghoul"])
    it.activate("Ghoul").ok()
    assert it.opponent.life == 18 and it.names(it.you.exile) == ["Ghoul"]
    assert not game(["Ghoul"]).can(Activate, "Ghoul")


def test_602_5b_only_once_each_turn() -> None:
    it = game(["Once"], scope=Scope(turns=3)).activate("Once").ok()
    assert not it.can(Activate, "Once")
    assert it.to("main1", 3).can(Activate, "Once")


def test_602_5b_only_if() -> None:
    assert not game(["Mutant Lab"]).can(Activate, "Mutant Lab")


def test_118_3_counters_put_as_a_cost() -> None:
    it = game([thing("Druid", tapped=True)]).activate("Druid")
    assert it.counters("Druid", "m1m1") == 1
    it.ok()
    assert not it.permanent("Druid").tapped


def test_107_14_energy() -> None:
    it = game(["Battery"], counters={"energy": 4})
    it.activate("Battery").ok()
    assert it.you.counters == (("energy", 1),) and not it.can(Activate, "Battery")


def test_702_33_kicked_once() -> None:
    it = game([("Forest", 3)], ["Kicked One"])
    assert {c.kicked for c in it.state.choices() if isinstance(c, Cast)} == {0, 1}
    it.cast("Kicked One", kicked=1).settle()
    assert len(it.you.hand) == 1
    plain = game([("Forest", 3)], ["Kicked One"]).cast("Kicked One", kicked=0).settle()
    assert len(plain.you.hand) == 0


def test_702_74_evoke() -> None:
    it = game([("Forest", 1)], ["Messenger"]).cast("Messenger", how="evoke").settle()
    while not isinstance(it.state.decision, Priority):
        it.do(next(iter(it.state.choices())))
        it.settle()
    assert it.there("Messenger") == 0 and len(it.you.hand) == 1
    normal = game([("Forest", 3)], ["Messenger"]).cast("Messenger", how="").settle()
    assert normal.there("Messenger") == 1


def test_702_34_flashback_exiles_the_card() -> None:
    it = game([("Forest", 1)], ["Old Song"]).cast("Old Song").ok()
    assert it.names(it.you.graveyard) == ["Old Song"]
    it.cast("Old Song", how="flashback").ok()
    assert it.you.life == 24 and it.names(it.you.exile) == ["Old Song"]


def test_702_96_overload() -> None:
    it = game([("Island", 1)], ["Storm Wave"], theirs=["Guarded", "Bear", "Robot"]).cast("Storm Wave", how="overload").ok()
    assert it.there("Bear") == 0 and it.there("Guarded") == 0 and it.permanent("Robot").damage == 2


def test_cards_in_exile_that_may_be_played() -> None:
    it = game(hand=["Impulse"], library=["Forest", "Bear", "Flier"], scope=TWO_TURNS).cast("Impulse").ok()
    it.play("Forest").cast("Bear").ok()
    assert it.there("Forest") == 1 and it.there("Bear") == 1
    later = game(hand=["Impulse"], library=["Forest", "Bear", "Flier"], scope=Scope(turns=3)).cast("Impulse").ok().to("main1", 3)
    assert not later.can(Cast, "Bear")


def test_702_122_crew_with_others_of_enough_power() -> None:
    it = game(["Wagon", thing("Bear", sick=True), "Flier"])
    assert [c.others for c in it.state.choices() if isinstance(c, Activate)] == [(it.id("Bear"),)]
    it.activate("Wagon").ok()
    assert it.permanent("Bear").tapped and it.state.types(it.id("Wagon")) == {"Artifact", "Creature"}
    assert size(it, "Wagon") == (4, 4)


def test_118_3_tapping_others_as_a_cost() -> None:
    it = game(["Warband", thing("Warband", sick=True)])
    it.activate("Warband").settle()
    assert all(p.tapped for p in it.state.battlefield.values())
    assert not game(["Warband"]).can(Activate, "Warband")


def test_returning_and_exiling_as_costs() -> None:
    it = game([thing("Gatherer", tapped=True), "Forest"]).activate("Gatherer").ok()
    assert it.names(it.you.hand) == ["Forest"] and not it.permanent("Gatherer").tapped
    graves = game(["Grave Robber"], graveyard=["Bear", "Flier", "Shock"]).activate("Grave Robber").ok()
    assert graves.names(graves.you.exile) == ["Bear", "Flier"] and len(graves.you.hand) == 1


def test_702_123_fabricate() -> None:
    it = game(hand=["Tinker"]).cast("Tinker").settle().yes()
    assert it.counters("Tinker", "p1p1") == 1 and it.there("Servo") == 0
    token = game(hand=["Tinker"]).cast("Tinker").settle().no()
    assert token.there("Servo") == 1


def test_702_73_changeling_and_702_114_devoid() -> None:
    it = game(["Many Shapes"])
    assert {"Elf", "Bear", "Shapeshifter"} <= it.state.subtypes(it.id("Many Shapes"))
    assert it.state.colors(it.id("Many Shapes")) == frozenset()


def test_605_a_mana_ability_under_a_condition() -> None:
    assert not game(["Mutagen"]).can(TapForMana, "Mutagen")


def test_702_135a_afterlife() -> None:
    it = game(["Haunting", ("Mountain", 1)], ["Shock"]).cast("Shock", "Haunting").settle()
    assert it.there("Haunting") == 0 and it.there("Spirit") == 2


def test_702_46a_soulshift_returns_a_cheaper_spirit() -> None:
    it = game(["Elder Spirit"], ["Shrinker"], graveyard=["Revenant", "Bear"]).cast("Shrinker").settle().yes().settle()
    assert it.names(it.you.hand) == ["Revenant"]


def test_702_54a_bloodthirst_asks_whether_an_opponent_was_dealt_damage() -> None:
    assert game(hand=["Biter"]).cast("Biter").ok().counters("Biter", "p1p1") == 0
    it = game([("Mountain", 1)], ["Shock", "Biter"]).cast("Shock", "opponent").settle().cast("Biter").ok()
    assert it.counters("Biter", "p1p1") == 2


def test_702_107a_outlast() -> None:
    it = game(["Watcher"]).activate("Watcher").ok()
    assert it.counters("Watcher", "p1p1") == 1 and it.permanent("Watcher").tapped


def test_702_97a_scavenge_counts_the_power_of_the_exiled_card() -> None:
    it = game(["Bear"], graveyard=["Carcass"]).activate("Carcass", 0, "Bear").ok()
    assert it.counters("Bear", "p1p1") == 3 and it.names(it.you.exile) == ["Carcass"]


def test_702_53a_transmute_finds_a_card_of_the_same_mana_value() -> None:
    it = game(hand=["Changeable"], library=["Pricey", "Bear", "Forest"]).activate("Changeable").ok()
    assert [it.state.name(id) for pick in it.state.choices() for id in getattr(pick, "chosen", ())] == ["Pricey"]


def test_702_29e_basic_landcycling() -> None:
    it = game(hand=["Lost One"], library=["Bear", "Forest"]).activate("Lost One").ok()
    assert [it.state.name(id) for pick in it.state.choices() for id in getattr(pick, "chosen", ())] == ["Forest"]
