"""How single instructions of trees become effects, and what keeps a tree that says too little from being believed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.importing.translation import Understood, translate
from engine.vocabulary import (
    Attach,
    ChooseCards,
    Costs,
    Different,
    DiscardThem,
    Draw,
    Exile,
    Filter,
    May,
    OthersCost,
    Prevent,
    Target,
)
from tests.test_importing import CREATURE, ENTERS, TAP, draw, face, reasons

OPPONENT = {"type": "Typed", "controller": "Opponent"}
REVEAL = {"type": "RevealHand", "target": OPPONENT, "reveal": True}
DISCARD = {"kind": "Spell", "effect": {"type": "DiscardCard", "count": 1, "target": {"type": "ParentTarget"}}}
NEXT = {"type": "PreventDamage", "amount": {"Next": 2}, "recipient_scope": {"type": "Single"}, "scope": "AllDamage"}
ONE_OPPONENT = (Target("player", Filter(controller="opponent")),)


def sorcery(text: str, effect: dict[str, Any], **more: Any) -> Understood:
    return translate(face(text, ("Sorcery",)), {"abilities": [{"kind": "Spell", "effect": effect, "description": text, **more}]})


def only(found: Understood) -> Any:
    assert reasons(found) == []
    (ability,) = found.card.abilities
    return ability


def test_a_card_of_a_revealed_hand_is_chosen() -> None:
    text = "Target opponent reveals their hand. You choose a nonland card from it. That player discards that card."
    found = only(
        sorcery(text, {**REVEAL, "card_filter": {"type": "Typed", "type_filters": [{"Non": "Land"}]}}, sub_ability=DISCARD)
    )
    assert found.effects == (ChooseCards(Filter(but_not=frozenset({"Land"}))), DiscardThem("made"))
    assert found.targets == ONE_OPPONENT


def test_a_permanent_card_is_no_card_of_every_kind() -> None:
    text = "Target opponent reveals their hand. You choose a permanent card from it. That player discards that card."
    found = only(sorcery(text, {**REVEAL, "card_filter": {"type": "Typed", "type_filters": ["Permanent"]}}, sub_ability=DISCARD))
    assert "Instant" not in found.effects[0].filter.types and "Land" in found.effects[0].filter.types


def test_a_card_and_another_card_are_not_one_or_the_other() -> None:
    either = {"type": "Or", "filters": [{"type": "Typed", "type_filters": [t]} for t in ("Creature", "Land")]}
    effect = {**REVEAL, "card_filter": either}
    text = "Target opponent reveals their hand. You choose a creature {} land card from it. That player discards that card."
    assert reasons(sorcery(text.format("or"), effect, sub_ability=DISCARD)) == []
    assert reasons(sorcery(text.format("card and a"), effect, sub_ability=DISCARD)) != []


@pytest.mark.parametrize(
    ("effect", "text", "prevents", "targets"),
    [
        ({**NEXT, "target": {"type": "Any"}}, "the next 2 damage that would be dealt to any target this turn",
         Prevent("target", n=2), (Target("any"),)),
        ({**NEXT, "amount": "All", "target": CREATURE}, "all damage that would be dealt to target creature this turn",
         Prevent("target"), (Target("permanent", Filter(types=frozenset({"Creature"}))),)),
    ],
)  # fmt: skip
def test_615_damage_that_is_prevented(effect: Any, text: str, prevents: Prevent, targets: tuple[Target, ...]) -> None:
    text = f"{{T}}: Prevent {text}."
    ability = {**TAP, "effect": effect, "duration": "UntilEndOfTurn", "description": text}
    found = only(translate(face(text), {"abilities": [ability]}))
    assert (found.effects, found.targets) == ((prevents,), targets)


def test_who_draws_is_told_by_the_verb() -> None:
    text = "Target opponent reveals their hand. You choose a card from it. That player discards that card, then draws a card."
    then = {**DISCARD, "sub_ability": draw()}
    assert reasons(sorcery(text, {**REVEAL, "card_filter": {"type": "Any"}}, sub_ability=then)) == ["who draws"]


def test_cards_exiled_as_a_cost() -> None:
    text = "When this artifact enters, you may exile two cards from your graveyard. If you do, draw a card."
    cards = {
        "type": "Typed",
        "type_filters": ["Card"],
        "controller": "You",
        "properties": [{"type": "InZone", "zone": "Graveyard"}],
    }
    exile = {"type": "ChangeZone", "origin": "Graveyard", "destination": "Exile", "target": cards}
    then = draw(condition={"type": "EffectOutcome", "signal": "OptionalEffectPerformed"})
    number = {"min": 2, "max": {"type": "Fixed", "value": 2}}
    execute = {"kind": "Spell", "effect": exile, "multi_target": number, "sub_ability": then,
               "target_choice_timing": "Resolution"}  # fmt: skip
    found = only(translate(face(text), {"triggers": [{**ENTERS, "execute": execute, "optional": True, "description": text}]}))
    assert found.effects == (May((Draw("you", 1),), Costs(others=OthersCost("exile", Filter(), 2))),)


def test_a_payment_needs_something_that_follows() -> None:
    text = "You may pay {1}. Draw a card."
    pay = {"type": "PayCost", "payer": {"type": "Controller"}, "cost": {"type": "Mana", "cost": {"type": "Cost", "generic": 1}}}
    assert reasons(sorcery(text, pay, optional=True, sub_ability=draw())) == ["a payment for something that does not follow"]


def test_only_auras_and_equipment_are_attached() -> None:
    text = "When this artifact enters, attach it to target creature."
    execute = {"kind": "Spell", "effect": {"type": "Attach", "target": CREATURE}}
    tree = {"triggers": [{**ENTERS, "execute": execute, "description": text}]}
    assert only(translate(face(text, subtypes=("Equipment",)), tree)).effects == (Attach("self", "target"),)
    assert reasons(translate(face(text), tree)) == ["what is attached"]


def test_400_7_what_deals_damage_finds_the_creature_only_where_it_is() -> None:
    text = "Whenever this creature deals damage to a creature, exile that creature."
    exile = {"kind": "Spell", "effect": {"type": "ChangeZone", "destination": "Exile", "target": {"type": "EventTarget"}}}
    trigger = {"mode": "DamageDone", "damage_kind": "Any", "valid_source": {"type": "SelfRef"}, "valid_target": CREATURE,
               "trigger_zones": ["Battlefield"], "execute": exile, "description": text}  # fmt: skip
    found = only(translate(face(text, ("Creature",)), {"triggers": [trigger]}))
    assert found.effects == (Exile("that", source_zone="battlefield"),)


def test_card_types_of_a_graveyard() -> None:
    text = "Draw cards equal to the number of card types among cards in your graveyard."
    types = {"type": "DistinctCardTypes", "source": {"type": "Zone", "zone": "Graveyard", "scope": "Controller"}}
    effect = {"type": "Draw", "count": {"type": "Ref", "qty": types}, "target": {"type": "Controller"}}
    assert only(sorcery(text, effect)).effects == (Draw("you", Different("card type", zone="graveyard")),)
