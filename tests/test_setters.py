"""For puzzle setters: every strategy that wins, whether it is the only one, and whether a card is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.formats.yaml_position import parse_position
from engine.without import NoSuchCard, without
from optimizer import solve
from optimizer.answer import Answer, Status
from optimizer.cli import cli
from tests.test_cli import validator

ONE_SHOCK = """
you: {hand: [Shock], battlefield: [Mountain x2]}
opponent: {life: 2}
"""
TWO_WAYS = """
you: {hand: [Brute Force], battlefield: [Mountain, Serra Angel, Grizzly Bears]}
opponent: {life: 6, battlefield: [Hill Giant]}
"""
"""Both attack, and the Angel grows if the Bears are blocked; or the Angel alone attacks and grows."""

ONLY_BOTH = """
you: {hand: [Shock], battlefield: [Mountain, Serra Angel]}
opponent: {life: 6}
"""
NO_WAY = """
you: {hand: [Shock], battlefield: [Mountain, Grizzly Bears]}
opponent: {life: 5}
"""


def every(board: str, most: int = 10) -> Answer:
    return solve(parse_position(board, "test"), every=most, time_limit=60, workers=1)


def plays(answer: Answer) -> set[str]:
    """Each strategy with the replies, payments left out."""
    assert answer.best is not None
    texts = [answer.text, *(line.branching.text for line in answer.others)]
    return {" / ".join(row.strip().split(", paying")[0].rstrip(".") for row in text.split("\n")) for text in texts}


def run(tmp_path: Path, board: str, *options: str) -> Result:
    file = tmp_path / "position.yaml"
    file.write_text(board)
    return CliRunner().invoke(cli, ["solve", str(file), "--workers", "1", *options])


# ------------------------------------------------------------------------------------------------------------------ all, unique


def test_lands_and_orders_make_no_other_strategy() -> None:
    answer = every(ONE_SHOCK)
    assert (answer.status, answer.complete, answer.unique, answer.others) == (Status.OPTIMAL, True, True, ())


def test_different_attackers_and_targets_are_different_strategies() -> None:
    answer = every(TWO_WAYS)
    assert (answer.complete, answer.unique, len(answer.others)) == (True, False, 1)
    assert sorted("Attack with Serra Angel, Grizzly Bears" in text for text in plays(answer)) == [False, True]


def test_idle_steps_make_no_other_strategy() -> None:
    idle = ONLY_BOTH.replace("[Shock]", "[Shock, Gut Shot]").replace("[Mountain,", "[Mountain x2,").replace("life: 6", "life: 7")
    assert every(idle).unique is True  # both spells and the attack are needed
    one_more = idle.replace("life: 7", "life: 6")
    assert every(one_more).unique is True, "Gut Shot does nothing more where Shock is enough, and not enough without it"


def test_an_idle_attacker_makes_no_other_strategy() -> None:
    answer = every("""
you: {battlefield: [Serra Angel, Grizzly Bears]}
opponent: {life: 4, battlefield: [Hill Giant]}
""")
    assert (answer.complete, answer.unique) == (True, True)
    assert plays(answer) == {"1. Attack with Serra Angel"}


def test_where_nothing_has_to_be_done_nothing_else_is_a_solution() -> None:
    answer = every("""
