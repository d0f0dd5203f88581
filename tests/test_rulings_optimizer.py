"""The rulings that are about choices, as best play: whom and what to proliferate (2 to 5), how to pay (8 to 11).

Every answer must be proved and its line is carried out again (`tests.facts.best`).
"""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from engine.mana import parse_cost
from engine.objects import Result
from engine.vocabulary import CardDefinition, NotUnderstood
from optimizer import solve, suggest
from tests.facts import Best, best

SCORE = "goal: {maximize: value}"


def gambit(
    board: str = "", opponent: str = "{}", *, life: int = 9, lands: str = "Island x4", goal: str = SCORE, you: str = ""
) -> Best:
    """Best play with one Tezzeret's Gambit."""
    return best(f"""
you: {{life: {life}, hand: [Tezzeret's Gambit], battlefield: [{lands}{board and ", "}{board}]{you and ", "}{you}}}
opponent: {opponent}
{goal}
""")


def permanent(card: str, **counters: int) -> str:
    return f"{{card: {card!r}, counters: {counters}}}"


# ---- 2: permanents and players, of either side


def test_2_what_is_good_on_both_sides_is_chosen() -> None:
    found = gambit(
        permanent("Grizzly Bears", p1p1=1), f"{{counters: {{poison: 3}}, battlefield: [{permanent('Serra Angel', m1m1=1)}]}}"
    )
    assert found.chosen == [{"opponent", "Grizzly Bears", "Serra Angel"}]


def test_2_yourself_if_your_counters_are_good() -> None:
    found = gambit(you="counters: {energy: 2}", opponent="{counters: {energy: 2}}")
    assert found.chosen == [{"you"}]


def test_2_a_creature_of_the_opponent_that_cannot_be_targeted_dies_of_it() -> None:
    found = gambit(opponent=f"{{battlefield: [{permanent('Troll Ascetic', m1m1=1)}]}}")
    assert found.chosen == [{"Troll Ascetic"}]
    assert found.facts.there("Troll Ascetic") == 0


def test_2_a_card_in_exile_is_no_help() -> None:
    found = best("""
        you:
          hand: [Tezzeret's Gambit]
          battlefield: [Island x4]
          exile: [{card: Grizzly Bears, counters: {time: 2}}]
        goal: {maximize: value}
    """)
    assert found.used == ["Tezzeret's Gambit"]
    assert not any(found.chosen)
    assert found.facts.you.exile[0].counters == (("time", 2),)


# ---- 3: any number, zero included


def test_3_nobody_is_chosen_if_everything_is_bad() -> None:
    """The two cards are worth having; the counters are not."""
    found = gambit(
        permanent("Serra Angel", m1m1=3), f"{{battlefield: [{permanent('Hill Giant', p1p1=1)}]}}", you="counters: {poison: 8}"
    )
    assert found.used == ["Tezzeret's Gambit"]
    assert found.chosen == [set()]
    assert found.facts.there("Serra Angel") == 1


def test_3_one_of_two_that_are_alike() -> None:
    """Only three counters count, and power costs: 4 without a choice, 8 with one of the Bears, 7 with both."""
    found = gambit(
        f"{permanent('Grizzly Bears', p1p1=1)}, {permanent('Grizzly Bears', p1p1=1)}",
        goal="""goal: {maximize: '5*min(counters("Grizzly Bears", "p1p1"), 3) - you.power'}""",
    )
    assert [len(chosen) for chosen in found.chosen] == [1]
    assert found.answer.score == 8


def test_3_choosing_nobody_can_be_what_wins() -> None:
    """Scheming Aspirant's trigger wins, but not if your tenth poison counter comes first."""
    found = gambit("Scheming Aspirant", "{life: 2}", you="counters: {poison: 9}", goal="goal: win")
    assert found.goal_reached
    assert all("you" not in chosen for chosen in found.chosen)


# ---- 4: every kind at once


def test_4_good_and_bad_counters_of_a_player_are_weighed_together() -> None:
    """Experience is good for you, the tenth poison counter is not."""
    found = gambit(you="counters: {experience: 2, poison: 9}", opponent="{counters: {poison: 1}}")
    assert found.chosen == [{"opponent"}]
    assert found.facts.result is Result.NONE


@pytest.mark.parametrize(("experience", "poison", "chosen"), [(5, 3, {"you"}), (3, 5, set())])
def test_4_so_are_they_where_neither_decides_the_game(experience: int, poison: int, chosen: set[str]) -> None:
    score = f"{experience}*you.experience - {poison}*you.poison + you.hand"
    found = gambit(you="counters: {experience: 2, poison: 3}", goal=f"goal: {{maximize: {score!r}}}")
    assert found.chosen == [chosen]


