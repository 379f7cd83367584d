"""A search whose last plays are solved instead: exact endgames in guesses of what is hidden.

What strong programs for card games do [Ginsberg 2001]: once few plays are left, each guess is solved exactly with open
cards ("double dummy"), and the action of the best mean value is chosen.
"""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.distinct import Distinct
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL
from mcts_lab.search.mcts.checks import in_range
from mcts_lab.search.minimax.alpha_beta import AlphaBeta


class Solution(Distinct):
    """What was found at the end of a game, in the words of a search's result."""

    action: int
    value: float  # mean over the guesses of the action's exact payoff, to the player to move
    values: dict  # action -> that
    visits: dict  # action -> guesses solved
    nodes: int  # states looked at in all guesses


class SolvedEnd(Distinct):
    """`method`, and near the end alpha-beta to the end of the game in each of some guesses of what is hidden.

    The end is near when a random playout of a guess takes at most `plies` plays. The player to move and its team work
    together, all others against them. Of equally good actions the first listed is taken. For games without chance
    but that of hidden things.
    """

    ranges = {"guesses": (1, None)}

    method: object  # the search before the end
    plies: int = 16  # plays to the end that are solved; 0: the method alone
    guesses: int = 20  # how many worlds are solved

    def search(self, game, state, *, iterations, seed=None, progress=None, compiled=None):
        """The `Solution`, or the method's result with so many `iterations`.

        Raises ValueError, in one sentence, for a number that is out of its range.
        """
        _, plies, guesses = in_range(self)
        compiled = compiler.available() if compiled is None else compiled
        worlds, room = game.new_states(guesses + 1), np.empty(game.facts().branching, np.int32)
        worlds[:] = state
        rng = stream(seed)
        if not _draw(game, worlds, plies, rng, room, compiled=compiled):
            return self.method.search(game, state, iterations=iterations, seed=seed, progress=progress,
                                      compiled=compiled)
        solver, total, nodes = AlphaBeta(perspective="root", ordering="killer", every=True), {}, 0
        for world in worlds[:guesses]:
            found = solver.search(game, world, compiled=compiled)
            nodes += found.nodes
            for action, value in found.values.items():
                total[action] = total.get(action, 0.0) + value
        best = max(total, key=total.get)
        return Solution(best, total[best] / guesses, {a: t / guesses for a, t in total.items()},
                        dict.fromkeys(total, guesses), nodes)


@entry
def _draw(game, worlds, plies, rng, room):
    """Draw anew in all worlds but the last what is hidden, if a random playout of the first takes `plies` or less.

    The last world is room for that playout. Returns whether it was so.
    """
    player = int(game.to_move(worlds[0]))
    last = len(worlds) - 1
    game.determinize(worlds[0], player, rng)
    game.put(worlds, last, worlds[0])
    state = worlds[last]
    left = 0
    while game.to_move(state) != TERMINAL and left <= plies:
        game.play(state, game.random_action(state, rng, room), rng)
        left += 1
    if left > plies:
        return False
    for i in range(1, last):
        game.determinize(worlds[i], player, rng)
    return True
