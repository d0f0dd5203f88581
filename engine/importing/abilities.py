"""Spells, triggered and activated abilities of trees, turned into the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import engine.importing.effects  # noqa: F401  (fills the tables of instructions)
from engine.importing.costs import costs_of
from engine.importing.events import company_of, event_of
from engine.importing.instructions import effects_of
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, condition_of, filter_of, number
from engine.importing.symbols import COLORS, mana_cost
from engine.vocabulary import (
    Activated,
    AtLeast,
    Casts,
    CopySpell,
    Cycles,
    Dies,
    If,
    Kicked,
    Leaves,
    Mode,
    Modes,
    Spell,
    Target,
    Triggered,
)
from engine.vocabulary.inside import words_in
from engine.vocabulary.targets import TARGET_GROUPS

# ---------------------------------------------------------------------------------------------------------------- spells


def spell_of(abilities: list[Node], modal: Node | None, scope: Scope) -> Spell:
    """What an instant or sorcery does."""
    if modal is not None:
        return Spell(modes=_modes(modal, abilities, scope))
    effects: tuple[Any, ...] = ()
    for ability in abilities:
        if ability.get("cost") is not None:
            raise NotKnown("a cost of a spell")
        effects += effects_of(ability, scope)
    return Spell(effects, tuple(_chosen_if_kicked(effects, scope.targets)))


_IF_KICKED = AtLeast(Kicked(), 1)


def _chosen_if_kicked(effects: tuple[Any, ...], targets: list[Target]) -> Iterator[Target]:
    """The groups of targets, marked where only a part of the effects speaks of them that a kicked spell has (702.33g)."""
    always, ever = set(_strings(effects, True)), set(_strings(effects, False))
    if len(targets) > len(TARGET_GROUPS):
        raise NotKnown("more groups of targets than the notation has words for")
    for word, target in zip(TARGET_GROUPS, targets, strict=False):
        speaks = re.compile(rf"\b{word}\b(?! \d)").search
        yield replace(target, if_kicked=any(map(speaks, ever)) and not any(map(speaks, always)))


def _strings(thing: Any, unkicked: bool) -> Iterator[str]:
    """Everything that effects name in words, all of it or without what they do if the spell was kicked."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, (tuple, frozenset)):
        for part in thing:
            yield from _strings(part, unkicked)
    elif isinstance(thing, If) and thing.condition == _IF_KICKED and unkicked:
        yield from _strings(thing.otherwise, unkicked)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from _strings(getattr(thing, field.name), unkicked)


def _modes(modal: Node, abilities: list[Node], scope: Scope) -> Modes:
    least, most, count = modal.get("min_choices"), modal.get("max_choices"), modal.get("mode_count")
    modal.get("mode_descriptions")
    chooser = modal.node("chooser")
    if count != len(abilities) or least is None or (chooser is not None and chooser.kind != "Controller"):
        raise NotKnown("a choice of modes of this kind")
    repeat = bool(modal.get("allow_repeat_modes"))
    entwine = modal.node("entwine_cost")
    modal.close()
    modes = []
    for ability in abilities:
        inner = replace(scope, targets=[], parent=None)
        effects = effects_of(ability, inner)
        modes.append(Mode(effects, tuple(inner.targets)))
    if entwine is not None:  # the tree counts the choice of all as one of the numbers to choose
        if (least, most) != (1, count) or count != 2:
            raise NotKnown("entwine, with another choice of modes")
        return Modes(tuple(modes), 1, repeat, mana_cost(entwine))
    return Modes(tuple(modes), most, repeat, None, None if least == most else least)


# ---------------------------------------------------------------------------------------------------------------- activated


def activated_of(ability: Node, scope: Scope) -> Any:
    """An activated ability."""
    cost = costs_of(ability.need("cost"), scope)
    sorcery_speed, limits = _restrictions(ability, scope)
    zone = ability.get("activation_zone")
    tag = ability.node("ability_tag")
    if zone in ("Hand", "Graveyard"):
        limits["zone"] = zone.lower()
    elif zone not in (None, "Battlefield"):
        raise NotKnown(f"an ability that is activated in the zone {zone}")
    is_all = {"Exhaust": limits.get("once"), "Equip": sorcery_speed}  # 702.177a, 702.6a: that is all that these say
    if tag is not None and not is_all.get(tag.kind):
        raise NotKnown(f"an ability of the keyword {tag.kind}")
    reduction = ability.node("cost_reduction")
    if reduction is not None:
        limits["less"] = _less(reduction, scope)
    for word in ("activator_filter", "announced_x"):
        if ability.get(word):
            raise NotKnown(f"an activated ability with {word}")
    ability.get("consumes_source")
    ability.get("min_x_value")
    modal, modes = ability.node("modal"), ability.nodes("mode_abilities")
    removed = cost.remove is not None and cost.remove.x
    if removed and ability.value.get("is_mana_ability"):
        raise NotKnown("a mana ability for some counters")
    scope.x, scope.removed_x = removed or any(symbol.is_x for symbol in cost.mana), removed
    scope.sacrificed = cost.sacrifice is not None
    if modal is not None:
        ability.asked |= {"effect", "kind", "sub_ability"}
        chosen = _modes(modal, modes, scope)
        ability.close()
        return say("Activated", cost=cost, modes=chosen, sorcery_speed=sorcery_speed, **limits)
    effects = effects_of(ability, scope)
    at_sorcery_speed = sorcery_speed and cost.loyalty is None
    return say("Activated", cost=cost, effects=effects, targets=tuple(scope.targets), sorcery_speed=at_sorcery_speed, **limits)


