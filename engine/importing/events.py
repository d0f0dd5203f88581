"""Events of trees: what triggered abilities wait for, one small function for each kind."""

from __future__ import annotations

import re
from typing import Any

from engine.importing.nodes import Node, NotKnown, Table, say
from engine.importing.objects import (
    Scope,
    cards_of,
    condition_of,
    counter_kind,
    filter_of,
    free_of_you,
    is_host,
    is_mortal,
    whose_graveyard,
)
from engine.vocabulary import Chapter, Dies, Filter, StepBegins

EVENTS: Table[Any] = Table("event")

DAMAGE = frozenset({"DamageDone", "DamageDoneOnceByController", "DamageReceived"})
"""The events in which it matters what kind of damage is spoken of; the others have the kind as a filler."""


def event_of(node: Node, scope: Scope) -> Any:
    """The event that a trigger waits for."""
    if node.kind not in DAMAGE:
        node.only("damage_kind", "Any")
    return EVENTS.read(node, scope)


_POWER_OF_ATTACKERS = {"type": "Ref", "qty": {"type": "PropertyAggregate", "function": "Sum", "property": "Power", "source": {
    "type": "TrackedSet", "set": "TriggeringBatch"}}}  # fmt: skip


def company_of(condition: Node, scope: Scope) -> dict[str, Any] | None:
    """What the event of an attack says of who else attacks, which trees write as a condition; None if it is another condition."""
    if condition.kind == "Not" and condition.need("condition").kind == "MinCoAttackers":
        alone = condition.need("condition")
        alone.only("minimum", 1)
        alone.close()
        condition.close()
        return {"alone": True}
    if condition.kind == "MinCoAttackers":
        others = condition.node("filter")
        found: dict[str, Any] = {"others": condition.get("minimum")}
        if others is not None:
            found["other"] = filter_of(others, scope)
        condition.close()
        return found
    if condition.value.get("lhs") == _POWER_OF_ATTACKERS and condition.get("comparator") == "GE":
        least = condition.need("rhs")
        condition.asked.add("lhs")
        condition.close()
        return {"total_power": least.get("value")}
    if condition.kind != "AttackersDeclaredCount" or condition.get("comparator") != "GE":
        return None
    subject = condition.need("subject")
    if subject.kind != "Controller" or subject.get("scope") != "You":
        return None
    subject.get("filter")  # the event says it too
    subject.close()
    return {"least": condition.get("count")}


@EVENTS("ChangesZone")
def _changes_zone(node: Node, scope: Scope) -> Any:
    origin, destination = node.get("origin"), node.get("destination")
    node.get("valid_target")  # what the effect targets
    card = node.need("valid_card")
    filter = filter_of(card, scope)
    if node.get("batched"):
        return _change_zone_together(filter, origin, destination, scope)
    scope.that = "self" if card.kind == "SelfRef" else "that"
    if (origin, destination) == ("Battlefield", "Graveyard"):
        filter = whose_graveyard(filter, scope)
    if scope.that == "that":
        scope.that_player = filter.controller if filter.controller in ("you", "opponent") else "that's controller"
    if destination == "Battlefield" and origin is None:
        return _enters(card, filter)
    if origin == "Battlefield" and destination == "Graveyard":
        scope.died = True
        return _dies(card, filter, scope)
    raise NotKnown(f"a change of zones from {origin or 'anywhere'} to {destination or 'anywhere'}")


@EVENTS("ChangesZoneAll")
def _change_zones(node: Node, scope: Scope) -> Any:
    node.get("valid_target")
    node.get("batched")
    filter = filter_of(node.need("valid_card"), scope)
    return _change_zone_together(filter, node.get("origin"), node.get("destination"), scope)


def _change_zone_together(filter: Filter, origin: Any, destination: Any, scope: Scope) -> Any:
    """One or more objects that change zones at one time."""
    scope.amount = True
    if destination == "Battlefield" and origin is None:
        return say("Enters", filter=filter, together=True)
    if (origin, destination) == ("Battlefield", "Graveyard"):
        scope.died = True
        if is_mortal(filter):
            return say("Dies", filter=filter, together=True)
        return say("Leaves", filter=filter, to="graveyard", together=True)
    if origin == "Battlefield" and destination is None:
        scope.died = True
        return say("Leaves", filter=filter, together=True)
    raise NotKnown(f"several that change zones from {origin or 'anywhere'} to {destination or 'anywhere'}")


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
    dying = is_mortal(wanted)
    if others is None:
        return Dies(filter) if dying else say("Leaves", filter=filter, to="graveyard")
    if dying:
        return say("AnyOf", events=(Dies(source=True), Dies(others)))
    return say("AnyOf", events=(say("Leaves", source=True, to="graveyard"), say("Leaves", filter=others, to="graveyard")))


