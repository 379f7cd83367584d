"""Perfect information Monte Carlo: many guesses, a search for each, a vote [Ginsberg 2001; Powley 2013]."""

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
    """Search `trees` guesses of what is hidden, each as if everything were known, and combine their answers.

    With ``guess=False`` every tree searches the true state, which is cheating: an upper reference.
    """

    ranges = {"trees": (1, None)}

    trees: int = 40  # how many guesses; the budget is shared out evenly
    method: UCT = UCT()  # how each is searched, with tree=ClosedLoop() or OpenLoop()
    vote: str = "majority"  # "majority": a vote for each tree's choice, ties by visits; "visits": all are added
    guess: bool = True  # whether what is hidden is guessed; False searches the true state

    @suggesting
    def search(self, game, state, *, iterations, seed=None, compiled=None, memory=None, progress=None) -> Result:
        """Search from `state` with `iterations` in all; returns a `Result` whose visits are the sums over the trees.
        Of actions that the vote leaves equal, the first is chosen.

        memory: how many bytes a tree may take, one after the other, see `Search`; None: the default limit.

        Raises ValueError, in one sentence, where the budget or a parameter is out of its range, the trees cannot share
        the budget, or the method does not suit.
        """
        game, state = entered(game, state)
        method = in_range(self)
        if self.vote not in ("majority", "visits"):
            raise ValueError(f'vote is "majority" or "visits", not {self.vote!r}.')
        iterations = check_amount("iterations", iterations)
        if not 1 <= method.trees <= iterations:
            raise ValueError(f"{self.trees} trees cannot share {iterations} iterations: each needs at least one.")
        if not isinstance(getattr(self.method, "tree", None), (ClosedLoop, OpenLoop)):
            inner = "UCT(tree=OpenLoop())" if game.facts().random_play else "UCT()"
            raise ValueError("Each tree of PIMC searches one determinization as if it were the truth: use "
                             f"PIMC(method={inner}).")
        if self.guess:
            problem = no_determinization(game, game.facts())
            if problem:
                raise ValueError(f"PIMC {problem}")
        rng = stream(seed)
        search = Search(game, state, self.method, compiled=compiled, seed=int(rng[0]), memory=memory).compile()
        player = int(game.to_move(state))
        if self.guess:
            _guess(game, copy(game, state), player, stream(0), compiled=search.compiled)  # compiles it
        began = time.perf_counter()
        answers: list[Result] = []
        shares = np.diff(np.linspace(0, iterations, self.trees + 1).astype(int))
        for tree, share in enumerate(shares):
            determinization = copy(game, state)
            if self.guess:
                _guess(game, determinization, player, rng, compiled=search.compiled)
            if answers:
                answers[-1] = replace(answers[-1], source=None)  # its tree is not kept: the next one takes its memory
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
    """Draw what is hidden from `player` anew."""
    game.determinize(determinization, player, rng)
