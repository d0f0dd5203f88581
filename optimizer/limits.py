"""How often at most things can happen this turn, as far as mana tells: the tighter such limits, the stronger the model."""

from __future__ import annotations

from ortools.sat.python import cp_model

from engine.vocabulary import Activated, AddMana
from optimizer.mana import Mana
from optimizer.model import Model
from optimizer.program import Amount, total

WORTHWHILE = 8
"""A limit up to this is good enough as it is."""

EFFORT = 0.2
"""The solver's deterministic time for a limit."""


def most(model: Model, mana: Mana, number: Amount) -> int:
    """No more than this: what the model knows so far, relaxed, with the mana for what it counts."""
    if isinstance(number.expr, int) or number.most <= WORTHWHILE or _grows(model):
        return number.most
    relaxed = model.program.cp.clone()
    spent = total(amount for demand in mana.demands for amount in demand.classes.values())
    relaxed.add(spent.expr <= model.world.most_mana())
    relaxed.maximize(number.expr)
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False  # a solver that catches it leaves Ctrl-C without a handler
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.max_deterministic_time = EFFORT
    status = solver.solve(relaxed)
    known = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return min(number.most, int(solver.best_objective_bound + 1e-6)) if known else number.most


def _grows(model: Model) -> bool:
    """Whether something makes the more mana the more counters it has."""
    return any(
        isinstance(effect, AddMana) and not isinstance(effect.n, int)
        for thing in model.world.mine()
        for ability in thing.definition.abilities
        if isinstance(ability, Activated)
        for effect in ability.effects
    )
