"""What trees speak of: filters, references, values and conditions, turned into the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.cards.phrases import ANY_NUMBER
from engine.importing.keywords import keyword, stem_checked
from engine.importing.nodes import STARTING_LIFE, Node, NotKnown, Table, say
from engine.importing.symbols import COLORS
from engine.vocabulary import Each, Filter, Target, X
from engine.vocabulary.values import TOUGHER
from engine.words import CARD_TYPES, PERMANENT_TYPES, SUBTYPES, SUPERTYPES, is_counter


@dataclass
class Scope:
    """What the words of one ability mean as it is translated.

    `targets` are the groups of targets so far; `parent` is what the instruction before spoke of; `you` is who an instruction is
    for ("each player draws"); `event` is the kind of event of a triggered ability; `that` and `that_player` are what the event
    was about, None if it was about no object or player.
    """

    name: str = ""
    text: str = ""
    """The line that is read, in which the card is called ~."""
    printed: str = ""
    """The text of the card as it is printed."""
    targets: list[Target] = field(default_factory=list)
    parent: Any = None
    you: str = "you"
    event: str = ""
    that: str | None = None
    that_player: str | None = None
    struck: str | None = None
    """What the event happened to: the recipient of damage, what became a target."""
    attaches: bool = False
    """Whether the source is an Aura or Equipment."""
    made: bool = False
    """Whether the instruction before made a token."""
    became: bool = False
    """Whether what was made is what the card itself has become: a new object (400.7)."""
    shuffled: bool = False
    """Whether the instruction before shuffles something into its owner's library, which trees say in two instructions."""
    in_hand: bool = False
    """Whether what was made is cards chosen from a hand."""
    amount: bool = False
    """Whether the event or the instruction before has an amount."""
    counted: bool = False
    """Whether an instruction before has an amount of its own, by which that of the event is forgotten."""
    x: bool = False
    """Whether an X has been announced."""
    sacrificed: bool = False
    """Whether something was sacrificed as a cost."""
    before: list[Any] = field(default_factory=list)
    """Effects that must come before the instruction that is being read: choices that are no targets."""
    died: bool = False
    """Whether what the event was about has left the battlefield or is a spell: few things can be done to it."""
    in_graveyard: bool = False
    """Whether the ability works while its source is in a graveyard."""
    later: bool = False
    """Whether what is read happens at a later time (603.7)."""
    spell: bool = False
    """Whether it is what an instant or sorcery does."""
    intervening: bool = True
    """Whether a condition of a triggered ability stands right after its event (603.4)."""
    defending: bool = False
    """Whether "defending player" is the opponent: one's own creatures attack."""
    within: bool = False
    """Whether "you" means each of several players ("each player ..., they ...")."""
    removed_x: bool = False
    """Whether X is how many counters were removed as a cost."""
    affected: str = ""
    """The last effect that tells what it did something to (`Affected`)."""
    returns: bool = False
    """Whether cards return that the source exiled."""
    own_size: bool = False
    """Whether the power, toughness or mana value of the source was read: trees say that of "its power" too."""
    creature: bool = True
    """Whether the source is a creature."""
    bare: bool = False
    """Whether subtypes stand alone: trees say "Goblin creatures" where the text says "Goblins" (109.2)."""

    def target(self, target: Target) -> str:
        """A new group of targets, and the word that speaks of it."""
        self.targets.append(target)
        self.parent = "target" if len(self.targets) == 1 else f"target {len(self.targets)}"
        return str(self.parent)


# ---------------------------------------------------------------------------------------------------------------- filters

FILTERS: Table[Any] = Table("filter")
PROPERTIES: Table[dict[str, Any]] = Table("property")


def filter_of(node: Node, scope: Scope) -> Filter:
    found: Filter = FILTERS.read(node, scope)
    return found


def cards_of(node: Node, scope: Scope) -> Filter:
    """A filter of cards or spells, among which not all are permanent cards or permanent spells (110.4a, 110.4b)."""
    return filter_of(Node(_permanent_cards(node.value)), scope)


def _permanent_cards(value: dict[str, Any]) -> dict[str, Any]:
    """The filter with the card types of permanents where it says "permanent"."""
    found = {**value, "filters": [_permanent_cards(part) for part in value["filters"]]} if "filters" in value else dict(value)
    types = value.get("type_filters") or ()
    if "Permanent" in types:
        found["type_filters"] = [t for t in types if t not in ("Permanent", "Card")] + [{"AnyOf": list(PERMANENT_TYPES)}]
    return found


@FILTERS("Any")
def _any(node: Node, scope: Scope) -> Filter:
    return Filter()


@FILTERS("Typed")
def _typed(node: Node, scope: Scope) -> Any:
    given = _types(node.get("type_filters", []), scope)
    controller = node.get("controller")
    if controller is not None:
        if controller == "ScopedPlayer" and scope.within:
            controller = "You"
        if controller in ("ScopedPlayer", "TriggeringPlayer"):
            controller = _spoken_player(controller, scope)
        if controller == "DefendingPlayer" and scope.defending:  # there is one player whom one's creatures can attack
            controller = "Opponent"
        is_word = controller in ("that", "target")
        given["controller"] = controller if is_word else _target_player_of(controller, scope) or _controller(controller)
    for part in node.nodes("properties"):
        for name, value in PROPERTIES.read(part, scope).items():
            if name == "none_of":
                value = given.get("none_of", ()) + value
            elif isinstance(value, frozenset) and name in given and name != "colors":
                value = given[name] | value
            elif given.get(name, value) != value:
                raise NotKnown(f"two properties {name}")
            given[name] = value
    if given.get("owner") == "you" and given.get("controller") == "you":
        raise NotKnown("both owner and controller")
    return say("Filter", **given)


def _spoken_player(kind: str, scope: Scope) -> str:
    """Whom "that player" or "they" means, as trees and filters say it: the player of the event, or the one who is a target."""
    word = scope.that_player
    targeted = bool(scope.targets) and scope.targets[0].of == "player" and scope.parent == "target"
    if kind == "ScopedPlayer" and scope.you != "you":
        word, targeted = scope.you, False
    if (word is not None) == targeted and word != "opponent":
        raise NotKnown(f"controller {kind}")
    if targeted:
        return "target"
    known = {"opponent": "Opponent", "you": "You", "that": "that", "that's controller": "that"}
    if word not in known:
        raise NotKnown(f"controller {kind}")
    return known[word]


def _target_player_of(value: Any, scope: Scope) -> str | None:
    """`target`, if the tree speaks of what a target player controls; the player is then the first target."""
    wanted = {"TargetPlayer": Target("player"), "TargetOpponent": Target("player", Filter(controller="opponent"))}
    if not isinstance(value, str) or value not in wanted:
        return None
    if not scope.targets:
        scope.target(wanted[value])
    elif scope.targets[0].of != "player":
        raise NotKnown("what a target player controls, who is not the first target")
    return "target"


def _controller(value: Any) -> str:
    known = {"You": "you", "Opponent": "opponent"}
    if not isinstance(value, str) or value not in known:
        raise NotKnown(f"controller {value if isinstance(value, str) else next(iter(value))}")
    return known[value]


def free_of_you(filter: Filter) -> Filter:
    """The filter without "you control", which goes without saying."""
    parts = tuple(free_of_you(part) for part in filter.any_of)
    return replace(filter, any_of=parts, controller=None if filter.controller == "you" else filter.controller)


def _types(parts: Iterable[Any], scope: Scope) -> dict[str, Any]:
    given: dict[str, Any] = {}
    types: list[str] = []
    for part in parts:
        if part in ("Permanent", "Card", "Any"):
            continue
        if isinstance(part, str):
            types.append(_card_type(part))
        elif isinstance(part, dict) and len(part) == 1:
            ((kind, body),) = part.items()
            name, value = _type_part(kind, body)
            if kind == "Subtype" and name in given:  # it has both
                if "any_of" in given:
                    raise NotKnown("more than two subtypes")
                given["any_of"] = (Filter(subtypes=value),)
            else:
                given[name] = given.get(name, frozenset()) | value
        else:
            raise NotKnown("a type filter")
    if "types" in given and types:
        raise NotKnown("types and alternatives of types")
    if scope.bare and "subtypes" in given and len(types) == 1:
        types = []
    if len(types) == 1:
        given["types"] = frozenset(types)
    elif types:
        given["all_types"] = frozenset(types)
    return given


