"""Cards drawn, discarded, looked at, searched for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.choices import Answered, Ordered, Picked, ToAnswer, ToOrder, ToPick
from engine.context import Context
from engine.effects.meaning import cards_elsewhere, carry, chosen_to_enter, enter, means, players
from engine.lasting import Lasting, begin
from engine.objects import CHANCE, Card, ObjectId, at_random, count_of
from engine.replacement import Put
from engine.vocabulary import (
    ChooseCards,
    ChooseOwnCards,
    Connive,
    Dig,
    Discard,
    DiscardThem,
    Draw,
    ExileCardsNamedLike,
    ExileChosenName,
    ExileFromTop,
    ExileToPlay,
    Explore,
    Filter,
    Look,
    LookAtHand,
    MayPlay,
    Mill,
    PermitPlay,
    Radiation,
    RevealTwo,
    RevealUntil,
    Scry,
    Search,
    SearchesTop,
    SearchOntoBattlefield,
    SetAside,
    Surveil,
    TakeExiled,
)

if TYPE_CHECKING:
    from engine.draft import Draft


@means(Draw)
def _draw(draft: Draft, effect: Draw, context: Context) -> None:
    n = draft.count(effect.n, context)
    for player in players(draft, effect.who, context):
        for _ in range(n):
            draft.draw(player)


@means(Mill)
def _mill(draft: Draft, effect: Mill, context: Context) -> Context:
    n = draft.count(effect.n, context)
    milled = []
    for player in players(draft, effect.who, context):
        milled += [draft.put_card(draft.take_card(card.id), "graveyard") for card in draft.top_cards(player, n)]
    return replace(context, affected=tuple(milled), made=tuple(milled))


@means(Radiation)
def _radiation(draft: Draft, effect: Radiation, context: Context) -> None:
    player = context.controller
    cards = draft.top_cards(player, count_of(draft.counters(player), "rad"))
    for card in cards:
        draft.put_card(draft.take_card(card.id), "graveyard")
    nonland = sum(card.definition is None or "Land" not in card.definition.types for card in cards)
    draft.lose_life(player, nonland)
    draft.remove_counters(player, "rad", nonland)


@means(Discard)
def _discard(draft: Draft, effect: Discard, context: Context) -> Context:
    n = draft.count(effect.n, context)
    chosen = []
    for player in players(draft, effect.who, context):
        hand = tuple(
            card.id
            for card in draft.players[player].hand
            if effect.filter is None or draft.matches(effect.filter, card.id, player, context.source, context=context)
        )
        most = len(hand) if effect.any_number else min(n, len(hand))
        least, who = 0 if effect.any_number else most, CHANCE if effect.at_random else player
        answer = draft.ask(ToPick(who, "discard at random" if effect.at_random else "discard", hand, least, most, context.source))
        assert isinstance(answer, Picked)
        chosen.append((player, answer.chosen))
    discarded = [card for player, cards in chosen for card in draft.discard(player, cards)]
    return replace(context, amount=len(discarded), affected=tuple(discarded), did=bool(discarded))


@means(ChooseCards)
def _choose_cards(draft: Draft, effect: ChooseCards, context: Context) -> Context:
    cards = [card for player in players(draft, effect.whose, context) for card in getattr(draft.players[player], effect.zone)]
    options = tuple(card.id for card in cards if _fits(draft, effect.filter, card, context))
    if effect.every:
        return replace(context, made=options, did=bool(options))
    n = draft.count(effect.n, context)
    chosen: list[ObjectId] = []
    for player in players(draft, effect.who, context):
        most = min(n, len(options))
        answer = draft.ask(ToPick(player, "choose", options, 0 if effect.up_to else most, most, context.source))
        assert isinstance(answer, Picked)
        chosen += answer.chosen
    return replace(context, made=tuple(dict.fromkeys(chosen)), did=bool(chosen))


@means(DiscardThem)
def _discard_them(draft: Draft, effect: DiscardThem, context: Context) -> Context:
    cards = [id for id in draft.refer(effect.what, context) if draft.zone(id) == "hand"]
    discarded = [card for id in cards for card in draft.discard(draft.owner(id), [id])]
    return replace(context, amount=len(cards), affected=tuple(discarded), did=bool(cards))


@means(ChooseOwnCards)
def _choose_own_cards(draft: Draft, effect: ChooseOwnCards, context: Context) -> Context:
    """The active player chooses first (101.4)."""
    n = draft.count(effect.n, context)
    chosen: list[ObjectId] = []
    for player in players(draft, effect.who, context):
        cards = [card for zone in sorted(effect.zones, reverse=True) for card in getattr(draft.players[player], zone)]
        options = tuple(card.id for card in cards if _fits(draft, effect.filter, card, context))
        most = min(n, len(options))
        who, what = (CHANCE, "choose at random") if effect.at_random else (player, "choose")
        answer = draft.ask(ToPick(who, what, options, 0 if effect.up_to else most, most, context.source))
        assert isinstance(answer, Picked)
        chosen += answer.chosen
    return replace(context, made=tuple(chosen), did=bool(chosen))


@means(Connive)
def _connive(draft: Draft, effect: Connive, context: Context) -> None:
    """701.50a; 701.50c: what has left connives all the same."""
    n = draft.count(effect.n, context)
    for id in reversed(draft.refer(effect.what, context)):
        draft.push(Conniving(id, n, context.source))


@dataclass(frozen=True, slots=True)
class Conniving:
    """A permanent connives: first its controller draws, then they discard."""

    id: ObjectId
    n: int
    source: ObjectId | None
    drawn: bool = False

    def run(self, draft: Draft) -> None:
        player = draft.controller(self.id)
        if not self.drawn:
            for _ in range(self.n):
                draft.draw(player)
            draft.push(replace(self, drawn=True))
            return
        hand = draft.players[player].hand
        most = min(self.n, len(hand))
        answer = draft.ask(ToPick(player, "discard", tuple(card.id for card in hand), most, most, self.source))
        assert isinstance(answer, Picked)
        known = [card.definition for card in hand if card.id in answer.chosen and card.definition is not None]
        draft.discard(player, answer.chosen)
        if self.id in draft.battlefield:
            put = Put(self.id, "p1p1", sum("Land" not in definition.types for definition in known))
            draft.put_counters_by_effect([put], player)


@means(SetAside)
def _set_aside(draft: Draft, effect: SetAside, context: Context) -> None:
    if context.source is not None and draft.zone(context.source) == "hand":
        draft.put_card(draft.take_card(context.source), "exile", aside=(effect.how, draft.course.turn))


@means(Explore)
def _explore(draft: Draft, effect: Explore, context: Context) -> None:
    """701.44a; 701.44c: what has left explores all the same."""
    for id in reversed(draft.refer(effect.what, context)):
        draft.push(Exploring(id, context.source))


@dataclass(frozen=True, slots=True)
class Exploring:
    """A permanent explores."""

    id: ObjectId
    source: ObjectId | None

    def run(self, draft: Draft) -> None:
        player = draft.controller(self.id)
        card = next(iter(draft.top_cards(player, 1)), None)
        if card is not None and card.definition is None:  # nobody knows what is revealed
            return
        if card is not None and card.definition is not None and "Land" in card.definition.types:
            draft.put_card(draft.take_card(card.id), "hand")
            return
        there = () if card is None else (card.id,)  # 701.44b
        answer = draft.ask(ToPick(player, "graveyard", there, 0, len(there), self.source))
        assert isinstance(answer, Picked)
        if self.id in draft.battlefield:
            draft.put_counters_by_effect([Put(self.id, "p1p1", 1)], player)
        for id in answer.chosen:
            draft.put_card(draft.take_card(id), "graveyard")


def _look(draft: Draft, cards: tuple[Card, ...]) -> bool:
    """Whether anything is known of these cards."""
    return any(card.definition is not None for card in cards)


@means(Scry)
def _scry(draft: Draft, effect: Scry, context: Context) -> None:
    player = context.controller
    cards = draft.top_cards(player, draft.count(effect.n, context))
    if not _look(draft, cards):
        return
    ids = tuple(card.id for card in cards)
    answer = draft.ask(ToPick(player, "bottom", ids, 0, len(ids), context.source))
    assert isinstance(answer, Picked)
    bottom = tuple(card for card in cards if card.id in answer.chosen)
    top = tuple(card for card in cards if card.id not in answer.chosen)
    if draft.players[player].library_ends:
        bottom = arranged(draft, player, bottom, context)
    draft.put_into_library(player, cards, arranged(draft, player, top, context), bottom)


@means(Surveil)
def _surveil(draft: Draft, effect: Surveil, context: Context) -> None:
    """701.25a. Unknown cards are left where they are: one of them is like another."""
    player = context.controller
    cards = draft.top_cards(player, draft.count(effect.n, context))
    if not _look(draft, cards):
        return
    ids = tuple(card.id for card in cards)
    answer = draft.ask(ToPick(player, "graveyard", ids, 0, len(ids), context.source))
    assert isinstance(answer, Picked)
    top = tuple(card for card in cards if card.id not in answer.chosen)
    draft.put_into_library(player, cards, arranged(draft, player, top, context), ())
    for card in cards:
        if card.id in answer.chosen:
            draft.put_card(card, "graveyard")


@means(Dig)
def _dig(draft: Draft, effect: Dig, context: Context) -> None:
    player = context.controller
    cards = draft.top_cards(player, effect.look)
    if not cards:
        return
    answer = draft.ask(ToPick(player, "hand", tuple(card.id for card in cards), 1, 1, context.source))
    assert isinstance(answer, Picked)
    rest = tuple(card for card in cards if card.id not in answer.chosen)
    if draft.players[player].library_ends:
        rest = arranged(draft, player, rest, context)
    draft.put_into_library(player, cards, (), rest)
    for card in cards:
        if card.id in answer.chosen:
            draft.put_card(card, "hand")


def arranged(draft: Draft, player: ObjectId, cards: tuple[Card, ...], context: Context) -> tuple[Card, ...]:
    """The cards in an order that the player chooses."""
    if len({id(card.definition) for card in cards}) < 2:
        return cards
    answer = draft.ask(ToOrder(player, "cards", tuple(card.id for card in cards), context.source))
    assert isinstance(answer, Ordered)
    return tuple(cards[i] for i in answer.order)


@means(RevealTwo)
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


@means(TakeExiled)
def _take_exiled(draft: Draft, effect: TakeExiled, context: Context) -> None:
    player = context.controller
    options = tuple(card.id for card in draft.players[player].exile if count_of(card.counters, effect.kind))
    answer = draft.ask(ToPick(player, "hand", options, min(1, len(options)), 1, context.source))
    assert isinstance(answer, Picked)
    for id in answer.chosen:
        draft.put_card(draft.take_card(id), "hand")


@means(LookAtHand)
def _nothing(draft: Draft, effect: LookAtHand, context: Context) -> None:
    """Seeing cards changes nothing in the game."""


@means(ExileCardsNamedLike)
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


@means(ExileChosenName)
def _exile_chosen_name(draft: Draft, effect: ExileChosenName, context: Context) -> None:
    """Of the names, only those of cards that are known matter; a card stands for its name, none of them for any other."""
    for player in players(draft, effect.who, context):
        who = draft.players[player]
        by_name: dict[str, list[Card]] = {}
        for card in who.graveyard + who.hand + who.library:
            if card.definition is not None:
                by_name.setdefault(card.definition.name, []).append(card)
        names = tuple(cards[0].id for cards in by_name.values())
        answer = draft.ask(ToPick(context.controller, "name", names, 0, min(1, len(names)), context.source))
        assert isinstance(answer, Picked)
        cards = next((tuple(card.id for card in cards) for cards in by_name.values() if cards[0].id in answer.chosen), ())
        exiled = draft.ask(ToPick(context.controller, "exile", cards, 0, min(effect.n, len(cards)), context.source))
        assert isinstance(exiled, Picked)
        from_hand = sum(card.id in exiled.chosen for card in who.hand)
        for id in exiled.chosen:
            draft.put_card(draft.take_card(id), "exile")
        draft.shuffle(player)
        for _ in range(from_hand):
            draft.draw(player)


@means(SearchOntoBattlefield)
def _search_onto_battlefield(draft: Draft, effect: SearchOntoBattlefield, context: Context) -> None:
    player = context.controller
    cards = chosen_to_enter(draft, player, _searched(draft, player), effect.filter, context)
    draft.shuffle(player)
    enter(draft, cards, context)


@means(Look)
def _look_at_top(draft: Draft, effect: Look, context: Context) -> Context | None:
    """The controller looks and chooses, at the top of whosever library it is."""
    player = context.controller
    owner = next(iter(players(draft, effect.who, context)), player)
    cards = draft.top_cards(owner, draft.count(effect.n, context))
    options = tuple(card.id for card in cards if _fits(draft, effect.filter, card, context))
    most = min(effect.most, len(options))
    answer = draft.ask(ToPick(player, effect.to, options, most if effect.must else 0, most, context.source))
    assert isinstance(answer, Picked)
    rest = tuple(card for card in cards if card.id not in answer.chosen)
    sunk: tuple[ObjectId, ...] = ()
    if effect.rest == "top or bottom" and _look(draft, rest):
        choice = draft.ask(ToPick(player, "bottom", tuple(card.id for card in rest), 0, len(rest), context.source))
        assert isinstance(choice, Picked)
        sunk = choice.chosen
    elif effect.rest == "top" or (effect.rest == "bottom" and draft.players[owner].library_ends):
        rest = arranged(draft, player, rest, context)
    elif effect.rest == "bottom at random":
        rest = at_random(rest)
    taken = [card for card in cards if card.id in answer.chosen]
    below = tuple(card for card in rest if effect.rest.startswith("bottom") or card.id in sunk)
    above = tuple(card for card in rest if effect.rest in ("top", "top or bottom") and card.id not in sunk)
    draft.put_into_library(owner, cards, above, below)
    if effect.rest in ("graveyard", "hand"):
        for card in rest:
            draft.put_card(card, effect.rest)
    result = replace(context, amount=effect.most - len(taken), did=bool(taken))
    if not taken and effect.otherwise:
        carry(draft, effect.otherwise, result)
    put = _take(draft, taken, effect.to, effect.tapped, owner, context)
    return replace(result, made=put)


def _fits(draft: Draft, filter: Filter | None, card: Card, context: Context) -> bool:
    """Whether a card may be picked. One of which nothing is known may be anything that a filter asks for, or nothing."""
    if filter is None:
        return True
    return card.definition is not None and draft.matches(filter, card.id, context.controller, context.source, context=context)


def _take(
    draft: Draft, cards: list[Card], to: str, tapped: bool, player: ObjectId, context: Context
) -> tuple[ObjectId, ...]:
    """Put cards that are in no zone where they go; what they are in a hand or in exile."""
    if to == "battlefield":
        enter(draft, cards, context, under="owner", tapped=tapped)
    elif to == "library":
        who = draft.players[player]
        draft.change_player(player, library=(*cards, *who.library))
    else:
        return tuple([draft.put_card(card, to) for card in cards])
    return ()


@means(ExileToPlay)
def _exile_to_play(draft: Draft, effect: ExileToPlay, context: Context) -> Context:
    player = context.controller
    cards = draft.top_cards(player, draft.count(effect.n, context))
    moved = [(card, draft.put_card(draft.take_card(card.id), "exile", exiled_by=context.source)) for card in cards]
    permitted = [id for card, id in moved if card.definition is not None and _fits(draft, effect.filter, card, context)]
    _permit(draft, permitted, MayPlay(effect.cast_only), effect.until, context)
    return replace(context, made=tuple(id for _, id in moved))


@means(PermitPlay)
def _permit_play(draft: Draft, effect: PermitPlay, context: Context) -> None:
    cards = [id for id in cards_elsewhere(draft, effect.what, context) if draft.zone(id) == "exile"]
    ability = MayPlay(effect.cast_only, effect.any_mana, effect.then_exiled)
    _permit(draft, cards, ability, effect.until, context)


def _permit(draft: Draft, cards: list[ObjectId], ability: MayPlay, until: str, context: Context) -> None:
    """The controller may play these cards (611.2f)."""
    if cards:
        you, turn = context.controller, draft.course.turn
        begin(draft, Lasting(draft.new_id(), you, context.source, until, tuple(cards), ability=ability, turn=turn))


@means(ExileFromTop)
def _exile_from_top(draft: Draft, effect: ExileFromTop, context: Context) -> Context:
    """Nothing is known to be found where nothing is known of the library."""
    found: list[ObjectId] = []
    for player in players(draft, effect.who, context):
        for card in draft.players[player].library:
            if card.definition is None:
                break
            fits = _fits(draft, effect.found, card, context)
            moved = draft.put_card(draft.take_card(card.id), "exile", exiled_by=context.source)
            if fits:
                found.append(moved)
                break
    return replace(context, made=tuple(found), did=bool(found))


@means(RevealUntil)
def _reveal_until(draft: Draft, effect: RevealUntil, context: Context) -> Context:
    """Nothing is known to be found where nothing is known of the library."""
    found: tuple[ObjectId, ...] = ()
    for player in players(draft, effect.who, context):
        revealed: list[Card] = []
        hit: Card | None = None
        for card in draft.players[player].library:
            if card.definition is None or hit is not None:
                break
            revealed.append(card)
            hit = card if _fits(draft, effect.found, card, context) else None
        rest = tuple(card for card in revealed if card is not hit)
        below = arranged(draft, player, rest, context) if effect.rest == "bottom" else ()
        below = at_random(rest) if effect.rest == "bottom at random" else below
        draft.put_into_library(player, tuple(revealed), rest if effect.rest == "shuffle" else (), below)
        for card in rest if effect.rest in ("graveyard", "exile") else ():
            draft.put_card(card, effect.rest)
        if effect.rest == "shuffle":
            draft.shuffle(player)
        if hit is not None and effect.to == "battlefield":
            enter(draft, [hit], context, tapped=effect.tapped)
        elif hit is not None:
            found += (draft.put_card(hit, effect.to, exiled_by=context.source if effect.to == "exile" else None),)
    return replace(context, made=found, did=bool(found))


def _searches_library(
    draft: Draft, player: ObjectId, chosen: tuple[ObjectId, ...], buried: tuple[ObjectId, ...], context: Context
) -> bool:
    """Whether a player who may search their library or their graveyard searches the library: what is not found in the graveyard
    is found there, and what is there in the graveyard has to be found (701.23b), so that otherwise it was the library."""
    if not set(chosen) <= set(buried) or (not chosen and buried):
        return True
    answer = draft.ask(ToAnswer(player, "search the library", None, context.source))
    assert isinstance(answer, Answered)
    return answer.yes


def _searched(draft: Draft, player: ObjectId) -> tuple[Card, ...]:
    """The cards that the player looks at who searches their library."""
    limits = [
        static.n
        for source, static in draft.statics(SearchesTop)
        if isinstance(static, SearchesTop) and draft.controller(source) != player
    ]
    return draft.top_cards(player, min(limits)) if limits else tuple(draft.players[player].library)


@means(Search)
def _search(draft: Draft, effect: Search, context: Context) -> Context:
    found = False
    taken: tuple[ObjectId, ...] = ()
    for player in players(draft, effect.who, context):
        options = tuple(card.id for card in _searched(draft, player) if _fits(draft, effect.filter, card, context))
        buried = tuple(card.id for card in draft.players[player].graveyard if _fits(draft, effect.filter, card, context))
        options += buried if effect.graveyard else ()
        most = min(draft.count(effect.n, context), len(options))
        least = most if effect.filter == Filter() else 0
        answer = draft.ask(ToPick(player, effect.to, options, least, most, context.source))
        assert isinstance(answer, Picked)
        shuffles = not effect.graveyard or _searches_library(draft, player, answer.chosen, buried, context)
        cards = [draft.take_card(id) for id in answer.chosen]
        if shuffles:
            draft.shuffle(player)
        taken += _take(draft, cards, effect.to, effect.tapped, player, context)
        found = found or bool(cards)
    return replace(context, did=found, made=taken)
