"""Instructions made of others, and those that do nothing alone."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from engine.importing.costs import costs_of
from engine.importing.instructions import CHAINS, EFFECTS, NOT_DONE, UNKNOWN, Effects, effects_of, instruction, no_more, touched
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope
from engine.importing.symbols import COLORS


@EFFECTS("CreateDelayedTrigger")
def _later(node: Node, scope: Scope) -> Effects:
    when = node.need("condition")
    node.get("uses_tracked_set")
    until = "once"
    that, died = scope.that, scope.died
    if when.kind == "AtNextPhase":
        step = {"End": "end", "Upkeep": "upkeep", "EndCombat": "end of combat"}.get(str(when.get("phase")))
        if step is None:
            raise NotKnown("a delayed trigger at a strange time")
        on = say("StepBegins", step=step, whose="anyone")
    elif when.kind == "AtNextPhaseForPlayer":
        step = {"End": "end", "Upkeep": "upkeep", "PreCombatMain": "main1"}.get(str(when.get("phase")))
        if step is None or when.get("player") not in (None, 0) or when.get("gate") or when.get("binding"):
            raise NotKnown("a delayed trigger at a strange time")
        on = say("StepBegins", step=step)
    elif when.kind == "WheneverEvent":
        if "this turn" not in scope.text and "until end of turn" not in scope.text:
            raise NotKnown("an ability of a card that is no permanent")
        on, until = _event(when, scope), "end of turn"
    else:
        raise NotKnown(f"a delayed trigger {when.kind}")
    when.close()
    before = len(scope.targets)
    scope.later = True
    effects = effects_of(node.need("effect"), scope)
    scope.that, scope.died, scope.later = that, died, False
    if len(scope.targets) != before:
        raise NotKnown("targets of a delayed trigger")
    return (say("Later", on=on, effects=effects, until=until),)


def _event(when: Node, scope: Scope) -> Any:
    """The event of a delayed triggered ability that lasts for the turn."""
    from engine.importing.events import event_of

    trigger = when.need("trigger")
    event = Node({**trigger.value, "type": trigger.get("mode"), "_whose": None})
    if not isinstance(event.value["type"], str) or event.value.get("phase") or "ParentTarget" in str(event.value):
        raise NotKnown("a delayed trigger of this kind")
    event.asked |= {"mode", "trigger_zones", "secondary", "optional", "execute", "condition", "_whose", "_nth"}
    return event_of(event, scope)


def _coin(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """A flip, which trees say twice if winning and losing it are told in two sentences. What follows might belong to one of the
    two, so nothing may."""
    found: dict[str, Effects] = {}
    spoken_of = scope.parent
    part: Node | None = ability
    while part is not None:
        if part.need("effect").kind != "FlipCoin":
            raise NotKnown("what follows the flip of a coin")
        flip = part.need("effect")
        flip.only("flipper", {"type": "Controller"})
        for name in ("win", "lose"):
            outcome = flip.node(f"{name}_effect")
            if outcome is not None:
                if name in found:
                    raise NotKnown("several coins")
                found[name] = effects_of(outcome, scope)
                about_target = isinstance(scope.parent, str) and scope.parent.startswith("target")
                scope.made, scope.parent, scope.amount = False, scope.parent if about_target else spoken_of, False
        flip.close()
        following = part.node("sub_ability")
        part.asked |= {"kind", "effect"}
        if part is not ability:
            part.close()
        part = following
    if scope.targets and re.search(r"(win|lose) the flip, (it|that)\b", scope.text):
        raise NotKnown("of whom 'it' speaks after the flip of a coin")
    if not found or scope.text.count("flip a coin") > 1 or "flip again" in scope.text:
        raise NotKnown("several coins")
    return (say("FlipCoin", **found),), None


CHAINS["FlipCoin"] = _coin


_NOT_PAID = re.compile(r"\bpay (?:\{e\})+\. if you can't, ")


def _paid_if_possible(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """Energy that is paid if there is enough of it, and what happens if there is not."""
    after = ability.node("sub_ability")
    cost = ability.need("effect").need("cost")
    if ability.get("optional") or after is None or after.value.get("condition") != NOT_DONE or not _NOT_PAID.search(scope.text):
        return instruction(ability, scope), after
    n = cost.need("amount").get("value")
    if cost.kind != "PayEnergy" or not isinstance(n, int):
        raise NotKnown("a payment that must be made")
    ability.asked |= {"kind", "effect"}
    otherwise = effects_of(Node({key: value for key, value in after.value.items() if key != "condition"}), scope)
    enough = say("AtLeast", value=say("CountersOn", kind="energy", of="you"), n=n)
    return (say("If", condition=enough, then=(say("RemoveKind", what="you", kind="energy", n=n),), otherwise=otherwise),), None


CHAINS["PayCost"] = _paid_if_possible

_IS_X = {"type": "Cost", "shards": ["X"]}
_PAY_X = re.compile(r"you may pay \{x\}\. (?:if|when) you do, [^.]*$")
"""X is what is paid, and nothing follows what happens then."""


@EFFECTS("PayCost")
def _pay(node: Node, scope: Scope) -> Effects:
    payer = node.need("payer")
    if payer.kind != "Controller":
        raise NotKnown("a payment by another player")
    cost = node.need("cost")
    if cost.kind == "PayEnergy" and "'X'" in str(cost.value) and "you may pay any amount of {e}" in scope.text:
        scope.amount = True
        return (say("PayCounters", kind="energy"),)
    if cost.kind == "Mana" and {k: v for k, v in cost.need("cost").value.items() if v} == _IS_X and _PAY_X.search(scope.text):
        scope.x = True
        return (say("MayPayX", effects=()),)
    return (say("May", effects=(), cost=costs_of(node.need("cost"), scope)),)


_CHOSEN_UNTARGETED = re.compile(r"(?:^|[.:,] |then )choose (?:an?|another) (?![^.]*\btarget\b)", re.MULTILINE)


@EFFECTS("TargetOnly")
def _target_only(node: Node, scope: Scope) -> Effects:
    """What is spoken of by the instructions after it. What is chosen without the word "target" is no target (115.10a)."""
    if _CHOSEN_UNTARGETED.search(scope.text):
        node.value["_resolution"] = True
    touched(node, scope)
    return ()


@EFFECTS("ChooseOneOf")
def _choose_one(node: Node, scope: Scope) -> Effects:
    if node.need("chooser").kind != "Controller":
        raise NotKnown("a choice of another player")
    options = []
    before = len(scope.targets)
    for branch in node.nodes("branches"):
        options.append(say("Option", effects=effects_of(branch, scope)))
    if len(scope.targets) != before:
        raise NotKnown("targets of one of several options")
    return (say("ChooseOne", options=tuple(options)),)


@EFFECTS("Unimplemented")
def _unknown(node: Node, scope: Scope) -> Effects:
    raise NotKnown(UNKNOWN.format(node.get("name")))


_EXILED_INSTEAD = "countered this way, exile it instead of putting it into its owner's graveyard"


def _counter_chain(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """A spell that is countered, and that it is exiled instead of being put into a graveyard, which is one more in a tree."""
    first = instruction(ability, scope)
    after = ability.node("sub_ability")
    if after is None or _EXILED_INSTEAD not in scope.text or after.value.get("condition", {}).get("type") != "ZoneChangedThisWay":
        return first, after
    move = {key: value for key, value in after.value["effect"].items() if value not in (None, False, [], {}, 0)}
    counter: Any = first[0].effects[-1] if type(first[0]).__name__ == "UnlessPays" else first[0]
    if len(first) != 1 or move != _TO_EXILE or type(counter).__name__ != "Counter":
        raise NotKnown("a countered spell that goes somewhere else")
    exiled = replace(counter, exiled=True)
    found = exiled if counter is first[0] else replace(first[0], effects=(exiled,))
    return (found,), after.node("sub_ability")


_TO_EXILE = {"type": "ChangeZone", "origin": "Graveyard", "destination": "Exile", "target": {"type": "ParentTarget"}}


# ---------------------------------------------------------------------------------------------------------------- chosen colours


def _color_of_choice(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """A colour that is chosen and what is done with it, which are two instructions in a tree: one option for each colour."""
    choice, chosen = ability.need("effect"), ability.need("sub_ability")
    if choice.get("choice_type") != "Color" or ability.get("optional"):
        raise NotKnown("effect Choose")
    choice.only("persist", True)
    choice.close()
    ability.only("kind", "Spell", "Activated")
    ability.get("duration")
    ability.get("target_choice_timing")
    no_more(ability)
    after = chosen.node("sub_ability")
    plain = {key: value for key, value in chosen.value.items() if key != "sub_ability"}
    if "Chosen" in str(after.value if after is not None else "") or "Chosen" not in str(plain):
        raise NotKnown("a colour that is chosen for something else")
    options, before = [], scope.targets[:]
    for color in COLORS:
        scope.targets[:] = before
        inner = replace(scope, targets=scope.targets)
        options.append(say("Option", effects=effects_of(Node(_with_color(plain, color)), inner)))
    scope.parent, scope.made = inner.parent, inner.made
    return (say("ChooseOne", options=tuple(options)),), after


def _with_color(value: Any, color: str) -> Any:
    """A part of a tree in which the chosen colour is that one."""
    if isinstance(value, list):
        return [_with_color(part, color) for part in value]
    if not isinstance(value, dict):
        return value
    if value == {"Protection": "ChosenColor"}:
        return {"Protection": {"Color": color}}
    if value.get("type") == "AddChosenColor" and value.get("mode") == "Set":
        return {"type": "SetColor", "colors": [color]}
    if value.get("type") == "IsChosenColor":
        return {"type": "HasColor", "color": color}
    return {key: _with_color(part, color) for key, part in value.items()}


CHAINS["Choose"] = _color_of_choice
CHAINS["Counter"] = _counter_chain
