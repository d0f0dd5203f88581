"""Goals beyond the turn: to survive the opponent's turn, to win within several turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from engine.line import check_strategy
from engine.objects import OPPONENT, YOU, Result
from engine.scope import scope_of
from engine.state import State
from optimizer import solve
from optimizer.answer import Answer, Status
from optimizer.cli import cli
from optimizer.goals import Goal
from optimizer.reductions import Moves
from optimizer.search import Limits
from tests import turns

CARDS = CardPool.bundled().with_file(Path(__file__).with_name("made_up_turns.yaml"))

SHORT = 30.0
"""Seconds."""


def solved(board: str, goal: str) -> Answer:
    """The answer; a strategy is read back from its text and reaches the goal against every reply."""
    position = parse_position(f"{board}\n{goal}\n", "test")
    answer = solve(position, workers=1, time_limit=SHORT, cards=CARDS)
    if answer.goal_reached:
        start = State.begin(position, CARDS, scope_of(position))
        checked = check_strategy(start, answer.text, Moves(start), try_all=not answer.replies)
        assert isinstance(position.goal, str)
        assert checked.every and checked.whole and all(map(Goal(position.goal).is_met, checked.results))
    return answer


def reached(board: str, goal: str) -> bool:
    """Whether the goal is reached; either is proved."""
    answer = solved(board, goal)
    assert answer.proved, answer.not_modelled
    assert answer.status is (Status.OPTIMAL if answer.goal_reached else Status.INFEASIBLE)
    return bool(answer.goal_reached)


# ------------------------------------------------------------------------------------------------------------ to survive

LIBRARIES = "library: [Wastes x9]"


@pytest.mark.parametrize(
    ("you", "opponent", "expected"),
    [
        ("life: 3, battlefield: [Grizzly Bears]", "battlefield: [Hill Giant]", True),  # a chump block
        ("life: 3, battlefield: [Grizzly Bears]", "battlefield: [Hill Giant x2]", False),
        ("life: 4, battlefield: [Grizzly Bears]", "battlefield: [Hill Giant x2]", True),
        ("life: 3, battlefield: [{card: Grizzly Bears, tapped: true}]", "battlefield: [Hill Giant]", False),  # I do not untap
        ("life: 3, hand: [Shock], battlefield: [Mountain, Grizzly Bears]", "battlefield: [Hill Giant, Grizzly Bears]", True),
        ("life: 3, hand: [Shock], battlefield: [Mountain]", "battlefield: [Hill Giant]", False),
        ("life: 4, battlefield: [Grizzly Bears]", "battlefield: [{card: Serra Angel, sick: true}]", False),  # 302.6
        ("life: 3, battlefield: [Wastes]", "battlefield: [{card: Hill Giant, tapped: true}]", False),  # 502.3
        ("life: 3", "battlefield: [{card: Hill Giant, tapped: true, counters: {stun: 1}}]", True),  # 122.1d
        ("life: 9, counters: {poison: 9}, battlefield: [Wastes]", "battlefield: [Blighted Agent]", False),  # 104.3d
        ("life: 1, counters: {poison: 8}, battlefield: [Wastes]", "battlefield: [Blighted Agent]", True),  # 702.90b
        ("life: 2, battlefield: [Wastes]", "hand: [Shock], battlefield: [Mountain]", False),
        ("life: 3, battlefield: [Wastes]", "hand: [Shock], battlefield: [Mountain]", True),
        ("life: 2, battlefield: [Wastes]", "hand: [Shock], battlefield: [{card: Mountain, tapped: true}]", False),
    ],
)
def test_whether_the_next_turn_of_the_opponent_can_be_survived(you: str, opponent: str, expected: bool) -> None:
    board = f"you: {{{you}}}\nopponent: {{{opponent}, {LIBRARIES}}}"
    assert reached(board, "goal: survive") == expected


def test_the_turn_under_way_is_the_one_to_survive_if_it_is_theirs() -> None:
    board = "active: opponent\nyou: {life: 3, battlefield: [Grizzly Bears]}\nopponent: {battlefield: [Hill Giant]}"
    assert reached(board, "goal: survive")
    assert not reached(board.replace("Grizzly Bears", "Wastes"), "goal: survive")
    assert reached(f"{board.replace('Grizzly Bears', 'Wastes')}\nstep: end_combat", "goal: survive")


def test_two_turns_of_the_opponent_can_be_too_many() -> None:
    board = f"you: {{life: 3, battlefield: [Grizzly Bears], {LIBRARIES}}}\nopponent: {{battlefield: [Hill Giant], {LIBRARIES}}}"
    assert reached(board, "goal: survive")
    assert not reached(board, "goal: survive\nturns: 2")


def test_what_the_opponent_draws_counts() -> None:
    board = "you: {life: 2}\nopponent: {library: [Shock], battlefield: [Mountain]}"
    assert not reached(board, "goal: survive")
    assert reached(board.replace("Shock", "Wastes"), "goal: survive")


def test_who_has_won_has_survived() -> None:
    """704.5b: the opponent draws from an empty library."""
    assert reached("you: {life: 1}\nopponent: {library: [], battlefield: [Hill Giant]}", "goal: survive")


def test_a_draw_is_not_lost() -> None:
    """104.4a, 104.3b."""
    board = f"""
