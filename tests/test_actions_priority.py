"""What may be done with priority, and at what price (117, 305, 601, 602, 605, 606): named after the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, Choice, IllegalChoice, Pass, Payment, PlayLand, Removal, TapForMana
from engine.formats.yaml_position import parse_position
from engine.mana import parse_cost, parse_mana, write_mana
from engine.objects import OPPONENT, YOU, ObjectId, count_of
from engine.state import State
from engine.vocabulary import (
    Activated,
    AddMana,
    CardDefinition,
    Costs,
    Draw,
    Filter,
    RemoveCountersCost,
    SacrificeCost,
    Spell,
)


def begin(text: str) -> State:
    return State.begin(parse_position(text), CardPool.bundled())


def find(state: State, name: str, k: int = 1) -> ObjectId:
    """The k-th object of that name: on the battlefield, then in your hand, then in graveyards."""
    ids = [id for id in state.battlefield if state.name(id) == name]
    for cards in (state.players[YOU].hand, state.players[YOU].graveyard, state.players[OPPONENT].graveyard):
        ids += [card.id for card in cards if card.definition and card.definition.name == name]
    return ids[k - 1]


def casts(state: State, name: str) -> list[Cast]:
    ids = {card.id for card in state.players[YOU].hand if card.definition and card.definition.name == name}
    return [choice for choice in state.choices() if isinstance(choice, Cast) and choice.card in ids]


def activations(state: State, name: str, ability: int) -> list[Activate]:
    found = (choice for choice in state.choices() if isinstance(choice, Activate))
    return [choice for choice in found if state.name(choice.source) == name and choice.ability == ability]


def tapped_names(state: State, payment: Payment) -> str:
    return " ".join(f"{n}{name}" for name, n in sorted(Counter(state.name(tap.source) for tap in payment.taps).items()))


def prices(state: State, choices: Iterable[Cast | Activate]) -> set[tuple[str, str]]:
    """How the choices are paid: what is announced (and how many symbols are paid with life on top), and the sources."""
    return {
        (" ".join(c.payment.announced) + "+life" * c.payment.life_for_mana, tapped_names(state, c.payment)) for c in choices
    }


def refused(state: State, choice: Choice) -> str:
    """The rule that forbids the choice."""
    with pytest.raises(IllegalChoice) as caught:
        state.apply(choice)
    return caught.value.rule


def resolved(state: State, choice: Choice) -> State:
    state = state.apply(choice)
    while state.stack:
        state = state.apply(Pass())
    return state


# ------------------------------------------------------------------------------------------------------------------ rulings


def test_f01_both_ways_of_paying_are_offered_before_any_land_is_tapped() -> None:
    state = begin("""
you: {hand: [Gitaxian Probe], battlefield: [Steam Vents], library: [Opt], mana: "{U}"}
""")
    ways = [c for c in casts(state, "Gitaxian Probe") if c.targets == ((OPPONENT,),)]
    assert {(c.payment.announced, c.payment.taps, write_mana(c.payment.spent)) for c in ways} == {
        (("U",), (), "{U}"),
        (("life",), (), ""),
    }
    after = resolved(state, next(c for c in ways if c.payment.announced == ("life",)))
    assert after.players[YOU].life == 18
    assert not after.battlefield[find(after, "Steam Vents")].tapped
    assert after.players[YOU].mana == parse_mana("{U}")
    assert [card.definition.name for card in after.players[YOU].hand if card.definition] == ["Opt"]
    vents = TapForMana(find(state, "Steam Vents"), 0)
    by_land = replace(ways[0], payment=Payment(("U",), (vents,), parse_mana("{U}")))
    assert state.apply(by_land).players[YOU].mana == parse_mana("{U}")


@pytest.mark.parametrize(("mountains", "expected"), [(1, set()), (3, {("life life", "3Mountain")})])
def test_f04_trinisphere_sees_the_cost_after_the_life_choice(mountains: int, expected: set[tuple[str, str]]) -> None:
    state = begin(f"""
you: {{hand: [Dismember], battlefield: [Mountain x{mountains}]}}
opponent: {{battlefield: [Trinisphere, Hill Giant]}}
""")
    assert prices(state, casts(state, "Dismember")) == expected


def test_f04_each_life_payment_leaves_three_mana_to_pay() -> None:
    state = begin("""
you: {hand: [Dismember], battlefield: [Mountain, Swamp x2]}
opponent: {battlefield: [Trinisphere, Hill Giant]}
""")
    everything = "1Mountain 2Swamp"
    assert prices(state, casts(state, "Dismember")) == {("B B", everything), ("B life", everything), ("life life", everything)}


def test_f04_trinisphere_does_nothing_while_tapped() -> None:
    state = begin("""
you: {hand: [Gitaxian Probe]}
opponent: {battlefield: [{card: Trinisphere, tapped: true}]}
""")
    assert prices(state, casts(state, "Gitaxian Probe")) == {("life", "")}


def test_f06_krrik_makes_a_black_symbol_castable_without_any_land() -> None:
    state = begin("""
you: {hand: [Banehound], battlefield: ["K'rrik, Son of Yawgmoth"]}
opponent: {hand: [Banehound]}
""")
    [choice] = casts(state, "Banehound")
    assert choice.payment == Payment(life_for_mana=1)
    after = resolved(state, choice)
    assert after.players[YOU].life == 18
    assert find(after, "Banehound") in after.battlefield
    krrik = find(after, "K'rrik, Son of Yawgmoth")
    assert count_of(after.battlefield[krrik].counters, "p1p1") == 1


def test_f06_an_opponents_krrik_permits_nothing() -> None:
    state = begin("""
