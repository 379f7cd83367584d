"""List the legal actions of the tribe to move: first its cities' actions, then the tribe's, then its units'."""

from mcts_lab.engine.generic import unit

from . import state as s
from . import tables as t
from .combat import heal_others
from .holdings import must_level_up, wounded
from .movement import DANGER, new_paths, reach, survey
from .state import NONE, around, distance, encode, knows, owner_tribe, tiles_of


def put(out, n, action):
    """Append an action to the list; return the new length. Raises OverflowError if the list is full."""
    if n >= len(out):
        raise OverflowError("This state of Tribes has more legal actions than its list has room for. Use a smaller "
                            "map.")
    out[n] = action
    return n + 1


@unit
def list_choices(game, state, out) -> int:
    """Write all legal actions into `out` and return their number."""
    if state.over:
        return 0
    tribe = int(state.turn)
    for i in range(int(state.cities[tribe])):
        city = int(state.city_list[tribe, i])
        if must_level_up(state, city):  # no other action is legal before this choice
            return list_bonuses(state, city, out)
    n = 0
    affordable = affordable_buildings(state, tribe)
    for i in range(int(state.cities[tribe])):
        n = list_city(game, state, int(state.city_list[tribe, i]), affordable, out, n)
    n = list_tribe(game, state, tribe, out, n)
    paths = new_paths()
    survey(game, state, tribe, paths)
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] != NONE and state.unit_tribe[slot] == tribe:
            n = list_unit(game, state, slot, paths, out, n)
    return n


# ---------------------------------------------------------------------------------------------------------------------
# Cities


def first_bonus(level):
    """Return the first of the two bonuses for reaching a level; the second bonus is the next number."""
    if level == 2:
        return t.WORKSHOP
    if level == 3:
        return t.CITY_WALL
    return t.POP_GROWTH if level == 4 else t.PARK


def list_bonuses(state, city, out):
    bonus = first_bonus(int(state.city_level[city]) + 1)
    n = put(out, 0, encode(s.LEVEL_UP, bonus * s.CITIES + city))
    return put(out, n, encode(s.LEVEL_UP, (bonus + 1) * s.CITIES + city))


@unit
def affordable_buildings(state, tribe) -> int:
    """Return the buildings for which the tribe has the stars and the technology, as bits."""
    stars = int(state.stars[tribe])
    techs = int(state.techs[tribe])
    possible = 0
    for building in range(1, t.KINDS_OF_BUILDING):
        if t.BUILDING_COST[building] > stars or not (techs >> t.BUILDING_TECH[building]) & 1:
            continue
        if building >= t.FIRST_MONUMENT and state.monument[tribe, building - t.FIRST_MONUMENT] != t.AVAILABLE:
            continue
        possible |= 1 << building
    return possible


def land_radius(state, city):
    """Return the distance from its centre up to which a city can use its tiles."""
    return 1 if state.city_level[city] < 4 else 2


@unit
def list_city(game, state, city, affordable, out, n) -> int:
    """Append a city's actions: build, gather, change forests, destroy, train."""
    centre = int(state.city_tile[city])
    tribe = int(state.city_tribe[city])
    radius = land_radius(state, city)
    if affordable & t.NEEDS_PARTNER:  # a city may have only one building of each of these kinds
        for tile in around(game.size, centre, radius):
            if state.owner[tile] == city:
                affordable &= ~(t.NEEDS_PARTNER & (1 << int(state.building[tile])))
    for tile in around(game.size, centre, radius):
        if state.owner[tile] == city:
            n = list_tile(game, state, tile, tribe, affordable, out, n)
    if state.unit_at[centre] == NONE and state.city_homes[city] <= state.city_level[city]:
        for kind in range(t.SPAWNED):
            if state.stars[tribe] >= t.UNIT_COST[kind] and knows(state, tribe, t.UNIT_TECH[kind]):
                n = put(out, n, encode(s.SPAWN, kind * s.CITIES + city))
    return n


@unit
def list_tile(game, state, tile, tribe, affordable, out, n) -> int:
    """Append the actions on a tile of a city."""
    stars = int(state.stars[tribe])
    resource = int(state.resource[tile])
    terrain = int(state.terrain[tile])
    if t.GATHERED[resource] and stars >= t.GATHER_COST[resource] and knows(state, tribe, t.GATHER_TECH[resource]):
        n = put(out, n, encode(s.GATHER, tile))
    if terrain == t.FOREST:
        if knows(state, tribe, t.FORESTRY):
            n = put(out, n, encode(s.CLEAR_FOREST, tile))
        if stars >= t.FOREST_COST and knows(state, tribe, t.CHIVALRY):
            n = put(out, n, encode(s.BURN_FOREST, tile))
    elif terrain == t.PLAIN and stars >= t.FOREST_COST and knows(state, tribe, t.SPIRITUALISM):
        n = put(out, n, encode(s.GROW_FOREST, tile))
    if state.building[tile] != t.NO_BUILDING:
        if knows(state, tribe, t.CONSTRUCTION):
            n = put(out, n, encode(s.DESTROY, tile))
        return n
    possible = affordable & t.ON_TERRAIN[terrain]
    if resource != t.ORE:
        possible &= ~(1 << t.MINE)
    if resource != t.CROPS:
        possible &= ~(1 << t.FARM)
    if possible & t.NEEDS_PARTNER:
        possible &= ~t.NEEDS_PARTNER | partners_around(game, state, tile)
    building = 0
    while possible:
        if possible & 1:
            n = put(out, n, encode(s.BUILD + building, tile))
        possible >>= 1
        building += 1
    return n


