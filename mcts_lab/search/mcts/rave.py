"""Playouts that leave out what went badly before, wherever in a game it was played.

After "playout pruning with RAVE" [Dugueperoux, Mazyad, Teytaud & Dehos 2016], which takes the statistics of rapid
action value estimation ("all moves as first") to prune decisions of playouts.
"""

from __future__ import annotations

from ...engine.generic import helper
from ...game import random_action
from .needs import no_end
from .policies import MeansOfActions


class RavePlayout(MeansOfActions):
    """Random play to the end without poor actions: those whose mean reward, over all playouts in which the same player
    played them at any time, is below `share` of the mean of all their actions.

    share: from 0 to 1; 0 switches it off. patience: times that an action must have been played to be judged, at least
    1. tries: how often another action is drawn in place of a poor one, at least 1; then the last one is played.
    """

    ranges = {"share": (0, 1), "patience": (1, None), "tries": (1, None)}

    share: float = 0.8
    patience: int = 10
    tries: int = 3

    def problem(self, game, facts, method):
        return no_end(facts)

    def policy(self, game, state, player, before, memory):
        return informed_action(self, game, state, player, memory)


@helper
def informed_action(rule, game, state, player, memory):
    """A random action that is not poor, as far as one turns up."""
    action = random_action(game, state, memory.rng, memory.scratch)
    left = rule.tries
    while left > 0 and is_poor(rule, player, action, memory):
        action = random_action(game, state, memory.rng, memory.scratch)
        left -= 1
    return action


@helper
def is_poor(rule, player, action, memory):
    """Whether the player's mean with `action` is well below the mean with all."""
    amaf = memory.of(rule).amaf
    everything = amaf.shape[2] - 1
    times = amaf[1, player, action]
    if times < rule.patience:
        return False
    mean = amaf[0, player, everything] / amaf[1, player, everything]
    return amaf[0, player, action] / times < rule.share * mean
