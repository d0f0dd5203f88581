"""What combat, turns and both players acting mean together, with cards of the pool: small games with exact ends."""

from __future__ import annotations

from engine.choices import Attacked, Blocked, Cast, Divided, Priority, ToBlock, ToDivide
from engine.objects import OPPONENT, YOU, Result
from engine.position import PlayerSpec
from engine.scope import WHOLE_GAME, Scope
from tests.engine_play import Game, side, thing

COMBAT = Scope(combat=True)
TURNS = Scope(combat=True, turns=None)
QUIET = Scope(turns=None)


def attackers(you: PlayerSpec, opponent: PlayerSpec, scope: Scope = COMBAT) -> Game:
    return Game(you, opponent, scope=scope, step="declare_attackers")


def blocked(game: Game, *pairs: tuple[str, str]) -> Game:
    game.to("declare_blockers")
    return game.do(Blocked(tuple((game.id(blocker), game.id(attacker)) for blocker, attacker in pairs)))


def unblocked(game: Game) -> Game:
    game.to("declare_blockers")
    return blocked(game) if isinstance(game.state.decision, ToBlock) else game


def test_first_strike_kills_before_damage_comes_back() -> None:
    game = attackers(side(battlefield=["White Knight"]), side(battlefield=["Grizzly Bears"])).attack("White Knight")
    blocked(game, ("Grizzly Bears", "White Knight")).to("main2")
    assert game.there("Grizzly Bears") == 0 and game.there("White Knight") == 1


def test_lethal_damage_ignores_protection_and_lifelink_counts_what_was_dealt() -> None:
    you = side(battlefield=["Elderwood Scion", "Heliod, Sun-Crowned"])
    game = attackers(you, side(battlefield=["Beloved Chaplain"])).attack("Elderwood Scion")
    blocked(game, ("Beloved Chaplain", "Elderwood Scion")).to("combat_damage")
    assert isinstance(game.state.decision, ToDivide) and game.state.decision.lethal == (1,)
    game.do(Divided(((game.id("Beloved Chaplain"), 1), (OPPONENT, 3))))
    game.target("Elderwood Scion").settle()
    assert (game.you.life, game.opponent.life, game.counters("Elderwood Scion", "p1p1")) == (23, 17, 1)
    assert game.there("Beloved Chaplain") == 1


def test_a_creature_that_deals_combat_damage_to_teysa_s_player_is_destroyed() -> None:
    game = attackers(side(battlefield=["Grizzly Bears"]), side(battlefield=["Teysa, Envoy of Ghosts"])).attack("Grizzly Bears")
    unblocked(game).to("combat_damage").settle()
    assert game.there("Grizzly Bears") == 0 and game.there("Spirit") == 1 and game.opponent.life == 18


def test_slivers_are_poisonous_for_each_of_them() -> None:
    game = attackers(side(battlefield=[("Virulent Sliver", 2)]), side())
    game.attack("Virulent Sliver", "Virulent Sliver").to("combat_damage").settle()
    assert dict(game.opponent.counters) == {"poison": 4} and game.opponent.life == 18


def test_a_blocked_creature_does_not_untap_next_turn() -> None:
    game = attackers(side(battlefield=["Hill Giant"]), side(battlefield=["Wall of Frost"]), TURNS).attack("Hill Giant")
    blocked(game, ("Wall of Frost", "Hill Giant")).settle().to("main1", 3)
    assert game.permanent("Hill Giant").tapped
    assert not game.to("main1", 5).permanent("Hill Giant").tapped


def test_damage_from_two_blockers_costs_the_wurm_one_counter() -> None:
    game = attackers(side(battlefield=[thing("Phantom Wurm", p1p1=4)]), side(battlefield=["Grizzly Bears", "Runeclaw Bear"]))
    blocked(game.attack("Phantom Wurm"), ("Grizzly Bears", "Phantom Wurm"), ("Runeclaw Bear", "Phantom Wurm"))
    game.to("combat_damage").divide(Grizzly_Bears=3, Runeclaw_Bear=3).to("main2")
    assert game.counters("Phantom Wurm", "p1p1") == 3 and game.there("Runeclaw Bear") == 0


def test_a_shield_counter_saves_a_double_striker_once() -> None:
    game = attackers(side(battlefield=[thing("Disciplined Duelist", shield=1)]), side(battlefield=["Hill Giant"]))
    blocked(game.attack("Disciplined Duelist"), ("Hill Giant", "Disciplined Duelist")).to("main2")
    assert game.there("Disciplined Duelist") == 1 and game.counters("Disciplined Duelist", "shield") == 0
    assert game.there("Hill Giant") == 0


