"""What is not known in a file, the board, and the position of a game state."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from engine.cards import CardPool
from engine.formats import PositionError, to_json, write_yaml
from engine.formats.board import print_board
from engine.formats.from_state import position_of
from engine.formats.inspection import check_cards, not_understood, unsupported
from engine.formats.pzl import parse_pzl
from engine.formats.yaml_position import parse_position
from engine.position import Position
from engine.state import State

POOL = CardPool.bundled()

BOARD = """
title: A board
you:
  life: 9
  counters: {energy: 2}
  mana: "{U}"
  hand: [Divination, Shock x2, unknown]
  battlefield:
    - Island x6
    - {card: "Nicol Bolas, Planeswalker", counters: {loyalty: 5}, activated: true}
    - {card: Grizzly Bears, id: bear, counters: {p1p1: 1, m0m1: 2}, tapped: true, sick: true, damage: 1}
    - {card: Hardened Scales, attached_to: bear}
    - {card: Myr, count: 2, token: {types: [Artifact, Creature], power: 1, toughness: 1, keywords: [flying]}}
  library: []
  graveyard: [Opt]
  designations: {monarch: 1, speed: 2}
  emblems: ["[bold]An emblem"]
opponent:
  life: -2
  library: [Opt x2, Shock, Opt]
step: upkeep
land_played: true
goal: {maximize: my life}
"""


# ------------------------------------------------------------------------------------------------------- unknown things


def test_known_cards_pass() -> None:
    check_cards(parse_position(BOARD), POOL)
    check_cards(parse_position("you: {battlefield: [{card: Serra Angel, token: true}], hand: [unknown]}"), POOL)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("you:\n  hand:\n    - Sol Rign", "p.yaml:3: you.hand: unknown card Sol Rign; did you mean Sol Ring?"),
        ("you:\n  battlefield: [Island,\n    {card: Grizly Bears}]", "p.yaml:3: you.battlefield[1]: unknown card Grizly Be"),
        ("you: {}\nopponent: {library: [Xyzzy, Plugh, Opt]}", "unknown card Xyzzy (unknown cards in this file: 2)"),
        ("you: {battlefield: [unknown]}", "you.battlefield[0]: unknown card unknown"),
        ("you: {battlefield: [{card: Xyzzy, token: true}]}", "you.battlefield[0]: unknown card Xyzzy"),
    ],
)
def test_unknown_cards(text: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        check_cards(parse_position(text, "p.yaml"), POOL)
    assert message in str(caught.value)


def test_what_is_kept_without_being_understood() -> None:
    text = (
        "[metadata]\nName:N\nURL:u\nDescription:d\n[state]\nturn=1\nremovesummoningsickness=true\naiprecast=Opt\n"
        "humanhand=Opt|Set:DOM|Art:2\nhumanbattlefield=Island|FaceDown;Island|ExecuteScript:X;T:r_1_1_goblin;T:r_1_1_goblin_dance;T:c_a_treasure_sac"
    )
    assert not_understood(parse_pzl(text)) == [
        "aiprecast: Opt",
        "you.battlefield[0] Island: FaceDown",
        "you.battlefield[1] Island: ExecuteScript: X",
        "you.battlefield[3] Goblin: token script r_1_1_goblin_dance (dance)",
    ]


def test_unsupported(tmp_path: Path) -> None:
    good, odd, bad = (tmp_path / name for name in ("good.yaml", "odd.pzl", "bad.yaml"))
    good.write_text("you: {hand: [Opt], battlefield: [Island]}")
    odd.write_text("humanhand=Optt;Optt\naihand=Optt;Shock\naiprecast=Opt")
    bad.write_text("you: {lief: 3}")
    reports = unsupported([good, odd, bad], POOL)
    assert [r.supported for r in reports] == [True, False, False]
    assert reports[0].lines() == []
    assert reports[1].cards == {"Optt": ["line 1, you.hand", "line 1, you.hand", "line 2, opponent.hand"]}
    assert reports[1].lines() == [
        "unknown card Optt (line 1, you.hand x2; line 2, opponent.hand); did you mean Opt?",
        "not understood: aiprecast: Opt",
    ]
    assert reports[2].error is not None and reports[2].lines() == [f"{bad}:1: you.lief: unknown key; did you mean life?"]


# ------------------------------------------------------------------------------------------------------- the board


def drawn(position: Position, width: int = 80, **options: bool) -> str:
    out = io.StringIO()
    print_board(position, POOL, Console(file=out, width=width, highlight=False, **options))
    return out.getvalue()


def test_the_board() -> None:
    text = drawn(parse_position(BOARD))
    assert max(map(len, text.splitlines())) <= 80 and "\x1b" not in text
    for part in (
        "A board", "You  9 life, 2 energy, mana {U}, monarch, speed 2", "Opponent  -2 life", "6 x Island",
        "Nicol Bolas, Planeswalker  5 loyalty, activated this turn", "Hardened Scales  on Grizzly Bears",
        "Grizzly Bears (id bear)  1 +1/+1, 2 -0/-1, tapped", "2 x Myr  1/1 token flying",
        "4: Divination; 2 x Shock; unknown", "Graveyard     Opt", "Library       empty", "4: 2 x Opt; Shock; Opt",
        "[bold]An emblem", "Now:  your upkeep, land already played", "Goal: maximize my life",
    ):  # fmt: skip
        assert part in text, part
    order = [text.index(word) for word in ("Opponent", "You", "Creatures", "Planeswalkers", "Lands", "Others", "Hand", "Goal")]
    assert order == sorted(order)


def test_the_board_in_colour_and_small() -> None:
    assert "\x1b[" in drawn(parse_position(BOARD), force_terminal=True)
    assert max(map(len, drawn(parse_position(BOARD), width=40).splitlines())) <= 40


def test_a_board_of_unknown_cards_and_control_characters() -> None:
    raw = 'raw: {"[metadata] Description": "c\\nd"}'
    text = drawn(parse_position(f'title: "a\\e[31mb"\nyou: {{battlefield: [Xyzzy]}}\n{raw}\nturns: 3'))
    assert "Others Xyzzy" in text and "\x1b" not in text and "Note: c d" in text and "win within 3 of your turns" in text


def test_reading_and_drawing_does_not_load_the_solver_or_a_schema_library() -> None:
    code = "import sys, engine.formats.board as b; print([m for m in ('ortools', 'jsonschema') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


# ------------------------------------------------------------------------------------------------------- game states

GAME = """
title: A game
you:
  life: 9
  hand: [Divination, Shock]
  battlefield:
    - Island x3
    - {card: Mountain, tapped: true}
    - {card: Grizzly Bears, id: bear, counters: {p1p1: 1}}
    - {card: Insect, count: 2, token: {subtypes: [Insect], colors: G, power: 1, toughness: 1, keywords: [infect]}}
opponent:
  counters: {poison: 8}
  battlefield: [{card: Hill Giant, owner: you, damage: 1}]
  library: [Opt]
goal: {maximize: x}
"""


def test_the_first_state_is_the_position() -> None:
    position = parse_position(GAME)
    assert position_of(State.begin(position, POOL), position) == position


def test_end_positions_fit_the_format() -> None:
    position = parse_position(GAME)
    rng = random.Random(3)
    drawn_cards = 0
    for _ in range(15):
        state = State.begin(position, POOL)
        while state.decision is not None:
            state = state.apply(rng.choice(list(state.choices())))
            here = position_of(state, position)
            assert parse_position(write_yaml(here)) == here
        drawn_cards += sum(card.card == "unknown" for card in here.you.hand)
        assert parse_position(json.dumps(to_json(here))) == here
    assert drawn_cards


def test_library_and_stack_of_a_state() -> None:
    position = parse_position("you: {hand: [Divination], battlefield: [Island x3], library: [Opt x3]}")
    state = State.begin(position, POOL)
    cast = next(c for c in state.choices() if type(c).__name__ == "Cast")
    state = state.apply(cast)
    assert position_of(state).raw == {"stack": "Divination"}
    assert position_of(state).you.library == position.you.library
