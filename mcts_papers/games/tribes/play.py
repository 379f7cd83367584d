"""Carry out actions."""

from mcts_lab.engine.generic import unit
from mcts_lab.engine.random import below

from . import state as s
from . import tables as t
from .buildings import build, destroy
from .choices import researchable, tech_cost
from .cities import capture_city, capture_village, level_up, place_superunit
from .combat import attack, convert, heal_others
from .holdings import disembark, embark, gain_stars, grow, lose_unit, make_unit, offer, relocate, rest, turn_into
from .networks import connect
from .state import CITIES, NONE
from .turns import end_turn, judge


@unit
def take(game, state, action, rng) -> None:
    """Carry out a legal action and test whether it ends the game."""
    block = action >> 8
    what = action & 255
    if game.zero_worth:
        for city in range(int(state.founded)):
            state.city_worth[city] = 0
    if block == s.END_TURN:
        end_turn(game, state, rng)
        return
    if block < s.ATTACK:
        move(state, block - s.MOVE, what)
    elif block < s.CONVERT:
        attack(game, state, block - s.ATTACK, int(state.unit_at[what]))
    elif block < s.GATHER:
        convert(state, block - s.CONVERT, int(state.unit_at[what]))
    elif block < s.CAPTURE:
        use_tile(game, state, block, what)
    elif block < s.LEVEL_UP:
        use_unit(game, state, block, what, rng)
    elif block == s.LEVEL_UP:
        level_up(game, state, what % CITIES, what // CITIES)
    elif block == s.SPAWN:
        spawn(state, what % CITIES, what // CITIES)
    else:
        research(state, what)
    if not game.late_end:
        judge(game, state, rng)


@unit
def move(state, slot, tile) -> None:
    """Move a unit. Land units become boats in ports; boats on land become land units."""
    kind = int(state.unit_kind[slot])
    state.unit_status[slot] = t.AFTER_MOVE[kind, int(state.unit_status[slot])]
    relocate(state, slot, tile)
    wet = t.WATER[int(state.terrain[tile])]
    if wet and not t.AFLOAT[kind]:
        embark(state, slot)
    elif not wet and t.AFLOAT[kind]:
        disembark(state, slot)


@unit
def use_tile(game, state, block, tile) -> None:
    """Gather, build a road, change a forest, destroy or build."""
    tribe = int(state.turn)
    if block == s.GATHER:
        gather(state, tile)
    elif block == s.ROAD:
        state.stars[tribe] -= t.ROAD_COST
        state.network[tile] = 1
        connect(game, state)
    elif block == s.CLEAR_FOREST:
        state.terrain[tile] = t.PLAIN
        gain_stars(state, tribe, t.CLEARING_STARS)
    elif block == s.BURN_FOREST:
        state.terrain[tile] = t.PLAIN
        state.resource[tile] = t.CROPS
        state.stars[tribe] -= t.FOREST_COST
    elif block == s.GROW_FOREST:
        state.terrain[tile] = t.FOREST
        state.resource[tile] = t.NO_RESOURCE
        state.stars[tribe] -= t.FOREST_COST
    elif block == s.DESTROY:
        destroy(game, state, tile)
    else:
        build(game, state, tile, block - s.BUILD)


def gather(state, tile):
    tribe = int(state.turn)
    resource = int(state.resource[tile])
    state.resource[tile] = t.NO_RESOURCE
    state.stars[tribe] -= t.GATHER_COST[resource]
    if resource == t.WHALES:
        gain_stars(state, tribe, t.WHALE_STARS)
    else:
        grow(state, int(state.owner[tile]), tribe, 1)


@unit
def spawn(state, city, kind) -> None:
    """Train a unit in a city."""
    tribe = int(state.city_tribe[city])
    state.stars[tribe] -= t.UNIT_COST[kind]
    state.score[tribe] += t.POINTS[kind]
    make_unit(state, kind, int(state.city_tile[city]), tribe, city)


@unit
def research(state, tech) -> None:
    """Pay for a technology and learn it."""
    tribe = int(state.turn)
    state.stars[tribe] -= tech_cost(state, tribe, tech)
    state.score[tribe] += t.TECH_POINTS * t.TIER[tech]
    learn(state, tribe, tech)
    if state.all_techs[tribe]:
        offer(state, tribe, t.TOWER)


def learn(state, tribe, tech):
    state.techs[tribe] |= 1 << tech
    if int(state.techs[tribe]) & t.ALL_TECHS == t.ALL_TECHS:
        state.all_techs[tribe] = 1


@unit
def use_unit(game, state, block, slot, rng) -> None:
    """Carry out an action of a unit that does not move it."""
    tribe = int(state.unit_tribe[slot])
    if block == s.CAPTURE:
        state.unit_status[slot] = t.FINISHED
        if state.terrain[int(state.unit_tile[slot])] == t.VILLAGE:
            capture_village(game, state, slot, rng)
        else:
            capture_city(game, state, slot, rng)
    elif block == s.DISBAND:
        gain_stars(state, tribe, int(t.UNIT_COST[int(state.unit_kind[slot])]) // 2)
        lose_unit(state, slot)
    elif block == s.EXAMINE:
        examine(game, state, slot, rng)
    elif block == s.HEAL:
        heal_others(game, state, slot, True)
    elif block == s.VETERAN:
        state.unit_veteran[slot] = 1
        state.unit_most[slot] += t.VETERAN_HIT_POINTS
        state.unit_hp[slot] = state.unit_most[slot]
    elif block == s.RECOVER:
        rest(state, slot)
        state.unit_status[slot] = t.FINISHED
    else:
        kind = int(state.unit_kind[slot]) + 1
        state.stars[tribe] -= t.UNIT_COST[kind]
        turn_into(state, slot, kind, int(state.unit_base[slot]))


@unit
def examine(game, state, slot, rng) -> None:
    """Examine ruins. All outcomes are equally likely; a technology is possible unless the tribe has all of them."""
    tribe = int(state.unit_tribe[slot])
    outcome = below(rng, 4 if state.all_techs[tribe] else 5)
    if state.all_techs[tribe] and outcome >= t.RUIN_TECH:
        outcome += 1
    tech = t.NO_TECH
    if outcome == t.RUIN_TECH:
        n = 0
        for candidate in range(t.NO_TECH):
            if researchable(state, tribe, candidate):
                n += 1
                if below(rng, n) == 0:
                    tech = candidate
    find(game, state, slot, outcome, tech)


@unit
def find(game, state, slot, outcome, tech) -> None:
    """Give this outcome of ruins to a unit and its tribe."""
    tribe = int(state.unit_tribe[slot])
    tile = int(state.unit_tile[slot])
    city = int(state.capital[tribe])
    if state.city_tribe[city] != tribe:
        city = int(state.city_list[tribe, 0])
    state.resource[tile] = t.NO_RESOURCE
    if outcome == t.RUIN_SUPERUNIT:
        wet = t.WATER[int(state.terrain[tile])] != 0
        ship = place_superunit(game, state, tile, tribe, NONE, t.BATTLESHIP if wet else t.SUPERUNIT)
        if wet:  # the original does not set its hit points
            state.unit_base[ship] = t.WARRIOR
            state.unit_hp[ship] = -1
            state.unit_most[ship] = -1
    elif outcome == t.RUIN_TECH:
        learn(state, tribe, tech)
    elif outcome == t.RUIN_GROWTH:
        grow(state, city, tribe, t.RUIN_POPULATION)
    elif outcome == t.RUIN_RESOURCES:
        gain_stars(state, tribe, t.RUIN_STARS)
    state.unit_status[slot] = t.FINISHED  # even if pushed; the slot of a lost unit is free or the superunit's
