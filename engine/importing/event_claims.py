"""The words that cards print for events and for what changes rules, besides those that `accounting` knows itself."""

from __future__ import annotations

from engine.importing.accounting import CLAIMS, Claims, claims
from engine.keywords import riot
from engine.vocabulary import (
    Attacks,
    BecomesBlocked,
    BlockLimit,
    Blocks,
    CannotBeBlocked,
    CountersPut,
    Cycles,
    Dies,
    Draws,
    Enters,
    EntersTapped,
    EntersWithCounters,
    ExiledInstead,
    Filter,
    InStep,
    IsDealtDamage,
    Leaves,
    MoreCounters,
    MoreDamage,
    PlayerAttacks,
    SearchesTop,
    SizeIs,
    WasCast,
)

CLAIMS.update(
    {
        "AttacksUnblocked": "attack not blocked defending player",
        "BecomesUntapped": "become untapped",
        "CommitsCrime": "commit crime",
        "Copies": "cast copy or spell",
        "AttacksWithDefender": "can attack though didn't defender",
    }
)

_NTH = ("first", "second", "third", "fourth", "fifth")


@claims(Attacks)
def _attacks(said: Claims, event: Attacks) -> None:
    said.say("attack defending player")
    if event.alone:
        said.say("alone", sharp=True)
    if event.others:
        said.say("least other creature each", sharp=False)
        said.sharp.add("other")
        said.number(event.others)
        said.part(event.other)
    if event.total_power:
        said.say("if attacked creature total power or greater combat")
        said.sharp |= {"total", "power"}
        said.number(event.total_power)
    if event.at != "anything":
        said.say({"player": "player", "you": "", "you or planeswalker": "or planeswalker you-control"}[event.at], sharp=True)
    said.part(event.who)


@claims(PlayerAttacks)
def _player_attacks(said: Claims, event: PlayerAttacks) -> None:
    said.say("attack creature player defending")
    if event.least > 1:
        said.say("or more")
        said.number(event.least)
        said.sharp.add("more")
    else:
        said.say("one-or-more")
    if event.a_player:
        said.say("player", sharp=True)
    said.part(event.filter)


@claims(Blocks)
def _blocks(said: Claims, event: Blocks) -> None:
    said.say("block")
    said.say("creature" if event.each else "")
    said.part(event.who)
    if event.what != Filter():
        said.part(event.what)


@claims(BecomesBlocked)
def _becomes_blocked(said: Claims, event: BecomesBlocked) -> None:
    said.say("become blocked defending player")
    said.say("creature" if event.each else "")
    said.part(event.who)
    if event.by != Filter():
        said.part(event.by)
        if not event.each:
            said.say("one-or-more", sharp=True)


@claims(IsDealtDamage)
def _is_dealt_damage(said: Claims, event: IsDealtDamage) -> None:
    said.say("dealt damage")
    if event.combat:
        said.say("combat", sharp=True)
    said.part(event.who)


@claims(Enters)
def _enters(said: Claims, event: Enters) -> None:
    said.say(CLAIMS["Enters"])
    _together(said, event)


@claims(Dies)
def _dies(said: Claims, event: Dies) -> None:
    said.say(CLAIMS["Dies"])
    _together(said, event)


@claims(Leaves)
def _leaves(said: Claims, event: Leaves) -> None:
    said.say(CLAIMS["Leaves"])
    _together(said, event)


def _together(said: Claims, event: Enters | Dies | Leaves) -> None:
    if event.together:
        said.say("one-or-more", sharp=True)
    said.say("own" if event.source else "")  # "is put into your graveyard"
    said.rest(event, ("to",))


@claims(Draws)
def _draws(said: Claims, event: Draws) -> None:
    said.say(CLAIMS["Draws"])
    said.others_draw = True
    if event.nth is not None:
        said.say(f"{_NTH[event.nth - 1]} each turn")
        said.sharp.add(_NTH[event.nth - 1])
    said.part(event.who)


@claims(Cycles)
def _cycles(said: Claims, event: Cycles) -> None:
    said.say("cycle", sharp=True)
    said.say("card player" if event.who == "anyone" else "card")
    if not event.source:
        said.part(event.filter)


@claims(CountersPut)
def _counters_put(said: Claims, event: CountersPut) -> None:
    said.say("counter")
    if event.source:
        said.say("each")
    else:
        said.say("one-or-more", sharp=True)
    if event.by == "you":
        said.say("you-put", sharp=True)
    said.part(event.filter)
    if event.kind != "any":
        said.kind(event.kind)


