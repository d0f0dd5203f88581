"""Rules shown with cards that are written in the notation for the purpose."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from engine.cards import CardPool
from engine.cards.notation import read_card
from engine.cards.writing import write_card
from engine.choices import Activate, ToPick
from tests.engine_play import Game, side, thing


def pool(text: str, folder: Path) -> CardPool:
    """The bundled cards and these, which are written back as they are."""
    path = folder / "cards.yaml"
    path.write_text(text)
    cards = CardPool.bundled().with_file(path)
    for name in yaml.safe_load(text):
        assert read_card(name, write_card(cards.get(name)), "test") == cards.get(name)
    return cards


SAGA = """
Tale: {cost: "{0}", type: Enchantment - Saga, abilities: [{when: [chapter 1, chapter 2], do: [gain life: 3]}]}
"""


@pytest.mark.parametrize(("lore", "left"), [(0, 1), (1, 0)])
def test_714_2c_one_effect_of_several_chapters_is_an_ability_for_each(
    lore: int, left: int, tmp_path: Path
) -> None:
    """The final chapter number is the greatest of them (714.2d), and the Saga stays until then (714.4)."""
    game = Game(side(battlefield=[thing("Tale", lore=lore)]), side(), pool(SAGA, tmp_path), step="draw").ok().settle()
    assert (game.you.life, game.there("Tale")) == (23, left)


RETURNS = """
Keeper:
  cost: "{0}"
  type: Enchantment
  abilities:
    - when: a creature you control dies
      do: [later: {on: each end step begins, do: [put onto battlefield: that]}]
"""


def test_603_7c_a_delayed_trigger_still_speaks_of_what_its_creator_spoke_of(tmp_path: Path) -> None:
    game = Game(side(["Lightning Bolt"], ["Keeper", "Mountain", "Grizzly Bears"]), side(), pool(RETURNS, tmp_path), step="main2")
    game.cast("Lightning Bolt", "Grizzly Bears").settle()
    assert game.names(game.you.graveyard) == ["Grizzly Bears", "Lightning Bolt"]
    game.ok().settle()
    assert game.there("Grizzly Bears") == 1


TAKERS = """
Clean: {cost: "{0}", type: Creature - Bear, pt: 1/1, abilities: [{cost: "{0}", targets: [creature], do: [remove kind: {what: target, kind: any, n: all}]}]}
Sage: {cost: "{0}", type: Creature - Bear, pt: 1/1, abilities: [{cost: remove 2 p1p1 counters from among creatures you control, do: [gain life: 1]}]}
"""  # noqa: E501


def test_all_counters_of_all_kinds_are_removed(tmp_path: Path) -> None:
    game = Game(side(battlefield=["Clean", thing("Hill Giant", p1p1=2, stun=1)]), side(), pool(TAKERS, tmp_path))
    game.activate("Clean", 0, "Hill Giant").ok()
    assert game.permanent("Hill Giant").counters == ()


@pytest.mark.parametrize(("counters", "ways"), [({"p1p1": 1}, 0), ({"charge": 5, "p1p1": 1}, 0), ({"p1p1": 2}, 2)])
def test_118_3_counters_of_the_kind_that_the_cost_names(counters: dict[str, int], ways: int, tmp_path: Path) -> None:
    """Two counters, of the Giant or one of each."""
    mine = side(battlefield=["Sage", thing("Hill Giant", **counters), thing("Grizzly Bears", p1p1=1 if ways else 0)])
    game = Game(mine, side(battlefield=[thing("Hill Giant", p1p1=4)]), pool(TAKERS, tmp_path))
    assert sum(isinstance(choice, Activate) for choice in game.state.choices()) == ways
    if ways:
        game.activate("Sage").ok()
        assert (game.you.life, game.counters("Hill Giant", "p1p1")) == (21, 0)


BOLSTER = """
Drill: {cost: "{0}", type: Sorcery, spell: [bolster: 2]}
"""


def test_701_39a_bolster_chooses_among_the_creatures_with_the_least_toughness(tmp_path: Path) -> None:
    mine = side(["Drill"], ["Grizzly Bears", thing("Hill Giant", m1m1=1), "Serra Angel"])
    game = Game(mine, side(battlefield=["Banehound"]), pool(BOLSTER, tmp_path)).cast("Drill").ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and set(decision.options) == {game.id("Grizzly Bears"), game.id("Hill Giant")}
    game.pick("Hill Giant")
    assert game.permanent("Hill Giant").counters == (("p1p1", 1),)  # one of each kind is gone (704.5q)


def test_701_39a_nobody_to_bolster(tmp_path: Path) -> None:
    game = Game(side(["Drill"]), side(battlefield=["Grizzly Bears"]), pool(BOLSTER, tmp_path)).cast("Drill").ok()
    assert game.counters("Grizzly Bears", "p1p1") == 0
