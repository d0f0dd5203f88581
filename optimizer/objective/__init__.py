"""What the end of a line of play is worth: features, expressions, and scoring functions made of separate small parts."""

from optimizer.objective.expression import Algebra, compile_to, evaluate
from optimizer.objective.parser import ExpressionError, parse
from optimizer.objective.permanents import PermanentScore
from optimizer.objective.scoring import Scoring, Term
from optimizer.objective.table import Table
from optimizer.objective.weights import WeightsError, parse_overrides, profile_names

__all__ = [
    "Algebra", "ExpressionError", "PermanentScore", "Scoring", "Table", "Term", "WeightsError", "compile_to", "evaluate", "parse",
    "parse_overrides", "profile_names",
]  # fmt: skip
