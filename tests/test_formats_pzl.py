"""Forge's `.pzl` files: every dialect of them, and what is kept word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats import PositionError, read_position
from engine.formats.inspection import not_understood
from engine.formats.pzl import looks_like_pzl, parse_pzl
from engine.formats.pzl_tokens import decode_inline, decode_script
from engine.formats.pzl_writing import write_pzl
from engine.formats.yaml_position import parse_position
from engine.position import CardSpec, PermanentSpec, Position, TokenSpec

NEW = """[metadata]
Name:A small test
URL:https://example.org/1
Goal:Win
Turns:2
Difficulty:Easy
Description:Win within two turns: it can be done.
[state]
turn=1
activeplayer=p0
activephase=MAIN2
p0life=5
p0landsplayed=1
p0landsplayedlastturn=0
p0counters=ENERGY=3,POISON=1
p0manapool=U U B
p0numringtemptedyou=2
p0hand=Opt|Set:DOM|Art:1;Shock
p0battlefield=Island|NoETBTrigs;Island|NoETBTrigs;Grizzly Bears|Tapped|Counters:P1P1=2,FIRST_STRIKE=1|Damage:1|Id:7
p0library=
p1life=12
p1numringtemptedyou=0
p1graveyard=Opt
p1battlefield=Serra Angel|SummonSick
"""

OLD = """[metadata]
Name:The same in old spelling
[state]
ActivePlayer=AI
ActivePhase=Upkeep
HumanLife=1
AILife=33
HumanPlay=Perky Myr|Id:80; Heavy Axe|Attaching:80; Forest; Forest
HumanHand=Opt
HumanLibrary=
AIPlay=Sturdy Suit|AttachedTo:83; Bear|Id:83|Tapped
AIGraveyard=
"""


def test_new_keys() -> None:
    position = parse_pzl(NEW)
    you = position.you
    assert (position.title, position.goal, position.turns) == ("A small test", "win", 2)
    assert (position.active, position.step, position.land_played) == ("you", "main2", True)
    assert (you.life, you.counters, you.mana, you.designations) == (5, {"energy": 3, "poison": 1}, "{U}{U}{B}", {"ring": 2})
    assert you.hand == (CardSpec("Opt", raw={"Set": "DOM", "Art": "1"}), CardSpec("Shock"))
    assert you.battlefield == (
        PermanentSpec("Island", 2),
        PermanentSpec("Grizzly Bears", id="7", counters={"p1p1": 2, "first strike": 1}, tapped=True, damage=1),
    )
    assert you.library is None and position.opponent.library is None
    assert position.opponent.life == 12 and position.opponent.designations == {}
    assert position.opponent.battlefield == (PermanentSpec("Serra Angel", sick=True),)
    assert position.opponent.graveyard == (CardSpec("Opt"),)
    assert position.raw == {
        "[metadata] URL": "https://example.org/1",
        "[metadata] Difficulty": "Easy",
        "[metadata] Description": "Win within two turns: it can be done.",
        "turn": "1",
    }


def test_old_keys() -> None:
    position = parse_pzl(OLD)
    assert (position.active, position.step, position.you.life, position.opponent.life) == ("opponent", "upkeep", 1, 33)
    assert position.you.battlefield == (
        PermanentSpec("Perky Myr", id="80"),
        PermanentSpec("Heavy Axe", attached_to="80"),
        PermanentSpec("Forest", 2),
    )
    assert position.opponent.battlefield == (
        PermanentSpec("Sturdy Suit", attached_to="83"),
        PermanentSpec("Bear", id="83", tapped=True),
    )
    assert position.you.hand == (CardSpec("Opt"),) and position.raw == {}


def state(*lines: str) -> Position:
    return parse_pzl("[state]\n" + "\n".join(lines))


def test_lines_ends_comments_and_missing_sections() -> None:
    plain = "# a comment\r\nhumanlife=3\r\n\r\n  # another = comment\r\nHUMANHAND = Opt ; Shock \r\n"
    position = parse_pzl(plain)
    assert position.you.life == 3 and position.you.hand == (CardSpec("Opt"), CardSpec("Shock"))
    assert not position.raw


def test_a_wrapped_line_goes_on() -> None:
    assert state("humanhand=Opt", "|Set:DOM;Shock", ";Divination", "ailife=3") == state(
        "humanhand=Opt|Set:DOM;Shock;Divination", "ailife=3"
    )


def test_every_phase() -> None:
    steps = {
        "UNTAP": "untap",
        "UPKEEP": "upkeep",
        "DRAW": "draw",
        "MAIN1": "main1",
        "Main1": "main1",
        "COMBAT_BEGIN": "begin_combat",
        "COMBAT_DECLARE_ATTACKERS": "declare_attackers",
        "COMBAT_DECLARE_BLOCKERS": "declare_blockers",
        "COMBAT_FIRST_STRIKE_DAMAGE": "first_strike_damage",
        "COMBAT_DAMAGE": "combat_damage",
        "COMBAT_END": "end_combat",
        "MAIN2": "main2",
        "END_OF_TURN": "end",
        "CLEANUP": "cleanup",
    }
    for phase, step in steps.items():
        assert state(f"activephase={phase}").step == step
    assert state("activephase=LUNCH").raw == {"activephase": "LUNCH"}


def test_other_attributes() -> None:
    board = state(
        "humanbattlefield=A|Owner:AI;B|Owner:Human;C|ChosenColor:white|ChosenType:Elf|NamedCard:Opt;D|EnchantingPlayer:AI;E|IsToken",
        "aibattlefield=F|ExiledWith:3",
        "aiexile=G|Id:1|ExiledWith:2|FaceDown;H|Id:2",
    )  # fmt: skip
    a, b, c, d, e = board.you.battlefield
    assert (a.owner, b.owner, d.attached_to) == ("opponent", None, "opponent")
    assert c.chosen == {"color": "W", "type": "Elf", "name": "Opt"}
    assert e.token == TokenSpec("E", types=(), copy=True)
    assert board.opponent.battlefield[0].raw == {"ExiledWith": "3"}
    assert board.opponent.exile == (CardSpec("G", id="1", exiled_by="2", raw={"FaceDown": ""}), CardSpec("H", id="2"))


def test_summoning_sickness_can_be_removed() -> None:
    position = state("removesummoningsickness=true", "humanbattlefield=A|SummonSick")
    assert not position.you.battlefield[0].sick and position.raw == {"removesummoningsickness": "true"}


def test_lands_played() -> None:
    assert not state("p0landsplayed=0", "p1landsplayed=0").land_played
    assert state("p0landsplayed=2").raw == {"p0landsplayed": "2"}
    assert state("p1landsplayed=1").raw == {"p1landsplayed": "1"}
    assert state("p1landsplayed=1", "activeplayer=p1").land_played


def test_goals() -> None:
    assert parse_pzl("[metadata]\nGoal:Survive\n[state]\nailife=3").goal == "survive"
    before = parse_pzl("[metadata]\nGoal:Win Before Opponent's Next Turn\nTurns:9999\n[state]\nailife=3")
    assert (before.goal, before.turns, before.extra_turns, not_understood(before)) == ("win", 1, True, [])
    assert parse_pzl(write_pzl(before)) == before
    other = parse_pzl("[metadata]\nGoal:Paint the Specified Permanent\n[state]\nailife=3")
    assert other.goal == "win" and other.raw == {"[metadata] Goal": "Paint the Specified Permanent"}


def test_what_has_no_key_is_kept_word_for_word() -> None:
    position = state(
        "aiprecast=Opt:DBDraw->420;Shock",
        "AbilityPetal=AB$ Mana | Cost$ T Sac<1/CARDNAME>",
        "aipersistentmana=C C G",
        "humansideboard=Opt",
        "humanfuture=",
        "no equals sign",
        "humanbattlefield=A|Transformed|Attacking|ExecuteScript:Trig->3|RememberedCards:1,2|AER|Set|MM2|Counters:WAT=3,P1P1=1",
        "humanhand=B|OnAdventure|Tapped",
    )
    assert position.raw == {
        "aiprecast": "Opt:DBDraw->420;Shock",
        "AbilityPetal": "AB$ Mana | Cost$ T Sac<1/CARDNAME>",
        "aipersistentmana": "C C G",
        "humansideboard": "Opt",
        "humanfuture": "",
        "no equals sign": "",
    }
    permanent = position.you.battlefield[0]
    assert permanent.counters == {"p1p1": 1}
    assert permanent.raw == {
        "Transformed": "", "Attacking": "", "ExecuteScript": "Trig->3", "RememberedCards": "1,2", "AER": "", "Set": "", "MM2": "",
        "Counters": "WAT=3",
    }  # fmt: skip
    assert position.you.hand[0].raw == {"OnAdventure": "", "Tapped": ""}


def test_a_permanent_that_another_one_exiles_as_the_game_begins_is_in_exile() -> None:
    exilers = "aibattlefield=C|ExecuteScript:TrigExile->1;D|Id:3|ExecuteScript:TrigExile->2"
    position = state("humanbattlefield=A|Id:1;B|Id:2|Owner:AI", exilers)
    assert not position.you.battlefield
    assert position.you.exile == (CardSpec("A", id="1", exiled_by="exiler1"),)
    assert [p.id for p in position.opponent.battlefield] == ["exiler1", "3"]
    assert position.opponent.exile == (CardSpec("B", id="2", exiled_by="3"),)
    assert state("humanbattlefield=A|ExecuteScript:TrigExile->7").you.battlefield[0].raw == {"ExecuteScript": "TrigExile->7"}


def test_the_main_phase_that_a_file_goes_on_to_begins() -> None:
    position = state("turn=1", "activephase=UPKEEP", "activephaseadvance=MAIN1")
    assert (position.step, position.begins, not_understood(position)) == ("main1", True, [])
    assert parse_pzl(write_pzl(position)) == position
    later = state("turn=3", "activephase=UPKEEP", "activephaseadvance=MAIN1")  # with a card drawn on the way
    assert (later.step, later.begins, not_understood(later)) == ("upkeep", False, ["activephaseadvance: MAIN1"])


def test_the_code_of_a_set_has_no_bearing_whether_or_not_it_has_a_key() -> None:
    board = "humanbattlefield=A|Set|MM2|Tapped;B|Set:M15;C|Transformed"
    assert not_understood(state(board)) == ["you.battlefield[2] C: Transformed"]


def test_what_comes_twice_is_kept() -> None:
    board = "humanbattlefield=A|Id:1|Id:2;B|Id:9;C|Id:9;D|AttachedTo:9"
    position = state("humanhand=Opt", "humanhand=Shock", "ailife=3", "ailife=4", board)
    assert position.you.hand == (CardSpec("Opt"),) and position.opponent.life == 3
    assert position.raw == {"humanhand": "Shock", "ailife": "4"}
    assert [p.id for p in position.you.battlefield] == ["1", None, None, None]
    assert position.you.battlefield[3].raw == {"AttachedTo": "9"}


SCRIPTS = {
    "c_1_1_a_thopter_flying": (TokenSpec("Thopter", ("Artifact", "Creature"), ("Thopter",), (), "", 1, 1, ("flying",)), ()),
    "r_1_1_phyrexian_goblin": (TokenSpec("Phyrexian Goblin", ("Creature",), ("Phyrexian", "Goblin"), (), "R", 1, 1), ()),
    "ub_2_2_zombie_firststrike": (TokenSpec("Zombie", ("Creature",), ("Zombie",), (), "UB", 2, 2, ("first strike",)), ()),
    "w_1_1_knight_double_strike": (TokenSpec("Knight", ("Creature",), ("Knight",), (), "W", 1, 1, ("double strike",)), ()),
    "g_1_1_e_snake_toxic2": (TokenSpec("Snake", ("Enchantment", "Creature"), ("Snake",), (), "G", 1, 1, ("toxic 2",)), ()),
    "all_2_2_bear": (TokenSpec("Bear", ("Creature",), ("Bear",), (), "WUBRG", 2, 2), ()),
    "c_a_treasure_sac": (TokenSpec("Treasure", ("Artifact",), ("Treasure",)), ("sac",)),
    "c_a_clue_draw": (TokenSpec("Clue", ("Artifact",), ("Clue",)), ("draw",)),
    "r_1_1_goblin_dance": (TokenSpec("Goblin", ("Creature",), ("Goblin",), (), "R", 1, 1), ("dance",)),
    "g_x_x_ooze": (TokenSpec("Ooze", ("Creature",), ("Ooze",), (), "G"), ("x", "x")),
    "incubator_c_0_0_a_phyrexian": (TokenSpec("Incubator", ("Artifact",), ("Incubator",)), ("c", "0", "0", "a", "phyrexian")),
    "storm_lord": (TokenSpec("Storm Lord", ()), ("storm", "lord")),
}  # fmt: skip


@pytest.mark.parametrize("script", SCRIPTS)
def test_token_scripts(script: str) -> None:
    token, unknown = SCRIPTS[script]
    assert decode_script(script) == (TokenSpec(**{**vars(token), "script": script}), unknown)
    assert state(f"humanbattlefield=T:{script}|Set:ONE").you.battlefield[0].token == decode_script(script)[0]


def test_tokens_written_out() -> None:
    text = "Dragon Egg,P:5,T:4,Cost:no cost,Color:R,Types:Legendary-Artifact-Creature-Egg,Keywords:Flying-First Strike,Image:egg"
    token = TokenSpec("Dragon Egg", ("Artifact", "Creature"), ("Egg",), ("Legendary",), "R", 5, 4, ("flying", "first strike"))
    assert decode_inline(text) == (token, "egg", ())
    permanent = state(f"humanbattlefield=t:{text}|Tapped").you.battlefield[0]
    assert (permanent.card, permanent.token, permanent.raw) == ("Dragon Egg", token, {"Image": "egg"})


def test_the_colour_of_an_old_token_is_in_its_image() -> None:
    token, _, _ = decode_inline("Sapling,,P:1,T:1,Cost:no cost,Types:Creature-Saproling,Keywords:,Image:g_1_1_sapling")
    assert token.colors == "G"


def test_a_token_that_is_no_creature_has_no_size() -> None:
    token, _, _ = decode_inline("Cell,P:0,T:0,Cost:no cost,Types:Artifact,Keywords:")
    assert token == TokenSpec("Cell", ("Artifact",))


def test_a_token_that_is_not_understood_stays_as_it_is() -> None:
    text = "Odd,P:1,T:1,Cost:2 R,Types:Creature-Goblin,Fancy:yes"
    position = state(f"humanbattlefield=t:{text}")
    assert position.you.battlefield[0].raw == {"t": text}
    assert f"t:{text}" in write_pzl(position)


ROUND_TRIPS = [
    NEW,
    OLD,
    "humanhand=A\nhumanhand=B\nhumanhand=C",
    "humanhand=;\nhumanhand=B",
    "humanbattlefield=A|Counters:WAT=1|Counters:P1P1=1|Counters:HUH=2,OIL=1;B|Damage:0|Damage:3;C|Set:X|Set:Y",
    "aibattlefield=A|Id:5\nhumanbattlefield=B|Id:5;C|AttachedTo:5|AttachedTo:6;D|Id:6",
    "humancounters=WAT=1\nhumancounters=POISON=2,HUH=3\nhumanmanapool=Q\nhumanmanapool=U",
    "humanbattlefield=T:r_1_1_goblin_dance|Image:x;t:Egg,Types:Artifact,Image:c_egg;Bear|IsToken;T:storm_lord|IsToken",
    "[metadata]\nNo colon\nName:A\nName:B\nGoal:Dance\nTurns:\nTurns:3\nDescription:x\n[state]\nailife=3\n[other]\na=b",
    "[metadata]\nGoal:Dance\nGoal:Survive\n[state]\np1landsplayed=1\np0speed=4\nhumanexile=A|ExiledWith:2\nhumancommand=B|Id:2",
]


@pytest.mark.parametrize("text", ROUND_TRIPS)
def test_written_back(text: str) -> None:
    position = parse_pzl(text)
    written = write_pzl(position)
    assert parse_pzl(written) == position
    assert write_pzl(parse_pzl(written)) == written


def test_what_a_pzl_file_cannot_say() -> None:
    for text, key in (
        ("you: {library: []}", "you.library"),
        ("you: {}\nopponent: {emblems: [E]}", "opponent.emblems"),
        ("you: {}\ngoal: {maximize: life}", ""),
        ("you: {battlefield: [{card: A, controller: opponent}]}", "you.battlefield"),
        ('title: "a\\nb"\nyou: {}', "title"),
    ):
        with pytest.raises(PositionError) as caught:
            write_pzl(parse_position(text, "p.yaml"))
        assert caught.value.key == key and str(caught.value).startswith("p.yaml: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("humanlife=many", "p.pzl:2: humanlife: many is not a life total"),
        ("humanlife=99999999999", "p.pzl:2: humanlife: 99999999999 is not a life total; at most 10,000,000 makes sense"),
        ("humancounters=POISON=-1", "p.pzl:2: humancounters: -1 is not a number of counters; write 0 or more"),
        ("humanplay=A;B|Counters:P1P1=x", "p.pzl:2: humanplay[1].Counters: x is not a number of counters"),
        ("humanplay=A|Damage:lots", "p.pzl:2: humanplay[0].Damage: lots is not an amount of damage"),
        ("humanplay=A;|Tapped", "p.pzl:2: humanplay[1]: a card without a name"),
        ("humanplay=t:", "p.pzl:2: humanplay[0]: a card without a name"),
        ("humanplay=t:,P:1", "p.pzl:2: humanplay[0]: a token without a name"),
        ("humanhand=" + "x" * 3000, "is not the name of a card"),
        ("humanhand=" + "A;" * 10_001, "p.pzl:2: humanhand: more than 10,000 objects in one zone"),
        ("activeplayer=nobody", "p.pzl:2: activeplayer: nobody is not a player; write human or ai (p0 or p1)"),
        ("", "p.pzl: there is no state in this file"),
    ],
)
def test_mistakes(line: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_pzl(f"[state]\n{line}", "p.pzl")
    assert message in str(caught.value) and len(str(caught.value)) < 300


def test_the_format_is_told_by_name_or_content(tmp_path: Path) -> None:
    assert looks_like_pzl("\n# note\n[metadata]\nName:x") and not looks_like_pzl("you: {}") and not looks_like_pzl("[1, 2]")
    (tmp_path / "a.txt").write_text(NEW)
    (tmp_path / "b.PZL").write_text("humanlife=3")
    (tmp_path / "c.pzl").write_text("")
    assert read_position(tmp_path / "a.txt").turns == 2
    assert read_position(tmp_path / "b.PZL").you.life == 3
    with pytest.raises(PositionError, match="empty"):
        read_position(tmp_path / "c.pzl")
