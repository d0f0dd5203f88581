"""Grounding: from a game state to the things that may have counters and the events that could happen this turn.

A *thing* is a permanent that is there or may come (a card that can be cast, a land that can be played). An *event* is something
that may happen once: cast this card, activate that ability for the k-th time, play that land, a death, the end step. Each event
is a chain of *moments*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.choices import ToAttack, ToBlock
from engine.layers import printed
from engine.objects import YOU, ObjectId, Permanent, Step
from engine.sources import is_mana_ability
from engine.state import State
from engine.vocabulary import (
    Activated,
    AddAnotherCounter,
    AddCounters,
    CardDefinition,
    Costs,
    CountersPut,
    CreateToken,
    DealDamage,
    Destroy,
    Dies,
    Draw,
    Each,
    Effect,
    Enters,
    EntersWithCounters,
    Exile,
    Filter,
    GainControl,
    GainKeywords,
    GainLife,
    GrantAbilities,
    If,
    LoseLife,
    May,
    Mill,
    Proliferate,
    Pump,
    Range,
    Regenerate,
    ReturnToHand,
    Sacrifice,
    SorceriesAsFlash,
    Spell,
    StepBegins,
    Target,
    Together,
    Token,
    Triggered,
    Untap,
    Value,
    YouCast,
)
from optimizer.followed import changes_others, ends, not_followed, played_otherwise

if TYPE_CHECKING:
    from optimizer.program import Literal

TOKENS_FOLLOWED = 3
"""How many tokens of a kind are things of their own; more are only counted."""

MOST_COPIES = 6
"""How often a repeatable ability is grounded; where the resources would allow more, the answer says so."""

COPIES_BEFORE_LAPS = 2
"""How often an ability is grounded whose further activations can be told by their number alone. One that is paid for with
counters from anywhere is not: when that happens is left open anyway (see `fates.limit_costs`)."""

COUNTABLE = (Proliferate, AddCounters, Draw, GainLife, LoseLife, CreateToken)
"""Effects of which it is enough to know how often they happen."""

LEAVING = (Destroy, Exile, ReturnToHand, Sacrifice, GainControl)
"""Effects by which things leave the battlefield or change sides."""

_BEFORE_ATTACKS = (Step.UNTAP, Step.UPKEEP, Step.DRAW, Step.MAIN1, Step.BEGIN_COMBAT)

PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})


class Stage(IntEnum):
    """The moments of an event in their order."""

    ANNOUNCE = 0
    """Announced and paid (a step: begun)."""
    CAST = 1
    """What triggered on paying for it has resolved; one of the abilities that triggered on casting it has."""
    RESOLVE = 2
    """Resolved (of a step: what triggered as it began)."""
    AFTER = 3
    """What the resolution triggered has resolved; one of the abilities that triggered on what entered has."""


@dataclass(eq=False)
class Thing:
    """A permanent, there or to come. `counters` are those it has or enters with at least."""

    index: int
    definition: CardDefinition
    mine: bool
    object: ObjectId
    """Its id in the start state: of the permanent or of the card."""
    permanent: Permanent | None = None
    arrival: Event | None = None
    types: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    counters: dict[str, int] = field(default_factory=dict)
    power: int = 0
    toughness: int = 0
    made: Token | None = None
    """What it is made as, if it is a token to come."""

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def is_creature(self) -> bool:
        return "Creature" in self.types

    @property
    def is_planeswalker(self) -> bool:
        return "Planeswalker" in self.types

    @property
    def token(self) -> bool:
        return self.made is not None or (self.permanent is not None and self.permanent.token)

    def __str__(self) -> str:
        return f"{self.name}({self.object})"


@dataclass(eq=False)
class Moment:
    event: Event
    stage: Stage
    trigger: tuple[Thing, Triggered] | None = None
    """Whose triggered ability resolves then, where each has a moment of its own."""

    @property
    def ability(self) -> Triggered | None:
        return self.trigger[1] if self.trigger is not None else None

    def __str__(self) -> str:
        return f"{self.event} {self.stage.name.lower()}"


@dataclass(frozen=True)
class Part:
    """Some effects of an event with their own groups of targets; `mode` is its number for one mode of several."""

    effects: tuple[Effect, ...]
    targets: tuple[Target, ...] = ()
    mode: int | None = None


@dataclass(eq=False)
class Event:
    """Something that may happen once. `kind`: cast, activate, land, death, combat, end (the end step), or turn: what happens at
    no known moment, so before and after all others (wider). `token`: a token of a kind comes, at the latest when it is needed."""

    index: int
    kind: str
    thing: Thing | None
    label: str
    definition: CardDefinition | None = None
    """The card cast or played."""
    card: ObjectId | None = None
    ability: Spell | Activated | None = None
    costs: Costs = Costs()
    instant: bool = True
    copy: int = 0
    draw: int | None = None
    """Its card is at this place in your known library and must be drawn first."""
    granted_by: Thing | None = None
    returned: bool = False
    """Its card must first return to your hand from where it is."""
    needs_flash: bool = False
    """It is at instant speed only by a permission that may come this turn (wider)."""
    laps: int = 0
    """Not one activation but any further ones, at most so many, at no known moments."""
    moments: tuple[Moment, ...] = ()

    @property
    def is_spell_of_a_card(self) -> bool:
        """Whether a card is cast that becomes no permanent."""
        return self.kind == "cast" and self.thing is None and self.card is not None

    @property
    def announce(self) -> Moment:
        return self.moments[0]

    @property
    def resolve(self) -> Moment:
        return next(m for m in self.moments if m.stage >= Stage.RESOLVE)

    @property
    def after(self) -> Moment:
        return self.moments[-1]

    def resolving(self, thing: Thing, ability: Triggered) -> Moment:
        """When that ability resolves, if it has a moment of its own; else after everything."""
        return next((m for m in self.moments if m.trigger == (thing, ability)), self.after)

    def mourning(self, moment: Moment, thing: Thing, ability: Triggered) -> Moment:
        """When that ability, which triggers on a death in that moment, resolves."""
        own = (m for m in self.moments if m.stage is Stage.AFTER and m.trigger == (thing, ability))
        return next(own, moment) if moment.stage is Stage.AFTER else moment

    def following(self, moment: Moment) -> Moment:
        """When what is triggered in that moment resolves."""
        place = self.moments.index(moment)
        later = self.moments[place + 1] if place + 1 < len(self.moments) else moment
        return later if later.stage in (Stage.CAST, Stage.AFTER) else moment

    @property
    def anytime(self) -> bool:
        """Whether it happens at no known moment, so before and after all others (wider)."""
        return self.kind == "turn" or self.laps > 0

    @property
    def leaves_first(self) -> bool:
        """Whether effects by which things leave the battlefield come before others as it resolves."""
        return any(
            isinstance(first, LEAVING) and not isinstance(second, LEAVING)
            for part in parts_of(self.ability) for first, second in pairwise(part.effects)
        )  # fmt: skip

    @property
    def first_of_all(self) -> bool:
        """Whether it is a land from your hand that nobody watches: it may as well be played before everything else."""
        return self.kind == "land" and self.draw is None and not self.returned and len(self.moments) == 1

    @property
    def last(self) -> bool:
        """Whether everything at sorcery speed comes before it."""
        return self.kind == "end"

    @property
    def loyalty(self) -> bool:
        return self.costs.loyalty is not None

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True)
class Combat:
    """The combat phase of your turn as far as it is still to come.

    Attributes:
        event: it, at sorcery speed: what you do at instant speed may stand between its moments.
        attackers: what attacks, or may do so.
        attack: when attackers are declared, None if they have been.
        block: when blockers are declared, None if they have been.
        first: when damage by first strike is dealt, None if there is none to come.
        damage: when regular damage is dealt.
    """

    event: Event
    attackers: tuple[Thing, ...]
    attack: Moment | None
    block: Moment | None
    first: Moment | None
    damage: Moment

    @property
    def strikes(self) -> tuple[Moment, ...]:
        """When damage is dealt."""
        return (self.damage,) if self.first is None else (self.first, self.damage)


@dataclass
class World:
    """A grounded position."""

    state: State
    things: list[Thing] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    combat: Combat | None = None
    left_out: list[tuple[str, Event | Literal]] = field(default_factory=list)
    """What the model does not follow, and the event in which, or the literal under which, it can happen."""

    def events_of(self, *kinds: str) -> Iterator[Event]:
        return (e for e in self.events if e.kind in kinds)

    def mine(self) -> Iterator[Thing]:
        return (t for t in self.things if t.mine)

    @property
    def not_modelled(self) -> list[str]:
        return list(dict.fromkeys(what for what, _ in self.left_out))

    def last_tokens(self) -> Iterator[Thing]:
        """Of each kind of token that may be made the last one that is a thing of its own."""
        return (t for t in self.things if t.made is not None and t.arrival is not None and t.arrival.copy == TOKENS_FOLLOWED - 1)

    def report(self, what: str, where: Event | Literal = True) -> None:
        self.left_out.append((what, where))

    @cached_property
    def granted(self) -> list[GainKeywords]:
        """The effects by which keywords may be gained."""
        return [e for e in self.effects() if isinstance(e, GainKeywords)]

    def lets_through(self, filter: Filter, thing: Thing, source: Thing | None, *, controller: bool | None = None) -> bool:
        """Whether the filter lets the thing through as it starts (types do not change in the model). `controller` overrides
        whose the thing is."""
        mine = thing.mine if controller is None else controller
        return (
            fits(filter, thing.definition, thing.types)
            and (filter.controller not in ("you", "opponent") or (filter.controller == "you") == mine)
            and (filter.owner != "you" or mine)
            and not (filter.other and thing is source)
            and (filter.token is None or filter.token == thing.token)
        )

    def effects(self) -> Iterator[Effect]:
        """Every effect that something of yours may have this turn."""
        for event in self.events_of("cast"):
            yield from all_effects(event.ability)
        for thing in self.mine():
            for ability in thing.definition.abilities:
                if isinstance(ability, (Activated, Triggered)):
                    yield from all_effects(ability)

    def entering(self, thing: Thing) -> Iterator[tuple[Thing, Triggered]]:
        """The abilities that trigger as the thing enters, with whose they are."""
        for watcher in self.things:
            for ability in triggers(watcher.definition, Enters):
                assert isinstance(ability.on, Enters)
                own = watcher is thing
                if ability.on.source == own and (own or self.concerns(ability.on.filter, thing, watcher)):
                    yield watcher, ability

    def concerns(self, filter: Filter, thing: Thing, source: Thing) -> bool:
        """Whether the filter of an ability of that source, yours or the opponent's, lets the thing through."""
        return self.lets_through(filter, thing, source, controller=thing.mine == source.mine)

    @cached_property
    def kinds_put(self) -> set[str]:
        """The kinds of counters that effects may put on things."""
        return {e.kind for e in self.effects() if isinstance(e, AddCounters)}

    def entering_kinds(self, thing: Thing) -> Iterator[str]:
        """The kinds of counters with which a thing enters that is not there yet."""
        if thing.arrival is None:
            return
        if thing.definition.loyalty:
            yield "loyalty"
        for ability in thing.definition.abilities:
            if isinstance(ability, EntersWithCounters):
                yield ability.kind
        if any(k.startswith("fading ") for k in thing.keywords):
            yield "fade"

    def most_mana(self) -> int:
        """More mana than can be made this turn, roughly."""
        mana = sum(self.state.players[YOU].mana)
        for thing in self.mine():
            if "Land" in thing.types:
                mana += 1
            elif any(isinstance(a, Activated) and is_mana_ability(a) for a in thing.definition.abilities):
                mana += 2 + sum(thing.counters.values())
        return mana

    def most_milled(self, but: Thing | None) -> int:
        """More cards than all things but one can mill this turn, each once."""

        def most(thing: Thing) -> int:
            mills = [
                e.n for a in thing.definition.abilities if isinstance(a, Activated) for e in all_effects(a) if isinstance(e, Mill)
            ]
            return max((n if isinstance(n, int) else 60 for n in mills), default=0)

        return sum(most(thing) for thing in self.mine() if thing is not but)


