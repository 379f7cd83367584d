"""The rule-based player of the original. It rates every legal action separately and plays a random one of the best.

The ratings use only information that the tribe's observation contains, so they are the same in the true state.
"""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.random import below

from . import state as s
from . import tables as t
from .choices import land_radius, list_choices
from .holdings import production, tribe_production, wounded
from .networks import is_road
from .state import CITIES, NONE, around, distance, owner_tribe, tiles_of

BEST, END_RATING, NEVER_RATING = 5, -1, -2
ENOUGH_TO_BUILD = 8  # stars
RICH_PRODUCTION, RICH_STARS = 5, 4  # a tribe with more than these is rich
FEW = 2  # a city with fewer forests, huts or farms than this has few of them


def table(length, otherwise, values):
    """Return an array with the ratings in `values`, {rating: indices}, and `otherwise` at all other indices."""
    filled = np.full(length, otherwise, np.int64)
    for rating, places in values.items():
        filled[list(places)] = rating
    return filled


BONUS_RATING = table(8, 0, {5: (t.WORKSHOP, t.RESOURCES_BONUS, t.BORDER_GROWTH, t.SUPERUNIT_BONUS)})
TECH_RATING = table(t.NO_TECH, 3, {
    5: (t.ORGANIZATION, t.CLIMBING, t.MINING, t.FISHING, t.HUNTING, t.WHALING),
    4: (t.FARMING, t.AQUATISM, t.RIDING, t.FORESTRY, t.ARCHERY, t.SAILING, t.SHIELDS, t.CHIVALRY),
})
TRAIN_AT_WAR = table(t.SPAWNED, 0, {3: (t.WARRIOR,), 4: (t.SWORDMAN, t.KNIGHT), 5: (t.DEFENDER,)})
TRAIN_AT_PEACE = table(t.SPAWNED, 3, {2: (t.MIND_BENDER,)})
CONVERT_RATING = table(len(t.UNITS), 0, {
    5: (t.BATTLESHIP, t.SUPERUNIT, t.SWORDMAN, t.KNIGHT, t.CATAPULT), 4: (t.MIND_BENDER, t.BOAT, t.SHIP, t.WARRIOR),
})
RANGED = table(len(t.UNITS), 0, {1: (t.ARCHER, t.CATAPULT, t.BOAT, t.SHIP, t.BATTLESHIP)})
assert t.RIDER < t.SPAWNED


