"""What comes of a state if you attack with all you have, the opponent blocks the strongest, and nobody does anything else.

It says how far a state is from a win. Searches are ordered by it; nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.choices import Attacked, Blocked, Choice, IllegalChoice, Pass, Priority, ToAttack, ToBlock
from engine.combat.blocking import why_not_pair
from engine.objects import OPPONENT, ObjectId, Result, count_of
from engine.state import State
from optimizer import leads
from optimizer.canonical import Keys

_MOST_CHOICES = 80
"""So many choices are carried out at most: what goes on longer is taken as it is then."""

_FAR = 20
"""No win looks farther away than this."""


class PlayOuts:
    """How much is missing to a win from states, each state played out once."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._known: dict[object, int] = {}

    def missing(self, state: State) -> int:
        """How much damage, or twice how many poison counters, is missing after the turn is played out: 0 for a win."""
        passed = [self._keys.of(state)]
        missing = self._known.get(passed[0])
        for _ in range(_MOST_CHOICES):
            if missing is not None or state.over:
                break
            state = _apply_first(state, _likely(state))
            if isinstance(state.decision, (ToAttack, ToBlock)):  # where the search makes nodes of its own
                passed.append(self._keys.of(state))
                missing = self._known.get(passed[-1])
        if missing is None:
            missing = _short_of_a_win(state)
        self._known.update(dict.fromkeys(passed, missing))
        return missing


def _short_of_a_win(state: State) -> int:
    if state.over and state.result is Result.WON:
        return 0
    opponent = state.players[OPPONENT]
    return max(1, min(opponent.life, 2 * (10 - count_of(opponent.counters, "poison")), _FAR))


def _apply_first(state: State, choices: Iterable[Choice]) -> State:
    """The state after the first of the choices that is legal."""
    for choice in choices:
        try:
            return state.apply(choice)
        except IllegalChoice:
            continue
    raise AssertionError("a state that is not over has a legal choice")


def _likely(state: State) -> Iterator[Choice]:
    match state.decision:
        case Priority():
            yield Pass()
        case ToAttack(creatures=creatures):
            yield Attacked(tuple((id, OPPONENT) for id in creatures))
        case ToBlock(creatures=creatures):
            yield Blocked(_blocks(state, creatures))
    yield from (choice for _, choice in leads.in_order(state, state.choices(), {}))


def _blocks(state: State, creatures: Iterable[ObjectId]) -> tuple[tuple[ObjectId, ObjectId], ...]:
    """Each creature that can block takes the strongest attacker left."""
    assert state.combat is not None
    left = sorted((a.attacker for a in state.combat.attacks if a.at == OPPONENT), key=state.power, reverse=True)
    blocks = []
    for id in creatures:
        attacker = next((a for a in left if why_not_pair(state, id, a) is None), None)
        if attacker is not None:
            left.remove(attacker)
            blocks.append((id, attacker))
    return tuple(blocks)