_HOST_CONTROLLER = re.compile(
    r"at the beginning of the [a-z ]+ of (?:enchanted|equipped) (?:creature|land|permanent|artifact|enchantment)'s controller, "
)


@EVENTS("Phase")
def _phase(node: Node, scope: Scope) -> Any:
    whose = node.value["_whose"]
    step = {"Upkeep": "upkeep", "End": "end", "PreCombatMain": "main1", "BeginCombat": "combat", "Draw": "draw",
            "EndCombat": "end of combat", "PostCombatMain": "main2"}.get(str(node.get("phase")))  # fmt: skip
    if step is None:
        raise NotKnown(f"the beginning of the {node.get('phase')}")
    host = _HOST_CONTROLLER.match(scope.text)
    if node.node("valid_target") is not None and node.value["valid_target"].get("type") == "ParentTargetController":
        if host is None or whose is not None:
            raise NotKnown("a step of another player's turn")
        scope.that_player, scope.parent = "that", "attached"
        return say("StepBegins", step=step, whose="attached's controller")
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
    if card is not None and card.kind == "SelfRef":
        scope.that = "self"
        return say("Casts", who="you", source=True)
    filter = cards_of(card, scope) if card is not None else Filter()
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
    """Which creature does it: "it" afterwards is that one, whatever the source is attached to by then."""
    if card.kind == "SelfRef":
        scope.that = "self"
        return "self"
    filter = Filter() if card.kind == "AttachedTo" else filter_of(card, scope)
    scope.that = "that"
    return "attached" if card.kind == "AttachedTo" or is_host(filter) else filter


@EVENTS("Attacks")
def _attacks(node: Node, scope: Scope) -> Any:
    attacked, target = node.get("attack_target_filter"), node.node("valid_target")
    who = _subject(node.need("valid_card"), scope)
    more: dict[str, Any] = dict(node.get("_company") or {})
    if attacked is not None:
        at_you = target is not None and target.kind == "Controller"
        if not at_you and target is not None and target.kind != "Player":
            raise NotKnown("what somebody attacks")
        more["at"] = {"Player": "you" if at_you else "player", "PlayerOrPlaneswalker": "you or planeswalker"}.get(attacked)
        if more["at"] is None or (attacked != "Player" and not at_you):
            raise NotKnown("what somebody attacks")
    scope.defending = who == "self" or getattr(who, "controller", None) == "you"
    return say("Attacks", who=who, **more)


@EVENTS("AttackerUnblocked")
def _unblocked(node: Node, scope: Scope) -> Any:
    node.get("valid_target")
    who = _subject(node.need("valid_card"), scope)
    scope.defending = who == "self" or getattr(who, "controller", None) == "you"
    return say("AttacksUnblocked", who=who)


@EVENTS("Blocks")
def _blocks(node: Node, scope: Scope) -> Any:
    who = _subject(node.need("valid_card"), scope)
    other = node.node("valid_target")
    return say("Blocks", who=who) if other is None else say("Blocks", who=who, each=True, what=_other_one(other, who, scope))


_BY_COLORLESS = re.compile(r"\bbecomes blocked by one or more colorless creatures, ")
"""Trees lose by what it becomes blocked."""


@EVENTS("BecomesBlocked")
def _becomes_blocked(node: Node, scope: Scope) -> Any:
    who = _subject(node.need("valid_card"), scope)
    other = node.node("valid_target")
    scope.defending = who == "self" or getattr(who, "controller", None) == "you"
    if node.get("batched"):
        if other is not None or isinstance(who, Filter) or not _BY_COLORLESS.search(scope.text):
            raise NotKnown("what several become blocked by")
        return say("BecomesBlocked", who=who, by=Filter(types=frozenset({"Creature"}), colorless=True))
    if other is None or other.kind == "Player" or not other.value.get("type_filters"):  # what the effect targets
        return say("BecomesBlocked", who=who)
    return say("BecomesBlocked", who=who, each=True, by=_other_one(other, who, scope))


