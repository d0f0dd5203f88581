"""What a game state is made of: players, cards, permanents, objects on the stack (CR 102, 109-112). Plain values.

Every object has an `ObjectId`. Players are the ids `YOU` and `OPPONENT`, so that one type of reference serves for targets and
proliferate choices. An object that changes zones becomes a new object with a new id (400.7).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from engine.mana import NO_MANA, Mana
from engine.modes import InMode
from engine.vocabulary import Ability, CardDefinition, Effect, SpendOn, Target

if TYPE_CHECKING:
    from engine.context import Context

ObjectId = int
YOU: ObjectId = 0
OPPONENT: ObjectId = 1
FIRST_OBJECT: ObjectId = 2

CHANCE: ObjectId = OPPONENT
"""Who answers what is left to chance: whatever is to be sure has to hold for every outcome, as if the opponent chose it."""

Counters = tuple[tuple[str, int], ...]
"""Counters as pairs of kind and number, sorted by kind; a kind that is not there has no entry (so a 0 never is)."""


def count_of(counters: Counters, kind: str) -> int:
    """How many counters of that kind there are."""
    for k, n in counters:
        if k == kind:
            return n
    return 0


def with_counters(counters: Counters, kind: str, change: int) -> Counters:
    """The counters after adding `change` (which may be negative) of one kind; kinds at 0 vanish (122.1)."""
    counts = dict(counters)
    counts[kind] = counts.get(kind, 0) + change
    return tuple(sorted((k, n) for k, n in counts.items() if n > 0))


class Step(Enum):
    """The steps and phases of a turn (500.1)."""

    UNTAP = "untap"
    UPKEEP = "upkeep"
    DRAW = "draw"
    MAIN1 = "main1"
    BEGIN_COMBAT = "begin_combat"
    DECLARE_ATTACKERS = "declare_attackers"
    DECLARE_BLOCKERS = "declare_blockers"
    FIRST_STRIKE_DAMAGE = "first_strike_damage"
    COMBAT_DAMAGE = "combat_damage"
    END_COMBAT = "end_combat"
    MAIN2 = "main2"
    END = "end"
    CLEANUP = "cleanup"


class Result(Enum):
    """How the game stands from your side (104)."""

    NONE = "none"
    WON = "won"
    LOST = "lost"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Card:
    """A card outside the battlefield and the stack. `definition` None: an unknown card (of an unknown library)."""

    id: ObjectId
    definition: CardDefinition | None
    owner: ObjectId
    counters: Counters = ()
    label: str = ""
    """The `id` given in the position file, empty if there was none."""
    exiled_by: ObjectId | None = None
    until_leaves: bool = False
    """Whether it is exiled only until what exiled it leaves the battlefield (610.3)."""
    aside: tuple[str, int] | None = None
    """In which way it can be cast on later turns, and in which turn it was exiled for that (702.143a, 702.170a)."""


def at_random(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in an order that nobody knows (701.24a), so which is which is not known either."""
    if len({id(card.definition) for card in cards}) < 2:
        return cards
    return tuple(Card(card.id, None, card.owner) for card in cards)


ONCE_EVER = "ever "
"""How that in `Permanent.used` begins which is remembered beyond the turn."""


ITSELF, GIVEN, GAINED = "itself", "given", "gained "
"""What `Permanent.stamps` calls the permanent, the effect that last gave it to a player for good, and, before the word, a keyword
that it has gained. A kind of counter is called as it is."""


CAME_LATELY = "new"
"""What `Permanent.used` remembers for the turn of what came under its controller's control since their last one began, where
that matters."""


