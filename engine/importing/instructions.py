"""The instructions of trees, one after the other: what they share, whatever it is that they do."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.cards.phrases import ANY_NUMBER
from engine.importing.costs import costs_of
from engine.importing.nodes import Node, NotKnown, Table, say
from engine.importing.objects import (
    AFFECTING,
    Scope,
    condition_of,
    filter_of,
    free,
    in_zone,
    is_attached,
    opponent_who,
    player,
    target_of,
    thing,
    value_of,
)
from engine.vocabulary import (
    AddCounters,
    Alter,
    ChooseOne,
    Costs,
    CreateToken,
    DealDamage,
    Discard,
    DiscardThem,
    Each,
    Filter,
    GainKeywords,
    GainLife,
    LoseLife,
    ManaValue,
    May,
    Power,
    Pump,
    RemoveCountersCost,
    Sacrifice,
    SacrificeCost,
    Tap,
    Toughness,
    Untap,
)
from engine.vocabulary.inside import words_in

UNKNOWN = "the tree marks something as not understood ({})"

EVERY = 2**32 - 1
"""How trees write "all"."""

EFFECTS: Table[tuple[Any, ...]] = Table("effect")
Effects = tuple[Any, ...]

CHAINS: dict[str, Callable[[Node, Scope], tuple[Effects, Node | None]]] = {}
"""By their first instruction, the several instructions of a tree that are one effect: the effects, and what comes after them."""

# ---------------------------------------------------------------------------------------------------------------- abilities


def effects_of(ability: Node, scope: Scope) -> Effects:
    """What an ability of a tree does: its instruction and those that follow it."""
    ability.only("kind", "Spell", "Activated", "Database")
    first_kind = ability.value.get("effect", {}).get("type")
    if first_kind in CHAINS:
        first, after = CHAINS[first_kind](ability, scope)
    else:
        first = instruction(ability, scope)
        after = ability.node("sub_ability")
        if ability.get("forward_result"):
            _is_what_follows_about(first, scope)
    ability.close()
    _remember(first, scope)
    if after is None:
        return first
    rest = effects_of(after, scope) if after.value.get("condition") is None else _conditional(after, first, scope)
    return _joined(*_with_own_text(first, rest, scope.text))


_NOTHING_ELSE = Alter(what="made", until="forever")
_TOKENS_HAVE = re.compile(r"\btokens?\b[^.]*\. (?:it|they|(?:that|the|those) tokens?) (?:has|have)\b")


def _with_own_text(first: Effects, rest: Effects, text: str) -> tuple[Effects, Effects]:
    """What a sentence says that the tokens made before it have is their own text, and copied with them (111.3). What they gain
    is an effect."""
    lasting = [effect for effect in rest if getattr(effect, "what", "") == "made" and getattr(effect, "until", "") == "forever"]
    if not lasting or not _TOKENS_HAVE.search(text):
        return first, rest
    made, given = first[-1], lasting[0]
    if lasting != [rest[0]] or not isinstance(made, CreateToken) or replace(given, abilities=()) != _NOTHING_ELSE:
        raise NotKnown("what tokens have")
    token = replace(made.token, abilities=(*made.token.abilities, *given.abilities))
    return (*first[:-1], replace(made, token=token)), rest[1:]


def _remember(effects: Effects, scope: Scope) -> None:
    """What the next instruction may speak of: all that this one did something to ("this way"), or the same ones again."""
    last: Any = effects[-1] if effects else None
    inner = last.effects[-1] if type(last).__name__ == "May" and last.effects else last
    if type(inner).__name__ == "Mill" and scope.made:  # what was made before is not spoken of any more
        scope.made, scope.parent = False, None if scope.parent == "made" else scope.parent
    if type(inner).__name__ in ("Sacrifice", "SacrificeThem") and getattr(inner, "n", 1) == 1 and _SACRIFICED.search(scope.text):
        scope.sacrificed = True
    if type(inner).__name__ in AFFECTING:
        scope.affected = type(inner).__name__
    if type(inner).__name__ in _LASTING and isinstance(inner.what, Each) and scope.parent is None and not scope.targets:
        scope.parent = inner.what


_SACRIFICED = re.compile(r"\bthe sacrificed (?:creature|permanent|artifact|land|enchantment)'s (?:power|toughness|mana value)\b")

_LASTING = frozenset(("Pump", "GainKeywords", "AddCounters", "Tap", "Untap"))
"""What can be done to all of something without changing what they are, or whose."""


def _joined(first: Effects, rest: Effects) -> Effects:
    """Instructions that follow each other, where the next may be about the one before."""
    if not rest:
        return first
    if first[-1:] == (May(()),) and not isinstance(rest[0], _Inside):
        if not isinstance(rest[0], ChooseOne):
            raise NotKnown("something that may be done and does not follow")
        return (*first[:-1], May(rest[:1]), *rest[1:])
    if _is_payment(first[-1:]) and getattr(first[-1], "cost", ()) is not None and not isinstance(rest[0], (_Inside, _Otherwise)):
        raise NotKnown("a payment for something that does not follow")
    if isinstance(rest[0], _Inside):
        return (*_inside(first, rest[0].effects), *rest[1:])
    if any(isinstance(effect, _Otherwise) for effect in rest[1:]):
        raise NotKnown("what happens if something was not done")
    if isinstance(rest[0], _Otherwise):
        return (*first, _if_not(first, rest[0].effects), *rest[1:])
    if isinstance(rest[0], _Instead):
        return (say("If", condition=rest[0].condition, then=rest[0].effects, otherwise=first), *rest[1:])
    if isinstance(rest[0], StaysTapped):
        if not first or not isinstance(first[-1], Tap) or first[-1].what != rest[0].what:
            return (*first, say("SkipUntap", what=rest[0].what), *rest[1:])
        return (*first[:-1], Tap(rest[0].what, stays_tapped=True), *rest[1:])
    return (*first, *rest)


def _is_what_follows_about(effects: Effects, scope: Scope) -> None:
    """What follows speaks of what the instruction made of a card: of what was put onto the battlefield or exiled."""
    last: Any = effects[-1] if effects else None
    inner = last.effects[-1] if type(last).__name__ == "May" and last.effects else last
    if type(inner).__name__ not in ("PutOntoBattlefield", "PutFromHand", "Exile", "CreateToken", "CreateCopyToken"):
        raise NotKnown("what became of something")
    scope.made = True
    scope.became = getattr(inner, "what", None) == "self"
    scope.parent = "made"


class _Instead:
    """Effects that happen instead of those before them, if a condition holds."""

    def __init__(self, condition: Any, effects: Effects) -> None:
        self.condition = condition
        self.effects = effects


class _Otherwise:
    """Effects that happen only if the one before did not ("if you don't")."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects


