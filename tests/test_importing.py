"""Cards from files of MTGJSON and Scryfall: reading, translating, accounting for every word, the commands. The cards are made up.

Nothing here needs the package that compiles rules text but what says so: trees are written out.
"""

from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.cards import CardPool
from engine.cards.kept import folder, known_cards
from engine.cards.writing import card_text
from engine.importing import printed
from engine.importing.accounting import tokens_of, unaccounted
from engine.importing.printed import Broken, CardFileError, Face, read_printed
from engine.importing.translation import Understood, translate
from engine.vocabulary import (
    Activated,
    AddCounters,
    Destroy,
    Draw,
    Enters,
    Filter,
    GainLife,
    Modes,
    NotUnderstood,
    Proliferate,
    RemoveKind,
    Spell,
    Target,
    Triggered,
)
from optimizer.cli import cli

SPARK = {"name": "Tidal Spark", "layout": "normal", "manaCost": "{1}{U}", "colors": ["U"], "types": ["Sorcery"],
         "supertypes": [], "subtypes": [], "keywords": ["Proliferate"], "text": "Draw two cards. Proliferate."}  # fmt: skip
PUP = {"name": "Reef Pup", "layout": "normal", "manaCost": "{G}", "colors": ["G"], "types": ["Creature"], "supertypes": [],
       "subtypes": ["Dog"], "power": "1", "toughness": "2", "keywords": ["Vigilance"], "text": "Vigilance"}  # fmt: skip
SCRYFALL = {"object": "card", "name": "Reef Pup", "layout": "normal", "mana_cost": "{G}", "colors": ["G"], "power": "1",
            "toughness": "2", "type_line": "Creature — Dog", "oracle_text": "Vigilance", "keywords": ["Vigilance"]}  # fmt: skip


def written(tmp_path: Path, content: Any, name: str = "cards.json") -> Path:
    file = tmp_path / name
    file.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return file


def atomic(*cards: dict[str, Any]) -> dict[str, Any]:
    return {"meta": {"version": "5"}, "data": {card["name"]: [card] for card in cards}}


def faces(path: Path) -> list[Face]:
    found: list[Face] = []
    for card in read_printed(path):
        assert not isinstance(card, Broken), card
        found += card
    return found


# ---------------------------------------------------------------------------------------------------------------- files


def test_atomic_cards_plain_and_packed(tmp_path: Path) -> None:
    plain = written(tmp_path, atomic(SPARK, PUP))
    packed = tmp_path / "cards.json.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert faces(plain) == faces(packed)
    pup = faces(plain)[1]
    assert (pup.name, pup.cost, pup.subtypes, pup.power, pup.text) == ("Reef Pup", "{G}", ("Dog",), "1", "Vigilance")


def test_a_set_has_each_card_once(tmp_path: Path) -> None:
    content = {"data": {"code": "SEA", "name": "Sea", "cards": [SPARK, PUP, {**PUP, "number": "12"}], "tokens": []}}
    assert [face.name for face in faces(written(tmp_path, content))] == ["Tidal Spark", "Reef Pup"]


@pytest.mark.parametrize("content", [[SCRYFALL], SCRYFALL, {"object": "list", "data": [SCRYFALL]}])
def test_scryfall(tmp_path: Path, content: Any) -> None:
    (pup,) = faces(written(tmp_path, content))
    assert (pup.types, pup.subtypes, pup.toughness, pup.keywords) == (("Creature",), ("Dog",), "2", ("Vigilance",))


