"""What a player may do with priority (117.1): the legal choices, and carrying one out.

`priority_choices` lists every legal choice, choices that differ only in interchangeable objects once. `perform` accepts any legal
choice, listed or not, and checks in the order of 305, 601.2, 602.2 and 605.3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from engine import targeting
from engine.alike import Alike, look_of_card, looks
from engine.checks import ability_of
from engine.choices import Activate, Cast, Choice, IllegalChoice, Pass, Payment, PlayLand, Priority, TapForMana
from engine.context import Context
from engine.costs import (
    Terms,
    Used,
    could_pay,
    leaves_choice,
    mana_payments,
    pay,
    pay_total,
    payments,
    reserved,
    sacrificed,
    tap_for_mana,
    terms_of_casting,
    terms_of_paying,
    uses,
)
from engine.mana import Cost
from engine.modes import chosen
from engine.objects import Card, ObjectId, Permanent, StackObject, Step, count_of
from engine.payment import bill_of
from engine.sources import Sources, is_mana_ability, sort, sources_among, taps, without
from engine.vocabulary import Activated, CardDefinition, Costs, SorcerySpeedOnly, Spell

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View

Targets = tuple[tuple[ObjectId, ...], ...]

# ------------------------------------------------------------------------------------------------------------------ timing


def is_sorcery_time(view: View, player: ObjectId) -> bool:
    """A main phase of the player's own turn with an empty stack (307.1, 117.1a)."""
    return view.active == player and view.step in (Step.MAIN1, Step.MAIN2) and not view.stack


def why_not_now(view: View, player: ObjectId, card: ObjectId) -> tuple[str, str] | None:
    """The rule and the reason why `player`, who has priority, may not begin to cast that card now; None if they may."""
    if is_sorcery_time(view, player):
        return None
    if any(view.battlefield[source].controller != player for source, _ in view.statics(SorcerySpeedOnly)):
        return "601.3", "it can be cast only any time a sorcery could be"
    types = view.types(card)
    if "Instant" in types or "flash" in view.keywords(card):
        return None
    if "Sorcery" not in types:
        return "117.1a", "it can be cast only in your main phase with an empty stack"
    if view.players[player].sorceries_as_flash:
        return None
    return "307.1", "a sorcery can be cast only in your main phase with an empty stack"


def why_not_activate(view: View, player: ObjectId, permanent: Permanent, ability: Activated) -> tuple[str, str] | None:
    """The rule and the reason why `player`, who has priority, may not activate that ability now; None if they may."""
    loyalty = ability.cost.loyalty is not None
    if (loyalty or ability.sorcery_speed) and not is_sorcery_time(view, player):
        rule, word = ("606.3", "a loyalty ability") if loyalty else ("602.5d", "that ability")
        return rule, f"{word} can be activated only in your main phase with an empty stack"
    if loyalty and permanent.activated_loyalty:
        return "606.3", "one of its loyalty abilities was activated this turn already"
    return None


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
    index: int = -1
    """Which of the activated abilities it is; -1 for a spell."""

    def context(self) -> Context:
        return Context(self.player, self.source, x=self.x, kicked=self.kicked)

    def choice(self, targets: Targets, used: Used, payment: Payment) -> Cast | Activate:
        if self.index < 0:
            return Cast(
                self.source, self.modes, targets, self.x, self.kicked, used.sacrifice, used.discard, used.remove, payment
            )
        return Activate(self.source, self.index, self.modes, targets, self.x, used.sacrifice, used.discard, used.remove, payment)


NO_COSTS = Costs()


def spell_of(definition: CardDefinition) -> Spell | None:
    """The spell ability of an instant or sorcery card."""
    return next((a for a in definition.abilities if isinstance(a, Spell)), None)


def mana_of_spell(definition: CardDefinition, kicked: int) -> Cost:
    """The mana cost with the additional costs in mana that were announced: multikicker (702.33c) or entwine (702.42a)."""
    key = (id(definition), kicked)
    known = _MANA.get(key)
    if known is None or known[0] is not definition:
        mana = definition.cost or ()
        if definition.additional is not None:
            mana += definition.additional.mana
        known = _MANA[key] = (definition, mana + kicker(definition) * kicked)
    return known[1]


