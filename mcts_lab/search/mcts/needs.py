"""What the parts of a search need of a game and of each other, and the sentence for each need that is not met.

A part lists the names of its needs; `NEEDS` has the function that looks at each. It gets the game, its facts and the
whole method, and returns what is wrong, as the end of a sentence that begins with the part's name, or None.
"""

from __future__ import annotations

import math
import reprlib

import numpy as np

from ...game import (
    advice,
    advised_against,
    determinize,
    features,
    group,
    heuristic,
    minor,
    new_states,
    observation,
    rule_action,
    turn,
)
from ...learning.models import WIDEST, sizes_of
from .closed_loop import ClosedLoop, keeps_states, nodes_are_states
from .groups import Together
from .information_sets import DEMO, PAPER, VISITS, SingleObserverPOM
from .knowledge import Advice
from .learned import ModelPrior, ModelValue
from .mixed_leaves import Blend, OneSided
from .preferences import BinarySubtree, duel_bound
from .priors import ListedOrder, NoPrior
from .pruning import All, marks
from .tree import ASIDE, CUT
from .values import Mean


def all_parts(method):
    """The parts of `method`, and those that they are made of."""
    for part in method:
        if hasattr(part, "_fields"):
            yield part
            yield from all_parts(part)


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


def needs_marks_apart(game, fact, method):
    for part in all_parts(method):
        if isinstance(part, Together) and marks(part.first) & marks(part.second) & (CUT | ASIDE):
            return (f"cannot keep apart what {type(part.first).__name__} and {type(part.second).__name__} leave out, "
                    "which they mark alike: take one of them.")


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
    "marks apart": needs_marks_apart,
}


def unsolvable(fact, method):
    """Why the solver proves nothing here, as the end of a sentence about it; None: it does."""
    if not fact.deterministic or not fact.perfect_information:
        return f"proves results of games without chance or secrets, which {fact.title} is not: set solver=False."
    if not isinstance(method.world, ClosedLoop):
        return "needs world=ClosedLoop(): set solver=False."
    if any(isinstance(part, OneSided) for part in all_parts(method)):
        return "takes everybody to play for himself, which OneSided() does not: set solver=False."
