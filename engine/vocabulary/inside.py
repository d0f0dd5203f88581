"""Looking into what cards say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass


def words_in(thing: object) -> Iterator[object]:
    """Every value of the vocabulary in there, outer ones first: tokens that are made and abilities that are granted included."""
    if isinstance(thing, (tuple, frozenset)):
        for part in thing:
            yield from words_in(part)
    elif is_dataclass(thing):
        yield thing
        for field in fields(thing):
            yield from words_in(getattr(thing, field.name))
