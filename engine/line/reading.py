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
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, product

from engine.actions import is_entwined, paid_choices, unpaid_choices
from engine.alike import Alike
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
from engine.costs import mana_payments, terms_of_activating, terms_of_casting, terms_of_paying
from engine.line.combat import attackers, read_attacks, read_blocks, read_damage
from engine.line.costs import (
    ability_of,
    announced_symbols,
    asks_for_x,
    cost_of,
    costs_of,
    made_by,
    mana_part,
    may_be_helped,
    symbols_for_life,
    ways_to_tap,
)  # fmt: skip
from engine.line.errors import LineError
from engine.line.labels import ability_labels, find_label, mode_labels
from engine.line.phrases import BLOCKED, SPARES, as_sentence, reply_text
from engine.line.references import NOBODY, References, times
from engine.line.steps import STEP_NAMES
from engine.line.syntax import PASSES, Clauses, Paying, Sentence, WrittenLine, WrittenReply, WrittenStep, symbols
from engine.line.writing import (
    FLOATING,
    LineWriter,
    action_head,
    active,
    asked_player,
    can_be_source,
    controlled,
    everything,
    keyword_of,
    order_items,
    sentence,
    source_of,
    trigger_modes,
)  # fmt: skip
from engine.mana import Cost, Mana, add, mana_value, parse_cost, parse_mana, subtract, write_cost, write_mana
from engine.modes import chosen
from engine.objects import OPPONENT, YOU, ObjectId, Player, Result, Step
from engine.payment import LIFE_FOR_A_SYMBOL, announcements
from engine.sources import sources_of
from engine.state import State
from engine.vocabulary import Modes

Goal = Callable[[State], bool]
Operation = Callable[["Reader"], None]
Replies = Callable[[State], Iterable[Choice]]
Payable = Cast | Activate | Answered | Attacked

_PAYMENT_RULES = ("118.3", "119.4", "601.2b", "601.2h")
"""Rules that are broken where the mana does not suffice."""

NO_ATTACK, NO_BLOCK = Attacked(()), Blocked(())

_AFTER_ATTACKERS = frozenset(
    {Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE, Step.COMBAT_DAMAGE, Step.END_COMBAT, Step.MAIN2, Step.END, Step.CLEANUP}
)
"""The steps in which it is too late to attack."""

IN_ORDER = ("damage", "in order")
"""The sentence that divides all combat damage of your creatures."""

MOST_WAYS_TO_TAP = 1_000
"""So many ways to tap sources for colours that a payment leaves open are tried."""

