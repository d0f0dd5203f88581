"""Cards of the pool played in the engine: what is printed on them happens, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.choices import Activate, Cast
from engine.objects import Step
from tests.engine_play import Game, Spec, side, thing

LANDS = [(land, 4) for land in ("Plains", "Island", "Swamp", "Mountain", "Forest")]


def game(hand: Sequence[str] = (), battlefield: Sequence[Spec] = (), opponent: Sequence[Spec] = (), **more: Any) -> Game:
    """A game in which you have four of each basic land and the opponent one poison counter."""
    return Game(side(hand, [*LANDS, *battlefield], **more), side((), opponent, counters={"poison": 1}))


def poison(g: Game) -> int:
    return dict(g.opponent.counters)["poison"]


# ---------------------------------------------------------------------------------------------------------------- proliferate


@pytest.mark.parametrize("name", ["Steady Progress", "Contentious Plan", "Tezzeret's Gambit"])
def test_draw_and_proliferate(name: str) -> None:
    g = game([name]).cast(name).settle().proliferate("opponent").settle()
    assert poison(g) == 2
    assert len(g.you.hand) == (2 if name == "Tezzeret's Gambit" else 1)


def test_atomize_destroys_any_nonland_permanent_but_no_land() -> None:
    g = game(["Atomize"], opponent=["Sol Ring", "Island"])
    assert not any(isinstance(c, Cast) and g.state.name(c.targets[0][0]) == "Island" for c in g.state.choices())
    g.cast("Atomize", "Sol Ring").settle().proliferate("opponent")
    assert not g.there("Sol Ring") and poison(g) == 2


def test_drown_in_ichor_kills_before_anyone_acts_but_after_the_proliferate() -> None:
    g = game(["Drown in Ichor"], opponent=[thing("Serra Angel", m1m1=1)])
    g.cast("Drown in Ichor", "Serra Angel").settle()
    assert g.there("Serra Angel")
    g.proliferate("Serra Angel")
    assert not g.there("Serra Angel")


@pytest.mark.parametrize(("name", "power"), [("Whisper of the Dross", 3), ("Grim Affliction", 2)])
def test_smaller_and_proliferate(name: str, power: int) -> None:
    g = game([name], opponent=["Serra Angel"]).cast(name, "Serra Angel").settle()
    g.proliferate("Serra Angel" if name == "Grim Affliction" else "opponent")
    assert g.state.power(g.id("Serra Angel")) == power


@pytest.mark.parametrize("name", ["Huatli's Raptor", "Bloom Hulk"])
def test_creatures_that_proliferate_as_they_enter(name: str) -> None:
    g = game([name]).cast(name).settle().proliferate("opponent")
    assert poison(g) == 2 and g.there(name) == 1


def test_merfolk_skydiver() -> None:
    g = game(["Merfolk Skydiver"]).cast("Merfolk Skydiver").settle()
    assert g.counters("Merfolk Skydiver", "p1p1") == 1
    g.activate("Merfolk Skydiver").settle().proliferate("Merfolk Skydiver", "opponent")
    assert g.counters("Merfolk Skydiver", "p1p1") == 2 and poison(g) == 2


@pytest.mark.parametrize("name", ["Copper Longlegs", "Cankerbloom"])
def test_sacrificed_to_proliferate(name: str) -> None:
    g = game(battlefield=[name])
    g.activate(name, 0, **({"modes": (2,)} if name == "Cankerbloom" else {}))
    assert not g.there(name)
    g.settle().proliferate("opponent")
    assert poison(g) == 2


def test_cankerbloom_destroys_what_its_mode_says() -> None:
    g = game(battlefield=["Cankerbloom"], opponent=["Sol Ring", "Hardened Scales"])
    assert not g.can(Activate, "Cankerbloom", modes=(0,), targets=((g.id("Hardened Scales"),),))
    g.activate("Cankerbloom", 0, "Hardened Scales", modes=(1,)).settle()
    assert g.there("Sol Ring") and not g.there("Hardened Scales")


def test_roalesk_twice_as_it_dies() -> None:
    g = game(["Roalesk, Apex Hybrid"], ["Grizzly Bears", "Plaguemaw Beast"]).cast("Roalesk, Apex Hybrid").ok()
    g.target("Grizzly Bears").settle()
    assert g.counters("Grizzly Bears", "p1p1") == 2
    g.activate("Plaguemaw Beast", sacrifice=(g.id("Roalesk, Apex Hybrid"),)).settle()
    g.proliferate("opponent").proliferate("opponent").settle().proliferate("opponent")
    assert poison(g) == 4


def test_conductor_and_evangel_see_other_nontoken_permanents() -> None:
    g = game(["Vault Skirge"], ["Surge Conductor", "Metastatic Evangel"]).cast("Vault Skirge").ok()
    g.do(next(g.state.choices())).settle().proliferate("opponent").settle().proliferate("opponent")
    assert poison(g) == 3
    g = game(["Surge Conductor"], ["Metastatic Evangel"]).cast("Surge Conductor").settle().proliferate("opponent")
    assert poison(g) == 2 and not g.state.stack


def test_conductor_and_evangel_do_not_see_tokens() -> None:
    g = game(battlefield=["Surge Conductor", "Metastatic Evangel", "Plaguemaw Beast", thing("Hangarback Walker", p1p1=2)])
    g.activate("Plaguemaw Beast", sacrifice=(g.id("Hangarback Walker"),)).settle().proliferate("opponent")
    assert g.there("Thopter") == 2 and poison(g) == 2 and not g.state.stack


def test_evolution_sage_sees_your_lands_only() -> None:
    g = game(["Island"], ["Evolution Sage"]).play("Island").settle().proliferate("opponent")
    assert poison(g) == 2


def test_expansion_algorithm_x_times() -> None:
    g = game(["Expansion Algorithm"]).cast("Expansion Algorithm", x=3).settle()
    for _ in range(3):
        g.proliferate("opponent")
    assert poison(g) == 4 and not g.state.stack


# ---------------------------------------------------------------------------------------------------------------- Phyrexian mana


@pytest.mark.parametrize("name", ["Moltensteel Dragon", "Immolating Souleater"])
def test_firebreathing_may_be_paid_with_life(name: str) -> None:
    g = Game(side(battlefield=[name], life=5))
    before = g.state.power(g.id(name))
    g.activate(name).settle().activate(name).settle()
    assert g.state.power(g.id(name)) == before + 2
    assert g.you.life == 1
    assert not g.can(Activate, name)


def test_staff_of_compleation() -> None:
    g = game(battlefield=["Staff of Compleation"], opponent=["Sol Ring"])
    assert not g.can(Activate, "Staff of Compleation", targets=((g.id("Sol Ring"),),))
    g.activate("Staff of Compleation", 2)
    assert g.you.life == 17
    g.settle().proliferate("opponent").activate("Staff of Compleation", 4).settle()
    assert not g.permanent("Staff of Compleation").tapped
    g.activate("Staff of Compleation", 3).settle()
    assert (g.you.life, len(g.you.hand)) == (13, 1)


def test_rage_extractor_counts_the_mana_value_also_if_life_was_paid() -> None:
    g = Game(side(["Dismember"], ["Rage Extractor", "Swamp"]), side(battlefield=["Colossal Dreadmaw"]))
    g.cast("Dismember", "Colossal Dreadmaw")
    assert g.you.life == 16
    g.target("opponent").settle()
    assert g.opponent.life == 17


# ---------------------------------------------------------------------------------------------------------------- planeswalkers


def test_vraska() -> None:
    g = game(battlefield=[thing("Vraska, Betrayal's Sting", loyalty=9)])
    g.activate("Vraska, Betrayal's Sting", 2, "opponent").settle()
    assert poison(g) == 9 and not g.there("Vraska, Betrayal's Sting")
    g = game(battlefield=[thing("Vraska, Betrayal's Sting", loyalty=1)]).activate("Vraska, Betrayal's Sting", 0).settle()
    g.proliferate("Vraska, Betrayal's Sting", "opponent")
    assert (g.you.life, len(g.you.hand), g.counters("Vraska, Betrayal's Sting", "loyalty"), poison(g)) == (19, 1, 2, 2)


def test_jace_the_perfected_mind() -> None:
    jace = "Jace, the Perfected Mind"
    g = game(battlefield=[thing(jace, loyalty=3)], opponent=["Serra Angel"]).activate(jace, 0, "Serra Angel").settle()
    assert (g.state.power(g.id("Serra Angel")), g.state.toughness(g.id("Serra Angel"))) == (1, 4)
    cards = ["Shock"] * 20
    for count, drawn in ((16, 1), (17, 3)):
        g = Game(side(battlefield=[thing(jace, loyalty=3)]), side(graveyard=cards[:count], library=cards))
        g.activate(jace, 1, "opponent").settle()
        assert (len(g.opponent.graveyard), len(g.you.hand)) == (count + 3, drawn)
    g = Game(side(battlefield=[thing(jace, loyalty=3)]), side(library=cards)).activate(jace, 2, "opponent", x=3).settle()
    assert len(g.opponent.graveyard) == 9 and not g.there(jace)


def test_karn_makes_constructs_that_count_artifacts() -> None:
    g = game(battlefield=[thing("Karn, Scion of Urza", loyalty=5), "Sol Ring"]).activate("Karn, Scion of Urza", 2).settle()
    assert (g.state.power(g.id("Construct")), g.state.toughness(g.id("Construct"))) == (2, 2)


def test_nicol_bolas() -> None:
    bolas = "Nicol Bolas, Planeswalker"
    angel = [thing("Serra Angel", sick=True)]
    g = game(battlefield=[thing(bolas, loyalty=5)], opponent=angel).activate(bolas, 1, "Serra Angel").settle()
    assert g.permanent("Serra Angel").controller == 0
    g = game(battlefield=[thing(bolas, loyalty=5)], opponent=["Serra Angel", "Sol Ring"])
    assert not g.can(Activate, bolas, targets=((g.id("Serra Angel"),),), ability=0)
    g.activate(bolas, 0, "Sol Ring").settle()
    assert not g.there("Sol Ring") and g.counters(bolas, "loyalty") == 8
    g = Game(side(battlefield=[thing(bolas, loyalty=9)]), side(["Shock"] * 3, ["Island"] * 5))
    g.activate(bolas, 2, "opponent").settle()
    assert (g.opponent.life, g.opponent.hand, g.there("Island")) == (13, (), 0)


def test_teferi_returns_up_to_one() -> None:
    teferi = thing("Teferi, Time Raveler", loyalty=4)
    g = game(battlefield=[teferi], opponent=["Sol Ring"]).activate("Teferi, Time Raveler", 1, "Sol Ring").settle()
    assert g.names(g.opponent.hand) == ["Sol Ring"] and len(g.you.hand) == 1
    g = game(battlefield=[teferi], opponent=["Sol Ring"])
    g.do(g.find(Activate, "Teferi, Time Raveler", ability=1, targets=((),))).settle()
    assert g.there("Sol Ring") and len(g.you.hand) == 1


def test_tamiyo() -> None:
    tamiyo = thing("Tamiyo, Compleated Sage", loyalty=7)
    g = game(battlefield=[tamiyo], opponent=["Serra Angel"]).activate("Tamiyo, Compleated Sage", 0, "Serra Angel").settle()
    assert g.permanent("Serra Angel").tapped and g.permanent("Serra Angel").stays_tapped
    g = game(battlefield=[tamiyo], graveyard=["Grizzly Bears", "Shock", "Island"])
    with pytest.raises(LookupError):
        g.activate("Tamiyo, Compleated Sage", 1, "Shock", x=1)
    g.activate("Tamiyo, Compleated Sage", 1, "Grizzly Bears", x=2).settle()
    assert g.names(g.you.exile) == ["Grizzly Bears"]
    assert g.permanent("Grizzly Bears").token
    g = game(["Divination"], [tamiyo]).activate("Tamiyo, Compleated Sage", 2).settle()
    g.activate("Tamiyo's Notebook").settle()
    assert len(g.you.hand) == 2
    assert g.can(Cast, "Divination", spent=(0, 1, 0, 0, 0, 0))


def test_nissa() -> None:
    nissa = thing("Nissa, Ascended Animist", loyalty=7)
    g = game(battlefield=[nissa]).activate("Nissa, Ascended Animist", 0).settle()
    assert (g.state.power(g.id("Phyrexian Horror")), g.state.toughness(g.id("Phyrexian Horror"))) == (8, 8)
    g = game(battlefield=[nissa], opponent=["Sol Ring"]).activate("Nissa, Ascended Animist", 1, "Sol Ring").settle()
    assert not g.there("Sol Ring")
    g = game(battlefield=[nissa, "Grizzly Bears"]).activate("Nissa, Ascended Animist", 2).settle()
    assert g.state.power(g.id("Grizzly Bears")) == 6
    assert "trample" in g.state.keywords(g.id("Grizzly Bears"))


# ---------------------------------------------------------------------------------------------------------------- others


def test_ezuri_pays_or_not() -> None:
    for yes, counters in ((True, 3), (False, 1)):
        g = game(["Ezuri, Stalker of Spheres"]).cast("Ezuri, Stalker of Spheres").settle()
        if not yes:
            g.no()
        else:
            g.yes().proliferate("opponent").proliferate("opponent").settle()
        assert poison(g) == counters and len(g.you.hand) == (2 if yes else 0)


def test_yawgmoth_may_take_no_target() -> None:
    g = game(battlefield=["Yawgmoth, Thran Physician", "Grizzly Bears"])
    g.do(g.find(Activate, "Yawgmoth, Thran Physician", ability=0, targets=((),))).settle()
    assert (g.you.life, len(g.you.hand), g.there("Grizzly Bears")) == (19, 1, 0)
    assert not g.can(Activate, "Yawgmoth, Thran Physician", ability=0)


def test_act_of_aggression_gives_the_creature_back() -> None:
    g = game(["Act of Aggression"], opponent=[thing("Serra Angel", tapped=True, sick=True)])
    g.cast("Act of Aggression", "Serra Angel").settle()
    angel = g.permanent("Serra Angel")
    assert (angel.controller, angel.tapped) == (0, False)
    assert "haste" in g.state.keywords(angel.id)
    while g.state.step is not Step.END:
        g.ok()
    g.ok()
    assert g.permanent("Serra Angel").controller == 1


def test_birthing_pod_finds_one_more() -> None:
    g = game(battlefield=["Birthing Pod", "Grizzly Bears"], library=["Colossal Dreadmaw", "Flux Channeler", "Divination"])
    g.activate("Birthing Pod").settle()
    g.pick("Flux Channeler").settle()
    assert g.there("Flux Channeler") and not g.there("Grizzly Bears")


def test_the_eldest_reborn_takes_a_creature() -> None:
    g = game(["The Eldest Reborn"], opponent=["Serra Angel", "Sol Ring"]).cast("The Eldest Reborn").settle()
    assert not g.there("Serra Angel") and g.there("Sol Ring")


def test_613_1_what_a_creature_is_only_while_something_holds_counts() -> None:
    """Its own bonus comes and goes with the condition."""
    alone = Game(side((), ["Drover of the Mighty"]), side((), ["Zetalpa, Primal Dawn"]))
    assert alone.state.power(alone.id("Drover of the Mighty")) == 1
    together = Game(side((), ["Drover of the Mighty", "Zetalpa, Primal Dawn"]), side())
    assert together.state.power(together.id("Drover of the Mighty")) == 3
    assert together.state.toughness(together.id("Drover of the Mighty")) == 3
