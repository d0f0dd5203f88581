"""The vocabulary of card behaviour: what cards say, as plain frozen dataclasses.

Both halves of Compleat read it: `engine` gives every word its concrete meaning, `optimizer` its encoding. The card
notation (`engine.cards`) is this vocabulary in YAML. Nothing here does anything.

References to what an effect touches (`What`) are words:
`self` (the source), `target`, `target 2`, `target 3` (the chosen targets, one group each), `that` (the object of the event that
triggered the ability), `you`, `opponent`, `each player`, `target's controller`, or `Each(filter)`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from engine.mana import Cost

# ---------------------------------------------------------------------------------------------------------------- filters


@dataclass(frozen=True)
class Filter:
    """Which objects: every given part must hold.

    `types`: has at least one of these card types (empty: any permanent). `but_not`: has none of these types.
    `all_types`: has every one of these. `subtypes`: has at least one of these subtypes. `controller`: `you`, `opponent`, `target`
    (the first target, a player) or None; in zones other than the battlefield and the stack it speaks of the owner.
    `owner`: `you` or None. `other`: not the source. `token`: True only tokens, False only nontokens. `colors`: has at least one
    of these colours.
    `name`: has this name. `not_supertypes`: has none of these supertypes. `phyrexian`: has a Phyrexian symbol in its mana cost.
    `mana_value`: has exactly this mana value.
    """

    types: frozenset[str] = frozenset()
    but_not: frozenset[str] = frozenset()
    all_types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    not_supertypes: frozenset[str] = frozenset()
    controller: str | None = None
    owner: str | None = None
    other: bool = False
    token: bool | None = None
    colors: frozenset[str] = frozenset()
    name: str | None = None
    phyrexian: bool = False
    mana_value: Value | None = None


@dataclass(frozen=True)
class Each:
    """Every permanent that the filter lets through."""

    filter: Filter


What = Union[str, Each]

# ---------------------------------------------------------------------------------------------------------------- values


@dataclass(frozen=True)
class X:
    """The value announced for X (107.3a)."""


@dataclass(frozen=True)
class Kicked:
    """How many times the spell that became this permanent was kicked (702.33)."""


@dataclass(frozen=True)
class CountersOn:
    """How many counters of a kind are on an object (on what it last was, if it has left: 603.10a, 608.2h)."""

    kind: str
    of: str = "self"


@dataclass(frozen=True)
class Permanents:
    """How many permanents the filter lets through."""

    filter: Filter


@dataclass(frozen=True)
class ManaValue:
    """The mana value of an object; of the sacrificed permanent with `of: sacrificed`."""

    of: str = "that"


@dataclass(frozen=True)
class Removed:
    """How many counters the effect before this one removed."""


@dataclass(frozen=True)
class ThatMuch:
    """The amount of the event that triggered the ability (the life lost)."""


@dataclass(frozen=True)
class LargestGraveyard:
    """The number of cards in the larger of the graveyards."""


@dataclass(frozen=True)
class Scaled:
    """`by` times a value, plus `plus`."""

    value: Value
    by: int = 1
    plus: int = 0


Value = Union[int, X, Kicked, CountersOn, Permanents, ManaValue, Removed, ThatMuch, LargestGraveyard, Scaled]

# ---------------------------------------------------------------------------------------------------------------- conditions


@dataclass(frozen=True)
class AtLeast:
    """The value is at least `n`."""

    value: Value
    n: int


@dataclass(frozen=True)
class NoneOf:
    """No permanent is let through by the filter."""

    filter: Filter


Condition = Union[AtLeast, NoneOf]

# ---------------------------------------------------------------------------------------------------------------- tokens


@dataclass(frozen=True)
class Token:
    """The characteristics of a token (111.3, 111.4). `abilities` and `keywords` as on a card. `copy_of` names a target word
    instead: the token is a copy of that card (707)."""

    name: str
    types: frozenset[str] = frozenset()
    subtypes: tuple[str, ...] = ()
    supertypes: frozenset[str] = frozenset()
    colors: frozenset[str] = frozenset()
    power: Value | None = None
    toughness: Value | None = None
    keywords: frozenset[str] = frozenset()
    abilities: tuple[Ability, ...] = ()


# ---------------------------------------------------------------------------------------------------------------- effects


@dataclass(frozen=True)
class Proliferate:
    """Proliferate that many times, one after the other (701.34)."""

    times: Value = 1


@dataclass(frozen=True)
class AddCounters:
    """Put counters of one kind on each of the things (122.1)."""

    what: What
    kind: str
    n: Value = 1


@dataclass(frozen=True)
class AddAnotherCounter:
    """Choose a kind of counter on the thing; put one more of that kind on it."""

    what: What


@dataclass(frozen=True)
class RaiseCounters:
    """If the player has fewer than `to` counters of that kind, they get the difference."""

    what: What
    kind: str
    to: int


@dataclass(frozen=True)
class RemoveCounters:
    """Remove up to that many counters of any kinds; the controller chooses how many of which."""

    what: What
    up_to: Value


@dataclass(frozen=True)
class RemoveCounterOrSacrifice:
    """Remove a counter of the kind from the source; if that cannot be done, its controller sacrifices it (702.32a)."""

    kind: str


@dataclass(frozen=True)
class Draw:
    """The player draws cards (121.1)."""

    who: What = "you"
    n: Value = 1


@dataclass(frozen=True)
class Mill:
    """The player puts that many cards from the top of their library into their graveyard (701.17)."""

    who: What
    n: Value


@dataclass(frozen=True)
class Radiation:
    """You mill a card for each rad counter you have; for each nonland card milled so you lose 1 life and a rad counter (727.1).

    An unknown card counts as a nonland card."""


@dataclass(frozen=True)
class Discard:
    """The player discards cards of their choice (701.9)."""

    who: What
    n: Value = 1


@dataclass(frozen=True)
class Scry:
    """Scry (701.22)."""

    n: int = 1


@dataclass(frozen=True)
class Dig:
    """Look at the top cards of your library, put one of them into your hand and the rest on the bottom in any order."""

    look: int


@dataclass(frozen=True)
class RevealTwo:
    """Reveal the top two cards; an opponent chooses one: it goes to your hand, the other is exiled with a counter of the kind."""

    kind: str


@dataclass(frozen=True)
class TakeExiled:
    """Put a card you own with a counter of that kind from exile into your hand."""

    kind: str


@dataclass(frozen=True)
class LookAtHand:
    """Look at a player's hand. Changes nothing."""

    who: What


