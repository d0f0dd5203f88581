"""Copies of cards that are cast (707.12)."""

from __future__ import annotations

from engine.choices import Cast, Picked, ToPick
from tests.engine_play import Game, side, thing


def pyromaster(*library: str) -> Game:
    you = side(battlefield=[thing("Chandra, Pyromaster", loyalty=7)], library=[*library, *["Mountain"] * 10])
    return Game(you, side(battlefield=["Grizzly Bears"])).activate("Chandra, Pyromaster", 2).settle()


def test_707_12_copies_of_an_exiled_card_are_cast_without_paying() -> None:
    game = pyromaster("Shock", "Divination")
    assert isinstance(game.state.decision, ToPick) and len(game.state.decision.options) == 2
    game.pick("Shock")
    for _ in range(3):
        game.do(Picked(game.state.decision.options)).target("opponent")
    assert len(game.state.stack) == 3 and all(thing.copied for thing in game.state.stack)
    game.settle()
    assert game.opponent.life == 14
    assert game.names(game.you.exile).count("Shock") == 1 and not game.you.graveyard[1:]
    assert not game.can(Cast)


def test_608_2g_fewer_copies_may_be_cast() -> None:
    game = pyromaster("Shock").pick("Shock").target("Grizzly Bears").pick()
    assert game.settle().there("Grizzly Bears") == 0 and not game.state.stack
