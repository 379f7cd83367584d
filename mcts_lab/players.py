"""Players: whoever chooses the next action of a game.

A player is any object with a ``name`` and ``choose(game, state, seed) -> action``. It must not change `state`, which is
always the whole truth; a player that may not see all of it draws a world of its own (`mcts_lab.game.determinize`).
`seed` is an integer for everything random about the choice, so that the same seed gives the same action.

A player may also have

``decide(game, state, seed)``  the same, returning a `Decision`: the action and numbers about how it was found;
``sit(game, seat, seed)``      a player for one game at one seat, for those that remember (a tree kept between moves);
``watch(game, state, action)`` is told of every action of the game, of all players and of chance, before it is played;
``describe()``                 its parameters as JSON-able data, for result files;
``always_legal = True``        its actions need no checking.
"""

from __future__ import annotations

import hashlib
import inspect
from typing import NamedTuple

import numpy as np

from .game import facts, random_action
from .random import stream

BUDGETS = ("iterations", "calls", "seconds", "progress")  # of searches that take any budget

# what a search's result may tell about one decision, as far as it has it
DETAILS = ("value", "visits", "iterations", "calls", "nodes", "leaves", "cutoffs", "table_hits", "proven")


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
        if not callable(getattr(method, "search", None)):
            raise TypeError(f"{method!r} is not a search method: give a value such as UCT() or AlphaBeta(depth=5)")
        accepted = inspect.signature(method.search).parameters
        anything = any(p.kind is p.VAR_KEYWORD for p in accepted.values())
        known = BUDGETS if anything else ()
        unknown = [option for option in budget if option not in accepted and option not in known]
        if unknown:
            names = [p for p in (*accepted, *known) if p not in ("game", "state", "seed", "budget")]
            raise ValueError(f"{type(method).__name__} has no budget {unknown[0]!r}; it takes "
                             f"{', '.join(names) or 'none'}")
        for option, amount in budget.items():
            if isinstance(amount, (int, float)) and not isinstance(amount, bool) and not amount > 0:
                raise ValueError(f"{option} must be positive, not {amount}")
        self.method = method
        self.budget = budget
        self.name = name or ", ".join([label(method)] + [f"{k}={v}" for k, v in budget.items()])
        self.keep_tree = keep_tree
        if keep_tree:
            if not hasattr(method, "selection"):
                raise ValueError(f"{type(method).__name__} keeps no tree: leave out keep_tree")
            self.name += "" if name else ", keep_tree"
        self._seeded = anything or "seed" in accepted

    def sit(self, game, seat, seed):
        return _TreeKeeper(self) if self.keep_tree else self

    def search(self, game, state, seed):
        """The whole result of the search, with the tree's statistics."""
        chance = {"seed": seed} if self._seeded else {}
        return self.method.search(game, state, **chance, **self.budget)

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
    """A `SearchPlayer` during one game, which carries its tree from turn to turn."""

    always_legal = True

    def __init__(self, player):
        self.name, self._player = player.name, player
        self._search = None
        self._since = []  # actions since the last turn

    def watch(self, game, state, action):
        if self._search is not None:
            self._since.append(int(action))

    def search(self, game, state, seed):
        budget = dict(self._player.budget)
        compiled = budget.pop("compiled", None)
        if self._search is not None:
            self._search.advance(*self._since, state=state)
            self._since.clear()
        else:
            from .search.session import Search

            self._search = Search(game, state, self._player.method, seed=seed, compiled=compiled)
        return self._search.run(**budget)

    def choose(self, game, state, seed):
        return int(self.search(game, state, seed).action)

    def decide(self, game, state, seed):
        return _decision(self.search(game, state, seed))


def _decision(result):
    details = {name: plain(getattr(result, name)) for name in DETAILS if hasattr(result, name)}
    return Decision(int(result.action), details)


class RandomPlayer:
    """Chooses uniformly among the legal actions."""

    always_legal = True

    def __init__(self, name: str = "random"):
        self.name = name

    def choose(self, game, state, seed):
        return int(random_action(game, state, stream(seed), np.empty(facts(game).branching, np.int32)))

    def describe(self):
        return {"player": "random", "name": self.name}

    def __repr__(self):
        return f"RandomPlayer({self.name!r})"


class ScriptedPlayer:
    """Chooses by a function ``rule(game, state, seed) -> action``; its description is the function's name."""

    def __init__(self, rule, name: str | None = None):
        self.rule = rule
        self.name = name or rule.__name__

    def choose(self, game, state, seed):
        return self.rule(game, state, seed)

    def describe(self):
        return {"player": "rule", "name": self.name, "rule": getattr(self.rule, "__qualname__", repr(self.rule))}


def describe(value):
    """`value` (a player, a method, a game) as JSON-able data: equal data for equal parameters.

    NamedTuples become ``{"is": class name, field: ...}``; arrays larger than 16 numbers become a hash of their content.
    """
    if not isinstance(value, type) and callable(getattr(value, "describe", None)):
        return value.describe()
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"is": type(value).__name__, **{f: describe(v) for f, v in zip(value._fields, value, strict=True)}}
    if isinstance(value, dict):
        return {str(k): describe(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [describe(v) for v in value]
    if isinstance(value, np.ndarray) and value.size > 16:
        content = np.ascontiguousarray(value)
        return {"array": list(value.shape), "type": str(value.dtype),
                "sha256": hashlib.sha256(content.tobytes()).hexdigest()[:16]}
    if isinstance(value, (float, np.floating)) and not np.isfinite(value):
        return str(float(value))  # JSON knows no infinity
    if value is None or isinstance(value, (bool, int, float, str, np.generic, np.ndarray)):
        return plain(value)
    if hasattr(value, "name") and isinstance(value.name, str):  # a player of somebody's own
        return {"player": type(value).__name__, "name": value.name,
                **{k: describe(v) for k, v in vars(value).items() if not k.startswith("_") and k != "name"}}
    if callable(value):
        return getattr(value, "__qualname__", type(value).__name__)
    return {"is": type(value).__name__, **describe(getattr(value, "__dict__", {}))}


def label(value) -> str:
    """A method as a short call that leaves out what has its default: ``UCT(selection=UCB1(c=0.7))``."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        defaults = value._field_defaults
        shown = [f"{f}={label(v)}" for f, v in zip(value._fields, value, strict=True)
                 if f not in defaults or not _same(v, defaults[f])]
        return f"{type(value).__name__}({', '.join(shown)})" if shown else type(value).__name__
    if isinstance(value, np.ndarray):
        return f"<{'x'.join(map(str, value.shape))} numbers>"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _same(a, b):
    return type(a) is type(b) and describe(a) == describe(b)


def plain(value):
    """`value` with NumPy's numbers and arrays turned into Python's, so that it can be written as JSON."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(v) for v in value]
    return value
