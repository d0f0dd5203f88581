"""Strategies carried out from their text: every course that the opponent's replies can take, one after the other.

A group of blocks stands for the first choice of the opponent that one of them speaks of. What the blocks do not speak of there is
left to `Otherwise:`, or, if there are blocks about another choice, to these.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from engine.choices import Attacked, Blocked, Choice, IllegalChoice, Pass
from engine.likeness import likeness
from engine.line.actions import SHOWN
from engine.line.blocks import WrittenCase, WrittenStrategy, parse_strategy
from engine.line.errors import LineError
from engine.line.reading import Asked, Operation, Reader, Replies, at_step, operations
from engine.line.references import References
from engine.line.syntax import WrittenReply
from engine.objects import Result
from engine.state import State
from engine.strategy import Strategy

MOST_COURSES = 20_000
"""How many courses of the opponent's replies are tried at most."""


class Unanswered(LineError):
    """A reply that a strategy does not answer."""


class _CouldAct(Exception):
    """The opponent passes where they could do something."""


@dataclass(frozen=True)
class Course:
    """One course that the opponent's replies can take: how it ends, and the replies in turn."""

    end: State
    against: tuple[str, ...]


@dataclass(frozen=True)
class Checked:
    """What came of carrying a strategy out.

    Attributes:
        strategy: as a value; what the opponent could do besides is not in it unless that was tried.
        courses: how many courses of the opponent's replies were tried; those that lead to the same state at the same place of the
            text are one.
        every: whether these are all.
        results: how many of them ended so.
        worst: the first of those that ended worst for you.
        passed: how often in one course the opponent passed without a word of it although they could do something.
        given: how many choices of theirs, of several that they had, the text makes for them in one course.
        branches: whether the text has blocks for their replies.
        whole: whether every course was carried out to the end of what is played of the game.
    """

    strategy: Strategy
    courses: int
    every: bool
    results: Counter[Result]
    worst: Course
    passed: int
    given: int
    branches: bool
    whole: bool


@dataclass(frozen=True)
class Refutation:
    """A course of replies against which a text does not reach its goal.

    Attributes:
        acted: whether the opponent has done anything in it but pass, attack and block with nobody.
        against: the replies in turn, as they would stand after `If opponent`.
        choices: everything that was chosen up to the last of them.
        state: what that led to.
        end: how it ends, as far as the text can be followed.
        error: why it cannot be followed to its end; None if it can.
    """

    acted: bool
    against: tuple[str, ...]
    choices: tuple[Choice, ...]
    state: State
    end: State
    error: LineError | None


@dataclass(frozen=True)
class Refuted:
    """What came of looking for a reply that beats a text: `refutation`, or None where none was found among so many `courses`;
    `every`: whether these are all."""

    refutation: Refutation | None
    courses: int
    every: bool


def read_strategy(start: State, text: str, replies: Replies = State.choices) -> Strategy:
    """The strategy that a text writes down. `Otherwise:` stands for all replies of `replies(state)` that are left.

    Raises:
        LineError: the text cannot be read, a step breaks a rule against some reply, or a choice is left open.
    """
    return _Courses(start, text, replies).run()


def check_strategy(
    start: State, text: str, replies: Replies = State.choices, *, try_all: bool = False, most: int = MOST_COURSES,
    stop: Callable[[], bool] = lambda: False,
) -> Checked:  # fmt: skip
    """Carry a strategy or line out to the end of the turn against every reply.

    Args:
        replies: what the opponent may do in a state; choices left out there need no answer.
        try_all: whether the opponent also does what the text does not speak of, wherever they have priority; the text is then
            followed as if they had not, without the sentences that nothing asks for any more.
        most: how many courses of their replies are tried.
        stop: is asked after every course; True ends the search.

    Raises:
        LineError: as `read_strategy`, or a choice is left open while attackers are about.
        Unanswered: a reply is left out where the text speaks of others.
    """
    courses = _Courses(start, text, replies, most, check=True, try_all=try_all)
    strategy = courses.run(stop)
    assert courses.worst is not None
    return Checked(
        strategy, sum(courses.results.values()), courses.every, courses.results, courses.worst, courses.passed, courses.given,
        bool(courses.written.cases), courses.whole,
    )  # fmt: skip


def is_won(state: State) -> bool:
    return state.result is Result.WON


