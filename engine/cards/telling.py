"""Puts the words of the vocabulary into English.

Each dataclass of the vocabulary has a sentence in `SENTENCES`, or a method of `Teller` named after it where its parts decide the
wording. One that has neither is told by its name and fields, so that a new effect can be described before it has a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from engine import vocabulary as v
from engine.cards.phrases import ANY_NUMBER
from engine.cards.reading import word_of, word_of_field
from engine.cards.words import REFERENCES as WORDS
from engine.mana import COLORS, write_cost
from engine.vocabulary.values import TOUGHER
from engine.words import PERMANENT_TYPES, POWER_TOUGHNESS_COUNTER

SENTENCES: dict[type, str] = {
    # values
    v.X: "X",
    v.Kicked: "the number of times it was kicked",
    v.CountersOn: "the number of {kind:counters} on {of}",
    v.Permanents: "the number of {filter+}",
    v.ManaValue: "the mana value of {of}",
    v.Removed: "the number of counters removed",
    v.ThatMuch: "that much",
    v.TimesResolved: "the number of times this ability has resolved this turn",
    v.ColorsSpent: "the number of colours of the mana spent to cast {of}",
    v.LargestGraveyard: "the number of cards in the largest graveyard",
    v.Power: "the power of {of}",
    v.Toughness: "the toughness of {of}",
    v.Greatest: "the greatest {of} among {filter+}",
    v.Sum: "the total {of} of {filter+}",
    v.Party: "the number of creatures in your party",
    v.CountersAmong: "the number of {kind:counters} among {filter+}",
    v.LifeOf: "the life total of {who}",
    v.Devotion: "devotion to {colors}",
    v.Share: "{value} divided evenly among the targets, rounded down",
    v.Difference: "{value} minus {minus}",
    # conditions
    v.AtMost: "{value} is at most {n}",
    v.Exceeds: "{value} is more than {other}",
    v.Exists: "there is {filter:a}",
    v.YourTurn: "it is your turn",
    v.InCombat: "it is the combat phase",
    v.SourceIn: "{self} is in the zone {zone}",
    v.Did: "that was done",
    v.CameLately: "{self} came under your control since the beginning of your last upkeep",
    v.CastAs: "it was cast for its {how} cost",
    v.Not: "it is not so that {condition}",
    v.AtLeast: "{value} is at least {n}",
    v.NoneOf: "there is no {filter}",
    # effects
    v.AddManaOfColors: "add {n} mana in any combination of the colours of {what}",
    v.AddCounters: "put {n:{kind} counter} on {what}",
    v.AddAnotherCounter: "choose a kind of counter on {what} and put another one of it there",
    v.RaiseCounters: "give {what} {kind} counters until there are {to}",
    v.RemoveCounters: "remove up to {up_to} counters, of any kinds, from {what}",
    v.RemoveCounterOrSacrifice: "remove {kind:a} counter from {self}, or sacrifice it if there is none",
    v.AddOneOfEach: "for each kind of counter on {what}, put one more of that kind there",
    v.DoubleCounters: "double the number of {kind:counters} on {what}",
    v.PayCounters: "you may pay any number of your {kind:counters}",
    v.CopyCounters: "put the counters that are on {source} on {to}",
    v.Distribute: "distribute {n:{kind} counter} among {what}",
    v.Draw: "{who:draw} {n:card}",
    v.Mill: "{who:mill} {n:card}",
    v.Radiation: "mill a card for each rad counter you have, and lose 1 life and a rad counter for each nonland card milled so",
    v.Scry: "scry {n}",
    v.Surveil: "surveil {n}",
    v.Dig: "look at the top {look} cards of your library, put one into your hand and the others on the bottom in any order",
    v.RevealTwo: "reveal the top two cards of your library; an opponent says which one goes to your hand, the other is exiled "
    "with {kind:a} counter",
    v.TakeExiled: "put a card you own with {kind:a} counter from exile into your hand",
    v.DiscardThem: "discard {what}",
    v.Connive: "{what:connive} {n}",
    v.Explore: "{what:explore}",
    v.LookAtHand: "look at the hand of {who}",
    v.ReturnToHand: "return {what} to its owner's hand",
    v.ExileCardsNamedLike: "exile any number of cards named like {what} from its owner's graveyard, hand and library",
    v.ExileChosenName: "choose a card name and exile up to {n} cards of that name from the graveyard, hand and library of {who}, "
    "who shuffles and draws a card for each from the hand",
    v.SearchOntoBattlefield: "search your library for {filter:a}, put it onto the battlefield and shuffle",
    v.Exile: "exile {what}",
    v.ExileUntil: "exile {what} until {self} leaves the battlefield",
    v.Attach: "attach {what} to {to}",
    v.Unattach: "unattach {what}",
    v.Transform: "transform {what}",
    v.Goad: "goad {what}",
    v.Detain: "detain {what}",
    v.Adapt: "adapt {n}",
    v.Designate: "{self} becomes {designation}",
    v.Designated: "{self} is {designation}",
    v.Monstrosity: "monstrosity {n}",
    v.TurnFaceUp: "turn {what} face up",
    v.SetAside: "exile {self} from your hand; on a later turn it can be cast by {how}",
    v.PhaseOut: "phase out {what}",
    v.Populate: "create a token that is a copy of a creature token you control",
    v.Incubate: "create an Incubator token with {n:+1/+1 counter}",
    v.Amass: "amass {type} {n}",
    v.Bolster: "bolster {n}",
    v.Fight: "{one:fight} {other}",
    v.ExchangeLife: "{who} exchange life totals",
    v.ExtraLand: "you may play {n:more land} this turn",
    v.ForAWhile: "until {until}: {abilities}",
    v.TemptByRing: "the Ring tempts {who}",
    v.Emblem: "you get an emblem: {abilities}",
    v.ChangeTarget: "change a target of {what} to {to}",
    v.Regenerate: "regenerate {what}",
    v.GainLife: "{who:gain} {n:life}",
    v.LoseLife: "{who:lose} {n:life}",
    v.Untap: "untap {what}",
    v.SorceriesAsFlash: "until your next turn you may cast sorceries whenever you could cast an instant",
    v.ExtraTurn: "take another turn after this one",
    v.WinTheGame: "you win the game",
    v.LoseTheGame: "{who:lose} the game",
    v.SetLife: "the life total of {who} becomes {n}",
    v.Exploit: "you may sacrifice a creature, which {self} then exploits",
    # events
    v.YouCast: "whenever you cast {filter:a}",
    v.Evolves: "whenever a creature with greater power or toughness than {self} enters under your control",
    v.YouProliferate: "whenever you proliferate",
    v.Exploits: "when {self} exploits a creature",
    v.FinalChapterResolves: "whenever the final chapter ability of {filter} resolves",
    v.Transforms: "when {self} transforms into this face",
    v.BecomesUnattached: "whenever {self} becomes unattached",
    v.ExiledReturns: "when a card exiled with {self} enters under your control as it returns",
    v.Reflexive: "when that is done",
    v.Chapter: "chapter {number}",
    v.Holds: "as soon as {condition}",
    # static abilities
    v.ProliferateTwice: "whenever you would proliferate, you proliferate twice instead",
    v.DoubleTokens: "twice as many tokens are created under your control",
    v.While: "as long as {condition}: {abilities}",
    v.CastAsFlash: "you may cast {filter+} whenever you could cast an instant",
    v.CannotActivate: "activated abilities of {filter+} cannot be activated",
    v.TriggersAgain: "abilities of your permanents that trigger on a creature dying trigger once more",
    v.UnspentManaBecomes: "unspent mana of yours becomes {color} instead of being lost",
    v.ControlAttached: "you control what {self} is attached to",
    v.CostsLess: "each {filter} you cast costs {n} generic mana less",
    v.CostsMore: "{filter+} cost {who} {n} generic mana more",
    v.MoreLands: "you may play {n:more land} on each of your turns",
    v.NoMaximumHandSize: "you have no maximum hand size",
    v.LoyaltyTwice: "loyalty abilities of {who} may be activated twice each turn",
    v.LifeForColor: "as you cast {filter:a} you may pay 2 life; it then costs one {color} mana less",
    v.MoreMana: "whenever {filter} is tapped for mana, {n} more mana is added: {color}",
    v.MinimumCost: "while {self} is untapped, a spell that would cost less than {n} mana costs {n} mana",
    v.LifeForMana: "you may pay 2 life for each {color} mana symbol of a cost",
    v.LoseKeywords: "{filter+} lose {keywords}",
    v.CannotCast: "{who} cannot cast {filter+}",
    v.CannotBeCountered: "{filter+} cannot be countered",
    v.SorcerySpeedOnly: "opponents can cast spells only when they could cast a sorcery",
    v.NoLossForLife: "you do not lose the game for having 0 or less life",
    v.DamageAsInfect: "while you have 0 or less life, damage gives you poison counters instead of taking life",
    v.AllPermanentsAre: "each permanent is also: {types}",
    v.EverythingColorless: "cards, spells and permanents have no colour",
    v.AnyManaPays: "players may spend mana as though it were of any colour",
    v.CastCopies: "copy {what} {n} times; you may cast the copies without paying their mana costs",
    v.PayLife: "pay {n} life",
    v.CastTransformed: "cast it transformed without paying its mana cost",
    v.SkipUntap: "{what} does not untap during its controller's next untap step",
    v.SkipCombat: "{who:skip} the next combat phase",
    v.DivideDamage: "{self} deals {n:damage}, divided as you choose among {what}",
    v.KeepLastLoyalty: "if damage would remove all loyalty counters from {who}, all but one are removed instead",
    v.DamageCannotBePrevented: "damage cannot be prevented",
    v.CannotGainLife: "{who} cannot gain life",
    v.CannotAttack: "{who} cannot attack",
    v.CannotBlock: "{who} cannot block",
    v.MayExert: "you may exert {self} as it attacks (it then does not untap in your next untap step)",
    v.HasHexproof: "you have hexproof",
    v.SearchesTop: "if an opponent would search a library, they search its top {n} cards instead",
    v.AttacksWithDefender: "{who} can attack as though it did not have defender",
    v.DoesNotUntap: "{who} does not untap during its controller's untap step",
    v.MustBlock: "{who} blocks if able",
    v.BlocksMore: "{who} can block {n:more creature}",
    v.DamageByToughness: "{who} assigns combat damage equal to its toughness",
    v.NotUnderstood: "something that is not understood: {reason}",
}
"""What each word means. `{field}` is put in words, `{field+}` in the plural, `{field:noun}` counted; `{field:a}` with an
article; `{who:verb}` is the subject of a verb; `{self}` is the source."""

COLOR_NAMES = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}

Noun = tuple[str, str]
"""A thing in words, singular and plural."""

PERMANENT: Noun = ("permanent", "permanents")
CARD: Noun = ("card", "cards")
SPELL: Noun = ("spell", "spells")

_FILTERED: dict[type, Noun] = {
    v.YouCast: SPELL, v.CostsLess: SPELL, v.CostsMore: SPELL, v.LifeForColor: SPELL, v.CastAsFlash: SPELL, v.CannotCast: SPELL,
    v.CannotBeCountered: SPELL, v.SearchOntoBattlefield: CARD,
}
"""What the filters of some words speak of; all others speak of permanents."""

_PHASES = {"main1": "precombat main phase", "main2": "postcombat main phase"}
"""How the beginnings are told that are not those of a step."""

_REFERENCES = {
    "target's owner": "its owner",
    "that's controller": "its controller",
    "attached's controller": "the controller of what it is attached to",
    "attached's owner": "the owner of what it is attached to",
    "made": "what was made or moved so",
    "it": "each of them",
    "opponent": "each opponent",
    "target's controller": "the target's controller (or that player)",
    "sacrificed": "the sacrificed permanent",
    "exiled": "the exiled spell",
    "attached": "what it is attached to",
}


def _step(step: str) -> str:
    return _PHASES.get(step, f"{step} step")


_MAKING = (v.CreateToken, v.CreateCopyToken, v.Exile, v.PutOntoBattlefield, v.PutFromHand, v.Search, v.RevealUntil)
"""Effects after which `made` speaks of what they made or moved."""

_CONTROLLERS = {None: "", "you": "you control", "opponent": "an opponent controls", "target": "target player controls",
                "that": "that player controls"}  # fmt: skip
_RESTS = {
    "bottom": "on the bottom", "graveyard": "into your graveyard", "top": "back on top", "hand": "into your hand",
    "top or bottom": "back on top or on the bottom", "bottom at random": "on the bottom in a random order",
}  # fmt: skip
_GRAVEYARDS = {None: "in a graveyard", "you": "in your graveyard", "opponent": "in an opponent's graveyard"}
_UNCOUNTED = ("damage", "life")
_PLACEHOLDER = re.compile(r"\{(\w+)(\+?)(?::((?:[^{}]|\{\w+\})+))?\}")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def joined(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *front, end = list(words) or [""]
    return f"{', '.join(front)} {last} {end}" if front else end


def spaced(*words: str) -> str:
    """The words that are not empty, with spaces between."""
    return " ".join(word for word in words if word)


def colors_told(colors: Iterable[str]) -> str:
    """`white and blue`, in the order WUBRG; empty for no colour."""
    given = set(colors)
    return "five-coloured" if given == set(COLORS) else _colors(given, "and")


def _colors(colors: Iterable[str], last: str) -> str:
    """Colours in the order WUBRG."""
    given = set(colors)
    return joined((COLOR_NAMES[c] for c in COLORS if c in given), last)


def types_in_order(types: Iterable[str]) -> list[str]:
    """Card types as a type line has them: artifact and enchantment first."""
    return sorted(types, key=lambda t: (t not in ("Artifact", "Enchantment"), t))


def counter_told(kind: str) -> str:
    """`p1p1` is +1/+1."""
    sign = {"p": "+", "m": "-"}
    found = POWER_TOUGHNESS_COUNTER.fullmatch(kind)
    return f"{sign[found[1]]}{found[2]}/{sign[found[3]]}{found[4]}" if found else kind


def counter_noun(kind: str) -> Noun:
    """Counters of a kind, or of any kind."""
    one = "counter" if kind == "any" else f"{counter_told(kind)} counter"
    return one, f"{one}s"


def plural(noun: str) -> str:
    """`Elf`, `Ally` and `Sphinx` in the plural, and other types."""
    if noun.endswith(("s", "folk", "kin", "Equipment")):
        return noun
    if re.search("(el|wol|dwar)f$", noun, re.IGNORECASE):
        return f"{noun[:-1]}ves"
    if re.search("[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if re.search('([cs]h|x)$', noun) else 's'}"


def with_article(noun: str) -> str:
    return noun if noun.startswith("another ") else f"{'an' if re.match('[aeiouAEIOU]|N/', noun) else 'a'} {noun}"


@dataclass
class Teller:
    """Tells the abilities of one source, which is called `name`.

    `targets` and `event` are those of the ability being told, `mentioned` the groups of targets that were spoken of already.
    """

    name: str
    targets: tuple[v.Target, ...] = ()
    event: v.Event | None = None
    mentioned: set[int] = field(default_factory=set)
    made: str = _REFERENCES["made"]
    """What `made` speaks of after the effects that were told."""

    # ---- abilities

    def ability(self, ability: v.Ability) -> str:
        if isinstance(ability, v.Spell):
            return self.body(ability)
        if isinstance(ability, v.Activated):
            only = " (only when you could cast a sorcery)" if ability.sorcery_speed else ""
            only += f" (only if {self.tell(ability.condition)})" if ability.condition else ""
            only += " (only once each turn)" if ability.once_each_turn else ""
            only += " (only once)" if ability.once else ""
            only += " (a special action)" if ability.special else ""
            if ability.less is not None:
                less = str(ability.less) if isinstance(ability.less, int) else self.tell(ability.less)
                only += f" (it costs {less} generic mana less to activate)"
            where = f"from your {ability.zone}, " if ability.zone != "battlefield" else ""
            return f"{where}{self.costs(ability.cost)}: {self.body(ability)}{only}"
        if isinstance(ability, v.Triggered):
            self.event = ability.on
            where = f"while {self.name} is in your graveyard, " if ability.from_graveyard else ""
            condition = f", if {self.tell(ability.condition)}" if ability.condition else ""
            once = " (only once each turn)" if ability.once_each_turn else ""
            return f"{where}{self.tell(ability.on)}{condition}: {self.body(ability)}{once}"
        return self.tell(ability)

    def body(self, ability: v.Spell | v.Activated | v.Triggered) -> str:
        return self.effects(ability.effects, ability.targets) if ability.modes is None else self.modes(ability.modes)

    def modes(self, modes: v.Modes) -> str:
        again = ", the same as often as you like" if modes.repeat else ""
        entwine = f", or all for {write_cost(modes.entwine)} more" if modes.entwine else ""
        told = (self.effects(mode.effects, mode.targets) for mode in modes.modes)
        number = f"{modes.n}" if modes.least is None else f"{modes.least} to {modes.n}"
        return f"choose {number}{again}{entwine}: ({') or ('.join(told)})"

    def effects(self, effects: Iterable[v.Effect], targets: tuple[v.Target, ...] | None = None) -> str:
        """Effects one after the other; with `targets` they are those of a whole ability or mode."""
        if targets is not None:
            self.targets, self.mentioned = targets, set()
        return ", then ".join(map(self._one_after_another, effects))

    def _one_after_another(self, effect: v.Effect) -> str:
        told = self.tell(effect)
        if isinstance(effect, (v.ChooseCards, v.ChooseOwnCards, v.ChoosePermanents)):
            self.made = "what was chosen"
        elif isinstance(effect, _MAKING):
            self.made = _REFERENCES["made"]
        return told

    def costs(self, costs: v.Costs) -> str:
        if costs.loyalty is not None:
            return f"[{costs.loyalty:+d}]" if isinstance(costs.loyalty, int) and costs.loyalty else f"[{costs.loyalty}]"
        return ", ".join(self._cost_parts(costs))

    def paying(self, costs: v.Costs, they: bool = False) -> str:
        """What somebody does to pay costs: `pay {2} and discard a card`, of others `pays {2} and discards a card`."""
        told = [f"pay {part}" if part.startswith("{") else part for part in self._cost_parts(costs)]
        return joined(re.sub(r"^\w+", r"\g<0>s", part) if they else part for part in told)

    def price(self, costs: v.Costs) -> str:
        """For what something may be done: `for {2}`, or `if you pay 2 life`."""
        parts = self._cost_parts(costs)
        only_mana = all(part.startswith("{") for part in parts)
        return f"for {', '.join(parts) or 'nothing'}" if only_mana else f"if you {self.paying(costs)}"

    def _cost_parts(self, costs: v.Costs) -> list[str]:
        parts = [write_cost(costs.mana), "{T}" if costs.tap else "", f"pay {costs.life} life" if costs.life else ""]
        parts += ["pay X life"] if costs.life_x else []
        parts += [f"pay {costs.life_for_each_target} life for each target"] if costs.life_for_each_target else []
        if costs.mana_for_more_targets:
            parts.append(f"pay {write_cost(costs.mana_for_more_targets)} for each target beyond the first")
        if costs.discard:
            cards = CARD if costs.discard_filter is None else self.filter(costs.discard_filter, CARD)
            parts.append(f"discard {self.counted(costs.discard, cards)}")
        if costs.sacrifice:
            victims = costs.sacrifice.filter
            parts.append(f"sacrifice {self.counted(costs.sacrifice.n, self.filter(victims)) if victims else self.name}")
        if costs.others:
            others = costs.others
            places = {"return": " to its owner's hand", "exile": " from your graveyard", "exile card": " from your hand"}
            where = places.get(others.do, "")
            noun = {"exile spell": SPELL, "exile card": CARD, "exile": CARD}.get(others.do, PERMANENT)
            among = replace(others.filter, tapped=False) if others.do == "tap" else others.filter
            those = self.filter(among, noun, "you control" if others.do in ("tap", "return") else None)
            many = f"any number of {those[1]} with total power {others.n} or more"
            counted = self.counted(others.n, those)
            parts.append(f"{others.do.partition(' ')[0]} {many if others.power else counted}{where}")
        parts += [f"discard {self.name}" if costs.discard_self else "", f"exile {self.name}" if costs.exile_self else ""]
        for verb, paid, where in (("put", costs.put, f" on {self.name}"), ("pay", costs.pay, "")):
            if paid is not None:
                kind = f"{counter_told(paid.kind)} counter"
                parts.append(f"{verb} {self.counted(paid.n, (kind, f'{kind}s'))}{where}")
        if costs.remove:
            counter = spaced(counter_told(costs.remove.kind or ""), "counter")
            source = f"among {self.filter(costs.remove.filter)[1]}" if costs.remove.filter else self.name
            n = v.X() if costs.remove.x else costs.remove.n
            parts.append(f"remove {self.counted(n, (counter, counter + 's'))} from {source}")
        return [part for part in parts if part]

    # ---- any word of the vocabulary

    def tell(self, word: Any) -> str:
        """A dataclass of the vocabulary in words."""
        own = getattr(self, f"tell_{word_of(type(word)).replace(' ', '_')}", None)
        if own is not None:
            return str(own(word))
        if type(word) in SENTENCES:
            return _PLACEHOLDER.sub(lambda m: self._placeholder(word, m[1], bool(m[2]), m[3]), SENTENCES[type(word)])
        given = ", ".join(f"{word_of_field(type(word), f.name)} {self.part(word, f.name)}" for f in fields(word))
        return spaced(word_of(type(word)), f"({given})" if given else "")

    def tell_affected(self, word: v.Affected) -> str:
        return "the number of them" if word.filter == v.Filter() else f"the number of {self.filter(word.filter)[1]} among them"

    def _placeholder(self, word: Any, name: str, many: bool, noun: str | None) -> str:
        """What one `{...}` of a sentence stands for."""
        if name == "self":
            return self.name
        value = getattr(word, name)
        if many:
            return self.filter(value, _FILTERED.get(type(word), PERMANENT))[1]
        if noun is None:
            return self.part(word, name)
        if noun == "a":
            return with_article(self.part(word, name))
        if noun == "counters":
            return counter_noun(value)[1]
        if name in ("who", "what", "one"):
            return self.subject(value, noun)
        return self.counted(value, self._noun(word, noun))

    def _noun(self, word: Any, noun: str) -> Noun:
        """A noun of a sentence: a field that is a thing, or text with fields in it."""
        value = getattr(word, noun.strip("{}"), None)
        if isinstance(value, v.Filter):
            return self.filter(value)
        if isinstance(value, v.Token):
            return self.token(value)
        text = _PLACEHOLDER.sub(lambda m: self.part(word, m[1]), noun)
        return text, text if noun in _UNCOUNTED else f"{text}s"

    def part(self, word: Any, name: str) -> str:
        """A field of a word in words."""
        value = getattr(word, name)
        if name in ("what", "who", "of", "to", "one", "other", "source") and (isinstance(value, v.Each) or value in WORDS):
            return self.what(value)
        if name == "kind":
            return counter_told(value)
        if name == "color":
            return COLOR_NAMES[value]
        if isinstance(value, v.Costs):
            return self.costs(value)
        if isinstance(value, v.Filter):
            return self.filter(value, _FILTERED.get(type(word), PERMANENT))[0]
        if isinstance(value, frozenset):
            return joined(sorted(value))
        if isinstance(value, tuple):
            return " ".join(f'"{capital(self.ability(a))}."' for a in value)
        return str(value) if isinstance(value, (int, str)) else self.tell(value)

    def counted(self, n: v.Value, noun: Noun) -> str:
        """So many of a thing."""
        one, many = noun
        if isinstance(n, int):
            return with_article(one) if n == 1 and one != many else f"{n} {many}"
        if isinstance(n, v.ThatMuch) and one != many:
            return f"that many {many}"
        if isinstance(n, (v.X, v.ThatMuch, v.Scaled)):
            return f"{self.tell(n)} {many}"
        return f"{many} equal to {self.tell(n)}" if one == many else f"as many {many} as {self.tell(n)}"

    # ---- things

    def what(self, what: v.What | v.Subject) -> str:
        """A reference, or the creatures that combat is about."""
        if isinstance(what, v.Filter):
            return self.one(self.filter(what)[0])
        if isinstance(what, v.Each):
            return f"each {re.sub('^another ', 'other ', self._each(what)[0])}"
        if what == "self":
            return self.name
        if what == "that":
            return f"that {self._event_noun()}"
        group = re.fullmatch(r"target ?(\d?)", what)
        number = int(group[1] or 1) if group else 0
        if not 1 <= number <= len(self.targets):
            return self.made if what == "made" else _REFERENCES.get(what, what)
        again = number in self.mentioned
        self.mentioned.add(number)
        target = self.targets[number - 1]
        if not again:
            return self.target(target)
        return "that target" if target.most == 1 and not target.up_to_x and not target.exactly_x else "each of those targets"

    def _each(self, each: v.Each) -> Noun:
        """What `each` of something is, with the zone that it is in."""
        if each.zone == "battlefield":
            return self.filter(each.filter)
        who, cards = each.filter.controller or each.filter.owner, replace(each.filter, owner=None)
        if each.zone == "exile":
            owned = {"you": "you own in exile", "opponent": "an opponent owns in exile"}
            return self.filter(cards, CARD, owned.get(who or "", "in exile"))
        where = {"you": f"in your {each.zone}", "opponent": f"in an opponent's {each.zone}"}
        return self.filter(cards, CARD, where.get(who or "", f"in all {each.zone}s"))

    def _event_noun(self) -> str:
        """What the event was about."""
        if isinstance(self.event, (v.YouCast, v.Casts)):
            return "spell"
        if isinstance(self.event, v.BecomesTarget) and self.event.filter is None:
            return "spell" if self.event.spell else "spell or ability"
        of_player = isinstance(self.event, v.DealsDamage) and self.event.to == "player" and (
            self.event.together or not isinstance(self.event.who, v.Filter)
        )
        return "player" if of_player or isinstance(self.event, v.StepBegins) else "permanent"

    def one(self, noun: str) -> str:
        """One thing of that kind; what has a name, or is spoken of as what it is, has no article."""
        return noun if noun == self.name or noun.startswith("what ") else with_article(noun)

    def subject(self, who: v.What, verb: str) -> str:
        """A subject with its verb."""
        return f"you {verb}" if who == "you" else f"{self.what(who)} {verb}{'es' if re.search('(ch|sh|s|x)$', verb) else 's'}"

    def target(self, target: v.Target) -> str:
        if target.of == "any":
            return "any other target" if target.filter.other else "any target"
        one, many = (target.of, f"{target.of}s")
        if target.filter.controller == "opponent":
            one, many = one.replace("player", "opponent", 1), many.replace("player", "opponent", 1)
        if target.of in ("permanent", "spell"):
            one, many = self.filter(target.filter, SPELL if target.of == "spell" else PERMANENT)
        if target.of == "card":
            one, many = self.filter(target.filter, CARD, _GRAVEYARDS[target.filter.controller])
        if target.of in ("spell", "ability", "spell or ability"):
            one, many = self.filter(target.filter, (target.of, f"{target.of}s"))
        another = target.distinct or one.startswith("another ")
        before, noun = "another target" if another else "target", one.removeprefix("another ")
        several = "other target" if another else "target"
        many = many.removeprefix("other ")
        if target.of_different_players:
            many += " that different players control"
        if target.exactly_x:
            return f"X {several} {many}"
        if target.up_to_x:
            return f"up to X {several} {many}"
        if target.most >= ANY_NUMBER:
            return f"any number of {several} {many}"
        if target.most > 1:
            fewest = {0: "up to ", target.most: ""}.get(target.least, f"{target.least} to ")
            number = f"{fewest}{target.most}"
            return f"{number} {several} {many}"
        return spaced("up to one" if target.least == 0 else "", before, noun)

    def filter(self, f: v.Filter, noun: Noun = PERMANENT, whose: str | None = None) -> Noun:
        """A filter, such as `another nontoken artifact you control`, among `noun`. `whose` is said instead of its controller."""
        if f in (v.Filter(source=True), v.Filter(attached=True)):
            one = self.name if f.source else "what it is attached to"
            return one, one
        if f.any_of:
            alternatives = [self.filter(other, noun) for other in f.any_of]
            either = joined((one for one, _ in alternatives), "or"), joined((many for _, many in alternatives), "and")
            return self.filter(replace(f, any_of=()), either, whose)
        before = spaced(
            *(word for word in ("attacking", "blocking", "multicolored", "commander") if getattr(f, word)),
            "colourless" if f.colorless else "",
            {None: "", True: "tapped", False: "untapped"}[f.tapped],
            *(t.lower() for t in sorted(f.supertypes)),
            {None: "", True: "token", False: "nontoken"}[f.token],
            *(f"non{t.lower()}" for t in sorted(f.not_supertypes | f.but_not)),
            *(f"non-{t}" for t in sorted(f.not_subtypes)),
            *(f"non{COLOR_NAMES[c]}" for c in COLORS if c in f.not_colors),
            _colors(f.colors, "or"),
        )
        after = spaced(
            f"named {f.name}" if f.name else "",
            f"not named {f.not_name}" if f.not_name else "",
            self._names(f.names),
            f"that {self.name} is attached to" if f.attached else "",
            f"among {self.what(f.among)}" if f.among else "",
            f"of the chosen {f.chosen}" if f.chosen else "",
            *(f"with {word}" for word in sorted(f.keywords)),
            *(f"without {word}" for word in sorted(f.not_keywords)),
            f"with {with_article(counter_noun(f.counter)[0])}" if f.counter else "",
            f"with no {counter_noun(f.no_counter)[1]}" if f.no_counter else "",
            f"with an {f.wears} attached" if f.wears else "",
            "that entered this turn" if f.entered_this_turn else "",
            "that attacked this turn" if f.attacked_this_turn else "",
            "that was dealt damage this turn" if f.damaged_this_turn else "",
            "attacking you" if f.attacking_you else "",
            f"that {self.name} blocked this combat" if f.blocked_by_source else "",
            "that dealt the damage" if f.dealt_damage_to_that else "",
            f"exiled with {self.name}" if f.exiled_with_source else "",
            "that is its controller's Ring-bearer" if f.ring_bearer else "",
            f"that targets {self.filter(f.targeting)[0]}" if f.targeting is not None else "",
            "that targets you" if f.targeting_you else "",
            f"with at least {f.colored_symbols} coloured mana symbols" if f.colored_symbols else "",
            "with a Phyrexian mana symbol" if f.phyrexian else "",
            f"with mana cost {joined(sorted(f.mana_costs), 'or')}" if f.mana_costs else "",
            *(f"with {name} {self._range(getattr(f, name))}" for name in ("power", "toughness") if getattr(f, name) is not None),
            f"with mana value {self._range(f.mana_value)}" if f.mana_value is not None else "",
            f"but not {joined((self.filter(other)[0] for other in f.none_of), 'or')}" if f.none_of else "",
            _CONTROLLERS[f.controller] if whose is None else whose,
            {None: "", "you": "you own", "opponent": "an opponent owns"}[f.owner],
        )
        one, many = (self.name, self.name) if f.source else self._kind(f, noun)
        if f.attached:
            many = one
        return spaced("another" if f.other else "", before, one, after), spaced("other" if f.other else "", before, many, after)

    def _names(self, names: frozenset[str]) -> str:
        """One of several names, which are said if they are few."""
        if len(names) > 5:
            return f"with one of {len(names)} names, such as {joined(sorted(names)[:2], 'or')}"
        return f"named {joined(sorted(names), 'or')}" if names else ""

    def _range(self, value: v.Value | v.Range) -> str:
        """A number or limits, such as `3 or less`."""
        if not isinstance(value, v.Range):
            return str(value) if isinstance(value, int) else self.tell(value)
        if value == TOUGHER:
            return "greater than its power"
        if value.least == value.most:
            return self._range(value.least or 0)
        limits = ((value.least, "or more"), (value.most, "or less"))
        return joined(f"{self._range(n)} {way}" for n, way in limits if n is not None)

    def _kind(self, f: v.Filter, noun: Noun) -> Noun:
        """The types of a filter as a noun: `artifact or creature`, `instant or sorcery spell`."""
        if f.types == frozenset(PERMANENT_TYPES):
            before = spaced(joined(sorted(f.subtypes), "or"), "permanent")
            return f"{before} {noun[0]}", f"{before} {noun[1]}"
        words = [t.lower() for t in sorted(f.types)] or sorted(f.subtypes)
        if f.all_types:
            words = [" ".join(types_in_order(f.all_types)).lower()]
        if f.subtypes and (f.types or f.all_types):
            words = [spaced(joined(sorted(f.subtypes), "or"), joined(words, "or"))]
        if not words or noun != PERMANENT:
            return spaced(joined(words, "or"), noun[0]), spaced(joined(words, "or"), noun[1])
        return joined(words, "or"), joined(map(plural, words), "or")

    def token(self, token: v.Token) -> Noun:
        """A token, such as `1/1 green Snake creature token with deathtouch`."""
        size, where = ("", "") if token.power is None or token.toughness is None else self._pair(token.power, token.toughness, "")
        named = "" if token.name == " ".join(token.subtypes) else f"named {token.name}"
        what = spaced(
            *(t.lower() for t in sorted(token.supertypes)),
            size,
            colors_told(token.colors) or "colourless",
            *token.subtypes,
            *(t.lower() for t in types_in_order(token.types)),
        )
        teller = Teller("the token")
        own = [*sorted(token.keywords), *(f'"{capital(teller.ability(a))}."' for a in token.abilities)]
        after = spaced(named, f"with {joined(own)}" if own else "") + where
        return spaced(what, "token", after).replace(" ,", ","), spaced(what, "tokens", after).replace(" ,", ",")

    def _pair(self, power: v.Value, toughness: v.Value, sign: str) -> tuple[str, str]:
        """Power and toughness like `+1/+1` or `N/N`, and what N is."""
        told = [f"{n:{sign}d}" if isinstance(n, int) else f"{sign}N" for n in (power, toughness)]
        for half, other in ((0, 1), (1, 0)):
            if (power, toughness)[half] == 0 and told[other].startswith("-"):
                told[half] = "-0"  # a zero takes the sign of the other half, as on cards
        values = [self.tell(n) for n in (power, toughness) if not isinstance(n, int)]
        if len(set(values)) > 1:
            return f"{sign}N/{sign}M", f", where N is {values[0]} and M is {values[1]}"
        return "/".join(told), f", where N is {values[0]}" if values else ""

    # ---- words whose parts decide the wording

    def tell_proliferate(self, e: v.Proliferate) -> str:
        times = "that many" if isinstance(e.times, v.ThatMuch) else self.part(e, "times")
        return "proliferate" if e.times == 1 else f"proliferate {times} times"

    def tell_add_mana(self, e: v.AddMana) -> str:
        only = "" if e.only is None else f", to be spent only {self.tell(e.only)}"
        if len(e.colors) > 1:
            one = e.n == 1
            kinds = f"any {'' if one else 'one '}colour" if e.colors == COLORS else joined((f"{{{c}}}" for c in e.colors), "or")
            if e.chosen:
                kinds = "the chosen colour"
            if e.like is not None:
                kinds = f"{kinds} that {self.one(self.filter(e.like)[0])} could produce"
            return f"add {'one' if one else self.part(e, 'n')} mana of {kinds}{only}"
        symbol = f"{{{e.colors}}}"
        return (f"add {symbol * e.n}" if isinstance(e.n, int) else f"add {self.counted(e.n, (symbol, symbol))}") + only

    def tell_spend_on(self, only: v.SpendOn) -> str:
        parts = [f"to cast {self.filter(only.cast, SPELL)[1]}"] if only.cast is not None else []
        parts += [f"to activate abilities of {self.filter(only.activate)[1]}"] if only.activate is not None else []
        parts += ["for anything that is not casting a spell"] if only.rest else []
        return joined(parts, "or")

    def tell_pump(self, e: v.Pump) -> str:
        size, where = self._pair(e.power, e.toughness, "+")
        if not isinstance(e.what, v.Each) and all(target.most == 1 for target in self.targets):
            where = where.replace(_REFERENCES["it"], "it")
        return f"{self.what(e.what)} gets {size} until {e.until}{where}"

    def tell_boost_self(self, a: v.BoostSelf) -> str:
        size, where = self._pair(a.power, a.toughness, "+")
        return f"{self.name} gets {size}{where}"

    def _change(self, e: v.Change) -> str:
        """What a continuous effect changes, in the order of the layers, after "are" or "get"."""
        parts = []
        types = [t.lower() for t in types_in_order(e.only_types or e.types)]
        supertypes, instead, subtypes = sorted(e.supertypes), sorted(e.only_subtypes or ()), sorted(e.subtypes)
        every = ["every creature type"] if e.every_creature_type else []
        if e.only_types is not None:
            parts.append(f"become only {' '.join([*supertypes, *instead, *subtypes, *types, *every])}")
        else:
            added = [*supertypes, *subtypes, *types, *every]
            parts += [f"become {' '.join(instead)}"] if instead else []
            parts += [f"become {' '.join(added)} in addition to their other types"] if added else []
        if e.lose_types:
            parts.append(f"are no {joined(sorted(t.lower() for t in e.lose_types), 'or')}")
        if e.colors or e.only_colors is not None:
            more = " in addition to their other colours" if e.only_colors is None else ""
            parts.append(f"become {colors_told(e.only_colors or e.colors) or 'colourless'}{more}")
        if e.only_subtypes is not None and not e.only_subtypes:
            parts.append("lose all creature types")
        if e.lose_abilities:
            parts.append("lose all abilities")
        if e.lose_keywords:
            parts.append(f"lose {joined(sorted(e.lose_keywords))}")
        if e.keywords or e.abilities:
            parts.append(f"gain {joined([*sorted(e.keywords), *self._granted(e.abilities)])}")
        if e.base_power is not None or e.base_toughness is not None:
            parts.append(f"have {self._base(e)}")
        if e.power != 0 or e.toughness != 0:
            size, where = self._pair(e.power, e.toughness, "+")
            parts.append(f"get {size}{where}")
        return joined(parts)

    def _base(self, e: v.Change) -> str:
        """The base power and toughness, or the one of them, that something has."""
        if e.base_power is None or e.base_toughness is None:
            n = e.base_power or e.base_toughness or 0
            return f"base {'toughness' if e.base_power is None else 'power'} {n if isinstance(n, int) else self.tell(n)}"
        size, where = self._pair(e.base_power, e.base_toughness, "")
        return f"base power and toughness {size}{where}"

    @staticmethod
    def _granted(abilities: Iterable[v.Ability]) -> list[str]:
        """Abilities that something else gains; what they call the source is what has gained them."""
        return [f'"{capital(Teller("this permanent").ability(a))}."' for a in abilities]

    def _except(self, change: v.Change | None) -> str:
        """How a copy differs from what it copies."""
        return "" if change is None else f", except: {self._change(change)}"

    def tell_grant_abilities(self, a: v.GrantAbilities) -> str:
        return f"{self.filter(a.filter)[1]} have: {' '.join(self._granted(a.abilities))}"

    def tell_has_abilities_of(self, a: v.HasAbilitiesOf) -> str:
        how = "; mana of any colour may be spent to activate them" if a.any_mana else ""
        return f"{self.what('self')} has all activated abilities of {self.filter(a.filter)[1]}{how}"

    def tell_modify(self, a: v.Modify) -> str:
        return f"{self.filter(a.filter)[1]}: {self._change(a)}"

    def tell_alter(self, e: v.Alter) -> str:
        until = "" if e.until == "forever" else f" until {e.until}"
        return f"{self.what(e.what)}: {self._change(e)}{until}"

    def tell_cards_in(self, value: v.CardsIn) -> str:
        cards = "cards" if value.filter is None else self.filter(value.filter, CARD)[1]
        whose = "your" if value.who == "you" else f"the {value.zone} of {self.what(value.who)}"
        return f"the number of {cards} in " + (f"your {value.zone}" if value.who == "you" else whose)

    def tell_turned_face_up(self, on: v.TurnedFaceUp) -> str:
        return f"when {self.name if on.source else self.one(self.filter(on.filter)[0])} is turned face up"

    def tell_mana_spent(self, value: v.ManaSpent) -> str:
        color = "" if value.color is None else f"{COLOR_NAMES.get(value.color, 'colourless')} "
        return f"the {color}mana spent to cast {self.what(value.of)}"

    def tell_different(self, value: v.Different) -> str:
        if value.zone == "battlefield":
            return f"the number of different {value.of}s among {self.filter(value.filter)[1]}"
        cards = self.filter(value.filter, CARD)[1]
        whose = f"your {value.zone}" if value.who == "you" else f"the {value.zone} of {self.what(value.who)}"
        return f"the number of different {value.of}s among {cards} in {whose}"

    def tell_choose_cards(self, e: v.ChooseCards) -> str:
        cards = CARD if e.filter is None else self.filter(e.filter, CARD)
        n = f"all {cards[1]}" if e.every else ("up to " if e.up_to else "") + self.counted(e.n, cards)
        whose = f"in your {e.zone}" if e.whose == "you" else f"in the {e.zone} of {self.what(e.whose)}"
        return f"choose {n} {whose}" if e.who == "you" else f"{self.what(e.who)}: choose {n} {whose}"

    def tell_prevent(self, e: v.Prevent) -> str:
        damage = "combat damage" if e.combat else "damage"
        to = "" if e.to is None else f" to {self.what(e.to)}"
        by = "" if e.by is None else f" by {self.what(e.by)}"
        if e.source is not None:
            return f"choose {self.one(self.filter(e.source)[0])}; prevent the next {damage} by it{to} this turn"
        much = "all" if e.n is None else f"the next {e.n if isinstance(e.n, int) else self.tell(e.n)}"
        return f"prevent {much} {damage} that would be dealt{to}{by} this turn"

    def tell_total(self, value: v.Total) -> str:
        return " plus ".join(str(part) if isinstance(part, int) else self.tell(part) for part in value.values)

    def tell_all(self, condition: v.All) -> str:
        return joined(map(self.tell, condition.conditions))

    def tell_either(self, condition: v.Either) -> str:
        return joined(map(self.tell, condition.conditions), "or")

    def tell_remove_kind(self, e: v.RemoveKind) -> str:
        one, many = counter_noun(e.kind)
        n = f"all {many}" if e.n is None else self.counted(e.n, (one, many))
        return f"remove {n} from {self.what(e.what)}"

    def tell_move_counters(self, e: v.MoveCounters) -> str:
        one, many = counter_noun(e.kind)
        n = f"all {many}" if e.all else f"any number of {many}" if e.n is None else self.counted(e.n, (one, many))
        return f"move {n} from {self.what(e.source)} onto {self.what(e.to)}"

    def tell_counter(self, e: v.Counter) -> str:
        return f"counter {self.what(e.what)}{' and exile it instead of putting it into a graveyard' if e.exiled else ''}"

    def tell_look(self, e: v.Look) -> str:
        what = "" if e.filter is None else f" ({self.filter(e.filter, CARD)[0]})"
        where = {
            "hand": "into your hand", "battlefield": "onto the battlefield", "library": "back on top", "exile": "into exile",
        }[e.to]  # fmt: skip
        where += " tapped" if e.tapped else ""
        rest = _RESTS[e.rest]
        many = f"{'' if e.must else 'up to '}{e.most}"
        whose = "your library" if e.who == "you" else f"the library of {self.what(e.who)}"
        taken = f"{many} of them{what}"
        if e.must and e.most == e.n and e.filter is not None:
            taken = f"all {self.filter(e.filter, CARD)[1]} among them"
        put = f"put them {rest}" if e.most == 0 else f"put {taken} {where}, the rest {rest}"
        told = f"look at {self._top(e.n)} of {whose}, {put}"
        told = told if e.who == "you" else told.replace("your", "the")
        return told + (f", and if you put none: {self.effects(e.otherwise)}" if e.otherwise else "")

    def _top(self, n: v.Value) -> str:
        return "the top card" if n == 1 else f"the top {self.counted(n, CARD)}"

    def tell_this_turn(self, value: v.ThisTurn) -> str:
        event = re.sub("^when(ever)? ", "", self.tell(value.event))
        if isinstance(value.event, (v.GainsLife, v.LosesLife)):
            who = {"you": "you", "opponent": "an opponent"}.get(value.event.who, "any player")
            return f"the life that {who} {'gained' if isinstance(value.event, v.GainsLife) else 'lost'} this turn"
        return f"the number of times this turn that {event}"

    def tell_last_turn(self, value: v.LastTurn) -> str:
        return f"the number of times last turn that {re.sub('^when(ever)? ', '', self.tell(value.event))}"

    def tell_half(self, value: v.Half) -> str:
        return f"half of {self.part(value, 'value')}, rounded {'up' if value.up else 'down'}"

    def tell_matches(self, condition: v.Matches) -> str:
        group = re.fullmatch(r"target ?(\d?)", condition.what) if isinstance(condition.what, str) else None
        number = int(group[1] or 1) if group else 0
        of = self.targets[number - 1].of if 1 <= number <= len(self.targets) else "permanent"
        noun = {"spell": SPELL, "card": CARD}.get(of, PERMANENT)
        return f"{self.what(condition.what)} is {self.one(self.filter(condition.filter, noun)[0])}"

    def tell_sacrifice(self, e: v.Sacrifice) -> str:
        them = self.filter(e.filter)
        counted = f"any number of {them[1]}" if e.any_number else self.name if e.filter.source else self.counted(e.n, them)
        return f"{self.subject(e.who, 'sacrifice')} {counted}"

    def tell_sacrifice_them(self, e: v.SacrificeThem) -> str:
        if e.who == "each player":
            return f"whoever controls {self.what(e.what)} sacrifices it"
        return f"{self.subject(e.who, 'sacrifice')} {self.what(e.what)}"

    def tell_deal_damage(self, e: v.DealDamage) -> str:
        also = f" and to {self.what(e.also)}" if e.also is not None else ""
        return f"{self.what(e.by)} deals {self.counted(e.n, ('damage', 'damage'))} to {self.what(e.what)}{also}"

    def tell_put_onto_battlefield(self, e: v.PutOntoBattlefield) -> str:
        under = "your" if e.under == "you" else "its owner's"
        told = f"put {self.what(e.what)} onto the battlefield{' tapped' if e.tapped else ''} under {under} control"
        told += " with its other face up" if e.transformed else ""
        counters = [self.counted(c.n, counter_noun(c.kind)) for c in e.counters]
        return spaced(told, f"with {joined(counters)}" if counters else "")

    def tell_become_copy(self, e: v.BecomeCopy) -> str:
        return f"{self.subject(e.what, 'become')} a copy of {self.what(e.of)}{self._except(e.change)}"

    def tell_gain_keywords(self, e: v.GainKeywords) -> str:
        until = "" if e.until == "forever" else f" until {e.until}"
        return f"{self.subject(e.what, 'gain')} {joined(sorted(e.keywords))}{until}"

    @staticmethod
    def _entering(e: v.CreateToken | v.CreateCopyToken) -> str:
        """How tokens enter."""
        how = joined(word for word in ("tapped", "attacking") if getattr(e, word))
        return f", {how}" if how else ""

    def tell_create_token(self, e: v.CreateToken) -> str:
        creates = "create" if e.who == "you" else self.subject(e.who, "create")
        return f"{creates} {self.counted(e.n, self.token(e.token))}{self._entering(e)}"

    def tell_create_copy_token(self, e: v.CreateCopyToken) -> str:
        of = self.what(e.what)
        tokens = self.counted(e.n, (f"token that is a copy of {of}", f"tokens that are copies of {of}"))
        return f"create {tokens}{self._except(e.change)}{self._entering(e)}"

    def tell_enters_as_copy(self, a: v.EntersAsCopy) -> str:
        return f"{self.name} may enter as a copy of {self.one(self.filter(a.filter)[0])}{self._except(a.change)}"

    def tell_chooses_as_enters(self, a: v.ChoosesAsEnters) -> str:
        among = f" ({joined(a.among, 'or')})" if len(a.among) < 10 else f" (of {len(a.among)})"
        return f"as {self.name} enters, choose a {a.what}{among if a.among else ''}"

    def tell_may_play(self, a: v.MayPlay) -> str:
        return f"you may {'cast' if a.cast_only else 'play'} certain cards from exile"

    def tell_costs_less_itself(self, a: v.CostsLessItself) -> str:
        condition = f", if {self.tell(a.condition)}" if a.condition else ""
        return f"this spell costs {self.part(a, 'n')} generic mana less{condition}"

    def tell_costs_by_targets(self, a: v.CostsByTargets) -> str:
        wanted = self.target(a.target).removeprefix("target ")
        return f"this spell costs {abs(a.n)} generic mana {'more' if a.n > 0 else 'less'} if it targets {with_article(wanted)}"

    def tell_exile_to_play(self, e: v.ExileToPlay) -> str:
        which = "them" if e.filter is None else f"each {self.filter(e.filter, CARD)[0]} among them"
        verb = "cast" if e.cast_only else "play"
        return f"exile {self._top(e.n)} of your library; until {e.until} you may {verb} {which}"

    def tell_permit_play(self, e: v.PermitPlay) -> str:
        until = "as long as it stays there" if e.until == "forever" else f"until {e.until}"
        how = " with mana of any type" if e.any_mana else ""
        after = ", and then it is exiled rather than put into a graveyard" if e.then_exiled else ""
        return f"you may {'cast' if e.cast_only else 'play'} {self.what(e.what)} {until}{how}{after}"

    def tell_search(self, e: v.Search) -> str:
        where = {"hand": "into hand", "battlefield": "onto the battlefield", "library": "on top of the library",
                 "graveyard": "into the graveyard"}[e.to]  # fmt: skip
        tapped = " tapped" if e.tapped else ""
        many = "a card" if e.n == 1 else f"up to {self.counted(e.n, CARD)}"
        zones = "the library or the graveyard" if e.graveyard else "the library"
        return f"{self.subject(e.who, 'search')} {zones} for {many} ({self.filter(e.filter, CARD)[0]}) to put {where}{tapped}"

    def tell_put_into_library(self, e: v.PutIntoLibrary) -> str:
        if e.place == "shuffled":
            return f"shuffle {self.what(e.what)} into its owner's library"
        place = {"top": "on top of", "bottom": "on the bottom of", "third": "third from the top of"}[e.place]
        return f"put {self.what(e.what)} {place} its owner's library"

    def tell_put_from_hand(self, e: v.PutFromHand) -> str:
        tapped = " tapped" if e.tapped else ""
        return f"{self.what(e.who)} may put {self.one(self.filter(e.filter, CARD)[0])} from hand onto the battlefield{tapped}"

    def tell_unless_pays(self, e: v.UnlessPays) -> str:
        times = "" if e.times == 1 else f" times {self.tell(e.times)}"
        who = "any player" if e.any_player else self.what(e.who)
        return f"{self.effects(e.effects)} unless {who} {self.paying(e.cost, who != 'you')}{times}"

    def tell_does(self, e: v.Does) -> str:
        return f"{self.what(e.who)} does this: ({self.effects(e.effects)})"

    def tell_copy_spell(self, e: v.CopySpell) -> str:
        times = "" if e.n == 1 else f" {self.part(e, 'n')} times"
        return f"copy {self.what(e.what)}{times}; {'the copy' if e.n == 1 else 'the copies'} may have new targets"

    def tell_together(self, e: v.Together) -> str:
        return f"{joined([self.tell(effect) for effect in e.effects])} at the same time"

    def tell_exile_from_top(self, e: v.ExileFromTop) -> str:
        found = self.one(self.filter(e.found, CARD)[0])
        return f"{self.subject(e.who, 'exile')} cards from the top of the library until one is {found}"

    def tell_choose_own_cards(self, e: v.ChooseOwnCards) -> str:
        one, cards = CARD if e.filter is None else self.filter(e.filter, CARD)
        many = f"up to one {one}" if e.up_to and e.n == 1 else ("up to " if e.up_to else "") + self.counted(e.n, (one, cards))
        how = " at random" if e.at_random else ""
        return f"{self.subject(e.who, 'choose')}{how} {many} from {joined(sorted(e.zones, reverse=True), 'or')}"

    def tell_reveal_until(self, e: v.RevealUntil) -> str:
        found = self.filter(e.found, CARD)[0]
        where = {
            "hand": "goes to hand", "exile": "is exiled", "graveyard": "goes into the graveyard",
            "battlefield": "enters under your control",
        }[e.to]  # fmt: skip
        rest = {
            "shuffle": "are shuffled into it", "graveyard": "go into the graveyard", "exile": "are exiled",
            "bottom": "go on the bottom", "bottom at random": "go on the bottom in a random order",
        }[e.rest]  # fmt: skip
        cards = f"{self.subject(e.who, 'reveal')} cards from the top of the library until one is {with_article(found)}"
        return f"{cards}, which {where}{' tapped' if e.tapped else ''}; the others {rest}"

    def tell_cast_from_top(self, e: v.CastFromTop) -> str:
        found = f"exile cards from the top of your library until one is {self.one(self.filter(e.found, CARD)[0])}"
        where = "there too" if e.otherwise == "bottom" else "into your hand"
        cast = "you may cast it without paying its mana cost"
        return f"{found}; {cast}; the others go on the bottom in a random order, and it goes {where} if it was not cast"

    def tell_cast_for(self, e: v.CastFor) -> str:
        return f"you may cast {self.what(e.what)} {self.price(e.cost)}; if you do not, it goes into the graveyard"

    def tell_cast_free(self, e: v.CastFree) -> str:
        what = self.what(e.what)
        if isinstance(e.what, v.Each):
            one, several = self._each(e.what)
            what = several if e.any_number else with_article(one)
        many = "any number of " if e.any_number else "one of " if e.what == "made" else ""
        exiled = ", which is exiled instead of going into a graveyard" if e.then_exiled else ""
        return f"you may cast {many}{what} without paying its mana cost{exiled}"

    def tell_choose_one(self, e: v.ChooseOne) -> str:
        return f"choose one: ({') or ('.join(self.effects(option.effects) for option in e.options)})"

    def tell_flip_coin(self, e: v.FlipCoin) -> str:
        parts = [f"if you {word} the flip: ({self.effects(part)})" for word, part in (("win", e.win), ("lose", e.lose)) if part]
        return "; ".join(("flip a coin", *parts))

    def tell_later(self, e: v.Later) -> str:
        told = self.effects(e.effects) if not e.targets else Teller(self.name, event=e.on).effects(e.effects, e.targets)
        if e.until != "once":
            return f"{self.tell(e.on)} (until {e.until}): {told}"
        if isinstance(e.on, v.StepBegins):
            whose = {"you": "your next", "opponent": "an opponent's next", "anyone": "the next"}[e.on.whose]
            return f"at the beginning of {whose} {_step(e.on.step)}: {told}"
        return f"{self.tell(e.on)} for the first time: {told}"

    def tell_when_you_do(self, e: v.WhenYouDo) -> str:
        return f"when you do, {Teller(self.name).effects(e.effects, e.targets)}"

    def _who(self, who: str, verb: str) -> str:
        told = {"you": f"you {verb}", "opponent": f"an opponent {verb}s", "anyone": f"a player {verb}s"}[who]
        return f"whenever {told}"

    def tell_casts(self, e: v.Casts) -> str:
        if e.source:
            return f"when you cast {self.name}"
        nth = f" (number {e.nth} in the turn)" if e.nth is not None else ""
        return f"{self._who(e.who, 'cast')} {self.one(self.filter(e.filter, SPELL)[0])}{nth}"

    def tell_activates(self, e: v.Activates) -> str:
        paying = " by paying life" if e.life_paid else ""
        what = self.one(self.filter(e.filter)[0])
        return f"{self._who(e.who, 'activate')} an ability of {what} that is no mana ability{paying}"

    def tell_leaves(self, e: v.Leaves) -> str:
        where = f" for the {e.to}" if e.to else ""
        had = f" with {with_article(counter_noun(e.had)[0])}" if e.had else ""
        if e.source:
            return f"when {self.name}{had} leaves the battlefield{where}"
        return f"whenever {self._some(e.filter, e.together)}{had} leaves the battlefield{where}"

    def tell_counters_removed(self, e: v.CountersRemoved) -> str:
        if e.you:
            return f"whenever you pay or lose {counter_noun(e.kind)[1]}"
        where = self.name if e.source else self.one(self.filter(e.filter)[0])
        one, many = counter_noun(e.kind)
        return f"when the last {one} is removed from {where}" if e.last else f"whenever {many} are removed from {where}"

    def tell_becomes_tapped(self, e: v.BecomesTapped) -> str:
        return f"whenever {self.name if e.filter is None else self.one(self.filter(e.filter)[0])} becomes tapped"

    def tell_becomes_target(self, e: v.BecomesTarget) -> str:
        who = self.name if e.filter is None else self.one(self.filter(e.filter)[0])
        by = {"you": " of yours", "opponent": " of an opponent", "anyone": ""}[e.by]
        return f"whenever {who} becomes the target of a spell{'' if e.spell else ' or ability'}{by}"

    def tell_commits_crime(self, e: v.CommitsCrime) -> str:
        return f"{self._who(e.who, 'commit')} a crime"

    def tell_ring_tempts(self, e: v.RingTempts) -> str:
        return f"whenever the Ring tempts {'you' if e.who == 'you' else 'an opponent'}"

    def tell_draws(self, e: v.Draws) -> str:
        return f"{self._who(e.who, 'draw')} {'a card' if e.nth is None else f'card number {e.nth} of a turn'}"

    def tell_discards(self, e: v.Discards) -> str:
        return f"{self._who(e.who, 'discard')} {self.one(self.filter(e.filter, CARD)[0])}"

    def tell_sacrifices(self, e: v.Sacrifices) -> str:
        return f"{self._who(e.who, 'sacrifice')} {self.one(self.filter(e.filter)[0])}"

    def tell_gains_life(self, e: v.GainsLife) -> str:
        return f"{self._who(e.who, 'gain')} life"

    def tell_pays_life(self, e: v.PaysLife) -> str:
        return f"{self._who(e.who, 'pay')} life"

    def tell_loses_life(self, e: v.LosesLife) -> str:
        return f"{self._who(e.who, 'lose')} life"

    def tell_step_begins(self, e: v.StepBegins) -> str:
        hosts = "its host's controller's"
        whose = {"you": "your", "opponent": "each opponent's", "anyone": "each", "attached's controller": hosts}[e.whose]
        return f"at the beginning of {whose} {_step(e.step)}"

    def tell_any_of(self, e: v.AnyOf) -> str:
        return " or ".join(map(self.tell, e.events))

    def tell_enters_with_counters(self, a: v.EntersWithCounters) -> str:
        kind = f"{counter_told(a.kind)} counter"
        n = self.counted(a.n, (kind, f"{kind}s"))
        who = f"{self.name} enters with" if a.filter is None else f"{self.filter(a.filter)[1]} enter with, in addition,"
        condition = f", if {self.tell(a.condition)}" if a.condition else ""
        otherwise = f" (otherwise {joined(sorted(a.otherwise))})" if a.otherwise else ""
        return f"{who} {n}{condition}{', if you like' if a.optional else ''}{otherwise}"

    def tell_may(self, e: v.May) -> str:
        once = " (only once each turn)" if e.once_each_turn else ""
        if e.cost is None:
            who, told = self.what(e.who), self.effects(e.effects)
            plain = e.who == "you" and len(e.effects) == 1 and not told.startswith((self.name, "target", "that ", "each "))
            return f"{who} may {told.removeprefix('you ')}{once}" if plain else f"{who} may do this: ({told}){once}"
        paid = self.costs(e.cost)
        return f"{self.what(e.who)} may {'pay ' if paid.startswith('{') else ''}{paid}, and if so {self.effects(e.effects)}{once}"

    def tell_may_pay_x(self, e: v.MayPayX) -> str:
        return f"you may pay {{X}}, and if so {self.effects(e.effects)}"

    def tell_if(self, e: v.If) -> str:
        told = f"if {self.tell(e.condition)}, {self.effects(e.then)}"
        return told + (f", otherwise {self.effects(e.otherwise)}" if e.otherwise else "")

    def tell_discard(self, e: v.Discard) -> str:
        noun = CARD if e.filter is None else self.filter(e.filter, CARD)
        many = f"any number of {noun[1]}" if e.any_number else self.counted(e.n, noun)
        return f"{self.subject(e.who, 'discard')} {many}{' at random' if e.at_random else ''}"

    def tell_choose_permanents(self, e: v.ChoosePermanents) -> str:
        own = e.filter.controller == "you" and e.who != "you"
        one, many = self.filter(replace(e.filter, controller=None) if own else e.filter)
        one, many = (f"{one} that they control", f"{many} that they control") if own else (one, many)
        if e.up_to and isinstance(e.n, int) and e.n >= ANY_NUMBER:
            return f"{self.subject(e.who, 'choose')} any number of {many}"
        return f"{self.subject(e.who, 'choose')} {'up to ' if e.up_to else ''}{self.counted(e.n, (one, many))}"

    def tell_destroy(self, e: v.Destroy) -> str:
        return f"destroy {self.what(e.what)}{', which cannot be regenerated' if e.no_regeneration else ''}"

    def tell_tap(self, e: v.Tap) -> str:
        stays = ", which does not untap in its controller's next untap step" if e.stays_tapped else ""
        return f"tap {self.what(e.what)}{stays}"

    def tell_gain_control(self, e: v.GainControl) -> str:
        gain = "gain" if e.who == "you" else self.subject(e.who, "gain")
        return spaced(f"{gain} control of {self.what(e.what)}", "" if e.until == "forever" else f"until {e.until}")

    def tell_scaled(self, value: v.Scaled) -> str:
        product = spaced(f"{value.by} times" if value.by != 1 else "", self.part(value, "value"))
        return f"{value.plus} plus {product}" if value.plus else product

    def tell_enters(self, e: v.Enters) -> str:
        return f"when {self.name} enters" if e.source else f"whenever {self._some(e.filter, e.together)} enters"

    def tell_dies(self, e: v.Dies) -> str:
        had = f" that had {with_article(counter_noun(e.had)[0])}" if e.had else ""
        had += f" that had no {counter_noun(e.lacked)[1]}" if e.lacked else ""
        had += f" dealt damage this turn by {self.one(self.filter(e.damaged_by)[0])}" if e.damaged_by else ""
        return f"when {self.name}{had} dies" if e.source else f"whenever {self._some(e.filter, e.together)}{had} dies"

    def _some(self, filter: v.Filter, together: bool) -> str:
        """One of the objects, or one or more of them at one time."""
        one, many = self.filter(filter)
        return f"a group of one or more {many}" if together else self.one(one)

    def tell_counters_put(self, e: v.CountersPut) -> str:
        one, many = counter_noun(e.kind)
        if e.source:
            return f"for each {one} that is put on {self.name}"
        who = {"you": "you put", "opponent": "an opponent puts", "anyone": "somebody puts"}[e.by]
        return f"whenever {who} {many} on {self.one(self.filter(e.filter)[0])}"

    def tell_becomes_untapped(self, e: v.BecomesUntapped) -> str:
        return f"whenever {self.name if e.filter is None else self.one(self.filter(e.filter)[0])} becomes untapped"

    def tell_cycles(self, e: v.Cycles) -> str:
        if e.source:
            return f"when you cycle {self.name}"
        who = {"you": "you cycle", "opponent": "an opponent cycles", "anyone": "a player cycles"}[e.who]
        return f"whenever {who} {'a card' if e.filter == v.Filter() else self.one(self.filter(e.filter)[0])}"

    def tell_copies(self, e: v.Copies) -> str:
        who = {"you": "you copy", "opponent": "an opponent copies", "anyone": "a player copies"}[e.who]
        return f"whenever {who} {self.one(self.filter(e.filter)[0])}"

    def tell_in_step(self, c: v.InStep) -> str:
        return f"it is the step {joined(c.steps, 'or')}"

    def tell_was_cast(self, c: v.WasCast) -> str:
        return spaced(f"{self.what(c.what)} was cast", f"from the {c.zone}" if c.zone else "")

    def tell_attacks(self, e: v.Attacks) -> str:
        at = {"player": "a player", "you": "you", "you or planeswalker": "you or a planeswalker you control"}.get(e.at, "")
        others = f"together with at least {e.others} other {self.filter(e.other)[e.others > 1]}" if e.others else ""
        others += f"with creatures of total power {e.total_power} or more" if e.total_power else ""
        most = "with the most life" if e.most_life else ""
        return spaced(f"whenever {self.what(e.who)} attacks", at, most, "alone" if e.alone else "", others)

    def tell_player_attacks(self, e: v.PlayerAttacks) -> str:
        who = {"you": "you attack", "opponent": "an opponent attacks", "anyone": "a player attacks"}[e.who]
        whom = "you" if e.you_attacked else "a player" if e.a_player else ""
        some = e.least > 1 or e.filter != v.Filter()
        return spaced(f"whenever {who}", whom, f"with at least {e.least} {self.filter(e.filter)[e.least > 1]}" if some else "")

    def tell_attacks_unblocked(self, e: v.AttacksUnblocked) -> str:
        return f"whenever {self.what(e.who)} attacks and is not blocked"

    def tell_blocks(self, e: v.Blocks) -> str:
        return spaced(f"whenever {self.what(e.who)} blocks", self._opponent(e.what) if e.each else "")

    def tell_becomes_blocked(self, e: v.BecomesBlocked) -> str:
        by = f"by {self._opponent(e.by)}" if e.each else f"by one or more {self.filter(e.by)[1]}" if e.by != v.Filter() else ""
        return spaced(f"whenever {self.what(e.who)} becomes blocked", by)

    def _opponent(self, filter: v.Filter) -> str:
        """A creature that blocks or is blocked."""
        return "a creature" if filter == v.Filter() else self.one(self.filter(filter)[0])

    def tell_deals_damage(self, e: v.DealsDamage) -> str:
        damage = spaced("combat" if e.combat else "", "damage")
        who = "a source deals" if e.who == v.Filter() else f"{self.what(e.who)} deals"
        if e.together and isinstance(e.who, v.Filter):
            who = f"one or more {self.filter(e.who)[1]} deal"
        words = (w if w in ("you", "anything") else self.name if w == "self" else with_article(w) for w in e.to.split(" or "))
        return f"whenever {who} {damage} to {joined(words, 'or')}"

    def tell_is_dealt_damage(self, e: v.IsDealtDamage) -> str:
        damage = spaced("combat" if e.combat else "", "damage")
        return f"whenever {self.what(e.who)} {'are' if e.who == 'you' else 'is'} dealt {damage}"

    def tell_cannot_be_blocked(self, a: v.CannotBeBlocked) -> str:
        by = f"by {self.filter(a.by)[1]}" if a.by is not None else ""
        by = f"by more than {a.by_more_than} creatures" if a.by_more_than is not None else by
        unless = f"except by {self.filter(a.unless_by)[1]}" if a.unless_by is not None else ""
        return spaced(f"{self.what(a.who)} cannot be blocked", by, unless, self._by_power(a))

    def _by_power(self, a: v.CannotBeBlocked) -> str:
        return "by creatures with less power" if a.by_weaker else "by creatures with greater power" if a.by_stronger else ""

    def tell_prevent_damage(self, a: v.PreventDamage) -> str:
        damage = spaced("combat" if a.combat else "", "damage")
        to = "" if a.to == "anything" else f"to {self.what(a.to)}"
        by = "" if a.by is None else f"by {self.what(a.by)}"
        kind = counter_told(a.remove or "")
        told = spaced("prevent", damage, to, by, f"while it has {with_article(kind)} counter" if a.only_with else "")
        if a.remove is not None:
            told += f", and remove {'that many' if a.that_many else 'one'} of its {kind} counters"
        return told + (f"; then {self.effects(a.then)}" if a.then else "")

    def tell_targeting_costs(self, a: v.TargetingCosts) -> str:
        who = "you cast" if a.by == "you" else "an opponent casts"
        return f"spells {who} that target {self.name} cost {abs(a.n)} generic mana {'more' if a.n > 0 else 'less'}"

    def tell_loyalty_costs(self, a: v.LoyaltyCosts) -> str:
        return f"loyalty abilities that you activate cost [{a.n:+d}] in addition"

    def tell_costs_cannot_use(self, a: v.CostsCannotUse) -> str:
        what = ["pay life"] if a.life else []
        what += [f"sacrifice {self.filter(a.sacrifice)[1]}"] if a.sacrifice is not None else []
        abilities = "abilities" if a.mana_abilities else "abilities that are not mana abilities"
        return f"players cannot {joined(what, 'or')} to cast spells or activate {abilities}"

    def tell_abilities_cost_less(self, a: v.AbilitiesCostLess) -> str:
        whose = f"{'equip ' if a.equip else ''}abilities of {self.filter(a.filter)[1]}"
        which = f"the first of the {whose} that you activate each turn costs" if a.first else f"{whose} cost you"
        return f"{which} {self.part(a, 'n')} generic mana less to activate"

    def tell_more_damage(self, a: v.MoreDamage) -> str:
        more = self.part(a, "plus") if a.plus else ""
        much = spaced(f"{a.times} times as much" if a.times != 1 else "", f"{more} more" if more else "")
        kind = spaced("noncombat" if a.noncombat else "", "damage")
        who = "sources you control" if a.by == v.Filter(controller="you") else f"{self.what(a.by)} (as a source)"
        to = {"opponents": "opponents and their permanents", "opponent": "opponents"}.get(a.to, a.to)
        return f"{who} deal {much} {kind} to {to}"

    def tell_cannot_attack_you(self, a: v.CannotAttackYou) -> str:
        return f"{self.what(a.who)} cannot attack {self._guarded(a.planeswalkers)}"

    def tell_attack_cost(self, a: v.AttackCost) -> str:
        guarded = self._guarded(a.planeswalkers)
        return f"creatures can attack {guarded} only if their controller pays {self.costs(a.cost)} for each"

    def _guarded(self, planeswalkers: bool) -> str:
        return "you or planeswalkers you control" if planeswalkers else "you"

    def tell_exerts(self, e: v.Exerts) -> str:
        if e.filter is None:
            return f"when you exert {self.name}"
        return f"whenever you exert {self.one(self.filter(e.filter)[0])}"

    def tell_becomes_designated(self, e: v.BecomesDesignated) -> str:
        if e.filter is None:
            return f"when {self.name} becomes {e.designation}"
        return f"whenever {self.one(self.filter(e.filter)[0])} becomes {e.designation}"

    def tell_exchange_control(self, e: v.ExchangeControl) -> str:
        other = "" if e.other is None else f" and {self.what(e.other)}"
        return f"exchange control of {self.what(e.what)}{other}"

    def tell_must_attack(self, a: v.MustAttack) -> str:
        return spaced(f"{self.what(a.who)} attacks", self.name if a.source else "", "a player" if a.player else "", "if able")

    def tell_must_be_blocked(self, a: v.MustBeBlocked) -> str:
        return spaced(f"{self.what(a.who)} must be blocked", "by everything able to" if a.by_all else "if able")

    def tell_more_tokens(self, a: v.MoreTokens) -> str:
        tokens = self.filter(a.filter, ("token", "tokens"))[1]
        return f"if you would create {tokens}, you create {self.counted(1, self.token(a.token))} too"

    def tell_more_counters(self, e: v.MoreCounters) -> str:
        whose = {None: "anyone", "you": "you", "opponent": "an opponent"}[e.by]
        kind = spaced(counter_told(e.kind or ""), "counters")
        where = joined((self.one(self.filter(e.on)[0]), *["a player"] * e.players, *["you"] * e.you), "or")
        times = {1: "as many", 2: "twice as many"}.get(e.times, f"{e.times} times as many")
        change = "half as many (rounded down)" if e.half else times
        more = f" and {e.plus} more" if e.plus else ""
        by = "an effect would put" if e.effects_only else f"{whose} would put"
        return f"when {by} {kind} on {where}, {change}{more} are put instead"

    def tell_size_is(self, a: v.SizeIs) -> str:
        told = [(name, self.part(a, name)) for name in ("power", "toughness") if getattr(a, name) is not None]
        return joined(f"the {name} of {self.name} is {value}" for name, value in told)

    def tell_exiled_instead(self, a: v.ExiledInstead) -> str:
        what = self.name if a.filter is None else self.one(self.filter(a.filter)[0])
        would = {
            "dying": "die", "leaving": "leave the battlefield", "graveyard": "be put into a graveyard from anywhere",
        }[a.of]  # fmt: skip
        return f"if {what} would {would}, it is exiled instead"

    def tell_block_limit(self, a: v.BlockLimit) -> str:
        return f"{self.what(a.who)} {'can block only' if a.only else 'cannot block'} {self.filter(a.what)[1]}"

    def tell_enters_tapped(self, e: v.EntersTapped) -> str:
        if e.filter is not None:
            return f"{self.filter(e.filter)[1]} enter tapped"
        unless = [f"you pay {e.unless_life} life"] if e.unless_life else []
        if e.unless_reveal is not None:
            unless.append(f"you reveal {self.one(self.filter(e.unless_reveal, CARD)[0])} from your hand")
        unless += [self.tell(e.unless)] if e.unless is not None else []
        return spaced(f"{self.name} enters tapped", f"unless {joined(unless, 'or')}" if unless else "")

    def tell_counters_cannot_be_put(self, e: v.CountersCannotBePut) -> str:
        kind = spaced(counter_told(e.kind or ""), "counters")
        where = [self.filter(e.on)[1]] if e.on is not None else []
        where += [{"each": "players", "you": "you"}[e.players]] if e.players else []
        return f"{kind} cannot be put on {joined(where)}"
