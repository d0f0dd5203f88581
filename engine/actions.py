"""What a player may do with priority (117.1): the legal choices, and carrying one out.

`priority_choices` lists every legal choice, choices that differ only in interchangeable objects once. `perform` accepts any legal
choice, listed or not, and checks in the order of 305, 601.2, 602.2 and 605.3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, count, islice
from typing import TYPE_CHECKING, NamedTuple

from engine import targeting
from engine.alike import Alike, look_of_card
from engine.bound_mana import Purpose, spendable
from engine.checks import ability_of, bars_life, check_not_barred, is_barred, land_plays
from engine.choices import Activate, Cast, Choice, IllegalChoice, Pass, Payment, PlayLand, Priority, TapForMana
from engine.context import Context
from engine.costs import (
    LOYALTY,
    NO_COSTS,
    NOTHING_USED,
    Terms,
    Used,
    could_pay,
    leaves_choice,
    life_of,
    loyalty_change,
    mana_payments,
    most_lenient,
    pay,
    pay_total,
    payments,
    reserved,
    sacrificed,
    tap_for_mana,
    terms_of_activating,
    terms_of_casting,
    terms_of_paying,
    terms_of_targeting,
    used_up,
    uses,
)
from engine.dividing import amounts
from engine.helping import Help, can_be_helped, helpers, helping
from engine.layers import printed
from engine.lazily import Lazy, lazily
from engine.mana import NO_MANA, Cost, mana_value
from engine.modes import chosen
from engine.objects import ONCE_EVER, Card, ObjectId, StackObject, Step, count_of
from engine.payment import LIFE_FOR_A_SYMBOL, Bill, bill_of
from engine.proposing import as_proposed
from engine.sources import Sources, classes_of, is_mana_ability, sources_among, taps, without
from engine.vocabulary import (
    Activated,
    CannotActivate,
    CannotCast,
    CardDefinition,
    CastAsFlash,
    ColorsSpent,
    Costs,
    CostsByTargets,
    CostsLessItself,
    Effect,
    LoyaltyTwice,
    ManaSpent,
    SorcerySpeedOnly,
    Spell,
    TargetingCosts,
)
from engine.vocabulary.inside import words_in
from engine.ways import ADVENTURE, NORMALLY, Way, is_open, may_play, optional_cost, together, ways_of

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.view import View

Targets = tuple[tuple[ObjectId, ...], ...]
Payments = tuple[Payment, ...] | Lazy[Payment]

# ------------------------------------------------------------------------------------------------------------------ timing


def is_sorcery_time(view: View, player: ObjectId) -> bool:
    """A main phase of the player's own turn with an empty stack (307.1, 117.1a)."""
    return view.active == player and view.step in (Step.MAIN1, Step.MAIN2) and not view.stack


def why_not_cast(view: View, player: ObjectId, definition: CardDefinition, sorcery_time: bool) -> tuple[str, str] | None:
    """The rule and the reason why `player`, who has priority, may not begin to cast such a card now; None if they may."""
    if (why := why_forbidden(view, player, definition, sorcery_time)) is not None:
        return "601.3", why
    if sorcery_time:
        return None
    if definition.is_instant:
        return None
    if CastAsFlash in view.board.statics and _has_flash(view, player, definition):
        return None
    if "Sorcery" not in definition.types:
        return "117.1a", "it can be cast only in your main phase with an empty stack"
    if view.players[player].sorceries_as_flash:
        return None
    return "307.1", "a sorcery can be cast only in your main phase with an empty stack"


def why_forbidden(view: View, player: ObjectId, definition: CardDefinition, sorcery_time: bool) -> str | None:
    """Why an effect keeps the player from casting such a card now, whatever allows it (101.2); None if none does."""
    if _splits_seconds(view):
        return "there is a spell with split second on the stack (702.61b)"
    if CannotCast in view.board.statics and _is_forbidden(view, player, definition):
        return "an effect says that it cannot be cast"
    if not sorcery_time and any(view.battlefield[source].controller != player for source, _ in view.statics(SorcerySpeedOnly)):
        return "it can be cast only any time a sorcery could be"
    return None


def _splits_seconds(view: View) -> bool:
    """Whether a spell on the stack keeps players from casting spells and activating abilities that are no mana abilities."""
    for thing in view.stack:
        if thing.card is not None and thing.card.definition is not None and "split second" in thing.card.definition.keywords:
            return True
    return False


def _is_forbidden(view: View, player: ObjectId, definition: CardDefinition) -> bool:
    """Whether an effect says that the player cannot cast such a card."""
    traits = printed(definition)
    return any(
        isinstance(ability, CannotCast)
        and player in view.refer(ability.who, Context(view.controller(source), source))
        and view.matches(ability.filter, -1, view.controller(source), source, traits=traits, controller=player)
        for source, ability in view.statics(CannotCast)
    )


def _has_flash(view: View, player: ObjectId, definition: CardDefinition) -> bool:
    """Whether the player may cast such a card as though it had flash."""
    traits = printed(definition)
    return any(
        isinstance(ability, CastAsFlash)
        and view.controller(source) == player
        and view.matches(ability.filter, -1, player, source, traits=traits, controller=player)
        for source, ability in view.statics(CastAsFlash)
    )


