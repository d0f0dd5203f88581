"""Triggered abilities (603): when they trigger, how they get onto the stack, state triggers, modes and targets."""

from __future__ import annotations

import pytest

from engine.choices import Cast, IllegalChoice, Ordered, Pass, Priority, Targeted, ToOrder, ToTarget
from engine.objects import Result
from tests.engine_play import Game, side, thing


def test_603_3b_the_controller_orders_different_triggers() -> None:
    game = Game(side(["Shock"], ["Mountain", "Inexorable Tide", "Rage Extractor"]), side(counters={"poison": 1}))
    game.cast("Shock", "opponent")
    assert isinstance(game.state.decision, Priority)  # only one ability triggered: Shock has no Phyrexian symbol
    both = Game(side(["Gut Shot"], ["Mountain", "Inexorable Tide", "Rage Extractor"]), side(counters={"poison": 1}))
    both.cast("Gut Shot", "opponent", announced=("R",))
    decision = both.state.decision
    assert isinstance(decision, ToOrder) and decision.what == "triggers"
    both.do(Ordered((0, 1)))
    assert isinstance(both.state.decision, ToTarget)
    both.target("opponent")
    assert [both.state.name(s.source) for s in both.state.stack if s.source] == ["Inexorable Tide", "Rage Extractor"]


def test_603_3b_identical_triggers_need_no_order() -> None:
    game = Game(side(["Shock"], ["Mountain", ("Inexorable Tide", 3)]), side(counters={"poison": 1}))
    game.cast("Shock", "opponent")
    assert isinstance(game.state.decision, Priority)
    assert len(game.state.stack) == 4


def test_603_3d_targets_are_chosen_as_it_is_put_on_the_stack() -> None:
    game = Game(side(["Pith Driller"], [("Swamp", 5)]), side(battlefield=["Hill Giant", "Grizzly Bears"]))
    game.cast("Pith Driller", announced=("B",)).ok()
    assert isinstance(game.state.decision, ToTarget)
    assert len(list(game.state.choices())) == 3  # it may target itself
    with pytest.raises(IllegalChoice, match=r"CR 115\.1\b"):
        game.state.apply(Targeted(((game.id("opponent"),),)))


def test_603_3d_without_a_legal_target_it_is_removed() -> None:
    game = Game(side(["Contagion Clasp"], [("Swamp", 2)]))
    game.cast("Contagion Clasp").ok()
    assert game.state.stack == () and isinstance(game.state.decision, Priority)


def test_702_11b_hexproof_and_702_18a_shroud() -> None:
    game = Game(
        side(["Shock", "Mutagenic Growth"], ["Mountain", "Blastoderm", "Troll Ascetic"]), side(battlefield=["Troll Ascetic"])
    )
    assert game.can(Cast, "Mutagenic Growth", targets=((game.id("Troll Ascetic", 0),),))
    with pytest.raises(IllegalChoice, match=r"CR 702\.18a\b"):
        game.state.apply(Cast(game.id("Shock"), targets=((game.id("Blastoderm"),),)))
    with pytest.raises(IllegalChoice, match=r"CR 702\.11b\b"):
        game.state.apply(Cast(game.id("Shock"), targets=((game.id("Troll Ascetic", 1),),)))


def test_702_16b_protection_from_a_subtype() -> None:
    game = Game(side(["Skinrender", "Pith Driller"], [("Swamp", 9)]), side(battlefield=["Yawgmoth, Thran Physician"]))
    game.cast("Skinrender").ok()
    targets = (
        {t.targets[0][0] for t in game.state.choices()} if isinstance(game.state.decision, ToTarget) else {game.id("Skinrender")}
    )
    assert game.id("Yawgmoth, Thran Physician") in targets  # a Zombie is no Human