def _type_part(kind: str, body: Any) -> tuple[str, frozenset[str]]:
    if kind == "Subtype":
        return "subtypes", frozenset((_subtype(body),))
    if kind == "Non" and isinstance(body, str):
        return "but_not", frozenset((_card_type(body),))
    if kind == "Non" and isinstance(body, dict) and list(body) == ["Subtype"]:
        return "not_subtypes", frozenset((_subtype(body["Subtype"]),))
    if kind == "AnyOf" and all(isinstance(part, str) for part in body):
        return "types", frozenset(_card_type(part) for part in body)
    if kind == "AnyOf" and all(isinstance(part, dict) and list(part) == ["Subtype"] for part in body):
        return "subtypes", frozenset(_subtype(part["Subtype"]) for part in body)
    raise NotKnown(f"type filter {kind}")


def _card_type(word: str) -> str:
    if word not in CARD_TYPES:
        raise NotKnown(f"card type {word}")
    return word


def _subtype(word: str) -> str:
    if word not in SUBTYPES:
        raise NotKnown(f"subtype {word}")
    return word


@FILTERS("Or")
def _or(node: Node, scope: Scope) -> Any:
    parts = [filter_of(part, scope) for part in node.nodes("filters")]
    if any(part.wears and "Enchantment" in part.all_types for part in parts) and "enchanted enchantment" not in scope.text:
        raise NotKnown("whether an enchantment creature has to be enchanted")
    if parts[-1].other and "other than ~" in scope.text:  # that is said of all that stands before it
        parts = [replace(part, other=True) for part in parts]
    for name in ("types", "subtypes", "colors"):
        rest = {_with(part, name, frozenset()) for part in parts}
        if len(rest) == 1 and all(getattr(part, name) for part in parts) and not next(iter(rest)).all_types:
            return _with(parts[0], name, frozenset().union(*(getattr(part, name) for part in parts)))
    return say("Filter", any_of=tuple(parts))


def _with(filter: Filter, name: str, value: frozenset[str]) -> Filter:
    changed: dict[str, Any] = {name: value}
    return replace(filter, **changed)


@FILTERS("And")
def _and(node: Node, scope: Scope) -> Filter:
    """What is of one kind and of one of several others; or of two kinds at once."""
    whole: dict[str, Any] = {"type": "Typed", "type_filters": [], "properties": []}
    either: list[Node] = []
    for part in node.nodes("filters"):
        if part.kind == "Or" and not either:
            either = part.nodes("filters")
        elif part.kind == "Typed" and "controller" not in whole:
            whole |= {"controller": part.value["controller"]} if part.value.get("controller") else {}
            for name in ("type_filters", "properties"):
                whole[name] += [one for one in part.value.get(name) or () if one not in whole[name]]
        else:
            raise NotKnown("filter And")
    filter = filter_of(Node(whole), scope)
    return replace(filter, any_of=tuple(filter_of(part, scope) for part in either)) if either else filter


@FILTERS("SelfRef")
def _self(node: Node, scope: Scope) -> Any:
    return say("Filter", source=True)


@FILTERS("AttachedTo")
def _attached(node: Node, scope: Scope) -> Any:
    return say("Filter", attached=True)


@PROPERTIES("Another")
def _another(node: Node, scope: Scope) -> dict[str, Any]:
    if scope.that == "that":
        raise NotKnown("another one than what the event was about")
    return {"other": True}


@PROPERTIES("InZone")
def _in_zone(node: Node, scope: Scope) -> dict[str, Any]:
    if node.get("zone") != "Battlefield":
        raise NotKnown(f"something in the zone {node.get('zone')}")
    return {}


@PROPERTIES("HasColor")
def _color(node: Node, scope: Scope) -> dict[str, Any]:
    return {"colors": frozenset(COLORS[node.get("color")])}


@PROPERTIES("NotColor")
def _not_color(node: Node, scope: Scope) -> dict[str, Any]:
    return {"not_colors": frozenset(COLORS[node.get("color")])}


@PROPERTIES("ColorCount")
def _color_count(node: Node, scope: Scope) -> dict[str, Any]:
    comparator, count = node.get("comparator"), node.get("count")
    if (comparator, count) == ("GE", 2):
        return {"multicolored": True}
    if (comparator, count) == ("EQ", 0):
        return {"colorless": True}
    raise NotKnown("a number of colours")


@PROPERTIES("HasSupertype", "NotSupertype")
def _supertype(node: Node, scope: Scope) -> dict[str, Any]:
    word = node.get("value")
    if word not in SUPERTYPES:
        raise NotKnown(f"supertype {word}")
    return {"supertypes" if node.kind == "HasSupertype" else "not_supertypes": frozenset((word,))}


@PROPERTIES("Token")
def _token(node: Node, scope: Scope) -> dict[str, Any]:
    return {"token": True}


@PROPERTIES("NonToken")
def _nontoken(node: Node, scope: Scope) -> dict[str, Any]:
    return {"token": False}


@PROPERTIES("WithKeyword", "WithoutKeyword")
def _with_keyword(node: Node, scope: Scope) -> dict[str, Any]:
    return {"keywords" if node.kind == "WithKeyword" else "not_keywords": frozenset((keyword(node.get("value")),))}


@PROPERTIES("HasKeywordKind")
def _with_keyword_kind(node: Node, scope: Scope) -> dict[str, Any]:
    return {"keywords": frozenset((stem_checked(str(node.get("value"))),))}


@PROPERTIES("Historic")
def _historic(node: Node, scope: Scope) -> dict[str, Any]:
    return {"any_of": HISTORIC}


HISTORIC = (
    Filter(types=frozenset({"Artifact"})), Filter(supertypes=frozenset({"Legendary"})), Filter(subtypes=frozenset({"Saga"})),
)  # fmt: skip
"""What is historic: an artifact, legendary or a Saga (700.6)."""


@PROPERTIES("PtComparison")
def _power(node: Node, scope: Scope) -> dict[str, Any]:
    node.only("scope", "Current")
    stat = {"Power": "power", "Toughness": "toughness"}.get(node.get("stat"))
    if stat is None:
        raise NotKnown("a comparison of power and toughness")
    return {stat: _range(node, "value", scope)}


@PROPERTIES("ToughnessGTPower")
def _tougher(node: Node, scope: Scope) -> dict[str, Any]:
    return {"toughness": TOUGHER}


@PROPERTIES("Cmc")
def _mana_value(node: Node, scope: Scope) -> dict[str, Any]:
    limits = _range(node, "value", scope)
    return {"mana_value": limits.least if limits.least == limits.most else limits}


def _range(node: Node, name: str, scope: Scope) -> Any:
    value = value_of(node.need(name), scope)
    comparator = node.get("comparator")
    if comparator == "LE":
        return say("Range", most=value)
    if comparator == "GE":
        return say("Range", least=value)
    if comparator == "EQ":
        return say("Range", least=value, most=value)
    if comparator == "LT":
        return say("Range", most=value - 1 if isinstance(value, int) else say("Scaled", value=value, plus=-1))
    if comparator == "GT":
        return say("Range", least=value + 1 if isinstance(value, int) else say("Scaled", value=value, plus=1))
    raise NotKnown(f"comparison {comparator}")


@PROPERTIES("Counters")
def _with_counters(node: Node, scope: Scope) -> dict[str, Any]:
    counters = node.need("counters")
    kind = "any" if counters.kind == "Any" else counter_kind(counters.get("data")) if counters.kind == "OfType" else None
    if kind is None:
        raise NotKnown("a kind of counters")
    limits = _range(node, "count", scope)
    if (limits.least, limits.most) == (1, None):
        return {"counter": kind}
    if (limits.least, limits.most) == (0, 0):
        return {"no_counter": kind}
    raise NotKnown("a number of counters")


