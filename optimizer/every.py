"""Every essentially different strategy that wins.

Two strategies are essentially the same if one does all that the other does (actions with their targets, modes and X, in any
order and paid in any way) while the opponent chooses nothing but to pass; what it does more is idle. So each found is cut down to
one of which no part wins, and the next one is looked for among those that do not hold one that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.choices import Choice
from engine.state import State
from engine.strategy import Strategy
from optimizer.answer import RepliesChecked
from optimizer.contest import reach
from optimizer.goals import Goal
from optimizer.proof import Effort, Play, Proof, Search, holds

CUTTING = 0.5
"""How much of the time that is left one may take to be cut down."""


@dataclass
class Every:
    """The strategies found so far from a state; `run` finds more.

    Attributes:
        left: tells how many seconds are left.
        complete: whether there are no others. True only if that was proved.
        distinct: whether no two of them could turn out to be the same one with different idle steps.
        not_modelled: what the last search left out that might matter, in words.
        effort: of all searches together.
    """

    start: State
    left: Callable[[], float]
    complete: bool = False
    distinct: bool = True
    not_modelled: tuple[str, ...] = ()
    effort: Effort = Effort()
    _found: list[tuple[Play, Strategy, RepliesChecked]] = field(default_factory=list)

    @property
    def strategies(self) -> tuple[tuple[Strategy, RepliesChecked], ...]:
        """Each in its plainest form, with the replies to that that were tried."""
        return tuple((strategy, checked) for _, strategy, checked in self._found)

    def run(self, most: int, first: Sequence[Choice] = ()) -> Iterator[None]:
        """Look for more until there are so many, or no more; yields at each that was found.

        Args:
            first: a line to try first of all; it need not be legal to its end.
        """
        proof = self._noted(reach(Goal.WIN, self.start, first, self.left()))
        while proof.strategy is not None:
            play, strategy, checked = self._cut_down(proof)
            self._found = [other for other in self._found if not holds(other[0], play)]
            self._found.append((play, strategy, checked))
            yield
            if len(self._found) >= most:
                return
            proof = self._noted(reach(Goal.WIN, self.start, (), self.left(), known=self._plays()))
        self.not_modelled = proof.not_modelled
        self.complete = proof.reached is False and not proof.not_modelled

    def _cut_down(self, proof: Proof) -> tuple[Play, Strategy, RepliesChecked]:
        """A part of that strategy of which no part wins, as far as there is time to find it."""
        while True:
            assert proof.strategy is not None
            play = Search(self.start, Goal.WIN).play_of(proof.strategy)
            known = (*self._plays(), play)
            part = self._noted(reach(Goal.WIN, self.start, (), self.left() * CUTTING, known=known, within=play))
            if part.strategy is None:
                self.distinct &= part.reached is False and not part.not_modelled
                return play, proof.strategy, proof.checked
            proof = part

    def _plays(self) -> tuple[Play, ...]:
        return tuple(play for play, *_ in self._found)

    def _noted(self, proof: Proof) -> Proof:
        """The same; what it took is kept."""
        self.effort += proof.effort
        return proof
