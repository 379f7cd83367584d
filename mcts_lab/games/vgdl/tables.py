"""The shapes of a game's tables and of its states: the same for every description and level.

Everything that a description and a level say stands in one `TABLES` record inside the game value, everything that
changes in one `STATE` record. So one compiled kernel serves all games. What does not fit is refused by `building`.

Directions are numbered UP 0, LEFT 1, DOWN 2, RIGHT 3, as they are drawn; y grows downwards, positions are pixels.
"""

from __future__ import annotations

import numpy as np

TYPES = 64  # sprite types, those that only group others included
SPRITES = 2048  # living sprites that may change
CELLS = 4096  # of the board with a border of one cell around it
RULES = 512  # pairs of types with an effect
MEMBERS = 1024  # of the lists of subtypes
ENDINGS = 32
SHOTS = 8  # types that an avatar can shoot
RESOURCES = 16  # types of resource
PURSES = 64  # living sprites that own resources
TIMERS = 32  # timed effects
PENDING = 128  # timed effects that are to come, at a time
PULLS = 64  # sprites pulled in one cycle
MEMORIES = 64  # living sprites that remember a target
WAYS = 512  # cells that sprites can look for a way through
SHIELDS = 32  # at a time
NAME = 32  # bytes of a name

NOBODY = -1  # no sprite, type, resource or direction
BEYOND = SPRITES  # the slot that stands for a sprite of a type that never changes

USE, LEFT, RIGHT, DOWN, UP, NIL = range(6)  # actions
ACTIONS = ("USE", "LEFT", "RIGHT", "DOWN", "UP", "NIL")
DIRECTION = np.array([-1, 1, 3, 2, 0, -1], np.int64)  # of an action
DX = np.array([0, -1, 0, 1], np.int64)
DY = np.array([-1, 0, 1, 0], np.int64)

# the flags of a sprite
FRESH = 1  # has not had a passive movement yet
DISABLED = 2  # a dead avatar
OURS = 4  # made by the avatar
DOOMED = 8  # leaves at the end of this cycle
TURNED = 16  # looks somewhere, though its type does not

KIND = np.dtype([  # of a sprite type
    ("within", "<u8"),  # the type and all types below it, as far as sprites of them can exist
    ("single", "<u8"),  # singleton types on the path to it; none of these may have a sprite when one is made
    ("speed", "<f8"), ("ox", "<f8"), ("oy", "<f8"), ("prob", "<f8"), ("spawn_ox", "<f8"), ("spawn_oy", "<f8"),
    ("spread", "<f8"),  # a Spreader's probability; an alternate chaser's of a random step, negative: it draws none
    ("role", "<i4"),
    ("first", "<i4"), ("members", "<i4"),  # where its subtypes stand in `members`, and how many these are
    ("order", "<i4"),  # place in the order of updates
    ("cooldown", "<i4"), ("limit", "<i4"), ("total", "<i4"), ("stype", "<i4"), ("cons", "<i4"), ("distance", "<i4"),
    ("ttl", "<i4"), ("hp", "<i4"), ("hp_limit", "<i4"), ("value", "<i4"), ("resource", "<i4"),
    ("min_ammo", "<i4"), ("ammo_cost", "<i4"),
    ("shots", "<i4", (SHOTS,)), ("ammo", "<i4", (SHOTS,)),
    ("static", "u1"), ("oriented", "u1"), ("rotates", "u1"), ("stationary", "u1"), ("avatar", "u1"),
    ("fleeing", "u1"), ("owner", "u1"), ("spawn_turned", "u1"), ("fixed", "u1"), ("npc", "u1"), ("hidden", "u1"),
    ("looks", "u1"),  # whether a chaser hunts only what lies where it looks
    ("random_target", "u1"), ("collectable", "u1"),
    ("varies", "u1"),  # whether some effect can change the speeds of its sprites
    ("turn", "u1"),  # whether its sprites are updated in every cycle
    ("name", "u1", (NAME,)),
    ("picture", "<i2"), ("colour", "<i2"),
], align=True)  # 256 bytes: a power of two is found by a shift, where another size would cost some per cent of a cycle

RULE = np.dtype([  # an effect of a pair of types, of a type at the edge, or of a type in time
    ("prob", "<f8"),
    ("effect", "<i4"), ("first", "<i4"), ("second", "<i4"), ("stype", "<i4"), ("other", "<i4"), ("resource", "<i4"),
    ("value", "<i4"), ("limit", "<i4"), ("leq", "<i4"), ("spend", "<i4"), ("score", "<i4"), ("score_killed", "<i4"),
    ("timer", "<i4"), ("due", "<i4"), ("name", "<i4"),
    ("types", "<u8"),  # a set of types, such as those that stay
    ("kill_second", "u1"), ("force", "u1"), ("exact", "u1"), ("kill_resource", "u1"), ("subtract", "u1"),
    ("align", "u1"), ("repeating", "u1"), ("line", "<i4"),
    ("always", "u1"),  # whether its score counts whatever it does
    ("either", "u1"),  # whether pairs that meet can be looked for from the second sprites as well
], align=True)

ENDING = np.dtype([
    ("role", "<i4"), ("limit", "<i4"), ("win", "<i4"), ("least", "<i4"), ("kinds", "<i4"), ("stypes", "<i4", (3,)),
], align=True)

