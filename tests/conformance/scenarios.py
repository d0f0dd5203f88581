"""Scenarios: a position, what both players do, and what must hold then."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import payments
from engine.cards import CardPool
from engine.cards.describe import ability_told
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
    Picked,
    PlayLand,
    Proliferated,
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
from engine.combat.attacking import cost_of
from engine.effects.meaning import Carry
from engine.line.costs import ways_to_tap
from engine.line.labels import ability_labels
from engine.mana import mana_value, parse_cost
from engine.objects import Card, ObjectId, Permanent, Step
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position, TokenSpec
from engine.replacement import Change
from engine.scope import WHOLE_GAME
from engine.state import State
from engine.tokens import PREDEFINED
from engine.triggers import PutCopy
from engine.vocabulary import Activated, ChooseOne, MoreCounters, NotUnderstood
from tests.conformance import facts
from tests.conformance.outcome import Checks, Failed, Unsupported
from tests.conformance.table import PLAYERS, Table

Data = Mapping[str, Any]
Payable = Cast | Activate

KEYS = {
    "cast": {"card", "targets", "x", "modes", "pay", "choices"},
    "activate": {"perm", "ability", "targets", "x", "modes", "pay", "choices"},
    "play_land": {"card", "choices"},
    "attack": {"attackers", "pay"},
    "block": {"blocks"},
    "assign_damage": {"source", "split"},
    "trigger": {"perm", "which", "targets", "choices"},
    "resolve": {"n"},
    "check": {"facts"},
}
"""What is known of each action, apart from when it happens and who does it."""

COMMON = {"do", "turn", "step", "by", "illegal", "reason"}
PLAYER_KEYS = {"life", "counters", "battlefield", "hand", "graveyard", "library", "exile"}
PERMANENT_KEYS = {"card", "n", "as", "counters", "tapped", "token"}
PICKS = {
    "discard": "discard",
    "sacrifice": "sacrifice",
    "legend_rule_keep": "legend",
    "search_library": "battlefield",
    "put_into_hand": "hand",
    "put_counter_on": "choose",
    "phase_out": "choose",
    "copy": "copy",
}
"""The choices that pick objects, with what the engine calls them."""

OPTIONS = ("color", "riot", "artifact_or_enchantment", "keyword")
"""The choices among several things that may happen, told by a word of one of them."""

NAMED = {"basic_land_type": "type", "creature_type": "type", "planeswalker_type": "type"}
"""The choices made as something enters, with what the engine calls them."""

CHOICES = {
    "proliferate": "pick",
    "may": "answer",
    "replacement_order": "first",
    "trigger_order": "resolves_first",
    "remove": "counters",
    "kind": "pick",
    "new_target": "pick",
    "read_ahead": "number",
    "divide": "split",
    "move": "counters",
    "change_target": "possible",
    "protector": "pick",
    **dict.fromkeys(OPTIONS, "pick"),
    **dict.fromkeys(NAMED, "pick"),
    **dict.fromkeys(PICKS, "pick"),
}
"""The choices that are known, each with the key that holds its value."""

LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C"}

BELOW = 60
"""How many unknown cards are below a known part of a library."""


def checks(document: Data, pool: CardPool) -> Checks:
    """One check for each scenario."""
    for scenario in document["scenarios"]:
        yield str(scenario["id"]), lambda scenario=scenario: check(scenario, pool)  # type: ignore[misc]


def check(scenario: Data, pool: CardPool) -> str | None:
    """Play a scenario; what was checked holds if this returns."""
    _known(scenario, pool)
    _Play(scenario, pool).run()
    return None


def _known(scenario: Data, pool: CardPool) -> None:
    """Raises Unsupported where the scenario asks for something unknown here."""
    cards = sorted(card for card in scenario["cards"] if card not in pool)
    if cards:
        raise Unsupported(f"unknown cards: {', '.join(cards)}")
    for card in scenario["cards"]:
        for ability in pool.get(card).abilities:
            if isinstance(ability, NotUnderstood) and not ability.activated:
                raise Unsupported(f"{card}: {ability.reason}")
    for action in scenario["actions"]:
        if action["do"] not in KEYS:
            raise Unsupported(f"action {action['do']}")
        strange = sorted(set(action) - COMMON - KEYS[action["do"]])
        if strange:
            raise Unsupported(f"{action['do']} with {', '.join(strange)}")
        for choice in action.get("choices", ()):
            if CHOICES.get(choice["choose"]) not in choice:
                raise Unsupported(f"choice {choice['choose']}")
            if choice["choose"] == "change_target" and choice["possible"]:
                raise Unsupported("which target is changed is not said")
            if choice["choose"] == "protector" and choice["pick"] != [next(p for p in PLAYERS if p != action["by"])]:
                raise Unsupported("a protector that is not the opponent")


# ---------------------------------------------------------------------------------------------------------------- position


def position_of(scenario: Data) -> Position:
    """The starting position, at the beginning of the first turn's upkeep. `you` is A."""
    you, opponent = (_player(scenario["players"].get(name) or {}) for name in PLAYERS)
    start = scenario.get("start", {})
    if start.get("turn", 1) != 1:
        raise Unsupported("starts after the first turn")
    active = "you" if start.get("active", "A") == "A" else "opponent"
    return Position(you, opponent, active=active, step="upkeep", source=str(scenario["id"]))