def _less(reduction: Node, scope: Scope) -> Any:
    """How much less generic mana an ability costs to activate (601.2f, 602.2b)."""
    each = reduction.get("amount_per")
    if reduction.get("mode") not in (None, "Reduce") or reduction.get("condition") is not None:
        raise NotKnown("an ability that costs more or less under a condition")
    counted = number(reduction, "count", scope)
    reduction.close()
    return counted if each == 1 else say("Scaled", value=counted, by=each)


def _restrictions(ability: Node, scope: Scope) -> tuple[bool, dict[str, Any]]:
    sorcery_speed = False
    limits: dict[str, Any] = {}
    conditions: list[Any] = []
    for part in ability.nodes("activation_restrictions"):
        if part.kind == "AsSorcery":
            sorcery_speed = True
        elif part.kind == "OnlyOnceEachTurn" and "once_each_turn" in Activated.__dataclass_fields__:
            limits["once_each_turn"] = True
        elif part.kind == "OnlyOnce":
            limits["once"] = True
        elif part.kind == "RequiresCondition":
            conditions.append(_required(part, scope))
        elif part.kind == "DuringYourTurn":
            conditions.append(say("YourTurn"))
        elif part.kind == "DuringYourUpkeep":
            conditions += [say("YourTurn"), say("InStep", steps=("upkeep",))]
        elif part.kind == "BeforeAttackersDeclared":
            conditions.append(say("InStep", steps=BEFORE_ATTACKERS))
        elif part.kind == "MatchesCardCastTiming":
            raise NotKnown("an ability activated when the card could be cast")
        else:
            raise NotKnown(f"an activation restriction {part.kind}")
        part.close()
    if conditions:
        limits["condition"] = conditions[0] if len(conditions) == 1 else say("All", conditions=tuple(conditions))
    return sorcery_speed, limits


BEFORE_ATTACKERS = ("upkeep", "draw", "main1", "begin_combat")
"""The steps before attackers are declared (508.1) in which somebody has priority."""


def _required(part: Node, scope: Scope) -> Any:
    data = part.get("data")
    value = data.get("condition") if isinstance(data, dict) else None
    if "SourceInZone" in str(value):  # then that is where the ability works, which trees leave out
        raise NotKnown("an ability that is activated in some zone")
    if not isinstance(value, dict):
        raise NotKnown("a condition of an activation")
    return condition_of(Node(value), scope)


# ---------------------------------------------------------------------------------------------------------------- triggered


