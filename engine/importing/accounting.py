"""Holding a translation against the text of the card: every word of the text must be accounted for.

The trees are sometimes wrong without a mark: a condition, a filter or a second instruction is lost. So each ability of the
vocabulary claims the words that a card prints for it, as many as there are, and each word of the text that is not mere grammar
has to be claimed. The other way round, what an ability says in numbers, keywords, colours and kinds must be in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, get_args

from engine.cards.phrases import ANY_NUMBER
from engine.importing.nodes import STARTING_LIFE, NotKnown
from engine.importing.objects import HISTORIC
from engine.mana import Symbol, parse_cost
from engine.tokens import PREDEFINED
from engine.vocabulary import (
    AddMana,
    AtLeast,
    Costs,
    CountersOn,
    CreateToken,
    Did,
    Each,
    Filter,
    Incubate,
    LifeOf,
    Permanents,
    Power,
    RemoveKind,
    Scaled,
    SizeIs,
    Target,
    Token,
    Toughness,
    Value,
    X,
    YourTurn,
)
from engine.words import PERMANENT_TYPES

_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_NUMBER_WORDS = {word: str(n) for n, word in enumerate(_NUMBERS.split())} | {"twenty": "20"}

_GRAMMAR_WORDS = """
    a an the of to it its it's itself they them their this that those these and with on from into in onto at by as is are be was
    were been has have had get gets then you you've your yours him her his he she ~ which who whose for do does so there also
    put return card be's target's end"""
_GRAMMAR = frozenset(_GRAMMAR_WORDS.split())
"""Words that say nothing alone. What they join is claimed by other words."""

_NOUN_WORDS = """
    creature permanent artifact land enchantment planeswalker battle instant sorcery player opponent card spell token counter
    controller owner life damage hand library graveyard battlefield mana ability turn step control power toughness cost"""
_NOUNS = frozenset(_NOUN_WORDS.split())
"""Words that may come again for the same thing ("that creature"): claimed once is enough."""

_PHRASES: tuple[tuple[str, str], ...] = (
    (r"\bup to one\b", "up-to"),
    (r"\bup to\b", "up-to"),
    (r"\buntil end of turn\b", "until-end-of-turn"),
    (r"\buntil your next turn\b", "until-your-next-turn"),
    (r"\buntil your next end step\b", "until-your-next-end-step"),
    (r"\buntil the end of your next turn\b", "until-end-of-your-next-turn"),
    (r"\buntil end of combat\b", "until-end-of-combat"),
    (r"\bthis turn\b", "this-turn"),
    (r"\bone or more\b", "one-or-more"),
    (r"\bwhenever you put\b", "whenever you-put"),
    (r"\bany target\b", "any-target target"),
    (r"\bmana value\b", "mana-value"),
    (r"\bfor each\b", "for-each"),
    (r"\bthat (much|many)\b", "that-much"),
    (r"\bequal to\b", "equal"),
    (r"\bone or two (?=(?:other )?target)", "one-to-two "),
    (r"\bone, two, or three (?=(?:other )?target)", "one-to-three "),
    (r"\bamong (one-to-two|one-to-three|any number of) targets\b", r"among \1 any-target target"),
    (r"\bany number of\b", "any-number"),
    (r"\bany one color\b", "any-one-color"),
    (r"\bany color\b", "any-color"),
    (r"\bany combination of colors\b", "any-combination any-color"),
    (r"\bany combination of (?=\{)", "any-combination "),
    (r"(\{[wubrg]\})\1, \1(\{[wubrg]\}), or \2\2", r"two any-combination \1\2"),
    (r"\bopponent who (?:doesn't|does not) control\b", "opponent not they-control"),
    (r"\bopponent who controls\b", "opponent they-control"),
    (r"\bcan't\b", "cannot"),
    (r"\bdon't\b", "do not"),
    (r"\bdoesn't\b", "does not"),
    (r"\bisn't\b", "is not"),
    (r"\baren't\b", "are not"),
    (r"\bif you do\b", "if-you-do"),
    (r"\bat the beginning of\b", "at-the-beginning"),
    (r"\bend step\b", "end-step"),
    (r"\bfirst strike\b", "first-strike"),
    (r"\bdouble strike\b", "double-strike"),
    (r"\bas long as\b", "as-long"),
    (r"\bas though they had\b", "as-though had"),
    (r"\bhalf\b", "half"),
    (r"\byou (?:don't|do not) control\b", "they-control"),
    (r"\bunder your control\b", "you-control"),
    (r"\bfrom that (player|opponent)'s graveyard\b", "that-one's-graveyard"),  # trees say "a graveyard"
    (r"\byou controlled\b|\byou control\b", "you-control"),
    (r"\byou (?:both )?own and control\b", "own you-control"),
    (r"\byour opponents control\b|\ban opponent controls\b|\beach opponent controls\b|\bopponents control\b", "they-control"),
    (r"\btarget opponent controls\b", "target they-control"),
    (r"\bthat player or that planeswalker's controller controls\b", "they-control"),
    (r"\b(?:they|that player|that opponent|defending player) controls?\b", "they-control"),
    (r"\btarget player controls\b", "target they-control"),
    (r"\bits controller controls\b", "they-control"),
    (r"\bactivate only as a sorcery\b", "only-as-a-sorcery"),
    (r"\bactivate only once each turn\b", "only-once-each-turn"),
    (r"\bactivate only once\b", "only-once"),
    (r"^exhaust\b", "only-once"),  # 702.177a
    (r"\bthis ability triggers only once each turn\b", "only-once-each-turn"),
    (r"\b(?:is|are|was|were) put into a graveyard from the battlefield\b", "die"),
    (r"\b(?:is|are|was|were) put into your graveyard from the battlefield\b", "die own"),
)

ONE_TO = {2: "one-to-two", 3: "one-to-three"}
"""How the numbers of targets from one on are told."""

_TOKEN = re.compile(r"\{[^}]*\}|[+-]?(?:\d+|x)/[+-]?(?:\d+|x)|[+-]\d+|\d+|[a-z~][a-z~'\-]*")


def tokens_of(text: str) -> Counter[str]:
    """The words, numbers and symbols of a text, in one form for singular and plural, that have to be accounted for."""
    text = text.lower().replace("’", "'").replace("−", "-").replace("—", " ").replace("•", " ")
    for pattern, word in _PHRASES:
        text = re.sub(pattern, word, text)
    found = (lemma(word) for word in _TOKEN.findall(text))
    return Counter(word for word in found if word not in _GRAMMAR)


_IRREGULAR = {
    "dies": "die", "elves": "elf", "wolves": "wolf", "dwarves": "dwarf", "werewolves": "werewolf", "thieves": "thief",
    "another": "other", "all": "each", "every": "each", "zombies": "zombie", "faeries": "faerie",
    "lives": "life", "controlled": "control",
    **{word: word for word in ("less", "plus", "plains", "toughness", "unless", "colorless")},
}  # fmt: skip


def lemma(word: str) -> str:
    """A word in the form in which it is compared."""
    if word in _NUMBER_WORDS:
        return _NUMBER_WORDS[word]
    word = word.removesuffix("'s").removesuffix("s'").replace("non-", "non")
    if word in _GRAMMAR or word[0] in "{+-" or not word[0].isalpha():
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


# ---------------------------------------------------------------------------------------------------------------- claims

CLAIMS: dict[str, str] = {
    # structure
    "May": "may if-you-do if pay",
    "If": "if instead",
    "UnlessPays": "unless pay", "Together": "",
    "Modes": "choose",
    "Activated": "",
    "Triggered": "when whenever if",
    "Spell": "",
    # effects
    "Proliferate": "proliferate",
    "Bolster": "bolster",
    "AddCounters": "counter each",
    "RemoveCounters": "remove counter",
    "RemoveKind": "remove counter all",
    "Counter": "counter",
    "PutIntoLibrary": "owner library",
    "CreateCopyToken": "create token copy",
    "PhaseOut": "phase out",
    "Later": "next beginning",
    "WhenYouDo": "when do may",
    "EnteringCounters": "counter additional",
    "CountersCost": "pay",
    "SizeIs": "power toughness each equal number",
    "Draw": "draw card additional",
    "Mill": "mill card",
    "Discard": "discard card choice",
    "Scry": "scry",
    "Surveil": "surveil",
    "LookAtHand": "look hand reveal",
    "DiscardThem": "player discard card",
    "GainLife": "gain life",
    "LoseLife": "lose life",
    "DealDamage": "deal damage each",
    "Destroy": "destroy",
    "ReturnToHand": "owner hand battlefield graveyard",
    "ChoosePermanents": "choose choice up-to they-control",
    "Exile": "exile graveyard",
    "ExileUntil": "exile until leave battlefield",
    "Sacrifice": "sacrifice choice",
    "SacrificeThem": "sacrifice",
    "Regenerate": "regenerate",
    "Pump": "each gain",
    "GainKeywords": "gain lose",
    "GainControl": "gain control",
    "Tap": "tap",
    "Untap": "untap",
    "Fight": "fight",
    "Attach": "attach",
    "Transform": "transform convert",
    "ForAWhile": "this-turn",
    "PreventDamage": "prevent all damage would dealt",
    "CreateToken": "create token creature artifact each",
    "AddMana": "add or mana",
    "TemptByRing": "ring tempt",
    "LoseTheGame": "lose game",
    "SetLife": "life total become",
    "MoreLands": "may play additional land during each turn",
    "NoMaximumHandSize": "no maximum hand size",
    "PaysLife": "pay life",
    "ExchangeLife": "exchange life total player",
    "CopyCounters": "put counter",
    "Exploits": "exploit creature",
    "ExtraTurn": "take extra turn after 1",
    "WinTheGame": "win game",
    "Populate": "populate",
    "Emblem": "emblem",
    "DoubleCounters": "double number counter",
    "Incubate": "incubate",
    "Connive": "connive",
    "Explore": "explore again",
    "Goad": "goad",
    "Detain": "detain",
    "Adapt": "adapt",
    "Monstrosity": "monstrosity",
    "BecomesDesignated": "become monstrous renowned",
    "MayPayX": "may if-you-do if pay {x}",
    "MayExert": "may exert attack",
    "Exerts": "exert",
    "HasHexproof": "hexproof",
    "Activates": "player opponent activate ability if is not mana ability",
    "Designated": "monstrous renowned as-long if",
    # costs
    "SacrificeCost": "sacrifice",
    # events
    "YouCast": "cast spell",
    "Casts": "player cast spell",
    "Enters": "enter battlefield",
    "Dies": "die graveyard battlefield",
    "AnyOf": "or",
    "Attacks": "attack",
    "PlayerAttacks": "attack creature one-or-more",
    "Blocks": "block",
    "BecomesBlocked": "become blocked",
    "DealsDamage": "deal damage",
    "IsDealtDamage": "dealt damage",
    "GainsLife": "gain life",
    "LosesLife": "lose life opponent",
    "Draws": "player draw card",
    "Discards": "player discard cycle or card",
    "Sacrifices": "player sacrifice",
    "BecomesTapped": "become tapped",
    "Leaves": "leave battlefield die",
    "Chapter": "",
    # conditions
    "AtLeast": "if or more at least greater there number as-long",
    "AtMost": "if or less fewer at most no number as-long there",
    "Not": "if not no unless",
    "Either": "or",
    "All": "and exactly",
    "Exists": "if as-long there",
    "NoneOf": "if no not as-long there control",
    "Matches": "if as-long",
    "YourTurn": "during turn as-long if",
    "While": "as-long if",
    # values
    "X": "x",
    "Kicked": "kicked was kicker",
    "Permanents": "for-each number equal battlefield",
    "CountersOn": "for-each number equal counter",
    "Power": "power equal",
    "Toughness": "toughness equal",
    "ManaValue": "mana-value equal",
    "Greatest": "greatest among equal",
    "Sum": "total equal",
    "Party": "for-each number equal creature party full",
    "Exceeds": "if as-long more than greater less fewer",
    "CardsIn": "for-each number equal card",
    "LifeOf": "life total equal",
    "Devotion": "devotion equal",
    "ThatMuch": "that-much equal amount for-each removed way life lost damage dealt",
    "ThisTurn": "this-turn if equal amount died gained lost left entered attacked drawn sacrificed discarded number for-each",
    "Affected": "way destroyed exiled milled discarded sacrificed tapped returned put died was were cannot number for-each",
    "LastTurn": "last turn player cast spell",
    "ColorsSpent": "for-each number color mana spent cast spell",
    "Half": "half rounded",
    "Difference": "difference equal number greater power toughness",
    "Share": "divided evenly rounded down among",
    "Scaled": "equal",
    "Total": "equal",
    # static
    "BoostSelf": "each",
    "ControlAttached": "you-control enchanted creature permanent land artifact",
    "BecomesUnattached": "become unattached permanent",
    "CannotGainLife": "player cannot gain life",
    "DamageCannotBePrevented": "damage cannot prevented",
    "Modify": "each all",
    "Did": "if if-you-do when do",
    "EntersTapped": "enter tapped unless may pay life if",
    "EntersWithCounters": "enter counter",
    "CannotAttack": "cannot attack or",
    "CannotBlock": "cannot block each",
    "CannotBeCountered": "cannot countered spell",
    "CannotCast": "cannot cast spell opponent player",
    "MustAttack": "attack each combat if able",
    "MustBlock": "block each combat if able",
    "CannotBeBlocked": "cannot blocked except and/or or",
    "MustBeBlocked": "must blocked if able all block able creature",
    "BlocksMore": "block additional each combat",
    "Holds": "when",
    "ChooseOne": "choose or",
    "Option": "",
    "Transforms": "transform into",
    "TurnedFaceUp": "turned face up",
    "TurnFaceUp": "turn face up",
}
"""The words that a card prints for each word of the vocabulary, besides those of its fields."""

_COLOR_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_STEPS = {
    "upkeep": "upkeep", "draw": "draw step", "main1": "precombat main phase first",
    "main2": "postcombat main phase second", "combat": "combat turn",
    "end of combat": "combat turn", "end": "end-step",
}  # fmt: skip
_REFERENCES = {
    "opponent": "opponent each",
    "each player": "each player",
    "target's controller": "controller player",
    "target's owner": "owner player",
    "that's controller": "controller",
    "attached": "enchanted equipped creature permanent",
    "attached's controller": "enchanted equipped creature land permanent artifact controller",
    "that": "player",
    "sacrificed": "sacrificed creature permanent artifact",
    "you": "",
}


FREE = Costs(mana=parse_cost("{0}"))
"""Nothing is paid."""

ABOVE_STARTING = Scaled(LifeOf("you"), plus=-STARTING_LIFE)
"""How much more life you have than you started with."""

Claiming = Callable[["Claims", Any], None]
OWN: dict[type, Claiming] = {}
"""What parts of the vocabulary claim that other modules enter."""


def claims(kind: type) -> Callable[[Claiming], Claiming]:
    """Enter a function that claims the words which a card prints for a part of the vocabulary."""

    def enter(function: Claiming) -> Claiming:
        OWN[kind] = function
        return function

    return enter


_VALUES = get_args(Value)


class _Parts:
    """The parts of a filter; those that it does not have are empty."""

    def __init__(self, filter: Filter) -> None:
        self.filter = filter

    def __getattr__(self, name: str) -> Any:
        return getattr(self.filter, name, () if name in ("any_of", "none_of", "supertypes", "not_subtypes", "not_colors",
                                                         "keywords", "not_keywords") else None)  # fmt: skip


class Claims:
    """What an ability claims: `words` with their numbers, and those that must be in the text, `sharp`."""

    def __init__(self) -> None:
        self.within = False
        self.others_draw = False
        """Whether somebody else than you draws a card."""
        self.one_of_several = False
        """Whether one thing is spoken of that may be of several kinds."""
        self.words: Counter[str] = Counter()
        self.sharp: set[str] = set()

    def say(self, words: str | Iterable[str], sharp: bool = False) -> None:
        """Claim words: those of a text once each, however many of them are the same in the end."""
        for word in dict.fromkeys(map(lemma, words.split())) if isinstance(words, str) else words:
            self.words[word] += 1
            if sharp:
                self.sharp.add(word)

    def number(self, n: int) -> None:
        self.say((str(abs(n)),), sharp=abs(n) > 1)
        if abs(n) == 2:
            self.say("twice")

    def value(self, value: Any) -> None:
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, int):
            self.number(value)
        else:
            self.part(value)

    def part(self, part: Any) -> None:
        """Claim what a part of the vocabulary says."""
        if isinstance(part, _VALUES) and not isinstance(part, (int, X)):
            self.say(("where", "x", "x", "x", "x", "1"))  # "1 life for each", ", where X is ..."
        special = getattr(self, f"_{type(part).__name__.lower()}", None)
        if (own := OWN.get(type(part))) is not None:
            own(self, part)
        elif special is not None:
            special(part)
        elif isinstance(part, (tuple, frozenset)):
            self._combinations(part)
            for piece in sorted(part, key=str) if isinstance(part, frozenset) else part:
                self.part(piece)
        elif isinstance(part, str):
            self.say(_REFERENCES.get(part, ""))
        elif isinstance(part, int):
            self.value(part)
        elif part is None:
            return
        elif hasattr(part, "__dataclass_fields__"):
            name = type(part).__name__
            if name not in CLAIMS:
                raise KeyError(name)
            self.say(CLAIMS[name])
            self.rest(part)

    def rest(self, part: Any, but: Iterable[str] = ()) -> None:
        """Claim what the fields say that differ from their defaults."""
        for f in fields(part):
            value = getattr(part, f.name)
            if f.name in but or value is None or isinstance(value, bool):
                continue
            if f.name == "kind":
                self.kind(value)
            elif f.name == "keywords":
                for word in value:
                    self.keyword(word)
            else:
                self.part(value)

    def keyword(self, word: str) -> None:
        words = word.replace("first strike", "first-strike").replace("double strike", "double-strike")
        self.say((lemma(w) for w in _TOKEN.findall(words.lower())), sharp=True)
        for grammar in ("from",):
            self.sharp.discard(grammar)

    def kind(self, kind: str) -> None:
        if re.fullmatch(r"[pm]\d+[pm]\d+", kind):
            signs = {"p": "+", "m": "-"}
            self.say((f"{signs[kind[0]]}{kind[1]}/{signs[kind[2]]}{kind[3]}",), sharp=True)
        elif kind == "energy":
            return  # its symbols are claimed one by one
        else:
            self.say((lemma(word) for word in kind.replace("first strike", "first-strike").split()), sharp=kind != "any")

    # ------------------------------------------------------------------------------------------------ special parts

    def _filter(self, filter: Any) -> None:
        filter = _Parts(filter)
        if filter.types == frozenset(PERMANENT_TYPES):
            self.say("permanent", sharp=True)
        for t in filter.all_types | (filter.types if filter.types != frozenset(PERMANENT_TYPES) else frozenset()):
            self.say((t.lower(),), sharp=len(filter.types) < 5)
        historic = filter.any_of == HISTORIC
        if historic:
            self.say("historic", sharp=True)
        if len(filter.types) > 1 or (filter.any_of and not historic) or len(filter.subtypes) > 1 or len(filter.colors) > 1:
            self.say(("or", "or", "or", "and/or"))
        for t in filter.but_not | filter.not_supertypes | frozenset(filter.not_subtypes):
            self.say((f"non{lemma(t.lower())}",), sharp=True)
        for t in filter.subtypes:
            self.say((lemma(w) for w in t.lower().split()), sharp=True)
        for t in filter.supertypes:
            self.say((t.lower(),), sharp=True)
        for c in filter.colors:
            self.say((_COLOR_WORDS[c],), sharp=True)
        for c in filter.not_colors:
            self.say((f"non{_COLOR_WORDS[c]}",), sharp=True)
        if filter.source:
            return
        if filter.controller:
            whose = "you-control" if filter.controller == "you" and not self.within else "they-control"
            self.say(whose, sharp=True)
            self.say(("opponent", "opponent") if filter.controller == "opponent" else "")
        if filter.owner:
            self.say("own owned" + (" opponent" if filter.owner == "opponent" else ""))
        if filter.other:
            self.say("other", sharp=True)
            self.say("than")
        if filter.token is not None:
            self.say("token" if filter.token else "nontoken", sharp=True)
        if filter.name:
            self.say("named", sharp=True)
            self.say(lemma(word) for word in _TOKEN.findall(filter.name.lower()))
        if filter.phyrexian:
            self.say("phyrexian symbol")
        if filter.colorless:
            self.say("colorless", sharp=True)
        if filter.commander:
            self.say("commander", sharp=True)
        if filter.multicolored:
            self.say("multicolored", sharp=True)
        sizes = [getattr(limits, "least", None) for limits in (filter.power, filter.toughness)]
        exact = None not in sizes and [limits.most for limits in (filter.power, filter.toughness)] == sizes
        if exact:
            self.say(("/".join(map(str, sizes)),), sharp=True)
        for name in ("power", "toughness", "mana_value"):
            limits = getattr(filter, name)
            if limits is not None and not (exact and name != "mana_value"):
                self.say((name.replace("_", "-"),), sharp=True)
                self.part(limits)
        for word in filter.keywords:
            self.keyword(word)
        for word in filter.not_keywords:
            self.say("without")
            self.keyword(word)
        if filter.counter:
            self.say("counter")
            self.kind(filter.counter)
        if filter.no_counter:
            self.say("counter no without")
            self.kind(filter.no_counter)
        if filter.tapped is not None:
            self.say("tapped" if filter.tapped else "untapped", sharp=True)
        for name, word in (("entered_this_turn", "entered"), ("attacked_this_turn", "attacked")):
            if getattr(filter, name):
                self.say(f"{word} this-turn")
                self.sharp.add(word)
        if filter.chosen:
            self.say(f"chosen {filter.chosen}", sharp=True)
        if filter.damaged_this_turn:
            self.say("dealt damage this-turn")
            self.sharp.add("dealt")
        if filter.wears:
            self.say("equipped" if filter.wears == "Equipment" else "enchanted")
        for name in ("attacking", "blocking"):
            if getattr(filter, name, False):
                self.say((name,), sharp=True)
        if filter.among is not None:
            self.say("among milled way card")
        if filter.exiled_with_source:
            self.say("exiled card", sharp=True)
        if filter.attached:
            self.say("enchanted equipped creature")
        if filter.targeting is not None:
            self.say("target", sharp=True)
            self.say("one-or-more permanent")
            self.part(filter.targeting)
        if filter.targeting_you:
            self.say("target", sharp=True)
        for one in () if historic else filter.any_of:
            self.part(one)
        for one in filter.none_of:
            if one == Filter(among="target"):  # "each other creature" than the target
                self.say("other", sharp=True)
                continue
            self.say("not")
            self.part(one)
        if (not filter.types and not filter.all_types) or filter.types.issuperset(PERMANENT_TYPES):
            self.say("permanent")

    def _each(self, each: Each) -> None:
        self.say("each")
        self.part(each.filter)

    def _range(self, limits: Any) -> None:
        if limits.least is not None and limits.most is None:
            self.say("or greater more")
            self._compared(limits.least)
        elif limits.least is None:
            self.say("or less")
            self._compared(limits.most)
        else:
            self.value(limits.least)

    def _compared(self, value: Any) -> None:
        self.say("" if isinstance(value, int) else "than equal")
        self.value(value)

    def _target(self, target: Target) -> None:
        self.say("target", sharp=True)
        self.say("choose")
        if target.distinct:
            self.say("other", sharp=True)
        if target.of in ("spell", "ability", "spell or ability"):
            self.say((word for word in target.of.split() if word != "or"), sharp=True)
            self.say("or activated triggered")
            self.part(target.filter)
            return
        if target.least != target.most or target.most != 1:
            if target.up_to_x or target.exactly_x:
                self.say("up-to x" if target.up_to_x else "x", sharp=True)
            elif target.most >= ANY_NUMBER:
                self.say("any-number", sharp=True)
            elif target.least == 1 and target.most > 1:
                self.say((ONE_TO.get(target.most, "one-to-many"),), sharp=True)
            else:
                self.number(target.most)
                self.say("up-to" if target.least == 0 else "", sharp=True)
            if target.most > 1:
                self.say("other each")
        if target.of == "any":
            self.say("any-target", sharp=True)
        elif target.of == "card":
            self.say("card graveyard", sharp=True)
            self.say("opponent" if target.filter.controller == "opponent" else "", sharp=True)
            self.part(replace(target.filter, controller=None))
        elif target.of == "permanent":
            self.part(target.filter)
        else:
            self.say(target.of, sharp=False)
            self.say("or controller" if target.of == "player or planeswalker" else "")
            if target.filter.controller == "opponent":
                self.say("opponent", sharp=True)

    def _costs(self, costs: Costs) -> None:
        self._symbols(costs.mana)
        if costs.tap:
            self.say(("{t}",), sharp=True)
        if costs.life:
            self.say("pay life")
            self.number(costs.life)
        if costs.discard:
            self.say("discard card")
            self.number(costs.discard)
            self.part(costs.discard_filter)
        if getattr(costs, "discard_self", False):
            self.say("discard")
        if getattr(costs, "exile_self", False):
            self.say("exile graveyard")
        if costs.loyalty is not None:
            n = costs.loyalty
            self.say((str(n).lower() if isinstance(n, str) else f"{n:+d}" if n else "0",), sharp=True)
        self.rest(costs, ("mana", "tap", "life", "discard", "discard_filter", "loyalty"))

    def _symbols(self, cost: Iterable[Symbol]) -> None:
        self.say((str(symbol).lower() for symbol in cost), sharp=True)

    def _pump(self, pump: Any) -> None:
        self.say(CLAIMS["Pump"])
        if (times := _multiplied(pump)) is not None:
            self.say({2: "double", 3: "triple"}[times], sharp=True)
            self.say((name for name in ("power", "toughness") if getattr(pump, name)), sharp=True)
        else:
            self._size_change(pump.power, pump.toughness)
        self.part(pump.what)
        self.until(pump.until)

    def _size_change(self, power: Any, toughness: Any) -> None:
        if isinstance(power, int) and isinstance(toughness, int):
            for p in {f"{power:+d}"} | ({"-0"} if power == 0 else set()):
                for t in {f"{toughness:+d}"} | ({"-0"} if toughness == 0 else set()):
                    self.say((f"{p}/{t}",))
            self.sharp.add(f"{power:+d}/{toughness:+d}".replace("+0/-", "-0/-").replace("/+0", "/-0" if power < 0 else "/+0"))
            return
        for sign in "+-":
            for p in (f"{sign}x", "+0", "-0", "+1", "+2", "-1"):
                for t in (f"{sign}x", "+0", "-0", "+1", "+2", "-1"):
                    self.say((f"{p}/{t}",))
        self.say("x")
        self.value(power)
        self.value(toughness)

    def until(self, until: str) -> None:
        self.say("this-turn" if until == "end of turn" else "")
        self.say(("until-" + until.replace(" ", "-"),))
        self.say("until ~ leave battlefield" if until == "self leaves" else "")

    def _gainkeywords(self, effect: Any) -> None:
        self.say(CLAIMS["GainKeywords"])
        self.part(effect.what)
        for word in effect.keywords:
            self.keyword(word)
        self.until(getattr(effect, "until", "end of turn"))

    def _gaincontrol(self, effect: Any) -> None:
        self.say(CLAIMS["GainControl"])
        self.part(effect.what)
        if effect.until != "forever":
            self.until(effect.until)

    def _destroy(self, effect: Any) -> None:
        self.say("destroy")
        self.part(effect.what)
        if effect.no_regeneration:
            self.say("cannot regenerated")
            self.sharp.add("regenerated")

    def _scaled(self, value: Any) -> None:
        if value == ABOVE_STARTING:
            self.say("life more than starting total", sharp=True)
            return
        inner = Claims()
        inner.value(value.value)
        self.words += inner.words
        self.sharp |= inner.sharp
        self.say("equal plus")
        if value.by != 1:
            self.say((str(abs(value.by)), "twice" if value.by == 2 else ""))
        if value.plus:
            self.number(value.plus)
            self.say("minus less" if value.plus < 0 else "")

    def _boostself(self, static: Any) -> None:
        self.say(CLAIMS["BoostSelf"])
        self._size_change(static.power, static.toughness)

    def _modify(self, static: Any) -> None:
        self._changes(static)
        if static.filter.attached and static.filter != Filter(attached=True, types=static.filter.types):
            self.say("as-long additional")  # "as long as enchanted creature is white, it ..."
        self.part(static.filter)

    def _addmana(self, effect: Any) -> None:
        self.say(CLAIMS["AddMana"])
        if effect.only is not None:
            self._spendon(effect.only)
        if effect.chosen:
            self.say("chosen color", sharp=True)
            self.value(effect.n)
            return
        if effect.like is not None:
            self.say("any-color" if effect.colors == "WUBRG" else "any type", sharp=True)
            self.say("could produce", sharp=True)
            self.value(effect.n)
            self.part(effect.like)
            return
        if effect.colors == "WUBRG":
            several = isinstance(effect.n, int) and effect.n > 1
            self.say("any-one-color" if several else "any-color", sharp=True)
            self.value(effect.n)
            return
        n = effect.n if isinstance(effect.n, int) else 1
        for color in effect.colors:
            self.say((f"{{{color.lower()}}}",) * n, sharp=True)
        if not isinstance(effect.n, int):
            self.say("amount")
            self.value(effect.n)

    def _dividedamage(self, effect: Any) -> None:
        self.say("deal damage among choose")
        self.say("divided", sharp=True)
        self.rest(effect)

    def _distribute(self, effect: Any) -> None:
        self.say("counter among")
        self.say("distribute", sharp=True)
        self.rest(effect)

    def _combinations(self, effects: Iterable[Any]) -> None:
        """Claim that there are several mana, each of one of some colours."""
        several = Counter(effect for effect in effects if isinstance(effect, (CreateToken, Incubate)))
        for n in several.values():
            if n > 1:
                self.number(n)
                self.say("time")
        each = Counter(effect for effect in effects if isinstance(effect, AddMana) and len(effect.colors) > 1)
        for n in each.values():
            if n > 1:
                self.number(n)
                self.say("any-combination", sharp=True)
                self.say("and/or")

    def _spendon(self, only: Any) -> None:
        self.say("spend mana cast spell", sharp=True)
        if only.rest:  # "This mana can't be spent to cast a nonartifact spell."
            self.say("cannot spent", sharp=True)
            self.sharp.discard("spend")
            self.say((f"non{lemma(t.lower())}" for t in only.cast.types), sharp=True)
            return
        self.say("only", sharp=True)
        self.part(only.cast)
        if only.activate is not None:
            self.say("activate ability or", sharp=True)
            self.part(only.activate)

    def _token(self, token: Token) -> None:
        predefined = token.name in PREDEFINED
        if token.power is not None and not any(isinstance(ability, SizeIs) for ability in token.abilities):
            if isinstance(token.power, int) and isinstance(token.toughness, int):
                self.say((f"{token.power}/{token.toughness}",), sharp=True)
            else:
                self.say("x/x")
                self.value(token.power)
        for t in token.types | token.supertypes:
            self.say((t.lower(),), sharp=not predefined and t != "Artifact")
        for t in {*token.subtypes, *token.name.split()}:
            self.say((lemma(w) for w in t.lower().split()), sharp=not (predefined and t == "Clue"))
        if predefined and token.name == "Clue":
            self.say("investigate")
        if "Legendary" in token.supertypes:  # "create Ragavan, a legendary ... token. Ragavan enters ..."
            self.say(f"{token.name.lower()} enter")
        for c in token.colors:
            self.say((_COLOR_WORDS[c],), sharp=True)
        if not token.colors:
            self.say("colorless")
        for word in token.keywords:
            self.keyword(word)
        if not predefined:
            self.part(token.abilities)

    def _createtoken(self, effect: Any) -> None:
        self.say(CLAIMS["CreateToken"])
        self.value(effect.n)
        self.part(effect.token)
        for name in ("tapped", "attacking"):
            if getattr(effect, name, False):
                self.say((name,), sharp=True)
        self.rest(effect, ("n", "token"))

    def _search(self, effect: Any) -> None:
        self.say("search library card shuffle")
        self._one_of_several(effect.filter, effect.n)
        self.say({"hand": "reveal hand", "battlefield": "battlefield", "graveyard": "graveyard"}.get(effect.to, ""))
        self.sharp |= {effect.to} & {"hand", "battlefield", "graveyard"}
        self.value(effect.n)
        if effect.n != 1:
            self.say("up-to")
        if effect.tapped:
            self.say("tapped", sharp=True)
        if effect.to == "library":
            self.say("reveal top")
            self.sharp.add("top")
        if effect.graveyard:
            self.say("or graveyard if search searched library way")
            self.sharp |= {"or", "graveyard", "way"}
        self.part(effect.filter)
        self.part(effect.who)

    def _revealed(self, effect: Any) -> None:
        """All cards of a kind of the top ones, or the top one if it is of a kind."""
        self.say("reveal top library card")
        self.sharp |= {"reveal", "top"}
        self.value(effect.n)
        if effect.n == 1 and effect.rest == "top":
            self.say("if")
            self.sharp |= {"if"}
        elif effect.n == 1:
            self.say("if otherwise")
            self.sharp |= {"if", "otherwise"}
        else:
            self.say("all card revealed way rest any order random")
            self.sharp |= {"each", "rest"}
        self.say(effect.to, sharp=True)
        self.say("bottom library" if effect.rest == "bottom" else effect.rest)
        self.sharp.add(effect.rest)
        self.part(effect.filter)

    def _look(self, effect: Any) -> None:
        if effect.must and effect.most == effect.n and effect.filter is not None:
            self._revealed(effect)
            return
        self._one_of_several(effect.filter, effect.most)
        self.say("look reveal top library card among may up-to" if not effect.must else "look top library card")
        self.value(effect.n)
        if not effect.most:
            self.say("top any order back")
            return
        self.number(effect.most)
        if effect.to == "library":
            self.say("top library up-to")
            self.sharp.add("top")
        self.say("" if effect.to == "library" else "hand" if effect.to == "hand" else "battlefield", sharp=True)
        if effect.tapped:
            self.say("tapped", sharp=True)
        if effect.rest.startswith("bottom"):
            order = "random" if effect.rest == "bottom at random" else "any"
            self.say(f"rest other bottom library {order} order", sharp=False)
            self.sharp |= {"bottom"} if order == "any" else {"bottom", "random"}
        else:
            self.say("rest other graveyard")
            self.sharp.add("graveyard")
        if effect.filter is not None:
            self.part(effect.filter)
        elif not effect.must:
            self.sharp.add("may")

    def _castfromtop(self, effect: Any) -> None:
        """"Discover N"."""
        self.say("discover", sharp=True)
        self.value(effect.found.mana_value.most)

    def _manaspent(self, value: Any) -> None:
        self.say("amount mana spent cast spell for-each")
        self.sharp.add("spent")
        if value.color is not None:  # "{R} was spent", "three red mana was spent"
            self.say((_COLOR_WORDS[value.color], f"{{{value.color.lower()}}}"))
        self.part(value.of)

    def _entersascopy(self, static: Any) -> None:
        self.say("may enter copy any battlefield except")
        self.sharp |= {"may", "copy"}
        self.part(static.filter)
        if static.change is not None:
            self._changes(static.change)
            self.say("except", sharp=True)

    def _flipcoin(self, effect: Any) -> None:
        self.say("flip coin", sharp=True)
        for name, effects in (("win", effect.win), ("lose", effect.lose)):
            if effects:
                self.say(f"if you {name} flip", sharp=False)
                self.sharp.add(name)
            self.part(effects)

    def _revealuntil(self, effect: Any) -> None:
        self.say("player card top library until revealed rest other all way")
        self.say(("reveal", "reveal"))
        self.sharp |= {"until", "reveal"}
        self.say((effect.to,), sharp=True)
        if effect.rest.startswith("bottom"):
            self.say("bottom library order", sharp=True)
            self.say("random" if effect.rest == "bottom at random" else "any", sharp=True)
        else:
            self.say("exile" if effect.rest == "exile" else f"{effect.rest} library", sharp=False)
            self.sharp.add(effect.rest)
        if effect.tapped:
            self.say("tapped", sharp=True)
        self.part(effect.who)
        self.part(effect.found)

    def _cannotactivate(self, static: Any) -> None:
        self.say(("activated", "activated", "ability", "cannot"))
        if static.filter == Filter(source=True):
            self.say("this-turn")
        self.part(static.filter)

    def _moremana(self, static: Any) -> None:
        self.say("land" if static.filter.attached else "")
        self.say("whenever when tap tapped mana add additional controller")
        self.sharp |= {"mana", "add"}
        self.say((f"{{{static.color.lower()}}}",) * static.n, sharp=True)
        self.part(static.filter)

    def _discard(self, effect: Any) -> None:
        self.say(CLAIMS["Discard"])
        if effect.at_random:
            self.say("random", sharp=True)
        self._any_number_or(effect)

    def _sacrifice(self, effect: Any) -> None:
        self.say(CLAIMS["Sacrifice"])
        self._any_number_or(effect)

    def _any_number_or(self, effect: Any) -> None:
        """The rest of an effect that is about so many, or about any number."""
        self.say("any-number" if effect.any_number else "", sharp=True)
        self.rest(effect, ("n",) if effect.any_number else ())

    def _putintolibrary(self, effect: Any) -> None:
        self.say(CLAIMS["PutIntoLibrary"])
        self.say("shuffle" if effect.place == "shuffled" else effect.place, sharp=True)
        self.part(effect.what)

    def _alter(self, effect: Any) -> None:
        self._changes(effect)
        self.part(effect.what)
        self.until(effect.until)

    def _changes(self, change: Any) -> None:
        """What a change of characteristics says."""
        self.say("each all become base power toughness addition other type lose gain color still")
        if isinstance(change.base_power, int) and isinstance(change.base_toughness, int):
            self.say((f"{change.base_power}/{change.base_toughness}",), sharp=True)
        elif change.base_power is not None or change.base_toughness is not None:
            self.say("x/x each equal")
            self.value(change.base_power)
            self.value(change.base_toughness if change.base_toughness != change.base_power else None)
        if change.power or change.toughness:
            self._size_change(change.power, change.toughness)
        for color in change.colors | (change.only_colors or frozenset()):
            self.say((_COLOR_WORDS[color],), sharp=True)
        if change.colors:  # "in addition to its other colors"
            self.sharp.add("color")
        for name in ("types", "subtypes", "supertypes", "only_types", "only_subtypes"):
            for t in getattr(change, name) or ():
                self.say((lemma(t.lower()),), sharp=True)
        for word in change.keywords:
            self.keyword(word)
        for word in change.lose_keywords:
            self.say("lose")
            self.keyword(word)
        if change.lose_abilities:
            self.say("lose all ability other" if change.keywords or change.abilities else "lose all ability")
            self.sharp.add("lose")
        if change.every_creature_type:
            self.say("each creature type")
            self.sharp.add("each")
        self.part(change.abilities)

    def _modes(self, modes: Any) -> None:
        self.say("choose")
        self.number(modes.n)
        if modes.least is not None:
            self.say("one-or-more both 1 or up-to")
            self.sharp.discard(str(modes.n))
        if modes.entwine:
            self.say("entwine")
            self._symbols(modes.entwine)
        if modes.repeat:
            self.say("may same mode more than once")
        for mode in modes.modes:
            self.part(mode.targets)
            self.part(mode.effects)

    def _triggered(self, ability: Any) -> None:
        self.say(CLAIMS["Triggered"])
        if getattr(ability, "once_each_turn", False):
            self.say("only-once-each-turn", sharp=True)
        self.rest(ability)

    def _activated(self, ability: Any) -> None:
        if ability.sorcery_speed:
            self.say("only-as-a-sorcery", sharp=True)
        if getattr(ability, "condition", None) is not None:
            self.say("activate only if")
            self.sharp.add("only")
        if getattr(ability, "zone", "battlefield") == "graveyard":
            self.say("graveyard")
        if getattr(ability, "once_each_turn", False):
            self.say("only-once-each-turn", sharp=True)
        if ability.once:
            self.say("only-once", sharp=True)
        if ability.less is not None:
            self.say("ability cost less activate")
            self.sharp.add("less")
            self._less(ability.less)
        self.rest(ability, ("less",))

    def _stepbegins(self, event: Any) -> None:
        self.say("at-the-beginning " + _STEPS.get(event.step, event.step))
        whose = getattr(event, "whose", "you")
        if whose == "attached's controller":
            self.say("enchanted equipped creature land permanent artifact enchantment controller")
            self.sharp.add("controller")
            return
        self.say({"anyone": "each player", "opponent": "each opponent"}.get(whose, ""))
        if whose != "you" and event.step in ("upkeep", "draw"):
            self.sharp.add("each")

    def _cardsin(self, value: Any) -> None:
        self.say(CLAIMS["CardsIn"])
        self.say(value.zone, sharp=True)
        if value.filter is not None:
            self.part(value.filter)
        self.part(value.who)

    def _different(self, value: Any) -> None:
        self.say("for-each number equal different with there exactly among domain")
        self.say((lemma(word) for word in value.of.replace("mana value", "mana-value").split()), sharp=True)
        self.part(value.filter)
        if value.zone != "battlefield":
            self.say("card")
            self.say(value.zone, sharp=True)
            self.part(value.who)

    def _greatest(self, value: Any) -> None:
        self.say(CLAIMS["Greatest"])
        self.say((lemma(word) for word in value.of.replace("mana value", "mana-value").split()), sharp=True)
        self.part(value.filter)

    def _sum(self, value: Any) -> None:
        self.say(CLAIMS["Sum"])
        self.say((lemma(word) for word in value.of.replace("mana value", "mana-value").split()), sharp=True)
        self.sharp.add("total")
        self.part(value.filter)

    def _costsless(self, static: Any) -> None:
        self.say(("cost", "less", "cast", "cast", "spell"))
        self.say((f"{{{static.n}}}",), sharp=True)
        self.part(static.filter)

    def _choosesasenters(self, static: Any) -> None:
        self.say("enter")
        self.say("choose creature type" if static.what == "type" else "choose color", sharp=True)

    def _damagebytoughness(self, static: Any) -> None:
        self.say("each assign combat damage equal toughness rather than power")
        self.sharp |= {"assign", "rather"}
        if isinstance(static.who, Filter) and static.who.attached:
            self.say("as-long")  # "as long as equipped creature's toughness is greater, ..."
        self.part(static.who)

    def _movecounters(self, effect: Any) -> None:
        self.say("move counter", sharp=True)
        self.say("any-number" if effect.n is None else "", sharp=True)
        self.rest(effect)

    def _sourcein(self, condition: Any) -> None:
        self.say("if")
        self.say(condition.zone, sharp=True)

    def _costsmore(self, static: Any) -> None:
        self.say(("cost", "more", "cast", "cast", "spell"))
        self.sharp.add("more")
        self.say("opponent" if static.who == "opponent" else "", sharp=True)
        self.say((f"{{{static.n}}}",), sharp=True)
        self.part(static.filter)

    def _targetingcosts(self, static: Any) -> None:
        self.say(("cost", "cast", "cast", "spell", "target", "more", "opponent"))
        self.sharp |= {"target", "more", "opponent"}
        self.say((f"{{{static.n}}}",), sharp=True)

    def _costslessitself(self, static: Any) -> None:
        self.say("cost less cast spell if")
        self._less(static.n)
        self.part(static.condition)

    def _costsbytargets(self, static: Any) -> None:
        self.say("cost cast spell if")
        self.say("more target" if static.n > 0 else "less target", sharp=True)
        self._less(abs(static.n))
        self.say("card" if static.target.of == "card" else "", sharp=True)
        self.say("spell" if static.target.of == "spell" else "")
        self.part(static.target.filter)

    def _less(self, n: Any) -> None:
        """How much less something costs."""
        if isinstance(n, int):
            self.say((f"{{{n}}}",), sharp=True)
        else:
            by = getattr(n, "by", 1)
            self.say((f"{{{by}}}", "{x}"))
            self.part(getattr(n, "value", n))

    def _preventdamage(self, static: Any) -> None:
        self.say(CLAIMS["PreventDamage"])
        if static.combat:
            self.say("combat", sharp=True)
        self.rest(static, ("to",))
        if isinstance(static.by, Filter) and not static.by.types:
            self.say("source deal")
        if not isinstance(static.to, str):
            self.part(static.to)
            self.say("each any")

    def _chooseone(self, effect: Any) -> None:
        if not _is_choice_of_color(effect):
            self.say(CLAIMS["ChooseOne"])
            self.rest(effect)
            return
        one = Claims()
        one.part(effect.options[0])
        self.words += one.words
        self.sharp |= one.sharp - {"white"}
        self.say("color choice chosen choose become")
        self.sharp.add("color")

    def _copyspell(self, effect: Any) -> None:
        self.say(("copy", "copy", "may", "choose", "new", "spell"))
        self.words["target"] += 1
        self.sharp |= {"copy", "new"}
        self.rest(effect)

    def _prevent(self, effect: Any) -> None:
        self.say("prevent damage would dealt this-turn")
        self.sharp.add("prevent")
        self.say("combat" if effect.combat else "", sharp=True)
        if effect.n is not None:
            self.say("next", sharp=True)
            self.value(effect.n)
        elif effect.source is None:
            self.say("all")
        self.part(effect.to)
        if effect.by is not None:
            self.say("deal")
            self.part(effect.by)
        if effect.source is not None:
            self.say("next time source choice damage deal")
            self.sharp |= {"next", "source", "choice"}
            self.part(effect.source)

    def _one_of_several(self, filter: Any, n: Any) -> None:
        """One card of several kinds is of one "or" the other; of one "and" the other there would be two."""
        if filter is not None and filter.any_of == HISTORIC:
            return
        if n == 1 and filter is not None and (filter.any_of or 1 < len(filter.types) < 5 or len(filter.subtypes) > 1):
            self.sharp.add("or")
            self.one_of_several = True

    def _choosecards(self, effect: Any) -> None:
        self._one_of_several(effect.filter, effect.n)
        self.say("choose card reveal look hand" if effect.zone == "hand" else "card graveyard choice")
        if effect.filter is None or effect.filter.among is None:
            self.sharp.add(effect.zone)
        self.say("all" if effect.every else "")
        if not effect.every:
            self.value(effect.n)
        self.say("up-to may" if effect.up_to else "")
        if effect.filter is not None:
            self.part(effect.filter)
        self.part(effect.whose)
        self.part(effect.who)

    def _draw(self, effect: Any) -> None:
        self.say(CLAIMS["Draw"])
        self.others_draw |= self.within or effect.who != "you"
        self.rest(effect)

    def _does(self, effect: Any) -> None:
        self.part(effect.who)
        self.within = True
        self.part(effect.effects)
        self.within = False

    def _cannotattackyou(self, static: Any) -> None:
        self.say("cannot attack each")
        self._you_or_planeswalkers(static)
        self.part(static.who)

    def _you_or_planeswalkers(self, static: Any) -> None:
        """What is guarded from attacks: you, or planeswalkers you control as well."""
        if static.planeswalkers:
            self.say("or planeswalker you-control", sharp=True)

    def _attackcost(self, static: Any) -> None:
        """"... for each of those creatures", or "for each creature they control that's attacking you"."""
        self.say("creature creature cannot attack attacking unless controller pay for-each they-control")
        self.sharp |= {"cannot", "unless", "for-each"}
        self._you_or_planeswalkers(static)
        self._symbols(static.cost.mana)

    def _alternativecost(self, instead: Any) -> None:
        self.say(("may", "pay", "pay", "rather", "than", "mana", "cost", "spell"))
        self.sharp.add("may")
        if instead.condition is not None:
            self.say("if", sharp=True)
            self.part(instead.condition)
        if instead.cost == FREE:  # "pay {0}", or "cast this spell without paying its mana cost"
            self.say("cast without paying {0}")
        else:
            self.sharp |= {"rather", "than"}
            self.part(instead.cost)

    def _permitplay(self, effect: Any) -> None:
        self.say("may remains exiled as-long")
        self.say("cast" if effect.cast_only else "play", sharp=True)
        if effect.any_mana:
            self.say("mana any type color can spent cast spell", sharp=True)
            self.sharp -= {"type", "color", "spell", "can"}

    def _castfree(self, effect: Any) -> None:
        self.say("may cast spell card without paying mana cost")
        self.sharp |= {"may", "cast", "without"}
        if effect.then_exiled:
            self.say("if spell would put graveyard exile instead", sharp=True)
        if isinstance(effect.what, Each):
            self.say(effect.what.zone, sharp=True)
            self.part(replace(effect.what.filter, controller=None))
        else:
            self.part(effect.what)

    def _exchangecontrol(self, effect: Any) -> None:
        self.say("exchange control", sharp=True)
        self.rest(effect)

    def _castasflash(self, static: Any) -> None:
        self.say("may cast spell as-though had flash")
        self.sharp.add("flash")
        self.part(static.filter)

    def _doesnotuntap(self, static: Any) -> None:
        self.say(("not", "untap", "during", "controller", "untap", "step"))
        self.part(static.who)

    def _addcounters(self, effect: Any) -> None:
        if effect.kind == "energy" and isinstance(effect.n, int):
            self.say(("{e}",) * effect.n, sharp=True)
            self.part(effect.what)
            return
        self.say(CLAIMS["AddCounters"])
        if effect.kind == "energy":
            self.say("{e}")
        self.rest(effect)

    def _paycounters(self, effect: Any) -> None:
        self.say("may pay any amount {e}")
        self.sharp |= {"may", "pay", "{e}"}

    def _if(self, effect: Any) -> None:
        if len(effect.then) == 1 and effect.condition == _enough_energy_for(effect.then[0]):
            self.part(effect.then)  # "pay {E}{E}. If you can't, ..."
            self.part(effect.otherwise)
            return
        self.say(CLAIMS["If"])
        self.rest(effect)

    def _removekind(self, effect: Any) -> None:
        if (effect.what, effect.kind) == ("you", "energy") and isinstance(effect.n, int):
            self.say("pay if cannot")
            self.say(("{e}",) * effect.n, sharp=True)
            return
        self.say(CLAIMS["RemoveKind"])
        self.rest(effect)

    def _otherscost(self, cost: Any) -> None:
        verbs = {
            "tap": "tap untapped you-control", "return": "owner hand you-control", "exile": "exile graveyard card",
            "exile card": "exile card hand",
        }  # fmt: skip
        self.say(verbs[cost.do])
        self.sharp.add({"tap": "untapped", "return": "hand", "exile": "graveyard", "exile card": "hand"}[cost.do])
        self.number(cost.n)
        self.part(cost.filter)

    def _removecounterscost(self, cost: Any) -> None:
        self.say("remove counter")
        if cost.x:
            self.say("x any-number for-each removed way that-much equal number counter")
            self.rest(cost, ("n",))
        else:
            self.rest(cost)

    def _counterscost(self, cost: Any) -> None:
        if cost.kind == "energy" and isinstance(cost.n, int):
            self.say("pay")
            self.say(("{e}",) * cost.n, sharp=True)
            return
        self.say("pay put counter")
        self.rest(cost)

    def _putontobattlefield(self, effect: Any) -> None:
        self.say("battlefield graveyard exiled under control you-control")
        self.say("owner" if effect.under == "owner" else "")
        for name in ("tapped", "transformed"):
            if getattr(effect, name):
                self.say(name, sharp=True)
        self.rest(effect, ("under",))

    def _putfromhand(self, effect: Any) -> None:
        self.say("may hand battlefield card")
        self._one_of_several(effect.filter, 1)
        self.say("tapped" if effect.tapped else "", sharp=True)
        self.rest(effect)

    def _exiletoplay(self, effect: Any) -> None:
        self.say("exile top card library may play")
        self.say("cast spell" if effect.cast_only else "", sharp=True)
        self.value(effect.n)
        self.until(effect.until)

    def _amass(self, effect: Any) -> None:
        self.say("amass")
        self.say((lemma(effect.type.lower()),), sharp=True)
        self.value(effect.n)

    def _devotion(self, value: Any) -> None:
        self.say("devotion equal")
        for color in value.colors:
            self.say((_COLOR_WORDS[color],), sharp=True)

    def _chooseowncards(self, effect: Any) -> None:
        self.say("card choice may up-to" if effect.up_to else "card choice")
        for zone in effect.zones:
            self.say(zone, sharp=True)
        self.value(effect.n)
        self.part(effect.filter)
        self.part(effect.who)

    def _exceeds(self, condition: Any) -> None:
        self.say(CLAIMS["Exceeds"])
        self.part(condition.value)
        other = Claims()
        other.part(condition.other)
        self.words += other.words
        if isinstance(condition.other, Permanents) and condition.other.filter.controller == "you":
            other.sharp -= {"you-control", *(t.lower() for t in condition.other.filter.types)}  # "controls more lands than you"
        self.sharp |= other.sharp

    def _choosepermanents(self, effect: Any) -> None:
        self.say(CLAIMS["ChoosePermanents"])
        within, self.within = self.within, self.within or effect.who != "you"  # whoever chooses, chooses among their own
        self.rest(effect)
        self.within = within

    def _counter(self, effect: Any) -> None:
        self.say("counter")
        self.part(effect.what)
        if effect.exiled:
            self.say("if spell countered way exile instead putting owner graveyard", sharp=True)

    def _not(self, condition: Any) -> None:
        self.say(CLAIMS["Not"])
        inner = Claims()
        inner.part(condition.condition)
        self.words += inner.words
        self.say("other than" if isinstance(condition.condition, YourTurn) else "")
        self.say("cannot" if isinstance(condition.condition, Did) else "")
        if "tapped" in inner.sharp:
            inner.sharp.remove("tapped")
            self.say("untapped")
        self.sharp |= inner.sharp

    def _later(self, effect: Any) -> None:
        if type(effect.on).__name__ == "StepBegins":
            self.say("at-the-beginning at next turn end")
            self.say("" if effect.on.whose == "anyone" else "next", sharp=True)
            self.say(_STEPS[effect.on.step])
            self.sharp.add(_STEPS[effect.on.step].split()[0])
        else:
            self.part(effect.on)
            self.until(effect.until)
            self.say("when whenever")
        self.part(effect.effects)

    def _chapter(self, event: Any) -> None:
        self.say((("i", "ii", "iii", "iv", "v", "vi")[event.number - 1],))

    def _tap(self, effect: Any) -> None:
        self.say("tap")
        self.part(effect.what)
        if effect.stays_tapped:
            self._skipped_untap()

    def _skipuntap(self, effect: Any) -> None:
        self._skipped_untap()
        self.part(effect.what)

    def _skipped_untap(self) -> None:
        self.say(("not", "untap", "during", "controller", "next", "untap", "step"))
        self.sharp |= {"untap", "controller", "next"}

    def _anyof(self, event: Any) -> None:
        """What is said of several events at once ("blocks or becomes blocked by a nonblack creature") is printed once."""
        self.say(CLAIMS["AnyOf"])
        alone = []
        for one in event.events:
            claims = Claims()
            claims.part(one)
            self.words += claims.words
            self.sharp |= claims.sharp
            alone.append(claims.words)
        for word in set(self.words):
            if word.startswith("non") and all(words[word] for words in alone):
                self.words[word] -= sum(words[word] for words in alone) - max(words[word] for words in alone)

    def _casts(self, event: Any) -> None:
        self.say("player cast spell opponent")
        if event.nth is not None:
            self.say((("first", "second", "third", "fourth")[event.nth - 1], "each", "turn"), sharp=True)
        self.part(event.filter)

    def _becomestarget(self, event: Any) -> None:
        self.say("become target spell")
        self.say("" if event.spell else "or ability")
        self.say("" if event.by == "anyone" else "they-control opponent")
        if not event.spell:
            self.sharp.add("ability")
        if event.filter is not None:
            self.part(event.filter)

    def _keyword(self, said: Any) -> None:
        self.say((lemma(word) for word in said.word.replace("cannot be", "cannot").split()), sharp=True)

    def _dealsdamage(self, event: Any) -> None:
        self.say("deal damage")
        if event.together:
            self.say("one-or-more", sharp=True)
        if event.combat:
            self.say("combat", sharp=True)
        if event.to != "anything":
            self.say((word for word in event.to.split()), sharp=True)
        self.part(event.who)


def _enough_energy_for(payment: Any) -> Any:
    """The condition that so much energy can be paid, None if it is no payment of energy."""
    if not isinstance(payment, RemoveKind) or (payment.what, payment.kind) != ("you", "energy") or payment.n is None:
        return None
    return AtLeast(CountersOn("energy", "you"), payment.n) if isinstance(payment.n, int) else None


def _multiplied(pump: Any) -> int | None:
    """How many times as great its power or toughness makes a creature (701.10b), if it says that."""
    values = [value for value in (pump.power, pump.toughness) if value != 0]
    by = {getattr(value, "by", 1) for value in values}
    inner = [getattr(value, "value", value) for value in values]
    if values and len(by) == 1 and all(isinstance(one, (Power, Toughness)) and one.of == "it" for one in inner):
        return int(next(iter(by))) + 1
    return None


def _is_choice_of_color(effect: Any) -> bool:
    """Whether there is one option for each colour, all alike but for the colour."""
    options = [repr(option) for option in effect.options]
    names = [(f"from {word}", f"frozenset({{'{letter}'}})") for letter, word in _COLOR_WORDS.items()]
    if len(options) != len(names):
        return False
    return (
        len({option.replace(word, "*").replace(letter, "*") for option, (word, letter) in zip(options, names, strict=True)}) == 1
    )


# ---------------------------------------------------------------------------------------------------------------- the check


INVENTED = "the tree says '{}', the text does not"


def account_for(text: str, abilities: Iterable[Any], more: str = "") -> None:
    """Raises NotKnown if the abilities do not say what the text says; `more`: words that are accounted for beside them."""
    if reason := unaccounted(text, abilities, more):
        raise NotKnown(reason)


def unaccounted(text: str, abilities: Iterable[Any], more: str = "") -> str | None:
    """Why the abilities do not say what the text says, or None if every word is accounted for."""
    claims = Claims()
    claims.say(more)
    try:
        for ability in abilities:
            claims.part(ability)
    except KeyError as error:
        return f"nobody says how a card prints {error.args[0]}"
    found = tokens_of(text)
    for word, n in found.items():
        claimed = claims.words[word]
        if claimed < n and not (claimed and word in _NOUNS):
            return f"the text says '{word}'{' more often' if claimed else ', the tree does not'}"
    for word, n in claims.words.items():
        if word.startswith("non") and word in claims.sharp and n > found[word] > 0:
            return INVENTED.format(word)
    for word in claims.sharp:
        if not found[word] and word not in _GRAMMAR and word.strip():
            return INVENTED.format(word)
    if found["target"] != claims.words["target"]:
        return "another number of targets"
    if claims.one_of_several and "and/or" in text.lower():
        return "one of several things, or one of each"
    if _THEIR_DRAWING.search(text.lower()) and not claims.others_draw:
        return "who draws"
    return None


_THEIR_DRAWING = re.compile(r"\bdraws\b")
"""A word that says that somebody else than you does it."""
