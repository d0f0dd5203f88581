"""The reader and `position.schema.json` accept the same."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from engine import words
from engine.formats import PositionError, kinds, to_json, yaml_position
from engine.formats.document import compose
from engine.formats.pzl import parse_pzl
from engine.formats.yaml_position import parse_position
from engine.objects import Step
from tests.test_formats_pzl import NEW, OLD
from tests.test_formats_yaml import EVERYTHING

SCHEMA = json.loads(files("engine").joinpath("schemas/position.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

BEYOND = ("no object has the id", "is the id of another object", "one id cannot be", "as `card` says", "objects in one zone")
"""What only the reader checks."""


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_same_words() -> None:
    defs = SCHEMA["$defs"]
    position, player, permanent = (defs[k]["properties"] for k in ("position", "player", "permanent"))
    assert tuple(position) == yaml_position.POSITION_KEYS
    assert tuple(player) == yaml_position.PLAYER_KEYS
    assert tuple(permanent) == yaml_position.PERMANENT_KEYS
    assert tuple(defs["card"]["properties"]) == yaml_position.CARD_KEYS
    assert tuple(defs["token"]["properties"]) == yaml_position.TOKEN_KEYS
    assert defs["counter"]["anyOf"][1]["enum"] == sorted(words.COUNTERS)
    assert tuple(permanent["chosen"]["properties"]) == kinds.CHOICES
    assert tuple(player["designations"]["propertyNames"]["enum"]) == kinds.DESIGNATIONS
    assert sorted(defs["token"]["properties"]["types"]["items"]["enum"]) == sorted(words.CARD_TYPES)
    assert tuple(defs["token"]["properties"]["supertypes"]["items"]["enum"]) == words.SUPERTYPES
    assert position["step"]["enum"] == [s.value for s in Step]


@pytest.mark.parametrize("text", [EVERYTHING, "you: {}", '{"you": {"library": null}}'])
def test_examples(text: str) -> None:
    VALIDATOR.validate(compose(text, "example").plain())


@pytest.mark.parametrize("text", [NEW, OLD])
def test_what_is_written_fits(text: str) -> None:
    VALIDATOR.validate(to_json(parse_pzl(text)))
    VALIDATOR.validate(to_json(parse_position(EVERYTHING)))


ODD: list[Any] = [
    None, True, False, 0, 1, -1, 5, 1.5, 10_000, 10_001, 1_000_000, 1_000_001, -10_000_001, "", " ", "x", "you",
    "opponent", "Opt x3", "Opt x0", "Opt x10000", "Opt x10001", "Opt x007", "x3", "a\nb", "b\n", "a" * 501, "a" * 60,
    "a" * 61, "-1", "a b", "{U}", "{U} {w}", "{ U }", "{U}\n", "{3}", "UU", "WU", "WW", "U", "main", "main2", "win",
    "survive", "poison", "first strike", "p1p1", "p1", "p1p100", "p1p1\n", "Creature", "creature", "Legendary", [], {},
    ["Opt"], ["Opt", 3, None], [[]], {"card": "Opt"}, {"card": ""}, {"token": {"name": "A"}}, {"token": True}, {"token":
    {}}, {"card": "A", "token": {"types": []}}, {"maximize": "x"}, {"maximize": " "}, {"maximize": 3}, {"poison": 1},
    {"poison": -1}, {"posion": 1}, {"speed": 2}, {"color": "U"}, {"color": "blue"}, {"type": 3}, {"x": "y"}, {"x":
    None},
]  # fmt: skip


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or mapping with every key in it."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(value, (dict, list)):
            yield from places(value)


def changed(data: Any, rng: random.Random) -> Any:
    """The same with one value or key changed, added or taken away."""
    data = copy.deepcopy(data)
    container, key = rng.choice(list(places(data)))
    action = rng.randrange(4)
    if action == 0:
        del container[key]
    elif action == 1 and isinstance(container, dict):
        words = [*yaml_position.PERMANENT_KEYS, *yaml_position.PLAYER_KEYS, *yaml_position.TOKEN_KEYS, "oil", "odd"]
        container[rng.choice(words)] = copy.deepcopy(rng.choice(ODD))
    else:
        container[key] = copy.deepcopy(rng.choice(ODD))
    return data


def test_reader_and_schema_agree(rounds: int = 300) -> None:
    rng = random.Random(5)
    plain = compose(EVERYTHING, "example").plain()
    full = to_json(parse_position(EVERYTHING))
    refused = 0
    for _ in range(rounds):
        data = changed(rng.choice([plain, full]), rng)
        fits = VALIDATOR.is_valid(data)
        try:
            parse_position(json.dumps(data), "data")
        except PositionError as problem:
            refused += 1
            assert not fits or any(words in str(problem) for words in BEYOND), (str(problem), data)
        else:
            assert fits, data
    assert rounds // 4 < refused < rounds