TABLES = np.dtype([
    ("low", "<f8"), ("high", "<f8"),  # least and greatest score, for the payoff
    ("thirds", "<f8", (3,)), ("weight", "<f8"),  # thirds of payoff for lost, playing, won, and for the score
    ("inverse", "<i8"),  # 2^32 / block, rounded up: a product is much cheaper than a quotient
    ("block", "<i4"), ("width", "<i4"), ("height", "<i4"), ("nil", "<i4"),
    ("types", "<i4"), ("pairs", "<i4"), ("edges", "<i4"), ("endings", "<i4"), ("resources", "<i4"),
    ("updates", "<i4"), ("starts", "<i4"), ("cells", "<i4"),
    ("native", "<i4"),  # how many effects are timed from the start
    ("paced", "<i4"),  # whether some effect changes speeds
    ("kinds", KIND, (TYPES,)),
    ("pair", RULE, (RULES,)), ("edge", RULE, (64,)),
    ("timer", RULE, (TIMERS,)),  # the timed effects, then those that others start
    ("ending", ENDING, (ENDINGS,)),
    ("meets", "<u8", (TYPES,)),  # the types that are second to a type in an effect
    ("members", "<i4", (MEMBERS,)),
    ("rank", "u1", (TYPES, TYPES)),  # [t, u]: the place of u in the list of the subtypes of t
    ("update", "<i4", (TYPES,)),  # types in the order of updates
    ("drawing", "<i4", (TYPES,)),  # types in the order of drawing
    ("drawn", "<i4"),  # how many these are
    ("start", "<i4", (SPRITES, 4)),  # type, x, y, serial number of the sprites of the level
    ("born", "<i4"),  # serial numbers given to sprites of the level
    ("fixed", "<u8", (CELLS,)),  # which types that never change stand in a cell
    ("fixed_serial", "<i4", (CELLS,)),
    ("fixed_count", "<i4", (TYPES,)),
    ("resource_limit", "<i4", (RESOURCES,)), ("resource_type", "<i4", (RESOURCES,)),
    ("title", "u1", (NAME,)),
    ("walkable", "<i2", (CELLS,)),  # the number of a cell among those that a way can lead through, by row and column
    ("way", "i1", (WAYS, WAYS)),  # the direction of the first step from one to another
], align=True)

MEMORY = np.dtype([
    ("target", "<i4"),  # a sprite, `NOBODY`, or `GONE`: it stands where it was last
    ("x", "<i4"), ("y", "<i4"),  # there
    ("known", "<i4"), ("known_x", "<i4"), ("known_y", "<i4"),  # whether, and where, a way led to the last time
], align=True)
GONE = -2

SPRITE = np.dtype([
    ("near", "<u8"),  # at least the types of the sprites that overlap it
    ("ox", "<f8"), ("oy", "<f8"),
    ("x", "<i4"), ("y", "<i4"), ("px", "<i4"), ("py", "<i4"),  # position, and the one before this cycle
    ("serial", "<i4"),  # in the order of creation
    ("moved", "<i4"),  # the tick at which it last moved
    ("counter", "<i4"),  # of a Flicker its age, of an NPC repetitions of its direction, of a SpawnPoint sprites made
    ("since", "<i4"),  # the first tick of a SpawnPoint; the place of what a path finder remembers
    ("hp", "<i4"), ("ttl", "<i4"),
    ("next", "<i2"), ("prev", "<i2"),  # of its type, in the order of creation; `next` also links free slots
    ("cell", "<i2"),  # the one with its top left corner
    ("beside", "<i2", (4,)),  # the next link of each cell it lies in
    ("parts", "u1"),  # in which these are, as a set
    ("before", "i1"),  # the direction an NPC drew last
    ("purse", "i1"), ("type", "i1"), ("marks", "i1"),
], align=True)

STATE = np.dtype([
    ("tick", "<i4"), ("score", "<i4"), ("winner", "i1"), ("ended", "i1"),  # winner: -1 nobody yet, 0 lost, 1 won
    ("full", "i1"),  # a sprite had no room, and the game was ended for it
    ("avatar", "<i4"),
    ("serial", "<i4"), ("used", "<i4"), ("free", "<i4"), ("doomed", "<i4"), ("phase", "<i4"), ("shields", "<i4"),
    ("timers", "<i4"), ("pulls", "<i4"),
    ("purses", "<u8"), ("memories", "<u8"),  # those in use
    ("first", "<i4", (TYPES,)), ("last", "<i4", (TYPES,)),  # sprite of a type
    ("count", "<i4", (TYPES,)),  # sprites of a type, those that never change included
    ("dead", "<i4", (TYPES,)),  # disabled ones among them
    ("touch", "<u8", (TYPES,)),  # at least what the sprites of a type have near
    ("pending", "<i4", (PENDING,)), ("due", "<i4", (PENDING,)),  # timed effects to come in their order, and when
    ("pull", "<i4", (PULLS, 2)),  # lines and sprites
    ("memory", MEMORY, (MEMORIES,)),
    ("shield", "<i4", (SHIELDS, 3)),
    ("purse", "<i4", (PURSES, RESOURCES)),
    ("lies", "<i2", (CELLS,)),  # the first link of the sprites that lie in a cell
    ("doom", "<i2", (SPRITES,)),  # sprites that leave at the end of this cycle
    ("settling", "<i4"), ("settle", "<i2", (SPRITES,)),  # made in another's place, and without a turn
    ("sprites", SPRITE, (SPRITES + 1,)),
    ("speeds", "<f8", (SPRITES,)),  # if some effect changes them
], align=True)


def record(dtype):
    """A blank record of this dtype, whose fields are attributes."""
    return np.zeros(1, np.dtype((np.record, dtype)))
