"""What the opponent comes to act with in mid-turn: a line that wins while they have nothing may not win then."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from optimizer import solve, suggest
from optimizer.answer import Answer, Status

CARDS = """
All Draw: {cost: "{0}", type: Sorcery, spell: [draw: {who: each player}]}
Poke: {cost: "{1}", type: Sorcery, spell: {targets: [player], do: [deal damage: {what: target, n: 3}]}}
Zap: {cost: "{R}", type: Instant, spell: {targets: [player], do: [deal damage: {what: target, n: 3}]}}
Grow: {cost: "{G}", type: Instant, spell: {targets: [creature], do: [pump: {what: target, power: 3, toughness: 3}]}}
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> CardPool:
    file: Path = tmp_path_factory.mktemp("cards") / "cards.yaml"
    file.write_text(CARDS)
    return CardPool.bundled().with_file(file)


def drawing(cards: CardPool, library: str, bears: str = "") -> Answer:
    """Each player draws: you the spell that wins, the opponent what stands in their library."""
    theirs = "{life: 3, battlefield: [Mountain]" + library + "}"
    yours = "{life: 3, hand: [All Draw], library: [Poke], battlefield: [Mountain" + bears + "]}"
    return solve(parse_position(f"{{you: {yours}, opponent: {theirs}}}", "test"), cards=cards, time_limit=20)


def test_117_1a_an_instant_that_the_opponent_draws_is_cast(cards: CardPool) -> None:
    answer = drawing(cards, ", library: [Zap]")
    assert (answer.status, answer.goal_reached, answer.proved) == (Status.INFEASIBLE, False, True)
    assert answer.result is None or answer.result.value != "won"  # the line that they answer is not shown as one that wins


@pytest.mark.parametrize("bears", ["", ", Grizzly Bears"])
def test_121_1_a_win_beside_an_unknown_card_that_the_opponent_draws_is_not_proved(cards: CardPool, bears: str) -> None:
    answer = drawing(cards, ", library: [unknown x2]", bears)
    assert (answer.goal_reached, answer.proved) == (True, False)
    assert answer.not_modelled == ("what the opponent could do with unknown cards that they draw",)


def test_121_1_a_library_that_is_left_out_is_assumed_not_to_matter_where_the_opponent_draws(cards: CardPool) -> None:
    answer = drawing(cards, "")
    assert answer.proved and len(answer.assumed) == 1


def test_601_2c_each_target_of_the_opponents_instant_is_a_reply(cards: CardPool) -> None:
    """Their bear would be blown up to kill the giant, so it stays at home. That is the last of their three choices."""
    board = """
      you: {battlefield: [Hill Giant]}
      opponent: {life: 9, battlefield: [Grizzly Bears, Forest], hand: [Grow]}
    """
    worth = "10*you.creatures - 10*opponent.creatures - opponent.life"
    answer = suggest(parse_position(board, "test"), worth, combat=True, cards=cards, time_limit=20)
    assert (answer.score, answer.proved) == (-9, True)


def test_a_strategy_through_very_many_turns_is_written_down_within_the_time_there_is(cards: CardPool) -> None:
    board = """
      you: {battlefield: [{card: Wall of Frost}]}
      opponent: {life: 4, battlefield: [Grizzly Bears]}
      turns: 40
      goal: survive
    """
    answer = solve(parse_position(board, "test"), cards=cards, time_limit=3)
    assert answer.timings.total < 15
