"""README, docs/model.md, docs/architecture.md and the examples are true. The other pages are tested by what they are about."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from optimizer.cli import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MODEL = (ROOT / "docs" / "model.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^\| `(\w+\.\w+)` \| `(\w+)` \|", README, re.M))


def blocks(page: str, language: str) -> list[str]:
    return [text for name, text in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S) if name == language]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(arguments), prog_name="compleat")
    return result.exit_code, result.stdout


def facts(file: str) -> dict[str, object]:
    """What `--json` says of an example, solved or suggested as the README says; the exit code is right."""
    code, out = run(EXAMPLES[file], f"examples/{file}", "--json", "--workers", "1")
    answer = json.loads(out)
    assert answer["proved"]
    assert code == (1 if answer["status"] == "infeasible" else 0)
    return answer


@pytest.fixture(autouse=True)
def in_the_clone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


# --------------------------------------------------------------------------------------------------------------------- README


def test_the_two_commands_stand_for_themselves() -> None:
    """One line each, with an environment of its own; what they run is run by .ci/run, which takes them from the README."""
    first, second = (block.splitlines() for block in blocks(README, "sh"))
    assert len(first) == len(second) == 1
    environments = [shlex.split(command)[3] for command in (*first, *second)]
    assert first[0].startswith("python3 -m venv ") and second[0].startswith("python3 -m venv ")
    assert environments[0] != environments[1]
    assert first[0].endswith(f"{environments[0]}/bin/compleat solve examples/two_gambits.yaml")


def test_the_worked_examples() -> None:
    (position,) = blocks(README, "yaml")
    assert position == Path("examples/two_gambits.yaml").read_text(encoding="utf-8")
    for file, shown in zip(("two_gambits", "after_blocks"), blocks(README, ""), strict=True):
        _, out = run("solve", f"examples/{file}.yaml", "--workers", "2")
        plain = re.sub(r"^#( |$)", "", out, flags=re.M)
        assert _without_effort(plain) == _without_effort(shown)


def _without_effort(text: str) -> str:
    """The report without its last row: times, and the size of the model."""
    told, _, effort = text.rstrip().rpartition("\n")
    seconds = r"[\d.]+ s \(encode [\d.]+, solve [\d.]+, verify [\d.]+\)"
    assert re.fullmatch(rf"{seconds}; \d+ variables, \d+ constraints, 2 workers", effort)
    return told


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    (text,) = blocks(README, "python")
    exec(compile(text, "README.md", "exec"), {})
    first, *line = capsys.readouterr().out.splitlines()
    assert first == re.findall(r"# (.*)$", text, re.M)[0]
    assert line == re.findall(r"^\d+\. .*$", blocks(README, "")[0], re.M)


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[<>=\[]", requirement)[0] for requirement in requirements}

    table, _, development = README.partition("## Dependencies")[2].partition("For development:")
    assert set(re.findall(r"^\| \[([\w-]+)\]", table, re.M)) == names(project["dependencies"])
    for name in names(project["optional-dependencies"]["dev"]):
        assert re.search(rf"\b{name}\b", development), name


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


# ------------------------------------------------------------------------------------------------------------------- examples


def test_every_example_is_in_the_table() -> None:
    assert set(EXAMPLES) == {path.name for path in Path("examples").iterdir()}


def test_two_gambits_are_paid_with_life() -> None:
    answer = facts("two_gambits.yaml")
    assert answer["goal_reached"]
    assert [step["payment"]["life"] for step in answer["line"]] == [2, 2]


def test_the_last_life_cannot_be_spared() -> None:
    assert facts("four_life.yaml")["status"] == "infeasible"


def test_loyalty_comes_in_time() -> None:
    answer = facts("one_short.yaml")
    assert answer["goal_reached"]
    assert [step["card"] for step in answer["line"]][-2:] == ["Tezzeret's Gambit", "Nicol Bolas, Planeswalker"]
    assert answer["final"]["you"]["life"] == 3


def test_each_proliferate_counts_twice() -> None:
    answer = facts("four_counters.pzl")
    assert answer["result"] == "won"
    assert sorted(len(step["proliferate"]) for step in answer["line"]) == [0, 2, 2]


def test_which_counters_grow() -> None:
    answer = facts("which_counters.yaml")
    assert [step["proliferate"] for step in answer["line"]] == [[["opponent", "Grizzly Bears", "Jace Beleren", "Hill Giant"]]]
    assert answer["bound"] == answer["score"]


def test_a_creature_is_sacrificed_while_its_trigger_waits() -> None:
    answer = facts("hold_priority.yaml")
    assert answer["score"] == 8
    assert "In response" in answer["line"][1]["text"]


# ---------------------------------------------------------------------------------------------------------------- architecture


def test_the_module_map_is_whole() -> None:
    for package in ("engine", "optimizer"):
        table = ARCHITECTURE.split(f"| files in `{package}/` |")[1].split("\n\n")[0]
        named = re.findall(r"`([\w/]+)`", "\n".join(row.split("|")[1] for row in table.splitlines()[1:]))
        there = {p.stem for p in Path(package).glob("*.py") if p.stem != "__init__"}
        there |= {f"{p.name}/" for p in Path(package).iterdir() if p.is_dir() and not p.name.startswith("__")}
        assert sorted(named) == sorted(there)


def test_the_example_of_an_effect() -> None:
    (text,) = blocks(ARCHITECTURE, "python")
    exec(compile(text, "architecture.md", "exec"), {})


def test_the_sections_of_the_model_name_its_modules() -> None:
    named = {name for title in re.findall(r"^## .*$", MODEL, re.M) for name in re.findall(r"`(\w+)`", title)}
    assert len(named) > 12
    for name in named:
        assert Path("optimizer", f"{name}.py").exists(), name
