"""What can be wrong with a line of play."""

from __future__ import annotations


class LineError(Exception):
    """A line that cannot be carried out.

    Attributes:
        reason: what is wrong, in words for people.
        step: the number of the step, None if it is not about one.
        rule: the Comprehensive Rule that is broken; empty if the text itself is at fault (unreadable, a name that is not there,
            a choice left open).
        asked: the choice that was left open, in words; empty if it is not about one.
        answers: the legal answers to it, written as they would stand in the line.
    """

    def __init__(
        self, reason: str, *, step: int | None = None, rule: str = "", asked: str = "", answers: tuple[str, ...] = ()
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.step = step
        self.rule = rule
        self.asked = asked
        self.answers = answers

    def __str__(self) -> str:
        where = f"step {self.step}: " if self.step is not None else ""
        rule = f" (CR {self.rule})" if self.rule else ""
        listed = "".join(f"\n  {a}" for a in self.answers)
        return f"{where}{self.reason}{rule}{listed and ':' + listed}"
