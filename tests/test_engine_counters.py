"""Counters: who puts them, what replaces and what forbids it (122, 614, 616.1, 306.5b, 702.150, 702.32, 702.33, 714)."""

from __future__ import annotations

import pytest

from engine.choices import Activate, IllegalChoice, Ordered, ToOrder
from engine.objects import Result
from tests.engine_play import Game, side, thing

VRASKA = "Vraska, Betrayal's Sting"


def test_614_16_doubling_season_doubles_what_effects_put() -> None:
    game = Game(side(["Courage in Crisis"], [("Forest", 3), "Doubling Season", "Hill Giant"]))
    game.cast("Courage in Crisis", "Hill Giant").ok().proliferate("Hill Giant")
    assert game.counters("Hill Giant", "p1p1") == 4


def test_614_16_doubling_season_does_not_touch_loyalty_costs() -> None:
    game = Game(side(battlefield=["Doubling Season", thing("Jace, the Perfected Mind", loyalty=3), "Hill Giant"]))
    game.activate("Jace, the Perfected Mind", 0, targets=((),))
    assert game.counters("Jace, the Perfected Mind", "loyalty") == 4


def test_606_4_who_pays_puts_the_counters_so_vorinclex_doubles_them() -> None:
    game = Game(side(battlefield=["Vorinclex, Monstrous Raider", thing("Jace, the Perfected Mind", loyalty=3)]))
    game.activate("Jace, the Perfected Mind", 0, targets=((),))
    assert game.counters("Jace, the Perfected Mind", "loyalty") == 5


def test_306_5b_a_planeswalker_enters_with_twice_its_loyalty() -> None:
    game = Game(side([VRASKA], [("Swamp", 6), "Doubling Season"]))
    game.cast(VRASKA, announced=("B",)).ok()
    assert game.counters(VRASKA, "loyalty") == 12


def test_702_150a_compleated() -> None:
    game = Game(side([VRASKA], [("Swamp", 5)]))
    game.cast(VRASKA, announced=("life",)).ok()
    assert game.counters(VRASKA, "loyalty") == 4
    assert game.you.life == 18


@pytest.mark.parametrize(("first", "loyalty"), [("-2", 8), ("x2", 10)])
def test_616_1_compleated_and_doubling_season_in_either_order(first: str, loyalty: int) -> None:
    game = Game(side([VRASKA], [("Swamp", 5), "Doubling Season"]))
    game.cast(VRASKA, announced=("life",)).ok()
    decision = game.state.decision
    assert isinstance(decision, ToOrder) and decision.what == "replacements" and decision.player == 0
    start = decision.items.index(first)
    game.do(Ordered((start, 1 - start)))
    assert game.counters(VRASKA, "loyalty") == loyalty


@pytest.mark.parametrize(("first", "counters"), [("x2", 3), ("+1", 4)])
def test_616_1_order_of_replacements_is_asked_if_it_matters(first: str, counters: int) -> None:
    game = Game(side(["Courage in Crisis"], [("Forest", 3), "Doubling Season", "Hardened Scales", "Hill Giant"]))
    game.cast("Courage in Crisis", "Hill Giant").ok()
    decision = game.state.decision
    assert isinstance(decision, ToOrder)
    assert len(list(game.state.choices())) == 2
    start = decision.items.index(first)
    game.do(Ordered((start, 1 - start)))
    assert game.counters("Hill Giant", "p1p1") == counters


def test_616_1_no_order_is_asked_if_it_does_not_matter() -> None:
    game = Game(side(["Courage in Crisis"], [("Forest", 3), ("Doubling Season", 2), "Hill Giant"]))
    game.cast("Courage in Crisis", "Hill Giant").ok().proliferate()
    assert game.counters("Hill Giant", "p1p1") == 4


def test_122_6_the_opponents_vorinclex_halves_what_you_put() -> None:
    game = Game(side(["Skinrender"], [("Swamp", 4)]), side(battlefield=["Vorinclex, Monstrous Raider"]))
    game.cast("Skinrender").ok().target("Vorinclex, Monstrous Raider").ok()
    assert game.counters("Vorinclex, Monstrous Raider", "m1m1") == 1


