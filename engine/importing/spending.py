"""What certain mana can be spent on (106.6), which trees say in words such as "Instant or Sorcery"."""

from __future__ import annotations

import re
from typing import Any

from engine.importing.nodes import Node, NotKnown
from engine.importing.symbols import COLORS
from engine.vocabulary import Filter, SpendOn
from engine.words import CARD_TYPES, SUBTYPES, SUPERTYPES


def spend_on(restrictions: Any) -> SpendOn | None:
    """What mana can be spent on (106.6), None if on everything.

    Raises:
        NotKnown: it is not exactly what the vocabulary says.
    """
    if not restrictions:
        return None
    if len(restrictions) > 1:
        raise NotKnown("mana with a restriction")
    restriction = Node(restrictions[0])
    if restriction.kind == "SpellOnly":
        return SpendOn(cast=Filter())
    if restriction.kind == "SpellType":
        return SpendOn(cast=_spells(restriction.value["data"]))
    if restriction.kind != "SpellTypeOrAbilityActivation":
        raise NotKnown("mana with a restriction")
    filter = _spells(restriction.get("spell_type"))
    abilities = restriction.get("ability")
    restriction.close()
    if abilities == "OfSpellType":
        return SpendOn(cast=filter, activate=filter)
    if abilities == "Any" and len(filter.types) == 1 and filter == Filter(types=filter.types):
        return SpendOn(cast=filter, rest=True)
    raise NotKnown("mana with a restriction")


def _spells(kinds: str) -> Filter:
    """The filter for a kind of spells or one of several kinds in a row, such as "Dragon Creature" or "Instant or Sorcery"."""
    words = frozenset(re.split(r",? (?:or|and|and/or) |, (?!or |and )", kinds))
    if len(words) > 1 and words <= set(CARD_TYPES):
        return Filter(types=words)
    if len(words) > 1 and words <= SUBTYPES:
        return Filter(subtypes=words)
    found: dict[str, Any] = {}
    for word in kinds.split(" "):
        for name, value in _of_word(word).items():
            if name in found:
                raise NotKnown("mana for spells of this kind")
            found[name] = value
    return Filter(**found)


def _of_word(word: str) -> dict[str, Any]:
    """What a filter says with this word."""
    if word in CARD_TYPES:
        return {"types": frozenset({word})}
    if word in SUBTYPES:
        return {"subtypes": frozenset({word})}
    if word in SUPERTYPES:
        return {"supertypes": frozenset({word})}
    if word in COLORS:
        return {"colors": frozenset({COLORS[word]})}
    if word in ("Multicolored", "Colorless"):
        return {word.lower(): True}
    if word.startswith("Non") and (type := word.removeprefix("Non").capitalize()) in CARD_TYPES:
        return {"but_not": frozenset({type})}
    raise NotKnown("mana for spells of this kind")
