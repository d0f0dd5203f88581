"""Ways to play a card of which the model knows nothing are reported, even where the card cannot be cast for its cost."""

from __future__ import annotations

import pytest

from engine.cards.words import KEYWORDS, NUMBERED_KEYWORDS, PRICED_KEYWORDS
from engine.keywords import MEANINGS
from engine.mana import parse_cost
from engine.vocabulary import (
    Activated,
    AlternativeCost,
    CannotAttackYou,
    CardDefinition,
    Costs,
    CostsLessItself,
    Draw,
    ExchangeControl,
    HasHexproof,
    MayExert,
    PayCounters,
    Spell,
)
from engine.ways import CAST_SO
from optimizer.followed import FOLLOWED_KEYWORDS, not_followed, played_otherwise


def card(*keywords: str, **more: object) -> CardDefinition:
    return CardDefinition("Card", cost=parse_cost("{7}"), types=frozenset({"Sorcery"}), keywords=frozenset(keywords), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "word", ["flashback {R}", "evoke {R}", "overload {R}", "conspire", "convoke", "delve", "improvise", "dredge 2"]
)
def test_other_ways_to_cast_or_draw_are_reported(word: str) -> None:
    assert played_otherwise(card(word)) == (word,)


def test_abilities_that_work_in_the_hand_or_graveyard_are_reported() -> None:
    assert played_otherwise(card("cycling {R}")) == ("cycling {R}",)
    assert played_otherwise(card("unearth {R}")) == ("unearth {R}",)
    ability = Activated(Costs(parse_cost("{R}"), exile_self=True), (Draw(),), zone="graveyard")
    assert played_otherwise(card(abilities=(ability,))) == ("activated",)
    assert played_otherwise(card(abilities=(CostsLessItself(2),))) == ("costs less itself",)


def test_what_works_on_the_battlefield_only_is_no_other_way() -> None:
    assert played_otherwise(card("flying", "protection from Humans", "equip {1}", "ward {2}", "persist")) == ()


def test_a_keyword_is_followed_only_if_the_model_says_so() -> None:
    known = {*KEYWORDS, *NUMBERED_KEYWORDS, *PRICED_KEYWORDS}
    assert known | {"protection"} >= FOLLOWED_KEYWORDS
    assert FOLLOWED_KEYWORDS.isdisjoint(CAST_SO)
    assert FOLLOWED_KEYWORDS & MEANINGS.keys() == {"fading"}
    assert not_followed(card("a keyword of tomorrow {2}")) == ("a keyword of tomorrow {2}",)
    assert played_otherwise(card("a keyword of tomorrow {2}")) == ("a keyword of tomorrow {2}",)


def test_another_cost_than_the_mana_cost_is_reported() -> None:
    assert played_otherwise(card(instead=AlternativeCost(Costs(life=4)))) == ("instead",)


@pytest.mark.parametrize(
    "word", [MayExert(), HasHexproof(), CannotAttackYou("self"), Spell((ExchangeControl("target"), PayCounters("energy")))]
)
def test_words_without_an_encoding_are_reported(word: object) -> None:
    assert not_followed(card(abilities=(word,))) != ()


def test_a_cost_for_each_further_target_is_reported() -> None:
    assert not_followed(card(additional=Costs(mana_for_more_targets=parse_cost("{R}")))) != ()
