"""What a position leaves open: what nobody knows of it, what is left to chance, and what of its goal is not played. No search
covers that, so nothing is proved where there is any of it, but for what is hidden in the opponent's hand or library, which
cannot make a goal easier to reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import get_args

from engine import vocabulary as v
from engine.actions import asks_for_colors, castable
from engine.effects.free import can_be_asked, is_kicked_so
from engine.formats.inspection import not_understood
from engine.keywords import told_by
from engine.objects import OPPONENT, YOU, ObjectId, Step, count_of
from engine.position import Position
from engine.sources import is_expressible, is_mana_ability
from engine.state import State
from engine.vocabulary import Activated, CardDefinition, Does, Draw, NotUnderstood
from engine.vocabulary.combat import CombatEvent, CombatStatic
from engine.vocabulary.damage import DamageStatic
from engine.vocabulary.inside import words_in
from engine.ways import OTHERWISE, WITH_MORE, Way
from optimizer.reductions import leaves_to_chance


def left_open(position: Position, start: State) -> tuple[str, ...]:
    """All of that, in words.

    Args:
        start: what the position was made into.
    """
    return (
        *not_understood(position), *_not_understood(start), *_left_to_chance(start), *_colors_of_mana(start),
        *_unused_mana(start), *_milled(start), *_asked_of_unknown(start), *_not_paid(start),
        *_not_prototyped(start),
    )  # fmt: skip


def later(position: Position) -> tuple[str, ...]:
    """What a goal asks for beyond the turn, where that is not played."""
    return (f"the {position.turns} turns of the goal: only this one is played",) if position.turns > 1 else ()


def hidden(start: State) -> tuple[str, ...]:
    """What nobody knows of the opponent: cards that they might do something with. A strategy that reaches a goal may fail against
    that. If none reaches it the same is true beside such cards, as they need not do anything with them."""
    opponent, found = start.players[OPPONENT], []
    if any(card.definition is None for card in opponent.hand):
        found.append("what the opponent could do with unknown cards in hand")
    if _opponent_draws(start) and _hides_cards(start, OPPONENT):
        found.append("what the opponent could do with unknown cards that they draw")
    return tuple(found)


def assumed(start: State) -> tuple[str, ...]:
    """What the position says of cards that nobody knows by leaving a library out, where they come up: in later turns, or as the
    opponent draws."""
    whose = {YOU: "you draw from your", OPPONENT: "the opponent draws from their"}
    drawing = _drawing(start) | ({OPPONENT} if _opponent_draws(start) else set())
    return tuple(
        f"what {whose[player]} library does not matter, as the position does not say what is in it"
        for player in sorted(drawing)
        if not start.players[player].library_ends
    )


def _opponent_draws(start: State) -> bool:
    """Whether the opponent draws cards in what is played, or might: in a draw step, or by what a card says of them (121.1)."""
    if OPPONENT in _drawing(start):
        return True
    cards = [(p.definition, p.controller) for p in start.battlefield.values()]
    for id in (YOU, OPPONENT):
        of = start.players[id]
        for zone in (of.hand, of.library, of.graveyard, of.exile, of.command):
            cards += [(card.definition, id) for card in zone if card.definition is not None]
    return any(_makes_draw(card, whose) for card, whose in cards)


@cache
def _makes_draw(card: CardDefinition, whose: ObjectId) -> bool:
    """Whether the opponent might draw by what a card says that is a player's."""
    words = list(words_in(card))
    if whose == OPPONENT:
        return any(isinstance(word, Draw) for word in words)
    others = any(isinstance(word, Does) for word in words)
    return any(isinstance(word, Draw) and (others or word.who != "you") for word in words)


def _drawing(start: State) -> set[ObjectId]:
    """Who has a draw step to come in what is played."""
    course, player = start.course, start.active
    drawing = {player} if start.step in (Step.UNTAP, Step.UPKEEP, Step.DRAW) else set()
    while not course.has_all_turns and drawing != {YOU, OPPONENT}:
        player = 1 - player
        course = course.in_a_new_turn(player, extra=False)
        drawing.add(player)
    return drawing


def _known_faces(start: State) -> Iterator[CardDefinition]:
    """All that is known of the cards of a game, back faces too."""
    cards = [card for p in start.battlefield.values() for card in (p.definition, *p.melded)]
    for player in start.players:
        for zone in (player.hand, player.library, player.graveyard, player.exile, player.command):
            cards += [card.definition for card in zone if card.definition is not None]
    for card in cards:
        yield from card.faces


