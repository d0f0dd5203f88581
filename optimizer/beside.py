"""A search for a strategy in a second process, while the first one goes on: it is patient, that is, it would rather not do before
combat what can be done in it (`optimizer.proof.Search`). Where one of the two is lost among plays that lead nowhere, the other
one often is not.

It begins only after a while, as most positions take less time than it takes to start a process. It is a process and no thread
because threads of Python share one core, and one of its own (`python -m optimizer.beside`) rather than one of `multiprocessing`,
which would run the caller's script a second time.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from types import TracebackType

from engine.state import State
from optimizer.goals import Goal
from optimizer.proof import NEVER, Proof

DELAY = 4.0
"""So many seconds the second search waits."""

WIDTHS = ((0, NEVER, 0.5), (3, NEVER, 0.5), (0, NEVER, 0.3), (3, NEVER, 1.0))
"""As `optimizer.contest.WIDTHS`, for the patient search."""


@dataclass(frozen=True)
class Errand:
    """What the second process is to look for, and until when (`time.time`), if the `parent` lives so long."""

    start: State
    goal: Goal
    until: float
    parent: int = field(default_factory=os.getpid)

    def run(self) -> Proof:
        from optimizer.contest import searched  # which imports this module

        def orphaned() -> bool:
            return os.getppid() != self.parent

        return searched(self.goal, self.start, WIDTHS, lambda: self.until - time.time(), orphaned, patient=True)


class Beside:
    """A second search while a `with` block lasts.

    Raises:
        RuntimeError: the second process has failed; raised as the block ends.
    """

    def __init__(self, errand: Errand | None) -> None:
        """None: there is no second search."""
        self.proof: Proof | None = None
        """What it has found: a strategy. None if nothing (yet)."""
        self._errand = errand
        self._over = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._failed = ""
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Beside:
        if self._errand is not None:
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        if self._process is not None:
            self._process.kill()
        if self._errand is not None:
            self._thread.join()
        if self._failed and kind is None:
            raise RuntimeError(self._failed)

    def has_found(self) -> bool:
        return self.proof is not None

    def _run(self) -> None:
        if self._over.wait(DELAY):
            return
        path = os.pathsep.join(filter(None, sys.path))
        self._process = process = subprocess.Popen(
            [sys.executable, "-m", "optimizer.beside"], env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        if self._over.is_set():
            process.kill()
        told, complaint = process.communicate(pickle.dumps(self._errand))
        if self._over.is_set():
            return
        if process.returncode:
            self._failed = f"the second search failed: {complaint.decode(errors='replace').strip()}"
            return
        proof: Proof = pickle.loads(told)
        self.proof = proof if proof.strategy is not None else None


if __name__ == "__main__":
    asked: Errand = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(asked.run()))
