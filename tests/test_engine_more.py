"""Interactions that are easy to get wrong, each by the rule that decides it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import CardPool
from engine.choices import (
    Activate,
    Answered,
    Cast,
    Counted,
    IllegalChoice,
    Payment,
    Picked,
    Priority,
    TapForMana,
    ToAnswer,
    ToOrder,
    ToPick,
    ToProliferate,
    ToTarget,
)
from engine.formats.from_state import position_of
from engine.objects import OPPONENT, YOU, Result, Step, count_of
from engine.position import PermanentSpec, Position, TokenSpec
from engine.state import State
from optimizer import suggest
from optimizer.canonical import Keys
from tests.engine_play import Game, Spec, side, thing

# ---------------------------------------------------------------------------------------------------- state-based actions


def test_704_3_the_round_in_which_the_game_is_won_is_performed_whole() -> None:
    """The tenth poison counter, the last point of toughness and opposite counters come with one proliferate."""
    dying, mixed = thing("Grizzly Bears", m1m1=1), thing("Hill Giant", p1p1=2, m1m1=1)
    game = Game(
        side(["Contentious Plan"], [("Island", 2), thing("Jace Beleren", loyalty=1)]),
        side(counters={"poison": 9}, battlefield=[dying, mixed]),
    )
    game.cast("Contentious Plan").ok().proliferate("opponent", "Grizzly Bears")
    assert game.state.result is Result.WON
    assert game.names(game.opponent.graveyard) == ["Grizzly Bears"]
    assert game.permanent("Hill Giant").counters == (("p1p1", 1),)


def test_704_3_the_legend_rule_is_not_asked_of_who_has_lost() -> None:
    game = Game(
        side(["Contentious Plan", "Atraxa, Praetors' Voice"], [("Island", 6), "Atraxa, Praetors' Voice"]),
        side(counters={"poison": 10}, battlefield=[thing("Jace Beleren", 2, loyalty=1), thing("Grizzly Bears", m1m1=2)]),
    )
    assert game.state.result is Result.WON and game.state.over
    assert game.there("Jace Beleren") == 2 and not game.there("Grizzly Bears")


def test_101_4_the_active_player_applies_the_legend_rule_first() -> None:
    twins = [thing("Jace Beleren", loyalty=n) for n in (1, 2)]
    for active, player in (("you", YOU), ("opponent", OPPONENT)):
        game = Game(side(battlefield=twins), side(battlefield=twins), active=active)
        assert isinstance(game.state.decision, ToPick) and game.state.decision.player == player
        game.do(next(game.state.choices()))
        assert game.there("Jace Beleren") == 4  # both choose, then all happens at once
        assert isinstance(game.state.decision, ToPick) and game.state.decision.player == 1 - player
        assert game.do(next(game.state.choices())).there("Jace Beleren") == 2


def aura(on: str, subtype: str = "Aura") -> PermanentSpec:
    return PermanentSpec("Curse", attached_to=on, token=TokenSpec("Curse", ("Enchantment",), (subtype,)))


@pytest.mark.parametrize("side_name, player", [("you", YOU), ("opponent", OPPONENT)])
def test_303_4_an_aura_may_enchant_a_player(side_name: str, player: int) -> None:
    game = Game(side(battlefield=[aura(side_name)]))
    assert game.permanent("Curse").attached_to == player
    written = position_of(game.state, Position(side(), side()))
    assert written.you.battlefield[0].attached_to == side_name
    assert State.begin(written, CardPool.bundled()) == game.state


def test_303_4_whom_an_aura_enchants_tells_states_apart() -> None:
    keys = Keys()
    one, other = (Game(side(battlefield=[aura(name)])).state for name in ("you", "opponent"))
    assert one != other and keys.of(one) != keys.of(other)


def test_704_5p_what_is_no_aura_does_not_stay_on_a_player() -> None:
    assert Game(side(battlefield=[aura("you", "Curse")])).permanent("Curse").attached_to is None


# ---------------------------------------------------------------------------------------------------- rad counters


def test_A07_727_1_rad_counters_bite_at_the_precombat_main_phase() -> None:
    """A proliferate in the upkeep gives a third one; of three cards milled two are nonland."""
    library = ["Grizzly Bears", "Opt", "Island", "Shock", "Island"]
    game = Game(side(["Steady Progress"], [("Island", 3)], library=library, counters={"rad": 2}), step="upkeep")
    game.cast("Steady Progress").ok().proliferate("you")  # draws the Bears
    assert game.you.counters == (("rad", 3),)
    game.ok().ok()  # the draw step takes Opt
    assert game.state.step is Step.MAIN1 and len(game.state.stack) == 1 and game.you.life == 20
    game.ok()
    assert game.names(game.you.graveyard) == ["Island", "Island", "Shock", "Steady Progress"]
    assert game.you.life == 19 and game.you.counters == (("rad", 2),)


def test_727_1_counts_the_counters_as_it_resolves() -> None:
    library = ["Island", "Grizzly Bears", "Opt"]
    game = Game(side(["Steady Progress"], [("Island", 3)], library=library, counters={"rad": 1}), step="draw")
    game.ok().cast("Steady Progress").ok().proliferate("you").ok()  # in response; it draws the Bears
    assert game.you.life == 19 and game.you.counters == (("rad", 1),)


def test_727_1_only_the_active_player_and_only_with_counters() -> None:
    opponent = side(counters={"rad": 3}, library=["Opt"])
    game = Game(side(library=["Opt", "Shock"]), opponent, step="draw").ok()
    assert game.state.step is Step.MAIN1 and not game.state.stack and game.opponent.life == 20
    assert not Game(side(counters={"rad": 1})).state.stack  # the main phase is under way: it has bitten already


def test_727_1_what_unknown_cards_are_milled_is_not_modelled() -> None:
    answer = suggest(Position(side(counters={"rad": 2}), side(), step="upkeep"))
    assert not answer.proved and any("rad counters" in what for what in answer.not_modelled)
    known = suggest(Position(side(counters={"rad": 2}, library=["Opt"] * 4), side(), step="upkeep"))
    assert known.best is not None and known.best.final.you.life == 18 and known.best.final.you.counters == {}


# ---------------------------------------------------------------------------------------------------- numbers of counters


def outcomes(game: Game, name: str, kind: str) -> set[int]:
    """The numbers of counters that the legal answers to the pending decision lead to."""
    found = set()
    for choice in game.state.choices():
        after = game.state.apply(choice)
        found.add(sum(count_of(after.counters(id), kind) for id in after.battlefield if after.name(id) == name))
    return found


@pytest.mark.parametrize(
    ("mine", "theirs", "numbers"),
    [
        (["Hardened Scales"], [], {2}),
        ([("Hardened Scales", 2)], [], {3}),
        (["Doubling Season", "Hardened Scales"], [], {3, 4}),
        (["Doubling Season", "Vorinclex, Monstrous Raider"], [], {4}),
        (["Doubling Season", "Vorinclex, Monstrous Raider", "Hardened Scales"], [], {5, 6, 8}),
        (["Hardened Scales"], ["Vorinclex, Monstrous Raider"], {0, 1}),
        ([("Doubling Season", 2)], ["Vorinclex, Monstrous Raider"], {0, 2}),
        (["Solemnity", "Doubling Season"], [], {0}),
        ([], ["Vorinclex, Monstrous Raider"], {0}),
        ([], ["Doubling Season"], {1}),
        ([("Doubling Season", 12), ("Hardened Scales", 2)], [], None),
    ],
)
def test_616_1_the_controller_of_the_creature_orders_the_replacements(
    mine: list[Spec], theirs: list[Spec], numbers: set[int] | None
) -> None:
    """Courage in Crisis puts one +1/+1 counter on Grizzly Bears. 614.5: each applies once; 614.7: nothing replaces nothing."""
    game = Game(side(["Courage in Crisis"], [("Forest", 3), "Grizzly Bears", *mine]), side(battlefield=theirs))
    game.cast("Courage in Crisis", "Grizzly Bears").ok()
    if isinstance(game.state.decision, ToOrder):
        assert game.state.decision.player == YOU
        found = outcomes(game, "Grizzly Bears", "p1p1")
    else:
        found = {game.counters("Grizzly Bears", "p1p1")}
    assert found == numbers if numbers is not None else len(found) > 10


def test_616_1_the_opponent_orders_the_replacements_for_their_creature() -> None:
    game = Game(
        side(["Courage in Crisis"], [("Forest", 3), "Vorinclex, Monstrous Raider"]),
        side(battlefield=["Hill Giant", "Hardened Scales"]),
    )
    game.cast("Courage in Crisis", "Hill Giant").ok()
    assert isinstance(game.state.decision, ToOrder) and game.state.decision.player == OPPONENT
    assert outcomes(game, "Hill Giant", "p1p1") == {3, 4}


def test_702_150a_compleated_and_a_doubler_are_ordered_by_the_controller() -> None:
    """Six loyalty, two fewer, doubled: eight or ten."""
    board: list[Spec] = [("Swamp", 5), "Doubling Season"]
    game = Game(side(["Vraska, Betrayal's Sting"], board))
    game.cast("Vraska, Betrayal's Sting", announced=("life",)).ok()
    assert outcomes(game, "Vraska, Betrayal's Sting", "loyalty") == {8, 10}
    paid = Game(side(["Vraska, Betrayal's Sting"], [*board, "Swamp"]))
    paid.cast("Vraska, Betrayal's Sting", announced=("B",)).ok()
    assert paid.counters("Vraska, Betrayal's Sting", "loyalty") == 12


def test_702_150a_each_symbol_paid_with_life_counts() -> None:
    game = Game(side(["Nissa, Ascended Animist"], [("Forest", 5)]))
    game.cast("Nissa, Ascended Animist", announced=("life", "life")).ok()
    assert game.counters("Nissa, Ascended Animist", "loyalty") == 3 and game.you.life == 16


def test_702_150a_life_that_k_rrik_lets_pay_is_no_phyrexian_symbol_paid_with_life() -> None:
    """{4}{B}{B/P}: both symbols announced as mana; K'rrik then lets pay 2 life rather than each {B} (119.4, 601.2f-h)."""
    game = Game(side(["Vraska, Betrayal's Sting"], [("Island", 4), "K'rrik, Son of Yawgmoth"]))
    game.cast("Vraska, Betrayal's Sting", announced=("B",), life_for_mana=2).settle()
    assert game.you.life == 16 and game.counters("Vraska, Betrayal's Sting", "loyalty") == 6


