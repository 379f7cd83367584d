"""Rolling horizon evolution: a plan of actions, improved by chance, of which the first is played.

[Perez-Liebana et al. 2013], here with one plan at a time as in [Perez-Liebana et al. 2020; Hsu & Perez-Liebana 2020,
sections 2.3 and 3.2]: no crossover, a plan is replaced by a mutant of itself that is at least as good.

`RHEA` is for games of any number of players who make many plays a turn (Tribes): its genes are actions, repaired where
they are not legal, and a plan is kept from one decision of a turn to the next. `population.PopulationRHEA` is for one
player in real time (games in VGDL): its genes are places in lists of actions, crossed and mutated in generations.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..checking import check_outsider
from ..engine.generic import compiler, entry, helper, unit
from ..engine.random import below, stream, uniform
from ..game import (
    CHANCE,
    TERMINAL,
    action_name,
    advised_against,
    copy,
    facts,
    heuristic,
    legal,
    new_states,
    payoff,
    play,
    put,
    sample_outcome,
    to_move,
)
from .mcts.checks import check_amount, check_root, in_range

LENGTH, CALLS, PLANS = 0, 1, 2  # of a plan; `play` calls; plans tried


class RHEA(NamedTuple):
    """A plan of up to `length` actions, of the player to move, judged by the game's heuristic of where it ends.

    length: actions, at least 1. mutation: the chance of each action to be replaced by a random one, from 0 to 1.
    avoid: whether random actions leave out what the game's rules advise against (`mcts_lab.game.advised_against`), as
    far as there are others.
    """

    ranges = {"length": (1, None), "mutation": (0, 1)}

    length: int = 20
    mutation: float = 0.1
    avoid: bool = True

    def search(self, game, state, *, calls, seed=None, compiled=None, plan=None):
        """Search from `state` with at least `calls` plays, plans begun being ended; returns a `PlanResult`.

        plan: actions to begin with, such as those left of the last search's plan; from the first that is not legal on
        it is filled up at random. None: a random plan.
        """
        method = check_evolution(game, self)
        calls = check_amount("calls", calls)
        fact = facts(game)
        check_root(game, state)
        states = new_states(game, 2)
        root = copy(game, state)
        records = isinstance(states, np.ndarray)
        compiled = (records and compiler.available()) if compiled is None else compiled
        if compiled:
            check_outsider(game)
        plans = np.zeros((2, method.length), np.int64)
        begin = [] if plan is None else [int(action) for action in plan][: method.length]
        plans[0, : len(begin)] = begin
        counters = np.array([len(begin), 0, 0], np.int64)
        scratch = np.zeros(fact.branching, np.int32)
        run = evolve.code(game, method, root, states, plans, counters, stream(seed), scratch, calls) if compiled \
            else evolve.function
        clock = time.perf_counter()
        fitness = run(game, method, root, states, plans, counters, stream(seed), scratch, calls)
        seconds = time.perf_counter() - clock
        best = [int(action) for action in plans[0, : counters[LENGTH]]]
        return PlanResult(best[0], action_name(game, root, best[0]), float(fitness), best, int(counters[PLANS]),
                          int(counters[CALLS]), seconds)


@dataclass(frozen=True)
class PlanResult:
    """What an evolution found. The value is the heuristic of the player who searched."""

    action: int
    name: str  # of the action
    value: float
    plan: list  # actions; the first is `action`
    iterations: int  # plans tried
    calls: int
    seconds: float  # of wall-clock time spent searching, without compiling


def check_evolution(game, method) -> RHEA:
    """`method` with plain Python numbers. Raises ValueError, in one sentence, if it does not fit the game."""
    if not heuristic.defines(type(game)):
        raise ValueError(f"RHEA needs a heuristic, which {facts(game).title} does not define: give its class a "
                         "method heuristic.")
    return in_range(method)


@entry
def evolve(game, rule, root, states, plans, counters, rng, scratch, calls):
    """Improve the plan in ``plans[0]``, of ``counters[LENGTH]`` actions, until `calls` plays were made; its value."""
    player = int(to_move(game, root))
    fitness = follow_plan(game, rule, root, states, plans, 0, player, False, counters, rng, scratch)
    length = counters[LENGTH]
    while counters[CALLS] < calls:
        before = counters[CALLS]
        for i in range(length):
            plans[1, i] = plans[0, i]
        counters[LENGTH] = length
        other = follow_plan(game, rule, root, states, plans, 1, player, True, counters, rng, scratch)
        if other >= fitness:
            fitness, length = other, counters[LENGTH]
            for i in range(length):
                plans[0, i] = plans[1, i]
        if counters[CALLS] == before:
            break
    counters[LENGTH] = length
    return fitness


@unit
def follow_plan(game, rule, root, states, plans, which, player, mutate, counters, rng, scratch) -> float:
    """Play one of the plans from the root on, replacing what is not legal (and, if `mutate`, what chance says), and
    filling it up to its length; returns the heuristic of its end."""
    put(game, states, 0, root)
    state = states[0]
    known = counters[LENGTH]
    made = 0
    while made < rule.length and to_move(game, state) != TERMINAL:
        if to_move(game, state) == CHANCE:
            play(game, state, scratch[sample_outcome(game, state, rng, scratch)], rng)
            continue
        n = legal(game, state, scratch)
        action = plans[which, made]
        fits = made < known and not (mutate and uniform(rng) < rule.mutation)
        if fits:
            fits = False
            for i in range(n):
                if scratch[i] == action:
                    fits = True
                    break
            if not fits and not mutate:
                known = made  # the rest of an old plan was made for another course of events
        if not fits:
            action = some_action(game, rule, state, n, rng, scratch)
            plans[which, made] = action
        play(game, state, int(action), rng)
        counters[CALLS] += 1
        made += 1
    counters[LENGTH] = made
    counters[PLANS] += 1
    if to_move(game, state) == TERMINAL:
        return float(payoff(game, state, player))
    return float(heuristic(game, state, player))


@helper
def some_action(game, rule, state, n, rng, scratch):
    """One of the `n` actions in `scratch` at random, each equally likely."""
    if rule.avoid:
        kept = 0
        for i in range(n):
            if not advised_against(game, state, scratch[i]):
                scratch[kept] = scratch[i]
                kept += 1
        if kept > 0:
            return scratch[below(rng, kept)]
    return scratch[below(rng, n)]
