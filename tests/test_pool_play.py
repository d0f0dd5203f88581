"""What the trickiest cards of the bundled pool do, each by the rule or the part of the card that makes it tricky."""

from __future__ import annotations

from engine.choices import Blocked, Cast, Counted, Picked, Targeted, ToAnswer, ToPick, ToProliferate
from engine.combat import blocking
from engine.formats.pzl_tokens import decode_script
from engine.objects import OPPONENT, YOU
from engine.position import PermanentSpec
from engine.scope import Scope
from engine.vocabulary import NotUnderstood
from tests.engine_play import Game, Spec, side, thing

COMBAT = Scope(combat=True)


def lands(*names: Spec) -> list[Spec]:
    """Lands enough to pay for anything."""
    return [*names, ("Plains", 5), ("Island", 5), ("Swamp", 5), ("Mountain", 5), ("Forest", 5)]


def test_701_27_a_face_that_phyrexian_mana_transforms() -> None:
    game = Game(side(battlefield=[("Swamp", 4), "Blightreaper Thallid"], life=20))
    game.activate("Blightreaper Thallid", 0).settle()
    assert game.state.name(game.id("Blightsower Thallid")) == "Blightsower Thallid"
    assert game.there("Phyrexian Saproling") == 1 and game.you.life == 18


def test_608_2h_what_was_destroyed_is_remembered() -> None:
    for victim, mana_value_is_small in (("Memnite", True), ("Darksteel Reactor", False), ("Contagion Engine", False)):
        them: list[Spec] = [victim, thing("Bear Cub", p1p1=1)]
        game = Game(side(["Carnivorous Canopy"], lands()), side(battlefield=them)).cast("Carnivorous Canopy", victim).settle()
        assert isinstance(game.state.decision, ToProliferate) == mana_value_is_small


def test_509_1a_what_was_blocked_is_dealt_damage_after_the_blocker_is_gone() -> None:
    you, them = side(battlefield=["Hill Giant"]), side(battlefield=["Cathedral Membrane"])
    game = Game(you, them, scope=COMBAT, step="declare_attackers")
    game.attack("Hill Giant").to("declare_blockers").block(Cathedral_Membrane="Hill Giant").to("combat_damage").settle()
    assert game.there("Hill Giant") == 0 and game.there("Cathedral Membrane") == 0


def test_a_membrane_that_dies_outside_combat_does_not_trigger() -> None:
    game = Game(side(["Murder"], lands("Hill Giant")), side(battlefield=["Cathedral Membrane"]))
    game.cast("Murder", "Cathedral Membrane").ok()
    assert not game.state.stack


def test_122_1_counters_are_put_by_who_chooses_them() -> None:
    """High Perfect Morcant: the opponent blights, so your Hapatra does not see you put a counter."""
    game = Game(side(["High Perfect Morcant"], lands("Hapatra, Vizier of Poisons")), side(battlefield=["Hill Giant"]))
    game.cast("High Perfect Morcant").settle()
    assert game.counters("Hill Giant", "m1m1") == 1 and game.there("Snake") == 0


def test_611_2c_nonartifact_creatures_that_come_later_cannot_block_either() -> None:
    game = Game(side(["Ruthless Invasion"], lands()), side(battlefield=["Hill Giant", "Memnite"]))
    game.cast("Ruthless Invasion").settle()
    assert [game.state.name(id) for id in blocking.able(game.state, OPPONENT)] == ["Memnite"]


def test_expand_the_sphere_proliferates_for_each_land_that_is_missing() -> None:
    library = ["Forest", "Opt", "Opt", "Opt", "Opt", "Opt", "Opt"]
    you = side(["Expand the Sphere"], lands("Bear Cub"), library=library)
    game = Game(you, side(battlefield=[thing("Hill Giant", p1p1=1)]))
    game.cast("Expand the Sphere").ok()
    before = game.there("Forest")
    game.do(next(c for c in game.state.choices() if isinstance(c, Picked) and c.chosen)).settle()
    game.proliferate("Hill Giant").settle()
    assert game.there("Forest") == before + 1 and game.counters("Hill Giant", "p1p1") == 2


def test_702_16_skrelv_chooses_a_color_as_it_resolves() -> None:
    game = Game(side(battlefield=["Skrelv, Defector Mite", "Bear Cub", "Plains"]), side(["Murder"], lands()))
    game.activate("Skrelv, Defector Mite", 0, "Bear Cub").ok()
    game.do(next(c for c in game.state.choices() if isinstance(c, Counted) and c.counters == (("3", 1),)))
    words = game.state.keywords(game.id("Bear Cub"))
    assert "toxic 1" in words and "hexproof from black" in words
    assert not game.state.can_be_targeted(game.id("Bear Cub"), 1, game.id("Murder"))


