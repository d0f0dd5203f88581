"""Events of trees: what triggered abilities wait for, one small function for each kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.importing.nodes import Node, NotKnown, Table, say
from engine.importing.objects import Scope, condition_of, filter_of, is_host
from engine.vocabulary import Chapter, Dies, Filter, StepBegins

EVENTS: Table[Any] = Table("event")

DAMAGE = frozenset({"DamageDone", "DamageDoneOnceByController"})
"""The events in which it matters what kind of damage is spoken of; the others have the kind as a filler."""


def event_of(node: Node, scope: Scope) -> Any:
    """The event that a trigger waits for."""
    if node.kind not in DAMAGE:
        node.only("damage_kind", "Any")
    return EVENTS.read(node, scope)


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
    if is_host(filter):
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
