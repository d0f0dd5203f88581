"""Mana that can be spent only on something (106.6), and what mana is spent on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.choices import IllegalChoice
from engine.layers import Characteristics
from engine.mana import NO_MANA, Mana, add, subtract
from engine.objects import ObjectId, Player
from engine.vocabulary import SpendOn

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View


@dataclass(frozen=True, slots=True)
class Purpose:
    """What mana is spent on: casting a spell or activating an ability of `source`, whose characteristics as that happens are
    `traits` (None: of what is no permanent, so that no filter lets it through), or with neither anything else."""

    source: ObjectId | None = None
    traits: Characteristics | None = None
    casts: bool = False


ANYTHING_ELSE = Purpose()


def allows(view: View, player: ObjectId, only: SpendOn, purpose: Purpose) -> bool:
    """Whether mana that can be spent only so can be spent on that."""
    filter = only.cast if purpose.casts else only.activate
    if only.rest and not purpose.casts:
        return True
    if filter is None or purpose.traits is None or purpose.source is None:
        return False
    return view.matches(filter, purpose.source, player, traits=purpose.traits, controller=player)


def spendable(view: View, player: ObjectId, purpose: Purpose) -> Mana:
    """All mana in the pool that can be spent on that."""
    who = view.players[player]
    mana = who.mana
    for only, bound in who.bound:
        if allows(view, player, only, purpose):
            mana = add(mana, bound)
    return mana


def in_pool(player: Player) -> Mana:
    """All mana in the pool, whatever it can be spent on."""
    mana = player.mana
    for _, bound in player.bound:
        mana = add(mana, bound)
    return mana


def spend(draft: Draft, player: ObjectId, mana: Mana, purpose: Purpose) -> None:
    """Take mana out of the pool: of each type first what can be spent on less, the oldest first.

    Raises:
        IllegalChoice: 106.6 or 601.2h, it is not there or cannot be spent on that.
    """
    who = draft.players[player]
    left, kept = mana, []
    for only, bound in who.bound:
        taken = _common(left, bound) if allows(draft, player, only, purpose) else NO_MANA
        left = subtract(left, taken)
        if taken != bound:
            kept.append((only, subtract(bound, taken)))
    free = subtract(who.mana, left)
    if min(free) < 0:
        rule, why = ("106.6", " for that") if who.bound else ("601.2h", "")
        raise IllegalChoice(rule, f"that mana is not in the mana pool{why}")
    draft.change_player(player, mana=free)
    if who.bound:
        draft.change_player(player, bound=tuple(kept))


def _common(a: Mana, b: Mana) -> Mana:
    return tuple(map(min, a, b))  # type: ignore[return-value]
