"""What cards say in words: values, conditions, events, filters, targets, costs, references, types, colours, keywords."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.cards.place import Place, near, shown
from engine.cards.reading import (
    FIELD_READERS,
    NUMBER,
    PHRASES,
    Phrase,
    Reader,
    read_body,
    read_member,
    read_number,
    read_text,
    reads,
    reads_field,
)
from engine.cards.words import KEYWORDS, NUMBERED_KEYWORDS, REFERENCES
from engine.mana import COLORS, TYPES_OF_MANA, Cost, parse_cost
from engine.vocabulary import (
    Ability,
    Activated,
    AtLeast,
    BecomesTapped,
    Chapter,
    Condition,
    Costs,
    CountersOn,
    CountersPut,
    Dies,
    Each,
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
    Permanents,
    RemoveCountersCost,
    Removed,
    SacrificeCost,
    Scaled,
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
from engine.words import CARD_TYPES, MAIN_COUNTERS, PERMANENT_TYPES, SUBTYPES, SUPERTYPES, is_counter

PHRASES[Value] = (
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
)

PHRASES[Condition] = (
    Phrase(AtLeast, "at least {n} {value}"),
    Phrase(NoneOf, "no {filter}"),
)

PHRASES[Event] = (
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
    Phrase(LosesLife, "an opponent loses life"),
    Phrase(Holds, "as soon as there are {condition}"),
)


@reads(Value)
def read_value(value: object, place: Place) -> Any:
    if isinstance(value, int) or NUMBER.fullmatch(str(value)):
        return read_number(value, place)
    return read_member(Value, value, place)


@reads(Ability)
def read_ability(value: object, place: Place) -> Any:
    """An ability: triggered if it has `when`, activated if it has `cost` (113.3), else a static one by its word."""
    if isinstance(value, dict):
        for key, cls in (("when", Triggered), ("cost", Activated)):
            if key in value:
                return read_body(cls, value, place)
    return read_member(Ability, value, place)


# ---------------------------------------------------------------------------------------------------------------- filters

_NAMED = re.compile(r"(.+?) named (.+)")
_MANA_VALUE = re.compile(r"(.+?) with mana value (.+)")
_PHYREXIAN = re.compile(r"(.+?) with a Phyrexian symbol")
_CONTROLLED = re.compile(r"(.+?) (you control|you own|an opponent controls|target player controls)")
_CONTROLLERS = {
    "you control": ("controller", "you"),
    "you own": ("owner", "you"),
    "an opponent controls": ("controller", "opponent"),
    "target player controls": ("controller", "target"),
}
_BETWEEN_WORDS = re.compile(r",\s+(?:and/or|and|or)\s+|,\s+|\s+(?:and/or|and|or)\s+|\s+")
_ALTERNATIVES = re.compile(r",|\s(?:and/or|and|or)\s")
_COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_NOUNS = frozenset(("permanent", "permanents", "spell", "spells", "card", "cards"))


@reads(Filter)
def read_filter(value: object, place: Place) -> Filter:
    """A filter such as `another nontoken artifact you control` or `noncreature spell`.

    Types side by side must all be there (`artifact creature`); with commas, `and` or `or` between them one is enough.
    """
    text = read_text(value, place)
    given: dict[str, Any] = {}
    if m := _MANA_VALUE.fullmatch(text):
        text, given["mana_value"] = m[1], read_value(m[2], place)
    if m := _NAMED.fullmatch(text):
        text, given["name"] = m[1], m[2]
    if m := _PHYREXIAN.fullmatch(text):
        text, given["phyrexian"] = m[1], True
    if m := _CONTROLLED.fullmatch(text):
        name, whose = _CONTROLLERS[m[2]]
        text, given[name] = m[1], whose
    return Filter(**given, **_filter_words(text, place))


def _filter_words(text: str, place: Place) -> dict[str, Any]:
    """The fields of a filter that its single words give."""
    given: dict[str, Any] = {}
    card_types: list[str] = []
    nouns = 0
    words = _BETWEEN_WORDS.split(text)
    for word in words:
        if card_type := _card_type(word):
            card_types.append(card_type)
        elif word in _NOUNS:
            nouns += 1
        elif word not in ("a", "an"):
            name, part = _filter_word(word, place)
            nouns += name == "subtypes" or (name == "token" and part)
            given[name] = given[name] | part if isinstance(part, frozenset) and name in given else part
    if not card_types and not nouns:
        raise place.error(f"{shown(text)} does not say what: a permanent, spell, card, type or subtype")
    if words[-2:] == ["permanent", "card"] and not card_types:
        given["types"] = frozenset(PERMANENT_TYPES)
    elif card_types:
        given["types" if len(card_types) == 1 or _ALTERNATIVES.search(text) else "all_types"] = frozenset(card_types)
    return given


def _card_type(word: str) -> str | None:
    """The card type that a lower-case word in singular or plural names."""
    for form in (word, word.removesuffix("s"), word.removesuffix("ies") + "y"):
        if form.capitalize() in CARD_TYPES and form == form.lower():
            return form.capitalize()
    return None


def _filter_word(word: str, place: Place) -> tuple[str, Any]:
    """The field of a filter that one word gives, with its value."""
    negated = word.removeprefix("non").capitalize() if word.startswith("non") else ""
    if word in ("other", "another"):
        return "other", True
    if word in ("token", "tokens", "nontoken"):
        return "token", word != "nontoken"
    if word in _COLOR_WORDS:
        return "colors", frozenset(_COLOR_WORDS[word])
    if negated in CARD_TYPES:
        return "but_not", frozenset((negated,))
    if negated in SUPERTYPES:
        return "not_supertypes", frozenset((negated,))
    for form in (word, word.removesuffix("s")):
        if form in SUBTYPES:
            return "subtypes", frozenset((form,))
    adjectives = ("another", "token", "nontoken", "noncreature", "nonland")
    known = [*(t.lower() for t in CARD_TYPES), *_NOUNS, *_COLOR_WORDS, *adjectives, *SUBTYPES]
    raise place.error(f"{shown(word)} is not a word of a filter{near(word, known)}")


# ---------------------------------------------------------------------------------------------------------------- targets

_UP_TO = re.compile(r"up to (one|two|three|four) (.+)")
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
_GRAVEYARD = re.compile(r"(.+?) in (a|your) graveyard")


@reads(Target)
def read_target(value: object, place: Place) -> Target:
    """A group of targets (115): `creature`, `up to two creatures`, `any`, `player or planeswalker`, `card in a graveyard`."""
    text = read_text(value, place)
    least, most = 1, 1
    if m := _UP_TO.fullmatch(text):
        least, most, text = 0, _NUMBERS[m[1]], m[2]
    if text in ("any", "player", "player or planeswalker"):
        return Target(text, Filter(), least, most)
    if m := _GRAVEYARD.fullmatch(text):
        whose = "you" if m[2] == "your" else None
        return Target("card", replace(read_filter(m[1], place), controller=whose), least, most)
    return Target("permanent", read_filter(text, place), least, most)


# ---------------------------------------------------------------------------------------------------------------- costs

_COST_PARTS = re.compile(r",\s+(?=\{|pay |discard |sacrifice |remove )")
_SYMBOLS = re.compile(r"(?:\{[^{}]*\})+")
_LOYALTY = re.compile(r"[+-]\d{1,2}|0|-X")
_LIFE = re.compile(r"pay (\d{1,3}) life")
_DISCARD = re.compile(r"discard (?:a card|(\d) cards)")
_SACRIFICE = re.compile(r"sacrifice (?:(\d) )?(.+)")
_REMOVE_FROM_SELF = re.compile(r"remove (?:a|(\d{1,2})) (.+?) counters? from self")
_REMOVE_AMONG = re.compile(r"remove (\d{1,2}) counters from among (.+)")


@reads(Costs)
def read_costs(value: object, place: Place) -> Costs:
    """Costs as cards print them: `{4}, {T}`, `pay 1 life, sacrifice another creature`; a bare number is a loyalty cost."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Costs(loyalty=read_number(value, place))
    text = read_text(value, place) if isinstance(value, str) else ""
    if not text:
        raise place.error(f"a cost is quoted text such as '{{4}}, {{T}}' or a loyalty number, not {shown(value)}")
    if _LOYALTY.fullmatch(text):
        return Costs(loyalty=text if text == "-X" else int(text))
    parts: dict[str, Any] = {}
    for part in _COST_PARTS.split(text):
        name, paid = _cost_part(part, place)
        if name in parts:
            raise place.error(f"{shown(text)} has two costs of one kind")
        parts[name] = paid
    return Costs(**parts)


