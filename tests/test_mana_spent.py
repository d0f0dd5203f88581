"""Which mana was spent to cast a spell (601.2h, 702.44)."""

from __future__ import annotations

import textwrap
from typing import Any

import yaml

from engine.cards import CardPool
from engine.choices import Cast
from tests.engine_play import Game, side

CARDS = """
    Sunny: {cost: "{3}", type: Artifact, abilities: [enters with counters: {kind: charge, n: colors of mana spent on self}]}
    Herald:
      cost: "{2}"
      type: Creature - Human
      pt: 1/1
      abilities:
        - when: self enters
          if: {not: at least 1 U mana spent on self}
          do: [sacrifice: {who: you, filter: self}]
    Count: {cost: "{3}", type: Sorcery, spell: [gain life: colors of mana spent on self]}
    Paladin:
      cost: "{3}"
      type: Creature - Human
      pt: 1/1
      abilities: [enters with counters: {kind: p1p1, n: 1, if: at least 3 R mana spent on self}]
    Fork: {cost: "{U}{U}", type: Instant, spell: {targets: [spell], do: [copy spell: target]}}
"""


def game(hand: list[str], *lands: Any) -> Game:
    made_up = {name: ("", entry) for name, entry in yaml.safe_load(textwrap.dedent(CARDS)).items()}
    return Game(side(hand, list(lands)), None, CardPool({**CardPool.bundled()._entries, **made_up}))


def test_each_color_of_mana_spent_counts_once() -> None:
    assert game(["Sunny"], "Island", "Island", "Mountain").cast("Sunny").settle().counters("Sunny", "charge") == 2
    assert game(["Sunny"], "Wastes", "Island", "Mountain").cast("Sunny").settle().counters("Sunny", "charge") == 2
    assert game(["Count"], "Plains", "Island", "Mountain").cast("Count").settle().you.life == 23


def test_the_permanent_knows_which_mana_was_spent_on_it() -> None:
    assert game(["Herald"], "Island", "Mountain").cast("Herald").settle().there("Herald") == 1
    assert game(["Herald"], "Mountain", "Mountain").cast("Herald").settle().there("Herald") == 0


def test_adamant_asks_for_three_of_one_color() -> None:
    assert game(["Paladin"], ("Mountain", 3)).cast("Paladin").settle().counters("Paladin", "p1p1") == 1
    assert game(["Paladin"], ("Mountain", 2), "Island").cast("Paladin").settle().counters("Paladin", "p1p1") == 0


def test_payments_of_other_colors_are_choices_of_their_own() -> None:
    it = game(["Herald"], "Island", "Mountain", "Mountain")
    assert len({c.payment.spent for c in it.state.choices() if isinstance(c, Cast)}) == 2


def test_707_10_no_mana_was_spent_on_a_copy() -> None:
    it = game(["Count", "Fork"], "Plains", "Mountain", "Wastes", ("Island", 2))
    it.do(next(c for c in it.state.choices() if isinstance(c, Cast) and c.payment.spent[1] == 0)).cast("Fork", "Count").settle()
    assert it.you.life == 22
