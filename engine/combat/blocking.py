"""Which creatures can block what, which must, and every way to declare blockers (509.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from engine.alike import Alike
from engine.choices import Blocked, IllegalChoice
from engine.combat.creatures import why_idle
from engine.objects import ObjectId
from engine.vocabulary import BlockLimit, BlocksMore, CannotBeBlocked, CannotBlock, MustBeBlocked, MustBlock

if TYPE_CHECKING:
    from engine.view import View

Blocks = tuple[tuple[ObjectId, ObjectId], ...]
"""Blockers, each with what it blocks; one that blocks several creatures stands there several times."""

_LAND_TYPES = {"plains": "Plains", "island": "Island", "swamp": "Swamp", "mountain": "Mountain", "forest": "Forest"}


def why_not(view: View, player: ObjectId, id: ObjectId) -> tuple[str, str] | None:
    """The rule and the reason why the creature cannot block anything; None if it can."""
    if idle := why_idle(view, player, id, "block", "509.1a", "defending"):
        return idle
    name = view.name(id)
    if "decayed" in view.keywords(id):
        return "702.147a", f"{name} has decayed, so it cannot block"
    for source, static in view.statics(CannotBlock):
        assert isinstance(static, CannotBlock)
        if view.concerns(static.who, id, source):
            return "509.1b", f"{name} cannot block"
    return None


def able(view: View, player: ObjectId) -> tuple[ObjectId, ...]:
    """The creatures of that player that can block."""
    return tuple(id for id in view.battlefield if why_not(view, player, id) is None)


# ------------------------------------------------------------------------------------------------------------ evasion


def why_not_pair(view: View, blocker: ObjectId, attacker: ObjectId) -> tuple[str, str] | None:
    """The rule and the reason why this creature cannot block that one; None if it can."""
    rule = _evaded(view, blocker, attacker)
    return None if rule is None else (rule, f"{view.name(blocker)} cannot block {view.name(attacker)}")


def _evaded(view: View, blocker: ObjectId, attacker: ObjectId) -> str | None:
    """The rule by which the attacker cannot be blocked by that creature."""
    evades, has = view.keywords(attacker), view.keywords(blocker)
    if "flying" in evades and not has & {"flying", "reach"}:
        return "702.9b"
    if ("shadow" in evades) != ("shadow" in has):
        return "702.28b"
    if "horsemanship" in evades and "horsemanship" not in has:
        return "702.31b"
    if "fear" in evades and "Artifact" not in view.types(blocker) and "B" not in view.colors(blocker):
        return "702.36b"
    if "intimidate" in evades and "Artifact" not in view.types(blocker) and not view.colors(blocker) & view.colors(attacker):
        return "702.13b"
    if "skulk" in evades and view.power(blocker) > view.power(attacker):
        return "702.118b"
    for word in evades:
        if word.startswith("protection from ") and view.is_protected(word, blocker):
            return "702.16f"
        land = _LAND_TYPES.get(word.removesuffix("walk"))
        if land is not None and _controls(view, view.controller(blocker), land):
            return "702.14c"
    return "509.1b" if _is_forbidden(view, blocker, attacker) else None


def _controls(view: View, player: ObjectId, land_type: str) -> bool:
    return any(p.controller == player and land_type in view.subtypes(id) for id, p in view.battlefield.items())


def _is_forbidden(view: View, blocker: ObjectId, attacker: ObjectId) -> bool:
    """Whether an effect says that this creature cannot be blocked by that one."""
    for source, static in view.statics(CannotBeBlocked):
        assert isinstance(static, CannotBeBlocked)
        if static.by_more_than is not None or not view.concerns(static.who, attacker, source):
            continue
        you = view.controller(source)
        if static.by is not None and not view.matches(static.by, blocker, you, source):
            continue
        if static.unless_by is not None and view.matches(static.unless_by, blocker, you, source):
            continue
        if static.by_weaker and view.power(blocker) >= view.power(attacker):
            continue
        if static.by_stronger and view.power(blocker) <= view.power(attacker):
            continue
        return True
    return any(
        isinstance(rule, BlockLimit)
        and view.concerns(rule.who, blocker, source)
        and view.matches(rule.what, attacker, view.controller(source), source) != rule.only
        for source, rule in view.statics(BlockLimit)
    )


# ------------------------------------------------------------------------------------------------------------ declarations


def _capacity(view: View, id: ObjectId) -> int:
    """How many creatures this one can block."""
    return 1 + sum(
        static.n
        for source, static in view.statics(BlocksMore)
        if isinstance(static, BlocksMore) and view.concerns(static.who, id, source)
    )


def _lonely(view: View, blocks: Blocks) -> ObjectId | None:
    """An attacker with menace that only one creature blocks (702.111b)."""
    for attacker, n in Counter(attacker for _, attacker in blocks).items():
        if n == 1 and "menace" in view.keywords(attacker):
            return attacker
    return None


def _crowded(view: View, blocks: Blocks) -> ObjectId | None:
    """An attacker that more creatures block than an effect allows (509.1b)."""
    for source, static in view.statics(CannotBeBlocked):
        assert isinstance(static, CannotBeBlocked)
        if static.by_more_than is not None:
            for attacker, n in Counter(attacker for _, attacker in blocks).items():
                if n > static.by_more_than and view.concerns(static.who, attacker, source):
                    return attacker
    return None


def check(view: View, player: ObjectId, declared: Blocked) -> None:
    """Check a declaration of blockers.

    Raises:
        IllegalChoice: 509.1 or what it refers to forbids it.
    """
    assert view.combat is not None
    attackers = {attack.attacker for attack in view.combat.attacks}
    if len(set(declared.blocks)) != len(declared.blocks):
        raise IllegalChoice("509.1a", "a creature blocks another one once")
    for blocker, n in Counter(blocker for blocker, _ in declared.blocks).items():
        obstacle = why_not(view, player, blocker)
        if obstacle is not None:
            raise IllegalChoice(*obstacle)
        if n > _capacity(view, blocker):
            raise IllegalChoice("509.1a", f"{view.name(blocker)} cannot block {n} creatures")
    for blocker, attacker in declared.blocks:
        if attacker not in attackers:
            raise IllegalChoice("509.1a", "only attacking creatures can be blocked")
        obstacle = why_not_pair(view, blocker, attacker)
        if obstacle is not None:
            raise IllegalChoice(*obstacle)
    alone = _lonely(view, declared.blocks)
    if alone is not None:
        raise IllegalChoice("702.111b", f"{view.name(alone)} has menace, so it cannot be blocked by one creature only")
    crowded = _crowded(view, declared.blocks)
    if crowded is not None:
        raise IllegalChoice("509.1b", f"{view.name(crowded)} cannot be blocked by that many creatures")
    if _requires(view) and _obeyed(view, player, declared.blocks) < _most_obeyed(view, player):
        raise IllegalChoice("509.1c", "more could be done of what has to be blocked or has to block if able")


def declarations(view: View, player: ObjectId) -> Iterator[Blocked]:
    """Every legal declaration of blockers; those that differ in interchangeable creatures only appear once."""
    least = _most_obeyed(view, player) if _requires(view) else 0
    for blocks in _allowed(view, player):
        if not least or _obeyed(view, player, blocks) >= least:
            yield Blocked(blocks)


def _allowed(view: View, player: ObjectId) -> Iterator[Blocks]:
    """Every declaration that disobeys no restriction."""
    assert view.combat is not None
    attackers = [attack.attacker for attack in view.combat.attacks]
    apart, looks = _looks(view)
    seen: set[object] = set()
    for blocks in _combinations(view, Alike(view).classes(able(view, player)), attackers):
        if _lonely(view, blocks) is not None or _crowded(view, blocks) is not None:
            continue
        if len(set(looks.values())) < len(looks):
            look = _look(blocks, apart, looks)
            if look in seen:
                continue
            seen.add(look)
        yield blocks


def _combinations(view: View, classes: list[list[ObjectId]], attackers: list[ObjectId]) -> Iterator[Blocks]:
    if not classes:
        yield ()
        return
    members = classes[0]
    can_block = [attacker for attacker in attackers if why_not_pair(view, members[0], attacker) is None]
    options = [
        some for n in range(min(_capacity(view, members[0]), len(can_block)) + 1) for some in combinations(can_block, n)
    ]  # fmt: skip
    for chosen in combinations_with_replacement(options, len(members)):
        each = zip(members, reversed(chosen), strict=True)  # the first of those that are alike block most
        here = tuple((blocker, attacker) for blocker, blocked in each for attacker in blocked)
        for rest in _combinations(view, classes[1:], attackers):
            yield here + rest


def look(view: View, blocks: Blocks) -> Hashable:
    """Equal for declarations that differ in interchangeable creatures only."""
    return _look(blocks, *_looks(view))


def _looks(view: View) -> tuple[Alike, dict[ObjectId, tuple[Hashable, ObjectId | None]]]:
    """Which creatures are interchangeable before blockers are declared, and how each attacker and what it attacks look."""
    assert view.combat is not None
    apart = Alike(view, in_combat=False)
    return apart, {attack.attacker: (apart.key(attack.attacker), attack.at) for attack in view.combat.attacks}


def _look(blocks: Blocks, alike: Alike, looks: dict[ObjectId, tuple[Hashable, ObjectId | None]]) -> Hashable:
    """See `look`. (Of a creature that blocks several, which.)"""
    several = {blocker for blocker, n in Counter(blocker for blocker, _ in blocks).items() if n > 1}
    at: dict[ObjectId, list[Hashable]] = {}
    for blocker, attacker in blocks:
        at.setdefault(attacker, []).append(blocker if blocker in several else alike.key(blocker))
    counts = Counter((looks[attacker], frozenset(Counter(blockers).items())) for attacker, blockers in at.items())
    return frozenset(counts.items())


# ------------------------------------------------------------------------------------------------------------ requirements


def _requires(view: View) -> bool:
    """Whether any effect says that something blocks or is blocked if able."""
    statics = view.board.statics
    return MustBlock in statics or MustBeBlocked in statics


def _obeyed(view: View, player: ObjectId, blocks: Blocks) -> int:
    """How many requirements are obeyed (509.1c)."""
    assert view.combat is not None
    blocking, blocked = {blocker for blocker, _ in blocks}, {attacker for _, attacker in blocks}
    n = 0
    for source, static in view.statics(MustBlock):
        assert isinstance(static, MustBlock)
        n += sum(view.concerns(static.who, id, source) for id in blocking)
    for source, static in view.statics(MustBeBlocked):
        assert isinstance(static, MustBeBlocked)
        if static.by_all:
            n += sum(view.concerns(static.who, attacker, source) for _, attacker in blocks)
        else:
            n += sum(view.concerns(static.who, id, source) for id in blocked)
    return n


def _most_obeyed(view: View, player: ObjectId) -> int:
    """How many requirements can be obeyed at most without disobeying a restriction."""
    return max(_obeyed(view, player, blocks) for blocks in _allowed(view, player))
