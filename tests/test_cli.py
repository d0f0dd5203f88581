"""The command line: exit codes, what goes where, bad input."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import optimizer.solving
from optimizer.cli import cli

SCHEMAS = Path(__file__).parent.parent / "engine" / "schemas"
DOCS = Path(__file__).parent.parent / "docs"

WON = """
title: Two Gambits, six Islands
you:
  life: 9
  hand: [Tezzeret's Gambit, Tezzeret's Gambit]
  battlefield: [Island x6]
opponent:
  counters: {poison: 8}
goal: win
"""
IMPOSSIBLE = WON.replace("8", "1")
VALUE = WON.replace("goal: win", "goal: {maximize: value}")
LINE = (
    "1. Cast Tezzeret's Gambit, paying {3} from Island x3 and 2 life for {U/P}. Proliferate: opponent.\n"
    "2. Cast Tezzeret's Gambit, paying {3} from Island x3 and 2 life for {U/P}. Proliferate: opponent.\n"
)


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Writes a file of that content and returns its name; the folder is the current one."""
    monkeypatch.chdir(tmp_path)

    def write(content, name="position.yaml"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return write


def run(*arguments, stdin=None):
    return CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin, prog_name="compleat")


def validator(name):
    schemas = [json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS.glob("*.json")]
    registry = Registry().with_resources((s["$id"], Resource.from_contents(s)) for s in schemas)
    schema = next(s for s in schemas if s["$id"].endswith(name))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, registry=registry)


def solved(*arguments):
    """The object that `--json` prints, checked against its schema, and the exit code."""
    result = run(*arguments, "--json", "--workers", 1)
    answer = json.loads(result.stdout)
    validator("answer.schema.json").validate(answer)
    return answer, result.exit_code


# -------------------------------------------------------------------------------------------------------------------- solving


def test_a_goal_that_is_reached(file):
    answer, code = solved("solve", file(WON))
    assert code == 0
    assert (answer["status"], answer["proved"], answer["goal_reached"], answer["verified"]) == ("optimal", True, True, True)
    assert (answer["result"], answer["final"]["you"]["life"]) == ("won", 5)
    assert [step["payment"]["life"] for step in answer["line"]] == [2, 2]
    assert [step["proliferate"] for step in answer["line"]] == [[["opponent"]], [["opponent"]]]
    assert sum(term["value"] for term in answer["terms"]) == answer["score"]
    assert answer["line"][0]["card"] == "Tezzeret's Gambit"


def test_a_goal_that_cannot_be_reached(file):
    answer, code = solved("solve", file(IMPOSSIBLE))
    assert code == 1
    assert (answer["status"], answer["proved"], answer["goal_reached"]) == ("infeasible", True, False)


def test_suggest(file):
    answer, code = solved("suggest", file(VALUE))
    assert code == 0
    assert (answer["goal_reached"], answer["status"]) == (None, "optimal")


def test_the_printed_answer_is_a_line_that_check_reads(file):
    position = file(WON)
    printed = run("solve", position, "--workers", 1)
    assert printed.exit_code == 0
    assert "# The goal is reached." in printed.stdout
    assert printed.stderr == ""
    checked = run("check", position, "-", stdin=printed.stdout)
    assert checked.exit_code == 0, checked.stderr
    assert "You win." in checked.stdout


def test_solve_on_a_score_is_a_usage_error(file):
    result = run("solve", file(VALUE))
    assert result.exit_code == 2
    assert "compleat suggest" in result.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--maximize", "opponent.poison +"),
        ("--maximize", "__import__('os').system('true')"),
        ("--maximize", "no_such_profile"),
        ("--weight", "you.nonsense=3"),
        ("--weight", "life=lots"),
        ("--time-limit", "0"),
        ("--time-limit", "-1"),
        ("--workers", "0"),
        ("--top", "0"),
        ("--frobnicate",),
    ],
)
def test_bad_options(file, options):
    result = run("suggest", file(WON), *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr
    assert "Traceback" not in result.stderr


def test_a_bad_expression_in_the_file_names_it(file):
    result = run("suggest", file(VALUE.replace("value", "opponent.pison")))
    assert result.exit_code == 2
    assert "position.yaml: goal.maximize: " in result.stderr


def test_an_internal_error_asks_for_a_report(file, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("the cause")

    monkeypatch.setattr(optimizer.solving, "solve", broken)
    result = run("solve", file(WON))
    assert result.exit_code == 3
    assert "internal error: RuntimeError: the cause" in result.stderr
    assert "report" in result.stderr


# -------------------------------------------------------------------------------------------------------------------- check


def test_check_takes_text_file_and_standard_input(file):
    position = file(WON)
    for result in (
        run("check", position, LINE),
        run("check", position, file(LINE, "line.txt")),
        run("check", position, "-", stdin=LINE),
    ):
        assert result.exit_code == 0, result.stderr
        assert result.stdout.startswith(LINE)
        assert "# Legal: 2 steps." in result.stdout
        assert "# Opponent: poison 8 to 10." in result.stdout


def test_an_illegal_line_names_step_and_rule(file):
    result = run("check", file(WON), LINE.replace("2. Cast Tezzeret's Gambit, paying {3} from Island x3", "2. In response, cast Tezzeret's Gambit, paying {3} from Island x3").replace(" Proliferate: opponent.\n2", "\n2"))  # fmt: skip  # noqa: E501
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "step 2: " in result.stderr
    assert "(CR 307.1)" in result.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1. Cast Tezerets Gambit.", "did you mean Tezzeret's Gambit?"),
        ("1. Cast Tezzeret's Gambit.", "  Cast Tezzeret's Gambit, paying {3}{U} from Island x4."),
        ("1. Frobnicate.", "step 1: cannot read"),
        ("nowhere.txt", "there is no such file"),
    ],
)
def test_a_line_that_cannot_be_read(file, line, said):
    result = run("check", file(WON), line)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize("content", [b"\x00\x01\x02", b"\xff\xfe1. C", b"1. " + b"x" * 1_000_001])
