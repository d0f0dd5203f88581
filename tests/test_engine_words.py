"""Rarer words of the notation, each with a made-up card that has it: values, shields, cards chosen in hands and graveyards."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import CardPool
from engine.choices import Ordered, Priority, ToOrder, ToPick
from engine.mana import parse_cost
from engine.vocabulary import (
    AddCounters,
    CardDefinition,
    ChooseCards,
    Connive,
    DealDamage,
    Destroy,
    Different,
    DiscardThem,
    Each,
    Exile,
    Filter,
    GainLife,
    Later,
    Party,
    Prevent,
    PutIntoLibrary,
    PutOntoBattlefield,
    ReturnToHand,
    Search,
    SkipUntap,
    Spell,
    StepBegins,
    Sum,
    Target,
)
from tests.engine_play import Game, side, thing

CREATURE, CREATURES = Filter(types=frozenset({"Creature"})), Each(Filter(types=frozenset({"Creature"})))


def creature(name: str, power: int, toughness: int, *subtypes: str, colors: str = "") -> CardDefinition:
    return CardDefinition(
        name, parse_cost("{0}"), types=frozenset({"Creature"}), subtypes=subtypes, power=power, toughness=toughness,
        colors=frozenset(colors),
    )  # fmt: skip


def instant(name: str, *effects: Any, targets: tuple[Target, ...] = ()) -> CardDefinition:
    return CardDefinition(name, parse_cost("{0}"), types=frozenset({"Instant"}), abilities=(Spell(effects, targets),))


def life_gained(value: Any, cards: list[CardDefinition], **you: Any) -> int:
    """What a spell counts, told by the life that it gains."""
    lands = [CardPool.bundled().get(name) for name in ("Forest", "Island")]
    pool = CardPool.of([*cards, *lands, instant("Count", GainLife("you", value))])
    game = Game(side(["Count"], **you), side(), pool).cast("Count").settle()
    return int(game.you.life) - 20


def test_a_sum_and_different_ones() -> None:
    cards = [creature("Ox", 3, 4), creature("Cat", 1, 4), creature("Elk", 3, 3)]
    board = ["Ox", "Cat", "Elk", "Elk"]
    assert life_gained(Sum("power", CREATURE), cards, battlefield=board) == 10
    assert life_gained(Different("power", CREATURE), cards, battlefield=board) == 2
    assert life_gained(Different("name", CREATURE), cards, battlefield=board) == 3
    land = Filter(types=frozenset({"Land"}))
    assert life_gained(Different("basic land type", land), cards, battlefield=["Forest", "Forest", "Island", "Ox"]) == 2
    thrown = ["Ox", "Cat", "Forest"]
    assert life_gained(Different("card type", zone="graveyard"), cards, graveyard=thrown) == 2


def test_700_8_a_party_has_each_creature_once() -> None:
    both = creature("Both", 1, 1, "Cleric", "Rogue")
    cleric, wizard, other = creature("Priest", 1, 1, "Cleric"), creature("Mage", 1, 1, "Wizard"), creature("Ox", 1, 1, "Ox")
    cards = [both, cleric, wizard, other]
    assert life_gained(Party(), cards, battlefield=["Both", "Both", "Both"]) == 2
    assert life_gained(Party(), cards, battlefield=["Both", "Priest", "Mage", "Ox"]) == 3


BOLT = instant("Bolt", DealDamage("target", 3), targets=(Target("any"),))


def shielded(*effects: Any, targets: tuple[Target, ...] = (), at: tuple[str, ...] = (), bolts: int = 1) -> Game:
    """A spell of yours has set up shields, and then bolts have hit you."""
    cards = CardPool.of([instant("Shield", *effects, targets=targets), BOLT, creature("Ox", 2, 9)])
    game = Game(side(["Shield", *["Bolt"] * bolts], battlefield=["Ox"]), side(), cards).cast("Shield", *at).settle()
    for _ in range(bolts):
        game.cast("Bolt", "you").settle()
    return game


def test_615_7_a_shield_is_used_up() -> None:
    assert shielded(Prevent("you", n=2)).you.life == 19
    assert shielded(Prevent("you", n=5), bolts=2).you.life == 19
    assert shielded(Prevent("you"), bolts=2).you.life == 20
    assert shielded(Prevent("target", n=5), targets=(Target("any"),), at=("Ox",)).you.life == 17
    assert shielded(Prevent("you", combat=True)).you.life == 17


def test_615_7_the_player_chooses_what_a_shield_prevents() -> None:
    strike = instant("Strike", Prevent("you", n=3), DealDamage("you", 2, by=CREATURES))
    cards = CardPool.of([strike, creature("Ox", 2, 9), creature("Elk", 2, 9)])
    game = Game(side(["Strike"], battlefield=["Ox"]), side(battlefield=["Elk"]), cards).cast("Strike").ok()
    assert isinstance(game.state.decision, ToOrder)
    game.do(Ordered((1, 0)))
    assert game.you.life == 19


def test_609_7_a_chosen_source_is_prevented_once() -> None:
    ward = instant("Ward", Prevent("you", source=Filter(colors=frozenset("R"))))
    ping = instant("Ping", DealDamage("you", 2, by=CREATURES))
    cards = CardPool.of([ward, ping, creature("Red", 1, 1, colors="R"), creature("Blue", 1, 1, colors="U")])
    game = Game(side(["Ward", "Ping", "Ping"], battlefield=["Red", "Blue"]), side(), cards).cast("Ward").settle()
    assert game.cast("Ping").settle().you.life == 18
    assert game.cast("Ping").settle().you.life == 14


def test_615_damage_by_a_target_is_prevented() -> None:
    calm = instant("Calm", Prevent(by="target"), targets=(Target("permanent", CREATURE),))
    ping = instant("Ping", DealDamage("you", 2, by=CREATURES))
    cards = CardPool.of([calm, ping, creature("Ox", 2, 9), creature("Elk", 2, 9)])
    game = Game(side(["Calm", "Ping"], battlefield=["Ox", "Elk"]), side(), cards).cast("Calm", "Ox").settle()
    assert game.cast("Ping").settle().you.life == 18


def robbed(*effects: Any) -> Game:
    rob = instant("Rob", ChooseCards(Filter(but_not=frozenset({"Land"})), whose="opponent"), *effects)
    cards = CardPool.of([rob, creature("Ox", 2, 2), creature("Elk", 2, 2), CardPool.bundled().get("Forest")])
    game = Game(side(["Rob"]), side(hand=["Ox", "Elk", "Forest"]), cards).cast("Rob").ok()
    assert isinstance(game.state.decision, ToPick) and len(game.state.decision.options) == 2
    return game.pick("Elk")


def test_701_9_a_chosen_card_is_discarded() -> None:
    game = robbed(DiscardThem("made"))
    assert game.names(game.opponent.hand) == ["Forest", "Ox"] and game.names(game.opponent.graveyard) == ["Elk"]


def test_a_chosen_card_of_a_hand_is_exiled() -> None:
    game = robbed(Exile("made", source_zone="hand"))
    assert game.names(game.opponent.hand) == ["Forest", "Ox"] and game.names(game.opponent.exile) == ["Elk"]


def test_a_card_of_a_graveyard_is_chosen_without_a_target() -> None:
    dig = instant("Dig", ChooseCards(CREATURE, zone="graveyard", whose="you"), ReturnToHand("made", "graveyard"))
    cards = CardPool.of([dig, creature("Ox", 2, 2), creature("Elk", 2, 2)])
    game = Game(side(["Dig"], graveyard=["Ox", "Elk"]), side(), cards).cast("Dig").ok().pick("Ox")
    assert game.names(game.you.hand) == ["Ox"]


def test_all_cards_of_a_graveyard() -> None:
    clear = instant("Clear", ChooseCards(CREATURE, zone="graveyard", whose="opponent", every=True), Exile("made"))
    cards = CardPool.of([clear, creature("Ox", 2, 2), CardPool.bundled().get("Forest")])
    game = Game(side(["Clear"]), side(graveyard=["Ox", "Ox", "Forest"]), cards).cast("Clear").settle()
    assert game.names(game.opponent.graveyard) == ["Forest"] and game.names(game.opponent.exile) == ["Ox", "Ox"]


@pytest.mark.parametrize(("thrown", "counters"), [("Ox", 1), ("Forest", 0)])
def test_701_50_conniving(thrown: str, counters: int) -> None:
    scheme = instant("Scheme", Connive("target"), targets=(Target("permanent", CREATURE),))
    cards = CardPool.of([scheme, creature("Ox", 2, 2), creature("Elk", 2, 2), CardPool.bundled().get("Forest")])
    you = side(["Scheme", "Ox"], battlefield=["Elk"], library=["Forest", "Ox"])
    game = Game(you, side(), cards).cast("Scheme", "Elk").ok().pick(thrown)
    assert game.names(game.you.graveyard) == [thrown, "Scheme"] and game.counters("Elk", "p1p1") == counters


@pytest.mark.parametrize(("filter", "least"), [(Filter(), 1), (CREATURE, 0)])
def test_701_23d_a_card_of_any_kind_has_to_be_found(filter: Filter, least: int) -> None:
    cards = CardPool.of([instant("Seek", Search(filter, to="graveyard")), creature("Ox", 2, 2), creature("Elk", 2, 2)])
    game = Game(side(["Seek"], library=["Ox", "Elk"]), side(), cards).cast("Seek").ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and decision.least == least
    assert "Elk" in game.pick("Elk").names(game.you.graveyard)


def test_400_7_what_has_left_is_not_exiled_later() -> None:
    """An effect that exiles a creature at the end of turn does not find the card that it became."""
    raised = (PutOntoBattlefield("target"), Later(StepBegins("end"), (Exile("made", source_zone="battlefield"),)))
    raise_it = instant("Raise", *raised, targets=(Target("card", CREATURE),))
    cards = CardPool.of([raise_it, BOLT, creature("Ox", 2, 2)])
    for bolted, zone in ((True, "graveyard"), (False, "exile")):
        game = Game(side(["Raise", "Bolt"], graveyard=["Ox"]), side(), cards).cast("Raise", "Ox").settle()
        if bolted:
            game.cast("Bolt", "Ox").settle()
        game.to("end").settle()
        assert "Ox" in game.names(getattr(game.you, zone))


def test_what_follows_speaks_of_what_was_put_onto_the_battlefield() -> None:
    raise_it = instant("Raise", PutOntoBattlefield("target"), AddCounters("made", "p1p1"), targets=(Target("card", CREATURE),))
    game = Game(side(["Raise"], graveyard=["Ox"]), side(), CardPool.of([raise_it, creature("Ox", 2, 2)])).cast("Raise", "Ox")
    assert game.settle().counters("Ox", "p1p1") == 1


@pytest.mark.parametrize("effect", [Exile("self"), ReturnToHand("self")])
def test_608_2n_a_spell_that_moves_itself(effect: Any) -> None:
    game = Game(side(["Once"]), side(), CardPool.of([instant("Once", GainLife("you", 1), effect)])).cast("Once").settle()
    assert isinstance(game.state.decision, Priority) and game.you.life == 21 and not game.you.graveyard
    zone = game.you.exile if isinstance(effect, Exile) else game.you.hand
    assert game.names(zone) == ["Once"]


def test_502_3_a_creature_skips_its_next_untapping() -> None:
    hold = instant("Hold", SkipUntap("target"), targets=(Target("permanent", CREATURE),))
    cards = CardPool.of([hold, creature("Ox", 2, 2)])
    game = Game(side(["Hold"]), side(battlefield=[thing("Ox", tapped=True)]), cards).cast("Hold", "Ox").settle()
    assert game.permanent("Ox").tapped


@pytest.mark.parametrize("library", [["Elk", "Elk"], None])
def test_701_24_a_spell_shuffles_itself_into_the_library(library: list[str] | None) -> None:
    again = instant("Again", GainLife("you", 1), PutIntoLibrary("self", "shuffled"))
    cards = CardPool.of([again, creature("Elk", 2, 2)])
    game = Game(side(["Again"], library=library), side(), cards).cast("Again").settle()
    assert game.you.life == 21 and not game.you.graveyard and not game.you.hand
    assert len(game.you.library) == (3 if library else 0)


def test_701_24_what_died_is_shuffled_into_the_library() -> None:
    back = instant("Back", Destroy("target"), PutIntoLibrary("target", "shuffled"), targets=(Target("permanent", CREATURE),))
    cards = CardPool.of([back, creature("Elk", 2, 2), creature("Ox", 2, 2)])
    game = Game(side(["Back"]), side(battlefield=["Ox"], library=["Elk"]), cards).cast("Back", "Ox").settle()
    assert not game.opponent.graveyard and len(game.opponent.library) == 2
