"""Trees of rules text that become rules of players, costs that rise, players who lose, and what was paid or spoken of."""

from __future__ import annotations

from typing import Any

import pytest

from engine.importing.translation import translate
from engine.mana import parse_cost
from engine.vocabulary import (
    Activated,
    AddCounters,
    AddMana,
    AtLeast,
    BoostSelf,
    CannotBlock,
    ChooseCards,
    ChoosesAsEnters,
    CopyCounters,
    Costs,
    CostsMore,
    DamageByToughness,
    Discard,
    Discards,
    Draw,
    EntersTapped,
    EntersWithCounters,
    ExchangeLife,
    Exploits,
    Filter,
    GainControl,
    GainLife,
    If,
    LoseTheGame,
    Matches,
    May,
    Modify,
    MoreDamage,
    MoreLands,
    MoveCounters,
    NoMaximumHandSize,
    OthersCost,
    PaysLife,
    Permanents,
    Power,
    PreventDamage,
    PutOntoBattlefield,
    ReturnToHand,
    Sacrifice,
    SetLife,
    SourceIn,
    Target,
    TargetingCosts,
    TemptByRing,
    Triggered,
)
from engine.vocabulary.values import TOUGHER
from engine.words import CREATURE_TYPES
from tests.test_importing import COUNTER, CREATURE, ENTERS, TAP, draw, face, reasons
from tests.test_importing_effects import only, sorcery

YOU = {"type": "Typed", "controller": "You"}
AN_OPPONENT = {"type": "Typed", "controller": "Opponent"}
BEING = Filter(types=frozenset({"Creature"}))


def static(text: str, mode: Any, affected: Any, **more: Any) -> Any:
    return translate(face(text), {"static_abilities": [{"mode": mode, "affected": affected, "description": text, **more}]})


def raised(**of: Any) -> dict[str, Any]:
    return {"ModifyCost": {"mode": "Raise", "amount": {"type": "Cost", "generic": 1}, **of}}


def test_601_2f_spells_that_cost_more() -> None:
    noncreature = {"type": "Typed", "type_filters": [{"Non": "Creature"}]}
    cards = {"type": "Typed", "type_filters": ["Card"]}
    text = "Noncreature spells cost {1} more to cast."
    found = static(text, raised(spell_filter=noncreature), cards)
    assert only(found) == CostsMore(Filter(but_not=frozenset({"Creature"})), 1)
    theirs = static("Spells your opponents cast cost {1} more to cast.", raised(), {**cards, "controller": "Opponent"})
    assert only(theirs) == CostsMore(Filter(), 1, "opponent")
    assert reasons(static("Spells your opponents cast cost {1} more to cast.", raised(), cards)) != []


@pytest.mark.parametrize(("what", "known"), [({"type": "SelfRef"}, True), ({**CREATURE, "controller": "You"}, False)])
def test_601_2f_spells_that_cost_more_by_what_they_target(what: Any, known: bool) -> None:
    """What a spell targets is known only once it is on the stack."""
    spells = {"type": "Typed", "type_filters": ["Card"], "properties": [{"type": "Targets", "filter": what}]}
    theirs = {"type": "Typed", "type_filters": ["Card"], "controller": "Opponent"}
    told = "this artifact" if known else "a creature you control"
    found = static(f"Spells your opponents cast that target {told} cost {{1}} more to cast.", raised(spell_filter=spells), theirs)
    if known:
        assert only(found) == TargetingCosts(1, "opponent")
    else:
        assert reasons(found) == ["costs of spells by what they target"]


@pytest.mark.parametrize(
    ("mode", "text", "said"),
    [("MayPlayAdditionalLand", "You may play an additional land on each of your turns.", MoreLands()),
     ("NoMaximumHandSize", "You have no maximum hand size.", NoMaximumHandSize())],
)  # fmt: skip
def test_rules_that_concern_you(mode: str, text: str, said: Any) -> None:
    assert only(static(text, mode, YOU)) == said
    assert reasons(static(text, mode, {"type": "Typed"})) == [f"rule {mode} of other players"]


def test_510_1a_combat_damage_equal_to_toughness() -> None:
    text = "Each creature assigns combat damage equal to its toughness rather than its power."
    found = static(text, "Continuous", CREATURE, modifications=[{"type": "AssignDamageFromToughness"}])
    assert only(found) == DamageByToughness(BEING)


