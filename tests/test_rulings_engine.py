"""The eleven rulings on Tezzeret's Gambit (seed), each by its number: proliferate 1 to 6, Phyrexian mana 7 to 11."""

from __future__ import annotations

import pytest

from engine.choices import Activate, Cast, IllegalChoice, Pass, Payment, Proliferated, TapForMana, ToProliferate
from engine.mana import parse_mana
from engine.objects import OPPONENT, YOU, Card, Result
from engine.position import CardSpec
from engine.state import State
from tests.engine_play import Game, side, thing
from tests.facts import Facts, after, begin, forbidden

GAMBIT = "Tezzeret's Gambit"
BY_MANA = "1. Cast Tezzeret's Gambit, paying {3}{U}."
BY_LIFE = "1. Cast Tezzeret's Gambit, paying {3} and 2 life for {U/P}."


def resolving(game: Game, card: str = GAMBIT) -> ToProliferate:
    """Cast the card and let it resolve up to the choice for its proliferate."""
    game.cast(card, **({"announced": ("U",)} if card == GAMBIT else {})).ok()
    assert isinstance(game.state.decision, ToProliferate)
    return game.state.decision


def ways_to_pay(state: State, card: str) -> list[tuple[str, ...]]:
    """What is announced for the symbols of the card, in all legal ways of casting it."""
    casts = [c for c in state.choices() if isinstance(c, Cast) and state.name(c.card) == card]
    return sorted({c.payment.announced for c in casts})


# ---- 1: +1/+1 and -1/-1 counters are removed in pairs


def test_1_both_kinds_are_removed_in_pairs_as_a_state_based_action() -> None:
    game = Game(side(battlefield=[thing("Hill Giant", p1p1=3, m1m1=2)]))
    assert game.permanent("Hill Giant").counters == (("p1p1", 1),)


def test_1_equal_numbers_leave_none_of_either() -> None:
    game = Game(side(battlefield=[thing("Hill Giant", p1p1=2, m1m1=2, charge=1)]))
    assert game.permanent("Hill Giant").counters == (("charge", 1),)


def test_1_both_kinds_are_there_until_the_spell_has_resolved() -> None:
    """Grim Affliction puts the -1/-1 counter first; its proliferate then finds both kinds and the pair goes only afterwards."""
    game = Game(side(["Grim Affliction"], [("Swamp", 3), thing("Hill Giant", p1p1=2)]))
    game.cast("Grim Affliction", "Hill Giant").ok()
    assert game.permanent("Hill Giant").counters == (("m1m1", 1), ("p1p1", 2))
    game.proliferate("Hill Giant")
    assert game.permanent("Hill Giant").counters == (("p1p1", 1),)


# ---- 2: any permanent and any player that has a counter, and nothing else


def test_2_permanents_and_players_of_both_sides() -> None:
    game = Game(
        side([GAMBIT], [("Island", 4), thing("Contagion Clasp", charge=1), "Serra Angel"], counters={"energy": 1}),
        side(battlefield=[thing("Hill Giant", m1m1=1), "Grizzly Bears"], counters={"poison": 1}),
    )
    options = resolving(game).options
    assert set(options) == {YOU, OPPONENT, game.id("Contagion Clasp"), game.id("Hill Giant")}


@pytest.mark.parametrize("name", ["you", "Island", "Serra Angel", "Hill Giant"])
def test_2_not_what_has_no_counter(name: str) -> None:
    game = Game(side([GAMBIT], [("Island", 4), "Serra Angel"]), side(battlefield=["Hill Giant"], counters={"poison": 1}))
    resolving(game)
    with pytest.raises(IllegalChoice, match=r"CR 701\.34a\b"):
        game.proliferate(name)


def test_2_no_card_in_another_zone_even_with_counters() -> None:
    game = Game(
        side([GAMBIT], [("Island", 4)], exile=(CardSpec("Hill Giant", counters={"time": 3}),)), side(counters={"poison": 1})
    )
    card = game.you.exile[0]
    assert isinstance(card, Card)
    assert card.counters == (("time", 3),)
    assert resolving(game).options == (OPPONENT,)
    with pytest.raises(IllegalChoice, match=r"CR 701\.34a\b"):
        game.do(Proliferated(frozenset({card.id})))


