"""A game in which both players act, turn after turn, as scenarios tell it.

Player A is `YOU`, player B is `OPPONENT`. All rules are the engine's; here priority is passed on to whoever acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine import turn
from engine.choices import Choice, Decision, Pass, Priority
from engine.draft import Draft
from engine.mana import NO_MANA
from engine.objects import OPPONENT, YOU, ObjectId, Result, StackObject, Step
from engine.state import State
from engine.steps import BeginStep
from engine.view import ZONES
from engine.vocabulary import Triggered
from tests.conformance.outcome import Failed, Unsupported

PLAYERS = {"A": YOU, "B": OPPONENT}
ORDER = tuple(Step)
"""The steps of a turn in their order."""

Answer = Callable[[State, Decision], Choice]
"""Decides everything but priority."""


class Seen(NamedTuple):
    """A triggered ability that has been on the stack: the name of its source, when, and the names of its targets."""

    source: str
    turn: int
    step: Step
    targets: tuple[str, ...]


@dataclass
class Table:
    """`answer` decides what comes up; `forced` is told of decisions with one legal answer."""

    state: State
    answer: Answer
    forced: Callable[[Decision], None] = lambda decision: None
    triggered: dict[ObjectId, Seen] = field(default_factory=dict)
    """The triggered abilities that have been on the stack."""

    # ------------------------------------------------------------------------------------------------ time

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.state.result is not Result.NONE

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self.state.course.turn

    def _make(self, choice: Choice) -> None:
        self.state = self.state.apply(choice)
        self._settle()

    def _settle(self) -> None:
        """Answer everything until somebody has priority."""
        self._see()
        while self.state.decision is not None and not isinstance(self.state.decision, Priority):
            self.state = self.state.apply(self.answer(self.state, self.state.decision))
            self._see()

    def _see(self) -> None:
        """Take in what has happened."""
        for what, *about in self.state.log:
            if what == "no other choice":
                self.forced(about[0])  # type: ignore[arg-type]
        self._note_triggers()

    def _note_triggers(self) -> None:
        for thing in self.state.stack:
            if isinstance(thing.ability, Triggered) and thing.source is not None:
                targets = tuple(sorted(self.called(id) for group in thing.targets for id in group))
                seen = Seen(self.state.name(thing.source), self.turn, self.state.step, targets)
                self.triggered.setdefault(thing.id, seen)

    def called(self, id: ObjectId) -> str:
        """The name of an object or player."""
        return next((name for name, player in PLAYERS.items() if player == id), "") or self.state.name(id)

    def begin(self) -> None:
        """Answer what comes up before anybody acts."""
        self._settle()

    def _pass(self) -> None:
        """All players pass in succession."""
        self._make(Pass())
        if self.state.course.passed:
            self._make(Pass())

    def resolve(self, n: int | None = None) -> None:
        """Let `n` objects resolve, or everything."""
        while self.state.stack and not self.finished and n != 0:
            self._pass()
            n = None if n is None else n - 1

    def go_to(self, number: int, step: Step) -> None:
        """Go on to a step of a turn, or past it if that turn has no such step; on the way everything resolves."""
        if number == 1 and step is Step.DRAW:
            raise Unsupported("the draw step of the first turn is left out")
        while not self.finished and not self._is_at(number, step):
            self.resolve()
            if not self.finished:
                self._next_step()

    def _is_at(self, number: int, step: Step) -> bool:
        return (self.turn, ORDER.index(self.state.step)) >= (number, ORDER.index(step))

    def _next_step(self) -> None:
        if self.state.step is Step.UPKEEP and self.turn == 1:  # 103.8a
            self._begin(Step.MAIN1)
        else:
            self._pass()

    def _begin(self, step: Step) -> None:
        draft = Draft.of(self.state)
        draft.decision = None
        draft.log = ()
        for player in PLAYERS.values():
            draft.change_player(player, mana=NO_MANA)
        draft.push(BeginStep(step))
        turn.advance(draft)
        self.state = State._of(draft)
        self._settle()

    # ------------------------------------------------------------------------------------------------ acting

    def with_priority(self, player: ObjectId) -> State:
        """This state with priority for that player (the other one has passed it)."""
        if self.finished:
            raise Failed(f"the game is over ({self.state.result.value} for A)")
        assert isinstance(self.state.decision, Priority)
        return self.state if self.state.decision.player == player else self.state.apply(Pass())

    def take(self, after: State) -> None:
        """Go on from the state after somebody has acted."""
        self.state = after
        self._settle()

    # ------------------------------------------------------------------------------------------------ references

    def find(self, ref: str, among: Iterable[ObjectId] | None = None) -> list[ObjectId]:
        """Everything that a reference may mean: of `among` if that is given, else permanents if there are any."""
        found = self._meant(ref)
        if among is None:
            return self._on_battlefield(found) or found
        allowed = set(among)
        return [id for id in found if id in allowed]

    def one(self, ref: str, among: Iterable[ObjectId] | None = None, taken: Iterable[ObjectId] = ()) -> ObjectId:
        """The object that a reference means; of several that are alike the first.

        Raises:
            Failed: there is none. Unsupported: there are several that differ.
        """
        used = set(taken)
        found = [id for id in self.find(ref, among) if id not in used]
        if not found:
            raise Failed(f"there is no {ref} that could be meant")
        if len({self._likeness(id) for id in found}) > 1:
            raise Unsupported(f"{ref} may mean several things")
        return found[0]

    def several(self, refs: Sequence[str], among: Iterable[ObjectId] | None = None) -> tuple[ObjectId, ...]:
        """One object for each reference."""
        found: list[ObjectId] = []
        for ref in refs:
            found.append(self.one(ref, among, found))
        return tuple(found)

    def _meant(self, ref: str) -> list[ObjectId]:
        if ref in PLAYERS:
            return [PLAYERS[ref]]
        prefix, colon, rest = ref.partition(":")
        if colon and prefix in PLAYERS:
            return [id for id in self._meant(rest) if self.state.controller(id) == PLAYERS[prefix]]
        if colon and prefix in ("graveyard", "stack"):
            return [id for id in self._all() if self.state.zone(id) == prefix and self._is_called(id, rest)]
        if colon and prefix == "copy":
            raise Unsupported("references to copies")
        if ref.endswith(" (token)"):
            name = ref.removesuffix(" (token)")
            return [id for id, p in self.state.battlefield.items() if p.token and self.state.name(id) == name]
        for index, word in enumerate(("first ", "second ", "third ")):
            if ref.startswith(word) and not any(self._is_called(id, ref) for id in self._all()):
                return self._on_battlefield(self._meant(ref.removeprefix(word)))[index : index + 1]
        return [id for id in self._all() if self._is_called(id, ref)]

    def _all(self) -> list[ObjectId]:
        cards = [card.id for player in self.state.players for zone in ZONES for card in getattr(player, zone)]
        return [*self.state.battlefield, *(thing.id for thing in self.state.stack), *cards]

    def _on_battlefield(self, ids: Iterable[ObjectId]) -> list[ObjectId]:
        return [id for id in ids if id in self.state.battlefield]

    def _is_called(self, id: ObjectId, ref: str) -> bool:
        thing = self.state.find(id)
        card = thing.card if isinstance(thing, StackObject) else thing
        return ref in (self.state.name(id), card.label if card else "")

    def _likeness(self, id: ObjectId) -> tuple[object, ...]:
        permanent = self.state.battlefield.get(id)
        if permanent is None:
            return (self.state.zone(id), self.state.name(id) if id not in PLAYERS.values() else id, self.state.controller(id))
        return (
            permanent.definition,
            permanent.controller,
            permanent.counters,
            permanent.tapped,
            permanent.damage,
            permanent.token,
        )