def test_double_power_and_toughness_of_each() -> None:
    game = Game(side(battlefield=["Zopandrel, Hunger Dominus", "Bear Cub"]), scope=COMBAT).to("begin_combat").settle()
    bear, zopandrel = game.id("Bear Cub"), game.id("Zopandrel, Hunger Dominus")
    assert (game.state.power(bear), game.state.toughness(bear)) == (4, 4)
    assert (game.state.power(zopandrel), game.state.toughness(zopandrel)) == (8, 12)


def test_white_suns_twilight_spares_the_tokens_it_makes() -> None:
    game = Game(side(["White Sun's Twilight"], lands("Bear Cub")), side(battlefield=["Hill Giant"]))
    game.do(game.find(Cast, "White Sun's Twilight", x=5)).settle()
    assert (game.there("Phyrexian Mite"), game.there("Bear Cub"), game.there("Hill Giant"), game.you.life) == (5, 0, 0, 25)


def test_601_2c_x_targets_are_exactly_x() -> None:
    game = Game(side(["Thrive"], ["Forest"] * 4 + ["Bear Cub", "Hill Giant", "Memnite"]))
    sizes = {(c.x, len(c.targets[0])) for c in game.state.choices() if isinstance(c, Cast)}
    assert sizes == {(0, 0), (1, 1), (2, 2), (3, 3)}


def test_101_2_iona_keeps_the_opponent_from_casting_spells_of_a_color() -> None:
    iona = thing("Iona, Shield of Emeria", chosen={"color": "R"})
    game = Game(side(["Lightning Bolt", "Opt"], ["Mountain", "Island"]), side(battlefield=[iona]))
    assert game.can(Cast, "Opt") and not game.can(Cast, "Lightning Bolt")


def test_603_10a_rhonas_goes_third_from_the_top() -> None:
    you = side(["Murder"], lands("God-Eternal Rhonas"), library=["Opt", "Shock", "Plains"])
    game = Game(you).cast("Murder", "God-Eternal Rhonas").settle().yes().settle()
    third = game.you.library[2].definition
    assert third is not None and third.name == "God-Eternal Rhonas"


def test_vindicator_deals_what_was_prevented_to_another_target() -> None:
    game = Game(side(["Lightning Bolt"], ["Mountain", "Phyrexian Vindicator"])).cast("Lightning Bolt", "Phyrexian Vindicator")
    game.settle()
    assert not game.can(Targeted, targets=((game.id("Phyrexian Vindicator"),),))
    game.target("opponent").settle()
    assert game.opponent.life == 17 and game.there("Phyrexian Vindicator") == 1


def test_tron_lands_know_each_other() -> None:
    for there, most in ((["Urza's Mine", "Urza's Tower"], 2), (["Urza's Mine", "Urza's Tower", "Urza's Power Plant"], 7)):
        game = Game(side(["Karn Liberated"], there))
        assert game.can(Cast, "Karn Liberated") == (most >= 7)


def test_bounce_lands_return_a_land_and_give_two_kinds_of_mana() -> None:
    game = Game(side(["Boros Garrison"], ["Plains"])).play("Boros Garrison").settle()
    picks = [choice for choice in game.state.choices() if isinstance(choice, Picked)]
    assert {game.state.name(id) for pick in picks for id in pick.chosen} == {"Plains", "Boros Garrison"}
    assert Game(side(["Seize the Initiative", "Shock"], ["Boros Garrison"])).tap("Boros Garrison").you.mana == (1, 0, 0, 1, 0, 0)


def test_sun_blessed_copies_come_attacking_with_counters() -> None:
    you = side(battlefield=["Mountain"] * 6 + [thing("Sun-Blessed Guardian", p1p1=2)])
    game = Game(you, scope=COMBAT).activate("Sun-Blessed Guardian", 0).settle().to("declare_attackers")
    game.attack("Furnace-Blessed Conqueror").settle()
    assert game.there("Furnace-Blessed Conqueror") == 2 and game.counters("Furnace-Blessed Conqueror", "p1p1", 1) == 2
    game.to("end").settle()
    assert game.there("Furnace-Blessed Conqueror") == 1


def test_nahiri_makes_a_creature_attack_the_player() -> None:
    you = side(battlefield=[thing("Nahiri, the Unforgiving", loyalty=5), "Bear Cub"])
    game = Game(you, side(battlefield=[thing("Jace Beleren", loyalty=3)]), scope=COMBAT)
    game.activate("Nahiri, the Unforgiving", 0, "Bear Cub").settle().to("declare_attackers")
    assert game.state.combat is not None  # there was only one way to attack
    assert [(a.attacker, a.at) for a in game.state.combat.attacks] == [(game.id("Bear Cub"), OPPONENT)]


