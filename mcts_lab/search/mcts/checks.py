"""What may go into a search, checked before anything compiles: parts in their slots, numbers in their ranges, budgets.

Each part lists its `needs` (one sentence for each here) and the `ranges` of its numbers, as data::

    class MixMax(NamedTuple):
        ranges = {"q": (0, 1)}  # the least and the greatest value; None: no such bound
        q: float = 0.25

A number without an entry is at least 0. No number is infinite or NaN.
"""

from __future__ import annotations

import math
import numbers
import reprlib

import numpy as np

from ...game import (
    CHANCE,
    LONGEST,
    TERMINAL,
    advice,
    advised_against,
    check_state,
    determinize,
    facts,
    features,
    group,
    heuristic,
    minor,
    new_states,
    observation,
    rule_action,
    to_move,
    turn,
)
from ...learning.models import WIDEST, sizes_of
from .closed_loop import ClosedLoop, descend, keeps_states, nodes_are_states
from .final import score
from .information_sets import DEMO, PAPER, VISITS, SingleObserverPOM
from .knowledge import Advice
from .learned import ModelPrior, ModelValue
from .mixed_leaves import Blend, OneSided
from .playouts import evaluate
from .preferences import BinarySubtree, duel_bound
from .priors import ABOVE_0, ListedOrder, NoPrior, ordered, set_priors
from .pruning import All, candidates, filter_actions, thin_out
from .selection import urgency
from .tree import MOST_CHILDREN
from .uct import UCT, iterate
from .values import Mean, estimate

SLOTS = {  # the generic functions of which a part of this slot defines one
    "selection": (urgency, duel_bound),
    "value": (estimate,),
    "pruning": (candidates, filter_actions, thin_out),
    "leaf": (evaluate,),
    "final": (score,),
    "world": (descend, iterate),
    "prior": (set_priors, ordered),
}
NEUTRAL = {"pruning": All, "prior": NoPrior}  # these define nothing, because they do nothing

MOST_NUMBER = 2**62  # what a parameter may be, so that compiled code can hold it
MOST_ITERATIONS = 2**31 - 1  # of one tree: visits are counted in 32 bits
MOST = {"iterations": MOST_ITERATIONS, "calls": 10**15, "seconds": 10**8}  # the largest budgets; the last, three years


def check(game, method) -> UCT:
    """`method` with plain Python numbers. Raises ValueError, in one sentence, if its parts do not fit together or do
    not fit `game`, stand in the wrong slot, or are out of their ranges."""
    fact = facts(game)
    if isinstance(method, type):
        raise ValueError(f"{method.__name__} is a class: write {method.__name__}() to search with it.")
    if not isinstance(method, UCT):
        raise ValueError(f"A search is told how by a UCT(...), not by {method!r}.")
    for slot in SLOTS:
        part = getattr(method, slot)
        if part is not UCT._field_defaults[slot]:
            check_slot(slot, part)
    method = in_range(method)
    if fact.branching > MOST_CHILDREN:
        raise ValueError(f"A search tree has room for {MOST_CHILDREN:,} actions in a state, but {fact.title} may have "
                         f"{fact.branching:,}: choose a smaller game, or lower Facts.branching if so many never are.")
    if fact.length > LONGEST:
        raise ValueError(f"A search follows games of at most {LONGEST:,} plays, but {fact.title} may take "
                         f"{fact.length:,}: give it an end, or lower Facts.length if so many never are played.")
    for part in all_parts(method):
        for need in getattr(type(part), "needs", ()):
            problem = NEEDS[need](game, fact, method)
            if problem:
                raise ValueError(f"{type(part).__name__} {problem}")
    if method.solver:
        problem = unsolvable(fact, method)
        if problem:
            raise ValueError(f"The solver {problem}")
    return method


def all_parts(method):
    """The parts of `method`, and those that they are made of."""
    for part in method:
        if hasattr(part, "_fields"):
            yield part
            yield from all_parts(part)


def check_root(game, state):
    """Raise ValueError, in one sentence, if there is nothing to search in `state`; returns the player to move."""
    check_state(game, state)
    player = to_move(game, state)
    if player in (TERMINAL, CHANCE):
        what = "the game is over" if player == TERMINAL else "a random event comes first"
        raise ValueError(f"There is nothing to search: {what} in this state.")
    return player


# -- slots and ranges --------------------------------------------------------------------------------------------------


