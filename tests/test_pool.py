"""The bundled pool: facts of the cards from files of their own, and entries that are made from a card file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.cards.library import POOL, read_entries
from engine.mana import write_cost
from engine.vocabulary import CardDefinition

FACTS = Path(__file__).with_name("pool_facts.txt")
"""Name, mana cost, type line, power/toughness or loyalty, colours; back faces after their fronts, with `//` before the name."""

CARD_FILE = "COMPLEAT_CARD_FILE"
"""The environment variable that says where AtomicCards of MTGJSON are."""


def facts() -> list[tuple[str, ...]]:
    """Each row with the name of the front face before it."""
    rows, front = [], ""
    for line in FACTS.read_text(encoding="utf-8").splitlines():
        name, *printed = (cell.strip() for cell in line.split(" | "))
        front = front if name.startswith("//") else name
        rows.append((front, name.removeprefix("//").strip(), *printed))
    return rows


def face(front: str, name: str) -> CardDefinition:
    card = CardPool.bundled().get(front)
    if name == front:
        return card
    assert card.back is not None
    return card.back


def size(card: CardDefinition) -> str:
    if card.power is not None:
        return f"{card.power}/{card.toughness}"
    return "-" if card.loyalty is None else str(card.loyalty)


@pytest.mark.parametrize(("front", "name", "cost", "type_line", "printed_size", "colors"), facts())
def test_printed_facts(front: str, name: str, cost: str, type_line: str, printed_size: str, colors: str) -> None:
    card = face(front, name)
    types, _, subtypes = type_line.partition(" - ")
    assert card.name == name
    assert ("-" if card.cost is None else write_cost(card.cost)) == cost
    assert card.supertypes | card.types == set(types.split())
    assert card.subtypes == tuple(subtypes.split())
    assert (card.colors or {"-"}) == set(colors)
    assert size(card) == printed_size.replace("*", "0")


@pytest.mark.skipif(CARD_FILE not in os.environ, reason="there is no card file")
def test_imported_cards_are_what_the_importer_makes_of_them() -> None:
    pytest.importorskip("phase")
    from engine.importing.importer import Imported, import_cards

    path = POOL / "imported.yaml"
    bundled = read_entries(path)
    made = {card.name.partition(" // ")[0]: card for card in import_cards(os.environ[CARD_FILE], set(bundled), workers=1)
            if isinstance(card, Imported)}  # fmt: skip
    text = path.read_text(encoding="utf-8")
    assert made.keys() == bundled.keys()
    assert [name for name, card in made.items() if card.text is None or card.text.strip() not in text] == []
