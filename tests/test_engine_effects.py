"""What single effects do (608.2 and the keyword actions of 701)."""

from __future__ import annotations

import pytest

from engine.choices import Activate, Cast, Counted, Picked, Priority, TapForMana, ToAnswer, ToPick
from tests.engine_play import Game, side, thing

VRASKA = "Vraska, Betrayal's Sting"


def test_608_2b_no_legal_target_left() -> None:
    game = Game(side(["Shock", "Volt Charge"], [("Mountain", 4)]), side(battlefield=["Grizzly Bears"], counters={"poison": 1}))
    game.cast("Volt Charge", "Grizzly Bears").cast("Shock", "Grizzly Bears").ok()
    game.ok()
    assert isinstance(game.state.decision, Priority)  # it did not resolve, so nothing is proliferated
    assert game.opponent.counters == (("poison", 1),)
    assert game.names(game.you.graveyard) == ["Shock", "Volt Charge"]


def test_614_1d_steam_vents_may_enter_untapped() -> None:
    paid = Game(side(["Steam Vents"], life=5)).play("Steam Vents")
    assert isinstance(paid.state.decision, ToAnswer)
    paid.yes()
    assert paid.you.life == 3 and not paid.permanent("Steam Vents").tapped
    tapped = Game(side(["Steam Vents"], life=5)).play("Steam Vents").no()
    assert tapped.you.life == 5 and tapped.permanent("Steam Vents").tapped
    poor = Game(side(["Steam Vents"], life=1)).play("Steam Vents")
    assert isinstance(poor.state.decision, Priority) and poor.permanent("Steam Vents").tapped


def test_dig_in_a_known_library() -> None:
    game = Game(side(["Experimental Augury"], [("Island", 2)], library=["Shock", "Island", "Swamp", "Forest"]))
    game.cast("Experimental Augury").ok().pick("Swamp")
    while not isinstance(game.state.decision, Priority):
        game.do(next(iter(game.state.choices())))
    assert game.names(game.you.hand) == ["Swamp"]
    assert [c.definition.name for c in game.you.library] == ["Forest", "Shock", "Island"]


def test_dig_in_an_unknown_library() -> None:
    game = Game(side(["Experimental Augury"], [("Island", 2)]))
    game.cast("Experimental Augury").ok()
    while not isinstance(game.state.decision, Priority):
        game.do(next(iter(game.state.choices())))
    assert game.names(game.you.hand) == ["unknown"]


def test_701_22_scry() -> None:
    game = Game(side(["Opt"], ["Island"], library=["Shock", "Swamp"]))
    game.cast("Opt").ok().pick("Shock")
    assert game.names(game.you.hand) == ["Swamp"]
    keep = Game(side(["Opt"], ["Island"], library=["Shock", "Swamp"]))
    keep.cast("Opt").ok().pick()
    assert keep.names(keep.you.hand) == ["Shock"]
    unknown = Game(side(["Opt"], ["Island"])).cast("Opt").ok()
    assert unknown.names(unknown.you.hand) == ["unknown"]


def test_an_opponent_chooses_between_two_revealed_cards() -> None:
    game = Game(side(battlefield=[thing("Karn, Scion of Urza", loyalty=5)], library=["Shock", "Swamp", "Island"]))
    game.activate("Karn, Scion of Urza", 0).ok()
    assert isinstance(game.state.decision, ToPick) and game.state.decision.player == 1
    game.pick("Swamp")
    assert game.names(game.you.hand) == ["Swamp"]
    assert [(c.definition.name, c.counters) for c in game.you.exile] == [("Shock", (("silver", 1),))]


def test_borrowing_becomes_treasure_and_back_to_the_card() -> None:
    game = Game(side(["Shock"], [thing(VRASKA, loyalty=5), "Mountain"]), side(battlefield=["Serra Angel"]))
    game.activate(VRASKA, 1, "Serra Angel").ok()
    angel = game.id("Serra Angel")
    assert game.state.types(angel) == {"Artifact"} and game.state.subtypes(angel) == {"Treasure"}
    assert game.state.keywords(angel) == frozenset()
    assert game.counters(VRASKA, "loyalty") == 3


def test_gain_control_for_good() -> None:
    game = Game(side(battlefield=[thing("Nicol Bolas, Planeswalker", loyalty=5)]), side(battlefield=["Serra Angel"]))
    game.activate("Nicol Bolas, Planeswalker", 1, "Serra Angel").ok()
    assert game.permanent("Serra Angel").controller == 0
    game.ok().ok().ok()
    assert game.permanent("Serra Angel").controller == 0


