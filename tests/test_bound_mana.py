"""Mana that can be spent only on something (106.6)."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Activate, Cast, IllegalChoice, Payment, TapForMana
from engine.mana import parse_cost, parse_mana
from engine.objects import Step
from engine.vocabulary import Activated, AddMana, CardDefinition, Costs, Filter, GainLife, SpendOn, UnspentManaBecomes
from optimizer.followed import not_followed
from tests.engine_play import Game, side, thing
from tests.test_engine_made_up import creature, sorcery

CREATURE, ARTIFACT = Filter(types=frozenset({"Creature"})), Filter(types=frozenset({"Artifact"}))
ONLY_CREATURES = SpendOn(CREATURE, CREATURE)


def rock(name: str, *abilities: object) -> CardDefinition:
    return CardDefinition(name, parse_cost("{0}"), types=frozenset({"Artifact"}), abilities=abilities)  # type: ignore[arg-type]


def costing(cost: str, card: CardDefinition) -> CardDefinition:
    return CardDefinition(
        card.name, parse_cost(cost), types=card.types, power=card.power, toughness=card.toughness, abilities=card.abilities
    )


CARDS = CardPool.of(
    [
        rock("Den", Activated(Costs(tap=True), (AddMana("R", only=ONLY_CREATURES), AddMana("G", only=ONLY_CREATURES)))),
        rock("Prism", Activated(Costs(tap=True), (AddMana("WUBRG", only=SpendOn(CREATURE)),) * 2)),
        rock("Stone", Activated(Costs(tap=True), (AddMana("C", only=SpendOn(ARTIFACT, rest=True)),))),
        rock("Fountain", Activated(Costs(parse_cost("{1}")), (GainLife(),))),
        rock("Ember", UnspentManaBecomes("R")),
        costing("{R}{G}", creature("Bear", 2, 2)),
        costing("{R}", sorcery("Chant", GainLife())),
        creature("Monk", 1, 1, Activated(Costs(parse_cost("{1}")), (GainLife(),))),
    ]
)  # fmt: skip


def play(*hand: str, on: tuple[str, ...] = (), **fields: object) -> Game:
    return Game(side(hand=hand, battlefield=on, **fields), cards=CARDS)


def test_106_6_mana_for_creatures_pays_for_creature_spells_and_abilities_of_creatures_only() -> None:
    game = play("Bear", "Chant", on=("Den", "Fountain", "Monk")).tap("Den")
    assert game.can(Cast, "Bear") and game.can(Activate, "Monk")
    assert not game.can(Cast, "Chant") and not game.can(Activate, "Fountain")
    with pytest.raises(IllegalChoice) as error:
        game.do(Cast(game.id("Chant"), payment=Payment(spent=parse_mana("{R}"))))
    assert error.value.rule in ("106.6", "118.3")
    assert game.cast("Bear").settle().there("Bear") == 1


def test_106_6_mana_that_is_bound_is_spent_before_free_mana() -> None:
    game = play("Bear", "Chant", on=("Den",), mana="{R}").tap("Den").cast("Bear").settle()
    assert game.you.bound == () and game.you.mana == parse_mana("{R}")
    game.cast("Chant").settle()
    assert game.you.life == 21


def test_106_6_a_mana_ability_on_the_way_may_give_bound_mana() -> None:
    game = play("Bear", on=("Den",))
    game.do(Cast(game.id("Bear"), payment=Payment(taps=(TapForMana(game.id("Den")),), spent=parse_mana("{R}{G}"))))
    assert game.settle().there("Bear") == 1


def test_106_6_mana_not_for_other_spells_pays_for_any_ability() -> None:
    game = play("Chant", on=("Stone", "Fountain")).tap("Stone")
    assert game.can(Activate, "Fountain") and not game.can(Cast, "Chant")


def test_106_1b_two_mana_in_any_combination_of_colors() -> None:
    game = play("Bear", on=("Prism",))
    words = [c.color for c in game.state.choices() if isinstance(c, TapForMana)]
    assert len(words) == len(set(words)) == 15
    game.do(TapForMana(game.id("Prism"), 0, "RG")).cast("Bear")
    with pytest.raises(IllegalChoice) as error:
        play(on=("Prism",)).do(TapForMana(2, 0, "R"))
    assert error.value.rule == "106.1b"


def test_500_5_bound_mana_is_lost_with_the_step_or_changes_its_color_only() -> None:
    game = play("Chant", "Bear", on=("Den",)).tap("Den").to("begin_combat")
    assert game.you.bound == ()
    game = play("Chant", "Bear", on=("Den", "Ember")).tap("Den").to("main2")
    assert game.state.step is Step.MAIN2 and game.you.bound == ((ONLY_CREATURES, parse_mana("{R}{R}")),)
    assert not game.can(Cast, "Chant")


def test_lukka_s_mana_is_for_creatures() -> None:
    game = Game(side(hand=["Grizzly Bears", "Divination"], battlefield=[thing("Lukka, Bound to Ruin", loyalty=5)]))
    game.activate("Lukka, Bound to Ruin", 0).settle()
    assert sum(sum(mana) for _, mana in game.you.bound) == 2 and not game.can(Cast, "Divination")
    assert game.cast("Grizzly Bears").settle().there("Grizzly Bears") == 1


def test_the_model_says_that_it_does_not_follow_bound_mana() -> None:
    assert "add mana: only" in not_followed(CardPool.bundled().get("The Seedcore"))
