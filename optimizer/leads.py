"""What looks promising: how far a state seems from a win, and which choices to try first. It orders searches; nothing depends on
it but how soon they end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from engine.choices import (
    Activate,
    Answered,
    Attacked,
    Blocked,
    Cast,
    Choice,
    Divided,
    Ordered,
    Pass,
    PlayLand,
    Priority,
    Proliferated,
    TapForMana,
    ToAttack,
    ToBlock,
    ToDivide,
    ToProliferate,
)
from engine.objects import OPPONENT, YOU, ObjectId, Step
from engine.sources import sort
from engine.state import State
from engine.vocabulary import Triggered
from optimizer.favour import HARMFUL, is_perverse
from optimizer.goals import Goal
from optimizer.hopeless import AFTER_DAMAGE
from optimizer.thrift import Purse

_PORTION = 400
"""So many choices are sorted at once."""

_MANY_REPLIES = 4

_STUCK = 8
"""How much harder it looks to win where more is needed and nothing is left to do it with, or combat is over."""

TAPPING_AHEAD, RESPONDING, ANSWERING, OTHER_WINDOW, OTHER_PAYMENT, EARLY = 6, 3, 2, 2, 2, 3
"""How much less promising it is to tap for mana at priority, to act before what one has put on the stack has resolved, or before
what has triggered has, to act in a turn where something more will be known later, to pay in another way, and for who is patient
to do before combat what can be done in it."""

PERVERSE, BEFORE_LAND = 2, 1
"""The same of helping the other player or harming oneself, and of acting while there is a land to be played first."""

_WINDOWS = frozenset({Step.MAIN1, Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE, Step.MAIN2})
"""The steps of one's own turn in which to act, unless something is gained by acting in between."""

_THEIR_WINDOWS = frozenset(
    {Step.BEGIN_COMBAT, Step.DECLARE_ATTACKERS, Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE, Step.COMBAT_DAMAGE, Step.END}
)
"""The same of the other player's turn."""


def numbers(state: State, missing: int) -> tuple[int, int]:
    """How hard it looks to prove and to disprove that the goal is reached from this state.

    Args:
        missing: how much damage is missing to that, or too much, if nobody does anything more than fight (`optimizer.playout`).
    """
    means = _means(state)
    stuck = _STUCK if missing and state.step in AFTER_DAMAGE and state.course.has_all_turns else 0
    return 1 + missing + stuck + _replies(state), 1 + (max(means - missing, 0) if missing else 4 + means)


def waiting(state: State, player: ObjectId) -> int:
    """How much less promising it is to act now than to wait."""
    if state.stack:
        top = state.stack[-1]
        return 0 if top.controller != player else ANSWERING if isinstance(top.ability, Triggered) else RESPONDING
    return 0 if state.step in (_WINDOWS if player == state.active else _THEIR_WINDOWS) else OTHER_WINDOW


def _replies(state: State) -> int:
    """About how many replies the opponent has, up to a limit: each has to be answered."""
    if not isinstance(state.decision, ToBlock) or state.combat is None:
        return 0
    replies: int = (len(state.combat.attacks) + 1) ** len(state.decision.creatures)
    return min(replies, _MANY_REPLIES)


def _means(state: State) -> int:
    """How much you could still do: cards in hand and untapped sources of mana, and what is on the stack."""
    if state.step in (Step.END, Step.CLEANUP):
        return 0
    sources = sum(
        not p.tapped and p.controller == YOU and bool(sort(state.activated(id)).mana) for id, p in state.battlefield.items()
    )
    return min(sources, 3 * len(state.players[YOU].hand) + 3) + len(state.stack)


# ---------------------------------------------------------------------------------------------------------------------- choices


