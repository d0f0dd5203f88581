"""What a position leaves open: what nobody knows of it, what is left to chance, and what of its goal is not played. No search
covers that, so nothing is proved where there is any of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.actions import asks_for_colors
from engine.formats.inspection import not_understood
from engine.objects import Step, count_of
from engine.position import Position
from engine.sources import is_expressible, is_mana_ability
from engine.state import State
from engine.vocabulary import Activated, CardDefinition, NotUnderstood
from engine.vocabulary.inside import words_in
from optimizer.reductions import leaves_to_chance


def left_open(position: Position, start: State) -> tuple[str, ...]:
    """All of that, in words.

    Args:
        start: what the position was made into.
    """
    return (
        *not_understood(position), *_not_understood(start), *_left_to_chance(start), *_colors_of_mana(start),
        *_unused_mana(start), *_hidden(start), *later(position),
    )  # fmt: skip


def _known_faces(start: State) -> Iterator[CardDefinition]:
    """All that is known of the cards of a game, back faces too."""
    cards = [card for p in start.battlefield.values() for card in (p.definition, *p.melded)]
    for player in start.players:
        for zone in (player.hand, player.library, player.graveyard, player.exile, player.command):
            cards += [card.definition for card in zone if card.definition is not None]
    for card in cards:
        yield card
        if card.back is not None:
            yield card.back


def _not_understood(start: State) -> Iterator[str]:
    """Abilities of which nobody knows what they do, the engine no more than the model: no search covers them."""
    faces = _known_faces(start)
    for name, reason in dict.fromkeys((d.name, a.reason) for d in faces for a in d.abilities if isinstance(a, NotUnderstood)):
        yield f"{name}: {reason}"


def _left_to_chance(start: State) -> Iterator[str]:
    """What is random. The search lets the opponent choose the outcome: a line that it finds is sure, but none is proved best."""
    for name in dict.fromkeys(d.name for d in _known_faces(start) if leaves_to_chance(d)):
        yield f"{name}: what is chosen at random (the worst outcome is taken)"


def _colors_of_mana(start: State) -> Iterator[str]:
    """Payments that differ only in the colour of mana for generic costs are not told apart."""
    for name in dict.fromkeys(d.name for d in _known_faces(start) if asks_for_colors(d)):
        yield f"{name}: which colours of mana are spent on it (not every choice is tried)"


def _unused_mana(start: State) -> Iterator[str]:
    """Mana abilities that the engine lets nobody activate: those whose costs take mana or ask for more choices (605.3a)."""
    for name in dict.fromkeys(d.name for d in _known_faces(start) if _has_unused_mana(d)):
        yield f"{name}: its mana ability that costs more than to tap or sacrifice something"


@cache
def _has_unused_mana(definition: CardDefinition) -> bool:
    words = words_in(definition)
    return any(isinstance(a, Activated) and is_mana_ability(a) and not is_expressible(a.cost) for a in words)


def later(position: Position) -> Iterator[str]:
    """What is asked for beyond the turn that is played."""
    if position.turns > 1:
        yield f"the {position.turns} turns of the goal: only this one is played"


def _hidden(start: State) -> Iterator[str]:
    """What depends on cards that nobody knows: those that rad counters mill (727.1)."""
    player = start.players[start.active]
    known = player.library_ends and all(card.definition is not None for card in player.library)
    if count_of(player.counters, "rad") and not known and start.step in (Step.UNTAP, Step.UPKEEP, Step.DRAW):
        yield "which unknown cards the rad counters mill"
