"""From text to choices: a written line carried out step by step.

What is written is turned into choices and handed to `State.apply`, so that every rule is checked in one place. What is left out
is filled in if it has one legal answer (up to interchangeable objects).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from engine.alike import Alike
from engine.choices import (
    Answered,
    Attacked,
    Blocked,
    Choice,
    Counted,
    Decision,
    Divided,
    IllegalChoice,
    Ordered,
    Pass,
    Picked,
    PlayLand,
    Priority,
    Proliferated,
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
from engine.combat import attacking, dealing
from engine.combat.tasks import DealCombatDamage
from engine.line.actions import SHOWN, Actions, modes_of
from engine.line.combat import attackers, read_attacks, read_blocks, read_damage
from engine.line.errors import LineError
from engine.line.phrases import BLOCKED, SPARES, as_sentence, reply_text
from engine.line.references import NOBODY, References
from engine.line.steps import STEP_NAMES
from engine.line.syntax import PASSES, Clauses, Sentence, WrittenLine, WrittenReply, WrittenStep
from engine.line.writing import (
    LineWriter,
    action_head,
    asked_player,
    everything,
    keyword_of,
    order_items,
    sentence,
    source_of,
    trigger_modes,
)  # fmt: skip
from engine.objects import OPPONENT, YOU, ObjectId, Result, Step
from engine.state import State

Goal = Callable[[State], bool]
Operation = Callable[["Reader"], None]
Replies = Callable[[State], Iterable[Choice]]

NO_ATTACK, NO_BLOCK = Attacked(()), Blocked(())

_AFTER_ATTACKERS = frozenset(
    {Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE, Step.COMBAT_DAMAGE, Step.END_COMBAT, Step.MAIN2, Step.END, Step.CLEANUP}
)
"""The steps in which it is too late to attack."""

IN_ORDER = ("damage", "in order")
"""The sentence that divides all combat damage of your creatures."""


class _TheirChoice(LineError):
    """The opponent has a choice that the text does not make."""


def read_line(start: State, line: WrittenLine) -> list[Choice]:
    """The choices that a written line makes.

    Raises:
        LineError: a step breaks a rule, names something that is not there, or leaves a choice open.
    """
    reader = Reader(start)
    for step, operation in operations(line):
        with at_step(step.number):
            operation(reader)
    return reader.choices


@contextmanager
def at_step(number: int | None) -> Iterator[None]:
    """What goes wrong here is told as an error of that step.

    Raises:
        LineError: in place of `IllegalChoice` too.
    """
    try:
        yield
    except LineError as error:
        raise error.within(step=number) from None
    except IllegalChoice as error:
        raise LineError(error.reason, step=number, rule=error.rule) from None


def operations(line: WrittenLine, held: bool = False) -> Iterator[tuple[WrittenStep, Operation]]:
    """A line as operations to be carried out in turn. What lies between two of them passes by itself, and an operation that is
    broken off can be carried out again. `held`: what is on the stack after the last step waits, as something follows."""
    for i, step in enumerate(line):
        waits = line[i + 1].response or line[i + 1].verb == "attack" if i + 1 < len(line) else held
        yield from ((step, operation) for operation in _operations_of(step, waits))


def _operations_of(step: WrittenStep, held: bool) -> Iterator[Operation]:
    """One step with its choices. Then the stack empties, unless it is `held`."""
    yield lambda reader: reader.begin(step)
    yield lambda reader: reader.act(step)
    for written in step.choices:
        yield partial(Reader.choose, written=written)
    yield Reader.reach
    if not held:
        yield Reader.drain


@dataclass
class Asked:
    """Which sentences of blocks something has asked for, by identity, and what is wrong with the others. One block may answer
    several replies, and what a sentence speaks of need not come up after each."""

    yes: set[int] = field(default_factory=set)
    no: dict[int, LineError] = field(default_factory=dict)


class Reader:
    """Carries out a line; `choices` are those made so far.

    `replies`: what the opponent may do in a state, as far as anybody wants to know of it. `watch` is called where the opponent
    passes although there is something else that they could do, or has a choice that the line does not make; it may break off what
    is going on.
    """

    def __init__(self, start: State, replies: Replies = State.choices, watch: Operation | None = None) -> None:
        self.choices: list[Choice] = []
        self.replies = replies
        self.watch = watch
        self.asked: Asked | None = None
        """Where sentences are left out that nothing asks for; None: none is left out."""
        self.passed = 0
        """How often the opponent passed without a word of it although they could do something, as far as it was watched."""
        self.given = 0
        """How many choices of the opponent, of several that they had, the text has made."""
        self._writer = LineWriter(start)
        self._reached: Goal = _at_once
        """When the step at hand is done."""
        self.divides_in_order = False
        """Whether the combat damage of your creatures is divided in order where the text does not say how."""
        self.blocks_nobody = False
        """Whether nobody blocks where the text does not say who does."""
        self._forced: list[tuple[Decision, Choice]] = []
        """The decisions of this step that had one legal answer, so that the game did not wait for it."""

    def copy(self, watch: Operation | None) -> Reader:
        """A reader that goes on from here by itself; its choices begin here."""
        twin = copy(self)
        twin.choices, twin._forced, twin._writer, twin.watch = [], list(self._forced), self._writer.copy(), watch
        return twin

    def enter_block(self) -> None:
        """What follows is a block: its steps are no part of those before it."""
        self._writer, self._forced = self._writer.branch(), []

    def follow(self, choice: Choice) -> None:
        """A choice of the opponent that is no step and no sentence of the text."""
        self._writer.follow(choice)
        self._note_forced()

    def called(self, choice: Choice) -> str:
        """A choice of the opponent as it stands after `If opponent`."""
        return reply_text(self.state, choice, self.refs, self._writer.own_card, self.state.apply(choice))

    @property
    def state(self) -> State:
        return self._writer.state

    @property
    def _player(self) -> ObjectId:
        """The player who has to decide."""
        return asked_player(self.state)

    @property
    def _actions(self) -> Actions:
        """Reads what the player does who has to decide."""
        return Actions(self.state, self.refs, self._player, self._written)

    @property
    def refs(self) -> References:
        return self._writer.references

    def make(self, choice: Choice) -> None:
        self._writer.add(choice)
        self.choices.append(choice)
        self._note_forced()

    def _note_forced(self) -> None:
        self._forced += [(about[0], about[1]) for what, *about in self.state.log if what == "no other choice"]  # type: ignore[misc]

    # ------------------------------------------------------------------------------------------------------------ steps

    def begin(self, step: WrittenStep) -> None:
        """Everything that comes before the step itself."""
        if step.verb == "attack" and not self.state.course.scope.combat:
            raise LineError("combat is not played here: nobody attacks")
        self._forced = []
        if step.response:
            self._settle()
        elif step.verb not in ("phase", "end_turn"):
            self.drain(to_attack=step.verb == "attack")  # a position may begin with triggers on the stack
        if self.state.over:
            raise LineError(f"the game is over before this step ({self.state.result.value})")
        if step.verb == "attack":
            self._to_attackers()
        elif step.verb not in ("phase", "end_turn"):
            self._give_priority(OPPONENT if step.opponent else YOU)
        self._reached = _goal(step, self.state)

    def act(self, step: WrittenStep) -> None:
        """The step itself."""
        self.given += step.opponent
        for choice in self._steps_of(step):
            self.make(choice)

    def _give_priority(self, player: ObjectId) -> None:
        """Pass if the other player has priority, so that this one can act."""
        decision = self.state.decision
        if not isinstance(decision, Priority) or decision.player == player:
            return
        if self.state.course.passed_on() is None:
            raise LineError("the opponent does not act here" if player == OPPONENT else "you have passed priority already")
        self.pass_on()

    def pass_on(self) -> None:
        """Whoever has priority passes."""
        if self.watch is not None and self._player == OPPONENT and self.has_a_say():
            self.watch(self)
        self.make(Pass())

    def has_a_say(self) -> bool:
        """Whether whoever is asked has more than one answer."""
        return len(list(islice(self.replies(self.state), 2))) > 1

    def reach(self) -> None:
        """Pass through the turn until the goal of a step such as `To main phase 2`, or until you have won."""
        while not self._reached(self.state) and self.state.result is not Result.WON:
            if self.state.over:
                raise LineError("the turn is over before that")
            self.proceed()

    def proceed(self) -> None:
        """Pass, or answer what has one legal answer."""
        if isinstance(self.state.decision, Priority):
            self.pass_on()
        else:
            self._fill_in()

    def _to_attackers(self) -> ToAttack:
        """Pass until you have to declare attackers.

        Raises:
            IllegalChoice: 508.1, there is no such time any more in this turn.
        """
        turn = self.state.course.turn
        while True:
            decision = self.state.decision
            if isinstance(decision, ToAttack) and decision.player == YOU:
                return decision
            if self.state.over or self.state.course.turn > turn or self.state.step in _AFTER_ATTACKERS:
                raise IllegalChoice("508.1", "attackers are declared as the declare attackers step of your turn begins")
            self.proceed()

    def drain(self, to_attack: bool = False) -> None:
        """Let everything on the stack resolve. `to_attack`: stop where you declare attackers."""
        self._settle(to_attack)
        while not self.state.over and self.state.stack:
            self.pass_on()
            self._settle(to_attack)

    def _settle(self, to_attack: bool = False) -> None:
        """Answer what has one legal answer until a player has priority."""
        while self.state.decision is not None and not isinstance(self.state.decision, Priority):
            if to_attack and self._is_attacking():
                return
            self._fill_in()

    def _is_attacking(self) -> bool:
        """Whether you declare attackers now."""
        return isinstance(self.state.decision, ToAttack) and self._player == YOU

    def finish(self) -> None:
        """Pass until the turn is over. A choice that the text does not make ends it, but not while attackers are about."""
        while not self.state.over:
            try:
                self.proceed()
            except LineError:
                if self.state.combat is not None and self.state.combat.attacks:
                    raise
                return

    def _fill_in(self) -> None:
        decision = self.state.decision
        assert decision is not None
        if self.watch is not None and decision.player == OPPONENT and self.has_a_say():
            self.watch(self)
        answers = list(islice(self.state.choices(), SHOWN + 1))
        if isinstance(decision, ToAttack) and decision.player == YOU and answers[0] == NO_ATTACK:
            answers = answers[:1]  # to attack is a step, which this line does not have
        if self.blocks_nobody and isinstance(decision, ToBlock) and decision.player == YOU and answers[0] == NO_BLOCK:
            answers = answers[:1]
        if self.divides_in_order and isinstance(decision, ToDivide) and self._divides_in_combat(decision):
            answers = [dealing.in_order(self.state, decision)]
        if len(answers) > 1:
            asks = self.refs.short_name(source_of(decision)) or "the game"
            whom, hint, error = "", "", LineError
            if decision.player == OPPONENT:
                whom, hint, error = "the opponent ", "; write it, or what to do after each ('If opponent ...:')", _TheirChoice
            raise error(
                f"{asks} asks {whom}for a choice that the line does not make: {self._asked(decision)}{hint}",
                asked=self._asked(decision),
                answers=self._actions.listed(answers),
            )
        self.make(answers[0])

    def _divides_in_combat(self, decision: ToDivide) -> bool:
        """Whether you divide combat damage."""
        return decision.player == YOU and isinstance(self.state.agenda[-1], DealCombatDamage)

    def _asked(self, decision: Decision) -> str:
        return keyword_of(decision) or ("targets" if isinstance(decision, ToTarget) else "yes or no")

    def _written(self, choice: Choice) -> str:
        """A choice as it would stand in a line."""
        after = self.state.apply(choice)
        if isinstance(self.state.decision, Priority):
            return action_head(self.state, choice, self.refs, after) + "."
        return sentence(self.state, choice, self.refs, self._writer.own_card, after) + "."

    # ------------------------------------------------------------------------------------------------------------ sentences

    def choose(self, written: Sentence) -> None:
        """A choice that follows a step, or `NAME resolves`."""
        last = written.parts[-1] if written.parts else ""
        if tuple(part.lower() for part in written.parts) == IN_ORDER:
            self.divides_in_order = True
        elif last.endswith(" resolves"):
            self._resolve(last.removesuffix(" resolves"))
        elif self._comes_up(written) and self._advance_to(written):
            self._answer(written)

    def _comes_up(self, written: Sentence) -> bool:
        """Whether the sentence is to be said: where it may be left out, whether something asks for it and it is legal. What
        comes up behind a choice of the opponent's is not told before that."""
        if self.asked is None:
            return True
        try:
            ahead = self.copy(watch=None)
            if ahead._advance_to(written):
                ahead._answer(written)
        except _TheirChoice:
            return True
        except (LineError, IllegalChoice) as error:
            told = error if isinstance(error, LineError) else LineError(error.reason, rule=error.rule)
            self.asked.no.setdefault(id(written), told)
            return False
        self.asked.yes.add(id(written))
        return True

    def _resolve(self, name: str) -> None:
        """`NAME resolves`: the top of the stack, which must be called so; what the opponent has put on top of it goes first."""
        self._settle()
        while not self.state.stack and not self._reached(self.state) and not self.state.over:
            self.proceed()
        if not self.state.stack:
            raise LineError(f"{name} cannot resolve: the stack is empty")
        yours = (t.id for t in reversed(self.state.stack) if t.controller == YOU or self.refs.is_called(t.id, name))
        first = next(yours, self.state.stack[-1].id)
        if not self.refs.is_called(first, name):
            raise LineError(f"{self.refs.short_name(first)} resolves first, not {name}")
        while isinstance(self.state.decision, Priority) and any(thing.id == first for thing in self.state.stack):
            self.pass_on()

    def _advance_to(self, written: Sentence) -> bool:
        """Let things resolve until the choice comes up that the sentence makes; False if it states one that is made already, as
        there was no other."""
        ahead = self._is_ahead(written)
        while not self._is_pending(written):
            if not ahead and self._was_forced(written):
                return False
            if self._is_at_rest():
                raise self._asked_for_nothing(written)
            self.proceed()
        return True

    def _is_pending(self, written: Sentence) -> bool:
        decision = self.state.decision
        return decision is not None and not isinstance(decision, Priority) and self._addresses(written, decision)

    def _is_at_rest(self) -> bool:
        """Whether nothing more comes up by itself in this step."""
        return self.state.over or (
            isinstance(self.state.decision, Priority) and not self.state.stack and self._reached(self.state)
        )  # fmt: skip

    def _is_ahead(self, written: Sentence) -> bool:
        """Whether the choice will be asked for if everything resolves."""
        ahead = self.copy(watch=None)
        try:
            while not ahead._is_pending(written):
                if ahead._is_at_rest():
                    return False
                ahead.proceed()
        except LineError:  # something else is asked for first
            return False
        return True

    def _was_forced(self, written: Sentence) -> bool:
        """Whether the sentence states a choice that had one legal answer; each is stated once."""
        for index, (decision, answer) in enumerate(self._forced):
            if self._addresses(written, decision) and self._states(written, decision, answer):
                del self._forced[index]
                return True
        return False

    def _states(self, written: Sentence, decision: Decision, answer: Choice) -> bool:
        """Whether the sentence says what that answer says, up to things of the same name."""
        read = _lead_and_rest(written, decision)
        rest = read[1] if read else ""
        try:
            match answer:
                case Proliferated(chosen) | Picked(chosen):
                    return self._same_names(rest, chosen)
                case Targeted(targets=targets):
                    return self._same_names(written.clauses.targeting or "nothing", [id for group in targets for id in group])
                case Counted(counters):
                    return _counted(rest) == counters
                case Answered(yes):
                    return rest == ("yes" if yes else "no")
                case Attacked(pairs) | Blocked(pairs):
                    return not pairs and rest.lower() in NOBODY
        except LineError:
            pass
        return False

    def _same_names(self, text: str, ids: Collection[ObjectId]) -> bool:
        told = self.refs.read_all(text, ids, self.state, everything(self.state))
        return sorted(map(self.refs.name, told)) == sorted(map(self.refs.name, ids))

    def _asked_for_nothing(self, written: Sentence) -> Exception:
        """The error for a sentence that no choice fits: another answer than the only legal one, or nothing was asked."""
        if self.state.over:
            return LineError(f"the game is over before {written.text!r}")
        for decision, _ in self._forced:
            if self._addresses(written, decision):
                rule = "603.3d" if isinstance(decision, ToTarget) else "608.2d"
                asks = self.refs.short_name(source_of(decision)) or "the game"
                return IllegalChoice(rule, f"{asks} leaves one choice only, which is another")
        later = "what comes up later stands with a step such as 'To main phase 2'"
        return LineError(f"nothing asks for {written.text!r} in this step; {later}")

    def _addresses(self, written: Sentence, decision: Decision) -> bool:
        """Whether the sentence speaks to this decision: its kind, who asks, and who decides."""
        read = _lead_and_rest(written, decision)
        if read is None:
            return False
        lead = list(read[0])
        if lead and lead[0].lower() == "opponent":
            if decision.player != OPPONENT:
                return False
            lead = lead[1:]
        source = source_of(decision)
        if lead and source is None:  # a land that is about to enter
            return ": ".join(lead).casefold() == self._writer.own_card.casefold()
        if lead:
            return self.refs.is_called(source, ": ".join(lead))
        return self.refs.name(source) in ("", self._writer.own_card)

    def _answer(self, written: Sentence) -> None:
        decision = self.state.decision
        assert decision is not None
        self.given += decision.player == OPPONENT and self.has_a_say()
        self.make(self._answer_to(decision, written))

    def _answer_to(self, decision: Decision, written: Sentence) -> Choice:
        read = _lead_and_rest(written, decision)
        rest = read[1] if read else ""
        match decision:
            case ToAttack():
                return self._attack(decision, rest, written.clauses)
            case ToBlock():
                return Blocked(read_blocks(self.state, rest, decision, self.refs))
            case ToDivide():
                return Divided(read_damage(self.state, rest, decision, self.refs))
            case ToProliferate(options=options):
                return Proliferated(frozenset(self.refs.read_all(rest, options, self.state, everything(self.state))))
            case ToOrder():
                return Ordered(_order(decision, rest, self.refs))
            case ToPick(options=options):
                return Picked(self.refs.read_all(rest, options, self.state, everything(self.state)))
            case ToCount():
                return Counted(_counted(rest))
            case ToTarget():
                return self._targeted(written.clauses)
        if rest == "no":
            return Answered(False)
        accepted = [a for a in self.state.choices() if isinstance(a, Answered) and a.yes]
        paying = written.clauses.paying
        if paying and paying.sources is not None and accepted:
            return self._actions.first_legal(list(self._actions.payments.ways(Answered(True), paying)), "the payment")
        return self._actions.unique([a for a in accepted if self._actions.payments.fit(a, paying)], "the payment")

    def _targeted(self, clauses: Clauses) -> Choice:
        """Modes and targets of a triggered ability. Alike targets are listed once only, so what is written stands for itself."""
        options = [c for c in self.state.choices() if isinstance(c, Targeted)]
        if clauses.choosing is not None:
            modes = modes_of(trigger_modes(self.state), clauses.choosing)
            options = [c for c in options if sorted(c.modes) == sorted(modes)]
        if clauses.targeting is None:
            return self._actions.unique(options, "targets")
        shapes = sorted({(c.modes, tuple(map(len, c.targets))) for c in options})
        wanted = [Targeted(groups, modes) for modes, shape in shapes for groups in self._actions.groups(clauses.targeting, shape)]
        if not wanted:
            raise IllegalChoice("603.3d", "the number of targets is another")
        return self._actions.first_legal(wanted, "targets")

    def _attack(self, decision: ToAttack, text: str, clauses: Clauses) -> Choice:
        """A declaration of attackers, with the one payment that fits if it costs something."""
        written = Attacked(read_attacks(self.state, text, decision, self.refs))
        if not attacking.cost_of(self.state, written.attacks).mana:
            return written
        paying = clauses.paying
        if paying and paying.sources is not None:
            return self._actions.first_legal(list(self._actions.payments.ways(written, paying)), "the payment")
        wanted = Counter(written.attacks)
        options = [c for c in self.state.choices() if isinstance(c, Attacked) and Counter(c.attacks) == wanted]
        return self._actions.unique([c for c in options if self._actions.payments.fit(c, paying)], "the payment")

    # ------------------------------------------------------------------------------------------------------------ replies

    def to_reply(self, replies: Sequence[WrittenReply]) -> None:
        """Pass until the opponent is asked for one of these replies, or has had no other choice than one of them."""
        while not self.is_asked(replies) and not self.forced(replies):
            if self.state.over:
                raise LineError(f"the opponent has no chance to choose what 'If opponent {replies[0].text}' speaks of")
            self.proceed()

    def is_asked(self, replies: Iterable[WrittenReply]) -> bool:
        """Whether the opponent has to decide now what one of these replies decides, and has more than one answer."""
        decision = self.state.decision
        if decision is None or decision.player != OPPONENT:
            return False
        return any(self.speaks_of(reply, decision) for reply in replies) and self.has_a_say()

    def speaks_of(self, reply: WrittenReply, decision: Decision) -> bool:
        """Whether a reply answers a decision of this kind, and of this source if it names one."""
        if isinstance(decision, Priority):
            return reply.step is not None or reply.text.lower() == PASSES
        return reply.sentence is not None and as_sentence(reply.sentence, decision, self.refs) is not None

    def meant_by(self, reply: WrittenReply) -> Sequence[Choice]:
        """The choices that a reply to the decision at hand stands for: several, where it leaves things open.

        Raises:
            LineError, IllegalChoice: there is none.
        """
        decision = self.state.decision
        if isinstance(decision, Priority):
            return self._every_way(reply.step) if reply.step is not None else [Pass()]
        sentence = as_sentence(reply.sentence, decision, self.refs) if reply.sentence and decision else None
        assert decision is not None and sentence is not None
        if sentence.parts and sentence.parts[0] in (BLOCKED, SPARES):
            return self._blocks_of(*sentence.parts)
        choice = self._answer_to(decision, sentence)
        self.state.apply(choice)
        return [choice]

    def _blocks_of(self, word: str, names: str) -> Sequence[Choice]:
        """Every declaration in which these attackers are blocked, or none of them is."""
        apart = Alike(self.state, in_combat=False)
        fighting = attackers(self.state)
        named = self.refs.read_all(names, fighting, self.state)
        twins = [id for id in named if len([other for other in fighting if apart.key(other) == apart.key(id)]) > 1]
        if twins:
            raise LineError(f"there are several of {self.refs.name(twins[0])}; write 'blocks with NAME on NAME'")
        found = []
        for choice in self.replies(self.state):
            blocked = {attacker for _, attacker in choice.blocks} if isinstance(choice, Blocked) else set()
            if blocked.isdisjoint(named) if word == SPARES else blocked.issuperset(named):
                found.append(choice)
        if not found:
            raise LineError("no legal declaration of blockers is like that")
        return found

    def forced(self, replies: Iterable[WrittenReply]) -> WrittenReply | None:
        """The reply that says what the opponent had to choose just now, as there was no other choice."""
        for decision, answer in self._forced:
            for reply in replies:
                sentence = as_sentence(reply.sentence, decision, self.refs) if reply.sentence else None
                if decision.player == OPPONENT and sentence and self._states(sentence, decision, answer):
                    return reply
        return None

    def _every_way(self, step: WrittenStep) -> Sequence[Choice]:
        """All choices that a step stands for."""
        if step.verb in ("play", "tap"):
            choice = next(self._steps_of(step))
            self.state.apply(choice)
            return [choice]
        written = self._actions.bare(step)
        paying = step.clauses.paying
        if paying is not None and paying.sources is not None:
            return [self._actions.filled(written, step.clauses)]
        parts = self._actions.written_parts(written, step.clauses)
        fitting = [c for c in self._actions.fitting(parts, step.clauses) if self._actions.payments.fit(c, paying)]
        return fitting or [self._actions.explain(parts, step.clauses)]

    # ------------------------------------------------------------------------------------------------------------ actions

    def _steps_of(self, step: WrittenStep) -> Iterator[Choice]:
        """The choices of the step itself, each to be made before the next is asked for."""
        match step.verb:
            case "attack":
                yield self._attack(self._to_attackers(), step.subject, step.clauses)
            case "play":
                yield PlayLand(self._actions.in_hand(step.subject))
            case "tap":
                yield from self._actions.taps(step)
            case "cast" | "activate":
                yield self._actions.filled(self._actions.bare(step), step.clauses)


