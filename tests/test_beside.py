"""What orders the search for a strategy, and the second search in a process of its own."""

from __future__ import annotations

import os
import time

import pytest

from engine.cards import CardPool
from engine.choices import Cast, Pass
from engine.formats.yaml_position import parse_position
from engine.scope import PLAYED
from engine.state import State
from optimizer import beside, leads
from optimizer.beside import Beside, Errand
from optimizer.contest import reach
from optimizer.goals import Goal
from optimizer.novelty import OLD, Novelty
from optimizer.proof import Effort, Proof

ATTACK = """
you: {hand: [Mutagenic Growth], life: 5, battlefield: [Grizzly Bears]}
opponent: {life: 4}
"""


def begun(text: str) -> State:
    return State.begin(parse_position(text, "test"), CardPool.bundled(), PLAYED)


def found(second: Beside) -> bool:
    until = time.monotonic() + 60
    while not second.has_found() and time.monotonic() < until:
        time.sleep(0.05)
    return second.has_found()


def test_the_second_process_finds_a_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "DELAY", 0.0)
    with Beside(Errand(begun(ATTACK), Goal.WIN, time.time() + 60)) as second:
        assert found(second)
    assert second.proof is not None
    assert second.proof.reached
    assert second.proof.strategy is not None


def test_a_strategy_of_the_second_process_ends_the_first_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "DELAY", 0.0)

    def lost(*given: object, **_: object) -> Proof:
        """A search that goes on until it is stopped."""
        *_, stop = given
        assert callable(stop)
        until = time.monotonic() + 60
        while not stop() and time.monotonic() < until:
            time.sleep(0.05)
        return Proof(None, effort=Effort(nodes=1_000_000))

    monkeypatch.setattr("optimizer.contest._reach", lost)
    proof = reach(Goal.WIN, begun(ATTACK), (), 60.0, workers=2)
    assert proof.reached
    assert proof.strategy is not None
    assert proof.effort.nodes > 1_000_000


@pytest.mark.skipif(os.name == "nt", reason="there the parent of an orphan stays the same")
def test_the_second_process_ends_with_the_first() -> None:
    errand = Errand(begun(ATTACK.replace("life: 4", "life: 20")), Goal.WIN, time.time() + 60, parent=0)
    assert errand.run().reached is None


def test_that_the_second_process_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "DELAY", 0.0)
    broken = Errand(None, Goal.WIN, time.time() + 60)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="the second search failed"), Beside(broken) as second:
        second._thread.join()


def test_117_1_the_patient_would_rather_not_cast_an_instant_before_combat() -> None:
    state = begun(ATTACK)
    for patient, handicap in ((False, 0), (True, leads.EARLY)):
        judged = {type(choice): n for n, choice in leads.in_order(state, state.choices(), {}, Goal.WIN, patient)}
        assert judged[Cast] == handicap
        assert judged[Pass] == 0


def test_novelty_is_of_facts_and_of_pairs_of_facts_among_what_seems_equally_far_away() -> None:
    assert OLD == (0, 1, 40)
    plain, poisoned, hurt, both = (
        begun(f"{{you: {{life: 5}}, opponent: {{life: {life}, counters: {{poison: {poison}}}}}}}")
        for life, poison in ((20, 0), (20, 1), (19, 0), (19, 1))
    )
    novelty = Novelty()
    assert [novelty.handicap(state, 5) for state in (plain, plain, poisoned, hurt, both, both)] == [0, 40, 0, 0, 1, 40]
    assert novelty.handicap(both, 4) == 0
