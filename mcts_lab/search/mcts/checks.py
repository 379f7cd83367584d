"""What the parts of a search need, checked before it runs. Each part lists its needs; a need is one sentence here."""

from __future__ import annotations

import math

from ...game import LONGEST, advice, advised_against, facts, heuristic, rule_action
from .closed_loop import ClosedLoop
from .information_sets import DEMO, PAPER, VISITS, SingleObserver, SingleObserverPOM
from .knowledge import Advice
from .playouts import Playout
from .priors import NoPrior
from .pruning import HardPruning
from .tree import MOST_CHILDREN


def check(game, method):
    """Raise ValueError, in one sentence, if the parts of `method` do not fit together or do not fit `game`."""
    fact = facts(game)
    if fact.branching > MOST_CHILDREN:
        raise ValueError(f"A search tree has room for {MOST_CHILDREN:,} actions in a state, but {fact.title} may have "
                         f"{fact.branching:,}: choose a smaller game, or lower Facts.branching if so many never are.")
    if fact.length > LONGEST:
        raise ValueError(f"A search follows games of at most {LONGEST:,} plays, but {fact.title} may take "
                         f"{fact.length:,}: give it an end, or lower Facts.length if so many never are played.")
    for part in method:
        for need in getattr(type(part), "needs", ()):
            problem = NEEDS[need](game, fact, method)
            if problem:
                raise ValueError(f"{type(part).__name__} {problem}")
    if method.solver:
        problem = unsolvable(fact, method)
        if problem:
            raise ValueError(f"The solver {problem}")
    if isinstance(method.world, SingleObserver) and method.world.availability not in (PAPER, DEMO, VISITS):
        raise ValueError("SingleObserver counts availability as PAPER, DEMO or VISITS: choose one.")
    if math.isnan(method.fpu) or method.fpu < 0:
        raise ValueError("First-play urgency is a reward, or infinity to try every child first: set fpu accordingly.")
    for part in method:
        for name, value in part._asdict().items() if hasattr(part, "_asdict") else ():
            if isinstance(value, (int, float)) and (math.isnan(value) or value < 0):
                raise ValueError(f"{type(part).__name__}({name}={value}) is out of range: {name} must be at least 0.")


def needs_heuristic(game, fact, method):
    if not heuristic.defines(type(game)):
        return (
            f"needs a heuristic, which {fact.title} does not define: "
            "use Playout(), or register one with heuristic.register."
        )


def needs_outcomes(game, fact, method):
    if not fact.outcomes:
        return f"needs a list of possible payoffs, which {fact.title} does not give: set Facts.outcomes."
    if not isinstance(method.leaf, Playout):
        return "needs rewards from the game's list of payoffs, so it goes with leaf=Playout()."


def needs_prior(game, fact, method):
    if isinstance(method.prior, NoPrior):
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
    if not 0.0 <= method.leaf.epsilon <= 1.0:
        return f"takes a chance, so epsilon must be from 0 to 1, not {method.leaf.epsilon}."


def needs_certain_play(game, fact, method):
    if fact.random_play:
        return f"takes a node for a state, but {fact.title} draws random numbers as it plays: use world=OpenLoop()."
    if not isinstance(method.world, ClosedLoop):
        return "needs actions that stay the same, so it goes with world=ClosedLoop()."


def needs_every_child_first(game, fact, method):
    if method.fpu != math.inf:
        return "compares children with each other, so each must be tried first: leave fpu at infinity."


def needs_iterations(game, fact, method):
    return None  # a matter of the budget: see `check_budget`


NEEDS = {
    "heuristic": needs_heuristic,
    "outcomes": needs_outcomes,
    "prior": needs_prior,
    "certain play": needs_certain_play,
    "every child first": needs_every_child_first,
    "iterations": needs_iterations,
    "ratings": needs_ratings,
    "advice": needs_advice,
    "avoid rules": needs_avoid_rules,
    "rules": needs_rules,
}


def unsolvable(fact, method):
    if fact.players != 2 or not fact.zero_sum or not fact.deterministic or not fact.perfect_information:
        return (
            f"proves results of two-player games without chance or secrets, which {fact.title} is not: "
            "set solver=False."
        )
    if not set(fact.outcomes) or not set(fact.outcomes) <= {fact.low, (fact.low + fact.high) / 2, fact.high}:
        return f"knows loss, draw and win only, but {fact.title} has other payoffs: set solver=False."
    if not isinstance(method.world, ClosedLoop):
        return "needs world=ClosedLoop(): set solver=False."
    if isinstance(method.pruning, HardPruning):
        return "cannot prove anything about pruned children: leave out HardPruning, or set solver=False."


def check_budget(method, iterations, calls, seconds):
    """Raise ValueError, in one sentence, if the budget is missing, negative, or not of the kind that `method` needs."""
    given = {"iterations": iterations, "calls": calls, "seconds": seconds}
    if all(v is None for v in given.values()):
        raise ValueError("A search needs a budget: iterations=, calls= or seconds=.")
    for name, value in given.items():
        if value is not None and not value > 0:
            raise ValueError(f"A budget must be positive, but {name} is {value}.")
    for name in ("iterations", "calls"):
        if given[name] is not None and int(given[name]) != given[name]:
            raise ValueError(f"{name} must be a whole number, but is {given[name]}.")
    for part in method:
        if "iterations" in getattr(type(part), "needs", ()) and iterations is None:
            raise ValueError(f"{type(part).__name__} looks at the iterations left: give the budget as iterations=.")
