"""A position as a file states it: plain data, before any rule is applied. Defaults are those of the position format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

EMPTY: Mapping[str, Any] = MappingProxyType({})


def _nothing() -> Mapping[str, Any]:
    """The default of mappings (a mapping proxy has no hash before Python 3.12, so it cannot be a default itself)."""
    return EMPTY


@dataclass(frozen=True)
class CardSpec:
    """A card outside the battlefield. `card` is `unknown` for a card that is there but not known."""

    card: str
    id: str | None = None
    counters: Mapping[str, int] = field(default_factory=_nothing)
    exiled_by: str | None = None
    raw: Mapping[str, str] = field(default_factory=_nothing)
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class TokenSpec:
    """A token written out in the file."""

    name: str
    types: tuple[str, ...] = ("Creature",)
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: str = ""
    power: int | None = None
    toughness: int | None = None
    keywords: tuple[str, ...] = ()
    script: str | None = None
    """The token script that a `.pzl` file names."""
    copy: bool = False
    """Whether the token is a copy of the card of that name; the other characteristics are then not given."""


DECLARED = frozenset({"declare_attackers", "declare_blockers"})
"""The steps in which a position can say what attacks."""


@dataclass(frozen=True)
class PermanentSpec:
    """`count` equal permanents. `attacking`: what they attack, a player or the `id` of a planeswalker or battle."""

    card: str
    count: int = 1
    id: str | None = None
    counters: Mapping[str, int] = field(default_factory=_nothing)
    tapped: bool = False
    sick: bool = False
    damage: int = 0
    attached_to: str | None = None
    attacking: str | None = None
    token: TokenSpec | None = None
    controller: str | None = None
    owner: str | None = None
    chosen: Mapping[str, str] = field(default_factory=_nothing)
    activated: bool = False
    raw: Mapping[str, str] = field(default_factory=_nothing)
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class PlayerSpec:
    """One player. `library` None: unknown cards that do not matter; empty: really empty."""

    life: int = 20
    counters: Mapping[str, int] = field(default_factory=_nothing)
    mana: str = ""
    hand: tuple[CardSpec, ...] = ()
    battlefield: tuple[PermanentSpec, ...] = ()
    graveyard: tuple[CardSpec, ...] = ()
    exile: tuple[CardSpec, ...] = ()
    command: tuple[CardSpec, ...] = ()
    library: tuple[CardSpec, ...] | None = None
    designations: Mapping[str, int] = field(default_factory=_nothing)
    emblems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Position:
    """A whole position. `goal`: `win`, `survive`, or `{"maximize": profile or expression}`. `begins`: what happens as the main
    phase `main1` begins is still to come (714.3b). `extra_turns`: extra turns that follow
    count as this turn. `source` names the file."""

    you: PlayerSpec = PlayerSpec()
    opponent: PlayerSpec = PlayerSpec()
    title: str = ""
    active: str = "you"
    step: str = "main1"
    begins: bool = False
    land_played: bool = False
    goal: str | Mapping[str, str] = "win"
    turns: int = 1
    extra_turns: bool = False
    raw: Mapping[str, str] = field(default_factory=_nothing)
    source: str = field(default="position", compare=False)