class StaysTapped:
    """Something does not untap during its controller's next untap step."""

    def __init__(self, what: Any) -> None:
        self.what = what


class _Inside:
    """Effects that happen only if the one before did ("if you do")."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects


TELLING = frozenset((
    "ChooseCards", "DiscardThem",
    "Sacrifice", "SacrificeThem", "Discard", "RemoveKind", "Exile", "Counter", "PutFromHand", "PutOntoBattlefield", "Attach",
    "Tap", "Search", "ChoosePermanents", "ChooseOwnCards",
))  # fmt: skip
"""Effects of which the engine says whether they could be carried out."""


def _inside(first: Effects, then: Effects) -> Effects:
    """An effect and what happens if it did."""
    if [type(effect).__name__ for effect in first] == ["MayPayX"]:
        return (replace(first[0], effects=then),)
    if len(first) == 1 and type(first[0]).__name__ == "May":
        (may,) = first
        if may.cost is None and (cost := _as_cost(may.effects)) is not None:
            return (say("May", effects=then, cost=cost),)
        if any(type(effect).__name__ == "ChooseOne" for effect in may.effects):
            return (say("May", effects=_in_each_option(may.effects, then), cost=may.cost),)
        if any(type(effect).__name__ in TELLING for effect in may.effects):
            return (say("May", effects=(*may.effects, _if_done(may.effects, then)), cost=may.cost),)
        return (say("May", effects=(*may.effects, *then), cost=may.cost),)
    if first and type(first[-1]).__name__ in TELLING:
        return (*first, _if_done(first, then))
    raise NotKnown("if you do")


def _in_each_option(effects: Effects, then: Effects) -> Effects:
    """A choice of one of several things, and what happens if that was done."""
    *before, choice = effects
    if before or any(type(option.effects[-1]).__name__ not in TELLING for option in choice.options):
        raise NotKnown("if you do one of several things")
    options = tuple(replace(option, effects=(*option.effects, _if_done(option.effects, then))) for option in choice.options)
    return (replace(choice, options=options),)


def _if_done(effects: Effects, then: Effects) -> Any:
    """What happens if the last effect could be carried out as a whole."""
    if any(getattr(effect, "n", 1) not in (1, None) for effect in effects if effect is effects[-1] or _is_choice(effect)):
        raise NotKnown("if you do several things")
    return say("If", condition=say("Did"), then=then)


def _is_choice(effect: Any) -> bool:
    return type(effect).__name__ in ("ChooseCards", "ChooseOwnCards", "ChoosePermanents")


def _as_cost(effects: Effects) -> Costs | None:
    """An effect on oneself that is optional is like a cost: it is done as a whole or not at all (118.12)."""
    if [type(effect).__name__ for effect in effects] == ["ChooseCards", "Exile"]:
        chosen: Any = effects[0]
        if (chosen.zone, chosen.whose, chosen.up_to) == ("graveyard", "you", False) and isinstance(chosen.n, int):
            return Costs(others=say("OthersCost", do="exile", filter=chosen.filter or Filter(), n=chosen.n))
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


NOT_DONE = {"type": "Not", "condition": {"type": "EffectOutcome", "signal": "OptionalEffectPerformed"}}
_IF_NOT = re.compile(r"\bif you (?:don't|can't), ")


def _if_not(first: Effects, otherwise: Effects) -> Any:
    """What happens if the effect before was not done by you, which it has to tell."""
    last: Any = first[-1] if first else None
    name = type(last).__name__
    is_payment = name == "May" and not last.effects and last.cost is not None
    inner = last.effects[-1] if name == "May" and last.effects and last.cost is None else last
    done_by_you = getattr(inner, "who", "you") == "you" and getattr(inner, "n", 1) in (1, None)
    if not is_payment and (type(inner).__name__ not in TELLING or not done_by_you):
        raise NotKnown("what happens if something was not done")
    return say("If", condition=say("Not", condition=say("Did")), then=otherwise)


def _conditional(ability: Node, first: Effects, scope: Scope) -> Effects:
    """An instruction with a condition, and those that follow it."""
    condition = ability.need("condition")
    after = ability.node("sub_ability")
    found: Effects
    if condition.kind == "EffectOutcome" and condition.get("signal") == "OptionalEffectPerformed":
        once = scope.text.count("if you do, ") == 1
        said = _without(ability.value, condition.value) if once else ability.value
        inner = effects_of(Node({k: v for k, v in said.items() if k not in ("condition",)}), scope)
        return (_Inside(inner),)
    if condition.value == NOT_DONE and _IF_NOT.search(scope.text):
        inner = effects_of(Node({k: v for k, v in ability.value.items() if k not in ("condition",)}), scope)
        return (_Otherwise(inner),)
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


def _without(value: dict[str, Any], condition: dict[str, Any]) -> dict[str, Any]:
    """A chain of instructions, in which those that follow do not have the condition again: it is told once for all of them."""
    after = value.get("sub_ability")
    if not isinstance(after, dict) or after.get("condition") != condition:
        return value
    rest = _without({name: part for name, part in after.items() if name != "condition"}, condition)
    return {**value, "sub_ability": rest}


def instruction(ability: Node, scope: Scope) -> Effects:
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


def _by_opponents_who(ability: Node, everyone: Node, scope: Scope) -> Effects:
    """What each opponent does of whom something is true: there is one opponent."""
    condition = opponent_who(everyone, scope)
    everyone.close()
    plain = Node({**ability.value, "player_scope": "Opponent"})
    ability.asked |= _ASKED
    return (say("If", condition=condition, then=_one_instruction(plain, scope)),)


def _one_instruction(ability: Node, scope: Scope) -> Effects:
    scope_before = scope.you
    everyone = ability.node("player_scope")
    if everyone is not None and everyone.kind == "ControlsCount":
        return _by_opponents_who(ability, everyone, scope)
    if everyone is not None:
        everyone.close()
        if everyone.kind not in ("All", "Opponent"):
            raise NotKnown(f"for each player of {everyone.kind}")
        scope.you = {"All": "each player", "Opponent": "opponent"}[everyone.kind]
        ability.only("starting_with", "You")
    optional = ability.get("optional")
    is_mana_ability = bool(ability.get("is_mana_ability")) and ability.value.get("cost") is not None
    ability.only("declares_chosen_group")
    ability.only("target_reads", "ParentAnnouncement")
    effect = ability.need("effect")
    multi = _how_many(ability, scope)
    duration = ability.get("duration")
    resolution = ability.get("target_choice_timing") == "Resolution"
    more = {"_multi": multi, "_duration": duration, "_resolution": resolution, "_mana_ability": is_mana_ability,
            "_divided": _is_divided(ability, effect)}  # fmt: skip
    effect = Node({**effect.value, **more})
    effect.asked |= set(more)
    repeated = ability.node("repeat_for")
    times = value_of(repeated, scope) if repeated is not None else None
    condition = ability.node("condition")
    of_target = condition is not None and condition.kind == "TargetMatchesFilter" and not scope.targets
    held = condition_of(condition, scope) if condition is not None and not of_target else None
    spoke_of = scope.parent
    found = EFFECTS.read(effect, scope)
    if times is not None:
        found = _repeated(found, times)
    if scope.event == "SpellCast" and spoke_of == "self" and "that spell" not in scope.text:
        found = tuple(_to_itself(effect, scope) for effect in found)
    _check_what_is_left(found, scope)
    scope.counted = scope.counted or any(isinstance(effect, _COUNTING) for effect in found)
    found = _unless(ability, (*scope.before, *found), scope)
    scope.before.clear()
    scope.you = scope_before
    if condition is not None and of_target:
        held = condition_of(condition, scope)
    if optional and [type(effect).__name__ for effect in found] in (["PutFromHand"], ["PayCounters"]):
        optional = False  # it is optional by itself
    if optional:
        if everyone is not None:
            raise NotKnown("each player may")
        if any(type(effect).__name__ == "Later" for effect in found):
            raise NotKnown("something that may be done later")
        if not _is_payment(found):
            found = (say("May", effects=found),)
    elif _is_payment(found):
        raise NotKnown("a payment that must be made")
    if held is not None:
        found = (say("If", condition=held, then=found),)
    return found


def _repeated(effects: Effects, times: Any) -> Effects:
    """An instruction that is carried out several times, or once for each of something."""
    name = type(effects[0]).__name__ if len(effects) == 1 else ""
    if name == "Proliferate":
        return (replace(effects[0], times=times),)
    if name in ("CreateToken", "Incubate") and isinstance(times, int) and 0 < times < 10:
        return effects * times
    if name == "CreateToken" and (effects[0].n, effects[0].who) == (1, "you") and not isinstance(times, int):
        return (replace(effects[0], n=times),)
    raise NotKnown("an instruction for each of something")


def _to_itself(effect: Any, scope: Scope) -> Any:
    """Trees sometimes take "it" for the spell that was cast, to which nothing of the kind can happen."""
    if isinstance(effect, (Pump, GainKeywords, AddCounters, Tap, Untap)) and effect.what == scope.that == "that":
        return replace(effect, what="self")
    return effect


_FOR_CARDS = frozenset(
    ("PutOntoBattlefield", "PutIntoLibrary", "Exile", "ReturnToHand", "Counter", "CopySpell", "CreateCopyToken", "CopyCounters")
)
"""What can be done to a card that a permanent has become, or to a spell."""


_COUNTING = (DealDamage, Discard, DiscardThem, GainLife, LoseLife, Sacrifice)
"""Effects of which the amount is that of what they did."""

_FOR_PERMANENTS = frozenset(("Alter", "Pump", "GainKeywords", "AddCounters", "Tap", "Untap", "GainControl"))
"""What can be done to permanents only."""

_GROUPS = {"target": 0, "target 2": 1, "target 3": 2, "target 4": 3}

_FOR_HANDS = frozenset(("Exile", "DiscardThem", "PutIntoLibrary"))
"""What can be done to a card of a hand."""


def _check_what_is_left(effects: Effects, scope: Scope) -> None:
    """Raises NotKnown if something is done to an object that is no permanent any more and that only permanents can have done."""
    for effect in effects if scope.died and scope.that is not None else ():
        if getattr(effect, "what", None) == scope.that and type(effect).__name__ not in _FOR_CARDS:
            raise NotKnown("something done to what is no permanent any more")

    for word in words_in(effects):
        of = word.of if isinstance(word, (Power, Toughness, ManaValue)) else None
        if of in _GROUPS and scope.targets[_GROUPS[of]].of in ("player", "opponent"):
            raise NotKnown("the size of a player")
    for effect in effects:
        group = scope.targets[_GROUPS[effect.what]] if getattr(effect, "what", None) in _GROUPS else None
        if group is None or "permanent" in group.of or group.of == "any" or type(effect).__name__ not in _FOR_PERMANENTS:
            continue
        if not (isinstance(effect, AddCounters) and group.of in ("player", "opponent")):
            raise NotKnown(f"something done to a {group.of} that is done to permanents")
    if scope.in_hand and not scope.later:
        for effect in effects:
            if getattr(effect, "what", None) == "made" and type(effect).__name__ not in _FOR_HANDS:
                raise NotKnown("something done to a card of a hand")


def _is_payment(effects: Effects) -> bool:
    """Whether the effects are only an offer to pay something."""
    return [type(effect).__name__ for effect in effects] in (["May"], ["MayPayX"]) and not effects[0].effects


def _unless(ability: Node, effects: Effects, scope: Scope) -> Effects:
    unless = ability.node("unless_pay")
    if unless is None:
        return effects
    payer = unless.need("payer")
    cost = costs_of(unless.need("cost"), scope)
    unless.close()
    payer.close()
    you = "you"
    if _UNLESS_THEY.search(scope.text):  # trees take them for the controller
        you = "" if scope.that_player is None or scope.targets else scope.that_player
    known = {"Controller": you or None, "ParentTargetController": "target's controller", "TriggeringPlayer": scope.that_player}
    who = known.get(payer.kind)
    if who is None:
        raise NotKnown(f"unless {payer.kind} pays")
    return (say("UnlessPays", who=who, cost=cost, effects=effects),)


_UNLESS_THEY = re.compile(r"\bunless (?:they|that player|he or she)\b")

UP_TO_X, EXACTLY_X = -1, -2
"""They stand for X as the greatest number of targets, and as their number."""

_X = {"type": "Ref", "qty": {"type": "Variable", "name": "X"}}


def _how_many(ability: Node, scope: Scope) -> tuple[int, int]:
    """How many targets: at least and at most."""
    multi = ability.node("multi_target")
    if multi is None:
        return (0 if ability.get("optional_targeting") else 1, 1)
    least, most = multi.get("min", 0), multi.node("max")
    if least == 0 and ability.value.get("distribute"):  # of any number no more can be chosen than there is to divide (601.2d)
        multi.close()
        return (0, ANY_NUMBER)
    if most is None and least == 0:
        multi.close()
        return (0, ANY_NUMBER)
    if least in (0, _X) and most is not None and most.value == _X and scope.x:
        multi.asked.add("max")
        multi.close()
        return (0, UP_TO_X if least == 0 else EXACTLY_X)
    if not isinstance(least, int) or most is None or most.kind != "Fixed":
        raise NotKnown("any number of targets")
    found = (least, most.get("value"))
    most.close()
    multi.close()
    return found


DIVIDED = {"DealDamage": "Damage", "PutCounter": "Counters"}
"""What of these effects is divided among targets."""


def _is_divided(ability: Node, effect: Node) -> bool:
    """Whether what the instruction does is divided among its targets as one likes."""
    divided = ability.node("distribute")
    if divided is None:
        return False
    if divided.kind == "EvenSplitDamage" and effect.kind == "DealDamage":
        effect.value["_evenly"] = True
        divided.close()
        return False
    if divided.kind != DIVIDED.get(effect.kind):
        raise NotKnown(f"a node with distribute {divided.kind}")
    divided.only("data", effect.value.get("counter_type"))
    divided.close()
    return True


def divided_among(node: Node, scope: Scope) -> Any:
    """The targets among which something is divided."""
    what = touched(node, scope)
    if not isinstance(what, str) or not what.startswith("target"):
        raise NotKnown("something that is divided among what is no target")
    if (scope.targets[-1].least, scope.targets[-1].most) != multi_of(node):
        raise NotKnown("how many targets something is divided among")
    return what


def multi_of(node: Node) -> tuple[int, int]:
    multi: tuple[int, int] = node.value["_multi"]
    return multi


def until_of(node: Node) -> str:
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
    if duration == {"UntilNextStepOf": {"step": "End", "player": {"type": "Controller"}}}:
        return "your next end step"
    if duration == "UntilEndOfCombat":
        return "end of combat"
    if duration == "UntilHostLeavesPlay":
        return "self leaves"
    raise NotKnown(f"a duration {_duration_told(duration)}")


def _duration_told(duration: Any) -> str:
    return duration if isinstance(duration, str) else next(iter(duration)) if isinstance(duration, dict) else "that is not given"


def at_once(node: Node) -> None:
    """The effect must have no duration."""
    duration = node.value.get("_duration")
    if duration not in (None, "Permanent"):
        raise NotKnown(f"a duration {_duration_told(duration)}")


def touched(node: Node, scope: Scope, name: str = "target") -> Any:
    """What the instruction touches."""
    at = node.need(name)
    if in_zone(at, "Hand") is not None:  # cards in hands are no targets
        return _chosen(at, scope, multi_of(node))
    if node.value["_resolution"] and at.kind in ("Typed", "Or", "And", "Any", "Player"):
        return _chosen(at, scope, multi_of(node))
    return thing(at, scope, multi_of(node))


def _unless_all(filter: Filter) -> Filter | None:
    return None if filter == Filter() else filter


def _told_number(zone: str, scope: Scope) -> int:
    """How many cards of a zone are spoken of, which trees forget."""
    between = r"(?:(?!(?:cards?|an?|two|three|four)\b)[a-z-]+ )*"
    told = re.findall(rf"\b(an?|two|three|four) {between}cards? from (?:their|your|that player's) {zone}\b", scope.text)
    number = {"a": 1, "an": 1, "two": 2, "three": 3, "four": 4}.get(told[0] if len(told) == 1 else "")
    if number is None:
        raise NotKnown("a number of cards that are chosen")
    return number


def _own_card(node: Node, scope: Scope, multi: tuple[int, int]) -> Any:
    """The choice of cards in a player's own hand or graveyard, if that is meant ("exiles a card from their hand")."""
    owned = [part for part in node.value.get("properties") or () if part.get("type") == "Owned"]
    if not owned and node.value.get("controller") == "You":
        owned = [{"controller": "You"}]
        node = Node({key: value for key, value in node.value.items() if key != "controller"})
    zones = [zone for zone in ("Hand", "Graveyard") if in_zone(node, zone) is not None]
    if len(zones) != 1 or len(owned) != 1 or owned[0].get("controller") not in ("ScopedPlayer", "You") or node.kind != "Typed":
        return None
    if zones == ["Graveyard"] and owned[0]["controller"] == "You":
        return None
    who = scope.you
    if owned[0]["controller"] == "ScopedPlayer" and not scope.within:
        who = player(Node("ScopedPlayer"), scope) if scope.parent != "target" else "target"
    if multi[0] not in (0, multi[1]) or multi[1] < 0 or who not in ("you", "opponent", "each player", "target", "that"):
        raise NotKnown("cards of another player that are chosen")
    cards = in_zone(node, zones[0])
    assert cards is not None
    n = multi[1] if multi != (1, 1) else _told_number(zones[0].lower(), scope)
    plain = {k: [p for p in v if p.get("type") != "Owned"] if k == "properties" else v for k, v in cards.value.items()}
    node.asked |= set(node.value)
    filter = filter_of(Node(plain), scope)
    return say("ChooseOwnCards", filter=_unless_all(filter), who=who, n=n, zones=frozenset((zones[0].lower(),)),
               up_to=multi[0] != multi[1])  # fmt: skip


