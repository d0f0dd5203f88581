"""Positions around proliferate, counters and Phyrexian mana in which rules engines or their users went wrong, by their ids.

What a test asserts about the best play is proved by the optimizer (`tests.facts.best`), the rest is carried out by the engine.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, Ordered, Pass, Picked, Proliferated, ToOrder, ToProliferate
from engine.formats.yaml_position import parse_position
from engine.objects import OPPONENT, YOU, Result, Step
from engine.state import State
from tests.facts import Facts, after, begin, best, forbidden


def casting(state: State, card: str) -> State:
    """After the first listed way to cast the card, which waits on the stack."""
    return state.apply(next(c for c in state.choices() if isinstance(c, Cast) and state.name(c.card) == card))


def offered(state: State) -> set[str]:
    """What may be chosen once the top of the stack resolves."""
    state = state.apply(Pass())
    assert isinstance(state.decision, ToProliferate)
    return {"you" if id == YOU else "opponent" if id == OPPONENT else state.name(id) for id in state.decision.options}


def announcements(state: State, card: str) -> set[tuple[tuple[str, ...], int]]:
    """The ways to cast a card: what is announced for its symbols, and how much mana is spent."""
    casts = [c for c in state.choices() if isinstance(c, Cast) and state.name(c.card) == card]
    return {(c.payment.announced, sum(c.payment.spent)) for c in casts}


# ---------------------------------------------------------------------------------------------------------------- proliferate


A01 = """
    you: {counters: {experience: 2, poison: %d}, hand: [Steady Progress], battlefield: [Island x3], library: [Opt]}
    opponent: {counters: {poison: 1}}
    goal: {maximize: value}
"""


def test_A01_every_kind_that_a_player_has() -> None:
    end = after(A01 % 3, "1. Cast Steady Progress. Proliferate: you, opponent.")
    assert end.counters("you") == {"experience": 3, "poison": 4}
    assert end.counters("opponent") == {"poison": 2}


def test_A01_best_play_at_nine_poison_leaves_you_out() -> None:
    assert best(A01 % 9).chosen == [{"opponent"}]


A02 = """
    you: {hand: [Steady Progress], battlefield: [Island x3], library: [Opt]}
    opponent: {counters: {poison: 9}}
    goal: win
"""


def test_A02_players_can_be_chosen() -> None:
    assert offered(casting(begin(A02), "Steady Progress")) == {"opponent"}
    end = after(A02, "1. Cast Steady Progress. Proliferate: opponent.")
    assert end.result is Result.WON
    assert end.counters("opponent") == {"poison": 10}
    assert best(A02).goal_reached


A04 = """
    you:
      hand: [Steady Progress]
      battlefield: [{card: Blastoderm, counters: {fade: 3}}, Island x3]
      library: [Opt]
    opponent: {battlefield: [{card: Troll Ascetic, counters: {m1m1: 1}}]}
    goal: {maximize: value}
"""


def test_A04_shroud_and_hexproof_do_not_matter() -> None:
    assert offered(casting(begin(A04), "Steady Progress")) == {"Blastoderm", "Troll Ascetic"}
    end = after(A04, "1. Cast Steady Progress. Proliferate: Blastoderm, Troll Ascetic.")
    assert end.counters("Blastoderm") == {"fade": 4}
    assert end.names(end.opponent.graveyard) == ["Troll Ascetic"]
    assert best(A04).chosen == [{"Blastoderm", "Troll Ascetic"}]


def test_A04_regeneration_does_not_save_from_toughness_zero() -> None:
    position = "{you: {hand: [Steady Progress], battlefield: [{card: Troll Ascetic, counters: {m1m1: 1}}, Forest x2, Island x3]}}"
    end = after(
        position, "1. Activate Troll Ascetic, paying {1}{G} from Forest x2.\n2. Cast Steady Progress. Proliferate: Troll Ascetic."
    )
    assert end.names(end.you.graveyard) == ["Steady Progress", "Troll Ascetic"]


A05 = """
    you:
      hand: [Steady Progress]
      battlefield: [{card: Sphere of the Suns, counters: {charge: 1}}, Island x2]
      library: [Opt]
    opponent: {counters: {poison: 1}}
    goal: {maximize: value}
"""


def test_A05_a_kind_that_fell_to_zero_is_gone() -> None:
    assert offered(casting(begin(A05), "Steady Progress")) == {"opponent"}
    line = "1. Cast Steady Progress, paying {2}{U} from Island x2, Sphere of the Suns ({R}). Proliferate: opponent."
    end = after(A05, line)
    assert end.counters("Sphere of the Suns") == {}
    assert end.counters("opponent") == {"poison": 2}
    assert forbidden(A05, line.replace("opponent.", "opponent, Sphere of the Suns.")) == "701.34a"
    assert best(A05).chosen == [{"opponent"}]


def test_A08_designations_are_not_counters() -> None:
    position = """
        you:
          counters: {energy: 1}
          designations: {speed: 2, ring: 3}
          hand: [Steady Progress]
          battlefield: [Island x3]
          library: [Opt]
    """
    end = after(position, "1. Cast Steady Progress. Proliferate: you.")
    assert end.counters("you") == {"energy": 2}
    assert dict(end.you.designations) == {"speed": 2, "ring": 3}
    without = after(position.replace("counters: {energy: 1}", "life: 20"), "1. Cast Steady Progress.")
    assert without.counters("you") == {}


def test_A10_death_and_annihilation_in_one_check() -> None:
    position = """
        you: {hand: [Skinrender], battlefield: [Swamp x4]}
        opponent: {battlefield: [{card: Hangarback Walker, counters: {p1p1: 3}}]}
    """
    end = after(position, "1. Cast Skinrender. Skinrender: targeting Hangarback Walker.")
    assert end.names(end.opponent.graveyard) == ["Hangarback Walker"]
    assert end.there("Thopter") == 3
    assert all(p.controller == OPPONENT and p.token for p in end.state.battlefield.values() if p.definition.name == "Thopter")


A11 = """
    step: main2
    you: {battlefield: ["Atraxa, Praetors' Voice", Blowfly Infestation]}
    opponent: {battlefield: [{card: Runeclaw Bear, counters: {m1m1: 1}}, Hill Giant]}
    goal: {maximize: value}