def test_a_line_file_that_is_not_text(file, content):
    result = run("check", file(WON), file(content, "line.txt"))
    assert result.exit_code == 2
    assert result.stderr.startswith("compleat: line.txt: ")
    assert len(result.stderr) < 300


# -------------------------------------------------------------------------------------------------------------------- input


BAD = {
    "empty": "",
    "cut off": "you: {hand: [",
    "not a position": "- a\n- b\n",
    "unknown key": WON + "frobnicate: 3\n",
    "unknown card": WON.replace("Tezzeret's Gambit]", "Tezerets Gambit]"),
    "unknown counter": WON.replace("poison: 8", "pioson: 8"),
    "unknown goal": WON.replace("goal: win", "goal: fun"),
    "negative counters": WON.replace("poison: 8", "poison: -8"),
    "absurd number": WON.replace("life: 9", "life: 1e400"),
    "absurd count": WON.replace("x6", "x999999999999"),
    "junk": bytes(range(256)) * 100,
    "binary": b"\x7fELF" + b"\0" * 1000,
    "pzl": "[state]\nfrob\n",
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("command", ["solve", "suggest", "check"])
@pytest.mark.parametrize("what", BAD)
def test_bad_positions(file, command, what):
    arguments = [command, file(BAD[what])] + (["1. End the turn."] if command == "check" else [])
    before = sorted(Path().iterdir())
    result = run(*arguments)
    assert result.exit_code == 2, result.stderr
    assert result.stdout == ""
    assert re.match(r"compleat: position\.yaml\b", result.stderr)
    assert len(result.stderr.strip().splitlines()) == 1
    assert sorted(Path().iterdir()) == before


def test_a_huge_file(file):
    position = file(b"you: {life: 3}\n" * 3_500_000)
    begun = time.perf_counter()
    result = run("solve", position)
    assert (result.exit_code, result.stdout) == (2, "")
    assert time.perf_counter() - begun < 5


def test_a_file_that_is_not_there(file):
    result = run("solve", "nowhere.yaml")
    assert result.exit_code == 2
    assert "nowhere.yaml" in result.stderr


# -------------------------------------------------------------------------------------------------------------------- the rest


def test_show(file):
    result = run("show", file(WON))
    assert result.exit_code == 0
    assert "8 poison" in result.stdout


def test_cards():
    names = run("cards", "list").stdout.splitlines()
    assert "Tezzeret's Gambit" in names
    assert names == sorted(names)
    assert run("cards", "list", "contagion", "cl").stdout == "Contagion Clasp\n"
    assert "roliferate" in run("cards", "show", "contagion clasp").stdout
    unknown = run("cards", "show", "Contagion Clas")
    assert (unknown.exit_code, "did you mean Contagion Clasp" in unknown.stderr) == (2, True)


def test_unsupported(file):
    known = file(WON)
    odd = file(WON.replace("Island x6", "Fblthp the Lost"), "odd.yaml")
    result = run("cards", "unsupported", known, odd)
    assert result.exit_code == 0
    assert "odd.yaml:\n  unknown card Fblthp the Lost" in result.stdout
    broken = run("cards", "unsupported", file("{", "broken.yaml"), odd)
    assert broken.exit_code == 2
    assert "broken.yaml" in broken.stderr
    assert "Fblthp" in broken.stdout


# -------------------------------------------------------------------------------------------------------------------- processes

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-c", "from optimizer.cli import main; main()"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["cards", "list"], ["cards", "show", "Contagion Clasp"], ["show", "p.yaml"], ["check", "p.yaml", LINE]],
    ids=lambda a: a[0],
)
def test_what_does_not_solve_does_not_load_the_solver(tmp_path, arguments):
    (tmp_path / "p.yaml").write_text(WON, encoding="utf-8")
    watched = "import sys\nfrom optimizer.cli import cli\ntry: cli.main(prog_name='compleat')\n" \
        "finally: assert not any(m.split('.')[0] in ('ortools', 'numpy') for m in sys.modules), 'solver'"  # fmt: skip
    result = subprocess.run(
        [sys.executable, "-c", watched, *arguments], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0, result.stderr


SLOW = """
import time
import optimizer.solving
from optimizer.answer import Progress
from optimizer.cli import main

quick = optimizer.solving.solve

def slow(position, *, progress, **options):
    answer = quick(position, **options)
    progress(Progress(0.1, "model", answer))
    print("ready", file=__import__("sys").stderr, flush=True)
    while True:
        time.sleep(0.01)

optimizer.solving.solve = slow
main()
"""


def test_ctrl_c_prints_the_best_line_so_far(tmp_path):
    """Within a second; where the machine is busy with other things, in one of three attempts."""
    (tmp_path / "p.yaml").write_text(WON, encoding="utf-8")
    assert any(seconds_to_stop(tmp_path) < 1 for _ in range(3))


def seconds_to_stop(folder):
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, "solve", "p.yaml"], cwd=folder, env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr.readline() == "ready\n"
    stopped = time.perf_counter()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    seconds = time.perf_counter() - stopped
    assert (process.returncode, err) == (130, "")
    assert "1. Cast Tezzeret's Gambit" in out
    assert "Stopped before the search was over." in out
    return seconds