def test_606_4_an_opponents_halving_leaves_no_loyalty_of_one_but_the_ability_is_activated() -> None:
    game = Game(
        side(battlefield=[thing("Karn, Scion of Urza", loyalty=3)], library=["Opt", "Shock"]),
        side(battlefield=["Vorinclex, Monstrous Raider"]),
    )
    game.activate("Karn, Scion of Urza", 0)
    assert game.counters("Karn, Scion of Urza", "loyalty") == 3 and len(game.state.stack) == 1


# ---------------------------------------------------------------------------------------------------- what cannot be put


def test_614_17_solemnity_on_what_enters() -> None:
    game = Game(side(["Hangarback Walker", "Sphere of the Suns"], [("Forest", 6), "Solemnity"]))
    game.cast("Hangarback Walker", x=2).ok()
    assert game.names(game.you.graveyard) == ["Hangarback Walker"]
    assert not game.settle().there("Thopter")
    game.cast("Sphere of the Suns").ok()
    assert game.permanent("Sphere of the Suns").counters == ()


def test_614_17_a_saga_under_solemnity_stays_and_tells_nothing() -> None:
    game = Game(side(["The Eldest Reborn"], [("Swamp", 5), "Solemnity"])).cast("The Eldest Reborn").ok()
    assert game.permanent("The Eldest Reborn").counters == () and not game.state.stack


