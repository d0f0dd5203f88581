"""What the model does not follow is told, so that the engine decides: each position here was once answered wrongly and said to
be proved.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from engine.cards import CardPool
from engine.formats.yaml_position import parse_position
from optimizer import suggest
from optimizer.answer import Answer
from optimizer.solving import CONTRADICTION, _Clock, _Task

MADE_UP = """
Bleeder:
  cost: '{1}{B}'
  type: Creature - Vampire
  pt: 1/1
  abilities:
    - when: an opponent loses life
      do: [add counters: {what: self, kind: p1p1, n: 9}]

Bather:
  cost: '{1}{G}'
  type: Creature - Elf
  pt: 1/1
  abilities:
    - when: self becomes tapped
      do: [add counters: {what: self, kind: p1p1, n: 9}]
    - cost: '{T}'
      do: [add mana: G]

Altar:
  cost: '{3}'
  type: Artifact
  abilities:
    - cost: sacrifice a creature
      do: [add mana: R]

Well:
  cost: '{3}'
  type: Artifact
  abilities:
    - cost: pay 1 life
      do: [add mana: R]

Engine:
  cost: '{3}'
  type: Artifact
  abilities:
    - cost: '{T}'
      do: [add counters: {what: self, kind: charge}, draw: charge counters on self]

Venom:
  cost: '{B}'
  type: Instant
  spell:
    targets: [creature]
    do: [gain keywords: {what: target, keywords: [deathtouch]}]

Mummy:
  cost: '{1}{B}'
  type: Creature - Zombie
  pt: 2/2
  abilities:
    - when: self enters
      do: [discard: {who: each player, n: 1}]

Genesis:
  cost: '{X}{G}'
  type: Sorcery
  tokens: {Ooze: {type: Creature - Ooze, pt: X/X, colors: G}}
  spell: [create token: {token: Ooze}]

Tine:
  cost: '{3}'
  type: Artifact
  abilities:
    - cost: '{T}'
      targets: [land]
      do: [untap: target]

Burster:
  cost: '{1}{R}'
  type: Creature - Kavu
  pt: 2/2
  abilities:
    - cost: sacrifice self
      do: [deal damage: {what: each creature, n: 1}]
