"""Looking into what cards say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any


def words_in(thing: object) -> Iterator[object]:
    """Every value of the vocabulary in there, outer ones first: tokens that are made and abilities that are granted included."""
    if isinstance(thing, (tuple, frozenset)):
        for part in thing:
            yield from words_in(part)
    elif is_dataclass(thing):
        yield thing
        for field in fields(thing):
            yield from words_in(getattr(thing, field.name))


def differ_in_what_only(effects: Sequence[Any]) -> bool:
    """Whether the effects, which are of one class, differ in nothing but what they happen to."""
    first, *others = effects
    return hasattr(first, "what") and all(replace(other, what=first.what) == first for other in others)
