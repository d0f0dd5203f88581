"""A choice with one legal answer may be left out of a line; if it is written it must be that answer."""

from __future__ import annotations

import pytest

from tests.facts import after, forbidden

CLASP = "{you: {hand: [Contagion Clasp], battlefield: [Island x2]}, opponent: {battlefield: [Hill Giant%s]}}"
TIDE = "{you: {hand: [Courage in Crisis], battlefield: [Forest x3, Inexorable Tide, Grizzly Bears]}}"


@pytest.mark.parametrize("sentence", ["", " Targeting Hill Giant.", " Contagion Clasp: targeting opponent's Hill Giant."])
def test_the_only_target(sentence: str) -> None:
    assert after(CLASP % "", f"1. Cast Contagion Clasp.{sentence}").counters("Hill Giant") == {"m1m1": 1}


def test_the_only_legal_target_that_dies_of_it() -> None:
    end = after(
        "{you: {hand: [Contagion Clasp], battlefield: [Island x2, {card: Banehound, id: dog}]}}",
        "1. Cast Contagion Clasp. Contagion Clasp: targeting dog.",
    )
    assert end.names(end.you.graveyard) == ["Banehound"]


def test_another_answer_than_the_only_one_names_the_rule() -> None:
    assert forbidden(CLASP % ", Troll Ascetic", "1. Cast Contagion Clasp. Targeting Troll Ascetic.") == "603.3d"
    nothing = "{you: {hand: [Steady Progress], battlefield: [Island x3, Sol Ring]}}"
    line = "1. Cast Steady Progress, paying {2}{U} from Island x3. Proliferate: %s."
    assert after(nothing, line % "nobody").there("Sol Ring")
    assert forbidden(nothing, line % "Sol Ring") == "608.2d"


@pytest.mark.parametrize("first", ["", " Inexorable Tide: proliferate: nobody."])
def test_a_forced_choice_does_not_stand_for_a_later_one(first: str) -> None:
    end = after(TIDE, f"1. Cast Courage in Crisis targeting Grizzly Bears.{first} Proliferate: Grizzly Bears.")
    assert end.counters("Grizzly Bears") == {"p1p1": 2}


def test_a_pick_among_alike_cards() -> None:
    position = "{you: {hand: [Experimental Augury], battlefield: [Island x2], library: [Opt, Opt, Opt]}}"
    end = after(position, "1. Cast Experimental Augury. Hand: Opt. Proliferate: nobody.")
    assert end.names(end.you.hand) == ["Opt"]


@pytest.mark.parametrize("sentence", ["Yes.", "Steam Vents: yes."])
def test_a_land_that_asks_while_it_enters(sentence: str) -> None:
    assert after("{you: {hand: [Steam Vents]}}", f"1. Play Steam Vents. {sentence}").you.life == 18
