"""A search with a budget as a player."""

from __future__ import annotations

import inspect
import numbers
from typing import NamedTuple

from ..errors import instead, nearest
from ..search.mcts.checks import MOST, check_amount
from ..search.mcts.reuse import seen_by
from ..search.mcts.search import Search
from .describe import describe, label, plain

# what a search's result may tell about one decision, as far as it has it
DETAILS = ("value", "visits", "iterations", "calls", "nodes", "leaves", "cutoffs", "table_hits", "proven")


# a plain UCT's levels of play: iterations of a move; what each is worth against the one below is measured in
# `mcts_lab.experiments.effects`
LEVELS = {"novice": 30, "beginner": 100, "casual": 300, "club": 1000, "strong": 3000, "expert": 10_000}


class Decision(NamedTuple):
    """An action and what is known about how it was found (`DETAILS`)."""

    action: int
    details: dict | None = None


class SearchPlayer:
    """A search with a budget.

    Parameters
    ----------
    method     a value with ``search(game, state, ...)``, such as ``UCT()`` or ``AlphaBeta(depth=5)``
    name       how it appears in tables; None: the method and its budget
    keep_tree  whether a UCT keeps what it found below the moves made since its last turn; False: every turn starts anew
    budget     further arguments of the method's search, such as ``iterations=500``, ``calls=2000`` or ``seconds=0.1``

    Raises TypeError or ValueError for what cannot search and for budgets that it does not take.
    """

    always_legal = True

    def __init__(self, method, name: str | None = None, *, keep_tree: bool = False, **budget):
        if isinstance(method, type) or not callable(getattr(method, "search", None)):
            raise TypeError(f"{method!r} is not a search method: give a value such as UCT() or AlphaBeta(depth=5)")
        accepted = [name for name, one in inspect.signature(method.search).parameters.items()
                    if one.kind is not one.VAR_KEYWORD]
        unknown = [option for option in budget if option not in accepted]
        if unknown:
            names = [p for p in accepted if p not in ("game", "state", "seed")]
            near = nearest(unknown[0], names)
            what = instead(unknown[0], names) if near else f"it takes {', '.join(names) or 'none'}"
            raise ValueError(f"{type(method).__name__} has no budget {unknown[0]!r}; {what}")
        limits = [name for name in MOST if name in accepted]
        if "iterations" in limits or "calls" in limits:
            if all(budget.get(name) is None for name in limits):
                wanted = " or ".join(f"{name}=" for name in limits)
                raise ValueError(f"{type(method).__name__} needs a budget: {wanted}")
        for option, amount in budget.items():
            if "iterations" in limits and option in MOST and amount is not None:
                budget[option] = check_amount(option, amount)
            elif isinstance(amount, numbers.Real) and not isinstance(amount, bool) and not float(amount) > 0:
                raise ValueError(f"{option} must be positive, not {amount}")
        self.method = method
        self.budget = budget
        self.name = name or ", ".join([label(method)] + [f"{k}={v}" for k, v in budget.items()])
        self.keep_tree = keep_tree
        if keep_tree:
            if not hasattr(method, "selection"):
                raise ValueError(f"{type(method).__name__} keeps no tree: leave out keep_tree")
            if budget.get("workers", 1) != 1 or "parallel" in budget:
                raise ValueError("A kept tree is grown by one thread: leave out keep_tree, or workers and parallel")
            self.name += "" if name else ", keep_tree"
        self._seeded, self._tells = "seed" in accepted, "progress" in accepted

    def sit(self, game, seat, seed):
        return _TreeKeeper(self, seat) if self.keep_tree else self

    def search(self, game, state, seed, progress=None):
        """The whole result of the search, with the tree's statistics.

        progress: called now and then with how far the search is; it may end the search by raising `StopSearch`.
        """
        options = self.budget | ({"progress": progress} if progress is not None and self._tells else {})
        return self.method.search(game, state, **({"seed": seed} if self._seeded else {}), **options)

    def choose(self, game, state, seed):
        return int(self.search(game, state, seed).action)

    def decide(self, game, state, seed):
        return _decision(self.search(game, state, seed))

    def describe(self):
        kept = {"keep_tree": True} if self.keep_tree else {}
        return {"player": "search", "name": self.name, "method": describe(self.method), **describe(self.budget), **kept}

    def __repr__(self):
        return f"SearchPlayer({self.name})"


class _TreeKeeper:
    """A `SearchPlayer` at one seat of one game, who carries his tree from turn to turn.

    Between his turns he remembers what he has seen, and nothing else.
    """

    always_legal = True

    def __init__(self, player, seat):
        self.name, self._player, self._seat = player.name, player, seat
        self._search = None
        self._seen = []  # since the last turn

    def watch(self, game, state, action):
        if self._search is not None:
            event = seen_by(game, state, action, self._seat)
            if event is not None:
                self._seen.append(event)

    def search(self, game, state, seed, progress=None):
        budget = self._player.budget | ({} if progress is None else {"progress": progress})
        how = {name: budget.pop(name, None) for name in ("compiled", "memory")}
        if self._search is not None:
            self._search.follow(self._seen, state)
            self._seen.clear()
        else:
            self._search = Search(game, state, self._player.method, seed=seed, **how)
        return self._search.run(**budget)

    def choose(self, game, state, seed):
        return int(self.search(game, state, seed).action)

    def decide(self, game, state, seed):
        return _decision(self.search(game, state, seed))


def _decision(result):
    details = {name: plain(getattr(result, name)) for name in DETAILS if hasattr(result, name)}
    return Decision(int(result.action), details)
