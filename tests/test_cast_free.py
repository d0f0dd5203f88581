"""What is cast without paying its mana cost still has its additional costs, and increases of its cost are paid (118.9d)."""

from __future__ import annotations

from collections.abc import Sequence

import yaml

from engine.cards import CardPool
from engine.cards.notation import read_card
from engine.choices import Targeted, ToAnswer, ToPick
from engine.objects import YOU
from engine.position import Position
from engine.state import State
from engine.vocabulary import Costs
from optimizer.left_open import left_open
from tests.engine_play import Game, Spec, side

CARDS = """
Gift: {cost: "{R}", type: Sorcery, spell: [cast free: {what: {each: card you control with mana value 5 or less, zone: hand}}]}
Hurl:
  cost: "{5}"
  type: Instant
  additional: sacrifice a creature
  spell: {targets: [any], do: [deal damage: {what: target, n: {power: {of: sacrificed}}}]}
Toss: {cost: "{5}", type: Instant, additional: discard a card, spell: [lose life: {who: opponent, n: 2}]}
Kicked:
  cost: "{5}"
  type: Sorcery
  kicker: "{G}"
  spell: [lose life: {who: opponent, n: 1}, if: {condition: at least 1 times kicked, then: [gain life: 3]}]
Striving:
  cost: "{5}"
  type: Instant
  additional: "pay {G} for each target beyond the first"
  spell: {targets: [any number of creature], do: [destroy: target]}
Either:
  cost: "{5}"
  type: Instant
  additional: "{G}"
  or additional: sacrifice a creature
  spell: [lose life: {who: opponent, n: 2}]
Golem: {cost: "{7}", type: Artifact Creature, pt: 6/4, prototype: {cost: "{1}{R}", pt: 3/2}}
Plain: {cost: "{5}", type: Instant, spell: [lose life: {who: opponent, n: 2}]}
Tax: {cost: "{1}", type: Artifact, abilities: [costs less: {filter: instant spell, n: -1}]}
Many: {cost: "{5}", type: Creature, pt: 1/1, multikicker: "{1}"}
Bear: {cost: "{G}", type: Creature, pt: 2/2}
"""


def pool() -> CardPool:
    made = [read_card(name, entry, "test") for name, entry in yaml.safe_load(CARDS).items()]
    return CardPool.of([*made, *(CardPool.bundled().get(name) for name in ("Mountain", "Forest"))])


def gift(hand: Sequence[str], battlefield: Sequence[Spec] = (), theirs: Sequence[Spec] = ()) -> Game:
    """The choice of what is cast for nothing."""
    return Game(side(["Gift", *hand], ["Mountain", *battlefield]), side((), theirs), pool()).cast("Gift").settle()


def offered(game: Game) -> set[str]:
    decision = game.state.decision
    return {game.state.name(id) for id in decision.options} if isinstance(decision, ToPick) else set()


def test_118_9d_what_a_spell_asks_to_sacrifice_is_sacrificed() -> None:
    it = gift(["Hurl"], ["Bear", "Many"]).pick("Hurl").target("opponent").yes().pick("Bear").settle()
    assert it.opponent.life == 18 and it.names(it.you.graveyard) == ["Bear", "Gift", "Hurl"]


def test_601_2h_what_cannot_be_paid_cannot_be_cast() -> None:
    assert offered(gift(["Hurl", "Plain", "Toss"])) == {"Plain", "Toss"}
    assert offered(gift(["Toss", "Forest"])) == {"Toss"} and offered(gift(["Toss"])) == set()  # not for itself


def test_118_9d_a_spell_that_is_not_paid_for_is_not_cast() -> None:
    it = gift(["Toss", "Bear"]).pick("Toss").no()
    assert it.names(it.you.hand) == ["Bear", "Toss"] and it.opponent.life == 20


def test_702_33a_a_spell_may_be_kicked() -> None:
    kicked = gift(["Kicked"], ["Forest"]).pick("Kicked").yes().yes().settle()
    assert (kicked.you.life, kicked.opponent.life, kicked.permanent("Forest").tapped) == (23, 19, True)
    plain = gift(["Kicked"], ["Forest"]).pick("Kicked").no().settle()
    assert (plain.you.life, plain.opponent.life, plain.permanent("Forest").tapped) == (20, 19, False)
    assert gift(["Kicked"]).pick("Kicked").settle().opponent.life == 19  # nothing to pay it with


def test_601_2f_more_for_each_target_beyond_the_first() -> None:
    state = gift(["Striving"], ["Forest"], [("Bear", 3)]).pick("Striving").state
    for targets, asked, left in ((1, False, 2), (2, True, 1), (3, False, 3)):  # for three it cannot be paid
        it = gift(["Striving"], ["Forest"], [("Bear", 3)])
        it.state = state
        it.do(next(c for c in state.choices() if isinstance(c, Targeted) and len(c.targets[0]) == targets))
        assert isinstance(it.state.decision, ToAnswer) is asked
        assert (it.yes() if asked else it).settle().there("Bear") == left


def test_118_8_the_other_one_of_two_additional_costs_may_be_paid() -> None:
    assert offered(gift(["Either"])) == set()
    mana = gift(["Either"], ["Forest"]).pick("Either").yes().settle()
    assert (mana.opponent.life, mana.permanent("Forest").tapped) == (18, True)
    creature = gift(["Either"], ["Many"]).pick("Either").yes().settle()
    assert (creature.opponent.life, creature.there("Many")) == (18, 0)
    both = gift(["Either"], ["Forest", "Many"]).pick("Either")
    assert isinstance(both.state.decision, ToAnswer) and both.state.decision.what == "otherwise"
    before = both.state
    assert both.yes().yes().settle().there("Many") == 0 and not both.permanent("Forest").tapped
    both.state = before
    assert both.no().yes().settle().there("Many") == 1 and both.permanent("Forest").tapped


def test_118_9d_increases_are_paid() -> None:
    it = gift(["Plain"], ["Tax", "Forest"]).pick("Plain")
    assert isinstance(it.state.decision, ToAnswer) and it.state.decision.cost != Costs() and it.state.decision.player == YOU
    assert it.yes().settle().opponent.life == 18
    assert offered(gift(["Plain"], ["Tax"])) == set()


def test_what_nobody_is_asked_for_is_said() -> None:
    """702.33c: how often a spell is kicked that may be kicked any number of times."""
    position = Position(side(["Gift", "Many", "Kicked", "Hurl", "Either"]), side())
    said = left_open(position, State.begin(position, pool()))
    assert said == ("Many: its additional costs where it is cast as something resolves",)


def test_718_3a_that_nothing_is_cast_prototyped_for_nothing_is_said() -> None:
    positions = (Position(side(["Gift", "Golem"]), side()), Position(side(["Golem"]), side()))
    said = [left_open(position, State.begin(position, pool())) for position in positions]
    assert said == [("Golem: casting it prototyped as something resolves",), ()]
