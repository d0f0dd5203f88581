"""More than one turn and more than one player acting: turns (500), priority (117), triggers of both players (603.3b)."""

from __future__ import annotations

import pytest

from engine.cards import CardPool
from engine.choices import Cast, IllegalChoice, Ordered, Pass, PlayLand, Priority, ToOrder, ToPick
from engine.objects import OPPONENT, YOU, Step
from engine.scope import WHOLE_GAME, Scope
from engine.vocabulary import CardDefinition, Chapter, Draw, ExtraTurn, GainLife, Spell, StepBegins, Target, Triggered
from tests.engine_play import Game, side, thing

TURNS = Scope(turns=None)
BOTH = Scope(opponent_acts=True, turns=None)
FREE = frozenset({"Instant"})


def free(name: str, *effects: object, targets: tuple[Target, ...] = ()) -> CardDefinition:
    return CardDefinition(name, (), types=FREE, abilities=(Spell(effects, targets),))  # type: ignore[arg-type]


def holder(game: Game) -> int:
    assert isinstance(game.state.decision, Priority)
    return game.state.decision.player


# ---------------------------------------------------------------------------------------------------------------- turns


def test_one_turn_is_all_unless_more_is_asked_for() -> None:
    game = Game(side())
    while not game.state.over:
        game.ok()
    assert game.state.course.turn == 1 and game.state.turn_over


def test_500_turns_alternate_and_stop_where_the_scope_ends() -> None:
    game = Game(side(), scope=Scope(turns=3))
    whose = {}
    while not game.state.over:
        whose[game.state.course.turn] = game.state.active
        game.ok()
    assert whose == {1: YOU, 2: OPPONENT, 3: YOU}


def test_504_1_each_player_draws_in_their_turn() -> None:
    game = Game(side(), scope=TURNS).to("main1", 3)
    assert len(game.you.hand) == 1 and len(game.opponent.hand) == 1


def test_502_3_only_the_active_player_untaps() -> None:
    game = Game(side(battlefield=[thing("Island", tapped=True)]), side(battlefield=[thing("Swamp", tapped=True)]), scope=TURNS)
    game.to("upkeep", 2)
    assert game.permanent("Island").tapped and not game.permanent("Swamp").tapped
    assert not game.to("upkeep", 3).permanent("Island").tapped


def test_122_1d_a_stun_counter_is_removed_instead_of_untapping() -> None:
    game = Game(side(battlefield=[thing("Grizzly Bears", tapped=True, stun=2)]), scope=TURNS)
    for turn, tapped, stun in ((3, True, 1), (5, True, 0), (7, False, 0)):
        game.to("upkeep", turn)
        assert (game.permanent("Grizzly Bears").tapped, game.counters("Grizzly Bears", "stun")) == (tapped, stun)


def test_302_6_a_creature_is_new_until_its_controllers_next_turn() -> None:
    battlefield = [thing("Grizzly Bears", sick=True)]
    game = Game(side(battlefield=battlefield), side(battlefield=battlefield), scope=TURNS).to("upkeep", 2)
    mine, theirs = game.permanent("Grizzly Bears"), game.permanent("Grizzly Bears", 1)
    assert mine.sick and not theirs.sick


def test_305_2_a_land_each_turn() -> None:
    game = Game(side(hand=["Island", "Swamp"]), scope=TURNS).play("Island")
    assert not game.can(PlayLand)
    assert game.to("main1", 3).play("Swamp").there("Swamp") == 1


def test_606_3_loyalty_abilities_can_be_used_again_in_the_next_turn() -> None:
    game = Game(side(battlefield=[thing("Jace Beleren", loyalty=3)]), scope=TURNS).activate("Jace Beleren").settle()
    assert game.to("main1", 2).permanent("Jace Beleren").activated_loyalty == 0


def test_500_7_extra_turns_follow_this_one_the_last_created_first() -> None:
    again = free("Again", ExtraTurn())
    cards = CardPool.of([again])
    game = Game(side(hand=["Again"]), side(hand=["Again"]), cards, BOTH)
    game.cast("Again").ok().cast("Again").ok().ok().ok().ok()  # the opponent's resolves first, so yours was created last
    order: list[int] = []
    while len(order) < 5:
        if len(order) < game.state.course.turn:
            order.append(game.state.active)
        game.ok()
    assert order == [YOU, YOU, OPPONENT, OPPONENT, YOU]


