"""What must hold after every action of Tribes, whoever plays: ``mcts-lab conform tribes --games 10000``.

Games of two to four tribes in both modes on random maps, played at random, by rules, or by either in turns. After every
action the record is checked as a whole, and the change of every score is compared with a ledger that is told from what
the action changed, not from the code that changed it.
"""

from __future__ import annotations

import numpy as np

from ..engine.generic import compiler, entry, helper
from ..engine.random import below, stream
from ..game import copy, facts, legal, new_states, play, put, reset, rule_action
from ..games.tribes import state as s
from ..games.tribes import tables as t
from ..games.tribes.rules import tribes
from ..games.tribes.state import NONE, column_of, row_of

RANDOM, RULES, MIXED = range(3)  # who plays
GOES_ON = 31  # no invariant is violated; the game has not ended within the steps
POLICIES = ("random play", "rules", "rules and random play")
FULL_GAME = 10**6  # actions, more than any game has
MOST_HOMES = 24  # units whose home is one city

HOLDS = {  # number: what does not hold
    1: "a tile shows a unit that is elsewhere or gone",
    2: "a temple's level and its building disagree",
    3: "a building stands on nobody's land",
    4: "land beyond the map has an owner",
    5: "a unit has a slot, a number or a place in its list that was never given out",
    6: "a unit has more hit points than its kind can have, or none",
    7: "a unit's home belongs to another tribe",
    8: "a boat carries nobody, or a land unit somebody",
    9: "two of the units and cities have the same number",
    10: "a city counts other units than those whose home it is",
    11: "a city's population or production is below its least",
    12: "a city is not on its own tile",
    13: "a tribe's list names a city of another tribe",
    14: "a connected city belongs to another tribe",
    15: "stars or kills are negative",
    16: "a technology is known without the one that it needs",
    17: "a tribe has won and the game goes on",
    18: "not every city is in one tribe's list",
    20: "there is nothing to choose, or more than there is room for",
    21: "a unit stands beyond the map",
    22: "a turn has ended although a city waits to grow",
    23: "a list is longer than its room",
    30: "a score differs from the ledger",
    GOES_ON: "the game does not end",
}


@helper
def violated(game, state):
    """The number of the first invariant that does not hold, or 0."""
    for tile in range(s.TILES):
        shown = int(state.unit_at[tile])
        if shown != NONE and (shown >= s.SLOTS or state.unit_kind[shown] == NONE or state.unit_tile[shown] != tile):
            return 1
        if (state.temple[tile] > 0) != (t.TEMPLE <= state.building[tile] and state.building[tile] <= t.FOREST_TEMPLE):
            return 2
        if state.building[tile] and state.owner[tile] == NONE:
            return 3
        if state.owner[tile] != NONE and (row_of(tile) >= game.size or column_of(tile) >= game.size):
            return 4
    found = units_violated(game, state)
    if found == 0:
        found = cities_violated(game, state)
    if found == 0:
        found = tribes_violated(game, state)
    return found


@helper
def units_violated(game, state):
    if state.unit_end > s.SLOTS or state.founded > s.CITIES or state.next_id <= 0:
        return 23
    for slot in range(s.SLOTS):
        if state.unit_kind[slot] == NONE:
            continue
        if slot >= state.unit_end or state.unit_id[slot] >= state.next_id or state.unit_order[slot] < 0:
            return 5
        aboard = state.unit_base[slot] != NONE
        land = int(state.unit_base[slot]) if aboard else int(state.unit_kind[slot])
        if aboard != (t.AFLOAT[int(state.unit_kind[slot])] != 0):
            return 8
        most = t.HIT_POINTS[land] + t.VETERAN_HIT_POINTS * int(state.unit_veteran[slot])
        slip = t.VETERAN_HIT_POINTS * int(state.unit_veteran[slot]) - 1  # a battleship out of ruins has -1 of -1
        if state.unit_most[slot] != slip and (
                state.unit_hp[slot] <= 0 or state.unit_hp[slot] > state.unit_most[slot]
                or state.unit_most[slot] != most):
            return 6
        if state.unit_home[slot] != NONE and state.city_tribe[int(state.unit_home[slot])] != state.unit_tribe[slot]:
            return 7
        tile = int(state.unit_tile[slot])
        if tile < 0 or tile >= s.TILES or row_of(tile) >= game.size or column_of(tile) >= game.size:
            return 21
        for other in range(slot):
            if state.unit_kind[other] != NONE and state.unit_id[other] == state.unit_id[slot]:
                return 9
    return 0