_MANA: dict[tuple[int, int], tuple[CardDefinition, Cost]] = {}


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

    __slots__ = ("alike", "classes", "player", "sources", "terms", "view")

    def __init__(self, view: View, player: ObjectId) -> None:
        self.view = view
        self.player = player
        self.alike = Alike(view)
        self.classes = self._classes()
        self.sources = sources_among(view, self.classes)
        self.terms = terms_of_paying(view, player)

    def _classes(self) -> list[list[ObjectId]]:
        """The player's permanents with activated abilities, alike ones together."""
        special, traits = self.alike.special, self.view.board.characteristics
        found: dict[ObjectId, list[ObjectId]] = {}
        for id, permanent in self.view.battlefield.items():
            if permanent.controller == self.player and traits[id].activated:
                key = id if id in special else looks(permanent)
                members = found.get(key)
                if members is None:
                    found[key] = [id]
                else:
                    members.append(id)
        return list(found.values())

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
        yield from taps(self.view, self.player, self.alike, [members[0] for members in self.classes])
        for members in self.classes:
            yield from self._activations(self.view.battlefield[members[0]])

    def _land(self, card: Card) -> Iterator[Choice]:
        owner = self.view.players[self.player]
        if owner.lands_played < owner.land_plays and is_sorcery_time(self.view, self.player):
            yield PlayLand(card.id)

    def _casts(self, card: Card, definition: CardDefinition) -> Iterator[Choice]:
        if definition.cost is None or why_not_now(self.view, self.player, card.id) is not None:
            return
        spell, costs = spell_of(definition), definition.additional or NO_COSTS
        if not could_pay(self.view, self.player, costs, card.id):
            return
        terms = terms_of_casting(self.view, self.player, card.id, self.terms)
        for kicked in count():
            mana = mana_of_spell(definition, kicked)
            payable = False
            for modes in mode_choices(spell, kicked):
                for proposal in self._payable(Proposal(self.player, card.id, spell, costs, mana, terms, modes, 0, kicked)):
                    payable = True
                    yield from self._completed(proposal)
            if not payable or not kicker(definition) or (kicked and definition.multikicker is None):
                return

    def _activations(self, permanent: Permanent) -> Iterator[Choice]:
        for index, ability in sort(self.view.activated(permanent.id)).others:
            costs = ability.cost
            if why_not_activate(self.view, self.player, permanent, ability) is not None:
                continue
            if not could_pay(self.view, self.player, costs, permanent.id):
                continue
            for modes in mode_choices(ability, 0):
                proposal = Proposal(self.player, permanent.id, ability, costs, costs.mana, self.terms, modes, 0, 0, index)
                for with_x in self._payable(proposal):
                    yield from self._completed(with_x)

    def _payable(self, proposal: Proposal) -> Iterator[Proposal]:
        """The proposal with every value of X for which the mana can be paid."""
        sources = self._left(proposal, NOTHING_USED, ())
        if not has_x(proposal.costs, proposal.mana):
            if self._mana(proposal, sources):
                yield proposal
            return
        highest = None
        if isinstance(proposal.costs.loyalty, str):
            highest = count_of(self.view.battlefield[proposal.source].counters, "loyalty")
        for x in count():
            with_x = replace(proposal, x=x)
            if (highest is not None and x > highest) or not self._mana(with_x, sources):
                return
            yield with_x

    def _left(self, proposal: Proposal, used: Used, marked: Collection[ObjectId]) -> Sources:
        """The sources of mana that other parts of the cost leave."""
        if not proposal.mana:
            return self.sources
        if not leaves_choice(proposal.costs) and self.sources.ids.isdisjoint((proposal.source, *marked)):
            return self.sources
        return without(self.view, self.sources, reserved(self.view, proposal.costs, proposal.source, used, marked))

    def _mana(self, proposal: Proposal, sources: Sources) -> tuple[Payment, ...]:
        player = self.view.players[self.player]
        life = max(0, player.life - proposal.costs.life)
        return mana_payments(proposal.mana, proposal.x, proposal.terms, player.mana, sources, life)

    def _completed(self, proposal: Proposal) -> Iterator[Choice]:
        """Every way to choose targets and to pay, for a proposal whose mana can be paid."""
        for targets in self._targets(proposal):
            marked = {proposal.source}.union(*targets)
            if not leaves_choice(proposal.costs):
                sources = self._left(proposal, NOTHING_USED, marked)
                yield from _with_payments(proposal, targets, sources, self._mana(proposal, sources))
                continue
            for used in uses(self.view, self.player, proposal.costs, proposal.source, self.alike, marked):
                for payment in self._mana(proposal, self._left(proposal, used, marked)):
                    yield proposal.choice(targets, used, payment)

    def _targets(self, proposal: Proposal) -> Iterable[Targets]:
        if proposal.ability is None:
            return ((),)
        specs = chosen(proposal.ability, proposal.modes)[1]
        if not specs:
            return ((),)
        return targeting.target_choices(self.view, specs, proposal.context(), self.alike.apart(proposal.source))


def _with_payments(proposal: Proposal, targets: Targets, sources: Sources, ways: tuple[Payment, ...]) -> tuple[Choice, ...]:
    """The choices that use up nothing but what the payments say; remembered with the sources, as states share them."""
    key = (proposal.source, proposal.index, proposal.modes, targets, proposal.x, proposal.kicked, id(ways))
    known = sources.known.get(key)
    if known is None or known[0] is not ways:
        known = sources.known[key] = (ways, tuple(proposal.choice(targets, NOTHING_USED, payment) for payment in ways))
    return known[1]


NOTHING_USED = Used()


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
    obstacle = why_not_now(draft, player, choice.card)
    if obstacle is not None:
        raise IllegalChoice(obstacle[0], f"{definition.name}: {obstacle[1]}")
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
    obstacle = why_not_activate(draft, player, draft.battlefield[choice.source], ability)
    if obstacle is not None:
        raise IllegalChoice(obstacle[0], f"{draft.name(choice.source)}: {obstacle[1]}")
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
