"""Paying mana costs (107.4, 118.3, 118.7, 601.2b, 601.2f-h), against trying everything."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.choices import IllegalChoice
from engine.mana import TYPES_OF_MANA, Mana, parse_cost, parse_mana
from engine.payment import Bill, Kind, Yield, announcements, bill_of, check_spent, ways

U, B, R = (1 << TYPES_OF_MANA.index(t) for t in "UBR")
NOTHING = parse_mana("")


def test_107_4f_each_phyrexian_symbol_is_announced_and_equal_symbols_are_listed_once() -> None:
    assert announcements(parse_cost("{1}{B/P}{B/P}")) == (("B", "B"), ("B", "life"), ("life", "life"))
    assert announcements(parse_cost("{G/U/P}{2/W}")) == tuple(product(("G", "U", "life"), ("2", "W")))
    assert announcements(parse_cost("{3}{U}")) == ((),)


def test_601_2b_the_bill_follows_from_the_announcement() -> None:
    gambit = parse_cost("{3}{U/P}")
    assert bill_of(gambit, ("U",)) == Bill(parse_mana("{U}"), 3, 0)
    assert bill_of(gambit, ("life",)) == Bill(NOTHING, 3, 2)
    assert bill_of(parse_cost("{X}{X}{2/W}"), ("2",), 3) == Bill(NOTHING, 8, 0)


@pytest.mark.parametrize("announced", [(), ("B",), ("U", "U"), ("",)])
def test_601_2b_an_announcement_that_does_not_fit_is_illegal(announced: tuple[str, ...]) -> None:
    with pytest.raises(IllegalChoice) as caught:
        bill_of(parse_cost("{3}{U/P}"), announced)
    assert caught.value.rule == "601.2b"


def test_118_7a_a_reduction_of_generic_mana_leaves_coloured_symbols_alone() -> None:
    assert bill_of(parse_cost("{1}{U}"), ()).reduced(3) == Bill(parse_mana("{U}"), 0, 0)
    assert bill_of(parse_cost("{U/P}"), ("U",)).reduced(1) == Bill(parse_mana("{U}"), 0, 0)


def test_601_2f_a_minimum_is_filled_with_generic_mana() -> None:
    assert bill_of(parse_cost("{1}{B/P}{B/P}"), ("B", "life")).raised_to(3) == Bill(parse_mana("{B}"), 2, 2)
    assert bill_of(parse_cost("{4}"), ()).raised_to(3) == Bill(NOTHING, 4, 0)


@pytest.mark.parametrize(
    ("spent", "life", "rule"),
    [
        ("{B}{B}{R}", 0, None),
        ("{B}{R}", 1, None),
        ("{R}", 2, None),
        ("{B}", 2, None),
        ("{B}{B}", 0, "118.3"),
        ("{B}{B}{B}{B}", 0, "601.2h"),
        ("{B}{R}{R}", 0, "118.3"),
        ("{R}{R}", 1, "118.3"),
        ("", 3, "118.3"),
    ],
)
def test_601_2h_what_is_spent_must_pay_exactly(spent: str, life: int, rule: str | None) -> None:
    """{1}{B}{B} by someone who may pay 2 life for each {B}."""
    bill = bill_of(parse_cost("{1}{B}{B}"), ())
    if rule is None:
        check_spent(bill, parse_mana(spent), life, frozenset("B"))
        return
    with pytest.raises(IllegalChoice) as caught:
        check_spent(bill, parse_mana(spent), life, frozenset("B"))
    assert caught.value.rule == rule


def test_118_3_life_for_mana_needs_a_permission() -> None:
    with pytest.raises(IllegalChoice):
        check_spent(bill_of(parse_cost("{B}"), ()), NOTHING, 1, frozenset())


def test_118_3_mana_of_any_colour_pays_colours_but_not_colourless_symbols() -> None:
    bill, other = bill_of(parse_cost("{B}{B}"), ()), bill_of(parse_cost("{B}{C}"), ())
    check_spent(bill, parse_mana("{R}{C}"), 0, frozenset(), bill.of_any_color())
    with pytest.raises(IllegalChoice):
        check_spent(other, parse_mana("{R}{R}"), 0, frozenset(), other.of_any_color())
    check_spent(other, parse_mana("{R}{C}"), 0, frozenset(), other.of_any_color())
    check_spent(other, parse_mana("{R}{R}"), 0, frozenset(), other.of_any_type())


def test_sources_of_two_colours_are_listed_once_where_the_colour_does_not_matter() -> None:
    kinds: tuple[Kind, ...] = ((2, (U | R,)), (1, (parse_mana("{U}"),)))
    found = ways(NOTHING, 1, NOTHING, kinds)
    assert [tuple(kind for kind, _, _ in way.used) for way in found] == [(0,), (1,)]


def test_a_source_that_gives_more_than_is_needed_leaves_the_rest_floating() -> None:
    kinds: tuple[Kind, ...] = ((1, (parse_mana("{C}{C}"),)), (1, (parse_mana("{U}"),)))
    found = ways(parse_mana("{U}"), 1, NOTHING, kinds)
    assert [(way.used, way.spent) for way in found] == [(((0, 0, -1), (1, 0, -1)), parse_mana("{U}{C}"))]
    assert len(ways(NOTHING, 1, NOTHING, kinds)) == 2


def test_the_pool_is_spent_in_every_way_that_leaves_something_else() -> None:
    found = ways(NOTHING, 1, parse_mana("{U}{R}"), ((1, (U,)),))
    assert [(way.used, way.spent) for way in found] == [((), parse_mana("{U}")), ((), parse_mana("{R}"))]


amounts = st.sampled_from(["{U}", "{R}", "{C}", "{C}{C}", "{U}{R}", "{B}{B}"]).map(parse_mana)
yields: st.SearchStrategy[Yield] = st.one_of(amounts, st.sampled_from([U | R, U | B, U | B | R, B | R]))
kinds_of_sources = st.lists(
    st.tuples(st.integers(1, 2), st.lists(yields, min_size=1, max_size=2, unique=True).map(tuple)), max_size=3
).map(tuple)
pools = st.sampled_from(["", "", "{U}", "{R}{C}", "{B}{B}"]).map(parse_mana)
needs = st.sampled_from(["", "{U}", "{U}{U}", "{U}{R}", "{B}", "{C}", "{U}{B}{R}", "{R}{R}"]).map(parse_mana)


@settings(max_examples=300, deadline=None)
@given(needs, st.integers(0, 3), pools, kinds_of_sources)
def test_601_2g_all_minimal_sets_of_sources_and_no_others(need: Mana, generic: int, pool: Mana, kinds: tuple[Kind, ...]) -> None:
    found = ways(need, generic, pool, kinds)
    listed = Counter((tuple(sorted((k, y) for k, y, _ in way.used)), _left(pool, kinds, way.used, way.spent)) for way in found)
    assert set(listed) == _by_trying_everything(need, generic, pool, kinds)
    assert set(listed.values()) <= {1}
    for way in found:
        check_spent(Bill(need, generic), way.spent, 0, frozenset())


def _types(given: Yield) -> list[int]:
    return [i for i in range(6) if given >> i & 1] if isinstance(given, int) else [-1]


def _given(kinds: tuple[Kind, ...], kind: int, number: int, type_index: int) -> Mana:
    what = kinds[kind][1][number]
    if not isinstance(what, int):
        assert type_index == -1
        return what
    assert what >> type_index & 1
    return tuple(int(i == type_index) for i in range(6))  # type: ignore[return-value]


def _left(pool: Mana, kinds: tuple[Kind, ...], used: tuple[tuple[int, int, int], ...], spent: Mana) -> tuple[int, ...]:
    total = list(pool)
    for use in used:
        total = [a + b for a, b in zip(total, _given(kinds, *use), strict=True)]
    left = tuple(a - b for a, b in zip(total, spent, strict=True))
    assert min(left) >= 0
    return left


def _by_trying_everything(need: Mana, generic: int, pool: Mana, kinds: tuple[Kind, ...]) -> set[tuple[object, tuple[int, ...]]]:
    """Pairs of the sources used and what stays in the pool: every use of every source, every choice of type, every payment."""
    single = [[None, *((k, y) for y in range(len(given)))] for k, (n, given) in enumerate(kinds) for _ in range(n)]
    outcomes: dict[tuple[tuple[int, int], ...], set[tuple[int, ...]]] = {}
    for uses in product(*single):
        used = tuple(sorted(use for use in uses if use is not None))
        if used in outcomes:
            continue
        outcomes[used] = set()
        types = [_types(kinds[k][1][y]) for k, y in used]
        for choice in product(*types):
            total = list(pool)
            for (k, y), i in zip(used, choice, strict=True):
                total = [a + b for a, b in zip(total, _given(kinds, k, y, i), strict=True)]
            for spent in product(*(range(n + 1) for n in total)):
                if sum(spent) == sum(need) + generic and all(s >= n for s, n in zip(spent, need, strict=True)):
                    outcomes[used].add(tuple(a - b for a, b in zip(total, spent, strict=True)))
    paying = {used for used, left in outcomes.items() if left}
    minimal = {used for used in paying if not any(part in paying for n in range(len(used)) for part in combinations(used, n))}
    return {(used, left) for used in minimal for left in outcomes[used]}


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["{B}", "{1}{B}{B}", "{U}{B}", "{2}{U}{B}{B}", "{C}{B}"]),
    st.lists(st.sampled_from("UBC"), max_size=5),
    st.integers(0, 4),
)
def test_601_2h_spent_mana_pays_if_its_units_can_be_matched_to_symbols(cost: str, spent: list[str], life: int) -> None:
    """`check_spent` against every assignment of mana and of 2 life to the symbols."""
    symbols = [s.text for s in parse_cost(cost)]
    slots = [text for text in symbols if not text.isdigit()] + ["any"] * sum(int(t) for t in symbols if t.isdigit())
    payers = spent + ["life"] * life

    def pays(payer: str, slot: str) -> bool:
        return slot == "B" if payer == "life" else slot in ("any", payer)

    legal = len(payers) == len(slots) and any(all(map(pays, order, slots)) for order in permutations(payers))
    mana = parse_mana("".join(f"{{{t}}}" for t in spent))
    try:
        check_spent(bill_of(parse_cost(cost), ()), mana, life, frozenset("B"))
        accepted = True
    except IllegalChoice:
        accepted = False
    assert accepted == legal
