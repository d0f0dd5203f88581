"""Lines carried out: what is filled in, what is refused and why."""

import pytest

from engine.cards import CardPool
from engine.choices import Cast, Pass
from engine.formats.yaml_position import parse_position
from engine.line import LineError, replay
from engine.objects import OPPONENT, YOU, Result, count_of
from engine.scope import scope_of
from engine.state import State

GAMBIT = "Cast Tezzeret's Gambit, paying {3} from Island x3 and 2 life for {U/P}. Proliferate: opponent."

TWO_GAMBITS = """
you:
  life: 9
  hand: [Tezzeret's Gambit, Tezzeret's Gambit]
  battlefield: [Island x6]
opponent:
  counters: {poison: 8}
"""


def begin(text):
    return State.begin(parse_position(text, "test"), CardPool.bundled())


def refused(start, text):
    with pytest.raises(LineError) as caught:
        replay(start, text)
    return caught.value


def same_both_ways(start, text):
    """Replay the text; what it is written as, and its choices, must lead to the same end."""
    played = replay(start, text)
    assert replay(start, played.text).end == played.end
    assert replay(start, played.choices).steps == played.steps
    return played


def test_the_line_of_the_readme_wins():
    played = same_both_ways(begin(TWO_GAMBITS), f"1. {GAMBIT}\n2. {GAMBIT}")
    assert played.end.result is Result.WON
    assert played.end.players[YOU].life == 5
    assert played.text == f"1. {GAMBIT}\n2. {GAMBIT}"
    step = played.steps[0]
    assert (step.action, step.card, step.targets) == ("cast", "Tezzeret's Gambit", ())
    assert (step.payment.mana, step.payment.life) == (("Island x3",), 2)
    assert step.proliferate == (("opponent",),)


def test_the_library():
    from engine import Position, replay
    from engine.formats.yaml_position import parse_position

    position = parse_position(TWO_GAMBITS, "test")
    assert isinstance(position, Position)
    played = State.begin(position, CardPool.bundled(), scope_of(position))
    assert replay(position, f"1. {GAMBIT}").end == replay(played, f"1. {GAMBIT}").end


def test_the_empty_line_does_nothing():
    start = begin(TWO_GAMBITS)
    assert replay(start, "").end == start
    assert replay(start, []).steps == ()


def test_a_choice_that_is_left_open_is_asked_for():
    error = refused(begin(TWO_GAMBITS), "1. Cast Tezzeret's Gambit, paying {3} from Island x3 and 2 life for {U/P}.")
    assert (error.step, error.rule, error.asked) == (1, "", "proliferate")
    assert error.answers == ("Proliferate: nobody.", "Proliferate: opponent.")


def test_life_is_never_paid_silently():
    error = refused(begin(TWO_GAMBITS), "1. Cast Tezzeret's Gambit. Proliferate: opponent.")
    assert error.answers == (
        "Cast Tezzeret's Gambit, paying {3}{U} from Island x4.",
        "Cast Tezzeret's Gambit, paying {3} from Island x3 and 2 life for {U/P}.",
    )


@pytest.mark.parametrize("payment", ["paying {3}{U} from Island x4", "paying {3}{U}", "paying {4}"])
def test_a_payment_may_be_written_in_part(payment):
    played = same_both_ways(begin(TWO_GAMBITS), f"1. Cast Tezzeret's Gambit, {payment}. Proliferate: opponent.")
    assert played.end.players[YOU].life == 9


@pytest.mark.parametrize("payment", ["paying 2 life for {U/P}", "paying 2 life", "paying {3}"])
def test_a_payment_with_life_may_be_written_in_part(payment):
    played = same_both_ways(begin(TWO_GAMBITS), f"1. Cast Tezzeret's Gambit, {payment}. Proliferate: opponent.")
    assert played.end.players[YOU].life == 7