@pytest.mark.parametrize(
    ("text", "effect", "does", "targets"),
    [
        ("The Ring tempts you.", {"type": "RingTemptsYou"}, TemptByRing(), ()),
        ("Target opponent loses the game.", {"type": "LoseTheGame", "target": AN_OPPONENT}, LoseTheGame("target"),
         (Target("player", Filter(controller="opponent")),)),
        ("Target player's life total becomes 10.",
         {"type": "SetLifeTotal", "target": {"type": "Player"}, "amount": {"type": "Fixed", "value": 10}},
         SetLife("target", 10), (Target("player"),)),
        ("Target player gains control of target creature.",
         {"type": "GiveControl", "target": CREATURE, "recipient": {"type": "Player"}},
         GainControl("target 2", who="target"), (Target("player"), Target("permanent", BEING))),
    ],
)  # fmt: skip
def test_what_happens_to_players(text: str, effect: Any, does: Any, targets: Any) -> None:
    found = only(sorcery(text, effect))
    assert (found.effects, found.targets) == ((does,), targets)


def test_702_110b_exploiting() -> None:
    text = "When this creature exploits a creature, draw a card."
    exploited = {"mode": "Exploited", "valid_source": {"type": "SelfRef"}, "execute": draw(), "trigger_zones": ["Battlefield"],
                 "valid_card": {**CREATURE, "controller": None, "properties": []}, "description": text}  # fmt: skip
    card = face(text, ("Creature",))
    assert only(translate(card, {"triggers": [exploited]})) == Triggered(Exploits(), (Draw("you", 1),))
    others = {**exploited, "valid_source": CREATURE}
    assert reasons(translate(card, {"triggers": [others]})) == ["something else that exploits a creature"]


def test_602_5b_only_with_so_much_power() -> None:
    text = "{T}: Draw a card. Activate only if this creature's power is 4 or greater."
    limit = {"type": "RequiresCondition", "data": {"condition": {"type": "SourcePowerAtLeast", "minimum": 4}}}
    ability = {**draw(), **TAP, "activation_restrictions": [limit], "description": text}
    found = only(translate(face(text, ("Creature",)), {"abilities": [ability]}))
    assert found == Activated(Costs(tap=True), (Draw("you", 1),), condition=AtLeast(Power("self"), 4))


def test_what_was_sacrificed_as_a_cost() -> None:
    text = "Sacrifice a creature: Draw a card. If the sacrificed creature was a Human, put a +1/+1 counter on this creature."
    human = {"type": "Typed", "type_filters": ["Creature", {"Subtype": "Human"}]}
    then = {"kind": "Spell", "effect": {**COUNTER, "target": {"type": "SelfRef"}},
            "condition": {"type": "CostPaidObjectMatchesFilter", "filter": human}}  # fmt: skip
    cost = {"type": "Sacrifice", "target": CREATURE, "count": 1}
    ability = {**draw(), "kind": "Activated", "cost": cost, "sub_ability": then, "description": text}
    found = only(translate(face(text, ("Creature",)), {"abilities": [ability]}))
    is_human = Matches("sacrificed", Filter(types=frozenset({"Creature"}), subtypes=frozenset({"Human"})))
    assert found.effects == (Draw("you", 1), If(is_human, (AddCounters("self", "p1p1", 1),)))


@pytest.mark.parametrize(("word", "of"), [("that creature's power", "that"), ("the exiled card's power", None)])
def test_that_creatures_power(word: str, of: str | None) -> None:
    text = f"Whenever a creature dies, you gain life equal to {word}."
    power = {"type": "Ref", "qty": {"type": "Power", "scope": {"type": "CostPaidObject"}}}
    gains = {"kind": "Spell", "effect": {"type": "GainLife", "amount": power}}
    dies = {**ENTERS, "origin": "Battlefield", "destination": "Graveyard", "valid_card": CREATURE, "execute": gains,
            "description": text}  # fmt: skip
    found = translate(face(text), {"triggers": [dies]})
    if of is None:
        assert reasons(found) == ["a value of CostPaidObject"]
    else:
        assert only(found).effects == (GainLife("you", Power(of)),)


def test_cards_of_a_graveyard_exiled_as_a_cost() -> None:
    text = "Exile two cards from your graveyard: Draw a card."
    ability = {**draw(), "kind": "Activated", "cost": {"type": "Exile", "count": 2, "zone": "Graveyard"}, "description": text}
    found = only(translate(face(text), {"abilities": [ability]}))
    assert found.cost == Costs(others=OthersCost("exile", Filter(), 2))


