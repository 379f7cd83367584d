"""The tiles that units can reach.

The search expands each tile once, at its final cost, beginning with the lowest cost. The *allowance* of a unit is the
cost that it can pay in one move. A unit must stop if its cost is exactly its allowance. If its cost is higher by less
than one step, it may still go on along a road, so a path with a higher cost can reach more tiles.
"""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.scratch import local_record

from . import tables as t
from .state import NONE, TILES, column_of, knows, owner_tribe, row_of, tile_at

STEP = 64  # cost of one step; with this unit all costs are whole numbers
ROAD_STEP = STEP // 2
FAR = 32767  # cost of a tile not reached

# properties of a tile for the units of one tribe, as bits
LAND_STEP, LAND_FILL = 1, 2  # land units can enter: for the cost of a step; for the rest of their allowance
SEA_STEP, SEA_FILL = 4, 8  # the same for boats
PAVED, LEADS_ON = 16, 32  # roads lead into the tile; roads lead out of the tile
DANGER = 64  # an enemy is on the tile or beside it
TAKEN = 128  # no unit may stop there
FOREIGN_CITY = 256

# scratch space of the search
new_paths = local_record([
    ("map", np.int16, (TILES,)),  # properties of each tile, as bits
    ("cost", np.int16, (TILES,)),
    ("found", np.int16, (TILES,)),  # tiles where the unit may stop
    ("queue", np.int16, (8 * TILES,)),  # tiles to expand; `at_cost` has their costs
    ("at_cost", np.int16, (8 * TILES,)),
])


@unit
def survey(game, state, tribe, paths) -> None:
    """Write the properties of each tile for the tribe's units into `paths.map`."""
    sailing = knows(state, tribe, t.SAILING)
    navigation = knows(state, tribe, t.NAVIGATION)
    climbing = knows(state, tribe, t.CLIMBING)
    for row in range(game.size):
        for column in range(game.size):
            tile = tile_at(row, column)
            terrain = int(state.terrain[tile])
            whose = owner_tribe(state, tile)
            means = 0
            if t.WATER[terrain]:
                if sailing if terrain == t.SHALLOW else navigation:
                    means = SEA_STEP | LAND_FILL if state.building[tile] == t.PORT else SEA_STEP
            else:
                if terrain == t.FOREST or (terrain == t.MOUNTAIN and climbing):
                    means = LAND_FILL | SEA_FILL
                elif terrain != t.MOUNTAIN:
                    means = LAND_STEP | SEA_FILL
                if terrain == t.CITY or state.network[tile]:
                    means |= PAVED
                    if whose == tribe or whose == NONE:
                        means |= LEADS_ON
                    elif terrain == t.CITY:
                        means |= FOREIGN_CITY
            paths.map[tile] = means
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] == NONE or state.unit_at[int(state.unit_tile[slot])] != slot:
            continue
        tile = int(state.unit_tile[slot])
        if state.unit_tribe[slot] == tribe:
            paths.map[tile] |= TAKEN
        else:
            mark_danger(game, tile, paths)


def mark_danger(game, tile, paths):
    """Mark an enemy's tile, which no unit may enter, and the tiles around it, where units must stop."""
    row = row_of(tile)
    column = column_of(tile)
    for i in range(max(row - 1, 0), min(row + 2, game.size)):
        for j in range(max(column - 1, 0), min(column + 2, game.size)):
            paths.map[tile_at(i, j)] |= DANGER
    paths.map[tile] &= ~(LAND_STEP | LAND_FILL | SEA_STEP | SEA_FILL)


def step_aside(game, start, enters, shuns, paths):
    """Do the same as `reach` for a unit that can make only one step."""
    found = 0
    row = row_of(start)
    column = column_of(start)
    for i in range(max(row - 1, 0), min(row + 2, game.size)):
        for j in range(max(column - 1, 0), min(column + 2, game.size)):
            near = tile_at(i, j)
            means = int(paths.map[near])
            if means & enters and not means & shuns and near != start:
                paths.found[found] = near
                found += 1
    return found


@unit
def reach(game, state, slot, paths) -> int:
    """Write the tiles that a unit can move to into `paths.found` and return their number.

    `survey` must have filled `paths.map` for the unit's tribe.
    """
    kind = int(state.unit_kind[slot])
    allowance = STEP * int(t.MOVES[kind])
    steps = SEA_STEP if t.AFLOAT[kind] else LAND_STEP
    fills = SEA_FILL if t.AFLOAT[kind] else LAND_FILL
    closed = FOREIGN_CITY if kind == t.MIND_BENDER else 0
    start = int(state.unit_tile[slot])
    if allowance == STEP and not int(paths.map[start]) & LEADS_ON:  # most units can make only one step
        return step_aside(game, start, steps | fills, closed | TAKEN, paths)
    paths.cost[:] = FAR
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
        if cost != paths.cost[tile]:  # a cheaper path to the tile was found later
            continue
        fill = allowance - cost if cost < allowance else allowance
        paved = PAVED if int(paths.map[tile]) & LEADS_ON and not t.AFLOAT[kind] else 0
        row = row_of(tile)
        column = column_of(tile)
        for i in range(max(row - 1, 0), min(row + 2, game.size)):
            for j in range(max(column - 1, 0), min(column + 2, game.size)):
                near = tile_at(i, j)
                means = int(paths.map[near])
                if not means & (steps | fills) or means & closed:
                    continue
                if means & DANGER:
                    reached = cost + fill
                    if reached > allowance:
                        continue
                else:
                    step = STEP if means & steps else fill
                    reached = cost + (max(ROAD_STEP, step >> 1) if means & paved else step)
                    if reached >= allowance + STEP:
                        continue
                known = int(paths.cost[near])
                if reached >= known:
                    continue
                if known == FAR and not means & TAKEN:
                    paths.found[found] = near
                    found += 1
                paths.cost[near] = reached
                if reached != allowance:
                    paths.queue[waiting] = near
                    paths.at_cost[waiting] = reached
                    waiting += 1
    return found
