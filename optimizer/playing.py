"""Carries a plan out through the engine: the plan's actions in their order, its payments, and at every choice in between what the
plan wants. The engine has the last word; where it refuses, the line stops there.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from math import inf
from typing import cast

from engine.choices import (
    Activate,
    Answered,
    Attacked,
    Cast,
    Choice,
    Counted,
    Divided,
    IllegalChoice,
    Ordered,
    Pass,
    Payment,
    Picked,
    PlayLand,
    Priority,
    Proliferated,
    Removal,
    TapForMana,
    Targeted,
    ToAnswer,
    ToAttack,
    ToCount,
    ToDivide,
    ToOrder,
    ToPick,
    ToProliferate,
    ToTarget,
)
from engine.mana import NO_MANA, TYPES_OF_MANA, Mana, add, unit
from engine.objects import OPPONENT, YOU, ObjectId, Step, count_of
from engine.sources import is_mana_ability
from engine.state import State
from engine.vocabulary import AddMana, EntersTapped
from optimizer.assignment import Need, Unit, match, needs_of, type_for
from optimizer.encode import Encoded
from optimizer.events import Event, Stage, Thing
from optimizer.ledger import Bearer
from optimizer.mana import Source, sources
from optimizer.plan import Plan, PlannedAction


@dataclass(frozen=True)
class Played:
    """The choices that the engine accepted, the state they lead to, and why the plan was left, if it was."""

    line: tuple[Choice, ...]
    state: State
    refused: str | None = None
    contested: bool = False
    """Whether the opponent had more replies than were tried, so that another one may be worse for you."""


MOST_REPLIES, PATIENCE = 20_000, 2.0
"""How many replies of the opponent are tried, and for how many seconds."""


def play(start: State, encoded: Encoded, plan: Plan, evaluate: Callable[[State], int]) -> Played:
    """Carries the plan out from the state that was encoded, to the end of the turn. Where the opponent has a choice, every
    reply is tried and the one is kept after which the plan ends worst."""
    return _Playing(start, encoded, plan, evaluate).play()


class _Playing:
    def __init__(self, start: State, encoded: Encoded, plan: Plan, evaluate: Callable[[State], int]) -> None:
        self.state, self.encoded, self.plan, self.evaluate = start, encoded, plan, evaluate
        self.actions = [action for action in plan.actions if not action.early]
        """Those still to come."""
        self.early = [action for action in plan.actions if action.early]
        self.refused: str | None = None
        self.replies = [0]
        self.until = time.perf_counter() + PATIENCE
        self.line: list[Choice] = []
        self.objects: dict[Thing, ObjectId] = {t: t.object for t in encoded.model.world.things if t.permanent is not None}
        self.known = set(start.battlefield)
        self.left = {bearer: dict(epochs) for bearer, epochs in plan.picks.items()}
        self.targets = list(plan.trigger_targets)
        self.extras = dict(plan.extras)
        self.accepted = list(plan.accepted)
        self.current: PlannedAction | None = None
        self.contested = False
        self.payments = [*plan.actions, *plan.extra]
        self.paid = self._assign()

    # ------------------------------------------------------------------------------------------------ the course of the turn

    def play(self) -> Played:
        try:
            while (self.actions or self.early) and not self.done:
                self._reach((self.actions or self.early)[0])
                if not self.done and not self._take_early():
                    self.current = (self.actions or self.early).pop(0)
                    self._take(self.current)
        except (IllegalChoice, _Lost) as refusal:
            self.refused = str(refusal)
            self.actions.clear()
            self.early.clear()
        while not self.done:
            self._step()
        return Played(tuple(self.line), self.state, self.refused, self.contested)

    @property
    def done(self) -> bool:
        """Whether this is as far as the plan is carried out."""
        return self.state.over

    def _take(self, action: PlannedAction) -> None:
        self._do(self._choice(action))

    def _take_early(self) -> bool:
        """Takes an action whose place is open, if it can be taken now and does not end the game."""
        for action in self.early if not self.state.stack else ():
            try:
                choice = self._choice(action)
                over = self.state.apply(choice).over
            except (IllegalChoice, _Lost):
                continue
            if not over:
                self.early.remove(action)
                self.current = action
                self._do(choice)
                return True
        return False

    def _worst_reply(self) -> None:
        """Goes on after each reply of the opponent and keeps the one with the worst end."""
        worst: tuple[int, _Playing] | None = None
        for reply in self.state.choices():
            self.replies[0] += 1
            if self.replies[0] > MOST_REPLIES or time.perf_counter() > self.until:
                self.contested = True
                break
            branch = self._branch()
            branch._do(reply)
            branch.play()
            value = self.evaluate(branch.state)
            if worst is None or value < worst[0]:
                worst = value, branch
        contested = self.contested
        if worst is None:
            self._do(next(iter(self.state.choices())))
        else:
            self.__dict__ = worst[1].__dict__
        self.contested |= contested

    def _branch(self) -> _Playing:
        """An independent copy."""
        branch = copy(self)
        for name in ("actions", "early", "line", "objects", "known", "targets", "extras", "accepted"):
            setattr(branch, name, copy(getattr(self, name)))
        branch.left = {bearer: dict(epochs) for bearer, epochs in self.left.items()}
        return branch

    def _do(self, choice: Choice) -> None:
        self.state = self.state.apply(choice)
        self.line.append(choice)
        for id, permanent in self.state.battlefield.items():
            if id not in self.known:
                self.known.add(id)
                self._recognise(id, permanent.definition.name)

    def _recognise(self, id: ObjectId, name: str) -> None:
        """A permanent that has come is the thing of the action under way, or of an earlier one."""
        coming = [a.event.thing for a in self.plan.actions if a.event.kind in ("cast", "land")]
        for thing in [*coming, *(t for t in self.encoded.model.world.things if t.made is not None)]:
            if thing is None:
                continue
            if thing.name == name and thing not in self.objects:
                self.objects[thing] = id
                return

    def _reach(self, action: PlannedAction) -> None:
        """Passes and answers until the action's time has come."""
        while not self.done:
            decision = self.state.decision
            mine = isinstance(decision, Priority) and decision.player == YOU
            if mine and (not self.state.stack or self._holds(action)) and self._is_time(action):
                return
            self._step()

    def _is_time(self, action: PlannedAction) -> bool:
        """Whether combat is as far as it is when the action is taken."""
        step = self.state.step
        main = action.event.instant or step not in STEPS_OF_COMBAT
        return main and all(has_come(stage, step) for stage in action.fought)

    def _holds(self, action: PlannedAction) -> bool:
        """Whether the action is taken with something still on the stack."""
        now = self.current
        if now is None or not action.event.instant:
            return False
        if any(self._place(s.source) < action.start for s in self.state.stack if s.card is None):
            return False  # what triggered resolves first
        spell_waits = any(s.card is not None or s.ability is now.event.ability for s in self.state.stack)
        return now.start < action.start < (now.resolve if spell_waits else now.after)

    def _place(self, source: ObjectId | None) -> float:
        """When an ability of that source resolves which the action under way has triggered, if the plan says so."""
        now = self.current
        thing = next((t for t, id in self.objects.items() if id == source), None)
        return inf if now is None or thing is None else self.plan.places.get((now.event, thing), inf)

    def _step(self) -> None:
        """Answers the pending decision."""
        decision = self.state.decision
        if decision is not None and decision.player == OPPONENT:
            self._worst_reply()
        elif isinstance(decision, Priority):
            self._do(Pass())
        elif isinstance(decision, ToAttack):
            attackers = sorted(self.objects[t] for t in self.plan.attacks if self.objects.get(t) in decision.creatures)
            self._attack(Attacked(tuple((id, OPPONENT) for id in attackers)))
        elif isinstance(decision, ToDivide):
            self._do(max(self.state.choices(), key=_to_the_opponent))
        elif isinstance(decision, ToProliferate):
            self._do(Proliferated(self._picked(decision)))
        elif isinstance(decision, ToTarget):
            self._do(self._targeted(decision))
        elif isinstance(decision, ToAnswer):
            self._do(self._answered(decision))
        elif isinstance(decision, ToPick):
            self._do(self._pick(decision))
        elif isinstance(decision, ToCount):
            self._do(self._counted(decision))
        elif isinstance(decision, ToOrder) and decision.what == "triggers":
            last_first = sorted(range(len(decision.items)), key=lambda i: -self._place(cast(ObjectId, decision.items[i])))
            self._do(Ordered(tuple(last_first)))
        else:
            self._do(next(iter(self.state.choices())))

    def _attack(self, planned: Attacked) -> None:
        """Attacks as planned, or in another way if a rule that the model does not follow forbids that."""
        try:
            self._do(planned)
        except IllegalChoice as refusal:
            self.refused = self.refused or str(refusal)
            self._do(next(iter(self.state.choices())))

    # ------------------------------------------------------------------------------------------------ choices between actions

    def _picked(self, decision: ToProliferate) -> frozenset[ObjectId]:
        bearers = {
            self.objects[b] if isinstance(b, Thing) else b: b for b in self.left if not isinstance(b, Thing) or b in self.objects
        }
        chosen = set()
        for option in decision.options:
            bearer = bearers.get(option)
            if bearer is None:
                continue
            epoch = self._epoch(bearer)
            if epoch is not None and self.left[bearer][epoch] > 0:
                self.left[bearer][epoch] -= 1
                chosen.add(option)
        return frozenset(chosen)

    def _epoch(self, bearer: Bearer) -> frozenset[Thing] | None:
        """The epoch of the present moment, of those that are told apart for the bearer."""
        varying = {s for epoch in self.left[bearer] for s in epoch}
        there = frozenset(s for s in varying if self.objects.get(s) in self.state.battlefield)
        return there if there in self.left[bearer] else None

    def _targeted(self, decision: ToTarget) -> Choice:
        legal = list(self.state.choices())
        name = self._name(decision.source)
        for index, (source, groups, modes) in enumerate(self.targets):
            here = all(not isinstance(b, Thing) or b in self.objects for group in groups for b in group)
            if source.name == name and here:
                wanted = Targeted(tuple(tuple(self._id(b) for b in group) for group in groups), modes)
                if self._is_legal(wanted):
                    del self.targets[index]
                    return wanted
        for choice in legal:
            assert isinstance(choice, Targeted)
            for id in (id for group in choice.targets for id in group):
                key = self._extra(id)
                if key is not None:
                    if len(self.state.counters(id)) == 1:  # the kind is not asked for
                        self.extras[key] -= 1
                    return choice
        return legal[-1] if any(isinstance(c, Targeted) and not any(c.targets) for c in legal[-1:]) else legal[0]

    def _is_legal(self, choice: Choice) -> bool:
        """Choices that differ only in interchangeable objects are listed once, but each of them is legal."""
        try:
            self.state.apply(choice)
        except IllegalChoice:
            return False
        return True

    def _extra(self, id: ObjectId) -> tuple[Thing, str] | None:
        """Of which kind the thing still gets one more counter by the plan, and has one."""
        for (thing, kind), n in self.extras.items():
            if n and self.objects.get(thing) == id and count_of(self.state.counters(id), kind):
                return thing, kind
        return None

    def _counted(self, decision: ToCount) -> Choice:
        key = self._extra(decision.on)
        legal = list(self.state.choices())
        if key is not None:
            wanted = Counted(((key[1], 1),))
            if wanted in legal:
                self.extras[key] -= 1
                return wanted
        return legal[0]

    def _answered(self, decision: ToAnswer) -> Choice:
        legal = list(self.state.choices())
        yes = [c for c in legal if isinstance(c, Answered) and c.yes]
        no = next((c for c in legal if isinstance(c, Answered) and not c.yes), legal[0])
        if not yes:
            return no
        if self.current is not None and self.current.event.kind == "land" and decision.cost is not None and decision.cost.life:
            return yes[0] if self.current.shocked else no
        name = self._name(decision.source)
        for index, (label, wanted) in enumerate(self.accepted):
            if label == name:
                if not wanted:
                    continue
                if decision.cost is not None:
                    del self.accepted[index]
                return self._paying(yes)
        return no

    def _paying(self, yes: list[Answered]) -> Answered:
        """Of several payments the one that the plan has assigned, else the first."""
        for index in range(len(self.plan.actions), len(self.payments)):
            taps, spent = self._payment(index)
            planned = Answered(True, Payment((), taps, spent))
            try:
                self.state.apply(planned)
            except IllegalChoice:
                continue
            return planned
        return yes[0]

    def _pick(self, decision: ToPick) -> Choice:
        """Keeps what the plan still needs."""
        if decision.what == "sacrifice":
            return self._sacrificed(decision)
        needed = {a.event.definition.name for a in self.plan.actions if a.event.definition is not None}
        wanted = decision.what in ("hand", "keep", "legend")
        ordered = sorted(decision.options, key=lambda id: (self._name(id) in needed) != wanted)
        return Picked(tuple(ordered[: max(decision.least, 1 if wanted and decision.most else 0)]))

    def _sacrificed(self, decision: ToPick) -> Choice:
        """What the plan sacrifices, else what is worth least as the turn began."""
        wanted = [self.objects.get(t) for t in self.plan.sacrificed]
        worths = {id: self.encoded.model.worth(t) for t, id in self.objects.items()}
        sign = 1 if decision.player == YOU else -1
        ordered = sorted(decision.options, key=lambda id: (id not in wanted, sign * worths.get(id, 0)))
        return Picked(tuple(ordered[: decision.least]))

    def _name(self, id: ObjectId | None) -> str:
        return "" if id is None else self.state.name(id)

    # ------------------------------------------------------------------------------------------------ actions

    def _id(self, bearer: Bearer) -> ObjectId:
        if not isinstance(bearer, Thing):
            return bearer
        if bearer not in self.objects:
            raise _Lost(f"{bearer.name} is not there")
        return self.objects[bearer]

    def _choice(self, action: PlannedAction) -> Choice:
        event = action.event
        if event.kind == "land":
            return PlayLand(self._card(event))
        taps, spent = self._payment(self.plan.actions.index(action))
        announced = self._announced(action, spent)
        payment = Payment(announced, taps, spent, action.life_for_mana)
        targets = tuple(tuple(self._id(b) for b in group) for group in action.targets)
        sacrifice = tuple(self._id(t) for t in action.sacrifice) + tuple(map(self._spare, action.tokens))
        remove = tuple(Removal(self._id(t), kind, n) for t, kind, n in action.remove)
        discard = self._discarded(event)
        if event.kind == "cast":
            return Cast(self._card(event), action.modes, targets, action.x, action.kicked, sacrifice, discard, remove, payment)
        assert event.thing is not None
        source = self._id(event.thing)
        if source not in self.state.battlefield:
            raise _Lost(f"{event.thing.name} is not there any more")
        abilities = self.state.activated(source)
        if event.ability not in abilities:
            raise _Lost(f"{event.thing.name} does not have its ability")
        if event.costs.sacrifice is not None and event.costs.sacrifice.filter is None:
            sacrifice = ()
        ability = abilities.index(event.ability)
        return Activate(source, ability, action.modes, targets, action.x, sacrifice, discard, remove, payment)

    def _spare(self, token: str) -> ObjectId:
        """A token of that name that is nothing to the plan."""
        for id, permanent in self.state.battlefield.items():
            if permanent.token and permanent.definition.name == token and id not in self.objects.values():
                return id
        raise _Lost(f"there is no further {token}")

    def _card(self, event: Event) -> ObjectId:
        hand = self.state.players[YOU].hand
        assert event.definition is not None
        for card in hand:
            if card.id == event.card:
                return card.id
        planned = {a.event.card for a in self.plan.actions}
        for card in hand:
            if card.definition is not None and card.definition.name == event.definition.name and card.id not in planned:
                return card.id
        raise _Lost(f"{event.definition.name} is not in your hand")

    def _discarded(self, event: Event) -> tuple[ObjectId, ...]:
        """The cards that the plan needs least."""
        n = event.costs.discard
        if not n:
            return ()
        needed = Counter(a.event.definition.name for a in self.plan.actions if a.event.definition is not None)
        others = [card for card in self.state.players[YOU].hand if event.kind != "cast" or card.id != event.card]
        others.sort(key=lambda c: needed[c.definition.name] > 0 if c.definition is not None else False)
        return tuple(card.id for card in others[:n])

    # ------------------------------------------------------------------------------------------------ payments

    def _assign(self) -> dict[Need, list[Unit]] | None:
        """A unit of mana for everything that is to be paid this turn."""
        needs = [need for i, action in enumerate(self.payments) for need in needs_of(i, action)]
        return match(needs, self._units(), self.encoded.mana.any_pays)

    def _units(self) -> list[Unit]:
        """The units of mana that the plan may spend."""
        start = self.encoded.model.state
        units = [
            Unit(None, i, frozenset(t)) for t, n in zip(TYPES_OF_MANA, start.players[YOU].mana, strict=True) for i in range(n)
        ]
        assigned = {(s.thing, s.types) for a in self.payments for s, _, _ in a.shares}
        used = {a.event.thing for a in self.plan.actions if a.event.kind == "activate" and a.event.costs.tap}
        if self.encoded.model.world.combat is not None:
            used.update(self.plan.attacks)
        landed = {a.event.thing: i for i, a in enumerate(self.payments) if a.event.kind == "land" and _untapped(a)}
        for thing in self.encoded.model.world.mine():
            there = thing.permanent is not None and not thing.permanent.tapped
            if not (there or thing in landed) or thing in used:
                continue
            for source in sources(thing):
                if source.plain and (thing, source.types) not in assigned and isinstance(source.yields, int):
                    units += [Unit(source, i, source.types, landed.get(thing, -1)) for i in range(source.yields)]
        return units

    def _payment(self, index: int) -> tuple[tuple[TapForMana, ...], Mana]:
        """The mana abilities to activate for a payment, and the mana to spend: what is floating already is not made again."""
        action = self.payments[index]
        if self.paid is None:
            raise _Lost("the mana does not suffice")
        wanted: list[tuple[Source | None, str]] = []
        for types in action.demand:
            need = Need(index, types)
            units = self.paid.get(need, [])
            wanted += [(u.source, type_for(u.types, types)) for u in units]
            wanted += [(late, type_for(late.types, types)) for late, what, n in action.shares if what == types for _ in range(n)]
        spent, taps = NO_MANA, list[TapForMana]()
        for source, type_ in wanted:
            spent = add(spent, unit(type_))
            if source is None:
                continue
            id = self._id(source.thing)
            permanent = self.state.battlefield.get(id)
            if permanent is None or permanent.tapped or any(t.source == id for t in taps):
                continue
            taps.append(self._tap(id, source, type_))
        return tuple(taps), spent

    def _tap(self, id: ObjectId, source: Source, type_: str) -> TapForMana:
        for index, ability in enumerate(self.state.activated(id)):
            if not is_mana_ability(ability) or ability.cost.life != source.life:
                continue
            for effect in ability.effects:
                if isinstance(effect, AddMana) and effect.only is None and type_ in effect.colors:
                    return TapForMana(id, index, type_ if len(effect.colors) > 1 else "")
        raise _Lost(f"{source.thing.name} does not make {{{type_}}}")

    def _announced(self, action: PlannedAction, spent: Mana) -> tuple[str, ...]:
        """601.2b: for each hybrid or Phyrexian symbol in printed order what is paid for it."""
        left = dict(action.life_symbols)
        pool = list(spent)
        announced = []
        cost = action.event.costs.mana
        for symbol in cost:
            if not symbol.announcements:
                continue
            if symbol.phyrexian and left.get(symbol.text, 0) > 0:
                left[symbol.text] -= 1
                announced.append("life")
                continue
            color = next((c for c in symbol.parts if c in TYPES_OF_MANA and pool[TYPES_OF_MANA.index(c)]), symbol.parts[0])
            if color in TYPES_OF_MANA and pool[TYPES_OF_MANA.index(color)]:
                pool[TYPES_OF_MANA.index(color)] -= 1
            announced.append(color)
        return tuple(announced)


