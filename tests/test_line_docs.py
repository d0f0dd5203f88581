"""The examples of docs/lines.md are legal, and those that are written out in full are written back as they stand."""

import re
from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from engine.line import check_strategy, read_strategy, replay, write_strategy
from engine.objects import Result
from engine.scope import ONE_TURN, PLAYED
from engine.state import State

DOCS = Path(__file__).parent.parent / "docs" / "lines.md"


def examples(*kinds):
    position = None
    found = re.findall(r"```(yaml|line|combat|strategy)\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    for kind, text in found:
        if kind == "yaml":
            position = text
        elif kind in kinds:
            yield pytest.param(position, text, kind, id=text[:40].strip())


def begin(position, kind):
    scope = ONE_TURN if kind == "line" else PLAYED
    return State.begin(parse_position(position, "docs/lines.md"), CardPool.bundled(), scope)


@pytest.mark.parametrize(("position", "text", "kind"), list(examples("line", "combat")))
def test_example(position, text, kind):
    start = begin(position, kind)
    played = replay(start, text)
    assert replay(start, played.text).end == played.end
    if " from " in text and kind == "line":
        assert played.text == text.strip()


@pytest.mark.parametrize(("position", "text", "kind"), list(examples("strategy")))
def test_example_of_a_strategy(position, text, kind):
    start = begin(position, kind)
    checked = check_strategy(start, text)
    written = write_strategy(start, checked.strategy)
    assert write_strategy(start, read_strategy(start, written)) == written
    if " from " in text:
        assert checked.results == {Result.WON: checked.courses}