@helper
def cities_violated(game, state):
    for city in range(int(state.founded)):
        homes = 0
        for slot in range(int(state.unit_end)):
            if state.unit_kind[slot] != NONE and state.unit_home[slot] == city:
                homes += 1
            if state.unit_kind[slot] != NONE and state.unit_id[slot] == state.city_id[city]:
                return 9
        for other in range(city):
            if state.city_id[other] == state.city_id[city]:
                return 9
        if homes != state.city_homes[city]:
            return 10
        if homes > MOST_HOMES:
            return 23
        if state.city_level[city] < 1 or state.city_population[city] < -int(state.city_level[city]) or (
                state.city_bonus[city] < 0):
            return 11
        if state.terrain[int(state.city_tile[city])] != t.CITY or state.owner[int(state.city_tile[city])] != city:
            return 12
    return 0


@helper
def tribes_violated(game, state):
    cities = 0
    for tribe in range(game.players):
        cities += int(state.cities[tribe])
        for i in range(int(state.cities[tribe])):
            if state.city_tribe[int(state.city_list[tribe, i])] != tribe:
                return 13
        for i in range(int(state.connections[tribe])):
            if state.city_tribe[int(state.connected[tribe, i])] != tribe and not game.own_networks:
                return 14
        if state.stars[tribe] < 0 or state.kills[tribe] < 0:
            return 15
        for tech in range(t.NO_TECH):
            if (int(state.techs[tribe]) >> tech) & 1 and not (int(state.techs[tribe]) >> t.PARENT[tech]) & 1:
                return 16
        if state.outcome[tribe] == t.WIN and not state.over:
            return 17
    return 0 if cities == state.founded else 18


# -- the ledger --------------------------------------------------------------------------------------------------------