def test_creatures_have_to_attack_gideon() -> None:
    opponent = side(battlefield=["Hill Giant", "Grizzly Bears"])
    game = Game(side(battlefield=[thing("Gideon Jura", loyalty=6)]), opponent, scope=TURNS)
    game.activate("Gideon Jura", 0, "opponent").settle().to("declare_attackers", 2)  # the only attack there is was made
    assert game.state.combat is not None
    assert {attack.at for attack in game.state.combat.attacks} == {game.id("Gideon Jura")}
    assert game.to("main2", 2).counters("Gideon Jura", "loyalty") == 3


def test_an_emblem_makes_the_opponent_sacrifice_in_their_upkeep() -> None:
    game = Game(side(battlefield=[thing("Sorin, Solemn Visitor", loyalty=6)]), side(battlefield=["Hill Giant"]), scope=TURNS)
    game.activate("Sorin, Solemn Visitor", 2).settle().to("draw", 2)
    assert game.there("Hill Giant") == 0
    assert game.to("draw", 3).state.result is Result.NONE


def test_sorin_s_gift_lasts_until_your_next_turn() -> None:
    game = Game(side(battlefield=[thing("Sorin, Solemn Visitor", loyalty=4), "Hill Giant"]), scope=QUIET)
    game.activate("Sorin, Solemn Visitor", 0).settle()
    giant = game.id("Hill Giant")
    assert game.to("end", 2).state.power(giant) == 4 and "lifelink" in game.state.keywords(giant)
    assert game.to("upkeep", 3).state.power(giant) == 3


def test_a_saga_tells_its_chapters_turn_by_turn_and_is_sacrificed() -> None:
    game = Game(side(hand=["History of Benalia"], battlefield=[("Plains", 3), "Narci, Fable Singer"]), scope=QUIET)
    game.cast("History of Benalia").settle().settle()
    assert game.to("main1", 3).settle().there("Knight") == 2
    game.to("main1", 5).settle()
    while game.state.stack or not isinstance(game.state.decision, Priority):  # Narci's two abilities are put in order
        game.do(next(iter(game.state.choices())))
    assert game.there("History of Benalia") == 0
    assert (game.you.life, game.opponent.life) == (23, 17)


def test_the_opponent_counters_nothing_but_kills_in_response() -> None:
    you = side(hand=["Battlegrowth"], battlefield=["Forest", "Grizzly Bears"])
    game = Game(you, side(hand=["Lightning Bolt"], battlefield=["Mountain"]), scope=WHOLE_GAME)
    game.cast("Battlegrowth", "Grizzly Bears").ok().cast("Lightning Bolt", "Grizzly Bears").ok().ok()
    assert game.there("Grizzly Bears") == 0 and len(game.state.stack) == 1
    game.ok().ok()
    assert game.names(game.you.graveyard) == ["Battlegrowth", "Grizzly Bears"]


def test_losing_first_strike_after_dealing_damage_gives_no_second_hit() -> None:
    you = side(hand=["Mardu Runemark"], battlefield=["Centaur Courser", "Bile Urchin", ("Mountain", 3)])
    game = Game(you, scope=COMBAT).cast("Mardu Runemark", "Centaur Courser").settle().to("declare_attackers")
    game.do(Attacked(((game.id("Centaur Courser"), OPPONENT),))).to("first_strike_damage")
    assert game.opponent.life == 15
    game.activate("Bile Urchin", 0, "you").settle()
    assert "first strike" not in game.state.keywords(game.id("Centaur Courser"))
    assert game.to("main2").opponent.life == 15


def test_leyline_lets_no_damage_be_prevented() -> None:
    game = attackers(side(battlefield=["Grizzly Bears", "Leyline of Punishment"]), side(battlefield=["Beloved Chaplain"]))
    blocked(game.attack("Grizzly Bears"), ("Beloved Chaplain", "Grizzly Bears")).to("main2")
    assert game.there("Beloved Chaplain") == 0


def test_life_paid_for_each_target_of_the_purge() -> None:
    you = side(hand=["Phyrexian Purge"], battlefield=[("Swamp", 2), ("Mountain", 2)], life=10)
    game = Game(you, side(battlefield=["Hill Giant", "Grizzly Bears", "Serra Angel", "Runeclaw Bear"]))
    most = max(len(c.targets[0]) for c in game.state.choices() if isinstance(c, Cast))
    assert most == 3
    targets = ((game.id("Hill Giant"), game.id("Serra Angel")),)
    game.do(game.find(Cast, "Phyrexian Purge", targets=targets)).settle()
    assert game.state.players[YOU].life == 4 and game.there("Serra Angel") == 0 and game.there("Grizzly Bears") == 1
