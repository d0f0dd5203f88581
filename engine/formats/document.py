"""A YAML file as nodes that know their line. Nothing here knows what a position is.

The composer is our own because a file may come from anywhere: it stops at the first anchor, alias, tag, duplicate key or deep
nesting, so that no file can grow in memory or overflow the stack. Scalars mean what they mean in JSON (`true`, `12`,
`null`), everything else is text; so no card name turns into a date or a truth value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from engine.formats.errors import PositionError, did_you_mean, shortened

MAX_BYTES = 5_000_000
"""The largest file that is read at all."""

MAX_DEPTH = 20
"""How deeply lists and mappings may be nested."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)\.[0-9]+([eE][-+][0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


@dataclass(slots=True)
class Node:
    """One value of the file. `text` is a scalar as it was written; `key_line` the line of the key that leads to it."""

    line: int
    value: str | int | float | bool | list[Node] | dict[str, Node] | None
    text: str = ""
    key_line: int = 0

    def plain(self) -> object:
        """The value without lines, as a JSON parser would give it."""
        if isinstance(self.value, list):
            return [n.plain() for n in self.value]
        if isinstance(self.value, dict):
            return {k: n.plain() for k, n in self.value.items()}
        return self.value


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet; `key` is set between a key and its value, `path` leads here."""

    node: Node
    path: str
    key: tuple[str, int] | None = None


@dataclass(slots=True)
class _Composer:
    file: str
    root: Node | None = None
    open: list[_Open] = field(default_factory=list)

    def fail(self, event: yaml.Event, message: str) -> PositionError:
        return PositionError(self.file, _line(event), "", message)

    def feed(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            if self.root is not None:
                raise self.fail(event, "a second document begins here; a file holds one position")
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            self.open.pop()
        elif isinstance(event, yaml.AliasEvent):
            raise self.fail(event, f"aliases (*{shortened(str(event.anchor), 20)}) are not allowed; write it out")
        elif isinstance(event, yaml.NodeEvent):
            self.begin(event)

    def begin(self, event: yaml.NodeEvent) -> None:
        if event.anchor is not None:
            raise self.fail(event, f"anchors (&{shortened(event.anchor, 20)}) are not allowed; write it out")
        if getattr(event, "tag", None) not in (None, "!"):
            raise self.fail(event, f"tags ({shortened(str(event.tag), 30)}) are not allowed")  # type: ignore[attr-defined]
        line = _line(event)
        if isinstance(event, yaml.ScalarEvent):
            text = str(event.value)
            if self.open and isinstance(self.open[-1].node.value, dict) and self.open[-1].key is None:
                self.key(event, text, line)
            else:
                self.add(Node(line, _meaning(text) if event.implicit[0] else text, text))
            return
        if len(self.open) == MAX_DEPTH:
            raise self.fail(event, "lists and mappings are nested too deeply")
        if self.open and isinstance(self.open[-1].node.value, dict) and self.open[-1].key is None:
            raise self.fail(event, "a list or mapping stands where a key is expected; names with brackets need quotes")
        node = Node(line, [] if isinstance(event, yaml.SequenceStartEvent) else {})
        path = self.path()
        self.add(node)
        self.open.append(_Open(node, path))

    def path(self) -> str:
        """The place of the value that comes next."""
        if not self.open:
            return ""
        parent = self.open[-1]
        if isinstance(parent.node.value, list):
            return f"{parent.path}[{len(parent.node.value)}]"
        return joined(parent.path, parent.key[0] if parent.key else "")

    def key(self, event: yaml.Event, text: str, line: int) -> None:
        mapping = self.open[-1].node.value
        assert isinstance(mapping, dict)
        if text in mapping:
            place = joined(self.open[-1].path, text)
            raise PositionError(self.file, line, place, f"given twice; first in line {mapping[text].key_line}")
        self.open[-1].key = (text, line)

    def add(self, node: Node) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent.node.value, list):
            parent.node.value.append(node)
        elif isinstance(parent.node.value, dict) and parent.key is not None:
            key, node.key_line = parent.key
            parent.node.value[key] = node
            parent.key = None


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 1


def joined(path: str, key: str) -> str:
    """The path of a key inside `path`."""
    return f"{path}.{shortened(key)}" if path else shortened(key)


def _meaning(text: str) -> str | int | float | bool | None:
    """What an unquoted scalar stands for."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text) and len(text) < 30:
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text


def compose(text: str, file: str) -> Node:
    """The nodes of a YAML text.

    Raises:
        PositionError: it is not YAML, is empty, or uses what is not allowed (see the module).
    """
    composer = _Composer(file)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            composer.feed(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"this is not YAML or is cut off here: {shortened(error.problem or 'it cannot be read', 100)}"
        raise PositionError(file, mark.line + 1 if mark else None, "", message) from None
    except yaml.YAMLError as error:
        raise PositionError(file, None, "", f"this is not text that can be read: {shortened(str(error), 100)}") from None
    if composer.root is None or composer.root.value is None:
        raise PositionError(file, None, "", "the file is empty; a position has at least the key `you`")
    return composer.root


def read_text(path: str | Path) -> str:
    """The text of a file, UTF-8 with or without a byte order mark; never more than `MAX_BYTES` of it are read.

    Raises:
        PositionError: the file is missing, a folder, too large, empty or not text.
    """
    file = str(path)
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise PositionError(file, None, "", "there is no such file" + _neighbours(Path(path))) from None
    except IsADirectoryError:
        raise PositionError(file, None, "", "this is a folder, not a position file") from None
    except (OSError, ValueError) as error:
        raise PositionError(file, None, "", f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > MAX_BYTES:
        raise PositionError(file, None, "", f"larger than {MAX_BYTES // 1_000_000} MB; that is no position")
    return decode(data, file)


def decode(data: bytes, file: str) -> str:
    """Bytes as text.

    Raises:
        PositionError: they are not UTF-8 text, or there is nothing but white space.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PositionError(file, line, "", "this is not UTF-8 text; is it a position file at all?") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise PositionError(file, line, "", "this is a binary file, not text")
    if not text.strip():
        raise PositionError(file, None, "", "the file is empty; a position has at least the key `you`")
    return text


def _neighbours(path: Path) -> str:
    try:
        return did_you_mean(path.name, [p.name for p in path.parent.iterdir()])
    except OSError:
        return ""
