"""Trees of rules text that become exerting, exchanges, spells cast for nothing, doubled power and the like; and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from engine.importing.speaking import REACH
from engine.importing.translation import translate
from engine.keywords import abilities_of, echo, is_equip, riot, ward
from engine.mana import parse_cost
from engine.vocabulary import (
    Activated,
    Activates,
    AddCounters,
    AddMana,
    All,
    Alter,
    AlternativeCost,
    AtLeast,
    AtMost,
    Attach,
    AttackCost,
    Attacks,
    BecomesBlocked,
    BecomesUnattached,
    CannotActivate,
    CannotAttackYou,
    CannotBeBlocked,
    CannotBeCountered,
    CastFree,
    ChooseOne,
    ChoosePermanents,
    ControlAttached,
    Costs,
    CostsByTargets,
    CountersOn,
    DealDamage,
    Did,
    Draw,
    Each,
    EntersTapped,
    ExchangeControl,
    Exerts,
    Exile,
    ExileToPlay,
    Filter,
    ForAWhile,
    HasHexproof,
    If,
    LifeOf,
    LoseLife,
    May,
    MayExert,
    MayPayX,
    Modify,
    MoreCounters,
    MustBeBlocked,
    NoneOf,
    Not,
    Option,
    OthersCost,
    PayCounters,
    Permanents,
    PermitPlay,
    Power,
    Pump,
    PutOntoBattlefield,
    Regenerate,
    RemoveKind,
    ReturnToHand,
    SacrificeCost,
    SacrificeThem,
    Scaled,
    Scry,
    SearchesTop,
    Share,
    Tap,
    Target,
    ThatMuch,
    Toughness,
    Untap,
    While,
    X,
)
from tests.test_importing import CREATURE, ENTERS, draw, face, reasons
from tests.test_importing_effects import only, sorcery

SELF = {"type": "SelfRef"}
PAY_3 = {"type": "PayLife", "amount": {"type": "Fixed", "value": 3}}
YOURS = {**CREATURE, "controller": "You"}
THEIRS = {**CREATURE, "controller": "Opponent"}
CREATURES = frozenset({"Creature"})


def trigger(text: str, mode: str, effect: dict[str, Any], sub: Any = None, **more: Any) -> Any:
    """What becomes of a permanent with one triggered ability."""
    execute = {"kind": "Spell", "effect": effect, **({} if sub is None else {"sub_ability": sub})}
    tree = {"mode": mode, "execute": execute, "valid_card": SELF, "trigger_zones": ["Battlefield"], "description": text, **more}
    return translate(face(text, ("Enchantment",)), {"triggers": [tree]})


def static(text: str, **tree: Any) -> Any:
    aura = face(text, ("Enchantment",), subtypes=("Aura",))
    return translate(aura, {"static_abilities": [{"description": text, **tree}]})


# ---------------------------------------------------------------------------------------------------------------- costs


def equip(text: str, cost: Any, target: Any = YOURS) -> Any:
    tree = {"kind": "Activated", "effect": {"type": "Attach", "target": target}, "cost": cost, "description": text}
    tree |= {"activation_restrictions": [{"type": "AsSorcery"}], "ability_tag": {"type": "Equip"}}
    return translate(face(text, subtypes=("Equipment",)), {"abilities": [tree]})


def test_702_6a_equip_with_another_cost() -> None:
    ability = only(equip("Equip—Sacrifice a creature.", {"type": "Sacrifice", "target": CREATURE, "count": 1}))
    assert ability.cost == Costs(sacrifice=SacrificeCost(1, Filter(types=CREATURES))) and is_equip(ability)
    assert reasons(equip("Equip—Sacrifice an artifact.", {"type": "Sacrifice", "target": CREATURE, "count": 1}))


def test_702_6c_equip_for_some_creatures() -> None:
    knight = {**YOURS, "type_filters": ["Creature", {"Subtype": "Knight"}]}
    one = {"type": "Mana", "cost": {"type": "Cost", "generic": 1}}
    ability = only(equip("Equip Knight {1}", one, knight))
    assert ability.effects == (Attach("self", "target"),) and is_equip(ability)
    assert ability.targets[0].filter.subtypes == {"Knight"}
    assert reasons(equip("Equip Knight {1}", one)) and reasons(equip("Equip Human {1}", one, knight))


def test_118_9_keywords_with_costs_that_are_more_than_mana() -> None:
    cost = {"type": "Composite", "costs": [{"type": "Mana", "cost": {"type": "Cost", "generic": 1}}, PAY_3]}
    paid = Costs(parse_cost("{1}"), life=3)
    evoke = {"keywords": [{"Evoke": {"type": "NonMana", "data": cost}}]}
    found = translate(face("Evoke—{1}, Pay 3 life.", ("Creature",)), evoke)
    assert reasons(found) == [] and found.card.instead == AlternativeCost(paid, keyword="evoke")
    assert found.card.abilities == abilities_of("evoke")
    assert reasons(translate(face("Evoke—{1}, Pay 2 life.", ("Creature",)), evoke)) == ["the text says '2', the tree does not"]
    text = "Draw a card.\nFlashback—{1}, Pay 3 life."
    flashback = {"keywords": [{"Flashback": {"type": "NonMana", "data": cost}}], "abilities": [draw(description="Draw a card.")]}
    found = translate(face(text, ("Instant",)), flashback)
    assert reasons(found) == [] and found.card.instead == AlternativeCost(paid, keyword="flashback")


def test_702_33_kicker_with_a_cost_that_is_more_than_mana() -> None:
    tree = {"additional_cost": {"type": "Kicker", "data": {"costs": [PAY_3]}}}
    found = translate(face("Kicker—Pay 3 life.", ("Creature",)), tree)
    assert reasons(found) == [] and found.card.kicker == Costs(life=3)
    assert reasons(translate(face("Kicker—Pay 3 life.", ("Creature",)), {})) == ["the cost of kicker"]


def test_702_33g_a_target_that_only_a_kicked_spell_has() -> None:
    text = "Kicker {1}\nDestroy target creature. If this spell was kicked, destroy another target creature."
    other = {**CREATURE, "properties": [{"type": "Another"}]}
    then = {"kind": "Spell", "effect": {"type": "Destroy", "target": other}, "condition": {"type": "AdditionalCostPaid"}}
    tree = {"kind": "Spell", "effect": {"type": "Destroy", "target": CREATURE}, "sub_ability": then}
    found = translate(face(text, ("Sorcery",)), {"abilities": [{**tree, "description": text.partition("\n")[2]}]})
    assert reasons(found) == []
    assert [target.if_kicked for target in found.card.abilities[0].targets] == [False, True]


@pytest.mark.parametrize(
    ("text", "said", "cost"),
    [
        ("Ward—Discard a card.", {"Ward": {"type": "DiscardCard"}}, Costs(discard=1)),
        ("Ward—Pay 3 life.", {"Ward": {"type": "PayLife", "data": 3}}, Costs(life=3)),
        (
            "Ward—Sacrifice a creature.",
            {"Ward": {"type": "Sacrifice", "data": {"count": 1, "filter": CREATURE}}},
            Costs(sacrifice=SacrificeCost(1, Filter(types=CREATURES))),
        ),
    ],
)
def test_702_21a_ward_with_a_cost_that_is_more_than_mana(text: str, said: Any, cost: Costs) -> None:
    assert only(translate(face(text), {"keywords": [said]})) == ward(cost)
    assert reasons(translate(face("Ward—Discard two cards."), {"keywords": [said]}))


def test_702_30a_echo_with_a_cost_that_is_more_than_mana() -> None:
    said = {"Echo": {"type": "NonMana", "data": PAY_3}}
    assert only(translate(face("Echo—Pay 3 life."), {"keywords": [said]})) == echo(Costs(life=3))


def test_101_2_spells_that_cannot_be_countered() -> None:
    found = static("Creature spells you control can't be countered.", mode="CantBeCountered", affected=YOURS)
    assert only(found) == CannotBeCountered(Filter(types=CREATURES, controller="you"))
    assert reasons(static("Creature spells can't be countered.", mode="CantBeCountered", affected=YOURS))


def test_614_1a_opponents_search_the_top_of_a_library_only() -> None:
    text = "If an opponent would search a library, that player searches the top four cards of that library instead."
    mode = {"RestrictLibrarySearchToTop": {"who": "Opponents", "count": 4}}
    assert only(static(text, mode=mode)) == SearchesTop(4)
    assert reasons(static(text.replace("four", "five"), mode=mode)) == ["the text says '5', the tree does not"]


def cost_by_targets(text: str, which: str, wanted: Any) -> Any:
    spells = {"type": "Typed", "type_filters": ["Card"], "properties": [{"type": "Targets", "filter": wanted}]}
    mode = {"ModifyCost": {"mode": which, "amount": {"type": "Cost", "generic": 2}, "spell_filter": spells}}
    return static(text, mode=mode, affected=SELF)


def test_601_2f_a_cost_that_depends_on_the_targets() -> None:
    tapped = {**CREATURE, "properties": [{"type": "Tapped"}]}
    text = "This spell costs {2} less to cast if it targets a tapped creature."
    wanted = Filter(types=CREATURES, tapped=True)
    assert only(cost_by_targets(text, "Reduce", tapped)) == CostsByTargets(Target("permanent", wanted), -2)
    more = "This spell costs {2} more to cast if it targets a creature spell."
    assert only(cost_by_targets(more, "Raise", CREATURE)) == CostsByTargets(Target("spell", Filter(types=CREATURES)), 2)
    assert reasons(cost_by_targets(text, "Raise", tapped)) and reasons(cost_by_targets(text, "Reduce", CREATURE))


def test_702_136b_riot_of_several_creatures() -> None:
    text = "Creatures you control have riot."
    tree = {"mode": "Continuous", "affected": YOURS, "modifications": [{"type": "AddKeyword", "keyword": "Riot"}]}
    assert only(static(text, **tree)) == riot(Filter(types=CREATURES, controller="you"))


def test_701_22_as_many_cards_as_are_counted() -> None:
    counted = {"type": "Ref", "qty": {"type": "ObjectCount", "filter": YOURS}}
    text = "When this enchantment enters, scry X, where X is the number of creatures you control."
    scry = {"type": "Scry", "count": counted, "target": {"type": "Controller"}}
    found = trigger(text, "ChangesZone", scry, destination="Battlefield")
    assert only(found).effects == (Scry(Permanents(Filter(types=CREATURES, controller="you"))),)


# ---------------------------------------------------------------------------------------------------------------- combat


def test_701_43d_an_ability_that_triggers_when_its_creature_is_exerted() -> None:
    text = "You may exert this creature as it attacks. When you do, draw a card."
    tree = {"mode": "Exerted", "execute": draw(1), "valid_card": SELF, "trigger_zones": ["Battlefield"], "description": text}
    found = translate(face(text), {"triggers": [tree]})
    assert reasons(found) == [] and {type(ability) for ability in found.card.abilities} == {
        MayExert,
        type(found.card.abilities[0]),
    }
    (ability,) = (ability for ability in found.card.abilities if ability != MayExert())
    assert (ability.on, ability.effects) == (Exerts(), (Draw(),))


def test_701_43d_a_creature_that_may_only_be_exerted() -> None:
    assert translate(face("You may exert this creature as it attacks."), {}).card.abilities == (MayExert(),)


def test_508_1h_what_attacking_costs() -> None:
    unless = {"type": "UnlessPay", "cost": {"type": "Cost", "generic": 2}, "scaling": {"type": "PerAffectedCreature"}}
    text = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    tree = {"mode": "CantAttack", "affected": THEIRS}
    found = static(text, **tree, condition={**unless, "defended": "Player"})
    assert only(found) == AttackCost(Costs(parse_cost("{2}")), planeswalkers=False)
    assert reasons(static(text, **tree, condition={**unless, "defended": "PlayerOrPlaneswalker"})) != []
    wall = static("Creatures can't attack you or planeswalkers you control.", mode="CantAttack", affected=CREATURE,
                  attack_defended="PlayerOrPlaneswalker")  # fmt: skip
    assert only(wall) == CannotAttackYou(Filter(types=CREATURES), planeswalkers=True)


def test_509_1b_creatures_with_less_power_cannot_block_it() -> None:
    own = {"type": "Ref", "qty": {"type": "Power", "scope": {"type": "Source"}}}
    less = {"type": "PtComparison", "stat": "Power", "scope": "Current", "comparator": "LE",
            "value": {"type": "Offset", "inner": own, "offset": -1}}  # fmt: skip
    by = {"type": "Typed", "type_filters": ["Creature"], "controller": None, "properties": [less]}
    text = "Creatures with power less than this creature's power can't block it."
    tree = {"mode": {"CantBeBlockedBy": {"filter": by}}, "affected": SELF, "description": text}
    assert only(translate(face(text), {"static_abilities": [tree]})) == CannotBeBlocked(by_weaker=True)


# ---------------------------------------------------------------------------------------------------------------- effects


def test_701_10b_doubled_power_is_that_much_more() -> None:
    effect = {"type": "DoublePT", "mode": "Power", "factor": 2, "target": CREATURE}
    found = only(sorcery("Double target creature's power until end of turn.", effect, duration="UntilEndOfTurn"))
    assert found.effects == (Pump("target", Power("it")),)
    both = {**effect, "mode": "PowerAndToughness", "factor": 3}
    text = "Triple target creature's power and toughness until end of turn."
    three = Pump("target", Scaled(Power("it"), 2), Scaled(Toughness("it"), 2))
    assert only(sorcery(text, both, duration="UntilEndOfTurn")).effects == (three,)
    assert reasons(sorcery(text, effect, duration="UntilEndOfTurn")) != []


def test_701_12b_control_that_is_exchanged() -> None:
    effect = {"type": "ExchangeControl", "target_a": YOURS, "target_b": THEIRS}
    text = "Exchange control of target creature you control and target creature an opponent controls."
    assert only(sorcery(text, effect)).effects == (ExchangeControl("target", "target 2"),)
    found = only(sorcery("Exchange control of two target creatures.", {**effect, "target_a": CREATURE, "target_b": CREATURE}))
    assert found.effects == (ExchangeControl("target"),) and found.targets == (
        Target("permanent", Filter(types=CREATURES), 2, 2),
    )


def test_608_2g_a_spell_of_the_hand_that_is_cast_for_nothing() -> None:
    limit = {"type": "Cmc", "comparator": "LE", "value": {"type": "Fixed", "value": 3}}
    hand = {
        "type": "Typed",
        "type_filters": ["Card"],
        "controller": "You",
        "properties": [limit, {"type": "InZone", "zone": "Hand"}],
    }
    effect = {"type": "CastFromZone", "target": hand, "without_paying_mana_cost": True, "mode": "Cast"}
    text = "You may cast a spell with mana value 3 or less from your hand without paying its mana cost."
    (free,) = only(sorcery(text, effect, optional=True, target_choice_timing="Resolution")).effects
    assert free.what.zone == "hand" and free.what.filter.mana_value.most == 3
    assert reasons(sorcery(text, {**effect, "without_paying_mana_cost": False}, optional=True)) == ["effect CastFromZone"]


def test_608_2g_a_target_in_the_graveyard_that_is_cast_and_exiled() -> None:
    target = {"type": "Typed", "type_filters": ["Instant"], "controller": "You",
              "properties": [{"type": "InZone", "zone": "Graveyard"}]}  # fmt: skip
    effect = {"type": "CastFromZone", "target": target, "without_paying_mana_cost": True, "mode": "Cast"}
    move = {"type": "ChangeZone", "destination": "Exile", "target": {"type": "ParentTarget"}}
    text = "You may cast target instant card from your graveyard without paying its mana cost."
    exiled = " If that spell would be put into your graveyard, exile it instead."
    after = {"kind": "Spell", "effect": move}
    assert only(sorcery(text, effect, optional=True)).effects == (CastFree("target"),)
    assert only(sorcery(text + exiled, effect, optional=True, sub_ability=after)).effects == (
        CastFree("target", then_exiled=True),
    )
    assert reasons(sorcery(text + exiled, effect, optional=True)) != []


def test_107_14_energy_of_which_any_amount_is_paid() -> None:
    pay = {"type": "PayEnergy", "amount": {"type": "Ref", "qty": {"type": "Variable", "name": "X"}}}
    lose = {"type": "LoseLife", "amount": {"type": "Ref", "qty": {"type": "EventContextAmount"}},
            "target": {"type": "Typed", "controller": "Opponent"}}  # fmt: skip
    text = "You may pay any amount of {E}. Target opponent loses that much life."
    effect = {"type": "PayCost", "cost": pay, "payer": {"type": "Controller"}}
    found = only(sorcery(text, effect, optional=True, sub_ability={"kind": "Spell", "effect": lose}))
    assert found.effects == (PayCounters("energy"), LoseLife("target", ThatMuch()))


def test_107_3c_x_is_what_is_paid() -> None:
    cost = {"type": "Mana", "cost": {"type": "Cost", "shards": ["X"]}}
    gain = {"kind": "Spell", "effect": {"type": "Draw", "count": {"type": "Ref", "qty": {"type": "Variable", "name": "X"}}},
            "condition": {"type": "EffectOutcome", "signal": "OptionalEffectPerformed"}}  # fmt: skip
    effect = {"type": "PayCost", "cost": cost, "payer": {"type": "Controller"}}
    text = "You may pay {X}. If you do, draw X cards."
    assert only(sorcery(text, effect, optional=True, sub_ability=gain)).effects == (MayPayX((Draw(n=X()),)),)
    limited = text + " X can't be greater than 3."
    assert reasons(sorcery(limited, effect, optional=True, sub_ability=gain)) != []


@pytest.mark.parametrize(
    ("mode", "text", "gives"),
    [
        ({"MustBeBlocked": {}}, "Target creature must be blocked this turn if able.", MustBeBlocked()),
        ({"CantBeActivated": {"who": "AllPlayers", "source_filter": SELF, "exemption": "None"}},
         "Target creature's activated abilities can't be activated this turn.", CannotActivate(Filter(source=True))),
    ],
)  # fmt: skip
def test_611_2_rules_about_a_target_for_a_while(mode: Any, text: str, gives: Any) -> None:
    parent = {"type": "ParentTarget"}
    rule = {"mode": mode, "affected": parent, "modifications": [{"type": "AddStaticMode", "mode": mode}]}
    effect = {"type": "GenericEffect", "static_abilities": [rule], "duration": "UntilEndOfTurn", "target": CREATURE}
    (found,) = only(sorcery(text, effect, duration="UntilEndOfTurn")).effects
    assert found.abilities == (gives,)


def test_119_7_players_who_cannot_gain_life_this_turn() -> None:
    rule = {"mode": "CantGainLife", "affected": {"type": "Player"},
            "modifications": [{"type": "AddStaticMode", "mode": "CantGainLife"}]}  # fmt: skip
    effect = {"type": "GenericEffect", "static_abilities": [rule], "duration": "UntilEndOfTurn"}
    (found,) = only(sorcery("Players can't gain life this turn.", effect, duration="UntilEndOfTurn")).effects
    assert isinstance(found, ForAWhile) and found.abilities[0].who == "each player"


# ---------------------------------------------------------------------------------------------------------------- the rest


def test_607_2a_the_exiled_card_returns() -> None:
    exile = {"type": "ChangeZone", "destination": "Exile", "target": CREATURE}
    back = {"type": "ChangeZone", "destination": "Battlefield", "target": {"type": "TrackedSet", "id": 0}}
    first = "When this enchantment enters, exile target creature."
    second = "When this enchantment leaves the battlefield, return the exiled card to the battlefield under its owner's control."
    zones = ["Battlefield", "Graveyard", "Exile"]
    triggers = [
        {**ENTERS, "execute": {"kind": "Spell", "effect": exile, "duration": "UntilHostLeavesPlay"}, "description": first},
        {"mode": "LeavesBattlefield", "execute": {"kind": "Spell", "effect": back}, "valid_card": SELF, "trigger_zones": zones,
         "description": second},
    ]  # fmt: skip
    found = translate(face(f"{first}\n{second}", ("Enchantment",)), {"triggers": triggers})
    assert reasons(found) == []
    enters, leaves = found.card.abilities
    assert enters.effects == (Exile("target"),)  # type: ignore[union-attr]
    returns = PutOntoBattlefield(Each(Filter(exiled_with_source=True), "exile"), "owner")
    assert leaves.effects == (returns,)  # type: ignore[union-attr]


def test_109_5_an_opponent_who_controls_nothing_of_a_kind() -> None:
    scope = {"type": "ControlsCount", "relation": {"type": "Opponent"}, "filter": {"type": "Typed", "type_filters": [
        {"Subtype": "Elf"}]}, "comparator": "EQ", "count": {"type": "Fixed", "value": 0}}  # fmt: skip
    effect = {"type": "LoseLife", "amount": {"type": "Fixed", "value": 1}}
    text = "Each opponent who doesn't control an Elf loses 1 life."
    found = only(sorcery(text, effect, player_scope=scope))
    elves = Filter(subtypes=frozenset({"Elf"}), controller="opponent")
    assert found.effects == (If(NoneOf(elves), (LoseLife("opponent", 1),)),)


def test_103_4_life_above_what_one_started_with() -> None:
    above = {"type": "QuantityComparison", "lhs": {"type": "Ref", "qty": {"type": "LifeAboveStarting"}}, "comparator": "GE",
             "rhs": {"type": "Fixed", "value": 7}}  # fmt: skip
    text = "As long as you have at least 7 life more than your starting life total, creatures you control get +2/+2."
    more = [{"type": "AddPower", "value": 2}, {"type": "AddToughness", "value": 2}]
    found = only(static(text, mode="Continuous", affected=YOURS, modifications=more, condition=above))
    assert found.condition == AtLeast(Scaled(LifeOf("you"), plus=-20), 7)


def test_614_1a_more_counters_instead() -> None:
    tree = {"event": "AddCounter", "mode": {"type": "Mandatory"}, "valid_card": YOURS,
            "quantity_modification": {"type": "Times", "factor": 2},
            "counter_match": {"type": "OfType", "data": "P1P1"}}  # fmt: skip
    text = (
        "If one or more +1/+1 counters would be put on a creature you control, "
        "twice that many +1/+1 counters are put on it instead."
    )
    found = translate(face(text), {"replacements": [{**tree, "description": text}]})
    assert only(found) == MoreCounters(times=2, kind="p1p1", on=Filter(types=CREATURES, controller="you"))
    once = {**tree, "quantity_modification": {"type": "Plus", "value": 1}}
    assert reasons(translate(face(text), {"replacements": [{**once, "description": text}]})) != []


def test_614_1c_a_land_that_enters_untapped_for_a_revealed_card() -> None:
    tap = {"type": "SetTapState", "target": SELF, "scope": {"type": "Single"}, "state": {"type": "Tap"}}
    effect = {"type": "RevealFromHand", "filter": {"type": "Typed", "type_filters": [{"Subtype": "Elf"}]},
              "on_decline": {"kind": "Spell", "effect": tap}}  # fmt: skip
    text = "As this land enters, you may reveal an Elf card from your hand. If you don't, this land enters tapped."
    tree = {"event": "Moved", "execute": {"kind": "Spell", "effect": effect}, "mode": {"type": "Mandatory"}, "valid_card": SELF,
            "destination_zone": "Battlefield", "description": text}  # fmt: skip
    found = only(translate(face(text, ("Land",), cost=None), {"replacements": [tree]}))
    assert found == EntersTapped(unless_reveal=Filter(subtypes=frozenset({"Elf"})))


def test_711_2_what_a_leveler_is_at_its_levels() -> None:
    text = "Level up {2}\nLEVEL 1-4\n0/6\nLEVEL 5+\n6/6\nFlying"
    found = translate(face(text), {})
    assert reasons(found) == []
    up, low, high = found.card.abilities
    assert up.effects == (AddCounters("self", "level"),) and up.sorcery_speed  # type: ignore[union-attr]
    level, own = CountersOn("level"), Filter(source=True)
    assert low == While(All((AtLeast(level, 1), AtMost(level, 4))), (Modify(filter=own, base_power=0, base_toughness=6),))
    flies = Modify(filter=own, base_power=6, base_toughness=6, keywords=frozenset({"flying"}))
    assert high == While(AtLeast(level, 5), (flies,))


def test_711_2_an_ability_of_a_level_that_is_no_keyword() -> None:
    assert "an ability of a level" in reasons(translate(face("LEVEL 1+\n2/2\nWhenever you cast a spell, draw a card."), {}))


def test_103_6a_an_opening_hand_is_of_no_concern() -> None:
    text = "If this card is in your opening hand, you may begin the game with it on the battlefield."
    tree = {"kind": "Spell", "effect": {"type": "Unimplemented", "name": "x"}, "description": text}
    assert translate(face(text, ("Enchantment",)), {"abilities": [tree]}).card.abilities == ()


def test_702_11c_you_have_hexproof() -> None:
    you = {"type": "Typed", "controller": "You", "type_filters": [], "properties": []}
    assert only(static("You have hexproof.", mode="Hexproof", affected=you)) == HasHexproof()


def test_613_1b_you_control_what_is_enchanted() -> None:
    host = {**CREATURE, "properties": [{"type": "EnchantedBy"}]}
    found = static(
        "You control enchanted creature.", mode="Continuous", affected=host, modifications=[{"type": "ChangeController"}]
    )
    assert only(found) == ControlAttached()


def test_701_3d_what_happens_to_what_it_becomes_unattached_from() -> None:
    text = "Whenever this Equipment becomes unattached from a permanent, sacrifice that permanent."
    effect = {"type": "Sacrifice", "target": {"type": "TriggeringSource"}, "count": {"type": "Fixed", "value": 1}}
    zones = ["Battlefield", "Graveyard", "Exile"]
    found = only(trigger(text, "Unattach", effect, trigger_zones=zones))
    assert (found.on, found.effects) == (BecomesUnattached(), (SacrificeThem("that"),))


@pytest.mark.parametrize(
    ("said", "who"), [("Sacrifice it.", "you"), ("That player sacrifices it.", "that"), ("They sacrifice it.", None)]
)
def test_701_21a_who_sacrifices_what_is_spoken_of(said: str, who: str | None) -> None:
    text = f"Whenever this enchantment deals combat damage to a player, choose target creature that player controls. {said}"
    theirs = {"type": "Typed", "type_filters": ["Creature"], "controller": "TriggeringPlayer"}
    sacrifice = {"type": "Sacrifice", "target": {"type": "ParentTarget"}, "count": {"type": "Fixed", "value": 1}}
    more = {"valid_target": {"type": "Player"}, "damage_kind": "CombatOnly", "valid_source": SELF, "valid_card": None}
    chosen = {"type": "TargetOnly", "target": theirs}
    found = trigger(text, "DamageDone", chosen, {"kind": "Spell", "effect": sacrifice}, **more)
    if who is None:
        assert reasons(found) == ["by whom something is sacrificed"]
    else:
        assert only(found).effects == (SacrificeThem("target", who),)


@pytest.mark.parametrize("verb", ["has", "gains"])
def test_111_3_what_a_token_has_is_its_own_text_and_what_it_gains_is_not(verb: str) -> None:
    sacrifice = {"type": "Sacrifice", "target": SELF, "count": 1}
    mana = {"type": "Mana", "produced": {"type": "Colorless", "count": {"type": "Fixed", "value": 1}}}
    ability = {"kind": "Activated", "effect": mana, "cost": sacrifice, "is_mana_ability": True}
    gives = {"mode": "Continuous", "affected": {"type": "LastCreated"},
             "modifications": [{"type": "GrantAbility", "definition": ability}]}  # fmt: skip
    then = {"type": "GenericEffect", "static_abilities": [gives], "duration": "Permanent", "target": {"type": "LastCreated"}}
    one = {"type": "Fixed", "value": 1}
    token = {"type": "Token", "name": "Scion", "types": ["Creature", "Scion"], "power": one, "toughness": one, "count": one}
    text = f"Create a 1/1 colorless Scion creature token. It {verb} \"Sacrifice this token: Add {{C}}.\""
    found = only(sorcery(text, token, sub_ability={"kind": "Spell", "effect": then})).effects
    own = Activated(Costs(sacrifice=SacrificeCost()), (AddMana("C"),))
    assert found[0].token.abilities == ((own,) if verb == "has" else ())
    assert found[1:] == (() if verb == "has" else (Alter(what="made", abilities=(own,), until="forever"),))


def test_115_10a_what_is_chosen_without_the_word_target_is_no_target() -> None:
    text = "Choose {}creature you control. Put a +1/+1 counter on it."
    counter = {"type": "PutCounter", "counter_type": "P1P1", "target": {"type": "ParentTarget"},
               "count": {"type": "Fixed", "value": 1}}  # fmt: skip
    choice = {"type": "TargetOnly", "target": {**CREATURE, "controller": "You"}}
    then = {"kind": "Spell", "effect": counter}
    yours = Filter(types=CREATURES, controller="you")
    chosen = only(sorcery(text.format("a "), choice, sub_ability=then))
    assert (chosen.effects, chosen.targets) == ((ChoosePermanents(yours), AddCounters("made", "p1p1")), ())
    targeted = only(sorcery(text.format("target "), choice, sub_ability=then))
    assert (targeted.effects, targeted.targets) == ((AddCounters("target", "p1p1"),), (Target("permanent", yours),))


def test_608_2d_you_may_do_one_thing_or_another() -> None:
    text = "You may tap or untap target creature.\nDraw a card."
    branches = [{"kind": "Spell", "effect": {"type": "SetTapState", "scope": {"type": "Single"}, "state": {"type": state},
                                             "target": {"type": "ParentTarget"}}} for state in ("Tap", "Untap")]  # fmt: skip
    either = {"type": "ChooseOneOf", "chooser": {"type": "Controller"}, "branches": branches}
    then = {"kind": "Spell", "effect": either, "sub_ability": draw(1)}
    found = only(sorcery(text, {"type": "TargetOnly", "target": CREATURE}, optional=True, sub_ability=then))
    options = ChooseOne((Option((Tap("target"),)), Option((Untap("target"),))))
    assert found.effects == (May((options,)), Draw("you", 1))
    lost = sorcery("You may draw a card.", {"type": "TargetOnly", "target": CREATURE}, optional=True, sub_ability=draw(1))
    assert reasons(lost) == ["something that may be done and does not follow"]


def test_400_7_what_is_attached_is_what_the_card_has_become() -> None:
    text = ("Whenever a creature you control enters, you may return this card from your graveyard to the battlefield, "
            "then attach it to {}.")  # fmt: skip
    attach = {"type": "Attach", "target": {"type": "ParentTarget"}, "selection": {"at_resolution": {}}}
    back = {"type": "ChangeZone", "origin": "Graveyard", "destination": "Battlefield", "target": SELF}
    execute = {"kind": "Spell", "effect": back, "optional": True, "target_choice_timing": "Resolution", "forward_result": True,
               "sub_ability": {"kind": "Spell", "effect": attach}}  # fmt: skip
    tree = {"mode": "ChangesZone", "execute": execute, "valid_card": {**CREATURE, "controller": "You"},
            "destination": "Battlefield", "trigger_zones": ["Graveyard"], "optional": True}  # fmt: skip
    equipment = face(text.format("that creature"), subtypes=("Equipment",))
    (may,) = only(translate(equipment, {"triggers": [{**tree, "description": equipment.text}]})).effects
    assert may.effects == (PutOntoBattlefield("self", "owner"), Attach("made", "that"))
    other = face(text.format("target creature"), subtypes=("Equipment",))
    assert reasons(translate(other, {"triggers": [{**tree, "description": other.text}]})) != []


@pytest.mark.parametrize(("said", "known"), [("draw a card", True), ("if you control a creature, draw a card", False)])
def test_603_4_the_condition_of_an_ability_that_something_has_is_one_of_its_event(said: str, known: bool) -> None:
    creatures = {"type": "ObjectCount", "filter": {**CREATURE, "controller": "You"}}
    condition = {"type": "QuantityComparison", "lhs": {"type": "Ref", "qty": creatures}, "comparator": "GE",
                 "rhs": {"type": "Fixed", "value": 1}}  # fmt: skip
    execute = {**draw(1), **({} if known else {"condition": condition})}
    text = f"whenever this creature attacks, {said}."
    attacks = {"mode": "Attacks", "valid_card": SELF, "trigger_zones": ["Battlefield"], "execute": execute, "description": text}
    gives = [{"type": "GrantTrigger", "trigger": attacks}]
    found = static(f"Creatures have \"{text}\"", mode="Continuous", affected=CREATURE, modifications=gives)
    assert reasons(found) == ([] if known else [REACH])


def test_602_an_ability_that_is_activated_and_no_mana_ability() -> None:
    text = "Whenever you activate an ability of a creature that isn't a mana ability, draw a card."
    nonmana = {"type": "ActivatedAbilityIsNonMana"}
    more = {"valid_card": CREATURE, "valid_target": {"type": "Controller"}, "condition": nonmana}
    found = only(trigger(text, "AbilityActivated", draw(1)["effect"], **more))
    assert found.on == Activates("you", Filter(types=CREATURES))
    every = "Whenever you activate an ability of a creature, draw a card."
    assert reasons(trigger(every, "AbilityActivated", draw(1)["effect"], **{**more, "condition": None})) != []


def test_400_3_that_player_is_the_owner_of_what_was_returned() -> None:
    text = "When this enchantment enters, return target creature to its owner's hand, then that player loses 2 life."
    lose = {"type": "LoseLife", "amount": {"type": "Fixed", "value": 2}, "target": {"type": "TriggeringPlayer"}}
    tree = {**ENTERS, "description": text, "execute": {"kind": "Spell", "effect": {"type": "Bounce", "target": CREATURE},
                                                       "sub_ability": {"kind": "Spell", "effect": lose}}}  # fmt: skip
    found = only(translate(face(text, ("Enchantment",)), {"triggers": [tree]}))
    assert found.effects == (ReturnToHand("target"), LoseLife("target's owner", 2))


def test_118_9_what_may_be_paid_rather_than_the_mana_cost() -> None:
    blue = {"type": "Typed", "type_filters": ["Card"], "controller": "You", "properties": [
        {"type": "HasColor", "color": "Blue"}, {"type": "InZone", "zone": "Hand"}]}  # fmt: skip
    cost = {"type": "Composite", "costs": [{"type": "PayLife", "amount": {"type": "Fixed", "value": 1}},
                                           {"type": "Exile", "count": 1, "zone": "Hand", "filter": blue}]}  # fmt: skip
    text = "You may pay 1 life and exile a blue card from your hand rather than pay this spell's mana cost.\nDraw two cards."
    spell = {**draw(2), "description": "Draw two cards."}
    tree = {"abilities": [spell], "casting_options": [{"kind": "AlternativeCost", "cost": cost}]}
    found = translate(face(text, ("Instant",)), tree)
    assert reasons(found) == []
    exiled = OthersCost("exile card", Filter(colors=frozenset("U")))
    assert found.card.instead == AlternativeCost(Costs(life=1, others=exiled))
    assert reasons(translate(face(text.replace("blue", "red"), ("Instant",)), tree)) != []
    assert reasons(translate(face(text, ("Instant",)), {"abilities": [spell]})) != []


def test_118_9_a_card_cast_for_nothing_under_a_condition() -> None:
    islands = {"type": "Typed", "type_filters": [{"Subtype": "Island"}], "controller": "Opponent"}
    theirs = {"type": "ObjectCount", "filter": islands}
    condition = {"type": "QuantityComparison", "lhs": {"type": "Ref", "qty": theirs}, "comparator": "GE",
                 "rhs": {"type": "Fixed", "value": 1}}  # fmt: skip
    text = "If an opponent controls an Island, you may cast this spell without paying its mana cost.\nDraw a card."
    tree = {"abilities": [{**draw(1), "description": "Draw a card."}],
            "casting_options": [{"kind": "CastWithoutManaCost", "condition": condition}]}  # fmt: skip
    found = translate(face(text, ("Instant",)), tree)
    assert reasons(found) == [] and found.card.instead is not None and found.card.instead.cost == Costs(parse_cost("{0}"))


def test_601_2f_a_spell_that_costs_more_for_each_target_beyond_the_first() -> None:
    text = "Strive — This spell costs {1}{U} more to cast for each target beyond the first.\nTap any number of target creatures."
    tap = {"type": "SetTapState", "target": CREATURE, "scope": {"type": "Single"}, "state": {"type": "Tap"}}
    spell = {"kind": "Spell", "effect": tap, "multi_target": {"min": 0}, "description": "Tap any number of target creatures."}
    more = {"type": "Cost", "shards": ["Blue"], "generic": 1}
    found = translate(face(text, ("Instant",)), {"abilities": [spell], "strive_cost": more})
    assert reasons(found) == []
    assert found.card.additional == Costs(mana_for_more_targets=parse_cost("{1}{U}"))
    other = {"abilities": [spell], "strive_cost": {**more, "generic": 2}}
    assert reasons(translate(face(text, ("Instant",)), other)) == ["what a spell costs more for its targets"]


def test_damage_that_is_divided_evenly() -> None:
    effect = {"type": "DealDamage", "amount": {"type": "Fixed", "value": 6}, "target": {"type": "Any"}}
    text = "Reef Lens deals 6 damage divided evenly, rounded down, among any number of targets."
    multi = {"min": 0, "max": {"type": "Fixed", "value": 6}}
    found = only(sorcery(text, effect, multi_target=multi, distribute={"type": "EvenSplitDamage"}))
    assert found.effects == (DealDamage("target", Share(6)),)


def test_118_8_one_of_two_additional_costs() -> None:
    text = "As an additional cost to cast this spell, discard a card or pay 3 life.\nDraw two cards."
    life = {"type": "PayLife", "amount": {"type": "Fixed", "value": 3}}
    discard = {"type": "Discard", "count": {"type": "Fixed", "value": 1}}
    tree = {"abilities": [{**draw(2), "description": "Draw two cards."}]}
    found = translate(face(text, ("Instant",)), {**tree, "additional_cost": {"type": "Choice", "data": [discard, life]}})
    assert reasons(found) == []
    assert (found.card.additional, found.card.or_additional) == (Costs(discard=1), Costs(life=3))
    lost = {**tree, "additional_cost": {"type": "Choice", "data": [discard, discard]}}
    assert reasons(translate(face(text, ("Instant",)), lost)) != []


def test_700_6_what_is_historic() -> None:
    text = "Whenever you cast a historic spell, draw a card."
    card = {"type": "Typed", "type_filters": ["Card"], "properties": [{"type": "Historic"}]}
    more = {"valid_card": card, "valid_target": {"type": "Controller"}}
    found = only(trigger(text, "SpellCast", draw(1)["effect"], **more))
    artifact, legend, saga = found.on.filter.any_of
    assert artifact.types == {"Artifact"} and legend.supertypes == {"Legendary"} and saga.subtypes == {"Saga"}
    assert reasons(trigger(text.replace("historic ", ""), "SpellCast", draw(1)["effect"], **more)) != []


def test_404_2_a_historic_card_of_ones_own_graveyard() -> None:
    card = {"type": "Typed", "type_filters": ["Card"], "controller": "You",
            "properties": [{"type": "Historic"}, {"type": "InZone", "zone": "Graveyard"}]}  # fmt: skip
    effect = {"type": "ChangeZone", "origin": "Graveyard", "destination": "Hand", "target": card}
    found = only(sorcery("Return target historic card from your graveyard to your hand.", effect))
    assert found.targets[0].of == "card" and found.targets[0].filter.controller == "you"


def test_613_4b_a_size_that_is_counted_as_it_is_set() -> None:
    size = {"type": "Ref", "qty": {"type": "Variable", "name": "X"}}
    changes = [{"type": "SetPowerDynamic", "value": size}, {"type": "SetToughnessDynamic", "value": size}]
    rule = {"mode": "Continuous", "affected": YOURS, "modifications": changes}
    effect = {"type": "GenericEffect", "static_abilities": [rule], "duration": "UntilEndOfTurn"}
    text = "Creatures you control have base power and toughness X/X until end of turn."
    tree = {"abilities": [{"kind": "Spell", "effect": effect, "duration": "UntilEndOfTurn", "description": text}]}
    (found,) = only(translate(face(text, ("Sorcery",), cost="{X}"), tree)).effects
    assert (found.base_power, found.base_toughness) == (X(), X())


NOT_DONE = {"type": "Not", "condition": {"type": "EffectOutcome", "signal": "OptionalEffectPerformed"}}


def test_608_2c_what_happens_if_something_was_not_done() -> None:
    sacrifice = {"type": "Sacrifice", "target": {"type": "Typed", "type_filters": ["Artifact"]},
                 "count": {"type": "Fixed", "value": 1}}  # fmt: skip
    text = "You may sacrifice an artifact. If you don't, draw a card."
    after = {**draw(1), "condition": NOT_DONE}
    (may, otherwise) = only(sorcery(text, sacrifice, optional=True, sub_ability=after)).effects
    assert isinstance(may, May) and otherwise == If(Not(Did()), (Draw(),))
    gain = {"type": "GainLife", "amount": {"type": "Fixed", "value": 1}}
    vague = "You may gain 1 life. If you don't, draw a card."
    assert reasons(sorcery(vague, gain, optional=True, sub_ability={**draw(1), "condition": NOT_DONE})) == [
        "what happens if something was not done"
    ]


def test_508_3a_pack_tactics_looks_at_the_power_of_all_attackers() -> None:
    source = {"type": "TrackedSet", "set": "TriggeringBatch"}
    power = {"type": "PropertyAggregate", "function": "Sum", "property": "Power", "source": source}
    condition = {"type": "QuantityComparison", "lhs": {"type": "Ref", "qty": power}, "comparator": "GE",
                 "rhs": {"type": "Fixed", "value": 6}}  # fmt: skip
    if_strong = "if you attacked with creatures with total power 6 or greater this combat"
    text = f"Whenever this creature attacks, {if_strong}, draw a card."
    tree = {"mode": "Attacks", "execute": draw(1), "valid_card": SELF, "trigger_zones": ["Battlefield"],
            "condition": condition, "description": text}  # fmt: skip
    found = only(translate(face(text), {"triggers": [tree]}))
    assert found.on == Attacks(total_power=6)


def test_509_1b_what_alone_can_block_it() -> None:
    flying = {"type": "Typed", "type_filters": ["Creature"], "properties": [{"type": "WithKeyword", "value": "Flying"}]}
    mode = {"CantBeBlockedExceptBy": {"kind": {"Quality": flying}}}
    text = "This creature can't be blocked except by creatures with flying."
    found = only(translate(face(text), {"static_abilities": [{"mode": mode, "affected": SELF, "description": text}]}))
    assert found == CannotBeBlocked(unless_by=Filter(types=CREATURES, keywords=frozenset({"flying"})))


def test_701_14_something_fights_up_to_one_target() -> None:
    effect = {"type": "Fight", "subject": SELF, "target": THEIRS}
    text = "When this enchantment enters, it fights up to one target creature an opponent controls."
    tree = {**ENTERS, "description": text, "execute": {"kind": "Spell", "effect": effect, "optional_targeting": True}}
    found = only(translate(face(text, ("Enchantment",)), {"triggers": [tree]}))
    assert found.targets == (Target("permanent", Filter(types=CREATURES, controller="opponent"), 0, 1),)


def test_701_19_each_other_creature_is_regenerated() -> None:
    text = "Regenerate target creature.\nRegenerate each other creature you control."
    first, second = text.split("\n")
    others = {**YOURS, "properties": [{"type": "Another"}]}
    spells = [
        {"kind": "Spell", "effect": {"type": "Regenerate", "target": CREATURE}, "description": first},
        {"kind": "Spell", "effect": {"type": "Regenerate", "target": others}, "description": second},
    ]
    found = only(translate(face(text, ("Instant",)), {"abilities": spells}))
    rest = Filter(types=CREATURES, controller="you", none_of=(Filter(among="target"),))
    assert found.effects == (Regenerate("target"), Regenerate(Each(rest))) and len(found.targets) == 1


def test_601_3_a_card_that_may_be_cast_as_long_as_it_is_exiled() -> None:
    exile = {"type": "ChangeZone", "destination": "Exile", "target": CREATURE}
    permission = {"type": "PlayFromExile", "duration": "Permanent", "mode": "Cast", "mana_spend_permission": "AnyTypeOrColor"}
    after = {"kind": "Spell", "effect": {"type": "GrantCastingPermission", "permission": permission,
                                         "target": {"type": "TrackedSet", "id": 0}}}  # fmt: skip
    text = "Exile target creature. You may cast that card for as long as it remains exiled"
    mana = ", and mana of any type can be spent to cast that spell."
    found = only(sorcery(text + mana, exile, sub_ability=after))
    assert found.effects == (Exile("target"), PermitPlay(until="forever", cast_only=True, any_mana=True))
    assert reasons(sorcery(text + ".", exile, sub_ability=after)) == ["effect GrantCastingPermission"]


def test_611_2a_until_your_next_end_step() -> None:
    one, you = {"type": "Fixed", "value": 1}, {"type": "Controller"}
    top = {"type": "ExileTop", "player": you, "count": one, "position": {"type": "Top"}}
    until = {"UntilNextStepOf": {"step": "End", "player": {"type": "Controller"}}}
    grant = {"type": "GrantCastingPermission", "permission": {"type": "PlayFromExile", "duration": until},
             "target": {"type": "TrackedSet", "id": 0}}  # fmt: skip
    text = "Exile the top card of your library. You may play it until your next end step."
    found = only(sorcery(text, top, sub_ability={"kind": "Spell", "effect": grant}))
    assert found.effects == (ExileToPlay(1, "your next end step"),)


def test_509_3c_blocked_by_one_or_more_of_some_kind() -> None:
    text = "Whenever this enchantment becomes blocked by one or more colorless creatures, draw a card."
    found = only(trigger(text, "BecomesBlocked", draw(1)["effect"], batched=True))
    assert found.on == BecomesBlocked(by=Filter(types=CREATURES, colorless=True))
    other = text.replace("colorless", "green")
    assert reasons(trigger(other, "BecomesBlocked", draw(1)["effect"], batched=True)) == ["what several become blocked by"]


def test_118_3_energy_is_paid_if_there_is_enough() -> None:
    cost = {"type": "PayEnergy", "amount": {"type": "Fixed", "value": 2}}
    pay = {"type": "PayCost", "cost": cost, "payer": {"type": "Controller"}}
    text = "Pay {E}{E}. If you can't, draw a card."
    (paid,) = only(sorcery(text, pay, sub_ability={**draw(1), "condition": NOT_DONE})).effects
    enough = AtLeast(CountersOn("energy", "you"), 2)
    assert paid == If(enough, (RemoveKind("you", "energy", 2),), (Draw(),))


@pytest.mark.parametrize(
    ("text", "types"),
    [("becomes a blue Frog creature", frozenset({"Creature"})), ("becomes a blue Frog", None)],
)
def test_205_1b_what_something_becomes_and_what_it_stays(text: str, types: Any) -> None:
    changes = [{"type": "SetColor", "colors": ["Blue"]}, {"type": "SetCardTypes", "core_types": ["Creature"]},
               {"type": "RemoveAllSubtypes", "set": "Creature"}, {"type": "AddSubtype", "subtype": "Frog"}]  # fmt: skip
    rule = {"mode": "Continuous", "affected": {"type": "ParentTarget"}, "modifications": changes}
    effect = {"type": "GenericEffect", "static_abilities": [rule], "duration": "UntilEndOfTurn", "target": CREATURE}
    (found,) = only(sorcery(f"Target creature {text} until end of turn.", effect, duration="UntilEndOfTurn")).effects
    assert (found.only_types, found.only_subtypes) == (types, frozenset({"Frog"}))


@pytest.mark.parametrize(("text", "targets"), [("another target creature", 1), ("another creature", 0)])
def test_115_1_what_is_returned_is_a_target_only_if_the_text_says_so(text: str, targets: int) -> None:
    other = {**YOURS, "properties": [{"type": "Another"}]}
    effect = {"type": "Bounce", "target": other, "selection": "at_resolution"}
    line = f"When this creature enters, you may return {text} you control to its owner's hand."
    tree = {**ENTERS, "description": line, "optional": True, "execute": {"kind": "Spell", "effect": effect, "optional": True}}
    assert len(only(translate(face(line, ("Artifact", "Creature")), {"triggers": [tree]})).targets) == targets
