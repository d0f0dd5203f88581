"""What can be asked of a game state: objects, zones, characteristics, values, filters. Shared by `State` and `Draft`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Union

from engine import layers
from engine.choices import Decision
from engine.combat.record import Combat
from engine.context import Context
from engine.layers import PERMANENT_TYPES, Board, Characteristics, printed, traits_of_emblem
from engine.mana import COLORS, NO_MANA, TYPES_OF_MANA, Mana, colored_symbols
from engine.objects import (
    CAME_LATELY,
    ONCE_EVER,
    OPPONENT,
    TRANSFORMED,
    YOU,
    Card,
    Counters,
    ObjectId,
    Permanent,
    Player,
    Result,
    StackObject,
    Step,
    count_of,
)
from engine.scope import Course
from engine.vocabulary import (
    TARGET_GROUPS,
    Ability,
    Activated,
    Affected,
    All,
    AtLeast,
    AtMost,
    CameLately,
    CannotGainLife,
    CardDefinition,
    CardsIn,
    CastAs,
    ColorsSpent,
    Condition,
    CountersAmong,
    CountersOn,
    Designated,
    Devotion,
    Did,
    Difference,
    Different,
    Each,
    Either,
    EverythingColorless,
    Exceeds,
    Exists,
    Filter,
    Greatest,
    Half,
    HasHexproof,
    InCombat,
    InStep,
    Kicked,
    LargestGraveyard,
    LastTurn,
    LifeOf,
    ManaSpent,
    ManaValue,
    Matches,
    NoLossForLife,
    NoneOf,
    Not,
    Party,
    Permanents,
    Power,
    Range,
    Removed,
    Scaled,
    Share,
    SourceIn,
    Subject,
    Sum,
    Target,
    ThatMuch,
    ThisTurn,
    TimesResolved,
    Total,
    Toughness,
    Value,
    WasCast,
    What,
    X,
    YourTurn,
)
from engine.ways import shown_as

if TYPE_CHECKING:
    from engine.choices import Choice
    from engine.lasting import Lasting
    from engine.tasks import Task
    from engine.tracking import Tracked
    from engine.triggers import Trigger

UNKNOWN = CardDefinition("unknown")
"""What is known of an unknown card: nothing."""
NOTHING_KNOWN = printed(UNKNOWN)

ZONES = ("hand", "graveyard", "exile", "library", "command")
"""The zones that `Player` holds as tuples of cards."""


@dataclass(frozen=True, slots=True)
class Departed:
    """A permanent that has left, as it last was (603.10a, 608.2h)."""

    permanent: Permanent
    traits: Characteristics
    keywords: frozenset[str]
    power: int
    toughness: int
    card: ObjectId | None
    """The card that it became, None for a token; the first of several that were melded."""
    spell: StackObject | None = None
    """What it was on the stack, if it was there."""


Object = Union[Permanent, Card, StackObject]


def fingerprint(permanent: Permanent) -> int:
    """A hash of the permanent by what tells it from others and by what changes often."""
    return hash(
        (permanent.id, permanent.counters, permanent.tapped, permanent.damage, permanent.controller, permanent.boost,
         permanent.activated_loyalty)
    )  # fmt: skip


class View:
    """The contents of a game state and the questions one may ask it."""

    __slots__ = (
        "_board",
        "_fingerprint",
        "active",
        "agenda",
        "answers",
        "battlefield",
        "combat",
        "course",
        "decision",
        "departed",
        "history",
        "lasting",
        "log",
        "next_id",
        "phased",
        "players",
        "result",
        "stack",
        "step",
        "tracked",
        "turn_over",
        "waiting",
    )  # fmt: skip

    players: tuple[Player, Player]
    battlefield: dict[ObjectId, Permanent]
    stack: tuple[StackObject, ...]
    active: ObjectId
    step: Step
    course: Course
    combat: Combat | None
    """The combat phase that is under way."""
    agenda: tuple[Task, ...]
    """What is still to be done before a player gets priority; the last is next."""
    answers: tuple[Choice, ...]
    """Answers already given for the next task on the agenda."""
    waiting: tuple[Trigger, ...]
    """Abilities that have triggered and wait to be put on the stack."""
    departed: Mapping[ObjectId, Departed]
    lasting: tuple[Lasting, ...]
    """Continuous effects, emblems and delayed triggers, in the order of their timestamps."""
    tracked: Tracked
    """What the game listens for besides the abilities of what is on the battlefield."""
    history: tuple[tuple[int, int], ...]
    """How much of each tracked event has happened this turn, as each of the players sees it."""
    phased: tuple[Permanent, ...]
    """The permanents that are phased out (702.26)."""
    next_id: ObjectId
    decision: Decision | None
    result: Result
    turn_over: bool
    """Whether the turn has ended, which is as far as a state goes."""
    log: tuple[tuple[object, ...], ...]
    """What happened in the last `apply`, for reports; not part of the value of a state."""

    _board: Board | None
    _fingerprint: int
    """A hash of the battlefield, kept up to date change by change."""

    # ---------------------------------------------------------------------------------------------------- objects

    @property
    def over(self) -> bool:
        return self.decision is None

    @property
    def board(self) -> Board:
        board = self._board
        if board is None or (board.momentary and not board.is_current(self)):
            board = self._board = Board(self)
        return board

    def card(self, id: ObjectId) -> Card | None:
        """The card with that id in a hand, graveyard, exile, library or command zone."""
        found = self.card_in_zone(id)
        return None if found is None else found[0]

    def card_in_zone(self, id: ObjectId) -> tuple[Card, str] | None:
        """The same, and the name of the zone."""
        for player in self.players:
            for zone in ZONES:
                for card in getattr(player, zone):
                    if card.id == id:
                        return card, zone
        return None

    def on_stack(self, id: ObjectId) -> StackObject | None:
        for thing in self.stack:
            if thing.id == id:
                return thing
        return None

    def last_on_stack(self, id: ObjectId) -> StackObject | None:
        """The spell or ability, as it last was if it has left the stack (608.2h)."""
        found = self.on_stack(id)
        return self.departed[id].spell if found is None and id in self.departed else found

    def emblem(self, id: ObjectId) -> Activated | None:
        """The activated ability of the emblem with that id (114), if it is one that has such an ability."""
        for lasting in self.lasting:
            if lasting.id == id:
                return lasting.ability if isinstance(lasting.ability, Activated) else None
        return None

    def find(self, id: ObjectId) -> Object | None:
        return self.battlefield.get(id) or self.on_stack(id) or self.card(id)

    def zone(self, id: ObjectId) -> str | None:
        """The name of the zone in which the object is, None if it is nowhere (any more)."""
        if id in self.battlefield:
            return "battlefield"
        if self.on_stack(id):
            return "stack"
        for player in self.players:
            for zone in ZONES:
                if any(card.id == id for card in getattr(player, zone)):
                    return zone
        return None

    def owner(self, id: ObjectId) -> ObjectId:
        thing = self.find(id)
        if thing is None:
            return self.departed[id].permanent.owner
        if isinstance(thing, StackObject):
            return thing.card.owner if thing.card else thing.controller
        return thing.owner

    def controller(self, id: ObjectId) -> ObjectId:
        """Who controls the object; its owner in zones where nobody does (109.4). A player is its own controller here."""
        if id in (YOU, OPPONENT):
            return id
        permanent = self.battlefield.get(id)
        if permanent:
            return permanent.controller
        thing = self.on_stack(id)
        if thing:
            return thing.controller
        if id in self.departed:
            return self.departed[id].permanent.controller
        for lasting in self.lasting:
            if lasting.id == id:
                return lasting.controller
        card = self.card(id)
        assert card is not None, f"no object {id}"
        return card.owner

    def counters(self, id: ObjectId) -> Counters:
        """The counters on a player, permanent or card; those it last had if it has left."""
        if id in (YOU, OPPONENT):
            return self.players[id].counters
        permanent = self.battlefield.get(id)
        if permanent:
            return permanent.counters
        if id in self.departed:
            return self.departed[id].permanent.counters
        card = self.card(id)
        return card.counters if card else ()

    # ---------------------------------------------------------------------------------------------------- characteristics

    def characteristics(self, id: ObjectId) -> Characteristics:
        """The characteristics that do not depend on counters, as they last were if the object has left."""
        board = self._board
        if board is None or board.momentary:
            board = self.board
        known = board.characteristics.get(id)
        if known is not None:
            return known
        spell = self.on_stack(id)
        if spell is None and id in self.departed:
            return self.departed[id].traits
        emblem = self.emblem(id) if spell is None and self.lasting else None
        if emblem is not None:
            return traits_of_emblem(emblem)
        card = spell.card if spell else self.card(id)
        definition = (card.definition if card else None) or UNKNOWN
        traits = printed(definition)
        shown = shown_as(definition, spell.cast_as) if spell and spell.cast_as else None
        if shown is not None:
            traits = printed(shown)
        if spell and spell.cast_as == TRANSFORMED and definition.back is not None:  # 202.3b
            traits = replace(printed(definition.back), mana_value=traits.mana_value)
        if spell and spell.x and definition.cost:  # 202.3e
            traits = replace(traits, mana_value=traits.mana_value + spell.x * sum(s.is_x for s in definition.cost))
        if EverythingColorless in self.board.statics and traits.colors:
            traits = replace(traits, colors=frozenset())
        return traits

    def name(self, id: ObjectId) -> str:
        return self.characteristics(id).name

    def types(self, id: ObjectId) -> frozenset[str]:
        return self.characteristics(id).types

    def subtypes(self, id: ObjectId) -> frozenset[str]:
        return self.characteristics(id).subtypes

    def supertypes(self, id: ObjectId) -> frozenset[str]:
        return self.characteristics(id).supertypes

    def colors(self, id: ObjectId) -> frozenset[str]:
        return self.characteristics(id).colors

    def abilities(self, id: ObjectId) -> tuple[Ability, ...]:
        return self.characteristics(id).abilities

    def activated(self, id: ObjectId) -> tuple[Activated, ...]:
        """Its activated abilities, intrinsic mana abilities first; what `ability` of a choice counts."""
        return self.characteristics(id).activated

    def mana_value(self, id: ObjectId) -> int:
        return self.characteristics(id).mana_value

    def keywords(self, id: ObjectId) -> frozenset[str]:
        if id in self.battlefield:
            return layers.keywords(self, id)
        if id in self.departed:
            return self.departed[id].keywords
        return self.characteristics(id).keywords

    def power(self, id: ObjectId) -> int:
        return self._power_toughness(id)[0]

    def toughness(self, id: ObjectId) -> int:
        return self._power_toughness(id)[1]

    def _power_toughness(self, id: ObjectId) -> tuple[int, int]:
        permanent = self.battlefield.get(id)
        if permanent is None:
            if id in self.departed:
                return self.departed[id].power, self.departed[id].toughness
            traits = self.characteristics(id)
            return self._defined_size(id, traits)
        board = self.board
        traits = board.characteristics[id]
        power, toughness = traits.power or 0, traits.toughness or 0
        if traits.size is not None:
            power, toughness = self._defined_size(id, traits)
        more_power, more_toughness = layers.boost(permanent)
        if id in board.sizes:
            for source, controller, change in board.sizes[id]:
                context = Context(controller, source, it=id)
                if change.base_power is not None:
                    power = self.value(change.base_power, context)
                if change.base_toughness is not None:
                    toughness = self.value(change.base_toughness, context)
                more_power += self.value(change.power, context)
                more_toughness += self.value(change.toughness, context)
        for static in traits.boosts:
            context = Context(permanent.controller, id)
            more_power += self.value(static.power, context)
            more_toughness += self.value(static.toughness, context)
        return power + more_power, toughness + more_toughness

    def _defined_size(self, id: ObjectId, traits: Characteristics) -> tuple[int, int]:
        """Power and toughness as printed, or as a characteristic-defining ability says (604.3)."""
        if traits.size is None:
            return traits.power or 0, traits.toughness or 0
        context = Context(self.controller(id), id)
        power, toughness = traits.size.power, traits.size.toughness
        return (
            traits.power or 0 if power is None else self.value(power, context),
            traits.toughness or 0 if toughness is None else self.value(toughness, context),
        )

    def statics(self, kind: type) -> list[tuple[ObjectId, Ability]]:
        """Pairs (source, ability) of the static abilities of that class on the battlefield, in id order."""
        return self.board.statics.get(kind, [])

    # ---------------------------------------------------------------------------------------------------- filters and values

    def matches(
        self,
        filter: Filter,
        id: ObjectId,
        you: ObjectId,
        source: ObjectId | None = None,
        targets: tuple[tuple[ObjectId, ...], ...] = (),
        traits: Characteristics | None = None,
        controller: ObjectId | None = None,
        context: Context | None = None,
    ) -> bool:
        """Whether the filter, spoken by `you`, lets the object through; one that asks what an unknown card is does not.

        `traits` and `controller` stand in for its own if given (for a permanent that is just entering)."""
        if traits is None:
            traits = self.characteristics(id)
            if traits is NOTHING_KNOWN and filter.asks and self.card(id) is not None:
                return False
        if filter.types and not filter.types & traits.types:
            return False
        if filter.but_not and filter.but_not & traits.types:
            return False
        if filter.all_types and not filter.all_types <= traits.types:
            return False
        if filter.subtypes and not filter.subtypes & traits.subtypes:
            return False
        if filter.not_supertypes and filter.not_supertypes & traits.supertypes:
            return False
        if filter.colors and not filter.colors & traits.colors:
            return False
        if filter.name is not None and filter.name != traits.name:
            return False
        if filter.phyrexian and not traits.phyrexian:
            return False
        if filter.other and source is not None and (id == source or self._has_become(source) == id):
            return False
        if filter.controller is not None:
            whose = self.controller(id) if controller is None else controller
            if whose != self._spoken_of(filter.controller, you, targets, context):
                return False
        if filter.owner is not None and self.owner(id) != self._spoken_of(filter.owner, you, targets, context):
            return False
        if filter.token is not None and filter.token != self._is_token(id):
            return False
        if filter.mana_value is not None:
            wanted, asked = filter.mana_value, context or Context(you, source, targets)
            if isinstance(wanted, Range):
                if not self._within(traits.mana_value, wanted, asked):
                    return False
            elif traits.mana_value != self.value(wanted, asked):
                return False
        if not filter.rare:
            return True
        return self._lets_through_rarely(filter, id, context or Context(you, source, targets), traits, controller)

    def _has_become(self, id: ObjectId) -> ObjectId | None:
        """The card that a permanent has become as it left the battlefield."""
        return self.departed[id].card if id in self.departed else None

    def _lets_through_rarely(
        self, filter: Filter, id: ObjectId, context: Context, traits: Characteristics, controller: ObjectId | None
    ) -> bool:
        """The parts of a filter that few filters have."""
        you, source, targets = context.controller, context.source, context.targets

        def fits(other: Filter) -> bool:
            return self.matches(other, id, you, source, targets, traits, controller, context)

        if filter.any_of and not any(map(fits, filter.any_of)):
            return False
        if filter.none_of and any(map(fits, filter.none_of)):
            return False
        if (
            not filter.supertypes <= traits.supertypes
            or filter.not_subtypes & traits.subtypes
            or filter.not_colors & traits.colors
            or (filter.not_name is not None and filter.not_name == traits.name)
            or (filter.colorless and traits.colors)
            or (filter.multicolored and len(traits.colors) < 2)
            or (filter.mana_costs and traits.mana_cost not in filter.mana_costs)
            or (filter.names and traits.name not in filter.names)
            or (filter.source and id != source)
            or (filter.exiled_with_source and not self._is_exiled_with(id, source))
            or filter.commander
            or (filter.targeting is not None and not self._targets(id, filter.targeting, context))
            or (filter.targeting_you and not any(you in group for group in self._targets_of(id)))
            or (filter.colored_symbols and colored_symbols(traits.mana_cost) < filter.colored_symbols)
        ):
            return False
        if filter.attached and (source is None or self.attached_to(source) != id):
            return False
        if filter.chosen is not None and not self._is_chosen(filter.chosen, traits, source):
            return False
        if filter.among is not None:
            remembered = next((e.context for e in self.lasting if e.id == source and e.context is not None), context)
            if id not in self.refer(filter.among, remembered):
                return False
        return self._is_in_shape(filter, id, context)

    def _is_exiled_with(self, id: ObjectId, source: ObjectId | None) -> bool:
        card = self.card(id)
        return card is not None and card.exiled_by is not None and card.exiled_by == source

    def _targets_of(self, id: ObjectId) -> tuple[tuple[ObjectId, ...], ...]:
        thing = self.on_stack(id)
        return thing.targets if thing is not None else ()

    def _targets(self, id: ObjectId, filter: Filter, context: Context) -> bool:
        """Whether a spell or ability targets a permanent that the filter lets through."""
        targets = (target for group in self._targets_of(id) for target in group)
        return any(target in self.battlefield and self._lets_through(filter, target, context) for target in targets)

    def _is_in_shape(self, filter: Filter, id: ObjectId, context: Context) -> bool:
        """Whether what changes often about an object is as the filter wants it."""
        if filter.power is not None and not self._within(self.power(id), filter.power, context):
            return False
        if filter.toughness is not None and not self._within(self.toughness(id), filter.toughness, replace(context, it=id)):
            return False
        if filter.keywords or filter.not_keywords:
            words = {_stem(word) for word in self.keywords(id)}
            if not filter.keywords <= words or filter.not_keywords & words:
                return False
        if filter.counter is not None and not self.count_counters(id, filter.counter):
            return False
        if filter.no_counter is not None and self.count_counters(id, filter.no_counter):
            return False
        if filter.tapped is not None:
            permanent = self._last_permanent(id)
            if permanent is None or permanent.tapped != filter.tapped:
                return False
        if filter.entered_this_turn or filter.attacked_this_turn:
            permanent = self._last_permanent(id)
            if permanent is None or (filter.entered_this_turn and not permanent.entered):
                return False
            if filter.attacked_this_turn and not permanent.attacked:
                return False
        if filter.damaged_this_turn:
            permanent = self._last_permanent(id)
            if permanent is None or not permanent.damaged_by:
                return False
        if filter.attacking or filter.blocking:
            combat = self.combat
            attacks = filter.attacking and combat is not None and combat.attack_of(id) is not None
            blocks = filter.blocking and combat is not None and id in combat.blockers()
            if not (attacks or blocks):
                return False
        if filter.attacking_you:
            attack = None if self.combat is None else self.combat.attack_of(id)
            if attack is None or attack.at != context.controller:
                return False
        if filter.blocked_by_source and (self.combat is None or (context.source, id) not in self.combat.blocks):
            return False
        if filter.blocking_source:
            attack = None if self.combat is None or context.source is None else self.combat.attack_of(context.source)
            if attack is None or id not in attack.blockers:
                return False
        if filter.ring_bearer and not (id in self.battlefield and self.battlefield[id].ring_bearer):
            return False
        if filter.dealt_damage_to_that and (self.combat is None or (id, context.that) not in self.combat.hits):
            return False
        if filter.wears is not None:
            return any(p.attached_to == id and filter.wears in self.subtypes(p.id) for p in self.battlefield.values())
        return True

    def _within(self, n: int, range: Range, context: Context) -> bool:
        return (range.least is None or n >= self.value(range.least, context)) and (
            range.most is None or n <= self.value(range.most, context)
        )

    def _is_chosen(self, what: str, traits: Characteristics, source: ObjectId | None) -> bool:
        permanent = None if source is None else self._last_permanent(source)
        chosen = dict(permanent.chosen).get(what) if permanent is not None else None
        if what == "color":
            return chosen in traits.colors
        return chosen == traits.name if what == "name" else chosen in traits.subtypes | traits.types

    def _mana_of(self, of: str, context: Context) -> Mana:
        """The mana that was spent to cast something, or what is entering as this is asked."""
        if of == "self" and context.source is None:
            return context.mana_of
        for id in self.refer(of, context):
            cast = self.last_on_stack(id) or self._last_permanent(id)
            if cast is not None:
                return cast.mana_of
        return NO_MANA

    def _last_permanent(self, id: ObjectId) -> Permanent | None:
        """The permanent, as it last was if it has left."""
        permanent = self.battlefield.get(id)
        if permanent is None and id in self.departed:
            return self.departed[id].permanent
        return permanent

    def attached_to(self, id: ObjectId) -> ObjectId | None:
        """What the permanent is, or last was, attached to."""
        permanent = self._last_permanent(id)
        return None if permanent is None else permanent.attached_to

    def count_counters(self, id: ObjectId, kind: str) -> int:
        """How many counters of the kind (`any`: of all kinds) are on the object or player."""
        counters = self.counters(id)
        return sum(n for _, n in counters) if kind == "any" else count_of(counters, kind)

    def _spoken_of(
        self, word: str, you: ObjectId, targets: tuple[tuple[ObjectId, ...], ...], context: Context | None
    ) -> ObjectId:
        if word == "you":
            return you
        if word == "opponent":
            return 1 - you
        if word == "that":
            return -1 if context is None or context.that is None else self.controller(context.that)
        return self.controller(targets[0][0]) if targets and targets[0] else -1

    def concerns(self, subject: Subject, id: ObjectId, source: ObjectId, you: ObjectId | None = None) -> bool:
        """Whether an ability of `source` that speaks of these creatures (`self`, `attached` or a filter) speaks of that one;
        `you` are its controller if nothing else is said."""
        if subject == "self":
            return id == source
        if subject == "attached":
            return self.attached_to(source) == id
        if not isinstance(subject, Filter) or id in _PLAYERS:
            return False
        return self.matches(subject, id, self.controller(source) if you is None else you, source)

    def _is_token(self, id: ObjectId) -> bool:
        permanent = self._last_permanent(id)
        return permanent is not None and permanent.token

    def permanents(self, filter: Filter, context: Context) -> Iterator[ObjectId]:
        """The permanents that the filter lets through, in id order."""
        types, traits = filter.types, self.board.characteristics
        for id in self.battlefield:
            if types and not types & traits[id].types:  # most permanents fail here
                continue
            if self.matches(filter, id, context.controller, context.source, context.targets, context=context):
                yield id

    def count(self, value: Value, context: Context) -> int:
        """The value as a number of things or as an amount, which is 0 where it would be negative (107.1b)."""
        return max(0, self.value(value, context))

    def value(self, value: Value, context: Context) -> int:
        """The value as a number, now (608.2h)."""
        if isinstance(value, int):
            return value
        match value:
            case X():
                return context.x
            case Kicked():
                source = -1 if context.source is None else context.source
                kicked = self.last_on_stack(source) or self._last_permanent(source)
                return kicked.kicked if kicked is not None else context.kicked
            case CountersOn(kind, of):
                return sum(self.count_counters(id, kind) for id in self.refer(of, context))
            case Permanents(filter):
                return sum(1 for _ in self.permanents(filter, context))
            case ManaValue(of):
                return sum(self.mana_value(id) for id in self.refer(of, context))
            case Removed():
                return context.removed
            case ThatMuch():
                return context.amount
            case Affected(filter):
                return sum(self._lets_through(filter, id, context) for id in context.affected)
            case LargestGraveyard():
                return max(len(player.graveyard) for player in self.players)
            case Scaled(inner, by, plus):
                return self.value(inner, context) * by + plus
        return self._rare_value(value, context)

    def _rare_value(self, value: Value, context: Context) -> int:
        match value:
            case Power(of):
                return sum(self.power(id) for id in self.refer(of, context))
            case Toughness(of):
                return sum(self.toughness(id) for id in self.refer(of, context))
            case Greatest(of, filter):
                return max((self._number_of(of, id) for id in self.permanents(filter, context)), default=0)
            case Sum(of, filter):
                return sum(self._number_of(of, id) for id in self.permanents(filter, context))
            case Different(of, filter, zone, who):
                objects: Iterable[ObjectId] = self.permanents(filter, context)
                if zone != "battlefield":
                    cards = [card for player in self.refer(who, context) for card in getattr(self.players[player], zone)]
                    objects = [card.id for card in cards if self._lets_through(filter, card.id, context)]
                return len({one for id in objects for one in self._qualities(of, id)})
            case Party():
                return self._party(context.controller)
            case CountersAmong(kind, filter):
                return sum(self.count_counters(id, kind) for id in self.permanents(filter, context))
            case CardsIn(zone, who, filter):
                cards = [card for player in self.refer(who, context) for card in getattr(self.players[player], zone)]
                return sum(filter is None or self._lets_through(filter, card.id, context) for card in cards)
            case LifeOf(who):
                return sum(self.players[player].life for player in self.refer(who, context))
            case Devotion(colors):
                mine = (p for p in self.battlefield.values() if p.controller == context.controller)
                return sum(not s.colors.isdisjoint(colors) for p in mine for s in p.shown.cost or ())
            case TimesResolved():
                return context.resolved
            case ManaSpent(of, color):
                if color is None and of != "self":
                    spells = (self.last_on_stack(id) for id in self.refer(of, context))
                    return sum(spell.mana_spent for spell in spells if spell is not None)
                mana = self._mana_of(of, context)
                return sum(mana) if color is None else mana[TYPES_OF_MANA.index(color)]
            case ColorsSpent(of):
                return sum(n > 0 for n in self._mana_of(of, context)[: len(COLORS)])
            case ThisTurn(event):
                place = next((place for place, tracked in self.tracked.events.get(type(event), ()) if tracked == event), None)
                return 0 if place is None else self.history[place][context.controller]
            case LastTurn(event):
                return self.history[self.tracked.last[event][1]][context.controller] if event in self.tracked.last else 0
            case Share(inner):
                return self.value(inner, context) // max(1, sum(map(len, context.targets)))
            case Half(inner, up):
                return (self.value(inner, context) + up) // 2
            case Total(values):
                return sum(self.value(inner, context) for inner in values)
            case Difference(inner, minus):
                return max(0, self.value(inner, context) - self.value(minus, context))
        raise AssertionError(value)

    def _number_of(self, of: str, id: ObjectId) -> int:
        return {"power": self.power, "toughness": self.toughness, "mana value": self.mana_value}[of](id)

    def _qualities(self, of: str, id: ObjectId) -> Iterable[object]:
        """What of an object is counted where different ones are."""
        if of == "card type":
            return self.types(id)
        if of == "basic land type":
            return self.subtypes(id) & layers.BASIC_LAND_TYPES.keys()
        if of == "color":
            return self.colors(id)
        return (self.name(id),) if of == "name" else (self._number_of(of, id),)

    def _party(self, player: ObjectId) -> int:
        """700.8: each creature is counted for one of the four types, so that as many as possible are."""
        mine = [permanent.id for permanent in self.battlefield.values() if permanent.controller == player]
        found = {frozenset[str]()}
        for id in mine:
            if "Creature" in self.types(id):
                found |= {filled | {type} for filled in found for type in self.subtypes(id) & PARTY}
        return max(map(len, found))

    def holds(self, condition: Condition, context: Context) -> bool:
        match condition:
            case AtLeast(value, n):
                return self.value(value, context) >= n
            case AtMost(value, n):
                return self.value(value, context) <= n
            case Exceeds(value, other):
                return self.value(value, context) > self.value(other, context)
            case NoneOf(filter):
                return not any(True for _ in self.permanents(filter, context))
            case SourceIn(zone):
                return context.source is not None and self.zone(context.source) == zone
            case Exists(filter):
                return any(True for _ in self.permanents(filter, context))
            case Matches(what, filter):
                return any(self._lets_through(filter, id, context) for id in self.refer(what, context))
            case InCombat():
                return self.combat is not None
            case YourTurn():
                return self.active == context.controller
            case Did():
                return context.did
            case WasCast(what, zone):
                those = (self._last_permanent(id) for id in self.refer(what, context))
                return any(p is not None and p.cast_from and zone in (None, p.cast_from) for p in those)
            case InStep(steps):
                return self.step.value in steps
            case Designated(word):
                permanent = self._last_permanent(-1 if context.source is None else context.source)
                return permanent is not None and ONCE_EVER + word in permanent.used
            case CameLately():
                return context.source in self.battlefield and CAME_LATELY in self.battlefield[context.source].used
            case CastAs(how):
                source = -1 if context.source is None else context.source
                cast = self.last_on_stack(source) or self._last_permanent(source)
                return cast is not None and cast.cast_as == how
            case Not(inner):
                return not self.holds(inner, context)
            case All(conditions):
                return all(self.holds(inner, context) for inner in conditions)
            case Either(conditions):
                return any(self.holds(inner, context) for inner in conditions)
        raise AssertionError(condition)

    def refer(self, what: What | tuple[What, ...], context: Context) -> tuple[ObjectId, ...]:
        """The ids of what an effect speaks of; objects may have left since."""
        if isinstance(what, tuple):
            return tuple(dict.fromkeys(id for part in what for id in self.refer(part, context)))
        if isinstance(what, Each):
            if what.zone == "battlefield":
                return tuple(self.permanents(what.filter, context))
            if what.zone == "stack":
                spells = (thing.id for thing in self.stack if thing.card is not None)
                return tuple(id for id in spells if self._lets_through(what.filter, id, context))
            cards = [card.id for player in self.players for card in getattr(player, what.zone) if card.definition is not None]
            return tuple([id for id in cards if self._lets_through(what.filter, id, context)])
        if what in TARGET_GROUPS:
            group = TARGET_GROUPS[what]
            return context.targets[group] if group < len(context.targets) else ()
        match what:
            case "self":
                return () if context.source is None else (context.source,)
            case "that":
                return () if context.that is None else (context.that,)
            case "you":
                return (context.controller,)
            case "opponent":
                return (1 - context.controller,)
            case "each player":
                return (self.active, 1 - self.active)
            case "target's controller":
                return tuple(self.controller(id) for id in context.targets[0]) if context.targets else ()
            case "target's owner":
                return tuple(self.owner(id) for id in context.targets[0]) if context.targets else ()
            case "that's controller":
                return () if context.that is None else (self.controller(context.that),)
            case "attached" | "attached's controller":
                on = None if context.source is None else self.attached_to(context.source)
                return () if on is None else (on,) if what == "attached" else (self.controller(on),)
            case "attached's owner":
                on = None if context.source is None else self.attached_to(context.source)
                return () if on is None else (self.owner(on),)
            case "made":
                return context.made
            case "it":
                return () if context.it is None else (context.it,)
            case "sacrificed" | "exiled":
                return context.sacrificed
        raise AssertionError(what)

    # ---------------------------------------------------------------------------------------------------- permissions

    def can_pay_life(self, player: ObjectId, n: int) -> bool:
        """119.4: only as much as one has; 0 always (119.4b)."""
        return n <= 0 or self.players[player].life >= n

    def cannot_gain_life(self, player: ObjectId) -> bool:
        """119.7."""
        return any(
            isinstance(static, CannotGainLife) and player in self.refer(static.who, Context(self.controller(source), source))
            for source, static in self.statics(CannotGainLife)
        )

    def can_lose_to_life(self, player: ObjectId) -> bool:
        """Whether 0 or less life would lose that player the game (704.5a, 104.3b)."""
        return not any(self.controller(source) == player for source, _ in self.statics(NoLossForLife))

    def can_be_targeted(self, id: ObjectId, by: ObjectId, source: ObjectId | None) -> bool:
        """Whether hexproof (702.11), shroud (702.18) and protection (702.16) let a spell or ability of that player target it."""
        words = self.keywords(id)
        if not words:
            return True
        if "shroud" in words or ("hexproof" in words and by != self.controller(id)):
            return False
        if by != self.controller(id) and any(self.is_protected(word, source, "hexproof from ") for word in words):  # 702.11d
            return False
        return not any(self.is_protected(word, source) for word in words if word.startswith("protection from "))

    def is_protected(self, keyword: str, source: ObjectId | None, prefix: str = "protection from ") -> bool:
        """Whether the keyword `protection from Q` has the quality Q of the source: a colour or a subtype (702.16a)."""
        if source is None or not keyword.startswith(prefix):
            return False
        quality = keyword.removeprefix(prefix).lower()
        traits = self.characteristics(source)
        color = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}.get(quality)
        if color:
            return color in traits.colors
        if quality in ("multicolored", "monocolored", "colorless"):
            return len(traits.colors) == {"monocolored": 1, "colorless": 0}.get(quality, max(2, len(traits.colors)))
        words = {word.lower() for word in traits.subtypes | traits.types | traits.supertypes}
        return quality in words or _singular(quality) in words

    def legal_targets(self, spec: Target, context: Context) -> tuple[ObjectId, ...]:
        """Everything that one target of this group may be (115.1), before different groups are looked at together."""
        of = spec.of
        if of == "card":
            cards = [card.id for player in self.players for card in player.graveyard]
            return tuple([id for id in cards if self._lets_through(spec.filter, id, context)])
        if of in _ON_STACK:
            return tuple([thing.id for thing in self.stack if self._is_target_on_stack(spec, thing, context)])
        controller, source = context.controller, context.source
        if of == "permanent":
            found = [id for id in self.battlefield if self._lets_through(spec.filter, id, context)]
        else:
            types, traits = _TYPES_OF_TARGET[of], self.board.characteristics
            found = [id for id in self.battlefield if not types.isdisjoint(traits[id].types)] if types else []
            found = [id for id in found if id != source] if spec.filter.other else found
        found = [id for id in found if self.can_be_targeted(id, controller, source)]
        return tuple(found if of == "permanent" else [id for id in _PLAYERS if self._may_be(spec, id, context)] + found)

    def _may_be(self, spec: Target, player: ObjectId, context: Context) -> bool:
        """Whether a target that can be a player may be this one."""
        if player != context.controller and self._has_hexproof(player):
            return False
        wanted = spec.filter.controller
        return wanted is None or player == self._spoken_of(wanted, context.controller, context.targets, context)

    def _has_hexproof(self, player: ObjectId) -> bool:
        """Whether the player has hexproof (702.11c)."""
        return any(self.controller(source) == player for source, _ in self.statics(HasHexproof))

    def is_legal_target(self, spec: Target, id: ObjectId, context: Context) -> bool:
        """Whether one target of this group may be that player, permanent or card in a graveyard (115.1)."""
        of = spec.of
        if id in _PLAYERS:
            return of not in _NO_PLAYER and self._may_be(spec, id, context)
        traits = self.board.characteristics.get(id)
        if traits is None:
            if of in _ON_STACK:
                thing = self.on_stack(id)
                return thing is not None and self._is_target_on_stack(spec, thing, context)
            in_a_graveyard = any(card.id == id for player in self.players for card in player.graveyard)
            return of == "card" and in_a_graveyard and self._lets_through(spec.filter, id, context)
        if of in _ON_STACK:
            return False
        if of == "permanent":
            fits = self._lets_through(spec.filter, id, context)
        else:
            fits = not _TYPES_OF_TARGET[of].isdisjoint(traits.types) and not (spec.filter.other and id == context.source)
        return fits and self.can_be_targeted(id, context.controller, context.source)

    def _is_target_on_stack(self, spec: Target, thing: StackObject, context: Context) -> bool:
        """Whether this target may be that spell or ability; nothing targets itself (115.5)."""
        wanted = ("spell or ability", "ability" if thing.card is None else "spell")
        return thing.id != context.source and spec.of in wanted and self._lets_through(spec.filter, thing.id, context)

    def _lets_through(self, filter: Filter, id: ObjectId, context: Context) -> bool:
        return self.matches(filter, id, context.controller, context.source, context.targets, context=context)


PARTY = frozenset(("Cleric", "Rogue", "Warrior", "Wizard"))
_PLAYERS = (YOU, OPPONENT)
_ON_STACK = frozenset({"spell", "ability", "spell or ability"})
_NO_PLAYER = _ON_STACK | {"permanent", "card"}

_TYPES_OF_TARGET: dict[str, frozenset[str]] = {
    "any": frozenset({"Creature", "Planeswalker", "Battle"}),
    "player or planeswalker": frozenset({"Planeswalker"}),
    "player or battle": frozenset({"Battle"}),
    "permanent or player": PERMANENT_TYPES,
    "player": frozenset(),
    "card": frozenset(),
}
"""The card types of permanents that may be a target of this kind (115.4)."""


@cache
def _singular(word: str) -> str:
    return word.removesuffix("s")


@cache
def _stem(keyword: str) -> str:
    """A keyword without its number, cost or quality: `toxic 2` is toxic."""
    return re.sub(r"( \d+)?( \{.*| from .*)?$", "", keyword)


contents = attrgetter(*View.__slots__)
"""All that a view holds (the battlefield as the mapping that it is)."""
_SETTERS = tuple(getattr(View, name).__set__ for name in View.__slots__)


def copy_contents(source: View, target: View) -> None:
    """Make `target` hold what `source` holds (the battlefield is the same mapping then)."""
    hold(target, contents(source))


def hold(view: View, held: Iterable[Any]) -> None:
    """Make a view hold these contents."""
    for setter, value in zip(_SETTERS, held):
        setter(view, value)