def why_not_activate(
    view: View, player: ObjectId, source: ObjectId, index: int, ability: Activated, sorcery_time: bool
) -> tuple[str, str] | None:
    """The rule and the reason why the player, who has priority, may not activate that ability now; None if they may."""
    if not ability.special and _splits_seconds(view):
        return "702.61b", "there is a spell with split second on the stack"
    if ability.cost.loyalty is not None:
        if not sorcery_time:
            return "606.3", "a loyalty ability can be activated only in your main phase with an empty stack"
        activated = view.battlefield[source].activated_loyalty
        if activated and activated >= _loyalty_activations(view, source):
            return "606.3", "one of its loyalty abilities was activated this turn already"
    elif ability.sorcery_speed and not sorcery_time:
        return "602.5d", "that ability can be activated only in your main phase with an empty stack"
    if not ability.special and CannotActivate in view.board.statics and is_barred(view, source):
        return "602.5", "its activated abilities cannot be activated"
    if ability.once_each_turn and _was_used(view, source, index):
        return "602.5b", "that ability was activated this turn already"
    if ability.once and _was_used(view, source, index, ONCE_EVER):
        return "602.5b", "that ability was activated already"
    if ability.condition is not None and not view.holds(ability.condition, Context(player, source)):
        return "602.5b", "the condition for activating that ability does not hold"
    return None


def _loyalty_activations(view: View, source: ObjectId) -> int:
    """How often loyalty abilities of the planeswalker may be activated each turn (606.3)."""
    twice = any(
        isinstance(static, LoyaltyTwice) and view.concerns(static.who, source, speaker)
        for speaker, static in view.statics(LoyaltyTwice)
    )
    return 2 if twice else 1


def _once(view: View, source: ObjectId, index: int) -> tuple[ObjectId, str]:
    """On which permanent it is remembered that an activated ability was used, and what `Permanent.used` calls it there: one that
    another permanent lends, on that one, as its place among all changes."""
    lent = view.board.lent_as(source, index)
    return (source, f"ability {index}") if lent is None else (lent.by, f"ability {lent.place} lent to {source}")


def _was_used(view: View, source: ObjectId, index: int, beyond: str = "") -> bool:
    """Whether the ability was activated this turn, or ever (`ONCE_EVER`)."""
    on, word = _once(view, source, index)
    return beyond + word in view.battlefield[on].used


# ------------------------------------------------------------------------------------------------------- spells and abilities


NO_CARD = CardDefinition("")


class Proposal(NamedTuple):
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
    number: int = -1
    """Which of the activated abilities it is; -1 for a spell."""
    how: str = NORMALLY
    definition: CardDefinition = NO_CARD
    """The card that is cast, as it is cast so."""

    def context(self) -> Context:
        return Context(self.player, self.source, x=self.x, kicked=self.kicked)

    def choice(self, targets: Targets, used: Used, payment: Payment) -> Cast | Activate:
        if self.number < 0:
            return Cast(
                self.source, self.modes, targets, self.x, self.kicked, used.sacrifice, used.discard, used.remove, payment,
                self.how, used.others,
            )  # fmt: skip
        return Activate(
            self.source, self.number, self.modes, targets, self.x, used.sacrifice, used.discard, used.remove, payment, used.others
        )


def purpose_of(view: View, proposal: Proposal) -> Purpose:
    """What mana for it would be spent on (106.6)."""
    source = proposal.source
    if proposal.number < 0:
        return Purpose(source, printed(proposal.definition), casts=True)
    return Purpose(source, view.characteristics(source) if source in view.battlefield else None)


def help_of(view: View, proposal: Proposal, others: tuple[ObjectId, ...]) -> dict[ObjectId, Help]:
    """What a choice uses instead of mana for the spell, among the others that it names.

    Raises:
        IllegalChoice: 702.51a, something cannot be used so.
    """
    if proposal.number >= 0 or not can_be_helped(proposal.definition):
        return {}
    there = helpers(view, proposal.player, proposal.definition, proposal.source)
    ids = helping(proposal.costs, others)
    if len(set(ids)) != len(ids) or not there.keys() >= set(ids):
        raise IllegalChoice("702.51a", "only what the keyword of the spell names can be used instead of mana, each once")
    return {id: there[id] for id in ids}


class Castable(NamedTuple):
    """What a card says about casting it."""

    definition: CardDefinition
    spell: Spell | None
    """The spell ability of an instant or sorcery card."""
    costs: Costs
    """Its additional costs other than mana (118.8)."""
    kicker: Costs | None
    """What it costs to kick (702.33c) or entwine (702.42a) it once, if either can be done."""
    kicked_costs: Costs
    """The additional costs other than mana if it is kicked."""
    many: bool
    """Whether that may be paid any number of times."""
    mana: dict[int, Cost]
    """The mana cost with additional costs in mana, by how often it is kicked."""
    elsewhere: tuple[tuple[int, Activated], ...]
    """Its activated abilities that do not function on the battlefield, with their places among all."""
    ways: tuple[Way, ...]
    """The alternative ways to cast it (118.9)."""
    changes_cost: bool
    """Whether an ability of its own makes it cost less."""
    by_targets: bool
    """Whether an ability of its own makes its cost depend on its targets."""
    asks_for_colors: bool
    """Whether it asks which mana was spent to cast it."""


