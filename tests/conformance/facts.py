"""The facts of scenarios, looked up in the state of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.objects import ObjectId, Result, count_of
from engine.view import ZONES
from tests.conformance.outcome import Failed, Unsupported
from tests.conformance.table import PLAYERS, Table

KEYS = {
    "life": {"player", "is"},
    "player_counters": {"player", "kind", "is"},
    "counters": {"perm", "kind", "is", "controller"},
    "pt": {"perm", "power", "toughness", "controller", "at_least"},
    "count": {"zone", "player", "card", "is"},
    "zone_size": {"zone", "player", "is"},
    "tapped": {"perm", "is", "controller"},
    "tapped_count": {"player", "card", "tapped", "is"},
    "damage": {"perm", "is", "controller"},
    "has": {"perm", "ability", "is", "controller"},
    "type": {"perm", "type", "is", "controller"},
    "emblems": {"player", "is"},
    "lost": {"player", "is"},
}


def check(table: Table, fact: Mapping[str, Any]) -> None:
    """Raises Failed if the fact does not hold, Unsupported if it is not known."""
    kind = fact["fact"]
    if kind not in KEYS:
        raise Unsupported(f"fact {kind}")
    strange = sorted(set(fact) - KEYS[kind] - {"fact"})
    if strange:
        raise Unsupported(f"fact {kind} with {', '.join(strange)}")
    if kind == "pt":
        _check_size(table, fact)
        return
    found, wanted = _value(table, fact), fact.get("is", True)
    if found != wanted:
        about = " ".join(str(v) for k, v in fact.items() if k not in ("fact", "is"))
        raise Failed(f"{kind} {about} is {found}, not {wanted}")


def _check_size(table: Table, fact: Mapping[str, Any]) -> None:
    wanted = (fact["power"], fact["toughness"])
    sizes = [(table.state.power(id), table.state.toughness(id)) for id in _permanents(table, fact)]
    if sizes.count(wanted) < fact.get("at_least", 1):
        raise Failed(
            f"{fact['perm']} is {' and '.join(f'{p}/{t}' for p, t in sizes) or 'not there'}, not {wanted[0]}/{wanted[1]}"
        )


def _value(table: Table, fact: Mapping[str, Any]) -> Any:
    state = table.state
    match fact["fact"]:
        case "life":
            return state.players[PLAYERS[fact["player"]]].life
        case "player_counters":
            return count_of(state.players[PLAYERS[fact["player"]]].counters, fact["kind"])
        case "counters":
            return count_of(state.counters(_permanent(table, fact)), fact["kind"])
        case "count":
            return len(_cards(table, fact["zone"], fact["player"], fact["card"]))
        case "zone_size":
            return len(_cards(table, fact["zone"], fact["player"], None))
        case "tapped":
            return state.battlefield[_permanent(table, fact)].tapped
        case "tapped_count":
            ids = _cards(table, "battlefield", fact["player"], fact["card"])
            return sum(state.battlefield[id].tapped is fact.get("tapped", True) for id in ids)
        case "damage":
            return state.battlefield[_permanent(table, fact)].damage
        case "has":
            return fact["ability"].lower() in {word.lower() for word in state.keywords(_permanent(table, fact))}
        case "type":
            id = _permanent(table, fact)
            traits = state.types(id) | state.subtypes(id) | state.supertypes(id)
            return fact["type"].lower() in {word.lower() for word in traits}
        case "emblems":
            return len(state.players[PLAYERS[fact["player"]]].emblems)
        case _:
            lost = {Result.NONE: (), Result.WON: ("B",), Result.LOST: ("A",), Result.DRAW: ("A", "B")}[state.result]
            return fact["player"] in lost


def _permanents(table: Table, fact: Mapping[str, Any]) -> list[ObjectId]:
    found = [id for id in table.find(fact["perm"]) if id in table.state.battlefield]
    if "controller" in fact:
        found = [id for id in found if table.state.controller(id) == PLAYERS[fact["controller"]]]
    return found


def _permanent(table: Table, fact: Mapping[str, Any]) -> ObjectId:
    return table.one(fact["perm"], _permanents(table, fact))


def _cards(table: Table, zone: str, player: str, name: str | None) -> list[ObjectId]:
    """The objects of a zone: on the battlefield of that controller, elsewhere of that owner."""
    state, side = table.state, PLAYERS[player]
    if zone == "battlefield":
        ids = [id for id, permanent in state.battlefield.items() if permanent.controller == side]
    elif zone == "stack":
        ids = [thing.id for thing in state.stack if thing.card and state.owner(thing.id) == side]
    elif zone in ZONES:
        if zone == "library":
            raise Unsupported("what is in a library of unknown cards")
        ids = [card.id for card in getattr(state.players[side], zone)]
    else:
        raise Unsupported(f"zone {zone}")
    if name is None:
        return ids
    if name.endswith(" (token)"):
        bare = name.removesuffix(" (token)")
        return [id for id in ids if id in state.battlefield and state.battlefield[id].token and state.name(id) == bare]
    return [id for id in ids if state.name(id) == name]
