"""Abilities that are activated again and again in a turn (docs/model.md, 4)."""

from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from optimizer import suggest
from optimizer.answer import Answer


def best(maximize: str, *battlefield: PermanentSpec, life: int = 20, hand: tuple[str, ...] = ()) -> Answer:
    you = PlayerSpec(life=life, hand=tuple(map(CardSpec, hand)), battlefield=battlefield)
    return suggest(Position(you, PlayerSpec(), "again and again"), maximize, time_limit=30)


def islands(n: int) -> tuple[PermanentSpec, ...]:
    return tuple(PermanentSpec("Island") for _ in range(n))


def test_mana_alone_limits_how_often_an_ability_is_activated() -> None:
    """602.2: thirty-five mana pay for the Drake's four eight times."""
    bears = PermanentSpec("Grizzly Bears", counters={"p1p1": 1})
    answer = best('counters("Grizzly Bears", "p1p1")', PermanentSpec("Viral Drake"), bears, *islands(35))
    assert (answer.score, answer.proved, answer.not_modelled) == (9, True, ())


def test_a_doubler_that_comes_in_between_counts_for_the_activations_after_it() -> None:
    """Ten mana: the doubler (five of it) and one activation, or two activations without it."""
    bears = PermanentSpec("Grizzly Bears", counters={"p1p1": 1})
    forest = PermanentSpec("Forest")
    board = (PermanentSpec("Viral Drake"), bears, *islands(16), forest)
    answer = best('counters("Grizzly Bears", "p1p1")', *board, hand=("Doubling Season",))
    assert (answer.score, answer.proved) == (1 + 3 * 2, True)


def test_life_and_mana_are_shared_out_over_all_activations() -> None:
    """107.4f: nine mana are generic nine times, so all eighteen Phyrexian symbols cost life; three counters each."""
    fodder = PermanentSpec("Colossal Dreadmaw", counters={"oil": 30})
    answer = best('counters("Tekuthal, Inquiry Dominus", "indestructible")', PermanentSpec("Tekuthal, Inquiry Dominus"), fodder,
                  *islands(9), life=40)  # fmt: skip
    assert (answer.score, answer.proved, answer.not_modelled) == (9, True, ())
    assert answer.best is not None and answer.best.final.you.life == 4


def test_counters_are_removed_before_what_has_them_dies() -> None:
    """118.3: counters of a creature pay only while it is there."""
    bears = PermanentSpec("Grizzly Bears", counters={"p1p1": 3})
    board = (PermanentSpec("Tekuthal, Inquiry Dominus"), bears, *islands(3), PermanentSpec("Mountain"))
    answer = best('10*counters("Tekuthal, Inquiry Dominus", "indestructible") - 3*you.creatures', *board, hand=("Shock",))
    assert (answer.score, answer.proved) == (10 - 3, True)
