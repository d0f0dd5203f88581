"""Cases on which rules engines went wrong, each named after its id: a position, what is done, what must hold."""

from __future__ import annotations

import pytest

from engine.choices import Activate, Cast, Divided, IllegalChoice, Ordered, Priority, Targeted, ToOrder, ToProliferate
from engine.objects import YOU, Result, Step, count_of
from tests.engine_play import Game, side, thing

STEADY, NISSA = "Steady Progress", "Nissa, Ascended Animist"


def steady(*battlefield: object, counters: dict[str, int] | None = None, opponent: object = None, **mine: object) -> Game:
    """Steady Progress is resolving."""
    you = side([STEADY], [("Island", 3), *battlefield], counters=counters or {}, **mine)  # type: ignore[arg-type]
    return Game(you, opponent or side(counters={"poison": 1})).cast(STEADY).ok()  # type: ignore[arg-type]


def test_A01_one_more_of_every_kind() -> None:
    game = steady(counters={"experience": 2, "poison": 3}).proliferate("you", "opponent")
    assert game.you.counters == (("experience", 3), ("poison", 4))
    assert game.opponent.counters == (("poison", 2),)


def test_A02_players_can_be_chosen() -> None:
    game = steady(opponent=side(counters={"poison": 9}))
    assert game.state.decision.options == (1,)  # type: ignore[union-attr]
    assert game.proliferate("opponent").state.result is Result.WON


def test_A04_shroud_hexproof_and_regeneration_do_not_matter() -> None:
    game = steady(thing("Blastoderm", fade=3), opponent=side(battlefield=[thing("Troll Ascetic", m1m1=1)]))
    game.proliferate("Blastoderm", "Troll Ascetic")
    assert game.counters("Blastoderm", "fade") == 4
    assert game.names(game.opponent.graveyard) == ["Troll Ascetic"]


def test_A05_a_counter_that_paid_is_gone() -> None:
    game = Game(side([STEADY], [thing("Sphere of the Suns", charge=1), ("Island", 2)]), side(counters={"poison": 1}))
    game.cast(STEADY).ok()
    assert isinstance(game.state.decision, ToProliferate) and game.state.decision.options == (1,)
    game.proliferate("opponent")
    assert game.permanent("Sphere of the Suns").counters == ()
    assert game.opponent.counters == (("poison", 2),)


def test_A08_designations_are_no_counters() -> None:
    game = steady(counters={"energy": 1}, designations={"speed": 2, "ring": 3}, opponent=side()).proliferate("you")
    assert game.you.counters == (("energy", 2),)
    assert game.you.designations == (("ring", 3), ("speed", 2))


def test_A10_death_and_annihilation_in_the_same_check() -> None:
    game = Game(side(["Skinrender"], [("Swamp", 4)]), side(battlefield=[thing("Hangarback Walker", p1p1=3)]))
    game.cast("Skinrender").ok().target("Hangarback Walker").ok().settle()
    assert game.there("Thopter") == 3
    assert all(p.controller == 1 for p in game.state.battlefield.values() if p.definition.name == "Thopter")


def test_A11_death_by_a_proliferated_counter() -> None:
    mine = side(battlefield=["Atraxa, Praetors' Voice", "Blowfly Infestation"])
    game = Game(mine, side(battlefield=[thing("Runeclaw Bear", m1m1=1), "Hill Giant"]), step="main2")
    game.ok()
    assert game.state.step is Step.END
    game.ok().proliferate("Runeclaw Bear").target("Hill Giant").ok()
    assert game.names(game.opponent.graveyard) == ["Runeclaw Bear"]
    assert game.counters("Hill Giant", "m1m1") == 1


