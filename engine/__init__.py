"""The rules engine: knows Magic: The Gathering, and no solver.

`replay(position, line)` carries a written line out; `engine.formats.read_position` reads positions from files. What stands here
is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.line import LineError, replay
    from engine.position import Position
    from engine.state import State

__all__ = ["LineError", "Position", "State", "replay"]

_HOMES = {"LineError": "engine.line", "Position": "engine.position", "State": "engine.state", "replay": "engine.line"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'engine' has no attribute {name!r}")
