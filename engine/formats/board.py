"""A position drawn as a board for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from engine.cards import CardPool
from engine.formats.errors import shortened
from engine.formats.inspection import WITHOUT_BEARING_AT_OBJECT
from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position

TITLES = {"you": "You", "opponent": "Opponent"}
STEPS = {
    "untap": "untap step",
    "upkeep": "upkeep",
    "draw": "draw step",
    "main1": "first main phase",
    "begin_combat": "beginning of combat",
    "declare_attackers": "declare attackers step",
    "declare_blockers": "declare blockers step",
    "first_strike_damage": "first combat damage step",
    "combat_damage": "combat damage step",
    "end_combat": "end of combat",
    "main2": "second main phase",
    "end": "end step",
    "cleanup": "cleanup step",
}
GROUPS = (("Creatures", "Creature"), ("Planeswalkers", "Planeswalker"), ("Lands", "Land"), ("Others", ""))
"""The groups of the battlefield and the card type that puts a permanent there; the first that fits."""


def print_board(position: Position, pool: CardPool, console: Console | None = None) -> None:
    """Prints the board: colours on a terminal, plain text elsewhere."""
    (console or Console(highlight=False)).print(board(position, pool))


def board(position: Position, pool: CardPool) -> RenderableType:
    """The board as something that rich can print: the opponent at the top, then you, then what is to be done."""
    parts: list[RenderableType] = []
    if position.title:
        parts.append(Text(shortened(position.title, 200), style="bold"))
    parts += [_player(position, side, pool) for side in ("opponent", "you")]
    parts.append(_situation(position))
    return Group(*parts)


def _situation(position: Position) -> Text:
    whose = "your" if position.active == "you" else "the opponent's"
    text = Text.assemble(("Now:  ", "bold"), f"{whose} {STEPS[position.step]}")
    if position.begins:
        text.append(", which begins")
    if position.land_played:
        text.append(", land already played")
    if not isinstance(position.goal, str):
        goal = f"maximize {shortened(position.goal['maximize'], 200)}"
    else:
        goal = f"{position.goal} {_turns(position)}"
    text.append("\nGoal: ", style="bold")
    text.append(goal)
    note = position.raw.get("[metadata] Description")
    if note:
        text.append("\nNote: ", style="bold")
        text.append(shortened(note.replace("\\n", " "), 2000))
    return text


def _turns(position: Position) -> str:
    """The turns of one player that the goal speaks of."""
    whose, whose_turn = ("your", "you") if position.goal == "win" else ("the opponent's", "opponent")
    is_now = position.active == whose_turn
    if position.turns == 1:
        turns = "this turn" if is_now else f"{whose} next turn" if position.goal == "survive" else f"by {whose} next turn"
    elif position.goal == "win":
        turns = f"within {position.turns:,} of your turns" + (", this one included" if is_now else "")
    else:
        turns = f"{position.turns:,} turns of the opponent" + (", this one included" if is_now else "")
    return turns + (" or an extra turn that follows" if position.extra_turns else "")


def _player(position: Position, side: str, pool: CardPool) -> Panel:
    player = position.you if side == "you" else position.opponent
    labels = _labels(position)
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column(ratio=1)
    for name, permanents in _grouped(player.battlefield, pool):
        rows.add_row(name, Text("\n").join(_permanent(p, labels) for p in permanents))
    if not player.battlefield:
        rows.add_row("Battlefield", Text("empty", style="dim"))
    for name, cards in (
        ("Hand", player.hand),
        ("Graveyard", player.graveyard),
        ("Exile", player.exile),
        ("Command", player.command),
        ("Library", player.library),
    ):
        if cards:
            count = f"{len(cards)}: " if len(cards) > 1 else ""
            rows.add_row(name, Text(count) + Text("; ").join(_cards(cards, in_order=name == "Library")))
    if player.library is not None and not player.library:
        rows.add_row("Library", Text("empty", style="bold"))
    if player.emblems:
        rows.add_row("Emblems", Text("; ".join(player.emblems)))
    title = Text.assemble((TITLES[side], "bold"), "  ", _status(player))
    return Panel(rows, title=title, title_align="left", border_style="cyan" if side == "you" else "red", expand=True)


def _status(player: PlayerSpec) -> Text:
    parts = [Text(f"{player.life} life", style="bold green" if player.life > 0 else "bold red")]
    parts += [Text(f"{n} {kind}", style="magenta") for kind, n in player.counters.items()]
    if player.mana:
        parts.append(Text(f"mana {player.mana}", style="yellow"))
    parts += [Text(f"{kind} {n}" if n > 1 or kind in ("speed", "ring") else kind) for kind, n in player.designations.items()]
    return Text(", ").join(parts)


def _grouped(permanents: Iterable[PermanentSpec], pool: CardPool) -> Iterator[tuple[str, list[PermanentSpec]]]:
    groups: dict[str, list[PermanentSpec]] = {name: [] for name, _ in GROUPS}
    for permanent in permanents:
        types = _types(permanent, pool)
        groups[next(name for name, wanted in GROUPS if wanted in types or not wanted)].append(permanent)
    yield from ((name, members) for name, members in groups.items() if members)


def _types(permanent: PermanentSpec, pool: CardPool) -> frozenset[str]:
    if permanent.token is not None and not permanent.token.copy:
        return frozenset(permanent.token.types)
    return frozenset(t.capitalize() for t in pool.get(permanent.card).types) if permanent.card in pool else frozenset()


def _labels(position: Position) -> Mapping[str, str]:
    """The names of the objects with an id."""
    labels = dict(TITLES)
    for player in (position.you, position.opponent):
        zones = (player.battlefield, player.hand, player.graveyard, player.exile, player.command, player.library or ())
        labels |= {spec.id: spec.card for zone in zones for spec in zone if spec.id is not None}
    return labels


def _permanent(permanent: PermanentSpec, labels: Mapping[str, str]) -> Text:
    text = Text()
    if permanent.count > 1:
        text.append(f"{permanent.count} x ")
    text.append(permanent.card, style="dim" if permanent.tapped else "bold")
    if permanent.id is not None:
        text.append(f" (id {permanent.id})", style="dim")
    notes = [Text(f"{n} {_counter(kind)}", style="magenta") for kind, n in permanent.counters.items()]
    token = permanent.token
    if token is not None:
        size = f"{token.power}/{token.toughness} " if token.power is not None and token.toughness is not None else ""
        notes.insert(0, Text(" ".join((size + "token", *token.keywords))))
    words = (
        ("tapped", permanent.tapped),
        ("summoning sick", permanent.sick),
        (f"{permanent.damage} damage", permanent.damage > 0),
        ("activated this turn", permanent.activated),
        (f"on {labels.get(permanent.attached_to or '', permanent.attached_to)}", permanent.attached_to is not None),
        (f"attacks {labels.get(permanent.attacking or '', permanent.attacking)}", permanent.attacking is not None),
        (f"owned by {permanent.owner}", permanent.owner is not None),
        (f"controlled by {permanent.controller}", permanent.controller is not None),
    )
    notes += [Text(word) for word, said in words if said]
    notes += [Text(f"chosen {kind} {what}") for kind, what in permanent.chosen.items()]
    notes += [Text(note, style="dim") for note in _rest(permanent.raw)]
    return text if not notes else text + Text("  ") + Text(", ").join(notes)


def _rest(raw: Mapping[str, str]) -> list[str]:
    """What is kept word for word, as far as it has a bearing on the game."""
    return [shortened(f"{k} {v}") for k, v in raw.items() if k.lower() not in WITHOUT_BEARING_AT_OBJECT]


def _counter(kind: str) -> str:
    """A kind of counter as cards write it: +1/+1 for `p1p1`."""
    signs = kind.replace("p", "+").replace("m", "-")
    parts = signs.replace("+", " +").replace("-", " -").split()
    return "/".join(parts) if len(parts) == 2 and all(p[1:].isdigit() for p in parts) else kind


def _cards(cards: Iterable[CardSpec], in_order: bool) -> list[Text]:
    """Names of cards with their numbers; where the order counts only neighbours are put together."""
    names = [_card(c) for c in cards]
    if in_order:
        runs: list[tuple[str, int]] = []
        for name in names:
            if runs and runs[-1][0] == name:
                runs[-1] = (name, runs[-1][1] + 1)
            else:
                runs.append((name, 1))
    else:
        runs = list(Counter(names).items())
    return [Text(name if n == 1 else f"{n} x {name}") for name, n in runs]


def _card(card: CardSpec) -> str:
    notes = [f"{n} {_counter(kind)}" for kind, n in card.counters.items()]
    notes += _rest(card.raw)
    return f"{card.card} ({', '.join(notes)})" if notes else card.card