you: {hand: [Banehound]}
opponent: {battlefield: ["K'rrik, Son of Yawgmoth"]}
""")
    assert casts(state, "Banehound") == []
    assert refused(state, Cast(find(state, "Banehound"), payment=Payment(life_for_mana=1))) == "118.3"


def test_krrik_is_limited_by_life_and_adds_up_with_phyrexian_symbols() -> None:
    state = begin("""
you: {life: 4, hand: ["Vraska, Betrayal's Sting"], battlefield: ["K'rrik, Son of Yawgmoth", Swamp x5]}
""")
    assert prices(state, casts(state, "Vraska, Betrayal's Sting")) == {
        ("B+life", "5Swamp"),
        ("B+life+life", "4Swamp"),
        ("life", "5Swamp"),
        ("life+life", "4Swamp"),
    }


def test_krrik_pays_activation_costs_too() -> None:
    state = begin("""
you: {life: 5, hand: [Opt], battlefield: ["K'rrik, Son of Yawgmoth", "Yawgmoth, Thran Physician", Swamp]}
""")
    found = activations(state, "Yawgmoth, Thran Physician", 1)
    assert prices(state, found) == {("+life", "1Swamp"), ("+life+life", "")}


def test_x09_a_plus_ability_cannot_be_paid_if_counters_cannot_be_put() -> None:
    state = begin("""
you: {battlefield: [Mycosynth Lattice, {card: Jace Beleren, counters: {loyalty: 3}}]}
opponent: {battlefield: [Solemnity]}
""")
    jace = find(state, "Jace Beleren")
    assert activations(state, "Jace Beleren", 0) == []
    assert refused(state, Activate(jace, 0)) == "614.17b"
    [mine, _] = activations(state, "Jace Beleren", 1)
    after = state.apply(mine)
    assert count_of(after.battlefield[jace].counters, "loyalty") == 2


def test_606_4_a_plus_ability_can_be_paid_without_the_lattice() -> None:
    state = begin("""
you: {battlefield: [{card: Jace Beleren, counters: {loyalty: 3}}]}
opponent: {battlefield: [Solemnity]}
""")
    [plus] = activations(state, "Jace Beleren", 0)
    after = state.apply(plus)
    assert count_of(after.battlefield[find(after, "Jace Beleren")].counters, "loyalty") == 5


def test_118_11_a_replacement_that_reduces_the_number_does_not_make_a_plus_unpayable() -> None:
    state = begin("""
you: {battlefield: [{card: Jace Beleren, counters: {loyalty: 3}}]}
opponent: {battlefield: ["Vorinclex, Monstrous Raider"]}
""")
    [plus] = activations(state, "Jace Beleren", 0)
    after = state.apply(plus)
    assert count_of(after.battlefield[find(after, "Jace Beleren")].counters, "loyalty") == 4


def test_x11_the_largest_x_counts_life_for_the_phyrexian_symbol() -> None:
    state = begin("""
you: {battlefield: [Wastes x3, Hex Parasite]}
opponent: {battlefield: [{card: Jace Beleren, counters: {loyalty: 3}}]}
""")
    jace = find(state, "Jace Beleren")
    found = [c for c in activations(state, "Hex Parasite", 0) if c.targets == ((jace,),)]
    assert {(c.x, *price) for c in found for price in prices(state, [c])} == {
        (0, "life", ""),
        (1, "life", "1Wastes"),
        (2, "life", "2Wastes"),
        (3, "life", "3Wastes"),
    }
    after = state.apply(next(c for c in found if c.x == 3))
    assert after.players[YOU].life == 18
    too_much = replace(next(c for c in found if c.x == 3), x=4)
    assert refused(state, too_much) == "118.3"


@pytest.mark.parametrize(("swamps", "expected"), [(1, set()), (2, {("life", "2Swamp")})])
def test_x13_a_generic_reduction_helps_only_the_generic_part(swamps: int, expected: set[tuple[str, str]]) -> None:
    state = begin(f"""
you: {{life: 9, hand: ["Tezzeret's Gambit", Gitaxian Probe], battlefield: [Swamp x{swamps}, Goblin Electromancer]}}
opponent: {{counters: {{poison: 9}}}}
""")
    assert prices(state, casts(state, "Tezzeret's Gambit")) == expected
    assert prices(state, casts(state, "Gitaxian Probe")) == {("life", "")}


def test_601_2f_the_minimum_comes_after_reductions() -> None:
    state = begin("""
you: {hand: [Divination], battlefield: [Island x3, Goblin Electromancer]}
opponent: {battlefield: [Trinisphere]}
""")
    assert prices(state, casts(state, "Divination")) == {("", "3Island")}


# ------------------------------------------------------------------------------------------------------------------ timing


def test_305_2b_one_land_a_turn() -> None:
    state = begin("you: {hand: [Island, Island, Forest]}")
    lands = [c for c in state.choices() if isinstance(c, PlayLand)]
    assert [state.name(c.card) for c in lands] == ["Island", "Forest"]
    after = state.apply(lands[0])
    assert not any(isinstance(c, PlayLand) for c in after.choices())
    assert refused(after, PlayLand(find(after, "Forest"))) == "305.2b"


def test_305_1_no_land_outside_a_main_phase_and_305_9_lands_are_not_cast() -> None:
    state = begin("""
