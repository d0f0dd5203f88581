"""The order in which continuous effects apply (613.7) and where it is another (613.8), with made-up cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.cards import CardPool
from engine.choices import Cast
from engine.objects import OPPONENT, YOU
from engine.state import State
from optimizer.canonical import Keys
from tests.engine_play import Game, Spec, side, thing

CARDS = CardPool.bundled().with_file(Path(__file__).parent / "made_up_timestamps.yaml")


def game(hand: Sequence[str] = (), battlefield: Sequence[Spec] = ("Cub",), theirs: Sequence[Spec] = ()) -> Game:
    return Game(side(hand, battlefield), side((), theirs), CARDS)


def played(it: Game, *plays: str) -> Game:
    """Each play is a card, with what it targets after `>` if it does; an Equipment on the battlefield is put on that."""
    for play in plays:
        name, *targets = play.split(">")
        equips = name == "Wings" and it.there("Wings")
        (it.activate(name, 0, *targets) if equips else it.cast(name, *targets)).settle()
    return it


def flies(it: Game, name: str = "Cub") -> bool:
    """The same whether it was worked out earlier or is worked out now."""
    anew = State._of(it.state)
    anew._board = None
    told = {"flying" in state.keywords(it.id(name)) for state in (it.state, anew)}
    assert len(told) == 1
    return told.pop()


def size(it: Game, name: str = "Cub") -> tuple[int, int]:
    return it.state.power(it.id(name)), it.state.toughness(it.id(name))


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (["Dwarfing", "Elk>Cub"], (3, 3)), (["Elk>Cub", "Dwarfing"], (3, 1)), (["Twenty>Cub", "Mute>Cub"], (1, 1)),
        (["Mute>Cub", "Twenty>Cub"], (20, 20)), (["Twenty>Cub", "Elk>Cub"], (3, 3)), (["Elk>Cub", "Twenty>Cub"], (20, 20)),
    ],
)  # fmt: skip
def test_613_4b_base_sizes_are_set_in_the_order_of_the_timestamps(plays: list[str], expected: tuple[int, int]) -> None:
    hand = [play.split(">")[0] for play in plays]
    assert size(played(game(hand, [thing("Cub")]), *plays)) == expected
    assert size(played(game(hand, [thing("Cub", p1p1=1)]), *plays)) == (expected[0] + 1, expected[1] + 1)  # 613.4c comes last


@pytest.mark.parametrize("gains", ["Lift", "Feathers"])
@pytest.mark.parametrize("loses", ["Mute", "Grounding", "Silence", "Elk"])
def test_613_7_what_gives_a_keyword_and_what_takes_it_apply_in_order(gains: str, loses: str) -> None:
    gain, lose = f"{gains}>Cub", loses if loses == "Silence" else f"{loses}>Cub"
    assert not flies(played(game([gains, loses]), gain, lose))
    assert flies(played(game([gains, loses]), lose, gain))
    assert flies(played(game([gains, loses, gains]), gain, lose, gain))
    assert not flies(played(game([gains, loses, loses], ["Cub"]), lose, gain, lose))


def test_613_7a_what_an_ability_takes_is_there_again_without_it() -> None:
    it = played(game(["Lift", "Mute", "Away"], [thing("Cub", vigilance=1)]), "Lift>Cub", "Mute>Cub")
    assert not it.state.keywords(it.id("Cub"))
    assert played(it, "Away>Mute").state.keywords(it.id("Cub")) == {"flying", "vigilance"}


def test_613_7c_a_counter_has_the_timestamp_of_when_it_was_put_there() -> None:
    it = played(game(["Mute", "Feathers", "Cub"]), "Mute>Cub", "Feathers>Cub")
    assert flies(it) and flies(played(it, "Cub"))
    assert not flies(played(game(["Mute", "Cub"], [thing("Cub", flying=1)]), "Mute>Cub"))


def test_613_7c_each_counter_of_the_kind_has_the_timestamp_of_the_newest() -> None:
    assert flies(played(game(["Mute", "Feathers"], [thing("Cub", flying=1)]), "Mute>Cub", "Feathers>Cub"))


def test_613_7d_what_enters_later_with_its_own_keywords_loses_them_all_the_same() -> None:
    it = played(game(["Silence", "Sky Cub"], []), "Silence", "Sky Cub")
    assert not it.state.keywords(it.id("Sky Cub"))


def test_613_7e_equipment_has_a_new_timestamp_once_it_is_attached() -> None:
    assert flies(played(game(["Mute"], ["Cub", "Wings"]), "Mute>Cub", "Wings>Cub"))
    assert not flies(played(game(["Mute"], ["Cub", "Wings"]), "Wings>Cub", "Mute>Cub"))
    again = played(game(["Mute"], ["Cub", "Sky Cub", "Wings"]), "Wings>Cub", "Mute>Cub", "Wings>Sky Cub", "Wings>Cub")
    assert flies(again)


def test_613_7e_in_a_position_what_is_attached_was_attached_last() -> None:
    """In the order of the file."""
    auras = [thing("Mute", attached_to="it"), thing("Cub", id="it", flying=1)]
    assert not flies(game([], auras))
    assert flies(game([], [*auras, thing("Wings", attached_to="it")]))


def test_613_7g_a_face_that_is_turned_up_has_a_new_timestamp() -> None:
    it = game(["Lift", "Lift"], ["Moth", "Cub"])
    assert flies(played(it, "Lift>Cub"))
    it.activate("Moth").settle()
    assert not flies(it) and flies(played(it, "Lift>Cub"))


def test_613_1b_an_older_effect_does_not_take_back_what_was_exchanged_or_taken() -> None:
    it = game(["Leash", "Trade", "Rage", "Leash", "Away", "Away"], [], ["Cub", "Sky Cub"])
    played(it, "Leash>Cub", "Trade>Cub>Sky Cub")
    assert it.permanent("Cub").controller == OPPONENT and it.permanent("Sky Cub").controller == YOU
    assert played(it, "Rage").permanent("Cub").controller == OPPONENT
    assert played(it, "Leash>Cub").permanent("Cub").controller == YOU
    assert played(it, "Away>Leash", "Away>Leash").permanent("Cub").controller == OPPONENT


def test_613_1b_what_was_taken_for_good_stays_as_an_older_effect_ends() -> None:
    it = played(game(["Borrow", "Theft"], [], ["Cub"]), "Borrow>Cub", "Theft>Cub").to("end").settle()
    assert it.permanent("Cub").controller == YOU and it.permanent("Cub").control_ends is None


def test_613_8_what_depends_on_the_loss_of_an_ability_waits_for_it() -> None:
    assert size(game([], ["Rage"]), "Rage") == (7, 10)
    muted = played(game(["Mute"], ["Rage"]), "Mute>Rage")
    assert size(muted, "Rage") == (1, 1) and not flies(muted, "Rage")
    assert size(played(game(["Elk"], ["Rage"]), "Elk>Rage"), "Rage") == (3, 3)


@pytest.mark.parametrize("order", [["Forge", "Machines"], ["Machines", "Forge"]])
def test_613_8a_what_applies_to_what_another_effect_makes_waits_for_it(order: list[str]) -> None:
    it = game([], ["Cub", *order])
    assert it.state.subtypes(it.id("Cub")) == {"Bear", "Golem"}


@pytest.mark.parametrize("order", [["Herding", "Silence"], ["Silence", "Herding"]])
def test_613_8b_what_depends_on_both_is_last(order: list[str]) -> None:
    it = game([], ["Sky Cub", *order])
    assert it.state.keywords(it.id("Sky Cub")) == {"trample"}


def test_keys_of_states_tell_the_order_only_where_it_matters() -> None:
    keys = Keys()

    def key(*plays: str, battlefield: Sequence[Spec] = ("Cub", "Wings")) -> int:
        return keys.of(played(game([play.split(">")[0] for play in plays if "Wings" not in play], battlefield), *plays).state)

    assert key("Lift>Cub", "Feathers>Cub", "Wings>Cub") == key("Wings>Cub", "Feathers>Cub", "Lift>Cub")
    assert key("Lift>Cub", "Feathers>Cub", "Mute>Cub") == key("Feathers>Cub", "Lift>Cub", "Mute>Cub")
    assert key("Mute>Cub", "Lift>Cub", "Feathers>Cub") == key("Mute>Cub", "Feathers>Cub", "Lift>Cub")
    assert key("Lift>Cub", "Mute>Cub") != key("Mute>Cub", "Lift>Cub")
    assert key("Wings>Cub", "Mute>Cub") != key("Mute>Cub", "Wings>Cub")
    assert key("Silence", "Dwarfing") == key("Dwarfing", "Silence")
    assert key("Dwarfing", "Mute>Cub") != key("Mute>Cub", "Dwarfing")


def test_what_differs_only_in_what_came_before_is_not_alike() -> None:
    """The Feathers of one Cub are older than the Silence."""
    it = game(["Feathers", "Silence", "Feathers", "Lift"], ["Cub", "Cub"])
    cubs = it.id("Cub", 0), it.id("Cub", 1)
    for name, cub in (("Feathers", cubs[0]), ("Silence", None), ("Feathers", cubs[1])):
        it.do(it.find(Cast, name, **({} if cub is None else {"targets": ((cub,),)}))).settle()
    assert [("flying" in it.state.keywords(cub)) for cub in cubs] == [False, True]
    assert {choice.targets for choice in it.state.choices() if isinstance(choice, Cast)} == {((cub,),) for cub in cubs}
