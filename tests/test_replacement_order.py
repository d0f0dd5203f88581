"""Replacement effects that look for counters put by an effect, where the counters are not (614.16), and their order (616.1)."""

from __future__ import annotations

import pytest

from tests.facts import after, best

BOARD = """
    you: {{battlefield: [{cards}, {{card: Jace Beleren, counters: {{loyalty: 3}}}}]}}
    goal: {{maximize: 'loyalty("Jace Beleren")'}}
"""


@pytest.mark.parametrize(
    ("cards", "loyalty"),
    [
        ("Island", 3 + 2),
        ("Doubling Season", 3 + 2),  # the counters are a cost: no effect puts them
        ('"Vorinclex, Monstrous Raider"', 3 + 2 * 2),  # does not ask for an effect
        ('Doubling Season, "Vorinclex, Monstrous Raider"', 3 + 2 * 2 * 2),  # now a replacement effect puts them
    ],
)
def test_counters_of_a_loyalty_cost(cards: str, loyalty: int) -> None:
    position = BOARD.format(cards=cards)
    assert after(position, "1. Activate Jace Beleren: +2.").counters("Jace Beleren") == {"loyalty": loyalty}
    assert best(position).facts.counters("Jace Beleren") == {"loyalty": loyalty}


def test_counters_that_a_saga_gets_by_the_rules() -> None:
    """714.3a is no effect either: X07 has Doubling Season alone, with which the Saga enters with one lore counter."""
    position = 'you: {hand: [The Eldest Reborn], battlefield: [Swamp x5, "Vorinclex, Monstrous Raider"%s]}'
    assert after(position % "", "1. Cast The Eldest Reborn. Order: item 1, item 2.").counters("The Eldest Reborn") == {"lore": 2}
    both = after(position % ", Doubling Season", "1. Cast The Eldest Reborn. Order: item 1, item 2, item 3.")
    assert both.names(both.you.graveyard) == ["The Eldest Reborn"]  # four lore counters: the last chapter has come


def test_a_planeswalker_enters_with_counters_by_an_effect() -> None:
    """306.5b makes it a replacement effect, so Doubling Season applies."""
    position = "you: {hand: [Jace Beleren], battlefield: [Island x3, Doubling Season]}"
    assert after(position, "1. Cast Jace Beleren.").counters("Jace Beleren") == {"loyalty": 6}


@pytest.mark.parametrize(("order", "loyalty"), [("x2, half", 3), ("half, x2", 2)])
def test_halved_and_doubled_while_entering(order: str, loyalty: int) -> None:
    position = """
        you: {hand: [Jace Beleren], battlefield: [Island x3, Doubling Season]}
        opponent: {battlefield: ["Vorinclex, Monstrous Raider"]}
    """
    end = after(position, f"1. Cast Jace Beleren. Order: {order}.")
    assert end.counters("Jace Beleren") == {"loyalty": loyalty}
