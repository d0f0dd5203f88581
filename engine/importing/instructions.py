"""Effects and costs of trees, turned into the vocabulary: one small function for each kind of node."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.cards.phrases import ANY_NUMBER
from engine.importing.keywords import granted_keyword, keyword
from engine.importing.nodes import Node, NotKnown, Table, say
from engine.importing.objects import (
    COLORS,
    Scope,
    condition_of,
    counter_kind,
    every,
    filter_of,
    is_attached,
    number,
    player,
    target_of,
    thing,
    value_of,
)
from engine.mana import parse_cost
from engine.vocabulary import (
    AddCounters,
    Costs,
    CreateToken,
    DealDamage,
    Destroy,
    Discard,
    Draw,
    Each,
    Exile,
    Filter,
    GainLife,
    LoseLife,
    Mill,
    Proliferate,
    RemoveCountersCost,
    ReturnToHand,
    Sacrifice,
    SacrificeCost,
    Scry,
    Tap,
    Token,
    Untap,
    X,
)
from engine.words import CARD_TYPES, PERMANENT_TYPES, SUBTYPES

UNKNOWN = "the tree marks something as not understood ({})"

EVERY = 2**32 - 1
"""How trees write "all"."""

EFFECTS: Table[tuple[Any, ...]] = Table("effect")
Effects = tuple[Any, ...]

# ---------------------------------------------------------------------------------------------------------------- abilities


def effects_of(ability: Node, scope: Scope) -> Effects:
    """What an ability of a tree does: its instruction and those that follow it."""
    ability.only("kind", "Spell", "Activated", "Database")
    first_kind = ability.value.get("effect", {}).get("type")
    if first_kind == "SearchLibrary":
        first, after = _search_chain(ability, scope)
    elif first_kind == "ExileTop":
        first, after = _exile_to_play(ability, scope)
    else:
        first = _instruction(ability, scope)
        after = ability.node("sub_ability")
    ability.close()
    if after is None:
        return first
    rest = effects_of(after, scope) if after.value.get("condition") is None else _conditional(after, first, scope)
    return _joined(first, rest)


def _joined(first: Effects, rest: Effects) -> Effects:
    """Instructions that follow each other, where the next may be about the one before."""
    if not rest:
        return first
    if isinstance(rest[0], _Inside):
        return (*_inside(first, rest[0].effects), *rest[1:])
    if isinstance(rest[0], _Instead):
        return (say("If", condition=rest[0].condition, then=rest[0].effects, otherwise=first), *rest[1:])
    if isinstance(rest[0], _StaysTapped):
        if not first or not isinstance(first[-1], Tap) or first[-1].what != rest[0].what:
            raise NotKnown("something that stays tapped")
        return (*first[:-1], Tap(rest[0].what, stays_tapped=True), *rest[1:])
    return (*first, *rest)


class _Instead:
    """Effects that happen instead of those before them, if a condition holds."""

    def __init__(self, condition: Any, effects: Effects) -> None:
        self.condition = condition
        self.effects = effects


class _StaysTapped:
    """Something does not untap during its controller's next untap step."""

    def __init__(self, what: Any) -> None:
        self.what = what


