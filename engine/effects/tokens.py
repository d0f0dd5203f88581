"""Creating tokens (701.7, 707.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from engine import replacement
from engine.choices import Picked, ToPick
from engine.context import Context
from engine.copies import token_copy
from engine.effects.meaning import AT_ONCE, means, players
from engine.entering import Enter, Entering
from engine.lasting import FOREVER, Lasting, begin
from engine.objects import ObjectId
from engine.replacement import Put
from engine.tokens import INCUBATOR
from engine.vocabulary import (
    Amass,
    CardDefinition,
    Change,
    CreateCopyToken,
    CreateToken,
    Filter,
    Incubate,
    Populate,
    Token,
)  # fmt: skip

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


def _create(draft: Draft, definition: CardDefinition, n: int, player: ObjectId, **how: Any) -> None:
    """Create tokens; `how`: fields of `Entering`."""
    _create_all(draft, [(Entering(definition, player, player, token=True, **how), n)])


def _create_all(draft: Draft, wanted: Sequence[tuple[Entering, int]]) -> None:
    """Create so many of each of these tokens at the same time."""
    tokens: list[Entering] = []
    for player in dict.fromkeys(token.controller for token, _ in wanted):
        own = [(token, n) for token, n in wanted if token.controller == player and n > 0]
        times, added = replacement.tokens_created(draft, [token.definition for token, _ in own], player)
        tokens += [token for token, n in own for _ in range(n * times)]
        for more, m in added:
            also = _token_definition(draft, more, Context(player))
            tokens += [Entering(also, player, player, token=True)] * m
    if tokens:
        draft.push(Enter(tuple(tokens)))


@means(CreateToken)
def _create_token(draft: Draft, effect: CreateToken, context: Context) -> None:
    _create_tokens(draft, (effect,), context)


def _create_tokens(draft: Draft, effects: tuple[CreateToken, ...], context: Context) -> None:
    wanted: list[tuple[Entering, int]] = []
    for effect in effects:
        definition, n = _token_definition(draft, effect.token, context), draft.count(effect.n, context)
        for player in players(draft, effect.who, context):
            token = Entering(definition, player, player, token=True, tapped=effect.tapped, attacking=effect.attacking)
            wanted.append((token, n))
    _create_all(draft, wanted)


AT_ONCE[CreateToken] = _create_tokens


@means(CreateCopyToken)
def _create_copy_token(draft: Draft, effect: CreateCopyToken, context: Context) -> None:
    for id in draft.refer(effect.what, context):
        definition, back = token_copy(draft, id, effect.change)
        if definition is not None:
            n = draft.count(effect.n, context)
            _create(
                draft, definition, n, context.controller, tapped=effect.tapped, attacking=effect.attacking, transformed=back
            )  # fmt: skip


@means(Populate)
def _populate(draft: Draft, effect: Populate, context: Context) -> None:
    """701.36a."""
    you = context.controller
    options = tuple(draft.permanents(Filter(types=CREATURE, controller="you", token=True), context))
    answer = draft.ask(ToPick(you, "populate", options, min(1, len(options)), 1, context.source))
    assert isinstance(answer, Picked)
    for id in answer.chosen:
        definition, back = token_copy(draft, id)
        if definition is not None:
            _create(draft, definition, 1, you, transformed=back)


@means(Incubate)
def _incubate(draft: Draft, effect: Incubate, context: Context) -> None:
    """701.53a."""
    n = draft.count(effect.n, context)
    _create(draft, INCUBATOR, 1, context.controller, counters=(("p1p1", n),) if n > 0 else ())


@means(Amass)
def _amass(draft: Draft, effect: Amass, context: Context) -> None:
    """701.47a."""
    draft.push(Muster(context, effect.type, draft.count(effect.n, context)))
    if not any(True for _ in draft.permanents(ARMY, context)):
        _create(draft, _army(effect.type), 1, context.controller)


@dataclass(frozen=True, slots=True)
class Muster:
    """Counters are put on an Army that the player controls, which becomes one of those creatures too (701.47a)."""

    context: Context
    type: str
    n: int

    def run(self, draft: Draft) -> None:
        you = self.context.controller
        options = tuple(draft.permanents(ARMY, self.context))
        answer = draft.ask(ToPick(you, "amass", options, min(1, len(options)), 1, self.context.source))
        assert isinstance(answer, Picked)
        draft.put_counters_by_effect([Put(id, "p1p1", self.n) for id in answer.chosen], you)
        for id in answer.chosen:
            if self.type not in draft.subtypes(id):
                change = Change(subtypes=frozenset({self.type}))
                begin(draft, Lasting(draft.new_id(), you, self.context.source, FOREVER, (id,), change))


CREATURE = frozenset({"Creature"})
ARMY = Filter(subtypes=frozenset({"Army"}), controller="you")


@cache
def _army(type: str) -> CardDefinition:
    name = f"{type} Army"
    return CardDefinition(name, None, types=CREATURE, subtypes=(type, "Army"), colors=frozenset("B"), power=0, toughness=0)
