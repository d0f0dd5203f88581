"""How single instructions of trees become effects, and what keeps a tree that says too little from being believed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards.phrases import ANY_NUMBER
from engine.importing.translation import Understood, translate
from engine.vocabulary import (
    AddMana,
    Attach,
    ChooseCards,
    Costs,
    Different,
    DiscardThem,
    Distribute,
    DivideDamage,
    Draw,
    Emblem,
    Exile,
    Filter,
    Look,
    May,
    Modify,
    OthersCost,
    Permanents,
    Prevent,
    Pump,
    PutIntoLibrary,
    Scaled,
    SizeIs,
    SpendOn,
    Target,
    X,
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


@pytest.mark.parametrize(
    ("said", "known"), [("Activate only once.", True), ("Activate only once each turn.", False), ("", False)]
)
def test_an_ability_that_can_be_activated_only_once(said: str, known: bool) -> None:
    text = f"{{T}}: Draw a card. {said}".strip()
    tree = {"abilities": [draw(**TAP, activation_restrictions=[{"type": "OnlyOnce"}], description=text)]}
    found = translate(face(text), tree)
    assert (only(found).once if known else bool(reasons(found))) is True


def test_702_177a_exhaust() -> None:
    text = "Exhaust — {T}: Draw a card."
    ability = draw(**TAP, ability_tag={"type": "Exhaust"}, activation_restrictions=[{"type": "OnlyOnce"}], description=text)
    assert only(translate(face(text), {"abilities": [ability]})).once


def test_602_2b_an_ability_costs_less() -> None:
    text = "{5}: Draw a card. This ability costs {1} less to activate for each Island you control."
    islands = {"type": "Typed", "type_filters": [{"Subtype": "Island"}], "controller": "You"}
    less = {"amount_per": 1, "count": {"type": "Ref", "qty": {"type": "ObjectCount", "filter": islands}}}
    cost = {"type": "Mana", "cost": {"type": "Cost", "generic": 5, "shards": []}}
    ability = draw(kind="Activated", cost=cost, cost_reduction=less, description=text)
    assert only(translate(face(text), {"abilities": [ability]})).less == Permanents(
        Filter(subtypes=frozenset({"Island"}), controller="you")
    )
    more = {**ability, "cost_reduction": {**less, "mode": "Raise"}}
    assert reasons(translate(face(text), {"abilities": [more]})) == ["an ability that costs more or less under a condition"]
    assert reasons(translate(face(text), {"abilities": [{**ability, "cost_reduction": None}]})) != []


ARTIFACTS = Filter(types=frozenset({"Artifact"}))


@pytest.mark.parametrize(
    ("said", "restriction", "only_on"),
    [
        ("Spend this mana only to cast instant or sorcery spells.", {"SpellType": "Instant or Sorcery"},
         SpendOn(Filter(types=frozenset({"Instant", "Sorcery"})))),
        ("Spend this mana only to cast a Dragon creature spell.", {"SpellType": "Dragon Creature"},
         SpendOn(Filter(types=frozenset({"Creature"}), subtypes=frozenset({"Dragon"})))),
        ("Spend this mana only to cast artifact spells or activate abilities of artifacts.",
         {"SpellTypeOrAbilityActivation": {"spell_type": "Artifact", "ability": "OfSpellType"}}, SpendOn(ARTIFACTS, ARTIFACTS)),
        ("This mana can't be spent to cast a nonartifact spell.",
         {"SpellTypeOrAbilityActivation": {"spell_type": "Artifact", "ability": "Any"}}, SpendOn(ARTIFACTS, rest=True)),
        ("Spend this mana only to cast artifact spells or activate abilities.",
         {"SpellTypeOrAbilityActivation": {"spell_type": "Artifact", "ability": "Any"}}, None),
        ("Spend this mana only to cast artifact spells.",
         {"SpellTypeOrAbilityActivation": {"spell_type": "Artifact", "ability": "OfSpellType"}}, None),
        ("Spend this mana only to cast artifact spells or activate abilities of artifact sources.",
         {"SpellTypeOrAbilityActivation": {"spell_type": "Artifact", "ability": "OfSpellType"}}, None),
        ("Spend this mana only to cast kicked spells.", {"SpellType": "Kicked"}, None),
        ("", {"SpellType": "Artifact"}, None),
        ("Spend this mana only to cast artifact spells.", None, None),
    ],
)  # fmt: skip
def test_106_6_what_mana_can_be_spent_on(said: str, restriction: Any, only_on: SpendOn | None) -> None:
    text = f"{{T}}: Add {{R}}{{R}}. {said}".strip()
    produced = {"type": "Fixed", "colors": ["Red", "Red"]}
    effect = {"type": "Mana", "produced": produced, "restrictions": [restriction] if restriction else []}
    found = translate(face(text), {"abilities": [{**TAP, "effect": effect, "is_mana_ability": True, "description": text}]})
    if only_on is None:
        assert reasons(found) != []
    else:
        assert only(found).effects == (AddMana("R", 2, only_on),)


ANY_RED_GREEN = {"type": "AnyCombination", "count": {"type": "Fixed", "value": 2}, "color_options": ["Red", "Green"]}
RED_GREEN = {"type": "ChoiceAmongCombinations", "options": [["Red", "Red"], ["Red", "Green"], ["Green", "Green"]]}


@pytest.mark.parametrize(
    ("text", "produced", "known"),
    [
        ("{T}: Add two mana in any combination of {R} and/or {G}.", ANY_RED_GREEN, True),
        ("{T}: Add {R}{R}, {R}{G}, or {G}{G}.", RED_GREEN, True),
        ("{T}: Add three mana in any combination of {R} and/or {G}.", ANY_RED_GREEN, False),
        ("{T}: Add {R} or {G}.", ANY_RED_GREEN, False),
        ("{T}: Add {R}{R} or {G}{G}.", {**RED_GREEN, "options": [["Red", "Red"], ["Green", "Green"]]}, False),
    ],
)
def test_mana_in_any_combination_is_one_mana_several_times(text: str, produced: dict[str, Any], known: bool) -> None:
    effect = {"type": "Mana", "produced": produced}
    found = translate(face(text), {"abilities": [{**TAP, "effect": effect, "is_mana_ability": True, "description": text}]})
    if known:
        assert only(found).effects == (AddMana("RG"), AddMana("RG"))
    else:
        assert reasons(found) != []


DAMAGE = {"type": "DealDamage", "amount": {"type": "Fixed", "value": 3}, "target": CREATURE}
UP_TO_THREE = {"min": 1, "max": {"type": "Fixed", "value": 3}}


@pytest.mark.parametrize(
    ("among", "number", "target"),
    [
        ("one, two, or three target creatures", UP_TO_THREE, Target(filter=Filter(types=frozenset({"Creature"})), most=3)),
        ("any number of target creatures", {**UP_TO_THREE, "min": 0},
         Target(filter=Filter(types=frozenset({"Creature"})), least=0, most=ANY_NUMBER)),
        ("up to three target creatures", UP_TO_THREE, None),
        ("one or two target creatures", UP_TO_THREE, None),
    ],
)  # fmt: skip
def test_601_2d_damage_is_divided_among_targets(among: str, number: dict[str, Any], target: Target | None) -> None:
    text = f"Reef Lens deals 3 damage divided as you choose among {among}."
    found = sorcery(text, DAMAGE, multi_target=number, distribute={"type": "Damage"})
    if target is None:
        assert reasons(found) != []
    else:
        assert (only(found).effects, only(found).targets) == ((DivideDamage("target", 3),), (target,))


def test_601_2d_what_may_be_divided_is_not_announced() -> None:
    text = "You may distribute three +1/+1 counters among one, two, or three target creatures."
    effect = {"type": "PutCounter", "counter_type": "P1P1", "count": {"type": "Fixed", "value": 3}, "target": CREATURE}
    divided = {"multi_target": UP_TO_THREE, "distribute": {"type": "Counters", "data": "P1P1"}}
    assert reasons(sorcery(text, effect, optional=True, **divided)) == ["something that may be divided"]
    assert only(sorcery(text.replace("You may d", "D"), effect, **divided)).effects == (Distribute("target", "p1p1", 3),)


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


def test_a_card_of_one_kind_and_or_another_may_be_two() -> None:
    text = "Target opponent reveals their hand. You choose a creature card and/or a land card. That player discards that card."
    either = {"type": "Or", "filters": [{"type": "Typed", "type_filters": [t]} for t in ("Creature", "Land")]}
    found = sorcery(text, {**REVEAL, "card_filter": either}, sub_ability=DISCARD)
    assert reasons(found) == ["one of several things, or one of each"]


def test_x_targets_are_exactly_x() -> None:
    x = {"type": "Ref", "qty": {"type": "Variable", "name": "X"}}
    text = "Destroy X target creatures."
    tree = {"abilities": [{"kind": "Spell", "effect": {"type": "Destroy", "target": CREATURE}, "description": text,
                           "multi_target": {"min": x, "max": x}}]}  # fmt: skip
    (target,) = only(translate(face(text, ("Sorcery",), cost="{X}{B}"), tree)).targets
    assert target.exactly_x and not target.up_to_x


def test_a_spell_of_one_kind_or_another_is_a_target() -> None:
    kinds = [
        {"type": "And", "filters": [{"type": "StackSpell"}, {"type": "Typed", "type_filters": [t]}]}
        for t in ("Artifact", "Creature")
    ]
    found = only(
        sorcery("Counter target artifact or creature spell.", {"type": "Counter", "target": {"type": "Or", "filters": kinds}})
    )
    assert found.targets == (Target("spell", Filter(types=frozenset({"Artifact", "Creature"}))),)


@pytest.mark.parametrize(("retarget", "known"), [("MayChooseNewTargets", True), ("KeepOriginalTargets", False)])
def test_707_10c_a_copy_with_new_targets(retarget: str, known: bool) -> None:
    text = "Copy target spell. You may choose new targets for the copy."
    found = sorcery(text, {"type": "CopySpell", "target": {"type": "StackSpell"}, "retarget": {"type": retarget}})
    assert (reasons(found) == []) == known


def test_a_whole_graveyard_is_exiled() -> None:
    effect = {"type": "ChangeZoneAll", "origin": "Graveyard", "destination": "Exile", "target": {"type": "Player"}}
    found = only(sorcery("Exile target player's graveyard.", effect))
    assert found.effects == (ChooseCards(zone="graveyard", every=True), Exile("made"))


def moved(to: str, **more: Any) -> dict[str, Any]:
    return {"kind": "Spell", "effect": {"type": "ChangeZone", "destination": to, "target": {"type": "ParentTarget"}}, **more}


def test_the_top_card_goes_to_one_place_or_the_other() -> None:
    text = (
        "Reveal the top card of your library. If it's a land card, put it onto the battlefield. Otherwise, put it into your hand."
    )
    land = {"type": "RevealedHasCardType", "card_types": ["Land"]}
    then = moved("Battlefield", condition=land, else_ability=moved("Hand"))
    found = only(sorcery(text, {"type": "RevealTop", "player": {"type": "Controller"}, "count": 1}, sub_ability=then))
    assert found.effects == (Look(1, Filter(types=frozenset({"Land"})), must=True, to="battlefield", rest="hand"),)


def test_all_revealed_cards_of_a_kind() -> None:
    text = "Reveal the top four cards of your library. Put all land cards revealed this way into your hand "
    text += "and the rest into your graveyard."
    lands = {"type": "Typed", "type_filters": ["Land"]}
    parts = [("Hand", lands), ("Graveyard", {"type": "Not", "filter": lands})]
    first, second = (
        {
            "kind": "Spell",
            "effect": {"type": "ChangeZoneAll", "destination": to, "target": {"type": "TrackedSetFiltered", "filter": which}},
        }
        for to, which in parts
    )
    tree = {"type": "RevealTop", "player": {"type": "Controller"}, "count": 4}
    found = only(sorcery(text, tree, sub_ability={**first, "sub_ability": second}))
    assert found.effects == (Look(4, Filter(types=frozenset({"Land"})), 4, must=True, rest="graveyard"),)


def test_an_emblem_has_abilities() -> None:
    text = 'You get an emblem with "Creatures you control get +2/+2."'
    sizes = [{"type": "AddPower", "value": 2}, {"type": "AddToughness", "value": 2}]
    static = {"mode": "Continuous", "affected": {**CREATURE, "controller": "You"}, "modifications": sizes}
    (emblem,) = only(sorcery(text, {"type": "CreateEmblem", "statics": [static]})).effects
    assert emblem == Emblem((Modify(filter=Filter(types=frozenset({"Creature"}), controller="you"), power=2, toughness=2),))


CHOSEN = {"kind": "Spell", "duration": "UntilEndOfTurn"}


def chosen_color(changes: dict[str, Any], target: dict[str, Any]) -> dict[str, Any]:
    static = {"mode": "Continuous", "affected": {"type": "ParentTarget"}, "modifications": [changes]}
    generic = {"type": "GenericEffect", "static_abilities": [static], "duration": "UntilEndOfTurn", "target": target}
    choice = {"type": "Choose", "choice_type": "Color", "persist": True}
    return {**CHOSEN, "effect": choice, "sub_ability": {**CHOSEN, "effect": generic}}


def test_a_color_of_your_choice_is_one_option_for_each() -> None:
    text = "Target creature gains protection from the color of your choice until end of turn."
    spell = chosen_color({"type": "AddKeyword", "keyword": {"Protection": "ChosenColor"}}, CREATURE)
    found = only(translate(face(text, ("Instant",)), {"abilities": [{**spell, "description": text}]}))
    (choice,) = found.effects
    assert len(found.targets) == 1
    assert [sorted(option.effects[0].keywords) for option in choice.options] == [
        [f"protection from {color}"] for color in ("white", "blue", "black", "red", "green")
    ]


def test_a_spell_is_not_changed_like_a_permanent() -> None:
    text = "Target spell becomes the color of your choice until end of turn."
    spell = chosen_color({"type": "AddChosenColor", "mode": "Set"}, {"type": "StackSpell"})
    found = translate(face(text, ("Instant",)), {"abilities": [{**spell, "description": text}]})
    assert reasons(found) == ["something done to a spell that is done to permanents"]


def test_604_3_only_the_power_is_counted() -> None:
    text = "This creature's power is equal to the number of creatures you control."
    count = {"type": "ObjectCount", "filter": {**CREATURE, "controller": "You"}}
    size = {"type": "SetDynamicPower", "value": {"type": "Ref", "qty": count}}
    static = {"mode": "Continuous", "affected": {"type": "SelfRef"}, "modifications": [size], "characteristic_defining": True}
    found = translate(
        face(text, ("Creature",), power="*", toughness="4"), {"static_abilities": [{**static, "description": text}]}
    )
    mine = Permanents(Filter(types=frozenset({"Creature"}), controller="you"))
    assert only(found) == SizeIs(power=mine) and found.card.toughness == 4


def test_minus_x() -> None:
    text = "Target creature gets -X/-X until end of turn."
    x = {"type": "Variable", "value": "-X"}
    pump = {"type": "Pump", "power": x, "toughness": x, "target": CREATURE}
    tree = {"abilities": [{"kind": "Spell", "effect": pump, "duration": "UntilEndOfTurn", "description": text}]}
    found = only(translate(face(text, ("Instant",), cost="{X}{B}"), tree))
    assert found.effects == (Pump("target", Scaled(X(), -1), Scaled(X(), -1)),)


def test_what_is_shuffled_into_a_library() -> None:
    text = "Draw a card. Shuffle Reef Lens into its owner's library."
    shuffle = {"kind": "Spell", "effect": {"type": "Shuffle", "target": {"type": "ParentTargetOwner"}}}
    move = {"type": "ChangeZone", "destination": "Library", "target": {"type": "SelfRef"}, "owner_library": True}
    tree = {"abilities": [draw(description=text, sub_ability={"kind": "Spell", "effect": move, "sub_ability": shuffle})]}
    assert only(translate(face(text, ("Sorcery",)), tree)).effects == (Draw("you", 1), PutIntoLibrary("self", "shuffled"))
