"""Minimax: the value of a game when both sides play as well as possible.

Every state is worth the best of what follows to the side that moves there; nothing is left out. `alpha_beta` finds the
same value looking at fewer states.
"""

from __future__ import annotations

from typing import NamedTuple

from . import exact
from .exact import Result


class Minimax(NamedTuple):
    """Depth-limited minimax [Runnels 2023, section 2; Russell & Norvig 2021, Fig. 5.3].

    For deterministic games. With ``perspective="root"`` the game need not be zero-sum nor have two players: the root's
    player maximises its own evaluation, and all others are taken to minimise it. That is also the way for a zero-sum
    game whose evaluation is not zero-sum, such as soccer with the paper's.
    """

    depth: int | None = None  # plies to search; None: to the end of the game
    evaluation: tuple | None = None  # of unfinished states at that depth; None: the game's heuristic, else all even
    perspective: str = "mover"  # whose evaluation: "mover" needs a zero-sum game; "root": the root's player's
    table_bits: int = 0  # remember the values of 2**table_bits states ("memoised"); 0: off

    def search(self, game, state, seed=None, *, progress=None, compiled=None) -> Result:
        """The `Result` for the player to move in `state`; there is no chance in it, so `seed` is not used.

        Raises ValueError if the game does not fit or a parameter is out of range.
        """
        task = exact.prepare(
            game, state, depth=self.depth, evaluation=self.evaluation, perspective=self.perspective,
            table_bits=self.table_bits, leaves=True, prune=False,
        )
        return exact.run(game, state, task, progress=progress, compiled=compiled)
