"""Cards chosen in hands and graveyards, revealed until one is found, discarded or exiled at random, spells exiled as a cost."""

from __future__ import annotations

from engine.cards import CardPool
from engine.choices import Activate, Answered, Cast, Picked, ToPick
from engine.formats.from_state import position_of
from engine.mana import parse_cost
from engine.objects import OPPONENT, YOU
from engine.vocabulary import (
    CardDefinition,
    ChooseOwnCards,
    Discard,
    Filter,
    PutOntoBattlefield,
    RevealUntil,
    Spell,
)
from optimizer import solve
from tests.engine_play import Game, side, thing
from tests.test_engine_made_up import creature, sorcery

CREATURE, GRAVEYARD = Filter(types=frozenset({"Creature"})), frozenset({"graveyard"})
CARDS = CardPool.of(
    [
        sorcery("Raise", ChooseOwnCards(CREATURE, "each player", zones=GRAVEYARD), PutOntoBattlefield("made", "owner")),
        sorcery("Wheel", Discard("opponent", at_random=True)),
        sorcery("Delve Deep", RevealUntil("you", CREATURE, "hand", "graveyard")),
        sorcery("Plunder", RevealUntil("opponent", CREATURE, "battlefield", "bottom", tapped=True)),
        creature("Bear", 2, 2),
        creature("Ox", 3, 4),
        sorcery("Chant"),
        sorcery("Hymn"),
    ]
)  # fmt: skip


def test_101_4_each_player_chooses_and_what_is_chosen_enters_at_the_same_time() -> None:
    game = Game(side(["Raise"], graveyard=["Bear", "Ox"]), side(graveyard=["Bear", "Ox", "Chant"]), CARDS).cast("Raise").ok()
    assert isinstance(game.state.decision, ToPick) and game.state.decision.player == YOU
    game.pick("Ox")
    assert game.state.decision.player == OPPONENT and len(game.state.decision.options) == 2
    game.do(Picked((game.state.decision.options[0],)))
    assert {(game.state.name(id), p.controller) for id, p in game.state.battlefield.items()} == {("Ox", YOU), ("Bear", OPPONENT)}


def test_701_9b_a_discard_at_random_is_left_to_chance() -> None:
    game = Game(side(["Wheel"]), side(["Chant", "Hymn"]), CARDS).cast("Wheel").ok()
    decision = game.state.decision
    assert isinstance(decision, ToPick) and decision.what == "discard at random" and len(list(game.state.choices())) == 2


def test_701_9b_of_cards_that_are_all_alike_nothing_is_left_to_chance() -> None:
    game = Game(side(["Wheel"]), side(["Chant", "Chant"]), CARDS).cast("Wheel").ok()
    assert game.names(game.opponent.graveyard) == ["Chant"]


def test_701_20_cards_are_revealed_until_one_fits() -> None:
    game = Game(side(["Delve Deep"], library=["Chant", "Hymn", "Ox", "Bear"]), cards=CARDS).cast("Delve Deep").ok()
    assert game.names(game.you.hand) == ["Ox"] and game.names(game.you.graveyard) == ["Chant", "Delve Deep", "Hymn"]
    assert game.names(game.you.library) == ["Bear"]


def test_701_20_what_is_found_may_enter_under_your_control() -> None:
    game = Game(side(["Plunder"]), side(library=["Chant", "Ox", "Bear"]), CARDS).cast("Plunder").ok()
    ox = game.permanent("Ox")
    assert (ox.controller, ox.owner, ox.tapped) == (YOU, OPPONENT, True)
    assert [c.definition.name for c in game.opponent.library] == ["Bear", "Chant"]


def test_nothing_is_known_to_be_found_in_an_unknown_library() -> None:
    game = Game(side(["Delve Deep"], library=["Chant"]), cards=CARDS).cast("Delve Deep").ok()
    assert game.you.hand == () and "Chant" in game.names(game.you.graveyard)


def test_the_answer_says_that_something_is_random() -> None:
    game = Game(side(["Wheel"]), side(["Chant", "Hymn"]), CARDS)
    answer = solve(position_of(game.state), cards=CARDS)
    assert any("random" in what for what in answer.not_modelled) and not answer.proved


# ---------------------------------------------------------------------------------------------------------------- the pool


def pod() -> Game:
    you = side(["Divination"], [thing("Synthesis Pod"), thing("Island", 6)])
    return Game(you, side(library=("Grizzly Bears", "Skyship Plunderer", "Forgotten Ancient", "Massacre Girl")))


def test_601_2h_a_spell_is_exiled_as_a_cost_and_its_mana_value_remembered() -> None:
    game = pod().cast("Divination")
    spell = game.state.stack[-1].id
    game.do(game.find(Activate, "Synthesis Pod", others=(spell,), targets=((OPPONENT,),)))
    assert game.names(game.you.exile) == ["Divination"] and len(game.state.stack) == 1
    game.ok().pick("Forgotten Ancient").settle()
    assert game.permanent("Forgotten Ancient").controller == YOU
    assert len(game.opponent.library) == 3 and all(card.definition is None for card in game.opponent.library)


def test_only_a_spell_you_control_can_be_exiled_for_the_pod() -> None:
    assert not pod().can(Activate, "Synthesis Pod")


def test_war_of_the_spark_takes_cards_of_that_set_only() -> None:
    you = side(["War of the Spark"], [thing("Swamp", 4)], ["Dreadhorde Butcher", "Grizzly Bears", "Domri, Anarch of Bolas"])
    game = Game(you, side(["Massacre Girl"])).cast("War of the Spark").settle()
    assert isinstance(game.state.decision, ToPick) and len(game.state.decision.options) == 2
    game.pick("Dreadhorde Butcher").settle()
    assert game.there("Dreadhorde Butcher") == 1


def bolted_rona(card: str) -> Game:
    you = side(["Lightning Bolt", card], ["Rona, Herald of Invasion", "Mountain"], mana="{C}{C}{C}{C}{C}{B}")
    game = Game(you).activate("Rona, Herald of Invasion", 1, announced=("B",), taps=()).settle()
    return game.cast("Lightning Bolt", "Rona, Tolarian Obliterator").settle()


def test_what_rona_exiles_is_a_land_put_onto_the_battlefield_or_a_spell_cast() -> None:
    game = bolted_rona("Island")
    assert game.names(game.you.exile) == ["Island"]
    assert game.do(Answered(True)).settle().there("Island") == 1
    assert bolted_rona("Grizzly Bears").pick("Grizzly Bears").settle().there("Grizzly Bears") == 1


def test_a_card_that_is_no_permanent_stays_where_it_is() -> None:
    odd = CardPool.of(
        [
            CardDefinition(
                "Odd", parse_cost("{0}"), types=frozenset({"Sorcery"}),
                abilities=(Spell((ChooseOwnCards(zones=frozenset({"graveyard"})), PutOntoBattlefield("made"))),),
            ),
            sorcery("Chant"),
        ]
    )  # fmt: skip
    game = Game(side(["Odd"], graveyard=["Chant"]), cards=odd).cast("Odd").ok()
    assert game.names(game.you.graveyard) == ["Chant", "Odd"]
    assert not game.can(Cast, "Chant")
