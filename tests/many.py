"""Many random positions from the command line: what to draw, and a comparison carried out on each of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def arguments(description: str | None, strata: Sequence[str], seconds: float) -> argparse.ArgumentParser:
    """`--stratum`, `--from`, `--to`, `--seconds` (so many if not given) and `--workers`."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--stratum", choices=strata)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=seconds, help="what the reference may take for a position")
    parser.add_argument("--workers", type=int, default=1)
    return parser


def over(one: Callable[[int], T], seeds: Iterable[int], workers: int) -> Iterator[T]:
    """What comes of each of the numbers, in their order."""
    if workers == 1:
        yield from map(one, seeds)
        return
    with ProcessPoolExecutor(workers) as processes:
        yield from processes.map(one, seeds)