"""


def test_A11_death_by_a_proliferated_counter_is_seen() -> None:
    end = after(A11, "1. To end step. Atraxa: proliferate: Runeclaw Bear. Blowfly Infestation: targeting Hill Giant.")
    assert end.names(end.opponent.graveyard) == ["Runeclaw Bear"]
    assert end.counters("Hill Giant") == {"m1m1": 1}


def test_A11_best_play() -> None:
    end = best(A11).facts
    assert end.names(end.opponent.graveyard) == ["Runeclaw Bear"]
    assert end.counters("Hill Giant") == {"m1m1": 1}


B02 = """
    you:
      hand: [Experimental Augury]
      battlefield: ["Tekuthal, Inquiry Dominus", {card: "Karn, Scion of Urza", counters: {loyalty: 4}}, Island x2]
      library: [Opt, Opt, Divination]
    opponent: {counters: {poison: 4}}
"""
B02_CARDS = ("Experimental Augury", "Tekuthal, Inquiry Dominus", "Karn, Scion of Urza")


def test_B02_proliferating_twice_is_two_choices() -> None:
    end = after(B02, "1. Cast Experimental Augury. Hand: Divination. Proliferate: opponent. Proliferate: opponent, Karn.")
    assert end.counters("opponent") == {"poison": 6}
    assert end.counters("Karn, Scion of Urza") == {"loyalty": 5}


def test_B02_two_of_them_make_four() -> None:
    """With a twin that is not legendary, so that the legend rule (704.5j) lets both stay."""
    pool = CardPool.bundled()
    twin = replace(pool.get("Tekuthal, Inquiry Dominus"), name="Twin", supertypes=frozenset())
    position = parse_position(B02.replace('["Tekuthal', '[Twin, "Tekuthal'), "test")
    cards = CardPool.of([twin, *(pool.get(name) for name in ("Opt", "Divination", "Island", *B02_CARDS))])
    state = casting(State.begin(position, cards), "Experimental Augury").apply(Pass())
    divination = next(c.id for c in state.players[YOU].library if c.definition and c.definition.name == "Divination")
    state = state.apply(Picked((divination,)))
    times = 0
    while isinstance(state.decision, ToProliferate):
        state, times = state.apply(Proliferated(frozenset({OPPONENT}))), times + 1
    assert times == 4
    assert Facts(state).counters("opponent") == {"poison": 8}


def test_B02_best_play_chooses_twice() -> None:
    found = best(B02 + "    goal: {maximize: '2*opponent.poison + loyalty(\"Karn, Scion of Urza\")'}")
    assert found.chosen[:2] == [{"opponent", "Karn"}] * 2
    assert found.facts.counters("opponent") == {"poison": 6}


B03 = """
    you:
      hand: ["Ezuri, Stalker of Spheres"]
      battlefield: [{card: Fathom Mage, counters: {p1p1: 3}}, Island x4, Forest x3]
      library: [Opt, Opt, Opt, Opt]
"""


def test_B03_two_triggers_of_each_kind_after_the_resolution() -> None:
    state = casting(begin(B03), "Ezuri, Stalker of Spheres").apply(Pass())
    assert [state.name(thing.source or 0) for thing in state.stack] == ["Ezuri, Stalker of Spheres"]  # no evolve: 3/3 against 4/4
    state = state.apply(Pass())
    state = state.apply(next(c for c in state.choices() if getattr(c, "yes", False)))
    for n in (4, 5):
        assert isinstance(state.decision, ToProliferate)  # nothing goes on the stack between the two
        assert not any(thing.source in state.battlefield and thing.card for thing in state.stack)
        mage = Facts(state).id("Fathom Mage")
        state = state.apply(next(c for c in state.choices() if getattr(c, "chosen", None) == frozenset({mage})))
        assert Facts(state).counters("Fathom Mage") == {"p1p1": n}
    assert isinstance(state.decision, ToOrder)
    state = state.apply(Ordered(tuple(range(len(state.decision.items)))))
    waiting = [state.name(thing.source or 0) for thing in state.stack]
    assert sorted(waiting) == ["Ezuri, Stalker of Spheres"] * 2 + ["Fathom Mage"] * 2


def test_B03_all_four_cards_are_drawn() -> None:
    found = best(B03 + '    goal: {maximize: \'you.hand + counters("Fathom Mage", "p1p1")\'}')
    assert found.facts.names(found.facts.you.hand) == ["Opt"] * 4
    assert found.facts.counters("Fathom Mage") == {"p1p1": 5}


B06 = """
    you:
      hand: [Steady Progress]
      battlefield:
        - Doubling Season
        - Hardened Scales
        - {card: Runeclaw Bear, counters: {p1p1: 1}}
        - {card: Jace Beleren, counters: {loyalty: 3}}
        - Island x3
      library: [Opt]
    opponent: {counters: {poison: 5}, battlefield: [{card: Hill Giant, counters: {m1m1: 1}}]}
    goal: {maximize: value}
