"""Colours and mana symbols, which trees name in words."""

from __future__ import annotations

from typing import Any

from engine.importing.nodes import Node, NotKnown
from engine.mana import parse_cost

COLORS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G"}

SHARDS = {
    "White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C", "X": "X", "Snow": "S",
    "PhyrexianWhite": "W/P", "PhyrexianBlue": "U/P", "PhyrexianBlack": "B/P", "PhyrexianRed": "R/P", "PhyrexianGreen": "G/P",
    "TwoWhite": "2/W", "TwoBlue": "2/U", "TwoBlack": "2/B", "TwoRed": "2/R", "TwoGreen": "2/G",
}  # fmt: skip
"""The symbols that trees name in words; two colours side by side are a hybrid symbol."""


def mana_cost(node: Node) -> Any:
    """The mana cost that a tree writes as a number and a list of symbols."""
    if node.kind != "Cost":
        raise NotKnown(f"a cost {node.kind}")
    symbols = "".join(f"{{{_shard(shard)}}}" for shard in node.get("shards", []))
    generic = node.get("generic", 0)
    xs = symbols.count("{X}")
    text = "{X}" * xs + (f"{{{generic}}}" if generic or not symbols else "") + symbols.replace("{X}", "")
    node.close()
    try:
        return parse_cost(text)
    except ValueError:
        raise NotKnown("a mana symbol") from None


def _shard(word: str) -> str:
    if word in SHARDS:
        return SHARDS[word]
    for first in COLORS:
        if word.startswith(first) and word.removeprefix(first) in COLORS:
            return f"{COLORS[first]}/{COLORS[word.removeprefix(first)]}"
    raise NotKnown(f"mana symbol {word}")