def test_614_17_solemnity_leaves_planeswalkers_alone_unless_they_are_artifacts_too() -> None:
    game = Game(side(["Jace Beleren"], [("Island", 3), "Solemnity"])).cast("Jace Beleren").ok()
    assert game.counters("Jace Beleren", "loyalty") == 3
    lattice = Game(side(["Jace Beleren"], [("Island", 3), "Solemnity", "Mycosynth Lattice"])).cast("Jace Beleren").ok()
    assert lattice.names(lattice.you.graveyard) == ["Jace Beleren"]


def test_614_17b_a_loyalty_cost_that_cannot_be_put_cannot_be_paid() -> None:
    game = Game(side(battlefield=["Solemnity", "Mycosynth Lattice", thing("Jace Beleren", loyalty=3)]))
    abilities = {choice.ability for choice in game.state.choices() if isinstance(choice, Activate)}
    assert abilities == {1}
    with pytest.raises(IllegalChoice) as error:
        game.do(Activate(game.id("Jace Beleren"), 0))
    assert error.value.rule == "614.17b"


def test_702_32a_fading_without_counters() -> None:
    game = Game(side(battlefield=["Solemnity", "Blastoderm"]), step="upkeep")
    assert len(game.state.stack) == 1
    game.ok()
    assert game.names(game.you.graveyard) == ["Blastoderm"]


def test_614_17_evolving_under_solemnity_draws_nothing() -> None:
    game = Game(side(["Hill Giant"], [("Mountain", 4), "Fathom Mage", "Solemnity"])).cast("Hill Giant").settle()
    assert isinstance(game.state.decision, Priority) and not game.you.hand


def test_614_17_melira() -> None:
    game = Game(side(["Skinrender"], [("Swamp", 4), "Melira, Sylvok Outcast"], counters={"poison": 3}))
    game.cast("Skinrender").ok().target("Skinrender").ok()
    assert game.permanent("Skinrender").counters == ()
    plan = Game(side(["Contentious Plan"], [("Island", 2), "Melira, Sylvok Outcast"], counters={"poison": 9}))
    assert not plan.cast("Contentious Plan").ok().proliferate("you").state.over


# ---------------------------------------------------------------------------------------------------- costs


def announced_and_paid(game: Game, card: str) -> set[tuple[tuple[str, ...], int, int]]:
    """For each way to cast it: the announcement, the mana spent, the symbols paid with life by K'rrik's permission."""
    return {
        (c.payment.announced, sum(c.payment.spent), c.payment.life_for_mana)
        for c in game.state.choices()
        if isinstance(c, Cast) and game.state.name(c.card) == card
    }


def test_601_2f_trinisphere_after_phyrexian_symbols_and_reductions() -> None:
    game = Game(side(["Gitaxian Probe"], [("Island", 4), "Trinisphere", "Goblin Electromancer"]))
    assert announced_and_paid(game, "Gitaxian Probe") == {(("U",), 3, 0), (("life",), 3, 0)}


def test_601_2f_trinisphere_then_k_rrik() -> None:
    """Dismember is {1}{B/P}{B/P}. Trinisphere adds what is missing from three mana; K'rrik's life comes at payment."""
    game = Game(side(["Dismember"], [("Swamp", 3), "Trinisphere", "K'rrik, Son of Yawgmoth"]))
    assert announced_and_paid(game, "Dismember") == {
        (("B", "B"), 3, 0), (("B", "B"), 2, 1), (("B", "B"), 1, 2), (("B", "life"), 3, 0), (("B", "life"), 2, 1),
        (("life", "life"), 3, 0),
    }  # fmt: skip


def test_601_2f_a_tapped_trinisphere_and_one_tapped_for_mana_on_the_way() -> None:
    game = Game(side(["Shock"], ["Mountain", thing("Trinisphere", tapped=True)]))
    assert announced_and_paid(game, "Shock") == {((), 1, 0)}