def _other_one(other: Node, who: Any, scope: Scope) -> Filter:
    """The creature that a creature blocks or is blocked by, which "that creature" then means."""
    if isinstance(who, Filter):
        raise NotKnown("blocking by creatures of some kind")
    found = filter_of(other, scope)
    scope.parent = scope.that = "that"
    return found


@EVENTS("YouAttack")
def _you_attack(node: Node, scope: Scope) -> Any:
    card, attacked = node.node("valid_card"), node.get("attack_target_filter")
    node.get("batched")
    you = {"type": "Typed", "type_filters": [], "controller": "You", "properties": []}
    node.only("valid_target", you, {"type": "Controller"})
    if attacked not in (None, "Player"):
        raise NotKnown("what somebody attacks")
    more: dict[str, Any] = dict(node.get("_company") or {})
    if attacked == "Player":
        more["a_player"] = True
    if card is not None:
        filter = filter_of(card, scope)
        if filter.controller not in (None, "you"):
            raise NotKnown("attacks of others")
        more["filter"] = filter
    scope.amount = True
    scope.defending = True
    return say("PlayerAttacks", who="you", **more)


@EVENTS("EntersOrAttacks")
def _enters_or_attacks(node: Node, scope: Scope) -> Any:
    node.only("destination", "Battlefield")
    node.get("valid_target")
    if node.need("valid_card").kind != "SelfRef":
        raise NotKnown("something that enters or attacks")
    scope.that = "self"
    return say("AnyOf", events=(say("Enters", source=True), say("Attacks", who="self")))


_ONE_OR_ANOTHER = {
    str([("Player", None), ("Typed", ["Planeswalker"])]): "player or planeswalker",
    str([("Player", None), ("Typed", ["Battle"])]): "player or battle",
}


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
        elif target.kind == "Or":
            to = _ONE_OR_ANOTHER.get(str([(p.get("type"), p.get("type_filters")) for p in target.value["filters"]]), "")
            if any(part.get("properties") or part.get("controller") for part in target.value["filters"]):
                to = ""
            target.get("filters")
        else:
            to = ""
        if not to:
            raise NotKnown("damage to something special")
    if who == "attached":
        scope.that = "attached"  # the event is about what is dealt the damage
    if to in ("player", "opponent"):
        scope.that_player = "that" if scope.that in ("self", "attached") else None
    if to in ("creature", "planeswalker") and scope.that in ("self", "attached"):
        scope.struck = "that"
    scope.amount = True
    return say("DealsDamage", who=who, to=to, combat=kind == "CombatOnly")


@EVENTS("DamageReceived")
def _damage_received(node: Node, scope: Scope) -> Any:
    card, kind = node.node("valid_card"), node.get("damage_kind")
    player = node.node("valid_target")
    scope.amount = True
    if kind not in (None, "Any", "CombatOnly"):
        raise NotKnown("damage that is not combat damage")
    if card is not None:  # then the player is only whom the effect targets
        who = _subject(card, scope)
        scope.struck = scope.that
        return say("IsDealtDamage", who=who, combat=kind == "CombatOnly")
    if player is None or player.kind not in ("Controller", "Typed") or player.value.get("type_filters"):
        raise NotKnown("somebody who is dealt damage")
    word = "You" if player.kind == "Controller" else str(player.value.get("controller"))
    who = {"You": "you", "Opponent": "opponent"}.get(word)
    if who is None:
        raise NotKnown("somebody who is dealt damage")
    scope.that_player = who
    return say("IsDealtDamage", who=who, combat=kind == "CombatOnly")


@EVENTS("CounterAdded")
def _counter_added(node: Node, scope: Scope) -> Any:
    chapter = node.get("saga_chapter")
    if chapter is not None:
        node.asked |= {"counter_filter", "valid_card"}
        return Chapter(chapter)
    kind = node.get("counter_filter")
    node.get("batched")
    if kind is not None and kind.get("threshold") is not None:
        raise NotKnown("a number of counters that is reached")
    known = "any" if kind is None else counter_kind(kind.get("counter_type"))
    who = node.node("valid_target")
    by = "anyone" if who is None else {"Controller": "you"}.get(who.kind)
    if by is None:
        raise NotKnown("counters that somebody puts")
    card = node.need("valid_card")
    filter = filter_of(card, scope)
    scope.that = "self" if card.kind == "SelfRef" else "that"
    scope.amount = True
    return say("CountersPut", kind=known, filter=filter, by=by)


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


@EVENTS("LifePaid")
def _life_paid(node: Node, scope: Scope) -> Any:
    scope.amount = True
    return say("PaysLife")