def test_2_hexproof_and_shroud_do_not_matter_because_nothing_is_targeted() -> None:
    game = Game(side([GAMBIT], [("Island", 4), thing("Blastoderm", fade=2)]), side(battlefield=[thing("Troll Ascetic", p1p1=1)]))
    assert set(resolving(game).options) == {game.id("Blastoderm"), game.id("Troll Ascetic")}


# ---- 3: any number of them, zero too


def test_3_any_subset_may_be_chosen() -> None:
    game = Game(side([GAMBIT], [("Island", 4), thing("Contagion Clasp", charge=1)]), side(counters={"poison": 1}))
    resolving(game)
    clasp = game.id("Contagion Clasp")
    subsets = [set(), {clasp}, {OPPONENT}, {clasp, OPPONENT}]
    assert sorted(map(sorted, (c.chosen for c in game.state.choices()))) == sorted(map(sorted, subsets))  # type: ignore[union-attr]


def test_3_nothing_at_all_may_be_chosen() -> None:
    end = after(
        "{you: {hand: [Tezzeret's Gambit], battlefield: [Island x4, {card: Contagion Clasp, counters: {charge: 1}}]},"
        " opponent: {counters: {poison: 9}}}",
        f"{BY_MANA} Proliferate: nobody.",
    )
    assert end.counters("Contagion Clasp") == {"charge": 1}
    assert end.counters("opponent") == {"poison": 9}
    assert end.result is Result.NONE
    assert len(end.you.hand) == 2  # the rest of the spell happens


def test_3_with_nothing_to_choose_the_spell_resolves() -> None:
    end = after("{you: {hand: [Tezzeret's Gambit], battlefield: [Island x4]}}", BY_MANA)
    assert len(end.you.hand) == 2


# ---- 4: one counter of every kind that is there, or none


def test_4_a_permanent_gets_one_of_each_kind() -> None:
    end = after(
        "{you: {hand: [Tezzeret's Gambit], battlefield: [Island x4, {card: Hill Giant, counters: {p1p1: 2, stun: 1, oil: 3}}]}}",
        f"{BY_MANA} Proliferate: Hill Giant.",
    )
    assert end.counters("Hill Giant") == {"p1p1": 3, "stun": 2, "oil": 4}


def test_4_a_player_gets_one_of_each_kind() -> None:
    end = after(
        "{you: {hand: [Tezzeret's Gambit], battlefield: [Island x4], counters: {experience: 2, poison: 3, energy: 5}}}",
        f"{BY_MANA} Proliferate: you.",
    )
    assert end.counters("you") == {"experience": 3, "poison": 4, "energy": 6}


def test_4_there_is_no_choice_of_kinds() -> None:
    game = Game(side([GAMBIT], [("Island", 4), thing("Hill Giant", p1p1=2, stun=1)]))
    resolving(game)
    assert len(list(game.state.choices())) == 2  # the Giant or nothing
    game.proliferate("Hill Giant")
    assert game.permanent("Hill Giant").counters == (("p1p1", 3), ("stun", 2))


# ---- 5: "whenever you proliferate" does not ask what was chosen


@pytest.mark.parametrize("chosen", ["nobody", "Contagion Clasp"])
def test_5_proliferating_triggers_whatever_was_chosen(chosen: str) -> None:
    end = after(
        "{you: {life: 5, hand: [Tezzeret's Gambit],"
        " battlefield: [Island x4, Scheming Aspirant, {card: Contagion Clasp, counters: {charge: 1}}]}}",
        f"{BY_MANA} Proliferate: {chosen}.",
    )
    assert (end.opponent.life, end.you.life) == (18, 7)


def test_5_also_when_nothing_could_be_chosen() -> None:
    end = after("{you: {hand: [Tezzeret's Gambit], battlefield: [Island x4, Scheming Aspirant]}}", BY_MANA)
    assert (end.opponent.life, end.you.life) == (18, 22)


# ---- 6: responses before it resolves, none once the choice is made


def test_6_one_may_respond_while_the_spell_waits() -> None:
    """Steady Progress answers Tezzeret's Gambit: what it chose has its second counter before the Gambit chooses."""
    end = after(
        "{you: {hand: [Tezzeret's Gambit, Steady Progress], battlefield: [Island x7]}, opponent: {counters: {poison: 2}}}",
        f"{BY_MANA}\n2. In response, cast Steady Progress. Proliferate: opponent. Tezzeret's Gambit: proliferate: opponent.",
    )
    assert end.counters("opponent") == {"poison": 4}