def refute(
    start: State, text: str, replies: Replies = State.choices, *, reached: Callable[[State], bool] = is_won,
    stop: Callable[[], bool] = lambda: False,
) -> Refuted:  # fmt: skip
    """The first course of replies against which a text does not reach its goal: those in which the opponent does least come
    first. What the text says of the opponent outside of blocks is left aside, your damage of which it says nothing is dealt in
    order, your creatures of which it says nothing do not block, and where it does not answer a reply it goes on by passing.

    Args:
        replies: as in `check_strategy`.
        reached: whether the goal is reached where a course ends.
        stop: is asked after every course; True ends the search.

    Raises:
        LineError: the text cannot be read; or it breaks a rule or leaves a choice open though the opponent does nothing.
    """
    courses = _Courses(start, text, replies, check=True, try_all=True, refuting=reached)
    courses.run(stop)
    tried = sum(courses.results.values()) + (courses.refutation is not None and courses.refutation.error is not None)
    return Refuted(courses.refutation, tried, courses.every)


# ------------------------------------------------------------------------------------------------------------ courses

_FROM_WORST = (Result.LOST, Result.DRAW, Result.NONE, Result.WON)


@dataclass
class _Node:
    """A strategy that grows."""

    choices: list[Choice]
    replies: list[tuple[Choice, _Node]] = field(default_factory=list)

    strategy: Strategy | None = None

    def finished(self) -> Strategy:
        if self.strategy is None:
            replies = tuple((choice, node.finished()) for choice, node in self.replies)
            self.strategy = Strategy(tuple(self.choices), replies)
        return self.strategy


@dataclass
class _Course:
    """A course on its way: what is still to be carried out, and what comes then."""

    reader: Reader
    node: _Node
    against: tuple[str, ...] = ()
    todo: Sequence[tuple[int | None, Operation]] = ()
    at: int = 0
    then: Callable[[_Course], None] | None = None
    acted: bool = False
    """Whether the opponent has done anything but pass, attack and block with nobody."""
    path: tuple[Choice, ...] = ()
    """What was chosen before the reader's choices."""
    since: tuple[tuple[Choice, ...], State] | None = None
    """What was chosen up to the last reply that was told, and what it led to."""

    def goes_on(self, todo: Iterable[tuple[int | None, Operation]], then: Callable[[_Course], None]) -> None:
        self.todo, self.at, self.then = tuple(todo), 0, then


