"""The commands `compleat cards ...`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from optimizer.commands import BAD_INPUT, CARDS, Failure, bad_input, console, pool_of

if TYPE_CHECKING:
    from engine.importing.importer import Coverage, Imported


@click.group()
def cards() -> None:
    """The cards that Compleat knows."""


@cards.command("list")
@click.argument("words", nargs=-1)
@CARDS
def list_cards(words: Sequence[str], card_files: Sequence[str]) -> None:
    """List the names of the known cards, or those with all WORDS in them."""
    for name in pool_of(card_files).names():
        if all(word.lower() in name.lower() for word in words):
            click.echo(name)


@cards.command("show")
@click.argument("name")
@CARDS
def show_card(name: str, card_files: Sequence[str]) -> None:
    """Explain in plain words what Compleat takes a card to be."""
    pool = pool_of(card_files)
    with bad_input():
        from engine.cards.describe import describe

        called = [known for known in pool.names() if name.casefold() in (known.casefold(), known.casefold().partition(",")[0])]
        click.echo(describe(pool.get(called[0] if len(called) == 1 else name)))


@cards.command()
@click.argument("files", nargs=-1, required=True, type=click.Path())
@CARDS
def unsupported(files: Sequence[str], card_files: Sequence[str]) -> None:
    """List for each of the position FILES what is not known in it."""
    from engine.formats.inspection import unsupported as inspect

    sound = True
    for report in inspect(files, pool_of(card_files)):
        if report.error:
            sound = False
            click.echo(f"compleat: {report.error}", err=True)
            continue
        click.echo(f"{report.file}: everything is known" if report.supported else f"{report.file}:")
        for told in report.lines():
            click.echo(f"  {told}")
    click.get_current_context().exit(0 if sound else BAD_INPUT)


@cards.command()
@click.argument("file", type=click.Path(dir_okay=False))
def keep(file: str) -> None:
    """Check the cards of FILE and keep a copy of it: its cards are known in every run from now on."""
    with bad_input():
        from engine.cards.kept import keep as keep_file

        try:
            kept = keep_file(file)
        except OSError as error:
            raise Failure(f"{file}: cannot be kept: {error.strerror or error}") from None
    click.echo(f"kept as {kept}; delete that file to forget its cards")


# ------------------------------------------------------------------------------------------------------------------ importing

FILE = click.argument("file", type=click.Path(dir_okay=False))
ONLY = click.option("--only", metavar="NAMES", multiple=True, help="A name of a card, or a file with one on each line.")
WORKERS = click.option("--workers", type=click.IntRange(1, 256), help="Processes; all cores if not given.")

LEFT_OUT = 20
"""So many cards that the notation cannot say at all are named."""


@cards.command("import")
@FILE
@ONLY
@click.option("--out", type=click.Path(dir_okay=False), help="Where to write; standard output if not given.")
@click.option("--keep-going", is_flag=True, help="Bring the other cards in even if some cannot be used.")
@WORKERS
def import_file(file: str, only: Sequence[str], out: str | None, keep_going: bool, workers: int | None) -> None:
    """Turn the cards of FILE (MTGJSON or Scryfall) into the notation of Compleat. Needs the extra 'import'."""
    from engine.importing.importer import Coverage

    names = _names(only)
    covered = Coverage()
    broken = 0
    left_out: list[str] = []
    with _written(out) as sink:
        sink.write("# Made by 'compleat cards import'. What is not understood of a card stands there as such.\n")
        for card in _imported(file, names, workers):
            if isinstance(card, Exception):
                if not keep_going:
                    raise Failure(f"{card} (--keep-going brings the others in)")
                click.echo(f"compleat: {card}", err=True)
                broken += 1
                continue
            covered.add(card)
            if card.text is not None:
                sink.write(f"\n{card.text}")
            else:
                left_out += [f"{card.name}: {face.no_card}" for face in card.faces if face.no_card]
    for told in left_out[:LEFT_OUT]:
        click.echo(f"compleat: {file}: {told} (left out)", err=True)
    if len(left_out) > LEFT_OUT:
        more = f"{len(left_out) - LEFT_OUT:,} more are left out ('compleat cards coverage' says why)"
        click.echo(f"compleat: {file}: {more}", err=True)
    click.echo(_summary(covered), err=True)
    if broken:
        raise Failure(f"{file}: {broken} card{'' if broken == 1 else 's'} could not be used")


@cards.command()
@FILE
@ONLY
@click.option("--reasons", type=click.IntRange(0), default=30, show_default=True, help="So many of the most frequent reasons.")
@WORKERS
def coverage(file: str, only: Sequence[str], reasons: int, workers: int | None) -> None:
    """Say how much of the cards of FILE (MTGJSON or Scryfall) is understood, and why the rest is not."""
    from engine.importing.importer import Coverage

    covered = Coverage()
    for card in _imported(file, _names(only), workers):
        if isinstance(card, Exception):
            click.echo(f"compleat: {card}", err=True)
        else:
            covered.add(card)
    click.echo(_summary(covered))
    for reason, n in covered.reasons.most_common(reasons):
        click.echo(f"{n:7}  {reason}")


def _names(only: Sequence[str]) -> list[str]:
    """The names that `--only` gives, those in files included."""
    names: list[str] = []
    for word in only:
        path = Path(word)
        if not path.is_file():
            names.append(word)
            continue
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise Failure(f"{word}: cannot be read: {error}") from None
        names += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if only and not names:
        raise Failure(f"{only[0]}: there is no name in it")
    return names


@contextmanager
def _written(out: str | None) -> Iterator[TextIO]:
    """The place to write to; a file appears there only once everything is written."""
    if out is None:
        yield sys.stdout
        return
    partial = Path(f"{out}.part")
    try:
        with partial.open("w", encoding="utf-8") as sink:
            yield sink
        partial.replace(out)
    except OSError as error:
        raise Failure(f"{out}: cannot be written: {error.strerror or error}") from None
    finally:
        partial.unlink(missing_ok=True)


def _imported(file: str, names: list[str], workers: int | None) -> Iterator[Imported | Exception]:
    """The cards of the file, with progress on a terminal."""
    from engine.importing.importer import import_cards
    from engine.importing.trees import ExtraMissing

    try:
        with bad_input(), _progress() as done:
            yield from import_cards(file, names, workers, done)
    except ExtraMissing as error:
        raise Failure(str(error)) from None


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """A way to tell how many cards are done."""
    if not sys.stderr.isatty():
        yield lambda n: None
        return
    with console(stderr=True).status("reading") as status:
        yield lambda n: status.update(f"{n:,} cards")


def _summary(covered: Coverage) -> str:
    return "\n".join(
        f"{what}: {known:,} of {n:,} understood ({known / n:.1%})" if n else f"{what}: none"
        for what, known, n in (
            ("faces", covered.understood_faces, covered.faces),
            ("abilities", covered.understood_abilities, covered.abilities),
        )
    )
