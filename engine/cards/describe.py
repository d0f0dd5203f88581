"""Explains a card in plain words, made from what its notation says."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards.telling import Teller, capital, colors_told, joined, types_in_order
from engine.layers import BASIC_LAND_TYPES
from engine.mana import mana_value, write_cost
from engine.vocabulary import Ability, Activated, CardDefinition, NotUnderstood, Spell, Triggered

KEYWORD_MEANINGS = {
    "compleated": "two loyalty counters fewer for each Phyrexian symbol paid with life",
    "fading N": "enters with N fade counters; each of your upkeeps takes one, and if there is none sacrifices it",
    "hexproof": "opponents cannot target it",
    "infect": "deals damage as -1/-1 counters and poison counters",
    "myriad": "nothing in a game of two players",
    "partner": "nothing once a game has begun",
    "shroud": "nobody can target it",
    "toxic N": "a player to whom it deals combat damage gets N poison",
}
"""What the keywords mean that are about counters or targets, or that mean nothing here (702)."""


def describe(card: CardDefinition) -> str:
    """The card in plain words: name and cost, what it is, a line for each ability, and what is not followed or understood; then
    its other faces or its Adventure, if it has them."""
    title = f"{card.name}  {write_cost(card.cost)}" if card.cost is not None else card.name
    others = (f"// {describe(face)}" for face in card.faces[1:])
    return "\n".join((title, *_facts(card), *(f"- {line}" for line in _abilities(card)), *caveats(card), *others))


def caveats(card: CardDefinition) -> tuple[str, ...]:
    """What of the card the optimizer does not follow, what waits for combat, and what is not understood."""
    lines = [] if card.modelled else ["Not modelled: the engine plays this card, the optimizer does not follow it."]
    for ability in card.abilities:
        told = ability_told(ability, card)
        if isinstance(ability, Activated) and not ability.modelled:
            lines.append(f"Not modelled: {told}")
        if isinstance(ability, Triggered) and ability.waits_for_combat:
            lines.append(f"Waits for combat: {told}")
        if isinstance(ability, NotUnderstood):
            lines.append(f"Not understood: {ability.reason}")
    return tuple(lines)


def ability_told(ability: Ability, card: CardDefinition) -> str:
    """One ability of a card as a sentence."""
    told = capital(Teller(card.name.partition(",")[0]).ability(ability))
    return told if told.endswith('."') else f"{told}."


def _facts(card: CardDefinition) -> Iterator[str]:
    """What the card is, apart from its abilities."""
    subtypes = f" ({' '.join(card.subtypes)})" if card.subtypes else ""
    parts = [" ".join((*sorted(card.supertypes), *types_in_order(card.types))) + subtypes]
    parts += [f"{card.power}/{card.toughness}"] if card.power is not None else []
    parts += [f"loyalty {card.loyalty}"] if card.loyalty is not None else []
    parts += [f"defense {card.defense}"] if card.defense is not None else []
    parts += [colors_told(card.colors) or "colourless"]
    parts += [f"mana value {mana_value(card.cost)}"] if card.cost is not None else []
    yield ", ".join(parts)
    for symbol in dict.fromkeys(s for s in card.cost or () if s.phyrexian):
        yield f"{symbol} is paid with {joined((*(f'{{{part}}}' for part in symbol.parts[:-1]), '2 life'), 'or')}."
    if card.additional:
        otherwise = f", or {Teller(card.name).costs(card.or_additional)}" if card.or_additional else ""
        yield f"Costs in addition: {Teller(card.name).costs(card.additional)}{otherwise}."
    if card.instead:
        teller = Teller(card.name)
        only = f", if {teller.tell(card.instead.condition)}" if card.instead.condition else ""
        how = f" by {card.instead.keyword}" if card.instead.keyword else ""
        yield f"May be cast{how} {teller.price(card.instead.cost)} instead of its mana cost{only}."
    if card.prototype:
        small = card.prototype
        size = f"{small.power}/{small.toughness}"
        yield f"May be cast as a prototype for {write_cost(small.cost)}: it is then {size}, of the colours of that cost."
    if card.adventure:
        yield "May be cast as an Adventure; its card is then exiled as it resolves and may be played from there."
    if card.other_face:
        yield "May be cast with its other face."
    if card.multikicker:
        yield f"It may be kicked any number of times, for {write_cost(card.multikicker)} each."
    if card.kicker:
        yield f"It may be kicked {Teller(card.name).price(card.kicker)}."
    if card.enchant:
        yield f"Enchants {Teller(card.name).target(card.enchant).replace('target ', '')}."
    if card.keywords:
        yield f"Keywords: {', '.join(map(_keyword, sorted(card.keywords)))}."


def _keyword(keyword: str) -> str:
    """A keyword, explained if it is about counters or targets."""
    stem, _, number = keyword.rpartition(" ")
    meaning = KEYWORD_MEANINGS.get(keyword) or KEYWORD_MEANINGS.get(f"{stem} N")
    return f"{keyword} ({meaning.replace('N', number)})" if meaning else keyword


def _abilities(card: CardDefinition) -> Iterator[str]:
    """A sentence for each ability, after those that basic land types bring (305.6)."""
    for subtype in card.subtypes:
        if subtype in BASIC_LAND_TYPES:
            yield f"{{T}}: add {{{BASIC_LAND_TYPES[subtype]}}}."
    for ability in card.abilities:
        if not isinstance(ability, NotUnderstood):
            yield ("As it resolves: " if isinstance(ability, Spell) else "") + ability_told(ability, card)