"""


def suggested(tmp_path: Path, position: str) -> Answer:
    """What is suggested, which must be proved."""
    cards = tmp_path / "cards.yaml"
    cards.write_text(MADE_UP, encoding="utf-8")
    answer = suggest(parse_position(position, "test"), cards=CardPool.bundled().with_file(cards), time_limit=20, workers=1)
    assert answer.proved, answer.not_modelled
    return answer


@pytest.mark.parametrize(
    ("rule", "position", "line"),
    [
        (
            "614.12: a doubler doubles what is put on itself, once it is there",
            """
            you: {hand: ["Vorinclex, Monstrous Raider", Courage in Crisis], battlefield: [Forest x9]}
            opponent: {battlefield: [{card: Colossal Dreadmaw, counters: {m1m1: 3}}]}
            goal: {maximize: 'counters("Vorinclex, Monstrous Raider", "p1p1")'}
            """,
            ["Vorinclex, Monstrous Raider", "Courage in Crisis"],
        ),
        (
            "603.3: what triggers for the opponent has to happen, though it may be to your advantage",
            """
            you: {hand: [Contentious Plan], battlefield: [Island x2]}
            opponent: {battlefield: [Blowfly Infestation, {card: Serra Angel, counters: {m1m1: 3}}, Thrummingbird]}
            goal: {maximize: '-opponent.creatures'}
            """,
            ["Contentious Plan"],
        ),
        (
            "119.3: what triggers as a player loses life",
            """
            you: {hand: [Shock], battlefield: [Mountain, Bleeder]}
            goal: {maximize: value}
            """,
            ["Shock"],
        ),
        (
            "701.26a: what triggers as a permanent is tapped for a cost",
            """
            you: {hand: [Llanowar Elves], battlefield: [Bather]}
            goal: {maximize: value}
            """,
            ["Llanowar Elves"],
        ),
        (
            "605.1a: a mana ability need not tap anything, but sacrifice",
            "{you: {hand: [Shock], battlefield: [Altar, Grizzly Bears]}, goal: {maximize: -opponent.life}}",
            ["Altar", "Shock"],
        ),
        (
            "605.1a: a mana ability need not tap anything, but take life",
            "{you: {hand: [Shock], battlefield: [Well]}, goal: {maximize: -opponent.life}}",
            ["Well", "Shock"],
        ),
        (
            "608.2c: what counts counters counts those that it has put",
            "{you: {battlefield: [Engine], library: [Island x3]}, goal: {maximize: you.hand}}",
            ["Engine"],
        ),
        (
            "702.2b: damage by what has gained deathtouch",
            """
            you: {hand: [Venom], battlefield: [Burster, Swamp]}
            opponent: {battlefield: [Serra Angel]}
            goal: {maximize: -opponent.creatures}
            """,
            ["Venom", "Burster"],
        ),
        (
            "101.3: who has no card to discard discards none",
            "{you: {hand: [Mummy], battlefield: [Swamp x2]}, goal: {maximize: you.creatures}}",
            ["Mummy"],
        ),
        (
            "701.26b: a land that is untapped is tapped once more",
            "{you: {hand: [Shock, Shock], battlefield: [Mountain, Tine]}, goal: {maximize: -opponent.life}}",
            ["Shock", "Tine", "Shock"],
        ),
        (
            "702.90b: damage that gives poison counters in place of a loss of life",
            "{you: {life: 0, hand: [Shock], battlefield: [Mountain, Phyrexian Unlife]}, goal: {maximize: you.poison}}",
            ["Shock"],
        ),
        (
            "111.3: a token of a size that is counted",
            "{you: {hand: [Genesis], battlefield: [Forest x4]}, goal: {maximize: you.power}}",
            ["Genesis"],
        ),
        (
            "613.1d: what comes changes what others are: all lands can be sacrificed as artifacts",
            """
            you: {hand: [Mycosynth Lattice], battlefield: [Throne of Geth, Throne of Geth, Mountain x6]}
            opponent: {counters: {poison: 1}}
            goal: {maximize: '100*opponent.poison + 300*count("Throne of Geth")'}
            """,
            ["Mycosynth Lattice", "Throne of Geth", "Throne of Geth"],
        ),
    ],
)
def test_what_is_best_is_proved(tmp_path: Path, rule: str, position: str, line: list[str]) -> None:
    assert [step.card for step in suggested(tmp_path, position).line] == line


def test_a_bound_that_the_engine_exceeds_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    position = parse_position("{you: {hand: [Island]}, goal: {maximize: you.lands}}", "test")
    solved = _Task._solved

    def too_low(self: _Task, *given: object) -> object:
        found = solved(self, *given)  # type: ignore[arg-type]
        return found and replace(found, bound=-1)

    monkeypatch.setattr(_Task, "_solved", too_low)
    monkeypatch.setattr(_Task, "_search", lambda self, bound, wanted: (bound, False))
    answer = suggest(position, time_limit=5, workers=1)
    assert not answer.proved
    assert CONTRADICTION in answer.not_modelled


def test_602_2b_a_land_that_was_played_is_tapped_for_its_ability_or_for_mana() -> None:
    """The model once paid for the ability with the land's own mana: its bound was too high."""
    position = """
        you: {life: 20, hand: [Karn's Bastion], battlefield: [Plains x3]}
        opponent: {life: 20, counters: {poison: 1}}
    """
    task = _Task.of(parse_position(dedent(position)), "opponent.poison", (), None, _Clock(20), 1, 0, None)
    encoded = task._encode()
    solved = task._solved(encoded, task._stages(encoded)[-1])
    assert solved is not None and solved.bound == 1
