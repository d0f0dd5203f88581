"""Effects on cards in hands, libraries and graveyards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.costs import Costs
    from engine.vocabulary.effects import Effect
    from engine.vocabulary.filters import Filter, What
    from engine.vocabulary.values import Value


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
    """The player discards that many cards of their choice (701.9), or any number."""

    who: What
    n: Value = 1
    filter: Filter | None = None
    any_number: bool = False
    at_random: bool = False
    """Whether chance chooses them, not the player."""


@dataclass(frozen=True)
class ChooseOwnCards:
    """The player chooses that many cards that the filter lets through, or up to that many, among those in these zones of theirs
    (`hand`, `graveyard`, `exile`); with `at_random` chance does. `made` speaks of them."""

    filter: Filter | None = None
    who: What = "you"
    n: Value = 1
    zones: frozenset[str] = frozenset({"hand"})
    up_to: bool = False
    at_random: bool = False


@dataclass(frozen=True)
class ChooseCards:
    """The player chooses that many cards that the filter lets through, or up to that many, in the `hand` or `graveyard` of those
    players: `made` speaks of them. With `every` it is all of them. Nothing is known to be chosen where nothing is known of a
    card."""

    filter: Filter | None = None
    zone: str = "hand"
    whose: What = "target"
    n: Value = 1
    up_to: bool = False
    who: What = "you"
    every: bool = False


@dataclass(frozen=True)
class DiscardThem:
    """The owners of the cards in their hands discard them (701.9)."""

    what: What


@dataclass(frozen=True)
class Connive:
    """The permanents connive: their controllers draw that many cards and discard as many; each nonland card discarded so puts a
    +1/+1 counter on the permanent (701.50). An unknown card puts none."""

    what: What = "self"
    n: Value = 1


@dataclass(frozen=True)
class Scry:
    """Scry (701.22)."""

    n: Value = 1


@dataclass(frozen=True)
class Surveil:
    """Surveil (701.25): any of the top cards of your library go into your graveyard, the others back on top in any order."""

    n: Value = 1


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
class ExileCardsNamedLike:
    """Search the owner's graveyard, hand and library for any number of cards with the name of the target card and exile them."""

    what: What


@dataclass(frozen=True)
class ExileChosenName:
    """Choose a card name, search the player's graveyard, hand and library for up to `n` cards of that name and exile them. The
    player shuffles, then draws a card for each that was exiled from the hand."""

    who: What
    n: int = 4


@dataclass(frozen=True)
class SearchOntoBattlefield:
    """Search your library for a card, put it onto the battlefield, then shuffle."""

    filter: Filter


@dataclass(frozen=True)
class Look:
    """Look at the top `n` cards of your library, or of that of `who`, pick up to `most` of them that the filter lets through
    (exactly that many, if there are, with `must`) and put them into a zone: `hand`, `battlefield`, `library` (on top) or `exile`.
    The rest goes to the `bottom` of the library in any order, there in random order with `bottom at random`, to the `graveyard`,
    into your `hand`, or stays on `top` in any order; with `top or bottom` one card stays there or goes to the bottom, as you
    choose.

    `otherwise` happens if none was picked. That much is how many fewer than `most` were picked."""

    n: Value
    filter: Filter | None = None
    most: int = 1
    must: bool = False
    to: str = "hand"
    tapped: bool = False
    rest: str = "bottom"
    otherwise: tuple[Effect, ...] = ()
    who: What = "you"


@dataclass(frozen=True)
class ExileToPlay:
    """Exile the top cards of your library. Until then you may play those that the filter lets through, or only cast them."""

    n: Value = 1
    until: str = "end of turn"
    filter: Filter | None = None
    cast_only: bool = False


@dataclass(frozen=True)
class PermitPlay:
    """You may play the cards, which are in exile, until then, or only cast them; the rest as for `MayPlay`."""

    what: What = "made"
    until: str = "end of turn"
    cast_only: bool = False
    any_mana: bool = False
    then_exiled: bool = False


@dataclass(frozen=True)
class ExileFromTop:
    """The player exiles cards from the top of their library until they exile one that the filter lets through. `made` then speaks
    of that one."""

    who: What
    found: Filter


@dataclass(frozen=True)
class RevealUntil:
    """The player reveals cards from the top of their library until one that the filter lets through, which goes to `hand`, into
    `exile`, into the `graveyard` or onto the `battlefield` under your control; `made` then speaks of it. The others go into the
    `graveyard`, into `exile`, on the `bottom` in any order, there in random order with `bottom at random`, or are shuffled into
    the library (`shuffle`)."""

    who: What
    found: Filter
    to: str = "exile"
    rest: str = "shuffle"
    tapped: bool = False


@dataclass(frozen=True)
class Explore:
    """The permanents explore: their controllers reveal the top card of their library; a land goes to the hand, for another card
    the permanent gets a +1/+1 counter and the card may go into the graveyard (701.44). Nothing happens to an unknown card."""

    what: What = "self"


@dataclass(frozen=True)
class CastFromTop:
    """Exile cards from the top of your library until one that the filter lets through, which you may cast without paying its
    mana cost. The others go on the `bottom` in a random order, with it if it was not cast, or it goes to `otherwise`: your `hand`
    (702.85a, 701.57a)."""

    found: Filter
    otherwise: str = "bottom"


@dataclass(frozen=True)
class SetAside:
    """Exile this card from your hand; on a later turn it can be cast in that way: `plot` (702.170a), `foretell` (702.143a)."""

    how: str


@dataclass(frozen=True)
class CastFree:
    """You may cast one of the cards, or any number of them, without paying their mana costs (118.5, 608.2g), but their additional
    costs (118.9d). `then_exiled`: the spell is exiled instead of being put into a graveyard."""

    what: What = "made"
    any_number: bool = False
    then_exiled: bool = False


@dataclass(frozen=True)
class CastFor:
    """You may cast the card for another cost than its mana cost (118.9, 608.2g); if you do not, it goes into its owner's
    graveyard (702.35a)."""

    cost: Costs
    what: What = "self"
    how: str = "madness"


@dataclass(frozen=True)
class CastCopies:
    """Copy the cards that many times; you may cast the copies without paying their mana costs (707.12)."""

    what: What = "made"
    n: Value = 1


@dataclass(frozen=True)
class Search:
    """A player searches their library for up to `n` cards that the filter lets through, puts them into `hand` or `graveyard`,
    onto the `battlefield` or on top of the `library`, and shuffles. Cards of any kind have to be found (701.23d).
    With `graveyard` they search their library or their graveyard or both, and shuffle only if they searched the library."""

    filter: Filter
    n: Value = 1
    to: str = "hand"
    tapped: bool = False
    who: What = "you"
    graveyard: bool = False


CardEffect = Union[
    Draw, Mill, Radiation, Discard, ChooseCards, ChooseOwnCards, DiscardThem, Scry, Surveil, Dig, RevealTwo, TakeExiled,
    LookAtHand, ExileCardsNamedLike, ExileChosenName, SearchOntoBattlefield, Look, ExileToPlay, PermitPlay, ExileFromTop,
    Connive, RevealUntil, Explore, CastFromTop, SetAside, CastFree, CastFor, CastCopies, Search,
]  # fmt: skip
