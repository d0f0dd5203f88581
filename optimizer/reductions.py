"""Which choices of a state a search has to try. Every reduction here is sound; its argument stands with it.

The engine already lists payments and picks that differ only in interchangeable objects once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from engine.choices import Choice, Pass, Priority, TapForMana
from engine.objects import ObjectId, Step
from engine.state import State
from engine.vocabulary import (
    Ability,
    Activated,
    BecomeTreasure,
    CardDefinition,
    Chapter,
    Destroy,
    Each,
    Exile,
    Filter,
    GainControl,
    RemoveCounters,
    RemoveCountersCost,
    ReturnToHand,
    Sacrifice,
    SacrificeCost,
    Spell,
    StepBegins,
    Tap,
    Triggered,
    Untap,
)  # fmt: skip

_ORDER = list(Step)

Disturbing = BecomeTreasure | Destroy | Exile | GainControl | RemoveCounters | ReturnToHand | Tap | Untap
_DISTURBING = (BecomeTreasure, Destroy, Exile, GainControl, RemoveCounters, ReturnToHand, Tap, Untap)
"""Effects after which a source of mana may be gone, tapped, untapped or give less."""


class Moves:
    """The choices to try in the states that follow from one root state."""

    def __init__(self, root: State) -> None:
        words = [word for definition in _definitions(root) for word in _words(definition)]
        self._idle = _idle_steps(root.step, words)
        self._disturbed = tuple(_disturbed(words))
        self._fragile: dict[frozenset[str], bool] = {}

    def __call__(self, state: State) -> Iterable[Choice]:
        if not isinstance(state.decision, Priority):
            return state.choices()
        if state.step in self._idle and not state.stack:
            return (Pass(),)
        return self._without_idle_taps(state)

    def _without_idle_taps(self, state: State) -> Iterator[Choice]:
        """Everything but tapping for mana ahead of need.

        A mana ability activated at priority can be put off until the cost that its mana pays (605.3a), within the same step. That
        changes nothing, unless its source is by then gone, tapped, or gives less mana, or something triggers on its being tapped.
        Costs of the ability other than {T} (life, counters) are paid later then, when there is as much or more; only a sacrifice
        might be wanted for its own sake. More mana than before does no harm, as mana not spent just vanishes (106.4).
        """
        for choice in state.choices():
            if not isinstance(choice, TapForMana) or self._worth_tapping_ahead(state, choice):
                yield choice

    def _worth_tapping_ahead(self, state: State, choice: TapForMana) -> bool:
        abilities = state.abilities(choice.source)
        if any(isinstance(a, Triggered) or (isinstance(a, Activated) and _disturbs_its_source(a)) for a in abilities):
            return True
        return self._is_fragile(state, choice.source)

    def _is_fragile(self, state: State, id: ObjectId) -> bool:
        """Whether anything in this position could disturb a permanent with these card types. Creatures can always die."""
        types = state.types(id)
        known = self._fragile.get(types)
        if known is None:
            known = self._fragile[types] = "Creature" in types or any(_may_match(f, types) for f in self._disturbed)
        return known


def _idle_steps(start: Step, words: Iterable[object]) -> frozenset[Step]:
    """The steps in which nothing needs to be done but passing.

    Nobody attacks, so nothing happens between one step and the next but the emptying of mana pools (500.5) and what triggers at
    the beginning of a step or is a turn-based action of it. What is done in a later main phase, in a step of combat or in an end
    step without triggers can be done in the same order in the main phase before, where every action is legal that is legal there:
    sorcery timing holds, and the mana pool is empty at each of these moments. In a draw step after the draw the same is true of
    the main phase after it, unless a Saga gets a lore counter in between (714.3b).
    """
    words = list(words)
    begins = {word.step for word in words if isinstance(word, StepBegins)}
    after_main = {s for s in _ORDER if s != Step.MAIN1 and _between(Step.MAIN1, s, Step.MAIN2)}
    idle = set(after_main) if _between(Step.UPKEEP, start, Step.MAIN1) else after_main - {Step.MAIN2}
    if Step.END.value not in begins and start is not Step.END:
        idle.add(Step.END)
    if not any(isinstance(word, Chapter) for word in words):
        idle.add(Step.DRAW)
    return frozenset(idle)


def _between(first: Step, step: Step, last: Step) -> bool:
    return _ORDER.index(first) <= _ORDER.index(step) <= _ORDER.index(last)


def _definitions(state: State) -> Iterator[CardDefinition]:
    """Every card that is known in any zone, and what permanents have become."""
    for permanent in state.battlefield.values():
        yield permanent.definition
        if permanent.became is not None:
            yield permanent.became
    for player in state.players:
        for zone in (player.hand, player.library, player.graveyard, player.exile, player.command):
            for card in zone:
                if card.definition is not None:
                    yield card.definition
    for thing in state.stack:
        if thing.card is not None and thing.card.definition is not None:
            yield thing.card.definition
        elif isinstance(thing.ability, (Activated, Triggered)):
            yield CardDefinition(name="", abilities=(thing.ability,))


@cache
def _words(definition: CardDefinition) -> tuple[object, ...]:
    """Every value of the vocabulary that the card speaks, tokens it makes and abilities it grants included."""
    found: list[object] = []

    def walk(value: object) -> None:
        if isinstance(value, (tuple, frozenset)):
            for part in value:
                walk(part)
        elif is_dataclass(value):
            found.append(value)
            for f in fields(value):
                walk(getattr(value, f.name))

    walk(definition)
    return tuple(found)


def _disturbed(words: Iterable[object]) -> Iterator[Filter]:
    """Filters of everything that the words may take away, tap, untap or take counters from, but an ability its own source."""
    for word in words:
        if isinstance(word, (Sacrifice, SacrificeCost, RemoveCountersCost)) and word.filter is not None:
            yield word.filter
        elif isinstance(word, (Spell, Activated, Triggered)):
            for effect in _disturbing_effects(word):
                if isinstance(effect.what, Each):
                    yield effect.what.filter
                elif effect.what.startswith("target"):
                    modes = word.modes.modes if word.modes else ()
                    for target in (*word.targets, *(t for mode in modes for t in mode.targets)):
                        yield target.filter
                elif effect.what != "self":
                    yield Filter()


def _disturbing_effects(ability: Ability) -> list[Disturbing]:
    return [word for word in _words(CardDefinition(name="", abilities=(ability,))) if isinstance(word, _DISTURBING)]


def _disturbs_its_source(ability: Activated) -> bool:
    return ability.cost.sacrifice is not None or any(effect.what == "self" for effect in _disturbing_effects(ability))


def _may_match(filter: Filter, types: frozenset[str]) -> bool:
    """Whether the filter could let a permanent with these card types through."""
    if filter.types and not filter.types & types:
        return False
    return not (filter.but_not & types) and filter.all_types <= types
