"""What is divided among targets is announced with them (601.2d), with made-up cards."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, Divided, IllegalChoice, Priority, Targeted, ToDivide
from engine.mana import parse_cost
from engine.vocabulary import (
    Activated,
    CardDefinition,
    CopySpell,
    Costs,
    Destroy,
    Distribute,
    DivideDamage,
    Enters,
    Filter,
    Greatest,
    SacrificeCost,
    Spell,
    Target,
    Triggered,
)
from tests.engine_play import Game, side
from tests.test_engine_made_up import creature, sorcery

CREATURE = Filter(types=frozenset({"Creature"}))
CREATURES = Target("permanent", CREATURE, 0, 99)
VOLLEY = sorcery("Volley", DivideDamage("target", 5), targets=(CREATURES,))
BEAR, OX, WALL = creature("Bear", 2, 2), creature("Ox", 3, 4), creature("Wall", 0, 8)


def instant(name: str, *effects: object, targets: tuple[Target, ...] = ()) -> CardDefinition:
    spell = Spell(effects, targets)  # type: ignore[arg-type]
    return CardDefinition(name, parse_cost("{0}"), types=frozenset({"Instant"}), abilities=(spell,))


CARDS = CardPool.of(
    [
        VOLLEY, BEAR, OX, WALL,
        instant("Murder", Destroy("target"), targets=(Target("permanent", CREATURE),)),
        instant("Echo", CopySpell("target"), targets=(Target("spell"),)),
        creature("Giver", 1, 1, Triggered(Enters(source=True), (Distribute("target", "p1p1", 2),), (CREATURES,))),
        creature(
            "Hurler", 1, 1,
            Activated(
                Costs(sacrifice=SacrificeCost(1, CREATURE)),
                (DivideDamage("target", Greatest("power", Filter(types=frozenset({"Creature"}), controller="you"))),),
                (Target("permanent", Filter(types=frozenset({"Creature"}), controller="opponent"), 0, 99),),
            ),
        ),
    ]
)  # fmt: skip


def play(*hand: str, mine: tuple[str, ...] = (), theirs: tuple[str, ...] = ("Bear", "Ox")) -> Game:
    return Game(side(hand=hand, battlefield=mine), side(battlefield=theirs), cards=CARDS)


def cast_volley(game: Game, *names: str) -> Game:
    return game.do(Cast(game.id("Volley"), targets=(tuple(map(game.id, names)),)))


def test_601_2d_the_division_is_announced_before_anybody_can_respond() -> None:
    game = cast_volley(play("Volley"), "Bear", "Ox")
    decision = game.state.decision
    assert isinstance(decision, ToDivide) and (decision.total, decision.least, len(game.state.stack)) == (5, 1, 1)
    game.divide(Bear=1, Ox=4)
    assert isinstance(game.state.decision, Priority) and len(game.state.stack) == 1
    game.settle()
    assert (game.permanent("Bear").damage, game.there("Ox")) == (1, 0)


def test_601_2d_each_target_gets_at_least_one() -> None:
    game = cast_volley(play("Volley"), "Bear", "Ox")
    with pytest.raises(IllegalChoice) as error:
        game.divide(Ox=5)
    assert error.value.rule == "601.2d"


def test_601_2d_there_are_no_more_targets_than_there_is_to_divide() -> None:
    game = play("Volley", theirs=("Bear",) * 6)
    assert max(len(c.targets[0]) for c in game.state.choices() if isinstance(c, Cast)) == 5
    with pytest.raises(IllegalChoice) as error:
        game.do(Cast(game.id("Volley"), targets=(tuple(game.id("Bear", i) for i in range(6)),)))
    assert error.value.rule == "601.2c"


def test_601_2d_the_only_target_gets_all_without_being_asked() -> None:
    game = cast_volley(play("Volley"), "Ox")
    assert isinstance(game.state.decision, Priority) and game.state.stack[0].shares == ((5,),)


def test_608_2b_a_target_that_is_gone_gets_nothing_and_the_others_their_share() -> None:
    game = cast_volley(play("Volley", "Murder"), "Bear", "Ox").divide(Bear=3, Ox=2).cast("Murder", "Bear").settle()
    assert game.permanent("Ox").damage == 2


def test_601_2d_the_division_of_a_triggered_ability_is_announced_with_its_targets() -> None:
    game = play("Giver", mine=("Wall",), theirs=("Bear",)).cast("Giver").settle()
    game.do(Targeted(((game.id("Wall"), game.id("Bear")),)))
    assert isinstance(game.state.decision, Priority) and game.state.stack[0].shares == ((1, 1),)
    game.settle()
    assert (game.counters("Wall", "p1p1"), game.counters("Bear", "p1p1")) == (1, 1)


def test_601_2b_how_much_is_divided_is_counted_before_costs_are_paid() -> None:
    game = play(mine=("Hurler", "Ox"), theirs=("Bear", "Wall"))
    ox = game.id("Ox")
    hurl = Activate(game.id("Hurler"), 0, targets=((game.id("Bear"), game.id("Wall")),), sacrifice=(ox,))
    game.do(hurl)
    decision = game.state.decision
    assert isinstance(decision, ToDivide) and decision.total == 3
    game.divide(Bear=1, Wall=2).settle()
    assert (game.permanent("Bear").damage, game.permanent("Wall").damage) == (1, 2)


def test_707_10_a_copy_has_the_same_number_of_targets_and_the_same_division() -> None:
    game = play("Volley", "Echo", theirs=("Bear", "Ox", "Wall"))
    cast_volley(game, "Bear", "Ox").divide(Bear=1, Ox=4)
    game.do(Cast(game.id("Echo"), targets=((game.state.stack[-1].id,),))).ok()
    offered = {tuple(map(len, c.targets)) for c in game.state.choices() if isinstance(c, Targeted)}
    assert offered == {(2,)}
    game.do(Targeted(((game.id("Bear"), game.id("Wall")),)))
    assert game.state.stack[-1].shares == ((1, 4),)
    game.ok()
    assert (game.permanent("Bear").damage, game.permanent("Wall").damage) == (1, 4)


def test_510_1_who_divides_says_it_in_one_choice() -> None:
    game = cast_volley(play("Volley"), "Bear", "Ox")
    assert sum(isinstance(c, Divided) for c in game.state.choices()) == 4