def test_a_closed_pipe_is_no_error(tmp_path):
    command = " ".join(f"'{part}'" for part in COMMAND)
    result = subprocess.run(
        ["bash", "-c", f"{command} cards list | head -1"], env=ENVIRONMENT, capture_output=True, text=True, timeout=60
    )
    assert len(result.stdout.splitlines()) == 1
    assert "Traceback" not in result.stderr


# -------------------------------------------------------------------------------------------------------------------- docs


def test_every_command_and_option_is_documented():
    told = (DOCS / "command-line.md").read_text(encoding="utf-8")
    for name, command in cli.commands.items():
        assert f"compleat {name}" in told
        for parameter in command.params:
            if parameter.param_type_name == "option" and name != "bench":
                assert any(f"`{option}" in told for option in parameter.opts), parameter.opts


# -------------------------------------------------------------------------------------------------------------------- strategies

BLOCKS = """
you: {life: 1, battlefield: [Serra Angel, Grizzly Bears]}
opponent: {life: 4, battlefield: [Hill Giant]}
"""
STRATEGY = """1. Attack with Serra Angel, Grizzly Bears.
If opponent blocks nobody:
If opponent blocks with Hill Giant on Grizzly Bears:
"""


def test_check_carries_a_strategy_out_against_every_reply(file):
    result = run("check", file(BLOCKS), STRATEGY)
    assert result.exit_code == 0, result.stderr
    assert "# You win against every reply (2 tried)." in result.stdout
    assert STRATEGY in result.stdout


def test_check_names_a_reply_without_an_answer(file):
    result = run("check", file(BLOCKS), STRATEGY[: STRATEGY.index("\nIf opponent blocks with")])
    assert result.exit_code == 1
    assert "blocks with Hill Giant on Grizzly Bears" in result.stderr


def test_check_tells_against_which_reply_a_strategy_does_not_win(file):
    result = run("check", file(BLOCKS.replace("life: 4", "life: 5")), STRATEGY)
    assert result.exit_code == 0
    assert "Legal against every reply (2 tried).\n# You win against 1 of them." in result.stdout
    assert "If opponent blocks with Hill Giant on Grizzly Bears:" in result.stdout
    assert "Opponent: life 5 to 1." in result.stdout


def test_check_tells_what_the_opponent_could_have_done(file):
    position = file(BLOCKS.replace("Hill Giant", "Goblin Fireslinger"))
    line = "1. Attack with Serra Angel."
    result = run("check", position, line)
    assert result.exit_code == 0
    assert "You win." in result.stdout
    assert "The opponent could have acted 3 times" in result.stdout
    tried = run("check", position, line, "--replies")
    assert tried.exit_code == 1
    assert "If opponent activates Goblin Fireslinger targeting you:" in tried.stdout
    assert "You lose." in tried.stdout


def test_check_tries_replies_that_change_nothing(file):
    position = file(BLOCKS.replace("life: 1", "life: 9").replace("Hill Giant", "Goblin Fireslinger"))
    result = run("check", position, "1. Attack with Serra Angel.", "--replies")
    assert result.exit_code == 0
    assert "You win against every reply" in result.stdout
