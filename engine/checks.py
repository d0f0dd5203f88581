"""Whether single parts of a cost can be paid (118.3, 119.4, 302.6, 701.21a), with the reason if not."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from engine.choices import IllegalChoice
from engine.objects import ObjectId, Permanent, count_of
from engine.vocabulary import Activated, CannotActivate, Costs, CostsCannotUse, Filter, MoreLands, SacrificeCost

if TYPE_CHECKING:
    from engine.view import View


def ability_of(view: View, player: ObjectId, source: ObjectId, index: int) -> Activated:
    """An activated ability of a permanent that the player controls, or of a card of theirs that has it elsewhere.

    Raises:
        IllegalChoice: 602.2, there is no such permanent or ability, or another player controls it.
    """
    permanent = view.battlefield.get(source)
    zone = "battlefield" if permanent is not None or view.emblem(source) is not None else view.zone(source)
    if zone not in ("battlefield", "hand", "graveyard"):
        raise IllegalChoice("602.2", "the source of the ability is not on the battlefield")
    if view.controller(source) != player:
        raise IllegalChoice("602.2", f"only its controller can activate an ability of {view.name(source)}")
    activated = view.activated(source)
    if not 0 <= index < len(activated):
        raise IllegalChoice("602.2", f"{view.name(source)} has {len(activated)} activated abilities, not a number {index + 1}")
    if activated[index].zone != zone:
        raise IllegalChoice("113.6", f"that ability of {view.name(source)} does not function in the {zone}")
    return activated[index]


def land_plays(view: View, player: ObjectId) -> int:
    """How many lands the player may play in a turn of their own (305.2)."""
    most = view.players[player].land_plays
    for source, static in view.statics(MoreLands):
        assert isinstance(static, MoreLands)
        most += static.n if view.controller(source) == player else 0
    return most


def is_sick(view: View, permanent: Permanent) -> bool:
    """302.6: a creature whose controller has not had it since their turn began cannot pay {T}, unless it has haste."""
    return permanent.sick and "Creature" in view.types(permanent.id) and "haste" not in view.keywords(permanent.id)


def check_tap_cost(view: View, permanent: Permanent) -> None:
    """Whether {T} of the permanent can be paid.

    Raises:
        IllegalChoice: 118.3 tapped already, 602.5a summoning sickness.
    """
    if permanent.tapped:
        raise IllegalChoice("118.3", f"{view.name(permanent.id)} is tapped already")
    if is_sick(view, permanent):
        raise IllegalChoice("602.5a", f"{view.name(permanent.id)} came under your control this turn, so it cannot pay {{T}}")


def check_life(view: View, player: ObjectId, n: int) -> None:
    """Raises:
    IllegalChoice: 119.4, the player has less life than that.
    """
    if not view.can_pay_life(player, n):
        raise IllegalChoice("119.4", f"{n} life cannot be paid with a life total of {view.players[player].life}")


def bars_life(view: View, mana_ability: bool = False) -> bool:
    """Whether an effect says that players cannot pay life to cast spells and activate (mana) abilities."""
    return CostsCannotUse in view.board.statics and any(
        isinstance(static, CostsCannotUse) and static.life and (static.mana_abilities or not mana_ability)
        for _, static in view.statics(CostsCannotUse)
    )


def bars_sacrifice(view: View, id: ObjectId, mana_ability: bool = False) -> bool:
    """Whether an effect says that players cannot sacrifice this to cast spells and activate (mana) abilities."""
    for source, static in view.statics(CostsCannotUse):
        assert isinstance(static, CostsCannotUse)
        covered = static.sacrifice is not None and (static.mana_abilities or not mana_ability)
        if covered and view.matches(static.sacrifice or Filter(), id, view.controller(source), source):
            return True
    return False


def is_barred(view: View, id: ObjectId) -> bool:
    """Whether an effect says that activated abilities of the permanent cannot be activated."""
    return id in view.battlefield and any(
        isinstance(static, CannotActivate) and view.matches(static.filter, id, view.controller(source), source)
        for source, static in view.statics(CannotActivate)
    )


def check_not_barred(view: View, life: int, sacrifices: Collection[ObjectId], mana_ability: bool = False) -> None:
    """Whether effects let a player pay life and sacrifice these to cast a spell or activate an ability.

    Raises:
        IllegalChoice: 101.2, one of them says that this cannot be done.
    """
    if not view.statics(CostsCannotUse):
        return
    if life and bars_life(view, mana_ability):
        raise IllegalChoice("101.2", "life cannot be paid to cast spells or activate abilities")
    for id in sacrifices:
        if bars_sacrifice(view, id, mana_ability):
            raise IllegalChoice("101.2", f"{view.name(id)} cannot be sacrificed to cast spells or activate abilities")


def own_counters(costs: Costs, x: int = 0) -> tuple[str, int] | None:
    """The kind and number of counters that are removed from the source itself, if the cost asks for that."""
    remove = costs.remove
    if remove is None or remove.kind is None or remove.filter is not None:
        return None
    return remove.kind, x if remove.x else remove.n


def check_counters(view: View, permanent: Permanent, kind: str, n: int) -> None:
    """Raises:
    IllegalChoice: 118.3, there are not that many counters of the kind on the permanent.
    """
    have = count_of(permanent.counters, kind)
    if have < n:
        raise IllegalChoice("118.3", f"{view.name(permanent.id)} has {have} {kind} counters, not {n}")


def controlled(view: View, player: ObjectId, filter: Filter, source: ObjectId | None) -> list[ObjectId]:
    """The permanents that the player may use for a cost (that of `source`): those they control and the filter lets through."""
    return [id for id, p in view.battlefield.items() if p.controller == player and view.matches(filter, id, player, source)]


def check_sacrifice(
    view: View, player: ObjectId, cost: SacrificeCost, source: ObjectId | None, chosen: tuple[ObjectId, ...]
) -> None:
    """Whether `chosen` pays a cost of sacrificing what a filter lets through.

    Raises:
        IllegalChoice: 118.3, or 701.21a: only permanents one controls can be sacrificed.
    """
    assert cost.filter is not None
    if len(chosen) != cost.n or len(set(chosen)) != cost.n:
        raise IllegalChoice("118.3", f"{cost.n} permanents must be sacrificed, not {len(set(chosen))}")
    for id in chosen:
        permanent = view.battlefield.get(id)
        if permanent is None:
            raise IllegalChoice("701.21a", "what is to be sacrificed is not on the battlefield")
        if permanent.controller != player:
            raise IllegalChoice("701.21a", f"{view.name(id)} cannot be sacrificed by a player who does not control it")
        if not view.matches(cost.filter, id, player, source):
            raise IllegalChoice("118.3", f"{view.name(id)} is not what the cost asks to sacrifice")
