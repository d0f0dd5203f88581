"""What continuous effects change about objects (611, 613), the same for static abilities and for effects that last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.vocabulary.abilities import Ability
    from engine.vocabulary.values import Value


@dataclass(frozen=True, kw_only=True)
class Change:
    """Changes of characteristics, each in its layer.

    Layer 4: `types`, `subtypes`, `supertypes` are added; `only_types` and `only_subtypes` take the place of all others (of the
    card types; of the subtypes of the same kind, an empty set of creature types); `lose_types` are lost with their subtypes.
    `every_creature_type`: all creature types are added.
    Layer 5: `colors` are added, `only_colors` take the place of others (an empty set: colourless).
    Layer 6: `keywords` and `abilities` are gained, `lose_keywords` lost; `lose_abilities`: all abilities are lost first.
    Layer 7b: `base_power` and `base_toughness` are set. Layer 7c: `power` and `toughness` are added.
    """

    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    only_types: frozenset[str] | None = None
    only_subtypes: frozenset[str] | None = None
    every_creature_type: bool = False
    lose_types: frozenset[str] = frozenset()
    colors: frozenset[str] = frozenset()
    only_colors: frozenset[str] | None = None
    keywords: frozenset[str] = frozenset()
    abilities: tuple[Ability, ...] = ()
    lose_keywords: frozenset[str] = frozenset()
    lose_abilities: bool = False
    base_power: Value | None = None
    base_toughness: Value | None = None
    power: Value = 0
    toughness: Value = 0

    @property
    def changes_types(self) -> bool:
        """Layer 4 (613.1d)."""
        return bool(
            self.types
            or self.subtypes
            or self.supertypes
            or self.only_types is not None
            or self.only_subtypes is not None
            or self.every_creature_type
            or self.lose_types
        )

    @property
    def changes_colors(self) -> bool:
        """Layer 5 (613.1e)."""
        return bool(self.colors) or self.only_colors is not None

    @property
    def changes_abilities(self) -> bool:
        """Layer 6 (613.1f)."""
        return bool(self.keywords or self.abilities or self.lose_keywords or self.lose_abilities)

    @property
    def changes_size(self) -> bool:
        """Layer 7 (613.1g)."""
        return self.base_power is not None or self.base_toughness is not None or self.power != 0 or self.toughness != 0