def test_what_was_dealt_damage_this_turn() -> None:
    hurt = {**CREATURE, "properties": [{"type": "WasDealtDamageThisTurn"}]}
    found = only(sorcery("Destroy target creature that was dealt damage this turn.", {"type": "Destroy", "target": hurt}))
    assert found.targets == (Target("permanent", Filter(types=frozenset({"Creature"}), damaged_this_turn=True)),)
    assert reasons(sorcery("Destroy target creature.", {"type": "Destroy", "target": hurt})) != []


SIZE = {"type": "Ref", "qty": {"type": "Power", "scope": {"type": "Source"}}}


@pytest.mark.parametrize(
    ("text", "known"),
    [("Sacrifice this creature: It deals damage equal to its power to any target.", True),
     ("Sacrifice this creature: Target creature deals damage equal to its power to any target.", False)],
)  # fmt: skip
def test_what_deals_damage_equal_to_its_power(text: str, known: bool) -> None:
    damage = {"type": "DealDamage", "amount": SIZE, "target": {"type": "Any"}}
    cost = {"type": "Sacrifice", "target": {"type": "SelfRef"}, "count": 1}
    ability = {"kind": "Activated", "cost": cost, "effect": damage, "description": text}
    found = translate(face(text, ("Creature",)), {"abilities": [ability]})
    assert (reasons(found) == []) is known


def test_that_creature_is_the_one_that_was_just_sacrificed() -> None:
    text = "When this artifact enters, sacrifice a creature. You gain life equal to that creature's power."
    power = {"type": "Ref", "qty": {"type": "Power", "scope": {"type": "CostPaidObject"}}}
    gains = {"kind": "Spell", "effect": {"type": "GainLife", "amount": power}}
    sacrifice = {"type": "Sacrifice", "target": CREATURE, "count": {"type": "Fixed", "value": 1}}
    execute = {"kind": "Spell", "effect": sacrifice, "sub_ability": gains}
    found = only(translate(face(text), {"triggers": [{**ENTERS, "execute": execute, "description": text}]}))
    assert found.effects == (Sacrifice("you", 1, BEING), GainLife("you", Power("sacrificed")))


def test_702_29d_to_cycle_a_card_is_to_discard_it() -> None:
    text = "Whenever you cycle or discard another card, draw a card."
    cycled = {"mode": "CycledOrDiscarded", "valid_card": {"type": "Typed", "properties": [{"type": "Another"}]},
              "valid_target": {"type": "Controller"}, "execute": draw(), "trigger_zones": ["Battlefield"],
              "description": text}  # fmt: skip
    assert only(translate(face(text), {"triggers": [cycled]})).on == Discards("you", Filter(other=True))


def test_119_4_paying_life() -> None:
    text = "Whenever you pay life, draw a card."
    mode = {"Unknown": "Whenever you pay life"}
    paid = {"mode": mode, "execute": draw(), "trigger_zones": ["Battlefield"], "description": text}
    assert only(translate(face(text), {"triggers": [paid]})) == Triggered(PaysLife(), (Draw("you", 1),))


@pytest.mark.parametrize(
    ("told", "change", "known"),
    [("This creature gets +1/+1 for each artifact you control.", {"type": "AddDynamicPower"}, True),
     ("This creature is an artifact in addition to its other types.", {"type": "AddType", "core_type": "Artifact"}, False)],
)  # fmt: skip
def test_613_1_a_static_ability_that_something_is_given(told: str, change: dict[str, Any], known: bool) -> None:
    """What would apply in an earlier layer than the one in which it is given is not said."""
    artifacts = {"type": "Typed", "type_filters": ["Artifact"], "controller": "You"}
    counted = {"type": "Ref", "qty": {"type": "ObjectCount", "filter": artifacts}}
    changes = [change] if not known else [{"type": f"AddDynamic{part}", "value": counted} for part in ("Power", "Toughness")]
    inner = {"mode": "Continuous", "affected": {"type": "SelfRef"}, "modifications": changes}
    given = [{"type": "GrantStaticAbility", "definition": inner}]
    text = f'Creatures you control have "{told}"'
    found = static(text, "Continuous", {**CREATURE, "controller": "You"}, modifications=given)
    if known:
        n = Permanents(Filter(types=frozenset({"Artifact"}), controller="you"))
        assert only(found).abilities == (BoostSelf(n, n),)
    else:
        assert reasons(found) == ["a change GrantStaticAbility"]


