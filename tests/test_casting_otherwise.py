"""Keyword abilities that let a card be cast for another cost, for more, or from the graveyard (118.8, 118.9, 702)."""

from __future__ import annotations

import textwrap
from typing import Any

import yaml

from engine.cards import CardPool
from engine.choices import Answered, Cast
from engine.line import replay, write_line
from engine.scope import Scope
from tests.engine_play import Game, side

CARDS = """
    Ping: {cost: "{R}", type: Sorcery, keywords: ["buyback {1}"], spell: {targets: [opponent], do: [deal damage: {what: target, n: 1}]}}
    Again: {cost: "{R}", type: Sorcery, keywords: [retrace], spell: {targets: [opponent], do: [deal damage: {what: target, n: 1}]}}
    Leap: {cost: "{R}", type: Sorcery, keywords: [jump-start], spell: {targets: [opponent], do: [deal damage: {what: target, n: 1}]}}
    Runner: {cost: "{3}{R}", type: Creature - Goblin, pt: 3/1, keywords: ["dash {1}{R}"]}
    Bruiser: {cost: "{3}{R}", type: Creature - Ogre, pt: 3/1, keywords: ["blitz {1}{R}"]}
    Show: {cost: "{5}{R}", type: Creature - Devil, pt: 1/1, keywords: ["spectacle {R}"]}
    Wave: {cost: "{5}{R}", type: Creature - Devil, pt: 1/1, keywords: ["surge {R}"]}
    Two: {cost: "{R}", type: Sorcery, keywords: [casualty 2], spell: {targets: [player], do: [deal damage: {what: target, n: 1}]}}
    Storms: {cost: "{R}", type: Sorcery, keywords: ["replicate {1}"], spell: {targets: [player], do: [deal damage: {what: target, n: 1}]}}
    Squadron: {cost: "{R}", type: Creature - Human, pt: 2/2, keywords: ["squad {1}"]}
    Litter: {cost: "{R}", type: Creature - Rat, pt: 3/3, keywords: ["offspring {1}"]}
    Rising: {cost: "{R}", type: Sorcery, keywords: ["awaken 3 {3}{R}"], spell: {targets: [creature], do: [tap: target]}}
    Temper: {cost: "{4}{R}", type: Instant, keywords: ["madness {1}{R}"], spell: {targets: [any], do: [deal damage: {what: target, n: 3}]}}
    Lost: {cost: "{4}{R}", type: Creature - Rogue, pt: 4/1, keywords: ["madness {R}"]}
    Ditch: {cost: "{R}", type: Sorcery, spell: [discard: you]}
    Sale: {cost: "{R}", type: Artifact, abilities: [costs less: {filter: instant spell, n: 1}]}
    Pitch:
      cost: "{3}{R}{R}"
      type: Instant
      instead: {cost: "pay 1 life, exile a red card from your hand"}
      spell: {targets: [player], do: [deal damage: {what: target, n: 2}]}
    Bargain:
      cost: "{6}{R}"
      type: Creature - Devil
      pt: 4/4
      instead: {cost: "{R}", if: at least 2 number of artifacts you control}
    Strive:
      cost: "{R}"
      type: Instant
      additional: "pay {2} for each target beyond the first"
      spell: {targets: [any number of creature], do: [pump: {what: target, power: 1}]}
    Valiance:
      cost: "{R}{W}"
      type: Sorcery
      additional: "pay {R}{W} for each target beyond the first"
      spell: {targets: [any number of creature], do: [pump: {what: target, power: 1}]}
    Blaze:
      cost: "{X}"
      type: Sorcery
      additional: "pay {1} for each target beyond the first"
      spell: {targets: [{of: any, least: 0, most: 99}], do: [deal damage: {what: target, n: {share: X}}]}
    Volcano: {cost: "{5}", type: Instant, instead: {cost: sacrifice 2 Mountain}, spell: [lose life: {who: opponent, n: 4}]}
    Dart:
      cost: "{R}"
      type: Instant
      instead: {cost: "{R}, sacrifice a Mountain", keyword: flashback}
      spell: {targets: [any], do: [deal damage: {what: target, n: 1}]}
    Fury:
      cost: "{3}{R}{R}"
      type: Creature - Elemental
      pt: 3/3
      instead: {cost: exile a red card from your hand, keyword: evoke}
      abilities:
        - {when: self enters, if: {cast as: evoke}, do: [sacrifice: {who: you, n: 1, filter: self}]}
    Slide:
      cost: "{R}"
      type: Sorcery
      kicker: "{1}, sacrifice a creature"
      spell:
        targets: [creature, {filter: creature, distinct: true, if kicked: true}]
        do:
          - destroy: target
          - if: {condition: at least 1 times kicked, then: [destroy: target 2]}
"""  # noqa: E501


