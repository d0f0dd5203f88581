"""The examples of docs/scoring.md are true."""

import doctest
import re
from pathlib import Path

from optimizer.objective import Scoring, parse, profile_names

PAGE = Path(__file__).parent.parent / "docs" / "scoring.md"


def test_examples_run() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert results.attempted > 10
    assert results.failed == 0


def test_the_table_lists_the_profiles_with_their_own_words() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.M))
    for name in profile_names():
        weights = Scoring.profile(name).weights
        assert weights is not None
        assert rows[name].removeprefix("the default: ") == weights.summary


def test_every_feature_in_the_table_is_one() -> None:
    table = PAGE.read_text(encoding="utf-8").split("| written | means |")[1].split("\n\n")[0]
    written = [w for row in re.findall(r"^\| (`.*?) \|", table, re.M) for w in re.findall(r"`([a-z][^`]*)`", row)]
    features = [w for w in written if re.fullmatch(r"[a-z_.]+(\(.*\))?", w) and w not in ("and", "or", "not")]
    assert len(features) > 25
    for feature in features:
        parse(feature.replace("(a, b)", "(1, 2)").replace("kind", "energy"))