@dataclass(frozen=True)
class DealDamage:
    """The source deals damage (120)."""

    what: What
    n: Value


@dataclass(frozen=True)
class Destroy:
    """Destroy (701.8)."""

    what: What


@dataclass(frozen=True)
class Sacrifice:
    """The player sacrifices that many permanents of their choice among those the filter lets through (701.21)."""

    who: What
    n: Value
    filter: Filter = Filter()


@dataclass(frozen=True)
class ReturnToHand:
    """Return the permanent or card to its owner's hand. With `source_zone: graveyard` it must still be there (400.7)."""

    what: What
    source_zone: str = "battlefield"


@dataclass(frozen=True)
class PutOntoBattlefield:
    """Put the card onto the battlefield under your control."""

    what: What


@dataclass(frozen=True)
class ExileCardsNamedLike:
    """Search the owner's graveyard, hand and library for any number of cards with the name of the target card and exile them."""

    what: What


@dataclass(frozen=True)
class SearchOntoBattlefield:
    """Search your library for a card, put it onto the battlefield, then shuffle."""

    filter: Filter


@dataclass(frozen=True)
class Exile:
    """Exile the object."""

    what: What


@dataclass(frozen=True)
class Regenerate:
    """The next time the permanent would be destroyed this turn, it is tapped, healed and removed from combat instead (701.19)."""

    what: What


@dataclass(frozen=True)
class Pump:
    """The creature gets +power/+toughness until end of turn or until your next turn."""

    what: What
    power: Value = 0
    toughness: Value = 0
    until: str = "end of turn"


@dataclass(frozen=True)
class GainKeywords:
    """The permanent gains keywords until end of turn."""

    what: What
    keywords: frozenset[str]