def in_order(
    state: State, choices: Iterable[Choice], killers: Mapping[object, int], goal: Goal = Goal.WIN, patient: bool = False
) -> Iterator[tuple[int, Choice]]:
    """The choices with how unpromising each looks (0: not at all), the most promising first (of each portion).

    Args:
        killers: how often which replies of the opponent have refuted something.
        goal: what you want to reach. To survive it is best to keep back what one has.
        patient: whether you would rather not do before combat what can be done in it.
    """
    left = iter(choices)
    while portion := list(islice(left, _PORTION)):
        judge = _Judge(state, goal, patient, any(isinstance(choice, PlayLand) for choice in portion))
        judged = [(judge.handicap(choice), n, choice) for n, choice in enumerate(portion)]
        ways: dict[object, list[tuple[int, int, Cast | Activate]]] = {}
        for handicap, n, choice in judged:
            if isinstance(choice, (Cast, Activate)):
                ways.setdefault(_without_payment(choice), []).append((handicap, n, choice))
        for several in ways.values():
            if len(several) > 1:
                ranks = judge.purse.ranks([choice for _, _, choice in several])
                for (handicap, n, choice), rank in zip(several, ranks):
                    judged[n] = (handicap + OTHER_PAYMENT * min(rank, 4), n, choice)
        if killers and state.decision is not None and state.decision.player == OPPONENT:
            judged = [(_sooner(handicap, killers.get(signature(state, x), 0)), n, x) for handicap, n, x in judged]
        if goal is Goal.SURVIVE:
            judged.sort(key=lambda one: (one[0], not isinstance(one[2], Pass), one[1]))
        else:
            judged.sort(key=lambda one: one[:2])
        yield from ((handicap, choice) for handicap, _, choice in judged)


def _sooner(handicap: int, refuted: int) -> int:
    """A smaller handicap for a reply that has refuted so much."""
    return max(0, handicap - refuted.bit_length())


def signature(state: State, choice: Choice) -> object:
    """What a reply is, whatever state it is a reply in: by the names of the things in it."""
    match choice:
        case Blocked(blocks):
            return tuple(sorted((state.name(blocker), state.name(attacker)) for blocker, attacker in blocks))
        case Activate(source=source, ability=ability, targets=targets):
            return state.name(source), ability, tuple(state.name(id) if id > OPPONENT else str(id) for g in targets for id in g)
        case Cast(card=card, targets=targets):
            return state.name(card), tuple(state.name(id) if id > OPPONENT else str(id) for g in targets for id in g)
    return type(choice)


def actions(state: State, choice: Choice) -> tuple[object, ...]:
    """What a choice of yours does, up to how it is paid and which of several things of one name it concerns; each attacker by
    itself. Empty if it does nothing: passing, tapping for mana, what something asks for."""
    match choice:
        case PlayLand(card=card):
            return (("land", state.name(card)),)
        case Cast() | Activate():
            source = choice.card if isinstance(choice, Cast) else choice.source
            index = choice.how if isinstance(choice, Cast) else choice.ability
            targets = tuple(tuple(sorted(_called(state, id) for id in group)) for group in choice.targets)
            used = tuple(sorted(state.name(id) for id in (*choice.sacrifice, *choice.discard, *choice.others)))
            kicked = choice.kicked if isinstance(choice, Cast) else 0
            return ((state.name(source), index, choice.modes, targets, choice.x, kicked, used),)
        case Attacked(attacks=attacks):
            return tuple(("attack", state.name(attacker), _called(state, at)) for attacker, at in attacks)
    return ()


def _called(state: State, id: ObjectId) -> str:
    return str(id) if id in (YOU, OPPONENT) else f"{state.controller(id)}/{state.name(id)}"


def _without_payment(choice: Cast | Activate) -> object:
    of = (choice.card, choice.how, choice.kicked) if isinstance(choice, Cast) else (choice.source, choice.ability)
    return (of, choice.modes, choice.targets, choice.x, choice.sacrifice, choice.discard, choice.remove, choice.others)


def _most_killed(needed: Iterable[int], total: int) -> int:
    """How many creatures that much damage can kill."""
    killed = 0
    for n in sorted(needed):
        total -= n
        killed += total >= 0
    return killed


