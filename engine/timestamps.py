"""Where the order of timestamps matters (613.7): among what a layer applies, if some of it overrides the rest."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from engine.layers import AS_CHANGES, printed
from engine.objects import GAINED, GIVEN, ObjectId
from engine.vocabulary import Activated, CardDefinition, Change, ControlAttached, Triggered
from engine.vocabulary.inside import words_in
from engine.words import KEYWORD_COUNTERS

if TYPE_CHECKING:
    from engine.lasting import Lasting
    from engine.view import View

CONTROL, TYPES, COLORS, ABILITIES, SIZE = "control", "types", "colors", "abilities", "size"
"""The layers in which effects can override others (613.1b, d-f, 613.4b)."""

Layers = Mapping[str, bool]
"""The layers in which something applies, and whether it overrides others there."""


class Stamped(NamedTuple):
    """Something that a layer applies.

    `of` is the permanent, or what lasts, and `what` says what of it, if not all: a keyword counter, a keyword that it gained, or
    to whom it was given for good (as in `Permanent.stamps`). `overrides`: whether the order of this and others matters."""

    timestamp: ObjectId
    of: ObjectId
    what: str
    overrides: bool


def contested(view: View) -> Mapping[Hashable, list[Stamped]]:
    """What is applied, in the order of the timestamps, by layer, of those in which the order matters. Control is told by what is
    controlled. What has no effect at the moment is there too."""
    board = view.board
    effects = board.contested
    if effects is None:
        effects = board.contested = _contested_effects(view)
    if not effects:
        return effects
    found = {where: list(stamped) for where, stamped in effects.items()}
    for permanent in view.battlefield.values():
        if ABILITIES in found:
            words = [kind for kind, _ in permanent.counters if kind in KEYWORD_COUNTERS]
            for what in (*words, *(GAINED + word for word in permanent.gained)):
                found[ABILITIES].append(Stamped(permanent.stamp(what) or permanent.id, permanent.id, what, False))
        if (CONTROL, permanent.id) in found and permanent.stamp(GIVEN):
            found[CONTROL, permanent.id].append(Stamped(permanent.stamp(GIVEN), permanent.id, GIVEN, True))
    return {where: sorted(stamped) for where, stamped in found.items() if len(stamped) > 1}


def _contested_effects(view: View) -> Mapping[Hashable, list[Stamped]]:
    """The continuous effects of static abilities, and what lasts, by layer where any of them overrides others."""
    if not (view.board.layered or view.phased or ControlAttached in view.board.statics):
        return {}
    found: dict[Hashable, list[Stamped]] = {}
    for permanent in chain(view.battlefield.values(), view.phased):
        for layer, overrides in _of_card(permanent.shown).items():
            where = (layer, permanent.attached_to) if layer == CONTROL else layer
            found.setdefault(where, []).append(Stamped(permanent.timestamp, permanent.id, "", overrides))
    for lasting in view.lasting:
        for layer, overrides in _of_lasting(lasting).items():
            for where in [(layer, id) for id in lasting.on] if layer == CONTROL else [layer]:
                found.setdefault(where, []).append(Stamped(lasting.id, lasting.id, "", overrides))
    return {where: stamped for where, stamped in found.items() if any(one.overrides for one in stamped)}


_CARDS: dict[int, tuple[CardDefinition, Layers]] = {}


def _of_card(definition: CardDefinition) -> Layers:
    """Where the static abilities of a card apply, whether they have an effect at the moment or not."""
    known = _CARDS.get(id(definition))
    if known is None:
        known = _CARDS[id(definition)] = (definition, _together(words_in(printed(definition).statics)))
    return known[1]


def _of_lasting(lasting: Lasting) -> Layers:
    if lasting.control is not None:
        return {CONTROL: True}
    abilities = (lasting.ability,) if lasting.change is None else lasting.change.abilities
    statics = tuple(ability for ability in abilities if not isinstance(ability, (Activated, Triggered)))
    return _together((lasting.change, *words_in(statics)))


def _together(words: Iterable[object]) -> Layers:
    layers: dict[str, bool] = {}
    for word in words:
        for layer, overrides in _of_word(word):
            layers[layer] = layers.get(layer, False) or overrides
    return layers


def _of_word(word: object) -> Iterator[tuple[str, bool]]:
    if isinstance(word, ControlAttached):
        yield CONTROL, True
    change = AS_CHANGES[type(word)](word)[1] if type(word) in AS_CHANGES else word
    if type(word) in AS_CHANGES or type(word) is Change:
        assert isinstance(change, Change)
        if change.changes_types:
            yield TYPES, bool(change.only_types is not None or change.only_subtypes is not None or change.lose_types)
        if change.changes_colors:
            yield COLORS, change.only_colors is not None
        if change.changes_abilities:
            yield ABILITIES, bool(change.lose_keywords or change.lose_abilities)
        if change.base_power is not None or change.base_toughness is not None:
            yield SIZE, True
