"""Replacement effects and additional costs of trees, turned into the vocabulary."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from engine.importing.accounting import FREE
from engine.importing.changes import change, granted
from engine.importing.costs import costs_of
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, cards_of, condition_of, counter_kind, filter_of, is_host, number
from engine.layers import PERMANENT_TYPES
from engine.vocabulary import Costs, EntersTapped, EntersWithCounters, ExiledInstead, Filter
from engine.words import CREATURE_TYPES


def replacement_of(node: Node, scope: Scope) -> list[Any]:
    """A replacement effect."""
    event = node.get("event")
    mode = node.need("mode")
    if event == "DamageDone":
        return _of_damage(node, mode, scope)
    if event in ("Moved", "ChangeZone") and node.get("destination_zone") == "Graveyard":
        return [_exiled_instead(node, mode, scope)]
    if event == "AddCounter":
        return [_more_counters(node, mode, scope)]
    if event == "ChangeZone" and node.get("destination_zone") == "Battlefield":
        return [_others_entering(node, mode, scope)]
    if event != "Moved" or node.get("destination_zone") != "Battlefield":
        raise NotKnown(f"a replacement of {event}")
    if node.need("valid_card").kind != "SelfRef":
        raise NotKnown("a replacement of how something else enters")
    condition = node.node("condition")
    if mode.kind == "MayCost":
        node.close()
        return [_unless_life(mode, scope)]
    execute = node.need("execute")
    node.close()
    if (more := execute.node("sub_ability")) is not None and _entering(_first(execute), scope) == EntersTapped():
        also = _entering(more, scope)
        if mode.kind != "Mandatory" or condition is not None or not isinstance(also, EntersWithCounters):
            raise NotKnown("a replacement of entering")
        return [EntersTapped(), also]
    if mode.kind == "Optional" and condition is None and execute.value.get("effect", {}).get("type") == "BecomeCopy":
        return [_as_copy(execute, scope)]
    if mode.kind != "Mandatory":
        raise NotKnown(f"a replacement that is {mode.kind}")
    found = _entering(execute, scope)
    if condition is None:
        return [found]
    held = condition_of(condition, scope)
    word = "unless" if condition.kind.startswith("Unless") else "condition"
    if word not in type(found).__dataclass_fields__:
        raise NotKnown("a condition of entering")
    return [replace(found, **{word: held})]


def _first(execute: Node) -> Node:
    """An instruction without those that follow it."""
    return Node({name: value for name, value in execute.value.items() if name != "sub_ability"})


def _as_copy(execute: Node, scope: Scope) -> Any:
    """What it may enter as a copy of (707.5), and how the copy differs (707.9)."""
    effect = execute.need("effect")
    execute.only("kind", "Spell")
    execute.close()
    filter = filter_of(effect.need("target"), scope)
    changes: dict[str, Any] = {}
    for part in effect.nodes("additional_modifications"):
        if part.kind in ("GrantAbility", "GrantTrigger"):
            changes["abilities"] = (*changes.get("abilities", ()), granted(part))
        else:
            change(part, changes, scope)
        part.close()
    effect.close()
    if "lose_abilities" in changes or not filter.types <= PERMANENT_TYPES:
        raise NotKnown("a copy of this kind")
    if "color" in scope.text.partition("copy")[2] and not {"colors", "only_colors"} & changes.keys():
        raise NotKnown("a copy of another colour")
    return say("EntersAsCopy", filter=filter, change=say("CopyChange", **changes) if changes else None)


_MORE_COUNTERS = re.compile(
    r"if (?P<effect>an effect would put )?one or more (?:[^ ]+ )?counters (?:would be put )?on .* you control, "
    r"(?:that many plus one|it puts twice that many|twice that many) "
)


def _more_counters(node: Node, mode: Node, scope: Scope) -> Any:
    """Another number of counters that is put instead (614.1a)."""
    told = _MORE_COUNTERS.match(scope.text)
    change, kind = node.need("quantity_modification"), node.get("counter_match")
    filter = filter_of(node.need("valid_card"), scope)
    node.close()
    yours = all(part.controller == "you" for part in filter.any_of or (filter,))
    if told is None or mode.kind != "Mandatory" or not yours:
        raise NotKnown("a replacement of AddCounter")
    if (change.kind, change.get("factor"), change.get("value")) not in (("Times", 2, None), ("Plus", None, 1)):
        raise NotKnown(f"a replacement of AddCounter by {change.kind}")
    more = {"times": 2} if change.kind == "Times" else {"plus": 1}
    return say("MoreCounters", kind=None if kind is None else counter_kind(kind), on=filter,
               effects_only=told["effect"] is not None, **more)  # fmt: skip


def _others_entering(node: Node, mode: Node, scope: Scope) -> Any:
    """How other permanents enter."""
    filter = filter_of(node.need("valid_card"), scope)
    found = _entering(node.need("execute"), scope)
    node.close()
    if mode.kind != "Mandatory" or filter.source or not isinstance(found, (EntersTapped, EntersWithCounters)):
        raise NotKnown("a replacement of how something else enters")
    return replace(found, filter=filter)


def _exiled_instead(node: Node, mode: Node, scope: Scope) -> Any:
    """What is exiled instead of being put into a graveyard."""
    execute = node.need("execute")
    effect = execute.need("effect")
    if effect.kind != "ChangeZone" or effect.get("destination") != "Exile" or effect.need("target").kind != "SelfRef":
        raise NotKnown("something else than exile instead of a graveyard")
    effect.close()
    execute.only("kind", "Spell")
    execute.close()
    card = node.need("valid_card")
    anywhere = "from anywhere" in scope.text
    if mode.kind != "Mandatory" or (card.kind != "SelfRef" and anywhere):
        raise NotKnown("cards that are exiled instead")
    filter = None if card.kind == "SelfRef" else filter_of(card, scope)
    origin = node.get("origin_zone")
    node.close()
    if origin not in (None, "Battlefield") or (not anywhere and " die, " not in scope.text):
        raise NotKnown("cards that are exiled instead")
    return ExiledInstead("graveyard" if anywhere else "dying", filter)


def _of_damage(node: Node, mode: Node, scope: Scope) -> list[Any]:
    """Damage that is prevented, or of which there is more."""
    if mode.kind != "Mandatory":
        raise NotKnown("damage that may be replaced")
    source, card, aim = node.node("damage_source_filter"), node.node("valid_card"), node.get("damage_target_filter")
    kind = node.get("combat_scope")
    by = None if source is None else _dealer(source, scope)
    shield, modification = node.get("shield_kind"), node.node("damage_modification")
    execute = node.node("execute")
    remove = None if execute is None else _removed(execute, scope)
    node.close()
    if card is not None and aim is not None:
        raise NotKnown("damage to two things")
    if modification is not None:
        if shield is not None or remove is not None or card is not None or kind not in (None, "NoncombatOnly"):
            raise NotKnown("more or less damage of this kind")
        to = "anything" if aim is None else _RECIPIENTS.get(_aim(aim), "")
        if aim is None and _TO_ITSELF.search(scope.text):  # trees lose to what
            to = "self"
        if not to or (to == "anything" and " permanent or player" not in scope.text):
            raise NotKnown("more damage to something")
        amount = _more(modification, scope)
        return [say("MoreDamage", by=Filter() if by is None else by, to=to, noncombat=kind == "NoncombatOnly", **amount)]
    if shield != {"Prevention": {"amount": {"type": "All"}}} and shield != {"Prevention": {"amount": "All"}}:
        raise NotKnown("some damage that is prevented by a static ability")
    if kind not in (None, "CombatOnly") or (card is None and aim is None and (by is None or " to " in scope.text)):
        raise NotKnown("damage that is prevented by a static ability")
    if card is not None:
        to_what: Any = "self" if card.kind == "SelfRef" else "attached" if card.kind == "AttachedTo" else _creature(card, scope)
    elif aim is not None:
        if _aim(aim) != ("Player", "Controller"):
            raise NotKnown("damage to somebody that is prevented")
        to_what = "you"
    else:
        to_what = "anything"
    return [say("PreventDamage", to=to_what, by=by, combat=kind == "CombatOnly", remove=remove)]


_TO_ITSELF = re.compile(r"^if a source would deal damage to ~, it deals (?:double|triple) that damage to ~ instead$")

_RECIPIENTS = {
    ("PlayerOrPermanentsControlledBy", "Opponent"): "opponents",
    ("Player", "Opponent"): "opponent",
    ("Player", "Controller"): "you",
}


def _aim(value: Any) -> tuple[str, str]:
    """What a tree says of who or what is dealt damage: the kind and whose."""
    ((kind, body),) = value.items()
    given = {name for name, value in body.items() if value not in (None, [])}
    if given - {"player", "source_scope"} or body.get("source_scope") not in (None, "Include"):
        raise NotKnown("damage to somebody")
    return str(kind), str(body["player"]["type"])


def _dealer(source: Node, scope: Scope) -> Any:
    """What deals the damage."""
    if source.kind in ("SelfRef", "AttachedTo"):
        return "self" if source.kind == "SelfRef" else "attached"
    return _creature(source, scope)


def _creature(node: Node, scope: Scope) -> Any:
    filter = filter_of(node, scope)
    return "attached" if is_host(filter) else filter


def _removed(execute: Node, scope: Scope) -> str:
    """The kind of counters of which one is removed from what would be dealt damage."""
    effect = execute.need("effect")
    if effect.kind != "RemoveCounter" or effect.need("target").kind != "SelfRef" or number(effect, "count", scope) != 1:
        raise NotKnown("what happens when damage is prevented")
    kind = counter_kind(effect.get("counter_type"))
    effect.only("selection", "SingleObject")
    effect.close()
    execute.only("kind", "Spell")
    execute.close()
    return kind


def _more(modification: Node, scope: Scope) -> dict[str, Any]:
    if modification.kind == "Double":
        found: dict[str, Any] = {"times": 2}
    elif modification.kind == "Triple":
        found = {"times": 3}
    elif modification.kind == "Plus":
        found = {"plus": number(modification, "value", scope)}
    else:
        raise NotKnown(f"damage changed by {modification.kind}")
    modification.close()
    return found


def _unless_life(mode: Node, scope: Scope) -> Any:
    """Enters tapped unless some life is paid."""
    cost = costs_of(mode.need("cost"), scope)
    decline = mode.need("decline")
    mode.close()
    if not cost.life or cost != Costs(life=cost.life) or _entering(decline, scope) != EntersTapped():
        raise NotKnown("a payment as something enters")
    return EntersTapped(cost.life)


def _entering(execute: Node, scope: Scope) -> Any:
    effect = execute.need("effect")
    execute.only("kind", "Spell")
    execute.only("optional_targeting")
    execute.close()
    if effect.kind == "SetTapState":
        if effect.need("target").kind != "SelfRef" or effect.need("state").kind != "Tap":
            raise NotKnown("a replacement of entering")
        effect.only("scope", {"type": "Single"})
        effect.close()
        return EntersTapped()
    if effect.kind == "Choose":
        return _choice(effect)
    if effect.kind == "RevealFromHand":
        which, decline = effect.need("filter"), effect.need("on_decline")
        effect.close()
        if _entering(decline, scope) != EntersTapped():
            raise NotKnown("a card revealed as something enters")
        return say("EntersTapped", unless_reveal=cards_of(which, scope))
    if effect.kind == "PutCounter":
        if effect.need("target").kind != "SelfRef":
            raise NotKnown("a replacement of entering")
        n = number(effect, "count", scope)
        found = EntersWithCounters(counter_kind(effect.get("counter_type")), n)
        effect.close()
        return found
    raise NotKnown(f"entering with {effect.kind}")


def _choice(effect: Node) -> Any:
    """Something chosen as the source enters (614.12a)."""
    effect.only("persist", True)
    kind = effect.get("choice_type")
    if kind not in ("Color", "CreatureType"):
        raise NotKnown("a choice as something enters")
    effect.close()
    if kind == "Color":
        return say("ChoosesAsEnters", what="color")
    return say("ChoosesAsEnters", what="type", among=tuple(sorted(CREATURE_TYPES)))


def alternative_cost(node: Node, scope: Scope) -> Any:
    """What may be paid rather than the mana cost (118.9)."""
    kind = node.get("kind")
    if kind == "CastWithoutManaCost":
        cost = FREE
    elif kind == "AlternativeCost":
        cost = costs_of(node.need("cost"), scope)
    else:
        raise NotKnown(f"a way to cast {kind}")
    condition = node.node("condition")
    held = None if condition is None else condition_of(condition, scope)
    node.close()
    if any(symbol.is_x for symbol in cost.mana):
        raise NotKnown("an alternative cost with X")
    return say("AlternativeCost", cost=cost, condition=held)


def additional_costs(node: Node, scope: Scope) -> tuple[Costs, ...]:
    """What must be paid in addition to cast a card, or the two of which one is."""
    if node.kind == "Choice":
        either = tuple(costs_of(part, scope) for part in node.nodes("data"))
        node.close()
        if len(either) != 2:
            raise NotKnown("an additional cost of several")
        return either
    if node.kind != "Required":
        raise NotKnown(f"an additional cost {node.kind}")
    cost = costs_of(node.need("data"), scope)
    node.close()
    return (cost,)