class _Courses:
    """Carries a strategy out course by course: first the one in which the opponent does least, then those that differ from it in
    one reply, and so on."""

    def __init__(
        self, start: State, text: str, replies: Replies, most: int = MOST_COURSES, *, check: bool = False, try_all: bool = False,
        refuting: Callable[[State], bool] | None = None,
    ) -> None:  # fmt: skip
        self.every = self.whole = True
        self._most = most
        self.refutation: Refutation | None = None
        self.results: Counter[Result] = Counter()
        self.worst: Course | None = None
        self.passed = self.given = 0
        self._replies = replies
        self._check = check
        self._try_all = try_all
        self._refuting = refuting
        self.written = parse_strategy(text, References(start).names())
        if refuting is not None:
            self.written = _yours(self.written)
        self._waiting: deque[Callable[[], _Course | None]] = deque()
        self._seen: dict[object, tuple[_Node, object]] = {}
        """What goes on from states after what the text does not speak of, by state and place in the text."""
        self._met: set[int] = set()
        """The written replies that have come up, by identity."""
        self._refused: dict[int, LineError] = {}
        """Why others did not, where they could have."""
        self._asked = Asked()
        self._start = start

    def run(self, stop: Callable[[], bool] = lambda: False) -> Strategy:
        reader = Reader(self._start, self._replies, self._watch)
        root = _Node(reader.choices)
        course = _Course(reader, root)
        self._begin(course, self.written)
        self._try_out(course)
        while self._waiting and self.refutation is None:
            if sum(self.results.values()) >= self._most or stop():
                self.every = False
                break
            following = self._waiting.popleft()()
            if following is not None:
                self._try_out(following)
        if self.every and not self._refuting:
            self._all_met(self.written)
        return root.finished()

    def _watch(self, reader: Reader) -> None:
        if self._try_all:
            raise _CouldAct
        reader.passed += 1

    def _begin(self, course: _Course, written: WrittenStrategy) -> None:
        """A strategy or block of one is next."""
        todo = [(step.number, operation) for step, operation in operations(written.steps, held=bool(written.cases))]
        course.goes_on(todo, partial(self._branch, cases=written.cases) if written.cases else self._leave)

    def _try_out(self, course: _Course) -> None:
        """Carry a course out. A text that cannot go on after a reply is beaten by it."""
        try:
            self._carry_out(course)
        except LineError as error:
            if not (self._refuting and course.acted):
                raise
            self._note(course, error)

    def _carry_out(self, course: _Course) -> None:
        """To its end, or to the next choice of the opponent's."""
        with _against(course.against):
            while course.then is not None or course.at < len(course.todo):
                if course.at == len(course.todo):
                    then, course.then = course.then, None
                    assert then is not None
                    then(course)
                    continue
                number, operation = course.todo[course.at]
                try:
                    with at_step(number):
                        operation(course.reader)
                except _CouldAct:
                    self._try_each(course)
                    return
                except LineError:
                    if not _is_decided(course):
                        raise
                    course.goes_on((), self._end)
                else:
                    course.at += 1

    def _try_each(self, course: _Course) -> None:
        """The opponent does everything that they can do, in a course each; what was at hand goes on after that. First, they
        pass."""
        for choice in self._replies(course.reader.state):
            if _does_nothing(choice):
                self._waiting.appendleft(partial(self._tried, course, choice))
            else:
                self._waiting.append(partial(self._tried, course, choice))

    def _tried(self, course: _Course, choice: Choice) -> _Course | None:
        """The course after something that the text does not speak of; what was at hand goes on. None if it is one that was tried
        already."""
        after = self._reply(course, choice, block=False)
        after.todo, after.at, after.then = course.todo, course.at, course.then
        place = (after.reader.state, id(after.todo), after.at, id(after.then), after.acted)
        known, _ = self._seen.setdefault(place, (after.node, (after.todo, after.then)))  # which are kept, so that ids stay theirs
        if known is after.node:
            return after
        course.node.replies[-1] = (choice, known)
        return None

    def _reply(self, course: _Course, choice: Choice, block: bool) -> _Course:
        """The course after a reply."""
        told = "" if isinstance(choice, Pass) and not block else course.reader.called(choice)
        reader = course.reader.copy(self._watch)
        if block:
            reader.enter_block()
            reader.asked = self._asked
        with _against((*course.against, told)), at_step(None):
            reader.follow(choice)
        node = _Node(reader.choices)
        course.node.replies.append((choice, node))
        path = (*course.path, *course.reader.choices, choice)
        since = (path, reader.state) if told else course.since
        acted = course.acted or not _does_nothing(choice)
        if acted and not block:
            reader.asked = self._asked
        if self._refuting and acted:
            reader.asked = self._asked
            reader.divides_in_order = reader.blocks_nobody = True
        return _Course(reader, node, (*course.against, told) if told else course.against, acted=acted, path=path, since=since)

    def _note(self, course: _Course, error: LineError | None) -> None:
        """The text does not reach its goal in this course."""
        choices, state = course.since or ((), self._start)
        told = error.within(against=course.against) if error is not None else None
        self.refutation = Refutation(course.acted, course.against, choices, state, course.reader.state, told)

    def _leave(self, course: _Course) -> None:
        """The text of this course is through."""
        course.goes_on([(None, Reader.finish)] if self._check else [], self._end)

    def _end(self, course: _Course) -> None:
        end = course.reader.state
        self.results[end.result] += 1
        self.given = max(self.given, course.reader.given)
        self.passed = max(self.passed, course.reader.passed)
        self.whole &= end.over
        if self._refuting and not self._refuting(end):
            self._note(course, None)
        if self.worst is None or _FROM_WORST.index(end.result) < _FROM_WORST.index(self.worst.end.result):
            self.worst = Course(end, course.against)

    # -------------------------------------------------------------------------------------------------------- blocks

    def _branch(self, course: _Course, cases: Sequence[WrittenCase]) -> None:
        """Blocks come next: pass until the opponent has to choose what one of them speaks of. If that does not come up, all is
        left to `Otherwise:`."""
        replies = [reply for case in cases for reply in case.replies]
        ahead = course.reader.copy(None)
        try:
            ahead.to_reply(replies)
        except LineError as error:
            if course.against and ahead.state.result is not Result.NONE:
                course.goes_on([(None, Reader.finish)], self._end)
                return
            if cases[-1].replies:
                raise
            for reply in replies:
                self._refused.setdefault(id(reply), error.within(against=(*course.against, reply.text)))
            self._enter(course, cases[-1])
            return
        course.goes_on([(None, partial(Reader.to_reply, replies=replies))], partial(self._divide, cases=cases))

    def _enter(self, course: _Course, case: WrittenCase) -> None:
        course.reader.enter_block()
        self._begin(course, case.then)

    def _divide(self, course: _Course, cases: Sequence[WrittenCase]) -> None:
        """The opponent chooses: a course for each reply, with the block that answers it."""
        forced = course.reader.forced([reply for case in cases for reply in case.replies])
        if forced is not None:
            self._met.add(id(forced))
            course.against += (forced.text,)
            self._enter(course, next(case for case in cases if forced in case.replies))
            return
        state, taken = course.reader.state, set[Hashable]()
        for case in cases:
            for reply in case.replies:
                for choice in self._meant(course, reply, taken):
                    self._waiting.append(partial(self._answered, course, choice, case))
        rest = [choice for choice in self._replies(state) if likeness(state, choice) not in taken]
        left = [case for case in (_about_others(course.reader, case) for case in cases) if case is not None]
        if left and left[0].replies:
            self._waiting += [partial(self._unspoken, course, choice, left) for choice in rest]
        elif left:
            self._waiting += [partial(self._answered, course, choice, left[0]) for choice in rest]
        elif self._refuting:
            self._waiting += [partial(self._answered, course, choice, _NO_ANSWER) for choice in rest]
        elif rest and self._check:
            refused = (self._refused.get(id(reply)) for case in cases for reply in case.replies if id(reply) not in self._met)
            raise next(filter(None, refused), None) or self._unanswered(course.reader, rest)

    def _meant(self, course: _Course, reply: WrittenReply, taken: set[Hashable]) -> Iterator[Choice]:
        """The choices that a written reply stands for, without those that are taken."""
        reader, refused = course.reader, LineError("a reply before it says the same")
        state = reader.state
        if state.decision is None or not reader.speaks_of(reply, state.decision):
            return
        try:
            meant = reader.meant_by(reply)
        except IllegalChoice as error:
            meant, refused = (), LineError(error.reason, rule=error.rule)
        except LineError as error:
            meant, refused = (), error
        for choice in meant:
            look = likeness(state, choice)
            if look not in taken:
                taken.add(look)
                self._met.add(id(reply))
                yield choice
        self._refused.setdefault(id(reply), refused.within(against=(*course.against, reply.text)))

    def _answered(self, course: _Course, choice: Choice, case: WrittenCase) -> _Course:
        """The course after a reply that a block answers."""
        after = self._reply(course, choice, block=True)
        self._begin(after, case.then)
        return after

    def _unspoken(self, course: _Course, choice: Choice, left: Sequence[WrittenCase]) -> _Course:
        """The course after a reply that no block answers; there are blocks about later choices."""
        after = self._reply(course, choice, block=False)
        after.then = partial(self._branch, cases=left)
        return after

    def _unanswered(self, reader: Reader, rest: Sequence[Choice]) -> Unanswered:
        told = tuple(map(reader.called, rest[:SHOWN])) + (("...",) if len(rest) > SHOWN else ())
        return Unanswered("the strategy does not answer what else the opponent could choose", answers=told)

    def _all_met(self, written: WrittenStrategy) -> None:
        """Every reply that is written has come up, and something has asked for every sentence of a block.

        Raises:
            LineError: one has not; why it is not legal where it could have come up.
        """
        for case in written.cases:
            for reply in case.replies:
                if id(reply) not in self._met:
                    raise self._refused.get(id(reply)) or LineError("this never comes up", against=(reply.text,))
            for step in case.then.steps:
                for sentence in step.choices:
                    if id(sentence) in self._asked.no and id(sentence) not in self._asked.yes:
                        raise self._asked.no[id(sentence)].within(step=step.number, against=(case.called,))
            self._all_met(case.then)


