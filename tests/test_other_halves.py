"""Cards of which another half can be cast: Adventures (715) and modal double-faced cards (712)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.cards import CardPool
from engine.cards.describe import describe
from engine.choices import Cast
from engine.importing.importer import import_card
from engine.line import replay
from engine.scope import PLAYED
from engine.vocabulary import CardDefinition, DealDamage, Spell, Target
from optimizer.goals import Goal
from optimizer.proof import Search
from tests.engine_play import Game, side
from tests.test_from_notation import pool

CARDS = """
Giant:
  cost: "{2}{R}"
  type: Creature - Giant
  pt: 4/3
  adventure:
    name: Stamp
    cost: "{1}{R}"
    type: Instant
    spell: {targets: [any], do: [deal damage: {what: target, n: 2}]}
Dean:
  cost: "{B}"
  type: Creature
  pt: 1/1
  other face: {name: Vein, cost: "{G}{G}", type: Sorcery, spell: [gain life: 5]}
God:
  cost: "{5}"
  type: Creature - God
  pt: 5/5
  other face: {name: Horn, cost: "{1}", type: Artifact, abilities: [{cost: "{T}", do: [gain life: 1]}]}
Sage:
  cost: "{5}"
  type: Creature
  pt: 1/1
  other face: {name: Leech, cost: "{1}", type: Artifact, keywords: [extort]}
Lord:
  cost: "{1}"
  type: Artifact
  abilities: [modify: {filter: artifact you control, keywords: [extort]}]
Cancel: {cost: "{0}", type: Instant, spell: {targets: [spell], do: [counter: target]}}
Ward: {cost: "{0}", type: Creature, pt: 2/2, keywords: [protection from Giants]}
Nothing: {cost: "{0}", type: Sorcery, spell: [gain life: 1]}
Tax: {cost: "{0}", type: Artifact, abilities: [costs more: {filter: noncreature spell, n: 1}]}
"""


@pytest.fixture
def cards(tmp_path: Path) -> CardPool:
    return pool(CARDS, tmp_path)


def ways(game: Game, card: str) -> set[str]:
    return {choice.how for choice in game.state.choices() if isinstance(choice, Cast) and choice.card == game.id(card)}


def test_715_3d_the_card_of_an_adventure_is_exiled_and_may_be_played_from_there(cards: CardPool) -> None:
    game = Game(side(["Giant"], ["Mountain"] * 5), side(), cards)
    assert ways(game, "Giant") == {"", "adventure"}
    game.cast("Giant", "opponent", how="adventure").ok()
    assert (game.opponent.life, game.names(game.you.exile)) == (18, ["Giant"])
    assert ways(game, "Giant") == {""}  # not as an Adventure again
    game.cast("Giant").ok()
    assert game.there("Giant")


def test_715_3b_on_the_stack_it_is_only_the_adventure(cards: CardPool) -> None:
    game = Game(side(["Giant"], ["Mountain"] * 2), side(), cards).cast("Giant", "opponent", how="adventure")
    (spell,) = game.state.stack
    assert (game.state.name(spell.id), game.state.types(spell.id)) == ("Stamp", frozenset({"Instant"}))


def test_715_3d_a_countered_adventure_goes_to_the_graveyard(cards: CardPool) -> None:
    game = Game(side(["Giant", "Cancel"], ["Mountain"] * 2), side(), cards).cast("Giant", "opponent", how="adventure")
    game.cast("Cancel", "Giant").ok()
    assert (sorted(game.names(game.you.graveyard)), game.opponent.life) == (["Cancel", "Giant"], 20)


def test_715_3a_only_the_adventure_is_looked_at_as_it_is_cast(cards: CardPool) -> None:
    """It is no Giant, so that protection from Giants does not keep it from targeting, but it is a noncreature spell."""
    game = Game(side(["Giant"], ["Mountain"] * 2), side(battlefield=["Ward"]), cards)
    game.cast("Giant", "Ward", how="adventure").ok()
    assert not game.there("Ward")
    taxed = Game(side(["Giant"], [*["Mountain"] * 2, "Tax"]), side(), cards)
    assert ways(taxed, "Giant") == set()
    assert ways(Game(side(["Giant"], [*["Mountain"] * 3, "Tax"]), side(), cards), "Giant") == {"", "adventure"}


def test_712_11b_either_face_of_a_modal_double_faced_card_is_cast(cards: CardPool) -> None:
    game = Game(side(["Dean", "God"], ["Forest", "Forest", "Forest"]), side(), cards)
    assert (ways(game, "Dean"), ways(game, "God")) == ({"other face"}, {"other face"})
    game.cast("Dean", how="other face").ok()
    assert (game.you.life, game.names(game.you.graveyard)) == (25, ["Dean"])
    game.cast("God", how="other face").ok()
    horn = game.permanent("Horn")
    assert game.state.types(horn.id) == frozenset({"Artifact"})  # 712.8f, 712.13
    game.activate("Horn").ok()
    assert game.you.life == 26


def test_712_8a_elsewhere_it_has_only_its_front_face(cards: CardPool) -> None:
    game = Game(side(battlefield=["Island", "Island"], graveyard=["God"]), side(), cards)
    assert game.names(game.you.graveyard) == ["God"]


@pytest.mark.parametrize("card", ["Sage", "Lord"])
def test_what_keywords_of_another_face_or_given_ones_do_may_win_after_combat(card: str, cards: CardPool) -> None:
    after = Game(side([card, "Nothing"], ["Swamp"] * 2), side(life=1), cards, PLAYED, step="main2").state
    assert Search(after, Goal.WIN).run().reached


def test_lines_say_which_half_is_cast(cards: CardPool) -> None:
    start = Game(side(["Giant"], ["Mountain"] * 5), side(life=2), cards).state
    line = "1. Cast Giant, on an adventure, targeting opponent, paying {1}{R} from Mountain x2."
    assert replay(start, line).end.over and replay(start, line).text == line


def test_the_other_half_is_described(cards: CardPool) -> None:
    told = describe(cards.get("Giant"))
    assert "May be cast as an Adventure" in told and "// Stamp  {1}{R}" in told


def faces(layout: str, **back: Any) -> tuple[Any, ...]:
    from tests.test_importing import face

    front = face("Flying", ("Creature",), card="Reef Pup // Splash", name="Reef Pup", layout=layout, sides=2)
    other = {"name": "Splash", "side": 1, "cost": "{U}", "text": "", "types": ("Artifact",), **back}
    return front, face(other.pop("text"), other.pop("types"), card="Reef Pup // Splash", layout=layout, sides=2, **other)


@pytest.mark.parametrize(
    ("layout", "cost", "key"), [("adventure", "{U}", "adventure"), ("modal_dfc", "{U}", "other face"), ("modal_dfc", None, None),
                                ("prepare", "{U}", None)],
)  # fmt: skip
def test_other_halves_are_imported(layout: str, cost: str | None, key: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.importing.importer.tree_of", lambda face: {"keywords": ["Flying"] if face.text else []})
    text = import_card(faces(layout, cost=cost, types=("Land",) if cost is None else ("Artifact",))).text
    assert text is not None
    assert ("not understood" not in text) == (key is not None)
    assert key is None or f"{key}:" in text


def test_a_half_is_a_card_of_its_own(cards: CardPool) -> None:
    adventure = cards.get("Giant").adventure
    assert isinstance(adventure, CardDefinition)
    assert adventure.abilities == (Spell((DealDamage("target", 2),), (Target("any"),)),)
