"""Nine small positions whose best play is plain to a good player. A size is the name of a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.measuring import Case, Family, Task, by_trying_everything
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from optimizer.answer import Answer

GAMBIT = "Tezzeret's Gambit"


@dataclass(frozen=True)
class Probe:
    """A position, the score to maximize (None: win), and what must hold at the end of the best line."""

    you: PlayerSpec
    opponent: PlayerSpec
    maximize: str | None
    holds: Callable[[Position], bool] = lambda _: True


def _you(life: int, hand: str, islands: int, *others: PermanentSpec, poison: int = 0) -> PlayerSpec:
    cards = tuple(CardSpec(name) for name in hand.split(", "))
    counters = {"poison": poison} if poison else {}
    return PlayerSpec(life, counters, hand=cards, battlefield=(PermanentSpec("Island", count=islands), *others))


def _opponent(poison: int, *battlefield: PermanentSpec, life: int = 20) -> PlayerSpec:
    return PlayerSpec(life, {"poison": poison} if poison else {}, battlefield=battlefield)


def _counters(position: Position, card: str) -> Mapping[str, int]:
    """The counters on the first permanent of that name."""
    everything = (*position.you.battlefield, *position.opponent.battlefield)
    return next((p.counters for p in everything if p.card == card), {})


def _poisoned(position: Position, n: int) -> bool:
    return position.opponent.counters.get("poison") == n


PROBES = {
    "one-short": Probe(_you(9, GAMBIT, 4), _opponent(9), None),
    "two-gambits": Probe(_you(9, f"{GAMBIT}, {GAMBIT}", 6), _opponent(8), None, lambda end: end.you.life == 5),
    "ultimate": Probe(
        _you(9, GAMBIT, 4, PermanentSpec("Nicol Bolas, Planeswalker", counters={"loyalty": 8})), _opponent(0, life=7), None
    ),
    "shrunk-angel": Probe(
        _you(9, GAMBIT, 4, PermanentSpec("Serra Angel", counters={"m1m1": 3})), _opponent(5), "value",
        lambda end: _poisoned(end, 6) and _counters(end, "Serra Angel") == {"m1m1": 3},
    ),
    "both-sides": Probe(
        _you(9, GAMBIT, 4, PermanentSpec("Grizzly Bears", counters={"p1p1": 1})),
        _opponent(3, PermanentSpec("Colossal Dreadmaw", counters={"p1p1": 2})), "value",
        lambda end: _poisoned(end, 4)
        and _counters(end, "Grizzly Bears") == {"p1p1": 2}
        and _counters(end, "Colossal Dreadmaw") == {"p1p1": 2},
    ),
    "spare-mana": Probe(
        _you(3, GAMBIT, 4), _opponent(3, PermanentSpec("Grizzly Bears")), "value",
        lambda end: end.you.life == 3 and _poisoned(end, 4),
    ),
    "both-poisoned": Probe(
        _you(9, GAMBIT, 4, poison=9), _opponent(9), None, lambda end: end.you.counters.get("poison") == 9
    ),
    "no-life-to-pay": Probe(_you(2, GAMBIT, 3), _opponent(3), "value", lambda end: end.you.life == 2 and len(end.you.hand) == 1),
    "land-first": Probe(_you(9, f"Island, {GAMBIT}, Steady Progress", 5), _opponent(8), None),
}  # fmt: skip


def task(case: Case) -> Task:
    """The position of that name."""
    if case.size not in PROBES:
        raise ValueError(f"{case.size}: a size of 'probes' is a name: {', '.join(PROBES)}")
    probe = PROBES[case.size]
    goal = "win" if probe.maximize is None else {"maximize": probe.maximize}
    position = Position(probe.you, probe.opponent, case.size, goal=goal)

    def complaint(answer: Answer) -> str:
        if probe.maximize is None and not answer.goal_reached:
            return "the goal is not reached"
        return "" if answer.final is not None and probe.holds(answer.final) else "not the play that is plain"

    return Task(position, probe.maximize, by_trying_everything(position, probe.maximize or "win"), complaint=complaint)


FAMILY = Family("probes", "small positions whose best play is plain", task, tuple(PROBES), random=False)