def test_a_payment_that_has_one_way_is_filled_in():
    start = begin("{you: {hand: [Steady Progress], battlefield: [Island x5]}, opponent: {counters: {poison: 1}}}")
    played = same_both_ways(start, "1. Cast Steady Progress. Proliferate: opponent.")
    assert played.steps[0].text.startswith("1. Cast Steady Progress, paying {2}{U} from Island x3.")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1. Cast Tezzeret's Gambit, paying {3} from Island x2 and 2 life for {U/P}.", "118.3"),
        ("1. Cast Tezzeret's Gambit, paying {3}{U} from Island x4. 2. In response, cast Tezzeret's Gambit.", "307.1"),
        ("1. Cast Tezzeret's Gambit targeting opponent, paying {3}{U} from Island x4.", "601.2c"),
        ("1. Cast Tezzeret's Gambit, paying {3}{U} from Island x4. Proliferate: you.", "701.34a"),
        ("1. Cast Tezzeret's Gambit with X = 2, paying {3}{U} from Island x4.", "107.3a"),
    ],
)
def test_an_illegal_step_names_the_rule(text, rule):
    error = refused(begin(TWO_GAMBITS), text)
    assert error.rule == rule
    assert f"(CR {rule})" in str(error)
    assert error.step in (1, 2)


def test_a_cost_that_cannot_be_paid():
    start = begin("{you: {hand: [Steady Progress], battlefield: [Island x2]}}")
    error = refused(start, "1. Cast Steady Progress.")
    assert (error.rule, error.reason) == ("601.2h", "{2}{U} cannot be paid with the mana and life at hand")


def test_names_that_are_not_there():
    error = refused(begin(TWO_GAMBITS), "1. Cast Tezerets Gambit.")
    assert "did you mean Tezzeret's Gambit?" in str(error)
    assert not error.rule
    error = refused(begin(TWO_GAMBITS), f"1. {GAMBIT[:-10]} Vraska.")
    assert "'Vraska'" in str(error)


def test_the_game_may_be_over_before_the_line_is():
    start = begin(TWO_GAMBITS.replace("8", "9"))
    error = refused(start, f"1. {GAMBIT} 2. {GAMBIT}")
    assert (error.step, "over" in error.reason) == (2, True)


def test_what_nobody_asks_for():
    start = begin("{you: {hand: [Divination], battlefield: [Island x3]}}")
    error = refused(start, "1. Cast Divination. Proliferate: nobody.")
    assert "nothing asks for" in error.reason


TIDE = """
you:
  life: 9
  hand: [Tezzeret's Gambit, Steady Progress]
  battlefield: [Island x6, Inexorable Tide, {card: Grizzly Bears, counters: {p1p1: 1}}, Grizzly Bears]
opponent:
  counters: {poison: 4}
  battlefield: [{card: Grizzly Bears, counters: {p1p1: 1}}]
"""


def test_acting_between_two_things_that_resolve():
    text = (
        "1. Cast Tezzeret's Gambit, paying {3} from Island x3 and 2 life for {U/P}. Inexorable Tide: proliferate: opponent.\n"
        "2. In response, cast Steady Progress, paying {2}{U} from Island x3. Inexorable Tide: proliferate: opponent. "
        "Proliferate: opponent. Tezzeret's Gambit: proliferate: opponent, opponent's Grizzly Bears."
    )
    played = same_both_ways(begin(TIDE), text)
    assert played.text == text
    assert count_of(played.end.players[OPPONENT].counters, "poison") == 8


def test_a_response_may_wait_for_something_that_asks_for_nothing():
    start = begin(
        "{you: {hand: [Divination, Steady Progress], battlefield: [Island x6, Inexorable Tide]}, opponent: {counters: {}}}"
    )
    choices = []
    state = start
    for wanted in ("Divination", None, "Steady Progress"):
        options = list(state.choices())
        choice = Pass() if wanted is None else next(c for c in options if isinstance(c, Cast) and state.name(c.card) == wanted)
        choices.append(choice)
        state = state.apply(choice)
    while state.stack:
        choices.append(Pass())
        state = state.apply(Pass())
    played = replay(start, choices)
    assert "Inexorable Tide resolves." in played.steps[0].text
    assert replay(start, played.text).end == played.end == state


def test_numbers_and_sides():
    start = begin(TIDE)
    head = "1. Cast Steady Progress. Inexorable Tide: proliferate: "
    assert "#1" not in same_both_ways(start, f"{head}Grizzly Bears. Proliferate: nobody.").text
    error = refused(start, f"{head}Grizzly Bears #2. Proliferate: nobody.")
    assert error.rule == "701.34a"
    both = same_both_ways(start, f"{head}opponent's Grizzly Bears, Grizzly Bears #1. Proliferate: nobody.")
    assert "proliferate: Grizzly Bears, opponent's Grizzly Bears." in both.text


