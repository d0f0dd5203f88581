"""The position format in YAML: what every key means, and what every mistake is told."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine.formats import PositionError, read_position
from engine.formats.document import MAX_BYTES
from engine.formats.yaml_position import parse_position
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec

EVERYTHING = """
title: Every key once
you:
  life: 7
  counters: {poison: 2, energy: 3}
  mana: "{U}{B}{U}"
  hand:
    - Opt x2
    - {card: Shock, id: spark, counters: {time: 3}, raw: {Foretold: ""}}
    - unknown
  battlefield:
    - Island x6
    - {card: Grizzly Bears, id: bear, counters: {p1p1: 1, m0m1: 2, first strike: 1}, tapped: true, sick: true, damage: 1}
    - {card: Rancid Ribbon, attached_to: bear, owner: opponent, chosen: {color: U, type: Bear, name: Opt}}
    - {card: Opt Oracle, controller: opponent, activated: true}
    - card: Beetle
      token: {types: [Artifact, Creature], subtypes: [Insect], supertypes: [Legendary], colors: GB, power: 2, toughness: 1,
              keywords: [flying, first strike], script: bg_2_1_a_insect}
    - {token: {name: Myr, power: 1, toughness: 1}}
    - {card: Serra Angel, token: true}
    - {card: Gloom Curse, attached_to: opponent}
  graveyard: [Shock]
  exile:
    - {card: Opt, exiled_by: bear}
  command: [Opt]
  library: []
  designations: {speed: 2, ring: 3, monarch: 1}
  emblems: [Venser emblem]
opponent:
  life: -3
  library: [Opt x3, Shock]
