"""The adapters of `python -m tests.conformance`: what passes, what fails, and what is said to be unsupported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.cards import CardPool
from tests.conformance import __main__ as command
from tests.conformance import probes, puzzles, scenarios
from tests.conformance.outcome import Outcome, run

# A turn and more of both players: proliferate with everything that can be said about it, a response, a trigger, a may, a doubler.
GAME = """
id: T-01
cards: [Island, Steady Progress, Mountain, Lightning Bolt, Hill Giant, Evolution Sage, Swamp, Skinrender, Grizzly Bears]
players:
  A:
    battlefield:
      - {card: Island, n: 3}
      - {card: Evolution Sage}
      - {card: Hill Giant, as: grown, counters: {p1p1: 1}}
      - {card: Hill Giant, as: plain}
    hand: [Steady Progress, Swamp]
    counters: {energy: 1}
  B:
    life: 9
    counters: {poison: 3}
    battlefield: [{card: Mountain, n: 1}, {card: Swamp, n: 4}]
    hand: [Lightning Bolt, Skinrender]
actions:
  - {do: cast, turn: 1, step: main1, by: B, card: Skinrender, illegal: true, reason: not their turn}
  - do: play_land
    turn: 1
    step: main1
    by: A
    card: Swamp
  - {do: trigger, turn: 1, step: main1, by: A, perm: Evolution Sage, which: landfall,
     choices: [{choose: proliferate, pick: [B], not_choosable: [plain]}]}
  - {do: resolve, n: all}
  - do: cast
    turn: 1
    step: main1
    by: A
    card: Steady Progress
    pay: {mana: "{2}{U} from Islands"}
    choices: [{choose: proliferate, pick: [A, B, grown], not_choosable: [plain, "A:Evolution Sage"]}]
  - {do: cast, turn: 1, step: main1, by: B, card: Lightning Bolt, targets: [plain]}
  - {do: resolve, n: 1}
  - {do: check, turn: 1, step: main2, facts: [{fact: counters, perm: grown, kind: p1p1, is: 2}]}
  - {do: cast, turn: 2, step: main1, by: B, card: Skinrender}
  - {do: trigger, turn: 2, step: main1, by: B, perm: Skinrender, which: enters, targets: [grown]}
until: {turn: 3, step: main1}
expect:
  - {fact: life, player: B, is: 9}
  - {fact: player_counters, player: B, kind: poison, is: 5}
  - {fact: player_counters, player: A, kind: energy, is: 2}
  - {fact: count, zone: graveyard, player: A, card: Hill Giant, is: 1}
  - {fact: pt, perm: Hill Giant, power: 2, toughness: 2, controller: A}
  - {fact: counters, perm: "A:Hill Giant", kind: m1m1, is: 1}
  - {fact: tapped, perm: first Island, is: false}
  - {fact: zone_size, zone: hand, player: A, is: 2}
also:
  - {fact: lost, player: B, is: false}
"""

PROBE = """
id: Q1
position:
  you: {life: 9, hand: [Steady Progress], battlefield: [Island x3, {card: Serra Angel, counters: {m1m1: 3}}]}
  opponent: {counters: {poison: 9}}
  goal: win
