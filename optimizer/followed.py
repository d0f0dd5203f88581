"""Which words of the vocabulary the model follows at all; a card that says anything else is reported wherever it could matter.

A new word of the vocabulary, or a new field of a word that has other than its default, is therefore reported until it is entered
here, by whoever gives it an encoding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any

from engine import vocabulary as v
from engine.cards.reading import word_of, word_of_field
from engine.keywords import MEANINGS, abilities_of, split
from engine.sources import is_mana_ability
from engine.ways import CAST_SO

FOLLOWED: dict[type, str] = {
    v.Filter: "types but_not all_types subtypes not_supertypes controller owner other token colors name phyrexian mana_value",
    v.Each: "filter",
    v.X: "", v.Kicked: "", v.CountersOn: "kind of", v.Permanents: "filter", v.ManaValue: "of", v.Removed: "", v.ThatMuch: "",
    v.LargestGraveyard: "", v.Scaled: "value by plus", v.AtLeast: "value n", v.NoneOf: "filter",
    v.Token: "name types subtypes supertypes colors power toughness keywords abilities",
    v.Proliferate: "times", v.AddCounters: "what kind n", v.AddAnotherCounter: "what", v.RaiseCounters: "what kind to",
    v.RemoveCounters: "what up_to", v.RemoveCounterOrSacrifice: "kind", v.Draw: "who n", v.Mill: "who n", v.Radiation: "",
    v.Discard: "who n", v.Scry: "n", v.Dig: "look", v.RevealTwo: "kind", v.TakeExiled: "kind", v.LookAtHand: "who",
    v.DealDamage: "what n", v.Destroy: "what", v.Sacrifice: "who n filter", v.ReturnToHand: "what source_zone",
    v.PutOntoBattlefield: "what", v.ExileCardsNamedLike: "what", v.SearchOntoBattlefield: "filter", v.Exile: "what",
    v.Regenerate: "what", v.Pump: "what power toughness until", v.GainKeywords: "what keywords", v.GainLife: "who n",
    v.LoseLife: "who n", v.CreateToken: "token n", v.CreateCopyToken: "what", v.AddMana: "colors n", v.Tap: "what stays_tapped",
    v.Untap: "what", v.GainControl: "what until", v.SorceriesAsFlash: "", v.ExtraTurn: "",
    v.WinTheGame: "", v.May: "effects cost", v.If: "condition then otherwise", v.Together: "effects",
    v.Target: "of filter least most", v.SacrificeCost: "n filter", v.RemoveCountersCost: "n kind filter",
    v.Costs: "mana tap life discard sacrifice remove loyalty",
    v.Mode: "effects targets", v.Modes: "modes n repeat entwine", v.Spell: "effects targets modes",
    v.Activated: "cost effects targets modes sorcery_speed modelled",
    v.Triggered: "on effects targets modes condition from_graveyard",
    v.YouCast: "filter", v.Enters: "filter source", v.Evolves: "", v.Dies: "filter source had", v.YouProliferate: "",
    v.CountersPut: "kind filter source", v.BecomesTapped: "", v.StepBegins: "step", v.Holds: "condition",
    v.LosesLife: "", v.Attacks: "who alone", v.PlayerAttacks: "who you_attacked", v.Blocks: "who each",
    v.BecomesBlocked: "who each", v.DealsDamage: "who to combat together", v.IsDealtDamage: "who combat",
    v.ProliferateTwice: "", v.DoubleTokens: "", v.MoreCounters: "times plus half kind on players by effects_only",
    v.CountersCannotBePut: "kind on players", v.EntersTapped: "unless_life", v.EntersWithCounters: "kind n",
    v.CostsLess: "filter n", v.MinimumCost: "n", v.LifeForMana: "color", v.BoostSelf: "power toughness",
    v.GrantAbilities: "filter abilities", v.LoseKeywords: "filter keywords", v.SorcerySpeedOnly: "", v.NoLossForLife: "",
    v.DamageAsInfect: "", v.AllPermanentsAre: "types", v.EverythingColorless: "", v.AnyManaPays: "", v.NotUnderstood: "reason",
    v.CannotAttack: "who", v.MustAttack: "who", v.AttackCost: "cost", v.CannotBlock: "who", v.MustBlock: "who",
    v.BlocksMore: "n who", v.CannotBeBlocked: "who by unless_by by_weaker", v.MustBeBlocked: "who by_all",
    v.DamageByToughness: "who",
    v.CardDefinition: "name cost supertypes types subtypes colors power toughness loyalty keywords abilities multikicker"
    " additional modelled",
}  # fmt: skip
"""The words that the model follows, or that cannot matter in one's own main phases, each with its fields."""

