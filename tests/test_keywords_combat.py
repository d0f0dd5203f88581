"""Keyword abilities that trigger in combat (702), and events of combat that ask for company or opponents of some kind."""

from __future__ import annotations

from engine.vocabulary import (
    Attacks,
    AttacksUnblocked,
    BecomesBlocked,
    Blocks,
    Filter,
    GainLife,
    PlayerAttacks,
    Range,
    ThatMuch,
    Triggered,
)
from tests.engine_play import Game
from tests.test_combat import BEAR, GIANT, OX, blocked, creature, fight
from tests.test_objects import size

BIRD = creature("Bird", 1, 1, "flying, reach")


def test_702_45a_bushido_when_it_blocks_and_when_it_is_blocked() -> None:
    samurai = creature("Samurai", 1, 1, "bushido 2")
    game = blocked(fight([samurai], [OX]).attack("Samurai"), ("Ox", "Samurai")).settle()
    assert size(game, "Samurai") == (3, 3)
    game = blocked(fight([OX], [samurai]).attack("Ox"), ("Samurai", "Ox")).settle()
    assert size(game, "Samurai") == (3, 3)


def test_702_25a_flanking_weakens_blockers_without_flanking() -> None:
    knight, other = creature("Knight", 2, 2, "flanking"), creature("Other", 2, 4, "flanking")
    game = blocked(fight([knight], [OX, other]).attack("Knight"), ("Ox", "Knight"), ("Other", "Knight")).settle()
    assert size(game, "Ox") == (1, 3) and size(game, "Other") == (2, 4)


def test_702_23a_rampage_counts_blockers_beyond_the_first() -> None:
    brute = creature("Brute", 3, 3, "rampage 2")
    game = blocked(fight([brute], [OX, BEAR]).attack("Brute"), ("Ox", "Brute"), ("Bear", "Brute")).settle()
    assert size(game, "Brute") == (5, 5)
    assert size(blocked(fight([brute], [OX]).attack("Brute"), ("Ox", "Brute")).settle(), "Brute") == (3, 3)


def test_702_91a_battle_cry_is_for_each_other_attacker() -> None:
    game = fight([creature("Crier", 1, 1, "battle cry"), BEAR, OX], []).attack("Crier", "Bear").settle()
    assert [size(game, name) for name in ("Crier", "Bear", "Ox")] == [(1, 1), (3, 2), (2, 4)]


def test_702_130a_afflict() -> None:
    game = blocked(fight([creature("Fiend", 1, 1, "afflict 3")], [OX]).attack("Fiend"), ("Ox", "Fiend")).settle()
    assert game.opponent.life == 17


def test_702_86a_annihilator() -> None:
    game = fight([creature("Horror", 5, 5, "annihilator 2")], [OX, BEAR]).attack("Horror").settle()
    assert game.there("Ox") + game.there("Bear") == 0


def test_702_134a_mentor_only_for_a_weaker_attacker() -> None:
    game = fight([creature("Teacher", 3, 3, "mentor"), BEAR, GIANT], []).attack("Teacher", "Bear", "Giant").settle()
    assert (game.counters("Bear", "p1p1"), game.counters("Giant", "p1p1")) == (1, 0)
    game = fight([creature("Teacher", 2, 2, "mentor"), BEAR], []).attack("Teacher", "Bear").settle()
    assert game.counters("Bear", "p1p1") == 0


def test_702_149a_training_with_a_stronger_attacker_at_its_side() -> None:
    pupil = creature("Pupil", 2, 2, "training")
    assert fight([pupil, BEAR], []).attack("Pupil", "Bear").settle().counters("Pupil", "p1p1") == 0
    assert fight([pupil, GIANT], []).attack("Pupil", "Giant").settle().counters("Pupil", "p1p1") == 1


def test_702_147a_decayed_cannot_block_and_is_sacrificed_at_end_of_combat() -> None:
    zombie = creature("Zombie", 2, 2, "decayed")
    game = fight([zombie], []).attack("Zombie").settle().to("end_combat").settle()
    assert (game.there("Zombie"), game.opponent.life) == (0, 18)
    assert fight([BEAR], [zombie]).attack("Bear").to("main2").opponent.life == 18


def _gain(game: Game) -> int:
    return int(game.you.life) - 20


def test_508_3a_attacking_with_so_many_others() -> None:
    captain = creature("Captain", 1, 1, "", Triggered(Attacks(others=2), (GainLife("you", 1),)))
    assert _gain(fight([captain, BEAR, OX], []).attack("Captain", "Bear", "Ox").settle()) == 1
    assert _gain(fight([captain, BEAR, OX], []).attack("Captain", "Bear").settle()) == 0


def test_509_3d_becoming_blocked_by_creatures_of_some_kind() -> None:
    flyers = Filter(keywords=frozenset({"flying"}))
    prey = creature("Prey", 1, 9, "", Triggered(BecomesBlocked(each=True, by=flyers), (GainLife("you", 1),)))
    game = fight([prey], [OX, BIRD, creature("Crow", 1, 1, "flying")]).attack("Prey")
    assert _gain(blocked(game, ("Ox", "Prey"), ("Bird", "Prey"), ("Crow", "Prey")).settle()) == 2


def test_509_3b_blocking_a_creature_of_some_kind() -> None:
    flyers = Filter(keywords=frozenset({"flying"}))
    archer = creature("Archer", 1, 9, "reach", Triggered(Blocks(each=True, what=flyers), (GainLife("you", 1),)))
    assert blocked(fight([BIRD], [archer]).attack("Bird"), ("Archer", "Bird")).settle().opponent.life == 21
    assert blocked(fight([BEAR], [archer]).attack("Bear"), ("Archer", "Bear")).settle().opponent.life == 20


def test_509_3g_attacking_without_being_blocked() -> None:
    sneak = creature("Sneak", 1, 1, "", Triggered(AttacksUnblocked(), (GainLife("you", 1),)))
    assert _gain(fight([sneak], []).attack("Sneak").to("declare_blockers").settle()) == 1
    assert _gain(blocked(fight([sneak], [OX]).attack("Sneak"), ("Ox", "Sneak")).settle()) == 0


def test_508_3d_a_player_attacks_with_so_many_creatures_of_some_kind() -> None:
    event = PlayerAttacks(least=2, filter=Filter(power=Range(least=2)))
    leader = creature("Leader", 1, 1, "", Triggered(event, (GainLife("you", ThatMuch()),)))
    assert _gain(fight([leader, BEAR, OX], []).attack("Leader", "Bear", "Ox").settle()) == 2
    assert _gain(fight([leader, BEAR], []).attack("Leader", "Bear").settle()) == 0


def test_508_3a_attacking_you_or_a_planeswalker_you_control() -> None:
    wall = creature("Wall", 0, 9, "", Triggered(Attacks(Filter(types=frozenset({"Creature"})), at="you"), (GainLife("you", 1),)))
    assert fight([BEAR], [wall]).attack("Bear").settle().opponent.life == 21
