"""What a state knows of a combat phase that is under way: who attacks what, and who blocks whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.objects import ObjectId


@dataclass(frozen=True, slots=True)
class Attack:
    """An attacking creature (508.1k)."""

    attacker: ObjectId
    at: ObjectId | None
    """The player, planeswalker or battle that it attacks; None once that was removed from combat (506.4c)."""
    blocked: bool = False
    """Whether it became blocked, which it stays even if nothing blocks it any more (509.1h)."""
    blockers: tuple[ObjectId, ...] = ()


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat phase."""

    attacks: tuple[Attack, ...] = ()
    attacked: bool = False
    """Whether any creature attacked; if none did, the steps for blockers and damage are skipped (508.8)."""
    blocks: tuple[tuple[ObjectId, ObjectId], ...] = ()
    """Who was declared as a blocker of what, whatever became of them."""
    struck: frozenset[ObjectId] | None = None
    """In the second of two combat damage steps: what had first or double strike as the first one began (510.4)."""

    hits: frozenset[tuple[ObjectId, ObjectId]] = frozenset()
    """What dealt damage to whom in the last combat damage step."""

    def joined_by(self, attacker: ObjectId, at: ObjectId) -> Combat:
        """The combat with a creature that was put onto the battlefield attacking (508.4)."""
        return replace(self, attacks=(*self.attacks, Attack(attacker, at)))

    def attack_of(self, id: ObjectId) -> Attack | None:
        """The attack of that creature, None if it is not attacking."""
        for attack in self.attacks:
            if attack.attacker == id:
                return attack
        return None

    def blockers(self) -> tuple[ObjectId, ...]:
        """The blocking creatures, each once."""
        return tuple(dict.fromkeys(id for attack in self.attacks for id in attack.blockers))

    def blocked_by(self, id: ObjectId) -> Iterator[ObjectId]:
        """The attackers that the creature is blocking."""
        return (attack.attacker for attack in self.attacks if id in attack.blockers)

    def members(self) -> Iterator[ObjectId]:
        """Every creature and player or permanent that attacks, blocks or is attacked."""
        for attack in self.attacks:
            yield attack.attacker
            yield from attack.blockers
            if attack.at is not None:
                yield attack.at

    def without(self, id: ObjectId) -> Combat:
        """The combat without a permanent that was removed from it (506.4)."""
        return replace(
            self,
            attacks=tuple(
                replace(attack, at=None if attack.at == id else attack.at, blockers=tuple(b for b in attack.blockers if b != id))
                for attack in self.attacks
                if attack.attacker != id
            ),
        )