def test_601_2f_x_counts_towards_trinispheres_three() -> None:
    game = Game(side(["Hangarback Walker", "Everflowing Chalice"], [("Island", 4), "Trinisphere"]))
    assert announced_and_paid(game, "Hangarback Walker") == {((), 3, 0), ((), 4, 0)}
    paid = {(c.x, sum(c.payment.spent)) for c in game.state.choices() if isinstance(c, Cast) and c.x}
    assert paid == {(1, 3), (2, 4)}
    kicked = {(c.kicked, sum(c.payment.spent)) for c in game.state.choices() if isinstance(c, Cast) and not c.x}
    assert kicked == {(0, 3), (1, 3), (2, 4)}


def test_119_4_phyrexian_symbols_and_k_rrik_share_one_life_total() -> None:
    game = Game(side(["Dismember"], ["Swamp", "K'rrik, Son of Yawgmoth"], life=4))
    assert announced_and_paid(game, "Dismember") == {(("B", "B"), 1, 2), (("B", "life"), 1, 1), (("life", "life"), 1, 0)}
    poor = Game(side(["Dismember"], ["Swamp", "K'rrik, Son of Yawgmoth"], life=3))
    assert announced_and_paid(poor, "Dismember") == set()


def test_118_13b_k_rrik_pays_for_abilities_too() -> None:
    game = Game(side(["Opt"], ["K'rrik, Son of Yawgmoth", "Yawgmoth, Thran Physician"]))
    ways = [c.payment for c in game.state.choices() if isinstance(c, Activate) and c.discard]
    assert [way.life_for_mana for way in ways] == [2]


def test_702_42a_entwined_needs_both_modes_and_their_order() -> None:
    game = Game(side(["Unbounded Potential"], [("Plains", 6), "Grizzly Bears"]))
    choice = game.find(Cast, "Unbounded Potential", kicked=1, targets=((game.id("Grizzly Bears"),),))
    assert isinstance(choice, Cast) and choice.modes == (0, 1)
    game.do(choice).ok().proliferate("Grizzly Bears")
    assert game.counters("Grizzly Bears", "p1p1") == 2


# ---------------------------------------------------------------------------------------------------- proliferating twice


def test_614_5_two_tekuthals_make_four_of_one() -> None:
    """The legend rule is for one player; a token that is called otherwise has the same ability."""
    pool = CardPool.bundled()
    again = replace(pool.get("Tekuthal, Inquiry Dominus"), name="Another Dominus")
    game = Game(
        side(["Contentious Plan"], [("Island", 2), "Tekuthal, Inquiry Dominus", "Another Dominus"]),
        side(counters={"poison": 1}),
        cards=CardPool.of([again, *map(pool.get, ("Contentious Plan", "Island", "Tekuthal, Inquiry Dominus"))]),
    )
    game.cast("Contentious Plan").ok()
    for _ in range(4):
        game.proliferate("opponent")
    assert game.opponent.counters == (("poison", 5),) and isinstance(game.state.decision, Priority)


def test_701_34a_between_two_proliferates_of_one_spell_no_creature_dies() -> None:
    """704.3, 704.4: the Bears stand at toughness 0 until the spell has resolved, and can be chosen again."""
    game = Game(side(["Expansion Algorithm"], [("Island", 4)]), side(battlefield=[thing("Grizzly Bears", m1m1=1)]))
    game.cast("Expansion Algorithm", x=2).ok().proliferate("Grizzly Bears")
    assert game.there("Grizzly Bears") and game.state.toughness(game.id("Grizzly Bears")) == 0
    game.proliferate("Grizzly Bears")
    assert not game.there("Grizzly Bears")


# ---------------------------------------------------------------------------------------------------- looking back


def test_704_8_what_dies_as_counters_annihilate_had_them_all() -> None:
    """A 1/1 by one +1/+1 counter gets a -1/-1 counter: it dies with one of each, and leaves one Thopter."""
    game = Game(side(["Grim Affliction"], [("Swamp", 3), thing("Hangarback Walker", p1p1=1), "Blowfly Infestation"]))
    game.cast("Grim Affliction", "Hangarback Walker").ok().proliferate()
    assert game.names(game.you.graveyard) == ["Grim Affliction", "Hangarback Walker"]
    assert isinstance(game.state.decision, ToOrder)
    game.do(next(game.state.choices()))
    assert len(game.state.stack) == 1  # the Infestation's trigger has no target
    assert game.settle().there("Thopter") == 1


def test_603_10a_dying_together_they_see_each_other() -> None:
    """Two creatures with -1/-1 counters die at once: the Infestation triggers for both, after which only the Angel is left."""
    game = Game(
        side(["Contentious Plan"], [("Island", 2), "Blowfly Infestation"]),
        side(battlefield=[thing("Grizzly Bears", m1m1=1), thing("Runeclaw Bear", m1m1=1), "Serra Angel"]),
    )
    game.cast("Contentious Plan").ok().proliferate("Grizzly Bears", "Runeclaw Bear")
    assert len(game.state.stack) == 2
    assert game.settle().counters("Serra Angel", "m1m1") == 2


def test_614_1_tokens_of_a_dying_walker_are_doubled() -> None:
    board: list[Spec] = ["Mountain", thing("Hangarback Walker", p1p1=2), "Doubling Season", "Mondrak, Glory Dominus"]
    game = Game(side(["Shock"], board)).cast("Shock", "Hangarback Walker").settle()
    assert game.there("Thopter") == 2 * 2 * 2


