"""What words alone do not tell: of whom "it" speaks, and how far "may" and "if" reach.

Trees sometimes take "it" for the card where it is a target or what the event was about, and they end a choice or a condition
after the first of several instructions that are one sentence. The accounting of words sees neither. So what an ability does to
its own source must be said by the name of the card (`~` in the texts here) or by a pronoun that can only be the card, and all
that one sentence says after "may" or "if" belongs together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import groupby, pairwise
from typing import Any

from engine.importing.nodes import NotKnown
from engine.vocabulary import (
    Activated,
    Alter,
    AnyOf,
    CardDefinition,
    Chapter,
    CreateToken,
    DealDamage,
    DealsDamage,
    Destroy,
    Difference,
    Discard,
    Draw,
    Exile,
    Filter,
    GainControl,
    GainKeywords,
    GainLife,
    If,
    Later,
    LoseLife,
    May,
    Mill,
    Modes,
    Pump,
    PutIntoLibrary,
    PutOntoBattlefield,
    Regenerate,
    ReturnToHand,
    Sacrifice,
    SacrificeThem,
    Spell,
    StepBegins,
    Tap,
    Together,
    Transform,
    Triggered,
    Untap,
    WhenYouDo,
    While,
)
from engine.vocabulary.inside import differ_in_what_only, words_in

UNCLEAR = "of whom 'it' speaks"
REACH = "how far 'may' or 'if' reaches"

_PRONOUN = re.compile(r"\b(?:it|its|it's|he|him|his|she|her|they|them|their)\b")
_DEMONSTRATIVE = re.compile(r"\bthat (?:creature|permanent|card|land|artifact|enchantment|planeswalker|token|spell)\b")
_REFERENCES = ("what", "to", "one", "other", "source")
"""The fields of effects that say what something happens to."""
_TOGETHER = re.compile(r"\b(?:it|~) and (?:up to \w+ )?(?:other )?target\b.*\bthey\b", re.DOTALL)
"""Several that are spoken of by one word afterwards."""
_BY_THE_WAY = re.compile(r"~ deals|\bif ~ was[^,.]*|\b(?:until|as long as) ~[^,.]*")
"""The card as the source of damage or in a condition: that does not tell who "it" is."""
_ASIDE = re.compile(r"activate only|this ability|$")
"""Sentences that are no instructions."""
_MOVES = (Exile, PutIntoLibrary, ReturnToHand)
"""What can happen to a spell that resolves."""


def heard(text: str, ability: Any) -> Any:
    """The ability with all that one sentence says after "may" or "if" together, and as one what it says with one verb.

    Raises:
        NotKnown: it is not clear how far "may" or "if" reaches, or of whom "it" speaks, or what happens at the same time.
    """
    if _takes_host_for_source(text, ability):
        raise NotKnown(UNCLEAR)
    if not isinstance(ability, (Activated, Triggered, Spell)):  # a static ability or a keyword
        return ability
    if _ENTERS_SO.search(text) and any(isinstance(word, PutOntoBattlefield) for word in words_in(ability)):
        raise NotKnown("what something is as it enters")
    reflexive = sum(isinstance(word, WhenYouDo) for word in words_in(ability))
    if _has_lost_its_condition(text, ability) or reflexive > len(re.findall(r"\bwhen you do\b", text)):
        raise NotKnown(REACH)
    if ability.modes is None:
        ability = replace(ability, effects=_as_told(_parts(text, ability)[1], ability.effects))
    else:
        told = _parts(text, ability)[1].split("\n• ")[1:]
        if len(told) == len(ability.modes.modes):
            pairs = zip(ability.modes.modes, told, strict=True)
            modes = tuple(replace(mode, effects=_as_told(words, mode.effects)) for mode, words in pairs)
            ability = replace(ability, modes=replace(ability.modes, modes=modes))
    if not all(_is_clear(*said, ability) for said in _said(text, ability)):
        raise NotKnown(UNCLEAR)
    return ability


def _as_told(instructions: str, effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """The effects of an ability or of one mode as its instructions tell them."""
    effects, _ = _after_exile(_by_controllers(instructions, effects))
    return _at_once(instructions, _gathered(instructions, _lasting_as_told(instructions, effects)))


_ENTERS_SO = re.compile(r"\b(?:to|onto) the battlefield\b[^.]*\. (?:it's|it has|it is|they're|they are|that \w+ (?:is|has)) ")
"""What says what something is as it enters, not what it becomes afterwards (611.2e)."""
_OR_CONTROLLER = re.compile(r"\bthat player or that (?:planeswalker|permanent)'s controller (?!controls)")


def _by_controllers(text: str, effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """The effects, in which what a player who was a target does is done by the controller of what else it may have been; trees
    forget that."""
    if not _OR_CONTROLLER.search(text):
        return effects
    return tuple(_by_controller(effect) if getattr(effect, "who", "") in ("target", "you") else effect for effect in effects)


def _by_controller(effect: Any) -> Any:
    if effect.who == "you" and isinstance(effect, (GainLife, Draw)):  # that is told of the source's controller
        return effect
    return replace(effect, who="target's controller")


def _after_exile(effects: tuple[Any, ...], exiled: bool = False) -> tuple[tuple[Any, ...], bool]:
    """The effects, in which the source that has been exiled is spoken of as what was exiled: if it had left before, it is not to
    be found (400.7j). And whether it has been exiled."""
    found: list[Any] = []
    for effect in effects:
        is_return = isinstance(effect, (PutOntoBattlefield, ReturnToHand))
        if exiled and any(getattr(effect, name, None) == "self" for name in _REFERENCES):
            if not is_return and not any(isinstance(before, PutOntoBattlefield) for before in found):
                raise NotKnown(UNCLEAR)
            effect = replace(effect, **{name: "made" for name in _REFERENCES if getattr(effect, name, None) == "self"})
        for name in ("effects", "then", "otherwise"):
            if isinstance(inner := getattr(effect, name, None), tuple) and inner:
                inside, has_left = _after_exile(inner, exiled)
                effect = replace(effect, **{name: inside})
                exiled = exiled or (has_left and isinstance(effect, May))
        exiled = exiled or (isinstance(effect, Exile) and effect.what == "self")
        found.append(effect)
    return tuple(found), exiled


_FOR_A_TIME = re.compile(r"^until (end of turn|your next turn)\b")


def _lasting_as_told(text: str, effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """The effects, where the sentence that they are begins with "until ...": trees have that for the first of them only."""
    endless = [effect for effect in effects if getattr(effect, "until", None) == "forever"]
    sentences = _sentences(text)
    told = [found[1] for sentence in sentences if (found := _FOR_A_TIME.search(sentence))]
    if not endless or not told:
        return effects
    if len(sentences) > 1:
        raise NotKnown("how long each part of a sentence lasts")
    return tuple(_until(effect, told[0]) if effect in endless else effect for effect in effects)


def _until(effect: Any, until: str) -> Any:
    if isinstance(effect, Alter):
        pump = Pump(effect.what, effect.power, effect.toughness, until)
        if effect == Alter(what=pump.what, until="forever", power=pump.power, toughness=pump.toughness):
            return pump
    return replace(effect, until=until)


def _has_lost_its_condition(text: str, ability: Activated | Triggered | Spell) -> bool:
    """Whether a condition right after the event, which has to hold as it happens (603.4), is only one of what is done."""
    first = ability.effects[:1]
    if not isinstance(ability, Triggered) or ability.condition is not None or not isinstance(first[0] if first else None, If):
        return False
    return _parts(text, ability)[1].startswith("if ")


def _parts(text: str, ability: Activated | Triggered | Spell) -> tuple[str, str]:
    """What comes first, the event or the cost, and the instructions."""
    if isinstance(ability, Spell) or isinstance(getattr(ability, "on", None), Chapter):
        return "", text
    head, _, instructions = text.partition(", " if isinstance(ability, Triggered) else ": ")
    return head, instructions


# ---------------------------------------------------------------------------------------------------------------- how far


def _gathered(text: str, effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """The effects, with those inside "may" or "if" that belong to the same sentence."""
    effects = _joined(effects)
    at = next((i for i, effect in enumerate(effects) if isinstance(effect, (May, If, Later))), len(effects))
    if at == len(effects):
        return effects
    first, after = effects[at], effects[at + 1 :]
    if at == 0 and isinstance(first, If) and not after:
        effects = _of_last_sentence(text, first)
        if len(effects) > 1:
            return effects
    if isinstance(first, May) and not first.effects:
        raise NotKnown(REACH)
    if not isinstance(first, Later):
        inner = _inside(first)
        if _gathered(text, inner) != inner:
            raise NotKnown(REACH)
    if not after or _is_told_apart(after[0]):
        return (*effects[: at + 1], *_gathered(text, after))
    sentences = _sentences(text)
    those = [i for i, sentence in enumerate(sentences) if _WORDS[type(first)].search(sentence)]
    if len(those) != 1:
        raise NotKnown(REACH)
    if those[0] < len(sentences) - 1:
        if re.search(r"\band\b|, then\b", sentences[those[0]]):
            raise NotKnown(REACH)
        return (*effects[: at + 1], *_gathered(text, after))
    if isinstance(first, Later) or any(map(_is_told_apart, after)):
        raise NotKnown(REACH)
    return (*effects[:at], replace(first, **{_field(first): (*_inside(first), *after)}))


_CONDITION = re.compile(r"\b(?:if|unless|as long as|when you do|where)\b")


def _of_last_sentence(text: str, whole: If) -> tuple[Any, ...]:
    """The effects apart, where the condition that the tree has for all of them is told in the last sentence only."""
    sentences = _sentences(text)
    if len(sentences) < 2 or len(whole.then) < 2 or whole.otherwise or any(isinstance(effect, If) for effect in whole.then):
        return (whole,)
    if _CONDITION.search(sentences[0]):
        return (whole,)
    last_only = not any(map(_CONDITION.search, sentences[:-1]))
    if not last_only or len(sentences) != len(whole.then):
        raise NotKnown(REACH)
    return (*whole.then[:-1], replace(whole, then=whole.then[-1:]))


def _sentences(text: str) -> list[str]:
    return [part for line in text.split("\n") for part in re.split(r"(?<=\.)\s+", line) if not _ASIDE.match(part)]


_WORDS = {
    May: re.compile(r"\bmay\b"),
    If: re.compile(r"\bif\b"),
    Later: re.compile(r"\bwhen(?:ever)?\b|\bat the beginning of\b|\bat end of\b"),
}
"""The words of what may happen, happens under a condition, or later."""


def _joined(effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """The effects, with what happens later at the same time as one."""
    found: list[Any] = []
    for effect in effects:
        last = found[-1] if found else None
        if isinstance(effect, Later) and isinstance(last, Later) and replace(last, effects=effect.effects) == effect:
            found[-1] = replace(last, effects=(*last.effects, *effect.effects))
        else:
            found.append(effect)
    return tuple(found)


def _field(effect: Any) -> str:
    return "effects" if isinstance(effect, May) else "then"


def _inside(effect: Any) -> tuple[Any, ...]:
    found: tuple[Any, ...] = getattr(effect, _field(effect))
    return found


def _is_told_apart(effect: Any) -> bool:
    """Whether it says itself when it happens: its own condition or choice."""
    return isinstance(effect, (May, If, WhenYouDo))


# ---------------------------------------------------------------------------------------------------------------- at once

_VERBS = {
    CreateToken: re.compile(r"\bcreates?\b"),
    DealDamage: re.compile(r"\bdeals?\b"),
    Destroy: re.compile(r"\bdestroys?\b"),
    Exile: re.compile(r"\bexiles?\b"),
    PutOntoBattlefield: re.compile(r"\b(?:returns?|puts?)\b"),
    ReturnToHand: re.compile(r"\breturns?\b"),
}
"""What is done to several at the same time if one verb says it."""


def _at_once(text: str, effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """The effects, with those as one that one verb tells (608.2f); those inside others too."""
    found: list[Any] = []
    for kind, those in groupby(effects, type):
        run = [_inside_at_once(text, effect) for effect in those]
        found += [Together(tuple(run))] if len(run) > 1 and kind in _VERBS and _is_one_action(text, kind, run) else run
    return tuple(found)


def _inside_at_once(text: str, effect: Any) -> Any:
    inner = {name: getattr(effect, name, ()) for name in ("effects", "then", "otherwise")}
    changed = {name: _at_once(text, effects) for name, effects in inner.items() if effects}
    return replace(effect, **changed) if any(changed[name] != inner[name] for name in changed) else effect


def _is_one_action(text: str, kind: type, run: list[Any]) -> bool:
    told = len(_VERBS[kind].findall(text))
    if kind is CreateToken:
        told = min(told, sum("create" in sentence for sentence in _sentences(text) if sentence.count("token") >= len(run)))
        return told == 1
    if told >= len(run):
        return False
    if told != 1 or not (kind is DealDamage or differ_in_what_only(run)):
        raise NotKnown("what happens at the same time")
    return True


# ---------------------------------------------------------------------------------------------------------------- of whom


def _said(text: str, ability: Activated | Triggered | Spell) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """What comes first, the instructions, and the effects that they are; those of each mode apart."""
    head, instructions = _parts(text, ability)
    if ability.modes is None:
        yield head, instructions, ability.effects
        return
    for mode, told in zip(ability.modes.modes, instructions.split("\n• ")[1:], strict=False):
        yield head, told, mode.effects


_HOST = re.compile(r"\b(?:enchanted|equipped) \w+")
_SUBJECT = re.compile(rf"~|\bthis creature\b|{_HOST.pattern}|{_PRONOUN.pattern}|\bthat (?:creature|permanent|land|artifact)\b")


def _takes_host_for_source(text: str, ability: Any) -> bool:
    """Whether more is said of the source than the text does, which speaks of what the source is attached to by a pronoun."""
    if not _HOST.search(text):
        return False
    of_source = of_host = 0
    host = False
    for subject in _SUBJECT.finditer(text):
        host = bool(_HOST.match(subject[0])) or (host and subject[0] not in ("~", "this creature"))
        of_source += not host
        of_host += host and not _HOST.match(subject[0])
    return of_host > 0 and _spoken_of_source(ability) > of_source


def _spoken_of_source(part: Any) -> int:
    """How often an ability speaks of its source; what the abilities speak of that something else gains is that. What it gets and
    gains in one sentence is counted once."""
    if isinstance(part, tuple):
        both = sum(isinstance(a, Pump) and isinstance(b, GainKeywords) and a.what == b.what == "self" for a, b in pairwise(part))
        return sum(map(_spoken_of_source, part)) - both
    if not is_dataclass(part) or isinstance(part, Difference):  # "the difference" names nothing again
        return 0
    here = int(getattr(part, "source", None) is True)
    here += sum(1 for name in ("who", "of", "filter", *_REFERENCES) if getattr(part, name, None) == "self")
    inside = (f.name for f in fields(part) if f.name != "abilities" or isinstance(part, While))
    return here + sum(_spoken_of_source(getattr(part, name)) for name in inside)


_YOURS = {
    Discard: re.compile(r"\bdiscard\b"), Draw: re.compile(r"\bdraw\b"), LoseLife: re.compile(r"\b(?:lose|lost)\b"),
    Mill: re.compile(r"\bmill\b"), Sacrifice: re.compile(r"\bsacrifice\b"),
}  # fmt: skip
"""How texts say that you do something: "sacrifices" is done by somebody else."""


def _is_done_by_others(instructions: str, effects: tuple[Any, ...]) -> bool:
    """Whether something is done by you of which the text says that somebody else does it."""
    verbs = (_YOURS[type(effect)] for effect in effects if type(effect) in _YOURS and effect.who == "you")
    return any(verb.search(instructions) is None for verb in verbs)


def _is_clear(head: str, instructions: str, effects: tuple[Any, ...], ability: Activated | Triggered | Spell) -> bool:
    if _TOGETHER.search(instructions) or _is_done_by_others(instructions, effects):
        return False
    if any(isinstance(word, Later) and _speaks_past_its_event(word) for effect in effects for word in words_in(effect)):
        return False
    if isinstance(ability, Triggered) and _is_about_a_player(ability.on) and any(_to(effects, "that", _OF_PERMANENTS)):
        return False
    to_itself = list(_to(effects, "self"))
    told = instructions.count("~") + len(_PRONOUN.findall(instructions))
    if to_itself and _DEMONSTRATIVE.search(instructions) and _spoken_of_source(effects) > told:
        return False
    pronoun = _PRONOUN.search(instructions)
    if pronoun is None or not to_itself:
        return True
    if isinstance(ability, Spell):
        return all(isinstance(effect, _MOVES) for effect in to_itself)
    if "~" in _BY_THE_WAY.sub("", instructions):
        return True
    others = isinstance(ability, Triggered) and isinstance(ability.on, AnyOf) and not all(map(_of_itself, ability.on.events))
    target = instructions.find("target")
    return "~" in head and not others and (target < 0 or pronoun.start() < target)


def _of_itself(event: Any) -> bool:
    return bool(getattr(event, "source", False)) or getattr(event, "who", None) == "self"


def _speaks_past_its_event(later: Later) -> bool:
    """Whether what happens when something happens later happens to a target, of which the event says nothing."""
    meant = any(isinstance(word, Filter) and word.among for word in words_in(later.on))
    if meant or later.targets or isinstance(later.on, StepBegins):
        return False
    words: Iterator[Any] = words_in(later.effects)
    spoken = (getattr(word, f.name) for word in words for f in fields(word) if f.name in ("who", *_REFERENCES))
    return any(isinstance(what, str) and what.startswith("target") for what in spoken)


def _is_about_a_player(event: Any) -> bool:
    """Whether what the event was about is a player."""
    return isinstance(event, DealsDamage) and event.to in ("player", "opponent", "you") and not isinstance(event.who, Filter)


_OF_PERMANENTS = (Alter, Destroy, GainControl, GainKeywords, Pump, Regenerate, SacrificeThem, Tap, Transform, Untap)
"""What can happen to permanents only."""


def _to(part: Any, whom: str, kinds: tuple[type, ...] = (object,)) -> Iterator[Any]:
    """The effects of these kinds in there that happen to the source (`self`) or to `that`. What others gain is theirs."""
    if isinstance(part, (tuple, frozenset)):
        for piece in part:
            yield from _to(piece, whom, kinds)
    elif is_dataclass(part) and not isinstance(part, (CardDefinition, Modes)):
        if isinstance(part, kinds) and any(getattr(part, f.name) == whom for f in fields(part) if f.name in _REFERENCES):
            yield part
        for field in fields(part):
            if field.name in ("effects", "then", "otherwise", "options"):
                yield from _to(getattr(part, field.name), whom, kinds)


__all__ = ["REACH", "UNCLEAR", "heard"]