# ---------------------------------------------------------------------------------------------------------------- rules


@claims(BlockLimit)
def _block_limit(said: Claims, static: BlockLimit) -> None:
    said.say("can block only" if static.only else "cannot block")
    said.sharp.add("only" if static.only else "cannot")
    said.part(static.who)
    said.part(static.what)


@claims(CannotBeBlocked)
def _cannot_be_blocked(said: Claims, static: CannotBeBlocked) -> None:
    said.say(CLAIMS["CannotBeBlocked"])
    if static.by_weaker:
        said.say("creature less than power block", sharp=True)
    said.say("each creature" if isinstance(static.who, Filter) else "")
    if static.by_more_than is not None:
        said.say("more than creature")
        said.sharp.add("more")
        said.number(static.by_more_than)
    said.rest(static, ("by_more_than",))


@claims(EntersTapped)
def _enters_tapped(said: Claims, static: EntersTapped) -> None:
    said.say(CLAIMS["EntersTapped"])
    if static.unless_life:  # "as ~ enters, you may pay 2 life. if you don't, it enters tapped"
        said.say("enter not if-you-do")
    said.say("each" if static.filter is not None else "")
    if static.unless_reveal is not None:
        said.say("enter not if-you-do reveal card hand or")
        said.sharp |= {"reveal", "hand"}
    said.rest(static)


@claims(EntersWithCounters)
def _enters_with_counters(said: Claims, static: EntersWithCounters) -> None:
    if static.filter is not None and static == riot(static.filter):
        said.say("riot", sharp=True)
        said.part(static.filter)
        return
    said.say(CLAIMS["EntersWithCounters"])
    if static.filter is not None:
        said.say("each additional")
        said.sharp.add("additional")
    said.rest(static)


@claims(SearchesTop)
def _searches_top(said: Claims, static: SearchesTop) -> None:
    said.say("if opponent would search library instead player top card")
    said.say("search", sharp=True)
    said.number(static.n)


@claims(ExiledInstead)
def _exiled_instead(said: Claims, static: ExiledInstead) -> None:
    said.say("if would exile instead", sharp=True)
    said.sharp.discard("if")
    said.say({"dying": "die", "leaving": "leave battlefield", "graveyard": "graveyard anywhere"}[static.of], sharp=True)
    said.part(static.filter)


_RECIPIENTS = {
    "opponents": "opponent permanent they-control", "opponent": "opponent", "you": "", "self": "", "anything": "permanent player",
}  # fmt: skip


@claims(MoreCounters)
def _more_counters(said: Claims, static: MoreCounters) -> None:
    said.say("if one-or-more counter would put instead that-much each kind permanent")
    said.say("counter put effect" if static.effects_only else "counter put")
    said.sharp |= {"effect"} if static.effects_only else set()
    said.say("twice" if static.times == 2 else "plus 1", sharp=True)
    said.part(static.on)
    if static.kind is not None:
        for _ in range(2):
            said.kind(static.kind)


@claims(MoreDamage)
def _more_damage(said: Claims, static: MoreDamage) -> None:
    said.say("if source would deal damage instead that")
    said.say("deal permanent player")  # "it deals double that damage to that permanent or player"
    if static.times > 1:
        said.say({2: "double", 3: "triple"}[static.times], sharp=True)
    if static.plus:
        said.say("that-much plus", sharp=True)
        said.value(static.plus)
    if static.noncombat:
        said.say("noncombat", sharp=True)
    said.say(_RECIPIENTS[static.to], sharp=True)
    said.say("or")
    said.part(static.by)


@claims(SizeIs)
def _size_is(said: Claims, static: SizeIs) -> None:
    said.say("each equal number")
    for name in ("power", "toughness"):
        if (value := getattr(static, name)) is not None:
            said.say(name, sharp=True)
            said.value(value)


# ---------------------------------------------------------------------------------------------------------------- conditions


@claims(WasCast)
def _was_cast(said: Claims, condition: WasCast) -> None:
    said.say("if was wasn't cast")
    said.sharp.add("cast")
    if condition.zone is not None:
        said.say(condition.zone, sharp=True)


@claims(InStep)
def _in_step(said: Claims, condition: InStep) -> None:
    if condition.steps == ("upkeep",):
        said.say("during upkeep", sharp=True)
    else:
        said.say("before attacker declared", sharp=True)
