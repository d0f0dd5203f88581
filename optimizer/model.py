"""The model of one turn: which events happen, in which order, with which choices, for the best score.

Built from a grounded position (`events`), it is put together from families of variables and constraints, one module each:
`order` (precedence), `effects` (what events write), `triggers`, `counters` (proliferate picks), `fates` (deaths and departures),
`mana`, `life`, `cards` (draws), `objective` (the score). The model is exact or wider than the game, never narrower, except where
`not_modelled` says so; `wider` names the relaxations that a solution makes use of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.objects import YOU, ObjectId
from engine.state import State
from engine.vocabulary import Discard, Effect, Token, Triggered
from optimizer.events import Event, Moment, Part, Stage, Thing, World
from optimizer.ledger import Bearer, Leaving, Ledger, Write
from optimizer.order import Order
from optimizer.program import ZERO, Amount, Literal, Program, amount, negation, total

if TYPE_CHECKING:
    from optimizer.counters import Counters

MOST_X = 20


@dataclass(frozen=True)
class Site:
    """Where an effect happens: in which moment of which event, how often, for which source, with which targets."""

    event: Event
    moment: Moment
    source: Thing | None
    times: Amount
    when: Literal
    targets: tuple[dict[Bearer, Literal], ...] = ()
    that_value: int | None = None
    """The mana value of the spell that triggered it."""


@dataclass
class Choices:
    """The decisions of one event."""

    use: Literal
    times: Amount = ZERO
    """How often: once, except for an event that stands for any further activations."""
    x: Amount = ZERO
    kicked: Amount = ZERO
    entwined: Literal = False
    modes: list[tuple[Part, Amount, Literal]] = field(default_factory=list)
    targets: dict[int, tuple[dict[Bearer, Literal], ...]] = field(default_factory=dict)
    """By index in `modes`."""
    fizzles: dict[int, Literal] = field(default_factory=dict)
    """By index in `modes`: whether the only target, the source itself, is gone as it would resolve."""
    sacrifice: dict[Thing, Literal] = field(default_factory=dict)
    tokens: dict[Token, Literal] = field(default_factory=dict)
    """A token beyond those that are things of their own is sacrificed."""
    discard: Amount = ZERO
    life_symbols: dict[str, Amount] = field(default_factory=dict)
    """Phyrexian symbols paid with life, by the symbol's text."""
    remove: dict[tuple[Thing, str], Amount] = field(default_factory=dict)


