"""Of whom the text speaks, where words alone do not tell: "it" may be the card itself or what was spoken of before.

Trees sometimes take "it" for the card where it is a target, or what the event was about. The accounting of words cannot see that,
because a pronoun claims nothing. So what an ability does to its own source must be said by the name of the card (`~` in the texts
here) or by a pronoun that can only be the card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from engine.vocabulary import Activated, AnyOf, CardDefinition, Modes, Spell, Triggered

UNCLEAR = "of whom 'it' speaks"

_PRONOUN = re.compile(r"\b(?:it|its|it's|itself|he|him|his|she|her|they|them|their)\b")
_REFERENCES = ("what", "to", "one", "other", "source")
"""The fields of effects that say what something happens to."""
_TOGETHER = re.compile(r"\b(?:it|~) and (?:up to \w+ )?(?:other )?target\b.*\bthey\b", re.DOTALL)
"""Several that are spoken of by one word afterwards."""


def unclear(text: str, abilities: Iterable[Any]) -> str | None:
    """Why it is not clear of whom a line speaks, or None if it is."""
    said = (ability for ability in abilities if isinstance(ability, (Activated, Triggered, Spell)))
    return None if all(_is_clear(*part, ability) for ability in said for part in _parts(text, ability)) else UNCLEAR


def _parts(text: str, ability: Activated | Triggered | Spell) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """What comes first (the event or the cost), the instructions, and the effects that they are; those of each mode apart."""
    head, instructions = "", text
    if isinstance(ability, Triggered):
        head, _, instructions = text.partition(", ")
    elif isinstance(ability, Activated):
        head, _, instructions = text.partition(": ")
    if ability.modes is None:
        yield head, instructions, ability.effects
        return
    bullets = instructions.split("\n• ")[1:]
    for mode, told in zip(ability.modes.modes, bullets, strict=False):
        yield head, told, mode.effects


def _is_clear(head: str, instructions: str, effects: tuple[Any, ...], ability: Activated | Triggered | Spell) -> bool:
    if _TOGETHER.search(instructions):
        return False
    pronoun = _PRONOUN.search(instructions)
    if pronoun is None or "~" in instructions or not any(_to_itself(effects)):
        return True
    others = isinstance(ability, Triggered) and isinstance(ability.on, AnyOf) and not all(map(_of_itself, ability.on.events))
    target = instructions.find("target")
    return "~" in head and not others and (target < 0 or pronoun.start() < target)


def _of_itself(event: Any) -> bool:
    return bool(getattr(event, "source", False)) or getattr(event, "who", None) == "self"


def _to_itself(part: Any) -> Iterator[bool]:
    """Whether each effect in there happens to the source. What others gain is theirs."""
    if isinstance(part, (tuple, frozenset)):
        for piece in part:
            yield from _to_itself(piece)
    elif is_dataclass(part) and not isinstance(part, (CardDefinition, Modes)):
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name in _REFERENCES:
                yield value == "self"
            if field.name in ("effects", "then", "otherwise", "options"):
                yield from _to_itself(value)