you: {hand: [Shock], battlefield: [Mountain, Serra Angel]}
opponent: {life: 0}
""")
    assert (answer.goal_reached, answer.unique, answer.line) == (True, True, ())


def test_the_limit_stops_the_search_and_nothing_is_called_complete() -> None:
    answer = every(TWO_WAYS, most=1)
    assert (answer.complete, answer.unique, answer.others) == (False, None, ())


def test_no_strategy_is_a_complete_list_too() -> None:
    answer = every(NO_WAY)
    assert (answer.status, answer.complete, answer.unique) == (Status.INFEASIBLE, True, False)


def test_what_nobody_understands_leaves_the_list_open() -> None:
    answer = every(ONE_SHOCK.replace("{life: 2}", "{life: 2}\nraw: {precast: Opt}"))
    assert (answer.goal_reached, answer.complete, answer.unique) == (True, False, None)


@pytest.mark.parametrize(("board", "code"), [(ONE_SHOCK, 0), (TWO_WAYS, 1), (NO_WAY, 1), (ONE_SHOCK + "raw: {precast: Opt}", 3)])
def test_unique_tells_by_its_exit_code(tmp_path: Path, board: str, code: int) -> None:
    result = run(tmp_path, board, "--unique")
    assert result.exit_code == code, result.output


def test_unique_shows_a_second_solution(tmp_path: Path) -> None:
    result = run(tmp_path, TWO_WAYS, "--unique")
    assert "2 strategies win that are essentially different. Not proved that these are all." in result.stdout
    assert "# Strategy 2:" in result.stdout


def test_all_as_json_fits_the_schema(tmp_path: Path) -> None:
    told = json.loads(run(tmp_path, TWO_WAYS, "--all", "--json").stdout)
    validator("answer.schema.json").validate(told)
    assert (told["complete"], told["unique"], len(told["others"])) == (True, False, 1)
    assert sorted(len(strategy["replies"]) for strategy in (told, *told["others"])) == [0, 2]
    assert told["search"]["nodes"] > 0


@pytest.mark.parametrize(
    ("board", "options", "told"),
    [
        (ONE_SHOCK, ["--limit", "2"], "--limit goes with --all"),
        (ONE_SHOCK, ["--all", "--top", "2"], "--top does not go"),
        (ONE_SHOCK + "goal: survive", ["--unique"], "strategies that win"),
        (ONE_SHOCK, ["--all", "--limit", "0"], "--limit"),
    ],
)
def test_options_that_do_not_go_together_are_usage_errors(tmp_path: Path, board: str, options: list[str], told: str) -> None:
    result = run(tmp_path, board, *options)
    assert result.exit_code == 2
    assert told in result.stderr


# ------------------------------------------------------------------------------------------------------------------ minus


def test_without_a_card_that_is_needed_there_is_no_solution(tmp_path: Path) -> None:
    assert run(tmp_path, TWO_WAYS, "--minus", "brute force").exit_code == 1
    result = run(tmp_path, TWO_WAYS, "--minus", "Grizzly Bears")
    assert result.exit_code == 0
    assert "without Grizzly Bears (battlefield)" in result.stdout


def test_only_one_copy_is_gone(tmp_path: Path) -> None:
    assert run(tmp_path, ONE_SHOCK, "--minus", "Mountain").exit_code == 0
    assert run(tmp_path, ONE_SHOCK, "--minus", "Mountain", "--minus", "Mountain").exit_code == 1


def test_a_card_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    result = run(tmp_path, ONE_SHOCK, "--minus", "Black Lotus")
    assert result.exit_code == 2
    assert result.stderr == (
        "compleat: --minus: you have no 'Black Lotus' in hand, battlefield, graveyard or library; you have Shock, Mountain\n"
    )


def test_the_hand_comes_first_and_an_id_says_which() -> None:
    position = parse_position(
        """
you:
  hand: [Grizzly Bears]
  battlefield: [Mountain, {card: Grizzly Bears, id: bear}, {card: Bonesplitter, attached_to: bear}]
  library: [Grizzly Bears]
opponent: {}
""",
        "test",
    )
    assert without(position, "Grizzly Bears").you.hand == ()
    left = without(position, "bear").you
    assert [(p.card, p.attached_to) for p in left.battlefield] == [("Mountain", None), ("Bonesplitter", None)]
    twice = without(without(without(position, "Grizzly Bears"), "Grizzly Bears"), "Grizzly Bears")
    assert twice.you.library == ()
    with pytest.raises(NoSuchCard):
        without(twice, "Grizzly Bears")