def test_704_5j_doubled_legendary_tokens() -> None:
    """Two Hollow Sentinels enter, one stays; they are alike, so nobody is asked."""
    game = Game(side(["Contentious Plan"], [("Island", 2), "Venser, Corpse Puppet", "Doubling Season"]))
    game.cast("Contentious Plan").ok().ok()
    assert game.there("The Hollow Sentinel") == 1 and isinstance(game.state.decision, Priority)
    assert not game.you.graveyard[1:]  # a token ceases to exist (704.5d)


def test_704_5j_with_counters_the_legends_differ_and_the_rest_dies_at_the_same_time() -> None:
    game = Game(
        side(["Venser, Corpse Puppet"], ["Island", "Swamp", thing("Venser, Corpse Puppet", p1p1=1), "Blowfly Infestation"]),
        side(battlefield=[thing("Grizzly Bears", damage=1)]),
    )
    game.cast("Venser, Corpse Puppet").ok()
    assert isinstance(game.state.decision, ToPick) and len(game.state.decision.options) == 2
    for choice in game.state.choices():
        after = game.state.apply(choice)
        assert sum(after.name(id) == "Venser, Corpse Puppet" for id in after.battlefield) == 1


# ---------------------------------------------------------------------------------------------------- targets, protection


def test_702_16_yawgmoth_is_protected_from_humans_himself_included() -> None:
    game = Game(side(["Roalesk, Apex Hybrid"], [("Forest", 3), ("Island", 2), "Yawgmoth, Thran Physician", "Grizzly Bears"]))
    own = {c.targets for c in game.state.choices() if isinstance(c, Activate) and c.sacrifice}
    assert own == {((),), ((game.id("Grizzly Bears"),),)}
    with pytest.raises(IllegalChoice) as error:
        game.do(Activate(game.id("Yawgmoth, Thran Physician"), 0, (), ((game.id("Yawgmoth, Thran Physician"),),), 0,
                         (game.id("Grizzly Bears"),)))  # fmt: skip
    assert error.value.rule == "702.16b"
    game.cast("Roalesk, Apex Hybrid").ok()  # Roalesk is a Human: only the Bears can be chosen, which is no choice
    assert game.state.stack[-1].targets == ((game.id("Grizzly Bears"),),)


def test_608_2b_no_legal_target_no_proliferate() -> None:
    """The target is sacrificed in response: the whole spell does nothing, and nobody draws."""
    game = Game(side(["Volt Charge"], [("Mountain", 3), "Yawgmoth, Thran Physician", "Grizzly Bears"], counters={"energy": 1}))
    game.cast("Volt Charge", "Grizzly Bears")
    game.do(game.find(Activate, "Yawgmoth, Thran Physician", sacrifice=(game.id("Grizzly Bears"),), targets=((),)))
    game.ok().ok()
    assert not game.state.stack and game.you.counters == (("energy", 1),)


def test_608_2b_with_one_of_two_targets_left_the_rest_happens() -> None:
    game = Game(
        side(["Unbounded Potential"], [("Plains", 2), "Yawgmoth, Thran Physician", "Grizzly Bears", "Hill Giant"]),
    )
    bears, giant = game.id("Grizzly Bears"), game.id("Hill Giant")
    game.do(game.find(Cast, "Unbounded Potential", targets=((bears, giant),)))
    game.do(game.find(Activate, "Yawgmoth, Thran Physician", sacrifice=(bears,), targets=((),))).ok().ok()
    assert game.counters("Hill Giant", "p1p1") == 1


def test_120_3c_damage_takes_loyalty_and_none_is_left_to_proliferate() -> None:
    game = Game(
        side(["Volt Charge"], [("Mountain", 3)]),
        side(battlefield=[thing("Jace Beleren", loyalty=3), thing("Sol Ring", charge=1)]),
    )
    game.cast("Volt Charge", "Jace Beleren").ok()
    assert isinstance(game.state.decision, ToProliferate)
    assert game.state.decision.options == (game.id("Sol Ring"),)
    assert game.there("Jace Beleren")  # until state-based actions are checked
    assert not game.proliferate("Sol Ring").there("Jace Beleren")


# ---------------------------------------------------------------------------------------------------- timing


def test_307_1_teferi_lets_sorceries_be_cast_in_response_but_no_creatures() -> None:
    game = Game(
        side(["Contentious Plan", "Shock", "Grizzly Bears"], [("Island", 2), "Mountain", ("Forest", 2),
                                                            thing("Teferi, Time Raveler", loyalty=4)]),
    )  # fmt: skip
    game.activate("Teferi, Time Raveler", 0).ok().cast("Shock", "opponent")
    assert game.can(Cast, "Contentious Plan") and not game.can(Cast, "Grizzly Bears")
    game.cast("Contentious Plan").ok().proliferate("Teferi, Time Raveler")
    assert game.counters("Teferi, Time Raveler", "loyalty") == 6 and game.opponent.life == 20


def test_601_3_the_opponents_teferi_stops_instants_in_response() -> None:
    game = Game(side(["Shock", "Shock"], [("Mountain", 2)]), side(battlefield=[thing("Teferi, Time Raveler", loyalty=4)]))
    game.cast("Shock", "opponent")
    assert not game.can(Cast, "Shock")
    with pytest.raises(IllegalChoice) as error:
        game.do(Cast(game.you.hand[0].id, (), ((OPPONENT,),)))
    assert error.value.rule == "601.3"
    assert not Game(
        side(["Shock"], ["Mountain"]), side(battlefield=[thing("Teferi, Time Raveler", loyalty=4)]), step="upkeep"
    ).can(Cast, "Shock")