def _cost_part(part: str, place: Place) -> tuple[str, Any]:
    """The field of `Costs` that one part of a cost gives, with its value."""
    if part == "{T}":
        return "tap", True
    if _SYMBOLS.fullmatch(part):
        return "mana", read_mana_cost(part, place)
    if part == "sacrifice self":
        return "sacrifice", SacrificeCost()
    if m := _LIFE.fullmatch(part):
        return "life", int(m[1])
    if m := _DISCARD.fullmatch(part):
        return "discard", int(m[1] or 1)
    if m := _SACRIFICE.fullmatch(part):
        return "sacrifice", SacrificeCost(int(m[1] or 1), read_filter(m[2], place))
    if m := _REMOVE_FROM_SELF.fullmatch(part):
        return "remove", RemoveCountersCost(int(m[1] or 1), read_kind(m[2], place))
    if m := _REMOVE_AMONG.fullmatch(part):
        return "remove", RemoveCountersCost(int(m[1]), None, read_filter(m[2], place))
    raise place.error(
        f"{shown(part)} is not a cost; costs are mana, {{T}}, 'pay 2 life', 'discard a card', 'sacrifice an artifact', "
        "'sacrifice self', 'remove a charge counter from self', 'remove 3 counters from among artifacts you control', "
        "or a loyalty number"
    )


@reads(Cost)
def read_mana_cost(value: object, place: Place) -> Cost:
    if not isinstance(value, str):
        raise place.error(f"a mana cost is quoted text such as '{{2}}{{U/P}}', not {shown(value)}")
    try:
        return parse_cost(value)
    except ValueError as e:
        raise place.error(str(e)) from None


