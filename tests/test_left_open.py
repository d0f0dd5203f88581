"""What a position leaves open: nothing is proved beside it."""

from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from optimizer import solve
from optimizer.answer import Status


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


NOTICED = """
Rip: {cost: "{0}", type: Sorcery, spell: {targets: [player], do: [discard: {who: target}]}}
Gain: {cost: "{0}", type: Enchantment, abilities: [{when: {discards: {who: opponent, filter: nonland card}}, do: [draw]}]}
Any: {cost: "{0}", type: Enchantment, abilities: [{when: {discards: {who: opponent}}, do: [draw]}]}
"""


@pytest.mark.parametrize(
    ("enchantment", "card", "status", "proved"),
    [
        ("Gain", "Opt", Status.OPTIMAL, True), ("Gain", "Forest", Status.INFEASIBLE, True),
        ("Gain", "unknown", Status.UNKNOWN, False), ("Any", "unknown", Status.FEASIBLE, False),
    ],
)  # fmt: skip
def test_an_unknown_card_neither_is_nor_is_not_what_a_card_asks_for(
    enchantment: str, card: str, status: Status, proved: bool, tmp_path: Path
) -> None:
    """A Shock wins if it is drawn. Beside an unknown card in hand nothing is proved to win, whatever may be drawn."""
    (tmp_path / "cards.yaml").write_text(NOTICED)
    pool = CardPool.bundled().with_file(tmp_path / "cards.yaml")
    you = f"you: {{hand: [Rip], library: [Shock], battlefield: [Mountain, {enchantment}]}}"
    position = parse_position(f"{{{you}, opponent: {{life: 2, hand: [{card}]}}}}", "test")
    answer = solve(position, cards=pool, workers=1, time_limit=20)
    assert (answer.status, answer.proved) == (status, proved)
    asked = [said for said in answer.not_modelled if said.startswith("Gain: whether an unknown card")]
    assert bool(asked) == (card == "unknown" and enchantment == "Gain")


def test_what_is_found_in_a_library_that_was_shuffled_is_left_open(tmp_path: Path) -> None:
    """701.24a: which card is where is not known, but which cards there are; the second Dig would find the Plains."""
    (tmp_path / "cards.yaml").write_text("""
Dig: {cost: "{0}", type: Sorcery, spell: [search: {filter: basic land, to: battlefield}]}
Both: {cost: "{R}{W}", type: Sorcery, spell: {targets: [player], do: [lose life: {who: target, n: 9}]}}
""")
    pool = CardPool.bundled().with_file(tmp_path / "cards.yaml")
    position = "{you: {hand: [Dig, Dig, Both], library: [%s, Plains]}, opponent: {life: 9}}"
    answer = solve(parse_position(position % "Mountain, Forest", "test"), cards=pool, workers=1, time_limit=20)
    assert not answer.proved and any(said.startswith("Dig: what there is in a library") for said in answer.not_modelled)
    answer = solve(parse_position(position % "Mountain", "test"), cards=pool, workers=1, time_limit=20)
    assert answer.goal_reached and answer.proved  # whatever else there may be


def test_605_1a_a_mana_ability_of_a_card_in_a_graveyard_is_told_and_not_offered(tmp_path: Path) -> None:
    cards = tmp_path / "cards.yaml"
    ability = "{cost: exile self, zone: graveyard, do: [add mana: R]}"
    cards.write_text(f"Lantern: {{cost: '{{1}}', type: Artifact, abilities: [{ability}]}}", encoding="utf-8")
    board = "{you: {hand: [Shock], graveyard: [Lantern]}, opponent: {life: 2}}"
    answer = solve(parse_position(board, "test"), cards=CardPool.bundled().with_file(cards), workers=1, time_limit=20)
    assert not answer.proved
    assert any("Lantern" in said for said in answer.not_modelled)
