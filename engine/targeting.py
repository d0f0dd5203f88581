"""Modes and targets of spells and abilities: what may be chosen (115, 700.2) and whether a choice is legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from engine.alike import Alike
from engine.choices import IllegalChoice
from engine.context import Context
from engine.dividing import limited
from engine.modes import chosen
from engine.objects import ObjectId, replace
from engine.vocabulary import Activated, Filter, Modes, Spell, Target, Triggered

if TYPE_CHECKING:
    from engine.view import View

Groups = tuple[tuple[ObjectId, ...], ...]


def mode_choices(modes: Modes | None) -> Iterator[tuple[int, ...]]:
    """The ways to choose modes (700.2d), without looking at targets; one empty way if there are none to choose."""
    if modes is None:
        return iter([()])
    every = range(len(modes.modes))
    ways = combinations_with_replacement if modes.repeat else combinations
    if modes.least is None:
        return ways(every, modes.n)
    return chain.from_iterable(ways(every, n) for n in range(modes.least, modes.n + 1))


def choices(
    view: View, ability: Spell | Activated | Triggered, context: Context, alike: Alike
) -> Iterator[tuple[tuple[int, ...], Groups]]:
    """Every choice of modes and targets; modes whose targets are missing cannot be chosen (700.2a)."""
    for modes in mode_choices(ability.modes):
        specs = specs_of(view, ability, modes, context)
        for groups in target_choices(view, specs, context, alike):
            yield modes, groups


def specs_of(
    view: View, ability: Spell | Activated | Triggered, modes: tuple[int, ...], context: Context
) -> tuple[Target, ...]:
    """The groups of targets with these modes, with no more of them than there is to divide among them (601.2d), and none in
    those that only a kicked spell has (702.33g)."""
    effects, specs = chosen(ability, modes)
    specs = announced(specs, context.kicked)
    return limited(view, effects, specs, context) if specs else specs


def announced(specs: tuple[Target, ...], kicked: int) -> tuple[Target, ...]:
    """The groups of targets, without targets in those that only a kicked spell has (702.33g)."""
    return specs if kicked else tuple([replace(spec, least=0, most=0) if spec.if_kicked else spec for spec in specs])


def most(spec: Target, x: int) -> int:
    """How many targets of the group there can be at most."""
    return min(spec.most, x) if spec.up_to_x or spec.exactly_x else spec.most


def least(spec: Target, x: int) -> int:
    """How many targets of the group there must be."""
    return x if spec.exactly_x else spec.least


def target_choices(view: View, specs: tuple[Target, ...], context: Context, alike: Alike) -> Iterator[Groups]:
    """Every choice of targets for these groups; alike objects appear once."""
    return _groups(view, specs, replace(context, targets=()), alike)


def _groups(view: View, specs: tuple[Target, ...], context: Context, alike: Alike) -> Iterator[Groups]:
    done = len(context.targets)
    if done == len(specs):
        yield context.targets
        return
    spec = specs[done]
    taken = {id for group in context.targets for id in group}
    options = view.legal_targets(spec, context)
    if spec.distinct:
        options = tuple([id for id in options if id not in taken])
    for picked in alike.picks(options, least(spec, context.x), min(most(spec, context.x), len(options)), taken):
        if spec.of_different_players and not _of_different_players(view, picked):
            continue
        yield from _groups(view, specs, replace(context, targets=(*context.targets, picked)), alike)


def _of_different_players(view: View, ids: tuple[ObjectId, ...]) -> bool:
    """Whether no player controls two of them."""
    return len({view.controller(id) for id in ids}) == len(ids)


def check(view: View, ability: Spell | Activated | Triggered, modes: tuple[int, ...], groups: Groups, context: Context) -> None:
    """Check a choice of modes and targets.

    Raises:
        IllegalChoice: 700.2 for modes, 115 for targets.
    """
    check_modes(ability.modes, modes)
    check_targets(view, specs_of(view, ability, modes, context), groups, context)


def check_modes(modes: Modes | None, choice: tuple[int, ...]) -> None:
    """Raises IllegalChoice if these modes cannot be chosen together (700.2, 700.2d)."""
    if modes is None:
        if choice:
            raise IllegalChoice("700.2", "there are no modes to choose")
        return
    if any(not 0 <= mode < len(modes.modes) for mode in choice):
        raise IllegalChoice("700.2", "there is no such mode")
    fewest = modes.n if modes.least is None else modes.least
    if not fewest <= len(choice) <= modes.n:
        number = f"{modes.n}" if fewest == modes.n else f"{fewest} to {modes.n}"
        raise IllegalChoice("700.2", f"{number} modes have to be chosen")
    if not modes.repeat and len(set(choice)) != len(choice):
        raise IllegalChoice("700.2d", "a mode cannot be chosen more than once")


def check_targets(view: View, specs: tuple[Target, ...], groups: Groups, context: Context) -> None:
    """Raises IllegalChoice if these are no legal targets for the groups (115.1, 115.3, 601.2c)."""
    if len(groups) != len(specs):
        raise IllegalChoice("601.2c", f"targets for {len(specs)} groups have to be chosen, not for {len(groups)}")
    if context.targets:
        context = replace(context, targets=())
    for spec, group in zip(specs, groups, strict=True):
        if not least(spec, context.x) <= len(group) <= most(spec, context.x):
            limits = f"between {least(spec, context.x)} and {most(spec, context.x)}"
            raise IllegalChoice("601.2c", f"{limits} targets have to be chosen")
        if spec.of_different_players and not _of_different_players(view, group):
            raise IllegalChoice("115.1", "targets that different players control are asked for")
        if len(set(group)) != len(group):
            raise IllegalChoice("115.3", "the same target cannot be chosen twice for one instance of the word target")
        if spec.distinct and any(id in before for before in context.targets for id in group):
            raise IllegalChoice("115.1", "another target is asked for than one that was chosen already")
        for id in group:
            if not view.is_legal_target(spec, id, context):
                raise IllegalChoice(_reason(view, spec, id, context), "that is not a legal target")
        if len(specs) > 1:
            context = replace(context, targets=(*context.targets, group))


def _reason(view: View, spec: Target, id: ObjectId, context: Context) -> str:
    """The rule because of which it is not a legal target: a keyword's, or 115.1."""
    if id in view.battlefield and (spec.of != "permanent" or _fits(view, spec.filter, id, context)):
        words = view.keywords(id)
        if "shroud" in words:
            return "702.18a"
        if "hexproof" in words and view.controller(id) != context.controller:
            return "702.11b"
        if any(word.startswith("protection from ") and view.is_protected(word, context.source) for word in words):
            return "702.16b"
    return "115.1"


def _fits(view: View, filter: Filter, id: ObjectId, context: Context) -> bool:
    return view.matches(filter, id, context.controller, context.source, context.targets, context=context)
