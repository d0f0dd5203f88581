"""The phrases of combat and damage: `self attacks`, `a creature you control deals combat damage to a player`."""

from __future__ import annotations

import re

from engine.cards.phrases import read_filter
from engine.cards.place import Place, near, shown
from engine.cards.reading import PHRASES, Phrase, read_text, reads, reads_field
from engine.vocabulary import (
    Attacks,
    BecomesBlocked,
    Blocks,
    DealsDamage,
    Event,
    Filter,
    IsDealtDamage,
    PlayerAttacks,
    StepBegins,
    Subject,
)  # fmt: skip

PHRASES[Event] += (
    Phrase(PlayerAttacks, "you attack a player", {"a_player": True}),
    Phrase(PlayerAttacks, "you attack"),
    Phrase(PlayerAttacks, "an opponent attacks you", {"who": "opponent", "you_attacked": True}),
    Phrase(PlayerAttacks, "an opponent attacks", {"who": "opponent"}),
    Phrase(Attacks, "{who} attacks alone", {"alone": True}),
    Phrase(Attacks, "{who} attacks"),
    Phrase(Blocks, "{who} blocks a creature", {"each": True}),
    Phrase(Blocks, "{who} blocks"),
    Phrase(BecomesBlocked, "{who} becomes blocked by a creature", {"each": True}),
    Phrase(BecomesBlocked, "{who} becomes blocked"),
    Phrase(DealsDamage, "one or more {who} deal combat damage to {to}", {"combat": True, "together": True}),
    Phrase(DealsDamage, "{who} deals combat damage to {to}", {"combat": True}),
    Phrase(DealsDamage, "{who} deals combat damage", {"combat": True}),
    Phrase(DealsDamage, "{who} deals damage to {to}"),
    Phrase(DealsDamage, "{who} deals damage"),
    Phrase(IsDealtDamage, "{who} is dealt combat damage", {"combat": True}),
    Phrase(IsDealtDamage, "{who} is dealt damage"),
    Phrase(IsDealtDamage, "you are dealt damage", {"who": "you"}),
    Phrase(StepBegins, "combat on your turn begins", {"step": "combat"}),
)

RECIPIENTS = ("player", "opponent", "you", "creature", "planeswalker", "battle", "self")


@reads(Subject)
def read_subject(value: object, place: Place) -> Subject:
    """`self`, `attached`, `a source` (anything that deals damage), or a filter."""
    text = read_text(value, place)
    if text == "a source":
        return Filter()
    return text if text in ("self", "attached") else read_filter(text, place)


@reads_field(("PreventDamage", "to"))
def read_protected(value: object, place: Place) -> Subject:
    """What damage is not dealt to: `self`, `attached`, `you`, `anything`, or a filter."""
    return str(value) if value in ("you", "anything") else read_subject(value, place)


@reads_field(("DealsDamage", "to"))
def read_recipients(value: object, place: Place) -> str:
    """Who is dealt damage: `a player`, `a player or planeswalker`, `one or more players`."""
    text = read_text(value, place)
    words = [re.sub(r"^(an?|one or more) |(?<=r)s$", "", word) for word in text.split(" or ")]
    for word in words:
        if word not in RECIPIENTS:
            raise place.error(f"{shown(word)} is nothing that is dealt damage{near(word, RECIPIENTS)}")
    return " or ".join(words)
