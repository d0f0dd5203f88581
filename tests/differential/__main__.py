"""The command: see the package."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from engine.cards import CardPool
from tests.differential.data import engine_for
from tests.differential.play import play


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description="Play positions in two engines.")
    parser.add_argument("--cards", type=Path, required=True, metavar="FILE", help="AtomicCards.json of MTGJSON, packed or not")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="A", help="the number of the first position (0)")
    parser.add_argument("--to", type=int, default=200, dest="last", metavar="B", help="the number after the last one (200)")
    parser.add_argument("--lines", action="store_true", help="print the line of every difference")
    options = parser.parse_args()
    pool = CardPool.bundled()
    try:
        engine = engine_for(options.cards, pool.names())
    except ImportError:
        parser.error("the other engine comes with the extra: pip install 'compleat[import]'")
    except (OSError, ValueError, KeyError) as error:
        parser.error(f"{options.cards}: {error}")
    kinds: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    steps = 0
    for seed in range(options.first, options.last):
        outcome = play(engine, pool, seed)
        kinds[outcome.kind] += 1
        steps += outcome.steps
        if outcome.kind != "same":
            reasons[f"{outcome.kind}: {outcome.at}: {'; '.join(outcome.why)}"] += 1
            print(f"{outcome.kind:13} {seed}: {outcome.at}: {'; '.join(outcome.why)}", flush=True)
            if options.lines and outcome.kind == "different":
                print("\n".join(f"    {row}" for row in outcome.line))
    print(", ".join(f"{kinds[kind]} {kind}" for kind in ("same", "different", "not compared")), f"in {steps} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
