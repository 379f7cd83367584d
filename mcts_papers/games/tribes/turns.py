"""The start and the end of turns, and the winner."""

from mcts_lab.engine.generic import unit
from mcts_lab.engine.random import below

from . import tables as t
from .holdings import credit, gain_stars, production, rest, tribe_production, wounded
from .state import NONE, knows, tiles_of


@unit
def begin_turn(game, state) -> None:
    """Begin a turn: income, temples, fresh units."""
    tribe = int(state.turn)
    income = 0
    for i in range(int(state.cities[tribe])):
        city = int(state.city_list[tribe, i])
        visitor = int(state.unit_at[int(state.city_tile[city])])
        if visitor == NONE or state.unit_tribe[visitor] == tribe:
            income += production(state, city)
    if state.tick == 0:
        state.stars[tribe] = t.START_STARS
    else:
        gain_stars(state, tribe, max(0, income))
    grow_temples(game, state, tribe)
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] != NONE and state.unit_tribe[slot] == tribe:
            state.unit_status[slot] = t.MOVED if state.unit_status[slot] == t.PUSHED else t.FRESH
    if knows(state, tribe, t.MEDITATION):
        state.pacifist[tribe] += 1
        if state.pacifist[tribe] == t.ALTAR_TURNS and state.monument[tribe, t.ALTAR] != t.UNKNOWN:
            state.monument[tribe, t.ALTAR] = t.AVAILABLE


@unit
def grow_temples(game, state, tribe) -> None:
    """Count down to the next level of each of the tribe's temples."""
    for tile in tiles_of(game.size):
        if state.temple[tile] == 0 or state.temple[tile] == t.HIGHEST_TEMPLE:
            continue
        city = int(state.owner[tile])
        if state.city_tribe[city] != tribe:
            continue
        state.growth[tile] -= 1
        if state.growth[tile] == 0:
            state.temple[tile] += 1
            state.growth[tile] = t.TEMPLE_TURNS
            credit(state, city, int(t.TEMPLE_GROWTH[int(state.temple[tile])]))


@unit
def end_turn(game, state, rng) -> None:
    """End the turn of the tribe to move: its idle wounded units rest, then the next tribe begins."""
    tribe = int(state.turn)
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] != NONE and state.unit_tribe[slot] == tribe and state.unit_status[slot] == t.FRESH:
            if wounded(state, slot):
                rest(state, slot)
                state.unit_status[slot] = t.FINISHED
    judge(game, state, rng)
    if state.over:
        return
    following = next_tribe(game, state)
    if following <= tribe and not game.frozen_tick:
        state.tick += 1
        judge(game, state, rng)
        if state.over:
            return
    state.turn = following
    begin_turn(game, state)


def next_tribe(game, state):
    """Return the next tribe that has not lost."""
    tribe = int(state.turn)
    for _ in range(game.players):
        tribe = tribe + 1 if tribe + 1 < game.players else 0
        if state.outcome[tribe] != t.LOSS:
            return tribe
    return tribe


@unit
def judge(game, state, rng) -> None:
    """End the game if a tribe has won or the time is over."""
    winner = NONE
    if game.mode == t.CAPITALS:
        holder = int(state.city_tribe[int(state.capital[0])])
        winner = holder
        for tribe in range(1, game.players):
            if state.city_tribe[int(state.capital[tribe])] != holder:
                winner = NONE
    else:
        left = 0
        for tribe in range(game.players):
            if state.outcome[tribe] != t.LOSS:
                left += 1
                winner = tribe
        if left > 1:
            winner = NONE
    if winner == NONE and state.tick > t.LAST_TICK[game.mode]:
        winner = leader(game, state, rng)
    if winner != NONE:
        for tribe in range(game.players):
            state.outcome[tribe] = t.WIN if tribe == winner else t.LOSS
        state.over = 1


@unit
def leader(game, state, rng) -> int:
    """Return the winner when the time is over: the tribe that is ahead of all others in `compare`.

    If several tribes are equally good, the winner is a random one of them.
    """
    best = 0
    ties = 1
    for tribe in range(1, game.players):
        order = compare(state, tribe, best)
        if order > 0:
            best = tribe
            ties = 1
        elif order == 0:
            ties += 1
            if below(rng, ties) == 0:
                best = tribe
    return best


@unit
def compare(state, one, other) -> int:
    """Return a number above 0 if tribe `one` is ahead of `other` in the final ranking, below 0 if behind, else 0.

    The ranking compares scores, then technologies, cities and production. Tribes that have lost come last.
    """
    lost = int(state.outcome[other] == t.LOSS) - int(state.outcome[one] == t.LOSS)
    if lost != 0:
        return lost
    points = int(state.score[one]) - int(state.score[other])
    if points != 0:
        return points
    techs = count_techs(state, one) - count_techs(state, other)
    if techs != 0:
        return techs
    cities = int(state.cities[one]) - int(state.cities[other])
    if cities != 0:
        return cities
    return tribe_production(state, one) - tribe_production(state, other)


def count_techs(state, tribe):
    """Return the number of the tribe's technologies."""
    left = int(state.techs[tribe]) & t.ALL_TECHS
    n = 0
    while left:
        left &= left - 1
        n += 1
    return n