def test_both_faces_come_and_letters_of_every_language(tmp_path: Path) -> None:
    front = {**PUP, "name": "Jötun // Ægir", "faceName": "Jötun", "side": "a", "layout": "transform", "foreign": "人魚"}
    back = {**front, "faceName": "Ægir", "side": "b", "manaCost": None}
    content = {"data": {"Jötun // Ægir": [front, back]}}
    assert [(f.name, f.side, f.sides, f.cost) for f in faces(written(tmp_path, content))] == [
        ("Jötun", 0, 2, "{G}"), ("Ægir", 1, 2, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "is empty"),
        ("cards, please", "is not JSON"),
        ('{"data": {"Reef Pup": [{"name": "Re', "is cut off"),
        ('{"pets": 1}', "data: is missing"),
        ('{"data": 7}', "holds no cards"),
        ('{"data": {"code": "SEA"}}', "data.cards: is missing"),
        ("[]", "holds no cards"),
        ("[" * 100_000, "nested too deeply"),
        (json.dumps(atomic(PUP))[:-1], "ends too early"),
        (json.dumps([SCRYFALL])[:-1], "ends too early"),
        (json.dumps(atomic(PUP)) + " and more", "something follows its end"),
        ('{"data": {"Reef Pup": [{"power": ' + "9" * 5000 + "}]}}", "a number that is too long"),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: str, problem: str) -> None:
    file = written(tmp_path, content)
    with pytest.raises(CardFileError, match=problem) as caught:
        list(read_printed(file))
    assert caught.value.file == str(file)


def test_a_file_that_is_cut_off_says_near_which_card(tmp_path: Path) -> None:
    text = json.dumps(atomic(PUP, SPARK))
    with pytest.raises(CardFileError, match="Tidal Spark"):
        list(read_printed(written(tmp_path, text[: text.index("Draw two")])))


def test_a_packed_file_that_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "cards.json.gz"
    file.write_bytes(gzip.compress(json.dumps(atomic(SPARK)).encode())[:60])
    with pytest.raises(CardFileError, match="cannot be read"):
        list(read_printed(file))


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "LARGEST", 100)
    with pytest.raises(CardFileError, match="has more than"):
        list(read_printed(written(tmp_path, atomic(SPARK))))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"types": None}, "types"),
        ({"types": "Creature"}, "types"),
        ({"power": None}, "power"),
        ({"power": None, "toughness": None}, "power"),
        ({"manaCost": "G"}, "mana cost"),
        ({"manaCost": 3}, "manaCost"),
        ({"colors": ["green"]}, "colors"),
        ({"text": ["Vigilance"]}, "text"),
        ({"power": "strong"}, "power"),
        ({"types": ["Instant"]}, "power"),
        ({"loyalty": "3"}, "loyalty"),
        ({"defense": "3"}, "defense"),
    ],
)
def test_cards_with_missing_and_contradictory_fields(tmp_path: Path, change: dict[str, Any], field: str) -> None:
    first, second = read_printed(written(tmp_path, atomic({**PUP, **change}, SPARK)))
    assert isinstance(first, Broken)
    assert (first.error.card, first.error.field) == ("Reef Pup", field)
    assert not isinstance(second, Broken)


def test_what_is_broken_goes_from_process_to_process() -> None:
    error = CardFileError("cards.json", "Reef Pup", "power", "is missing")
    copy = pickle.loads(pickle.dumps(Broken(error))).error
    assert (str(copy), copy.card, copy.field) == (str(error), "Reef Pup", "power")


# ---------------------------------------------------------------------------------------------------------------- translation


def face(text: str, types: tuple[str, ...] = ("Artifact",), **more: Any) -> Face:
    size = ("1", "1") if "Creature" in types else (None, None)
    return Face(
        **{
            "card": "Reef Lens", "name": "Reef Lens", "side": 0, "sides": 1, "layout": "normal", "cost": "{2}",
            "colors": frozenset(), "supertypes": (), "types": types, "subtypes": (), "power": size[0], "toughness": size[1],
            "loyalty": None, "defense": None, "keywords": (), "text": text, **more,
        }
    )  # fmt: skip


def draw(n: int = 1, **more: Any) -> dict[str, Any]:
    effect = {"type": "Draw", "count": {"type": "Fixed", "value": n}, "target": {"type": "Controller"}}
    return {"kind": "Spell", "effect": effect, **more}


PROLIFERATE = {"kind": "Spell", "effect": {"type": "Proliferate"}}
ENTERS = {"mode": "ChangesZone", "destination": "Battlefield", "valid_card": {"type": "SelfRef"}, "damage_kind": "Any",
          "trigger_zones": ["Battlefield"]}  # fmt: skip
TAP = {"kind": "Activated", "cost": {"type": "Tap"}}
CREATURE = {"type": "Typed", "type_filters": ["Creature"]}
COUNTER = {"type": "PutCounter", "counter_type": "P1P1", "count": {"type": "Fixed", "value": 1}}


