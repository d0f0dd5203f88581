"""Faces of cards as the files of MTGJSON (AtomicCards and single sets) and Scryfall (oracle cards) print them."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.words import CARD_TYPES

LARGEST = 400_000_000
"""Bytes of the largest file that is read, unpacked: twice as much as either service publishes."""


class CardFileError(Exception):
    """Something in a card file that is not what such a file has.

    Attributes:
        file: name of the file.
        card: name of the card, empty if the trouble is not in a card.
        field: the field of the card, empty if it is the whole card.
        problem: what is wrong.
    """

    def __init__(self, file: str, card: str, field: str, problem: str) -> None:
        super().__init__(file, card, field, problem)
        self.file = file
        self.card = card
        self.field = field
        self.problem = problem

    def __str__(self) -> str:
        return ": ".join(part for part in self.args if part)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a card as it is printed.

    `card` is the name of the whole card, `side` 0 for the front, `sides` how many faces there are. Power, toughness, loyalty and
    defense are texts, since some are `*`. `colors` are letters.
    """

    card: str
    name: str
    side: int
    sides: int
    layout: str
    cost: str | None
    colors: frozenset[str]
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    power: str | None
    toughness: str | None
    loyalty: str | None
    defense: str | None
    keywords: tuple[str, ...]
    text: str
    identity: frozenset[str] = frozenset()
    """The colours of its colour identity, by which a colour indicator shows that a file does not have (204, 903.4)."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A card of a file that cannot be used."""

    error: CardFileError


# ---------------------------------------------------------------------------------------------------------------- files


def read_printed(path: str | Path) -> Iterator[tuple[Face, ...] | Broken]:
    """The cards of a file, the faces of each.

    A card that cannot be used comes as `Broken`, and the others still come.

    Raises:
        CardFileError: the file itself cannot be used.
    """
    file = str(path)
    text = _bytes(Path(path)).decode("latin-1")  # a byte a character: a file of every language stays small
    start = _skip(text, len(_MARK) if text.startswith(_MARK) else 0)
    if not text[start : start + 1].strip():
        raise CardFileError(file, "", "", "is empty")
    if text[start] not in "{[":
        raise CardFileError(file, "", "", "is not JSON")
    ends: list[int] = []
    try:
        yield from (_scryfall if text[start] == "[" else _mtgjson)(text, start, file, ends.append)
        if _skip(text, ends[0]) < len(text):
            raise _NotJson(f"something follows its end at byte {ends[0]}")
    except _NotJson as error:
        where = f", near {error.last!r}" if error.last else ""
        raise CardFileError(file, "", "", f"is not JSON, or is cut off: {error.problem}{where}") from None


def _bytes(path: Path) -> bytes:
    """The content of the file, unpacked if it is packed by gzip.

    Raises:
        CardFileError: it cannot be read, or is larger than `LARGEST`.
    """
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(path) if packed else path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CardFileError(str(path), "", "", f"cannot be read: {reason}") from None
    if len(data) > LARGEST:
        raise CardFileError(str(path), "", "", f"has more than {LARGEST // 1_000_000} MB, which no file of cards has")
    return data


# ---------------------------------------------------------------------------------------------------------------- JSON by pieces


class _NotJson(Exception):
    def __init__(self, problem: str, last: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.last = last


_MARK = "\xef\xbb\xbf"
"""The mark that some programs put before a text in UTF-8."""

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def _value(text: str, at: int, last: str = "") -> tuple[Any, int]:
    """The value that begins at `at`, in characters rather than bytes, and where it ends."""
    try:
        value, end = _DECODER.raw_decode(text, at)
        if not text[at:end].isascii():
            value = json.loads(text[at:end].encode("latin-1").decode("utf-8"))
    except json.JSONDecodeError as error:
        raise _NotJson(f"{error.msg} at byte {error.pos}", last) from None
    except UnicodeDecodeError:
        raise _NotJson("it holds bytes that are no text", last) from None
    except RecursionError:
        raise _NotJson("it is nested too deeply", last) from None
    except ValueError:  # of a number of thousands of digits
        raise _NotJson("it holds a number that is too long", last) from None
    return value, end


Ended = Callable[[int], None]
"""A way to say where a value ended."""


def _members(text: str, at: int, closed: Ended) -> Iterator[tuple[str, int, Ended]]:
    """The members of the object that begins at `at`: name, where the value begins, and a way to say where it ended."""
    last = ""
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        key, at = _value(text, at, last)
        at = _skip(text, at)
        if not isinstance(key, str) or text[at : at + 1] != ":":
            raise _NotJson(f"there is no name at byte {at}", last)
        ended: list[int] = []
        yield key, _skip(text, at + 1), ended.append
        at = _next(text, ended[0] if ended else _value(text, _skip(text, at + 1), key)[1], "}", key)
        last = key
    closed(at + 1)


def _elements(text: str, at: int, closed: Ended) -> Iterator[Any]:
    """The elements of the array that begins at `at`."""
    last = ""
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        value, at = _value(text, at, last)
        yield value
        last = str(value.get("name", "")) if isinstance(value, dict) else ""
        at = _next(text, at, "]", last)
    closed(at + 1)


def _next(text: str, at: int, end: str, last: str) -> int:
    """Where the next member begins, or the end of the collection."""
    at = _skip(text, at)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1)
    if text[at : at + 1] != end:
        raise _NotJson("it ends too early" if at >= len(text) else f"something else than , or {end} at byte {at}", last)
    return at


