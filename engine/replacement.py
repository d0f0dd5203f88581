"""Replacement effects (614), "can't" effects (614.17) and the order in which replacements apply (616.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.choices import Ordered, ToOrder
from engine.layers import Characteristics, printed
from engine.objects import OPPONENT, YOU, ObjectId, count_of
from engine.vocabulary import (
    CardDefinition,
    CountersCannotBePut,
    DoubleTokens,
    ExiledInstead,
    Filter,
    MoreCounters,
    MoreTokens,
    ProliferateTwice,
    Token,
)

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import Departed, View


@dataclass(frozen=True, slots=True)
class Put:
    """`n` counters of a kind that would be put on a permanent or player."""

    on: ObjectId
    kind: str
    n: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """The permanent that counters are put on while it enters: what it will be (614.12)."""

    traits: Characteristics
    controller: ObjectId


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """What one replacement effect makes of a number of counters: `times` and `plus`, then halved rounded down if `half`.

    `waits`: it looks for counters that an effect puts, which these are only once another replacement has applied (614.16)."""

    times: int = 1
    plus: int = 0
    half: bool = False
    waits: bool = False

    def apply(self, n: int) -> int:
        """The new number; nothing is put instead of nothing (614.7: the event must happen to be replaced)."""
        if n <= 0:
            return 0
        n = max(n * self.times + self.plus, 0)
        return n // 2 if self.half else n

    def __str__(self) -> str:
        if self.half:
            return "half"
        return f"x{self.times}" if self.times != 1 else f"{self.plus:+d}"


def forbidden(view: View, on: ObjectId, kind: str, entrant: Entrant | None = None) -> bool:
    """Whether something says that counters of that kind cannot be put there (614.17)."""
    for source, static in view.statics(CountersCannotBePut):
        assert isinstance(static, CountersCannotBePut)
        if static.kind is not None and static.kind != kind:
            continue
        you = view.controller(source)
        if on in (YOU, OPPONENT):
            if static.players == "each" or (static.players == "you" and on == you):
                return True
        elif static.on is not None and _concerns(view, static.on, on, you, source, entrant):
            return True
    return False


def _concerns(view: View, filter: Filter, on: ObjectId, you: ObjectId, source: ObjectId, entrant: Entrant | None) -> bool:
    if entrant is None:
        return view.matches(filter, on, you, source)
    return view.matches(filter, on, you, source, traits=entrant.traits, controller=entrant.controller)


def changes(view: View, on: ObjectId, kind: str, by: ObjectId, effect: bool, entrant: Entrant | None = None) -> list[Change]:
    """The replacement effects for counters of that kind, put there by that player; `effect`: by an effect."""
    found: list[Change] = []
    for source, static in view.statics(MoreCounters):
        assert isinstance(static, MoreCounters)
        you = view.controller(source)
        if static.kind is not None and static.kind != kind:
            continue
        if static.by is not None and by != (you if static.by == "you" else 1 - you):
            continue
        if on in (YOU, OPPONENT):
            concerned = static.players or (static.you and on == you)
        else:
            concerned = _concerns(view, static.on, on, you, source, entrant)
        if concerned:
            found.append(Change(static.times, static.plus, static.half, waits=static.effects_only and not effect))
    return found


def number(
    draft: Draft, put: Put, by: ObjectId, effect: bool, entrant: Entrant | None = None, more: Iterable[Change] = ()
) -> int:
    """How many counters are put in the end. `more` are changes of the entering permanent itself (Compleated).

    Asks the affected player or the controller of the affected object for an order, if it matters (616.1); each replacement
    applies once (614.5)."""
    if put.n <= 0 or forbidden(draft, put.on, put.kind, entrant):
        return 0
    applicable = changes(draft, put.on, put.kind, by, effect, entrant) + list(more)
    if len(applicable) <= 1:
        return _in_order(put.n, applicable)
    outcomes = _outcomes(put.n, tuple(sorted(applicable)))
    if len(outcomes) == 1:
        return outcomes.pop()
    player = entrant.controller if entrant else draft.controller(put.on)
    answer = draft.ask(ToOrder(player, "replacements", tuple(str(change) for change in applicable), put.on))
    assert isinstance(answer, Ordered)
    return _in_order(put.n, [applicable[i] for i in answer.order])


def _in_order(n: int, order: Iterable[Change]) -> int:
    """The number after the changes; those that wait apply right after the first of the others, and not without one."""
    waiting: list[Change] = []
    begun = False
    for change in order:
        if change.waits and not begun:
            waiting.append(change)
            continue
        n = change.apply(n)
        if not begun:
            begun = True
            for waited in waiting:
                n = waited.apply(n)
    return n


def _outcomes(n: int, changes: tuple[Change, ...]) -> set[int]:
    """The numbers that the orders of the changes lead to. Equal changes are taken as one, so this stays quick for many."""
    reached = {(n, changes)}
    for place in range(len(changes)):
        reached = {
            (change.apply(number), left[:i] + left[i + 1 :])
            for number, left in reached
            for i, change in enumerate(left)
            if not (change.waits and place == 0) and (i == 0 or change != left[i - 1])
        }
    return {number for number, _ in reached} or {n}  # without one that applies at first, those that wait never do


def tokens_created(
    draft: Draft, definitions: Sequence[CardDefinition], player: ObjectId
) -> tuple[int, tuple[tuple[Token, int], ...]]:
    """How many times as many tokens are created under that player's control if such ones would be, and which others with them.
    The player says in which order the replacements apply if it matters (616.1)."""
    doublers = ["x2" for source, _ in draft.statics(DoubleTokens) if draft.controller(source) == player]
    others = [
        static.token
        for source, static in draft.statics(MoreTokens)
        if isinstance(static, MoreTokens)
        and draft.controller(source) == player
        and any(
            draft.matches(static.filter, -1, player, source, traits=printed(definition), controller=player)
            for definition in definitions
        )
    ]
    if not others:
        return 1 << len(doublers), ()
    steps: list[str | Token] = [*doublers, *others]
    if doublers:
        names = tuple(step if isinstance(step, str) else f"and a {step.name}" for step in steps)
        answer = draft.ask(ToOrder(player, "replacements", names))
        assert isinstance(answer, Ordered)
        steps = [steps[i] for i in answer.order]
    times, added = 1, dict[Token, int]()
    for step in steps:
        if isinstance(step, str):
            times, added = 2 * times, {token: 2 * m for token, m in added.items()}
        else:
            added[step] = added.get(step, 0) + 1
    return times, tuple(added.items())


def zone_instead(view: View, last: Departed, zone: str) -> str:
    """The zone that a permanent goes to instead of that one: exile with a finality counter (122.1h) or if something says so."""
    dies = zone == "graveyard"
    if dies and count_of(last.permanent.counters, "finality"):
        return "exile"
    own = (a for a in last.traits.statics if isinstance(a, ExiledInstead) and a.filter is None)
    if any(dies or static.of == "leaving" for static in own):
        return "exile"
    id = last.permanent.id
    for source, static in view.statics(ExiledInstead):
        assert isinstance(static, ExiledInstead)
        if static.filter is None or not (dies or static.of == "leaving"):
            continue
        if view.matches(static.filter, id, view.controller(source), source, traits=last.traits):
            return "exile"
    return zone


def is_exiled_from_anywhere(definition: CardDefinition | None) -> bool:
    """Whether the card is exiled instead of being put into a graveyard, whatever zone it comes from."""
    return definition is not None and any(isinstance(a, ExiledInstead) and a.of == "graveyard" for a in definition.abilities)


def proliferates(view: View, player: ObjectId) -> int:
    """How often the player proliferates instead of once: each "proliferate twice instead" applies once (614.5)."""
    replacements = sum(view.controller(source) == player for source, _ in view.statics(ProliferateTwice))
    return 1 << replacements
