"""The engine walked at random and counted: every listed choice is accepted, states are values, numbers make sense."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from engine.cards import CardPool
from engine.choices import (
    Activate,
    Answered,
    Blocked,
    Cast,
    Choice,
    Counted,
    IllegalChoice,
    Ordered,
    Pass,
    Picked,
    PlayLand,
    Priority,
    Proliferated,
    Removal,
    TapForMana,
    Targeted,
)  # fmt: skip
from engine.objects import FIRST_OBJECT, Result
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.scope import PLAYED
from engine.state import State
from optimizer.canonical import Keys
from tests.engine_play import Game, side, thing
from tests.positions import STRATA, draw

POOL = CardPool.bundled()


def check(state: State) -> None:
    """What holds in every state of a game."""
    ids = list(state.battlefield)
    ids += [thing.id for thing in state.stack]
    for player in state.players:
        zones = (player.hand, player.library, player.graveyard, player.exile, player.command)
        ids += [card.id for zone in zones for card in zone]
        assert min(player.mana) >= 0
        assert all(n > 0 for _, n in player.counters)
    assert len(ids) == len(set(ids)) and min(ids, default=FIRST_OBJECT) >= FIRST_OBJECT
    assert all(id == permanent.id for id, permanent in state.battlefield.items())
    assert list(state.battlefield) == sorted(state.battlefield)
    for permanent in state.battlefield.values():
        assert all(n > 0 for _, n in permanent.counters)
        assert list(permanent.counters) == sorted(permanent.counters)
        assert permanent.damage >= 0
    assert state.over == (state.decision is None)
    if not state.over:
        assert state.result is Result.NONE


def cards_of(state: State) -> Counter[tuple[int, str]]:
    """How many known cards of each name each player owns, in whatever zone: none is ever lost or made."""
    found = Counter((p.owner, p.definition.name) for p in state.battlefield.values() if not p.token)
    found.update((thing.card.owner, thing.card.definition.name) for thing in state.stack if thing.card and thing.card.definition)
    for player in state.players:
        for zone in (player.hand, player.library, player.graveyard, player.exile, player.command):
            found.update((card.owner, card.definition.name) for card in zone if card.definition)
    return found


@pytest.mark.parametrize("stratum", STRATA)
@pytest.mark.parametrize("seed", range(25))
def test_random_walk(stratum: str, seed: int) -> None:
    rng = random.Random(seed)
    state = State.begin(draw(POOL, stratum, seed), POOL)
    at_first = cards_of(state)
    for _ in range(60):
        check(state)
        if state.over or isinstance(state.decision, Priority):  # else a card may be on its way from one zone to another
            assert cards_of(state) == at_first
        if state.over:
            break
        before, fingerprint = repr_of(state), hash(state)
        choices = list(state.choices())
        assert choices, state.decision
        assert len(choices) == len(set(choices))
        for choice in choices:
            once = state.apply(choice)
            again = state.apply(choice)
            assert once == again and hash(once) == hash(again) and once is not state
        assert repr_of(state) == before and hash(state) == fingerprint
        assert list(state.choices()) == choices
        state = state.apply(rng.choice(choices))
    else:
        assert not state.over


def repr_of(state: State) -> str:
    parts = (state.players, list(state.battlefield.values()), state.stack, state.agenda, state.answers, state.waiting, state.step)
    return repr(parts)


def test_what_is_not_there_cannot_be_chosen() -> None:
    state = State.begin(draw(POOL, "any", 0), POOL)
    with pytest.raises(IllegalChoice):
        state.apply(PlayLand(99_999))


def test_every_position_drawn_begins_and_ends() -> None:
    for stratum in STRATA:
        for seed in range(60):
            state = State.begin(draw(POOL, stratum, seed), POOL)
            for _ in range(50):
                if state.over:
                    break
                state = state.apply(Pass() if isinstance(state.decision, Priority) else next(iter(state.choices())))
            assert state.over


# ---------------------------------------------------------------------------------------------------------------- counts


def perft(state: State, depth: int) -> list[tuple[int, int]]:
    """For each number of decisions up to `depth`: how many different states are reached, and how many up to renaming."""
    level, keys, counts = {state}, Keys(), []
    for _ in range(depth):
        level = {after for s in level if not s.over for after in map(s.apply, s.choices())}
        counts.append((len(level), len({keys.of(s) for s in level})))
    return counts


def position(hand: str, battlefield: str, their_battlefield: str = "", *, life: int = 9, poison: int = 3) -> State:
    """Names separated by `;`, on the battlefield each with `*n` for a number and `+kind` for a counter."""

    def permanents(text: str) -> tuple[PermanentSpec, ...]:
        found = []
        for entry in filter(None, text.split(";")):
            name, _, kind = entry.partition("+")
            name, _, n = name.partition("*")
            found.append(PermanentSpec(name, count=int(n or 1), counters={kind: 1} if kind else {}))
        return tuple(found)

    you = PlayerSpec(life=life, hand=tuple(map(CardSpec, filter(None, hand.split(";")))), battlefield=permanents(battlefield))
    opponent = PlayerSpec(counters={"poison": poison}, battlefield=permanents(their_battlefield))
    return State.begin(Position(you=you, opponent=opponent), POOL)


COUNTED = {
    "one spell, paid with mana or life": position("Tezzeret's Gambit", "Island*4"),
    "colours that matter": position("Opt;Shock", "Steam Vents*2;Island;Mountain", "Grizzly Bears"),
    "triggers of a cast": position("Gut Shot", "Flux Channeler;Inexorable Tide;Grizzly Bears+p1p1;Mountain"),
    "sacrifices": position("", "Yawgmoth, Thran Physician;Martyr for the Cause;Grizzly Bears", "Hill Giant+m1m1"),
    "modes and entwine": position("Unbounded Potential", "Plains*6;Grizzly Bears;Hill Giant"),
    "X and two of a kind": position("Expansion Algorithm", "Island*4;Grizzly Bears+p1p1;Grizzly Bears+p1p1"),
    "costs that change": position("Opt;Gitaxian Probe", "Trinisphere;Goblin Electromancer;Island*4"),
}

COUNTS = {
    "one spell, paid with mana or life": [(4, 4), (11, 11), (23, 23), (33, 33), (41, 41)],
    "colours that matter": [(13, 13), (88, 88), (316, 292), (748, 628), (1233, 927)],
    "triggers of a cast": [(10, 10), (35, 35), (71, 71), (149, 149), (256, 256)],
    "sacrifices": [(9, 9), (41, 41), (93, 84), (218, 200), (352, 276)],
    "modes and entwine": [(11, 11), (36, 36), (96, 96), (167, 167), (251, 251)],
    "X and two of a kind": [(5, 5), (15, 15), (40, 40), (85, 85), (115, 115)],
    "costs that change": [(7, 7), (22, 22), (42, 42), (55, 55), (60, 60)],
}
"""For 1, 2, ... decisions: how many different states, and how many up to renaming. First figures were checked by hand."""


@pytest.mark.parametrize("title", COUNTED)
def test_counts(title: str) -> None:
    assert perft(COUNTED[title], len(COUNTS[title])) == COUNTS[title]


# ---------------------------------------------------------------------------------------------------------- what is not listed


def mutated(choice: Choice, rng: random.Random, ids: list[int]) -> Choice:
    """The choice with one part replaced by something at random."""
    if isinstance(choice, (Cast, Activate)):
        payment = choice.payment
        spent = list(payment.spent)
        spent[rng.randrange(6)] += rng.choice((-1, 1, 2))
        other = rng.sample(ids, min(len(ids), rng.randint(0, 3)))
        taps = tuple(rng.sample(payment.taps, len(payment.taps) - 1)) if payment.taps else (TapForMana(rng.choice(ids)),)
        fields: dict[str, object] = rng.choice(
            (
                {"targets": tuple((rng.choice(ids),) for _ in range(rng.randint(0, 2)))},
                {"targets": (tuple(other),)},
                {"x": rng.choice((-1, 1, 2, 9))},
                {"modes": tuple(rng.randint(-1, 3) for _ in range(rng.randint(0, 3)))},
                {"sacrifice": tuple(other)},
                {"discard": tuple(other)},
                {"remove": (Removal(rng.choice(ids), rng.choice(("loyalty", "charge", "p1p1")), rng.choice((-1, 0, 1, 3))),)},
                {"payment": replace(payment, spent=tuple(spent))},
                {"payment": replace(payment, taps=taps)},
                {"payment": replace(payment, taps=payment.taps * 2)},
                {"payment": replace(payment, life_for_mana=rng.choice((-1, 1, 2)))},
                {"payment": replace(payment, announced=(*payment.announced, "life"))},
                {"payment": replace(payment, announced=("life",) * len(payment.announced))},
                {"kicked": rng.choice((-1, 1, 5))} if isinstance(choice, Cast) else {"ability": rng.choice((-1, 0, 1, 7))},
                {"card" if isinstance(choice, Cast) else "source": rng.choice(ids)},
            )
        )
        return replace(choice, **fields)  # type: ignore[arg-type]
    if isinstance(choice, TapForMana):
        return TapForMana(rng.choice(ids), rng.choice((-1, 0, 1, 5)), rng.choice(("", "U", "C", "no colour")))
    return rng.choice(
        (
            PlayLand(rng.choice(ids)),
            Pass(),
            Proliferated(frozenset(rng.sample(ids, min(2, len(ids))))),
            Ordered(tuple(rng.randint(-1, 2) for _ in range(rng.randint(0, 3)))),
            Targeted(((rng.choice(ids),),), (rng.randint(-1, 2),)),
            Answered(True),
            Picked((rng.choice(ids), rng.choice(ids))),
            Counted((("p1p1", rng.randint(-1, 3)),)),
        )
    )


@pytest.mark.parametrize("stratum", STRATA)
@pytest.mark.parametrize("seed", range(15))
def test_what_is_not_listed_is_refused_or_legal(stratum: str, seed: int) -> None:
    """A choice put together at random is refused with a rule, or leads to a state that makes sense; nothing else is raised."""
    rng = random.Random(seed)
    state = State.begin(draw(POOL, stratum, seed), POOL)
    for _ in range(25):
        if state.over:
            break
        listed = list(islice(state.choices(), 200))
        ids = [0, 1, *state.battlefield, *(card.id for p in state.players for card in (*p.hand, *p.graveyard)), 9_999]
        for _ in range(40):
            try:
                after = state.apply(mutated(rng.choice(listed), rng, ids))
            except IllegalChoice as refused:
                assert refused.rule[0].isdigit() and refused.reason
            else:
                check(after)
        state = state.apply(rng.choice(listed))


def test_the_order_of_attackers_and_blockers_does_not_tell_states_apart() -> None:
    keys, bears = Keys(), [thing("Grizzly Bears"), thing("Grizzly Bears", p1p1=1)]

    def blocked(mine: list[PermanentSpec], theirs: list[str], which: int) -> int:
        """One of the Bears is blocked by all of these creatures."""
        game = Game(side(battlefield=mine), side(battlefield=theirs), scope=PLAYED, step="declare_attackers")
        game.attack("Grizzly Bears", "Grizzly Bears").to("declare_blockers")
        game.do(Blocked(tuple((game.id(name), game.id("Grizzly Bears", which)) for name in theirs)))
        return keys.of(game.state)

    first = blocked(bears, ["Hill Giant", "Wall of Frost"], 0)
    assert first == blocked(bears[::-1], ["Wall of Frost", "Hill Giant"], 1)
    assert first != blocked(bears, ["Hill Giant", "Wall of Frost"], 1)