# ---------------------------------------------------------------------------------------------------------------- abilities


def triggers(definition: CardDefinition, *kinds: type) -> Iterator[Triggered]:
    """The triggered abilities of the definition that wait for one of these kinds of events."""
    return (a for a in definition.abilities if isinstance(a, Triggered) and isinstance(a.on, kinds))


def parts_of(ability: Spell | Activated | Triggered | None) -> tuple[Part, ...]:
    """The parts of an ability: one, or one for each mode."""
    if ability is None:
        return ()
    if ability.modes is None:
        return (Part(ability.effects, ability.targets),)
    return tuple(Part(m.effects, m.targets, i) for i, m in enumerate(ability.modes.modes))


def all_effects(ability: Spell | Activated | Triggered | None) -> Iterator[Effect]:
    """Every effect of the ability, those inside others too."""
    pending = [e for part in parts_of(ability) for e in part.effects]
    while pending:
        effect = pending.pop()
        yield effect
        if isinstance(effect, (May, Together)):
            pending += effect.effects
        elif isinstance(effect, If):
            pending += effect.then + effect.otherwise


def is_idle(ability: Activated) -> bool:
    """Whether activating it can change nothing that is left at the end of the turn, nor what else can be done meanwhile."""
    costs = ability.cost
    if costs.sacrifice or costs.discard or costs.remove or costs.loyalty is not None:
        return False
    return all(
        isinstance(e, (GainKeywords, Regenerate)) or (isinstance(e, Pump) and e.toughness == 0) for e in all_effects(ability)
    )


