"""From a position to the contents of its first state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.cards import CardPool, UnknownCard
from engine.combat.record import Attack, Combat
from engine.draft import Draft
from engine.formats.errors import PositionError
from engine.formats.pzl_tokens import abilities_of
from engine.layers import PERMANENT_TYPES
from engine.mana import parse_mana
from engine.objects import FIRST_OBJECT, ITSELF, OPPONENT, YOU, Card, Counters, ObjectId, Permanent, Player, Result, Step, replace
from engine.position import DECLARED, CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec
from engine.ring import RING, give_abilities
from engine.scope import Course, Scope
from engine.steps import BeginStep
from engine.tokens import INCUBATOR
from engine.tracking import tracked
from engine.view import ZONES, fingerprint
from engine.vocabulary import CardDefinition, ExileUntil, NotUnderstood
from engine.vocabulary.inside import words_in

if TYPE_CHECKING:
    from collections.abc import Sequence

UNKNOWN_CARD = "unknown"
"""What a position calls a card that is there but not known."""

_BEGINS = frozenset({Step.UNTAP, Step.UPKEEP, Step.DRAW, Step.END, Step.CLEANUP})
"""Steps at whose very beginning a position stands: what happens there is still to come. In the others it has happened."""

_COMBAT = frozenset({Step.BEGIN_COMBAT, Step.DECLARE_ATTACKERS})
"""Steps of combat at whose very beginning a position stands where combat is played. (In the later ones nobody attacks then,
unless the position says what does.)"""

_BLOCKS = frozenset({Step.DECLARE_BLOCKERS})
"""The same where the position says what attacks: attackers have been declared."""

_SIDES = ("you", "opponent")


class Opening:
    """Sets up the objects of a position; ids count from `FIRST_OBJECT` in file order, the battlefields first."""

    def __init__(self, position: Position, cards: CardPool, scope: Scope) -> None:
        self.position = position
        self.cards = cards
        self.scope = scope
        self.next_id = FIRST_OBJECT
        self.ids: dict[str, ObjectId] = {}
        """The ids of permanents that have a label in the file."""
        self.until: set[ObjectId] = set()
        """Those of them that exile until they leave the battlefield (610.3)."""

    def draft(self) -> Draft:
        """The contents of the state.

        Raises:
            PositionError: a card that is not known, or something else that the rules machine cannot set up.
        """
        position = self.position
        draft = Draft.__new__(Draft)
        draft.battlefield = {}
        sides = (position.you, position.opponent)
        waiting: list[tuple[ObjectId, str, int | None, str]] = []
        attacking: list[tuple[ObjectId, PermanentSpec, str]] = []
        for player, side in enumerate(sides):
            for index, spec in enumerate(side.battlefield):
                key = f"{_SIDES[player]}.battlefield[{index}]"
                for permanent in self._permanents(spec, player, key):
                    draft.battlefield[permanent.id] = permanent
                    if spec.id is not None:
                        self.ids.setdefault(spec.id, permanent.id)
                        if any(isinstance(word, ExileUntil) for word in words_in(permanent.definition)):
                            self.until.add(permanent.id)
                    if spec.attacking is not None:
                        attacking.append((permanent.id, spec, f"{key}.attacking"))
                    if spec.attached_to is not None:
                        waiting.append((permanent.id, spec.attached_to, spec.line, key))
        draft.players = (self._player(YOU, sides[0]), self._player(OPPONENT, sides[1]))
        draft.active = YOU if position.active == "you" else OPPONENT
        draft.step = Step(position.step)
        draft.combat = self._combat(attacking, draft)
        draft.course = Course.begin(self.scope, draft.active)
        if position.land_played:
            draft.players = (
                _with_land_played(draft.players[0], draft.active == YOU), _with_land_played(draft.players[1], draft.active != YOU)
            )  # fmt: skip
        draft.stack = ()
        draft.agenda = ()
        draft.answers = ()
        draft.waiting = ()
        draft.departed = {}
        draft.lasting = ()
        draft.phased = ()
        draft.decision = None
        draft.result = Result.NONE
        draft.log = ()
        draft.answered = 0
        draft.next_id = self.next_id
        draft.origin = draft
        draft.turn_over = False
        draft.tracked = tracked(self._definitions(draft))
        draft.history = ((0, 0),) * draft.tracked.count
        draft._board = None
        draft._fingerprint = 0
        for permanent in draft.battlefield.values():
            draft._fingerprint ^= fingerprint(permanent)
        for player, side in enumerate(sides):
            give_abilities(draft, player, 0, side.designations.get(RING, 0))
        for attack in draft.combat.attacks if draft.combat is not None else ():
            draft.change(attack.attacker, attacked=True)
        begins = _BLOCKS if draft.combat is not None else _COMBAT
        if position.begins or draft.step in _BEGINS or (self.scope.combat and draft.step in begins):
            draft.push(BeginStep(draft.step))
        bearers = {side: player for player, side in enumerate(_SIDES)} | self.ids
        for id, label, line, key in waiting:
            if label not in bearers:
                raise PositionError(position.source, line, f"{key}.attached_to", f"there is no permanent with the id {label!r}")
            draft.stamp(id, ITSELF, attached_to=bearers[label])
        return draft

    def _combat(self, attacking: Sequence[tuple[ObjectId, PermanentSpec, str]], draft: Draft) -> Combat | None:
        """The combat phase in which these creatures attack; None if there are none, or combat is not played."""
        attacks = []
        for id, spec, key in attacking:
            assert spec.attacking is not None
            if self.position.step not in DECLARED:
                raise self._fault(spec, key, f"in the step {self.position.step} a position cannot say what attacks; "
                                  f"write step: {' or '.join(sorted(DECLARED))} (508, 509)")  # fmt: skip
            if draft.battlefield[id].controller != draft.active:
                raise self._fault(spec, key, f"only creatures of the active player, {self.position.active}, attack (508.1)")
            at = _SIDES.index(spec.attacking) if spec.attacking in _SIDES else self.ids.get(spec.attacking)
            permanent = None if at is None else draft.battlefield.get(at)
            types = frozenset[str]() if permanent is None else permanent.definition.types & {"Planeswalker", "Battle"}
            if at is None or at == draft.active or (permanent is not None and not types):
                raise self._fault(spec, key, f"{spec.attacking} cannot be attacked: write the other player, or the id of one of "
                                  "their planeswalkers or of a battle (508.1b)")  # fmt: skip
            attacks.append(Attack(id, at))
        return Combat(tuple(attacks), attacked=True) if attacks and self.scope.combat else None

    def _fault(self, spec: PermanentSpec, key: str, what: str) -> PositionError:
        return PositionError(self.position.source, spec.line, key, what)

    @staticmethod
    def _definitions(draft: Draft) -> Iterator[CardDefinition]:
        """What is known of all cards and permanents of the position."""
        yield from (card for p in draft.battlefield.values() for card in (p.definition, *p.melded))
        for player in draft.players:
            for zone in ZONES:
                yield from (card.definition for card in getattr(player, zone) if card.definition is not None)

    def _new_id(self) -> ObjectId:
        self.next_id += 1
        return self.next_id - 1

    def _permanents(self, spec: PermanentSpec, player: ObjectId, key: str) -> Iterator[Permanent]:
        if spec.token is not None and not spec.token.copy:
            definition = token_of(spec.token)
        else:
            definition = self._definition(spec.card, spec.line, f"{key}.card")
        if not definition.types & PERMANENT_TYPES:
            message = f"{definition.name} is not a permanent, so it cannot be on the battlefield"
            raise PositionError(self.position.source, spec.line, f"{key}.card", message)
        melded = tuple(self._definition(name, spec.line, f"{key}.card") for name in definition.melded_from)
        other = spec.raw.get("Meld")
        if other is not None and other not in definition.melded_from:
            message = f"{definition.name} is not melded from {other}; write the name of what they are melded into"
            raise PositionError(self.position.source, spec.line, f"{key}.card", message)
        controller = player if spec.controller is None else _SIDES.index(spec.controller)
        owner = player if spec.owner is None else _SIDES.index(spec.owner)
        counters = counters_of(spec.counters)
        for _ in range(spec.count):
            yield Permanent(
                self._new_id(), definition, owner, controller, counters, spec.tapped, spec.sick, spec.damage,
                token=spec.token is not None, activated_loyalty=int(spec.activated), chosen=tuple(sorted(spec.chosen.items())),
                label=spec.id or "", melded=melded,
            )  # fmt: skip

    def _player(self, player: ObjectId, side: PlayerSpec) -> Player:
        def zone(name: str, specs: Sequence[CardSpec]) -> tuple[Card, ...]:
            return tuple(self._card(spec, player, f"{_SIDES[player]}.{name}[{i}].card") for i, spec in enumerate(specs))

        return Player(
            life=side.life,
            counters=counters_of(side.counters),
            mana=parse_mana(side.mana),
            hand=zone("hand", side.hand),
            library=zone("library", side.library or ()),
            graveyard=zone("graveyard", side.graveyard),
            exile=zone("exile", side.exile),
            command=zone("command", side.command),
            library_ends=side.library is not None,
            designations=tuple(sorted(side.designations.items())),
            emblems=tuple(side.emblems),
        )

    def _card(self, spec: CardSpec, owner: ObjectId, key: str) -> Card:
        definition = None if spec.card == UNKNOWN_CARD else self._definition(spec.card, spec.line, key)
        exiled_by = self.ids.get(spec.exiled_by) if spec.exiled_by else None
        until_leaves = exiled_by in self.until
        return Card(self._new_id(), definition, owner, counters_of(spec.counters), spec.id or "", exiled_by, until_leaves)

    def _definition(self, name: str, line: int | None, key: str) -> CardDefinition:
        try:
            return self.cards.get(name)
        except UnknownCard as unknown:
            raise PositionError(self.position.source, line, key, str(unknown)) from unknown


def _with_land_played(player: Player, played: bool) -> Player:
    return replace(player, lands_played=1) if played else player


def counters_of(counts: Mapping[str, int]) -> Counters:
    """Counters as the game keeps them."""
    return tuple(sorted((kind, n) for kind, n in counts.items() if n > 0))


def token_of(spec: TokenSpec) -> CardDefinition:
    """The definition of a token that a file writes out; predefined ones have their abilities (111.10)."""
    if "Incubator" in spec.subtypes:
        return INCUBATOR
    abilities, unknown = abilities_of(spec)
    if unknown:
        abilities += (NotUnderstood(f"{', '.join(unknown)} of the token script {spec.script}"),)
    return CardDefinition(
        spec.name, None, frozenset(spec.supertypes), frozenset(spec.types), tuple(spec.subtypes), frozenset(spec.colors),
        spec.power, spec.toughness, keywords=frozenset(spec.keywords), abilities=abilities,
    )  # fmt: skip