expect: {goal_reached: true, you_life_end: 9, proliferate_includes: [opponent], proliferate_excludes: [Serra Angel], note: plain}
"""

PUZZLE = """[metadata]
Name:Bolt
Goal:Win
Turns:1
[state]
ActivePlayer=Human
ActivePhase=Main1
HumanLife=20
AILife=3
humanhand=%s
humanbattlefield=Mountain
"""


def played(change: dict[str, Any] | None = None, **fields: Any) -> Outcome:
    """The game, with fields of the scenario changed."""
    scenario = yaml.safe_load(GAME) | (change or {}) | fields
    (name, check), *rest = scenarios.checks({"scenarios": [scenario]}, CardPool.bundled())
    assert not rest
    return run(name, check)


def with_action(**changes: Any) -> Outcome:
    """The game with a change in the first action with that card or permanent."""
    scenario = yaml.safe_load(GAME)
    action = next(a for a in scenario["actions"] if a.get("card") == changes["card"] and not a.get("illegal"))
    action.update(changes)
    return played(actions=scenario["actions"])


def test_a_game_of_both_players() -> None:
    assert played() == Outcome("T-01", "pass")


@pytest.mark.parametrize(
    "fact",
    [
        {"fact": "life", "player": "B", "is": 8},
        {"fact": "counters", "perm": "grown", "kind": "p1p1", "is": 3},
        {"fact": "pt", "perm": "grown", "power": 3, "toughness": 3},
        {"fact": "count", "zone": "hand", "player": "B", "card": "Skinrender", "is": 1},
        {"fact": "tapped", "perm": "Evolution Sage", "is": True},
        {"fact": "has", "perm": "grown", "ability": "flying", "is": True},
        {"fact": "counters", "perm": "Serra Angel", "kind": "p1p1", "is": 0},
        {"fact": "lost", "player": "A", "is": True},
    ],
)
def test_a_fact_that_does_not_hold_fails(fact: dict[str, Any]) -> None:
    outcome = played(expect=[fact])
    assert (outcome.kind, bool(outcome.why)) == ("fail", True)


@pytest.mark.parametrize(
    "changes",
    [
        {"card": "Lightning Bolt", "targets": ["B:Skinrender"]},
        {"card": "Steady Progress", "pay": {"mana": "{2}{U} from Swamps"}},
        {"card": "Steady Progress", "illegal": True, "reason": "it is legal"},
        {"card": "Steady Progress", "choices": [{"choose": "proliferate", "pick": ["plain"]}]},
        {"card": "Steady Progress", "choices": [{"choose": "proliferate", "pick": [], "not_choosable": ["grown"]}]},
        {"card": "Lightning Bolt", "choices": [{"choose": "may", "answer": True, "what": "never asked"}]},
    ],
)
def test_what_is_not_as_it_says_fails(changes: dict[str, Any]) -> None:
    assert with_action(**changes).kind == "fail"


def test_a_trigger_that_does_not_come_fails() -> None:
    action = {"do": "trigger", "turn": 1, "step": "main1", "by": "A", "perm": "Hill Giant", "which": "enters"}
    assert played(actions=[action]).kind == "fail"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"cards": ["Black Lotus"]}, "Black Lotus"),
        ({"actions": [{"do": "concede", "turn": 1, "step": "main1", "by": "A"}]}, "concede"),
        ({"expect": [{"fact": "mood", "player": "A", "is": "good"}]}, "mood"),
        ({"expect": [{"fact": "life", "player": "A", "is": 20, "about": 1}]}, "about"),
        ({"players": {"A": {"sideboard": []}}, "actions": []}, "sideboard"),
    ],
)
def test_what_is_not_known_is_unsupported(change: dict[str, Any], why: str) -> None:
    outcome = played(change)
    assert outcome.kind == "unsupported"
    assert why in outcome.why


def test_unknown_choices_and_payments_are_unsupported() -> None:
    assert with_action(card="Steady Progress", choices=[{"choose": "devour", "pick": []}]).kind == "unsupported"
    assert with_action(card="Steady Progress", pay={"delve": 1}).kind == "unsupported"
    assert with_action(card="Steady Progress", how="flashback").kind == "unsupported"


# A Siege, whose protector is the opponent; a mana ability of any colour; a target that cannot be changed.
CHOICES = """
id: T-03
cards: [Plains, Mana Rock, Lightning Bolt, Spellskite, Invasion of Belenon]
players:
  A:
    battlefield: [{card: Plains, n: 3}, {card: Mana Rock}]
    hand: [Invasion of Belenon, Lightning Bolt]
  B: {battlefield: [{card: Spellskite}]}
actions:
  - {do: cast, turn: 1, step: main1, by: A, card: Invasion of Belenon, choices: [{choose: protector, pick: [B]}]}
  - {do: resolve, n: all}
  - {do: activate, turn: 1, step: main1, by: A, perm: Mana Rock, ability: "{T}: add one mana of any color",
     choices: [{choose: color, pick: [red]}]}
  - {do: cast, turn: 1, step: main1, by: A, card: Lightning Bolt, targets: [Spellskite]}
  - {do: activate, turn: 1, step: main1, by: B, perm: Spellskite, ability: "{U/P}: change a target",
     targets: ["stack:Lightning Bolt"], pay: {phyrexian: [life]}, choices: [{choose: change_target, possible: false}]}
  - {do: check, turn: 1, step: main1, facts: [{fact: damage, perm: Spellskite, is: 3}]}
  - {do: attack, turn: 2, step: declare_attackers, by: B, illegal: true, reason: its protector,
     attackers: [{who: Spellskite, at: Invasion of Belenon}]}
until: {turn: 2, step: end}
expect:
  - {fact: life, player: B, is: 18}
  - {fact: counters, perm: Invasion of Belenon, kind: defense, is: 5}