"""


@pytest.mark.parametrize(("order", "bear"), [("+1, x2", 1 + (1 + 1) * 2), ("x2, +1", 1 + 1 * 2 + 1)])
def test_B06_replacing_one_does_not_drop_the_others(order: str, bear: int) -> None:
    end = after(
        B06,
        "1. Cast Steady Progress. Proliferate: Runeclaw Bear, Jace Beleren, opponent, Hill Giant. "
        f"Runeclaw Bear: order: {order}.",
    )
    assert end.counters("Runeclaw Bear") == {"p1p1": bear}
    assert end.counters("Jace Beleren") == {"loyalty": 5}
    assert end.counters("opponent") == {"poison": 6}
    assert end.counters("Hill Giant") == {"m1m1": 2}


def test_B06_best_play_takes_the_better_order() -> None:
    found = best(B06)
    assert found.chosen == [{"Runeclaw Bear", "Jace Beleren", "opponent", "Hill Giant"}]
    assert found.facts.counters("Runeclaw Bear") == {"p1p1": 5}


# ------------------------------------------------------------------------------------------- more and fewer counters, none


C01 = """
    you: {hand: [Steady Progress], battlefield: [Island x3, {card: "Vorinclex, Monstrous Raider", tapped: true}]}
    opponent: {counters: {poison: %d}}
    goal: win
"""


def test_C01_yours_are_doubled_whoever_gets_them() -> None:
    end = after(C01 % 6, "1. Cast Steady Progress. Proliferate: opponent.")
    assert end.counters("opponent") == {"poison": 8}
    assert best(C01 % 8).goal_reached
    assert best(C01 % 7).goal_reached is False


def test_C01_those_of_their_opponent_are_halved() -> None:
    position = """
        you: {hand: [Steady Progress], battlefield: [Island x3, {card: Jace Beleren, counters: {loyalty: 3}}]}
        opponent: {battlefield: ["Vorinclex, Monstrous Raider"]}
    """
    end = after(position, "1. Cast Steady Progress. Proliferate: Jace Beleren.")
    assert end.counters("Jace Beleren") == {"loyalty": 3}


def test_C02_a_planeswalker_enters_with_twice_its_loyalty_and_adds_twice() -> None:
    position = """
        you: {hand: ["Chandra, Fire Artisan"], battlefield: ["Vorinclex, Monstrous Raider", Mountain x4], library: [Opt]}
    """
    entered = after(position, "1. Cast Chandra.")
    assert entered.counters("Chandra, Fire Artisan") == {"loyalty": 8}
    end = after(entered.state, "1. Activate Chandra: +1.")
    assert end.counters("Chandra, Fire Artisan") == {"loyalty": 10}


@pytest.mark.parametrize(("others", "loyalty"), [('"Pir, Imaginative Rascal", ', 9), ("", 6)])
def test_C04_a_cost_that_a_replacement_has_changed_is_an_effect(others: str, loyalty: int) -> None:
    """Doubling Season does not apply to the cost, only to what a replacement effect has made of it (614.16)."""
    position = f"{{you: {{battlefield: [{others}Doubling Season, {{card: Liliana Vess, counters: {{loyalty: 5}}}}]}}}}"
    end = after(position, "1. Activate Liliana Vess: +1 targeting opponent.")
    assert end.counters("Liliana Vess") == {"loyalty": loyalty}


C05 = """
    step: draw
    you:
      hand: [Steady Progress]
      battlefield: [%s, Island x3, {card: The Eldest Reborn, counters: {lore: 1}}]
    opponent: {hand: [Opt]}
"""


@pytest.mark.parametrize(("doubler", "lore"), [("Doubling Season", 2), ("Inexorable Tide", 2)])
def test_C05_the_lore_counter_of_the_turn_is_no_effect(doubler: str, lore: int) -> None:
    state = after(C05 % doubler, "1. To main phase 1.").state
    assert Facts(state).counters("The Eldest Reborn") == {"lore": lore}
    assert Facts(state).names(state.players[OPPONENT].graveyard) == ["Opt"]


def test_C05_vorinclex_doubles_it_and_both_chapters_trigger() -> None:
    state = begin(C05 % '"Vorinclex, Monstrous Raider"').apply(Pass())
    assert Facts(state).counters("The Eldest Reborn") == {"lore": 3}
    assert isinstance(state.decision, ToOrder)
    assert len(state.decision.items) == 2


C08 = "{you: {hand: [Invigorating Surge], battlefield: [%s, {card: Runeclaw Bear, counters: {p1p1: 1}}, Forest x3]}}"


@pytest.mark.parametrize(
    ("replacing", "counters"),
    [("Hardened Scales", 1 + (1 + 1) + (3 + 1)), ('"Vorinclex, Monstrous Raider"', 1 + 2 * 1 + 2 * 3), ("Forest", 1 + 1 + 2)],
)
def test_C08_doubling_counters_is_putting_as_many(replacing: str, counters: int) -> None:
    end = after(C08 % replacing, "1. Cast Invigorating Surge targeting Runeclaw Bear.")
    assert end.counters("Runeclaw Bear") == {"p1p1": counters}


C10 = """
    you: {hand: [Steady Progress], battlefield: [Island x3, {card: Jace Beleren, counters: {loyalty: 3}}]}
    opponent: {counters: {poison: 9}, battlefield: [Solemnity, {card: Hill Giant, counters: {m1m1: 1}}]}
    goal: win
