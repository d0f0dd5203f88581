"""The command `compleat`. Exit codes: docs/command-line.md.

Everything heavy is imported where it is used, so that commands that do not solve never load the solver.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from optimizer.card_commands import cards
from optimizer.commands import BAD_INPUT, CARDS, Failure, Option, bad_input, console, pool_of

if TYPE_CHECKING:
    from engine.position import Position
    from optimizer.answer import Answer, Progress

T = TypeVar("T")

ILLEGAL = INFEASIBLE = NOT_UNIQUE = HOLDS = 1
UNDECIDED = 3
INTERRUPTED = 130

_WRITTEN = re.compile(r"\s*(\d+\.\s|#|\Z)")
"""How a line begins that is given as text."""

ALL_LIMIT = 10
"""So many strategies `--all` looks for if not told."""

NOT_ONE = 2
"""So many strategies are enough for `--unique`."""

LARGEST_LINE = 1_000_000
"""Longer texts are no lines of play."""


class Commands(click.Group):
    """The commands, guarded: nothing that goes wrong ends in a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except (Exception, RecursionError, MemoryError) as error:
            raise Failure(_internal(error), UNDECIDED) from error


def _internal(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"internal error: {type(error).__name__}: {error}{where}. Please report this, with the position."


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="compleat", message="%(prog)s %(version)s")
def cli() -> None:
    """Finds the best play in a game of Magic: The Gathering and proves it."""


# -------------------------------------------------------------------------------------------------------------------- solving

POSITION = click.argument("position", type=click.Path(dir_okay=False))
LIBRARY = click.option(
    "--library",
    type=click.Choice(["irrelevant"]),
    help="Treat both libraries as unknown cards that do not matter, whatever the file says.",
)
TIME_LIMIT = click.option(
    "--time-limit", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, help="Seconds."
)
SOLVER_OPTIONS: Sequence[Option] = (
    POSITION,
    click.option("--maximize", metavar="PROFILE|EXPRESSION", help="What the end of the line is to be worth."),
    click.option("--weight", "weights", metavar="KEY=NUMBER", multiple=True, help="Change a weight of the profile."),
    TIME_LIMIT,
    click.option("--workers", type=click.IntRange(1, 1024), help="Threads of the solver; all cores if not given."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True, help="For choices by chance."),
    click.option("--top", type=click.IntRange(1, 100), default=1, show_default=True, help="So many best different lines."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object (engine/schemas/answer.schema.json)."),
    LIBRARY,
    CARDS,
)


def solver_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(SOLVER_OPTIONS):
        command = option(command)
    return command


@cli.command()
@solver_options
@click.option("--minus", metavar="CARD", multiple=True, help="Without one copy of a card of yours; may be given several times.")
@click.option("--all", "all_of_them", is_flag=True, help="Every essentially different strategy that wins.")
@click.option("--limit", type=click.IntRange(1, 1000), help=f"With --all: stop at so many; {ALL_LIMIT} if not given.")
@click.option("--unique", is_flag=True, help="Whether exactly one strategy wins.")
def solve(
    position: str, library: str | None, card_files: Sequence[str], as_json: bool, minus: Sequence[str], all_of_them: bool,
    limit: int | None, unique: bool, **options: Any,
) -> None:  # fmt: skip
    """Reach the goal of POSITION, or prove that it cannot be reached."""
    start = _position(position, library)
    if not isinstance(start.goal, str):
        raise click.UsageError("the goal of this position is a score to maximize; use 'compleat suggest'")
    if limit is not None and not all_of_them:
        raise click.UsageError("--limit goes with --all")
    if all_of_them or unique:
        if start.goal != "win":
            raise click.UsageError("--all and --unique are about strategies that win; the goal of this position is another")
        if options["top"] > 1:
            raise click.UsageError("--top does not go with --all and --unique, which compare what strategies do")
        options["every"] = max(limit or ALL_LIMIT, NOT_ONE if unique else 1) if all_of_them else NOT_ONE
    for card in minus:
        start = _without(start, card)
    answer = _run("solve", start, as_json, options | {"cards": pool_of(card_files)})
    click.get_current_context().exit(_unique_code(answer) if unique else _solve_code(answer))


def _without(position: Position, card: str) -> Position:
    from engine.without import NoSuchCard, without

    try:
        return without(position, card)
    except NoSuchCard as error:
        raise Failure(f"--minus: {error}") from None


def _unique_code(answer: Answer) -> int:
    return UNDECIDED if answer.unique is None else 0 if answer.unique else NOT_UNIQUE


@cli.command()
@solver_options
@click.option("--combat", is_flag=True, help="Play the whole turn, with combat and against every reply.")
def suggest(position: str, library: str | None, card_files: Sequence[str], as_json: bool, **options: Any) -> None:
    """Find the best play in POSITION by score: of the main phases, with --combat of the whole turn."""
    if options["combat"] and options["top"] > 1:
        raise click.UsageError("--top does not go with --combat, which looks for one play")
    answer = _run("suggest", _position(position, library), as_json, options | {"cards": pool_of(card_files)})
    click.get_current_context().exit(0 if answer.verified else UNDECIDED)


def _solve_code(answer: Answer) -> int:
    if answer.goal_reached and answer.verified:
        return 0
    return INFEASIBLE if answer.status.value == "infeasible" and answer.proved else UNDECIDED


def _position(file: str, library: str | None) -> Position:
    with bad_input():
        from engine.formats import read_position

        return read_position(file, library_irrelevant=library == "irrelevant")


def _run(which: str, position: Position, as_json: bool, options: dict[str, Any]) -> Answer:
    """Solve and print the answer."""
    from optimizer import solving as solver
    from optimizer.objective import ExpressionError, WeightsError

    latest: list[Progress] = []

    def work() -> Answer:
        answer: Answer = getattr(solver, which)(position, progress=latest.append, **options)
        return answer

    def print_best() -> bool:
        answer = next((p.answer for p in reversed(latest) if p.answer), None)
        if answer:
            _print(answer, position, as_json, stopped=True)
        return answer is not None

    with bad_input():
        try:
            answer = _in_background(work, lambda: _told(latest[-1]) if latest else "", print_best)
        except (ExpressionError, WeightsError) as error:
            of_file = not isinstance(position.goal, str) and options["maximize"] is None and not options["weights"]
            raise Failure(f"{position.source}: goal.maximize: {error}" if of_file else str(error)) from None
    _print(answer, position, as_json)
    return answer


def _in_background(work: Callable[[], T], progress: Callable[[], str], print_best: Callable[[], bool]) -> T:
    """What the work comes to, in a thread of its own, so that Ctrl-C is heard at once.

    Args:
        progress: tells how it is going; empty if there is nothing to tell yet.
        print_best: prints what there is when the work is stopped, and says whether that is anything.
    """
    outcome: list[T] = []
    trouble: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            trouble.append(error)

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        _wait(thread, progress)
    except KeyboardInterrupt:
        if not print_best():
            click.echo("compleat: stopped before anything was found", err=True)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED)  # the threads of the solver do not end when they are told to
    if trouble:
        raise trouble[0]
    return outcome[0]


