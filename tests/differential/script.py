"""What is done in a game, as both engines can be told of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.choices import (
    Activate,
    Answered,
    Cast,
    Choice,
    Counted,
    Decision,
    Picked,
    PlayLand,
    Proliferated,
    Targeted,
    ToPick,
)  # fmt: skip
from engine.objects import ObjectId
from engine.state import State
from engine.vocabulary import Triggered
from tests.differential.facts import Target, target_of, targets_of


@dataclass(frozen=True)
class Answer:
    """An answer to something that either engine may ask for. `optional`: it need not be asked for, as a target that is the only
    one is not in the other engine; whether it is the same shows in what comes of it."""

    kind: str
    targets: tuple[Target, ...] = ()
    words: tuple[str, ...] = ()
    optional: bool = False

    @property
    def matters(self) -> bool:
        """Whether it says anything."""
        return bool(self.targets) or self.words not in ((), ("0",))

    def __str__(self) -> str:
        return f"{self.kind}: {', '.join([*map(str, self.targets), *self.words]) or 'nothing'}"


@dataclass(frozen=True)
class Move:
    """A spell cast, an ability activated or a land played: `kind` cast, activate or play."""

    kind: str
    source: Target
    ability: int = 0
    answers: tuple[Answer, ...] = ()


def move_of(state: State, choice: Cast | Activate | PlayLand) -> Move:
    if isinstance(choice, PlayLand):
        return Move("play", target_of(state, choice.card))
    answers = []
    if choice.modes:
        answers.append(Answer("modes", words=tuple(map(str, choice.modes))))
    if any(choice.targets):
        answers.append(Answer("targets", targets_of(state, [id for group in choice.targets for id in group]), optional=True))
    elif choice.targets:
        answers.append(Answer("targets", optional=True))
    answers.append(Answer("x", words=(str(choice.x),), optional=not choice.x))
    life = "life" in choice.payment.announced
    answers.append(Answer("announced", words=choice.payment.announced, optional=not life))
    for kind, ids in (("sacrifice", choice.sacrifice), ("discard", choice.discard)):
        if ids:
            answers.append(Answer(kind, targets_of(state, ids), optional=True))
    if isinstance(choice, Cast):
        return Move("cast", target_of(state, choice.card), 0, tuple(answers))
    return Move("activate", target_of(state, choice.source), choice.ability, tuple(answers))


def triggered(state: State, before: Collection[ObjectId]) -> Iterator[Answer]:
    """The modes and targets of the triggered abilities that have gone on the stack, in their order."""
    for thing in state.stack:
        if thing.id in before or not isinstance(thing.ability, Triggered):
            continue
        modes = thing.ability.modes.modes if thing.ability.modes else ()
        for index in [n for n, mode in enumerate(modes) if mode.effects == thing.effects][:1]:
            yield Answer("modes of a trigger", words=(str(index),), optional=True)
        if any(thing.targets):
            ids = [id for group in thing.targets for id in group]
            yield Answer("targets of a trigger", targets_of(state, ids), optional=True)


def answer_of(state: State, decision: Decision, choice: Choice) -> Iterator[Answer]:
    """The answer to a decision in mid-course, but for modes and targets; of a kind of its own where there is no translation."""
    match choice:
        case Proliferated(chosen):
            yield Answer("proliferate", targets_of(state, sorted(chosen)), optional=not chosen)
        case Answered(yes=yes):
            yield Answer("may", words=("yes" if yes else "no",), optional=not yes)
        case Picked(chosen) if isinstance(decision, ToPick):
            yield Answer(decision.what, targets_of(state, chosen), optional=True)
        case Counted(counters):
            yield Answer("counters", words=tuple(f"{n} {kind}" for kind, n in counters), optional=True)
        case Targeted():
            return
        case _:
            yield Answer(type(decision).__name__, optional=True)