# ------------------------------------------------------------------------------------------------------------ small readings


def _at_once(state: State) -> bool:
    return True


def _goal(step: WrittenStep, start: State) -> Goal:
    """When the passing of a step is done."""
    if step.verb == "end_turn":
        return lambda state: state.over or state.course.turn > start.course.turn
    if step.verb != "phase":
        return _at_once
    wanted = next((turn_step for turn_step, name in STEP_NAMES.items() if name == step.subject.lower()), None)
    if wanted is None:
        steps = tuple(f"To {name}." for name in STEP_NAMES.values())
        raise LineError(f"there is no step of the turn called {step.subject!r}", answers=steps)
    return lambda state: state.step is wanted


def _lead_and_rest(written: Sentence, decision: Decision) -> tuple[Sequence[str], str] | None:
    """What stands before the kind of choice, and what was chosen; None if the sentence is of another kind than the decision."""
    parts = [p.lower() for p in written.parts]
    keyword = keyword_of(decision)
    if keyword:
        if keyword not in parts[:-1]:
            return None
        at = parts.index(keyword)
        return written.parts[:at], ": ".join(written.parts[at + 1 :])
    if isinstance(decision, ToTarget):
        return None if written.clauses.targeting is None and written.clauses.choosing is None else (written.parts, "")
    return (written.parts[:-1], parts[-1]) if parts and parts[-1] in ("yes", "no") else None


