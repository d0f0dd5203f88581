"""What is written reads back as the same, and no file makes the readers stumble."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.formats import PositionError, to_json, write_yaml
from engine.formats.document import decode
from engine.formats.kinds import CHOICES, DESIGNATIONS
from engine.formats.pzl import parse_pzl
from engine.formats.pzl_writing import write_pzl
from engine.formats.yaml_position import parse_position
from engine.objects import Step
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec
from engine.words import CARD_TYPES, COUNTERS, SUPERTYPES
from tests.test_formats_pzl import NEW, OLD, ROUND_TRIPS
from tests.test_formats_yaml import EVERYTHING

EXAMPLES = 40

odd = st.sampled_from(["Opt", "Opt x3", "x3", "No", "null", "~", "1e5", "12", "a: b", "- a", "{U}", "#", "'", '"', "Æther, Inc."])
texts = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20)
names = (odd | texts).map(str.strip).filter(bool)
ids = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,8}", fullmatch=True).filter(lambda t: t not in ("you", "opponent"))
amounts = st.integers(1, 1_000_000)
counters = st.dictionaries(st.sampled_from(sorted(COUNTERS)) | st.sampled_from(["p1p1", "m1m1", "p0m2"]), amounts, max_size=3)
raws = st.dictionaries(texts, texts, max_size=2)
sizes = st.none() | st.integers(-5, 1_000_000)


@st.composite
def tokens(draw: st.DrawFn, name: str) -> TokenSpec:
    if draw(st.booleans()):
        return TokenSpec(name, types=(), copy=True)
    return TokenSpec(
        name,
        types=tuple(draw(st.lists(st.sampled_from(CARD_TYPES), max_size=2))),
        subtypes=tuple(draw(st.lists(names, max_size=2))),
        supertypes=tuple(draw(st.lists(st.sampled_from(SUPERTYPES), max_size=1))),
        colors="".join(c for c in "WUBRG" if draw(st.booleans())),
        power=draw(sizes),
        toughness=draw(sizes),
        keywords=tuple(draw(st.lists(names, max_size=2))),
        script=draw(st.none() | names),
    )


@st.composite
def positions(draw: st.DrawFn) -> Position:
    free = draw(st.lists(ids, unique=True, max_size=6))
    known = list(free)

    def an_id() -> str | None:
        return free.pop() if free and draw(st.booleans()) else None

    def card() -> CardSpec:
        if draw(st.booleans()):
            return CardSpec(draw(names))
        exiled_by = draw(st.sampled_from(known)) if known and draw(st.booleans()) else None
        return CardSpec(draw(names), an_id(), draw(counters), exiled_by, draw(raws))

    def permanent(side: str) -> PermanentSpec:
        name, id = draw(names), an_id()
        other = "opponent" if side == "you" else "you"
        return PermanentSpec(
            name,
            count=1 if id else draw(st.integers(1, 5)),
            id=id,
            counters=draw(counters),
            tapped=draw(st.booleans()),
            sick=draw(st.booleans()),
            damage=draw(st.integers(0, 9)),
            attached_to=draw(st.sampled_from([None, "you", "opponent", *known])),
            attacking=draw(st.sampled_from([None, "you", "opponent", *known])),
            token=draw(st.none() | tokens(name)),
            controller=draw(st.sampled_from([None, other])),
            owner=draw(st.sampled_from([None, other])),
            chosen=draw(st.dictionaries(st.sampled_from(CHOICES[1:]), texts, max_size=2) | st.just({"color": "U"})),
            activated=draw(st.booleans()),
            raw=draw(raws),
        )

    def zone() -> tuple[CardSpec, ...]:
        return tuple(card() for _ in range(draw(st.integers(0, 3))))

    def player(side: str) -> PlayerSpec:
        return PlayerSpec(
            life=draw(st.integers(-10_000_000, 10_000_000)),
            counters=draw(counters),
            mana=draw(st.sampled_from(["", "{U}", "{W}{U}{U}{C}"])),
            hand=zone(),
            battlefield=tuple(permanent(side) for _ in range(draw(st.integers(0, 3)))),
            graveyard=zone(),
            exile=zone(),
            command=zone(),
            library=zone() if draw(st.booleans()) else None,
            designations=draw(st.dictionaries(st.sampled_from(DESIGNATIONS), amounts, max_size=2)),
            emblems=tuple(draw(st.lists(names, max_size=2))),
        )

    you, opponent = player("you"), player("opponent")
    exile = you.exile + tuple(CardSpec("Opt", id=i) for i in free)  # the ids that nobody has taken
    return Position(
        you=replace(you, exile=exile),
        opponent=opponent,
        title=draw(texts),
        active=draw(st.sampled_from(["you", "opponent"])),
        step=draw(st.sampled_from([s.value for s in Step])),
        land_played=draw(st.booleans()),
        goal=draw(st.sampled_from(["win", "survive"]) | names.map(lambda n: {"maximize": n})),
        turns=draw(st.integers(1, 10_000)),
        raw=draw(raws),
    )


@settings(max_examples=EXAMPLES, deadline=None)
@given(positions())
def test_yaml(position: Position) -> None:
    assert parse_position(write_yaml(position)) == position
    assert parse_position(write_yaml(position, full=True)) == position
    assert parse_position(json.dumps(to_json(position), ensure_ascii=False)) == position


@settings(max_examples=EXAMPLES, deadline=None)
@given(positions())
def test_pzl_says_the_same_or_says_that_it_cannot(position: Position) -> None:
    try:
        text = write_pzl(position)
    except PositionError:
        return
    again = parse_pzl(text)
    assert write_pzl(again) == text and again.you.hand == position.you.hand


@pytest.mark.parametrize("text", ROUND_TRIPS)
def test_from_pzl_to_yaml(text: str) -> None:
    position = parse_pzl(text)
    assert parse_position(write_yaml(position)) == position
    assert parse_position(json.dumps(to_json(position))) == position


def test_only_what_is_not_default_is_written() -> None:
    assert write_yaml(Position()) == "you: {}\n"
    short = "you:\n  life: 9\n  hand: [Opt x2, Shock]\n  battlefield:\n    - Island x6\n    - {card: Bear, id: 7, tapped: true}\n"
    assert write_yaml(parse_position(short)) == short


def test_every_default_is_written_out() -> None:
    data = to_json(parse_position("you: {battlefield: [Bear], hand: [unknown]}"))
    assert data["opponent"] == {
        "life": 20, "counters": {}, "mana": "", "hand": [], "battlefield": [], "graveyard": [], "exile": [], "command": [],
        "library": None, "designations": {}, "emblems": [],
    }  # fmt: skip
    assert data["you"]["hand"] == [{"card": "unknown", "id": None, "counters": {}, "exiled_by": None, "raw": {}}]
    assert data["you"]["battlefield"][0] == {
        "card": "Bear", "count": 1, "id": None, "counters": {}, "tapped": False, "sick": False, "damage": 0, "attached_to": None,
        "token": None, "controller": "you", "owner": "you", "chosen": {}, "activated": False, "raw": {},
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------------- broken files


def mutations(data: bytes, rng: random.Random) -> bytes:
    """The file cut off, with bytes changed, taken out, doubled or put in."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(6):
            case 0:
                del changed[at:]
            case 1:
                del changed[at : at + rng.randrange(10)]
            case 2:
                changed[at:at] = bytes([rng.randrange(256)])
            case 3:
                changed[at : at + 1] = rng.choice(b"[]{}:,|;=#&*!\"'\n\t -%@`x0").to_bytes(1, "big")
            case 4:
                end = at + rng.randrange(30)
                changed[at:at] = changed[at:end]
            case _:
                changed[at:at] = rng.choice([b"99999999999999999999", b"-1", b"~", b"\xe2\x80\xa8", b"null", b"1e999", b"x9999"])
    return bytes(changed)


YAML_FILES = [EVERYTHING, write_yaml(parse_pzl(NEW), full=True)]
PZL_FILES = [NEW, OLD, *ROUND_TRIPS]


@pytest.mark.parametrize(("parse", "texts"), [(parse_position, YAML_FILES), (parse_pzl, PZL_FILES)])
def test_broken_files(parse: Callable[[str, str], Position], texts: list[str], rounds: int = 1500) -> None:
    rng = random.Random(7)
    read = 0
    for _ in range(rounds):
        data = mutations(rng.choice(texts).encode(), rng)
        try:
            position = parse(decode(data, "broken"), "broken")
        except PositionError as error:
            assert "\n" not in str(error) and str(error).startswith("broken") and len(str(error)) < 500
            continue
        read += 1
        assert parse_position(write_yaml(position)) == position
        if parse is parse_pzl:
            assert parse_pzl(write_pzl(position)) == position
    assert read > rounds // 20


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.binary(max_size=200))
def test_junk(data: bytes) -> None:
    readers: list[Any] = [parse_position, parse_pzl]
    for parse in readers:
        try:
            parse(decode(data, "junk"), "junk")
        except PositionError as error:
            assert str(error).startswith("junk")
