"""Keyword abilities of trees and texts, as the notation writes them."""

from __future__ import annotations

import re
from typing import Any

from engine.cards.phrases import read_keyword, read_keyword_stem
from engine.cards.place import NotationError, Place
from engine.importing.nodes import Node, NotKnown
from engine.importing.symbols import mana_cost
from engine.mana import write_cost
from engine.words import CARD_TYPES


def checked(word: str) -> str:
    """The keyword, if the notation has it.

    Raises:
        NotKnown: it has not.
    """
    try:
        read_keyword(word, Place("", ""))
    except NotationError:
        raise NotKnown(f"keyword {_stem(word)}") from None
    return word


def _stem(word: str) -> str:
    return re.sub(r"[ \-—]*(\{.*|[\dX]+|from .*)$", "", word)


def keyword(value: Any) -> str:
    """The keyword that a tree names."""
    if isinstance(value, str):
        return checked(re.sub(r"(?<!^)(?=[A-Z])", " ", value).lower())
    if isinstance(value, dict) and len(value) == 1:
        ((kind, body),) = value.items()
        if kind == "Protection" and isinstance(body, dict) and list(body) == ["Color"]:
            return checked(f"protection from {body['Color'].lower()}")
        if kind == "Protection" and isinstance(body, dict) and list(body) == ["CardType"]:
            word = str(body["CardType"])
            is_type = word.removesuffix("s").capitalize() in CARD_TYPES
            return checked(f"protection from {word if is_type else word.capitalize()}")
        if kind == "Ward" and isinstance(body, dict) and body.get("type") == "Mana":
            return checked(f"ward {write_cost(mana_cost(Node(body['data'])))}")
        if kind == "Landwalk":
            return checked(f"{str(body).lower()}walk")
        if isinstance(body, int):
            return checked(f"{re.sub(r'(?<!^)(?=[A-Z])', ' ', kind).lower()} {body}")
        raise NotKnown(f"keyword {kind}")
    raise NotKnown("a keyword")


def stem_checked(name: str) -> str:
    """A keyword that a tree names without what follows it, as filters have it."""
    word = re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
    try:
        return read_keyword_stem(word, Place("", ""))
    except NotationError:
        raise NotKnown(f"keyword {word}") from None


SEVERAL = re.compile(r"[Pp]rotection from (\w+)(?:, from \w+)*,? and from \w+")


def keywords_of_text(text: str) -> list[str]:
    """The keywords that a line such as "protection from black and from red" is.

    Raises:
        NotKnown: the notation does not have them.
    """
    return [checked(f"protection from {quality}") for quality in re.findall(r"from (\w+)", text)]


def keyword_of_text(text: str) -> str:
    """The keyword that a part of a line of text such as `first strike` or `Toxic 1` is.

    Raises:
        NotKnown: it is none.
    """
    words = text.strip().rstrip(".").replace("—", " ")
    words = words[:1].lower() + words[1:]
    if words.startswith("madness") and "{X}" in words:
        raise NotKnown("madness with X")
    return checked(re.sub(r"\s+", " ", words))
