"""What happens as spells and abilities resolve (608): the concrete meaning of every effect of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import actions, damage, replacement, triggers
from engine.choices import Answered, Counted, Ordered, Picked, Proliferated, ToAnswer, ToCount, ToOrder, ToPick, ToProliferate
from engine.context import Context
from engine.entering import Enter, Entering
from engine.layers import PERMANENT_TYPES
from engine.mana import NO_MANA, add, unit
from engine.modes import InMode
from engine.objects import OPPONENT, YOU, Card, Counters, ObjectId, Result, StackObject, count_of
from engine.replacement import Put
from engine.tokens import PREDEFINED
from engine.vocabulary import (
    Activated,
    AddAnotherCounter,
    AddCounters,
    AddMana,
    BecomeTreasure,
    CardDefinition,
    CreateCopyToken,
    CreateToken,
    DealDamage,
    Destroy,
    Dig,
    Discard,
    Draw,
    Effect,
    Exile,
    ExileCardsNamedLike,
    ExtraTurn,
    GainControl,
    GainKeywords,
    GainLife,
    If,
    LookAtHand,
    LoseLife,
    May,
    Mill,
    Proliferate,
    Pump,
    PutOntoBattlefield,
    Radiation,
    RaiseCounters,
    Regenerate,
    RemoveCounterOrSacrifice,
    RemoveCounters,
    ReturnToHand,
    RevealTwo,
    Sacrifice,
    Scry,
    SearchOntoBattlefield,
    SorceriesAsFlash,
    TakeExiled,
    Tap,
    Token,
    Triggered,
    Untap,
    WinTheGame,
)

if TYPE_CHECKING:
    from engine.draft import Draft


@dataclass(frozen=True, slots=True)
class Carry:
    """The effects of a spell or ability that are still to be carried out, in order (608.2c)."""

    context: Context
    effects: tuple[Effect | InMode, ...]

    def run(self, draft: Draft) -> None:
        below = draft.agenda
        context = _EFFECTS[type(self.effects[0])](draft, self.effects[0], self.context) or self.context
        if len(self.effects) > 1 and draft.result is Result.NONE:
            draft.agenda = (*below, Carry(context, self.effects[1:]), *draft.agenda[len(below) :])


@dataclass(frozen=True, slots=True)
class Finish:
    """A resolved spell goes to its owner's graveyard, a resolved ability ceases to exist (608.2n)."""

    id: ObjectId

    def run(self, draft: Draft) -> None:
        thing = remove_from_stack(draft, self.id)
        if thing.card:
            draft.put_card(thing.card, "graveyard")


def resolve_top(draft: Draft) -> None:
    """Begin to resolve the top of the stack (608.2a, 608.2b)."""
    thing = draft.stack[-1]
    targets = draft.still_legal(thing)
    no_target_left = any(thing.targets) and not any(targets)
    ability = thing.ability
    context = Context(
        thing.controller, thing.id if thing.card else thing.source, targets, thing.x, thing.kicked, thing.that, thing.sacrificed
    )
    fails = isinstance(ability, Triggered) and not triggers.still_holds(draft, ability, context)
    draft.note("removed" if no_target_left or fails else "resolved", thing.id, thing.source)
    if no_target_left or fails:
        draft.push(Finish(thing.id))
    elif thing.card and thing.card.definition and thing.card.definition.types & PERMANENT_TYPES:  # 608.3
        remove_from_stack(draft, thing.id)
        draft.push(
            Enter(
                (
                    Entering(
                        thing.card.definition, thing.card.owner, thing.controller, x=thing.x, kicked=thing.kicked,
                        life_symbols=thing.life_symbols, label=thing.card.label,
                    ),
                )
            )
        )  # fmt: skip
    else:
        draft.push(Finish(thing.id))
        _carry(draft, thing.effects, context)


def remove_from_stack(draft: Draft, id: ObjectId) -> StackObject:
    thing = next(thing for thing in draft.stack if thing.id == id)
    draft.stack = tuple(other for other in draft.stack if other is not thing)
    return thing


