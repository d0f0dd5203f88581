"""Scoring functions: what an end state is worth to you, as one whole number that is a sum of small parts.

    score = result + tables of single numbers of the players + worth of each permanent + tables of its counters + expression

Each part depends on one number only, so that a model can encode exactly what `evaluate` computes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.objects import OPPONENT, YOU, ObjectId, Permanent, Result
from engine.vocabulary import CardDefinition
from optimizer.objective.expression import Number, evaluate, magnitude, reads_result
from optimizer.objective.features import PLAYER_NUMBERS, EndState, creatures, player_number
from optimizer.objective.parser import ExpressionError, parse
from optimizer.objective.permanents import PermanentScore, permanent_score
from optimizer.objective.table import ZERO, Table
from optimizer.objective.weights import LIFE_AT_RISK, Weight, Weights, load, profile_names

DOMINANT = 100_000_000
"""What winning is worth: more than any position."""


@dataclass(frozen=True, slots=True)
class Term:
    """One line of an explained score."""

    name: str
    value: int


@dataclass(frozen=True)
class Scoring:
    """A scoring function. `weights` None: the expression alone.

    A profile adds up its terms and, if there is one, the expression; winning, losing and drawing outweigh them all, and every
    game that is won is worth the same: what the position would be worth does not matter then. An expression alone is the score
    as it stands, except that losing and drawing still outweigh it unless it speaks of `won`, `lost` or `draw` itself. `attack` is
    the power of the creatures with which the opponent may attack next turn (see `at`). `to_win`: winning outweighs an expression
    too.
    """

    weights: Weights | None = None
    expression: Number | None = None
    text: str = ""
    attack: int = 0
    to_win: bool = False

    @staticmethod
    def profile(name: str, overrides: Mapping[str, Weight] | None = None, expression: Number | None = None) -> Scoring:
        """A named profile, with some weights replaced (see `weights.load`) and an expression added.

        Raises:
            WeightsError: there is no such profile or weight.
        """
        return Scoring(load(name, overrides), expression, name)

    @staticmethod
    def of(text: str, overrides: Mapping[str, Weight] | None = None, names: Collection[str] | None = None) -> Scoring:
        """What `--maximize TEXT` means: the profile of that name, or else an expression (see `parser.parse`).

        Raises:
            ExpressionError: neither.
            WeightsError: a weight that there is not, or weights given to an expression.
        """
        if text.strip() in profile_names():
            return Scoring.profile(text.strip(), overrides)
        if overrides:
            load("value", overrides)
            raise ExpressionError("weights belong to a profile, not to an expression")
        try:
            return Scoring(None, parse(text, names), text)
        except ExpressionError as error:
            if text.strip().isidentifier():
                raise ExpressionError(f"{error}; profiles are {', '.join(profile_names())}") from None
            raise

    def at(self, start: EndState) -> Scoring:
        """The scoring for lines from that position: it knows what may attack you next turn."""
        attackers = [id for id in creatures(start, OPPONENT) if "defender" not in start.keywords(id)]
        return replace(self, attack=sum(max(0, start.power(id)) for id in attackers))

    # ------------------------------------------------------------------------------------------------------------ the parts

    @cached_property
    def results(self) -> Mapping[Result, int]:
        """What each result is worth."""
        if self.weights is None and self.expression is not None:
            most = max(DOMINANT, 1000 * magnitude(self.expression))
            won = {Result.WON: most if self.to_win else 0}
            if reads_result(self.expression):
                return {**dict.fromkeys(Result, 0), **won}
            return {Result.NONE: 0, Result.LOST: -most, Result.DRAW: -most // 2, **won}
        most = DOMINANT + (1000 * magnitude(self.expression) if self.expression else 0)
        return {Result.NONE: 0, Result.WON: most, Result.LOST: -most, Result.DRAW: -most // 2}

    @property
    def most(self) -> int | None:
        """More than that no end is worth, if there is such a limit: by a profile nothing is better than to win."""
        return self.results[Result.WON] if self.weights is not None else None

    def player_table(self, player: ObjectId, feature: str) -> Table:
        """What so much of a number of a player (`life`, `hand`, ...: `features.PLAYER_NUMBERS`) or so many counters of a kind on
        them are worth to you."""
        key = (player, feature)
        if key not in self._player_tables:
            self._player_tables[key] = self._player_table(player, feature)
        return self._player_tables[key]

    def permanent_value(self, definition: CardDefinition, mine: bool, token: bool) -> PermanentScore:
        """What such a permanent and the counters on it are worth to you."""
        if self.weights is None:
            return permanent_score(definition, mine, token, NOTHING)
        key = (id(definition), mine, token)
        if key not in self._permanent_scores:
            self._permanent_scores[key] = permanent_score(definition, mine, token, self.weights)
        return self._permanent_scores[key]

    # ------------------------------------------------------------------------------------------------------------ the score

    def evaluate(self, state: EndState) -> int:
        """The score of an end state."""
        score = self.results[state.result]
        if self.weights is not None and state.result == Result.WON:
            return score
        if self.weights is not None:
            for player in (YOU, OPPONENT):
                score += sum(self.player_table(player, what).value(n) for what, n in _numbers(state, player))
            for permanent in state.battlefield.values():
                worth = self.permanent_value(_definition(permanent), permanent.controller == YOU, permanent.token)
                score += worth.base + sum(worth.counter_table(kind).value(n) for kind, n in permanent.counters)
        if self.expression is not None:
            score += evaluate(self.expression, state)
        return score

    def explain(self, state: EndState) -> list[Term]:
        """The terms that are not 0, in reading order; their values add up to the score."""
        terms = [Term(f"result: {state.result.value}", self.results[state.result])]
        if self.weights is not None and state.result == Result.WON:
            return terms
        if self.weights is not None:
            for player, owner in ((YOU, "your"), (OPPONENT, "opponent's")):
                for what, n in _numbers(state, player):
                    terms.append(Term(f"{owner} {what.replace('_', ' ')}: {n}", self.player_table(player, what).value(n)))
            for permanent, times in Counter(map(_alike, state.battlefield.values())).items():
                terms += self._explain_permanent(permanent, times)
        if self.expression is not None:
            terms.append(Term(self.text if self.weights is None else "expression", evaluate(self.expression, state)))
        return [t for t in terms if t.value]

    def _explain_permanent(self, permanent: Permanent, times: int) -> list[Term]:
        mine = permanent.controller == YOU
        worth = self.permanent_value(permanent.definition, mine, permanent.token)
        name = ("" if mine else "opponent's ") + permanent.definition.name + (f" x{times}" if times > 1 else "")
        terms = [Term(name, worth.base * times)]
        for kind, n in permanent.counters:
            terms.append(Term(f"{name}: {n} {kind}", worth.counter_table(kind).value(n) * times))
        return terms

    # ------------------------------------------------------------------------------------------------------------ caches

    @cached_property
    def _player_tables(self) -> dict[tuple[ObjectId, str], Table]:
        return {}

    @cached_property
    def _permanent_scores(self) -> dict[tuple[int, bool, bool], PermanentScore]:
        """By identity of the definition, which each score keeps alive."""
        return {}

    def _player_table(self, player: ObjectId, feature: str) -> Table:
        if self.weights is None:
            return ZERO
        table = self.weights.player(player, feature)
        if player == YOU and feature == "life":
            return table.raised(self.attack, self.weights.player(YOU, LIFE_AT_RISK).value(1))
        return table


NOTHING = Weights("", "", ({}, {}), {}, {})


def _numbers(state: EndState, player: ObjectId) -> list[tuple[str, int]]:
    """All numbers of a player that may count: the fixed ones, then the counters."""
    of = state.players[player]
    return [(what, player_number(of, what)) for what in PLAYER_NUMBERS] + [(kind, n) for kind, n in of.counters]


def _definition(permanent: Permanent) -> CardDefinition:
    """What the permanent is now."""
    return permanent.became or permanent.definition


def _alike(permanent: Permanent) -> Permanent:
    """The permanent with nothing left but what counts."""
    return Permanent(0, _definition(permanent), 0, permanent.controller, permanent.counters, token=permanent.token)
