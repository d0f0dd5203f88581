"""How spells and abilities resolve (608). What their effects do is in `engine.effects`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import effects as effects
from engine import triggers
from engine.context import Context, context_of
from engine.effects.meaning import carry
from engine.entering import Enter, Entering
from engine.lasting import FOREVER, Lasting, begin
from engine.layers import PERMANENT_TYPES
from engine.objects import TRANSFORMED, Card, ObjectId, StackObject
from engine.tracking import counts_resolutions
from engine.vocabulary import Activated, CardDefinition, CastFree, Chapter, Later, MayPlay, StepBegins, Triggered
from engine.ways import ADVENTURE, AS_IT_ENTERS, after_resolving, leaves_for, shown_as

if TYPE_CHECKING:
    from engine.draft import Draft


@dataclass(frozen=True, slots=True)
class Finish:
    """A resolved spell that is still there goes to its owner's graveyard, a resolved ability ceases to exist (608.2n)."""

    id: ObjectId
    resolved: bool = True

    def run(self, draft: Draft) -> None:
        spell = draft.on_stack(self.id)
        if spell is None:  # its own effects have moved it
            return
        left = [trigger.source for trigger in draft.waiting]
        left += [e.source for e in draft.lasting if isinstance(e.ability, Triggered) and e.source is not None]
        if self.id in left:
            draft.remember_spell(spell)
        rebounds = self.resolved and "rebound" in draft.keywords(self.id)
        thing = remove_from_stack(draft, self.id)
        if thing.card and not thing.copied:
            zone = after_resolving(thing) if self.resolved else leaves_for(thing)
            if rebounds and zone == "graveyard" and thing.cast_from == "hand":
                _rebound(draft, thing, thing.card)
            else:
                put = draft.put_card(thing.card, zone)
                if self.resolved and thing.cast_as == ADVENTURE and zone == "exile":
                    may_be_played(draft, put, thing.controller)
        if thing.source is not None and _is_final_chapter(draft, thing):
            triggers.on_final_chapter(draft, thing.source)


def may_be_played(draft: Draft, card: ObjectId, player: ObjectId) -> None:
    """715.3d: the card of an Adventure, as long as it stays in exile."""
    permission = MayPlay(no_adventure=True)
    begin(draft, Lasting(draft.new_id(), player, None, FOREVER, (card,), ability=permission, turn=draft.course.turn))


def _rebound(draft: Draft, spell: StackObject, card: Card) -> None:
    """702.88a."""
    exiled = draft.put_card(card, "exile")
    again = Later(StepBegins("upkeep"), (CastFree("made"),))
    carry(draft, (again,), Context(spell.controller, spell.id, made=(exiled,)))


def _is_final_chapter(draft: Draft, thing: StackObject) -> bool:
    """Whether it is the ability of the highest chapter of a Saga (714.2d), as that is or last was."""
    ability, saga = thing.ability, thing.source
    if not isinstance(ability, Triggered) or not isinstance(ability.on, Chapter) or saga is None:
        return False
    there = saga in draft.battlefield or saga in draft.departed
    return there and ability.on.number == draft.characteristics(saga).last_chapter


def resolve_top(draft: Draft) -> None:
    """Begin to resolve the top of the stack (608.2a, 608.2b)."""
    thing = draft.stack[-1]
    targets = draft.still_legal(thing)
    no_target_left = any(thing.targets) and not any(targets)
    ability = thing.ability
    context = context_of(thing, targets)
    if isinstance(ability, Activated) and counts_resolutions(ability) and not no_target_left:
        context = replace(context, resolved=_count_resolution(draft, thing, ability))
    fails = isinstance(ability, Triggered) and not triggers.still_holds(draft, ability, context)
    draft.note("removed" if no_target_left or fails else "resolved", thing.id, thing.source)
    if no_target_left or fails:
        draft.push(Finish(thing.id, resolved=False))
    elif thing.card and thing.card.definition and _on_stack(thing.card.definition, thing).types & PERMANENT_TYPES:  # 608.3
        remove_from_stack(draft, thing.id)
        carry(draft, AS_IT_ENTERS.get(thing.cast_as, ()), context)
        shown = shown_as(thing.card.definition, thing.cast_as)
        draft.push(
            Enter(
                (
                    Entering(
                        thing.card.definition, thing.card.owner, thing.controller, token=thing.copied, x=thing.x,
                        kicked=thing.kicked, cast_as=thing.cast_as, life_symbols=thing.life_symbols, label=thing.card.label,
                        cast_from=thing.cast_from, mana_of=thing.mana_of,
                        attached_to=targets[0][0] if targets else None, transformed=thing.cast_as == TRANSFORMED,
                        became=shown,
                    ),
                )
            )
        )  # fmt: skip
    else:
        draft.push(Finish(thing.id))
        carry(draft, thing.effects, context)


def _on_stack(definition: CardDefinition, spell: StackObject) -> CardDefinition:
    """What the card is as that spell."""
    return shown_as(definition, spell.cast_as) or definition


def _count_resolution(draft: Draft, thing: StackObject, ability: Activated) -> int:
    """How often the ability of its source has resolved this turn with this time, which the source remembers if it is there."""
    source = -1 if thing.source is None else thing.source
    permanent = draft.battlefield.get(source) or (draft.departed[source].permanent if source in draft.departed else None)
    if permanent is None:
        return 1
    word = f"resolved {ability}"
    if source in draft.battlefield:
        draft.change(source, used=(*permanent.used, word))
    return permanent.used.count(word) + 1


def remove_from_stack(draft: Draft, id: ObjectId) -> StackObject:
    thing = next(thing for thing in draft.stack if thing.id == id)
    draft.stack = tuple(other for other in draft.stack if other is not thing)
    return thing
