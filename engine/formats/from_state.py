"""The position in which a game state is: what the answer shows as the end of a line."""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.pzl import grouped
from engine.mana import COLORS, write_mana
from engine.objects import OPPONENT, YOU, Card, ObjectId, Permanent
from engine.position import DECLARED, CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec
from engine.view import View
from engine.vocabulary import CardDefinition

SIDES = {YOU: "you", OPPONENT: "opponent"}


def position_of(state: View, before: Position | None = None) -> Position:
    """The position of a state. Drawn cards of an unknown library are `unknown`.

    What a position has no key for (changes until end of turn, the stack) is put into `raw`. `before` is the position that the
    game began in; title, goal and number of turns are taken from it.
    """
    before = before or Position()
    return _Snapshot(state).position(before)


class _Snapshot:
    def __init__(self, state: View) -> None:
        self.state = state
        self.labels = dict(self._labels())

    def _labels(self) -> Iterator[tuple[ObjectId, str]]:
        """The ids in the position: those of the file, and new ones for what others are attached to or have exiled."""
        state = self.state
        yield from SIDES.items()
        permanents = state.battlefield.values()
        cards = [c for p in state.players for zone in (p.hand, p.graveyard, p.exile, p.command, p.library) for c in zone]
        things: list[Permanent | Card] = [*permanents, *cards]
        taken = {thing.label for thing in things}
        attacked = () if state.combat is None else (attack.at for attack in state.combat.attacks)
        wanted = {p.attached_to for p in permanents} | {c.exiled_by for c in cards} | set(attacked)
        for thing in things:
            if thing.label:
                yield thing.id, thing.label
            elif thing.id in wanted:
                label = f"o{thing.id}"
                while label in taken:
                    label += "x"
                yield thing.id, label

    def position(self, before: Position) -> Position:
        state = self.state
        return Position(
            you=self.player(YOU),
            opponent=self.player(OPPONENT),
            title=before.title,
            active=SIDES[state.active],
            step=state.step.value,
            land_played=state.players[state.active].lands_played > 0,
            goal=before.goal,
            turns=before.turns,
            extra_turns=before.extra_turns,
            raw=dict(before.raw) | dict(self.rest()),
            source=before.source,
        )

    def rest(self) -> Iterator[tuple[str, str]]:
        """What the position has no key for."""
        if self.state.stack:
            names = (s.card.definition.name if s.card and s.card.definition else "an ability" for s in self.state.stack)
            yield "stack", "; ".join(names)
        for side, player in zip(SIDES.values(), self.state.players, strict=True):
            if player.library and not player.library_ends:
                yield f"{side}.library", "unknown cards follow"

    def player(self, side: ObjectId) -> PlayerSpec:
        player = self.state.players[side]
        library = None if not player.library and not player.library_ends else self.cards(player.library)
        return PlayerSpec(
            life=player.life,
            counters=dict(player.counters),
            mana=write_mana(player.mana),
            hand=self.cards(player.hand),
            battlefield=grouped(self.permanent(p) for p in self.state.battlefield.values() if p.controller == side),
            graveyard=self.cards(player.graveyard),
            exile=self.cards(player.exile),
            command=self.cards(player.command),
            library=library,
            designations=dict(player.designations),
            emblems=player.emblems,
        )

    def cards(self, cards: tuple[Card, ...]) -> tuple[CardSpec, ...]:
        return tuple(
            CardSpec(
                card.definition.name if card.definition else "unknown",
                id=self.labels.get(card.id),
                counters=dict(card.counters),
                exiled_by=None if card.exiled_by is None else self.labels.get(card.exiled_by),
            )
            for card in cards
        )

    def attacked_by(self, id: ObjectId) -> str | None:
        """What the creature attacks, where a position can say so."""
        if self.state.combat is None or self.state.step.value not in DECLARED:
            return None
        attack = self.state.combat.attack_of(id)
        return None if attack is None or attack.at is None else self.labels.get(attack.at)

    def permanent(self, permanent: Permanent) -> PermanentSpec:
        return PermanentSpec(
            card=permanent.definition.name,
            id=self.labels.get(permanent.id),
            counters=dict(permanent.counters),
            tapped=permanent.tapped,
            sick=permanent.sick,
            damage=permanent.damage,
            attached_to=None if permanent.attached_to is None else self.labels.get(permanent.attached_to),
            attacking=self.attacked_by(permanent.id),
            token=_token(permanent.definition) if permanent.token else None,
            owner=None if permanent.owner == permanent.controller else SIDES[permanent.owner],
            chosen=dict(permanent.chosen),
            activated=permanent.activated_loyalty > 0,
            raw=dict(_changes(permanent)),
        )


def _changes(permanent: Permanent) -> Iterator[tuple[str, str]]:
    """What has become of the permanent for a while."""
    if permanent.became is not None:
        yield "became", " ".join((*sorted(permanent.became.types), *permanent.became.subtypes))
    if permanent.boost != (0, 0) or permanent.gained:
        size = "{:+d}/{:+d}".format(*permanent.boost) if permanent.boost != (0, 0) else ""
        yield "until end of turn", " ".join([size, *sorted(permanent.gained)]).strip()
    if permanent.control_ends is not None:
        yield "control returns to", SIDES[permanent.control_ends]
    if permanent.regeneration_shields:
        yield "regeneration shields", str(permanent.regeneration_shields)
    if permanent.stays_tapped:
        yield "stays tapped", ""
    for player in sorted(permanent.exerted_by):
        yield "exerted by", SIDES[player]


def _token(definition: CardDefinition) -> TokenSpec:
    """A token; one with a mana cost, or a land, is the copy of a card (111.4, 707.2)."""
    if definition.cost is not None or "Land" in definition.types:
        return TokenSpec(definition.name, types=(), copy=True)
    return TokenSpec(
        definition.name,
        types=tuple(sorted(definition.types)),
        subtypes=definition.subtypes,
        supertypes=tuple(sorted(definition.supertypes)),
        colors="".join(c for c in COLORS if c in definition.colors),
        power=definition.power,
        toughness=definition.toughness,
        keywords=tuple(sorted(definition.keywords)),
    )
