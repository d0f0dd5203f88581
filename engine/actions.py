"""What a player may do with priority (117.1): the legal choices, and carrying one out.

`priority_choices` lists every legal choice, choices that differ only in interchangeable objects once. `perform` accepts any legal
choice, listed or not, and checks in the order of 305, 601.2, 602.2 and 605.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from engine import targeting
from engine.alike import Alike, look_of_card
from engine.choices import Activate, Cast, Choice, IllegalChoice, Pass, Payment, PlayLand, Priority, TapForMana
from engine.context import Context
from engine.costs import (
    Terms,
    Used,
    could_pay,
    mana_payments,
    pay,
    pay_total,
    payments,
    reserved,
    sacrificed,
    terms_of_casting,
    terms_of_paying,
    uses,
)  # fmt: skip
from engine.mana import Cost
from engine.modes import chosen
from engine.objects import Card, ObjectId, Permanent, StackObject, Step, count_of
from engine.payment import bill_of
from engine.sources import Sources, ability_of, is_mana_ability, sources_of, tap_for_mana, taps, without
from engine.vocabulary import Activated, CardDefinition, Costs, SorcerySpeedOnly, Spell

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View

Targets = tuple[tuple[ObjectId, ...], ...]

# ------------------------------------------------------------------------------------------------------------------ timing


def is_sorcery_time(view: View, player: ObjectId) -> bool:
    """A main phase of the player's own turn with an empty stack (307.1, 117.1a)."""
    return view.active == player and view.step in (Step.MAIN1, Step.MAIN2) and not view.stack


def check_time_to_cast(view: View, player: ObjectId, card: ObjectId) -> None:
    """Whether `player`, who has priority, may begin to cast that card now.

    Raises:
        IllegalChoice: 307.1 a sorcery, 117.1a another spell without flash, 601.3 an effect forbids it.
    """
    if is_sorcery_time(view, player):
        return
    types, name = view.types(card), view.name(card)
    if any(view.battlefield[source].controller != player for source, _ in view.statics(SorcerySpeedOnly)):
        raise IllegalChoice("601.3", f"{name} can be cast only any time a sorcery could be")
    if "Instant" in types or "flash" in view.keywords(card):
        return
    if "Sorcery" in types:
        if not view.players[player].sorceries_as_flash:
            raise IllegalChoice("307.1", f"{name} is a sorcery: only in your main phase with an empty stack")
        return
    raise IllegalChoice("117.1a", f"{name} can be cast only in your main phase with an empty stack")


def check_time_to_activate(view: View, player: ObjectId, permanent: Permanent, ability: Activated) -> None:
    """Whether `player`, who has priority, may activate that ability now.

    Raises:
        IllegalChoice: 606.3 a loyalty ability, 602.5d one that reads "only as a sorcery".
    """
    loyalty = ability.cost.loyalty is not None
    if (loyalty or ability.sorcery_speed) and not is_sorcery_time(view, player):
        rule, word = ("606.3", "a loyalty ability") if loyalty else ("602.5d", "that ability")
        raise IllegalChoice(rule, f"{word} can be activated only in your main phase with an empty stack")
    if loyalty and permanent.activated_loyalty:
        raise IllegalChoice("606.3", f"a loyalty ability of {view.name(permanent.id)} was activated this turn already")


# ------------------------------------------------------------------------------------------------------- spells and abilities


@dataclass(frozen=True, slots=True)
class Proposal:
    """A spell or ability as it is proposed (601.2b), before targets and payment.

    `source` is the card or permanent, `mana` the whole mana cost with additional ones, `costs` says what else is to be paid."""

    player: ObjectId
    source: ObjectId
    ability: Spell | Activated | None
    costs: Costs
    mana: Cost
    terms: Terms
    modes: tuple[int, ...] = ()
    x: int = 0
    kicked: int = 0

    def context(self) -> Context:
        return Context(self.player, self.source, x=self.x, kicked=self.kicked)


NO_COSTS = Costs()


def spell_of(definition: CardDefinition) -> Spell | None:
    """The spell ability of an instant or sorcery card."""
    return next((a for a in definition.abilities if isinstance(a, Spell)), None)


def mana_of_spell(definition: CardDefinition, kicked: int) -> Cost:
    """The mana cost with the additional costs in mana that were announced: multikicker (702.33c) or entwine (702.42a)."""
    mana = definition.cost or ()
    if definition.additional is not None:
        mana += definition.additional.mana
    if not kicked:
        return mana
    return mana + kicker(definition) * kicked


