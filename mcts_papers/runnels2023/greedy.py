"""Playouts that follow the paper's heuristic."""

import math

from mcts_lab.engine.light import fill
from mcts_lab.engine.random import uniform
from mcts_lab.game import CHANCE, TERMINAL, sample_action
from mcts_lab.search.mcts.components import Leaf
from mcts_lab.search.mcts.lookahead import look_ahead
from mcts_lab.search.mcts.needs import no_heuristic
from mcts_lab.search.mcts.playouts import estimated_rewards, final_rewards, take_grades


class GreedyPlayout(Leaf):
    """Playout in which each player takes the action with the best heuristic after it, or sometimes a random action.

    [Runnels 2023, section 5] uses an evaluation "as a playout policy", but does not say how. This class is one
    interpretation. Of equally good actions, the first listed one is taken. To compare the legal actions, the playout
    plays each of them once; these `play` calls count as forward-model calls.
    """

    ranges = {"epsilon": (0, 1)}

    epsilon: float = 0.25  # probability of a uniformly random action instead; 1: always, 0: never
    limit: int = 200  # actions after which the playout is cut off; 0: evaluate the leaf itself
    judge: bool = False  # value of a playout that was cut off: False: a draw; True: the heuristic

    def problem(self, game, facts, method):
        return no_heuristic(game, facts)

    def evaluate(self, game, state, memory):
        plays = 0
        player = game.to_move(state)
        while plays < self.limit and player != TERMINAL:
            if player == CHANCE or (self.epsilon > 0.0 and uniform(memory.rng) < self.epsilon):
                action = sample_action(game, state, memory.rng, memory.scratch)
            else:
                action = likeliest(game, state, player, memory)
            game.play(state, action, memory.rng)
            plays += 1
            player = game.to_move(state)
        if player == TERMINAL:
            final_rewards(game, state, memory)
        elif self.judge:
            estimated_rewards(game, state, memory)
        else:
            fill(memory.rewards, 0.5)
            take_grades(game, state, memory)
        return plays


def likeliest(game, state, player, memory):
    """Return the action after which the heuristic is best for `player`."""
    best, top = 0, -math.inf
    for i in range(game.legal(state, memory.scratch)):
        worth = look_ahead(game, state, memory.scratch[i], player, memory)
        if worth > top:
            best, top = memory.scratch[i], worth
    return best
