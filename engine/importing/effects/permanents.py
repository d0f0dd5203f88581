"""Permanents that stay where they are."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from engine.importing.changes import RULES, modified, no_life_gain, pumped
from engine.importing.instructions import EFFECTS, Effects, StaysTapped, at_once, multi_of, touched, until_of
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, every, filter_of, number, player, thing
from engine.vocabulary import Each, Filter, Tap, Untap


@EFFECTS("SetTapState")
def _tap(node: Node, scope: Scope) -> Effects:
    all_of_them = node.need("scope").kind == "All"
    what = every(node.need("target"), scope) if all_of_them else touched(node, scope)
    state = node.need("state")
    state.close()
    return (Tap(what) if state.kind == "Tap" else Untap(what),)


_EXILED = {"event": "Moved", "destination_zone": "Graveyard", "valid_card": {"type": "SelfRef"}, "mode": {"type": "Mandatory"}}
"""What trees say of something that is exiled instead of dying."""

_WOULD_DIE = re.compile(r"if that (creature|creature or planeswalker|permanent) would die this turn, exile it instead")


@EFFECTS("AddTargetReplacement")
def _exiled_instead(node: Node, scope: Scope) -> Effects:
    """The tree does not tell what is exiled instead of dying, so the line has to."""
    replacement, target = node.need("replacement"), node.need("target")
    effect = replacement.value.get("execute", {}).get("effect", {})
    plain = all(replacement.value.get(name) == value for name, value in _EXILED.items())
    if not plain or effect.get("destination") != "Exile" or effect.get("target") != {"type": "SelfRef"}:
        raise NotKnown("effect AddTargetReplacement")
    told = _WOULD_DIE.search(scope.text)
    if told is None or target.kind not in ("Any", "ParentTarget") or scope.parent != "target" or len(scope.targets) != 1:
        raise NotKnown("what is exiled instead of dying")
    (group,) = scope.targets
    kinds = {"creature": {"Creature"}, "creature or planeswalker": {"Creature", "Planeswalker"}}.get(told[1], group.filter.types)
    if group.of != "permanent" or group.most != 1 or (group.filter.types or group.filter.all_types) != kinds:
        raise NotKnown("what is exiled instead of dying")
    return (say("Alter", what="target", abilities=(say("ExiledInstead"),), until="end of turn"),)


@EFFECTS("Goad", "Detain")
def _goad(node: Node, scope: Scope) -> Effects:
    return (say(node.kind, what=touched(node, scope)),)


@EFFECTS("GoadAll")
def _goad_all(node: Node, scope: Scope) -> Effects:
    return (say("Goad", what=every(node.need("target"), scope)),)


@EFFECTS("Adapt", "Monstrosity")
def _adapt(node: Node, scope: Scope) -> Effects:
    return (say(node.kind, n=number(node, "count", scope)),)


_REGENERATES_EACH = re.compile(r"\bregenerate each (other )?creature you control\b")


@EFFECTS("Regenerate")
def _regenerate(node: Node, scope: Scope) -> Effects:
    """Trees take "each creature" for a target."""
    at, told = node.need("target"), _REGENERATES_EACH.search(scope.text)
    if told is not None and at.kind == "Typed" and at.value.get("controller") == "You":
        filter = replace(filter_of(at, scope), other=False)
        if told[1] is not None and (scope.parent != "target" or len(scope.targets) != 1):
            raise NotKnown("other creatures than what")
        others = (Filter(among="target"),) if told[1] else ()
        return (say("Regenerate", what=Each(replace(filter, none_of=others))),)
    return (say("Regenerate", what=touched(node, scope)),)


@EFFECTS("Pump")
def _pump(node: Node, scope: Scope) -> Effects:
    power, toughness = number(node, "power", scope, 0), number(node, "toughness", scope, 0)
    return (pumped(touched(node, scope), power, toughness, until_of(node)),)


@EFFECTS("PumpAll")
def _pump_all(node: Node, scope: Scope) -> Effects:
    power, toughness = number(node, "power", scope, 0), number(node, "toughness", scope, 0)
    return (pumped(every(node.need("target"), scope), power, toughness, until_of(node)),)


@EFFECTS("DoublePT", "DoublePTAll")
def _double(node: Node, scope: Scope) -> Effects:
    """To double a creature's power is to give it that much more (701.10b)."""
    which, by = node.get("mode"), node.get("factor", 1) - 1
    if which not in ("Power", "Toughness", "PowerAndToughness") or by not in (1, 2):
        raise NotKnown(f"effect {node.kind} {which}")
    power, toughness = (
        0 if name not in which else say(name, of="it") if by == 1 else say("Scaled", value=say(name, of="it"), by=by)
        for name in ("Power", "Toughness")
    )
    what = every(node.need("target"), scope) if node.kind == "DoublePTAll" else touched(node, scope)
    return (pumped(what, power, toughness, until_of(node)),)


