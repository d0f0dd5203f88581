"""Counters put on things and removed."""

from __future__ import annotations

from typing import Any

from engine.importing.instructions import EFFECTS, EVERY, Effects, divided_among, touched
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, counter_kind, every, number, player
from engine.vocabulary import AddCounters, Proliferate


@EFFECTS("Proliferate")
def _proliferate(node: Node, scope: Scope) -> Effects:
    return (Proliferate(),)


@EFFECTS("PutCounter")
def _put_counter(node: Node, scope: Scope) -> Effects:
    n, kind = number(node, "count", scope), counter_kind(node.get("counter_type"))
    if node.value["_divided"]:
        return (say("Distribute", what=divided_among(node, scope), kind=kind, n=n),)
    return (AddCounters(touched(node, scope), kind, n),)


@EFFECTS("PutCounterAll")
def _put_counter_all(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    return (AddCounters(every(node.need("target"), scope), counter_kind(node.get("counter_type")), n),)


@EFFECTS("GivePlayerCounter")
def _player_counter(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    kind = counter_kind(str(node.get("counter_kind")).lower())
    return (AddCounters(player(node.node("target"), scope), kind, n),)


@EFFECTS("GainEnergy")
def _energy(node: Node, scope: Scope) -> Effects:
    return (AddCounters(scope.you, "energy", number(node, "amount", scope)),)


@EFFECTS("RemoveCounter")
def _remove_counter(node: Node, scope: Scope) -> Effects:
    count = node.get("count")
    n: Any = None if count in (EVERY, {"type": "Fixed", "value": -1}) else number(node, "count", scope)
    if n == 0:  # what trees say where the number is lost
        raise NotKnown("how many counters are removed")
    scope.amount = True
    kind = node.get("counter_type")
    node.only("selection", "SingleObject")
    kinds = "any" if kind is None else counter_kind(kind)
    return (say("RemoveKind", what=touched(node, scope), kind=kinds, n=n),)


@EFFECTS("MultiplyCounter")
def _double_counters(node: Node, scope: Scope) -> Effects:
    if node.get("multiplier") != 2:
        raise NotKnown("counters that are multiplied")
    return (say("DoubleCounters", what=touched(node, scope), kind=counter_kind(node.get("counter_type"))),)


@EFFECTS("Bolster")
def _bolster(node: Node, scope: Scope) -> Effects:
    return (say("Bolster", n=number(node, "count", scope)),)


@EFFECTS("MoveCounters")
def _move_counters(node: Node, scope: Scope) -> Effects:
    """Counters moved from one thing onto another (122.5), or put on another as they were on what has died (122.8)."""
    kind, selection, mode = node.get("counter_type"), node.get("selection"), node.get("mode")
    any_number = selection == "StackTargetAnyNumber"
    if mode == "Put":
        had = node.need("source").kind == "SelfRef" and scope.died and scope.that == "self"
        if not had or kind is not None or node.get("count") is not None or selection != "StackTarget":
            raise NotKnown("counters that something had")
        return (say("CopyCounters", source="self", to=touched(node, scope)),)
    if mode != "Move" or selection not in ("StackTarget", "StackTargetAnyNumber"):
        raise NotKnown("counters that are moved so")
    n = None if any_number else number(node, "count", scope, None)
    if not any_number and not isinstance(n, int):
        raise NotKnown("counters that are moved so")
    source = touched(node, scope, "source")
    to = touched(node, scope)
    if not isinstance(source, str) or not isinstance(to, str):
        raise NotKnown("counters of several things that are moved")
    return (say("MoveCounters", source=source, to=to, kind="any" if kind is None else counter_kind(kind), n=n),)
