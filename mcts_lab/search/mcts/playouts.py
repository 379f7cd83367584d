"""Leaf evaluations: they compute the rewards of a new leaf."""

from ...game import LONGEST, TERMINAL, sample_action
from .components import Leaf
from .memory import BROKEN, CALLS, DEPTH, ENDLESS, LAST_CALL
from .needs import no_end, no_heuristic


class Playout(Leaf):
    """Evaluate a leaf by playing uniformly random actions to the end of the game.

    It uses only the rules of the game, so it is the default. Games that may never end need `LimitedPlayout` or
    `Evaluate`.

    Examples
    --------
    >>> from mcts_lab import UCT
    >>> from mcts_lab.search import Playout
    >>> UCT(leaf=Playout()) == UCT()
    True
    """

    pays_off = True

    def problem(self, game, facts, method):
        return no_end(facts)

    def evaluate(self, game, state, memory):
        plays = game.playout(state, memory.rng, memory.scratch)
        finish(game, state, plays, memory)
        return plays


class LimitedPlayout(Leaf):
    """Evaluate a leaf by a few random actions and then by the game's heuristic.

    Use it if games are long or may never end, and the game has a heuristic [1]_. A budget in calls may end the last
    playout earlier.

    Parameters
    ----------
    limit : int, default 10
        Number of random actions, at least 0. With 0, the heuristic evaluates the leaf itself, as `Evaluate` does.

    References
    ----------
    .. [1] T. Joppen and J. Fürnkranz, "Ordinal Monte Carlo tree search", 2019, section 4.1.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import LimitedPlayout
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(leaf=LimitedPlayout(5)).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    limit: int = 10

    def problem(self, game, facts, method):
        return no_heuristic(game, facts)

    def evaluate(self, game, state, memory):
        return play_for(self.limit, game, state, memory)


class HorizonPlayout(Leaf):
    """Evaluate a leaf by random actions up to a fixed distance from the root, and then by the game's heuristic.

    The actions from the root to the leaf count towards the distance. So all evaluated states are equally far from the
    root, unless the game ends earlier. The sample MCTS of the GVGAI framework does the same [1]_. If a leaf is deeper
    than the distance, the heuristic evaluates the leaf itself.

    Parameters
    ----------
    horizon : int, default 10
        Number of actions from the root, at least 0. With 0, the heuristic evaluates the leaf itself.

    References
    ----------
    .. [1] D. Perez-Liebana et al., "General video game AI: competition, challenges and opportunities", AAAI 2016.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import HorizonPlayout
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(leaf=HorizonPlayout(5)).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    horizon: int = 10

    problem = LimitedPlayout.problem

    def evaluate(self, game, state, memory):
        return play_for(self.horizon - memory.counters[DEPTH], game, state, memory)


class Evaluate(Leaf):
    """Evaluate a leaf by the game's heuristic, without a playout.

    Use it if the heuristic is more accurate than a random playout, or if playouts take too long.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import Evaluate
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(leaf=Evaluate()).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    problem = LimitedPlayout.problem

    def evaluate(self, game, state, memory):
        estimated_rewards(game, state, memory)
        return 0


def play_for(limit, game, state, memory):
    """Play at most `limit` random actions, as far as the budget allows, and estimate the rewards. Return the number of
    actions played."""
    limit = min(limit, memory.counters[LAST_CALL] - memory.counters[CALLS])
    plays = 0
    while plays < limit and game.to_move(state) != TERMINAL:
        game.play(state, sample_action(game, state, memory.rng, memory.scratch), memory.rng)
        plays += 1
    estimated_rewards(game, state, memory)
    return plays


def finish(game, state, plays, memory):
    """Write the rewards after a playout of `plays` actions. Set BROKEN if the playout did not reach an end."""
    if plays >= LONGEST:
        memory.counters[BROKEN] = ENDLESS
    final_rewards(game, state, memory)


def final_rewards(game, state, memory):
    """Write every player's payoff in a finished game, rescaled to [0, 1], into `memory.rewards`."""
    for player in range(len(memory.rewards)):
        memory.rewards[player] = (game.payoff(state, player) - memory.scale[0]) * memory.scale[1]
    take_grades(game, state, memory)


def take_grades(game, state, memory):
    """Write every player's grade of the state into `memory.grades` if the game has grades."""
    for player in range(len(memory.grades)):
        memory.grades[player] = game.grade(state, player)


def estimated_rewards(game, state, memory):
    """Write the rewards of a state into `memory.rewards`. If the game is not over, the heuristic estimates them, and
    they are limited to [0, 1]."""
    if game.to_move(state) == TERMINAL:
        final_rewards(game, state, memory)
    else:
        for player in range(len(memory.rewards)):
            reward = (game.heuristic(state, player) - memory.scale[0]) * memory.scale[1]
            memory.rewards[player] = min(1.0, max(0.0, reward))
        take_grades(game, state, memory)
