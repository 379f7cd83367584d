"""What hand-written rules and the state value tell a search about Tribes."""

from __future__ import annotations

from ...engine.arithmetic import exp
from ...game import JOINS, advice, advised_against, group, heuristic, minor, rule_action
from . import state as s
from .rule_player import BEST, best_rated, rate
from .rules import Tribes
from .state import NONE
from .tables import CITY, RUINS, VILLAGE, WIN
from .value import judgement, standing

DECISIVE = 100.0  # a lead in standing that multiplies the odds of winning by e


@heuristic.register(Tribes)
def tribes_heuristic(game, state, player):
    """The chance of winning, estimated from the standings of all tribes by a logistic rule; in a search's game
    `judgement`."""
    if game.viewer != NONE:
        return judgement(game, state, player)
    if state.over:
        return 1.0 if state.outcome[player] == WIN else 0.0
    own = standing(game, state, player)
    total = 0.0
    for tribe in range(game.players):
        lead = (standing(game, state, tribe) - own) / DECISIVE
        total += exp(min(max(lead, -50.0), 50.0))
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


CITY_ACTIONS, TRIBE_ACTIONS, UNIT_ACTIONS = range(3)  # groups


@group.register(Tribes)
def tribes_group(game, state, action):
    """What cities, the tribe or units do; destroying is in no group, and the end of the turn only goes along."""
    block = action >> 8
    if block == s.DESTROY:
        return -1
    if block == s.END_TURN:
        return TRIBE_ACTIONS + JOINS
    if block == s.RESEARCH or block == s.ROAD:
        return TRIBE_ACTIONS
    if block < s.GATHER or s.CAPTURE <= block < s.LEVEL_UP:
        return UNIT_ACTIONS
    return CITY_ACTIONS


@minor.register(Tribes)
def tribes_minor(game, state, action):
    """Moves that end neither on ruins nor in a city."""
    if action >> 8 >= s.ATTACK:
        return False
    tile = action & 255
    if state.resource[tile] == RUINS or state.terrain[tile] == CITY:
        return False
    return not (game.spare_villages and state.terrain[tile] == VILLAGE)


@rule_action.register(Tribes)
def tribes_rule_action(game, state, rng, scratch):
    return best_rated(game, state, rng, scratch)
