"""What is asked about the turn and the one before, and spells by what they target (115), in the engine and in the importer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import CardPool
from engine.choices import Answered, Blocked, Picked
from engine.mana import parse_cost
from engine.objects import YOU
from engine.scope import Scope
from engine.vocabulary import (
    Affected,
    AtLeast,
    AtMost,
    CardDefinition,
    Casts,
    ChooseCards,
    ChooseOwnCards,
    Counter,
    CreateToken,
    DealsDamage,
    Destroy,
    Dies,
    Discard,
    Each,
    Either,
    Enters,
    Exile,
    Filter,
    GainLife,
    If,
    LastTurn,
    Leaves,
    Matches,
    Mill,
    PlayerAttacks,
    Pump,
    ReturnToHand,
    Sacrifices,
    Search,
    Spell,
    StepBegins,
    Tap,
    Target,
    ThisTurn,
    Triggered,
    Untap,
    YouCast,
)
from tests.engine_play import Game, side, thing
from tests.test_engine_made_up import creature
from tests.test_importing import draw, face, reasons, translate

QUIET = AtMost(LastTurn(Casts()), 0)
CARDS = CardPool.of(
    [
        CardDefinition(
            "Lull", parse_cost("{0}"), types=frozenset({"Enchantment"}),
            abilities=(Triggered(StepBegins("upkeep", "anyone"), (GainLife(),), condition=QUIET),),
        ),
        CardDefinition(
            "Muster", parse_cost("{0}"), types=frozenset({"Enchantment"}),
            abilities=(Triggered(YouCast(Filter(targeting=Filter(name="Bear"))), (GainLife(),)),),
        ),
        creature("Bear", 2, 2),
        creature("Elk", 2, 2),
        CardDefinition(
            "Denial", parse_cost("{0}"), types=frozenset({"Instant"}),
            abilities=(Spell((Counter("target", exiled=True),), (Target("spell"),)),),
        ),
        CardDefinition(
            "Growth", parse_cost("{0}"), types=frozenset({"Instant"}),
            abilities=(Spell((Pump("target", 1, 1),), (Target("permanent", Filter(types=frozenset({"Creature"}))),)),),
        ),
    ]
)  # fmt: skip


def test_what_happened_last_turn_is_forgotten_a_turn_later() -> None:
    you = side(["Growth"], ["Lull", "Bear"], library=["Bear"] * 3)
    game = Game(you, side(library=["Bear"] * 3), cards=CARDS, scope=Scope(turns=4))
    game.cast("Growth", "Bear").settle().to("main1", 2).settle()
    assert game.you.life == 20
    game.to("main1", 3).settle()
    assert game.you.life == 21


def test_115_1_a_spell_is_known_by_what_it_targets() -> None:
    game = Game(side(["Growth", "Growth"], ["Muster", "Bear", "Elk"]), cards=CARDS)
    assert game.cast("Growth", "Elk").settle().you.life == 20
    assert game.cast("Growth", "Bear").settle().you.life == 21


def sorcery_of(*effects: Any) -> CardDefinition:
    return CardDefinition("Sweep", parse_cost("{0}"), types=frozenset({"Sorcery"}), abilities=(Spell(effects),))


def swept(*effects: Any, battlefield: tuple[str, ...] = (), hand: tuple[str, ...] = (), library: tuple[str, ...] = ()) -> int:
    """How much life is gained by a sorcery with these effects and the creatures or cards that it did something to."""
    cards = CardPool.of([sorcery_of(*effects, GainLife("you", Affected(Filter(types=frozenset({"Creature"}))))), ROCK, STEEL,
                         creature("Bear", 2, 2)])  # fmt: skip
    return int(Game(side(["Sweep", *hand], battlefield, library=library), cards=cards).cast("Sweep").settle().you.life) - 20


ROCK = CardDefinition("Rock", parse_cost("{0}"), types=frozenset({"Artifact"}))
STEEL = creature("Steel", 1, 1, keywords="indestructible")
ALL = Each(Filter())


def test_608_2h_what_was_destroyed_is_known_as_it_last_was() -> None:
    assert swept(Destroy(ALL), battlefield=("Bear", "Bear", "Rock", "Steel")) == 2


def test_what_was_exiled_tapped_milled_or_discarded_this_way() -> None:
    assert swept(Exile(ALL), battlefield=("Bear", "Rock", "Steel")) == 2
    assert swept(Tap(ALL), battlefield=("Bear", "Rock")) == 1
    assert swept(Mill("you", 2), library=("Bear", "Rock", "Bear")) == 1
    assert swept(Discard("you", 2), hand=("Bear", "Rock")) == 1
    assert swept(ReturnToHand(ALL), battlefield=("Bear", "Rock")) == 1


def test_614_6_a_spell_that_is_countered_and_exiled_is_never_in_a_graveyard() -> None:
    game = Game(side(["Growth", "Denial"], ["Bear"]), cards=CARDS)
    game.cast("Growth", "Bear").cast("Denial", "Growth").settle()
    assert game.names(game.you.graveyard) == ["Denial"] and game.names(game.you.exile) == ["Growth"]


# ---------------------------------------------------------------------------------------------------------------- importing

CONTROLLER = {"type": "Controller"}
PERMANENT = {"type": "Typed", "type_filters": ["Permanent"], "controller": "You"}
CREATURE = {"type": "Typed", "type_filters": ["Creature"]}
MINE = Filter(controller="you")


def compared(quantity: dict[str, Any], comparator: str, n: int) -> dict[str, Any]:
    return {"type": "QuantityComparison", "lhs": {"type": "Ref", "qty": quantity}, "comparator": comparator,
            "rhs": {"type": "Fixed", "value": n}}  # fmt: skip


def each(who: str) -> AtLeast:
    return AtLeast(LastTurn(Casts(who)), 2)


@pytest.mark.parametrize(
    ("words", "condition", "wanted"),
    [
        ("you attacked this turn", compared({"type": "AttackedThisTurn", "scope": "Controller"}, "GE", 1),
         AtLeast(ThisTurn(PlayerAttacks()), 1)),
        ("a creature entered the battlefield under your control this turn",
         compared({"type": "BattlefieldEntriesThisTurn", "player": CONTROLLER, "filter": CREATURE}, "GE", 1),
         AtLeast(ThisTurn(Enters(Filter(types=frozenset({"Creature"}), controller="you"))), 1)),
        ("a permanent left the battlefield under your control this turn",
         compared({"type": "ZoneChangeCountThisTurn", "from": "Battlefield", "filter": PERMANENT}, "GE", 1),
         AtLeast(ThisTurn(Leaves(MINE)), 1)),
        ("no spells were cast last turn", compared({"type": "SpellsCastLastTurn"}, "EQ", 0), QUIET),
        ("a player cast two or more spells last turn", compared({"type": "SpellsCastLastTurn"}, "GE", 2),
         Either((each("you"), each("opponent")))),
    ],
)  # fmt: skip
def test_conditions_on_what_happened(words: str, condition: dict[str, Any], wanted: Any) -> None:
    trigger = {"mode": "Phase", "phase": "End", "execute": draw(), "condition": condition,
               "constraint": {"type": "OnlyDuringYourTurn"}}  # fmt: skip
    trigger["description"] = text = f"At the beginning of your end step, if {words}, draw a card."
    found = translate(face(text, ("Creature",)), {"triggers": [trigger]})
    assert reasons(found) == []
    (ability,) = found.card.abilities
    assert isinstance(ability, Triggered) and ability.condition == wanted


def test_a_creature_that_attacks_twice_is_not_two_creatures() -> None:
    condition = compared({"type": "AttackedThisTurn", "scope": "Controller"}, "GE", 2)
    trigger = {"mode": "Phase", "phase": "End", "execute": draw(), "condition": condition}
    words = "if you attacked with two or more creatures this turn"
    trigger["description"] = text = f"At the beginning of each end step, {words}, draw a card."
    assert reasons(translate(face(text, ("Creature",)), {"triggers": [trigger]})) == ["how many creatures attacked this turn"]


def event_of(text: str, **trigger: Any) -> Any:
    found = translate(face(text, ("Creature",)), {"triggers": [{"execute": draw(), "description": text, **trigger}]})
    assert reasons(found) == []
    (ability,) = found.card.abilities
    assert isinstance(ability, Triggered)
    return ability.on


def test_one_sacrifices_what_one_controls() -> None:
    text = "Whenever you sacrifice a permanent, draw a card."
    assert event_of(text, mode="Sacrificed", valid_card=PERMANENT) == Sacrifices("you")


def test_404_2_what_is_put_into_your_graveyard_is_what_you_own() -> None:
    text = "Whenever a creature is put into your graveyard from the battlefield, draw a card."
    moved = {"mode": "ChangesZone", "origin": "Battlefield", "destination": "Graveyard"}
    on = event_of(text, valid_card={**CREATURE, "controller": "You"}, **moved)
    assert on == Dies(Filter(types=frozenset({"Creature"}), owner="you"))


def test_a_spell_that_targets_this_creature() -> None:
    text = "Whenever you cast a spell that targets this creature, draw a card."
    card = {"type": "Typed", "properties": [{"type": "Targets", "filter": {"type": "SelfRef"}}]}
    assert event_of(text, mode="SpellCast", valid_card=card, valid_target=CONTROLLER) == YouCast(
        Filter(targeting=Filter(source=True))
    )


def spell_of(text: str, *instructions: dict[str, Any]) -> Any:
    """The effects of a sorcery whose tree has these instructions, one after the other."""
    node: dict[str, Any] = {}
    for instruction in reversed(instructions):
        node = {"kind": "Spell", **instruction, **({"sub_ability": node} if node else {})}
    found = translate(face(text, ("Sorcery",)), {"abilities": [{**node, "description": text}]})
    assert reasons(found) == []
    (spell,) = found.card.abilities
    assert isinstance(spell, Spell)
    return spell.effects


def test_what_was_destroyed_this_way_is_counted() -> None:
    counted = {"type": "FilteredTrackedSetSize", "filter": CREATURE, "caused_by": "Destroyed"}
    gain = {"effect": {"type": "GainLife", "amount": {"type": "Ref", "qty": counted}}}
    text = "Destroy all creatures. You gain 1 life for each creature destroyed this way."
    effects = spell_of(text, {"effect": {"type": "DestroyAll", "target": CREATURE}}, gain)
    kind = Filter(types=frozenset({"Creature"}))
    assert effects == (Destroy(Each(kind)), GainLife("you", Affected(kind)))


def test_all_of_a_kind_are_spoken_of_again() -> None:
    pump = {"effect": {"type": "PumpAll", "power": {"type": "Fixed", "value": 1}, "toughness": {"type": "Fixed", "value": 1},
                       "target": {**CREATURE, "controller": "You"}}, "duration": "UntilEndOfTurn"}  # fmt: skip
    untap = {"effect": {"type": "SetTapState", "target": {"type": "TrackedSet"}, "scope": {"type": "Single"},
                        "state": {"type": "Untap"}}}  # fmt: skip
    mine = Each(Filter(types=frozenset({"Creature"}), controller="you"))
    effects = spell_of("Creatures you control get +1/+1 until end of turn. Untap them.", pump, untap)
    assert effects == (Pump(mine, 1, 1), Untap(mine))


HAND = {"type": "Typed", "type_filters": ["Card"], "properties": [
    {"type": "Owned", "controller": "ScopedPlayer"}, {"type": "InZone", "zone": "Hand"},
]}  # fmt: skip


@pytest.mark.parametrize(("words", "n"), [("a card", 1), ("two cards", 2)])
def test_another_player_chooses_among_their_own_cards(words: str, n: int) -> None:
    """Trees forget how many: the text tells it."""
    target = {"effect": {"type": "TargetOnly", "target": {"type": "Typed", "controller": "Opponent"}}}
    exile = {"effect": {"type": "ChangeZone", "origin": "Hand", "destination": "Exile", "target": HAND},
             "target_choice_timing": "Resolution"}  # fmt: skip
    chosen, exiled = spell_of(f"Target opponent exiles {words} from their hand.", target, exile)
    assert chosen == ChooseOwnCards(who="target", n=n) and exiled == Exile("made", source_zone="hand")


def test_what_the_player_of_the_event_controls() -> None:
    text = "Whenever this creature deals combat damage to a player, destroy target artifact that player controls."
    destroy = {"type": "Destroy", "target": {"type": "Typed", "type_filters": ["Artifact"], "controller": "TriggeringPlayer"}}
    trigger = {"mode": "DamageDone", "damage_kind": "CombatOnly", "valid_source": {"type": "SelfRef"},
               "valid_target": {"type": "Player"}, "execute": {"kind": "Spell", "effect": destroy}}  # fmt: skip
    trigger["description"] = text
    found = translate(face(text, ("Creature",)), {"triggers": [trigger]})
    assert reasons(found) == []
    (ability,) = found.card.abilities
    assert isinstance(ability, Triggered)
    assert ability.targets == (Target("permanent", Filter(types=frozenset({"Artifact"}), controller="that")),)


def test_109_5_the_player_of_the_event_controls_what_can_be_a_target() -> None:
    theirs = Target("permanent", Filter(controller="that"))
    raider = creature("Raider", 1, 1, Triggered(DealsDamage("self", "player", combat=True), (Destroy("target"),), (theirs,)))
    cards = CardPool.of([raider, creature("Bear", 2, 2)])
    game = Game(side([], ["Raider", "Bear"]), side([], ["Bear"]), cards=cards, scope=Scope(combat=True), step="declare_attackers")
    game.attack("Raider").to("combat_damage").do(Blocked(())).to("main2").settle()
    assert [game.state.controller(id) for id in game.state.battlefield if game.state.name(id) == "Bear"] == [YOU]


def test_701_23b_the_library_is_shuffled_only_if_it_is_searched() -> None:
    seek = Search(Filter(name="Bear"), graveyard=True)
    cards = CardPool.of([sorcery_of(seek), creature("Bear", 2, 2), ROCK])
    game = Game(side(["Sweep"], graveyard=["Bear"], library=["Rock", "Bear"]), cards=cards).cast("Sweep").ok()
    bear = game.you.graveyard[0].id
    game.do(Picked((bear,))).do(Answered(False))
    assert game.names(game.you.hand) == ["Bear"] and len(game.you.library) == 2


def test_a_card_from_among_those_that_were_milled() -> None:
    """What was milled is spoken of afterwards; how many may be taken is told by the text."""
    mill = {"effect": {"type": "Mill", "count": {"type": "Fixed", "value": 2}, "target": CONTROLLER, "destination": "Graveyard"}}
    take = {"effect": {"type": "ChangeZone", "destination": "Hand", "up_to": True,
                       "target": {"type": "TrackedSetFiltered", "filter": CREATURE}}}  # fmt: skip
    text = "Mill two cards. You may put {} from among them into your hand."
    one = ChooseCards(Filter(types=frozenset({"Creature"}), among="made"), zone="graveyard", whose="you", up_to=True)
    assert spell_of(text.format("a creature card"), mill, take) == (Mill("you", 2), one, ReturnToHand("made", "graveyard"))
    with pytest.raises(AssertionError):
        spell_of(text.format("two creature cards"), mill, take)


def test_a_token_for_each_one_that_was_destroyed() -> None:
    counted = {"type": "Ref", "qty": {"type": "FilteredTrackedSetSize", "filter": CREATURE, "caused_by": "Destroyed"}}
    one = {"type": "Fixed", "value": 1}
    token = {"type": "Token", "name": "Spirit", "power": one, "toughness": one, "types": ["Creature", "Spirit"],
             "colors": ["White"], "count": one, "owner": CONTROLLER}  # fmt: skip
    text = "Destroy all creatures. For each creature destroyed this way, create a 1/1 white Spirit creature token."
    destroy = {"effect": {"type": "DestroyAll", "target": CREATURE}}
    _, created = spell_of(text, destroy, {"effect": token, "repeat_for": counted})
    assert isinstance(created, CreateToken) and created.n == Affected(Filter(types=frozenset({"Creature"})))


def test_a_condition_on_a_target_of_the_same_instruction() -> None:
    condition = {"type": "TargetMatchesFilter", "filter": {"type": "Typed", "properties": [{"type": "HasColor", "color": "Red"}]}}
    destroy = {"effect": {"type": "Destroy", "target": {"type": "Typed", "type_filters": ["Permanent"]}}, "condition": condition}
    (held,) = spell_of("Destroy target permanent if it's red.", destroy)
    assert held == If(Matches("target", Filter(colors=frozenset({"R"}))), (Destroy("target"),))


def test_the_upkeep_of_the_controller_of_what_is_enchanted() -> None:
    text = "At the beginning of the upkeep of enchanted creature's controller, draw a card."
    trigger = {"mode": "Phase", "phase": "Upkeep", "valid_target": {"type": "ParentTargetController"}, "execute": draw()}
    found = translate(face(text, ("Enchantment",)), {"triggers": [{**trigger, "description": text}]})
    assert reasons(found) == []
    assert found.card.abilities[0].on == StepBegins("upkeep", "attached's controller")  # type: ignore[union-attr]


def test_303_4_only_in_the_upkeep_of_the_host_s_controller() -> None:
    leech = CardDefinition(
        "Leech", parse_cost("{0}"), types=frozenset({"Enchantment"}), subtypes=("Aura",),
        abilities=(Triggered(StepBegins("upkeep", "attached's controller"), (GainLife(),)),), enchant=Target("permanent"),
    )  # fmt: skip
    cards = CardPool.of([leech, creature("Bear", 2, 2)])
    theirs = side([], [thing("Bear", id="host")], library=["Bear"] * 3)
    mine = side([], [thing("Leech", attached_to="host")], library=["Bear"] * 3)
    game = Game(mine, theirs, cards=cards, scope=Scope(turns=3)).to("main1", 2).settle()
    assert game.you.life == 21 and game.to("main1", 3).settle().you.life == 21


def test_505_1_the_postcombat_main_phase_has_a_beginning() -> None:
    dusk = CardDefinition(
        "Dusk", parse_cost("{0}"), types=frozenset({"Enchantment"}), abilities=(Triggered(StepBegins("main2"), (GainLife(),)),)
    )
    assert Game(side([], ["Dusk"]), cards=CardPool.of([dusk])).to("main2").settle().you.life == 21