def test_714_2b_proliferating_a_saga_tells_the_next_chapter_and_it_stays_until_the_last_has_left_the_stack() -> None:
    saga = thing("The Eldest Reborn", lore=2)
    game = Game(side(["Steady Progress"], [("Island", 3), saga], graveyard=["Serra Angel", "Hill Giant"]))
    game.cast("Steady Progress").ok().proliferate("The Eldest Reborn")
    assert isinstance(game.state.decision, ToTarget) and game.there("The Eldest Reborn")
    game.target("Hill Giant")
    assert game.there("The Eldest Reborn") == 1
    game.ok()
    assert game.there("Hill Giant") == 1 and not game.there("The Eldest Reborn")


def test_714_2b_two_chapters_at_once() -> None:
    """Doubled by Vorinclex while it enters: chapters I and II trigger together, the Saga stays with two lore counters."""
    game = Game(
        side(["The Eldest Reborn"], [("Swamp", 5), "Vorinclex, Monstrous Raider"]),
        side(["Opt"], ["Grizzly Bears"]),
    )
    game.cast("The Eldest Reborn").ok()
    assert game.counters("The Eldest Reborn", "lore") == 2
    game.do(next(iter(game.state.choices()))).settle()  # in some order
    assert not game.opponent.hand and not game.there("Grizzly Bears") and game.there("The Eldest Reborn")


# ---------------------------------------------------------------------------------------------------- the end of the game


def test_104_4a_burning_both_to_death_in_one_resolution() -> None:
    """The last life is paid, so that state-based actions come before the spell resolves: that is a loss, no draw (704.3)."""
    game = Game(side(["Gut Shot"], life=2), side(life=1)).cast("Gut Shot", "opponent")
    assert game.state.result is Result.LOST


def test_104_4a_an_empty_library_and_ten_poison_at_once() -> None:
    game = Game(side(["Tezzeret's Gambit"], [("Island", 4)], library=["Opt"]), side(counters={"poison": 9}))
    game.cast("Tezzeret's Gambit", announced=("U",)).ok().proliferate("opponent")
    assert game.state.result is Result.DRAW
    alone = Game(side(["Tezzeret's Gambit"], [("Island", 4)], library=["Opt"]), side(counters={"poison": 8}))
    assert alone.cast("Tezzeret's Gambit", announced=("U",)).ok().proliferate("opponent").state.result is Result.LOST


def test_603_8_the_reactor_triggers_once_and_wins_from_the_graveyard() -> None:
    game = Game(
        side(["Steady Progress", "Atomize"], [("Island", 3), ("Swamp", 3), "Forest", thing("Darksteel Reactor", charge=19),
                                             "Throne of Geth"]),
    )  # fmt: skip
    game.cast("Steady Progress").ok().proliferate("Darksteel Reactor")
    assert len(game.state.stack) == 1
    game.do(game.find(Activate, "Throne of Geth", sacrifice=(game.id("Darksteel Reactor"),)))
    game.ok()
    assert not game.there("Darksteel Reactor") and not game.state.over
    assert game.ok().state.result is Result.WON


# ---------------------------------------------------------------------------------------------------- more interactions


def test_601_2f_a_trinisphere_that_tamiyo_taps_lets_spells_be_cheap() -> None:
    game = Game(side(["Shock"], ["Mountain", "Trinisphere", thing("Tamiyo, Compleated Sage", loyalty=3)]))
    assert not game.can(Cast, "Shock")
    game.activate("Tamiyo, Compleated Sage", 0, "Trinisphere").ok()
    assert game.can(Cast, "Shock")


def test_704_5f_a_construct_shrinks_as_an_artifact_is_sacrificed() -> None:
    """Karn's Construct is 2/2 with the Throne; sacrificed for the proliferate, the Throne leaves it 1/1 with a -1/-1 counter."""
    karn = thing("Karn, Scion of Urza", loyalty=4)
    game = Game(side(["Grim Affliction"], [("Swamp", 3), karn, "Throne of Geth"]))
    game.activate("Karn, Scion of Urza", 2).ok()
    game.cast("Grim Affliction", "Construct").ok().proliferate()
    assert (game.state.power(game.id("Construct")), game.state.toughness(game.id("Construct"))) == (1, 1)
    game.do(game.find(Activate, "Throne of Geth", sacrifice=(game.id("Throne of Geth"),)))
    assert not game.there("Construct") and len(game.state.stack) == 1  # it died before the proliferate


def test_704_5j_taking_control_of_a_legend_of_the_same_name() -> None:
    game = Game(
        side(["Act of Aggression"], [("Mountain", 5), thing("Tekuthal, Inquiry Dominus", p1p1=1)]),
        side(battlefield=["Tekuthal, Inquiry Dominus"]),
    )
    mine, theirs = game.id("Tekuthal, Inquiry Dominus"), game.id("Tekuthal, Inquiry Dominus", 1)
    game.do(game.find(Cast, "Act of Aggression", targets=((theirs,),), announced=("R", "R"))).ok()
    assert isinstance(game.state.decision, ToPick) and set(game.state.decision.options) == {mine, theirs}
    game.do(Picked((mine,)))
    assert game.names(game.opponent.graveyard) == ["Tekuthal, Inquiry Dominus"]  # to its owner's (404.2)


