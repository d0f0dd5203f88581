"""The limits of a search hold whatever the position is, and what it can be asked stays small."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.lazily import PORTION, REMEMBERED, lazily
from engine.line import LineError, replay
from engine.objects import Result
from engine.position import PlayerSpec, Position
from engine.state import State
from optimizer.objective import Scoring
from optimizer.search import Limits, Plan, realize, search
from tests.engine_play import side, thing

ROOT = Path(__file__).parents[1]

NAMES = [
    "Grizzly Bears", "Hill Giant", "Serra Angel", "Colossal Dreadmaw", "Runeclaw Bear", "Blastoderm", "Troll Ascetic",
    "Banehound", "Vault Skirge", "Fathom Mage",
]  # fmt: skip


def many_picks() -> PlayerSpec:
    """Twenty different things with counters."""
    mine = [thing(name, p1p1=i + 1) for i, name in enumerate(NAMES)]
    return side(["Contentious Plan", "Steady Progress"], [("Island", 8), *mine], counters={"poison": 1})


def many_lands() -> PlayerSpec:
    """Sources of mana that all differ, so that one cost can be paid in millions of ways."""
    lands = [(name, 3) for name in ("Island", "Swamp", "Forest", "Mountain", "Plains", "Steam Vents", "Wastes")]
    rocks = [thing("Sphere of the Suns", charge=i) for i in range(1, 7)] + [thing("Steam Vents", p1p1=i) for i in range(1, 7)]
    return side(["Planewide Celebration", "Hangarback Walker", "Everflowing Chalice", "Atomize"], [*lands, *rocks])


def start(you: PlayerSpec) -> tuple[State, Callable[[State], int]]:
    opponent = side(battlefield=[thing(name, p1p1=i + 3, oil=1) for i, name in enumerate(NAMES)], counters={"poison": 2})
    state = State.begin(Position(you, opponent), CardPool.bundled())
    return state, Scoring.profile("value").at(state).evaluate


@pytest.mark.parametrize("you", [many_picks(), many_lands()])
def test_the_time_limit_holds(you: PlayerSpec) -> None:
    state, score = start(you)
    searches = (
        lambda limits: search(state, score, limits=limits),
        lambda limits: realize(state, Plan(()), score, limits=limits),
    )
    for run in searches:
        before = time.monotonic()
        found = run(Limits(seconds=0.5))
        assert time.monotonic() - before < 1.5  # on a busy machine
        assert found.line is not None


def test_a_search_stops_when_it_is_told_to() -> None:
    state, score = start(many_picks())
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 50

    found = search(state, score, limits=Limits(stop=stop))
    assert not found.finished and asked == 51


def test_the_first_choices_are_there_at_once() -> None:
    state, _ = start(many_lands())
    before = time.process_time()
    assert len(list(islice(state.choices(), 5_000))) == 5_000
    assert time.process_time() - before < 3


def test_a_line_is_read_at_once_however_many_payments_there_are() -> None:
    state, _ = start(many_lands())
    cast = "1. Cast Planewide Celebration choosing proliferate x4"
    before = time.process_time()
    end = replay(state, f"{cast}, paying {{5}}{{G}}{{G}} from Forest x3, Island x3, Wastes.{' Proliferate: opponent.' * 4}").end
    assert dict(end.players[1].counters) == {"poison": 6}
    with pytest.raises(LineError) as error:
        replay(state, f"{cast}. Proliferate: opponent.")
    assert "several ways" in str(error.value)
    assert time.process_time() - before < 5


def test_a_long_list_is_worked_out_as_far_as_somebody_looks() -> None:
    made = 0

    def make():
        nonlocal made
        for i in range(10_000):
            made += 1
            yield i

    several = lazily(make)
    assert made == PORTION
    one, other = iter(several), iter(several)
    assert list(islice(one, REMEMBERED + 5)) == list(range(REMEMBERED + 5))
    assert list(islice(other, 10)) == list(range(10))
    assert list(several) == list(range(10_000)) and list(one)[-1] == 9_999
    assert lazily(lambda: iter("abc")) == ("a", "b", "c")


def test_a_long_list_survives_ctrl_c() -> None:
    calls = 0

    def make():
        nonlocal calls
        for i in range(200):
            calls += 1
            if calls == PORTION + 3:
                raise KeyboardInterrupt
            yield i

    several = lazily(make)
    with pytest.raises(KeyboardInterrupt):
        list(several)
    assert list(several) == list(range(200))


def test_a_loop_without_end_is_left_where_it_becomes_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Snake that dies of a -1/-1 counter makes two more and lets another one die."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(1_500)
    monkeypatch.setattr("sys.setrecursionlimit", lambda limit: None)
    board = [("Swamp", 3), "Hapatra, Vizier of Poisons", "Blowfly Infestation", ("Banehound", 2), "Doubling Season"]
    state = State.begin(Position(side(["Grim Affliction"], board), side()), CardPool.bundled())
    found = search(state, Scoring.profile("value").at(state).evaluate, limits=Limits(seconds=30))
    monkeypatch.undo()
    sys.setrecursionlimit(usual)
    assert not found.finished and found.line is not None


@pytest.mark.parametrize("wanted", [None, 0, 560, 570, 600, 640, 700])
def test_the_opponent_answers_before_anything_else(wanted: int | None) -> None:
    """704.5j: which Jace stays is the opponent's choice; however much is wanted, the line follows one of the answers."""
    state = State.begin(
        Position(
            side(["Tezzeret's Gambit", "Shock"], [("Island", 4), "Mountain"]),
            side(counters={"poison": 2}, battlefield=[thing("Jace Beleren", loyalty=2), thing("Jace Beleren", loyalty=5)]),
        ),
        CardPool.bundled(),
    )
    found = search(state, Scoring.profile("value").at(state).evaluate, wanted=wanted)
    assert found.finished and found.line is not None
    for choice in found.line:
        state = state.apply(choice)
    assert state.over and state.result is Result.NONE


def test_solving_leaves_ctrl_c_as_it_was() -> None:
    """A solver of OR-Tools that catches Ctrl-C itself takes away the handler of Python."""
    script = """
import os, signal
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from optimizer import suggest
hand = tuple(map(CardSpec, ["Expansion Algorithm"] * 3 + ["Surgical Extraction"]))
you = PlayerSpec(hand=hand, battlefield=(PermanentSpec("Island", count=9),), counters={"energy": 1})
suggest(Position(you, PlayerSpec(counters={"poison": 1})), time_limit=3)
try:
    os.kill(os.getpid(), signal.SIGINT)
    signal.pause()
except KeyboardInterrupt:
    print("heard")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.stdout == "heard\n", done.stderr
