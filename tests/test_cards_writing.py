"""Cards are written in the notation, and what is written says the same."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from engine.cards import CardPool
from engine.cards.library import read_entries
from engine.cards.notation import read_card
from engine.cards.phrases import read_filter
from engine.cards.place import NotationError, Place
from engine.cards.writing import card_text, write_card, write_filter
from engine.vocabulary import (
    CardDefinition,
    Connive,
    CreateToken,
    Dies,
    Draw,
    Effect,
    Filter,
    Later,
    RevealUntil,
    Spell,
    StepBegins,
    Token,
    Triggered,
)


@pytest.mark.parametrize("name", CardPool.bundled().names())
def test_every_bundled_card_is_written_and_read_back(name: str, tmp_path: Path) -> None:
    card = CardPool.bundled().get(name)
    file = tmp_path / "one.yaml"
    file.write_text(card_text(card), encoding="utf-8")
    assert CardPool({}).with_file(file).get(name) == card


def test_what_is_written_looks_like_the_pages_of_the_notation() -> None:
    assert card_text(CardPool.bundled().get("Contagion Clasp")) == (
        "Contagion Clasp:\n"
        "  cost: '{2}'\n"
        "  type: Artifact\n"
        "  abilities:\n"
        "  - when: self enters\n"
        "    targets: [creature]\n"
        "    do:\n"
        "    - add counters: {what: target, kind: m1m1}\n"
        "  - cost: '{4}, {T}'\n"
        "    do: [proliferate]\n"
    )


def test_two_different_tokens_of_one_name_are_written_with_their_names() -> None:
    small, large = (Token("Saproling", frozenset({"Creature"}), power=n, toughness=n) for n in (1, 2))
    card = CardDefinition("Two", (), types=frozenset({"Sorcery"}), abilities=(Spell((CreateToken(small), CreateToken(large))),))
    tokens = write_card(card)["tokens"]
    assert list(tokens) == ["Saproling", "Saproling 2"] and tokens["Saproling 2"]["name"] == "Saproling"
    assert read_card("Two", write_card(card), "mine.yaml") == card


def test_what_a_token_makes_is_written_before_it() -> None:
    small = Token("Ooze", frozenset({"Creature"}), power=1, toughness=1)
    large = replace(small, power=2, abilities=(Triggered(Dies(source=True), (CreateToken(small),)),))
    card = CardDefinition("Two", (), types=frozenset({"Sorcery"}), abilities=(Spell((CreateToken(large), CreateToken(small))),))
    assert [entry["pt"] for entry in write_card(card)["tokens"].values()] == ["1/1", "2/1"]
    assert read_card("Two", write_card(card), "mine.yaml") == card


@pytest.mark.parametrize(
    "effect", [Connive(), RevealUntil("you", Filter(), "graveyard", "bottom at random"), Later(StepBegins("main2"), (Draw(),))]
)
def test_all_that_a_word_can_say_is_written_and_read_back(effect: Effect) -> None:
    card = CardDefinition("One", (), types=frozenset({"Sorcery"}), abilities=(Spell((effect,)),))
    assert read_card("One", write_card(card), "mine.yaml") == card


def test_a_filter_that_no_phrase_says_is_written_by_its_fields() -> None:
    both = Filter(all_types=frozenset({"Artifact", "Creature"}), colors=frozenset("WU"))
    assert write_filter(both) == {"all types": ["Artifact", "Creature"], "colors": "WU"}
    assert read_filter(write_filter(both), Place("", "")) == both


# ---------------------------------------------------------------------------------------------------------------- files


def test_entries_are_parsed_when_they_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("Good: {cost: '{G}', type: Sorcery, spell: [draw]}\n'Bad: one': [\n\n# the last\nLast: {type: Land}\n")
    pool = CardPool(read_entries(file))
    assert pool.names() == ("Bad: one", "Good", "Last")
    assert pool.get("Good").types == {"Sorcery"}
    with pytest.raises(NotationError, match=r"is not YAML(?s:.)*line 5"):
        pool.get("Bad: one")


@pytest.mark.parametrize(
    "text",
    [
        "{A: {type: Land}, B: {type: Land}}\n",
        "A: &land {type: Land}\nB: *land\n",
        "--- \nA: {type: Land}\nB:\n  type: Land\n",
        "A:\n  type: Land\n\"B\": {type: Land}\n",
        "'A' : {type: Land}\nB   : {type: Land}\n",
    ],
)
def test_files_of_every_layout_have_the_same_entries(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    assert list(yaml.safe_load(text)) == ["A", "B"]
    pool = CardPool({}).with_file(file)
    assert pool.names() == ("A", "B")
    assert pool.get("B").types == {"Land"}


def test_the_bundled_pool_loads_in_less_than_150_ms() -> None:
    code = (
        "import time, engine.cards.library as l\n"
        "best = 9.0\n"
        "for _ in range(3):\n"
        "    l._bundled.cache_clear(); start = time.perf_counter(); l.CardPool.bundled()\n"
        "    best = min(best, time.perf_counter() - start)\n"
        "print(best)"
    )
    seconds = float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    assert seconds < 0.15
