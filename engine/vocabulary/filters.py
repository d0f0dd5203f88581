"""Filters: which objects a card speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class Filter:
    """Which objects: every given part must hold.

    `types`: has at least one of these card types (empty: any permanent). `but_not`: has none of these types.
    `all_types`: has every one of these. `subtypes`: has at least one of these subtypes. `controller`: `you`, `opponent`, `target`
    (the first target, a player) or None; in zones other than the battlefield and the stack it speaks of the owner.
    `owner`: `you` or None. `other`: not the source. `token`: True only tokens, False only nontokens. `colors`: has at least one
    of these colours.
    `name`: has this name. `not_supertypes`: has none of these supertypes. `phyrexian`: has a Phyrexian symbol in its mana cost.
    `mana_value`: has exactly this mana value.
    """

    types: frozenset[str] = frozenset()
    but_not: frozenset[str] = frozenset()
    all_types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    not_supertypes: frozenset[str] = frozenset()
    controller: str | None = None
    owner: str | None = None
    other: bool = False
    token: bool | None = None
    colors: frozenset[str] = frozenset()
    name: str | None = None
    phyrexian: bool = False
    mana_value: Value | None = None


@dataclass(frozen=True)
class Each:
    """Every permanent that the filter lets through."""

    filter: Filter


What = Union[str, Each]