def partners_around(game, state, tile):
    """Return the partners of all buildings around a tile as bits. Buildings of other tribes count too."""
    found = 0
    for near in around(game.size, tile, 1):
        found |= 1 << t.PARTNER[int(state.building[near])]
    return found


# ---------------------------------------------------------------------------------------------------------------------
# The tribe


def tech_cost(state, tribe, tech):
    """Return the price of a technology in stars. With philosophy, the price is a fifth, rounded down."""
    cost = 4 + int(t.TIER[tech]) * int(state.cities[tribe])
    return cost // 5 if knows(state, tribe, t.PHILOSOPHY) else cost


def researchable(state, tribe, tech):
    return not knows(state, tribe, tech) and knows(state, tribe, t.PARENT[tech])


@unit
def list_tribe(game, state, tribe, out, n) -> int:
    """Append research, roads and the end of the turn."""
    stars = int(state.stars[tribe])
    for tech in range(t.NO_TECH):
        if researchable(state, tribe, tech) and stars >= tech_cost(state, tribe, tech):
            n = put(out, n, encode(s.RESEARCH, tech))
    if stars >= t.ROAD_COST and knows(state, tribe, t.ROADS):
        for tile in tiles_of(game.size):
            if takes_road(state, tribe, tile):
                n = put(out, n, encode(s.ROAD, tile))
    return put(out, n, s.PASS)


def takes_road(state, tribe, tile):
    """Return whether the tribe may build a road on a tile."""
    terrain = int(state.terrain[tile])
    if state.network[tile] or (terrain != t.PLAIN and terrain != t.FOREST and terrain != t.VILLAGE):
        return False
    whose = owner_tribe(state, tile)
    visitor = int(state.unit_at[tile])
    return (whose == NONE or whose == tribe) and (visitor == NONE or state.unit_tribe[visitor] == tribe)


# ---------------------------------------------------------------------------------------------------------------------
# Units


@unit
def list_unit(game, state, slot, paths, out, n) -> int:
    """Append the actions of a unit."""
    kind = int(state.unit_kind[slot])
    status = int(state.unit_status[slot])
    tribe = int(state.unit_tribe[slot])
    if t.AFTER_ATTACK[kind, status] != -1:
        n = list_targets(game, state, slot, paths, out, n)
    if status == t.FRESH:
        n = list_fresh(state, slot, out, n)
    if status != t.FINISHED and may_rise(state, slot):
        n = put(out, n, encode(s.VETERAN, slot))
    if kind == t.BOAT or kind == t.SHIP:
        if knows(state, tribe, t.UNIT_TECH[kind + 1]) and state.stars[tribe] >= t.UNIT_COST[kind + 1]:
            n = put(out, n, encode(s.UPGRADE, slot))
    if t.AFTER_MOVE[kind, status] != -1:
        found = reach(game, state, slot, paths)
        for i in range(found):
            n = put(out, n, encode(s.MOVE + slot, int(paths.found[i])))
    return n


def may_rise(state, slot):
    """Return whether a unit may become a veteran."""
    kind = int(state.unit_kind[slot])
    return state.unit_kills[slot] >= t.VETERAN_KILLS and not state.unit_veteran[slot] and kind != t.SUPERUNIT


@unit
def list_targets(game, state, slot, paths, out, n) -> int:
    """Append the attacks or conversions of a unit, and healing if it can heal."""
    kind = int(state.unit_kind[slot])
    tribe = int(state.unit_tribe[slot])
    tile = int(state.unit_tile[slot])
    block = s.CONVERT if kind == t.MIND_BENDER else s.ATTACK
    if t.RANGE[kind] > 1 or int(paths.map[tile]) & DANGER:  # otherwise no enemy is near enough
        for target in range(int(state.unit_end)):
            if state.unit_kind[target] == NONE or state.unit_tribe[target] == tribe:
                continue
            there = int(state.unit_tile[target])
            if state.unit_at[there] == target and distance(tile, there) <= t.RANGE[kind]:
                n = put(out, n, encode(block + slot, there))
    if kind == t.MIND_BENDER and heal_others(game, state, slot, False) > 0:
        n = put(out, n, encode(s.HEAL, slot))
    return n


def list_fresh(state, slot, out, n):
    """Append the actions that are legal only for a fresh unit, which has not acted in this turn."""
    tile = int(state.unit_tile[slot])
    tribe = int(state.unit_tribe[slot])
    terrain = int(state.terrain[tile])
    if terrain == t.VILLAGE or (terrain == t.CITY and owner_tribe(state, tile) != tribe):
        n = put(out, n, encode(s.CAPTURE, slot))
    if state.resource[tile] == t.RUINS and state.cities[tribe] > 0:
        n = put(out, n, encode(s.EXAMINE, slot))
    if knows(state, tribe, t.FREE_SPIRIT):
        n = put(out, n, encode(s.DISBAND, slot))
    if wounded(state, slot):
        n = put(out, n, encode(s.RECOVER, slot))
    return n