SHOWN = 12
"""How many legal answers are listed when a choice is left open."""


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
        for choice in self._actions(step):
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
                answers=self._listed(answers),
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
            return self._first_legal(list(self._with_payment(Answered(True), paying)), "the payment")
        return self._unique([a for a in accepted if self._pays(a, paying)], "the payment")

    def _targeted(self, clauses: Clauses) -> Choice:
        """Modes and targets of a triggered ability. Alike targets are listed once only, so what is written stands for itself."""
        options = [c for c in self.state.choices() if isinstance(c, Targeted)]
        if clauses.choosing is not None:
            modes = _modes(trigger_modes(self.state), clauses.choosing)
            options = [c for c in options if sorted(c.modes) == sorted(modes)]
        if clauses.targeting is None:
            return self._unique(options, "targets")
        shapes = sorted({(c.modes, tuple(map(len, c.targets))) for c in options})
        wanted = [Targeted(groups, modes) for modes, shape in shapes for groups in self._groups(clauses.targeting, shape)]
        if not wanted:
            raise IllegalChoice("603.3d", "the number of targets is another")
        return self._first_legal(wanted, "targets")

    def _attack(self, decision: ToAttack, text: str, clauses: Clauses) -> Choice:
        """A declaration of attackers, with the one payment that fits if it costs something."""
        written = Attacked(read_attacks(self.state, text, decision, self.refs))
        if not attacking.cost_of(self.state, written.attacks).mana:
            return written
        paying = clauses.paying
        if paying and paying.sources is not None:
            return self._first_legal(list(self._with_payment(written, paying)), "the payment")
        wanted = Counter(written.attacks)
        options = [c for c in self.state.choices() if isinstance(c, Attacked) and Counter(c.attacks) == wanted]
        return self._unique([c for c in options if self._pays(c, paying)], "the payment")

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
            choice = next(self._actions(step))
            self.state.apply(choice)
            return [choice]
        written = self._bare(step)
        paying = step.clauses.paying
        if paying is not None and paying.sources is not None:
            return [self._filled(written, step.clauses)]
        parts = self._written_parts(written, step.clauses)
        fitting = [c for c in self._fitting(parts, step.clauses) if self._pays(c, paying)]
        return fitting or [self._explain(parts, step.clauses)]

    # ------------------------------------------------------------------------------------------------------------ actions

    def _actions(self, step: WrittenStep) -> Iterator[Choice]:
        """The choices of the step itself, each to be made before the next is asked for."""
        match step.verb:
            case "attack":
                yield self._attack(self._to_attackers(), step.subject, step.clauses)
            case "play":
                yield PlayLand(self._in_hand(step.subject))
            case "tap":
                yield from self._taps(step)
            case "cast" | "activate":
                yield self._filled(self._bare(step), step.clauses)

    def _bare(self, step: WrittenStep) -> Cast | Activate:
        """What is cast or activated, without anything that is chosen for it."""
        if step.verb == "activate":
            return Activate(*self._ability(step.subject))
        how = step.clauses.how
        card = self._from_graveyard(step.subject) if how == "flashback" else self._in_hand(step.subject)
        return Cast(card, how=how)

    def _in_hand(self, name: str) -> ObjectId:
        """A card in hand, or else one elsewhere that the rules will have a say about."""
        you = self.state.players[self._player]
        elsewhere = [c.id for zone in (you.graveyard, you.exile, you.command, you.library) for c in zone]
        return self.refs.read_one(name, [c.id for c in you.hand], self.state, [*elsewhere, *self.state.battlefield])

    def _from_graveyard(self, name: str) -> ObjectId:
        you = self.state.players[self._player]
        return self.refs.read_one(name, [c.id for c in you.graveyard], self.state, [c.id for c in you.hand])

    def _ability(self, subject: str) -> tuple[ObjectId, int]:
        """`Vraska: -9`, or just the name where there is one ability that is no mana ability."""
        mine = active(self.state, self._player)
        name, _, label = subject.rpartition(": ")
        if not name or not self.refs.find(name, [*mine, *self.state.battlefield]):
            name, label = subject, ""
        there = self.state.battlefield
        able = [id for id in self.refs.find(name, mine) if id not in there or not there[id].tapped]
        source = self.refs.read_one(name, able or mine, self.state, list(there))
        labels = ability_labels(self.state.activated(source))
        if label:
            return source, find_label(label, labels, f"ability of {self.refs.name(source)} called")
        mana = {index for index, _ in ways_to_tap(self.state, source)}
        others = [i for i in range(len(labels)) if i not in mana]
        if len(others) != 1:
            told = tuple(f"Activate {name}: {labels[i]}" for i in others)
            raise LineError(f"{self.refs.name(source)} has {len(others)} abilities to activate", answers=told)
        return source, others[0]

    def _taps(self, step: WrittenStep) -> Iterator[Choice]:
        item, n = times(step.subject)
        for id in self._source_ids(item, n, active(self.state, self._player)):
            yield self._tap(id, step.made, step.clauses.sacrificing)

    def _source_ids(self, name: str, n: int, pool: Sequence[ObjectId]) -> list[ObjectId]:
        """Untapped sources of mana, if there are some of that name."""
        able = [id for id in pool if can_be_source(self.state, id)]
        return self.refs.read_item(name, n, able, self.state, [id for id in pool if id not in able])

    def _taps_of(self, id: ObjectId) -> list[TapForMana]:
        """All that a permanent can be tapped for."""
        ways = [TapForMana(id, ability, color) for ability, color in ways_to_tap(self.state, id)]
        if not ways:
            raise LineError(f"{self.refs.name(id)} has no mana ability")
        return ways

    def _tap(self, id: ObjectId, detail: str, sacrificing: str | None = None) -> TapForMana:
        """The mana ability of a permanent that the details in parentheses mean."""
        name, ways = self.refs.name(id), self._taps_of(id)
        fitting = [tap for tap in ways if _fits(self.state, tap, detail)]
        if len(fitting) != 1:
            told = tuple(f"{name} ({write_mana(made_by(self.state, t))}, ability {t.ability + 1})" for t in ways)
            raise LineError(f"{name} can be tapped for mana in several ways; say which", answers=told)
        used = re.search(r"(?:^|, )for (.+)$", detail)
        victims = used[1] if used else sacrificing
        if victims:
            return replace(fitting[0], sacrifice=self.refs.read_all(victims, controlled(self.state, self._player), self.state))
        return fitting[0]

    # ------------------------------------------------------------------------------------------------------------ casting

    def _filled(self, choice: Cast | Activate, clauses: Clauses) -> Choice:
        """The whole choice: what was written, and the rest filled in."""
        ability = ability_of(self.state, choice)
        if clauses.targeting and (ability is None or (ability.modes is None and not ability.targets)):
            hint = f"'{self.refs.short_name(choice.card if isinstance(choice, Cast) else choice.source)}: targeting NAME.'"
            raise IllegalChoice("601.2c", f"this has no targets; those of what triggers later stand after the step: {hint}")
        written = self._written_parts(choice, clauses)
        paying = clauses.paying
        if paying is None or paying.sources is None:
            fitting = (c for c in self._fitting(written, clauses) if self._pays_as_written(c, paying))
            options = list(islice(fitting, SHOWN + 1))
            if not options:
                fitting = (c for c in self._fitting(written, clauses) if self._pays(c, paying))
                options = list(islice(fitting, SHOWN + 1))
            return self._unique(options, "what the step leaves open") if options else self._explain(written, clauses)
        if _leaves_open(self.state, written, clauses):
            bare = list(dict.fromkeys(replace(c, payment=Payment()) for c in self._unpaid(written, clauses)))
        else:
            bare = list(self._with_targets(written, clauses))
        paid = [c for b in bare for c in self._with_payment(b, paying)]
        return self._first_legal(paid, "what the step leaves open") if paid else self._explain(written, clauses)

    def _fitting(self, written: Cast | Activate, clauses: Clauses) -> Iterator[Cast | Activate]:
        """The legal choices that are as written but for the payment, with the written objects for those that are like them."""
        for option in self._unpaid(written, clauses):
            yield from paid_choices(self.state, option)

    def _unpaid(self, written: Cast | Activate, clauses: Clauses) -> Iterator[Cast | Activate]:
        """The same, each with one of its payments only."""
        alike = Alike(self.state)
        for option in unpaid_choices(self.state, written.card if isinstance(written, Cast) else written.source):
            yield from self._fitted(alike, option, written, clauses)

    def _written_parts(self, choice: Cast | Activate, clauses: Clauses) -> Cast | Activate:
        """The choice with everything that was written but targets and payment, which depend on more."""
        mine = controlled(self.state, self._player)
        hand = [c.id for c in self.state.players[self._player].hand]
        graveyard = [c.id for c in self.state.players[self._player].graveyard]
        stack = [thing.id for thing in self.state.stack]
        ability = ability_of(self.state, choice)
        modes = ability.modes if ability else None
        entwined = modes is not None and is_entwined(ability, clauses.kicked or 0)
        choice = replace(
            choice,
            modes=tuple(range(len(modes.modes))) if modes and entwined else _modes(modes, clauses.choosing),
            x=clauses.x or 0,
            sacrifice=self.refs.read_all(clauses.sacrificing, mine, self.state) if clauses.sacrificing else (),
            discard=self.refs.read_all(clauses.discarding, hand, self.state) if clauses.discarding else (),
            remove=self._removals(clauses.removing) if clauses.removing else (),
            others=self.refs.read_all(clauses.others, [*mine, *graveyard, *hand, *stack], self.state) if clauses.others else (),
        )
        return replace(choice, kicked=clauses.kicked or 0) if isinstance(choice, Cast) else choice

    def _removals(self, text: str) -> tuple[Removal, ...]:
        found = []
        for item in re.split(r",\s+(?:and\s+)?(?=\d+ )|\s+and\s+(?=\d+ )", text):
            match = re.fullmatch(r"(\d+|an?) (.+?) counters? from (.+)", item, re.IGNORECASE)
            if not match:
                raise LineError(f"cannot read {item!r}; write '2 oil counters from NAME'")
            n = int(match[1]) if match[1].isdigit() else 1
            mine = [self._player, *controlled(self.state, self._player)]
            source = self.refs.read_one(match[3], mine, self.state, everything(self.state))
            found.append(Removal(source, match[2], n))
        return tuple(found)

    def _fitted(
        self, alike: Alike, option: Cast | Activate, written: Cast | Activate, clauses: Clauses
    ) -> Iterator[Cast | Activate]:
        if isinstance(option, Cast) and isinstance(written, Cast):
            if alike.key(option.card) != alike.key(written.card) or option.kicked != written.kicked:
                return
            if option.how != written.how:
                return
            option = replace(option, card=written.card)
        elif isinstance(option, Activate) and isinstance(written, Activate):
            if alike.key(option.source) != alike.key(written.source) or option.ability != written.ability:
                return
            option = replace(option, source=written.source)
        else:
            return
        if clauses.choosing is not None and sorted(option.modes) != sorted(written.modes):
            return
        if clauses.x is not None and option.x != clauses.x:
            return
        if clauses.others is None and option.others and may_be_helped(self.state, option):
            return
        parts = (
            (clauses.sacrificing, "sacrifice"), (clauses.discarding, "discard"), (clauses.removing, "remove"),
            (clauses.others, "others"),
        )  # fmt: skip
        for given, name in parts:
            if given is not None:
                if _likeness(alike, getattr(option, name)) != _likeness(alike, getattr(written, name)):
                    return
                option = replace(option, **{name: getattr(written, name)})
        if clauses.targeting is not None:
            shaped = self._groups(clauses.targeting, tuple(map(len, option.targets)))
            fitting = [t for t in shaped if list(map(_likeness_in(alike), t)) == list(map(_likeness_in(alike), option.targets))]
            if not fitting:
                return
            option = replace(option, targets=fitting[0])
        yield option

    def _explain(self, written: Cast | Activate, clauses: Clauses) -> Choice:
        """Nothing fits: let the engine say why, with what was written.

        Raises:
            IllegalChoice: the rule that forbids it.
            LineError: a legal way exists, but not as it is written.
        """
        player = self.state.players[self._player]
        life = clauses.paying.life if clauses.paying else None
        if life and not self.state.can_pay_life(self._player, life):
            raise IllegalChoice("119.4", f"{life} life cannot be paid with a life total of {player.life}")
        cost = cost_of(self.state, written)
        terms = terms_of_paying(self.state, self._player)
        if isinstance(written, Cast):
            terms = terms_of_casting(self.state, self._player, written.card, terms)
        else:
            terms = terms_of_activating(self.state, self._player, written.source, written.ability, terms)
        mana = sources_of(self.state, self._player, Alike(self.state))
        payment = next(iter(mana_payments(cost, written.x, terms, player.mana, mana, player.life)), None)
        for choice in self._with_targets(written, clauses):
            try:
                self.state.apply(replace(choice, payment=payment or Payment(announcements(cost)[0])))
            except IllegalChoice as error:
                if payment or error.rule not in _PAYMENT_RULES:
                    raise
                raise IllegalChoice("601.2h", f"{write_cost(cost)} cannot be paid with the mana and life at hand") from None
        raise LineError("it cannot be done and paid as it is written")

    def _groups(self, text: str, shape: tuple[int, ...]) -> Iterator[tuple[tuple[ObjectId, ...], ...]]:
        """The targets as groups of these sizes."""
        state, pool = self.state, everything(self.state)
        stack = [s.id for s in state.stack]
        parts = [p.strip() for p in text.split(";")]
        if len(parts) == len(shape) > 1:
            groups = tuple(self.refs.read_all(p, pool, state, stack) for p in parts)
            if tuple(map(len, groups)) == shape:
                yield groups
            return
        flat = self.refs.read_all(text, pool, state, stack)
        if len(flat) == sum(shape):
            cut = iter(flat)
            yield tuple(tuple(islice(cut, n)) for n in shape)

    def _with_targets(self, written: Cast | Activate, clauses: Clauses) -> Iterator[Cast | Activate]:
        """The choice with the written targets, divided into groups in every way that the sizes allow."""
        ability = ability_of(self.state, written)
        if clauses.targeting is None or ability is None:
            yield written
            return
        specs = chosen(ability, written.modes)[1] if ability.modes is None or written.modes else ()
        sizes = product(*(range(s.least, s.most + 1) for s in specs))
        shaped = [groups for shape in sizes for groups in self._groups(clauses.targeting, shape)]
        for groups in shaped or [(self.refs.read_all(clauses.targeting, everything(self.state), self.state),)]:
            yield replace(written, targets=groups)

    # ------------------------------------------------------------------------------------------------------------ payment

    def _pays_as_written(self, option: Cast | Activate, paying: Paying | None) -> bool:
        """Whether the payment is as it was written and the symbols paid with mana are just those, not only as many."""
        if paying is not None and paying.cost is not None:
            paid = parse_cost(mana_part(self.state, option))
            if Counter(paid) != Counter(parse_cost(paying.cost)):
                return False
        return self._pays(option, paying)

    def _pays(self, option: Payable, paying: Paying | None) -> bool:
        """Whether the payment of an option is as it was written, as far as it was."""
        if paying is None:
            return True
        payment = option.payment
        if paying.cost is not None and mana_value(parse_cost(paying.cost)) != sum(payment.spent):
            return False
        if paying.life_for and sorted(symbols_for_life(self.state, option)) != sorted(paying.life_for):
            return False
        told = [(f"{{{part}}}", str(s)) for s, part in zip(announced_symbols(cost_of(self.state, option)), payment.announced)]
        if any(told.count(pair) < paying.announced.count(pair) for pair in paying.announced):
            return False
        after = self.state.apply(option).players[self._player]
        if paying.life is not None and not paying.life_for and self._life_paid(option, after) != paying.life:
            return False
        return paying.leaving is None or in_pool(after) == parse_mana(paying.leaving)

    def _life_paid(self, option: Payable, after: Player) -> int:
        """The life that is paid with the option. What is answered is done at once, and may change life itself (118.12)."""
        decision = self.state.decision
        if isinstance(option, Answered) and isinstance(decision, ToAnswer):
            of_cost = decision.cost.life if decision.cost else 0
            return of_cost + LIFE_FOR_A_SYMBOL * len(symbols_for_life(self.state, option))
        return self.state.players[self._player].life - after.life

    def _with_payment(self, choice: Payable, paying: Paying) -> Iterator[Payable]:
        """The choice with every payment that the text may mean: it may leave open announcements and what stays in the pool."""
        cost = cost_of(self.state, choice)
        for taps in islice(product(*self._sources(paying.sources or "")), MOST_WAYS_TO_TAP):
            there = in_pool(self.state.players[self._player])
            for tap in taps:
                there = add(there, made_by(self.state, tap))
            for announced, life_for_mana in _announcements(cost, paying):
                for spent in _spendings(there, paying):
                    yield replace(choice, payment=Payment(announced, taps, spent, life_for_mana))

    def _sources(self, text: str) -> Iterator[list[TapForMana]]:
        """`Island x3, Steam Vents ({U}), floating mana`: for each source the ways to tap it that the text may mean."""
        pool = controlled(self.state, self._player)
        for name, n, detail in _source_items(text, self.refs, pool):
            ids = self._source_ids(name, n, pool)
            pool = [id for id in pool if id not in ids]
            for id in ids:
                yield self._taps_of(id) if not detail else [self._tap(id, detail)]

    # ------------------------------------------------------------------------------------------------------------ one of several

    def _first_legal(self, candidates: Sequence[Choice], open_part: str) -> Choice:
        """The one candidate that the rules allow.

        Raises:
            IllegalChoice: none is; the reason why the first is not.
            LineError: several are, and they differ.
        """
        legal: dict[State, Choice] = {}
        refused: IllegalChoice | None = None
        for candidate in candidates:
            try:
                legal.setdefault(self.state.apply(candidate), candidate)
            except IllegalChoice as error:
                refused = refused or error
        if not legal and refused:
            raise refused
        return self._unique(list(legal.values()), open_part)

    def _unique(self, options: Sequence[Choice], open_part: str) -> Choice:
        """The only option.

        Raises:
            LineError: there is none, or there are several.
        """
        options = list(dict.fromkeys(options))
        if len(options) == 1:
            return options[0]
        if not options:
            raise LineError("it cannot be done as it is written")
        raise LineError(
            f"there are several ways to do this; write {open_part}", asked=open_part, answers=self._listed(options)
        )  # fmt: skip

    def _listed(self, options: Sequence[Choice]) -> tuple[str, ...]:
        return tuple(self._written(o) for o in options[:SHOWN]) + (("...",) if len(options) > SHOWN else ())


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


