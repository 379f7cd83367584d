"""Playouts that follow the heuristic of the paper."""

import math

from mcts_lab.engine.light import fill
from mcts_lab.engine.random import uniform
from mcts_lab.game import CHANCE, TERMINAL, sample_action
from mcts_lab.search.mcts.components import Leaf
from mcts_lab.search.mcts.lookahead import look_ahead
from mcts_lab.search.mcts.needs import no_heuristic
from mcts_lab.search.mcts.playouts import estimated_rewards, final_rewards, take_grades


class GreedyPlayout(Leaf):
    """Each player takes the action whose next state the game's heuristic likes best, or with some chance a random one.

    One way to use an evaluation "as a playout policy", which [Runnels 2023, section 5] leaves open. The first listed of
    equally good actions is taken. Looking ahead costs one play per legal action; these count as forward-model calls.
    """

    ranges = {"epsilon": (0, 1)}

    epsilon: float = 0.25  # chance of a uniformly random action instead; 1: always random, 0: never
    limit: int = 200  # plays after which the playout is cut off; 0 evaluates the leaf itself
    judge: bool = False  # a playout cut off is worth: False: half a win to each; True: the heuristic's estimate

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
    """The action after which the heuristic is best for `player`."""
    best, top = 0, -math.inf
    for i in range(game.legal(state, memory.scratch)):
        worth = look_ahead(game, state, memory.scratch[i], player, memory)
        if worth > top:
            best, top = memory.scratch[i], worth
    return best
