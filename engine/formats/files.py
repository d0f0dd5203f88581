"""Position files of every format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.formats.document import read_text
from engine.formats.pzl import looks_like_pzl, parse_pzl
from engine.formats.yaml_position import parse_position
from engine.position import Position


def read_position(path: str | Path, library_irrelevant: bool = False) -> Position:
    """The position in a file; a name that ends in `.pzl`, or a first line `[metadata]` or `[state]`, means Forge's format.

    `library_irrelevant`: treat both libraries as unknown cards that do not matter, whatever the file says.

    Raises:
        PositionError: the file cannot be read or does not hold a position.
    """
    text = read_text(path)
    file = str(path)
    is_pzl = file.lower().endswith(".pzl") or looks_like_pzl(text)
    position = parse_pzl(text, file) if is_pzl else parse_position(text, file)
    if library_irrelevant:
        you, opponent = (replace(p, library=None) for p in (position.you, position.opponent))
        return replace(position, you=you, opponent=opponent)
    return position
