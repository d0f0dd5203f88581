"""The card file that the other engine needs, made of a file of MTGJSON."""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

FIELDS: dict[str, Any] = {
    "identifiers": {}, "legalities": {}, "printings": [], "rulings": [], "foreignData": [], "purchaseUrls": {}, "colors": [],
    "colorIdentity": [], "manaValue": 0, "convertedManaCost": 0, "layout": "normal", "subtypes": [], "supertypes": [],
}  # fmt: skip
"""What has to be there, though a file may leave it out."""


def engine_for(cards: Path, names: Collection[str]) -> Any:
    """The other engine, knowing the cards of these names.

    Raises:
        ImportError: it is not installed. OSError, ValueError: the file cannot be used.
    """
    import phase
    from phase.gen import process_cards

    known = _cards(cards)
    wanted = {whole: faces for whole, faces in known.items() if not {whole, *whole.split(" // ")}.isdisjoint(names)}
    for number, (whole, faces) in enumerate(wanted.items()):
        for face in faces:
            missing = {**FIELDS, "name": whole, "identifiers": {"scryfallOracleId": f"00000000-0000-0000-0000-{number:012}"}}
            face.update({key: value for key, value in missing.items() if key not in face})
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "cards.json"), Path(folder, "card-data.json")
        source.write_text(json.dumps({"data": wanted}), encoding="utf-8")
        process_cards(str(source), str(made))
        if not made.exists():
            raise ValueError(f"{cards}: no data could be made of it")
        return phase.Engine.from_path(str(made))


def _cards(path: Path) -> dict[str, list[dict[str, Any]]]:
    content = path.read_bytes()
    data = json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)["data"]
    assert isinstance(data, dict)
    return data
