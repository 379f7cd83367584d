"""What many parts of a search need of a game and of each other, and the sentence for each need that is not met.

A part lists the names of its needs; `NEEDS` has the function that looks at each. It gets the game, its facts and the
whole method, and returns what is wrong, as the end of a sentence that begins with the part's name, or None. What a
single part needs it says itself, see `memory.problem`.
"""

from __future__ import annotations

import math

from ...game import (
    advice,
    advised_against,
    determinize,
    group,
    heuristic,
    minor,
    observation,
    rule_action,
)
from .closed_loop import ClosedLoop
from .information_sets import SingleObserverPOM
from .priors import ListedOrder, NoPrior
from .world import keeps_states, nodes_are_states


def all_parts(method):
    """The parts of `method`, and those that they are made of."""
    for part in method:
        if hasattr(part, "_fields"):
            yield part
            yield from all_parts(part)


def looks_ahead(part) -> bool:
    """Whether `part` looks at the iterations that are left, and so wants a budget of them."""
    return getattr(type(part), "looks_ahead", False)


def one_path(world) -> bool:
    """Whether an iteration follows one path in one tree."""
    return getattr(type(world), "one_path", True)


def gives_ratings(prior) -> bool:
    """Whether what a prior says of children are ratings, not probabilities."""
    return getattr(type(prior), "gives_ratings", False)


def needs_heuristic(game, fact, method):
    if not heuristic.defines(type(game)):
        return (
            f"needs a heuristic, which {fact.title} does not define: "
            "use Playout(), or give its class a method heuristic."
        )


def needs_one_player(game, fact, method):
    if fact.players > 1:
        return f"takes the best of what is below for granted, but {fact.title} has {fact.players} players: use Mean()."


def needs_prior(game, fact, method):
    if isinstance(method.prior, (NoPrior, ListedOrder)):
        return "needs a prior: add prior=UniformPrior() or prior=HeuristicPrior() to the UCT."
    if gives_ratings(method.prior):
        return (f"needs probabilities, and {type(method.prior).__name__}() gives ratings: use HeuristicPrior(), or "
                "ProgressiveBias() instead.")


def needs_ratings(game, fact, method):
    if not advice.defines(type(game)):
        return f"needs ratings of actions, which {fact.title} does not define: give its class a method advice."
    if isinstance(method.world, SingleObserverPOM):
        return "rates actions, not what an observer sees of them: use world=SingleObserver() or MultipleObserver()."


def needs_advice(game, fact, method):
    if not gives_ratings(method.prior):
        return "needs ratings of the children: add prior=Advice() to the UCT."


def needs_avoid_rules(game, fact, method):
    if not advised_against.defines(type(game)):
        return (f"needs rules for what to avoid, which {fact.title} does not define: use All(), or give its class "
                "a method advised_against.")


def needs_rules(game, fact, method):
    if not rule_action.defines(type(game)):
        return (f"needs a rule player, which {fact.title} does not define: use Playout(), or give its class a method "
                "rule_action.")


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
        return f"needs groups of actions, which {fact.title} does not define: give its class a method group."


def needs_minor_actions(game, fact, method):
    if not minor.defines(type(game)):
        return (f"needs to know which actions are many and alike, which {fact.title} does not define: give its "
                "class a method minor.")


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


NEEDS = {
    "heuristic": needs_heuristic,
    "one player": needs_one_player,
    "prior": needs_prior,
    "certain play": needs_certain_play,
    "every child first": needs_every_child_first,
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
}


def unsolvable(fact, method):
    """Why the solver proves nothing here, as the end of a sentence about it; None: it does."""
    if not fact.deterministic or not fact.perfect_information:
        return f"proves results of games without chance or secrets, which {fact.title} is not: set solver=False."
    if not isinstance(method.world, ClosedLoop):
        return "needs world=ClosedLoop(): set solver=False."
