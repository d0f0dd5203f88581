"""Positions in which attackers have been declared (508, 509)."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Pass, Priority, ToBlock
from engine.formats import PositionError, write_yaml
from engine.formats.from_state import position_of
from engine.formats.pzl import parse_pzl
from engine.formats.pzl_writing import write_pzl
from engine.formats.yaml_position import parse_position
from engine.objects import OPPONENT, YOU, Result, Step
from engine.scope import PLAYED
from engine.state import State
from optimizer import solve

THEIR_ATTACK = """
active: opponent
step: {step}
turns: 1
goal: survive
you: {{life: 2, battlefield: [Grizzly Bears]}}
opponent: {{life: 20, battlefield: [{{card: Grizzly Bears, attacking: you, tapped: true}}]}}
"""


def begun(text: str) -> State:
    return State.begin(parse_position(text, "test"), CardPool.bundled(), PLAYED)


def test_508_2_the_active_player_has_priority_after_attackers_are_declared() -> None:
    state = begun(THEIR_ATTACK.format(step="declare_attackers"))
    assert state.step is Step.DECLARE_ATTACKERS
    assert isinstance(state.decision, Priority)
    assert state.decision.player == OPPONENT
    assert state.combat is not None
    assert [attack.at for attack in state.combat.attacks] == [YOU]
    state = state.apply(Pass()).apply(Pass())
    assert isinstance(state.decision, ToBlock)


def test_509_1_in_the_step_for_blockers_blocks_come_first() -> None:
    assert isinstance(begun(THEIR_ATTACK.format(step="declare_blockers")).decision, ToBlock)


@pytest.mark.parametrize("step", ["declare_attackers", "declare_blockers"])
def test_who_blocks_survives(step: str) -> None:
    answer = solve(parse_position(THEIR_ATTACK.format(step=step), "test"), time_limit=30, workers=1)
    assert answer.proved
    assert answer.goal_reached


@pytest.mark.parametrize("step", ["declare_attackers", "declare_blockers"])
def test_who_cannot_block_does_not(step: str) -> None:
    text = THEIR_ATTACK.format(step=step).replace("battlefield: [Grizzly Bears]", "battlefield: []", 1)
    answer = solve(parse_position(text, "test"), time_limit=30, workers=1)
    assert answer.proved
    assert not answer.goal_reached


def test_your_own_attack_goes_on() -> None:
    text = """
step: declare_attackers
you: {hand: [Mutagenic Growth], life: 9, battlefield: [{card: Grizzly Bears, attacking: opponent, tapped: true}]}
opponent: {life: 4}
"""
    answer = solve(parse_position(text, "test"), time_limit=30, workers=1)
    assert answer.proved
    assert answer.best is not None
    assert answer.best.result is Result.WON
    short = solve(parse_position(text.replace("life: 4", "life: 5"), "test"), time_limit=30, workers=1)
    assert short.proved
    assert not short.goal_reached


def test_a_planeswalker_is_attacked() -> None:
    state = begun("""
active: opponent
step: declare_attackers
you: {life: 2, battlefield: [{card: "Nicol Bolas, Planeswalker", id: bolas, counters: {loyalty: 2}}]}
opponent: {life: 20, battlefield: [{card: Grizzly Bears, attacking: bolas, tapped: true}]}
""")
    while not state.over and state.step is not Step.MAIN2:
        state = state.apply(Pass() if isinstance(state.decision, Priority) else next(iter(state.choices())))
    assert state.players[YOU].life == 2
    assert [p.definition.name for p in state.battlefield.values()] == ["Grizzly Bears"]


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("step: declare_attackers", "step: main2", "in the step main2 a position cannot say what attacks"),
        ("active: opponent", "active: you", "only creatures of the active player, you, attack"),
        ("attacking: you", "attacking: opponent", "opponent cannot be attacked"),
        ("attacking: you", "attacking: own, id: own", "own cannot be attacked"),
    ],
)
def test_508_1_what_cannot_attack_is_told(before: str, after: str, complaint: str) -> None:
    text = THEIR_ATTACK.format(step="declare_attackers").replace(before, after)
    with pytest.raises(PositionError, match=complaint):
        begun(text)


def test_the_position_of_a_state_says_what_attacks() -> None:
    position = parse_position(THEIR_ATTACK.format(step="declare_attackers"), "test")
    again = position_of(State.begin(position, CardPool.bundled(), PLAYED), position)
    assert again.opponent.battlefield[0].attacking == "you"
    assert "attacking: you" in write_yaml(again)


def test_forges_files_say_it() -> None:
    text = """[state]
activeplayer=ai
activephase=COMBAT_DECLARE_BLOCKERS
humanlife=2
humanbattlefield=Grizzly Bears
aibattlefield=Grizzly Bears|Tapped|Attacking
"""
    position = parse_pzl(text)
    assert position.opponent.battlefield[0].attacking == "you"
    assert not position.opponent.battlefield[0].raw
    assert parse_pzl(write_pzl(position)).opponent == position.opponent
    later = parse_pzl(text.replace("COMBAT_DECLARE_BLOCKERS", "MAIN2"))
    assert later.opponent.battlefield[0].raw == {"Attacking": ""}
