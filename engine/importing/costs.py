"""Costs of trees, turned into the vocabulary."""

from __future__ import annotations

from typing import Any

from engine.importing.nodes import Node, NotKnown, Table, say
from engine.importing.objects import Scope, cards_of, counter_kind, filter_of, free, in_zone, number, target_of
from engine.importing.symbols import mana_cost
from engine.vocabulary import Costs, Filter, RemoveCountersCost, SacrificeCost, X

COSTS: Table[dict[str, Any]] = Table("cost")


def costs_of(node: Node, scope: Scope) -> Costs:
    """What an activation or permission costs."""
    parts: dict[str, Any] = {}
    for part in node.nodes("costs") if node.kind == "Composite" else [node]:
        for name, value in COSTS.read(part, scope).items():
            if name in parts:
                raise NotKnown(f"two costs {name}")
            parts[name] = value
    node.close()
    try:
        return Costs(**parts)
    except TypeError:
        raise NotKnown(f"no word for a cost {next(iter(parts))}") from None


@COSTS("Mana")
def _mana_cost(node: Node, scope: Scope) -> dict[str, Any]:
    return {"mana": mana_cost(node.need("cost"))}


@COSTS("Tap")
def _tap_cost(node: Node, scope: Scope) -> dict[str, Any]:
    return {"tap": True}


@COSTS("Loyalty")
def _loyalty(node: Node, scope: Scope) -> dict[str, Any]:
    return {"loyalty": node.get("amount", 0)}


@COSTS("PayLife")
def _pay_life(node: Node, scope: Scope) -> dict[str, Any]:
    n = number(node, "amount", scope)
    if n == X():
        return {"life_x": True}
    if not isinstance(n, int):
        raise NotKnown("a cost of some life")
    return {"life": n}


@COSTS("Discard")
def _discard_cost(node: Node, scope: Scope) -> dict[str, Any]:
    n = number(node, "count", scope)
    if node.get("self_ref") and n == 1:
        return {"discard_self": True}
    which = node.node("filter")
    if node.get("random") or not isinstance(n, int):
        raise NotKnown("a cost of discarding something special")
    return {"discard": n} if which is None else {"discard": n, "discard_filter": _card_to_discard(which, scope)}


def _card_to_discard(node: Node, scope: Scope) -> Filter:
    if "Permanent" in str(node.value):  # which of cards says something, unlike of permanents
        raise NotKnown("a cost of discarding something special")
    filter = filter_of(node, scope)
    if filter == Filter() or filter.controller is not None or filter.owner is not None:
        raise NotKnown("a cost of discarding something special")
    return filter


@COSTS("EffectCost")
def _effect_cost(node: Node, scope: Scope) -> dict[str, Any]:
    """Something done as a cost: counters put on the source."""
    effect = node.need("effect")
    if effect.kind != "PutCounter" or effect.need("target").kind != "SelfRef":
        raise NotKnown(f"a cost of {effect.kind}")
    n = number(effect, "count", scope)
    kind = counter_kind(effect.get("counter_type"))
    effect.close()
    if not isinstance(n, int):
        raise NotKnown("a cost of some counters")
    return {"put": say("CountersCost", kind=kind, n=n)}


@COSTS("Sacrifice")
def _sacrifice_cost(node: Node, scope: Scope) -> dict[str, Any]:
    what, n = node.need("target"), number(node, "count", scope)
    node.only("requirement", {"requirement": "Count", "count": n}, {"type": "Count", "count": n})
    if not isinstance(n, int):
        raise NotKnown("a cost of sacrificing some")
    if what.kind == "SelfRef":
        return {"sacrifice": SacrificeCost()}
    if not any(part for key, part in what.value.items() if key != "type"):
        raise NotKnown("a cost of sacrificing something")
    filter = filter_of(what, scope)
    if filter.controller not in (None, "you"):
        raise NotKnown("a cost of sacrificing what another controls")
    return {"sacrifice": SacrificeCost(n, free(filter))}


X_COUNTERS, ANY_COUNTERS = 2**32 - 1, 2**32 - 3
"""How trees write that X or any number of counters are removed."""


@COSTS("RemoveCounter")
def _remove_cost(node: Node, scope: Scope) -> dict[str, Any]:
    raw = node.get("count")
    n = raw if raw in (X_COUNTERS, ANY_COUNTERS) else number(node, "count", scope)
    kind = node.get("counter_type")
    node.only("selection", "SingleObject")
    target = node.node("target")
    if target is not None and target.kind != "SelfRef":
        raise NotKnown("a cost of counters of something else")
    if not isinstance(n, int):
        raise NotKnown("a cost of some counters")
    if kind == {"type": "Any"}:
        return {"remove": RemoveCountersCost(n, filter=Filter(source=True))}
    if n in (X_COUNTERS, ANY_COUNTERS):
        if ("remove x " if n == X_COUNTERS else "remove any number of ") not in scope.text:
            raise NotKnown("a cost of some counters")
        return {"remove": RemoveCountersCost(1, counter_kind(kind), x=True)}
    return {"remove": RemoveCountersCost(n, counter_kind(kind))}


@COSTS("PayEnergy")
def _energy_cost(node: Node, scope: Scope) -> dict[str, Any]:
    return {"pay": say("CountersCost", kind="energy", n=number(node, "amount", scope))}


@COSTS("Exile")
def _exile_cost(node: Node, scope: Scope) -> dict[str, Any]:
    n, zone = number(node, "count", scope), node.get("zone")
    what = node.node("filter") or Node({"type": "Typed", "properties": [{"type": "InZone", "zone": zone}]})
    if what.kind == "SelfRef" and n == 1 and zone in (None, "Battlefield", "Graveyard"):
        return {"exile_self": True}
    if zone == "Hand" and (held := in_zone(what, "Hand")) is not None and _is_some(n):
        filter = cards_of(held, scope)
        if filter.controller != "you":
            raise NotKnown("a cost of exiling something")
        return {"others": say("OthersCost", do="exile card", filter=free(filter), n=n)}
    cards = target_of(what, scope)
    if zone != "Graveyard" or cards.of != "card" or cards.filter.controller not in (None, "you") or not _is_some(n):
        raise NotKnown("a cost of exiling something")
    return {"others": say("OthersCost", do="exile", filter=free(cards.filter), n=n)}


@COSTS("TapCreatures")
def _tap_others(node: Node, scope: Scope) -> dict[str, Any]:
    requirement = node.get("requirement")
    n = requirement.get("count") if isinstance(requirement, dict) and requirement.get("requirement") == "count" else None
    if not _is_some(n):
        raise NotKnown("a cost of tapping something")
    return {"others": say("OthersCost", do="tap", filter=_own(node, scope), n=n)}


@COSTS("ReturnToHand")
def _return_others(node: Node, scope: Scope) -> dict[str, Any]:
    n = number(node, "count", scope)
    if node.get("from_zone") or not _is_some(n) or node.value["filter"].get("type") == "SelfRef":
        raise NotKnown("a cost of returning something")
    return {"others": say("OthersCost", do="return", filter=_own(node, scope), n=n)}


def _is_some(n: Any) -> bool:
    return isinstance(n, int) and 0 < n < 100


def _own(node: Node, scope: Scope) -> Filter:
    """Which permanents of one's own."""
    filter = filter_of(node.need("filter"), scope)
    if filter.controller != "you":
        raise NotKnown("a cost paid with what another controls")
    return free(filter)
