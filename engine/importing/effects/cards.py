"""Cards drawn, discarded, looked at, searched for."""

from __future__ import annotations

import re
from typing import Any

from engine.importing.instructions import CHAINS, EFFECTS, Effects, is_any_number, multi_of, no_more, touched, until_of
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, cards_of, in_zone, number, player, thing, value_of
from engine.vocabulary import Draw, Each, Filter, Mill, Range
from engine.words import CARD_TYPES


@EFFECTS("Draw")
def _draw(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    return (Draw(player(node.node("target"), scope), n),)


@EFFECTS("Mill")
def _mill(node: Node, scope: Scope) -> Effects:
    node.only("destination", "Graveyard")
    n = number(node, "count", scope)
    return (Mill(player(node.node("target"), scope), n),)


@EFFECTS("Discard")
def _discard(node: Node, scope: Scope) -> Effects:
    any_number = is_any_number(node, "discard any number of cards", {"type": "HandSize", "player": {"type": "Controller"}}, scope)
    n = 1 if any_number else number(node, "count", scope)
    if node.get("self_ref"):
        raise NotKnown("a discard of the card itself")
    random = {"at_random": True} if node.get("random") else {}
    if any_number:
        if random:
            raise NotKnown("any number of cards discarded at random")
        random = {"any_number": True}
    which = node.node("filter")
    filter = None if which is None else cards_of(which, scope)
    if filter is not None and (filter.controller is not None or filter.other):
        raise NotKnown("a discard of some kind")
    return (say("Discard", who=player(node.node("target"), scope), n=n, filter=filter, **random),)


@EFFECTS("Scry", "Surveil")
def _scry(node: Node, scope: Scope) -> Effects:
    if player(node.node("target"), scope) != "you":
        raise NotKnown(f"{node.kind} by another player")
    n = number(node, "count", scope)
    return (say(node.kind, n=n),)


@EFFECTS("Explore")
def _explore(node: Node, scope: Scope) -> Effects:
    """The tree does not tell what explores, so the line has to."""
    if not _EXPLORES_ITSELF.search(scope.text) or scope.text.count("explores") != len(_EXPLORES_ITSELF.findall(scope.text)):
        raise NotKnown("what explores")
    return (say("Explore"),)


_EXPLORES_ITSELF = re.compile(r"~ explores|(?<=^when ~ enters, )it explores|(?<=, then )it explores(?= again)")
"""How a line tells that what explores is the card itself."""


@EFFECTS("RevealUntil")
def _reveal_until(node: Node, scope: Scope) -> Effects:
    if number(node, "count", scope) != 1:
        raise NotKnown("cards revealed until there are several")
    to, rest, order = node.get("kept_destination"), node.get("rest_destination"), node.get("rest_order")
    if rest == "Library" and order is None:
        place = "shuffle" if "shuffle" in scope.text else "bottom" if "in any order" in scope.text else None
    elif rest == "Library":
        place = "bottom at random" if order == "random" and "shuffle" not in scope.text else None
    else:
        place = {"Graveyard": "graveyard", "Exile": "exile"}.get(str(rest))
    kept = {"Hand": "hand", "Battlefield": "battlefield", "Graveyard": "graveyard", "Exile": "exile"}.get(str(to))
    if place is None or kept is None:
        raise NotKnown("where revealed cards go")
    who = player(node.need("player"), scope)
    if who != "you" and kept == "battlefield":
        raise NotKnown("under whose control a revealed card enters")
    scope.parent, scope.made = "made", True
    tapped = {"tapped": True} if node.get("enter_tapped") else {}
    return (say("RevealUntil", who=who, found=cards_of(node.need("filter"), scope), to=kept, rest=place, **tapped),)


@EFFECTS("Discover")
def _discover(node: Node, scope: Scope) -> Effects:
    """701.57a."""
    most = number(node, "mana_value_limit", scope)
    return (say("CastFromTop", found=Filter(but_not=frozenset({"Land"}), mana_value=Range(most=most)), otherwise="hand"),)


@EFFECTS("Connive")
def _connive(node: Node, scope: Scope) -> Effects:
    if multi_of(node) not in ((1, 1), (0, 1)):
        raise NotKnown("several that connive")
    return (say("Connive", what=touched(node, scope), n=number(node, "count", scope)),)


@EFFECTS("RevealHand")
def _reveal_hand(node: Node, scope: Scope) -> Effects:
    """A hand that is looked at or revealed, and a card of it that is chosen."""
    node.only("reveal", True)
    which = node.need("card_filter")
    whose = player(node.node("target"), scope)
    if which.kind == "None":
        return (say("LookAtHand", who=whose),)
    filter = None if which.kind == "Any" else cards_of(which, scope)
    up_to = bool(node.get("choice_optional"))
    scope.made, scope.parent, scope.in_hand = True, "made", True
    return (say("ChooseCards", filter=filter, whose=whose, up_to=up_to),)


def _reveal_top(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """Cards that are revealed from the top of the library, of which those of a kind go into the hand and the rest elsewhere."""
    reveal = ability.need("effect")
    if player(reveal.need("player"), scope) != "you":
        raise NotKnown("cards of another player's library")
    n = number(reveal, "count", scope)
    reveal.close()
    ability.only("kind", "Spell", "Activated")
    ability.get("target_choice_timing")
    no_more(ability)
    found = ability.node("sub_ability")
    if found is None or ability.get("optional"):
        raise NotKnown("cards that are only revealed")
    if (condition := found.node("condition")) is not None:
        effect = _one_revealed(found, condition, n)
        return (effect,), found.node("sub_ability")
    effect, rest = _all_of_a_kind(found, n, scope)
    return (effect,), rest.node("sub_ability")


_RESTS = {"Hand": "hand", "Graveyard": "graveyard", "Library": "bottom", "Battlefield": "battlefield"}


def _one_revealed(found: Node, condition: Node, n: Any) -> Any:
    """The top card goes to one place if it is of a kind, and to another one if not."""
    otherwise = found.node("else_ability")
    types = condition.get("card_types", [])
    if n != 1 or condition.kind != "RevealedHasCardType" or not types:
        raise NotKnown("a card that is revealed")
    condition.close()
    to, rest = _where(found), "top" if otherwise is None else _where(otherwise)
    for part in (found, otherwise):
        if part is not None:
            part.only("kind", "Spell")
            part.get("target_choice_timing")
    found.asked.add("sub_ability")
    found.close()
    if otherwise is not None:
        otherwise.close()
    if to not in ("hand", "battlefield") or rest not in ("hand", "graveyard", "bottom", "top"):
        raise NotKnown("a card that is revealed")
    if not set(types) <= set(CARD_TYPES):
        raise NotKnown("a card that is revealed")
    return say("Look", n=1, filter=Filter(types=frozenset(types)), must=True, to=to, rest=rest)


def _where(ability: Node) -> str:
    """Where the card goes that was revealed."""
    move = ability.need("effect")
    if move.kind == "PutAtLibraryPosition":
        to = {"Bottom": "bottom"}.get(move.need("position").kind, "")
        move.only("count", {"type": "Fixed", "value": 1})
    else:
        if move.kind != "ChangeZone":
            raise NotKnown("a card that is revealed")
        to = _RESTS.get(str(move.get("destination")), "")
        move.only("enters_under", "You")
        if to == "bottom":
            raise NotKnown("a card that is revealed")
    move.only("target", {"type": "ParentTarget"})
    move.close()
    return to


def _all_of_a_kind(found: Node, n: Any, scope: Scope) -> tuple[Any, Node]:
    """All cards of a kind among those that were revealed go into the hand, the rest into the graveyard or to the bottom."""
    move, rest = found.need("effect"), found.need("sub_ability")
    which, other = move.need("target"), rest.need("effect")
    if (move.kind, other.kind, which.kind) != ("ChangeZoneAll", "ChangeZoneAll", "TrackedSetFiltered"):
        raise NotKnown("cards that are revealed")
    filter_node = which.need("filter")
    not_those = other.need("target").value.get("filter")
    if move.get("destination") != "Hand" or not_those != {"type": "Not", "filter": filter_node.value} or not isinstance(n, int):
        raise NotKnown("cards that are revealed")
    filter = cards_of(filter_node, scope)
    to = _RESTS.get(str(other.get("destination")))
    if to == "bottom":
        other.only("library_position", {"type": "Bottom"})
    if to not in ("graveyard", "bottom"):
        raise NotKnown("cards that are revealed")
    which.only("id", 0)
    for node in (which, move, other):
        node.close()
    for part in (found, rest):
        part.only("kind", "Spell")
        part.get("target_choice_timing")
    rest.asked.add("sub_ability")
    found.close()
    rest.close()
    return say("Look", n=n, filter=filter, most=n, must=True, to="hand", rest=to), rest


@EFFECTS("DiscardCard")
def _discard_card(node: Node, scope: Scope) -> Effects:
    node.only("count", 1)
    if not scope.in_hand or thing(node.need("target"), scope) != "made":
        raise NotKnown("a card that is discarded")
    return (say("DiscardThem", what="made"),)


def _search_chain(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """A search, what happens to the card and the shuffle, which are three instructions in a tree; and what comes after them."""
    search = ability.need("effect")
    ability.get("target_choice_timing")
    ability.only("kind", "Spell", "Activated")
    who = search.node("target_player")
    searcher = player(who, scope) if who is not None else "you"
    filter_node = search.need("filter")
    if filter_node.kind == "Any":
        raise NotKnown("a search for any card")
    filter = cards_of(filter_node, scope)
    search.get("reveal")
    both = search.get("source_zones") == ["Graveyard", "Library"]
    count = search.need("count")
    n = value_of(Node(count.get("max", {})) if count.kind == "UpTo" else count, scope)
    search.close()
    put = ability.need("sub_ability")
    move = put.need("effect")
    if (n != 1 and count.kind != "UpTo") or (count.kind == "UpTo" and filter == Filter()):
        raise NotKnown("a search for so many cards")
    if move.kind == "Shuffle" and isinstance(n, int):
        whose = {} if searcher == "you" else {"who": searcher}
        return _searched(ability, say("Search", filter=filter, n=n, to="library", **whose), _on_top(put))
    if both:
        return _searched(ability, say("Search", filter=filter, n=n, graveyard=True), _from_either(put, scope))
    if move.kind != "ChangeZone" or move.get("origin") != "Library":
        raise NotKnown("a search whose card goes to a strange place")
    to, tapped = str(move.get("destination")).lower(), bool(move.get("enter_tapped"))
    move.only("target", {"type": "Any"})
    under = move.get("enters_under")
    move.only("enters_under", "You")
    move.close()
    put.only("kind", "Spell")
    put.get("target_choice_timing")
    shuffle = put.need("sub_ability")
    if put.get("forward_result"):  # what follows speaks of the cards that were found
        scope.made = True
        scope.parent = "made"
    put.close()
    shuffled = shuffle.need("effect")
    if to not in ("hand", "battlefield", "graveyard") or shuffled.kind != "Shuffle" or (under and to != "battlefield"):
        raise NotKnown("a search whose card goes to a strange place")
    shuffled.only("target", {"type": "Controller"})
    shuffled.close()
    shuffle.only("kind", "Spell")
    after = shuffle.node("sub_ability")
    shuffle.close()
    more = {} if searcher == "you" else {"who": searcher}
    return _searched(ability, say("Search", filter=filter, n=n, to=to, tapped=tapped, **more), after)


_EITHER = re.compile(
    r"search your library and/or graveyard for .*, and put it into your hand\. "
    r"if you search(?:ed)? your library this way, shuffle"
)


def _from_either(put: Node, scope: Scope) -> Node | None:
    """What comes after a search of the library or the graveyard, and what a tree says of the card that was found."""
    moves: list[Any] = []
    node: Node | None = put
    while node is not None and len(moves) < 3:
        moves.append((node.need("effect").kind, node.value["effect"].get("destination")))
        node = node.node("sub_ability")
    if moves != [("ChangeZone", "Hand"), ("ChangeZone", "Hand"), ("Shuffle", None)] or not _EITHER.search(scope.text):
        raise NotKnown("a search of several zones")
    return node


def _searched(ability: Node, search: Any, after: Node | None) -> tuple[Effects, Node | None]:
    found: Effects = (search,)
    if ability.get("optional"):
        found = (say("May", effects=found),)
    no_more(ability)
    return found, after


def _on_top(shuffle: Node) -> Node | None:
    """What comes after "shuffle and put that card on top"."""
    shuffle.need("effect").only("target", {"type": "Controller"})
    put = shuffle.need("sub_ability")
    move = put.need("effect")
    if move.kind != "PutAtLibraryPosition" or move.need("position").kind != "Top" or move.need("target").kind != "Any":
        raise NotKnown("a search whose card goes to a strange place")
    move.only("count", {"type": "Fixed", "value": 1})
    move.close()
    after = put.node("sub_ability")
    for node in (shuffle, put):
        node.only("kind", "Spell")
        node.get("target_choice_timing")
        node.close()
    return after


def _exile_to_play(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """Cards exiled from the top of the library and the permission to play them, which are two instructions in a tree."""
    exile = ability.need("effect")
    if player(exile.need("player"), scope) != "you" or exile.need("position").kind != "Top":
        raise NotKnown("cards exiled from a library")
    n = number(exile, "count", scope)
    exile.close()
    ability.only("kind", "Spell", "Activated")
    grant = ability.need("sub_ability")
    effect = grant.need("effect")
    if effect.kind != "GrantCastingPermission" or grant.get("optional"):
        raise NotKnown("cards exiled from a library")
    permission = effect.need("permission")
    effect.only("target", {"type": "TrackedSet", "id": 0})
    effect.close()
    if permission.kind != "PlayFromExile":
        raise NotKnown("a permission for cards in exile")
    permission.only("granted_to", 0)
    permission.only("mode", "Cast")
    cast_only = permission.get("mode") == "Cast"
    until = until_of(permission)
    permission.close()
    grant.only("kind", "Spell")
    grant.get("duration")
    grant.get("target_choice_timing")
    after = grant.node("sub_ability")
    grant.close()
    no_more(ability)
    if until not in ("end of turn", "end of your next turn", "your next turn", "your next end step"):
        raise NotKnown("cards in exile that may be played for another time")
    found = (say("ExileToPlay", n=n, until=until, cast_only=cast_only),)
    return ((say("May", effects=found),) if ability.get("optional") else found), after


_NOT_INTO_A_GRAVEYARD = re.compile(r"if that spell would be put into (?:your|a) graveyard, exile it instead")
_INTO_EXILE = {"type": "ChangeZone", "destination": "Exile", "target": {"type": "ParentTarget"}}


def _cast_free(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """A card that may be cast without paying its mana cost as the instruction is carried out (608.2g): one of the hand, or a
    target in a graveyard; and that it is exiled afterwards, which is one more instruction in a tree."""
    effect, after = ability.need("effect"), ability.node("sub_ability")
    if not ability.get("optional") or not effect.get("without_paying_mana_cost"):
        raise NotKnown("effect CastFromZone")
    no_more(ability)
    ability.only("kind", "Spell", "Activated")
    ability.only("target_choice_timing", "Resolution")
    if ability.get("duration") not in (None, "Permanent") or ability.get("optional_targeting"):
        raise NotKnown("effect CastFromZone for a while")
    effect.only("mode", "Cast")
    effect.only("driver", "DuringResolution")
    at = effect.need("target")
    if (limit := effect.node("constraint")) is not None:
        told = {"type": "Cmc", **limit.get("data", {})}
        if limit.kind != "ManaValue" or told not in (at.value.get("properties") or ()):
            raise NotKnown("a spell with a limit that is cast")
    effect.close()
    in_hand = in_zone(at, "Hand")
    if in_hand is not None:
        filter = cards_of(in_hand, scope)
        if filter.controller != "you" or scope.you != "you":
            raise NotKnown("a card of another hand that is cast")
        return (say("CastFree", what=Each(filter, "hand")),), after
    if in_zone(at) is None or ability.value.get("target_choice_timing"):
        raise NotKnown("effect CastFromZone")
    what = thing(at, scope)
    exiled = _NOT_INTO_A_GRAVEYARD.search(scope.text) is not None
    if exiled:
        move = {} if after is None else {k: v for k, v in after.value["effect"].items() if v not in (None, False, [], {}, 0)}
        if move != _INTO_EXILE or after is None or after.value.get("condition"):
            raise NotKnown("a spell that is exiled instead of going into a graveyard")
        after = after.node("sub_ability")
    return (say("CastFree", what=what, then_exiled=exiled),), after


_WHILE_EXILED = re.compile(
    r"you may (?P<verb>cast|play) (?:that card|it) for as long as it remains exiled"
    r"(?P<any>, and mana of any (?:type|color) can be spent to cast (?:that spell|it))?(?:\.|$)"
)


@EFFECTS("GrantCastingPermission")
def _permitted(node: Node, scope: Scope) -> Effects:
    """A card that was exiled just now and may be played as long as it is there."""
    told = _WHILE_EXILED.search(scope.text)
    permission, which = node.need("permission"), node.need("target")
    if told is None or not scope.made or permission.kind != "PlayFromExile" or which.kind not in ("TrackedSet", "ParentTarget"):
        raise NotKnown("effect GrantCastingPermission")
    which.get("id")
    which.close()
    permission.only("granted_to", 0)
    permission.only("duration", "Permanent")
    permission.only("mode", "Cast")
    any_mana = permission.get("mana_spend_permission")
    permission.close()
    casts = permission.get("mode") == "Cast"
    if any_mana not in (None, "AnyTypeOrColor") or (any_mana is None) == bool(told["any"]) or casts != (told["verb"] == "cast"):
        raise NotKnown("effect GrantCastingPermission")
    return (say("PermitPlay", what="made", until="forever", cast_only=casts, any_mana=any_mana is not None),)


@EFFECTS("Dig")
def _look(node: Node, scope: Scope) -> Effects:
    if player(node.node("player"), scope) != "you":
        raise NotKnown("cards of another player's library")
    n = number(node, "count", scope)
    keep, to = node.get("keep_count", 0), str(node.get("destination")).lower()
    filter = node.need("filter")
    more: dict[str, Any] = {} if filter.kind == "Any" else {"filter": cards_of(filter, scope)}
    rest = {"Library": "bottom", "Graveyard": "graveyard"}.get(str(node.get("rest_destination")))
    node.get("reveal")
    if (order := node.get("rest_order", "any")) == "random" and rest == "bottom":
        rest = "bottom at random"
    elif order not in ("any", "random"):
        raise NotKnown("cards put away in another order")
    if (keep, to, node.value.get("rest_destination")) == (0, "library", "Library") and not more:
        node.asked |= set(node.value)
        return (say("Look", n=n, most=0, rest="top"),)
    up_to = bool(node.get("up_to"))
    if rest is None or to not in ("hand", "battlefield", "library") or not isinstance(keep, int) or not 0 < keep < 100:
        raise NotKnown("a look at cards of this kind")
    if node.get("enters_attacking"):
        raise NotKnown("a card that enters attacking")
    if node.get("enter_tapped"):
        more["tapped"] = True
    return (say("Look", n=n, most=keep, must=not up_to, to=to, rest=rest, **more),)


CHAINS["CastFromZone"] = _cast_free
CHAINS["SearchLibrary"] = _search_chain
CHAINS["ExileTop"] = _exile_to_play
CHAINS["RevealTop"] = _reveal_top