def test_a_toughness_greater_than_the_power_of_the_same_creature() -> None:
    text = "Each creature with toughness greater than its power can't block."
    found = static(text, "CantBlock", {**CREATURE, "properties": [{"type": "ToughnessGTPower"}]})
    assert only(found) == CannotBlock(Filter(types=frozenset({"Creature"}), toughness=TOUGHER))


@pytest.mark.parametrize(
    ("text", "produced", "mana"),
    [
        ("{T}: Add one mana of any type that a land you control could produce.",
         {"type": "AnyTypeProduceableBy", "land_filter": {"type": "Typed", "type_filters": ["Land"], "controller": "You"}},
         AddMana("WUBRGC", like=Filter(types=frozenset({"Land"}), controller="you"))),
        ("{T}: Add one mana of any color that a land an opponent controls could produce.", {"type": "OpponentLandColors"},
         AddMana("WUBRG", like=Filter(types=frozenset({"Land"}), controller="opponent"))),
        ("{T}: Add one mana of the chosen color.", {"type": "ChosenColor"}, AddMana("WUBRG", chosen=True)),
    ],
)  # fmt: skip
def test_106_7_mana_of_types_that_depend_on_something(text: str, produced: dict[str, Any], mana: AddMana) -> None:
    effect = {"type": "Mana", "produced": {**produced, "count": {"type": "Fixed", "value": 1}}}
    ability = {**TAP, "effect": effect, "is_mana_ability": True, "description": text}
    assert only(translate(face(text), {"abilities": [ability]})).effects == (mana,)


def enters_choosing(kind: str) -> dict[str, Any]:
    chosen = {"kind": "Spell", "effect": {"type": "Choose", "choice_type": kind, "persist": True}}
    return {"event": "Moved", "destination_zone": "Battlefield", "valid_card": {"type": "SelfRef"}, "execute": chosen,
            "mode": {"type": "Mandatory"}}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind", "known"),
    [("As this artifact enters, choose a creature type.", "CreatureType", True),
     ("As this artifact enters, choose a creature type.", "Color", False),
     ("As this artifact enters, choose a card name.", "CardName", False)],
)  # fmt: skip
def test_614_12a_what_is_chosen_as_something_enters(text: str, kind: str, known: bool) -> None:
    found = translate(face(text), {"replacements": [{**enters_choosing(kind), "description": text}]})
    if known:
        assert only(found) == ChoosesAsEnters("type", tuple(sorted(CREATURE_TYPES)))
    else:
        assert reasons(found) != []


def test_what_is_of_the_chosen_type() -> None:
    chosen = {**CREATURE, "controller": "You", "properties": [{"type": "IsChosenCreatureType"}]}
    changes = [{"type": f"Add{part}", "value": 1} for part in ("Power", "Toughness")]
    text = "Creatures you control of the chosen type get +1/+1."
    ours = Filter(types=frozenset({"Creature"}), controller="you", chosen="type")
    assert only(static(text, "Continuous", chosen, modifications=changes)) == Modify(filter=ours, power=1, toughness=1)
    assert reasons(static("Creatures you control get +1/+1.", "Continuous", chosen, modifications=changes)) != []


@pytest.mark.parametrize("aim", [None, {"Player": {"player": {"type": "Controller"}}}])
def test_614_1a_more_damage_to_you_or_to_the_card_itself(aim: Any) -> None:
    whom = "you" if aim else "this creature"
    text = f"If a source would deal damage to {whom}, it deals double that damage to {whom} instead."
    more = {"event": "DamageDone", "mode": {"type": "Mandatory"}, "damage_modification": {"type": "Double"},
            "damage_target_filter": aim, "description": text}  # fmt: skip
    found = only(translate(face(text, ("Creature",)), {"replacements": [more]}))
    assert found == MoreDamage(times=2, by=Filter(), to="you" if aim else "self")


def test_608_2c_a_condition_that_is_told_once_holds_for_what_follows() -> None:
    text = "When this artifact enters, you may pay {2}. If you do, draw a card, then draw two cards."
    done = {"type": "EffectOutcome", "signal": "OptionalEffectPerformed"}
    pay = {"type": "PayCost", "payer": {"type": "Controller"},
           "cost": {"type": "Mana", "cost": {"type": "Cost", "generic": 2}}}  # fmt: skip
    then = draw(condition=done, sub_ability=draw(2, condition=done))
    execute = {"kind": "Spell", "effect": pay, "sub_ability": then, "optional": True}
    found = only(translate(face(text), {"triggers": [{**ENTERS, "execute": execute, "optional": True, "description": text}]}))
    assert found.effects == (May((Draw("you", 1), Draw("you", 2)), Costs(mana=parse_cost("{2}"))),)


