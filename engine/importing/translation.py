"""From a printed face and its tree to a card of the vocabulary, line by line.

Each line of the text must be said by nodes of the tree or be a list of keywords, each node must belong to a line, and what comes
out must account for every word of the line. A line for which that fails becomes `NotUnderstood` with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

import engine.importing.event_claims  # noqa: F401  (enters what events claim)
from engine.cards.writing import Unwritable, write
from engine.importing.abilities import activated_of, spell_of, triggered_of
from engine.importing.accounting import INVENTED, account_for
from engine.importing.costs import costs_of
from engine.importing.instructions import UNKNOWN
from engine.importing.keyword_lines import abilities_of_line
from engine.importing.keywords import SEVERAL, keyword_of_text, keywords_of_text
from engine.importing.nodes import STRANGE, UNEXPECTED, Node, NotKnown
from engine.importing.objects import Scope, target_of
from engine.importing.printed import Face
from engine.importing.replacements import additional_costs, alternative_cost, replacement_of
from engine.importing.speaking import heard
from engine.importing.statics import Keyword, static_of
from engine.importing.symbols import mana_cost
from engine.keywords import abilities_of
from engine.mana import Cost, colors_of, parse_cost
from engine.sources import is_expressible, is_mana_ability
from engine.vocabulary import (
    Ability,
    Activated,
    AddMana,
    All,
    AlternativeCost,
    AtLeast,
    AtMost,
    CardDefinition,
    ChooseOne,
    Costs,
    CountersOn,
    DealDamage,
    Distribute,
    DivideDamage,
    Filter,
    FlipCoin,
    If,
    May,
    MayExert,
    Modify,
    NotUnderstood,
    Spell,
    Target,
    ThisTurn,
    Token,
    Triggered,
    While,
)
from engine.vocabulary.inside import words_in
from engine.words import CARD_TYPES, SUBTYPES, SUPERTYPES

BARE = frozenset(INVENTED.format(word) for word in ("creature", "land", "artifact", "enchantment"))
"""How it is told that a tree names a card type where the text has only a subtype."""


class NoCard(Exception):
    """The face is of a kind that no card in a two-player game is, or its numbers are none."""


@dataclass
class Line:
    """One line of the text of a face, without reminder text, and the nodes that say it."""

    text: str
    numbers: list[int]
    """The numbers of the lines of the printed text that it stands for."""
    nodes: list[tuple[str, Node]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Understood:
    """What came of a face: the card, and for each ability whether it is understood (None) or why not."""

    card: CardDefinition
    reasons: tuple[str | None, ...]


_REMINDER = re.compile(r"\s*\([^()]*\)")
_THIS = re.compile(
    r"\bthis (?:creature|artifact|enchantment|land|planeswalker|permanent|spell|card|aura|equipment|vehicle|saga|token|battle|"
    r"siege|class|case|room|spacecraft)\b",
    re.IGNORECASE,
)
_ABILITY_WORD = re.compile(r"^(• )?(?!choose|equip|exhaust|cycling|ward|kicker|i+\b|iv\b)[a-z][a-z' \-]* — (?=.)", re.IGNORECASE)


def translate(face: Face, tree: dict[str, Any]) -> Understood:
    """The card that a face and its tree are.

    Raises:
        NoCard: the vocabulary has no such cards.
    """
    shell = _shell(face)
    lines = _with_levels(_lines(face))
    _assign(lines, face, tree)
    warned = _warned(tree)
    keywords: set[str] = set()
    abilities: list[Ability] = []
    additional: Costs | None = None
    reasons: list[str | None] = []
    is_spell = bool(shell["types"] & {"Instant", "Sorcery"})
    scope_x = any(symbol.is_x for symbol in shell["cost"] or ())
    for line in lines:
        if is_spell and (not line.nodes or line.nodes[0][0] == "spell") and not _is_other(line, tree):
            continue
        try:
            if warned & set(line.numbers):
                raise NotKnown("the tree leaves a part out")
            if line.text.startswith("Enchant "):
                shell["enchant"] = _enchant(line, tree)
                reasons.append(None)
                continue
            if kicker := _KICKER.fullmatch(line.text):
                shell[kicker[1].lower()] = _mana(kicker[2]) if kicker[1] == "Multikicker" else Costs(_mana(kicker[2]))
                reasons.append(None)
                continue
            if other := _OTHER_COST.fullmatch(line.text):
                keyword, paid = other[1].lower(), _other_cost(other[1], other[2], tree)
                if "instead" in shell or (tree.get("additional_cost") and keyword != "kicker"):
                    raise NotKnown("several ways to pay for a card")
                shell["kicker" if keyword == "kicker" else "instead"] = (
                    paid if keyword == "kicker" else AlternativeCost(paid, keyword=keyword)
                )
                abilities += abilities_of(keyword)
                reasons.append(None)
                continue
            stands_for = _level(line) or abilities_of_line(line.text, tree)
            if stands_for is not None:
                abilities += stands_for
                reasons.append(None)
                continue
            found_keywords = _keyword_line(line)
            if found_keywords is not None:
                if found_keywords & keywords:
                    raise NotKnown("a keyword that is there twice")
                keywords |= found_keywords
                reasons += [None] * len(found_keywords)
                continue
            cost = _additional(line, tree)
            if cost is not None:
                additional, *others = cost
                shell["or_additional"] = others[0] if others else None
                reasons.append(None)
                continue
            if more := _MORE_TARGETS.fullmatch(_plain(line.text, face)):
                additional = _for_more_targets(more[1], tree)
                reasons.append(None)
                continue
            if _INSTEAD.search(line.text):
                if "instead" in shell or tree.get("additional_cost"):
                    raise NotKnown("several ways to pay for a card")
                shell["instead"] = _instead(line, face, tree)
                reasons.append(None)
                continue
            found = _abilities(line, face, scope_x)
            keywords |= {said.word for said in found if isinstance(said, Keyword)}
            found = [ability for ability in found if not isinstance(ability, Keyword)]
        except (NotKnown, *UNEXPECTED) as error:
            reasons.append(_reason(error))
            continue
        abilities += found
        reasons.append(None)
    if is_spell:
        spell, reason = _spell(lines, face, tree, warned, scope_x)
        abilities.insert(0, spell)
        reasons.append(reason)
    abilities += [NotUnderstood(reason) for reason in reasons if reason is not None]
    card = CardDefinition(
        name=face.name, keywords=frozenset(keywords), abilities=tuple(abilities), additional=additional, **shell
    )
    return Understood(card, tuple(reasons))


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, NotKnown) else STRANGE


# ---------------------------------------------------------------------------------------------------------------- what it is


def _shell(face: Face) -> dict[str, Any]:
    """The characteristics that are not text."""
    for words, known, what in ((face.types, CARD_TYPES, "card type"), (face.supertypes, SUPERTYPES, "supertype"),
                               (face.subtypes, SUBTYPES, "subtype")):  # fmt: skip
        for word in words:
            if word not in known:
                raise NoCard(f"{what} {word}")
    try:
        cost = parse_cost(face.cost) if face.cost is not None else None
    except ValueError:
        raise NoCard("a mana symbol") from None
    is_land = "Land" in face.types
    if is_land and cost:
        raise NoCard("a land with a mana cost")
    if not is_land and cost is None and not face.side:
        raise NoCard("a card without a mana cost")
    sizes: dict[str, Any] = {}
    if "Creature" in face.types or "Vehicle" in face.subtypes:
        sizes = {"power": _number(face.power, "power"), "toughness": _number(face.toughness, "toughness")}
    elif face.power is not None:
        raise NoCard("a power of something that is no creature")
    if "Planeswalker" in face.types:
        sizes["loyalty"] = _number(face.loyalty, "loyalty")
    if "Battle" in face.types:
        raise NoCard("a battle")
    return {
        "cost": None if is_land else cost,
        "supertypes": frozenset(face.supertypes),
        "types": frozenset(face.types),
        "subtypes": face.subtypes,
        "colors": _colors(face, cost or ()),
        **sizes,
    }


def _colors(face: Face, cost: Any) -> frozenset[str]:
    """Its colours.

    Raises:
        NoCard: there seems to be a colour indicator (204), and the file does not say of which colours.
    """
    if not face.colors and face.sides == 1 and "Devoid" not in face.keywords:
        named = frozenset("WUBRG") & frozenset("".join(re.findall(r"\{[^}]*\}", face.text)))
        if face.identity - (frozenset() if {"Land", "Creature"} <= set(face.types) else named):
            raise NoCard("a colour that only a colour indicator gives")
    return face.colors if face.colors != colors_of(cost) else colors_of(cost)


def _number(text: str | None, what: str) -> int:
    if text is not None and "*" in text:  # an ability says what it is; without that it is 0 (208.2a)
        constant = re.fullmatch(r"(\d+)[+-]\*|\*\+(\d+)", text)
        return int(constant[1] or constant[2]) if constant else 0
    if text is None or not re.fullmatch(r"-?\d{1,3}", text):
        raise NoCard(f"a {what} that is no number")
    return int(text)


# ---------------------------------------------------------------------------------------------------------------- lines


def _lines(face: Face) -> list[Line]:
    """The lines of the text; the modes after "Choose one" belong to its line."""
    lines: list[Line] = []
    for number, raw in enumerate(face.text.split("\n")):
        text = _REMINDER.sub("", raw).strip()
        if not text:
            continue
        if text.startswith("•") and lines:
            lines[-1].text += "\n" + text
            lines[-1].numbers.append(number)
        else:
            lines.append(Line(text, [number]))
    return lines


_LEVEL = re.compile(r"LEVEL (\d+)(?:-(\d+)|\+)\n(\d+)/(\d+)((?:\n.+)*)")


def _with_levels(lines: list[Line]) -> list[Line]:
    """The lines, with each level symbol, the size at that level and what abilities it gives as one (711.2)."""
    found: list[Line] = []
    for line in lines:
        if found and found[-1].text.startswith("LEVEL ") and not line.text.startswith("LEVEL "):
            found[-1].text += "\n" + line.text
            found[-1].numbers += line.numbers
        else:
            found.append(line)
    return found


def _level(line: Line) -> list[Any] | None:
    """What a leveler card is with so many level counters (711.2a, 711.2b), None if the line says nothing of that."""
    if not line.text.startswith("LEVEL "):
        return None
    told = _LEVEL.fullmatch(line.text)
    if told is None:
        raise NotKnown("a level")
    keywords: set[str] = set()
    for text in told[5].split("\n")[1:]:
        words = _keyword_line(Line(text, []))
        if words is None:
            raise NotKnown("an ability of a level")
        keywords |= words
    counters = CountersOn("level")
    limits: list[Any] = [AtLeast(counters, int(told[1]))]
    limits += [AtMost(counters, int(told[2]))] if told[2] else []
    size = Modify(filter=Filter(source=True), base_power=int(told[3]), base_toughness=int(told[4]), keywords=frozenset(keywords))
    return [While(limits[0] if len(limits) == 1 else All(tuple(limits)), (size,))]


def _canonical(text: str, face: Face) -> str:
    """A text in which the card speaks of itself in one way, in small letters."""
    text = _named(text, face)
    text = _THIS.sub("~", _REMINDER.sub("", text)).replace("this ~", "~")
    return re.sub(r"\s+", " ", text.lower()).replace("} .", "}.").strip().rstrip(".")


def _named(text: str, face: Face) -> str:
    """A text with `~` for the name of the card."""
    names = {face.name, face.name.partition(",")[0], face.card.partition(" // ")[0], face.name.removeprefix("A-")}
    if "Legendary" in face.supertypes:
        words = face.name.removeprefix("A-").replace(",", "").split()
        names |= {" ".join(words[:n]) for n in range(1, len(words)) if words[0] not in ("The", "Summon:")}
    for name in sorted(names, key=len, reverse=True):
        if len(name) > 2:
            text = re.sub(rf"(?<![\w]){re.escape(name)}(?![\w])", "~", text)
    return text


_PARTS = (("abilities", "ability"), ("triggers", "trigger"), ("static_abilities", "static"), ("replacements", "replacement"))


def _assign(lines: list[Line], face: Face, tree: dict[str, Any]) -> None:
    """Give each node of the tree to the line that it says. What no line says is of no concern: the text is what counts."""
    canonical = [_canonical(line.text, face) for line in lines]
    for field_name, kind in _PARTS:
        for value in tree.get(field_name) or ():
            is_instruction = kind == "ability" and value.get("kind") == "Spell" and value.get("cost") is None
            for at in _lines_of(value, canonical, face):
                lines[at].nodes.append(("spell" if is_instruction else kind, Node(value)))


def _lines_of(value: dict[str, Any], canonical: list[str], face: Face) -> list[int]:
    """Which lines a node says: one as a rule, several in a row for some spells, none if it is what a keyword means."""
    described = value.get("description")
    if described is None and value.get("cost") and value.get("modal"):
        described = value["modal"]["mode_descriptions"][0]
    if described is None or described.startswith("CR "):
        return []
    if value.get("saga_chapter"):
        numeral = ("i", "ii", "iii", "iv", "v", "vi")[value["saga_chapter"] - 1]
        return [i for i, text in enumerate(canonical) if numeral in _chapters(text)]
    parts = [_canonical(part, face) for part in described.split("\n")]
    size = len(parts)
    for at in range(len(canonical) - size + 1):
        if canonical[at : at + size] == parts:
            return list(range(at, at + size))
    for i, text in enumerate(canonical):
        if parts[0] and all(part in text for part in parts):
            return [i]
    head, _, tail = parts[0].partition(", ")
    words = set(re.findall(r"[\w~]+", head)) - {"when", "whenever"}
    for i, text in enumerate(canonical):  # "enters or dies" is two nodes
        if tail and text.endswith(tail) and " or " in text.removesuffix(tail) and words <= set(re.findall(r"[\w~]+", text)):
            return [i]
    return []


_CHAPTERS = re.compile(r"^((?:[ivx]+(?:, )?)+) — ")


def _chapters(text: str) -> list[str]:
    """The chapters that a line of a Saga is about."""
    found = _CHAPTERS.match(text)
    return found[1].split(", ") if found else []


def _warned(tree: dict[str, Any]) -> set[int]:
    """The numbers of the lines of which the tree itself says that it leaves something out."""
    found: set[int] = set()
    for warning in tree.get("parse_warnings") or ():
        span = warning.get("unit_span")
        if span:
            found.update(range(span["first_line"], span["last_line"] + 1))
        elif "line_index" in warning:
            found.add(warning["line_index"])
        else:
            found.update(range(50))
    return found


def _is_other(line: Line, tree: dict[str, Any]) -> bool:
    """Whether a line of an instant or sorcery is no instruction: keywords or costs."""
    if _KICKER.fullmatch(line.text) or _OTHER_COST.fullmatch(line.text):
        return True
    if _INSTEAD.search(line.text) or "for each target beyond the first." in line.text:
        return True
    try:
        if abilities_of_line(line.text, tree) is not None:
            return True
        return _keyword_line(line) is not None or _additional(line, tree) is not None
    except NotKnown:
        return line.text.startswith("As an additional cost")


def _keyword_line(line: Line) -> set[str] | None:
    """The keywords, if the line is a list of keywords."""
    if SEVERAL.fullmatch(line.text):
        return set(keywords_of_text(line.text))
    found: set[str] = set()
    for part in re.split(r"[,;] ", line.text):
        try:
            words = keywords_of_text(part) if SEVERAL.fullmatch(part) else [keyword_of_text(part)]
            if not found.isdisjoint(words):
                raise NotKnown("a keyword that is there twice")
            found.update(words)
        except NotKnown as error:
            if not line.nodes and len(found) > 0:
                raise NotKnown(str(error)) from None
            if not line.nodes and _keyword_like(line.text):
                raise NotKnown(str(error)) from None
            return None
    return found


_KICKER = re.compile(r"(Kicker|Multikicker) ((?:\{[^}]+\})+)")


_OTHER_COST = re.compile(r"(Kicker|Flashback|Evoke)—([^.]+)\.?")
"""A keyword with a cost that is more than mana."""


def _other_cost(keyword: str, text: str, tree: dict[str, Any]) -> Costs:
    """The cost of such a keyword, or what its tree says of it."""
    if keyword == "Kicker":
        additional = tree.get("additional_cost") or {}
        only = additional.get("type") == "Kicker" and additional["data"].keys() == {"costs"}
        found = additional["data"]["costs"] if only else []
    else:
        words = [word[keyword] for word in tree.get("keywords") or () if isinstance(word, dict) and keyword in word]
        found = [word["data"] for word in words if word.get("type") == "NonMana"]
    if len(found) != 1:
        raise NotKnown(f"the cost of {keyword.lower()}")
    cost = costs_of(Node(found[0]), Scope(text=text.lower()))
    if any(symbol.is_x for symbol in cost.mana) or cost.life_x or (cost.remove is not None and cost.remove.x):
        raise NotKnown(f"the cost of {keyword.lower()} with X")
    account_for(text, [cost])
    return cost


def _mana(text: str) -> Cost:
    try:
        return parse_cost(text)
    except ValueError:
        raise NotKnown("a mana symbol") from None


def _keyword_like(text: str) -> bool:
    """Whether a line looks like one keyword, with what follows it."""
    return re.fullmatch(r"[A-Z][a-z]+(?: [a-z]+)?(?:[ —](?:\{.*\}|\d+|X))*", text) is not None


def _enchant(line: Line, tree: dict[str, Any]) -> Target:
    """What an Aura can enchant, if the line says it."""
    if "enchant" not in CardDefinition.__dataclass_fields__:
        raise NotKnown("keyword enchant")
    found = [word["Enchant"] for word in tree.get("keywords") or () if isinstance(word, dict) and "Enchant" in word]
    if len(found) != 1:
        raise NotKnown("something enchanted that the tree does not have")
    target = target_of(Node(found[0]), Scope())
    account_for("target " + line.text, [target], "enchant")
    return target


def _additional(line: Line, tree: dict[str, Any]) -> tuple[Costs, ...] | None:
    """The additional cost, if the line says one, or the two of which one is paid."""
    if not line.text.startswith("As an additional cost to cast this spell,"):
        return None
    value = tree.get("additional_cost")
    if not value:
        raise NotKnown("an additional cost that the tree does not have")
    costs = additional_costs(Node(value), Scope())
    more = "" if len(costs) == 1 else " or pay"
    account_for(line.text, costs, f"additional cost cast spell{more}")
    return costs


_INSTEAD = re.compile(
    r"^(?:If [^.]*, y|Y)ou may [^.]*rather than pay this spell's mana cost\.$"
    r"|^If [^.]*, you may cast this spell without paying its mana cost\.$"
)
"""A line that says what may be paid rather than the mana cost (118.9)."""


_MORE_TARGETS = re.compile(r"~ costs ((?:\{[^}]+\})+) more to cast for each target beyond the first")


def _for_more_targets(symbols: str, tree: dict[str, Any]) -> Costs:
    """What a spell costs more for each target beyond the first."""
    cost = _mana(symbols.upper())
    if tree.get("additional_cost") or not tree.get("strive_cost") or mana_cost(Node(tree["strive_cost"])) != cost:
        raise NotKnown("what a spell costs more for its targets")
    return Costs(mana_for_more_targets=cost)


def _instead(line: Line, face: Face, tree: dict[str, Any]) -> AlternativeCost:
    """The alternative cost that the line says."""
    options: list[dict[str, Any]] = tree.get("casting_options") or []
    if len(options) != 1:
        raise NotKnown("an alternative cost that the tree does not have")
    text = _plain(line.text, face)
    found: AlternativeCost = alternative_cost(Node(options[0]), Scope(text=text, printed=face.text, name=face.name))
    account_for(text, [found])
    return found


# ---------------------------------------------------------------------------------------------------------------- abilities


def _abilities(line: Line, face: Face, x: bool) -> list[Any]:
    """The abilities of a line.

    Raises:
        NotKnown: something in it is not understood.
    """
    plain = _plain(line.text, face)
    if not line.nodes and plain == _EXERT:
        return [MayExert()]
    if plain == _OPENING_HAND:
        return []
    if not line.nodes:
        raise NotKnown(f"a line that the tree does not have ({_beginning(line.text)})")
    if "creature" in plain and "creature" not in _QUOTED.sub("", plain):  # the word is said of others than the subject
        return _said(line, face, x, bare=True)
    try:
        return _said(line, face, x, bare=False)
    except NotKnown as error:
        if str(error) not in BARE:
            raise
        return _said(line, face, x, bare=True)


_OPENING_HAND = "if ~ is in your opening hand, you may begin the game with it on the battlefield"
"""What says nothing of a game that has begun (103.6a)."""

_EXERT = "you may exert ~ as it attacks"
"""How a card says that its creature may be exerted (701.43d)."""

_INTERVENING = re.compile(r"(?:when|whenever|at)\b[^.]*?, if ")
"""A triggered ability with a condition right after its event (603.4)."""

_OWN_SIZE = re.compile(
    r"~'s (?:power|toughness|mana value)|~ deals damage equal to its (?:power|toughness)|counters? on ~|^~ "
    r"|^(?:sacrifice ~:|when(?:ever)? ~ [a-z ]+,) (?:you may have )?it deals? damage equal to its (?:power|toughness)\b"
)
"""How a line tells that the size or the counters of the card itself are meant."""


_QUOTED = re.compile(r'"[^"]*"')
"""An ability that the card gives to others."""

_OTHER_INSIDE = re.compile(r'"[^"]*\bother than ~')
"""How an ability that the card gives to others speaks of the card."""


def _said(line: Line, face: Face, x: bool, bare: bool) -> list[Any]:
    found: list[Any] = []
    own_size = False
    text = _plain(line.text, face)
    for kind, given in line.nodes:
        node = Node(given.value)
        intervening = _INTERVENING.match(text) is not None
        scope = Scope(
            name=face.name, text=text, printed=face.text, bare=bare, creature="Creature" in face.types, intervening=intervening,
            attaches=not {"Aura", "Equipment", "Fortification"}.isdisjoint(face.subtypes),
        )  # fmt: skip
        if kind == "ability":
            found.append(activated_of(node, scope))
        elif kind == "trigger":
            found.append(triggered_of(node, scope))
        elif kind == "static":
            found += static_of(node, scope)
        elif kind == "replacement":
            scope.x = x
            found += replacement_of(node, scope)
        else:
            effect = node.value.get("effect", {})
            marked = effect.get("type") == "Unimplemented"
            raise NotKnown(UNKNOWN.format(effect.get("name")) if marked else "an instruction of something that is no spell")
        own_size = own_size or (scope.own_size and (bool(scope.targets) or scope.that == "that"))
    if text.startswith(_EXERT):
        found.append(MayExert())
    if _HOST_DEALS.search(text) and any(isinstance(word, DealDamage) and word.by == "self" for word in words_in(tuple(found))):
        raise NotKnown("what deals the damage")
    if own_size and not _OWN_SIZE.search(text):
        raise NotKnown("whose power or counters they are")
    if any("~" in _named(said, face) for said in _QUOTED.findall(_REMINDER.sub("", line.text))):
        raise NotKnown("the card itself, in an ability of something else")
    if _OTHER_INSIDE.search(text):
        raise NotKnown("another one than the card, in an ability of something else")
    account_for(text, found, "or" if len(line.nodes) > 1 else "")
    found = [heard(text, ability) for ability in found]
    _check_divided(found)
    _check_history(found)
    _check_mana(found)
    _check_others(found, face)
    _check_writable(found)
    return found


def _check_mana(abilities: list[Any]) -> None:
    """Raises NotKnown if how much mana a mana ability adds is decided as it resolves: mana abilities are told by their effects
    (605.1a); or if it can be activated only so often, of which paying takes no account."""
    for ability in abilities:
        if isinstance(ability, Activated) and not ability.targets and ability.cost.loyalty is None:
            inside = [effect for effect in ability.effects if isinstance(effect, (If, May, ChooseOne, FlipCoin))]
            makes = {id(word) for token in words_in(tuple(inside)) if isinstance(token, Token) for word in words_in(token)}
            if any(isinstance(word, AddMana) and id(word) not in makes for word in words_in(tuple(inside))):
                raise NotKnown("mana that depends on something")
            limited = ability.once_each_turn or ability.once
            if limited and is_mana_ability(ability) and is_expressible(ability.cost):
                raise NotKnown("a limit of a mana ability")


def _check_divided(abilities: list[Any]) -> None:
    """Raises NotKnown if something is divided that is no instruction of its own, so that no division is announced (601.2d)."""
    for ability in abilities:
        modes = getattr(ability, "modes", None)
        own = [*getattr(ability, "effects", ()), *(effect for mode in (modes.modes if modes else ()) for effect in mode.effects)]
        divisions = sum(isinstance(word, (DivideDamage, Distribute)) for word in words_in(ability))
        if divisions > sum(isinstance(effect, (DivideDamage, Distribute)) for effect in own):
            raise NotKnown("something that may be divided")


def _check_history(abilities: list[Any]) -> None:
    """Raises NotKnown if something is counted that happened to others than the source: the game does not remember to whom."""
    for word in words_in(tuple(abilities)):
        if isinstance(word, ThisTurn) and getattr(getattr(word.event, "filter", None), "other", False):
            raise NotKnown("what happened to others this turn")


_HOST_DEALS = re.compile(r"^when(?:ever)? (?:enchanted|equipped) \w+ [^,]*, (?:you may have )?it deals\b")
"""What is enchanted or equipped deals damage, not the Aura or Equipment."""

_MAY_BE_CREATURES = {"Creature", "Land", "Planeswalker", "Vehicle"}
"""Types of what is, or makes itself, what it speaks of as others."""


def _check_others(abilities: list[Any], face: Face) -> None:
    """Raises NotKnown if others are spoken of that cannot be others than the source, as it is of another type: they are others
    than something else, which the notation cannot say."""
    own = {*face.types, *face.subtypes}
    if own & _MAY_BE_CREATURES:
        return
    for word in _own_words(tuple(abilities)):
        if isinstance(word, Filter) and word.other and (word.types | word.all_types) and not word.types & own:
            raise NotKnown("others than something else than the source")


def _own_words(abilities: tuple[Any, ...]) -> Iterator[object]:
    """The words of abilities without those of abilities that they give to something else."""
    for ability in abilities:
        for part in (getattr(ability, one.name) for one in fields(ability)):
            given = [word for word in words_in(part) if isinstance(word, (Activated, Triggered))]
            inside = {id(word) for each in given for word in words_in(each)}
            yield from (word for word in words_in(part) if id(word) not in inside)


def _check_writable(abilities: list[Any]) -> None:
    """Raises NotKnown if the notation cannot say one of the abilities."""
    try:
        for ability in abilities:
            if not isinstance(ability, Keyword):
                write(Ability, ability)
    except Unwritable:
        raise NotKnown("the notation has no words for it") from None


def _plain(text: str, face: Face) -> str:
    """The text of a line without what says nothing: names and ability words."""
    parts = (_CHAPTERS.sub("", _canonical(part, face)) for part in text.split("\n"))
    return "\n".join(_EQUIP.sub(_attached, _ABILITY_WORD.sub(r"\1", part)) for part in parts)


_EQUIP = re.compile(r"^equip(?:—| (?:([^{}—]+) )?(?=\{))([^.]*)")
"""Equip with a cost, and maybe with a quality, where it is no keyword of the notation."""


def _attached(equip: re.Match[str]) -> str:
    """What equip means (702.6a, 702.6c)."""
    target = f"{equip[1].removesuffix(' creature')} creature" if equip[1] else "creature"
    target = target.replace("creature token creature", "creature token")
    return f"{equip[2]}: attach ~ to target {target} you control. activate only as a sorcery"


def _beginning(text: str) -> str:
    """The first word of a line, if it is a word that tells what kind of line it is."""
    word = text.split()[0].strip(",.")
    return word if word.isalpha() and word.islower() is False and len(word) < 14 else "something"


def _spell(lines: list[Line], face: Face, tree: dict[str, Any], warned: set[int], x: bool) -> tuple[Spell, str | None]:
    """What an instant or sorcery does, from all its lines that are instructions."""
    own = [line for line in lines if (not line.nodes or line.nodes[0][0] == "spell") and not _is_other(line, tree)]
    nodes = [Node(value) for value in tree.get("abilities") or () if value.get("kind") == "Spell" and value.get("cost") is None]
    scope = Scope(name=face.name, printed=face.text, x=x, spell=True)
    try:
        return _instructions(own, nodes, face, tree, warned, replace(scope, targets=[], before=[])), None
    except (NotKnown, *UNEXPECTED) as error:
        if str(error) not in BARE:
            return Spell(), _reason(error)
    try:
        nodes = [Node(node.value) for node in nodes]
        return _instructions(own, nodes, face, tree, warned, replace(scope, bare=True)), None
    except (NotKnown, *UNEXPECTED) as error:
        return Spell(), _reason(error)


def _instructions(own: list[Line], nodes: list[Node], face: Face, tree: dict[str, Any], warned: set[int], scope: Scope) -> Spell:
    """What the lines of an instant or sorcery say.

    Raises:
        NotKnown: something in them is not understood.
    """
    scope.text = "\n".join(_plain(line.text, face) for line in own)
    modal = tree.get("modal")
    cost = (tree.get("additional_cost") or {}).get("data")
    scope.sacrificed = isinstance(cost, dict) and cost.get("type") == "Sacrifice"
    if warned & {n for line in own for n in line.numbers}:
        raise NotKnown("the tree leaves a part out")
    for line in own:
        if not line.nodes and _keyword_like(line.text) and not modal:
            raise NotKnown(f"keyword {line.text.split(' ')[0].split('—')[0].lower()}")
    if not own or not nodes:
        raise NotKnown("a spell without an instruction")
    scope.text = text = "\n".join(_plain(line.text, face) for line in own)
    spell = spell_of(nodes, Node(modal) if modal else None, scope)
    if scope.own_size:
        raise NotKnown("whose power or counters they are")
    account_for(text, [spell])
    found: Spell = heard(text, spell)
    _check_divided([found])
    _check_history([found])
    _check_others([found], face)
    _check_writable([found])
    return found
