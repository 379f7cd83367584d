"""The functions that a page calls, besides the loop of a search: a game's rules, and the beginning of a tree.

Numbers are returned with 64 bits, as the page reads them: Numba keeps those of a state's field as short as they are.
"""

import math

import numpy as np

from mcts_lab.engine.arithmetic import log
from mcts_lab.game import sample_action
from mcts_lab.search.mcts.final import rank, worth
from mcts_lab.search.mcts.memory import MOST_PLAYS, plant


def web_reset(game, state, rng):
    game.reset(state, rng)


def web_to_move(game, state):
    return np.int64(game.to_move(state))


def web_legal(game, state, out):
    return np.int64(game.legal(state, out))


def web_play(game, state, action, rng):
    game.play(state, action, rng)


def web_payoff(game, state, player):
    return np.float64(game.payoff(state, player))


def web_sample(game, state, rng, out):
    return np.int64(sample_action(game, state, rng, out))


def web_playout(game, state, rng, scratch):
    return np.int64(game.playout(state, rng, scratch))


def web_observation(game, state, action, observer):
    return np.int64(game.observation(state, action, observer))


def web_determinize(game, state, observer, rng):
    game.determinize(state, observer, rng)


def web_tables(root_logs, inverse_roots):
    """Fill the tables of a search's memory as `small_counts` does."""
    for n in range(len(root_logs)):
        root = math.sqrt(float(max(n, 1)))
        inverse_roots[n] = 1.0 / root
        root_logs[n] = math.sqrt(log(float(max(n, 1))))


def web_plant(game, components, root, memory, length):
    """Begin with nothing but roots, as a new `Search` does."""
    memory.counters[MOST_PLAYS] = length
    plant(components, game.to_move(root), memory)


def web_score(final, value, solver, child, memory, out):
    """Write what is compared of a child when a search chooses, visited or not, into the five numbers of `out`."""
    node = memory.nodes[child]
    out[0] = solver.may_be_chosen(int(node.parent), child, memory)
    out[1] = node.visits > 0
    out[2] = rank(node.status)
    out[3], out[4] = 0.0, 0.0
    if node.visits > 0:
        out[3], out[4] = final.score(int(node.visits), worth(final, value, child, memory))
