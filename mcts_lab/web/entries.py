"""The functions that a page calls, besides the loop of a search: a game's rules, and the beginning of a tree.

Numbers are returned with 64 bits, as the page reads them: Numba keeps those of a state's field as short as they are.
"""

from __future__ import annotations

import math

import numpy as np

from ..engine.arithmetic import log
from ..game import determinize, legal, observation, payoff, play, playout, reset, sample_action, to_move
from ..search.mcts.final import score, worth
from ..search.mcts.memory import KEPT_COUNT, KEPT_ROOT_LOG, MOST_PLAYS, NODES, forget, new_node
from ..search.mcts.tree import NONE


def web_reset(game, state, rng):
    reset(game, state, rng)


def web_to_move(game, state):
    return np.int64(to_move(game, state))


def web_legal(game, state, out):
    return np.int64(legal(game, state, out))


def web_play(game, state, action, rng):
    play(game, state, action, rng)


def web_payoff(game, state, player):
    return np.float64(payoff(game, state, player))


def web_sample(game, state, rng, out):
    return np.int64(sample_action(game, state, rng, out))


def web_playout(game, state, rng, scratch):
    return np.int64(playout(game, state, rng, scratch))


def web_observation(game, state, action, observer):
    return np.int64(observation(game, state, action, observer))


def web_determinize(game, state, observer, rng):
    determinize(game, state, observer, rng)


def web_tables(root_logs, inverse_roots):
    """Fill the tables of a search's memory as `small_counts` does."""
    for n in range(len(root_logs)):
        root = math.sqrt(float(max(n, 1)))
        inverse_roots[n] = 1.0 / root
        root_logs[n] = math.sqrt(log(float(max(n, 1))))
    root_logs[KEPT_COUNT] = KEPT_ROOT_LOG


def web_plant(game, parts, root, memory, length):
    """Begin with nothing but roots, as a new `Search` does."""
    memory.counters[:] = 0
    trees = len(memory.path_ends)
    memory.counters[NODES] = trees
    memory.counters[MOST_PLAYS] = length
    forget(memory)
    player = to_move(game, root)
    for tree in range(trees):
        new_node(parts, tree, NONE, NONE, player, memory)


def web_score(final, value, child, memory, out):
    """Write what the final choice compares of a child, visited or not, into the two numbers of `out`."""
    visits = int(memory.nodes[child].visits)
    mean = worth(final, value, child, memory) if visits > 0 else -math.inf
    out[0], out[1] = score(final, visits, mean)