def _wait(thread: threading.Thread, progress: Callable[[], str]) -> None:
    """Wait for the thread; on a terminal, tell how it is going."""
    if not sys.stderr.isatty():
        while thread.is_alive():
            thread.join(0.05)
        return
    from rich.console import Console

    thread.join(0.3)
    if not thread.is_alive():
        return
    with Console(stderr=True).status("solving") as status:
        while thread.is_alive():
            thread.join(0.1)
            if told := progress():
                status.update(told)


def _told(progress: Progress) -> str:
    parts = [f"{progress.seconds:.0f} s", progress.note]
    answer = progress.answer
    if answer and answer.verified:
        parts.append(f"best line so far: {answer.score}" + (f", at most {answer.bound}" if answer.bound is not None else ""))
    return ", ".join(p for p in parts if p)


def _print(answer: Answer, position: Position, as_json: bool, *, stopped: bool = False) -> None:
    if as_json:
        _print_json(answer.to_json())
        return
    from optimizer.report import print_answer

    print_answer(answer, position, console(), stopped=stopped)


def _print_json(data: Mapping[str, Any]) -> None:
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


# -------------------------------------------------------------------------------------------------------------------- the rest


@cli.command()
@POSITION
@click.argument("line")
@click.option("--replies", "try_all", is_flag=True, help="Also try what the opponent could do where LINE lets them pass.")
@LIBRARY
@CARDS
def check(position: str, line: str, try_all: bool, library: str | None, card_files: Sequence[str]) -> None:
    """Carry LINE out in POSITION and accept it, or name the step and the rule that it breaks.

    LINE is a file, - for standard input, or the text itself. A choice that has one legal answer may be left out. A line that says
    what to do against the opponent's replies is carried out against each of them.
    """
    start = _position(position, library)
    text = _line_text(line)
    with bad_input():
        from engine.scope import scope_of
        from engine.state import State

        begun = State.begin(start, pool_of(card_files), scope_of(start))
    from engine.line import LineError, Unanswered, check_strategy, replay
    from optimizer.reductions import Moves
    from optimizer.report import check_rows, print_row, refutes

    try:
        checked = check_strategy(begun, text, Moves(begun), try_all=try_all)
        told = text if checked.branches else replay(begun, text).text
    except LineError as error:
        refused = error.rule or error.against or isinstance(error, Unanswered)
        raise Failure(str(error), ILLEGAL if refused else BAD_INPUT) from None
    screen = console()
    for row in check_rows(checked, told, start):
        print_row(row, screen)
    click.get_current_context().exit(ILLEGAL if try_all and refutes(checked, start) else 0)