def test_514_2_what_is_borrowed_goes_back_and_may_be_sacrificed_before() -> None:
    board: list[Spec] = [("Mountain", 5), "Yawgmoth, Thran Physician"]
    game = Game(side(["Act of Aggression"], board), side(battlefield=[thing("Serra Angel", tapped=True, p1p1=1)]))
    game.cast("Act of Aggression", "Serra Angel", announced=("R", "R")).ok()
    assert not game.permanent("Serra Angel").tapped and "haste" in game.state.keywords(game.id("Serra Angel"))
    kept = Game(side(["Act of Aggression"], board), side(battlefield=["Serra Angel"]))
    kept.cast("Act of Aggression", "Serra Angel", announced=("R", "R")).ok()
    while not kept.state.over:
        kept.ok()
    assert kept.permanent("Serra Angel").controller == OPPONENT
    game.do(game.find(Activate, "Yawgmoth, Thran Physician", sacrifice=(game.id("Serra Angel"),)))
    assert game.names(game.opponent.graveyard) == ["Serra Angel"]


def test_613_1_mycosynth_lattice_makes_lands_artifacts_that_are_colorless() -> None:
    game = Game(side(["Island"], ["Mycosynth Lattice", "Surge Conductor", "Throne of Geth", thing("K'rrik, Son of Yawgmoth")]))
    game.play("Island")
    assert len(game.state.stack) == 1  # the land is a nontoken artifact
    game.settle()
    assert not game.state.colors(game.id("K'rrik, Son of Yawgmoth"))
    fodder = {choice.sacrifice[0] for choice in game.state.choices() if isinstance(choice, Activate) and choice.sacrifice}
    assert game.id("Island") in fodder and game.id("K'rrik, Son of Yawgmoth") in fodder


def test_609_4b_under_the_lattice_any_mana_pays_and_k_rrik_still_takes_life_for_black_symbols() -> None:
    game = Game(side(["Whisper of the Dross"], ["Wastes", "Mycosynth Lattice", "K'rrik, Son of Yawgmoth", "Hill Giant"]))
    ways = {(sum(c.payment.spent), c.payment.life_for_mana) for c in game.state.choices() if isinstance(c, Cast)}
    assert ways == {(1, 0), (0, 1)}
    game.cast("Whisper of the Dross", "Hill Giant", life_for_mana=1)
    assert len(game.state.stack) == 1  # colourless: K'rrik does not trigger (613.1e)


def test_707_2_a_token_copy_of_a_planeswalker_has_its_loyalty_and_may_be_used() -> None:
    game = Game(side(battlefield=[thing("Tamiyo, Compleated Sage", loyalty=6)], graveyard=["Jace Beleren"]))
    game.do(game.find(Activate, "Tamiyo, Compleated Sage", x=3)).ok()
    assert game.names(game.you.exile) == ["Jace Beleren"]
    assert game.permanent("Jace Beleren").token and game.counters("Jace Beleren", "loyalty") == 3
    assert game.can(Activate, "Jace Beleren")


def test_704_5f_a_copy_of_a_walker_has_x_0_and_dies() -> None:
    game = Game(side(battlefield=[thing("Tamiyo, Compleated Sage", loyalty=6)], graveyard=["Hangarback Walker"]))
    game.do(game.find(Activate, "Tamiyo, Compleated Sage", x=0)).settle()
    assert not game.there("Hangarback Walker") and not game.there("Thopter")


def test_104_3c_each_player_draws_from_an_empty_library() -> None:
    game = Game(side(battlefield=[thing("Jace Beleren", loyalty=3)], library=[]), side(library=[]))
    assert game.activate("Jace Beleren", 0).ok().state.result is Result.DRAW
    alone = Game(side(battlefield=[thing("Jace Beleren", loyalty=3)]), side(library=[]))
    assert alone.activate("Jace Beleren", 1, "opponent").ok().state.result is Result.WON


def test_608_2d_what_nicol_bolas_takes_is_chosen_by_the_player() -> None:
    game = Game(
        side(battlefield=[thing("Nicol Bolas, Planeswalker", loyalty=9)]),
        side(["Opt"] * 7, [("Island", 6), "Serra Angel", thing("Jace Beleren", loyalty=8)]),
    )
    game.activate("Nicol Bolas, Planeswalker", 2, "Jace Beleren").ok()
    assert len(game.opponent.graveyard) == 7 and isinstance(game.state.decision, ToPick)
    assert game.state.decision.player == OPPONENT and game.state.decision.least == 7
    assert game.counters("Jace Beleren", "loyalty") == 1 and not game.there("Nicol Bolas, Planeswalker")


def test_608_2g_ezuri_pays_while_it_resolves_and_kilo_triggers_afterwards() -> None:
    game = Game(
        side(["Ezuri, Stalker of Spheres"], [("Forest", 4), ("Island", 3), "Tekuthal, Inquiry Dominus"], library=["Opt"] * 9),
        side(counters={"poison": 1}),
    )
    taps = game.find(Cast, "Ezuri, Stalker of Spheres")
    game.do(taps).ok().ok()
    assert isinstance(game.state.decision, ToAnswer)
    game.yes()
    for _ in range(4):
        game.proliferate("opponent")
    assert game.opponent.counters == (("poison", 5),)
    assert len(game.state.stack) == 4 and len(game.settle().you.hand) == 4


