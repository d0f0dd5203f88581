"""What happens to permanents that stay where they are."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from engine import control, phasing, triggers
from engine.attaching import attach, can_be_attached, detach
from engine.choices import Picked, ToPick
from engine.context import Context
from engine.copies import copy_of
from engine.effects.meaning import carry, means, players, present
from engine.keywords import of_keywords
from engine.lasting import END_OF_TURN, FOREVER, Lasting, begin, is_over
from engine.objects import GAINED, GIVEN, ITSELF, ONCE_EVER, ObjectId
from engine.vocabulary import (
    Adapt,
    AddCounters,
    Alter,
    AtLeast,
    Attach,
    BecomeCopy,
    CannotActivate,
    CannotAttack,
    CannotBlock,
    Change,
    ChoosePermanents,
    CountersOn,
    Designate,
    Designated,
    Detain,
    ExchangeControl,
    Filter,
    GainControl,
    GainKeywords,
    Goad,
    If,
    Monstrosity,
    MustAttack,
    Not,
    PhaseOut,
    Power,
    Pump,
    Regenerate,
    Scaled,
    Tap,
    Toughness,
    Transform,
    TurnFaceUp,
    Unattach,
    Untap,
    Value,
)
from engine.ways import FACE_DOWN_NAME

if TYPE_CHECKING:
    from engine.draft import Draft


@means(Regenerate)
def _regenerate(draft: Draft, effect: Regenerate, context: Context) -> None:
    for id in present(draft, effect.what, context):
        draft.change(id, regeneration_shields=draft.battlefield[id].regeneration_shields + 1)


@means(Pump)
def _pump(draft: Draft, effect: Pump, context: Context) -> None:
    values = [(id, *numbers(draft, (effect.power, effect.toughness), id, context)) for id in present(draft, effect.what, context)]
    if effect.until == END_OF_TURN:
        for id, power, toughness in values:
            p, t = draft.battlefield[id].boost
            draft.change(id, boost=(p + power, t + toughness))
        return
    for power, toughness in dict.fromkeys((p, t) for _, p, t in values):
        those = [id for id, *size in values if size == [power, toughness]]
        _last(draft, those, effect.until, context, change=Change(power=power, toughness=toughness))


def numbers(draft: Draft, values: tuple[Value, ...], it: ObjectId, context: Context) -> tuple[int, ...]:
    """The values as numbers, for one of the objects that the effect is about."""
    if not all(isinstance(value, int) for value in values):
        context = replace(context, it=it)
    return tuple(_change_of_size(draft, value, context) for value in values)


def _change_of_size(draft: Draft, value: Value, context: Context) -> int:
    """What is added to power or toughness: no negative amount is worked out for it (107.1b), but where it doubles them, nor is
    one subtracted."""
    if isinstance(value, Scaled) and value.plus == 0:
        return value.by * _change_of_size(draft, value.value, context)
    n = draft.value(value, context)
    is_doubled = isinstance(value, (Power, Toughness)) and value.of == "it"
    return n if isinstance(value, int) or is_doubled else max(0, n)


@means(GainKeywords)
def _gain_keywords(draft: Draft, effect: GainKeywords, context: Context) -> None:
    if effect.until != END_OF_TURN or of_keywords(effect.keywords):
        _last(draft, present(draft, effect.what, context), effect.until, context, change=Change(keywords=effect.keywords))
        return
    what = [GAINED + word for word in effect.keywords]
    for id in present(draft, effect.what, context):
        draft.stamp(id, *what, gained=draft.battlefield[id].gained | effect.keywords)


@means(ChoosePermanents)
def _choose_permanents(draft: Draft, effect: ChoosePermanents, context: Context) -> Context:
    n = draft.count(effect.n, context)
    chosen: list[ObjectId] = []
    for player in players(draft, effect.who, context):
        options = tuple(draft.permanents(effect.filter, replace(context, controller=player)))
        most = min(n, len(options))
        answer = draft.ask(ToPick(player, "choose", options, 0 if effect.up_to else most, most, context.source))
        assert isinstance(answer, Picked)
        chosen += answer.chosen
    return replace(context, made=tuple(chosen), did=bool(chosen))


@means(Alter)
def _alter(draft: Draft, effect: Alter, context: Context) -> None:
    """What it applies to and its numbers are fixed now (611.2c, 611.2d)."""
    ids = present(draft, effect.what, context)
    alike: dict[Change, list[ObjectId]] = {}
    for id in ids:
        alike.setdefault(fixed(draft, effect, replace(context, it=id)), []).append(id)
    for change, those in alike.items():
        _last(draft, those, effect.until, context, change=change)


def fixed(draft: Draft, effect: Change, context: Context) -> Change:
    """The change with numbers for its values."""
    given = {field.name: getattr(effect, field.name) for field in fields(Change)}
    for name in ("power", "toughness", "base_power", "base_toughness"):
        if given[name] is not None:
            is_set = name.startswith("base")
            given[name] = draft.value(given[name], context) if is_set else _change_of_size(draft, given[name], context)
    return Change(**given)


def _last(draft: Draft, ids: list[ObjectId], until: str, context: Context, **what: Any) -> None:
    """A continuous effect on the objects begins (611.2)."""
    if ids:
        lasting = Lasting(
            draft.new_id(), context.controller, context.source, until, tuple(ids), turn=draft.course.turn, **what
        )  # fmt: skip
        if not is_over(draft, lasting):
            begin(draft, lasting)


@means(BecomeCopy)
def _become_copy(draft: Draft, effect: BecomeCopy, context: Context) -> None:
    for of in draft.refer(effect.of, context):
        definition = copy_of(draft, of, effect.change)
        for id in present(draft, effect.what, context) if definition is not None else ():
            draft.change(id, became=definition)


@means(Attach)
def _attach(draft: Draft, effect: Attach, context: Context) -> Context:
    pairs = [(id, _bearer(draft, id, effect, context)) for id in present(draft, effect.what, context)]
    did = False
    for id, to in pairs:
        did = (to is not None and attach(draft, id, to)) or did
    return replace(context, did=did)


def _bearer(draft: Draft, id: ObjectId, effect: Attach, context: Context) -> ObjectId | None:
    """What it is to be attached to. Where a replacement has made more than one of it, the player chooses which (as 707.10e)."""
    options = tuple(draft.refer(effect.to, context))
    if len(options) < 2:
        return options[0] if options else None
    options = tuple(to for to in options if can_be_attached(draft, id, to))
    answer = draft.ask(ToPick(context.controller, "attach", options, min(1, len(options)), 1, context.source))
    assert isinstance(answer, Picked)
    return answer.chosen[0] if answer.chosen else None


@means(Unattach)
def _unattach(draft: Draft, effect: Unattach, context: Context) -> None:
    for id in present(draft, effect.what, context):
        detach(draft, id)


@means(Transform)
def _transform(draft: Draft, effect: Transform, context: Context) -> None:
    """701.27a, 701.27c: only what has another face."""
    for id in present(draft, effect.what, context):
        permanent = draft.battlefield[id]
        if permanent.definition.back is not None and permanent.became is None:
            draft.stamp(id, ITSELF, transformed=not permanent.transformed)  # 613.7g
            draft.note("transformed", id)
            triggers.on_transformed(draft, id)


@means(Goad)
def _goad(draft: Draft, effect: Goad, context: Context) -> None:
    carry(draft, (Alter(what=effect.what, abilities=(MustAttack(),), until="your next turn"),), context)


@means(Detain)
def _detain(draft: Draft, effect: Detain, context: Context) -> None:
    barred = (CannotAttack(), CannotBlock(), CannotActivate(Filter(source=True)))
    carry(draft, (Alter(what=effect.what, abilities=barred, until="your next turn"),), context)


@means(Adapt)
def _adapt(draft: Draft, effect: Adapt, context: Context) -> None:
    has_one = AtLeast(CountersOn("p1p1"), 1)
    carry(draft, (If(Not(has_one), (AddCounters("self", "p1p1", effect.n),)),), context)


@means(Monstrosity)
def _monstrosity(draft: Draft, effect: Monstrosity, context: Context) -> None:
    become = (AddCounters("self", "p1p1", effect.n), Designate("monstrous"))
    carry(draft, (If(Not(Designated("monstrous")), become),), context)


@means(Designate)
def _designate(draft: Draft, effect: Designate, context: Context) -> None:
    if context.source in draft.battlefield:
        draft.use_once(context.source, ONCE_EVER + effect.designation)
        triggers.on_designated(draft, context.source, effect.designation)


@means(TurnFaceUp)
def _turn_face_up(draft: Draft, effect: TurnFaceUp, context: Context) -> None:
    for id in present(draft, effect.what, context):
        became = draft.battlefield[id].became
        if became is not None and became.name == FACE_DOWN_NAME:
            draft.stamp(id, ITSELF, became=None)  # 613.7f
            draft.note("turned", id)
            triggers.on_turned_face_up(draft, id)


@means(PhaseOut)
def _phase_out(draft: Draft, effect: PhaseOut, context: Context) -> None:
    phasing.phase_out(draft, present(draft, effect.what, context))


@means(Tap)
def _tap(draft: Draft, effect: Tap, context: Context) -> Context:
    tapped = [id for id in present(draft, effect.what, context) if not draft.battlefield[id].tapped]
    for id in present(draft, effect.what, context):
        draft.tap(id)
        if effect.stays_tapped:
            draft.change(id, stays_tapped=True)
    return replace(context, affected=tuple(tapped), did=bool(tapped))


@means(Untap)
def _untap(draft: Draft, effect: Untap, context: Context) -> None:
    for id in present(draft, effect.what, context):
        draft.untap(id)


@means(GainControl)
def _gain_control(draft: Draft, effect: GainControl, context: Context) -> None:
    for player in players(draft, effect.who, context)[:1]:
        if effect.until != FOREVER:
            _last(draft, present(draft, effect.what, context), effect.until, context, control=player)
            continue
        for id in present(draft, effect.what, context):
            _give(draft, id, player)


def _give(draft: Draft, id: ObjectId, player: ObjectId) -> None:
    """The player controls the permanent from now on."""
    permanent = draft.battlefield[id]
    sick = permanent.sick or permanent.controller != player
    draft.stamp(id, GIVEN, controller=player, control_ends=None, sick=sick)
    control.settle(draft)


@means(ExchangeControl)
def _exchange_control(draft: Draft, effect: ExchangeControl, context: Context) -> Context:
    both = present(draft, effect.what, context)
    if effect.other is not None:
        both += present(draft, effect.other, context)
    owners = [draft.battlefield[id].controller for id in both]
    did = len(both) == 2 and owners[0] != owners[1]
    if did:
        for id, player in zip(both, reversed(owners), strict=True):
            _give(draft, id, player)
    return replace(context, did=did)
