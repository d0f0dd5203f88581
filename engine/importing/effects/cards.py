"""Cards drawn, discarded, looked at, searched for."""

from __future__ import annotations

from typing import Any

from engine.importing.instructions import CHAINS, EFFECTS, Effects, no_more, until_of
from engine.importing.nodes import Node, NotKnown, say
from engine.importing.objects import Scope, cards_of, number, player, thing, value_of
from engine.vocabulary import Discard, Draw, Mill, Scry


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
    n = number(node, "count", scope)
    if node.get("random") or node.get("filter") or node.get("self_ref"):
        raise NotKnown("a discard at random or of some kind")
    return (Discard(player(node.node("target"), scope), n),)


@EFFECTS("Scry", "Surveil")
def _scry(node: Node, scope: Scope) -> Effects:
    if player(node.node("target"), scope) != "you":
        raise NotKnown(f"{node.kind} by another player")
    n = number(node, "count", scope)
    return (Scry(n) if node.kind == "Scry" and isinstance(n, int) else say(node.kind, n=n),)


@EFFECTS("RevealHand")
def _reveal_hand(node: Node, scope: Scope) -> Effects:
    """A hand that is looked at or revealed, and a card of it that is chosen."""
    node.only("reveal", True)
    which = node.need("cards_of")
    whose = player(node.node("target"), scope)
    if which.kind == "None":
        return (say("LookAtHand", who=whose),)
    filter = None if which.kind == "Any" else cards_of(which, scope)
    up_to = bool(node.get("choice_optional"))
    scope.made, scope.parent, scope.in_hand = True, "made", True
    return (say("ChooseCards", filter=filter, whose=whose, up_to=up_to),)


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
    count = search.need("count")
    n = count.get("max", {}).get("value") if count.kind == "UpTo" else value_of(count, scope)
    search.close()
    put = ability.need("sub_ability")
    move = put.need("effect")
    if move.kind == "Shuffle" and isinstance(n, int):
        whose = {} if searcher == "you" else {"who": searcher}
        return _searched(ability, say("Search", filter=filter, n=n, to="library", **whose), _on_top(put))
    if not isinstance(n, int) or move.kind != "ChangeZone" or move.get("origin") != "Library":
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
    if to not in ("hand", "battlefield") or shuffled.kind != "Shuffle" or (under and to != "battlefield"):
        raise NotKnown("a search whose card goes to a strange place")
    shuffled.only("target", {"type": "Controller"})
    shuffled.close()
    shuffle.only("kind", "Spell")
    after = shuffle.node("sub_ability")
    shuffle.close()
    more = {} if searcher == "you" else {"who": searcher}
    return _searched(ability, say("Search", filter=filter, n=n, to=to, tapped=tapped, **more), after)


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
    if until not in ("end of turn", "end of your next turn", "your next turn"):
        raise NotKnown("cards in exile that may be played for another time")
    found = (say("ExileToPlay", n=n, until=until, cast_only=cast_only),)
    return ((say("May", effects=found),) if ability.get("optional") else found), after


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


CHAINS["SearchLibrary"] = _search_chain
CHAINS["ExileTop"] = _exile_to_play
