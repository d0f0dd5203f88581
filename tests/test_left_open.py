"""What a position leaves open: nothing is proved beside it."""

from engine.formats.yaml_position import parse_position
from optimizer import solve


def test_nothing_is_proved_beside_a_mana_ability_that_nobody_is_let_activate() -> None:
    """605.3a: Prophetic Prism would turn {U} into {R}, and Shock would win."""
    board = "{you: {hand: [Shock], battlefield: [Island x2, Prophetic Prism]}, opponent: {life: 2}}"
    answer = solve(parse_position(board, "test"), workers=1, time_limit=20)
    assert not answer.proved
    assert any("Prophetic Prism" in said for said in answer.not_modelled)


def test_a_turn_too_large_to_search_through_is_still_searched_a_while_where_something_is_left_out() -> None:
    """High Perfect Morcant's own ability is not in the model, which therefore knows no more than a poor line; three plays that
    the search finds at once are better."""
    position = """
you:
  life: 3
  counters: {poison: 2}
  hand: ["Huatli's Raptor", Voidwing Hybrid]
  battlefield: [Forest, Plains, Island, Swamp, High Perfect Morcant, {card: "Teferi, Time Raveler", counters: {loyalty: 3}}]
opponent: {counters: {poison: 2}, battlefield: [{card: Grizzly Bears, counters: {m1m1: 1}}]}
"""
    answer = solve(parse_position(position, "test"), maximize="value", workers=1, time_limit=20)
    assert answer.score == 777
