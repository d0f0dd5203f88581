"""Tokens in `.pzl` files: scripts such as `c_1_1_a_thopter_flying` and tokens written out, `t:Thopter,P:1,T:1,...`.

A script is `colours_power_toughness_flags_subtypes_abilities`: letters of the colours (`c`: none), the size if it is a creature,
`a` for an artifact and `e` for an enchantment, then subtypes and abilities in lower case. Words before the colours name the front
face of a double-faced token.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.mana import COLORS
from engine.position import TokenSpec
from engine.tokens import PREDEFINED, SCRIPTED
from engine.vocabulary import Ability
from engine.words import ARTIFACT_TYPES, CARD_TYPES, CREATURE_TYPES, ENCHANTMENT_TYPES, SUPERTYPES

_COLORS = re.compile(r"c|all|[wubrg]{1,5}")
_SIZE = re.compile(r"[0-9]{1,4}|x")
_FLAGS = {"a": "Artifact", "e": "Enchantment", "l": "Land"}
_SUBTYPES = {s.lower().replace("-", "").replace("'", ""): s for s in ARTIFACT_TYPES | CREATURE_TYPES | ENCHANTMENT_TYPES}
_KEYWORDS = {
    w.replace(" ", ""): w
    for w in (
        "banding", "changeling", "decayed", "deathtouch", "defender", "double strike", "fear", "first strike", "flanking",
        "flash", "flying", "haste", "hexproof", "horsemanship", "indestructible", "infect", "intimidate", "lifelink", "menace",
        "prowess", "reach", "shadow", "shroud", "skulk", "trample", "vigilance", "wither",
    )
}  # fmt: skip
_NUMBERED = re.compile(r"(toxic|afflict|bushido|annihilator|bloodthirst|rampage|renown|crew)([0-9]*)")


def decode_script(script: str) -> tuple[TokenSpec, tuple[str, ...]]:
    """The token that a script names, and the words of the script that say something which is not understood."""
    words = [w.strip() for w in script.lower().split("_")]
    start = next((i for i, w in enumerate(words) if _COLORS.fullmatch(w)), None)
    if start is None:
        return TokenSpec(_title(words), types=(), script=script), tuple(words)
    if start > 0:
        front = words[:start]
        subtypes = tuple(_SUBTYPES[w] for w in front if w in _SUBTYPES)
        types = _noncreature_types(subtypes)
        return TokenSpec(_title(front), types=types, subtypes=subtypes, script=script), tuple(words[start:])
    return _decode(script, words)


def abilities_of(token: TokenSpec) -> tuple[tuple[Ability, ...], tuple[str, ...]]:
    """The abilities that the script of the token gives besides keywords, and the words of it that are not understood."""
    found: list[Ability] = [ability for subtype in token.subtypes for ability in PREDEFINED.get(subtype, ())]
    if token.script is None or found or "Incubator" in token.subtypes:
        return tuple(found), ()
    unknown = []
    for word in decode_script(token.script)[1]:
        said = [SCRIPTED[subtype, word] for subtype in token.subtypes if (subtype, word) in SCRIPTED]
        found += said[0] if said else ()
        unknown += [] if said else [word]
    return tuple(found), tuple(unknown)


def _decode(script: str, words: list[str]) -> tuple[TokenSpec, tuple[str, ...]]:
    letters = {"c": "", "all": COLORS}.get(words[0], words[0].upper())
    colors = "".join(c for c in COLORS if c in letters)
    rest = words[1:]
    unknown: list[str] = []
    size: tuple[int | None, int | None] = (None, None)
    creature = len(rest) >= 2 and all(_SIZE.fullmatch(w) for w in rest[:2])
    if creature:
        unknown += [w for w in rest[:2] if w == "x"]
        size = (None if rest[0] == "x" else int(rest[0]), None if rest[1] == "x" else int(rest[1]))
        rest = rest[2:]
    types: list[str] = []
    while rest and rest[0] in _FLAGS:
        types.append(_FLAGS[rest.pop(0)])
    subtypes: list[str] = []
    while rest and rest[0] in _SUBTYPES:
        subtypes.append(_SUBTYPES[rest.pop(0)])
    name = " ".join(subtypes)
    if not name:
        name, unknown, rest = _title(rest) or script, unknown + rest, []
    keywords, more = _keywords(rest)
    if creature:
        types.append("Creature")
    token = TokenSpec(
        name,
        types=tuple(types) or _noncreature_types(subtypes),
        subtypes=tuple(subtypes),
        colors=colors,
        power=size[0],
        toughness=size[1],
        keywords=keywords,
        script=script,
    )
    return token, (*unknown, *more)


def _keywords(words: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """Keywords and the words that are none; `first`, `strike` and `firststrike` are the same."""
    found: list[str] = []
    unknown: list[str] = []
    i = 0
    while i < len(words):
        pair = "".join(words[i : i + 2])
        numbered = _NUMBERED.fullmatch(words[i])
        if words[i] in _KEYWORDS:
            found.append(_KEYWORDS[words[i]])
        elif pair in _KEYWORDS:
            found.append(_KEYWORDS[pair])
            i += 1
        elif numbered:
            found.append(f"{numbered[1]} {numbered[2] or 1}")
        else:
            unknown.append(words[i])
        i += 1
    return tuple(found), unknown


def _noncreature_types(subtypes: Iterable[str]) -> tuple[str, ...]:
    """The card types that subtypes of a token without power and toughness imply (205.3g, 205.3h)."""
    return tuple(
        t for t, s in (("Artifact", ARTIFACT_TYPES), ("Enchantment", ENCHANTMENT_TYPES)) if any(w in s for w in subtypes)
    )


def _title(words: Iterable[str]) -> str:
    return " ".join(w.capitalize() for w in words if w)


def decode_inline(text: str) -> tuple[TokenSpec, str | None, tuple[str, ...]]:
    """A token written out (after the `t:`): the token, its image, and the parts that are not understood.

    A token without `Color` has the colours of its image, which is named like a script.
    """
    name, *parts = text.split(",")
    fields: dict[str, str] = {}
    unknown: list[str] = []
    for part in parts:
        key, colon, value = part.partition(":")
        key = key.strip().lower()
        if colon and key in ("p", "t", "cost", "color", "types", "keywords", "image"):
            fields[key] = value.strip()
        elif part.strip():
            unknown.append(part.strip())
    if fields.get("cost", "").lower() not in ("", "no cost"):
        unknown.append(f"Cost:{fields['cost']}")
    types = [w.strip() for w in fields.get("types", "").split("-") if w.strip()]
    image = fields.get("image") or None
    creature = "Creature" in types
    sizes = [_number(fields.get(key, ""), unknown) if creature else None for key in ("p", "t")]
    token = TokenSpec(
        name.strip(),
        types=tuple(w for w in types if w in CARD_TYPES),
        supertypes=tuple(w for w in types if w in SUPERTYPES),
        subtypes=tuple(w for w in types if w not in CARD_TYPES and w not in SUPERTYPES),
        colors=_colors(fields["color"] if "color" in fields else _image_colors(image)),
        power=sizes[0],
        toughness=sizes[1],
        keywords=tuple(w.strip().lower() for w in fields.get("keywords", "").split("-") if w.strip()),
    )
    return token, image, tuple(unknown)


def _number(text: str, unknown: list[str]) -> int | None:
    if re.fullmatch(r"-?[0-9]{1,6}", text):
        return int(text)
    if text:
        unknown.append(text)
    return None


def _colors(text: str) -> str:
    """Colours written as letters (`WU`), as letters with spaces or as words."""
    words = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
    letters = "".join(words.get(w, w if set(w.upper()) <= set(COLORS) else "") for w in re.split(r"[\s/-]+", text.lower()))
    return "".join(c for c in COLORS if c in letters.upper())


def _image_colors(image: str | None) -> str:
    first, _, rest = (image or "").partition("_")
    return first if rest and _COLORS.fullmatch(first) and first not in ("c", "all") else ""


def encode_inline(token: TokenSpec, image: str | None) -> str:
    """The token written out, `t:` included.

    Raises:
        ValueError: the name or another part has a character that separates parts in a `.pzl` file.
    """
    keywords = "-".join(token.keywords)
    types = "-".join((*token.supertypes, *token.types, *token.subtypes))
    parts = [token.name]
    if "Creature" in token.types:
        parts += [f"{key}:{n}" for key, n in (("P", token.power), ("T", token.toughness)) if n is not None]
    parts += ["Cost:no cost", f"Color:{token.colors}", f"Types:{types}", f"Keywords:{keywords}"]
    if image is not None:
        parts.append(f"Image:{image}")
    if any(c in part for part in parts for c in ",;|\n"):
        raise ValueError(f"the token {token.name} has a name or keyword that cannot be written in a .pzl file")
    return "t:" + ",".join(parts)
