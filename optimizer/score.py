"""The objective: what `Scoring.evaluate` computes on an end state, as a linear expression of the model."""

from __future__ import annotations

from collections.abc import Sequence

from engine.objects import OPPONENT, YOU, ObjectId, Result
from engine.state_based import LETHAL_POISON
from optimizer.cards import Cards
from optimizer.counters import Counters
from optimizer.events import Moment, Thing, definition_of
from optimizer.fates import Fates
from optimizer.life import Life
from optimizer.model import Model
from optimizer.objective.expression import compile_to
from optimizer.objective.features import (
    Feature,
    HasResult,
    NamedPermanents,
    PermanentCounters,
    PermanentsOfType,
    PlayerCounters,
    PlayerNumber,
)  # fmt: skip
from optimizer.objective.permanents import PermanentScore
from optimizer.objective.scoring import Scoring
from optimizer.objective.table import Table
from optimizer.program import Amount, Linear, Literal, amount, negation, total

MANY = 10**6
"""More counters than there will be."""

HAND_SIZE = 7
"""402.2: you discard down to it in the cleanup step."""


class Score:
    """The score and the goal of a turn."""

    def __init__(self, model: Model, scoring: Scoring, counters: Counters, fates: Fates, life: Life, cards: Cards) -> None:
        self.model, self.scoring = model, scoring
        self.counters, self.fates, self.life, self.cards = counters, fates, life, cards
        self.won = self._won()
        """Whether the game is won."""
        self.value: Linear = self._players() + self._permanents() + self._tokens() + self._expression()
        """The score of a game that goes on, or of any by an expression without what its result is worth."""

    # ------------------------------------------------------------------------------------------------ winning and losing

    def _won(self) -> Literal:
        """What makes the opponent lose or you win (104.2, 104.3); you are kept from losing by constraints."""
        program, model = self.model.program, self.model
        poison = self._player_counters(OPPONENT, "poison")
        program.add(
            self._player_counters(YOU, "poison").expr
            <= max(LETHAL_POISON - 1, dict(model.state.players[YOU].counters).get("poison", 0))
        )
        ways: list[Literal] = [
            program.reaches(poison.expr, LETHAL_POISON),
            negation(program.reaches(self.life.theirs, 1)) if self.life.theirs_range[0] < 1 else False,
            self.cards.decked,
            *model.ledger.wins,
            *self._state_wins(),
        ]
        won = program.any_of(ways)
        program.implies(self.cards.overdrawn, won)
        model.relax("draws from an empty library as the game is won", self.cards.overdrawn)
        gained = total(w.amount for w in model.ledger.gains[YOU])
        if won is not False and not gained.is_zero and self.scoring.weights is None:
            model.relax("life gained after the game is won", program.all_of([won, program.reaches(gained.expr, 1)]))
        return won

    def _state_wins(self) -> list[Literal]:
        """State triggers that win the game (603.8)."""
        from engine.vocabulary import AtLeast, CountersOn, Holds, WinTheGame
        from optimizer.events import triggers

        ways = []
        for thing in self.model.world.mine():
            for ability in triggers(thing.definition, Holds):
                condition = ability.on.condition  # type: ignore[union-attr]
                if WinTheGame() in ability.effects and isinstance(condition, AtLeast) and isinstance(condition.value, CountersOn):
                    kind, program = condition.value.kind, self.model.program
                    enough = program.reaches(self.counters.final(thing, kind).expr, condition.n)
                    ways.append(program.all_of([self.fates.alive(thing), enough]))
                    for leaving in self.model.departures(thing):
                        enough = program.reaches(self.counters.before(thing, kind, leaving.moment).expr, condition.n)
                        ways.append(program.all_of([leaving.when, enough]))
        return ways

    # ------------------------------------------------------------------------------------------------ players

    def _player_counters(self, player: ObjectId, kind: str) -> Amount:
        count = self.counters.final(player, kind)
        for moment, who, what, to, when in self.model.ledger.raises:
            if who == player and what == kind:
                count = count + self._raised(player, kind, moment, to, when)
        return count

    def _raised(self, player: ObjectId, kind: str, moment: Moment, to: int, when: Literal) -> Amount:
        """Counters up to a number: what was there before, and what proliferates add after, count apart."""
        model, program = self.model, self.model.program
        start = self.counters.starting(player).get(kind, 0)
        raised = program.amount(to)
        program.add(raised.expr <= to * when)
        some = program.reaches(raised.expr, 1)
        earlier: Linear = 0
        for epoch, pick in self.counters.picks(player, kind):
            before = program.amount(pick.most)
            later = model.sum_from(epoch.writes, moment)
            program.add(pick.expr <= before.expr + later.expr, some)
            earlier = earlier + before.expr
        program.add(raised.expr <= to - start - earlier, some)
        return raised

    def _players(self) -> Linear:
        value: Linear = 0
        numbers = [
            (YOU, "life", self.life.yours, *self.life.yours_range),
            (OPPONENT, "life", self.life.theirs, *self.life.theirs_range),
            (OPPONENT, "hand", self.cards.theirs, 0, self.cards.theirs_most),
            (YOU, "hand", self.yours_in_hand, 0, HAND_SIZE),
        ]
        for player, what, expr, least, most in numbers:
            value = value + self._worth(self.scoring.player_table(player, what), expr, least, most)
        for player in (YOU, OPPONENT):
            kinds = set(self.counters.possible_kinds(player))
            for kind in kinds:
                count = self._player_counters(player, kind)
                value = value + self._worth(self.scoring.player_table(player, kind), count.expr, 0, count.most)
            of = self.model.state.players[player]
            for what in ("library", "graveyard", "exile", "emblems", "extra_turns"):
                if self.scoring.player_table(player, what).is_zero:
                    continue
                if what in ("library", "graveyard", "exile"):
                    self.model.not_modelled(f"the score of the {what}")
                else:
                    n = getattr(of, what)
                    start = n if isinstance(n, int) else len(n)
                    more = (
                        total(amount(w) for w in self.model.ledger.extra_turns)
                        if player == YOU and what == "extra_turns"
                        else Amount()
                    )
                    value = value + self._worth(
                        self.scoring.player_table(player, what), start + more.expr, start, start + more.most
                    )
        return value

    @property
    def yours_in_hand(self) -> Linear:
        """Your hand after the cleanup step."""
        if self.cards.yours_most <= HAND_SIZE:
            return self.cards.yours
        if not hasattr(self, "_hand"):
            self._hand = self.model.program.integer(0, HAND_SIZE)
            self.model.program.cp.add_min_equality(self._hand, [HAND_SIZE, self.cards.yours])
        return self._hand

    def _worth(self, table: Table, expr: Linear, least: int, most: int) -> Linear:
        return self.model.program.worth(expr, table, least, most)

    # ------------------------------------------------------------------------------------------------ permanents

    def _permanents(self) -> Linear:
        return sum((self._permanent(thing) for thing in self.model.world.things), 0)

    def _permanent(self, thing: Thing) -> Linear:
        worth = self.scoring.permanent_value(thing.definition, thing.mine, thing.token)
        alive, program = self.fates.alive(thing), self.model.program
        stolen = [lit for _, who, lit in self.model.ledger.taken if who is thing]
        if stolen:
            return self._taken(thing, program.any_of(stolen), alive)
        return self._where(alive, thing, worth)

    def _where(self, there: Literal, thing: Thing, worth: PermanentScore) -> Linear:
        """What the thing is worth with its counters if the literal holds, else 0: kind by kind, as what each adds is of one
        sign, which gives better bounds."""
        value: Linear = worth.base * there
        for kind, count in self.counts(thing).items():
            table, program = worth.counter_table(kind), self.model.program
            alive = [table.value(n) for n in range(min(count.most, self._most_alive(thing, kind)) + 1)]
            signed = program.range(count.expr)[0] >= 0 and table.is_monotone
            value = value + program.where(there, self._worth(table, count.expr, 0, count.most), min(alive), max(alive), signed)
        return value

    def _most_alive(self, thing: Thing, kind: str) -> int:
        """More counters of the kind than that a creature does not survive."""
        if kind != "m1m1" or not thing.is_creature:
            return MANY
        grown = sum(w.amount.most for w in self.model.ledger.grown.get(thing, []))
        return max(0, self.fates.base_toughness(thing) - 1 + grown)

    def _taken(self, thing: Thing, taken: Literal, alive: Literal) -> Linear:
        """The worth of a thing of the opponent that may be yours at the end."""
        theirs, yours = (self.scoring.permanent_value(thing.definition, mine, thing.token) for mine in (False, True))
        kept, stolen = (self.model.program.all_of([alive, lit]) for lit in (negation(taken), taken))
        return self._where(kept, thing, theirs) + self._where(stolen, thing, yours)

    def counts(self, thing: Thing) -> dict[str, Amount]:
        """The counters on the thing at the end, +1/+1 and -1/-1 counters after they annihilated each other (704.5q)."""
        kinds = self.counters.possible_kinds(thing)
        counts = {kind: self.counters.final(thing, kind) for kind in kinds}
        for writes in [self.model.ledger.damage.get(thing, [])] if thing.is_planeswalker else []:
            counts["loyalty"] = Amount(counts["loyalty"].expr - sum((w.amount.expr for w in writes), 0), counts["loyalty"].most)
        for kind, count in counts.items():
            counts[kind] = self._at_least_none(count)
        if "p1p1" in counts and "m1m1" in counts:
            net = counts["p1p1"].expr - counts["m1m1"].expr
            counts["p1p1"] = self._at_least_none(Amount(net, counts["p1p1"].most), always=True)
            counts["m1m1"] = self._at_least_none(Amount(-net, counts["m1m1"].most), always=True)
        return counts

    def _at_least_none(self, count: Amount, always: bool = False) -> Amount:
        """The count, or 0 where the sum of the model falls below (which only happens where the thing is gone)."""
        if not always or isinstance(count.expr, int):
            return count
        kept = self.model.program.amount(max(1, count.most))
        self.model.program.cp.add_max_equality(kept.expr, [0, count.expr])
        return kept

    def _tokens(self) -> Linear:
        """Tokens beyond those that are things of their own."""
        value: Linear = 0
        for token, writes in self.model.ledger.tokens.items():
            made = total(w.amount for w in writes)
            followed = [self.model.use(t.arrival) for t in self.model.world.things if t.made == token and t.arrival is not None]
            if "Legendary" in token.supertypes:
                continue
            rest = self.model.program.amount(made.most)
            gone = [self.model.choices[e].tokens.get(token, False) for e in self.model.world.events_of("activate")]
            self.model.program.add(rest.expr == made.expr - total(map(amount, (*followed, *gone))).expr)
            value = value + self.scoring.permanent_value(definition_of(token), True, True).base * rest.expr
        return value

    # ------------------------------------------------------------------------------------------------ expressions

    def _expression(self) -> Linear:
        if self.scoring.expression is None:
            return 0
        return compile_to(self.scoring.expression, _InModel(self))