def test_119_4_the_life_that_a_source_of_mana_costs_counts_too() -> None:
    """With 3 life the Staff's mana (2 life) and a symbol paid with life (2 life) do not go together."""
    game = Game(side(["Dismember"], [("Staff of Compleation", 1), "Grizzly Bears"], life=3))
    assert not game.can(Cast, "Dismember")
    assert Game(side(["Gitaxian Probe"], ["Staff of Compleation"], life=2)).can(Cast, "Gitaxian Probe", announced=("U",))
    enough = Game(side(["Dismember"], ["Staff of Compleation", "Grizzly Bears"], life=6))
    assert enough.can(Cast, "Dismember", announced=("life", "life")) and not enough.can(Cast, "Dismember", announced=("B", "B"))


def test_702_33_multikicked_and_doubled() -> None:
    board: list[Spec] = [("Island", 4), "Doubling Season", "Vorinclex, Monstrous Raider"]
    game = Game(side(["Everflowing Chalice"], board))
    game.cast("Everflowing Chalice", kicked=2).ok()
    assert game.counters("Everflowing Chalice", "charge") == 8
    assert game.tap("Everflowing Chalice").you.mana[5] == 8


def test_122_6_entering_with_counters_is_having_them_put() -> None:
    """Fathom Mage gets nothing, but a creature entering with +1/+1 counters on it evolves it by its size on the battlefield."""
    game = Game(side(["Hangarback Walker"], [("Island", 4), "Fathom Mage"]))
    game.cast("Hangarback Walker", x=2).ok()
    assert len(game.state.stack) == 1
    assert game.ok().counters("Fathom Mage", "p1p1") == 1


def test_702_100a_evolve_looks_again_as_it_resolves() -> None:
    """In response the Mage grows: the newcomer is not greater any more."""
    game = Game(side(["Grizzly Bears", "Mutagenic Growth"], [("Forest", 3), "Fathom Mage"]))
    game.cast("Grizzly Bears").ok()
    assert len(game.state.stack) == 1
    game.cast("Mutagenic Growth", "Fathom Mage", announced=("G",)).ok().ok()
    assert game.counters("Fathom Mage", "p1p1") == 0


def test_613_1f_a_creature_that_becomes_a_treasure_loses_what_it_had_gained() -> None:
    game = Game(
        side(["Act of Aggression"], [("Mountain", 5), thing("Vraska, Betrayal's Sting", loyalty=6)]),
        side(battlefield=[thing("Serra Angel", p1p1=1)]),
    )
    angel = game.id("Serra Angel")
    game.cast("Act of Aggression", "Serra Angel", announced=("R", "R")).ok()
    assert "haste" in game.state.keywords(angel)
    game.activate("Vraska, Betrayal's Sting", 1, "Serra Angel").ok()
    assert game.state.types(angel) == {"Artifact"} and not game.state.keywords(angel)
    assert game.state.counters(angel) == (("p1p1", 1),) and game.state.colors(angel) == {"W"}
    assert game.tap("Serra Angel", color="G").names(game.opponent.graveyard) == ["Serra Angel"]


def test_603_3b_each_players_triggers_in_their_order() -> None:
    """Both control an Infestation: yours goes on the stack first, so the opponent's resolves first."""
    game = Game(
        side(["Shock"], ["Mountain", "Blowfly Infestation", "Hill Giant"]),
        side(battlefield=["Blowfly Infestation", thing("Grizzly Bears", m1m1=1), "Serra Angel"]),
    )
    game.cast("Shock", "Grizzly Bears").ok()
    assert isinstance(game.state.decision, ToTarget) and game.state.decision.player == YOU
    game.target("Serra Angel")
    assert isinstance(game.state.decision, ToTarget) and game.state.decision.player == OPPONENT
    game.target("Hill Giant").ok()
    assert game.counters("Hill Giant", "m1m1") == 1 and game.counters("Serra Angel", "m1m1") == 0


# ---------------------------------------------------------------------------------------------------- answers that fit nothing


def test_118_1_no_mana_is_paid_where_the_cost_is_life() -> None:
    game = Game(side(["Steam Vents"], ["Island"])).play("Steam Vents")
    assert isinstance(game.state.decision, ToAnswer)
    with pytest.raises(IllegalChoice) as error:
        game.do(Answered(True, Payment(taps=(TapForMana(game.id("Island")),), spent=(0, 1, 0, 0, 0, 0))))
    assert error.value.rule == "118.1"


def test_608_2d_only_kinds_that_are_offered_can_be_counted() -> None:
    game = Game(side(battlefield=[("Swamp", 3), "Hex Parasite", thing("Sol Ring", charge=2, oil=1)]))
    game.do(game.find(Activate, "Hex Parasite", x=2, targets=((game.id("Sol Ring"),),))).ok()
    for counters in ((("fade", 0),), (("charge", 3),), (("charge", -1),), (("charge", 2), ("oil", 1))):
        with pytest.raises(IllegalChoice):
            game.do(Counted(counters))
    assert game.do(Counted((("charge", 1), ("oil", 1)))).permanent("Sol Ring").counters == (("charge", 1),)
