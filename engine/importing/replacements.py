"""Replacement effects and additional costs of trees, turned into the vocabulary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.importing.costs import costs_of
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, condition_of, counter_kind, number
from engine.vocabulary import Costs, EntersTapped, EntersWithCounters


def replacement_of(node: Node, scope: Scope) -> list[Any]:
    """A replacement effect."""
    event = node.get("event")
    mode = node.need("mode")
    if event != "Moved" or node.get("destination_zone") != "Battlefield":
        raise NotKnown(f"a replacement of {event}")
    if node.need("valid_card").kind != "SelfRef":
        raise NotKnown("a replacement of how something else enters")
    condition = node.node("condition")
    execute = node.need("execute")
    node.close()
    if mode.kind == "MayCost":
        return [_unless_life(mode, scope)]
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
    if effect.get("choice_type") != "Color":
        raise NotKnown("a choice as something enters")
    effect.close()
    return say("ChoosesAsEnters", what="color")


def additional_costs(node: Node, scope: Scope) -> Costs:
    """What must be paid in addition to cast a card."""
    if node.kind != "Required":
        raise NotKnown(f"an additional cost {node.kind}")
    cost = costs_of(node.need("data"), scope)
    node.close()
    return cost
