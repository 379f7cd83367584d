"""Alpha-beta: minimax without the states that cannot matter.

Alpha is what the side to move has for sure elsewhere, beta what the other side has for sure elsewhere; once a state is
worth beta or more, the other side will not let it happen, and the rest of its actions need no look.
"""

from __future__ import annotations

import numpy as np

from ...engine.distinct import Distinct
from ...errors import suggesting
from ...game import entered
from . import exact
from .exact import Result


class AlphaBeta(Distinct):
    """Alpha-beta search [Knuth & Moore 1975, section 3; Runnels 2023, section 2].

    For deterministic games. With ``perspective="root"`` the game need not be zero-sum nor have two players: the root's
    player maximises its own evaluation, so does its team, and all others are taken to minimise it. That is also the
    way for a zero-sum game whose evaluation is not zero-sum, such as soccer with the paper's.

    With ``scout=True`` all actions of a node but the first have a window of no width, and those that are better are
    looked at again: principal variation search [Marsland & Campbell 1982], which pays where the first is mostly best.

    With ``iterative=True`` and an `aspiration` each depth is first searched in a window around the value of the depth
    before, and again in the whole one if its value lies outside; what both look at is counted.

    With ``sooner=True`` the end of a game differs from even by 2^-30 less for each ply to it (mate distance), so a won
    game is won by the shortest way and a lost one held for the longest. A search without it is content with any win.

    With a `quiescence` the search does not stop where the next action may change everything: at the depth limit the
    side to move takes the evaluation or goes on with a noisy action, and so the other side, for so many plies.

    The value is that of `Minimax` to the same depth, but for these two, whatever the ordering, with or without a
    table (unless `allow_deeper`).
    """

    later = ("scout", "aspiration", "sooner", "quiescence")

    depth: int | None = None  # plies to search; None: to the end of the game
    evaluation: tuple | None = None  # of unfinished states at that depth; None: the game's heuristic, else all even
    perspective: str = "mover"  # whose evaluation: "mover" needs a zero-sum game; "root": the root's player's
    window: tuple = (-np.inf, np.inf)  # (low, high) in payoff units: a value outside is only a bound; infinite: off
    ordering: str = "listed"  # or some of "pv", "table", "killer", "heuristic" joined by "+"; "listed": off
    table_bits: int = 0  # a transposition table for 2**table_bits states; 0: off
    allow_deeper: bool = False  # let the table answer with values of deeper searches too
    iterative: bool = False  # search to depth 1, then 2, and so on up to `depth`
    every: bool = False  # find the exact value of every root action, not only of the best
    scout: bool = False  # principal variation search: ask first whether an action is better, then what it is worth
    aspiration: float | None = None  # deepening tries values this near to the last depth's first, then all; None: off
    quiescence: int = 0  # plies beyond the depth for which noisy actions are followed, see `mcts_lab.game.noisy`
    sooner: bool = False  # prefer the sooner of two wins and the later of two losses

    @suggesting
    def search(self, game, state, seed=None, *, seconds=None, nodes=None, progress=None, compiled=None) -> Result:
        """The `Result` for the player to move in `state`; there is no chance in it, so `seed` is not used.

        With ``iterative=True`` the search can be limited to `seconds` or `nodes`, or interrupted, and returns the last
        depth it finished. Raises ValueError if the game does not fit or a parameter is out of range.
        """
        game, state = entered(game, state)
        task = exact.prepare(
            game, state, depth=self.depth, evaluation=self.evaluation, perspective=self.perspective,
            table_bits=self.table_bits, allow_deeper=self.allow_deeper, ordering=self.ordering,
            iterative=self.iterative, window=self.window, every=self.every, scout=self.scout,
            aspiration=self.aspiration, sooner=bool(self.sooner),
            quiescence=self.quiescence,
        )
        return exact.run(game, state, task, seconds=seconds, nodes=nodes, progress=progress, compiled=compiled)