"""


def test_C10_solemnity_leaves_only_planeswalkers() -> None:
    end = after(C10, "1. Cast Steady Progress. Proliferate: opponent, Jace Beleren, Hill Giant.")
    assert end.counters("opponent") == {"poison": 9}
    assert end.counters("Jace Beleren") == {"loyalty": 4}
    assert end.counters("Hill Giant") == {"m1m1": 1}
    assert end.result is Result.NONE
    assert best(C10).goal_reached is False


def test_C11_an_artifact_planeswalker_enters_without_counters() -> None:
    position = "{you: {hand: [Jace Beleren], battlefield: [Mycosynth Lattice, Solemnity, Island x3]}}"
    end = after(position, "1. Cast Jace Beleren.")
    assert end.names(end.you.graveyard) == ["Jace Beleren"]


@pytest.mark.parametrize(("life", "end_life", "poison"), [(-2, -2, 10), (0, 0, 10), (1, -2, 7)])
def test_C13_damage_becomes_poison_at_no_life(life: int, end_life: int, poison: int) -> None:
    position = f"""
        you: {{hand: [Lightning Bolt], battlefield: [Mountain]}}
        opponent: {{life: {life}, counters: {{poison: 7}}, battlefield: [Phyrexian Unlife]}}
    """
    end = after(position, "1. Cast Lightning Bolt targeting opponent.")
    assert end.opponent.life == end_life
    assert end.counters("opponent") == {"poison": poison}
    assert end.result is (Result.WON if poison == 10 else Result.NONE)


def test_D04_each_opponent_is_not_you() -> None:
    position = """
        you: {counters: {poison: 9}, hand: [Vraska's Fall], battlefield: [Swamp x3]}
        opponent: {battlefield: [Runeclaw Bear]}
    """
    end = after(position, "1. Cast Vraska's Fall.")
    assert (end.counters("you"), end.counters("opponent")) == ({"poison": 9}, {"poison": 1})
    assert end.names(end.opponent.graveyard) == ["Runeclaw Bear"]
    assert end.result is Result.NONE


# ---------------------------------------------------------------------------------------------------------------- best play


G01 = """
    you: {hand: [Hill Giant], battlefield: [Karn's Bastion, Mountain x4]}
    opponent: {counters: {poison: %d}}
    goal: {maximize: win}
"""


def test_G01_no_mana_for_a_proliferate_that_changes_nothing() -> None:
    assert best(G01 % 0).used == ["Hill Giant"]
    found = best(G01 % 9)
    assert found.used == ["Karn's Bastion"]
    assert found.facts.result is Result.WON


def test_G02_what_is_good_for_you_only() -> None:
    position = """
        you:
          counters: {poison: 5}
          hand: [Steady Progress]
          battlefield:
            - {card: Jace Beleren, counters: {loyalty: 3}}
            - {card: Runeclaw Bear, counters: {m1m1: 1}}
            - {card: Sporeback Troll, counters: {p1p1: 2}}
            - Island x3
          library: [Opt]
        opponent:
          counters: {poison: 3}
          battlefield: [{card: "Karn, Scion of Urza", counters: {loyalty: 5}}, {card: Hill Giant, counters: {m1m1: 1}}]
        goal: {maximize: value}
    """
    assert best(position).chosen == [{"Jace Beleren", "Sporeback Troll", "opponent", "Hill Giant"}]


def test_G04_no_more_life_than_needed() -> None:
    found = best("""
        you: {life: 6, hand: [Toxic Deluge], battlefield: [Swamp x3]}
        opponent: {battlefield: [Hill Giant, Runeclaw Bear]}
        goal: {maximize: value}
    """)
    assert (found.life_paid, found.facts.you.life) == (3, 3)
    assert found.facts.names(found.facts.opponent.graveyard) == ["Hill Giant", "Runeclaw Bear"]


def test_G05_a_win_that_is_there_is_taken() -> None:
    position = """
        you: {life: 22, hand: [Lightning Bolt], battlefield: [Mountain, Hill Giant x2, Runeclaw Bear]}
        opponent: {life: 3, hand: [unknown]}
        goal: {maximize: %s}
    """
    for goal in ("value", "win"):
        assert best(position % goal).facts.result is Result.WON


# ---------------------------------------------------------------------------------------------------------- planeswalkers


def test_E02_a_loyalty_cost_is_paid() -> None:
    position = """
        you: {battlefield: [{card: "Teferi, Time Raveler", counters: {loyalty: 4}}]}
        opponent: {battlefield: [Hill Giant]}
    """
    end = after(position, "1. Activate Teferi: -3 targeting Hill Giant.")
    assert end.counters("Teferi, Time Raveler") == {"loyalty": 1}
    assert end.names(end.opponent.hand) == ["Hill Giant"]
    assert end.there("Hill Giant") == 0


E01 = """
    you:
      hand: [Steady Progress]
      battlefield: [Island x3, {card: Ob Nixilis of the Black Oath, counters: {loyalty: 1}}]
      library: [Opt]
    opponent: {life: 2}
"""


def test_E01_a_loyalty_cost_must_be_there_to_be_paid() -> None:
    activate = "1. Activate Ob Nixilis of the Black Oath: -2."
    assert forbidden(E01, activate) == "606.6"
    assert not any(isinstance(c, Activate) and c.ability == 1 for c in begin(E01).choices())
    proliferated = after(E01, "1. Cast Steady Progress. Proliferate: Ob Nixilis of the Black Oath.")
    end = after(proliferated.state, activate)
    assert end.size("Demon") == (5, 5)
    assert (end.you.life, end.opponent.life) == (18, 2)
    assert end.names(end.you.graveyard) == ["Ob Nixilis of the Black Oath", "Steady Progress"]


# --------------------------------------------------------------------------------------------------------- Phyrexian mana


F01 = """
    you: {mana: "{U}", hand: [Gitaxian Probe], battlefield: [Steam Vents], library: [Opt]}
"""


def test_F01_life_is_offered_before_anything_is_tapped() -> None:
    end = after(F01, "1. Cast Gitaxian Probe targeting opponent, paying 2 life.")
    assert end.you.life == 18
    assert not end.permanent("Steam Vents").tapped
    assert end.you.mana == (0, 1, 0, 0, 0, 0)
    assert end.names(end.you.hand) == ["Opt"]


def test_F01_exactly_two_ways_to_pay() -> None:
    casts = [c for c in begin(F01).choices() if isinstance(c, Cast) and c.targets == ((OPPONENT,),)]
    assert sorted(c.payment.announced for c in casts) == [("U",), ("life",)]


def test_F01_the_land_may_pay_while_mana_floats() -> None:
    end = after(F01, "1. Cast Gitaxian Probe targeting opponent, paying {U} from Steam Vents ({U}) and leaving {U}.")
    assert (end.you.life, end.permanent("Steam Vents").tapped, end.you.mana) == (20, True, (0, 1, 0, 0, 0, 0))


F03 = '{you: {battlefield: ["Drivnod, Carnage Dominus"], graveyard: [Grizzly Bears, %s]}}'


def test_F03_nothing_is_paid_where_not_all_can_be() -> None:
    state = begin(F03 % "Hill Giant")
    assert not any(isinstance(c, Activate) for c in state.choices())
    assert forbidden(state, "1. Activate Drivnod, paying 4 life.") == "118.3"
    end = after(F03 % "Hill Giant, Serra Angel", "1. Activate Drivnod, paying 4 life.")
    assert (end.you.life, end.you.graveyard) == (16, ())
    assert end.counters("Drivnod, Carnage Dominus") == {"indestructible": 1}


F04 = "{you: {hand: [%s], battlefield: [%s]}, opponent: {battlefield: [Trinisphere, Hill Giant]}, goal: {maximize: value}}"


@pytest.mark.parametrize(
    ("lands", "ways"),
    [
        ("Mountain", set()),
        ("Mountain x2", set()),
        ("Mountain x3", {(("life", "life"), 3)}),
        ("Swamp, Mountain x2", {(("B", "life"), 3), (("life", "life"), 3)}),
        ("Swamp x3", {(("B", "B"), 3), (("B", "life"), 3), (("life", "life"), 3)}),
    ],
)
def test_F04_trinisphere_sees_the_cost_after_the_choice(lands: str, ways: set[tuple[tuple[str, ...], int]]) -> None:
    assert announcements(begin(F04 % ("Dismember", lands)), "Dismember") == ways


def test_F04_each_of_them_pays_three_mana() -> None:
    for lands, payment, life in (
        ("Swamp x3", "{1}{B}{B}", 20),
        ("Swamp x3", "{2}{B} and 2 life", 18),
        ("Mountain x3", "{3} and 4 life", 16),
    ):
        end = after(F04 % ("Dismember", lands), f"1. Cast Dismember targeting Hill Giant, paying {payment}.")
        assert (end.you.life, end.there("Hill Giant")) == (life, 0)
    assert (
        forbidden(F04 % ("Dismember", "Mountain"), "1. Cast Dismember targeting Hill Giant, paying {1} and 4 life.") == "601.2h"
    )


def test_F04_life_saves_nothing_but_the_colour() -> None:
    probe = F04 % ("Gitaxian Probe", "Island x3")
    assert announcements(begin(probe), "Gitaxian Probe") == {(("U",), 3), (("life",), 3)}
    found = best(
        probe.replace("[Island x3]", "[Island x3, Inexorable Tide]").replace("opponent: {", "opponent: {counters: {poison: 1}, ")
    )
    assert found.used == ["Gitaxian Probe"]
    assert found.life_paid == 0
    assert announcements(begin(F04 % ("Gitaxian Probe", "Island x2")), "Gitaxian Probe") == set()


F06 = "{you: {hand: [Banehound]%s}, opponent: {%s}, goal: {maximize: value}}"
KRRIK = """battlefield: ["K'rrik, Son of Yawgmoth"]"""


def test_F06_krrik_pays_for_a_spell_without_any_land() -> None:
    end = after(F06 % (f", {KRRIK}", ""), "1. Cast Banehound, paying 2 life.")
    assert end.you.life == 18
    assert end.there("Banehound") == 1
    assert end.counters("K'rrik, Son of Yawgmoth") == {"p1p1": 1}
    assert best(F06 % (f", {KRRIK}", "")).used == ["Banehound"]


def test_F06_not_for_the_opponent_of_its_controller() -> None:
    state = begin(F06 % ("", KRRIK))
    assert not any(isinstance(c, Cast) for c in state.choices())
    assert forbidden(state, "1. Cast Banehound, paying 2 life.") == "601.2h"


def test_F07_a_hybrid_symbol_paid_as_something_resolves() -> None:
    """{B} is announced for {W/B}, and 2 life pays for it (118.13b)."""
    position = """{you: {life: 10, hand: [Banehound], battlefield: ["K'rrik, Son of Yawgmoth", Crypt Ghast]}}"""
    for payment in ("2 life", "{B} for {W/B} and 2 life for {B}"):
        line = f"1. Cast Banehound, paying 2 life. Order: K'rrik, Crypt Ghast. Crypt Ghast: yes, paying {payment}."
        end = after(position, line)
        assert (end.you.life, end.opponent.life) == (10 - 2 - 2 + 1, 19)


def test_F09_life_paid_for_mana_is_life_paid() -> None:
    position = """
        you:
          battlefield: ["K'rrik, Son of Yawgmoth", "Verrak, Warped Sengir", Arguel's Blood Fast, Swamp]
          library: [Opt, Opt]
    """
    line = "1. Activate Arguel's Blood Fast, paying {1} from Swamp and 2 life for {B}. Verrak: yes."
    end = after(position, line)
    assert (end.you.life, end.names(end.you.hand)) == (20 - 2 * 4, ["Opt", "Opt"])


def test_F10_generic_mana_of_any_colour_and_life() -> None:
    position = """
        you: {hand: [Phyrexian Metamorph], battlefield: [Swamp x3]}
        opponent: {battlefield: [Hill Giant]}
    """
    assert announcements(begin(position), "Phyrexian Metamorph") == {(("life",), 3)}
    end = after(position, "1. Cast Phyrexian Metamorph. Copy: Hill Giant.")
    assert (end.you.life, end.size("Hill Giant")) == (18, (3, 3))
    assert end.state.types(end.id("Hill Giant")) == {"Artifact", "Creature"}


@pytest.mark.parametrize(
    ("forests", "payment", "life", "loyalty"),
    [(5, "{3}{G}{G} and 4 life", 16, 3), (6, "{3}{G}{G}{G} and 2 life", 18, 5), (7, "{3}{G}{G}{G}{G}", 20, 7)],
)
def test_F13_compleated_takes_two_loyalty_for_each_symbol(forests: int, payment: str, life: int, loyalty: int) -> None:
    position = f'{{you: {{hand: ["Nissa, Ascended Animist"], battlefield: [Forest x{forests}]}}}}'
    end = after(position, f"1. Cast Nissa, paying {payment}.")
    assert end.you.life == life
    assert end.counters("Nissa, Ascended Animist") == {"loyalty": loyalty}


# ------------------------------------------------------------------------------------------------------------- more cases


X01 = """
    you: {life: 9, hand: [Courage in Crisis], battlefield: [Forest x3, Inexorable Tide, Grizzly Bears]}
    opponent: {counters: {poison: 5}}
    goal: {maximize: value}
"""


def test_X01_the_cast_trigger_proliferates_before_the_spell() -> None:
    tide = casting(begin(X01), "Courage in Crisis")
    assert offered(tide) == {"opponent"}
    end = after(
        X01,
        "1. Cast Courage in Crisis targeting Grizzly Bears. Inexorable Tide: proliferate: opponent. "
        "Proliferate: opponent, Grizzly Bears.",
    )
    assert end.counters("Grizzly Bears") == {"p1p1": 2}
    assert end.counters("opponent") == {"poison": 7}


def test_X01_best_play() -> None:
    found = best(X01)
    assert found.facts.counters("Grizzly Bears") == {"p1p1": 2}
    assert found.facts.counters("opponent") == {"poison": 7}


X03 = """
    you: {life: 9, counters: {poison: 9}, hand: [Steady Progress], battlefield: [Island x3]}
    opponent: {counters: {poison: 9}}
    goal: win
"""


def test_X03_ten_poison_for_both_is_a_draw() -> None:
    assert after(X03, "1. Cast Steady Progress. Proliferate: you, opponent.").result is Result.DRAW
    assert after(X03, "1. Cast Steady Progress. Proliferate: you.").result is Result.LOST
    found = best(X03)
    assert found.goal_reached
    assert found.chosen == [{"opponent"}]


X05 = """
    you: {life: 2, hand: [Gut Shot, Gut Shot], battlefield: [Phyrexian Unlife]}
    opponent: {life: 2}
    goal: win
"""


def test_X05_life_is_paid_down_to_zero_and_not_below() -> None:
    first = "1. Cast Gut Shot targeting opponent, paying 2 life."
    end = after(X05, first)
    assert (end.you.life, end.opponent.life, end.result) == (0, 1, Result.NONE)
    assert not any(isinstance(c, Cast) for c in end.state.choices())
    assert forbidden(end.state, first) == "119.4"
    assert best(X05).goal_reached is False


def test_X07_doubling_season_does_not_double_the_first_lore_counter() -> None:
    position = """
        you: {hand: [The Eldest Reborn], battlefield: [Swamp x5, Doubling Season]}
        opponent: {battlefield: [Grizzly Bears, Hill Giant]}
    """
    end = after(position, "1. Cast The Eldest Reborn. Opponent: The Eldest Reborn: sacrifice: Grizzly Bears.")
    assert end.counters("The Eldest Reborn") == {"lore": 1}
    assert end.names(end.opponent.graveyard) == ["Grizzly Bears"]
    assert end.there("Hill Giant") == 1
    assert end.state.stack == ()


def test_X09_a_cost_that_cannot_be_paid_is_not_free() -> None:
    position = """
        you: {battlefield: [Mycosynth Lattice, {card: Jace Beleren, counters: {loyalty: 3}}]}
        opponent: {battlefield: [Solemnity]}
    """
    assert forbidden(position, "1. Activate Jace Beleren: +2.") == "614.17b"
    assert not any(isinstance(c, Activate) and c.ability == 0 for c in begin(position).choices())
    end = after(position, "1. Activate Jace Beleren: -1 targeting you.")
    assert end.counters("Jace Beleren") == {"loyalty": 2}
    assert len(end.you.hand) == 1


X11 = """
    you: {battlefield: [Wastes x3, Hex Parasite]}
    opponent: {battlefield: [{card: Jace Beleren, counters: {loyalty: 3}}]}
    goal: {maximize: value}
"""


def test_X11_the_largest_x() -> None:
    largest = max(c.x for c in begin(X11).choices() if isinstance(c, Activate))
    assert largest == 3
    end = after(X11, "1. Activate Hex Parasite with X = 3 targeting Jace Beleren, paying {3} and 2 life. Remove: 3 loyalty.")
    assert end.you.life == 18
    assert end.names(end.opponent.graveyard) == ["Jace Beleren"]
    assert end.size("Hex Parasite") == (4, 1)
    assert forbidden(X11, "1. Activate Hex Parasite with X = 4 targeting Jace Beleren, paying {4} and 2 life.") == "601.2h"


def test_X11_best_play() -> None:
    found = best(X11)
    assert found.facts.you.life == 18
    assert found.facts.there("Jace Beleren") == 0


X13 = """
    you: {life: 9, hand: [%s], battlefield: [Swamp x%d, Goblin Electromancer]}
    opponent: {counters: {poison: 9}}
    goal: win
"""


def test_X13_a_generic_reduction_helps_only_the_generic_part() -> None:
    found = best(X13 % ("Tezzeret's Gambit", 2))
    assert found.goal_reached
    assert found.facts.you.life == 7
    assert found.chosen == [{"opponent"}]
    assert announcements(begin(X13 % ("Tezzeret's Gambit", 2)), "Tezzeret's Gambit") == {(("life",), 2)}
    assert announcements(begin(X13 % ("Tezzeret's Gambit", 1)), "Tezzeret's Gambit") == set()
    assert announcements(begin(X13 % ("Gitaxian Probe", 2)), "Gitaxian Probe") == {(("life",), 0)}


def test_X13_the_coloured_symbol_is_not_reduced() -> None:
    island = (X13 % ("Gitaxian Probe", 1)).replace("Swamp", "Island")
    assert announcements(begin(island), "Gitaxian Probe") == {(("life",), 0), (("U",), 1)}


X15 = """
    you: {hand: [Steady Progress], battlefield: [Island x3]}
    opponent: {battlefield: [{card: Hill Giant, tapped: true, counters: {stun: 1}}]}
    goal: {maximize: value}
"""


def test_X15_stun_counters_are_proliferated() -> None:
    end = after(X15, "1. Cast Steady Progress. Proliferate: Hill Giant.")
    assert end.counters("Hill Giant") == {"stun": 2}
    assert best(X15).chosen == [{"Hill Giant"}]


def test_X15_one_is_removed_instead_of_untapping() -> None:
    start = begin(
        "{active: opponent, step: untap, you: {},"
        " opponent: {battlefield: [{card: Hill Giant, tapped: true, counters: {stun: 2}}]}}"
    )
    giant = Facts(start).permanent("opponent's Hill Giant")
    assert start.step is not Step.UNTAP
    assert giant.tapped
    assert giant.counters == (("stun", 1),)


X19 = """
    you:
      life: 9
      hand: [Steady Progress, Steady Progress]
      battlefield: [Island x4, {card: Everflowing Chalice, counters: {charge: 1}}]
    opponent: {counters: {poison: 8}}
    goal: win
"""


def test_X19_a_proliferated_mana_counter_pays_for_the_next_spell() -> None:
    found = best(X19)
    assert found.goal_reached
    assert found.facts.you.life == 9
    assert found.chosen[0] == {"opponent", "Everflowing Chalice"}
    assert "opponent" in found.chosen[1]
    end = after(
        X19,
        "1. Cast Steady Progress, paying {2}{U} from Island x3. Proliferate: opponent, Everflowing Chalice.\n"
        "2. Cast Steady Progress, paying {2}{U} from Island, Everflowing Chalice. Proliferate: opponent.",
    )
    assert end.result is Result.WON


def test_X19_without_that_counter_it_does_not() -> None:
    first = "1. Cast Steady Progress, paying {2}{U} from Island x3. Proliferate: opponent."
    assert forbidden(X19, f"{first}\n2. Cast Steady Progress, paying {{2}}{{U}}.") == "601.2h"


X21 = """
    you:
      hand: [Steady Progress]
      battlefield:
        - Island x3
        - {card: "Vorinclex, Monstrous Raider", tapped: true}
        - {card: Jace Beleren, counters: {loyalty: 3}}
    opponent: {counters: {poison: 8}, battlefield: ["Vorinclex, Monstrous Raider"]}
    goal: win
"""


X21_LINE = "1. Cast Steady Progress. Proliferate: opponent, Jace Beleren. Opponent: opponent: order: %s. Jace Beleren: order: %s."


@pytest.mark.parametrize(("order", "poison"), [("half, x2", 8), ("x2, half", 9)])
def test_X21_the_opponent_chooses_the_order_for_their_poison(order: str, poison: int) -> None:
    end = after(X21, X21_LINE % (order, "x2, half"))
    assert end.counters("opponent") == {"poison": poison}


@pytest.mark.parametrize(("order", "loyalty"), [("half, x2", 3), ("x2, half", 4)])
def test_X21_you_choose_the_order_for_your_planeswalker(order: str, loyalty: int) -> None:
    end = after(X21, X21_LINE % ("half, x2", order))
    assert end.counters("Jace Beleren") == {"loyalty": loyalty}


def test_X21_best_play_cannot_win_against_the_right_order() -> None:
    assert best(X21).goal_reached is False
    nine = X21.replace("poison: 8", "poison: 9")
    assert best(nine).goal_reached is False


# ------------------------------------------------------------------------------------------------------------------- Sagas


def test_X23_a_saga_stays_while_a_chapter_is_on_the_stack() -> None:
    position = """
        step: draw
        you:
          hand: [Steady Progress]
          battlefield: [Island x3, {card: The Eldest Reborn, counters: {lore: 1}}]
          library: [Island, Island]
        opponent: {hand: [Hill Giant], graveyard: [Serra Angel]}
    """
    end = after(
        position,
        "1. To main phase 1.\n2. In response, cast Steady Progress. Proliferate: The Eldest Reborn.",
    )
    assert end.there("Serra Angel") == 1
    assert end.state.controller(end.id("Serra Angel")) == YOU
    assert end.names(end.opponent.graveyard) == ["Hill Giant"]
    assert end.names(end.you.graveyard) == ["Steady Progress", "The Eldest Reborn"]


X25 = """
    you: {life: 9, hand: [Gut Shot], battlefield: [%s]}
    opponent: {life: 1, battlefield: [Exquisite Blood]}
    goal: win
"""


def test_X25_paying_life_is_losing_life() -> None:
    end = after(X25 % "Wastes", "1. Cast Gut Shot targeting opponent, paying 2 life.")
    assert (end.opponent.life, end.you.life, end.result) == (2, 7, Result.NONE)
    assert best(X25 % "Wastes").goal_reached is False
    found = best(X25 % "Mountain")
    assert found.goal_reached
    assert found.life_paid == 0


E04 = """
    you:
      hand: [The Elder Dragon War, Ancestral Recall]
      battlefield: ["%s", Mountain x4]
      library: [Opt, Opt]
"""


@pytest.mark.parametrize(("other", "lore", "discarded"), [("Vorinclex, Monstrous Raider", 2, True), ("Hill Giant", 1, False)])
def test_E04_only_the_chapter_with_that_number_triggers_as_a_saga_with_read_ahead_enters(
    other: str, lore: int, discarded: bool
) -> None:
    line = "1. Cast The Elder Dragon War. Chapter: 1 1." + " Discard: Ancestral Recall." * discarded
    end = after(E04 % other, line)
    assert end.counters("The Elder Dragon War") == {"lore": lore}
    assert end.names(end.you.hand) == (["Opt"] if discarded else ["Ancestral Recall"])
    assert end.state.stack == ()


# ------------------------------------------------------------------------------------------------------- setting a state up


def test_H02_what_was_exiled_returns() -> None:
    """It returns to its owner when what exiled it leaves the battlefield (610.3)."""
    position = """
        you: {hand: [Disenchant], battlefield: [Plains x2], exile: [{card: Hill Giant, exiled_by: light}]}
        opponent: {battlefield: [{card: Banishing Light, id: light}]}
    """
    end = after(position, "1. Cast Disenchant targeting Banishing Light.")
    assert end.permanent("Hill Giant").controller == YOU
    assert end.you.exile == ()


def test_H03_nothing_enters_as_a_state_is_set_up() -> None:
    state = begin("{you: {battlefield: [Steam Vents, Rupture Spire, {card: Jace Beleren, counters: {loyalty: 1}}]}}")
    start = Facts(state)
    assert (start.you.life, state.stack) == (20, ())
    assert not start.permanent("Steam Vents").tapped and not start.permanent("Rupture Spire").tapped
    assert start.counters("Jace Beleren") == {"loyalty": 1}
    assert start.counters("Steam Vents") == start.counters("Rupture Spire") == {}