def check_slot(slot, part):
    """Raise ValueError, in one sentence, if `part` does not belong into this slot of a `UCT`."""
    if isinstance(part, type):
        raise ValueError(f"{slot}={part.__name__} is a class: write {slot}={part.__name__}().")
    if fits(slot, part):
        if getattr(type(part), "composed", False):  # of parts for the same slot
            for inner in part:
                if not isinstance(inner, numbers.Number):
                    check_slot(slot, inner)
        return
    example = type(UCT._field_defaults[slot]).__name__
    others = [other for other in SLOTS if fits(other, part)]
    if others:
        raise ValueError(f"{type(part).__name__} does not go into the slot {slot}, but into {others[0]}: "
                         f"{slot} takes parts such as {example}().")
    raise ValueError(f"{slot}={part!r} is no part of a search: {slot} takes parts such as {example}().")


def fits(slot, part) -> bool:
    """Whether `part` belongs into this slot."""
    return isinstance(part, NEUTRAL.get(slot, ())) or any(rule.defines(type(part)) for rule in SLOTS[slot])


def in_range(part):
    """`part`, and the parts in it, with plain Python numbers. Raises ValueError, in one sentence, for a number that is
    none, or out of its range."""
    if not hasattr(part, "_fields"):
        return part
    changed = {}
    for name, value in zip(part._fields, part, strict=True):
        if value is part._field_defaults.get(name):
            continue
        plain = in_range(value) if isinstance(value, tuple) else plain_number(part, name, value)
        if plain is not value:
            changed[name] = plain
    return part._replace(**changed) if changed else part


def plain_number(part, name, value):
    """The parameter `name` of `part` as the Python number its annotation promises; other things as they are."""
    wanted = annotated(part, name)
    if wanted == "bool":
        if value not in (False, True):
            raise ValueError(f"{type(part).__name__}({name}={value!r}) is neither on nor off: {name} is True or False.")
        return bool(value)
    if wanted not in ("int", "float") and not isinstance(value, numbers.Number):
        return value
    low, high = getattr(type(part), "ranges", {}).get(name, (0, None))
    number = math.nan  # what cannot be compared is in no range
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        number = int(value) if isinstance(value, numbers.Integral) else float(value)
    inside = (low is None or number >= low) and (high is None or number <= high)
    if not (high == math.inf and number == high):  # infinity, where it is a value that means something
        inside = inside and abs(number) <= MOST_NUMBER and (wanted != "int" or number == int(number))
    if not inside:
        finite = abs(number) <= MOST_NUMBER or (isinstance(value, numbers.Real) and high is not None)
        kind = "a whole number " if wanted == "int" else "" if finite else "a finite number "
        raise ValueError(f"{type(part).__name__}({name}={reprlib.repr(value)}) is out of range: {name} must be "
                         f"{kind}{bounds(low, high)}.")
    return int(number) if wanted == "int" else float(number) if wanted == "float" else number


def bounds(low, high) -> str:
    """A range in words."""
    if low is None or high is None or high == math.inf:
        least = "greater than 0" if low == ABOVE_0 else f"at least {low}" if low is not None else ""
        most = f"at most {high}" if high not in (None, math.inf) else ""
        return " and ".join(filter(None, (least, most))) or "finite"
    return f"from {low} to {high}"


def annotated(part, name) -> str:
    """The type that the class of `part`, or the class that it is made from, promises for `name`, as a word."""
    promised = (getattr(cls, "__annotations__", {}).get(name) for cls in type(part).__mro__)
    kind = next(filter(None, promised), "")
    return getattr(kind, "__forward_arg__", getattr(kind, "__name__", str(kind)))


# -- needs -------------------------------------------------------------------------------------------------------------
# Each says why a part with that need cannot work here, as a sentence that begins with the part's name; None if it can.


def needs_heuristic(game, fact, method):
    if not heuristic.defines(type(game)):
        return (
            f"needs a heuristic, which {fact.title} does not define: "
            "use Playout(), or register one with heuristic.register."
        )


def needs_pairs(game, fact, method):
    if getattr(method.value, "running", False) and not isinstance(method.world, ClosedLoop):
        if fact.players > 1 or fact.actions > fact.branching:
            return (f"keeps a number for every pair of siblings, of which there may be too many in {fact.title} with "
                    "this world model: set running=False.")


def needs_one_player(game, fact, method):
    if fact.players > 1:
        return f"takes the best of what is below for granted, but {fact.title} has {fact.players} players: use Mean()."


