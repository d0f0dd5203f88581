"""Ways to cast a card: prototypes (718), conspire (702.78), one of two additional costs (118.8)."""

from __future__ import annotations

import pytest

from engine.choices import Cast, IllegalChoice, Targeted
from engine.line import replay, write_line
from tests.engine_play import Game, side


def test_718_3_a_prototype_has_its_own_cost_color_and_size_as_a_spell_and_on_the_battlefield() -> None:
    game = Game(side(["Phyrexian Fleshgorger"], [("Swamp", 3)]))
    game.cast("Phyrexian Fleshgorger", how="prototype")
    spell = game.state.stack[-1].id
    assert (game.state.mana_value(spell), game.state.colors(spell)) == (3, frozenset("B"))
    game.settle()
    worm = game.id("Phyrexian Fleshgorger")
    assert (game.state.power(worm), game.state.toughness(worm), game.state.colors(worm)) == (3, 3, frozenset("B"))
    assert game.state.mana_value(worm) == 3 and {"menace", "lifelink"} <= game.state.keywords(worm)


def test_718_3_cast_normally_it_is_the_big_one() -> None:
    game = Game(side(["Phyrexian Fleshgorger"], [("Swamp", 7)])).cast("Phyrexian Fleshgorger", how="").settle()
    worm = game.id("Phyrexian Fleshgorger")
    assert (game.state.power(worm), game.state.colors(worm), game.state.mana_value(worm)) == (7, frozenset(), 7)


def test_718_4_in_the_graveyard_it_is_the_card_again() -> None:
    game = Game(side(["Phyrexian Fleshgorger", "Murder"], [("Swamp", 6)])).cast("Phyrexian Fleshgorger", how="prototype").settle()
    game.cast("Murder", "Phyrexian Fleshgorger").settle()
    assert game.state.mana_value(game.id("Phyrexian Fleshgorger")) == 7


def test_702_21a_ward_may_cost_life_equal_to_the_power() -> None:
    def bolted(life: int) -> Game:
        game = Game(side(["Lightning Bolt"], ["Mountain"], life=life), side(battlefield=["Phyrexian Fleshgorger"]))
        return game.cast("Lightning Bolt", "Phyrexian Fleshgorger").settle()

    game = bolted(20).yes().settle()
    assert game.you.life == 13 and game.permanent("Phyrexian Fleshgorger").damage == 3
    assert bolted(20).no().settle().permanent("Phyrexian Fleshgorger").damage == 0
    assert bolted(6).yes().settle().permanent("Phyrexian Fleshgorger").damage == 0


def test_118_8_one_of_two_additional_costs_is_paid() -> None:
    game = Game(side(["Spark Harvest"], ["Memnite", ("Swamp", 1)]), side(battlefield=["Grizzly Bears"]))
    assert {c.how for c in game.state.choices() if isinstance(c, Cast)} == {""}
    game.cast("Spark Harvest", "Grizzly Bears").settle()
    assert game.there("Memnite") == game.there("Grizzly Bears") == 0
    game = Game(side(["Spark Harvest"], [("Swamp", 5)]), side(battlefield=["Grizzly Bears"]))
    assert {c.how for c in game.state.choices() if isinstance(c, Cast)} == {"otherwise"}
    assert game.cast("Spark Harvest", "Grizzly Bears", how="otherwise").settle().there("Grizzly Bears") == 0
    assert all(p.tapped for p in game.state.battlefield.values())
    with pytest.raises(IllegalChoice):
        Game(side(["Spark Harvest"], [("Swamp", 1)]), side(battlefield=["Grizzly Bears"])).do(Cast(3, targets=((2,),)))


def test_lines_set_the_way_in_which_a_spell_is_cast_apart_from_its_targets() -> None:
    game = Game(side(["Spark Harvest"], [("Swamp", 5)]), side(battlefield=["Grizzly Bears"]))
    choice = game.find(Cast, "Spark Harvest")
    (step, *_) = write_line(game.state, (choice,))
    assert "Cast Spark Harvest, otherwise, targeting Grizzly Bears, paying" in step.text
    assert replay(game.state, step.text).choices[0] == choice
    assert replay(game.state, step.text.replace("otherwise,", "otherwise")).choices[0] == choice


def test_702_78a_conspire_taps_two_creatures_of_a_color_of_the_spell_and_copies_it() -> None:
    creatures = ["Walking Corpse", "Banehound", "Grizzly Bears"]
    game = Game(side(["Disturbing Plot"], creatures, ["Memnite", "Hill Giant"], mana="{C}{B}"))
    assert all(len(c.others) == 2 and game.id("Grizzly Bears") not in c.others for c in _conspired(game))
    game.do(next(c for c in _conspired(game) if c.targets == ((game.id("Memnite"),),)))
    assert len(game.state.stack) == 2 and game.permanent("Banehound").tapped
    game.ok()
    game.do(Targeted(((game.id("Hill Giant"),),))).settle()
    assert game.names(game.you.hand) == ["Hill Giant", "Memnite"]


def _conspired(game: Game) -> list[Cast]:
    return [c for c in game.state.choices() if isinstance(c, Cast) and c.how == "conspire"]


@pytest.mark.parametrize("how", ["otherwise", "prototype", "conspire"])
def test_lines_say_how_a_card_is_cast(how: str) -> None:
    card = {"otherwise": "Spark Harvest", "prototype": "Phyrexian Fleshgorger", "conspire": "Disturbing Plot"}[how]
    you = side([card], ["Walking Corpse", "Banehound", ("Swamp", 5)], ["Memnite"])
    start = Game(you, side(battlefield=["Grizzly Bears"])).state
    choice = next(c for c in start.choices() if isinstance(c, Cast) and c.how == how)
    text = "\n".join(step.text for step in write_line(start, (choice,)))
    assert replay(start, text).choices[0] == choice
