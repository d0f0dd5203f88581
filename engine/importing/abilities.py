"""Triggered, activated and static abilities and replacement effects of trees, turned into the vocabulary."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import engine.importing.effects  # noqa: F401  (fills the tables of instructions)
from engine.importing.changes import RULES, change, combat_rule, granted, only_subtypes
from engine.importing.costs import costs_of, mana_cost
from engine.importing.instructions import effects_of
from engine.importing.keywords import granted_keyword
from engine.importing.nodes import Node, NotKnown, Table, say
from engine.importing.objects import QUANTITIES, Scope, condition_of, counter_kind, filter_of, number
from engine.vocabulary import (
    Activated,
    Chapter,
    Costs,
    Dies,
    EntersTapped,
    EntersWithCounters,
    Filter,
    Mode,
    Modes,
    Spell,
    StepBegins,
    Triggered,
)

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
    return Spell(effects, tuple(scope.targets))


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
    together = mana_cost(entwine) if entwine is not None else None
    return Modes(tuple(modes), most, repeat, together, None if least == most else least)


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
    if tag is not None:
        raise NotKnown(f"an ability of the keyword {tag.kind}")
    for word in ("activator_filter", "cost_reduction", "announced_x"):
        if ability.get(word):
            raise NotKnown(f"an activated ability with {word}")
    ability.get("consumes_source")
    ability.get("min_x_value")
    modal, modes = ability.node("modal"), ability.nodes("mode_abilities")
    scope.x = any(symbol.is_x for symbol in cost.mana)
    scope.sacrificed = cost.sacrifice is not None
    if modal is not None:
        ability.asked |= {"effect", "kind", "sub_ability"}
        chosen = _modes(modal, modes, scope)
        ability.close()
        return say("Activated", cost=cost, modes=chosen, sorcery_speed=sorcery_speed, **limits)
    effects = effects_of(ability, scope)
    at_sorcery_speed = sorcery_speed and cost.loyalty is None
    return say("Activated", cost=cost, effects=effects, targets=tuple(scope.targets), sorcery_speed=at_sorcery_speed, **limits)


def _restrictions(ability: Node, scope: Scope) -> tuple[bool, dict[str, Any]]:
    sorcery_speed = False
    limits: dict[str, Any] = {}
    for part in ability.nodes("activation_restrictions"):
        if part.kind == "AsSorcery":
            sorcery_speed = True
        elif part.kind == "OnlyOnceEachTurn" and "once_each_turn" in Activated.__dataclass_fields__:
            limits["once_each_turn"] = True
        elif part.kind == "RequiresCondition" and "condition" not in limits:
            limits["condition"] = _required(part, scope)
        elif part.kind == "DuringYourTurn" and "condition" not in limits:
            limits["condition"] = say("YourTurn")
        elif part.kind == "MatchesCardCastTiming":
            raise NotKnown("an ability activated when the card could be cast")
        else:
            raise NotKnown(f"an activation restriction {part.kind}")
        part.close()
    return sorcery_speed, limits


def _required(part: Node, scope: Scope) -> Any:
    data = part.get("data")
    value = data.get("condition") if isinstance(data, dict) else None
    if not isinstance(value, dict):
        raise NotKnown("a condition of an activation")
    return condition_of(Node(value), scope)


# ---------------------------------------------------------------------------------------------------------------- triggered

EVENTS: Table[Any] = Table("event")

DAMAGE = frozenset({"DamageDone", "DamageDoneOnceByController"})
"""The events in which it matters what kind of damage is spoken of; the others have the kind as a filler."""


def event_of(node: Node, scope: Scope) -> Any:
    """The event that a trigger waits for."""
    if node.kind not in DAMAGE:
        node.only("damage_kind", "Any")
    return EVENTS.read(node, scope)


def triggered_of(trigger: Node, scope: Scope) -> Any:
    """A triggered ability."""
    mode = trigger.get("mode")
    if isinstance(mode, dict):
        raise NotKnown("an event that the tree marks as not understood" if "Unknown" in mode else f"event {next(iter(mode))}")
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
        elif constraint.kind == "OncePerTurn" and "once_each_turn" in Triggered.__dataclass_fields__:
            more["once_each_turn"] = True
        else:
            raise NotKnown(f"a limit {constraint.kind} of an event")
        constraint.close()
    event_node.value["_whose"] = whose
    event_node.asked |= {"_whose", "_nth"}
    on = event_of(event_node, scope)
    trigger.asked |= event_node.asked
    condition = trigger.node("condition") if mode != "StateCondition" else None
    if condition is not None:
        held = condition_of(condition, scope)
        if scope.intervening:
            more["condition"] = held
    execute = trigger.need("execute")
    if optional and not execute.value.get("optional"):
        execute.value = {**execute.value, "optional": True}
    unless = trigger.get("unless_pay")
    if unless is not None:
        execute.value = {**execute.value, "unless_pay": unless}
    trigger.close()
    if zones == ["Graveyard"] and not (isinstance(on, Dies) and on.source):
        more["from_graveyard"] = True
    elif zones not in (["Battlefield"], ["Graveyard"], ["Battlefield", "Graveyard", "Exile"]):
        raise NotKnown(f"an ability that triggers in the zones {', '.join(zones)}")
    modal, modes = execute.node("modal"), execute.nodes("mode_abilities")
    if modal is not None:
        if optional or (condition is not None and not scope.intervening):
            raise NotKnown("modes of an optional ability")
        return Triggered(on, modes=_modes(modal, modes, scope), **more)
    effects = effects_of(execute, scope)
    if condition is not None and not scope.intervening:  # it is looked at only as the ability resolves
        effects = (say("If", condition=held, then=effects),)
    return Triggered(on, effects, tuple(scope.targets), **more)


@EVENTS("ChangesZone")
def _changes_zone(node: Node, scope: Scope) -> Any:
    origin, destination = node.get("origin"), node.get("destination")
    node.get("valid_target")  # what the effect targets
    card = node.need("valid_card")
    filter = filter_of(card, scope)
    scope.that = "self" if card.kind == "SelfRef" else "that"
    if destination == "Battlefield" and origin is None:
        return _enters(card, filter)
    if origin == "Battlefield" and destination == "Graveyard":
        scope.died = True
        return _dies(card, filter, scope)
    raise NotKnown(f"a change of zones from {origin or 'anywhere'} to {destination or 'anywhere'}")


def _enters(card: Node, filter: Filter) -> Any:
    if card.kind == "SelfRef":
        return say("Enters", source=True)
    others = _but_the_source(filter)
    if others is not None:
        return say("AnyOf", events=(say("Enters", source=True), say("Enters", filter=others)))
    return say("Enters", filter=filter)


def _but_the_source(filter: Filter) -> Filter | None:
    """What else a filter lets through, if it says "this or another ..."."""
    parts = getattr(filter, "any_of", ())
    others: list[Filter] = [part for part in parts if not part.source]
    if len(parts) == len(others):
        return None
    if len(others) != 1:
        raise NotKnown("this and several kinds of others")
    return others[0]


def _dies(card: Node, filter: Filter, scope: Scope) -> Any:
    if card.kind == "SelfRef":
        return Dies(source=True) if scope.creature else say("Leaves", source=True, to="graveyard")
    others = _but_the_source(filter)
    wanted = filter if others is None else others
    parts = getattr(wanted, "any_of", ()) or (wanted,)
    dying = all("Creature" in part.all_types or (part.types and part.types <= _DYING) for part in parts)
    if others is None:
        return Dies(filter) if dying else say("Leaves", filter=filter, to="graveyard")
    if dying:
        return say("AnyOf", events=(Dies(source=True), Dies(others)))
    return say("AnyOf", events=(say("Leaves", source=True, to="graveyard"), say("Leaves", filter=others, to="graveyard")))


_DYING = frozenset(("Creature", "Planeswalker"))
"""What dies, rather than is put into a graveyard from the battlefield (700.4)."""


@EVENTS("Phase")
def _phase(node: Node, scope: Scope) -> Any:
    whose = node.value["_whose"]
    step = {"Upkeep": "upkeep", "End": "end", "PreCombatMain": "main1", "BeginCombat": "combat", "Draw": "draw",
            "EndCombat": "end of combat"}.get(str(node.get("phase")))  # fmt: skip
    if step is None:
        raise NotKnown(f"the beginning of the {node.get('phase')}")
    node.get("valid_target")
    if whose == "you":
        scope.that_player = "you"
        return StepBegins(step)
    scope.that_player = "opponent" if whose == "opponent" else "that"
    return say("StepBegins", step=step, whose="opponent" if whose == "opponent" else "anyone")


@EVENTS("SpellCast")
def _cast(node: Node, scope: Scope) -> Any:
    scope.died = True
    who = node.node("valid_target")
    card = node.node("valid_card")
    filter = filter_of(card, scope) if card is not None else Filter()
    scope.that = "that"
    nth = {} if node.value.get("_nth") is None else {"nth": node.value["_nth"]}
    if who is None or who.kind == "Player":
        scope.that_player = "that's controller"
        return say("Casts", who="anyone", filter=filter, **nth)
    if who.kind == "Controller" or (who.kind == "Typed" and who.value.get("controller") == "You"):
        return say("Casts", who="you", filter=filter, **nth) if nth else say("YouCast", filter=filter)
    if who.kind == "Typed" and who.value.get("controller") == "Opponent":
        scope.that_player = "opponent"
        return say("Casts", who="opponent", filter=filter, **nth)
    raise NotKnown("a spell that somebody casts")


def _subject(card: Node, scope: Scope) -> Any:
    """Which creature does it."""
    if card.kind == "SelfRef":
        scope.that = "self"
        return "self"
    if card.kind == "AttachedTo":
        scope.that = "attached"
        return "attached"
    filter = filter_of(card, scope)
    if _is_host(filter):
        scope.that = "attached"
        return "attached"
    scope.that = "that"
    return filter


@EVENTS("Attacks")
def _attacks(node: Node, scope: Scope) -> Any:
    node.get("valid_target")
    who = _subject(node.need("valid_card"), scope)
    return say("Attacks", who=who)


@EVENTS("Blocks")
def _blocks(node: Node, scope: Scope) -> Any:
    return say("Blocks", who=_subject(node.need("valid_card"), scope))


@EVENTS("BecomesBlocked")
def _becomes_blocked(node: Node, scope: Scope) -> Any:
    return say("BecomesBlocked", who=_subject(node.need("valid_card"), scope))


@EVENTS("YouAttack")
def _you_attack(node: Node, scope: Scope) -> Any:
    return say("PlayerAttacks", who="you")


@EVENTS("EntersOrAttacks")
def _enters_or_attacks(node: Node, scope: Scope) -> Any:
    node.only("destination", "Battlefield")
    node.get("valid_target")
    if node.need("valid_card").kind != "SelfRef":
        raise NotKnown("something that enters or attacks")
    scope.that = "self"
    return say("AnyOf", events=(say("Enters", source=True), say("Attacks", who="self")))


@EVENTS("DamageDone")
def _damage_done(node: Node, scope: Scope) -> Any:
    kind = node.get("damage_kind")
    if kind not in ("Any", "CombatOnly"):
        raise NotKnown("damage that is not combat damage")
    who = _subject(node.need("valid_source"), scope)
    target = node.node("valid_target")
    to = "anything"
    if target is not None:
        if target.kind == "Player":
            to = "player"
        elif target.kind == "Typed":
            parts = {k: v for k, v in target.value.items() if v not in (None, [], {}) and k != "type"}
            known = {"opponent": {"controller": "Opponent"}, "creature": {"type_filters": ["Creature"]},
                     "planeswalker": {"type_filters": ["Planeswalker"]}}  # fmt: skip
            to = next((word for word, value in known.items() if value == parts), "")
        elif target.kind == "Controller":
            to = "you"
        else:
            to = ""
        if not to:
            raise NotKnown("damage to something special")
    if to in ("player", "opponent"):
        scope.that_player = "that" if scope.that in ("self", "attached") else None
    scope.amount = True
    return say("DealsDamage", who=who, to=to, combat=kind == "CombatOnly")


@EVENTS("DamageReceived")
def _damage_received(node: Node, scope: Scope) -> Any:
    card = node.need("valid_card")
    scope.amount = True
    return say("IsDealtDamage", who=_subject(card, scope))


@EVENTS("CounterAdded")
def _counter_added(node: Node, scope: Scope) -> Any:
    chapter = node.get("saga_chapter")
    if chapter is not None:
        node.asked |= {"counter_filter", "valid_card"}
        return Chapter(chapter)
    raise NotKnown("counters that are put")


@EVENTS("LifeGained", "LifeLost")
def _life(node: Node, scope: Scope) -> Any:
    who = node.need("valid_target")
    word = {"Controller": "you"}.get(who.kind)
    if who.kind == "Typed" and who.value.get("controller") == "Opponent":
        word = "opponent"
    if word is None:
        raise NotKnown("a player whose life changes")
    scope.amount = True
    scope.that_player = word
    if node.kind == "LifeGained":
        return say("GainsLife", who=word)
    return say("LosesLife") if word == "opponent" else say("LosesLife", who=word)


@EVENTS("Drawn", "Discarded", "Sacrificed")
def _player_does(node: Node, scope: Scope) -> Any:
    who = node.node("valid_target")
    word = "anyone" if who is None else {"Controller": "you", "Player": "anyone"}.get(who.kind)
    if who is not None and who.kind == "Typed":
        word = {"Opponent": "opponent", "You": "you"}.get(str(who.value.get("controller")))
    if word is None:
        raise NotKnown(f"event {node.kind}")
    card = node.node("valid_card")
    scope.that_player = word if word != "anyone" else "that" if node.kind == "Drawn" else None
    if node.kind == "Drawn":
        if card is not None:
            raise NotKnown("a card of some kind that is drawn")
        return say("Draws", who=word)
    filter = filter_of(card, scope) if card is not None else Filter()
    if filter.controller == "you" and word == "you":  # one sacrifices what one controls
        filter = replace(filter, controller=None)
    return say("Discards" if node.kind == "Discarded" else "Sacrifices", who=word, filter=filter)


@EVENTS("AttacksOrBlocks")
def _attacks_or_blocks(node: Node, scope: Scope) -> Any:
    node.get("valid_target")
    who = _subject(node.need("valid_card"), scope)
    return say("AnyOf", events=(say("Attacks", who=who), say("Blocks", who=who)))


@EVENTS("BlocksOrBecomesBlocked")
def _blocks_or_is_blocked(node: Node, scope: Scope) -> Any:
    who = _subject(node.need("valid_card"), scope)
    return say("AnyOf", events=(say("Blocks", who=who), say("BecomesBlocked", who=who)))


@EVENTS("DamageDoneOnceByController")
def _damage_done_together(node: Node, scope: Scope) -> Any:
    if node.get("damage_kind") != "CombatOnly" or node.need("valid_target").kind != "Player":
        raise NotKnown("damage of several at once")
    node.get("batched")
    who = filter_of(node.need("valid_source"), scope)
    scope.that_player = "that"
    return say("DealsDamage", who=who, to="player", combat=True, together=True)


@EVENTS("Transformed")
def _transformed(node: Node, scope: Scope) -> Any:
    if node.need("valid_card").kind != "SelfRef":
        raise NotKnown("something that transforms")
    return say("Transforms")


@EVENTS("BecomesTarget")
def _becomes_target(node: Node, scope: Scope) -> Any:
    who = _subject(node.need("valid_card"), scope)
    source = node.node("valid_source")
    by, spell = "anyone", False
    if source is not None:
        text = repr(source.value)
        if source.kind == "StackSpell":
            spell = True
        elif text.count("Opponent") == 2 and text.count("StackSpell") == 1 and text.count("StackAbility") == 1:
            by = "opponent"
        else:
            raise NotKnown("what makes something a target")
    filter = {} if who == "self" else {"filter": say("Filter", attached=True) if who == "attached" else who}
    return say("BecomesTarget", by=by, spell=spell, **filter)


@EVENTS("StateCondition")
def _state(node: Node, scope: Scope) -> Any:
    return say("Holds", condition=condition_of(node.need("condition"), scope))


@EVENTS("Taps")
def _taps(node: Node, scope: Scope) -> Any:
    card = node.need("valid_card")
    if card.kind == "SelfRef":
        scope.that = "self"
        return say("BecomesTapped")
    filter = filter_of(card, scope)
    scope.that = "that"
    return say("BecomesTapped", filter=filter)


@EVENTS("LeavesBattlefield")
def _leaves(node: Node, scope: Scope) -> Any:
    scope.died = True
    scope.that = "self"
    node.only("origin", "Battlefield")
    card = node.need("valid_card")
    if card.kind == "SelfRef":
        return say("Leaves", source=True)
    return say("Leaves", filter=filter_of(card, scope))


# ---------------------------------------------------------------------------------------------------------------- static


@dataclass(frozen=True)
class Keyword:
    """A rule that the notation calls a keyword."""

    word: str


def static_of(static: Node, scope: Scope) -> list[Any]:
    """A static ability."""
    mode = static.get("mode")
    condition = static.node("condition")
    affected = static.node("affected")
    if static.get("characteristic_defining"):
        found = [_size(static, scope)]
        static.asked.add("active_zones")
        static.close()
        return found
    anywhere = isinstance(mode, dict) and "ModifyCost" in mode and affected is not None and affected.kind == "SelfRef"
    static.only("active_zones", ["Battlefield"], *([static.value.get("active_zones")] if anywhere else []))
    if mode == "Continuous":
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
    if set(found) != {"power", "toughness"}:
        raise NotKnown("only one of power and toughness that is counted")
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
        elif name == "AddKeyword":
            changes["keywords"] = changes.get("keywords", frozenset()) | {granted_keyword(part.get("keyword"))}
        elif name in ("AddType", "AddSubtype", "SetPower", "SetToughness", "SetColor", "RemoveAllAbilities", "AddColor",
                      "AddAllCreatureTypes", "RemoveKeyword", "RemoveAllSubtypes"):  # fmt: skip
            change(part, changes)
        elif name == "AddStaticMode":
            rules += _rule(part.get("mode"), affected, static, scope)
        elif name in ("GrantAbility", "GrantTrigger"):
            changes["abilities"] = (*changes.get("abilities", ()), granted(part))
        else:
            raise NotKnown(f"a change {name}")
        part.close()
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
    return "attached" if _is_host(filter) and filter.types <= {"Creature"} else filter


def _is_host(filter: Filter) -> bool:
    """Whether a filter speaks of what the source is attached to, and says no more of it than its types."""
    return getattr(filter, "attached", False) and bool(filter == say("Filter", attached=True, types=filter.types))


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
    if not isinstance(mode, str) or mode in RULES:
        return combat_rule(mode, _who(affected, scope), scope)
    if mode == "CantUntap":
        return [say("DoesNotUntap", who=_who(affected, scope))]
    if mode == "CantBeCountered" and affected is not None and affected.kind == "SelfRef":
        return [Keyword("cannot be countered")]
    raise NotKnown(f"rule {mode}")


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
        if which != "Reduce" or spells is not None:
            raise NotKnown("a cost of this card")
        return say("CostsLessItself", n=n if dynamic is None else _product(n, dynamic, scope))
    if dynamic is not None:
        raise NotKnown("costs that are counted")
    whose = affected.get("controller")
    affected.only("type_filters", ["Card"])
    affected.only("properties")
    filter = filter_of(spells, scope) if spells is not None else Filter()
    if which == "Reduce" and whose == "You":
        return say("CostsLess", filter=filter, n=n)
    if which == "Raise" and whose in ("Opponent", None):
        return say("CostsMore", filter=filter, n=n, who="opponent" if whose else "each player")
    raise NotKnown(f"costs {which}")


# ---------------------------------------------------------------------------------------------------------------- replacements


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
