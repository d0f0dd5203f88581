"""How permanents enter the battlefield: what replaces or modifies that (614.1c, 614.12) and what it triggers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import triggers
from engine.choices import Answered, ToAnswer
from engine.context import Context
from engine.layers import Board, Characteristics, printed
from engine.objects import Counters, ObjectId, Permanent
from engine.replacement import Change, Entrant, Put, number
from engine.triggers import CountersWerePut
from engine.vocabulary import (
    AllPermanentsAre,
    CardDefinition,
    Costs,
    EntersTapped,
    EntersWithCounters,
    EverythingColorless,
    GrantAbilities,
)  # fmt: skip

if TYPE_CHECKING:
    from engine.draft import Draft

COMPLEATED_LOSS = 2
"""How many fewer loyalty counters there are for each Phyrexian symbol paid with life (702.150a)."""


@dataclass(frozen=True, slots=True)
class Entering:
    """A card or token that is about to enter."""

    definition: CardDefinition
    owner: ObjectId
    controller: ObjectId
    token: bool = False
    x: int = 0
    kicked: int = 0
    life_symbols: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Enter:
    """These cards and tokens enter the battlefield at the same time."""

    entering: tuple[Entering, ...]

    def run(self, draft: Draft) -> None:
        plans = [_plan(draft, e) for e in self.entering]
        ids: list[ObjectId] = []
        puts: dict[ObjectId, list[CountersWerePut]] = {}
        for entering, plan in zip(self.entering, plans, strict=True):
            if plan.life:
                draft.pay_life(entering.controller, plan.life)
            id = draft.new_id()
            draft.place(
                Permanent(
                    id, entering.definition, entering.owner, entering.controller, plan.counters, plan.tapped, sick=True,
                    token=entering.token, kicked=entering.kicked, label=entering.label,
                )
            )  # fmt: skip
            ids.append(id)
            puts.setdefault(entering.controller, []).extend(CountersWerePut(id, kind, 0, n) for kind, n in plan.counters)
        triggers.on_entered(draft, ids)
        for by, done in puts.items():
            if done:
                triggers.on_counters_put(draft, by, done)


@dataclass(frozen=True, slots=True)
class Plan:
    """How one permanent enters, all choices made (614.12a)."""

    counters: Counters
    tapped: bool
    life: int


def _plan(draft: Draft, entering: Entering) -> Plan:
    traits = _traits(draft, entering)
    tapped, life = False, 0
    for static in traits.statics:
        if isinstance(static, EntersTapped):
            tapped = not _pays(draft, entering, static.unless_life)
            life += 0 if tapped else static.unless_life
    return Plan(_counters(draft, entering, traits), tapped, life)


def _pays(draft: Draft, entering: Entering, life: int) -> bool:
    if not life or not draft.can_pay_life(entering.controller, life):
        return False
    answer = draft.ask(ToAnswer(entering.controller, f"enters untapped: {entering.definition.name}", Costs(life=life), None))
    assert isinstance(answer, Answered)
    return answer.yes


def _traits(draft: Draft, entering: Entering) -> Characteristics:
    """The characteristics it will have on the battlefield (614.12)."""
    if not any(draft.statics(kind) for kind in (AllPermanentsAre, EverythingColorless, GrantAbilities)):
        return printed(entering.definition)
    preview = draft.of(draft)
    preview.battlefield[draft.next_id] = Permanent(draft.next_id, entering.definition, entering.owner, entering.controller)
    return Board(preview).characteristics[draft.next_id]


def _counters(draft: Draft, entering: Entering, traits: Characteristics) -> Counters:
    entrant = Entrant(traits, entering.controller)
    by = entering.controller
    compleated: tuple[Change, ...] = ()
    if "compleated" in traits.keywords and entering.life_symbols:
        compleated = (Change(plus=-COMPLEATED_LOSS * entering.life_symbols),)
    by_effect: dict[str, int] = {}
    loyalty = entering.definition.loyalty
    if loyalty is not None and "Planeswalker" in traits.types:  # 306.5b
        by_effect["loyalty"] = by_effect.get("loyalty", 0) + loyalty
    context = Context(entering.controller, None, x=entering.x, kicked=entering.kicked)
    for static in traits.statics:
        if isinstance(static, EntersWithCounters):
            by_effect[static.kind] = by_effect.get(static.kind, 0) + draft.value(static.n, context)
    found: dict[str, int] = {}
    for kind, n in by_effect.items():
        more = compleated if kind == "loyalty" else ()
        found[kind] = number(draft, Put(draft.next_id, kind, n), by, True, entrant, more)
    if "Saga" in traits.subtypes:  # 714.3a is a rule, not an effect (614.16)
        found["lore"] = found.get("lore", 0) + number(draft, Put(draft.next_id, "lore", 1), by, False, entrant)
    return tuple(sorted((kind, n) for kind, n in found.items() if n > 0))
