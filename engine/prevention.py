"""What becomes of damage before it is dealt: replacement and prevention effects (614, 615, 616.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.choices import Ordered, ToOrder
from engine.context import Context
from engine.layers import PERMANENT_TYPES
from engine.objects import OPPONENT, YOU, ObjectId, count_of
from engine.vocabulary import DamageCannotBePrevented, Filter, MoreDamage, PreventDamage, Subject

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View


@dataclass(frozen=True, slots=True)
class Hit:
    """`n` damage that a source deals to a player or permanent."""

    source: ObjectId
    to: ObjectId
    n: int


@dataclass(frozen=True, slots=True)
class Prevented:
    """Damage that a prevention effect of `source` keeps from being dealt to something, and what that does besides."""

    static: PreventDamage
    source: ObjectId
    to: ObjectId
    n: int

    def carry_out(self, draft: Draft) -> None:
        static, n = self.static, self.n
        if n and (static.once or static.up_to is not None):
            _use_up(draft, self.source, n)
        if static.remove is not None:
            removed = draft.remove_counters(self.to, static.remove, n if static.that_many else 1)
            n = removed if static.that_many else n
        if static.then and n:
            draft.carry_out(static.then, Context(draft.controller(self.source), self.source, amount=n))


def _use_up(draft: Draft, shield: ObjectId, n: int) -> None:
    """A shield against so much damage, or against the next time, has prevented that much (615.7)."""
    left = []
    for lasting in draft.lasting:
        static = lasting.ability
        if lasting.id == shield and isinstance(static, PreventDamage):
            if static.once or static.up_to is None or static.up_to <= n:
                continue
            lasting = replace(lasting, ability=replace(static, up_to=static.up_to - n))
        left.append(lasting)
    draft.lasting = tuple(left)
    draft.lasting_changed()


def sources(view: View, filter: Filter, context: Context) -> tuple[ObjectId, ...]:
    """What may be chosen as a source of damage (609.7a): permanents, spells, and what abilities on the stack come from."""
    on_stack = [thing.id if thing.card is not None else thing.source for thing in view.stack]
    known = dict.fromkeys([*view.battlefield, *(id for id in on_stack if id is not None)])
    return tuple(id for id in known if view.matches(filter, id, context.controller, context.source, context=context))


SHIELD = PreventDamage(remove="shield", only_with=True)
"""What a shield counter does (122.1c). (It also replaces destruction: `Draft.destroy`.)"""

Effect = tuple[ObjectId, PreventDamage | MoreDamage]


def final_hits(draft: Draft, hits: Sequence[Hit], combat: bool) -> tuple[list[Hit], list[Prevented]]:
    """What is dealt in the end, and what is prevented. Asks the affected player for an order where several effects apply; changes
    nothing."""
    certain = DamageCannotBePrevented in draft.board.statics
    if not certain:
        hits = [hit for hit in hits if not _is_protected(draft, hit)]
    dealt: list[Hit] = []
    prevented: list[Prevented] = []
    for to in dict.fromkeys(hit.to for hit in hits):
        mine = [hit for hit in hits if hit.to == to]
        effects = [effect for effect in _effects(draft, to) if any(_applies(draft, effect, hit, combat) for hit in mine)]
        for effect in _in_order(draft, to, effects):
            concerned = [hit for hit in mine if hit.n > 0 and _applies(draft, effect, hit, combat)]
            if not concerned:
                continue
            source, static = effect
            if isinstance(static, MoreDamage):
                plus = draft.value(static.plus, Context(draft.controller(source), source))
                mine = [replace(h, n=h.n * static.times + plus) if h in concerned else h for h in mine]
                continue
            total = sum(hit.n for hit in concerned)
            most = total if static.up_to is None else min(static.up_to, total)
            prevented.append(Prevented(static, source, to, 0 if certain else most))
            if not certain:
                mine = [hit for hit in mine if hit not in concerned] + _left(draft, to, concerned, most)
        dealt += mine
    return dealt, prevented


def _left(draft: Draft, to: ObjectId, hits: list[Hit], n: int) -> list[Hit]:
    """What is left of the damage when so much of it is prevented; which, the affected player chooses (615.7)."""
    if n < sum(hit.n for hit in hits) and len(hits) > 1:
        names = tuple(draft.name(hit.source) for hit in hits)
        answer = draft.ask(ToOrder(draft.controller(to), "prevented", names, to))
        assert isinstance(answer, Ordered)
        hits = [hits[i] for i in answer.order]
    left = []
    for hit in hits:
        prevented = min(n, hit.n)
        n -= prevented
        left.append(replace(hit, n=hit.n - prevented))
    return [hit for hit in left if hit.n]


def _effects(view: View, to: ObjectId) -> Iterator[Effect]:
    """The effects that could change damage to this player or permanent."""
    for kind in (PreventDamage, MoreDamage):
        for source, static in view.statics(kind):
            assert isinstance(static, PreventDamage | MoreDamage)
            yield source, static
    if to in view.battlefield and count_of(view.battlefield[to].counters, "shield"):
        yield to, SHIELD


def _applies(view: View, effect: Effect, hit: Hit, combat: bool) -> bool:
    source, static = effect
    you = view.controller(source)
    if isinstance(static, MoreDamage):
        return not (combat and static.noncombat) and _is_more(view, static, hit, source, you)
    if static.combat and not combat:
        return False
    if static.only_with and not count_of(view.counters(hit.to), static.remove or ""):
        return False
    if static.by is not None and not _is_meant(view, static.by, hit.source, source):
        return False
    if static.still is not None and not view.matches(static.still, hit.source, you, source):
        return False
    if static.to == "anything":
        return True
    if static.to == "target":
        return _is_meant(view, "target", hit.to, source)
    if hit.to in (YOU, OPPONENT):
        return static.to == "you" and hit.to == you
    return static.to != "you" and view.concerns(static.to, hit.to, source)


def _is_meant(view: View, subject: Subject, id: ObjectId, source: ObjectId) -> bool:
    """Whether that object is spoken of: by what a shield remembers, or as of a static ability."""
    if subject not in ("target", "target 2"):
        return _is_dealer(view, subject, id, source)
    return any(id in view.refer(subject, e.context) for e in view.lasting if e.id == source and e.context is not None)


def _is_dealer(view: View, subject: Subject, id: ObjectId, source: ObjectId) -> bool:
    """Whether an ability of `source` speaks of that source of damage: a creature is one on the battlefield (109.2)."""
    there = id in view.battlefield or id in view.departed
    if isinstance(subject, Filter) and subject.types and subject.types <= PERMANENT_TYPES and not there:
        return False
    return view.concerns(subject, id, source)


def _is_more(view: View, static: MoreDamage, hit: Hit, source: ObjectId, you: ObjectId) -> bool:
    """Whether the damage is dealt by and to what the effect speaks of."""
    if not _is_dealer(view, static.by, hit.source, source):
        return False
    match static.to:
        case "anything":
            return True
        case "self":
            return hit.to == source
        case "opponents":
            return view.controller(hit.to) != you
        case _:
            return hit.to in (YOU, OPPONENT) and (hit.to == you) == (static.to == "you")


def _in_order(draft: Draft, to: ObjectId, effects: list[Effect]) -> list[Effect]:
    """The effects in the order in which the affected player, or the controller of the affected permanent, applies them."""
    if len(set(effects)) < 2:
        return effects
    answer = draft.ask(ToOrder(draft.controller(to), "replacements", tuple(draft.name(source) for source, _ in effects), to))
    assert isinstance(answer, Ordered)
    return [effects[i] for i in answer.order]


def _is_protected(view: View, hit: Hit) -> bool:
    """Whether the permanent has protection from the source (702.16e)."""
    return hit.to in view.battlefield and any(
        word.startswith("protection from ") and view.is_protected(word, hit.source) for word in view.keywords(hit.to)
    )
