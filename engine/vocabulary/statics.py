"""Static abilities and replacement effects (604, 614)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from engine.vocabulary.changes import Change
from engine.vocabulary.combat import CombatStatic, Subject
from engine.vocabulary.damage import DamageStatic
from engine.vocabulary.filters import Filter

if TYPE_CHECKING:
    from engine.vocabulary.abilities import Ability
    from engine.vocabulary.cards import Token
    from engine.vocabulary.conditions import Condition
    from engine.vocabulary.effects import CopyChange
    from engine.vocabulary.targets import Target
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class ProliferateTwice:
    """If you would proliferate, proliferate twice instead (614.1a)."""


@dataclass(frozen=True)
class DoubleTokens:
    """If tokens would be created under your control, twice that many are created instead."""


@dataclass(frozen=True)
class MoreTokens:
    """If tokens that the filter lets through would be created under your control, those tokens and this one are created instead
    (614.1a)."""

    filter: Filter
    token: Token


@dataclass(frozen=True)
class MoreCounters:
    """If counters would be put, a different number is put instead (614.1a, 616.1).

    `times` and `plus` change the number (1, 1: one more); `half` halves it, rounded down. `kind` None: every kind. `on`: the
    permanents concerned; `players`: players too; `you`: you too. `by`: `you` (who puts them), `opponent`, or None for anyone.
    `effects_only`: only counters that an effect puts (not costs, nor rules such as 714.3a; 614.16)."""

    times: int = 1
    plus: int = 0
    half: bool = False
    kind: str | None = None
    on: Filter = Filter()
    players: bool = False
    by: str | None = None
    effects_only: bool = False
    you: bool = False


@dataclass(frozen=True)
class CountersCannotBePut:
    """Counters cannot be put (614.17). `kind` None: any kind. `on` None: on no permanents. `players`: `each`, `you` or None."""

    kind: str | None = None
    on: Filter | None = None
    players: str | None = None


@dataclass(frozen=True)
class EntersTapped:
    """The source enters tapped (614.1c), unless the condition holds; with `unless_life` its controller may pay that much life
    instead, with `unless_reveal` reveal such a card from their hand. With a filter the permanents that it lets through enter
    tapped."""

    unless_life: int = 0
    unless_reveal: Filter | None = None
    unless: Condition | None = None
    filter: Filter | None = None


@dataclass(frozen=True)
class EntersWithCounters:
    """The source enters with counters on it (614.1c), if the condition holds; with a filter the permanents that it lets through
    enter with so many more."""

    kind: str
    n: Value
    condition: Condition | None = None
    filter: Filter | None = None
    optional: bool = False
    """Whether its controller may leave them out."""
    otherwise: frozenset[str] = frozenset()
    """The keywords that what enters gains for good if they are left out (702.136a)."""


@dataclass(frozen=True)
class ExiledInstead:
    """If the source, or a permanent that the filter lets through, would die (`of: dying`), or leave the battlefield for anywhere
    (`leaving`), it is exiled instead (614.1a); with `of: graveyard` the source if it would be put into a graveyard from
    anywhere."""

    of: str = "dying"
    filter: Filter | None = None


@dataclass(frozen=True)
class EntersAsCopy:
    """You may have the source enter as a copy of a permanent that the filter lets through (707.5), changed so."""

    filter: Filter
    change: CopyChange | None = None


@dataclass(frozen=True)
class ChoosesAsEnters:
    """As the source enters, its controller chooses a `color`, or one of the words that are offered for another `what`
    (614.12a)."""

    what: str
    among: tuple[str, ...] = ()


@dataclass(frozen=True)
class CostsLess:
    """Spells you cast that the filter lets through cost {n} less (601.2f, 118.7a); with the filter `self`: this spell does."""

    filter: Filter
    n: Value


@dataclass(frozen=True)
class CostsMore:
    """Spells that the filter lets through cost these players (`each player`, `opponent` or `you`) `n` generic mana more to cast
    (601.2f)."""

    filter: Filter
    n: Value
    who: str = "each player"


@dataclass(frozen=True)
class CostsLessItself:
    """This spell costs that much less generic mana to cast, if the condition holds (601.2f, 118.7a)."""

    n: Value
    condition: Condition | None = None


@dataclass(frozen=True)
class CostsByTargets:
    """This spell costs `n` generic mana more to cast if it targets one of these, or less if `n` is below 0 (601.2f)."""

    target: Target
    n: int


@dataclass(frozen=True)
class AbilitiesCostLess:
    """Abilities of permanents that the filter lets through cost you `n` generic mana less to activate (601.2f, 602.2b); with
    `equip` only equip abilities do, with `first` only the first such ability that you activate each turn."""

    filter: Filter
    n: Value
    equip: bool = False
    first: bool = False


@dataclass(frozen=True)
class MoreMana:
    """Whenever a permanent that the filter lets through is tapped for mana, its controller adds `n` mana of this type more: a
    triggered mana ability (605.1b), which does not use the stack."""

    filter: Filter
    color: str
    n: int = 1


@dataclass(frozen=True)
class MinimumCost:
    """While the source is untapped, each spell that would cost less than `n` mana costs `n` mana (601.2f)."""

    n: int


@dataclass(frozen=True)
class LifeForMana:
    """For each mana symbol of this colour in a cost you may pay 2 life rather than that mana (118.9 aside: chosen at payment)."""

    color: str


@dataclass(frozen=True)
class LifeForColor:
    """As an additional cost to cast spells that the filter lets through you may pay 2 life; such a spell then costs one mana of
    this colour less, if there is that much of it in its cost (118.8, 601.2f)."""

    filter: Filter
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
class HasAbilitiesOf:
    """The source has all activated abilities of the permanents that the filter lets through (613.1f). `any_mana`: mana may be
    spent as though it were mana of any colour to activate those (609.4b)."""

    filter: Filter
    any_mana: bool = False


@dataclass(frozen=True)
class LoseKeywords:
    """Permanents that the filter lets through lose these keywords (613.1f)."""

    filter: Filter
    keywords: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Modify(Change):
    """Permanents that the filter lets through are changed so (604.1, 613)."""

    filter: Filter


@dataclass(frozen=True)
class SizeIs:
    """A characteristic-defining ability (604.3): the power and toughness of the source are these (613.4a); None: as printed."""

    power: Value | None = None
    toughness: Value | None = None


@dataclass(frozen=True)
class While:
    """The static abilities hold as long as the condition does."""

    condition: Condition
    abilities: tuple[Ability, ...]


@dataclass(frozen=True)
class CastAsFlash:
    """You may cast spells that the filter lets through as though they had flash (702.8a)."""

    filter: Filter = Filter()


@dataclass(frozen=True)
class CannotCast:
    """Players (`each player`, `opponent` or `you`) cannot cast spells that the filter lets through (101.2, 601.3)."""

    filter: Filter
    who: str = "each player"


@dataclass(frozen=True)
class LoyaltyTwice:
    """Loyalty abilities of these planeswalkers may be activated twice each turn rather than once (606.3)."""

    who: Subject = "self"


@dataclass(frozen=True)
class SearchesTop:
    """If an opponent would search a library, that player searches its top `n` cards instead (614.1a)."""

    n: int


@dataclass(frozen=True)
class CannotBeCountered:
    """Spells that the filter lets through cannot be countered (101.2)."""

    filter: Filter


@dataclass(frozen=True)
class CannotActivate:
    """Activated abilities of permanents that the filter lets through cannot be activated (602.5)."""

    filter: Filter


@dataclass(frozen=True)
class TriggersAgain:
    """If a creature dying causes an ability of a permanent you control to trigger, it triggers an additional time (603.2d)."""


@dataclass(frozen=True)
class MoreLands:
    """You may play `n` additional lands on each of your turns (305.2)."""

    n: int = 1


@dataclass(frozen=True)
class NoMaximumHandSize:
    """You have no maximum hand size (402.2)."""


@dataclass(frozen=True)
class UnspentManaBecomes:
    """If you would lose unspent mana, that mana becomes mana of this colour instead (500.5)."""

    color: str


@dataclass(frozen=True)
class MayPlay:
    """You may play certain cards from exile, which the effect that says so names; with `cast_only` not as lands. `any_mana`: mana
    of any type can be spent for that (609.4b). `then_exiled`: the spell is exiled instead of being put into a graveyard.
    `no_adventure`: not as an Adventure (715.3d)."""

    cast_only: bool = False
    any_mana: bool = False
    then_exiled: bool = False
    no_adventure: bool = False


@dataclass(frozen=True)
class HasHexproof:
    """You have hexproof: you cannot be the target of spells or abilities your opponents control (702.11c)."""


@dataclass(frozen=True)
class ControlAttached:
    """You control what the source is attached to (613.1b)."""


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
    """An ability of which the notation says only that it is there; whatever it touches is reported. `activated`: nothing comes of
    it unless somebody activates it, which the engine does not offer."""

    reason: str
    activated: bool = False


Static = Union[
    ProliferateTwice, DoubleTokens, MoreTokens, MoreCounters, CountersCannotBePut, EntersTapped, EntersWithCounters,
    ExiledInstead, EntersAsCopy, ChoosesAsEnters, CostsLess, CostsMore, CostsLessItself, CostsByTargets,
    AbilitiesCostLess, MinimumCost, LifeForMana, LifeForColor, BoostSelf, Modify,
    SizeIs, While, HasHexproof, ControlAttached, CastAsFlash, CannotCast, LoyaltyTwice, CannotBeCountered, CannotActivate,
    SearchesTop, TriggersAgain, MoreLands, NoMaximumHandSize,
    UnspentManaBecomes, MoreMana, MayPlay, GrantAbilities, HasAbilitiesOf, LoseKeywords, SorcerySpeedOnly, NoLossForLife,
    DamageAsInfect, AllPermanentsAre, EverythingColorless, AnyManaPays, NotUnderstood, CombatStatic, DamageStatic,
]  # fmt: skip
