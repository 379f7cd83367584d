"""The observation of a player of Tribes: a copy of the state from which the other tribes' secrets are removed."""

from mcts_lab.engine.generic import entry, unit

from .state import NONE, TILES, knows
from .tables import HIDDEN_WITHOUT, KNOWN_TO_ALL, MONUMENTS, NO_RESOURCE, UNKNOWN


@unit
def observe(game, state, player) -> None:
    """Reduce `state` to the information that `player` sees. As in the original, only the map itself is completely
    visible.

    Resources that the player cannot recognise are removed. For other tribes, the stars, kills, technologies, monuments
    and connections are removed, and also the population and bonus of their cities and the home and kills of their
    units. The stored worth of all cities is set to 0.
    """
    for tile in range(TILES):
        if not knows(state, player, HIDDEN_WITHOUT[int(state.resource[tile])]):
            state.resource[tile] = NO_RESOURCE
    for city in range(int(state.founded)):
        state.city_worth[city] = 0
        if state.city_tribe[city] != player:
            state.city_population[city] = 0
            state.city_bonus[city] = 0
            state.city_homes[city] = 0
    for slot in range(int(state.unit_end)):
        if state.unit_kind[slot] != NONE and state.unit_tribe[slot] != player:
            state.unit_home[slot] = NONE
            state.unit_kills[slot] = 0
            state.unit_order[slot] = state.unit_id[slot]
    for tribe in range(game.players):
        if tribe == player:
            continue
        state.stars[tribe] = 0
        state.kills[tribe] = 0
        state.pacifist[tribe] = 0
        state.techs[tribe] = KNOWN_TO_ALL
        state.all_techs[tribe] = 0
        state.connections[tribe] = 0
        for monument in range(MONUMENTS):
            state.monument[tribe, monument] = UNKNOWN


@entry
def show(game, state, shown, seat, scratch) -> int:
    """Write the observation of `seat` into the only element of `shown` and its legal actions into `scratch`.

    `scratch` is int32[branching]. The function returns the number of legal actions.
    """
    game.put(shown, 0, state)
    observe(game, shown[0], seat)
    return game.legal(shown[0], scratch)
