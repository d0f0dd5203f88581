"""A whole card file: every card read, compiled, translated and written in the notation, on several cores."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path

from engine.cards.writing import Unwritable, card_text
from engine.importing.printed import Broken, CardFileError, Face, read_printed
from engine.importing.translation import NoCard, Understood, translate
from engine.importing.trees import check_installed, tree_of
from engine.vocabulary import CardDefinition, NotUnderstood

BATCH = 100
"""So many cards go to a process at a time; a file with fewer is not worth a process of its own."""


@dataclass(frozen=True, slots=True)
class FaceReport:
    """What came of one face: `reasons` has an entry for each ability, None if it is understood; `no_card` says why the face as a
    whole is none that the notation has."""

    name: str
    reasons: tuple[str | None, ...] = ()
    no_card: str | None = None

    @property
    def understood(self) -> bool:
        return self.no_card is None and not any(self.reasons)


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of one card: its name, its entry in a card file (None if there can be none), and its faces."""

    name: str
    text: str | None
    faces: tuple[FaceReport, ...]


@dataclass
class Coverage:
    """How much of a file is understood."""

    faces: int = 0
    understood_faces: int = 0
    abilities: int = 0
    understood_abilities: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    """How many abilities are not understood for each reason."""

    def add(self, card: Imported) -> None:
        for face in card.faces:
            self.faces += 1
            self.understood_faces += face.understood
            self.abilities += len(face.reasons)
            self.understood_abilities += sum(reason is None for reason in face.reasons)
            self.reasons.update(reason for reason in (*face.reasons, face.no_card) if reason)


Tell = Callable[[int], None]
"""Is told how many cards are done."""


def import_cards(
    path: str | Path, only: Collection[str] = (), workers: int | None = None, done: Tell = lambda n: None
) -> Iterator[Imported | CardFileError]:
    """The cards of a file in their order; those that cannot be used as errors.

    `only` are names of cards or faces; none: all. What is broken but was not asked for is passed over. `workers` is the number of
    processes, all cores if not given.

    Raises:
        ExtraMissing: the package that compiles rules text is not installed.
        CardFileError: the file itself cannot be used.
    """
    check_installed()
    wanted = {name.casefold() for name in only}
    cards = (card for card in read_printed(path) if not wanted or _is_wanted(card, wanted))
    seen: set[str] = set()
    count = 0
    for found in _in_parallel(_batches(cards), workers or os.cpu_count() or 1):
        for card in found:
            count += 1
            if isinstance(card, Broken):
                yield card.error
            elif card.text is not None and card.name in seen:
                yield replace(card, text=None)  # several cards may share the name of a face
            else:
                seen.add(card.name)
                yield card
        done(count)


def _is_wanted(card: tuple[Face, ...] | Broken, wanted: set[str]) -> bool:
    if isinstance(card, Broken):
        whole = card.error.card
        return not wanted.isdisjoint(name.casefold() for name in (whole, *whole.split(" // ")))
    return any(name.casefold() in wanted for face in card for name in (face.name, face.card))


Batch = list[tuple[Face, ...] | Broken]


def _batches(cards: Iterable[tuple[Face, ...] | Broken]) -> Iterator[Batch]:
    cards = iter(cards)
    while batch := list(islice(cards, BATCH)):
        yield batch


def _in_parallel(batches: Iterator[Batch], workers: int) -> Iterator[list[Imported | Broken]]:
    """What becomes of the batches, in their order, with no more of them under way than the processes need."""
    first = list(islice(batches, 2))
    if len(first) < 2 or workers == 1:
        yield from map(_translated, chain(first, batches))
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        running: deque[Future[list[Imported | Broken]]] = deque()
        try:
            for batch in chain(first, batches):
                running.append(pool.submit(_translated, batch))
                if len(running) > 3 * workers:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()


def _translated(batch: Batch) -> list[Imported | Broken]:
    return [card if isinstance(card, Broken) else import_card(card) for card in batch]


# ---------------------------------------------------------------------------------------------------------------- one card


def import_card(faces: tuple[Face, ...]) -> Imported:
    """One card with all its faces."""
    reports: list[FaceReport] = []
    found: list[Understood | None] = []
    for face in faces:
        try:
            understood = translate(face, tree_of(face))
        except (NoCard, ValueError) as error:
            why = str(error) if isinstance(error, NoCard) else "rules text that cannot be compiled"
            reports.append(FaceReport(face.name, no_card=why))
            found.append(None)
            continue
        reports.append(FaceReport(face.name, understood.reasons))
        found.append(understood)
    front = found[0]
    name = faces[0].name
    if front is None:
        return Imported(name, None, tuple(reports))
    card = _whole(front.card, faces, found[1:])
    try:
        return Imported(name, card_text(card), tuple(reports))
    except Unwritable as error:
        reports[0] = replace(reports[0], no_card=str(error))
        return Imported(name, None, tuple(reports))


def _whole(front: CardDefinition, faces: tuple[Face, ...], others: list[Understood | None]) -> CardDefinition:
    """The card that the faces make together."""
    if len(faces) == 1 and " // " not in faces[0].card:
        return front
    (back, *more) = others or [None]
    if faces[0].layout == "transform" and back is not None and not more and "back" in CardDefinition.__dataclass_fields__:
        return replace(front, back=back.card)
    if back is not None and not more and back.card.cost is not None and front.cost is not None:
        if faces[0].layout == "adventure":
            return replace(front, adventure=back.card)
        if faces[0].layout == "modal_dfc":
            return replace(front, other_face=back.card)
    reason = NotUnderstood(f"its other half (a card of the layout {faces[0].layout.replace('_', ' ')})")
    return replace(front, abilities=(*front.abilities, reason))
