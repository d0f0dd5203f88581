"""What continuous effects of trees change, for a while or for good."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from engine.importing.keywords import keyword
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, filter_of, number
from engine.importing.speaking import heard
from engine.importing.symbols import COLORS
from engine.vocabulary import Each, SizeIs
from engine.vocabulary.changes import Change
from engine.vocabulary.inside import words_in
from engine.words import SUBTYPES

RULES = {
    "CantAttack": ("CannotAttack",),
    "CantBlock": ("CannotBlock",),
    "CantAttackOrBlock": ("CannotAttack", "CannotBlock"),
    "MustAttack": ("MustAttack",),
    "MustBlock": ("MustBlock",),
    "CantBeBlocked": ("CannotBeBlocked",),
    "CanAttackWithDefender": ("AttacksWithDefender",),
}
"""The rules of combat that an object can be given, as abilities of its own."""


_LESS_THAN_OWN = {"type": "Offset", "inner": {"type": "Ref", "qty": {"type": "Power", "scope": {"type": "Source"}}}, "offset": -1}
_WEAKER = {
    "type": "Typed", "type_filters": ["Creature"], "controller": None,
    "properties": [{"type": "PtComparison", "stat": "Power", "scope": "Current", "comparator": "LE", "value": _LESS_THAN_OWN}],
}  # fmt: skip
"""How trees say that creatures have less power than the source."""


def combat_rule(value: Any, who: Any, scope: Scope) -> list[Any]:
    """A rule about attacking, blocking and being blocked, as an ability that concerns `who`."""
    if isinstance(value, str) and value in RULES:
        return [say(word, who=who) for word in RULES[value]]
    mode = Node(value)
    if mode.kind == "CantBeActivated" and who == "self":
        mode.only("who", "AllPlayers")
        mode.only("exemption", "None")
        mode.only("source_filter", {"type": "SelfRef"})
        found = say("CannotActivate", filter=say("Filter", source=True))
    elif mode.kind == "CantBeBlockedBy":
        by = mode.need("filter")
        weaker = who == "self" and by.value == _WEAKER
        found = say("CannotBeBlocked", who=who, **({"by_weaker": True} if weaker else {"by": filter_of(by, scope)}))
    elif mode.kind == "CantBeBlockedExceptBy":
        kind = mode.need("kind")
        if kind.kind != "Quality":
            raise NotKnown("blocking by several")
        found = say("CannotBeBlocked", who=who, unless_by=filter_of(_inner(kind), scope))
    elif mode.kind == "CantBeBlockedByMoreThan":
        found = say("CannotBeBlocked", who=who, by_more_than=mode.get("max"))
    elif mode.kind == "BlockRestriction":
        what = mode.need("filter")
        if what.kind == "Not":
            found = say("BlockLimit", who=who, what=filter_of(what.need("filter"), scope))
            what.close()
        else:
            found = say("BlockLimit", who=who, what=filter_of(what, scope), only=True)
    elif mode.kind in ("MustBeBlocked", "MustBeBlockedByAll"):
        mode.only("by")
        mode.only("blockers")
        found = say("MustBeBlocked", who=who, by_all=mode.kind == "MustBeBlockedByAll")
    elif mode.kind == "ExtraBlockers" and isinstance(mode.get("count"), int) and mode.get("count") < 20:
        found = say("BlocksMore", n=mode.get("count"), who=who)
    else:
        raise NotKnown(f"rule {mode.kind}")
    mode.close()
    return [found]


def no_life_gain(affected: Node) -> Any:
    """Players who cannot gain life (119.7)."""
    who = {"Player": "each player", "Controller": "you"}.get(affected.kind)
    if affected.kind == "Typed" and not affected.value.get("type_filters") and not affected.value.get("properties"):
        who = {"Opponent": "opponent", "You": "you"}.get(str(affected.get("controller")))
    if who is None:
        raise NotKnown("who cannot gain life")
    return say("CannotGainLife", who=who)


def _inner(node: Node) -> Node:
    """The node that a named body is."""
    if "data" in node.value:
        return Node(node.value["data"])
    return Node({k: v for k, v in node.value.items() if k != "type"} if "type_filters" not in node.value else node.value)


def modified(what: Any, static: Node, until: str, scope: Scope) -> list[Any]:
    changes: dict[str, Any] = {}
    rules: list[Any] = []
    for part in static.nodes("modifications"):
        if part.kind in ("AddPower", "AddDynamicPower"):
            changes["power"] = number(part, "value", scope, 0)
        elif part.kind in ("AddToughness", "AddDynamicToughness"):
            changes["toughness"] = number(part, "value", scope, 0)
        elif part.kind == "AddStaticMode":
            rules += combat_rule(part.get("mode"), "self", scope)
        elif part.kind == "AssignDamageFromToughness":
            rules.append(say("DamageByToughness"))
        elif part.kind in GRANTS:
            changes["abilities"] = (*changes.get("abilities", ()), *granted_abilities(part))
        else:
            change(part, changes, scope)
        part.close()
    if "only_subtypes" in changes and changes.get("lose_keywords") == {"changeling"} and "changeling" not in scope.text:
        del changes["lose_keywords"]  # creature types are lost, whatever they come from
    only_subtypes(changes)
    found: list[Any] = []
    if say("CannotBlock", who="self") in rules and _CANNOT_BLOCK_IT.search(scope.text):
        if not isinstance(what, Each) or len(rules) > 1:
            raise NotKnown("what cannot be blocked by something")
        return [say("Alter", what="self", until=until, abilities=(say("CannotBeBlocked", by=what.filter),))]
    if rules and isinstance(what, Each):  # such an effect is about whatever fits, then as well as now (611.2c)
        found.append(say("ForAWhile", abilities=tuple(replace(rule, who=what.filter) for rule in rules), until=until))
    elif rules:
        changes["abilities"] = (*changes.get("abilities", ()), *rules)
    if not changes:
        return found
    if set(changes) <= {"power", "toughness", "keywords"}:
        if "power" in changes or "toughness" in changes:
            size = {name: changes.get(name, 0) for name in ("power", "toughness")}
            found.append(pumped(what, size["power"], size["toughness"], until))
        if "keywords" in changes:
            more = {} if until == "end of turn" else {"until": until}
            found.append(say("GainKeywords", what=what, keywords=changes["keywords"], **more))
    else:
        found.append(say("Alter", what=what, until=until, **changes))
    return found


_CANNOT_BLOCK_IT = re.compile(r"\bcan't block (?:~|this creature|it\b)")


def only_subtypes(changes: dict[str, Any]) -> None:
    """Subtypes that take the place of the creature types, rather than being added."""
    if "only_subtypes" in changes:
        changes["only_subtypes"] |= changes.pop("subtypes", frozenset())


_STILL = re.compile(r"\bstill (?:an? )?lands?\b")
_BECOMES = re.compile(r"\b(?:becomes?|is|are) (?:an? )?([^.,]*?)(?= with\b| until\b| in addition\b|[.,]|$)")
"""What something becomes, as a text says it."""


def change(part: Node, changes: dict[str, Any], scope: Scope) -> None:
    """Enter one change of characteristics, in the words of `engine.vocabulary.changes`."""
    kind = part.kind
    if kind == "AddKeyword":
        changes["keywords"] = changes.get("keywords", frozenset()) | {keyword(part.get("keyword"))}
    elif kind == "RemoveKeyword":
        changes["lose_keywords"] = changes.get("lose_keywords", frozenset()) | {keyword(part.get("keyword"))}
    elif kind == "AddType":
        changes["types"] = changes.get("types", frozenset()) | {part.get("core_type")}
    elif kind == "SetCardTypes":
        types = part.get("core_types", [])
        told = _BECOMES.findall(scope.text)
        if "still a land" in scope.text and types == ["Creature"]:
            changes["types"] = changes.get("types", frozenset()) | {"Creature"}
        elif "still" in scope.text or "addition" in scope.text:
            raise NotKnown("card types that are lost")
        elif told and all(kind.lower() in told[-1] for kind in types):
            changes["only_types"] = frozenset(types)
        elif types != ["Creature"] or "target creature" not in scope.text:  # "becomes a blue Frog" leaves card types (205.1a)
            raise NotKnown("card types that are lost")
    elif kind == "AddSubtype":
        if part.get("subtype") not in SUBTYPES:
            raise NotKnown(f"subtype {part.get('subtype')}")
        changes["subtypes"] = changes.get("subtypes", frozenset()) | {part.get("subtype")}
    elif kind == "RemoveAllSubtypes":
        if part.get("set") != "Creature":
            raise NotKnown("types that are lost")
        if _STILL.search(scope.text) is None:  # then all of them are retained (205.1b)
            changes["only_subtypes"] = frozenset()
    elif kind == "SetPower":
        changes["base_power"] = part.get("value", 0)
    elif kind == "SetToughness":
        changes["base_toughness"] = part.get("value", 0)
    elif kind in ("SetPowerDynamic", "SetToughnessDynamic"):
        changes["base_power" if "Power" in kind else "base_toughness"] = number(part, "value", scope)
    elif kind == "SetColor":
        changes["only_colors"] = frozenset(COLORS[c] for c in part.get("colors", []))
    elif kind == "AddColor":
        changes["colors"] = changes.get("colors", frozenset()) | {COLORS[part.get("color")]}
    elif kind == "AddAllCreatureTypes":
        changes["every_creature_type"] = True
    elif kind == "RemoveAllAbilities":
        changes["lose_abilities"] = True
    else:
        raise NotKnown(f"a change {_kind_of_change(part)}")


def _kind_of_change(part: Node) -> str:
    mode = part.value.get("mode")
    if part.kind == "AddStaticMode":
        return mode if isinstance(mode, str) else next(iter(mode or {"": 0}))
    return part.kind


def pumped(what: Any, power: Any, toughness: Any, until: str) -> Any:
    word = "Pump" if until in ("end of turn", "your next turn") else "Alter"
    return say(word, what=what, power=power, toughness=toughness, until=until)


def granted(part: Node) -> Any:
    """The ability that something is given."""
    from engine.importing.abilities import activated_of, triggered_of

    name, read = ("definition", activated_of) if part.kind == "GrantAbility" else ("trigger", triggered_of)
    said = part.need(name)
    found = read(said, Scope())
    part.close()
    return heard(_THIS.sub("~", str(said.get("description", "")).lower()), found)


_THIS = re.compile(r"\bthis (?:creature|artifact|enchantment|land|permanent|token)\b")
"""How an ability that something is given speaks of that."""


def granted_abilities(part: Node) -> tuple[Any, ...]:
    """The abilities that something is given, one or the several that a static ability of a tree stands for."""
    if part.kind != "GrantStaticAbility":
        return (granted(part),)
    from engine.importing.statics import Keyword, static_of

    found = static_of(part.need("definition"), Scope())
    words = list(words_in(tuple(found)))
    late = any(isinstance(word, Change) and (word.changes_types or word.changes_colors) for word in words)
    if late or any(isinstance(word, (Keyword, SizeIs)) for word in (*words, *found)):  # layers 4, 5, 7a do not see what 6 gives
        raise NotKnown("a change GrantStaticAbility")
    return tuple(found)


GRANTS = ("GrantAbility", "GrantTrigger", "GrantStaticAbility")
"""The changes that give something an ability."""