@PROPERTIES("Tapped", "Untapped")
def _tapped(node: Node, scope: Scope) -> dict[str, Any]:
    return {"tapped": node.kind == "Tapped"}


@PROPERTIES("Attacking", "Blocking")
def _fighting(node: Node, scope: Scope) -> dict[str, Any]:
    name = node.kind.lower()
    if name not in Filter.__dataclass_fields__:
        raise NotKnown(f"no word for {name} creatures")
    return {name: True}


@PROPERTIES("EnteredThisTurn", "AttackedThisTurn")
def _this_turn(node: Node, scope: Scope) -> dict[str, Any]:
    return {"entered_this_turn" if node.kind == "EnteredThisTurn" else "attacked_this_turn": True}


@PROPERTIES("IsChosenCreatureType", "IsChosenColor")
def _chosen_before(node: Node, scope: Scope) -> dict[str, Any]:
    if "creature" not in scope.text and node.kind == "IsChosenCreatureType" and "spell" not in scope.text:
        raise NotKnown("cards of the chosen type")
    return {"chosen": "type" if node.kind == "IsChosenCreatureType" else "color"}


@PROPERTIES("WasDealtDamageThisTurn")
def _damaged_this_turn(node: Node, scope: Scope) -> dict[str, Any]:
    return {"damaged_this_turn": True}


@PROPERTIES("Targets")
def _targeting(node: Node, scope: Scope) -> dict[str, Any]:
    """Of a spell or ability: what it targets."""
    what = node.need("filter")
    if what.kind == "Controller":
        return {"targeting_you": True}
    if what.kind not in ("SelfRef", "Typed", "Or") or (what.kind == "Or" and _player_targets(what) is not None):
        raise NotKnown("a spell that targets something special")
    if what.kind == "Typed" and not what.value.get("type_filters"):
        raise NotKnown("a spell that targets a player")
    return {"targeting": filter_of(what, scope)}


@PROPERTIES("EnchantedBy", "EquippedBy")
def _host(node: Node, scope: Scope) -> dict[str, Any]:
    """What an Aura or Equipment is attached to; on any other card, whatever has one attached (301.5, 303.4)."""
    if scope.attaches:
        return {"attached": True}
    return {"wears": "Aura" if node.kind == "EnchantedBy" else "Equipment"}


@PROPERTIES("Owned")
def _owned(node: Node, scope: Scope) -> dict[str, Any]:
    return {"owner": _controller(node.get("controller"))}


@PROPERTIES("IsCommander")
def _commander(node: Node, scope: Scope) -> dict[str, Any]:
    return {"commander": True}


@PROPERTIES("Named")
def _named(node: Node, scope: Scope) -> dict[str, Any]:
    name = str(node.get("name"))
    if name.casefold() == scope.name.casefold():
        return {"name": scope.name}
    printed = re.search(rf"\bnamed {re.escape(name)}\b", scope.printed, re.IGNORECASE)
    if printed is None:
        raise NotKnown("a name")
    return {"name": printed[0].removeprefix("named ")}  # trees have names in small letters


def free(filter: Filter) -> Filter:
    """The filter without a word on whose the objects are."""
    return replace(filter, controller=None)


# ---------------------------------------------------------------------------------------------------------------- references

PLAYERS: Table[str] = Table("player")


def player(node: Node | None, scope: Scope) -> str:
    """A player who is spoken of; `you` if none is named."""
    return scope.you if node is None else PLAYERS.read(node, scope)


@PLAYERS("Controller")
def _controller_ref(node: Node, scope: Scope) -> str:
    return scope.you


@PLAYERS("OriginalController")
def _original(node: Node, scope: Scope) -> str:
    return "you"


@PLAYERS("ScopedPlayer")
def _scoped(node: Node, scope: Scope) -> str:
    if scope.within:
        return "you"
    return _triggering_player(node, scope) if scope.you == "you" else scope.you


_THAT_PLAYER = re.compile(
    r"\btarget [a-z ]+? an opponent controls deals [^.]* to that (?P<controller>player)\b"
    r"|\breturn target [a-z ]+ to its (?P<owner>owner)'s hand(?:, then |\. )that player\b"
)
"""Texts in which "that player" is the controller or the owner of the target spoken of before."""


@PLAYERS("TriggeringPlayer")
def _triggering_player(node: Node, scope: Scope) -> str:
    told = _THAT_PLAYER.search(scope.text)
    if told is not None and scope.event == "ChangesZone" and scope.that == "self" and len(scope.targets) == 1:
        return f"target's {told.lastgroup}"
    if scope.that_player is None:
        raise NotKnown("that player")
    return scope.that_player


@PLAYERS("Player")
def _target_player(node: Node, scope: Scope) -> str:
    return scope.target(Target("player"))


@PLAYERS("Typed")
def _target_opponent(node: Node, scope: Scope) -> str:
    if node.get("controller") != "Opponent" or node.get("type_filters"):
        raise NotKnown("a player of some kind")
    return scope.target(Target("player", Filter(controller="opponent")))


@PLAYERS("ParentTarget")
def _parent_player(node: Node, scope: Scope) -> str:
    if not isinstance(scope.parent, str):
        raise NotKnown("what an earlier instruction spoke of")
    return scope.parent


@PLAYERS("ParentTargetController")
def _parents_controller(node: Node, scope: Scope) -> str:
    if scope.parent is None and scope.event in ABOUT_ONE and scope.that in _CONTROLLERS:
        return _CONTROLLERS[scope.that]
    if scope.parent != "target" or len(scope.targets) != 1:
        raise NotKnown("the controller of what an earlier instruction spoke of")
    return "target's controller"


ABOUT_ONE = frozenset((
    "ChangesZone", "SpellCast", "Attacks", "Blocks", "AttacksOrBlocks", "BecomesBlocked", "Taps", "DamageReceived", "Unattach",
))  # fmt: skip
"""The events that are about one object and nothing else that an instruction could mean by "it"."""

_CONTROLLERS = {"that": "that's controller", "attached": "attached's controller"}


@PLAYERS("TriggeringSpellController")
def _spells_controller(node: Node, scope: Scope) -> str:
    if scope.event == "SpellCast" and scope.that == "that":
        return "that's controller"
    if scope.event != "BecomesTarget" or scope.that != "self":
        raise NotKnown("the controller of a spell")
    return "that's controller"  # of the source itself "that" is the spell or ability


@PLAYERS("ParentTargetOwner")
def _parents_owner(node: Node, scope: Scope) -> str:
    raise NotKnown("the owner of a target")


@PLAYERS("DefendingPlayer")
def _defending(node: Node, scope: Scope) -> str:
    if not scope.defending:
        raise NotKnown("the defending player")
    return "opponent"  # there is one whom one's creatures can attack


THINGS: Table[Any] = Table("reference")


def thing(node: Node | None, scope: Scope, multi: tuple[int, int] = (1, 1)) -> Any:
    """What an instruction touches: a new target, or something spoken of before."""
    if node is None:
        raise NotKnown("an instruction that touches nothing")
    if node.kind == "Typed" and (attached := is_attached(node, scope)):
        scope.parent = attached
        return attached
    if node.kind in ("Typed", "Or", "And", "Any", "Player", "StackSpell", "StackAbility"):
        return scope.target(_distinct(target_of(node, scope, multi), scope))
    if multi != (1, 1):
        raise NotKnown("several of something that is no target")
    found = THINGS.read(node, scope)
    scope.parent = found
    return found


def _distinct(target: Target, scope: Scope) -> Target:
    if target.most < 0:  # X
        target = replace(target, most=ANY_NUMBER, up_to_x=target.most == -1, exactly_x=target.most == -2)
    """"Another target creature" after a target is another one than that."""
    if not target.filter.other or not scope.targets:
        return target
    return replace(target, filter=replace(target.filter, other=False), distinct=True)


