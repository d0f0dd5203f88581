"""What a spell or ability divides or distributes among its targets, which is announced with them (601.2d)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.choices import Divided, ToDivide
from engine.context import Context
from engine.modes import InMode
from engine.objects import ObjectId
from engine.vocabulary import TARGET_GROUPS, Distribute, DivideDamage, Effect, Target, Value, What

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.draft import Draft
    from engine.view import View

Amounts = tuple[tuple[int, int], ...]
"""For groups of targets, by their place, how much is divided among them."""


def _divided(effects: Iterable[Effect | InMode], start: int = 0) -> Iterator[tuple[int, Value]]:
    """The groups of targets among which the effects divide something, and how much."""
    for effect in effects:
        if isinstance(effect, InMode):
            yield from _divided(effect.effects, effect.start)
        elif isinstance(effect, (DivideDamage, Distribute)) and effect.what in TARGET_GROUPS:
            yield start + TARGET_GROUPS[effect.what], effect.n


def amounts(view: View, effects: Iterable[Effect | InMode], context: Callable[[], Context]) -> Amounts:
    """How much there is to divide as the spell or ability is announced. `context` is asked only if there is something."""
    found = list(_divided(effects))
    if not found:
        return ()
    asked = context()
    return tuple([(group, max(view.value(n, asked), 0)) for group, n in found])


def limited(
    view: View, effects: Iterable[Effect | InMode], specs: tuple[Target, ...], context: Context
) -> tuple[Target, ...]:
    """The groups of targets, none with more targets than there is to divide: each gets at least 1."""
    for group, n in amounts(view, effects, lambda: context):
        fewer = replace(specs[group], most=min(specs[group].most, n))
        specs = (*specs[:group], fewer, *specs[group + 1 :])
    return specs


@dataclass(frozen=True, slots=True)
class Divide:
    """The controller of the spell or ability that was just put on the stack announces the share of each target of a group."""

    id: ObjectId
    group: int
    n: int

    def run(self, draft: Draft) -> None:
        thing = draft.on_stack(self.id)
        if thing is None or not thing.targets[self.group]:
            return
        source = thing.id if thing.source is None else thing.source
        targets = thing.targets[self.group]
        answer = draft.ask(ToDivide(thing.controller, source, targets, self.n, least=1))
        assert isinstance(answer, Divided)
        parts = dict(answer.parts)
        shares = list(thing.shares or ((),) * len(thing.targets))
        shares[self.group] = tuple(parts[id] for id in targets)
        changed = replace(thing, shares=tuple(shares))
        draft.stack = tuple(changed if other is thing else other for other in draft.stack)


def announced(context: Context, what: What) -> dict[ObjectId, int] | None:
    """The share of each target that is spoken of, if it was announced."""
    group = TARGET_GROUPS.get(what) if isinstance(what, str) else None
    if group is None or group >= len(context.shares) or not context.shares[group]:
        return None
    return dict(context.shares[group])
