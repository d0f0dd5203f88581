"""Cards in hand: what is cast, drawn, discarded and returned; a known library is a draw pointer (docs/model.md, 9)."""

from __future__ import annotations

from engine.objects import OPPONENT, YOU
from optimizer.model import Model
from optimizer.program import Linear, Literal, amount, total


class Cards:
    """Hands at the end, and that cards are in hand when they are cast."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.overdrawn: Literal = False
        """Whether you are to draw from an empty library, which loses (704.5b) unless you have won before."""
        ledger, you = model.ledger, model.state.players[YOU]
        drawn = total(w.amount for w in ledger.draws[YOU] + ledger.takes)
        back = total(amount(when) for entries in ledger.returns.values() for _, when in entries)
        played = [model.use(e) for e in model.world.events_of("cast", "land")]
        discarded = total(w.amount for w in ledger.discards[YOU])
        self.yours: Linear = len(you.hand) + drawn.expr + back.expr - sum(played, 0) - discarded.expr
        self.yours_most = len(you.hand) + drawn.most + back.most
        model.program.add(self.yours >= 0)
        for moment, empty in ledger.emptied:  # what is in hand at the end has come at other moments
            elsewhere = total(w.amount for w in ledger.draws[YOU] + ledger.takes if w.moment is not moment)
            model.program.add(self.yours <= elsewhere.expr + back.expr, empty)
        self._known_library()
        self._returned()
        foe = model.state.players[OPPONENT]
        gets = total(w.amount for w in ledger.draws[OPPONENT])
        loses = total(w.amount for w in ledger.discards[OPPONENT])
        raw = len(foe.hand) + gets.expr - loses.expr
        least = len(foe.hand) - loses.most
        self.theirs: Linear = raw
        if least < 0:
            kept = model.program.integer(0, len(foe.hand) + gets.most)
            model.program.cp.add_max_equality(kept, [0, raw])
            self.theirs = kept
        self.theirs_most = len(foe.hand) + gets.most
        self.decked = self._decked(foe.library_ends, len(foe.library), gets.expr)

    def _decked(self, ends: bool, cards: int, draws: Linear) -> Literal:
        """Whether the opponent draws from an empty library (704.5b)."""
        return self.model.program.reaches(draws, cards + 1) if ends else False

    def _known_library(self) -> None:
        model, program, you = self.model, self.model.program, self.model.state.players[YOU]
        draws = model.ledger.draws[YOU] + model.ledger.takes
        if you.library_ends:
            self.overdrawn = program.reaches(total(w.amount for w in draws).expr, len(you.library) + 1)
        passing = draws + model.ledger.looks
        for event in model.world.events_of("cast", "land"):
            if event.draw is not None:
                reached = model.sum_before(passing, event.announce)
                program.add(reached.expr >= event.draw + 1, model.use(event))
        if model.ledger.looks:
            taken = [model.use(e) for e in model.world.events_of("cast", "land") if e.draw is not None]
            program.add(sum(taken, 0) <= total(w.amount for w in draws).expr)

    def _returned(self) -> None:
        """A second life begins with the return of the card; it returns so often as it has left."""
        model, program = self.model, self.model.program
        you = model.state.players[YOU]
        for card, entries in model.ledger.returns.items():
            if all(card != other.id for other in you.exile):
                lives = [thing for thing in model.world.mine() if thing.object == card]
                gone = [amount(d.when) for thing in lives for d in model.departures(thing)]
                gone += [amount(model.use(e)) for e in model.events if e.is_spell_of_a_card and e.card == card]
                there = int(any(card == other.id for other in you.graveyard))
                away = there + total([*gone, amount(model.discarded(card))]).expr
                program.add(total(amount(when) for _, when in entries).expr <= away)
        for event in model.world.events_of("cast", "land"):
            if event.returned:
                if len(model.ledger.returns.get(event.card, ())) > 1:  # type: ignore[arg-type]
                    model.not_modelled(f"{event.definition and event.definition.name}: cast once more after a second return")
                ways = [
                    program.all_of([when, model.before(moment, event.announce)])
                    for moment, when in model.ledger.returns.get(event.card, [])  # type: ignore[arg-type]
                    if moment.event is not event
                ]
                program.implies(model.use(event), program.any_of(ways))
