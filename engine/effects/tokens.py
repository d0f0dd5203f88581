"""Creating tokens (701.7, 707.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import replacement
from engine.context import Context
from engine.effects.meaning import means
from engine.entering import Enter, Entering
from engine.objects import ObjectId
from engine.vocabulary import CardDefinition, CreateCopyToken, CreateToken, Token

if TYPE_CHECKING:
    from engine.draft import Draft


_TOKENS: dict[tuple[int, int | None, int | None], tuple[Token, CardDefinition]] = {}


def _token_definition(draft: Draft, token: Token, context: Context) -> CardDefinition:
    """The token's characteristics; the same object for the same token, so that equal tokens are seen to be equal."""
    power = None if token.power is None else draft.value(token.power, context)
    toughness = None if token.toughness is None else draft.value(token.toughness, context)
    known = _TOKENS.get((id(token), power, toughness))
    if known is None:
        definition = CardDefinition(
            token.name, None, token.supertypes, token.types, token.subtypes, token.colors, power, toughness,
            keywords=token.keywords, abilities=token.abilities,
        )  # fmt: skip
        known = _TOKENS[id(token), power, toughness] = (token, definition)
    return known[1]


def _create(draft: Draft, definition: CardDefinition, n: int, player: ObjectId) -> None:
    n = replacement.tokens_created(draft, n, player)
    if n > 0:
        draft.push(Enter((Entering(definition, player, player, token=True),) * n))


@means(CreateToken)
def _create_token(draft: Draft, effect: CreateToken, context: Context) -> None:
    _create(draft, _token_definition(draft, effect.token, context), draft.value(effect.n, context), context.controller)


@means(CreateCopyToken)
def _create_copy_token(draft: Draft, effect: CreateCopyToken, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        permanent = draft.battlefield.get(id) or (draft.departed[id].permanent if id in draft.departed else None)
        card = draft.card(id)
        definition = (permanent.became or permanent.definition) if permanent else card.definition if card else None
        if definition is not None:
            _create(draft, definition, 1, context.controller)
