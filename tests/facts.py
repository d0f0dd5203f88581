"""Rules tests in words: a position as text, a line of play or the best one, and what holds afterwards, asked by name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest

from engine.cards import CardPool
from engine.formats.from_state import position_of
from engine.formats.yaml_position import parse_position
from engine.line import LineError, replay
from engine.objects import OPPONENT, YOU, Card, ObjectId, Permanent, Player, Result
from engine.scope import ONE_TURN, Scope
from engine.state import State
from optimizer import solve, suggest
from optimizer.answer import Answer
from optimizer.search import least

SIDES = {"you": YOU, "opponent": OPPONENT}
_NAME = re.compile(r"(opponent's )?(.*?)(?: #(\d+))?")


@dataclass(frozen=True)
class Facts:
    """What holds in a state. Permanents are called as in lines: `opponent's Hill Giant`, `Island #2`; without a side yours if
    you have one."""

    state: State

    @property
    def you(self) -> Player:
        return self.state.players[YOU]

    @property
    def opponent(self) -> Player:
        return self.state.players[OPPONENT]

    @property
    def result(self) -> Result:
        return self.state.result

    def id(self, name: str) -> ObjectId:
        if name in SIDES:
            return SIDES[name]
        match = _NAME.fullmatch(name)
        assert match is not None
        theirs, card, number = match.groups()
        named = [id for id in self.state.battlefield if self.state.name(id) == card]
        yours, others = ([id for id in named if self.state.controller(id) == side] for side in (YOU, OPPONENT))
        return (others if theirs else yours or others)[int(number or 1) - 1]

    def permanent(self, name: str) -> Permanent:
        return self.state.battlefield[self.id(name)]

    def there(self, name: str) -> int:
        """How many permanents have that name."""
        return sum(self.state.name(id) == name for id in self.state.battlefield)

    def counters(self, name: str) -> dict[str, int]:
        """The counters on a permanent or player by kind."""
        return dict(self.state.counters(self.id(name)))

    def size(self, name: str) -> tuple[int, int]:
        """Power and toughness."""
        return self.state.power(self.id(name)), self.state.toughness(self.id(name))

    def names(self, zone: tuple[Card, ...]) -> list[str]:
        """The names of the cards of a zone, sorted."""
        return sorted(card.definition.name if card.definition else "unknown" for card in zone)


def begin(position: str, scope: Scope = ONE_TURN) -> State:
    return State.begin(parse_position(position, "test"), CardPool.bundled(), scope)


def after(position: str | State, line: str) -> Facts:
    """What holds after a line of play."""
    return Facts(replay(begin(position) if isinstance(position, str) else position, line).end)


def forbidden(position: str | State, line: str) -> str:
    """The rule that the line breaks."""
    with pytest.raises(LineError) as caught:
        replay(begin(position) if isinstance(position, str) else position, line)
    assert caught.value.rule, f"not against a rule: {caught.value}"
    return caught.value.rule


def to_the_end(facts: Facts) -> Facts:
    """What holds once the turn is over, if nothing more is done."""
    state = facts.state
    while not state.over:
        state = state.apply(least(state))
    return Facts(state)


@dataclass(frozen=True)
class Best:
    """The best play, replayed to the end of the turn. `chosen`: for each proliferate in turn what was chosen."""

    answer: Answer
    facts: Facts = field(repr=False)

    @property
    def goal_reached(self) -> bool | None:
        return self.answer.goal_reached

    @property
    def chosen(self) -> list[set[str]]:
        return [set(names) for step in self.answer.line for names in step.proliferate]

    @property
    def used(self) -> list[str]:
        """The cards whose spells and abilities the line uses, in order."""
        return [step.card for step in self.answer.line if step.action in ("cast", "activate")]

    @property
    def life_paid(self) -> int:
        return sum(step.payment.life for step in self.answer.line)


def best(position: str) -> Best:
    """What the optimizer answers, which must be proved; its line is carried out once more from its text."""
    read = parse_position(position, "test")
    answer = (solve if isinstance(read.goal, str) else suggest)(read, time_limit=20, workers=1)
    assert answer.proved, (answer.status, answer.text, answer.not_modelled)
    played = to_the_end(after(position, answer.text))
    if answer.best is not None:
        assert position_of(played.state, read) == answer.final
        assert played.result == answer.result
    return Best(answer, played)
