"""Model, loop and reference agree: on a hundred positions by default, on two thousand with `-m long`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest

from engine.formats.yaml_position import parse_position
from optimizer.search import Limits
from tests.agreement import Comparison, Summary, compare, numbered, pool_of_sharp, run, seldom, sharp
from tests.positions import STRATA, featuring

QUICK: dict[str, tuple[int, ...]] = {
    "any": (
        2, 4, 6, 7, 16, 23, 26, 33, 34, 38, 42, 49, 55, 56, 73, 83, 85, 88,
    ),
    "engine": (
        0, 1, 4, 9, 12, 14, 19, 24, 26, 28, 41, 42, 51, 56, 59, 62, 63, 66, 68, 73, 76, 83, 84, 88, 91, 99, 109, 119,
        121, 129,
    ),
    "midline": (
        0, 6, 15, 28, 36, 39, 48, 60, 72, 77, 91, 98, 106, 107, 110, 125, 134, 136, 160, 161, 164, 179, 208, 215, 255,
        264, 293, 303, 313,
    ),
}  # fmt: skip
"""By stratum: numbers of positions on which everything is quick."""

FOUND = (
    ("any", 45), ("any", 615), ("engine", 219), ("engine", 380), ("engine", 447), ("midline", 211), ("midline", 297),
    ("midline", 542), ("midline", 646), ("midline", 770), ("midline", 1477), ("pool", 842),
)  # fmt: skip
"""Positions on which long runs found a fault."""

LIMITS = Limits(nodes=500)
"""What the reference may take for a position. Not seconds: a slow machine compares the same positions."""

PATIENT = Limits(nodes=5000)
"""The same where a card is still to be seen in optimal lines."""

FINISHED, IN_EACH = 2000, 500
"""How many positions the long run compares, and how many at least are truly in each stratum."""

EACH_ROUND = {"any": 20, "engine": 40, "midline": 100}
"""How many numbers of each stratum are tried in a round of the long run: the fewer of its positions are truly in it, the more."""

MOST_ROUNDS, MOST_FEATURED = 40, 20


@pytest.mark.parametrize("title", sharp())
def test_sharp_position(title: str) -> None:
    agrees(compare(sharp()[title], pool_of_sharp(), LIMITS))


def test_704_3_a_creature_dies_with_the_counters_that_it_has_by_then() -> None:
    """Drown in Ichor first would bury the Walker with three counters, before the Dambreaker's proliferate gives it a fourth."""
    position = """
you:
  hand: ["Kiora's Dambreaker", Drown in Ichor]
  battlefield: [Island x5, Swamp x3, {card: Hangarback Walker, counters: {p1p1: 2}}]
opponent: {counters: {poison: 7}}
"""
    agrees(compare(parse_position(position, "test"), pool_of_sharp(), PATIENT))


def test_704_5f_a_creature_without_toughness_does_not_wait_for_counters() -> None:
    """The Walker cast for X = 0 is gone before Unbounded Potential could put a counter on it."""
    position = """
you:
  life: 1
  hand: [Hangarback Walker, Unbounded Potential]
  battlefield: [Plains x6, "Vorinclex, Monstrous Raider"]
opponent: {battlefield: [{card: Serra Angel, counters: {m1m1: 3}}]}
"""
    agrees(compare(parse_position(position, "test"), pool_of_sharp(), PATIENT))


def test_704_5f_a_creature_that_dies_as_it_enters_is_no_target() -> None:
    """The Walker cast for X = 0 is gone before Whisper of the Dross could have it as its target and proliferate."""
    position = """
you:
  hand: [Hangarback Walker, Whisper of the Dross]
  battlefield: [Forest x2, Swamp]
opponent: {counters: {poison: 9}}
"""
    agrees(compare(parse_position(position, "test"), pool_of_sharp(), PATIENT))


@pytest.mark.parametrize(("stratum", "seed"), [(s, n) for s, numbers in QUICK.items() for n in numbers])
def test_random_position(stratum: str, seed: int) -> None:
    comparison = numbered(seed, stratum, LIMITS)
    agrees(comparison)
    assert stratum in comparison.strata


@pytest.mark.parametrize(("stratum", "seed"), FOUND)
def test_position_that_found_a_fault(stratum: str, seed: int) -> None:
    agrees(numbered(seed, stratum, Limits(nodes=50_000)))


def agrees(comparison: Comparison) -> None:
    assert comparison.reference is not None
    assert not comparison.bugs
    assert comparison.suggested == comparison.reference


def test_608_2b_an_ability_aimed_at_what_is_sacrificed_for_it_does_nothing() -> None:
    """The dearer ability of Furnace Skullbomb draws as well, and has no other target here."""
    position = """
you:
  hand: [Divination]
  library: [Contentious Plan, Mutagenic Growth, Divination]
  battlefield: [Steam Vents x2, Mountain x2, Furnace Skullbomb]
opponent: {life: 2, counters: {poison: 9}}
goal: {maximize: value}
"""
    agrees(compare(parse_position(position, "test"), pool_of_sharp(), PATIENT))


def test_the_default_run_is_a_hundred_positions() -> None:
    assert len(sharp()) + sum(map(len, QUICK.values())) == 100


@pytest.mark.long
def test_two_thousand_positions() -> None:
    """At least five hundred truly in each stratum, each modelled card in an optimal line at least five times."""
    summary, broken = Summary(), list[str]()

    def hold(stratum: str, numbers: Iterable[int], limits: Limits = LIMITS) -> None:
        for comparison in run(stratum, numbers, limits, workers=2):
            summary.add(comparison)
            broken.extend(f"{comparison.label}: {bug}" for bug in comparison.bugs)

    for k in range(MOST_ROUNDS):
        for stratum, n in EACH_ROUND.items():
            hold(stratum, range(k * n, (k + 1) * n))
        if summary.finished >= FINISHED and min(summary.strata[s] for s in STRATA) >= IN_EACH:
            break
    for card in seldom(summary.cards):
        hold("any", islice(featuring(card), MOST_FEATURED), PATIENT)
    print(summary)
    assert not broken
    assert summary.finished >= FINISHED
    assert all(summary.strata[stratum] >= IN_EACH for stratum in STRATA)
    assert not seldom(summary.cards)
