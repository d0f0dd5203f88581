"""The abilities that keyword abilities stand for (702), where they are more than a word that other rules ask for.

A keyword is written as on a card: `persist`, `modular 2`, `ward {2}`, `equip {1}`, `cycling {2}`. Each is a function in
`MEANINGS` that gets what follows the word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache

from engine.mana import parse_cost
from engine.vocabulary import (
    Ability,
    Activated,
    AddCounters,
    Alter,
    AnyOf,
    AtLeast,
    Attach,
    Attacks,
    BecomesBlocked,
    BecomesTarget,
    Blocks,
    CameLately,
    CannotBlock,
    CardDefinition,
    CastAs,
    CastFor,
    CastFromTop,
    Casts,
    Change,
    CopyChange,
    CopySpell,
    Costs,
    Counter,
    CountersOn,
    CountersRemoved,
    CreateCopyToken,
    CreateToken,
    DealsDamage,
    Designate,
    Designated,
    Did,
    Dies,
    Difference,
    Draw,
    Each,
    Effect,
    EnteringCounters,
    Enters,
    EntersWithCounters,
    Evolves,
    Exile,
    ExiledInstead,
    ExileFromTop,
    Exploit,
    Filter,
    GainKeywords,
    GainLife,
    If,
    IsDealtDamage,
    Kicked,
    Later,
    Leaves,
    LoseLife,
    ManaValue,
    Matches,
    May,
    Modify,
    MoveCounters,
    MustAttack,
    Not,
    OthersCost,
    Permanents,
    Power,
    Pump,
    PutOntoBattlefield,
    Range,
    Reflexive,
    RemoveCounterOrSacrifice,
    RemoveKind,
    ReturnToHand,
    Sacrifice,
    SacrificeThem,
    Scaled,
    Search,
    SetAside,
    StepBegins,
    Target,
    ThatMuch,
    ThisTurn,
    Token,
    Triggered,
    Unattach,
    UnlessPays,
    While,
    YouCast,
    YourTurn,
)
from engine.vocabulary.inside import words_in

CREATURE = frozenset({"Creature"})
SELF = Filter(source=True)
SACRIFICE_SELF = Sacrifice("you", 1, SELF)
YOUR_CREATURE = Target("permanent", Filter(types=CREATURE, controller="you"))

Meaning = Callable[[str], Iterator[Ability]]
MEANINGS: dict[str, Meaning] = {}


def keyword(*words: str) -> Callable[[Meaning], Meaning]:
    """Enter a function as what these keywords mean."""

    def register(meaning: Meaning) -> Meaning:
        MEANINGS.update(dict.fromkeys(words, meaning))
        return meaning

    return register


@cache
def abilities_of(word: str) -> tuple[Ability, ...]:
    """The abilities that one keyword stands for."""
    stem, rest = split(word)
    meaning = MEANINGS.get(stem)
    return () if meaning is None else tuple(meaning(rest))


def of_keywords(words: Iterable[str]) -> tuple[Ability, ...]:
    """The abilities that the keywords stand for."""
    return tuple(ability for word in sorted(words) for ability in abilities_of(word))


@cache
def told_by(definition: CardDefinition) -> tuple[object, ...]:
    """Every value of the vocabulary in the card and its other faces, and in what the keywords stand for that it has or gives."""
    plainly = tuple(words_in(definition))
    having = [word for word in plainly if isinstance(word, (CardDefinition, Token, Change, GainKeywords))]
    given = frozenset[str]().union(*(word.keywords for word in having))
    return (*plainly, *words_in(of_keywords(given)))


@cache
def split(word: str) -> tuple[str, str]:
    """A keyword, and its number, cost or quality."""
    if word in MEANINGS:
        return word, ""
    front, _, cost = word.partition(" {")
    if cost:
        stem, _, n = front.rpartition(" ")
        return (stem, f"{n} {{{cost}") if n.isdigit() else (front, "{" + cost)
    stem, _, last = word.rpartition(" ")
    return (stem, last) if last.isdigit() else (word, "")


# ---------------------------------------------------------------------------------------------------------------- counters


@keyword("fading")
def _fading(n: str) -> Iterator[Ability]:
    """702.32a."""
    yield EntersWithCounters("fade", int(n))
    yield Triggered(StepBegins("upkeep"), (RemoveCounterOrSacrifice("fade"),))


@keyword("vanishing")
def _vanishing(n: str) -> Iterator[Ability]:
    """702.63a."""
    has_one = AtLeast(CountersOn("time"), 1)
    if n:
        yield EntersWithCounters("time", int(n))
    yield Triggered(StepBegins("upkeep"), (RemoveKind("self", "time"),), condition=has_one)
    yield Triggered(CountersRemoved("time", source=True, last=True), (SACRIFICE_SELF,))


@keyword("echo")
def _echo(cost: str) -> Iterator[Ability]:
    """702.30a."""
    yield echo(Costs(parse_cost(cost)))


def echo(cost: Costs) -> Triggered:
    """What echo with that cost means (702.30a)."""
    return Triggered(StepBegins("upkeep"), (UnlessPays("you", cost, (SACRIFICE_SELF,)),), condition=CameLately())


@keyword("cumulative upkeep")
def _cumulative_upkeep(cost: str) -> Iterator[Ability]:
    """702.24a."""
    unless = UnlessPays("you", Costs(parse_cost(cost)), (SACRIFICE_SELF,), CountersOn("age"))
    yield Triggered(StepBegins("upkeep"), (AddCounters("self", "age"), unless))


@keyword("persist")
def _persist(_: str) -> Iterator[Ability]:
    """702.79a."""
    yield _returns_with("m1m1")


@keyword("undying")
def _undying(_: str) -> Iterator[Ability]:
    """702.93a."""
    yield _returns_with("p1p1")


def _returns_with(kind: str) -> Ability:
    back = PutOntoBattlefield("self", under="owner", counters=(EnteringCounters(kind),))
    return Triggered(Dies(source=True, lacked=kind), (back,))


@keyword("exploit")
def _exploit(_: str) -> Iterator[Ability]:
    """702.110a."""
    yield Triggered(Enters(source=True), (Exploit(),))


@keyword("modular")
def _modular(n: str) -> Iterator[Ability]:
    """702.43a."""
    artifact_creature = Target("permanent", Filter(all_types=frozenset({"Artifact", "Creature"})))
    yield EntersWithCounters("p1p1", int(n))
    put = AddCounters("target", "p1p1", CountersOn("p1p1"))
    yield Triggered(Dies(source=True), (May((put,)),), (artifact_creature,))


@keyword("graft")
def _graft(n: str) -> Iterator[Ability]:
    """702.58a."""
    yield EntersWithCounters("p1p1", int(n))
    another = Enters(Filter(types=CREATURE, other=True))
    move = May((MoveCounters("self", "that", "p1p1"),))
    yield Triggered(another, (move,), condition=AtLeast(CountersOn("p1p1"), 1))


@keyword("evolve")
def _evolve(_: str) -> Iterator[Ability]:
    """702.100a."""
    yield Triggered(Evolves(), (AddCounters("self", "p1p1"),))


# ---------------------------------------------------------------------------------------------------------------- spells


@keyword("prowess")
def _prowess(_: str) -> Iterator[Ability]:
    """702.108a."""
    yield Triggered(YouCast(Filter(but_not=CREATURE)), (Pump("self", 1, 1),))


@keyword("cascade")
def _cascade(_: str) -> Iterator[Ability]:
    """702.85a: that much is the mana value of the spell."""
    lesser = Filter(but_not=frozenset({"Land"}), mana_value=Range(most=Scaled(ThatMuch(), 1, -1)))
    yield Triggered(Casts(source=True), (CastFromTop(lesser),))


@keyword("extort")
def _extort(_: str) -> Iterator[Ability]:
    """702.101a."""
    drain = (LoseLife("opponent", 1), GainLife("you", ThatMuch()))
    yield Triggered(YouCast(), (May(drain, Costs(parse_cost("{W/B}"))),))


@keyword("evoke")
def _evoke(_: str) -> Iterator[Ability]:
    """702.74a; the other ability that it stands for is in `engine.ways`."""
    yield Triggered(Enters(source=True), (SacrificeThem("self", "each player"),), condition=CastAs("evoke"))


@keyword("soulshift")
def _soulshift(n: str) -> Iterator[Ability]:
    """702.46a."""
    spirit = Target("card", Filter(subtypes=frozenset({"Spirit"}), controller="you", mana_value=Range(most=int(n))))
    yield Triggered(Leaves(source=True, to="graveyard"), (May((ReturnToHand("target", "graveyard"),)),), (spirit,))


@keyword("afterlife")
def _afterlife(n: str) -> Iterator[Ability]:
    """702.135a."""
    yield Triggered(Leaves(source=True, to="graveyard"), (CreateToken(SPIRIT, int(n)),))


@keyword("bloodthirst")
def _bloodthirst(n: str) -> Iterator[Ability]:
    """702.54a."""
    yield EntersWithCounters("p1p1", int(n), AtLeast(ThisTurn(IsDealtDamage("opponent")), 1))


@keyword("conspire")
def _conspire(_: str) -> Iterator[Ability]:
    """702.78a; the other ability that it stands for is in `engine.ways`."""
    yield Triggered(Casts(source=True), (CopySpell("that"),), condition=CastAs("conspire"))


@keyword("dash")
def _dash(_: str) -> Iterator[Ability]:
    """702.109a; the other abilities that it stands for are in `engine.ways`."""
    yield While(CastAs("dash"), (Modify(filter=SELF, keywords=frozenset({"haste"})),))


@keyword("blitz")
def _blitz(_: str) -> Iterator[Ability]:
    """702.152a; the other abilities that it stands for are in `engine.ways`."""
    draws = Triggered(Dies(source=True), (Draw(),))
    yield While(CastAs("blitz"), (Modify(filter=SELF, keywords=frozenset({"haste"}), abilities=(draws,)),))


@keyword("casualty")
def _casualty(_: str) -> Iterator[Ability]:
    """702.153a; the other ability that it stands for is in `engine.ways`."""
    yield Triggered(Casts(source=True), (CopySpell("that"),), condition=CastAs("casualty"))


@keyword("replicate")
def _replicate(_: str) -> Iterator[Ability]:
    """702.56a; what it costs is in `engine.ways`."""
    yield Triggered(Casts(source=True), (CopySpell("that", Kicked()),), condition=AtLeast(Kicked(), 1))


@keyword("squad")
def _squad(_: str) -> Iterator[Ability]:
    """702.157a; what it costs is in `engine.ways`."""
    yield Triggered(Enters(source=True), (CreateCopyToken("self", Kicked()),), condition=AtLeast(Kicked(), 1))


@keyword("offspring")
def _offspring(_: str) -> Iterator[Ability]:
    """702.175a; what it costs is in `engine.ways`."""
    small = CopyChange(base_power=1, base_toughness=1)
    yield Triggered(Enters(source=True), (CreateCopyToken("self", change=small),), condition=AtLeast(Kicked(), 1))


@keyword("storm")
def _storm(_: str) -> Iterator[Ability]:
    """702.40a."""
    yield Triggered(Casts(source=True, after=True), (CopySpell("that", ThatMuch()),))


@keyword("ward")
def _ward(cost: str) -> Iterator[Ability]:
    """702.21a."""
    yield ward(Costs(parse_cost(cost)))


def ward(cost: Costs) -> Triggered:
    """What ward with that cost means (702.21a)."""
    return Triggered(BecomesTarget(by="opponent"), (UnlessPays("that's controller", cost, (Counter("that"),)),))


# ---------------------------------------------------------------------------------------------------------------- from the hand


def is_cycling(definition: CardDefinition, ability: object) -> bool:
    """Whether that is a cycling ability of the card (702.29a, 702.29e)."""
    return any(split(word)[0].endswith("cycling") and ability in abilities_of(word) for word in definition.keywords)


@keyword("cycling")
def _cycling(cost: str) -> Iterator[Ability]:
    """702.29a."""
    yield Activated(Costs(parse_cost(cost), discard_self=True), (Draw(),), zone="hand")


def _landcycling(subtype: str) -> Meaning:
    def meaning(cost: str) -> Iterator[Ability]:
        """702.29e."""
        search = Search(Filter(subtypes=frozenset({subtype})))
        yield Activated(Costs(parse_cost(cost), discard_self=True), (search,), zone="hand")

    return meaning


for _subtype in ("Plains", "Island", "Swamp", "Mountain", "Forest", "Sliver", "Wizard"):
    MEANINGS[f"{_subtype.lower()}cycling"] = _landcycling(_subtype)


@keyword("basic landcycling")
def _basic_landcycling(cost: str) -> Iterator[Ability]:
    """702.29e."""
    search = Search(Filter(types=frozenset({"Land"}), supertypes=frozenset({"Basic"})))
    yield Activated(Costs(parse_cost(cost), discard_self=True), (search,), zone="hand")


@keyword("transmute")
def _transmute(cost: str) -> Iterator[Ability]:
    """702.53a."""
    search = Search(Filter(mana_value=ManaValue("self")))
    yield Activated(Costs(parse_cost(cost), discard_self=True), (search,), sorcery_speed=True, zone="hand")


@keyword("unearth")
def _unearth(cost: str) -> Iterator[Ability]:
    """702.84a."""
    back = PutOntoBattlefield("self", under="owner")
    stays = Alter(what="made", keywords=frozenset({"haste"}), abilities=(ExiledInstead("leaving"),), until="forever")
    later = Later(StepBegins("end", "anyone"), (Exile("made"),), until="once")
    yield Activated(Costs(parse_cost(cost)), (back, stays, later), sorcery_speed=True, zone="graveyard")


@keyword("scavenge")
def _scavenge(cost: str) -> Iterator[Ability]:
    """702.97a."""
    put = AddCounters("target", "p1p1", Power("self"))
    costs = Costs(parse_cost(cost), exile_self=True)
    yield Activated(costs, (put,), (Target(filter=Filter(types=CREATURE)),), sorcery_speed=True, zone="graveyard")


@keyword("plot")
def _plot(cost: str) -> Iterator[Ability]:
    """702.170a; the other ability that it stands for is in `engine.ways`."""
    yield Activated(Costs(parse_cost(cost)), (SetAside("plot"),), sorcery_speed=True, zone="hand", special=True)


@keyword("foretell")
def _foretell(_: str) -> Iterator[Ability]:
    """702.143a; the other ability that it stands for is in `engine.ways`."""
    yield Activated(Costs(parse_cost("{2}")), (SetAside("foretell"),), zone="hand", special=True, condition=YourTurn())


@keyword("embalm")
def _embalm(cost: str) -> Iterator[Ability]:
    """702.128a."""
    change = CopyChange(only_colors=frozenset("W"), subtypes=frozenset({"Zombie"}), no_cost=True)
    yield _copies_itself(cost, CreateCopyToken("self", change=change))


@keyword("eternalize")
def _eternalize(cost: str) -> Iterator[Ability]:
    """702.129a."""
    zombie = frozenset({"Zombie"})
    change = CopyChange(only_colors=frozenset("B"), subtypes=zombie, base_power=4, base_toughness=4, no_cost=True)
    yield _copies_itself(cost, CreateCopyToken("self", change=change))


@keyword("encore")
def _encore(cost: str) -> Iterator[Ability]:
    """702.141a, with one opponent."""
    hasty = Alter(what="made", keywords=frozenset({"haste"}), until="forever")
    attacks = Alter(what="made", abilities=(MustAttack(player=True),))
    later = Later(StepBegins("end", "anyone"), (SacrificeThem("made"),))
    yield _copies_itself(cost, CreateCopyToken("self"), hasty, attacks, later)


def _copies_itself(cost: str, *effects: Effect) -> Ability:
    """An ability that works in the graveyard and exiles the card for its cost."""
    return Activated(Costs(parse_cost(cost), exile_self=True), effects, sorcery_speed=True, zone="graveyard")


@keyword("reinforce")
def _reinforce(rest: str) -> Iterator[Ability]:
    """702.77a."""
    n, _, cost = rest.partition(" ")
    put = AddCounters("target", "p1p1", int(n))
    yield Activated(Costs(parse_cost(cost), discard_self=True), (put,), (Target(filter=Filter(types=CREATURE)),), zone="hand")


# ---------------------------------------------------------------------------------------------------------------- Equipment


@keyword("equip")
def _equip(cost: str) -> Iterator[Ability]:
    """702.6a."""
    yield Activated(Costs(parse_cost(cost)), (Attach("self", "target"),), (YOUR_CREATURE,), sorcery_speed=True)


@cache
def dredge_of(definition: CardDefinition) -> int:
    """How many cards are milled to dredge the card (702.52a), 0 if it has no dredge."""
    return max((int(n) for stem, n in map(split, definition.keywords) if stem == "dredge"), default=0)


@cache
def madness_of(definition: CardDefinition) -> Triggered | None:
    """What triggers when the card is discarded into exile (702.35a), None if it has no madness."""
    costs = (cost for stem, cost in map(split, definition.keywords) if stem == "madness")
    return next((Triggered(Reflexive(), (CastFor(Costs(parse_cost(cost))),)) for cost in costs), None)


def is_equip(ability: Activated) -> bool:
    """Whether it is an equip ability (702.6a), maybe for some creatures only (702.6c)."""
    if ability.effects != (Attach("self", "target"),) or not ability.sorcery_speed or len(ability.targets) != 1:
        return False
    return replace(ability.targets[0], filter=Filter()) == Target() and ability.targets[0].filter.controller == "you"


@keyword("reconfigure")
def _reconfigure(cost: str) -> Iterator[Ability]:
    """702.151a, 702.151b."""
    another = Target("permanent", Filter(types=CREATURE, controller="you", other=True))
    attached = Matches("attached", Filter(types=CREATURE))
    yield Activated(Costs(parse_cost(cost)), (Attach("self", "target"),), (another,), sorcery_speed=True)
    yield Activated(Costs(parse_cost(cost)), (Unattach("self"),), sorcery_speed=True, condition=attached)
    yield While(Matches("attached", Filter()), (Modify(filter=SELF, lose_types=CREATURE),))


@keyword("crew")
def _crew(n: str) -> Iterator[Ability]:
    """702.122a."""
    tapping = Costs(others=OthersCost("tap", Filter(types=CREATURE, other=True), int(n), power=True))
    yield Activated(tapping, (Alter(what="self", types=CREATURE | {"Artifact"}),))


@keyword("outlast")
def _outlast(cost: str) -> Iterator[Ability]:
    """702.107a."""
    yield Activated(Costs(parse_cost(cost), tap=True), (AddCounters("self", "p1p1"),), sorcery_speed=True)


# ---------------------------------------------------------------------------------------------------------------- combat


@keyword("mobilize")
def _mobilize(n: str) -> Iterator[Ability]:
    """702.181a."""
    later = Later(StepBegins("end", "anyone"), (SacrificeThem("made"),))
    yield Triggered(Attacks(), (CreateToken(WARRIOR, int(n), tapped=True, attacking=True), later))


@keyword("renown")
def _renown(n: str) -> Iterator[Ability]:
    """702.112a."""
    become = (AddCounters("self", "p1p1", int(n)), Designate("renowned"))
    yield Triggered(DealsDamage(to="player", combat=True), become, condition=Not(Designated("renowned")))


@keyword("unleash")
def _unleash(_: str) -> Iterator[Ability]:
    """702.98a."""
    yield EntersWithCounters("p1p1", 1, optional=True)
    yield While(AtLeast(CountersOn("p1p1"), 1), (CannotBlock(),))


@keyword("riot")
def _riot(_: str) -> Iterator[Ability]:
    """702.136a."""
    yield riot()


def riot(filter: Filter | None = None) -> EntersWithCounters:
    """Riot of the source, or of each of these (702.136b: each instance works by itself)."""
    return EntersWithCounters("p1p1", 1, filter=filter, optional=True, otherwise=frozenset({"haste"}))


@keyword("ingest")
def _ingest(_: str) -> Iterator[Ability]:
    """702.115a."""
    yield Triggered(DealsDamage(to="player", combat=True), (ExileFromTop("that", Filter()),))


@keyword("bushido")
def _bushido(n: str) -> Iterator[Ability]:
    """702.45a."""
    yield Triggered(AnyOf((Blocks(), BecomesBlocked())), (Pump("self", int(n), int(n)),))


@keyword("flanking")
def _flanking(_: str) -> Iterator[Ability]:
    """702.25a."""
    yield Triggered(BecomesBlocked(each=True, by=Filter(not_keywords=frozenset({"flanking"}))), (Pump("that", -1, -1),))


@keyword("rampage")
def _rampage(n: str) -> Iterator[Ability]:
    """702.23a."""
    beyond_the_first = Difference(Permanents(Filter(blocking_source=True)), 1)
    more = Scaled(beyond_the_first, int(n))
    yield Triggered(BecomesBlocked(), (Pump("self", more, more),))


@keyword("battle cry")
def _battle_cry(_: str) -> Iterator[Ability]:
    """702.91a."""
    yield Triggered(Attacks(), (Pump(Each(Filter(types=CREATURE, attacking=True, other=True)), 1),))


@keyword("afflict")
def _afflict(n: str) -> Iterator[Ability]:
    """702.130a."""
    yield Triggered(BecomesBlocked(), (LoseLife("opponent", int(n)),))


@keyword("annihilator")
def _annihilator(n: str) -> Iterator[Ability]:
    """702.86a."""
    yield Triggered(Attacks(), (Sacrifice("opponent", int(n)),))


@keyword("mentor")
def _mentor(_: str) -> Iterator[Ability]:
    """702.134a."""
    weaker = Filter(types=CREATURE, attacking=True, power=Range(most=Scaled(Power("self"), 1, -1)))
    yield Triggered(Attacks(), (AddCounters("target", "p1p1"),), (Target(filter=weaker),))


@keyword("training")
def _training(_: str) -> Iterator[Ability]:
    """702.149a."""
    stronger = Filter(types=CREATURE, power=Range(least=Scaled(Power("self"), 1, 1)))
    yield Triggered(Attacks(others=1, other=stronger), (AddCounters("self", "p1p1"),))


@keyword("decayed")
def _decayed(_: str) -> Iterator[Ability]:
    """702.147a; that it cannot block is in `engine.combat.blocking`."""
    yield Triggered(Attacks(), (Later(StepBegins("end of combat", "anyone"), (SACRIFICE_SELF,), until="once"),))


@keyword("exalted")
def _exalted(_: str) -> Iterator[Ability]:
    """702.83a."""
    yield Triggered(Attacks(Filter(types=CREATURE, controller="you"), alone=True), (Pump("that", 1, 1),))


@keyword("dethrone")
def _dethrone(_: str) -> Iterator[Ability]:
    """702.105a: the player with the most life or tied for it is attacked."""
    yield Triggered(Attacks(at="player", most_life=True), (AddCounters("self", "p1p1"),))


@keyword("fabricate")
def _fabricate(n: str) -> Iterator[Ability]:
    """702.123a."""
    counters, servos = May((AddCounters("self", "p1p1", int(n)),)), If(Not(Did()), (CreateToken(SERVO, int(n)),))
    yield Triggered(Enters(source=True), (counters, servos))


SERVO = Token("Servo", frozenset({"Artifact", "Creature"}), ("Servo",), power=1, toughness=1)
SPIRIT = Token(
    "Spirit", CREATURE, ("Spirit",), colors=frozenset("WB"), power=1, toughness=1, keywords=frozenset({"flying"})
)
GERM = Token("Phyrexian Germ", CREATURE, ("Phyrexian", "Germ"), colors=frozenset("B"), power=0, toughness=0)
WARRIOR = Token("Warrior", CREATURE, ("Warrior",), colors=frozenset("R"), power=1, toughness=1)
REBEL = Token("Rebel", CREATURE, ("Rebel",), colors=frozenset("R"), power=2, toughness=2)
HERO = Token("Hero", CREATURE, ("Hero",), power=1, toughness=1)


@keyword("living weapon")
def _living_weapon(_: str) -> Iterator[Ability]:
    """702.92a."""
    yield Triggered(Enters(source=True), (CreateToken(GERM), Attach("self", "made")))


@keyword("job select")
def _job_select(_: str) -> Iterator[Ability]:
    """702.182a."""
    yield Triggered(Enters(source=True), (CreateToken(HERO), Attach("self", "made")))


@keyword("for Mirrodin!")
def _for_mirrodin(_: str) -> Iterator[Ability]:
    """702.163a."""
    yield Triggered(Enters(source=True), (CreateToken(REBEL), Attach("self", "made")))
