"""The card notation: cards in YAML, read into the dataclasses of `engine.vocabulary`. The grammar is described in docs/cards.md.

Everything that is a dataclass of the vocabulary can be written as `its name: its fields`, so a new effect needs no code here.
What cards say often (filters, values, conditions, events, targets, costs) can be written as a phrase: `PHRASES`. Reading is
strict: whatever is not understood is a `NotationError`.
"""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.cards.words import (
    CARD_TYPES,
    COUNTER_KINDS,
    KEYWORDS,
    NUMBERED_KEYWORDS,
    PERMANENT_TYPES,
    REFERENCES,
    SUPERTYPES,
    SPELL_TYPES,
    SUBTYPES,
)
from engine.mana import COLORS, TYPES_OF_MANA, Cost, colors_of, parse_cost
from engine.vocabulary import (
    Ability,
    Activated,
    AtLeast,
    BecomesTapped,
    CardDefinition,
    Chapter,
    Condition,
    Costs,
    CountersOn,
    CountersPut,
    DealsCombatDamageToPlayer,
    Dies,
    Each,
    Effect,
    Enters,
    Event,
    Evolves,
    Filter,
    Holds,
    Kicked,
    LargestGraveyard,
    LosesLife,
    ManaValue,
    NoneOf,
    NotUnderstood,
    Permanents,
    RemoveCountersCost,
    Removed,
    SacrificeCost,
    Scaled,
    Spell,
    StepBegins,
    Target,
    ThatMuch,
    Token,
    Triggered,
    Value,
    What,
    X,
    YouCast,
    YouProliferate,
)


class NotationError(Exception):
    """Something in a card file that is not the notation.

    Attributes:
        file: name of the file.
        card: name of the card, empty if the trouble is not in a card.
        field: where in the card, such as `abilities 2, do 1, draw`.
        problem: what is wrong and what would be right.
    """

    def __init__(self, file: str, card: str, field: str, problem: str) -> None:
        place = ": ".join(part for part in (file, card, field) if part)
        super().__init__(f"{place}: {problem}")
        self.file = file
        self.card = card
        self.field = field
        self.problem = problem


@dataclass(frozen=True)
class Place:
    """Where reading is: the file, the card, and the way into it. `tokens` are those that the card describes."""

    file: str
    card: str
    path: tuple[str, ...] = ()
    tokens: Mapping[str, Token] = field(default_factory=dict)

    def at(self, *steps: str) -> Place:
        return Place(self.file, self.card, (*self.path, *steps), self.tokens)

    def error(self, problem: str) -> NotationError:
        return NotationError(self.file, self.card, ", ".join(self.path), problem)


