"""Position files of every format."""

from __future__ import annotations

from pathlib import Path

from engine.formats.document import read_text
from engine.formats.yaml_position import parse_position
from engine.position import Position


def read_position(path: str | Path) -> Position:
    """The position in a file.

    Raises:
        PositionError: the file cannot be read or does not hold a position.
    """
    return parse_position(read_text(path), str(path))
