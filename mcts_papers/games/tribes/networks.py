"""Trade networks: roads and ports connect cities with the tribe's capital."""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.scratch import local_record

from .holdings import grow, offer
from .state import NONE, TILES, around, owner_tribe
from .tables import BAZAR, BAZAR_CITIES, CITY, PORT, WATER

PORT_STEPS = 4  # maximum length of a path over water between two connected ports

new_walk = local_record([
    ("reached", np.int8, (TILES,)), ("queue", np.int16, (TILES,)),
    ("steps", np.int8, (TILES,)), ("at_sea", np.int16, (TILES,)),
])


def is_road(state, tile):
    """Return whether the tile has a road: it belongs to the network and is neither water nor a city."""
    terrain = int(state.terrain[tile])
    return state.network[tile] != 0 and terrain != CITY and not WATER[terrain]


def carries(state, tile, tribe):
    """Return whether a tribe's trade can pass over the tile."""
    if not state.network[tile]:
        return False
    whose = owner_tribe(state, tile)
    if is_road(state, tile):
        return whose == tribe or whose == NONE
    return whose == tribe and (state.terrain[tile] == CITY or state.building[tile] == PORT)


@unit
def connect(game, state) -> None:
    """Compute the networks of all tribes again, in the order of their numbers."""
    for tribe in range(game.players):
        if not game.own_networks or tribe == state.turn:
            connect_tribe(game, state, tribe)


@unit
def connect_tribe(game, state, tribe) -> None:
    """Compute a tribe's network again; new and lost connections change populations."""
    capital = int(state.capital[tribe])
    if state.city_tribe[capital] != tribe:
        state.connections[tribe] = 0
        return
    if state.cities[tribe] <= 1 and state.connections[tribe] == 0:
        return
    walk = new_walk()
    trace_network(game, state, tribe, walk)
    before = int(state.connections[tribe])
    gained = 0
    kept = 0
    lost = 0
    for i in range(before):
        city = int(state.connected[tribe, i])
        if state.city_tribe[city] == tribe and walk.reached[int(state.city_tile[city])]:
            state.connected[tribe, kept] = city
            kept += 1
        else:
            grow(state, city, tribe, -1)
            lost += 1
    after = kept
    for i in range(int(state.cities[tribe])):
        city = int(state.city_list[tribe, i])
        if city == capital or not walk.reached[int(state.city_tile[city])]:
            continue
        new = True
        for j in range(kept):
            new = new and state.connected[tribe, j] != city
        if new:
            state.connected[tribe, after] = city
            after += 1
            gained += 1
            if state.turn == tribe:
                grow(state, city, tribe, 1)
    state.connections[tribe] = after
    grow(state, capital, tribe, gained - lost)
    if after >= BAZAR_CITIES:
        offer(state, tribe, BAZAR)


@unit
def trace_network(game, state, tribe, walk) -> None:
    """Mark in `walk.reached` the tiles that the tribe's trade reaches from its capital."""
    for tile in range(TILES):
        walk.reached[tile] = 0
    centre = int(state.city_tile[int(state.capital[tribe])])
    walk.reached[centre] = 1
    walk.queue[0] = centre
    done = 0
    n = 1
    while done < n:
        tile = int(walk.queue[done])
        done += 1
        for near in around(game.size, tile, 1):
            if not walk.reached[near] and carries(state, near, tribe):
                walk.reached[near] = 1
                walk.queue[n] = near
                n += 1
        if state.building[tile] == PORT:
            n = sail(game, state, tribe, tile, walk, n)


@unit
def sail(game, state, tribe, port, walk, n) -> int:
    """Add the tribe's ports within `PORT_STEPS` over water to the queue; return its new length.

    A path may not use water of another tribe.
    """
    for tile in range(TILES):
        walk.steps[tile] = -1
    walk.steps[port] = 0
    walk.at_sea[0] = port
    done = 0
    known = 1
    while done < known:
        tile = int(walk.at_sea[done])
        done += 1
        steps = int(walk.steps[tile])
        if steps > 0 and state.building[tile] == PORT and not walk.reached[tile] and carries(state, tile, tribe):
            walk.reached[tile] = 1
            walk.queue[n] = tile
            n += 1
        if steps == PORT_STEPS:
            continue
        for near in around(game.size, tile, 1):
            whose = owner_tribe(state, near)
            if walk.steps[near] < 0 and WATER[int(state.terrain[near])] and (whose == tribe or whose == NONE):
                walk.steps[near] = steps + 1
                walk.at_sea[known] = near
                known += 1
    return n
