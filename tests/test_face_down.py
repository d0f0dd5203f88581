"""Special actions (116.2): cards turned face up (702.37, 702.168), plotted (702.170) and foretold (702.143)."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest
import yaml

from engine.cards import CardPool
from engine.choices import Activate, Cast, IllegalChoice
from engine.line import replay, write_line
from engine.position import CardSpec
from engine.scope import Scope
from engine.ways import FACE_DOWN_NAME
from tests.engine_play import Game, side

CARDS = """
    Ghoul:
      cost: "{6}{R}"
      type: Creature - Zombie
      pt: 5/4
      keywords: [flying, "morph {1}{R}"]
      abilities:
        - when: self enters
          do: [draw]
        - when: self is turned face up
          do: [deal damage: {what: opponent, n: 3}]
        - when: self dies
          do: [gain life: 7]
    Bigger: {cost: "{6}{R}", type: Creature - Zombie, pt: 5/4, keywords: ["megamorph {R}"]}
    Hidden: {cost: "{6}{R}", type: Creature - Zombie, pt: 5/4, keywords: ["disguise {R}"]}
    Hush: {cost: "{R}", type: Enchantment, abilities: [modify: {filter: creature, lose abilities: true}]}
    Mute: {cost: "{R}", type: Artifact, abilities: [cannot activate: creatures]}
    Wreck: {cost: "{R}", type: Sorcery, spell: {targets: [creature], do: [destroy: target]}}
    Twin: {cost: "{R}", type: Sorcery, spell: {targets: [creature], do: [create copy token: target]}}
    Plotted: {cost: "{6}{R}", type: Sorcery, keywords: ["plot {1}"], spell: [deal damage: {what: opponent, n: 4}]}
    Foretold: {cost: "{6}{R}", type: Instant, keywords: ["foretell {R}"], spell: [deal damage: {what: opponent, n: 4}]}
"""


def game(hand: list[Any], lands: int, *battlefield: Any, opponent: Any = None, **you: Any) -> Game:
    made_up = {name: ("", entry) for name, entry in yaml.safe_load(textwrap.dedent(CARDS)).items()}
    pool = CardPool({**CardPool.bundled()._entries, **made_up})
    return Game(side(hand, [("Mountain", lands), *battlefield], **you), opponent, pool, Scope(turns=3))


def face_down(name: str, lands: int, *more: str, how: str = "morph") -> Game:
    return game([name, *more], lands).cast(name, how=how).settle()


def test_702_37c_cast_face_down_it_is_a_colorless_two_two_without_abilities() -> None:
    it = game(["Ghoul"], 3).cast("Ghoul", how="morph")
    spell = it.state.stack[-1].id
    assert (it.state.mana_value(spell), it.state.colors(spell), it.state.name(spell)) == (0, frozenset(), FACE_DOWN_NAME)
    it.settle()
    ghoul = it.id(FACE_DOWN_NAME)
    assert (it.state.power(ghoul), it.state.toughness(ghoul), it.state.types(ghoul)) == (2, 2, {"Creature"})
    assert not it.state.keywords(ghoul) and not it.state.subtypes(ghoul) and not it.you.hand  # it did not enter as a Ghoul


def test_702_37e_it_is_turned_face_up_without_the_stack() -> None:
    it = face_down("Ghoul", 5).activate(FACE_DOWN_NAME)
    ghoul = it.id("Ghoul")
    assert (it.state.power(ghoul), it.state.keywords(ghoul)) == (5, frozenset({"flying", "morph {1}{R}"}))
    assert len(it.state.stack) == 1  # what triggers on it
    assert it.settle().opponent.life == 17 and not it.you.hand
    assert not it.can(Activate)


def test_702_37e_there_has_to_be_mana_for_it() -> None:
    assert not face_down("Ghoul", 4).can(Activate)


def test_702_37b_megamorph_puts_a_counter_and_702_168a_disguise_has_ward() -> None:
    it = face_down("Bigger", 4, how="megamorph").activate(FACE_DOWN_NAME).settle()
    assert it.counters("Bigger", "p1p1") == 1
    it = face_down("Hidden", 4, how="disguise")
    assert it.state.keywords(it.id(FACE_DOWN_NAME)) == {"ward {2}"}
    assert it.activate(FACE_DOWN_NAME).settle().there("Hidden") == 1


def test_116_2b_it_is_no_ability() -> None:
    assert face_down("Ghoul", 6, "Hush").cast("Hush").settle().can(Activate, FACE_DOWN_NAME)
    assert face_down("Ghoul", 6, "Mute").cast("Mute").settle().can(Activate, FACE_DOWN_NAME)


def test_708_9_it_is_the_card_again_in_the_graveyard() -> None:
    it = face_down("Ghoul", 4, "Wreck").cast("Wreck", FACE_DOWN_NAME).settle()
    assert it.names(it.you.graveyard) == ["Ghoul", "Wreck"] and it.you.life == 20  # it was no Ghoul as it died


def test_707_2_a_copy_is_not_face_down() -> None:
    it = face_down("Ghoul", 6, "Twin").cast("Twin", FACE_DOWN_NAME).settle()
    assert it.there(FACE_DOWN_NAME) == 2
    assert len({c.source for c in it.state.choices() if isinstance(c, Activate)}) == 1


def test_702_170_plotted_it_is_cast_for_nothing_on_a_later_turn() -> None:
    it = game(["Plotted"], 1)
    it.do(it.find(Activate))
    assert it.names(it.you.exile) == ["Plotted"] and not it.state.stack and not it.can(Cast)
    it.to("upkeep", 3)
    assert not it.can(Cast)
    it.to("main1", 3).cast("Plotted", how="plot").settle()
    assert it.opponent.life == 16 and it.names(it.you.graveyard) == ["Plotted"]


def test_702_143_foretold_it_is_cast_for_its_foretell_cost() -> None:
    it = game(["Foretold"], 2)
    it.do(it.find(Activate))
    assert it.names(it.you.exile) == ["Foretold"] and not it.can(Cast)
    it.to("upkeep", 3).cast("Foretold", how="foretell").settle()
    assert it.opponent.life == 16
    with pytest.raises(LookupError):
        game(["Foretold"], 1).find(Activate)


def test_a_card_in_exile_that_was_not_set_aside_cannot_be_cast() -> None:
    it = game([], 7, exile=(CardSpec("Plotted"), CardSpec("Foretold")))
    assert not it.can(Cast)
    with pytest.raises(IllegalChoice):
        it.do(Cast(it.id("Plotted"), how="plot"))


def test_lines_tell_of_face_down_creatures() -> None:
    start = game(["Ghoul"], 5).state
    end = replay(start, "1. Cast Ghoul, face down.\n2. Activate Face-down creature.").end
    assert end.players[1].life == 17
    choice = next(c for c in start.choices() if isinstance(c, Cast) and c.how == "morph")
    assert "Cast Ghoul, face down" in write_line(start, (choice,))[0].text
