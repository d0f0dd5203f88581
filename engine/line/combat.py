"""Attacks, blocks and divided damage in lines: `Ox, Bear at Jace; Angel`, `Ox, Bear on Giant`, `1 to Ox, 4 to opponent`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.choices import Attacked, Blocked, Divided, ToAttack, ToBlock, ToDivide
from engine.line.errors import LineError
from engine.line.references import NOBODY, References
from engine.objects import ObjectId
from engine.state import State

_PART = re.compile(r"(?:^|,\s+(?:and\s+)?|\s+and\s+)(\d+) to ")


def write_attacks(state: State, choice: Attacked, decision: ToAttack, refs: References) -> str:
    """The attackers, those of one player or permanent together; what attacks the other player without saying so."""
    return _groups(state, choice.attacks, decision.creatures, decision.at, " at ", 1 - decision.player, refs)


def write_blocks(state: State, choice: Blocked, decision: ToBlock, refs: References) -> str:
    """The blockers, those of one attacker together."""
    return _groups(state, choice.blocks, decision.creatures, attackers(state), " on ", None, refs)


def write_damage(choice: Divided, decision: ToDivide, refs: References) -> str:
    return ", ".join(f"{n} to {refs.write(to, decision.options)}" for to, n in choice.parts)


def _groups(
    state: State, pairs: Iterable[tuple[ObjectId, ObjectId]], creatures: Sequence[ObjectId], others: Sequence[ObjectId],
    word: str, unsaid: ObjectId | None, refs: References,
) -> str:  # fmt: skip
    found: dict[ObjectId, list[ObjectId]] = {}
    for creature, other in pairs:
        found.setdefault(other, []).append(creature)
    told, left = [], list(creatures)
    for other, ids in found.items():
        names = ", ".join(refs.write_items(ids, left, state, as_set=True))
        told.append(names if other == unsaid else f"{names}{word}{refs.write(other, others)}")
        left = [id for id in left if id not in ids]
    return "; ".join(told) or NOBODY[0]


def attackers(state: State) -> tuple[ObjectId, ...]:
    """The attacking creatures."""
    return tuple(attack.attacker for attack in state.combat.attacks) if state.combat else ()


def read_attacks(state: State, text: str, decision: ToAttack, refs: References) -> tuple[tuple[ObjectId, ObjectId], ...]:
    """The attackers of a text, each with what it attacks.

    Raises:
        LineError: a name that means nothing here, or several things.
    """
    return _read_groups(state, text, decision.creatures, decision.at, " at ", 1 - decision.player, refs)


def read_blocks(state: State, text: str, decision: ToBlock, refs: References) -> tuple[tuple[ObjectId, ObjectId], ...]:
    """The blockers of a text, each with what it blocks.

    Raises:
        LineError: as `read_attacks`.
    """
    return _read_groups(state, text, decision.creatures, attackers(state), " on ", None, refs)


def _read_groups(
    state: State, text: str, creatures: Sequence[ObjectId], others: Sequence[ObjectId], word: str, unsaid: ObjectId | None,
    refs: References,
) -> tuple[tuple[ObjectId, ObjectId], ...]:  # fmt: skip
    pairs: list[tuple[ObjectId, ObjectId]] = []
    if text.strip().lower() in NOBODY:
        return ()
    for group in re.split(r";\s+(?:and\s+)?", text):
        names, said, target = group.rpartition(word)
        if not said and unsaid is None:
            raise LineError(f"{group!r} does not say whom it blocks; write 'NAME on ATTACKER'")
        other = refs.read_one(target, others, state, list(state.battlefield)) if said else unsaid
        assert other is not None
        left = [id for id in creatures if id not in {creature for creature, _ in pairs}]
        found = refs.read_all(names if said else group, left or creatures, state, list(state.battlefield))
        pairs += [(creature, other) for creature in found]
    return tuple(pairs)


def read_damage(state: State, text: str, decision: ToDivide, refs: References) -> tuple[tuple[ObjectId, int], ...]:
    """How much damage a text deals to whom.

    Raises:
        LineError: it is not a list of such parts, or as `read_attacks`.
    """
    pieces = _PART.split(text)
    if pieces[0].strip() or len(pieces) < 3:
        raise LineError(f"cannot read {text!r}; write '2 to NAME, 3 to NAME'")
    parts: list[tuple[ObjectId, int]] = []
    for n, name in zip(pieces[1::2], pieces[2::2], strict=True):
        left = [id for id in decision.options if id not in dict(parts)]
        parts.append((refs.read_one(name, left, state, list(state.battlefield)), int(n)))
    return tuple(parts)