def game(hand: list[Any], lands: int, *battlefield: Any, opponent: Any = None, **you: Any) -> Game:
    made_up = {name: ("", entry) for name, entry in yaml.safe_load(textwrap.dedent(CARDS)).items()}
    pool = CardPool({**CardPool.bundled()._entries, **made_up})
    return Game(side(hand, [("Mountain", lands), *battlefield], **you), opponent, pool, Scope(turns=3))


def ways(it: Game) -> set[str]:
    return {choice.how for choice in it.state.choices() if isinstance(choice, Cast)}


def test_702_27a_bought_back_it_returns_to_hand_as_it_resolves() -> None:
    it = game(["Ping"], 2).cast("Ping", how="buyback").ok()
    assert it.names(it.you.hand) == ["Ping"] and it.opponent.life == 19
    assert it.names(game(["Ping"], 2).cast("Ping", how="").ok().you.graveyard) == ["Ping"]
    assert ways(game(["Ping"], 1)) == {""}


def test_702_81a_retrace_discards_a_land() -> None:
    it = game(["Mountain"], 1, graveyard=["Again"])
    it.cast("Again", how="retrace").ok()
    assert it.names(it.you.graveyard) == ["Again", "Mountain"] and it.opponent.life == 19
    assert ways(game(["Ping"], 1, graveyard=["Again"])) == {""}


def test_702_133a_jump_started_it_is_exiled() -> None:
    it = game(["Mountain"], 1, graveyard=["Leap"]).cast("Leap", how="jump-start").ok()
    assert it.names(it.you.exile) == ["Leap"] and it.names(it.you.graveyard) == ["Mountain"]


def test_702_109a_dashed_it_has_haste_and_goes_back_to_hand() -> None:
    it = game(["Runner"], 2).cast("Runner", how="dash").ok()
    runner = it.id("Runner")
    assert "haste" in it.state.keywords(runner)
    it.to("main1", 2)
    assert it.names(it.you.hand) == ["Runner"]
    assert "haste" not in (plain := game(["Runner"], 4).cast("Runner", how="").ok()).state.keywords(plain.id("Runner"))


def test_702_152a_blitzed_it_is_sacrificed_and_draws_a_card() -> None:
    it = game(["Bruiser"], 2).cast("Bruiser", how="blitz").ok()
    assert "haste" in it.state.keywords(it.id("Bruiser"))
    it.to("main1", 2)
    assert it.there("Bruiser") == 0 and len(it.you.hand) == 1


def test_702_137a_spectacle_needs_an_opponent_who_lost_life() -> None:
    it = game(["Ping", "Show"], 2)
    assert ways(it) == {"", "buyback"}
    assert "spectacle" in ways(it.cast("Ping", how="").ok())


def test_702_117a_surge_needs_another_spell() -> None:
    it = game(["Ping", "Wave"], 2)
    assert "surge" not in ways(it)
    it.cast("Ping", how="").ok().cast("Wave", how="surge").ok()
    assert it.there("Wave") == 1


def test_702_153a_casualty_sacrifices_a_creature_of_that_power_and_copies() -> None:
    it = game(["Two"], 1, "Grizzly Bears").cast("Two", "opponent", how="casualty").settle().target("you").settle()
    assert it.there("Grizzly Bears") == 0 and (it.you.life, it.opponent.life) == (19, 19)
    assert ways(game(["Two"], 1, "Memnite")) == {""}


def test_702_56a_replicate_copies_for_each_time_it_was_paid() -> None:
    it = game(["Storms"], 3).cast("Storms", "opponent", kicked=2).settle().target("you").target("opponent").settle()
    assert (it.you.life, it.opponent.life) == (19, 18)


