"""One position in both engines."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import CardPool
from engine.choices import Activate, Cast, Pass, PlayLand, Priority, Proliferated, ToProliferate
from engine.objects import YOU
from engine.position import CardSpec, PlayerSpec, Position
from engine.sources import mana_abilities
from engine.state import State
from engine.vocabulary import Activated
from tests import positions
from tests.differential.facts import facts_of
from tests.differential.peer import BELOW, FILLER, Disagreement, Peer, Unsupported
from tests.differential.script import Answer, answer_of, move_of, triggered

STEPS = 8
"""So many spells, abilities and lands at most."""


@dataclass(frozen=True)
class Outcome:
    """`kind`: `same`, `different` or `not compared`. `steps`: how many steps were compared; `at`: the card of the last one."""

    seed: int
    kind: str
    steps: int
    at: str = ""
    why: tuple[str, ...] = ()
    line: tuple[str, ...] = ()


def position_of(pool: CardPool, seed: int) -> Position:
    """A position as both engines can have it: lands are the only sources of mana, and libraries are all alike."""
    strata = (*positions.STRATA, positions.ENLARGED)
    drawn = positions.draw(pool, strata[seed % len(strata)], seed // len(strata))
    return replace(drawn, you=_plain(pool, drawn.you), opponent=_plain(pool, drawn.opponent), goal="win")


def _plain(pool: CardPool, side: PlayerSpec) -> PlayerSpec:
    def gives_mana(card: str) -> bool:
        definition = pool.get(card)
        activated = tuple(a for a in definition.abilities if isinstance(a, Activated))
        return "Land" not in definition.types and any(mana_abilities(activated))

    kept = tuple(p for p in side.battlefield if not gives_mana(p.card))
    return replace(side, battlefield=kept, library=(CardSpec(FILLER),) * BELOW)


def play(engine: Any, pool: CardPool, seed: int) -> Outcome:
    """Play a random line of the position with that number."""
    rng = random.Random(f"differential/{seed}")
    position = position_of(pool, seed)
    state = State.begin(position, pool)
    line: list[str] = []
    at, steps = "the position", 0
    try:
        peer = Peer(engine, position)
        while True:
            told = facts_of(state).differences(peer.facts())
            if told and not steps:
                raise Unsupported("what a position needs at once")  # state-based actions, which it does not do in the beginning
            if told:
                return Outcome(seed, "different", steps, at, tuple(told), tuple(line))
            choice = _next(state, rng, steps)
            if choice is None:
                return Outcome(seed, "same", steps, at, (), tuple(line))
            if isinstance(choice, Pass):
                top = state.stack[-1]
                at = state.name(top.id if top.card else top.source or top.id)
                line.append(f"{at} resolves")
                state, answers = _carried_out(state, choice, rng)
                peer.pass_priority(answers)
            else:
                move = move_of(state, choice)
                at = state.name(choice.source if isinstance(choice, Activate) else choice.card)
                line.append(f"{move.kind} {at}{''.join(f', {answer}' for answer in move.answers if answer.matters)}")
                state, answers = _carried_out(state, choice, rng)
                peer.move(move, answers)
            line += [f"  {answer}" for answer in answers]
            steps += 1
            if not state.over:
                if peer.priority != 0:
                    raise Disagreement("it gives priority to the other player")
                peer.tap_lands(_untapped_lands(state))
    except Unsupported as why:
        return Outcome(seed, "not compared", steps, at, (str(why),), tuple(line))
    except Disagreement as why:
        return Outcome(seed, "different", steps, at, (str(why),), tuple(line))


def _next(state: State, rng: random.Random, steps: int) -> Pass | Cast | Activate | PlayLand | None:
    """What is done next; None if the line is at its end."""
    if state.over or not isinstance(state.decision, Priority) or _other_sources(state):
        return None
    if state.stack and rng.random() < 0.8:
        return Pass()
    options = [c for c in state.choices() if isinstance(c, Cast | Activate | PlayLand) and _is_plain(c)]
    if options and steps < STEPS:
        # every source is as likely, however many targets and payments there are
        sources = sorted({c.source if isinstance(c, Activate) else c.card for c in options})
        source = rng.choice(sources)
        return rng.choice([c for c in options if (c.source if isinstance(c, Activate) else c.card) == source])
    return Pass() if state.stack else None


def _other_sources(state: State) -> bool:
    """Whether something else than lands gives mana, so that it matters which source pays."""
    return any(
        p.controller == YOU and "Land" not in state.types(id) and any(mana_abilities(state.activated(id)))
        for id, p in state.battlefield.items()
    )


def _is_plain(choice: Cast | Activate | PlayLand) -> bool:
    """Whether it is one that the other engine can be told of."""
    if isinstance(choice, PlayLand):
        return True
    if choice.others or choice.remove or choice.payment.life_for_mana:
        return False
    return not isinstance(choice, Cast) or not (choice.how or choice.kicked)


def _carried_out(state: State, choice: Pass | Cast | Activate | PlayLand, rng: random.Random) -> tuple[State, list[Answer]]:
    """The state when somebody has priority again, and what was answered on the way."""
    answers: list[Answer] = []
    before = frozenset(thing.id for thing in state.stack)
    state = state.apply(choice)
    while not state.over and not isinstance(state.decision, Priority):
        decision = state.decision
        assert decision is not None
        if isinstance(decision, ToProliferate):
            answer: Any = Proliferated(frozenset(id for id in decision.options if rng.random() < 0.6))
        else:
            answer = rng.choice(list(state.choices()))
        answers += answer_of(state, decision, answer)
        state = state.apply(answer)
    return state, [*triggered(state, before), *answers]


def _untapped_lands(state: State) -> Counter[tuple[str, int]]:
    return Counter(
        (state.name(id), p.controller) for id, p in state.battlefield.items() if "Land" in state.types(id) and not p.tapped
    )
