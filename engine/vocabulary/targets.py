"""Targets (115)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.vocabulary.filters import Filter

TARGET_GROUPS = {"target": 0, "target 2": 1, "target 3": 2, "target 4": 3}
"""The words for the groups of targets of a spell or ability, in their order."""


@dataclass(frozen=True)
class Target:
    """One group of targets (115), between `least` and `most` of them, all different.

    `of`: `permanent` (by `filter`), `player` (by the controller of `filter`), `any` (115.4; with a filter `other`, not the
    source), `player or planeswalker`, `player or battle`, `spell` (by `filter`), or `card` (in a graveyard, by `filter`, whose
    controller speaks of the owner)."""

    of: str = "permanent"
    filter: Filter = Filter()
    least: int = 1
    most: int = 1
    distinct: bool = False
    """Whether they are other ones than the targets of the groups before ("another target creature")."""
    up_to_x: bool = False
    """Whether there can be X at most, too."""
    exactly_x: bool = False
    """Whether there are exactly X."""
    if_kicked: bool = False
    """Whether they are chosen only if the spell is kicked (702.33g)."""
    of_different_players: bool = False
    """Whether each of them is controlled by another player."""
