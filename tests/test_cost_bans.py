"""Effects that say that costs cannot be paid with life or by sacrificing (101.2)."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, IllegalChoice, Payment, TapForMana
from engine.mana import parse_cost
from engine.vocabulary import CardDefinition, Costs, CostsCannotUse, Draw, Filter, May, Spell
from tests.engine_play import Game, side

LIFE = CostsCannotUse(life=True)
CREATURES = CostsCannotUse(sacrifice=Filter(types=frozenset({"Creature"})))
NOT_FOR_MANA = CostsCannotUse(life=True, mana_abilities=False)


def game(ban: CostsCannotUse, hand: list[str], battlefield: list[str], *more: CardDefinition) -> Game:
    card = CardDefinition("Ban", parse_cost("{0}"), types=frozenset({"Enchantment"}), abilities=(ban,))
    pool = CardPool.bundled()
    known = [pool.get(name) for name in {*hand, *battlefield} - {c.name for c in more}]
    return Game(side(hand=hand, battlefield=battlefield), side(battlefield=["Ban"]), CardPool.of([card, *more, *known]))


def test_phyrexian_symbols_are_then_paid_with_mana_only() -> None:
    assert not game(LIFE, ["Gitaxian Probe"], []).can(Cast)
    g = game(LIFE, ["Gitaxian Probe"], ["Island"])
    assert [c.payment.announced for c in g.state.choices() if isinstance(c, Cast)] == [("U",)] * 2  # at either player
    with pytest.raises(IllegalChoice) as error:
        g.do(Cast(g.id("Gitaxian Probe"), targets=((1,),), payment=Payment(announced=("life",))))
    assert error.value.rule == "101.2"
    assert g.cast("Gitaxian Probe").settle().you.life == 20


def test_activated_abilities_and_mana_abilities() -> None:
    g = game(LIFE, [], ["Yawgmoth, Thran Physician", "Grizzly Bears", "Staff of Compleation"])
    assert not g.can(Activate) and not g.can(TapForMana)
    assert game(NOT_FOR_MANA, [], ["Staff of Compleation"]).can(TapForMana)


def test_what_cannot_be_sacrificed() -> None:
    g = game(CREATURES, [], ["Yawgmoth, Thran Physician", "Grizzly Bears", "Throne of Geth"])
    assert g.can(Activate, "Throne of Geth") and not g.can(Activate, "Yawgmoth, Thran Physician")
    with pytest.raises(IllegalChoice) as error:
        g.do(Activate(g.id("Yawgmoth, Thran Physician"), 0, targets=((),), sacrifice=(g.id("Grizzly Bears"),)))
    assert error.value.rule == "101.2"


def test_life_that_an_effect_asks_for_can_be_paid() -> None:
    offer = CardDefinition("Offer", parse_cost("{0}"), types=frozenset({"Sorcery"}), abilities=(
        Spell((May((Draw(),), Costs(life=2)),)),))  # fmt: skip
    assert game(LIFE, ["Offer"], [], offer).cast("Offer").settle().yes().you.life == 18