def reasons(found: Understood) -> list[str]:
    return [reason for reason in found.reasons if reason is not None]


def test_an_instruction_and_the_next_one() -> None:
    text = "Draw two cards. Proliferate."
    tree = {"abilities": [draw(2, sub_ability=PROLIFERATE, description=text)]}
    found = translate(face(text, ("Sorcery",)), tree)
    assert found.card.abilities == (Spell((Draw("you", 2), Proliferate())),)
    assert found.reasons == (None,)


def test_a_second_instruction_that_the_tree_lost_is_noticed() -> None:
    text = "Draw two cards. Proliferate. Proliferate again."
    tree = {"abilities": [draw(2, sub_ability=PROLIFERATE, description=text)]}
    assert reasons(translate(face(text, ("Sorcery",)), tree)) == ["the text says 'proliferate' more often"]


def test_a_condition_that_the_tree_lost_is_noticed() -> None:
    text = "Draw a card if you control a Swamp."
    found = translate(face(text, ("Sorcery",)), {"abilities": [draw(description=text)]})
    assert reasons(found) and found.card.abilities[0] == Spell()
    assert isinstance(found.card.abilities[1], NotUnderstood)


def test_a_filter_that_the_tree_lost_is_noticed() -> None:
    text = "Destroy target artifact creature."
    tree = {"abilities": [{"kind": "Spell", "effect": {"type": "Destroy", "target": CREATURE}, "description": text}]}
    assert reasons(translate(face(text, ("Sorcery",)), tree)) == ["the text says 'artifact', the tree does not"]


def test_a_filter_that_the_tree_invented_is_noticed() -> None:
    text = "Destroy target permanent."
    tree = {"abilities": [{"kind": "Spell", "effect": {"type": "Destroy", "target": CREATURE}, "description": text}]}
    assert reasons(translate(face(text, ("Sorcery",)), tree)) == ["the text says 'permanent', the tree does not"]


def test_a_number_that_the_tree_got_wrong_is_noticed() -> None:
    text = "Draw three cards."
    assert reasons(translate(face(text, ("Sorcery",)), {"abilities": [draw(2, description=text)]}))


def test_a_cost_that_the_tree_made_of_a_word_is_noticed() -> None:
    text = "{T}, Remove a charge counter from this artifact and sacrifice it: Draw a card."
    parts = [{"type": "Tap"}, {"type": "RemoveCounter", "count": 1, "counter_type": {"type": "OfType", "data": "charge"}},
             {"type": "Sacrifice", "target": {"type": "Typed"}, "count": 1}]  # fmt: skip
    cost = {"type": "Composite", "costs": parts}
    found = translate(face(text), {"abilities": [draw(kind="Activated", cost=cost, description=text)]})
    assert reasons(found) == ["a cost of sacrificing something"]


@pytest.mark.parametrize(("count", "kind", "n"), [(-1, None, None), (1, None, 1), (2, {"type": "OfType", "data": "P1P1"}, 2)])
def test_counters_are_removed(count: int, kind: Any, n: int | None) -> None:
    text = {None: "Remove all counters", 1: "Remove a counter", 2: "Remove two +1/+1 counters"}[n] + " from target creature."
    effect = {"type": "RemoveCounter", "counter_type": kind, "count": {"type": "Fixed", "value": count}, "target": CREATURE}
    found = translate(face(text, ("Sorcery",)), {"abilities": [{"kind": "Spell", "effect": effect, "description": text}]})
    assert found.reasons == (None,)
    (spell,) = found.card.abilities
    assert isinstance(spell, Spell) and spell.effects == (RemoveKind("target", "any" if kind is None else "p1p1", n),)


def test_a_number_of_counters_that_the_tree_lost_is_noticed() -> None:
    text = "Remove X counters from target creature, where X is the number of artifacts you control."
    effect = {"type": "RemoveCounter", "counter_type": None, "count": {"type": "Fixed", "value": 0}, "target": CREATURE}
    found = translate(face(text, ("Sorcery",)), {"abilities": [{"kind": "Spell", "effect": effect, "description": text}]})
    assert reasons(found) == ["how many counters are removed"]


