"""Lines of play: writing them, reading them, and carrying them out. The notation is described in docs/lines.md."""

from engine.line.errors import LineError
from engine.line.replaying import Replay, replay
from engine.line.steps import Paid, Step
from engine.line.syntax import parse_line
from engine.line.writing import write_line

__all__ = ["LineError", "Paid", "Replay", "Step", "parse_line", "replay", "write_line"]