def test_B02_tekuthal_makes_two_independent_choices() -> None:
    mine = ["Tekuthal, Inquiry Dominus", thing("Karn, Scion of Urza", loyalty=4), ("Island", 2)]
    game = Game(side(["Experimental Augury"], mine, library=["Opt"] * 3), side(counters={"poison": 4}))
    game.cast("Experimental Augury").ok()
    while not isinstance(game.state.decision, ToProliferate):
        game.do(next(game.state.choices()))
    game.proliferate("opponent").proliferate("opponent", "Karn, Scion of Urza")
    assert game.opponent.counters == (("poison", 6),)
    assert game.counters("Karn, Scion of Urza", "loyalty") == 5


def test_B03_two_events_whose_triggers_wait_for_the_end_of_the_resolution() -> None:
    mine = [thing("Fathom Mage", p1p1=3), ("Island", 4), ("Forest", 3)]
    game = Game(side(["Ezuri, Stalker of Spheres"], mine, library=["Opt"] * 8))
    game.cast("Ezuri, Stalker of Spheres").ok()
    assert len(game.state.stack) == 1  # no evolve
    game.ok().yes().proliferate("Fathom Mage")
    assert isinstance(game.state.decision, ToProliferate)
    game.proliferate("Fathom Mage")
    decision = game.state.decision
    assert isinstance(decision, ToOrder) and len(decision.items) == 4
    game.do(next(game.state.choices()))
    sources = [game.state.name(s.source) for s in game.state.stack if s.source is not None]
    assert sources.count("Fathom Mage") == 2 and sources.count("Ezuri, Stalker of Spheres") == 2
    assert game.counters("Fathom Mage", "p1p1") == 5


def test_B06_replacements_for_one_object_leave_the_others_alone() -> None:
    mine = ["Doubling Season", "Hardened Scales", thing("Runeclaw Bear", p1p1=1), thing("Jace Beleren", loyalty=3)]
    game = steady(*mine, opponent=side(counters={"poison": 5}, battlefield=[thing("Hill Giant", m1m1=1)]))
    game.proliferate("Runeclaw Bear", "Jace Beleren", "opponent", "Hill Giant")
    decision = game.state.decision
    assert isinstance(decision, ToOrder) and decision.source == game.id("Runeclaw Bear")
    scales = decision.items.index("+1")
    game.do(Ordered((scales, 1 - scales)))
    assert game.counters("Runeclaw Bear", "p1p1") == 5
    assert game.counters("Jace Beleren", "loyalty") == 5
    assert game.opponent.counters == (("poison", 6),)
    assert game.counters("Hill Giant", "m1m1") == 2


def test_E02_a_loyalty_cost_is_paid() -> None:
    game = Game(side(battlefield=[thing("Teferi, Time Raveler", loyalty=4)]), side(battlefield=["Hill Giant"]))
    game.activate("Teferi, Time Raveler", 1, "Hill Giant")
    assert game.counters("Teferi, Time Raveler", "loyalty") == 1
    game.ok()
    assert game.names(game.opponent.hand) == ["Hill Giant"]


def test_F01_paying_with_life_leaves_the_mana_alone() -> None:
    game = Game(side(["Gitaxian Probe"], ["Steam Vents"], mana="{U}"))
    game.cast("Gitaxian Probe", announced=("life",), targets=((1,),)).ok()
    assert game.you.life == 18
    assert game.you.mana == (0, 1, 0, 0, 0, 0) and not game.permanent("Steam Vents").tapped
    assert len(game.you.hand) == 1


def test_F04_trinisphere_sees_the_cost_after_the_life_choice() -> None:
    theirs = side(battlefield=["Trinisphere", "Hill Giant"])
    assert not Game(side(["Dismember"], ["Mountain"]), theirs).can(Cast, "Dismember")
    game = Game(side(["Dismember"], [("Mountain", 3)]), theirs)
    ways = {choice.payment.announced for choice in game.state.choices() if isinstance(choice, Cast)}
    assert ways == {("life", "life")}
    game.cast("Dismember", "Hill Giant")
    assert game.you.life == 16 and all(game.permanent("Mountain", i).tapped for i in range(3))


