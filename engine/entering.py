"""How permanents enter the battlefield: what replaces or modifies that (614.1c, 614.12) and what it triggers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import control, triggers
from engine.attaching import could_enchant
from engine.choices import Answered, Counted, Picked, ToAnswer, ToCount, ToPick
from engine.combat.targets import attackable
from engine.context import Context
from engine.copies import copy_of
from engine.lasting import FOREVER, Lasting, begin
from engine.layers import LAYERED, Board, Characteristics, printed
from engine.mana import COLORS, NO_MANA, Mana
from engine.objects import Counters, ObjectId, Permanent
from engine.replacement import Change, Entrant, Put, number
from engine.triggers import CountersWerePut
from engine.vocabulary import (
    CardDefinition,
    ChoosesAsEnters,
    Condition,
    ControlAttached,
    Costs,
    EntersAsCopy,
    EntersTapped,
    EntersWithCounters,
    Filter,
    changes,
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
    cast_as: str = ""
    cast_from: str = ""
    mana_of: Mana = NO_MANA
    tapped: bool = False
    counters: Counters = ()
    """Counters with which an effect puts it onto the battlefield."""
    attached_to: ObjectId | None = None
    transformed: bool = False
    attacking: bool = False
    """Whether it enters attacking (508.4)."""
    became: CardDefinition | None = None
    """What it is a copy of."""

    @property
    def shown(self) -> CardDefinition:
        """What enters: what it is a copy of, or the face that is up."""
        if self.became is not None:
            return self.became
        return self.definition.back or self.definition if self.transformed else self.definition


@dataclass(frozen=True, slots=True)
class Enter:
    """These cards and tokens enter the battlefield at the same time."""

    entering: tuple[Entering, ...]
    told: bool = True
    """Whether the effects that follow speak of what has entered."""
    returned_by: ObjectId | None = None
    """What had exiled them until it left, if that is why they enter (610.3)."""

    def run(self, draft: Draft) -> None:
        copied = [_as_copy(draft, e) for e in self.entering]
        plans = [_plan(draft, e) for e in copied]
        ids: list[ObjectId] = []
        puts: dict[ObjectId, list[CountersWerePut]] = {}
        for entering, plan in zip(copied, plans, strict=True):
            if plan.life:
                draft.pay_life(entering.controller, plan.life)
            id = draft.new_id()
            draft.place(
                Permanent(
                    id, entering.definition, entering.owner, entering.controller, plan.counters, plan.tapped, sick=True,
                    entered=True,
                    token=entering.token, kicked=entering.kicked, cast_as=entering.cast_as, label=entering.label,
                    cast_from=entering.cast_from, mana_of=entering.mana_of,
                    attached_to=plan.attached_to,
                    transformed=entering.transformed, became=entering.became, chosen=plan.chosen,
                )
            )  # fmt: skip
            ids.append(id)
            if plan.gains:
                change = changes.Change(keywords=plan.gains)
                begin(draft, Lasting(draft.new_id(), entering.controller, id, FOREVER, (id,), change))
            puts.setdefault(entering.controller, []).extend(CountersWerePut(id, kind, 0, n) for kind, n in plan.counters)
            if entering.attacking and draft.combat is not None:
                draft.combat = draft.combat.joined_by(id, _attacked(draft, entering.controller))
        if self.told:
            draft.hand_on(made=tuple(ids))
        if ControlAttached in draft.board.statics:
            control.settle(draft)
        triggers.on_entered(draft, ids)
        if self.returned_by is not None:
            triggers.on_returned(draft, ids, self.returned_by)
        for by, done in puts.items():
            if done:
                triggers.on_counters_put(draft, by, done)


def _attacked(draft: Draft, player: ObjectId) -> ObjectId:
    """What a creature attacks that enters attacking under that player's control, as they choose (508.4)."""
    options = attackable(draft, player)
    answer = draft.ask(ToPick(player, "attacked", options, 1, 1))
    assert isinstance(answer, Picked)
    return answer.chosen[0]


