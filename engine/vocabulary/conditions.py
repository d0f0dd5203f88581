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
class AtMost:
    """The value is at most `n`."""

    value: Value
    n: int


@dataclass(frozen=True)
class Exceeds:
    """The first value is greater than the second."""

    value: Value
    other: Value


@dataclass(frozen=True)
class NoneOf:
    """No permanent is let through by the filter."""

    filter: Filter


@dataclass(frozen=True)
class Exists:
    """Some permanent is let through by the filter."""

    filter: Filter


@dataclass(frozen=True)
class Matches:
    """What is spoken of is let through by the filter, as it last was if it has left."""

    what: str
    filter: Filter


@dataclass(frozen=True)
class YourTurn:
    """It is your turn."""


@dataclass(frozen=True)
class SourceIn:
    """The source is in that zone: on the `battlefield`, in a `graveyard` (400.1)."""

    zone: str


@dataclass(frozen=True)
class InCombat:
    """It is the combat phase."""


@dataclass(frozen=True)
class Did:
    """The effect before this one could be carried out ("if you do")."""


@dataclass(frozen=True)
class WasCast:
    """The permanent was cast, from this zone if one is named (601.2i)."""

    what: str = "self"
    zone: str | None = None


@dataclass(frozen=True)
class InStep:
    """It is one of these steps, or of these phases that have none (500.1)."""

    steps: tuple[str, ...]


@dataclass(frozen=True)
class CastAs:
    """The source was cast in this alternative way: `evoke`, ... (118.9)."""

    how: str


@dataclass(frozen=True)
class CameLately:
    """The source came under its controller's control since the beginning of their last upkeep (702.30a)."""


@dataclass(frozen=True)
class Designated:
    """The source is `renowned` (702.112b) or `monstrous` (701.37b)."""

    designation: str


@dataclass(frozen=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True)
class All:
    """Every one of the conditions holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Either:
    """At least one of the conditions holds."""

    conditions: tuple[Condition, ...]


Condition = Union[
    AtLeast, AtMost, Exceeds, NoneOf, Exists, Matches, YourTurn, SourceIn, InCombat, Did, WasCast, InStep, CastAs, CameLately,
    Designated, Not, All, Either,
]  # fmt: skip