def asks_for_colors(definition: CardDefinition) -> bool:
    """Whether something on the card asks which mana was spent to cast it, of which colours or in all, after it was cast."""
    return any(isinstance(word, (ManaSpent, ColorsSpent)) and word.of == "self" for word in words_in(definition))


_CASTABLE: dict[int, Castable] = {}


def castable(definition: CardDefinition) -> Castable:
    known = _CASTABLE.get(id(definition))
    if known is None or known.definition is not definition:
        spell = next((ability for ability in definition.abilities if isinstance(ability, Spell)), None)
        if spell is None and definition.enchant is not None:  # 303.4a
            spell = Spell(targets=(definition.enchant,))
        entwine = spell.modes.entwine if spell is not None and spell.modes is not None else None
        kicker, many = optional_cost(definition)
        kicker = kicker or (None if entwine is None else Costs(entwine))
        activated = enumerate(printed(definition).activated)
        elsewhere = tuple((index, ability) for index, ability in activated if ability.zone != "battlefield")
        costs = definition.additional or NO_COSTS
        ways = ways_of(definition)
        changes_cost = any(isinstance(ability, CostsLessItself) for ability in definition.abilities)
        by_targets = any(isinstance(ability, CostsByTargets) for ability in definition.abilities)
        known = _CASTABLE[id(definition)] = Castable(
            definition, spell, costs, kicker, together(costs, kicker or NO_COSTS), many, {}, elsewhere, ways, changes_cost,
            by_targets, asks_for_colors(definition),
        )  # fmt: skip
    return known


def spell_of(definition: CardDefinition) -> Spell | None:
    """The spell ability of an instant or sorcery card."""
    return castable(definition).spell


def mana_of_spell(definition: CardDefinition, kicked: int) -> Cost:
    """The mana cost with the additional costs in mana that were announced; always the same object."""
    card = castable(definition)
    known = card.mana.get(kicked)
    if known is None:
        kicker = card.kicker.mana if card.kicker is not None else ()
        known = card.mana[kicked] = (definition.cost or ()) + card.costs.mana + kicker * kicked
    return known


def costs_of_spell(definition: CardDefinition, kicked: int) -> Costs:
    """The additional costs other than mana that were announced; always the same object."""
    card = castable(definition)
    return card.kicked_costs if kicked else card.costs


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


_WITH_X: dict[int, tuple[Cost, bool]] = {}


def has_x(costs: Costs, mana: Cost) -> bool:
    """Whether a value for X is to be announced (107.3a)."""
    known = _WITH_X.get(id(mana))
    if known is None or known[0] is not mana:
        known = _WITH_X[id(mana)] = (mana, any(symbol.is_x for symbol in mana))
    removes = costs.remove is not None and costs.remove.x
    return known[1] or removes or costs.life_x or isinstance(costs.loyalty, str)


def highest_x(view: View, player: ObjectId, costs: Costs, source: ObjectId) -> int | None:
    """The highest X for which the parts of the cost other than mana can be paid; None: any."""
    limits = []
    if isinstance(costs.loyalty, str):
        limits.append(count_of(view.battlefield[source].counters, LOYALTY) + loyalty_change(view, player, costs.loyalty, 0))
    if costs.remove is not None and costs.remove.x:
        limits.append(count_of(view.battlefield[source].counters, costs.remove.kind or ""))
    if costs.life_x:
        limits.append(0 if bars_life(view) else max(0, view.players[player].life - costs.life))
    return min(limits, default=None)


# ------------------------------------------------------------------------------------------------------------------ listing


def priority_choices(state: View) -> Iterator[Choice]:
    """Everything that the player with priority may do, one for each class of choices that differ in interchangeable objects only.

    Payments use no source of mana that could be left out; to tap one more is a `TapForMana` of its own.
    """
    assert isinstance(state.decision, Priority)
    return chain((PASS,), Listing(state, state.decision.player).choices())


def unpaid_choices(state: View, source: ObjectId) -> Iterator[Cast | Activate]:
    """Those of the priority choices that cast that card or activate that permanent, each maybe with an alike one in its place,
    with one of the payments only."""
    assert isinstance(state.decision, Priority)
    return Listing(state, state.decision.player, every_payment=False).choices_with(source)


def paid_choices(state: View, choice: Cast | Activate) -> Iterator[Cast | Activate]:
    """The choice with every payment, alike sources once."""
    assert isinstance(state.decision, Priority)
    return Listing(state, state.decision.player).with_payments(choice)


PASS = Pass()