def is_attached(node: Node, scope: Scope) -> str | None:
    """What is said of an enchanted creature has no target: it is what the source is attached to."""
    properties = node.value.get("properties") or []
    hosts = [p.get("type") for p in properties] in (["EnchantedBy"], ["EquippedBy"])
    if scope.attaches and hosts and not node.value.get("controller"):
        filter_of(node, scope)
        return "attached"
    return None


def is_host(filter: Filter) -> bool:
    """Whether a filter speaks of what the source is attached to, and says no more of it than its types."""
    return getattr(filter, "attached", False) and bool(filter == say("Filter", attached=True, types=filter.types))


@THINGS("SelfRef")
def _this(node: Node, scope: Scope) -> Any:
    return "self"


@THINGS("ParentTarget")
def _parent(node: Node, scope: Scope) -> Any:
    if scope.parent is None and scope.that == "self" and not scope.targets:
        return "self"  # "it" is what the event was about
    if scope.parent is None and not scope.targets and scope.event in ABOUT_ONE and scope.that is not None:
        return scope.that
    if scope.parent is None:
        raise NotKnown("what an earlier instruction spoke of")
    if isinstance(scope.parent, Each) and replace(scope.parent.filter, attacking=False, blocking=False).fickle:
        raise NotKnown("the same ones again")
    if len(scope.targets) > 1:
        raise NotKnown("one of several targets")
    return scope.parent


_DEMONSTRATIVE = re.compile(r"\bthat (?:creature|permanent|planeswalker)\b")
_IT = re.compile(r"\bit\b")
_THAT_ONE = re.compile(r"\bto that (?:creature|permanent)\b")


@THINGS("TriggeringSource")
def _triggering(node: Node, scope: Scope) -> Any:
    if scope.spell and _THAT_ONE.search(scope.text) and len(scope.targets) == 1 and scope.targets[0].of == "permanent":
        return "target"
    if scope.that is None:
        raise NotKnown("what the event was about")
    if scope.struck not in (None, scope.that) and _DEMONSTRATIVE.search(scope.text):
        if _IT.search(scope.text):
            raise NotKnown("what has dealt the damage or what was dealt it")
        return scope.struck  # what has dealt the damage would be "it"
    return scope.that


@THINGS("EventTarget")
def _struck(node: Node, scope: Scope) -> Any:
    if scope.struck is None:
        raise NotKnown("what the event happened to")
    return scope.struck


@THINGS("AttachedTo")
def _host_ref(node: Node, scope: Scope) -> Any:
    return "attached"


@THINGS("LastCreated")
def _made(node: Node, scope: Scope) -> Any:
    if not scope.made:
        raise NotKnown("a token that was made")
    return "made"


_THE_EXILED = re.compile(r"return (?:the|each) exiled cards? to (?:the battlefield|its owner's hand|their owners' hands)")


@THINGS("TrackedSet")
def _those(node: Node, scope: Scope) -> Any:
    node.only("id", 0)
    if scope.event == "LeavesBattlefield" and scope.that == "self" and _THE_EXILED.search(scope.text):
        scope.returns = True
        return Each(say("Filter", exiled_with_source=True), "exile")  # 607.2a
    if scope.made:
        return "made"
    if isinstance(scope.parent, Each) or (scope.parent == "target" and len(scope.targets) == 1):
        return _parent(node, scope)
    raise NotKnown("those of before")


@THINGS("Controller")
def _you(node: Node, scope: Scope) -> Any:
    return scope.you


@THINGS("TriggeringPlayer", "ScopedPlayer", "ParentTargetController", "OriginalController", "TriggeringSpellController")
def _some_player(node: Node, scope: Scope) -> Any:
    return PLAYERS.functions[node.kind](node, scope)


def target_of(node: Node, scope: Scope, multi: tuple[int, int] = (1, 1)) -> Target:
    """The group of targets that a filter of a tree describes (115)."""
    least, most = multi
    if node.kind == "Any":
        node.close()
        return Target("any", Filter(), least, most)
    if node.kind == "Player":
        node.close()
        return Target("player", Filter(), least, most)
    if node.kind == "Typed" and not node.value.get("type_filters") and not node.value.get("properties"):
        who = node.get("controller")
        node.asked |= {"type_filters", "properties"}
        node.close()
        if who != "Opponent":
            raise NotKnown("a player of some kind")
        return Target("player", Filter(controller="opponent"), least, most)
    if node.kind in ("StackSpell", "And") and (spell := _spell_filter(node, scope)) is not None:
        return Target("spell", spell, least, most)
    if node.kind == "StackAbility":
        node.close()
        return Target("ability", Filter(), least, most)
    if node.kind == "Or" and [part.get("type") for part in node.value["filters"]] == ["StackSpell", "StackAbility"]:
        for part in node.nodes("filters"):
            part.close()
        return Target("spell or ability", Filter(), least, most)
    if node.kind == "And":
        raise NotKnown("a target that is several things at once")
    if node.kind == "Or" and (spells := _kinds_of_spells(node)) is not None:
        return Target("spell", cards_of(spells, scope), least, most)
    if node.kind == "Or" and (players := _player_targets(node)):
        return replace(players, least=least, most=most)
    if zone := in_zone(node):
        filter = filter_of(zone, scope)
        return Target("card", _with_owner(filter), least, most)
    return Target("permanent", filter_of(node, scope), least, most)


def _spell_filter(node: Node, scope: Scope) -> Filter | None:
    """Which spells, if it speaks of spells on the stack."""
    if node.kind == "StackSpell":
        node.close()
        return Filter()
    parts = node.nodes("filters")
    if len(parts) != 2 or parts[0].kind != "StackSpell":
        return None
    parts[0].close()
    return cards_of(parts[1], scope)


def _kinds_of_spells(node: Node) -> Node | None:
    """The filter of spells of one kind or another, if all of it speaks of spells."""
    kinds = []
    for part in node.nodes("filters"):
        inner = part.value.get("filters") or []
        if part.kind != "And" or len(inner) != 2 or inner[0] != {"type": "StackSpell"}:
            return None
        kinds.append(inner[1])
    return Node({"type": "Or", "filters": kinds})


def _player_targets(node: Node) -> Target | None:
    """`player or planeswalker` and such."""
    parts = [dict(part) for part in node.value.get("filters", [])]
    kinds = [(part.get("type"), tuple(part.get("type_filters") or ()), part.get("controller")) for part in parts]
    plain = all(not part.get("properties") for part in parts)
    if plain and kinds == [("Player", (), None), ("Typed", ("Planeswalker",), None)]:
        node.asked.add("filters")
        return Target("player or planeswalker")
    if any(kind in ("Player", "StackSpell", "StackAbility") or not types for kind, types, _ in kinds if kind != "SelfRef"):
        if kinds == [("Typed", (), "Opponent"), ("Typed", ("Planeswalker",), None)] and plain:
            node.asked.add("filters")
            return Target("player or planeswalker", Filter(controller="opponent"))
        raise NotKnown("targets of different kinds")
    return None


def in_zone(node: Node, zone: str = "Graveyard") -> Node | None:
    """The filter without its zone, if it speaks of cards in that zone."""
    if node.kind == "Or":
        parts = [in_zone(part, zone) for part in node.nodes("filters")]
        if all(part is not None for part in parts):
            return Node({"type": "Or", "filters": [part.value for part in parts if part is not None]})
        return None
    properties = node.value.get("properties") or []
    zones = [p for p in properties if p.get("type") == "InZone" and p.get("zone") == zone]
    if not zones:
        return None
    return Node({**_permanent_cards(node.value), "properties": [p for p in properties if p not in zones]})


def _with_owner(filter: Any) -> Any:
    """In a graveyard, owner and controller are the same (109.5)."""
    if filter.controller is None and filter.any_of and len({part.controller for part in filter.any_of}) == 1:
        parts = tuple(replace(part, controller=None) for part in filter.any_of)
        return replace(filter, any_of=parts, controller=filter.any_of[0].controller)
    if filter.owner is not None:
        if filter.controller not in (None, filter.owner):
            raise NotKnown("owner and controller")
        return replace(filter, owner=None, controller=filter.owner)
    return filter


