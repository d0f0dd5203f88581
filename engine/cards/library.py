"""The pool of known cards: the bundled one and files of the user's own."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.cards.notation import read_card
from engine.cards.place import NotationError
from engine.vocabulary import CardDefinition

POOL = Path(__file__).parent / "pool"
"""Where the bundled card files are."""

READ_AT_ONCE = 1_000_000
"""Files of the user up to this many bytes are checked when they are added; of larger ones, each card when it is asked for."""


@dataclass(frozen=True, slots=True)
class Unread:
    """An entry of a card file that has not been parsed: its lines, and how many lines of the file stand before them."""

    text: str
    before: int


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
            name = self._as_printed(name)
            if name not in self._entries:
                raise UnknownCard(name, tuple(difflib.get_close_matches(name, self._entries, n=3, cutoff=0.6)))
            file, entry = self._entries[name]
            if isinstance(entry, Unread):
                (entry,) = _parse("\n" * entry.before + entry.text, file).values()
            card = self._cards[name] = read_card(name, entry, file)
        return card

    def _as_printed(self, name: str) -> str:
        """The name with the capitals of the card, if there is one that it differs from in nothing else."""
        if name in self._entries:
            return name
        alike = [known for known in self._entries if known.casefold() == name.casefold()]
        return alike[0] if len(alike) == 1 else name

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._as_printed(name) in self._entries

    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(self._entries))

    def with_file(self, path: str | Path) -> CardPool:
        """This pool and the cards of a file; a card of the file takes the place of one of the same name.

        Raises:
            NotationError: the file cannot be read, or something in it is not the notation (in a file of more than
                `READ_AT_ONCE` bytes, a card that is not the notation is found when it is asked for).
        """
        path = Path(path)
        entries = read_entries(path)
        pool = CardPool(self._entries | entries)
        if path.stat().st_size <= READ_AT_ONCE:
            for name in entries:
                pool.get(name)
        return pool


_ANCHOR = re.compile(r"(?:^|[\s\[{,])[&*]\w", re.MULTILINE)
_ENTRY = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_NAME = re.compile(r"""(?:"((?:[^"\\])*)"|'((?:[^']|'')*)'|([^-\s"'{}\[\]!%@`|>?&*#,:][^\n#]*?))\s*:(?=\s|\Z)""")


def read_entries(path: Path, shown_as: str = "") -> dict[str, tuple[str, Any]]:
    """The entries of a card file, not yet read as cards, each with the file it came from.

    Where each entry begins in a line of its own with its name, as is usual, the file is only cut up here and each entry is parsed
    when it is asked for: a file may hold every card there is.

    Raises:
        NotationError: the file cannot be read or is no card file.
    """
    file = shown_as or str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as e:
        raise NotationError(file, "", "", f"cannot be read: {e}") from None
    entries = _cut(text, file)
    if entries is None:
        entries = {str(name): (file, entry) for name, entry in _parse(text, file).items()}
    return entries


def _cut(text: str, file: str) -> dict[str, tuple[str, Any]] | None:
    """The entries, unparsed; None if the file is not laid out so that it can be cut.

    Raises:
        NotationError: a card comes twice.
    """
    if _ANCHOR.search(text):
        return None
    starts = [m.start() for m in _ENTRY.finditer(text)]
    entries: dict[str, tuple[str, Any]] = {}
    lines, last = 0, 0
    for start, end in zip(starts, [*starts[1:], len(text)]):
        found = _NAME.match(text, start, end)
        if found is None:
            return None
        name = (found[1] or found[3] or "") if found[2] is None else found[2].replace("''", "'")
        if name in entries:
            raise NotationError(file, name, "", "comes twice in the file")
        lines, last = lines + text.count("\n", last, start), start
        entries[name] = (file, Unread(text[start:end], lines))
    return entries or None


def _parse(text: str, file: str) -> dict[Any, Any]:
    """The document of a card file.

    Raises:
        NotationError: it is not YAML, or no mapping.
    """
    try:
        document = yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as e:
        raise NotationError(file, "", "", f"is not YAML: {e}") from None
    except RecursionError:
        raise NotationError(file, "", "", "is nested too deeply") from None
    if not isinstance(document, dict):
        raise NotationError(file, "", "", "a card file has names of cards as keys and the cards as values")
    return document


@cache
def _bundled() -> CardPool:
    entries: dict[str, tuple[str, Any]] = {}
    for path in sorted(POOL.glob("*.yaml")):
        entries |= read_entries(path, f"pool/{path.name}")
    return CardPool(entries)