@pytest.mark.parametrize(("oil", "stun", "chosen"), [(5, 3, True), (3, 5, False)])
def test_4_good_and_bad_counters_of_a_permanent_are_weighed_together(oil: int, stun: int, chosen: bool) -> None:
    score = f"""{oil}*counters("Hill Giant", "oil") - {stun}*counters("Hill Giant", "stun")"""
    found = gambit(permanent("Hill Giant", oil=1, stun=1), goal=f"goal: {{maximize: {score!r}}}")
    giant = found.facts.counters("Hill Giant")
    assert giant == ({"oil": 2, "stun": 2} if chosen else {"oil": 1, "stun": 1})


def test_4_the_opponent_gets_a_useful_counter_with_the_tenth_poison_counter() -> None:
    found = gambit(opponent="{counters: {poison: 9, energy: 5, experience: 5}}", goal="goal: win")
    assert found.goal_reached
    assert found.facts.counters("opponent") == {"poison": 10, "energy": 6, "experience": 6}


def test_4_there_is_no_win_by_a_counter_of_one_kind_alone() -> None:
    """Both players have poison; you would need energy without the poison that comes with it."""
    found = best("""
        you: {life: 9, counters: {energy: 1, poison: 9}, hand: [Tezzeret's Gambit], battlefield: [Island x4]}
        goal: {maximize: you.energy}
    """)
    assert found.answer.score == 1
    assert found.facts.result is Result.NONE


# ---- 5: the trigger does not ask what was chosen


def test_5_proliferating_nothing_wins_by_the_trigger() -> None:
    found = gambit("Scheming Aspirant", "{life: 2}", goal="goal: win")
    assert found.goal_reached


# ---- 6: too late to respond once the choice is made


def test_6_the_choice_counts_what_a_response_has_put() -> None:
    """Two spells and Inexorable Tide: four proliferates, each finds what the one before has put, and there is no moment between a
    choice and its counters for more."""
    text = """
        you: {{life: 9, hand: [Tezzeret's Gambit, Steady Progress], battlefield: [Island x6, Inexorable Tide]}}
        opponent: {{counters: {{poison: {poison}}}}}
        goal: win
    """
    assert best(text.format(poison=6)).goal_reached
    assert best(text.format(poison=5)).goal_reached is False


# ---- 7, 11: mana value and colours whatever was paid


def test_7_the_mana_value_counts_the_symbol_that_life_paid_for() -> None:
    text = """
        you: {{life: 9, hand: [Tezzeret's Gambit], battlefield: [Swamp x3, Rage Extractor]}}
        opponent: {{life: {life}}}
        goal: win
    """
    assert best(text.format(life=4)).goal_reached
    assert best(text.format(life=5)).goal_reached is False


def test_11_a_spell_paid_with_life_still_has_its_colour() -> None:
    """K'rrik grows with each black spell."""
    found = best("""
        you: {life: 9, hand: [Dismember], battlefield: [Wastes, "K'rrik, Son of Yawgmoth"]}
        opponent: {battlefield: [Hill Giant]}
        goal: {maximize: 'counters("K''rrik, Son of Yawgmoth", "p1p1")'}
    """)
    assert found.answer.score == 1


# ---- 8: mana or life, symbol by symbol


def test_8_mana_if_there_is_nothing_else_to_do_with_it() -> None:
    found = gambit(opponent="{counters: {poison: 1}}")
    assert (found.used, found.life_paid) == (["Tezzeret's Gambit"], 0)


def test_8_life_if_the_mana_is_needed_for_something_else() -> None:
    found = best("""
        you: {life: 9, hand: [Tezzeret's Gambit, Steady Progress], battlefield: [Island x6]}
        opponent: {counters: {poison: 8}}
        goal: win
    """)
    assert found.goal_reached
    assert (found.facts.you.life, found.life_paid) == (7, 2)


@pytest.mark.parametrize(("swamps", "life"), [(3, 9), (2, 7), (1, 5)])
def test_8_each_symbol_on_its_own(swamps: int, life: int) -> None:
    """Dismember {1}{B/P}{B/P}: as much mana as there is, life for the rest."""
    found = best(f"""
        you: {{life: 9, hand: [Dismember], battlefield: [Swamp x{swamps}]}}
        opponent: {{battlefield: [Serra Angel]}}
        goal: {{maximize: value}}
    """)
    assert found.facts.there("Serra Angel") == 0
    assert found.facts.you.life == life


