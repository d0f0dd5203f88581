"""What a position leaves open: nothing is proved beside it."""

from engine.formats.yaml_position import parse_position
from optimizer import solve


def test_nothing_is_proved_beside_a_mana_ability_that_nobody_is_let_activate() -> None:
    """605.3a: Prophetic Prism would turn {U} into {R}, and Shock would win."""
    board = "{you: {hand: [Shock], battlefield: [Island x2, Prophetic Prism]}, opponent: {life: 2}}"
    answer = solve(parse_position(board, "test"), workers=1, time_limit=20)
    assert not answer.proved
    assert any("Prophetic Prism" in said for said in answer.not_modelled)
