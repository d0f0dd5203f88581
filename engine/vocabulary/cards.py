"""Cards and tokens: what is printed on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.mana import Cost
    from engine.vocabulary.abilities import Ability
    from engine.vocabulary.conditions import Condition
    from engine.vocabulary.costs import Costs
    from engine.vocabulary.targets import Target
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class Token:
    """The characteristics of a token (111.3, 111.4). `abilities` and `keywords` as on a card. `copy_of` names a target word
    instead: the token is a copy of that card (707)."""

    name: str
    types: frozenset[str] = frozenset()
    subtypes: tuple[str, ...] = ()
    supertypes: frozenset[str] = frozenset()
    colors: frozenset[str] = frozenset()
    power: Value | None = None
    toughness: Value | None = None
    keywords: frozenset[str] = frozenset()
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class Prototype:
    """The other mana cost, power and toughness of a prototype card (718)."""

    cost: Cost
    power: int
    toughness: int


@dataclass(frozen=True)
class AlternativeCost:
    """What may be paid rather than the mana cost of a card (118.9), if the condition holds. `keyword`: the keyword ability of
    which it is the cost, `flashback` (702.34) or `evoke` (702.74); what else that stands for are abilities of their own."""

    cost: Costs
    condition: Condition | None = None
    keyword: str = ""


@dataclass(frozen=True)
class CardDefinition:
    """What a card is: its characteristics and abilities (200-207, 113). `colors` follow from the cost unless given.

    Keywords that are only a word (`flying`, `lifelink`, `compleated`, `fading 3`, `multikicker {2}`) stand in `keywords`."""

    name: str
    cost: Cost | None = None
    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: tuple[str, ...] = ()
    colors: frozenset[str] = frozenset()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    """Of a battle (310.4)."""
    keywords: frozenset[str] = frozenset()
    abilities: tuple[Ability, ...] = ()
    multikicker: Cost | None = None
    kicker: Costs | None = None
    additional: Costs | None = None
    """What must be paid in addition to cast it (118.8)."""
    or_additional: Costs | None = None
    """What may be paid in addition instead of that."""
    instead: AlternativeCost | None = None
    prototype: Prototype | None = None
    back: CardDefinition | None = None
    """Its back face, if it is a transforming double-faced card (712.2)."""
    adventure: CardDefinition | None = None
    """What it is while it is cast as an Adventure (715.2)."""
    other_face: CardDefinition | None = None
    """Its other face, if it is a modal double-faced card (712.3): one that is cast."""
    melded_from: tuple[str, ...] = ()
    """The names of the cards that a permanent consists of which only melding makes (712.4)."""
    enchant: Target | None = None
    """What an Aura can enchant (303.4a)."""
    modelled: bool = field(default=True, compare=False)
    """False: right in the engine, but the optimizer's model does not follow it (tier B)."""

    @cached_property
    def faces(self) -> tuple[CardDefinition, ...]:
        """The card, and what else it can be on the stack or the battlefield: other faces, an Adventure."""
        return (self, *(face for face in (self.back, self.adventure, self.other_face) if face is not None))

    @cached_property
    def is_instant(self) -> bool:
        """Whether it can be cast whenever a player has priority (117.1a, 702.8a)."""
        return "Instant" in self.types or "flash" in self.keywords

    @cached_property
    def works_in_graveyard(self) -> bool:
        """Whether one of its triggered abilities functions in the graveyard (113.6k)."""
        return any(getattr(ability, "from_graveyard", False) for ability in self.abilities)
