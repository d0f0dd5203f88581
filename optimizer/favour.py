"""For whom it is good what a spell or ability does to its targets: growth for who controls a creature, damage for the others.

What helps the other player or harms oneself is seldom the right play. Searches are ordered by it; nothing depends on it but how
soon they end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.actions import spell_of
from engine.choices import Activate, Cast
from engine.modes import InMode, chosen
from engine.objects import ObjectId
from engine.state import State
from engine.vocabulary import (
    Activated,
    AddCounters,
    CannotAttack,
    CannotBlock,
    CardDefinition,
    Change,
    DealDamage,
    Destroy,
    Detain,
    Discard,
    Effect,
    Exile,
    GainControl,
    GainKeywords,
    GainLife,
    Goad,
    LoseLife,
    Modify,
    Pump,
    Regenerate,
    Sacrifice,
    Scaled,
    SkipUntap,
    Spell,
    Tap,
    Together,
    Untap,
    Value,
)
from engine.vocabulary.targets import TARGET_GROUPS

HARMFUL = frozenset({"m1m1", "stun", "poison", "rad", "time", "fade", "age", "slumber", "bounty"})
"""Kinds of counters that their controller seldom wants more of."""

_HARM = (DealDamage, Destroy, Detain, Discard, Exile, GainControl, Goad, LoseLife, Sacrifice, SkipUntap, Tap)
_HELP = (GainKeywords, GainLife, Regenerate, Untap)


def is_perverse(state: State, player: ObjectId, choice: Cast | Activate) -> bool:
    """Whether it does nothing but good to some target of the other player, or nothing but harm to one of the player's own."""
    if not any(choice.targets):
        return False
    favours = _favours_of(state, choice)
    return any(
        favour and (state.controller(id) == player) != (favour > 0)
        for favour, group in zip(favours, choice.targets)
        for id in group
    )


def _favours_of(state: State, choice: Cast | Activate) -> tuple[int, ...]:
    """For each group of targets whether what happens to it is good for them (1), bad (-1), or neither is plain (0)."""
    if isinstance(choice, Activate):
        abilities = state.activated(choice.source)
        return _favours(abilities[choice.ability], choice.modes) if choice.ability < len(abilities) else ()
    card = state.card(choice.card)
    if card is None or card.definition is None or choice.how:
        return ()
    spell = spell_of(card.definition)
    if spell is not None and (spell.effects or spell.modes is not None):
        return _favours(spell, choice.modes)
    return (_favour_of_aura(card.definition),)


@lru_cache(maxsize=4096)
def _favours(ability: Spell | Activated, modes: tuple[int, ...]) -> tuple[int, ...]:
    effects, specs = chosen(ability, modes)
    favours = [0] * len(specs)
    for group in range(len(specs)):
        signs = {_sign(effect) for effect, at in _placed(effects) if at == group}
        favours[group] = signs.pop() if len(signs) == 1 else 0
    return tuple(favours)


def _placed(effects: Sequence[Effect | InMode]) -> Iterator[tuple[Effect, int]]:
    """Each effect that happens to a group of targets, with the number of the group."""
    for effect in effects:
        if isinstance(effect, InMode):
            yield from ((inner, at + effect.start) for inner, at in _placed(effect.effects))
        elif isinstance(effect, Together):
            yield from _placed(effect.effects)
        else:
            what = getattr(effect, "what", getattr(effect, "who", None))
            if isinstance(what, str) and what in TARGET_GROUPS:
                yield effect, TARGET_GROUPS[what]


@lru_cache(maxsize=4096)
def _favour_of_aura(definition: CardDefinition) -> int:
    """Whether an Aura is good for what it enchants: by its first ability that says what that has or cannot do."""
    for ability in definition.abilities:
        if isinstance(ability, (CannotAttack, CannotBlock)):
            return -1
        if isinstance(ability, Modify) and ability.filter.attached:
            return _sign_of_change(ability)
    return 0


def _sign(effect: Effect) -> int:
    match effect:
        case Pump(power=power, toughness=toughness):
            return _sum_of_signs(power, toughness)
        case AddCounters(kind=kind):
            return -1 if kind in HARMFUL else 1
        case Change():
            return _sign_of_change(effect)
    return 1 if isinstance(effect, _HELP) else -1 if isinstance(effect, _HARM) else 0


def _sign_of_change(change: Change) -> int:
    if change.lose_abilities or change.lose_keywords or change.base_power is not None or change.changes_types:
        return 0
    return _sum_of_signs(change.power, change.toughness) or int(bool(change.keywords))


def _sum_of_signs(power: Value, toughness: Value) -> int:
    """1 if one grows and none shrinks, -1 the other way round."""
    signs = {_sign_of_value(power), _sign_of_value(toughness)} - {0}
    return signs.pop() if len(signs) == 1 else 0


def _sign_of_value(value: Value) -> int:
    if isinstance(value, int):
        return (value > 0) - (value < 0)
    return -1 if isinstance(value, Scaled) and value.by < 0 else 1