def test_614_17_solemnity_forbids_but_things_may_be_chosen() -> None:
    game = Game(
        side(["Contentious Plan"], [("Island", 2), "Solemnity", thing("Hill Giant", p1p1=1), thing(VRASKA, loyalty=3)]),
        side(counters={"poison": 9}),
    )
    game.cast("Contentious Plan").ok().proliferate("opponent", "Hill Giant", VRASKA)
    assert game.opponent.counters == (("poison", 9),)
    assert game.counters("Hill Giant", "p1p1") == 1
    assert game.counters(VRASKA, "loyalty") == 4
    assert game.state.result is Result.NONE


def test_614_17d_solemnity_keeps_permanents_from_entering_with_counters() -> None:
    game = Game(side(["Everflowing Chalice"], [("Island", 2), "Solemnity"]))
    game.cast("Everflowing Chalice", kicked=1).ok()
    assert game.permanent("Everflowing Chalice").counters == ()


def test_614_17b_a_cost_that_puts_forbidden_counters_cannot_be_paid() -> None:
    """A planeswalker that is an artifact cannot get loyalty counters under Solemnity, so its +1 cannot be activated."""
    game = Game(
        side(battlefield=["Solemnity", "Mycosynth Lattice", thing("Jace, the Perfected Mind", loyalty=3)]),
    )
    assert not game.can(Activate, "Jace, the Perfected Mind", ability=0)
    assert game.can(Activate, "Jace, the Perfected Mind", ability=1)
    with pytest.raises(IllegalChoice, match=r"CR 614\.17b\b"):
        game.state.apply(Activate(game.id("Jace, the Perfected Mind"), 0, targets=((),)))


def test_614_17_melira() -> None:
    game = Game(
        side(["Skinrender"], [("Swamp", 4), "Melira, Sylvok Outcast", thing("Hill Giant", m1m1=1)], counters={"poison": 1}),
        side(battlefield=["Viral Drake"]),
    )
    assert "infect" not in game.state.keywords(game.id("Viral Drake"))
    game.cast("Skinrender").ok().target("Hill Giant").ok()
    assert game.counters("Hill Giant", "m1m1") == 1


def test_702_33_multikicker() -> None:
    game = Game(side(["Everflowing Chalice"], [("Island", 4)]))
    game.cast("Everflowing Chalice", kicked=2).ok()
    assert game.counters("Everflowing Chalice", "charge") == 2
    game.tap("Everflowing Chalice")
    assert game.you.mana == (0, 0, 0, 0, 0, 2)


def test_614_1c_enters_with_x_counters_and_dies_with_them() -> None:
    game = Game(side(["Hangarback Walker", "Spread the Sickness"], [("Swamp", 9)]))
    game.cast("Hangarback Walker", x=2).ok()
    assert game.counters("Hangarback Walker", "p1p1") == 2
    game.cast("Spread the Sickness", "Hangarback Walker").settle()
    assert game.there("Thopter") == 2


def test_702_32a_fading() -> None:
    game = Game(side(battlefield=[thing("Blastoderm", fade=1)]), step="upkeep")
    game.ok()
    assert game.permanent("Blastoderm").counters == ()
    gone = Game(side(battlefield=["Blastoderm"]), step="upkeep").ok()
    assert not gone.there("Blastoderm")


def test_714_3b_a_saga_gets_a_lore_counter_as_the_main_phase_begins() -> None:
    you = side(battlefield=[thing("Fall of Gil-galad", lore=1), "Grizzly Bears"])
    game = Game(you, begins=True)
    game.settle()
    assert (game.counters("Fall of Gil-galad", "lore"), game.counters("Grizzly Bears", "p1p1")) == (2, 2)
    assert Game(you).counters("Fall of Gil-galad", "lore") == 1


def test_714_3a_a_saga_enters_with_a_lore_counter_and_tells_its_chapter() -> None:
    game = Game(side(["The Eldest Reborn"], [("Swamp", 5)]), side(battlefield=["Hill Giant", "Grizzly Bears"]))
    game.cast("The Eldest Reborn").ok()
    assert game.counters("The Eldest Reborn", "lore") == 1
    game.ok()
    assert game.state.decision.player == 1  # the opponent chooses what to sacrifice
    game.pick("Grizzly Bears")
    assert game.there("Hill Giant") and not game.there("Grizzly Bears")


def test_714_3a_is_not_an_effect_for_doubling_season() -> None:
    game = Game(side(["The Eldest Reborn"], [("Swamp", 5), "Doubling Season"]))
    game.cast("The Eldest Reborn").ok()
    assert game.counters("The Eldest Reborn", "lore") == 1