step: upkeep
you: {hand: [Island]}
""")
    assert not any(isinstance(c, PlayLand) for c in state.choices())
    assert refused(state, PlayLand(find(state, "Island"))) == "305.1"
    assert refused(state, Cast(find(state, "Island"))) == "305.9"


def test_307_1_a_sorcery_waits_for_an_empty_stack_and_an_instant_does_not() -> None:
    state = begin("""
you: {hand: [Lightning Bolt, Divination, Grizzly Bears], battlefield: [Mountain, Island x3, Forest x2]}
""")
    divination = next(c for c in casts(state, "Divination") if tapped_names(state, c.payment) == "3Island")
    bears = next(c for c in casts(state, "Grizzly Bears") if tapped_names(state, c.payment) == "2Forest")
    bolt = casts(state, "Lightning Bolt")[0]
    assert refused(state.apply(bolt), divination) == "307.1"
    assert refused(state.apply(bolt), bears) == "117.1a"
    assert casts(state.apply(bolt), "Divination") == casts(state.apply(bolt), "Grizzly Bears") == []
    assert state.apply(divination).apply(bolt).stack[-1].card is not None


def test_606_3_one_loyalty_ability_of_a_permanent_a_turn_with_an_empty_stack() -> None:
    state = begin("""
you:
  hand: [Lightning Bolt]
  battlefield:
    - Mountain
    - {card: Jace Beleren, counters: {loyalty: 3}}
    - {card: "Karn, Scion of Urza", counters: {loyalty: 5}}
""")
    jace = find(state, "Jace Beleren")
    assert refused(state.apply(casts(state, "Lightning Bolt")[0]), Activate(jace, 0)) == "606.3"
    after = resolved(state, Activate(jace, 0))
    assert refused(after, Activate(jace, 0)) == "606.3"
    assert activations(after, "Karn, Scion of Urza", 0)
    assert activations(after, "Jace Beleren", 1) == []


def test_606_6_a_minus_needs_that_many_counters() -> None:
    state = begin("you: {battlefield: [{card: Jace Beleren, counters: {loyalty: 9}}]}")
    assert activations(state, "Jace Beleren", 2) == []
    assert refused(state, Activate(find(state, "Jace Beleren"), 2, targets=((OPPONENT,),))) == "606.6"


def test_606_4_minus_x_goes_up_to_the_loyalty() -> None:
    state = begin("""
you: {battlefield: [{card: "Jace, the Perfected Mind", counters: {loyalty: 3}}]}
""")
    minus_x = [c for c in activations(state, "Jace, the Perfected Mind", 2) if c.targets == ((OPPONENT,),)]
    assert [c.x for c in minus_x] == [0, 1, 2, 3]
    assert refused(state, replace(minus_x[0], x=4)) == "606.6"
    after = state.apply(minus_x[2])
    assert count_of(after.battlefield[minus_x[0].source].counters, "loyalty") == 1


def test_302_6_a_sick_creature_cannot_pay_tap_but_haste_and_artifacts_can() -> None:
    state = begin("""
you:
  battlefield: [{card: Plaguemaw Beast, sick: true}, {card: Throne of Geth, sick: true}, {card: Sol Ring, sick: true}]
""")
    beast = find(state, "Plaguemaw Beast")
    assert activations(state, "Plaguemaw Beast", 0) == []
    assert refused(state, Activate(beast, 0, sacrifice=(beast,))) == "602.5a"
    assert activations(state, "Throne of Geth", 0)
    assert any(isinstance(c, TapForMana) for c in state.choices())


def test_302_6_haste_lifts_summoning_sickness() -> None:
    state = begin("you: {battlefield: [{card: Plaguemaw Beast, sick: true, counters: {haste: 1}}]}")
    beast = find(state, "Plaguemaw Beast")
    assert [c.sacrifice for c in activations(state, "Plaguemaw Beast", 0)] == [(beast,)]


def test_602_5d_only_as_a_sorcery() -> None:
    state = begin("""
step: upkeep
you: {battlefield: [Birthing Pod, Grizzly Bears, Forest x2]}
""")
    pod, bears = find(state, "Birthing Pod"), find(state, "Grizzly Bears")
    assert refused(state, Activate(pod, 0, sacrifice=(bears,), payment=Payment(("life",)))) == "602.5d"


def test_601_3_an_opponents_teferi_allows_spells_only_at_sorcery_speed() -> None:
    state = begin("""
step: upkeep
you: {hand: [Lightning Bolt], battlefield: [Mountain]}
opponent: {battlefield: [{card: "Teferi, Time Raveler", counters: {loyalty: 4}}]}
""")
    assert casts(state, "Lightning Bolt") == []
    bolt = Cast(
        find(state, "Lightning Bolt"),
        targets=((OPPONENT,),),
        payment=Payment(taps=(TapForMana(find(state, "Mountain")),), spent=parse_mana("{R}")),
    )
    assert refused(state, bolt) == "601.3"


def test_sorceries_as_though_they_had_flash() -> None:
    state = begin("""
