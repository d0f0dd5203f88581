"""Why a line fails: the rule that it breaks, the reply that beats it, and whether something else wins against that."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.formats.yaml_position import parse_position
from engine.line import LineError
from optimizer.cli import cli
from optimizer.why import Why, why
from tests.test_cli import ENVIRONMENT, validator

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
    assert "Cast Brute Force targeting Serra Angel" in "\n".join(found.otherwise.branching.rows())


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


# ------------------------------------------------------------------------------------------------------------ as JSON


def as_json(tmp_path: Path, board: str, line: str, *options: str) -> tuple[dict[str, Any], int]:
    """The object that `why --json` prints, checked against its schema, and the exit code."""
    file = tmp_path / "position.yaml"
    file.write_text(board)
    result = CliRunner().invoke(cli, ["why", str(file), line, "--json", *options])
    told = json.loads(result.stdout)
    validator("why.schema.json").validate(told)
    return told, result.exit_code


def test_a_broken_rule_as_json(tmp_path: Path) -> None:
    told, code = as_json(tmp_path, BLOCKED, "1. Attack with Hill Giant.")
    assert (told["holds"], told["beaten"], code) == (False, None, 0)
    assert (told["illegal"]["step"], told["illegal"]["rule"]) == (1, "508.1a")


def test_a_reply_that_beats_a_line_as_json(tmp_path: Path) -> None:
    told, code = as_json(tmp_path, BLOCKED, "1. Attack with Serra Angel, Grizzly Bears.")
    assert (told["goal"], told["holds"], told["illegal"], told["nothing_else"], code) == ("win", False, None, False, 0)
    beaten = told["beaten"]
    assert beaten["against"] == ["blocks with Hill Giant on Grizzly Bears"]
    assert (beaten["acted"], beaten["error"], beaten["result"], beaten["final"]["opponent"]["life"]) == (True, None, "none", 2)
    assert told["otherwise"]["line"][0]["action"] == "attack"
    assert told["otherwise"]["result"] == "won"


def test_that_nothing_else_wins_as_json(tmp_path: Path) -> None:
    told, _ = as_json(tmp_path, PINGED, "1. Attack with Serra Angel.")
    assert (told["otherwise"], told["nothing_else"]) == (None, True)


def test_a_line_that_holds_as_json(tmp_path: Path) -> None:
    told, code = as_json(tmp_path, BLOCKED.replace("6", "0"), "")
    assert (told["holds"], told["replies_checked"], code) == (True, {"all": True, "n": 1}, 1)


def test_what_is_not_known_as_json(tmp_path: Path) -> None:
    told, code = as_json(tmp_path, PINGED.replace("1,", "9,"), "1. Attack with Serra Angel.", "--time-limit", "0.000001")
    assert (told["holds"], told["beaten"], told["replies_checked"]["all"], code) == (None, None, False, 3)


def test_a_line_that_does_not_survive_as_json(tmp_path: Path) -> None:
    board = "you: {life: 3, battlefield: [Grizzly Bears]}\nopponent: {battlefield: [Hill Giant]}\ngoal: survive"
    told, _ = as_json(tmp_path, board, "1. End the turn.")
    assert (told["goal"], told["beaten"]["against"], told["beaten"]["result"]) == ("survive", ["attacks with Hill Giant"], "lost")
    assert (told["otherwise"]["score"], len(told["assumed"])) == (1, 1)


# ------------------------------------------------------------------------------------------------------------ Ctrl-C

SLOW = """
import sys
import time
import optimizer.why
from optimizer.cli import main

def slow(*arguments, **options):
    print("ready", file=sys.stderr, flush=True)
    while True:
        time.sleep(0.01)

setattr(optimizer.why, sys.argv.pop(1), slow)
main()
"""


@pytest.mark.parametrize(
    ("slow", "out", "err"),
    [
        ("reach", "# A reply beats the line: if opponent blocks with Hill Giant on Grizzly Bears.", ""),  # something else
        ("refute", "", "compleat: stopped before anything was found\n"),
    ],
)
def test_ctrl_c_tells_what_beats_the_line_so_far(tmp_path: Path, slow: str, out: str, err: str) -> None:
    """As the other commands: exit code 130, and that the search was stopped."""
    (tmp_path / "p.yaml").write_text(BLOCKED)
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, slow, "why", "p.yaml", "1. Attack with Serra Angel, Grizzly Bears."], cwd=tmp_path,
        env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None and process.stderr.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    told, trouble = process.communicate(timeout=30)
    assert (process.returncode, trouble) == (130, err)
    assert out in told
    assert ("Stopped before the search was over." in told) == bool(out)
