"""Lines with attacks, blocks, divided damage, several turns and steps of the opponent: read, carried out and written back."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.cards.notation import read_card
from engine.formats.yaml_position import parse_position
from engine.line import LineError, replay
from engine.line.replaying import Replay
from engine.objects import OPPONENT, YOU, Step
from engine.scope import ONE_TURN, WHOLE_GAME, Scope
from engine.state import State

COMBAT = Scope(combat=True)

BOARD = """
you:
  hand: [Shock, Volt Charge]
  battlefield:
    - Mountain x4
    - {card: "Vorinclex, Monstrous Raider"}
    - Grizzly Bears x2
    - Serra Angel
opponent:
  hand: [Shock]
  battlefield:
    - Mountain
    - Hill Giant
    - Grizzly Bears
    - {card: Jace Beleren, counters: {loyalty: 3}}
"""


def begin(text: str = BOARD, scope: Scope = COMBAT) -> State:
    return State.begin(parse_position(text, "test"), CardPool.bundled(), scope)


def same_both_ways(text: str, scope: Scope = COMBAT, board: str = BOARD) -> Replay:
    """Replay the text; it is written back as it stands."""
    start = begin(board, scope)
    played = replay(start, text)
    assert played.text == text
    assert replay(start, played.choices).end == played.end
    return played


def refused(text: str, scope: Scope = COMBAT) -> LineError:
    with pytest.raises(LineError) as caught:
        replay(begin(BOARD, scope), text)
    return caught.value


def test_an_attack_is_a_step() -> None:
    played = same_both_ways("1. Attack with Serra Angel.\n2. To main phase 2.")
    assert played.end.players[OPPONENT].life == 16
    assert (played.steps[0].action, played.steps[0].card, played.steps[0].targets) == ("attack", "", ("opponent",))


def test_what_is_attacked_and_how_many_of_a_name() -> None:
    played = same_both_ways("1. Attack with Serra Angel at Jace Beleren; Grizzly Bears x2.")
    assert played.end.combat is not None and len(played.end.combat.attacks) == 3


def test_blocks_and_divided_damage_are_choices() -> None:
    text = (
        "1. Attack with Vorinclex.\n"
        "2. To declare blockers. Opponent: block: Hill Giant, Grizzly Bears on Vorinclex.\n"
        "3. To combat damage. Vorinclex: damage: 3 to Hill Giant, 2 to opponent's Grizzly Bears, 1 to opponent.\n"
        "4. To main phase 2."
    )
    played = same_both_ways(text.replace("opponent's Grizzly", "Grizzly"))
    assert played.end.players[OPPONENT].life == 19
    assert replay(begin(), text).end == played.end


def test_a_block_may_be_told_with_a_later_step_of_the_turn() -> None:
    start = begin()
    played = replay(start, "1. Attack with Grizzly Bears. 2. To main phase 2. Opponent: block: nobody.")
    assert played.end.players[OPPONENT].life == 18
    assert replay(start, played.text).end == played.end


def test_a_block_that_is_not_told_is_asked_for() -> None:
    error = refused("1. Attack with Grizzly Bears. 2. To main phase 2.")
    assert error.asked == "block"
    assert "Opponent: block: Hill Giant on Grizzly Bears." in error.answers


def test_the_rule_that_a_block_breaks() -> None:
    text = "1. Attack with Serra Angel, Grizzly Bears. 2. To declare blockers. Opponent: block: Hill Giant on Serra Angel."
    assert refused(text).rule == "702.9b"


def test_damage_that_does_not_add_up() -> None:
    text = "1. Attack with Vorinclex. 2. To main phase 2. Opponent: block: Hill Giant, Grizzly Bears on Vorinclex. "
    assert refused(f"{text} Vorinclex: damage: 2 to Hill Giant, 4 to opponent.").rule == "702.19b"
    assert refused(f"{text} Vorinclex: damage: 2 to Hill Giant.").rule == "510.1a"


def test_nobody_attacks_unless_a_step_says_so() -> None:
    assert same_both_ways("1. To main phase 2.").end.players[OPPONENT].life == 20


def test_it_may_be_too_late_to_attack() -> None:
    assert refused("1. To main phase 2. 2. Attack with Serra Angel.").rule == "508.1"
    assert "not played" in refused("1. Attack with Serra Angel.", ONE_TURN).reason


def test_an_attack_that_costs_something_is_paid_for() -> None:
    annex = read_card("Annex", {"cost": "{3}", "type": "Artifact", "abilities": [{"attack cost": "{W/P}"}]}, "test")
    bears = CardPool.bundled().get("Grizzly Bears")
    board = "you: {battlefield: [Grizzly Bears x2]}\nopponent: {battlefield: [Annex]}"
    start = State.begin(parse_position(board, "test"), CardPool.of([annex, bears]), COMBAT)
    text = "1. Attack with Grizzly Bears x2, paying 4 life for {W/P}{W/P}."
    played = replay(start, text)
    assert played.text == text and played.end.players[YOU].life == 16
    assert replay(start, "1. Attack with Grizzly Bears x2.").end == played.end


def test_the_opponent_responds() -> None:
    played = same_both_ways(
        "1. Cast Shock targeting Hill Giant, paying {R} from Mountain.\n"
        "2. In response, opponent: cast Shock targeting Grizzly Bears, paying {R} from Mountain.\n"
        "3. To combat.",
        WHOLE_GAME,
    )
    assert played.end.step is Step.BEGIN_COMBAT
    assert [len(player.graveyard) for player in played.end.players] == [2, 1]


def test_you_respond_to_the_opponent() -> None:
    played = same_both_ways(
        "1. To combat.\n"
        "2. Opponent: cast Shock targeting Grizzly Bears, paying {R} from Mountain.\n"
        "3. In response, cast Shock targeting Hill Giant, paying {R} from Mountain.",
        WHOLE_GAME,
    )
    assert [len(player.graveyard) for player in played.end.players] == [2, 1]
    assert "does not act" in refused("1. Opponent: cast Shock targeting Grizzly Bears.").reason


def test_a_game_of_several_turns() -> None:
    text = (
        "1. Attack with Serra Angel.\n"
        "2. End the turn.\n"
        "3. To declare attackers. Opponent: attack: Hill Giant.\n"
        "4. To declare blockers. Block: Grizzly Bears, Grizzly Bears #2 on Hill Giant."
    )
    start = begin(BOARD, Scope(combat=True, turns=None))
    played = replay(start, text)
    assert played.end.course.turn == 2 and played.end.active == OPPONENT
    assert replay(start, played.text).end == played.end
