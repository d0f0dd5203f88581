"""Proof search: strategies against every reply, held against trying everything."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from engine.cards import CardPool
from engine.choices import Pass
from engine.position import Position
from engine.scope import PLAYED, scope_of
from engine.state import State
from engine.vocabulary import CardDefinition, GainLife, StepBegins, Triggered
from optimizer.goals import Goal
from optimizer.proof import NEVER, Search, _Node
from tests.engine_play import side
from tests.fights import STRATA, draw, losing_branches, pool, wins

LONGEST = 20.0
"""Seconds for one position."""


@pytest.mark.parametrize("width", [0, 2, NEVER])
@pytest.mark.parametrize("stratum", STRATA)
def test_agrees_with_trying_everything(stratum: str, width: int) -> None:
    """A narrow search may find nothing where there is something, but says then that it does not know."""
    for seed in range(300, 306):
        start = State.begin(draw(stratum, seed), pool(), PLAYED)
        expected = wins(start, LONGEST)
        search = Search(start, Goal.WIN, width=width)
        found = search.run(LONGEST)
        if expected is None or found.reached is None:
            continue
        assert found.reached == expected, f"{stratum} {seed}"
        if found.reached:
            assert not list(losing_branches(start, search.strategy())), f"{stratum} {seed}"


def test_a_search_that_leaves_something_out_does_not_say_that_there_is_nothing() -> None:
    start = next(s for s in (State.begin(draw("any", n), pool(), PLAYED) for n in range(300, 400)) if wins(s, LONGEST))
    nothing_tried = Search(start, Goal.WIN, width=-1).run()
    assert nothing_tried.reached is None


def test_what_parts_and_meets_again_many_times_is_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve times two states of which each leads to both of the next two, and at last to one."""
    start = State.begin(draw("any", 300), pool(), PLAYED)
    search = Search(start, Goal.WIN)
    sides = (0, 1)
    layers = [[_Node(start, True, 2 * n + side, None) for side in sides] for n in range(12)] + [[_Node(start, True, 24, None)]]
    for above, below in pairwise(layers):
        for node, child in product(above, below):
            node.edges.append((Pass(), child, 0))
            child.parents.append(node)
            search._keep_in_place(node, child)
    (last,) = layers[-1]
    last.edges.append((Pass(), _Node(start, True, 25, None), 0))
    last.edges[0][1].proof = 7
    reckoned: list[int] = []
    number = search._number

    def counted(node: _Node) -> None:
        reckoned.append(node.number)
        number(node)

    monkeypatch.setattr(search, "_number", counted)
    search._update(last)
    assert len(reckoned) == len(set(reckoned)) == 25
    assert {node.proof for layer in layers for node in layer} == {7}


def test_a_search_that_leaves_out_replies_does_not_say_that_there_is_a_strategy() -> None:
    start = next(s for s in (State.begin(draw("any", n), pool(), PLAYED) for n in range(300, 400)) if wins(s, LONGEST) is False)
    assert Search(start, Goal.WIN, their_width=NEVER).run().reached is False
    assert Search(start, Goal.WIN, their_width=-1).run().reached is not True


def _surviving(turns: int, there: list[str], cards: CardPool) -> Search:
    alone = Position(side((), there), goal="survive", turns=turns)
    return Search(State.begin(alone, cards, scope_of(alone)), Goal.SURVIVE, width=0)


def test_what_is_likely_may_take_many_turns() -> None:
    search = _surviving(100, ["Breath", "Mountain"], pool())
    assert search.run(LONGEST).reached and search.quiet_strategy(LONGEST)


def test_a_strategy_is_written_down_without_going_through_all_orders() -> None:
    """Nine abilities that trigger at once have 362,880 orders."""
    gains = [(f"Gain {n}", Triggered(StepBegins("end"), (GainLife(n=n),))) for n in range(1, 10)]
    cards = [CardDefinition(name, types=frozenset({"Enchantment"}), abilities=(gain,)) for name, gain in gains]
    search = _surviving(1, [card.name for card in cards], CardPool.of(cards))
    assert search.run(LONGEST).reached and search.quiet_strategy(LONGEST)
