"""Reading pieces of notation as what a type hint of the vocabulary asks for.

Any dataclass of the vocabulary is read from `its name: its fields`, any union by the names of its members. Types and fields
that have a notation of their own register it with `reads` and `reads_field`; phrases are in `PHRASES`. Nothing here knows
a particular effect, so a new one needs no code here.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from engine import vocabulary
from engine.cards.place import Place, near, shown

Reader = Callable[[object, Place], Any]
R = TypeVar("R", bound=Reader)

READERS: dict[Any, Reader] = {}
"""Types with a notation of their own."""

FIELD_READERS: dict[tuple[str, str], Reader] = {}
"""Fields (class and name) with a notation that their type does not tell. Class `*`: any class."""


def reads(*hints: Any) -> Callable[[R], R]:
    """Register a reader for types."""

    def register(reader: R) -> R:
        READERS.update(dict.fromkeys(hints, reader))
        return reader

    return register


def reads_field(*places: tuple[str, str]) -> Callable[[R], R]:
    """Register a reader for fields."""

    def register(reader: R) -> R:
        FIELD_READERS.update(dict.fromkeys(places, reader))
        return reader

    return register


# ---------------------------------------------------------------------------------------------------------------- words

FIELD_WORDS: dict[tuple[str, str], str] = {
    ("*", "effects"): "do",
    ("Spell", "modes"): "choose",
    ("Activated", "modes"): "choose",
    ("Triggered", "modes"): "choose",
    ("Triggered", "on"): "when",
    ("Triggered", "condition"): "if",
    ("Activated", "condition"): "if",
    ("AlternativeCost", "condition"): "if",
    ("EntersWithCounters", "condition"): "if",
    ("Activated", "less"): "costs less",
}
"""Fields that the notation calls differently. Class `*`: any class."""


def word_of(cls: type) -> str:
    """The name of a class as the notation writes it: `AddCounters` is `add counters`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", cls.__name__).lower()


def word_of_field(cls: type, name: str) -> str:
    """The name of a field as the notation writes it: `up_to` is `up to`."""
    return FIELD_WORDS.get((cls.__name__, name)) or FIELD_WORDS.get(("*", name)) or name.replace("_", " ")


@cache
def fields_by_word(cls: type) -> dict[str, Field[Any]]:
    return {word_of_field(cls, f.name): f for f in fields(cls)}


@cache
def hints_of(cls: type) -> dict[str, Any]:
    return {name: _without_none(hint) for name, hint in get_type_hints(cls, localns=vars(vocabulary)).items()}


def _without_none(hint: Any) -> Any:
    """The type without the possibility of None."""
    args = get_args(hint)
    if get_origin(hint) in (Union, types.UnionType) and type(None) in args:
        return Union[tuple(a for a in args if a is not type(None))]
    return hint


@cache
def members(union: Any) -> dict[str, type]:
    """The dataclasses of a union by their words."""
    return {word_of(c): c for c in get_args(union) if is_dataclass(c) and isinstance(c, type)}


def is_required(f: Field[Any]) -> bool:
    return f.default is MISSING and f.default_factory is MISSING


@cache
def short_field(cls: type) -> str | None:
    """The field that a body which is no mapping gives: the only required one, else `do` or `n`, else the only one there is."""
    all_fields = fields_by_word(cls)
    needed = [word for word, f in all_fields.items() if is_required(f)]
    usual = [word for word in ("do", "n") if word in all_fields] if not needed else []
    if len(needed) == 1 or usual:
        return (needed or usual)[0]
    return next(iter(all_fields)) if len(all_fields) == 1 else None


# ---------------------------------------------------------------------------------------------------------------- phrases


@dataclass(frozen=True)
class Phrase:
    """`text` makes a `cls`; each `{field}` in it stands for that field, `fixed` are fields that the phrase itself decides."""

    cls: type
    text: str
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(self.text)))


PHRASES: dict[Any, tuple[Phrase, ...]] = {}
"""The phrases of each union, tried in this order; the first that fits the whole text decides."""


