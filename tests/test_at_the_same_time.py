"""What happens at the same time (608.2f), what effects know of what they have moved (608.2h), and what is looked at when."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.cards import CardPool, NotationError
from engine.cards.notation import read_card
from engine.choices import Activate, Attacked, Cast, Pass, Priority, Targeted, ToAnswer, ToPick, ToTarget
from engine.line import replay
from engine.line.writing import write_line
from engine.objects import OPPONENT
from engine.scope import PLAYED, Scope
from tests.engine_play import Game, Spec, side, thing

CARDS = CardPool.bundled().with_file(Path(__file__).parent / "made_up_together.yaml")


def game(hand: Sequence[str] = (), battlefield: Sequence[Spec] = (), theirs: Sequence[Spec] = (), **more: Sequence[str]) -> Game:
    return Game(side(hand, battlefield, **more), side((), theirs), CARDS)


@pytest.mark.parametrize(("spell", "life"), [("Two Rescues", 21), ("Two in a Row", 20)])
def test_603_10a_what_leaves_at_the_same_time_sees_the_other_leave(spell: str, life: int) -> None:
    it = game([spell], ["Mourner"], ["Beast"]).cast(spell, "Mourner", "Beast").settle()
    assert it.you.life == life and not it.there("Mourner") and not it.there("Beast")


@pytest.mark.parametrize("there", [["Keeper"], ["Keeper", "Mound"]])
def test_614_4_what_dies_is_exiled_by_what_dies_with_it(there: list[str]) -> None:
    """Whatever the order in which they are taken, and whether what is put into graveyards changes anything else."""
    it = game(["Kill All"], there, ["Beast"]).cast("Kill All").ok()
    assert (it.names(it.opponent.exile), it.names(it.you.graveyard)) == (["Beast"], ["Keeper", "Kill All"])


def test_608_2f_tokens_of_two_kinds_are_created_in_one_event() -> None:
    it = game(["Twins"], ["Counting House"]).cast("Twins").settle()
    assert it.you.life == 21 and it.there("Left") == it.there("Right") == 1


def test_608_2f_damage_of_two_amounts_is_dealt_at_once() -> None:
    it = game(["Storm of Hail"], ["Sting"]).cast("Storm of Hail").ok()
    assert len(it.state.stack) == 1 and it.settle().you.life == 23


def test_what_is_done_together_is_of_one_kind() -> None:
    for wrong in ([{"destroy": "target"}, {"exile": "target"}], ["draw", "draw"],
                  [{"tap": {"what": "target", "stays tapped": True}}, {"tap": "target 2"}]):  # fmt: skip
        entry = {"cost": "{0}", "type": "Sorcery", "spell": {"targets": ["creature", "creature"], "do": [{"together": wrong}]}}
        with pytest.raises(NotationError, match="together"):
            read_card("Wrong", entry, "cards.yaml")


def test_608_2h_the_mana_value_of_what_has_come_from_the_graveyard() -> None:
    it = game(["Recall All"], graveyard=["Big Beast"]).cast("Recall All", "Big Beast").settle()
    assert it.there("Big Beast") and it.you.life == 16


def test_608_2h_the_power_of_what_has_gone_to_the_hand() -> None:
    it = game(["Regrow"], graveyard=["Big Beast"]).cast("Regrow", "Big Beast").settle()
    assert it.names(it.you.hand) == ["Big Beast"] and it.you.life == 23


def test_109_2_a_card_that_becomes_a_target_is_no_creature() -> None:
    it = game(["Point At"], ["Coward's Way"], graveyard=["Beast"]).cast("Point At", "Beast").settle()
    assert it.you.life == 23


def test_707_10c_the_only_new_target_may_be_chosen_or_not() -> None:
    it = Game(side(["Hurt Them"]), side(["Mirror"]), CARDS, PLAYED)
    it.cast("Hurt Them").ok().cast("Mirror", "Hurt Them").ok().ok()
    assert isinstance(it.state.decision, ToTarget)
    targets = {choice.targets for choice in it.state.choices() if isinstance(choice, Targeted)}
    assert targets == {((0,),), ((1,),)}
    it.do(Targeted(((0,),))).ok().ok()
    assert it.you.life == 18 and it.opponent.life == 20


def test_701_44b_with_an_empty_library_it_explores_all_the_same() -> None:
    it = game(["Explorer"], library=()).cast("Explorer").settle()
    assert it.state.power(it.id("Explorer")) == 2


def test_613_6_what_has_to_hold_is_looked_at_as_the_effect_begins_to_apply() -> None:
    it = game(battlefield=["Raider", "Beast", "Golem Song"])
    raider = it.id("Raider")
    assert it.state.power(raider) == 2 and "haste" in it.state.keywords(raider)


def test_an_attacking_creature_is_one_until_combat_ends() -> None:
    it = Game(side(["Prod"], ["Beast", "Fangs"]), side((), ["Big Beast"]), CARDS, PLAYED)
    beast = it.id("Beast")
    it.to("declare_attackers")
    it.attack("Beast")
    assert "deathtouch" in it.state.keywords(beast)
    it.to("main2").block().to("main2")
    assert it.state.step.value == "main2"
    assert "deathtouch" not in it.state.keywords(beast)


def test_a_blocking_creature_is_one_as_soon_as_it_blocks() -> None:
    it = Game(side((), ["Beast"]), side((), ["Big Beast", "Phalanx"]), CARDS, PLAYED)
    it.to("declare_attackers").attack("Beast").to("declare_blockers").block(Big_Beast="Beast")
    assert "first strike" in it.state.keywords(it.id("Big Beast"))


def test_what_holds_by_power_is_known_after_all_that_changes_power() -> None:
    it = Game(side((), ["Fearful"]), side((), ["Beast", "Banner"]), CARDS, PLAYED)
    assert not it.to("declare_attackers").can(Attacked, attacks=((it.id("Fearful"), 1),))
    it = Game(side((), ["Fearful"]), side((), ["Beast"]), CARDS, PLAYED)
    assert it.to("declare_attackers").can(Attacked, attacks=((it.id("Fearful"), 1),))
    assert "haste" in (it := game(battlefield=["Fierce", "Banner"])).state.keywords(it.id("Fierce"))
    assert "haste" not in (it := game(battlefield=["Fierce"])).state.keywords(it.id("Fierce"))


def test_107_1b_no_negative_amount_is_added_to_power() -> None:
    it = game(battlefield=["Feed", "Beast", "Weakling"])
    weakling, beast = it.id("Weakling"), it.id("Beast")
    choices = [c for c in it.state.choices() if isinstance(c, Activate) and c.targets == ((beast,),)]
    it.do(next(choice for choice in choices if choice.sacrifice == (weakling,))).settle()
    assert it.state.power(beast) == 2


def test_107_1b_but_a_negative_power_is_doubled() -> None:
    it = game(["Grow Twice"], ["Weakling"]).cast("Grow Twice", "Weakling").settle()
    assert it.state.power(it.id("Weakling")) == -2


@pytest.mark.parametrize(("library", "asked"), [(["Beast"], False), (["Beast", "Beast"], True)])
def test_701_17b_more_cards_than_there_are_cannot_be_chosen_to_be_milled(library: list[str], asked: bool) -> None:
    it = game(["Grinder"], library=library).cast("Grinder").ok().ok()
    assert isinstance(it.state.decision, ToAnswer) == asked


def test_702_34a_what_was_cast_with_flashback_is_exiled_from_wherever_it_goes_to() -> None:
    it = game(["Unsummon It"], graveyard=["Again"]).cast("Again").cast("Unsummon It", "Again").ok()
    assert it.names(it.you.exile) == ["Again"] and not it.you.hand


def test_a_card_with_a_keyword_of_a_number_and_a_cost_is_found() -> None:
    it = game(["Finder"], graveyard=["Waker", "Beast"]).cast("Finder").settle()
    assert it.names(it.you.hand) == ["Waker"]


def test_a_card_is_returned_from_the_zone_that_is_named() -> None:
    it = game(["Kill"], ["Warden"]).cast("Kill", "Warden").ok().target("Warden").settle()
    assert it.names(it.you.exile) == ["Warden"] and not it.you.hand


def test_508_4_what_enters_attacking_attacks_what_its_controller_chooses() -> None:
    it = Game(side((), ["Captain"]), side((), [thing("Walker", loyalty=3)]), CARDS, PLAYED)
    it.to("declare_attackers").attack("Captain").ok().ok()
    assert isinstance(it.state.decision, ToPick) and set(it.state.decision.options) == {1, it.id("Walker")}
    it.pick("Walker")
    assert it.state.combat is not None
    assert [attack.at for attack in it.state.combat.attacks] == [1, it.id("Walker")]


def test_614_1_what_is_unearthed_is_exiled_without_abilities_too() -> None:
    it = game(["Empty It", "Kill"], graveyard=["Risen"]).activate("Risen").settle()
    it.cast("Empty It", "Risen").settle().cast("Kill", "Risen").settle()
    assert it.names(it.you.exile) == ["Risen"]


def test_608_2c_it_is_what_was_chosen_whether_or_not_it_got_a_counter() -> None:
    it = game(["Choose and Grow"], ["Beast", "No Counters"]).cast("Choose and Grow").ok()
    beast = it.id("Beast")
    assert it.state.power(beast) == 2 and "double strike" in it.state.keywords(beast)


def test_608_2h_a_spell_that_was_countered_is_copied_all_the_same() -> None:
    it = Game(side(["Twice Told"], ["Beast"]), side(["Deny"]), CARDS, PLAYED)
    it.do(next(c for c in it.state.choices() if isinstance(c, Cast) and c.sacrifice)).ok()
    assert isinstance(it.state.decision, Priority) and it.state.decision.player == OPPONENT
    it.cast("Deny", "Twice Told").settle()
    assert it.opponent.life == 18 and len(it.you.graveyard) == 2


def test_700_2_that_no_mode_is_chosen_can_be_written_and_read() -> None:
    state = start = game(["Maybe"]).state
    choices = [next(choice for choice in start.choices() if isinstance(choice, Cast))]
    while not isinstance((state := state.apply(choices[-1])).decision, ToTarget):
        choices.append(Pass())
    (step,) = write_line(start, [*choices, Targeted(())])
    assert step.text == "1. Cast Maybe. Choosing nothing."
    assert replay(start, step.text).end.players[0].life == 20


def test_equal_cards_in_two_zones_are_two_choices() -> None:
    it = game(["Either Place", "Beast", "Beast"], graveyard=["Beast"]).cast("Either Place").ok()
    assert len(list(it.state.choices())) == 2


@pytest.mark.parametrize(("plays", "life"), [(("Bite",), 20), (("Bleach", "Bite"), 18)])
def test_609_7b_a_shield_looks_again_at_what_the_source_is(plays: tuple[str, ...], life: int) -> None:
    it = game(["Green Ward", *plays], ["Moss"]).cast("Green Ward").settle()
    for play in plays:
        it.cast(play, "Moss").settle()
    assert it.you.life == life


def test_603_10a_what_is_sacrificed_itself_sees_what_is_sacrificed_with_it() -> None:
    assert game(["Scrap Two"], ["Heap", "Beast"]).cast("Scrap Two").settle().you.life == 22


def test_614_6_what_is_exiled_instead_is_not_put_into_the_library() -> None:
    it = game(["Bury"], graveyard=["Risen"], library=["Beast"]).activate("Risen").settle().cast("Bury", "Risen").settle()
    assert it.names(it.you.exile) == ["Risen"] and it.names(it.you.library) == ["Beast"]
    it = game(["Bury Spell"], graveyard=["Again"], library=["Beast"]).cast("Again").cast("Bury Spell", "Again").ok()
    assert it.names(it.you.exile) == ["Again"] and it.names(it.you.library) == ["Beast"]


def test_400_7j_only_what_was_exiled_returns() -> None:
    it = game(["Kill"], ["Blinker"]).activate("Blinker").cast("Kill", "Blinker").settle()
    assert not it.state.stack and not it.there("Blinker") and "Blinker" in it.names(it.you.graveyard)
    assert game(battlefield=["Blinker"]).activate("Blinker").settle().there("Blinker") == 1


def test_400_7_a_card_that_has_gone_from_the_graveyard_to_the_hand_is_another_one() -> None:
    it = game(["Salvage"], graveyard=["Riser Again"]).activate("Riser Again").cast("Salvage", "Riser Again").settle()
    assert it.names(it.you.hand) == ["Riser Again"] and not it.there("Riser Again")


def test_122_2_no_counters_are_removed_from_what_has_left() -> None:
    it = game(["Kill"], [thing("Winding", p1p1=1)]).activate("Winding").cast("Kill", "Winding").settle()
    assert not it.there("Winding")


def test_113_7a_a_reflexive_ability_knows_the_colour_of_the_spell_that_it_comes_from() -> None:
    it = game(["Scorch"], ["Mountain"], ["Redproof", "Beast", "Sting"]).cast("Scorch").ok().yes()
    targets = {choice.targets for choice in it.state.choices() if isinstance(choice, Targeted)}
    assert targets == {((it.id("Beast"),),), ((it.id("Sting"),),)}


def test_603_10a_a_card_in_a_graveyard_was_there_before() -> None:
    assert game(["Kill All"], ["Traitor", "Beast"]).cast("Kill All").settle().you.life == 20
    assert game(["Kill All"], ["Beast"], graveyard=["Traitor"]).cast("Kill All").settle().you.life == 21


def test_107_1b_nothing_is_milled_for_a_negative_number() -> None:
    it = game(["Grind"], ["Weakling"], library=["Beast", "Beast"]).cast("Grind").settle()
    assert len(it.you.library) == 2


def test_702_26d_what_lasts_indefinitely_lasts_while_something_is_phased_out() -> None:
    it = game(["Waver", "Fade", "Kill"], ["Beast", "Mourner"]).cast("Waver", "Beast").settle()
    it.cast("Fade", "Beast").settle().cast("Kill", "Mourner").settle()
    assert len(it.state.phased) == 1 and len(it.state.lasting) == 1


def test_702_96a_each_spell_is_countered() -> None:
    it = Game(side(["Hurt Them"]), side(["Deny All"]), CARDS, PLAYED)
    it.cast("Hurt Them").ok()
    it.do(next(choice for choice in it.state.choices() if isinstance(choice, Cast))).settle()
    assert it.opponent.life == 20


def test_702_105a_who_has_the_most_life_counts_as_it_attacks() -> None:
    it = Game(side(["Hurt Them"], ["Usurper"]), side(), CARDS, PLAYED)
    it.to("declare_attackers").attack("Usurper").cast("Hurt Them").settle()
    assert it.state.power(it.id("Usurper")) == 2


def test_109_2_a_creature_that_deals_damage_is_one_on_the_battlefield() -> None:
    it = game(["Cycled Sting"], ["Violence"])
    it.do(next(choice for choice in it.state.choices() if isinstance(choice, Activate))).settle()
    assert it.opponent.life == 18


def test_400_7_what_has_left_in_response_does_not_go_to_the_library() -> None:
    it = game(["Kill"], ["To the Top"]).activate("To the Top").cast("Kill", "To the Top").settle()
    assert "To the Top" in it.names(it.you.graveyard)


def test_611_2_a_pump_until_your_next_turn_ends_then() -> None:
    scope = Scope(combat=True, opponent_acts=True, turns=3)
    it = Game(side(["Long Shadow"]), side((), ["Big Beast"], library=["Beast"] * 5), CARDS, scope)
    beast = it.id("Big Beast")
    it.cast("Long Shadow").ok().ok()
    assert it.state.power(beast) == 0
    it.to("main1", 2)
    assert it.state.power(beast) == 0
    it.to("declare_attackers", 2).attack().to("upkeep", 3)
    assert it.state.course.turn == 3 and it.state.power(beast) == 3


def test_702_61b_split_second() -> None:
    it = Game(side(["Quick One"]), side(["Deny"], ["Pinger"]), CARDS, PLAYED)
    it.cast("Quick One").ok()
    assert it.state.decision == Priority(OPPONENT) and list(it.state.choices()) == [Pass()]


def test_702_11e_what_loses_hexproof_loses_hexproof_from_anything() -> None:
    it = game(["Open Up", "Dark Kill"], ["Swamp"], ["Guarded"])
    guarded = ((it.id("Guarded"),),)
    assert not it.can(Cast, "Dark Kill", targets=guarded)
    assert it.cast("Open Up").settle().can(Cast, "Dark Kill", targets=guarded)


def test_401_4_the_owner_chooses_the_order_on_top_of_the_library() -> None:
    it = game(["Harvest"], graveyard=["Beast", "Big Beast"])
    it.do(next(c for c in it.state.choices() if isinstance(c, Cast) and c.targets and len(c.targets[0]) == 2)).ok()
    ends = [it.state.apply(choice) for choice in it.state.choices()]
    assert {end.name(end.players[0].library[0].id) for end in ends} == {"Beast", "Big Beast"}


def test_702_40a_storm_counts_what_was_cast_before() -> None:
    it = game(["Zap", "Gale", "Zap"]).cast("Zap", "opponent").settle().cast("Gale").cast("Zap", "opponent").settle()
    assert it.you.life == 22


def test_700_13_a_copy_that_is_put_on_the_stack_is_no_crime() -> None:
    it = game(["Zap", "Mirror"], ["Witness"], library=["Beast"] * 5).cast("Zap", "opponent").cast("Mirror", "Zap")
    it.ok()
    assert isinstance(it.state.decision, ToTarget)
    it.target("opponent").settle()
    assert it.opponent.life == 18 and len(it.you.hand) == 1


def test_702_89a_umbra_armor_that_is_destroyed_with_the_creature() -> None:
    it = game(["Wipe"], [thing("Beast", id="b"), thing("Armor", attached_to="b")]).cast("Wipe").settle()
    assert it.there("Beast") == 1 and not it.there("Armor")


def test_707_10_new_targets_fit_the_x_of_the_original() -> None:
    it = Game(side(["Lunge", "Mirror"], [("Swamp", 4)]), side((), ["Big Beast", "Big Beast"]), CARDS)
    it.do(next(choice for choice in it.state.choices() if isinstance(choice, Cast) and choice.x == 4))
    it.cast("Mirror", "Lunge").ok()
    assert isinstance(it.state.decision, ToTarget) and len(list(it.state.choices())) == 2


def stolen(*hand: str, theirs: Sequence[str] = ()) -> Game:
    bear = [thing("Beast", id="b")]
    it = Game(side(["Theft", *hand], []), side(theirs, bear), CARDS, PLAYED)
    it.cast("Theft", "Beast").settle()
    assert it.permanent("Beast").controller == 0
    return it


def test_702_26b_what_is_phased_out_controls_nothing() -> None:
    it = stolen("Fade Any")
    assert it.cast("Fade Any", "Theft").settle().permanent("Beast").controller == 1


def test_704_5p_what_is_no_aura_any_more_becomes_unattached() -> None:
    it = stolen("Hand Over")
    it.cast("Hand Over", "Theft").settle()
    assert it.permanent("Theft").attached_to is None and it.permanent("Beast").controller == 1


def test_613_8_who_controls_the_aura_controls_what_it_enchants() -> None:
    it = stolen(theirs=["Take It"]).ok()
    while not (isinstance(it.state.decision, Priority) and it.state.decision.player == OPPONENT):
        it.ok()
    it.cast("Take It", "Theft").settle()
    assert it.permanent("Theft").controller == it.permanent("Beast").controller == 1


def test_608_2h_the_mana_spent_on_a_spell_that_was_countered() -> None:
    it = Game(side(["Three Drop"], ["Accountant", ("Swamp", 3)]), side(["Deny"]), CARDS, PLAYED)
    it.cast("Three Drop").ok().cast("Deny", "Three Drop").settle()
    assert it.you.life == 23


def test_702_11e_hexproof_from_anything_that_was_gained_is_lost_too() -> None:
    it = game(["Shelter", "Open Up"], theirs=["Beast"]).cast("Shelter", "Beast").settle()
    assert "hexproof from black" in it.state.keywords(it.id("Beast"))
    assert it.cast("Open Up").settle().state.keywords(it.id("Beast")) == frozenset()
