"""What a step of a line does: lands, spells, abilities and mana, with what was written for them and the rest filled in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product

from engine.actions import is_entwined, paid_choices, unpaid_choices
from engine.alike import Alike
from engine.choices import Activate, Cast, Choice, IllegalChoice, Payment, Removal
from engine.costs import mana_payments
from engine.line.costs import ability_of, asks_for_x, cost_of, costs_of, mana_part, may_be_helped, terms_of, ways_to_tap
from engine.line.errors import LineError
from engine.line.labels import ability_labels, find_label, mode_labels
from engine.line.payments import Payments
from engine.line.references import NOBODY, References, times
from engine.line.syntax import Clauses, WrittenStep
from engine.line.writing import active, controlled, everything
from engine.modes import chosen
from engine.objects import ObjectId
from engine.payment import announcements
from engine.sources import sources_of
from engine.state import State
from engine.targeting import announced
from engine.vocabulary import Modes

_PAYMENT_RULES = ("118.3", "119.4", "601.2b", "601.2h")
"""Rules that are broken where the mana does not suffice."""

SHOWN = 12
"""How many legal answers are listed when a choice is left open."""


@dataclass(frozen=True)
class Actions:
    """Reads what a player does in a state.

    Args:
        called: a choice as it would stand in a line.
    """

    state: State
    refs: References
    player: ObjectId
    called: Callable[[Choice], str]

    @cached_property
    def payments(self) -> Payments:
        return Payments(self.state, self.refs, self.player)

    def bare(self, step: WrittenStep) -> Cast | Activate:
        """What is cast or activated, without anything that is chosen for it."""
        if step.verb == "activate":
            return Activate(*self._ability(step.subject))
        how = step.clauses.how
        card = self._from_graveyard(step.subject) if how == "flashback" else self.in_hand(step.subject)
        return Cast(card, how=how)

    def in_hand(self, name: str) -> ObjectId:
        """A card in hand, or else one elsewhere that the rules will have a say about."""
        you = self.state.players[self.player]
        elsewhere = [c.id for zone in (you.graveyard, you.exile, you.command, you.library) for c in zone]
        return self.refs.read_one(name, [c.id for c in you.hand], self.state, [*elsewhere, *self.state.battlefield])

    def _from_graveyard(self, name: str) -> ObjectId:
        you = self.state.players[self.player]
        return self.refs.read_one(name, [c.id for c in you.graveyard], self.state, [c.id for c in you.hand])

    def _ability(self, subject: str) -> tuple[ObjectId, int]:
        """`Vraska: -9`, or just the name where there is one ability that is no mana ability."""
        mine = active(self.state, self.player)
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

    def taps(self, step: WrittenStep) -> Iterator[Choice]:
        item, n = times(step.subject)
        for id in self.payments.sources_named(item, n, active(self.state, self.player)):
            yield self.payments.tap(id, step.made, step.clauses.sacrificing)

    def filled(self, choice: Cast | Activate, clauses: Clauses) -> Choice:
        """The whole choice: what was written, and the rest filled in."""
        ability = ability_of(self.state, choice)
        if clauses.targeting and (ability is None or (ability.modes is None and not ability.targets)):
            hint = f"'{self.refs.short_name(choice.card if isinstance(choice, Cast) else choice.source)}: targeting NAME.'"
            raise IllegalChoice("601.2c", f"this has no targets; those of what triggers later stand after the step: {hint}")
        written = self.written_parts(choice, clauses)
        paying = clauses.paying
        if paying is None or paying.sources is None:
            fitting = (c for c in self.fitting(written, clauses) if self.payments.are_as_written(c, paying))
            options = list(islice(fitting, SHOWN + 1))
            if not options:
                fitting = (c for c in self.fitting(written, clauses) if self.payments.fit(c, paying))
                options = list(islice(fitting, SHOWN + 1))
            return self.unique(options, "what the step leaves open") if options else self.explain(written, clauses)
        if _leaves_open(self.state, written, clauses):
            bare = list(dict.fromkeys(replace(c, payment=Payment()) for c in self._unpaid(written, clauses)))
        else:
            bare = list(self._with_targets(written, clauses))
        paid = [c for b in bare for c in self.payments.ways(b, paying)]
        return self.first_legal(paid, "what the step leaves open") if paid else self.explain(written, clauses)

    def fitting(self, written: Cast | Activate, clauses: Clauses) -> Iterator[Cast | Activate]:
        """The legal choices that are as written but for the payment, with the written objects for those that are like them."""
        for option in self._unpaid(written, clauses):
            yield from paid_choices(self.state, option)

    def _unpaid(self, written: Cast | Activate, clauses: Clauses) -> Iterator[Cast | Activate]:
        """The same, each with one of its payments only."""
        alike = Alike(self.state)
        for option in unpaid_choices(self.state, written.card if isinstance(written, Cast) else written.source):
            yield from self._fitted(alike, option, written, clauses)

    def written_parts(self, choice: Cast | Activate, clauses: Clauses) -> Cast | Activate:
        """The choice with everything that was written but targets and payment, which depend on more."""
        mine = controlled(self.state, self.player)
        hand = [c.id for c in self.state.players[self.player].hand]
        graveyard = [c.id for c in self.state.players[self.player].graveyard]
        stack = [thing.id for thing in self.state.stack]
        ability = ability_of(self.state, choice)
        modes = ability.modes if ability else None
        entwined = modes is not None and is_entwined(ability, clauses.kicked or 0)
        choice = replace(
            choice,
            modes=tuple(range(len(modes.modes))) if modes and entwined else modes_of(modes, clauses.choosing),
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
            mine = [self.player, *controlled(self.state, self.player)]
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
            shaped = self.groups(clauses.targeting, tuple(map(len, option.targets)))
            fitting = [t for t in shaped if list(map(_likeness_in(alike), t)) == list(map(_likeness_in(alike), option.targets))]
            if not fitting:
                return
            option = replace(option, targets=fitting[0])
        yield option

    def explain(self, written: Cast | Activate, clauses: Clauses) -> Choice:
        """Nothing fits: let the engine say why, with what was written.

        Raises:
            IllegalChoice: the rule that forbids it.
            LineError: a legal way exists, but not as it is written.
        """
        player = self.state.players[self.player]
        life = clauses.paying.life if clauses.paying else None
        if life and not self.state.can_pay_life(self.player, life):
            raise IllegalChoice("119.4", f"{life} life cannot be paid with a life total of {player.life}")
        for choice in self._with_targets(written, clauses):
            payment = self._any_payment(choice)
            tried = replace(choice, payment=payment or Payment(announcements(cost_of(self.state, choice))[0]))
            try:
                self.state.apply(tried)
            except IllegalChoice as error:
                if payment or error.rule not in _PAYMENT_RULES:
                    raise
                due = mana_part(self.state, tried)
                raise IllegalChoice("601.2h", f"{due} cannot be paid with the mana and life at hand") from None
        raise LineError("it cannot be done and paid as it is written")

    def _any_payment(self, choice: Cast | Activate) -> Payment | None:
        """A payment of its mana cost, whatever else uses the sources; None if there is none."""
        player, terms = self.state.players[self.player], terms_of(self.state, self.player, choice)
        mana = sources_of(self.state, self.player, Alike(self.state))
        return next(iter(mana_payments(cost_of(self.state, choice), choice.x, terms, player.mana, mana, player.life)), None)

    def groups(self, text: str, shape: tuple[int, ...]) -> Iterator[tuple[tuple[ObjectId, ...], ...]]:
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
        specs = announced(specs, written.kicked if isinstance(written, Cast) else 0)
        sizes = product(*(range(s.least, s.most + 1) for s in specs))
        shaped = [groups for shape in sizes for groups in self.groups(clauses.targeting, shape)]
        for groups in shaped or [(self.refs.read_all(clauses.targeting, everything(self.state), self.state),)]:
            yield replace(written, targets=groups)

    def first_legal(self, candidates: Sequence[Choice], open_part: str) -> Choice:
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
        return self.unique(list(legal.values()), open_part)

    def unique(self, options: Sequence[Choice], open_part: str) -> Choice:
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
            f"there are several ways to do this; write {open_part}", asked=open_part, answers=self.listed(options)
        )  # fmt: skip

    def listed(self, options: Sequence[Choice]) -> tuple[str, ...]:
        return tuple(self.called(o) for o in options[:SHOWN]) + (("...",) if len(options) > SHOWN else ())


def modes_of(modes: Modes | None, text: str | None) -> tuple[int, ...]:
    """The modes that a text such as `proliferate x2, draw` means."""
    if text is None:
        return ()
    if modes is None:
        raise IllegalChoice("700.2", "there are no modes to choose")
    if text.lower() in NOBODY:
        return ()
    labels = mode_labels(modes)
    items = [times(item) for item in re.split(r",\s+(?:and\s+)?|\s+and\s+", text)]
    return tuple(sorted(find_label(item, labels, "mode") for item, n in items for _ in range(n)))


def _leaves_open(state: State, choice: Cast | Activate, clauses: Clauses) -> bool:
    """Whether something besides the payment has to be chosen that the step does not say."""
    ability, costs = ability_of(state, choice), costs_of(state, choice)
    modal = ability is not None and ability.modes is not None and not choice.modes and clauses.choosing is None
    if modal or (clauses.x is None and asks_for_x(state, choice)):
        return True
    groups = chosen(ability, choice.modes)[1] if clauses.targeting is None and ability is not None else ()
    if any(spec.most for spec in announced(groups, clauses.kicked or 0)):
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
