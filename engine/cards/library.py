"""The pool of known cards: the bundled one and files of the user's own."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.cards.notation import read_card
from engine.cards.place import NotationError
from engine.vocabulary import CardDefinition

POOL = Path(__file__).parent / "pool"
"""Where the bundled card files are."""


class UnknownCard(Exception):
    """A name that no card of the pool has.

    Attributes:
        name: the name asked for.
        near: names of known cards that look like it, nearest first.
    """

    def __init__(self, name: str, near: tuple[str, ...]) -> None:
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"unknown card {name!r}{hint}")
        self.name = name
        self.near = near


class _Loader(yaml.CSafeLoader):
    """YAML in which only `true` and `false` are truth values (so that `on` is a word) and no key may come twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if len(set(keys)) != len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise yaml.constructor.ConstructorError(None, None, f"the key {twice!r} comes twice", node.start_mark)
        return super().construct_mapping(node, deep)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


class CardPool:
    """Cards by name. Entries are read from their notation when they are first asked for."""

    def __init__(self, entries: Mapping[str, tuple[str, Any]]) -> None:
        """`entries`: for each name its file and its notation."""
        self._entries = dict(entries)
        self._cards: dict[str, CardDefinition] = {}

    @staticmethod
    def bundled() -> CardPool:
        """The cards that ship with Compleat; always the same object."""
        return _bundled()

    @staticmethod
    def of(cards: Iterable[CardDefinition]) -> CardPool:
        """A pool of just these cards."""
        pool = CardPool({})
        for card in cards:
            pool._cards[card.name] = card
            pool._entries[card.name] = ("", None)
        return pool

    def get(self, name: str) -> CardDefinition:
        """The card of that name.

        Raises:
            UnknownCard: there is none.
            NotationError: its entry is not the notation (the bundled entries all are).
        """
        card = self._cards.get(name)
        if card is None:
            if name not in self._entries:
                raise UnknownCard(name, tuple(difflib.get_close_matches(name, self._entries, n=3, cutoff=0.6)))
            file, entry = self._entries[name]
            card = self._cards[name] = read_card(name, entry, file)
        return card

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(self._entries))

    def with_file(self, path: str | Path) -> CardPool:
        """This pool and the cards of a file; a card of the file takes the place of one of the same name.

        Raises:
            NotationError: the file cannot be read, or something in it is not the notation.
        """
        pool = CardPool(self._entries | read_entries(Path(path)))
        for name, (file, _) in pool._entries.items():
            if file == str(path):
                pool.get(name)
        return pool


def read_entries(path: Path, shown_as: str = "") -> dict[str, tuple[str, Any]]:
    """The entries of a card file, not yet read as cards, each with the file it came from."""
    file = shown_as or str(path)
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except (OSError, UnicodeDecodeError) as e:
        raise NotationError(file, "", "", f"cannot be read: {e}") from None
    except yaml.YAMLError as e:
        raise NotationError(file, "", "", f"is not YAML: {e}") from None
    except RecursionError:
        raise NotationError(file, "", "", "is nested too deeply") from None
    if not isinstance(document, dict):
        raise NotationError(file, "", "", "a card file has names of cards as keys and the cards as values")
    return {str(name): (file, entry) for name, entry in document.items()}


@cache
def _bundled() -> CardPool:
    entries: dict[str, tuple[str, Any]] = {}
    for path in sorted(POOL.glob("*.yaml")):
        entries |= read_entries(path, f"pool/{path.name}")
    return CardPool(entries)