you:
  hand: [Divination, Lightning Bolt]
  battlefield: [{card: "Teferi, Time Raveler", counters: {loyalty: 4}}, Island x3, Mountain]
""")
    state = resolved(state, Activate(find(state, "Teferi, Time Raveler"), 0))
    state = state.apply(casts(state, "Lightning Bolt")[0])
    assert casts(state, "Divination")


def test_602_2_only_the_controller_activates() -> None:
    state = begin("""
you: {}
opponent: {battlefield: [Sol Ring, {card: Jace Beleren, counters: {loyalty: 3}}]}
""")
    assert refused(state, TapForMana(find(state, "Sol Ring"))) == "602.2"
    assert refused(state, Activate(find(state, "Jace Beleren"), 0)) == "602.2"
    assert list(state.choices()) == [Pass()]


# ------------------------------------------------------------------------------------------------------- modes, X, targets


def test_700_2d_the_same_mode_may_be_chosen_again_only_where_the_card_says_so() -> None:
    state = begin("""
you: {hand: [Planewide Celebration, Unbounded Potential], battlefield: [Forest x7, Plains], graveyard: [Grizzly Bears, Forest]}
""")
    celebration = casts(state, "Planewide Celebration")
    modes = {c.modes for c in celebration}
    assert (2, 2, 2, 2) in modes
    assert (0, 1, 1, 3) in modes
    assert len(modes) == 35
    potential = casts(state, "Unbounded Potential")
    assert {(c.modes, c.kicked) for c in potential} == {((0,), 0), ((1,), 0)}
    assert refused(state, replace(potential[0], modes=(1, 1))) == "700.2"


def test_700_2a_a_mode_without_a_legal_target_cannot_be_chosen() -> None:
    state = begin("you: {hand: [Planewide Celebration], battlefield: [Forest x7]}")
    assert all(1 not in c.modes for c in casts(state, "Planewide Celebration"))
    forbidden = replace(casts(state, "Planewide Celebration")[0], modes=(0, 0, 0, 1), targets=((2,),))
    assert refused(state, forbidden) == "115.1"


def test_702_42a_entwine_is_an_additional_cost_for_all_modes() -> None:
    state = begin("""
you: {hand: [Unbounded Potential], battlefield: [Plains x6, Grizzly Bears]}
""")
    entwined = [c for c in casts(state, "Unbounded Potential") if c.kicked]
    assert {(c.modes, c.targets, tapped_names(state, c.payment)) for c in entwined} == {
        ((0, 1), ((),), "6Plains"),
        ((0, 1), ((find(state, "Grizzly Bears"),),), "6Plains"),
    }
    assert refused(state, replace(entwined[0], kicked=2)) == "601.2b"
    assert refused(state, replace(entwined[0], kicked=0)) == "700.2"


def test_702_33c_multikicker_any_number_of_times() -> None:
    state = begin("you: {hand: [Everflowing Chalice], battlefield: [Island x5]}")
    assert [(c.kicked, tapped_names(state, c.payment)) for c in casts(state, "Everflowing Chalice")] == [
        (0, ""),
        (1, "2Island"),
        (2, "4Island"),
    ]
    after = resolved(state, casts(state, "Everflowing Chalice")[2])
    chalice = after.battlefield[find(after, "Everflowing Chalice")]
    assert chalice.counters == (("charge", 2),)


def test_107_3a_both_x_of_a_cost_are_the_same() -> None:
    state = begin("you: {hand: [Hangarback Walker], battlefield: [Island x5]}")
    walkers = casts(state, "Hangarback Walker")
    assert [(c.x, len(c.payment.taps)) for c in walkers] == [(0, 0), (1, 2), (2, 4)]
    bears = begin("you: {hand: [Grizzly Bears], battlefield: [Forest x2]}")
    assert refused(bears, replace(casts(bears, "Grizzly Bears")[0], x=1)) == "107.3a"


def test_702_11b_702_16b_hexproof_and_protection() -> None:
    state = begin("""
you: {hand: [Lightning Bolt], battlefield: [Mountain, "Yawgmoth, Thran Physician", Grizzly Bears, Hill Giant]}
opponent: {battlefield: [Troll Ascetic, "Yawgmoth, Thran Physician", "Hapatra, Vizier of Poisons"]}
""")
    troll = find(state, "Troll Ascetic")
    bolts = casts(state, "Lightning Bolt")
    assert troll not in {id for c in bolts for id in c.targets[0]}
    assert refused(state, replace(bolts[0], targets=((troll,),))) == "702.11b"
    yours, theirs = find(state, "Yawgmoth, Thran Physician", 1), find(state, "Yawgmoth, Thran Physician", 2)
    own = activations(state, "Yawgmoth, Thran Physician", 0)
    targets = {c.targets[0] for c in own}
    assert () in targets
    assert {state.name(id) for group in targets for id in group} == {"Grizzly Bears", "Hill Giant", "Hapatra, Vizier of Poisons"}
    assert refused(state, replace(own[0], targets=((theirs,),))) == "702.16b"
    assert refused(state, replace(own[0], targets=((yours,),))) == "702.16b"


def test_115_3_targets_of_one_group_are_different_and_115_4_any_target() -> None:
    state = begin("""
