"""Tokens, made or copied."""

from __future__ import annotations

from typing import Any

from engine.importing.changes import granted
from engine.importing.instructions import EFFECTS, Effects, touched
from engine.importing.keywords import keyword
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, number, player
from engine.importing.symbols import COLORS
from engine.vocabulary import CreateToken, SizeIs, Token
from engine.words import CARD_TYPES, SUBTYPES

PREDEFINED = frozenset(("Treasure", "Clue", "Food", "Blood", "Map", "Powerstone", "Gold", "Junk", "Incubator", "Lander"))


@EFFECTS("Token")
def _token(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    owner = player(node.node("owner"), scope)
    token = _token_of(node, scope)
    more: dict[str, Any] = {}
    if node.get("tapped"):
        more["tapped"] = True
    if node.get("enters_attacking"):
        more["attacking"] = True
    if node.get("enter_with_counters") or node.get("attach_to"):
        raise NotKnown("a token with counters or attached")
    if owner != "you":
        more["who"] = owner
    scope.made = True
    scope.parent = "made"
    return (say("CreateToken", token=token, n=n, **more) if more else CreateToken(token, n),)


def _token_of(node: Node, scope: Scope) -> Token:
    """The token that is made (111.3)."""
    types = node.get("types", [])
    name = node.get("name")
    statics = node.nodes("static_abilities")
    if name in PREDEFINED:
        if statics:
            raise NotKnown("a predefined token with an ability")
        return _predefined(name, node)
    abilities = tuple(ability for static in statics for ability in _token_abilities(static))
    subtypes = tuple(t for t in types if t not in CARD_TYPES)
    if not all(t in SUBTYPES for t in subtypes):
        raise NotKnown("a token of a strange type")
    power, toughness = number(node, "power", scope, None), number(node, "toughness", scope, None)
    card_types = frozenset(t for t in types if t in CARD_TYPES)
    if ("Creature" in card_types) != (power is not None):
        raise NotKnown("a token of a strange size")
    if any(isinstance(ability, SizeIs) for ability in abilities):  # 208.2: it has no other size
        power = toughness = 0
    return Token(
        name=name,
        types=card_types,
        subtypes=subtypes,
        supertypes=frozenset(node.get("supertypes", [])),
        colors=frozenset(COLORS[c] for c in node.get("colors", [])),
        power=power,
        toughness=toughness,
        keywords=frozenset(keyword(word) for word in node.get("keywords", [])),
        abilities=abilities,
    )


def _token_abilities(static: Node) -> Effects:
    """The abilities of a token, which a tree gives it as a continuous effect on itself."""
    from engine.importing.statics import static_of

    parts = [Node(part) for part in static.value.get("modifications") or []]
    always = static.value.get("mode") == "Continuous" and static.value.get("condition") is None
    own = static.value.get("affected") == {"type": "SelfRef"}
    if always and own and all(part.kind in ("GrantAbility", "GrantTrigger") for part in parts):
        return tuple(granted(part) for part in parts)
    return tuple(static_of(static, Scope()))


def _predefined(name: str, node: Node) -> Token:
    from engine.tokens import PREDEFINED as KNOWN

    for field in ("types", "power", "toughness", "colors", "keywords", "supertypes"):
        node.get(field)
    if name not in KNOWN:
        raise NotKnown(f"{name} tokens")
    return Token(name, types=frozenset({"Artifact"}), subtypes=(name,), abilities=KNOWN[name])


@EFFECTS("CopyTokenOf")
def _copy_token(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    words = (("tapped", "tapped"), ("attacking", "enters_attacking"))
    more: dict[str, Any] = {name: True for name, word in words if node.get(word)}
    if player(node.node("owner"), scope) != "you":
        raise NotKnown("a copy that another player gets")
    what = touched(node, scope)
    scope.made = True
    scope.parent = "made"
    return (say("CreateCopyToken", what=what, n=n, **more),)


@EFFECTS("Amass")
def _amass(node: Node, scope: Scope) -> Effects:
    return (say("Amass", type=node.get("subtype"), n=number(node, "count", scope)),)


@EFFECTS("Investigate")
def _investigate(node: Node, scope: Scope) -> Effects:
    return (CreateToken(_predefined("Clue", Node({"type": "Token"})), number(node, "count", scope)),)


@EFFECTS("Populate")
def _populate(node: Node, scope: Scope) -> Effects:
    return (say("Populate"),)


@EFFECTS("Incubate")
def _incubate(node: Node, scope: Scope) -> Effects:
    return (say("Incubate", n=number(node, "count", scope)),)
