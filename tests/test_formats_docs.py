"""The examples of docs/positions.md are true."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from engine.cards import CardPool
from engine.formats import PositionError, read_position, write_yaml, yaml_position
from engine.formats.document import compose
from engine.formats.inspection import check_cards
from engine.formats.kinds import CHOICES, DESIGNATIONS
from engine.formats.pzl import looks_like_pzl, parse_pzl
from engine.formats.pzl_writing import write_pzl
from engine.formats.yaml_position import parse_position
from engine.objects import Step

PAGE = (Path(__file__).parent.parent / "docs" / "positions.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.M | re.S)
POOL = CardPool.bundled()


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCKS if name == language]


@pytest.mark.parametrize("text", blocks("yaml"))
def test_yaml(text: str) -> None:
    position = parse_position(text)
    check_cards(position, POOL)
    assert parse_position(write_yaml(position)) == position
    schema = json.loads(files("engine").joinpath("schemas/position.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(compose(text, "example").plain())


def test_pzl() -> None:
    (text,) = (t for t in blocks("") if looks_like_pzl(t))
    position = parse_pzl(text)
    check_cards(position, POOL)
    assert not position.raw and position.opponent.counters == {"poison": 7}
    assert parse_pzl(write_pzl(position)) == position


def test_the_message() -> None:
    (message,) = (t.strip() for t in blocks("") if t.startswith("puzzle.yaml"))
    text = blocks("yaml")[0].replace("- {card: Grizzly Bears, counters: {p1p1: 1}, ", "- {card: X, counters: {loyalty: -3}, ")
    with pytest.raises(PositionError) as caught:
        parse_position(text, "puzzle.yaml")
    assert str(caught.value) == message


def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzle.yaml").write_text(blocks("yaml")[0], encoding="utf-8")
    exec(compile(blocks("python")[0], "positions.md", "exec"), {})
    assert "Island x6" in capsys.readouterr().out
    assert read_position("puzzle.yaml").title


def test_every_key_is_explained() -> None:
    explained = {w for row in re.findall(r"^\| (`.*?) \|", PAGE, re.M) for w in re.findall(r"`(\w+)`", row)}
    keys = {*yaml_position.POSITION_KEYS, *yaml_position.PLAYER_KEYS, *yaml_position.CARD_KEYS, *yaml_position.PERMANENT_KEYS}
    assert explained == keys
    for word in (*yaml_position.TOKEN_KEYS, *(s.value for s in Step), *CHOICES):
        assert f"`{word}`" in PAGE
    for word in DESIGNATIONS:
        assert f"{word}: " in PAGE
