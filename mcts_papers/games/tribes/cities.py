"""Cities: new levels, founding, capture, and the homes of units."""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.random import below
from mcts_lab.engine.scratch import local_record

from . import tables as t
from .buildings import is_monument, is_temple, pair_up
from .holdings import (
    claim,
    credit,
    gain_stars,
    grow,
    last_of,
    lose_unit,
    make_unit,
    next_id,
    offer,
    rehome,
    remove_unit,
    step_onto,
)
from .networks import connect
from .state import CITIES, NONE, TILES, column_of, inside, row_of, tile_at, tiles_of

PUSH_ROW = np.array([0, -1, 0, 1, -1, -1, 1, 1], np.int64)
PUSH_COLUMN = np.array([1, 0, -1, 0, 1, -1, -1, 1], np.int64)

new_list = local_record([("cities", np.int8, (CITIES,)), ("tiles", np.int16, (TILES,))])


def room(state, city):
    """Return how many more units can have their home in a city."""
    return int(state.city_level[city]) + 1 - int(state.city_homes[city])


@unit
def new_city(state, tile, tribe) -> int:
    """Make a city of level 1 without land at the end of the tribe's list. Raises OverflowError without a free slot."""
    city = int(state.founded)
    if city >= CITIES:
        raise OverflowError("This game of Tribes has more cities than a state has room for. Use a smaller map.")
    state.founded = city + 1
    state.city_tile[city] = tile
    state.city_id[city] = next_id(state)
    state.city_population[city] = 0
    state.city_bonus[city] = 0
    state.city_tribe[city] = tribe
    state.city_capital[city] = 0
    state.city_level[city] = 1
    state.city_walls[city] = 0
    state.city_bound[city] = 1
    state.city_homes[city] = 0
    state.city_worth[city] = 0
    add_city(state, tribe, city)
    return city


def add_city(state, tribe, city):
    state.city_list[tribe, int(state.cities[tribe])] = city
    state.cities[tribe] += 1


def drop_city(state, tribe, city):
    n = 0
    for i in range(int(state.cities[tribe])):
        kept = int(state.city_list[tribe, i])
        if kept != city:
            state.city_list[tribe, n] = kept
            n += 1
    state.cities[tribe] = n


# ---------------------------------------------------------------------------------------------------------------------
# Levels


@unit
def level_up(game, state, city, bonus) -> None:
    """Raise the city to its next level and give it one of the level's two bonuses."""
    tribe = int(state.city_tribe[city])
    level = int(state.city_level[city]) + 1
    state.city_level[city] = level
    state.city_population[city] -= level
    credit(state, city, int(t.LEVEL_POINTS[min(level, 5)]))
    if bonus == t.WORKSHOP:
        state.city_bonus[city] += 1
    elif bonus == t.CITY_WALL:
        state.city_walls[city] = 1
    elif bonus == t.RESOURCES_BONUS:
        gain_stars(state, tribe, t.RESOURCES_STARS)
    elif bonus == t.POP_GROWTH:
        grow(state, city, tribe, t.POP_GROWTH_SIZE)
    elif bonus == t.BORDER_GROWTH:
        state.city_bound[city] += 1
        claim(game, state, city)
    elif bonus == t.PARK:
        credit(state, city, t.PARK_POINTS)
    elif bonus == t.SUPERUNIT_BONUS:
        place_superunit(game, state, int(state.city_tile[city]), tribe, city, t.SUPERUNIT)
    if level >= 5:
        offer(state, tribe, t.PARK_OF_FORTUNE)


@unit
def place_superunit(game, state, tile, tribe, home, kind) -> int:
    """Put a strong unit on a tile and push away a unit that is already there."""
    if state.unit_at[tile] != NONE:
        push(game, state, int(state.unit_at[tile]))
    return make_unit(state, kind, tile, tribe, home)


@unit
def push(game, state, slot) -> None:
    """Push a unit to the first tile around it that it can enter; without such a tile it is lost.

    A boat that finds a free tile of water counts as pushed but does not move, so two units share a tile.
    """
    tile = int(state.unit_tile[slot])
    for i in range(8):
        row = row_of(tile) + PUSH_ROW[i]
        column = column_of(tile) + PUSH_COLUMN[i]
        if not inside(game.size, row, column):
            continue
        near = tile_at(row, column)
        if state.unit_at[near] != NONE:
            continue
        if t.WATER[int(state.terrain[near])] and t.AFLOAT[int(state.unit_kind[slot])]:
            state.unit_status[slot] = t.PUSHED
            return
        boarding = t.WATER[int(state.terrain[near])]
        if step_onto(state, slot, near):
            if not boarding:
                state.unit_status[slot] = t.PUSHED
            return
    lose_unit(state, slot)


# ---------------------------------------------------------------------------------------------------------------------
# Founding and capture


