"""The card notation: what it says, and that whatever is not the notation is refused with file, card and field."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import vocabulary as v
from engine.cards import CardPool, NotationError, UnknownCard
from engine.cards.notation import CARD_KEYS, read_card
from engine.cards.place import Place
from engine.cards.reading import members, read, word_of
from engine.mana import parse_cost

HERE = Place("test.yaml", "Test")


def filtered(text: str) -> v.Filter:
    return read(v.Filter, text, HERE)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("permanent", v.Filter()),
        ("spells", v.Filter()),
        ("noncreature spell", v.Filter(but_not=frozenset({"Creature"}))),
        ("another nontoken artifact you control", v.Filter(frozenset({"Artifact"}), other=True, token=False, controller="you")),
        ("artifact creature", v.Filter(all_types=frozenset({"Artifact", "Creature"}))),
        ("artifacts and/or creatures", v.Filter(frozenset({"Artifact", "Creature"}))),
        ("sorceries", v.Filter(frozenset({"Sorcery"}))),
        ("artifacts, creatures, enchantments, or lands", v.Filter(frozenset({"Artifact", "Creature", "Enchantment", "Land"}))),
        ("black spell", v.Filter(colors=frozenset({"B"}))),
        ("spell with a Phyrexian symbol", v.Filter(phyrexian=True)),
        ("Forests you control", v.Filter(subtypes=frozenset({"Forest"}), controller="you")),
        ("Plains", v.Filter(subtypes=frozenset({"Plains"}))),
        ("token", v.Filter(token=True)),
        ("nonbasic card", v.Filter(not_supertypes=frozenset({"Basic"}))),
        ("permanent you own", v.Filter(owner="you")),
        ("creature target player controls", v.Filter(frozenset({"Creature"}), controller="target")),
        (
            "creature you control named The Hollow Sentinel",
            v.Filter(frozenset({"Creature"}), controller="you", name="The Hollow Sentinel"),
        ),
        ("creature with mana value X", v.Filter(frozenset({"Creature"}), mana_value=v.X())),
    ],
)
def test_filters(text: str, expected: v.Filter) -> None:
    assert filtered(text) == expected


def test_a_permanent_card_has_one_of_the_permanent_types() -> None:
    found = filtered("nonland permanent card with mana value 1 plus mana value of sacrificed")
    assert found.types == {"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"}
    assert found.but_not == {"Land"}
    assert found.mana_value == v.Scaled(v.ManaValue("sacrificed"), plus=1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any", v.Target("any")),
        ("player", v.Target("player")),
        ("player or planeswalker", v.Target("player or planeswalker")),
        ("creature", v.Target(filter=v.Filter(frozenset({"Creature"})))),
        ("up to two creatures", v.Target(filter=v.Filter(frozenset({"Creature"})), least=0, most=2)),
        ("nonbasic card in a graveyard", v.Target("card", v.Filter(not_supertypes=frozenset({"Basic"})))),
        ("creature card in your graveyard", v.Target("card", v.Filter(frozenset({"Creature"}), controller="you"))),
    ],
)
def test_targets(text: str, expected: v.Target) -> None:
    assert read(v.Target, text, HERE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{4}, {T}", v.Costs(parse_cost("{4}"), tap=True)),
        ("pay 1 life, sacrifice another creature", v.Costs(life=1, sacrifice=v.SacrificeCost(1, filtered("another creature")))),
        ("{B}{B}, discard a card", v.Costs(parse_cost("{B}{B}"), discard=1)),
        ("{1}, sacrifice self", v.Costs(parse_cost("{1}"), sacrifice=v.SacrificeCost())),
        ("{T}, remove a charge counter from self", v.Costs(tap=True, remove=v.RemoveCountersCost(1, "charge"))),
        (
            "remove 3 counters from among other artifacts, creatures, and planeswalkers you control",
            v.Costs(remove=v.RemoveCountersCost(3, None, filtered("other artifacts, creatures, and planeswalkers you control"))),
        ),
        (
            "remove 2 p1p1 counters from among creatures you control",
            v.Costs(remove=v.RemoveCountersCost(2, "p1p1", filtered("creatures you control"))),
        ),
        (-7, v.Costs(loyalty=-7)),
        ("+1", v.Costs(loyalty=1)),
        ("-X", v.Costs(loyalty="-X")),
        ("{0}", v.Costs(parse_cost("{0}"))),
    ],
)
def test_costs(text: object, expected: v.Costs) -> None:
    assert read(v.Costs, text, HERE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (3, 3),
        ("-4", -4),
        ("X", v.X()),
        ("3 times X", v.Scaled(v.X(), by=3)),
        ("charge counters on self", v.CountersOn("charge", "self")),
        ("first strike counters on target", v.CountersOn("first strike", "target")),
        ("number of artifacts you control", v.Permanents(filtered("artifact you control"))),
        ({"counters on": "charge"}, v.CountersOn("charge")),
    ],
)
def test_values(text: object, expected: v.Value) -> None:
    assert read(v.Value, text, HERE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("self enters", v.Enters(source=True)),
        ("a land you control enters", v.Enters(filtered("land you control"))),
        ("a creature dies with m1m1 counters", v.Dies(filtered("creature"), had="m1m1")),
        ("self dies", v.Dies(source=True)),
        ("you put m1m1 counters on a creature", v.CountersPut("m1m1", filtered("creature"))),
        ("a p1p1 counter is put on self", v.CountersPut("p1p1", source=True)),
        ("your end step begins", v.StepBegins("end")),
        ("chapter 2", v.Chapter(2)),
        ("as soon as there are at least 20 charge counters on self", v.Holds(v.AtLeast(v.CountersOn("charge"), 20))),
    ],
)
def test_events(text: object, expected: v.Event) -> None:
    assert read(v.Event, text, HERE) == expected


CREATURE = {"cost": "{1}", "type": "Creature - Bear", "pt": "2/2"}
SORCERY = {"cost": "{U}", "type": "Sorcery"}

REFUSED = [
    ("not a card", "", "must have keys"),
    (CREATURE | {"powr": 3}, "", "unknown key 'powr'"),
    ({"cost": "{1}"}, "", "lacks its 'type'"),
    (CREATURE | {"type": "Creture - Bear"}, "type", "did you mean Creature"),
    (CREATURE | {"type": "Creature - Zombi"}, "type", "did you mean Zombie"),
    (CREATURE | {"type": ["Creature"]}, "type", "must be text"),
    (CREATURE | {"type": "Legendary"}, "type", "names no card type"),
    (CREATURE | {"cost": {"1": None}}, "cost", "quoted text"),
    (CREATURE | {"cost": "{1}{Z}"}, "cost", "107.4"),
    (CREATURE | {"cost": "1U"}, "cost", "107.4"),
    (CREATURE | {"pt": "2"}, "pt", "written like 2/3"),
    (CREATURE | {"pt": "a/b"}, "pt", "whole number"),
    (CREATURE | {"pt": 2}, "pt", "must be text"),
    (CREATURE | {"colors": "X"}, "colors", "letters of WUBRG"),
    (CREATURE | {"keywords": "flying"}, "keywords", "are a list"),
    (CREATURE | {"keywords": ["flyng"]}, "keywords", "did you mean flying"),
    (CREATURE | {"keywords": ["toxic"]}, "keywords", "did you mean toxic 1"),
    (CREATURE | {"keywords": ["protection from Hoomans"]}, "keywords", "did you mean Human"),
    (CREATURE | {"loyalty": 3}, "loyalty", "209.1"),
    (CREATURE | {"modelled": "no"}, "modelled", "true or false"),
    (CREATURE | {"spell": ["proliferate"]}, "spell", "113.3a"),
    (CREATURE | {"abilities": "proliferate twice"}, "abilities", "must be a list"),
    (CREATURE | {"abilities": ["proliferat twice"]}, "abilities, 1", "did you mean proliferate twice"),
    (CREATURE | {"abilities": [{"when": "self entres", "do": []}]}, "abilities, 1, when", "did you mean self enters"),
    (CREATURE | {"abilities": [{"when": "self enters", "od": []}]}, "abilities, 1", "has no field 'od'"),
    (CREATURE | {"abilities": [{"cost": "{T}, jump", "do": []}]}, "abilities, 1, cost", "is not a cost"),
    (CREATURE | {"abilities": [{"cost": "pay 1 life, pay 2 life"}]}, "abilities, 1, cost", "two costs of one kind"),
    (CREATURE | {"abilities": [{"cost": True}]}, "abilities, 1, cost", "a cost is"),
    (CREATURE | {"abilities": [{"cost": "{T}", "do": "proliferate"}]}, "abilities, 1, do", "must be a list"),
    (CREATURE | {"abilities": [{"cost": "{T}", "sorcery speed": 1}]}, "abilities, 1, sorcery speed", "true or false"),
    (CREATURE | {"abilities": [{"cost": "{T}", "targets": ["creetures"]}]}, "abilities, 1, targets, 1", "did you mean creature"),
    (CREATURE | {"abilities": [{"cost": "{T}", "targets": ["another"]}]}, "abilities, 1, targets, 1", "does not say what"),
    (CREATURE | {"abilities": [{"cannot activate": "Urza's Mine"}]}, "abilities, 1, cannot activate, filter", "one is enough"),
    (CREATURE | {"abilities": [{"cannot activate": "artifact or Elf"}]}, "abilities, 1, cannot activate, filter", "any of"),
    (CREATURE | {"abilities": [{"more counters": {"by": "me"}}]}, "abilities, 1, more counters, by", "not one of: you, opponent"),
    (CREATURE | {"abilities": ["minimum cost"]}, "abilities, 1, minimum cost", "lacks its field 'n'"),
    (CREATURE | {"abilities": [{"double tokens": 2}]}, "abilities, 1, double tokens", "none at all"),
    (CREATURE | {"tokens": ["Snake"]}, "tokens", "must be names"),
    (CREATURE | {"tokens": {"Snake": {"type": "Creature", "cost": "{1}"}}}, "tokens, Snake", "unknown key 'cost'"),
    (CREATURE | {"cost": "{1}", "type": "Land Creature"}, "cost", "202.1b"),
    (SORCERY, "spell", "113.3a"),
    (SORCERY | {"spell": ["prolifrate"]}, "spell, do, 1", "did you mean proliferate"),
    (SORCERY | {"spell": [{"draw": "many"}]}, "spell, do, 1, draw, n", "not understood"),
    (SORCERY | {"spell": [{"draw": 2, "scry": 1}]}, "spell, do, 1", "one 'word: ...'"),
    (SORCERY | {"spell": [{"draw": {"whom": "you"}}]}, "spell, do, 1, draw", "did you mean who"),
    (SORCERY | {"spell": [{"destroy": "tarjet"}]}, "spell, do, 1, destroy, what", "did you mean target"),
    (SORCERY | {"spell": [{"mill": 3}]}, "spell, do, 1, mill", "fields to be given by name (who, n)"),
    (SORCERY | {"spell": [{"add counters": {"what": "self", "kind": "oli"}}]}, "spell, do, 1, add counters, kind", "oil"),
    (SORCERY | {"spell": [{"create token": "Goblin"}]}, "spell, do, 1, create token, token", "no token 'Goblin'"),
    (SORCERY | {"spell": [{"if": {"then": []}}]}, "spell, do, 1, if", "lacks its field 'condition'"),
    (SORCERY | {"spell": [3]}, "spell, do, 1", "must be a word"),
    (SORCERY | {"spell": [{"draw": 10**9}]}, "spell, do, 1, draw, n", "four digits"),
]


@pytest.mark.parametrize(("entry", "field", "problem"), REFUSED)
def test_what_is_not_the_notation_is_refused(entry: object, field: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_card("Odd Card", entry, "mine.yaml")
    assert (caught.value.file, caught.value.card, caught.value.field) == ("mine.yaml", "Odd Card", field)
    assert problem in caught.value.problem
    assert str(caught.value).startswith("mine.yaml: Odd Card: ")


WORDS = st.sampled_from((
    *members(v.Effect), *members(v.Static), *CARD_KEYS, "when", "do", "targets", "choose", "modes", "what", "n", "who", "kind",
    "self", "target", "creature", "self enters", "a creature dies", "{T}", "{1}", "p1p1", "X", "flying", "Artifact", "2/2",
))  # fmt: skip
SCRAPS = st.recursive(
    WORDS | st.integers() | st.booleans() | st.none() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.integers(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(CARD_KEYS), SCRAPS, max_size=4))
def test_nothing_but_a_notation_error_comes_out_of_scraps(entry: dict[str, object]) -> None:
    try:
        read_card("Odd Card", {"type": "Artifact", "cost": "{1}"} | entry, "mine.yaml")
    except NotationError as e:
        assert e.file == "mine.yaml"


def test_every_effect_can_be_written_by_its_own_name() -> None:
    assert word_of(v.ExileCardsNamedLike) == "exile cards named like"
    assert len(members(v.Effect)) == len(set(members(v.Effect).values()))


# ---------------------------------------------------------------------------------------------------------------- files


def test_a_file_of_your_own_adds_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    bear = 'My Bear: {cost: "{G}", type: Creature - Bear, pt: 3/3}\n'
    path.write_text(bear + 'Shock: {cost: "{R}", type: Instant, spell: [draw]}\n')
    pool = CardPool.bundled().with_file(path)
    assert pool.get("My Bear").power == 3
    assert pool.get("Shock").abilities == (v.Spell((v.Draw(),)),)
    assert pool.get("Lightning Bolt") == CardPool.bundled().get("Lightning Bolt")
    assert CardPool.bundled().get("Shock").abilities != pool.get("Shock").abilities
    assert "My Bear" in pool.names()
    assert "My Bear" not in CardPool.bundled()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "names of cards as keys"),
        (b"- a\n- b\n", "names of cards as keys"),
        (b"A: {cost: '{1}'", "is not YAML"),
        (b"\xff\xfe\x00binary", "cannot be read"),
        (b"A: \x00", "is not YAML"),
        (b"A: {type: Land}\nA: {type: Land}\n", "comes twice"),
        (b"A: {type: Land, type: Land}\n", "comes twice"),
        (b"A: {type: Land, keywords: &k [*k]}\n", "must be text"),
        (b"A: {type: Land, abilities: &k [may: *k]}\n", ""),
        (b"A: " + b"[" * 5000, ""),
        (b"A: !!python/object/apply:os.system [ls]\n", "is not YAML"),
    ],
)
def test_broken_files(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(content)
    with pytest.raises(NotationError) as caught:
        CardPool.bundled().with_file(path)
    assert caught.value.file == str(path)
    assert problem in caught.value.problem


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be read"):
        CardPool.bundled().with_file(tmp_path / "none.yaml")


def test_only_true_and_false_are_truth_values(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("No: {type: Land, modelled: false}\nOn: {type: Land}\n")
    assert {"No", "On"} <= set(CardPool.bundled().with_file(path).names())


def test_an_unknown_card_has_near_matches() -> None:
    with pytest.raises(UnknownCard) as caught:
        CardPool.bundled().get("Tezeret's Gambit")
    assert caught.value.near[0] == "Tezzeret's Gambit"
    assert "did you mean Tezzeret's Gambit" in str(caught.value)
    with pytest.raises(UnknownCard) as caught:
        CardPool.bundled().get("qqqq")
    assert caught.value.near == ()


def test_a_pool_of_given_cards() -> None:
    bear = CardPool.bundled().get("Grizzly Bears")
    pool = CardPool.of([bear])
    assert pool.names() == ("Grizzly Bears",)
    assert pool.get("Grizzly Bears") is bear