def test_8_the_last_life_is_not_paid_for_a_few_points() -> None:
    """With 2 life the payment would lose the game at once."""
    found = gambit(opponent="{counters: {poison: 3}}", life=2, lands="Swamp x3")
    assert found.used == []
    assert found.facts.you.life == 2


# ---- 9: at 1 life or less 2 life cannot be paid


@pytest.mark.parametrize(("life", "reached"), [(1, False), (2, False), (3, True)])
def test_9_the_win_that_costs_two_life(life: int, reached: bool) -> None:
    """With 1 life the cost cannot be paid; with 2 it can, and the game is lost before the spell resolves (704.5a)."""
    found = gambit(opponent="{counters: {poison: 9}}", life=life, lands="Island x3", goal="goal: win")
    assert found.goal_reached is reached
    assert found.facts.you.life == (1 if reached else life)


def test_9_at_one_life_the_mana_pays() -> None:
    found = gambit(opponent="{counters: {poison: 9}}", life=1, goal="goal: win")
    assert found.goal_reached
    assert found.life_paid == 0


def test_9_life_is_paid_in_order_not_in_sum() -> None:
    """Scheming Aspirant gives 2 life back, but only after the first 2 were paid: with 2 life the game is over by then, with 3
    both spells can be cast although they cost 4 life in all."""
    text = """
        you:
          life: {life}
          hand: [Tezzeret's Gambit, Tezzeret's Gambit]
          battlefield: [Island x6, {{card: Scheming Aspirant, tapped: true}}]
        opponent: {{life: 4}}
        goal: win
    """
    assert best(text.format(life=2)).goal_reached is False
    found = best(text.format(life=3))
    assert found.goal_reached
    assert found.life_paid == 4


def test_9_down_to_no_life_if_that_does_not_lose_but_not_below() -> None:
    text = """
        you: {{life: 2, hand: [Gut Shot, Gut Shot], battlefield: [Phyrexian Unlife]}}
        opponent: {{life: {life}}}
        goal: win
    """
    assert best(text.format(life=1)).facts.you.life == 0
    assert best(text.format(life=2)).goal_reached is False


# ---- 10: the symbol is blue (or black, ...), not a colour of its own


@pytest.mark.parametrize(
    ("lands", "reached"), [("Swamp x4", False), ("Swamp x3, Island", True), ("Mountain x3, Steam Vents", True)]
)
def test_10_only_mana_of_its_colour_pays_for_it(lands: str, reached: bool) -> None:
    found = gambit(opponent="{counters: {poison: 9}}", life=1, lands=lands, goal="goal: win")
    assert found.goal_reached is reached


def test_10_the_coloured_source_is_kept_for_the_symbol() -> None:
    """Four sources, one of them blue: it must not go into the generic part."""
    found = gambit(
        opponent="{counters: {poison: 9}}",
        life=1,
        lands="{card: Sphere of the Suns, counters: {charge: 1}}, Wastes x3",
        goal="goal: win",
    )
    assert found.goal_reached
    assert found.facts.counters("Sphere of the Suns") == {}


@pytest.mark.parametrize("zone", ["hand", "battlefield"])
def test_an_ability_that_is_not_understood_is_told_wherever_the_card_is(zone: str) -> None:
    riddle = CardDefinition("Riddle", parse_cost("{U}"), types=frozenset({"Artifact"}), abilities=(NotUnderstood("a riddle"),))
    pool = CardPool.of([riddle, CardPool.bundled().get("Island")])
    other = "battlefield" if zone == "hand" else "hand"
    position = parse_position(f"{{you: {{{zone}: [Riddle], {other}: [Island]}}}}", "riddle.yaml")
    answer = suggest(position, cards=pool, time_limit=5)
    assert (answer.proved, answer.not_modelled) == (False, ("Riddle: a riddle",))


def test_a_win_is_not_proved_where_an_ability_is_not_understood() -> None:
    riddle = CardDefinition("Riddle", parse_cost("{U}"), types=frozenset({"Artifact"}), abilities=(NotUnderstood("a riddle"),))
    pool = CardPool.of([riddle, *map(CardPool.bundled().get, ("Mountain", "Shock"))])
    text = "{you: {hand: [Shock], battlefield: [Mountain]}, opponent: {life: 2, battlefield: [Riddle]}}"
    answer = solve(parse_position(text, "riddle.yaml"), cards=pool, time_limit=5)
    assert (answer.goal_reached, answer.proved, answer.not_modelled) == (True, False, ("Riddle: a riddle",))
