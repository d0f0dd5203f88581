"""The characteristics that are kept are the ones that would be worked out now (`engine.depending`): played at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count, islice

import pytest

from engine.cards import CardPool
from engine.layers import LAYERED, Board
from engine.mana import parse_cost
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.scope import WHOLE_GAME
from engine.state import State
from engine.view import View
from engine.vocabulary import (
    Ability,
    All,
    AtLeast,
    AtMost,
    CameLately,
    CardDefinition,
    CardsIn,
    Casts,
    Condition,
    CountersAmong,
    CountersOn,
    Designated,
    Devotion,
    Different,
    Either,
    Exceeds,
    Exists,
    Filter,
    GrantAbilities,
    Greatest,
    HasAbilitiesOf,
    InCombat,
    InStep,
    LifeOf,
    LosesLife,
    Matches,
    Modify,
    NoneOf,
    Not,
    Party,
    Permanents,
    Power,
    Range,
    Scaled,
    SizeIs,
    SourceIn,
    Sum,
    ThisTurn,
    Total,
    Toughness,
    While,
    YourTurn,
)
from engine.vocabulary.inside import words_in

CREATURE = frozenset({"Creature"})
SELF, MINE = Filter(source=True), Filter(types=CREATURE, controller="you")
CREATURES = Filter(types=CREATURE)
THEIRS = Filter(types=CREATURE, controller="opponent")

FILTERS = (
    Filter(types=CREATURE, tapped=True),
    Filter(types=frozenset({"Land"}), tapped=False, controller="you"),
    Filter(types=CREATURE, keywords=frozenset({"flying"})),
    Filter(types=CREATURE, not_keywords=frozenset({"haste"}), controller="you"),
    Filter(types=CREATURE, counter="p1p1"),
    Filter(types=CREATURE, no_counter="any", other=True),
    Filter(types=CREATURE, power=Range(least=3)),
    Filter(types=CREATURE, toughness=Range(most=1), controller="opponent"),
    Filter(types=CREATURE, mana_value=Range(most=Permanents(Filter(types=frozenset({"Artifact"}))))),
    Filter(types=CREATURE, mana_value=CountersOn("poison", "opponent")),
    Filter(types=CREATURE, attacking=True),
    Filter(types=CREATURE, blocking=True),
    Filter(types=CREATURE, attacking_you=True),
    Filter(types=CREATURE, entered_this_turn=True),
    Filter(types=CREATURE, attacked_this_turn=True),
    Filter(types=CREATURE, wears="Equipment"),
    Filter(ring_bearer=True),
    Filter(types=CREATURE, any_of=(Filter(tapped=True), Filter(colors=frozenset("R")))),
    Filter(types=CREATURE, none_of=(Filter(counter="p1p1"), Filter(multicolored=True))),
    Filter(types=CREATURE, token=True),
    Filter(types=CREATURE, blocked_by_source=True),
    Filter(types=CREATURE, blocking_source=True),
    Filter(types=CREATURE, owner="opponent", controller="you"),
    Filter(types=frozenset({"Planeswalker"})),
    Filter(types=frozenset({"Artifact"}), controller="you"),
    Filter(subtypes=frozenset({"Zombie"})),
    Filter(colorless=True, types=CREATURE),
)
VALUES = (
    (LifeOf("you"), 20),
    (LifeOf("opponent"), 18),
    (CardsIn("hand"), 3),
    (CardsIn("hand", "each player"), 6),
    (CardsIn("graveyard", "each player", CREATURES), 1),
    (CardsIn("graveyard", "opponent", Filter(power=Range(least=3))), 1),
    (CardsIn("exile", "you"), 1),
    (CardsIn("library", "opponent"), 3),
    (CountersOn("p1p1"), 1),
    (CountersOn("any"), 1),
    (CountersOn("any", "attached"), 1),
    (CountersOn("poison", "opponent"), 1),
    (CountersOn("any", "attached's controller"), 1),
    (CountersAmong("p1p1", MINE), 2),
    (Power("self"), 3),
    (Power("attached"), 3),
    (Toughness("self"), 3),
    (Greatest("power", THEIRS), 4),
    (Sum("power", MINE), 8),
    (Different("color", Filter(controller="you")), 3),
    (Devotion(frozenset("R")), 3),
    (Party(), 1),
    (Permanents(CREATURES), 6),
    (ThisTurn(Casts("you")), 1),
    (ThisTurn(LosesLife("opponent")), 2),
    (Scaled(CardsIn("graveyard"), 2, 1), 4),
    (Total((CountersOn("p1p1"), LifeOf("you"))), 21),
)  # fmt: skip
STEADY = [(value, n) for value, n in VALUES if not isinstance(value, (Power, Toughness, Greatest, Sum))]
"""What says power and toughness without asking for them."""
OTHERS: tuple[Condition, ...] = (
    InCombat(), YourTurn(), Not(YourTurn()), CameLately(), Designated("monstrous"), SourceIn("battlefield"),
    InStep(("main2",)), InStep(("declare attackers", "declare blockers")), InStep(("end", "upkeep")),
    Exceeds(LifeOf("you"), LifeOf("opponent")), Exceeds(Permanents(MINE), Permanents(THEIRS)),
)  # fmt: skip


def _conditions() -> Iterator[Condition]:
    yield from OTHERS
    for filter in FILTERS:
        yield Exists(filter)
        yield NoneOf(filter)
        yield Matches("self", filter)
        yield Matches("attached", filter)
    for value, n in VALUES:
        yield AtLeast(value, n)
        yield AtMost(value, n - 1)
    yield All((YourTurn(), AtLeast(CountersOn("p1p1"), 1)))
    yield Either((InCombat(), Exists(Filter(types=CREATURE, tapped=True))))


CONDITIONS = tuple(_conditions())
CHANGES: tuple[Callable[[Filter], tuple[Ability, ...]], ...] = (
    lambda of: (Modify(filter=of, keywords=frozenset({"flying"}), power=1, toughness=1),),
    lambda of: (Modify(filter=of, types=frozenset({"Artifact"}), colors=frozenset("R")),),
    lambda of: (Modify(filter=of, lose_abilities=True, base_power=3, base_toughness=3),),
    lambda of: (Modify(filter=of, only_types=frozenset({"Artifact"}), only_subtypes=frozenset()),),
    lambda of: (Modify(filter=of, toughness=-1, subtypes=frozenset({"Zombie"}), supertypes=frozenset({"Legendary"})),),
    lambda of: (GrantAbilities(of, (While(YourTurn(), (Modify(filter=SELF, keywords=frozenset({"haste"})),)),)),),
    lambda of: (GrantAbilities(of, (While(Matches("self", FILTERS[0]), (Modify(filter=SELF, power=1),)),)),),
    lambda of: (HasAbilitiesOf(MINE), Modify(filter=of, lose_keywords=frozenset({"flying", "trample"}))),
)


def _made_up(rng: random.Random) -> CardDefinition:
    """A creature or an Equipment that changes something, most often while something holds."""
    of = rng.choice((SELF, SELF, MINE, CREATURES, THEIRS, Filter(attached=True), *FILTERS))
    abilities: tuple[Ability, ...] = rng.choice(CHANGES)(of)
    if rng.random() < 0.75:
        abilities = (While(rng.choice(CONDITIONS), abilities),)
    if rng.random() < 0.2:
        abilities += (SizeIs(*(Scaled(rng.choice(STEADY)[0], 1, 1) for _ in range(2))),)
    equipment = rng.random() < 0.3
    return CardDefinition(
        f"Hanging {rng.random()}",
        parse_cost(rng.choice(("{1}", "{R}", "{W}{B}"))),
        types=frozenset({"Artifact"}) if equipment else CREATURE,
        subtypes=("Equipment",) if equipment else (rng.choice(("Wizard", "Zombie")),),
        power=None if equipment else rng.choice((1, 2, 3)),
        toughness=None if equipment else rng.choice((1, 2, 3)),
        keywords=frozenset({"equip {0}"} if equipment else rng.sample(("flying", "haste", "monstrosity {1} 1", "echo {1}"), 1)),
        abilities=abilities,
    )


POOL = CardPool.bundled()
CONDITIONAL = [name for name in POOL.names() if any(type(word) in LAYERED for word in words_in(POOL.get(name).abilities))]
ALONE = [
    name
    for name in POOL.names()
    if "Aura" not in POOL.get(name).subtypes and POOL.get(name).types & {"Creature", "Artifact", "Enchantment", "Planeswalker"}
]


def _position(rng: random.Random, made_up: list[CardDefinition]) -> Position:
    def side() -> PlayerSpec:
        there = [card.name for card in rng.sample(made_up, 3)]
        there += [name for name in rng.sample(CONDITIONAL, 2) if name in ALONE] + rng.sample(ALONE, 2)
        hand = rng.sample(CONDITIONAL, 1) + rng.sample(POOL.names(), 3) + [rng.choice(made_up).name]
        counters = {"p1p1": rng.choice((0, 1, 3))}
        return PlayerSpec(
            life=rng.choice((5, 18, 20)), mana="{W}{W}{U}{U}{B}{B}{R}{R}{G}{G}{C}", hand=tuple(map(CardSpec, hand)),
            battlefield=(*(PermanentSpec(name, counters=counters, tapped=rng.random() < 0.2) for name in there),
                         PermanentSpec("Mountain", 2), PermanentSpec("Swamp"), PermanentSpec("Plains")),
            graveyard=tuple(map(CardSpec, rng.sample(POOL.names(), rng.choice((0, 2))))),
            library=tuple(map(CardSpec, rng.sample(POOL.names(), 3))),
        )  # fmt: skip

    return Position(side(), side(), active=rng.choice(("you", "opponent")))


KEPT = tuple(set(Board.__slots__) - {"contested", "held", "moment"})


def _compare(view: View, kept: Board) -> None:
    anew = Board(view)
    view._board = kept
    for what in KEPT:
        assert getattr(kept, what) == getattr(anew, what), what


@pytest.fixture()
def looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every few times that a board is asked for, it is compared with one that is worked out anew."""
    get, work_out, times = View.board.fget, Board.__init__, count()  # type: ignore[attr-defined]
    at_work: list[Board] = []

    def init(board: Board, view: View) -> None:
        at_work.append(board)  # it is asked for while it is being worked out
        try:
            work_out(board, view)
        finally:
            at_work.pop()

    def board(view: View) -> Board:
        kept: Board = get(view)
        if not at_work and next(times) % 13 == 0:
            _compare(view, kept)
        return kept

    monkeypatch.setattr(Board, "__init__", init)
    monkeypatch.setattr(View, "board", property(board))