def every(node: Node, scope: Scope) -> Each:
    """All permanents that a filter lets through."""
    return Each(filter_of(node, scope))


# ---------------------------------------------------------------------------------------------------------------- values

VALUES: Table[Any] = Table("value")
QUANTITIES: Table[Any] = Table("quantity")


def value_of(node: Node | int, scope: Scope) -> Any:
    return node if isinstance(node, int) else VALUES.read(node, scope)


def number(node: Node, name: str, scope: Scope, default: Any = 1) -> Any:
    """The value of a field that is a number or a node."""
    raw = node.get(name)
    if raw is None:
        return default
    value = raw if isinstance(raw, int) else value_of(Node(raw), scope)
    if isinstance(value, int) and (value > 1_000_000 or (value < 0 and name in ("count", "amount"))):
        raise NotKnown("all of something")
    return value


@VALUES("Fixed")
def _fixed(node: Node, scope: Scope) -> Any:
    value = node.get("value", 0)
    if not isinstance(value, int):
        raise NotKnown("a number that is none")
    return value


@VALUES("Variable")
def _variable(node: Node, scope: Scope) -> Any:
    word = node.get("name", node.get("value"))
    if word in ("X", "-X") and scope.x:
        return X() if word == "X" else say("Scaled", value=X(), by=-1)
    raise NotKnown("a variable")


@VALUES("Quantity")
def _quantity(node: Node, scope: Scope) -> Any:
    return value_of(node.need("value"), scope)


@VALUES("Ref")
def _ref(node: Node, scope: Scope) -> Any:
    return QUANTITIES.read(node.need("qty"), scope)


@VALUES("Multiply")
def _multiply(node: Node, scope: Scope) -> Any:
    inner = value_of(node.need("inner"), scope)
    return say("Scaled", value=inner, by=node.get("factor"))


@VALUES("Offset")
def _offset(node: Node, scope: Scope) -> Any:
    offset = node.get("offset")
    return say("Scaled", value=value_of(node.need("inner"), scope), plus=offset)


@VALUES("DivideRounded")
def _half(node: Node, scope: Scope) -> Any:
    if node.get("divisor") != 2:
        raise NotKnown("a part of a number")
    return say("Half", value=value_of(node.need("inner"), scope), up=node.get("rounding") == "Up")


@VALUES("Difference")
def _difference(node: Node, scope: Scope) -> Any:
    """How much more the one is than the other, where the text asks for that first."""
    if scope.text and not re.search(r"has greater (?:power|toughness) than ~[^.]* equal to the difference", scope.text):
        raise NotKnown("the difference of two numbers")
    return say("Difference", value=value_of(node.need("left"), scope), minus=value_of(node.need("right"), scope))


@VALUES("Sum")
def _sum(node: Node, scope: Scope) -> Any:
    return say("Total", values=tuple(value_of(part, scope) for part in node.nodes("exprs")))


@QUANTITIES("Variable", "CostXPaid")
def _x(node: Node, scope: Scope) -> Any:
    if not scope.x or (node.kind == "Variable" and node.get("name") != "X"):
        raise NotKnown("a variable")
    return X()


@QUANTITIES("ObjectCount")
def _count(node: Node, scope: Scope) -> Any:
    which = node.need("filter")
    for zone in ("Graveyard", "Hand"):
        cards = in_zone(which, zone)
        if cards is not None:
            filter, who = cards_and_whose(cards, scope)
            return say("CardsIn", zone=zone.lower(), who=who, filter=None if filter == Filter() else filter)
    filter = filter_of(which, scope)
    if filter.attacked_this_turn or filter.entered_this_turn:  # those that have left count as well (608.2i)
        raise NotKnown("how many did something this turn")
    return say("Permanents", filter=filter)


_IN_ONES = re.compile(r"\bin (?:that|defending|target) (?:player|opponent)'s (?:graveyard|hand)\b")


def cards_and_whose(node: Node, scope: Scope) -> tuple[Filter, str]:
    """Which cards, and whose: a filter that speaks of cards in some zone."""
    filter = _with_owner(filter_of(node, scope))
    if filter.controller == "target" or (filter.controller is None and _IN_ONES.search(scope.text)):  # trees forget whose
        raise NotKnown("cards of a certain player that are counted")
    return free(filter), {None: "each player", "you": scope.you, "opponent": "opponent"}[filter.controller]


QUALITIES = {"Power": "power", "Toughness": "toughness", "ManaValue": "mana value", "Name": "name"}


@QUANTITIES("ObjectCountDistinct")
def _count_different(node: Node, scope: Scope) -> Any:
    which = node.need("filter")
    of = [QUALITIES.get(word) for word in node.get("qualities", [])]
    if len(of) != 1 or of[0] is None:
        raise NotKnown("a number of different things")
    cards = in_zone(which)
    if cards is None:
        return say("Different", of=of[0], filter=filter_of(which, scope))
    filter, who = cards_and_whose(cards, scope)
    return say("Different", of=of[0], filter=filter, zone="graveyard", who=who)


@QUANTITIES("DistinctCardTypes")
def _card_types(node: Node, scope: Scope) -> Any:
    source = node.need("source")
    whose = {"Controller": scope.you, "All": "each player", "Opponents": "opponent"}.get(str(source.get("scope")))
    if source.kind != "Zone" or source.get("zone") != "Graveyard" or whose is None:
        raise NotKnown("a number of card types")
    source.close()
    return say("Different", of="card type", filter=Filter(), zone="graveyard", who=whose)


@QUANTITIES("BasicLandTypeCount")
def _domain(node: Node, scope: Scope) -> Any:
    if node.get("controller") != "You":
        raise NotKnown("basic land types of another player")
    return say("Different", of="basic land type", filter=Filter(types=frozenset(("Land",)), controller="you"))


@QUANTITIES("DistinctColorsAmong")
def _colors(node: Node, scope: Scope) -> Any:
    source = node.need("source")
    if source.kind != "Objects":
        raise NotKnown("colours among something")
    found = say("Different", of="color", filter=filter_of(source.need("filter"), scope))
    source.close()
    return found


@QUANTITIES("PlayerCount")
def _players(node: Node, scope: Scope) -> Any:
    """How many opponents there are: one."""
    if node.need("filter").value != {"type": "Opponent"}:
        raise NotKnown("a number of players")
    return 1


@QUANTITIES("PartySize")
def _party(node: Node, scope: Scope) -> Any:
    if node.need("player").kind != "Controller":
        raise NotKnown("a party of another player")
    return say("Party")


@QUANTITIES("Power", "Toughness")
def _stat(node: Node, scope: Scope) -> Any:
    return say(node.kind, of=_scope_of(node.need("scope"), scope))


@QUANTITIES("ObjectManaValue")
def _mana_value_of(node: Node, scope: Scope) -> Any:
    return say("ManaValue", of=_scope_of(node.need("scope"), scope))


_THAT_ONES = re.compile(r"\bthat (?:creature|permanent|artifact|enchantment|land|planeswalker|spell|card)'s\b")


_TARGET = re.compile(r"\btargets?\b")

_SACRIFICED_ONE = re.compile(
    r"^[^.]*\bsacrifice (?:an?|another) (?:creature|artifact|permanent|land|enchantment)\.(?! [^.]*\btarget (?:creature|perm))"
    r"[^.]*\bthat (?:creature|artifact|permanent|land|enchantment)'s "
)
"""Texts in which "that creature" is the one that was just sacrificed."""