you: {hand: [Unbounded Potential, Lightning Bolt], battlefield: [Plains x2, Mountain, Grizzly Bears x2, Hill Giant, Sol Ring]}
opponent: {battlefield: [{card: Jace Beleren, counters: {loyalty: 3}}]}
""")
    bear, other, giant = find(state, "Grizzly Bears"), find(state, "Grizzly Bears", 2), find(state, "Hill Giant")
    ways = {c.targets[0] for c in casts(state, "Unbounded Potential") if c.modes == (0,)}
    assert ways == {(), (bear,), (giant,), (bear, other), (bear, giant)}
    twice = next(c for c in casts(state, "Unbounded Potential") if c.targets == ((bear, other),))
    assert refused(state, replace(twice, targets=((bear, bear),))) == "115.3"
    bolts = {c.targets[0] for c in casts(state, "Lightning Bolt")}
    assert bolts == {(YOU,), (OPPONENT,), (bear,), (giant,), (find(state, "Jace Beleren"),)}


# ------------------------------------------------------------------------------------------------------------- other costs


def test_119_4_life_is_payable_down_to_exactly_zero() -> None:
    state = begin("you: {life: 2, hand: [Gitaxian Probe, Gut Shot]}")
    assert prices(state, casts(state, "Gitaxian Probe")) == {("life", "")}
    after = state.apply(casts(state, "Gut Shot")[0])
    assert after.over or after.players[YOU].life == 0
    one = begin("you: {life: 1, hand: [Gitaxian Probe]}")
    assert casts(one, "Gitaxian Probe") == []
    probe = Cast(find(one, "Gitaxian Probe"), targets=((OPPONENT,),), payment=Payment(("life",)))
    assert refused(one, probe) == "119.4"


def test_119_4_life_for_several_symbols_adds_up() -> None:
    state = begin("""
you: {life: 3, hand: [Dismember], battlefield: [Mountain x3]}
opponent: {battlefield: [Hill Giant]}
""")
    assert casts(state, "Dismember") == []
    dismember = Cast(
        find(state, "Dismember"),
        targets=((find(state, "Hill Giant"),),),
        payment=Payment(("life", "life"), (TapForMana(find(state, "Mountain")),), parse_mana("{R}")),
    )
    assert refused(state, dismember) == "119.4"


def test_118_3_sacrifices_and_discards() -> None:
    state = begin("""
you: {life: 3, hand: [Opt, Opt, Shock], battlefield: ["Yawgmoth, Thran Physician", Grizzly Bears x2, Swamp x2]}
""")
    yawgmoth = find(state, "Yawgmoth, Thran Physician")
    bear, other = find(state, "Grizzly Bears"), find(state, "Grizzly Bears", 2)
    ways = {(c.targets[0], c.sacrifice) for c in activations(state, "Yawgmoth, Thran Physician", 0)}
    assert ways == {((), (bear,)), ((bear,), (bear,)), ((bear,), (other,))}
    wrong = Activate(yawgmoth, 0, targets=((),), sacrifice=(yawgmoth,))
    assert refused(state, wrong) == "118.3"
    assert refused(state, replace(wrong, sacrifice=())) == "118.3"
    assert refused(state, replace(wrong, sacrifice=(bear, bear))) == "118.3"
    after = state.apply(replace(wrong, sacrifice=(bear,)))
    assert after.players[YOU].life == 2
    assert bear not in after.battlefield
    discards = {c.discard for c in activations(state, "Yawgmoth, Thran Physician", 1)}
    assert {tuple(map(state.name, discard)) for discard in discards} == {("Opt",), ("Shock",)}


def test_701_21a_an_opponents_permanent_cannot_be_sacrificed() -> None:
    state = begin("""
you: {battlefield: [Throne of Geth]}
opponent: {battlefield: [Sol Ring]}
""")
    throne = find(state, "Throne of Geth")
    assert [c.sacrifice for c in activations(state, "Throne of Geth", 0)] == [(throne,)]
    assert refused(state, Activate(throne, 0, sacrifice=(find(state, "Sol Ring"),))) == "701.21a"


def test_601_2h_counters_of_any_kinds_among_several_permanents() -> None:
    state = begin("""
you:
  battlefield:
    - "Tekuthal, Inquiry Dominus"
    - {card: Grizzly Bears, count: 2, counters: {p1p1: 2}}
    - {card: Everflowing Chalice, counters: {charge: 1, oil: 1}}
    - Island
""")
    bear, other, chalice = find(state, "Grizzly Bears"), find(state, "Grizzly Bears", 2), find(state, "Everflowing Chalice")
    found = activations(state, "Tekuthal, Inquiry Dominus", 0)
    by_island = {c.remove for c in found if c.payment.taps == (TapForMana(find(state, "Island")),)}
    assert {frozenset((r.source, r.kind, r.n) for r in remove) for remove in by_island} == {
        frozenset({(bear, "p1p1", 2), (other, "p1p1", 1)}),
        frozenset({(bear, "p1p1", 2), (chalice, "charge", 1)}),
        frozenset({(bear, "p1p1", 2), (chalice, "oil", 1)}),
        frozenset({(bear, "p1p1", 1), (other, "p1p1", 1), (chalice, "charge", 1)}),
        frozenset({(bear, "p1p1", 1), (other, "p1p1", 1), (chalice, "oil", 1)}),
        frozenset({(bear, "p1p1", 1), (chalice, "charge", 1), (chalice, "oil", 1)}),
    }
    example = next(iter(found))
    assert refused(state, replace(example, remove=(Removal(bear, "p1p1", 3),))) == "118.3"
    assert refused(state, replace(example, remove=(Removal(bear, "p1p1", 2),))) == "118.3"
    tekuthal = find(state, "Tekuthal, Inquiry Dominus")
    assert refused(state, replace(example, remove=(Removal(tekuthal, "p1p1", 3),))) == "118.3"


def test_601_2g_a_counter_spent_for_mana_cannot_be_removed_as_a_cost_too() -> None:
    state = begin("""
