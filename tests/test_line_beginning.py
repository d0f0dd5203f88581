"""Lines in positions that begin with something on the stack, or with something that dies at once."""

from __future__ import annotations

import pytest

from engine.choices import Pass, TapForMana
from engine.line import LineError, replay
from tests.facts import Facts, begin

DYING = """
    you: {hand: [Divination], battlefield: [Island x3, {card: Martyr for the Cause, counters: {m1m1: 2}}]}
    opponent: {counters: {poison: 1}}
"""
UPKEEP = "{step: upkeep, you: {battlefield: [Island, {card: Darksteel Reactor, counters: {charge: 1}}]}}"


def test_what_is_on_the_stack_resolves_before_the_first_step() -> None:
    start = begin(DYING)
    assert len(start.stack) == 1
    end = replay(start, "1. To main phase 1. Martyr for the Cause: proliferate: opponent.\n2. Cast Divination.").end
    assert Facts(end).counters("opponent") == {"poison": 2}
    with pytest.raises(LineError, match="Martyr for the Cause asks"):
        replay(start, "1. Cast Divination.")


def test_acting_after_it_and_in_response_to_it_are_written_differently() -> None:
    start = begin(UPKEEP)
    tap = TapForMana(2)
    first = start.apply(Pass())
    no = next(iter(first.choices()))
    after = replay(start, [Pass(), no, tap])
    response = replay(start, [tap, Pass(), no])
    assert after.text == "1. To upkeep. Darksteel Reactor: no.\n2. Tap Island for mana."
    assert response.text == "1. In response, tap Island for mana. Darksteel Reactor: no."
    assert replay(start, after.text).end == after.end
    assert replay(start, response.text).end == response.end
