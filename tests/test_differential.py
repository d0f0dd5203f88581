"""Positions played in two engines. What needs the other engine is left out where it or a card file is not at hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.choices import Cast, Proliferated
from engine.position import Position
from engine.state import State
from tests.differential.data import engine_for
from tests.differential.facts import Thing, Who, facts_of
from tests.differential.play import play, position_of
from tests.differential.script import Answer, answer_of, move_of
from tests.engine_play import Game, side, thing


def test_facts_of_a_state_and_what_is_otherwise() -> None:
    def state(life: int, m1m1: int) -> State:
        return Game(side(["Opt"], ["Island"], life=life), side(battlefield=[thing("Hill Giant", m1m1=m1m1)])).state

    assert facts_of(state(20, 1)).differences(facts_of(state(20, 1))) == []
    assert facts_of(state(20, 1)).differences(facts_of(state(18, 2))) == [
        "you life: 20 and 18",
        "only ours: opponent's Hill Giant (1 m1m1, 2/2) in battlefield",
        "only theirs: opponent's Hill Giant (2 m1m1, 1/1) in battlefield",
    ]


def test_moves_and_answers_name_things_not_ids() -> None:
    game = Game(side(["Volt Charge"], [("Mountain", 3)]), side(battlefield=[thing("Hill Giant", m1m1=1)]))
    cast = game.find(Cast, "Volt Charge", targets=((game.id("Hill Giant"),),))
    assert isinstance(cast, Cast)
    giant = Thing("battlefield", "Hill Giant", 1, (("m1m1", 1),), (2, 2))
    move = move_of(game.state, cast)
    assert (move.kind, move.source) == ("cast", Thing("hand", "Volt Charge", 0))
    assert Answer("targets", (giant,), optional=True) in move.answers
    decision = Game(side(["Steady Progress"], [("Island", 3)]), side(counters={"poison": 1})).cast("Steady Progress").ok()
    assert decision.state.decision is not None
    chosen = answer_of(decision.state, decision.state.decision, Proliferated(frozenset({1})))
    assert list(chosen) == [Answer("proliferate", (Who(1),))]


@pytest.mark.parametrize("seed", range(8))
def test_positions_have_no_mana_but_of_lands(seed: int) -> None:
    position = position_of(CardPool.bundled(), seed)
    assert isinstance(position, Position) and position == position_of(CardPool.bundled(), seed)
    assert not {"Sol Ring", "Everflowing Chalice", "Sphere of the Suns"} & {p.card for p in position.you.battlefield}


def test_both_engines_say_the_same() -> None:
    pytest.importorskip("phase", reason="the extra 'import' is not installed")
    if not os.environ.get("COMPLEAT_CARD_FILE"):
        pytest.skip("COMPLEAT_CARD_FILE names no file of cards")
    pool = CardPool.bundled()
    engine = engine_for(Path(os.environ["COMPLEAT_CARD_FILE"]), pool.names())
    outcomes = [play(engine, pool, seed) for seed in (0, 1, 2, 4)]
    assert [(o.seed, o.kind, o.why) for o in outcomes] == [(o.seed, "same", ()) for o in outcomes]