"""


def test_choices_of_scenarios(tmp_path: Path) -> None:
    (tmp_path / "rock.yaml").write_text(
        'Mana Rock: {cost: "{2}", type: Artifact, abilities: [{cost: "{T}", do: [add mana: any color]}]}\n'
    )
    cards = Path(command.__file__).parent / "cards.yaml"
    pool = CardPool.bundled().with_file(cards).with_file(tmp_path / "rock.yaml")
    scenario = yaml.safe_load(CHOICES)
    assert run("choices", lambda: scenarios.check(scenario, pool)).kind == "pass"
    blue = yaml.safe_load(CHOICES.replace("pick: [red]", "pick: [blue]"))
    assert run("choices", lambda: scenarios.check(blue, pool)).kind == "fail"
    own = yaml.safe_load(CHOICES.replace("pick: [B]", "pick: [A]"))
    assert run("choices", lambda: scenarios.check(own, pool)).kind == "unsupported"


# Both players attack; a trampler is blocked by two creatures, and a block that menace forbids is tried.
COMBAT = """
id: T-02
cards: [Hill Giant, Grizzly Bears, Serra Angel, "Vorinclex, Monstrous Raider"]
players:
  A:
    battlefield: [{card: "Vorinclex, Monstrous Raider"}, {card: Serra Angel}]
  B:
    battlefield: [{card: Grizzly Bears, as: one}, {card: Grizzly Bears, as: two}, {card: Hill Giant}]
actions:
  - {do: attack, turn: 1, step: declare_attackers, by: A, attackers: [{who: "Vorinclex, Monstrous Raider", at: B}]}
  - {do: block, turn: 1, step: declare_blockers, by: B, illegal: true, reason: it is not attacking,
     blocks: [{who: one, blocks: Serra Angel}]}
  - do: block
    turn: 1
    step: declare_blockers
    by: B
    blocks: [{who: one, blocks: "Vorinclex, Monstrous Raider"}, {who: two, blocks: "Vorinclex, Monstrous Raider"}]
  - do: assign_damage
    turn: 1
    step: combat_damage
    by: A
    source: "Vorinclex, Monstrous Raider"
    split: {one: 2, two: 3, B: 1}
  - {do: check, turn: 1, step: end_combat, facts: [{fact: count, zone: graveyard, player: B, card: Grizzly Bears, is: 2}]}
  - {do: attack, turn: 2, step: declare_attackers, by: B, attackers: [{who: Hill Giant, at: A}]}
until: {turn: 2, step: main2}
expect:
  - {fact: life, player: A, is: 17}
  - {fact: life, player: B, is: 19}
  - {fact: tapped, perm: Hill Giant, is: true}
"""


def test_combat() -> None:
    scenario = yaml.safe_load(COMBAT)
    outcome = run("combat", lambda: scenarios.check(scenario, CardPool.bundled()))
    assert outcome.kind == "pass", outcome
    unsaid = scenario | {"actions": [a for a in scenario["actions"] if a["do"] != "assign_damage"]}
    assert run("combat", lambda: scenarios.check(unsaid, CardPool.bundled())).kind == "unsupported"
    late = scenario["actions"][0] | {"attackers": [{"who": "Hill Giant", "at": "A"}]}
    assert run("combat", lambda: scenarios.check(scenario | {"actions": [late]}, CardPool.bundled())).kind == "fail"


def test_probes() -> None:
    probe = yaml.safe_load(PROBE)
    assert run("probe", lambda: probes.check(probe, 10)).kind == "pass"
    wrong = probe | {"expect": {"proliferate_includes": ["Serra Angel"]}}
    assert run("probe", lambda: probes.check(wrong, 10)).kind == "fail"
    strange = probe | {"expect": {"goal_reached": True, "colour": "blue"}}
    assert run("probe", lambda: probes.check(strange, 10)).kind == "unsupported"


def test_references_of_lines_mean_cards() -> None:
    assert probes.is_called("opponent's Grizzly Bears #2", "Grizzly Bears")
    assert probes.is_called("Vraska", "Vraska, Betrayal's Sting")
    assert not probes.is_called("Island", "Islandwalker")


@pytest.mark.parametrize(("hand", "kind"), [("Lightning Bolt", "pass"), ("Shock", "fail"), ("Black Lotus", "unsupported")])
def test_puzzles(hand: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "bolt.pzl"
    path.write_text(PUZZLE % hand)
    assert run("bolt", lambda: puzzles.check(path, 10)).kind == kind


@pytest.mark.parametrize(("hand", "code"), [("Lightning Bolt", 0), ("Shock", 1)])
def test_the_command(
    hand: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bolt.pzl").write_text(PUZZLE % hand)
    (tmp_path / "probes.yaml").write_text(yaml.safe_dump({"probes": [yaml.safe_load(PROBE)]}))
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "game.yaml").write_text(yaml.safe_dump({"scenarios": [yaml.safe_load(GAME)]}))
    monkeypatch.setattr("sys.argv", ["conformance", str(tmp_path)])
    assert command.main() == code
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[-1] == ("3 pass, 0 fail, 0 unsupported of 3" if code == 0 else "2 pass, 1 fail, 0 unsupported of 3")


def test_nothing_to_run_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["conformance", str(tmp_path)])
    with pytest.raises(SystemExit) as caught:
        command.main()
    assert caught.value.code == 2


def test_the_further_cards_are_sound() -> None:
    CardPool.bundled().with_file(Path(command.__file__).parent / "cards.yaml")
