"""Where units can go.

The search expands each tile once, at its final cost, lowest first. The rule is not monotone: a unit whose costs add up
to exactly its allowance stops, but one that is slightly above it may still follow a road.
"""

from __future__ import annotations

import numpy as np

from ...engine.generic import helper, unit
from ...engine.scratch import local_record
from .networks import is_road
from .state import NONE, TILES, column_of, knows, owner_tribe, row_of, tile_at
from .tables import (
    AFLOAT,
    CITY,
    CLIMBING,
    FOREST,
    MIND_BENDER,
    MOUNTAIN,
    MOVES,
    NAVIGATION,
    PORT,
    SAILING,
    SHALLOW,
    WATER,
)

STEP = 64  # costs are counted in such parts of one step, which makes all of them whole numbers
ROAD_STEP = STEP // 2
FAR = 32767  # cost of a tile not reached
BLOCKED = -1

# scratch space of the search
new_paths = local_record([
    ("danger", np.int8, (TILES,)),  # 1: an enemy unit is on the tile or beside it
    ("cost", np.int16, (TILES,)),
    ("found", np.int16, (TILES,)),  # tiles where the unit may stop
    ("queue", np.int16, (8 * TILES,)),  # tiles to expand, and at what cost
    ("at_cost", np.int16, (8 * TILES,)),
])


@unit
def mark_danger(game, state, tribe, paths):
    """Mark the tiles within one step of another tribe's units: whoever enters them stops."""
    for tile in range(TILES):
        paths.danger[tile] = 0
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] == NONE or state.unit_tribe[slot] == tribe:
            continue
        tile = int(state.unit_tile[slot])
        if state.unit_at[tile] != slot:
            continue
        row = row_of(tile)
        column = column_of(tile)
        for i in range(max(row - 1, 0), min(row + 2, game.size)):
            for j in range(max(column - 1, 0), min(column + 2, game.size)):
                paths.danger[tile_at(i, j)] = 1


@helper
def paved(state, tile):
    """Whether roads lead on through the tile."""
    return state.terrain[tile] == CITY or is_road(state, tile)


@helper
def entry_cost(state, tile, kind, tribe, fill):
    """What entering a tile costs, roads and enemies apart; `fill` is all that is left, BLOCKED is not at all."""
    terrain = int(state.terrain[tile])
    visitor = int(state.unit_at[tile])
    if visitor != NONE and state.unit_tribe[visitor] != tribe:
        return BLOCKED
    if WATER[terrain]:
        if not knows(state, tribe, SAILING if terrain == SHALLOW else NAVIGATION):
            return BLOCKED
        if AFLOAT[kind]:
            return STEP
        return fill if state.building[tile] == PORT else BLOCKED
    if terrain == MOUNTAIN and not knows(state, tribe, CLIMBING):
        return BLOCKED
    if kind == MIND_BENDER and terrain == CITY and owner_tribe(state, tile) != tribe:
        return BLOCKED
    if AFLOAT[kind] or terrain == FOREST or terrain == MOUNTAIN:
        return fill
    return STEP


@unit
def reach(game, state, slot, paths):
    """Write the tiles that a unit can move to into `paths.found` and return their number.

    `paths.danger` must have been marked.
    """
    kind = int(state.unit_kind[slot])
    tribe = int(state.unit_tribe[slot])
    allowance = STEP * int(MOVES[kind])
    start = int(state.unit_tile[slot])
    for tile in range(TILES):
        paths.cost[tile] = FAR
    paths.cost[start] = 0
    paths.queue[0] = start
    paths.at_cost[0] = 0
    waiting = 1
    found = 0
    while waiting > 0:
        at = 0
        for i in range(1, waiting):
            if paths.at_cost[i] < paths.at_cost[at]:
                at = i
        tile = int(paths.queue[at])
        cost = int(paths.at_cost[at])
        waiting -= 1
        paths.queue[at] = paths.queue[waiting]
        paths.at_cost[at] = paths.at_cost[waiting]
        if cost != paths.cost[tile]:  # reached more cheaply since
            continue
        fill = allowance - cost if cost < allowance else allowance
        whose = owner_tribe(state, tile)
        on_road = not AFLOAT[kind] and paved(state, tile) and (whose == NONE or whose == tribe)
        row = row_of(tile)
        column = column_of(tile)
        for i in range(max(row - 1, 0), min(row + 2, game.size)):
            for j in range(max(column - 1, 0), min(column + 2, game.size)):
                near = tile_at(i, j)
                step = entry_cost(state, near, kind, tribe, fill)
                if step == BLOCKED:
                    continue
                if paths.danger[near]:
                    step = fill
                    if cost + step > allowance:
                        continue
                else:
                    if on_road and paved(state, near):
                        step = max(ROAD_STEP, step >> 1)
                    if cost + step >= allowance + STEP:
                        continue
                known = int(paths.cost[near])
                if cost + step >= known:
                    continue
                if known == FAR and state.unit_at[near] == NONE:
                    paths.found[found] = near
                    found += 1
                paths.cost[near] = cost + step
                if cost + step != allowance:
                    paths.queue[waiting] = near
                    paths.at_cost[waiting] = cost + step
                    waiting += 1
    return found
