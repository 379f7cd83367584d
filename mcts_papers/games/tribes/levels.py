"""The map generator. A seed and the tribes determine the map.

It uses Java's linear congruential generator [java.util.Random], so that the published seeds give the published maps.
The functions write into the state's tiles. They follow the steps of the original, including its mistakes.
"""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.scratch import local_record

from . import tables as t
from .java_random import next_below, next_double, seed_java
from .state import TILES, TRIBES_MOST, around, column_of, distance, inside, row_of, tile_at, tiles_of

LAND = 0.5  # share of land before smoothing
SMOOTHING, RELIEF = 3, 4
(F_FOREST, F_MOUNTAIN, F_ORE, F_FRUIT, F_CROPS, F_ANIMAL, F_FISH, F_WHALES) = range(8)
BASE = np.array([0.4, 0.15, 0.5, 0.5, 0.5, 0.5, 0.5, 0.4])
FACTOR = np.array([  # factors of each tribe; the last row is for land without an owner
    [1.0, 1.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0, 1.5, 0.1, 2.0, 1.0, 1.0],
    [0.1, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
])
CAPITAL_MARGIN = 2  # capitals keep this distance from the border
TILES_PER_RUIN, RUINS_PER_SUNKEN = 40, 3
START_SUPPLY = 2  # minimum of its main resource around the capital of some tribes

# the neighbours of a tile in the order of the original, and its four sides
RING_ROW = np.array([-1, -1, 1, 1, 1, 0, -1, 0], np.int64)
RING_COLUMN = np.array([-1, 0, 1, 0, -1, -1, 1, 1], np.int64)
CROSS_ROW = np.array([0, 0, -1, 1], np.int64)
CROSS_COLUMN = np.array([-1, 1, 0, 0], np.int64)


new_draft = local_record([
    ("random", np.int64, (2,)),  # the generator: high and low half
    ("land", np.int8, (TILES,)),
    ("settler", np.int8, (TILES,)),  # the tribe that owns the land
    ("done", np.int8, (TILES,)),
    ("value", np.int8, (TILES,)),  # the value of a tile for villages, see `value_sites`
    ("active", np.int16, (TRIBES_MOST, TILES)),
    ("count", np.int16, (TRIBES_MOST,)),
    ("list", np.int16, (TILES,)),
    ("capital", np.int16, (TRIBES_MOST,)),
])


def tile_number(size, cell):
    """Return the tile of a cell; cells are numbered row by row."""
    return tile_at(cell // size, cell % size)


@unit
def generate(size, players, kinds, seed, state, draft) -> None:
    """Write terrain and resources of a map into the state, and the capitals' tiles into `draft.capital`.

    `kinds` are the tribes; `draft.capital` has their capitals in the same order.
    """
    seed_java(draft, seed)
    for tile in range(TILES):
        state.terrain[tile] = t.DEEP
        state.resource[tile] = t.NO_RESOURCE
        draft.settler[tile] = TRIBES_MOST
        draft.done[tile] = 0
    raise_land(size, state, draft)
    place_capitals(size, players, state, draft)
    settle(size, players, kinds, state, draft)
    cover_land(size, state, draft)
    value_sites(size, players, state, draft)
    add_resources(size, state, draft)
    add_ruins(size, state, draft)
    supply_capitals(size, players, kinds, state, draft)


@unit
def raise_land(size, state, draft) -> None:
    """Make random land, smoothed into islands."""
    cells = size * size
    done = 0
    while done < cells * LAND:
        tile = tile_number(size, next_below(draft, cells))
        if state.terrain[tile] == t.DEEP:
            done += 1
            state.terrain[tile] = t.PLAIN
    for tile in range(TILES):
        draft.land[tile] = 0
    limit = (0.5 + RELIEF) / 9
    for _ in range(SMOOTHING):
        for cell in range(cells):
            tile = tile_number(size, cell)
            water = 1 if state.terrain[tile] == t.DEEP else 0
            around = 1
            for i in range(8):
                row = row_of(tile) + RING_ROW[i]
                column = column_of(tile) + RING_COLUMN[i]
                if inside(size, row, column):
                    around += 1
                    if state.terrain[tile_at(row, column)] == t.DEEP:
                        water += 1
            if water / around <= limit:
                draft.land[tile] = 1
        for cell in range(cells):
            tile = tile_number(size, cell)
            state.terrain[tile] = t.PLAIN if draft.land[tile] else t.DEEP


@unit
def place_capitals(size, players, state, draft) -> None:
    """Place capitals far from each other. Equally distant tiles are in the order of a Java hash table."""
    candidates = 0
    for row in range(CAPITAL_MARGIN, size - CAPITAL_MARGIN):
        for column in range(CAPITAL_MARGIN, size - CAPITAL_MARGIN):
            if state.terrain[tile_at(row, column)] == t.PLAIN:
                candidates += 1
    table = 16
    while candidates > table * 3 // 4:
        table *= 2
    for tribe in range(players):
        best = -1
        n = 0
        for again in range(2):  # first count the best tiles, then take a random one
            left = next_below(draft, n) if again else 0
            for bucket in range(table):
                for cell in range(bucket, size * size, table):
                    tile = tile_number(size, cell)
                    if not inside(size - 2 * CAPITAL_MARGIN, row_of(tile) - 2, column_of(tile) - 2):
                        continue
                    if state.terrain[tile] != t.PLAIN:
                        continue
                    value = size
                    for other in range(tribe):
                        value = min(value, distance(tile, int(draft.capital[other])))
                    if not again:
                        if value > best:
                            best = value
                            n = 0
                        if value == best:
                            n += 1
                    elif value == best:
                        if left == 0:
                            draft.capital[tribe] = tile
                            state.terrain[tile] = t.CITY
                        left -= 1


@unit
def settle(size, players, kinds, state, draft) -> None:
    """Divide the map among the tribes, which spread in turns from their capitals."""
    done = players
    for tribe in range(players):
        draft.active[tribe, 0] = draft.capital[tribe]
        draft.count[tribe] = 1
        draft.done[int(draft.capital[tribe])] = 1
    while done < size * size:
        for tribe in range(players):
            if draft.count[tribe] == 0:
                continue
            at = next_below(draft, int(draft.count[tribe]))
            tile = int(draft.active[tribe, at])
            n = neighbours_left(size, state, draft, tile, True)
            if n == 0:
                n = neighbours_left(size, state, draft, tile, False)
            if n == 0:
                draft.count[tribe] -= 1
                for i in range(at, int(draft.count[tribe])):
                    draft.active[tribe, i] = draft.active[tribe, i + 1]
                continue
            chosen = int(draft.list[next_below(draft, n)])
            draft.settler[chosen] = kinds[tribe]
            draft.done[chosen] = 1
            draft.active[tribe, int(draft.count[tribe])] = chosen
            draft.count[tribe] += 1
            done += 1


def neighbours_left(size, state, draft, tile, land):
    """List the neighbours without an owner and return their number. With `land`, leave out deep water."""
    n = 0
    for i in range(8):
        row = row_of(tile) + RING_ROW[i]
        column = column_of(tile) + RING_COLUMN[i]
        if not inside(size, row, column):
            continue
        near = tile_at(row, column)
        if not draft.done[near] and not (land and state.terrain[near] == t.DEEP):
            draft.list[n] = near
            n += 1
    return n


def chance(draft, tile, what):
    """Return the probability of something on a tile: its base rate times the factor of the tribe that owns the tile."""
    return BASE[what] * FACTOR[int(draft.settler[tile]), what]


@unit
def cover_land(size, state, draft) -> None:
    """Add forests and mountains."""
    for cell in range(size * size):
        tile = tile_number(size, cell)
        if state.terrain[tile] != t.PLAIN:
            continue
        drawn = next_double(draft)
        if drawn < chance(draft, tile, F_FOREST):
            state.terrain[tile] = t.FOREST
        elif drawn > 1 - chance(draft, tile, F_MOUNTAIN):
            state.terrain[tile] = t.MOUNTAIN


def raise_value(size, draft, tile, radius, value):
    """Raise the value of tiles at exactly this distance to at least `value`."""
    for near in around(size, tile, radius):
        if distance(tile, near) == radius and draft.value[near] < value:
            draft.value[near] = value


@unit
def value_sites(size, players, state, draft) -> None:
    """Make shores shallow and spread villages: value 3 is a village, 2 and 1 are tiles at distance 1 and 2."""
    for row in range(size):
        for column in range(size):
            tile = tile_at(row, column)
            barren = state.terrain[tile] == t.DEEP or state.terrain[tile] == t.MOUNTAIN
            border = row == 0 or column == 0 or row == size - 1 or column == size - 1
            draft.value[tile] = -1 if barren or border else 0
    erode(size, state)
    for tribe in range(players):
        mark_site(size, draft, int(draft.capital[tribe]))
    for tile in tiles_of(size):
        if draft.value[tile] == 0:
            mark_site(size, draft, tile)


def mark_site(size, draft, tile):
    draft.value[tile] = 3
    raise_value(size, draft, tile, 1, 2)
    raise_value(size, draft, tile, 2, 1)


def erode(size, state):
    """For each tile of deep water, turn the first land tile among its four neighbours into shallow water."""
    for row in range(size):
        for column in range(size):
            if state.terrain[tile_at(row, column)] != t.DEEP:
                continue
            for i in range(4):
                if inside(size, row + CROSS_ROW[i], column + CROSS_COLUMN[i]):
                    side = tile_at(row + CROSS_ROW[i], column + CROSS_COLUMN[i])
                    terrain = int(state.terrain[side])
                    if terrain == t.PLAIN or terrain == t.FOREST or terrain == t.MOUNTAIN:
                        state.terrain[side] = t.SHALLOW
                        break


def occurs(draft, tile, probability):
    """Return True with the given probability beside a village, with a third of it at distance 2, else return False."""
    value = int(draft.value[tile])
    if value == 2:
        return next_double(draft) < probability
    if value == 1:
        return next_double(draft) < probability / 3
    return False


@unit
def add_resources(size, state, draft) -> None:
    """Add villages and resources."""
    for cell in range(size * size):
        tile = tile_number(size, cell)
        terrain = int(state.terrain[tile])
        if terrain == t.CITY:
            continue
        if draft.value[tile] == 3 and (terrain == t.PLAIN or terrain == t.FOREST):
            state.terrain[tile] = t.VILLAGE
        elif terrain == t.PLAIN:
            fruit = chance(draft, tile, F_FRUIT)
            crops = chance(draft, tile, F_CROPS)
            if occurs(draft, tile, fruit * (1 - crops / 2)):
                state.resource[tile] = t.FRUIT
            elif occurs(draft, tile, crops * (1 - fruit / 2)):
                state.resource[tile] = t.CROPS
        elif terrain == t.FOREST:
            if occurs(draft, tile, chance(draft, tile, F_ANIMAL)):
                state.resource[tile] = t.ANIMAL
        elif terrain == t.SHALLOW:
            if occurs(draft, tile, chance(draft, tile, F_FISH)):
                state.resource[tile] = t.FISH
        elif terrain == t.DEEP:
            if occurs(draft, tile, chance(draft, tile, F_WHALES)):
                state.resource[tile] = t.WHALES
        elif occurs(draft, tile, chance(draft, tile, F_ORE)):
            state.resource[tile] = t.ORE


@unit
def add_ruins(size, state, draft) -> None:
    """Add ruins far from villages. As in the original, a mistake then marks tiles near the upper left corner."""
    wanted = int(size * size / TILES_PER_RUIN + 0.5)
    sunken = int(wanted / RUINS_PER_SUNKEN + 0.5)
    placed = 0
    wet = 0
    while placed < wanted:
        n = 0
        for cell in range(size * size):
            tile = tile_number(size, cell)
            if draft.value[tile] <= 1:
                draft.list[n] = tile
                n += 1
        tile = int(draft.list[next_below(draft, n)])
        terrain = int(state.terrain[tile])
        if terrain == t.SHALLOW or (terrain == t.DEEP and wet >= sunken):
            continue
        state.resource[tile] = t.RUINS
        if terrain == t.DEEP:
            wet += 1
        placed += 1
        mark_slip(size, draft, int(draft.value[tile]))


def mark_slip(size, draft, cell):
    """Raise the values around a cell of the first row to 2. Cell -1 is left of the map.

    The original program does this by mistake.
    """
    for i in range(8):
        if inside(size, RING_ROW[i], cell + RING_COLUMN[i]):
            near = tile_at(RING_ROW[i], cell + RING_COLUMN[i])
            if draft.value[near] < 2:
                draft.value[near] = 2


@unit
def supply_capitals(size, players, kinds, state, draft) -> None:
    """Add fruit or animals around the capitals of two kinds of tribes."""
    for tribe in range(players):
        kind = kinds[tribe]
        if kind != t.IMPERIUS and kind != t.BARDUR:
            continue
        terrain = t.PLAIN if kind == t.IMPERIUS else t.FOREST
        resource = t.FRUIT if kind == t.IMPERIUS else t.ANIMAL
        centre = int(draft.capital[tribe])
        while count_around(centre, resource, state) < START_SUPPLY:
            i = next_below(draft, 8)
            row = row_of(centre) + RING_ROW[i]
            column = column_of(centre) + RING_COLUMN[i]
            state.terrain[tile_at(row, column)] = terrain
            state.resource[tile_at(row, column)] = resource
            for j in range(4):
                if inside(size, row + CROSS_ROW[j], column + CROSS_COLUMN[j]):
                    side = tile_at(row + CROSS_ROW[j], column + CROSS_COLUMN[j])
                    if state.terrain[side] == t.DEEP:
                        state.terrain[side] = t.SHALLOW


def count_around(centre, resource, state):
    n = 0
    for i in range(8):
        if state.resource[tile_at(row_of(centre) + RING_ROW[i], column_of(centre) + RING_COLUMN[i])] == resource:
            n += 1
    return n