def test_a_field_that_nobody_knows_is_not_overlooked() -> None:
    text = "Draw a card."
    found = translate(face(text, ("Sorcery",)), {"abilities": [draw(description=text, twice_on_sundays=True)]})
    assert reasons(found) == ["a node with twice_on_sundays True"]


def test_a_node_that_nobody_knows_is_named() -> None:
    text = "Levitate."
    tree = {"abilities": [{"kind": "Spell", "effect": {"type": "Levitate"}, "description": text}]}
    assert reasons(translate(face(text, ("Sorcery",)), tree)) == ["effect Levitate"]


def test_a_tree_of_a_strange_shape_is_no_crash() -> None:
    text = "Destroy target creature."
    tree = {"abilities": [{"kind": "Spell", "effect": {"type": "Destroy", "target": {"type": "Typed", "type_filters": 7}},
                           "description": text}]}  # fmt: skip
    assert reasons(translate(face(text, ("Sorcery",)), tree)) == ["a tree of a strange shape"]


def test_a_line_that_the_tree_does_not_have() -> None:
    found = translate(face("{T}: Draw a card.\nSing along."), {"abilities": [{**TAP, **draw(), "kind": "Activated",
                                                                             "description": "{T}: Draw a card."}]})  # fmt: skip
    assert isinstance(found.card.abilities[0], Activated)
    assert reasons(found) == ["a line that the tree does not have (Sing)"]


def test_lines_keep_their_order_and_keywords_are_no_abilities() -> None:
    text = "Flying, vigilance\nWhen this creature enters, draw a card.\n{T}: Proliferate. (Choose some.)"
    tree = {
        "keywords": ["Flying", "Vigilance"],
        "abilities": [{**TAP, "effect": {"type": "Proliferate"}, "description": "{T}: Proliferate."}],
        "triggers": [{**ENTERS, "execute": draw(), "description": "When ~ enters, draw a card."}],
    }
    found = translate(face(text, ("Creature",)), tree)
    assert found.card.keywords == {"flying", "vigilance"}
    assert [type(ability) for ability in found.card.abilities] == [Triggered, Activated]
    assert found.card.abilities[0] == Triggered(Enters(source=True), (Draw(),))
    assert reasons(found) == []


def test_targets_are_counted() -> None:
    text = "When this artifact enters, put a +1/+1 counter on target creature."
    trigger = {**ENTERS, "execute": {"kind": "Spell", "effect": {**COUNTER, "target": CREATURE}},
               "description": "When ~ enters, put a +1/+1 counter on target creature."}  # fmt: skip
    found = translate(face(text), {"triggers": [trigger]})
    target = Target(filter=Filter(types=frozenset({"Creature"})))
    assert found.card.abilities == (Triggered(Enters(source=True), (AddCounters("target", "p1p1"),), (target,)),)
    chosen = {**trigger, "execute": {**trigger["execute"], "target_choice_timing": "Resolution"}}  # type: ignore[dict-item]
    assert reasons(translate(face(text), {"triggers": [chosen]}))


def test_modes() -> None:
    text = "Choose one or both —\n• Destroy target creature.\n• You gain 3 life."
    tree = {
        "modal": {"min_choices": 1, "max_choices": 2, "mode_count": 2, "chooser": {"type": "Controller"}},
        "abilities": [
            {"kind": "Spell", "effect": {"type": "Destroy", "target": CREATURE}},
            {"kind": "Spell", "effect": {"type": "GainLife", "amount": {"type": "Fixed", "value": 3}}},
        ],
    }
    found = translate(face(text, ("Sorcery",)), tree)
    (spell,) = found.card.abilities
    assert isinstance(spell, Spell) and isinstance(spell.modes, Modes)
    assert (spell.modes.least, spell.modes.n) == (1, 2)
    assert spell.modes.modes[0].effects == (Destroy("target"),) and spell.modes.modes[1].effects == (GainLife("you", 3),)


def test_what_the_tree_itself_leaves_out() -> None:
    text = "Draw a card."
    warning = {"type": "SwallowedClause", "unit_span": {"first_line": 0, "last_line": 0}}
    found = translate(face(text, ("Sorcery",)), {"abilities": [draw(description=text)], "parse_warnings": [warning]})
    assert reasons(found) == ["the tree leaves a part out"]


