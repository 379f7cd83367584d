"""The value of a state of Tribes: the difference heuristic of the original's searches."""

from mcts_lab.engine.generic import unit

from .holdings import tribe_production
from .state import NONE, owner_tribe, tiles_of
from .tables import CITY, NO_BUILDING
from .turns import count_techs

PRODUCTION_WEIGHT, TECH_WEIGHT, SCORE_WEIGHT, CITY_WEIGHT = 5.0, 4.0, 0.1, 4.0
BUILDING_WEIGHT, INVADER_WEIGHT = 5.0, 10.0  # the two features of [Hsu & Perez-Liebana 2020]
RANGE = 10_000.0  # larger than any tribe's lead
UNIT_WEIGHT, KILL_WEIGHT, LEVEL_WEIGHT = 2.0, 3.0, 2.0


@unit
def standing(game, state, player) -> float:
    """Return the weighted sum of a tribe's production, technologies, score, cities, units, kills and city levels.

    With nine features it also contains buildings, and units in other tribes' cities.
    """
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
        + (extra_standing(game, state, player) if game.features == 9 else 0.0)
    )


@unit
def extra_standing(game, state, player) -> float:
    """Return the part of the standing for buildings and for units in other tribes' cities."""
    buildings = 0
    for tile in tiles_of(game.size):
        if state.building[tile] != NO_BUILDING and owner_tribe(state, tile) == player:
            buildings += 1
    invaders = 0
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] != NONE and state.unit_tribe[slot] == player:
            tile = int(state.unit_tile[slot])
            if state.terrain[tile] == CITY and owner_tribe(state, tile) != player:
                invaders += 1
    return BUILDING_WEIGHT * buildings + INVADER_WEIGHT * invaders


@unit
def worth(game, state, player) -> float:
    """Return a player's standing minus the mean of the others, plus the number of cities connected with the capital."""
    others = 0.0
    for tribe in range(game.players):
        if tribe != player:
            others += standing(game, state, tribe)
    return standing(game, state, player) - others / (game.players - 1) + float(state.connections[player])


@unit
def judgement(game, state, player) -> float:
    """Return the worth of a state to `game.viewer`, scaled to 0 to 1; for other tribes return 1 minus this number.

    The original subtracts the worth of the state in which the decision began. This changes no decision.
    """
    share = 0.5 + worth(game, state, game.viewer) / (2.0 * RANGE)
    return share if player == game.viewer else 1.0 - share


def progress(game, before, after, player):
    """Return the value of `after` for a player whose decision began in `before`: the difference of their worths."""
    return worth(game, after, player) - worth(game, before, player)