@dataclass(frozen=True, slots=True)
class Plan:
    """How one permanent enters, all choices made (614.12a)."""

    counters: Counters
    tapped: bool
    life: int
    chosen: tuple[tuple[str, str], ...] = ()
    attached_to: ObjectId | None = None
    gains: frozenset[str] = frozenset()
    """The keywords that it gains for good."""


def _as_copy(draft: Draft, entering: Entering) -> Entering:
    """The same, maybe as a copy of something on the battlefield (707.5)."""
    for static in entering.shown.abilities:
        if isinstance(static, EntersAsCopy):
            context = Context(entering.controller, None)
            options = tuple(draft.permanents(static.filter, context))
            answer = draft.ask(ToPick(entering.controller, "copy", options, 0, min(1, len(options))))
            assert isinstance(answer, Picked)
            for id in answer.chosen:
                return replace(entering, became=copy_of(draft, id, static.change))
    return entering


def _plan(draft: Draft, entering: Entering) -> Plan:
    traits = _traits(draft, entering)
    tapped, life = entering.tapped, 0
    chosen: list[tuple[str, str]] = []
    for static in traits.statics:
        if isinstance(static, EntersTapped) and static.filter is None and not tapped:
            tapped = not (
                _pays(draft, entering, static.unless_life)
                or _holds(draft, entering, static.unless)
                or _reveals(draft, entering, static.unless_reveal)
            )
            life += 0 if tapped else static.unless_life
        if isinstance(static, ChoosesAsEnters):
            words = static.among or tuple(COLORS)
            answer = draft.ask(ToCount(entering.controller, static.what, entering.controller, tuple((w, 1) for w in words), 1, 1))
            assert isinstance(answer, Counted)
            chosen += [(static.what, word) for word, _ in answer.counters]
    for source, static in draft.statics(EntersTapped):
        if isinstance(static, EntersTapped) and static.filter is not None:
            tapped = tapped or _is_concerned(draft, static.filter, source, entering, traits)
    counters, gains = _counters(draft, entering, traits)
    return Plan(counters, tapped, life, tuple(chosen), _host(draft, entering), gains)


def _host(draft: Draft, entering: Entering) -> ObjectId | None:
    """What it enters attached to; of an Aura that was not cast its controller chooses that (303.4f)."""
    enchant = entering.shown.enchant
    if entering.attached_to is not None or enchant is None:
        return entering.attached_to
    options = could_enchant(draft, enchant, entering.controller)
    answer = draft.ask(ToPick(entering.controller, "enchant", options, min(1, len(options)), 1))
    assert isinstance(answer, Picked)
    return answer.chosen[0] if answer.chosen else None


def _holds(draft: Draft, entering: Entering, condition: Condition | None) -> bool:
    """Whether there is such a condition and it holds as this enters."""
    return condition is not None and draft.holds(condition, Context(entering.controller, None))


def _reveals(draft: Draft, entering: Entering, filter: Filter | None) -> bool:
    """Whether its controller reveals such a card from their hand as this enters."""
    you = entering.controller
    if filter is None or not any(card.definition and draft.matches(filter, card.id, you) for card in draft.players[you].hand):
        return False
    return _says_yes(draft, entering, Costs())


def _says_yes(draft: Draft, entering: Entering, cost: Costs) -> bool:
    """Whether its controller pays or does something for it to enter untapped."""
    what = f"enters untapped: {entering.definition.name}"
    answer = draft.ask(ToAnswer(entering.controller, what, cost if cost != Costs() else None, None))
    assert isinstance(answer, Answered)
    return answer.yes


def _pays(draft: Draft, entering: Entering, life: int) -> bool:
    if not life or not draft.can_pay_life(entering.controller, life):
        return False
    return _says_yes(draft, entering, Costs(life=life))


def _traits(draft: Draft, entering: Entering) -> Characteristics:
    """The characteristics it will have on the battlefield (614.12)."""
    shown = entering.shown
    if LAYERED.isdisjoint(draft.board.statics) and not any(type(ability) in LAYERED for ability in shown.abilities):
        return printed(shown)
    preview = draft.of(draft)
    preview.battlefield[draft.next_id] = Permanent(
        draft.next_id, entering.definition, entering.owner, entering.controller, token=entering.token,
        transformed=entering.transformed, became=entering.became,
    )  # fmt: skip
    return Board(preview).characteristics[draft.next_id]