CHANGES_OTHERS = (v.AllPermanentsAre, v.EverythingColorless, v.LoseKeywords)
"""Words of which the model knows what they do where they are from the start to the end, but not that they come or go."""

FOLLOWED_TARGETS = frozenset({"permanent", "player", "any", "player or planeswalker", "card"})
"""What the model knows how to target."""

FOLLOWED_KEYWORDS = frozenset({
    "flying", "reach", "menace", "trample", "first strike", "double strike", "deathtouch", "lifelink", "vigilance", "haste",
    "defender", "infect", "toxic", "wither", "indestructible", "hexproof", "shroud", "fear", "intimidate", "shadow",
    "horsemanship", "skulk", "fading", "flash", "compleated", "devoid", "changeling", "protection", "myriad", "partner",
    "plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk", "cannot be countered", "split second", "read ahead",
})  # fmt: skip
"""The keywords that the model follows, or that cannot matter in one's own main phases."""

NOT_IN_COMBAT = (
    v.Attacks, v.PlayerAttacks, v.Blocks, v.BecomesBlocked, v.DealsDamage, v.IsDealtDamage, v.Dies, v.LosesLife, v.BecomesTapped,
    v.CannotAttack, v.MustAttack, v.AttackCost, v.MustBlock, v.MustBeBlocked, v.DamageByToughness, v.BoostSelf, v.GainControl,
    v.LoseKeywords, v.AllPermanentsAre,
)  # fmt: skip
"""Words that the model follows in main phases, where they cannot matter or matter less, but not in combat."""

FIGHTING_KEYWORDS = FOLLOWED_KEYWORDS - {"myriad", "partner", "cannot be countered", "split second", "read ahead"}
"""The keywords that the model follows in combat, or that say nothing of it."""

RETURNS_ITSELF = v.Triggered(v.YouProliferate(), (v.ReturnToHand("self", "graveyard"),), from_graveyard=True)
"""The ability that triggers in the graveyard which the model follows."""

_FOLLOWED = {kind: frozenset(names.split()) for kind, names in FOLLOWED.items()}


@cache
def not_followed(definition: v.CardDefinition) -> tuple[str, ...]:
    """What the card says that the model does not follow, in words."""
    return tuple(dict.fromkeys(_strange(definition)))


@cache
def changes_others(definition: v.CardDefinition) -> tuple[str, ...]:
    """What changes about other permanents as this one comes or goes, which the model does not follow, in words."""
    return tuple(dict.fromkeys(word_of(type(a)) for a in definition.abilities if isinstance(a, CHANGES_OTHERS)))


@cache
def played_otherwise(definition: v.CardDefinition) -> tuple[str, ...]:
    """How the card can be played, or do something, other than by being cast for its cost: of that the model knows nothing, so
    that it cannot tell whether it is possible. In words."""
    words = [word for word in sorted(definition.keywords) if not _is_followed(word) and _works_elsewhere(word)]
    words += [word_of(type(ability)) for ability in definition.abilities if _is_elsewhere(ability)]
    others = ("prototype", "adventure", "other_face", "or_additional", "instead")
    words += [name.replace("_", " ") for name in others if getattr(definition, name) is not None]
    return tuple(dict.fromkeys(words))


def _works_elsewhere(keyword: str) -> bool:
    """Whether a keyword that the model does not follow may do something while the card is not on the battlefield. A keyword
    that stands for no abilities, or for a part only, has its meaning in rules of casting and drawing."""
    stem = split(keyword)[0]
    return stem not in MEANINGS or stem in CAST_SO or any(map(_is_elsewhere, abilities_of(keyword)))


def _is_elsewhere(ability: v.Ability) -> bool:
    return (
        isinstance(ability, (v.CostsLessItself, v.CostsByTargets, v.CastAsFlash))
        or (isinstance(ability, v.Activated) and ability.zone != "battlefield")
        or (isinstance(ability, v.Triggered) and ability.from_graveyard and ability != RETURNS_ITSELF)
    )


