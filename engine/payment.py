"""Does an amount of mana pay a cost, and which sets of mana sources could pay it (CR 107.4, 118.3, 601.2b, 601.2f-h).

Nothing here knows a game state: costs, pools and kinds of sources are plain values, so every answer is cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import product

from engine.choices import IllegalChoice
from engine.lazily import Lazy, lazily
from engine.mana import NO_MANA, TYPES_OF_MANA, Cost, Mana, write_mana

LIFE_FOR_A_SYMBOL = 2
"""What a Phyrexian symbol costs when it is not paid with mana (107.4f)."""

# ------------------------------------------------------------------------------------------------------------- announcements


@cache
def announcements(cost: Cost) -> tuple[tuple[str, ...], ...]:
    """Every way to announce the hybrid and Phyrexian symbols of a cost (601.2b), equal symbols counted once."""
    symbols = [s for s in cost if s.announcements]
    ways = []
    for picks in product(*(range(len(s.announcements)) for s in symbols)):
        latest: dict[str, int] = {}
        sorted_among_equals = True
        for symbol, pick in zip(symbols, picks, strict=True):
            sorted_among_equals &= pick >= latest.get(symbol.text, 0)
            latest[symbol.text] = pick
        if sorted_among_equals:
            ways.append(tuple(s.announcements[p] for s, p in zip(symbols, picks, strict=True)))
    return tuple(ways)


@dataclass(frozen=True, slots=True)
class Bill:
    """What is to be paid once everything is announced: mana of given types, generic mana, life for Phyrexian symbols."""

    need: Mana = NO_MANA
    generic: int = 0
    life: int = 0

    @property
    def mana(self) -> int:
        """How much mana is to be paid in all."""
        return sum(self.need) + self.generic

    def reduced(self, n: int) -> Bill:
        """Costing {n} less: only the generic part can shrink (118.7a)."""
        return Bill(self.need, max(0, self.generic - n), self.life) if n and self.generic else self

    def increased(self, n: int) -> Bill:
        """Costing {n} more."""
        return Bill(self.need, self.generic + n, self.life) if n else self

    def raised_to(self, n: int) -> Bill:
        """Costing at least `n` mana (601.2f): what is missing is generic."""
        return Bill(self.need, self.generic + n - self.mana, self.life) if self.mana < n else self

    def of_any_color(self) -> Bill:
        """The bill for one who may spend mana as though it were of any colour; colourless mana is no colour (105.4)."""
        colored = sum(self.need[:5])
        return Bill((0, 0, 0, 0, 0, self.need[5]), self.generic + colored, self.life) if colored else self

    def of_any_type(self) -> Bill:
        """The bill for one who may spend mana as though it were of any type."""
        return Bill(NO_MANA, self.mana, self.life)

    def less_colored(self, index: int, n: int) -> Bill:
        """The bill when `n` symbols of one colour are paid with life by a permission instead."""
        need = tuple(have - n if i == index else have for i, have in enumerate(self.need))
        return Bill(need, self.generic, self.life + LIFE_FOR_A_SYMBOL * n)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def bill_of(cost: Cost, announced: tuple[str, ...], x: int = 0) -> Bill:
    """The bill of a cost as announced, each {X} being `x` generic mana.

    Raises:
        IllegalChoice: 601.2b, the announcement does not fit the symbols of the cost.
    """
    symbols = [s for s in cost if s.announcements]
    if len(symbols) != len(announced):
        raise IllegalChoice("601.2b", f"{len(symbols)} hybrid or Phyrexian symbols are to be announced, not {len(announced)}")
    need, generic, life = [0] * 6, 0, 0
    left = iter(announced)
    for symbol in cost:
        part = symbol.text
        if symbol.announcements:
            part = next(left)
            if part not in symbol.announcements:
                raise IllegalChoice("601.2b", f"{part or 'nothing'} is not one of the ways to pay {symbol}")
        if part == "life":
            life += LIFE_FOR_A_SYMBOL
        elif part == "X":
            generic += x
        elif part.isdigit():
            generic += int(part)
        else:
            need[TYPES_OF_MANA.index(part)] += 1
    return Bill(tuple(need), generic, life)  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------------------------------- paying


def check_spent(
    bill: Bill, spent: Mana, life_for_mana: int, permitted: frozenset[str], due: Bill | None = None
) -> None:
    """Whether `spent` pays the mana of a bill of which `life_for_mana` symbols of the permitted colours are paid with life.
    `due`: the same bill with less asked of the types of the mana, if an effect says so.

    Raises:
        IllegalChoice: 118.3 too little or of the wrong type, 601.2h too much, or no such permission.
    """
    permitted_need = sum(n for t, n in zip(TYPES_OF_MANA, bill.need, strict=True) if t in permitted)
    if life_for_mana < 0 or life_for_mana > permitted_need:
        raise IllegalChoice("118.3", f"life cannot be paid for {life_for_mana} mana symbols of this cost")
    if min(spent) < 0:
        raise IllegalChoice("118.3", "a negative amount of mana cannot be paid")
    wanted, paid = bill.mana - life_for_mana, sum(spent)
    if paid != wanted:
        rule, word = ("118.3", "only ") if paid < wanted else ("601.2h", "")
        raise IllegalChoice(rule, f"the cost is {wanted} mana, {word}{paid} is paid")
    missing = {t: n - have for t, n, have in zip(TYPES_OF_MANA, (due or bill).need, spent, strict=True) if n > have}
    if sum(missing.values()) > life_for_mana or not permitted.issuperset(missing):
        short = "".join(f"{{{t}}}" * n for t, n in missing.items())
        raise IllegalChoice("118.3", f"{write_mana(spent) or 'no mana'} does not pay {short}")


Yield = Mana | int
"""What a source gives: an amount of mana, or one mana of a type that is open: a bit mask (bit i: `TYPES_OF_MANA[i]`)."""

Kind = tuple[int, tuple[Yield, ...]]
"""Equal sources: how many, and what each can give; each can be used once."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to get and spend the mana. `used`: for each source its kind, which of its yields, and the index of the type if that
    was open, else -1."""

    used: tuple[tuple[int, int, int], ...]
    spent: Mana


@lru_cache(maxsize=16384)
def ways(need: Mana, generic: int, pool: Mana, kinds: tuple[Kind, ...]) -> tuple[Way, ...] | Lazy[Way]:
    """Every way to pay with the pool and a minimal set of sources (none could be left out), told apart by how many sources
    of which kind are used for which yield and by what stays in the pool; never by colours that do not matter."""
    if not _reachable(need, generic, pool, kinds):
        return ()
    return lazily(partial(_ways, need, sum(need) + generic, pool, kinds))


@dataclass(frozen=True, slots=True)
class _Option:
    kind: int
    number: int
    mana: Mana
    mask: int
    """0: there is no open mana."""


@lru_cache(maxsize=8192)
def _options(kinds: tuple[Kind, ...]) -> tuple[_Option, ...]:
    return tuple(
        _Option(k, y, NO_MANA, given) if isinstance(given, int) else _Option(k, y, given, 0)
        for k, (_, yields) in enumerate(kinds)
        for y, given in enumerate(yields)
    )


@lru_cache(maxsize=8192)
def _most(given: Yield) -> Mana:
    """The most mana of each type that this can be."""
    return tuple(given >> i & 1 for i in range(6)) if isinstance(given, int) else given  # type: ignore[return-value]


def _amount(given: Yield) -> int:
    return 1 if isinstance(given, int) else sum(given)


def _reachable(need: Mana, generic: int, pool: Mana, kinds: tuple[Kind, ...]) -> bool:
    """A quick necessary condition: enough mana in all, and enough of each type alone."""
    total, by_type = sum(pool), list(pool)
    for count, yields in kinds:
        total += count * max(map(_amount, yields))
        for i, n in enumerate(map(max, zip(*map(_most, yields), strict=True))):
            by_type[i] += count * n
    return total >= sum(need) + generic and all(n <= have for n, have in zip(need, by_type, strict=True))


def _ways(need: Mana, total: int, pool: Mana, kinds: tuple[Kind, ...]) -> Iterator[Way]:
    """Depth first over multisets of options, stopping as soon as they pay: whatever is added then is superfluous."""
    options = _options(kinds)
    free = [count for count, _ in kinds]
    left = [sorted({o.kind for o in options[i:]}) for i in range(len(options) + 1)]
    gain = [max(map(_amount, yields)) for _, yields in kinds]

    def could_pay(start: int, used: int, fixed: list[int], open_masks: list[int]) -> bool:
        """Whether the options from `start` on can give what is missing, so that no time is spent where nothing is found. A
        minimal set has at most one source for each mana."""
        more = total - used
        if more <= 0 or sum(fixed) + len(open_masks) + sum(free[k] * gain[k] for k in left[start]) < total:
            return False
        for types, missing in _shortages(need, fixed, open_masks):
            for k in left[start]:
                missing -= free[k] * _most_of(types, kinds[k][1])
            if missing > 0:
                return False
        return True

    def search(start: int, used: tuple[_Option, ...]) -> Iterator[Way]:
        fixed, open_masks = _collected(pool, used)
        if _payable(need, total, fixed, open_masks):
            if not any(_pays(need, total, pool, used[:i] + used[i + 1 :]) for i in range(len(used))):
                yield from _spendings(need, total, fixed, open_masks, used)
            return
        if not could_pay(start, len(used), fixed, open_masks):
            return
        for i in range(start, len(options)):
            option = options[i]
            if free[option.kind]:
                free[option.kind] -= 1
                yield from search(i, (*used, option))
                free[option.kind] += 1

    yield from search(0, ())


def _shortages(need: Mana, fixed: list[int], open_masks: list[int]) -> Iterator[tuple[int, int]]:
    """Sets of types (as bit masks) of which there is too little (Hall's condition), and how much is missing."""
    lacking = [(1 << i, n - fixed[i]) for i, n in enumerate(need) if n > fixed[i]]
    for subset in range(1, 1 << len(lacking)):
        types = sum(bit for j, (bit, _) in enumerate(lacking) if subset >> j & 1)
        demand = sum(n for j, (_, n) in enumerate(lacking) if subset >> j & 1)
        missing = demand - sum(1 for mask in open_masks if mask & types)
        if missing > 0:
            yield types, missing


@lru_cache(maxsize=8192)
def _most_of(types: int, yields: tuple[Yield, ...]) -> int:
    """The most mana of these types that a source can give."""
    return max(
        bool(given & types) if isinstance(given, int) else sum(n for i, n in enumerate(given) if types >> i & 1)
        for given in yields
    )


def _collected(pool: Mana, used: tuple[_Option, ...]) -> tuple[list[int], list[int]]:
    """The mana of known type, and for each mana of open type its mask."""
    fixed = list(pool)
    for option in used:
        if not option.mask:
            fixed = [have + more for have, more in zip(fixed, option.mana, strict=True)]
    return fixed, [option.mask for option in used if option.mask]


def _pays(need: Mana, total: int, pool: Mana, used: tuple[_Option, ...]) -> bool:
    return _payable(need, total, *_collected(pool, used))


def _payable(need: Mana, total: int, fixed: list[int], open_masks: list[int]) -> bool:
    """Hall's condition: enough mana in all, and what the fixed mana lacks of each set of types can come from open mana."""
    if sum(fixed) + len(open_masks) < total:
        return False
    lacking = [(1 << i, n - fixed[i]) for i, n in enumerate(need) if n > fixed[i]]
    return _matchable(lacking, open_masks)


def _matchable(lacking: list[tuple[int, int]], open_masks: list[int]) -> bool:
    if not lacking:
        return True
    if sum(n for _, n in lacking) > len(open_masks):
        return False
    if len(lacking) == 1:
        bit, n = lacking[0]
        return sum(1 for mask in open_masks if mask & bit) >= n
    for subset in range(1, 1 << len(lacking)):
        types = demand = 0
        for j, (bit, n) in enumerate(lacking):
            if subset >> j & 1:
                types |= bit
                demand += n
        if sum(1 for mask in open_masks if mask & types) < demand:
            return False
    return True


def _spendings(need: Mana, total: int, fixed: list[int], open_masks: list[int], used: tuple[_Option, ...]) -> Iterator[Way]:
    """One way for each amount that can stay in the pool. Open mana comes from sources that give one mana each: in a minimal set
    all of it is spent."""
    surplus = sum(fixed) + len(open_masks) - total
    for left in _amounts(fixed, surplus):
        spendable = [have - stays for have, stays in zip(fixed, left, strict=True)]
        lacking = {i: n - spendable[i] for i, n in enumerate(need) if n > spendable[i]}
        if not _matchable([(1 << i, n) for i, n in lacking.items()], open_masks):
            continue
        types = _assign(lacking, open_masks)
        for i in types:
            spendable[i] += 1
        of_open = iter(types)
        uses = tuple((o.kind, o.number, next(of_open) if o.mask else -1) for o in used)
        yield Way(uses, tuple(spendable))  # type: ignore[arg-type]


def _amounts(available: list[int], n: int) -> Iterator[tuple[int, ...]]:
    """Every amount of `n` mana in all within what is available of each type."""
    if n == 0:
        yield (0,) * len(available)
        return
    if sum(available) < n:
        return
    for first in range(min(available[0], n) + 1):
        for rest in _amounts(available[1:], n - first) if len(available) > 1 else ([()] if first == n else []):
            yield (first, *rest)


def _assign(lacking: dict[int, int], open_masks: list[int]) -> list[int]:
    """A type for each open mana such that nothing is lacking any more; the caller knows that this is possible."""
    left = dict(lacking)
    types = []
    for position, mask in enumerate(open_masks):
        rest = open_masks[position + 1 :]
        chosen = next(i for i in range(6) if mask >> i & 1)
        for i in left:
            if left[i] and mask >> i & 1:
                left[i] -= 1
                if _matchable([(1 << j, n) for j, n in left.items() if n], rest):
                    chosen = i
                    break
                left[i] += 1
        types.append(chosen)
    return types