def _counters(draft: Draft, entering: Entering, traits: Characteristics) -> tuple[Counters, frozenset[str]]:
    """The counters with which it enters, and the keywords that it gains in place of some that its controller leaves out."""
    gains: frozenset[str] = frozenset()
    entrant = Entrant(traits, entering.controller)
    by = entering.controller
    compleated: tuple[Change, ...] = ()
    if "compleated" in traits.keywords and entering.life_symbols:
        compleated = (Change(plus=-COMPLEATED_LOSS * entering.life_symbols),)
    by_effect: dict[str, int] = dict(entering.counters)
    loyalty = entering.shown.loyalty
    if loyalty is not None and "Planeswalker" in traits.types:  # 306.5b
        by_effect["loyalty"] = by_effect.get("loyalty", 0) + loyalty
    if entering.shown.defense is not None and "Battle" in traits.types:  # 310.4b
        by_effect["defense"] = by_effect.get("defense", 0) + entering.shown.defense
    context = Context(entering.controller, None, x=entering.x, kicked=entering.kicked, mana_of=entering.mana_of)
    for static in traits.statics:
        if not isinstance(static, EntersWithCounters) or static.filter is not None:
            continue
        if static.optional and not _wants(draft, entering, static):
            gains |= static.otherwise
            continue
        if static.condition is None or draft.holds(static.condition, context):
            by_effect[static.kind] = by_effect.get(static.kind, 0) + draft.value(static.n, context)
    for source, static in draft.statics(EntersWithCounters):
        assert isinstance(static, EntersWithCounters)
        if static.filter is not None and _is_concerned(draft, static.filter, source, entering, traits):
            if static.optional and not _wants(draft, entering, static):
                gains |= static.otherwise
                continue
            more = draft.value(static.n, Context(draft.controller(source), source))
            by_effect[static.kind] = by_effect.get(static.kind, 0) + more
    found: dict[str, int] = {}
    for kind, n in by_effect.items():
        own = compleated if kind == "loyalty" else ()
        found[kind] = number(draft, Put(draft.next_id, kind, n), by, True, entrant, own)
    if "Saga" in traits.subtypes:  # 714.3a is a rule, not an effect (614.16)
        lore = _first_chapter(draft, entering, traits)
        found["lore"] = found.get("lore", 0) + number(draft, Put(draft.next_id, "lore", lore), by, False, entrant)
    return tuple(sorted((kind, n) for kind, n in found.items() if n > 0)), gains


def _wants(draft: Draft, entering: Entering, static: EntersWithCounters) -> bool:
    """Whether its controller has it enter with these counters."""
    what = f"enters with {static.kind} counters: {entering.definition.name}"
    answer = draft.ask(ToAnswer(entering.controller, what, None, None))
    assert isinstance(answer, Answered)
    return answer.yes


def _first_chapter(draft: Draft, entering: Entering, traits: Characteristics) -> int:
    """The lore counters of a Saga that enters: one, or with read ahead as many as its controller chooses (702.155b)."""
    if "read ahead" not in traits.keywords or traits.last_chapter < 2:
        return 1
    options = tuple((str(n), 1) for n in range(1, traits.last_chapter + 1))
    answer = draft.ask(ToCount(entering.controller, "chapter", entering.controller, options, 1, 1))
    assert isinstance(answer, Counted)
    return int(answer.counters[0][0])


def _is_concerned(draft: Draft, filter: Filter, source: ObjectId, entering: Entering, traits: Characteristics) -> bool:
    """Whether a filter lets through what is entering."""
    if filter.token is not None and filter.token != entering.token:
        return False
    you = draft.controller(source)
    return draft.matches(replace(filter, token=None), draft.next_id, you, source, traits=traits, controller=entering.controller)
