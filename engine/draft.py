"""The mutable working copy of a state: the primitive events of the game, each with the triggers it causes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from engine import control, decisions, exiling, lasting, replacement, triggers
from engine.alike import referred_to
from engine.choices import Choice, Decision, IllegalChoice, Picked, Targeted, ToPick
from engine.combat import removal
from engine.context import Context, context_of
from engine.copying import changed
from engine.depending import PERMANENTS, PLAYERS, TAPPING
from engine.dividing import Amounts, Divide
from engine.effects.mana import mana_ability
from engine.effects.meaning import Carry, carry
from engine.entering import Enter, Entering
from engine.keywords import dredge_of, is_cycling, madness_of
from engine.mana import NO_MANA, Mana, add, unit
from engine.objects import (
    OPPONENT,
    YOU,
    Card,
    ObjectId,
    Permanent,
    Player,
    Result,
    StackObject,
    at_random,
    count_of,
    replace,
    with_counters,
)
from engine.replacement import Put
from engine.tasks import Pending, Task
from engine.triggers import CountersWerePut, Trigger
from engine.view import UNKNOWN, ZONES, Departed, View, contents, copy_contents, fingerprint, hold
from engine.vocabulary import Activated, CardDefinition, Casts, ControlAttached, Effect, SpendOn, ThisTurn
from engine.ways import leaves_for
from engine.words import KEYWORD_COUNTERS

_TAPPED, _MANA = {"tapped"}, {"mana"}
"""Changes on which little depends."""

SPELLS_CAST = ThisTurn(Casts("you"))


Kept = tuple[tuple[Any, ...], dict[ObjectId, Permanent]]
"""The contents of a working copy at some time, and a copy of its battlefield, which is changed in place."""


def _definition(card: Card | None) -> CardDefinition:
    return UNKNOWN if card is None or card.definition is None else card.definition


class Draft(View):
    """A state that is being worked on. What every method does happens at once; triggers join `waiting`."""

    __slots__ = ("answered", "origin")

    answered: int
    """How many of `answers` the running task has used."""
    origin: View
    """What this is a working copy of."""

    # ---------------------------------------------------------------------------------------------------- machinery

    def push(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the first one is done first."""
        self.agenda += tasks[::-1]

    def hand_on(self, **results: Any) -> None:
        """Tell the effects that follow next what was done: fields of their context."""
        if self.agenda and isinstance(self.agenda[-1], Carry):
            following = self.agenda[-1]
            self.agenda = (*self.agenda[:-1], replace(following, context=replace(following.context, **results)))

    def ask(self, decision: Decision) -> Choice:
        """The answer to the decision; the only one there is, if there is only one.

        Raises:
            Pending: nobody has answered yet. What the task that asks has done is taken back, and it is run again later.
        """
        only = decisions.only_answer(self, decision)
        if only is not None:
            self.note("no other choice", decision, only)
            return only
        if self.answered == len(self.answers):
            raise Pending(decision)
        self.answered += 1
        return self.answers[self.answered - 1]

    def note(self, what: str, *about: object) -> None:
        """Add an entry to the log."""
        self.log += ((what, *about),)

    def new_id(self) -> ObjectId:
        self.next_id += 1
        return self.next_id - 1

    def end(self, result: Result) -> None:
        """The game is over."""
        self.result = result
        self.agenda, self.waiting = (), ()

    @staticmethod
    def of(view: View) -> Draft:
        """A working copy of the contents of a state or of another working copy."""
        draft = Draft.__new__(Draft)
        draft.origin = view
        copy_contents(view, draft)
        draft.battlefield = dict(view.battlefield)
        draft.answered = 0
        return draft

    def kept(self) -> Kept:
        """What there is now, for `take_back`."""
        return contents(self), dict(self.battlefield)

    def take_back(self, kept: Kept) -> None:
        """Take back all that was done since then."""
        held, battlefield = kept
        hold(self, held)
        self.battlefield = battlefield

    # ---------------------------------------------------------------------------------------------------- raw changes

    def change(self, id: ObjectId, **fields: Any) -> None:
        """Change fields of a permanent, without any event."""
        old = self.battlefield[id]
        new = changed(old, **fields)
        if new.ring_bearer and new.controller != old.controller:  # 701.54a
            new = changed(new, ring_bearer=False)
        self.battlefield[id] = new
        self._fingerprint ^= fingerprint(old) ^ fingerprint(new)
        board = self._board
        if board is not None and (
            (TAPPING if fields.keys() == _TAPPED else PERMANENTS) in board.depends_on
            or new.controller != old.controller
            or new.became is not old.became
            or new.transformed != old.transformed
            or new.attached_to != old.attached_to
        ):
            self._board = None

    def stamp(self, id: ObjectId, *what: str, **fields: Any) -> None:
        """Change fields of a permanent, by which it (`ITSELF`) or what is on it receives a new timestamp (613.7)."""
        now = self.new_id()
        stamps = {**dict(self.battlefield[id].stamps), **dict.fromkeys(what, now)}
        self.change(id, stamps=tuple(sorted(stamps.items())), **fields)

    def change_player(self, player: ObjectId, **fields: Any) -> None:
        """Change fields of a player, without any event."""
        new = changed(self.players[player], **fields)
        self.players = (new, self.players[1]) if player == YOU else (self.players[0], new)
        if self._board is not None and PLAYERS in self._board.depends_on and fields.keys() != _MANA:
            self._board = None

    def lasting_changed(self) -> None:
        """What lasts has begun or ended: everything is worked out anew."""
        self._board = None
        control.settle(self)

    def use_once(self, id: ObjectId, what: str) -> bool:
        """Use what a permanent can do once each turn; False if it was used already."""
        permanent = self.battlefield.get(id)
        if permanent is None:
            return True
        if what in permanent.used:
            return False
        self.change(id, used=(*permanent.used, what))
        return True

    # ---------------------------------------------------------------------------------------------------- tapping, life, mana

    def tap(self, id: ObjectId) -> None:
        """Tap the permanent (701.26a); nothing happens to one that is tapped already."""
        if not self.battlefield[id].tapped:
            self.change(id, tapped=True)
            triggers.on_tapped(self, id)

    def untap(self, id: ObjectId) -> None:
        """Untap the permanent (701.26b); a stun counter is removed instead (122.1d)."""
        permanent = self.battlefield[id]
        if permanent.tapped:
            if self.remove_counters(id, "stun", 1):
                return
            self.change(id, tapped=False)
            triggers.on_untapped(self, id)

    def pay_life(self, player: ObjectId, n: int) -> None:
        """Pay life, which is losing it (119.4).

        Raises:
            IllegalChoice: the player has less life than that.
        """
        if not self.can_pay_life(player, n):
            raise IllegalChoice("119.4", f"{n} life cannot be paid with a life total of {self.players[player].life}")
        self.lose_life(player, n)
        if n > 0:
            triggers.on_life_paid(self, player, n)

    def lose_life(self, player: ObjectId, n: int) -> None:
        if n > 0:
            self.change_player(player, life=self.players[player].life - n)
            triggers.on_life_lost(self, player, n)

    def gain_life(self, player: ObjectId, n: int) -> None:
        if n > 0 and not self.cannot_gain_life(player):
            self.change_player(player, life=self.players[player].life + n)
            triggers.on_life_gained(self, player, n)

    def add_mana(self, player: ObjectId, mana: Mana, only: SpendOn | None = None) -> None:
        """Add mana to the pool, which can be spent only on that if anything is said (106.6)."""
        if only is None:
            self.change_player(player, mana=add(self.players[player].mana, mana))
        elif mana != NO_MANA:
            bound = dict(self.players[player].bound)
            bound[only] = add(bound.get(only, NO_MANA), mana)
            self.change_player(player, bound=tuple(bound.items()))

    def empty_pool(self, player: ObjectId, becomes: str | None) -> None:
        """Unspent mana is lost (500.5), or becomes mana of that colour, with the same limits on what it is spent on."""
        who = self.players[player]
        kept = {only: unit(becomes, sum(mana)) if becomes else NO_MANA for only, mana in ((None, who.mana), *who.bound)}
        self.change_player(player, mana=kept.pop(None))
        if who.bound:
            self.change_player(player, bound=tuple(kept.items()) if becomes else ())

    # ---------------------------------------------------------------------------------------------------- counters

    def set_counter(self, id: ObjectId, kind: str, change: int) -> None:
        """Add or take away counters of a player or permanent, without any event."""
        if id in (YOU, OPPONENT):
            self.change_player(id, counters=with_counters(self.players[id].counters, kind, change))
            return
        counters = with_counters(self.battlefield[id].counters, kind, change)
        if change > 0 and kind in KEYWORD_COUNTERS:  # 613.7c
            self.stamp(id, kind, counters=counters)
        else:
            self.change(id, counters=counters)

    def remove_counters(self, id: ObjectId, kind: str, n: int) -> int:
        """Remove up to `n` counters; returns how many there were to remove."""
        n = min(n, count_of(self.counters(id), kind))
        if n > 0:
            self.set_counter(id, kind, -n)
            triggers.on_counters_removed(self, id, kind, n)
        return n

    def final_numbers(self, puts: Iterable[Put], by: ObjectId, effect: bool) -> list[Put]:
        """What is put in the end, after "can't" and replacement effects. Asks, changes nothing."""
        wanted = [put for put in puts if put.on in (YOU, OPPONENT) or put.on in self.battlefield]
        return [Put(put.on, put.kind, replacement.number(self, put, by, effect)) for put in wanted]

    def put_counters(self, puts: Iterable[Put], by: ObjectId) -> None:
        """Counters are put by that player, all in one event, exactly as many as said."""
        done: list[CountersWerePut] = []
        for put in puts:
            if put.n > 0:
                before = count_of(self.counters(put.on), put.kind)
                self.set_counter(put.on, put.kind, put.n)
                done.append(CountersWerePut(put.on, put.kind, before, before + put.n))
        if done:
            triggers.on_counters_put(self, by, done)

    def put_counters_by_effect(self, puts: Iterable[Put], by: ObjectId) -> list[Put]:
        """An effect of that player's puts counters, as many as it may in the end (122.6); returns what was put."""
        final = self.final_numbers(puts, by, effect=True)
        self.put_counters(final, by)
        return final

    def put_counters_as_cost(self, id: ObjectId, kind: str, n: int, by: ObjectId) -> None:
        """Counters put as a cost: by the player who pays, not by an effect (122.6, 606.4).

        Raises:
            IllegalChoice: they cannot be put there (614.17b).
        """
        if n > 0 and replacement.forbidden(self, id, kind):
            raise IllegalChoice("614.17b", f"{kind} counters cannot be put on that, so the cost cannot be paid")
        self.put_counters(self.final_numbers([Put(id, kind, n)], by, effect=False), by)

    # ---------------------------------------------------------------------------------------------------- zones

    def take_card(self, id: ObjectId) -> Card:
        """Take a card out of the zone in which it is and return it."""
        for index, player in enumerate(self.players):
            for zone in ZONES:
                cards: tuple[Card, ...] = getattr(player, zone)
                for card in cards:
                    if card.id == id:
                        self.change_player(index, **{zone: tuple(c for c in cards if c is not card)})
                        return card
        raise IllegalChoice("400.7", "that card is not there")

    def move_card(self, id: ObjectId, zone: str) -> ObjectId:
        """Move a card to a zone of its owner, with what it was remembered (608.2h). Returns its new id."""
        return self.put_card(self.take_remembered(id), zone)

    def take_remembered(self, id: ObjectId) -> Card:
        """Take a card out of the zone in which it is and return it; effects can still ask what it was (608.2h)."""
        owner = self.owner(id)
        card = self.card(id)
        gone = self._as_it_is(Permanent(id, _definition(card), owner, owner))
        taken = self.take_card(id)
        self.departed = {**self.departed, id: gone}
        return taken

    def remember_spell(self, thing: StackObject) -> None:
        """Remember what a spell is that is about to leave the stack (608.2h, 113.7a)."""
        ends = thing.card is None or thing.copied
        last = Permanent(thing.id, _definition(thing.card), self.owner(thing.id), thing.controller, token=ends)
        self.departed = {**self.departed, thing.id: replace(self._as_it_is(last), spell=thing)}

    def _as_it_is(self, thing: Permanent) -> Departed:
        """What is remembered of something that is about to leave the zone in which it is (608.2h)."""
        id = thing.id
        return Departed(thing, self.characteristics(id), self.keywords(id), self.power(id), self.toughness(id), None)

    def put_card(
        self, card: Card, zone: str, exiled_by: ObjectId | None = None, counters: Any = (), until_leaves: bool = False,
        aside: tuple[str, int] | None = None,
    ) -> ObjectId:  # fmt: skip
        """Put a card that is in no zone into one of its owner's; it becomes a new object (400.7). Returns its new id."""
        if zone == "graveyard" and replacement.is_exiled_from_anywhere(card.definition):
            zone = "exile"
        moved = Card(self.new_id(), card.definition, card.owner, counters, card.label, exiled_by, until_leaves, aside)
        self.change_player(card.owner, **{zone: (*getattr(self.players[card.owner], zone), moved)})
        return moved.id

    def change_card(self, id: ObjectId, **fields: Any) -> None:
        """Change fields of a card in a zone, without any event."""
        for index, player in enumerate(self.players):
            for zone in ZONES:
                cards: tuple[Card, ...] = getattr(player, zone)
                if any(card.id == id for card in cards):
                    new = tuple(changed(card, **fields) if card.id == id else card for card in cards)
                    self.change_player(index, **{zone: new})

    def place_in_library(self, id: ObjectId, place: int | None) -> None:
        """Put a card into its owner's library, below so many cards; None: on the bottom, which is out of reach and forgotten
        where not all of the library is known."""
        card = self.take_card(id)
        above = self.top_cards(card.owner, place) if place is not None else self.players[card.owner].library
        if place is None and not self.players[card.owner].library_ends:
            return
        moved = Card(self.new_id(), card.definition, card.owner, label=card.label)
        library = self.players[card.owner].library
        self.change_player(card.owner, library=(*above, moved, *library[len(above) :]))

    def leave(self, ids: Iterable[ObjectId], zone: str, sacrificed: Collection[ObjectId] = ()) -> None:
        """Permanents leave the battlefield at the same time for that zone of their owners (tokens cease to be there, 111.7);
        those in `sacrificed` by being sacrificed."""
        board = self.board
        gone: list[Departed] = []
        for id in ids:
            permanent = self.battlefield.get(id)
            if permanent is not None:
                gone.append(self._as_it_is(permanent))
        if not gone:
            return
        departed = dict(self.departed)
        by_zone: dict[str, list[Departed]] = {}
        zones = [replacement.zone_instead(self, last, zone) for last in gone]  # before anything happens (614.4)
        for last, to in zip(gone, zones, strict=True):
            permanent = last.permanent
            del self.battlefield[permanent.id]
            self._fingerprint ^= fingerprint(permanent)
            if not permanent.token:
                cards = permanent.melded or (permanent.definition,)  # 712.21
                put = [self.put_card(Card(0, card, permanent.owner, label=permanent.label), to) for card in cards]
                last = replace(last, card=put[0])
            departed[permanent.id] = last
            if to == "graveyard":
                self.note("graveyard", permanent.id, last.traits.name)
            by_zone.setdefault(to, []).append(last)
        self.departed = departed
        self._board = None
        if sacrificed:
            triggers.on_sacrificed(self, board, [last for last in gone if last.permanent.id in sacrificed])
        for to, those in by_zone.items():
            triggers.on_left(self, board, those, to)
        if self.lasting:
            lasting.tidy(self)
        if ControlAttached in board.statics:
            control.settle(self)
        if any(card.until_leaves for player in self.players for card in player.exile):
            exiling.give_back(self, [last.permanent.id for last in gone])

    def leave_stack(self, id: ObjectId, zone: str) -> ObjectId | None:
        """A spell leaves the stack for that zone of its owner; an ability or a copy of a spell ceases to exist (707.10a).

        What it was is remembered (608.2h). Returns the card that it became, if it became one."""
        thing = next(thing for thing in self.stack if thing.id == id)
        zone = leaves_for(thing, zone)
        self.remember_spell(thing)
        self.stack = tuple(other for other in self.stack if other is not thing)
        if thing.card is None or thing.copied:
            return None
        card = self.put_card(thing.card, zone)
        self.departed = {**self.departed, id: replace(self.departed[id], card=card)}
        return card

    def sacrifice(self, ids: Iterable[ObjectId]) -> None:
        """Sacrifice permanents (701.21a)."""
        ids = tuple(ids)
        self.leave(ids, "graveyard", sacrificed=ids)

    def destroy(self, ids: Iterable[ObjectId], by_effect: bool = True, regenerates: bool = True) -> list[ObjectId]:
        """Destroy permanents at the same time (701.8a): not indestructible ones (702.12b). Tells which ones were destroyed.

        Regeneration replaces it (701.19a) unless it cannot (701.19c), and a shield counter if an effect destroys (122.1c)."""
        dying: list[ObjectId] = []
        for id in ids:
            permanent = self.battlefield.get(id)
            if permanent is None or "indestructible" in self.keywords(id):
                continue
            if by_effect and self.remove_counters(id, "shield", 1):
                continue
            if (armor := self._umbra(id)) is not None:  # 702.89a
                self.change(id, damage=0, deathtouched=False)
                dying.append(armor)
            elif permanent.regeneration_shields and regenerates:
                self.tap(id)
                self.change(id, damage=0, deathtouched=False, regeneration_shields=self.battlefield[id].regeneration_shields - 1)
                removal.remove(self, id)
            else:
                dying.append(id)
        dying = list(dict.fromkeys(dying))
        self.leave(dying, "graveyard")
        return dying

    def _umbra(self, id: ObjectId) -> ObjectId | None:
        """An Aura with umbra armor attached to the permanent, if there is one."""
        attached = (aura for aura, permanent in self.battlefield.items() if permanent.attached_to == id)
        return next((aura for aura in attached if "umbra armor" in self.keywords(aura)), None)

    def discard(self, player: ObjectId, ids: Iterable[ObjectId]) -> list[ObjectId]:
        """Discard cards from the hand (701.9a). Tells what they have become.

        Raises:
            IllegalChoice: a card is not in that hand.
        """
        hand = {card.id for card in self.players[player].hand}
        discarded = []
        for id in ids:
            if id not in hand:
                raise IllegalChoice("701.9a", "that card is not in the hand")
            card = self.take_card(id)
            mad = None if card.definition is None else madness_of(card.definition)
            became = self.put_card(card, "graveyard" if mad is None else "exile")
            self.note("discarded", player)
            if mad is not None:
                triggers.reflexive(self, mad, Context(player, became))
            triggers.on_discarded(self, player, became)
            discarded.append(became)
        return discarded

    def draw(self, player: ObjectId) -> None:
        """Draw one card (121.1); an unknown one from an unknown library; none from an empty one (704.5b). The player may dredge
        instead (702.52a)."""
        if self.dredges(player):
            return
        who: Player = self.players[player]
        if who.library:
            top = who.library[0]
            self.change_player(player, library=who.library[1:])
            self.put_card(top, "hand")
        elif who.library_ends:
            self.change_player(player, drew_from_empty=True)
        else:
            self.put_card(Card(0, None, player), "hand")
        self.note("drew", player)
        if not self.players[player].drew_from_empty:
            triggers.on_drawn(self, player)

    def dredges(self, player: ObjectId) -> bool:
        """Whether the player mills cards and takes a card with dredge from the graveyard instead of drawing (702.52a, b)."""
        who = self.players[player]
        numbers = {card.id: dredge_of(card.definition) for card in who.graveyard if card.definition is not None}
        options = tuple(id for id, n in numbers.items() if n and (not who.library_ends or n <= len(who.library)))
        if not options:
            return False
        answer = self.ask(ToPick(player, "dredge", options, 0, 1))
        assert isinstance(answer, Picked)
        for id in answer.chosen:
            for card in self.top_cards(player, numbers[id]):
                self.put_card(self.take_card(card.id), "graveyard")
            self.put_card(self.take_card(id), "hand")
        return bool(answer.chosen)

    def place(self, permanent: Permanent) -> None:
        """Put a permanent with a new id onto the battlefield, without any event."""
        self._board = None
        self.battlefield[permanent.id] = permanent
        self._fingerprint ^= fingerprint(permanent)
        self.note("entered", permanent.id, permanent.definition.name)

    def forget_departed(self) -> None:
        """Forget what has left the battlefield, except for what something on the stack speaks of."""
        if self.departed:
            spoken_of = referred_to(self)
            self.departed = {id: last for id, last in self.departed.items() if id in spoken_of}

    # ---------------------------------------------------------------------------------------------------- libraries

    def top_cards(self, player: ObjectId, n: int) -> tuple[Card, ...]:
        """The top cards of the library, unknown ones where nothing is known; fewer if there are not that many."""
        who = self.players[player]
        missing = 0 if who.library_ends else n - len(who.library)
        if missing > 0:
            unknown = tuple(Card(self.new_id(), None, player) for _ in range(missing))
            self.change_player(player, library=who.library + unknown)
        return self.players[player].library[:n]

    def put_into_library(
        self, player: ObjectId, looked_at: tuple[Card, ...], top: tuple[Card, ...], bottom: tuple[Card, ...]
    ) -> None:
        """Of the cards looked at on top of the library, put these on top and those on the bottom. The bottom of a library of
        which not everything is known is out of reach, so what goes there is forgotten."""
        who = self.players[player]
        rest = who.library[len(looked_at) :]
        self.change_player(player, library=top + rest + (bottom if who.library_ends else ()))

    def shuffle(self, player: ObjectId) -> None:
        """Shuffle the library (701.24): its order is unknown from now on."""
        self.change_player(player, library=at_random(self.players[player].library))

    # ---------------------------------------------------------------------------------------------------- stack and lands

    def put_on_stack(self, thing: StackObject, to_divide: Amounts = ()) -> None:
        """A spell or activated ability whose costs were paid is on the stack; a spell becomes cast (601.2i). What is divided
        among its targets is announced before anything else happens (601.2d)."""
        self.stack += (thing,)
        self.push(*(Divide(thing.id, group, n) for group, n in to_divide))
        self.note("cast" if thing.card else "activated", thing.id, thing.source)
        if thing.card:
            triggers.on_cast(self, thing)
        else:
            triggers.on_activated(self, thing)
            card = None if thing.source is None else self.card(thing.source)
            if card is not None and card.definition is not None and is_cycling(card.definition, thing.ability):
                triggers.on_cycled(self, thing.controller, card.id, card.definition)
        if thing.targets:
            triggers.on_targeted(self, thing, crime=True)

    def spells_cast(self, player: ObjectId) -> int:
        """How many spells the player has cast this turn, where something asks for that."""
        return self.value(SPELLS_CAST, Context(player))

    def play_land(self, player: ObjectId, id: ObjectId) -> None:
        """Put a land from the hand onto the battlefield and count it as this turn's land play (305.2)."""
        card = self.take_card(id)
        assert card.definition is not None
        self.change_player(player, lands_played=self.players[player].lands_played + 1)
        self.push(Enter((Entering(card.definition, card.owner, player, label=card.label),)))

    def carry_out(self, effects: tuple[Effect, ...], context: Context) -> None:
        """Carry out effects next."""
        carry(self, effects, context)

    def resolve_mana_ability(
        self, source: ObjectId, ability: Activated, controller: ObjectId, color: str = "", x: int = 0
    ) -> None:
        """Carry out the effects of a mana ability at once (605.3b); `color` is the chosen type of mana."""
        mana_ability(self, ability, Context(controller, source, x=x), color)

    # ---------------------------------------------------------------------------------------------------- targets

    def target_choices(self, trigger: Trigger) -> Iterator[Targeted]:
        """The modes and targets that a triggered ability can be put on the stack with; alike ones appear once."""
        return decisions.target_choices(self, trigger)

    def still_legal(self, thing: StackObject) -> tuple[tuple[ObjectId, ...], ...]:
        """The targets of the spell or ability that are legal now (608.2b)."""
        context = context_of(thing)
        return tuple(
            tuple(id for id in group if self.is_legal_target(spec, id, context))
            for group, spec in zip(thing.targets, thing.target_specs, strict=True)
        )
