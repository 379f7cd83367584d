"""Playouts that follow the heuristic of the paper."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...engine.generic import helper
from ...engine.light import fill
from ...engine.random import uniform
from ...game import CHANCE, TERMINAL, legal, play, sample_action, to_move
from ...search.mcts.needs import no_heuristic
from ...search.mcts.playouts import estimated_rewards, final_rewards, take_grades
from ...search.mcts.priors import look_ahead


class GreedyPlayout(NamedTuple):
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
        player = to_move(game, state)
        while plays < self.limit and player != TERMINAL:
            if player == CHANCE or (self.epsilon > 0.0 and uniform(memory.rng) < self.epsilon):
                action = sample_action(game, state, memory.rng, memory.scratch)
            else:
                action = likeliest(game, state, player, memory)
            play(game, state, action, memory.rng)
            plays += 1
            player = to_move(game, state)
        if player == TERMINAL:
            final_rewards(game, state, memory)
        elif self.judge:
            estimated_rewards(game, state, memory)
        else:
            fill(memory.rewards, 0.5)
            take_grades(game, state, memory)
        return plays


@helper
def likeliest(game, state, player, memory):
    """The action after which the heuristic is best for `player`."""
    best, top = 0, -math.inf
    for i in range(legal(game, state, memory.scratch)):
        worth = look_ahead(game, state, memory.scratch[i], player, memory)
        if worth > top:
            best, top = memory.scratch[i], worth
    return best