def test_forced_choices_of_the_opponent() -> None:
    game = Game(
        side(battlefield=[thing("Nicol Bolas, Planeswalker", loyalty=9)]),
        side(["Shock", "Island"], ["Serra Angel", ("Island", 8)]),
    )
    game.activate("Nicol Bolas, Planeswalker", 2, "opponent").ok()
    assert game.opponent.life == 13 and game.names(game.opponent.hand) == []
    assert isinstance(game.state.decision, ToPick) and game.state.decision.player == 1
    assert len(list(game.state.choices())) == 2  # seven of the Islands, or six and the Angel


def test_raise_counters() -> None:
    game = Game(side(battlefield=[thing(VRASKA, loyalty=9)]), side(counters={"poison": 3}))
    game.activate(VRASKA, 2, "opponent").ok()
    assert game.opponent.counters == (("poison", 9),)
    more = Game(side(battlefield=[thing(VRASKA, loyalty=9), "Vorinclex, Monstrous Raider"]), side(counters={"poison": 3}))
    more.activate(VRASKA, 2, "opponent").ok()
    assert more.state.over  # twice six


def test_mana_of_any_colour_and_charge_counters() -> None:
    game = Game(side(["Sphere of the Suns"], [("Island", 2)]))
    game.cast("Sphere of the Suns").ok()
    sphere = game.permanent("Sphere of the Suns")
    assert sphere.tapped and sphere.counters == (("charge", 3),)
    ready = Game(side(battlefield=[thing("Sphere of the Suns", charge=1)]))
    assert len([c for c in ready.state.choices() if isinstance(c, TapForMana)]) == 5
    ready.tap("Sphere of the Suns", color="R")
    assert ready.you.mana == (0, 0, 0, 1, 0, 0)
    assert not Game(side(battlefield=["Sphere of the Suns"])).can(TapForMana, "Sphere of the Suns")


def test_granted_loyalty_abilities() -> None:
    game = Game(side(battlefield=["Ichormoon Gauntlet", thing("Jace Beleren", loyalty=3)]), side(counters={"poison": 9}))
    zero = next(i for i, a in enumerate(game.state.activated(game.id("Jace Beleren"))) if a.cost.loyalty == 0)
    game.activate("Jace Beleren", zero).ok().proliferate("opponent")
    assert game.state.over


def test_mycosynth_lattice() -> None:
    game = Game(side(["Gut Shot"], ["Mycosynth Lattice", "Hill Giant", "Island"]))
    giant = game.id("Hill Giant")
    assert game.state.types(giant) == {"Artifact", "Creature"}
    assert game.state.colors(giant) == frozenset()
    assert game.state.colors(game.id("Gut Shot")) == frozenset()
    assert game.can(Cast, "Gut Shot", announced=("R",))


def test_return_to_hand_and_modes_chosen_more_than_once() -> None:
    game = Game(side(["Planewide Celebration"], [("Forest", 7)], ["Hill Giant", "Serra Angel"]), side(counters={"poison": 8}))
    game.do(game.find(Cast, "Planewide Celebration", modes=(1, 2, 2, 3))).ok()
    game.proliferate("opponent").proliferate("opponent")
    assert game.state.over


def test_target_players_creatures() -> None:
    game = Game(side(["Contagion Engine"], [("Island", 6), "Hill Giant"]), side(battlefield=["Serra Angel"]))
    game.cast("Contagion Engine").ok().target("you").ok()
    assert game.counters("Hill Giant", "m1m1") == 1 and game.counters("Serra Angel", "m1m1") == 0


def test_sacrificed_permanents_are_remembered() -> None:
    game = Game(
        side(
            battlefield=["Birthing Pod", ("Forest", 2), "Grizzly Bears"],
            library=["Hill Giant", "Skinrender", "Hapatra, Vizier of Poisons", "Blastoderm", "Flux Channeler"],
        )
    )
    game.do(game.find(Activate, "Birthing Pod")).ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and decision.least == 0
    game.pick("Flux Channeler")
    assert game.there("Flux Channeler") == 1 and not game.there("Grizzly Bears")