def _modes(modes: Modes | None, text: str | None) -> tuple[int, ...]:
    """The modes that a text such as `proliferate x2, draw` means."""
    if text is None:
        return ()
    if modes is None:
        raise IllegalChoice("700.2", "there are no modes to choose")
    labels = mode_labels(modes)
    items = [times(item) for item in re.split(r",\s+(?:and\s+)?|\s+and\s+", text)]
    return tuple(sorted(find_label(item, labels, "mode") for item, n in items for _ in range(n)))


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


def _source_items(text: str, refs: References, pool: Sequence[ObjectId]) -> Iterator[tuple[str, int, str]]:
    """The sources of a list: name, number, and what stands in parentheses."""
    for match in re.finditer(r"([^()]+)(?:\(([^()]*)\))?", text):
        names = re.sub(r"^(?:,\s+(?:and\s+)?|\s+and\s+)|\s+$", "", match[1])
        floating = re.search(rf"(?:^|,\s+|\s+and\s+){FLOATING}$", names, re.IGNORECASE)
        if floating:
            names = names[: floating.start()]
        items = refs.split(names, pool) if names else []
        for i, (name, n) in enumerate(items):
            yield name, n, (match[2] or "") if i == len(items) - 1 else ""


def _fits(state: State, tap: TapForMana, detail: str) -> bool:
    """Whether a mana ability is the one that the details mean: the mana it gives, its number."""
    wanted = "".join(symbols(detail))
    number = re.search(r"ability (\d+)", detail)
    if number and int(number[1]) != tap.ability + 1:
        return False
    return not wanted or parse_mana(wanted) == made_by(state, tap)


