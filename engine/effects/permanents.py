"""What happens to permanents that stay where they are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.context import Context
from engine.effects.meaning import means, present
from engine.tokens import PREDEFINED
from engine.vocabulary import BecomeTreasure, CardDefinition, GainControl, GainKeywords, Pump, Regenerate, Tap, Untap

if TYPE_CHECKING:
    from engine.draft import Draft


@means(Regenerate)
def _regenerate(draft: Draft, effect: Regenerate, context: Context) -> None:
    for id in present(draft, effect.what, context):
        draft.change(id, regeneration_shields=draft.battlefield[id].regeneration_shields + 1)


@means(Pump)
def _pump(draft: Draft, effect: Pump, context: Context) -> None:
    power, toughness = draft.value(effect.power, context), draft.value(effect.toughness, context)
    field = "boost" if effect.until == "end of turn" else "boost_until_next_turn"
    for id in present(draft, effect.what, context):
        p, t = getattr(draft.battlefield[id], field)
        draft.change(id, **{field: (p + power, t + toughness)})


@means(GainKeywords)
def _gain_keywords(draft: Draft, effect: GainKeywords, context: Context) -> None:
    for id in present(draft, effect.what, context):
        draft.change(id, gained=draft.battlefield[id].gained | effect.keywords)


@means(Tap)
def _tap(draft: Draft, effect: Tap, context: Context) -> None:
    for id in present(draft, effect.what, context):
        draft.tap(id)
        if effect.stays_tapped:
            draft.change(id, stays_tapped=True)


@means(Untap)
def _untap(draft: Draft, effect: Untap, context: Context) -> None:
    for id in present(draft, effect.what, context):
        draft.untap(id)


@means(GainControl)
def _gain_control(draft: Draft, effect: GainControl, context: Context) -> None:
    for id in present(draft, effect.what, context):
        permanent = draft.battlefield[id]
        ends = None
        if effect.until != "forever":
            ends = permanent.controller if permanent.control_ends is None else permanent.control_ends
        sick = permanent.sick or permanent.controller != context.controller
        draft.change(id, controller=context.controller, control_ends=ends, sick=sick)


@means(BecomeTreasure)
def _become_treasure(draft: Draft, effect: BecomeTreasure, context: Context) -> None:
    for id in present(draft, effect.what, context):
        was = draft.battlefield[id].became or draft.battlefield[id].definition
        draft.change(id, became=_as_treasure(was), gained=frozenset())


_TREASURES: dict[int, tuple[CardDefinition, CardDefinition]] = {}


def _as_treasure(was: CardDefinition) -> CardDefinition:
    known = _TREASURES.get(id(was))
    if known is None:
        treasure = replace(
            was, types=frozenset({"Artifact"}), subtypes=("Treasure",), power=None, toughness=None, loyalty=None,
            keywords=frozenset(), abilities=PREDEFINED["Treasure"],
        )  # fmt: skip
        known = _TREASURES[id(was)] = (was, treasure)
    return known[1]