def test_702_157a_squad_and_702_175a_offspring_make_tokens() -> None:
    it = game(["Squadron"], 3).cast("Squadron", kicked=2).settle()
    assert it.there("Squadron") == 3
    it = game(["Litter"], 3).cast("Litter", kicked=1).settle()
    assert sorted(it.state.power(id) for id in it.state.battlefield if it.state.name(id) == "Litter") == [1, 3]
    assert max(c.kicked for c in game(["Litter"], 4).state.choices() if isinstance(c, Cast)) == 1


def test_702_113a_awakened_the_land_is_a_creature_too() -> None:
    it = game(["Rising"], 4, "Island", opponent=side(battlefield=["Grizzly Bears"]))
    it.cast("Rising", "Grizzly Bears", "Island", how="awaken").settle()
    land = it.id("Island")
    assert (it.state.power(land), it.state.types(land)) == (3, {"Land", "Creature"})
    assert it.state.battlefield[it.id("Grizzly Bears")].tapped


def test_lines_say_in_which_way_a_card_is_cast() -> None:
    it = game(["Runner"], 2)
    before, choice = it.state, next(c for c in it.state.choices() if isinstance(c, Cast) and c.how == "dash")
    text = "\n".join(step.text for step in write_line(before, (choice,)))
    assert "Runner, dashed" in text and replay(before, text).choices[0] == choice


def test_702_35a_with_madness_a_discarded_card_may_be_cast_for_another_cost() -> None:
    it = game(["Ditch", "Temper"], 3).cast("Ditch").settle()
    assert it.names(it.you.exile) == ["Temper"]
    it.yes().target("opponent")
    assert it.state.stack[-1].cast_as == "madness"
    assert it.settle().opponent.life == 17 and it.names(it.you.graveyard) == ["Ditch", "Temper"]
    it = game(["Ditch", "Lost"], 2).cast("Ditch").settle().yes().settle()
    assert it.there("Lost") == 1


def test_702_35a_uncast_it_goes_into_the_graveyard() -> None:
    it = game(["Ditch", "Temper"], 3).cast("Ditch").settle().no().settle()
    assert it.names(it.you.graveyard) == ["Ditch", "Temper"] and not it.you.exile


def test_601_2f_what_makes_spells_cost_less_counts_for_madness_too() -> None:
    for more, castable in ((["Sale"], True), ([], False)):
        it = game(["Ditch", "Temper"], 2, *more).cast("Ditch").settle()
        assert it.can(Answered, yes=True) == castable


def test_118_9_a_card_of_the_hand_is_exiled_rather_than_mana_paid() -> None:
    it = game(["Pitch", "Ping", "Mountain"], 0)
    assert [(c.how, c.others) for c in it.state.choices() if isinstance(c, Cast) and c.targets == ((1,),)] == [
        ("instead", (it.id("Ping"),))
    ]
    it.cast("Pitch", "opponent", how="instead").settle()
    assert (it.you.life, it.opponent.life, it.names(it.you.exile)) == (19, 18, ["Ping"])
    assert ways(game(["Pitch", "Mountain"], 0)) == set()
    assert ways(game(["Pitch"], 5)) == {""}


def test_118_9_an_alternative_cost_under_a_condition() -> None:
    assert ways(game(["Bargain"], 1)) == ways(game(["Bargain"], 1, "Sol Ring")) == set()
    it = game(["Bargain"], 1, "Sol Ring", "Sol Ring")
    assert ways(it) == {"instead"}
    assert it.cast("Bargain", how="instead").settle().there("Bargain") == 1


def test_118_9c_the_mana_value_stays_that_of_the_mana_cost() -> None:
    it = game(["Volcano"], 2).cast("Volcano", how="instead")
    assert it.state.mana_value(it.state.stack[-1].id) == 5
    assert it.settle().opponent.life == 16 and it.there("Mountain") == 0


def test_702_34a_flashback_for_more_than_mana() -> None:
    it = game([], 2, graveyard=["Dart"])
    assert ways(it) == {"flashback"}
    it.cast("Dart", "opponent", how="flashback").settle()
    assert (it.opponent.life, it.names(it.you.exile), it.there("Mountain")) == (19, ["Dart"], 1)
    assert ways(game([], 1, graveyard=["Dart"])) == {"flashback"}  # the Mountain is tapped for mana first
    assert ways(game([], 0, graveyard=["Dart"])) == set() and ways(game(["Dart"], 1)) == {""}


