"""Convoke (702.51), delve (702.66) and improvise (702.126): other things than mana that pay for a spell."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Cast, IllegalChoice, Payment, TapForMana
from engine.line import replay, write_line
from engine.mana import parse_cost, parse_mana
from engine.vocabulary import CardDefinition, Spell
from tests.engine_play import Game, side, thing

IMPROVISED = CardDefinition(
    "Contraption", parse_cost("{2}{U}"), types=frozenset({"Artifact"}), keywords=frozenset({"improvise"})
)
SPELL = CardDefinition(
    "Chorus", parse_cost("{G}{G}"), types=frozenset({"Sorcery"}), keywords=frozenset({"convoke"}), abilities=(Spell(),)
)
OTHERS = ("Memnite", "Sol Ring", "Grizzly Bears", "Hill Giant")
CARDS = CardPool.of([IMPROVISED, SPELL, *map(CardPool.bundled().get, OTHERS)])


def test_702_51a_creatures_pay_for_generic_mana_or_mana_of_their_color() -> None:
    game = Game(side(["Scatter the Seeds"], ["Grizzly Bears", "Hill Giant", ("Forest", 3)]))
    bears, giant = game.id("Grizzly Bears"), game.id("Hill Giant")
    game.do(game.find(Cast, "Scatter the Seeds", others=(bears, giant)))
    assert game.permanent("Grizzly Bears").tapped and game.settle().there("Saproling") == 3


def test_702_51a_a_creature_pays_for_no_color_that_it_has_not() -> None:
    game = Game(side(["Chorus"], ["Grizzly Bears", "Hill Giant", "Memnite"]), cards=CARDS)
    assert not game.can(Cast, "Chorus")
    ids = (game.id("Grizzly Bears"), game.id("Hill Giant"))
    with pytest.raises(IllegalChoice) as error:
        game.do(Cast(game.id("Chorus"), others=ids))
    assert error.value.rule in ("702.51a", "118.3")
    assert Game(side(["Chorus"], [("Grizzly Bears", 2)]), cards=CARDS).cast("Chorus").settle().there("Chorus") == 0


def test_702_51a_summoning_sickness_does_not_matter_and_each_creature_counts_once() -> None:
    game = Game(side(["Chorus"], [thing("Grizzly Bears", 2, sick=True)]), cards=CARDS)
    bear = game.id("Grizzly Bears")
    with pytest.raises(IllegalChoice):
        game.do(Cast(game.id("Chorus"), others=(bear, bear)))
    assert game.can(Cast, "Chorus")


def test_702_51a_no_more_creatures_than_there_is_to_pay() -> None:
    game = Game(side(["Chorus"], [("Grizzly Bears", 3)]), cards=CARDS)
    with pytest.raises(IllegalChoice) as error:
        game.do(Cast(game.id("Chorus"), others=tuple(game.id("Grizzly Bears", i) for i in range(3))))
    assert error.value.rule == "702.51a"


def test_702_66a_cards_of_the_graveyard_pay_for_generic_mana_only() -> None:
    game = Game(side(["Sultai Scavenger"], ["Swamp"], ["Shock"] * 6))
    counts = {len(c.others) for c in game.state.choices() if isinstance(c, Cast)}
    assert counts == {5}
    game.cast("Sultai Scavenger").settle()
    assert game.there("Sultai Scavenger") == 1 and len(game.you.graveyard) == 1 and len(game.you.exile) == 5
    assert not Game(side(["Sultai Scavenger"], [], ["Shock"] * 6)).can(Cast, "Sultai Scavenger")


def test_702_126a_artifacts_pay_for_generic_mana_and_not_twice() -> None:
    game = Game(side(["Contraption"], ["Memnite", "Sol Ring"], mana="{U}"), cards=CARDS)
    memnite, ring = game.id("Memnite"), game.id("Sol Ring")
    assert game.can(Cast, "Contraption", others=(memnite, ring)) or game.can(Cast, "Contraption", others=(ring, memnite))
    both = Payment(taps=(TapForMana(ring),), spent=parse_mana("{C}{U}"))
    with pytest.raises(IllegalChoice):
        game.do(Cast(game.id("Contraption"), others=(ring,), payment=both))


@pytest.mark.parametrize("card", ["Sultai Scavenger", "Scatter the Seeds"])
def test_lines_name_what_is_used_instead_of_mana(card: str) -> None:
    lands = [("Swamp", 3), ("Forest", 3)]
    start = Game(side([card], ["Grizzly Bears", "Hill Giant", *lands], ["Shock", "Murder", "Opt"])).state
    for choice in [c for c in start.choices() if isinstance(c, Cast)][:40]:
        text = "\n".join(step.text for step in write_line(start, (choice,)))
        assert replay(start, text).choices[0] == choice, text
