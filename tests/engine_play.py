"""A small hand for engine tests: set up a position, do things by card name, look at what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.cards import CardPool
from engine.choices import (
    Activate,
    Answered,
    Attacked,
    Blocked,
    Cast,
    Choice,
    Divided,
    Pass,
    Picked,
    PlayLand,
    Priority,
    Proliferated,
    TapForMana,
    Targeted,
)  # fmt: skip
from engine.objects import OPPONENT, YOU, Permanent, Step, count_of
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.scope import ONE_TURN, Scope
from engine.state import State

Spec = str | tuple[str, int] | PermanentSpec


def thing(card: str, count: int = 1, **fields: Any) -> PermanentSpec:
    """A permanent; counters may be given as keyword arguments `p1p1=1`."""
    known = PermanentSpec.__dataclass_fields__
    counters = {kind: n for kind, n in fields.items() if kind not in known}
    return PermanentSpec(card, count, counters=counters, **{key: value for key, value in fields.items() if key in known})


def side(
    hand: Sequence[str] = (),
    battlefield: Sequence[Spec] = (),
    graveyard: Sequence[str] = (),
    library: Sequence[str] | None = None,
    **fields: Any,
) -> PlayerSpec:
    return PlayerSpec(
        hand=tuple(map(CardSpec, hand)),
        battlefield=tuple(thing(s) if isinstance(s, str) else thing(*s) if isinstance(s, tuple) else s for s in battlefield),
        graveyard=tuple(map(CardSpec, graveyard)),
        library=None if library is None else tuple(map(CardSpec, library)),
        **fields,
    )


class Game:
    """A state that moves on as things are done."""

    def __init__(
        self,
        you: PlayerSpec | None = None,
        opponent: PlayerSpec | None = None,
        cards: CardPool | None = None,
        scope: Scope = ONE_TURN,
        **position: Any,
    ):
        self.state = State.begin(Position(you or side(), opponent or side(), **position), cards or CardPool.bundled(), scope)

    # what is there

    def id(self, name: str, index: int = 0) -> int:
        """The permanent of that name, else the object on the stack or card; players by `you` and `opponent`."""
        if name in ("you", "opponent"):
            return OPPONENT if name == "opponent" else YOU
        ids = [id for id in self.state.battlefield if self.state.name(id) == name]
        ids += [s.id for s in self.state.stack if s.card and s.card.definition and s.card.definition.name == name]
        for player in self.state.players:
            for zone in (player.hand, player.graveyard, player.exile, player.library):
                ids += [c.id for c in zone if c.definition and c.definition.name == name]
        return ids[index]

    def there(self, name: str) -> int:
        """How many permanents have that name."""
        return sum(self.state.name(id) == name for id in self.state.battlefield)

    def permanent(self, name: str, index: int = 0) -> Permanent:
        return self.state.battlefield[self.id(name, index)]

    def counters(self, name: str, kind: str, index: int = 0) -> int:
        return count_of(self.state.counters(self.id(name, index)), kind)

    @property
    def you(self) -> Any:
        return self.state.players[YOU]

    @property
    def opponent(self) -> Any:
        return self.state.players[OPPONENT]

    def names(self, zone: Iterable[Any]) -> list[str]:
        return sorted(card.definition.name if card.definition else "unknown" for card in zone)

    # what is done

    def do(self, choice: Choice) -> Game:
        self.state = self.state.apply(choice)
        hash(self.state)
        return self

    def find(self, kind: type, card: str | None = None, **wanted: Any) -> Choice:
        """The first listed choice of that kind for that card whose fields are as wanted."""
        for choice in self.state.choices():
            if not isinstance(choice, kind):
                continue
            source = getattr(choice, "card", getattr(choice, "source", None))
            if card is not None and (source is None or self.state.name(source) != card):
                continue
            if all(
                getattr(choice, key, getattr(getattr(choice, "payment", None), key, None)) == value
                for key, value in wanted.items()
            ):
                return choice
        raise LookupError(f"no {kind.__name__} of {card} with {wanted}")

    def can(self, kind: type, card: str | None = None, **wanted: Any) -> bool:
        try:
            self.find(kind, card, **wanted)
        except LookupError:
            return False
        return True

    def cast(self, card: str, *targets: str, **wanted: Any) -> Game:
        return self._with_targets(Cast, card, targets, wanted)

    def activate(self, card: str, ability: int = 0, *targets: str, **wanted: Any) -> Game:
        return self._with_targets(Activate, card, targets, {"ability": ability, **wanted})

    def _with_targets(self, kind: type, card: str, targets: tuple[str, ...], wanted: dict[str, Any]) -> Game:
        if targets:
            wanted["targets"] = tuple((self.id(t),) for t in targets)
        return self.do(self.find(kind, card, **wanted))

    def play(self, card: str) -> Game:
        return self.do(self.find(PlayLand, card))

    def tap(self, card: str, **wanted: Any) -> Game:
        return self.do(self.find(TapForMana, card, **wanted))

    def ok(self) -> Game:
        """Pass priority."""
        return self.do(Pass())

    def settle(self) -> Game:
        """Pass until the stack is empty or something else than priority is asked."""
        while isinstance(self.state.decision, Priority) and self.state.stack:
            self.ok()
        return self

    def to(self, step: str, turn: int = 1) -> Game:
        """Pass until that step of that turn (or something else than priority is asked)."""
        wanted = (turn, Step(step))
        while isinstance(self.state.decision, Priority) and (self.state.course.turn, self.state.step) != wanted:
            self.ok()
        return self

    def attack(self, *names: str, at: str = "opponent") -> Game:
        """Declare these attackers, each the first of its name that is not named before, all at the same player or permanent."""
        return self.do(Attacked(tuple((id, self.id(at)) for id in self._each(names))))

    def block(self, **blocks: str) -> Game:
        """Declare blockers: `blocker="attacker"`; names with underscores for spaces."""
        pairs = ((self.id(blocker.replace("_", " ")), self.id(attacker)) for blocker, attacker in blocks.items())
        return self.do(Blocked(tuple(pairs)))

    def divide(self, **parts: int) -> Game:
        """Divide combat damage; names with underscores for spaces."""
        return self.do(Divided(tuple((self.id(name.replace("_", " ")), n) for name, n in parts.items())))

    def _each(self, names: Sequence[str]) -> list[int]:
        found: list[int] = []
        for name in names:
            index = sum(self.state.name(id) == name for id in found)
            found.append(self.id(name, index))
        return found

    def proliferate(self, *names: str) -> Game:
        return self.do(Proliferated(frozenset(map(self.id, names))))

    def pick(self, *names: str) -> Game:
        return self.do(Picked(tuple(map(self.id, names))))

    def target(self, *names: str, modes: tuple[int, ...] = ()) -> Game:
        return self.do(Targeted(tuple((self.id(n),) for n in names), modes))

    def yes(self) -> Game:
        return self.do(self.find(Answered, yes=True))

    def no(self) -> Game:
        return self.do(Answered(False))
