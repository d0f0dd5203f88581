"""The cards that a user keeps for good, and the pool of all known cards."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import platformdirs

from engine.cards.library import CardPool


def folder() -> Path:
    """Where the card files are that count in every run; it need not exist."""
    return platformdirs.user_data_path("compleat", appauthor=False) / "cards"


def keep(file: str | Path) -> Path:
    """Check every card of a card file and keep a copy of it for good. A file of the same name is replaced.

    Raises:
        NotationError: something in it is not the notation.
    """
    file = Path(file)
    pool = CardPool({}).with_file(file)
    for name in pool.names():
        pool.get(name)
    kept = folder() / file.with_suffix(".yaml").name
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, kept)
    return kept


def known_cards(files: Iterable[str | Path] = ()) -> CardPool:
    """The bundled cards, those that the user keeps for good, and those of these files, a later one in place of an earlier one.

    Raises:
        NotationError: a file cannot be read, or something in it is not the notation.
    """
    pool = CardPool.bundled()
    for file in (*sorted(folder().glob("*.yaml")), *files):
        pool = pool.with_file(file)
    return pool