def test_603_10a_dies_triggers_look_back() -> None:
    """Creatures that die together see each other die: both triggers of the twins happen, and those of the one that saw them."""
    game = Game(side(["Contagion Engine"], [("Island", 6)]), side(battlefield=[("Grizzly Bears", 2), "Martyr for the Cause"]))
    assert game.there("Grizzly Bears") == 2
    dying = Game(
        side(["Whisper of the Dross"], [("Swamp", 1), thing("Martyr for the Cause", m1m1=1)]), side(counters={"poison": 3})
    )
    dying.cast("Whisper of the Dross", "Martyr for the Cause").ok().proliferate()
    assert not dying.there("Martyr for the Cause")
    assert dying.state.stack
    dying.ok().proliferate("opponent")
    assert dying.opponent.counters == (("poison", 4),)


def test_603_10a_blowfly_infestation_sees_the_counters_that_were_there() -> None:
    game = Game(
        side(["Pith Driller"], [("Swamp", 5), "Blowfly Infestation"]), side(battlefield=[thing("Grizzly Bears", 2, m1m1=1)])
    )
    game.cast("Pith Driller", announced=("B",)).ok().target("Grizzly Bears").ok()
    assert game.there("Grizzly Bears") == 1
    assert isinstance(game.state.decision, ToTarget)
    game.target("Grizzly Bears").ok()
    assert game.there("Grizzly Bears") == 0


def test_603_8_a_state_trigger_wins() -> None:
    game = Game(side(["Contentious Plan"], [("Island", 2), thing("Darksteel Reactor", charge=19)]))
    game.cast("Contentious Plan").ok().proliferate("Darksteel Reactor")
    assert len(game.state.stack) == 1  # once, however often the state is looked at
    assert not game.state.over
    game.ok()
    assert game.state.result is Result.WON


def test_603_8_triggers_again_only_after_it_has_left_the_stack() -> None:
    game = Game(side(["Steady Progress"], [("Island", 3), thing("Darksteel Reactor", charge=20)]))
    assert len(game.state.stack) == 1
    game.cast("Steady Progress").ok().proliferate("Darksteel Reactor")
    assert len(game.state.stack) == 1


def test_603_6a_permanents_that_enter() -> None:
    game = Game(
        side(["Grizzly Bears", "Forest", "Sol Ring"], [("Forest", 5), "Metastatic Evangel", "Evolution Sage", "Surge Conductor"])
    )
    game.play("Forest")
    assert len(game.state.stack) == 1
    game.ok().cast("Grizzly Bears").ok()
    assert [game.state.name(s.source) for s in game.state.stack if s.source] == ["Metastatic Evangel"]
    game.ok().cast("Sol Ring").ok()
    assert [game.state.name(s.source) for s in game.state.stack if s.source] == ["Surge Conductor"]


def test_601_2i_cast_triggers_resolve_before_the_spell() -> None:
    game = Game(side(["Contentious Plan"], [("Island", 2), "Flux Channeler"]), side(counters={"poison": 8}))
    game.cast("Contentious Plan").ok().proliferate("opponent")
    assert len(game.state.stack) == 1
    game.ok().proliferate("opponent")
    assert game.state.result is Result.WON


def test_701_26_becoming_tapped_triggers_also_for_a_cost() -> None:
    game = Game(side(["Sol Ring"], ["Kilo, Apogee Mind", ("Island", 1), "Staff of Compleation"]))
    assert game.state.stack == ()


def test_702_100a_evolve_triggers_and_is_checked_again() -> None:
    game = Game(side(["Hill Giant"], [("Mountain", 4), "Fathom Mage"]))
    game.cast("Hill Giant").ok()
    assert len(game.state.stack) == 1
    game.ok()
    assert game.counters("Fathom Mage", "p1p1") == 1
    assert len(game.state.stack) == 1  # "whenever a +1/+1 counter is put on it"
    game.ok().yes()
    assert len(game.you.hand) == 1


def test_122_6_each_counter_triggers() -> None:
    game = Game(side(["Courage in Crisis"], [("Forest", 3), "Fathom Mage", "Hardened Scales"]))
    game.cast("Courage in Crisis", "Fathom Mage").ok().proliferate()
    assert len(game.state.stack) == 2


