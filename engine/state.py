"""Game states as values: what is there, what may be chosen now, and what follows from a choice.

A `State` is over or waits for one decision of one player (`decision`). `choices()` lists the legal answers, `apply(choice)`
returns the next state. States are hashable, compare by value and never change; `Draft` (in `engine.draft`) is the private,
mutable working copy on which `apply` carries a choice out.

Both share the queries of `engine.view.View`:

* `players`, `battlefield` (id -> Permanent, in id order), `stack` (last is the top), `active`, `step`, `decision`, `result`, `over`;
* `find(id)`: the Permanent, Card, StackObject with that id, or None; `zone(id)`: `battlefield`, `stack`, `hand`, `graveyard`,
  `library`, `exile`, `command` or None; `owner(id)`, `controller(id)`;
* characteristics after layers: `name`, `types`, `subtypes`, `supertypes`, `colors`, `keywords`, `abilities`, `activated` (the
  Activated ones, intrinsic mana abilities first), `power`, `toughness`, `mana_value`, `characteristics(id)`;
* `counters(id)`: of a permanent, a card or a player; `statics(Class)`: pairs (source id, ability) of the static abilities of that
  class on the battlefield; `matches(filter, id, you, source, targets)`: whether the filter lets the object through;
* `value(value, context)`: a `Value` as a number (`engine.context.Context` says who asks);
* `can_pay_life(player, n)`: 119.4; `can_be_targeted(id, by, source)`: hexproof, shroud, protection; `legal_targets(spec, ...)`.

How the rules machine works: a state has an agenda of tasks. A task asks all decisions it needs (`Draft.ask`) *before* it changes
anything, then makes its event happen; when an answer is missing, the task stays on the agenda and the state waits. When the
agenda is empty, state-based actions are performed, triggers are put on the stack and a player gets priority (117.5).

What `engine.actions` uses of a Draft to carry out costs (each raises triggers by itself):

* `tap(id)`, `pay_life(player, n)` (raises IllegalChoice 119.4), `sacrifice(ids)`, `discard(player, card_ids)`,
  `remove_counters(id, kind, n)` (permanent or player), `put_counters_as_cost(id, kind, n, by)`, `change(id, **fields)` of a permanent;
* `add_mana(player, mana)`, `spend_mana(player, mana)`;
* `resolve_mana_ability(source_id, ability, controller, color)`: its effects, at once (605.3b), after its costs were paid;
* `new_id()`, `take_card(card_id) -> Card`: takes a card out of its zone so that it can be cast;
* `put_on_stack(stack_object)`: last, when the costs are paid; a spell counts as cast then (601.2i);
* `play_land(player, card_id)`: puts a land onto the battlefield and counts the land play (305.1).

`engine.modes.chosen(ability, modes)` gives effects and target groups of a (modal) spell or ability for its StackObject.
"""
