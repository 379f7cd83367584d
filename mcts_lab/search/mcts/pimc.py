"""Perfect information Monte Carlo: search many determinizations, and let them vote [Ginsberg 2001; Powley 2013]."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace

import numpy as np

from ...engine.distinct import Distinct
from ...engine.generic import entry
from ...engine.random import stream
from ...errors import suggesting
from ...game import copy, entered
from .budget import check_amount
from .checks import in_range
from .closed_loop import ClosedLoop
from .information_sets import OpenLoop
from .needs import no_determinization
from .result import Result, added_up
from .running import StopSearch
from .search import UCT, Search


class PIMC(Distinct):
    """Perfect information Monte Carlo: search several determinizations as if everything were known, and vote.

    Use it for games with hidden information [1]_. Each determinization has its own tree, and each tree gets the same
    number of iterations. This method is simple and often strong. However, each tree uses information that the player
    does not have. So the search cannot find actions whose purpose is to gain or to hide information.

    Parameters
    ----------
    trees : int, default 40
        Number of determinizations, at least 1. The iterations are divided evenly among them.
    method : UCT, default UCT()
        The search of each tree. Its component `tree` must be `ClosedLoop` or `OpenLoop`.
    vote : {"majority", "visits"}, default "majority"
        "majority": each tree votes for the action that it would choose, and visits break ties. "visits": the action
        with the most visits in all trees together is chosen.
    guess : bool, default True
        Whether hidden information is drawn at random. With False, every tree searches the true state. This is cheating,
        and shows how strong a player with all information would be.

    See Also
    --------
    ISMCTS : a search with one tree for all determinizations.

    References
    ----------
    .. [1] M. Ginsberg, "GIB: imperfect information in a computationally challenging game", Journal of Artificial
       Intelligence Research 14, 2001.

    Examples
    --------
    >>> from mcts_lab import PIMC, games
    >>> from mcts_lab.game import position_after
    >>> game = games.kuhn_poker()
    >>> state = position_after(game, [2, 0])
    >>> result = PIMC(trees=10).search(game, state, iterations=200, seed=1)
    >>> result.joint
    True
    """

    ranges = {"trees": (1, None)}

    trees: int = 40
    method: UCT = UCT()
    vote: str = "majority"
    guess: bool = True

    @suggesting
    def search(self, game, state, *, iterations, seed=None, compiled=None, memory=None, progress=None) -> Result:
        """Search all determinizations and return one result, whose visits are the sums over the trees.

        If several actions have equally many votes and visits, the first of them is chosen.

        Parameters
        ----------
        game : game or plain object
            The rules, with a method `determinize` unless ``guess=False``.
        state : state
            The state in which the search begins. It is not changed.
        iterations : int
            Number of iterations of all trees together, at least `trees`.
        seed : int or None, default None
            Whole number of at least 0. Searches with the same seed are equal. None draws a random seed.
        compiled : bool or None, default None
            Whether to run as machine code, see `Search`. None compiles if that is possible.
        memory : int or None, default None
            Number of bytes that one tree may take, see `Search`. None uses the default limit.
        progress : callable or None, default None
            Called as ``progress(done, iterations)`` after each tree. It may raise `StopSearch`. None: not used.

        Returns
        -------
        Result

        Raises
        ------
        ValueError
            If the budget or a parameter is out of range, or the method does not fit the game.
        """
        game, state = entered(game, state)
        method = in_range(self)
        if self.vote not in ("majority", "visits"):
            raise ValueError(f'vote cannot be {self.vote!r}. Use "majority" or "visits".')
        iterations = check_amount("iterations", iterations)
        if not 1 <= method.trees <= iterations:
            raise ValueError(f"{self.trees} trees cannot share {iterations} iterations, because each tree needs at "
                             "least one. Give more iterations, or use fewer trees.")
        if not isinstance(getattr(self.method, "tree", None), (ClosedLoop, OpenLoop)):
            inner = "UCT(tree=OpenLoop())" if game.facts().random_play else "UCT()"
            raise ValueError("PIMC searches each determinization as a game without hidden information. Write "
                             f"PIMC(method={inner}).")
        if self.guess:
            problem = no_determinization(game, game.facts())
            if problem:
                raise ValueError(f"PIMC {problem}")
        rng = stream(seed)
        search = Search(game, state, self.method, compiled=compiled, seed=int(rng[0]), memory=memory).compile()
        player = int(game.to_move(state))
        if self.guess:
            _guess(game, copy(game, state), player, stream(0), compiled=search.compiled)  # compiles it before the clock
        began = time.perf_counter()
        answers: list[Result] = []
        shares = np.diff(np.linspace(0, iterations, self.trees + 1).astype(int))
        for tree, share in enumerate(shares):
            determinization = copy(game, state)
            if self.guess:
                _guess(game, determinization, player, rng, compiled=search.compiled)
            if answers:
                answers[-1] = replace(answers[-1], source=None)  # delete the tree: the next search takes its memory
            answers.append(search.restart(determinization).run(int(share)))
            if progress is not None:
                try:
                    progress(int(shares[: tree + 1].sum()), iterations)
                except StopSearch:
                    iterations = int(shares[: tree + 1].sum())
                    break
        sums, votes = added_up(answers), Counter(answer.action for answer in answers)
        visits = sums["visits"]
        best = max(visits, key=lambda a: (votes[a] if self.vote == "majority" else 0, visits[a]))
        return replace(
            answers[-1], **sums | {"iterations": iterations}, joint=True, action=best, proven=False,
            name=game.action_name(state, best), value=sums["values"][best], seconds=time.perf_counter() - began,
        )


@entry
def _guess(game, determinization, player, rng):
    """Draw the hidden information again, as `player` could imagine it."""
    game.determinize(determinization, player, rng)
