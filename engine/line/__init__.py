"""Lines of play and strategies: writing them, reading them, and carrying them out. The notation is described in docs/lines.md."""

from engine.line.blocks import is_head
from engine.line.branching import Checked, Course, Refutation, Refuted, Unanswered, check_strategy, read_strategy, refute
from engine.line.errors import LineError
from engine.line.replaying import Replay, replay
from engine.line.steps import Paid, Step
from engine.line.strategies import Branching, Played, PlayedReply, replay_strategy, write_strategy
from engine.line.syntax import parse_line
from engine.line.writing import write_line

__all__ = [
    "Branching", "Checked", "Course", "LineError", "Paid", "Played", "PlayedReply", "Refutation", "Refuted", "Replay", "Step",
    "Unanswered", "check_strategy", "is_head", "parse_line", "read_strategy", "refute", "replay", "replay_strategy", "write_line",
    "write_strategy",
]  # fmt: skip
