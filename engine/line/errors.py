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
        against: the replies of the opponent against which that is so, in turn, as they would stand after `If opponent`.
    """

    def __init__(
        self, reason: str, *, step: int | None = None, rule: str = "", asked: str = "", answers: tuple[str, ...] = (),
        against: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(reason)
        self.reason = reason
        self.step = step
        self.rule = rule
        self.asked = asked
        self.answers = answers
        self.against = against

    def within(self, *, step: int | None = None, against: tuple[str, ...] = ()) -> LineError:
        """The same error, as one of that step and against those replies where it does not say itself."""
        return type(self)(
            self.reason, step=step if self.step is None else self.step, rule=self.rule, asked=self.asked, answers=self.answers,
            against=self.against or against,
        )  # fmt: skip

    def __str__(self) -> str:
        where = "".join(f"if opponent {reply}: " for reply in self.against)
        where += f"step {self.step}: " if self.step is not None else ""
        rule = f" (CR {self.rule})" if self.rule else ""
        listed = "".join(f"\n  {a}" for a in self.answers)
        return f"{where}{self.reason}{rule}{listed and ':' + listed}"
