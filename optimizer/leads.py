"""What looks promising: how far a state seems from a win, and which choices to try first. It orders searches; nothing depends on
it but how soon they end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from engine.choices import (
    Activate,
    Attacked,
    Cast,
    Choice,
    Pass,
    Priority,
    Proliferated,
    TapForMana,
    ToAttack,
    ToProliferate,
)
from engine.combat.blocking import why_not_pair
from engine.objects import OPPONENT, YOU, ObjectId, Step, count_of
from engine.state import State

_PORTION = 400
"""So many choices are sorted at once."""

_BEFORE_ATTACK = frozenset({Step.UNTAP, Step.UPKEEP, Step.DRAW, Step.MAIN1, Step.BEGIN_COMBAT})
_FIGHTING = frozenset({Step.DECLARE_ATTACKERS, Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE})


class Leads:
    """Judges the states that follow from a root."""

    def __init__(self, root: State) -> None:
        self.root = root

    # ---------------------------------------------------------------------------------------------------------------- states

    def numbers(self, state: State) -> tuple[int, int]:
        """How hard it looks to prove and to disprove a win from this state."""
        return 1 + _missing(state) // 2, 1

    # ---------------------------------------------------------------------------------------------------------------- choices

    def sorted(self, state: State, choices: Iterable[Choice]) -> Iterator[tuple[int, Choice]]:
        """The choices with how unpromising each looks (0: not at all), the most promising first (of each portion)."""
        left = iter(choices)
        while portion := list(islice(left, _PORTION)):
            paid: dict[object, int] = {}
            judged = [(self._handicap(state, choice, paid), n, choice) for n, choice in enumerate(portion)]
            judged.sort()
            yield from ((handicap, choice) for handicap, _, choice in judged)

    def _handicap(self, state: State, choice: Choice, paid: dict[object, int]) -> int:
        decision = state.decision
        if isinstance(decision, Priority):
            return self._of_action(state, decision.player, choice, paid)
        if isinstance(choice, Proliferated) and isinstance(decision, ToProliferate):
            return len(decision.options) - len(choice.chosen)
        if isinstance(choice, Attacked) and isinstance(decision, ToAttack):
            return len(decision.creatures) - len(choice.attacks)
        return 0

    def _of_action(self, state: State, player: ObjectId, choice: Choice, paid: dict[object, int]) -> int:
        if isinstance(choice, Pass):
            return 0
        if isinstance(choice, TapForMana):
            return 6
        handicap = 0
        if state.stack:
            handicap += 3 if state.stack[-1].controller == player else 1
        if isinstance(choice, (Cast, Activate)):
            what = _without_payment(choice)
            again = paid[what] = paid.get(what, -1) + 1
            handicap += 2 * min(again, 4)
        return handicap


def _without_payment(choice: Cast | Activate) -> object:
    return (type(choice), getattr(choice, "card", None), getattr(choice, "source", None), getattr(choice, "ability", None),
            choice.modes, choice.targets, choice.x, choice.sacrifice, choice.discard, choice.remove, choice.others)


def _missing(state: State) -> int:
    """How much damage is missing to a win by attacking, if the opponent blocks the strongest attackers that they can block."""
    opponent = state.players[OPPONENT]
    life, poison = opponent.life, 10 - count_of(opponent.counters, "poison")
    if state.step in _BEFORE_ATTACK:
        attackers = [id for id, p in state.battlefield.items() if p.controller == YOU and not p.tapped and _can_attack(state, id)]
        through = _unblocked(state, attackers)
    elif state.step in _FIGHTING and state.combat is not None:
        attackers = [a.attacker for a in state.combat.attacks if a.at == OPPONENT]
        if state.step is Step.DECLARE_ATTACKERS:
            through = _unblocked(state, attackers)
        else:
            through = [a.attacker for a in state.combat.attacks if a.at == OPPONENT and not a.blocked]
    else:
        through = []
    for id in through:
        words = state.keywords(id)
        power = max(state.power(id), 0) * (2 if "double strike" in words else 1)
        if "infect" in words:
            poison -= power
        else:
            life -= power
    return max(0, min(life, poison, 20))


def _can_attack(state: State, id: ObjectId) -> bool:
    if "Creature" not in state.types(id):
        return False
    words = state.keywords(id)
    return "defender" not in words and (not state.battlefield[id].sick or "haste" in words)


def _unblocked(state: State, attackers: list[ObjectId]) -> list[ObjectId]:
    """The attackers left when each creature that can block takes the strongest that is left."""
    left = sorted(attackers, key=state.power, reverse=True)
    for id, permanent in state.battlefield.items():
        if permanent.controller == OPPONENT and not permanent.tapped and "Creature" in state.types(id):
            for attacker in left:
                if why_not_pair(state, id, attacker) is None:
                    left.remove(attacker)
                    break
    return left
