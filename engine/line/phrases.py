"""The opponent's choices in the third person, as they stand after `If opponent`: `blocks with Ox on Angel`, `sacrifices Ox`.

What is done with priority stands as in a step, everything else as in a sentence (docs/lines.md); the source that asks, where it
is named, follows `for`, or `to` after a yes or no.
"""

from __future__ import annotations

import re
from dataclasses import replace

from engine.choices import Choice, Decision, Pass, Priority, Targeted, ToAnswer, ToBlock, ToTarget
from engine.line.references import NOBODY, References
from engine.line.syntax import ACTIONS, PASSES, Sentence
from engine.line.writing import action_head, answer_text, keyword_of, mode_clause, source_of, target_clause, trigger_modes
from engine.state import State

_PHRASES = {
    "amass": ("amasses onto", ""),
    "attach": ("attaches to", ""),
    "attack": ("attacks with", ""),
    "attacked": ("chooses", " to be attacked"),
    "battlefield": ("puts", " onto the battlefield"),
    "block": ("blocks with", ""),
    "bottom": ("puts", " on the bottom"),
    "cast": ("chooses", " to cast"),
    "copy": ("copies", ""),
    "damage": ("deals", ""),
    "graveyard": ("puts", " into the graveyard"),
    "hand": ("puts", " into hand"),
    "legend": ("keeps", ""),
    "library": ("puts", " into the library"),
    "order": ("orders", ""),
    "ring-bearer": ("chooses", " as the Ring-bearer"),
    "source": ("chooses", " as the source"),
}
"""What stands before and after the things chosen. Of other kinds of choices it is the kind with an s."""

_REGULAR = (
    "add", "choose", "discard", "dredge", "enchant", "exile", "name", "populate", "proliferate", "remove", "return", "sacrifice",
    "target",
)  # fmt: skip

BLOCKED, SPARES = "blocks", "does not block"
"""How a reply begins that only says who is blocked, by whomever, or not blocked."""

VERBS = (
    *ACTIONS, PASSES, "says", SPARES, *dict.fromkeys(verb.split()[0] for verb, _ in _PHRASES.values()),
    *(f"{word}s" for word in _REGULAR),
)  # fmt: skip
"""The words with which a choice of the opponent may begin."""


def reply_text(state: State, choice: Choice, refs: References, own_card: str, after: State) -> str:
    """A choice of the opponent as it stands after `If opponent`. `after` is the state that it leads to."""
    decision = state.decision
    assert decision is not None
    if isinstance(choice, Pass):
        return PASSES
    if isinstance(decision, Priority):
        verb, _, rest = action_head(state, choice, refs, after).partition(" ")
        return f"{verb.lower()}s {rest}"
    source = source_of(decision)
    asks = refs.short_name(source) if refs.name(source) not in ("", own_card) else ""
    text = answer_text(state, decision, choice, refs, after)
    match decision:
        case ToAnswer():
            word, paying = re.match(r"(yes|no)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
            return f"says {word}{asks and f' to {asks}'}{paying}"
        case ToTarget():
            assert isinstance(choice, Targeted)
            modes = mode_clause(trigger_modes(state), choice.modes).strip()
            targets = target_clause(choice.targets, refs, state).strip()
            main, rest = (targets, modes) if targets else (modes, "")
            main = main.replace("targeting", "targets", 1) if targets else main.replace("choosing", "chooses", 1)
            return " ".join(filter(None, (main, asks and f"for {asks}", rest)))
    before, behind = _phrase(keyword_of(decision))
    chosen = text.removeprefix(f"{keyword_of(decision)}: ")
    if before == "blocks with" and chosen == "nobody":
        before = "blocks"
    return f"{before} {chosen}{behind}{asks and f' for {asks}'}"


def as_sentence(reply: Sentence, decision: Decision, refs: References) -> Sentence | None:
    """The sentence that says the same of this decision; None if the reply speaks of another one."""
    text = ": ".join(reply.parts)
    match decision:
        case ToAnswer():
            found = re.fullmatch(r"says (yes|no)(?: to (.+))?", text, re.IGNORECASE)
            if found is None or (found[2] and not refs.is_called(source_of(decision), found[2])):
                return None
            return replace(reply, parts=(found[1].lower(),))
        case ToTarget():
            verb, _, rest = _without_source(text, decision, refs).partition(" ")
            if verb.lower() == "targets":
                return Sentence((), replace(reply.clauses, targeting=rest), text)
            return Sentence((), replace(reply.clauses, choosing=rest), text) if verb.lower() == "chooses" else None
        case ToBlock():
            found = re.fullmatch(rf"({SPARES}|blocks(?: with)?) (.+)", text, re.IGNORECASE)
            if found is None:
                return None
            who = found[1].lower()
            in_full = who != SPARES and (who != BLOCKED or " on " in found[2] or found[2].lower() in NOBODY)
            return Sentence(("block" if in_full else who, found[2]), reply.clauses, text)
    keyword = keyword_of(decision)
    before, behind = _phrase(keyword)
    pattern = rf"{before} (.+?){re.escape(behind)}"
    found = re.fullmatch(pattern, _without_source(text, decision, refs), re.IGNORECASE)
    return Sentence((keyword, found[1]), reply.clauses, text) if found else None


def _without_source(text: str, decision: Decision, refs: References) -> str:
    """The text without `for NAME` at its end, if that names what asks."""
    main, _, name = text.rpartition(" for ")
    return main if main and refs.is_called(source_of(decision), name) else text


def _phrase(keyword: str) -> tuple[str, str]:
    return _PHRASES.get(keyword, (f"{keyword}s", ""))
