"""How much a state of Tribes is worth: the difference heuristic of the original's searches."""

from __future__ import annotations

from ...engine.generic import helper, unit
from .holdings import tribe_production
from .state import NONE
from .turns import count_techs

PRODUCTION_WEIGHT, TECH_WEIGHT, SCORE_WEIGHT, CITY_WEIGHT = 5.0, 4.0, 0.1, 4.0
UNIT_WEIGHT, KILL_WEIGHT, LEVEL_WEIGHT = 2.0, 3.0, 2.0


@unit
def standing(game, state, player) -> float:
    """The weighted sum of what a tribe has: production, technologies, score, cities, units, kills and levels."""
    levels = 0
    for i in range(int(state.cities[player])):
        levels += int(state.city_level[int(state.city_list[player, i])])
    units = 0
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] != NONE and state.unit_tribe[slot] == player:
            units += 1
    return (
        PRODUCTION_WEIGHT * tribe_production(state, player)
        + TECH_WEIGHT * count_techs(state, player)
        + SCORE_WEIGHT * state.score[player]
        + CITY_WEIGHT * state.cities[player]
        + UNIT_WEIGHT * units
        + KILL_WEIGHT * state.kills[player]
        + LEVEL_WEIGHT * levels
    )


@unit
def worth(game, state, player) -> float:
    """A player's standing less the mean of the others', plus the number of cities connected with the capital."""
    others = 0.0
    for tribe in range(game.players):
        if tribe != player:
            others += standing(game, state, tribe)
    return standing(game, state, player) - others / (game.players - 1) + float(state.connections[player])


@helper
def progress(game, before, after, player):
    """The value of `after` for a player whose decision started in `before` (section 20.2 of the searches' description).

    Both are sums of the same features, so it is the difference of their worths.
    """
    return worth(game, after, player) - worth(game, before, player)