# ---------------------------------------------------------------------------------------------------------------- single words


@reads(What)
@reads_field(("CountersOn", "of"), ("ManaValue", "of"))
def read_what(value: object, place: Place) -> What:
    """A reference: one of `REFERENCES`, or `each` and a filter."""
    text = read_text(value, place)
    if text in REFERENCES:
        return text
    if text.startswith("each "):
        return Each(read_filter(text.removeprefix("each "), place))
    raise place.error(f"{shown(text)} is not a reference{near(text, REFERENCES)} (or 'each' and a filter)")


@reads_field(("*", "kind"), ("Dies", "had"))
def read_kind(value: object, place: Place) -> str:
    """A kind of counter."""
    text = read_text(value, place)
    if not is_counter(text):
        raise place.error(f"{shown(text)} is not a kind of counter{near(text, MAIN_COUNTERS)}")
    return text


@reads_field(("*", "keywords"))
def read_keywords(value: object, place: Place) -> frozenset[str]:
    if not isinstance(value, list):
        raise place.error(f"keywords are a list such as [flying, toxic 1], not {shown(value)}")
    return frozenset(read_keyword(word, place) for word in value)


def read_keyword(value: object, place: Place) -> str:
    """A keyword ability (702): `flying`, `toxic 1`, `protection from Humans`."""
    text = read_text(value, place)
    stem, _, number = text.rpartition(" ")
    if text in KEYWORDS or (stem in NUMBERED_KEYWORDS and number.isdigit()):
        return text
    if text.startswith("protection from "):
        read_protection(text.removeprefix("protection from "), place)
        return text
    raise place.error(f"{shown(text)} is not a keyword{near(text, (*KEYWORDS, *(f'{k} 1' for k in NUMBERED_KEYWORDS)))} (CR 702)")


def read_protection(quality: str, place: Place) -> None:
    """Check what protection is from (702.16a): a colour, a card type or a subtype."""
    if quality not in _COLOR_WORDS:
        read_filter(quality, place)


@reads_field(("*", "colors"))
def read_colors(value: object, place: Place) -> frozenset[str]:
    if not isinstance(value, str) or not set(value) <= set(COLORS):
        raise place.error(f"colours are letters of {COLORS}, not {shown(value)}")
    return frozenset(value)


@reads_field(("AddMana", "colors"))
def read_mana_types(value: object, place: Place) -> str:
    if value == "any color":
        return COLORS
    if not isinstance(value, str) or not value or not set(value) <= set(TYPES_OF_MANA):
        raise place.error(f"mana is 'any color' or letters of {TYPES_OF_MANA}, not {shown(value)}")
    return value


@reads_field(("AllPermanentsAre", "types"))
def read_card_types(value: object, place: Place) -> frozenset[str]:
    supertypes, card_types, subtypes = read_type_line(value, place)
    if supertypes or subtypes:
        raise place.error(f"only card types belong here, not {shown(value)}")
    return card_types


def read_type_line(value: object, place: Place) -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """Supertypes, card types and subtypes of a type line such as `Legendary Creature - Elf Druid` (205)."""
    front, _, back = read_text(value, place).partition(" - ")
    words, subtypes = front.split(), tuple(back.split())
    _all_known(words, (*SUPERTYPES, *CARD_TYPES), "a supertype or card type (CR 205.2, 205.4)", place)
    _all_known(subtypes, SUBTYPES, "a subtype (CR 205.3)", place)
    card_types = frozenset(w for w in words if w in CARD_TYPES)
    if not card_types:
        raise place.error(f"{shown(value)} names no card type (CR 205.2)")
    return frozenset(w for w in words if w in SUPERTYPES), card_types, subtypes


def _all_known(words: Iterable[str], known: Iterable[str], what: str, place: Place) -> None:
    for word in words:
        if word not in known:
            raise place.error(f"{shown(word)} is not {what}{near(word, known)}")


def _one_of(*allowed: str) -> Reader:
    """A reader of a field that allows only these words."""

    def reader(value: object, place: Place) -> str:
        if value not in allowed:
            raise place.error(f"{shown(value)} is not one of: {', '.join(allowed)}")
        return str(value)

    return reader


FIELD_READERS |= {
    ("Pump", "until"): _one_of("end of turn", "your next turn"),
    ("GainControl", "until"): _one_of("forever", "end of turn"),
    ("ReturnToHand", "source_zone"): _one_of("battlefield", "graveyard"),
    ("StepBegins", "step"): _one_of("upkeep", "end"),
    ("MoreCounters", "by"): _one_of("you", "opponent"),
    ("CountersCannotBePut", "players"): _one_of("each", "you"),
    ("LifeForMana", "color"): _one_of(*COLORS),
}


@reads(Token)
def read_token_name(value: object, place: Place) -> Token:
    """A token by the name it has under `tokens` of the card."""
    name = read_text(value, place)
    if name not in place.tokens:
        raise place.error(f"no token {shown(name)} under 'tokens' of the card{near(name, place.tokens)}")
    return place.tokens[name]
