"""Nodes of the trees that rules text is compiled to, read strictly.

A `Node` remembers which of its fields were asked for; `close` raises `NotKnown` if there is one that nobody asked for. So a tree
that says more than the translation knows is never taken for something nearly right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from engine import vocabulary


class NotKnown(Exception):
    """Something that the translation does not know. Its text is the reason why an ability is not understood."""


UNEXPECTED = (LookupError, TypeError, ValueError, AttributeError)
"""What goes wrong where a tree does not have the shape that trees have: it comes from outside."""

STRANGE = "a tree of a strange shape"

STARTING_LIFE = 20
"""How much life a player starts with in a two-player game (103.4)."""

T = TypeVar("T")

SILENT = frozenset(("type", "description", "sub_link"))
"""Fields that say nothing about what a card does."""


class Node:
    """One node of a tree: a mapping, most with a `type`."""

    __slots__ = ("asked", "kind", "value")

    def __init__(self, value: Any) -> None:
        if isinstance(value, str):
            value = {"type": value}
        if not isinstance(value, dict):
            raise NotKnown(f"a {type(value).__name__} where a node should be")
        if "type" not in value and len(value) == 1:  # {"Name": body}
            ((kind, body),) = value.items()
            value = {"type": kind, **(body if isinstance(body, dict) and "type" not in body else {"data": body})}
        self.value: dict[str, Any] = value
        self.kind = str(value.get("type", "Typed" if "type_filters" in value else ""))
        self.asked: set[str] = set()

    def get(self, field: str, default: Any = None) -> Any:
        self.asked.add(field)
        value = self.value.get(field)
        return default if value is None else value

    def node(self, field: str) -> Node | None:
        """The node in a field."""
        value = self.get(field)
        return None if value is None else Node(value)

    def need(self, field: str) -> Node:
        found = self.node(field)
        if found is None:
            raise NotKnown(f"{self.kind} without {field}")
        return found

    def nodes(self, field: str) -> list[Node]:
        value = self.get(field, [])
        if not isinstance(value, list):
            raise NotKnown(f"{self.kind} with a strange {field}")
        return [Node(part) for part in value]

    def only(self, field: str, *allowed: Any) -> None:
        """The field may be missing or have one of these values.

        Raises:
            NotKnown: it has another one.
        """
        value = self.get(field)
        if value not in (None, False, [], {}) and value not in allowed:
            raise NotKnown(f"{self.kind} with {field} {shown(value)}")

    def close(self) -> None:
        """Raises NotKnown if a field says something that nobody asked for."""
        for field, value in self.value.items():
            if field not in self.asked and field not in SILENT and value not in (None, False, [], {}, 0, ""):
                raise NotKnown(f"{self.kind or 'a node'} with {field} {shown(value)}".strip())


def shown(value: Any) -> str:
    """A value of a tree in a reason: short, and nothing of the text of a card."""
    if isinstance(value, dict):
        return str(value.get("type") or next(iter(value), ""))
    if isinstance(value, list):
        return ", ".join(shown(part) for part in value[:3])
    return str(value)[:30] if isinstance(value, (int, bool)) or (isinstance(value, str) and " " not in value) else ""


class Table(Generic[T]):
    """A table of small functions, one for each kind of node."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.functions: dict[str, Callable[[Node, Any], T]] = {}

    def __call__(self, *kinds: str) -> Callable[[Callable[[Node, Any], T]], Callable[[Node, Any], T]]:
        """Enter a function for nodes of these kinds."""

        def enter(function: Callable[[Node, Any], T]) -> Callable[[Node, Any], T]:
            self.functions.update(dict.fromkeys(kinds, function))
            return function

        return enter

    def read(self, node: Node, scope: Any) -> T:
        """What the function for its kind makes of a node, all of whose fields it has to ask for.

        Raises:
            NotKnown: there is no function, or it does not know something in the node.
        """
        function = self.functions.get(node.kind)
        if function is None:
            raise NotKnown(f"{self.what} {node.kind}")
        found = function(node, scope)
        node.close()
        return found


def say(word: str, **fields: Any) -> Any:
    """The word of the vocabulary with these fields.

    Raises:
        NotKnown: the vocabulary has no such word, or it cannot say that.
    """
    cls = getattr(vocabulary, word, None)
    if cls is None:
        raise NotKnown(f"no word for {word}")
    unknown = [name for name in fields if name not in cls.__dataclass_fields__]
    if unknown:
        raise NotKnown(f"no word for {word} with {unknown[0]}")
    return cls(**fields)