def _not_understood(start: State) -> Iterator[str]:
    """Abilities of which nobody knows what they do, the engine no more than the model: no search covers them."""
    faces = _known_faces(start)
    for name, reason in dict.fromkeys((d.name, a.reason) for d in faces for a in d.abilities if isinstance(a, NotUnderstood)):
        yield f"{name}: {reason}"


def _left_to_chance(start: State) -> Iterator[str]:
    """What is random. The search lets the opponent choose the outcome: a line that it finds is sure, but none is proved best."""
    for name in dict.fromkeys(d.name for d in _known_faces(start) if leaves_to_chance(d)):
        yield f"{name}: what is chosen at random (the worst outcome is taken)"


def _colors_of_mana(start: State) -> Iterator[str]:
    """Payments that differ only in the colour of mana for generic costs are not told apart."""
    for name in dict.fromkeys(d.name for d in _known_faces(start) if asks_for_colors(d)):
        yield f"{name}: which colours of mana are spent on it (not every choice is tried)"


def _unused_mana(start: State) -> Iterator[str]:
    """Mana abilities that the engine lets nobody activate: if their costs take mana or ask for more choices (605.3a), or if they
    function in other zones than the battlefield."""
    for name in dict.fromkeys(d.name for d in _known_faces(start) if _has_unused_mana(d)):
        yield f"{name}: its mana ability that costs more than to tap or sacrifice something, or works elsewhere"


@cache
def _has_unused_mana(definition: CardDefinition) -> bool:
    words = words_in(definition)
    mana = (a for a in words if isinstance(a, Activated) and is_mana_ability(a))
    return any(not is_expressible(a.cost) or a.zone != "battlefield" for a in mana)


_CASTING = frozenset({v.CastCopies, v.CastFree, v.CastFromTop})
"""The words by which any card may be cast while something resolves."""


def _not_prototyped(start: State) -> Iterator[str]:
    """Prototyped spells, Adventures and other faces, which nobody can cast so as something resolves (718.3a, 715.3, 712.11b)."""
    faces = tuple(_known_faces(start))
    if _casts_others(faces):
        for face in dict.fromkeys(faces):
            if face.prototype is not None:
                yield f"{face.name}: casting it prototyped as something resolves"
            if face.adventure is not None or face.other_face is not None:
                yield f"{face.name}: casting its other half as something resolves"


def _not_paid(start: State) -> Iterator[str]:
    """Additional costs that the engine lets nobody pay for what is cast while something resolves (118.9d)."""
    faces = tuple(_known_faces(start))
    anything, names = _casts_others(faces), []
    for face in faces:
        itself = v.CastFor in _kinds_of_words(face)
        if (anything or itself or "rebound" in face.keywords) and _costs_more(face, itself):
            names.append(face.name)
    for name in dict.fromkeys(names):
        yield f"{name}: its additional costs where it is cast as something resolves"


@cache
def _kinds_of_words(definition: CardDefinition) -> frozenset[type]:
    """Of what kinds the words are that the card says and that its keywords stand for."""
    return frozenset(map(type, told_by(definition)))


def _casts_others(faces: Iterable[CardDefinition]) -> bool:
    """Whether by any of them other cards may be cast while something resolves."""
    return any(not _kinds_of_words(face).isdisjoint(_CASTING) for face in faces)


def _costs_more(definition: CardDefinition, at_other_cost: bool) -> bool:
    """Whether the card has additional costs that nobody is asked for then; for what is cast at another cost those are all."""
    says = castable(definition)
    optional = says.kicker is not None and (at_other_cost or not is_kicked_so(definition))
    needed = definition.additional is not None and (at_other_cost or not can_be_asked(definition, 0))
    return optional or needed or any(_is_not_asked(way, at_other_cost) for way in says.ways if way.how in WITH_MORE)


def _is_not_asked(way: Way, at_other_cost: bool) -> bool:
    """Whether nobody is asked for the additional costs of that way then."""
    return at_other_cost or way.how != OTHERWISE or not can_be_asked(way.definition, 0)


