"""The second reading has a row for every card of the themes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.cards import CardPool
from engine.mana import Symbol
from engine.vocabulary import CardDefinition, Filter, NotUnderstood, Proliferate, ProliferateTwice, YouProliferate
from engine.vocabulary.inside import words_in

READING: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("second_reading.yaml").read_text(encoding="utf-8"))
CARDS: dict[str, dict[str, str]] = READING["cards"]


def name_of(card: CardDefinition) -> str:
    return card.name if card.back is None else f"{card.name} // {card.back.name}"


def themes_of(card: CardDefinition) -> Iterator[str]:
    faces = (card, card.back) if card.back is not None else (card,)
    words = [word for face in faces for word in words_in(face)]
    if any(isinstance(word, (Proliferate, ProliferateTwice, YouProliferate)) for word in words):
        yield "proliferate"
    keywords = {keyword for face in faces for keyword in face.keywords}
    if any(isinstance(w, (Symbol, Filter)) and w.phyrexian for w in words) or any("/P}" in keyword for keyword in keywords):
        yield "Phyrexian mana"


def test_every_theme_card_of_the_pool_was_read() -> None:
    themes = {name_of(card): set(themes_of(card)) for card in map(CardPool.bundled().get, CardPool.bundled().names())}
    read = {name: {"proliferate", "Phyrexian mana"} if row["theme"] == "both" else {row["theme"]} for name, row in CARDS.items()}
    assert {name: found for name, found in themes.items() if found} == read
    assert (len(read), *(sum(theme in found for found in read.values()) for theme in ("proliferate", "Phyrexian mana"))) == (
        164, 95, 72,
    )  # fmt: skip


def test_what_was_found_is_said() -> None:
    for name, row in CARDS.items():
        assert row["verdict"] in ("right", "wording", "mended"), name
        assert ("found" in row) == (row["verdict"] != "right"), name
    assert READING["cannot matter"].keys() <= CARDS.keys()


@pytest.mark.parametrize("name", CARDS)
def test_theme_cards_are_whole(name: str) -> None:
    card = CardPool.bundled().get(name.partition(" // ")[0])
    assert not [word for word in words_in(card) if isinstance(word, NotUnderstood)]
