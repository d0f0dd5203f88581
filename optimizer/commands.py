"""What the commands have in common: how they fail, where they print, which cards they know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from engine.cards import CardPool

BAD_INPUT = 2

Option = Callable[[Callable[..., Any]], Callable[..., Any]]

CARDS = click.option(
    "--cards",
    "card_files",
    metavar="FILE",
    multiple=True,
    type=click.Path(dir_okay=False),
    help="Cards of your own for this run; may be given several times.",
)


class Failure(click.ClickException):
    """Ends the program with one message on standard error."""

    def __init__(self, message: str, exit_code: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.code = exit_code

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        return self.code

    def show(self, file: Any = None) -> None:
        click.echo(f"compleat: {self.message}", err=True)


@contextmanager
def bad_input() -> Iterator[None]:
    """What is wrong with files and options ends the program with exit code 2."""
    from engine.cards import NotationError, UnknownCard
    from engine.formats import PositionError
    from engine.importing.printed import CardFileError

    try:
        yield
    except (PositionError, UnknownCard, NotationError, CardFileError) as error:
        raise Failure(str(error)) from None


def pool_of(files: Sequence[str]) -> CardPool:
    """All known cards: the bundled ones, those kept for good, and those of the files."""
    with bad_input():
        from engine.cards.kept import known_cards

        return known_cards(files)


def console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(highlight=False, stderr=stderr)
