"""A tribe's stars, points, population, borders and units, and their changes."""

from mcts_lab.engine.generic import unit

from . import tables as t
from .state import NONE, SLOTS, around, knows, owner_tribe


def offer(state, tribe, monument):
    """Let the tribe build a monument, unless the monument was offered before."""
    if state.monument[tribe, monument] == t.UNAVAILABLE:
        state.monument[tribe, monument] = t.AVAILABLE


def gain_stars(state, tribe, stars):
    """Add stars. With 100 stars the tribe may build the emperor's tomb."""
    state.stars[tribe] += stars
    if state.stars[tribe] >= t.TOMB_STARS:
        offer(state, tribe, t.TOMB)


def production(state, city):
    """Return the stars that a city makes each turn; negative if its population is negative."""
    people = int(state.city_population[city])
    if people < 0:
        return people
    return int(state.city_level[city]) + int(state.city_bonus[city]) + int(state.city_capital[city])


def tribe_production(state, tribe):
    """Return the production of all of the tribe's cities."""
    total = 0
    for i in range(int(state.cities[tribe])):
        total += production(state, int(state.city_list[tribe, i]))
    return total


def grow(state, city, tribe, change):
    """Change the population of a city, which cannot fall below minus its level; `tribe` gets the points."""
    before = int(state.city_population[city])
    now = max(before + change, -int(state.city_level[city]))
    state.city_population[city] = now
    state.score[tribe] += t.POPULATION_POINTS * (now - before)
    state.city_worth[city] += t.POPULATION_POINTS * (now - before)


def credit(state, city, points):
    """Give points to a city's tribe. If another tribe conquers the city, it takes these points over."""
    state.score[int(state.city_tribe[city])] += points
    state.city_worth[city] += points


def must_level_up(state, city):
    """Return whether the city has enough population for its next level."""
    return int(state.city_population[city]) > int(state.city_level[city])


@unit
def claim(game, state, city) -> None:
    """Give the city all tiles within its borders that have no owner."""
    centre = int(state.city_tile[city])
    for tile in around(game.size, centre, int(state.city_bound[city])):
        if state.owner[tile] == NONE:
            state.owner[tile] = city
            credit(state, city, t.TILE_POINTS)


# ---------------------------------------------------------------------------------------------------------------------
# Units


def next_order(state):
    """Return an order number higher than all before."""
    state.next_order += 1
    return int(state.next_order)


def next_id(state):
    """Return an id that no city or unit has had."""
    given = int(state.next_id)
    state.next_id += 1
    return given


@unit
def free_slot(state) -> int:
    """Return the first slot without a unit. Raises OverflowError if there is none."""
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] == NONE:
            return slot
    slot = int(state.unit_end)
    if slot >= SLOTS:
        raise OverflowError("This game of Tribes has more units than a state has room for. Use a smaller map.")
    state.unit_end = slot + 1
    return slot


@unit
def make_unit(state, kind, tile, tribe, home) -> int:
    """Make a unit that cannot act in this turn. It is the last unit of its home, or of the extra units (home NONE)."""
    slot = free_slot(state)
    state.unit_kind[slot] = kind
    state.unit_tile[slot] = tile
    state.unit_tribe[slot] = tribe
    state.unit_home[slot] = home
    state.unit_hp[slot] = t.HIT_POINTS[kind]
    state.unit_most[slot] = t.HIT_POINTS[kind]
    state.unit_kills[slot] = 0
    state.unit_veteran[slot] = 0
    state.unit_status[slot] = t.FINISHED
    state.unit_base[slot] = NONE
    state.unit_order[slot] = next_order(state)
    state.unit_id[slot] = next_id(state)
    state.unit_at[tile] = slot
    if home != NONE:
        state.city_homes[home] += 1
    return slot


def remove_unit(state, slot):
    """Remove a unit from the map; points do not change."""
    state.unit_at[int(state.unit_tile[slot])] = NONE
    if state.unit_home[slot] != NONE:
        state.city_homes[int(state.unit_home[slot])] -= 1
    state.unit_kind[slot] = NONE
    while state.unit_end > 0 and state.unit_kind[int(state.unit_end) - 1] == NONE:
        state.unit_end -= 1


def lose_unit(state, slot):
    """Remove a unit and its points."""
    state.score[int(state.unit_tribe[slot])] -= t.POINTS[int(state.unit_kind[slot])]
    remove_unit(state, slot)


def rehome(state, slot, city):
    """Make another city the home of a unit. The unit becomes the last one of that city, or of the extra units."""
    if state.unit_home[slot] != NONE:
        state.city_homes[int(state.unit_home[slot])] -= 1
    state.unit_home[slot] = city
    state.unit_order[slot] = next_order(state)
    if city != NONE:
        state.city_homes[city] += 1


def last_of(state, city):
    """Return the unit at the end of a city's home list, or NONE."""
    last = NONE
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] != NONE and state.unit_home[slot] == city:
            if last == NONE or state.unit_order[slot] > state.unit_order[last]:
                last = slot
    return last


def turn_into(state, slot, kind, base):
    """Change the kind of a unit. It gets a new id and the last place in its list."""
    state.unit_kind[slot] = kind
    state.unit_base[slot] = base
    state.unit_id[slot] = next_id(state)
    state.unit_order[slot] = next_order(state)


def embark(state, slot):
    """Turn a land unit into a boat."""
    turn_into(state, slot, t.BOAT, int(state.unit_kind[slot]))
    state.unit_status[slot] = t.FINISHED


def disembark(state, slot):
    """Turn a boat into its land unit."""
    turn_into(state, slot, int(state.unit_base[slot]), NONE)
    state.unit_status[slot] = t.FINISHED


def relocate(state, slot, tile):
    """Put a unit on another tile. Its old tile then shows no unit, even if it showed another unit before."""
    state.unit_at[int(state.unit_tile[slot])] = NONE
    state.unit_tile[slot] = tile
    state.unit_at[tile] = slot


def step_onto(state, slot, tile):
    """Let a unit step onto a tile after a kill or a push; return whether this is possible.

    A mountain needs climbing. Water needs a port of the tribe, where the unit becomes a boat.
    """
    tribe = int(state.unit_tribe[slot])
    terrain = int(state.terrain[tile])
    if terrain == t.MOUNTAIN and not knows(state, tribe, t.CLIMBING):
        return False
    if t.WATER[terrain]:
        if state.building[tile] != t.PORT or owner_tribe(state, tile) != tribe:
            return False
        embark(state, slot)
    relocate(state, slot, tile)
    return True


def count_kill(state, slot):
    """Count a kill; a knight may then attack again."""
    tribe = int(state.unit_tribe[slot])
    state.unit_kills[slot] += 1
    state.kills[tribe] += 1
    if state.kills[tribe] >= t.GATE_KILLS:
        offer(state, tribe, t.GATE)
    if state.unit_kind[slot] == t.KNIGHT:
        state.unit_status[slot] = t.ATTACKED


def wounded(state, slot):
    return state.unit_hp[slot] > 0 and state.unit_hp[slot] < state.unit_most[slot]


def heal(state, slot, points):
    state.unit_hp[slot] = min(int(state.unit_hp[slot]) + points, int(state.unit_most[slot]))


def rest(state, slot):
    """Give a resting unit hit points. On the land of its tribe, the unit gets more of them."""
    at_home = owner_tribe(state, int(state.unit_tile[slot])) == state.unit_tribe[slot]
    heal(state, slot, t.REST + t.REST_AT_HOME if at_home else t.REST)