def kicker(definition: CardDefinition) -> Cost:
    """What it costs to kick or entwine the spell once; empty if it cannot be kicked or entwined."""
    if definition.multikicker is not None:
        return definition.multikicker
    spell = spell_of(definition)
    return (spell.modes.entwine if spell is not None and spell.modes is not None else None) or ()


def is_entwined(ability: Spell | Activated | None, kicked: int) -> bool:
    return kicked > 0 and ability is not None and ability.modes is not None and ability.modes.entwine is not None


def mode_choices(ability: Spell | Activated | None, kicked: int) -> Iterator[tuple[int, ...]]:
    """Every choice of modes (700.2a), all of them if it is entwined (702.42a)."""
    modes = None if ability is None else ability.modes
    if modes is not None and is_entwined(ability, kicked):
        return iter([tuple(range(len(modes.modes)))])
    return targeting.mode_choices(modes)


def check_modes(ability: Spell | Activated | None, chosen_modes: tuple[int, ...], kicked: int) -> None:
    """Raises:
    IllegalChoice: 700.2, 700.2d or 702.42a, these modes cannot be chosen.
    """
    modes = None if ability is None else ability.modes
    if modes is None or not is_entwined(ability, kicked):
        targeting.check_modes(modes, chosen_modes)
    elif sorted(chosen_modes) != list(range(len(modes.modes))):
        raise IllegalChoice("702.42a", "all modes have to be chosen if the entwine cost is paid")


def has_x(costs: Costs, mana: Cost) -> bool:
    """Whether a value for X is to be announced (107.3a)."""
    return isinstance(costs.loyalty, str) or any(symbol.is_x for symbol in mana)


# ------------------------------------------------------------------------------------------------------------------ listing


def priority_choices(state: View) -> Iterator[Choice]:
    """Everything that the player with priority may do, one for each class of choices that differ in interchangeable objects only.

    Payments use no source of mana that could be left out; to tap one more is a `TapForMana` of its own.
    """
    assert isinstance(state.decision, Priority)
    yield Pass()
    yield from Listing(state, state.decision.player).choices()


