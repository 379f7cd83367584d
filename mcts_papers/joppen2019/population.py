"""Rolling horizon evolution with a population of plans, which are crossed and mutated.

The method is from [Perez, Samothrakis & Lucas 2013, "Rolling Horizon Evolution versus Tree Search"]. The default
parameters are those of the GVGAI framework's sample agent. Compare `evolution.RHEA`, which works for several
players: it has one plan at a time, with the actions of the player to move.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mcts_lab.checking import check_outsider
from mcts_lab.engine.distinct import Distinct, overrides
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import below, stream
from mcts_lab.game import CHANCE, TERMINAL, Game, sample_action
from mcts_lab.search.advice import advised
from mcts_lab.search.mcts.budget import check_amount
from mcts_lab.search.mcts.checks import check_root, in_range
from mcts_lab.search.mcts.memory import MARGIN

LARGEST = 1 << 16  # genes


@dataclass(frozen=True)
class Evolved:
    """The result of the evolution. The value is the best plan's last payoff."""

    action: int
    name: str
    value: float
    plan: tuple  # the best plan, as indices in the lists of legal actions
    generations: int
    calls: int


class PopulationRHEA(Distinct):
    """Rolling horizon evolution for single-player games: evolve plans of `horizon` actions; play the best plan's first
    one.

    A gene is a number: the index of a legal action, modulo their number. A plan's value is the game's heuristic at
    its end; chance events are sampled again at each evaluation.
    """

    ranges = {"population": (2, 1000), "horizon": (1, 1000), "tournament": (1, None), "elite": (1, None)}

    population: int = 10
    horizon: int = 10
    mutations: int = 1  # genes of a child that are replaced by random ones; 0 switches mutation off
    tournament: int = 2  # random plans, the best of which becomes a parent; 1 switches selection off
    elite: int = 1  # best plans that are kept unchanged, at least 1

    def search(self, game, state, *, calls, seed=None, compiled=None) -> Evolved:
        """Evolve for `calls` forward-model calls. The last plan may be cut off.

        Raises ValueError for several players, without a heuristic, and for senseless parameters.
        """
        rule, fact, calls = in_range(self), game.facts(), check_amount("calls", calls)
        check_root(game, state)
        if fact.players != 1:
            raise ValueError(f"Evolution needs a single-player game, but {fact.title} has {fact.players} players. Use "
                             "another search.")
        if not overrides(game, Game.heuristic):
            raise ValueError(f"Evolution needs a heuristic, which {fact.title} does not define. "
                             f"{advised(fact, 'Give its class a method heuristic')}.")
        if rule.elite >= rule.population:
            raise ValueError(f"PopulationRHEA(elite={rule.elite}) leaves no room for children in a population of "
                             f"{rule.population}. Use a smaller elite.")
        states = game.new_states(2)
        states[0] = state
        records = isinstance(states, np.ndarray)
        compiled = (records and compiler.available()) if compiled is None else compiled
        if compiled:
            check_outsider(game)
        genes = np.zeros((2, rule.population, rule.horizon), np.int64)
        worth = np.zeros((2, rule.population))
        scratch = np.zeros(fact.branching + MARGIN, np.int32)
        counts = np.zeros(2, np.int64)  # calls, generations
        _evolve(game, rule, states, genes, worth, scratch, stream(seed), counts, calls, compiled=compiled)
        best = int(np.argmax(worth[0]))
        plan = tuple(int(gene) for gene in genes[0, best])
        n = game.legal(states[0], scratch)
        action = int(scratch[plan[0] % n])
        return Evolved(action, game.action_name(states[0], action), float(worth[0, best]), plan, int(counts[1]),
                       int(counts[0]))


@entry
def _evolve(game, rule, states, genes, worth, scratch, rng, counts, calls):
    """Compute generations; the last is in ``genes[0]``, its values in ``worth[0]``."""
    for i in range(rule.population):
        for j in range(rule.horizon):
            genes[0, i, j] = below(rng, LARGEST)
        worth[0, i] = -np.inf
    for i in range(rule.population):
        if counts[0] < calls:
            worth[0, i] = _judge(game, states, genes[0, i], scratch, rng, counts, calls)
    while counts[0] < calls:
        breed(rule, genes, worth, rng)
        for i in range(rule.elite, rule.population):
            worth[1, i] = -np.inf
            if counts[0] < calls:
                worth[1, i] = _judge(game, states, genes[1, i], scratch, rng, counts, calls)
        for i in range(rule.population):
            worth[0, i] = worth[1, i]
            for j in range(rule.horizon):
                genes[0, i, j] = genes[1, i, j]
        counts[1] += 1


def _judge(game, states, plan, scratch, rng, counts, calls):
    """Return the payoff, or its estimate, at the end of a plan."""
    game.put(states, 1, states[0])
    state = states[1]
    for gene in plan:
        if game.to_move(state) == TERMINAL or counts[0] >= calls:
            break
        while game.to_move(state) == CHANCE:
            game.play(state, sample_action(game, state, rng, scratch), rng)
            counts[0] += 1
        if game.to_move(state) != TERMINAL:
            n = game.legal(state, scratch)
            game.play(state, scratch[gene % n], rng)
            counts[0] += 1
    return game.payoff(state, 0) if game.to_move(state) == TERMINAL else game.heuristic(state, 0)


def breed(rule, genes, worth, rng):
    """Make the next generation: the best plans, then children of two parents. Each gene comes from either parent."""
    for other in range(rule.population):
        place = 0  # number of better plans; of equal plans, the earlier is better
        for rival in range(rule.population):
            if worth[0, rival] > worth[0, other] or (worth[0, rival] == worth[0, other] and rival < other):
                place += 1
        if place < rule.elite:
            for j in range(rule.horizon):
                genes[1, place, j] = genes[0, other, j]
            worth[1, place] = worth[0, other]
    for i in range(rule.elite, rule.population):
        mother, father = _parent(rule, worth, rng), _parent(rule, worth, rng)
        for j in range(rule.horizon):
            genes[1, i, j] = genes[0, mother, j] if below(rng, 2) == 0 else genes[0, father, j]
        for _ in range(rule.mutations):
            genes[1, i, below(rng, rule.horizon)] = below(rng, LARGEST)


def _parent(rule, worth, rng):
    """Return the best of some random plans."""
    best = below(rng, rule.population)
    for _ in range(1, rule.tournament):
        other = below(rng, rule.population)
        if worth[0, other] > worth[0, best]:
            best = other
    return best
