"""Keyword abilities, coins, copies and casts: what the importer makes of their lines and trees, and what it does not believe."""

from __future__ import annotations

from typing import Any

import pytest

from engine.importing.translation import Understood, translate
from engine.vocabulary import (
    Alter,
    AtLeast,
    Casts,
    ColorsSpent,
    CopyChange,
    CountersPut,
    Draw,
    EntersAsCopy,
    EntersWithCounters,
    ExiledInstead,
    Explore,
    Filter,
    FlipCoin,
    LoseLife,
    ManaSpent,
    MoreMana,
    RevealUntil,
    Triggered,
    TurnedFaceUp,
)
from tests.test_importing import CREATURE, ENTERS, face, reasons

DRAWN = {"kind": "Spell", "effect": {"type": "Draw", "count": {"type": "Fixed", "value": 1}, "target": {"type": "Controller"}}}
ONE = {"type": "Fixed", "value": 1}
LOST = {"kind": "Spell", "effect": {"type": "LoseLife", "amount": ONE, "target": {"type": "Controller"}}}


def trigger(text: str, **event: Any) -> Understood:
    node = {"valid_card": {"type": "SelfRef"}, "execute": DRAWN, "description": text, **event}
    return translate(face(text), {"triggers": [node]})


def ability(found: Understood) -> Any:
    assert reasons(found) == []
    (only,) = found.card.abilities
    return only


@pytest.mark.parametrize("text", ["Morph {1}{R}", "Echo {R}", "Awaken 3—{4}{U}", "Cascade", "Mobilize 2", "Buyback {3}"])
def test_keywords_are_words_of_the_notation(text: str) -> None:
    found = translate(face(text), {})
    word = text.replace("—", " ")
    assert reasons(found) == [] and found.card.keywords == {word[0].lower() + word[1:]}


def test_a_keyword_that_is_there_twice_counts_twice_and_is_not_understood() -> None:
    assert reasons(translate(face("Cascade, cascade"), {})) == ["a keyword that is there twice"]


def test_what_triggers_as_the_card_itself_is_cast() -> None:
    found = ability(trigger("When you cast this spell, draw a card.", mode="SpellCast", trigger_zones=["Stack"]))
    assert found == Triggered(Casts("you", source=True), (Draw(),))


def test_being_turned_face_up() -> None:
    found = ability(trigger("When this creature is turned face up, draw a card.", mode="TurnFaceUp"))
    assert found == Triggered(TurnedFaceUp(source=True), (Draw(),))


def test_counters_put_on_something_are_of_a_kind() -> None:
    text = "Whenever one or more +1/+1 counters are put on a creature, draw a card."
    found = ability(trigger(text, mode="CounterAdded", valid_card=CREATURE, counter_filter={"counter_type": "P1P1"}))
    assert found.on == CountersPut("p1p1", Filter(types=frozenset({"Creature"})), by="anyone")


def test_a_coin_that_is_won_or_lost() -> None:
    text = "When this creature enters, flip a coin. If you win the flip, draw a card. If you lose the flip, you lose 1 life."
    flip = {"kind": "Spell", "effect": {"type": "FlipCoin", "win_effect": DRAWN, "lose_effect": LOST}}
    found = ability(translate(face(text), {"triggers": [{**ENTERS, "execute": flip, "description": text}]}))
    assert found.effects == (FlipCoin((Draw(),), (LoseLife("you", 1),)),)


def test_what_follows_a_coin_may_belong_to_one_of_its_sides() -> None:
    text = "When this creature enters, flip a coin. If you win the flip, draw a card and lose 1 life."
    flip = {"kind": "Spell", "effect": {"type": "FlipCoin", "win_effect": DRAWN}, "sub_ability": LOST}
    found = translate(face(text), {"triggers": [{**ENTERS, "execute": flip, "description": text}]})
    assert reasons(found) == ["what follows the flip of a coin"]


def test_entering_as_a_copy() -> None:
    text = "You may have this creature enter as a copy of a creature, except it has flying."
    copy = {"type": "BecomeCopy", "target": CREATURE, "additional_modifications": [{"type": "AddKeyword", "keyword": "Flying"}]}
    node = {"event": "Moved", "execute": {"kind": "Spell", "effect": copy}, "mode": {"type": "Optional"}, "description": text}
    node |= {"valid_card": {"type": "SelfRef"}, "destination_zone": "Battlefield"}
    found = ability(translate(face(text), {"replacements": [node]}))
    assert found == EntersAsCopy(Filter(types=frozenset({"Creature"})), CopyChange(keywords=frozenset({"flying"})))