def test_corrupted_sphere_gives_three_of_one_color() -> None:
    you = side(["Murder"], ["Glistening Sphere"])
    assert not Game(you).can(Cast, "Murder")
    assert not Game(you, side(battlefield=["Hill Giant"], counters={"poison": 2})).can(Cast, "Murder")
    assert Game(you, side(battlefield=["Hill Giant"], counters={"poison": 3})).can(Cast, "Murder")


def test_702_41a_affinity_counts_what_is_there() -> None:
    three = ["Plains", "Plains", "Memnite", "Memnite", "Memnite"]
    assert not Game(side(["Plated Onslaught"], three[:-1])).can(Cast, "Plated Onslaught")
    game = Game(side(["Plated Onslaught"], three)).cast("Plated Onslaught").settle()
    assert game.state.power(game.id("Memnite")) == 3


def test_a_granted_size_is_that_of_the_counters() -> None:
    game = Game(side(battlefield=["Island", thing("Chimeric Mass", charge=4)])).activate("Chimeric Mass", 0).settle()
    mass = game.id("Chimeric Mass")
    assert (game.state.power(mass), game.state.toughness(mass)) == (4, 4) and "Construct" in game.state.subtypes(mass)


def test_sagas_that_ask_an_opponent_to_sacrifice() -> None:
    saga = thing("Braids's Frightful Return", lore=2)
    game = Game(side(battlefield=[saga]), side(battlefield=["Forest"]), step="draw").to("main1").settle()
    assert game.opponent.life == 18  # they have nothing but a land


def scripted(script: str, **fields: object) -> PermanentSpec:
    token = decode_script(script)[0]
    return PermanentSpec(token.name, token=token, **fields)  # type: ignore[arg-type]


def test_token_scripts_have_their_abilities() -> None:
    game = Game(side(battlefield=[scripted("c_a_treasure_sac"), scripted("c_0_1_eldrazi_spawn_sac")]))
    assert game.tap("Eldrazi Spawn").there("Eldrazi Spawn") == 0 and game.you.mana[-1] == 1
    game = Game(side(battlefield=[scripted("r_1_1_mercenary_tappump"), "Bear Cub"])).activate("Mercenary", 0, "Bear Cub").settle()
    assert game.state.power(game.id("Bear Cub")) == 3
    game = Game(side(battlefield=["Island", "Island", scripted("incubator_c_0_0_a_phyrexian", counters={"p1p1": 2})]))
    assert game.activate("Incubator", 0).settle().there("Phyrexian Token") == 1
    game = Game(side(["Opt"], ["Island", scripted("u_2_2_spirit_vigilance_drawcounter")], library=["Shock", "Shock"]))
    game.cast("Opt").settle().do(next(iter(game.state.choices()))).settle()
    assert game.counters("Spirit", "p1p1") == 1


def test_509_1b_a_faerie_that_can_block_only_what_flies() -> None:
    you = side(battlefield=["Hill Giant", "Serra Angel"])
    game = Game(you, side(battlefield=[scripted("u_1_1_faerie_flying_blockflying")]), scope=COMBAT, step="declare_attackers")
    game.attack("Hill Giant", "Serra Angel").to("declare_blockers")
    blocked = {attacker for choice in game.state.choices() if isinstance(choice, Blocked) for _, attacker in choice.blocks}
    assert blocked == {game.id("Serra Angel")}


def test_a_word_of_a_token_script_that_nobody_understands_is_told() -> None:
    game = Game(side(battlefield=[scripted("r_1_1_goblin_dance")]))
    (ability,) = game.state.abilities(game.id("Goblin"))
    assert ability == NotUnderstood("dance of the token script r_1_1_goblin_dance")


def test_omnath_gives_mana_of_the_colors_of_a_card_with_three_colored_symbols() -> None:
    for top, known in (("Atraxa, Praetors' Voice", True), ("Grizzly Bears", False), ("Mondrak, Glory Dominus", False)):
        you = side(battlefield=["Omnath, Locus of All"], library=["Opt", top])
        game = Game(you, step="upkeep", scope=Scope(turns=1)).to("main1").settle()
        assert isinstance(game.state.decision, ToAnswer) == known
        if known:
            game.yes().do(next(c for c in game.state.choices() if isinstance(c, Counted) and ("W", 2) in c.counters))
            assert sum(game.you.mana) == 3 and game.you.mana[0] == 2 and game.you.mana[3] == 0
        assert len(game.you.hand) == 2


def test_608_2h_the_controller_of_a_spell_that_is_gone() -> None:
    """A spell that dealt damage is in the graveyard when the ability that this triggered resolves."""
    you = side(["Lightning Bolt"], ["Phyrexian Obliterator", "Mountain", "Banehound", "Grizzly Bears", "Hill Giant"])
    it = Game(you).cast("Lightning Bolt", "Phyrexian Obliterator").ok().ok()
    assert isinstance(it.state.decision, ToPick) and it.state.decision.player == YOU and it.state.decision.least == 3
