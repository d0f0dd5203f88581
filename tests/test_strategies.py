"""Strategies: blocks for the opponent's replies, read, carried out against every reply, and written."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from engine.line import Checked, LineError, Unanswered, check_strategy, read_strategy, replay_strategy, write_strategy
from engine.objects import OPPONENT, Result
from engine.scope import PLAYED
from engine.state import State
from engine.strategy import Strategy

BLOCKED = """
you: {hand: [Brute Force], battlefield: [Mountain, Serra Angel, Grizzly Bears]}
opponent: {life: 6, battlefield: [Hill Giant]}
"""
PINGED = """
you: {hand: [Brute Force], battlefield: [Mountain, Grizzly Bears]}
opponent: {life: 2, battlefield: [Goblin Fireslinger]}
"""
EDICT = """
you: {hand: [Vraska's Fall], battlefield: [Swamp x3]}
opponent: {life: 2, battlefield: [Hill Giant, Grizzly Bears x2]}
"""
DEFENDED = """
1. Attack with Serra Angel, Grizzly Bears.
If opponent blocks with Hill Giant on Grizzly Bears:
  2. Cast Brute Force targeting Serra Angel.
If opponent blocks nobody:
  2. To main phase 2.
"""


def begin(board: str) -> State:
    return State.begin(parse_position(board, "test"), CardPool.bundled(), PLAYED)


def checked(board: str, text: str, try_all: bool = False) -> Checked:
    """The text is legal; what is written of it reads back as the same."""
    start = begin(board)
    found = check_strategy(start, text, try_all=try_all)
    if not try_all:
        written = write_strategy(start, found.strategy)
        assert write_strategy(start, read_strategy(start, written)) == written
    return found


def refused(board: str, text: str, try_all: bool = False) -> LineError:
    with pytest.raises(LineError) as caught:
        check_strategy(begin(board), text, try_all=try_all)
    return caught.value


# ------------------------------------------------------------------------------------------------------------ replies


def test_every_block_is_answered() -> None:
    found = checked(BLOCKED, DEFENDED)
    assert (found.courses, found.every, found.results) == (2, True, {Result.WON: 2})


def test_a_reply_without_an_answer_is_named() -> None:
    error = refused(BLOCKED, DEFENDED[: DEFENDED.index("If opponent blocks nobody")])
    assert isinstance(error, Unanswered)
    assert error.answers == ("blocks nobody",)


def test_otherwise_stands_for_all_that_is_left() -> None:
    text = "1. Attack with Grizzly Bears x2, Hill Giant.\nIf opponent blocks nobody:\nOtherwise:\n"
    board = "{you: {battlefield: [Grizzly Bears x2, Hill Giant]}, opponent: {life: 5, battlefield: [Wall of Frost]}}"
    found = checked(board, text)
    assert (found.courses, found.results) == (3, {Result.WON: 2, Result.NONE: 1})  # the two Bears are alike


def test_a_block_that_fails_against_one_of_the_other_replies() -> None:
    text = """
    1. Attack with Serra Angel, Grizzly Bears.
    If opponent blocks nobody:
    Otherwise:
      2. Cast Brute Force targeting Hill Giant.
      3. Cast Brute Force targeting Serra Angel.
    """
    error = refused(BLOCKED, text)
    assert (error.step, error.against) == (3, ("blocks with Hill Giant on Grizzly Bears",))


def test_several_replies_in_one_block() -> None:
    text = """
    1. Attack with Grizzly Bears.
    If opponent blocks nobody or blocks with Hill Giant on Grizzly Bears:
      2. Cast Brute Force targeting Grizzly Bears, paying {R} from Mountain.
    """
    found = checked(BLOCKED, text)
    assert found.results == {Result.NONE: 2}


def test_a_reply_may_say_only_who_is_blocked() -> None:
    theirs = "{life: 4, battlefield: [Grizzly Bears, Goblin Fireslinger]}"
    board = f"{{you: {{battlefield: [Hill Giant, Serra Angel]}}, opponent: {theirs}}}"
    text = """
    1. Attack with Hill Giant, Serra Angel.
    If opponent does not block Hill Giant:
    If opponent blocks Hill Giant:
      2. To main phase 2. Hill Giant: damage: 3 to Grizzly Bears.
    """
    assert checked(board, text).courses == 4
    twins = "1. Attack with Grizzly Bears x2.\nIf opponent blocks Grizzly Bears #2:"
    assert "several of Grizzly Bears" in str(refused(BLOCKED.replace("Serra Angel", "Grizzly Bears"), twins))


def test_a_reply_that_no_rule_allows() -> None:
    error = refused(BLOCKED, DEFENDED.replace("on Grizzly Bears", "on Serra Angel"))
    assert (error.rule, error.against) == ("702.9b", ("blocks with Hill Giant on Serra Angel",))


def test_a_reply_that_never_comes_up() -> None:
    error = refused(BLOCKED, "1. To main phase 2.\nIf opponent blocks nobody:\n  2. End the turn.")
    assert "no chance" in error.reason


def test_a_forced_reply_is_the_only_one() -> None:
    board = "{you: {battlefield: [Serra Angel]}, opponent: {life: 4, battlefield: [Hill Giant]}}"
    text = "1. Attack with Serra Angel.\nIf opponent blocks nobody:\n  2. To main phase 2."
    assert checked(board, text).results == {Result.WON: 1}


def test_a_sentence_is_left_out_after_a_reply_after_which_nothing_asks_for_it() -> None:
    board = "{you: {battlefield: [Hill Giant]}, opponent: {battlefield: [Grizzly Bears, Wall of Frost]}}"
    text = """
    1. Attack with Hill Giant.
    If opponent blocks nobody:
    Otherwise:
      2. To main phase 2. Hill Giant: damage: 3 to Grizzly Bears.
    """
    assert checked(board, text).courses == 4
    assert refused(board, text.replace("nobody:", "nobody:\n      2. To main phase 2. Hill Giant: yes.")).step == 2


def test_a_sentence_waits_for_a_choice_of_the_opponents_of_which_the_text_does_not_speak() -> None:
    board = "{you: {battlefield: [Cacophony Scamp, Serra Angel]}, opponent: {life: 2, battlefield: [Phyrexian Vindicator]}}"
    text = """
    1. Attack with Cacophony Scamp, Serra Angel.
    If opponent does not block Serra Angel:
    Otherwise:
      2. To main phase 2. Cacophony Scamp: yes. Cacophony Scamp: targeting opponent.
    """
    assert set(checked(board, text, try_all=True).results) == {Result.WON}
    assert "Phyrexian Vindicator asks the opponent" in str(refused(board, text))


def test_damage_that_is_divided_in_order() -> None:
    board = "{you: {battlefield: [Hill Giant]}, opponent: {battlefield: [Grizzly Bears, Goblin Fireslinger]}}"
    text = "1. Attack with Hill Giant. Damage: in order.\nIf opponent blocks nobody:\nOtherwise:"
    start = begin(board)
    dead = {
        reply.text: len(reply.then.end.players[OPPONENT].graveyard)
        for reply in replay_strategy(start, check_strategy(start, text).strategy).replies
    }
    assert dead["blocks with Grizzly Bears, Goblin Fireslinger on Hill Giant"] == 2


# ------------------------------------------------------------------------------------------------------------ priority


def test_the_opponent_acts_with_priority() -> None:
    text = """
    1. Attack with Grizzly Bears.
    If opponent activates Goblin Fireslinger targeting you:
      2. To main phase 2.
    If opponent activates Goblin Fireslinger targeting opponent or passes:
      2. To main phase 2. Opponent: block: nobody.
    """
    found = checked(PINGED, text)
    assert (found.courses, found.given) == (3, 1)


def test_a_reply_may_leave_its_targets_open() -> None:
    text = "1. To combat.\nIf opponent activates Goblin Fireslinger:\n  2. End the turn.\nIf opponent passes:\n  2. End the turn."
    assert checked(PINGED, text).courses == 3


def test_a_group_may_speak_of_choices_that_follow_each_other() -> None:
    text = """
    1. Attack with Grizzly Bears.
    If opponent activates Goblin Fireslinger:
    If opponent blocks nobody:
    If opponent blocks with Goblin Fireslinger on Grizzly Bears:
      2. Cast Brute Force targeting Grizzly Bears.
    """
    found = checked(PINGED, text)
    assert found.results == {Result.WON: 3, Result.NONE: 1}


def test_a_reply_comes_while_the_spell_is_on_the_stack() -> None:
    text = "1. Cast Brute Force targeting Grizzly Bears.%s\nIf opponent activates Goblin Fireslinger:\n  %s\nOtherwise:"
    response = "2. In response, tap Mountain for mana."
    board = PINGED.replace("[Mountain,", "[Mountain x2,")
    assert checked(board, text % ("", response)).courses == 3
    resolved = checked(board, text % (" Brute Force resolves.", response))
    assert resolved.courses == 3
    start = begin(board)
    assert [bool(replay_strategy(start, s.strategy).end.stack) for s in (checked(board, text % ("", response)), resolved)] == [
        True, False,
    ]  # fmt: skip


def test_what_the_line_does_not_speak_of_is_passing_unless_it_is_tried() -> None:
    line = "1. Attack with Grizzly Bears.\nIf opponent blocks nobody:\nOtherwise:\n"
    assert checked(PINGED, line).passed > 0
    found = checked(PINGED, line, try_all=True)
    assert found.passed == 0
    assert found.courses > 2


def test_what_the_opponent_could_do_refutes_a_line() -> None:
    board = "{you: {life: 1, battlefield: [Serra Angel]}, opponent: {life: 4, battlefield: [Goblin Fireslinger]}}"
    line = "1. Attack with Serra Angel."
    assert checked(board, line).results == {Result.WON: 1}
    found = checked(board, line, try_all=True)
    assert found.worst.end.result is Result.LOST
    assert found.worst.against == ("activates Goblin Fireslinger targeting you",)


def test_a_line_that_cannot_go_on_is_refuted() -> None:
    board = "{you: {battlefield: [Grizzly Bears]}, opponent: {life: 2, hand: [Shock], battlefield: [Mountain]}}"
    error = refused(board, "1. To combat. 2. Attack with Grizzly Bears.", try_all=True)
    assert (error.step, error.against) == (2, ("casts Shock targeting Grizzly Bears, paying {R} from Mountain",))


# ------------------------------------------------------------------------------------------------------------ other choices


def test_a_sacrifice() -> None:
    text = """
    1. Cast Vraska's Fall.
    If opponent sacrifices Hill Giant:
      2. To combat.
    If opponent sacrifices Grizzly Bears:
      2. To main phase 2.
    """
    assert checked(EDICT, text).courses == 2
    assert checked(EDICT, text.replace("Bears:", "Bears for Vraska's Fall:")).courses == 2
    assert "nothing here is called" in str(refused(EDICT, text.replace("Bears:", "Bears for Swamp:")))


def test_nested_blocks() -> None:
    board = EDICT.replace("[Swamp x3]", "[Swamp x3, Serra Angel]").replace("Hill Giant,", "Hill Giant, Serra Angel,")
    text = """
    1. Cast Vraska's Fall.
    If opponent sacrifices Serra Angel:
      2. Attack with Serra Angel.
    Otherwise:
      2. Attack with Serra Angel.
      If opponent blocks nobody:
        3. To main phase 2.
      If opponent blocks with Serra Angel on Serra Angel:
        3. End the turn.
    """
    assert checked(board, text).results == {Result.WON: 3, Result.NONE: 2}


# ------------------------------------------------------------------------------------------------------------ text


def test_replies_with_the_same_answer_are_written_together() -> None:
    start = begin(EDICT)
    text = (
        "1. Cast Vraska's Fall, paying {2}{B} from Swamp x3.\n"
        "If opponent sacrifices Hill Giant or sacrifices Grizzly Bears:\n"
        "  2. To combat."
    )
    assert write_strategy(start, read_strategy(start, text)) == text


def test_the_commonest_answer_is_written_last() -> None:
    start = begin("{you: {battlefield: [Hill Giant]}, opponent: {battlefield: [Wall of Frost, Grizzly Bears]}}")
    text = (
        "1. Attack with Hill Giant.\n"
        "If opponent blocks nobody:\n"
        "  2. To main phase 2.\n"
        "If opponent blocks with Wall of Frost, Grizzly Bears on Hill Giant:\n"
        "  2. To combat damage. Hill Giant: damage: 3 to Grizzly Bears.\n"
        "Otherwise:\n"
        "  2. To end step."
    )
    strategy = read_strategy(start, text)
    assert len(strategy.replies) == 4
    assert write_strategy(start, strategy) == text


def test_many_replies_with_one_answer_are_not_all_written() -> None:
    board = "{you: {battlefield: [Hill Giant]}, opponent: {battlefield: [Wall of Frost, Mortis Dogs, Suture Priest]}}"
    text = "1. Attack with Hill Giant.\nIf opponent blocks nobody:\nOtherwise:"
    strategy = read_strategy(begin(board), text)
    assert len(strategy.replies) == 8
    assert write_strategy(begin(board), strategy) == text


def test_a_line_is_a_strategy_without_replies() -> None:
    start = begin(BLOCKED)
    strategy = read_strategy(start, "1. Cast Brute Force targeting Serra Angel.")
    assert strategy.replies == ()
    assert isinstance(strategy, Strategy)


def test_a_block_may_begin_behind_its_colon_and_rows_may_go_on() -> None:
    text = """
    1. Attack with Serra Angel,
    Grizzly Bears.
    If the opponent blocks with Hill Giant
    on Grizzly Bears: 2. Cast Brute Force
    targeting Serra Angel.
    Otherwise: 2. To main phase 2.
    """
    assert checked(BLOCKED, text).results == {Result.WON: 2}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. Attack with Serra Angel.\nIf opponent blocks nobody:\n2. To main phase 2.", "indent it below"),
        ("1. Attack with Serra Angel.\nOtherwise:\n  2. To main phase 2.", "none before it"),
        ("1. Attack with Serra Angel.\nIf opponent blocks nobody\n", "ends with a colon"),
        (f"{DEFENDED}Otherwise:\nIf opponent blocks nobody:\n", "answers all replies that are left"),
        (f"{DEFENDED}  If opponent passes:\n If opponent passes:\n", "indented neither"),
        ("1. Attack with Serra Angel.\nIf opponent casts:\n", "cannot read"),
        (f"{DEFENDED}If opponent blocks nobody:\n", "says the same"),
        (DEFENDED.replace("with Hill Giant", "with Ogre"), "called 'Ogre'"),
    ],
)
def test_what_is_wrong_with_the_text_is_said(text: str, reason: str) -> None:
    assert reason in str(refused(BLOCKED, text))
