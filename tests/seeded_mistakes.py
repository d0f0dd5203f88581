"""Mistakes that an encoder could have: each is one function of the optimizer with a piece of its text replaced.

`with mistake.made(): ...` runs the mistaken function everywhere, then the right one again.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType
from typing import Any

from optimizer import decisions, fates, triggers
from optimizer.cards import Cards
from optimizer.counters import Counters
from optimizer.events import _Grounding
from optimizer.fates import Fates
from optimizer.life import Life
from optimizer.mana import Mana
from optimizer.model import Model


@dataclass(frozen=True)
class Mistake:
    """What is wrong, in which function, and which piece of its text becomes what."""

    name: str
    function: Callable[..., Any]
    right: str
    wrong: str

    @contextmanager
    def made(self) -> Iterator[None]:
        """Within it, the function is the wrong one."""
        code = self.function.__code__
        self.function.__code__ = self._wrong_code()
        try:
            yield
        finally:
            self.function.__code__ = code

    def _wrong_code(self) -> CodeType:
        text = textwrap.dedent(inspect.getsource(self.function))
        assert text.count(self.right) == 1, f"{self.name}: {self.function.__qualname__} has changed"
        tree = ast.parse(text.replace(self.right, self.wrong))
        definition = tree.body[0]
        assert isinstance(definition, ast.FunctionDef)
        definition.decorator_list.clear()
        made: dict[str, Any] = {}
        exec(compile(tree, self.function.__code__.co_filename, "exec"), self.function.__globals__, made)
        wrong: CodeType = made[definition.name].__code__
        return wrong


MISTAKES = (
    Mistake(
        "a cast trigger resolves after its spell instead of before",
        triggers._on_casting, "thing, event, moment, amount", "thing, event, event.after, amount",
    ),
    Mistake(
        "a death supports itself: what it triggers may be what kills",
        Fates._in_time, "model.program.add(hurt >= least, model.use(death))", "assert hurt is not None",
    ),
    Mistake("a hybrid symbol counts wherever it meets a set of colours", Mana._meet, "types <= inside", "types & inside"),
    Mistake(
        "a proliferate adds a kind of counter that is not there yet",
        Counters._picks_after_first, "model.sum_from(epoch.writes, moment).expr", "epoch.number.expr",
    ),
    Mistake(
        "life suffices in total, not at each payment",
        Life._in_order, "start + before - earlier - write.amount.expr >= self.least", "start + before - earlier >= -1000",
    ),
    Mistake(
        "a doubler of counters doubles what was proliferated before it came",
        Counters._patterns, "self.model.still_present(s, moment)", "self.model.present(s, self.model.turn.resolve)",
    ),
    Mistake(
        "a doubler of proliferates doubles those before it came",
        triggers.count_proliferates, "model.still_present(doubler, moment)", "model.present(doubler, model.turn.resolve)",
    ),
    Mistake("loyalty that is not there is paid", fates.limit_costs, "expr <= there.expr", "expr <= there.expr + 20"),
    Mistake(
        "what was sacrificed is still there",
        decisions._sacrifice, "model.leave(Leaving(event.announce, thing, literal, dies=True))", "assert thing",
    ),
    Mistake("two lands are played", decisions._land_plays, "max(0, you.land_plays - you.lands_played)", "2"),
    Mistake("life paid for a Phyrexian symbol is not charged", Mana._demand, "paid.times(2)", "paid.times(0)"),
    Mistake(
        "a card is cast before it is drawn",
        Cards._known_library, "model.sum_before(passing, event.announce)", "total(w.amount for w in passing)",
    ),
    Mistake("a creature taps on the turn it comes", _Grounding._ability, "thing.is_creature and sick", "False"),
    Mistake(
        "life paid counts as mana for a minimum cost",
        Mana._at_least, "demand.classes.values()", "(*demand.classes.values(), *model.choices[event].life_symbols.values())",
    ),
    Mistake("a minimum cost is ignored", Mana._at_least, "ability.n * there - asked.expr", "0"),
    Mistake(
        "mana is spent before its source has come",
        Mana._share, "program.all_of([there, self.model.before(since, demand.moment)])", "there",
    ),
    Mistake(
        "a cost reduction also reduces coloured mana",
        Mana._reduced, "program.cp.add_min_equality(off.expr, [less.expr, generic.expr])", "program.add(off.expr == less.expr)",
    ),
    Mistake(
        "proliferating several times triggers once",
        triggers.watch_proliferates, "write.moment, times, when)", "write.moment, amount(when), when)",
    ),
    Mistake("a planeswalker uses two loyalty abilities", decisions._loyalty_once, "len(uses) > 1", "len(uses) > 9"),
    Mistake(
        "more is put where more are picked than there are proliferates",
        Counters._picks_from_start, "pick.expr <= epoch.number.expr", "pick.expr <= epoch.number.expr + 1",
    ),
    Mistake(
        "a token is used before it is made",
        triggers.bring_tokens, "model.sum_before(writes, event.resolve).expr >= number", "number >= 1",
    ),
    Mistake(
        "what the spell destroys first still watches it proliferate",
        Model.still_present, "moment is not moment.event.resolve or not moment.event.leaves_first", "True",
    ),
    Mistake(
        "proliferating both kinds that annihilate comes to nothing, even if one cannot be put",
        Counters._outnumbered, "self._modifying(bearer, kind) or self._modifying(bearer, other)", "False",
    ),
)  # fmt: skip