class Listing:
    """Lists the choices of one player in one state."""

    __slots__ = ("alike", "player", "sources", "view")

    def __init__(self, view: View, player: ObjectId) -> None:
        self.view = view
        self.player = player
        self.alike = Alike(view)
        self.sources = sources_of(view, player, self.alike)

    def choices(self) -> Iterator[Choice]:
        seen: set[object] = set()
        for card in self.view.players[self.player].hand:
            look = card.id if card.id in self.alike.special else look_of_card(card)
            if card.definition is None or look in seen:
                continue
            seen.add(look)
            if "Land" in card.definition.types:
                yield from self._land(card)
            else:
                yield from self._casts(card, card.definition)
        yield from taps(self.view, self.player, self.alike)
        for permanent in self.view.battlefield.values():
            if permanent.controller == self.player and self.view.activated(permanent.id):
                key = self.alike.key(permanent.id)
                if key not in seen:
                    seen.add(key)
                    yield from self._activations(permanent)

    def _land(self, card: Card) -> Iterator[Choice]:
        owner = self.view.players[self.player]
        if owner.lands_played < owner.land_plays and is_sorcery_time(self.view, self.player):
            yield PlayLand(card.id)

    def _casts(self, card: Card, definition: CardDefinition) -> Iterator[Choice]:
        try:
            check_time_to_cast(self.view, self.player, card.id)
        except IllegalChoice:
            return
        if definition.cost is None:
            return
        spell, costs = spell_of(definition), definition.additional or NO_COSTS
        if not could_pay(self.view, self.player, costs, card.id):
            return
        terms = terms_of_casting(self.view, self.player, card.id)
        for kicked in count():
            mana = mana_of_spell(definition, kicked)
            payable = False
            for modes in mode_choices(spell, kicked):
                for proposal in self._with_x(Proposal(self.player, card.id, spell, costs, mana, terms, modes, 0, kicked)):
                    payable = True
                    for targets, used, payment in self._completed(proposal):
                        yield Cast(
                            card.id, modes, targets, proposal.x, kicked, used.sacrifice, used.discard, used.remove, payment
                        )
            if not payable or not kicker(definition) or (kicked and definition.multikicker is None):
                return

    def _activations(self, permanent: Permanent) -> Iterator[Choice]:
        for index, ability in enumerate(self.view.activated(permanent.id)):
            if is_mana_ability(ability):
                continue
            try:
                check_time_to_activate(self.view, self.player, permanent, ability)
            except IllegalChoice:
                continue
            costs = ability.cost
            if not could_pay(self.view, self.player, costs, permanent.id):
                continue
            terms = terms_of_paying(self.view, self.player)
            for modes in mode_choices(ability, 0):
                for proposal in self._with_x(Proposal(self.player, permanent.id, ability, costs, costs.mana, terms, modes)):
                    for targets, used, payment in self._completed(proposal):
                        yield Activate(
                            permanent.id, index, modes, targets, proposal.x, used.sacrifice, used.discard, used.remove, payment
                        )

    def _with_x(self, proposal: Proposal) -> Iterator[Proposal]:
        """The proposal with every value of X that can be paid for."""
        if not has_x(proposal.costs, proposal.mana):
            if self._mana(proposal, self._sources(proposal)):
                yield proposal
            return
        sources = self._sources(proposal)
        highest = None
        if isinstance(proposal.costs.loyalty, str):
            highest = count_of(self.view.battlefield[proposal.source].counters, "loyalty")
        for x in count():
            with_x = replace(proposal, x=x)
            if (highest is not None and x > highest) or not self._mana(with_x, sources):
                return
            yield with_x

    def _sources(self, proposal: Proposal) -> Sources:
        return without(self.view, self.sources, reserved(self.view, proposal.costs, proposal.source, Used(), ()))

    def _mana(self, proposal: Proposal, sources: Sources) -> tuple[Payment, ...]:
        player = self.view.players[self.player]
        life = max(0, player.life - proposal.costs.life)
        return mana_payments(proposal.mana, proposal.x, proposal.terms, player.mana, sources, life)

    def _completed(self, proposal: Proposal) -> Iterator[tuple[Targets, Used, Payment]]:
        """Every way to choose targets and to pay, for a proposal whose mana can be paid."""
        for targets in self._targets(proposal):
            marked = {proposal.source}.union(*targets)
            for used in uses(self.view, self.player, proposal.costs, proposal.source, self.alike, marked):
                sources = self.sources
                if proposal.mana:
                    sources = without(self.view, sources, reserved(self.view, proposal.costs, proposal.source, used, marked))
                for payment in self._mana(proposal, sources):
                    yield targets, used, payment

    def _targets(self, proposal: Proposal) -> Iterator[Targets]:
        if proposal.ability is None:
            yield ()
            return
        specs = chosen(proposal.ability, proposal.modes)[1]
        if not specs:
            yield ()
            return
        alike = self.alike.apart(proposal.source)
        yield from targeting.target_choices(self.view, specs, proposal.context(), alike)


# ------------------------------------------------------------------------------------------------------------------ doing


def perform(draft: Draft, choice: Choice) -> None:
    """Do what the player with priority chose, other than passing.

    Raises:
        IllegalChoice: the rules forbid it; the draft is then to be thrown away.
    """
    assert isinstance(draft.decision, Priority)
    player = draft.decision.player
    match choice:
        case PlayLand():
            _play_land(draft, player, choice)
        case Cast():
            _cast(draft, player, choice)
        case Activate():
            _activate(draft, player, choice)
        case TapForMana():
            tap_for_mana(draft, player, choice)
        case _:
            raise IllegalChoice("117.1", "a player with priority can cast spells, activate abilities, play a land or pass")


def _in_hand(view: View, player: ObjectId, id: ObjectId, rule: str) -> tuple[Card, CardDefinition]:
    card = next((card for card in view.players[player].hand if card.id == id), None)
    if card is None:
        raise IllegalChoice(rule, "that card is not in your hand")
    if card.definition is None:
        raise IllegalChoice(rule, "nothing is known of that card")
    return card, card.definition