def triggered_of(trigger: Node, scope: Scope) -> Any:
    """A triggered ability."""
    mode = trigger.get("mode")
    if isinstance(mode, dict):
        mode = _event_of_text(str(mode["Unknown"])) if "Unknown" in mode else None
        if mode is None:
            raise NotKnown(f"event {next(iter(trigger.value['mode']))}")
    if mode == "TapsForMana":
        return _more_mana(trigger, scope)
    zones = trigger.get("trigger_zones", ["Battlefield"])
    trigger.get("secondary")
    optional = trigger.get("optional")
    scope.event = mode
    event_node = Node({**trigger.value, "type": mode})
    event_node.asked |= {"mode", "trigger_zones", "secondary", "optional", "execute", "condition", "unless_pay", "constraint"}
    more: dict[str, Any] = {}
    constraint = trigger.node("constraint")
    whose = None
    if constraint is not None:
        if constraint.kind == "OnlyDuringYourTurn" and mode == "Phase":
            whose = "you"
        elif constraint.kind == "OnlyDuringOpponentsTurn" and mode == "Phase":
            whose = "opponent"
        elif constraint.kind == "NthSpellThisTurn" and mode == "SpellCast":
            event_node.value["_nth"] = constraint.get("n", constraint.get("count"))
            constraint.get("filter")
        elif constraint.kind == "NthDrawThisTurn" and mode == "Drawn":
            event_node.value["_nth"] = constraint.get("n")
        elif constraint.kind == "OnlyDuringYourTurn":
            more["condition"] = say("YourTurn")
        elif constraint.kind == "OnlyDuringOpponentsTurn":
            more["condition"] = say("Not", condition=say("YourTurn"))
        elif constraint.kind == "OncePerTurn" and "once_each_turn" in Triggered.__dataclass_fields__:
            more["once_each_turn"] = True
        else:
            raise NotKnown(f"a limit {constraint.kind} of an event")
        constraint.close()
    event_node.value["_whose"] = whose
    event_node.asked |= {"_whose", "_nth"}
    condition = trigger.node("condition") if mode != "StateCondition" else None
    if mode == "AbilityActivated" and condition is not None and condition.kind == "ActivatedAbilityIsNonMana":
        condition = None  # the event says it
    if condition is not None and (company := company_of(condition, scope)) is not None:
        event_node.value["_company"] = company
        condition = None
    on = event_of(event_node, scope)
    trigger.asked |= event_node.asked
    if condition is not None:
        held = condition_of(condition, scope)
        if scope.intervening:
            more["condition"] = held if "condition" not in more else say("All", conditions=(more["condition"], held))
    execute = trigger.need("execute")
    if optional and not execute.value.get("optional"):
        execute.value = {**execute.value, "optional": True}
    unless = trigger.get("unless_pay")
    if unless is not None:
        execute.value = {**execute.value, "unless_pay": unless}
    trigger.close()
    if zones == ["Stack"] and isinstance(on, Casts) and on.source:
        zones = ["Battlefield"]  # its event says where it is
    if zones == ["Graveyard"] and not (isinstance(on, (Dies, Leaves, Cycles)) and on.source):
        more["from_graveyard"] = scope.in_graveyard = True
    elif zones not in (["Battlefield"], ["Graveyard"], ["Battlefield", "Graveyard", "Exile"]):
        raise NotKnown(f"an ability that triggers in the zones {', '.join(zones)}")
    modal, modes = execute.node("modal"), execute.nodes("mode_abilities")
    if modal is not None:
        if optional or (condition is not None and not scope.intervening):
            raise NotKnown("modes of an optional ability")
        return Triggered(on, modes=_modes(modal, modes, scope), **more)
    effects = effects_of(execute, scope)
    if isinstance(on, Casts) and on.source:
        _check_on_stack(effects)
    if "from_graveyard" in more and any(getattr(word, "source_zone", None) == "battlefield" for word in words_in(effects)):
        raise NotKnown("from where something is moved")
    if condition is not None and not scope.intervening:  # it is looked at only as the ability resolves
        effects = (say("If", condition=held, then=effects),)
    return Triggered(on, effects, tuple(scope.targets), **more)


_IN_WORDS = {"whenever you pay life": "LifePaid"}
"""Events of which trees have only the words."""


def _event_of_text(text: str) -> str:
    """The kind of an event that a tree has in words.

    Raises:
        NotKnown: the words are not known.
    """
    if text.lower() not in _IN_WORDS:
        raise NotKnown("an event that the tree marks as not understood")
    return _IN_WORDS[text.lower()]


def _more_mana(trigger: Node, scope: Scope) -> Any:
    """A triggered mana ability that adds mana of one colour (605.1b)."""
    trigger.only("trigger_zones", ["Battlefield"])
    trigger.only("damage_kind", "Any")
    trigger.only("valid_target", {"type": "Controller"})  # the filter says it too
    execute = trigger.need("execute")
    effect = execute.need("effect")
    produced = effect.need("produced") if effect.kind == "Mana" else None
    if produced is None or produced.kind != "Fixed" or len(set(produced.get("colors"))) != 1:
        raise NotKnown("what happens when something is tapped for mana")
    produced.only("contribution", "Additional")
    produced.close()
    target = effect.node("target")
    if target is not None and target.get("recipient", {}).get("type") not in ("ParentTargetController", "TriggeringPlayer"):
        raise NotKnown("who gets more mana")
    effect.close()
    execute.only("kind", "Spell")
    execute.get("is_mana_ability")
    execute.only("player_scope", {"type": "TriggeringPlayer"})
    execute.close()
    filter = filter_of(trigger.need("valid_card"), scope)
    if target is None and filter.controller != "you":
        raise NotKnown("who gets more mana")
    if filter.attached and re.search(r"\benchanted land is tapped for mana, its controller adds\b", scope.text) is None:
        raise NotKnown("who gets more mana")
    trigger.close()
    return say("MoreMana", filter=filter, color=COLORS[produced.get("colors")[0]], n=len(produced.get("colors")))


def _check_on_stack(effects: tuple[Any, ...]) -> None:
    """Raises NotKnown if an ability that triggers as its source is cast does more with that spell than to copy it."""
    for word in words_in(effects):
        of = [getattr(word, name, None) for name in ("what", "of", "source", "to", "one")]
        if "self" in of and not isinstance(word, CopySpell):
            raise NotKnown("something done to a spell as it is cast")
