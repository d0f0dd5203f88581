"""The grammar of lines: what the text of a step says, before anybody asks what it means."""

import pytest

from engine.line import LineError, parse_line
from engine.line.syntax import Paying


def only(text, names=()):
    (step,) = parse_line(text, names)
    return step


def test_a_step_with_everything():
    step = only(
        "3. Cast Planewide Celebration choosing proliferate x3, gain life with X = 2 targeting Vraska, opponent; Island, "
        "sacrificing Grizzly Bears, discarding Island x2, removing 2 oil counters from Hex Parasite, kicked 2 times, "
        "paying {3}{U} from Island x2, Steam Vents ({U}), {U} for {W/U}, 2 life for {U/P} and leaving {C}."
    )
    assert (step.number, step.response, step.verb, step.subject) == (3, False, "cast", "Planewide Celebration")
    clauses = step.clauses
    assert clauses.choosing == "proliferate x3, gain life"
    assert clauses.x == 2
    assert clauses.kicked == 2
    assert clauses.targeting == "Vraska, opponent; Island"
    assert clauses.sacrificing == "Grizzly Bears"
    assert clauses.discarding == "Island x2"
    assert clauses.removing == "2 oil counters from Hex Parasite"
    assert clauses.paying == Paying("{3}{U}", "Island x2, Steam Vents ({U})", 2, ("{U/P}",), (("{U}", "{W/U}"),), "{C}")


@pytest.mark.parametrize(
    ("text", "verb", "subject"),
    [
        ("1. Play Steam Vents.", "play", "Steam Vents"),
        ("1. Tap Island x3 for mana.", "tap", "Island x3"),
        ("1. Tap Steam Vents for {U}.", "tap", "Steam Vents"),
        ("1. Activate Vraska, Betrayal's Sting: -9 targeting opponent.", "activate", "Vraska, Betrayal's Sting: -9"),
        ("1. Activate Circle of Protection: Red: ability 2.", "activate", "Circle of Protection: Red: ability 2"),
        ("1. To main phase 2.", "phase", "main phase 2"),
        ("1. End the turn.", "end_turn", ""),
        ("1. Attack with Serra Angel, Grizzly Bears.", "attack", "Serra Angel, Grizzly Bears"),
        ("1. cast Dive Down", "cast", "Dive Down"),
        ("1. Cast Urza’s Saga.", "cast", "Urza's Saga"),
    ],
)
def test_verbs(text, verb, subject):
    step = only(text)
    assert (step.verb, step.subject) == (verb, subject)


def test_choices_follow_as_sentences():
    step = only(
        "1. Cast X. Proliferate: opponent, Vraska. Inexorable Tide: proliferate: nobody. Skinrender: targeting Serra Angel. "
        "Yes, paying {1} from Island. Kilo: no. Inexorable Tide resolves. Choosing draw."
    )
    assert [c.parts for c in step.choices] == [
        ("Proliferate", "opponent, Vraska"),
        ("Inexorable Tide", "proliferate", "nobody"),
        ("Skinrender",),
        ("Yes",),
        ("Kilo", "no"),
        ("Inexorable Tide resolves",),
        (),
    ]
    assert step.choices[2].clauses.targeting == "Serra Angel"
    assert step.choices[3].clauses.paying == Paying("{1}", "Island")
    assert step.choices[6].clauses.choosing == "draw"


def test_steps_may_stand_in_one_row_or_be_broken():
    line = parse_line("# a comment\n1. Cast A. 2. In response, cast\n   B. Proliferate: you.\n\n# more\n3. End turn.")
    assert [(s.number, s.response, s.verb, s.subject) for s in line] == [
        (1, False, "cast", "A"),
        (2, True, "cast", "B"),
        (3, False, "end_turn", ""),
    ]


def test_no_text_is_the_line_that_does_nothing():
    assert parse_line("") == parse_line(" \n# nothing\n") == ()


def test_periods_in_known_names_end_no_sentence():
    names = ["Mr. Orfeo, the Boulder", "B.O.B. (Bevy of Beebles)"]
    step = only("1. Cast Mr. Orfeo, the Boulder. B.O.B. (Bevy of Beebles): proliferate: Mr. Orfeo, the Boulder.", names)
    assert step.subject == "Mr. Orfeo, the Boulder"
    assert step.choices[0].parts == ("B.O.B. (Bevy of Beebles)", "proliferate", "Mr. Orfeo, the Boulder")


def test_words_of_the_grammar_in_known_names():
    names = ["Targeting Rocket", "Cloak and Dagger, Entwined"]
    step = only("1. Cast Targeting Rocket targeting Cloak and Dagger, Entwined.", names)
    assert (step.subject, step.clauses.targeting) == ("Targeting Rocket", "Cloak and Dagger, Entwined")


@pytest.mark.parametrize(
    ("text", "step", "said"),
    [
        ("Cast Divination.", None, "begins with its number"),
        ("1. Frobnicate Divination.", 1, "Frobnicate"),
        ("1. Cast A. 2. Cast B choosing x choosing y.", None, "'choosing' is written twice"),
        ("1. Cast Divination. 2. Cast", 2, "Cast"),
        ("1. Cast A with X = three.", 1, "three"),
        ("1. Cast A, paying.", 1, "paying"),
    ],
)
def test_errors_say_where(text, step, said):
    with pytest.raises(LineError) as caught:
        parse_line(text)
    assert caught.value.step == step
    assert said in str(caught.value)
    assert not caught.value.rule