class Listing:
    """Lists the choices of one player in one state."""

    __slots__ = ("alike", "classes", "every_payment", "life_barred", "player", "sorcery_time", "sources", "terms", "view")

    def __init__(self, view: View, player: ObjectId, every_payment: bool = True) -> None:
        self.view = view
        self.player = player
        self.every_payment = every_payment
        self.sorcery_time = is_sorcery_time(view, player)
        self.alike = Alike(view)
        self.classes = classes_of(view, player, self.alike)
        self.sources = sources_among(view, self.classes)
        self.terms = terms_of_paying(view, player)
        self.life_barred = bars_life(view)

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
            card_says = castable(card.definition)
            if card_says.ways or card_says.elsewhere:
                yield from self._otherwise(card, card_says, "hand")
        yield from taps(self.view, self.alike, self.classes)
        for permanent, known, _ in self.classes:
            for index, ability in known.others:
                yield from self._activations(permanent.id, index, ability)
        for emblem, ability in self._emblems():
            yield from self._activations(emblem, 0, ability)
        for card in self.view.players[self.player].graveyard:
            if card.definition is not None:
                card_says = castable(card.definition)
                if card_says.ways or card_says.elsewhere:
                    yield from self._otherwise(card, card_says, "graveyard")
        for card in self.view.players[self.player].exile:
            if card.aside is not None and card.definition is not None:
                yield from self._otherwise(card, castable(card.definition), "exile")
        if self.view.lasting:
            for card in self._exiled():
                assert card.definition is not None
                if "Land" in card.definition.types:
                    yield from self._land(card)
                else:
                    yield from self._casts_from_exile(card, card.definition)

    def _exiled(self) -> Iterator[Card]:
        """The cards in exile that the player may play now."""
        for owner in self.view.players:
            for card in owner.exile:
                if card.definition is not None:
                    permission = may_play(self.view, self.player, card)
                    if permission is not None and not (permission.cast_only and "Land" in card.definition.types):
                        yield card

    def _casts_from_exile(self, card: Card, definition: CardDefinition) -> Iterator[Cast | Activate]:
        yield from self._casts(card, definition)
        for way in castable(definition).ways:
            if way.zone == "hand" and _is_possible(self.view, self.player, card, way):
                yield from self._casts_so(card, way)

    def _casts_so(self, card: Card, way: Way) -> Iterator[Cast | Activate]:
        """The choices of casting the card in that way."""
        if way.how == ADVENTURE and (permission := may_play(self.view, self.player, card)) and permission.no_adventure:
            return
        view = as_proposed(self.view, card.id, way.how)
        listing = self if view is self.view else Listing(view, self.player, self.every_payment)
        yield from listing._casts(card, way.definition, way.how)

    def choices_with(self, source: ObjectId) -> Iterator[Cast | Activate]:
        player = self.view.players[self.player]
        for card in player.hand:
            if card.id == source and card.definition is not None and "Land" not in card.definition.types:
                yield from self._casts(card, card.definition)
        for zone in ("hand", "graveyard", "exile"):
            for card in getattr(player, zone):
                if card.id == source and card.definition is not None:
                    yield from self._otherwise(card, castable(card.definition), zone)
        for card in self._exiled() if self.view.lasting else ():
            if card.id == source and card.definition is not None and "Land" not in card.definition.types:
                yield from self._casts_from_exile(card, card.definition)
        for _, known, ids in self.classes:
            for index, ability in known.others if source in ids else ():
                yield from self._activations(source, index, ability)
        for emblem, ability in self._emblems():
            if emblem == source:
                yield from self._activations(emblem, 0, ability)

    def _emblems(self) -> Iterator[tuple[ObjectId, Activated]]:
        """The player's emblems with activated abilities (114.4)."""
        for lasting in self.view.lasting:
            if lasting.controller == self.player and isinstance(lasting.ability, Activated):
                yield lasting.id, lasting.ability

    def _otherwise(self, card: Card, card_says: Castable, zone: str) -> Iterator[Cast | Activate]:
        """Casting it from that zone in an alternative way, and activations of its abilities that function there (113.6)."""
        for way in card_says.ways:
            if way.zone == zone and _is_possible(self.view, self.player, card, way):
                yield from self._casts_so(card, way)
        for index, ability in card_says.elsewhere:
            if ability.zone == zone and not is_mana_ability(ability):  # those are for permanents only here
                yield from self._activations(card.id, index, ability)

    def with_payments(self, choice: Cast | Activate) -> Iterator[Cast | Activate]:
        proposal = self._proposal(choice)
        used = Used(choice.sacrifice, choice.discard, choice.remove, choice.others)
        marked = {proposal.source}.union(*choice.targets)
        helps = tuple(help_of(self.view, proposal, choice.others).values())
        for payment in self._mana(proposal, self._left(proposal, used, marked), helps):
            yield proposal.choice(choice.targets, used, payment)

    def _proposal(self, choice: Cast | Activate) -> Proposal:
        """What a choice that can be made proposes."""
        if isinstance(choice, Activate):
            ability = self.view.activated(choice.source)[choice.ability]
            costs, terms = ability.cost, terms_of_activating(self.view, self.player, choice.source, choice.ability, self.terms)
            return Proposal(
                self.player, choice.source, ability, costs, costs.mana, terms, choice.modes, choice.x, 0, choice.ability
            )
        definition = _to_cast(self.view, self.player, choice.card, choice.how)[1]
        return _casting(self.view, self.player, choice, definition, self.terms)

    def _land(self, card: Card) -> Iterator[Choice]:
        if self.view.players[self.player].lands_played < land_plays(self.view, self.player) and self.sorcery_time:
            yield PlayLand(card.id)

    def _casts(self, card: Card, definition: CardDefinition, how: str = NORMALLY) -> Iterator[Cast | Activate]:
        if definition.cost is None or why_not_cast(self.view, self.player, definition, self.sorcery_time) is not None:
            return
        card_says = castable(definition)
        spell = card_says.spell
        terms = terms_of_casting(self.view, self.player, card.id, self.terms, card_says.changes_cost)
        for kicked in count():
            costs, mana = costs_of_spell(definition, kicked), mana_of_spell(definition, kicked)
            if costs is not NO_COSTS and not could_pay(self.view, self.player, costs, card.id):
                return
            payable = False
            for modes in mode_choices(spell, kicked):
                proposal = Proposal(
                    self.player, card.id, spell, costs, mana, terms, modes, 0, kicked, how=how, definition=definition
                )
                for choices in self._complete(proposal):
                    payable = True
                    yield from choices
            if not payable or not card_says.kicker or (kicked and not card_says.many):
                return

    def _activations(self, source: ObjectId, index: int, ability: Activated) -> Iterator[Cast | Activate]:
        costs = ability.cost
        if why_not_activate(self.view, self.player, source, index, ability, self.sorcery_time) is not None:
            return
        if could_pay(self.view, self.player, costs, source):
            terms = terms_of_activating(self.view, self.player, source, index, self.terms)
            for modes in mode_choices(ability, 0):
                proposal = Proposal(self.player, source, ability, costs, costs.mana, terms, modes, 0, 0, index)
                for choices in self._complete(proposal):
                    yield from choices

    def _complete(self, proposal: Proposal) -> Iterator[Iterable[Cast | Activate]]:
        """For every value of X for which the mana can be paid (one, if there is no X): the choices that complete the proposal."""
        if proposal.number < 0 and can_be_helped(proposal.definition):
            yield from self._with_help(proposal)
            return
        sources = self._left(proposal, NOTHING_USED, ())
        if self._has_terms_by_targets(proposal):
            proposal = proposal._replace(terms=most_lenient(self.view, self.player, proposal.source, proposal.terms))
        if not has_x(proposal.costs, proposal.mana):
            ways = self._mana(proposal, sources)
            if ways:
                yield self._with_targets(proposal, sources, ways)
            return
        highest = highest_x(self.view, self.player, proposal.costs, proposal.source)
        for x in count():
            with_x = proposal._replace(x=x)
            ways = self._mana(with_x, sources)
            if not ways or (highest is not None and x > highest):
                return
            yield self._with_targets(with_x, sources, ways)

    def _with_help(self, proposal: Proposal) -> Iterator[Iterable[Cast | Activate]]:
        """The same for a spell for which something may be used instead of mana."""
        for x in count() if has_x(proposal.costs, proposal.mana) else (0,):
            with_x = proposal._replace(x=x)
            choices = self._with_uses(with_x, self._targets(with_x))
            first = next(choices, None)
            if first is None:
                return
            yield chain((first,), choices)

    def _help(self, proposal: Proposal, used: Used, marked: Collection[ObjectId]) -> Iterator[dict[ObjectId, Help]]:
        """Every choice of what to use instead of mana for the spell."""
        if proposal.number >= 0 or not can_be_helped(proposal.definition):
            yield {}
            return
        there = helpers(self.view, self.player, proposal.definition, proposal.source)
        free = [id for id in there if id not in used.others and id not in used.sacrifice]
        most = proposal.terms.total(Bill()).mana + mana_value(proposal.mana, proposal.x)
        for ids in self.alike.picks(free, 0, min(most, len(free)), marked):
            yield {id: there[id] for id in ids}

    def _left(self, proposal: Proposal, used: Used, marked: Collection[ObjectId]) -> Sources:
        """The sources of mana that other parts of the cost leave."""
        if not proposal.mana or not (used is not NOTHING_USED or marked or proposal.source in self.sources.ids):
            return self.sources
        return without(self.view, self.sources, reserved(self.view, proposal.costs, proposal.source, used, marked))

    def _mana(self, proposal: Proposal, sources: Sources, helps: tuple[Help, ...] = ()) -> Payments:
        player = self.view.players[self.player]
        life = 0 if self.life_barred else max(0, player.life - life_of(proposal.costs, proposal.x))
        pool = spendable(self.view, self.player, purpose_of(self.view, proposal)) if player.bound else player.mana
        ways = mana_payments(proposal.mana, proposal.x, proposal.terms, pool, sources, life, helps)
        return ways if self.every_payment else tuple(islice(ways, 1))

    def _with_targets(self, proposal: Proposal, sources: Sources, ways: Payments) -> Iterable[Cast | Activate]:
        """Every way to choose targets and to pay. `ways`: the payments if nothing else uses one of the sources."""
        targets = self._targets(proposal)
        if self._depends_on_targets(proposal):
            return self._with_uses(proposal, targets)
        if not leaves_choice(proposal.costs) and self._leaves_alone(proposal, targets, sources.crowded):
            return _combined(proposal, targets, sources, ways)
        return self._with_uses(proposal, targets)

    def _depends_on_targets(self, proposal: Proposal) -> bool:
        """Whether the cost depends on the targets."""
        costs = proposal.costs
        return self._has_terms_by_targets(proposal) or costs.life_for_each_target > 0 or bool(costs.mana_for_more_targets)

    def _has_terms_by_targets(self, proposal: Proposal) -> bool:
        """Whether it is a spell of which the targets tell how much generic mana it costs."""
        definition = proposal.definition
        own = definition is not None and castable(definition).by_targets
        return proposal.number < 0 and (own or TargetingCosts in self.view.board.statics)

    def _leaves_alone(self, proposal: Proposal, targets: Iterable[Targets], sources: frozenset[ObjectId]) -> bool:
        """Whether none of these sources is used or targeted in whatever way."""
        if not sources:
            return True
        if isinstance(targets, Lazy):
            return False
        return proposal.source not in sources and all(sources.isdisjoint(group) for groups in targets for group in groups)

    def _with_uses(self, proposal: Proposal, targets: Iterable[Targets]) -> Iterator[Cast | Activate]:
        by_targets = self._depends_on_targets(proposal)
        for groups in targets:
            marked = {proposal.source}.union(*groups)
            if by_targets:
                proposal = self._with_terms(proposal, groups)
                life = for_targets(proposal.costs, groups)
                if not self.view.can_pay_life(self.player, life.life) or (life.life and bars_life(self.view)):
                    continue
                whole = proposal._replace(costs=life, mana=with_more_targets(proposal.mana, proposal.costs, groups))
            else:
                whole = proposal
            for used in uses(self.view, self.player, proposal.costs, proposal.source, self.alike, marked):
                for help in self._help(whole, used, marked):
                    both = replace(used, others=(*used.others, *help)) if help else used
                    payments = self._mana(whole, self._left(proposal, both, marked), tuple(help.values()))
                    for payment in dict.fromkeys(payments) if help else payments:
                        yield proposal.choice(groups, both, payment)

    def _with_terms(self, proposal: Proposal, groups: Targets) -> Proposal:
        """The proposal on the terms of these targets."""
        terms = proposal.terms
        if proposal.number < 0:
            terms = terms_of_casting(self.view, self.player, proposal.source, self.terms)
        return proposal._replace(terms=terms_of_targeting(self.view, self.player, proposal.source, groups, terms))

    def _targets(self, proposal: Proposal) -> tuple[Targets, ...] | Lazy[Targets]:
        if proposal.ability is None:
            return NO_TARGETS
        context = proposal.context()
        specs = targeting.specs_of(self.view, proposal.ability, proposal.modes, context)
        if not specs:
            return NO_TARGETS
        alike = self.alike.apart(proposal.source)
        if len(specs) > 1 or specs[0].of_different_players:
            return lazily(lambda: targeting.target_choices(self.view, specs, context, alike))
        options = self.view.legal_targets(specs[0], context)
        least, most = targeting.least(specs[0], proposal.x), targeting.most(specs[0], proposal.x)
        if most == 1:
            return tuple([(group,) for group in alike.picks(options, least, min(1, len(options)))])
        return lazily(lambda: ((group,) for group in alike.picks(options, least, min(most, len(options)))))