you: {battlefield: ["Tekuthal, Inquiry Dominus", {card: Everflowing Chalice, counters: {charge: 3}}]}
""")
    chalice = find(state, "Everflowing Chalice")
    [choice] = activations(state, "Tekuthal, Inquiry Dominus", 0)
    assert choice.remove == (Removal(chalice, "charge", 3),)
    assert choice.payment == Payment(("life", "life"), (TapForMana(chalice),), parse_mana("{C}"))
    after = state.apply(choice)
    assert after.players[YOU].mana == parse_mana("{C}{C}")
    assert after.battlefield[chalice].counters == ()


def card(name: str, additional: Costs) -> CardDefinition:
    spell = Spell((Draw(),))
    return CardDefinition(name, parse_cost("{B}"), types=frozenset({"Instant"}), abilities=(spell,), additional=additional)


TREASURE = CardDefinition(
    "Treasure",
    types=frozenset({"Artifact"}),
    abilities=(Activated(Costs(tap=True, sacrifice=SacrificeCost()), (AddMana("WUBRG"),)),),
)


def begin_with(additional: Costs, life: int = 20) -> State:
    """You have a spell for {B} with an additional cost, Shock, a Swamp, a Treasure and two Grizzly Bears with a +1/+1 counter."""
    known = CardPool.bundled()
    names = ("Shock", "Swamp", "Grizzly Bears")
    pool = CardPool.of([card("Bargain", additional), TREASURE, *(known.get(name) for name in names)])
    text = f"""
you:
  life: {life}
  hand: [Bargain, Shock]
  battlefield: [Swamp, Treasure, {{card: Grizzly Bears, count: 2, counters: {{p1p1: 1}}}}]
"""
    return State.begin(parse_position(text), pool)


def test_118_8_sacrifice_as_an_additional_cost() -> None:
    state = begin_with(Costs(sacrifice=SacrificeCost(1, Filter(types=frozenset({"Artifact", "Creature"})))))
    swamp, treasure, bear = find(state, "Swamp"), find(state, "Treasure"), find(state, "Grizzly Bears")
    by_swamp, by_treasure = TapForMana(swamp), TapForMana(treasure, 0, "B")
    assert {(c.sacrifice, c.payment.taps) for c in casts(state, "Bargain")} == {
        ((treasure,), (by_swamp,)),
        ((bear,), (by_swamp,)),
        ((bear,), (by_treasure,)),
    }
    both = replace(casts(state, "Bargain")[0], sacrifice=(treasure,), payment=Payment((), (by_treasure,), parse_mana("{B}")))
    assert refused(state, both) == "701.21a"
    after = state.apply(replace(both, sacrifice=(bear,)))
    assert after.stack[-1].sacrificed == (bear,)
    assert set(after.battlefield) == {swamp, find(after, "Grizzly Bears")}


def test_118_8_discard_life_and_counters_as_additional_costs() -> None:
    state = begin_with(Costs(discard=1))
    assert {c.discard for c in casts(state, "Bargain")} == {(find(state, "Shock"),)}
    assert refused(state, replace(casts(state, "Bargain")[0], discard=(find(state, "Bargain"),))) == "701.9a"
    assert refused(state, replace(casts(state, "Bargain")[0], discard=())) == "118.3"
    for life, possible in ((2, False), (3, True)):
        state = begin_with(Costs(life=3), life)
        assert bool(casts(state, "Bargain")) == possible
    assert state.apply(casts(state, "Bargain")[0]).players[YOU].life == 0
    state = begin_with(Costs(remove=RemoveCountersCost(2, None, Filter(types=frozenset({"Creature"})))))
    bears = [id for id in state.battlefield if state.name(id) == "Grizzly Bears"]
    assert {c.remove for c in casts(state, "Bargain")} == {tuple(Removal(id, "p1p1") for id in bears)}


def test_118_8d_additional_mana_is_announced_and_paid_with_the_rest() -> None:
    state = begin_with(Costs(mana=parse_cost("{1}{R/P}")))
    assert prices(state, casts(state, "Bargain")) == {("life", "1Swamp 1Treasure")}


def test_118_3_nothing_is_sacrificed_that_the_cost_does_not_ask_for() -> None:
    state = begin_with(Costs())
    shock = casts(state, "Shock")[0]
    assert refused(state, replace(shock, sacrifice=(find(state, "Grizzly Bears"),))) == "118.3"


def test_119_4_life_as_additional_cost_and_for_a_symbol_adds_up() -> None:
    by_mana = {("R", "1Swamp 1Treasure")}
    for life, ways in ((4, by_mana), (5, by_mana | {("life", "1Swamp"), ("life", "1Treasure")})):
        state = begin_with(Costs(life=3, mana=parse_cost("{R/P}")), life)
        assert prices(state, casts(state, "Bargain")) == ways


def test_702_150a_only_symbols_of_the_mana_cost_count_as_paid_with_life() -> None:
    state = begin_with(Costs(mana=parse_cost("{R/P}")))
    by_life = next(c for c in casts(state, "Bargain") if c.payment.announced == ("life",))
    assert state.apply(by_life).stack[-1].life_symbols == 0


# -------------------------------------------------------------------------------------------------------------------- mana


@pytest.mark.parametrize(("charge", "listed"), [(3, False), (4, True)])
def test_118_3_a_counter_is_removed_only_once(charge: int, listed: bool) -> None:
    state = begin(f"""
