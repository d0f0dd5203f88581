"""The eleven rulings on Tezzeret's Gambit, and more on proliferate and Phyrexian mana (107.4f, 701.34)."""

from __future__ import annotations

import pytest

from engine.choices import Cast, IllegalChoice, Pass, Payment, Proliferated, ToProliferate
from tests.engine_play import Game, side, thing

GAMBIT = "Tezzeret's Gambit"


def gambit(*battlefield: object, life: int = 20, you: dict | None = None, **opponent: object) -> Game:  # type: ignore[type-arg]
    game = Game(side([GAMBIT], [("Island", 4), *battlefield], life=life, **(you or {})), side(**opponent))  # type: ignore[arg-type]
    return game.cast(GAMBIT, announced=("U",)).ok()


def test_ruling_1_plus_and_minus_counters_are_removed_in_pairs() -> None:
    game = Game(side(battlefield=[thing("Hill Giant", p1p1=3, m1m1=2)]))
    assert game.permanent("Hill Giant").counters == (("p1p1", 1),)


def test_ruling_1_not_in_the_middle_of_a_resolution() -> None:
    game = Game(side(["Grim Affliction"], [("Swamp", 3), thing("Hill Giant", p1p1=1)]))
    game.cast("Grim Affliction", "Hill Giant").ok()
    game.proliferate("Hill Giant")
    assert game.permanent("Hill Giant").counters == ()
    assert game.state.power(game.id("Hill Giant")) == 3


def test_ruling_2_any_permanent_and_any_player_but_no_card_elsewhere() -> None:
    game = gambit(thing("Sol Ring", charge=1), you={"counters": {"poison": 1}}, battlefield=[thing("Hill Giant", m1m1=1)])
    decision = game.state.decision
    assert isinstance(decision, ToProliferate)
    assert decision.options == (0, game.id("Sol Ring"), game.id("Hill Giant"))
    with pytest.raises(IllegalChoice, match=r"CR 701\.34a\b"):
        game.state.apply(Proliferated(frozenset({1})))


def test_ruling_3_zero_may_be_chosen() -> None:
    game = gambit(thing("Sol Ring", charge=1))
    assert set(game.state.choices()) == {Proliferated(frozenset()), Proliferated(frozenset({game.id("Sol Ring")}))}
    game.proliferate()
    assert game.counters("Sol Ring", "charge") == 1


def test_ruling_4_every_kind_at_once() -> None:
    game = gambit(thing("Sol Ring", charge=2, oil=1), counters={"poison": 2, "rad": 1})
    game.proliferate("Sol Ring", "opponent")
    assert game.permanent("Sol Ring").counters == (("charge", 3), ("oil", 2))
    assert game.opponent.counters == (("poison", 3), ("rad", 2))


def test_ruling_5_proliferating_nothing_triggers() -> None:
    game = gambit("Scheming Aspirant", life=5)
    game.settle()
    assert game.opponent.life == 18
    assert game.you.life == 7


def test_ruling_6_nobody_acts_while_it_resolves() -> None:
    game = gambit(thing("Sol Ring", charge=1))
    with pytest.raises(IllegalChoice):
        game.state.apply(Pass())
    assert all(isinstance(choice, Proliferated) for choice in game.state.choices())


def test_ruling_7_mana_value_counts_the_phyrexian_symbol() -> None:
    game = Game(side([GAMBIT, "Expansion Algorithm"], [("Island", 6)]))
    assert game.state.mana_value(game.id(GAMBIT)) == 4
    game.cast("Expansion Algorithm", x=3)
    assert game.state.mana_value(game.id("Expansion Algorithm")) == 5  # 202.3e


def test_ruling_8_how_to_pay_is_chosen_as_it_is_cast() -> None:
    game = Game(side([GAMBIT], [("Island", 4)]))
    announced = [choice.payment.announced for choice in game.state.choices() if isinstance(choice, Cast)]
    assert sorted(announced) == [("U",), ("life",)]


def test_ruling_9_two_life_cannot_be_paid_with_one() -> None:
    game = Game(side([GAMBIT], [("Island", 3)], life=1))
    assert not game.can(Cast, GAMBIT)
    two = Game(side([GAMBIT], [("Island", 3)], life=2))
    two.cast(GAMBIT)
    assert two.state.over  # paying the last 2 life is allowed (119.4) and loses the game (704.5a)


def test_ruling_10_mana_of_another_colour_does_not_pay() -> None:
    game = Game(side([GAMBIT], [("Swamp", 4)], life=1))
    assert not game.can(Cast, GAMBIT)
    with pytest.raises(IllegalChoice):
        game.state.apply(Cast(game.id(GAMBIT), payment=Payment(("U",), spent=(0, 0, 4, 0, 0, 0))))


def test_ruling_11_colours_do_not_depend_on_the_payment() -> None:
    game = Game(side([GAMBIT], [("Swamp", 3)]))
    assert game.state.colors(game.id(GAMBIT)) == {"U"}
    game.cast(GAMBIT, announced=("life",))
    assert game.state.colors(game.id(GAMBIT)) == {"U"}
    assert game.you.life == 18
