"""Spells that come back from the graveyard and are cast again: the model finds them, or says that it left something out."""

import pytest

from engine.formats.yaml_position import parse_position
from engine.objects import Result
from optimizer import solve, suggest


@pytest.mark.parametrize(
    "board",
    [
        "{you: {hand: [Mnemonic Wall], graveyard: [Shock], battlefield: [Island x5, Mountain]}, opponent: {life: 2}}",
        "{you: {hand: [Mnemonic Wall, Shock], battlefield: [Island x5, Mountain x2]}, opponent: {life: 4}}",
        "{you: {life: 5, hand: [Mnemonic Wall, Gut Shot], battlefield: [Island x5]}, opponent: {life: 2}}",
    ],
    ids=["in the graveyard", "cast this turn", "paid with life"],
)
def test_a_spell_that_is_returned_can_be_cast_again(board: str) -> None:
    """608.2n: an instant is put into its owner's graveyard as it resolves; from there it may be a target."""
    answer = solve(parse_position(board, "test"), workers=1, time_limit=20)
    assert (answer.result, answer.proved) == (Result.WON, True)


def test_a_spell_is_a_target_once_it_has_resolved() -> None:
    """608.2n: Shadowfeed exiles Whisper of the Dross, which was cast before it; the life is worth it."""
    board = """
    you: {life: 2, hand: [Shadowfeed, Whisper of the Dross], battlefield: [Swamp x2]}
    opponent: {life: 3, counters: {poison: 8}, battlefield: [Hill Giant]}
    goal: {maximize: you.life}
    """
    answer = suggest(parse_position(board, "test"), workers=1, time_limit=20)
    assert answer.score == 2 + 3


def test_a_spell_that_is_returned_twice_is_not_forgotten() -> None:
    """Two Walls return Gut Shot twice: the third one wins."""
    board = "{you: {life: 7, hand: [Mnemonic Wall x2, Gut Shot], battlefield: [Island x10]}, opponent: {life: 3}}"
    answer = solve(parse_position(board, "test"), workers=1, time_limit=20)
    assert answer.result is Result.WON or not answer.proved