# ---------------------------------------------------------------------------------------------------------------- MTGJSON


def _mtgjson(text: str, at: int, file: str, closed: Ended) -> Iterator[tuple[Face, ...] | Broken]:
    """AtomicCards (`data` has names of cards with lists of faces), a set (`data` has `cards`), or one card of Scryfall."""
    found = False
    for key, start, ended in _members(text, at, closed):
        if key == "object" and _value(text, start)[0] == "card":
            card, end = _value(text, at)
            yield from _objects([card], file)
            closed(end)
            return
        if key == "data":
            found = True
            yield from _data(text, start, file, ended)
        else:
            ended(_value(text, start, key)[1])
    if not found:
        raise CardFileError(file, "", "data", "is missing: this is neither a file of MTGJSON nor one of Scryfall")


def _data(text: str, at: int, file: str, closed: Ended) -> Iterator[tuple[Face, ...] | Broken]:
    if text[at : at + 1] == "[":  # a list of Scryfall
        yield from _objects(_elements(text, at, closed), file)
        return
    if text[at : at + 1] != "{":
        raise CardFileError(file, "", "data", "holds no cards: this is neither a file of MTGJSON nor one of Scryfall")
    is_set = False
    found = False
    for name, start, ended in _members(text, at, closed):
        value, end = _value(text, start, name)
        ended(end)
        if name == "cards" and _is_set(value):
            is_set = found = True
            yield from _set_of(value, file)
        elif isinstance(value, (str, int)) or value is None or name in ("booster", "translations", "sealedProduct", "decks"):
            is_set = True  # a fact about a set
        elif not is_set:
            found = True
            yield _faces(name, value, file, _face_of_mtgjson)
    if not found:
        raise CardFileError(file, "", *(("data.cards", "is missing") if is_set else ("data", "holds no cards")))


def _is_set(value: object) -> bool:
    """Whether a member `cards` is the list of the cards of a set (and not the faces of a card of that name)."""
    return isinstance(value, list) and not any(isinstance(card, dict) and card.get("name") == "cards" for card in value)


def _set_of(cards: list[Any], file: str) -> Iterator[tuple[Face, ...] | Broken]:
    """The cards of a set; each once, however often it is printed there."""
    by_name: dict[str, dict[tuple[str, str], Any]] = {}
    for index, card in enumerate(cards):
        name = card.get("name") if isinstance(card, dict) else None
        if not isinstance(name, str):
            yield Broken(CardFileError(file, f"data.cards[{index}]", "name", "is missing"))
            continue
        by_name.setdefault(name, {}).setdefault((str(card.get("side") or "a"), str(card.get("faceName") or name)), card)
    for name, faces in by_name.items():
        yield _faces(name, [faces[key] for key in sorted(faces)], file, _face_of_mtgjson)


Reader = Callable[["_Entry", str, int, int], Face]


def _faces(name: str, value: object, file: str, reader: Reader) -> tuple[Face, ...] | Broken:
    try:
        if not isinstance(value, list) or not value:
            raise CardFileError(file, name, "", "must be a list of faces")
        return tuple(reader(_Entry(face, file, name), name, side, len(value)) for side, face in enumerate(value))
    except CardFileError as error:
        return Broken(error)


def _face_of_mtgjson(entry: _Entry, card: str, side: int, sides: int) -> Face:
    kinds = entry.words("types")
    face = Face(
        card=card,
        name=entry.text("faceName") or entry.text("name") or card,
        side=side,
        sides=sides,
        layout=entry.text("layout") or "normal",
        cost=entry.text("manaCost"),
        colors=frozenset(entry.words("colors")),
        supertypes=entry.words("supertypes"),
        types=kinds,
        subtypes=entry.words("subtypes"),
        power=entry.text("power"),
        toughness=entry.text("toughness"),
        loyalty=entry.text("loyalty"),
        defense=entry.text("defense"),
        keywords=entry.words("keywords"),
        text=entry.text("text") or "",
        identity=frozenset(entry.words("colorIdentity")),
    )
    return _checked(face, entry)


# ---------------------------------------------------------------------------------------------------------------- Scryfall


def _scryfall(text: str, at: int, file: str, closed: Ended) -> Iterator[tuple[Face, ...] | Broken]:
    found = False
    for card in _objects(_elements(text, at, closed), file):
        found = True
        yield card
    if not found:
        raise CardFileError(file, "", "", "holds no cards")


_NO_GAME_CARDS = frozenset(("token", "double_faced_token", "emblem", "art_series", "vanguard", "scheme", "planar"))


