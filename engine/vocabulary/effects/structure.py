"""Effects made of other effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from engine.vocabulary.conditions import Condition
    from engine.vocabulary.costs import Costs
    from engine.vocabulary.effects import Effect


@dataclass(frozen=True)
class May:
    """The controller may have the effects happen, paying `cost` if there is one."""

    effects: tuple[Effect, ...]
    cost: Costs | None = None


@dataclass(frozen=True)
class If:
    """The effects happen if the condition holds, else the others."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


StructureEffect = Union[May, If]