def test_the_card_itself_explores() -> None:
    explore = {"kind": "Spell", "effect": {"type": "Explore"}}
    for text, why in (("it explores", []), ("target creature explores", ["what explores"])):
        line = f"When this creature enters, {text}."
        found = translate(face(line), {"triggers": [{**ENTERS, "execute": explore, "description": line}]})
        assert reasons(found) == why
        assert why or found.card.abilities[0].effects == (Explore(),)  # type: ignore[union-attr]


def test_mana_of_a_color_that_was_spent() -> None:
    text = "When this creature enters, if {R} was spent to cast it, draw a card."
    condition = {"type": "ManaColorSpent", "color": "Red", "minimum": 1}
    node = {**ENTERS, "execute": DRAWN, "condition": condition, "description": text}
    found = ability(translate(face(text), {"triggers": [node]}))
    assert found.condition == AtLeast(ManaSpent("self", "R"), 1)


def test_sunburst_is_counters_of_the_kind_that_fits() -> None:
    for types, kind in ((["Artifact"], "charge"), (["Artifact", "Creature"], "p1p1")):
        found = translate(face("Sunburst"), {"card_type": {"core_types": types}, "keywords": ["Sunburst"]})
        assert ability(found) == EntersWithCounters(kind, ColorsSpent())


def until(text: str, **more: Any) -> Understood:
    node = {"type": "RevealUntil", "player": {"type": "Controller"}, "filter": CREATURE, "count": ONE, **more}
    tree = {"abilities": [{"kind": "Spell", "effect": node, "description": text}]}
    return translate(face(text, ("Sorcery",)), tree)


def test_cards_revealed_until_one_is_found() -> None:
    start = "Reveal cards from the top of your library until you reveal a creature card. "
    random = start + "Put that card into your hand and the rest on the bottom of your library in a random order."
    found = until(random, kept_destination="Hand", rest_destination="Library", rest_order="random")
    creature = Filter(types=frozenset({"Creature"}))
    assert ability(found).effects == (RevealUntil("you", creature, "hand", "bottom at random"),)
    shuffled = start + "Put that card onto the battlefield and shuffle the rest into your library."
    found = until(shuffled, kept_destination="Battlefield", rest_destination="Library")
    assert ability(found).effects == (RevealUntil("you", creature, "battlefield", "shuffle"),)
    assert reasons(until(random, kept_destination="Battlefield", rest_destination="Library", rest_order="random")) != []


def test_more_mana_of_one_color() -> None:
    text = "Whenever a creature is tapped for mana, its controller adds an additional {G}."
    mana = {"type": "Mana", "produced": {"type": "Fixed", "colors": ["Green"], "contribution": "Additional"}}
    mana["target"] = {"role": "Recipient", "recipient": {"type": "ParentTargetController"}}
    execute = {"kind": "Spell", "effect": mana, "player_scope": {"type": "TriggeringPlayer"}}
    found = trigger(text, mode="TapsForMana", valid_card=CREATURE, execute=execute)
    assert ability(found) == MoreMana(Filter(types=frozenset({"Creature"})), "G")
    assert reasons(trigger(text, mode="TapsForMana", valid_card=CREATURE)) == ["what happens when something is tapped for mana"]


DIES = {"event": "Moved", "destination_zone": "Graveyard", "valid_card": {"type": "SelfRef"}, "mode": {"type": "Mandatory"}}
EXILE = {"type": "ChangeZone", "origin": "Battlefield", "destination": "Exile", "target": {"type": "SelfRef"}}


def burn(text: str) -> Understood:
    replacement = {**DIES, "execute": {"kind": "Spell", "effect": EXILE}}
    then = {"kind": "Spell", "effect": {"type": "AddTargetReplacement", "replacement": replacement, "target": {"type": "Any"}}}
    damage = {"type": "DealDamage", "amount": {"type": "Fixed", "value": 3}, "target": CREATURE}
    node = {"kind": "Spell", "effect": damage, "sub_ability": then, "description": text}
    return translate(face(text, ("Sorcery",)), {"abilities": [node]})


def test_a_target_that_is_exiled_instead_of_dying() -> None:
    text = "Made Up deals 3 damage to target creature. If that {} would die this turn, exile it instead."
    found = ability(burn(text.format("creature").replace("Made Up", face("").name)))
    assert found.effects[1] == Alter(what="target", abilities=(ExiledInstead(),))
    assert reasons(burn(text.format("card").replace("Made Up", face("").name))) == ["what is exiled instead of dying"]


def test_discarding_at_random_has_to_be_in_the_text() -> None:
    discard = {"type": "Discard", "count": {"type": "Fixed", "value": 2}, "target": {"type": "Controller"}, "random": True}
    lost = ["the tree says 'random', the text does not"]
    for text, why in (("Discard two cards at random.", []), ("Discard two cards.", lost)):
        found = translate(face(text, ("Sorcery",)), {"abilities": [{"kind": "Spell", "effect": discard, "description": text}]})
        assert reasons(found) == why
