"""Writing cards in the notation: the inverse of `engine.cards.notation` and `engine.cards.reading`.

Like reading it is generic: a dataclass of the vocabulary is written as a phrase where one fits, else as `its name: its fields`.
Types and fields with a notation of their own register it with `writes` and `writes_field`. What is written is read again before
it is handed out, so that no card ever says something else in writing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar, Union, get_args, get_origin

import yaml

from engine.cards.notation import read_card
from engine.cards.phrases import ANY_NUMBER, WORD_LISTS
from engine.cards.place import NotationError, Place
from engine.cards.reading import PHRASES, Phrase, fields_by_word, hints_of, read, read_phrase, short_field, word_of
from engine.mana import COLORS, Cost, colors_of, write_cost
from engine.vocabulary import (
    Ability,
    Activated,
    AlternativeCost,
    AnyOf,
    CardDefinition,
    Costs,
    Each,
    Event,
    Filter,
    Range,
    Spell,
    Subject,
    Target,
    Token,
    Triggered,
    Value,
    What,
)
from engine.vocabulary.inside import words_in
from engine.vocabulary.values import TOUGHER
from engine.words import PERMANENT_TYPES

Writer = Callable[[Any], Any]
W = TypeVar("W", bound=Writer)

WRITERS: dict[Any, Writer] = {}
"""Types with a notation of their own."""

FIELD_WRITERS: dict[tuple[str, str], Writer] = {}
"""Fields (class and name) with a notation that their type does not tell. Class `*`: any class."""


class Unwritable(Exception):
    """Something that the notation cannot say."""


def writes(*hints: Any) -> Callable[[W], W]:
    """Register a writer for types."""

    def register(writer: W) -> W:
        WRITERS.update(dict.fromkeys(hints, writer))
        return writer

    return register


def writes_field(*places: tuple[str, str]) -> Callable[[W], W]:
    """Register a writer for fields."""

    def register(writer: W) -> W:
        FIELD_WRITERS.update(dict.fromkeys(places, writer))
        return writer

    return register


# ---------------------------------------------------------------------------------------------------------------- writing


def write(hint: Any, value: Any) -> Any:
    """The notation of a value of the type `hint`, as YAML has it."""
    if hint in WRITERS:
        return WRITERS[hint](value)
    if get_origin(hint) is tuple:
        return [write(get_args(hint)[0], part) for part in value]
    if get_origin(hint) is Union:
        return write_member(hint, value)
    if hint in (bool, int, str):
        return value
    if not is_dataclass(value):
        raise Unwritable(f"nobody says how {hint} is written")
    return write_body(value)


def write_member(union: Any, value: Any) -> Any:
    """One of a union: as a phrase, as a bare word, or as `word: fields`."""
    for phrase in PHRASES.get(union, ()):
        if phrase.cls is type(value) and (text := _as_phrase(union, phrase, value)) is not None:
            return text
    if not hasattr(value, "__dataclass_fields__"):
        return value
    body = write_body(value)
    return {word_of(type(value)): body} if body != {} else word_of(type(value))


def write_body(value: Any) -> Any:
    """The fields of a dataclass that differ from their defaults; the value alone if only its short field does."""
    cls: type = type(value)
    body = {word: write_field(cls, f.name, getattr(value, f.name)) for word, f in fields_by_word(cls).items() if _given(f, value)}
    body |= {word: body.pop(word) for word in ("choose", "do") if word in body}  # what is done stands last, as on the card
    short = short_field(cls)
    return body[short] if short is not None and list(body) == [short] and not isinstance(body[short], dict) else body


def write_field(cls: type, name: str, value: Any) -> Any:
    own = FIELD_WRITERS.get((cls.__name__, name)) or FIELD_WRITERS.get(("*", name))
    return own(value) if own else write(hints_of(cls)[name], value)


def _given(f: Field[Any], value: Any) -> bool:
    """Whether the field has to be written."""
    default = f.default if f.default is not MISSING else f.default_factory() if f.default_factory is not MISSING else MISSING
    return default is MISSING or bool(getattr(value, f.name) != default)


def _as_phrase(union: Any, phrase: Phrase, value: Any) -> str | None:
    """The phrase with its fields filled in, or None if it does not say exactly this."""
    cls: type = type(value)
    names = phrase.pattern().groupindex
    if any(getattr(value, name) != fixed for name, fixed in phrase.fixed.items()):
        return None
    if any(_given(f, value) and f.name not in names and f.name not in phrase.fixed for f in fields(cls)):
        return None
    text = phrase.text
    for name in names:
        part = write_field(cls, name, getattr(value, name))
        if not isinstance(part, (str, int)):
            return None
        text = text.replace("{" + name + "}", str(part))
    try:
        return text if read_phrase(union, text, Place("", "")) == value else None
    except NotationError:
        return None


# ---------------------------------------------------------------------------------------------------------------- phrases


_CONTROLLED = {"you": "you control", "opponent": "an opponent controls", "target": "target player controls"}
_COLOR_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


@writes(Filter)
def write_filter(filter: Filter) -> Any:
    """In words where they say it, else by its fields."""
    if filter in (Filter(source=True), Filter(attached=True)):
        return "self" if filter.source else "attached"
    try:
        return _checked(Filter, filter, _filter_told(filter))
    except Unwritable:
        return write_body(filter)


def _filter_told(filter: Filter, noun: str = "") -> str:
    """A filter in words; `noun` is what it speaks of, if that is no permanent."""
    if filter == Filter(source=True):
        return "self"
    text = " ".join(_filter_words(filter, noun))
    text += "".join(f" with {word}" for word in sorted(filter.keywords))
    text += "".join(f" without {word}" for word in sorted(filter.not_keywords))
    if filter.chosen is not None:
        text += f" of the chosen {filter.chosen}"
    if filter.controller is not None:
        text += f" {_CONTROLLED.get(filter.controller, '?')}"
    if filter.owner is not None:
        text += " you own" if filter.owner == "you" else " an opponent owns"
    for kind, words in ((filter.counter, "with a {} counter"), (filter.no_counter, "with no {} counters")):
        if kind is not None:
            text += " " + words.format(kind).replace(" any ", " ")
    if filter.mana_costs:
        text += f" with mana cost {' or '.join(sorted(filter.mana_costs))}"
    for did in ("entered", "attacked", "was damaged"):
        if getattr(filter, f"{did.removeprefix('was ')}_this_turn"):
            text += f" that {did} this turn"
    if filter.phyrexian:
        text += " with a Phyrexian symbol"
    for name in ("power", "toughness", "mana_value"):
        part = getattr(filter, name)
        if part == TOUGHER:
            text += " with toughness greater than its power"
        elif isinstance(part, Range):
            limit, way = (part.most, "less") if part.least is None else (part.least, "greater")
            text += f" with {name.replace('_', ' ')} {write(Value, limit)} or {way}"
        elif part is not None:
            text += f" with mana value {write(Value, part)}"
    if filter.name is not None:
        text += f" named {filter.name}"
    return text if filter.not_name is None else f"{text} not named {filter.not_name}"


@writes(Union[Value, Range])
def write_value_or_range(value: Any) -> Any:
    return write_body(value) if isinstance(value, Range) else write_value(value)


@writes(Subject)
def write_subject(subject: Subject) -> str:
    if isinstance(subject, str):
        return subject
    text = _checked(Filter, subject, _filter_told(subject))
    return text if text.startswith("another") else f"{'an' if text[0] in 'aeiouAEIOU' else 'a'} {text}"


@writes_field(("YouCast", "filter"), ("Casts", "filter"), ("Copies", "filter"), ("CostsLess", "filter"), ("CostsMore", "filter"),
              ("SpendOn", "cast"))  # fmt: skip
def write_spells(filter: Filter) -> Any:
    """Which spells."""
    try:
        return _checked(Filter, filter, _filter_told(filter, "spell"))
    except Unwritable:
        return write_body(filter)


@writes_field(
    ("CardsIn", "filter"), ("ChooseCards", "filter"), ("ChooseOwnCards", "filter"), ("Cycles", "filter"), ("Discard", "filter"),
    ("Discards", "filter"), ("ExileFromTop", "found"), ("ExileToPlay", "filter"), ("Look", "filter"), ("PutFromHand", "filter"),
    ("RevealUntil", "found"), ("Search", "filter"), ("SearchOntoBattlefield", "filter"),
)  # fmt: skip
def write_cards(filter: Filter | None) -> Any:
    """Which cards."""
    try:
        return _checked(Filter, filter, _filter_told(filter or Filter(), "card"))
    except Unwritable:
        return write_body(filter)


@writes(frozenset[str])
def write_words(words: frozenset[str]) -> list[str]:
    return sorted(words)


@writes(Event)
def write_event(event: Any) -> Any:
    return [write_event(part) for part in event.events] if isinstance(event, AnyOf) else write_member(Event, event)


def _filter_words(filter: Filter, noun: str = "") -> Iterator[str]:
    """The single words of a filter, in the order of the language."""
    if filter.other:
        yield "another"
    if filter.token is False:
        yield "nontoken"
    yield from (word for word in ("attacking", "blocking", "colorless", "multicolored", "commander") if getattr(filter, word))
    if filter.tapped is not None:
        yield "tapped" if filter.tapped else "untapped"
    yield from (t.lower() for t in sorted(filter.supertypes))
    yield from (f"non{_COLOR_WORDS[c]}" for c in COLORS if c in filter.not_colors)
    yield from (f"non-{t}" for t in sorted(filter.not_subtypes))
    yield from (f"non{t.lower()}" for t in sorted(filter.not_supertypes))
    yield from (f"non{t.lower()}" for t in sorted(filter.but_not))
    yield from [" or ".join(_COLOR_WORDS[c] for c in COLORS if c in filter.colors)] if filter.colors else []
    yield from [" or ".join(sorted(filter.subtypes))] if filter.subtypes else []
    yield from (t.lower() for t in sorted(filter.all_types))
    if filter.types == frozenset(PERMANENT_TYPES):
        yield "permanent card"
    elif filter.types:
        yield " or ".join(t.lower() for t in sorted(filter.types))
    if filter.token:
        yield "token"
    if noun and (noun != "card" or filter.types != frozenset(PERMANENT_TYPES)):
        yield noun
    elif not (filter.types or filter.all_types or filter.subtypes or filter.token):
        yield "permanent"


def _checked(hint: Any, value: Any, text: str) -> str:
    """The text, if reading it gives the value again.

    Raises:
        Unwritable: it does not.
    """
    try:
        if read(hint, text, Place("", "")) == value:
            return text
    except NotationError:
        pass
    raise Unwritable(f"the notation cannot say {value}")


@writes(Target)
def write_target(target: Target) -> Any:
    """In words where they say it, else by its fields."""
    try:
        return _target_told(target)
    except Unwritable:
        return write_body(target)


def _target_told(target: Target) -> str:
    if target.of == "permanent":
        text = _filter_told(target.filter)
    elif target.of in ("ability", "spell or ability"):
        text = f"{target.of}{' ' + _CONTROLLED[target.filter.controller] if target.filter.controller else ''}"
    elif target.of == "card":
        whose = {None: "a", "you": "your", "opponent": "an opponent's"}.get(target.filter.controller, "?")
        text = f"{_filter_told(replace(target.filter, controller=None), 'card')} in {whose} graveyard"
    elif target.of == "spell":
        text = _filter_told(target.filter, "spell")
    else:
        text = "opponent" if target.filter.controller == "opponent" else target.of
    if target.most >= ANY_NUMBER:
        text = f"any number of {text}"
    elif target.least != 1 or target.most != 1:
        text = f"up to {('zero', 'one', 'two', 'three', 'four')[min(target.most, 4)]} {text}"
    return _checked(Target, target, text)


class Signed(str):
    """A loyalty cost, written without quotes as it is printed: +1, 0, -7."""


@writes(Costs)
def write_costs(costs: Costs) -> str:
    if costs.loyalty is not None:
        return costs.loyalty if isinstance(costs.loyalty, str) else Signed(f"{costs.loyalty:+d}" if costs.loyalty else "0")
    return _checked(Costs, costs, ", ".join(_cost_parts(costs)))


def _cost_parts(costs: Costs) -> Iterator[str]:
    """The parts of a cost in the order in which cards print them."""
    if costs.mana:
        yield write_cost(costs.mana)
    if costs.tap:
        yield "{T}"
    if costs.life:
        yield f"pay {costs.life} life"
    if costs.discard and costs.discard_filter is not None:
        count = f"{costs.discard} " if costs.discard != 1 else ""
        yield f"discard {count}{_with_article(costs.discard_filter, count)}"
    elif costs.discard:
        yield "discard a card" if costs.discard == 1 else f"discard {costs.discard} cards"
    if costs.sacrifice:
        count = f"{costs.sacrifice.n} " if costs.sacrifice.n != 1 else ""
        yield "sacrifice " + ("self" if costs.sacrifice.filter is None else count + _with_article(costs.sacrifice.filter, count))
    if costs.others:
        others = costs.others
        spells = others.do == "exile spell"
        who, n = _filter_told(others.filter, "spell" if spells else ""), f"{others.n} " if others.n != 1 else ""
        where = {"return": " to hand", "exile": " from your graveyard", "exile card": " from your hand"}.get(others.do, "")
        do = others.do.partition(" ")[0]
        yield f"tap any number of {who} with total power {others.n}" if others.power else f"{do} {n}{who}{where}"
    if costs.discard_self:
        yield "discard self"
    if costs.exile_self:
        yield "exile self"
    if costs.life_x:
        yield "pay X life"
    if costs.life_for_each_target:
        yield f"pay {costs.life_for_each_target} life for each target"
    if costs.mana_for_more_targets:
        yield f"pay {write_cost(costs.mana_for_more_targets)} for each target beyond the first"
    if costs.put:
        yield f"put {costs.put.n if costs.put.n != 1 else 'a'} {costs.put.kind} counter{'' if costs.put.n == 1 else 's'} on self"
    if costs.pay:
        yield f"pay {costs.pay.n} {costs.pay.kind} counter{'' if costs.pay.n == 1 else 's'}"
    if costs.remove:
        what = costs.remove
        if what.filter is not None:
            yield f"remove {what.n} {what.kind + ' ' if what.kind else ''}counters from among {_filter_told(what.filter)}"
        elif what.x:
            yield f"remove X {what.kind} counters from self"
        else:
            yield f"remove {'a' if what.n == 1 else what.n} {what.kind} counter{'' if what.n == 1 else 's'} from self"


def _with_article(filter: Filter, count: str) -> str:
    text = _filter_told(filter)
    if count or text.startswith("another"):
        return text
    return f"{'an' if text[0] in 'aeiouAEIOU' else 'a'} {text}"


@writes(Cost)
def write_mana_cost(cost: Cost) -> str:
    return write_cost(cost)


@writes(Value)
def write_value(value: Any) -> Any:
    return value if isinstance(value, int) else write_member(Value, value)


@writes(What)
@writes_field(("CountersOn", "of"), ("ManaValue", "of"))
def write_what(what: What) -> Any:
    if not isinstance(what, Each):
        return what
    filter = write_filter(what.filter)
    if what.zone == "battlefield":
        return f"each {filter}" if isinstance(filter, str) else {"each": filter}
    if what.zone == "graveyard" and isinstance(filter, str):
        return f"each {filter} in all graveyards"
    return {"each": filter, "zone": what.zone}


@writes(Ability)
def write_ability(ability: Any) -> Any:
    if not isinstance(ability, (Triggered, Activated)):
        return write_member(Ability, ability)
    body = write_body(ability)
    return body if isinstance(body, dict) else {"cost": body, "do": []}


@writes_field(("MoveCounters", "n"))
def write_number_or_any(n: Any) -> Any:
    return "any number" if n is None else write_value(n)


_TOKEN_KEYS: ContextVar[Mapping[Token, str]] = ContextVar("_TOKEN_KEYS", default=MappingProxyType({}))
"""What the tokens of the face that is being written are called under `tokens`."""


@writes_field(("RemoveKind", "n"))
def write_number_or_all(n: Any) -> Any:
    return "all" if n is None else write_value(n)


@writes(Token)
def write_token_name(token: Token) -> str:
    return _TOKEN_KEYS.get().get(token, token.name)


@writes_field(("*", "keywords"))
def write_keywords(keywords: frozenset[str]) -> list[str]:
    return sorted(keywords)


@writes_field(("*", "colors"))
def write_colors(colors: frozenset[str]) -> str:
    return "".join(c for c in COLORS if c in colors)


@writes_field(("AddMana", "colors"))
def write_mana_types(colors: str) -> str:
    return "any color" if colors == COLORS else colors


@writes_field(("ChoosesAsEnters", "among"))
def write_words_offered(words: tuple[str, ...]) -> Any:
    return next((name for name, those in WORD_LISTS.items() if words == tuple(sorted(those))), list(words))


@writes_field(("AllPermanentsAre", "types"))
def write_card_types(types: frozenset[str]) -> str:
    return " ".join(sorted(types))


# ---------------------------------------------------------------------------------------------------------------- cards


def write_card(card: CardDefinition) -> dict[str, Any]:
    """The entry of a card file for a card.

    Raises:
        Unwritable: the notation cannot say something in it.
    """
    entry = {"cost": write_cost(card.cost)} if card.cost is not None else {}
    entry |= _face(card, colors_of(card.cost or ()))
    try:
        same = read_card(card.name, _plain(entry), "") == card
    except NotationError as error:
        raise Unwritable(error.problem) from None
    if not same:
        raise Unwritable("the notation of this card says something else")
    return entry


def _face(card: CardDefinition, usual_colors: frozenset[str]) -> dict[str, Any]:
    """All of a face but its mana cost."""
    entry: dict[str, Any] = _common(card, usual_colors)
    for key in ("loyalty", "defense", "multikicker", "kicker", "additional", "or_additional"):
        value = getattr(card, key)
        if value is not None:
            entry[key.replace("_", " ")] = write(hints_of(CardDefinition)[key], value)
    if card.instead is not None:
        entry["instead"] = write(AlternativeCost, card.instead)
    if card.prototype is not None:
        small = card.prototype
        entry["prototype"] = {"cost": write_cost(small.cost), "pt": f"{small.power}/{small.toughness}"}
    if card.enchant is not None:
        entry["enchant"] = write_target(card.enchant)
    if card.back is not None:
        entry["back"] = {"name": card.back.name, **_face(card.back, frozenset())}
    for key in ("adventure", "other_face"):
        if (other := getattr(card, key)) is not None:
            cost = {"cost": write_cost(other.cost)}
            entry[key.replace("_", " ")] = {"name": other.name, **cost, **_face(other, colors_of(other.cost))}
    if card.melded_from:
        entry["melded from"] = list(card.melded_from)
    if not card.modelled:
        entry["modelled"] = False
    keys = _token_keys(card.abilities)
    before = _TOKEN_KEYS.set(keys)
    try:
        if keys:
            entry["tokens"] = {key: _named(token, key) for token, key in keys.items()}
        return entry | _abilities(card.abilities)
    finally:
        _TOKEN_KEYS.reset(before)


def _named(token: Token, key: str) -> dict[str, Any]:
    """The entry of a token, with its name if the key is another."""
    return ({} if token.name == key else {"name": token.name}) | _common(token, frozenset())


def _common(card: CardDefinition | Token, usual_colors: frozenset[str]) -> dict[str, Any]:
    """What cards and tokens have in common; the abilities of a token too."""
    order = ("Artifact", "Enchantment", "Land")
    types = [*sorted(card.supertypes), *sorted(card.types, key=lambda t: (t not in order, t))]
    entry: dict[str, Any] = {"type": " ".join(types) + (f" - {' '.join(card.subtypes)}" if card.subtypes else "")}
    if card.power is not None:
        entry["pt"] = f"{write(Value, card.power)}/{write(Value, card.toughness)}"
    if card.colors != usual_colors:
        entry["colors"] = write_colors(card.colors)
    if card.keywords:
        entry["keywords"] = write_keywords(card.keywords)
    if isinstance(card, Token) and card.abilities:
        entry |= _abilities(card.abilities)
    return entry


def _abilities(abilities: tuple[Ability, ...]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for spell in (a for a in abilities if isinstance(a, Spell)):
        entry["spell"] = _written_spell(spell)
    others = [write(Ability, a) for a in abilities if not isinstance(a, Spell)]
    return entry | ({"abilities": others} if others else {})


def _written_spell(spell: Spell) -> Any:
    return write_body(spell) if spell.effects or spell.modes else []


def _token_keys(part: Any) -> dict[Token, str]:
    """The tokens that something in the vocabulary makes, and the keys under which they stand: their names, numbered where
    different tokens have the same. What a token makes stands before it."""
    keys: dict[Token, str] = {}
    for token in _inner_first(part):
        if token not in keys:
            same = sum(other.name == token.name for other in keys)
            keys[token] = f"{token.name} {same + 1}" if same else token.name
    return keys


def _inner_first(part: Any) -> Iterator[Token]:
    for token in words_in(part):
        if isinstance(token, Token):
            yield from _inner_first(token.abilities)
            yield token


def _plain(value: Any) -> Any:
    """As it will be read from YAML."""
    if isinstance(value, Signed):
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value


# ---------------------------------------------------------------------------------------------------------------- YAML


class _Dumper(yaml.CSafeDumper):
    """Collections that hold only scalars stand in one line."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(Signed, lambda dumper, value: dumper.represent_scalar("tag:yaml.org,2002:int", str(value)))


def card_text(card: CardDefinition) -> str:
    """The card as it stands in a card file.

    Raises:
        Unwritable: the notation cannot say something in it.
    """
    document = {card.name: write_card(card)}
    return yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=125, default_flow_style=None)