def up_to(most: dict[str, Any]) -> dict[str, Any]:
    return {"type": "UpTo", "max": {"type": "Ref", "qty": most}}


@pytest.mark.parametrize(
    ("text", "effect", "does"),
    [
        ("Discard any number of cards.",
         {"type": "Discard", "target": {"type": "Controller"},
          "count": up_to({"type": "HandSize", "player": {"type": "Controller"}})},
         Discard("you", any_number=True)),
        ("Sacrifice any number of creatures.",
         {"type": "Sacrifice", "target": {**CREATURE, "controller": "You"},
          "count": up_to({"type": "ObjectCount", "filter": CREATURE})},
         Sacrifice("you", 1, BEING, any_number=True)),
    ],
)  # fmt: skip
def test_701_9_any_number(text: str, effect: dict[str, Any], does: Any) -> None:
    assert only(sorcery(text, effect)).effects == (does,)
    assert reasons(sorcery(text.replace("any number of", "up to three"), effect)) == ["value UpTo"]


def moved(told: str, source: Any, to: Any, **more: Any) -> Any:
    effect = {"type": "MoveCounters", "source": source, "target": to, "counter_type": "P1P1", "mode": "Move",
              "selection": "StackTarget", "count": {"type": "Fixed", "value": 1}, **more}  # fmt: skip
    text = f"{{T}}: {told}"
    return translate(face(text), {"abilities": [{**TAP, "effect": effect, "description": text}]})


ITSELF = {"type": "SelfRef"}


def test_122_5_counters_that_are_moved() -> None:
    found = only(moved("Move a +1/+1 counter from this artifact onto target creature.", ITSELF, CREATURE))
    assert (found.effects, found.targets) == ((MoveCounters("self", "target", "p1p1", 1),), (Target("permanent", BEING),))
    found = only(moved("Move a +1/+1 counter from target creature onto this artifact.", CREATURE, ITSELF))
    assert found.effects == (MoveCounters("target", "self", "p1p1", 1),)
    some = {"selection": "StackTargetAnyNumber", "count": None}
    found = only(moved("Move any number of +1/+1 counters from this artifact onto target creature.", ITSELF, CREATURE, **some))
    assert found.effects == (MoveCounters("self", "target", "p1p1", None),)
    every = moved("Move all +1/+1 counters from this artifact onto target creature.", ITSELF, CREATURE, count=None)
    assert reasons(every) == ["counters that are moved so"]


def test_122_8_counters_that_something_had() -> None:
    text = "When this creature dies, put its counters on target creature."
    put = {"type": "MoveCounters", "source": ITSELF, "target": CREATURE, "mode": "Put", "selection": "StackTarget"}
    dies = {**ENTERS, "origin": "Battlefield", "destination": "Graveyard", "trigger_zones": ["Graveyard"],
            "execute": {"kind": "Spell", "effect": put}, "description": text}  # fmt: skip
    assert only(translate(face(text, ("Creature",)), {"triggers": [dies]})).effects == (CopyCounters("self", "target"),)
    enters = {**ENTERS, "execute": {"kind": "Spell", "effect": put}, "description": text.replace("dies", "enters")}
    found = translate(face(text.replace("dies", "enters"), ("Creature",)), {"triggers": [enters]})
    assert reasons(found) == ["counters that something had"]


def test_614_1c_entering_tapped_with_counters() -> None:
    text = "This artifact enters tapped with two charge counters on it."
    counters = {"type": "PutCounter", "counter_type": {"type": "OfType", "data": "charge"}, "target": ITSELF,
                "count": {"type": "Fixed", "value": 2}}  # fmt: skip
    tapped = {"type": "SetTapState", "target": ITSELF, "scope": {"type": "Single"}, "state": {"type": "Tap"}}
    execute = {"kind": "Spell", "effect": tapped, "sub_ability": {"kind": "Spell", "effect": counters}}
    enters = {"event": "Moved", "destination_zone": "Battlefield", "valid_card": ITSELF, "execute": execute,
              "mode": {"type": "Mandatory"}, "description": text}  # fmt: skip
    found = translate(face(text), {"replacements": [enters]})
    assert reasons(found) == []
    assert found.card.abilities == (EntersTapped(), EntersWithCounters("charge", 2))