you: {{life: 1, hand: [Both Bleed], battlefield: [Wastes]}}
opponent: {{life: 1, battlefield: [Hill Giant], {LIBRARIES}}}
"""
    assert reached(board, "goal: survive")
    assert not reached(board.replace("opponent: {life: 1", "opponent: {life: 2"), "goal: survive")


def test_an_extra_turn_of_the_opponent_is_to_be_survived_only_if_it_counts() -> None:
    """500.7."""
    board = f"""
you: {{life: 5, battlefield: [Wastes]}}
opponent: {{hand: [Next], battlefield: [Wastes, Hill Giant], {LIBRARIES}}}
"""
    assert reached(board, "goal: survive")
    assert not reached(board, "goal: survive\nextra_turns: true")


def test_unknown_cards_in_their_hand_leave_it_open_whether_one_survives() -> None:
    answer = solved(f"you: {{life: 3}}\nopponent: {{hand: [unknown], {LIBRARIES}}}", "goal: survive")
    assert (answer.goal_reached, answer.proved) == (True, False)
    assert answer.not_modelled == ("what the opponent could do with unknown cards in hand",)


def test_unknown_cards_in_their_hand_make_no_hopeless_position_better() -> None:
    board = f"you: {{life: 3}}\nopponent: {{hand: [unknown], battlefield: [Hill Giant], {LIBRARIES}}}"
    assert not reached(board, "goal: survive")


def test_unknown_cards_that_they_draw_leave_it_open() -> None:
    answer = solved("you: {life: 3}\nopponent: {library: [unknown]}", "goal: survive")
    assert (answer.goal_reached, answer.proved) == (True, False)
    assert answer.not_modelled == ("what the opponent could do with unknown cards that they draw",)


def test_a_library_of_which_nothing_is_said_does_not_matter_and_that_is_told() -> None:
    answer = solved("you: {life: 3}", "goal: survive")
    assert (answer.goal_reached, answer.proved) == (True, True)
    (told,) = answer.assumed
    assert told.startswith("what the opponent draws from their library does not matter")
    assert len(solved("you: {life: 3}", "turns: 2").assumed) == 2
    assert solved("you: {life: 3}", "turns: 1").assumed == ()


# ------------------------------------------------------------------------------------------------------------ several turns


@pytest.mark.parametrize(
    ("you", "opponent", "expected"),
    [
        ("hand: [Grizzly Bears], battlefield: [Forest x2]", "life: 2", True),  # 302.6: next turn it can attack
        ("hand: [Grizzly Bears], battlefield: [Forest x2]", "life: 2, battlefield: [Hill Giant]", False),
        ("hand: [Grizzly Bears], battlefield: [Forest x2]", "life: 3", False),
        ("hand: [Shock, Shock], battlefield: [Mountain]", "life: 4", True),
        ("hand: [Shock, Shock], battlefield: [Mountain]", "life: 5", False),
        ("hand: [Shock, Shock, Shock], battlefield: [Mountain]", "life: 6", False),  # twice untapped, not in their turn too
        ("hand: [Mountain, Mountain, Burn Twice]", "life: 2", True),  # 305.2: a land each turn
        ("hand: [Mountain, Mountain, Grizzly Bears]", "life: 2", False),
        ("life: 3, battlefield: [Grizzly Bears]", "life: 4, battlefield: [Hill Giant]", False),  # they attack as well
        ("battlefield: [Grizzly Bears]", "life: 4", True),
        ("battlefield: [{card: Grizzly Bears, tapped: true, counters: {stun: 1}}]", "life: 2", False),  # 122.1d
        ("battlefield: [{card: Grizzly Bears, tapped: true}]", "life: 2", True),
    ],
)
def test_whether_two_turns_are_enough_to_win(you: str, opponent: str, expected: bool) -> None:
    board = f"you: {{{you}, {LIBRARIES}}}\nopponent: {{{opponent}, {LIBRARIES}}}"
    assert not reached(board, "turns: 1")
    assert reached(board, "turns: 2") == expected


def test_what_you_draw_is_known_if_the_library_is() -> None:
    board = f"you: {{battlefield: [Mountain], library: [Shock, Wastes]}}\nopponent: {{life: 2, {LIBRARIES}}}"
    assert reached(board, "turns: 2")
    assert not reached(board.replace("[Shock, Wastes]", "[Wastes, Shock]"), "turns: 2")
    assert reached(board.replace("[Shock, Wastes]", "[Wastes, Shock]"), "turns: 3")


def test_who_draws_from_an_empty_library_has_lost() -> None:
    """704.5b: of two players without cards the one whose turn is next."""
    assert reached("you: {library: []}\nopponent: {library: []}", "turns: 2")
    assert not reached("you: {library: []}\nopponent: {library: [Wastes]}", "turns: 2")


def test_the_opponent_can_win_in_between() -> None:
    board = f"""
