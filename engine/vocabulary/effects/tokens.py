"""Effects that create tokens (701.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.cards import Token
    from engine.vocabulary.filters import What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class CreateToken:
    """Create tokens under your control (701.7)."""

    token: Token
    n: Value = 1


@dataclass(frozen=True)
class CreateCopyToken:
    """Create a token that is a copy of the object (707.2)."""

    what: What


TokenEffect = Union[CreateToken, CreateCopyToken]
