"""A win that exists only by acting between two of one's own triggers (117.3b: a player gets priority after each resolution).

Expansion Algorithm with X = 2 makes Venser trigger twice; each trigger makes The Hollow Sentinel if there is none. Three cards
must be drawn with Yawgmoth to find Gut Shot, so three creatures must be sacrificed: Venser and two Sentinels. The second Sentinel
comes only if the first is gone when the second trigger resolves.
"""

from __future__ import annotations

import pytest

from engine.formats.yaml_position import parse_position
from engine.line import LineError
from engine.objects import Result
from optimizer import solve
from tests.facts import after, best

POSITION = """
    you:
      life: 9
      hand: [Expansion Algorithm]
      battlefield:
        - Island x{islands}
        - {{card: "Venser, Corpse Puppet", tapped: true}}
        - {{card: "Yawgmoth, Thran Physician", tapped: true}}
      library: [{library}]
    opponent: {{life: 1}}
    goal: win
"""
WITH_FOUR = POSITION.format(islands=4, library="Serra Angel, Serra Angel, Gut Shot")
SACRIFICE = "activate Yawgmoth: add counters targeting nothing, sacrificing"
HELD = f"""
1. Cast Expansion Algorithm with X = 2, paying {{2}}{{U}}{{U}}. Expansion Algorithm resolves. Venser resolves.
2. In response, {SACRIFICE} The Hollow Sentinel.
3. {SACRIFICE.capitalize()} The Hollow Sentinel.
4. {SACRIFICE.capitalize()} Venser.
5. Cast Gut Shot targeting opponent, paying 2 life.
"""


def test_the_win_is_found_and_verified() -> None:
    found = best(WITH_FOUR)
    assert found.goal_reached
    assert found.facts.result is Result.WON
    assert found.used.count("Yawgmoth, Thran Physician") == 3
    assert "In response" in found.answer.text


def test_the_position_as_it_was_published() -> None:
    """Nothing is tapped there, so an attack past nobody is enough."""
    answer = solve(parse_position(WITH_FOUR.replace(", tapped: true", ""), "test"), time_limit=20, workers=1)
    assert answer.proved and answer.goal_reached


def test_by_hand() -> None:
    end = after(WITH_FOUR, HELD)
    assert end.result is Result.WON
    assert end.you.life == 9 - 3 - 2


def test_without_holding_the_second_sentinel_never_comes() -> None:
    with pytest.raises(LineError, match="Sentinel"):
        after(
            WITH_FOUR,
            HELD.replace("Expansion Algorithm resolves. Venser resolves.", "").replace("In response, activate", "Activate"),
        )


@pytest.mark.parametrize(
    ("islands", "library"),
    [(3, "Serra Angel, Serra Angel, Gut Shot"), (4, "Serra Angel, Serra Angel, Serra Angel, Gut Shot")],
)
def test_one_trigger_less_or_one_card_deeper_there_is_no_win(islands: int, library: str) -> None:
    assert best(POSITION.format(islands=islands, library=library)).goal_reached is False


def test_a_source_is_sacrificed_while_its_trigger_waits_in_the_end_step() -> None:
    found = best("""
        you:
          battlefield:
            - {card: "Yawgmoth, Thran Physician", tapped: true}
            - {card: "Atraxa, Praetors' Voice", tapped: true}
        opponent: {battlefield: [Grizzly Bears]}
        goal: {maximize: 'you.life - 100*count("Grizzly Bears")'}
    """)
    assert found.answer.proved
    assert found.facts.there("Grizzly Bears") == 0
    assert found.chosen == [{"Grizzly Bears"}]


def test_a_spell_is_cast_between_two_triggers() -> None:
    """The first trigger brings the mana; the second one and the spell itself find the counter that was put in between."""
    found = best("""
        you:
          hand: [Contentious Plan, Grim Affliction]
          battlefield:
            - Island x2
            - Swamp
            - {card: Everflowing Chalice, counters: {charge: 1}}
            - {card: Flux Channeler, tapped: true}
            - Inexorable Tide
        opponent: {battlefield: [Serra Angel]}
        goal: {maximize: '-count("Serra Angel")'}
    """)
    assert found.answer.proved
    assert found.facts.there("Serra Angel") == 0


def test_a_spell_is_cast_between_two_triggers_on_a_land() -> None:
    found = best("""
        you:
          hand: [Swamp, Grim Affliction]
          battlefield:
            - {card: Everflowing Chalice, counters: {charge: 1}}
            - {card: Evolution Sage, tapped: true, count: 2}
        opponent: {battlefield: [Hill Giant]}
        goal: {maximize: '-count("Hill Giant")'}
    """)
    assert found.answer.proved
    assert found.facts.there("Hill Giant") == 0