def test_714_2b_proliferating_a_saga_tells_the_next_chapter_and_714_4_ends_it() -> None:
    game = Game(
        side(["Contentious Plan"], [("Island", 2), thing("The Eldest Reborn", lore=2)]),
        side(graveyard=["Hill Giant", "Serra Angel"]),
    )
    game.cast("Contentious Plan").ok().proliferate("The Eldest Reborn")
    assert game.there("The Eldest Reborn")  # its last chapter has triggered but not left the stack
    game.target("Serra Angel").ok()
    assert game.permanent("Serra Angel").controller == 0 and game.permanent("Serra Angel").owner == 1
    assert not game.there("The Eldest Reborn")


def test_714_3b_the_precombat_main_phase_begins() -> None:
    game = Game(side(battlefield=[thing("The Eldest Reborn", lore=1)], library=["Island"] * 3), side(), step="draw")
    game.ok()
    assert game.counters("The Eldest Reborn", "lore") == 2


def test_122_1b_an_indestructible_counter() -> None:
    game = Game(side(["Spread the Sickness"], [("Swamp", 5), thing("Hill Giant", indestructible=1)]))
    game.cast("Spread the Sickness", "Hill Giant").ok().proliferate()
    assert game.there("Hill Giant")


def test_701_34_each_proliferate_is_doubled_by_each_tekuthal() -> None:
    """Two of them (the legend rule aside, under different control it would not) make four: here one makes two."""
    game = Game(
        side(["Contentious Plan"], [("Island", 2), "Tekuthal, Inquiry Dominus", "Scheming Aspirant"]),
        side(counters={"poison": 1}),
    )
    game.cast("Contentious Plan").ok().proliferate("opponent").proliferate("opponent")
    assert game.opponent.counters == (("poison", 3),)
    game.settle()
    assert game.opponent.life == 16  # proliferated twice, triggered twice


def test_107_3_proliferate_x_times() -> None:
    game = Game(side(["Expansion Algorithm"], [("Island", 5)]), side(counters={"poison": 1}))
    game.cast("Expansion Algorithm", x=3).ok()
    for _ in range(3):
        game.proliferate("opponent")
    assert game.opponent.counters == (("poison", 4),)


def test_another_counter_of_a_chosen_kind() -> None:
    game = Game(side(["Gut Shot"], ["Mountain", "Ichormoon Gauntlet", thing("Hill Giant", p1p1=1, oil=2)]))
    game.cast("Gut Shot", "opponent", announced=("R",)).target("Hill Giant").ok()
    options = list(game.state.choices())
    assert len(options) == 2
    game.do(next(choice for choice in options if choice.counters == (("oil", 1),)))
    assert game.permanent("Hill Giant").counters == (("oil", 3), ("p1p1", 1))


def test_removed_counters_are_counted() -> None:
    game = Game(side(battlefield=["Hex Parasite", ("Swamp", 4), thing(VRASKA, loyalty=5)]))
    game.activate("Hex Parasite", 0, VRASKA, x=3, announced=("B",)).ok()
    game.do(next(choice for choice in game.state.choices() if choice.counters == (("loyalty", 3),)))
    assert game.counters(VRASKA, "loyalty") == 2
    assert game.state.power(game.id("Hex Parasite")) == 4


@pytest.mark.parametrize(("first", "loyalty"), [("x2", 4), ("half", 3)])
def test_616_1_an_order_asked_while_a_cost_is_paid(first: str, loyalty: int) -> None:
    """The activation is proposed, the order is asked before anything has happened, then all of it happens."""
    mine = ["Vorinclex, Monstrous Raider", thing("Jace, the Perfected Mind", loyalty=3)]
    game = Game(side(battlefield=mine), side(battlefield=["Vorinclex, Monstrous Raider"]))
    game.activate("Jace, the Perfected Mind", 0, targets=((),))
    decision = game.state.decision
    assert isinstance(decision, ToOrder) and decision.what == "replacements"
    assert game.counters("Jace, the Perfected Mind", "loyalty") == 3 and game.state.stack == ()
    start = decision.items.index(first)
    game.do(Ordered((start, 1 - start)))
    assert game.counters("Jace, the Perfected Mind", "loyalty") == loyalty
    assert len(game.state.stack) == 1


def test_603_3d_identical_targets_need_no_decision() -> None:
    game = Game(side(["Skinrender"], [("Swamp", 4)]), side(battlefield=[("Hill Giant", 2)]))
    game.cast("Skinrender").ok()
    assert len(list(game.state.choices())) == 2  # itself or one of the twins
