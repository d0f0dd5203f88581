"""What a line says of a payment: which sources of mana, what they are tapped for, and the payments that this may mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from engine.bound_mana import in_pool
from engine.choices import Activate, Answered, Attacked, Cast, Payment, TapForMana, ToAnswer
from engine.line.costs import announced_symbols, cost_of, made_by, mana_part, symbols_for_life, ways_to_tap
from engine.line.errors import LineError
from engine.line.references import References
from engine.line.syntax import Paying, symbols
from engine.line.writing import FLOATING, can_be_source, controlled
from engine.mana import Cost, Mana, add, mana_value, parse_cost, parse_mana, subtract, write_mana
from engine.objects import ObjectId, Player
from engine.payment import LIFE_FOR_A_SYMBOL
from engine.state import State

Payable = Cast | Activate | Answered | Attacked

MOST_WAYS_TO_TAP = 1_000
"""So many ways to tap sources for colours that a payment leaves open are tried."""


@dataclass(frozen=True, slots=True)
class Payments:
    """Reads payments of a player in a state."""

    state: State
    refs: References
    player: ObjectId

    def sources_named(self, name: str, n: int, pool: Sequence[ObjectId]) -> list[ObjectId]:
        """Untapped sources of mana, if there are some of that name."""
        able = [id for id in pool if can_be_source(self.state, id)]
        return self.refs.read_item(name, n, able, self.state, [id for id in pool if id not in able])

    def _taps_of(self, id: ObjectId) -> list[TapForMana]:
        """All that a permanent can be tapped for."""
        ways = [TapForMana(id, ability, color) for ability, color in ways_to_tap(self.state, id)]
        if not ways:
            raise LineError(f"{self.refs.name(id)} has no mana ability")
        return ways

    def tap(self, id: ObjectId, detail: str, sacrificing: str | None = None) -> TapForMana:
        """The mana ability of a permanent that the details in parentheses mean."""
        name, ways = self.refs.name(id), self._taps_of(id)
        fitting = [tap for tap in ways if _fits(self.state, tap, detail)]
        if len(fitting) != 1:
            told = tuple(f"{name} ({write_mana(made_by(self.state, t))}, ability {t.ability + 1})" for t in ways)
            raise LineError(f"{name} can be tapped for mana in several ways; say which", answers=told)
        used = re.search(r"(?:^|, )for (.+)$", detail)
        victims = used[1] if used else sacrificing
        if victims:
            return replace(fitting[0], sacrifice=self.refs.read_all(victims, controlled(self.state, self.player), self.state))
        return fitting[0]

    def are_as_written(self, option: Cast | Activate, paying: Paying | None) -> bool:
        """Whether the payment is as it was written and the symbols paid with mana are just those, not only as many."""
        if paying is not None and paying.cost is not None:
            paid = parse_cost(mana_part(self.state, option))
            if Counter(paid) != Counter(parse_cost(paying.cost)):
                return False
        return self.fit(option, paying)

    def fit(self, option: Payable, paying: Paying | None) -> bool:
        """Whether the payment of an option is as it was written, as far as it was."""
        if paying is None:
            return True
        payment = option.payment
        if paying.cost is not None and mana_value(parse_cost(paying.cost)) != sum(payment.spent):
            return False
        if paying.life_for and sorted(symbols_for_life(self.state, option)) != sorted(paying.life_for):
            return False
        told = [(f"{{{part}}}", str(s)) for s, part in zip(announced_symbols(cost_of(self.state, option)), payment.announced)]
        if any(told.count(pair) < paying.announced.count(pair) for pair in paying.announced):
            return False
        after = self.state.apply(option).players[self.player]
        if paying.life is not None and not paying.life_for and self._life_paid(option, after) != paying.life:
            return False
        return paying.leaving is None or in_pool(after) == parse_mana(paying.leaving)

    def _life_paid(self, option: Payable, after: Player) -> int:
        """The life that is paid with the option. What is answered is done at once, and may change life itself (118.12)."""
        decision = self.state.decision
        if isinstance(option, Answered) and isinstance(decision, ToAnswer):
            of_cost = decision.cost.life if decision.cost else 0
            return of_cost + LIFE_FOR_A_SYMBOL * len(symbols_for_life(self.state, option))
        return self.state.players[self.player].life - after.life

    def ways(self, choice: Payable, paying: Paying) -> Iterator[Payable]:
        """The choice with every payment that the text may mean: it may leave open announcements and what stays in the pool."""
        cost = cost_of(self.state, choice)
        for taps in islice(product(*self._sources(paying.sources or "")), MOST_WAYS_TO_TAP):
            there = in_pool(self.state.players[self.player])
            for tap in taps:
                there = add(there, made_by(self.state, tap))
            for announced, life_for_mana in _announcements(cost, paying):
                for spent in _spendings(there, paying):
                    yield replace(choice, payment=Payment(announced, taps, spent, life_for_mana))

    def _sources(self, text: str) -> Iterator[list[TapForMana]]:
        """`Island x3, Steam Vents ({U}), floating mana`: for each source the ways to tap it that the text may mean."""
        pool = controlled(self.state, self.player)
        for name, n, detail in _source_items(text, self.refs, pool):
            ids = self.sources_named(name, n, pool)
            pool = [id for id in pool if id not in ids]
            for id in ids:
                yield self._taps_of(id) if not detail else [self.tap(id, detail)]


def _source_items(text: str, refs: References, pool: Sequence[ObjectId]) -> Iterator[tuple[str, int, str]]:
    """The sources of a list: name, number, and what stands in parentheses."""
    for match in re.finditer(r"([^()]+)(?:\(([^()]*)\))?", text):
        names = re.sub(r"^(?:,\s+(?:and\s+)?|\s+and\s+)|\s+$", "", match[1])
        floating = re.search(rf"(?:^|,\s+|\s+and\s+){FLOATING}$", names, re.IGNORECASE)
        if floating:
            names = names[: floating.start()]
        items = refs.split(names, pool) if names else []
        for i, (name, n) in enumerate(items):
            yield name, n, (match[2] or "") if i == len(items) - 1 else ""


def _fits(state: State, tap: TapForMana, detail: str) -> bool:
    """Whether a mana ability is the one that the details mean: the mana it gives, its number."""
    wanted = "".join(symbols(detail))
    number = re.search(r"ability (\d+)", detail)
    if number and int(number[1]) != tap.ability + 1:
        return False
    return not wanted or parse_mana(wanted) == made_by(state, tap)


def _announcements(cost: Cost, paying: Paying) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every announcement of the hybrid and Phyrexian symbols that the text may mean, and how many other symbols life pays for."""
    for_life, told = list(paying.life_for), list(paying.announced)
    options: list[Sequence[str]] = []
    for symbol in announced_symbols(cost):
        half = next((half for half, of in told if of == str(symbol)), None)
        if str(symbol) in for_life:
            for_life.remove(str(symbol))
            options.append(("life",))
        elif half is not None:
            told.remove((half, str(symbol)))
            options.append((half.strip("{}"),))
        else:
            life_open = paying.life is not None and not paying.life_for
            options.append([part for part in symbol.announcements if part != "life" or life_open])
    for announced in product(*options):
        yield announced, len(for_life)


def _spendings(there: Mana, paying: Paying) -> Iterator[Mana]:
    """Every amount that may be spent of the mana that is there."""
    if paying.leaving is not None:
        stays = parse_mana(paying.leaving)
        if all(a >= b for a, b in zip(there, stays)):
            yield subtract(there, stays)
        return
    wanted = mana_value(parse_cost(paying.cost)) if paying.cost is not None else sum(there)
    if wanted >= sum(there):
        yield there
        return
    for amounts in product(*(range(n + 1) for n in there)):
        if sum(amounts) == wanted:
            yield amounts  # type: ignore[misc]
