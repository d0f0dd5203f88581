"""Tasks: the pieces in which the rules machine works, and how one of them asks for a decision."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Protocol

from engine.choices import Decision

if TYPE_CHECKING:
    from engine.draft import Draft


class Task(Hashable, Protocol):
    """One thing to be done, a plain value on the agenda of a state.

    If `run` asks for a decision and the answer is missing, it is left by `Pending`: what it has done is taken back, and it is run
    from its beginning again when the answer has come. It may put further tasks on the agenda, which are done before the others.
    """

    def run(self, draft: Draft) -> None: ...


class Pending(Exception):
    """A decision that nobody has answered yet."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision
