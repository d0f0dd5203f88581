"""Conditions: what must be so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.filters import Filter
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class AtLeast:
    """The value is at least `n`."""

    value: Value
    n: int


@dataclass(frozen=True)
class NoneOf:
    """No permanent is let through by the filter."""

    filter: Filter


Condition = Union[AtLeast, NoneOf]
