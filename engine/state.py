"""Game states as values: what is there, what may be chosen now, and what follows from a choice.

A `State` is over or waits for one decision of one player (`decision`). `choices()` lists the legal answers, `apply(choice)`
returns the next state. States are hashable, compare by value and never change; `Draft` (in `engine.draft`) is the private,
mutable working copy on which `apply` carries a choice out.

Both share the queries of `engine.view.View`:

* `players`, `battlefield` (id -> Permanent, in id order), `stack` (last is the top), `active`, `step`, `decision`, `result`,
  `over`;
* `find(id)`: the Permanent, Card, StackObject with that id, or None; `zone(id)`: `battlefield`, `stack`, `hand`, `graveyard`,
  `library`, `exile`, `command` or None; `owner(id)`, `controller(id)`;
* characteristics after layers: `name`, `types`, `subtypes`, `supertypes`, `colors`, `keywords`, `abilities`, `activated` (the
  Activated ones, intrinsic mana abilities first), `power`, `toughness`, `mana_value`, `characteristics(id)`;
* `counters(id)`: of a permanent, a card or a player; `statics(Class)`: pairs (source id, ability) of the static abilities of
  that class on the battlefield; `matches(filter, id, you, source, targets)`: whether the filter lets the object through;
* `value(value, context)`: a `Value` as a number (`engine.context.Context` says who asks);
* `can_pay_life(player, n)`: 119.4; `can_be_targeted(id, by, source)`: hexproof, shroud, protection; `is_legal_target(spec, id,
...)`.

How the rules machine works: a state has an agenda of tasks. A task asks all decisions it needs (`Draft.ask`) *before* it changes
anything, then makes its event happen; when an answer is missing, the task stays on the agenda and the state waits. When the
agenda is empty, state-based actions are performed, triggers are put on the stack and a player gets priority (117.5). What leaves
only one answer, or only interchangeable ones, is not asked.

What `engine.actions` uses of a Draft to carry out costs (each raises triggers by itself):

* `tap(id)`, `pay_life(player, n)` (raises IllegalChoice 119.4), `sacrifice(ids)`, `discard(player, card_ids)`,
  `remove_counters(id, kind, n)` (permanent or player), `put_counters_as_cost(id, kind, n, by)`,
  `change(id, **fields)` of a permanent;
* `add_mana(player, mana, only)`; `engine.bound_mana.spend` takes it out of the pool;
* `resolve_mana_ability(source_id, ability, controller, color)`: its effects, at once (605.3b), after its costs were paid;
* `new_id()`, `take_card(card_id) -> Card`: takes a card out of its zone so that it can be cast;
* `put_on_stack(stack_object)`: last, when the costs are paid; a spell counts as cast then (601.2i);
* `play_land(player, card_id)`: puts a land onto the battlefield and counts the land play (305.1).

`engine.modes.chosen(ability, modes)` gives effects and target groups of a (modal) spell or ability for its StackObject.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import actions, decisions, turn
from engine.cards import CardPool
from engine.choices import Choice, IllegalChoice, Priority
from engine.copying import changed
from engine.draft import Draft
from engine.opening import Opening
from engine.position import Position
from engine.scope import ONE_TURN, Scope
from engine.view import View, copy_contents


class State(View):
    """A game state: an immutable value. See the top of this module for what it can be asked."""

    __slots__ = ("_hash",)

    _hash: int

    @staticmethod
    def begin(position: Position, cards: CardPool, scope: Scope = ONE_TURN) -> State:
        """The first state of a position. Main phases are under way; of the other steps everything is still to come.

        Args:
            position: what there is.
            cards: the cards that it may speak of.
            scope: how much of the game is played.

        Raises:
            PositionError: a card that is not known, or anything else that cannot be set up, with file, line and key.
        """
        draft = Opening(position, cards, scope).draft()
        turn.advance(draft)
        return State._of(draft)

    @staticmethod
    def _of(draft: View) -> State:
        state = State.__new__(State)
        copy_contents(draft, state)
        state._hash = 0
        return state

    def playing(self, scope: Scope) -> State:
        """The same state where so much of the game is played from the turn on in which it is."""
        state = State._of(self)
        state.course = changed(self.course, scope=scope)
        return state

    def choices(self) -> Iterator[Choice]:
        """Every legal answer to the pending decision; answers that differ only in interchangeable objects appear once."""
        if self.decision is None:
            return iter(())
        if isinstance(self.decision, Priority):
            return actions.priority_choices(self)
        return decisions.answers(self, self.decision)

    def apply(self, choice: Choice) -> State:
        """The state after this choice. This state stays as it is.

        Raises:
            IllegalChoice: the rules forbid it; says which one.
        """
        decision = self.decision
        if decision is None:
            raise IllegalChoice("104.1", "the game is over")
        draft = Draft.of(self)
        draft.decision = None
        draft.log = ()
        if isinstance(decision, Priority):
            draft.push(turn.Act(decision.player, choice))
        else:
            decisions.check(self, decision, choice)
            draft.answers = (*self.answers, choice)
        turn.advance(draft)
        return State._of(draft)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self is other or (hash(self) == hash(other) and self._value() == other._value())

    def __hash__(self) -> int:
        if not self._hash:
            you, opponent = self.players
            self._hash = hash(
                (
                    self._fingerprint, self.step, self.next_id, len(self.agenda), self.answers, self.result,
                    tuple([(s.id, s.source, s.targets, s.x, s.life_symbols, len(s.effects)) for s in self.stack]),
                    you.life, you.counters, you.mana, len(you.library), you.lands_played,
                    tuple([card.id for card in you.hand]), tuple([card.id for card in you.graveyard]),
                    opponent.life, opponent.counters, len(opponent.hand),
                )
            )  # fmt: skip
        return self._hash

    def _value(self) -> tuple[object, ...]:
        return (
            self.players, self.battlefield, self.stack, self.active, self.step, self.agenda, self.answers, self.waiting,
            self.departed, self.next_id, self.decision, self.result, self.turn_over, self.course, self.combat,
            self.lasting, self.history, self.phased,
        )  # fmt: skip
