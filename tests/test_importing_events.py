"""Events of trees: what they say of company and alone, which trees write as conditions. The card is made up."""

from __future__ import annotations

from typing import Any

import pytest

from engine.vocabulary import Attacks, Draw, Triggered
from tests.test_importing import draw, face, translate

ALONE = {"type": "Not", "condition": {"type": "MinCoAttackers", "minimum": 1}}


@pytest.mark.parametrize(
    ("text", "condition", "event"),
    [
        ("Whenever this creature and at least two other creatures attack, draw a card.", {"type": "MinCoAttackers", "minimum": 2},
         Attacks(others=2)),
        ("Whenever this creature attacks alone, draw a card.", ALONE, Attacks(alone=True)),
    ],
)  # fmt: skip
def test_who_else_attacks_is_part_of_the_event(text: str, condition: dict[str, Any], event: Attacks) -> None:
    trigger = {"mode": "Attacks", "valid_card": {"type": "SelfRef"}, "condition": condition, "execute": draw()}
    trigger["description"] = text
    found = translate(face(text, ("Creature",)), {"triggers": [trigger]})
    assert found.reasons == (None,)
    assert found.card.abilities == (Triggered(event, (Draw(),)),)