@cli.command()
@POSITION
@click.argument("line")
@TIME_LIMIT
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (engine/schemas/why.schema.json).")
@LIBRARY
@CARDS
def why(
    position: str, line: str, time_limit: float, as_json: bool, library: str | None, card_files: Sequence[str]
) -> None:  # fmt: skip
    """Say why LINE does not reach the goal of POSITION: the rule that it breaks, or the reply that beats it.

    LINE is a file, - for standard input, or the text itself. Where it says nothing of the opponent's choices, all of them are
    tried, and what is left of the line is played on against each.
    """
    start = _position(position, library)
    if not isinstance(start.goal, str):
        raise click.UsageError("'compleat why' is about lines that are to reach a goal; this position has a score to maximize")
    text = _line_text(line)
    from engine.line import LineError
    from optimizer.report import print_row, why_rows
    from optimizer.why import Why
    from optimizer.why import why as explain

    cards, latest = pool_of(card_files), list[Why]()

    def show(found: Why, stopped: bool = False) -> None:
        if as_json:
            _print_json(found.to_json(start))
            return
        screen = console()
        for row in why_rows(found, start, stopped=stopped):
            print_row(row, screen)

    def print_best() -> bool:
        if latest:
            show(latest[-1], stopped=True)
        return bool(latest)

    with bad_input():
        try:
            found = _in_background(
                lambda: explain(start, text, time_limit=time_limit, cards=cards, progress=latest.append), lambda: "", print_best
            )
        except LineError as error:
            raise Failure(str(error)) from None
    show(found)
    failed = found.illegal is not None or found.beaten is not None
    click.get_current_context().exit(0 if failed else HOLDS if found.holds else UNDECIDED)


def _line_text(line: str) -> str:
    """The text of a line given as a file, `-` or the text itself."""
    if line == "-":
        data = sys.stdin.buffer.read(LARGEST_LINE + 1)
    elif _WRITTEN.match(line):
        return line
    else:
        path = Path(line)
        if not path.is_file():
            raise Failure(f"{line}: there is no such file; a line written out begins like '1. Cast Divination.'")
        with path.open("rb") as file:
            data = file.read(LARGEST_LINE + 1)
    name = "standard input" if line == "-" else line
    if len(data) > LARGEST_LINE:
        raise Failure(f"{name}: more than {LARGEST_LINE} bytes are no line of play")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{name}: this is not text (byte {error.start + 1})") from None
    if "\0" in text:
        raise Failure(f"{name}: this is not text (byte {text.index(chr(0)) + 1})")
    return text


@cli.command()
@POSITION
@LIBRARY
@CARDS
def show(position: str, library: str | None, card_files: Sequence[str]) -> None:
    """Draw the board of POSITION."""
    start = _position(position, library)
    with bad_input():
        from engine.formats.board import print_board

        print_board(start, pool_of(card_files), console())


cli.add_command(cards)


@cli.command(add_help_option=False, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench(arguments: Sequence[str]) -> None:
    """Run benchmarks ('compleat bench --help' tells which)."""
    from benchmarks.cli import bench as command

    command.main(list(arguments), prog_name="compleat bench")


def main() -> None:
    """The entry point of the console command."""
    cli.main(prog_name="compleat")