def test_6_nobody_has_priority_while_the_choice_is_made() -> None:
    game = Game(
        side([GAMBIT, "Steady Progress"], [("Island", 8), thing("Contagion Clasp", charge=1)]), side(counters={"poison": 1})
    )
    resolving(game)
    assert all(isinstance(choice, Proliferated) for choice in game.state.choices())
    for response in (
        Pass(),
        Cast(game.id("Steady Progress")),
        TapForMana(game.id("Island")),
        Activate(game.id("Contagion Clasp"), 0),
    ):
        with pytest.raises(IllegalChoice):
            game.state.apply(response)


def test_6_the_counters_are_there_before_anybody_acts_again() -> None:
    game = Game(side([GAMBIT], [("Island", 4)]), side(counters={"poison": 1}))
    resolving(game)
    game.proliferate("opponent")
    assert Facts(game.state).counters("opponent") == {"poison": 2}
    assert not game.state.stack


# ---- 7: each Phyrexian symbol counts 1 towards mana value


@pytest.mark.parametrize(
    ("card", "value"),
    [(GAMBIT, 4), ("Gitaxian Probe", 1), ("Dismember", 3), ("Vraska, Betrayal's Sting", 6), ("Tamiyo, Compleated Sage", 5)],
)
def test_7_mana_value_counts_each_phyrexian_symbol_as_one(card: str, value: int) -> None:
    game = Game(side([card]))
    assert game.state.mana_value(game.id(card)) == value


def test_7_it_does_not_depend_on_how_the_cost_was_paid() -> None:
    """Rage Extractor deals damage equal to the mana value of the spell (202.3g): 4, though only {3} was mana."""
    end = after(
        "{you: {life: 9, hand: [Tezzeret's Gambit], battlefield: [Island x3, Rage Extractor]}}",
        f"{BY_LIFE} Rage Extractor: targeting opponent.",
    )
    assert (end.you.life, end.opponent.life) == (7, 16)


# ---- 8: how each symbol is paid is chosen as the spell is cast


def test_8_mana_or_life_is_announced_for_the_symbol() -> None:
    state = begin("{you: {hand: [Tezzeret's Gambit], battlefield: [Island x4]}}")
    assert ways_to_pay(state, GAMBIT) == [("U",), ("life",)]


def test_8_for_each_symbol_on_its_own() -> None:
    state = begin("{you: {hand: [Dismember], battlefield: [Swamp x3]}, opponent: {battlefield: [Hill Giant]}}")
    assert ways_to_pay(state, "Dismember") == [("B", "B"), ("B", "life"), ("life", "life")]  # which of the two is all the same
    for paying, life in (("{1}{B}{B}", 20), ("{1}{B} and 2 life", 18), ("{1} and 4 life", 16)):
        end = after(state, f"1. Cast Dismember targeting Hill Giant, paying {paying}.")
        assert (end.you.life, end.there("Hill Giant")) == (life, 0)


def test_8_together_with_x_as_an_ability_is_activated() -> None:
    text = "{you: {life: 9, battlefield: [Wastes x2, Hex Parasite, {card: Contagion Clasp, counters: {charge: 3}}]}}"
    end = after(text, "1. Activate Hex Parasite with X = 2 targeting Contagion Clasp, paying {2} and 2 life. Remove: 2 charge.")
    assert (end.you.life, end.counters("Contagion Clasp"), end.size("Hex Parasite")) == (7, {"charge": 1}, (3, 1))


def test_8_together_with_targets_so_that_life_is_gone_before_anybody_can_respond() -> None:
    game = Game(side([GAMBIT], [("Island", 4)], life=9))
    game.cast(GAMBIT, announced=("life",))
    assert (game.you.life, len(game.state.stack)) == (7, 1)