@unit
def rate(game, state, action) -> int:
    """Return the rating of a legal action: 5 is the best, -1 is the end of the turn."""
    block = action >> 8
    rest = action & 255
    if block < s.ATTACK:
        return rate_move(game, state, block - s.MOVE, rest)
    if block < s.CONVERT:
        return rate_attack(state, block - s.ATTACK, int(state.unit_at[rest]))
    if block < s.GATHER:
        return int(CONVERT_RATING[int(state.unit_kind[int(state.unit_at[rest])])])
    if block < s.CAPTURE:
        return rate_tile(game, state, block, rest)
    if block == s.CAPTURE or block == s.EXAMINE or block == s.VETERAN:
        return BEST
    if block == s.HEAL:
        return rate_healing(game, state, rest)
    if block == s.RECOVER:
        return rate_rest(game, state, rest)
    if block == s.UPGRADE:
        tribe = int(state.turn)
        return 3 if tribe_production(state, tribe) > 3 and state.stars[tribe] > 6 else 0
    if block == s.LEVEL_UP:
        return int(BONUS_RATING[rest // CITIES])
    if block == s.SPAWN:
        at_war = enemies_inside(game, state, rest % CITIES)
        return int(TRAIN_AT_WAR[rest // CITIES] if at_war else TRAIN_AT_PEACE[rest // CITIES])
    if block == s.RESEARCH:
        return int(TECH_RATING[rest])
    return END_RATING if block == s.END_TURN else NEVER_RATING  # disbanding


def eagerness(state, city):
    """Return a rating for more population in a city; low if production is far below the city's level."""
    return 5 - (int(state.city_level[city]) + 1 - production(state, city))


def clamp(rating):
    return min(max(rating, 0), BEST)


@unit
def rate_tile(game, state, block, tile) -> int:
    """Return the rating of an action on a tile: gathering, a road, a change of forest, or a building."""
    city = int(state.owner[tile])
    stars = int(state.stars[int(state.turn)])
    if block == s.GATHER:
        return clamp(eagerness(state, city))
    if block == s.ROAD:
        return rate_road(game, state, tile)
    if block == s.CLEAR_FOREST:
        return 3 if stars == 0 else 0
    if block == s.BURN_FOREST:
        if stars <= 5:
            return 0
        farms = count_tiles(game, state, city, state.building, t.FARM)
        return 1 + (farms if farms < FEW else 0)
    if block == s.GROW_FOREST:
        few = (count_tiles(game, state, city, state.terrain, t.FOREST) < FEW
               and count_tiles(game, state, city, state.building, t.LUMBER_HUT) < FEW)
        return 4 if few else 2
    if block == s.DESTROY:
        return NEVER_RATING
    if stars < ENOUGH_TO_BUILD:
        return 0
    if block == s.BUILD + t.FOREST_TEMPLE:
        return clamp(eagerness(state, city))
    return clamp(1 + eagerness(state, city))


def count_tiles(game, state, city, field, wanted):
    """Return the number of a city's tiles on which a field of the state has a given value."""
    n = 0
    for tile in around(game.size, int(state.city_tile[city]), land_radius(state, city)):
        if state.owner[tile] == city and field[tile] == wanted:
            n += 1
    return n


@unit
def enemies_inside(game, state, city) -> bool:
    """Return whether another tribe's unit is on the city's tiles."""
    for tile in around(game.size, int(state.city_tile[city]), land_radius(state, city)):
        visitor = int(state.unit_at[tile])
        if state.owner[tile] == city and visitor != NONE and state.unit_tribe[visitor] != state.city_tribe[city]:
            return True
    return False


@unit
def rate_road(game, state, tile) -> int:
    """Return the rating of a road; good roads continue a road or begin at a city."""
    tribe = int(state.turn)
    rich = tribe_production(state, tribe) > RICH_PRODUCTION and state.stars[tribe] > RICH_STARS
    for near in around(game.size, tile, 1):
        if near == tile:
            continue
        if owner_tribe(state, near) == tribe:
            if state.city_tile[int(state.owner[near])] == near:
                if rich:
                    return 3
            elif is_road(state, near):
                return 3
        elif is_road(state, near):
            return 4 if rich else 3
    return 0


def covers(state, slot, tile):
    """Return whether a unit can attack a tile from its own tile."""
    return distance(int(state.unit_tile[slot]), tile) <= t.RANGE[int(state.unit_kind[slot])]


def enemy_at(state, tile, tribe):
    """Return the unit of another tribe on a tile, or NONE."""
    slot = int(state.unit_at[tile])
    return slot if slot != NONE and state.unit_tribe[slot] != tribe else NONE


@unit
def rate_attack(state, slot, target) -> int:
    """Return the rating of an attack, high for a stronger attacker or a target that cannot strike back."""
    strong = t.ATTACK[int(state.unit_kind[slot])] > t.DEFENCE[int(state.unit_kind[target])]
    healthy = state.unit_hp[slot] >= state.unit_hp[target]
    if not RANGED[int(state.unit_kind[slot])]:
        if healthy:
            return 5 if strong else 1
        return 1 if strong else 0
    if not covers(state, target, int(state.unit_tile[slot])):
        return 5
    if t.ATTACK[int(state.unit_kind[target])] > t.DEFENCE[int(state.unit_kind[slot])]:
        return 0
    return 4 if strong and healthy else 0


@unit
def rate_rest(game, state, slot) -> int:
    """Return the rating of recovering, highest where no enemy can attack."""
    here = int(state.unit_tile[slot])
    for tile in tiles_of(game.size):
        enemy = enemy_at(state, tile, state.unit_tribe[slot])
        if enemy != NONE and covers(state, enemy, here):
            return 3 if state.unit_hp[enemy] < state.unit_hp[slot] else 1
    return 4


@unit
def rate_healing(game, state, slot) -> int:
    """Return the rating of healing: for each wounded friend, count the nearby enemies that are healthier; add up."""
    here = int(state.unit_tile[slot])
    tribe = int(state.unit_tribe[slot])
    rating = 0
    for near in around(game.size, here, 1):
        friend = int(state.unit_at[near])
        if friend == NONE or friend == slot or state.unit_tribe[friend] != tribe or not wounded(state, friend):
            continue
        for enemy in range(int(state.unit_end)):
            if state.unit_kind[enemy] == NONE or state.unit_tribe[enemy] == tribe:
                continue
            tile = int(state.unit_tile[enemy])
            if state.unit_at[tile] == enemy and distance(tile, here) <= t.RANGE[int(state.unit_kind[friend])]:
                if state.unit_hp[enemy] > state.unit_hp[friend]:
                    rating += 1
    return min(BEST, rating)


@unit
def rate_move(game, state, slot, to) -> int:
    """Return the rating of a move, high towards weaker enemies, foreign cities and villages or away from danger."""
    tribe = int(state.unit_tribe[slot])
    kind = int(state.unit_kind[slot])
    here = int(state.unit_tile[slot])
    for tile in tiles_of(game.size):
        enemy = enemy_at(state, tile, tribe)
        if enemy == NONE:
            continue
        if t.DEFENCE[int(state.unit_kind[enemy])] < t.ATTACK[kind] and state.unit_hp[slot] >= state.unit_hp[enemy]:
            if distance(to, tile) < distance(here, tile):
                return 3
        elif distance(to, tile) > distance(here, tile) and covers(state, enemy, here):
            return 4
    for tile in around(game.size, here, int(t.RANGE[kind])):
        whose = owner_tribe(state, tile)
        if whose != NONE and whose != tribe:
            centre = int(state.city_tile[int(state.owner[tile])])
            if distance(to, centre) < distance(here, centre):
                return 4
        if state.terrain[tile] == t.VILLAGE and distance(to, tile) < distance(here, tile):
            return 5
    return 3


@unit
def best_rated(game, state, rng, scratch) -> int:
    """Return a random one of the actions with the highest rating. `scratch` has space for all legal actions."""
    n = list_choices(game, state, scratch)
    best = NEVER_RATING - 1
    ties = 0
    chosen = s.PASS
    for i in range(n):
        rating = rate(game, state, int(scratch[i]))
        if rating > best:
            best = rating
            ties = 0
        if rating == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = int(scratch[i])
    return chosen
