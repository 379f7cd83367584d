"""The game's heuristic for the state after one more action."""

from ...game import TERMINAL
from .memory import AHEAD, CALLS


def look_ahead(game, state, action, player, memory):
    """Return the reward, in [0, 1], of `player` in the state after `action`. This costs one forward-model call."""
    game.put(memory.states, AHEAD, state)
    following = memory.states[AHEAD]
    game.play(following, action, memory.rng)
    memory.counters[CALLS] += 1
    return reward_of(game, following, player, memory)


def reward_of(game, state, player, memory):
    """Return the reward, in [0, 1], of `player` in `state`: the payoff if the game is over, or else the heuristic."""
    if game.to_move(state) == TERMINAL:
        worth = game.payoff(state, player)
    else:
        worth = game.heuristic(state, player)
    return min(1.0, max(0.0, (worth - memory.scale[0]) * memory.scale[1]))