you: {{life: 3, battlefield: [Grizzly Bears], {LIBRARIES}}}
opponent: {{life: 4, battlefield: [GIANT], {LIBRARIES}}}
"""
    assert not reached(board.replace("GIANT", "Hill Giant"), "turns: 2")
    assert reached(board.replace("GIANT", "{card: Hill Giant, tapped: true, counters: {stun: 2}}"), "turns: 2")


def test_your_own_next_turn_is_the_first_one_in_a_turn_of_the_opponent() -> None:
    board = f"active: opponent\nstep: end\nyou: {{battlefield: [Grizzly Bears], {LIBRARIES}}}\nopponent: {{life: 2}}"
    assert reached(board, "turns: 1")
    assert not reached(board.replace("life: 2", "life: 4"), "turns: 1")


@pytest.mark.parametrize(("extra", "expected"), [("false", False), ("true", True)])
def test_an_extra_turn_is_one_of_the_turns_unless_it_counts_as_the_one_before(extra: str, expected: bool) -> None:
    board = f"""
you: {{hand: [Next], battlefield: [Wastes, Grizzly Bears], {LIBRARIES}}}
opponent: {{life: 6, {LIBRARIES}}}
"""
    assert reached(board, f"turns: 2\nextra_turns: {extra}") == expected


def test_how_many_turns_a_position_plays() -> None:
    def turns(text: str) -> list[int]:
        position = parse_position(f"you: {{}}\n{text}", "test")
        state = State.begin(position, CARDS, scope_of(position))
        played = [state.active]
        while not state.over:
            before = state.course.turn
            state = state.apply(next(iter(Moves(state)(state))))
            if not state.over and state.course.turn > before:
                played.append(state.active)
        return played

    assert turns("turns: 1") == [YOU]
    assert turns("turns: 2") == [YOU, OPPONENT, YOU]
    assert turns("active: opponent") == [OPPONENT, YOU]
    assert turns("goal: survive") == [YOU, OPPONENT]
    assert turns("active: opponent\ngoal: survive\nturns: 2") == [OPPONENT, YOU, OPPONENT]
    assert turns("active: opponent\ngoal: {maximize: my life}") == [OPPONENT]


# ------------------------------------------------------------------------------------------------------------ the commands

CHUMP = "you: {life: 3, battlefield: [Grizzly Bears]}\nopponent: {battlefield: [Hill Giant]}\ngoal: survive\n"
TWICE = CHUMP.replace("Giant", "Giant x2")
BLOCKS = """1. End the turn.
If opponent attacks with Hill Giant:
  2. To declare blockers. Block: Grizzly Bears on Hill Giant.