class _InModel:
    """The algebra of expressions over the model's variables."""

    def __init__(self, score: Score) -> None:
        self.score = score
        self.program = score.model.program

    def constant(self, value: int) -> Linear:
        return value

    def feature(self, feature: Feature) -> Linear:
        score = self.score
        match feature:
            case PlayerNumber(player, "life"):
                return score.life.yours if player == YOU else score.life.theirs
            case PlayerNumber(player, "hand"):
                return score.yours_in_hand if player == YOU else score.cards.theirs
            case PlayerCounters(player, kind):
                return score._player_counters(player, kind).expr
            case PermanentCounters(name, kind, controller):
                return sum((self._counters(t, kind) for t in self._named(name, controller)), 0)
            case NamedPermanents(name, controller, False):
                return sum((score.fates.alive(t) for t in self._named(name, controller)), 0)
            case PermanentsOfType(player, type) if not score.model.ledger.tokens:
                wanted = (type or "").capitalize()
                things = [t for t in score.model.world.things if t.mine == (player == YOU) and (not type or wanted in t.types)]
                return sum((score.fates.alive(t) for t in things), 0)
            case HasResult(Result.WON):
                return score.won
        score.model.not_modelled(f"the score's {feature}")
        return 0

    def _named(self, name: str, controller: ObjectId | None) -> list[Thing]:
        return [
            t for t in self.score.model.world.things
            if name in (t.name, t.permanent.label if t.permanent else None) and controller in (None, YOU if t.mine else OPPONENT)
        ]  # fmt: skip

    def _counters(self, thing: Thing, kind: str) -> Linear:
        counts = self.score.counts(thing)
        if kind not in counts:
            return 0
        return self.program.gate(counts[kind], self.score.fates.alive(thing)).expr

    def add(self, terms: Sequence[Linear]) -> Linear:
        return sum(terms, 0)

    def scale(self, factor: int, of: Linear) -> Linear:
        return factor * of

    def minimum(self, of: Sequence[Linear]) -> Linear:
        ranges = [self.program.range(each) for each in of]
        smallest = self.program.integer(min(low for low, _ in ranges), min(high for _, high in ranges))
        self.program.cp.add_min_equality(smallest, of)
        return smallest

    def maximum(self, of: Sequence[Linear]) -> Linear:
        ranges = [self.program.range(each) for each in of]
        largest = self.program.integer(max(low for low, _ in ranges), max(high for _, high in ranges))
        self.program.cp.add_max_equality(largest, of)
        return largest

    def if_else(self, condition: Literal, then: Linear, otherwise: Linear) -> Linear:
        if isinstance(condition, bool):
            return then if condition else otherwise
        ranges = self.program.range(then), self.program.range(otherwise)
        least, most = min(low for low, _ in ranges), max(high for _, high in ranges)
        return self.program.choice([(then, [condition]), (otherwise, [condition.Not()])], least, most)

    def at_least(self, of: Linear, bound: int) -> Literal:
        return self.program.reaches(of, bound)

    def negate(self, of: Literal) -> Literal:
        return negation(of)

    def both(self, of: Sequence[Literal]) -> Literal:
        return self.program.all_of(of)

    def either(self, of: Sequence[Literal]) -> Literal:
        return self.program.any_of(of)
