"""Dredge (702.52), reconfigure (702.151), counters moved onto several creatures, how often an ability has resolved."""

from __future__ import annotations

from engine.cards import CardPool
from engine.choices import Activate, Answered, Divided, ToDivide, ToPick
from engine.scope import Scope
from tests.engine_play import Game, side, thing


def drawing(library: list[str] | None) -> Game:
    you = side(["Divination"], [("Island", 3)], ["Shambling Shell"], library)
    return Game(you).cast("Divination").settle()


def test_702_52a_dredging_takes_the_place_of_one_draw() -> None:
    game = drawing(["Swamp", "Island", "Plains", "Forest"])
    decision = game.state.decision
    assert isinstance(decision, ToPick) and decision.what == "dredge"
    game.pick("Shambling Shell")
    assert game.names(game.you.hand) == ["Forest", "Shambling Shell"]
    assert game.names(game.you.graveyard) == ["Divination", "Island", "Plains", "Swamp"]


def test_702_52a_one_need_not_dredge() -> None:
    game = drawing(["Swamp", "Island", "Plains", "Forest"]).pick().pick()
    assert game.names(game.you.hand) == ["Island", "Swamp"]


def test_702_52b_not_with_fewer_cards_in_the_library() -> None:
    assert drawing(["Swamp", "Island"]).names(drawing(["Swamp", "Island"]).you.hand) == ["Island", "Swamp"]


def test_614_1a_a_search_of_the_top_of_the_library() -> None:
    cards = {
        "Censor": ("", {"cost": "{0}", "type": "Creature - Bird", "pt": "2/1", "abilities": [{"searches top": 2}]}),
        "Tutor": ("", {"cost": "{0}", "type": "Sorcery", "spell": [{"search": {"filter": "card", "to": "hand"}}]}),
    }
    pool = CardPool({**CardPool.bundled()._entries, **cards})

    def found(yours: list[str], theirs: list[str]) -> set[str]:
        you = side(["Tutor"], battlefield=yours, library=["Island", "Swamp", "Forest"])
        game = Game(you, side(battlefield=theirs), pool).cast("Tutor").settle()
        assert isinstance(game.state.decision, ToPick)
        return {game.state.name(id) for id in game.state.decision.options}

    assert found([], ["Censor"]) == {"Island", "Swamp"}
    assert found(["Censor"], []) == {"Island", "Swamp", "Forest"}


def test_702_182a_job_select_brings_a_hero_with_it() -> None:
    cards = {"Lance": ("", {"cost": "{0}", "type": "Artifact - Equipment", "keywords": ["job select", "equip {4}"]})}
    game = Game(side(["Lance"]), cards=CardPool({**CardPool.bundled()._entries, **cards})).cast("Lance").settle()
    assert game.there("Hero") == 1 and game.permanent("Lance").attached_to == game.id("Hero")
    assert (game.state.power(game.id("Hero")), game.state.toughness(game.id("Hero"))) == (1, 1)


def test_702_21a_ward_for_a_card() -> None:
    ward = {"when": "self becomes the target of a spell or ability an opponent controls"}
    ward |= {"do": [{"unless pays": {"who": "that's controller", "cost": "discard a card", "do": [{"counter": "that"}]}}]}
    cards = {"Regent": ("", {"cost": "{0}", "type": "Creature - Beast", "pt": "3/3", "abilities": [ward]})}
    pool = CardPool({**CardPool.bundled()._entries, **cards})

    def bolted(*more: str) -> Game:
        game = Game(side(["Lightning Bolt", *more], ["Mountain"]), side(battlefield=["Regent"]), pool)
        return game.cast("Lightning Bolt", "Regent").settle()

    assert bolted("Forest").no().settle().there("Regent") == 1
    paid = bolted("Forest").yes().settle()
    assert paid.there("Regent") == 0 and paid.names(paid.you.graveyard) == ["Forest", "Lightning Bolt"]
    assert bolted().there("Regent") == 1


def test_702_151_an_equipment_with_reconfigure_is_no_creature_while_it_is_attached() -> None:
    you = side(battlefield=[thing("Rabbit Battery", sick=True), "Grizzly Bears", ("Mountain", 2)])
    game = Game(you, scope=Scope(combat=True))
    assert not game.can(Activate, "Rabbit Battery", ability=1)  # it is not attached
    game.activate("Rabbit Battery", 0, "Grizzly Bears").settle()
    battery, bear = game.id("Rabbit Battery"), game.id("Grizzly Bears")
    assert game.state.types(battery) == {"Artifact"} and game.state.subtypes(battery) == {"Equipment"}
    assert (game.state.power(bear), "haste" in game.state.keywords(bear)) == (3, True)
    game.activate("Rabbit Battery", 1).settle()
    assert game.state.types(battery) == {"Artifact", "Creature"} and game.permanent("Rabbit Battery").attached_to is None
    assert game.state.power(bear) == 2


def test_704_5n_it_is_a_creature_again_when_what_it_is_attached_to_has_left() -> None:
    you = side(["Murder"], ["Rabbit Battery", "Grizzly Bears", "Mountain"], mana="{B}{B}{B}")
    game = Game(you).activate("Rabbit Battery", 0, "Grizzly Bears").settle().cast("Murder", "Grizzly Bears").settle()
    assert "Creature" in game.state.types(game.id("Rabbit Battery"))


def test_122_5_any_number_of_counters_moved_onto_several_creatures() -> None:
    you = side(battlefield=[thing("Forgotten Ancient", p1p1=3), "Grizzly Bears", "Hill Giant"])
    game = Game(you, step="upkeep").settle().do(Answered(True))
    decision = game.state.decision
    assert isinstance(decision, ToDivide) and decision.total == 3
    ids = {name: game.id(name) for name in ("Grizzly Bears", "Hill Giant", "Forgotten Ancient")}
    game.do(Divided(((ids["Grizzly Bears"], 1), (ids["Hill Giant"], 1), (ids["Forgotten Ancient"], 1))))
    assert [game.counters(name, "p1p1") for name in ids] == [1, 1, 1]


def test_the_third_time_an_ability_resolves_in_a_turn() -> None:
    you = side(battlefield=["Soulbright Flamekin"], mana="{C}" * 8)
    game = Game(you)
    for _ in range(2):
        game.activate("Soulbright Flamekin", 0, "Soulbright Flamekin").settle()
        assert game.you.mana[3] == 0
    game.activate("Soulbright Flamekin", 0, "Soulbright Flamekin").settle().yes()
    assert game.you.mana[3] == 8
    game.activate("Soulbright Flamekin", 0, "Soulbright Flamekin").settle()
    assert game.you.mana[3] in (6, 8)
