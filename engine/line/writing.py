"""From choices to text: the steps of a line as they are printed.

What is written reads back as the same choices (`engine.line.reading`). A choice with one legal answer is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice

from engine.bound_mana import in_pool
from engine.choices import (
    Activate,
    Answered,
    Attacked,
    Blocked,
    Cast,
    Choice,
    Counted,
    Decision,
    Divided,
    Ordered,
    Pass,
    Picked,
    PlayLand,
    Priority,
    Proliferated,
    Removal,
    TapForMana,
    Targeted,
    ToAttack,
    ToBlock,
    ToCount,
    ToDivide,
    ToOrder,
    ToPick,
    ToProliferate,
    ToTarget,
)  # fmt: skip
from engine.line.combat import write_attacks, write_blocks, write_damage
from engine.line.costs import Paid as PaidChoice
from engine.line.costs import (
    ability_of,
    announced_symbols,
    asks_for_x,
    cost_of,
    costs_of,
    made_by,
    mana_part,
    symbols_for_life,
    ways_to_tap,
)  # fmt: skip
from engine.line.labels import ability_labels, mode_labels
from engine.line.references import NOBODY, References
from engine.line.steps import STEP_NAMES, Paid, Step
from engine.mana import NO_MANA, write_mana
from engine.objects import OPPONENT, YOU, ObjectId
from engine.objects import Step as TurnStep
from engine.payment import LIFE_FOR_A_SYMBOL
from engine.state import State
from engine.triggers import PutTrigger
from engine.vocabulary import Activated, Modes
from engine.ways import CAST_SO

END_TURN = "End the turn"

FLOATING = "floating mana"
"""The mana that is in the pool, as a source."""


@dataclass
class _OpenStep:
    """A step that is being written."""

    head: str
    action: str
    card: str = ""
    response: bool = False
    opponent: bool = False
    targets: tuple[str, ...] = ()
    payment: Paid = field(default_factory=Paid)
    sentences: list[str] = field(default_factory=list)
    proliferate: list[tuple[str, ...]] = field(default_factory=list)


def write_line(start: State, choices: Sequence[Choice]) -> list[Step]:
    """The steps that these choices make, one after the other from `start`.

    Raises:
        IllegalChoice: one of the choices is not legal.
    """
    writer = LineWriter(start)
    for choice in choices:
        writer.add(choice)
    return writer.steps()


class LineWriter:
    """Writes a line choice by choice; `state` is the state reached."""

    def __init__(self, start: State) -> None:
        self.state = start
        self.references = References(start)
        self._first = 1
        self._open: list[_OpenStep] = []
        self._resolved: list[str] = []
        """What has resolved since the last thing written: to be written only if a response follows."""

    def copy(self) -> LineWriter:
        """A writer that goes on from here by itself; it writes only what it is given."""
        twin = self.branch()
        twin._open = deepcopy(self._open[-1:])
        return twin

    def branch(self) -> LineWriter:
        """A writer of what comes next as steps of their own, which are counted on."""
        twin = LineWriter.__new__(LineWriter)
        twin.state, twin.references = self.state, self.references.copy()
        twin._first, twin._open, twin._resolved = self._first + len(self._open), [], []
        return twin

    def follow(self, choice: Choice) -> None:
        """Carry out a choice that is written elsewhere."""
        self.state = self.state.apply(choice)
        self.references.see(self.state)

    def until_reply(self) -> None:
        """The opponent chooses next, which is told after this: what leads up to that choice is written where it comes up in no
        other way."""
        if isinstance(self.state.decision, Priority):
            if self._resolved:
                self._host(self.state).sentences += [f"{name} resolves" for name in self._resolved]
        else:
            self.until_the_end()
        self._resolved = []

    def until_the_end(self) -> None:
        """Nothing more is written: passing at the end is left out."""
        if self._open and self._open[-1].action == "phase" and not self._open[-1].sentences:
            self._open.pop()

    def add(self, choice: Choice) -> State:
        """Carry out and write one more choice."""
        before, decision = self.state, self.state.decision
        after = before.apply(choice)
        if isinstance(decision, Priority):
            if not isinstance(choice, Pass):
                self._begin(before, choice, after)
            elif before.course.passed_on() is not None:
                pass  # the other player has priority now
            elif before.stack:
                self._resolved.append(self.references.short_name(before.stack[-1].id))
            else:
                self._pass_step(before, after)
        elif decision is not None:
            self._answer(before, decision, choice, after)
        self.state = after
        self.references.see(after)
        return after

    def steps(self) -> list[Step]:
        return [_finished(self._first + i, step) for i, step in enumerate(self._open)]

    @property
    def own_card(self) -> str:
        """The card of the current step."""
        return self._open[-1].card if self._open else ""

    # ------------------------------------------------------------------------------------------------------------ steps

    def _begin(self, before: State, choice: Choice, after: State) -> None:
        step = action_step(before, choice, self.references, after)
        if before.stack:
            if self._resolved:
                self._host(before).sentences += [f"{name} resolves" for name in self._resolved]
            step.response = True
        step.opponent = asked_player(before) == OPPONENT
        self._resolved = []
        self._open.append(step)

    def _pass_step(self, before: State, after: State) -> None:
        """A pass with an empty stack: the step of the turn ends. Several in a row are one step of the line."""
        ended = after.over or after.step is TurnStep.CLEANUP or after.course.turn > before.course.turn
        head = END_TURN if ended else f"To {STEP_NAMES[after.step]}"
        last = self._open[-1] if self._open else None
        self._resolved = []
        same = last if last is not None and last.action == "phase" and not last.sentences else None
        if same is not None and (same.head != END_TURN or before.step is TurnStep.CLEANUP):  # there is priority there (514.3a)
            same.head = head
        else:
            self._open.append(_OpenStep(head, "phase"))

    def _host(self, state: State) -> _OpenStep:
        """The step that a sentence belongs to; what comes up before any step belongs to the current step of the turn."""
        if not self._open:
            self._open.append(_OpenStep(f"To {STEP_NAMES[state.step]}", "phase"))
        return self._open[-1]

    def _attack(self, before: State, choice: Attacked, after: State) -> None:
        """An attack of yours is a step; that nobody attacks is not written."""
        if not choice.attacks:
            return
        step = attack_step(before, choice, self.references, after)
        if self._open and self._open[-1].head == f"To {STEP_NAMES[before.step]}" and not self._open[-1].sentences:
            self._open.pop()
        self._resolved = []
        self._open.append(step)

    # ------------------------------------------------------------------------------------------------------------ choices

    def _answer(self, before: State, decision: Decision, choice: Choice, after: State) -> None:
        if isinstance(decision, ToAttack) and isinstance(choice, Attacked) and decision.player == YOU:
            self._attack(before, choice, after)
            return
        legal = list(islice(before.choices(), 2))
        if len(legal) == 1 and (legal[0] == choice or before.apply(legal[0]) == after):
            return
        step = self._host(before)
        step.sentences.append(sentence(before, choice, self.references, self.own_card, after))
        self._resolved = []
        if isinstance(choice, Proliferated):
            pool = decision.options if isinstance(decision, ToProliferate) else ()
            step.proliferate.append(tuple(self.references.write(id, pool) for id in sorted(choice.chosen)))


def _finished(number: int, step: _OpenStep) -> Step:
    head = step.head
    if step.opponent:
        head = f"Opponent: {head[0].lower()}{head[1:]}"
    if step.response:
        head = f"In response, {head[0].lower()}{head[1:]}"
    text = " ".join(f"{s}." for s in [f"{number}. {head}", *step.sentences])
    return Step(text, step.action, step.card, step.targets, step.payment, tuple(step.proliferate))


# ------------------------------------------------------------------------------------------------------------ what a step does


def action_step(state: State, choice: Choice, refs: References, after: State) -> _OpenStep:
    """The head of a step for something done with priority. `after` is the state that it leads to."""
    match choice:
        case PlayLand(card):
            return _OpenStep(f"Play {_card(refs, state, card)}", "play", refs.name(card))
        case TapForMana():
            return _tap_step(state, choice, refs)
        case Cast():
            return _paid_step(state, choice, refs, after, "cast", f"Cast {_card(refs, state, choice.card)}")
        case Activate():
            return _paid_step(state, choice, refs, after, "activate", f"Activate {_ability(state, choice, refs)}")
    raise AssertionError(choice)


def attack_step(state: State, choice: Attacked, refs: References, after: State) -> _OpenStep:
    """The step for an attack of yours."""
    decision = state.decision
    assert isinstance(decision, ToAttack)
    paying = payment_clause(state, choice, refs, after)
    life = state.players[YOU].life - after.players[YOU].life
    return _OpenStep(
        f"Attack with {write_attacks(state, choice, decision, refs)}{paying}", "attack",
        targets=tuple(refs.write(at, decision.at) for at in dict.fromkeys(at for _, at in choice.attacks)),
        payment=Paid(tuple(sources(state, choice, refs)), max(life, 0)),
    )  # fmt: skip


def action_head(state: State, choice: Choice, refs: References, after: State) -> str:
    """The same as text."""
    return "Pass" if isinstance(choice, Pass) else action_step(state, choice, refs, after).head


def _card(refs: References, state: State, id: ObjectId) -> str:
    """A card in hand (or another zone) by its full name, numbered where its twins differ."""
    pool = zone_of(state, id)
    return refs.name(id) if refs.reads_as(refs.name(id), [id], pool, state) else refs.write(id, pool)


def zone_of(state: State, id: ObjectId) -> list[ObjectId]:
    """The ids in the zone of a card."""
    zone, owner = state.zone(id), state.owner(id)
    return [c.id for c in getattr(state.players[owner], zone)] if zone not in (None, "battlefield", "stack") else [id]


def _ability(state: State, choice: Activate, refs: References) -> str:
    """The permanent, and which of its abilities where it has several besides mana abilities."""
    name = refs.write_all([choice.source], active(state, asked_player(state)), state)
    labels = ability_labels(state.activated(choice.source))
    mana = {index for index, _ in ways_to_tap(state, choice.source)}
    return name if len(labels) - len(mana) == 1 else f"{name}: {labels[choice.ability]}"


def _tap_step(state: State, choice: TapForMana, refs: References) -> _OpenStep:
    name = refs.write_all([choice.source], active(state, asked_player(state)), state)
    made = made_by(state, choice)
    ways = [made_by(state, TapForMana(choice.source, *way)) for way in ways_to_tap(state, choice.source)]
    word = "mana" if len(ways) == 1 else write_mana(made)
    if ways.count(made) > 1:
        word += f" (ability {choice.ability + 1})"
    head = f"Tap {name} for {word}"
    if choice.sacrifice:
        head += f", sacrificing {refs.write_all(choice.sacrifice, controlled(state, asked_player(state)), state)}"
    return _OpenStep(head, "tap", refs.name(choice.source))


def _paid_step(state: State, choice: Cast | Activate, refs: References, after: State, action: str, head: str) -> _OpenStep:
    ability = ability_of(state, choice)
    modes = ability.modes if ability else None
    source = choice.card if isinstance(choice, Cast) else choice.source
    head += mode_clause(modes, choice.modes) + (f" with X = {choice.x}" if choice.x or asks_for_x(state, choice) else "")
    if isinstance(choice, Cast) and choice.kicked:
        head += ", entwined" if modes else ", kicked" + (f" {choice.kicked} times" if choice.kicked > 1 else "")
    if isinstance(choice, Cast) and choice.how:
        head += f", {CAST_SO[choice.how]}{',' if choice.targets else ''}"
    head += target_clause(choice.targets, refs, state)
    mine = controlled(state, asked_player(state))
    if choice.sacrifice:
        head += f", sacrificing {refs.write_all(choice.sacrifice, mine, state)}"
    if choice.discard:
        hand = [c.id for c in state.players[asked_player(state)].hand]
        head += f", discarding {refs.write_all(choice.discard, hand, state)}"
    if choice.remove:
        head += f", removing {_removals(choice.remove, refs, state)}"
    if choice.others:
        player = state.players[asked_player(state)]
        cards = [c.id for c in (*player.graveyard, *player.hand)]
        cost = costs_of(state, choice).others
        taps = "tap" if choice.others[0] in state.battlefield else "exile"  # what is used instead of mana
        word = {"tap": "tapping", "return": "returning"}.get(cost.do if cost else taps, "exiling")
        among = [*mine, *cards, *(thing.id for thing in state.stack)]
        head += f", {word} {refs.write_all(choice.others, among, state)}"
    head += payment_clause(state, choice, refs, after)
    life = state.players[asked_player(state)].life - after.players[asked_player(state)].life
    paid = Paid(tuple(sources(state, choice, refs)), max(life, 0))
    targets = tuple(refs.write(t, everything(state)) for group in choice.targets for t in group)
    return _OpenStep(head, action, refs.name(source), targets=targets, payment=paid)


def mode_clause(modes: Modes | None, chosen: Sequence[int]) -> str:
    """` choosing draw`; empty if there are none to choose."""
    if modes is None or not (chosen or modes.least == 0):
        return ""
    if not chosen:
        return f" choosing {NOBODY[1]}"
    labels = mode_labels(modes)
    items = [f"{labels[m]} x{chosen.count(m)}" if chosen.count(m) > 1 else labels[m] for m in dict.fromkeys(chosen)]
    return f" choosing {', '.join(items)}"


def target_clause(groups: Sequence[Sequence[ObjectId]], refs: References, state: State) -> str:
    """` targeting Ox; Angel`: groups of targets are told apart by semicolons. Empty if there are none."""
    if not groups:
        return ""
    pool = everything(state)
    return " targeting " + "; ".join(refs.write_all(group, pool, state) if group else NOBODY[1] for group in groups)


def everything(state: State) -> list[ObjectId]:
    """What a target may be: players, permanents, what is on the stack, then cards in graveyards and exile."""
    cards = (c.id for p in state.players for zone in (p.graveyard, p.exile) for c in zone)
    return [YOU, OPPONENT, *state.battlefield, *(thing.id for thing in state.stack), *cards]


def _removals(removals: Sequence[Removal], refs: References, state: State) -> str:
    items, player = [], asked_player(state)
    for r in removals:
        word = "counter" if r.n == 1 else "counters"
        among = [player, *controlled(state, player)]
        items.append(f"{r.n} {r.kind} {word} from {refs.write_all([r.source], among, state)}")
    return ", ".join(items)


# ------------------------------------------------------------------------------------------------------------ payment


def payment_clause(state: State, choice: PaidChoice, refs: References, after: State) -> str:
    """`, paying {3} from Island x3 and 2 life for {U/P}`; empty if nothing is paid. `after` shows what is left in the pool."""
    payment, player = choice.payment, asked_player(state)
    items = [f"{mana_part(state, choice)} from {', '.join(sources(state, choice, refs))}"] if any(payment.spent) else []
    for symbol, part in zip(announced_symbols(cost_of(state, choice)), payment.announced):
        if part != "life" and len(symbol.announcements) - ("life" in symbol.announcements) > 1:
            items.append(f"{{{part}}} for {symbol}")
    for_life = symbols_for_life(state, choice)
    if for_life:
        items.append(f"{LIFE_FOR_A_SYMBOL * len(for_life)} life for {''.join(for_life)}")
    left = in_pool(after.players[player])
    if any(payment.spent) and left != NO_MANA:
        items.append(f"leaving {write_mana(left)}")
    return f", paying {_enumerated(items)}" if items else ""


def _enumerated(items: Sequence[str]) -> str:
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else items[0]


def sources(state: State, choice: PaidChoice, refs: References) -> list[str]:
    """Where the mana comes from: permanents, with what they give where they leave a choice, and the pool."""
    left = controlled(state, asked_player(state))
    items: list[str] = []
    runs: dict[tuple[str, str], list[ObjectId]] = {}
    for tap in choice.payment.taps:
        runs.setdefault((refs.name(tap.source), source_detail(state, tap, refs)), []).append(tap.source)
    for (_, detail), ids in runs.items():
        pool = [id for id in left if can_be_source(state, id)]
        items += [item + detail for item in refs.write_items(ids, pool, state, as_set=True)]
        left = [id for id in left if id not in ids]
    if sum(sum(made_by(state, tap)) for tap in choice.payment.taps) < sum(choice.payment.spent):
        items.append(FLOATING)
    return items


def source_detail(state: State, tap: TapForMana, refs: References) -> str:
    """What a source is tapped for, in parentheses; empty if there is only one thing."""
    ways = ways_to_tap(state, tap.source)
    parts = []
    if len(ways) > 1:
        parts.append(write_mana(made_by(state, tap)))
        if [made_by(state, TapForMana(tap.source, *way)) for way in ways].count(made_by(state, tap)) > 1:
            parts.append(f"ability {tap.ability + 1}")
    if tap.sacrifice:
        parts.append(f"for {refs.write_all(tap.sacrifice, controlled(state, asked_player(state)), state)}")
    return f" ({', '.join(parts)})" if parts else ""


def can_be_source(state: State, id: ObjectId) -> bool:
    """Whether a permanent has a mana ability and is not tapped."""
    permanent = state.battlefield.get(id)
    return permanent is not None and not permanent.tapped and bool(ways_to_tap(state, id))


def asked_player(state: State) -> ObjectId:
    """The player who has to decide."""
    return state.decision.player if state.decision else YOU


def active(state: State, player: ObjectId) -> list[ObjectId]:
    """What a player may activate abilities of: permanents, emblems, and cards whose abilities work elsewhere (113.6)."""
    of = state.players[player]
    emblems = (e.id for e in state.lasting if e.controller == player and isinstance(e.ability, Activated))
    return [*controlled(state, player), *emblems, *(card.id for zone in (of.hand, of.graveyard, of.exile) for card in zone)]


def controlled(state: State, player: ObjectId) -> list[ObjectId]:
    """The permanents of a player."""
    return [id for id, p in state.battlefield.items() if p.controller == player]


# ------------------------------------------------------------------------------------------------------------ answers


def sentence(state: State, choice: Choice, refs: References, own_card: str, after: State) -> str:
    """The answer to the decision of a state as a sentence without its period, led by whoever and whatever asks."""
    decision = state.decision
    assert decision is not None and not isinstance(decision, Priority)
    lead = ["Opponent"] if decision.player == OPPONENT else []
    source = source_of(decision)
    if refs.name(source) not in ("", own_card):
        lead.append(refs.short_name(source))
    text = ": ".join([*lead, answer_text(state, decision, choice, refs, after)])
    return text[0].upper() + text[1:]


def source_of(decision: Decision) -> ObjectId | None:
    """The object that asks."""
    return None if isinstance(decision, Priority | ToAttack | ToBlock) else decision.source


def keyword_of(decision: Decision) -> str:
    """The word that names the kind of a choice in a sentence; empty where the sentence has none."""
    match decision:
        case ToProliferate():
            return "proliferate"
        case ToOrder():
            return "order"
        case ToPick(what=what) | ToCount(what=what):
            return what
        case ToAttack():
            return "attack"
        case ToBlock():
            return "block"
        case ToDivide():
            return "damage"
    return ""


def answer_text(state: State, decision: Decision, choice: Choice, refs: References, after: State) -> str:
    """The answer itself, without what asks for it."""
    keyword = keyword_of(decision)
    match decision, choice:
        case ToProliferate(options=options), Proliferated(chosen):
            return f"{keyword}: {refs.write_all(sorted(chosen), options, state, as_set=True)}"
        case ToOrder(), Ordered(order):
            return f"{keyword}: {', '.join(order_items(decision, order, refs))}"
        case ToPick(options=options), Picked(chosen):
            return f"{keyword}: {refs.write_all(chosen, options, state)}"
        case ToCount(), Counted(counters):
            return f"{keyword}: {', '.join(f'{n} {kind}' for kind, n in counters) or NOBODY[1]}"
        case ToAttack(), Attacked():
            return f"{keyword}: {write_attacks(state, choice, decision, refs)}{payment_clause(state, choice, refs, after)}"
        case ToBlock(), Blocked():
            return f"{keyword}: {write_blocks(state, choice, decision, refs)}"
        case ToDivide(), Divided():
            return f"{keyword}: {write_damage(choice, decision, refs)}"
        case ToTarget(), Targeted(groups, modes):
            return (mode_clause(trigger_modes(state), modes) + target_clause(groups, refs, state)).strip()
        case _, Answered(yes):
            return f"yes{payment_clause(state, choice, refs, after)}" if yes else "no"
    raise AssertionError(f"{choice} does not answer {decision}")


def trigger_modes(state: State) -> Modes | None:
    """The modes of the triggered ability that is being put on the stack, None if it has none."""
    task = state.agenda[-1]
    return task.trigger.ability.modes if isinstance(task, PutTrigger) else None


def order_items(decision: ToOrder, order: Sequence[int], refs: References) -> list[str]:
    """The items of an order as they are written: triggers in the order in which they will resolve."""
    numbers = [f"item {i + 1}" for i in range(len(decision.items))]
    names = [item if isinstance(item, str) else refs.short_name(item) for item in decision.items]
    items = [name if names.count(name) == 1 else number for name, number in zip(names, numbers)]
    told = [items[i] for i in order]
    return told[::-1] if decision.what == "triggers" else told
