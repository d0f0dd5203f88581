"""The text of a line as a tree: which step, which words. What the names mean is not asked here (`engine.line.reading` does).

The grammar is `line.lark`, next to this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from engine.line.errors import LineError
from engine.ways import CAST_SO

_PERIOD, _MARK = "\ue000", "\ue001"
"""While the grammar is at work: stands for a period that belongs to a name; breaks up a word that belongs to a name."""

_WAYS = "|".join(CAST_SO.values())

_WORDS = re.compile(
    rf"\b(?=(?:choosing|targeting|sacrificing|discarding|removing|tapping|returning|exiling|paying|kicked|entwined|{_WAYS})\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Paying:
    """How a cost is paid, as far as it was written.

    `cost`: the mana paid, as symbols; `sources`: what is tapped for it; `life`: how much is paid; `life_for`: the symbols that
    life pays for; `announced`: what is announced for a hybrid symbol, as pairs of the half and the symbol; `leaving`: the mana
    left in the pool. None: not spoken of.
    """

    cost: str | None = None
    sources: str | None = None
    life: int | None = None
    life_for: tuple[str, ...] = ()
    announced: tuple[tuple[str, str], ...] = ()
    leaving: str | None = None


@dataclass(frozen=True)
class Clauses:
    """What follows a name. None: not written."""

    choosing: str | None = None
    x: int | None = None
    kicked: int | None = None
    others: str | None = None
    how: str = ""
    """In which alternative way it is cast."""
    targeting: str | None = None
    sacrificing: str | None = None
    discarding: str | None = None
    removing: str | None = None
    paying: Paying | None = None


@dataclass(frozen=True)
class Sentence:
    """A choice: the texts between its colons (what asks, the kind of choice, what is chosen) and its clauses."""

    parts: tuple[str, ...]
    clauses: Clauses
    text: str


@dataclass(frozen=True)
class WrittenStep:
    """One step. `verb`: cast, activate, play, tap, attack, phase or end_turn. `subject` may hold colons. `made`: the mana that is
    tapped for, empty if left open."""

    number: int
    response: bool
    verb: str
    subject: str
    clauses: Clauses
    made: str
    choices: tuple[Sentence, ...]
    opponent: bool = False
    """Whether it is a step of the opponent's."""


WrittenLine = tuple[WrittenStep, ...]


@dataclass(frozen=True)
class WrittenReply:
    """A choice of the opponent as it stands after `If opponent`. `step`: what it means if it is something that is done with
    priority; `sentence`: its words as those of a choice that is asked for. `text`: as it was written."""

    text: str
    step: WrittenStep | None
    sentence: Sentence | None


PASSES = "passes"
"""The reply of doing nothing with priority."""

ACTIONS = {"casts": "Cast", "activates": "Activate", "plays": "Play", "taps": "Tap"}
"""What the opponent does with priority, and how a step of it begins."""


def parse_line(text: str, names: Iterable[str] = ()) -> WrittenLine:
    """The steps that a text writes down.

    Args:
        text: the line; rows that begin with `#` are comments.
        names: names in which periods end no sentence and words mean nothing to the grammar (those of the cards at hand).

    Raises:
        LineError: the text is not a line of play; the message says where.
    """
    clean = _protect(without_comments(text), names)
    return _parsed(clean, "start") if clean else ()


def parse_reply(text: str, names: Iterable[str] = ()) -> WrittenReply:
    """A choice of the opponent: the text of a step or of a choice, in the third person.

    Raises:
        LineError: it is neither.
    """
    clean = _protect(" ".join(text.split()), names)
    verb, _, rest = clean.partition(" ")
    step = sentence = None
    if verb.lower() in ACTIONS and rest:
        (step,) = _parsed(f"1. {ACTIONS[verb.lower()]} {rest}", "start")
    with suppress(LineError):
        sentence = _parsed(clean, "choice")
    if step is None and (sentence is None or (not rest and verb.lower() != PASSES) or not verb.lower().endswith("s")):
        raise LineError(f"cannot read {_plain(clean)!r}; a choice of the opponent reads like 'blocks with NAME on NAME'")
    return WrittenReply(_plain(clean), step, sentence)


def _parsed(clean: str, rule: str) -> Any:
    """What a rule of the grammar makes of a text without comments."""
    if not clean.endswith("."):
        clean += "."
    try:
        return _Tree(clean).transform(_parser().parse(clean, start=rule))
    except UnexpectedInput as error:
        raise _syntax_error(clean, error) from None
    except VisitError as error:
        if isinstance(error.orig_exc, LineError):
            raise error.orig_exc from None
        raise


def symbols(text: str) -> tuple[str, ...]:
    """The mana symbols of a text such as `{3}{U/P}`, braces kept."""
    return tuple(re.findall(r"\{[^{}]+\}", text))


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = Path(__file__).with_name("line.lark").read_text(encoding="utf-8").replace("WAYS_TO_CAST", _WAYS)
    return Lark(grammar, parser="lalr", start=["start", "choice"], propagate_positions=True, maybe_placeholders=True)


def without_comments(text: str) -> str:
    rows = text.replace("’", "'").replace("\r", "").split("\n")
    return "\n".join("" if row.lstrip().startswith("#") else row for row in rows).strip()


def _protect(text: str, names: Iterable[str]) -> str:
    """The text with these names made safe: without periods and words of the grammar in them."""
    odd = sorted({n for n in names if "." in n or _WORDS.search(n)}, key=len, reverse=True)
    if not odd:
        return text
    safe = {n.casefold(): _WORDS.sub(_MARK, n).replace(".", _PERIOD) for n in odd}
    return re.sub("|".join(map(re.escape, odd)), lambda m: safe[m[0].casefold()], text, flags=re.IGNORECASE)