def _untapped(land: PlannedAction) -> bool:
    """Whether the land is played so that it enters untapped."""
    assert land.event.definition is not None
    return land.shocked or not any(isinstance(a, EntersTapped) for a in land.event.definition.abilities)


_COURSE = (
    Step.BEGIN_COMBAT, Step.DECLARE_ATTACKERS, Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE, Step.COMBAT_DAMAGE,
    Step.END_COMBAT, Step.MAIN2, Step.END, Step.CLEANUP,
)  # fmt: skip

STEPS_OF_COMBAT = _COURSE[:6]

_COMES_IN = {
    Stage.ANNOUNCE: Step.DECLARE_ATTACKERS, Stage.CAST: Step.DECLARE_BLOCKERS, Stage.RESOLVE: Step.FIRST_STRIKE_DAMAGE,
    Stage.AFTER: Step.COMBAT_DAMAGE,
}  # fmt: skip


def has_come(stage: Stage, step: Step) -> bool:
    """Whether the moment of combat has come when a player gets priority in that step."""
    return step in _COURSE[_COURSE.index(_COMES_IN[stage]) :]


def _to_the_opponent(choice: Choice) -> int:
    return dict(choice.parts).get(OPPONENT, 0) if isinstance(choice, Divided) else 0


class _Lost(Exception):
    """The plan cannot be carried on."""
