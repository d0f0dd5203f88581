"""Continuous effects in their layers (611, 613) and how long they last, with made-up cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.cards import CardPool
from engine.choices import Cast
from engine.objects import YOU
from engine.scope import ONE_TURN, Scope
from tests.engine_play import Game, Spec, side, thing

CARDS = CardPool.bundled().with_file(Path(__file__).parent / "made_up_cards.yaml")


def game(
    battlefield: Sequence[Spec] = (),
    hand: Sequence[str] = (),
    theirs: Sequence[Spec] = (),
    scope: Scope = ONE_TURN,
    poison: int = 0,
) -> Game:
    counters = {"poison": poison} if poison else {}
    return Game(side(hand, battlefield), side((), theirs, counters=counters), CARDS, scope)


def size(of: Game, name: str, index: int = 0) -> tuple[int, int]:
    id = of.id(name, index)
    return of.state.power(id), of.state.toughness(id)


def words(of: Game, name: str) -> frozenset[str]:
    return of.state.keywords(of.id(name))


def test_613_4c_an_anthem_counts_for_others_only() -> None:
    it = game(["Chief", "Bear"], theirs=["Bear"])
    assert size(it, "Chief") == (2, 2) and size(it, "Bear") == (3, 3) and size(it, "Bear", 1) == (2, 2)
    assert words(it, "Bear") == {"trample"}


def test_704_5f_a_creature_dies_to_an_anthem_of_the_other_kind() -> None:
    it = game(["Flier"], ["Shrinker"]).cast("Shrinker").ok()
    assert it.there("Flier") == 0 and it.names(it.you.graveyard) == ["Flier"]


def test_613_1_ability_and_size_layers() -> None:
    it = game(["Silencer"], theirs=["Flier", thing("Bear", p1p1=1)])
    assert words(it, "Flier") == frozenset()
    assert size(it, "Bear") == (2, 2)  # base 1/1 in layer 7b, the counter in layer 7c


def test_613_1e_colors_are_set() -> None:
    it = game(["Painter", "Bear"])
    assert it.state.colors(it.id("Bear")) == {"U"}


def test_613_1d_types_are_added_before_sizes() -> None:
    it = game(["Animator", "Pricey"])
    assert it.state.types(it.id("Pricey")) == {"Artifact", "Creature"} and size(it, "Pricey") == (3, 3)


def test_613_4a_a_size_that_an_ability_defines() -> None:
    it = game(["Grower", ("Forest", 2)], ["Forest"])
    assert size(it, "Grower") == (2, 3)
    assert size(it.play("Forest"), "Grower") == (3, 4)


def test_611_3_as_long_as() -> None:
    it = game(["Night Guard"], ["Contagion Clasp"], poison=2)
    assert size(it, "Night Guard") == (1, 1)
    grown = game(["Night Guard"], poison=3)
    assert size(grown, "Night Guard") == (3, 1) and words(grown, "Night Guard") == {"flying"}


def test_611_3a_a_filter_that_asks_for_counters_is_looked_at_again() -> None:
    it = game(["Counter Lover", "Bear"], ["Blessing"])
    assert words(it, "Bear") == frozenset()
    it.cast("Blessing", "Bear").ok()
    assert words(it, "Bear") == {"flying"}


def test_611_2_lost_abilities_and_a_set_size_until_end_of_turn() -> None:
    it = game(hand=["Humble"], theirs=["Flier"], scope=Scope(turns=2)).cast("Humble", "Flier").ok()
    assert size(it, "Flier") == (0, 1) and words(it, "Flier") == frozenset()
    it.to("upkeep", 2)
    assert size(it, "Flier") == (1, 1) and words(it, "Flier") == {"flying"}


def test_a_land_becomes_a_creature_and_stays_a_land() -> None:
    it = game(["Forest"], ["Wake Up"]).cast("Wake Up", "Forest").ok()
    assert it.state.types(it.id("Forest")) == {"Land", "Creature"} and size(it, "Forest") == (4, 4)
    assert it.state.subtypes(it.id("Forest")) == {"Forest", "Elemental"}


def test_611_2a_until_your_next_turn() -> None:
    it = game(["Bear"], ["Long Growth"], scope=Scope(turns=3)).cast("Long Growth", "Bear").ok()
    it.to("main1", 2)
    assert size(it, "Bear") == (5, 5)
    it.to("upkeep", 3)
    assert size(it, "Bear") == (2, 2)


def test_611_2c_what_comes_later_is_not_affected() -> None:
    it = game(["Bear"], ["Rally", "Flier"]).cast("Rally").ok().cast("Flier").ok()
    assert size(it, "Bear") == (3, 2) and "lifelink" in words(it, "Bear")
    assert size(it, "Flier") == (1, 1) and "lifelink" not in words(it, "Flier")


def test_613_1b_control_until_end_of_turn() -> None:
    it = game(hand=["Borrow"], theirs=["Bear"], scope=Scope(turns=2)).cast("Borrow", "Bear").ok()
    assert it.permanent("Bear").controller == YOU and it.permanent("Bear").sick
    it.to("upkeep", 2)
    assert it.permanent("Bear").controller != YOU


def test_707_5_entering_as_a_copy_with_an_exception() -> None:
    it = game(["Bear"], ["Copycat"]).cast("Copycat").ok().pick("Bear")
    assert it.there("Bear") == 2
    assert it.state.types(it.id("Bear", 1)) == {"Artifact", "Creature"} and size(it, "Bear", 1) == (2, 2)
    alone = game(["Bear"], ["Copycat"]).cast("Copycat").ok().pick()
    assert alone.there("Copycat") == 0  # 0/0


def test_707_2_becoming_a_copy() -> None:
    it = game(["Flier"], ["Mirror Trick"], theirs=["Robot"])
    it.do(next(c for c in it.state.choices() if getattr(c, "targets", ()) == ((it.id("Flier"),), (it.id("Robot"),)))).ok()
    assert it.there("Robot") == 2 and it.there("Flier") == 0


def test_601_2f_spells_cost_less_for_the_turn() -> None:
    it = game([("Forest", 1)], ["Discount", "Pricey"])
    assert not it.can(Cast, "Pricey")
    it.cast("Discount").ok().cast("Pricey").ok()
    assert it.there("Pricey") == 1


def test_601_2f_a_spell_that_costs_less_for_what_you_control() -> None:
    it = game(["Sol Ring", "Crown", "Once"], ["Band Leader"]).cast("Band Leader").ok()
    assert it.there("Band Leader") == 1  # {5} less three artifacts is two, which Sol Ring gives
