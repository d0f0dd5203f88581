"""Life as a resource with an order (119.4; docs/model.md, 9)."""

from __future__ import annotations

from engine.objects import OPPONENT, YOU
from engine.vocabulary import DamageAsInfect, NoLossForLife
from optimizer.events import Moment
from optimizer.ledger import Write
from optimizer.model import Model
from optimizer.program import Amount, Linear, total


class Life:
    """Your payments are possible when they are made, and what both players end with."""

    def __init__(self, model: Model) -> None:
        self.model = model
        ledger = model.ledger
        spent = total(w.amount for w in ledger.payments)
        lost = total(w.amount for w in ledger.losses[YOU]) + total(w.amount for w in ledger.damage.get(YOU, []))
        gained = total(w.amount for w in ledger.gains[YOU])
        start = model.state.players[YOU].life
        self.yours: Linear = start + gained.expr - spent.expr - lost.expr
        self.yours_range = (start - spent.most - lost.most, start + gained.most)
        unhurt = any(t.mine and any(isinstance(a, NoLossForLife) for a in t.definition.abilities) for t in model.world.things)
        self.least = 0 if unhurt else 1
        """What you must keep: at 0 the game is lost as soon as state-based actions are checked (704.5a)."""
        for thing in model.world.mine():
            if ledger.damage.get(YOU) and any(isinstance(a, DamageAsInfect) for a in thing.definition.abilities):
                model.not_modelled(f"{thing.name}: whether damage dealt to you gives poison counters")
        if gained.is_zero:
            model.program.add(self.yours >= min(self.least, start))
        else:
            self._in_order(start)
        foe = model.state.players[OPPONENT].life
        hurt = total(w.amount for w in ledger.losses[OPPONENT]) + total(w.amount for w in ledger.damage.get(OPPONENT, []))
        healed = total(w.amount for w in ledger.gains[OPPONENT])
        self.theirs: Linear = foe + healed.expr - hurt.expr
        self.theirs_range = (foe - hurt.most, foe + healed.most)

    def _in_order(self, start: int) -> None:
        """With life gain about, each payment reads what was gained and paid before it."""
        model, program, ledger = self.model, self.model.program, self.model.ledger
        by_moment: dict[Moment, Amount] = {}
        for w in ledger.payments + ledger.losses[YOU]:
            by_moment[w.moment] = by_moment.get(w.moment, Amount()) + w.amount
        outgoing = [Write(m, a) for m, a in by_moment.items()]
        for write in outgoing:
            before = model.sum_before(ledger.gains[YOU], write.moment).expr
            earlier = model.sum_before(outgoing, write.moment, exact=True).expr
            paying = program.reaches(write.amount.expr, 1)
            program.add(start + before - earlier - write.amount.expr >= self.least, paying)
        program.add(self.yours >= min(self.least, start))
