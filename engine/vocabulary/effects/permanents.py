"""Effects on permanents that stay where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.filters import What
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class Regenerate:
    """The next time the permanent would be destroyed this turn, it is tapped, healed and removed from combat instead (701.19)."""

    what: What


@dataclass(frozen=True)
class Pump:
    """The creature gets +power/+toughness until end of turn or until your next turn."""

    what: What
    power: Value = 0
    toughness: Value = 0
    until: str = "end of turn"


@dataclass(frozen=True)
class GainKeywords:
    """The permanent gains keywords until end of turn."""

    what: What
    keywords: frozenset[str]


@dataclass(frozen=True)
class Tap:
    what: What
    stays_tapped: bool = False
    """Whether it also does not untap during its controller's next untap step."""


@dataclass(frozen=True)
class Untap:
    what: What


@dataclass(frozen=True)
class GainControl:
    what: What
    until: str = "forever"


@dataclass(frozen=True)
class BecomeTreasure:
    """The permanent becomes a Treasure artifact with a Treasure's ability and loses all other types and abilities."""

    what: What


PermanentEffect = Union[Regenerate, Pump, GainKeywords, Tap, Untap, GainControl, BecomeTreasure]
