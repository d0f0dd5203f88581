"""Effects made of other effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.conditions import Condition
    from engine.vocabulary.costs import Costs
    from engine.vocabulary.effects import Effect
    from engine.vocabulary.events import Event
    from engine.vocabulary.filters import What
    from engine.vocabulary.targets import Target
    from engine.vocabulary.values import Value


@dataclass(frozen=True)
class May:
    """The controller, or that player, may have the effects happen, paying `cost` if there is one. With `once_each_turn` only once
    each turn: a triggered ability that says so triggers only while it was not done yet (603.2i)."""

    effects: tuple[Effect, ...]
    cost: Costs | None = None
    who: What = "you"
    once_each_turn: bool = False


@dataclass(frozen=True)
class MayPayX:
    """You may pay any amount of generic mana; if you do, the effects happen, in which X is that amount (107.3c)."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class If:
    """The effects happen if the condition holds, else the others."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class UnlessPays:
    """The player may pay the cost, its mana that many times; if they do not, the effects happen (118.12a). With `any_player` any
    of several players may pay, and the effects happen if nobody does."""

    who: What
    cost: Costs
    effects: tuple[Effect, ...]
    times: Value = 1
    any_player: bool = False


@dataclass(frozen=True)
class Does:
    """Each of the players does the effects, in which `you` then means that player ("each opponent ...", "its controller ...")."""

    who: What
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Together:
    """The effects, which are of one kind, happen at the same time ("destroy target artifact and target land", 608.2f)."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class ChooseOne:
    """The controller chooses one of the options as this resolves (608.2d)."""

    options: tuple[Option, ...]


@dataclass(frozen=True)
class Option:
    """One of several things that may be chosen to happen."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class FlipCoin:
    """The controller flips a coin (705): what happens if they win the flip, and if they lose it."""

    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Later:
    """A delayed triggered ability (603.7): when the event happens the effects do, once, or each time until then with a
    duration. Where it waits for the beginning of a step, `that` and `that much` stay those of the ability that created it."""

    on: Event
    effects: tuple[Effect, ...]
    until: str = "once"
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True)
class WhenYouDo:
    """A reflexive triggered ability (603.12): it triggers at once, and is put on the stack with its targets."""

    effects: tuple[Effect, ...]
    targets: tuple[Target, ...] = ()


StructureEffect = Union[May, MayPayX, If, UnlessPays, Does, Together, ChooseOne, FlipCoin, Later, WhenYouDo]