def _milled(start: State) -> Iterator[str]:
    """What depends on cards that nobody knows: those that rad counters mill (727.1)."""
    for id in _drawing(start):
        player = start.players[id]
        known = player.library_ends and all(card.definition is not None for card in player.library)
        if count_of(player.counters, "rad") and not known:
            yield "which unknown cards the rad counters mill"


def _asked_of_unknown(start: State) -> Iterator[str]:
    """What cards ask of others where some are unknown, of which the engine lets none through."""
    zones = (zone for p in start.players for zone in (p.hand, p.graveyard, p.exile, p.command))
    hides = any(card.definition is None for zone in zones for card in zone)
    if hides or any(_hides_cards(start, player) for player in (YOU, OPPONENT)):
        for name in dict.fromkeys(d.name for d in _known_faces(start) if _asks_of_cards(d)):
            yield f"{name}: whether an unknown card is what it asks for"
    if _hides_cards(start, OPPONENT):
        yield from _searched(start)


def missed(start: State) -> tuple[str, ...]:
    """What you may find or draw though the engine knows nothing of it: what is reached without that is reached, but there may be
    more."""
    return tuple(_searched(start)) if _hides_cards(start, YOU) else ()


def _searched(start: State) -> Iterator[str]:
    for name in dict.fromkeys(d.name for d in _known_faces(start) if _shuffles(d)):
        yield f"{name}: what there is in a library of unknown cards, which those that were shuffled are"


def _hides_cards(start: State, player: ObjectId) -> bool:
    """Whether cards of the player's library are unknown, or may be as it is shuffled: the engine forgets where which card is, and
    with that which cards there are."""
    library = {card.definition for card in start.players[player].library}
    return None in library or (len(library) > 1 and any(map(_shuffles, _known_faces(start))))


_SEARCHES = (v.ExileCardsNamedLike, v.ExileChosenName, v.Search, v.SearchOntoBattlefield)


@cache
def _shuffles(definition: CardDefinition) -> bool:
    return any(
        isinstance(word, _SEARCHES)
        or (isinstance(word, v.PutIntoLibrary) and word.place == "shuffled")
        or (isinstance(word, v.RevealUntil) and word.rest == "shuffle")
        for word in told_by(definition)
    )


@cache
def _asks_of_cards(definition: CardDefinition) -> bool:
    """Whether the card may ask what another card is that is neither a permanent nor on the stack."""
    return any(_is_about_cards(word) for word in told_by(definition))


def _is_about_cards(word: object) -> bool:
    if isinstance(word, _OF_KNOWN + _SEARCHES) or (isinstance(word, (v.Each, v.Different)) and word.zone == "battlefield"):
        return False
    if isinstance(word, v.Target) and word.of != "card":
        return False
    if isinstance(word, v.ManaValue):
        return word.of in ("made", "that", "exiled", "sacrificed")
    parts = [getattr(word, field.name) for field in fields(word)] if is_dataclass(word) else []
    return any(isinstance(part, v.Filter) and part.asks for part in parts)


_OF_KNOWN = (
    *get_args(CombatEvent), *get_args(CombatStatic), *get_args(DamageStatic),
    v.AbilitiesCostLess, v.Activates, v.BecomesDesignated, v.BecomesTapped, v.BecomesTarget, v.BecomesUntapped,
    v.CannotActivate, v.CannotBeCountered, v.CannotCast, v.CastAsFlash, v.Casts, v.ChoosePermanents, v.Copies, v.CostsCannotUse,
    v.CostsLess, v.CountersAmong, v.CountersCannotBePut, v.CountersPut, v.CountersRemoved, v.Dies, v.DoesNotUntap, v.Enters,
    v.EntersAsCopy, v.EntersWithCounters, v.ExiledInstead, v.Exists, v.Filter, v.FinalChapterResolves, v.GrantAbilities,
    v.Greatest, v.HasAbilitiesOf, v.Leaves, v.LifeForColor, v.LoseKeywords, v.LoyaltyTwice, v.Modify, v.MoreCounters,
    v.MoreMana, v.MoreTokens, v.NoneOf, v.Permanents, v.Prevent, v.RemoveCountersCost, v.Sacrifice, v.SacrificeCost,
    v.Sacrifices, v.SpendOn, v.Sum, v.TurnedFaceUp, v.YouCast,
)  # fmt: skip
"""The words that ask for permanents, or for what is on the stack. (An unknown card is never cast.)"""
