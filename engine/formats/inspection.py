"""What of a position is not known: unknown cards, and what is kept word for word without being understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.cards import CardPool
from engine.formats.errors import PositionError, did_you_mean
from engine.formats.files import read_position
from engine.formats.pzl_tokens import abilities_of
from engine.position import CardSpec, PermanentSpec, Position
from engine.vocabulary import NotUnderstood

UNKNOWN = "unknown"
"""The name of a card that is there but not known."""

WITHOUT_BEARING_AT_OBJECT = frozenset(("set", "art", "image", "meld"))
WITHOUT_BEARING_AT_POSITION = frozenset(
    ("turn", "removesummoningsickness", "[metadata] url", "[metadata] difficulty", "[metadata] description")
)
"""Keys of `raw` that say nothing about the game (in lower case), at an object and at the position."""

_SET_CODE = re.compile(r"[A-Z0-9]{3}")
"""The code of a set, which some files give without its key."""

CARD_ZONES = ("hand", "graveyard", "exile", "command", "library")


def objects(position: Position) -> Iterator[tuple[str, CardSpec | PermanentSpec]]:
    """Every card and permanent of a position with its key: `you.battlefield[2]`, and `you.hand` for the cards of the hand (one
    entry of a file can be several cards)."""
    for side, player in (("you", position.you), ("opponent", position.opponent)):
        for i, permanent in enumerate(player.battlefield):
            yield f"{side}.battlefield[{i}]", permanent
        for zone in CARD_ZONES:
            for card in getattr(player, zone) or ():
                yield f"{side}.{zone}", card


def unknown_cards(position: Position, pool: CardPool) -> Iterator[tuple[str, CardSpec | PermanentSpec]]:
    """The objects whose card is not in the pool. A token written out needs no card, nor does an unknown card in another zone."""
    for key, spec in objects(position):
        if spec.card not in pool and not _needs_no_card(spec):
            yield key, spec


def _needs_no_card(spec: CardSpec | PermanentSpec) -> bool:
    if isinstance(spec, CardSpec):
        return spec.card == UNKNOWN
    return spec.token is not None and not spec.token.copy


def check_cards(position: Position, pool: CardPool) -> None:
    """Makes sure that every card of the position is known.

    Raises:
        PositionError: one is not; the message says how many more.
    """
    found = list(unknown_cards(position, pool))
    if not found:
        return
    key, spec = found[0]
    more = len({s.card for _, s in found}) - 1
    rest = f" (unknown cards in this file: {more + 1})" if more else ""
    message = f"unknown card {spec.card}{did_you_mean(spec.card, pool.names())}{rest}"
    raise PositionError(position.source, spec.line, key, message)


def not_understood(position: Position) -> list[str]:
    """What the position says that nothing acts on: `raw` keys with a bearing on the game, and abilities of tokens that are only
    hinted at by their script (but for predefined tokens, 111.10). One line each."""
    found = _said(position.raw, WITHOUT_BEARING_AT_POSITION)
    for key, spec in objects(position):
        found += [f"{key} {spec.card}: {what}" for what in _said(spec.raw, WITHOUT_BEARING_AT_OBJECT)]
        if isinstance(spec, PermanentSpec):
            found += _token_words(key, spec)
    return list(dict.fromkeys(found))


def _said(raw: Mapping[str, str], without_bearing: frozenset[str]) -> list[str]:
    kept = {
        key: value
        for key, value in raw.items()
        if key.partition("#")[0].lower() not in without_bearing and (value or not _SET_CODE.fullmatch(key))
    }
    return [f"{key}: {value}" if value else key for key, value in kept.items()]


def _token_words(key: str, spec: PermanentSpec) -> list[str]:
    token = spec.token
    words = () if token is None else abilities_of(token)[1]
    if token is None or not words:
        return []
    return [f"{key} {spec.card}: token script {token.script} ({', '.join(words)})"]


@dataclass
class FileReport:
    """What is not known in one file. `error`: the file is not sound, and the rest is empty."""

    file: str
    error: PositionError | None = None
    cards: dict[str, list[str]] = field(default_factory=dict)
    """Unknown cards and the places where they are, `line 7, you.hand`."""
    hints: dict[str, str] = field(default_factory=dict)
    """For some of them: `; did you mean ...?`"""
    partly: dict[str, list[str]] = field(default_factory=dict)
    """Known cards with abilities that are not understood, and why."""
    rest: list[str] = field(default_factory=list)
    """Everything else that nothing acts on."""

    @property
    def supported(self) -> bool:
        return not (self.error or self.cards or self.partly or self.rest)

    def lines(self) -> list[str]:
        """The report as text, without the name of the file."""
        if self.error is not None:
            return [str(self.error)]
        lines = [f"unknown card {card} ({_places(where)}){self.hints[card]}" for card, where in self.cards.items()]
        lines += [f"{card}: {reason}" for card, reasons in self.partly.items() for reason in reasons]
        return lines + [f"not understood: {what}" for what in self.rest]


def _places(places: list[str]) -> str:
    counted = ((place, places.count(place)) for place in dict.fromkeys(places))
    return "; ".join(f"{place} x{n}" if n > 1 else place for place, n in counted)


def unsupported(paths: Iterable[str | Path], pool: CardPool) -> list[FileReport]:
    """What is not known in each of these files; a file that is not sound has its `error` set."""
    return [_report(path, pool) for path in paths]


def _report(path: str | Path, pool: CardPool) -> FileReport:
    report = FileReport(str(path))
    try:
        position = read_position(path)
    except PositionError as error:
        report.error = error
        return report
    for key, spec in unknown_cards(position, pool):
        zone = key.partition("[")[0]
        report.cards.setdefault(spec.card, []).append(zone if spec.line is None else f"line {spec.line}, {zone}")
    names = pool.names()
    report.hints = {card: did_you_mean(card, names) for card in report.cards}
    for card in dict.fromkeys(spec.card for _, spec in objects(position) if spec.card in pool):
        reasons = [a.reason for face in pool.get(card).faces for a in face.abilities if isinstance(a, NotUnderstood)]
        if reasons:
            report.partly[card] = reasons
    report.rest = not_understood(position)
    return report
