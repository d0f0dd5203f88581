"""What the solver answers: a line, what it leads to, what was proved. `engine/schemas/answer.schema.json` is the JSON form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from engine.formats import to_json
from engine.line import Branching
from engine.line.steps import Step
from engine.objects import Result
from engine.position import Position

SCHEMA = 1
"""The version of the JSON form."""


class Status(Enum):
    """`OPTIMAL`: no line is better. `FEASIBLE`: a line, perhaps not the best. `INFEASIBLE`: no line reaches the goal.
    `UNKNOWN`: neither a line that reaches the goal nor a proof that there is none."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Timings:
    """Seconds spent: encoding, solving, replaying through the engine, and in all."""

    encode: float = 0.0
    solve: float = 0.0
    verify: float = 0.0
    total: float = 0.0


@dataclass(frozen=True)
class ModelSize:
    """The size of the (largest) model and how many workers solved it."""

    variables: int = 0
    constraints: int = 0
    workers: int = 1


@dataclass(frozen=True)
class Searched:
    """How many states the searches through the engine looked at, and how many rounds of new replies the model was given."""

    nodes: int = 0
    rounds: int = 0


@dataclass(frozen=True)
class ScoreTerm:
    """One part of a score."""

    name: str
    value: int


@dataclass(frozen=True)
class Reply:
    """A choice of the opponent, as it stands after `If opponent`, and what is done against it: the steps up to their next choice.
    `final` and `result`: how that ends, against those further choices that are worst for you."""

    reply: str
    line: tuple[Step, ...]
    final: Position
    result: Result
    replies: tuple[Reply, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line that the engine has accepted: its steps (none: do nothing), its score, and the end of it.

    Attributes:
        terms: the score term by term.
        replies: of a further strategy, how it goes on after choices of the opponent (`Answer.replies` are those of the best).
    """

    steps: tuple[Step, ...]
    score: int
    final: Position
    result: Result
    terms: tuple[ScoreTerm, ...] = ()
    replies: tuple[Reply, ...] = ()

    @property
    def branching(self) -> Branching:
        """The line with its replies, to be written as text."""
        return Branching(self.steps, _branches(self.replies))


@dataclass(frozen=True)
class RepliesChecked:
    """How many courses of the opponent's replies the engine has tried, and whether these are all."""

    all: bool = True
    n: int = 0


@dataclass(frozen=True)
class Answer:
    """The answer to `solve` or `suggest`.

    Attributes:
        status: what is known about the best line.
        proved: whether `status` is proved: nothing that could matter was left out, and the search was complete.
        goal_reached: whether the best line reaches the goal; None where there is no goal.
        best: the best line found; None if there is none.
        bound: no line has a greater score; None if nothing is known.
        others: further lines, different from the best and from each other, best first.
        replies: how the best line goes on after choices of the opponent; its end, result and score are those against the
            replies that are worst for you.
        not_modelled: what the model left out, in words.
        assumed: what the answer takes the position to say of cards that nobody knows, in words.
        replies_checked: how many courses of replies were tried.
        search: what was searched through the engine.
        complete: whether `best` and `others` are proved to be all strategies that win and are essentially different; None where
            not all were asked for.
        unique: whether there is exactly one; None where that is not known or was not asked.
    """

    status: Status
    proved: bool
    goal_reached: bool | None
    best: Line | None
    bound: int | None = None
    others: tuple[Line, ...] = ()
    replies: tuple[Reply, ...] = ()
    not_modelled: tuple[str, ...] = ()
    timings: Timings = Timings()
    model: ModelSize = ModelSize()
    replies_checked: RepliesChecked = RepliesChecked()
    search: Searched = Searched()
    complete: bool | None = None
    unique: bool | None = None
    assumed: tuple[str, ...] = ()

    @property
    def score(self) -> int | None:
        return self.best.score if self.best else None

    @property
    def line(self) -> tuple[Step, ...]:
        """The steps of the best line; none if there is no line or it does nothing."""
        return self.best.steps if self.best else ()

    @property
    def verified(self) -> bool:
        """Whether there is a line. The engine has accepted it: nothing else becomes a `Line`."""
        return self.best is not None

    @property
    def final(self) -> Position | None:
        return self.best.final if self.best else None

    @property
    def result(self) -> Result | None:
        return self.best.result if self.best else None

    @property
    def branching(self) -> Branching:
        """The best line with its replies, to be written as text."""
        return Branching(self.line, _branches(self.replies))

    @property
    def text(self) -> str:
        """The best line as it is printed, with what is done against replies."""
        return self.branching.text

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data that fits the schema."""
        return {
            "schema": SCHEMA,
            "status": self.status.value,
            "proved": self.proved,
            "goal_reached": self.goal_reached,
            "score": self.score,
            "bound": self.bound,
            "verified": self.verified,
            "line": _steps(self.line),
            "final": to_json(self.final) if self.final else None,
            "result": self.result.value if self.result else None,
            "terms": [asdict(t) for t in self.best.terms] if self.best else [],
            "others": [line_to_json(line) for line in self.others],
            "replies": [_reply(r) for r in self.replies],
            "replies_checked": asdict(self.replies_checked),
            "complete": self.complete,
            "unique": self.unique,
            "not_modelled": list(self.not_modelled),
            "assumed": list(self.assumed),
            "timings": {name: round(seconds, 4) for name, seconds in asdict(self.timings).items()},
            "model": asdict(self.model),
            "search": asdict(self.search),
        }


@dataclass(frozen=True)
class Progress:
    """What `solve` and `suggest` tell on the way: seconds so far, what is going on in a few words, and the answer if they stopped
    now (None: no line yet)."""

    seconds: float
    note: str = ""
    answer: Answer | None = None


def _steps(steps: Sequence[Step]) -> list[dict[str, Any]]:
    return [
        {
            "text": step.text,
            "action": step.action,
            "card": step.card or None,
            "targets": list(step.targets),
            "payment": {"mana": list(step.payment.mana), "life": step.payment.life},
            "proliferate": [list(chosen) for chosen in step.proliferate],
        }
        for step in steps
    ]


def line_to_json(line: Line) -> dict[str, Any]:
    """A line with what it does against replies, as plain data."""
    return {
        "score": line.score,
        "line": _steps(line.steps),
        "final": to_json(line.final),
        "result": line.result.value,
        "replies": [_reply(r) for r in line.replies],
    }


def _branches(replies: Sequence[Reply]) -> tuple[tuple[str, Branching], ...]:
    return tuple((r.reply, Branching(r.line, _branches(r.replies))) for r in replies)


def _reply(reply: Reply) -> dict[str, Any]:
    return {
        "reply": reply.reply,
        "line": _steps(reply.line),
        "final": to_json(reply.final),
        "result": reply.result.value,
        "replies": [_reply(r) for r in reply.replies],
    }
