"""Permanents and cards that change zones."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from engine.importing.instructions import EFFECTS, Effects, at_once, is_any_number, touched
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import (
    Scope,
    cards_and_whose,
    cards_of,
    counter_kind,
    every,
    filter_of,
    free,
    in_zone,
    number,
    player,
    thing,
    value_of,
)
from engine.vocabulary import Destroy, Exile, Filter, ReturnToHand, Sacrifice


@EFFECTS("Destroy")
def _destroy(node: Node, scope: Scope) -> Effects:
    return (Destroy(touched(node, scope), no_regeneration=bool(node.get("cant_regenerate"))),)


@EFFECTS("DestroyAll")
def _destroy_all(node: Node, scope: Scope) -> Effects:
    return (Destroy(every(node.need("target"), scope), no_regeneration=bool(node.get("cant_regenerate"))),)


_RETURNS_A_TARGET = re.compile(r"\breturn (?:up to \w+ )?(?:other |another )?target ")


@EFFECTS("Bounce")
def _bounce(node: Node, scope: Scope) -> Effects:
    if node.get("selection") is not None and not _RETURNS_A_TARGET.search(scope.text):
        node.value = {**node.value, "_resolution": True}
    what = touched(node, scope)
    if scope.returns:
        return (ReturnToHand(what, "exile"),)
    from_graveyard = (scope.died and what == scope.that and scope.event != "SpellCast") or (scope.in_graveyard and what == "self")
    return (ReturnToHand(what, "graveyard" if from_graveyard else "battlefield"),)


@EFFECTS("BounceAll")
def _bounce_all(node: Node, scope: Scope) -> Effects:
    return (ReturnToHand(every(node.need("target"), scope)),)


@EFFECTS("Sacrifice")
def _sacrifice(node: Node, scope: Scope) -> Effects:
    what = node.need("target")
    any_number = is_any_number(node, "sacrifice any number of ", {"type": "ObjectCount", "filter": what.value}, scope)
    n = 1 if any_number else number(node, "count", scope)
    node.only("min_count", 0)
    if any_number and what.kind not in ("Typed", "Or"):
        raise NotKnown("any number of something that is sacrificed")
    if what.kind in ("Typed", "Or"):
        filter = filter_of(what, scope)
        who = scope.you
        if filter.controller is not None:
            if what.value.get("controller") in ("ScopedPlayer", "TriggeringPlayer", "DefendingPlayer"):
                who = _sacrificing(what.value["controller"], filter, scope)
                filter = free(filter)
            elif filter.controller == "you":  # the one who sacrifices
                filter = free(filter)
            elif filter.controller == "target" and len(scope.targets) == 1:
                filter, who = free(filter), "target"
            else:
                raise NotKnown("a sacrifice of what another controls")
        return (Sacrifice(who, n, filter, any_number),)
    found = thing(what, scope)
    if n != 1 or not isinstance(found, str):
        raise NotKnown("a sacrifice of several")
    who = _by_whom(scope)
    if found == "self" and who == "you":
        return (Sacrifice("you", 1, say("Filter", source=True)),)
    return (say("SacrificeThem", what=found, who=who),)


_SACRIFICES_IT = re.compile(r"\b(?:(\w+) sacrifices|they sacrifice) (?:~|(?:it|them|this|that|the|those)\b)")


def _by_whom(scope: Scope) -> str:
    """Who sacrifices what is spoken of: you, where nobody else is named (701.21a)."""
    told = _SACRIFICES_IT.search(scope.text)
    if told is None:
        return "you"
    if told[1] == "controller":
        return "each player"  # whoever controls it
    if told[1] != "player" or scope.that_player is None:
        raise NotKnown("by whom something is sacrificed")
    return scope.that_player


def _sacrificing(kind: str, filter: Filter, scope: Scope) -> str:
    """The player who sacrifices something of their own ("that player sacrifices")."""
    if scope.within or filter.controller in ("target", "opponent"):
        return scope.you if scope.within else str(filter.controller)
    return str(scope.that_player) if filter.controller == "that" else scope.you


@EFFECTS("ChangeZoneAll")
def _change_zone_all(node: Node, scope: Scope) -> Effects:
    origin, destination = node.get("origin"), node.get("destination")
    if origin == "Graveyard":
        return _whole_graveyard(node, scope)
    if origin not in (None, "Battlefield") or node.get("library_position") or node.get("library_shuffle"):
        raise NotKnown(f"all of something from {origin} to {destination}")
    what = every(node.need("target"), scope)
    if destination == "Exile":
        return (Exile(what),)
    if destination == "Hand":
        return (ReturnToHand(what),)
    raise NotKnown(f"all of something from {origin} to {destination}")


def _whole_graveyard(node: Node, scope: Scope) -> Effects:
    """All cards of a graveyard, or all of a kind."""
    destination, which = node.get("destination"), node.need("target")
    if destination not in ("Exile", "Hand", "Battlefield") or node.get("library_position") or node.get("library_shuffle"):
        raise NotKnown(f"all of something from Graveyard to {destination}")
    if which.kind == "Player" or {k for k, v in which.value.items() if v} == {"type", "controller"}:
        filter, whose = Filter(), player(which, scope)
    elif (cards := in_zone(which)) is not None:
        filter, whose = cards_and_whose(cards, scope)
    else:
        raise NotKnown(f"all of something from Graveyard to {destination}")
    chosen = say("ChooseCards", filter=None if filter == Filter() else filter, zone="graveyard", whose=whose, every=True)
    scope.made = True
    if destination == "Battlefield":
        return (chosen, _all_return(node, chosen, scope))
    return (chosen, Exile("made") if destination == "Exile" else ReturnToHand("made", "graveyard"))


def _all_return(node: Node, chosen: Any, scope: Scope) -> Any:
    """All those cards put onto the battlefield at once. Auras among them would stay where nothing is for them to enchant."""
    filter = chosen.filter or Filter()
    kinds = [part.types | part.all_types for part in filter.any_of or (filter,)]
    under, tapped = node.get("enters_under"), bool(node.get("enter_tapped"))
    if any(not those or "Enchantment" in those for those in kinds):
        raise NotKnown("all of something from Graveyard to Battlefield")
    if under is None and (chosen.whose == "you" or "owners' control" in scope.text):
        return say("PutOntoBattlefield", what="made", under="owner", tapped=tapped)
    if under == "You" and "under your control" in scope.text:
        return say("PutOntoBattlefield", what="made", tapped=tapped)
    raise NotKnown("all of something from Graveyard to Battlefield")


_OF_THE_MILLED = re.compile(
    r"\bmill (?:an?|two|three|four|five|six|seven|eight|nine|ten|x) cards?\b.*"
    r"you may put an? (?:[a-z]+ |, |or )*card (?:milled this way|from among (?:them|the milled cards|those cards"
    r"|the cards milled this way)) (?:into your hand|onto the battlefield)\b"
)


def _one_of_the_milled(node: Node, scope: Scope) -> Effects | None:
    """A card from among those that were just milled, which a player may take."""
    among, to = node.need("target"), node.get("destination")
    if among.kind != "TrackedSetFiltered" or scope.affected != "Mill" or to not in ("Hand", "Battlefield"):
        return None
    if not _OF_THE_MILLED.search(scope.text) or "mills" in scope.text:
        raise NotKnown("cards among those that were milled")
    for name in ("origin", "enter_tapped", "enter_transformed", "enter_with_counters", "enters_attacking", "face_down_profile"):
        node.only(name)
    node.only("enters_under", "You")
    among.get("caused_by")
    among.get("id")
    filter = replace(cards_of(among.need("filter"), scope), among="made")
    among.close()
    chosen = say("ChooseCards", filter=filter, zone="graveyard", whose="you", n=1, up_to=True)
    scope.made, scope.parent = True, "made"
    return (chosen, ReturnToHand("made", "graveyard") if to == "Hand" else say("PutOntoBattlefield", what="made"))


_TWO_ABILITIES = re.compile(r"\bleaves the battlefield, return the exiled card")


@EFFECTS("ChangeZone")
def _change_zone(node: Node, scope: Scope) -> Effects:
    origin, destination = node.get("origin"), node.get("destination")
    if node.get("owner_library"):
        return _shuffled(node, scope)
    if node.get("up_to") and (chosen := _one_of_the_milled(node, scope)) is not None:
        return chosen
    for name in ("enters_attacking", "up_to", "face_down_profile"):
        if node.get(name):
            raise NotKnown(f"a change of zones with {name}")
    tapped, transformed = bool(node.get("enter_tapped")), bool(node.get("enter_transformed"))
    counters = node.get("enter_with_counters", [])
    under = node.get("enters_under")
    if node.value.get("_duration") == "UntilHostLeavesPlay" and _TWO_ABILITIES.search(scope.printed):
        node.value["_duration"] = None  # 607.2a: it does not say until when
    if node.value.get("_duration") == "UntilHostLeavesPlay":
        if destination != "Exile":
            raise NotKnown("a change of zones for a while")
        if (what := touched(node, scope)) == "made":
            raise NotKnown("a card exiled for a while")
        scope.made = True
        return (say("ExileUntil", what=what),)
    at_once(node)
    if (origin, destination) == ("Hand", "Battlefield") and node.value["_resolution"]:
        return (say("PutFromHand", filter=_hand_filter(node.need("target"), scope), tapped=tapped),)
    if destination != "Battlefield" and (tapped or transformed or counters):
        raise NotKnown("a change of zones of this kind")
    what = touched(node, scope)
    if (origin, destination) == ("Hand", "Exile") and what == "made" and scope.in_hand:
        return (say("Exile", what=what, source_zone="hand"),)
    if destination == "Exile" and origin in (None, "Battlefield", "Graveyard"):
        scope.made = True
        if what == "made" and scope.in_hand:
            return (say("Exile", what=what, source_zone="hand"),)
        still = origin != "Graveyard" and not scope.died and _may_have_left(what, scope)
        return (say("Exile", what=what, source_zone="battlefield") if still else Exile(what),)
    if origin == "Graveyard" and destination == "Hand":
        return (ReturnToHand(what, "graveyard"),)
    if destination == "Battlefield" and origin in ("Graveyard", "Exile", None):
        more: dict[str, Any] = {}
        if scope.returns and "under its owner's control" not in scope.text and "under their owners' control" not in scope.text:
            raise NotKnown("under whose control something returns")
        if under != "You" and not _is_yours(what, scope):
            more["under"] = "owner"
        if tapped:
            more["tapped"] = True
        if transformed:
            more["transformed"] = True
        if counters:
            pairs = [(counter_kind(kind), value_of(Node(n), scope)) for kind, n in counters]
            more["counters"] = tuple(say("EnteringCounters", kind=kind, n=n) for kind, n in pairs)
        return (say("PutOntoBattlefield", what=what, **more),)
    raise NotKnown(f"a change of zones from {origin or 'anywhere'} to {destination}")


def _shuffled(node: Node, scope: Scope) -> Effects:
    """Something that is shuffled into its owner's library."""
    at_once(node)
    what = touched(node, scope)
    if node.get("destination") != "Library" or what == "made" or (not scope.died and _may_have_left(what, scope)):
        raise NotKnown("something else that is shuffled into a library")
    scope.shuffled = True
    return (say("PutIntoLibrary", what=what, place="shuffled"),)