def test_counters_put_by_you_trigger_once_for_each_permanent() -> None:
    game = Game(
        side(["Contagion Engine"], [("Island", 6), "Hapatra, Vizier of Poisons"]), side(battlefield=["Hill Giant", "Serra Angel"])
    )
    game.cast("Contagion Engine").ok().target("opponent").ok()
    assert len(game.state.stack) == 2
    game.settle()
    assert game.there("Snake") == 2


def test_700_2_a_modal_trigger() -> None:
    game = Game(side(["Contentious Plan"], [("Island", 2), "Venser, Corpse Puppet"]))
    game.cast("Contentious Plan").ok()
    assert not game.there("The Hollow Sentinel")
    game.settle()  # the second mode has no target, so the first is the only one
    assert game.there("The Hollow Sentinel") == 1


def test_700_2_a_modal_trigger_with_a_choice() -> None:
    game = Game(side(["Contentious Plan"], [("Island", 2), "Venser, Corpse Puppet", "Vault Skirge", "Surge Conductor"]))
    game.cast("Contentious Plan").ok()
    assert isinstance(game.state.decision, ToTarget)
    assert len(list(game.state.choices())) == 3
    game.target("Surge Conductor", modes=(1,)).ok()
    assert {"flying", "lifelink"} <= game.state.keywords(game.id("Surge Conductor"))


def test_113_6k_an_ability_that_works_in_the_graveyard() -> None:
    game = Game(side(["Contentious Plan"], [("Island", 2)], ["Voidwing Hybrid"]))
    game.cast("Contentious Plan").ok()
    assert len(game.state.stack) == 1
    game.ok()
    assert "Voidwing Hybrid" in game.names(game.you.hand)


def test_acting_between_two_triggers() -> None:
    game = Game(side(["Shock", "Shock"], [("Mountain", 2), ("Inexorable Tide", 2)]), side(life=3, counters={"poison": 1}))
    game.cast("Shock", "opponent").ok().proliferate("opponent")
    assert game.can(Cast, "Shock") and len(game.state.stack) == 2
    game.cast("Shock", "opponent")
    assert len(game.state.stack) == 5
    assert Pass() in set(game.state.choices())


def test_lose_life_triggers_with_the_amount() -> None:
    game = Game(side(["Lightning Bolt"], ["Mountain", "Exquisite Blood"]))
    game.cast("Lightning Bolt", "opponent").ok().ok()
    assert game.you.life == 23


def test_may_pay_on_resolution() -> None:
    game = Game(side(["Ezuri, Stalker of Spheres"], [("Island", 3), ("Forest", 4)]), side(counters={"poison": 1}))
    game.cast("Ezuri, Stalker of Spheres").ok().ok()
    game.yes()
    game.proliferate("opponent").proliferate("opponent")
    assert game.opponent.counters == (("poison", 3),)
    game.settle()
    assert len(game.you.hand) == 2
    assert all(game.permanent("Island", i).tapped for i in range(3))


def test_may_pay_is_not_offered_if_it_cannot_be_paid() -> None:
    game = Game(side(["Ezuri, Stalker of Spheres"], [("Island", 2), ("Forest", 2)]))
    game.cast("Ezuri, Stalker of Spheres").ok().ok()
    assert isinstance(game.state.decision, Priority) and game.state.stack == ()


def test_113_6k_what_functions_in_the_graveyard_does_not_on_the_battlefield() -> None:
    mine = side(["Steady Progress"], [("Island", 3), "Voidwing Hybrid"], ["Voidwing Hybrid"])
    game = Game(mine, side(counters={"poison": 1})).cast("Steady Progress").ok().proliferate()
    assert len(game.state.stack) == 1
    game.ok()
    assert game.names(game.you.hand).count("Voidwing Hybrid") == 1 and game.there("Voidwing Hybrid") == 1


def test_603_10a_an_aura_sees_itself_go() -> None:
    bears = thing("Grizzly Bears", id="bears")
    mine = side(["Lightning Bolt"], ["Mountain", bears, thing("Rancor", attached_to="bears")])
    game = Game(mine).cast("Lightning Bolt", "Grizzly Bears").settle()
    assert game.names(game.you.hand) == ["Rancor"]
