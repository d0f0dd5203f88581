"""Which choices of a state a search has to try. Every reduction here is sound; its argument stands with it.

Scores are taken not to want tapped permanents, unspent mana or power until end of turn for their own sake. Where a state plays
combat, every step in which players get priority may be the one to act in, and power counts.
The engine already lists payments and picks that differ only in interchangeable objects once.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from functools import cache
from itertools import islice

from engine.actions import castable
from engine.choices import Activate, Choice, Pass, Priority, TapForMana
from engine.mana import Symbol
from engine.objects import Card, ObjectId, Permanent, StackObject, Step, count_of
from engine.scope import ONE_TURN
from engine.sources import sort
from engine.state import State
from engine.vocabulary import (
    Activated,
    Activates,
    AddCounters,
    AddMana,
    Alter,
    AttackCost,
    BecomeCopy,
    BecomesTapped,
    CardDefinition,
    CardEffect,
    CardsIn,
    CastAsFlash,
    Change,
    Chapter,
    Costs,
    Cycles,
    DealDamage,
    Destroy,
    Different,
    Discards,
    DivideDamage,
    Draws,
    Each,
    Evolves,
    Exile,
    Fight,
    Filter,
    FlipCoin,
    GainControl,
    Greatest,
    InCombat,
    InStep,
    LifeForMana,
    LosesLife,
    May,
    MayPayX,
    MayPlay,
    NotUnderstood,
    OthersCost,
    Power,
    Prevent,
    Pump,
    PutFromHand,
    PutIntoLibrary,
    RaiseCounters,
    RemoveCounters,
    RemoveCountersCost,
    ReturnToHand,
    Sacrifice,
    SacrificeCost,
    StepBegins,
    Sum,
    Tap,
    Triggered,
    UnlessPays,
    Untap,
)  # fmt: skip
from engine.vocabulary.inside import words_in
from optimizer.hopeless import AFTER_DAMAGE

_ORDER = list(Step)

RAD = "rad"

_TAP = Costs(tap=True)
"""The cost of a mana ability that costs nothing else."""

_DISTURBING = (Alter, Destroy, Exile, GainControl, RemoveCounters, ReturnToHand, Tap, Untap)
"""Effects after which a source of mana may be gone, tapped, untapped or give less."""


class Moves:
    """The choices to try in the states that follow from one root state."""

    def __init__(self, root: State) -> None:
        words = self.words = tuple(word for definition in _definitions(root) for word in _words(definition))
        """All that the cards of the position say."""
        radiation = any(count_of(player.counters, RAD) for player in root.players) or any(
            isinstance(word, (AddCounters, RaiseCounters)) and word.kind == RAD for word in words
        )
        played_whole = root.course.scope != ONE_TURN
        self._idle = frozenset[Step]() if played_whole else _idle_steps(root.step, words, radiation)
        self._dull = _dull_steps(root.step, words, radiation) if played_whole else frozenset[Step]()
        self._dull_later = _dull_steps(Step.UNTAP, words, radiation) if played_whole else frozenset[Step]()
        """Those of later turns, which are played from their beginning."""
        self._early = _early_steps(words, radiation) if played_whole else frozenset[Step]()
        self._asks_for_mana = any(
            isinstance(word, (AttackCost, MayPayX))
            or (isinstance(word, (May, UnlessPays)) and word.cost is not None and bool(word.cost.mana))
            for word in words
        )
        self._pays_off_tapping = any(isinstance(word, BecomesTapped) for word in words)
        self._wanted_by_costs = tuple(_wanted_by_costs(words))
        self._subtypes_change = any(map(_gives_subtypes, words))
        self._without_damage = not any(isinstance(word, (*_DAMAGING, Activates, NotUnderstood)) for word in words)
        self._useful_types = frozenset(part for word in words if isinstance(word, Symbol) for part in word.parts)
        self._pumping_matters = played_whole or any(
            isinstance(word, (Evolves, BecomesTapped, LosesLife)) or _reads_power(word) for word in words
        )

    def __call__(self, state: State) -> Iterable[Choice]:
        if not isinstance(state.decision, Priority):
            return state.choices()
        if self.is_idle(state) or self._is_dull(state) or self.can_only_pass(state, state.decision.player):
            return (Pass(),)
        return self._worth_trying(state)

    def only(self, state: State) -> Choice | None:
        """The choice to try in a state if there is but one; None if there are several, so that somebody has a say."""
        first_two = list(islice(self(state), 2))
        return first_two[0] if len(first_two) == 1 else None

    def is_idle(self, state: State) -> bool:
        """Whether nothing needs to be done in this state but passing."""
        return state.step in self._idle and not state.stack and isinstance(state.decision, Priority)

    def _is_dull(self, state: State) -> bool:
        """Whether a player has priority in a step in which they gain nothing by acting, against another who cannot act."""
        assert isinstance(state.decision, Priority)
        player, active = state.decision.player, state.players[state.active]
        is_theirs, first = player != state.active, state.course.turn == 1
        steps = self._early if is_theirs else self._dull if first else self._dull_later
        if state.step not in steps or state.stack:
            return False
        drawn = next(iter(active.library), None)
        can_matter = drawn is None or (is_theirs and drawn.definition is not None)  # they have lost, or can do something with it
        if state.step is Step.UPKEEP and active.library_ends and can_matter:
            return False
        if state.step is Step.MAIN1 and active.skipped_combats:
            return False
        return self.can_only_pass(state, 1 - player)

    def can_only_pass(self, state: State, player: ObjectId) -> bool:
        """Whether the player plainly has nothing to act with: no card that might be cast, no ability but to tap for mana, and
        nothing that mana could pay for."""
        if self._asks_for_mana or self._pays_off_tapping:
            return False
        if not all(_is_slow(state, player, card) for card in state.players[player].hand):
            return False
        if any(isinstance(lasting.ability, MayPlay) for lasting in state.lasting):
            return False
        for card in (*state.players[player].graveyard, *(card for card in state.players[player].exile if card.aside)):
            if card.definition is not None and (castable(card.definition).ways or castable(card.definition).elsewhere):
                return False
        traits = state.board.characteristics
        mine = [p for id, p in state.battlefield.items() if p.controller == player and traits[id].activated]
        has_mana = (
            any(state.players[player].mana)
            or LifeForMana in state.board.statics
            or any(not p.tapped and sort(traits[p.id].activated).mana for p in mine)
        )
        return not any(_is_of_use(permanent, traits[permanent.id].activated, has_mana) for permanent in mine)

    def _worth_trying(self, state: State) -> Iterator[Choice]:
        plain: set[tuple[ObjectId, int]] = set()
        assert state.decision is not None
        spends = self._asks_for_mana or _spends_mana(state, state.decision.player)
        for choice in state.choices():
            if isinstance(choice, TapForMana):
                if _is_paid_from_the_pool(state, choice):
                    yield choice
                    continue
                if not self._worth_tapping_ahead(state, choice.source) or not (spends or self._does_more(state, choice)):
                    continue
                if choice.color and choice.color not in self._useful_types and self._has_better_mana(state, choice, plain):
                    continue
            elif isinstance(choice, Activate) and self._is_pointless(state, choice):
                continue
            yield choice

    def _worth_tapping_ahead(self, state: State, source: ObjectId) -> bool:
        """Whether it may be better to tap for mana now than when a cost is paid.

        A mana ability activated at priority can be put off until the cost that its mana pays (605.3a), within the same step,
        unless its source is by then gone, tapped, or gives less mana. Then it can be put off to the moment just before a cost
        uses its source up, or just before what disturbs it resolves, which is then the top of the stack. Costs of the mana
        ability itself other than {T} (life, counters) are paid later then, when there is as much or more; only a sacrifice might
        be wanted for its own sake, and a trigger on the source too. A creature can always die in between. More mana than before
        does no harm, as mana not spent just vanishes (106.4).
        """
        types = state.types(source)
        if "Creature" in types or any(self._may_pay(state, filter, source, types) for filter in self._wanted_by_costs):
            return True
        abilities = state.abilities(source)
        if any(isinstance(a, Triggered) or (isinstance(a, Activated) and a.cost.sacrifice is not None) for a in abilities):
            return True
        return bool(state.stack) and _disturbs(state.stack[-1], source, types)

    def _may_pay(self, state: State, filter: Filter, id: ObjectId, types: frozenset[str]) -> bool:
        """Whether a cost that the filter speaks of could use the permanent, as it is now or after what may become of it."""
        subtypes = not filter.subtypes or self._subtypes_change or bool(filter.subtypes & state.subtypes(id))
        return subtypes and _may_match(filter, types)

    def _does_more(self, state: State, choice: TapForMana) -> bool:
        """Whether activating it does more than to tap its source and to make mana."""
        ability = state.activated(choice.source)[choice.ability]
        return self._pays_off_tapping or ability.cost != _TAP or not all(isinstance(e, AddMana) for e in ability.effects)

    def _has_better_mana(self, state: State, choice: TapForMana, plain: set[tuple[ObjectId, int]]) -> bool:
        """Mana of a type that no cost in this position asks for can only pay generic costs. Any other mana can do that too, and
        so can that of the first such type."""
        effects = _words(state.activated(choice.source)[choice.ability].effects)
        offered = {color for word in effects if isinstance(word, AddMana) for color in word.colors}
        if offered & self._useful_types or (choice.source, choice.ability) in plain:
            return True
        plain.add((choice.source, choice.ability))
        return False

    def _is_pointless(self, state: State, choice: Activate) -> bool:
        """Whether an ability, for mana and life, only raises power until end of turn, or only prevents damage, in vain.

        Nobody attacks, nothing is left of it at the end of the turn, and of the abilities only evolving reads power; or no damage
        is dealt any more. To spend mana or life is no gain, unless something triggers on it.
        """
        ability = state.activated(choice.source)[choice.ability]
        if ability.cost != Costs(mana=ability.cost.mana):
            return False
        if not self._pumping_matters and all(map(_pumps_power, ability.effects)):
            return True
        return self._without_damage and _has_no_combat_left(state) and all(map(_prevents, ability.effects))


def _is_slow(state: State, player: ObjectId, card: Card) -> bool:
    """Whether a card in hand plainly cannot be played now: nobody knows what it is, or it is not the player's turn and the card
    needs that."""
    definition = card.definition
    if definition is None:
        return True
    if player == state.active or definition.back is not None or CastAsFlash in state.board.statics:
        return False
    if definition.is_instant or state.players[player].sorceries_as_flash:
        return False
    return not castable(definition).ways and not castable(definition).elsewhere


def _is_of_use(permanent: Permanent, activated: tuple[Activated, ...], has_mana: bool) -> bool:
    """Whether a permanent has an ability that can be activated now and does anything but to make mana for {T}."""
    known = sort(activated)
    if any(one.ability.cost != _TAP or not all(isinstance(e, AddMana) for e in one.ability.effects) for one in known.mana):
        return True
    return any(
        (has_mana or not _takes_mana(ability.cost)) and not (ability.cost.tap and permanent.tapped) for _, ability in known.others
    )


def _takes_mana(cost: Costs) -> bool:
    """Whether the cost cannot be paid without mana: no life does for it, and no effect makes it cheaper."""
    return any(symbol.colors and "life" not in symbol.announcements for symbol in cost.mana)


def _spends_mana(state: State, player: ObjectId) -> bool:
    """Whether the player has a card that they may cast, or an ability that costs mana."""
    of = state.players[player]
    if of.hand or any(card.definition is None or card.definition.abilities for card in (*of.graveyard, *of.exile, *of.command)):
        return True
    return any(
        isinstance(ability, Activated) and ability.cost.mana
        for id, permanent in state.battlefield.items()
        if permanent.controller == player
        for ability in state.activated(id)
    )


def _is_paid_from_the_pool(state: State, choice: TapForMana) -> bool:
    """Whether costs take such mana from the pool only: paying does not offer to activate that ability."""
    return not any(one.index == choice.ability and one.is_source for one in sort(state.activated(choice.source)).mana)


_OF_POWER = (Power, Greatest, Sum, Different, Fight, NotUnderstood)
"""Words that power may matter to."""


def _reads_power(word: object) -> bool:
    """Whether the word asks for the power of anything."""
    return (
        isinstance(word, _OF_POWER)
        or (isinstance(word, Filter) and word.power is not None)
        or (isinstance(word, OthersCost) and word.power)
    )


def _pumps_power(effect: object) -> bool:
    return isinstance(effect, Pump) and effect.toughness == 0 and effect.until == "end of turn"


_DAMAGING = (DealDamage, DivideDamage, Fight)
"""The effects that deal damage."""


def _prevents(effect: object) -> bool:
    """Whether the effect does nothing but to prevent damage this turn."""
    return isinstance(effect, Prevent) or (isinstance(effect, UnlessPays) and all(map(_prevents, effect.effects)))


def _has_no_combat_left(state: State) -> bool:
    """Whether no combat damage can be dealt any more in what is played of the game."""
    if not state.course.is_last_turn:
        return False
    before = _ORDER.index(state.step) < _ORDER.index(Step.BEGIN_COMBAT)
    skips = before and state.players[state.active].skipped_combats > 0
    return state.step in AFTER_DAMAGE or not state.course.scope.combat or skips


def _gives_subtypes(word: object) -> bool:
    """Whether a permanent may get subtypes by it."""
    if isinstance(word, Change):
        return bool(word.subtypes or word.only_subtypes or word.every_creature_type)
    return isinstance(word, BecomeCopy)


def _idle_steps(start: Step, words: Iterable[object], radiation: bool) -> frozenset[Step]:
    """The steps in which nothing needs to be done but passing.

    Nobody attacks, so nothing happens between one step and the next but the emptying of mana pools (500.5) and what triggers at
    the beginning of a step or is a turn-based action of it. What is done in a later main phase, in a step of combat or in an end
    step without triggers can be done in the same order in the main phase before, where every action is legal that is legal there:
    sorcery timing holds, and the mana pool is empty at each of these moments. In a draw step after the draw the same is true of
    the main phase after it, unless a Saga gets a lore counter (714.3b) or rad counters trigger (727.1) in between.
    """
    words = list(words)
    begins = {word.step for word in words if isinstance(word, StepBegins)}
    after_main = {s for s in _ORDER if s != Step.MAIN1 and _between(Step.MAIN1, s, Step.MAIN2)}
    idle = set(after_main) if _between(Step.UPKEEP, start, Step.MAIN1) else after_main - {Step.MAIN2}
    if Step.END.value not in begins and start is not Step.END:
        idle.add(Step.END)
    if not radiation and not any(isinstance(word, Chapter) for word in words):
        idle.add(Step.DRAW)
    return frozenset(idle)


def _dull_steps(start: Step, words: Iterable[object], radiation: bool) -> frozenset[Step]:
    """The steps in which the active player gains nothing by acting while the stack is empty and the other player cannot act.

    What is done in the upkeep or draw step can be done in the main phase that follows, unless something triggers in between, or
    it matters which cards are where when a card is drawn; what is done at the beginning of combat can be done in the main phase
    before, unless something triggers in between; what is done once regular combat damage is dealt can be done in the main phase
    after combat, unless a card asks who is attacking or blocking, or something ends with combat; what is done in the end step can
    be done in that main phase too, unless something triggers in between.
    """
    words = list(words)
    if any(isinstance(word, InStep) for word in words):
        return frozenset()
    begins = {word.step for word in words if isinstance(word, StepBegins)}
    dull = _before_main(words, begins, radiation)
    if "combat" not in begins and _between(Step.UNTAP, start, Step.MAIN1):
        dull.add(Step.BEGIN_COMBAT)
    if "end of combat" not in begins and not any(map(_asks_for_combat, words)):
        dull |= {Step.COMBAT_DAMAGE, Step.END_COMBAT}
    if Step.END.value not in begins and start is not Step.END:
        dull.add(Step.END)
    return frozenset(dull)


def _early_steps(words: Iterable[object], radiation: bool) -> frozenset[Step]:
    """The steps in which the player whose turn it is not gains nothing by acting while the stack is empty and the active player
    cannot act.

    What they do before combat can be put off to its beginning, and what they do after it to the end step, unless something
    triggers in between; the active player, who draws nothing meanwhile that anybody knows, can do no more about it then.
    """
    words = list(words)
    if any(isinstance(word, InStep) for word in words):
        return frozenset()
    begins = {word.step for word in words if isinstance(word, StepBegins)}
    early = set[Step]()
    if "combat" not in begins:
        early |= {Step.MAIN1} | _before_main(words, begins, radiation)
    if Step.END.value not in begins:
        early.add(Step.MAIN2)
        if not {"end of combat", "main2"} & begins and not any(map(_asks_for_combat, words)):
            early |= {Step.COMBAT_DAMAGE, Step.END_COMBAT}
    return frozenset(early)


def _before_main(words: Iterable[object], begins: Collection[str], radiation: bool) -> set[Step]:
    """The steps before the precombat main phase from which nothing happens up to it but the draw of the turn."""
    if radiation or "main1" in begins or any(isinstance(word, Chapter) for word in words):
        return set()
    if "draw" in begins or any(map(_concerns_cards, words)):
        return {Step.DRAW}
    return {Step.UPKEEP, Step.DRAW}


def _concerns_cards(word: object) -> bool:
    """Whether a word of a card could make it matter what happens before a card is drawn."""
    if isinstance(word, CardDefinition):
        return any(keyword.startswith("dredge") for keyword in word.keywords)
    return isinstance(word, (*_ABOUT_CARDS, CardsIn, Cycles, Discards, Draws, NotUnderstood, PutFromHand, PutIntoLibrary))


_ABOUT_CARDS: tuple[type, ...] = tuple(getattr(CardEffect, "__args__", ()))


def _asks_for_combat(word: object) -> bool:
    """Whether a word of a card looks at who attacks or blocks, or at the end of combat."""
    if isinstance(word, InCombat) or getattr(word, "until", None) == "end of combat":
        return True
    return isinstance(word, Filter) and any(getattr(word, name) for name in _IN_COMBAT)


_IN_COMBAT = ("attacking", "blocking", "attacking_you", "blocked_by_source")


def _between(first: Step, step: Step, last: Step) -> bool:
    return _ORDER.index(first) <= _ORDER.index(step) <= _ORDER.index(last)


def _definitions(state: State) -> Iterator[CardDefinition]:
    """Every card that is known in any zone, and what permanents have become."""
    for permanent in state.battlefield.values():
        yield permanent.definition
        yield from permanent.melded
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
def leaves_to_chance(definition: CardDefinition) -> bool:
    """Whether something on the card happens at random."""
    return any(getattr(word, "at_random", False) or isinstance(word, FlipCoin) for word in _words(definition))


@cache
def _words(value: Hashable) -> tuple[object, ...]:
    """Every value of the vocabulary in there: all that a card speaks, tokens it makes and abilities it grants included."""
    return tuple(words_in(value))


def _wanted_by_costs(words: Iterable[object]) -> Iterator[Filter]:
    """Filters of the permanents that costs may sacrifice or take counters from."""
    for word in words:
        if isinstance(word, (SacrificeCost, RemoveCountersCost)) and word.filter is not None:
            yield word.filter


def _disturbs(thing: StackObject, id: ObjectId, types: frozenset[str]) -> bool:
    """Whether the permanent could be gone, tapped, untapped or have fewer counters when that spell or ability has resolved."""
    for word in _words(thing.effects):
        if isinstance(word, Sacrifice):
            return True
        if isinstance(word, _DISTURBING):
            if isinstance(word.what, Each):
                concerned = _may_match(word.what.filter, types)
            elif word.what.startswith("target"):
                concerned = any(id in group for group in thing.targets)
            else:
                concerned = word.what != "self" or thing.source == id
            if concerned:
                return True
    return False


def _may_match(filter: Filter, types: frozenset[str]) -> bool:
    """Whether the filter could let a permanent with these card types through."""
    if filter.types and not filter.types & types:
        return False
    return not (filter.but_not & types) and filter.all_types <= types
