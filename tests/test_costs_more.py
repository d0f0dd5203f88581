"""Costs other than mana and what changes costs: counters put and paid, X counters and life, targets, zones, conditions."""

from __future__ import annotations

import pytest
import yaml

from engine.cards import CardPool
from engine.cards.notation import read_card
from engine.choices import Activate, Cast, IllegalChoice
from engine.line import LineError, replay
from tests.engine_play import Game, side, thing

CARDS = """
Druid: {cost: "{G}", type: Creature, pt: 0/2, abilities: [{cost: put a m1m1 counter on self, do: [untap: self]}]}
Cell: {cost: "{1}", type: Artifact, abilities: [{cost: pay 3 energy counters, do: [draw]}]}
Gun:
  cost: "{1}"
  type: Artifact
  abilities: [{cost: remove X charge counters from self, targets: [any], do: [deal damage: {what: target, n: X}]}]
Deluge: {cost: "{0}", type: Sorcery, additional: pay X life, spell: [gain life: {who: opponent, n: X}]}
Purge:
  cost: "{0}"
  type: Sorcery
  additional: pay 3 life for each target
  spell: {targets: [{of: permanent, filter: creature, least: 0, most: 9}], do: [destroy: target]}
Ward: {cost: "{0}", type: Creature, pt: 1/1, abilities: [targeting costs: {n: -2}, targeting costs: {n: 2, by: opponent}]}
Bolt: {cost: "{2}", type: Instant, spell: {targets: [creature], do: [destroy: target]}}
Snare:
  cost: "{2}"
  type: Instant
  abilities: [costs by targets: {target: tapped permanent, n: -2}, costs by targets: {target: artifact, n: 1}]
  spell: {targets: [permanent], do: [destroy: target]}
Quench:
  cost: "{2}"
  type: Instant
  abilities: [costs by targets: {target: creature spell, n: -1}]
  spell: {targets: [spell], do: [counter: target]}
Cycler:
  cost: "{9}"
  type: Creature
  pt: 1/1
  abilities:
    - {cost: discard self, zone: hand, do: [draw]}
    - {cost: exile self, zone: graveyard, do: [gain life: 2]}
Once: {cost: "{0}", type: Artifact, abilities: [{cost: pay 1 life, once each turn: true, do: [draw]}]}
When: {cost: "{0}", type: Artifact, abilities: [{cost: pay 1 life, if: at least 3 charge counters on self, do: [draw]}]}
Carth: {cost: "{0}", type: Creature, pt: 1/1, abilities: [loyalty costs: 1]}
"""


def pool() -> CardPool:
    bundled = CardPool.bundled()
    known = ("Solemnity", "Island", "Grizzly Bears", "Jace Beleren", "Nicol Bolas, Planeswalker")
    made = [read_card(name, entry, "test") for name, entry in yaml.safe_load(CARDS).items()]
    return CardPool.of(made + [bundled.get(name) for name in known])


def rule(game: Game, choice: Cast | Activate) -> str:
    with pytest.raises(IllegalChoice) as error:
        game.do(choice)
    return error.value.rule


def test_counters_put_as_a_cost() -> None:
    game = Game(side(battlefield=[thing("Druid", tapped=True)]), cards=pool()).activate("Druid")
    assert game.counters("Druid", "m1m1") == 1 and game.permanent("Druid").tapped
    assert not game.settle().permanent("Druid").tapped


def test_614_17b_counters_that_cannot_be_put_cannot_pay() -> None:
    game = Game(side(battlefield=["Druid", "Solemnity"]), cards=pool())
    assert not game.can(Activate) and rule(game, Activate(game.id("Druid"), 0)) == "614.17b"


def test_107_14_energy_is_paid() -> None:
    game = Game(side(battlefield=["Cell"], counters={"energy": 4}), cards=pool()).activate("Cell")
    assert dict(game.you.counters) == {"energy": 1}
    assert not game.can(Activate) and rule(game, Activate(game.id("Cell"), 0)) == "118.3"


def test_107_3_x_counters_are_removed() -> None:
    game = Game(side(battlefield=[thing("Gun", charge=3)]), cards=pool())
    assert {c.x for c in game.state.choices() if isinstance(c, Activate)} == {0, 1, 2, 3}
    assert rule(game, Activate(game.id("Gun"), 0, targets=((1,),), x=4)) == "118.3"
    assert game.activate("Gun", 0, "opponent", x=2).settle().opponent.life == 18
    assert game.counters("Gun", "charge") == 1


def test_107_3_x_life_is_paid() -> None:
    game = Game(side(hand=["Deluge"], life=4), cards=pool())
    assert {c.x for c in game.state.choices() if isinstance(c, Cast)} == {0, 1, 2, 3, 4}
    assert rule(game, Cast(game.id("Deluge"), x=5)) == "119.4"
    game.cast("Deluge", x=3).settle()
    assert (game.you.life, game.opponent.life) == (1, 23)