class _Inside:
    """Effects that happen only if the one before did ("if you do")."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects


TELLING = frozenset((
    "Sacrifice", "SacrificeThem", "Discard", "RemoveKind", "Exile", "Counter", "PutFromHand", "PutOntoBattlefield", "Attach",
    "Tap", "Search", "ChoosePermanents",
))  # fmt: skip
"""Effects of which the engine says whether they could be carried out."""


def _inside(first: Effects, then: Effects) -> Effects:
    """An effect and what happens if it did."""
    if len(first) == 1 and type(first[0]).__name__ == "May":
        (may,) = first
        if may.cost is None and (cost := _as_cost(may.effects)) is not None:
            return (say("May", effects=then, cost=cost),)
        if any(type(effect).__name__ in TELLING for effect in may.effects):
            return (say("May", effects=(*may.effects, _if_done(may.effects, then)), cost=may.cost),)
        return (say("May", effects=(*may.effects, *then), cost=may.cost),)
    if first and type(first[-1]).__name__ in TELLING:
        return (*first, _if_done(first, then))
    raise NotKnown("if you do")


def _if_done(effects: Effects, then: Effects) -> Any:
    """What happens if the last effect could be carried out as a whole."""
    if getattr(effects[-1], "n", 1) not in (1, None):
        raise NotKnown("if you do several things")
    return say("If", condition=say("Did"), then=then)


def _as_cost(effects: Effects) -> Costs | None:
    """An effect on oneself that is optional is like a cost: it is done as a whole or not at all (118.12)."""
    if len(effects) != 1:
        return None
    (effect,) = effects
    n = getattr(effect, "n", None)
    if isinstance(effect, Sacrifice) and effect.who == "you" and isinstance(n, int):
        itself = effect.filter == say("Filter", source=True)
        return Costs(sacrifice=SacrificeCost() if itself else SacrificeCost(n, effect.filter))
    if isinstance(effect, Discard) and effect.who == "you" and isinstance(n, int) and effect.filter is None:
        return Costs(discard=n)
    if type(effect).__name__ == "RemoveKind" and effect.what == "self" and isinstance(n, int):
        return Costs(remove=RemoveCountersCost(n, effect.kind))
    return None


def _conditional(ability: Node, first: Effects, scope: Scope) -> Effects:
    """An instruction with a condition, and those that follow it."""
    condition = ability.need("condition")
    after = ability.node("sub_ability")
    found: Effects
    if condition.kind == "EffectOutcome" and condition.get("signal") == "OptionalEffectPerformed":
        inner = effects_of(Node({k: v for k, v in ability.value.items() if k not in ("condition",)}), scope)
        return (_Inside(inner),)
    if condition.kind == "WhenYouDo":
        inner_scope = replace(scope, targets=[])
        plain = Node({k: v for k, v in ability.value.items() if k != "condition"})
        effects = effects_of(plain, inner_scope)
        found = (say("WhenYouDo", effects=effects, targets=tuple(inner_scope.targets)),)
        return (_Inside(found),)
    if condition.kind in ("ConditionInstead", "AdditionalCostPaidInstead"):
        plain = Node({k: v for k, v in ability.value.items() if k not in ("condition", "sub_ability")})
        if condition.kind == "ConditionInstead":
            held = condition_of(condition.need("inner"), scope)
        else:
            held = say("AtLeast", value=say("Kicked"), n=1)
        condition.close()
        if after is not None:
            raise NotKnown("something after an instruction that takes the place of another")
        return (_Instead(held, effects_of(plain, scope)),)
    held = condition_of(condition, scope)
    plain = Node({k: v for k, v in ability.value.items() if k not in ("condition", "sub_ability")})
    found = (say("If", condition=held, then=effects_of(plain, scope)),)
    if after is not None:
        more = effects_of(after, scope) if after.value.get("condition") is None else _conditional(after, found, scope)
        found = _joined(found, more)
    return found


def _instruction(ability: Node, scope: Scope) -> Effects:
    """The instruction of one ability, without those that follow it."""
    if ability.value.get("player_scope") is None or scope.within:
        return _one_instruction(ability, scope)
    targets, asked = list(scope.targets), set(ability.asked)
    try:
        return _one_instruction(Node(ability.value), scope)
    except NotKnown:  # what each player does cannot be said in one word
        scope.targets[:], ability.asked, scope.you = targets, asked, "you"
        scope.before.clear()
        return (_done_by_each(ability, scope),)
    finally:
        ability.asked |= _ASKED


_ASKED = frozenset((
    "effect", "player_scope", "starting_with", "optional", "is_mana_ability", "declares_chosen_group", "multi_target", "duration",
    "optional_targeting", "target_choice_timing", "repeat_for", "condition", "unless_pay", "kind",
))  # fmt: skip


def _done_by_each(ability: Node, scope: Scope) -> Any:
    """What each of several players does, in which "you" means that player."""
    everyone = ability.need("player_scope")
    everyone.close()
    who = {"All": "each player", "Opponent": "opponent"}.get(everyone.kind)
    if who is None or ability.get("optional"):
        raise NotKnown(f"for each player of {everyone.kind}")
    scope.within = True
    try:
        plain = Node({key: value for key, value in ability.value.items() if key != "player_scope"})
        before = len(scope.targets)
        effects = _one_instruction(plain, scope)
    finally:
        scope.within = False
    if len(scope.targets) != before:
        raise NotKnown("targets of what each player does")
    return say("Does", who=who, effects=effects)


def _one_instruction(ability: Node, scope: Scope) -> Effects:
    scope_before = scope.you
    everyone = ability.node("player_scope")
    if everyone is not None:
        everyone.close()
        if everyone.kind not in ("All", "Opponent"):
            raise NotKnown(f"for each player of {everyone.kind}")
        scope.you = {"All": "each player", "Opponent": "opponent"}[everyone.kind]
        ability.only("starting_with", "You")
    optional = ability.get("optional")
    is_mana_ability = bool(ability.get("is_mana_ability")) and ability.value.get("cost") is not None
    ability.only("declares_chosen_group")
    effect = ability.need("effect")
    multi = _how_many(ability, scope)
    duration = ability.get("duration")
    resolution = ability.get("target_choice_timing") == "Resolution"
    more = {"_multi": multi, "_duration": duration, "_resolution": resolution, "_mana_ability": is_mana_ability}
    effect = Node({**effect.value, **more})
    effect.asked |= set(more)
    repeated = ability.node("repeat_for")
    if repeated is not None:
        raise NotKnown("an instruction for each of something")
    condition = ability.node("condition")
    held = condition_of(condition, scope) if condition is not None else None
    found = EFFECTS.read(effect, scope)
    _check_what_is_left(found, scope)
    found = _unless(ability, (*scope.before, *found), scope)
    scope.before.clear()
    scope.you = scope_before
    if optional and [type(effect).__name__ for effect in found] == ["PutFromHand"]:
        optional = False  # it is optional by itself
    if optional:
        if everyone is not None:
            raise NotKnown("each player may")
        if not _is_payment(found):
            found = (say("May", effects=found),)
    elif _is_payment(found):
        raise NotKnown("a payment that must be made")
    if held is not None:
        found = (say("If", condition=held, then=found),)
    return found


_FOR_CARDS = frozenset(("PutOntoBattlefield", "Exile", "ReturnToHand", "Counter", "CopySpell", "CreateCopyToken", "CopyCounters"))
"""What can be done to a card that a permanent has become, or to a spell."""


def _check_what_is_left(effects: Effects, scope: Scope) -> None:
    """Raises NotKnown if something is done to an object that is no permanent any more and that only permanents can have done."""
    for effect in effects if scope.died else ():
        if getattr(effect, "what", None) == scope.that and type(effect).__name__ not in _FOR_CARDS:
            raise NotKnown("something done to what is no permanent any more")


def _is_payment(effects: Effects) -> bool:
    """Whether the effects are only an offer to pay something."""
    return [type(effect).__name__ for effect in effects] == ["May"] and not effects[0].effects


def _unless(ability: Node, effects: Effects, scope: Scope) -> Effects:
    unless = ability.node("unless_pay")
    if unless is None:
        return effects
    payer = unless.need("payer")
    cost = costs_of(unless.need("cost"), scope)
    unless.close()
    payer.close()
    known = {"Controller": "you", "ParentTargetController": "target's controller", "TriggeringPlayer": scope.that_player}
    who = known.get(payer.kind)
    if who is None:
        raise NotKnown(f"unless {payer.kind} pays")
    return (say("UnlessPays", who=who, cost=cost, effects=effects),)


UP_TO_X = -1
"""Stands for X as the greatest number of targets."""


def _how_many(ability: Node, scope: Scope) -> tuple[int, int]:
    """How many targets: at least and at most."""
    multi = ability.node("multi_target")
    if multi is None:
        return (0 if ability.get("optional_targeting") else 1, 1)
    least, most = multi.get("min", 0), multi.node("max")
    if most is None and least == 0:
        multi.close()
        return (0, ANY_NUMBER)
    if least == 0 and most is not None and most.value == {"type": "Ref", "qty": {"type": "Variable", "name": "X"}} and scope.x:
        multi.asked.add("max")
        multi.close()
        return (0, UP_TO_X)
    if not isinstance(least, int) or most is None or most.kind != "Fixed":
        raise NotKnown("any number of targets")
    found = (least, most.get("value"))
    most.close()
    multi.close()
    return found


def _multi(node: Node) -> tuple[int, int]:
    multi: tuple[int, int] = node.value["_multi"]
    return multi


def _until(node: Node) -> str:
    """For how long an effect lasts."""
    duration = node.value.get("_duration") or node.get("duration")
    node.get("duration")
    if duration == "UntilEndOfTurn":
        return "end of turn"
    if duration == {"UntilNextTurnOf": {"player": {"type": "Controller"}}}:
        return "your next turn"
    if duration in ("Permanent", None):
        return "forever"  # the text has to agree
    if duration == {"UntilEndOfNextTurnOf": {"player": {"type": "Controller"}}}:
        return "end of your next turn"
    if duration == "UntilEndOfCombat":
        return "end of combat"
    if duration == "UntilHostLeavesPlay":
        return "self leaves"
    raise NotKnown(f"a duration {_duration_told(duration)}")


def _duration_told(duration: Any) -> str:
    return duration if isinstance(duration, str) else next(iter(duration)) if isinstance(duration, dict) else "that is not given"


def _at_once(node: Node) -> None:
    """The effect must have no duration."""
    duration = node.value.get("_duration")
    if duration not in (None, "Permanent"):
        raise NotKnown(f"a duration {_duration_told(duration)}")


def _thing(node: Node, scope: Scope, name: str = "target") -> Any:
    """What the instruction touches."""
    at = node.need(name)
    if node.value["_resolution"] and at.kind in ("Typed", "Or", "And", "Any", "Player"):
        return _chosen(at, scope, _multi(node))
    return thing(at, scope, _multi(node))


def _chosen(node: Node, scope: Scope, multi: tuple[int, int]) -> Any:
    """Permanents that a player chooses as the instruction is carried out (608.2d)."""
    if is_attached(node, scope):
        return thing(node, scope)
    target = target_of(node, scope)
    if target.of != "permanent" or multi[0] not in (0, multi[1]):
        raise NotKnown("something chosen that is no target and no permanent")
    scope.before.append(say("ChoosePermanents", filter=target.filter, who=scope.you, n=multi[1], up_to=multi[0] != multi[1]))
    scope.parent = "made"
    scope.made = True
    return "made"


# ---------------------------------------------------------------------------------------------------------------- counters


@EFFECTS("Proliferate")
def _proliferate(node: Node, scope: Scope) -> Effects:
    return (Proliferate(),)


@EFFECTS("PutCounter")
def _put_counter(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    return (AddCounters(_thing(node, scope), counter_kind(node.get("counter_type")), n),)


@EFFECTS("PutCounterAll")
def _put_counter_all(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    return (AddCounters(every(node.need("target"), scope), counter_kind(node.get("counter_type")), n),)


@EFFECTS("GivePlayerCounter")
def _player_counter(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    kind = counter_kind(str(node.get("counter_kind")).lower())
    return (AddCounters(player(node.node("target"), scope), kind, n),)


@EFFECTS("GainEnergy")
def _energy(node: Node, scope: Scope) -> Effects:
    return (AddCounters(scope.you, "energy", number(node, "amount", scope)),)


@EFFECTS("RemoveCounter")
def _remove_counter(node: Node, scope: Scope) -> Effects:
    count = node.get("count")
    n: Any = None if count in (EVERY, {"type": "Fixed", "value": -1}) else number(node, "count", scope)
    scope.amount = True
    kind = node.get("counter_type")
    node.only("selection", "SingleObject")
    return (say("RemoveKind", what=_thing(node, scope), kind=counter_kind(kind), n=n),)


# ---------------------------------------------------------------------------------------------------------------- cards


@EFFECTS("Draw")
def _draw(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    return (Draw(player(node.node("target"), scope), n),)


@EFFECTS("Mill")
def _mill(node: Node, scope: Scope) -> Effects:
    node.only("destination", "Graveyard")
    n = number(node, "count", scope)
    return (Mill(player(node.node("target"), scope), n),)


@EFFECTS("Discard")
def _discard(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    if node.get("random") or node.get("filter") or node.get("self_ref"):
        raise NotKnown("a discard at random or of some kind")
    return (Discard(player(node.node("target"), scope), n),)


@EFFECTS("Scry", "Surveil")
def _scry(node: Node, scope: Scope) -> Effects:
    if player(node.node("target"), scope) != "you":
        raise NotKnown(f"{node.kind} by another player")
    n = number(node, "count", scope)
    return (Scry(n) if node.kind == "Scry" and isinstance(n, int) else say(node.kind, n=n),)


@EFFECTS("RevealHand")
def _reveal_hand(node: Node, scope: Scope) -> Effects:
    if node.need("card_filter").kind != "None" or node.get("reveal"):
        raise NotKnown("cards of a revealed hand")
    return (say("LookAtHand", who=player(node.node("target"), scope)),)


# ---------------------------------------------------------------------------------------------------------------- life


@EFFECTS("GainLife")
def _gain_life(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    scope.amount = True
    return (GainLife(player(node.node("player"), scope), n),)


@EFFECTS("LoseLife")
def _lose_life(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    scope.amount = True
    return (LoseLife(player(node.node("target"), scope), n),)


@EFFECTS("DealDamage")
def _deal_damage(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    source, by = node.get("damage_source"), scope.parent
    what = _thing(node, scope)
    if source is None:
        return (DealDamage(what, n),)
    if source == "Target" and isinstance(by, str) and by.startswith("target"):
        return (say("DealDamage", what=what, n=n, by=by),)
    if source == "TriggeringSource" and scope.that is not None:
        return (DealDamage(what, n),) if scope.that == "self" else (say("DealDamage", what=what, n=n, by=scope.that),)
    raise NotKnown("damage by something else")


@EFFECTS("DamageAll")
def _damage_all(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    players = node.node("player_filter")
    what = every(node.need("target"), scope)
    if players is None:
        return (DealDamage(what, n),)
    players.close()
    also = {"All": "each player", "Opponent": "opponent", "Controller": "you"}[players.kind]
    return (say("DealDamage", what=what, n=n, also=also),)


@EFFECTS("DamageEachPlayer")
def _damage_players(node: Node, scope: Scope) -> Effects:
    n = number(node, "amount", scope)
    who = node.need("player_filter")
    who.close()
    if who.kind not in ("All", "Opponent"):
        raise NotKnown("damage to some players")
    return (DealDamage({"All": "each player", "Opponent": "opponent"}[who.kind], n),)


# ---------------------------------------------------------------------------------------------------------------- permanents


@EFFECTS("Destroy")
def _destroy(node: Node, scope: Scope) -> Effects:
    return (Destroy(_thing(node, scope), no_regeneration=bool(node.get("cant_regenerate"))),)


@EFFECTS("DestroyAll")
def _destroy_all(node: Node, scope: Scope) -> Effects:
    return (Destroy(every(node.need("target"), scope), no_regeneration=bool(node.get("cant_regenerate"))),)


@EFFECTS("Bounce")
def _bounce(node: Node, scope: Scope) -> Effects:
    if node.get("selection") is not None:
        node.value = {**node.value, "_resolution": True}
    what = _thing(node, scope)
    from_graveyard = scope.died and what == scope.that and scope.event != "SpellCast"
    return (ReturnToHand(what, "graveyard" if from_graveyard else "battlefield"),)


@EFFECTS("BounceAll")
def _bounce_all(node: Node, scope: Scope) -> Effects:
    return (ReturnToHand(every(node.need("target"), scope)),)


@EFFECTS("SetTapState")
def _tap(node: Node, scope: Scope) -> Effects:
    all_of_them = node.need("scope").kind == "All"
    what = every(node.need("target"), scope) if all_of_them else _thing(node, scope)
    state = node.need("state")
    state.close()
    return (Tap(what) if state.kind == "Tap" else Untap(what),)


@EFFECTS("Sacrifice")
def _sacrifice(node: Node, scope: Scope) -> Effects:
    what = node.need("target")
    n = number(node, "count", scope)
    node.only("min_count", 0)
    if what.kind in ("Typed", "Or"):
        filter = filter_of(what, scope)
        who = scope.you
        if filter.controller is not None:
            if filter.controller == "you":  # the one who sacrifices
                filter = _free(filter)
            elif filter.controller == "target" and len(scope.targets) == 1:
                filter, who = _free(filter), "target"
            else:
                raise NotKnown("a sacrifice of what another controls")
        return (Sacrifice(who, n, filter),)
    found = thing(what, scope)
    if n != 1 or not isinstance(found, str):
        raise NotKnown("a sacrifice of several")
    if found == "self":
        return (Sacrifice("you", 1, say("Filter", source=True)),)
    return (say("SacrificeThem", what=found),)


def _free(filter: Filter) -> Filter:
    return replace(filter, controller=None)


@EFFECTS("Regenerate")
def _regenerate(node: Node, scope: Scope) -> Effects:
    return (say("Regenerate", what=_thing(node, scope)),)


@EFFECTS("Pump")
def _pump(node: Node, scope: Scope) -> Effects:
    power, toughness = number(node, "power", scope, 0), number(node, "toughness", scope, 0)
    return (_pumped(_thing(node, scope), power, toughness, _until(node)),)


def _pumped(what: Any, power: Any, toughness: Any, until: str) -> Any:
    word = "Pump" if until in ("end of turn", "your next turn") else "Alter"
    return say(word, what=what, power=power, toughness=toughness, until=until)


@EFFECTS("PumpAll")
def _pump_all(node: Node, scope: Scope) -> Effects:
    power, toughness = number(node, "power", scope, 0), number(node, "toughness", scope, 0)
    return (_pumped(every(node.need("target"), scope), power, toughness, _until(node)),)


@EFFECTS("GainControl")
def _gain_control(node: Node, scope: Scope) -> Effects:
    what = _thing(node, scope)
    until = "forever" if node.value.get("_duration") in (None, "Permanent") else _until(node)
    return (say("GainControl", what=what, until=until),)


@EFFECTS("Fight")
def _fight(node: Node, scope: Scope) -> Effects:
    who = thing(node.need("subject"), scope)
    return (say("Fight", one=who, other=thing(node.need("target"), scope)),)


@EFFECTS("Attach")
def _attach(node: Node, scope: Scope) -> Effects:
    selection = node.get("selection") or {}
    if selection.get("at_resolution") or node.get("attachment"):
        raise NotKnown("something attached that is chosen")
    return (say("Attach", what="self", to=_thing(node, scope)),)


@EFFECTS("PreventDamage")
def _prevent(node: Node, scope: Scope) -> Effects:
    if node.get("amount") != "All" or node.get("amount_dynamic") or node.get("damage_source_filter"):
        raise NotKnown("some damage that is prevented")
    until = node.get("prevention_duration", node.value.get("_duration"))
    if until not in (None, "UntilEndOfTurn"):
        raise NotKnown("damage that is prevented for another time")
    combat = node.get("scope") == "CombatDamage"
    target, recipients = node.need("target"), node.need("recipient_scope")
    recipients.close()
    if target.kind == "Any":
        to: Any = "anything"
    elif target.kind == "Controller":
        to = "you"
    elif target.kind == "Typed" and recipients.kind == "All":
        to = filter_of(target, scope)
    else:
        raise NotKnown("damage to something that is prevented")
    return (say("ForAWhile", abilities=(say("PreventDamage", to=to, combat=combat),)),)


@EFFECTS("ChangeZoneAll")
def _change_zone_all(node: Node, scope: Scope) -> Effects:
    origin, destination = node.get("origin"), node.get("destination")
    if origin not in (None, "Battlefield") or node.get("library_position") or node.get("library_shuffle"):
        raise NotKnown(f"all of something from {origin} to {destination}")
    what = every(node.need("target"), scope)
    if destination == "Exile":
        return (Exile(what),)
    if destination == "Hand":
        return (ReturnToHand(what),)
    raise NotKnown(f"all of something from {origin} to {destination}")


@EFFECTS("Transform")
def _transform(node: Node, scope: Scope) -> Effects:
    node.only("scope", {"type": "Single"}, "Single")
    return (say("Transform", what=_thing(node, scope)),)


@EFFECTS("GenericEffect")
def _generic(node: Node, scope: Scope) -> Effects:
    """Power, toughness and keywords for a while."""
    statics = node.nodes("static_abilities")
    if [s.value.get("mode") for s in statics] == ["CantUntap"]:
        return _stays_tapped(node, statics[0], scope)
    until = _until(node)
    given = node.node("target")
    found: list[Any] = []
    for static in node.nodes("static_abilities"):
        static.only("mode", "Continuous", *RULES)
        static.only("active_zones")
        affected = static.need("affected")
        if affected.kind == "ParentTarget" and given is not None:
            what = thing(given, scope, _multi(node))
            given = None
        elif affected.kind in ("Typed", "Or") and given is None:
            what = every(affected, scope)
        else:
            what = thing(affected, scope)
        found += _modified(what, static, until, scope)
        static.close()
    if given is not None:
        raise NotKnown("a target of an effect that nothing happens to")
    return tuple(found)


RULES = {
    "CantAttack": ("CannotAttack",),
    "CantBlock": ("CannotBlock",),
    "CantAttackOrBlock": ("CannotAttack", "CannotBlock"),
    "MustAttack": ("MustAttack",),
    "MustBlock": ("MustBlock",),
    "CantBeBlocked": ("CannotBeBlocked",),
}
"""The rules of combat that an object can be given, as abilities of its own."""


def combat_rule(value: Any, who: Any, scope: Scope) -> list[Any]:
    """A rule about attacking, blocking and being blocked, as an ability that concerns `who`."""
    if isinstance(value, str) and value in RULES:
        return [say(word, who=who) for word in RULES[value]]
    mode = Node(value)
    if mode.kind == "CantBeBlockedBy":
        found = say("CannotBeBlocked", who=who, by=filter_of(mode.need("filter"), scope))
    elif mode.kind == "CantBeBlockedExceptBy":
        kind = mode.need("kind")
        if kind.kind != "Quality":
            raise NotKnown("blocking by several")
        found = say("CannotBeBlocked", who=who, unless_by=filter_of(_inner(kind), scope))
    elif mode.kind in ("MustBeBlocked", "MustBeBlockedByAll"):
        mode.only("by")
        mode.only("blockers")
        found = say("MustBeBlocked", who=who, by_all=mode.kind == "MustBeBlockedByAll")
    elif mode.kind == "ExtraBlockers" and isinstance(mode.get("count"), int) and mode.get("count") < 20:
        found = say("BlocksMore", n=mode.get("count"), who=who)
    else:
        raise NotKnown(f"rule {mode.kind}")
    mode.close()
    return [found]


def _inner(node: Node) -> Node:
    """The node that a named body is."""
    return Node({k: v for k, v in node.value.items() if k != "type"} if "type_filters" not in node.value else node.value)


def _stays_tapped(node: Node, static: Node, scope: Scope) -> Effects:
    duration = node.value.get("_duration") or node.get("duration")
    node.get("duration")
    static.get("mode")
    static.get("modifications")
    if duration != {"UntilNextStepOf": {"step": "Untap", "player": {"type": "Controller"}}}:
        raise NotKnown("something that does not untap")
    given = node.node("target")
    what = thing(static.need("affected"), scope)
    if given is not None and given.kind != "ParentTarget":
        raise NotKnown("something that does not untap")
    static.close()
    return (_StaysTapped(what),)


def _modified(what: Any, static: Node, until: str, scope: Scope) -> list[Any]:
    changes: dict[str, Any] = {}
    rules: list[Any] = []
    for part in static.nodes("modifications"):
        if part.kind in ("AddPower", "AddDynamicPower"):
            changes["power"] = number(part, "value", scope, 0)
        elif part.kind in ("AddToughness", "AddDynamicToughness"):
            changes["toughness"] = number(part, "value", scope, 0)
        elif part.kind == "AddStaticMode":
            rules += combat_rule(part.get("mode"), "self", scope)
        elif part.kind in ("GrantAbility", "GrantTrigger"):
            changes["abilities"] = (*changes.get("abilities", ()), granted(part))
        else:
            change(part, changes)
        part.close()
    only_subtypes(changes)
    found: list[Any] = []
    if rules and isinstance(what, Each):  # such an effect is about whatever fits, then as well as now (611.2c)
        found.append(say("ForAWhile", abilities=tuple(replace(rule, who=what.filter) for rule in rules), until=until))
    elif rules:
        changes["abilities"] = (*changes.get("abilities", ()), *rules)
    if not changes:
        return found
    if set(changes) <= {"power", "toughness", "keywords"}:
        if "power" in changes or "toughness" in changes:
            size = {name: changes.get(name, 0) for name in ("power", "toughness")}
            found.append(_pumped(what, size["power"], size["toughness"], until))
        if "keywords" in changes:
            more = {} if until == "end of turn" else {"until": until}
            found.append(say("GainKeywords", what=what, keywords=changes["keywords"], **more))
    else:
        found.append(say("Alter", what=what, until=until, **changes))
    return found


def only_subtypes(changes: dict[str, Any]) -> None:
    """Subtypes that take the place of the creature types, rather than being added."""
    if "only_subtypes" in changes:
        changes["only_subtypes"] |= changes.pop("subtypes", frozenset())


def change(part: Node, changes: dict[str, Any]) -> None:
    """Enter one change of characteristics, in the words of `engine.vocabulary.changes`."""
    kind = part.kind
    if kind == "AddKeyword":
        changes["keywords"] = changes.get("keywords", frozenset()) | {granted_keyword(part.get("keyword"))}
    elif kind == "RemoveKeyword":
        changes["lose_keywords"] = changes.get("lose_keywords", frozenset()) | {keyword(part.get("keyword"))}
    elif kind == "AddType":
        changes["types"] = changes.get("types", frozenset()) | {part.get("core_type")}
    elif kind == "AddSubtype":
        if part.get("subtype") not in SUBTYPES:
            raise NotKnown(f"subtype {part.get('subtype')}")
        changes["subtypes"] = changes.get("subtypes", frozenset()) | {part.get("subtype")}
    elif kind == "RemoveAllSubtypes":
        if part.get("set") != "Creature":
            raise NotKnown("types that are lost")
        changes["only_subtypes"] = frozenset()
    elif kind == "SetPower":
        changes["base_power"] = part.get("value", 0)
    elif kind == "SetToughness":
        changes["base_toughness"] = part.get("value", 0)
    elif kind == "SetColor":
        changes["only_colors"] = frozenset(COLORS[c] for c in part.get("colors", []))
    elif kind == "AddColor":
        changes["colors"] = changes.get("colors", frozenset()) | {COLORS[part.get("color")]}
    elif kind == "AddAllCreatureTypes":
        changes["every_creature_type"] = True
    elif kind == "RemoveAllAbilities":
        changes["lose_abilities"] = True
    else:
        raise NotKnown(f"a change {_kind_of_change(part)}")


def _kind_of_change(part: Node) -> str:
    mode = part.value.get("mode")
    if part.kind == "AddStaticMode":
        return mode if isinstance(mode, str) else next(iter(mode or {"": 0}))
    return part.kind


# ---------------------------------------------------------------------------------------------------------------- zones


@EFFECTS("ChangeZone")
def _change_zone(node: Node, scope: Scope) -> Effects:
    origin, destination = node.get("origin"), node.get("destination")
    for name in ("enters_attacking", "up_to", "owner_library", "face_down_profile"):
        if node.get(name):
            raise NotKnown(f"a change of zones with {name}")
    tapped, transformed = bool(node.get("enter_tapped")), bool(node.get("enter_transformed"))
    counters = node.get("enter_with_counters", [])
    under = node.get("enters_under")
    if node.value.get("_duration") == "UntilHostLeavesPlay":
        if destination != "Exile":
            raise NotKnown("a change of zones for a while")
        return (say("ExileUntil", what=_thing(node, scope)),)
    _at_once(node)
    if (origin, destination) == ("Hand", "Battlefield") and node.value["_resolution"]:
        return (say("PutFromHand", filter=_hand_filter(node.need("target"), scope), tapped=tapped),)
    if destination != "Battlefield" and (tapped or transformed or counters):
        raise NotKnown("a change of zones of this kind")
    what = _thing(node, scope)
    if destination == "Exile" and origin in (None, "Battlefield", "Graveyard"):
        scope.made = True
        return (Exile(what),)
    if origin == "Graveyard" and destination == "Hand":
        return (ReturnToHand(what, "graveyard"),)
    if destination == "Battlefield" and origin in ("Graveyard", "Exile", None):
        more: dict[str, Any] = {}
        if under != "You" and not _is_yours(what, scope):
            more["under"] = "owner"
        if tapped:
            more["tapped"] = True
        if transformed:
            more["transformed"] = True
        if counters:
            pairs = [(counter_kind(kind), value_of(Node(n), scope)) for kind, n in counters]
            more["counters"] = tuple(say("EnteringCounters", kind=kind, n=n) for kind, n in pairs)
        return (say("PutOntoBattlefield", what=what, **more),)
    raise NotKnown(f"a change of zones from {origin or 'anywhere'} to {destination}")


def _is_yours(what: Any, scope: Scope) -> bool:
    """Whether a card is certainly owned by the one who puts it onto the battlefield."""
    last = scope.targets[-1] if scope.targets else None
    return what == "target" and last is not None and last.of == "card" and last.filter.controller == "you"


def _hand_filter(node: Node, scope: Scope) -> Filter:
    """Which cards of one's hand."""
    parts = node.nodes("filters") if node.kind == "Or" else [node]
    plain = []
    for part in parts:
        properties = [p for p in part.value.get("properties") or [] if p != {"type": "InZone", "zone": "Hand"}]
        if part.kind != "Typed" or len(properties) == len(part.value.get("properties") or []):
            raise NotKnown("a card of a hand")
        if part.value.get("controller") not in (None, "You"):
            raise NotKnown("a card of another hand")
        types = [t for t in part.value.get("type_filters") or [] if t != "Card"]
        if "Permanent" in types:
            types = [t for t in types if t != "Permanent"] + [{"AnyOf": list(PERMANENT_TYPES)}]
        plain.append({**part.value, "properties": properties, "controller": None, "type_filters": types})
    return filter_of(Node({"type": "Or", "filters": plain}) if len(plain) > 1 else Node(plain[0]), scope)