def test_no_reason_holds_the_text_of_a_card() -> None:
    text = "Sing along with the choir of the deep."
    found = translate(face(text, ("Sorcery",)), {"abilities": [{"kind": "Spell", "description": text, "effect": {
        "type": "Unimplemented", "name": "unknown", "description": text}}]})  # fmt: skip
    assert "choir" not in card_text(found.card)


# ---------------------------------------------------------------------------------------------------------------- accounting


def test_words_are_compared_in_one_form() -> None:
    assert tokens_of("Draws two cards") == tokens_of("draw 2 card")
    assert tokens_of("Other Elves you control") == tokens_of("other elf you control")
    assert tokens_of("It gets +2/+2 until end of turn.")["+2/+2"] == 1
    assert not tokens_of("It is on the")


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("draw a card", True),
        ("draw two cards", False),
        ("draw a card for each artifact", False),
        ("you may draw a card", False),
        ("draw a card at random", False),
        ("draw a card unless you control a land", False),
    ],
)
def test_every_word_has_to_be_accounted_for(text: str, fits: bool) -> None:
    assert (unaccounted(text, [Spell((Draw(),))]) is None) == fits


# ---------------------------------------------------------------------------------------------------------------- commands


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


NOTATION = "Reef Lens: {cost: '{2}', type: Artifact, abilities: [{cost: '{T}', do: [draw]}]}\n"


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    return folder()


def test_cards_of_ones_own_for_one_run(tmp_path: Path, own_folder: Path) -> None:
    mine = written(tmp_path, NOTATION, "mine.yaml")
    assert run("cards", "show", "Reef Lens").exit_code == 2
    assert "draw" in run("cards", "show", "Reef Lens", "--cards", mine).output
    position = written(tmp_path, "you: {battlefield: [Reef Lens]}\nopponent: {}\ngoal: win\n", "position.yaml")
    assert run("suggest", position).exit_code == 2
    assert run("suggest", position, "--cards", mine).exit_code == 0
    assert "Reef Lens" in run("show", position, "--cards", mine).output
    assert run("check", position, "1. Activate Reef Lens.", "--cards", mine).exit_code == 0
    assert "everything is known" in run("cards", "unsupported", position, "--cards", mine).output
    assert "Reef Lens" in run("cards", "list", "Reef", "--cards", mine).output


def test_cards_kept_for_good(tmp_path: Path, own_folder: Path) -> None:
    mine = written(tmp_path, NOTATION, "mine.yaml")
    kept = run("cards", "keep", mine)
    assert kept.exit_code == 0 and (own_folder / "mine.yaml").is_file()
    assert "Reef Lens" in known_cards() and "Reef Lens" not in CardPool.bundled()
    assert run("cards", "show", "Reef Lens").exit_code == 0


@pytest.mark.parametrize("command", [("cards", "keep"), ("cards", "list", "--cards")])
def test_ones_own_notation_with_an_unknown_effect(tmp_path: Path, own_folder: Path, command: tuple[str, ...]) -> None:
    mine = written(tmp_path, NOTATION.replace("[draw]", "[levitate]"), "mine.yaml")
    result = run(*command, mine)
    assert result.exit_code == 2
    assert "mine.yaml: Reef Lens: abilities" in result.output
    assert not own_folder.exists()


def test_a_large_file_is_read_card_by_card(tmp_path: Path, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cards.library.READ_AT_ONCE", 10)
    mine = written(tmp_path, NOTATION + "Broken: {type: Land, wings: 2}\n", "mine.yaml")
    assert run("cards", "show", "Reef Lens", "--cards", mine).exit_code == 0
    broken = run("cards", "show", "Broken", "--cards", mine)
    assert broken.exit_code == 2 and "wings" in broken.output


def test_without_the_extra_the_commands_say_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "phase", None)
    for command in ("import", "coverage"):
        result = run("cards", command, written(tmp_path, atomic(SPARK)))
        assert result.exit_code == 2 and "compleat[import]" in result.output