@dataclass
class _Judge:
    """Judges the choices of one state."""

    state: State
    goal: Goal = Goal.WIN
    patient: bool = False
    has_land: bool = False

    def handicap(self, choice: Choice) -> int:
        decision = self.state.decision
        match decision, choice:
            case Priority(player=player), _:
                return self._of_action(player, choice)
            case ToProliferate(options=options), Proliferated(chosen):
                return sum((id in chosen) != self._wants_more(id, decision.player) for id in options)
            case ToAttack(creatures=creatures), Attacked(attacks):
                keeps_back = self.goal is Goal.SURVIVE and decision.player == YOU
                return len(attacks) if keeps_back else len(creatures) - len(attacks)
            case _, Blocked(blocks):
                return self._let_through(blocks)
            case _, Ordered(order):
                return min(2, sum(n != at for n, at in enumerate(order))) if len(order) > 2 else 0
            case ToDivide(), Divided(parts):
                return self._badly_divided(decision, dict(parts))
            case _, Answered(yes):
                return int(not yes)
        return 0

    def _of_action(self, player: ObjectId, choice: Choice) -> int:
        if isinstance(choice, Pass):
            return 0
        if isinstance(choice, TapForMana):
            return TAPPING_AHEAD
        if self.patient and player == YOU and self._can_wait(choice):
            return EARLY
        perverse = PERVERSE if isinstance(choice, (Cast, Activate)) and is_perverse(self.state, player, choice) else 0
        return waiting(self.state, player) + perverse + BEFORE_LAND * (self.has_land and not isinstance(choice, PlayLand))

    def _can_wait(self, choice: Choice) -> bool:
        """Whether combat is to come this turn in which that could be done as well (117.1a, 117.1b)."""
        state = self.state
        if state.stack or state.active != YOU or state.step is not Step.MAIN1:
            return False
        match choice:
            case Cast(card=id):
                card = next((card.definition for card in state.players[YOU].hand if card.id == id), None)
                return card is not None and card.is_instant
            case Activate(source=source, ability=index):
                ability = state.activated(source)[index]
                return ability.cost.loyalty is None and not ability.sorcery_speed
        return False

    def _wants_more(self, id: ObjectId, player: ObjectId) -> bool:
        """Whether the player would like one more of the counters on that object."""
        kinds = {kind for kind, _ in self.state.counters(id)}
        theirs = (id if id in (YOU, OPPONENT) else self.state.controller(id)) != player
        return bool(kinds & HARMFUL) if theirs else not kinds & HARMFUL

    def _let_through(self, blocks: tuple[tuple[ObjectId, ObjectId], ...]) -> int:
        """How much damage is not blocked."""
        combat = self.state.combat
        blocked = {attacker for _, attacker in blocks}
        attacks = combat.attacks if combat is not None else ()
        return sum(max(self.state.power(a.attacker), 0) for a in attacks if a.attacker not in blocked)

    def _badly_divided(self, decision: ToDivide, parts: Mapping[ObjectId, int]) -> int:
        """1 where combat damage kills fewer creatures than it might, or more is dealt to some than kills while others get less;
        0 of any other division."""
        needed = self._needed
        if not needed:
            return 0
        killed = sum(parts.get(id, 0) >= n for id, n in needed.items())
        too_much = sum(max(0, parts.get(id, 0) - n) for id, n in needed.items())
        return int(killed < _most_killed(needed.values(), decision.total) or (too_much > 0 and killed < len(decision.options)))

    @cached_property
    def _needed(self) -> dict[ObjectId, int]:
        """How much combat damage kills each of the creatures among which it is divided; empty if none is."""
        state, decision = self.state, self.state.decision
        if not isinstance(decision, ToDivide) or state.stack or state.combat is None:
            return {}
        creatures = [id for id in decision.options if id in state.battlefield and "Creature" in state.types(id)]
        return {id: self._lethal(decision.source, id) for id in creatures}

    def _lethal(self, source: ObjectId, id: ObjectId) -> int:
        left = max(self.state.toughness(id) - self.state.battlefield[id].damage, 0)
        return min(left, 1) if "deathtouch" in self.state.keywords(source) else left

    @cached_property
    def purse(self) -> Purse:
        assert self.state.decision is not None
        return Purse(self.state, self.state.decision.player)