_YOU_SACRIFICE = re.compile(r"^when(?:ever)? you sacrifice ")


@EVENTS("Drawn", "Discarded", "Sacrificed")
def _player_does(node: Node, scope: Scope) -> Any:
    who = node.node("valid_target")
    card = node.node("valid_card")
    word = "anyone" if who is None else {"Controller": "you", "Player": "anyone"}.get(who.kind)
    if who is not None and who.kind == "Typed":
        word = {"Opponent": "opponent", "You": "you"}.get(str(who.value.get("controller")))
    if node.kind == "Sacrificed" and _YOU_SACRIFICE.search(scope.text):  # somebody else is whom the effect targets
        word = "you"
    if word is None:
        raise NotKnown(f"event {node.kind}")
    nth = {} if node.value.get("_nth") is None else {"nth": node.value["_nth"]}
    scope.that_player = word if word != "anyone" else "that" if node.kind == "Drawn" else None
    if node.kind == "Drawn":
        if card is not None:
            raise NotKnown("a card of some kind that is drawn")
        return say("Draws", who=word, **nth)
    filter = (cards_of if node.kind == "Discarded" else filter_of)(card, scope) if card is not None else Filter()
    if word == "you":  # one sacrifices what one controls
        filter = free_of_you(filter)
    return say("Discards" if node.kind == "Discarded" else "Sacrifices", who=word, filter=filter)


@EVENTS("Exploited")
def _exploited(node: Node, scope: Scope) -> Any:
    node.only("valid_card", {"type": "Typed", "type_filters": ["Creature"], "controller": None, "properties": []})
    node.get("valid_target")  # what the effect targets
    if node.need("valid_source").kind != "SelfRef":
        raise NotKnown("something else that exploits a creature")
    scope.that, scope.died = "that", True
    return say("Exploits")


@EVENTS("CycledOrDiscarded")
def _cycled_or_discarded(node: Node, scope: Scope) -> Any:
    """To cycle a card is to discard it, so this is to discard one (702.29d)."""
    card = node.node("valid_card")
    who, filter = _who_cycles(node), Filter() if card is None else cards_of(card, scope)
    if filter.source:
        raise NotKnown("this card that is discarded")
    scope.that = "that"
    return say("Discards", who=who, filter=filter)


@EVENTS("Cycled")
def _cycled(node: Node, scope: Scope) -> Any:
    card = node.node("valid_card")
    who = _who_cycles(node)
    if card is not None and card.kind == "SelfRef":
        scope.that = "self"
        return say("Cycles", source=True)
    filter = cards_of(card, scope) if card is not None else Filter()
    scope.that = "that"
    return say("Cycles", who=who, filter=filter)


def _who_cycles(node: Node) -> str:
    who = node.node("valid_target")
    word = "anyone" if who is None else {"Controller": "you"}.get(who.kind)
    if word is None:
        raise NotKnown("somebody who cycles a card")
    return word


@EVENTS("CommitCrime")
def _crime(node: Node, scope: Scope) -> Any:
    if node.need("valid_target").kind != "Controller":
        raise NotKnown("somebody who commits a crime")
    return say("CommitsCrime", who="you")


@EVENTS("SpellCastOrCopy")
def _cast_or_copied(node: Node, scope: Scope) -> Any:
    who = node.need("valid_target")
    filter = filter_of(node.need("valid_card"), scope)
    if who.kind != "Controller":
        raise NotKnown("a spell that somebody casts or copies")
    scope.died, scope.that = True, "that"
    return say("AnyOf", events=(say("YouCast", filter=filter), say("Copies", filter=filter)))


@EVENTS("Untaps")
def _untaps(node: Node, scope: Scope) -> Any:
    node.get("valid_target")  # whom the effect targets
    return _turned("BecomesUntapped", node, scope)


@EVENTS("AttacksOrBlocks")
def _attacks_or_blocks(node: Node, scope: Scope) -> Any:
    node.get("valid_target")
    who = _subject(node.need("valid_card"), scope)
    return say("AnyOf", events=(say("Attacks", who=who), say("Blocks", who=who)))


@EVENTS("BlocksOrBecomesBlocked")
def _blocks_or_is_blocked(node: Node, scope: Scope) -> Any:
    who = _subject(node.need("valid_card"), scope)
    if (other := node.node("valid_target")) is not None:
        filter = _other_one(other, who, scope)
        return say("AnyOf", events=(say("Blocks", who=who, each=True, what=filter),
                                    say("BecomesBlocked", who=who, each=True, by=filter)))  # fmt: skip
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


