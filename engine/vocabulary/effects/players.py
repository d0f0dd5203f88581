"""Effects on players: damage, life, mana, turns, the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.filters import What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class DealDamage:
    """The source deals damage (120)."""

    what: What
    n: Value


@dataclass(frozen=True)
class GainLife:
    who: What = "you"
    n: Value = 1


@dataclass(frozen=True)
class LoseLife:
    who: What = "opponent"
    n: Value = 1


@dataclass(frozen=True)
class AddMana:
    """Add mana. `mana` is a fixed amount such as `{C}{C}`, or `colors` one mana of one of these colours; `n` times."""

    colors: str
    n: Value = 1


@dataclass(frozen=True)
class SorceriesAsFlash:
    """Until your next turn you may cast sorcery spells as though they had flash."""


@dataclass(frozen=True)
class ExtraTurn:
    """Take an extra turn after this one (500.7)."""


@dataclass(frozen=True)
class WinTheGame:
    """You win the game (104.2b)."""


PlayerEffect = Union[DealDamage, GainLife, LoseLife, AddMana, SorceriesAsFlash, ExtraTurn, WinTheGame]
