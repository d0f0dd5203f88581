"""The Ring that tempts players, its emblem and its bearers (701.54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.choices import Picked, ToPick
from engine.context import Context
from engine.lasting import FOREVER, Lasting, begin
from engine.objects import ObjectId, count_of, with_counters
from engine.triggers import on_ring_tempts
from engine.vocabulary import (
    Ability,
    Attacks,
    BecomesBlocked,
    CannotBeBlocked,
    DealsDamage,
    Discard,
    Draw,
    Filter,
    Later,
    LoseLife,
    Modify,
    SacrificeThem,
    StepBegins,
    Triggered,
)

if TYPE_CHECKING:
    from engine.draft import Draft

RING = "ring"
"""The designation that counts how often the Ring has tempted a player."""

BEARER = Filter(controller="you", ring_bearer=True)

_SACRIFICED_LATER = Later(StepBegins("end of combat", "anyone"), (SacrificeThem("that", "each player"),))

ABILITIES: tuple[tuple[Ability, ...], ...] = (
    (Modify(filter=BEARER, supertypes=frozenset({"Legendary"})), CannotBeBlocked(BEARER, by_stronger=True)),
    (Triggered(Attacks(BEARER), (Draw(), Discard("you"))),),
    (Triggered(BecomesBlocked(BEARER, each=True), (_SACRIFICED_LATER,)),),
    (Triggered(DealsDamage(BEARER, "player", combat=True), (LoseLife("opponent", 3),)),),
)
"""What the emblem says after the first, second, third and fourth time (701.54c)."""


def give_abilities(draft: Draft, player: ObjectId, before: int, times: int) -> None:
    """The emblem of a player whom the Ring had tempted so often before has what it says after so many times."""
    for abilities in ABILITIES[before:times]:
        for ability in abilities:
            begin(draft, Lasting(draft.new_id(), player, None, FOREVER, ability=ability))


def tempt(draft: Draft, player: ObjectId, source: ObjectId | None) -> None:
    """The Ring tempts the player (701.54a): the creature they choose becomes their Ring-bearer."""
    creatures = Filter(types=frozenset({"Creature"}), controller="you")
    options = tuple(draft.permanents(creatures, Context(player)))
    answer = draft.ask(ToPick(player, "ring-bearer", options, min(1, len(options)), 1, source))
    assert isinstance(answer, Picked)
    before = count_of(draft.players[player].designations, RING)
    who = draft.players[player]
    emblems = who.emblems if before else (*who.emblems, "The Ring")
    draft.change_player(player, designations=with_counters(who.designations, RING, 1), emblems=emblems)
    give_abilities(draft, player, before, before + 1)
    for chosen in answer.chosen:
        for id in list(draft.permanents(BEARER, Context(player))):
            draft.change(id, ring_bearer=False)
        draft.change(chosen, ring_bearer=True)
    on_ring_tempts(draft, player)