def _play_land(draft: Draft, player: ObjectId, choice: PlayLand) -> None:
    _, definition = _in_hand(draft, player, choice.card, "305.1")
    if "Land" not in definition.types:
        raise IllegalChoice("305.1", f"{definition.name} is not a land")
    if draft.active != player:
        raise IllegalChoice("305.3", "a land can be played only in one's own turn")
    if not is_sorcery_time(draft, player):
        raise IllegalChoice("305.1", "a land can be played only in a main phase with an empty stack")
    owner = draft.players[player]
    if owner.lands_played >= owner.land_plays:
        raise IllegalChoice("305.2b", f"{owner.lands_played} of {owner.land_plays} lands were played this turn already")
    draft.play_land(player, choice.card)


def _cast(draft: Draft, player: ObjectId, choice: Cast) -> None:
    card, definition = _in_hand(draft, player, choice.card, "601.3")
    if "Land" in definition.types:
        raise IllegalChoice("305.9", f"{definition.name} is a land and cannot be cast")
    check_time_to_cast(draft, player, choice.card)
    if definition.cost is None:
        raise IllegalChoice("118.6", f"{definition.name} has no mana cost, which cannot be paid")
    most = 0 if not kicker(definition) else choice.kicked if definition.multikicker is not None else 1
    if not 0 <= choice.kicked <= most:
        raise IllegalChoice("601.2b", f"{definition.name} cannot be kicked or entwined {choice.kicked} times")
    proposal = Proposal(
        player,
        choice.card,
        spell_of(definition),
        definition.additional or NO_COSTS,
        mana_of_spell(definition, choice.kicked),
        terms_of_casting(draft, player, choice.card),
        tuple(sorted(choice.modes)),
        choice.x,
        choice.kicked,
    )
    used = _check(draft, proposal, choice)
    own_symbols = sum(bool(symbol.announcements) for symbol in definition.cost)
    effects, specs = chosen(proposal.ability, proposal.modes) if proposal.ability else ((), ())
    draft.take_card(choice.card)
    _pay(draft, proposal, used, choice.payment)
    draft.put_on_stack(
        StackObject(
            id=draft.new_id(),
            controller=player,
            effects=effects,
            targets=choice.targets,
            target_specs=specs,
            card=card,
            ability=proposal.ability,
            x=choice.x,
            kicked=choice.kicked,
            life_symbols=choice.payment.announced[:own_symbols].count("life"),
            sacrificed=sacrificed(proposal.costs, choice.card, used),
        )
    )


def _activate(draft: Draft, player: ObjectId, choice: Activate) -> None:
    ability = ability_of(draft, player, choice.source, choice.ability)
    if is_mana_ability(ability):
        raise IllegalChoice("605.3b", "a mana ability does not use the stack: tap for mana instead")
    check_time_to_activate(draft, player, draft.battlefield[choice.source], ability)
    cost, terms = ability.cost, terms_of_paying(draft, player)
    proposal = Proposal(player, choice.source, ability, cost, cost.mana, terms, tuple(sorted(choice.modes)), choice.x)
    used = _check(draft, proposal, choice)
    if ability.cost.loyalty is not None:
        draft.change(choice.source, activated_loyalty=True)
    _pay(draft, proposal, used, choice.payment)
    effects, specs = chosen(ability, proposal.modes)
    draft.put_on_stack(
        StackObject(
            id=draft.new_id(),
            controller=player,
            effects=effects,
            targets=choice.targets,
            target_specs=specs,
            source=choice.source,
            ability=ability,
            x=choice.x,
            sacrificed=sacrificed(proposal.costs, choice.source, used),
        )
    )


def _check(view: View, proposal: Proposal, choice: Cast | Activate) -> Used:
    """The announcements and targets of 601.2b and 601.2c."""
    check_modes(proposal.ability, choice.modes, proposal.kicked)
    if choice.x < 0 or (choice.x and not has_x(proposal.costs, proposal.mana)):
        raise IllegalChoice("107.3a", f"X cannot be {choice.x}")
    bill_of(proposal.mana, choice.payment.announced, choice.x)
    specs = chosen(proposal.ability, proposal.modes)[1] if proposal.ability else ()
    targeting.check_targets(view, specs, choice.targets, proposal.context())
    return Used(choice.sacrifice, choice.discard, choice.remove)


def _pay(draft: Draft, proposal: Proposal, used: Used, payment: Payment) -> None:
    pay_total(
        draft, proposal.player, proposal.costs, proposal.mana, proposal.terms, proposal.source, used, proposal.x, payment
    )


__all__ = ["pay", "payments", "perform", "priority_choices"]