class Model:
    """Variables, constraints and objective of a position's turn."""

    def __init__(self, world: World, worth: Callable[[Thing], int], program: Program | None = None) -> None:
        self.world = world
        self.worth = worth
        """What a thing is worth to you as the turn begins."""
        self.state: State = world.state
        self.program = program or Program()
        begun = world.combat.event if world.combat is not None and world.combat.attack is None else None
        self.order = Order(self.program, sum(len(e.moments) for e in world.events) + 1, begun)
        self.ledger = Ledger()
        self.proliferates: list[Write] = []
        self.most: Callable[[Amount], int] = lambda number: number.most
        """No more than this of a number fit into the turn (see `limits`)."""
        self.counters: Counters | None = None
        self.deferred: list[tuple[Effect, Site]] = []
        """Effects that wait until counters are counted."""
        self.choices: dict[Event, Choices] = {}
        self.attacks: dict[Thing, Literal] = {}
        self.wider: list[tuple[str, Literal]] = []
        self.trigger_targets: list[tuple[Thing, tuple[dict[Bearer, Literal], ...], int | None, Moment]] = []
        self.together: dict[tuple[Moment, type], list[tuple[Literal, Amount, Triggered]]] = {}
        """The abilities that trigger at once on something and resolve in a moment that they share: whether, how often, which."""
        self.counted: dict[tuple[Thing, str, Moment], Amount] = {}
        """Numbers of counters that an effect reads: whose, which kind, when."""
        self.legends: list[tuple[Thing, Event, tuple[Literal, Literal]]] = []
        """A legendary permanent, the coming of its twin, and which of the two gives way."""
        self.evolutions: list[tuple[Thing, int, Literal]] = []
        """Watcher, up to how many counters on it, whether it evolves."""
        self.accepted: list[tuple[str, Literal]] = []
        """Every "you may" with whether you do, by its source."""
        self._discards: dict[ObjectId, Literal] = {}
        self._present: dict[tuple[Thing, Moment], Literal] = {}
        self._leaving: dict[Thing, list[Leaving]] = {}
        self.turn = Event(-1, "turn", None, "this turn")
        self.turn.moments = (Moment(self.turn, Stage.RESOLVE),)
        self.choices[self.turn] = Choices(True, amount(True))

    # ------------------------------------------------------------------------------------------------ shorthands

    @property
    def events(self) -> list[Event]:
        return self.world.events

    def use(self, event: Event) -> Literal:
        return self.choices[event].use

    def before(self, first: Moment, second: Moment) -> Literal:
        return self.order.before(first, second)

    def surely_before(self, first: Moment, second: Moment) -> Literal:
        """Whether `first` comes before `second`; not where one of them is at no known moment."""
        return False if first.event.anytime or second.event.anytime else self.before(first, second)

    def relax(self, reason: str, when: Literal = True) -> None:
        """Notes that the model is wider than the game for this reason wherever the literal holds."""
        self.wider.append((reason, when))

    def not_modelled(self, what: str, where: Event | Literal = True) -> None:
        """Notes what the model does not follow, where that event happens or that literal holds."""
        self.world.report(what, where)

    # ------------------------------------------------------------------------------------------------ being there

    def arrived(self, thing: Thing, moment: Moment) -> Literal:
        """Whether the thing has come before the moment (in a moment of its own event: as it resolves)."""
        if thing.arrival is None:
            return True
        event = thing.arrival
        return self.program.all_of([self.use(event), self.before(event.resolve, moment)])

    def present(self, thing: Thing, moment: Moment) -> Literal:
        """Whether the thing is on the battlefield just before the moment."""
        key = (thing, moment)
        if key not in self._present:
            gone = [self.program.all_of([leaving.when, self.surely_before(leaving.moment, moment)])
                    for leaving in self._leaving.get(thing, []) if leaving.moment is not moment]  # fmt: skip
            self._present[key] = self.program.all_of([self.arrived(thing, moment), *(negation(g) for g in gone)])
        return self._present[key]

    def still_present(self, thing: Thing, moment: Moment) -> Literal:
        """Whether the thing is there as the effects of the moment happen after those by which things leave (608.2c)."""
        if moment is not moment.event.resolve or not moment.event.leaves_first:
            return self.present(thing, moment)
        gone = (leaving.when for leaving in self.departures(thing) if leaving.moment is moment)
        return self.program.all_of([self.present(thing, moment), *map(negation, gone)])

    def leave(self, leaving: Leaving) -> None:
        """Enters a departure; all of them must be entered before `present` is asked."""
        self.ledger.leaving.append(leaving)
        self._leaving.setdefault(leaving.thing, []).append(leaving)

    def buried(self, thing: Thing, moment: Moment) -> Literal:
        """Whether the card of a thing is in the graveyard by that moment: the thing has died, or the card was discarded (at no
        known moment: wider)."""
        died = [
            self.program.all_of([leaving.when, self.before(leaving.moment, moment)])
            for leaving in self.departures(thing) if leaving.dies
        ]  # fmt: skip
        returned = thing.arrival is not None and thing.arrival.returned
        return self.program.any_of([*died, not returned and self.discarded(thing.object)])

    def discarded(self, card: ObjectId) -> Literal:
        you = self.state.players[YOU]
        discards = any(e.costs.discard for e in self.events) or any(isinstance(e, Discard) for e in self.world.effects())
        if not discards or all(card != other.id for other in (*you.hand, *you.library)):
            return False
        if card not in self._discards:
            self._discards[card] = self.program.literal(f"card {card} is discarded")
            self.relax("a card discarded to be in the graveyard", self._discards[card])
        return self._discards[card]

    def departures(self, thing: Thing) -> list[Leaving]:
        return self._leaving.get(thing, [])

    # ------------------------------------------------------------------------------------------------ sums over time

    def sum_before(self, writes: Iterable[Write], moment: Moment, exact: bool = False) -> Amount:
        """What was surely written before the moment; with `exact` False anything up to what may have been."""
        gate, before = (self.program.gate, self.surely_before) if exact else (self.program.at_most, self.before)
        return total(gate(w.amount, before(w.moment, moment)) for w in writes if w.moment is not moment)

    def sum_from(self, writes: Iterable[Write], moment: Moment) -> Amount:
        """Anything up to what is written in that moment or later."""
        at_most = self.program.at_most
        return total(w.amount if w.moment is moment else at_most(w.amount, self.before(moment, w.moment)) for w in writes)

    def sum_between(self, writes: Iterable[Write], start: Moment, end: Moment) -> Amount:
        """Anything up to what is written at `start` or later, and before `end`."""
        return self.sum_before([Write(w.moment, self.sum_from([w], start)) for w in writes], end)

    # ------------------------------------------------------------------------------------------------ counters

    def kinds(self, bearer: Bearer) -> list[str]:
        """The kinds of counters that the bearer may ever have this turn."""
        if not isinstance(bearer, Thing):
            return [kind for kind, _ in self.state.players[bearer].counters]
        return sorted(
            set(bearer.counters)
            | set(self.world.entering_kinds(bearer))
            | (self.world.kinds_put if bearer.is_creature else set())
        )