def test_702_74a_evoke_for_a_card_of_the_hand() -> None:
    it = game(["Fury", "Ping"], 0)
    assert ways(it) == {"evoke"}
    it.cast("Fury", how="evoke").settle()
    assert (it.there("Fury"), it.names(it.you.graveyard), it.names(it.you.exile)) == (0, ["Fury"], ["Ping"])
    assert game(["Fury"], 5).cast("Fury").settle().there("Fury") == 1


def test_702_33a_kicker_may_ask_for_more_than_mana() -> None:
    foes = side(battlefield=["Grizzly Bears", "Grizzly Bears"])
    it = game(["Slide"], 2, "Runner", opponent=foes)
    kicked = [c for c in it.state.choices() if isinstance(c, Cast) and c.kicked]
    assert kicked and all(c.sacrifice == (it.id("Runner"),) for c in kicked)
    bears = (it.id("Grizzly Bears"),), (it.id("Grizzly Bears", 1),)
    it.do(next(c for c in kicked if c.targets == bears)).settle()
    assert it.there("Grizzly Bears") == it.there("Runner") == 0
    assert not any(c.kicked for c in game(["Slide"], 2, opponent=foes).state.choices() if isinstance(c, Cast))


def test_702_33g_targets_that_only_a_kicked_spell_has() -> None:
    it = game(["Slide"], 1, opponent=side(battlefield=["Grizzly Bears"]))
    (choice,) = (c for c in it.state.choices() if isinstance(c, Cast))
    assert choice.targets == ((it.id("Grizzly Bears"),), ())
    assert it.do(choice).settle().there("Grizzly Bears") == 0


def test_lines_say_what_kicking_costs() -> None:
    it = game(["Slide"], 2, "Runner", opponent=side(battlefield=["Grizzly Bears", "Squadron"]))
    for kicked in (0, 1):
        before = it.state
        choice = next(c for c in before.choices() if isinstance(c, Cast) and c.kicked == kicked)
        text = "\n".join(step.text for step in write_line(before, (choice,)))
        assert replay(before, text).choices[0] == choice


def test_lines_say_that_a_card_is_cast_at_its_other_cost() -> None:
    it = game(["Pitch", "Ping"], 0)
    before, choice = it.state, next(c for c in it.state.choices() if isinstance(c, Cast) and c.how == "instead")
    text = "\n".join(step.text for step in write_line(before, (choice,)))
    assert "Pitch, at its other cost" in text and replay(before, text).choices[0] == choice


def test_601_2f_each_target_beyond_the_first_costs_more() -> None:
    it = game(["Strive"], 3, "Runner", "Show", "Wave")
    numbers = {len(c.targets[0]) for c in it.state.choices() if isinstance(c, Cast)}
    assert numbers == {0, 1, 2}  # {R}, and {2} more for a second one
    both = (it.id("Runner"), it.id("Show"))
    it.do(it.find(Cast, "Strive", targets=(both,))).settle()
    assert [it.state.power(id) for id in both] == [4, 2]
    assert sum(it.state.battlefield[id].tapped for id in it.state.battlefield if it.state.name(id) == "Mountain") == 3


def test_601_2f_a_line_says_all_the_mana_that_several_targets_cost() -> None:
    it = game(["Valiance"], 0, "Runner", "Show", ("Plains", 2), ("Mountain", 2))
    both = (it.id("Runner"), it.id("Show"))
    before, choice = it.state, it.find(Cast, "Valiance", targets=(both,))
    (step, *_) = write_line(before, (choice,))
    assert "paying {W}{W}{R}{R} from" in step.text
    assert replay(before, step.text).choices[0] == choice
    assert replay(before, "1. Cast Valiance targeting Runner and Show.").choices[0] == choice


def test_damage_divided_evenly_is_rounded_down() -> None:
    it = game(["Blaze"], 7, "Runner", "Bruiser")
    three = {it.id("Runner"), it.id("Bruiser"), 1}
    casts = [c for c in it.state.choices() if isinstance(c, Cast) and set(c.targets[0]) == three]
    assert max(c.x for c in casts) == 5
    it.do(next(c for c in casts if c.x == 5))
    assert it.settle().opponent.life == 19 and it.there("Runner") == it.there("Bruiser") == 0
