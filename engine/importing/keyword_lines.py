"""Lines that are a keyword ability which the notation writes as the abilities that it stands for (702)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from engine.importing.accounting import account_for
from engine.importing.costs import costs_of
from engine.importing.nodes import Node, NotKnown
from engine.importing.objects import Scope, filter_of
from engine.keywords import echo, ward
from engine.mana import parse_cost
from engine.vocabulary import (
    Activated,
    AddCounters,
    ColorsSpent,
    Costs,
    CostsLessItself,
    Enters,
    EntersWithCounters,
    Filter,
    May,
    Permanents,
    Search,
    Target,
    Triggered,
)

Meaning = Callable[[re.Match[str], dict[str, Any]], list[Any]]
LINES: list[tuple[re.Pattern[str], Meaning]] = []


def abilities_of_line(text: str, tree: dict[str, Any]) -> list[Any] | None:
    """The abilities that a line stands for, None if it is no such line.

    Raises:
        NotKnown: what it says is not understood.
    """
    for pattern, meaning in LINES:
        if match := pattern.fullmatch(text):
            return meaning(match, tree)
    return None


def _line(pattern: str) -> Callable[[Meaning], Meaning]:
    """Enter a function for lines of this form."""

    def enter(meaning: Meaning) -> Meaning:
        LINES.append((re.compile(pattern), meaning))
        return meaning

    return enter


def _of_tree(word: str, tree: dict[str, Any]) -> Any:
    """What the tree says of that keyword."""
    found = [keyword[word] for keyword in tree.get("keywords") or () if isinstance(keyword, dict) and word in keyword]
    if len(found) != 1:
        raise NotKnown(f"keyword {word.lower()}")
    return found[0]


@_line("Affinity for (.+)")
def _affinity(match: re.Match[str], tree: dict[str, Any]) -> list[Any]:
    """702.41a."""
    if match[1] == "tokens":
        counted = Filter(token=True, controller="you")
    else:
        counted = filter_of(Node({**_of_tree("Affinity", tree), "type": "Typed", "controller": "You"}), Scope(bare=True))
    found = CostsLessItself(Permanents(counted))
    account_for(f"this spell costs {{1}} less to cast for each {match[1]} you control", [found])
    return [found]


@_line(r"Level up ((?:\{[^}]+\})+)")
def _level_up(match: re.Match[str], tree: dict[str, Any]) -> list[Any]:
    """702.87a."""
    try:
        cost = parse_cost(match[1])
    except ValueError:
        raise NotKnown("a mana symbol") from None
    return [Activated(Costs(mana=cost), (AddCounters("self", "level"),), sorcery_speed=True)]


@_line(r"Ward—([^.]+)\.?")
def _ward(match: re.Match[str], tree: dict[str, Any]) -> list[Any]:
    """702.21a, with a cost that is more than mana."""
    said = Node(_of_tree("Ward", tree))
    kind, data = said.kind, said.get("data")
    said.close()
    if kind == "DiscardCard" and data is None:
        cost = Costs(discard=1)
    elif kind == "PayLife" and isinstance(data, int):
        cost = Costs(life=data)
    elif kind == "Sacrifice":
        cost = costs_of(Node({"type": kind, "target": data["filter"], "count": data["count"]}), Scope(text=match[1].lower()))
    else:
        raise NotKnown("keyword ward")
    account_for(match[1], [cost])
    return [ward(cost)]


@_line(r"Echo—([^.]+)\.?")
def _echo(match: re.Match[str], tree: dict[str, Any]) -> list[Any]:
    """702.30a, with a cost that is more than mana."""
    said = _of_tree("Echo", tree)
    cost = costs_of(Node(said["data"]), Scope(text=match[1].lower()))
    account_for(match[1], [cost])
    return [echo(cost)]


@_line("Sunburst")
def _sunburst(match: re.Match[str], tree: dict[str, Any]) -> list[Any]:
    """702.44a."""
    kind = "p1p1" if "Creature" in tree["card_type"]["core_types"] else "charge"
    return [EntersWithCounters(kind, ColorsSpent())]


@_line("Partner with (.+)")
def _partner_with(match: re.Match[str], tree: dict[str, Any]) -> list[Any]:
    """702.124j; what it says about decks is of no concern in a game."""
    search = Search(Filter(name=match[1]), who="target")
    return [Triggered(Enters(source=True), (May((search,), who="target"),), (Target("player"),))]
