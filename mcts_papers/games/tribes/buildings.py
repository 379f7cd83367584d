"""Construction and destruction of buildings, and the bonuses that neighbouring buildings give each other."""

from mcts_lab.engine.generic import unit

from . import tables as t
from .holdings import grow, next_order
from .networks import connect
from .state import NONE, around


def is_temple(building):
    return building >= t.TEMPLE and building <= t.FOREST_TEMPLE


def is_monument(building):
    return building >= t.FIRST_MONUMENT


def feeds(building):
    """Return whether a pair with this building gets the bonus of the partner, for example of a windmill beside a farm.

    A pair with another building gets the bonus of that building.
    """
    return building == t.FARM or building == t.LUMBER_HUT or building == t.MINE


@unit
def pair_up(game, state, tile, building, sign) -> None:
    """Add (sign 1) or remove (sign -1) the bonuses between a building on `tile` and its partners beside it.

    Neighbours are visited row by row. If a partner belongs to another city of the same tribe, that city gets this
    bonus and all following bonuses. If a partner belongs to another tribe, the function returns at once.
    """
    partner = int(t.PARTNER[building])
    if partner == t.NO_BUILDING:
        return
    city = int(state.owner[tile])
    tribe = int(state.city_tribe[city])
    amount = sign * int(t.PAIR_BONUS[partner if feeds(building) else building])
    recipient = city
    for near in around(game.size, tile, 1):
        if near == tile or state.building[near] != partner:
            continue
        other = int(state.owner[near])
        if other != city:
            if other == NONE or state.city_tribe[other] != tribe:
                return
            recipient = other
        if building == t.PORT or building == t.CUSTOMS_HOUSE:
            state.city_bonus[recipient] = max(0, int(state.city_bonus[recipient]) + amount)
        else:
            grow(state, recipient, tribe, amount)


@unit
def build(game, state, tile, building) -> None:
    """Construct a building and pay for it."""
    city = int(state.owner[tile])
    tribe = int(state.city_tribe[city])
    state.stars[tribe] -= t.BUILDING_COST[building]
    if building == t.LUMBER_HUT:
        state.terrain[tile] = t.PLAIN
    state.resource[tile] = t.NO_RESOURCE
    state.building[tile] = building
    state.built[tile] = next_order(state)
    if t.BUILDING_POPULATION[building]:
        grow(state, city, tribe, int(t.BUILDING_POPULATION[building]))
    pair_up(game, state, tile, building, 1)
    if is_temple(building):
        state.temple[tile] = 1
        state.growth[tile] = t.TEMPLE_TURNS
        state.score[tribe] += t.TEMPLE_POINTS
    elif is_monument(building):
        state.monument[tribe, building - t.FIRST_MONUMENT] = t.BUILT
        state.score[tribe] += t.MONUMENT_POINTS
    elif building == t.PORT:
        state.network[tile] = 1
        connect(game, state)


@unit
def destroy(game, state, tile) -> None:
    """Destroy a building. The original program has a mistake that is kept: a temple's points are added, not removed."""
    building = int(state.building[tile])
    city = int(state.owner[tile])
    tribe = int(state.city_tribe[city])
    state.building[tile] = t.NO_BUILDING
    if t.BUILDING_POPULATION[building]:
        grow(state, city, tribe, -int(t.BUILDING_POPULATION[building]))
    pair_up(game, state, tile, building, -1)
    if is_temple(building):
        state.score[tribe] += t.TEMPLE_TOTAL[int(state.temple[tile])]
        state.temple[tile] = 0
        state.growth[tile] = 0
    elif is_monument(building):
        state.score[tribe] -= t.MONUMENT_POINTS
    elif building == t.PORT:
        state.network[tile] = 0
        connect(game, state)