@dataclass(frozen=True)
class GainLife:
    who: What = "you"
    n: Value = 1


@dataclass(frozen=True)
class LoseLife:
    who: What = "opponent"
    n: Value = 1


@dataclass(frozen=True)
class CreateToken:
    """Create tokens under your control (701.7)."""

    token: Token
    n: Value = 1


@dataclass(frozen=True)
class CreateCopyToken:
    """Create a token that is a copy of the object (707.2)."""

    what: What


@dataclass(frozen=True)
class AddMana:
    """Add mana. `mana` is a fixed amount such as `{C}{C}`, or `colors` one mana of one of these colours; `n` times."""

    colors: str
    n: Value = 1


@dataclass(frozen=True)
class Tap:
    what: What
    stays_tapped: bool = False
    """Whether it also does not untap during its controller's next untap step."""


@dataclass(frozen=True)
class Untap:
    what: What


@dataclass(frozen=True)
class GainControl:
    what: What
    until: str = "forever"


@dataclass(frozen=True)
class BecomeTreasure:
    """The permanent becomes a Treasure artifact with a Treasure's ability and loses all other types and abilities."""

    what: What


@dataclass(frozen=True)
class SorceriesAsFlash:
    """Until your next turn you may cast sorcery spells as though they had flash."""


@dataclass(frozen=True)
class ExtraTurn:
    """Take an extra turn after this one (500.7)."""


@dataclass(frozen=True)
class WinTheGame:
    """You win the game (104.2b)."""


@dataclass(frozen=True)
class May:
    """The controller may have the effects happen, paying `cost` if there is one."""

    effects: tuple[Effect, ...]
    cost: Costs | None = None


@dataclass(frozen=True)
class If:
    """The effects happen if the condition holds, else the others."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


Effect = Union[
    Proliferate, AddCounters, AddAnotherCounter, RaiseCounters, RemoveCounters, RemoveCounterOrSacrifice, Draw, Mill,
    Radiation, Discard, Scry, Dig, RevealTwo, TakeExiled, LookAtHand, DealDamage, Destroy, Sacrifice, ReturnToHand,
    PutOntoBattlefield, ExileCardsNamedLike, SearchOntoBattlefield, Exile, Regenerate, Pump, GainKeywords, GainLife, LoseLife,
    CreateToken, CreateCopyToken, AddMana, Tap, Untap, GainControl, BecomeTreasure, SorceriesAsFlash, ExtraTurn, WinTheGame,
    May, If,
]  # fmt: skip

# -------------------------------------------------------------------------------------------------------------- targets and costs


@dataclass(frozen=True)
class Target:
    """One group of targets (115). `of`: `permanent` (by `filter`), `player`, `any` (115.4), `player or planeswalker`, or `card`
    (in a graveyard, by `filter`, whose controller speaks of the owner). Between `least` and `most` of them, all different."""

    of: str = "permanent"
    filter: Filter = Filter()
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class SacrificeCost:
    """Sacrifice `n` permanents that the filter lets through, or the source itself."""

    n: int = 1
    filter: Filter | None = None
    """None: sacrifice the source."""


@dataclass(frozen=True)
class RemoveCountersCost:
    """Remove `n` counters: of `kind` from the source, or (`kind` None) of any kinds among what the filter lets through."""

    n: int
    kind: str | None = None
    filter: Filter | None = None


@dataclass(frozen=True)
class Costs:
    """Everything that one activation, spell or permission costs (118, 602.1a). `loyalty` is the change of 606.4, `"-X"` for
    minus X."""

    mana: Cost = ()
    tap: bool = False
    life: int = 0
    discard: int = 0
    sacrifice: SacrificeCost | None = None
    remove: RemoveCountersCost | None = None
    loyalty: int | str | None = None


# ---------------------------------------------------------------------------------------------------------------- abilities


@dataclass(frozen=True)
class Mode:
    """One mode of a modal spell or ability (700.2)."""

    effects: tuple[Effect, ...]
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True)
class Modes:
    """Choose `n` modes; with `repeat` the same one more than once. `entwine`: this much more for all of them (702.42)."""

    modes: tuple[Mode, ...]
    n: int = 1
    repeat: bool = False
    entwine: Cost | None = None


@dataclass(frozen=True)
class Spell:
    """What an instant or sorcery does as it resolves (113.3a). Either `effects` (with `targets`) or `modes`."""

    effects: tuple[Effect, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: Modes | None = None


@dataclass(frozen=True)
class Activated:
    """An activated ability (602); a loyalty ability if its cost has `loyalty` (606), a mana ability if it is one by 605.1a."""

    cost: Costs
    effects: tuple[Effect, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: Modes | None = None
    sorcery_speed: bool = False
    modelled: bool = field(default=True, compare=False)
    """False: right in the engine, but the optimizer's model does not follow it."""


