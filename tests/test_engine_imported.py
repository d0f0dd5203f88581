"""Words that common cards outside the theme need: spells as targets, any number of targets, one or more modes, surveil, choices
that are no targets, what cannot be regenerated, what does not untap."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import Any

import pytest
import yaml

from engine.cards import CardPool
from engine.cards.describe import describe
from engine.choices import Cast, IllegalChoice, Priority, ToPick
from engine.scope import Scope
from tests.engine_play import Game, side, thing

CARDS = """
    Refusal: {cost: "{U}", type: Instant, spell: {targets: [spell], do: [counter: target]}}
    Scorn: {cost: "{U}", type: Instant, spell: {targets: [noncreature spell], do: [counter: target]}}
    Second Thoughts: {cost: "{U}", type: Instant, spell: {targets: [spell], do: [return to hand: target]}}
    Undertow:
      cost: "{U}"
      type: Sorcery
      spell: {targets: [any number of creatures], do: [return to hand: target]}
    Fork in the Road:
      cost: "{U}"
      type: Sorcery
      spell:
        choose:
          n: 2
          least: 1
          modes: [[draw], [gain life: 3]]
    Watch: {cost: "{U}", type: Sorcery, spell: [surveil: 2]}
    Burial: {cost: "{U}", type: Instant, spell: {targets: [creature], do: [destroy: {what: target, no regeneration: true}]}}
    Moss Wall: {cost: "{G}", type: Creature - Wall, pt: 0/3, abilities: [{cost: "{1}", do: [regenerate: self]}]}
    Homecoming:
      cost: "{U}"
      type: Sorcery
      spell: [choose permanents: {filter: land you control}, return to hand: made]
    Anchor: {cost: "{U}", type: Artifact, abilities: [does not untap]}
    Bargain:
      cost: "{3}{U}"
      type: Sorcery
      spell: [draw]
      abilities: [costs less itself: {n: number of artifacts you control, condition: {at least: {value: life of you, n: 10}}}]
    Mend: {cost: "{U}", type: Sorcery, spell: [choose permanents: {filter: land you control, n: 2, up to: true}, untap: made]}
    Switch:
      cost: "{U}"
      type: Sorcery
      spell:
        targets: [creature, {filter: creature, distinct: true}]
        do: [tap: target, return to hand: target 2]
    Pupil: {cost: "{U}", type: Sorcery, spell: {targets: [opponent], do: [lose life: {who: target, n: 2}]}}