def test_601_2f_life_for_each_target() -> None:
    game = Game(side(hand=["Purge"], life=7), side(battlefield=[("Grizzly Bears", 3)]), pool())
    assert {len(c.targets[0]) for c in game.state.choices() if isinstance(c, Cast)} == {0, 1, 2}
    bears = tuple(game.id("Grizzly Bears", i) for i in range(3))
    assert rule(game, Cast(game.id("Purge"), targets=(bears,))) == "119.4"
    assert game.do(Cast(game.id("Purge"), targets=(bears[:2],))).settle().you.life == 1
    assert game.there("Grizzly Bears") == 1


def test_601_2f_what_targets_it_costs_more_or_less() -> None:
    game = Game(side(hand=["Bolt"], battlefield=["Ward"]), side(battlefield=["Ward", "Grizzly Bears"]), pool())
    assert [c.targets for c in game.state.choices() if isinstance(c, Cast)] == [((game.id("Ward"),),)]
    assert rule(game, Cast(game.id("Bolt"), targets=((game.id("Grizzly Bears"),),))) == "118.3"
    game = Game(side(hand=["Bolt"], battlefield=[("Island", 3)]), side(battlefield=["Ward", "Grizzly Bears"]), pool())
    assert {c.targets for c in game.state.choices() if isinstance(c, Cast)} == {((game.id("Grizzly Bears"),),)}


def test_601_2f_what_a_spell_targets_tells_its_cost() -> None:
    def targets(lands: int) -> set[str]:
        theirs = side(battlefield=[thing("Grizzly Bears", tapped=True), "Carth", "Cell"])
        game = Game(side(hand=["Snare"], battlefield=[("Island", lands)]), theirs, pool())
        found = {game.state.name(c.targets[0][0]) for c in game.state.choices() if isinstance(c, Cast)}
        for name in ("Grizzly Bears", "Carth", "Cell"):
            if name not in found:
                assert rule(game, Cast(game.id("Snare"), targets=((game.id(name),),))) == "118.3"
        return found - {"Island"}

    assert targets(0) == targets(1) == {"Grizzly Bears"}
    assert targets(2) == {"Grizzly Bears", "Carth"} and targets(3) == {"Grizzly Bears", "Carth", "Cell"}


def test_601_2f_a_line_may_leave_out_a_payment_that_the_targets_tell() -> None:
    theirs = side(battlefield=[thing("Grizzly Bears", tapped=True), "Cell", "Ward"])
    written = (("Snare", "Grizzly Bears", 0), ("Snare", "Cell", 3), ("Bolt", "Ward", 4), ("Purge", "Grizzly Bears", 0))
    for card, target, paid in written:
        game = Game(side(hand=[card], battlefield=[("Island", 4)]), theirs, pool())
        choice = replay(game.state, f"1. Cast {card} targeting {target}.").choices[0]
        assert isinstance(choice, Cast) and sum(choice.payment.spent) == paid


def test_601_2h_a_line_that_cannot_be_paid_says_what_the_targets_make_it_cost() -> None:
    game = Game(side(hand=["Bolt"], battlefield=[("Island", 3)]), side(battlefield=["Ward", "Grizzly Bears"]), pool())
    with pytest.raises(LineError) as error:
        replay(game.state, "1. Cast Bolt targeting Ward.")
    assert "{4} cannot be paid" in str(error.value)


def test_601_2f_a_spell_that_is_targeted_tells_the_cost() -> None:
    game = Game(side(hand=["Quench", "Ward"], battlefield=["Island"]), cards=pool()).cast("Ward")
    assert game.can(Cast, "Quench") and game.cast("Quench", "Ward").settle().there("Ward") == 0
    game = Game(side(hand=["Quench", "Deluge"], battlefield=["Island"]), cards=pool()).cast("Deluge", x=0)
    assert not game.can(Cast, "Quench")


def test_113_6_abilities_of_cards_in_hand_and_graveyard() -> None:
    game = Game(side(hand=["Cycler"], battlefield=["Cycler"]), cards=pool())
    assert [c.source for c in game.state.choices() if isinstance(c, Activate)] == [game.you.hand[0].id]
    game.do(Activate(game.you.hand[0].id, 0)).settle()
    assert game.names(game.you.graveyard) == ["Cycler"] and len(game.you.hand) == 1
    assert rule(game, Activate(game.you.graveyard[0].id, 0)) == "113.6"
    game.do(Activate(game.you.graveyard[0].id, 1)).settle()
    assert game.you.life == 22 and game.names(game.you.exile) == ["Cycler"]


def test_602_5b_once_each_turn_and_conditions() -> None:
    game = Game(side(battlefield=["Once", thing("When", charge=2)]), cards=pool()).activate("Once").settle()
    assert not game.can(Activate)
    assert rule(game, Activate(game.id("Once"), 0)) == rule(game, Activate(game.id("When"), 0)) == "602.5b"
    assert Game(side(battlefield=[thing("When", charge=3)]), cards=pool()).can(Activate)


def test_606_5_loyalty_costs_are_combined() -> None:
    walkers = [thing("Jace Beleren", loyalty=3), thing("Nicol Bolas, Planeswalker", loyalty=8)]
    game = Game(side(battlefield=["Carth", *walkers]), cards=pool())
    assert game.can(Activate, "Nicol Bolas, Planeswalker", ability=2)  # -9 is -8
    assert game.activate("Jace Beleren").counters("Jace Beleren", "loyalty") == 6  # +2 is +3
