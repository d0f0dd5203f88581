"""The concrete meaning of every effect (608, 701), by subject; importing the package fills the table `meaning.EFFECTS`."""

from engine.effects import cards, combat, counters, free, mana, permanents, players, structure, tokens, zones

__all__ = ["cards", "combat", "counters", "free", "mana", "permanents", "players", "structure", "tokens", "zones"]
