"""`compleat bench [FAMILY]`: runs benchmarks and prints their figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median

import click
from rich.console import Console
from rich.table import Table

from benchmarks import combat, ordered, payments, probes, puzzles, subsets
from benchmarks.measuring import Case, Family, Row, Settings, run
from engine.formats import PositionError
from optimizer.commands import CARDS, pool_of

_ALL = (ordered.FAMILY, payments.FAMILY, subsets.FAMILY, probes.FAMILY, combat.FAMILY, puzzles.FAMILY)

FAMILIES = {family.name: family for family in _ALL}


def _listed(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if value else ()


@click.command(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.argument("family", required=False, type=click.Choice(sorted(FAMILIES)))
@click.option("--sizes", callback=_listed, metavar="SIZE,...", help="Sizes, such as 8/14,12/25; if not given, the family's own.")
@click.option(
    "--files", multiple=True, type=click.Path(exists=True), metavar="FILE|FOLDER",
    help="Of 'puzzles': positions to solve in place of its own; may be given several times.",
)  # fmt: skip
@click.option("--settings", callback=_listed, metavar="SETTING,...", help="Of 'ordered': plain, hard, endless; else all.")
@click.option("--seeds", type=click.IntRange(1, 1000), default=3, show_default=True, help="How many positions of each size.")
@click.option("--time-limit", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, help="Seconds.")
@click.option(
    "--reference", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Seconds for the reference; 0: none."
)
@click.option("--workers", type=click.IntRange(1, 1024), help="Threads of the solver; all cores if not given.")
@CARDS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(
    family: str | None, sizes: tuple[str, ...], files: tuple[str, ...], settings: tuple[str, ...], seeds: int,
    time_limit: float, reference: float, workers: int | None, card_files: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Measure how long positions take. Without FAMILY all families run.

    \b
    ordered   whole turns in which the order matters (sizes SPELLS/THINGS)
    payments  hands whose costs can be paid in many ways (sizes LANDS)
    subsets   one proliferate over things that depend on each other (sizes THINGS)
    probes    small positions whose best play is plain (sizes are their names)
    combat    a strategy against every block (sizes ATTACKERS/BLOCKERS/SORCERIES/INSTANTS/LANDS)
    puzzles   positions to be won against every reply (sizes are names, or give --files)
    """
    if files:
        if family != puzzles.FAMILY.name or sizes:
            raise click.UsageError("--files goes with the family 'puzzles', and without --sizes")
        try:
            sizes = puzzles.found(files)
        except ValueError as error:
            raise click.UsageError(f"--files: {error}") from None
    if sizes and family is None:
        raise click.UsageError("--sizes needs a FAMILY: each has sizes of its own")
    chosen = [FAMILIES[family]] if family else list(FAMILIES.values())
    todo = [(f, _cases(f, sizes, seeds, settings)) for f in chosen]
    pool_of(card_files)  # what is wrong with the files is told before anything runs
    measured = Settings(time_limit, reference, workers, card_files)
    console = Console(stderr=True)
    rows: list[Row] = []
    for each, cases in todo:
        part: list[Row] = []
        with console.status(f"{each.name}: {len(cases)} cases") as status:
            for row in run(each, cases, measured):
                part.append(row)
                console.print(f"{row.case} #{row.seed}: {row.status}, {row.total:.2f} s", markup=False, highlight=False)
                status.update(f"{each.name}: {len(part)} of {len(cases)} cases")
        if not as_json:
            _print(each, part)
        rows += part
    if as_json:
        found = {"schema": 1, "time_limit": time_limit, "reference_limit": reference, "rows": [row.to_json() for row in rows]}
        click.echo(json.dumps(found, indent=2))


def _cases(family: Family, sizes: Sequence[str], seeds: int, settings: Sequence[str]) -> list[Case]:
    """The cases; those that cannot be drawn are a usage error."""
    known = [s for s in settings if s in family.settings]
    if settings and len(known) < len(settings) and len(family.settings) > 1:
        raise click.UsageError(f"--settings: '{family.name}' has {', '.join(family.settings)}")
    cases = family.cases(sizes, seeds, known)
    for case in cases:
        try:
            family.draw(case)
        except PositionError:
            continue  # measuring it tells what is wrong
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    return cases


COLUMNS = ("case", "seed", "vars", "cons", "encode", "solve", "verify", "total", "status", "gap", "reference", "MB", "rounds",
           "nodes", "replies")  # fmt: skip


def _print(family: Family, rows: Sequence[Row]) -> None:
    table = Table(title=f"{family.name}: {family.summary}", title_justify="left")
    for column in COLUMNS:
        table.add_column(column, justify="left" if column in ("case", "status") else "right", overflow="fold")
    for row in rows:
        table.add_row(*_cells(row))
    console = Console(highlight=False, width=None if Console().is_terminal else 140)
    console.print(table)
    for case in dict.fromkeys(row.case for row in rows):
        times = [row.total for row in rows if row.case == case]
        if len(times) > 1:
            console.print(f"{case}: median {median(times):.2f} s of {len(times)}", markup=False)
    for row in rows:
        if row.note:
            console.print(f"{row.case} #{row.seed}: {row.note}", markup=False)


def _cells(row: Row) -> tuple[str, ...]:
    seconds = [f"{t:.2f}" for t in (row.encode, row.solve, row.verify, row.total)]
    gap = "" if row.gap is None else f"{row.gap:.1%}"
    reference = "" if row.reference is None else f"{row.reference:.2f}" + ("" if row.agrees else " differs")
    memory = "" if row.memory is None else f"{row.memory:.0f}"
    status = row.status + ("" if row.proved else " ?")
    tried = row.replies_checked
    replies = "" if tried is None or not tried["n"] else f"{'all ' if tried['all'] else ''}{tried['n']}"
    rounds, nodes = ("" if n is None else str(n) for n in (row.rounds, row.nodes))
    return (
        row.case, str(row.seed), str(row.variables), str(row.constraints), *seconds, status, gap, reference, memory, rounds,
        nodes, replies,
    )  # fmt: skip


if __name__ == "__main__":
    bench()
