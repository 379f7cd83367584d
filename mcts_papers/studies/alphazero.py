"""A small AlphaZero: a network learns from games that its search plays against itself, and the search uses the
network.

Each generation plays games against itself. From these games, the network's policy learns the shares of the search's
visits, and its value learns the results of the games [Silver et al. 2017; Silver et al. 2018]. The method works for
two-player games without chance or hidden information that describe a state by numbers (`Game.inputs`).
"""

from __future__ import annotations

import functools
from itertools import count
from pathlib import Path

import numpy as np

from mcts_lab.engine.arithmetic import exp
from mcts_lab.engine.random import sequence
from mcts_lab.game import TERMINAL, after, legal_actions, start
from mcts_lab.learning.models import Perceptron
from mcts_lab.matches.match import spawned
from mcts_lab.search import PUCT, UCT, ModelPrior, ModelValue
from mcts_papers.processes import side_by_side

from ..paths import data
from ..two_heads import LAYERS, Examples, fit, load, together, untrained
from .noise import RootNoise
from .self_play import features_row

EVEN = 0.5  # the value that the search assumes for an untried action
FREE = 12  # actions per game that are sampled in proportion to visits; later, the most visited action is played
CHUNK = 25  # games that a process plays at a time


def alphazero(network: Perceptron, c: float = 1.0, noise: float = 0.0) -> UCT:
    """Return a search with PUCT that uses a network with two heads. The network's value replaces playouts.

    noise: share of the noise at the root, see `RootNoise`; 0 switches it off.
    """
    prior = ModelPrior(network, first=1)
    return UCT(selection=PUCT(c), prior=RootNoise(prior, noise) if noise else prior, leaf=ModelValue(network), fpu=EVEN)


def self_play(game, network: Perceptron, games: int, seed, iterations: int = 100, *,
              first: int = 0, noise: float = 0.25, free: int = FREE) -> Examples:
    """Play games of a network against itself, beginning with game number `first`, and return the training examples.

    The seed of a game depends only on `seed` and on the number of the game.

    games: number of games. free: number of actions at the beginning of a game that are sampled in proportion to visits.
    """
    known, method = game.facts(), alphazero(network, noise=noise)
    rows, ends = [], []
    for number in range(first, first + games):
        rng = np.random.default_rng(spawned(seed, number))
        state, movers = start(game), []
        while (mover := game.to_move(state)) != TERMINAL:
            luck = int(rng.integers(2**31))
            visits = method.search(game, state, iterations=iterations, seed=luck).visits
            shares = np.zeros(known.actions)
            shares[list(visits)] = np.array(list(visits.values())) / sum(visits.values())
            rows.append((features_row(game, state), shares))
            drawn = len(movers) < free
            action = rng.choice(known.actions, p=shares) if drawn else shares.argmax()
            state = after(game, state, int(action))
            movers.append(mover)
        scale = known.high - known.low
        ends += [(game.payoff(state, mover) - known.low) / scale for mover in movers]
    inputs, shares = zip(*rows, strict=True)
    return Examples(*(np.array(column, np.float32) for column in (inputs, shares, ends)))


def generations(game, games: int, iterations: int = 100, *, seed=0, layers=LAYERS, window: int = 8, epochs: int = 2,
                noise: float = 0.25, free: int = FREE, workers: int = 1):
    """Yield the network of each generation, without end. The network of generation 0 is not trained.

    games:      number of self-play games between two generations
    iterations: iterations per search
    window:     number of latest generations whose games a network learns from
    epochs:     how often each position of these games is sampled, on average
    noise:      share of the noise at the root, see `RootNoise`; 0 switches it off. free: see `self_play`.
    workers:    number of processes that play; the networks do not depend on it
    """
    import joblib

    network = untrained(len(features_row(game, start(game))), game.facts().actions, layers, seed)
    seen, root = [], sequence(seed)
    for number in count(1):
        yield network
        calls = (joblib.delayed(self_play)(game, network, min(CHUNK, games - first), spawned(root, number), iterations,
                                           first=first, noise=noise, free=free)
                 for first in range(0, games, CHUNK))
        seen = [*seen, together(side_by_side(calls, workers))][-window:]
        network = fit(network, together(seen), epochs, spawned(root, number, games))


def advisor(network: Perceptron):
    """Return a function (game, state) -> (value, probability of each legal action), for `mcts_lab.textbook.alphazero`.
    """
    def ask(game, state):
        value, *said = network(features_row(game, state)[None])[0].tolist()
        legal = legal_actions(game, state)
        most = max(said[action] for action in legal)
        odds = {action: exp(said[action] - most) for action in legal}
        total = sum(odds.values())
        return min(1.0, max(0.0, value)), {action: odd / total for action, odd in odds.items()}

    return ask


# -- the networks that ship with the project ---------------------------------------------------------------------------


def model_file() -> Path:
    """Return the path of the networks for Connect Four."""
    return data() / "models" / "alphazero_connect_four.npz"


@functools.cache
def shipped() -> dict[int, Perceptron]:
    """Return the networks for Connect Four by generation. Raises `ModelError` if they are missing or damaged."""
    return load(model_file())[0]
