"""The optimizer: finds the best play with CP-SAT and has the engine verify it.

`solve(position)` reaches the goal of a position or proves that it cannot be reached, `suggest(position)` finds the best play by
score; both return an `optimizer.answer.Answer`. The solver is loaded when they are first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from optimizer.solving import solve, suggest

__all__ = ["solve", "suggest"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        import importlib

        return getattr(importlib.import_module("optimizer.solving"), name)
    raise AttributeError(f"module 'optimizer' has no attribute {name!r}")