@EFFECTS("GainControl")
def _gain_control(node: Node, scope: Scope) -> Effects:
    what = touched(node, scope)
    until = "forever" if node.value.get("_duration") in (None, "Permanent") else until_of(node)
    return (say("GainControl", what=what, until=until),)


@EFFECTS("GainControlAll")
def _gain_control_of_all(node: Node, scope: Scope) -> Effects:
    until = "forever" if node.value.get("_duration") in (None, "Permanent") else until_of(node)
    return (say("GainControl", what=every(node.need("target"), scope), until=until),)


_RECIPIENT_FIRST = re.compile(r"\b(?:target|that|an) (?:player|opponent) gains control of\b")


@EFFECTS("GiveControl")
def _give_control(node: Node, scope: Scope) -> Effects:
    """Another player gains control of something for good; the one who is told first is the first target."""
    at_once(node)
    recipient = node.need("recipient")
    if not _RECIPIENT_FIRST.search(scope.text) or multi_of(node) != (1, 1):
        raise NotKnown("who gains control of something")
    if node.need("target").kind in ("SelfRef", "ParentTarget", "TriggeringSource"):
        what = touched(node, scope)
        return (say("GainControl", what=what, who=player(recipient, scope)),)
    who = player(recipient, scope)
    return (say("GainControl", what=touched(node, scope), who=who),)


_TWO_TARGETS = re.compile(r"exchange control of two (?:other )?target ([a-z ]+?)s\b")


@EFFECTS("ExchangeControl")
def _exchange(node: Node, scope: Scope) -> Effects:
    """Trees say the same filter twice where there is one group of two targets."""
    one, other = node.need("target_a"), node.need("target_b")
    at_once(node)
    if "StackSpell" in str(node.value) or "SharesQuality" in str(node.value):
        raise NotKnown("an exchange of control of this kind")
    if _TWO_TARGETS.search(scope.text):
        if one.value != other.value or scope.text.count("target") != 1:
            raise NotKnown("an exchange of control of this kind")
        return (say("ExchangeControl", what=thing(one, scope, (2, 2))),)
    return (say("ExchangeControl", what=thing(one, scope), other=thing(other, scope)),)


@EFFECTS("Fight")
def _fight(node: Node, scope: Scope) -> Effects:
    who = thing(node.need("subject"), scope)
    return (say("Fight", one=who, other=thing(node.need("target"), scope, multi_of(node))),)


@EFFECTS("Attach")
def _attach(node: Node, scope: Scope) -> Effects:
    """What is attached is the source, what was spoken of, or a target; of two targets it is the first."""
    selection = node.get("selection") or {}
    if selection.get("at_resolution") or multi_of(node) != (1, 1):
        raise NotKnown("something attached that is chosen")
    attachment, host = node.node("attachment"), node.need("target")
    if attachment is None:
        if not scope.attaches:
            raise NotKnown("what is attached")
        if scope.became:
            return _attached_again(node, scope)
        return (say("Attach", what="self", to=touched(node, scope)),)
    if attachment.kind == host.kind == "ParentTarget":
        raise NotKnown("what is attached to what")
    to = thing(host, scope) if host.kind == "ParentTarget" else None
    what = thing(attachment, scope)
    return (say("Attach", what=what, to=thing(host, scope) if to is None else to),)


_TO_THAT = re.compile(r"\battach it to that (?:creature|permanent)\b")


def _attached_again(node: Node, scope: Scope) -> Effects:
    """What is attached is what the source has become (400.7); trees take that for what it is attached to as well."""
    host = node.need("target")
    host.close()
    if host.kind != "ParentTarget" or scope.that != "that" or not _TO_THAT.search(scope.text):
        raise NotKnown("what is attached to what")
    return (say("Attach", what="made", to="that"),)