def _scope_of(node: Node, scope: Scope) -> str:
    """The object whose power, toughness or mana value is meant."""
    node.close()
    if node.kind == "Source":
        scope.own_size = True
        return "self"
    if node.kind == "EventSource" and scope.that is not None:
        return scope.that
    if node.kind == "Target" and len(scope.targets) == 1:
        return "target"
    if node.kind == "Target" and not scope.targets and len(_TARGET.findall(scope.text)) == 1 and _THAT_ONES.search(scope.text):
        return "target"  # the only one, which the instruction itself is about
    if node.kind in ("Anaphoric", "Demonstrative") and len(scope.targets) == 1 and scope.parent == "target":
        return "target"
    if node.kind == "CostPaidObject" and scope.sacrificed:
        return "sacrificed"
    if node.kind in ("CostPaidObject", "Demonstrative") and _THAT_ONES.search(scope.text) and not scope.later:
        if _SACRIFICED_ONE.search(scope.text) and scope.affected == "Sacrifice" and scope.that in (None, "self"):
            return "sacrificed"
        if len(scope.targets) == 1 and scope.parent == "target" and scope.targets[0].most == 1:
            return "target"
        if not scope.targets and scope.parent is None and scope.event in ABOUT_ONE and scope.that == "that":
            return "that"
    raise NotKnown(f"a value of {node.kind}")


@QUANTITIES("ManaSpentToCast")
def _mana_spent(node: Node, scope: Scope) -> Any:
    metric = node.need("metric")
    whose = node.get("scope")
    if whose == "AbilityTarget" and len(scope.targets) == 1 and "spell" in scope.targets[0].of:
        of = "target"
    elif whose == "TriggeringSpell" and scope.that == "that":
        of = "that"
    elif whose == "SelfObject" and "cast that spell" not in scope.text:
        of = "self"
    else:
        raise NotKnown("mana spent on something")
    if metric.kind == "OfColor":
        found = say("ManaSpent", of=of, color=_COLORS_SPENT[metric.get("color")])
    elif metric.kind == "DistinctColors":
        found = say("ColorsSpent", of=of)
    elif metric.kind == "Total":
        found = say("ManaSpent", of=of)
    else:
        raise NotKnown(f"mana spent {metric.kind}")
    if of != "self" and metric.kind != "Total":
        raise NotKnown("the colours of mana spent on something else")
    metric.close()
    return found


_COLORS_SPENT = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G"}


@QUANTITIES("CountersOn")
def _counters(node: Node, scope: Scope) -> Any:
    kind = "any" if node.get("counter_type") is None else counter_kind(node.get("counter_type"))
    return say("CountersOn", kind=kind, of=_scope_of(node.need("scope"), scope))


@QUANTITIES("EventContextAmount", "PreviousEffectAmount")
def _amount(node: Node, scope: Scope) -> Any:
    if scope.removed_x and node.kind == "PreviousEffectAmount":
        return X()
    if not scope.amount or (scope.counted and scope.event and node.kind == "EventContextAmount"):
        raise NotKnown("an amount of an event")
    return say("ThatMuch")


@QUANTITIES("LifeTotal")
def _life(node: Node, scope: Scope) -> Any:
    return say("LifeOf", who=_who(node.need("player"), scope))


@QUANTITIES("LifeAboveStarting")
def _life_above(node: Node, scope: Scope) -> Any:
    """How much more life than the 20 of the start of a two-player game (103.4)."""
    return say("Scaled", value=say("LifeOf", who="you"), plus=-STARTING_LIFE)


@QUANTITIES("HandSize")
def _hand(node: Node, scope: Scope) -> Any:
    return say("CardsIn", zone="hand", who=_who(node.need("player"), scope))


@QUANTITIES("GraveyardSize")
def _graveyard_size(node: Node, scope: Scope) -> Any:
    return say("CardsIn", zone="graveyard", who=_who(node.need("player"), scope))


def _who(node: Node, scope: Scope) -> str:
    """Whose life, hand or graveyard is counted."""
    node.get("aggregate")  # there is one opponent
    node.close()
    if node.kind == "ScopedPlayer":
        return _scoped(node, scope)
    if node.kind not in ("Controller", "Opponent"):
        raise NotKnown(f"a number of {node.kind}")
    return {"Controller": scope.you, "Opponent": "opponent"}[node.kind]


@QUANTITIES("LifeGainedThisTurn", "LifeLostThisTurn")
def _life_this_turn(node: Node, scope: Scope) -> Any:
    who = _who(node.need("player"), scope)
    return say("ThisTurn", event=say("GainsLife" if node.kind == "LifeGainedThisTurn" else "LosesLife", who=who))


@QUANTITIES("ZoneChangeCountThisTurn")
def _changed_zone(node: Node, scope: Scope) -> Any:
    origin, destination = node.get("from"), node.get("to")
    filter = _of_this_turn(filter_of(node.need("filter"), scope))
    if origin != "Battlefield" or destination not in (None, "Graveyard"):
        raise NotKnown("how much changed zones this turn")
    if destination is None:
        return say("ThisTurn", event=say("Leaves", filter=filter))
    if is_mortal(filter):
        return say("ThisTurn", event=say("Dies", filter=filter))
    return say("ThisTurn", event=say("Leaves", filter=whose_graveyard(filter, scope), to="graveyard"))


def _of_this_turn(filter: Filter) -> Filter:
    """A filter of what something happened to this turn, which nobody remembers as a source (`ThisTurn`)."""
    if any(part.other or part.source or part.attached or part.chosen for part in (filter, *filter.any_of)):
        raise NotKnown("another one of what happened this turn")
    return filter


def is_mortal(filter: Filter) -> bool:
    """Whether all that the filter lets through dies when it is put into a graveyard from the battlefield (700.4)."""
    parts = filter.any_of or (filter,)
    return all("Creature" in part.all_types or (part.types and part.types <= _DYING) for part in parts)


_DYING = frozenset(("Creature", "Planeswalker"))
"""What dies, rather than is put into a graveyard from the battlefield (700.4)."""


_YOUR_GRAVEYARD = re.compile(r"\bput into your graveyard from the battlefield\b")


def whose_graveyard(filter: Filter, scope: Scope) -> Filter:
    """Trees say "you control" of what is put into your graveyard, but that is what you own (404.2)."""
    if filter.controller != "you" or not _YOUR_GRAVEYARD.search(scope.text):
        return filter
    if "control" in scope.text:
        raise NotKnown("whose graveyard something is put into")
    return replace(filter, controller=None, owner="you")


AFFECTING = {
    "Destroy": "destroyed", "Exile": "exiled", "Mill": "milled|put into (?:your|their|its owner's|a) graveyard",
    "Discard": "discarded", "DiscardThem": "discarded", "Sacrifice": "sacrificed", "SacrificeThem": "sacrificed", "Tap": "tapped",
    "ReturnToHand": "returned|returned to (?:its|their) owner's hand",
}  # fmt: skip
"""The effects that tell what they did something to, and how texts speak of that."""


def _affected(filter: Node | None, scope: Scope) -> Any:
    """How many objects an earlier instruction did something to ("destroyed this way")."""
    verbs = AFFECTING.get(scope.affected)
    if verbs is None or not re.search(rf"\b(?:{verbs}) this way\b|\bif (?:you|that player|they|the player) can't\b", scope.text):
        raise NotKnown("what was done this way")
    found = Filter() if filter is None or filter.kind == "Any" else _of_this_turn(cards_of(filter, scope))
    if filter is not None and filter.kind == "Any":
        filter.close()
    return say("Affected", filter=found)


@QUANTITIES("FilteredTrackedSetSize")
def _done_this_way(node: Node, scope: Scope) -> Any:
    node.get("caused_by")  # the effect before tells it
    return _affected(node.node("filter"), scope)


@QUANTITIES("AttackedThisTurn")
def _attacked_this_turn(node: Node, scope: Scope) -> Any:
    who = {"Controller": "you", "All": "anyone"}.get(str(node.get("scope")))
    filter = node.node("filter")
    if who is None:
        raise NotKnown("who attacked this turn")
    which = {} if filter is None else {"filter": _of_this_turn(free_of_you(filter_of(filter, scope)))}
    return say("ThisTurn", event=say("PlayerAttacks", who=who, **which))


