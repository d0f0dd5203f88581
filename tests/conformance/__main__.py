"""The command: see the package."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import yaml

from engine.cards import CardPool
from tests.conformance import probes, puzzles, scenarios
from tests.conformance.outcome import Checks, run

CARDS = Path(__file__).with_name("cards.yaml")
"""Cards of scenarios that are not bundled."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description="Run probes, puzzles and scenarios.")
    parser.add_argument("folder", type=Path, help="a folder (or file) of probes (yaml), puzzles (pzl) or scenarios (yaml)")
    parser.add_argument("--time-limit", type=float, default=10.0, metavar="SECONDS", help="for each probe or puzzle (10)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only what has this in its name")
    parser.add_argument(
        "--cards", type=Path, metavar="FILE", action="append", default=[], help="a file of further cards for the scenarios"
    )
    options = parser.parse_args()
    if not options.folder.exists():
        parser.error(f"there is no {options.folder}")
    pool = CardPool.bundled()
    for cards in (*options.cards, CARDS):
        pool = pool.with_file(cards)
    counts: Counter[str] = Counter()
    for name, check in _checks(options.folder, options.time_limit, pool):
        if options.only in name:
            outcome = run(name, check)
            counts[outcome.kind] += 1
            print(outcome, flush=True)
    if not counts:
        parser.error(f"nothing to run in {options.folder}")
    print(", ".join(f"{counts[kind]} {kind}" for kind in ("pass", "fail", "unsupported")), f"of {counts.total()}")
    return 1 if counts["fail"] else 0


def _checks(folder: Path, time_limit: float, pool: CardPool) -> Checks:
    for path in _files(folder):
        if path.suffix == ".pzl":
            yield from puzzles.checks(path, time_limit)
            continue
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        if not isinstance(document, dict):
            continue
        if "probes" in document:
            yield from probes.checks(document, time_limit)
        elif "scenarios" in document:
            yield from scenarios.checks(document, pool)


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_file():
        yield folder
    else:
        yield from (path for path in sorted(folder.rglob("*")) if path.suffix in (".pzl", ".yaml", ".yml"))


if __name__ == "__main__":
    sys.exit(main())
