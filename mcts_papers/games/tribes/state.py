"""The record of a Tribes game: one for all maps and numbers of tribes, and how actions are numbered.

A tile is a number ``16 * row + column``, whatever the size of the map, so neighbours are always the same distance away.
Units and cities live in slots; a slot of -1 means none. Lists whose order matters (home lists, buildings of a city)
are kept by order numbers: the list is whatever belongs to it, in ascending order.

An action is ``256 * block + rest``. Blocks name what is done and, for moves, attacks and conversions, by the unit in
which slot; the rest names the tile, the unit or the city.
"""

import numpy as np

from .tables import KINDS_OF_BUILDING, MONUMENTS, SPAWNED

STRIDE = 16  # tiles from one row to the next, and the largest size of a map
TILES = STRIDE * STRIDE
SLOTS = 192  # units
CITIES = 32  # cities are at least three tiles apart, so even the largest map holds fewer
TRIBES_MOST = 4
NONE = -1

STATE = np.dtype(
    [
        # tiles
        ("terrain", np.int8, (TILES,)),
        ("resource", np.int8, (TILES,)),
        ("network", np.int8, (TILES,)),  # 1: road, city centre or port
        ("owner", np.int8, (TILES,)),  # city slot
        ("building", np.int8, (TILES,)),
        ("temple", np.int8, (TILES,)),  # level of the temple there
        ("growth", np.int8, (TILES,)),  # own turns until it grows
        ("built", np.int16, (TILES,)),  # order number of the building
        ("unit_at", np.int16, (TILES,)),  # slot of the unit that the tile shows
        # units
        ("unit_kind", np.int8, (SLOTS,)),  # NONE: the slot is free
        ("unit_tribe", np.int8, (SLOTS,)),
        ("unit_home", np.int8, (SLOTS,)),  # city slot; NONE: an extra unit
        ("unit_hp", np.int8, (SLOTS,)),
        ("unit_most", np.int8, (SLOTS,)),  # hit points when unhurt
        ("unit_veteran", np.int8, (SLOTS,)),
        ("unit_status", np.int8, (SLOTS,)),
        ("unit_base", np.int8, (SLOTS,)),  # of a boat: the kind of land unit aboard
        ("unit_tile", np.int16, (SLOTS,)),
        ("unit_kills", np.int16, (SLOTS,)),
        ("unit_order", np.int16, (SLOTS,)),  # place in the home list, or among the extra units
        ("unit_id", np.int16, (SLOTS,)),
        # cities
        ("city_tile", np.int16, (CITIES,)),
        ("city_id", np.int16, (CITIES,)),
        ("city_population", np.int16, (CITIES,)),
        ("city_bonus", np.int16, (CITIES,)),  # production besides that of the level
        ("city_tribe", np.int8, (CITIES,)),
        ("city_capital", np.int8, (CITIES,)),
        ("city_level", np.int8, (CITIES,)),
        ("city_walls", np.int8, (CITIES,)),
        ("city_bound", np.int8, (CITIES,)),  # radius of the borders
        ("city_homes", np.int8, (CITIES,)),  # units whose home it is
        ("city_worth", np.int32, (CITIES,)),  # points that go with it when it is captured
        # tribes
        ("kind", np.int8, (TRIBES_MOST,)),
        ("stars", np.int32, (TRIBES_MOST,)),
        ("score", np.int32, (TRIBES_MOST,)),
        ("kills", np.int32, (TRIBES_MOST,)),
        ("techs", np.int32, (TRIBES_MOST,)),  # a set, as bits
        ("pacifist", np.int16, (TRIBES_MOST,)),  # own turns without an attack
        ("all_techs", np.int8, (TRIBES_MOST,)),
        ("capital", np.int8, (TRIBES_MOST,)),
        ("outcome", np.int8, (TRIBES_MOST,)),  # INCOMPLETE, WIN or LOSS
        ("cities", np.int8, (TRIBES_MOST,)),  # how many
        ("connections", np.int8, (TRIBES_MOST,)),  # cities connected with the capital
        ("city_list", np.int8, (TRIBES_MOST, CITIES)),
        ("connected", np.int8, (TRIBES_MOST, CITIES)),
        ("monument", np.int8, (TRIBES_MOST, MONUMENTS)),
        # the game
        ("tick", np.int16),
        ("turn", np.int8),  # the tribe to move
        ("over", np.int8),
        ("founded", np.int8),  # city slots in use
        ("unit_end", np.int16),  # no unit lives in this slot or a later one
        ("next_id", np.int16),
        ("next_order", np.int16),
    ],
    align=True,
)

# ---------------------------------------------------------------------------------------------------------------------
# Actions

MOVE, ATTACK, CONVERT = 0, SLOTS, 2 * SLOTS  # + slot; the rest is the tile
GATHER = 3 * SLOTS  # the rest is a tile, up to BUILD
ROAD, CLEAR_FOREST, BURN_FOREST, GROW_FOREST, DESTROY, BUILD = range(GATHER + 1, GATHER + 7)  # BUILD + building
CAPTURE = BUILD + KINDS_OF_BUILDING  # the rest is a unit, up to UPGRADE
DISBAND, EXAMINE, HEAL, VETERAN, RECOVER, UPGRADE = range(CAPTURE + 1, CAPTURE + 7)
LEVEL_UP = UPGRADE + 1  # the rest is 32 * bonus + city
SPAWN = LEVEL_UP + 1  # 32 * kind + city
RESEARCH = SPAWN + 1  # the technology
END_TURN = RESEARCH + 1
BLOCKS = END_TURN + 1
ACTIONS = 256 * BLOCKS
PASS = 256 * END_TURN  # the action that ends the turn

assert SPAWNED * CITIES <= 256 and SLOTS <= 256


def encode(block, rest):
    """The number of an action."""
    return block * 256 + rest


def tile_at(row, column):
    return row * STRIDE + column


def row_of(tile):
    return tile >> 4


def column_of(tile):
    return tile & 15


def distance(one, other):
    """Chebyshev distance of two tiles: king's moves."""
    return max(abs(row_of(one) - row_of(other)), abs(column_of(one) - column_of(other)))


def tiles_of(size):
    """All tiles of a map, row by row."""
    for row in range(size):
        for column in range(size):
            yield tile_at(row, column)


def around(size, tile, radius):
    """The tiles of a map within this distance of a tile, itself among them, row by row."""
    row, column = row_of(tile), column_of(tile)
    for i in range(max(row - radius, 0), min(row + radius + 1, size)):
        for j in range(max(column - radius, 0), min(column + radius + 1, size)):
            yield tile_at(i, j)


def inside(size, row, column):
    return row >= 0 and column >= 0 and row < size and column < size


def knows(state, tribe, tech):
    """Return whether the tribe has the technology."""
    return (int(state.techs[tribe]) >> tech) & 1 != 0


def owner_tribe(state, tile):
    """The tribe whose city owns the tile, or NONE."""
    city = int(state.owner[tile])
    return int(state.city_tribe[city]) if city != NONE else NONE