def _search_chain(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """A search, what happens to the card and the shuffle, which are three instructions in a tree; and what comes after them."""
    search = ability.need("effect")
    ability.get("target_choice_timing")
    ability.only("kind", "Spell", "Activated")
    who = search.node("target_player")
    searcher = player(who, scope) if who is not None else "you"
    filter_node = search.need("filter")
    if filter_node.kind == "Any":
        raise NotKnown("a search for any card")
    filter = filter_of(filter_node, scope)
    search.get("reveal")
    count = search.need("count")
    n = count.get("max", {}).get("value") if count.kind == "UpTo" else value_of(count, scope)
    search.close()
    put = ability.need("sub_ability")
    move = put.need("effect")
    if move.kind == "Shuffle" and isinstance(n, int):
        whose = {} if searcher == "you" else {"who": searcher}
        return _searched(ability, say("Search", filter=filter, n=n, to="library", **whose), _on_top(put))
    if not isinstance(n, int) or move.kind != "ChangeZone" or move.get("origin") != "Library":
        raise NotKnown("a search whose card goes to a strange place")
    to, tapped = str(move.get("destination")).lower(), bool(move.get("enter_tapped"))
    move.only("target", {"type": "Any"})
    under = move.get("enters_under")
    move.only("enters_under", "You")
    move.close()
    put.only("kind", "Spell")
    put.get("target_choice_timing")
    shuffle = put.need("sub_ability")
    put.close()
    shuffled = shuffle.need("effect")
    if to not in ("hand", "battlefield") or shuffled.kind != "Shuffle" or (under and to != "battlefield"):
        raise NotKnown("a search whose card goes to a strange place")
    shuffled.only("target", {"type": "Controller"})
    shuffled.close()
    shuffle.only("kind", "Spell")
    after = shuffle.node("sub_ability")
    shuffle.close()
    more = {} if searcher == "you" else {"who": searcher}
    return _searched(ability, say("Search", filter=filter, n=n, to=to, tapped=tapped, **more), after)


def _searched(ability: Node, search: Any, after: Node | None) -> tuple[Effects, Node | None]:
    found: Effects = (search,)
    if ability.get("optional"):
        found = (say("May", effects=found),)
    _no_more(ability)
    return found, after


def _on_top(shuffle: Node) -> Node | None:
    """What comes after "shuffle and put that card on top"."""
    shuffle.need("effect").only("target", {"type": "Controller"})
    put = shuffle.need("sub_ability")
    move = put.need("effect")
    if move.kind != "PutAtLibraryPosition" or move.need("position").kind != "Top" or move.need("target").kind != "Any":
        raise NotKnown("a search whose card goes to a strange place")
    move.only("count", {"type": "Fixed", "value": 1})
    move.close()
    after = put.node("sub_ability")
    for node in (shuffle, put):
        node.only("kind", "Spell")
        node.get("target_choice_timing")
        node.close()
    return after


def _exile_to_play(ability: Node, scope: Scope) -> tuple[Effects, Node | None]:
    """Cards exiled from the top of the library and the permission to play them, which are two instructions in a tree."""
    exile = ability.need("effect")
    if player(exile.need("player"), scope) != "you" or exile.need("position").kind != "Top":
        raise NotKnown("cards exiled from a library")
    n = number(exile, "count", scope)
    exile.close()
    ability.only("kind", "Spell", "Activated")
    grant = ability.need("sub_ability")
    effect = grant.need("effect")
    if effect.kind != "GrantCastingPermission" or grant.get("optional"):
        raise NotKnown("cards exiled from a library")
    permission = effect.need("permission")
    effect.only("target", {"type": "TrackedSet", "id": 0})
    effect.close()
    if permission.kind != "PlayFromExile":
        raise NotKnown("a permission for cards in exile")
    permission.only("granted_to", 0)
    permission.only("mode", "Cast")
    cast_only = permission.get("mode") == "Cast"
    until = _until(permission)
    permission.close()
    grant.only("kind", "Spell")
    grant.get("duration")
    grant.get("target_choice_timing")
    after = grant.node("sub_ability")
    grant.close()
    _no_more(ability)
    if until not in ("end of turn", "end of your next turn", "your next turn"):
        raise NotKnown("cards in exile that may be played for another time")
    found = (say("ExileToPlay", n=n, until=until, cast_only=cast_only),)
    return ((say("May", effects=found),) if ability.get("optional") else found), after


def _no_more(ability: Node) -> None:
    """The ability must have nothing that would change its instruction."""
    for name in ("player_scope", "condition", "repeat_for", "unless_pay", "multi_target", "distribute"):
        if ability.get(name):
            raise NotKnown(f"a search with {name}")


@EFFECTS("Dig")
def _look(node: Node, scope: Scope) -> Effects:
    if player(node.node("player"), scope) != "you":
        raise NotKnown("cards of another player's library")
    n = number(node, "count", scope)
    keep, to = node.get("keep_count", 0), str(node.get("destination")).lower()
    filter = node.need("filter")
    more: dict[str, Any] = {} if filter.kind == "Any" else {"filter": filter_of(filter, scope)}
    rest = {"Library": "bottom", "Graveyard": "graveyard"}.get(str(node.get("rest_destination")))
    node.get("reveal")
    node.only("rest_order", "random")
    if (keep, to, node.value.get("rest_destination")) == (0, "library", "Library") and not more:
        node.asked |= set(node.value)
        return (say("Look", n=n, most=0, rest="top"),)
    up_to = bool(node.get("up_to"))
    if rest is None or to not in ("hand", "battlefield", "library") or not isinstance(keep, int) or not 0 < keep < 100:
        raise NotKnown("a look at cards of this kind")
    if node.get("enters_attacking"):
        raise NotKnown("a card that enters attacking")
    if node.get("enter_tapped"):
        more["tapped"] = True
    return (say("Look", n=n, most=keep, must=not up_to, to=to, rest=rest, **more),)


@EFFECTS("Counter")
def _counter(node: Node, scope: Scope) -> Effects:
    return (say("Counter", what=_thing(node, scope)),)


@EFFECTS("PutAtLibraryPosition")
def _into_library(node: Node, scope: Scope) -> Effects:
    place = node.need("position")
    node.only("count", {"type": "Fixed", "value": 1})
    if place.kind not in ("Top", "Bottom"):
        raise NotKnown("a place in a library")
    place.close()
    return (say("PutIntoLibrary", what=_thing(node, scope), place=place.kind.lower()),)


@EFFECTS("CopyTokenOf")
def _copy_token(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    words = (("tapped", "tapped"), ("attacking", "enters_attacking"))
    more: dict[str, Any] = {name: True for name, word in words if node.get(word)}
    if player(node.node("owner"), scope) != "you":
        raise NotKnown("a copy that another player gets")
    what = _thing(node, scope)
    scope.made = True
    scope.parent = "made"
    return (say("CreateCopyToken", what=what, n=n, **more),)


@EFFECTS("Amass")
def _amass(node: Node, scope: Scope) -> Effects:
    return (say("Amass", type=node.get("subtype"), n=number(node, "count", scope)),)


@EFFECTS("Investigate")
def _investigate(node: Node, scope: Scope) -> Effects:
    return (CreateToken(_predefined("Clue", Node({"type": "Token"})), number(node, "count", scope)),)


@EFFECTS("PhaseOut")
def _phase_out(node: Node, scope: Scope) -> Effects:
    return (say("PhaseOut", what=_thing(node, scope)),)


@EFFECTS("CreateDelayedTrigger")
def _later(node: Node, scope: Scope) -> Effects:
    when = node.need("condition")
    node.get("uses_tracked_set")
    until = "once"
    that = scope.that
    if when.kind == "AtNextPhase":
        step = {"End": "end", "Upkeep": "upkeep", "EndCombat": "end of combat"}.get(str(when.get("phase")))
        if step is None:
            raise NotKnown("a delayed trigger at a strange time")
        on = say("StepBegins", step=step, whose="anyone")
    elif when.kind == "WheneverEvent":
        on, until = _event(when, scope), "end of turn"
    else:
        raise NotKnown(f"a delayed trigger {when.kind}")
    when.close()
    before = len(scope.targets)
    effects = effects_of(node.need("effect"), scope)
    scope.that = that
    if len(scope.targets) != before:
        raise NotKnown("targets of a delayed trigger")
    return (say("Later", on=on, effects=effects, until=until),)


def _event(when: Node, scope: Scope) -> Any:
    """The event of a delayed triggered ability that lasts for the turn."""
    from engine.importing.abilities import event_of

    trigger = when.need("trigger")
    event = Node({**trigger.value, "type": trigger.get("mode"), "_whose": None})
    if not isinstance(event.value["type"], str) or event.value.get("phase") or "ParentTarget" in str(event.value):
        raise NotKnown("a delayed trigger of this kind")
    event.asked |= {"mode", "trigger_zones", "secondary", "optional", "execute", "condition", "_whose", "_nth"}
    return event_of(event, scope)


# ---------------------------------------------------------------------------------------------------------------- tokens

PREDEFINED = frozenset(("Treasure", "Clue", "Food", "Blood", "Map", "Powerstone", "Gold", "Junk", "Incubator", "Lander"))


@EFFECTS("Token")
def _token(node: Node, scope: Scope) -> Effects:
    n = number(node, "count", scope)
    owner = player(node.node("owner"), scope)
    token = _token_of(node, scope)
    more: dict[str, Any] = {}
    if node.get("tapped"):
        more["tapped"] = True
    if node.get("enters_attacking"):
        more["attacking"] = True
    if node.get("enter_with_counters") or node.get("attach_to"):
        raise NotKnown("a token with counters or attached")
    if owner != "you":
        more["who"] = owner
    scope.made = True
    scope.parent = "made"
    return (say("CreateToken", token=token, n=n, **more) if more else CreateToken(token, n),)


def _token_of(node: Node, scope: Scope) -> Token:
    """The token that is made (111.3)."""
    types = node.get("types", [])
    name = node.get("name")
    statics = node.nodes("static_abilities")
    if name in PREDEFINED:
        if statics:
            raise NotKnown("a predefined token with an ability")
        return _predefined(name, node)
    abilities = tuple(ability for static in statics for ability in _token_abilities(static))
    subtypes = tuple(t for t in types if t not in CARD_TYPES)
    if not all(t in SUBTYPES for t in subtypes):
        raise NotKnown("a token of a strange type")
    power, toughness = number(node, "power", scope, None), number(node, "toughness", scope, None)
    card_types = frozenset(t for t in types if t in CARD_TYPES)
    if ("Creature" in card_types) != (power is not None):
        raise NotKnown("a token of a strange size")
    return Token(
        name=name,
        types=card_types,
        subtypes=subtypes,
        supertypes=frozenset(node.get("supertypes", [])),
        colors=frozenset(COLORS[c] for c in node.get("colors", [])),
        power=power,
        toughness=toughness,
        keywords=frozenset(keyword(word) for word in node.get("keywords", [])),
        abilities=abilities,
    )


def _token_abilities(static: Node) -> Effects:
    """The abilities of a token, which a tree gives it as a continuous effect on itself."""
    from engine.importing.abilities import static_of

    parts = [Node(part) for part in static.value.get("modifications") or []]
    always = static.value.get("mode") == "Continuous" and static.value.get("condition") is None
    own = static.value.get("affected") == {"type": "SelfRef"}
    if always and own and all(part.kind in ("GrantAbility", "GrantTrigger") for part in parts):
        return tuple(granted(part) for part in parts)
    return tuple(static_of(static, Scope()))


def granted(part: Node) -> Any:
    """The ability that something is given."""
    from engine.importing.abilities import activated_of, triggered_of

    if part.kind == "GrantAbility":
        found = activated_of(part.need("definition"), Scope())
    else:
        found = triggered_of(part.need("trigger"), Scope())
    part.close()
    return found


def _predefined(name: str, node: Node) -> Token:
    from engine.tokens import PREDEFINED as KNOWN

    for field in ("types", "power", "toughness", "colors", "keywords", "supertypes"):
        node.get(field)
    if name not in KNOWN:
        raise NotKnown(f"{name} tokens")
    return Token(name, types=frozenset({"Artifact"}), subtypes=(name,), abilities=KNOWN[name])


# ---------------------------------------------------------------------------------------------------------------- mana


@EFFECTS("Mana")
def _mana(node: Node, scope: Scope) -> Effects:
    _at_once(node)
    produced = node.need("produced")
    if node.get("restrictions") or node.get("grants") or node.get("expiry") or node.get("target"):
        raise NotKnown("mana with a restriction")
    found: Effects
    if produced.kind == "Fixed":
        colors = [COLORS[c] for c in produced.get("colors", [])]
        found = tuple(say("AddMana", colors=c, n=colors.count(c)) for c in dict.fromkeys(colors))
    elif produced.kind == "Colorless":
        found = (say("AddMana", colors="C", n=number(produced, "count", scope)),)
    elif produced.kind == "AnyOneColor":
        options = "".join(COLORS[c] for c in produced.get("color_options", []))
        produced.only("contribution", "Base")
        found = (say("AddMana", colors="".join(c for c in "WUBRG" if c in options), n=number(produced, "count", scope)),)
        several, counted = found[0].n != 1 and len(options) > 1, not isinstance(found[0].n, int)
        if several and counted == bool(node.value["_mana_ability"]):  # mana abilities give one colour, others each as one likes
            raise NotKnown("several mana of one colour")
    elif produced.kind == "Mixed":
        raise NotKnown("mana Mixed")
    else:
        raise NotKnown(f"mana {produced.kind}")
    produced.close()
    return found


# ---------------------------------------------------------------------------------------------------------------- others


@EFFECTS("PayCost")
def _pay(node: Node, scope: Scope) -> Effects:
    payer = node.need("payer")
    if payer.kind != "Controller":
        raise NotKnown("a payment by another player")
    return (say("May", effects=(), cost=costs_of(node.need("cost"), scope)),)


@EFFECTS("TargetOnly")
def _target_only(node: Node, scope: Scope) -> Effects:
    _thing(node, scope)
    return ()


@EFFECTS("ExtraTurn")
def _extra_turn(node: Node, scope: Scope) -> Effects:
    if player(node.node("target"), scope) != "you":
        raise NotKnown("an extra turn of another player")
    return (say("ExtraTurn"),)


@EFFECTS("WinTheGame")
def _win(node: Node, scope: Scope) -> Effects:
    return (say("WinTheGame"),)


@EFFECTS("ChooseOneOf")
def _choose_one(node: Node, scope: Scope) -> Effects:
    if node.need("chooser").kind != "Controller":
        raise NotKnown("a choice of another player")
    options = []
    before = len(scope.targets)
    for branch in node.nodes("branches"):
        options.append(say("Option", effects=effects_of(branch, scope)))
    if len(scope.targets) != before:
        raise NotKnown("targets of one of several options")
    return (say("ChooseOne", options=tuple(options)),)


@EFFECTS("Populate")
def _populate(node: Node, scope: Scope) -> Effects:
    return (say("Populate"),)


@EFFECTS("Unimplemented")
def _unknown(node: Node, scope: Scope) -> Effects:
    raise NotKnown(UNKNOWN.format(node.get("name")))


# ---------------------------------------------------------------------------------------------------------------- costs

SHARDS = {
    "White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C", "X": "X", "Snow": "S",
    "PhyrexianWhite": "W/P", "PhyrexianBlue": "U/P", "PhyrexianBlack": "B/P", "PhyrexianRed": "R/P", "PhyrexianGreen": "G/P",
    "TwoWhite": "2/W", "TwoBlue": "2/U", "TwoBlack": "2/B", "TwoRed": "2/R", "TwoGreen": "2/G",
}  # fmt: skip
"""The symbols that trees name in words; two colours side by side are a hybrid symbol."""


def mana_cost(node: Node) -> Any:
    """The mana cost that a tree writes as a number and a list of symbols."""
    if node.kind != "Cost":
        raise NotKnown(f"a cost {node.kind}")
    symbols = "".join(f"{{{_shard(shard)}}}" for shard in node.get("shards", []))
    generic = node.get("generic", 0)
    xs = symbols.count("{X}")
    text = "{X}" * xs + (f"{{{generic}}}" if generic or not symbols else "") + symbols.replace("{X}", "")
    node.close()
    try:
        return parse_cost(text)
    except ValueError:
        raise NotKnown("a mana symbol") from None


def _shard(word: str) -> str:
    if word in SHARDS:
        return SHARDS[word]
    for first in COLORS:
        if word.startswith(first) and word.removeprefix(first) in COLORS:
            return f"{COLORS[first]}/{COLORS[word.removeprefix(first)]}"
    raise NotKnown(f"mana symbol {word}")


COSTS: Table[dict[str, Any]] = Table("cost")


def costs_of(node: Node, scope: Scope) -> Costs:
    """What an activation or permission costs."""
    parts: dict[str, Any] = {}
    for part in node.nodes("costs") if node.kind == "Composite" else [node]:
        for name, value in COSTS.read(part, scope).items():
            if name in parts:
                raise NotKnown(f"two costs {name}")
            parts[name] = value
    node.close()
    try:
        return Costs(**parts)
    except TypeError:
        raise NotKnown(f"no word for a cost {next(iter(parts))}") from None


@COSTS("Mana")
def _mana_cost(node: Node, scope: Scope) -> dict[str, Any]:
    return {"mana": mana_cost(node.need("cost"))}


@COSTS("Tap")
def _tap_cost(node: Node, scope: Scope) -> dict[str, Any]:
    return {"tap": True}


@COSTS("Loyalty")
def _loyalty(node: Node, scope: Scope) -> dict[str, Any]:
    return {"loyalty": node.get("amount", 0)}


@COSTS("PayLife")
def _pay_life(node: Node, scope: Scope) -> dict[str, Any]:
    n = number(node, "amount", scope)
    if n == X():
        return {"life_x": True}
    if not isinstance(n, int):
        raise NotKnown("a cost of some life")
    return {"life": n}


@COSTS("Discard")
def _discard_cost(node: Node, scope: Scope) -> dict[str, Any]:
    n = number(node, "count", scope)
    if node.get("self_ref") and n == 1:
        return {"discard_self": True}
    if node.get("filter") or node.get("random") or not isinstance(n, int):
        raise NotKnown("a cost of discarding something special")
    return {"discard": n}


@COSTS("Sacrifice")
def _sacrifice_cost(node: Node, scope: Scope) -> dict[str, Any]:
    what, n = node.need("target"), number(node, "count", scope)
    node.only("requirement", {"requirement": "Count", "count": n}, {"type": "Count", "count": n})
    if not isinstance(n, int):
        raise NotKnown("a cost of sacrificing some")
    if what.kind == "SelfRef":
        return {"sacrifice": SacrificeCost()}
    if not any(part for key, part in what.value.items() if key != "type"):
        raise NotKnown("a cost of sacrificing something")
    filter = filter_of(what, scope)
    if filter.controller not in (None, "you"):
        raise NotKnown("a cost of sacrificing what another controls")
    return {"sacrifice": SacrificeCost(n, _free(filter))}


@COSTS("RemoveCounter")
def _remove_cost(node: Node, scope: Scope) -> dict[str, Any]:
    n = number(node, "count", scope)
    kind = node.get("counter_type")
    node.only("selection", "SingleObject")
    target = node.node("target")
    if target is not None and target.kind != "SelfRef":
        raise NotKnown("a cost of counters of something else")
    if not isinstance(n, int):
        raise NotKnown("a cost of some counters")
    return {"remove": RemoveCountersCost(n, counter_kind(kind))}


@COSTS("PayEnergy")
def _energy_cost(node: Node, scope: Scope) -> dict[str, Any]:
    return {"pay": say("CountersCost", kind="energy", n=number(node, "amount", scope))}


@COSTS("Exile")
def _exile_cost(node: Node, scope: Scope) -> dict[str, Any]:
    what, n, zone = node.need("filter"), number(node, "count", scope), node.get("zone")
    if what.kind == "SelfRef" and n == 1 and zone == "Graveyard":
        return {"exile_self": True}
    cards = target_of(what, scope)
    if zone != "Graveyard" or cards.of != "card" or cards.filter.controller not in (None, "you") or not _is_some(n):
        raise NotKnown("a cost of exiling something")
    return {"others": say("OthersCost", do="exile", filter=_free(cards.filter), n=n)}


@COSTS("TapCreatures")
def _tap_others(node: Node, scope: Scope) -> dict[str, Any]:
    requirement = node.get("requirement")
    n = requirement.get("count") if isinstance(requirement, dict) and requirement.get("requirement") == "count" else None
    if not _is_some(n):
        raise NotKnown("a cost of tapping something")
    return {"others": say("OthersCost", do="tap", filter=_own(node, scope), n=n)}


@COSTS("ReturnToHand")
def _return_others(node: Node, scope: Scope) -> dict[str, Any]:
    n = number(node, "count", scope)
    if node.get("from_zone") or not _is_some(n) or node.value["filter"].get("type") == "SelfRef":
        raise NotKnown("a cost of returning something")
    return {"others": say("OthersCost", do="return", filter=_own(node, scope), n=n)}


def _is_some(n: Any) -> bool:
    return isinstance(n, int) and 0 < n < 100


def _own(node: Node, scope: Scope) -> Filter:
    """Which permanents of one's own."""
    filter = filter_of(node.need("filter"), scope)
    if filter.controller != "you":
        raise NotKnown("a cost paid with what another controls")
    return _free(filter)