@EVENTS("TurnFaceUp")
def _turned_face_up(node: Node, scope: Scope) -> Any:
    card = node.need("valid_card")
    node.get("valid_target")  # what the effect targets
    scope.that = "self" if card.kind == "SelfRef" else "that"
    filter = filter_of(card, scope)
    return say("TurnedFaceUp", source=True) if card.kind == "SelfRef" else say("TurnedFaceUp", filter=filter)


@EVENTS("BecomeMonstrous")
def _monstrous(node: Node, scope: Scope) -> Any:
    if node.need("valid_card").kind != "SelfRef":
        raise NotKnown("something that becomes monstrous")
    node.get("valid_target")  # what the effect targets
    scope.that = "self"
    return say("BecomesDesignated", designation="monstrous")


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
    scope.struck = None if who == "self" else scope.that  # of the source itself it could be the spell or ability
    filter = {} if who == "self" else {"filter": say("Filter", attached=True) if who == "attached" else who}
    return say("BecomesTarget", by=by, spell=spell, **filter)


@EVENTS("Unattach")
def _unattached(node: Node, scope: Scope) -> Any:
    """Trees say "permanent" where the text does; "that permanent" is what the source was attached to."""
    if node.need("valid_card").kind != "SelfRef":
        raise NotKnown("something else that becomes unattached")
    node.only("valid_target", {"type": "Typed", "type_filters": ["Permanent"], "controller": None, "properties": []})
    scope.that = "that"
    return say("BecomesUnattached")


@EVENTS("AbilityActivated")
def _activated(node: Node, scope: Scope) -> Any:
    """Mana abilities do not count; where the text does not say so they would."""
    if "mana ability" not in scope.text:
        raise NotKnown("mana abilities that are activated")
    who, card = node.node("valid_target"), node.node("valid_card")
    word = "anyone" if who is None else {"Controller": "you"}.get(who.kind)
    if who is not None and who.kind == "Typed" and not who.value.get("type_filters"):
        word = {"Opponent": "opponent"}.get(str(who.value.get("controller")))
    filter = Filter() if card is None else cards_of(card, scope)
    if word is None or filter.source or filter.attached:
        raise NotKnown("somebody who activates an ability")
    scope.that, scope.that_player = None, word if word != "anyone" else "that's controller"
    return say("Activates", who=word, filter=filter)


@EVENTS("BecomeRenowned")
def _renowned(node: Node, scope: Scope) -> Any:
    card = node.need("valid_card")
    scope.that = "self" if card.kind == "SelfRef" else "that"
    filter = {} if card.kind == "SelfRef" else {"filter": filter_of(card, scope)}
    return say("BecomesDesignated", designation="renowned", **filter)


@EVENTS("Exerted")
def _exerted(node: Node, scope: Scope) -> Any:
    card = node.need("valid_card")
    who = node.node("valid_target")
    if card.kind == "SelfRef":
        node.asked.add("valid_target")
        scope.that = "self"
        return say("Exerts")
    if who is None or who.kind != "Controller":
        raise NotKnown("somebody who exerts a creature")
    scope.that = "that"
    return say("Exerts", filter=filter_of(card, scope))


@EVENTS("StateCondition")
def _state(node: Node, scope: Scope) -> Any:
    return say("Holds", condition=condition_of(node.need("condition"), scope))


@EVENTS("Taps")
def _taps(node: Node, scope: Scope) -> Any:
    return _turned("BecomesTapped", node, scope)


def _turned(word: str, node: Node, scope: Scope) -> Any:
    """The source, or a permanent that the filter lets through, becomes tapped or untapped."""
    card = node.need("valid_card")
    if card.kind == "SelfRef":
        scope.that = "self"
        return say(word)
    filter = filter_of(card, scope)
    scope.that = "that"
    return say(word, filter=filter)


@EVENTS("LeavesBattlefield")
def _leaves(node: Node, scope: Scope) -> Any:
    scope.died = True
    node.only("origin", "Battlefield")
    node.get("valid_target")  # whom the effect targets
    card = node.need("valid_card")
    if card.kind == "SelfRef":
        scope.that = "self"
        return say("Leaves", source=True)
    filter = filter_of(card, scope)
    scope.that = "that"
    return say("Leaves", filter=filter)
