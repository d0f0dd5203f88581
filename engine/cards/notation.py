"""The card notation: cards in YAML, read into the dataclasses of `engine.vocabulary`. docs/cards.md describes it.

Reading is strict: whatever is not understood is a `NotationError` that names file, card and field and says what would be right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.cards import combat as combat  # its phrases
from engine.cards.phrases import read_colors, read_costs, read_keywords, read_mana_cost, read_target, read_type_line
from engine.cards.place import NotationError, Place, near, shown
from engine.cards.reading import read, read_body, read_number, read_text
from engine.cards.words import SPELL_TYPES
from engine.mana import Cost, colors_of
from engine.vocabulary import (
    Ability,
    AlternativeCost,
    AnyOf,
    CardDefinition,
    Chapter,
    Costs,
    CreateToken,
    DealDamage,
    Prototype,
    Spell,
    Together,
    Token,
    Triggered,
    Value,
)
from engine.vocabulary.inside import differ_in_what_only, words_in

TOKEN_KEYS = ("type", "pt", "colors", "keywords", "abilities")
WITH_OTHER_COSTS = ("", "flashback", "evoke")
"""The keywords of which the cost is written as `instead`, where it is more than mana."""

CARD_KEYS = (
    *TOKEN_KEYS, "cost", "loyalty", "defense", "multikicker", "kicker", "additional", "or additional", "instead", "prototype",
    "enchant", "spell", "tokens", "back", "adventure", "other face", "melded from", "modelled",
)  # fmt: skip


def read_card(name: object, value: object, file: str) -> CardDefinition:
    """The card that an entry of a card file describes.

    Raises:
        NotationError: something in it is not the notation.
    """
    card = str(name)
    try:
        return _read_card(card, value, Place(file, card))
    except RecursionError:
        raise NotationError(file, card, "", "is nested too deeply") from None


def _read_card(name: str, value: object, place: Place) -> CardDefinition:
    entry = _entry(value, CARD_KEYS, place)
    place = Place(place.file, name, (), _read_tokens(entry.get("tokens", {}), place.at("tokens")))
    cost = read_mana_cost(entry["cost"], place.at("cost")) if "cost" in entry else None
    power, toughness = _size(entry, int, place)
    keywords = read_keywords(entry.get("keywords", []), place.at("keywords"))
    card = CardDefinition(
        name=name,
        cost=cost,
        colors=_colors(entry, cost, keywords, place),
        power=power,
        toughness=toughness,
        loyalty=read_number(entry["loyalty"], place.at("loyalty")) if "loyalty" in entry else None,
        defense=read_number(entry["defense"], place.at("defense")) if "defense" in entry else None,
        keywords=keywords,
        abilities=_abilities(entry, place),
        multikicker=read_mana_cost(entry["multikicker"], place.at("multikicker")) if "multikicker" in entry else None,
        kicker=read_costs(entry["kicker"], place.at("kicker")) if "kicker" in entry else None,
        additional=read_costs(entry["additional"], place.at("additional")) if "additional" in entry else None,
        or_additional=read_costs(entry["or additional"], place.at("or additional")) if "or additional" in entry else None,
        instead=read_body(AlternativeCost, entry["instead"], place.at("instead")) if "instead" in entry else None,
        prototype=_read_prototype(entry["prototype"], place.at("prototype")) if "prototype" in entry else None,
        back=_read_back(entry["back"], place.at("back")) if "back" in entry else None,
        adventure=_read_other(entry["adventure"], place.at("adventure")) if "adventure" in entry else None,
        other_face=_read_other(entry["other face"], place.at("other face")) if "other face" in entry else None,
        melded_from=read(tuple[str, ...], entry.get("melded from", []), place.at("melded from")),
        enchant=read_target(entry["enchant"], place.at("enchant")) if "enchant" in entry else None,
        modelled=read(bool, entry.get("modelled", True), place.at("modelled")),
        **_types(entry, place),
    )
    _check(card, place)
    return card


def _read_prototype(value: object, place: Place) -> Prototype:
    """`{cost: "{1}{B}", pt: 2/2}` (718)."""
    if not isinstance(value, dict) or value.keys() != {"cost", "pt"}:
        raise place.error(f"has a 'cost' and a 'pt', not {shown(value)}")
    power, toughness = _size(value, int, place)
    return Prototype(read_mana_cost(value["cost"], place.at("cost")), power, toughness)


def _colors(entry: dict[str, Any], cost: Cost | None, keywords: frozenset[str], place: Place) -> frozenset[str]:
    """What is given, else the colours of the mana cost (202.2), without devoid (702.114a)."""
    if "colors" in entry:
        return read_colors(entry["colors"], place.at("colors"))
    return frozenset() if "devoid" in keywords else colors_of(cost or ())


def _read_back(value: object, place: Place) -> CardDefinition:
    """The back face of a transforming double-faced card (712): an entry with the name of the face, without a cost."""
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise place.error("the back face is an entry with its 'name'")
    entry = {key: part for key, part in value.items() if key != "name"}
    is_land = "Land" in str(entry.get("type", "")).partition(" - ")[0].split()
    face = _read_card(value["name"], entry if is_land else entry | {"cost": "{0}"}, place)
    return replace(face, cost=None, colors=read_colors(entry.get("colors", ""), place))


def _read_other(value: object, place: Place) -> CardDefinition:
    """An Adventure (715.2) or the other face of a modal double-faced card (712.3): an entry with its name."""
    if not isinstance(value, dict) or not isinstance(value.get("name"), str) or "cost" not in value:
        raise place.error("is an entry with a 'name' and a 'cost'")
    return _read_card(value["name"], {key: part for key, part in value.items() if key != "name"}, place)


def _read_tokens(value: object, place: Place) -> dict[str, Token]:
    if not isinstance(value, dict):
        raise place.error(f"must be names of tokens with the tokens as values, not {shown(value)}")
    tokens: dict[str, Token] = {}
    for name, entry in value.items():  # a token may make those that stand before it
        tokens[str(name)] = _read_token(str(name), entry, replace(place.at(str(name)), tokens=tokens))
    return tokens


def _read_token(name: str, value: object, place: Place) -> Token:
    """The token that an entry under `tokens` describes (111.3); a `name` of its own where two tokens have the same."""
    entry = _entry(value, (*TOKEN_KEYS, "name"), place)
    power, toughness = _size(entry, Value, place)
    return Token(
        name=read_text(entry.get("name", name), place.at("name")),
        colors=read_colors(entry.get("colors", ""), place.at("colors")),
        power=power,
        toughness=toughness,
        keywords=read_keywords(entry.get("keywords", []), place.at("keywords")),
        abilities=_abilities(entry, place),
        **_types(entry, place),
    )


def _entry(value: object, keys: tuple[str, ...], place: Place) -> dict[str, Any]:
    """The entry of a card or token, with keys that all are known."""
    if not isinstance(value, dict):
        raise place.error(f"must have keys ({', '.join(keys)}), not {shown(value)}")
    for key in value:
        if key not in keys:
            raise place.error(f"unknown key {shown(key)}{near(str(key), keys)}")
    if "type" not in value:
        raise place.error("lacks its 'type', such as 'type: Artifact Creature - Golem'")
    return value


def _types(entry: dict[str, Any], place: Place) -> dict[str, Any]:
    supertypes, card_types, subtypes = read_type_line(entry["type"], place.at("type"))
    return {"supertypes": supertypes, "types": card_types, "subtypes": subtypes}


def _size(entry: dict[str, Any], hint: Any, place: Place) -> tuple[Any, Any]:
    """Power and toughness from `pt: 2/3` (208), each read as `hint`."""
    if "pt" not in entry:
        return None, None
    place = place.at("pt")
    power, slash, toughness = read_text(entry["pt"], place).partition("/")
    if not slash:
        raise place.error(f"power and toughness are written like 2/3, not {shown(entry['pt'])}")
    return read(hint, power, place), read(hint, toughness, place)


def _abilities(entry: dict[str, Any], place: Place) -> tuple[Ability, ...]:
    """All abilities of an entry, what it does as a spell first."""
    spell = (read_body(Spell, entry["spell"], place.at("spell")),) if "spell" in entry else ()
    others = read(tuple[Ability, ...], entry.get("abilities", []), place.at("abilities"))
    return (*spell, *(each for ability in others for each in _each_chapter(ability)))


def _each_chapter(ability: Ability) -> Iterator[Ability]:
    """The ability; one of several chapters means as many abilities (714.2c)."""
    match ability:
        case Triggered(on=AnyOf(events)) if all(isinstance(event, Chapter) for event in events):
            yield from (replace(ability, on=chapter) for chapter in events)
        case _:
            yield ability


def _check(card: CardDefinition, place: Place) -> None:
    """What a card of its type has and what it cannot have."""
    is_spell = any(isinstance(a, Spell) for a in card.abilities)
    if is_spell != bool(card.types & SPELL_TYPES):
        raise place.at("spell").error("instants and sorceries have it, other cards do not (CR 113.3a)")
    if (card.power is not None) != ("Creature" in card.types or "Vehicle" in card.subtypes):
        raise place.at("pt").error("creatures and Vehicles have power and toughness, such as 'pt: 2/3' (CR 208.1, 208.3)")
    if (card.loyalty is not None) != ("Planeswalker" in card.types):
        raise place.at("loyalty").error("planeswalkers have it, other cards do not (CR 209.1)")
    if (card.defense is not None) != ("Battle" in card.types):
        raise place.at("defense").error("battles have it, other cards do not (CR 210.1)")
    if card.or_additional is not None and card.additional is None:
        raise place.at("or additional").error("stands next to 'additional', of which it takes the place (CR 118.8)")
    if card.instead is not None and card.additional is not None:
        raise place.at("instead").error("cannot stand next to 'additional'")
    if card.instead is not None and card.instead.keyword not in WITH_OTHER_COSTS:
        raise place.at("instead").error(f"has a 'keyword' that is one of {', '.join(WITH_OTHER_COSTS[1:])}, or none")
    if card.kicker is not None and card.additional is not None and replace(card.kicker, mana=()) != Costs():
        raise place.at("kicker").error("is mana where it stands next to 'additional'")
    if any(isinstance(word, Together) and not _are_of_one_kind(word.effects) for word in words_in(card.abilities)):
        raise place.error("effects 'together' differ in what they happen to only, unless they deal damage or create tokens")
    if card.cost is not None and card.melded_from:
        raise place.at("cost").error("a melded permanent has no mana cost (CR 712.8g)")
    if (card.cost is None) != ("Land" in card.types or bool(card.melded_from)):
        raise place.at("cost").error("lands have no mana cost, other cards have one (CR 202.1b, 305.9)")


def _are_of_one_kind(effects: tuple[Any, ...]) -> bool:
    """Whether they differ in what they happen to only; damage and tokens may differ in everything."""
    first, *others = effects
    if any(type(other) is not type(first) for other in others):
        return False
    return isinstance(first, (DealDamage, CreateToken)) or differ_in_what_only(effects)


__all__ = ["CARD_KEYS", "TOKEN_KEYS", "NotationError", "read_card"]
