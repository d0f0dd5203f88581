"""Probes: positions with facts about their best play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from engine.formats import PositionError
from engine.formats.yaml_position import parse_position
from engine.position import Position
from optimizer import solve, suggest
from optimizer.answer import Answer
from tests.conformance.outcome import Checks, Failed, Unsupported

KNOWN = {"goal_reached", "you_life_end", "proliferate_includes", "proliferate_excludes", "nothing_cast", "note"}


def checks(document: Mapping[str, Any], time_limit: float) -> Checks:
    """One check for each probe."""
    for probe in document["probes"]:
        yield str(probe.get("id", "probe")), lambda probe=probe: check(probe, time_limit)  # type: ignore[misc]


def check(probe: Mapping[str, Any], time_limit: float) -> str | None:
    expect = probe["expect"]
    unknown = sorted(set(expect) - KNOWN)
    if unknown:
        raise Unsupported(f"expectation {', '.join(unknown)}")
    try:
        position = parse_position(yaml.safe_dump(probe["position"], allow_unicode=True), "probe")
        answer = best_play(position, time_limit)
    except PositionError as error:
        raise Unsupported(str(error)) from None
    for key, wanted in expect.items():
        if key != "note":
            _compare(key, wanted, answer)
    if not answer.proved:
        left_out = f", not modelled: {'; '.join(answer.not_modelled)}" if answer.not_modelled else ""
        raise Failed(f"right, but not proved ({answer.status.value}{left_out})")
    return None


def best_play(position: Position, time_limit: float) -> Answer:
    """The answer to the goal of the position."""
    return (solve if isinstance(position.goal, str) else suggest)(position, time_limit=time_limit)


def _compare(key: str, wanted: Any, answer: Answer) -> None:
    chosen = [ref for step in answer.line for time in step.proliferate for ref in time]
    match key:
        case "goal_reached":
            found: Any = bool(answer.goal_reached)
        case "you_life_end":
            found = answer.final.you.life if answer.final else None
        case "proliferate_includes":
            found, wanted = [name for name in wanted if not any(is_called(ref, name) for ref in chosen)], []
        case "proliferate_excludes":
            found, wanted = [name for name in wanted if any(is_called(ref, name) for ref in chosen)], []
        case _:
            found = not any(step.action == "cast" for step in answer.line)
    if found != wanted:
        raise Failed(f"{key}: {found!r} instead of {wanted!r}; the line is: {' '.join(answer.text.split()) or 'do nothing'}")


def is_called(ref: str, name: str) -> bool:
    """Whether a reference of a line (`opponent's Vraska`, `Grizzly Bears #2`) means a thing of that name."""
    bare = ref.removeprefix("opponent's ").partition(" #")[0]
    return bare == name or name.startswith(f"{bare}, ")
