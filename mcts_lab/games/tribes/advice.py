"""What hand-written rules and the state value tell a search about Tribes."""

from __future__ import annotations

import math

from ...game import advice, advised_against, heuristic, rule_action
from . import state as s
from .rule_player import BEST, best_rated, rate
from .rules import Tribes
from .tables import WIN
from .value import standing

DECISIVE = 100.0  # a lead in standing that multiplies the odds of winning by e


@heuristic.register(Tribes)
def tribes_heuristic(game, state, player):
    """The chance of winning, estimated from the standings of all tribes by a logistic rule."""
    if state.over:
        return 1.0 if state.outcome[player] == WIN else 0.0
    own = standing(game, state, player)
    total = 0.0
    for tribe in range(game.players):
        lead = (standing(game, state, tribe) - own) / DECISIVE
        total += math.exp(min(max(lead, -50.0), 50.0))
    return 1.0 / total


@advice.register(Tribes)
def tribes_advice(game, state, action):
    """The rule-based player's rating, from 0 to 1."""
    return max(rate(game, state, action), 0) / BEST


@advised_against.register(Tribes)
def tribes_advised_against(game, state, action):
    """Tearing down buildings and disbanding units."""
    block = action >> 8
    return block == s.DESTROY or block == s.DISBAND


@rule_action.register(Tribes)
def tribes_rule_action(game, state, rng, scratch):
    return best_rated(game, state, rng, scratch)