def needs_prior(game, fact, method):
    if isinstance(method.prior, (NoPrior, ListedOrder)):
        return "needs a prior: add prior=UniformPrior() or prior=HeuristicPrior() to the UCT."
    if isinstance(method.prior, Advice):
        return "needs probabilities, and Advice() gives ratings: use HeuristicPrior(), or ProgressiveBias() instead."


def needs_ratings(game, fact, method):
    if not advice.defines(type(game)):
        return f"needs ratings of actions, which {fact.title} does not define: register them with advice.register."
    if isinstance(method.world, SingleObserverPOM):
        return "rates actions, not what an observer sees of them: use world=SingleObserver() or MultipleObserver()."


def needs_advice(game, fact, method):
    if not isinstance(method.prior, Advice):
        return "needs ratings of the children: add prior=Advice() to the UCT."


def needs_avoid_rules(game, fact, method):
    if not advised_against.defines(type(game)):
        return (f"needs rules for what to avoid, which {fact.title} does not define: use All(), or register them with "
                "advised_against.register.")


def needs_rules(game, fact, method):
    if not rule_action.defines(type(game)):
        return f"needs a rule player, which {fact.title} does not define: use Playout(), or register rule_action."


def needs_certain_play(game, fact, method):
    if keeps_states(method.world):
        return None
    if fact.random_play:
        return (f"takes a node for a state, but {fact.title} draws random numbers as it plays: use world=OpenLoop() "
                "or SavedStates().")
    if not isinstance(method.world, ClosedLoop):
        return "needs actions that stay the same, so it goes with world=ClosedLoop() or SavedStates()."


def needs_steady_actions(game, fact, method):
    if not nodes_are_states(method.world):
        return "needs actions that stay the same, so it goes with world=ClosedLoop(), SavedStates() or OneOutcome()."


def needs_actions_for_labels(game, fact, method):
    if isinstance(method.world, SingleObserverPOM):
        return "looks one play ahead, not at what an observer sees of it: use world=SingleObserver() or "\
               "MultipleObserver()."


def needs_groups(game, fact, method):
    if not group.defines(type(game)):
        return f"needs groups of actions, which {fact.title} does not define: register them with group.register."


def needs_minor_actions(game, fact, method):
    if not minor.defines(type(game)):
        return (f"needs to know which actions are many and alike, which {fact.title} does not define: register them "
                "with minor.register.")


def needs_end(game, fact, method):
    if not fact.ends:
        return (f"plays to the end, but {fact.title} with these options may have none: use LimitedPlayout() or "
                "Evaluate().")


def needs_one_gain(game, fact, method):
    if not fact.zero_sum:
        return f"takes a gain of one player for a loss of the others, which {fact.title} does not promise: use Mean()."


def needs_every_child_first(game, fact, method):
    if method.fpu != math.inf:
        return "compares children with each other, so each must be tried first: leave fpu at infinity."


def needs_determinization(game, fact, method):
    if not fact.perfect_information and not determinize.defines(type(game)):
        return (f"imagines other worlds, but {fact.title}, where something is hidden, does not say how to draw them: "
                "define determinize.")


def needs_observation(game, fact, method):
    if not fact.perfect_information and not observation.defines(type(game)):
        return (f"needs to know what each player sees of an action, which {fact.title} does not say: define "
                "observation (it returns the action itself where all see it), or use world=SingleObserver().")


def needs_known_counting(game, fact, method):
    if method.world.availability not in (PAPER, DEMO, VISITS):
        return "counts availability as PAPER, DEMO or VISITS: choose one."


def needs_value_model(game, fact, method):
    outputs = (1, 2) if fact.players == 2 else (fact.players,)
    return misfit_of_models(game, fact, method, ModelValue, outputs)


def needs_choice_model(game, fact, method):
    return misfit_of_models(game, fact, method, ModelPrior, (fact.actions,))


def misfit_of_models(game, fact, method, kind, outputs):
    """What is wrong with the learned model of a part of this kind for the game; None: nothing."""
    for model in (part.model for part in all_parts(method) if isinstance(part, kind)):
        if not sizes_of.defines(type(model)):
            return f"needs a learned model, such as mcts_lab.learning.models makes, not {reprlib.repr(model)}."
        if not features.defines(type(game)):
            return (f"needs numbers about states, which {fact.title} does not give: register them with "
                    "features.register.")
        inputs, said = sizes_of(model)
        written = features(game, new_states(game, 1)[0], np.zeros(WIDEST, np.float32))
        if inputs != written or said not in outputs:
            wanted = " or ".join(map(str, outputs))
            return (f"needs a model of {written} inputs and {wanted} outputs for {fact.title}, but this one has "
                    f"{inputs} and {said}: train it for this game.")