@cache
def _patterns(union: Any) -> tuple[tuple[re.Pattern[str], Phrase], ...]:
    return tuple((phrase.pattern(), phrase) for phrase in PHRASES[union])


def read_phrase(union: Any, text: str, place: Place) -> Any:
    """What a phrase says.

    Raises:
        NotationError: no phrase of this union fits.
    """
    for pattern, phrase in _patterns(union):
        if found := pattern.fullmatch(text):
            given = {name: read_field(phrase.cls, name, part, place) for name, part in found.groupdict().items()}
            return phrase.cls(**phrase.fixed, **given)
    raise place.error(f"{shown(text)} is not understood{near(text, [p.text for p in PHRASES[union]])}")


# ---------------------------------------------------------------------------------------------------------------- reading


def read(hint: Any, value: object, place: Place) -> Any:
    """Read a piece of notation as the type `hint`.

    Raises:
        NotationError: it is something else.
    """
    if hint in READERS:
        return READERS[hint](value, place)
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise place.error(f"must be a list in [ ], not {shown(value)}")
        return tuple(read(get_args(hint)[0], part, place.at(str(i))) for i, part in enumerate(value, 1))
    if get_origin(hint) is Union:
        return read_member(hint, value, place)
    return read_body(hint, value, place)


def read_field(cls: type, name: str, value: object, place: Place) -> Any:
    """Read the field `name` of a class."""
    own = FIELD_READERS.get((cls.__name__, name)) or FIELD_READERS.get(("*", name))
    return own(value, place) if own else read(hints_of(cls)[name], value, place)


def read_member(union: Any, value: object, place: Place) -> Any:
    """One of a union of dataclasses: a bare word, `word: fields`, or a phrase."""
    word, body = _word_and_body(value, place)
    classes = members(union)
    if word in classes:
        return read_body(classes[word], body, place.at(word))
    if isinstance(value, str) and union in PHRASES:
        return read_phrase(union, value, place)
    raise place.error(f"{shown(word)} is not known here{near(word, [*classes, *(p.text for p in PHRASES.get(union, ()))])}")


def _word_and_body(value: object, place: Place) -> tuple[str, object]:
    if isinstance(value, str):
        return value, {}
    if isinstance(value, dict) and len(value) == 1:
        ((word, body),) = value.items()
        return str(word), body
    raise place.error(f"must be a word or one 'word: ...', not {shown(value)}")


def read_body(cls: type, value: object, place: Place) -> Any:
    """A dataclass from a mapping of its fields, or from the value of its short field."""
    by_word = fields_by_word(cls)
    if not isinstance(value, dict):
        short = short_field(cls)
        if short is None:
            raise place.error(f"has fields to be given by name ({', '.join(by_word) or 'none at all'}), not {shown(value)}")
        value = {short: value}
    given: dict[str, Any] = {}
    for word, part in value.items():
        f = by_word.get(str(word))
        if f is None:
            raise place.error(f"has no field {shown(word)}{near(str(word), by_word)}")
        given[f.name] = read_field(cls, f.name, part, place.at(str(word)))
    for word, f in by_word.items():
        if f.name not in given and is_required(f):
            raise place.error(f"lacks its field '{word}'")
    return cls(**given)


# ---------------------------------------------------------------------------------------------------------------- plain types

NUMBER = re.compile(r"-?\d{1,4}")


@reads(bool)
def read_truth(value: object, place: Place) -> bool:
    if not isinstance(value, bool):
        raise place.error(f"must be true or false, not {shown(value)}")
    return value


@reads(int)
def read_number(value: object, place: Place) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, str)) or not NUMBER.fullmatch(str(value)):
        raise place.error(f"must be a whole number of at most four digits, not {shown(value)}")
    return int(value)


@reads(str)
def read_text(value: object, place: Place) -> str:
    if not isinstance(value, str) or not value:
        raise place.error(f"must be text, not {shown(value)}")
    return value
