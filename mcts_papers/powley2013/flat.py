"""Flat Monte Carlo over determinizations, like card programs with hand-written rules before tree search.

The paper describes its opponents as such programs [Powley, Whitehouse & Cowling 2013, "Background"]. They are not
public, so this search replaces them. There is no tree. The search tries the legal actions in turn. Each time, it
samples a new determinization and plays the game to its end. Finally, it chooses the action with the best mean
payoff.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mcts_lab.engine.distinct import Distinct
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, legal_actions
from mcts_lab.search.mcts.budget import check_amount


class Answer(NamedTuple):
    """The result of a flat search, with the names that other searches' results use."""

    action: int
    value: float  # mean payoff of the action
    visits: dict  # action -> playouts


class FlatMonteCarlo(Distinct):
    """Try every action in turn, each time in a new determinization, and choose the action with the best mean payoff.

    Of equally good actions, the first listed one is chosen.
    """

    guided: bool = False  # playouts by the game's hand-written rules; False: at random

    def search(self, game, state, *, iterations, seed=None) -> Answer:
        """Search with `iterations` playouts, at least one for each legal action, for the player to move in `state`."""
        actions = np.array(legal_actions(game, state), np.int64)
        iterations = max(check_amount("iterations", iterations), len(actions))
        totals, visits = np.zeros(len(actions)), np.zeros(len(actions), np.int64)
        states = game.new_states(2)
        states[1] = state
        _try_all(game, states, actions, iterations, self.guided, totals, visits, scratch_for(game), stream(seed),
                 compiled=compiler.available())
        best = int(np.argmax(totals / visits))
        return Answer(int(actions[best]), float(totals[best] / visits[best]),
                      {int(a): int(n) for a, n in zip(actions, visits, strict=True)})


def scratch_for(game):
    """Return memory for a list of legal actions."""
    return np.empty(game.facts().branching, np.int32)


@entry
def _try_all(game, states, actions, iterations, guided, totals, visits, scratch, rng):
    player = int(game.to_move(states[1]))
    for i in range(iterations):
        chosen = i % len(actions)
        game.put(states, 0, states[1])
        state = states[0]
        game.determinize(state, player, rng)
        game.play(state, actions[chosen], rng)
        if guided:
            while game.to_move(state) != TERMINAL:
                game.play(state, game.rule_action(state, rng, scratch), rng)
        else:
            game.playout(state, rng, scratch)
        totals[chosen] += game.payoff(state, player)
        visits[chosen] += 1
