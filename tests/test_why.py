"""Why a line fails: the rule that it breaks, the reply that beats it, and whether something else wins against that."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.formats.yaml_position import parse_position
from engine.line import LineError
from optimizer.cli import cli
from optimizer.why import Why, why

BLOCKED = """
you: {hand: [Brute Force], battlefield: [Mountain, Serra Angel, Grizzly Bears]}
opponent: {life: 6, battlefield: [Hill Giant]}
"""
PINGED = """
you: {life: 1, battlefield: [Serra Angel]}
opponent: {life: 4, battlefield: [Goblin Fireslinger]}
"""
FORCED = """
you: {hand: ["Vraska's Fall", Shock], battlefield: [Swamp x3, Mountain, Grizzly Bears]}
opponent: {life: 2, battlefield: [Hill Giant, Grizzly Bears]}
"""


def of(board: str, line: str, seconds: float = 30) -> Why:
    return why(parse_position(board, "test"), line, time_limit=seconds)


def against(board: str, line: str) -> tuple[str, ...]:
    beaten = of(board, line).beaten
    assert beaten is not None and beaten.acted
    return beaten.against


# ------------------------------------------------------------------------------------------------------------ illegal


def test_a_broken_rule_is_told_with_its_step() -> None:
    illegal = of(BLOCKED, "1. Cast Brute Force targeting Serra Angel. 2. Attack with Hill Giant.").illegal
    assert illegal is not None
    assert (illegal.step, illegal.rule) == (2, "508.1a")


def test_what_cannot_be_read_breaks_no_rule() -> None:
    with pytest.raises(LineError, match="Black Lotus"):
        of(BLOCKED, "1. Cast Black Lotus.")


# ------------------------------------------------------------------------------------------------------------ beaten


def test_a_block_beats_a_line_that_says_nothing_of_blocks() -> None:
    found = of(BLOCKED, "1. Attack with Serra Angel, Grizzly Bears.")
    assert found.beaten is not None
    assert found.beaten.against == ("blocks with Hill Giant on Grizzly Bears",)
    assert found.otherwise is not None
    assert "Cast Brute Force targeting Serra Angel" in "\n".join(found.otherwise.rows())


def test_where_nothing_else_wins_that_is_proved() -> None:
    found = of(BLOCKED, "1. Cast Brute Force targeting Grizzly Bears. 2. Attack with Serra Angel, Grizzly Bears.")
    assert (found.otherwise, found.nothing_else) == (None, True)
    unread = BLOCKED + "raw: {precast: Opt}"
    assert not of(unread, "1. Cast Brute Force targeting Grizzly Bears. 2. Attack with Grizzly Bears.").nothing_else


def test_what_the_line_says_for_the_opponent_does_not_bind_them() -> None:
    line = "1. Attack with Serra Angel, Grizzly Bears. 2. To main phase 2. Opponent: block: nobody."
    assert against(BLOCKED, line) == ("blocks with Hill Giant on Grizzly Bears",)


def test_an_ability_of_theirs_beats_a_line() -> None:
    assert against(PINGED, "1. Attack with Serra Angel.") == ("activates Goblin Fireslinger targeting you",)


def test_a_forced_choice_beats_a_line() -> None:
    attack = "1. Cast Vraska's Fall, paying {2}{B} from Swamp x3. 2. Attack with Grizzly Bears."
    assert len(against(FORCED, attack)) == 2  # what they sacrifice, and how the other one blocks
    assert of(FORCED, attack + " 3. To main phase 2. 4. Cast Shock targeting opponent.").holds


def test_a_reply_after_which_the_line_cannot_go_on_beats_it() -> None:
    board = """
you: {hand: [Brute Force], battlefield: [Mountain, Grizzly Bears]}
opponent: {life: 5, hand: [Shock], battlefield: [Mountain]}
"""
    found = of(board, "1. Attack with Grizzly Bears. 2. To declare blockers. 3. Cast Brute Force targeting Grizzly Bears.")
    assert found.beaten is not None and found.beaten.error is not None
    assert found.beaten.against[0].startswith("casts Shock targeting Grizzly Bears")


def test_a_strategy_is_beaten_by_what_it_does_not_answer() -> None:
    line = "1. Attack with Serra Angel, Grizzly Bears.\nIf opponent blocks nobody:\n"
    assert against(BLOCKED, line) == ("blocks with Hill Giant on Grizzly Bears",)
    answered = line + "Otherwise:\n  2. Cast Brute Force targeting Serra Angel.\n"
    assert of(BLOCKED, answered).holds


# ------------------------------------------------------------------------------------------------------------ the rest


def test_a_line_that_wins_against_nobody_is_short_of_damage() -> None:
    found = of(BLOCKED, "1. Attack with Serra Angel.")
    assert found.beaten is not None and not found.beaten.acted
    assert found.beaten.end.players[1].life == 2


def test_a_line_that_wins_holds() -> None:
    found = of(BLOCKED, "1. Attack with Serra Angel. 2. To declare blockers. 3. Cast Brute Force targeting Serra Angel.")
    assert (found.holds, found.beaten, found.illegal) == (True, None, None)


def test_time_that_runs_out_leaves_it_open() -> None:
    found = of(PINGED.replace("life: 1", "life: 9"), "1. Attack with Serra Angel.", seconds=1e-6)
    assert (found.holds, found.beaten) == (False, None)


@pytest.mark.parametrize(
    ("board", "line", "options", "code", "told"),
    [
        (BLOCKED, "1. Attack with Hill Giant.", [], 0, "# The line is not legal: step 1: "),
        (BLOCKED, "", [], 0, "# The line is legal, but it does not win even if the opponent does nothing.\n"),
        (BLOCKED, "1. Attack with Serra Angel.", [], 0, "# Missing: 2 damage.\n"),
        (BLOCKED, "1. Attack with Serra Angel, Grizzly Bears.", [], 0, "# This wins against that reply:\n1. Attack with"),
        (BLOCKED.replace("6", "0"), "", [], 1, "# The line wins against every reply (1 tried).\n"),
        (PINGED, "1. Attack with Serra Angel.", [], 0, "# Nothing else wins against that reply. Proved.\n"),
        (PINGED.replace("1,", "9,"), "1. Attack with Serra Angel.", ["--time-limit", "0.000001"], 3, "and there are more"),
        (BLOCKED, "1. Cast Black Lotus.", [], 2, "nothing here is called 'Black Lotus'"),
        (BLOCKED, "1. Attack", [], 2, "step 1"),
        (BLOCKED + "goal: {maximize: my life}", "", [], 2, "lines that are to reach a goal"),
    ],
)
def test_the_command(tmp_path: Path, board: str, line: str, options: list[str], code: int, told: str) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(board)
    result = CliRunner().invoke(cli, ["why", str(file), line, *options])
    assert result.exit_code == code, result.output
    assert told in result.output