def _strange(thing: Any) -> Iterator[str]:
    if isinstance(thing, (tuple, frozenset)):
        for part in thing:
            yield from _strange(part)
        return
    if not is_dataclass(thing) or not type(thing).__module__.startswith("engine.vocabulary."):
        return
    if isinstance(thing, v.Activated) and not thing.modelled:  # this is told where it is activated
        return
    known = _FOLLOWED.get(type(thing))
    if known is None:
        yield word_of(type(thing))
        return
    if isinstance(thing, (v.DealsDamage, v.IsDealtDamage)) and not thing.combat:
        yield word_of(type(thing))
    if isinstance(thing, v.Target) and (thing.of not in FOLLOWED_TARGETS or (thing.of != "permanent" and thing.filter.other)):
        yield f"target: {thing.of}"
    if isinstance(thing, v.StepBegins) and thing.step == "main2":
        yield "the beginning of the postcombat main phase"
    if isinstance(thing, v.Filter) and thing.controller == "that":
        yield "filter: that player controls"
    if isinstance(thing, v.Filter) and not _is_known(thing.mana_value):
        yield "filter: mana value"
    if isinstance(thing, v.CostsLess) and not isinstance(thing.n, int):
        yield word_of(type(thing))
    if isinstance(thing, v.Token) and not all(size is None or isinstance(size, int) for size in (thing.power, thing.toughness)):
        yield "a token of a size that is counted"
    if isinstance(thing, v.GrantAbilities) and not all(
        isinstance(a, v.Activated) and not is_mana_ability(a) for a in thing.abilities
    ):
        yield word_of(type(thing))
    if isinstance(thing, v.Activated) and is_mana_ability(thing) and not _makes_mana_simply(thing):
        yield "a mana ability that is more than tapping for mana"
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.name == "keywords" and not isinstance(thing, v.Filter):
            yield from (word for word in sorted(value) if not _is_followed(word))
        elif field.name in known:
            yield from _strange(value)
        elif value != _default(field):
            yield f"{word_of(type(thing))}: {word_of_field(type(thing), field.name)}"


def _is_known(wanted: v.Value | v.Range | None) -> bool:
    """Whether that is a number, or a range of numbers, that the card says."""
    return all(end is None or isinstance(end, int) for end in ends(wanted))


def ends(wanted: v.Value | v.Range | None) -> tuple[v.Value | None, v.Value | None]:
    """The least and the most that a number may be which is to be that one, or in that range."""
    return (wanted.least, wanted.most) if isinstance(wanted, v.Range) else (wanted, wanted)


def _makes_mana_simply(ability: v.Activated) -> bool:
    """Whether a mana ability is one of a source that the model knows (`optimizer.mana.sources`)."""
    adds = (isinstance(e, v.AddMana) and isinstance(e.n, (int, v.CountersOn)) for e in ability.effects)
    return ability.cost.tap and all(adds)


@cache
def not_followed_in_combat(definition: v.CardDefinition) -> tuple[str, ...]:
    """What the card says, followed in main phases, that the model does not follow in combat, in words."""
    return tuple(dict.fromkeys(_strange_in_combat(definition)))


def _strange_in_combat(thing: Any) -> Iterator[str]:
    if isinstance(thing, (tuple, frozenset)):
        for part in thing:
            yield from _strange_in_combat(part)
        return
    if not is_dataclass(thing) or isinstance(thing, v.Filter):
        return
    if isinstance(thing, v.Triggered) and proliferates_by_fighting(thing):
        return
    if (
        isinstance(thing, NOT_IN_COMBAT)
        or (isinstance(thing, v.StepBegins) and "combat" in thing.step)
        or (isinstance(thing, v.Untap) and thing.what != "self")
        or (isinstance(thing, v.CannotBeBlocked) and thing.by_weaker)
        or (isinstance(thing, v.GrantAbilities) and not all(isinstance(a, v.Activated) for a in thing.abilities))
    ):
        yield word_of(type(thing))
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.name == "keywords":
            yield from (w for w in sorted(value) if not _fights(w))
        else:
            yield from _strange_in_combat(value)


def _is_followed(keyword: str) -> bool:
    return split(keyword)[0].partition(" from ")[0] in FOLLOWED_KEYWORDS


def _fights(keyword: str) -> bool:
    return keyword in FIGHTING_KEYWORDS or keyword.split()[0] in FIGHTING_KEYWORDS


def proliferates_by_fighting(ability: v.Triggered) -> bool:
    """Whether all it does is to proliferate as its source attacks, becomes tapped, or deals combat damage to a player."""
    on = ability.on
    waits = on in (v.Attacks(), v.BecomesTapped())
    if isinstance(on, v.DealsDamage):
        to_player = set(on.to.split(" or ")) <= {"player", "opponent", "planeswalker", "battle"}
        waits = to_player and (on.who, on.combat, on.together) == ("self", True, False)
    return waits and ability == v.Triggered(on, ability.effects) and all(isinstance(e, v.Proliferate) for e in ability.effects)


def _default(field: Field[Any]) -> object:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING
