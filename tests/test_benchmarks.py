"""Each family of benchmarks at its smallest size."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.cli import FAMILIES, bench
from benchmarks.measuring import Row, Settings, run
from benchmarks.ordered import task as ordered
from benchmarks.subsets import enumerate_subsets
from engine.cards import CardPool
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.state import State

QUICK = Settings(time_limit=10.0, reference_limit=5.0, workers=1)


def measured(family: str, size: str, setting: str = "") -> Row:
    cases = FAMILIES[family].cases([size], 1, [setting] if setting else [])
    (row,) = run(FAMILIES[family], cases, QUICK, alone=False)
    return row


@pytest.mark.parametrize("size", ["6", "9", "12"])
def test_subsets_has_the_optimum_of_the_enumeration(size: str) -> None:
    row = measured("subsets", size)
    assert row.reference is not None
    assert row.agrees


def test_payments_has_the_optimum_of_the_reference() -> None:
    row = measured("payments", "1")
    assert row.status == "optimal"
    assert row.agrees in (True, None)


@pytest.mark.parametrize("size", ["one-short", "no-life-to-pay"])
def test_probes_are_proved_as_expected(size: str) -> None:
    row = measured("probes", size)
    assert (row.status, row.proved, row.note) == ("optimal", True, "")


@pytest.mark.parametrize(("setting", "size"), [("plain", "2/4"), ("hard", "6/10")])
def test_ordered_gives_figures(setting: str, size: str) -> None:
    row = measured("ordered", size, setting)
    assert row.variables > 0
    assert row.score is not None
    assert row.bound is None or row.bound >= row.score
    assert row.total >= row.encode + row.solve


def test_the_same_case_is_the_same_position() -> None:
    (case,) = FAMILIES["ordered"].cases(["8/14"], 1, ["hard"])
    assert ordered(case).position == ordered(case).position
    assert ordered(replace(case, seed=1)).position != ordered(case).position


@pytest.mark.parametrize("size", FAMILIES["ordered"].sizes)
def test_hard_positions_are_what_they_are_called(size: str) -> None:
    """At least a fifth of the hand are trigger sources; nothing dies before the first choice."""
    for case in FAMILIES["ordered"].cases([size], 3, ["hard"]):
        position = ordered(case).position
        hand = [card.card for card in position.you.hand]
        spells, things = map(int, size.split("/"))
        assert len(hand) == spells
        assert "Tekuthal, Inquiry Dominus" in hand
        counters = [p for side in (position.you, position.opponent) for p in side.battlefield if p.counters]
        assert len(counters) == things
        start = State.begin(position, CardPool.bundled())
        assert len(start.battlefield) == sum(p.count for side in (position.you, position.opponent) for p in side.battlefield)


def test_enumeration_by_hand() -> None:
    """The spell puts the second -1/-1 counter on the Bears, so they die; picking the opponent is worth 5, picking you -1."""
    bears = PermanentSpec("Grizzly Bears", id="bears", counters={"m1m1": 1})
    lands = PermanentSpec("Swamp", count=3)
    you = PlayerSpec(counters={"poison": 1}, hand=(CardSpec("Grim Affliction"),), battlefield=(lands, bears))
    position = Position(you, PlayerSpec(counters={"poison": 1}))
    found = enumerate_subsets(position, '5*opponent.poison - you.poison + 3*counters("bears", "m1m1")', 5.0)
    assert found is not None
    assert found[0] == max(5 - 1 + 3, 10 - 1)


@pytest.mark.parametrize(("name", "status"), [("grow_after_blocks", "optimal"), ("one_too_many", "infeasible")])
def test_puzzles_are_solved_or_proved_impossible(name: str, status: str) -> None:
    row = measured("puzzles", name)
    assert (row.status, row.proved, row.note) == (status, True, "")
    assert row.nodes or row.rounds


def test_puzzles_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("you: {hand: [Shock], battlefield: [Mountain]}\nopponent: {life: 2}\n")
    (tmp_path / "b.yaml").write_text("you: {hand: [No Such Card]}\n")
    (tmp_path / "notes.txt").write_text("no position")
    result = CliRunner().invoke(bench, ["puzzles", "--files", str(tmp_path), "--time-limit", "20", "--json"])
    assert result.exit_code == 0
    rows = json.loads(result.stdout)["rows"]
    assert [(Path(row["case"]).name, row["status"]) for row in rows] == [("a.yaml", "optimal"), ("b.yaml", "unreadable")]
    assert "unknown card No Such Card" in rows[1]["note"]
    assert {"encode", "solve", "rounds", "nodes", "verify", "memory", "total"} <= set(rows[0])


def test_json_has_a_row_for_each_case() -> None:
    result = CliRunner().invoke(bench, ["probes", "--sizes", "one-short", "--reference", "0", "--json"])
    assert result.exit_code == 0
    printed = json.loads(result.stdout)
    assert printed["schema"] == 1
    (row,) = printed["rows"]
    assert set(row) == set(Row.__dataclass_fields__)
    assert row["memory"] is None or row["memory"] > 10


def test_a_table_is_printed() -> None:
    result = CliRunner().invoke(bench, ["probes", "--sizes", "one-short", "--reference", "0"])
    assert result.exit_code == 0
    assert "one-short" in result.stdout
    assert "optimal" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [["ordered", "--sizes", "8"], ["ordered", "--sizes", "0/14"], ["subsets", "--sizes", "x"], ["payments", "--sizes", "0"],
     ["probes", "--sizes", "nothing"], ["--sizes", "8"], ["puzzles", "--sizes", "nothing"],
     ["puzzles", "--files", "nothing"], ["puzzles", "--files", "docs"], ["probes", "--files", "examples"],
     ["ordered", "--settings", "soft"], ["nothing"]],
)  # fmt: skip
def test_sizes_that_there_are_not(arguments: list[str]) -> None:
    assert CliRunner().invoke(bench, arguments).exit_code == 2


@pytest.mark.parametrize("seed", [0, 4])
def test_combat_is_settled_and_says_how_many_replies_were_tried(seed: int) -> None:
    case = FAMILIES["combat"].cases(["4/3/3/3/7"], seed + 1)[seed]
    (row,) = run(FAMILIES["combat"], [case], QUICK, alone=False)
    assert row.status == ("won" if seed == 4 else "infeasible")
    assert row.proved
    assert (row.replies_checked is None) == (seed == 0)


def test_puzzles_with_cards_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("My Bear: {cost: '{1}{G}', type: Creature - Bear, pt: 2/2}\n")
    puzzle = tmp_path / "bear.yaml"
    puzzle.write_text("{you: {battlefield: [My Bear]}, opponent: {life: 2}, goal: win}\n")
    arguments = ["puzzles", "--files", str(puzzle), "--reference", "0", "--time-limit", "10", "--json"]
    known = CliRunner().invoke(bench, [*arguments, "--cards", str(tmp_path / "mine.yaml")])
    assert [row["status"] for row in json.loads(known.stdout)["rows"]] == ["optimal"]
    unknown = CliRunner().invoke(bench, arguments)
    assert [row["status"] for row in json.loads(unknown.stdout)["rows"]] == ["unreadable"]
