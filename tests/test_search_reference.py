"""The reference solver and the search: known answers, and agreement with each other."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, Choice, PlayLand
from engine.objects import YOU, Result
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.state import State
from optimizer.exhaustive import Reference, reference
from optimizer.reductions import Moves
from optimizer.search import WORST, Action, Everything, Limits, Line, Plan, Score, Tree, realize, run, search
from tests.positions import STRATA, draw, scoring_of

POOL = CardPool.bundled()


def begin(you: PlayerSpec, opponent: PlayerSpec) -> State:
    return State.begin(Position(you=you, opponent=opponent), POOL)


def won(state: State) -> int:
    return {Result.WON: 1, Result.LOST: -1}.get(state.result, 0)


def play(state: State, line: Line) -> State:
    for choice in line:
        state = state.apply(choice)
    return state


def cards(*names: str) -> tuple[CardSpec, ...]:
    return tuple(map(CardSpec, names))


@pytest.fixture(scope="module")
def hold() -> State:
    return begin(
        PlayerSpec(
            life=9,
            hand=cards("Expansion Algorithm"),
            battlefield=(
                PermanentSpec("Island", count=4),
                PermanentSpec("Venser, Corpse Puppet"),
                PermanentSpec("Yawgmoth, Thran Physician"),
            ),
            library=cards("Serra Angel", "Serra Angel", "Gut Shot"),
        ),
        PlayerSpec(life=1),
    )


def test_win_that_needs_acting_between_two_own_triggers(hold: State) -> None:
    found = reference(hold, won)
    assert found.finished and found.value == 1
    assert found.line is not None and play(hold, found.line).result is Result.WON


class OneThingAtATime(Moves):
    """Without acting while something waits on the stack."""

    def __call__(self, state: State) -> list[Choice]:
        return [c for c in super().__call__(state) if not state.stack or not isinstance(c, (Cast, Activate))]


def test_no_such_win_without_acting_while_a_trigger_waits(hold: State) -> None:
    found = run(Tree(won, OneThingAtATime(hold), prune=False), hold, [Everything()])
    assert found.finished and found.value < 1


def test_search_and_plan_find_that_win(hold: State) -> None:
    found = search(hold, won, wanted=1)
    assert found.finished and found.value == 1
    assert found.line is not None and play(hold, found.line).result is Result.WON
    sacrifice = Action(Activate, "Yawgmoth, Thran Physician", ability=0, targets=((),))
    algorithm, shot = Action(Cast, "Expansion Algorithm", x=2), Action(Cast, "Gut Shot", targets=((1,),))
    plan = Plan((algorithm, sacrifice, sacrifice, sacrifice, shot))
    realized = realize(hold, plan, won, wanted=1)
    assert realized.value == 1 and realized.line is not None
    assert play(hold, realized.line).result is Result.WON
    assert realize(hold, Plan((algorithm, sacrifice, shot)), won).value < 1


def test_nine_poison_and_one_proliferate() -> None:
    state = begin(
        PlayerSpec(life=9, hand=cards("Tezzeret's Gambit"), battlefield=(PermanentSpec("Island", count=4),)),
        PlayerSpec(counters={"poison": 9}),
    )
    assert reference(state, won).value == 1


def test_exactly_two_life_is_not_enough_for_a_phyrexian_symbol() -> None:
    """119.4 lets one pay it, but then the game is lost before the spell resolves (704.5a)."""
    state = begin(
        PlayerSpec(life=2, hand=cards("Tezzeret's Gambit"), battlefield=(PermanentSpec("Island", count=3),)),
        PlayerSpec(counters={"poison": 9}),
    )
    found = reference(state, won)
    assert found.value == 0
    assert found.optimal is not None and not found.optimal.some(lambda s, choice, after: isinstance(choice, Cast))


def test_tapping_ahead_for_mana_of_an_artifact_that_is_then_returned() -> None:
    """Sol Ring is tapped, returned by Teferi, cast with half of its mana and tapped again: the only way to four mana."""
    state = begin(
        PlayerSpec(
            life=2,
            hand=cards("Tezzeret's Gambit"),
            battlefield=(
                PermanentSpec("Sol Ring"),
                PermanentSpec("Island"),
                PermanentSpec("Teferi, Time Raveler", counters={"loyalty": 3}),
            ),
        ),
        PlayerSpec(counters={"poison": 9}),
    )
    assert reference(state, won).value == 1


def test_a_limit_ends_the_search_with_the_best_line_so_far(hold: State) -> None:
    found = reference(hold, won, Limits(nodes=50))
    assert not found.finished and found.nodes <= 51
    assert found.line is None or won(play(hold, found.line)) == found.value


def actions(state: State, line: Line) -> list[Action]:
    found = []
    for choice in line:
        if isinstance(choice, (Cast, Activate)):
            source = choice.card if isinstance(choice, Cast) else choice.source
            ability = choice.ability if isinstance(choice, Activate) else None
            found.append(Action(type(choice), state.name(source), ability=ability, modes=choice.modes, x=choice.x))
        elif isinstance(choice, PlayLand):
            found.append(Action(PlayLand, state.name(choice.card)))
        state = state.apply(choice)
    return found


@pytest.mark.parametrize("stratum", STRATA)
@pytest.mark.parametrize("seed", range(4))
def test_search_and_plan_agree_with_the_reference(stratum: str, seed: int) -> None:
    position = draw(POOL, stratum, 1000 + seed)
    root = State.begin(position, POOL)
    score = scoring_of(position, root).evaluate
    found: Reference = reference(root, score, Limits(nodes=3000))
    if not found.finished:
        pytest.skip("too large for this test")
    assert found.line is not None and score(play(root, found.line)) == found.value
    assert search(root, score).value == found.value
    plan = Plan(tuple(actions(root, found.line)))
    assert realize(root, plan, score, wanted=found.value).value == found.value


def test_optimal_lines_are_optimal_and_share_what_every_says() -> None:
    state = begin(
        PlayerSpec(life=9, hand=cards("Tezzeret's Gambit", "Steady Progress"), battlefield=(PermanentSpec("Island", count=4),)),
        PlayerSpec(counters={"poison": 9}),
    )
    found = reference(state, won)
    assert found.optimal is not None
    lines = list(found.optimal.lines())
    assert lines and all(play(state, line).result is Result.WON for line in lines)
    assert found.optimal.every(lambda s, choice, after: isinstance(choice, Cast))
    assert not found.optimal.every(lambda s, choice, after: isinstance(choice, Cast) and s.name(choice.card) == "Steady Progress")
    assert found.optimal.some(lambda s, choice, after: isinstance(choice, Cast) and s.name(choice.card) == "Steady Progress")
    first = Counter(state.name(line[0].card) for line in lines if isinstance(line[0], Cast))
    assert set(first) == {"Tezzeret's Gambit", "Steady Progress"}


class TooMany(Exception):
    pass


def plainly(state: State, score: Score, known: dict[State, int], most: int) -> int:
    """The value of a state without any reduction: every listed choice in every step, states the same only if they are equal."""
    if state.over:
        return score(state)
    if state not in known:
        if len(known) >= most:
            raise TooMany
        known[state] = WORST  # a way round to the same state gains nothing
        assert state.decision is not None
        values = [plainly(state.apply(choice), score, known, most) for choice in state.choices()]
        known[state] = max(values) if state.decision.player == YOU else min(values)
    return known[state]


@pytest.mark.parametrize("stratum", STRATA)
def test_reductions_and_renaming_do_not_change_the_value(stratum: str) -> None:
    compared = 0
    for seed in range(2000, 2030):
        position = draw(POOL, stratum, seed)
        root = State.begin(position, POOL)
        score = scoring_of(position, root).evaluate
        try:
            value = plainly(root, score, {}, 500)
        except TooMany:
            continue
        assert reference(root, score).value == value, (stratum, seed)
        compared += 1
    assert compared >= 3
