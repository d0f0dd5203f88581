"""Which creatures can attack, which must, what it costs, and every way to declare attackers (508.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from engine import actions
from engine.alike import Alike
from engine.checks import is_sick
from engine.choices import Attacked, IllegalChoice, Payment
from engine.combat.creatures import why_idle
from engine.combat.targets import attackable, can_be_attacked
from engine.objects import OPPONENT, YOU, ObjectId
from engine.vocabulary import AttackCost, AttacksWithDefender, CannotAttack, CannotAttackYou, Costs, MustAttack

if TYPE_CHECKING:
    from engine.view import View

Attacks = tuple[tuple[ObjectId, ObjectId], ...]
"""Attackers, each with what it attacks."""


def why_not(view: View, player: ObjectId, id: ObjectId) -> tuple[str, str] | None:
    """The rule and the reason why the creature cannot attack anything; None if it can."""
    if idle := why_idle(view, player, id, "attack", "508.1a", "active"):
        return idle
    name = view.name(id)
    if is_sick(view, view.battlefield[id]):
        return "508.1a", f"{name} came under its controller's control this turn, so it cannot attack"
    if "defender" in view.keywords(id) and not _ignores_defender(view, id):
        return "702.3b", f"{name} has defender, so it cannot attack"
    for source, static in view.statics(CannotAttack):
        assert isinstance(static, CannotAttack)
        if view.concerns(static.who, id, source):
            return "508.1c", f"{name} cannot attack"
    if CannotAttackYou in view.board.statics and not any(can_attack_that(view, id, at) for at in attackable(view, player)):
        return "508.1c", f"{name} cannot attack anything that is there"
    return None


def can_attack_that(view: View, attacker: ObjectId, at: ObjectId) -> bool:
    """Whether no restriction keeps the creature from attacking that (508.1c)."""
    return not any(
        isinstance(static, CannotAttackYou)
        and _is_at(view, view.controller(source), at, static.planeswalkers)
        and view.concerns(static.who, attacker, source)
        for source, static in view.statics(CannotAttackYou)
    )


def _is_at(view: View, player: ObjectId, at: ObjectId, planeswalkers: bool) -> bool:
    """Whether what is attacked is the player, or a planeswalker of theirs."""
    return at == player or (planeswalkers and at not in (YOU, OPPONENT) and _guards(view, player, at))


def _ignores_defender(view: View, id: ObjectId) -> bool:
    return any(
        isinstance(static, AttacksWithDefender) and view.concerns(static.who, id, source)
        for source, static in view.statics(AttacksWithDefender)
    )


def able(view: View, player: ObjectId) -> tuple[ObjectId, ...]:
    """The creatures of that player that can attack something."""
    return tuple(id for id in view.battlefield if why_not(view, player, id) is None)


def cost_of(view: View, attacks: Attacks) -> Costs:
    """What these attacks cost together (508.1h)."""
    total = Costs()
    for source, static in view.statics(AttackCost):
        assert isinstance(static, AttackCost)
        guarded = view.controller(source)
        for _, at in attacks:
            if _is_at(view, guarded, at, static.planeswalkers):
                total = Costs(mana=total.mana + static.cost.mana, life=total.life + static.cost.life)
    return total


def _guards(view: View, player: ObjectId, at: ObjectId) -> bool:
    return view.battlefield[at].controller == player and "Planeswalker" in view.types(at)


def _requirements(view: View, attacker: ObjectId, at: ObjectId) -> int:
    """How many effects say that this creature attacks, or attacks that, if able."""
    return sum(
        isinstance(static, MustAttack)
        and view.concerns(static.who, attacker, source)
        and (not static.source or at == source)
        and (not static.player or at in (YOU, OPPONENT))
        for source, static in view.statics(MustAttack)
    )


def _most_obeyed(view: View, player: ObjectId) -> int:
    """How many requirements can be obeyed at most without paying for it (508.1d)."""
    if MustAttack not in view.board.statics:
        return 0
    targets = attackable(view, player)
    return sum(
        max((_requirements(view, id, at) for at in targets if _is_free(view, id, at)), default=0)
        for id in able(view, player)
    )


def _is_free(view: View, attacker: ObjectId, at: ObjectId) -> bool:
    return can_attack_that(view, attacker, at) and cost_of(view, ((attacker, at),)) == Costs()


def check(view: View, player: ObjectId, declared: Attacked) -> None:
    """Check a declaration of attackers, apart from whether its payment suffices.

    Raises:
        IllegalChoice: 508.1 or what it refers to forbids it.
    """
    attackers = [attacker for attacker, _ in declared.attacks]
    if len(set(attackers)) != len(attackers):
        raise IllegalChoice("508.1b", "a creature attacks one player, planeswalker or battle")
    for attacker, at in declared.attacks:
        obstacle = why_not(view, player, attacker)
        if obstacle is not None:
            raise IllegalChoice(*obstacle)
        if not can_be_attacked(view, at, player):
            raise IllegalChoice("508.1b", "only the opponent, their planeswalkers and battles that they protect can be attacked")
        if not can_attack_that(view, attacker, at):
            raise IllegalChoice("508.1c", f"{view.name(attacker)} cannot attack that")
    if sum(_requirements(view, *attack) for attack in declared.attacks) < _most_obeyed(view, player):
        raise IllegalChoice("508.1d", "a creature that attacks if able does not attack")
    if declared.payment != Payment() and not cost_of(view, declared.attacks).mana:
        raise IllegalChoice("118.1", "there is no cost that this would pay")


def declarations(view: View, player: ObjectId) -> Iterator[Attacked]:
    """Every legal declaration of attackers with every payment; those that differ in interchangeable objects only appear once."""
    least, alike = _most_obeyed(view, player), Alike(view)
    targets = attackable(view, player)
    twins = {at: alike.key(at) if at in view.battlefield else at for at in targets}
    seen: set[object] = set()
    for attacks in _distributions(alike.classes(able(view, player)), targets):
        if len(set(twins.values())) < len(targets):
            look = _look(attacks, alike, twins)
            if look in seen:
                continue
            seen.add(look)
        if least and sum(_requirements(view, *attack) for attack in attacks) < least:
            continue
        if not all(can_attack_that(view, *attack) for attack in attacks):
            continue
        cost = cost_of(view, attacks)
        if cost == Costs():
            yield Attacked(attacks)
        else:
            for payment in actions.payments(view, player, cost):
                yield Attacked(attacks, payment)


def _distributions(classes: list[list[ObjectId]], targets: tuple[ObjectId, ...]) -> Iterator[Attacks]:
    """Every way in which the creatures attack the targets or stay at home; of alike ones the first attack."""
    if not classes:
        yield ()
        return
    members = classes[0]
    for attacking in range(len(members) + 1):
        for chosen in combinations_with_replacement(targets, attacking):
            here = tuple(zip(members, chosen, strict=False))
            for rest in _distributions(classes[1:], targets):
                yield here + rest


def _look(attacks: Attacks, alike: Alike, twins: dict[ObjectId, object]) -> object:
    """Equal for declarations that differ in interchangeable attackers and targets only."""
    at: dict[ObjectId, list[object]] = {}
    for attacker, target in attacks:
        at.setdefault(target, []).append(alike.key(attacker))
    counts = Counter((twins[target], frozenset(Counter(attackers).items())) for target, attackers in at.items())
    return frozenset(counts.items())
