"""Players without a search: random ones, and those that follow a function."""

from __future__ import annotations

import numpy as np

from ..engine.random import stream
from ..game import facts, random_action


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