def test_514_1_both_players_discard_in_their_cleanup_step() -> None:
    hand = ["Island"] * 9
    game = Game(side(hand=hand), side(hand=hand), scope=TURNS).to("upkeep", 2)
    assert len(game.you.hand) == 7 and len(game.opponent.hand) == 9
    decision = game.to("upkeep", 3).state.decision
    assert isinstance(decision, ToPick) and (decision.player, decision.what, decision.least) == (OPPONENT, "discard", 3)


def test_714_3b_a_saga_goes_on_in_its_players_main_phase() -> None:
    saga = CardDefinition("Saga", (), types=frozenset({"Enchantment"}), subtypes=("Saga",), abilities=(
        Triggered(Chapter(3), (Draw(),)),))  # fmt: skip
    game = Game(side(battlefield=[thing("Saga", lore=1)]), cards=CardPool.of([saga]), scope=TURNS)
    assert game.to("main1", 2).counters("Saga", "lore") == 1
    assert game.to("main1", 3).counters("Saga", "lore") == 2


# ---------------------------------------------------------------------------------------------------------------- priority


def test_117_3a_the_active_player_gets_priority_first() -> None:
    game = Game(side(), scope=BOTH)
    assert holder(game) == YOU and holder(game.ok()) == OPPONENT
    assert holder(Game(side(), scope=BOTH, active="opponent")) == OPPONENT


def test_117_3c_who_acts_gets_priority_again() -> None:
    game = Game(side(hand=["Shock"], battlefield=["Mountain"]), scope=BOTH).cast("Shock", "opponent")
    assert holder(game) == YOU and len(game.state.stack) == 1


def test_117_4_the_top_resolves_when_both_have_passed() -> None:
    game = Game(side(hand=["Shock"], battlefield=["Mountain"]), scope=BOTH).cast("Shock", "opponent").ok()
    assert game.opponent.life == 20
    assert game.ok().opponent.life == 18 and holder(game) == YOU


def test_117_4_a_step_ends_when_both_have_passed_on_an_empty_stack() -> None:
    game = Game(side(), scope=BOTH).ok()
    assert game.state.step is Step.MAIN1
    assert game.ok().state.step is Step.MAIN2


def test_117_7_the_opponent_responds() -> None:
    mountain = side(hand=["Shock"], battlefield=["Mountain"], life=2)
    game = Game(mountain, mountain, scope=BOTH).cast("Shock", "opponent").ok().cast("Shock", "you")
    assert holder(game) == OPPONENT and len(game.state.stack) == 2
    game.ok().ok()
    assert game.state.result.value == "lost"


def test_307_1_the_opponent_casts_sorceries_in_their_turn_only() -> None:
    game = Game(side(), side(hand=["Divination"], battlefield=[("Island", 3)]), scope=BOTH).ok()
    assert not game.can(Cast)
    with pytest.raises(IllegalChoice) as error:
        game.do(Cast(game.id("Divination")))
    assert error.value.rule == "307.1"
    game.to("main1", 2)
    assert holder(game) == OPPONENT and game.can(Cast, "Divination")


def test_without_their_acting_the_opponent_only_decides() -> None:
    game = Game(side(), side(hand=["Shock"], battlefield=["Mountain"]), scope=TURNS).to("main1", 2)
    assert holder(game) == YOU


# ---------------------------------------------------------------------------------------------------------------- triggers


def upkeep(name: str, life: int) -> CardDefinition:
    ability = Triggered(StepBegins("upkeep"), (GainLife("you", life),))
    return CardDefinition(name, (), types=frozenset({"Enchantment"}), abilities=(ability,))


def test_503_1a_upkeep_triggers_of_the_active_player() -> None:
    cards = CardPool.of([upkeep("Spring", 1)])
    game = Game(side(battlefield=["Spring"]), side(battlefield=["Spring"]), cards, TURNS)
    assert game.to("draw", 2).opponent.life == 21 and game.you.life == 20
    assert game.to("draw", 3).you.life == 21


def test_603_3b_the_opponent_orders_their_own_triggers() -> None:
    cards = CardPool.of([upkeep("Spring", 1), upkeep("Well", 2)])
    game = Game(side(), side(battlefield=["Spring", "Well"]), cards, WHOLE_GAME)
    while isinstance(game.state.decision, Priority):
        game.do(Pass())
    assert game.state.decision == ToOrder(OPPONENT, "triggers", (game.id("Spring"), game.id("Well")))
    assert holder(game.do(Ordered((1, 0)))) == OPPONENT
    assert game.ok().ok().opponent.life == 21
