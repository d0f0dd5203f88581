"""How abilities and modes are called in a line: by what they do first (`proliferate`), by loyalty cost (`-9`), or by number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.line.errors import LineError
from engine.vocabulary import Activated, Effect, May, Modes

_NUMBER = re.compile(r"(?:mode|ability) (\d+)")


def ability_labels(abilities: Sequence[Activated]) -> list[str]:
    """A name for each activated ability: its loyalty cost or its first effect if no other has the same, or else its number."""
    return _unique([_loyalty(a) for a in abilities], [effect_label(_effects(a)) for a in abilities], "ability")


def mode_labels(modes: Modes) -> list[str]:
    """A name for each mode, likewise."""
    return _unique([effect_label(m.effects) for m in modes.modes], [], "mode")


def effect_label(effects: Sequence[Effect]) -> str:
    """The first effect in lower-case words, as `create token`; empty if there is none."""
    if not effects:
        return ""
    first = effects[0]
    if isinstance(first, May):
        return effect_label(first.effects)
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(first).__name__).lower()


def find_label(text: str, labels: Sequence[str], kind: str) -> int:
    """The index that the text means: a label or a number such as `mode 2`.

    Raises:
        LineError: it means none of them.
    """
    wanted = text.strip().lower().replace("−", "-")
    number = _NUMBER.fullmatch(wanted)
    if number and 1 <= int(number[1]) <= len(labels):
        return int(number[1]) - 1
    folded = [label.lower() for label in labels]
    if wanted in folded:
        return folded.index(wanted)
    raise LineError(f"there is no {kind} {text!r}", answers=tuple(labels))


def _loyalty(ability: Activated) -> str:
    change = ability.cost.loyalty
    if change is None:
        return ""
    if isinstance(change, str):
        return change
    return f"{change:+d}" if change else "0"


def _effects(ability: Activated) -> Sequence[Effect]:
    return ability.modes.modes[0].effects if ability.modes else ability.effects


def _unique(labels: Sequence[str], second: Sequence[str], kind: str) -> list[str]:
    """For each place the first of its two labels that no other place has, or its number."""
    lists = [labels, second] if second else [labels]
    found = []
    for i in range(len(labels)):
        alone = [of[i] for of in lists if of[i] and of.count(of[i]) == 1]
        found.append(alone[0] if alone else f"{kind} {i + 1}")
    return found