def test_surgical_extraction() -> None:
    game = Game(
        side(["Surgical Extraction"], ["Swamp"]), side(["Shock", "Opt"], graveyard=["Shock"], library=["Shock", "Island"])
    )
    target = game.opponent.graveyard[0].id
    game.do(game.find(Cast, "Surgical Extraction", targets=((target,),), announced=("B",))).ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and len(decision.options) == 3
    game.do(Picked(decision.options))
    assert game.names(game.opponent.exile) == ["Shock"] * 3


@pytest.mark.parametrize("n", [0, 1, 2])
def test_any_number_of_counters_removed(n: int) -> None:
    game = Game(side(battlefield=["Hex Parasite", ("Swamp", 3), thing("Hill Giant", p1p1=1, oil=5)]))
    game.activate("Hex Parasite", 0, "Hill Giant", x=2, announced=("B",)).ok()
    game.do(Counted((("oil", n),) if n else ()))
    assert game.counters("Hill Giant", "oil") == 5 - n


def test_tokens_are_doubled() -> None:
    game = Game(side(["Planewide Celebration"], [("Forest", 7), "Doubling Season", "Mondrak, Glory Dominus"]))
    game.do(game.find(Cast, "Planewide Celebration", modes=(0, 0, 0, 0))).ok()
    assert game.there("Citizen") == 16


def test_a_copy_of_an_exiled_card() -> None:
    game = Game(side(battlefield=[thing("Tamiyo, Compleated Sage", loyalty=5)], graveyard=["Bloom Hulk", "Hill Giant"]))
    game.activate("Tamiyo, Compleated Sage", 1, "Bloom Hulk", x=4).ok()
    assert game.names(game.you.exile) == ["Bloom Hulk"]
    assert game.permanent("Bloom Hulk").token
    assert len(game.state.stack) == 1  # the token entered


def test_122_1d_a_stun_counter_is_removed_instead_of_untapping() -> None:
    game = Game(side(battlefield=[thing("Grizzly Bears", tapped=True, stun=1)]), step="untap")
    assert game.permanent("Grizzly Bears").tapped and game.permanent("Grizzly Bears").counters == ()


def test_122_1c_a_shield_counter_is_removed_instead() -> None:
    bears = thing("Grizzly Bears", shield=2)
    game = Game(side(["Atomize", "Shock"], [("Swamp", 2), ("Forest", 2), "Mountain"]), side(battlefield=[bears]))
    game.cast("Shock", "Grizzly Bears").ok()
    assert game.permanent("Grizzly Bears").damage == 0 and game.counters("Grizzly Bears", "shield") == 1
    game.cast("Atomize", "Grizzly Bears").ok()
    assert game.permanent("Grizzly Bears").counters == ()


def test_122_1h_a_finality_counter_exiles() -> None:
    game = Game(side(["Shock"], ["Mountain"]), side(battlefield=[thing("Martyr for the Cause", finality=1)]))
    game.cast("Shock", "Martyr for the Cause").ok()
    assert game.names(game.opponent.exile) == ["Martyr for the Cause"]
    assert game.state.stack == ()  # it did not die (700.4)


def test_702_100a_evolve_is_checked_on_resolution_too() -> None:
    game = Game(side(["Grizzly Bears", "Mutagenic Growth"], [("Forest", 3), "Fathom Mage"]))
    game.cast("Grizzly Bears").ok().cast("Mutagenic Growth", "Fathom Mage", announced=("G",)).ok()
    assert len(game.state.stack) == 1
    game.ok()
    assert game.permanent("Fathom Mage").counters == ()


def test_608_2h_the_last_known_loyalty_of_a_planeswalker_that_left() -> None:
    game = Game(side(["Volt Charge"], [("Mountain", 3), thing("Nissa, Ascended Animist", loyalty=1)]))
    game.activate("Nissa, Ascended Animist", 0).cast("Volt Charge", "Nissa, Ascended Animist").ok().settle()
    assert not game.there("Nissa, Ascended Animist")
    assert not game.there("Phyrexian Horror")  # 0/0: loyalty was 0 as it left


def test_damage_to_a_planeswalker() -> None:
    game = Game(side(["Rage Extractor", "Gut Shot"], [("Mountain", 6)]), side(battlefield=[thing("Jace Beleren", loyalty=3)]))
    game.cast("Rage Extractor", announced=("R",)).ok().cast("Gut Shot", "opponent", announced=("R",))
    game.target("Jace Beleren").ok()
    assert game.counters("Jace Beleren", "loyalty") == 2
