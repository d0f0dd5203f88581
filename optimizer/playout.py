"""What comes of a state if whoever is to win attacks with all they have, the other one blocks the strongest, and nobody
does anything else.

It says how far a state is from a goal. Searches are ordered by it; nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.choices import Attacked, Blocked, Choice, IllegalChoice, Pass, Priority, ToAttack, ToBlock
from engine.combat.blocking import why_not_pair
from engine.objects import OPPONENT, YOU, ObjectId, Result, count_of
from engine.state import State
from engine.state_based import LETHAL_POISON
from optimizer import leads
from optimizer.canonical import Keys
from optimizer.goals import Goal
from optimizer.hopeless import AFTER_DAMAGE

_MOST_CHOICES = 80
"""So many choices are carried out at most: what goes on longer is taken as it is then."""

_FAR = 20
"""No goal looks farther away than this."""

_LOST = 2
"""So much more is missing where you lose: what they did to that end may be prevented."""


class PlayOuts:
    """How much is missing to a goal from states, each state played out once."""

    def __init__(self, keys: Keys, goal: Goal) -> None:
        self._keys = keys
        self._goal = goal
        self._known: dict[object, int] = {}

    def missing(self, state: State) -> int:
        """How much damage, twice how many poison counters, or how many cards drawn is missing to a win after the game is played
        out; how much there is too much to survive. 0 where the goal is reached."""
        passed = [self._keys.of(state)]
        missing = self._known.get(passed[0])
        for _ in range(_MOST_CHOICES):
            if missing is not None or state.over or _has_fought(state):
                break
            state = self.likely(state)[1]
            if isinstance(state.decision, (ToAttack, ToBlock)):  # where the search makes nodes of its own
                passed.append(self._keys.of(state))
                missing = self._known.get(passed[-1])
        if missing is None:
            missing = _short_of_a_win(state) if self._goal is Goal.WIN else _too_much(state)
        self._known.update(dict.fromkeys(passed, missing))
        return missing

    def likely(self, state: State) -> tuple[Choice, State]:
        """What is likely to be done in a state that is not over, and the state after it."""
        for choice in self._likely(state):
            try:
                return choice, state.apply(choice)
            except IllegalChoice:
                continue
        raise AssertionError("a state that is not over has a legal choice")

    def _likely(self, state: State) -> Iterator[Choice]:
        match state.decision:
            case Priority():
                yield Pass()
            case ToAttack(player=player, creatures=creatures):
                all_out = player == (YOU if self._goal is Goal.WIN else OPPONENT)
                yield Attacked(tuple((id, 1 - player) for id in creatures) if all_out else ())
            case ToBlock(creatures=creatures):
                yield Blocked(_blocks(state, creatures))
        yield from (choice for _, choice in leads.in_order(state, state.choices(), {}, self._goal))


def _short_of_a_win(state: State) -> int:
    if state.result is Result.WON:
        return 0
    opponent = state.players[OPPONENT]
    short = min(opponent.life, 2 * (LETHAL_POISON - count_of(opponent.counters, "poison")))
    if opponent.library_ends:
        short = min(short, len(opponent.library) + 1)
    return max(1, min(short + _LOST * (state.result is Result.LOST), _FAR))


def _too_much(state: State) -> int:
    if state.result is not Result.LOST:
        return 0
    you = state.players[YOU]
    return max(1, min(1 - you.life, _FAR))


def _has_fought(state: State) -> bool:
    """Whether the last combat is over and nothing is under way: passing on from there changes little."""
    if not (state.course.is_last_turn and state.step in AFTER_DAMAGE):
        return False
    return not state.stack and isinstance(state.decision, Priority)


def _blocks(state: State, creatures: Iterable[ObjectId]) -> tuple[tuple[ObjectId, ObjectId], ...]:
    """Each creature that can block takes the strongest attacker left."""
    assert state.combat is not None
    left = sorted((a.attacker for a in state.combat.attacks if a.at == 1 - state.active), key=state.power, reverse=True)
    blocks = []
    for id in creatures:
        attacker = next((a for a in left if why_not_pair(state, id, a) is None), None)
        if attacker is not None:
            left.remove(attacker)
            blocks.append((id, attacker))
    return tuple(blocks)