@unit
def capture_village(game, state, slot, rng) -> None:
    """Turn the village under a unit into a city.

    Networks are computed twice, because at first the tile still counts as a neutral road.
    """
    tile = int(state.unit_tile[slot])
    tribe = int(state.unit_tribe[slot])
    city = new_city(state, tile, tribe)
    state.network[tile] = 1
    connect(game, state)
    claim(game, state, city)
    state.terrain[tile] = t.CITY
    state.score[tribe] += t.CITY_POINTS
    house_one(state, tribe, city, rng)
    connect(game, state)


@unit
def capture_city(game, state, slot, rng) -> None:
    """Give the city under a unit to the unit's tribe, with all the city's points.

    The new owner gets the bonuses of the city's buildings. Then the bonuses of farms, lumber huts, mines and ports
    are taken away again.
    """
    tile = int(state.unit_tile[slot])
    tribe = int(state.unit_tribe[slot])
    city = int(state.owner[tile])
    loser = int(state.city_tribe[city])
    state.score[loser] -= state.city_worth[city]
    state.score[tribe] += state.city_worth[city]
    add_city(state, tribe, city)
    state.city_tribe[city] = tribe
    scratch = new_list()
    n = list_buildings(game, state, city, scratch.tiles)
    for i in range(n):
        building = int(state.building[scratch.tiles[i]])
        pair_up(game, state, int(scratch.tiles[i]), building, 1)
        if is_temple(building):
            state.score[tribe] += t.TEMPLE_POINTS
        elif is_monument(building):
            state.score[tribe] += t.MONUMENT_POINTS
    drop_city(state, loser, city)
    for i in range(n):
        building = int(state.building[scratch.tiles[i]])
        if building == t.FARM or building == t.LUMBER_HUT or building == t.MINE or building == t.PORT:
            pair_up(game, state, int(scratch.tiles[i]), building, -1)
    turn_out(state, loser, city, rng)
    house_one(state, tribe, city, rng)
    if state.cities[loser] == 0 and not game.late_end:
        state.outcome[loser] = t.LOSS
    if state.cities[loser] == 0:
        for other in range(int(state.unit_end) - 1, -1, -1):
            if state.unit_kind[other] != NONE and state.unit_tribe[other] == loser:
                remove_unit(state, other)
    state.network[tile] = 1
    connect(game, state)


@unit
def list_buildings(game, state, city, out) -> int:
    """Write the tiles of a city's buildings into `out`, in the order of construction; return their number."""
    n = 0
    for tile in tiles_of(game.size):
        if state.owner[tile] == city and state.building[tile] != t.NO_BUILDING:
            at = n
            while at > 0 and state.built[int(out[at - 1])] > state.built[tile]:
                out[at] = out[at - 1]
                at -= 1
            out[at] = tile
            n += 1
    return n


@unit
def house_one(state, tribe, city, rng) -> None:
    """Make a new city of the tribe the home of one unit: the last unit of the capital, or else of another city."""
    capital = int(state.capital[tribe])
    if state.city_tribe[capital] == tribe and state.city_homes[capital] > 0:
        rehome(state, last_of(state, capital), city)
        return
    scratch = new_list()
    n = shuffled_cities(state, tribe, NONE, scratch.cities, rng)
    for i in range(n):
        other = int(scratch.cities[i])
        if state.city_homes[other] > 0:
            rehome(state, last_of(state, other), city)
            return


@unit
def turn_out(state, tribe, city, rng) -> None:
    """Find new homes for the units of a lost city: first in the capital, then in other cities in random order."""
    capital = int(state.capital[tribe])
    if state.city_tribe[capital] == tribe:
        fill(state, city, capital)
    if state.city_homes[city] == 0:
        return
    scratch = new_list()
    n = shuffled_cities(state, tribe, capital, scratch.cities, rng)
    for i in range(n):
        fill(state, city, int(scratch.cities[i]))
    while state.city_homes[city] > 0:
        first = NONE
        for slot in range(int(state.unit_end)):
            if state.unit_kind[slot] != NONE and state.unit_home[slot] == city:
                if first == NONE or state.unit_order[slot] < state.unit_order[first]:
                    first = slot
        rehome(state, first, NONE)


def fill(state, city, other):
    """Move units from the end of a city's home list to another city while it has room."""
    while state.city_homes[city] > 0 and room(state, other) > 0:
        rehome(state, last_of(state, city), other)


def shuffled_cities(state, tribe, without, out, rng):
    """Write the tribe's cities, except `without`, into `out` in random order; return their number."""
    n = 0
    for i in range(int(state.cities[tribe])):
        city = int(state.city_list[tribe, i])
        if city != without:
            at = below(rng, n + 1)
            out[n] = out[at]
            out[at] = city
            n += 1
    return n
