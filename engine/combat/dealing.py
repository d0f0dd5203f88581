"""Who deals combat damage in a step, to whom, and how it is divided (510)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.alike import Alike
from engine.choices import Divided, IllegalChoice, ToDivide
from engine.combat.record import Attack, Combat
from engine.objects import ObjectId
from engine.prevention import Hit
from engine.vocabulary import DamageByToughness

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View

FIRST = frozenset({"first strike", "double strike"})
"""The keywords of what deals damage in the first of two combat damage steps (510.4)."""


def strikes_first(view: View, combat: Combat) -> frozenset[ObjectId]:
    """The attacking and blocking creatures with first or double strike."""
    fighters = [attack.attacker for attack in combat.attacks] + list(combat.blockers())
    return frozenset(id for id in fighters if view.keywords(id) & FIRST)


def strikes_now(view: View, combat: Combat, id: ObjectId, first: bool) -> bool:
    """Whether the creature assigns combat damage in this step (510.4); `first`: it is the first of two."""
    if first:
        return bool(view.keywords(id) & FIRST)
    return combat.struck is None or id not in combat.struck or "double strike" in view.keywords(id)


def damage_of(view: View, id: ObjectId) -> int:
    """How much combat damage the creature assigns (510.1a)."""
    for source, static in view.statics(DamageByToughness):
        assert isinstance(static, DamageByToughness)
        if view.concerns(static.who, id, source):
            return max(view.toughness(id), 0)
    return max(view.power(id), 0)


def assign(draft: Draft, first: bool) -> list[Hit]:
    """The combat damage that is assigned in this step: the active player divides theirs first (510.1). Changes nothing.

    All of it counts together (510.1e), so those whose damage may go beyond their blockers are asked last, and of these those last
    whose damage is the least open: by then it is known what else the blockers are assigned at least."""
    combat = draft.combat
    assert combat is not None
    hits: list[Hit] = []
    striking = [attack for attack in combat.attacks if strikes_now(draft, combat, attack.attacker, first)]
    striking.sort(key=lambda attack: (_tramples(draft, attack), -len(attack.blockers)))
    for place, attack in enumerate(striking, 1):
        hits += _of_attacker(draft, attack, hits, striking[place:])
    for blocker in combat.blockers():
        if strikes_now(draft, combat, blocker, first):
            hits += _divided(draft, 1 - draft.active, blocker, tuple(combat.blocked_by(blocker)), ())
    return hits


def _tramples(view: View, attack: Attack) -> bool:
    """Whether damage of the attacker may go beyond its blockers."""
    return attack.blocked and attack.at is not None and "trample" in view.keywords(attack.attacker)


def _of_attacker(draft: Draft, attack: Attack, before: list[Hit], after: list[Attack]) -> list[Hit]:
    """510.1b, 510.1c, 702.19b. `before` is what other attackers assign, `after` those that are still to be asked."""
    over = () if attack.at is None else (attack.at,)
    if not attack.blocked:
        return _divided(draft, draft.active, attack.attacker, over, ())
    if not _tramples(draft, attack):
        return _divided(draft, draft.active, attack.attacker, attack.blockers, ())
    lethal = tuple(_lethal(draft, attack.attacker, blocker, before, after) for blocker in attack.blockers)
    return _divided(draft, draft.active, attack.attacker, attack.blockers + over, lethal)


def _lethal(draft: Draft, source: ObjectId, blocker: ObjectId, before: list[Hit], after: list[Attack]) -> int:
    """How much more damage by that source is lethal for the blocker, with what others assign to it (702.19b, 702.2c).

    Attackers still to be asked that nothing else blocks count with all their damage: theirs goes beyond only if this one has left
    no more to them than they have."""
    others = [(hit.source, hit.n) for hit in before if hit.to == blocker]
    others += [(attack.attacker, damage_of(draft, attack.attacker)) for attack in after if attack.blockers == (blocker,)]
    if any(n and "deathtouch" in draft.keywords(other) for other, n in others):
        return 0
    left = max(draft.toughness(blocker) - draft.battlefield[blocker].damage - sum(n for _, n in others), 0)
    return min(left, 1) if "deathtouch" in draft.keywords(source) else left


def _divided(
    draft: Draft, player: ObjectId, source: ObjectId, options: tuple[ObjectId, ...], lethal: tuple[int, ...]
) -> list[Hit]:
    total = damage_of(draft, source)
    if not total or not options:
        return []
    if len(options) == 1:
        return [Hit(source, options[0], total)]
    answer = draft.ask(ToDivide(player, source, options, total, lethal))
    assert isinstance(answer, Divided)
    return [Hit(source, to, n) for to, n in answer.parts]


# ------------------------------------------------------------------------------------------------------------ answers


def check(decision: ToDivide, answer: Divided) -> None:
    """Check a division of damage.

    Raises:
        IllegalChoice: 510.1c, 510.1d or 702.19b forbids it.
    """
    parts = dict(answer.parts)
    if len(parts) != len(answer.parts) or not parts.keys() <= set(decision.options) or min(parts.values(), default=0) < 0:
        raise IllegalChoice("510.1c", "damage can be divided among what blocks or is blocked, and what is attacked by trample")
    if sum(parts.values()) != decision.total:
        raise IllegalChoice("510.1a", f"{decision.total} damage is to be assigned, not {sum(parts.values())}")
    if any(parts.get(id, 0) < decision.least for id in decision.options):
        raise IllegalChoice("601.2d", f"each gets at least {decision.least}")
    beyond = decision.lethal and parts.get(decision.options[-1])
    if beyond and any(parts.get(to, 0) < least for to, least in zip(decision.options, decision.lethal, strict=False)):
        raise IllegalChoice("702.19b", "all blockers have to be assigned lethal damage first")


def divisions(view: View, decision: ToDivide) -> Iterator[Divided]:
    """Every legal division; of alike recipients the first get no less."""
    twins = _twins(view, decision.options)
    for amounts in _amounts(decision.total, len(decision.options)):
        if any(amounts[i] < amounts[j] for places in twins for i, j in pairwise(places)):
            continue
        if min(amounts) < decision.least:
            continue
        if decision.lethal and amounts[-1] and any(n < least for n, least in zip(amounts, decision.lethal, strict=False)):
            continue
        yield Divided(tuple((id, n) for id, n in zip(decision.options, amounts, strict=True) if n))


def in_order(view: View, decision: ToDivide) -> Divided:
    """Lethal damage for one after the other as far as it goes; the last gets the rest."""
    enough = 1 if "deathtouch" in view.keywords(decision.source) else None
    parts: list[tuple[ObjectId, int]] = []
    left = decision.total
    for place, to in enumerate(decision.options):
        n = left
        if to != decision.options[-1]:
            lethal = decision.lethal[place] if decision.lethal else max(view.toughness(to) - view.battlefield[to].damage, 0)
            n = min(left, lethal if enough is None else min(lethal, enough))
        parts += [(to, n)] if n else []
        left -= n
    return Divided(tuple(parts))


def _twins(view: View, options: tuple[ObjectId, ...]) -> list[list[int]]:
    """The places of interchangeable recipients: alike creatures that block or are blocked by the same."""
    combat = view.combat or Combat()
    alike = Alike(view, in_combat=False)
    places: dict[object, list[int]] = {}
    for i, id in enumerate(options):
        attack = combat.attack_of(id)
        key = (alike.key(id), tuple(combat.blocked_by(id)), attack and attack.blockers)
        places.setdefault(key if id in view.battlefield else id, []).append(i)
    return list(places.values())


def _amounts(total: int, places: int) -> Iterator[tuple[int, ...]]:
    if places == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _amounts(total - first, places - 1):
            yield (first, *rest)
