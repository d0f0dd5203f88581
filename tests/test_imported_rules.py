"""Rules that many cards change or ask for: what spells cost more, additional lands, exploit, lost games, damage this turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.choices import Activate, Cast, Counted, IllegalChoice, Picked, PlayLand, TapForMana, ToPick
from engine.combat.blocking import able
from engine.objects import Result
from tests.engine_play import Game, side, thing
from tests.test_from_notation import pool

TAXES = """
Tax: {cost: "{0}", type: Artifact, abilities: [costs more: {filter: noncreature spell, n: 1}]}
Theirs: {cost: "{0}", type: Artifact, abilities: [costs more: {filter: spell, n: 2, who: opponent}]}
"""


@pytest.mark.parametrize(
    ("mine", "theirs", "lands", "castable"),
    [(["Tax"], [], 1, False), (["Tax"], [], 2, True), ([], ["Tax"], 1, False), (["Theirs"], [], 1, True),
     ([], ["Theirs"], 2, False), ([], ["Theirs"], 3, True)],
)  # fmt: skip
def test_601_2f_spells_cost_more(mine: list[str], theirs: list[str], lands: int, castable: bool, tmp_path: Path) -> None:
    you = side(["Lightning Bolt"], [*mine, *["Mountain"] * lands])
    game = Game(you, side(battlefield=theirs), pool(TAXES, tmp_path))
    assert any(isinstance(choice, Cast) for choice in game.state.choices()) is castable


LANDS = """
Path: {cost: "{0}", type: Enchantment, abilities: [more lands: 1]}
"""


@pytest.mark.parametrize(("paths", "plays"), [(0, 1), (1, 2), (2, 3)])
def test_305_2_additional_lands(paths: int, plays: int, tmp_path: Path) -> None:
    """What lets you play more lands adds up."""
    game = Game(side(["Forest"] * 4, ["Path"] * paths), side(), pool(LANDS, tmp_path))
    for _ in range(plays):
        game.do(PlayLand(game.you.hand[0].id))
    assert not any(isinstance(choice, PlayLand) for choice in game.state.choices())


EXPLOITS = """
Thief:
  cost: "{0}"
  type: Creature - Zombie
  pt: 1/1
  keywords: [exploit]
  abilities: [{when: self exploits a creature, do: [gain life: power of that]}]
"""


@pytest.mark.parametrize(("sacrificed", "gained"), [(None, 0), ("Thief", 1), ("Grizzly Bears", 2)])
def test_702_110_exploit(sacrificed: str | None, gained: int, tmp_path: Path) -> None:
    """A creature may exploit itself (702.110b)."""
    game = Game(side(["Thief"], ["Grizzly Bears"]), side(battlefield=["Hill Giant"]), pool(EXPLOITS, tmp_path))
    game.cast("Thief").ok().ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and len(decision.options) == 2
    game.do(Picked(() if sacrificed is None else (game.id(sacrificed),))).settle()
    assert game.you.life == 20 + gained


LOSSES = """
Pit: {cost: "{0}", type: Artifact, abilities: [{cost: "{0}", do: [lose the game]}]}
Door: {cost: "{0}", type: Artifact, abilities: [{cost: "{0}", targets: [opponent], do: [lose the game: target]}]}
All: {cost: "{0}", type: Artifact, abilities: [{cost: "{0}", do: [lose the game: each player]}]}
"""


@pytest.mark.parametrize(("name", "result"), [("Pit", Result.LOST), ("Door", Result.WON), ("All", Result.DRAW)])
def test_104_3e_an_effect_says_that_a_player_loses(name: str, result: Result, tmp_path: Path) -> None:
    game = Game(side(battlefield=[name]), side(), pool(LOSSES, tmp_path))
    game.activate(name, 0, *(["opponent"] if name == "Door" else [])).ok()
    assert game.state.result is result


LIFE = """
Level: {cost: "{0}", type: Artifact, abilities: [{cost: "{0}", do: [set life: {who: you, n: 10}]}]}
Cleric: {cost: "{0}", type: Artifact, abilities: [{when: you gain life, do: [draw: that much]}]}
"""


@pytest.mark.parametrize(("before", "drawn"), [(7, 3), (10, 0), (15, 0)])
def test_119_5_a_life_total_that_is_set_is_gained_or_lost(before: int, drawn: int, tmp_path: Path) -> None:
    mine = side(battlefield=["Level", "Cleric"], life=before, library=["Forest"] * 3)
    game = Game(mine, side(), pool(LIFE, tmp_path)).activate("Level").ok().settle()
    assert (game.you.life, len(game.you.hand)) == (10, drawn)


HURT = """
Finish: {cost: "{0}", type: Sorcery, spell: {targets: [creature that was damaged this turn], do: [destroy: target]}}
Gift: {cost: "{0}", type: Sorcery, spell: {targets: [opponent, permanent you control], do: [gain control: {what: target 2, who: target}]}}
"""  # noqa: E501


def test_608_2i_what_was_dealt_damage_this_turn(tmp_path: Path) -> None:
    mine = side(["Finish", "Shock"], ["Mountain"])
    game = Game(mine, side(battlefield=["Hill Giant", "Grizzly Bears"]), pool(HURT, tmp_path))
    assert not any(isinstance(choice, Cast) and choice.card == game.id("Finish") for choice in game.state.choices())
    game.cast("Shock", "Hill Giant").ok().cast("Finish", "Hill Giant").ok()
    assert not game.there("Hill Giant")


def test_613_1b_another_player_gains_control(tmp_path: Path) -> None:
    game = Game(side(["Gift"], ["Hill Giant"]), side(), pool(HURT, tmp_path)).cast("Gift", "opponent", "Hill Giant").ok()
    assert game.permanent("Hill Giant").controller == 1


def test_402_2_no_maximum_hand_size(tmp_path: Path) -> None:
    book = "Book: {cost: \"{0}\", type: Artifact, abilities: [no maximum hand size]}\n"
    game = Game(side(["Forest"] * 9, ["Book"]), side(), pool(book, tmp_path), step="end")
    game.ok().settle()
    assert len(game.you.hand) == 9


WEIGHT = """
Trainee:
  cost: "{0}"
  type: Creature
  pt: 2/3
  abilities: [{cost: "{0}", if: at least 4 power of self, do: [draw]}]