def shown(value: object) -> str:
    """A piece of the file as a message quotes it, cut if long."""
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` with the nearest known words, else the known words if they are few."""
    known = list(known)
    close = difflib.get_close_matches(word, known, n=3, cutoff=0.6)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    return f"; known: {', '.join(sorted(known))}" if len(known) <= 12 else ""


# ---------------------------------------------------------------------------------------------------------------- words

def words_of(cls: type) -> str:
    """The name of a class as the notation writes it: `AddCounters` is `add counters`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", cls.__name__).lower()


def word_of_field(cls: type, name: str) -> str:
    """The name of a field as the notation writes it."""
    if name == "effects":
        return "do"
    if cls is Triggered and name == "on":
        return "when"
    if cls in (Spell, Activated, Triggered) and name == "modes":
        return "choose"
    if cls is Triggered and name == "condition":
        return "if"
    return name.replace("_", " ")


@lru_cache(maxsize=None)
def hints_of(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


@lru_cache(maxsize=None)
def fields_of(cls: type) -> dict[str, Field[Any]]:
    return {word_of_field(cls, f.name): f for f in fields(cls)}


def required(f: Field[Any]) -> bool:
    return f.default is MISSING and f.default_factory is MISSING


@lru_cache(maxsize=None)
def short_field(cls: type) -> str | None:
    """The field that a class is given when its body is not a mapping: the only required one, else `do` or `n`, else the only one."""
    all_fields = fields_of(cls)
    needed = [w for w, f in all_fields.items() if required(f)]
    if len(needed) == 1:
        return needed[0]
    for usual in ("do", "n"):
        if not needed and usual in all_fields:
            return usual
    return next(iter(all_fields)) if len(all_fields) == 1 else None


@lru_cache(maxsize=None)
def members(union: Any) -> dict[str, type]:
    """The dataclasses of a union by their words."""
    return {words_of(c): c for c in get_args(union) if is_dataclass(c) and isinstance(c, type)}


CHOICES_OF_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("Pump", "until"): ("end of turn", "your next turn"),
    ("GainControl", "until"): ("forever", "end of turn"),
    ("ReturnToHand", "source_zone"): ("battlefield", "graveyard"),
    ("StepBegins", "step"): ("upkeep", "end"),
    ("MoreCounters", "by"): ("you", "opponent"),
    ("CountersCannotBePut", "players"): ("each", "you"),
    ("LifeForMana", "color"): tuple(COLORS),
}
"""Text fields that allow only certain words."""

# ---------------------------------------------------------------------------------------------------------------- phrases


@dataclass(frozen=True)
class Phrase:
    """`text` with `{field}` in the places of fields makes a `cls`; `fixed` are fields that the phrase itself decides."""

    cls: type
    text: str
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(self.text)))


PHRASES: dict[Any, tuple[Phrase, ...]] = {
    Value: (
        Phrase(X, "X"),
        Phrase(Scaled, "{by} times {value}"),
        Phrase(Scaled, "{plus} plus {value}"),
        Phrase(Kicked, "times kicked"),
        Phrase(Removed, "counters removed"),
        Phrase(ThatMuch, "that much"),
        Phrase(LargestGraveyard, "cards in the largest graveyard"),
        Phrase(CountersOn, "{kind} counters on {of}"),
        Phrase(Permanents, "number of {filter}"),
        Phrase(ManaValue, "mana value of {of}"),
    ),
    Condition: (
        Phrase(AtLeast, "at least {n} {value}"),
        Phrase(NoneOf, "no {filter}"),
    ),
    Event: (
        Phrase(YouCast, "you cast {filter}"),
        Phrase(YouProliferate, "you proliferate"),
        Phrase(CountersPut, "you put {kind} counters on {filter}"),
        Phrase(CountersPut, "a {kind} counter is put on self", {"source": True}),
        Phrase(Evolves, "self evolves"),
        Phrase(Enters, "self enters", {"source": True}),
        Phrase(Enters, "{filter} enters"),
        Phrase(Dies, "self dies", {"source": True}),
        Phrase(Dies, "{filter} dies with {had} counters"),
        Phrase(Dies, "{filter} dies"),
        Phrase(BecomesTapped, "self becomes tapped"),
        Phrase(StepBegins, "your upkeep begins", {"step": "upkeep"}),
        Phrase(StepBegins, "your end step begins", {"step": "end"}),
        Phrase(Chapter, "chapter {number}"),
        Phrase(DealsCombatDamageToPlayer, "self deals combat damage to a player"),
        Phrase(LosesLife, "an opponent loses life"),
        Phrase(Holds, "as soon as there are {condition}"),
    ),
}
"""The phrases of each union, tried in this order; the first that fits in full decides."""


@lru_cache(maxsize=None)
def patterns(union: Any) -> tuple[tuple[re.Pattern[str], Phrase], ...]:
    return tuple((p.pattern(), p) for p in PHRASES.get(union, ()))


def read_phrase(union: Any, text: str, place: Place) -> Any:
    """What a phrase of the union says."""
    for pattern, phrase in patterns(union):
        if m := pattern.fullmatch(text):
            hints = hints_of(phrase.cls)
            given = {name: read(hints[name], part, place, phrase.cls, name) for name, part in m.groupdict().items()}
            return phrase.cls(**phrase.fixed, **given)
    raise place.error(f"{shown(text)} is not understood{near(text, [p.text for p in PHRASES[union]])}")


# ---------------------------------------------------------------------------------------------------------------- filters

_SUFFIXES: tuple[tuple[str, str, str], ...] = (
    (" you control", "controller", "you"),
    (" an opponent controls", "controller", "opponent"),
    (" target player controls", "controller", "target"),
    (" you own", "owner", "you"),
)
_NAMED = re.compile(r"(.+?) named (.+)")
_MANA_VALUE = re.compile(r"(.+?) with mana value (.+)")
_PHYREXIAN = " with a Phyrexian symbol"
_COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def read_filter(text: str, place: Place) -> Filter:
    """A filter such as `another nontoken artifact you control` or `noncreature spell`.

    Types side by side must all be there (`artifact creature`), types with commas, `and` or `or` are alternatives."""
    parts: dict[str, Any] = {}
    rest = text.strip()
    if m := _MANA_VALUE.fullmatch(rest):
        rest, parts["mana_value"] = m[1], read(Value, m[2], place)
    if m := _NAMED.fullmatch(rest):
        rest, parts["name"] = m[1], m[2]
    if rest.endswith(_PHYREXIAN):
        rest, parts["phyrexian"] = rest.removesuffix(_PHYREXIAN), True
    for suffix, name, value in _SUFFIXES:
        if rest.endswith(suffix):
            rest, parts[name] = rest.removesuffix(suffix), value
    words = re.split(r",?\s+(?:and/or|and|or)\s+|,\s+|\s+", rest)
    alternatives = re.search(r",|\s(?:and/or|and|or)\s|permanent-card", rest) is not None
    named_types: list[str] = []
    for word in words:
        _read_filter_word(word, parts, named_types, place)
    if named_types:
        parts["types" if alternatives or len(named_types) == 1 else "all_types"] = frozenset(named_types)
    return Filter(**parts)


def _read_filter_word(word: str, parts: dict[str, Any], named_types: list[str], place: Place) -> None:
    """One word of a filter; adds to `parts`, or to `named_types` if it is a card type."""
    singular = word.removesuffix("s")
    but_not = singular.removeprefix("non").capitalize()
    if word in ("a", "an", "permanent", "permanents", "spell", "spells", "card"):
        return
    if word in ("other", "another"):
        parts["other"] = True
    elif word in ("token", "nontoken"):
        parts["token"] = word == "token"
    elif word in ("permanent-card", "permanent-cards"):
        named_types.extend(PERMANENT_TYPES)
    elif word in _COLOR_WORDS:
        parts["colors"] = parts.get("colors", frozenset()) | {_COLOR_WORDS[word]}
    elif singular.capitalize() in CARD_TYPES and word == word.lower():
        named_types.append(singular.capitalize())
    elif word.capitalize() in CARD_TYPES and word == word.lower():
        named_types.append(word.capitalize())
    elif word.startswith("non") and but_not in CARD_TYPES:
        parts["but_not"] = parts.get("but_not", frozenset()) | {but_not}
    elif word.startswith("non") and but_not in SUPERTYPES:
        parts["not_supertypes"] = parts.get("not_supertypes", frozenset()) | {but_not}
    elif word in SUBTYPES or singular in SUBTYPES:
        parts["subtypes"] = parts.get("subtypes", frozenset()) | {word if word in SUBTYPES else singular}
    else:
        known = [t.lower() for t in CARD_TYPES] + ["permanent", "spell", "card", "another", "nontoken", *_COLOR_WORDS]
        raise place.error(f"{shown(word)} is not a word of a filter{near(word, known)}")


# ---------------------------------------------------------------------------------------------------------------- targets and costs

_UP_TO = re.compile(r"up to (one|two|three|four|\d+) (.+)")
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}


def read_target(text: str, place: Place) -> Target:
    """A group of targets: `creature`, `up to two creatures`, `any`, `player`, `player or planeswalker`, `creature card in a graveyard`."""
    least, most = 1, 1
    if m := _UP_TO.fullmatch(text):
        least, most, text = 0, _NUMBERS.get(m[1]) or int(m[1]), m[2]
    if text in ("any", "player", "player or planeswalker"):
        return Target(text, Filter(), least, most)
    for suffix, owner in ((" in a graveyard", None), (" in your graveyard", "you")):
        if text.endswith(suffix):
            filter = read_filter(text.removesuffix(suffix).replace("permanent card", "permanent-card"), place)
            return Target("card", _owned(filter, owner), least, most)
    return Target("permanent", read_filter(text, place), least, most)


def _owned(filter: Filter, owner: str | None) -> Filter:
    return filter if owner is None else Filter(**{f.name: getattr(filter, f.name) for f in fields(Filter)} | {"controller": owner})


_COST_PARTS = re.compile(r",\s+(?=\{|pay |discard |sacrifice |remove )")
_LIFE = re.compile(r"pay (\d+) life")
_DISCARD = re.compile(r"discard (?:(a) card|(\d+) cards)")
_SACRIFICE = re.compile(r"sacrifice (?:(\d+) )?(.+)")
_REMOVE_FROM_SELF = re.compile(r"remove (a|\d+) (\w+) counters? from self")
_REMOVE_AMONG = re.compile(r"remove (\d+) counters from among (.+)")
_LOYALTY = re.compile(r"\+\d+|-\d+|0|-X")


def read_costs(value: object, place: Place) -> Costs:
    """Costs as cards print them: `{4}, {T}`, `pay 1 life, sacrifice another creature`; a bare number is a loyalty cost."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Costs(loyalty=value)
    if not isinstance(value, str):
        raise place.error(f"a cost is text such as '{{4}}, {{T}}', not {shown(value)}")
    if _LOYALTY.fullmatch(value):
        return Costs(loyalty=value if value.endswith("X") else int(value))
    parts: dict[str, Any] = {}
    for part in _COST_PARTS.split(value):
        name, paid = _read_cost_part(part, place)
        if name in parts:
            raise place.error(f"{shown(value)} has two costs of one kind; write them as one")
        parts[name] = paid
    return Costs(**parts)


def _read_cost_part(part: str, place: Place) -> tuple[str, Any]:
    """One part of a cost: the field of `Costs` and its value."""
    if part == "{T}":
        return "tap", True
    if part.startswith("{"):
        return "mana", read_mana_cost(part, place)
    if m := _LIFE.fullmatch(part):
        return "life", int(m[1])
    if m := _DISCARD.fullmatch(part):
        return "discard", int(m[2] or 1)
    if part == "sacrifice self":
        return "sacrifice", SacrificeCost()
    if m := _SACRIFICE.fullmatch(part):
        return "sacrifice", SacrificeCost(int(m[1] or 1), read_filter(m[2], place))
    if m := _REMOVE_FROM_SELF.fullmatch(part):
        return "remove", RemoveCountersCost(1 if m[1] == "a" else int(m[1]), read_kind(m[2], place))
    if m := _REMOVE_AMONG.fullmatch(part):
        return "remove", RemoveCountersCost(int(m[1]), None, read_filter(m[2], place))
    raise place.error(
        f"{shown(part)} is not a cost; costs are mana, {{T}}, 'pay 2 life', 'discard a card', 'sacrifice an artifact', "
        "'sacrifice self', 'remove a charge counter from self', 'remove 3 counters from among artifacts you control', loyalty"
    )


def read_mana_cost(value: object, place: Place) -> Cost:
    if not isinstance(value, str):
        raise place.error(f"a mana cost is quoted text such as '{{2}}{{U/P}}', not {shown(value)}")
    try:
        return parse_cost(value)
    except ValueError as e:
        raise place.error(str(e)) from None


# ---------------------------------------------------------------------------------------------------------------- single words


def read_kind(value: object, place: Place) -> str:
    if value in COUNTER_KINDS:
        return str(value)
    raise place.error(f"{shown(value)} is not a kind of counter (CR 122){near(str(value), COUNTER_KINDS)}")


def read_what(value: object, place: Place) -> What:
    """A reference: one of `REFERENCES`, or `each` and a filter."""
    if not isinstance(value, str):
        raise place.error(f"must say what is meant, such as 'target' or 'each creature', not {shown(value)}")
    if value in REFERENCES:
        return value
    if value.startswith("each "):
        return Each(read_filter(value.removeprefix("each "), place))
    raise place.error(f"{shown(value)} is not a reference{near(value, REFERENCES)} (or 'each' and a filter)")


def read_keywords(value: object, place: Place) -> frozenset[str]:
    if not isinstance(value, list):
        raise place.error(f"keywords are a list such as [flying, toxic 1], not {shown(value)}")
    return frozenset(read_keyword(v, place) for v in value)


def read_keyword(value: object, place: Place) -> str:
    """A keyword ability as one word of text (702): `flying`, `toxic 1`, `protection from Humans`."""
    text = str(value)
    stem, _, number = text.rpartition(" ")
    if text in KEYWORDS or (stem in NUMBERED_KEYWORDS and number.isdigit()) or text.startswith("protection from "):
        return text
    raise place.error(f"{shown(value)} is not a keyword (CR 702){near(text, sorted(KEYWORDS | NUMBERED_KEYWORDS))}")


def read_colors(value: object, place: Place) -> frozenset[str]:
    if isinstance(value, str) and all(c in COLORS for c in value):
        return frozenset(value)
    raise place.error(f"colours are letters of WUBRG, not {shown(value)}")


def read_mana_types(value: object, place: Place) -> str:
    if value == "any color":
        return COLORS
    if isinstance(value, str) and value and all(c in TYPES_OF_MANA for c in value):
        return value
    raise place.error(f"mana is 'any color' or letters of WUBRGC, not {shown(value)}")


def read_card_types(value: object, place: Place) -> frozenset[str]:
    supertypes, found, subtypes = read_type_line(value, place)
    if supertypes or subtypes:
        raise place.error(f"only card types belong here, not {shown(value)}")
    return found


def read_type_line(value: object, place: Place) -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """Supertypes, card types and subtypes of a type line such as `Legendary Creature - Elf Druid` (205)."""
    if not isinstance(value, str) or not value:
        raise place.error(f"a type line is text such as 'Legendary Creature - Elf Druid', not {shown(value)}")
    front, _, back = value.partition(" - ")
    words = front.split()
    for word in words:
        if word not in SUPERTYPES and word not in CARD_TYPES:
            raise place.error(f"{shown(word)} is not a card type or supertype (CR 205){near(word, [*CARD_TYPES, *SUPERTYPES])}")
    found = frozenset(w for w in words if w in CARD_TYPES)
    if not found:
        raise place.error(f"{shown(value)} names no card type (CR 205.2)")
    for word in back.split():
        if word not in SUBTYPES:
            raise place.error(f"{shown(word)} is not a subtype (CR 205.3){near(word, SUBTYPES)}")
    return frozenset(w for w in words if w in SUPERTYPES), found, tuple(back.split())


# ---------------------------------------------------------------------------------------------------------------- reading by type

_READERS: dict[Any, Callable[[object, Place], Any]] = {
    What: read_what,
    Costs: read_costs,
    Cost: read_mana_cost,
    Target: lambda v, p: read_target(_text(v, p), p),
    Filter: lambda v, p: read_filter(_text(v, p), p),
    Token: lambda v, p: _token_named(v, p),
}
"""Types with a notation of their own."""

_FIELD_READERS: dict[tuple[str, str], Callable[[object, Place], Any]] = {
    ("AddMana", "colors"): read_mana_types,
    ("GainKeywords", "keywords"): read_keywords,
    ("LoseKeywords", "keywords"): read_keywords,
    ("AllPermanentsAre", "types"): read_card_types,
    ("Dies", "had"): read_kind,
    ("CountersOn", "of"): read_what,
    ("ManaValue", "of"): read_what,
}
"""Fields with a notation of their own, which their type alone does not tell; fields called `kind` are kinds of counters."""


def _text(value: object, place: Place) -> str:
    if not isinstance(value, str):
        raise place.error(f"must be text, not {shown(value)}")
    return value


def _token_named(value: object, place: Place) -> Token:
    name = _text(value, place)
    if name not in place.tokens:
        raise place.error(f"no token {shown(name)} under 'tokens' of the card{near(name, place.tokens)}")
    return place.tokens[name]


def read(hint: Any, value: object, place: Place, cls: type | None = None, name: str = "") -> Any:
    """Read a piece of notation as the type `hint`, which is that of the field `name` of `cls`."""
    if cls is not None:
        if own := _FIELD_READERS.get((cls.__name__, name)):
            return own(value, place)
        if name == "kind":
            return read_kind(value, place)
        if allowed := CHOICES_OF_WORDS.get((cls.__name__, name)):
            if value not in allowed:
                raise place.error(f"{shown(value)} is not one of {', '.join(allowed)}")
            return value
    hint = without_none(hint)
    if hint in _READERS:
        return _READERS[hint](value, place)
    if hint is bool:
        if not isinstance(value, bool):
            raise place.error(f"must be true or false, not {shown(value)}")
        return value
    if hint is int:
        return read_number(value, place)
    if hint is str:
        return _text(value, place)
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise place.error(f"must be a list in [ ], not {shown(value)}")
        return tuple(read(get_args(hint)[0], v, place.at(str(i))) for i, v in enumerate(value, 1))
    if get_origin(hint) in (Union, types.UnionType):
        return read_member(hint, value, place)
    return read_body(hint, value, place)


def read_number(value: object, place: Place) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, str)) or (isinstance(value, str) and not re.fullmatch(r"-?\d+", value)):
        raise place.error(f"must be a whole number, not {shown(value)}")
    return int(value)


@lru_cache(maxsize=None)
def without_none(hint: Any) -> Any:
    """The type without the possibility of None."""
    args = get_args(hint)
    if get_origin(hint) in (Union, types.UnionType) and type(None) in args:
        return Union[tuple(a for a in args if a is not type(None))]
    return hint


def read_member(union: Any, value: object, place: Place) -> Any:
    """One of a union of dataclasses: a phrase, a bare word, or `word: fields`. A `Value` may be a number."""
    if union == Value and not isinstance(value, dict) and re.fullmatch(r"-?\d+", str(value)):
        return read_number(value, place)
    if union == Ability and isinstance(value, dict):
        for key, cls in (("when", Triggered), ("cost", Activated)):
            if key in value:
                return read_body(cls, value, place)
    classes = members(union)
    word, body = _word_and_body(value, place)
    if word in classes:
        return read_body(classes[word], {} if body is MISSING else body, place.at(word))
    if isinstance(value, str) and union in PHRASES:
        return read_phrase(union, value, place)
    raise place.error(f"{shown(word)} is not known here{near(word, [*classes, *(p.text for p in PHRASES.get(union, ()))])}")


def _word_and_body(value: object, place: Place) -> tuple[str, Any]:
    if isinstance(value, str):
        return value, MISSING
    if isinstance(value, dict) and len(value) == 1:
        ((word, body),) = value.items()
        return str(word), body
    raise place.error(f"must be a word or one 'word: ...', not {shown(value)}")


def read_body(cls: type, value: object, place: Place) -> Any:
    """A dataclass from a mapping of its fields, or from the value of its short field."""
    by_word = fields_of(cls)
    if not isinstance(value, dict):
        short = short_field(cls)
        if short is None:
            raise place.error(f"needs its fields by name ({', '.join(by_word) or 'it has none'}), not {shown(value)}")
        value = {short: value}
    hints = hints_of(cls)
    given: dict[str, Any] = {}
    for word, part in value.items():
        f = by_word.get(str(word))
        if f is None:
            raise place.error(f"has no field {shown(word)}{near(str(word), by_word)}")
        given[f.name] = read(hints[f.name], part, place.at(str(word)), cls, f.name)
    for word, f in by_word.items():
        if f.name not in given and required(f):
            raise place.error(f"lacks its field '{word}'")
    return cls(**given)


# ---------------------------------------------------------------------------------------------------------------- cards

_CHARACTERISTICS = ("type", "pt", "colors", "keywords", "abilities")
CARD_KEYS = (*_CHARACTERISTICS, "cost", "loyalty", "multikicker", "spell", "tokens", "modelled", "not understood")
TOKEN_KEYS = _CHARACTERISTICS


def read_card(name: object, value: object, file: str) -> CardDefinition:
    """The card that an entry of a card file describes.

    Raises:
        NotationError: something in it is not the notation.
    """
    place = Place(file, _text(name, Place(file, "")))
    entry = _entry(value, CARD_KEYS, place)
    tokens = {n: read_token(n, t, place.at("tokens", str(n))) for n, t in _tokens(entry, place).items()}
    place = Place(file, place.card, (), tokens)
    cost = read_mana_cost(entry["cost"], place.at("cost")) if "cost" in entry else None
    power, toughness = _size(entry, place)
    abilities = read(tuple[Ability, ...], entry.get("abilities", []), place.at("abilities"))
    if "spell" in entry:
        abilities = (read_body(Spell, entry["spell"], place.at("spell")), *abilities)
    reasons = entry.get("not understood", [])
    card = CardDefinition(
        name=place.card,
        cost=cost,
        colors=read_colors(entry["colors"], place.at("colors")) if "colors" in entry else colors_of(cost or ()),
        power=power,
        toughness=toughness,
        loyalty=read_number(entry["loyalty"], place.at("loyalty")) if "loyalty" in entry else None,
        keywords=read_keywords(entry.get("keywords", []), place.at("keywords")),
        abilities=(*abilities, *(NotUnderstood(r) for r in read(tuple[str, ...], reasons, place.at("not understood")))),
        multikicker=read_mana_cost(entry["multikicker"], place.at("multikicker")) if "multikicker" in entry else None,
        modelled=read(bool, entry.get("modelled", True), place.at("modelled")),
        **_type_line(entry, place),
    )
    check_card(card, place)
    return card


def read_token(name: object, value: object, place: Place) -> Token:
    """The token that an entry under `tokens` describes (111.3)."""
    entry = _entry(value, TOKEN_KEYS, place)
    power, toughness = _size(entry, place, Value)
    return Token(
        name=_text(name, place),
        colors=read_colors(entry.get("colors", ""), place.at("colors")),
        power=power,
        toughness=toughness,
        keywords=read_keywords(entry.get("keywords", []), place.at("keywords")),
        abilities=read(tuple[Ability, ...], entry.get("abilities", []), place.at("abilities")),
        **_type_line(entry, place),
    )


def check_card(card: CardDefinition, place: Place) -> None:
    """What a card must have, whatever it does (CR 113.3a, 208.1, 209.1)."""
    has_spell = any(isinstance(a, Spell) for a in card.abilities)
    if has_spell != bool(card.types & SPELL_TYPES):
        raise place.error("an instant or sorcery has 'spell', every other card has not (CR 113.3a)")
    if (card.power is not None) != ("Creature" in card.types):
        raise place.at("pt").error("a creature has power and toughness 'pt: 2/3', other cards have not (CR 208.1)")
    if (card.loyalty is not None) != ("Planeswalker" in card.types):
        raise place.at("loyalty").error("a planeswalker has 'loyalty', other cards have not (CR 209.1)")
    if card.cost is not None and "Land" in card.types:
        raise place.at("cost").error("a land has no mana cost (CR 202.1b)")


def _entry(value: object, keys: tuple[str, ...], place: Place) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise place.error(f"must be keys and values ({', '.join(keys)}), not {shown(value)}")
    for key in value:
        if key not in keys:
            raise place.error(f"unknown key {shown(key)}{near(str(key), keys)}")
    if "type" not in value:
        raise place.error("lacks its 'type', such as 'type: Artifact Creature - Golem'")
    return value


def _tokens(entry: dict[str, Any], place: Place) -> dict[Any, Any]:
    tokens = entry.get("tokens", {})
    if not isinstance(tokens, dict):
        raise place.at("tokens").error(f"must be names and tokens, not {shown(tokens)}")
    return tokens


def _type_line(entry: dict[str, Any], place: Place) -> dict[str, Any]:
    supertypes, found, subtypes = read_type_line(entry["type"], place.at("type"))
    return {"supertypes": supertypes, "types": found, "subtypes": subtypes}


def _size(entry: dict[str, Any], place: Place, hint: Any = int) -> tuple[Any, Any]:
    """Power and toughness from `pt: 2/3`."""
    if "pt" not in entry:
        return None, None
    place = place.at("pt")
    power, slash, toughness = _text(entry["pt"], place).partition("/")
    if not slash:
        raise place.error(f"power and toughness are written like 2/3, not {shown(entry['pt'])}")
    return read(hint, power, place), read(hint, toughness, place)


__all__ = ["CARD_KEYS", "PHRASES", "NotationError", "Phrase", "Place", "read_card", "Effect", "typing"]