Otherwise:
"""
NO_BLOCK = BLOCKS.replace("Grizzly Bears on Hill Giant", "nobody")


@pytest.mark.parametrize(
    ("command", "board", "line", "code", "told"),
    [
        ("solve", CHUMP, (), 0, "The goal is reached. Proved best"),
        ("solve", CHUMP, (), 0, "# Assumed:\n#   what the opponent draws"),
        ("solve", TWICE, (), 1, "The goal cannot be reached. Proved."),
        ("check", CHUMP, (BLOCKS, "--replies"), 0, "You survive against every reply (2 tried)."),
        ("check", CHUMP, (NO_BLOCK, "--replies"), 1, "You survive against 1 of them."),
        ("why", CHUMP, (BLOCKS,), 1, "The line survives against every reply (2 tried)."),
        ("why", CHUMP, (NO_BLOCK,), 0, "A reply beats the line: if opponent attacks with Hill Giant."),
        ("why", CHUMP, (NO_BLOCK,), 0, "This survives against that reply:\n1. End the turn."),
        ("why", CHUMP, ("1. End the turn.",), 0, "You: life 3 to 0."),
        ("why", TWICE, (BLOCKS,), 0, "A reply beats the line: if opponent attacks with Hill Giant x2."),
        ("why", TWICE, (BLOCKS,), 0, "Nothing else survives against that reply. Proved."),
        ("show", CHUMP, (), 0, "survive the opponent's next turn"),
        ("show", CHUMP.replace("goal: survive", "turns: 2"), (), 0, "win within 2 of your turns, this one included"),
    ],
)  # fmt: skip
def test_the_commands(tmp_path: Path, command: str, board: str, line: tuple[str, ...], code: int, told: str) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(board)
    result = CliRunner().invoke(cli, [command, str(file), *line])
    assert result.exit_code == code, result.output
    assert told in result.output


def test_what_the_opponent_plays_is_a_reply_that_can_be_read() -> None:
    board = f"""
active: opponent
step: draw
you: {{battlefield: [Grizzly Bears], {LIBRARIES}}}
opponent: {{life: 2, library: [Forest]}}
"""
    position = parse_position(board, "test")
    start = State.begin(position, CARDS, scope_of(position))
    text = """1. To main phase 1.
If opponent passes or plays Forest:
  2. End the turn.
  3. Attack with Grizzly Bears.
"""
    checked = check_strategy(start, text, Moves(start))
    assert (checked.every, checked.whole, checked.courses, set(checked.results)) == (True, True, 2, {Result.WON})


# ------------------------------------------------------------------------------------------------------------ the reference


@pytest.mark.parametrize("stratum", turns.STRATA)
def test_agrees_with_trying_everything(stratum: str) -> None:
    held = [turns.hold(stratum, seed, Limits(nodes=1_500), limit=2.0) for seed in range(200, 206)]
    assert not [f"{one.label}: {one.bug}" for one in held if one.bug and not one.bug.startswith("not proved")]
    assert sum(one.reference is not None for one in held) >= 2
