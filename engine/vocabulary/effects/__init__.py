"""Effects: what spells and abilities do as they resolve (608, 701), by subject."""

from typing import Union

from engine.vocabulary.effects.cards import *  # noqa: F403
from engine.vocabulary.effects.cards import CardEffect
from engine.vocabulary.effects.combat import *  # noqa: F403
from engine.vocabulary.effects.combat import CombatEffect
from engine.vocabulary.effects.counters import *  # noqa: F403
from engine.vocabulary.effects.counters import CounterEffect
from engine.vocabulary.effects.permanents import *  # noqa: F403
from engine.vocabulary.effects.permanents import PermanentEffect
from engine.vocabulary.effects.players import *  # noqa: F403
from engine.vocabulary.effects.players import PlayerEffect
from engine.vocabulary.effects.structure import *  # noqa: F403
from engine.vocabulary.effects.structure import StructureEffect
from engine.vocabulary.effects.tokens import *  # noqa: F403
from engine.vocabulary.effects.tokens import TokenEffect
from engine.vocabulary.effects.zones import *  # noqa: F403
from engine.vocabulary.effects.zones import ZoneEffect

Effect = Union[CounterEffect, CardEffect, ZoneEffect, PermanentEffect, TokenEffect, PlayerEffect, StructureEffect, CombatEffect]
