"""Positions played in two engines: ours, and that of the package that the extra `import` brings.

`python -m tests.differential --cards AtomicCards.json.gz --from 0 --to 100` draws positions around proliferate, counters and
Phyrexian mana, plays one random legal line in each with the same choices, and compares life, counters, zones and permanents after
every step. A difference says that one of the two is wrong, not which: the rule decides. `differences.md` has those found so far.
"""
