"""What readers of imported cards found wrong: kinds of mistakes in trees that the accounting of words does not see."""

from __future__ import annotations

from typing import Any

import pytest

from engine.importing.nodes import Node
from engine.importing.objects import Scope, cards_of
from engine.importing.speaking import UNCLEAR, unclear
from engine.importing.translation import translate
from engine.vocabulary import (
    Activated,
    AddCounters,
    Alter,
    AnyOf,
    Costs,
    Enters,
    Filter,
    Later,
    Mode,
    Modes,
    Spell,
    Tap,
    Target,
    Triggered,
    Untap,
)
from engine.vocabulary.combat import Attacks
from engine.words import PERMANENT_TYPES
from tests.test_importing import face

CREATURE = Filter(types=frozenset({"Creature"}), controller="you")
GROW = AddCounters("self", "p1p1", 1)
ANOTHER = Enters(CREATURE)


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
    assert unclear(text, [ability]) is None


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
    assert unclear(text, [ability]) == UNCLEAR


def test_what_others_gain_is_theirs() -> None:
    gained = Alter(what="target", abilities=(Triggered(Enters(source=True), (GROW,)),))
    text = "target creature gains what it says"
    assert unclear(text, [Spell((gained,), (Target("permanent", CREATURE),))]) is None


def test_110_4_not_every_card_is_a_permanent_card() -> None:
    tree = {"type": "Typed", "type_filters": ["Permanent", {"Non": "Land"}]}
    found = cards_of(Node(tree), Scope())
    assert found.types == frozenset(PERMANENT_TYPES) and found.but_not == {"Land"}
    either = cards_of(Node({"type": "Or", "filters": [tree, {"type": "Typed", "type_filters": ["Instant"]}]}), Scope())
    assert [part.types for part in either.any_of] == [frozenset(PERMANENT_TYPES), {"Instant"}]


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
