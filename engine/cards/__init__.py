"""Cards: their notation, the bundled pool, and explanations in plain words."""

from engine.cards.library import CardPool, UnknownCard
from engine.cards.place import NotationError

__all__ = ["CardPool", "NotationError", "UnknownCard"]