_NO_ANSWER = WrittenCase((), WrittenStrategy(()))


def _does_nothing(choice: Choice) -> bool:
    return isinstance(choice, Pass) or choice in (Attacked(()), Blocked(()))


def _yours(written: WrittenStrategy) -> WrittenStrategy:
    """The same without what the opponent does and chooses in steps."""
    steps = tuple(
        replace(step, choices=tuple(s for s in step.choices if not s.parts or s.parts[0].lower() != "opponent"))
        for step in written.steps
        if not step.opponent
    )
    return WrittenStrategy(steps, tuple(replace(case, then=_yours(case.then)) for case in written.cases))


def _is_decided(course: _Course) -> bool:
    """Whether the game is won or lost before the text is through, after a reply; after others it may go on."""
    return bool(course.against) and course.reader.state.result is not Result.NONE


def _about_others(reader: Reader, case: WrittenCase) -> WrittenCase | None:
    """The block, as far as it is about another choice than the one at hand."""
    decision = reader.state.decision
    if not case.replies or decision is None:
        return case
    left = tuple(reply for reply in case.replies if not reader.speaks_of(reply, decision))
    return replace(case, replies=left) if left else None


@contextmanager
def _against(replies: tuple[str, ...]) -> Iterator[None]:
    """What goes wrong here is told as an error against those replies."""
    try:
        yield
    except LineError as error:
        raise error.within(against=replies) from None