"""


def pool() -> CardPool:
    document = yaml.safe_load(textwrap.dedent(CARDS))
    return CardPool({name: ("", entry) for name, entry in document.items()})


def known() -> CardPool:
    return CardPool({**CardPool.bundled()._entries, **pool()._entries})


def game(hand: list[str], lands: int, *battlefield: Any, opponent: Any = None, **you: Any) -> Game:
    return Game(side(hand, [("Island", lands), *battlefield], **you), opponent, known())


def test_115_1_a_spell_on_the_stack_is_a_target() -> None:
    played = game(["Refusal", "Divination"], 4)
    played.cast("Divination").cast("Refusal", "Divination").ok()
    assert [s.id for s in played.state.stack] == []
    assert played.names(played.you.graveyard) == ["Divination", "Refusal"]


def test_a_spell_is_returned_to_hand_without_being_countered() -> None:
    played = game(["Second Thoughts", "Divination"], 4)
    played.cast("Divination").cast("Second Thoughts", "Divination").ok()
    assert [s.id for s in played.state.stack] == []
    assert played.names(played.you.hand) == ["Divination"]


def test_115_5_a_spell_is_no_target_of_itself() -> None:
    played = game(["Refusal"], 1)
    assert not any(isinstance(choice, Cast) for choice in played.state.choices())


def test_a_spell_of_the_wrong_kind_is_no_target() -> None:
    played = game(["Scorn", "Grizzly Bears"], 2, "Forest")
    played.cast("Grizzly Bears")
    assert not played.can(Cast, "Scorn")


def test_any_number_of_targets() -> None:
    played = game(["Undertow"], 1, "Grizzly Bears", "Serra Angel")
    casts = [choice for choice in played.state.choices() if isinstance(choice, Cast)]
    assert sorted(len(cast.targets[0]) for cast in casts) == [0, 1, 1, 2]
    played.do(next(cast for cast in casts if len(cast.targets[0]) == 2)).ok()
    assert played.names(played.you.hand) == ["Grizzly Bears", "Serra Angel"]


def test_another_target_is_another_one() -> None:
    played = game(["Switch"], 1, "Grizzly Bears", "Serra Angel")
    casts = [choice for choice in played.state.choices() if isinstance(choice, Cast)]
    assert len(casts) == 2 and all(one != other for cast in casts for one, other in [cast.targets])
    (bears,) = casts[0].targets[0]
    with pytest.raises(IllegalChoice, match="another target"):
        played.do(replace(casts[0], targets=((bears,), (bears,))))
    assert not game(["Switch"], 1, "Grizzly Bears").can(Cast, "Switch")


def test_700_2_one_or_more_modes() -> None:
    start = game(["Fork in the Road"], 1)
    casts = [choice for choice in start.state.choices() if isinstance(choice, Cast)]
    assert sorted(cast.modes for cast in casts) == [(0,), (0, 1), (1,)]
    both = next(cast for cast in casts if cast.modes == (0, 1))
    played = start.do(both).ok()
    assert played.you.life == 23 and len(played.you.hand) == 1


def test_701_25_surveil() -> None:
    played = game(["Watch"], 1, library=["Shock", "Swamp", "Forest"])
    played.cast("Watch").ok().pick("Shock")
    assert played.names(played.you.graveyard) == ["Shock", "Watch"]
    assert [c.definition.name for c in played.you.library] == ["Swamp", "Forest"]
    unknown = game(["Watch"], 1).cast("Watch").ok()
    assert isinstance(unknown.state.decision, Priority)


def test_701_19c_what_cannot_be_regenerated_is_destroyed() -> None:
    played = game(["Burial"], 2, "Moss Wall")
    played.activate("Moss Wall").ok()
    assert played.permanent("Moss Wall").regeneration_shields == 1
    played.cast("Burial", "Moss Wall").ok()
    assert played.names(played.you.graveyard) == ["Burial", "Moss Wall"]


def test_608_2d_a_choice_that_is_no_target() -> None:
    played = game(["Homecoming"], 2, "Swamp")
    played.cast("Homecoming").ok()
    decision = played.state.decision
    assert isinstance(decision, ToPick) and decision.what == "choose" and (decision.least, decision.most) == (1, 1)
    assert {played.state.name(id) for id in decision.options} == {"Island", "Swamp"}
    played.pick("Swamp")
    assert played.names(played.you.hand) == ["Swamp"]


def test_up_to_that_many_are_chosen() -> None:
    played = game(["Mend"], 3).cast("Mend").ok()
    decision = played.state.decision
    assert isinstance(decision, ToPick) and (decision.least, decision.most) == (0, 2)
    played.pick("Island")
    assert sum(p.tapped for p in played.state.battlefield.values()) == 0


def test_601_2f_a_spell_may_cost_less_by_itself() -> None:
    assert not game(["Bargain"], 3).can(Cast, "Bargain")
    assert game(["Bargain"], 3, "Anchor").can(Cast, "Bargain")
    assert not game(["Bargain"], 3, "Anchor", life=9).can(Cast, "Bargain")
    assert game(["Bargain"], 1, ("Anchor", 7)).can(Cast, "Bargain")  # the coloured mana is still to be paid
    assert not game(["Bargain"], 0, ("Anchor", 7)).can(Cast, "Bargain")


def test_502_3_what_does_not_untap() -> None:
    played = Game(side(battlefield=[thing("Anchor", tapped=True), thing("Island", tapped=True)]), None, known(), Scope(turns=3))
    while not (played.state.decision and played.state.active == 0 and played.state.course.turn == 3):
        played.do(next(iter(played.state.choices())))
    assert played.permanent("Anchor").tapped and not played.permanent("Island").tapped


def test_target_opponent() -> None:
    played = game(["Pupil"], 1).cast("Pupil", "opponent").ok()
    assert played.opponent.life == 18
    assert not game(["Pupil"], 1).can(Cast, "Pupil", targets=((0,),))


def test_they_are_told() -> None:
    told = {name: describe(pool().get(name)) for name in pool().names()}
    assert "target spell" in told["Refusal"] and "target noncreature spell" in told["Scorn"]
    assert "any number of target creatures" in told["Undertow"]
    assert "1 to 2" in told["Fork in the Road"]
    assert "surveil 2" in told["Watch"].lower()
    assert "cannot be regenerated" in told["Burial"]
    assert "Target opponent" in told["Pupil"]
    assert "does not untap" in told["Anchor"]