you: {{battlefield: ["Tekuthal, Inquiry Dominus", {{card: Sphere of the Suns, counters: {{charge: {charge}}}}}]}}
""")
    assert bool(activations(state, "Tekuthal, Inquiry Dominus", 0)) == listed


def test_605_1a_a_treasure_is_a_source_of_any_colour_and_is_sacrificed_on_the_way() -> None:
    state = begin_with(Costs())
    shock = next(c for c in casts(state, "Shock") if c.targets == ((OPPONENT,),))
    treasure = find(state, "Treasure")
    assert shock.payment == Payment((), (TapForMana(treasure, 0, "R"),), parse_mana("{R}"))
    assert treasure not in state.apply(shock).battlefield


def test_305_6_605_3b_a_land_of_two_types_is_offered_once_in_a_payment_and_twice_by_itself() -> None:
    state = begin("you: {hand: [Sol Ring], battlefield: [Steam Vents]}")
    vents = find(state, "Steam Vents")
    assert len(casts(state, "Sol Ring")) == 1
    assert [c for c in state.choices() if isinstance(c, TapForMana)] == [TapForMana(vents, 0), TapForMana(vents, 1)]
    after = state.apply(TapForMana(vents, 1))
    assert after.players[YOU].mana == parse_mana("{R}")
    assert refused(after, TapForMana(vents, 1)) == "118.3"
    assert casts(after, "Sol Ring")[0].payment == Payment(spent=parse_mana("{R}"))


def test_106_4_mana_that_is_not_needed_stays_in_the_pool() -> None:
    state = begin("you: {hand: [Shock, Hex Parasite], battlefield: [Mountain, Sol Ring]}")
    assert prices(state, casts(state, "Hex Parasite")) == {("", "1Mountain"), ("", "1Sol Ring")}
    ring = next(c for c in casts(state, "Hex Parasite") if state.name(c.payment.taps[0].source) == "Sol Ring")
    assert state.apply(ring).players[YOU].mana == parse_mana("{C}")


def test_605_1a_mana_abilities_with_other_costs() -> None:
    state = begin("""
you:
  life: 3
  hand: [Shock, Gut Shot]
  battlefield: [Staff of Compleation, {card: Sphere of the Suns, counters: {charge: 1}}]
""")
    assert prices(state, casts(state, "Shock")) == {("", "1Sphere of the Suns"), ("", "1Staff of Compleation")}
    staff = next(c for c in casts(state, "Shock") if state.name(c.payment.taps[0].source) == "Staff of Compleation")
    after = state.apply(staff)
    assert after.players[YOU].life == 1
    sphere = next(c for c in casts(state, "Shock") if c is not staff and c.payment.taps[0].source != staff.payment.taps[0].source)
    after = state.apply(sphere)
    assert after.battlefield[find(after, "Sphere of the Suns")].counters == ()
    assert not any(isinstance(c, TapForMana) and after.name(c.source) == "Sphere of the Suns" for c in after.choices())
    assert prices(state, casts(state, "Gut Shot")) == {
        ("R", "1Sphere of the Suns"),
        ("R", "1Staff of Compleation"),
        ("life", ""),
    }


def test_605_3b_a_mana_ability_is_not_put_on_the_stack() -> None:
    state = begin("you: {battlefield: [Sol Ring, Hex Parasite]}")
    assert refused(state, Activate(find(state, "Sol Ring"), 0)) == "605.3b"
    assert refused(state, TapForMana(find(state, "Hex Parasite"))) == "605.1a"
    assert refused(state, TapForMana(find(state, "Sol Ring"), 1)) == "602.2"


def test_106_1b_a_source_gives_only_its_own_types() -> None:
    state = begin("you: {battlefield: [{card: Sphere of the Suns, counters: {charge: 1}}]}")
    sphere = find(state, "Sphere of the Suns")
    assert refused(state, TapForMana(sphere, 0, "C")) == "106.1b"
    assert refused(state, TapForMana(sphere, 0)) == "106.1b"
    colors = [c.color for c in state.choices() if isinstance(c, TapForMana)]
    assert "".join(colors) == "WUBRG"


def test_601_2g_a_permanent_is_tapped_for_mana_and_then_sacrificed_for_the_same_cost() -> None:
    state = begin("""
you: {battlefield: ["Mondrak, Glory Dominus", Sol Ring, Throne of Geth]}
""")
    ring, throne = find(state, "Sol Ring"), find(state, "Throne of Geth")
    [choice] = activations(state, "Mondrak, Glory Dominus", 0)
    assert set(choice.sacrifice) == {ring, throne}
    assert choice.payment == Payment(("life", "life"), (TapForMana(ring),), parse_mana("{C}"))
    after = state.apply(choice)
    assert ring not in after.battlefield
    assert after.players[YOU].mana == parse_mana("{C}")


def test_118_3_the_land_that_is_tapped_for_the_cost_gives_no_mana_for_it() -> None:
    state = begin("""
