"""The record of a Tribes game, the same for all maps and numbers of tribes, and the numbers of actions.

A tile has the number ``16 * row + column`` on maps of all sizes, so the numbers of two neighbouring tiles always
differ by the same amount. Units and cities have slots; slot -1 means none. If the order of a list matters (units or
buildings of a city), each member stores an order number, and the list is in ascending order.

An action is ``256 * block + rest``. The block is the kind of action; for moves, attacks and conversions it also
contains the slot of the unit. The rest is the tile, the unit or the city.
"""

import numpy as np

from .tables import KINDS_OF_BUILDING, MONUMENTS, SPAWNED

STRIDE = 16  # difference between tiles in neighbouring rows, and maximum size of a map
TILES = STRIDE * STRIDE
SLOTS = 192  # maximum number of units
CITIES = 32  # more than the largest map can have, because cities are at least three tiles apart
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
        ("temple", np.int8, (TILES,)),  # level of the temple
        ("growth", np.int8, (TILES,)),  # the tribe's turns until the temple grows
        ("built", np.int16, (TILES,)),  # order number of the building
        ("unit_at", np.int16, (TILES,)),  # slot of the unit that the tile shows
        # units
        ("unit_kind", np.int8, (SLOTS,)),  # NONE: the slot is free
        ("unit_tribe", np.int8, (SLOTS,)),
        ("unit_home", np.int8, (SLOTS,)),  # city slot; NONE: an extra unit
        ("unit_hp", np.int8, (SLOTS,)),
        ("unit_most", np.int8, (SLOTS,)),  # maximum of hit points
        ("unit_veteran", np.int8, (SLOTS,)),
        ("unit_status", np.int8, (SLOTS,)),
        ("unit_base", np.int8, (SLOTS,)),  # for a boat: the kind of its land unit
        ("unit_tile", np.int16, (SLOTS,)),
        ("unit_kills", np.int16, (SLOTS,)),
        ("unit_order", np.int16, (SLOTS,)),  # order number in the home list, or among the extra units
        ("unit_id", np.int16, (SLOTS,)),
        # cities
        ("city_tile", np.int16, (CITIES,)),
        ("city_id", np.int16, (CITIES,)),
        ("city_population", np.int16, (CITIES,)),
        ("city_bonus", np.int16, (CITIES,)),  # production in addition to its level
        ("city_tribe", np.int8, (CITIES,)),
        ("city_capital", np.int8, (CITIES,)),
        ("city_level", np.int8, (CITIES,)),
        ("city_walls", np.int8, (CITIES,)),
        ("city_bound", np.int8, (CITIES,)),  # radius of the borders
        ("city_homes", np.int8, (CITIES,)),  # number of units with their home in the city
        ("city_worth", np.int32, (CITIES,)),  # points that a conqueror takes over
        # tribes
        ("kind", np.int8, (TRIBES_MOST,)),
        ("stars", np.int32, (TRIBES_MOST,)),
        ("score", np.int32, (TRIBES_MOST,)),
        ("kills", np.int32, (TRIBES_MOST,)),
        ("techs", np.int32, (TRIBES_MOST,)),  # bit set of technologies
        ("pacifist", np.int16, (TRIBES_MOST,)),  # the tribe's turns without an attack
        ("all_techs", np.int8, (TRIBES_MOST,)),
        ("capital", np.int8, (TRIBES_MOST,)),
        ("outcome", np.int8, (TRIBES_MOST,)),  # INCOMPLETE, WIN or LOSS
        ("cities", np.int8, (TRIBES_MOST,)),  # number of cities
        ("connections", np.int8, (TRIBES_MOST,)),  # number of cities connected with the capital
        ("city_list", np.int8, (TRIBES_MOST, CITIES)),
        ("connected", np.int8, (TRIBES_MOST, CITIES)),
        ("monument", np.int8, (TRIBES_MOST, MONUMENTS)),
        # the game
        ("tick", np.int16),
        ("turn", np.int8),  # the tribe to move
        ("over", np.int8),
        ("founded", np.int8),  # number of city slots in use
        ("unit_end", np.int16),  # this slot and all later slots are free
        ("next_id", np.int16),
        ("next_order", np.int16),
    ],
    align=True,
)

# ---------------------------------------------------------------------------------------------------------------------
# Actions

MOVE, ATTACK, CONVERT = 0, SLOTS, 2 * SLOTS  # add the slot; the rest is the tile
GATHER = 3 * SLOTS  # from here to BUILD the rest is a tile
ROAD, CLEAR_FOREST, BURN_FOREST, GROW_FOREST, DESTROY, BUILD = range(GATHER + 1, GATHER + 7)  # BUILD + building
CAPTURE = BUILD + KINDS_OF_BUILDING  # from here to UPGRADE the rest is a unit
DISBAND, EXAMINE, HEAL, VETERAN, RECOVER, UPGRADE = range(CAPTURE + 1, CAPTURE + 7)
LEVEL_UP = UPGRADE + 1  # the rest is 32 * bonus + city
SPAWN = LEVEL_UP + 1  # the rest is 32 * kind + city
RESEARCH = SPAWN + 1  # the rest is the technology
END_TURN = RESEARCH + 1
BLOCKS = END_TURN + 1
ACTIONS = 256 * BLOCKS
PASS = 256 * END_TURN  # the action that ends the turn

assert SPAWNED * CITIES <= 256 and SLOTS <= 256


def encode(block, rest):
    """Return the number of an action."""
    return block * 256 + rest


def tile_at(row, column):
    return row * STRIDE + column


def row_of(tile):
    return tile >> 4


def column_of(tile):
    return tile & 15


def distance(one, other):
    """Return the Chebyshev distance of two tiles (king's moves)."""
    return max(abs(row_of(one) - row_of(other)), abs(column_of(one) - column_of(other)))


def tiles_of(size):
    """Yield all tiles of a map, row by row."""
    for row in range(size):
        for column in range(size):
            yield tile_at(row, column)


def around(size, tile, radius):
    """Yield the tiles within this distance of a tile, row by row. The tile itself is one of them."""
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
    """Return the tribe whose city owns the tile, or NONE."""
    city = int(state.owner[tile])
    return int(state.city_tribe[city]) if city != NONE else NONE