NO_TARGETS: tuple[Targets, ...] = ((),)


def _combined(
    proposal: Proposal, targets: tuple[Targets, ...] | Lazy[Targets], sources: Sources, ways: Payments
) -> Iterable[Cast | Activate]:
    """Each of the targets with each of the payments; remembered with the sources, which states share."""
    if isinstance(targets, Lazy):
        return lazily(lambda: (proposal.choice(groups, NOTHING_USED, payment) for groups in targets for payment in ways))
    key = (proposal.source, proposal.number, proposal.how, proposal.modes, targets, proposal.x, proposal.kicked, id(ways))
    known = sources.known.get(key)
    if known is None or known[0] is not ways:
        found = lazily(lambda: (proposal.choice(groups, NOTHING_USED, payment) for groups in targets for payment in ways))
        known = sources.known[key] = (ways, found)
    return known[1]


# ------------------------------------------------------------------------------------------------------------------ doing


AtOnce = tuple[tuple[Effect, ...], Context]
"""What is carried out at once, without the stack."""


def perform(draft: Draft, choice: Choice) -> AtOnce | None:
    """Do what the player with priority chose, other than passing.

    Returns:
        What a special action does, which is still to be carried out (116.2).

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
            return _activate(draft, player, choice)
        case TapForMana():
            tap_for_mana(draft, player, choice)
        case _:
            raise IllegalChoice("117.1", "a player with priority can cast spells, activate abilities, play a land or pass")
    return None


def _to_play(view: View, player: ObjectId, id: ObjectId, rule: str = "305.1") -> tuple[Card, CardDefinition]:
    """A card that the player may play: in hand, or in exile with a permission."""
    card = next((card for card in view.players[player].hand if card.id == id), None)
    if card is None and view.lasting and view.zone(id) == "exile":
        exiled = view.card(id)
        card = exiled if exiled is not None and may_play(view, player, exiled) is not None else None
    if card is None:
        raise IllegalChoice(rule, "that card is not in your hand")
    if card.definition is None:
        raise IllegalChoice(rule, "nothing is known of that card")
    return card, card.definition


def _to_cast(view: View, player: ObjectId, id: ObjectId, how: str) -> tuple[Card, CardDefinition]:
    """A card that the player may cast in that way, and what it is like then."""
    if how == NORMALLY:
        return _to_play(view, player, id, "601.3")
    card, zone = view.card(id), view.zone(id)
    if card is None or card.definition is None:
        raise IllegalChoice("601.3", "that is no card that you could cast so")
    permission = may_play(view, player, card) if zone == "exile" else None
    if permission is not None and not (how == ADVENTURE and permission.no_adventure):
        zone = "hand"
    elif card.owner != player:
        raise IllegalChoice("601.3", "that is no card that you could cast so")
    for way in castable(card.definition).ways:
        if way.how == how and way.zone == zone and _is_possible(view, player, card, way):
            return card, way.definition
    raise IllegalChoice("118.9", f"{card.definition.name} cannot be cast so from there")


def _is_possible(view: View, player: ObjectId, card: Card, way: Way) -> bool:
    """Whether the card, which is in the zone from which the way works, may be cast in that way now as far as the way goes."""
    if way.zone == "exile" and (card.aside is None or card.aside[0] != way.how or card.aside[1] >= view.course.turn):
        return False
    return is_open(view, player, card.id, way) and (not way.as_sorcery or is_sorcery_time(view, player))


def _play_land(draft: Draft, player: ObjectId, choice: PlayLand) -> None:
    _, definition = _to_play(draft, player, choice.card)
    if "Land" not in definition.types:
        raise IllegalChoice("305.1", f"{definition.name} is not a land")
    if draft.active != player:
        raise IllegalChoice("305.3", "a land can be played only in one's own turn")
    if not is_sorcery_time(draft, player):
        raise IllegalChoice("305.1", "a land can be played only in a main phase with an empty stack")
    played, most = draft.players[player].lands_played, land_plays(draft, player)
    if played >= most:
        raise IllegalChoice("305.2b", f"{played} of {most} lands were played this turn already")
    draft.play_land(player, choice.card)


def for_targets(costs: Costs, groups: Targets) -> Costs:
    """The costs with what they ask for each target."""
    if not costs.life_for_each_target:
        return costs
    return replace(costs, life=costs.life + costs.life_for_each_target * sum(map(len, groups)))


def with_more_targets(mana: Cost, costs: Costs, groups: Targets) -> Cost:
    """The mana cost with what it asks for each target beyond the first; for the same targets always the same object."""
    n = sum(map(len, groups)) - 1
    return _with_more(mana, costs.mana_for_more_targets, n) if costs.mana_for_more_targets and n > 0 else mana


@cache
def _with_more(mana: Cost, more: Cost, times: int) -> Cost:
    return mana + more * times


def _casting(view: View, player: ObjectId, choice: Cast, definition: CardDefinition, paying: Terms | None = None) -> Proposal:
    """What is proposed by casting the card as that on the targets chosen; `paying`: the terms of any cost, if known."""
    costs, view = costs_of_spell(definition, choice.kicked), as_proposed(view, choice.card, choice.how)
    terms = terms_of_casting(view, player, choice.card, paying)
    return Proposal(
        player,
        choice.card,
        castable(definition).spell,
        for_targets(costs, choice.targets),
        with_more_targets(mana_of_spell(definition, choice.kicked), costs, choice.targets),
        terms_of_targeting(view, player, choice.card, choice.targets, terms),
        tuple(sorted(choice.modes)),
        choice.x,
        choice.kicked,
        how=choice.how,
        definition=definition,
    )


def _cast(draft: Draft, player: ObjectId, choice: Cast) -> None:
    card, definition = _to_cast(draft, player, choice.card, choice.how)
    if "Land" in definition.types:
        raise IllegalChoice("305.9", f"{definition.name} is a land and cannot be cast")
    obstacle = why_not_cast(draft, player, definition, is_sorcery_time(draft, player))
    if obstacle is not None:
        raise IllegalChoice(obstacle[0], f"{definition.name}: {obstacle[1]}")
    if definition.cost is None:
        raise IllegalChoice("118.6", f"{definition.name} has no mana cost, which cannot be paid")
    card_says = castable(definition)
    most = 0 if not card_says.kicker else choice.kicked if card_says.many else 1
    if not 0 <= choice.kicked <= most:
        raise IllegalChoice("601.2b", f"{definition.name} cannot be kicked or entwined {choice.kicked} times")
    proposal = _casting(draft, player, choice, definition)
    bill = _check(as_proposed(draft, choice.card, choice.how), proposal, choice)
    own_symbols = sum(bool(symbol.announcements) for symbol in definition.cost)
    effects, specs = chosen(proposal.ability, proposal.modes) if proposal.ability else ((), ())
    to_divide = amounts(draft, effects, proposal.context)
    purpose, permission = purpose_of(draft, proposal), may_play(draft, player, card) if draft.lasting else None
    zone = draft.zone(choice.card) or ""
    draft.take_card(choice.card)
    fodder = _pay(draft, proposal, bill, choice, purpose)
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
            cast_as=choice.how,
            cast_from=zone,
            sacrificed=fodder,
            then_exiled=permission is not None and permission.then_exiled,
            mana_spent=sum(choice.payment.spent),
            mana_of=choice.payment.spent if card_says.asks_for_colors else NO_MANA,
        ),
        to_divide,
    )


def _activate(draft: Draft, player: ObjectId, choice: Activate) -> AtOnce | None:
    ability = ability_of(draft, player, choice.source, choice.ability)
    if is_mana_ability(ability):
        raise IllegalChoice("605.3b", "a mana ability does not use the stack: tap for mana instead")
    sorcery_time = is_sorcery_time(draft, player)
    obstacle = why_not_activate(draft, player, choice.source, choice.ability, ability, sorcery_time)
    if obstacle is not None:
        raise IllegalChoice(obstacle[0], f"{draft.name(choice.source)}: {obstacle[1]}")
    terms = terms_of_activating(draft, player, choice.source, choice.ability)
    cost, modes = ability.cost, tuple(sorted(choice.modes))
    proposal = Proposal(player, choice.source, ability, cost, cost.mana, terms, modes, choice.x, number=choice.ability)
    bill = _check(draft, proposal, choice)
    if ability.cost.loyalty is not None:
        draft.change(choice.source, activated_loyalty=draft.battlefield[choice.source].activated_loyalty + 1)
    on, word = _once(draft, choice.source, choice.ability)
    if ability.once_each_turn:
        draft.use_once(on, word)
    if ability.once:
        draft.use_once(on, ONCE_EVER + word)
    effects, specs = chosen(ability, proposal.modes)
    to_divide = amounts(draft, effects, proposal.context)
    card, next_id = draft.card(choice.source), draft.next_id
    if ability.special:  # 116.3: its player gets priority afterwards
        _pay(draft, proposal, bill, choice, purpose_of(draft, proposal))
        draft.note("acted", choice.source)
        return ability.effects, proposal.context()
    fodder = _pay(draft, proposal, bill, choice, purpose_of(draft, proposal))
    source = choice.source if card is None else _became(draft, card, next_id)
    draft.put_on_stack(
        StackObject(
            id=draft.new_id(),
            controller=player,
            effects=effects,
            targets=choice.targets,
            target_specs=specs,
            source=source,
            ability=ability,
            x=choice.x,
            life_paid=life_of(cost, choice.x) + bill.life + LIFE_FOR_A_SYMBOL * choice.payment.life_for_mana,
            sacrificed=fodder,
        ),
        to_divide,
    )
    return None


def _became(view: View, card: Card, next_id: ObjectId) -> ObjectId:
    """What a card is after the costs of its ability were paid: the card that it became, if they moved it (400.7j)."""
    owner = view.players[card.owner]
    moved = (other for other in (*owner.graveyard, *owner.exile) if other.id >= next_id)
    return next((other.id for other in moved if other.definition is card.definition), card.id)


def _check(view: View, proposal: Proposal, choice: Cast | Activate) -> Bill:
    """The announcements and targets of 601.2b and 601.2c; the mana cost as announced."""
    check_modes(proposal.ability, choice.modes, proposal.kicked)
    if choice.x < 0 or (choice.x and not has_x(proposal.costs, proposal.mana)):
        raise IllegalChoice("107.3a", f"X cannot be {choice.x}")
    bill = bill_of(proposal.mana, choice.payment.announced, choice.x)
    context = proposal.context()
    specs = targeting.specs_of(view, proposal.ability, proposal.modes, context) if proposal.ability else ()
    if specs or choice.targets:
        targeting.check_targets(view, specs, choice.targets, context)
    return bill


def _pay(
    draft: Draft, proposal: Proposal, bill: Bill, choice: Cast | Activate, purpose: Purpose
) -> tuple[ObjectId, ...]:
    """Pay the total cost; what was used up for it."""
    help = help_of(draft, proposal, choice.others)
    others = choice.others[: len(choice.others) - len(help)]
    used = Used(choice.sacrifice, choice.discard, choice.remove, others)
    source, costs = proposal.source, proposal.costs
    life = life_of(costs, proposal.x) + bill.life + choice.payment.life_for_mana
    check_not_barred(draft, life, sacrificed(costs, source, used))
    pay_total(draft, proposal.player, costs, bill, proposal.terms, source, used, proposal.x, choice.payment, purpose, help)
    return used_up(costs, source, used)


__all__ = ["NO_COSTS", "pay", "payments", "perform", "priority_choices"]