@EFFECTS("Transform")
def _transform(node: Node, scope: Scope) -> Effects:
    node.only("scope", {"type": "Single"}, "Single")
    return (say("Transform", what=touched(node, scope)),)


@EFFECTS("GenericEffect")
def _generic(node: Node, scope: Scope) -> Effects:
    """Power, toughness and keywords for a while."""
    statics = node.nodes("static_abilities")
    if [s.value.get("description") for s in statics] == ["It's still a land"] and scope.parent not in (None, "self"):
        node.asked |= set(node.value)  # trees say it of the source
        return ()
    if [s.value.get("mode") for s in statics] == ["CantUntap"]:
        return _stays_tapped(node, statics[0], scope)
    if [s.value.get("mode") for s in statics] == ["CantGainLife"]:
        return _no_life(node, statics[0], scope)
    until = until_of(node)
    given = node.node("target")
    found: list[Any] = []
    for static in node.nodes("static_abilities"):
        mode = static.get("mode")
        if isinstance(mode, dict) and static.value.get("modifications") != [{"type": "AddStaticMode", "mode": mode}]:
            raise NotKnown("a rule for a while")
        if not isinstance(mode, dict):
            static.only("mode", "Continuous", *RULES)
        static.only("active_zones")
        affected = static.need("affected")
        if affected.kind == "ParentTarget" and given is not None:
            what = thing(given, scope, multi_of(node))
            given = None
        elif affected.kind in ("Typed", "Or") and given is None:
            what = every(affected, scope)
        elif affected.kind == "SelfRef" and scope.parent is not None and _is_still_a_land(static):
            what = scope.parent
        else:
            what = thing(affected, scope)
        if affected.kind == "ParentTarget" and not isinstance(what, str) and static.value.get("mode") in RULES:
            raise NotKnown("a rule for the same ones again")  # 611.2c: it would be one for those that come later, too
        found += modified(what, static, until, scope)
        static.close()
    if given is not None and not (given.kind == "LastCreated" and all(effect.what == "made" for effect in found)):
        raise NotKnown("a target of an effect that nothing happens to")
    return tuple(found)


def _no_life(node: Node, static: Node, scope: Scope) -> Effects:
    """Players who cannot gain life for a while (119.7)."""
    static.get("mode")
    static.get("modifications")
    rule = no_life_gain(static.need("affected"))
    static.close()
    return (say("ForAWhile", abilities=(rule,), until=until_of(node)),)


@EFFECTS("AddRestriction")
def _restricted(node: Node, scope: Scope) -> Effects:
    restriction = node.need("restriction")
    until_of(node)
    if restriction.kind != "DamagePreventionDisabled" or restriction.need("expiry").kind != "EndOfTurn":
        raise NotKnown(f"effect AddRestriction {restriction.kind}")
    restriction.close()
    return (say("ForAWhile", abilities=(say("DamageCannotBePrevented"),)),)


def _is_still_a_land(static: Node) -> bool:
    """Whether it is said of what has just become a creature that it is still a land; a tree takes "it" for the card itself."""
    return static.value.get("modifications") == [{"type": "AddType", "core_type": "Land"}]


def _stays_tapped(node: Node, static: Node, scope: Scope) -> Effects:
    duration = node.value.get("_duration") or node.get("duration")
    node.get("duration")
    static.get("mode")
    static.get("modifications")
    if duration != {"UntilNextStepOf": {"step": "Untap", "player": {"type": "Controller"}}}:
        raise NotKnown("something that does not untap")
    given = node.node("target")
    if given is not None and given.kind != "ParentTarget":
        static.only("affected", {"type": "ParentTarget"})
        what = thing(given, scope, multi_of(node))
        static.close()
        return (say("SkipUntap", what=what),)
    what = thing(static.need("affected"), scope)
    static.close()
    return (StaysTapped(what) if scope.affected == "Tap" else say("SkipUntap", what=what),)


@EFFECTS("PhaseOut")
def _phase_out(node: Node, scope: Scope) -> Effects:
    return (say("PhaseOut", what=touched(node, scope)),)