def _chosen(node: Node, scope: Scope, multi: tuple[int, int]) -> Any:
    """Permanents, or cards in a graveyard, that a player chooses as the instruction is carried out (608.2d)."""
    if is_attached(node, scope):
        return thing(node, scope)
    if (own := _own_card(node, scope, multi)) is not None:
        scope.before.append(own)
        scope.made, scope.parent, scope.in_hand = True, "made", "hand" in own.zones
        return "made"
    target = target_of(node, scope)
    if target.of not in ("permanent", "card") or multi[0] not in (0, multi[1]) or multi[1] < 0:
        raise NotKnown("something chosen that is no target and no permanent")
    if target.of == "card":
        whose = {None: "each player", "you": scope.you, "opponent": "opponent"}.get(target.filter.controller)
        if whose is None or (whose != scope.you and scope.you != "you"):
            raise NotKnown("cards of another player's graveyard that are chosen")
        scope.before.append(
            say(
                "ChooseCards",
                filter=_unless_all(free(target.filter)),
                zone="graveyard",
                whose=whose,
                n=multi[1],
                up_to=multi[0] != multi[1],
            )
        )
        scope.made, scope.parent = True, "made"
        return "made"
    who, filter = scope.you, target.filter
    if node.value.get("controller") in ("ScopedPlayer", "TriggeringPlayer") and not scope.within:
        who = str(scope.that_player if filter.controller == "that" else filter.controller)
        filter = replace(filter, controller="you")  # whoever chooses
    scope.before.append(say("ChoosePermanents", filter=filter, who=who, n=multi[1], up_to=multi[0] != multi[1]))
    scope.parent = "made"
    scope.made = True
    return "made"


def no_more(ability: Node) -> None:
    """The ability must have nothing that would change its instruction."""
    for name in ("player_scope", "condition", "repeat_for", "unless_pay", "multi_target", "distribute"):
        if ability.get(name):
            raise NotKnown(f"a search with {name}")


def is_any_number(node: Node, told: str, most: dict[str, Any], scope: Scope) -> bool:
    """Whether a player does it to any number of what there is, which trees say as up to how much there is."""
    count = node.value.get("count")
    if not isinstance(count, dict) or count.get("type") != "UpTo" or told not in scope.text:
        return False
    if _bare(count.get("max")) != {"type": "Ref", "qty": _bare(most)}:
        raise NotKnown("value UpTo")
    node.asked.add("count")
    return True


def _bare(value: Any) -> Any:
    """A part of a tree without what is not given, and without whose permanents they are."""
    if isinstance(value, dict):
        return {k: _bare(v) for k, v in value.items() if v not in (None, []) and (k, v) != ("controller", "You")}
    return [_bare(part) for part in value] if isinstance(value, list) else value