def mana_ability(draft: Draft, ability: Activated, context: Context, color: str) -> None:
    """Carry out a mana ability at once; `color` is the type of mana where an effect leaves it open."""
    for effect in ability.effects:
        if isinstance(effect, AddMana):
            _give_mana(draft, effect, context, color if len(effect.colors) > 1 else effect.colors)
        else:
            _EFFECTS[type(effect)](draft, effect, context)


def _carry(draft: Draft, effects: tuple[Effect | InMode, ...], context: Context) -> None:
    if effects:
        draft.push(Carry(context, effects))


def _present(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The permanents spoken of that are on the battlefield."""
    return [id for id in draft.refer(what, context) if id in draft.battlefield]


def _players(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The players spoken of."""
    return [id for id in draft.refer(what, context) if id in (YOU, OPPONENT)]


# ---------------------------------------------------------------------------------------------------------------- structure


def _in_mode(draft: Draft, effect: InMode, context: Context) -> None:
    _carry(draft, effect.effects, replace(context, targets=context.targets[effect.start : effect.stop]))


def _may(draft: Draft, effect: May, context: Context) -> None:
    what = ", ".join(type(e).__name__ for e in effect.effects)
    answer = draft.ask(ToAnswer(context.controller, what, effect.cost, context.source))
    assert isinstance(answer, Answered)
    if answer.yes:
        if effect.cost is not None:
            actions.pay(draft, context.controller, effect.cost, answer.payment)
        _carry(draft, effect.effects, context)


def _if(draft: Draft, effect: If, context: Context) -> None:
    _carry(draft, effect.then if draft.holds(effect.condition, context) else effect.otherwise, context)


# ---------------------------------------------------------------------------------------------------------------- counters


@dataclass(frozen=True, slots=True)
class WouldProliferate:
    """A player would proliferate once; "proliferate twice instead" applies (614.1a)."""

    player: ObjectId
    source: ObjectId | None

    def run(self, draft: Draft) -> None:
        for _ in range(replacement.proliferates(draft, self.player)):
            draft.push(ProliferateOnce(self.player, self.source))


@dataclass(frozen=True, slots=True)
class ProliferateOnce:
    """Choose any number of permanents and players with a counter; each gets one more of each kind it has (701.34a)."""

    player: ObjectId
    source: ObjectId | None

    def run(self, draft: Draft) -> None:
        options = tuple(p for p in (YOU, OPPONENT) if draft.players[p].counters)
        options += tuple(id for id, permanent in draft.battlefield.items() if permanent.counters)
        answer = draft.ask(ToProliferate(self.player, options, self.source))
        assert isinstance(answer, Proliferated)
        puts = [Put(id, kind, 1) for id in options if id in answer.chosen for kind, _ in draft.counters(id)]
        draft.note("proliferated", self.player, answer.chosen)
        draft.put_counters(draft.final_numbers(puts, self.player, effect=True), self.player)
        triggers.on_proliferated(draft, self.player)


def _proliferate(draft: Draft, effect: Proliferate, context: Context) -> None:
    for _ in range(draft.value(effect.times, context)):
        draft.push(WouldProliferate(context.controller, context.source))


def _put(draft: Draft, puts: list[Put], context: Context) -> None:
    draft.put_counters(draft.final_numbers(puts, context.controller, effect=True), context.controller)


def _add_counters(draft: Draft, effect: AddCounters, context: Context) -> None:
    n = draft.value(effect.n, context)
    _put(draft, [Put(id, effect.kind, n) for id in draft.refer(effect.what, context)], context)


def _add_another_counter(draft: Draft, effect: AddAnotherCounter, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        kinds = tuple((kind, 1) for kind, _ in draft.counters(id))
        answer = draft.ask(ToCount(context.controller, "add", id, kinds, min(1, len(kinds)), 1, context.source))
        assert isinstance(answer, Counted)
        _put(draft, [Put(id, kind, n) for kind, n in answer.counters], context)


def _raise_counters(draft: Draft, effect: RaiseCounters, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        _put(draft, [Put(id, effect.kind, effect.to - count_of(draft.counters(id), effect.kind))], context)


def _remove_counters(draft: Draft, effect: RemoveCounters, context: Context) -> Context:
    removed = 0
    for id in _present(draft, effect.what, context):
        counters = draft.counters(id)
        most = min(draft.value(effect.up_to, context), sum(n for _, n in counters))
        answer = draft.ask(ToCount(context.controller, "remove", id, counters, 0, most, context.source))
        assert isinstance(answer, Counted)
        removed += sum(draft.remove_counters(id, kind, n) for kind, n in answer.counters)
    return replace(context, removed=removed)


def _remove_counter_or_sacrifice(draft: Draft, effect: RemoveCounterOrSacrifice, context: Context) -> None:
    for id in _present(draft, "self", context):
        if not draft.remove_counters(id, effect.kind, 1) and draft.battlefield[id].controller == context.controller:
            draft.sacrifice([id])


# ---------------------------------------------------------------------------------------------------------------- cards


def _draw(draft: Draft, effect: Draw, context: Context) -> None:
    n = draft.value(effect.n, context)
    for player in _players(draft, effect.who, context):
        for _ in range(n):
            draft.draw(player)


def _mill(draft: Draft, effect: Mill, context: Context) -> None:
    n = draft.value(effect.n, context)
    for player in _players(draft, effect.who, context):
        for card in draft.top_cards(player, n):
            draft.put_card(draft.take_card(card.id), "graveyard")


def _radiation(draft: Draft, effect: Radiation, context: Context) -> None:
    player = context.controller
    cards = draft.top_cards(player, count_of(draft.counters(player), "rad"))
    for card in cards:
        draft.put_card(draft.take_card(card.id), "graveyard")
    nonland = sum(card.definition is None or "Land" not in card.definition.types for card in cards)
    draft.lose_life(player, nonland)
    draft.remove_counters(player, "rad", nonland)


def _discard(draft: Draft, effect: Discard, context: Context) -> None:
    n = draft.value(effect.n, context)
    chosen = []
    for player in _players(draft, effect.who, context):
        hand = tuple(card.id for card in draft.players[player].hand)
        must = min(n, len(hand))
        answer = draft.ask(ToPick(player, "discard", hand, must, must, context.source))
        assert isinstance(answer, Picked)
        chosen.append((player, answer.chosen))
    for player, cards in chosen:
        draft.discard(player, cards)


def _look(draft: Draft, cards: tuple[Card, ...]) -> bool:
    """Whether anything is known of these cards."""
    return any(card.definition is not None for card in cards)


def _scry(draft: Draft, effect: Scry, context: Context) -> None:
    player = context.controller
    cards = draft.top_cards(player, effect.n)
    if not _look(draft, cards):
        return
    ids = tuple(card.id for card in cards)
    answer = draft.ask(ToPick(player, "bottom", ids, 0, len(ids), context.source))
    assert isinstance(answer, Picked)
    bottom = tuple(card for card in cards if card.id in answer.chosen)
    top = tuple(card for card in cards if card.id not in answer.chosen)
    if draft.players[player].library_ends:
        bottom = _arranged(draft, player, bottom, context)
    draft.put_into_library(player, cards, _arranged(draft, player, top, context), bottom)


def _dig(draft: Draft, effect: Dig, context: Context) -> None:
    player = context.controller
    cards = draft.top_cards(player, effect.look)
    if not cards:
        return
    answer = draft.ask(ToPick(player, "hand", tuple(card.id for card in cards), 1, 1, context.source))
    assert isinstance(answer, Picked)
    rest = tuple(card for card in cards if card.id not in answer.chosen)
    if draft.players[player].library_ends:
        rest = _arranged(draft, player, rest, context)
    draft.put_into_library(player, cards, (), rest)
    for card in cards:
        if card.id in answer.chosen:
            draft.put_card(card, "hand")


def _arranged(draft: Draft, player: ObjectId, cards: tuple[Card, ...], context: Context) -> tuple[Card, ...]:
    """The cards in an order that the player chooses."""
    if len({id(card.definition) for card in cards}) < 2:
        return cards
    answer = draft.ask(ToOrder(player, "cards", tuple(card.id for card in cards), context.source))
    assert isinstance(answer, Ordered)
    return tuple(cards[i] for i in answer.order)


def _reveal_two(draft: Draft, effect: RevealTwo, context: Context) -> None:
    player = context.controller
    cards = draft.top_cards(player, 2)
    if not cards:
        return
    answer = draft.ask(ToPick(1 - player, "hand", tuple(card.id for card in cards), 1, 1, context.source))
    assert isinstance(answer, Picked)
    draft.put_into_library(player, cards, (), ())
    for card in cards:
        if card.id in answer.chosen:
            draft.put_card(card, "hand")
        else:
            draft.put_card(card, "exile", exiled_by=context.source, counters=((effect.kind, 1),))


def _take_exiled(draft: Draft, effect: TakeExiled, context: Context) -> None:
    player = context.controller
    options = tuple(card.id for card in draft.players[player].exile if count_of(card.counters, effect.kind))
    answer = draft.ask(ToPick(player, "hand", options, min(1, len(options)), 1, context.source))
    assert isinstance(answer, Picked)
    for id in answer.chosen:
        draft.put_card(draft.take_card(id), "hand")


def _nothing(draft: Draft, effect: LookAtHand, context: Context) -> None:
    """Seeing cards changes nothing in the game."""


def _cards(draft: Draft, what: Any, context: Context) -> list[ObjectId]:
    """The cards in a graveyard that are spoken of: themselves, or what a permanent that died became there (400.7)."""
    found = []
    for id in draft.refer(what, context):
        if id in draft.departed:
            became = draft.departed[id].card
            if became is None:
                continue
            id = became
        if draft.zone(id) == "graveyard":
            found.append(id)
    return found


def _return_to_hand(draft: Draft, effect: ReturnToHand, context: Context) -> None:
    if effect.source_zone == "battlefield":
        draft.leave(_present(draft, effect.what, context), "hand")
    else:
        for id in _cards(draft, effect.what, context):
            draft.put_card(draft.take_card(id), "hand")


def _put_onto_battlefield(draft: Draft, effect: PutOntoBattlefield, context: Context) -> None:
    cards = [draft.take_card(id) for id in _cards(draft, effect.what, context)]
    _enter(draft, cards, context)


def _enter(draft: Draft, cards: list[Card], context: Context) -> None:
    entering = tuple(Entering(c.definition, c.owner, context.controller, label=c.label) for c in cards if c.definition)
    if entering:
        draft.push(Enter(entering))


def _exile_cards_named_like(draft: Draft, effect: ExileCardsNamedLike, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        card = draft.card(id)
        if card is None or card.definition is None:
            continue
        owner = draft.players[card.owner]
        options = tuple(
            c.id
            for c in owner.graveyard + owner.hand + owner.library
            if c.definition and c.definition.name == card.definition.name
        )
        answer = draft.ask(ToPick(context.controller, "exile", options, 0, len(options), context.source))
        assert isinstance(answer, Picked)
        for chosen in answer.chosen:
            draft.put_card(draft.take_card(chosen), "exile")
        draft.shuffle(card.owner)


def _search_onto_battlefield(draft: Draft, effect: SearchOntoBattlefield, context: Context) -> None:
    player = context.controller
    options = tuple(
        card.id
        for card in draft.players[player].library
        if card.definition and draft.matches(effect.filter, card.id, player, context.source, context=context)
    )
    answer = draft.ask(ToPick(player, "battlefield", options, 0, min(1, len(options)), context.source))
    assert isinstance(answer, Picked)
    cards = [draft.take_card(id) for id in answer.chosen]
    draft.shuffle(player)
    _enter(draft, cards, context)


def _exile(draft: Draft, effect: Exile, context: Context) -> Context:
    """Returns the context in which later effects speak of the exiled cards as the targets (608.2h, 400.7j)."""
    permanents, cards = _present(draft, effect.what, context), _cards(draft, effect.what, context)
    draft.leave(permanents, "exile")
    became = {id: draft.put_card(draft.take_card(id), "exile") for id in cards}
    return replace(context, targets=tuple(tuple(became.get(id, id) for id in group) for group in context.targets))


# ---------------------------------------------------------------------------------------------------------------- permanents


def _deal_damage(draft: Draft, effect: DealDamage, context: Context) -> None:
    assert context.source is not None
    damage.deal(draft, context.source, draft.refer(effect.what, context), draft.value(effect.n, context))


def _destroy(draft: Draft, effect: Destroy, context: Context) -> None:
    draft.destroy(_present(draft, effect.what, context))


def _sacrifice(draft: Draft, effect: Sacrifice, context: Context) -> None:
    n = draft.value(effect.n, context)
    chosen: list[ObjectId] = []
    for player in _players(draft, effect.who, context):
        options = tuple(id for id in draft.permanents(effect.filter, context) if draft.battlefield[id].controller == player)
        must = min(n, len(options))
        answer = draft.ask(ToPick(player, "sacrifice", options, must, must, context.source))
        assert isinstance(answer, Picked)
        chosen += answer.chosen
    draft.sacrifice(chosen)


def _regenerate(draft: Draft, effect: Regenerate, context: Context) -> None:
    for id in _present(draft, effect.what, context):
        draft.change(id, regeneration_shields=draft.battlefield[id].regeneration_shields + 1)


def _pump(draft: Draft, effect: Pump, context: Context) -> None:
    power, toughness = draft.value(effect.power, context), draft.value(effect.toughness, context)
    field = "boost" if effect.until == "end of turn" else "boost_until_next_turn"
    for id in _present(draft, effect.what, context):
        p, t = getattr(draft.battlefield[id], field)
        draft.change(id, **{field: (p + power, t + toughness)})


def _gain_keywords(draft: Draft, effect: GainKeywords, context: Context) -> None:
    for id in _present(draft, effect.what, context):
        draft.change(id, gained=draft.battlefield[id].gained | effect.keywords)


def _tap(draft: Draft, effect: Tap, context: Context) -> None:
    for id in _present(draft, effect.what, context):
        draft.tap(id)
        if effect.stays_tapped:
            draft.change(id, stays_tapped=True)


def _untap(draft: Draft, effect: Untap, context: Context) -> None:
    for id in _present(draft, effect.what, context):
        draft.untap(id)


def _gain_control(draft: Draft, effect: GainControl, context: Context) -> None:
    for id in _present(draft, effect.what, context):
        permanent = draft.battlefield[id]
        ends = None
        if effect.until != "forever":
            ends = permanent.controller if permanent.control_ends is None else permanent.control_ends
        sick = permanent.sick or permanent.controller != context.controller
        draft.change(id, controller=context.controller, control_ends=ends, sick=sick)


_TREASURES: dict[int, tuple[CardDefinition, CardDefinition]] = {}


def _become_treasure(draft: Draft, effect: BecomeTreasure, context: Context) -> None:
    for id in _present(draft, effect.what, context):
        was = draft.battlefield[id].became or draft.battlefield[id].definition
        draft.change(id, became=_as_treasure(was), gained=frozenset())


def _as_treasure(was: CardDefinition) -> CardDefinition:
    known = _TREASURES.get(id(was))
    if known is None:
        treasure = replace(
            was, types=frozenset({"Artifact"}), subtypes=("Treasure",), power=None, toughness=None, loyalty=None,
            keywords=frozenset(), abilities=PREDEFINED["Treasure"],
        )  # fmt: skip
        known = _TREASURES[id(was)] = (was, treasure)
    return known[1]


# ---------------------------------------------------------------------------------------------------------------- tokens

_TOKENS: dict[tuple[int, int | None, int | None], tuple[Token, CardDefinition]] = {}


def _token_definition(draft: Draft, token: Token, context: Context) -> CardDefinition:
    """The token's characteristics; the same object for the same token, so that equal tokens are seen to be equal."""
    power = None if token.power is None else draft.value(token.power, context)
    toughness = None if token.toughness is None else draft.value(token.toughness, context)
    known = _TOKENS.get((id(token), power, toughness))
    if known is None:
        definition = CardDefinition(
            token.name, None, token.supertypes, token.types, token.subtypes, token.colors, power, toughness,
            keywords=token.keywords, abilities=token.abilities,
        )  # fmt: skip
        known = _TOKENS[id(token), power, toughness] = (token, definition)
    return known[1]


def _create(draft: Draft, definition: CardDefinition, n: int, player: ObjectId) -> None:
    n = replacement.tokens_created(draft, n, player)
    if n > 0:
        draft.push(Enter((Entering(definition, player, player, token=True),) * n))


def _create_token(draft: Draft, effect: CreateToken, context: Context) -> None:
    _create(draft, _token_definition(draft, effect.token, context), draft.value(effect.n, context), context.controller)


def _create_copy_token(draft: Draft, effect: CreateCopyToken, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        permanent = draft.battlefield.get(id) or (draft.departed[id].permanent if id in draft.departed else None)
        card = draft.card(id)
        definition = (permanent.became or permanent.definition) if permanent else card.definition if card else None
        if definition is not None:
            _create(draft, definition, 1, context.controller)


# ---------------------------------------------------------------------------------------------------------------- players


def _gain_life(draft: Draft, effect: GainLife, context: Context) -> None:
    for player in _players(draft, effect.who, context):
        draft.gain_life(player, draft.value(effect.n, context))


def _lose_life(draft: Draft, effect: LoseLife, context: Context) -> None:
    for player in _players(draft, effect.who, context):
        draft.lose_life(player, draft.value(effect.n, context))


def _add_mana(draft: Draft, effect: AddMana, context: Context) -> None:
    n = draft.value(effect.n, context)
    options: Counters = tuple((color, n) for color in effect.colors)
    answer = draft.ask(ToCount(context.controller, "mana", context.controller, options, n, n, context.source))
    assert isinstance(answer, Counted)
    mana = NO_MANA
    for color, amount in answer.counters:
        mana = add(mana, unit(color, amount))
    draft.add_mana(context.controller, mana)


def _give_mana(draft: Draft, effect: AddMana, context: Context, color: str) -> None:
    draft.add_mana(context.controller, unit(color, draft.value(effect.n, context)))


def _sorceries_as_flash(draft: Draft, effect: SorceriesAsFlash, context: Context) -> None:
    draft.change_player(context.controller, sorceries_as_flash=True)


def _extra_turn(draft: Draft, effect: ExtraTurn, context: Context) -> None:
    draft.change_player(context.controller, extra_turns=draft.players[context.controller].extra_turns + 1)


def _win(draft: Draft, effect: WinTheGame, context: Context) -> None:
    draft.end(Result.WON if context.controller == YOU else Result.LOST)


_EFFECTS: dict[type, Callable[[Draft, Any, Context], Context | None]] = {
    InMode: _in_mode, May: _may, If: _if, Proliferate: _proliferate, AddCounters: _add_counters,
    AddAnotherCounter: _add_another_counter, RaiseCounters: _raise_counters, RemoveCounters: _remove_counters,
    RemoveCounterOrSacrifice: _remove_counter_or_sacrifice, Draw: _draw,
    Mill: _mill, Radiation: _radiation, Discard: _discard, Scry: _scry, Dig: _dig, RevealTwo: _reveal_two,
    TakeExiled: _take_exiled,
    LookAtHand: _nothing,
    ReturnToHand: _return_to_hand, PutOntoBattlefield: _put_onto_battlefield, ExileCardsNamedLike: _exile_cards_named_like,
    SearchOntoBattlefield: _search_onto_battlefield, Exile: _exile, DealDamage: _deal_damage, Destroy: _destroy,
    Sacrifice: _sacrifice, Regenerate: _regenerate, Pump: _pump, GainKeywords: _gain_keywords, Tap: _tap, Untap: _untap,
    GainControl: _gain_control, BecomeTreasure: _become_treasure, CreateToken: _create_token, CreateCopyToken: _create_copy_token,
    GainLife: _gain_life, LoseLife: _lose_life, AddMana: _add_mana, SorceriesAsFlash: _sorceries_as_flash, ExtraTurn: _extra_turn,
    WinTheGame: _win,
}  # fmt: skip
"""What each effect does. A function may return the context in which the effects after it are read."""
