"""A game in the other engine: set up as a position, carried on with the choices that were made in ours, read as facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.position import CardSpec, PermanentSpec, PlayerSpec, Position
from tests.differential.facts import SEATS, Facts, Target, Thing, Who
from tests.differential.script import Answer, Move

FILLER = "Wastes"
BELOW = 10
"""So many cards are in each library."""

ZONES = {"Hand": "hand", "Graveyard": "graveyard", "Exile": "exile", "Stack": "stack", "Battlefield": "battlefield"}
PICKS = ("sacrifice", "discard", "hand", "choose", "battlefield", "graveyard", "exile", "bottom", "top")
"""What our engine calls the choices that pick objects."""

KINDS = {"p1p1": "P1P1", "m1m1": "M1M1"}
NAMES = {theirs: ours for ours, theirs in KINDS.items()}


class Unsupported(Exception):
    """The other engine asks for something that is not translated here, or cannot be set up so."""


class Disagreement(Exception):
    """The other engine does not allow, or does not ask for, what ours does."""


def action(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data} if data else {"type": kind}


PASS = action("PassPriority")


class Peer:
    """The game."""

    def __init__(self, engine: Any, position: Position) -> None:
        self.engine = engine
        self.game = _begun(engine, position)

    # ------------------------------------------------------------------------------------------------ reading

    @property
    def priority(self) -> int | None:
        """Who has priority."""
        wait = self.game.waiting_for()
        return int(wait["data"]["player"]) if wait["type"] == "Priority" else None

    def objects(self) -> dict[int, dict[str, Any]]:
        return {int(id): thing for id, thing in self.game.state()["state"]["objects"].items()}

    def facts(self) -> Facts:
        wait = self.game.waiting_for()
        if wait["type"] == "GameOver":
            return Facts({"over": {0: 1, 1: 2}.get(wait["data"]["winner"], 3)}, Counter())
        state = self.game.state()["state"]
        numbers = {"stack": len(state["stack"]), "over": 0}
        for seat, player in zip(SEATS, state["players"], strict=True):
            counters = {"poison": player["poison_counters"], "energy": player["energy"], **player.get("player_counters", {})}
            numbers |= {f"{seat} {kind.lower()}": n for kind, n in counters.items() if n}
            numbers |= {f"{seat} life": player["life"], f"{seat} library": len(player["library"])}
        things = (thing_of(o) for o in state["objects"].values() if o["zone"] in ("Battlefield", "Hand", "Graveyard", "Exile"))
        return Facts(numbers, Counter(things))

    # ------------------------------------------------------------------------------------------------ playing

    def pass_priority(self, answers: Sequence[Answer]) -> None:
        """Both players pass, and what is on top of the stack resolves."""
        for seat in (0, 1):
            self._apply(seat, PASS)
        self._answer_all(list(answers))

    def move(self, move: Move, answers: Sequence[Answer]) -> None:
        """What our engine has just done, with everything that was chosen for it."""
        (id, *_) = self._ids([move.source])
        match move.kind:
            case "play":
                self._apply(0, action("PlayLand", object_id=id, card_id=self.objects()[id]["card_id"]))
            case "cast":
                number = self.objects()[id]["card_id"]
                self._apply(0, action("CastSpell", object_id=id, card_id=number, targets=[], payment_mode={"type": "Auto"}))
            case _:
                self._apply(0, action("ActivateAbility", source_id=id, ability_index=move.ability))
        self._answer_all([*move.answers, *answers])

    def tap_lands(self, untapped: Counter[tuple[str, int]]) -> None:
        """Let just so many lands of each name and player be untapped, as in our engine, whichever of them paid."""
        whole = self.game.state()
        state = whole["state"]
        left = Counter(untapped)
        for thing in state["objects"].values():
            if thing["zone"] == "Battlefield" and "Land" in thing["card_types"]["core_types"]:
                key = (thing["name"], thing["controller"])
                thing["tapped"] = left[key] <= 0
                left[key] -= 1
        for player in state["players"]:
            player["mana_pool"]["mana"] = []
        try:
            self.game = self.engine.load_game(whole)
        except ValueError:
            raise Unsupported("what it writes of its state it does not read") from None

    def _apply(self, seat: int, what: dict[str, Any]) -> None:
        try:
            self.game.apply(seat, what)
        except Exception as error:  # whatever the package raises for what it does not allow
            raise Disagreement(f"it does not allow {what['type']}: {str(error)[:120]}") from None

    def _offered(self) -> list[dict[str, Any]]:
        return [a.to_dict() for a in self.game.actions()]

    def _answer_all(self, answers: list[Answer]) -> None:
        """Answer what it asks for, with the first answer of that kind that is left, until somebody has priority."""
        for _ in range(200):
            wait = self.game.waiting_for()
            if wait["type"] in ("Priority", "GameOver"):
                break
            self._apply(int(wait["data"].get("player", 0)), self._reply(wait, answers))
        left = sorted({a.kind for a in answers if not a.optional})
        if left:
            raise Disagreement(f"it does not ask for {', '.join(left)}")

    def _reply(self, wait: dict[str, Any], answers: list[Answer]) -> dict[str, Any]:
        data = wait["data"]
        match wait["type"]:
            case "PhyrexianPayment":
                told = _take(answers, "announced").words
                if "life" not in told:
                    told = ("mana",) * len(data["shards"])
                if len(told) != len(data["shards"]):
                    raise Unsupported("symbols that are announced otherwise")
                if len({shard["color"] for shard in data["shards"]}) == 1:  # it offers life for the first ones
                    told = tuple(sorted(told, key=lambda word: word != "life"))
                return action("SubmitPhyrexianChoices", choices=[{"type": "PayLife" if w == "life" else "PayMana"} for w in told])
            case "TargetSelection":
                return self._target(answers, "targets")
            case "TriggerTargetSelection":
                return self._target(answers, "targets of a trigger")
            case "ModeChoice" | "AbilityModeChoice":
                of_trigger = "pending_cast" not in data and any(a.kind == "modes of a trigger" for a in answers)
                told = _take(answers, "modes of a trigger" if of_trigger else "modes").words
                return action("SelectModes", indices=[int(word) for word in told])
            case "ChooseXValue":
                return action("ChooseX", value=int(_take(answers, "x").words[0]))
            case "ProliferateChoice":
                chosen = self._ids(_take(answers, "proliferate").targets, [_id_of(e) for e in data["eligible"]])
                return action("SelectTargets", targets=[{"Player": -1 - i} if i < 0 else {"Object": i} for i in chosen])
            case "PayCost":
                kind = {"Sacrifice": "sacrifice", "Discard": "discard"}.get(data["kind"]["type"])
                if kind is None:
                    raise Unsupported(f"paying by {data['kind']['type']}")
                return action("SelectCards", cards=self._ids(_take(answers, kind).targets, data["choices"]))
            case "OptionalEffectChoice":
                return action("DecideOptionalEffect", accept=_accepted(answers))
            case "ReplacementChoice" if data["kind"]["type"] == "OptionalBranch":
                return action("ChooseReplacement", index=0 if _accepted(answers) else 1)
            case "ChooseLegend":
                kept = {a["data"]["keep"]: a for a in self._offered() if a["type"] == "ChooseLegend"}
                return kept[self._ids(_take(answers, "legend").targets, list(kept))[0]]
            case "ManaPayment":
                return PASS  # it pays the rest itself
            case "OptionalCostChoice":
                return action("DecideOptionalCost", pay=False)
        offered = [a for a in self._offered() if a["type"] not in ("CancelCast", "Concede")]
        return self._picked(data, offered, answers) or self._only(wait["type"], offered)

    def _only(self, what: str, offered: list[dict[str, Any]]) -> dict[str, Any]:
        if len(offered) == 1:
            return offered[0]
        raise Unsupported(f"it asks for {what}")

    def _picked(
        self, data: dict[str, Any], offered: list[dict[str, Any]], answers: list[Answer]
    ) -> dict[str, Any] | None:  # fmt: skip
        """The objects that were picked. Cards of a library, which are all alike, are only as many."""
        ids = next((data[key] for key in ("cards", "choices", "candidates") if isinstance(data.get(key), list)), None)
        answer = next((a for a in answers if a.kind in PICKS), None)
        if ids is None or not all(isinstance(id, int) for id in ids) or not any(a["type"] == "SelectCards" for a in offered):
            return None
        objects = self.objects()
        if all(objects[id]["zone"] == "Library" for id in ids):
            of_cards = [a for a in offered if a["type"] == "SelectCards"]
            n = len(_take(answers, answer.kind).targets) if answer else 1
            return next((a for a in of_cards if len(a["data"]["cards"]) == n), of_cards[0])
        if answer is None:
            return None
        return action("SelectCards", cards=self._ids(_take(answers, answer.kind).targets, ids))

    def _target(self, answers: list[Answer], kind: str) -> dict[str, Any]:
        answer = next((a for a in answers if a.kind == kind), None)
        offered = [a for a in self._offered() if a["type"] == "ChooseTarget"]
        if answer is None:
            if len(offered) == 1 or any(a["data"]["target"] is None for a in offered):
                return next((a for a in offered if a["data"]["target"] is None), offered[0])
            raise Disagreement(f"it asks for {kind}")
        first, *rest = answer.targets or (None,)
        index = answers.index(answer)
        if rest:
            answers[index] = Answer(kind, tuple(rest), optional=True)
        else:
            del answers[index]
        if first is None:
            none = [a for a in offered if a["data"]["target"] is None]
            if not none:
                raise Unsupported("fewer targets")
            return none[0]
        ids = {_id_of(a["data"]["target"]): a for a in offered if a["data"]["target"] is not None}
        return ids[self._ids([first], list(ids))[0]]

    def _ids(self, things: Iterable[Target], among: Sequence[int] | None = None) -> list[int]:
        """An object for each; players are -1 and -2."""
        objects = self.objects()
        found: list[int] = []
        for wanted in things:
            if isinstance(wanted, Who):
                fits = [-1 - wanted.seat]
            else:
                fits = [id for id, o in objects.items() if o["zone"] in ZONES and thing_of(o) == wanted]
            fits = [id for id in fits if id not in found and (among is None or id in among)]
            if not fits:
                raise Disagreement(f"it does not offer {wanted}")
            found.append(fits[0])
        return found


def _take(answers: list[Answer], kind: str) -> Answer:
    for index, answer in enumerate(answers):
        if answer.kind == kind:
            return answers.pop(index)
    raise Disagreement(f"it asks for {kind}")


def _accepted(answers: list[Answer]) -> bool:
    """The next answer to a "may"; no where ours does not ask, because it could not be paid."""
    return any(a.kind == "may" for a in answers) and _take(answers, "may").words == ("yes",)


def _id_of(target: dict[str, int]) -> int:
    return target["Object"] if "Object" in target else -1 - target["Player"]


def thing_of(thing: dict[str, Any]) -> Thing:
    zone = ZONES[thing["zone"]]
    if zone != "battlefield":
        return Thing(zone, thing["name"], thing["controller"] if zone == "stack" else thing["owner"])
    counters = tuple(sorted((NAMES.get(kind, kind.lower()), n) for kind, n in thing["counters"].items() if n))
    types = thing["card_types"]["core_types"]
    size = (thing["power"], thing["toughness"]) if "Creature" in types else None
    tapped = thing["tapped"] and "Land" not in types
    return Thing(zone, thing["name"], thing["controller"], counters, size, thing["damage_marked"], tapped)


# ---------------------------------------------------------------------------------------------------------------- setting up


def _begun(engine: Any, position: Position) -> Any:
    """A new game whose decks are the cards of the position, with every card put where the position has it."""
    sides = (position.you, position.opponent)
    decks = [[*(p.card for p in _each(side)), *_names(side.hand), *_names(side.graveyard), *[FILLER] * BELOW] for side in sides]
    game = engine.new_game(decks[0], decks[1], seed=1, first_player=0, format="FreeForAll")
    for _ in range(100):
        wait = game.waiting_for()
        if wait["type"] == "MulliganDecision":
            player = wait["data"]["pending"][0]["player"]
            game.apply(player, action("MulliganDecision", choice={"type": "Keep"}))
        elif wait["type"] == "Priority" and game.phase != "PreCombatMain":
            game.apply(wait["data"]["player"], PASS)
        else:
            break
    else:
        raise Unsupported("its game does not begin")
    whole = game.state()
    _arrange(whole["state"], sides, position.land_played)
    return engine.load_game(whole)


def _each(side: PlayerSpec) -> Iterator[PermanentSpec]:
    for spec in side.battlefield:
        yield from (spec,) * spec.count


def _names(cards: Iterable[CardSpec]) -> list[str]:
    return [card.card for card in cards]


def _arrange(state: dict[str, Any], sides: Sequence[PlayerSpec], land_played: bool) -> None:
    state["battlefield"] = []
    for seat, side in enumerate(sides):
        left: dict[str, list[int]] = {}
        for id, thing in sorted(state["objects"].items(), key=lambda pair: int(pair[0])):
            if thing["owner"] == seat:
                left.setdefault(thing["name"], []).append(int(id))

        def take(name: str, zone: str, left: dict[str, list[int]] = left) -> int:
            if not left.get(name):
                raise Unsupported(f"it does not know {name}")
            id = left[name].pop(0)
            state["objects"][str(id)]["zone"] = zone
            return id

        player = state["players"][seat]
        for spec in _each(side):
            id = take(spec.card, "Battlefield")
            thing = state["objects"][str(id)]
            counters = {KINDS.get(kind, kind): n for kind, n in spec.counters.items() if n}
            thing |= {"tapped": spec.tapped, "summoning_sick": spec.sick, "counters": counters, "damage_marked": spec.damage}
            thing["entered_battlefield_turn"] = state["turn_number"] if spec.sick else 0
            if "loyalty" in counters:
                thing["loyalty"] = counters["loyalty"]
            state["battlefield"].append(id)
        player["hand"] = [take(name, "Hand") for name in _names(side.hand)]
        player["graveyard"] = [take(name, "Graveyard") for name in _names(side.graveyard)]
        player["library"] = [id for ids in left.values() for id in ids]
        for id in player["library"]:
            state["objects"][str(id)]["zone"] = "Library"
        player |= {"life": side.life, "poison_counters": side.counters.get("poison", 0), "energy": side.counters.get("energy", 0)}
    played = int(land_played)
    state |= {"lands_played_this_turn": played, "zone_changes_this_turn": []}
    state["players"][0]["lands_played_this_turn"] = played
