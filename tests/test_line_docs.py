"""The examples of docs/lines.md are legal lines, and those that are written out in full are written back as they stand."""

import re
from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from engine.line import replay
from engine.scope import Scope
from engine.state import State

DOCS = Path(__file__).parent.parent / "docs" / "lines.md"


def examples():
    position = None
    for kind, text in re.findall(r"```(yaml|line|combat)\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL):
        if kind == "yaml":
            position = text
        else:
            yield pytest.param(position, text, Scope(combat=kind == "combat"), id=text[:40].strip())


@pytest.mark.parametrize(("position", "text", "scope"), list(examples()))
def test_example(position, text, scope):
    start = State.begin(parse_position(position, "docs/lines.md"), CardPool.bundled(), scope)
    played = replay(start, text)
    assert replay(start, played.text).end == played.end
    if " from " in text and not scope.combat:
        assert played.text == text.strip()
