"""The chosen modes of a modal spell or ability (700.2)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.vocabulary import Activated, Effect, Spell, Target, Triggered


@dataclass(frozen=True)
class InMode:
    """The effects of one of several chosen modes: their targets are the groups from `start` up to `stop`."""

    effects: tuple[Effect, ...]
    start: int
    stop: int


def chosen(
    ability: Spell | Activated | Triggered, modes: tuple[int, ...]
) -> tuple[tuple[Effect | InMode, ...], tuple[Target, ...]]:
    """The effects and the target groups of the ability with these modes, in the order of the card (608.2c)."""
    if ability.modes is None:
        return ability.effects, ability.targets
    if len(modes) == 1:
        mode = ability.modes.modes[modes[0]]
        return mode.effects, mode.targets
    effects: list[Effect | InMode] = []
    targets: tuple[Target, ...] = ()
    for index in sorted(modes):
        mode = ability.modes.modes[index]
        effects.append(InMode(mode.effects, len(targets), len(targets) + len(mode.targets)))
        targets += mode.targets
    return tuple(effects), targets