@QUANTITIES("BattlefieldEntriesThisTurn")
def _entered_this_turn(node: Node, scope: Scope) -> Any:
    who = _who(node.need("player"), scope)
    if who not in ("you", "opponent"):
        raise NotKnown("under whose control something entered")
    filter = _of_this_turn(filter_of(node.need("filter"), scope))
    if filter.controller is not None:
        raise NotKnown("under whose control something entered")
    return say("ThisTurn", event=say("Enters", filter=replace(filter, controller=who)))


@QUANTITIES("CardsDrawnThisTurn", "CardsDiscardedThisTurn")
def _cards_this_turn(node: Node, scope: Scope) -> Any:
    who = _who(node.need("player"), scope)
    if who not in ("you", "opponent"):
        raise NotKnown("who drew or discarded this turn")
    return say("ThisTurn", event=say("Draws" if node.kind == "CardsDrawnThisTurn" else "Discards", who=who))


@QUANTITIES("SpellsCastThisTurn")
def _cast_this_turn(node: Node, scope: Scope) -> Any:
    who = {"Controller": "you", "You": "you", "Opponents": "opponent", "All": "anyone"}.get(str(node.get("scope")))
    filter = node.node("filter")
    if who is None:
        raise NotKnown("how many spells were cast this turn")
    return say("ThisTurn", event=say("Casts", who=who, filter=cards_of(filter, scope) if filter is not None else Filter()))


@QUANTITIES("ZoneCardCount")
def _cards_in(node: Node, scope: Scope) -> Any:
    whose = {"Controller": scope.you, "Opponents": "opponent", "All": "each player"}.get(node.get("scope"))
    whose = _scoped(node, scope) if node.get("scope") == "ScopedPlayer" else whose
    zone = str(node.get("zone")).lower()
    if whose is None or zone not in ("hand", "graveyard"):
        raise NotKnown("a number of cards")
    types = list(node.get("card_types", []))
    if "filter" in node.value and node.get("filter") is not None:
        raise NotKnown("a number of cards of some kind")
    if not types:
        return say("CardsIn", zone=zone, who=whose)
    if len(types) == 1 and isinstance(types[0], dict):
        return say("CardsIn", zone=zone, who=whose, filter=Filter(subtypes=frozenset((_subtype(types[0]["Subtype"]),))))
    if "Permanent" in types:
        types = list(PERMANENT_TYPES)
    return say("CardsIn", zone=zone, who=whose, filter=Filter(types=frozenset(_card_type(t) for t in types)))


@QUANTITIES("PropertyAggregate")
def _aggregate(node: Node, scope: Scope) -> Any:
    source = node.need("source")
    function = {"Max": "Greatest", "Sum": "Sum"}.get(str(node.get("function")))
    if function is None or source.kind != "Objects":
        raise NotKnown(f"the {node.get('function')} of something")
    word = {"Power": "power", "Toughness": "toughness", "ManaValue": "mana value"}.get(str(node.get("property")))
    if word is None:
        raise NotKnown("the greatest of something")
    found = say(function, of=word, filter=filter_of(source.need("filter"), scope))
    source.close()
    return found


@QUANTITIES("Devotion")
def _devotion(node: Node, scope: Scope) -> Any:
    colors = node.need("colors")
    if colors.kind != "Fixed":
        raise NotKnown("devotion")
    return say("Devotion", colors=frozenset(COLORS[c] for c in colors.get("value", [])))


def counter_kind(word: Any) -> str:
    """A kind of counter as the notation calls it."""
    if isinstance(word, dict) and word.get("type") == "OfType":
        word = word.get("data")
    if not isinstance(word, str):
        raise NotKnown("a kind of counters")
    known = {"P1P1": "p1p1", "M1M1": "m1m1"}.get(word, word.lower())
    if "/" in known:
        known = known.replace("+", "p").replace("-", "m").replace("/", "")
    if not is_counter(known) or known == "manabond":  # whose rules stand in the reminder text of one card
        raise NotKnown(f"{word} counters")
    return known


# ---------------------------------------------------------------------------------------------------------------- conditions

CONDITIONS: Table[Any] = Table("condition")


def condition_of(node: Node, scope: Scope) -> Any:
    return CONDITIONS.read(node, scope)


def _players_who(node: Node, scope: Scope) -> Any:
    """The condition that an opponent controls more of something than you, if it is that."""
    counted = node.value.get("lhs", {}).get("qty", {})
    if counted.get("type") != "PlayerCount" or counted.get("filter", {}).get("type") != "ControlsCount":
        return None
    which = Node(counted["filter"])
    if (node.get("comparator"), node.get("rhs")) != ("GE", {"type": "Fixed", "value": 1}):
        raise NotKnown("a number of players")
    if which.need("relation").kind != "Opponent" or which.get("comparator") not in ("GT", "GE"):
        raise NotKnown("a number of players")
    theirs = filter_of(which.need("filter"), scope)
    if theirs.controller is not None:
        raise NotKnown("a number of players")
    value = say("Permanents", filter=replace(theirs, controller="opponent"))
    other = value_of(which.need("count"), scope)
    node.asked.add("lhs")
    which.asked.add("relation")
    which.close()
    if which.get("comparator") == "GE":
        other = say("Scaled", value=other, plus=-1)
    return say("Exceeds", value=value, other=other)


def _last_turn(node: Node) -> Any:
    """The condition that no spells were cast last turn, or that a player cast several, if it is that."""
    if node.value.get("lhs", {}).get("qty") != {"type": "SpellsCastLastTurn"}:
        return None
    node.asked.add("lhs")
    comparator, n = node.get("comparator"), _fixed_n(node)
    node.asked.add("rhs")
    if (comparator, n) == ("EQ", 0):
        return say("AtMost", value=say("LastTurn", event=say("Casts")), n=0)
    if comparator != "GE":
        raise NotKnown(f"comparison {comparator}")
    each = (say("LastTurn", event=say("Casts", who=who)) for who in ("you", "opponent"))
    return say("Either", conditions=tuple(say("AtLeast", value=value, n=n) for value in each))


def _fixed_n(node: Node) -> Any:
    return node.value.get("rhs", {}).get("value", 0)


@CONDITIONS("QuantityComparison", "QuantityCheck", "OnlyIfQuantity")
def _compared(node: Node, scope: Scope) -> Any:
    if (found := _players_who(node, scope) or _last_turn(node)) is not None:
        return found
    if "AttackedThisTurn" in str(node.value.get("lhs")) and (node.get("comparator"), _fixed_n(node)) != ("GE", 1):
        raise NotKnown("how many creatures attacked this turn")  # one that attacks twice is one
    left, right = value_of(node.need("lhs"), scope), value_of(node.need("rhs"), scope)
    comparator = node.get("comparator")
    if not isinstance(right, int):
        return _one_to_another(comparator, left, right)
    if comparator == "GE":
        return say("AtLeast", value=left, n=right)
    if comparator == "LE":
        return say("AtMost", value=left, n=right)
    if comparator == "GT":
        return say("AtLeast", value=left, n=right + 1)
    if comparator == "LT":
        return say("AtMost", value=left, n=right - 1)
    if comparator == "EQ" and right == 0:
        return say("AtMost", value=left, n=0)
    if comparator == "EQ":
        return say("All", conditions=(say("AtLeast", value=left, n=right), say("AtMost", value=left, n=right)))
    raise NotKnown(f"comparison {comparator}")


def _one_to_another(comparator: Any, left: Any, right: Any) -> Any:
    """Two values that are compared with each other."""
    if comparator in ("GT", "LE"):
        more = say("Exceeds", value=left, other=right)
        return more if comparator == "GT" else say("Not", condition=more)
    if comparator in ("LT", "GE"):
        more = say("Exceeds", value=right, other=left)
        return more if comparator == "LT" else say("Not", condition=more)
    raise NotKnown(f"comparison {comparator}")


