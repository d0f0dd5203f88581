"""Lines as they are shown: minimal, and with the first of alike things."""

import pytest

from engine.cards import CardPool
from engine.choices import Pass, Priority
from engine.formats.yaml_position import parse_position
from engine.line import replay
from engine.objects import OPPONENT, count_of
from engine.state import State
from optimizer.canonical import Keys
from optimizer.objective import Scoring
from optimizer.tidy import first_of_alike, tidy
from tests.test_line_roundtrip import random_play


def begin(text):
    return State.begin(parse_position(text, "test"), CardPool.bundled())


START = """
you:
  life: 9
  hand: [Steady Progress, Steady Progress]
  battlefield: [Island x7, {card: Grizzly Bears, counters: {p1p1: 1}}]
opponent: {counters: {poison: 1}, battlefield: [{card: Grizzly Bears, counters: {p1p1: 1}}]}
"""


def poison(state):
    return count_of(state.players[OPPONENT].counters, "poison")


def shown(start, text, worth=poison):
    played = replay(start, text)
    return replay(start, tidy(start, played.choices, worth)).text


def test_idle_steps_and_picks_are_left_out():
    text = (
        "1. Cast Steady Progress, paying {2}{U} from Island x3. Proliferate: opponent, Grizzly Bears.\n"
        "2. Cast Steady Progress, paying {2}{U} from Island x3. Proliferate: opponent's Grizzly Bears.\n"
        "3. End the turn."
    )
    assert shown(begin(START), text) == "1. Cast Steady Progress, paying {2}{U} from Island x3. Proliferate: opponent."


def test_what_is_worth_something_stays():
    text = "1. Cast Steady Progress, paying {2}{U} from Island x3. Proliferate: opponent, Grizzly Bears."


    def counters(state):
        return poison(state) + sum(count_of(p.counters, "p1p1") for p in state.battlefield.values())

    assert shown(begin(START), text, counters) == text


def test_a_line_that_is_worth_nothing_is_to_do_nothing():
    assert shown(begin(START), "1. Cast Steady Progress. Proliferate: nobody. 2. End the turn.") == ""


def test_a_choice_on_the_way_to_the_end_of_the_turn_stays():
    start = begin("you: {battlefield: [{card: \"Atraxa, Praetors' Voice\"}]}\nopponent: {counters: {poison: 1}}")
    text = "1. To end step. Atraxa: proliferate: opponent."
    assert shown(start, f"{text} 2. End the turn.") == text


def test_the_first_of_alike_things():
    start = begin(START)
    text = "1. Cast Steady Progress, paying {2}{U} from Island #2, Island #5, Island #7. Proliferate: opponent."
    choices = replay(start, text).choices
    assert "from Island x3." in replay(start, first_of_alike(start, choices)).text


@pytest.mark.parametrize("seed", range(30))
def test_what_is_shown_is_worth_as_much(seed):
    start, line, end = random_play(seed)
    while not end.over:
        choice = Pass() if isinstance(end.decision, Priority) else next(iter(end.choices()))
        line.append(choice)
        end = end.apply(choice)
    worth = Scoring.profile("value").evaluate
    keys = Keys()
    assert keys.of(replay(start, first_of_alike(start, line)).end) == keys.of(end)
    state = replay(start, tidy(start, line, worth)).end
    while not state.over:
        state = state.apply(Pass())
    assert worth(state) >= worth(end)