def _announcements(cost: Cost, paying: Paying) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every announcement of the hybrid and Phyrexian symbols that the text may mean, and how many other symbols life pays for."""
    for_life, told = list(paying.life_for), list(paying.announced)
    options: list[Sequence[str]] = []
    for symbol in announced_symbols(cost):
        half = next((half for half, of in told if of == str(symbol)), None)
        if str(symbol) in for_life:
            for_life.remove(str(symbol))
            options.append(("life",))
        elif half is not None:
            told.remove((half, str(symbol)))
            options.append((half.strip("{}"),))
        else:
            life_open = paying.life is not None and not paying.life_for
            options.append([part for part in symbol.announcements if part != "life" or life_open])
    for announced in product(*options):
        yield announced, len(for_life)


def _spendings(there: Mana, paying: Paying) -> Iterator[Mana]:
    """Every amount that may be spent of the mana that is there."""
    if paying.leaving is not None:
        stays = parse_mana(paying.leaving)
        if all(a >= b for a, b in zip(there, stays)):
            yield subtract(there, stays)
        return
    wanted = mana_value(parse_cost(paying.cost)) if paying.cost is not None else sum(there)
    if wanted >= sum(there):
        yield there
        return
    for amounts in product(*(range(n + 1) for n in there)):
        if sum(amounts) == wanted:
            yield amounts  # type: ignore[misc]


def _leaves_open(state: State, choice: Cast | Activate, clauses: Clauses) -> bool:
    """Whether something besides the payment has to be chosen that the step does not say."""
    ability, costs = ability_of(state, choice), costs_of(state, choice)
    modal = ability is not None and ability.modes is not None and not choice.modes
    if modal or (clauses.x is None and asks_for_x(state, choice)):
        return True
    if clauses.targeting is None and ability is not None and chosen(ability, choice.modes)[1]:
        return True
    return (
        (clauses.sacrificing is None and costs.sacrifice is not None and costs.sacrifice.filter is not None)
        or (clauses.discarding is None and costs.discard > 0)
        or (clauses.others is None and costs.others is not None)
        or (clauses.removing is None and costs.remove is not None and costs.remove.filter is not None)
    )


def _likeness(alike: Alike, things: Sequence[ObjectId | Removal]) -> Counter[object]:
    """What is chosen up to alike objects."""
    return Counter((alike.key(t.source), t.kind, t.n) if isinstance(t, Removal) else alike.key(t) for t in things)


def _likeness_in(alike: Alike) -> Callable[[Sequence[ObjectId]], Counter[object]]:
    return lambda things: _likeness(alike, things)