"""


@pytest.mark.parametrize(("counters", "able"), [(1, False), (2, True)])
def test_602_5b_power_at_least_four_to_activate(counters: int, able: bool, tmp_path: Path) -> None:
    game = Game(side(battlefield=[thing("Trainee", p1p1=counters)]), side(), pool(WEIGHT, tmp_path))
    assert any(isinstance(choice, Activate) for choice in game.state.choices()) is able


PAYS = """
Font: {cost: "{0}", type: Enchantment, abilities: [{when: you pay life, do: [add counters: {what: self, kind: blood, n: that much}]}]}
Price: {cost: "{0}", type: Artifact, abilities: [{cost: pay 2 life, do: [lose life: {who: you, n: 3}]}]}
"""  # noqa: E501


def test_119_4_paying_life_is_more_than_losing_it(tmp_path: Path) -> None:
    game = Game(side(battlefield=["Font", "Price"]), side(), pool(PAYS, tmp_path)).activate("Price").settle()
    assert (game.you.life, game.counters("Font", "blood")) == (15, 2)


REFLEX = """
Spear:
  cost: "{0}"
  type: Creature
  pt: 1/1
  abilities:
    - when: self enters
      do:
        - may:
            cost: sacrifice another creature
            do: [when you do: {targets: [opponent], do: [deal damage: {what: target, n: power of sacrificed}]}]
"""


def test_603_12_what_was_paid_is_remembered_as_it_was(tmp_path: Path) -> None:
    """The power of what was sacrificed counts as it last was (608.2h)."""
    game = Game(side(["Spear"], [thing("Grizzly Bears", p1p1=3)]), side(), pool(REFLEX, tmp_path))
    game.cast("Spear").ok().ok().yes().settle()
    assert game.opponent.life == 15


TOUGH = """
Freeze:
  cost: "{0}"
  type: Artifact
  abilities: [{cost: "{0}", do: [for a while: [cannot block: {who: a creature with toughness greater than its power}]]}]
"""


@pytest.mark.parametrize(("toughness", "left"), [(0, 2), (2, 1)])
def test_toughness_greater_than_power_is_asked_of_each(toughness: int, left: int, tmp_path: Path) -> None:
    """A 2/2 and a 3/3 can block; one that is 2/4 cannot."""
    theirs = [thing("Grizzly Bears", p0p1=toughness), "Hill Giant"]
    game = Game(side(battlefield=["Freeze"]), side(battlefield=theirs), pool(TOUGH, tmp_path))
    game.activate("Freeze").ok()
    assert len(able(game.state, 1)) == left


LANDS_LIKE = """
Pool: {cost: "{0}", type: Artifact, abilities: [{cost: "{T}", do: [add mana: {colors: WUBRGC, like: land you control}]}]}
Stone: {cost: "{0}", type: Artifact, abilities: [{cost: "{T}", do: [add mana: {colors: any color, like: land an opponent controls}]}]}
Mirror: {type: Land, abilities: [{cost: "{T}", do: [add mana: {colors: WUBRGC, like: land you control}]}]}
Waste: {type: Land, abilities: [{cost: "{1}, {T}", do: [add mana: {colors: C}]}]}
Heart:
  cost: "{0}"
  type: Artifact
  abilities: [chooses as enters: color, {cost: "{T}", do: [add mana: {colors: any color, chosen: true}]}]
