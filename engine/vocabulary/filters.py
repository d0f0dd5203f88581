"""Filters: which objects a card speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class Range:
    """At least `least` and at most `most`; None: no limit."""

    least: Value | None = None
    most: Value | None = None


@dataclass(frozen=True)
class Filter:
    """Which objects: every given part must hold.

    `types`: has at least one of these card types (empty: any permanent). `but_not`: has none of these types.
    `all_types`: has every one of these. `subtypes`: has at least one of these subtypes. `controller`: `you`, `opponent`, `target`
    (the first target, or its controller), `that` (the player of the event, or the controller of its object) or None; in zones
    other than the battlefield and the stack it speaks of the owner.
    `owner`: `you`, `opponent` or None. `other`: not the source. `token`: True only tokens, False only nontokens. `colors`: has at
    least one of these colours.
    `name`: has this name. `not_supertypes`: has none of these supertypes. `phyrexian`: has a Phyrexian symbol in its mana cost.
    `mana_value`: has exactly this mana value, or one in this range.

    The following ones are rarer. `any_of`: one of these filters lets it through. `none_of`: none of these does. `supertypes`: has
    all of these. `not_subtypes`, `not_colors`, `not_name`: has none of these. `colorless`: has no colour; `multicolored`: more
    than one. `power`, `toughness`: in this range. `keywords`: has all of these (protection from something: any); `not_keywords`:
    has none of these. `counter`: has a counter of this kind, or of any kind with `any`; `no_counter`: has none. `tapped`: whether
    it is tapped. `source`: is the source itself. `attached`: is what the source is attached to. `chosen`: has the `type`, `color`
    or `name` that was chosen for the source. `wears`: something of this subtype (`Equipment`, `Aura`) is attached to it. `among`:
    is one of the objects that this reference means. `mana_costs`: has one of these mana costs, as they are written.
    `entered_this_turn`, `attacked_this_turn`: it did. `attacking`, `blocking`: it is; with both, one of them. `attacking_you`: it
    attacks the player who is `you`. `damaged_this_turn`: it was dealt damage this turn. `blocked_by_source`: the source blocked
    it this combat. `blocking_source`: it blocks the source. `commander`: is a commander (903.3), which nothing is in a game
    without that variant. `colored_symbols`: has at least so many coloured symbols in its mana cost. `names`: has one of these
    names (those of the cards of a set, say).
    `dealt_damage_to_that`: dealt combat damage to the player who is `that` in the last combat damage step.
    `targeting`: is a spell or ability that targets a permanent which this filter lets through; `targeting_you`: that targets the
    player who is `you`. `exiled_with_source`: is a card that the source exiled. `ring_bearer`: is the Ring-bearer of its
    controller (701.54e).
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
    mana_value: Value | Range | None = None
    any_of: tuple[Filter, ...] = ()
    none_of: tuple[Filter, ...] = ()
    supertypes: frozenset[str] = frozenset()
    not_subtypes: frozenset[str] = frozenset()
    not_colors: frozenset[str] = frozenset()
    not_name: str | None = None
    colorless: bool = False
    multicolored: bool = False
    power: Range | None = None
    toughness: Range | None = None
    keywords: frozenset[str] = frozenset()
    not_keywords: frozenset[str] = frozenset()
    counter: str | None = None
    no_counter: str | None = None
    tapped: bool | None = None
    source: bool = False
    attached: bool = False
    chosen: str | None = None
    wears: str | None = None
    among: str | None = None
    mana_costs: frozenset[str] = frozenset()
    entered_this_turn: bool = False
    attacked_this_turn: bool = False
    damaged_this_turn: bool = False
    attacking: bool = False
    blocking: bool = False
    attacking_you: bool = False
    blocked_by_source: bool = False
    blocking_source: bool = False
    commander: bool = False
    colored_symbols: int = 0
    names: frozenset[str] = frozenset()
    dealt_damage_to_that: bool = False
    exiled_with_source: bool = False
    ring_bearer: bool = False
    targeting: Filter | None = None
    targeting_you: bool = False

    def given(self, parts: Iterable[str]) -> frozenset[str]:
        """Which of these parts it asks for."""
        return frozenset(name for name in parts if getattr(self, name) != getattr(_EVERYTHING, name))

    @cached_property
    def rare(self) -> bool:
        """Whether any of the rarer parts is given."""
        return bool(self.given(RARE))

    @cached_property
    def fickle(self) -> bool:
        """Whether what it lets through can change without any permanent coming, leaving or changing its controller."""
        return (
            bool(self.given(FICKLE))
            or any(other.fickle for other in self.any_of + self.none_of)
            or not isinstance(self.mana_value, (int, type(None)))
        )

    @cached_property
    def asks(self) -> bool:
        """Whether it asks for anything that nobody knows of an unknown card."""
        own = any(field.name not in _KNOWN and getattr(self, field.name) != field.default for field in fields(self))
        return own or any(other.asks for other in self.any_of + self.none_of)

    @cached_property
    def reads(self) -> frozenset[str]:
        """What in the layers 4 to 6 can change what it lets through, as `Change` calls it."""
        own = {change for change, parts in _READING.items() if self.given(parts)}
        return frozenset(own).union(*(other.reads for other in self.any_of + self.none_of))


_KNOWN = frozenset({
    "any_of", "none_of", "controller", "owner", "other", "token", "source", "among", "exiled_with_source", "counter",
    "no_counter",
})  # fmt: skip
"""The parts of a filter of which is known whether they hold for an unknown card."""
_READING = {
    "changes_types": (
        "types", "but_not", "all_types", "subtypes", "not_supertypes", "supertypes", "not_subtypes", "chosen", "wears",
    ),
    "changes_colors": ("colors", "not_colors", "colorless", "multicolored", "chosen"),
    "changes_abilities": ("keywords", "not_keywords"),
}  # fmt: skip
FICKLE = (
    "power", "toughness", "keywords", "not_keywords", "counter", "no_counter", "tapped", "wears", "among",
    "entered_this_turn", "attacked_this_turn", "damaged_this_turn", "attacking", "blocking", "attacking_you",
    "blocked_by_source", "blocking_source", "dealt_damage_to_that", "ring_bearer",
)  # fmt: skip
"""The parts by which what a filter lets through can change without any permanent coming, leaving or changing its controller."""
RARE = (
    "any_of", "none_of", "supertypes", "not_subtypes", "not_colors", "not_name", "colorless", "multicolored", "source", "chosen",
    "attached", "mana_costs", "commander", "colored_symbols", "names",
    "exiled_with_source", "targeting", "targeting_you",
    *FICKLE,
)  # fmt: skip
"""The parts of a filter that few filters have."""
_EVERYTHING = Filter()


@dataclass(frozen=True)
class Each:
    """Every permanent that the filter lets through; every card in that zone of any player (`graveyard`, `exile`, `hand`) or every
    spell on the `stack` if one is given."""

    filter: Filter
    zone: str = "battlefield"


What = Union[str, Each]
