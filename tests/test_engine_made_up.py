"""Rules that the pool has no simple card for, with made-up cards: damage (120.3), several replacements, opposing triggers."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Blocked, Divided, ToOrder, ToPick, ToProliferate
from engine.mana import parse_cost
from engine.objects import Result
from engine.scope import Scope
from engine.vocabulary import (
    Activated,
    AddCounters,
    BecomesTapped,
    BoostSelf,
    CardDefinition,
    Costs,
    CountersOn,
    CountersPut,
    CreateToken,
    DealDamage,
    Destroy,
    Dies,
    Discard,
    Draw,
    Each,
    Filter,
    GainLife,
    IsDealtDamage,
    MoreCounters,
    Proliferate,
    ProliferateTwice,
    Sacrifice,
    Spell,
    Tap,
    Target,
    ThatMuch,
    Token,
    Triggered,
)
from tests.engine_play import Game, side, thing

ANY, CREATURE, CREATURES = Target("any"), Filter(types=frozenset({"Creature"})), Each(Filter(types=frozenset({"Creature"})))
SAPROLING = Token("Saproling", frozenset({"Creature"}), ("Saproling",), colors=frozenset("G"), power=1, toughness=1)


def creature(name: str, power: int, toughness: int, *abilities: object, keywords: str = "") -> CardDefinition:
    words = frozenset(filter(None, keywords.split(", ")))
    return CardDefinition(
        name, parse_cost("{0}"), types=frozenset({"Creature"}), power=power, toughness=toughness, keywords=words,
        abilities=abilities,  # type: ignore[arg-type]
    )  # fmt: skip


def sorcery(name: str, *effects: object, targets: tuple[Target, ...] = ()) -> CardDefinition:
    return CardDefinition(name, parse_cost("{0}"), types=frozenset({"Sorcery"}), abilities=(Spell(effects, targets),))  # type: ignore[arg-type]


def pinger(keywords: str, n: int = 2) -> CardDefinition:
    return creature("Pinger", 1, 1, Activated(Costs(tap=True), (DealDamage("target", n),), (ANY,)), keywords=keywords)


def pool(*cards: CardDefinition) -> CardPool:
    known = CardPool.bundled()
    return CardPool.of(
        [*cards, *(known.get(name) for name in ("Hill Giant", "Serra Angel", "Jace Beleren", "Sol Ring", "Swamp"))]
    )


def ping(keywords: str, *target: str, n: int = 2, you: dict[str, int] | None = None, **theirs: object) -> Game:
    opponent = side(**theirs)  # type: ignore[arg-type]
    game = Game(side(battlefield=["Pinger"], **(you or {})), opponent, pool(pinger(keywords, n)))  # type: ignore[arg-type]
    return game.activate("Pinger", 0, *target).ok()


def test_120_3a_and_b_damage_to_a_player() -> None:
    assert ping("", "opponent").opponent.life == 18
    game = ping("infect", "opponent")
    assert game.opponent.life == 20 and game.opponent.counters == (("poison", 2),)


def test_120_3c_damage_to_a_planeswalker() -> None:
    game = ping("infect", "Jace Beleren", battlefield=[thing("Jace Beleren", loyalty=3)])
    assert game.counters("Jace Beleren", "loyalty") == 1


@pytest.mark.parametrize("keyword", ["infect", "wither"])
def test_120_3d_damage_to_a_creature_as_counters(keyword: str) -> None:
    game = ping(keyword, "Serra Angel", battlefield=["Serra Angel"])
    assert game.permanent("Serra Angel").damage == 0
    assert game.counters("Serra Angel", "m1m1") == 2


def test_120_3f_lifelink() -> None:
    assert ping("lifelink", "opponent", you={"life": 5}).you.life == 7


def test_704_5h_deathtouch_and_702_12b_indestructible() -> None:
    assert not ping("deathtouch", "Serra Angel", battlefield=["Serra Angel"]).there("Serra Angel")
    assert ping("deathtouch", "Serra Angel", battlefield=[thing("Serra Angel", indestructible=1)]).there("Serra Angel")


def test_704_5h_deathtouch_and_infect() -> None:
    assert not ping("deathtouch, infect", "Serra Angel", battlefield=["Serra Angel"]).there("Serra Angel")


def test_704_5h_deathtouch_counts_only_until_the_next_check() -> None:
    game = ping("deathtouch", "Serra Angel", battlefield=[thing("Serra Angel", indestructible=1)])
    assert not game.permanent("Serra Angel").deathtouched


def test_damage_to_each_creature_is_dealt_at_once() -> None:
    quake = sorcery("Quake", DealDamage(CREATURES, 3))
    watcher = creature("Watcher", 1, 3, Triggered(Dies(CREATURE), (Draw(),)))
    game = Game(side(["Quake"], ["Watcher", "Hill Giant"]), side(battlefield=["Serra Angel", "Hill Giant"]), pool(quake, watcher))
    game.cast("Quake").ok()
    assert game.there("Serra Angel") == 1 and len(game.state.battlefield) == 1
    assert len(game.state.stack) == 3  # it saw both Giants and itself die (603.10a)


def test_614_5_two_replacements_make_four_proliferates() -> None:
    doubler = creature("Doubler", 1, 1, ProliferateTwice())
    once = sorcery("Once", Proliferate())
    game = Game(side(["Once"], [("Doubler", 2)]), side(counters={"poison": 1}), pool(doubler, once))
    game.cast("Once").ok()
    for _ in range(4):
        assert isinstance(game.state.decision, ToProliferate)
        game.proliferate("opponent")
    assert game.opponent.counters == (("poison", 5),) and game.state.stack == ()


def test_616_1_three_replacements_of_two_kinds() -> None:
    doubler = creature("Twice", 1, 1, MoreCounters(times=2))
    adder = creature("One more", 1, 1, MoreCounters(plus=1))
    put = sorcery("Put", AddCounters("target", "p1p1", 1), targets=(Target(),))
    game = Game(side(["Put"], ["Twice", ("One more", 2), "Hill Giant"]), cards=pool(doubler, adder, put))
    game.cast("Put", "Hill Giant").ok()
    assert isinstance(game.state.decision, ToOrder)
    results = {game.state.apply(choice).counters(game.id("Hill Giant")) for choice in game.state.choices()}
    assert results == {(("p1p1", n),) for n in (4, 5, 6)}
    assert len(list(game.state.choices())) == 3  # the two that add one are the same


def test_603_3b_the_active_players_triggers_go_on_the_stack_first() -> None:
    watcher = creature("Watcher", 1, 4, Triggered(Dies(CREATURE), (GainLife(),)))
    kill = sorcery("Kill", Destroy("target"), targets=(Target(),))
    game = Game(side(["Kill"], ["Watcher"]), side(battlefield=["Watcher", "Hill Giant"]), pool(watcher, kill))
    game.cast("Kill", "Hill Giant").ok()
    assert [thing.controller for thing in game.state.stack] == [0, 1]
    game.ok()
    assert (game.you.life, game.opponent.life) == (20, 21)


def test_701_26_becoming_tapped() -> None:
    robot = creature("Robot", 1, 1, Triggered(BecomesTapped(), (Draw(),)))
    tapping = sorcery("Tapping", Tap("target"), targets=(Target(),))
    game = Game(side(["Tapping", "Tapping"], ["Robot"]), cards=pool(robot, tapping))
    game.cast("Tapping", "Robot").ok()
    assert len(game.state.stack) == 1
    game.ok().cast("Tapping", "Robot").ok()
    assert game.state.stack == ()  # it was tapped already


def test_111_7_tokens_leave_no_card() -> None:
    make = sorcery("Make", CreateToken(SAPROLING, 2))
    kill = sorcery("Kill", Destroy(CREATURES))
    game = Game(side(["Make", "Kill"]), cards=pool(make, kill))
    game.cast("Make").ok()
    assert game.there("Saproling") == 2
    game.cast("Kill").ok()
    assert game.there("Saproling") == 0 and game.names(game.you.graveyard) == ["Kill", "Make"]


def test_613_4c_a_boost_that_reads_counters() -> None:
    grower = creature("Grower", 0, 1, BoostSelf(CountersOn("charge"), 0))
    game = Game(side(battlefield=[thing("Grower", charge=3, p1p1=1)]), cards=pool(grower))
    assert (game.state.power(game.id("Grower")), game.state.toughness(game.id("Grower"))) == (4, 2)


def test_each_player_discards_in_turn_order() -> None:
    discard = sorcery("Discard", Discard("each player"))
    game = Game(side(["Discard", "Swamp", "Sol Ring"]), side(["Swamp", "Sol Ring"]), pool(discard))
    game.cast("Discard").ok()
    assert isinstance(game.state.decision, ToPick) and game.state.decision.player == 0
    game.do(next(game.state.choices()))
    assert game.names(game.you.graveyard) == []  # all choose, then all discard at once (101.4)
    assert game.state.decision.player == 1  # type: ignore[union-attr]
    game.do(next(game.state.choices()))
    assert len(game.you.graveyard) == 2 and len(game.opponent.graveyard) == 1


def test_sacrifice_of_everything_needs_no_decision() -> None:
    edict = sorcery("Edict", Sacrifice("opponent", 2, CREATURE))
    game = Game(side(["Edict"]), side(battlefield=["Hill Giant", "Sol Ring"]), pool(edict))
    game.cast("Edict").ok()
    assert next(iter(game.state.battlefield.values())).definition.name == "Sol Ring"


def test_counters_put_on_the_source_trigger_also_as_it_enters() -> None:
    counted = CardDefinition(
        "Counted", parse_cost("{0}"), types=frozenset({"Planeswalker"}), loyalty=3,
        abilities=(Triggered(CountersPut("loyalty", source=True), (GainLife(),)),),
    )  # fmt: skip
    game = Game(side(["Counted"]), cards=pool(counted))
    game.cast("Counted").ok()
    assert len(game.state.stack) == 3  # 122.6


def test_104_4a_damage_to_both() -> None:
    both = sorcery("Both", DealDamage("each player", 5))
    game = Game(side(["Both"], life=5), side(life=4), pool(both))
    assert game.cast("Both").ok().state.result is Result.DRAW


def test_damage_of_several_sources_at_one_time_is_dealt_once() -> None:
    """A creature that two others block is dealt damage once, 2 + 2 (120.3); the third one later, by itself."""
    reckoner = creature("Reckoner", 3, 9, Triggered(IsDealtDamage(), (GainLife("you", ThatMuch()),)))
    pool = CardPool.of([reckoner, *map(CardPool.bundled().get, ("Grizzly Bears", "Shock", "Mountain"))])
    mine, theirs = side(["Shock"], ["Reckoner", "Mountain"]), side(battlefield=[("Grizzly Bears", 2)])
    game = Game(mine, theirs, pool, Scope(combat=True)).to("declare_attackers").attack("Reckoner").to("declare_blockers")
    game.do(Blocked(tuple((game.id("Grizzly Bears", i), game.id("Reckoner")) for i in range(2))))
    game.to("combat_damage").do(Divided(((game.id("Grizzly Bears"), 3),)))
    assert len(game.state.stack) == 1
    assert game.ok().you.life == 24
    assert game.cast("Shock", "Reckoner").settle().you.life == 26
