"""The vocabulary of card behaviour: what cards say, as plain frozen dataclasses.

Both halves of Compleat read it: `engine` gives every word its concrete meaning, `optimizer` its encoding. The card
notation (`engine.cards`) is this vocabulary in YAML. Nothing here does anything.

References to what an effect touches (`What`) are words:
`self` (the source), `target`, `target 2`, `target 3` (the chosen targets, one group each), `that` (the object of the event that
triggered the ability), `you`, `opponent`, `each player`, `target's controller`, or `Each(filter)`.
"""

from engine.mana import Cost as Cost
from engine.vocabulary.abilities import *  # noqa: F403
from engine.vocabulary.cards import *  # noqa: F403
from engine.vocabulary.changes import *  # noqa: F403
from engine.vocabulary.combat import *  # noqa: F403
from engine.vocabulary.conditions import *  # noqa: F403
from engine.vocabulary.costs import *  # noqa: F403
from engine.vocabulary.damage import *  # noqa: F403
from engine.vocabulary.effects import *  # noqa: F403
from engine.vocabulary.events import *  # noqa: F403
from engine.vocabulary.filters import *  # noqa: F403
from engine.vocabulary.statics import *  # noqa: F403
from engine.vocabulary.targets import *  # noqa: F403
from engine.vocabulary.values import *  # noqa: F403