active: opponent
step: upkeep
land_played: true
goal: {maximize: "opponent.poison"}
turns: 2
raw: {precast: "Opt:1"}
"""


def test_every_key() -> None:
    position = parse_position(EVERYTHING)
    you = position.you
    assert (position.title, position.active, position.step, position.land_played) == (
        "Every key once", "opponent", "upkeep", True,
    )  # fmt: skip
    assert (position.goal, position.turns, position.raw) == ({"maximize": "opponent.poison"}, 2, {"precast": "Opt:1"})
    assert (you.life, you.counters, you.mana) == (7, {"poison": 2, "energy": 3}, "{U}{U}{B}")
    assert you.hand == (
        CardSpec("Opt"),
        CardSpec("Opt"),
        CardSpec("Shock", id="spark", counters={"time": 3}, raw={"Foretold": ""}),
        CardSpec("unknown"),
    )
    islands, bear, ribbon, oracle, beetle, myr, angel, curse = you.battlefield
    assert islands == PermanentSpec("Island", 6)
    bear_counters = {"p1p1": 1, "m0m1": 2, "first strike": 1}
    assert bear == PermanentSpec("Grizzly Bears", id="bear", counters=bear_counters, tapped=True, sick=True, damage=1)
    assert ribbon.attached_to == "bear" and ribbon.owner == "opponent"
    assert ribbon.chosen == {"color": "U", "type": "Bear", "name": "Opt"}
    assert oracle.controller == "opponent" and oracle.activated
    assert beetle.token == TokenSpec(
        "Beetle", ("Artifact", "Creature"), ("Insect",), ("Legendary",), "BG", 2, 1, ("flying", "first strike"), "bg_2_1_a_insect"
    )
    assert myr.card == "Myr" and myr.token == TokenSpec("Myr", power=1, toughness=1)
    assert angel.token == TokenSpec("Serra Angel", types=(), copy=True)
    assert curse.attached_to == "opponent"
    assert you.exile == (CardSpec("Opt", exiled_by="bear"),)
    assert you.library == () and you.graveyard == (CardSpec("Shock"),) and you.command == (CardSpec("Opt"),)
    assert you.designations == {"speed": 2, "ring": 3, "monarch": 1} and you.emblems == ("Venser emblem",)
    assert position.opponent.life == -3
    assert position.opponent.library == (CardSpec("Opt"),) * 3 + (CardSpec("Shock"),)


def test_defaults() -> None:
    position = parse_position("you: {}")
    assert position == Position(you=PlayerSpec(), opponent=PlayerSpec())
    assert position.you.life == 20 and position.you.library is None
    assert (position.active, position.step, position.goal, position.turns) == ("you", "main1", "win", 1)
    permanent = parse_position("you: {battlefield: [Bear]}").you.battlefield[0]
    assert (permanent.count, permanent.tapped, permanent.sick, permanent.damage, permanent.counters) == (1, False, False, 0, {})


def test_lines_are_remembered() -> None:
    position = parse_position("you:\n  hand:\n    - Opt\n    - {card: Shock}\n  battlefield: [Island]\n")
    assert [c.line for c in position.you.hand] == [3, 4]
    assert position.you.battlefield[0].line == 5


def test_words_stay_text() -> None:
    """No name of a card or title turns into a number, a date or a truth value."""
    position = parse_position("title: 2024\nyou: {hand: [1996, No, 2020-01-01, 1e3, 0x10]}")
    assert position.title == "2024"
    assert [c.card for c in position.you.hand] == ["1996", "No", "2020-01-01", "1e3", "0x10"]


def test_the_players_own_side_is_the_default() -> None:
    you = parse_position("you: {battlefield: [{card: Bear, owner: you, controller: you}]}").you
    assert you.battlefield == (PermanentSpec("Bear"),)


def test_json_is_yaml() -> None:
    assert parse_position('{"you": {"life": 5, "library": null, "hand": ["Opt"]}}').you == PlayerSpec(5, hand=(CardSpec("Opt"),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("you: {lief: 3}", "p.yaml:1: you.lief: unknown key; did you mean life?"),
        ("yuo: {}", "p.yaml:1: yuo: unknown key; did you mean you?"),
        ("you: {zzz: 3}", "p.yaml:1: you.zzz: unknown key; known are life, counters, mana, hand, battlefield, graveyard, "),
        (
            "you:\n  battlefield:\n    - Opt\n    - Opt\n    - {card: Vraska,\n       counters: {loyalty: -3}}",
            "p.yaml:6: you.battlefield[2].counters.loyalty: -3 is not a number of counters; write 0 or more",
        ),
        ("you: {counters: {posion: 8}}", "p.yaml:1: you.counters.posion: unknown counter; did you mean poison"),
        ("you: {counters: {poison: many}}", "p.yaml:1: you.counters.poison: many is not a number of counters"),
        ("you: {counters: {poison: 1.5}}", "p.yaml:1: you.counters.poison: 1.5 is not a number of counters"),
        ("you: {counters: {poison: 1000001}}", "is not a number of counters; at most 1,000,000 makes sense"),
        ("you: {counters: [poison]}", "p.yaml:1: you.counters: a list is not a mapping of counters to numbers"),
        ("you: {life: 99999999}", "p.yaml:1: you.life: 99999999 is not a life total; at most 10,000,000 makes sense"),
        ("you: {life: -99999999}", "is not a life total; write -10,000,000 or more"),
        ("you: {life: " + "9" * 5000 + "}", "is not a life total"),
        ("you: {life: 1e400}", "p.yaml:1: you.life: 1e400 is not a life total"),
        ("you: {life: .nan}", "p.yaml:1: you.life: .nan is not a life total"),
        ("you: {life: true}", "p.yaml:1: you.life: true is not a life total"),
        ("you: {life: '9'}", "p.yaml:1: you.life: 9 is not a life total"),
        ("you: {life: }", "p.yaml:1: you.life: empty; write a life total or leave it out"),
        ("you:", "p.yaml:1: you: empty; write a player"),
        ("you: 3", "p.yaml:1: you: 3 is not a player"),
        ("opponent: {}", "p.yaml: you: missing"),
        ("you: {mana: UU}", "p.yaml:1: you.mana: 'UU' is not a mana cost"),
        ("you: {mana: '{3}'}", "p.yaml:1: you.mana: {3} is not a type of mana"),
        ("you: {hand: Opt}", "p.yaml:1: you.hand: Opt is not a list of cards"),
        ("you: {hand: [Opt x0]}", "p.yaml:1: you.hand[0]: x0 is not a number of cards; write 1 to 10,000"),
        ("you: {hand: [Opt x10001]}", "p.yaml:1: you.hand[0]: x10001 is not a number of cards"),
        ("you: {hand: [Opt x9000, Opt x9000]}", "p.yaml:1: you.hand: more than 10,000 objects in one zone"),
        ("you: {hand: [{id: a}]}", "p.yaml:1: you.hand[0]: the key `card` is missing"),
        ("you: {hand: [{card: Opt, tapped: true}]}", "p.yaml:1: you.hand[0].tapped: unknown key"),
        ("you: {hand: ['']}", "p.yaml:1: you.hand[0]: empty; write the name of a card"),
        ("you: {hand: [~]}", "p.yaml:1: you.hand[0]: empty; write the name of a card"),
        ("you: {hand: [[Opt]]}", "p.yaml:1: you.hand[0]: a list is not the name of a card"),
        ('you: {hand: ["a\\u0001b"]}', "p.yaml:1: you.hand[0]: a b is not the name of a card"),
        ("you: {battlefield: [{card: A, count: 0}]}", "p.yaml:1: you.battlefield[0].count: 0 is not a number of permanents"),
        ("you: {battlefield: [{card: A, count: 2, id: x}]}", "you.battlefield[0].id: one id cannot be that of 2 permanents"),
        ("you: {battlefield: [{card: A, tapped: yes}]}", "p.yaml:1: you.battlefield[0].tapped: yes is not true or false"),
        ("you: {battlefield: [{card: A, damage: -1}]}", "-1 is not an amount of damage; write 0 or more"),
        ("you: {battlefield: [{card: A, id: a}, {card: B, id: a}]}", "[1].id: a is the id of another object already, in line 1"),
        ("you: {battlefield: [{card: A, id: you}]}", "p.yaml:1: you.battlefield[0].id: you is a player; choose another id"),
        ("you: {battlefield: [{card: A, id: a b}]}", "[0].id: a b is not an id; write letters and digits"),
        (
            "you: {battlefield: [{card: A, attached_to: baer}, {card: B, id: bear}]}",
            "no object has the id baer; did you mean bear?",
        ),
        ("you: {exile: [{card: A, exiled_by: you}]}", "p.yaml:1: you.exile[0].exiled_by: no object has the id you"),
        ("you: {battlefield: [{card: A, owner: me}]}", "[0].owner: me is not a player; known are you, opp"),
        ("you: {battlefield: [{card: A, chosen: {color: blue}}]}", "color: blue is not a colour; write a letter of WUBRG"),
        ("you: {battlefield: [{card: A, chosen: {colour: U}}]}", "[0].chosen.colour: unknown key; did you mean color?"),
        ("you: {battlefield: [{token: {power: 1}}]}", "p.yaml:1: you.battlefield[0].token: has no name"),
        ("you: {battlefield: [{token: true}]}", "p.yaml:1: you.battlefield[0].token: needs the key `card` beside it"),
        ("you: {battlefield: [{card: A, token: {name: B}}]}", "you.battlefield[0].token.name: B is not A, as `card` says"),
        ("you: {battlefield: [{card: A, token: {types: [creature]}}]}", "creature is not a card type; did you mean Creature?"),
        ("you: {battlefield: [{card: A, token: {colors: blue}}]}", "blue is not a set of colours; write letters of WUBRG"),
        ("you: {battlefield: [{card: A, token: {power: strong}}]}", "[0].token.power: strong is not a power or toughness"),
        ("you: {designations: {sped: 2}}", "p.yaml:1: you.designations.sped: unknown designation; did you mean speed?"),
        ("you: {}\nstep: main", "p.yaml:2: step: main is not a step of the turn; did you mean main1 or main2?"),
        ("you: {}\nstep: upkeep\nbegins: true", "p.yaml:3: begins: makes sense for the step main1 only"),
        ("you: {}\nactive: me", "p.yaml:2: active: me is not a player"),
        ("you: {}\ngoal: wni", "p.yaml:2: goal: wni is not a goal; write win, survive or {maximize: a profile or an expression}"),
        ("you: {}\ngoal: {maximise: x}", "p.yaml:2: goal.maximise: unknown key; did you mean maximize?"),
        ("you: {}\ngoal: {maximize: ''}", "p.yaml:2: goal.maximize: empty; write a profile or an expression"),
        ("you: {}\nturns: 0", "p.yaml:2: turns: 0 is not a number of turns; write 1 or more"),
        ("you: {}\nraw: {a: [b]}", "p.yaml:2: raw.a: a list is not text"),
        ("you: {life: 5,\n  life: 6}", "p.yaml:2: you.life: given twice; first in line 1"),
        ("", "p.yaml: the file is empty"),
        ("# only a comment\n", "p.yaml: the file is empty"),
        ("Tezzeret", "p.yaml:1: Tezzeret is not a position"),
        ("- you", "p.yaml:1: a list is not a position"),
        ("you: {", "this is not YAML or is cut off here"),
        ("you: {hand: [Opt, Sho", "this is not YAML or is cut off here"),
        ("a: b: c", "p.yaml:1: this is not YAML or is cut off here"),
        ("you: {}\n---\nyou: {}", "p.yaml:2: a second document begins here"),
        ("you: &a {hand: [*a]}", "p.yaml:1: anchors (&a) are not allowed"),
        ("you: {hand: [*a]}", "p.yaml:1: aliases (*a) are not allowed"),
        ("!!python/object:os.system you", "p.yaml:1: tags ("),
        ("{[a]: b}", "p.yaml:1: a list or mapping stands where a key is expected"),
        ("you: " + "[" * 50 + "]" * 50, "p.yaml:1: lists and mappings are nested too deeply"),
        ("[" * 100_000, "p.yaml:1: "),
        ("you: {}\x07", "p.yaml: this is not text that can be read"),
    ],
)  # fmt: skip
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(text, "p.yaml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("p.yaml") and "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_the_parts_of_an_error() -> None:
    with pytest.raises(PositionError) as caught:
        parse_position("you:\n  life: x", "p.yaml")
    error = caught.value
    assert (error.file, error.line, error.key, error.message) == ("p.yaml", 2, "you.life", "x is not a life total")


def test_files_that_are_no_positions(tmp_path: Path) -> None:
    cases = {
        "empty.yaml": b"",
        "blank.yaml": b" \n\t\n",
        "binary.yaml": bytes(range(256)),
        "zeros.yaml": b"\0" * 100,
        "picture.yaml": b"\x89PNG\r\n\x1a\n" + b"\xff" * 50,
        "sixteen.yaml": "you: {}".encode("utf-16"),
        "nul.yaml": b"you: {}\n# \0",
    }
    for name, data in cases.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(PositionError) as caught:
            read_position(path)
        assert str(path) in str(caught.value)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    (tmp_path / "puzzle.yaml").write_text("you: {}")
    with pytest.raises(PositionError, match=r"no such file; did you mean puzzle.yaml\?"):
        read_position(tmp_path / "puzle.yaml")
    with pytest.raises(PositionError, match="a folder"):
        read_position(tmp_path)
    with pytest.raises(PositionError):
        read_position("a\0b")
    with pytest.raises(PositionError):
        read_position(tmp_path / ("x" * 5000))


def test_large_files_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with open(path, "wb") as stream:
        stream.truncate(10 * MAX_BYTES)
    with pytest.raises(PositionError, match="larger than 5 MB"):
        read_position(path)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("depth.yaml", "{" * 4_900_000),
        ("explicit.yaml", "? " * 2_400_000),
        ("key.yaml", "you:\n ? " + "x" * 4_900_000 + "\n : 3"),
        ("mana.yaml", 'you: {mana: "' + "{U}" * 1_600_000 + '"}'),
        ("cards.yaml", "you: {hand: [" + "A," * 200_000 + "]}"),
        ("attributes.pzl", "humanhand=A" + "|x" * 2_400_000),
        ("lines.pzl", "a=b\n" * 200_000),
        ("mana.pzl", "humanmanapool=" + "U " * 2_400_000 + "\nhumanhand=" + "A;" * 20_000),
    ],
)
def test_files_made_to_be_slow(tmp_path: Path, name: str, data: str) -> None:
    path = tmp_path / name
    path.write_text(data)
    begin = time.process_time()
    with pytest.raises(PositionError):
        read_position(path)
    assert time.process_time() - begin < 10


def test_byte_order_mark_and_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "windows.yaml"
    path.write_bytes(b"\xef\xbb\xbfyou:\r\n  life: 3\r\n")
    assert read_position(path).you.life == 3


def test_irrelevant_library(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.yaml"
    path.write_text("you: {library: [Opt]}\nopponent: {library: []}")
    assert read_position(path).you.library == (CardSpec("Opt"),)
    position = read_position(path, library_irrelevant=True)
    assert position.you.library is None and position.opponent.library is None