class TestWithTheExtra:
    """The whole way, with the package that compiles rules text."""

    @pytest.fixture(autouse=True)
    def _extra(self) -> None:
        pytest.importorskip("phase", reason="the extra 'import' is not installed")

    def test_import(self, tmp_path: Path) -> None:
        out = tmp_path / "mine.yaml"
        result = run("cards", "import", written(tmp_path, atomic(SPARK, PUP)), "--out", out)
        assert result.exit_code == 0 and "faces: 2 of 2 understood" in result.output
        pool = CardPool({}).with_file(out)
        assert pool.get("Tidal Spark").abilities == (Spell((Draw("you", 2), Proliferate())),)
        assert pool.get("Reef Pup").keywords == {"vigilance"}

    def test_only_some_by_name_or_from_a_file(self, tmp_path: Path) -> None:
        cards, names = written(tmp_path, atomic(SPARK, PUP)), written(tmp_path, "# mine\nreef pup\n", "names.txt")
        for only in ("Reef Pup", names):
            text = run("cards", "import", cards, "--only", only).output
            assert "Reef Pup:" in text and "Tidal Spark" not in text

    def test_what_was_not_asked_for_may_be_broken(self, tmp_path: Path) -> None:
        cards = written(tmp_path, atomic({**SPARK, "manaCost": "U"}, PUP))
        assert run("cards", "import", cards, "--only", "Reef Pup").exit_code == 0
        asked = run("cards", "import", cards, "--only", "tidal spark")
        assert asked.exit_code == 2 and "Tidal Spark: mana cost" in asked.output

    def test_what_the_notation_cannot_say_at_all_is_named(self, tmp_path: Path) -> None:
        result = run("cards", "import", written(tmp_path, atomic({**SPARK, "manaCost": None}, PUP)))
        assert result.exit_code == 0 and "Tidal Spark: a card without a mana cost (left out)" in result.output

    def test_what_is_not_understood_stands_there(self, tmp_path: Path) -> None:
        odd = {**SPARK, "text": "Draw two cards. Sing along with everyone."}
        text = run("cards", "import", written(tmp_path, atomic(odd))).output
        assert "not understood" in text and "everyone" not in text

    def test_a_broken_card_ends_it_unless_it_is_to_go_on(self, tmp_path: Path) -> None:
        cards, out = written(tmp_path, atomic({**PUP, "power": None}, SPARK)), tmp_path / "mine.yaml"
        stopped = run("cards", "import", cards, "--out", out)
        assert stopped.exit_code == 2 and "Reef Pup: power" in stopped.output and not out.exists()
        went_on = run("cards", "import", cards, "--out", out, "--keep-going")
        assert went_on.exit_code == 2 and "Reef Pup: power" in went_on.output
        assert CardPool({}).with_file(out).names() == ("Tidal Spark",)

    def test_coverage(self, tmp_path: Path) -> None:
        odd = {**SPARK, "name": "Odd Song", "text": "Sing along with everyone."}
        result = run("cards", "coverage", written(tmp_path, atomic(SPARK, PUP, odd)))
        assert result.exit_code == 0
        assert "faces: 2 of 3 understood (66.7%)" in result.output

    def test_a_broken_file(self, tmp_path: Path) -> None:
        result = run("cards", "coverage", written(tmp_path, "[1, 2"))
        assert result.exit_code == 2 and "Traceback" not in result.output

    def test_several_processes_give_the_same_in_the_same_order(self, tmp_path: Path) -> None:
        many = atomic(*({**PUP, "name": f"Reef Pup {n}"} for n in range(230)))
        one = run("cards", "import", written(tmp_path, many), "--workers", 1).stdout
        assert run("cards", "import", written(tmp_path, many), "--workers", 2).stdout == one
        assert one.count("Reef Pup") == 230

    def test_several_processes_and_broken_cards(self, tmp_path: Path) -> None:
        many = atomic(*({**PUP, "name": f"Reef Pup {n}", "power": "1" if n % 50 else None} for n in range(230)))
        result = run("cards", "import", written(tmp_path, many), "--workers", 2, "--keep-going")
        assert result.exit_code == 2 and "5 cards could not be used" in result.output
        assert result.stdout.count("Creature - Dog") == 225
