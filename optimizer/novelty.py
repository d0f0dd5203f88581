"""How new what a state shows is, in one search: whether it has a fact, or two facts together, that no state before it had which
seemed as far from the goal.

Where many states seem equally far away, those go first in which something has come about that never was: a creature under your
control, a counter of a new number, an Equipment on another creature (novelty of Lipovetzky and Geffner 2012; best-first
width search 2017). It orders searches; nothing depends on it but how soon they end.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations

from engine.objects import OPPONENT, YOU, ObjectId, Permanent
from engine.state import State

OLD = (0, 1, 40)
"""How much harder to prove a state is taken to be that shows something new, only two things together, or nothing new: such a
state waits for nearly all others."""


class Novelty:
    """What was seen so far, by how far from the goal it seemed."""

    def __init__(self) -> None:
        self._facts: dict[int, set[int]] = {}
        self._pairs: dict[int, set[tuple[int, int]]] = {}

    def handicap(self, state: State, missing: int) -> int:
        """How much harder to prove the state is taken to be for what it shows; notes that it was seen.

        Args:
            missing: how far from the goal it seems (`optimizer.playout`).
        """
        facts = sorted({hash(fact) for fact in _facts(state)})
        seen, together = self._facts.setdefault(missing, set()), self._pairs.setdefault(missing, set())
        before, pairs_before = len(seen), len(together)
        seen.update(facts)
        together.update(combinations(facts, 2))
        return OLD[0 if len(seen) > before else 1 if len(together) > pairs_before else 2]


def _facts(state: State) -> Iterator[Hashable]:
    """What is so in a state, object by object: things of one name and controller are not told apart."""
    yield state.step, type(state.decision)
    for id, permanent in state.battlefield.items():
        yield from _facts_of(state, id, permanent)
    for player in (YOU, OPPONENT):
        of = state.players[player]
        yield player, "life", of.life
        yield player, "library", len(of.library)
        yield from ((player, *counter) for counter in of.counters)
        for zone, cards in (("hand", of.hand), ("graveyard", of.graveyard), ("exile", of.exile)):
            yield from ((player, zone, card.definition.name) for card in cards if card.definition is not None)
    yield "stack", len(state.stack)


def _facts_of(state: State, id: ObjectId, permanent: Permanent) -> Iterator[Hashable]:
    whose = permanent.controller, permanent.definition.name
    yield whose
    creature = "Creature" in state.types(id)
    if not creature and "Land" in permanent.definition.types:
        return  # which lands are tapped says little
    if permanent.tapped:
        yield *whose, "tapped"
    yield from ((*whose, *counter) for counter in permanent.counters)
    if permanent.attached_to is not None:
        host = state.battlefield.get(permanent.attached_to)
        yield *whose, "on", permanent.attached_to if host is None else host.definition.name
    if creature:
        yield *whose, "size", state.power(id), state.toughness(id)
        yield *whose, "keywords", frozenset(state.keywords(id))
        yield *whose, "damage", permanent.damage
