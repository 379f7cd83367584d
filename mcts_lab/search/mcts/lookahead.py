"""One action further: what the game's heuristic says of the state after it."""

from ...game import TERMINAL
from .memory import AHEAD, CALLS


def look_ahead(game, state, action, player, memory):
    """The heuristic reward, in [0, 1], to `player` of the state after `action`; costs one play."""
    game.put(memory.states, AHEAD, state)
    following = memory.states[AHEAD]
    game.play(following, action, memory.rng)
    memory.counters[CALLS] += 1
    return reward_of(game, following, player, memory)


def reward_of(game, state, player, memory):
    """The reward, in [0, 1], to `player` in `state`, by the heuristic where the game is not over."""
    if game.to_move(state) == TERMINAL:
        worth = game.payoff(state, player)
    else:
        worth = game.heuristic(state, player)
    return min(1.0, max(0.0, (worth - memory.scale[0]) * memory.scale[1]))