def _plain(text: str) -> str:
    return " ".join(text.replace(_PERIOD, ".").replace(_MARK, "").split())


def _syntax_error(text: str, error: UnexpectedInput) -> LineError:
    position = error.pos_in_stream if error.pos_in_stream is not None and error.pos_in_stream >= 0 else len(text)
    begun = re.findall(r"(?:^|\s)(\d+)\.\s", text[:position])
    rest = _plain(text[position:].split("\n")[0])
    step = int(begun[-1]) if begun else None
    if step is None:
        return LineError(f"a step begins with its number, as in '1. Cast Divination.'; this begins with {rest[:40]!r}")
    if not rest:
        return LineError("the text stops in the middle; every sentence ends with a period", step=step)
    return LineError(f"cannot read {rest[:60]!r}", step=step)


class _Tree(Transformer[Token, Any]):
    """From lark's tree to the dataclasses above. Every clause becomes a pair of field and value."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._source = source

    def start(self, steps: Sequence[WrittenStep]) -> WrittenLine:
        return tuple(steps)

    def step(self, items: Sequence[Any]) -> WrittenStep:
        number, response, opponent, action, *choices = items
        assert isinstance(action, WrittenStep)
        return replace(
            action, number=int(number.strip().rstrip(".")), response=response is not None, opponent=opponent is not None,
            choices=tuple(choices),
        )  # fmt: skip

    def _action(self, verb: str, subject: str = "", made: str = "", clauses: Sequence[Any] = ()) -> WrittenStep:
        return WrittenStep(0, False, verb, subject, _clauses(clauses), made, ())

    def cast(self, items: Sequence[Any]) -> WrittenStep:
        return self._action("cast", items[0], clauses=items[1:])

    def activate(self, items: Sequence[Any]) -> WrittenStep:
        return self._action("activate", items[0], clauses=items[1:])

    def play(self, items: Sequence[Any]) -> WrittenStep:
        return self._action("play", items[0])

    def tap(self, items: Sequence[Any]) -> WrittenStep:
        return self._action("tap", items[0], items[1] or "", items[2:])

    def attack(self, items: Sequence[Any]) -> WrittenStep:
        return self._action("attack", items[0], clauses=items[1:])

    def phase(self, items: Sequence[Any]) -> WrittenStep:
        return self._action("phase", items[0])

    def end_turn(self, items: Sequence[Any]) -> WrittenStep:
        return self._action("end_turn")

    def choice(self, items: Sequence[Any]) -> Sentence:
        parts = tuple(_plain(str(i)) for i in items if isinstance(i, Token))
        clauses = [i for i in items if not isinstance(i, Token)]
        return Sentence(parts, _clauses(clauses), ": ".join(parts))

    def text(self, items: Sequence[Token]) -> str:
        return _plain(": ".join(items))

    def made(self, items: Sequence[Token | None]) -> str:
        return "".join(str(item) for item in items if item is not None)

    def choosing(self, items: Sequence[Token]) -> tuple[str, str]:
        return "choosing", _plain(items[0])

    def x(self, items: Sequence[Token]) -> tuple[str, int]:
        return "x", int(items[0])

    def kicked(self, items: Sequence[Token | None]) -> tuple[str, int]:
        return "kicked", int(items[0]) if items[0] is not None else 1

    def entwined(self, items: Sequence[Token]) -> tuple[str, int]:
        return "kicked", 1

    def others(self, items: Sequence[str]) -> tuple[str, str]:
        return "others", items[0]

    def how(self, items: Sequence[Token]) -> tuple[str, str]:
        return "how", next(how for how, word in CAST_SO.items() if word == str(items[0]).strip(" ,\n").lower())

    def targeting(self, items: Sequence[str]) -> tuple[str, str]:
        return "targeting", items[0]

    def sacrificing(self, items: Sequence[str]) -> tuple[str, str]:
        return "sacrificing", items[0]

    def discarding(self, items: Sequence[str]) -> tuple[str, str]:
        return "discarding", items[0]

    def removing(self, items: Sequence[str]) -> tuple[str, str]:
        return "removing", items[0]

    def mana(self, items: Sequence[Any]) -> Paying:
        return Paying(cost=str(items[0]), sources=items[1])

    def announced(self, items: Sequence[Token]) -> Paying:
        return Paying(announced=((str(items[0]), str(items[1])),))

    def life(self, items: Sequence[Token | None]) -> Paying:
        return Paying(life=int(items[0] or 0), life_for=symbols(items[1] or ""))

    def leaving(self, items: Sequence[Token]) -> Paying:
        return Paying(leaving=str(items[0]))

    def paying(self, items: Sequence[Paying]) -> tuple[str, Paying]:
        return "paying", _joined(items)


def _joined(items: Sequence[Paying]) -> Paying:
    lives = [i.life for i in items if i.life is not None]
    sources = [i.sources for i in items if i.sources is not None]
    left = [i.leaving for i in items if i.leaving is not None]
    return Paying(
        cost="".join(i.cost for i in items if i.cost is not None) or None,
        sources=", ".join(sources) if sources else None,
        life=sum(lives) if lives else None,
        life_for=tuple(s for i in items for s in i.life_for),
        announced=tuple(a for i in items for a in i.announced),
        leaving="".join(left) if left else None,
    )


def _clauses(items: Sequence[tuple[str, Any]]) -> Clauses:
    given: dict[str, Any] = {}
    for name, value in items:
        if name in given:
            raise LineError(f"'{name}' is written twice in one sentence")
        given[name] = value
    return Clauses(**given)
