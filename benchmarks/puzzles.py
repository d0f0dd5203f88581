"""Puzzles: positions to be won against every reply. A size is the name of one in `benchmarks/positions/`, or a position file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from benchmarks.measuring import Case, Family, Row, Settings, Task, peak_memory
from benchmarks.measuring import measure as measure_task
from engine.cards import UnknownCard
from engine.cards.kept import known_cards
from engine.formats import PositionError, read_position

FOLDER = Path(__file__).with_name("positions")

ENDINGS = (".yaml", ".yml", ".pzl")
"""How the names of position files end."""


def found(places: Iterable[str]) -> tuple[str, ...]:
    """The position files that are meant: files, and those in folders.

    Raises:
        ValueError: a folder has none.
    """
    files: list[str] = []
    for place in map(Path, places):
        inside = sorted(str(file) for file in place.iterdir() if file.suffix in ENDINGS) if place.is_dir() else [str(place)]
        if not inside:
            raise ValueError(f"{place}: there is no position in this folder (names end in {', '.join(ENDINGS)})")
        files += inside
    return tuple(dict.fromkeys(files))


def task(case: Case, cards: tuple[str, ...] = ()) -> Task:
    """The puzzle of that name or file; there is no other way to its answer.

    Args:
        cards: files of cards that are known besides.

    Raises:
        ValueError: there is none, or it cannot be read.
    """
    own = FOLDER / f"{case.size}.yaml"
    file = own if own.is_file() else Path(case.size)
    if not file.is_file():
        raise ValueError(f"{case.size}: a size of 'puzzles' is a position file or a name: {', '.join(FAMILY.sizes)}")
    return Task(read_position(str(file)), None, lambda _: None, known_cards(cards))


def measure(draw: Callable[[Case], Task], case: Case, settings: Settings, alone: bool) -> Row:
    """Solves one puzzle. One that cannot be read, or with unknown cards, is a row too."""
    try:
        return measure_task(partial(task, cards=settings.cards), case, settings, alone)
    except (PositionError, UnknownCard) as error:
        return Row(
            case.family, str(case), case.seed, 0, 0, 0.0, 0.0, 0.0, 0.0, "unreadable", False, None, None, None, None, None,
            peak_memory() if alone else None, str(error),
        )  # fmt: skip


FAMILY = Family(
    "puzzles", "positions to be won against every reply", task, tuple(sorted(file.stem for file in FOLDER.glob("*.yaml"))),
    measure=measure, random=False,
)  # fmt: skip