@dataclass(frozen=True, slots=True)
class Permanent:
    """A permanent (110). `power` and `toughness` changes until end of turn add up in `boost`."""

    id: ObjectId
    definition: CardDefinition
    owner: ObjectId
    controller: ObjectId
    counters: Counters = ()
    tapped: bool = False
    sick: bool = False
    """Whether it came under its controller's control since their turn began (302.6)."""
    damage: int = 0
    token: bool = False
    attached_to: ObjectId | None = None
    boost: tuple[int, int] = (0, 0)
    gained: frozenset[str] = frozenset()
    """Keywords gained until end of turn."""
    activated_loyalty: int = 0
    """How many of its loyalty abilities were activated this turn (606.3)."""
    regeneration_shields: int = 0
    kicked: int = 0
    stays_tapped: bool = False
    """Whether it does not untap in its controller's next untap step."""
    exerted_by: frozenset[ObjectId] = frozenset()
    """The players who exerted it: it does not untap in the next untap step of each (701.43a)."""
    control_ends: ObjectId | None = None
    """The player who gets control back at end of turn, if it is borrowed."""
    deathtouched: bool = False
    melded: tuple[CardDefinition, ...] = ()
    """The cards that it consists of, if they were melded (712.4)."""
    became: CardDefinition | None = None
    """What it is instead of what its card says, while it is a copy of something else (707)."""
    chosen: tuple[tuple[str, str], ...] = ()
    label: str = ""
    transformed: bool = False
    """Whether its back face is up (712.8)."""
    entered: bool = False
    """Whether it entered this turn."""
    attacked: bool = False
    """Whether it was declared as an attacker this turn."""
    cast_as: str = ""
    """In which alternative way it was cast (118.9)."""
    mana_of: Mana = NO_MANA
    """How much mana of each type was spent to cast it, where the card asks for it."""
    ring_bearer: bool = False
    """Whether it is the Ring-bearer of its controller (701.54)."""
    cast_from: str = ""
    """The zone from which it was cast, empty if it was not cast."""
    used: tuple[str, ...] = ()
    """Which of its abilities that work once each turn were used this turn, and which of those that work once ever (`ONCE_EVER`
    before them)."""
    damaged_by: frozenset[tuple[ObjectId, int]] = frozenset()
    """Which of `Tracked.damagers` dealt damage to it this turn, each with the player who says "you" in it."""
    stamps: tuple[tuple[str, ObjectId], ...] = ()
    """The timestamps that it (`ITSELF`) and what is on it have received since it entered (613.7b, c, e-g)."""

    def stamp(self, what: str) -> ObjectId:
        """The timestamp that this has received since the permanent entered, 0 if none."""
        for name, timestamp in self.stamps:
            if name == what:
                return timestamp
        return 0

    @property
    def timestamp(self) -> ObjectId:
        """613.7d: an object receives one as it enters, which is its id, and maybe later ones."""
        return self.stamp(ITSELF) or self.id

    @property
    def shown(self) -> CardDefinition:
        """What it is before other effects than copying: what it became, or the face that is up (707.2, 712.8)."""
        if self.became is not None:
            return self.became
        return self.definition.back or self.definition if self.transformed else self.definition

@dataclass(frozen=True, slots=True)
class Player:
    """A player (102): zones are tuples of cards; `library` is None while nothing is known of it, else its known cards from the
    top. `library_ends` says that below the known cards nothing is left (drawing then loses, 704.5b)."""

    life: int = 20
    counters: Counters = ()
    mana: Mana = NO_MANA
    bound: tuple[tuple[SpendOn, Mana], ...] = ()
    """The mana in the pool that can be spent only on something (106.6), oldest first."""
    hand: tuple[Card, ...] = ()
    graveyard: tuple[Card, ...] = ()
    exile: tuple[Card, ...] = ()
    command: tuple[Card, ...] = ()
    library: tuple[Card, ...] = ()
    library_ends: bool = False
    lands_played: int = 0
    land_plays: int = 1
    drew_from_empty: bool = False
    sorceries_as_flash: bool = False
    skipped_combats: int = 0
    """How many of their next combat phases they skip."""
    extra_turns: tuple[int, ...] = ()
    """The extra turns to come: a number for each, the higher the later it was created (500.7)."""
    designations: tuple[tuple[str, int], ...] = ()
    emblems: tuple[str, ...] = ()


TRANSFORMED = "transformed"
"""How a spell is cast that is the back face of its card (712.14a)."""


@dataclass(frozen=True, slots=True)
class StackObject:
    """A spell or ability on the stack (112, 113.7)."""

    id: ObjectId
    controller: ObjectId
    effects: tuple[Effect | InMode, ...]
    targets: tuple[tuple[ObjectId, ...], ...] = ()
    target_specs: tuple[Target, ...] = ()
    card: Card | None = None
    """The card of a spell, None for an ability."""
    source: ObjectId | None = None
    """The permanent or card an ability comes from."""
    ability: Ability | None = None
    x: int = 0
    kicked: int = 0
    life_paid: int = 0
    """The life paid to activate an ability."""
    life_symbols: int = 0
    """How many Phyrexian symbols of the spell's cost were paid with life (702.150a)."""
    that: ObjectId | None = None
    """The object or player of the event that triggered it."""
    sacrificed: tuple[ObjectId, ...] = ()
    amount: int = 0
    """The amount of the event that triggered it."""
    about: Context | None = None
    """What a delayed or reflexive triggered ability remembers of the effect that created it (603.7, 603.12)."""
    cast_as: str = ""
    """In which alternative way the spell was cast (118.9)."""
    cast_from: str = ""
    """The zone from which the spell was cast."""
    copied: bool = False
    """Whether it is a copy, which is no card (707.10)."""
    shares: tuple[tuple[int, ...], ...] = ()
    """For each group of targets how much each of them gets of what is divided among them (601.2d); empty if nothing is."""
    then_exiled: bool = False
    """Whether the spell is exiled instead of being put into a graveyard."""
    mana_spent: int = 0
    """How much mana was spent to cast the spell."""
    mana_of: Mana = NO_MANA
    """How much of each type of mana that was, where the card asks for it."""


__all__ = [
    "CAME_LATELY", "CHANCE", "FIRST_OBJECT", "GAINED", "GIVEN", "ITSELF", "ONCE_EVER", "OPPONENT", "TRANSFORMED", "YOU",
    "Card", "Counters", "ObjectId", "Permanent", "Player", "Result", "StackObject", "Step", "count_of", "replace",
    "with_counters",
]  # fmt: skip
