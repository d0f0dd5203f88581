"""Tables: integer functions of one number, piece by piece."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.objective.table import ZERO, Table, linear, stepwise

steps = st.lists(st.tuples(st.integers(1, 30), st.integers(-50, 50)), max_size=5, unique_by=lambda s: s[0]).map(sorted)
tables = st.builds(lambda pairs, then: stepwise(*pairs, then=then), steps, st.integers(-50, 50))


def test_steps_count_unit_by_unit() -> None:
    life = stepwise((3, 45), (6, 30), then=4)
    assert [life.value(n) for n in (0, 1, 3, 4, 6, 7, 10)] == [0, 45, 135, 165, 225, 229, 241]


def test_below_zero_the_first_step_goes_on() -> None:
    assert stepwise((3, 45), then=4).value(-2) == -90


def test_shape() -> None:
    assert stepwise((3, 5), then=2).is_concave
    assert not stepwise((3, 5), then=2).is_convex
    assert stepwise((3, 5), then=7).is_convex
    assert linear(4).is_linear
    assert ZERO.is_zero


@given(tables, st.integers(-5, 40))
def test_each_unit_is_the_difference(table: Table, n: int) -> None:
    assert table.value(n) - table.value(n - 1) == table.each(n)
    assert table.value(0) == 0


@given(tables, st.integers(-5, 40), st.integers(-5, 35), st.integers(-9, 9))
def test_raising_adds_to_the_first_units_only(table: Table, n: int, upto: int, by: int) -> None:
    expected = table.value(n) + (by * min(n, upto) if upto > 0 else 0)
    assert table.raised(upto, by).value(n) == expected


@given(tables, st.integers(-5, 40), st.integers(-9, 9))
def test_scaling(table: Table, n: int, factor: int) -> None:
    assert table.scaled(factor).value(n) == factor * table.value(n)
    assert table.simplified() == table


@given(tables)
def test_shapes_agree_with_the_values(table: Table) -> None:
    each = [table.each(n) for n in range(1, 45)]
    assert table.is_concave == (each == sorted(each, reverse=True))
    assert table.is_convex == (each == sorted(each))


@pytest.mark.parametrize(("table", "pieces"), [(stepwise((2, 1), (4, 1), then=1), 1), (stepwise((2, 1), (4, 1)), 2)])
def test_pieces_that_go_on_are_joined(table: Table, pieces: int) -> None:
    assert len(table.pieces) == pieces
