"""States from which the opponent cannot lose any more in what is left of the turn.

Once combat damage is dealt, an opponent loses only by what cards say: by damage or loss of life, by counters, by drawing from an
empty library, by an effect that wins the game (104.3). If no card in reach says anything of the kind, nothing needs to be tried.
"""

from __future__ import annotations

from functools import cache

from engine.keywords import told_by
from engine.objects import OPPONENT, YOU, Step, count_of
from engine.state import State
from engine.state_based import LETHAL_POISON
from engine.vocabulary import (
    AddMana,
    Alter,
    Attach,
    BecomeCopy,
    CardDefinition,
    ChoosePermanents,
    Counter,
    CreateToken,
    Destroy,
    Dig,
    Discard,
    Effect,
    EnteringCounters,
    Exile,
    ExileUntil,
    GainControl,
    GainKeywords,
    GainLife,
    If,
    LookAtHand,
    May,
    NotUnderstood,
    PhaseOut,
    Pump,
    PutFromHand,
    PutIntoLibrary,
    PutOntoBattlefield,
    Regenerate,
    RemoveCounters,
    ReturnToHand,
    Sacrifice,
    SacrificeThem,
    Scry,
    Search,
    SearchOntoBattlefield,
    SkipCombat,
    SkipUntap,
    Surveil,
    Tap,
    Together,
    Transform,
    UnlessPays,
    Untap,
)  # fmt: skip

_HARMLESS = (
    AddMana, Alter, Attach, BecomeCopy, ChoosePermanents, Counter, CreateToken, Destroy, Dig, Discard, EnteringCounters, Exile,
    ExileUntil, GainControl, GainKeywords, GainLife, If, LookAtHand, May, PhaseOut, Pump, PutFromHand, PutIntoLibrary,
    PutOntoBattlefield, Regenerate, RemoveCounters, ReturnToHand, Sacrifice, SacrificeThem, Scry, Search, SearchOntoBattlefield,
    SkipCombat, SkipUntap, Surveil, Tap, Together, Transform, UnlessPays, Untap,
)  # fmt: skip
"""Effects by which no player loses."""

_EFFECTS: tuple[type, ...] = tuple(getattr(Effect, "__args__", ()))

AFTER_DAMAGE = frozenset({Step.COMBAT_DAMAGE, Step.END_COMBAT, Step.MAIN2, Step.END, Step.CLEANUP})
"""The steps in which combat damage has been dealt."""


def is_hopeless(state: State) -> bool:
    """Whether the opponent cannot lose any more this turn. False where that is not plain."""
    if state.step not in AFTER_DAMAGE or state.active != YOU or not state.course.is_last_turn:
        return False
    if state.stack or state.agenda or state.waiting or state.lasting:
        return False
    opponent = state.players[OPPONENT]
    if opponent.life <= 0 or count_of(opponent.counters, "poison") >= LETHAL_POISON:
        return False
    definitions = [p.shown for p in state.battlefield.values()]
    for player in state.players:
        for zone in (player.hand, player.graveyard, player.exile, player.command, player.library):
            definitions += [card.definition for card in zone if card.definition is not None]
    return not any(map(_threatens, definitions))


@cache
def _threatens(definition: CardDefinition) -> bool:
    """Whether the card says anything by which a player could lose."""
    return any(
        isinstance(word, NotUnderstood) or (isinstance(word, _EFFECTS) and not isinstance(word, _HARMLESS))
        for word in told_by(definition)
    )
