"""The listed ways to pay for a spell (601.2b-h) against trying every announcement, every set of taps and every spending."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import CardPool
from engine.choices import Cast, IllegalChoice, Payment, TapForMana
from engine.mana import Mana
from engine.objects import OPPONENT, YOU, ObjectId
from engine.payment import announcements
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from engine.state import State

SPELLS = (
    "Gitaxian Probe", "Dismember", "Tezzeret's Gambit", "Banehound", "Moltensteel Dragon", "Vraska, Betrayal's Sting", "Shock",
    "Sol Ring", "Atomize", "Merfolk Skydiver",
)  # fmt: skip
SOURCES = st.sampled_from([
    PermanentSpec("Island"),
    PermanentSpec("Swamp"),
    PermanentSpec("Steam Vents"),
    PermanentSpec("Blood Crypt"),
    PermanentSpec("Sol Ring"),
    PermanentSpec("Wastes"),
    PermanentSpec("Everflowing Chalice", counters={"charge": 2}),
    PermanentSpec("Island", tapped=True),
])  # fmt: skip
WILD = st.sampled_from([
    (), (), (PermanentSpec("Sphere of the Suns", counters={"charge": 1}),), (PermanentSpec("Staff of Compleation"),),
])  # fmt: skip
HELP = st.sampled_from([
    (), (), (PermanentSpec("K'rrik, Son of Yawgmoth"),), (PermanentSpec("Goblin Electromancer"),),
    (PermanentSpec("Mycosynth Lattice"),),
])  # fmt: skip
HINDRANCE = st.sampled_from([(), (), (PermanentSpec("Trinisphere"),)])

Price = tuple[tuple[str, ...], int, tuple[str, ...], Mana, int]
"""What is announced (sorted), symbols paid with life by permission, names of what is tapped, the pool and the life that stay."""


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(SPELLS),
    st.lists(SOURCES, max_size=3),
    WILD,
    HELP,
    HINDRANCE,
    st.sampled_from(["", "", "{B}", "{U}{C}"]),
    st.integers(1, 9),
)
def test_601_2_every_way_to_pay_is_listed_up_to_superfluous_taps(
    spell: str,
    sources: list[PermanentSpec],
    wild: tuple[PermanentSpec, ...],
    helpers: tuple[PermanentSpec, ...],
    hindrance: tuple[PermanentSpec, ...],
    mana: str,
    life: int,
) -> None:
    you = PlayerSpec(life, mana=mana, hand=(CardSpec(spell),), battlefield=(*sources[: 3 - len(wild)], *wild, *helpers))
    opponent = PlayerSpec(battlefield=(PermanentSpec("Hill Giant"), *hindrance))
    state = State.begin(Position(you, opponent), CardPool.bundled())
    targets = _targets(state, spell)
    prices = [_price(state, c) for c in state.choices() if isinstance(c, Cast) and c.targets == targets]
    assert len(set(prices)) == len(prices)
    assert set(prices) == _minimal(set(_tried(state, spell)))


def _targets(state: State, spell: str) -> tuple[tuple[ObjectId, ...], ...]:
    """One choice of targets."""
    giant = next(id for id in state.battlefield if state.name(id) == "Hill Giant")
    return {
        "Gitaxian Probe": ((OPPONENT,),),
        "Dismember": ((giant,),),
        "Shock": ((OPPONENT,),),
        "Atomize": ((giant,),),
    }.get(spell, ())


def _price(state: State, choice: Cast) -> Price:
    you, paid = state.apply(choice).players[YOU], choice.payment
    taps = sorted(state.name(tap.source) for tap in paid.taps)
    return tuple(sorted(paid.announced)), paid.life_for_mana, tuple(taps), you.mana, you.life


def _tried(state: State, spell: str) -> Iterator[Price]:
    """The prices of all payments that `apply` accepts."""
    card = state.players[YOU].hand[0]
    assert card.definition is not None
    assert card.definition.cost is not None
    uses: list[list[TapForMana | None]] = []
    for id, permanent in state.battlefield.items():
        ways = [c for c in _every_tap(state) if c.source == id]
        if ways and permanent.controller == YOU:
            uses.append([None, *ways])
    for used in product(*uses):
        taps = tuple(tap for tap in used if tap is not None)
        pool = state
        try:
            for tap in taps:
                pool = pool.apply(tap)
        except IllegalChoice:
            continue
        for spent in product(*(range(n + 1) for n in pool.players[YOU].mana)):
            if sum(spent) > 6:
                continue
            for announced in announcements(card.definition.cost):
                for by_permission in range(4):
                    payment = Payment(announced, taps, spent, by_permission)  # type: ignore[arg-type]
                    choice = Cast(card.id, targets=_targets(state, spell), payment=payment)
                    try:
                        yield _price(state, choice)
                    except IllegalChoice:
                        continue


def _every_tap(state: State) -> list[TapForMana]:
    """All taps, also of sources that are like others."""
    listed = [c for c in state.choices() if isinstance(c, TapForMana)]
    return [
        TapForMana(id, tap.ability, tap.color)
        for tap in listed
        for id, permanent in state.battlefield.items()
        if state.name(id) == state.name(tap.source) and not permanent.tapped
    ]


def _minimal(prices: set[Price]) -> set[Price]:
    """Without those that tap more than another with the same announcements."""
    sets: dict[tuple[tuple[str, ...], int], set[tuple[str, ...]]] = {}
    for announced, by_permission, taps, _, _ in prices:
        sets.setdefault((announced, by_permission), set()).add(taps)
    return {p for p in prices if not any(_is_part(fewer, p[2]) for fewer in sets[p[0], p[1]])}


def _is_part(fewer: tuple[str, ...], taps: tuple[str, ...]) -> bool:
    return len(fewer) < len(taps) and all(fewer.count(tap) <= taps.count(tap) for tap in fewer)
