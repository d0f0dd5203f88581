"""The model held against the reference on random small positions.

The model may be wider than the game, never narrower: its optimum is at least the reference's wherever nothing is left out. Where
its solution uses no part that is marked as wider, its optimum is the reference's and its line replays as it predicts. `suggest`
(the model and the search behind it) gives the reference's score and says that it is proved, unless something is left out.

`python -m tests.agreement --stratum any --from 0 --to 100 [--workers 2]` prints every position that breaks this, and a summary.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, partial
from pathlib import Path

from engine.cards import CardPool
from engine.choices import Choice
from engine.formats.yaml_position import parse_position
from engine.objects import Result
from engine.position import Position
from engine.state import State
from optimizer.exhaustive import Reference, reference
from optimizer.left_open import missed
from optimizer.objective import Scoring
from optimizer.plan import read
from optimizer.playing import play
from optimizer.search import Limits, least
from optimizer.solving import _Clock, _Task, suggest
from tests import many
from tests.positions import ENLARGED, STRATA, TIER_A, TWO_SECONDS, is_in_stratum, take

OFTEN = 5
"""In how many positions each card should be in an optimal line."""


class Kind(Enum):
    """How the optimum of the model stands to that of the reference."""

    EQUAL = "equal"
    WIDER = "wider and marked"
    UNMARKED = "wider and NOT marked"
    REPORTED = "narrower and reported"
    NARROWER = "NARROWER"
    UNSOLVED = "model not solved"
    UNFINISHED = "reference unfinished"


BUGS = frozenset({Kind.UNMARKED, Kind.NARROWER})


@dataclass(frozen=True)
class Modelled:
    """What the model alone says of a position: its optimum (None: not solved in time), the relaxations that its solution uses,
    what it leaves out, and what became of its line in the engine (None: the opponent had a choice)."""

    optimum: int | None
    wider: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    replayed: int | None = None
    refused: str | None = None


@dataclass(frozen=True)
class Comparison:
    """One position: what the reference, the model and the loop say."""

    kind: Kind
    reference: int | None = None
    modelled: Modelled = Modelled(None)
    suggested: int | None = None
    proved: bool = False
    told: bool = False
    """Whether it is told why nothing is proved: what there is in a library is not known."""
    label: str = ""
    strata: frozenset[str] = frozenset()
    """The strata that the position really is in: every optimal line has what they are about."""
    cards: frozenset[str] = field(default=frozenset(), repr=False)
    """The cards that are in optimal lines."""
    crash: str = ""

    @property
    def bugs(self) -> tuple[str, ...]:
        """What must not be."""
        found = [f"crash: {self.crash}"] if self.crash else []
        if self.kind in BUGS:
            found.append(f"{self.kind.value}: model {self.modelled.optimum}, reference {self.reference}")
        if self.reference is not None and not self.crash:
            found += self._replay() + self._loop()
        return tuple(found)

    def _replay(self) -> list[str]:
        model = self.modelled
        if model.wider or model.left_out or model.replayed in (None, model.optimum):
            return []
        return [f"replay: {model.replayed} where {model.optimum} is predicted ({model.refused or 'not refused'})"]

    def _loop(self) -> list[str]:
        if self.suggested is None:
            return []
        if self.suggested != self.reference:
            return [f"suggest: {self.suggested} instead of {self.reference}{', said to be proved' if self.proved else ''}"]
        return [] if self.proved or self.told or self.modelled.left_out else ["suggest: not proved"]


# ---------------------------------------------------------------------------------------------------------------- one position


def modelled(position: Position, pool: CardPool, seconds: float = 20.0) -> Modelled:
    """What the model says, without any search."""
    task = _Task.of(position, None, (), pool, _Clock(seconds), 1, 0, None)
    encoded = task._encode()
    left_out = (*task.unread, *task._left_out(encoded))
    for stage in task._stages(encoded):
        solved = task._solved(encoded, stage)
        if solved is None:
            continue
        if solved.solver is None:
            return Modelled(None, (), left_out)
        plan = read(encoded, task._shortest(encoded, stage, solved.solver), stage.objective)
        if plan.score != solved.bound:
            return Modelled(None, (), left_out)
        played = play(task.start, encoded, plan, task.scoring.evaluate)
        value = None if played.contested else task.scoring.evaluate(_to_the_end(task.start, played.line))
        return Modelled(plan.score, tuple(plan.wider), left_out, value, played.refused)
    return Modelled(task.scoring.results[Result.LOST], (), left_out)


def _to_the_end(state: State, line: Iterable[Choice]) -> State:
    for choice in line:
        state = state.apply(choice)
    while not state.over:
        state = state.apply(least(state))
    return state


def _kind(found: Reference, scoring: Scoring, model: Modelled) -> Kind:
    if model.optimum is None:
        return Kind.UNSOLVED
    lost = scoring.results[Result.LOST]
    if found.value == model.optimum or (model.optimum == lost and found.value < lost // 2):
        return Kind.EQUAL
    if found.value > model.optimum:
        return Kind.REPORTED if model.left_out else Kind.NARROWER
    return Kind.WIDER if model.wider or model.left_out else Kind.UNMARKED


def scoring_and_state(position: Position, pool: CardPool) -> tuple[Scoring, State]:
    """How `suggest` scores the position, and its first state."""
    task = _Task.of(position, None, (), pool, _Clock(1.0), 1, 0, None)
    return task.scoring, task.start


def hold(position: Position, pool: CardPool, found: Reference) -> Comparison:
    """The model alone against what the reference, which has finished, found."""
    scoring, _ = scoring_and_state(position, pool)
    model = modelled(position, pool)
    return Comparison(_kind(found, scoring, model), found.value, model)


def compare(position: Position, pool: CardPool, limits: Limits = TWO_SECONDS, label: str = "") -> Comparison:
    """One position: the reference, the model alone, and the loop around it."""
    try:
        scoring, start = scoring_and_state(position, pool)
        found = reference(start, scoring.evaluate, limits)
    except Exception:
        return Comparison(Kind.UNFINISHED, label=label, crash=traceback.format_exc(limit=-3))
    if found.optimal is None:
        return Comparison(Kind.UNFINISHED, label=label)
    kind, model, suggested, proved, told, crash = Kind.UNSOLVED, Modelled(None), None, False, False, ""
    try:
        model = modelled(position, pool)
        kind = _kind(found, scoring, model)
        answer = suggest(position, cards=pool, workers=1, time_limit=60.0)
        suggested, proved = answer.score, answer.proved
        told = not set(answer.not_modelled).isdisjoint(missed(State.begin(position, pool)))
    except Exception:
        crash = traceback.format_exc(limit=-3)
    strata = frozenset(s for s in STRATA if is_in_stratum(s, start, found.optimal))
    return Comparison(kind, found.value, model, suggested, proved, told, label, strata, found.optimal.cards(), crash)


# --------------------------------------------------------------------------------------------------------------- many positions


@cache
def bundled() -> CardPool:
    return CardPool.bundled()


@cache
def pool_of_sharp() -> CardPool:
    """The cards of the sharp positions: the bundled ones, and one with hybrid symbols of two colours."""
    return bundled().with_file(Path(__file__).with_name("made_up_hybrid.yaml"))


@cache
def sharp() -> dict[str, Position]:
    """Small positions, each made for one mistake that an encoder could have, by title."""
    file = Path(__file__).with_name("sharp.yaml")
    positions = [parse_position(text, file.name) for text in file.read_text(encoding="utf-8").split("\n---\n")]
    return {position.title: position for position in positions}


def numbered(seed: int, stratum: str, limits: Limits = TWO_SECONDS) -> Comparison:
    """The position with that number of a stratum."""
    return compare(take(bundled(), stratum, seed), bundled(), limits, f"{stratum} {seed}")


def run(stratum: str, seeds: Iterable[int], limits: Limits, workers: int = 1) -> Iterator[Comparison]:
    """The positions with these numbers, in that order."""
    return many.over(partial(numbered, stratum=stratum, limits=limits), seeds, workers)


@dataclass
class Summary:
    """What came out of many positions."""

    drawn: int = 0
    strata: Counter[str] = field(default_factory=Counter)
    """How many are really in each stratum."""
    kinds: Counter[Kind] = field(default_factory=Counter)
    broken: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    """Why the model promised too much, or left something out and promised too little."""
    cards: Counter[str] = field(default_factory=Counter)

    def add(self, comparison: Comparison) -> None:
        self.drawn += 1
        self.strata.update(comparison.strata)
        self.kinds[comparison.kind] += 1
        self.broken += bool(comparison.bugs)
        self.cards.update(comparison.cards)
        if comparison.kind in (Kind.WIDER, Kind.REPORTED):
            self.reasons.update(comparison.modelled.wider + comparison.modelled.left_out)

    @property
    def finished(self) -> int:
        return self.drawn - self.kinds[Kind.UNFINISHED]

    def __str__(self) -> str:
        kinds = ", ".join(f"{n} {kind.value}" for kind, n in self.kinds.items() if kind != Kind.UNFINISHED)
        strata = ", ".join(f"{self.strata[s]} {s}" for s in STRATA)
        return f"{self.drawn} drawn, {self.finished} finished ({strata}); {kinds}; {self.broken} with bugs"


def seldom(cards: Counter[str], often: int = OFTEN) -> dict[str, int]:
    """The modelled cards that are in fewer optimal lines than they should be."""
    return {card: cards[card] for card in TIER_A if cards[card] < often}


def main() -> None:
    """Prints the positions on which model, loop and reference disagree, and summaries."""
    given = many.arguments(main.__doc__, (*STRATA, ENLARGED), 2.0).parse_args()
    whole = Summary()
    for stratum in (given.stratum,) if given.stratum else STRATA:
        summary = Summary()
        for comparison in run(stratum, range(given.first, given.to), Limits(seconds=given.seconds), given.workers):
            summary.add(comparison)
            whole.add(comparison)
            for bug in comparison.bugs:
                print(f"{comparison.label}: {bug}", flush=True)
        print(f"{stratum:8} {summary}", flush=True)
    print(f"together {whole}")
    for reason, n in whole.reasons.most_common(20):
        print(f"{n:5} promised too much or left out: {reason}")
    rare = ", ".join(f"{card} ({n})" for card, n in seldom(whole.cards).items())
    print(f"in optimal lines fewer than {OFTEN} times: {rare or 'none'}")


if __name__ == "__main__":
    main()
