"""The instructions of trees, by subject: one small function for each kind of node.

Importing this package fills the tables of `engine.importing.instructions`.
"""

from engine.importing.effects import cards, counters, permanents, players, structure, tokens, zones

__all__ = ["cards", "counters", "permanents", "players", "structure", "tokens", "zones"]