def _play(rng: random.Random, state: State, moves: int) -> None:
    """At random, and the board is compared in every state."""
    for _ in range(moves):
        choices = list(islice(state.choices(), 60))
        if not choices:
            break
        state = state.apply(rng.choice((choices[0], rng.choice(choices))))  # the first one is to pass
        _compare(state, state.board)


def _with(made_up: list[CardDefinition]) -> CardPool:
    return CardPool.of([*map(POOL.get, POOL.names()), *made_up])


@pytest.mark.usefixtures("looked_at")
@pytest.mark.parametrize("seed", range(12))
def test_what_is_kept_is_what_is_worked_out_anew(seed: int) -> None:
    rng = random.Random(seed)
    made_up = [_made_up(rng) for _ in range(10)]
    _play(rng, State.begin(_position(rng, made_up), _with(made_up), WHOLE_GAME), 40)


@pytest.mark.parametrize("part", range(10))
def test_every_condition_that_nothing_else_hangs_on(part: int) -> None:
    """Where there are more, one that depends on much hides what is wrong with another."""
    rng = random.Random(part)
    for condition in CONDITIONS[part::10]:
        hanging = CardDefinition(
            "Hanging", parse_cost("{1}"), types=CREATURE, power=2, toughness=2, keywords=frozenset({"haste"}),
            abilities=(While(condition, (Modify(filter=SELF, colors=frozenset("R")),)),),
        )  # fmt: skip
        hand = ("Lightning Bolt", "Divination", "Mountain", "Courage in Crisis", "Grim Affliction", "Grizzly Bears", "Opt")
        side = PlayerSpec(
            life=20, mana="{R}{R}{U}{U}{U}{G}{G}{G}{B}{B}{B}", hand=tuple(map(CardSpec, rng.sample(hand, 5))),
            battlefield=(PermanentSpec("Hanging"), PermanentSpec("Grizzly Bears"), PermanentSpec("Mountain", 2)),
            library=tuple(map(CardSpec, hand)),
        )  # fmt: skip
        _play(rng, State.begin(Position(side, side), _with([hanging]), WHOLE_GAME), 40)