def _objects(cards: Any, file: str) -> Iterator[tuple[Face, ...] | Broken]:
    for index, card in enumerate(cards):
        if not isinstance(card, dict) or card.get("object") != "card":
            yield Broken(CardFileError(file, f"[{index}]", "object", "is not a card of Scryfall"))
            continue
        name = card.get("name")
        if not isinstance(name, str) or not name:
            yield Broken(CardFileError(file, f"[{index}]", "name", "is missing"))
            continue
        if card.get("layout") in _NO_GAME_CARDS:
            continue
        faces = card.get("card_faces") or [card]
        if isinstance(faces, list):
            common = {key: card.get(key) for key in ("layout", "colors", "keywords")}
            faces = [{**common, **face} if isinstance(face, dict) else face for face in faces]
        yield _faces(name, faces, file, _face_of_scryfall)


def _face_of_scryfall(entry: _Entry, card: str, side: int, sides: int) -> Face:
    supertypes, kinds, subtypes = _type_line(entry)
    face = Face(
        card=card,
        name=entry.text("name") or card,
        side=side,
        sides=sides,
        layout=entry.text("layout") or "normal",
        cost=entry.text("mana_cost") or None if "Land" in kinds or side else entry.text("mana_cost"),
        colors=frozenset(entry.words("colors")),
        supertypes=supertypes,
        types=kinds,
        subtypes=subtypes,
        power=entry.text("power"),
        toughness=entry.text("toughness"),
        loyalty=entry.text("loyalty"),
        defense=entry.text("defense"),
        keywords=entry.words("keywords"),
        text=entry.text("oracle_text") or "",
    )
    return _checked(face, entry)


_SUPERTYPES = frozenset(("Basic", "Legendary", "Ongoing", "Snow", "World", "Host", "Elite", "Token"))


def _type_line(entry: _Entry) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    line = entry.text("type_line")
    if not line:
        raise entry.error("type_line", "is missing")
    front, _, back = line.partition(" — ")
    words = front.split()
    subtypes = back.replace("Time Lord", "Time-Lord").split()
    return (
        tuple(word for word in words if word in _SUPERTYPES),
        tuple(word for word in words if word not in _SUPERTYPES),
        tuple(word.replace("Time-Lord", "Time Lord") for word in subtypes),
    )


# ---------------------------------------------------------------------------------------------------------------- fields


@dataclass(frozen=True, slots=True)
class _Entry:
    """A face in a file."""

    value: Any
    file: str
    card: str

    def error(self, field: str, problem: str) -> CardFileError:
        return CardFileError(self.file, self.card, field, problem)

    def text(self, field: str) -> str | None:
        value = self._get(field)
        if value is not None and not isinstance(value, str):
            raise self.error(field, f"must be text, not {str(value)[:40]}")
        return value

    def words(self, field: str) -> tuple[str, ...]:
        value = self._get(field)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.error(field, f"must be a list of words, not {str(value)[:40]}")
        return tuple(value)

    def _get(self, field: str) -> Any:
        if not isinstance(self.value, dict):
            raise self.error("", f"must be a face, not {str(self.value)[:40]}")
        return self.value.get(field)


_COST = re.compile(r"(?:\{[^{}\s]{1,12}\})*")
_SIZE = re.compile(r"[-+]?[\d.*?X∞²½]{1,9}(?:[-+][\d*]{1,9})?")


def _checked(face: Face, entry: _Entry) -> Face:
    """The face, if its fields do not contradict each other.

    Raises:
        CardFileError: they do.
    """
    if not face.types:
        raise entry.error("types", "is missing")
    if face.cost is not None and not _COST.fullmatch(face.cost):
        raise entry.error("mana cost", f"{face.cost[:40]!r} is not a mana cost")
    if not face.colors <= set("WUBRG"):
        raise entry.error("colors", f"must be letters of WUBRG, not {', '.join(sorted(face.colors))[:40]}")
    for field, size in (("power", face.power), ("toughness", face.toughness), ("defense", face.defense)):
        if size is not None and not _SIZE.fullmatch(size):
            raise entry.error(field, f"{size[:40]!r} is not a number")
    if (face.power is None) != (face.toughness is None):
        raise entry.error("power" if face.power is None else "toughness", "is missing")
    if "Creature" in face.types and face.power is None:
        raise entry.error("power", "is missing: a creature has power and toughness")
    if "Planeswalker" in face.types and face.loyalty is None and not face.side:
        raise entry.error("loyalty", "is missing: a planeswalker has it")
    if set(face.types) <= {*CARD_TYPES}:
        if face.power is not None and "Creature" not in face.types and not {"Vehicle", "Spacecraft"} & {*face.subtypes}:
            raise entry.error("power", "is there, but only creatures, Vehicles and Spacecraft have power and toughness")
        if face.loyalty is not None and "Planeswalker" not in face.types:
            raise entry.error("loyalty", "is there, but only planeswalkers have it")
        if face.defense is not None and "Battle" not in face.types:
            raise entry.error("defense", "is there, but only battles have it")
    return face
