"""What readers of imported cards found wrong: kinds of mistakes in trees that the accounting of words does not see."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from engine.importing.accounting import unaccounted
from engine.importing.nodes import Node, NotKnown
from engine.importing.objects import Scope, cards_and_whose, cards_of, filter_of
from engine.importing.speaking import REACH, UNCLEAR, heard
from engine.importing.translation import NoCard, _check_others, _colors, translate
from engine.mana import parse_cost
from engine.vocabulary import (
    Activated,
    AddCounters,
    Alter,
    AnyOf,
    AtLeast,
    Chapter,
    Costs,
    CountersOn,
    CreateToken,
    DealDamage,
    Destroy,
    Did,
    Discard,
    Draw,
    Each,
    Enters,
    Exile,
    Exists,
    Filter,
    GainLife,
    If,
    Later,
    LifeOf,
    LoseLife,
    ManaValue,
    May,
    Mode,
    Modes,
    Modify,
    Pump,
    PutOntoBattlefield,
    Sacrifice,
    Spell,
    StepBegins,
    Tap,
    Target,
    Together,
    Token,
    Triggered,
    Untap,
    WhenYouDo,
    While,
)
from engine.vocabulary.combat import Attacks, DealsDamage
from engine.words import PERMANENT_TYPES
from tests.test_importing import draw, face

CREATURE = Filter(types=frozenset({"Creature"}), controller="you")
GROW = AddCounters("self", "p1p1", 1)
ANOTHER = Enters(CREATURE)
GROWING = Triggered(Enters(source=True), (GROW,))


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("when ~ enters, put a +1/+1 counter on it", Triggered(Enters(source=True), (GROW,))),
        ("whenever a creature you control enters, put a +1/+1 counter on ~", Triggered(ANOTHER, (GROW,))),
        ("{t}: put a +1/+1 counter on ~. it is large", Activated(Costs(tap=True), (GROW,))),
        ("when ~ enters, put a +1/+1 counter on it and tap target creature",
         Triggered(Enters(source=True), (GROW, Tap("target")), (Target("permanent", CREATURE),))),
    ],
)  # fmt: skip
def test_it_is_the_card_where_it_can_be_nothing_else(text: str, ability: Triggered | Activated) -> None:
    assert heard(text, ability) == ability


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("whenever a creature you control enters, put a +1/+1 counter on it", Triggered(ANOTHER, (GROW,))),
        ("whenever ~ or another creature you control enters, put a +1/+1 counter on it",
         Triggered(AnyOf((Enters(source=True), ANOTHER)), (GROW,))),
        ("when ~ enters, tap target creature and put a +1/+1 counter on it",
         Triggered(Enters(source=True), (Tap("target"), GROW), (Target("permanent", CREATURE),))),
        ("[+1]: whenever a creature attacks this turn, put a +1/+1 counter on it",
         Activated(Costs(loyalty=1), (Later(Attacks(CREATURE), (GROW,), "end of turn"),))),
        ("choose one —\n• tap target creature. put a +1/+1 counter on it\n• untap ~",
         Spell((), (), Modes((Mode((Tap("target"), GROW), (Target("permanent", CREATURE),)), Mode((Untap("self"),)))))),
        ("when ~ enters, tap it and target creature. they don't untap during their controllers' next untap steps",
         Triggered(Enters(source=True), (Tap("self"), Tap("target", stays_tapped=True)), (Target("permanent", CREATURE),))),
    ],
)  # fmt: skip
def test_it_is_not_taken_for_the_card_where_it_may_be_something_else(text: str, ability: Triggered | Activated | Spell) -> None:
    with pytest.raises(NotKnown, match=UNCLEAR):
        heard(text, ability)


def test_what_others_gain_is_theirs() -> None:
    gained = Alter(what="target", abilities=(Triggered(Enters(source=True), (GROW,)),))
    spell = Spell((gained,), (Target("permanent", CREATURE),))
    assert heard("target creature gains what it says", spell) == spell


def test_one_sentence_is_one_choice() -> None:
    wide = Triggered(ANOTHER, (May((Tap("target"),)), Draw()), (Target("permanent", CREATURE),))
    found = heard("whenever a creature you control enters, you may tap target creature and draw a card", wide)
    assert found.effects == (May((Tap("target"), Draw())),)
    text = "whenever a creature you control enters, you may tap target creature. draw a card"
    assert heard(text, wide) == wide
    with pytest.raises(NotKnown, match=REACH):
        heard("whenever a creature you control enters, you may tap target creature and draw a card. it was tapped", wide)


def test_an_offer_is_an_offer_of_something() -> None:
    with pytest.raises(NotKnown, match=REACH):
        heard("you may pay {1}", Spell((May((), Costs(life=1)),)))


def test_one_sentence_is_under_one_condition() -> None:
    if_small = If(AtLeast(LifeOf("you"), 5), (GainLife(),))
    text = "if your life total is 5 or more, you gain 1 life and draw a card"
    assert heard(text, Spell((if_small, Draw()))).effects == (If(if_small.condition, (GainLife(), Draw())),)
    late = Triggered(Enters(source=True), (if_small,))
    with pytest.raises(NotKnown, match=REACH):  # 603.4: it would have to hold as it triggers
        heard("when ~ enters, if your life total is 5 or more, you gain 1 life", late)


def test_what_happens_later_is_one_sentence_too() -> None:
    later = Later(ANOTHER, (LoseLife("opponent"),), "end of turn")
    text = "whenever a creature you control enters this turn, each opponent loses 1 life and you gain 1 life"
    with pytest.raises(NotKnown, match=REACH):
        heard(text, Triggered(Chapter(2), (later, GainLife())))
    then = Later(StepBegins("end of combat", "anyone"), (Destroy("target"),))
    both = Activated(Costs(tap=True), (then, replace(then, effects=(Destroy("self"),))), (Target("permanent", CREATURE),))
    found = heard("{t}: destroy target creature and ~ at end of combat", both)
    assert found.effects == (replace(then, effects=(Together((Destroy("target"), Destroy("self"))),)),)


def test_a_player_gains_no_abilities() -> None:
    """ "They" are the tokens, not the player who was dealt damage."""
    gained = Triggered(DealsDamage("self", "player", combat=True), (Alter(what="that", abilities=(GROWING,)),))
    with pytest.raises(NotKnown, match=UNCLEAR):
        heard("whenever ~ deals combat damage to a player, create two tokens. they have this ability", gained)


def test_when_you_do_is_one_trigger() -> None:
    inner = WhenYouDo((PutOntoBattlefield("made"),))
    outer = WhenYouDo((Exile("target"), inner), (Target("permanent", CREATURE),))
    text = "when ~ enters, you may pay {1}. when you do, exile target creature, then return it to the battlefield"
    with pytest.raises(NotKnown, match=REACH):
        heard(text, Triggered(Enters(source=True), (May((outer,), Costs(life=1)),)))


def test_what_happens_to_something_later_is_not_about_a_target() -> None:
    later = Later(ANOTHER, (LoseLife("target's controller"),), "end of turn")
    spell = Spell((Destroy("target"), later), (Target("permanent", CREATURE),))
    with pytest.raises(NotKnown, match=UNCLEAR):
        heard("destroy target creature\nwhenever a creature enters this turn, its controller loses 1 life", spell)


def test_110_4_not_every_card_is_a_permanent_card() -> None:
    tree = {"type": "Typed", "type_filters": ["Permanent", {"Non": "Land"}]}
    found = cards_of(Node(tree), Scope())
    assert found.types == frozenset(PERMANENT_TYPES) and found.but_not == {"Land"}
    either = cards_of(Node({"type": "Or", "filters": [tree, {"type": "Typed", "type_filters": ["Instant"]}]}), Scope())
    assert [part.types for part in either.any_of] == [frozenset(PERMANENT_TYPES), {"Instant"}]


def test_other_than_this_is_said_of_all_before_it() -> None:
    """A creature that has become an artifact is spared too; "an artifact or another creature" is another matter."""
    artifact = {"type": "Typed", "type_filters": ["Artifact"]}
    creature = {"type": "Typed", "type_filters": ["Creature"], "properties": [{"type": "Another"}]}
    both = Node({"type": "Or", "filters": [artifact, creature]})
    assert filter_of(both, Scope(text="destroy all artifacts and creatures other than ~")) == Filter(
        types=frozenset({"Artifact", "Creature"}), other=True
    )
    another = filter_of(both, Scope(text="sacrifice an artifact or another creature"))
    assert [part.other for part in another.any_of] == [False, True]


def _changed(affected: dict[str, Any], *modifications: dict[str, Any], **more: Any) -> dict[str, Any]:
    static = {"mode": "Continuous", "affected": affected, "modifications": list(modifications)}
    effect = {"type": "GenericEffect", "static_abilities": [static], "duration": "UntilEndOfTurn", **more}
    return {"kind": "Spell", "effect": effect}


def test_what_has_become_a_creature_is_still_a_land() -> None:
    """The tree takes "it" for the card."""
    text = "Target land becomes a 3/3 creature until end of turn. It's still a land."
    size = {"type": "SetPower", "value": 3}, {"type": "SetToughness", "value": 3}
    still = _changed({"type": "SelfRef"}, {"type": "AddType", "core_type": "Land"})
    land = {"type": "Typed", "type_filters": ["Land"]}
    become = _changed({"type": "ParentTarget"}, *size, {"type": "AddType", "core_type": "Creature"}, target=land)
    found = translate(face(text, ("Sorcery",)), {"abilities": [{**become, "sub_ability": still, "description": text}]})
    assert found.reasons == (None,)
    (spell,) = found.card.abilities
    assert isinstance(spell, Spell) and [effect.what for effect in spell.effects if isinstance(effect, Alter)] == ["target"] * 2


def test_that_players_graveyard_is_not_any_graveyard() -> None:
    text = "exile target card from that player's graveyard"
    assert unaccounted(text, [Spell((Exile("target"),), (Target("card"),))]) is not None
    assert unaccounted("exile target card from a graveyard", [Spell((Exile("target"),), (Target("card"),))]) is None


@pytest.mark.parametrize(("attaches", "said"), [(True, {"attached": True}), (False, {"wears": "Equipment"})])
def test_301_5_an_equipped_creature_is_the_one_of_this_equipment_or_any(attaches: bool, said: dict[str, Any]) -> None:
    equipped = Node({"type_filters": ["Creature"], "properties": [{"type": "EquippedBy"}]})
    assert filter_of(equipped, Scope(attaches=attaches)) == Filter(types=frozenset({"Creature"}), **said)


OTHERS = Spell((Pump(Each(Filter(types=frozenset({"Creature"}), other=True)), 1, 1),))


@pytest.mark.parametrize(
    ("types", "subtypes", "right"),
    [
        (("Instant",), (), False),
        (("Enchantment",), ("Aura",), False),
        (("Creature",), (), True),
        (("Artifact",), ("Vehicle",), True),
    ],
)
def test_others_are_others_than_the_source_if_it_is_of_that_type(
    types: tuple[str, ...], subtypes: tuple[str, ...], right: bool
) -> None:
    of = face("", types, subtypes=subtypes)
    with nullcontext() if right else pytest.raises(NotKnown, match="others than something else"):
        _check_others([OTHERS], of)


def test_others_said_in_an_ability_that_is_given_are_others_than_what_has_it() -> None:
    given = Triggered(Enters(source=True), OTHERS.effects)
    _check_others([Spell((Alter(what="target", abilities=(given,)),))], face("", ("Instant",)))


def test_702_42_all_modes_are_chosen_for_entwine_only() -> None:
    """The tree counts the choice of all among the numbers to choose."""
    text = "Choose one —\n• Draw a card.\n• You gain 2 life.\nEntwine {2}"
    gain = {"type": "GainLife", "amount": {"type": "Fixed", "value": 2}, "player": {"type": "Controller"}}
    modes = [draw(), {"kind": "Spell", "effect": gain}]
    cost = {"type": "Cost", "shards": [], "generic": 2}
    modal = {"min_choices": 1, "max_choices": 2, "mode_count": 2, "mode_descriptions": [], "entwine_cost": cost}
    found = translate(face(text, ("Sorcery",)), {"abilities": modes, "modal": modal})
    assert found.reasons == (None,), found.reasons
    (spell,) = found.card.abilities
    assert isinstance(spell, Spell) and spell.modes is not None
    assert (spell.modes.n, spell.modes.least, spell.modes.entwine) == (1, None, parse_cost("{2}"))


def test_what_an_enchanted_creature_deals_is_not_dealt_by_the_aura() -> None:
    text = "Whenever enchanted creature becomes tapped, it deals 1 damage to each opponent."
    host = {"type": "Typed", "type_filters": ["Creature"], "properties": [{"type": "EnchantedBy"}]}
    effect = {"type": "DamageEachPlayer", "amount": {"type": "Fixed", "value": 1}, "player_filter": "Opponent"}
    trigger = {"mode": "Taps", "valid_card": host, "execute": {"kind": "Spell", "effect": effect}, "description": text}
    aura = face(text, ("Enchantment",), subtypes=("Aura",))
    found = translate(aura, {"triggers": [trigger]})
    assert found.reasons == ("what deals the damage",), found.reasons


ONE = Token("Human", frozenset({"Creature"}), power=1, toughness=1)
TWO = replace(ONE, power=2, toughness=2)


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("whenever enchanted creature attacks, if it has a +1/+1 counter on it, draw a card",
         Triggered(Attacks("attached"), (Draw(),), condition=AtLeast(CountersOn("p1p1", "self"), 1))),
        ("as long as enchanted permanent is a vehicle, it's a creature",
         While(Exists(Filter(attached=True)), (Modify(filter=Filter(source=True), types=frozenset({"Creature"})),))),
        ("when ~ enters, if enchanted creature is red, tap it", Triggered(Enters(source=True), (Tap("self"),))),
        ("when a creature you control enters, sacrifice ~. if you do, destroy that creature",
         Triggered(ANOTHER, (Sacrifice("you", filter=Filter(source=True)), If(Did(), (Destroy("self"),))))),
        ("when ~ enters, counter target spell. put x +1/+1 counters on ~, where x is that spell's mana value",
         Triggered(Enters(source=True), (AddCounters("self", "p1p1", ManaValue("self")),), (Target("spell"),))),
    ],
)  # fmt: skip
def test_more_is_not_said_of_the_card_than_its_text_does(text: str, ability: Triggered | While) -> None:
    with pytest.raises(NotKnown, match=UNCLEAR):
        heard(text, ability)


def test_a_host_that_is_spoken_of_is_not_the_card() -> None:
    text = "whenever enchanted creature attacks, put a +1/+1 counter on it. then if you control a creature, sacrifice ~"
    grown = AddCounters("that", "p1p1", 1)
    ability = Triggered(Attacks("attached"), (grown, If(Exists(CREATURE), (Sacrifice("you", filter=Filter(source=True)),))))
    assert heard(text, ability) == ability


def test_a_condition_of_the_last_sentence_is_of_that_one() -> None:
    """Trees have "unless" for the whole ability."""
    condition = Exists(CREATURE)
    whole = Triggered(Enters(source=True), (If(condition, (Draw(), LoseLife("you", 2))),))
    text = "when ~ enters, draw a card. then you lose 2 life unless you control a creature"
    assert heard(text, whole).effects == (Draw(), If(condition, (LoseLife("you", 2),)))
    with pytest.raises(NotKnown, match=REACH):
        heard(text.replace("draw a card", "draw a card. you gain 1 life"), whole)


@pytest.mark.parametrize(
    ("text", "effects", "together"),
    [
        ("destroy target artifact and target creature", (Destroy("target"), Destroy("target 2")), True),
        ("destroy target artifact. destroy target creature", (Destroy("target"), Destroy("target 2")), False),
        ("~ deals 2 damage to any target and 3 damage to you", (DealDamage("target", 2), DealDamage("you", 3)), True),
        ("create a 1/1 human creature token and a 2/2 human creature token", (CreateToken(ONE), CreateToken(TWO)), True),
        ("create a 1/1 human creature token. create two 2/2 human creature tokens",
         (CreateToken(ONE), CreateToken(TWO, 2)), False),
        ("create a 1/1 human creature token, then investigate", (CreateToken(ONE), CreateToken(TWO)), False),
        ("draw a card and gain 3 life", (Draw(), GainLife()), False),
    ],
)
def test_608_2f_what_one_verb_says_happens_at_once(text: str, effects: tuple[Any, ...], together: bool) -> None:
    assert heard(text, Spell(effects)).effects == ((Together(effects),) if together else effects)


def test_what_one_verb_says_in_two_ways_is_not_understood() -> None:
    effects = (Exile("self", "battlefield"), Exile("target"))
    with pytest.raises(NotKnown, match="at the same time"):
        heard("exile ~ and target permanent", Spell(effects))


def test_an_enchantment_creature_need_not_be_enchanted() -> None:
    enchanted = {"type": "Typed", "type_filters": ["Creature"], "properties": [{"type": "EnchantedBy"}]}
    either = {"type": "Or", "filters": [enchanted, {**enchanted, "type_filters": ["Enchantment", "Creature"]}]}
    with pytest.raises(NotKnown, match="enchanted"):
        filter_of(Node(either), Scope(text="target enchanted creature or enchantment creature"))


def test_two_subtypes_are_both_asked_for() -> None:
    parts = [{"Subtype": "Goblin"}, {"Subtype": "Shaman"}]
    found = filter_of(Node({"type": "Typed", "type_filters": parts, "properties": []}), Scope())
    assert found == Filter(subtypes=frozenset({"Goblin"}), any_of=(Filter(subtypes=frozenset({"Shaman"})),))


def test_a_sentence_lasts_as_long_as_it_says_at_its_beginning() -> None:
    """Trees have the duration for the first of its parts only."""
    effects = (Pump("target", 1, 1), Alter(what="target 2", power=-1, toughness=-1, until="forever"))
    text = "until end of turn, target creature gets +1/+1 and another target creature gets -1/-1"
    assert heard(text, Spell(effects)).effects == (Pump("target", 1, 1), Pump("target 2", -1, -1))
    with pytest.raises(NotKnown, match="how long"):
        heard(f"{text}. untap them", Spell(effects))


@pytest.mark.parametrize(("verb", "known"), [("is", False), ("becomes", True)])
def test_611_2e_what_something_is_as_it_enters(verb: str, known: bool) -> None:
    spell = Spell((PutOntoBattlefield("target"), Alter(what="made", subtypes=frozenset({"Zombie"}), until="forever")))
    with nullcontext() if known else pytest.raises(NotKnown, match="as it enters"):
        heard(f"return target creature card to the battlefield. that creature {verb} a zombie too", spell)


@pytest.mark.parametrize(("where", "known"), [("in all graveyards", True), ("in that player's graveyard", False)])
def test_whose_cards_are_counted(where: str, known: bool) -> None:
    cards = {"type": "Typed", "type_filters": ["Land"], "controller": None, "properties": []}
    with nullcontext() if known else pytest.raises(NotKnown, match="certain player"):
        assert cards_and_whose(Node(cards), Scope(text=f"the number of land cards {where}"))[1] == "each player"


def test_that_player_or_the_controller_of_that_planeswalker() -> None:
    spell = Spell((DealDamage("target", 3), Discard("target", 2)), (Target("player or planeswalker"),))
    text = "~ deals 3 damage to target player or planeswalker. that player or that planeswalker's controller discards two cards"
    assert heard(text, spell).effects == (DealDamage("target", 3), Discard("target's controller", 2))


@pytest.mark.parametrize(
    ("text", "identity", "types", "known"),
    [("", "R", ("Creature",), False), ("{R}: draw a card.", "R", ("Artifact",), True), ("", "", ("Creature",), True),
     ("{T}: Add {U}.", "U", ("Land",), True), ("{T}: Add {U}.", "U", ("Land", "Creature"), False)],
)  # fmt: skip
def test_204_a_colour_that_only_a_colour_indicator_gives(text: str, identity: str, types: tuple[str, ...], known: bool) -> None:
    one = replace(face(text, types), colors=frozenset(), identity=frozenset(identity))
    with nullcontext() if known else pytest.raises(NoCard, match="indicator"):
        assert _colors(one, ()) == frozenset()


def test_then_sacrifices_is_done_by_whoever_discards() -> None:
    spell = Spell((Discard("target"), Sacrifice("you")), (Target("player"),))
    with pytest.raises(NotKnown, match=UNCLEAR):
        heard("target player discards a card, then sacrifices a permanent", spell)


def test_that_player_or_the_controller_of_that_planeswalker_in_a_mode() -> None:
    mode = Mode((DealDamage("target", 3), Discard("target")), (Target("player or planeswalker"),))
    told = "~ deals 3 damage to target player or planeswalker. that player or that planeswalker's controller discards a card"
    found = heard(f"choose one —\n• {told}\n• draw a card", Spell((), (), Modes((mode, Mode((Draw(),))))))
    assert found.modes.modes[0].effects == (DealDamage("target", 3), Discard("target's controller"))