def _in_laps(ability: Activated) -> bool:
    """Whether activations of the ability may be counted together: they choose nothing, and what they cost and do adds up."""
    costs = ability.cost
    return (
        not ability.targets
        and ability.modes is None
        and costs.sacrifice is None
        and not costs.tap
        and not any(symbol.is_x for symbol in costs.mana)
        and all(isinstance(effect, COUNTABLE) for effect in ability.effects)
    )


# ---------------------------------------------------------------------------------------------------------------- grounding


def definition_of(token: Token) -> CardDefinition:
    """The token as the definition of a permanent, power and toughness that are no plain numbers left out."""
    return CardDefinition(
        token.name, None, token.supertypes, token.types, token.subtypes, token.colors,
        token.power if isinstance(token.power, int) else None, token.toughness if isinstance(token.toughness, int) else None,
        keywords=token.keywords, abilities=token.abilities,
    )  # fmt: skip


def _costs_of(definition: CardDefinition) -> Costs:
    """What casting the card costs, with its additional costs (601.2f)."""
    mana, additional = definition.cost or (), definition.additional
    return Costs(mana=mana) if additional is None else replace(additional, mana=mana + additional.mana)


def _plain(value: Value | None) -> int:
    return value if isinstance(value, int) else 0


def ground(state: State, promoted: frozenset[ObjectId] = frozenset()) -> World:
    """The things and events of a state in which you have priority. The deaths of `promoted` creatures are events of their own,
    whether or not they trigger anything."""
    return _Grounding(state, promoted).world


