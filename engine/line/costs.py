"""Reading costs off choices: which cost a choice pays, and the mana it takes from which sources."""

from __future__ import annotations

from engine.actions import costs_of_spell, has_x, mana_of_spell, spell_of, with_more_targets
from engine.choices import Activate, Answered, Attacked, Cast, TapForMana, ToAnswer
from engine.combat import attacking
from engine.context import Context
from engine.costs import ANY_LIFE, Terms, terms_of_activating, terms_of_casting, terms_of_paying, terms_of_targeting
from engine.helping import can_be_helped, helped, helpers, helping
from engine.mana import NO_MANA, TYPES_OF_MANA, Cost, Mana, Symbol, add, subtract, unit, write_cost
from engine.objects import YOU, ObjectId
from engine.payment import Bill, bill_of
from engine.proposing import as_proposed
from engine.sources import mana_abilities, more_mana, types_open
from engine.state import State
from engine.vocabulary import Activated, CardDefinition, Costs, Spell
from engine.ways import cast_so

Paid = Cast | Activate | Answered | Attacked
"""The choices that hold a payment."""


def cost_of(state: State, choice: Paid) -> Cost:
    """The mana cost whose symbols the choice announces: as printed, with what kicking, entwining and more targets add."""
    if isinstance(choice, Attacked):
        return attacking.cost_of(state, choice.attacks).mana
    if isinstance(choice, Activate):
        return state.activated(choice.source)[choice.ability].cost.mana
    if isinstance(choice, Answered):
        decision = state.decision
        return decision.cost.mana if isinstance(decision, ToAnswer) and decision.cost else ()
    definition = cast_as(state, choice)
    if definition is None:
        return ()
    costs = costs_of_spell(definition, choice.kicked)
    return with_more_targets(mana_of_spell(definition, choice.kicked), costs, choice.targets)


def cast_as(state: State, choice: Cast) -> CardDefinition | None:
    """The card, as it is when it is cast so."""
    card = state.card(choice.card)
    definition = card.definition if card is not None else None
    return None if definition is None else cast_so(definition, choice.how)


def ability_of(state: State, choice: Cast | Activate) -> Spell | Activated | None:
    """What is cast or activated; None for a permanent spell."""
    if isinstance(choice, Activate):
        return state.activated(choice.source)[choice.ability]
    definition = cast_as(state, choice)
    return spell_of(definition) if definition is not None else None


def costs_of(state: State, choice: Cast | Activate) -> Costs:
    """What the choice pays besides mana."""
    if isinstance(choice, Activate):
        return state.activated(choice.source)[choice.ability].cost
    definition = cast_as(state, choice)
    return costs_of_spell(definition, choice.kicked) if definition is not None else Costs()


def asks_for_x(state: State, choice: Cast | Activate) -> bool:
    """Whether a value for X is announced."""
    return has_x(costs_of(state, choice), cost_of(state, choice))


def announced_symbols(cost: Cost) -> tuple[Symbol, ...]:
    """The symbols for which something is announced (601.2b), in printed order."""
    return tuple(s for s in cost if s.announcements)


def symbols_for_life(state: State, choice: Paid) -> list[str]:
    """The symbols that are paid with life, by Phyrexian mana or by a permission such as K'rrik's."""
    cost, payment = cost_of(state, choice), choice.payment
    phyrexian = [str(s) for s, part in zip(announced_symbols(cost), payment.announced) if part == "life"]
    bill, paid = _bill(state, choice)
    permitted = [f"{{{t}}}" for t, n, left in zip(TYPES_OF_MANA, bill.need, paid.need) for _ in range(n - left)]
    return phyrexian + permitted


def mana_part(state: State, choice: Paid) -> str:
    """The mana that is paid, as symbols: generic, then the colours asked for after the announcements."""
    _, bill = _bill(state, choice)
    symbols = [Symbol(str(bill.generic))] if bill.generic else []
    return write_cost([*symbols, *(Symbol(t) for t, n in zip(TYPES_OF_MANA, bill.need) for _ in range(n))])


def terms_of(state: State, player: ObjectId, choice: Paid) -> Terms:
    """The terms on which the player pays for the choice."""
    terms = terms_of_paying(state, player)
    if isinstance(choice, Cast):
        view = as_proposed(state, choice.card, choice.how)
        cast = terms_of_casting(view, player, choice.card, terms)
        return terms_of_targeting(view, player, choice.card, choice.targets, cast)
    if isinstance(choice, Activate):
        return terms_of_activating(state, player, choice.source, choice.ability, terms)
    return terms


def _bill(state: State, choice: Paid) -> tuple[Bill, Bill]:
    """The total cost, and what of it is paid with mana once the permitted symbols are paid with life."""
    player = state.decision.player if state.decision else YOU
    terms = terms_of(state, player, choice)
    x = 0 if isinstance(choice, Answered | Attacked) else choice.x
    announced = bill_of(cost_of(state, choice), choice.payment.announced, x)
    left = choice.payment.life_for_mana
    for bill, left_out in terms.totals(announced, ANY_LIFE):
        paid = _without_help(state, choice, bill)
        permitted = sum(n for t, n in zip(TYPES_OF_MANA, paid.need, strict=True) if t in terms.life_for)
        if 0 <= left - left_out <= permitted and paid.mana - (left - left_out) == sum(choice.payment.spent):
            break
    left -= left_out
    total = Bill(add(paid.need, subtract(announced.need, bill.need)), paid.generic, paid.life)
    for index, color in enumerate(TYPES_OF_MANA):
        n = min(left, paid.need[index]) if color in terms.life_for else 0
        paid, left = paid.less_colored(index, n), left - n
    return total, paid


def _without_help(state: State, choice: Paid, bill: Bill) -> Bill:
    """What is left of the bill when something is used instead of mana, as the mana spent shows."""
    definition = cast_as(state, choice) if isinstance(choice, Cast) else None
    if not isinstance(choice, Cast) or definition is None or not can_be_helped(definition):
        return bill
    there = helpers(state, state.decision.player if state.decision else YOU, definition, choice.card)
    helps = [there[id] for id in helping(costs_of(state, choice), choice.others) if id in there]
    fitting = (
        left for left in helped(bill, helps) if all(n >= m for n, m in zip(choice.payment.spent, left.need, strict=True))
    )
    return next(fitting, bill)


def may_be_helped(state: State, choice: Cast | Activate) -> bool:
    """Whether something may be used instead of mana."""
    definition = cast_as(state, choice) if isinstance(choice, Cast) else None
    return definition is not None and can_be_helped(definition)


def ways_to_tap(state: State, id: ObjectId) -> list[tuple[int, str]]:
    """The mana abilities of a permanent with each type of mana that they leave open, as pairs of `TapForMana`."""
    return [(read.index, color) for read in mana_abilities(state.activated(id)) for color in types_open(state, id, read)]


def made_by(state: State, tap: TapForMana) -> Mana:
    """The mana that one activation of a mana ability gives."""
    made = NO_MANA
    for read in mana_abilities(state.activated(tap.source)):
        if read.index == tap.ability:
            context = Context(state.controller(tap.source), tap.source)
            for effect in read.fixed:
                made = add(made, unit(effect.colors, state.value(effect.n, context)))
            for effect, letter in zip(read.open, tap.color):
                made = add(made, unit(letter, state.value(effect.n, context)))
            if read.ability.cost.tap:
                made = add(made, more_mana(state, tap.source))
    return made
