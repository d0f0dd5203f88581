"""Life, damage, mana and turns."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from engine.importing.instructions import EFFECTS, Effects, at_once, divided_among, multi_of, touched
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, every, filter_of, number, player, thing
from engine.importing.spending import spend_on
from engine.importing.symbols import COLORS
from engine.vocabulary import DealDamage, Filter, GainLife, LoseLife


@EFFECTS("GainLife")
def _gain_life(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    scope.amount = True
    return (GainLife(player(node.node("player"), scope), n),)


@EFFECTS("LoseLife")
def _lose_life(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    scope.amount = True
    return (LoseLife(player(node.node("target"), scope), n),)


@EFFECTS("DealDamage")
def _deal_damage(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    source, by = node.get("damage_source"), scope.parent
    if node.value["_divided"] and source is None:
        return (say("DivideDamage", what=divided_among(node, scope), n=n),)
    if node.value["_divided"]:
        raise NotKnown("damage by something else")
    what = touched(node, scope)
    if node.get("_evenly"):
        n = say("Share", value=n)
    if source is None and what == "self" and not isinstance(n, int):  # trees lose who deals it: "each of those creatures"
        raise NotKnown("damage by something else")
    scope.amount = scope.amount or "damage dealt this way" in scope.text
    if source is None:
        return (DealDamage(what, n),)
    if source == "Target" and isinstance(by, str) and by.startswith("target"):
        return (say("DealDamage", what=what, n=n, by=by),)
    if source == "TriggeringSource" and scope.that is not None:
        return (DealDamage(what, n),) if scope.that == "self" else (say("DealDamage", what=what, n=n, by=scope.that),)
    raise NotKnown("damage by something else")


_THEIR_CREATURES = re.compile(r"\bdamage to each [a-z ]*creature that player or that planeswalker's controller controls\b")


@EFFECTS("DamageAll")
def _damage_all(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    players = node.node("player_filter")
    what = every(node.need("target"), scope)
    if _THEIR_CREATURES.search(scope.text) and what.filter.controller is None and scope.parent == "target":
        what = replace(what, filter=replace(what.filter, controller="target"))  # trees lose whose they are
    if players is None:
        return (DealDamage(what, n),)
    players.close()
    also = {"All": "each player", "Opponent": "opponent", "Controller": "you"}[players.kind]
    return (say("DealDamage", what=what, n=n, also=also),)


@EFFECTS("DamageEachPlayer")
def _damage_players(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    who = node.need("player_filter")
    who.close()
    if who.kind not in ("All", "Opponent"):
        raise NotKnown("damage to some players")
    return (DealDamage({"All": "each player", "Opponent": "opponent"}[who.kind], n),)


@EFFECTS("PreventDamage")
def _prevent(node: Node, scope: Scope) -> Effects:
    """Damage that is prevented for the turn: by and to what fits whenever it would be dealt, or by and to certain objects."""
    until = node.get("prevention_duration", node.value.get("_duration"))
    if until not in (None, "UntilEndOfTurn"):
        raise NotKnown("damage that is prevented for another time")
    combat = node.get("scope") == "CombatDamage"
    target, recipients, source = node.need("target"), node.need("recipient_scope"), node.node("damage_source_filter")
    recipients.close()
    amount = node.get("amount")
    if amount != "All":
        if source is not None or recipients.kind != "Single":
            raise NotKnown("the next damage of something that is prevented")
        n = number(node, "amount_dynamic", scope, None)
        return (say("Prevent", to=touched(node, scope), n=amount["Next"] if n is None else n, combat=combat),)
    if node.get("amount_dynamic"):
        raise NotKnown("some damage that is prevented")
    if source is not None and source.kind == "ChosenDamageSource":
        which = source.node("filter")
        source.close()
        chosen = filter_of(which, scope) if which is not None else Filter()
        return (say("Prevent", to=touched(node, scope), source=chosen, combat=combat),)
    if source is not None and source.kind == "And" and target.kind == "Any":
        return (say("Prevent", by=_dealer(source, scope, node), combat=combat),)
    if source is not None and source.kind == "ParentTarget" and target.kind == "Any":
        return (say("Prevent", by=thing(source, scope), combat=combat),)
    by = filter_of(source, scope) if source is not None else None
    if target.kind == "Any":
        to: Any = "anything"
    elif target.kind == "Controller":
        to = "you"
    elif target.kind == "Typed" and recipients.kind == "All":
        to = filter_of(target, scope)
    elif by is None and recipients.kind == "Single":
        return (say("Prevent", to=touched(node, scope), combat=combat),)
    else:
        raise NotKnown("damage to something that is prevented")
    return (say("ForAWhile", abilities=(say("PreventDamage", to=to, combat=combat, by=by),)),)


def _dealer(source: Node, scope: Scope, node: Node) -> Any:
    """The target whose damage is prevented."""
    parts = source.nodes("filters")
    if len(parts) != 2 or parts[0].kind != "ParentTargetSlot":
        raise NotKnown("damage by something that is prevented")
    parts[0].only("slot", 0)
    parts[0].close()
    source.close()
    return thing(parts[1], scope, multi_of(node))


@EFFECTS("Mana")
def _mana(node: Node, scope: Scope) -> Effects:
    at_once(node)
    produced = node.need("produced")
    only = spend_on(node.get("restrictions"))
    if node.get("grants") or node.get("expiry") or node.get("target"):
        raise NotKnown("mana with a restriction")
    found: Effects
    if produced.kind == "Fixed":
        colors = [COLORS[c] for c in produced.get("colors", [])]
        found = tuple(say("AddMana", colors=c, n=colors.count(c)) for c in dict.fromkeys(colors))
    elif produced.kind == "Colorless":
        found = (say("AddMana", colors="C", n=number(produced, "count", scope)),)
    elif produced.kind == "AnyOneColor":
        options = "".join(COLORS[c] for c in produced.get("color_options", []))
        produced.only("contribution", "Base")
        found = (say("AddMana", colors="".join(c for c in "WUBRG" if c in options), n=number(produced, "count", scope)),)
        several, counted = found[0].n != 1 and len(options) > 1, not isinstance(found[0].n, int)
        if several and counted == bool(node.value["_mana_ability"]):  # mana abilities give one colour, others each as one likes
            raise NotKnown("several mana of one colour")
    elif produced.kind == "AnyCombination":
        found = _in_any_combination(produced.get("color_options", []), number(produced, "count", scope))
    elif produced.kind == "AnyTypeProduceableBy":
        like = filter_of(produced.need("land_filter"), scope)
        found = (say("AddMana", colors="WUBRGC", n=number(produced, "count", scope), like=like),)
    elif produced.kind == "OpponentLandColors":
        like = Filter(types=frozenset({"Land"}), controller="opponent")
        found = (say("AddMana", colors="WUBRG", n=number(produced, "count", scope), like=like),)
    elif produced.kind == "ChosenColor":
        produced.only("contribution", "Base")
        found = (say("AddMana", colors="WUBRG", n=number(produced, "count", scope), chosen=True),)
    elif produced.kind == "ChoiceAmongCombinations":
        options = produced.get("options", [])
        one, other = options[0][0], options[-1][0]
        if options != [[one, one], [one, other], [other, other]]:
            raise NotKnown("mana ChoiceAmongCombinations")
        found = _in_any_combination([one, other], 2)
    else:
        raise NotKnown(f"mana {produced.kind}")
    produced.close()
    return found if only is None else tuple(replace(effect, only=only) for effect in found)


def _in_any_combination(colors: list[str], n: Any) -> Effects:
    """So much mana, each of one of these colours."""
    if not isinstance(n, int):
        raise NotKnown("some mana in any combination")
    those = {COLORS[color] for color in colors}
    return (say("AddMana", colors="".join(c for c in "WUBRG" if c in those)),) * n


@EFFECTS("ExtraTurn")
def _extra_turn(node: Node, scope: Scope) -> Effects:
    if player(node.node("target"), scope) != "you":
        raise NotKnown("an extra turn of another player")
    return (say("ExtraTurn"),)


@EFFECTS("WinTheGame")
def _win(node: Node, scope: Scope) -> Effects:
    if player(node.node("target"), scope) != "you":
        raise NotKnown("another player who wins the game")
    return (say("WinTheGame"),)


@EFFECTS("LoseTheGame")
def _lose(node: Node, scope: Scope) -> Effects:
    return (say("LoseTheGame", who=player(node.node("target"), scope)),)


@EFFECTS("SetLifeTotal")
def _set_life(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    return (say("SetLife", who=player(node.node("target"), scope), n=n),)


@EFFECTS("ExchangeLifeTotals")
def _exchange_life(node: Node, scope: Scope) -> Effects:
    """Two target players, or you and a target opponent: those are both players."""
    one, other = node.need("player_a"), node.need("player_b")
    if one.kind == other.kind == "Player" and "two target players exchange life totals" in scope.text:
        one.close()
        return (say("ExchangeLife", who=thing(other, scope, (2, 2))),)
    if one.kind == "Controller" and other.kind == "Typed" and multi_of(node) == (1, 1):
        player(one, scope)
        player(other, scope)
        return (say("ExchangeLife"),)
    raise NotKnown("effect ExchangeLifeTotals")


@EFFECTS("RingTemptsYou")
def _tempt(node: Node, scope: Scope) -> Effects:
    if scope.you != "you":
        raise NotKnown("a Ring that tempts another player")
    return (say("TemptByRing"),)


@EFFECTS("CopySpell")
def _copy_spell(node: Node, scope: Scope) -> Effects:
    """A copy for which new targets may be chosen."""
    if node.need("retarget").kind != "MayChooseNewTargets":
        raise NotKnown("a copy that keeps its targets")
    node.asked.add("retarget")
    what = node.need("target")
    is_target = what.kind in ("StackSpell", "StackAbility", "And", "Or")
    if not is_target and not (what.kind == "TriggeringSource" and scope.event == "SpellCast"):
        raise NotKnown("a copy of something else than a spell")
    found = touched(node, scope)
    if is_target and scope.targets[-1].of == "permanent":
        raise NotKnown("a copy of something else than a spell")
    return (say("CopySpell", what=found),)


@EFFECTS("CreateEmblem")
def _emblem(node: Node, scope: Scope) -> Effects:
    from engine.importing.abilities import triggered_of
    from engine.importing.statics import static_of

    statics = [ability for static in node.nodes("statics") for ability in static_of(static, Scope())]
    triggers = [_in_command_zone(trigger) for trigger in node.nodes("triggers")]
    return (say("Emblem", abilities=(*statics, *(triggered_of(trigger, Scope()) for trigger in triggers))),)


def _in_command_zone(trigger: Node) -> Node:
    """A trigger of an emblem, which is there where the emblem is (114.4)."""
    if trigger.value.get("trigger_zones") != ["Command"]:
        raise NotKnown("a trigger of an emblem that works elsewhere")
    return Node({**trigger.value, "trigger_zones": ["Battlefield"]})