you: {battlefield: [Karn's Bastion x2, Wastes x3]}
""")
    bastion = find(state, "Karn's Bastion")
    [choice] = activations(state, "Karn's Bastion", 1)
    assert choice.source == bastion
    assert TapForMana(bastion) not in choice.payment.taps
    assert tapped_names(state, choice.payment) == "1Karn's Bastion 3Wastes"
    twice = replace(choice, payment=replace(choice.payment, taps=(*choice.payment.taps[1:], TapForMana(bastion))))
    assert refused(state, twice) == "118.3"


def test_mana_of_any_colour_under_the_lattice() -> None:
    state = begin("you: {hand: [Viral Drake], battlefield: [Mycosynth Lattice, Forest x4]}")
    assert prices(state, casts(state, "Viral Drake")) == {("", "4Forest")}


def test_601_2g_mana_abilities_only_for_costs_with_mana() -> None:
    state = begin("you: {hand: [Gitaxian Probe], battlefield: [Island]}")
    probe = next(c for c in casts(state, "Gitaxian Probe") if c.payment.announced == ("life",))
    with_tap = replace(probe, payment=replace(probe.payment, taps=(TapForMana(find(state, "Island")),)))
    assert refused(state, with_tap) == "601.2g"


def test_superfluous_taps_are_legal_though_not_listed() -> None:
    state = begin("you: {hand: [Shock], battlefield: [Mountain x2]}")
    [shock] = [c for c in casts(state, "Shock") if c.targets == ((OPPONENT,),)]
    both = tuple(TapForMana(find(state, "Mountain", k)) for k in (1, 2))
    after = state.apply(replace(shock, payment=Payment((), both, parse_mana("{R}"))))
    assert after.players[YOU].mana == parse_mana("{R}")


# ---------------------------------------------------------------------------------------------------------- interchangeable


def test_payments_with_interchangeable_sources_appear_once() -> None:
    state = begin("you: {hand: [Divination], battlefield: [Island x4, Snow-Covered Island, {card: Island, tapped: true}]}")
    assert prices(state, casts(state, "Divination")) == {("", "3Island"), ("", "2Island 1Snow-Covered Island")}


def test_a_targeted_source_is_not_like_the_others() -> None:
    state = begin("""
you: {hand: [Steady Progress], battlefield: [Staff of Compleation, {card: Wastes, count: 3}]}
""")
    destroy = activations(state, "Staff of Compleation", 0)
    assert {state.name(c.targets[0][0]) for c in destroy} == {"Staff of Compleation", "Wastes"}
    after = state.apply(next(c for c in destroy if state.name(c.targets[0][0]) == "Wastes"))
    taps = [c.source for c in after.choices() if isinstance(c, TapForMana)]
    assert len(taps) == 2


def test_a_source_that_is_targeted_or_used_in_the_same_choice_is_not_like_the_others() -> None:
    state = begin("you: {battlefield: [Hex Parasite, Wastes x2]}")
    first, second = find(state, "Wastes"), find(state, "Wastes", 2)
    found = [c for c in activations(state, "Hex Parasite", 0) if c.x == 1 and c.targets == ((first,),)]
    assert {c.payment.taps for c in found} == {(TapForMana(first),), (TapForMana(second),)}
    state = begin("you: {battlefield: [{card: Staff of Compleation, count: 2}, Wastes x4]}")
    untap = activations(state, "Staff of Compleation", 4)
    assert {c.source for c in untap} == {find(state, "Staff of Compleation")}
    assert prices(state, untap) == {("", "1Staff of Compleation 4Wastes"), ("", "2Staff of Compleation 3Wastes")}
    assert len(untap) == 3


def test_the_source_of_an_ability_is_not_like_its_twins() -> None:
    state = begin("you: {life: 2, battlefield: [{card: Hex Parasite, count: 2, counters: {p1p1: 1}}]}")
    found = activations(state, "Hex Parasite", 0)
    first, second = find(state, "Hex Parasite"), find(state, "Hex Parasite", 2)
    assert {(c.source, c.targets[0]) for c in found} == {(first, (first,)), (first, (second,))}


def test_601_2g_what_is_sacrificed_for_mana_has_no_counters_left_for_the_cost() -> None:
    """Tekuthal's {1}{U/P}{U/P} and three counters: either a Treasure pays mana or its counters are removed."""
    bundled = CardPool.bundled()
    cards = CardPool.of([TREASURE, *map(bundled.get, ("Tekuthal, Inquiry Dominus", "Island", "Darksteel Reactor"))])
    position = parse_position("""
you:
  life: 9
  battlefield:
    - "Tekuthal, Inquiry Dominus"
    - Island
    - {card: Treasure, counters: {charge: 3}}
    - {card: Darksteel Reactor, counters: {charge: 3}}
""")
    state = State.begin(position, cards)
    treasure = find(state, "Treasure")
    choices = activations(state, "Tekuthal, Inquiry Dominus", 0)
    assert {removal.source for choice in choices for removal in choice.remove} == {treasure, find(state, "Darksteel Reactor")}
    for choice in choices:
        state.apply(choice)
        if any(tap.source == treasure for tap in choice.payment.taps):
            assert all(removal.source != treasure for removal in choice.remove)
