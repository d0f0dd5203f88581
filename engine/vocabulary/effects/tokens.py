"""Effects that create tokens (701.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.changes import Change

if TYPE_CHECKING:
    from engine.vocabulary.cards import Token
    from engine.vocabulary.filters import What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class CreateToken:
    """Create tokens under your control (701.7)."""

    token: Token
    n: Value = 1
    who: What = "you"
    tapped: bool = False
    attacking: bool = False


@dataclass(frozen=True, kw_only=True)
class CopyChange(Change):
    """How a copy differs from what it copies (707.9); with `no_cost` it has no mana cost."""

    no_cost: bool = False


@dataclass(frozen=True)
class CreateCopyToken:
    """Create tokens that are copies of the object (707.2), changed so where something is said (707.9)."""

    what: What
    n: Value = 1
    change: CopyChange | None = None
    tapped: bool = False
    attacking: bool = False


@dataclass(frozen=True)
class Populate:
    """Create a token that is a copy of a creature token you control (701.36)."""


@dataclass(frozen=True)
class Incubate:
    """Create an Incubator token with that many +1/+1 counters, which can transform for {2} (701.53)."""

    n: Value


@dataclass(frozen=True)
class Amass:
    """Put that many +1/+1 counters on an Army you control, which becomes one of these creatures too; create a 0/0 black Army
    token of that type first if you control none (701.47)."""

    type: str
    n: Value


TokenEffect = Union[CreateToken, CreateCopyToken, Populate, Incubate, Amass]