@EFFECTS("Shuffle")
def _shuffle(node: Node, scope: Scope) -> Effects:
    if not scope.shuffled or node.need("target").kind != "ParentTargetOwner":
        raise NotKnown("a library that is shuffled")
    scope.shuffled = False
    return ()


def _may_have_left(what: Any, scope: Scope) -> bool:
    """Whether the instruction finds a permanent only where it is (400.7): it is no target whose being there has been checked."""
    if what in ("that", "self", "attached"):
        return not (what == "self" and scope.spell)
    return scope.later and (what == "made" or (what == "target" and scope.targets[0].of == "permanent"))


def _is_yours(what: Any, scope: Scope) -> bool:
    """Whether a card is certainly owned by the one who puts it onto the battlefield."""
    last = scope.targets[-1] if scope.targets else None
    return what == "target" and last is not None and last.of == "card" and last.filter.controller == "you"


def _hand_filter(node: Node, scope: Scope) -> Filter:
    """Which cards of one's hand."""
    parts = node.nodes("filters") if node.kind == "Or" else [node]
    plain = []
    for part in parts:
        properties = [p for p in part.value.get("properties") or [] if p != {"type": "InZone", "zone": "Hand"}]
        if part.kind != "Typed" or len(properties) == len(part.value.get("properties") or []):
            raise NotKnown("a card of a hand")
        if part.value.get("controller") not in (None, "You"):
            raise NotKnown("a card of another hand")
        plain.append({**part.value, "properties": properties, "controller": None})
    return cards_of(Node({"type": "Or", "filters": plain}) if len(plain) > 1 else Node(plain[0]), scope)


@EFFECTS("Counter")
def _counter(node: Node, scope: Scope) -> Effects:
    return (say("Counter", what=touched(node, scope)),)


@EFFECTS("PutAtLibraryPosition")
def _into_library(node: Node, scope: Scope) -> Effects:
    place = node.need("position")
    node.only("count", {"type": "Fixed", "value": 1})
    if place.kind not in ("Top", "Bottom"):
        raise NotKnown("a place in a library")
    place.close()
    what = touched(node, scope)
    more = {"source_zone": "battlefield"} if what == "self" and not scope.died and not scope.spell else {}
    return (say("PutIntoLibrary", what=what, place=place.kind.lower(), **more),)