def opponent_who(node: Node, scope: Scope) -> Any:
    """The condition that a player scope sets: that the opponent controls so many of something."""
    theirs = filter_of(node.need("filter"), scope)
    comparator, n = node.get("comparator"), node.node("count")
    if node.need("relation").kind != "Opponent" or theirs.controller is not None or n is None or n.kind != "Fixed":
        raise NotKnown("players who control something")
    theirs = replace(theirs, controller="opponent")
    least = n.get("value", 0)
    if (comparator, least) == ("EQ", 0):
        return say("NoneOf", filter=theirs)
    if comparator != "GE" or not isinstance(least, int):
        raise NotKnown("players who control something")
    return say("AtLeast", value=say("Permanents", filter=theirs), n=least)


@CONDITIONS("WasCast")
def _was_cast(node: Node, scope: Scope) -> Any:
    zone = node.get("zone")
    node.only("controller", "You")
    node.only("owner", "You")
    if scope.event != "ChangesZone" or scope.that is None:
        raise NotKnown("a spell that was cast")
    return say("WasCast", what=scope.that, zone=None if zone is None else str(zone).lower())


@CONDITIONS("ControlsCommander")
def _controls_commander(node: Node, scope: Scope) -> Any:
    node.only("ownership", "Any")
    return say("Exists", filter=say("Filter", commander=True, controller="you"))


@CONDITIONS("Not")
def _not(node: Node, scope: Scope) -> Any:
    return say("Not", condition=condition_of(node.need("condition"), scope))


@CONDITIONS("And")
def _all(node: Node, scope: Scope) -> Any:
    return say("All", conditions=tuple(condition_of(part, scope) for part in node.nodes("conditions")))


@CONDITIONS("Or")
def _either(node: Node, scope: Scope) -> Any:
    return say("Either", conditions=tuple(condition_of(part, scope) for part in node.nodes("conditions")))


@CONDITIONS("IsPresent", "ControlsType")
def _present(node: Node, scope: Scope) -> Any:
    return say("Exists", filter=filter_of(node.need("filter"), scope))


@CONDITIONS("DuringYourTurn", "IsYourTurn")
def _your_turn(node: Node, scope: Scope) -> Any:
    return say("YourTurn")


@CONDITIONS("SourceIsTapped")
def _is_tapped(node: Node, scope: Scope) -> Any:
    return say("Matches", what="self", filter=say("Filter", tapped=True))


@CONDITIONS("SourceIsAttacking", "SourceIsEquipped", "SourceIsEnchanted")
def _source_state(node: Node, scope: Scope) -> Any:
    states: dict[str, dict[str, Any]] = {
        "SourceIsAttacking": {"attacking": True},
        "SourceIsEquipped": {"wears": "Equipment"},
        "SourceIsEnchanted": {"wears": "Aura"},
    }
    return say("Matches", what="self", filter=say("Filter", **states[node.kind]))


@CONDITIONS("ZoneChangedThisWay")
def _changed_this_way(node: Node, scope: Scope) -> Any:
    node.get("destination")  # the effect before tells it
    return say("AtLeast", value=_affected(node.node("filter"), scope), n=1)


@CONDITIONS("SourceAttackedThisTurn", "SourceEnteredThisTurn")
def _source_this_turn(node: Node, scope: Scope) -> Any:
    did = "attacked_this_turn" if node.kind == "SourceAttackedThisTurn" else "entered_this_turn"
    return say("Matches", what="self", filter=say("Filter", **{did: True}))


@CONDITIONS("DefendingPlayerControls")
def _defender_controls(node: Node, scope: Scope) -> Any:
    if not scope.defending:
        raise NotKnown("what the defending player controls")
    filter = filter_of(node.need("filter"), scope)
    if filter.controller is not None:
        raise NotKnown("what the defending player controls")
    return say("Exists", filter=replace(filter, controller="opponent"))


@CONDITIONS("DevotionGE")
def _devoted(node: Node, scope: Scope) -> Any:
    colors = frozenset(COLORS[c] for c in node.get("colors", []))
    return say("AtLeast", value=say("Devotion", colors=colors), n=node.get("threshold"))


@CONDITIONS("SourceInZone")
def _source_in(node: Node, scope: Scope) -> Any:
    zone = str(node.get("zone")).lower()
    if zone not in ("battlefield", "graveyard"):
        raise NotKnown("condition SourceInZone")
    return say("SourceIn", zone=zone)


@CONDITIONS("SourcePowerAtLeast")
def _source_power(node: Node, scope: Scope) -> Any:
    return say("AtLeast", value=say("Power", of="self"), n=node.get("minimum"))


@CONDITIONS("SourceMatchesFilter")
def _source_is(node: Node, scope: Scope) -> Any:
    return say("Matches", what="self", filter=filter_of(node.need("filter"), scope))


@CONDITIONS("HasCounters")
def _has_counters(node: Node, scope: Scope) -> Any:
    counters = node.need("counters")
    kind = "any" if counters.kind == "Any" else counter_kind(counters.get("data"))
    value = say("CountersOn", kind=kind, of="self")
    least, most = node.get("minimum", 0), node.get("maximum")
    if most is None:
        return say("AtLeast", value=value, n=least)
    if least in (0, None):
        return say("AtMost", value=value, n=most)
    return say("All", conditions=(say("AtLeast", value=value, n=least), say("AtMost", value=value, n=most)))


@CONDITIONS("UnlessControlsSubtype")
def _controls_subtype(node: Node, scope: Scope) -> Any:
    """Said of what must be so for something not to happen."""
    subtypes = frozenset(_subtype(word) for word in node.get("subtypes", []))
    return say("Exists", filter=Filter(subtypes=subtypes, controller="you"))


@CONDITIONS("UnlessControlsMatching")
def _controls_matching(node: Node, scope: Scope) -> Any:
    return say("Exists", filter=filter_of(node.need("filter"), scope))


@CONDITIONS("UnlessControlsCountMatching")
def _controls_count(node: Node, scope: Scope) -> Any:
    n = node.get("minimum", node.get("count"))
    return say("AtLeast", value=say("Permanents", filter=filter_of(node.need("filter"), scope)), n=n)


@CONDITIONS("UnlessControlsOtherLeq")
def _controls_few(node: Node, scope: Scope) -> Any:
    filter = replace(filter_of(node.need("filter"), scope), other=True, controller="you")
    return say("AtMost", value=say("Permanents", filter=filter), n=node.get("count"))


@CONDITIONS("TargetMatchesFilter")
def _target_is(node: Node, scope: Scope) -> Any:
    node.get("use_lki")
    what = "target" if len(scope.targets) == 1 else None
    if not scope.targets:
        what = "attached" if scope.parent == "attached" else scope.that if scope.event in ABOUT_ONE else None
    if what not in ("target", "attached", "that") or node.get("subject_slot"):
        raise NotKnown("a condition on one of several targets")
    filter = node.need("filter")
    return say("Matches", what=what, filter=filter_of(filter, scope))


@CONDITIONS("CostPaidObjectMatchesFilter")
def _sacrificed_is(node: Node, scope: Scope) -> Any:
    if not scope.sacrificed:
        raise NotKnown("what something paid is")
    return say("Matches", what="sacrificed", filter=filter_of(node.need("filter"), scope))


@CONDITIONS("AdditionalCostPaid")
def _kicked(node: Node, scope: Scope) -> Any:
    node.only("source", "Kicker")
    return say("AtLeast", value=say("Kicked"), n=1)


@CONDITIONS("ManaColorSpent")
def _color_spent(node: Node, scope: Scope) -> Any:
    return say("AtLeast", value=say("ManaSpent", of="self", color=_COLORS_SPENT[node.get("color")]), n=node.get("minimum"))


@CONDITIONS("IsMonstrous", "IsRenowned", "SourceIsMonstrous")
def _designated(node: Node, scope: Scope) -> Any:
    node.only("subject", "Source")
    return say("Designated", designation="renowned" if node.kind == "IsRenowned" else "monstrous")


@CONDITIONS("CastViaKicker")
def _cast_kicked(node: Node, scope: Scope) -> Any:
    return say("AtLeast", value=say("Kicked"), n=1)