def _order(decision: ToOrder, text: str, refs: References) -> tuple[int, ...]:
    """The order that a list of names (or `item 2`) means."""
    places: dict[str, int] = {}
    for i, item in enumerate(order_items(decision, range(len(decision.items)), refs)):
        places[item.lower()] = len(decision.items) - 1 - i if decision.what == "triggers" else i
    pieces = re.split(r",\s+(?:then\s+)?|\s+then\s+", text.lower())
    order: list[int] = []
    while pieces:
        for n in range(len(pieces), 0, -1):
            place = places.get(", ".join(pieces[:n]))
            if place is not None:
                order.append(place)
                pieces = pieces[n:]
                break
        else:
            raise LineError(f"{pieces[0]!r} is not one of the things to be put in order", answers=tuple(places))
    return tuple(order[::-1] if decision.what == "triggers" else order)


def _counted(text: str) -> tuple[tuple[str, int], ...]:
    """`2 oil, 1 p1p1` as kinds and numbers."""
    if text.lower() in NOBODY:
        return ()
    found = [re.fullmatch(r"(\d+) (\S.*)", item) for item in re.split(r",\s+(?:and\s+)?|\s+and\s+", text)]
    if not all(found):
        raise LineError(f"cannot read {text!r}; write '2 oil, 1 p1p1'")
    return tuple(sorted((m[2].removesuffix(" counters").removesuffix(" counter"), int(m[1])) for m in found if m))