def _player(data: Data) -> PlayerSpec:
    strange = sorted(set(data) - PLAYER_KEYS)
    if strange:
        raise Unsupported(f"player with {', '.join(strange)}")
    library = data.get("library")
    return PlayerSpec(
        life=data.get("life", 20),
        counters=data.get("counters", {}),
        hand=tuple(_cards(data.get("hand", ()))),
        battlefield=tuple(_permanent(entry) for entry in data.get("battlefield", ())),
        graveyard=tuple(_cards(data.get("graveyard", ()))),
        exile=tuple(_cards(data.get("exile", ()))),
        library=None if library is None else (*_cards(library), *(CardSpec("unknown"),) * BELOW),
    )


def _named(entry: Any) -> Data:
    """An entry of a zone; one without more to say is a name."""
    return {"card": entry} if isinstance(entry, str) else entry


def _cards(entries: Iterable[Any]) -> Iterator[CardSpec]:
    for entry in entries:
        data = _named(entry)
        strange = sorted(set(data) - {"card", "n", "as", "counters"})
        if strange:
            raise Unsupported(f"card with {', '.join(strange)}")
        yield from (CardSpec(data["card"], id=data.get("as"), counters=data.get("counters", {})),) * data.get("n", 1)


def _permanent(entry: Any) -> PermanentSpec:
    data = _named(entry)
    strange = sorted(set(data) - PERMANENT_KEYS)
    if strange:
        raise Unsupported(f"permanent with {', '.join(strange)}")
    token = None
    if data.get("token") and data["card"] in PREDEFINED:
        token = TokenSpec(data["card"], types=("Artifact",), subtypes=(data["card"],))
    elif data.get("token"):
        token = TokenSpec(data["card"], types=(), copy=True)
    return PermanentSpec(
        data["card"], data.get("n", 1), data.get("as"), data.get("counters", {}), data.get("tapped", False), token=token
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- play


@dataclass
class _Wanted:
    """A choice that was listed and is still to come up. `owner`: the card whose choice it is; `kind` trigger: its targets."""

    kind: str
    owner: str
    data: Data
    used: bool = False


@dataclass
class _Play:
    scenario: Data
    pool: CardPool
    wanted: list[_Wanted] = field(default_factory=list)
    claimed: set[ObjectId] = field(default_factory=set)
    """The triggered abilities on the stack that were spoken of."""
    declared: set[int] = field(default_factory=set)
    """The actions of combat that were made when they were asked for (by `id`)."""
    table: Table = field(init=False)

    def run(self) -> None:
        self.table = Table(State.begin(position_of(self.scenario), self.pool, WHOLE_GAME), self._answer, self._forced)
        actions = self.scenario["actions"]
        self._arm([{"do": "begin"}, *actions])
        self.table.begin()
        for index, action in enumerate(actions):
            self._arm(actions[index:])
            if "turn" in action:
                self.table.go_to(action["turn"], Step(action["step"]))
            self._do(action)
        until = self.scenario["until"]
        self.table.go_to(until["turn"], Step(until["step"]))
        self.table.resolve()
        unused = [w for w in self.wanted if not w.used and not _is_declined(w)]
        if unused:
            raise Failed(f"never came up: {', '.join(f'{w.kind} of {w.owner}' for w in unused)}")
        for fact in [*self.scenario["expect"], *(self.scenario.get("also") or ())]:
            facts.check(self.table, fact)

    def _arm(self, actions: Sequence[Data]) -> None:
        """The triggers that are spoken of next may go on the stack before their turn in the list comes."""
        for action in actions:
            if action["do"] == "trigger" and not any(w.data is action for w in self.wanted):
                owner = self._bare(action["perm"])
                self.wanted.append(_Wanted("trigger", owner, action))
                self._expect(owner, action)
            elif action["do"] != "trigger" and action is not actions[0]:
                return

    def _expect(self, owner: str, action: Data) -> None:
        self.wanted += [_Wanted(choice["choose"], owner, choice) for choice in action.get("choices", ())]

    def _bare(self, ref: str) -> str:
        """The name of the card that a reference means."""
        name = re.sub(r"^[AB]:|^(first|second|third) | \(token\)$", "", ref)
        if name in self.pool:
            return name
        found = self.table.find(ref)
        return self.table.state.name(found[0]) if found else name

    def _do(self, action: Data) -> None:
        match action["do"]:
            case "resolve":
                self.table.resolve(None if action["n"] == "all" else int(action["n"]))
            case "check":
                self.table.resolve()
                for fact in action["facts"]:
                    facts.check(self.table, fact)
            case "trigger":
                self._let_trigger(action)
            case "attack" | "block" | "assign_damage":
                self._declared(action)
            case _:
                self._act(action)

    def _declared(self, action: Data) -> None:
        """The declaration was made when it was asked for."""
        if id(action) not in self.declared and not action.get("illegal"):
            raise Failed(f"{action['do']} in turn {action['turn']} is not asked for")

    def _let_trigger(self, action: Data) -> None:
        """Let things resolve until the ability is on the stack, if it was not there already in this step."""
        mine = next(w for w in self.wanted if w.data is action)
        when = (mine.owner, action["turn"], Step(action["step"]))
        targets = tuple(sorted(ref if ref in PLAYERS else self._bare(ref) for ref in action.get("targets", ())))
        while True:
            at = ((id, seen) for id, seen in self.table.triggered.items() if seen[:3] == when and id not in self.claimed)
            new = [id for id, seen in at if not targets or seen.targets == targets]
            if new:
                self.claimed.add(new[0])
                mine.used = True
                return
            if not self.table.state.stack or self.table.finished:
                raise Failed(f"{action['perm']} does not trigger ({action['which']})")
            self.table.resolve(1)

    def _is_source(self, id: ObjectId | None, name: str) -> bool:
        return id is not None and self.table.state.name(id) == name

    # ------------------------------------------------------------------------------------------------ actions

    def _act(self, action: Data) -> None:
        by = PLAYERS[action["by"]]
        state = self.table.with_priority(by)
        legal = self._legal(state, action, by)
        if action.get("illegal"):
            if legal:
                raise Failed(f"{self._told(action)} is legal")
            return
        paid = [after for choice, after in legal if self._pays(state, choice, after, action.get("pay") or {}, by)]
        if not paid:
            raise Failed(f"{self._told(action)} is not legal{' with that payment' if legal else ''}")
        if not isinstance(legal[0][0], TapForMana):  # which says its choices itself
            self._expect(self._bare(action.get("card") or action["perm"]), action)
        self.table.take(paid[0])

    def _told(self, action: Data) -> str:
        return (
            f"{action['do']} {action.get('card') or action['perm']} by {action['by']} in turn {action['turn']}, {action['step']}"
        )

    def _legal(self, state: State, action: Data, by: ObjectId) -> list[tuple[Choice, State]]:
        """The legal choices that are as the action says but for the payment, those that keep most in reserve first."""
        found = []
        for choice in dict.fromkeys(self._fitting(state, action, by)):
            try:
                found.append((choice, state.apply(choice)))
            except IllegalChoice:
                continue
        return sorted(found, key=lambda pair: _spent(state, pair[0], pair[1], by))

    def _fitting(self, state: State, action: Data, by: ObjectId) -> Iterator[Choice]:
        if action["do"] == "play_land":
            yield PlayLand(self.table.one(action["card"], [card.id for card in state.players[by].hand]))
            return
        if action["do"] == "activate" and re.search(r": add\b|\badd .*mana", action["ability"], re.IGNORECASE):
            yield from self._taps(state, action, by)
            return
        fits: Callable[[Choice], bool]
        if action["do"] == "cast":
            card = self.table.one(action["card"], [card.id for card in state.players[by].hand])
            name = state.name(card)
            fits = lambda c: isinstance(c, Cast) and state.name(c.card) == name  # noqa: E731
        else:
            mine = [id for id, p in state.battlefield.items() if p.controller == by]
            elsewhere = [card.id for zone in ("hand", "graveyard") for card in getattr(state.players[by], zone)]
            source = self.table.one(action["perm"], mine if self.table.find(action["perm"], mine) else elsewhere)
            index = self._ability(state, source, action["ability"])
            alike = {source, *(id for id in self.table.find(action["perm"]) if id in mine)}
            fits = lambda c: isinstance(c, Activate) and c.source in alike and c.ability == index  # noqa: E731
        modes = tuple(n - 1 for n in action["modes"]) if "modes" in action else None
        for choice in state.choices():
            if not fits(choice):
                continue
            assert isinstance(choice, Cast | Activate)
            if modes is not None and sorted(choice.modes) != sorted(modes):
                continue
            if "x" in action and choice.x != action["x"]:
                continue
            yield from self._with_targets(choice, action)

    def _taps(self, state: State, action: Data, by: ObjectId) -> Iterator[TapForMana]:
        """The activations of mana abilities of the permanent, for mana of the colour that is listed."""
        source = self.table.one(action["perm"], [id for id, p in state.battlefield.items() if p.controller == by])
        colors = [LETTERS[str(c["pick"][0])] for c in action.get("choices", ()) if c["choose"] == "color"]
        for choice in state.choices():
            if isinstance(choice, TapForMana) and choice.source == source and (not colors or choice.color == colors[0]):
                yield choice

    def _with_targets(self, choice: Payable, action: Data) -> Iterator[Payable]:
        """The choice with the targets that are listed, in groups as large as its own."""
        if "targets" not in action:
            yield choice
            return
        targets = iter(self.table.several(action["targets"]))
        groups = tuple(tuple(target for _, target in zip(group, targets, strict=False)) for group in choice.targets)
        if not any(True for _ in targets) and list(map(len, groups)) == list(map(len, choice.targets)):
            yield replace(choice, targets=groups)

    def _ability(self, state: State, source: ObjectId, told: str) -> int:
        """Which activated ability the shorthand means: a loyalty cost, or the only one that is no mana ability."""
        abilities = state.activated(source)
        labels = ability_labels(abilities)
        if told in labels:
            return labels.index(told)
        mana = {index for index, _ in ways_to_tap(state, source)}
        others = [index for index, ability in enumerate(abilities) if index not in mana and ability.cost.loyalty is None]
        if len(others) != 1:
            costs = {index: self._cost_told(source, abilities[index]) for index in others}
            others = [index for index, cost in costs.items() if cost.startswith(told.partition(":")[0].lower())]
        if len(others) != 1:
            raise Unsupported(f"which ability of {state.name(source)} is {told!r}")
        return others[0]

    def _cost_told(self, source: ObjectId, ability: Activated) -> str:
        thing = self.table.state.find(source)
        assert isinstance(thing, Card | Permanent) and thing.definition is not None
        return ability_told(ability, thing.definition).partition(":")[0].lower()

    def _pays(self, state: State, choice: Choice, after: State, pay: Data, by: ObjectId) -> bool:
        """Whether the payment is as it was listed."""
        strange = sorted(set(pay) - {"phyrexian", "krrik", "mana", "life", "sacrifice", "remove_counters"})
        if strange:
            raise Unsupported(f"payment by {', '.join(strange)}")
        if not pay:
            return True
        assert isinstance(choice, Cast | Activate)
        payment = choice.payment
        with_life = payment.announced.count("life")
        if "phyrexian" in pay and with_life != pay["phyrexian"].count("life"):
            return False
        if "krrik" in pay and payment.life_for_mana != len(pay["krrik"]):
            return False
        lost = state.players[by].life - after.players[by].life - 2 * (with_life + payment.life_for_mana)
        if "life" in pay and lost != int(pay["life"]):
            return False
        if "sacrifice" in pay and sorted(map(state.name, choice.sacrifice)) != sorted(map(self._bare, pay["sacrifice"])):
            return False
        if "remove_counters" in pay:
            told = {(self._bare(on), kind, n) for on, kinds in pay["remove_counters"].items() for kind, n in kinds.items()}
            if {(state.name(r.source), r.kind, r.n) for r in choice.remove} != told:
                return False
        return "mana" not in pay or self._pays_mana(state, choice, str(pay["mana"]))

    def _pays_mana(self, state: State, choice: Payable, told: str) -> bool:
        match = re.fullmatch(r"((?:\{[^{}]+\})*)(?:\*(\d+))?(?: from (.+))?", told)
        if match is None:
            raise Unsupported(f"payment of mana {told!r}")
        symbols, times, source = match.groups()
        if sum(choice.payment.spent) != mana_value(parse_cost(symbols)) * int(times or 1):
            return False
        names = {state.name(tap.source) for tap in choice.payment.taps}
        return source is None or all(source in (name, f"{name}s") for name in names)

    # ------------------------------------------------------------------------------------------------ choices

    def _take(self, kind: str, source: ObjectId | None) -> Data | None:
        """The listed choice of that kind that is next for that source."""
        for entry in self.wanted:
            if entry.kind == kind and not entry.used and (source is None or self._is_source(source, entry.owner)):
                entry.used = True
                return entry.data
        return None

    def _forced(self, decision: Decision) -> None:
        """A choice with one legal answer was not asked for; it may be listed all the same."""
        match decision:
            case ToCount(what="add", source=source):
                self._take("kind", source)
            case ToPick(what=what, source=source):
                for kind in [kind for kind, known in PICKS.items() if known == what]:
                    self._take(kind, source)

    def _answer(self, state: State, decision: Decision) -> Choice:
        self.table.state = state
        match decision:
            case ToProliferate(options=options, source=source):
                return self._proliferated(self._take("proliferate", source), options)
            case ToTarget(source=source):
                if isinstance(state.agenda[-1], PutCopy):
                    return self._copied(state, state.agenda[-1])
                return self._targeted(state, self._take("trigger", source))
            case ToAnswer(source=source):
                return self._answered(state, self._take("may", source))
            case ToOrder(what="triggers"):
                return self._order_of_triggers(state, self._take("trigger_order", None), decision)
            case ToOrder(what="replacements"):
                return self._order_of_replacements(state, self._replacement_order(), decision)
            case ToPick(what=what, source=source, options=options):
                whose = source if what not in ("legend", "sacrifice", "discard") else None
                if what == "copy" and not (self._take("may", source) or {"answer": True})["answer"]:
                    return Picked(())
                kinds = [kind for kind, known in PICKS.items() if known == what] or [what]
                taken = next(filter(None, (self._take(kind, whose) for kind in kinds)), None)
                if taken is not None and taken.get("pick") != ["either"]:
                    return Picked(self.table.several(taken["pick"], options))
            case ToCount(what="option", source=source):
                taken = next(filter(None, (self._take(kind, source) for kind in OPTIONS)), None)
                if taken is not None:
                    return self._option(state, str(taken["pick"][0]))
            case ToCount(what="chapter"):
                taken = self._take("read_ahead", None)
                if taken is not None:
                    return Counted(((str(taken["number"]), 1),))
            case ToCount(what="move", source=source):
                taken = self._take("move", source)
                if taken is not None:
                    return Counted(tuple(sorted(taken["counters"].items())))
            case ToCount(what=what) if what in NAMED.values():
                taken = next(filter(None, (self._take(kind, None) for kind, word in NAMED.items() if word == what)), None)
                if taken is not None:
                    return Counted(((str(taken["pick"][0]), 1),))
            case ToCount(what="add", source=source):
                taken = self._take("kind", source)
                if taken is not None:
                    return Counted(tuple((kind, 1) for kind in taken["pick"]))
            case ToCount(what="remove", source=source):
                taken = self._take("remove", source)
                if taken is not None:
                    return Counted(tuple(sorted(taken["counters"].items())))
            case ToAttack():
                return self._attacked(state, decision)
            case ToBlock():
                return self._blocked(state, decision)
            case ToDivide():
                return self._divided(state, decision)
        return next(iter(state.choices()))  # it is forced or makes no difference

    def _proliferated(self, taken: Data | None, options: Sequence[ObjectId]) -> Choice:
        if taken is None:
            return Proliferated(frozenset())
        for ref in taken.get("not_choosable", ()):
            if self.table.find(ref, options):
                raise Failed(f"{ref} can be chosen")
        return Proliferated(frozenset(self.table.several(taken["pick"], options)))

    def _copied(self, state: State, copy: PutCopy) -> Choice:
        """The targets of a copy: new ones if that is listed, else those of the original."""
        self._take("may", None)
        taken = self._take("new_target", None)
        return self._targeted(state, {"targets": taken["pick"]}) if taken else Targeted(copy.original.targets)

    def _option(self, state: State, word: str) -> Choice:
        """The option whose effects name the word."""
        task = state.agenda[-1]
        assert isinstance(task, Carry) and isinstance(task.effects[0], ChooseOne)
        for index, option in enumerate(task.effects[0].options):
            if word.lower() in repr(option).lower():
                return Counted(((str(index + 1), 1),))
        raise Failed(f"{word} cannot be chosen")

    def _targeted(self, state: State, taken: Data | None) -> Choice:
        options = [choice for choice in state.choices() if isinstance(choice, Targeted)]
        if taken is None or "targets" not in taken:
            return options[0]
        wanted = self.table.several(taken["targets"])
        for option in options:
            if sum(map(len, option.targets)) == len(wanted):
                rest = iter(wanted)
                return replace(option, targets=tuple(tuple(t for _, t in zip(g, rest, strict=False)) for g in option.targets))
        raise Failed(f"{', '.join(taken['targets'])}: another number of targets is asked for")

    def _of_combat(self, do: str) -> Iterator[Data]:
        """The actions of that kind in this turn; those that are illegal are tried, not made."""
        for action in self.scenario["actions"]:
            if action["do"] == do and action["turn"] == self.table.turn:
                yield action

    def _choice_of_combat(self, state: State, do: str, choice_of: Callable[[Sequence[Data]], Choice]) -> Choice:
        """What the legal actions of that kind in this turn choose together."""
        legal: list[Data] = []
        for action in self._of_combat(do):
            if not action.get("illegal"):
                legal.append(action)
                continue
            try:
                state.apply(choice_of([action]))
            except IllegalChoice:
                continue
            raise Failed(f"{do} in turn {action['turn']} is legal")
        self.declared |= {id(action) for action in legal}
        return choice_of(legal)

    def _attacked(self, state: State, decision: ToAttack) -> Choice:
        def attacks(actions: Sequence[Data]) -> Choice:
            told = [entry for action in actions for entry in action["attackers"]]
            mine = [id for id, p in state.battlefield.items() if p.controller == decision.player]
            who = self.table.several([entry["who"] for entry in told], mine)
            pairs = tuple(zip(who, (self.table.one(entry["at"]) for entry in told), strict=True))
            pay: Data = next((action["pay"] for action in actions if "pay" in action), {})
            return self._paid_attack(state, pairs, pay, decision.player)

        return self._choice_of_combat(state, "attack", attacks)

    def _paid_attack(self, state: State, pairs: tuple[tuple[ObjectId, ObjectId], ...], pay: Data, by: ObjectId) -> Choice:
        """The attack with a payment as it was listed; an attack without a cost needs none."""
        cost = cost_of(state, pairs)
        for payment in payments(state, by, cost) if cost.mana else ():
            with_life = payment.announced.count("life")
            if "phyrexian" in pay and with_life != pay["phyrexian"].count("life"):
                continue
            if "life" in pay and 2 * with_life + cost.life != int(pay["life"]):
                continue
            return Attacked(pairs, payment)
        return Attacked(pairs)

    def _blocked(self, state: State, decision: ToBlock) -> Choice:
        def blocks(actions: Sequence[Data]) -> Choice:
            told = [entry for action in actions for entry in action["blocks"]]
            mine = [id for id, p in state.battlefield.items() if p.controller == decision.player]
            attackers = [attack.attacker for attack in state.combat.attacks] if state.combat else []
            who = self._blockers([entry["who"] for entry in told], mine)
            blocked = (self.table.one(ref, attackers if self.table.find(ref, attackers) else None) for ref in _blocked(told))
            return Blocked(tuple(zip(who, blocked, strict=True)))

        return self._choice_of_combat(state, "block", blocks)

    def _blockers(self, refs: Sequence[str], mine: Sequence[ObjectId]) -> list[ObjectId]:
        """A creature for each reference; the same one where a reference is repeated and there is one only."""
        found: list[ObjectId] = []
        for ref in refs:
            left = [id for id in mine if id not in found]
            found.append(self.table.one(ref, left if self.table.find(ref, left) else mine))
        return found

    def _divided(self, state: State, decision: ToDivide) -> Choice:
        taken = self._take("divide", decision.source)
        if taken is not None:
            return Divided(tuple((self.table.one(ref, decision.options), n) for ref, n in taken["split"].items()))
        for action in self._of_combat("assign_damage"):
            step = Step(action["step"])
            mine = self._is_source(decision.source, self._bare(action["source"]))
            if id(action) not in self.declared and step is state.step and mine:
                self.declared.add(id(action))
                parts = {self.table.one(ref, decision.options): n for ref, n in action["split"].items()}
                return Divided(tuple((to, n) for to, n in parts.items() if n))
        raise Unsupported(f"how {state.name(decision.source)} divides its damage is not said")

    def _answered(self, state: State, taken: Data | None) -> Choice:
        if taken is None or not taken["answer"]:
            return Answered(False)
        return next(choice for choice in state.choices() if isinstance(choice, Answered) and choice.yes)

    def _order_of_triggers(self, state: State, taken: Data | None, decision: ToOrder) -> Choice:
        order = list(range(len(decision.items)))
        if taken is not None:
            first = next(i for i in order if self._is_source(_id(decision.items[i]), self._bare(taken["resolves_first"])))
            order.remove(first)
            order.append(first)
        return Ordered(tuple(order))

    def _replacement_order(self) -> Data | None:
        """The order that is listed next; else that of the same spell or ability again."""
        told = [entry for entry in self.wanted if entry.kind == "replacement_order"]
        return self._take("replacement_order", None) or (told[-1].data if told else None)

    def _order_of_replacements(self, state: State, taken: Data | None, decision: ToOrder) -> Choice:
        order = list(range(len(decision.items)))
        if taken is not None:
            words = {
                str(Change(ability.times, ability.plus, ability.half))
                for ability in self.pool.get(self._bare(taken["first"])).abilities
                if isinstance(ability, MoreCounters)
            }
            first = [i for i in order if decision.items[i] in words]
            if not first:
                raise Failed(f"{taken['first']} does not apply")
            order.remove(first[0])
            order.insert(0, first[0])
        return Ordered(tuple(order))


def _is_declined(wanted: _Wanted) -> bool:
    """Whether the choice is to do nothing, or is none between two players (310.11a), so that it need not be asked for."""
    match wanted.kind:
        case "proliferate":
            return not wanted.data["pick"]
        case "may":
            return not wanted.data["answer"]
    return wanted.kind in ("change_target", "protector")


def _blocked(blocks: Iterable[Data]) -> Iterator[str]:
    return (entry["blocks"] for entry in blocks)


def _id(item: ObjectId | str) -> ObjectId | None:
    return item if isinstance(item, int) else None


def _spent(state: State, choice: Choice, after: State, by: ObjectId) -> tuple[int, int]:
    """Life paid, and how flexible the sources are that are used up."""
    taps = getattr(getattr(choice, "payment", None), "taps", ())
    return state.players[by].life - after.players[by].life, sum(len(ways_to_tap(state, tap.source)) for tap in taps)
