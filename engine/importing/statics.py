"""Static abilities of trees, turned into the vocabulary."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from engine.importing.changes import GRANTS, RULES, change, combat_rule, granted_abilities, no_life_gain, only_subtypes
from engine.importing.keywords import keyword
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import QUANTITIES, Scope, cards_of, condition_of, filter_of, is_host, number
from engine.importing.symbols import mana_cost
from engine.keywords import riot
from engine.vocabulary import Filter, Target


@dataclass(frozen=True)
class Keyword:
    """A rule that the notation calls a keyword."""

    word: str


def static_of(static: Node, scope: Scope) -> list[Any]:
    """A static ability."""
    mode = static.get("mode")
    condition = static.node("condition")
    affected = static.node("affected")
    scope.defending = affected is not None and affected.kind == "SelfRef"
    if static.get("characteristic_defining"):
        found = [_size(static, scope)]
        static.asked.add("active_zones")
        static.close()
        return found
    anywhere = isinstance(mode, dict) and "ModifyCost" in mode and affected is not None and affected.kind == "SelfRef"
    static.only("active_zones", ["Battlefield"], *([static.value.get("active_zones")] if anywhere else []))
    if condition is not None and condition.kind == "UnlessPay":
        found = [_attack_cost(mode, affected, condition)]
        condition = None
    elif mode == "CantAttack" and static.value.get("attack_defended"):
        found = [_cannot_attack_you(static.get("attack_defended"), affected, scope)]
        static.get("modifications")
    elif mode == "Continuous":
        found = _continuous(static, affected, scope)
    elif isinstance(mode, dict) and "ModifyCost" in mode:
        change_of_cost = Node(mode)
        found = [_costs(change_of_cost, affected, scope)]
        change_of_cost.close()
    else:
        found = _rule(mode, affected, static, scope)
    static.close()
    if condition is not None and anywhere:
        return [replace(found[0], condition=condition_of(condition, scope))]
    if condition is not None:
        if any(isinstance(part, Keyword) for part in found):
            raise NotKnown("a rule of the card itself under a condition")
        found = [say("While", condition=condition_of(condition, scope), abilities=tuple(found))]
    return found


_DEFENDED = {"Player": {}, "PlayerOrPlaneswalker": {"planeswalkers": True}}


def _attack_cost(mode: Any, affected: Node | None, condition: Node) -> Any:
    """What creatures cost that attack you (508.1h)."""
    creatures = {"type": "Typed", "type_filters": ["Creature"]}
    who = {} if affected is None else {k: v for k, v in affected.value.items() if v not in (None, []) and k != "controller"}
    cost, scaling, defended = condition.need("cost"), condition.node("scaling"), condition.get("defended")
    if mode != "CantAttack" or who != creatures or scaling is None or scaling.kind != "PerAffectedCreature":
        raise NotKnown("a cost of attacking")
    if defended not in _DEFENDED or affected is None or affected.value.get("controller") not in (None, "Opponent"):
        raise NotKnown("a cost of attacking")
    scaling.close()
    condition.close()
    mana = mana_cost(cost)
    if any(symbol.is_x for symbol in mana):
        raise NotKnown("a cost of attacking that is counted")
    return say("AttackCost", cost=say("Costs", mana=mana), planeswalkers=defended == "PlayerOrPlaneswalker")


def _cannot_attack_you(defended: Any, affected: Node | None, scope: Scope) -> Any:
    """Creatures that cannot attack you (508.1c)."""
    if defended not in _DEFENDED:
        raise NotKnown("what cannot be attacked")
    return say("CannotAttackYou", who=_who(affected, scope), **_DEFENDED[defended])


def _size(static: Node, scope: Scope) -> Any:
    """Power and toughness that are counted (604.3)."""
    found: dict[str, Any] = {}
    for part in static.nodes("modifications"):
        name = {"SetDynamicPower": "power", "SetDynamicToughness": "toughness", "SetPower": "power", "SetToughness": "toughness"}
        if part.kind not in name:
            raise NotKnown(f"a characteristic-defining {part.kind}")
        found[name[part.kind]] = number(part, "value", scope, 0)
        part.close()
    static.only("mode", "Continuous")
    return say("SizeIs", **found)


def _continuous(static: Node, affected: Node | None, scope: Scope) -> list[Any]:
    if affected is None:
        raise NotKnown("a continuous effect on nothing")
    filter = filter_of(affected, scope)
    changes: dict[str, Any] = {}
    rules: list[Any] = []
    for part in static.nodes("modifications"):
        name = part.kind
        if name in ("AddPower", "AddDynamicPower"):
            changes["power"] = number(part, "value", scope, 0)
        elif name in ("AddToughness", "AddDynamicToughness"):
            changes["toughness"] = number(part, "value", scope, 0)
        elif name == "AddKeyword" and part.value.get("keyword") == "Riot" and affected.kind != "SelfRef":
            part.get("keyword")
            rules.append(riot(filter))
        elif name == "AddKeyword":
            changes["keywords"] = changes.get("keywords", frozenset()) | {keyword(part.get("keyword"))}
        elif name in ("AddType", "AddSubtype", "SetPower", "SetToughness", "SetColor", "RemoveAllAbilities", "AddColor",
                      "AddAllCreatureTypes", "RemoveKeyword", "RemoveAllSubtypes", "SetCardTypes",
                      "SetPowerDynamic", "SetToughnessDynamic"):  # fmt: skip
            change(part, changes, scope)
        elif name == "AddStaticMode":
            rules += _rule(part.get("mode"), affected, static, scope)
        elif name == "AssignDamageFromToughness":
            rules.append(say("DamageByToughness", who=_who(affected, scope)))
        elif name in GRANTS:
            changes["abilities"] = (*changes.get("abilities", ()), *granted_abilities(part))
        elif name == "ChangeController" and is_host(filter):
            rules.append(say("ControlAttached"))
        else:
            raise NotKnown(f"a change {name}")
        part.close()
    if affected.kind == "SelfRef" and "flash" in changes.get("keywords", ()):
        raise NotKnown("flash of a card that is not on the battlefield")
    only_subtypes(changes)
    only_size = bool(changes) and set(changes) <= {"power", "toughness"}
    if only_size and affected.kind == "SelfRef":
        return [say("BoostSelf", power=changes.get("power", 0), toughness=changes.get("toughness", 0)), *rules]
    found = [say("Modify", filter=filter, **changes)] if changes else []
    return [*found, *rules]


def _who(affected: Node | None, scope: Scope) -> Any:
    """Whom a rule of combat concerns."""
    if affected is None:
        raise NotKnown("a rule that concerns nothing")
    if affected.kind == "SelfRef":
        return "self"
    filter = filter_of(affected, scope)
    return "attached" if is_host(filter) and filter.types <= {"Creature"} else filter


def _rule(mode: Any, affected: Node | None, static: Node, scope: Scope) -> list[Any]:
    """A static ability that changes a rule."""
    static.get("modifications")  # they say the same
    if isinstance(mode, dict) and mode.get("CastWithKeyword", {}).get("keyword") == "Flash" and affected is not None:
        filter = filter_of(affected, scope)
        if filter.controller != "you":
            raise NotKnown("flash for others")
        return [say("CastAsFlash", filter=replace(filter, controller=None))]
    if isinstance(mode, dict) and "CantBeActivated" in mode:
        barred = Node(mode)
        barred.only("who", "AllPlayers")
        barred.only("exemption", "None")
        found = [say("CannotActivate", filter=filter_of(barred.need("source_filter"), scope))]
        barred.close()
        return found
    if mode == {"CantCastDuring": {"who": "Opponents", "when": "DuringYourTurn"}} and affected is None:
        return [say("While", condition=say("YourTurn"), abilities=(say("CannotCast", filter=Filter(), who="opponent"),))]
    if isinstance(mode, dict) and mode.get("RestrictLibrarySearchToTop", {}).get("who") == "Opponents" and affected is None:
        return [say("SearchesTop", n=mode["RestrictLibrarySearchToTop"]["count"])]
    if not isinstance(mode, str) or mode in RULES:
        return combat_rule(mode, _who(affected, scope), scope)
    if mode == "Hexproof" and affected is not None:
        if affected.kind != "Typed" or affected.get("controller") != "You" or affected.value.get("type_filters"):
            raise NotKnown("a player with hexproof")
        return [say("HasHexproof")]
    if mode == "CantGainLife" and affected is not None:
        return [no_life_gain(affected)]
    if mode in _YOURS and affected is not None:
        if affected.kind != "Typed" or affected.get("controller") != "You" or affected.value.get("type_filters"):
            raise NotKnown(f"rule {mode} of other players")
        return [say(_YOURS[mode])]
    if mode == "CantUntap":
        return [say("DoesNotUntap", who=_who(affected, scope))]
    if mode == "CantBeCountered" and affected is not None and affected.kind == "SelfRef":
        return [Keyword("cannot be countered")]
    if mode == "CantBeCountered" and affected is not None and _SPELLS.search(scope.text):
        return [say("CannotBeCountered", filter=cards_of(affected, scope))]
    raise NotKnown(f"rule {mode}")


_YOURS = {"MayPlayAdditionalLand": "MoreLands", "NoMaximumHandSize": "NoMaximumHandSize"}
"""Rules that concern a player, who has to be you."""

_SPELLS = re.compile(r"\bspells (?:you control )?(?:with [^.]* )?can't be countered$")

_TARGETED = re.compile(r"if it targets (?:an? )?([^.]*)$")


def _targeted(spells: Node, scope: Scope) -> Target:
    """What a spell has to target to cost more or less: permanents, unless the text speaks of cards or spells."""
    spells.only("type_filters", ["Card"])
    properties = spells.nodes("properties")
    told = _TARGETED.search(scope.text)
    if len(properties) != 1 or properties[0].kind != "Targets" or told is None:
        raise NotKnown("a cost of this card")
    what = properties[0].need("filter")
    for node in (properties[0], spells):
        node.close()
    words = set(told[1].split())
    if "spell" in words:
        return Target("spell", cards_of(what, scope))
    if "card" in words:
        return Target("card", filter_of(what, scope))
    return Target("permanent", filter_of(what, scope))


def _product(n: int, counted: Node, scope: Scope) -> Any:
    value = QUANTITIES.read(counted, scope)
    return value if n == 1 else say("Scaled", value=value, by=n)


def _costs(mode: Node, affected: Node | None, scope: Scope) -> Any:
    which = mode.get("mode")
    amount = mode.need("amount")
    spells = mode.node("spell_filter")
    dynamic = mode.node("dynamic_count")
    n = amount.get("generic")
    if amount.get("shards") or affected is None:
        raise NotKnown("a cost of coloured mana")
    amount.close()
    if affected.kind == "SelfRef":
        if spells is not None and which in ("Reduce", "Raise") and dynamic is None:
            return say("CostsByTargets", target=_targeted(spells, scope), n=-n if which == "Reduce" else n)
        if which != "Reduce" or spells is not None:
            raise NotKnown("a cost of this card")
        return say("CostsLessItself", n=n if dynamic is None else _product(n, dynamic, scope))
    if dynamic is not None:
        raise NotKnown("costs that are counted")
    whose = affected.get("controller")
    affected.only("type_filters", ["Card"])
    affected.only("properties")
    filter = cards_of(spells, scope) if spells is not None else Filter()
    if which == "Raise" and whose == "Opponent" and filter == Filter(targeting=Filter(source=True)):
        return say("TargetingCosts", n=n, by="opponent")
    if filter.targeting is not None or filter.targeting_you:
        raise NotKnown("costs of spells by what they target")
    if which == "Reduce" and whose == "You":
        return say("CostsLess", filter=filter, n=n)
    if which == "Raise" and whose in ("Opponent", None):
        return say("CostsMore", filter=filter, n=n, who="opponent" if whose else "each player")
    raise NotKnown(f"costs {which}")