class _Grounding:
    def __init__(self, state: State, promoted: frozenset[ObjectId]) -> None:
        self.state, self.promoted = state, promoted
        self.world = World(state)
        if state.lasting or state.phased:
            self.world.report("effects that go on by themselves, and what is phased out")
        for id in state.battlefield:
            self._permanent(id)
        you = state.players[YOU]
        for card in you.hand:
            if card.definition is not None:
                self._card(card.id, card.definition)
        for place, card in enumerate(you.library):
            if card.definition is not None:
                self._card(card.id, card.definition, draw=place)
        for card in (*you.hand, *you.graveyard, *you.exile, *you.command, *you.library):
            if card.definition is not None:
                self._played_otherwise(card.definition)
        self._returning_cards()
        self._tokens()
        for thing in list(self.world.mine()):
            self._abilities(thing)
        self._deaths()
        self._end_step()
        phase = self._combat()
        self._timing()
        for event in self.world.events:
            event.moments = tuple(self._moments(event))
        if phase is not None:
            self._moments_of_combat(*phase)

    # ------------------------------------------------------------------------------------------------ things and cards

    def _permanent(self, id: ObjectId) -> None:
        state, p = self.state, self.state.battlefield[id]
        creature = "Creature" in state.types(id)
        self.world.things.append(
            Thing(
                len(self.world.things), p.definition, state.controller(id) == YOU, id, p,
                types=state.types(id), keywords=state.keywords(id), counters=dict(p.counters),
                power=state.power(id) if creature else 0, toughness=state.toughness(id) if creature else 0,
            )
        )  # fmt: skip
        self._not_followed(p.definition, True)

    def _not_followed(self, d: CardDefinition, where: Event | Literal) -> None:
        """Tells of a card that only the engine knows, on the battlefield as in an event."""
        if not d.modelled:
            self.world.report(f"{d.name}: its abilities are not followed by the model", where)
        for word in not_followed(d):
            self.world.report(f"{d.name}: {word}", where)

    def _played_otherwise(self, d: CardDefinition) -> None:
        """Tells how a card can be played of which the model knows nothing, whether or not it can be cast for its cost."""
        for word in played_otherwise(d):
            self.world.report(f"{d.name}: {word}")

    def _card(self, card: ObjectId, d: CardDefinition, draw: int | None = None, returned: bool = False) -> None:
        land = "Land" in d.types
        if not land and d.cost is None:
            return
        thing = None
        if PERMANENT_TYPES & d.types:
            thing = Thing(
                len(self.world.things), d, True, card, types=d.types, keywords=d.keywords,
                power=d.power or 0, toughness=d.toughness or 0,
            )  # fmt: skip
            self.world.things.append(thing)
        event = self._event(
            "land" if land else "cast", thing, d.name, definition=d, card=card, draw=draw, returned=returned,
            ability=next((a for a in d.abilities if isinstance(a, Spell)), None), costs=_costs_of(d),
            instant=d.is_instant,
        )  # fmt: skip
        if thing is not None:
            thing.arrival = event
        self._not_followed(d, event)
        for word in changes_others(d):
            self.world.report(f"{d.name}: {word}, from when it comes", event)

    def _event(self, kind: str, thing: Thing | None, label: str, **fields: object) -> Event:
        twins = sum(e.label.split(" #")[0] == label for e in self.world.events)
        event = Event(len(self.world.events), kind, thing, f"{label} #{twins + 1}" if twins else label, **fields)  # type: ignore[arg-type]
        self.world.events.append(event)
        return event

    def _returning_cards(self) -> None:
        """Cards that may come back to your hand and be cast: a second life (docs/model.md, 9)."""
        you, effects = self.state.players[YOU], list(self.world.effects())
        bounced = [e for e in effects if isinstance(e, ReturnToHand) and e.source_zone == "battlefield"]
        regrown = [e for e in effects if isinstance(e, ReturnToHand) and e.source_zone == "graveyard" and e.what != "self"]
        for card in you.graveyard:
            d = card.definition
            if d is not None and (regrown or (PERMANENT_TYPES & d.types and self._returns_itself(d))):
                self._card(card.id, d, returned=True)
        for id, p in self.state.battlefield.items():
            if (
                p.owner == YOU
                and not p.token
                and "Land" not in p.definition.types
                and (bounced or self._returns_itself(p.definition))
            ):
                self._card(id, p.definition, returned=True)
        for card in you.hand:
            d = card.definition
            if d is None or "Land" in d.types:
                continue
            if regrown or (PERMANENT_TYPES & d.types and (bounced or self._returns_itself(d))):
                self._card(card.id, d, returned=True)

    def _tokens(self) -> None:
        """A few tokens of each kind that may be made, as things of their own: for targets, sacrifices and counters."""
        kinds = dict.fromkeys(e.token for e in self.world.effects() if isinstance(e, CreateToken))
        for token in kinds:
            for number in range(TOKENS_FOLLOWED):
                thing = Thing(
                    len(self.world.things), definition_of(token), True, -1 - len(self.world.things), types=token.types,
                    keywords=token.keywords, power=_plain(token.power), toughness=_plain(token.toughness), made=token,
                )  # fmt: skip
                thing.arrival = self._event("token", thing, token.name, copy=number)
                self.world.things.append(thing)

    @staticmethod
    def _returns_itself(d: CardDefinition) -> bool:
        return any(a.from_graveyard for a in triggers(d, object))

    # ------------------------------------------------------------------------------------------------ abilities

    def _abilities(self, thing: Thing) -> None:
        """The activated abilities that a thing has or is granted, except mana abilities and idle ones."""
        for ability in thing.definition.abilities:
            if isinstance(ability, Activated):
                self._ability(thing, ability, None)
        for source in self.world.mine():
            for grant in source.definition.abilities:
                if isinstance(grant, GrantAbilities) and self.world.lets_through(grant.filter, thing, source):
                    for granted in grant.abilities:
                        if isinstance(granted, Activated):
                            self._ability(thing, granted, source)

    def _ability(self, thing: Thing, ability: Activated, granted_by: Thing | None) -> None:
        if is_mana_ability(ability) or (is_idle(ability) and not self.state.course.scope.combat):
            return
        p, cost = thing.permanent, ability.cost
        sick = p.sick if p is not None else True
        if cost.tap and "haste" not in thing.keywords and thing.is_creature and sick:
            return  # 302.6
        if p is not None and (
            (cost.loyalty is not None and p.activated_loyalty) or (cost.tap and p.tapped and not self._untaps(thing))
        ):
            return
        copies = self._copies(thing, ability)
        first = 0 if cost.remove is not None and cost.remove.filter is not None else COPIES_BEFORE_LAPS
        laps = copies - first if copies is not None and _in_laps(ability) else 0
        single = first if laps > 0 else MOST_COPIES if copies is None else min(copies, MOST_COPIES)
        for copy in range(single + (laps > 0)):
            event = self._event(
                "activate", thing, thing.name, ability=ability, costs=cost, copy=copy, granted_by=granted_by,
                instant=cost.loyalty is None and not ability.sorcery_speed, laps=laps if copy == single else 0,
            )  # fmt: skip
        if laps <= 0 and (copies is None or copies > single):
            self.world.report(f"{thing.name}: an ability more than {single} times", event)
        if not ability.modelled:
            self.world.report(f"{thing.name}: an ability that is not followed by the model", event)

    @staticmethod
    def _untaps(thing: Thing) -> bool:
        """Whether the thing has an ability that untaps it."""
        return any(
            isinstance(a, Activated) and any(e == Untap("self") for e in all_effects(a)) for a in thing.definition.abilities
        )

    def _copies(self, thing: Thing, ability: Activated) -> int | None:
        """How often at most an ability can be activated in a turn, by its nature and resources; None if they do not tell."""
        cost = ability.cost
        once = (cost.tap and not self._untaps(thing)) or (cost.sacrifice is not None and cost.sacrifice.filter is None)
        if cost.loyalty is not None or once:
            return 1
        bounds = []
        # With X = 0 nothing happens, so each useful activation pays for an X of 1 at least; 2 life stand for a Phyrexian symbol.
        if mana := sum(s.generic if s.is_generic else 1 for s in cost.mana):
            bounds.append((self.world.most_mana() + self._most_life() // 2) // mana)
        if mana := sum(s.generic if s.is_generic else not s.phyrexian for s in cost.mana):
            bounds.append(self.world.most_mana() // mana)
        if cost.life:
            bounds.append(self._most_life() // cost.life)
        if cost.sacrifice is not None and cost.sacrifice.filter is not None:
            fodder = sum(self.world.lets_through(cost.sacrifice.filter, t, thing) for t in self.world.mine())
            bounds.append(fodder // cost.sacrifice.n)
        if cost.discard and not any(isinstance(e, (Draw, ReturnToHand)) for e in self.world.effects()):
            bounds.append(len(self.state.players[YOU].hand) // cost.discard)
        return min(bounds, default=None)

    def _most_life(self) -> int:
        """More life than can be paid this turn; where life is gained, more than anybody would."""
        gains = any(isinstance(e, GainLife) for e in self.world.effects())
        return max(0, self.state.players[YOU].life) + (4 * len(self.world.events) if gains else 0)

    # ------------------------------------------------------------------------------------------------ deaths and time

    def _deaths(self) -> None:
        """Deaths that trigger something are events of their own: they stand where the last counter or damage falls."""
        deadly = any(
            isinstance(e, DealDamage) or (isinstance(e, AddCounters) and e.kind == "m1m1")
            or (isinstance(e, Pump) and e.toughness != 0) or isinstance(e, AddAnotherCounter)
            for e in self.world.effects()
        )  # fmt: skip
        watched = any(
            thing.mine if isinstance(t.on, CountersPut) else not t.on.source  # type: ignore[union-attr]
            for thing in self.world.things for t in triggers(thing.definition, Dies, CountersPut)
        )  # fmt: skip
        for thing in list(self.world.things):
            own = any(
                (thing.mine and t.from_graveyard) or (isinstance(t.on, Dies) and t.on.source)
                for t in triggers(thing.definition, object)
            )
            own = own or thing.object in self.promoted
            if thing.is_creature and (own or watched) and (deadly or thing.counters.get("m1m1")):
                self._event("death", thing, f"death of {thing.name}")

    def _end_step(self) -> None:
        """The end step and what triggers in it; upkeep triggers are left to the search."""
        if any(any(t.on.step == "end" for t in triggers(t.definition, StepBegins)) for t in self.world.mine()):  # type: ignore[union-attr]
            self._event("end", None, "end step", instant=False)
        if self.state.step in (Step.UNTAP, Step.UPKEEP, Step.DRAW):
            self.world.report("what happens in the upkeep and draw steps")

    # ------------------------------------------------------------------------------------------------ combat

    def _combat(self) -> tuple[Event, tuple[Thing, ...]] | None:
        """The combat phase, if one is played and it is not over, with what may attack."""
        state = self.state
        declared = state.combat is not None and state.combat.attacked
        if not state.course.scope.combat or state.active != YOU or state.players[YOU].skipped_combats:
            return None
        if declared and state.step in (Step.DECLARE_ATTACKERS, Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE):
            attackers = tuple(t for t in self.world.things if state.combat is not None and state.combat.attack_of(t.object))
        elif state.step in _BEFORE_ATTACKS or isinstance(state.decision, ToAttack):
            hasty = any("haste" in e.keywords for e in self.world.granted)
            attackers = tuple(t for t in self.world.mine() if self._may_attack(t, hasty))
        else:
            return None
        return (self._event("combat", None, "combat", instant=False), attackers) if attackers else None

    def _may_attack(self, thing: Thing, hasty: bool) -> bool:
        p = thing.permanent
        return (
            thing.is_creature
            and "Battle" not in thing.types
            and "defender" not in thing.keywords
            and (hasty or "haste" in thing.keywords or (p is not None and not p.sick))
            and (p is None or not p.tapped or self._untaps(thing))
        )

    def _moments_of_combat(self, event: Event, attackers: tuple[Thing, ...]) -> None:
        """Attackers, blockers, damage by first strike where anything may have it, damage."""
        state = self.state
        declared = state.combat is not None and state.combat.attacked
        blocked = state.step is Step.FIRST_STRIKE_DAMAGE or (
            state.step is Step.DECLARE_BLOCKERS and not isinstance(state.decision, ToBlock)
        )
        two = state.step is not Step.FIRST_STRIKE_DAMAGE and self._strikes_first()
        stages = [Stage.ANNOUNCE] * (not declared) + [Stage.CAST] * (not blocked) + [Stage.RESOLVE] * two + [Stage.AFTER]
        event.moments = tuple(Moment(event, stage) for stage in stages)
        at = {moment.stage: moment for moment in event.moments}
        self.world.combat = Combat(
            event, attackers, at.get(Stage.ANNOUNCE), at.get(Stage.CAST), at.get(Stage.RESOLVE), at[Stage.AFTER]
        )  # fmt: skip

    def _strikes_first(self) -> bool:
        """Whether anything of yours has first or double strike, or may get it."""
        words = [t.keywords for t in self.world.mine() if t.is_creature]
        words += [e.keywords for e in self.world.granted]
        return any(some & {"first strike", "double strike"} for some in words)

    def _timing(self) -> None:
        """What is at instant speed here: a permission to cast sorceries as though they had flash makes everything so (wider)."""
        flash = self.state.players[YOU].sorceries_as_flash or any(isinstance(e, SorceriesAsFlash) for e in self.world.effects())
        for event in self.world.events:
            if flash and event.kind == "cast" and event.definition is not None and "Sorcery" in event.definition.types:
                event.instant, event.needs_flash = True, not self.state.players[YOU].sorceries_as_flash
        if self.state.step == Step.END:
            self.world.events = [e for e in self.world.events if e.instant]
            for index, event in enumerate(self.world.events):
                event.index = index

    def _moments(self, event: Event) -> Iterator[Moment]:
        """The moments that the event passes through, as far as something can happen in them."""
        watching = [
            (thing, t)
            for thing in self.world.mine() if event.kind == "cast" and thing is not event.thing
            for t in triggers(thing.definition, YouCast) if self._casts(t, event.definition)
        ]  # fmt: skip
        mourned = self._triggering(Dies)
        if watching or event.costs.sacrifice is not None or event.loyalty or event.kind == "end":
            yield Moment(event, Stage.ANNOUNCE)
        if mourned and event.costs.sacrifice is not None:
            yield Moment(event, Stage.CAST)
        for trigger in watching:
            yield Moment(event, Stage.CAST, trigger)
        yield Moment(event, Stage.RESOLVE)
        killing = any(isinstance(e, (Destroy, Sacrifice)) for e in all_effects(event.ability))
        if mourned and killing:
            yield Moment(event, Stage.AFTER)
            for trigger in self._dying_together(event):
                yield Moment(event, Stage.AFTER, trigger)
        if event.kind in ("cast", "land") and event.thing is not None:
            for trigger in self.world.entering(event.thing):
                yield Moment(event, Stage.AFTER, trigger)

    def _dying_together(self, event: Event) -> Iterator[tuple[Thing, Triggered]]:
        """The abilities of your things that trigger as they die, where the event may make several of you die at once."""
        for effect in all_effects(event.ability):
            if isinstance(effect, Sacrifice) or (isinstance(effect, Destroy) and isinstance(effect.what, Each)):
                for thing in self.world.mine():
                    if isinstance(effect, Destroy) or self.world.lets_through(effect.filter, thing, event.thing, controller=True):
                        yield from ((thing, t) for t in triggers(thing.definition, Dies) if t.on.source)  # type: ignore[union-attr]

    def _triggering(self, kind: type) -> bool:
        """Whether anything of yours waits for such events."""
        return any(True for thing in self.world.mine() for _ in triggers(thing.definition, kind))

    def _casts(self, trigger: Triggered, definition: CardDefinition | None) -> bool:
        on = trigger.on
        assert isinstance(on, YouCast)
        return definition is not None and casts(on.filter, definition)


def casts(filter: Filter, definition: CardDefinition) -> bool:
    """Whether casting the card is casting a spell that the filter lets through."""
    return not filter.token and fits(filter, definition, definition.types)


def fits(filter: Filter, definition: CardDefinition, types: frozenset[str]) -> bool:
    """Whether the filter lets through what has those types and is otherwise as its card says."""
    traits = printed(definition)
    return (
        (not filter.types or bool(filter.types & types))
        and not filter.but_not & types
        and filter.all_types <= types
        and (not filter.subtypes or bool(filter.subtypes & traits.subtypes))
        and not filter.not_supertypes & traits.supertypes
        and (not filter.colors or bool(filter.colors & traits.colors))
        and (filter.name is None or filter.name == traits.name)
        and (not filter.phyrexian or traits.phyrexian)
        and _is_in(filter.mana_value, traits.mana_value)
    )


def _is_in(wanted: Value | Range | None, n: int) -> bool:
    """Whether the number is the one, or in the range, that is wanted; of numbers that are not known before it is (wider)."""
    least, most = ends(wanted)
    return not (isinstance(least, int) and n < least) and not (isinstance(most, int) and n > most)
