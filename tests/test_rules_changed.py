"""Static abilities and replacement effects: entering tapped, exile instead, more damage, sizes, blocking."""

from __future__ import annotations

from engine.choices import Attacked, Blocked
from engine.vocabulary import AttacksWithDefender, BlockLimit, CannotBeBlocked, Filter
from tests.test_combat import BEAR, OX, attack_refused, block_refused, blocked, creature, fight
from tests.test_events import finish
from tests.test_objects import game, size

FLYERS = Filter(keywords=frozenset({"flying"}))


def test_614_1d_others_enter_tapped_and_the_source_not() -> None:
    it = game(["Herald"], ["Bear", "Pricey"], theirs=[]).cast("Bear").ok()
    assert it.permanent("Bear").tapped
    assert not game(hand=["Herald"]).cast("Herald").ok().permanent("Herald").tapped


def test_614_1a_exiled_instead_of_dying() -> None:
    assert game(["Wanderer"], ["Shrinker"]).cast("Shrinker").settle().names(game().you.exile) == []
    it = game(["Wanderer"], ["Shrinker"]).cast("Shrinker").settle()
    assert (it.names(it.you.exile), it.names(it.you.graveyard)) == (["Wanderer"], [])
    it = game(hand=["Wanderer", "Loss"]).cast("Loss").settle()
    assert "Wanderer" in it.names(it.you.graveyard)  # it did not die


def test_614_1a_exiled_instead_of_a_graveyard_from_anywhere() -> None:
    it = game(hand=["Bound One", "Loss"]).cast("Loss").settle()
    assert (it.names(it.you.exile), it.names(it.you.graveyard)) == (["Bound One"], ["Loss"])
    it = game(["Bound One"], ["Return It"]).cast("Return It", "Bound One").ok()
    assert it.names(it.you.hand) == ["Bound One"]


def test_614_1a_exiled_instead_of_leaving() -> None:
    it = game(["Fleeting"], ["Return It"]).cast("Return It", "Fleeting").ok()
    assert it.names(it.you.exile) == ["Fleeting"]


def test_614_1a_others_are_exiled_instead_of_dying() -> None:
    it = game(["Undertaker", "Flier"], ["Shrinker"], theirs=["Flier"]).cast("Shrinker").settle()
    assert it.names(it.opponent.exile) == ["Flier"] and it.names(it.you.graveyard) == ["Flier"]


def test_614_1a_more_damage_by_and_to_what_it_speaks_of() -> None:
    it = game(["Furnace", ("Mountain", 1)], ["Shock"]).cast("Shock", "you").ok()
    assert it.you.life == 16
    it = game(["Red Fury", "Bear", ("Mountain", 2)], ["Shock", "Shock"]).cast("Shock", "you").ok().cast("Shock", "opponent").ok()
    assert (it.you.life, it.opponent.life) == (17, 18)


def test_604_3_one_of_power_and_toughness_is_defined() -> None:
    it = game(["Half Known", "Two Halves", ("Forest", 3)])
    assert size(it, "Half Known") == (3, 4) and size(it, "Two Halves") == (3, 4)


def test_702_108b_each_instance_of_prowess_triggers() -> None:
    it = finish(game(["Monk", "Drillmaster"], ["Lesson Learned", "Census"]).cast("Lesson Learned", "Monk"))
    assert size(it, "Monk") == (3, 3)  # its own and that of the Drillmaster
    assert size(finish(it.cast("Census")), "Monk") == (6, 6)  # and the one until end of turn


def test_509_1b_blocking_only_some_creatures_or_not_some() -> None:
    bird, hawk = creature("Bird", 1, 1, "flying"), creature("Hawk", 1, 1, "flying", BlockLimit(FLYERS, only=True))
    assert block_refused(fight([BEAR], [hawk, OX]).attack("Bear"), ("Hawk", "Bear")) == "509.1b"
    assert blocked(fight([bird], [hawk]).attack("Bird"), ("Hawk", "Bird")).to("main2").opponent.life == 20
    timid = creature("Timid", 1, 1, "reach", BlockLimit(FLYERS))
    assert block_refused(fight([bird], [timid, hawk]).attack("Bird"), ("Timid", "Bird")) == "509.1b"
    assert blocked(fight([BEAR], [timid]).attack("Bear"), ("Timid", "Bear")).to("main2").opponent.life == 20


def test_509_1b_not_blocked_by_more_than_one() -> None:
    slippery = creature("Slippery", 1, 1, "", CannotBeBlocked(by_more_than=1))
    game = fight([slippery], [BEAR, OX]).attack("Slippery")
    assert block_refused(game, ("Bear", "Slippery"), ("Ox", "Slippery")) == "509.1b"
    game.to("declare_blockers")
    assert all(len(choice.blocks) < 2 for choice in game.state.choices() if isinstance(choice, Blocked))


def test_702_3b_attacking_as_though_without_defender() -> None:
    gate, wall = creature("Gate", 2, 2, "defender", AttacksWithDefender()), creature("Wall", 2, 2, "defender")
    game = fight([gate, wall], [])
    assert attack_refused(game, "Wall") == "702.3b"
    assert Attacked(((game.id("Gate"), game.id("opponent")),)) in set(game.state.choices())