@dataclass(frozen=True)
class Triggered:
    """A triggered ability (603): when `on` happens and `condition` holds (603.4), put it on the stack.

    `waits_for_combat` marks one that can trigger only in combat, which is reported wherever it is touched."""

    on: Event
    effects: tuple[Effect, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: Modes | None = None
    condition: Condition | None = None
    from_graveyard: bool = False
    """Whether it functions in the graveyard (113.6k)."""
    waits_for_combat: bool = False


# ------------------------------------------------------------------------------------------------------------ events (triggers)


@dataclass(frozen=True)
class YouCast:
    """You cast a spell that the filter lets through."""

    filter: Filter = Filter()


@dataclass(frozen=True)
class Enters:
    """A permanent that the filter lets through enters (603.6a); `self` alone with `source`."""

    filter: Filter = Filter()
    source: bool = False


@dataclass(frozen=True)
class Evolves:
    """A creature you control with greater power or toughness than the source enters (702.100)."""


@dataclass(frozen=True)
class Dies:
    """A creature that the filter lets through dies (700.4), looking back (603.10a); `had`: with a counter of this kind on it."""

    filter: Filter = Filter()
    source: bool = False
    had: str | None = None


@dataclass(frozen=True)
class YouProliferate:
    """You proliferate, even if nothing was chosen."""


@dataclass(frozen=True)
class CountersPut:
    """Counters of a kind are put: on the source (`source`, triggers for each counter) or by you on what the filter lets through
    (once for each permanent)."""

    kind: str
    filter: Filter = Filter()
    source: bool = False


@dataclass(frozen=True)
class BecomesTapped:
    """The source becomes tapped (701.26)."""


@dataclass(frozen=True)
class StepBegins:
    """The beginning of your `upkeep` or `end` step or of your precombat main phase, `main1`."""

    step: str


@dataclass(frozen=True)
class Chapter:
    """A chapter ability of a Saga (714.2)."""

    number: int


@dataclass(frozen=True)
class Holds:
    """A state trigger (603.8): triggers as soon as the condition holds, and not again while it is on the stack."""

    condition: Condition


@dataclass(frozen=True)
class DealsCombatDamageToPlayer:
    """The source deals combat damage to a player (510)."""


@dataclass(frozen=True)
class LosesLife:
    """An opponent (of the source's controller) loses life (119); `that` is the amount."""


Event = Union[
    YouCast, Enters, Evolves, Dies, YouProliferate, CountersPut, BecomesTapped, StepBegins, Chapter, Holds,
    DealsCombatDamageToPlayer, LosesLife,
]  # fmt: skip

# ----------------------------------------------------------------------------------------------- static and replacement abilities


@dataclass(frozen=True)
class ProliferateTwice:
    """If you would proliferate, proliferate twice instead (614.1a)."""


@dataclass(frozen=True)
class DoubleTokens:
    """If tokens would be created under your control, twice that many are created instead."""


@dataclass(frozen=True)
class MoreCounters:
    """If counters would be put, a different number is put instead (614.1a, 616.1).

    `times` and `plus` change the number (1, 1: one more); `half` halves it, rounded down. `kind` None: every kind. `on`: the
    permanents concerned; `players`: players too. `by`: `you` (the one who puts them), `opponent`, or None for anyone.
    `effects_only`: only counters that an effect puts (not costs, nor rules such as 714.3a; 614.16)."""

    times: int = 1
    plus: int = 0
    half: bool = False
    kind: str | None = None
    on: Filter = Filter()
    players: bool = False
    by: str | None = None
    effects_only: bool = False


@dataclass(frozen=True)
class CountersCannotBePut:
    """Counters cannot be put (614.17). `kind` None: any kind. `on` None: on no permanents. `players`: `each`, `you` or None."""

    kind: str | None = None
    on: Filter | None = None
    players: str | None = None


@dataclass(frozen=True)
class EntersTapped:
    """The source enters tapped (614.1c); with `unless_life` its controller may pay that much life instead."""

    unless_life: int = 0


@dataclass(frozen=True)
class EntersWithCounters:
    """The source enters with counters on it (614.1c)."""

    kind: str
    n: Value


@dataclass(frozen=True)
class CostsLess:
    """Spells you cast that the filter lets through cost {n} less (601.2f, 118.7a)."""

    filter: Filter
    n: int


@dataclass(frozen=True)
class MinimumCost:
    """While the source is untapped, each spell that would cost less than `n` mana costs `n` mana (601.2f)."""

    n: int


@dataclass(frozen=True)
class LifeForMana:
    """For each mana symbol of this colour in a cost you may pay 2 life rather than that mana (118.9 aside: chosen at payment)."""

    color: str


@dataclass(frozen=True)
class BoostSelf:
    """The source gets +power/+toughness (613.4c)."""

    power: Value
    toughness: Value


@dataclass(frozen=True)
class GrantAbilities:
    """Permanents that the filter lets through have these abilities (613.1f)."""

    filter: Filter
    abilities: tuple[Ability, ...]


@dataclass(frozen=True)
class LoseKeywords:
    """Permanents that the filter lets through lose these keywords (613.1f)."""

    filter: Filter
    keywords: frozenset[str]


@dataclass(frozen=True)
class SorcerySpeedOnly:
    """Each opponent can cast spells only any time they could cast a sorcery."""


@dataclass(frozen=True)
class NoLossForLife:
    """You do not lose the game for having 0 or less life."""


@dataclass(frozen=True)
class DamageAsInfect:
    """As long as you have 0 or less life, all damage is dealt to you as though its source had infect."""


@dataclass(frozen=True)
class AllPermanentsAre:
    """All permanents have these types in addition to their own (613.1d)."""

    types: frozenset[str]


@dataclass(frozen=True)
class EverythingColorless:
    """All cards, spells and permanents are colourless (613.1e)."""


@dataclass(frozen=True)
class AnyManaPays:
    """Players may spend mana as though it were mana of any colour."""


@dataclass(frozen=True)
class NotUnderstood:
    """An ability of which the notation says only that it is there; whatever it touches is reported."""

    reason: str


Static = Union[
    ProliferateTwice, DoubleTokens, MoreCounters, CountersCannotBePut, EntersTapped, EntersWithCounters, CostsLess, MinimumCost,
    LifeForMana, BoostSelf, GrantAbilities, LoseKeywords, SorcerySpeedOnly, NoLossForLife, DamageAsInfect, AllPermanentsAre,
    EverythingColorless, AnyManaPays, NotUnderstood,
]  # fmt: skip

Ability = Union[Spell, Activated, Triggered, Static]

# ---------------------------------------------------------------------------------------------------------------- cards


@dataclass(frozen=True)
class CardDefinition:
    """What a card is: its characteristics and abilities (200-207, 113). `colors` follow from the cost unless given.

    Keywords that are only a word (`flying`, `lifelink`, `compleated`, `fading 3`, `multikicker {2}`) stand in `keywords`."""

    name: str
    cost: Cost | None = None
    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: tuple[str, ...] = ()
    colors: frozenset[str] = frozenset()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    keywords: frozenset[str] = frozenset()
    abilities: tuple[Ability, ...] = ()
    multikicker: Cost | None = None
    additional: Costs | None = None
    """What must be paid in addition to cast it (118.8)."""
    modelled: bool = field(default=True, compare=False)
    """False: right in the engine, but the optimizer's model does not follow it (tier B)."""