def test_F06_krrik_counts() -> None:
    game = Game(side(["Banehound"], ["K'rrik, Son of Yawgmoth"]))
    game.cast("Banehound").settle()
    assert game.you.life == 18
    assert game.there("Banehound") == 1
    assert game.counters("K'rrik, Son of Yawgmoth", "p1p1") == 1


@pytest.mark.parametrize(("forests", "paid", "loyalty"), [(5, 2, 3), (6, 1, 5), (7, 0, 7)])
def test_F13_compleated(forests: int, paid: int, loyalty: int) -> None:
    game = Game(side([NISSA], [("Forest", forests)]))
    way = next(c for c in game.state.choices() if isinstance(c, Cast) and c.payment.announced.count("life") == paid)
    game.do(way).ok()
    assert game.you.life == 20 - 2 * paid
    assert game.counters(NISSA, "loyalty") == loyalty


def test_X01_the_cast_trigger_proliferates_first() -> None:
    game = Game(
        side(["Courage in Crisis"], [("Forest", 3), "Inexorable Tide", "Grizzly Bears"], life=9), side(counters={"poison": 5})
    )
    game.cast("Courage in Crisis", "Grizzly Bears").ok()
    assert game.state.decision.options == (1,)  # type: ignore[union-attr]
    game.proliferate("opponent").ok().proliferate("opponent", "Grizzly Bears")
    assert game.counters("Grizzly Bears", "p1p1") == 2
    assert game.opponent.counters == (("poison", 7),)


def test_X03_both_at_ten_is_a_draw() -> None:
    game = steady(counters={"poison": 9}, life=9, opponent=side(counters={"poison": 9}))
    assert game.proliferate("you", "opponent").state.result is Result.DRAW


def test_X05_life_down_to_zero_but_not_below() -> None:
    game = Game(side(["Gut Shot", "Gut Shot"], ["Phyrexian Unlife"], life=2), side(life=2))
    game.cast("Gut Shot", "opponent")
    assert game.you.life == 0 and not game.state.over
    assert not game.can(Cast, "Gut Shot")
    game.ok()
    assert game.opponent.life == 1


def test_X07_doubling_season_and_a_saga() -> None:
    mine = side(["The Eldest Reborn"], [("Swamp", 5), "Doubling Season"])
    game = Game(mine, side(battlefield=["Grizzly Bears", "Hill Giant"]))
    game.cast("The Eldest Reborn").ok()
    assert game.counters("The Eldest Reborn", "lore") == 1 and len(game.state.stack) == 1
    game.ok().pick("Grizzly Bears")
    assert game.there("Hill Giant") == 1


def test_X07_vorinclex_and_a_saga() -> None:
    game = Game(side(["The Eldest Reborn"], [("Swamp", 5), "Vorinclex, Monstrous Raider"]), side(["Shock"]))
    game.cast("The Eldest Reborn").ok()
    assert game.counters("The Eldest Reborn", "lore") == 2


def test_X09_a_plus_ability_whose_counters_cannot_be_put() -> None:
    game = Game(side(battlefield=["Mycosynth Lattice", thing("Jace Beleren", loyalty=3)]), side(battlefield=["Solemnity"]))
    with pytest.raises(IllegalChoice, match=r"CR 614\.17b"):
        game.state.apply(Activate(game.id("Jace Beleren"), 0))
    assert not game.can(Activate, "Jace Beleren", ability=0)
    game.activate("Jace Beleren", 1, "you").ok()
    assert game.counters("Jace Beleren", "loyalty") == 2


def test_X11_the_largest_x() -> None:
    game = Game(side(battlefield=[("Wastes", 3), "Hex Parasite"]), side(battlefield=[thing("Jace Beleren", loyalty=3)]))
    on_jace = [c for c in game.state.choices() if isinstance(c, Activate) and c.targets == ((game.id("Jace Beleren"),),)]
    assert max(c.x for c in on_jace) == 3
    game.activate("Hex Parasite", 0, "Jace Beleren", x=3).ok()
    game.do(next(c for c in game.state.choices() if c.counters == (("loyalty", 3),)))  # type: ignore[union-attr]
    assert game.you.life == 18
    assert game.names(game.opponent.graveyard) == ["Jace Beleren"]
    parasite = game.id("Hex Parasite")
    assert (game.state.power(parasite), game.state.toughness(parasite)) == (4, 1)


def test_X13_a_reduction_helps_only_the_generic_part() -> None:
    mine = side(["Tezzeret's Gambit", "Gitaxian Probe"], [("Swamp", 2), "Goblin Electromancer"], life=9)
    game = Game(mine, side(counters={"poison": 9}))
    probes = {
        c.payment.announced for c in game.state.choices() if isinstance(c, Cast) and game.state.name(c.card) == "Gitaxian Probe"
    }
    assert probes == {("life",)}
    game.cast("Tezzeret's Gambit").ok().proliferate("opponent")
    assert game.state.result is Result.WON and game.you.life == 7
    assert not Game(side(["Tezzeret's Gambit"], ["Swamp", "Goblin Electromancer"])).can(Cast, "Tezzeret's Gambit")


def test_X15_stun_counters() -> None:
    giant = thing("Hill Giant", tapped=True, stun=1)
    game = steady(opponent=side(battlefield=[giant])).proliferate("Hill Giant")
    assert game.counters("Hill Giant", "stun") == 2
    later = Game(side(), side(battlefield=[thing("Hill Giant", tapped=True, stun=2)]), active="opponent", step="untap")
    assert later.permanent("Hill Giant").tapped and later.counters("Hill Giant", "stun") == 1


def test_X19_a_proliferated_mana_counter_pays() -> None:
    mine = side([STEADY, STEADY], [("Island", 4), thing("Everflowing Chalice", charge=1)], life=9)
    game = Game(mine, side(counters={"poison": 8}))
    chalice = game.id("Everflowing Chalice")
    for choice in list(game.state.choices()):
        if isinstance(choice, Cast) and all(tap.source != chalice for tap in choice.payment.taps):
            game.do(choice)
            break
    game.ok().proliferate("opponent", "Everflowing Chalice")
    game.cast(STEADY).ok().proliferate("opponent")
    assert game.state.result is Result.WON and game.you.life == 9


@pytest.mark.parametrize(("theirs", "yours", "poison", "loyalty"), [("half", "x2", 8, 4), ("x2", "half", 9, 3)])
def test_X21_a_vorinclex_on_each_side(theirs: str, yours: str, poison: int, loyalty: int) -> None:
    mine = [thing("Vorinclex, Monstrous Raider", tapped=True), thing("Jace Beleren", loyalty=3)]
    game = steady(*mine, opponent=side(counters={"poison": 8}, battlefield=["Vorinclex, Monstrous Raider"]))
    game.proliferate("opponent", "Jace Beleren")
    for player, first in ((1, theirs), (0, yours)):
        decision = game.state.decision
        assert isinstance(decision, ToOrder) and decision.player == player
        start = decision.items.index(first)
        game.do(Ordered((start, 1 - start)))
    assert count_of(game.opponent.counters, "poison") == poison
    assert game.counters("Jace Beleren", "loyalty") == loyalty


def test_X23_a_saga_with_two_chapters_on_the_stack() -> None:
    mine = side([STEADY], [("Island", 3), thing("The Eldest Reborn", lore=1)], library=["Island"] * 3)
    game = Game(mine, side(["Hill Giant"], graveyard=["Serra Angel"]), step="draw")
    game.ok()
    assert game.counters("The Eldest Reborn", "lore") == 2 and len(game.state.stack) == 1
    game.cast(STEADY).ok().proliferate("The Eldest Reborn")
    assert len(game.state.stack) == 2  # chapter III above chapter II; its only target is the Angel
    game.ok()
    assert game.permanent("Serra Angel").controller == YOU
    assert game.there("The Eldest Reborn")
    game.ok()
    assert game.names(game.opponent.graveyard) == ["Hill Giant"]
    assert not game.there("The Eldest Reborn")


def test_X25_paying_life_is_losing_life() -> None:
    game = Game(side(["Gut Shot"], ["Wastes"], life=9), side(life=1, battlefield=["Exquisite Blood"]))
    game.cast("Gut Shot", "opponent")
    assert len(game.state.stack) == 2
    game.settle()
    assert isinstance(game.state.decision, Priority)
    assert game.opponent.life == 2
    red = Game(side(["Gut Shot"], ["Mountain"], life=9), side(life=1, battlefield=["Exquisite Blood"]))
    assert red.cast("Gut Shot", "opponent", announced=("R",)).ok().state.result is Result.WON


def test_C01_vorinclex_doubles_yours_and_halves_theirs() -> None:
    game = steady("Vorinclex, Monstrous Raider", opponent=side(counters={"poison": 6})).proliferate("opponent")
    assert game.opponent.counters == (("poison", 8),)
    halved = steady(thing("Jace Beleren", loyalty=3), opponent=side(battlefield=["Vorinclex, Monstrous Raider"]))
    assert halved.proliferate("Jace Beleren").counters("Jace Beleren", "loyalty") == 3


def test_C05_the_lore_counter_of_the_turn_is_no_effect() -> None:
    mine = side(battlefield=["Doubling Season", thing("The Eldest Reborn", lore=1)])
    game = Game(mine, side(["Opt"]), step="draw").ok()
    assert game.counters("The Eldest Reborn", "lore") == 2 and len(game.state.stack) == 1


def test_C11_an_artifact_planeswalker_under_solemnity() -> None:
    game = Game(side(["Jace Beleren"], ["Mycosynth Lattice", "Solemnity", ("Island", 3)]))
    game.cast("Jace Beleren").ok()
    assert game.names(game.you.graveyard) == ["Jace Beleren"]


def test_C13_phyrexian_unlife_below_zero() -> None:
    theirs = side(battlefield=["Phyrexian Unlife"], life=-2, counters={"poison": 7})
    game = Game(side(["Lightning Bolt"], ["Mountain"]), theirs)
    game.cast("Lightning Bolt", "opponent").ok()
    assert game.opponent.life == -2 and game.state.result is Result.WON


def test_C07_moving_counters_is_removing_and_putting() -> None:
    """Vorinclex doubles what is put (122.5); what is not moved stays."""
    mine = side(battlefield=["Vorinclex, Monstrous Raider", thing("Forgotten Ancient", p1p1=3), "Runeclaw Bear"])
    game = Game(mine, step="untap").ok().yes()
    ancient, bear = game.id("Forgotten Ancient"), game.id("Runeclaw Bear")
    game.do(Divided(((bear, 2), (ancient, 1))))
    assert game.counters("Forgotten Ancient", "p1p1") == 1
    assert game.counters("Runeclaw Bear", "p1p1") == 4


def test_F12_each_life_payment_leaves_out_one_coloured_symbol() -> None:
    """Two Defilers and one land: 2 life for each {R}, never for generic mana (118.7)."""
    game = Game(side(["Goblin Chieftain"], [("Defiler of Instinct", 2), "Mountain"]))
    casts = [choice for choice in game.state.choices() if isinstance(choice, Cast)]
    assert len(casts) == 1
    game.do(casts[0])
    assert game.you.life == 16
    while not isinstance(game.state.decision, Priority):
        game.do(next(c for c in game.state.choices() if not isinstance(c, Targeted) or c.targets == ((1,),)))
    assert len(game.state.stack) == 3  # the spell and a trigger of each
    game.ok().ok()
    assert game.opponent.life == 18
    assert game.ok().there("Goblin Chieftain") == 1
    assert not Game(side(["Goblin Chieftain"], [("Defiler of Instinct", 2)])).can(Cast, "Goblin Chieftain")
