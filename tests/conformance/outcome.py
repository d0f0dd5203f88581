"""What comes of one check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass


class Failed(Exception):
    """Something is not as it must be."""


class Unsupported(Exception):
    """Something is asked for that is not known here."""


@dataclass(frozen=True)
class Outcome:
    """`kind`: pass, fail or unsupported."""

    name: str
    kind: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.kind:11} {self.name}{self.why and ': ' + self.why}"


Check = Callable[[], str | None]
"""Passes by returning (a remark, if it has one), else raises Failed or Unsupported."""

Checks = Iterator[tuple[str, Check]]
"""Named checks of a file."""


def run(name: str, check: Check) -> Outcome:
    """Run one check. Whatever else goes wrong is a failure too."""
    try:
        return Outcome(name, "pass", check() or "")
    except Unsupported as why:
        return Outcome(name, "unsupported", str(why))
    except Failed as why:
        return Outcome(name, "fail", str(why))
    except Exception as error:  # a crash is a failure of the thing under test, and the others still run
        return Outcome(name, "fail", f"{type(error).__name__}: {error}".splitlines()[0])