def needs_turns(game, fact, method):
    if not turn.defines(type(game)):
        return f"counts turns, which {fact.title} does not: register the count with turn.register."


def needs_one_blend(game, fact, method):
    for part in all_parts(method):
        if isinstance(part, Blend) and any(isinstance(inner, Blend) for inner in all_parts(part)):
            return "has room for one copy of a leaf, so it cannot stand in another one: blend two leaves that do not."


def needs_duels(game, fact, method):
    if not duel_bound.defines(type(method.selection)):
        return "compares two actions at a time, so it goes with selection=RelativeUCB()."
    if type(method.value) is not Mean or type(method.pruning) is not All or type(method.prior) is not NoPrior:
        return "looks at the shares of comparisons won alone: leave value, pruning and prior as they are."
    if not fact.perfect_information:
        return f"takes the state as it is, but something is hidden in {fact.title}: use world=SingleObserver()."


def needs_subtree(game, fact, method):
    if not isinstance(method.world, BinarySubtree):
        return "compares two actions at a time, so it goes with world=BinarySubtree()."


def needs_iterations(game, fact, method):
    return None  # a matter of the budget: see `check_budget`


NEEDS = {
    "heuristic": needs_heuristic,
    "pairs of siblings": needs_pairs,
    "one player": needs_one_player,
    "duels": needs_duels,
    "subtree": needs_subtree,
    "prior": needs_prior,
    "certain play": needs_certain_play,
    "every child first": needs_every_child_first,
    "iterations": needs_iterations,
    "groups": needs_groups,
    "minor actions": needs_minor_actions,
    "an end": needs_end,
    "one gain": needs_one_gain,
    "steady actions": needs_steady_actions,
    "actions for labels": needs_actions_for_labels,
    "ratings": needs_ratings,
    "advice": needs_advice,
    "avoid rules": needs_avoid_rules,
    "rules": needs_rules,
    "determinization": needs_determinization,
    "observation": needs_observation,
    "known counting": needs_known_counting,
    "value model": needs_value_model,
    "choice model": needs_choice_model,
    "turns": needs_turns,
    "one blend": needs_one_blend,
}


def unsolvable(fact, method):
    if not fact.deterministic or not fact.perfect_information:
        return f"proves results of games without chance or secrets, which {fact.title} is not: set solver=False."
    if not isinstance(method.world, ClosedLoop):
        return "needs world=ClosedLoop(): set solver=False."
    if any(isinstance(part, OneSided) for part in all_parts(method)):
        return "takes everybody to play for himself, which OneSided() does not: set solver=False."


# -- budgets -----------------------------------------------------------------------------------------------------------


def check_budget(method, **budget):
    """The budget (`iterations`, `calls`, `seconds`; None: no limit) in plain Python numbers.

    Raises ValueError, in one sentence, if it is missing, not positive, endless, no number, or not of the kind that
    `method` needs.
    """
    plain = {name: None if amount is None else check_amount(name, amount) for name, amount in budget.items()}
    if all(amount is None for amount in plain.values()):
        raise ValueError("A search needs a budget: iterations=, calls= or seconds=.")
    if plain["iterations"] is None:
        for part in all_parts(method):
            if "iterations" in getattr(type(part), "needs", ()):
                raise ValueError(f"{type(part).__name__} looks at the iterations left: give the budget as iterations=.")
    return plain


def check_amount(name, amount):
    """An amount of `iterations`, `calls` or `seconds` as a plain Python number.

    Raises ValueError, in one sentence, if it is not a positive one, or too large.
    """
    if type(amount) is int and 0 < amount <= MOST[name] and name != "seconds":
        return amount
    if not isinstance(amount, numbers.Real) or isinstance(amount, bool) or amount != amount:
        raise ValueError(f"A budget is a number, but {name} is {amount!r}.")
    if amount <= 0:
        raise ValueError(f"A budget must be positive, but {name} is {amount}.")
    if amount > MOST[name]:
        raise ValueError(f"A budget must end: {name} is {amount}, and {MOST[name]} is the most.")
    if name != "seconds" and int(amount) != amount:
        raise ValueError(f"{name} must be a whole number, but is {amount}.")
    return float(amount) if name == "seconds" else int(amount)
