"""The steps of a line as values, and the words for the steps of a turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import objects


@dataclass(frozen=True)
class Paid:
    """What a step paid. `mana`: the sources as they stand after `from`; `life`: all life paid for costs."""

    mana: tuple[str, ...] = ()
    life: int = 0


@dataclass(frozen=True)
class Step:
    """One step of a line.

    `text`: the step as it is printed, with its number and the choices that follow it. `action`: `cast`, `activate`, `play`,
    `tap`, `attack` or `phase`. `card`: the full name of the card, empty for an attack or a phase. `targets`: references; of an
    attack, what is attacked. `proliferate`: what was chosen for each proliferate that followed, in turn.
    """

    text: str
    action: str
    card: str = ""
    targets: tuple[str, ...] = ()
    payment: Paid = field(default_factory=Paid)
    proliferate: tuple[tuple[str, ...], ...] = ()


STEP_NAMES: dict[objects.Step, str] = {
    objects.Step.UNTAP: "untap step",
    objects.Step.UPKEEP: "upkeep",
    objects.Step.DRAW: "draw step",
    objects.Step.MAIN1: "main phase 1",
    objects.Step.BEGIN_COMBAT: "combat",
    objects.Step.DECLARE_ATTACKERS: "declare attackers",
    objects.Step.DECLARE_BLOCKERS: "declare blockers",
    objects.Step.FIRST_STRIKE_DAMAGE: "first strike damage",
    objects.Step.COMBAT_DAMAGE: "combat damage",
    objects.Step.END_COMBAT: "end of combat",
    objects.Step.MAIN2: "main phase 2",
    objects.Step.END: "end step",
    objects.Step.CLEANUP: "cleanup",
}
"""The words after `To` in a line."""