def test_615_damage_by_sources_of_the_colour_of_your_choice() -> None:
    text = "Prevent all damage that sources of the color of your choice would deal this turn."
    prevent = {"type": "PreventDamage", "amount": "All", "target": {"type": "Any"}, "recipient_scope": {"type": "Single"},
               "scope": "AllDamage",
               "damage_source_filter": {"type": "Typed", "properties": [{"type": "IsChosenColor"}]}}  # fmt: skip
    choose = {"type": "Choose", "choice_type": "Color", "persist": True}
    found = only(sorcery(text, choose, sub_ability={"kind": "Spell", "effect": prevent}))
    shields = [option.effects[0].abilities[0] for option in found.effects[0].options]
    assert shields == [PreventDamage("anything", by=Filter(colors=frozenset(c))) for c in "WUBRG"]


def test_603_4_an_ability_that_triggers_in_a_graveyard() -> None:
    text = "At the beginning of your upkeep, if this card is in your graveyard, draw a card."
    waits = {"mode": "Phase", "phase": "Upkeep", "constraint": {"type": "OnlyDuringYourTurn"}, "trigger_zones": ["Graveyard"],
             "condition": {"type": "SourceInZone", "zone": "Graveyard"}, "execute": draw(), "description": text}  # fmt: skip
    found = only(translate(face(text, ("Creature",)), {"triggers": [waits]}))
    assert (found.condition, found.from_graveyard) == (SourceIn("graveyard"), True)
    text = text.replace("draw a card", "return this card to your hand")
    bounce = {"kind": "Spell", "effect": {"type": "Bounce", "target": {"type": "SelfRef"}}}
    found = only(translate(face(text, ("Creature",)), {"triggers": [{**waits, "execute": bounce, "description": text}]}))
    assert found.effects == (ReturnToHand("self", "graveyard"),)


@pytest.mark.parametrize(
    ("text", "kind", "known"),
    [("Return all land cards from your graveyard to the battlefield tapped.", "Land", True),
     ("Return all enchantment cards from your graveyard to the battlefield tapped.", "Enchantment", False)],
)  # fmt: skip
def test_all_cards_of_a_kind_return_to_the_battlefield(text: str, kind: str, known: bool) -> None:
    here = [{"type": "InZone", "zone": "Graveyard"}]
    cards = {"type": "Typed", "type_filters": [kind], "controller": "You", "properties": here}
    effect = {"type": "ChangeZoneAll", "origin": "Graveyard", "destination": "Battlefield", "target": cards, "enter_tapped": True}
    found = sorcery(text, effect)
    if known:
        chosen = ChooseCards(Filter(types=frozenset({kind})), zone="graveyard", whose="you", every=True)
        assert only(found).effects == (chosen, PutOntoBattlefield("made", under="owner", tapped=True))
    else:
        assert reasons(found) == ["all of something from Graveyard to Battlefield"]


@pytest.mark.parametrize(
    ("text", "effect", "does", "target"),
    [
        ("Two target players exchange life totals.",
         {"type": "ExchangeLifeTotals", "player_a": {"type": "Player"}, "player_b": {"type": "Player"}},
         ExchangeLife("target"), Target("player", least=2, most=2)),
        ("Exchange life totals with target opponent.",
         {"type": "ExchangeLifeTotals", "player_a": {"type": "Controller"}, "player_b": AN_OPPONENT},
         ExchangeLife(), Target("player", Filter(controller="opponent"))),
    ],
)  # fmt: skip
def test_701_12c_exchanged_life_totals(text: str, effect: dict[str, Any], does: Any, target: Target) -> None:
    found = only(sorcery(text, effect))
    assert (found.effects, found.targets) == ((does,), (target,))


@pytest.mark.parametrize(("whose", "known"), [("that creature's power", True), ("the power of another target creature", False)])
def test_the_power_of_the_only_target(whose: str, known: bool) -> None:
    power = {"type": "Ref", "qty": {"type": "Power", "scope": {"type": "Target"}}}
    text = f"Put X +1/+1 counters on target creature, where X is {whose}."
    found = sorcery(text, {**COUNTER, "count": power, "target": CREATURE})
    if known:
        assert only(found).effects == (AddCounters("target", "p1p1", Power("target")),)
    else:
        assert reasons(found) != []
