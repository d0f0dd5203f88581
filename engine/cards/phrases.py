"""What cards say in words: values, conditions, events, filters, targets, costs, references, types, colours, keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Union, cast

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
from engine.cards.words import KEYWORDS, NUMBERED_AND_PRICED_KEYWORDS, NUMBERED_KEYWORDS, PRICED_KEYWORDS, REFERENCES
from engine.lasting import ONCE, UNTIL
from engine.mana import COLORS, TYPES_OF_MANA, Cost, parse_cost
from engine.vocabulary import (
    Ability,
    Activated,
    Activates,
    AnyOf,
    AtLeast,
    AtMost,
    BecomesTapped,
    BecomesTarget,
    BecomesUnattached,
    BecomesUntapped,
    CardsIn,
    Casts,
    Chapter,
    ColorsSpent,
    CommitsCrime,
    Condition,
    Costs,
    CountersAmong,
    CountersCost,
    CountersOn,
    CountersPut,
    CountersRemoved,
    Cycles,
    Devotion,
    Did,
    Dies,
    Difference,
    Discards,
    Draws,
    Each,
    Enters,
    Event,
    Evolves,
    Exceeds,
    ExiledReturns,
    Exists,
    Exploits,
    Filter,
    FinalChapterResolves,
    GainsLife,
    Greatest,
    Half,
    Holds,
    InCombat,
    Kicked,
    LargestGraveyard,
    LastTurn,
    Leaves,
    LifeOf,
    LosesLife,
    ManaSpent,
    ManaValue,
    Matches,
    NoneOf,
    OthersCost,
    PaysLife,
    Permanents,
    Power,
    Range,
    RemoveCountersCost,
    Removed,
    RingTempts,
    SacrificeCost,
    Sacrifices,
    Scaled,
    SourceIn,
    StepBegins,
    Target,
    ThatMuch,
    ThisTurn,
    TimesResolved,
    Token,
    Toughness,
    Transforms,
    Triggered,
    TurnedFaceUp,
    Value,
    What,
    X,
    YouCast,
    YouProliferate,
    YourTurn,
)
from engine.vocabulary.values import TOUGHER
from engine.words import (
    CARD_TYPES,
    CREATURE_TYPES,
    MAIN_COUNTERS,
    PERMANENT_TYPES,
    PLANESWALKER_TYPES,
    SUBTYPES,
    SUPERTYPES,
    is_counter,
)

PHRASES[Value] = (
    Phrase(X, "X"),
    Phrase(Scaled, "{by} times {value}"),
    Phrase(Scaled, "{plus} plus {value}"),
    Phrase(Kicked, "times kicked"),
    Phrase(Half, "half of {value}, rounded up", {"up": True}),
    Phrase(Half, "half of {value}"),
    Phrase(Difference, "{value} minus {minus}"),
    Phrase(Greatest, "greatest {of} among {filter}"),
    Phrase(CountersAmong, "{kind} counters among {filter}"),
    Phrase(CountersOn, "counters on {of}", {"kind": "any"}),
    Phrase(CardsIn, "cards in your {zone}", {"who": "you"}),
    Phrase(LifeOf, "your life", {"who": "you"}),
    Phrase(LifeOf, "life of {who}"),
    Phrase(Devotion, "devotion to {colors}"),
    Phrase(ThisTurn, "times this turn that {event}"),
    Phrase(LastTurn, "times last turn that {event}"),
    Phrase(Removed, "counters removed"),
    Phrase(ThatMuch, "that much"),
    Phrase(TimesResolved, "times this has resolved this turn"),
    Phrase(ManaSpent, "mana spent on {of}"),
    Phrase(ColorsSpent, "colors of mana spent on {of}"),
    Phrase(ManaSpent, "{color} mana spent on {of}"),
    Phrase(LargestGraveyard, "cards in the largest graveyard"),
    Phrase(CountersOn, "{kind} counters on {of}"),
    Phrase(Permanents, "number of {filter}"),
    Phrase(ManaValue, "mana value of {of}"),
    Phrase(Power, "power of {of}"),
    Phrase(Toughness, "toughness of {of}"),
)

PHRASES[Condition] = (
    Phrase(AtLeast, "at least {n} {value}"),
    Phrase(AtMost, "at most {n} {value}"),
    Phrase(Exceeds, "more {value} than {other}"),
    Phrase(NoneOf, "no {filter}"),
    Phrase(Exists, "there is {filter}"),
    Phrase(YourTurn, "it is your turn"),
    Phrase(InCombat, "it is combat"),
    Phrase(SourceIn, "self is on the battlefield", {"zone": "battlefield"}),
    Phrase(SourceIn, "self is in a graveyard", {"zone": "graveyard"}),
    Phrase(Did, "it was done"),
    Phrase(Matches, "{what} is {filter}"),
)

PHRASES[Event] = (
    Phrase(Casts, "an opponent casts {filter}", {"who": "opponent"}),
    Phrase(Casts, "a player casts {filter}", {"who": "anyone"}),
    Phrase(Casts, "you cast self", {"who": "you", "source": True}),
    Phrase(Activates, "you activate an ability by paying life", {"life_paid": True}),
    Phrase(YouCast, "you cast {filter}"),
    Phrase(YouProliferate, "you proliferate"),
    Phrase(Exploits, "self exploits a creature"),
    Phrase(CountersPut, "you put {kind} counters on {filter}"),
    Phrase(CountersPut, "{kind} counters are put on {filter}", {"by": "anyone"}),
    Phrase(CountersRemoved, "{kind} counters are removed from self", {"source": True}),
    Phrase(CountersRemoved, "you pay or lose {kind} counters", {"you": True}),
    Phrase(CountersRemoved, "{kind} counters are removed from {filter}"),
    Phrase(CountersPut, "a {kind} counter is put on self", {"source": True}),
    Phrase(Evolves, "self evolves"),
    Phrase(Enters, "self enters", {"source": True}),
    Phrase(Enters, "{filter} enters"),
    Phrase(Leaves, "self leaves the battlefield", {"source": True}),
    Phrase(Leaves, "self is put into a graveyard from the battlefield", {"source": True, "to": "graveyard"}),
    Phrase(Leaves, "{filter} leaves the battlefield with {had} counters"),
    Phrase(Leaves, "{filter} leaves the battlefield"),
    Phrase(Leaves, "{filter} is put into a graveyard from the battlefield", {"to": "graveyard"}),
    Phrase(Dies, "self dies without {lacked} counters", {"source": True}),
    Phrase(Dies, "self dies", {"source": True}),
    Phrase(Dies, "{filter} dies with {had} counters"),
    Phrase(Dies, "{filter} dies"),
    Phrase(BecomesTapped, "self becomes tapped"),
    Phrase(BecomesTapped, "{filter} becomes tapped"),
    Phrase(BecomesUntapped, "self becomes untapped"),
    Phrase(BecomesUntapped, "{filter} becomes untapped"),
    Phrase(Cycles, "you cycle self", {"source": True}),
    Phrase(Cycles, "you cycle {filter}", {"who": "you"}),
    Phrase(BecomesTarget, "self becomes the target of a spell or ability an opponent controls", {"by": "opponent"}),
    Phrase(BecomesTarget, "self becomes the target of a spell or ability"),
    Phrase(StepBegins, "your upkeep begins", {"step": "upkeep"}),
    Phrase(StepBegins, "your end step begins", {"step": "end"}),
    Phrase(StepBegins, "each upkeep begins", {"step": "upkeep", "whose": "anyone"}),
    Phrase(StepBegins, "each end step begins", {"step": "end", "whose": "anyone"}),
    Phrase(StepBegins, "the upkeep of an opponent begins", {"step": "upkeep", "whose": "opponent"}),
    Phrase(StepBegins, "your first main phase begins", {"step": "main1"}),
    Phrase(StepBegins, "each combat begins", {"step": "combat", "whose": "anyone"}),
    Phrase(FinalChapterResolves, "the final chapter of {filter} resolves"),
    Phrase(Chapter, "chapter {number}"),
    Phrase(CommitsCrime, "an opponent commits a crime", {"who": "opponent"}),
    Phrase(CommitsCrime, "you commit a crime", {"who": "you"}),
    Phrase(Draws, "you draw a card", {"who": "you"}),
    Phrase(Draws, "an opponent draws a card", {"who": "opponent"}),
    Phrase(Discards, "you discard {filter}", {"who": "you"}),
    Phrase(Discards, "an opponent discards {filter}", {"who": "opponent"}),
    Phrase(Sacrifices, "you sacrifice {filter}", {"who": "you"}),
    Phrase(Sacrifices, "an opponent sacrifices {filter}", {"who": "opponent"}),
    Phrase(GainsLife, "you gain life", {"who": "you"}),
    Phrase(GainsLife, "an opponent gains life", {"who": "opponent"}),
    Phrase(LosesLife, "an opponent loses life"),
    Phrase(LosesLife, "you lose life", {"who": "you"}),
    Phrase(PaysLife, "you pay life", {"who": "you"}),
    Phrase(PaysLife, "an opponent pays life", {"who": "opponent"}),
    Phrase(ExiledReturns, "what self exiled returns to you"),
    Phrase(RingTempts, "the Ring tempts you", {"who": "you"}),
    Phrase(Transforms, "self transforms"),
    Phrase(TurnedFaceUp, "self is turned face up", {"source": True}),
    Phrase(TurnedFaceUp, "{filter} is turned face up"),
    Phrase(BecomesUnattached, "self becomes unattached"),
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

_NAMED = re.compile(r"(.+?) (not named|named) (.+)")
_CONTROLLERS = {
    "you control": ("controller", "you"),
    "you own": ("owner", "you"),
    "an opponent owns": ("owner", "opponent"),
    "an opponent controls": ("controller", "opponent"),
    "target player controls": ("controller", "target"),
    "that player controls": ("controller", "that"),
}
_SUFFIXES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Place], dict[str, Any]]], ...] = (
    (re.compile(r"(.+?) with toughness greater than its power"), lambda m, place: {"toughness": TOUGHER}),
    (
        re.compile(r"(.+?) with (power|toughness|mana value) ([^ ]+|.* on self) or (less|greater)"),
        lambda m, place: {m[2].replace(" ", "_"): _range(m[3], m[4], place)},
    ),
    (re.compile(r"(.+?) with mana value (.+)"), lambda m, place: {"mana_value": read_value(m[2], place)}),
    (re.compile(r"(.+?) with mana cost (\{.+\})"), lambda m, place: {"mana_costs": frozenset(m[2].split(" or "))}),
    (re.compile(r"(.+?) with a Phyrexian symbol"), lambda m, place: {"phyrexian": True}),
    (re.compile(r"(.+?) with (\d) colored symbols"), lambda m, place: {"colored_symbols": int(m[2])}),
    (re.compile(r"(.+?) attacking you"), lambda m, place: {"attacking_you": True}),
    (re.compile(r"(.+?) that self blocked this combat"), lambda m, place: {"blocked_by_source": True}),
    (re.compile(r"(.+?) blocking self"), lambda m, place: {"blocking_source": True}),
    (
        re.compile(r"(.+?) that (entered|attacked|was damaged) this turn"),
        lambda m, place: {f"{m[2].removeprefix('was ')}_this_turn": True},
    ),
    (re.compile(r"(.+?) with a counter"), lambda m, place: {"counter": "any"}),
    (re.compile(r"(.+?) with no counters"), lambda m, place: {"no_counter": "any"}),
    (re.compile(r"(.+?) with an? (.+?) counter"), lambda m, place: {"counter": _kind(m[2], place)}),
    (re.compile(r"(.+?) with no (.+?) counters"), lambda m, place: {"no_counter": _kind(m[2], place)}),
    (re.compile(r"(.+?) of the chosen (type|color|name)"), lambda m, place: {"chosen": m[2]}),
    (re.compile(rf"(.+?) ({'|'.join(_CONTROLLERS)})"), lambda m, place: dict((_CONTROLLERS[m[2]],))),
    (re.compile(r"(.+?) with ([a-z ]+)"), lambda m, place: {"keywords": frozenset({read_keyword_stem(m[2], place)})}),
    (re.compile(r"(.+?) without ([a-z ]+)"), lambda m, place: {"not_keywords": frozenset({read_keyword_stem(m[2], place)})}),
)
"""What may stand at the end of a filter, and the fields that it gives."""
_BETWEEN_WORDS = re.compile(r",\s+(?:and/or|and|or)\s+|,\s+|\s+(?:and/or|and|or)\s+|\s+")
_ALTERNATIVES = re.compile(r",|\s(?:and/or|and|or)\s")
_ALTERNATIVE_WORDS = re.compile(r"([^\s,]+)(?:,\s+(?:(?:and/or|and|or)\s+)?|\s+(?:and/or|and|or)\s+)(?=([^\s,]+))")
_COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_NOUNS = frozenset(("permanent", "permanents", "spell", "spells", "card", "cards"))


@reads(Filter)
def read_filter(value: object, place: Place) -> Filter:
    """A filter such as `another nontoken artifact you control` or `noncreature spell`; or its fields by name.

    Types side by side must all be there (`artifact creature`); with commas, `and` or `or` between them one is enough.
    """
    if isinstance(value, dict):
        return cast(Filter, read_body(Filter, value, place))
    text = read_text(value, place)
    if text in _WHOLE_FILTERS:
        return _WHOLE_FILTERS[text]
    given: dict[str, Any] = {}
    if m := _NAMED.fullmatch(text):
        text, given["name" if m[2] == "named" else "not_name"] = m[1], m[3]
    while found := next(((m, fields) for pattern, fields in _SUFFIXES if (m := pattern.fullmatch(text))), None):
        match, fields = found
        text = match[1]
        for name, part in fields(match, place).items():
            given[name] = given[name] | part if isinstance(part, frozenset) and name in given else part
    return Filter(**given, **_filter_words(text, place))


_WHOLE_FILTERS = {"self": Filter(source=True), "attached": Filter(attached=True)}
"""Filters that let through one object: the source, and what it is attached to."""


def _kind(text: str, place: Place) -> str:
    return read_kind(text, place)


def _range(number: str, way: str, place: Place) -> Range:
    n = read_value(number, place)
    return Range(most=n) if way == "less" else Range(least=n)


@reads(Union[Value, Range])
def read_value_or_range(value: object, place: Place) -> Any:
    if isinstance(value, dict) and value.keys() <= {"least", "most"}:
        return read_body(Range, value, place)
    return read_value(value, place)


@reads(frozenset[str])
def read_words(value: object, place: Place) -> frozenset[str]:
    """A set of words: one, or a list."""
    return frozenset(read_text(word, place) for word in (value if isinstance(value, list) else [value]))


@reads(Event)
def read_event(value: object, place: Place) -> Any:
    """An event, or several of which any counts."""
    if isinstance(value, list):
        return AnyOf(tuple(read_event(part, place) for part in value))
    return read_member(Event, value, place)


@reads_field(("*", "until"))
def read_until(value: object, place: Place) -> str:
    """How long something lasts (611.2a)."""
    text = read_text(value, place)
    if text not in (*UNTIL, ONCE):
        raise place.error(f"{shown(text)} does not say how long{near(text, UNTIL)}")
    return text


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
            nouns += name in ("subtypes", "commander", "ring_bearer") or (name == "token" and part)
            given[name] = given[name] | part if isinstance(part, frozenset) and name in given else part
    if not card_types and not nouns:
        raise place.error(f"{shown(text)} does not say what: a permanent, spell, card, type or subtype")
    if len(given.get("subtypes", ())) > 1 and not _ALTERNATIVES.search(text):
        raise place.error(f"{shown(text)}: of several subtypes one is enough; write 'or' between them, or only one")
    if any((_card_type(m[1]) is None) != (_card_type(m[2]) is None) for m in _ALTERNATIVE_WORDS.finditer(text)):
        raise place.error(f"{shown(text)}: what has one of several types or subtypes is written 'any of: [...]'")
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
    if word == "Ring-bearer":
        return "ring_bearer", True
    if word in ("tapped", "untapped"):
        return "tapped", word == "tapped"
    if word in ("attacking", "blocking", "colorless", "multicolored", "commander"):
        return word, True
    if word in _COLOR_WORDS:
        return "colors", frozenset(_COLOR_WORDS[word])
    if word.removeprefix("non") in _COLOR_WORDS:
        return "not_colors", frozenset(_COLOR_WORDS[word.removeprefix("non")])
    if word.capitalize() in SUPERTYPES:
        return "supertypes", frozenset((word.capitalize(),))
    if word.removeprefix("non-") in SUBTYPES and word.startswith("non-"):
        return "not_subtypes", frozenset((word.removeprefix("non-"),))
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
ANY_NUMBER = 99
"""So many targets at most stand for "any number": there are never more."""
_SPELL = re.compile(r"\bspells?\b")
_ABILITY = re.compile(r"(spell or ability|ability)( you control| an opponent controls)?")
_GRAVEYARD = re.compile(r"(.+?) in (a|your|an opponent's) graveyard")


@reads(Target)
def read_target(value: object, place: Place) -> Target:
    """A group of targets (115): `creature`, `up to two creatures`, `any number of creatures`, `any`, `opponent`, `player or
    planeswalker`, `noncreature spell`, `card in a graveyard`; or its fields by name."""
    if isinstance(value, dict):
        return cast(Target, read_body(Target, value, place))
    text = read_text(value, place)
    least, most = 1, 1
    if m := _UP_TO.fullmatch(text):
        least, most, text = 0, _NUMBERS[m[1]], m[2]
    elif text.startswith("any number of "):
        least, most, text = 0, ANY_NUMBER, text.removeprefix("any number of ")
    if text == "opponent":
        return Target("player", Filter(controller="opponent"), least, most)
    if m := _ABILITY.fullmatch(text):
        whose = {None: None, " you control": "you", " an opponent controls": "opponent"}[m[2]]
        return Target(m[1], Filter(controller=whose), least, most)
    if _SPELL.search(text):
        return Target("spell", read_filter(text, place), least, most)
    if text in ("any", "player", "player or planeswalker", "player or battle", "permanent or player"):
        return Target(text, Filter(), least, most)
    if m := _GRAVEYARD.fullmatch(text):
        whose = {"a": None, "your": "you", "an opponent's": "opponent"}[m[2]]
        return Target("card", replace(read_filter(m[1], place), controller=whose), least, most)
    return Target("permanent", read_filter(text, place), least, most)


# ---------------------------------------------------------------------------------------------------------------- costs

_COST_PARTS = re.compile(r",\s+(?=\{|pay |discard |sacrifice |remove |put |exile |tap |return )")
_SYMBOLS = re.compile(r"(?:\{[^{}]*\})+")
_LOYALTY = re.compile(r"[+-]\d{1,2}|0|-X")
_LIFE = re.compile(r"pay (\d{1,3}) life")
_LIFE_FOR_TARGETS = re.compile(r"pay (\d{1,3}) life for each target")
_MANA_FOR_TARGETS = re.compile(r"pay ((?:\{[^{}]*\})+) for each target beyond the first")
_DISCARD = re.compile(r"discard (?:a card|(\d) cards)")
_DISCARD_SOME = re.compile(r"discard (?:(\d) )?((?!self).+)")
_SACRIFICE = re.compile(r"sacrifice (?:(\d) )?(.+)")
_REMOVE_FROM_SELF = re.compile(r"remove (?:a|an|(\d{1,2}|X)) (.+?) counters? from self")
_OTHERS = re.compile(r"(tap|return|exile) (?:(\d{1,2}) )?(.+?)(?: to hand| from your graveyard)?")
_EXILE_SPELLS = re.compile(r"exile (?:(\d{1,2}) )?(.*\bspells?\b.*?)")
_EXILE_CARDS = re.compile(r"exile (?:(\d{1,2}) )?(.+) from your hand")
_CREW = re.compile(r"tap any number of (.+) with total power (\d{1,2})")
_PUT_ON_SELF = re.compile(r"put (?:an?|(\d{1,2})) (.+?) counters? on self")
_PAY_COUNTERS = re.compile(r"pay (\d{1,2}) (.+?) counters?")
_REMOVE_AMONG = re.compile(r"remove (\d{1,2}) (?:(.+?) )?counters from among (.+)")


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
        name, paid = _cost_part(part, place, parts)
        if name in parts:
            raise place.error(f"{shown(text)} has two costs of one kind")
        parts[name] = paid
    return Costs(**parts)


def _cost_part(part: str, place: Place, parts: dict[str, Any]) -> tuple[str, Any]:
    """The field of `Costs` that one part of a cost gives, with its value; a second one is entered into `parts`."""
    if part == "{T}":
        return "tap", True
    if _SYMBOLS.fullmatch(part):
        return "mana", read_mana_cost(part, place)
    if part == "sacrifice self":
        return "sacrifice", SacrificeCost()
    if part in ("discard self", "exile self"):
        return part.replace(" ", "_"), True
    if m := _CREW.fullmatch(part):
        return "others", OthersCost("tap", read_filter(m[1], place), int(m[2]), power=True)
    if m := _EXILE_CARDS.fullmatch(part):
        return "others", OthersCost("exile card", read_filter(m[2], place), int(m[1] or 1))
    if m := _EXILE_SPELLS.fullmatch(part):
        return "others", OthersCost("exile spell", read_filter(m[2], place), int(m[1] or 1))
    if m := _OTHERS.fullmatch(part):
        return "others", OthersCost(m[1], read_filter(m[3], place), int(m[2] or 1))
    if m := _PUT_ON_SELF.fullmatch(part):
        return "put", CountersCost(read_kind(m[2], place), int(m[1] or 1))
    if m := _PAY_COUNTERS.fullmatch(part):
        return "pay", CountersCost(read_kind(m[2], place), int(m[1]))
    if part == "pay X life":
        return "life_x", True
    if m := _LIFE_FOR_TARGETS.fullmatch(part):
        return "life_for_each_target", int(m[1])
    if m := _MANA_FOR_TARGETS.fullmatch(part):
        return "mana_for_more_targets", read_mana_cost(m[1], place)
    if m := _LIFE.fullmatch(part):
        return "life", int(m[1])
    if m := _DISCARD.fullmatch(part):
        return "discard", int(m[1] or 1)
    if (m := _DISCARD_SOME.fullmatch(part)) and "discard" not in parts:
        parts["discard"] = int(m[1] or 1)
        return "discard_filter", read_filter(m[2], place)
    if m := _SACRIFICE.fullmatch(part):
        return "sacrifice", SacrificeCost(int(m[1] or 1), read_filter(m[2], place))
    if m := _REMOVE_FROM_SELF.fullmatch(part):
        if m[1] == "X":
            return "remove", RemoveCountersCost(kind=read_kind(m[2], place), x=True)
        return "remove", RemoveCountersCost(int(m[1] or 1), read_kind(m[2], place))
    if m := _REMOVE_AMONG.fullmatch(part):
        return "remove", RemoveCountersCost(int(m[1]), read_kind(m[2], place) if m[2] else None, read_filter(m[3], place))
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


_IN_GRAVEYARDS = re.compile(r"each (.+) in all graveyards")


@reads(What)
@reads_field(
    ("CountersOn", "of"), ("ManaValue", "of"), ("Power", "of"), ("Toughness", "of"), ("Matches", "what"), ("LifeOf", "who"),
    ("ManaSpent", "of"), ("ColorsSpent", "of"),
)  # fmt: skip
def read_what(value: object, place: Place) -> What:
    """A reference: one of `REFERENCES`, or `each` and a filter."""
    if isinstance(value, dict) and {"each"} <= value.keys() <= {"each", "zone"}:
        zone = _one_of("battlefield", "graveyard", "exile", "hand")(value.get("zone", "battlefield"), place.at("zone"))
        return Each(read_filter(value["each"], place), zone)
    text = read_text(value, place)
    if text in REFERENCES:
        return text
    if m := _IN_GRAVEYARDS.fullmatch(text):
        return Each(read_filter(m[1], place), "graveyard")
    if text.startswith("each "):
        return Each(read_filter(text.removeprefix("each "), place))
    raise place.error(f"{shown(text)} is not a reference{near(text, REFERENCES)} (or 'each' and a filter)")


@reads_field(("*", "kind"), ("*", "had"), ("*", "lacked"), ("Filter", "counter"), ("Filter", "no_counter"))
def read_kind(value: object, place: Place) -> str:
    """A kind of counter, or `any`."""
    text = read_text(value, place)
    if text != "any" and not is_counter(text):
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
    priced, _, price = text.partition(" {")
    numbered, _, n = priced.rpartition(" ")
    if price and (priced in PRICED_KEYWORDS or (numbered in NUMBERED_AND_PRICED_KEYWORDS and n.isdigit())):
        read_mana_cost("{" + price, place)
        return text
    for stem in ("protection from ", "hexproof from "):
        if text.startswith(stem):
            read_protection(text.removeprefix(stem), place)
            return text
    raise place.error(f"{shown(text)} is not a keyword{near(text, (*KEYWORDS, *(f'{k} 1' for k in NUMBERED_KEYWORDS)))} (CR 702)")


def read_keyword_stem(text: str, place: Place) -> str:
    """A keyword without number, cost or quality, as a filter asks for it."""
    if text not in (*KEYWORDS, *NUMBERED_KEYWORDS, *PRICED_KEYWORDS, *NUMBERED_AND_PRICED_KEYWORDS, "protection"):
        raise place.error(f"{shown(text)} is not a keyword{near(text, (*KEYWORDS, *NUMBERED_KEYWORDS))} (CR 702)")
    return text


def read_protection(quality: str, place: Place) -> None:
    """Check what protection is from (702.16a): a colour, a card type or a subtype."""
    if quality not in (*_COLOR_WORDS, "multicolored", "monocolored", "colorless"):
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


def _number_or(word: str) -> Reader:
    """A value, or that word for None."""
    return lambda value, place: None if value == word else read_value(value, place)


def _zones(value: object, place: Place) -> frozenset[str]:
    """The zones of a player whose cards may be chosen."""
    zone_of = _one_of("hand", "graveyard", "exile")
    return frozenset(zone_of(zone, place) for zone in (value if isinstance(value, list) else [value]))


WORD_LISTS = {"planeswalker types": PLANESWALKER_TYPES, "creature types": CREATURE_TYPES}
"""The lists of words that the rules give (205.3)."""


def _words_offered(value: object, place: Place) -> tuple[str, ...]:
    """A list of words, or the name of one that the rules give (205.3)."""
    if isinstance(value, str) and value in WORD_LISTS:
        return tuple(sorted(WORD_LISTS[value]))
    if not isinstance(value, list):
        raise place.error(f"must be a list in [ ] or one of: {', '.join(WORD_LISTS)}, not {shown(value)}")
    return tuple(read_text(word, place) for word in value)


FIELD_READERS |= {
    ("MoveCounters", "n"): _number_or("any number"),
    ("RemoveKind", "n"): _number_or("all"),
    ("ChoosesAsEnters", "among"): _words_offered,
    ("Pump", "until"): _one_of("end of turn", "your next turn"),
    ("GainControl", "until"): _one_of("forever", "end of turn"),
    ("CostsMore", "who"): _one_of("each player", "opponent", "you"),
    ("ReturnToHand", "source_zone"): _one_of("battlefield", "graveyard", "exile", "hand"),
    ("Look", "to"): _one_of("hand", "battlefield", "library", "exile"),
    ("Look", "rest"): _one_of("bottom", "bottom at random", "top", "graveyard", "hand", "top or bottom"),
    ("StepBegins", "step"): _one_of("upkeep", "draw", "main1", "main2", "combat", "end of combat", "end"),
    ("StepBegins", "whose"): _one_of("you", "opponent", "anyone", "attached's controller"),
    ("RevealUntil", "to"): _one_of("hand", "battlefield", "exile", "graveyard"),
    ("RevealUntil", "rest"): _one_of("bottom", "bottom at random", "graveyard", "exile", "shuffle"),
    ("ChooseOwnCards", "zones"): _zones,
    ("Target", "of"): _one_of(
        "permanent", "player", "any", "player or planeswalker", "player or battle", "permanent or player", "spell", "ability",
        "spell or ability", "card",
    ),
    ("MoreCounters", "by"): _one_of("you", "opponent"),
    ("CountersCannotBePut", "players"): _one_of("each", "you"),
    ("LifeForMana", "color"): _one_of(*COLORS),
    ("LifeForColor", "color"): _one_of(*COLORS),
    ("ManaSpent", "color"): _one_of(*COLORS),
    ("MoreMana", "color"): _one_of(*TYPES_OF_MANA),
    ("UnspentManaBecomes", "color"): _one_of(*COLORS),
}


@reads(Token)
def read_token_name(value: object, place: Place) -> Token:
    """A token by the name it has under `tokens` of the card."""
    name = read_text(value, place)
    if name not in place.tokens:
        raise place.error(f"no token {shown(name)} under 'tokens' of the card{near(name, place.tokens)}")
    return place.tokens[name]
