"""The engine walked at random and counted: every listed choice is accepted, states are values, numbers make sense."""

from __future__ import annotations

import random

import pytest

from engine.cards import CardPool
from engine.choices import IllegalChoice, Pass, PlayLand, Priority
from engine.objects import FIRST_OBJECT, Result
from engine.state import State
from optimizer.canonical import Keys
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


@pytest.mark.parametrize("stratum", STRATA)
@pytest.mark.parametrize("seed", range(25))
def test_random_walk(stratum: str, seed: int) -> None:
    rng = random.Random(seed)
    state = State.begin(draw(POOL, stratum, seed), POOL)
    for _ in range(60):
        check(state)
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
