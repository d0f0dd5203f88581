"""What triggers once more because a creature dies (603.2d), and what may be done only once each turn (603.2i)."""

from __future__ import annotations

from engine.cards import CardPool
from engine.choices import Answered, ToAnswer
from engine.mana import parse_cost
from engine.scope import Scope
from engine.vocabulary import CardDefinition, Destroy, Dies, Each, Filter, GainLife, Leaves, Triggered, TriggersAgain
from tests.engine_play import Game, side, thing
from tests.test_engine_made_up import creature, sorcery

NONLAND = Filter(but_not=frozenset({"Land", "Enchantment"}))
CARDS = CardPool.of(
    [
        CardDefinition("Echo", parse_cost("{0}"), types=frozenset({"Enchantment"}), abilities=(TriggersAgain(),)),
        CardDefinition(
            "Witness", parse_cost("{0}"), types=frozenset({"Enchantment"}),
            abilities=(Triggered(Leaves(to="graveyard"), (GainLife(),)),),
        ),
        CardDefinition(
            "Chronicle", parse_cost("{0}"), types=frozenset({"Enchantment"}),
            abilities=(Triggered(Dies(together=True), (GainLife(),)),),
        ),
        CardDefinition("Rock", parse_cost("{0}"), types=frozenset({"Artifact"})),
        creature("Bear", 2, 2),
        sorcery("Wrath", Destroy(Each(NONLAND))),
    ]
)  # fmt: skip


def wrath(*mine: str) -> Game:
    return Game(side(["Wrath"], ["Echo", *mine]), cards=CARDS).cast("Wrath").settle()


def test_603_2d_only_what_a_creature_causes_triggers_once_more() -> None:
    assert wrath("Witness", "Bear").you.life == 22
    assert wrath("Witness", "Rock").you.life == 21
    assert wrath("Witness", "Bear", "Rock").you.life == 23


def test_603_2d_creatures_that_die_together_cause_one_more() -> None:
    assert wrath("Chronicle", "Bear", "Bear").you.life == 22


def tidus() -> Game:
    """A first striker and another creature, each with a counter, deal combat damage to the opponent."""
    you = side(battlefield=["Tidus, Yuna's Guardian", thing("White Knight", p1p1=1), thing("Grizzly Bears", p1p1=1)])
    game = Game(you, scope=Scope(combat=True), step="declare_attackers")
    return game.attack("White Knight", "Grizzly Bears").to("first_strike_damage").settle()


def test_603_2i_what_was_not_done_may_be_done_later_in_the_turn() -> None:
    game = tidus()
    assert isinstance(game.state.decision, ToAnswer)
    game.no().to("combat_damage").settle()
    assert isinstance(game.state.decision, ToAnswer) and not game.you.hand
    game.do(Answered(True)).proliferate("White Knight").to("main2")
    assert len(game.you.hand) == 1 and game.counters("White Knight", "p1p1") == 2


def test_603_2i_what_was_done_does_not_trigger_again() -> None:
    game = tidus().yes().proliferate().to("main2")
    assert len(game.you.hand) == 1 and game.opponent.life == 14