def test_8_what_was_announced_must_be_paid() -> None:
    game = Game(side([GAMBIT], [("Island", 4)]))
    taps = tuple(TapForMana(id) for id in list(game.state.battlefield)[:4])
    with pytest.raises(IllegalChoice, match=r"CR 601\.2"):
        game.do(Cast(game.id(GAMBIT), payment=Payment(("life",), taps, parse_mana("{U}{U}{U}{U}"))))
    with pytest.raises(IllegalChoice, match=r"CR 601\.2"):
        game.do(Cast(game.id(GAMBIT), payment=Payment((), taps, parse_mana("{U}{U}{U}{U}"))))


# ---- 9: at 1 life or less one cannot pay 2 life


@pytest.mark.parametrize("life", [1, 0, -3])
def test_9_two_life_cannot_be_paid_at_one_life_or_less(life: int) -> None:
    state = begin(f"{{you: {{life: {life}, hand: [Tezzeret's Gambit], battlefield: [Island x4, Phyrexian Unlife]}}}}")
    assert ways_to_pay(state, GAMBIT) == [("U",)]
    assert forbidden(state, BY_LIFE) == "119.4"


def test_9_without_the_mana_the_spell_cannot_be_cast_at_one_life() -> None:
    state = begin("{you: {life: 1, hand: [Tezzeret's Gambit], battlefield: [Island x3]}}")
    assert ways_to_pay(state, GAMBIT) == []


def test_9_two_symbols_need_four_life() -> None:
    text = "{you: {life: 3, hand: [Dismember], battlefield: [Swamp x3]}, opponent: {battlefield: [Hill Giant]}}"
    assert ways_to_pay(begin(text), "Dismember") == [("B", "B"), ("B", "life")]
    assert forbidden(text, "1. Cast Dismember targeting Hill Giant, paying {1} and 4 life.") == "119.4"


def test_9_the_last_two_life_may_be_paid_and_lose_the_game() -> None:
    end = after("{you: {life: 2, hand: [Tezzeret's Gambit], battlefield: [Island x3]}}", BY_LIFE)
    assert (end.you.life, end.result) == (0, Result.LOST)


# ---- 10: Phyrexian mana is no colour, and nothing makes it


def test_10_the_symbol_takes_mana_of_its_colour_only() -> None:
    for land in ("Plains", "Swamp", "Mountain", "Forest", "Wastes"):
        state = begin(f"{{you: {{hand: [Tezzeret's Gambit], battlefield: [{land} x4]}}}}")
        assert ways_to_pay(state, GAMBIT) == [("life",)]


def test_10_the_types_of_mana_are_the_five_colours_and_colourless() -> None:
    assert set(parse_mana("{W}{U}{B}{R}{G}{C}")) == {1}
    with pytest.raises(ValueError):
        parse_mana("{U/P}")


def test_10_any_colour_means_one_of_five() -> None:
    state = begin("{you: {battlefield: [{card: Sphere of the Suns, counters: {charge: 2}}]}}")
    assert sorted(c.color for c in state.choices() if isinstance(c, TapForMana)) == sorted("WUBRG")


# ---- 11: the card has every colour of its mana cost, however it was paid


@pytest.mark.parametrize(
    ("card", "colors"),
    [(GAMBIT, "U"), ("Dismember", "B"), ("Gut Shot", "R"), ("Vault Skirge", "B"), ("Tamiyo, Compleated Sage", "GU")],
)
def test_11_phyrexian_symbols_give_their_colours(card: str, colors: str) -> None:
    game = Game(side([card]))
    assert game.state.colors(game.id(card)) == set(colors)


def test_11_a_spell_keeps_its_colour_when_life_was_paid() -> None:
    """K'rrik gets a counter for each black spell: Dismember for {1} and 4 life is one."""
    text = """
        you: {life: 9, hand: [Dismember], battlefield: [Wastes, "K'rrik, Son of Yawgmoth"]}
        opponent: {battlefield: [Hill Giant]}
    """
    end = after(text, "1. Cast Dismember targeting Hill Giant, paying {1} from Wastes and 4 life.")
    assert (end.you.life, end.counters("K'rrik, Son of Yawgmoth")) == (5, {"p1p1": 1})


def test_11_a_permanent_keeps_its_colour_when_life_was_paid() -> None:
    end = after("{you: {hand: [Vault Skirge], battlefield: [Wastes]}}", "1. Cast Vault Skirge, paying {1} and 2 life.")
    assert end.state.colors(end.id("Vault Skirge")) == {"B"}
    assert end.you.life == 18