@helper
def enter(before, action, after, scores):
    """Add to `scores`, int64[tribes], what an action brings each tribe by what it changed. Returns the city for whose
    lost connection its former tribe pays, or NONE."""
    block, rest, mover = action >> 8, action & 255, int(before.turn)
    if block == s.RESEARCH:
        scores[mover] += t.TECH_POINTS * t.TIER[rest]
    elif block == s.SPAWN:
        scores[mover] += t.POINTS[rest // s.CITIES]
    elif block == s.LEVEL_UP:
        level = int(after.city_level[rest % s.CITIES])
        scores[mover] += 40 if level == 2 else 35 if level == 3 else 30 if level == 4 else 25
        if rest // s.CITIES == t.PARK:
            scores[mover] += 250
    elif s.BUILD < block and block < s.CAPTURE:
        if block - s.BUILD >= t.FIRST_MONUMENT:
            scores[mover] += 400
        elif block - s.BUILD >= t.TEMPLE:
            scores[mover] += 100
    elif block == s.DESTROY:
        scores[mover] += t.TEMPLE_TOTAL[int(before.temple[rest])]  # a slip of the original: it adds
        if before.building[rest] >= t.FIRST_MONUMENT:
            scores[mover] -= 400
    for tile in range(s.TILES):
        if before.owner[tile] == NONE and after.owner[tile] != NONE:
            scores[int(after.city_tribe[int(after.owner[tile])])] += 20
        if block == s.END_TURN and after.temple[tile] > before.temple[tile]:
            scores[int(after.city_tribe[int(after.owner[tile])])] += 150 if after.temple[tile] == 5 else 50
    charged = enter_capture(before, rest, after, mover, scores) if block == s.CAPTURE else NONE
    for city in range(int(after.founded)):
        change = int(after.city_population[city])
        if city < before.founded:
            change -= int(before.city_population[city])
        if block == s.LEVEL_UP and city == rest % s.CITIES:
            change += int(after.city_level[city])
        if city == charged:
            change += 1
        scores[int(after.city_tribe[city])] += 5 * change
    for slot in range(s.SLOTS):
        if before.unit_kind[slot] == NONE:
            continue
        tribe, kind = int(before.unit_tribe[slot]), int(before.unit_kind[slot])
        gone = after.unit_kind[slot] == NONE
        if not gone and after.unit_id[slot] != before.unit_id[slot]:  # it went aboard or ashore, or the slot is reused
            gone = t.AFLOAT[kind] == 0 and kind != after.unit_base[slot]
        if gone and after.cities[tribe] > 0:
            scores[tribe] -= t.POINTS[kind]
    return charged


@helper
def forgive(before, after, city, scores):
    """A city whose population is at its least has nobody to lose with a connection, and then nobody pays. Whether it
    was there in between, with a partner or a connection won in the same action, the score tells."""
    loser, mover = int(before.city_tribe[city]), int(before.turn)
    least = 1 - int(after.city_level[city])  # with a connection to its new capital
    if after.city_population[city] <= least and after.score[loser] == scores[loser] + 5:
        scores[loser] += 5
        scores[mover] -= 5


@helper
def enter_capture(before, slot, after, mover, scores):
    """A village or city taken by the unit in `slot`. Returns the city for whose lost connection its former tribe pays,
    or NONE."""
    tile = int(before.unit_tile[slot])
    city = int(after.owner[tile])
    if before.terrain[tile] == t.VILLAGE:
        scores[mover] += 100
        return NONE
    loser = int(before.city_tribe[city])
    scores[loser] -= int(before.city_worth[city])
    scores[mover] += int(before.city_worth[city])
    for place in range(s.TILES):
        if before.owner[place] == city:
            if before.building[place] >= t.FIRST_MONUMENT:
                scores[mover] += 400
            elif before.building[place] >= t.TEMPLE:
                scores[mover] += 100
    capital = int(before.capital[loser])
    if capital == city or before.city_tribe[capital] != loser:
        return NONE
    for i in range(int(before.connections[loser])):
        if before.connected[loser, i] == city:
            scores[loser] -= 5
            return city
    return NONE


# -- playing -----------------------------------------------------------------------------------------------------------


@entry
def play_checked(game, states, rng, scratch, policy, scores, steps):
    """Play on from ``states[1]`` for up to `steps` actions, ``states[0]`` being the state before each.

    scores: int64[tribes + 1], the ledger, and the number of actions played. Returns the number of the first invariant
    that does not hold, or 0.
    """
    before, state = states[0], states[1]
    for _ in range(steps):
        if state.over:
            return 0
        put(game, states, 0, state)
        n = legal(game, state, scratch)
        if n <= 0 or n > len(scratch):
            return 20
        if policy == RULES or (policy == MIXED and below(rng, 2)):
            action = rule_action(game, state, rng, scratch)
        else:
            action = int(scratch[below(rng, n)])
        play(game, state, action, rng)
        scores[-1] += 1
        if action >> 8 == s.END_TURN:
            for city in range(int(before.founded)):
                waits = before.city_population[city] > before.city_level[city]
                if waits and before.city_tribe[city] == before.turn:
                    return 22
        found = violated(game, state)
        if found:
            return found
        if not game.zero_worth:  # in the model of searches points are lost
            charged = enter(before, action, state, scores)
            if charged != NONE:
                forgive(before, state, charged, scores)
        for tribe in range(game.players):
            if state.score[tribe] != scores[tribe] and not game.zero_worth:
                return 30
    return 0 if state.over else GOES_ON


def check_game(number, steps=FULL_GAME, compiled=None):
    """Play the game of this number; (actions played, a sentence about what does not hold or "", the last state)."""
    mode, players, policy = ("capitals", "score")[number % 2], 2 + number // 2 % 3, number // 6 % 3
    game = tribes(players, mode=mode)
    states, rng, scratch = new_states(game, 2), stream(number), np.zeros(facts(game).branching, np.int32)
    reset(game, states[1], rng)
    scores = np.zeros(game.players + 1, np.int64)
    for tribe in range(game.players):
        scores[tribe] = 100 + 100 + 9 * 20 + t.POINTS[t.START_UNIT[int(states[1].kind[tribe])]]
    compiled = compiler.available() if compiled is None else compiled
    found = int(play_checked(game, states, rng, scratch, policy, scores, steps, compiled=compiled))
    played = int(scores[-1])
    if found == 0 or (found == GOES_ON and steps < FULL_GAME):
        return played, "", copy(game, states[1])
    return played, (f"game {number} ({players} tribes, {mode}, {POLICIES[policy]}), action {played}: "
                    f"{HOLDS[found]}"), copy(game, states[1])
