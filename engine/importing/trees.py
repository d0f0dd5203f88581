"""Trees that the optional package `phase` (extra `compleat[import]`) compiles rules text to. Nothing else imports it."""

from __future__ import annotations

from typing import Any

from engine.importing.printed import Face


class ExtraMissing(Exception):
    """The package that compiles rules text is not installed."""

    def __init__(self) -> None:
        super().__init__("importing cards needs the extra 'import': pip install 'compleat[import]'")


def check_installed() -> None:
    """Raises ExtraMissing if rules text cannot be compiled."""
    try:
        import phase  # noqa: F401
    except ImportError:
        raise ExtraMissing from None


def tree_of(face: Face) -> dict[str, Any]:
    """The tree for a face.

    Raises:
        ValueError: the package cannot do anything with it.
    """
    from phase import build_oracle_face, build_oracle_face_multi

    build = build_oracle_face if face.sides == 1 else build_oracle_face_multi
    tree: dict[str, Any] = build(_as_mtgjson(face), None)
    return tree


def _as_mtgjson(face: Face) -> dict[str, Any]:
    """The face in the shape in which the package wants it."""
    front = [*face.supertypes, *face.types]
    entry: dict[str, Any] = {
        "name": face.card,
        "faceName": face.name,
        "layout": face.layout,
        "manaCost": face.cost,
        "manaValue": 0.0,
        "colors": sorted(face.colors),
        "colorIdentity": sorted(face.colors),
        "supertypes": list(face.supertypes),
        "types": list(face.types),
        "subtypes": list(face.subtypes),
        "type": " ".join(front) + (f" — {' '.join(face.subtypes)}" if face.subtypes else ""),
        "power": face.power,
        "toughness": face.toughness,
        "loyalty": face.loyalty,
        "defense": face.defense,
        "keywords": list(face.keywords),
        "text": face.text,
        "identifiers": {},
    }
    if face.sides > 1:
        entry["side"] = "ab"[min(face.side, 1)]
    else:
        del entry["faceName"]
    return {key: value for key, value in entry.items() if value is not None}