"""  # noqa: E501


@pytest.mark.parametrize(
    ("name", "mine", "theirs", "types"),
    [
        ("Pool", ["Forest", "Island"], ["Swamp"], "UG"), ("Pool", [], ["Swamp"], ""), ("Pool", ["Waste"], [], "C"),
        ("Stone", ["Forest"], ["Swamp", "Waste"], "B"), ("Mirror", ["Forest"], [], "G"), ("Mirror", ["Mirror"], [], ""),
        ("Pool", ["Mirror", "Island"], [], "U"),
    ],
)  # fmt: skip
def test_106_7_a_type_of_mana_that_a_land_could_produce(
    name: str, mine: list[str], theirs: list[str], types: str, tmp_path: Path
) -> None:
    """Costs of the abilities do not matter, and lands that ask each other could produce nothing by that."""
    game = Game(side(battlefield=[name, *mine]), side(battlefield=theirs), pool(LANDS_LIKE, tmp_path))
    source = game.id(name)
    offered = {c.color for c in game.state.choices() if isinstance(c, TapForMana) and c.source == source}
    assert offered == set(types)
    for color in "WUBRGC":
        if color not in types:
            with pytest.raises(IllegalChoice) as error:
                game.do(TapForMana(source, 0, color))
            assert error.value.rule == "106.1b"


@pytest.mark.parametrize(("color", "castable"), [("R", True), ("G", False)])
def test_mana_of_the_chosen_colour(color: str, castable: bool, tmp_path: Path) -> None:
    game = Game(side(["Heart", "Lightning Bolt"]), side(), pool(LANDS_LIKE, tmp_path)).cast("Heart").ok()
    game.do(Counted(((color, 1),)))
    assert any(isinstance(choice, Cast) for choice in game.state.choices()) is castable


ITSELF = """
Angel: {cost: "{0}", type: Creature, pt: 4/9, abilities: [more damage: {times: 2, by: a permanent, to: self}]}
"""


def test_614_1a_more_damage_to_the_source_itself(tmp_path: Path) -> None:
    mine = side(["Shock", "Shock"], ["Mountain", "Mountain"])
    game = Game(mine, side(battlefield=["Angel", "Hill Giant"]), pool(ITSELF, tmp_path))
    game.cast("Shock", "Angel").ok().cast("Shock", "Hill Giant").ok()
    assert (game.permanent("Angel").damage, game.permanent("Hill Giant").damage) == (4, 2)


KINDS = """
Icon:
  cost: "{0}"
  type: Artifact
  abilities:
    - chooses as enters: {what: type, among: creature types}
    - modify: {filter: creature you control of the chosen type, power: 1, toughness: 1}
"""


def test_614_12a_a_creature_type_is_chosen_as_something_enters(tmp_path: Path) -> None:
    game = Game(side(["Icon"], ["Grizzly Bears", "Hill Giant"]), side(), pool(KINDS, tmp_path)).cast("Icon").ok()
    game.do(Counted((("Bear", 1),)))
    assert [game.state.power(game.id(name)) for name in ("Grizzly Bears", "Hill Giant")] == [3, 3]


WAITS = """
Phoenix:
  cost: "{0}"
  type: Creature
  pt: 1/1
  abilities: [{when: each end step begins, if: self is in a graveyard, from graveyard: true, do: [gain life: 2]}]
Digger: {cost: "{0}", type: Artifact, abilities: [{cost: "{0}", targets: [card in your graveyard], do: [exile: target]}]}
"""


@pytest.mark.parametrize("exiled", [False, True])
def test_603_4_only_while_the_source_is_in_a_graveyard(exiled: bool, tmp_path: Path) -> None:
    """That is looked at again as the ability resolves."""
    game = Game(side(graveyard=["Phoenix"], battlefield=["Digger"]), side(), pool(WAITS, tmp_path), step="main2")
    game.ok()  # the end step begins
    if exiled:
        game.activate("Digger", 0, "Phoenix").ok()
    game.settle()
    assert game.you.life == (20 if exiled else 22)