def test_labels_of_the_file():
    start = begin(
        "{you: {hand: [Steady Progress], battlefield: [Island x3, {card: Grizzly Bears, counters: {p1p1: 1}},"
        " {card: Grizzly Bears, id: Bruno, counters: {p1p1: 2}}]}}"
    )
    played = same_both_ways(start, "1. Cast Steady Progress. Proliferate: Bruno.")
    assert [p.counters for p in played.end.battlefield.values()][-2:] == [(("p1p1", 1),), (("p1p1", 3),)]
    error = refused(start, "1. Cast Steady Progress. Proliferate: Grizzly Bears.")
    assert error.answers == ("Grizzly Bears #1", "Bruno")


def test_abilities_are_named():
    start = begin(
        "you: {battlefield: [Staff of Compleation, {card: 'Vraska, Betrayal''s Sting', counters: {loyalty: 9}}, Island x5]}\n"
        "opponent: {counters: {poison: 1}}"
    )
    error = refused(start, "1. Activate Staff of Compleation.")
    assert error.answers[1] == "Activate Staff of Compleation: proliferate"
    played = same_both_ways(start, "1. Activate Staff of Compleation: proliferate. Proliferate: opponent.")
    assert played.steps[0].payment.life == 3
    assert same_both_ways(start, "1. Activate Staff of Compleation: ability 3. Proliferate: opponent.").end == played.end
    ultimate = same_both_ways(start, "1. Activate Vraska: -9 targeting opponent.")
    assert count_of(ultimate.end.players[OPPONENT].counters, "poison") == 9
    assert refused(start, "1. Activate Vraska: -7 targeting opponent.").answers == ("0", "-2", "-9")


def test_mana_from_sources_with_a_choice():
    start = begin("{you: {hand: [Shock], battlefield: [Steam Vents, Island]}}")
    played = same_both_ways(start, "1. Cast Shock targeting opponent, paying {R} from Steam Vents ({R}).")
    assert played.end.players[OPPONENT].life == 18
    assert played.steps[0].payment.mana == ("Steam Vents ({R})",)
    error = refused(start, "1. Tap Steam Vents for mana.")
    assert len(error.answers) == 2
    floating = same_both_ways(start, "1. Tap Steam Vents for {R}. 2. Cast Shock targeting opponent.")
    assert "from floating mana" in floating.text


def test_mana_left_in_the_pool():
    start = begin("{you: {hand: [Sol Ring], battlefield: [Sol Ring]}}")
    played = same_both_ways(start, "1. Cast Sol Ring, paying {1} from Sol Ring and leaving {C}.")
    assert played.text == "1. Cast Sol Ring, paying {1} from Sol Ring and leaving {C}."


def test_phases():
    start = begin("{you: {hand: [], battlefield: [{card: \"Atraxa, Praetors' Voice\"}]}, opponent: {counters: {poison: 9}}}")
    played = same_both_ways(start, "1. To main phase 2.\n2. To end step. Atraxa: proliferate: opponent.")
    assert played.end.result is Result.WON
    assert played.steps[-1].action == "phase"
    assert same_both_ways(start, "1. End the turn. Atraxa: proliferate: nobody.").end.over
    assert refused(start, "1. To the moon.").answers
    assert "combat" in refused(start, "1. Attack with Atraxa.").reason


def test_an_illegal_choice_among_choices_names_the_step():
    start = begin(TWO_GAMBITS)
    with pytest.raises(LineError) as caught:
        replay(start, [Cast(2)])
    assert (caught.value.step, bool(caught.value.rule)) == (1, True)


def test_the_colours_of_a_payment_may_be_left_open():
    start = begin("{you: {hand: [Dreadhorde Butcher], battlefield: [Blood Crypt x2]}}")
    played = replay(start, "1. Cast Dreadhorde Butcher, paying {B}{R} from Blood Crypt x2.")
    assert played.text == "1. Cast Dreadhorde Butcher, paying {B}{R} from Blood Crypt ({B}), Blood Crypt ({R})."


def test_a_permanent_spell_has_no_targets():
    error = refused(begin("{you: {hand: [Contagion Clasp], battlefield: [Island x2, Grizzly Bears]}}"),
                    "1. Cast Contagion Clasp targeting Grizzly Bears, paying {2} from Island x2.")  # fmt: skip
    assert error.rule == "601.2c" and "Contagion Clasp: targeting NAME." in error.reason
