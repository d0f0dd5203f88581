"""Effects on players: damage, life, mana, turns, the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.abilities import Ability
    from engine.vocabulary.costs import SpendOn
    from engine.vocabulary.filters import Filter, What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class DealDamage:
    """The source, or the objects `by`, each deal that much damage (120), at the same time to what is spoken of by `also`."""

    what: What
    n: Value
    by: What = "self"
    also: What | None = None


@dataclass(frozen=True)
class Prevent:
    """Damage that would be dealt this turn to the objects `to` (None: to anything) by the objects `by` (None: by anything) is
    prevented (615.1), only combat damage with `combat`.

    `n`: only the next so much, to each of the objects (615.7). `source`: only the next time that one source deals it, which you
    choose now among those that the filter lets through (609.7)."""

    to: What | None = None
    by: What | None = None
    n: Value | None = None
    combat: bool = False
    source: Filter | None = None


@dataclass(frozen=True)
class GainLife:
    who: What = "you"
    n: Value = 1


@dataclass(frozen=True)
class LoseLife:
    who: What = "opponent"
    n: Value = 1


@dataclass(frozen=True)
class PayLife:
    """You pay that much life, if you can (119.4): nothing else than that is done if you cannot."""

    n: Value


@dataclass(frozen=True)
class AddMana:
    """Add `n` mana of one of these types (106.4); with `only` it can be spent only on that. With `like` it is of a type that a
    permanent which the filter lets through could produce (106.7), with `chosen` of the colour that was chosen for the source;
    if there is no such type, nothing is added."""

    colors: str
    n: Value = 1
    only: SpendOn | None = None
    like: Filter | None = None
    chosen: bool = False


@dataclass(frozen=True)
class AddManaOfColors:
    """Add that much mana in any combination of the colours of the object."""

    what: What
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


@dataclass(frozen=True)
class LoseTheGame:
    """The players lose the game (104.3e)."""

    who: What = "you"


@dataclass(frozen=True)
class SetLife:
    """The players' life totals become that number: each gains or loses what it takes (119.5)."""

    who: What
    n: Value


@dataclass(frozen=True)
class Fight:
    """The two creatures fight (701.14)."""

    one: What
    other: What


@dataclass(frozen=True)
class ExchangeLife:
    """Two players exchange life totals (701.12c)."""

    who: What = "each player"


@dataclass(frozen=True)
class ExtraLand:
    """You may play that many additional lands this turn (305.2)."""

    n: int = 1


@dataclass(frozen=True)
class ForAWhile:
    """The static abilities are there until then, without an object ("spells you cast this turn cost {2} less")."""

    abilities: tuple[Ability, ...]
    until: str = "end of turn"


@dataclass(frozen=True)
class Emblem:
    """You get an emblem with these abilities (114)."""

    abilities: tuple[Ability, ...]


@dataclass(frozen=True)
class TemptByRing:
    """The Ring tempts the player (701.54)."""

    who: What = "you"


@dataclass(frozen=True)
class ChangeTarget:
    """Change a target of a spell or ability to another object, if that can be its target (115.7)."""

    what: What
    to: What = "self"


@dataclass(frozen=True)
class CopySpell:
    """Copy a spell or ability on the stack that many times (707.10); the copies may have new targets."""

    what: What
    n: Value = 1


PlayerEffect = Union[
    DealDamage, Prevent, GainLife, LoseLife, PayLife, AddMana, AddManaOfColors, SorceriesAsFlash, ExtraTurn,
    WinTheGame, LoseTheGame, SetLife, Fight, ExchangeLife, ExtraLand,
    ForAWhile, Emblem, TemptByRing, CopySpell, ChangeTarget,
]  # fmt: skip
